"""Rulebook 20.5 to 20.10: both plans happen together, action by action, in the order of their times."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from grognard.board.squares import behind, distance, mask_of
from grognard.games.merde.rules import orders
from grognard.games.merde.rules.combat.damage import disorder, pass_through
from grognard.games.merde.rules.motion import SISTERS, leaves_cover
from grognard.games.merde.rules.sight import look_around
from grognard.games.merde.rules.victory import capture_cic, check_victory, take_flag
from grognard.games.merde.world.lexicon import GENERALS, LIMBERED, MARCH, MOVE_COLUMN, OPEN, UNLIMBERED
from grognard.games.merde.world.pieces import Act, Scheme, Squares, begun
from grognard.games.merde.world.state import NO_PIECES, Battle
from grognard.games.merde.world.world import ARTILLERY, DECOY, side_of

FIRST_GENERAL = 1000


class Mover:
    """A piece, or one battalion in open order, that carries out its part of a plan."""

    def __init__(self, s: Battle, scheme: Scheme, unit: int, zone: int | None = None) -> None:
        p = s.pieces[scheme.piece]
        self.piece = scheme.piece
        self.front = p.facing  # [20.6] R-20d: as it was when the plan began
        zone = s.zoc(1 - side_of(scheme.piece)) if zone is None else zone
        self.held = _touches(zone, begun(p, unit))
        self.unit = unit
        self.acts = [act for act in scheme.acts if act.unit == unit]
        self.next = 0
        self.stepped = False
        self.past: list[tuple[Squares, int, int]] = []  # squares, formation, facing before each step or wheel

    @property
    def act(self) -> Act | None:
        return self.acts[self.next] if self.next < len(self.acts) else None

    def steps_at(self, time: int) -> bool:
        """Whether what comes next is a step of this time."""
        if self.next >= len(self.acts):
            return False
        act = self.acts[self.next]
        return act.step and act.time == time

    def cut(self) -> None:
        """The rest of the plan is not carried out."""
        self.acts = self.acts[: self.next]

    def stop(self) -> None:
        """[20.10] No further steps; changes that follow immediately are still made."""
        last = self.next
        while last < len(self.acts) and not self.acts[last].step:
            last += 1
        self.acts = self.acts[:last]


class Zones:
    """[12.1] The ZOCs of both sides while plans are carried out: who does not move keeps his.

    ``known``: those found already as the field stands.
    """

    def __init__(self, s: Battle, known: dict[int, int]) -> None:
        self.s = s
        self.moving: set[int] = set()  # the sides that do
        self.known = known

    def of(self, side: int) -> int:
        if side in self.moving:
            return self.s.zoc(side)
        if side not in self.known:
            self.known[side] = self.s.zoc(side)
        return self.known[side]


def _touches(mask: int, squares: Squares) -> bool:
    """Whether any of some squares lies in a mask."""
    return bool(mask & mask_of(squares))


def resolve(s: Battle, known: dict[int, int]) -> None:
    """[20.5] Show both plans and carry them out; ``known``: ZOCs by side, before anybody moves."""
    zones = Zones(s, known)
    movers = _movers(s, zones)
    _ride(s)
    if movers:
        zones.moving = {side_of(mover.piece) for mover in movers}
        _carry_out(s, movers, zones)
    for side in (0, 1):
        _close_up(s, side)
    look_around(s)
    check_victory(s)


def _close_up(s: Battle, side: int) -> None:
    """[18.3] Groups in column near the enemy take their attack columns."""
    pieces = s.pieces
    able = [p for p in s.world.closing[side] if pieces[p].formation == MARCH and pieces[p].squares]
    marching = [p for p in able if s.group_of(p).order == MOVE_COLUMN]
    enemies = s.around(1 - side, orders.NEAR) if marching else 0
    for piece in marching:
        orders.close_up(s, piece, enemies)


def _carry_out(s: Battle, movers: list[Mover], zones: Zones) -> None:
    """[20.5] Time after time: steps first, then changes."""
    times = sorted({act.time for mover in movers for act in mover.acts})
    for time in times:
        stepping = [m for m in movers if m.steps_at(time)]
        if stepping:
            _steps(s, stepping, zones)
        _stop_in_zones(s, movers, zones)
        _changes(s, movers, time)
        look_around(s)
    _settle(s, movers)
    for mover in movers:
        p = s.pieces[mover.piece]
        p.spent = max([p.spent, *[act.spent for act in mover.acts]])


def _movers(s: Battle, zones: Zones) -> list[Mover]:
    """Side A first, in the order in which the pieces are listed. Who changes to open order moves by battalions then."""
    found = []
    for side in (0, 1):
        draft = s.drafts[side]
        if not draft.schemes:
            continue
        zone = zones.of(1 - side) if any([scheme.acts for scheme in draft.schemes.values()]) else 0
        for p in sorted(draft.schemes):
            scheme = draft.schemes[p]
            s.pieces[p].allowance = max(s.pieces[p].allowance, scheme.allowance)
            if not scheme.acts:
                continue
            s.tell_of(p, "marches", p, s.pieces[p].squares[0], scheme.squares[0])
            if any(act.unit >= 0 for act in scheme.acts):
                found += [Mover(s, scheme, 0, zone), Mover(s, scheme, 1, zone)]
            found.append(Mover(s, scheme, -1, zone))
    return found


def _ride(s: Battle) -> None:
    """[20.12] Commanders ride; [38.2] engineers set to work."""
    for side in (0, 1):
        for who, sq in s.drafts[side].notes:
            if who < FIRST_GENERAL:
                s.pieces[who].trail = (sq,)
                s.tell_of(who, "works", who, sq)
                continue
            if sq >= 0:
                general = s.commander(who - FIRST_GENERAL)
                general.square, general.moved = sq, True
                s.emit("rides", who - FIRST_GENERAL, sq)


# steps


def _steps(s: Battle, movers: list[Mover], zones: Zones) -> None:
    """[20.5] All steps of one time: zones, contested squares, enemies, then they are made together."""
    movers = [m for m in movers if _as_planned(s, m)]
    against = _against(movers, zones.of)
    going = [m for m in movers if not _held_by_zone(s, m, against[side_of(m.piece)])]
    going = _contested(s, going)
    held = _against(going, s.held)
    going = [m for m in going if not _blocked(s, m, held[side_of(m.piece)])]
    crowd = _crowd(s) if going else 0
    sharing = [_shared_with(s, m, going) if _crowded(s, m, crowd) else NO_PIECES for m in going]
    for mover, friends in zip(going, sharing, strict=True):
        _take(s, mover, friends)
    for mover in going:
        _arrive(s, mover)


def _against(movers: list[Mover], squares: Callable[[int], int]) -> dict[int, int]:
    """By the sides of some movers: squares of their enemies."""
    return {side: squares(1 - side) for side in {side_of(m.piece) for m in movers}}


def _as_planned(s: Battle, mover: Mover) -> bool:
    """Whether a unit stands as its plan supposes; where the enemy has upset it the plan is cut."""
    act = mover.act
    assert act is not None
    p = s.pieces[mover.piece]
    fits = bool(p.squares) and p.formation == act.was and _from(s, mover) == act.before
    if not fits:
        mover.cut()
    return fits


def _goals(mover: Mover) -> Squares:
    act = mover.act
    assert act is not None
    return act.squares


def _from(s: Battle, mover: Mover) -> Squares:
    squares = s.pieces[mover.piece].squares
    return squares if mover.unit < 0 or len(squares) == 1 else (squares[mover.unit],)


def _held_by_zone(s: Battle, mover: Mover, zone: int) -> bool:
    """[20.6] In an enemy ZOC nobody steps, but for a first step to the rear out of all zones.

    R-20d: who was in one when the plan began still is, wherever a change has put him, and his rear is what it was then.
    """
    p = s.pieces[mover.piece]
    start, goals = _from(s, mover), _goals(mover)
    into = _touches(zone, goals)
    if not _touches(zone, start) and (mover.stepped or not mover.held):
        if p.wary and into:
            mover.cut()
            return True
        return False
    back = all(goal in behind(at, mover.front) for at, goal in zip(start, goals, strict=True))
    if mover.stepped or (p.stepped and mover.unit < 0) or into or not back:
        mover.cut()
        return True
    p.wary = True
    return False


def _contested(s: Battle, movers: list[Mover]) -> list[Mover]:
    """[20.7] Two enemies after the same square, or after each other's: the higher card goes, the other stays."""
    if len({side_of(m.piece) for m in movers}) < 2:
        return movers
    losers: list[Mover] = []
    decided: dict[int, int] = {}
    for one in movers:
        for other in movers:
            if side_of(one.piece) or not side_of(other.piece) or one in losers or other in losers:
                continue
            sq = _quarrel(s, one, other)
            if sq < 0:
                continue
            if sq not in decided:
                decided[sq] = _higher_card(s, sq)
            losers.append(one if decided[sq] == 1 else other)
    for mover in losers:
        mover.cut()
    return [m for m in movers if m not in losers]


def _quarrel(s: Battle, one: Mover, other: Mover) -> int:
    """The square two enemies quarrel about; -1 if none."""
    for sq in _goals(one):
        if sq in _goals(other):
            return sq
    if any(sq in _from(s, other) for sq in _goals(one)) and any(sq in _from(s, one) for sq in _goals(other)):
        return _goals(one)[0]
    return -1


def _higher_card(s: Battle, sq: int) -> int:
    """[20.7] Cards until they differ; the side with the higher one."""
    while True:
        first, second = s.card(), s.card()
        if first != second:
            s.emit("contested", sq, first, second, 0 if first > second else 1)
            return 0 if first > second else 1


def _blocked(s: Battle, mover: Mover, enemies: int) -> bool:
    """[20.8] A square held by an enemy is not entered."""
    if _touches(enemies, _goals(mover)):
        mover.cut()
        return True
    return False


def _shared_with(s: Battle, mover: Mover, going: list[Mover]) -> list[int]:
    """[14.7] Friends through whom it has passed: they stand where it steps from, and do not leave at the same time."""
    leaving = {m.piece for m in going}
    start = set(_from(s, mover))
    return [p for p in s.alive(side_of(mover.piece)) if p not in leaving and not start.isdisjoint(s.pieces[p].squares)]


def _take(s: Battle, mover: Mover, friends: list[int]) -> None:
    """One step is made: disorder by what is left behind, the trail, the formation of batteries."""
    piece = mover.piece
    p = s.pieces[piece]
    start, goals = _from(s, mover), _goals(mover)
    for friend in friends:
        pass_through(s, piece, friend)
    if any(leaves_cover(s, piece, p.formation, a, b) for a, b in zip(start, goals, strict=True)):
        disorder(s, piece, s.turn)
    mover.past.append((p.squares, p.formation, p.facing))
    _place(s, mover, goals)
    p.stepped = mover.stepped = True
    p.post = p.squares
    p.hauled = p.hauled or p.formation == LIMBERED
    if s.world.place_of.get(start[0]) != s.world.place_of.get(goals[0]):
        p.shelled = 0  # [39.2] outside, or in another place
    p.trail = (*p.trail, *start)
    mover.next += 1


def _place(s: Battle, mover: Mover, squares: Squares) -> None:
    p = s.pieces[mover.piece]
    if mover.unit < 0 or len(p.squares) == 1:
        p.squares = squares
    elif mover.unit == 0:
        p.squares = (squares[0], p.squares[1])
    else:
        p.squares = (p.squares[0], squares[0])


def _arrive(s: Battle, mover: Mover) -> None:
    """[20.9] Commanders met alone, [42.1] flags."""
    piece = mover.piece
    if s.arm(piece) == DECOY:
        return
    for sq in _from(s, mover):
        enter_square(s, piece, sq)


def enter_square(s: Battle, piece: int, sq: int) -> None:
    """[20.9] [42.1] [42.2] A piece comes onto a square: an enemy commander there is displaced or taken, a flag falls.

    R-42a: by whatever way it comes. Who routs takes neither.
    """
    enemy = 1 - side_of(piece)
    for g in s.world.generals[enemy]:
        general = s.generals[g]
        if general is not None and general.square == sq:
            meet_general(s, piece, g)
    if s.is_regiment(piece) and not s.world.stock(piece).company and not s.pieces[piece].routed:
        take_flag(s, piece, sq)


def meet_general(s: Battle, piece: int, general: int) -> None:
    """[20.9] A corps general is displaced three squares to his rear; [42.2] a CiC is captured by a regiment."""
    side = general // GENERALS
    if general == s.world.generals[side][0] and s.is_regiment(piece) and not s.pieces[piece].routed:
        capture_cic(s, side, piece)
        return
    displace(s, general)


def displace(s: Battle, general: int) -> None:
    """[20.9] Three squares to his rear; to the nearest square there that no enemy holds."""
    side = general // GENERALS
    back = -1 if side == 0 else 1
    here = s.commander(general).square
    wanted = here + 3 * back * 64
    rows = range(s.world.field.height)
    goal = (here & 63) + 64 * min(max(wanted >> 6, rows[0]), rows[-1])
    held, wet = s.held(1 - side), s.world.river & ~s.crossings
    free = [sq for sq in s.world.field.squares if not (held | wet) >> sq & 1]
    s.commander(general).square = min(free, key=lambda sq: (distance(sq, goal), s.world.forward(side, sq), sq))
    s.emit("displaced", general, s.commander(general).square)


# after the steps of one time


def _stop_in_zones(s: Battle, movers: list[Mover], zones: Zones) -> None:
    """[20.10] Every unit now in an enemy ZOC stops."""
    moved = [m for m in movers if m.stepped and s.pieces[m.piece].squares]
    against = _against(moved, zones.of)
    for mover in moved:
        if _touches(against[side_of(mover.piece)], _from(s, mover)):
            mover.stop()


def _changes(s: Battle, movers: list[Mover], time: int) -> None:
    """[20.5] Changes of front and formation of this time, after its steps."""
    for mover in movers:
        while mover.next < len(mover.acts):
            act = mover.acts[mover.next]
            if act.step or act.time > time:
                break
            _change(s, mover, act)
            mover.next += 1


def _change(s: Battle, mover: Mover, act: Act) -> None:
    """A change is made if its squares are still free; otherwise the plan ends here."""
    piece = mover.piece
    p = s.pieces[piece]
    if p.formation == act.was == act.formation == OPEN:
        p.facing = act.facing
        return
    if not _as_planned(s, mover):
        return
    fresh = tuple([sq for sq in act.squares if sq not in p.squares])
    if fresh and (_touches(s.held(0) | s.held(1), fresh) or (p.wary and _touches(s.zoc(1 - side_of(piece)), fresh))):
        mover.cut()  # [20.6]
        return
    if s.arm(piece) == ARTILLERY and act.formation != p.formation:
        p.changed = True
        p.hauled = p.hauled and act.formation == UNLIMBERED
    if act.squares != p.squares:
        mover.past.append((p.squares, p.formation, p.facing))
    s.reform(piece, act.squares, act.formation, act.facing)
    s.tell_of(piece, "changes", piece, act.formation, act.facing, act.squares[0])
    for sq in fresh:
        enter_square(s, piece, sq)


def _settle(s: Battle, movers: list[Mover]) -> None:
    """[20.8] Nobody ends on another: the one listed first stays, others go back to the last free square."""
    moved = [mover for mover in reversed(movers) if mover.past]
    again = bool(moved)
    while again:
        again = False
        crowd = _crowd(s)
        for mover in moved:
            if s.pieces[mover.piece].squares and mover.past and (_crowded(s, mover, crowd) or _parted(s, mover)):
                _go_back(s, mover)
                crowd = _crowd(s)
                again = True


def _crowd(s: Battle) -> int:
    """The squares in which more than one stand."""
    held = [*chain.from_iterable([p.squares for p in map(s.pieces.__getitem__, s.world.everybody)])]
    if len(set(held)) == len(held):
        return 0
    return mask_of(tuple({sq for sq in held if held.count(sq) > 1}))


def _go_back(s: Battle, mover: Mover) -> None:
    """The last step is undone, with the changes that followed it."""
    squares, formation, facing = mover.past.pop()
    p = s.pieces[mover.piece]
    if mover.unit < 0 or len(p.squares) == 1:
        s.reform(mover.piece, squares, formation, facing)
    else:
        _place(s, mover, (squares[mover.unit],))
    p.post = p.squares if mover.stepped else p.post


def _crowded(s: Battle, mover: Mover, crowd: int) -> bool:
    """Whether anybody else, or in open order its sister, stands where it does."""
    return _touches(crowd, _from(s, mover))


def _parted(s: Battle, mover: Mover) -> bool:
    """[13.7] Whether the enemy has cut the march of one battalion in open order, and the other has gone too far."""
    own = s.pieces[mover.piece].squares
    return mover.unit >= 0 and len(own) == 2 and distance(own[0], own[1]) > SISTERS
