"""A move tried out before it is made: its steps and their cost, where it ends, what the unit would see and threaten.

Nothing here changes the battle: the unit is set on a copy and looked at.
"""

from __future__ import annotations

from typing import Final

from grognard.board.plane import corners
from grognard.games.tabletop.rules import charges, fire
from grognard.games.tabletop.rules.figures import Pose, bases, footprint, layout_of, place, pose, stand
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.movement.moves import leg_of
from grognard.games.tabletop.rules.movement.pathing import Leg, attempt, route
from grognard.games.tabletop.rules.sight import arcs, sees
from grognard.games.tabletop.table.areas import on_table
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world.formations import LIMBERED, NAMES, UNLIMBERED
from grognard.games.tabletop.world.state import NOBODY, Battle, Shot
from grognard.kernel.action import Action
from grognard.kernel.wire import Leg as LegShown
from grognard.kernel.wire import Rehearsal, TableArea, Threat

STEPS: Final = frozenset({"advance", "back", "shift", "wheel", "turn"})


class MoveRehearsal(Rehearsal, kw_only=True):
    """With the ground the unit would take, figure by figure, and what is left of its move."""

    outline: list[list[int]]
    figures: list[list[list[int]]]
    left_mm: int


def rehearse(face: Seen, action: Action) -> MoveRehearsal | None:
    """What a step, a whole move, a change of formation or a charge would lead to; None for anything else."""
    s, side, pen = face.state, face.side, face.pen
    u = getattr(s.agenda[-1], "u", NOBODY) if s.agenda else NOBODY
    if u < 0 or side != s.side(u):
        return None
    p = pose(s, u)
    if action.verb == "goto":
        found = route(s, u, action.args[0], action.args[1], action.args[2] % 3600)
        return seen_from(s, u, found.legs, found.end, pen)
    if action.verb in STEPS:
        leg = leg_of(action)
        return seen_from(s, u, [leg], attempt(s, u, p, leg).pose, pen)
    if action.verb == "form":
        return seen_from(s, u, [], movement.form(s, u, p, NAMES[action.args[0]]).pose, pen)
    if action.verb in ("limber", "unlimber"):
        after = LIMBERED if action.verb == "limber" else UNLIMBERED
        return seen_from(s, u, [], movement.limber(s, u, p, after).pose, pen)
    if action.verb == "charge" and len(action.args) == 1 and action.args[0] in s.world.unit_at:
        return charge(s, u, s.world.unit_at[action.args[0]], pen)
    return None


def seen_from(s: Battle, u: int, legs: list[Leg], end: Pose, pen: Pen) -> MoveRehearsal:
    """The end of a way: the ground taken, the move left, sight and fire from there."""
    twin = s.copy()
    place(twin, u, end)
    left = max(0, end.left)
    return MoveRehearsal(
        unit=s.info(u).id,
        pose=[end.x, end.y, end.facing],
        outline=corners(footprint(twin, u).shape),
        figures=[corners(base) for base in bases(twin, u)],
        legs=steps(s, u, legs, pen),
        way=way(s, u, legs),
        left=pen("note.left", movement.millimetres(s, u, end, left)),
        left_mm=movement.millimetres(s, u, end, left),
        areas=fire_from(twin, u),
        sees=[s.info(t).id for t in s.enemies(u) if sees(twin, u, t)],
        threatens=threats(twin, u, pen),
        threatened=threatened(twin, u, pen),
    )


def steps(s: Battle, u: int, legs: list[Leg], pen: Pen) -> list[LegShown]:
    """[5.8] [5.9] Each step with the centimetres of the move it costs."""
    found = []
    p = pose(s, u)
    for leg in legs:
        after = attempt(s, u, p, leg).pose
        cost = movement.millimetres(s, u, p, max(0, p.left - after.left))
        found.append(LegShown(text=step_text(leg, pen), cost=pen.cm(cost)))
        p = after
    return found


def step_text(leg: Leg, pen: Pen) -> str:
    hand = "" if leg.verb not in ("wheel", "shift") else "_right" if leg.amount > 0 else "_left"
    amount = abs(leg.amount)
    return pen(f"step.{leg.verb}{hand}", pen.degrees(amount) if leg.verb == "wheel" else pen.cm(amount))


def way(s: Battle, u: int, legs: list[Leg]) -> list[list[float]]:
    """The front centre after every step, to be drawn as a line."""
    p = pose(s, u)
    found: list[list[float]] = [[p.x, p.y]]
    for leg in legs:
        p = attempt(s, u, p, leg).pose
        found.append([p.x, p.y])
    return found


def fire_from(s: Battle, u: int) -> list[TableArea]:
    """[7.9] The arc of fire, if the unit can fire as it is."""
    reach = s.info(u).type.range_long
    if reach is None or fire.shooter_reasons(s, u):
        return []
    return [TableArea(polygon=ring, style="legal") for arc in arcs(s, u, 10 * reach) for ring in on_table(s, arc)]


def threats(s: Battle, u: int, pen: Pen) -> list[Threat]:
    """[7.1] Whom the unit could fire at from there, and with what percentage."""
    if fire.shooter_reasons(s, u):
        return []
    found = []
    for t in fire.targets(s, u):
        total = fire.fire_of(s, Shot(u, t, fire.muzzle_count(s, u))).total
        found.append(Threat(place=s.info(t).id, tag=f"{total}%", text=pen("note.fires_at", pen.unit(t), total)))
    return found


def threatened(s: Battle, u: int, pen: Pen) -> list[Threat]:
    """[7.1] Who could fire at the unit there."""
    found = []
    for other in s.enemies(u):
        if fire.shooter_reasons(s, other) or u not in fire.in_reach(s, other):
            continue
        total = fire.fire_of(s, Shot(other, u, fire.muzzle_count(s, other))).total
        text = pen("note.fired_at", pen.unit(other), total)
        found.append(Threat(place=s.info(other).id, tag=f"{total}%", text=text))
    return found


def charge(s: Battle, u: int, target: int, pen: Pen) -> MoveRehearsal:
    """[6.2] The wheel and the run of a charge, as far as the centimetre before its target."""
    plan = charges.plan_charge(s, u, target)
    halt = max(0, plan.run - charges.STOP)
    end = movement.advance(s, u, plan.start, halt).pose if halt else plan.start
    legs = [Leg("wheel", plan.angle), Leg("advance", plan.run)]
    legs = [leg for leg in legs if leg.amount]
    return MoveRehearsal(
        unit=s.info(u).id,
        pose=[end.x, end.y, end.facing],
        outline=corners(stand(layout_of(s, u, end), end).shape),
        figures=[],
        legs=[LegShown(text=step_text(leg, pen), cost="") for leg in legs],
        way=[[s.units[u].x, s.units[u].y], [plan.start.x, plan.start.y], [end.x, end.y]],
        left="",
        left_mm=0,
        areas=[],
        sees=[],
        threatens=[],
        threatened=threatened_charger(s, u, end, pen),
    )


def threatened_charger(s: Battle, u: int, end: Pose, pen: Pen) -> list[Threat]:
    """[6.1] [7.1] Who could fire at a charger halted before its target."""
    twin = s.copy()
    place(twin, u, end)
    return threatened(twin, u, pen)
