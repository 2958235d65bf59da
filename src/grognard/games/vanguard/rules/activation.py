"""Rulebook 3.1, phase B: what a named formation does, from reinforcements to rally."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.artillery import Bombard
from grognard.games.vanguard.rules.assault.before_combat import AttackTests, DefensiveFires, RetreatsBefore
from grognard.games.vanguard.rules.assault.declaration import Declare
from grognard.games.vanguard.rules.assault.resolution import ResolveNext
from grognard.games.vanguard.rules.disorder.rally import Rally
from grognard.games.vanguard.rules.disorder.reinforcements import AdoptOrder, Reinforce
from grognard.games.vanguard.rules.movement.duties import counted_units
from grognard.games.vanguard.rules.movement.next_mover import MoveLeader, MoveUnits
from grognard.games.vanguard.rules.optional.columns import FormColumns, active_columns
from grognard.games.vanguard.rules.optional.skirmish import ShedFatigue, clear_v
from grognard.games.vanguard.rules.orders import CommandStep, Rouse
from grognard.games.vanguard.world.roster import ADVANCE, NO_ORDER
from grognard.games.vanguard.world.state import (
    BOMBARD_STEP,
    COMBAT_STEP,
    COMMAND_STEP,
    ENTRY_STEP,
    MOVE_STEP,
    RALLY_STEP,
    Battle,
)
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


class Enter(Frame[Battle]):
    """The next step of phase B begins."""

    rule = "3.1"

    def __init__(self, side: int, phase: int) -> None:
        super().__init__(side)
        self.phase = phase

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.phase)

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        state.enter_phase(self.phase)


def push_activation(s: Battle) -> None:
    """[3.1] B-1 to B-6 of the named formation, played by its owner."""
    side = s.acting_side()
    s.entering = s.counted = s.nearer = s.shot_at = s.fled = s.planted = s.struck = s.charging = 0
    s.changed = 0
    s.charge_goals = {}
    s.assaults = []
    s.recalled = 0
    s.emit("activated_alone" if s.solo else "activated", s.active, s.world.nation[side])
    s.push(*steps_of(side))


@cache
def steps_of(side: int) -> tuple[Frame[Battle], ...]:
    """[3.1] The steps of phase B: the same in every activation of a side."""
    return (
        Enter(side, ENTRY_STEP),
        Reinforce(side),
        AdoptOrder(side),
        Enter(side, COMMAND_STEP),
        FormColumns(side),
        CommandStep(side),
        ShedAll(side),
        Enter(side, BOMBARD_STEP),
        Bombard(side),
        Enter(side, MOVE_STEP),
        MoveStages(side, 0),
        Enter(side, COMBAT_STEP),
        Declare(side),
        RetreatsBefore(side),
        DefensiveFires(side),
        AttackTests(side),
        ResolveNext(side),
        EndCombat(side),
        Enter(side, RALLY_STEP),
        Rally(side),
        EndActivation(side),
    )


class ShedAll(Frame[Battle]):
    """[16.3.4] B-2: every unit with F is asked."""

    rule = "16.3.4"

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        tired = state.group() & state.fatigued & state.there
        state.push(*[ShedFatigue(self.side, u) for u in bits(tired)])


class MoveStages(Frame[Battle]):
    """[3.1] B-4: units in command; Officers rouse lost ones; these; columns (R-36); the General; the chief."""

    rule = "3.1"

    def __init__(self, side: int, stage: int, late: int = 0) -> None:
        super().__init__(side)
        self.stage = stage
        self.late = late  # units that were out of command: they move in the second stage

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.stage, self.late)

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        side, s = self.side, state
        detached = 0
        for officer in active_columns(s):
            detached |= s.columns[officer].units | 1 << officer
        officers = s.group_leaders() & s.world.officers & ~detached
        if self.stage == 0:
            group = s.group() & ~detached
            s.counted = counted_units(s, s.group())
            s.push(MoveUnits(side, group & ~s.lost, officers), Rouse(side), MoveStages(side, 1, group & s.lost))
            return
        frames: list[Frame[Battle]] = []
        if self.late:
            frames.append(MoveUnits(side, self.late, officers))
        for officer in active_columns(s):
            frames.append(MoveUnits(side, s.columns[officer].units & s.group(), 1 << officer))
        general, chief = s.world.roster.general_of[s.active], s.world.cinc[side]
        leaders = (chief,) if s.solo or general == chief else (general, chief)
        s.push(*frames, MoveLeader(side, leaders), StackOrder(side))


class StackOrder(Frame[Battle]):
    """[16.3.3] R-37: the owner says which unit lies on top; the enemy without sight sees only that one (R-49).

    Asked only where it can matter, and once: a stack that has not changed since lies as it was left.
    """

    rule = "16.3.3"

    def _loose(self, state: Battle) -> list[int]:
        """The hexes whose stacks are still to be put in order."""
        at, stack, troops = state.at, state.stack, state.world.troops
        found = {at[u] for u in bits(state.group() & troops & state.there) if stack[at[u]] & troops & ~(1 << u)}
        return [h for h in sorted(found) if order_matters(state, h, self.side)] if found else []

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if not self._loose(state):
            return []
        found = state.world.for_units("top", self.open(state, side, "top"))
        return [*found, state.world.lexicon.done] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            state.piled |= {pile_of(state, h, side) for h in self._loose(state)}
            return
        u = action.args[0]
        h = state.at[u]
        state.tops &= ~state.stack[h]
        state.tops |= 1 << u
        state.piled |= {pile_of(state, h, side)}
        state.whisper(side, "on_top", u, state.spot(h))
        state.push(self)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "top":
            beneath = 0
            for h in self._loose(state):
                beneath |= state.troops(h, side) & ~(1 << state.top_of(h, side))
            yield Ban("16.3.3", "not_beneath", ~beneath)


def pile_of(s: Battle, h: int, side: int) -> tuple[int, int, int]:
    """A stack as it is: its units, and which of them are reduced or Disordered."""
    troops = s.troops(h, side)
    return troops, troops & s.reduced, troops & s.disordered


def order_matters(s: Battle, h: int, side: int) -> bool:
    """R-37: two units or more, that the enemy does not see or may fire at (16.3), and that were not asked about yet."""
    if s.troops(h, side).bit_count() < 2 or pile_of(s, h, side) in s.piled:
        return False
    skirmishers = s.world.light & s.world.of_side[1 - side] if s.open_order else 0
    return bool(skirmishers & s.there) or not s.in_sight(h, 1 - side)


class EndCombat(Frame[Battle]):
    """[16.3.4] The combat subphase is over: old V markers go."""

    rule = "16.3.4"

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        clear_v(state, state.group())
        state.assaults = []
        state.recalled = 0
        state.fight = -1
        state.charging = 0
        state.charge_goals = {}


def obey_again(s: Battle) -> None:
    """[15.4.1] R-34: who came in with Advance has from now on the order of his formation, or of Franceschi alone."""
    for u in bits(s.arrived):
        if s.own[u] == ADVANCE:
            s.own[u] = s.lone_order if s.solo else NO_ORDER
    s.arrived = 0


class EndActivation(Frame[Battle]):
    """[3.1] B-6: the General turns to A. [17.2.9] R-44: so has Franceschi acted, unless he was held back."""

    rule = "3.1"

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        s = state
        if s.solo:
            s.lone_acted = True
        else:
            s.activated |= 1 << s.active
            if s.active == s.world.lone_formation and not s.held:
                s.lone_acted = True
        obey_again(s)
        s.solo = s.held = False
        s.active = -1
        s.entering = s.counted = s.nearer = s.shot_at = s.fled = s.planted = s.struck = 0
