"""Rulebook 37.4 and 37.5: retreats and routs; 12.2, 14.8 and 35.2: who runs into an enemy ZOC."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.board.squares import nearest
from grognard.games.merde.damage import disorder, pass_through, wipe_out
from grognard.games.merde.frames import Question
from grognard.games.merde.lexicon import DONE, LINE, MARCH, OPEN, make
from grognard.games.merde.motion import NEVER, allowance, fortress_full, leaves_cover, step_cost, stepped
from grognard.games.merde.pieces import Squares
from grognard.games.merde.resolve import enter_square
from grognard.games.merde.state import MOVING, Battle
from grognard.games.merde.world import side_of
from grognard.kernel.action import Action

GONE = -1  # off the board, or into the enemy's hands


class Way(NamedTuple):
    """A way back: where the piece stands after each step, what it has spent, how straight it was."""

    squares: Squares
    spent: int
    straight: int
    path: tuple[Squares, ...]


class Retreat(NamedTuple):
    """What a forced move comes to: the ways among which its owner chooses; or its fate where there are none."""

    ways: list[Way]
    fate: str  # "go", "stay", "zone" (into an enemy ZOC), "off" (off the board), "trapped"


def backwards(side: int) -> tuple[int, int, int]:
    """The three steps towards the own edge, the straight one first."""
    down = -64 if side == 0 else 64
    return (down, down - 1, down + 1)


def plan_retreat(s: Battle, piece: int, rout: bool) -> Retreat:
    """[37.4] [37.5] Where a piece that must go back may end."""
    side = side_of(piece)
    p = s.pieces[piece]
    formation = MARCH if rout and s.is_regiment(piece) else p.formation
    start = _gather(s, piece) if rout and len(p.squares) == 2 else p.squares
    points = allowance(s, piece, formation)
    zone, enemies = s.zoc(1 - side), s.held(1 - side)
    found = _search(s, piece, formation, Way(start, 0, 0, (start,)), points, zone, enemies, rout)
    friends = _friends(s, piece)
    ends = [end for end in [_last_free(way, friends) for way in found.ends] if end is not None]
    if ends:
        return Retreat(_best(s, side, ends), "go")
    if found.leaving:
        return Retreat([], "off")
    caught = [way for way in found.caught if not any(friends >> sq & 1 for sq in way.squares)]
    if caught:
        return Retreat(_best(s, side, caught), "zone")
    return Retreat([], "trapped" if rout else "stay")


def _gather(s: Battle, piece: int) -> Squares:
    """[15.4] A regiment that runs gathers in the square of the battalion nearer to its own edge."""
    squares = s.pieces[piece].squares
    side = side_of(piece)
    return (min(squares, key=lambda sq: (s.world.forward(side, sq), sq)),)


class Ways(NamedTuple):
    """[14.8] Ways to the end of the points that enter no enemy ZOC, those that must, and whether a rout leaves the
    board."""

    ends: list[Way]
    caught: list[Way]
    leaving: bool


def _search(s: Battle, piece: int, formation: int, start: Way, points: int, zone: int, enemies: int,
            rout: bool) -> Ways:  # fmt: skip
    """Every way back, step by step."""
    layer, leaving = [start], False
    ends: list[Way] = []
    caught: list[Way] = []
    while layer:
        following: dict[Squares, Way] = {}
        for way in layer:
            children = _children(s, piece, formation, way, points, zone, enemies)
            if not children:
                off = rout and s.world.forward(side_of(piece), way.squares[0]) == 0 and way.spent < points
                leaving = leaving or off
                into = _children(s, piece, formation, way, points, 0, enemies)
                caught += into
                if len(way.path) > 1 and not off and not into:
                    ends.append(way)
            for child in children:
                known = following.get(child.squares)
                if known is None or (child.spent, -child.straight) < (known.spent, -known.straight):
                    following[child.squares] = child
        layer = list(following.values())
    return Ways(ends, caught, leaving)


def _children(s: Battle, piece: int, formation: int, way: Way, points: int, zone: int, enemies: int) -> list[Way]:
    found = []
    for number, vector in enumerate(backwards(side_of(piece))):
        goals = stepped(way.squares, vector)
        fitting = _fits(s, piece, formation, way, goals, points, zone, enemies)
        if fitting is None and len(goals) == 2:
            for at, goal in zip(way.squares, goals, strict=True):
                single = Way((at,), way.spent, way.straight, way.path)
                fitting = fitting or _fits(s, piece, MARCH, single, (goal,), points, zone, enemies)
        if fitting is not None:
            straight = fitting.straight + (number == 0)
            found.append(fitting._replace(straight=straight))
    return found


def _fits(s: Battle, piece: int, formation: int, way: Way, goals: Squares, points: int, zone: int,
          enemies: int) -> Way | None:  # fmt: skip
    if not s.world.field.has_all(goals) or any((enemies | zone) >> sq & 1 for sq in goals):
        return None
    cost = step_cost(s, piece, formation if len(goals) == 2 or formation != LINE else MARCH, way.squares, goals)
    if cost >= NEVER or way.spent + cost > points or any(fortress_full(s, piece, sq) for sq in goals):
        return None
    return Way(goals, way.spent + cost, way.straight, (*way.path, goals))


def _friends(s: Battle, piece: int) -> int:
    held = 0
    for p in s.alive(side_of(piece)):
        if p != piece:
            for sq in s.pieces[p].squares:
                held |= 1 << sq
    return held


def _last_free(way: Way, friends: int) -> Way | None:
    """[37.4] The move ends on a free square: the last one of the way."""
    path = way.path
    while len(path) > 1 and any(friends >> sq & 1 for sq in path[-1]):
        path = path[:-1]
    return None if len(path) == 1 else way._replace(squares=path[-1], path=path)


def _best(s: Battle, side: int, ways: list[Way]) -> list[Way]:
    """[37.4] The ways that end farthest from enemies, then the straightest; one for each square."""
    enemies = [s.pieces[p].squares for p in s.troops(1 - side)]

    def worth(way: Way) -> tuple[int, int]:
        return (min([nearest(way.squares, squares) for squares in enemies], default=99), way.straight)

    top = max([worth(way) for way in ways])
    by_square: dict[int, Way] = {}
    for way in ways:
        if worth(way) == top:
            by_square.setdefault(way.squares[0], way)
    return list(by_square.values())


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
        found = plan_retreat(state, self.piece, self.rout)
        if self.rout and found.fate == "zone":
            return ()
        return [make("retreat", way.squares[0]) for way in found.ways]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        found = plan_retreat(state, self.piece, self.rout)
        way = next(way for way in found.ways if way.squares[0] == action.args[0])
        go_back(state, self.piece, self.rout, way, found.fate == "zone")

    def finish(self, state: Battle) -> None:
        """There is no way: it stays, leaves the field or is lost."""
        if not state.pieces[self.piece].squares:
            return
        fate = plan_retreat(state, self.piece, self.rout).fate
        if fate == "off":
            state.emit("leaves_field", self.piece)
            state.remove(self.piece)
        elif fate in ("trapped", "zone"):
            state.emit("trapped" if fate == "trapped" else "run_down", self.piece)
            state.remove(self.piece)
        else:
            state.pieces[self.piece].retreated = True
            state.emit("cannot_retreat", self.piece)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.piece,)


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
    p.squares = way.squares
    p.retreated = True
    p.shelled = 0
    if s.is_regiment(piece):
        if rout or (len(way.squares) == 1 and p.formation in (LINE, OPEN) and len([m for m in p.men if m]) == 2):
            p.formation = MARCH
        p.facing = (s.world.ahead[side] + 2) % 4 if rout else s.world.ahead[side]
        if p.formation == LINE and len(p.squares) == 2 and abs(p.squares[0] - p.squares[1]) != 1:
            p.squares, p.formation = p.squares[:1], MARCH  # it faced along the field: it gathers in one square
    s.tell_of(piece, "routs_to" if rout else "falls_back_to", piece, start, way.squares[0])
    for squares in way.path[1:]:
        for sq in squares:
            enter_square(s, piece, sq)
    if zone and not p.hand:
        s.emit("surrenders", piece)
        s.remove(piece)


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
        s.emit("shaken", s.muster(p.group))
    s.push(GoBack(piece, True))


def fall_back(s: Battle, piece: int) -> None:
    """[37.4] A regiment goes back in order; the rest of its group may go with it."""
    if s.pieces[piece].squares and not s.pieces[piece].routed:
        s.tell_of(piece, "falls_back", piece)
        s.push(GoBack(piece, False), FollowBack(piece))


def destroy(s: Battle, piece: int) -> None:
    if s.pieces[piece].squares:
        wipe_out(s, piece)


class FollowBack(Question):
    """[37.4] The rest of the group may go back with a regiment that falls back."""

    rule = "37.4"

    def __init__(self, piece: int) -> None:
        super().__init__(side_of(piece))
        self.piece = piece

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.piece)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        found = []
        for p in state.members(state.pieces[self.piece].group):
            q = state.pieces[p]
            busy = state.clash is not None and p in state.clash.pieces
            if p != self.piece and state.is_regiment(p) and not q.routed and not q.retreated and not busy:
                found.append(make("follow", p))
        return [*found, DONE] if found else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "follow":
            state.push(GoBack(action.args[0], False), self)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.piece,)
