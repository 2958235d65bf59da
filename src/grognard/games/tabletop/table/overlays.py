"""What can be laid over the table: arcs of fire, orders as arrows, the reach of the generals' voice, strength."""

from __future__ import annotations

from grognard.board.plane import circle, corners
from grognard.games.tabletop.rules.figures import centre, footprint
from grognard.games.tabletop.rules.fire import shooter_reasons
from grognard.games.tabletop.rules.orders import VOICE, living
from grognard.games.tabletop.rules.sight import arcs
from grognard.games.tabletop.table.areas import on_table
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import ORDERS, SIDES
from grognard.kernel.wire import Area, Overlays, PlainOverlay, Way


class BattleOverlays(Overlays, kw_only=True):
    """Arcs of fire, orders, the generals' voice, strength."""

    arcs: PlainOverlay
    orders: PlainOverlay
    voice: PlainOverlay
    strength: PlainOverlay


def overlays(face: Seen) -> BattleOverlays:
    """The whole table is open [4.3]: they are the same for everybody but for whose arcs are a threat."""
    s, side, pen = face.state, face.side, face.pen
    return BattleOverlays(
        arcs=PlainOverlay(areas=fire_arcs(s, side), lines=[]),
        orders=PlainOverlay(areas=[], lines=order_lines(s, pen)),
        voice=PlainOverlay(areas=voices(s, pen), lines=[]),
        strength=PlainOverlay(areas=strength(s, pen), lines=[]),
    )


def fire_arcs(s: Battle, side: int) -> list[Area]:
    """[7.9] The arcs of all units that could fire now."""
    found = []
    for u, unit in enumerate(s.units):
        reach = s.info(u).type.range_long
        if not unit.on_table or reach is None or shooter_reasons(s, u):
            continue
        style = f"side:{SIDES[s.side(u)]}" if side < 0 else "legal" if s.side(u) == side else "threat"
        found += [Area(polygon=ring, style=style) for arc in arcs(s, u, 10 * reach) for ring in on_table(s, arc)]
    return found


def order_lines(s: Battle, pen: Pen) -> list[Way]:
    """[3.2] From the middle of each command to its objective; Retreat has none."""
    found = []
    for c, command in enumerate(s.commands):
        troops = living(s, c)
        if not troops:
            continue
        middles = [centre(s, u) for u in troops]
        start = [sum(x for x, _ in middles) // len(middles), sum(y for _, y in middles) // len(middles)]
        side, info = s.world.commands[c]
        goal = s.world.objectives[command.objective]
        end = [round(goal.x * 10), round(goal.y * 10)]
        if ORDERS[command.order] == "retreat":
            end = [start[0], 0 if s.world.armies[side].edge == "south" else s.world.ground.height]
        label = f"{info.id}: {pen.order(command.order)}"
        found.append(Way(path=[start, end], style=f"side:{SIDES[side]}", label=label, arrow=True))
    return found


def voices(s: Battle, pen: Pen) -> list[Area]:
    """[3.3] 30 cm around the army generals."""
    found = []
    for side, name in enumerate(SIDES):
        g = s.world.army_general(side)
        general = s.generals[g]
        if not general.lost:
            for ring in on_table(s, circle(general.x, general.y, VOICE, VOICE)):
                found.append(Area(polygon=ring, style=f"side:{name}", label=pen.general(g)))
    return found


def strength(s: Battle, pen: Pen) -> list[Area]:
    """[1.5] Morale points left, of those at the start."""
    return [
        Area(
            polygon=corners(footprint(s, u).shape),
            style=f"side:{SIDES[s.side(u)]}",
            label=pen("note.pm", unit.pm, 2 * s.info(u).bases),
        )
        for u, unit in enumerate(s.units)
        if unit.on_table
    ]
