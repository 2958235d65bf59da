"""Fields are declared once: copy, facts, plain data and the way back come from the declaration."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from grognard.kernel.part import (
    Part,
    a_set,
    counts,
    derived,
    each_counts,
    each_parts,
    given,
    part,
    parts,
    parts_by,
    records,
    row,
    rows,
)


class Shot(NamedTuple):
    shooter: int
    target: int


@dataclass(eq=False, repr=False)
class Man(Part):
    name: str
    age: int = 30
    scars: list[int] = row()


NOBODY = Man("nobody")


@dataclass(eq=False, repr=False)
class Squad(Part):
    field: object = given()
    turn: int = 0
    strength: int = derived(3)
    path: tuple[tuple[int, int], ...] = ()
    losses: list[int] = row(0, 0)
    hands: list[list[int]] = rows()
    ammo: dict[int, tuple[int, int]] = counts()
    seen: list[dict[int, str]] = each_counts()
    draft: list[dict[int, int] | None] = each_counts(laid=False)
    woods: frozenset[tuple[int, int]] = a_set()
    shots: list[Shot] = records(Shot)
    chief: Man | None = part(Man)
    spare: Man = part(Man, but=NOBODY)
    men: list[Man | None] = parts(Man)
    ranks: list[Man] = parts(Man, but=NOBODY)
    veterans: list[Man] = parts(Man, shared=True)
    posts: list[list[Man]] = each_parts(Man)
    by_number: dict[int, Man] = parts_by(Man)


def squad() -> Squad:
    s = Squad({"a": "map"}, turn=4, strength=9, path=((1, 2), (3, 4)), losses=[1, 2], hands=[[5], [6, 7]])
    s.ammo[3] = (1, 2)
    s.seen[1][8] = "fog"
    s.draft[0] = {2: 2}
    s.woods = frozenset({(1, 1)})
    s.shots.append(Shot(1, 2))
    s.chief, s.men = Man("Ney", 43, [1]), [None, Man("Lannes")]
    s.ranks, s.veterans = [NOBODY, Man("Soult")], [Man("Coignet")]
    s.posts[1].append(Man("Murat"))
    s.by_number[7] = Man("Davout")
    return s


def test_a_copy_is_equal_and_independent() -> None:
    s = squad()
    before, twin = s.facts(), s.copy()
    assert twin.facts() == before
    assert twin.field is s.field
    assert twin.strength == 9
    twin.losses[0] = twin.hands[0][0] = twin.seen[1][8] = 99  # type: ignore[assignment]
    twin.ammo[3], twin.draft[0] = (9, 9), None
    twin.shots.clear()
    assert twin.chief
    assert twin.men[1]
    twin.chief.scars.append(2)
    twin.men[1].age = twin.ranks[1].age = twin.posts[1][0].age = twin.by_number[7].age = 1
    assert s.facts() == before


def test_what_never_changes_is_shared() -> None:
    s = squad()
    twin = s.copy()
    assert twin.ranks[0] is NOBODY
    assert twin.spare is NOBODY
    assert twin.veterans[0] is s.veterans[0]
    assert twin.veterans is not s.veterans


def test_plain_data_goes_through_json_and_back() -> None:
    s = squad()
    again = Squad("another map")
    again.fill(json.loads(json.dumps(s.plain())))
    assert again.facts() == s.facts()
    assert again.strength == 9
    assert again.field == "another map"
    assert again.path == ((1, 2), (3, 4))
    assert isinstance(again.shots[0], Shot)
    assert again.spare is NOBODY
    assert again.ranks[0] is NOBODY
    assert again.chief
    assert again.chief.name == "Ney"


def test_what_stands_as_at_first_is_not_written_and_found_again() -> None:
    assert Man("Ney").plain() == {"name": "Ney", "scars": []}
    old = Man("Ney", 99, [3])
    old.fill({"name": "Lannes"})  # a field that came later stands as in a new game
    assert (old.name, old.age, old.scars) == ("Lannes", 30, [])
    old.fill({"name": "Lannes", "age": 5, "moustache": True})  # one that has gone is passed over
    assert old.age == 5


def test_of_what_a_game_has_made_all_is_written_and_the_rest_stands() -> None:
    s = Squad("map")
    assert s.plain()["turn"] == 0
    other = squad()
    other.fill({"turn": 9})
    assert (other.turn, other.losses, other.strength) == (9, [1, 2], 9)


@pytest.mark.parametrize(
    ("name", "value"),
    [("turn", 5), ("path", ()), ("losses", [1, 3]), ("hands", [[], []]), ("ammo", {}), ("woods", frozenset())],
)
def test_every_kept_field_counts(name: str, value: Any) -> None:
    s = squad()
    before = s.facts()
    setattr(s, name, value)
    assert s.facts() != before


def test_what_follows_from_others_does_not_count() -> None:
    s = squad()
    before = s.facts()
    s.strength = 1
    assert s.facts() == before


def test_a_part_must_declare_its_fields() -> None:
    class Bare(Part):
        pass

    @dataclass(eq=False, repr=False)
    class Vague(Part):
        things: list[int] = field(default_factory=list)

    with pytest.raises(TypeError, match="Bare is no dataclass"):
        Bare().copy()
    with pytest.raises(TypeError, match=r"Vague\.things can change"):
        Vague().copy()
