"""A list that many views share reads as any other, and cannot be changed."""

from __future__ import annotations

import copy
import json
import operator
import pickle
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from grognard.kernel.fixed import Fixed

CHANGES: list[Callable[[Any], Any]] = [
    lambda found: found.append(3),
    lambda found: found.extend([3]),
    lambda found: found.insert(0, 3),
    lambda found: found.pop(),
    lambda found: found.remove(1),
    lambda found: found.clear(),
    lambda found: found.reverse(),
    lambda found: found.sort(key=lambda value: -value),
    lambda found: operator.setitem(found, 0, 3),
    lambda found: operator.delitem(found, 0),
    lambda found: operator.iadd(found, [3]),
    lambda found: operator.imul(found, 2),
]
COPIES: list[Callable[[Any], Any]] = [
    list,
    lambda found: found.copy(),
    lambda found: found[:],
    lambda found: operator.add(found, []),
    copy.copy,
    copy.deepcopy,
    lambda found: pickle.loads(pickle.dumps(found)),
]


@pytest.mark.parametrize("change", CHANGES)
def test_it_cannot_be_changed(change: Callable[[Any], Any]) -> None:
    found = Fixed([1, 2])
    with pytest.raises(TypeError, match="change a copy"):
        change(found)
    assert found == [1, 2]


@pytest.mark.parametrize("copied", COPIES)
def test_its_copies_are_plain(copied: Callable[[Any], Any]) -> None:
    found = copied(Fixed([1, 2]))
    assert type(found) is list
    assert found == [1, 2]


def test_a_deep_copy_is_plain_all_through() -> None:
    [inner] = copy.deepcopy(Fixed([Fixed([1])]))
    assert type(inner) is list


def test_it_is_written_as_a_list() -> None:
    assert json.dumps({"a": Fixed([1, "b"])}) == '{"a": [1, "b"]}'
    assert msgspec.json.encode({"a": Fixed([1, "b"])}) == b'{"a":[1,"b"]}'
