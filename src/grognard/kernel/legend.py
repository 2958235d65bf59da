"""The legend of a board: the kinds of ground and the counters it shows, each with a word.

An entry has a ``label`` and one of ``ground`` (a kind of terrain), ``piece`` (a counter as a view has it) or
``picture`` (what the game's own module draws by that name).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.kernel.pen import Pen
from grognard.kernel.wire import Json


def ground(kinds: Iterable[str], pen: Pen) -> list[Json]:
    """Kinds of terrain, each once, by their name under ``terrain``."""
    return [{"ground": kind, "label": pen(f"terrain.{kind}")} for kind in dict.fromkeys(kinds)]


def counters(pieces: Mapping[str, Json], flags: Iterable[str], pen: Pen) -> list[Json]:
    """The first counter of each kind by the name of the kind; the very first one again in each of some states."""
    firsts: dict[str, str] = {}
    for name, facts in pieces.items():
        firsts.setdefault(facts["kind"], name)
    found = [{"piece": {"id": name, "flags": []}, "label": pen(f"kind.{kind}")} for kind, name in firsts.items()]
    plain = next(iter(pieces), "")
    return found + [{"piece": {"id": plain, "flags": [flag]}, "label": pen(f"flag.{flag}")} for flag in flags]
