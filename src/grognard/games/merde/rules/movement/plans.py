"""Rulebook 20: who plans at which step, and what a plan may do next."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import BITS, STRIDE, adjacent, behind, distance, mask_of, squares_in
from grognard.games.merde.rules import orders
from grognard.games.merde.rules.motion import (
    NEVER,
    RIDE,
    SISTERS,
    allowance,
    fortress_full,
    grounds,
    stepped,
    strides,
    ways,
)
from grognard.games.merde.rules.movement.drill import change_of, drills
from grognard.games.merde.world.lexicon import GENERALS, MOVES, OPEN, SUPPORT, formed
from grognard.games.merde.world.pieces import Act, Draft, Scheme, Squares, begun
from grognard.games.merde.world.state import LAST_NUMBER, NO_PIECES, Battle, found_once
from grognard.games.merde.world.survey import Survey
from grognard.games.merde.world.world import (
    ALL,
    ARTILLERY,
    DECOY,
    ENGINEERS,
    Change,
    Drill,
    Entry,
    Shift,
    Stride,
    Strides,
    Ways,
    side_of,
)
from grognard.kernel.action import Action
from grognard.kernel.frame import Reason

HOUR: Final = 2520  # every allowance from 1 to 10 divides it
EARLY: Final = 0  # [36.1] generals before number 1
GARRISONS: Final = LAST_NUMBER + 1  # [20.11]
COMMANDERS: Final = LAST_NUMBER + 2  # [20.12]
FIRST_GENERAL: Final = 1000  # a commander as the one spoken of


# who plans


def movers(s: Battle, side: int, step: int) -> list[int]:
    """The pieces that may plan at a step of the movement phase."""
    known = s.survey
    if known is None:
        return _movers(s, side, step)
    found = known.movers.get(step << 1 | side)
    if found is None:
        found = known.movers[step << 1 | side] = _movers(s, side, step)
    return found


def _movers(s: Battle, side: int, step: int) -> list[int]:
    found = [p for p in of_step(s, side, step) if _has_a_plan(s, p, step)]
    if 1 <= step <= LAST_NUMBER and not any([s.order_of(p) in MOVES for p in found]):
        return NO_PIECES
    return found


def of_step(s: Battle, side: int, step: int) -> list[int]:
    """[20.1] The pieces of a side that move at a step, if they move at all."""
    return steps_of(s, side).get(step, NO_PIECES)


def steps_of(s: Battle, side: int) -> dict[int, list[int]]:
    """[20.1] The pieces of a side by the step at which they move."""
    known = {} if s.survey is None else s.chain(s.survey).steps
    steps = known.get(side)
    if steps is None:
        steps = known[side] = {}
        for p in s.alive(side):
            steps.setdefault(step_of(s, p), []).append(p)
    return steps


def asked(s: Battle, side: int, step: int) -> bool:
    """[20.3] Whether a side plans at a step; R-20e: in the fog also where only counters that lie flag side up could
    move now, by the markers beside them."""
    if movers(s, side, step) or (step in (EARLY, COMMANDERS) and riders(s, side, step)):
        return True
    return s.foggy and any(s.pieces[p].hidden and _seems_to_move(s, p, step) for p in s.alive(side))


def _seems_to_move(s: Battle, piece: int, step: int) -> bool:
    """[19.1] What the enemy reads off a hidden counter: its number; it may always move in either of the last steps."""
    group = s.group_of(piece)
    return step > LAST_NUMBER or (group.order in MOVES and group.number == step)


def step_of(s: Battle, piece: int) -> int:
    """[20.1] [20.11] [20.12] The step at which a piece moves."""
    number = s.number_of(piece)
    if number <= LAST_NUMBER:
        return number
    return COMMANDERS if s.arm(piece) == ARTILLERY else GARRISONS


def _has_a_plan(s: Battle, piece: int, step: int) -> bool:
    """[10.2] [20.3] Out of command nobody moves, nor in rout; whoever cannot step may still change front or
    formation."""
    p, arm = s.pieces[piece], s.world.arms[piece]
    if p.routed or p.out or p.retreated:
        return False
    if arm == ENGINEERS:
        return bool(works_near(s, piece))
    if not allowance(s, piece, p.formation):
        return False
    return not (arm == DECOY and step == GARRISONS)


def works_near(s: Battle, piece: int) -> list[int]:
    """[38.2] Works next to engineers, or where they stand, that can still be changed."""
    p = s.pieces[piece]
    if p.idle:
        return []
    enemy = s.held(1 - side_of(piece))
    return [
        sq
        for at in p.squares
        for sq in [at, *s.world.field.near[at]]
        if s.forts >> sq & 1 and s.works.get(sq, 0) != (-1 if enemy >> sq & 1 else 1)
    ]


def riders(s: Battle, side: int, step: int) -> list[int]:
    """[20.12] [36.1] Commanders who may still move this turn."""
    if step not in (EARLY, COMMANDERS):
        return NO_PIECES
    if s.survey is not None and side in s.survey.riders:
        return s.survey.riders[side]
    found = []
    for g in s.world.generals[side]:
        general = s.commander(g)
        if general.square >= 0 and not general.moved:
            found.append(g)
    if s.survey is not None:
        s.survey.riders[side] = found
    return found


def ride_goals(s: Battle, general: int) -> list[int]:
    """[20.12] Where a commander may ride, square by square."""
    return squares_in(ride_field(s, general))


def ride_field(s: Battle, general: int) -> int:
    """[20.12] Where a commander may ride: ten squares, rivers by bridges, no enemy, no ZOC unless a friend is there."""
    world = s.world
    side = general // GENERALS
    barred = s.held(1 - side) | (s.apparent_zoc(1 - side) & ~s.held(side)) | (world.river & ~s.crossings)
    at = s.commander(general).square
    start, near = BITS[at], world.field.box(at, RIDE)
    if not barred & near & ~start:
        return near & ~start
    ground = near & ~barred | start
    reached, left = start, RIDE
    while left and reached != ground:
        rows = reached | reached << 1 | reached >> 1
        further = (rows | rows << STRIDE | rows >> STRIDE) & ground
        if further == reached:
            break
        reached, left = further, left - 1
    return reached & ~start


# what a plan may do next


def ends(draft: Draft, scheme: Scheme | None = None) -> dict[int, Squares]:
    """[20.4] Where the pieces already planned will stand, by their owner's wish."""
    return {p: done.squares for p, done in draft.schemes.items() if scheme is None or p != scheme.piece}


def friends_at(s: Battle, side: int, planned: dict[int, Squares], own: int) -> int:
    """[20.4] Squares held by friends, as a mask: those of this number at the end of their plans."""
    pieces = s.pieces
    leaving, taken = mask_of(pieces[own].squares), 0
    for p, squares in planned.items():
        leaving |= mask_of(pieces[p].squares)
        taken |= mask_of(squares)
    return s.held(side) & ~leaving | taken


def steppers(scheme: Scheme) -> tuple[int, ...]:
    """[15.4] Who steps: the regiment (-1), or in open order each battalion."""
    return (0, 1) if scheme.formation == OPEN and len(scheme.squares) == 2 else (-1,)


class Sheet:
    """What a plan must be checked against, worked out once for a question."""

    def __init__(self, s: Battle, side: int, draft: Draft, scheme: Scheme) -> None:
        self.enemy = s.held(1 - side)  # squares, as masks
        self.zone = s.apparent_zoc(1 - side)
        self.planned = ends(draft, scheme)
        self.friends = friends_at(s, side, self.planned, scheme.piece)
        self.taken = self.enemy | self.friends
        self.threatened = bool(self.zone & mask_of(s.pieces[scheme.piece].squares))  # [20.6] when the plan begins
        self.bound = orders.may_step(s, scheme.piece)
        self.rein = orders.rein_of(s, scheme.piece)
        self.grounds = grounds(s)
        self.formation = -1  # of the ways at hand
        self.ways: Ways | None = None

    def _ways(self, s: Battle, scheme: Scheme) -> Ways:
        """[14.3] What steps cost the formation of the plan."""
        if self.ways is None or self.formation != scheme.formation:
            self.formation, self.ways = scheme.formation, ways(s, scheme.piece, scheme.formation)
        return self.ways

    def strides(self, s: Battle, scheme: Scheme, squares: Squares) -> Strides:
        """[14.3] Every step that the formation of the plan can make from some squares."""
        found = self._ways(s, scheme).strides.get(squares)
        return strides(s, scheme.piece, scheme.formation, squares) if found is None else found

    def ordered(self, s: Battle, scheme: Scheme, moving: Squares, steps: Strides) -> list[Stride]:
        """[18.2] [18.4] [18.5] Those that its order allows, out of enemy ZOCs."""
        tether = orders.tether(s, scheme, moving, self.rein)
        if tether is None:
            return self._allowed(s, scheme, moving, steps)
        found = steps.ordered.get(tether)
        if found is None:
            found = orders.tethered(s, moving, steps.able, tether)
            if found is None:
                found = self._allowed(s, scheme, moving, steps)
            steps.ordered[tether] = found
        return found

    def _allowed(self, s: Battle, scheme: Scheme, moving: Squares, steps: Strides) -> list[Stride]:
        rein = self.rein
        return [step for step in steps.able if orders.step_ban(s, scheme, step[1], False, moving, rein) is None]

    def cost(self, s: Battle, scheme: Scheme, squares: Squares, goals: Squares) -> int:
        """[14.3] [15.4] What a step costs the plan, by the dearer of its squares; NEVER where it cannot be made."""
        for goal, _, cost, _ in self.strides(s, scheme, squares).able:
            if goal == goals[0]:
                return cost
        return NEVER


def sheet_of(s: Battle, side: int, draft: Draft, scheme: Scheme) -> Sheet:
    """The same for all steps of one plan: while it is written nobody else's is."""
    known = s.survey
    if known is None:
        return Sheet(s, side, draft, scheme)
    key = (scheme.piece, len(draft.schemes))
    found = known.sheets.get(key)
    if not isinstance(found, Sheet):
        found = known.sheets[key] = Sheet(s, side, draft, scheme)
    return found


def open_steps(s: Battle, sheet: Sheet, scheme: Scheme, unit: int) -> list[int]:
    """The squares into which a step may be planned."""
    return [stride[0] for stride in open_strides(s, sheet, scheme, unit)]


def open_strides(s: Battle, sheet: Sheet, scheme: Scheme, unit: int, among: list[Stride] | None = None) -> list[Stride]:
    """The steps that may be planned: those that no ban shuts; ``among``: only these of all that can be made."""
    place = max(unit, 0)
    left = scheme.limit - scheme.spent[place]
    if sheet.bound is not None or scheme.whole or scheme.stopped[place] or left <= 0:
        return []
    moving = scheme.squares if unit < 0 else (scheme.squares[unit],)
    steps = sheet.strides(s, scheme, moving)
    calm = not (sheet.threatened or sheet.zone & steps.near)  # then only its order can forbid a step
    able = sheet.ordered(s, scheme, moving, steps) if calm else steps.able
    if among is not None:
        able = [stride for stride in among if stride in able]
    sister = BITS[scheme.squares[1 - unit]] if unit >= 0 else 0
    tight = (sheet.taken | sister | s.world.fortress) & steps.near  # where there may be no room
    found = []
    for stride in able:
        _, goals, cost, there = stride
        if cost > left or (there & tight and _room_ban(s, sheet, scheme, place, cost, goals) is not None):
            continue
        if calm or _contact_ban(s, sheet, scheme, unit, moving, goals) is None:
            found.append(stride)
    return found


def step_ban(s: Battle, sheet: Sheet, scheme: Scheme, unit: int, goal: int) -> Reason | None:
    """Why a step may not be planned; None where it may."""
    piece = scheme.piece
    place = max(unit, 0)
    moving = scheme.squares if unit < 0 else (scheme.squares[unit],)
    if goal not in s.world.field.near[moving[0]]:
        return ("14.2", "not_next", (piece, goal))
    if sheet.bound is not None:
        return sheet.bound
    if scheme.whole:
        return ("15.3", "whole_turn", (piece,))
    goals = stepped(moving, goal - moving[0])
    cost = sheet.cost(s, scheme, moving, goals)
    if cost >= NEVER:
        return ("14.3", "impassable", (piece, goal))
    if scheme.spent[place] + cost > scheme.limit:
        return ("14.1", "no_points", (piece, scheme.limit - scheme.spent[place], cost))
    if scheme.stopped[place]:
        return ("12.2", "stopped", (piece,))
    return _contact_ban(s, sheet, scheme, unit, moving, goals) or _room_ban(s, sheet, scheme, place, cost, goals)


def _contact_ban(s: Battle, sheet: Sheet, scheme: Scheme, unit: int, moving: Squares, goals: Squares) -> Reason | None:
    """[12.2] [20.6] Enemy ZOCs, and what the order says."""
    piece = scheme.piece
    p = s.pieces[piece]
    zone = sheet.zone
    into_zone = bool(zone & mask_of(goals))
    in_zone = bool(zone & mask_of(moving))
    if in_zone or zone & mask_of(begun(p, unit)):  # R-20d
        first = not p.stepped and not any([act.step and act.unit == unit for act in scheme.acts])
        in_zone = in_zone or first
        if in_zone and not (first and not into_zone and _straight_back(moving, goals, p.facing)):
            return ("20.6", "leave_zoc", (piece,))
    if into_zone and not in_zone and _wary(s, sheet, scheme):
        return ("20.6", "wary", (piece,))
    return orders.step_ban(s, scheme, goals, in_zone, moving, sheet.rein)


def _straight_back(moving: Squares, goals: Squares, facing: int) -> bool:
    """[20.6] To the rear, with every square."""
    return all([goal in behind(at, facing) for at, goal in zip(moving, goals, strict=True)])


def _wary(s: Battle, sheet: Sheet, scheme: Scheme) -> bool:
    """[20.6] Whether it has stepped out of an enemy ZOC in which its plan began."""
    return s.pieces[scheme.piece].wary or (sheet.threatened and any([act.step for act in scheme.acts]))


def _room_ban(s: Battle, sheet: Sheet, scheme: Scheme, place: int, cost: int, goals: Squares) -> Reason | None:
    """[20.8] [39.1] Squares that are held."""
    piece, there = scheme.piece, mask_of(goals)
    if sheet.enemy & there:
        return ("20.8", "held_by_enemy", (goals[0],))
    if s.world.fortress and any([fortress_full(s, piece, sq) for sq in goals]):
        return ("39.1", "fortress_full", (goals[0],))
    sister = scheme.squares[1 - place] if len(scheme.squares) == 2 and scheme.formation == OPEN else -1
    if sister not in goals and not sheet.friends & there:
        return None
    if not _way_out(s, sheet, scheme, place, cost, goals, sister):
        return ("20.8", "ends_on_friend", (goals[0],))
    return None


def _way_out(s: Battle, sheet: Sheet, scheme: Scheme, place: int, cost: int, goals: Squares, sister: int) -> bool:
    """[20.8] Through a friend one may pass only with the points to go on."""
    if sheet.zone & mask_of(goals):
        return False
    left = scheme.limit - scheme.spent[place] - cost
    for _, beyond, further, there in sheet.strides(s, scheme, goals).able if left > 0 else ():
        if further <= left and not sheet.taken & there and sister not in beyond:
            return True
    return False


def changes(s: Battle, sheet: Sheet, scheme: Scheme) -> list[Entry]:
    """[15] Changes of front and formation that may come next: the action, the result, the cost."""
    return _entries(s, scheme, change_offers(s, sheet, scheme))


def changes_into(s: Battle, sheet: Sheet, scheme: Scheme, forms: list[int]) -> list[Entry]:
    """[15.1] The ways to take one of some formations next; its own: another front."""
    most, least = purse(scheme)
    able = [way for way in drills(s, scheme) if way.formation in forms and not most < way.cost < least]
    return _entries(s, scheme, _open(s, sheet, scheme, able)) if able else []


def front_changes(s: Battle, sheet: Sheet, scheme: Scheme) -> list[Entry]:
    """[15.1] The other fronts that it may take next."""
    return changes_into(s, sheet, scheme, [scheme.formation])


def _entries(s: Battle, scheme: Scheme, actions: list[Action]) -> list[Entry]:
    return [(action, *change_of(s, scheme, action)) for action in actions]


def change_offers(s: Battle, sheet: Sheet, scheme: Scheme) -> list[Action]:
    """[15] The changes of front and formation that may come next."""
    return _open(s, sheet, scheme, drills(s, scheme))


def _open(s: Battle, sheet: Sheet, scheme: Scheme, drills: list[Drill]) -> list[Action]:
    """Those that can be paid for and that no ban shuts."""
    found: list[Action] = []
    here, grounds, room = scheme.squares, sheet.grounds, None
    most, least = purse(scheme)
    for cost, formation, in_place, shifts in drills:
        if most < cost < least:
            continue
        if in_place is None:
            if room is None:
                room = Room(s, sheet, scheme)
            found += room.offers(s, formation, shifts, grounds[formation])
        elif grounds[formation].issuperset(here):
            found += in_place
    return found


class Room:
    """[15.4] What changes a piece has room for where it stands: those that need another square, or give one up."""

    def __init__(self, s: Battle, sheet: Sheet, scheme: Scheme) -> None:
        self.sheet = sheet
        self.scheme = scheme
        self.shut = sheet.taken | orders.out_of_bounds(s, scheme, sheet.rein)
        if _wary(s, sheet, scheme):
            self.shut |= sheet.zone
        self.doubts = orders.doubts(s, scheme, sheet.rein)  # of each square: who keeps it alone may yet be forbidden to
        if sheet.bound is not None:
            post = s.pieces[scheme.piece].post
            self.doubts = [doubt or sq not in post for doubt, sq in zip(self.doubts, scheme.squares, strict=True)]
        self.free = True not in self.doubts

    def offers(self, s: Battle, formation: int, shifts: list[Shift], ground: frozenset[int]) -> list[Action]:
        """The changes to a front or formation."""
        found = []
        here, shut, free = self.scheme.squares, self.shut, self.free
        firm = ground.issuperset(here)
        for kept, fresh, named in shifts:
            sq = here[0] + fresh if fresh else here[kept]
            if fresh and (sq not in ground or shut & BITS[sq]):
                continue
            if not firm and (kept == ALL or here[kept] not in ground):
                continue
            if free or (kept == ALL and not fresh) or not self.doubts[max(kept, 0)] or self._may(s, (here[kept], sq)):
                found.append(formed(formation, sq) if named is None else named)
        return found

    def _may(self, s: Battle, squares: Squares) -> bool:
        return _place_ban(s, self.sheet, self.scheme, squares) is None


def payable(scheme: Scheme, cost: int) -> bool:
    """[15.2] [15.3] Within the points left; or, if dearer than the whole allowance, as the only thing of the turn."""
    most, least = purse(scheme)
    return cost <= most or least <= cost < NEVER


def purse(scheme: Scheme) -> tuple[int, int]:
    """[15.2] [15.3] What can be paid for: what costs at most so much, nothing in any case, or at least so much."""
    if scheme.whole:
        return 0, NEVER
    one, other = scheme.spent
    spent = one if one > other else other
    return (scheme.limit - spent if scheme.limit > spent else 0), NEVER if spent else scheme.allowance + 1


def room_for(s: Battle, sheet: Sheet, scheme: Scheme, change: Change) -> bool:
    """[15.4] The squares of the new formation are free and passable for it."""
    if not sheet.grounds[change.formation].issuperset(change.squares):
        return False
    return not sheet.taken & mask_of(change.fresh)


def change_ban(s: Battle, sheet: Sheet, scheme: Scheme, change: Change) -> Reason | None:
    """[15.4] Why a change of front or formation may not be made: room, what its order forbids, an enemy ZOC."""
    if not room_for(s, sheet, scheme, change):
        return ("15.4", "change_room", (scheme.piece,))
    if change.squares == scheme.squares:
        return None
    found = _place_ban(s, sheet, scheme, change.squares)
    if found is None and _wary(s, sheet, scheme) and _enters_zone(sheet, scheme, change):
        found = ("20.6", "wary", (scheme.piece,))
    return found


def _place_ban(s: Battle, sheet: Sheet, scheme: Scheme, squares: Squares) -> Reason | None:
    """[18] Why its order forbids a change that would leave a piece on these squares."""
    found = orders.change_ban(s, scheme, squares, sheet.rein)
    if found is None and sheet.bound is not None:
        found = orders.post_ban(s, scheme, squares, sheet.bound[0])
    return found


def _enters_zone(sheet: Sheet, scheme: Scheme, change: Change) -> bool:
    return bool(sheet.zone & mask_of(change.fresh))


def halt_ban(s: Battle, side: int, sheet: Sheet, draft: Draft, scheme: Scheme) -> Reason | None:
    """Why a plan may not end as it stands."""
    if sheet.friends & mask_of(scheme.squares):
        return ("20.8", "ends_on_friend", (scheme.squares[0],))
    if scheme.formation == OPEN and len(scheme.squares) == 2:
        if scheme.squares[0] == scheme.squares[1]:
            return ("20.8", "ends_on_friend", (scheme.squares[0],))
        if distance(scheme.squares[0], scheme.squares[1]) > SISTERS:  # [8.4]
            return ("13.7", "sisters", (scheme.piece, SISTERS))
    found = orders.end_ban(s, scheme, sheet.planned, sheet.rein.order)
    return _leaves_support(s, sheet, draft, scheme) if found is None and sheet.planned else found


def _leaves_support(s: Battle, sheet: Sheet, draft: Draft, scheme: Scheme) -> Reason | None:
    """[18.7] Nobody marches away from a support whose plan is written already and would end too far from him then."""
    for written in _planned_supports(s, draft, scheme.piece):
        there = sheet.planned | {scheme.piece: scheme.squares}
        if orders.support_ban(s, written, there) and not orders.support_ban(s, written, sheet.planned):
            return ("18.7", "leaves_support", (scheme.piece, written.piece))
    return None


def _planned_supports(s: Battle, draft: Draft, piece: int) -> list[Scheme]:
    """[18.7] The plans written already of those who back the group of a piece."""
    own = s.pieces[piece].group
    return [
        written for p, written in draft.schemes.items() if s.group_of(p).supports == own and s.order_of(p) == SUPPORT
    ]


# writing


def add_step(s: Battle, sheet: Sheet, scheme: Scheme, unit: int, goal: int) -> None:
    """Write a step down."""
    moving = scheme.squares if unit < 0 else (scheme.squares[unit],)
    goals = stepped(moving, goal - moving[0])
    take_stride(sheet, scheme, unit, (goal, goals, sheet.cost(s, scheme, moving, goals), mask_of(goals)))


def take_stride(sheet: Sheet, scheme: Scheme, unit: int, stride: Stride) -> None:
    """Write down a step that is known with its cost."""
    goal, goals, cost, there = stride
    before = scheme.squares
    if unit < 0:
        scheme.squares = goals
    else:
        scheme.squares = (goal, before[1]) if unit == 0 else (before[0], goal)
        before = (before[unit],)
    place = max(unit, 0)
    scheme.spent[place] += cost
    if sheet.zone & there:
        scheme.stopped[place] = True
    _note(scheme, True, unit, goals, before, scheme.formation)


def add_change(s: Battle, scheme: Scheme, change: Change, cost: int) -> None:
    """[15.2] Write a change down: the new formation's allowance may leave fewer points."""
    spent = max(scheme.spent)
    if spent + cost > scheme.limit and cost > 0:
        scheme.whole = True
        spent = scheme.allowance
    else:
        spent += cost
    scheme.spent = [spent, spent]
    if True in scheme.stopped:
        scheme.stopped = [True, True]
    before, was = scheme.squares, scheme.formation
    scheme.squares, scheme.formation, scheme.facing = change.squares, change.formation, change.facing
    scheme.limit = min(scheme.limit, allowance(s, scheme.piece, change.formation))
    _note(scheme, False, -1, change.squares, before, was)


def _note(scheme: Scheme, step: bool, unit: int, squares: Squares, before: Squares, was: int) -> None:
    spent = scheme.spent[unit] if unit > 0 else scheme.spent[0]
    done = HOUR if 0 < scheme.allowance <= spent else HOUR * spent // max(1, scheme.allowance)
    scheme.acts.append(Act(step, unit, squares, scheme.formation, scheme.facing, spent, done, before, was))


def new_scheme(s: Battle, piece: int) -> Scheme:
    p = s.pieces[piece]
    return Scheme(piece, p.squares, p.formation, p.facing, allowance(s, piece, p.formation))


# supports that must come up


def bound_supports(s: Battle, side: int, draft: Draft) -> list[int]:
    """[18.7] Supports too far from their group that have not been planned and could come nearer."""
    return [p for p in _backing(s, side) if p not in draft.schemes and must_close(s, side, draft, p)]


def has_bound_support(s: Battle, side: int, draft: Draft) -> bool:
    """[18.7] Whether there is one: the first will do."""
    left_behind, backed = _left_behind(s, side)
    if not backed:
        return False
    moving = not backed.isdisjoint(draft.schemes)  # those who back them may have to come up, too
    far = _backing(s, side) if moving else left_behind
    return any(p not in draft.schemes and must_close(s, side, draft, p) for p in far)


@found_once
def _backing(s: Battle, side: int) -> list[int]:
    """[18.7] The supports among those who move at this step."""
    return [p for p in movers(s, side, s.step) if s.order_of(p) == SUPPORT]


@found_once
def _left_behind(s: Battle, side: int) -> tuple[list[int], frozenset[int]]:
    """[18.7] The supports of this step that are too far from their group as it stands, and the pieces of all groups
    that are backed by one."""
    backing = _backing(s, side)
    backed = frozenset([friend for p in backing for friend in s.members(s.group_of(p).supports)])
    return [p for p in backing if orders.support_ban(s, new_scheme(s, p), {}) is not None], backed


def must_close(s: Battle, side: int, draft: Draft, piece: int) -> bool:
    """[18.7] A support that starts too far away must end nearer, if any step brings it nearer."""
    if s.order_of(piece) != SUPPORT:
        return False
    if s.survey is None:
        return _must_close(s, side, draft, piece)
    if not _is_far(s, draft, piece, s.survey):
        return False
    key = (piece, *_moving(s, draft, piece))
    found = s.survey.closing.get(key)
    if found is None:
        found = s.survey.closing[key] = _must_close(s, side, draft, piece)
    return found


def _moving(s: Battle, draft: Draft, piece: int) -> list[tuple[int, Squares]]:
    """What a support must heed of the plans of its friends: where they go, and if they back it themselves."""
    pieces, own = s.pieces, s.pieces[piece].group
    return [
        (p, done.squares)
        for p, done in draft.schemes.items()
        if p != piece and (done.squares != pieces[p].squares or s.group_of(p).supports == own)
    ]


def _is_far(s: Battle, draft: Draft, piece: int, known: Survey) -> bool:
    """[18.7] Whether a support would end its movement too far from its group if it stayed."""
    schemes = draft.schemes
    key = (piece, *[schemes[p].squares for p in s.members(s.group_of(piece).supports) if p in schemes])
    found = known.far.get(key)
    if found is None:
        scheme = new_scheme(s, piece)
        found = known.far[key] = orders.support_ban(s, scheme, ends(draft, scheme)) is not None
    return found


def _must_close(s: Battle, side: int, draft: Draft, piece: int) -> bool:
    scheme = new_scheme(s, piece)
    if orders.support_ban(s, scheme, ends(draft, scheme)) is None:
        return False
    sheet = Sheet(s, side, draft, scheme)
    for unit in steppers(scheme):
        for goal in open_steps(s, sheet, scheme, unit):
            ahead = new_scheme(s, piece)
            add_step(s, sheet, ahead, unit, goal)
            if halt_ban(s, side, sheet, draft, ahead) is None:
                return True
    return False


@found_once
def in_contact(s: Battle, piece: int) -> bool:
    """[12.1] Next to an enemy combat unit."""
    squares, enemy = s.pieces[piece].squares, 1 - side_of(piece)
    return any([s.arm(p) != DECOY and adjacent(squares, s.pieces[p].squares) for p in s.within(squares, enemy, 1)])
