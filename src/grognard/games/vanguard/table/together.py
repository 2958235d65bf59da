"""[9.1] A stack or a whole formation sent by one gesture: each keeps its place; who cannot says why.

All that a plan does is played first, action by action, in a match that the side imagines: so it holds only what the
rules allow, in an order in which they allow it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.games.vanguard.rules.fog import places
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.next_mover import MoveLeader, MoveUnits
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.table.barrier import barrier
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.table.prospect import prospects, radii
from grognard.games.vanguard.table.shortcuts import Trip, trips
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.roster import SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.match import Match
from grognard.kernel.wire import Company, JointPlan, Mover, Option, Together

FULL: Final = 240  # actions of one gesture
ASTRAY: Final = 2  # so far from its place a piece may end and still be of use there

Asking = MoveUnits | MoveLeader


def asking(s: Battle, side: int) -> Asking | None:
    """The question of who moves next, if it is put to the side."""
    frame = s.agenda[-1] if s.agenda else None
    return frame if isinstance(frame, MoveUnits | MoveLeader) and frame.side == side else None


def movable(s: Battle, frame: Asking) -> list[int]:
    return [action.args[0] for action in frame.options(s, frame.side) if action.verb == "move"]


def companies(face: Seen) -> list[Company]:
    """The formations of those who may move now."""
    s, pen = face.state, face.pen
    frame = asking(s, face.side)
    if frame is None:
        return []
    by_formation: dict[int, list[int]] = {}
    for u in movable(s, frame):
        by_formation.setdefault(s.world.roster.formation_of[u], []).append(u)
    return [_company(s, f, units, pen) for f, units in by_formation.items()]


def _company(s: Battle, f: int, units: list[int], pen: Pen) -> Company:
    ids = s.world.roster.ids
    led = len([u for u in units if s.world.leaders >> u & 1])
    order = pen.order(s.orders[f]) if f >= 0 else ""
    note = pen("note.party_led" if led and led < len(units) else "note.party", len(units) - led or led, order, led)
    label = pen.formation(f) if f >= 0 else pen.unit(units[0])
    name = s.world.roster.formations[f] if f >= 0 else ids[units[0]]
    return Company(id=name, label=label, note=note, units=[ids[u] for u in units], picture=name if f >= 0 else None)


def together(face: Seen, match: Match, units: list[str], base: str, goal: str) -> Together | None:
    """Where these pieces may go together; with a goal, what each of them does."""
    s = face.state
    frame = asking(s, face.side)
    if frame is None:
        return None
    ids = s.world.roster.ids
    sent = [u for u in movable(s, frame) if ids[u] in units]
    if not sent:
        return Together(units=[], goals=[])
    first = next((u for u in sent if ids[u] == base), next((u for u in sent if s.at[u] >= 0), sent[0]))
    found = Together(units=[ids[u] for u in sent], goals=goals(face, frame, sent, first))
    h = s.world.grid.by_name.get(goal)
    if h is not None:
        found.plan = Errand(face, match, sent, first, h).plan()
    return found


# where to


def set_out(s: Battle, frame: Asking, u: int) -> Move:
    """The move of one piece as the question would begin it."""
    return frame.set_out(s, u) if isinstance(frame, MoveUnits) else begin_move(s, 1 << u)


def reach(s: Battle, frame: Asking, u: int) -> dict[int, Trip]:
    move = set_out(s, frame, u)
    return trips(s, move, Ways(s, move))


def shifted(s: Battle, u: int, first: int, goal: int) -> int:
    """The place of a piece when another has come to the goal; -1: off the map. Who is to come in comes to the goal."""
    grid = s.world.grid
    if s.at[u] < 0 or s.at[first] < 0:
        return goal
    h = s.at[u] + goal - s.at[first]  # in axial order the same step is the same sum everywhere
    inside = 0 <= h < len(grid.names) and grid.names[h]
    return h if inside and grid.distance(s.at[u], h) == grid.distance(s.at[first], goal) else -1


def goals(face: Seen, frame: Asking, sent: list[int], first: int) -> list[Option]:
    """The hexes to which the first may be sent so that at least half of them come to their places."""
    s = face.state
    count: dict[int, int] = {}
    prices: dict[int, str] = {}
    for u in sent:
        for h, trip in reach(s, frame, u).items():
            goal = shifted(s, first, u, h) if s.at[u] >= 0 else h
            if goal >= 0 and goal != s.at[first]:
                count[goal] = count.get(goal, 0) + 1
                prices[goal] = face.pen.points(trip.spent[0])
    zone = 0 if s.world.leaders >> first & 1 else s.zoc(1 - face.side)
    enemies = places(s, s.world.of_side[1 - face.side])
    enough = [h for h, n in sorted(count.items()) if 2 * n >= len(sent) and not enemies >> h & 1]
    return [_goal(face, h, count[h], len(sent), prices[h], bool(zone >> h & 1)) for h in enough]


def _goal(face: Seen, h: int, follow: int, all_: int, price: str, engaged: bool) -> Option:
    pen, name = face.pen, face.state.world.grid.names[h]
    alone = all_ == 1
    return Option(
        action=f"together {name}",
        label=pen("label.whole_move", pen.place(h), price)
        if alone
        else pen("label.together", pen.place(h), follow, all_),
        verb="together",
        group="place",
        place=name,
        tag=price if alone else f"{follow}/{all_}",
        price=engaged,
    )


# what each of them does


class Fate(NamedTuple):
    """What became of one: the way it went, what it spent, and why it did not come to its place."""

    u: int
    path: tuple[int, ...]
    spent: int
    why: tuple[str, str] | None  # rule and sentence


class Errand:
    """Several pieces on their way, one after the other."""

    def __init__(self, face: Seen, match: Match, sent: list[int], first: int, goal: int) -> None:
        self.face = face
        self.pen = face.pen
        self.match = match
        self.seat = SIDES[face.side]
        self.sent = sent
        self.goal = goal
        self.wanted = {u: shifted(face.state, u, first, goal) for u in sent}
        self.actions: list[str] = []

    @property
    def s(self) -> Battle:
        state = self.match.state
        assert isinstance(state, Battle)
        return state

    def plan(self) -> JointPlan | None:
        """None where nobody goes."""
        start = self.face.state
        fates = [self._send(u) for u in self._order()]
        gone = [fate for fate in fates if fate.path]
        if not gone:
            return None
        names = start.world.grid.names
        return JointPlan(
            id=f"together {names[self.goal]}",
            action=f"together {names[self.goal]}",
            verb="together",
            group="place",
            place=names[self.goal],
            label=self._label(gone),
            why=self._sum(fates),
            actions=self.actions,
            path=[],
            movers=[self._mover(start, fate) for fate in fates],
            areas=radii(self.face, self.s, self.sent),
            prospects=prospects(self.face, self.s, self.sent),
        )

    def _label(self, gone: list[Fate]) -> str:
        if len(self.sent) == 1:
            return self.pen("label.whole_move", self.pen.place(gone[0].path[-1]), self.pen.points(gone[0].spent))
        key = "label.move_all" if len(gone) == len(self.sent) else "label.move_some"
        return self.pen(key, len(gone), len(self.sent))

    def _sum(self, fates: list[Fate]) -> str | None:
        """How many do not come to their places; each of them says why beside his name."""
        if len(self.sent) == 1:
            return fates[0].why[1] if fates[0].why else None
        short = [fate for fate in fates if fate.why]
        return self.pen("note.left_behind", len(short)) if short else None

    def _mover(self, start: Battle, fate: Fate) -> Mover:
        names, at = start.world.grid.names, start.at[fate.u]
        way = [names[h] for h in fate.path]
        return Mover(
            unit=start.world.roster.ids[fate.u],
            path=[names[at], *way] if at >= 0 and way else way,
            tag=self.pen("note.spent", self.pen.points(fate.spent), self.pen.points(start.world.roster.pm[fate.u]))
            if way
            else None,
            why=fate.why[1] if fate.why else None,
            rule=fate.why[0] if fate.why else None,
        )

    def _order(self) -> list[int]:
        """Who comes beneath the enemy's guns goes last, for then he may answer; else the foremost first."""
        s, distance = self.face.state, self.face.state.world.grid.distance
        zone = s.zoc(1 - self.face.side)

        def key(u: int) -> tuple[bool, int]:
            h = self.wanted[u]
            return h >= 0 and bool(zone >> h & 1), distance(s.at[u], self.goal) if s.at[u] >= 0 else 99

        return sorted(self.sent, key=key)

    def _send(self, u: int) -> Fate:
        """One of them, as far as the rules let him."""
        name = self.s.world.roster.ids[u]
        frame = asking(self.s, self.face.side)
        if frame is None:
            return self._stays(u, "9.1", "note.enemy_answers")
        refused = self.match.why_not(self.seat, f"move {name}")
        if refused:
            return Fate(u, (), 0, (refused[0].rule, refused[0].say(self.face.language)))
        found = reach(self.s, frame, u)
        end = self._end(u, found)
        if end < 0 or len(self.actions) > FULL - len(found[end].actions):
            return Fate(u, (), 0, self._why(u, frame, found))
        keeps = end == self.wanted[u] or self.s.at[u] < 0  # who comes in has no place yet
        why = None if keeps else self._why(u, frame, found)
        trip = found[end]
        for action in (f"move {name}", *trip.actions, "stop"):
            self._play(action)
        return Fate(u, trip.path, trip.spent[0], why)

    def _play(self, action: str) -> None:
        """Play an action; one that was the only answer has been given unasked."""
        if not self.match.why_not(self.seat, action):
            self.match.play(self.seat, action)
            self.actions.append(action)

    def _end(self, u: int, found: dict[int, Trip]) -> int:
        """Its place, or the nearest to it that is nearer than where it stands."""
        want, s = self.wanted[u], self.s
        if want in found or want < 0:
            return want
        distance = s.world.grid.distance
        here = distance(s.at[u], want) if s.at[u] >= 0 else 99
        near = [h for h in found if distance(h, want) < here]
        best = min(near, key=lambda h: (distance(h, want), found[h].cost), default=-1)
        return best if best >= 0 and (s.at[u] < 0 or distance(best, want) <= ASTRAY) else -1

    def _stays(self, u: int, rule: str, key: str) -> Fate:
        return Fate(u, (), 0, (rule, self.pen(key)))

    def _why(self, u: int, frame: Asking, found: dict[int, Trip]) -> tuple[str, str]:
        """What keeps a piece from its place."""
        s, want, pen = self.s, self.wanted[u], self.pen
        if want < 0:
            return "9.1", pen("note.place_off_map")
        rule, key, args = barrier(Ways(s, set_out(s, frame, u)), want, found)
        return rule, pen(f"refusal.{key}", *args)
