"""Rulebook 21: new orders, messengers and the tests they must pass; 19.3 scouts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import BITS, mask_of, ring
from grognard.games.merde.rules.frames import Secret, Then, ask, surveyed
from grognard.games.merde.rules.layout import holds_place
from grognard.games.merde.rules.orders import settle_sector
from grognard.games.merde.rules.sight import uncover
from grognard.games.merde.rules.solitaire.contingencies import fire, open_contingencies
from grognard.games.merde.world.lexicon import (
    CHANGES,
    DONE,
    GARRISON,
    GROUPS,
    LEXICON,
    MOVE_COLUMN,
    MOVE_LINE,
    MOVES,
    PASS,
    RESEQUENCES,
    RESERVE,
    SUPPORT,
    TARGETS,
    make,
)
from grognard.games.merde.world.pieces import Draft, Letter, Squares
from grognard.games.merde.world.state import LAST_NUMBER, Battle, found_once, surveying
from grognard.games.merde.world.world import ARTILLERY, DECOY, ENGINEERS
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, Verdict, all_but
from grognard.kernel.frame import Reason

BATTERY_ORDERS: Final = (GARRISON, SUPPORT, RESERVE)
ALL_ORDERS: Final = (MOVE_COLUMN, MOVE_LINE, GARRISON, SUPPORT, RESERVE)
ALL_NUMBERS: Final = tuple(range(1, LAST_NUMBER + 1))
ORDERED: Final = LEXICON.row("order", "order")
BACKS: Final = LEXICON.row("back", "group")
NUMBERED: Final = [make("number", n) for n in range(LAST_NUMBER + 1)]
WHICH: Final = 0  # stages of a change
ORDER: Final = 1
COLUMN: Final = 2
NUMBER: Final = 3
BACKED: Final = 4
SEQUENCE: Final = 5
AT_ONCE: Final = 0  # how a letter goes
BY_MESSENGER: Final = 1
NOT_AT_ALL: Final = 2


# who is addressed


def addressee(s: Battle, group: int) -> int:
    """[21.3] The corps general of a group; the CiC for groups without one, or while he is missing."""
    if s.survey is not None and group in s.survey.addressees:
        return s.survey.addressees[group]
    members = s.members(group)
    found = s.leader(members[0]) if members else s.world.generals[group // GROUPS][0]
    if s.survey is not None:
        s.survey.addressees[group] = found
    return found


def is_cic(s: Battle, general: int) -> bool:
    return general in (s.world.generals[0][0], s.world.generals[1][0])


def needs_messenger(s: Battle, general: int) -> bool:
    """[21.3] R-21b: only to a general in his front line or in the enemy half; units under the CiC need none."""
    if s.survey is not None and general in s.survey.distant:
        return s.survey.distant[general]
    found = _is_distant(s, general)
    if s.survey is not None:
        s.survey.distant[general] = found
    return found


def _is_distant(s: Battle, general: int) -> bool:
    if is_cic(s, general):
        return False
    side = s.world.officer(general).side
    at = s.commander(general).square
    return (s.world.front(side, at) and not s.world.rear(side, at)) or s.world.enemy_half(side, at)


def messengers(s: Battle, side: int) -> int:
    """[21.2] [43.1] Messengers a turn, by the level of the CiC."""
    return s.world.officer(s.world.generals[side][0]).messengers


def ride(s: Battle, side: int, goal: int) -> Squares:
    """[21.4] The shortest way from the CiC to a square, rivers by bridges only; () if there is none.

    Of several he takes one past the enemies he knows of.
    """
    wet = s.world.river & ~s.crossings
    shortest = _way(s, side, goal, wet)
    enemies = s.apparent_zoc(1 - side)
    if not enemies & mask_of(shortest):
        return shortest
    safe = _way(s, side, goal, wet | enemies)
    return safe if len(safe) == len(shortest) else shortest


def _way(s: Battle, side: int, goal: int, closed: int) -> Squares:
    """Back from the goal, ring by ring, until the CiC is reached; from there always into the first square, clockwise
    from the north, that lies a ring nearer."""
    start = s.cic(side).square
    if start == goal:
        return (start,)
    if closed >> goal & 1:
        return ()
    rings = [1 << goal]
    ground = (s.world.field.board & ~closed | 1 << start) & ~rings[0]
    while not rings[-1] >> start & 1:
        following = ring(rings[-1]) & ground
        if not following:
            return ()
        ground ^= following
        rings.append(following)
    path, near = [start], s.world.field.near
    for nearer in reversed(rings[:-1]):
        for sq in near[path[-1]]:
            if nearer & BITS[sq]:
                path.append(sq)
                break
    return tuple(path)


def reachable(s: Battle, side: int, goal: int) -> bool:
    """[21.4] Whether there is a way at all: goal and CiC are on the same bank, or he stands beside it."""
    start, wanted = s.cic(side).square, 1 << goal
    beside = ring(1 << start)
    return start == goal or any([bank & beside and bank & wanted for bank in _banks(s)])


def _banks(s: Battle) -> list[int]:
    """[21.4] The ground on which one rides without crossing a river but by bridges, piece by piece."""
    found = s.world.banks.get(s.crossings)
    if found is None:
        left = s.world.field.board & ~(s.world.river & ~s.crossings)
        found = s.world.banks[s.crossings] = []
        while left:
            reached, before = left & -left, 0
            while reached != before:
                before = reached
                reached |= ring(reached) & left
            left ^= reached
            found.append(reached)
    return found


def travel_turns(distance: int, radius: int) -> int:
    """[21.4] [10.3] Turns of a ride: as many squares a turn as the CiC's radius."""
    return max(1, -(-distance // radius))


# [21.2] writing


def standing(s: Battle, side: int) -> list[int]:
    """The groups of a side with men on the field."""
    if s.survey is None:
        joined = {s.pieces[p].group for p in s.alive(side)}
        return sorted([g for g in joined if g >= 0 and s.groups[g] is not None])
    known = s.survey.roll.standing
    found = known.get(side)
    if found is None:
        found = known[side] = sorted([g for g in s.survey.members if g // GROUPS == side and s.groups[g] is not None])
    return found


@found_once
def marching(s: Battle, side: int) -> dict[int, int]:
    """[25.1] The groups that move, by their numbers, while no order changes."""
    return _now_marching(s, side)


def _now_marching(s: Battle, side: int) -> dict[int, int]:
    found: dict[int, int] = {}
    groups = s.groups
    for g in standing(s, side):
        group = groups[g]
        if group is not None and group.order in MOVES:
            found.setdefault(group.number, g)
    return found


def open_groups(s: Battle, side: int, draft: Draft) -> list[int]:
    """[21.1] Groups that may be given a new order now."""
    means, written = at_hand(s, side, draft), [letter.group for letter in draft.letters]
    return [g for g, needed in _readers(s, side) if needed <= means and g not in written]


@found_once
def _readers(s: Battle, side: int) -> list[tuple[int, int]]:
    """[21.1] The groups that are released and to which no letter is on its way, each with what it takes to write."""
    written = [letter.group for letter in s.letters[side]]
    return [(g, way) for g, way in _ways(s, side).items() if g not in written and s.group(g).release <= s.turn]


@found_once
def _ways(s: Battle, side: int) -> dict[int, int]:
    """[21.3] How a letter comes to each group that stands."""
    readers = {g: addressee(s, g) for g in standing(s, side)}
    ways = {general: way_to(s, side, general) for general in {*readers.values()}}
    return {g: ways[general] for g, general in readers.items()}


@found_once
def way_to(s: Battle, side: int, general: int) -> int:
    """[21.2] [21.3] How a letter comes to a general: AT_ONCE, BY_MESSENGER or, without a CiC or a way, NOT_AT_ALL."""
    if s.cic(side).square < 0:
        return NOT_AT_ALL
    if not needs_messenger(s, general):
        return AT_ONCE
    return BY_MESSENGER if reachable(s, side, s.commander(general).square) else NOT_AT_ALL


def at_hand(s: Battle, side: int, draft: Draft) -> int:
    """[21.2] The best that is left to send a letter: BY_MESSENGER until the turn's messengers are used up."""
    riding = len([letter for letter in draft.letters if needs_messenger(s, letter.general)])
    return BY_MESSENGER if riding < messengers(s, side) else AT_ONCE


def may_write(s: Battle, side: int, draft: Draft, general: int) -> bool:
    """[21.2] Whether another letter to this general is within the turn's messengers."""
    return way_to(s, side, general) <= at_hand(s, side, draft)


def numbers_taken(s: Battle, side: int, draft: Draft) -> set[int]:
    """Numbers held by groups that still have men, or promised in letters."""
    return {*marching(s, side), *[letter.number for letter in [*draft.letters, *s.letters[side]] if letter.number]}


def free_numbers(s: Battle, side: int, draft: Draft, group: int) -> list[int]:
    """[21.6] Numbers a group may take: free ones, and its own."""
    taken = numbers_taken(s, side, draft)
    own = s.group(group)
    if own.order in MOVES:
        taken.discard(own.number)
    return [n for n in ALL_NUMBERS if n not in taken]


def _listeners(s: Battle, side: int) -> frozenset[int]:
    """[8.5] [18.5] [38.2] The groups of a side that can be given an order at all."""
    known = {} if s.survey is None else s.survey.roll.listeners
    found = known.get(side)
    if found is None:
        found = known[side] = frozenset([g for g in standing(s, side) if may_be_told(s, g)])
    return found


def may_be_told(s: Battle, group: int) -> bool:
    """[8.5] [18.5] [38.2] Companies, position batteries and engineers stay a garrison; all others can at least wait."""
    return not holds_place(s, s.members(group)[0])


def orders_for(s: Battle, side: int, draft: Draft, group: int) -> list[int]:
    """[18.1] [18.5] Batteries march with others or hold; a move needs a number, a support somebody to back."""
    if not may_be_told(s, group):
        return []
    possible = BATTERY_ORDERS if s.arm(s.members(group)[0]) == ARTILLERY else ALL_ORDERS
    shut = () if free_numbers(s, side, draft, group) else MOVES
    return [order for order in possible if order not in shut and (order != SUPPORT or backable(s, group))]


def backable(s: Battle, group: int) -> list[int]:
    """[18.7] Groups that a group may back: not itself, no supports, batteries, engineers or decoys."""
    found = _leading(s, group // GROUPS)[:]
    if group in found:
        found.remove(group)
    return found


def _leading(s: Battle, side: int) -> list[int]:
    """[18.7] Groups that somebody may back."""
    if s.survey is not None and side in s.survey.leading:
        return s.survey.leading[side]
    found, groups, arms = [], s.groups, s.world.arms
    for g in standing(s, side):
        group = groups[g]
        if group is not None and group.order != SUPPORT and arms[s.members(g)[0]] not in (ARTILLERY, ENGINEERS, DECOY):
            found.append(g)
    if s.survey is not None:
        s.survey.leading[side] = found
    return found


@found_once
def _numbered(s: Battle, side: int) -> list[tuple[int, int]]:
    """[21.6] The groups that move, in the order of their numbers."""
    found = [(s.group(g), g) for g in standing(s, side)]
    return sorted([(group.number, g) for group, g in found if group.order in MOVES])


def sequence_targets(s: Battle, side: int, group: int) -> list[int]:
    """[21.6] Numbers of other groups that a group may take over."""
    return [number for number, g in _numbered(s, side) if g != group]


@found_once
def _turns(s: Battle, side: int) -> dict[int, int]:
    """[21.6] The groups that move, each with the least that it takes to let it take over another's number."""
    numbered, holders, ways = _numbered(s, side), marching(s, side), _ways(s, side)
    found, least = {}, NOT_AT_ALL
    for place, (number, g) in enumerate(numbered, 1):
        own = ways[holders[number]]  # who holds the lowest number involved is written to
        found[g] = least if place == len(numbered) else min(least, own)
        least = min(least, own)
    return found


def holder(s: Battle, side: int, number: int) -> int:
    return marching(s, side).get(number, -1)


def sequence_addressee(s: Battle, side: int, group: int, number: int) -> int:
    """[21.6] The general who holds the lowest number involved."""
    lowest = min(number, s.group(group).number)
    held = holder(s, side, lowest)
    return addressee(s, held if held >= 0 else group)


def renumber(current: dict[int, int], group: int, number: int) -> dict[int, int]:
    """[21.6] A group takes a number; those between its old and its new one shift by one."""
    old = current[group]
    found = dict(current)
    for g, n in current.items():
        if number <= n < old:
            found[g] = n + 1
        elif old < n <= number:
            found[g] = n - 1
    found[group] = number
    return found


class Orders(Secret):
    """[21.2] Both CiCs write changes: a new order, a new column, a new sequence."""

    rule = "21.1"

    def must_ask(self, state: Battle) -> bool:
        """[20.3] R-20e: who can write to nobody would show what his hidden counters are."""
        return state.foggy

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        return (-1 if self.idle(state, side) else 0,)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        draft = state.drafts[side]
        group = draft.chosen
        if draft.stage == ORDER:
            return [ORDERED[order] for order in orders_for(state, side, draft, group)]
        if draft.stage == COLUMN:
            return TARGETS[: state.world.field.columns]
        if draft.stage == NUMBER:
            return [NUMBERED[n] for n in free_numbers(state, side, draft, group)]
        if draft.stage == BACKED:
            return [BACKS[g] for g in backable(state, group)]
        if draft.stage == SEQUENCE:
            return [NUMBERED[n] for n in self._sequence(state, side, draft, group)]
        return self._first(state, side, draft)

    def _first(self, s: Battle, side: int, draft: Draft) -> list[Action]:
        groups, able = open_groups(s, side, draft), _listeners(s, side)
        found = [CHANGES[g] for g in groups if g in able]
        if not _renumbering(s, side, draft):
            turns, means = _turns(s, side), at_hand(s, side, draft)
            found += [RESEQUENCES[g] for g in groups if turns.get(g, NOT_AT_ALL) <= means]
        if s.auto >= 0:
            found += [make("enemy", n + 1) for n in open_contingencies(s, side)]
        found.append(DONE)
        return found

    def _sequence(self, s: Battle, side: int, draft: Draft, group: int) -> list[int]:
        if _renumbering(s, side, draft):
            return []
        return [n for n in sequence_targets(s, side, group) if self._may_resequence(s, draft, group, n)]

    def _may_resequence(self, s: Battle, draft: Draft, group: int, number: int) -> bool:
        side = group // GROUPS
        return may_write(s, side, draft, sequence_addressee(s, side, group, number))

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        verb, args = action.verb, action.args
        if verb == "done":
            draft.closed = True
        elif verb == "change":
            draft.chosen, draft.stage = args[0], ORDER
            draft.notes = [(-1, -1)]
        elif verb == "enemy":
            fire(state, args[0] - 1)
        elif verb == "resequence":
            draft.chosen, draft.stage = args[0], SEQUENCE
        elif verb == "order":
            draft.notes = [(args[0], state.group(draft.chosen).column)]
            draft.stage = COLUMN if args[0] in MOVES else BACKED if args[0] == SUPPORT else WHICH
            if draft.stage == WHICH:
                self._write(state, draft, 0, -1)
        elif verb == "target":
            draft.notes = [(draft.notes[0][0], args[0] - 1)]
            draft.stage = NUMBER
        elif verb == "back":
            self._write(state, draft, 0, args[0])
        elif draft.stage == SEQUENCE:
            general = sequence_addressee(state, side, draft.chosen, args[0])
            draft.letters.append(Letter(draft.chosen, -1, 0, args[0], -1, general))
            draft.chosen, draft.stage = -1, WHICH
        else:
            self._write(state, draft, args[0], -1)

    def _write(self, s: Battle, draft: Draft, number: int, supports: int) -> None:
        order, column = draft.notes[0]
        group = draft.chosen
        draft.letters.append(Letter(group, order, column, number, supports, addressee(s, group)))
        draft.chosen, draft.stage, draft.notes = -1, WHICH, []

    def reveal(self, state: Battle) -> None:
        state.survey = surveyed(state, self)  # letters that are sent change nothing on the field
        try:
            for side in (0, 1):
                for letter in state.drafts[side].letters:
                    send(state, side, letter)
        finally:
            state.survey = None
        state.push(OpenScouting(), Deliver())

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        shut = self.unoffered(state, side, verb)
        if verb in ("change", "resequence"):
            yield Verdict(lambda group: [why_not_change(state, side, group)] if shut >> group & 1 else [])
        elif verb == "number":
            yield Ban("21.6", "number_taken", shut)
        elif verb == "order":
            yield Ban("18.1", "no_such_order", shut, ())
        elif verb == "back":
            yield Ban("18.7", "cannot_back", shut, (lambda group: _by_members(state, side, group),))


def _renumbering(s: Battle, side: int, draft: Draft) -> bool:
    """[21.6] One new sequence at a time."""
    return any([letter.order < 0 for letter in [*draft.letters, *s.letters[side]]])


def _by_members(s: Battle, side: int, group: int) -> object:
    """One's own group by who is in it; of the enemy's one knows no more than the order of battle [19.1]."""
    return (group // GROUPS == side and tuple(s.members(group))) or group


def why_not_change(s: Battle, side: int, group: int) -> Reason:
    """[21.1] Why a group cannot be written to now."""
    found = s.groups[group]
    members = tuple(s.members(group)) if found is not None else ()
    if group // GROUPS != side or found is None or not members:
        return ("21.1", "no_group", (group,))
    if found.release > s.turn:
        return ("21.1", "not_released", (members, found.release))
    if holds_place(s, members[0]):
        return ("18.5" if s.arm(members[0]) == ARTILLERY else "8.5", "holds_place", (members,))
    if group in [letter.group for letter in [*s.drafts[side].letters, *s.letters[side]]]:
        return ("21.2", "written", (members,))
    return ("21.2", "no_messenger", (messengers(s, side),))


def send(s: Battle, side: int, letter: Letter) -> None:
    """[21.3] [21.4] A letter is sent; that a messenger rides is seen, not what he carries."""
    letter.tested = needs_messenger(s, letter.general)
    letter.arrives = s.turn
    if letter.tested:
        letter.path = ride(s, side, s.commander(letter.general).square)
        letter.arrives = s.turn + travel_turns(len(letter.path) - 1, s.cic(side).radius) - 1
        s.emit("messenger", side, letter.general)
    members = tuple(s.members(letter.group))
    s.whisper(side, "letter", members, letter.order, letter.column + 1, letter.number, letter.arrives)
    s.letters[side].append(letter)


# [21.5] delivery


class Deliver(Then):
    """[21.5] Letters that arrive this turn are tested; success takes effect at once."""

    rule = "21.5"

    def run(self, state: Battle) -> None:
        if state.letters[0] or state.letters[1]:
            surveying(state, _ride_on)


def _ride_on(s: Battle) -> None:
    """[21.5] All letters come nearer. Nobody moves for them: who stands where holds, but orders change."""
    for side in (0, 1):
        waiting, s.letters[side] = s.letters[side], []
        for letter in waiting:
            if letter.path and s.zoc(1 - side) & mask_of(ridden(s, side, letter)):
                s.emit("messenger_lost", side, letter.general)
            elif letter.arrives > s.turn:
                s.letters[side].append(letter)
            else:
                deliver(s, side, letter)


def ridden(s: Battle, side: int, letter: Letter) -> Squares:
    """[21.4] The part of his way that a messenger rides this turn."""
    far = s.cic(side).radius
    left = letter.arrives - s.turn  # turns after this one
    last = travel_turns(len(letter.path) - 1, far) - left
    return letter.path[(last - 1) * far + 1 : last * far + 1]


def deliver(s: Battle, side: int, letter: Letter) -> None:
    """[21.5] Test 1: it is delivered. Test 2: it is understood. [21.3] Units under the CiC obey without a test."""
    if letter.tested:
        card, value = s.card(), s.cic(side).value
        s.emit("delivery", side, letter.general, card, value, int(card <= value))
        if card > value:
            return
    general = letter.general if s.commander(letter.general).square >= 0 else s.world.generals[side][0]
    if not is_cic(s, general):
        card, value = s.card(), s.commander(general).value
        s.emit("understanding", side, general, card, value, int(card <= value))
        if card > value:
            return
    obey(s, side, letter)


def obey(s: Battle, side: int, letter: Letter) -> None:
    """[21.5] [21.6] The new order is in force; a group that is gone or no longer moves takes no number."""
    group = s.group(letter.group)
    if not s.members(letter.group):
        return
    s.revealed = True
    if letter.order < 0:
        if group.order in MOVES:
            _resequence(s, side, letter.group, letter.number)
        return
    number = letter.number
    if letter.order in MOVES:
        taken = _now_marching(s, side)
        if taken.get(number, letter.group) != letter.group:
            number = min([n for n in range(1, LAST_NUMBER + 1) if n not in taken], default=number)
    group.order, group.column, group.number = letter.order, letter.column, number
    group.supports, group.holding, group.sector = letter.supports, False, -1
    if group.order in (GARRISON, RESERVE):
        settle_sector(s, letter.group)
    for p in s.members(letter.group):
        s.go_to(p, s.pieces[p].squares)  # [18.5] R-18d
    s.tell_of_group(letter.group, "new_order", s.muster(letter.group), group.order, group.column + 1, group.number)


def _resequence(s: Battle, side: int, group: int, number: int) -> None:
    current = {g: s.group(g).number for g in standing(s, side) if s.group(g).order in MOVES}
    for g, n in renumber(current, group, number).items():
        s.group(g).number = n
    s.tell_of_group(group, "new_sequence", s.muster(group), number)


# [19.3] scouts


class Scouting(Secret):
    """[19.3] Each side may send a scout to a square of the enemy's front line."""

    rule = "19.3"

    def sides(self, state: Battle) -> tuple[int, ...]:
        if not state.foggy:
            return ()
        return tuple([side for side in (0, 1) if state.scouts[side] and scout_squares(state, side)])

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return [*[make("scout", sq) for sq in scout_squares(state, side)], PASS]

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        if action.verb == "scout":
            draft.notes.append((action.args[0],))
        draft.closed = True

    def reveal(self, state: Battle) -> None:
        for side in (0, 1):
            for (sq,) in state.drafts[side].notes:
                state.scouts[side] -= 1
                state.emit("scout", side, sq)
                spy(state, side, sq)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("19.3", "scout_square", all_but(scout_squares(state, side)))] if verb == "scout" else ()


class OpenScouting(Then):
    """[19.3] The question about scouts."""

    rule = "19.3"

    def run(self, state: Battle) -> None:
        if state.foggy:
            ask(state, Scouting())


def scout_squares(s: Battle, side: int) -> list[int]:
    """[19.3] Squares of the enemy's front line with hidden counters on them or next to them."""
    hidden = [sq for p in s.alive(1 - side) if s.pieces[p].hidden for sq in s.pieces[p].squares]
    near = {sq for at in hidden for sq in [at, *s.world.field.near[at]]}
    return sorted([sq for sq in near if s.world.front(1 - side, sq)])


def spy(s: Battle, side: int, sq: int) -> None:
    """[19.3] Every hidden counter there or next to it is turned over; decoys are removed."""
    seen = {sq, *s.world.field.near[sq]}
    for p in s.alive(1 - side):
        if any(at in seen for at in s.pieces[p].squares):
            uncover(s, p)
