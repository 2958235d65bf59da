"""Rulebook 37.4 and 37.5: retreats and routs; 12.2, 14.8 and 35.2: who runs into an enemy ZOC."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from grognard.board.squares import mask_of, nearest
from grognard.games.merde.rules.combat.damage import disorder, pass_through, wipe_out
from grognard.games.merde.rules.frames import Question, surveyed
from grognard.games.merde.rules.motion import NEVER, allowance, fortress_full, leaves_cover, step_cost, stepped
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.world.lexicon import DONE, LINE, MARCH, OPEN, make
from grognard.games.merde.world.pieces import ORDERED, Squares
from grognard.games.merde.world.state import MOVING, Battle, found_once
from grognard.games.merde.world.world import side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban

LEFT_COVER: Final = 1 << 64 * 64  # a bit beyond all squares: it has stepped out of cover and is disordered


class Way(NamedTuple):
    """A way back: where the piece stands after each step, what it has spent, how straight it was.

    ``wake``: as a mask, friends it has disordered, itself (``LEFT_COVER``), and flags and generals it has missed.
    """

    squares: Squares
    spent: int
    straight: int
    path: tuple[Squares, ...]
    wake: int


class Retreat(NamedTuple):
    """What a forced move comes to: the ways among which its owner chooses; or its fate where there are none."""

    ways: list[Way]
    fate: str  # "go", "stay", "zone" (into an enemy ZOC), "off" (off the board), "trapped"


def backwards(side: int) -> tuple[int, int, int]:
    """The three steps towards the own edge, the straight one first."""
    down = -64 if side == 0 else 64
    return (down, down - 1, down + 1)


class Ground(NamedTuple):
    """What a piece that goes back comes upon, as masks: enemy ZOC, enemies, friends it would disorder, prizes."""

    zone: int
    enemies: int
    friends: int
    prizes: int
    disorders: bool  # stepping out of cover disorders it


@found_once
def plan_retreat(s: Battle, piece: int, rout: bool) -> Retreat:
    """[37.4] [37.5] Where a piece that must go back may end."""
    side = side_of(piece)
    p = s.pieces[piece]
    formation = MARCH if rout and s.is_regiment(piece) else p.formation
    ground = _ground(s, piece, rout)
    together = [(sq,) for sq in p.squares] if rout else [p.squares]  # [15.4] it gathers in the square of either unit
    starts = [Way(squares, 0, 0, (squares,), ground.prizes) for squares in together]
    found = _search(s, piece, formation, starts, ground, rout)
    friends = _friends(s, piece)
    ends = [end for end in [_last_free(way, friends) for way in found.ends] if end is not None]
    if ends:
        return Retreat(_best(s, side, [_marked(s, piece, formation, ground, way) for way in ends]), "go")
    if found.leaving:
        return Retreat([], "off")
    caught = [way for way in found.caught if not friends & mask_of(way.squares)]
    if caught:
        return Retreat(_best(s, side, caught), "zone")
    return Retreat([], "trapped" if rout else "stay")


def _ground(s: Battle, piece: int, rout: bool) -> Ground:
    """[14.5] [14.7] What may come of a way back: disorder where there is none yet, flags, generals met."""
    side, p = side_of(piece), s.pieces[piece]
    ordered = p.damage == ORDERED and not rout
    friends = prizes = 0
    for friend in s.troops(side) if s.is_regiment(piece) and p.formation != OPEN else ():
        q = s.pieces[friend]
        if friend != piece and s.is_regiment(friend) and q.formation != OPEN and (ordered or q.damage == ORDERED):
            friends |= mask_of(q.squares)
    for g in s.world.generals[1 - side]:
        prizes |= 1 << s.commander(g).square if s.commander(g).square >= 0 else 0
    if not rout and s.is_regiment(piece):
        prizes |= mask_of(tuple(s.flags[1 - side]))
    return Ground(s.zoc(1 - side), s.held(1 - side), friends, prizes, ordered and s.is_regiment(piece))


class Ways(NamedTuple):
    """[14.8] Ways to the end of the points that enter no enemy ZOC, those that must, and whether a rout leaves the
    board."""

    ends: list[Way]
    caught: list[Way]
    leaving: bool


def _search(s: Battle, piece: int, formation: int, starts: list[Way], ground: Ground, rout: bool) -> Ways:
    """Every way back, step by step."""
    layer, leaving = starts, False
    points = allowance(s, piece, formation)
    ends: list[Way] = []
    caught: list[Way] = []
    while layer:
        following: dict[Squares, list[Way]] = {}
        for way in layer:
            children = _children(s, piece, formation, way, points, ground, ground.zone)
            if not children:
                off = rout and s.world.forward(side_of(piece), way.squares[0]) == 0 and way.spent < points
                leaving = leaving or off
                into = _children(s, piece, formation, way, points, ground, 0)
                caught += into
                if len(way.path) > 1 and not off and not into:
                    ends.append(way)
            for child in children:
                _keep(following.setdefault(child.squares, []), child)
        layer = [way for ways in following.values() for way in ways]
    return Ways(ends, caught, leaving)


def _keep(known: list[Way], child: Way) -> None:
    """Of the ways to the same squares, those that somebody might want."""
    if not any(_beats(way, child) for way in known):
        known[:] = [way for way in known if not _beats(child, way)]
        known.append(child)


def _beats(way: Way, other: Way) -> bool:
    """Whether nobody would take the other way: it costs no less, is no straighter and does the same or worse."""
    return way.spent <= other.spent and way.straight >= other.straight and not way.wake & ~other.wake


def _children(s: Battle, piece: int, formation: int, way: Way, points: int, ground: Ground, zone: int) -> list[Way]:
    """[37.4] One step on; [15.4] a regiment that cannot keep two squares gathers in either."""
    found = []
    for number, vector in enumerate(backwards(side_of(piece))):
        goals = stepped(way.squares, vector)
        fitting = [_fits(s, piece, formation, way, goals, points, ground, zone)]
        if fitting == [None] and len(goals) == 2:
            fitting = [
                _fits(s, piece, MARCH, way._replace(squares=(at,)), (goal,), points, ground, zone)
                for at, goal in zip(way.squares, goals, strict=True)
            ]
        found += [fit._replace(straight=fit.straight + (number == 0)) for fit in fitting if fit is not None]
    return found


def _fits(
    s: Battle, piece: int, formation: int, way: Way, goals: Squares, points: int, ground: Ground, zone: int
) -> Way | None:
    if not s.world.field.has_all(goals) or (ground.enemies | zone) & mask_of(goals):
        return None
    held = formation if len(goals) == 2 or formation != LINE else MARCH
    cost = step_cost(s, piece, held, way.squares, goals)
    if cost >= NEVER or way.spent + cost > points:
        return None
    if s.world.fortress and any([fortress_full(s, piece, sq) for sq in goals]):
        return None
    wake = _wake(s, piece, held, way.wake, (way.squares, goals), ground)
    return Way(goals, way.spent + cost, way.straight, (*way.path, goals), wake)


def _wake(s: Battle, piece: int, formation: int, wake: int, step: tuple[Squares, Squares], ground: Ground) -> int:
    """What a step does on the way, added to what was done before it."""
    goals = mask_of(step[1])
    if ground.disorders and leaves_cover(s, piece, formation, step[0][0], step[1][0]):
        wake |= LEFT_COVER
    return (wake | goals & ground.friends) & ~(goals & ground.prizes)


def _marked(s: Battle, piece: int, formation: int, ground: Ground, way: Way) -> Way:
    """The same way with the wake of what is left of it."""
    wake = ground.prizes
    for step in zip(way.path[:-1], way.path[1:], strict=True):
        wake = _wake(s, piece, formation, wake, step, ground)
    return way._replace(wake=wake)


def _friends(s: Battle, piece: int) -> int:
    held = 0
    for p in s.alive(side_of(piece)):
        if p != piece:
            held |= mask_of(s.pieces[p].squares)
    return held


def _last_free(way: Way, friends: int) -> Way | None:
    """[37.4] The move ends on a free square: the last one of the way."""
    path = way.path
    while len(path) > 1 and friends & mask_of(path[-1]):
        path = path[:-1]
    return None if len(path) == 1 else way._replace(squares=path[-1], path=path)


def _best(s: Battle, side: int, ways: list[Way]) -> list[Way]:
    """[37.4] The ways that end farthest from enemies, then the straightest; those that differ in what they do."""
    enemies = [s.pieces[p].squares for p in s.troops(1 - side)]

    def worth(way: Way) -> tuple[int, int]:
        return (min([nearest(way.squares, squares) for squares in enemies], default=99), way.straight)

    worths = [worth(way) for way in ways]
    top = max(worths)
    found: dict[tuple[Squares, int], Way] = {}
    for way, value in zip(ways, worths, strict=True):
        if value == top:
            found.setdefault((way.squares, way.wake), way)
    return list(found.values())


def choices(ways: list[Way]) -> list[tuple[Action, Way]]:
    """[37.4] The owner's answers: where a way ends; and where several end there, a square that only this one passes."""
    found: dict[str, tuple[Action, Way]] = {}
    for way in ways:
        others = [other.path for other in ways if other is not way and other.squares[0] == way.squares[0]]
        own = [squares[0] for squares in way.path[1:-1] if not any(squares in path for path in others)]
        answer = make("retreat", way.squares[0], *(own[:1] if others else ()))
        found.setdefault(answer.text, (answer, way))
    return list(found.values())


# carrying it out


class GoBack(Question):
    """[37.4] A regiment falls back, or [37.5] routs: its owner takes one of the equally good ways."""

    rule = "37.4"

    def __init__(self, piece: int, rout: bool) -> None:
        super().__init__(side_of(piece))
        self.piece = piece
        self.rout = rout

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.piece, self.rout)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        if not state.pieces[self.piece].squares:
            return ()
        found = self._planned(state)
        if self.rout and found.fate == "zone":
            return ()
        return [action for action, _ in choices(found.ways)]

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return (
            [Ban(self.rule, "no_way_back", self.unoffered(state, side, verb, *head), ())] if verb == "retreat" else ()
        )

    def apply(self, state: Battle, side: int, action: Action) -> None:
        found = self._planned(state)
        state.surveyed = None
        way = next(way for answer, way in choices(found.ways) if answer.text == action.text)
        go_back(state, self.piece, self.rout, way, found.fate == "zone")

    def finish(self, state: Battle) -> None:
        """There is no way: it stays, leaves the field or is lost."""
        if not state.pieces[self.piece].squares:
            return
        fate = self._planned(state).fate
        state.surveyed = None
        if fate == "off":
            state.emit("leaves_field", self.piece)
            state.remove(self.piece)
        elif fate in ("trapped", "zone"):
            state.emit("trapped" if fate == "trapped" else "run_down", self.piece)
            state.remove(self.piece)
        else:
            state.pieces[self.piece].retreated = True
            state.tell_of(self.piece, "cannot_retreat", self.piece)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.piece,)

    def _planned(self, state: Battle) -> Retreat:
        """The ways back, searched once: nothing changes on the field until the answer is given."""
        state.survey = surveyed(state, self)
        try:
            return plan_retreat(state, self.piece, self.rout)
        finally:
            state.survey = None


def go_back(s: Battle, piece: int, rout: bool, way: Way, zone: bool) -> None:
    """[37.4] [37.5] The move itself; [14.8] [12.2] what an enemy ZOC at its end does."""
    p = s.pieces[piece]
    side = side_of(piece)
    until = s.turn if s.phase <= MOVING else s.turn + 1
    for at, goal in zip(way.path[:-1], way.path[1:], strict=True):
        for friend in s.alive(side):
            passing = goal != way.path[-1] and any(sq in goal for sq in s.pieces[friend].squares)
            if friend != piece and passing:
                pass_through(s, piece, friend)
        if not rout and leaves_cover(s, piece, p.formation, at[0], goal[0]):
            disorder(s, piece, until)
    start = p.squares[0]
    s.go_to(piece, way.squares)
    p.retreated = True
    p.shelled = 0
    if s.is_regiment(piece):
        if rout or (len(way.squares) == 1 and p.formation in (LINE, OPEN) and len([m for m in p.men if m]) == 2):
            p.formation = MARCH
        p.facing = (s.world.ahead[side] + 2) % 4 if rout else s.world.ahead[side]
        if p.formation == LINE and len(p.squares) == 2 and abs(p.squares[0] - p.squares[1]) != 1:
            s.put(piece, p.squares[:1], MARCH, p.facing)  # it faced along the field: it gathers in one square
    s.tell_of(piece, "routs_to" if rout else "falls_back_to", piece, start, way.squares[0])
    for squares in way.path[1:]:
        for sq in squares:
            enter_square(s, piece, sq)
    if zone and not p.hand:
        s.emit("surrenders", piece)
        s.remove(piece)
    elif zone:
        p.cornered = s.sector


def rout(s: Battle, piece: int) -> None:
    """[37.5] A regiment breaks: it runs at once; [37.3] its group is shaken unless a support steps in."""
    p = s.pieces[piece]
    if not p.squares or p.routed:
        return
    p.routed = True
    s.emit("routs", piece)
    group = s.group_of(piece)
    if len([q for q in s.members(p.group) if not s.pieces[q].routed]) > 0:
        group.shaken = True
        s.tell_of_group(p.group, "shaken", s.muster(p.group))
    s.push(GoBack(piece, True))


def fall_back(s: Battle, piece: int) -> None:
    """[37.4] A regiment goes back in order; the rest of its group may go with it."""
    if s.pieces[piece].squares and not s.pieces[piece].routed:
        s.tell_of(piece, "falls_back", piece)
        s.push(GoBack(piece, False), FollowBack(piece, s.pieces[piece].squares))


def destroy(s: Battle, piece: int) -> None:
    if s.pieces[piece].squares:
        wipe_out(s, piece)


class FollowBack(Question):
    """[37.4] The rest of the group may go back with a regiment that falls back; not if it had no way to go."""

    rule = "37.4"

    def __init__(self, piece: int, start: Squares) -> None:
        super().__init__(side_of(piece))
        self.piece = piece
        self.start = start

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.piece, self.start)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        found: list[Action] = []
        if state.pieces[self.piece].squares == self.start:
            return found
        for p in state.members(state.pieces[self.piece].group):
            q = state.pieces[p]
            busy = state.clash is not None and p in state.clash.pieces
            if p != self.piece and state.is_regiment(p) and not q.routed and not q.retreated and not busy:
                found.append(make("follow", p))
        return [*found, DONE] if found else ()

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("37.4", "cannot_follow", self.unoffered(state, side, verb))] if verb == "follow" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "follow":
            state.push(GoBack(action.args[0], False), self)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.piece,)
