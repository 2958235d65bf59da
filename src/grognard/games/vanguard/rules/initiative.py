"""Rulebook 6 (and 16.1, 17.2.9): who acts next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.activation import push_activation
from grognard.games.vanguard.rules.orders import ChangeOrders
from grognard.games.vanguard.world.roster import COALITION, FRENCH
from grognard.games.vanguard.world.state import INITIATIVE_STEP, WAITING, Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame


def winner_of(french: int, coalition: int) -> int:
    """[6.1] The higher total; [6.1.1] a tie goes to the French."""
    return FRENCH if french >= coalition else COALITION


def present(s: Battle, f: int) -> bool:
    """[6.1] R-13: whether any piece of a formation is on the map, or due now or overdue."""
    company = s.world.company_of[f]
    return bool(company & s.there & ~s.damaged) or any([s.due[u][0] <= s.turn for u in bits(company) if u in s.due])


def left_to_act(s: Battle) -> list[int]:
    """[6.1] Formations not yet activated; [17.1.2] only the French act on turn 1 of Montebello."""
    world, here = s.world, s.there & ~s.damaged
    idle = [f for f in world.formations if not s.activated >> f & 1]
    left = [f for f in idle if world.company_of[f] & here or present(s, f)]
    if s.turn == 1 and world.data.turns.first_turn_only_side is not None:
        return [f for f in left if world.roster.formation_side[f] != COALITION]
    return left


def lone_ready(s: Battle) -> bool:
    """[17.2.9] R-44: Franceschi is there and has not acted this turn."""
    leader = s.world.lone_leader
    if leader < 0 or s.lone_acted:
        return False
    return s.at[leader] >= 0 or (s.at[leader] == WAITING and s.due[leader][0] <= s.turn)


class Initiative(Frame[Battle]):
    """[6.1] A-3: both roll; R-02: on turn 1 the French name the first formation without a roll."""

    rule = "6.1"

    def finish(self, state: Battle) -> None:
        state.enter_phase(INITIATIVE_STEP)
        left = left_to_act(state)
        if not left:
            if lone_ready(state):
                state.push(LastCall(FRENCH), self)
            return
        first = state.turn == 1 and (not state.activated or state.world.data.turns.first_turn_only_side is not None)
        winner = FRENCH if first else self._roll(state)
        state.push(Name(winner), self)

    def _roll(self, state: Battle) -> int:
        dice = [state.dice.d6(), state.dice.d6()]
        totals = [die + chief_initiative(state, side) for side, die in enumerate(dice)]
        winner = winner_of(totals[FRENCH], totals[COALITION])
        state.emit("initiative", dice[0], totals[0], dice[1], totals[1], state.world.nation[winner])
        return winner


def chief_initiative(s: Battle, side: int) -> int:
    """[6.1] [4.5.5] R-09: 0 once the chief is lost."""
    return 0 if s.chief_gone(side) else s.world.roster.initiative[s.world.cinc[side]]


class Name(Frame[Battle]):
    """[6.1] The winner names a formation, his own or the enemy's; [16.1] or his own headquarters."""

    rule = "6.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        lex = state.world.lexicon
        found = [lex.activate[f] for f in left_to_act(state)]
        found += [lex.bare[verb] for verb in ("alone", "headquarters") if self.may(state, side, verb)]
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "headquarters":
            state.hq_used[side] = True
            state.emit("headquarters", state.world.nation[side])
            begin_changes(state, side)
            state.push(ChangeOrders(side))
            return
        if action.verb == "alone":
            act_alone(state)
            return
        f = action.args[0]
        owner = state.world.roster.formation_side[f]
        state.active = f
        if f == state.world.lone_formation and lone_ready(state):
            state.push(WholeOrAlone(owner))
        else:
            push_activation(state)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "activate":
            return formation_bans(state)
        if verb == "alone":
            return lone_bans(state, side)
        return headquarters_bans(state, side) if verb == "headquarters" else ()


def begin_changes(s: Battle, side: int) -> None:
    """[4.3] The chief's changes for this A-1 (or for his headquarters, 16.1)."""
    chief = s.chief(side)
    s.changes[side] = s.world.roster.initiative[chief] if chief >= 0 else 0
    s.changed = 0


def formation_bans(s: Battle) -> Iterable[Ban]:
    """[6.1] [17.1.2] Formations that cannot be named."""
    shut = ~sum(1 << f for f in left_to_act(s))
    yield Ban("6.1", "not_in_this_battle", lambda f: s.world.roster.formation_scenario[f] != s.world.number)
    yield Ban("6.1", "activated_already", s.activated)
    if s.turn == 1 and s.world.montebello:
        yield Ban("17.1.2", "only_french_first", shut, ())
    yield Ban("6.1", "not_there", shut)


def headquarters_bans(s: Battle, side: int) -> Iterable[Ban]:
    """[16.1] R-35: once a turn, from turn 1 on, with the chief on the map."""
    if not s.headquarters:
        yield Ban("16.1", "no_headquarters", ALL, ())
    if s.hq_used[side]:
        yield Ban("16.1", "hq_used", ALL, ())
    if s.chief(side) < 0:
        yield Ban("16.1", "no_chief", ALL, ())


def lone_bans(s: Battle, side: int) -> Iterable[Ban]:
    """[17.2.9] R-44: a French winner may name Franceschi by himself although Compère is A."""
    if not lone_ready(s):
        yield Ban("17.2.9", "lone_acted" if s.lone_acted else "no_lone_brigade", ALL, ())
    if side != FRENCH:
        yield Ban("17.2.9", "lone_only_french", ALL, ())
    if not s.activated >> s.world.lone_formation & 1:
        yield Ban("17.2.9", "lone_with_compere", ALL, ())


def act_alone(s: Battle) -> None:
    """[17.2.9] Franceschi acts with his two regiments."""
    s.active = s.world.lone_formation
    s.solo = True
    push_activation(s)


class WholeOrAlone(Frame[Battle]):
    """[17.2.9] R-44: when Compère is named his formation acts, with Franceschi or without him, or Franceschi alone."""

    rule = "17.2.9"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        bare = state.world.lexicon.bare
        return [bare["whole"], bare["without"], bare["alone"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "alone":
            act_alone(state)
            return
        state.held = action.verb == "without"
        push_activation(state)


class LastCall(Frame[Battle]):
    """[17.2.9] R-44: only Franceschi is left: he may be named by himself, or the turn ends without him."""

    rule = "17.2.9"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.world.lexicon.bare["alone"], state.world.lexicon.pass_]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "pass":
            state.lone_acted = True
            return
        act_alone(state)
