"""Rulebook 5: speeds, the budget of a move, and the steps it is made of. Functions try poses; none changes a state."""

from __future__ import annotations

import math
from typing import Final

from grognard.board.plane import HAIR, HALF, QUARTER, SLACK, Rect, ahead, arc, aside, length, pace, sines
from grognard.games.tabletop.rules.figures import (
    Pose,
    about,
    enemies_near,
    footprint,
    inner,
    layout_of,
    pose,
    stand,
    sweep,
    wheeled,
)
from grognard.games.tabletop.rules.movement.room import (
    FARTHEST,
    STRATEGIC_DISTANCE,
    Around,
    Neighbour,
    Room,
    Sides,
    Try,
    neighbours,
)
from grognard.games.tabletop.rules.orders import goes_freely, order_allows, order_forbids
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
    Layout,
    layout,
    radius,
)
from grognard.games.tabletop.world.ground import CLEAR, ROAD, SLOW
from grognard.games.tabletop.world.state import NOBODY, UNMEASURED, Battle, Body
from grognard.games.tabletop.world.world import MOVE, UnitInfo
from grognard.kernel.frame import Reason

ROAD_BONUS: Final = 7
MARCH_BONUS: Final = 3
ABOUT_COST: Final = 30
LIMBER_COST: Final = MOVE // 2
FREE_TO_TURN: Final = (*MARCHING, OPEN)  # [5.9] beside cavalry
WHEEL_STEP: Final = 50  # tenths of a degree between the looks at a wheel
LOOK_STEP: Final = 20  # millimetres between the looks at a way over difficult ground
WIDEST_WHEEL: Final = 1800
DEGREE: Final = 10
STEPS: Final = {  # [5.9] each with its hand, and the way it goes
    ("advance", 0): 0,
    ("wheel", -1): 0,
    ("wheel", 1): 0,
    ("shift", -1): -QUARTER,
    ("shift", 1): QUARTER,
    ("back", 0): HALF,
}
EVERY_STEP: Final = list(STEPS)
ROUNDED: Final = {"advance": 0.75, "back": 0.75, "wheel": 1.5, "shift": 2.0}  # millimetres: places err by less
MARGIN: Final = 1  # millimetres: more than a place is rounded by; a wheel rounds its corner and its end


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
    info = s.world.units[u]
    key = (p.formation, ground, s.strategic)
    found = info.rates.get(key, 0)
    if not found:
        each = MOVE // (10 * speed(info.type, p.formation, ground, s.strategic))
        found = info.rates[key] = 2 * each if ground == SLOW else each
    return found


def straight_cost(s: Battle, u: int, p: Pose, mm: int) -> int:
    """[5.8] [5.10] [5.14] The cost of a straight way of the front centre, walls and streams included."""
    if mm <= 0:
        return 0
    ground, body = s.world.ground, s.body(u)
    if p.x == body.x and p.y == body.y and p.formation == body.formation:
        plain = plain_here(s, body) > mm + 1
    else:
        plain = ground.open_for(p.x, p.y, mm, p.formation in MARCHING)
    if plain:
        return mm * rate(s, u, p, CLEAR)
    cost = start = 0
    for stretch in ground.stretches(p.x, p.y, p.facing, mm, p.formation in MARCHING):
        cost += (stretch.end - start) * rate(s, u, p, stretch.kind)
        start = stretch.end
    for hurdle in ground.hurdles(p.x, p.y, p.facing, mm):
        cost += hurdle.cost * rate(s, u, p, CLEAR)
    return cost


def millimetres(s: Battle, u: int, p: Pose, parts: int) -> int:
    """How far some part of a move goes over clear ground; the other way round from ``rate``."""
    return parts // price_at(s, u, p)


def ground_here(s: Battle, p: Pose) -> str:
    """The kind of ground under a front centre."""
    return s.world.ground.under(p.x, p.y, p.facing, p.formation in MARCHING)


def price_here(s: Battle, u: int, p: Pose) -> int:
    """[5.8] What a millimetre costs a unit where it stands."""
    prices = s.body(u).prices
    return prices[s.strategic] or _priced(s, u, p)


def _priced(s: Battle, u: int, p: Pose) -> int:
    body = s.body(u)
    if not body.under:
        body.under = CLEAR if plain_here(s, body) > 3 else ground_here(s, p)
    found = body.prices[s.strategic] = rate(s, u, p, body.under)
    return found


def price_at(s: Battle, u: int, p: Pose) -> int:
    """[5.8] What a millimetre costs a unit in a pose."""
    body = s.body(u)
    if p.x == body.x and p.y == body.y and p.facing == body.facing and p.formation == body.formation:
        return body.prices[s.strategic] or _priced(s, u, p)
    return rate(s, u, p, ground_here(s, p))


def plain_here(s: Battle, body: Body) -> float:
    """How far all ways from where a unit stands run over plain ground."""
    if body.plain == UNMEASURED:
        body.plain = s.world.ground.plain(body.x, body.y, body.formation in MARCHING)
    return body.plain


def reserve(s: Battle, u: int, body: Body | None = None) -> int:
    """[5.8] How many millimetres the rest of a unit's move pays for on the ground where it stands."""
    prices = (body or s.body(u)).prices
    return s.units[u].left // (prices[s.strategic] or _priced(s, u, pose(s, u)))


def short(s: Battle, u: int, p: Pose, cost: int) -> list[Reason]:
    """[5.8] The refusal of a step that the rest of the move does not pay for: it names the distance missing."""
    if cost <= p.left:
        return []
    missing = -(-(cost - p.left) // rate(s, u, p, CLEAR))
    return [("5.8", "too_far", (u, missing, millimetres(s, u, p, p.left)))]


# what stands in the way


def way_reasons(s: Battle, u: int, p: Pose, shape: Rect, around: Around) -> list[Reason]:
    """[5.5] [5.15] [5.17] [5.18] What forbids covering this ground: closed ground, friends, the nearness of enemies."""
    found = _shut(s, u, p, shape) if around.ground else []
    loose = p.formation == OPEN
    for near in around.others:
        if not near.friend:
            if not near.body.foot.apart(shape, FARTHEST):
                found += _too_near(s, u, near, shape, near.limit(s, u))
        elif not loose and not near.loose and near.body.core.intersects(shape):
            found.append(("5.18", "friend_in_way", (u, near.other)))
    return found


def _shut(s: Battle, u: int, p: Pose, shape: Rect) -> list[Reason]:
    """[5.5] [5.15] Closed ground, and bridges and defiles for whoever is broader than a march column."""
    ground = s.world.ground
    found: list[Reason] = []
    if ground.closed.meets(shape):
        found.append(("5.15", "closed", (u,)))
    if not ground.narrow.empty and p.formation not in MARCHING and ground.narrow.meets(shape):
        found.append(("5.5", "narrow", (u,)))
    return found


def _too_near(s: Battle, u: int, near: Neighbour, shape: Rect, limit: int) -> list[Reason]:
    """[5.17] Closer to an enemy than allowed, and closer than before; ``shape`` is half a millimetre too small."""
    body, own = near.body.foot, footprint(s, u)
    if not body.within(shape, limit):
        return []
    gap, before = body.away(shape), body.away(own)
    if abs(gap - limit) <= HAIR or abs(gap - before) <= HAIR or abs(gap % 1 - 0.5) <= HAIR:
        gap, before = body.distance(shape), body.distance(own)
    if gap >= limit:
        return []
    if gap >= before and not near.body.core.intersects(shape):
        return []
    return [("5.17", "near_enemy", (u, near.other, limit, max(1, round(limit - gap))))]


def place_reasons(s: Battle, u: int, p: Pose, storming: bool = False, around: Around | None = None) -> list[Reason]:
    """[5.11] [5.12] [5.16] [5.18] What forbids standing on a pose; a charge may enter the settlement it storms.

    ``around``: what there is to be looked at, where that is known.
    """
    shape = layout_of(s, u, p)
    others, ground = around or (neighbours(s, u, p, radius(shape)), True)
    if ground and not s.world.ground.on_board(stand(shape, p)):
        return [("5.16", "off_table", (u,))]
    body = inner(shape, p)
    found = _shut(s, u, p, body) if ground else []
    for near in others:
        if near.body.core.intersects(body):
            found.append(("5.18", "overlap", (u, near.other)))
    if ground and s.world.ground.slow.meets(body):
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
    houses = s.world.ground.houses[area]
    foot = [u for u, unit in enumerate(s.units) if unit.on_table and s.info(u).infantry]
    return [u for u in foot if houses.meets(s.body(u).core)]


def strategic_reasons(s: Battle, u: int, shape: Rect, end: Pose, room: Room, small: bool = False) -> list[Reason]:
    """[5.6] A strategic move keeps more than 40 cm from every enemy in sight of its start or its end.

    ``small``: a step of a millimetre or a degree.
    """
    body = stand(room.layout(end), end)
    for other, foe in room.spotters if small else room.watchers:
        near = foe.within(shape, STRATEGIC_DISTANCE + SLACK)
        if near and (room.sighted(other) or sees_at(s, other, u, body)):
            return [("5.6", "strategic_near", (u, other, foe.millimetres(shape)))]
    return []


def strategic_watcher(s: Battle, u: int) -> int:
    """[5.6] The enemy in sight within 40 cm that keeps a unit from beginning a strategic move, or -1."""
    own = footprint(s, u)
    for other in enemies_near(s, u, STRATEGIC_DISTANCE + 1):
        if footprint(s, other).within(own, STRATEGIC_DISTANCE + SLACK) and sees(s, other, u):
            return other
    return NOBODY


# steps: where each leads, and the same tried; a room looks around once for many tries


def advanced(s: Battle, u: int, p: Pose, mm: int) -> Pose:
    """[5.9] Straight ahead."""
    x, y = ahead(p.x, p.y, p.facing, mm)
    left = p.left - straight_cost(s, u, p, mm)
    return Pose(x, y, p.facing, p.formation, left, p.turned, p.disordered or _fords(s, p, mm))


def advance(s: Battle, u: int, p: Pose, mm: int, room: Room | None = None) -> Try:
    """[5.9] Straight ahead."""
    after = advanced(s, u, p, mm)
    if after.left < 0:
        return Try(after, short(s, u, p, p.left - after.left))
    return Try(after, _straight_reasons(s, u, p, after, mm, room or Room(s, u)))


def _fords(s: Battle, p: Pose, mm: int) -> bool:
    """[5.14] Whether a straight way crosses a stream."""
    if not s.world.ground.streams:
        return False
    return any(hurdle.disorders for hurdle in s.world.ground.hurdles(p.x, p.y, p.facing, mm))


def _straight_reasons(s: Battle, u: int, p: Pose, after: Pose, mm: int, room: Room) -> list[Reason]:
    shape = room.layout(p)
    found: list[Reason] = []
    small = mm == 1 and p is room.start
    sides = _around(shape, 0, mm)
    around = room.at_hand(sides) if small else room.hindrances(p, sides)
    if around is not None:
        swept = sweep(shape, p, mm)
        found = way_reasons(s, u, p, swept, around) or place_reasons(s, u, after, around=around)
    found = found or order_forbids(s, u, (p.x, p.y), (after.x, after.y))
    if not found and around is not None and around.ground and s.world.ground.slow.meets(swept):
        found = _along(s, u, p, mm)
    if not found and s.strategic and not room.unwatched(p, radius(shape) + mm):
        found = strategic_reasons(s, u, sweep(shape, p, mm), after, room, small)
    return found


def _around(shape: Layout, right: int, forward: int) -> Sides:
    """All ground of a straight step so far to the right or ahead (left or behind, if negative), and a little more."""
    wide, more = shape.width + 2 * MARGIN, 2 * MARGIN
    return (
        wide - 2 * right if right < 0 else wide,
        wide + 2 * right if right > 0 else wide,
        more + 2 * forward if forward > 0 else more,
        2 * shape.depth + more - (2 * forward if forward < 0 else 0),
    )


def _around_wheel(shape: Layout, angle: int) -> Sides:
    """All ground of a wheel, and a little more: up to a quarter of a circle it stays on one side of its corner."""
    width, depth, more = shape.width, shape.depth, 4 * MARGIN
    if abs(angle) <= QUARTER:
        risen = sines(abs(angle))[0]
        far, front, back, near = 2 * math.ceil(depth * risen), 2 * math.ceil(width * risen), 2 * depth, 0
    else:
        front = back = near = 2 * (length(width, depth) + 1)
        far = front - 2 * width
    outer, inner = width + far + more, width + near + more
    return (outer, inner, front + more, back + more) if angle > 0 else (inner, outer, front + more, back + more)


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


def backed(s: Battle, u: int, p: Pose, mm: int) -> Pose:
    """[5.9] Straight back at half rate."""
    return _moved(s, u, p, ahead(p.x, p.y, p.facing, -mm), mm)


def shifted(s: Battle, u: int, p: Pose, mm: int) -> Pose:
    """[5.9] To the right (left, if negative) at half rate, facing as before."""
    return _moved(s, u, p, aside(p.x, p.y, p.facing, mm), abs(mm))


def _moved(s: Battle, u: int, p: Pose, to: tuple[int, int], mm: int) -> Pose:
    left = p.left - 2 * mm * price_at(s, u, p)
    return Pose(to[0], to[1], p.facing, p.formation, left, p.turned, p.disordered)


def back(s: Battle, u: int, p: Pose, mm: int, room: Room | None = None) -> Try:
    """[5.9] Straight back at half rate."""
    return _sideways(s, u, p, backed(s, u, p, mm), mm, False, room or Room(s, u))


def shift(s: Battle, u: int, p: Pose, mm: int, room: Room | None = None) -> Try:
    """[5.9] To the right (left, if negative) at half rate, facing as before."""
    return _sideways(s, u, p, shifted(s, u, p, mm), mm, True, room or Room(s, u))


def _swept(shape: Layout, p: Pose, mm: int, aside: bool) -> Rect:
    """The ground covered by a step to the rear, or to the side."""
    if not aside:
        return sweep(shape, p, -mm)
    facing = (p.facing + QUARTER) % 3600
    middle = ahead(p.x, p.y, p.facing, -(shape.depth // 2))
    across = Layout(shape.depth, shape.width, 0, (), ())
    x, y = ahead(*middle, facing, shape.width // 2)
    return sweep(across, Pose(x, y, facing, p.formation), mm)


def _sideways(s: Battle, u: int, p: Pose, after: Pose, mm: int, aside: bool, room: Room) -> Try:
    if after.left < 0:
        return Try(after, short(s, u, p, p.left - after.left))
    shape = room.layout(p)
    found: list[Reason] = []
    small = -1 <= mm <= 1 and p is room.start
    sides = _around(shape, mm, 0) if aside else _around(shape, 0, -mm)
    around = room.at_hand(sides) if small else room.hindrances(p, sides)
    if around is not None:
        swept = _swept(shape, p, mm, aside)
        found = way_reasons(s, u, p, swept, around) or place_reasons(s, u, after, around=around)
    found = found or order_forbids(s, u, (p.x, p.y), (after.x, after.y))
    if not found and s.strategic and not room.unwatched(p, radius(shape) + abs(mm)):
        found = strategic_reasons(s, u, _swept(shape, p, mm, aside), after, room, small)
    return Try(after, found)


def wheeled_to(s: Battle, u: int, p: Pose, angle: int) -> Pose:
    """[5.9] Round a front corner, to the right if positive; it costs the arc of the outer corner."""
    shape = layout_of(s, u, p)
    cost = arc(shape.width, angle) * price_at(s, u, p)
    return wheeled(shape, p, angle, p.left - cost)


def wheel(s: Battle, u: int, p: Pose, angle: int, seen: int = 0, room: Room | None = None) -> Try:
    """[5.9] Round a front corner, to the right if positive; it costs the arc of the outer corner.

    Looks up to the angle ``seen`` (a whole number of ``WHEEL_STEP``) have been taken before and met nothing.
    """
    after = wheeled_to(s, u, p, angle)
    if after.left < 0:
        return Try(after, short(s, u, p, p.left - after.left))
    if abs(angle) > WIDEST_WHEEL:
        return Try(after, [("5.9", "wheel_too_wide", (u,))])
    return Try(after, _turning_reasons(s, u, p, after, angle, seen, room or Room(s, u)))


def _turning_reasons(s: Battle, u: int, p: Pose, after: Pose, angle: int, seen: int, room: Room) -> list[Reason]:
    """What a wheel meets, looked at every five degrees and at its end."""
    shape = room.layout(p)
    found: list[Reason] = []
    small = -DEGREE <= angle <= DEGREE and p is room.start
    sides = _around_wheel(shape, angle)
    around = room.at_hand(sides) if small else room.hindrances(p, sides)
    if around is not None:
        found = _swinging(s, u, p, shape, angle, seen, around) or place_reasons(s, u, after, around=around)
        if found:
            return found
    if not found and s.strategic and not room.unwatched(p, radius(shape) + shape.width):
        found = strategic_reasons(s, u, inner(shape, after), after, room, small)
    return found


def _swinging(s: Battle, u: int, p: Pose, shape: Layout, angle: int, seen: int, around: Around) -> list[Reason]:
    """What is met on the way of a wheel; nothing where nobody is near and no ground could be."""
    if not around.others and not s.world.ground.shuts_near(p.x, p.y, shape.width + radius(shape)):
        return []
    step = WHEEL_STEP if angle > 0 else -WHEEL_STEP
    half = shape.width // 2 if angle > 0 else -(shape.width // 2)
    cx, cy = ahead(p.x, p.y, p.facing + QUARTER, half)
    wide, deep = shape.width - 1, 2 * shape.depth - 1
    for at in [*range(seen + step, angle, step), angle]:
        x, y = ahead(cx, cy, p.facing + at + QUARTER, -half)
        found = way_reasons(s, u, p, Rect(x, y, (p.facing + at) % 3600, wide, wide, -1, deep), around)
        if found:
            return found
    return []


def about_faced(s: Battle, u: int, p: Pose) -> Pose:
    """[5.9] About-face: free once a move for march order, open order and cavalry, else 3 cm."""
    x, y, facing = about(layout_of(s, u, p), p)
    return Pose(x, y, facing, p.formation, p.left - about_cost(s, u, p), True, p.disordered)


def about_cost(s: Battle, u: int, p: Pose) -> int:
    """[5.9] What an about-face costs."""
    free = not p.turned and (p.formation in FREE_TO_TURN or s.world.units[u].cavalry)
    return 0 if free else ABOUT_COST * rate(s, u, p, CLEAR)


def may_turn(s: Battle, u: int, room: Room) -> bool:
    """[5.9] Whether a unit can turn about now, where it has not done so in this move."""
    p = room.start
    if p.turned or about_cost(s, u, p) > p.left:
        return False
    return room.easy or not turn(s, u, p, room).reasons


def turn(s: Battle, u: int, p: Pose, room: Room | None = None) -> Try:
    """[5.9] About-face: free once a move for march order, open order and cavalry, else 3 cm."""
    after = about_faced(s, u, p)
    if after.left < 0:
        return Try(after, short(s, u, p, p.left - after.left))
    room = room or Room(s, u)
    around = room.hindrances(p, _around(room.layout(p), 0, 0))
    return Try(after, [] if around is None else place_reasons(s, u, after, around=around))


def beginnings(s: Battle, u: int, room: Room) -> list[tuple[str, int]]:
    """[5.9] The steps, with their hand, that are legal for a millimetre or a degree where they meet nothing."""
    p = room.start
    if p.left <= 0:
        return []
    each, free, body = price_here(s, u, p), goes_freely(s, u, (p.x, p.y), 1), room.body
    ahead_ = each if plain_here(s, body) > 3 else straight_cost(s, u, p, 1)
    swung = arc(body.layout.width, DEGREE) * each
    if free and ahead_ <= p.left and 2 * each <= p.left and swung <= p.left:
        return EVERY_STEP
    costs = {"advance": ahead_, "wheel": swung}
    found = [step for step in EVERY_STEP if costs.get(step[0], 2 * each) <= p.left]
    if free:
        return found
    ends = [(p.x, p.y) if verb == "wheel" else pace(p.x, p.y, p.facing + STEPS[verb, hand]) for verb, hand in found]
    return [step for step, may in zip(found, order_allows(s, u, (p.x, p.y), ends), strict=True) if may]


def hindered(s: Battle, u: int, room: Room, verb: str, hand: int) -> bool:
    """Whether units or ground may hinder a step of a millimetre or a degree."""
    shape, p, inset = room.body.layout, room.start, 2 * MARGIN + 1
    if verb == "wheel":
        inset, sides = 4 * MARGIN + 1, _around_wheel(shape, DEGREE * hand)
    else:
        sides = _around(shape, hand, 1 if verb == "advance" else -1 if verb == "back" else 0)
    around = room.at_hand(sides)
    if around is None or around.ground:
        return around is not None
    left, right, front, back = sides  # with a margin, that is taken off, and half a millimetre more
    ground = Rect(p.x, p.y, p.facing, left - inset, right - inset, front - inset, back - inset)
    return any([near.presses(s, u, ground, ROUNDED[verb]) for near in around.others])


def unbound(s: Battle, u: int, room: Room) -> bool:
    """Whether neither units nor ground hinder a step of a millimetre or a degree."""
    return room.easy and (not s.strategic or not room.spotters)


def change_cost(s: Battle, u: int) -> int:
    """[5.9] Half a move; a quarter for light troops, French infantry and any cavalry."""
    return MOVE // 4 if s.world.units[u].quick else MOVE // 2


def formable(s: Battle, u: int) -> list[str]:
    """[2.1] [2.5] The formations that troops of this kind and nation can take."""
    info = s.world.units[u]
    if info.formations is None:
        info.formations = [formation for formation in BY_ARM[info.arm] if not _never_formed(info, u, formation)]
    return info.formations


def _never_formed(info: UnitInfo, u: int, formation: str) -> list[Reason]:
    if formation not in BY_ARM[info.arm] or info.artillery:
        return [("2.1", "no_such_formation", (u, formation))]
    if formation == OPEN and not info.type.may_open:
        return [("2.1", "not_light", (u,))]
    return [("2.5", "not_austrian", (u,))] if formation == MASSE and info.nation != "AU" else []


def form_reasons(s: Battle, u: int, formation: str) -> list[Reason]:
    """[2.1] [2.2] What a unit may never form, whatever it would cost."""
    return unfit(s, u, formation) if formation in formable(s, u) else _never_formed(s.info(u), u, formation)


def unfit(s: Battle, u: int, formation: str) -> list[Reason]:
    """[2.1] [2.2] Why a unit does not form now what its kind can form."""
    unit = s.units[u]
    if formation == unit.formation:
        return [("2.1", "already_formed", (u, formation))]
    if formation == LINE and unit.bases < 2:
        return [("2.2", "too_small_for_line", (u,))]
    if formation == SQUARE and unit.bases < 2:
        return [("2.2", "too_small_for_square", (u,))]
    if formation == SQUARE and unit.disordered:
        return [("2.2", "disordered_square", (u,))]
    return []


def form(s: Battle, u: int, p: Pose, formation: str, room: Room | None = None) -> Try:
    """[5.9] A change of formation; the front centre stays."""
    found = form_reasons(s, u, formation) or short(s, u, p, change_cost(s, u))
    return Try(formed(s, u, p, formation), found or _reformed(s, u, p, formation, room or Room(s, u)))


def formed(s: Battle, u: int, p: Pose, formation: str) -> Pose:
    """[5.9] A change of formation; the front centre stays."""
    return Pose(p.x, p.y, p.facing, formation, p.left - change_cost(s, u), p.turned, p.disordered)


def forms(s: Battle, u: int, room: Room) -> list[str]:
    """[5.9] The formations that a unit can take now."""
    p = room.start
    if change_cost(s, u) > p.left:
        return []
    possible, sides = reforms(s, u)
    if not possible or room.hindrances(p, sides) is None:
        return possible
    return [formation for formation in possible if not _reformed(s, u, p, formation, room)]


def reforms(s: Battle, u: int) -> tuple[list[str], Sides]:
    """[2.1] [2.2] The formations that a unit could take as it is, and all the ground that any of them needs."""
    info, unit = s.world.units[u], s.units[u]
    key = (unit.formation, unit.pm, unit.disordered)
    found = info.reforms.get(key)
    if found is None:
        possible = [formation for formation in formable(s, u) if not unfit(s, u, formation)]
        shapes = [layout(info.arm, formation, unit.bases) for formation in possible]
        wide, deep = max([0, *[shape.width for shape in shapes]]), max([0, *[shape.depth for shape in shapes]])
        found = info.reforms[key] = possible, _around(Layout(wide, deep, 0, (), ()), 0, 0)
    return found


def _reformed(s: Battle, u: int, p: Pose, formation: str, room: Room) -> list[Reason]:
    shape = layout(s.info(u).arm, formation, s.units[u].bases)
    around = room.hindrances(p, _around(shape, 0, 0))
    if around is None:
        return []
    after = p._replace(formation=formation)
    found = place_reasons(s, u, after, around=around)
    return found or way_reasons(s, u, after, inner(shape, after), around)


def limber(s: Battle, u: int, p: Pose, formation: str, room: Room | None = None) -> Try:
    """[5.9] Limbering and unlimbering: half a move."""
    if not s.info(u).artillery or p.formation == CREW or p.formation == formation:
        return Try(p, [("5.9", "cannot_limber", (u,))])
    found = short(s, u, p, LIMBER_COST) or _reformed(s, u, p, formation, room or Room(s, u))
    return Try(limbered(p, formation), found)


def limbered(p: Pose, formation: str) -> Pose:
    """[5.9] Limbering and unlimbering: half a move."""
    return p._replace(formation=formation, left=p.left - LIMBER_COST)


def affordable(s: Battle, u: int, p: Pose) -> int:
    """[5.8] How far straight ahead the rest of a move goes, if nothing stands in the way."""
    marching, body = p.formation in MARCHING, s.body(u)
    most = p.left // rate(s, u, p, ROAD if marching else CLEAR)
    if most <= 0:
        return 0
    if p.x == body.x and p.y == body.y and p.formation == body.formation and plain_here(s, body) > most + 1:
        return p.left // rate(s, u, p, CLEAR)
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


def furthest(s: Battle, u: int, p: Pose, room: Room | None = None) -> int:
    """The longest legal straight advance, found by halving: what stops a shorter one stops a longer one too."""
    room = room or Room(s, u)
    found = room.furthest.get(p)
    if found is None:
        found = room.furthest[p] = _furthest(s, u, p, room)
    return found


def _furthest(s: Battle, u: int, p: Pose, room: Room) -> int:
    if advance(s, u, p, 1, room).reasons:
        return 0
    high = max(1, affordable(s, u, p))  # on the edge of two kinds of ground the estimate may be a millimetre short
    if not advance(s, u, p, high, room).reasons:
        return high
    room = room.ahead(p, high)
    low = 1
    while high - low > 1:
        middle = (low + high) // 2
        if advance(s, u, p, middle, room).reasons:
            high = middle
        else:
            low = middle
    return low


def span(p: Pose, q: Pose) -> int:
    """Millimetres between two front centres."""
    return length(q.x - p.x, q.y - p.y)


__all__ = ["LIMBERED", "UNLIMBERED", "Try", "advance", "back", "form", "limber", "shift", "speed", "turn", "wheel"]
