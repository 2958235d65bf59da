"""Rulebook 9 and B-4: units move one after the other, step by step, within the duties of their order."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.cavalry import may_charge, offer_counter
from grognard.games.vanguard.efficiency import roll_stack
from grognard.games.vanguard.leaders import overruns
from grognard.games.vanguard.losses import leave_map, worse
from grognard.games.vanguard.marches import check_marches, reached_target
from grognard.games.vanguard.moving import ADVANCING, ATTACKING, MARCHING, NO_DUTY, Move
from grognard.games.vanguard.reactions import arrivals
from grognard.games.vanguard.retreat import BY_NOBODY, flee
from grognard.games.vanguard.roster import ADVANCE, ATTACK, DEFENCE, ENTRIES
from grognard.games.vanguard.skirmish import shoot, shooting_targets
from grognard.games.vanguard.state import STORM, Battle
from grognard.games.vanguard.ways import Ways, may_open_order, skirmish_targets
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame, Reason


def begin_move(s: Battle, units: int) -> Move:
    """A move of these units (or of one leader) from where they stand."""
    first = bits(units)[0]
    side = s.side(first)
    move = Move(side, units, s.at[first] if s.at[first] >= 0 else -1)
    move.spent = [0] * units.bit_count()
    if move.start < 0:
        move.fare = s.world.entry_hex[ENTRIES[s.due[first][1]]]
    if units & s.world.units:
        move.order = s.order_of(first)
        _take_duty(s, move, next((u for u in bits(units) if s.counted >> u & 1), first))
    return move


def _take_duty(s: Battle, move: Move, u: int) -> None:
    """[5.1.1] [5.1.2] [17.1.5] What the move owes, and how far it starts from it."""
    if move.start < 0:
        return
    if s.march_of(u) >= 0 and not reached_target(s, u):
        move.duty = MARCHING
        move.far = Ways(s, move).goal()[move.start]
    elif s.counted >> u & 1:
        move.duty = ATTACKING if move.order == ATTACK else ADVANCING
        move.far = s.world.far_from(s.occ[1 - move.side])[move.start]


def may_move(s: Battle, u: int) -> bool:
    """Whether a unit has any move to make: [15.2] Routed units and [17.2.6] redoubt batteries have none."""
    if (s.routed | s.marched | s.planted | s.world.fixed | s.damaged) >> u & 1:
        return False
    if s.world.guns >> u & 1 and s.fired >> u & 1:
        return False  # [11.0]
    if s.at[u] < 0:
        return bool(s.entering >> u & 1) and Ways(s, begin_move(s, 1 << u)).can_move()
    if s.world.exits >> s.at[u] & 1 and s.side(u) == 1:
        return True
    move = begin_move(s, 1 << u)
    return Ways(s, move).can_move() or _can_act_in_place(s, u, move)


def _can_act_in_place(s: Battle, u: int, move: Move) -> bool:
    """[16.3] R-56 fire without moving; [14.2] R-54 charge without a run-up."""
    if may_open_order(s, u) and skirmish_targets(s, move.side, move.here):
        return True
    return may_charge(s, 1 << u) and _charge_possible(s, 1 << u)


def _charge_possible(s: Battle, units: int) -> bool:
    move = begin_move(s, units)
    move.charge = True
    ways = Ways(s, move)
    return bool(ways.charge_targets(move.here, move.spent)) or ways.can_move()


# [5.1] duties


def counted_units(s: Battle, units: int) -> int:
    """[5.1.5] R-11: the units that owe something under Advance or Attack at the beginning of B-4."""
    found = 0
    side = s.acting_side()
    barred = s.world.guns | s.lost | s.disordered | s.routed
    for u in bits(units & ~barred):
        h = s.at[u]
        if h < 0 or s.world.shelters >> h & 1 or s.order_of(u) not in (ADVANCE, ATTACK):
            continue
        if s.world.near[h] & s.occ[1 - side] or s.march_of(u) >= 0:
            continue
        found |= 1 << u
    return found


def can_come_nearer(s: Battle, u: int) -> bool:
    """Whether a unit under a duty has a legal hex that is nearer."""
    return bool(Ways(s, begin_move(s, 1 << u)).reach(True, True))


def owes(s: Battle, units: int) -> int:
    """R-48: a unit that keeps this step open because a duty can still be met; -1 if there is none."""
    still = s.counted & units & ~s.nearer & ~s.marched
    for u in bits(units & ~s.marched & ~s.routed & ~s.planted):
        if s.at[u] >= 0 and s.march_of(u) >= 0 and not reached_target(s, u) and can_come_nearer(s, u):
            return u
    counted = s.counted & units
    able = 0
    for u in bits(still):
        if can_come_nearer(s, u):
            if s.order_of(u) == ATTACK:
                return u
            able |= 1 << u
        else:
            counted &= ~(1 << u)  # no legal nearer hex any more: dropped from the list
    if able and (counted & s.nearer).bit_count() < (counted.bit_count() + 1) // 2:
        return bits(able)[0]
    return -1


class MoveUnits(Frame[Battle]):
    """[9.1] The next unit or Officer to move, in one of the stages of B-4: in command, lost, or a column."""

    rule = "9.1"

    def __init__(self, side: int, units: int, officers: int) -> None:
        super().__init__(side)
        self.units = units
        self.officers = officers

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.units, self.officers)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        w = state.world
        movable = sum(1 << u for u in bits(self.units) if may_move(state, u))
        found = w.for_units("move", movable) + w.for_units("stay", self._may_stay(state))
        found += w.for_units("move", movable_leaders(state, self.officers))
        if not found or owes(state, self.units) < 0:
            found.append(w.lexicon.done)
        return found

    def _may_stay(self, state: Battle) -> int:
        """[10.1] [17.2.6] R-17: units in a village, a farm or a redoubt may stay put whatever the order.

        Guns have orders of their own (R-57); a march order (17.1.5) overrules.
        """
        found = 0
        for u in bits(self.units & state.world.troops & ~state.marched & ~state.routed & ~state.planted):
            h = state.at[u]
            if h < 0 or state.march_of(u) >= 0:
                continue
            if state.world.shelters >> h & 1 and state.order_of(u) != DEFENCE:
                found |= 1 << u
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        u = action.args[0]
        if action.verb == "stay":
            state.own[u] = DEFENCE
            state.planted |= 1 << u
            state.emit("stays_put", u, state.spot(state.at[u]))
            state.push(self)
            return
        state.move = begin_move(state, 1 << u)
        state.move.peers = self.units
        state.push(Step(side), self)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        if action.verb == "done":
            u = owes(state, self.units)
            rule = "17.1.5" if state.march_of(u) >= 0 else "5.1.2" if state.order_of(u) == ATTACK else "5.1.1"
            return [(rule, "duty_open", (u,))]
        if action.verb == "stay" and action.args:
            return [("10.1", "cannot_stay_put", (action.args[0],))]
        if action.verb != "move":
            return []
        return why_no_move(state, action.args[0], self.units | self.officers)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (state.active,)


def why_no_move(s: Battle, u: int, now: int) -> list[Reason]:
    """[9.1] Why a piece does not move now."""
    if not s.world.pieces >> u & 1 or (s.at[u] < 0 and not s.entering >> u & 1):
        return [("9.1", "not_on_map", (u,))]
    if not now >> u & 1:
        mine = (s.group() | s.group_leaders()) >> u & 1
        return [("9.1", "not_its_turn" if mine else "other_formation", (u,))]
    if s.routed >> u & 1:
        return [("15.2", "routed_stays", (u,))]
    if (s.world.fixed | s.damaged) >> u & 1:
        return [("17.2.6", "fixed", (u,))]
    if s.planted >> u & 1:
        return [("10.1", "stays_put", (u,))]
    if (s.marched | s.rode) >> u & 1:
        return [("9.1", "already_moved", (u,))]
    if s.world.guns >> u & 1 and s.fired >> u & 1:
        return [("11.0", "fired_stays", (u,))]
    ways = Ways(s, begin_move(s, 1 << u))
    if ways.pinned(ways.move.here):
        return [("8.1", "pinned", (s.spot(ways.move.here),))]
    return [("9.1", "no_way", (u,))]


def movable_leaders(s: Battle, leaders: int) -> int:
    """Leaders who have not moved and can."""
    found = 0
    for u in bits(leaders & ~s.rode):
        if s.at[u] >= 0 or s.entering >> u & 1:
            leaves = s.at[u] >= 0 and s.world.exits >> s.at[u] & 1 and s.side(u) == 1
            if leaves or Ways(s, begin_move(s, 1 << u)).can_move():
                found |= 1 << u
    return found


class MoveLeader(Frame[Battle]):
    """[4.1.4] [4.3.1] The General, and then the commander-in-chief if his player wishes, move at the end of B-4."""

    rule = "4.1.4"

    def __init__(self, side: int, leader: int) -> None:
        super().__init__(side)
        self.leader = leader

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.leader)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        found = state.world.for_units("move", movable_leaders(state, 1 << self.leader))
        return [*found, state.world.lexicon.done] if found else []

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "move":
            state.move = begin_move(state, 1 << self.leader)
            state.push(Step(side))

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        return why_no_move(state, action.args[0], 1 << self.leader) if action.verb == "move" else []

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.leader,)


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
        found: list[Action] = []
        if not m.units & state.world.units:
            return found
        for v in bits(self._companions(state, m)):
            found.append(state.action("join", v))
        if may_charge(state, m.units) and _charge_possible(state, m.units):
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
            enter(state, m, action.args[0])
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
            state.move.peers = m.peers
            state.push(self)
        elif verb == "shoot":
            m.shot = True
            state.push(*shoot(state, m, action.args[0]), self)
        elif verb == "back":
            step_back(state, m, action.args[0])
            state.push(*overruns(state, side, m.here))
            finish_move(state, m)
        elif verb == "leave":
            for u in bits(m.units):
                leave_map(state, u)
            state.move = None
            check_marches(state)
        else:
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
        if ways.leader:
            return [("4.5.6", "not_farther", ())]
        if m.column and ways.friends >> m.here & 1:
            return [("9.3.2", "column_stacks", (spot,))]
        if m.charge and not ways.charge_targets(m.here, m.spent):
            return [("14.2", "charge_goes_on", ())]
        if not ways.can_stop(m.here, m.column, m.spent):
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


def hidden_arrival(s: Battle, pieces: int, h: int) -> bool:
    """[11.3.2] R-49: a leader beneath troops that the enemy does not see: nobody tells him."""
    if pieces & ~s.world.leaders:
        return False
    side = s.side(bits(pieces)[0])
    return bool(s.combat(h, side)) and not s.seen_by(1 - side) >> h & 1


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

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return ()

    def finish(self, state: Battle) -> None:
        m = state.move
        if m is None or state.outcome is not None:
            return
        if m.charge and m.units & state.charging:
            m.halted = True  # [14.2.4] counter-charged: it stops here
            finish_move(state, m)
            return
        state.push(Step(self.side))


def back_steps(s: Battle, m: Move) -> int:
    """[16.3] R-56: one hex back; another zone of control only with a friend in it."""
    if s.weather == STORM and m.hexes:
        return 0
    ways = Ways(s, m)
    u = bits(m.units)[0]
    duty = m.duty != NO_DUTY and ways.bound()
    found = 0
    for n, cost, _ in ways.tables[0][m.here]:
        if ways.enemies >> n & 1 or (ways.ezoc & ~ways.friends) >> n & 1 or (duty and not ways.nearer(n)):
            continue
        if (m.spent[0] + cost <= s.world.roster.pm[u] or m.hexes == 0) and ways.can_stop(n, False, m.spent):
            found |= 1 << n
    return found


def step_back(s: Battle, m: Move, n: int) -> None:
    """[16.3] The only way for it to leave that zone of control."""
    for u in bits(m.units):
        s.put(u, n)
    m.here = n
    m.hexes += 1
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
    if m.duty in (NO_DUTY, MARCHING) or m.here < 0:
        return
    if s.world.far_from(s.occ[1 - m.side])[m.here] < m.far:
        s.nearer |= m.units & s.counted
