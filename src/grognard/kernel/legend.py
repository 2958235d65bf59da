"""The legend of a board: the kinds of ground and the counters it shows, each with a word.

An entry has a ``label`` and one of ``ground`` (a kind of terrain), ``sign`` (of the map, drawn by the shell), ``piece``
(a counter as a view has it) or ``picture`` (what the game's own module draws by that name).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from grognard.kernel.pen import Pen
from grognard.kernel.wire import LegendEntry, OverlayButton, PieceFacts


def ground(kinds: Iterable[str], pen: Pen) -> list[LegendEntry]:
    """Kinds of terrain, each once, by their name under ``terrain``."""
    return [LegendEntry(label=pen(f"terrain.{kind}"), ground=kind) for kind in dict.fromkeys(kinds)]


def counters(pieces: Mapping[str, PieceFacts], flags: Iterable[str], pen: Pen) -> list[LegendEntry]:
    """The first counter of each kind by the name of the kind; the very first one again in each of some states."""
    firsts: dict[str, str] = {}
    for name, facts in pieces.items():
        firsts.setdefault(facts.kind, name)
    found = [_counter(name, [], pen(f"kind.{kind}")) for kind, name in firsts.items()]
    plain = next(iter(pieces), "")
    return found + [_counter(plain, [flag], pen(f"flag.{flag}")) for flag in flags]


def _counter(name: str, flags: list[str], label: str) -> LegendEntry:
    return LegendEntry(label=label, piece={"id": name, "flags": flags})


def signs(names: Iterable[str], pen: Pen) -> list[LegendEntry]:
    """Signs of the map, each by its name under ``legend``."""
    return [LegendEntry(label=pen(f"legend.{name}"), sign=name) for name in names]


def pictures(names: Iterable[str], pen: Pen) -> list[LegendEntry]:
    """What the game's own module draws, each by its name under ``legend``, where dots stand for underscores."""
    return [LegendEntry(label=pen(f"legend.{name.replace('.', '_')}"), picture=name) for name in names]


def buttons(overlays: Iterable[tuple[str, str, str]], pen: Pen) -> list[OverlayButton]:
    """What can be laid over the board: name, icon and key of each."""
    return [OverlayButton(id=name, icon=icon, label=pen(f"overlay.{name}"), key=key) for name, icon, key in overlays]
