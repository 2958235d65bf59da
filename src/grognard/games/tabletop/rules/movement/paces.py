"""Rulebook 5: speeds, the budget of a move, and the steps it is made of. Functions try poses; none changes a state."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.plane import QUARTER, SLACK, Rect, ahead, arc, aside, length
from grognard.games.tabletop.rules.figures import (
    Pose,
    about,
    beyond,
    core,
    footprint,
    inner,
    layout_of,
    radius,
    stand,
    sweep,
    wheeled,
)
from grognard.games.tabletop.rules.orders import keep_off, order_forbids
from grognard.games.tabletop.rules.sight import sees, sees_at
from grognard.games.tabletop.world.data import UnitType
from grognard.games.tabletop.world.formations import (
    BY_ARM,
    COLUMN,
    CREW,
    LIMBERED,
    LINE,
    MARCH,
    MARCHING,
    MASSE,
    OPEN,
    SQUARE,
    UNLIMBERED,
    layout,
)
from grognard.games.tabletop.world.ground import CLEAR, ROAD, SLOW
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import MOVE
from grognard.kernel.frame import Reason

ROAD_BONUS: Final = 7
MARCH_BONUS: Final = 3
ABOUT_COST: Final = 30
FREE_TO_TURN: Final = (*MARCHING, OPEN)  # [5.9] beside cavalry
STRATEGIC_DISTANCE: Final = 400
WHEEL_STEP: Final = 50  # tenths of a degree between the looks at a wheel
LOOK_STEP: Final = 20  # millimetres between the looks at a way over difficult ground
WIDEST_WHEEL: Final = 1800
FARTHEST: Final = 120  # [3.5] no rule keeps a unit farther than this from an enemy


class Try(NamedTuple):
    """A step that was tried: the pose it leads to, and what forbids it (nothing: it is legal)."""

    pose: Pose
    reasons: list[Reason]


def speed(kind: UnitType, formation: str, ground: str = CLEAR, strategic: bool = False, routed: bool = False) -> int:
    """[5.1] [5.2] [5.3] [5.6] Centimetres a move: by formation, with the bonus of march order on this ground."""
    table = kind.speed
    if routed:
        found = table["rout"]
    elif kind.arm == "art":
        found = table["unlimbered"] if formation == UNLIMBERED else table["limbered"]
        found = (found or 0) + (ROAD_BONUS if formation in MARCHING and ground == ROAD else 0)
    elif formation == MARCH:
        bonus = ROAD_BONUS if ground == ROAD else MARCH_BONUS if ground == CLEAR else 0
        found = (table[COLUMN] or 0) + bonus
    else:
        found = table[COLUMN if formation in (MASSE, CREW) else formation]
    assert found is not None
    return found * 2 if strategic else found


def rate(s: Battle, u: int, p: Pose, ground: str) -> int:
    """[5.8] What a millimetre costs of a whole move; [5.11] twice as much on rough ground."""
    kind = s.world.units[u].type
    each = MOVE // (10 * speed(kind, p.formation, ground, s.strategic))
    return 2 * each if ground == SLOW else each


def straight_cost(s: Battle, u: int, p: Pose, mm: int) -> int:
    """[5.8] [5.10] [5.14] The cost of a straight way of the front centre, walls and streams included."""
    if mm <= 0:
        return 0
    ground = s.world.ground
    cost = start = 0
    for stretch in ground.stretches(p.x, p.y, p.facing, mm, p.formation in MARCHING):
        cost += (stretch.end - start) * rate(s, u, p, stretch.kind)
        start = stretch.end
    for hurdle in ground.hurdles(p.x, p.y, p.facing, mm):
        cost += hurdle.cost * rate(s, u, p, CLEAR)
    return cost


def millimetres(s: Battle, u: int, p: Pose, parts: int) -> int:
    """How far some part of a move goes over clear ground; the other way round from ``rate``."""
    return parts // rate(s, u, p, ground_here(s, p))


def ground_here(s: Battle, p: Pose) -> str:
    """The kind of ground under a front centre."""
    return s.world.ground.stretches(p.x, p.y, p.facing, 2, p.formation in MARCHING)[0].kind


def short(s: Battle, u: int, p: Pose, cost: int) -> list[Reason]:
    """[5.8] The refusal of a step that the rest of the move does not pay for: it names the distance missing."""
    if cost <= p.left:
        return []
    missing = -(-(cost - p.left) // rate(s, u, p, CLEAR))
    return [("5.8", "too_far", (u, missing, millimetres(s, u, p, p.left)))]


# what stands in the way


def neighbours(s: Battle, u: int, p: Pose, reach: int) -> list[int]:
    """The units that a step within so many millimetres of a front centre could have to do with."""
    others = [v for v, unit in enumerate(s.units) if v != u and unit.on_table]
    return [v for v in others if not beyond(s, p.x, p.y, reach, v, FARTHEST)]


def way_reasons(s: Battle, u: int, p: Pose, shape: Rect, others: list[int]) -> list[Reason]:
    """[5.5] [5.15] [5.17] [5.18] What forbids covering this ground: closed ground, friends, the nearness of enemies."""
    ground = s.world.ground
    found: list[Reason] = []
    if ground.closed.meets(shape):
        found.append(("5.15", "closed", (u,)))
    if p.formation not in MARCHING and ground.narrow.meets(shape):
        found.append(("5.5", "narrow", (u,)))
    side = s.side(u)
    for other in others:
        if s.side(other) != side:
            found += _too_near(s, u, other, shape, keep_off(s, u, other))
        elif p.formation != OPEN and s.units[other].formation != OPEN and core(s, other).intersects(shape):
            found.append(("5.18", "friend_in_way", (u, other)))
    return found


def _too_near(s: Battle, u: int, other: int, shape: Rect, limit: int) -> list[Reason]:
    """[5.17] Closer to an enemy than allowed, and closer than before; ``shape`` is half a millimetre too small."""
    body = footprint(s, other)
    if not body.within(shape, limit):
        return []
    gap = body.distance(shape)
    if gap >= limit:
        return []
    if gap >= body.distance(footprint(s, u)) and not core(s, other).intersects(shape):
        return []
    return [("5.17", "near_enemy", (u, other, limit, max(1, round(limit - gap))))]


def place_reasons(s: Battle, u: int, p: Pose, storming: bool = False, others: list[int] | None = None) -> list[Reason]:
    """[5.11] [5.12] [5.16] [5.18] What forbids standing on a pose; a charge may enter the settlement it storms."""
    shape = layout_of(s, u, p)
    body, outer = inner(shape, p), stand(shape, p)
    ground = s.world.ground
    if not ground.on_board(outer):
        return [("5.16", "off_table", (u,))]
    found: list[Reason] = []
    if ground.closed.meets(body):
        found.append(("5.15", "closed", (u,)))
    if p.formation not in MARCHING and ground.narrow.meets(body):
        found.append(("5.5", "narrow", (u,)))
    for other in neighbours(s, u, p, radius(shape)) if others is None else others:
        if core(s, other).intersects(body):
            found.append(("5.18", "overlap", (u, other)))
    if ground.slow.meets(body):
        found += _ground_reasons(s, u, p, body, storming)
    return found


def _ground_reasons(s: Battle, u: int, p: Pose, body: Rect, storming: bool = False) -> list[Reason]:
    """[5.11] [5.12] Guns keep to the roads of woods and broken ground; a settlement takes one unit of infantry."""
    ground = s.world.ground
    arm = s.info(u).arm
    on_road = p.formation in MARCHING and ground.on_road(p.x, p.y)
    found: list[Reason] = []
    if arm == "art" and p.formation != CREW and not on_road and ground.rough.meets(body):
        found.append(("5.11", "guns_off_road", (u,)))
    for area in ground.touched_settlements(body):
        if arm != "inf" and not on_road:
            found.append(("5.12", "settlement_closed", (u,)))
        if arm == "inf" and not storming:
            found += [("5.12", "settlement_full", (u, other)) for other in _in_settlement(s, area) if other != u]
    return found


def _in_settlement(s: Battle, area: int) -> list[int]:
    """[5.12] The infantry with a part in a settlement."""
    shape = s.world.ground.settlements[area].shape
    foot = [u for u, unit in enumerate(s.units) if unit.on_table and s.info(u).infantry]
    return [u for u in foot if shape.intersects(core(s, u).shape)]


def strategic_reasons(s: Battle, u: int, shape: Rect, end: Pose) -> list[Reason]:
    """[5.6] A strategic move keeps more than 40 cm from every enemy in sight of its start or its end."""
    body = stand(layout_of(s, u, end), end)
    for other in s.enemies(u):
        foe = footprint(s, other)
        near = foe.within(shape, STRATEGIC_DISTANCE + SLACK)
        if near and (sees(s, other, u) or sees_at(s, other, u, body)):
            return [("5.6", "strategic_near", (u, other, round(foe.distance(shape))))]
    return []


# steps


def advance(s: Battle, u: int, p: Pose, mm: int) -> Try:
    """[5.9] Straight ahead."""
    x, y = ahead(p.x, p.y, p.facing, mm)
    cost = straight_cost(s, u, p, mm)
    after = p._replace(x=x, y=y, left=p.left - cost, disordered=p.disordered or _fords(s, p, mm))
    return Try(after, short(s, u, p, cost) or _straight_reasons(s, u, p, after, mm))


def _fords(s: Battle, p: Pose, mm: int) -> bool:
    """[5.14] Whether a straight way crosses a stream."""
    if not s.world.ground.streams:
        return False
    return any(hurdle.disorders for hurdle in s.world.ground.hurdles(p.x, p.y, p.facing, mm))


def _straight_reasons(s: Battle, u: int, p: Pose, after: Pose, mm: int) -> list[Reason]:
    shape = layout_of(s, u, p)
    swept = sweep(shape, p, mm)
    others = neighbours(s, u, p, radius(shape) + abs(mm))
    found = way_reasons(s, u, p, swept, others) or place_reasons(s, u, after, others=others)
    found = found or order_forbids(s, u, (p.x, p.y), (after.x, after.y))
    if not found and s.world.ground.slow.meets(swept):
        found = _along(s, u, p, mm)
    if not found and s.strategic:
        found = strategic_reasons(s, u, swept, after)
    return found


def _along(s: Battle, u: int, p: Pose, mm: int) -> list[Reason]:
    """[5.11] [5.12] Guns off the road and occupied settlements are not crossed either."""
    step = LOOK_STEP if mm > 0 else -LOOK_STEP
    for at in range(step, mm, step):
        x, y = ahead(p.x, p.y, p.facing, at)
        there = p._replace(x=x, y=y)
        body = inner(layout_of(s, u, p), there)
        if s.world.ground.slow.meets(body):
            found = _ground_reasons(s, u, there, body)
            if found:
                return found
    return []


def back(s: Battle, u: int, p: Pose, mm: int) -> Try:
    """[5.9] Straight back at half rate."""
    return _sideways(s, u, p, ahead(p.x, p.y, p.facing, -mm), mm, sweep(layout_of(s, u, p), p, -mm))


def shift(s: Battle, u: int, p: Pose, mm: int) -> Try:
    """[5.9] To the right (left, if negative) at half rate, facing as before."""
    shape = layout_of(s, u, p)
    x, y = aside(p.x, p.y, p.facing, mm)
    turned = p._replace(facing=(p.facing + QUARTER) % 3600)
    middle = ahead(p.x, p.y, p.facing, -(shape.depth // 2))
    across = shape._replace(width=shape.depth, depth=shape.width)
    side = ahead(*middle, turned.facing, shape.width // 2)
    swept = sweep(across, turned._replace(x=side[0], y=side[1]), mm)
    return _sideways(s, u, p, (x, y), abs(mm), swept)


def _sideways(s: Battle, u: int, p: Pose, to: tuple[int, int], mm: int, swept: Rect) -> Try:
    cost = 2 * mm * rate(s, u, p, ground_here(s, p))
    after = p._replace(x=to[0], y=to[1], left=p.left - cost)
    found = short(s, u, p, cost)
    others = neighbours(s, u, p, radius(layout_of(s, u, p)) + mm)
    found = found or way_reasons(s, u, p, swept, others) or place_reasons(s, u, after, others=others)
    found = found or order_forbids(s, u, (p.x, p.y), to)
    if not found and s.strategic:
        found = strategic_reasons(s, u, swept, after)
    return Try(after, found)


def wheel(s: Battle, u: int, p: Pose, angle: int, seen: int = 0) -> Try:
    """[5.9] Round a front corner, to the right if positive; it costs the arc of the outer corner.

    Looks up to the angle ``seen`` (a whole number of ``WHEEL_STEP``) have been taken before and met nothing.
    """
    shape = layout_of(s, u, p)
    cost = arc(shape.width, angle) * rate(s, u, p, ground_here(s, p))
    after = wheeled(shape, p, angle)._replace(left=p.left - cost)
    found = short(s, u, p, cost)
    if not found and abs(angle) > WIDEST_WHEEL:
        found = [("5.9", "wheel_too_wide", (u,))]
    if not found:
        found = _turning_reasons(s, u, p, angle, seen)
    return Try(after, found)


def _turning_reasons(s: Battle, u: int, p: Pose, angle: int, seen: int) -> list[Reason]:
    """What a wheel meets, looked at every five degrees and at its end."""
    shape = layout_of(s, u, p)
    step = WHEEL_STEP if angle > 0 else -WHEEL_STEP
    others = neighbours(s, u, p, radius(shape) + shape.width)
    there = p
    for at in [*range(seen + step, angle, step), angle]:
        there = wheeled(shape, p, at)
        found = way_reasons(s, u, there, inner(shape, there), others)
        if found:
            return found
    found = place_reasons(s, u, there, others=others)
    return found or (strategic_reasons(s, u, inner(shape, there), there) if s.strategic else [])


def turn(s: Battle, u: int, p: Pose) -> Try:
    """[5.9] About-face: free once a move for march order, open order and cavalry, else 3 cm."""
    free = not p.turned and (p.formation in FREE_TO_TURN or s.info(u).cavalry)
    cost = 0 if free else ABOUT_COST * rate(s, u, p, CLEAR)
    after = about(layout_of(s, u, p), p)._replace(left=p.left - cost, turned=True)
    return Try(after, short(s, u, p, cost) or place_reasons(s, u, after))


def change_cost(s: Battle, u: int) -> int:
    """[5.9] Half a move; a quarter for light troops, French infantry and any cavalry."""
    info = s.info(u)
    light = info.type.may_open or info.cavalry or (info.infantry and info.nation == "FR")
    return MOVE // 4 if light else MOVE // 2


def form_reasons(s: Battle, u: int, formation: str) -> list[Reason]:
    """[2.1] [2.2] What a unit may never form, whatever it would cost."""
    info, unit = s.info(u), s.units[u]
    if formation not in BY_ARM[info.arm] or info.artillery:
        return [("2.1", "no_such_formation", (u, formation))]
    if formation == unit.formation:
        return [("2.1", "already_formed", (u, formation))]
    if formation == OPEN and not info.type.may_open:
        return [("2.1", "not_light", (u,))]
    if formation == MASSE and info.nation != "AU":
        return [("2.5", "not_austrian", (u,))]
    if formation == LINE and unit.bases < 2:
        return [("2.2", "too_small_for_line", (u,))]
    if formation == SQUARE and unit.bases < 2:
        return [("2.2", "too_small_for_square", (u,))]
    if formation == SQUARE and unit.disordered:
        return [("2.2", "disordered_square", (u,))]
    return []


def form(s: Battle, u: int, p: Pose, formation: str) -> Try:
    """[5.9] A change of formation; the front centre stays."""
    cost = change_cost(s, u)
    after = p._replace(formation=formation, left=p.left - cost)
    found = form_reasons(s, u, formation) or short(s, u, p, cost)
    return Try(after, found or _reformed(s, u, after))


def _reformed(s: Battle, u: int, after: Pose) -> list[Reason]:
    shape = layout(s.info(u).arm, after.formation, s.units[u].bases)
    found = place_reasons(s, u, after)
    return found or way_reasons(s, u, after, inner(shape, after), neighbours(s, u, after, radius(shape)))


def limber(s: Battle, u: int, p: Pose, formation: str) -> Try:
    """[5.9] Limbering and unlimbering: half a move."""
    if not s.info(u).artillery or p.formation == CREW or p.formation == formation:
        return Try(p, [("5.9", "cannot_limber", (u,))])
    cost = MOVE // 2
    after = p._replace(formation=formation, left=p.left - cost)
    return Try(after, short(s, u, p, cost) or _reformed(s, u, after))


def affordable(s: Battle, u: int, p: Pose) -> int:
    """[5.8] How far straight ahead the rest of a move goes, if nothing stands in the way."""
    marching = p.formation in MARCHING
    most = p.left // rate(s, u, p, ROAD if marching else CLEAR)
    if most <= 0:
        return 0
    left, start = p.left, 0
    hurdles = s.world.ground.hurdles(p.x, p.y, p.facing, most)
    left -= sum([hurdle.cost for hurdle in hurdles]) * rate(s, u, p, CLEAR)
    for stretch in s.world.ground.stretches(p.x, p.y, p.facing, most, marching):
        each = rate(s, u, p, stretch.kind)
        if left < (stretch.end - start) * each:
            end = start + max(0, left) // each
            return max([end, *[hurdle.at for hurdle in hurdles]]) if hurdles else end
        left -= (stretch.end - start) * each
        start = stretch.end
    return start


def furthest(s: Battle, u: int, p: Pose) -> int:
    """The longest legal straight advance, found by halving: what stops a shorter one stops a longer one too."""
    if advance(s, u, p, 1).reasons:
        return 0
    high = max(1, affordable(s, u, p))  # on the edge of two kinds of ground the estimate may be a millimetre short
    if not advance(s, u, p, high).reasons:
        return high
    low = 1
    while high - low > 1:
        middle = (low + high) // 2
        if advance(s, u, p, middle).reasons:
            high = middle
        else:
            low = middle
    return low


def span(p: Pose, q: Pose) -> int:
    """Millimetres between two front centres."""
    return length(q.x - p.x, q.y - p.y)


__all__ = ["LIMBERED", "UNLIMBERED", "Try", "advance", "back", "form", "limber", "shift", "speed", "turn", "wheel"]
