"""[10.1] A stack taken in hand to attack: which of its units, and whom."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.orders import AttackOrder, OrderUnits
from grognard.games.russia1812.table.describe import describe
from grognard.games.russia1812.table.muster import member, sums
from grognard.games.russia1812.table.pen import Seen
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.kernel.action import Action
from grognard.kernel.wire import Column, Plan


def strike(face: Seen, place: str, units: Sequence[str] | None) -> Column | None:
    """The stack, who of it attacks, and every hex it could be ordered against; None where it has no order."""
    s, side, pen = face.known, face.side, face.pen
    start = s.world.grid.by_name.get(place, -1)
    orders = [
        action for action in AttackOrder(side).options(s, side) if action.verb == "attack" and action.args[0] == start
    ]
    if not orders:
        return None
    able = s.fighters(start, side) & ~s.affairs.barred
    group = able if units is None else able & sum([1 << u for u in bits(able) if s.world.ids[u] in units])
    shown = group | s.leaders(start, side)
    return Column(
        place=place,
        here=place,
        title=pen.town(start),
        note=sums(s, group, pen),
        members=[member(s, u, bool(shown >> u & 1), pen) for u in bits(able | s.leaders(start, side))],
        path=[],
        steps=[],
        plans=[order(face, action, group, able) for action in orders] if group else [],
        more=[],
    )


def order(face: Seen, action: Action, group: int, able: int) -> Plan:
    """An order against one hex, with those who are to attack."""
    s, pen = face.known, face.pen
    shown = describe(face, action)
    return Plan(
        id=action.text,
        action=action.text,
        actions=[action.text, *naming(s, face.side, action, group, able)],
        label=pen("label.strike", action.args[1], group.bit_count()),
        verb="attack",
        group="place",
        place=shown.place,
        start=shown.start,
        tag=shown.tag,
        why=shown.why,
        path=[],
    )


def naming(s: Campaign, side: int, action: Action, group: int, able: int) -> list[str]:
    """[10.1] The answers that name the units; none where there is nothing to choose."""
    if able & (able - 1) == 0:
        return []
    if group == able:
        return ["all"]
    twin = s.copy()
    start, target = action.args
    twin.battle = Attack(side, start, target)
    said = []
    for take in s.world.for_units("take", group):
        said.append(take.text)
        twin.battle.units |= 1 << take.args[0]
    return said if len(OrderUnits(side).options(twin, side)) == 1 else [*said, "go"]
