"""Rulebook 9.1: one step after the other, and what else a mover may do on its way."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.retreat import BY_NOBODY, flee
from grognard.games.vanguard.rules.battles.marches import check_marches
from grognard.games.vanguard.rules.cavalry import may_charge, offer_counter
from grognard.games.vanguard.rules.disorder.losses import leave_map, worse
from grognard.games.vanguard.rules.disorder.reactions import arrivals
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.fog import dark, hidden_arrival
from grognard.games.vanguard.rules.leaders import alarms
from grognard.games.vanguard.rules.movement.duties import begin_move, charge_possible
from grognard.games.vanguard.rules.movement.ways import Ways, may_open_order
from grognard.games.vanguard.rules.optional.skirmish import shoot, shooting_targets
from grognard.games.vanguard.world.moving import MARCHING, NO_DUTY, Move
from grognard.games.vanguard.world.roster import ATTACK, DEFENCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


class Step(Frame[Battle]):
    """[9.1] The next hex of the move, or what else the mover may do: column, charge, fire, stop."""

    rule = "9.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        m = state.move
        assert m is not None
        w, lex = state.world, state.world.lexicon
        if m.shot:
            return self._after_fire(state, m)
        ways = Ways(state, m)
        found: list[Action] = []
        if self._may_stop(state, m, ways):
            found.append(lex.stop)
        steps = 0 if m.halted else ways.open_steps()
        found += w.at_hexes("go", steps)
        if not m.column and not m.halted and self._column_pays(state, m, ways):
            found.append(lex.bare["column"])
        if m.hexes == 0 and m.here >= 0 and not m.column and not m.charge:
            found += self._at_the_start(state, m)
        found += w.at_hexes("shoot", shooting_targets(state, m))
        if m.here >= 0 and w.exits >> m.here & 1 and side == 1 and self._may_leave(state, m):
            found.append(lex.bare["leave"])
        return found or [lex.stop]

    def _may_stop(self, state: Battle, m: Move, ways: Ways) -> bool:
        if m.hexes == 0:
            return bool(shooting_targets(state, m)) or (m.charge and bool(ways.charge_targets(m.here, m.spent)))
        if m.order == 3 and not ways.leader and ways.ezoc >> m.here & 1:
            return False  # [16.3] with Manoeuvre it came to fire
        return ways.may_end()

    def _column_pays(self, state: Battle, m: Move, ways: Ways) -> bool:
        if not ways._may_column_from(m.here):
            return False
        trial = m.copy()
        trial.column = True
        return bool(Ways(state, trial).open_steps())

    def _at_the_start(self, state: Battle, m: Move) -> list[Action]:
        """[9.1] Companions of the stack; [14.2] a charge is declared before the first step."""
        if not m.units & state.world.units:
            return []
        found: list[Action] = []
        for v in bits(self._companions(state, m)):
            found.append(state.action("join", v))
        if may_charge(state, m.units) and charge_possible(state, m.units):
            found.append(state.world.lexicon.bare["charge"])
        return found

    def _companions(self, state: Battle, m: Move) -> int:
        """Units of the stack that may take the same path: same order and group, not yet moved."""
        found = 0
        group = state.group() & ~m.units & ~state.marched & ~state.routed & ~state.fired & ~state.planted
        for v in bits(group & state.stack[m.here] & ~state.world.fixed):
            lost_alike = (state.lost >> v & 1) == (state.lost >> bits(m.units)[0] & 1)
            if state.order_of(v) == m.order and lost_alike:
                trial = begin_move(state, m.units | 1 << v)
                if Ways(state, trial).can_move():
                    found |= 1 << v
        return found

    def _may_leave(self, state: Battle, m: Move) -> bool:
        """[17.2.1] R-40: leaving costs 1 PM from the flag, in order, not against 8.1."""
        ways = Ways(state, m)
        if ways.pinned(m.here) or m.halted or m.hexes >= ways.most:
            return False
        return m.hexes == 0 or all(spent + 2 <= pm for spent, pm in zip(m.spent, ways.pm, strict=True))

    def _after_fire(self, state: Battle, m: Move) -> list[Action]:
        """[16.3] R-56: back one hex if there are points left, or stay there."""
        found = state.world.at_hexes("back", back_steps(state, m))
        return [state.world.lexicon.stop, *found]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        m = state.move
        assert m is not None
        verb = action.verb
        if verb == "go":
            ends = (m.here, action.args[0]) if m.here >= 0 else ()
            before = dark(state, side, m.units, *ends)
            enter(state, m, action.args[0])
            state.hush(bool(before) and dark(state, side, m.units, *ends) == before)
            state.push(*step_reactions(state, m), AfterStep(side))
        elif verb == "column":
            m.column = True
            state.emit("column", m.units)
            state.push(self)
        elif verb == "charge":
            m.charge = True
            state.emit("charge_declared", m.units)
            state.push(self)
        elif verb == "join":
            state.move = begin_move(state, m.units | 1 << action.args[0])
            state.move.peers, state.move.excused = m.peers, m.excused & ~state.move.units
            state.push(self)
        elif verb == "shoot":
            m.shot = True
            state.push(*shoot(state, m, action.args[0]), self)
        elif verb == "back":
            step_back(state, m, action.args[0])
            state.push(*alarms(state, side, m.here))
            finish_move(state, m)
        elif verb == "leave":
            for u in bits(m.units):
                leave_map(state, u)
            state.move = None
            check_marches(state)
        else:
            state.hush(bool(dark(state, side, m.units, m.here)))
            finish_move(state, m)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        m = state.move
        assert m is not None
        verb = action.verb
        ways = Ways(state, m)
        if verb == "go" and action.args:
            return [("16.3", "fired_only_back", ())] if m.shot else ways.why_not(action.args[0])
        if verb == "stop":
            return self._why_not_stop(state, m, ways)
        if verb == "column":
            return why_no_column(state, m)
        if verb == "charge":
            return why_no_charge(state, m)
        if verb == "shoot":
            return why_no_shot(state, m, action.args[0])
        if verb == "back":
            return [("16.3", "no_way_back", (state.spot(action.args[0]),))]
        if verb == "join":
            return [("9.1", "cannot_join", (action.args[0],))]
        if verb == "leave":
            return [("17.2.1", "no_flag_here", ())]
        return []

    def _why_not_stop(self, state: Battle, m: Move, ways: Ways) -> list[Reason]:
        if m.hexes == 0:
            return [("9.1", "not_begun", ())]
        if not ways.leader and m.order == 3 and ways.ezoc >> m.here & 1:
            return [("16.3", "must_fire", ())]
        spot = state.spot(m.here)
        if m.charge and not ways.charge_targets(m.here, m.spent):
            return [("14.2", "charge_goes_on", ())]
        if not ways.can_stop(m.here, m.spent):
            return [("7.1", "no_room", (spot,))]
        return [("5.1.2" if m.order == ATTACK else "5.1.1", "must_close_in", (spot,))]

    def prompt(self, state: Battle) -> tuple[object, ...]:
        m = state.move
        assert m is not None
        left = min(
            (state.world.roster.pm[u] - spent for u, spent in zip(bits(m.units), m.spent, strict=True)), default=0
        )
        return (m.units, max(0, left) // 2, "½" if left % 2 and left > 0 else "")


def why_no_column(s: Battle, m: Move) -> list[Reason]:
    """[9.3] [9.3.2] [17.1.4] What speaks against march column here."""
    found: list[Reason] = []
    if s.world.data.austrian_no_march_column and m.side == 1:
        found.append(("17.1.4", "no_austrian_column", ()))
    if m.order not in (0, 3):
        found.append(("5.1", "order_without_column", (m.order,)))
    if m.here >= 0 and s.world.road_at[m.here] > 1:
        found.append(("9.3", "no_road", (s.spot(m.here),)))
    if (m.here >= 0 and s.combat(m.here, m.side) & ~m.units) or m.units.bit_count() > 1:
        found.append(("9.3.2", "column_stacks", (s.spot(m.here),)))
    return found or [("9.3", "no_column_now", ())]


def why_no_charge(s: Battle, m: Move) -> list[Reason]:
    """[14.2] [17.2.5] What speaks against a charge."""
    if s.world.data.no_charges:
        return [("17.2.5", "no_charges_here", ())]
    if m.units & ~s.world.horse:
        return [("14.2", "only_cavalry", ())]
    if m.order != ATTACK:
        return [("14.2", "charge_needs_attack", ())]
    if m.hexes:
        return [("14.2", "charge_at_start", ())]
    return [("14.2", "nobody_to_charge", ())]


def why_no_shot(s: Battle, m: Move, h: int) -> list[Reason]:
    """[16.3] What speaks against skirmish fire."""
    if not s.open_order:
        return [("16.3", "no_open_order", ())]
    u = bits(m.units)[0]
    if m.column or m.units.bit_count() != 1 or not may_open_order(s, u):
        return [("16.3", "not_light", (u,))]
    return [("16.3", "no_target", (s.spot(h),))]


def enter(s: Battle, m: Move, n: int) -> None:
    """[9.1] One step: each unit pays its own costs; [8.2.1] it stops on entering a zone of control."""
    ways = Ways(s, m)
    spent, halt = ways.price(n), ways.halts(n)
    if not ways.leader and m.here >= 0:
        _shaken_step(s, m, n, ways)
    entered = m.here < 0
    m.spent, m.halted, m.here = spent, halt, n
    m.hexes += 1
    for u in bits(m.units):
        s.put(u, n)
        if entered:
            s.due.pop(u, None)
            s.entering &= ~(1 << u)
    if hidden_arrival(s, m.units, n):
        s.whisper(m.side, "moved", m.units, s.spot(n))
    else:
        s.emit("entered" if entered else "moved", m.units, s.spot(n))


def _shaken_step(s: Battle, m: Move, n: int, ways: Ways) -> None:
    """[5.1.3] R-12: Defence, straight from one zone to another without a friend there: a test before moving."""
    if m.order != DEFENCE or not ways.ezoc >> m.here & 1 or not ways.ezoc >> n & 1 or ways.friends >> n & 1:
        return
    troops = m.units & s.world.troops
    if troops:
        m.shaken = troops & ~roll_stack(s, m.here, troops)


def step_reactions(s: Battle, m: Move) -> list[Frame[Battle]]:
    """[4.5.6] [8.2.3] [14.2.4] [15.2] What the other side does about a step."""
    if not m.units & s.world.units:
        return []
    found: list[Frame[Battle]] = []
    counter = offer_counter(s, m)
    if counter is not None:
        found.append(counter)
    return found + arrivals(s, m.side, m.here, m)


class AfterStep(Frame[Battle]):
    """[9.1] Reactions are done: the move goes on, or it is over."""

    rule = "9.1"

    def finish(self, state: Battle) -> None:
        m = state.move
        if m is None or state.outcome is not None:
            return
        if m.charge and m.units & state.charging:
            finish_move(state, m)  # [14.2.4] counter-charged: it stops here
            return
        state.push(Step(self.side))


def back_steps(s: Battle, m: Move) -> int:
    """[16.3] R-56: one hex back; another zone of control only with a friend in it."""
    ways = Ways(s, m)
    u = bits(m.units)[0]
    duty = m.duty != NO_DUTY and ways.bound()
    found = 0
    for n, cost, _ in ways.tables[0][m.here]:
        if ways.enemies >> n & 1 or (ways.ezoc & ~ways.friends) >> n & 1 or (duty and not ways.nearer(n)):
            continue
        if (m.spent[0] + cost <= s.world.roster.pm[u] or m.hexes == 0) and ways.can_stop(n, m.spent):
            found |= 1 << n
    return found


def step_back(s: Battle, m: Move, n: int) -> None:
    """[16.3] The only way for it to leave that zone of control."""
    for u in bits(m.units):
        s.put(u, n)
    m.here = n
    s.emit("stepped_back", m.units, s.spot(n))


def finish_move(s: Battle, m: Move) -> None:
    """[9.1] The move is over: markers, duties, and what was decided on the way."""
    if m.units & s.world.leaders:
        s.rode |= m.units
        s.move = None
        return
    s.marched |= m.units
    _turn_guns(s, m)
    _count_nearer(s, m)
    if m.charge:
        s.charging |= m.units
        for u in bits(m.units):
            s.charge_goals[u] = Ways(s, m).charge_targets(m.here, m.spent)
    s.move = None
    frames: list[Frame[Battle]] = []
    for u in bits(m.shaken):
        if s.at[u] >= 0 and worse(s, u):
            frames += flee(s, u, 2, BY_NOBODY)
    check_marches(s)
    s.push(*frames)


def _turn_guns(s: Battle, m: Move) -> None:
    """[11.0] A battery that moves turns to Moved; [11.0.1] not horse artillery that used half its points or less."""
    for u, spent in zip(bits(m.units), m.spent, strict=True):
        if s.world.guns >> u & 1 and not (s.world.horse_guns >> u & 1 and half_move(s.world.roster.pm[u], spent)):
            s.turned |= 1 << u


def half_move(pm: int, spent: int) -> bool:
    """[11.0.1] At most half its points, rounded down; both in halves of a point."""
    return spent <= pm // 4 * 2


def _count_nearer(s: Battle, m: Move) -> None:
    if m.duty in (NO_DUTY, MARCHING):
        return
    if s.world.far_from(s.occ[1 - m.side])[m.here] < m.far:
        s.nearer |= m.units & s.counted
