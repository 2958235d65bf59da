"""Rulebook 31 and 32: an announced charge: countercharge, shot, square, and cavalry against cavalry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.squares import FRONT, REAR, adjacent
from grognard.games.merde.rules.cavalry.counter import Countercharge
from grognard.games.merde.rules.cavalry.reach import arrive_at, flank_squares, lines, ride_up, runs, second_charge_cost
from grognard.games.merde.rules.cavalry.square import HorseBattery, TrySquare
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat import melee
from grognard.games.merde.rules.combat.damage import hit, severity
from grognard.games.merde.rules.combat.engage import ChargeGoesOn, next_step
from grognard.games.merde.rules.combat.exchange import Danger, clash_of, role_of
from grognard.games.merde.rules.combat.markers import give_skirmishers, spend
from grognard.games.merde.rules.combat.melee import Exchange
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, Stance, bearing_of, compare, factor
from grognard.games.merde.rules.frames import Question, Then, ask
from grognard.games.merde.rules.generals import danger
from grognard.games.merde.rules.morale import Morale, due, exempt
from grognard.games.merde.rules.support import Replace
from grognard.games.merde.rules.withdraw import fall_back
from grognard.games.merde.world.lexicon import OPEN, PASS, SUPPORT, make
from grognard.games.merde.world.pieces import Clash, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, INFANTRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban

# [31.2] the announcement


def announce(s: Battle, action: Action) -> None:
    """[31.2] The charge is announced and the regiment rides up to its target."""
    piece, target = action.args[0], action.args[1]
    p = s.pieces[piece]
    if s.order_of(piece) == SUPPORT and not p.charged:
        s.intervened[side_of(piece)] = True
    if p.charged:
        p.spent += second_charge_cost(s, piece)
    s.clash = clash = Clash([piece, target])
    clash.run, clash.closed = True, True
    clash.start[0], clash.start_formation[0] = p.squares, p.formation
    for one in (piece, target):
        s.pieces[one].engaged = True
    give_skirmishers(s, target)
    s.count_arms()
    p.charged += 1
    if action.verb == "flanks":
        clash.both_flanks = True
        arrive_at(s, piece, flank_squares(s, piece, target), OPEN, p.facing)
    else:
        ride_up(s, piece, target, action.args[2:])
    s.emit("charge_announced", piece, target, p.squares[0])
    clash.bearing = bearing_of(s, piece, target)
    s.note_spots()
    s.push(Danger(), Countercharge(side_of(target)), Arrive())


# [31.4] the charge arrives


class Arrive(Then):
    """[31.2] [31.4] The charge arrives, or has been met."""

    rule = "31.2"

    def run(self, state: Battle) -> None:
        clash = clash_of(state)
        if clash.counter >= 0:
            clash.bearing = FRONT
            clash.both_flanks = False
            clash.charging = [True, True]  # [31.7] both charge
            state.push(AfterCounter())
            ask(state, CavalryClash())
            return
        arrive(state)


def arrive(s: Battle) -> None:
    """[31.4] What the target may do before the charge strikes home."""
    clash = clash_of(s)
    target = clash.pieces[1]
    if s.arm(target) == ARTILLERY:
        clash.bearing = FRONT
        s.push(Strike())
        return
    if clash.bearing == REAR:
        combat.take_in_rear(s, MetAgain())
        return
    if s.arm(target) == INFANTRY:
        shot = DrawnShot() if side_of(target) == s.auto else ShotAtCharge(side_of(target))
        s.push(shot, TrySquare(1), HorseBattery(1), Strike())
    else:
        s.push(Strike())


class Strike(Then):
    """[31.4] Then the charge step, then melee."""

    rule = "31.4"

    def run(self, state: Battle) -> None:
        clash = clash_of(state)
        if not combat.still_on(state):
            state.push(Replace(0), Replace(1), MetAgain())
            return
        clash.charging = [True, False]
        clash.choice = [combat.CHARGES, combat.HOLDS]
        state.push(ChargeGoesOn())


class MetAgain(Then):
    """[34.1] A support has stepped in: as the target it is charged in its turn, as the attacker it has made no run."""

    rule = "34.1"

    def run(self, state: Battle) -> None:
        clash = clash_of(state)
        if not combat.still_on(state):
            combat.conclude(state)
        elif state.pieces[clash.pieces[0]].charged:
            arrive(state)
        else:
            clash.run = False
            next_step(state)


class ShotAtCharge(Question):
    """[31.4] Infantry may fire one marker at a charge that comes through its front."""

    rule = "31.4"

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        markers = shots_at_charge(state)
        return [*[make("fire", place + 1) for place in range(markers)], PASS] if markers else ()

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "no_such_marker", self.unoffered(state, side, verb, *head))] if verb == "fire" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb != "pass":
            shoot_at_charge(state, action.args[0] - 1)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[1], clash_of(state).pieces[0])


class DrawnShot(Then):
    """[45.5] The army that the rulebook plays fires whenever it may, with a marker drawn from its hand."""

    rule = "45.5"

    def run(self, state: Battle) -> None:
        markers = shots_at_charge(state)
        if markers:
            shoot_at_charge(state, state.dice.roll(markers) - 1)


def shots_at_charge(s: Battle) -> int:
    """[31.4] The markers with which the target may fire at the charge; none unless it comes through its front."""
    clash = clash_of(s)
    charger, target = clash.pieces
    if clash.bearing != FRONT or not s.pieces[charger].squares or not factor(s, target, charger, Stance(), "fire"):
        return 0
    return len(s.pieces[target].hand)


def shoot_at_charge(s: Battle, place: int) -> None:
    """[31.4] The shot meets the base defence of the charger."""
    charger, target = clash_of(s).pieces
    marker = spend(s, target, place)
    s.pieces[target].steady = True
    stances = (Stance(step=FIRE, attacked=True), Stance(step=FIRE, charging=True))
    s.tale = []
    due(s, charger, hit(s, charger, severity(compare(s, target, charger, stances, marker, -1)), True))
    s.push(Morale(), Danger())


# [31.7] cavalry against cavalry


class CavalryClash(Exchange):
    """[31.7] Both use charge factors and a marker each; who is hurt tests and may have to fall back."""

    rule = "31.7"
    step = CHARGE

    def must_turn(self, state: Battle, role: int) -> bool:
        return True

    def attacks(self, state: Battle, role: int) -> bool:
        return True

    def nothing(self, state: Battle) -> None:
        combat.conclude(state)

    def after(self, state: Battle, damages: list[int]) -> None:
        clash = clash_of(state)
        state.tests = []
        danger(state)
        state.push(Danger(), Replace(0), Replace(1), CavalryAgain())
        for role in (0, 1):
            piece = clash.pieces[role]
            if not damages[role] or not state.pieces[piece].squares:
                continue
            if exempt(state, piece):
                state.emit("exempt", piece)
                continue
            card, level = state.card(), state.world.stock(piece).level
            state.emit("morale", piece, card, level, 0 if card <= level else 1)
            if card > level:
                fall_back(state, piece)


class CavalryAgain(melee.MeleeAgain):
    """[31.7] If both stand, melee follows; else the winner rides on."""

    rule = "31.7"

    def run(self, state: Battle) -> None:
        if combat.still_on(state):
            super().run(state)


class AfterCounter(Then):
    """[31.7] The winner goes on, returns or stays."""

    rule = "31.7"

    def run(self, state: Battle) -> None:
        clash = clash_of(state)
        if combat.still_on(state):
            return
        for role in (0, 1):
            p = state.pieces[clash.pieces[role]]
            rode = p.charged or clash.pieces[role] == clash.counter
            if rode and p.squares and not p.routed and not p.retreated:
                state.push(Onward(side_of(clash.pieces[role])))
                return


class Onward(Question):
    """[31.7] Go on with the charge at the first or another target within two squares, return, or stay."""

    rule = "31.7"

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        role = role_of(state, side)
        piece, start = clash_of(state).pieces[role], clash_of(state).start[role]
        found: list[Action] = []
        if state.pieces[piece].out:
            return found  # [10.2] it has met the charge where it stood
        if state.pieces[piece].hand:
            found = [make("onward", target, *run) for target, run in onward_targets(state, piece)]
        if start != state.pieces[piece].squares and all(state.at(sq) in (-1, piece) for sq in start):
            found.append(make("return"))
        return [*found, PASS] if found else ()

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban(self.rule, "no_onward", self.unoffered(state, side, verb, *head), ())] if verb == "onward" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        clash, role = clash_of(state), role_of(state, side)
        piece = clash.pieces[role]
        if action.verb == "return":
            state.put(piece, clash.start[role], clash.start_formation[role], state.pieces[piece].facing)
            state.emit("returns", piece, clash.start[role][0])
        elif action.verb == "onward":
            go_on(state, piece, action.args[0], action.args[1:])

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[role_of(state, self.side)],)


def onward_targets(s: Battle, piece: int) -> list[tuple[int, Squares]]:
    """[31.7] The first target where the charger already stands before it; others by a line of charge."""
    clash = clash_of(s)
    found: list[tuple[int, Squares]] = []
    for target in s.troops(1 - side_of(piece)):
        q = s.pieces[target]
        if q.routed or any(s.world.cover >> sq & 1 for sq in q.squares):
            continue
        if target == clash.first and adjacent(s.pieces[piece].squares, q.squares):
            found.append((target, s.pieces[piece].squares[:1]))
        elif s.is_regiment(target) or s.arm(target) == ARTILLERY:
            own = s.pieces[piece].squares
            mids = sorted({line.mid for line in lines(s, piece, target, own)})
            found += [(target, run) for mid in mids for run in runs(s, piece, target, mid)]
    return found


def go_on(s: Battle, piece: int, target: int, run: Squares) -> None:
    """[31.7] The charge, or the countercharge, goes on; it is not countercharged again."""
    s.clash = clash = Clash([piece, target])
    clash.run, clash.closed = True, True
    s.pieces[piece].charged = max(1, s.pieces[piece].charged)
    s.pieces[target].engaged = True
    give_skirmishers(s, target)
    s.count_arms()
    if run[0] not in s.pieces[piece].squares:
        ride_up(s, piece, target, run)
    clash.bearing = bearing_of(s, piece, target)
    s.note_spots()
    s.emit("charge_announced", piece, target, s.pieces[piece].squares[0])
    arrive(s)
