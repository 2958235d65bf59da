"""Rulebook 29: the charge exchange, rounds of melee, converging."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.squares import AHEAD, RIGHT, mask_of
from grognard.games.merde.rules.combat.exchange import (
    HOLDS,
    Again,
    after_exchange,
    apply_damage,
    clash_of,
    conclude,
    may_attack,
    pause,
    role_of,
    strike,
)
from grognard.games.merde.rules.combat.markers import spend
from grognard.games.merde.rules.combat.totals import CHARGE as CHARGE_STEP
from grognard.games.merde.rules.combat.totals import MELEE as MELEE_STEP
from grognard.games.merde.rules.combat.totals import contact_square
from grognard.games.merde.rules.frames import Question, Secret, Then, ask
from grognard.games.merde.world.lexicon import ATTACK, LINE, NONE, PASS, make
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.action import Action
from grognard.kernel.frame import Reason


class Exchange(Secret):
    """[29.3] [29.4] Both turn a marker, or none where that is allowed."""

    step = CHARGE_STEP

    def sides(self, state: Battle) -> tuple[int, ...]:
        return tuple([side for side in (0, 1) if state.is_regiment(clash_of(state).pieces[role_of(state, side)])])

    def must_turn(self, state: Battle, role: int) -> bool:
        return False

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        role = role_of(state, side)
        piece = clash_of(state).pieces[role]
        found = [make("turn", place + 1) for place in range(len(state.pieces[piece].hand))]
        return found if found and self.must_turn(state, role) else [*found, NONE]

    def attacks(self, state: Battle, role: int) -> bool:
        """Whether the red number of its marker counts too."""
        return may_attack(state, role)

    def take(self, state: Battle, side: int, action: Action) -> None:
        state.drafts[side].notes.append((action.args[0] - 1 if action.args else -1,))
        state.drafts[side].closed = True

    def reveal(self, state: Battle) -> None:
        clash = clash_of(state)
        turned = [-1, -1]
        for role in (0, 1):
            notes = state.drafts[side_of(clash.pieces[role])].notes
            if notes and notes[0][0] >= 0:
                turned[role] = spend(state, clash.pieces[role], notes[0][0])
        state.revealed = True
        state.tale = []
        if turned == [-1, -1]:
            self.nothing(state)
            return
        damages = [0, 0]
        for role in (0, 1):
            if turned[role] >= 0 and self.attacks(state, role):
                damages[1 - role] = strike(state, role, self.step, turned)
        apply_damage(state, damages)
        self.after(state, damages)

    def nothing(self, state: Battle) -> None:
        pause(state)
        conclude(state)

    def after(self, state: Battle, damages: list[int]) -> None:
        after_exchange(state, MeleeAgain())

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        """Who must turn a marker may not turn none; nobody turns one that he does not hold."""
        if action.verb != "turn" or action in self.offers(state, side):
            return []
        return [("26.2", "no_such_marker", action.args) if action.args else ("29.3", "must_turn", ())]

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        role = role_of(state, side)
        return (clash_of(state).pieces[role], clash_of(state).pieces[1 - role])


class ChargeExchange(Exchange):
    """[29.3] Every charging regiment turns a marker; a passive defender may turn one for its blue number."""

    rule = "29.3"
    step = CHARGE_STEP

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        """[46.1] By a switch a passive defender turns none."""
        if not self.attacks(state, role_of(state, side)) and not state.switch("passive_defender_marker"):
            return [NONE]
        return super().offers(state, side)

    def must_turn(self, state: Battle, role: int) -> bool:
        return clash_of(state).charging[role]

    def attacks(self, state: Battle, role: int) -> bool:
        return clash_of(state).charging[role]


class MeleeAgain(Again):
    """[29.4] Rounds follow until one side has no markers or breaks."""

    rule = "29.4"

    def next_exchange(self, state: Battle) -> None:
        melee(state)


# [29.4] melee


def melee(s: Battle) -> None:
    """[29.4] The next round; [29.5] from the second on the second battalion of a line may converge."""
    clash = clash_of(s)
    clash.round += 1
    clash.closed = True
    clash.choice = [HOLDS, HOLDS]
    s.note_spots()
    asks: list[Question] = []
    if clash.round >= 2:
        asks = [Converge(role) for role in (0, 1) if can_converge(s, role)]
    s.push(*asks, NextRound())


class NextRound(Then):
    rule = "29.4"

    def run(self, state: Battle) -> None:
        ask(state, MeleeRound())


class MeleeRound(Exchange):
    """[29.4] Both choose a marker or none; both none: the engagement pauses."""

    rule = "29.4"
    step = MELEE_STEP


# [29.5] converging


def can_converge(s: Battle, role: int) -> bool:
    """[29.5] R-29e: a line of two battalions before an attack column, whose flank on the side of the second one is not
    protected."""
    clash = clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    p, q = s.pieces[piece], s.pieces[foe]
    if clash.converged[role] or p.formation != LINE or len(p.squares) != 2 or q.formation != ATTACK:
        return False
    if not may_attack(s, role):
        return False
    first = contact_square(s, piece, foe)
    second = p.squares[1 - p.squares.index(first)]
    return not flank_protected(s, foe, second - first)


def flank_protected(s: Battle, piece: int, towards: int) -> bool:
    """[29.5] R-29f: an ordered friend beside the column on that side, diagonally or straight behind it, or in the next
    square beyond the one beside it if that is empty."""
    at, facing = s.pieces[piece].squares[0], s.pieces[piece].facing
    hand = RIGHT[facing]
    step = hand if _along(hand, towards) > 0 else -hand
    beside, back = at + step, at - AHEAD[facing]
    friends = 0
    for p in s.troops(side_of(piece)):
        friends |= mask_of(s.pieces[p].squares) if p != piece and not s.pieces[p].routed else 0
    covering = [beside, back, back + step]
    if s.world.field.has(beside) and not (s.held(0) | s.held(1)) >> beside & 1:
        covering.append(beside + step)
    return any(s.world.field.has(sq) and friends >> sq & 1 for sq in covering)


def _along(hand: int, towards: int) -> int:
    """Whether two shifts point the same way."""
    ax, ay = _parts(hand)
    bx, by = _parts(towards)
    return ax * bx + ay * by


def _parts(shift: int) -> tuple[int, int]:
    y = (shift + 32) // 64
    return shift - 64 * y, y


class Converge(Question):
    """[29.5] The second battalion of the line turns against the column."""

    rule = "29.5"

    def __init__(self, role: int) -> None:
        super().__init__(0)
        self.role = role

    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.role)

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return (side_of(clash_of(state).pieces[self.role]),)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return [make("converge"), PASS]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "converge":
            clash_of(state).converged[self.role] = True
            state.emit("converges", clash_of(state).pieces[self.role])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[self.role],)
