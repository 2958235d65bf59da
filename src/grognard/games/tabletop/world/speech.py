"""Who is meant in a message: units, generals, commands and areas are named with their scenario.

An event is told late and in any language, when no table is at hand: ``crossroads/A-1`` says enough then. Which
arguments are such names the catalogue itself says: ``{0:unit} charges {1:unit}``.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.world import World
from grognard.kernel.i18n import read

NAMED: Final = ("unit", "units", "general", "command", "objective")
_SLOT = re.compile(r"\{(\d+):(\w+)")


@cache
def slots(key: str) -> tuple[tuple[int, str], ...]:
    """Which arguments of a message are names, and of what."""
    return tuple(sorted({(int(n), kind) for n, kind in _SLOT.findall(_messages().get(key, "")) if kind in NAMED}))


@cache
def _messages() -> dict[str, str]:
    return read(data.PACKAGE, "en")


def named(world: World, key: str, args: tuple[object, ...]) -> tuple[object, ...]:
    """Arguments with names for numbers."""
    found = list(args)
    for place, kind in slots(key):
        value = args[place]
        if kind == "units" and isinstance(value, tuple):
            found[place] = tuple([_name(world, "unit", u) for u in value])
        elif isinstance(value, int):
            found[place] = _name(world, kind, value)
    return tuple(found)


def _name(world: World, kind: str, number: int) -> str:
    if kind == "unit":
        name = world.units[number].id
    elif kind == "general":
        name = world.generals[number][1].id
    elif kind == "command":
        name = world.commands[number][1].id
    else:
        name = world.objectives[number].id
    return f"{world.scenario.id}/{name}"
