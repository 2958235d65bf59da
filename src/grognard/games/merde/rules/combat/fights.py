"""Rulebook 25 and 26: which sector fights first, who gets markers, who names an engagement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from grognard.board.squares import adjacent
from grognard.games.merde.rules.cavalry import charge, pursuit
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import engage
from grognard.games.merde.rules.combat.markers import give
from grognard.games.merde.rules.combat.totals import in_front
from grognard.games.merde.rules.frames import Question, Secret, Then, ask
from grognard.games.merde.rules.orders import home_sector
from grognard.games.merde.rules.victory import check_cic, check_victory
from grognard.games.merde.world.lexicon import CHARGE, DONE, PASS, make
from grognard.games.merde.world.state import FIGHTING, Battle, found_once, surveying
from grognard.games.merde.world.world import ARTILLERY, DECOY, ENGINEERS, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, Verdict, all_but, because
from grognard.kernel.frame import Reason


class Fight(NamedTuple):
    """[25.1] A pair that may fight: A's piece, B's piece, its number and its sector."""

    one: int
    other: int
    number: int
    sector: int


def fights(s: Battle) -> list[Fight]:
    """[25.1] Every pair in contact, and every cavalry regiment with a charge to announce."""
    return [] if s.apart(cavalry.RUN) else surveying(s, _fights)


def _fights(s: Battle) -> list[Fight]:
    found = []
    for one in s.troops(0):
        for other in s.within(s.pieces[one].squares, 1, cavalry.RUN):
            if s.arm(other) != DECOY and _may_fight(s, one, other):
                number, sector = number_and_sector(s, one, other)
                found.append(Fight(one, other, number, sector))
    return found


def _may_fight(s: Battle, one: int, other: int) -> bool:
    p, q = s.pieces[one], s.pieces[other]
    if p.routed or q.routed:
        return False
    if adjacent(p.squares, q.squares):
        return s.is_regiment(one) or s.is_regiment(other)
    return cavalry.has_charge(s, one, other) or cavalry.has_charge(s, other, one)


def number_and_sector(s: Battle, one: int, other: int) -> tuple[int, int]:
    """[25.1] The lower number of the two, and the sector of that regiment; A's where both are the same."""
    first, second = s.number_of(one), s.number_of(other)
    piece = one if first <= second else other
    return min(first, second), home_sector(s.pieces[piece].squares)


class Combat(Then):
    """[4.1] Phases 3 to 5."""

    rule = "25.1"

    def run(self, state: Battle) -> None:
        state.enter_phase(FIGHTING)
        state.fought = []
        state.push(NextSector())


class NextSector(Then):
    """[25.2] The sector with the lowest number; equal numbers: the higher card names it."""

    rule = "25.2"

    def run(self, state: Battle) -> None:
        if check_victory(state):
            return
        left = [fight for fight in fights(state) if fight.sector not in state.fought]
        if not left:
            state.sector = -1
            return
        lowest = min([fight.number for fight in left])
        sectors = sorted({fight.sector for fight in left if fight.number == lowest})
        if len(sectors) == 1:
            begin_sector(state, sectors[0])
        else:
            state.push(ChooseSector(_higher(state), tuple(sectors)))


def _higher(s: Battle) -> int:
    """[25.2] Cards until they differ; the side with the higher one."""
    while True:
        first, second = s.card(), s.card()
        if first != second:
            s.emit("cards", first, second, 0 if first > second else 1)
            return 0 if first > second else 1


class ChooseSector(Question):
    """[25.2] The higher card names the sector that fights first."""

    rule = "25.2"

    def __init__(self, side: int, sectors: tuple[int, ...]) -> None:
        super().__init__(side)
        self.sectors = sectors

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.sectors)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return [make("sector", number) for number in self.sectors]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        begin_sector(state, action.args[0])

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("25.2", "not_this_sector", all_but(self.sectors), ())] if verb == "sector" else ()


def begin_sector(s: Battle, sector: int) -> None:
    """[25.2] A sector is fought once a turn: markers first."""
    s.sector = sector
    s.fought.append(sector)
    s.passes = 0
    s.emit("sector", sector)
    s.push(Naming())
    ask(s, Deal())


# [26] markers


@found_once
def bound(s: Battle, side: int) -> list[int]:
    """[12.5] R-12b: who must fight once: by a move or garrison order, an enemy in his front whom he could name."""
    return [p for p in s.troops(side) if _is_bound(s, p)]


def _is_bound(s: Battle, piece: int) -> bool:
    if s.pieces[piece].engaged or s.order_of(piece) not in engage.PRESSED or name_ban(s, piece) is not None:
        return False
    for foe in s.within(s.pieces[piece].squares, 1 - side_of(piece), 1):
        if not (s.is_regiment(foe) or s.arm(foe) == ARTILLERY) or target_ban(s, piece, foe) is not None:
            continue
        if engage.volley_ban(s, piece, foe) is None or engage.onset_ban(s, piece, foe) is None:
            return True
    return False


@found_once
def candidates(s: Battle, side: int) -> list[int]:
    """[26.2] Regiments with a fight in the sector that have no markers this turn."""
    here = {p for fight in fights(s) if fight.sector == s.sector for p in (fight.one, fight.other)}
    found = []
    for p in s.troops(side):
        piece = s.pieces[p]
        if p in here and s.is_regiment(p) and not piece.dealt and not piece.skirmished and not piece.routed:
            found.append(p)
    return found


def dealt_now(s: Battle, side: int) -> list[int]:
    """[26.2] [12.5] Those whom their owner has chosen, and those who must fight."""
    chosen = {note[0] for note in s.drafts[side].notes}
    return surveying(s, lambda s: [p for p in candidates(s, side) if p in chosen or p in bound(s, side)])


class Deal(Secret):
    """[26.2] Both say which of their regiments shall have markers; [12.5] those who must fight get theirs unasked."""

    rule = "26.2"

    def sides(self, state: Battle) -> tuple[int, ...]:
        return tuple([side for side in (0, 1) if self.free(state, side)])

    def free(self, s: Battle, side: int) -> list[int]:
        """[26.2] Those about whom their owner decides."""
        pressed = bound(s, side)
        return [p for p in candidates(s, side) if p not in pressed]

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        chosen = {note[0] for note in state.drafts[side].notes}
        return [*[make("deal", p) for p in self.free(state, side) if p not in chosen], DONE]

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        if action.verb == "done":
            draft.closed = True
        else:
            draft.notes.append((action.args[0],))

    def reveal(self, state: Battle) -> None:
        for side in (0, 1):
            for piece in dealt_now(state, side):
                give(state, piece)
        state.revealed = True

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "deal":
            shut = self.unoffered(state, side, "deal")
            yield Ban("12.5", "dealt_unasked", shut & ~all_but(bound(state, side)))
            yield Ban("26.2", "no_deal", shut)


# [25.3] naming


class Naming(Then):
    """[25.3] The player whose group has the lower number begins; equal numbers: the higher card."""

    rule = "25.3"

    def run(self, state: Battle) -> None:
        here = [fight for fight in fights(state) if fight.sector == state.sector]
        lowest = [min([state.number_of((f.one, f.other)[side]) for f in here], default=99) for side in (0, 1)]
        if lowest[0] == lowest[1]:
            first = _higher(state) if here else 0
        else:
            first = 0 if lowest[0] < lowest[1] else 1
        state.push(Name(first))


def name_ban(s: Battle, piece: int) -> Reason | None:
    """[25.3] [37.4] [27.4] Why a regiment could not name an engagement, whatever it holds in hand."""
    p = s.pieces[piece]
    if not p.squares or p.routed or not s.is_regiment(piece):
        return ("25.3", "cannot_name", (piece,))
    if p.retreated:
        return ("37.4", "has_retreated", (piece,))
    if p.skirmished:
        return ("27.4", "has_skirmished", (piece,))
    return None


def may_name(s: Battle, piece: int) -> Reason | None:
    """[25.3] [26.2] Why a regiment may not name an engagement."""
    return name_ban(s, piece) or (("26.2", "no_markers", (piece,)) if not s.pieces[piece].hand else None)


def engage_ban(s: Battle, piece: int, foe: int) -> Reason | None:
    """[25.3] [25.4] Why a regiment may not be named against an enemy."""
    return may_name(s, piece) or target_ban(s, piece, foe)


def target_ban(s: Battle, piece: int, foe: int) -> Reason | None:
    """[25.3] [25.4] Why an enemy may not be named as the target of a regiment."""
    q = s.pieces[foe]
    if side_of(foe) == side_of(piece) or not q.squares or not adjacent(s.pieces[piece].squares, q.squares):
        return ("25.3", "not_adjacent", (piece, foe))
    if q.routed or not (s.is_regiment(foe) or s.arm(foe) in (ARTILLERY, ENGINEERS)):
        return ("25.3", "cannot_be_named", (foe,))
    if not in_front(s, piece, foe):
        return ("25.3", "not_in_front", (piece, foe))
    if foe in s.pieces[piece].paused:
        return ("25.4", "paused", (piece, foe))
    return sector_ban(s, piece, foe)


def sector_ban(s: Battle, piece: int, foe: int) -> Reason | None:
    """[25.1] Only fights of the sector whose turn it is; [14.8] and with one who was forced into a ZOC in that turn."""
    one, other = (piece, foe) if side_of(piece) == 0 else (foe, piece)
    if s.sector in (number_and_sector(s, one, other)[1], s.pieces[one].cornered, s.pieces[other].cornered):
        return None
    return ("25.1", "other_sector", (piece,))


def engagements(s: Battle, side: int) -> list[Action]:
    """[25.3] Everything a side may name now; [25.4] who has not fought yet goes first; [35.4] fresh regiments may be
    named against one that has fought."""
    fresh: list[Action] = []
    again: list[Action] = []
    for piece in s.troops(side):
        if may_name(s, piece) is not None:
            continue
        near = s.within(s.pieces[piece].squares, 1 - side, 1)
        found = [make("engage", piece, foe) for foe in near if engage_ban(s, piece, foe) is None]
        found += [action for action in cavalry.charges(s, piece) if sector_ban(s, piece, action.args[1]) is None]
        (again if s.pieces[piece].engaged else fresh).extend(found)
    return fresh or again


def pressed(s: Battle, side: int) -> list[int]:
    """[12.5] R-12b: those for whose sake a side may not pass: they must fight, and hold a marker."""
    return [p for p in bound(s, side) if s.pieces[p].hand]


class Name(Question):
    """[25.3] Name a regiment and an enemy in its front, announce a charge, pursue, or pass."""

    rule = "25.3"

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return surveying(state, lambda s: self._named(s, side))

    def _named(self, s: Battle, side: int) -> list[Action]:
        found = engagements(s, side) + pursuit.pursuits(s, side)
        return [*found, PASS] if found and not pressed(s, side) else found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "pass":
            self.finish(state)
            return
        state.passes = 0
        state.push(AfterFight(1 - side))
        if action.verb == "engage":
            engage.begin(state, action.args[0], action.args[1])
        elif action.verb == "pursue":
            state.push(pursuit.Overtake(action.args[0], action.args[1]))
        else:
            charge.announce(state, action)

    def finish(self, state: Battle) -> None:
        """[25.4] Two passes in a row end the sector."""
        state.passes += 1
        state.push(NextSector() if state.passes >= 2 else Name(1 - self.side))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "pass":
            yield from because([("12.5", "must_name", (p,)) for p in pressed(state, side)[:1]])
        if verb not in ("engage", "pursue", "charge", "flanks"):
            return
        if not head:
            yield Ban("25.3", "cannot_name", lambda piece: side_of(piece) != side)
        elif len(head) == 1:
            shut = self.unoffered(state, side, verb, *head)
            yield Verdict(lambda foe: [name_reason(state, verb, head[0], foe)] if shut >> foe & 1 else [])
        else:
            yield Ban("31.2", "no_line", self.unoffered(state, side, verb, *head), head[:2])

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        """Here a charge has a rider and a target; the shorter answers of the verb belong to another question."""
        return super().refuse(state, side, action) if len(action.args) != 1 and action != CHARGE else []


class AfterFight(Then):
    """[25.3] An engagement is over: the other player names."""

    rule = "25.3"

    def run(self, state: Battle) -> None:
        state.clash = None
        if not check_cic(state):
            state.push(Name(self.side))


def name_reason(s: Battle, verb: str, piece: int, foe: int) -> Reason:
    """[25.3] [31.2] [31.6] Why a regiment may not be named so against an enemy."""
    if verb == "engage":
        return engage_ban(s, piece, foe) or ("25.4", "others_first", ())
    if verb == "pursue":
        return ("10.2", "out_of_command", (piece,)) if s.pieces[piece].out else ("31.6", "no_pursuit", (piece, foe))
    if s.pieces[foe].hidden:
        return ("31.2", "no_line", (piece, foe))  # [19.1] where it lies is not told
    there = s.pieces[piece].squares and s.pieces[foe].squares
    return (sector_ban(s, piece, foe) if there else None) or cavalry.charge_reason(s, verb, piece, foe)
