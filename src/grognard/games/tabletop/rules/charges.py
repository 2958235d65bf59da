"""Rulebook 6: charges: who may, along which way, what the charged may do, and how they close to contact."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.plane import HAIR, Rect, ahead, arc, bearing, local, nearest, rect, turned
from grognard.games.tabletop.rules.figures import (
    TOUCH,
    Pose,
    aspect_from,
    beyond,
    centre,
    core,
    disordered,
    enemies_near,
    footprint,
    inner,
    layout_of,
    place,
    pose,
    side_met,
    stand,
    sweep,
    wheeled,
    wheeled_front,
)
from grognard.games.tabletop.rules.movement.paces import (
    WHEEL_STEP,
    millimetres,
    place_reasons,
    price_at,
    short,
    speed,
    straight_cost,
)
from grognard.games.tabletop.rules.orders import held_in_check, nearest_among, untouchable
from grognard.games.tabletop.rules.sight import sees
from grognard.games.tabletop.world.formations import CLOSE_ORDER, COLUMN, LINE, MASSE, OPEN, SQUARE, radius
from grognard.games.tabletop.world.state import NOBODY, SPENT, Battle
from grognard.kernel.frame import Reason

STOP: Final = 10  # [6.1] chargers halt so far from their target
SQUARE_STOP: Final = 50  # [6.6]
RUN: Final = 50  # [6.2] the last part of a charge is straight; [8.6] and gives impetus
WHEEL: Final = 450
ROUNDED: Final = 5  # millimetres: more than all places of a wheel are rounded by
ANYWHERE: Final = 10_000
LONGEST: Final = 1000  # millimetres: no charge runs so far
SPECK: Final = 1e-7  # millimetres: measuring errs by less
BRUSH: Final = 12  # half a base: less than this of a front is no contact
DEFEND_REACH: Final = 150
NEEDS: Final = {"elite": 2, "veteran": 3, "regular": 4, "recruit": 5}  # [6.6] the D6 of an emergency square


class Charge(NamedTuple):
    """A charge as it would run: the wheel, the pose after it, millimetres straight to contact, and what forbids it."""

    angle: int
    start: Pose
    run: int
    aspect: int
    reasons: list[Reason]


def charger_reasons(s: Battle, u: int) -> list[Reason]:
    """[6.4] [3.6] [8.13] Why a unit can charge nobody at all."""
    unit, info = s.units[u], s.info(u)
    if info.artillery or unit.formation not in (LINE, COLUMN, OPEN):
        return [("6.4", "cannot_charge", (u, unit.formation))]
    if not unit.ready:
        return [("9.7", "not_in_hand", (u,))]
    if s.engaged(u):
        return [("8.3", "engaged", (u,))]
    if unit.fatigue == SPENT:
        return [("8.13", "spent", (u,))]
    if s.order_of(u) == "retreat":
        return [("3.6", "retreat_no_charge", (u,))]
    return []


def target_reasons(s: Battle, u: int, target: int) -> list[Reason]:
    """[6.3] [6.4] [6.5] [3.5] [3.6] Why this enemy may not be charged by this unit, wherever it stands."""
    if s.side(target) == s.side(u) or not s.units[target].on_table:
        return [("6.1", "no_enemy", (target,))]
    if s.units[u].formation == OPEN and s.units[target].formation != OPEN:
        return [("6.4", "open_at_open", (u, target))]
    if s.info(u).cavalry and untouchable(s, target):
        return [("6.5", "cavalry_stopped", (u, target))]
    if s.order_of(u) == "defend" and not footprint(s, u).within(footprint(s, target), DEFEND_REACH + 0.5):
        return [("3.6", "defend_charge", (u, target))]
    watched = held_in_check(s, u)
    if watched not in (NOBODY, target):
        return [("3.5", "holds_in_check", (u, watched))]
    chasers = pinned_by(s, u)
    if chasers and target not in chasers:
        return [("6.1", "pinned", (u, chasers[0]))]
    if not sees(s, u, target):
        return [("6.3", "unseen", (u, target))]
    return []


def pinned_by(s: Battle, u: int) -> list[int]:
    """[6.1] The enemies that stand before a unit in a charge on it: it may charge them, but not walk away."""
    return [v for v, other in enumerate(s.units) if other.target == u and other.on_table]


def contact_run(s: Battle, u: int, p: Pose, target: int) -> int:
    """How far straight ahead a pose meets a footprint with at least half a base; -1 where it does not."""
    run, across = _meets(s, u, p, target)
    return run if across >= BRUSH - 0.5 else -1


def _meets(s: Battle, u: int, p: Pose, target: int) -> tuple[int, float]:
    """How far ahead a pose meets a footprint, and with how much of its front."""
    width = layout_of(s, u, p).width
    corridor, body = rect(p.x, p.y, p.facing, width, width, 2 * LONGEST, 2), footprint(s, target)
    if corridor.gap(body) > HAIR:
        return -1, 0.0
    met = _clipped([local(p.x, p.y, p.facing, x, y) for x, y in body.corners], width / 2)
    if len(met) > 2:
        ahead_, across = min([b for _, b in met]), max([a for a, _ in met]) - min([a for a, _ in met])
        if _certain(met, ahead_, across, width):
            return max(0, nearest(ahead_)), across
    return _met(p, corridor, body)


def _met(p: Pose, corridor: Rect, body: Rect) -> tuple[int, float]:
    """The same, measured by shapely."""
    met = corridor.shape.intersection(body.shape)
    if met.is_empty or met.area < 1:
        return -1, 0.0
    seen = [local(p.x, p.y, p.facing, x, y) for x, y in met.exterior.coords]
    across = [a for a, _ in seen]
    return max(0, nearest(min([b for _, b in seen]))), max(across) - min(across)


def _clipped(corners: list[tuple[float, float]], half: float) -> list[tuple[float, float]]:
    """The corners of what lies in the corridor before a front, seen from its centre."""
    for axis, sign, most in ((0, 1, half), (0, -1, half), (1, 1, float(LONGEST)), (1, -1, 1.0)):
        found: list[tuple[float, float]] = []
        for i, here in enumerate(corners):
            before = corners[i - 1]
            inside, was = most - sign * here[axis], most - sign * before[axis]
            if (inside >= 0) != (was >= 0):
                share = was / (was - inside)
                found.append((before[0] + share * (here[0] - before[0]), before[1] + share * (here[1] - before[1])))
            if inside >= 0:
                found.append(here)
        corners = found
    return corners


def _certain(met: list[tuple[float, float]], ahead_: float, across: float, width: int) -> bool:
    """Whether a hair more or less would change nothing: half a base, half the front, the millimetre, the area."""
    area = abs(sum([met[i - 1][0] * b - a * met[i - 1][1] for i, (a, b) in enumerate(met)])) / 2
    if area < 1 + HAIR or abs(across - BRUSH + 0.5) < HAIR or abs(2 * across - width) < HAIR:
        return False
    return nearest(ahead_ - SPECK) == nearest(ahead_ + SPECK)


def aim(s: Battle, u: int, p: Pose, target: int) -> int:
    """[6.2] The wheel that brings a unit to look at the middle of its target."""
    tx, ty = centre(s, target)
    shape = layout_of(s, u, p)
    angle = 0
    for _ in range(5):
        x, y = wheeled_front(shape, p, angle) if angle else (p.x, p.y)
        better = turned(p.facing, bearing(tx - x, ty - y))
        if better == angle:
            break
        angle = better
    return angle


def plan_charge(s: Battle, u: int, target: int, reach: int = ANYWHERE) -> Charge:
    """[6.2] [6.3] The charge of a unit on a target: straight if half its front meets it, else with a wheel.

    ``reach``: no farther than so many millimetres (a breakthrough charge).
    """
    p = pose(s, u)
    refused = charger_reasons(s, u) or target_reasons(s, u, target)
    if refused:
        return Charge(0, p, 0, 0, refused)
    return _planned(s, u, p, target, aim(s, u, p, target), reach)


def _planned(s: Battle, u: int, p: Pose, target: int, wheel: int, reach: int = ANYWHERE) -> Charge:
    """[6.2] [6.3] The charge of a unit that may charge this target: straight or with this wheel."""
    straight = 2 * _meets(s, u, p, target)[1] >= layout_of(s, u, p).width
    angles = [0, wheel] if straight else [wheel, 0]
    tries = [_try(s, u, p, target, angle, reach) for angle in dict.fromkeys(angles)]
    legal = [found for found in tries if not found.reasons]
    return legal[0] if legal else tries[0]


def _try(s: Battle, u: int, p: Pose, target: int, angle: int, reach: int) -> Charge:
    shape = layout_of(s, u, p)
    q = wheeled(shape, p, angle, p.left) if angle else p
    if abs(angle) > WHEEL:
        return Charge(angle, q, 0, 0, [("6.2", "charge_wheel", (u, target, abs(angle) // 10))])
    run = contact_run(s, u, q, target)
    if run < 0:
        return Charge(angle, q, 0, 0, [("6.2", "misses", (u, target))])
    q = q._replace(left=p.left - arc(shape.width, angle) * price_at(s, u, p))
    middle = ahead(q.x, q.y, q.facing, -(shape.depth // 2))
    found = Charge(angle, q, run, aspect_from(s, target, *middle), [])
    if angle and run < RUN:
        return found._replace(reasons=[("6.2", "no_straight_run", (u, target, RUN - run))])
    if run > reach:
        return found._replace(reasons=[("8.12", "breakthrough_far", (u, target, run - reach))])
    reasons = short(s, u, q, straight_cost(s, u, q, run))
    if reasons:
        return found._replace(reasons=[("6.3", "charge_far", (u, target, reasons[0][2][1]))])
    return found._replace(reasons=_way(s, u, p, q, angle, run, target))


def _way(s: Battle, u: int, p: Pose, q: Pose, angle: int, run: int, target: int) -> list[Reason]:
    """[5.18] [6.2] What stands in the way of a charge: anyone but the target."""
    shape = layout_of(s, u, p)
    step = WHEEL_STEP if angle > 0 else -WHEEL_STEP
    shapes = [inner(shape, wheeled(shape, p, at, p.left)) for at in [*range(step, angle, step), angle] if at]
    halt = max(0, run - STOP)
    shapes.append(sweep(shape, q, halt))
    ground = s.world.ground
    x, y = ahead(q.x, q.y, q.facing, halt)
    end = q._replace(x=x, y=y)
    for other, unit in enumerate(s.units):
        if other == u or not unit.on_table or beyond(s, p.x, p.y, radius(shape) + run, other, 0):
            continue
        loose = OPEN in (q.formation, unit.formation) and s.side(other) == s.side(u)
        if not loose and any(core(s, other).intersects(body) for body in shapes):
            return [("6.2", "charge_blocked", (u, target, other))]
        if s.side(other) != s.side(u) and other != target:
            meets = contact_run(s, u, q, other)
            if 0 <= meets < run - 1:
                return [("6.2", "charge_blocked", (u, target, other))]
    if any(ground.closed.meets(body) for body in shapes):
        return [("5.15", "closed", (u,))]
    return place_reasons(s, u, end, storming=True)


def charge_targets(s: Battle, u: int) -> list[int]:
    """[6.3] [6.4] The enemies a unit may charge now."""
    if charger_reasons(s, u):
        return []
    most = speed(s.info(u).type, s.units[u].formation) * 10
    return [other for other in enemies_near(s, u, most) if _can_charge(s, u, other)]


def may_charge(s: Battle, u: int) -> bool:
    """[6.3] [6.4] Whether there is an enemy that a unit may charge now."""
    if charger_reasons(s, u):
        return False
    most = speed(s.info(u).type, s.units[u].formation) * 10
    return any(_can_charge(s, u, other) for other in enemies_near(s, u, most))


def _can_charge(s: Battle, u: int, target: int) -> bool:
    """[6.2] [6.3] Whether an enemy can be met at all, straight ahead or after a wheel that it may make; and charged."""
    if abeam(s, u, target):
        return False
    p = pose(s, u)
    wheel = aim(s, u, p, target)
    if abs(wheel) > WHEEL and contact_run(s, u, p, target) < 0:
        return False
    return not target_reasons(s, u, target) and not _planned(s, u, p, target, wheel).reasons


def abeam(s: Battle, u: int, target: int) -> bool:
    """[6.2] Whether an enemy is so far to the side or to the rear that no charge meets it.

    Straight ahead nobody is met whose middle is farther to the side than half the front and half the enemy. As long as
    a wheel has not passed 45 degrees its front looks past whoever is farther to the side than ahead; and while it has,
    its middle does not go so far to the side that it would look at an enemy farther to the side by more than the front.
    """
    unit, body, width = s.units[u], s.body(target), s.layout(u).width
    across, along = local(unit.x, unit.y, unit.facing, *body.centre)
    across, reach = abs(across), body.radius + 2
    return along + width + ROUNDED < across and (across > width / 2 + reach or along < -reach)


def obliged(s: Battle, u: int) -> int:
    """[3.5] The enemy a unit under Attack must charge: the nearest of those it can; -1 for none."""
    return obliged_to(s, u, charge_targets(s, u)) if s.order_of(u) == "attack" else NOBODY


def obliged_to(s: Battle, u: int, targets: list[int]) -> int:
    """[3.5] The same among the enemies it may charge."""
    if s.order_of(u) != "attack":
        return NOBODY
    return nearest_among(s, u, targets)


def begin_charge(s: Battle, u: int, target: int, plan: Charge, impetus: bool = True) -> None:
    """[6.1] A charge is declared: the unit wheels; it runs on when the target has answered."""
    unit = s.units[u]
    shape = s.layout(u)
    place(s, u, plan.start)
    unit.moved = True
    unit.target = target
    unit.aspect = plan.aspect
    unit.ran = plan.run + arc(shape.width, plan.angle)
    unit.impetus = impetus and s.info(u).cavalry and unit.ran >= RUN
    s.emit("charge", u, target, unit.ran)


def run_up(s: Battle, u: int, stop: int) -> None:
    """[6.1] The charger runs straight on until it is so far from its target."""
    unit = s.units[u]
    p = pose(s, u)
    meets = contact_run(s, u, p, unit.target)
    mm = max(0, meets - stop)
    if mm:
        x, y = ahead(p.x, p.y, p.facing, mm)
        place(s, u, p._replace(x=x, y=y, left=max(0, p.left - straight_cost(s, u, p, mm))))


def can_square(s: Battle, u: int, target: int) -> bool:
    """[6.6] Close-order infantry charged by cavalry, in good order, of two bases at least, with room; once a turn."""
    unit = s.units[target]
    if not s.info(u).cavalry or not s.info(target).infantry or unit.tried or not unit.ready or unit.bases < 2:
        return False
    if unit.formation not in CLOSE_ORDER or unit.formation in (SQUARE, MASSE) or s.engaged(target):
        return False
    return not disordered(s, target) and not _no_room(s, target)


def _no_room(s: Battle, u: int) -> bool:
    return bool(place_reasons(s, u, pose(s, u)._replace(formation=SQUARE)))


# evasion


def may_evade(s: Battle, u: int) -> bool:
    """[6.7] Open-order infantry, light cavalry and lancers in good order, limbered horse guns, spent cavalry."""
    unit, info = s.units[u], s.info(u)
    if not unit.ready or unit.evaded or s.engaged(u):
        return False
    if info.infantry:
        return unit.formation == OPEN
    if info.cavalry:
        return unit.fatigue == SPENT or (info.type.may_evade and not disordered(s, u))
    return info.type.may_evade and unit.formation == "limbered"


def chargers_of(s: Battle, target: int) -> list[int]:
    return [u for u, unit in enumerate(s.units) if unit.target == target and unit.on_table]


def pursuit_run(s: Battle, u: int) -> int:
    """[6.8] How far a charger whose target has evaded could run on."""
    p = pose(s, u)
    return millimetres(s, u, p, p.left) if p.left > 0 else 0


# closing


def lined_up(s: Battle, u: int, target: int) -> Pose:
    """[6.11] A charger flush with the side of its target that it struck, its front centre as near as may be."""
    p = pose(s, u)
    shape, other = layout_of(s, u, p), s.units[target]
    body = s.layout(target)
    cx, cy = centre(s, target)
    middle = ahead(p.x, p.y, p.facing, -(shape.depth // 2))
    right, forward = local(cx, cy, other.facing, *middle)
    wide, deep = body.width / 2, body.depth / 2
    sides = (  # heading outward, half the length of the side, how far out it lies, where the charger is along it
        (0, wide, deep, right),
        (900, deep, wide, -forward),
        (1800, wide, deep, -right),
        (2700, deep, wide, forward),
    )
    turn, half, out, along = sides[side_met(s, target, *middle)]
    normal = (other.facing + turn) % 3600
    most = half + shape.width / 2 - 25 if half + shape.width / 2 > 25 else 0
    along = max(-most, min(most, along))
    x, y = ahead(cx, cy, normal, round(out))
    x, y = ahead(x, y, normal + 900, round(along))
    return p._replace(x=x, y=y, facing=(normal + 1800) % 3600)


def close(s: Battle, u: int) -> bool:
    """[6.11] The last centimetre: flush with the target where there is room, else straight on until they touch."""
    unit = s.units[u]
    target = unit.target
    flush = lined_up(s, u, target)
    if touches(s, u, flush, target) and not place_reasons(s, u, flush, storming=True):
        place(s, u, flush)
        return True
    p = pose(s, u)
    meets = contact_run(s, u, p, target)
    for mm in range(max(0, meets), max(0, meets - 3), -1) if meets >= 0 else ():
        x, y = ahead(p.x, p.y, p.facing, mm)
        near = p._replace(x=x, y=y)
        if touches(s, u, near, target) and not place_reasons(s, u, near, storming=True):
            place(s, u, near)
            return True
    return touches(s, u, p, target)


def touches(s: Battle, u: int, p: Pose, target: int) -> bool:
    """[8.4] Whether a pose is in contact with a unit: within a millimetre and a half, both being rounded."""
    return stand(layout_of(s, u, p), p).within(footprint(s, target), TOUCH)
