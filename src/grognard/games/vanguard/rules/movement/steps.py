"""Rulebook 9.1: one step after the other, and what else a mover may do on its way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.retreat import BY_NOBODY, flee
from grognard.games.vanguard.rules.battles.marches import check_marches
from grognard.games.vanguard.rules.cavalry import may_charge, offer_counter
from grognard.games.vanguard.rules.disorder.losses import leave_map, worse
from grognard.games.vanguard.rules.disorder.reactions import arrivals
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.fog import dark, hidden_arrival
from grognard.games.vanguard.rules.leaders import alarms
from grognard.games.vanguard.rules.movement.duties import begin_move, charge_possible, elbow_room, lowest, step_out
from grognard.games.vanguard.rules.movement.terrain import nears, party_of
from grognard.games.vanguard.rules.movement.ways import Ways, column_banned, may_open_order, ride_steps, ways_of
from grognard.games.vanguard.rules.optional.skirmish import shoot, shooting_targets
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.moving import MARCHING, NO_DUTY, Move
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, COALITION, DEFENCE, MANOEUVRE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL as EVERY
from grognard.kernel.ban import Ban
from grognard.kernel.frame import EVERYONE, Event, Frame


class Step(Frame[Battle]):
    """[9.1] The next hex of the move, or what else the mover may do: column, charge, fire, stop."""

    rule = "9.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        m, w, lex = state.move, state.world, state.world.lexicon
        assert m is not None
        if m.here >= 0 and m.units & w.leaders:
            found = w.at_hexes("go", ride_steps(state, m))
            if m.hexes:
                found.insert(0, lex.stop)
            if w.exits & w.bit[m.here] and may_leave(state, m, Ways(state, m)):
                found.append(lex.bare["leave"])
            return found or [lex.stop]
        if m.shot:
            return [lex.stop, *w.at_hexes("back", back_steps(state, m))]
        ways = ways_of(state, m)
        found = w.at_hexes("go", ways.open_steps())
        if stop_ban(state, m, ways) is None:
            found.insert(0, lex.stop)
        if not ways.leader:
            found += self._as_units_may(state, m, ways)
        return found or [lex.stop]

    def _as_units_may(self, state: Battle, m: Move, ways: Ways) -> list[Action]:
        """[9.1] [9.3] [14.2] [16.3] [17.2.1] What units may do besides: take march column, go together, charge, fire,
        leave the map."""
        w, lex = state.world, state.world.lexicon
        found = [] if ways.party.no_column or not column_pays(state, m, ways) else [lex.bare["column"]]
        if not m.hexes and at_the_start(state, m):
            found += w.for_units("join", _mates(state, m))
            if m.order == ATTACK and may_charge(state, m.units) and charge_possible(state, m.units):
                found.append(lex.bare["charge"])
        if state.open_order:
            found += w.at_hexes("shoot", shooting_targets(state, m))
        if m.here >= 0 and w.exits & w.bit[m.here] and may_leave(state, m, ways):
            found.append(lex.bare["leave"])
        return found

    def apply(self, state: Battle, side: int, action: Action) -> None:
        m = state.move
        assert m is not None
        verb = action.verb
        if verb == "go":
            if m.here >= 0 and m.units & state.world.leaders:
                self._ride(state, m, action.args[0])
            else:
                self._go(state, m, action.args[0])
            return
        m.ways = None
        if verb == "column":
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
            stop_here(state, m)

    def _ride(self, state: Battle, m: Move, n: int) -> None:
        """[9.1] A leader on the map, whose steps nobody reacts to. R-49: what he rides beneath may hide him."""
        side, units, stack = m.side, m.units, state.stack
        if not (stack[m.here] | stack[n]) & state.world.of_side[side] & ~units:
            ride(state, m, n, False)
            state.hush(False)
        else:
            ends = (m.here, n)
            before = dark(state, side, units, *ends)
            ride(state, m, n, hidden_arrival(state, units, m.here))
            state.hush(bool(before) and dark(state, side, units, *ends) == before)
        go_on(state, side)

    def _go(self, state: Battle, m: Move, n: int) -> None:
        """[9.1] Units on the map, or [15.4] whoever enters it."""
        ways, m.ways = ways_of(state, m), None
        enter(state, m, n, ways)
        state.hush(False)
        reactions = step_reactions(state, m)
        if reactions:
            state.push(*reactions, AfterStep(self.side))
        else:
            m.ways = ways
            go_on(state, self.side)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m = state.move
        assert m is not None
        ways = Ways(state, m)
        if verb == "go":
            return [Ban("16.3", "fired_only_back", EVERY, ())] if m.shot else ways.bans()
        if verb == "stop":
            return stop_bans(state, m, ways)
        if verb == "column":
            return column_bans(state, m, ways)
        if verb == "charge":
            return charge_bans(state, m)
        if verb == "shoot":
            return shot_bans(state, m)
        if verb == "back":
            return [Ban("16.3", "no_way_back", ~(back_steps(state, m) if m.shot else 0), (state.spot,))]
        if verb == "join":
            return [Ban("9.1", "cannot_join", ~companions(state, m))]
        shut = verb == "leave" and not may_leave(state, m, ways)
        return [Ban("17.2.1", "no_flag_here", EVERY, ())] if shut else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        m = state.move
        assert m is not None
        left = min(
            (state.world.roster.pm[u] - spent for u, spent in zip(bits(m.units), m.spent, strict=True)), default=0
        )
        return (m.units, max(0, left) // 2, "½" if left % 2 and left > 0 else "")


STEP: Final = (Step(0), Step(1))


def spent_out(s: Battle, m: Move) -> bool:
    """[9.1] Whether a move that has begun can but stop: halted, at the end of its points or of the hexes it may enter.

    Not where [16.3] it may still fire.
    """
    if not m.hexes or s.open_order:
        return False
    if m.halted or m.order == DEFENCE or m.hexes >= s.world.skies[s.weather].max_hexes_moved:
        return True
    pm, paid = s.world.roster.pm, m.spent
    if len(paid) == 1:
        return paid[0] >= pm[m.units.bit_length() - 1]
    return any([spent >= pm[u] for u, spent in zip(bits(m.units), paid, strict=True)])


# what a mover may do beside going on


NOT_BEGUN: Final = Ban("9.1", "not_begun", EVERY, ())
MUST_FIRE: Final = Ban("16.3", "must_fire", EVERY, ())  # it came to fire


def stop_ban(s: Battle, m: Move, ways: Ways) -> Ban | None:
    """[9.1] What keeps a move from ending here; [16.3] after its fire a unit may."""
    if m.shot:
        return None
    if m.hexes == 0:
        acts = (s.open_order and shooting_targets(s, m)) or (m.charge and ways.charge_targets(m.here, m.spent))
        return None if acts else NOT_BEGUN
    if m.order == MANOEUVRE and not ways.leader and ways.ezoc & s.world.bit[m.here]:
        return MUST_FIRE
    return None if ways.may_end() else _why_no_end(s, m, ways)


def stop_bans(s: Battle, m: Move, ways: Ways) -> list[Ban]:
    ban = stop_ban(s, m, ways)
    return [] if ban is None else [ban]


def _why_no_end(s: Battle, m: Move, ways: Ways) -> Ban:
    if m.charge and not ways.charge_targets(m.here, m.spent):
        return Ban("14.2", "charge_goes_on", EVERY, ())
    if not ways.can_stop(m.here, m.spent):
        return Ban("7.1", "no_room", EVERY, (s.spot(m.here),))
    return Ban("5.1.2" if m.order == ATTACK else "5.1.1", "must_close_in", EVERY, (s.spot(m.here),))


def column_pays(s: Battle, m: Move, ways: Ways) -> bool:
    """[9.3] Whether march column may be taken here and leads anywhere."""
    if m.column or m.halted or m.shot or not ways.may_column(m.here):
        return False
    return bool(ways.open_steps(in_column=True))


def column_bans(s: Battle, m: Move, ways: Ways) -> Iterable[Ban]:
    """[9.3] [9.3.2] [17.1.4] What speaks against march column here."""
    if column_banned(s, m.side):
        yield Ban("17.1.4", "no_austrian_column", EVERY, (), beside=True)
    if m.order not in (ADVANCE, MANOEUVRE):
        yield Ban("5.1", "order_without_column", EVERY, (m.order,), beside=True)
    if m.here >= 0 and s.world.road_at[m.here] > 1:
        yield Ban("9.3", "no_road", EVERY, (s.spot(m.here),), beside=True)
    if (m.here >= 0 and s.combat(m.here, m.side) & ~m.units) or m.units.bit_count() > 1:
        yield Ban("9.3.2", "column_stacks", EVERY, (s.spot(m.here),), beside=True)
    if not column_pays(s, m, ways):
        yield Ban("9.3", "no_column_now", EVERY, ())


def at_the_start(s: Battle, m: Move) -> bool:
    """[9.1] Whether units on the map have not taken their first step nor said how they go."""
    fresh = m.hexes == 0 and m.here >= 0 and not m.column and not m.charge and not m.shot
    return fresh and bool(m.units & s.world.units)


def companions(s: Battle, m: Move) -> int:
    """[9.1] Units of the stack that may take the same path."""
    return _mates(s, m) if at_the_start(s, m) else 0


def _mates(s: Battle, m: Move) -> int:
    """[9.1] Units of the stack with the same order and of the same group, not yet moved, that find a way together."""
    found, others = 0, s.stack[m.here] & s.world.units & ~(m.units | s.world.fixed)
    if not others:
        return found
    group = s.group() & ~s.marched & ~s.routed & ~s.fired & ~s.planted
    for v in bits(group & others):
        lost_alike = (s.lost >> v & 1) == (s.lost >> lowest(m.units) & 1)
        if lost_alike and s.order_of(v) == m.order:
            units = m.units | 1 << v
            if step_out_together(s, m, units) or Ways(s, begin_move(s, units)).can_move():
                found |= 1 << v
    return found


def step_out_together(s: Battle, m: Move, units: int) -> bool:
    """Whether some units may enter a free hex together at once: see ``step_out``."""
    near, free = nears(s.world), elbow_room(s, s.zoc(1 - m.side))
    for u in bits(units):
        free &= near[u][m.here]
    return bool(free) and step_out(s, units, free) == units and may_stack(s.world, units)


def charge_open(s: Battle, m: Move) -> bool:
    """[14.2] A charge is declared before the first step."""
    return at_the_start(s, m) and may_charge(s, m.units) and charge_possible(s, m.units)


def may_leave(s: Battle, m: Move, ways: Ways) -> bool:
    """[17.2.1] R-40: leaving costs 1 PM from the flag, in order, not against 8.1."""
    if m.side != COALITION or m.here < 0 or not s.world.exits & s.world.bit[m.here] or m.shot:
        return False
    if ways.pinned(m.here) or m.halted or m.hexes >= ways.most:
        return False
    return m.hexes == 0 or all(spent + 2 <= pm for spent, pm in zip(m.spent, ways.pm, strict=True))


def charge_bans(s: Battle, m: Move) -> Iterable[Ban]:
    """[14.2] [17.2.5] What speaks against a charge."""
    if s.world.data.no_charges:
        yield Ban("17.2.5", "no_charges_here", EVERY, ())
    if m.units & ~s.world.horse:
        yield Ban("14.2", "only_cavalry", EVERY, ())
    if m.order != ATTACK:
        yield Ban("14.2", "charge_needs_attack", EVERY, ())
    if m.hexes:
        yield Ban("14.2", "charge_at_start", EVERY, ())
    if not charge_open(s, m):
        yield Ban("14.2", "nobody_to_charge", EVERY, ())


def shot_bans(s: Battle, m: Move) -> Iterable[Ban]:
    """[16.3] What speaks against skirmish fire."""
    u = bits(m.units)[0]
    if not s.open_order:
        yield Ban("16.3", "no_open_order", EVERY, ())
    if m.column or m.units.bit_count() != 1 or not may_open_order(s, u):
        yield Ban("16.3", "not_light", EVERY, (u,))
    yield Ban("16.3", "no_target", ~shooting_targets(s, m), (s.spot,))


def enter(s: Battle, m: Move, n: int, ways: Ways) -> None:
    """[9.1] One step: each unit pays its own costs; [8.2.1] it stops on entering a zone of control."""
    old, units, world, party = m.here, m.units, s.world, ways.party
    if old < 0:
        m.spent, m.halted = ways.step_to(n)
        for u in party.units:
            s.due.pop(u, None)
        s.entering &= ~units
    else:
        at_stop = bool(ways.ezoc & world.bit[n])
        if at_stop and m.order == DEFENCE and ways.ezoc & world.bit[old]:
            _shaken_step(s, m, n)
        m.spent, stops = party.pay(old, n, m.column, m.spent)
        m.halted = stops or at_stop
    m.here = n
    m.hexes += 1
    for u in party.units:
        s.put(u, n)
    if old >= 0:
        s.events.append(Event("moved", (units, n + world.sheet), EVERYONE, (old + world.sheet,)))
    elif ways.leader and hidden_arrival(s, units, n):
        s.whisper(m.side, "moved", units, n + world.sheet)
    else:
        s.emit("entered", units, n + world.sheet)


def ride(s: Battle, m: Move, n: int, unseen: bool) -> None:
    """[9.1] One step of a leader on the map; R-49: what the enemy does not see of it he is not told."""
    old, units, world = m.here, m.units, s.world
    m.spent, m.halted = party_of(world, units, s.weather).pay(old, n, False, m.spent)
    m.here = n
    m.hexes += 1
    s.put(units.bit_length() - 1, n)
    hidden = s.stack[n] != units and hidden_arrival(s, units, n)
    detail = (old + world.sheet,) if hidden or not unseen else ()
    s.events.append(Event("moved", (units, n + world.sheet), m.side if hidden else EVERYONE, detail))


def _shaken_step(s: Battle, m: Move, n: int) -> None:
    """[5.1.3] R-12: Defence, straight from one zone to another without a friend there: a test before moving."""
    troops = m.units & s.world.troops
    if troops and not s.occ[m.side] >> n & 1:
        m.shaken = troops & ~roll_stack(s, m.here, troops)


def step_reactions(s: Battle, m: Move) -> list[Frame[Battle]]:
    """[4.5.6] [8.2.3] [14.2.4] [15.2] What the other side does about a step."""
    if m.units & s.world.leaders:
        return []  # [15.4] who enters the map
    counter = offer_counter(s, m) if m.charge else None
    found = arrivals(s, m.side, m.here, m)
    return found if counter is None else [counter, *found]


class AfterStep(Frame[Battle]):
    """[9.1] Reactions are done: the move goes on, or it is over."""

    rule = "9.1"

    def finish(self, state: Battle) -> None:
        go_on(state, self.side)


def go_on(s: Battle, side: int) -> None:
    """[9.1] The next step of a move, if it is not over."""
    m = s.move
    if m is None or s.outcome is not None:
        return
    if m.charge and m.units & s.charging:
        finish_move(s, m)  # [14.2.4] counter-charged: it stops here
    elif spent_out(s, m):
        stop_here(s, m)
    else:
        s.push(STEP[side])


def stop_here(s: Battle, m: Move) -> None:
    """[9.1] It stops where it is."""
    s.hush(bool(m.units & s.world.leaders and dark(s, m.side, m.units, m.here)))
    finish_move(s, m)


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
    m.ways = None
    if m.units & s.world.leaders:
        s.rode |= m.units
        s.move = None
        return
    s.marched |= m.units
    if m.units & s.world.guns:
        _turn_guns(s, m)
    _count_nearer(s, m)
    if m.charge:
        s.charging |= m.units
        for u in bits(m.units):
            s.charge_goals[u] = Ways(s, m).charge_targets(m.here, m.spent)
    s.move = None
    frames: list[Frame[Battle]] = []
    for u in bits(m.shaken) if m.shaken else ():
        if s.at[u] >= 0 and worse(s, u):
            frames += flee(s, u, 2, BY_NOBODY)
    check_marches(s)
    if frames:
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
    if s.world.far_off(s.occ[1 - m.side], m.here) < m.far:
        s.nearer |= m.units & s.counted
