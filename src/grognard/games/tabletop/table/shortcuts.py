"""Long answers at one click: everybody fires at his best target, nobody moves, the whole line advances."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.tabletop.rules.fire import DeclareFire, fire_of, muzzle_count, shooter_reasons, side_aimed, targets
from grognard.games.tabletop.rules.movement.moves import MoveUnit, StepRegion
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world.formations import MASSE, SQUARE
from grognard.games.tabletop.world.state import Battle, Shot
from grognard.kernel.wire import Plan, Shortcut

SHORTEST: Final = 10  # millimetres: less is not worth a button


def shortcuts(face: Seen) -> Sequence[Shortcut | Plan]:
    """For the question now put to the side."""
    s, side, pen = face.state, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or side < 0 or side not in frame.to_act(s):
        return []
    if isinstance(frame, DeclareFire):
        return fire_all(s, side, frame, pen)
    if isinstance(frame, MoveUnit):
        return straight_ahead(s, side, frame, pen)
    return []


def fire_all(s: Battle, side: int, frame: DeclareFire, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[7.12] Every unit of the side that is still to be asked fires with all it has at its best target."""
    waiting = [f.u for f in reversed(s.agenda) if isinstance(f, DeclareFire) and f.side == side]
    actions = []
    for u in dict.fromkeys(waiting):
        aims = frame.aims(s) if u == frame.u else [] if shooter_reasons(s, u) else targets(s, u)
        if not aims:
            continue
        actions += [f"fire {s.info(t).id}" for t in best_aims(s, u, aims)]
    if len(actions) < 2:
        return []
    return [Shortcut(id="fire_all", label=pen("shortcut.fire_all", len(actions)), actions=actions)]


def best_aims(s: Battle, u: int, aims: list[int]) -> list[int]:
    """[7.4] [7.12] The best target, of a square the best on each side; the one at which it does most comes first."""
    bases = muzzle_count(s, u)
    ranked = sorted(aims, key=lambda t: (-fire_of(s, Shot(u, t, bases)).total, t))
    if s.units[u].formation not in (SQUARE, MASSE):
        return ranked[:1]
    sides: dict[int, int] = {}
    for t in ranked:
        sides.setdefault(side_aimed(s, u, t), t)
    return list(sides.values())


def straight_ahead(s: Battle, side: int, frame: MoveUnit, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[5.9] As far as it goes, and the move is over."""
    region = next((o for o in frame.options(s, side) if isinstance(o, StepRegion) and o.verb == "advance"), None)
    mm = 0 if region is None else region.longest()
    if mm < SHORTEST:
        return []
    return [Shortcut(id="ahead", label=pen("shortcut.ahead", pen.cm(mm)), actions=[f"advance {mm}", "end?"])]
