"""Data files of a game package: reading, the hash of a ruleset's data, and decoding that names the culprit."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from importlib.resources import files
from typing import TypeVar

import msgspec

from grognard.kernel.game import DataError
from grognard.kernel.lesson import Lesson

Shape = TypeVar("Shape")


def read(package: str, name: str) -> bytes:
    """A file below ``data`` of a package."""
    return files(package).joinpath("data", *name.split("/")).read_bytes()


def hash_of(package: str, names: Iterable[str]) -> str:
    """One hash of everything the rules read."""
    digest = hashlib.sha256()
    for name in names:
        digest.update(read(package, name))
    return digest.hexdigest()[:16]


def lessons(package: str, *names: str) -> dict[str, Lesson]:
    """The lessons of a package, the first first."""
    found = [decode(f"lessons/{name}.json", read(package, f"lessons/{name}.json"), Lesson) for name in names]
    return {lesson.id: lesson for lesson in found}


def decode(name: str, raw: bytes, kind: type[Shape]) -> Shape:
    """JSON as a structure; a fault is told with the file and the entry it lies in."""
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise DataError(f"{name} cannot be read: {fault}{_culprit(raw, str(fault))}") from None


def _culprit(raw: bytes, fault: str) -> str:
    """The ids of the innermost named entries that a fault may point at, such as $.sides[...].regiments[3]."""
    try:
        places = [msgspec.json.decode(raw)]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    found: list[str] = []
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", fault.rpartition("$")[2]):
        places = [inner for place in places for inner in _inside(place, name, index)]
        found = [str(place["id"]) for place in places if isinstance(place, dict) and "id" in place] or found
    return f" ({' or '.join(found)})" if found else ""


def _inside(place: object, name: str, index: str) -> list[object]:
    """What a step of a path leads to; of a table whose key is not told, everything."""
    if isinstance(place, dict):
        return [place[name]] if name in place else list(place.values()) if index == "..." else []
    if isinstance(place, list) and index.isdecimal() and int(index) < len(place):
        return [place[int(index)]]
    return []
