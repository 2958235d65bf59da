"""What a question is about, drawn on the table with it: arcs of fire, corridors of charges, the ground of an order."""

from __future__ import annotations

from grognard.board.plane import Shape, circle, corners
from grognard.games.tabletop.rules import charges
from grognard.games.tabletop.rules.figures import layout_of, pose, sweep
from grognard.games.tabletop.rules.fire import DeclareFire
from grognard.games.tabletop.rules.movement.moves import LateCharges, MoveUnit
from grognard.games.tabletop.rules.orders import DEFEND_RADIUS, VOICE, GiveOrder, Ride
from grognard.games.tabletop.rules.sight import arcs
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world.state import Battle
from grognard.kernel.wire import TableArea


def areas(face: Seen) -> list[TableArea]:
    """For the question now put to the side."""
    s, side, pen = face.state, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or side < 0 or side not in frame.to_act(s):
        return []
    if isinstance(frame, DeclareFire):
        return fire_areas(s, frame.u, pen)
    if isinstance(frame, MoveUnit) and not s.stepped and not s.strategic:
        return [corridor(s, frame.u, t) for t in charges.charge_targets(s, frame.u)] + duty(s, frame.u, pen)
    if isinstance(frame, MoveUnit):
        return duty(s, frame.u, pen)
    if isinstance(frame, LateCharges):
        return [corridor(s, u, t) for u in s.own(side) if not s.units[u].moved for t in charges.charge_targets(s, u)]
    if isinstance(frame, GiveOrder | Ride):
        return voice(s, side, pen)
    return []


def on_table(s: Battle, shape: Shape) -> list[list[list[int]]]:
    """A shape cut off at the edge of the table, as outlines."""
    found = shape.intersection(s.world.ground.board)
    parts = found.geoms if hasattr(found, "geoms") else [found]
    return [corners(part) for part in parts if part.geom_type == "Polygon" and not part.is_empty]


def fire_areas(s: Battle, u: int, pen: Pen) -> list[TableArea]:
    """[7.7] [7.9] The arc of fire at long and at short range."""
    kind = s.info(u).type
    found = []
    for name, reach in (("long", kind.range_long), ("short", kind.range_short)):
        for arc in arcs(s, u, 10 * (reach or 0)):
            for ring in on_table(s, arc):
                found.append(
                    TableArea(
                        polygon=ring,
                        style="legal" if name == "long" else "legal near",
                        label=pen(f"note.{name}_range", 10 * (reach or 0)),
                    )
                )
    return found


def corridor(s: Battle, u: int, target: int) -> TableArea:
    """[6.2] The ground a charge runs over, after its wheel."""
    plan = charges.plan_charge(s, u, target)
    shape = sweep(layout_of(s, u, pose(s, u)), plan.start, max(1, plan.run)).shape
    ends = s.info(u).id, s.info(target).id
    return TableArea(polygon=corners(shape), style="threat corridor", place=ends[1], start=ends[0])


def duty(s: Battle, u: int, pen: Pen) -> list[TableArea]:
    """[3.6] The ground that a unit under Defend keeps to."""
    if s.order_of(u) != "defend":
        return []
    goal = s.world.objectives[s.commands[s.info(u).command].objective]
    ring = circle(round(goal.x * 10), round(goal.y * 10), DEFEND_RADIUS, DEFEND_RADIUS)
    return [TableArea(polygon=ring_, style="quiet", label=pen("note.defend_ground")) for ring_ in on_table(s, ring)]


def voice(s: Battle, side: int, pen: Pen) -> list[TableArea]:
    """[3.3] How far the army general is heard."""
    g = s.world.army_general(side)
    general = s.generals[g]
    if general.lost:
        return []
    label = pen("note.voice", pen.general(g))
    rings = on_table(s, circle(general.x, general.y, VOICE, VOICE))
    return [TableArea(polygon=ring, style="quiet", label=label) for ring in rings]
