"""Long answers at one click: whole moves with their cost, an assault with everybody, rallying all who may."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.games.vanguard.rules.assault.attackers import targeted
from grognard.games.vanguard.rules.assault.declaration import Declare
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.rules.disorder.rally import Rally
from grognard.games.vanguard.rules.movement.steps import Step
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.world.moving import Assault, Move
from grognard.games.vanguard.world.roster import MANOEUVRE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.wire import Plan, Shortcut


class Trip(NamedTuple):
    """A way to a hex: what it costs in halves, by which hexes, and the actions that go it."""

    cost: int
    spent: list[int]
    path: tuple[int, ...]
    actions: tuple[str, ...]
    column: bool
    halt: bool


def shortcuts(face: Seen) -> Sequence[Shortcut | Plan]:
    """For the question now put to the side."""
    s, side, pen = face.state, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or frame.side != side:
        return []
    if isinstance(frame, Step):
        return whole_moves(s, pen)
    if isinstance(frame, Declare):
        return assaults_with_all(s, frame.options(s, side), pen)
    if isinstance(frame, Rally):
        hexes = [action.text for action in frame.options(s, side) if action.verb == "rally"]
        return [_cut("rally_all", pen("shortcut.rally_all"), hexes)] if len(hexes) > 1 else []
    return []


def _cut(name: str, label: str, actions: list[str]) -> Shortcut:
    return Shortcut(id=name, label=label, actions=[actions[0], *[f"{action}?" for action in actions[1:]]])


def assaults_with_all(s: Battle, options: Sequence[Action], pen: Pen) -> Sequence[Shortcut | Plan]:
    """[12.4] Everybody who can joins in, where it may then be declared; the odds are shown before that."""
    found = []
    muster = Muster(s)
    for action in options:
        if action.verb != "assault" or targeted(s) >> action.args[0] & 1:
            continue
        full = muster.everybody(Assault(1 << action.args[0]))
        if full is not None and not muster.lacking(full):
            label = pen("shortcut.assault_all", pen.place(action.args[0]))
            found.append(_cut(f"all {action.text}", label, [action.text, "all"]))
    return found


def whole_moves(s: Battle, pen: Pen) -> list[Plan]:
    """[9.1] A plan for every hex where the move may end."""
    m = s.move
    if m is None or m.shot or m.halted or m.charge:
        return []
    ways = Ways(s, m)
    return [_plan(s, m, ways, h, trip, pen) for h, trip in trips(s, m, ways).items()]


def trips(s: Battle, m: Move, ways: Ways) -> dict[int, Trip]:
    """The cheapest way to every hex where the move may end; column is formed where it pays."""
    duty = ways.must_near()
    found: dict[int, Trip] = {}
    best: dict[tuple[int, bool], int] = {(m.here, m.column): sum(m.spent)}
    queue: list[tuple[int, int, Trip, int]] = []
    heappush(queue, (sum(m.spent), 0, Trip(sum(m.spent), m.spent, (), (), m.column, False), m.here))
    number = 0
    while queue:
        cost, _, trip, here = heappop(queue)
        if best.get((here, trip.column), cost) < cost:
            continue
        if trip.path and here not in found and _may_end(ways, m, here, trip, duty):
            found[here] = trip
        if trip.halt:
            continue
        for there, spent, halt, column in ways.onward(here, trip.column, trip.spent, m.hexes + len(trip.path)):
            total = sum(spent)
            if best.get((there, column), 1 << 30) <= total:
                continue
            best[there, column] = total
            number += 1
            formed = ("column",) if column and not trip.column else ()
            step = (*trip.actions, *formed, f"go {s.world.grid.names[there]}")
            heappush(queue, (total, number, Trip(total, spent, (*trip.path, there), step, column, halt), there))
    return found


def _may_end(ways: Ways, m: Move, h: int, trip: Trip, duty: bool) -> bool:
    if duty and not ways.nearer(h):
        return False
    if m.order == MANOEUVRE and not ways.leader and ways.ezoc >> h & 1:
        return False  # [16.3] it would have to fire first: step by step
    return ways.can_stop(h, trip.spent)


def _plan(s: Battle, m: Move, ways: Ways, h: int, trip: Trip, pen: Pen) -> Plan:
    """A plan as the shell shows it."""
    names = s.world.grid.names
    engaged = not ways.leader and bool(ways.ezoc >> h & 1)
    actions = [trip.actions[0], *[f"{action}?" for action in (*trip.actions[1:], "stop")]]
    parts = [pen("note.spent", pen.points(trip.spent[0]), pen.points(ways.pm[0]))]
    if trip.column and not m.column:
        parts.append(pen("note.in_column"))
    if engaged:
        parts.append(pen("note.engages"))
    return Plan(
        id=f"to {names[h]}",
        action=trip.actions[-1],
        verb="go",
        group="place",
        place=names[h],
        start=names[m.here] if m.here >= 0 else names[trip.path[0]],
        label=pen("label.whole_move", pen.place(h), pen.points(trip.spent[0])),
        tag=pen.points(trip.spent[0]),
        price=engaged,
        why="; ".join(parts),
        actions=actions,
        path=[names[there] for there in trip.path],
    )
