"""Rulebook 28: an engagement begins; the fire step, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import REAR
from grognard.games.merde.rules.cavalry.square import HorseBattery, TrySquare
from grognard.games.merde.rules.combat.exchange import (
    CHARGES,
    FIRES,
    HOLDS,
    Again,
    Danger,
    after_exchange,
    apply_damage,
    clash_of,
    may_attack,
    pause,
    role_of,
    still_on,
    strike,
    take_in_rear,
)
from grognard.games.merde.rules.combat.markers import give_skirmishers, spend
from grognard.games.merde.rules.combat.melee import ChargeExchange, melee
from grognard.games.merde.rules.combat.totals import FIRE as FIRE_STEP
from grognard.games.merde.rules.combat.totals import Stance, bearing_of, factor, in_front
from grognard.games.merde.rules.frames import Secret, Then, ask
from grognard.games.merde.rules.morale import Morale
from grognard.games.merde.world.lexicon import CHARGE, GARRISON, HOLD, MASS, MOVES, SQUARE, make
from grognard.games.merde.world.pieces import Clash
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import CAVALRY, INFANTRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, because
from grognard.kernel.frame import Reason

PRESSED: Final = (*MOVES, GARRISON)  # [12.5] the orders that leave no choice in the first fire step


def begin(s: Battle, named: int, target: int) -> None:
    """[25.3] A pair begins to fight; [35.2] one who is attacked in the rear routs at once."""
    s.clash = clash = Clash([named, target])
    for piece in (named, target):
        s.pieces[piece].engaged = True
    give_skirmishers(s, target)
    s.count_arms()
    clash.bearing = bearing_of(s, named, target)
    s.emit("engages", named, target, clash.bearing)
    if not s.is_regiment(target):
        clash.bearing = 0
    if clash.bearing == REAR:
        take_in_rear(s, FireAgain())
    else:
        next_step(s)


def next_step(s: Battle) -> None:
    """[28.6] The next fire step."""
    s.note_spots()
    ask(s, FireStep())


def fire_ban(s: Battle, role: int) -> Reason | None:
    """[28.5] Why a regiment may not fire."""
    clash = clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    if not may_attack(s, role):
        return ("35.1", "flanked", (piece,))
    if not s.pieces[piece].hand:
        return ("26.2", "no_markers", (piece,))
    return volley_ban(s, piece, foe)


def volley_ban(s: Battle, piece: int, foe: int) -> Reason | None:
    """[28.5] Why a regiment could not fire at another, whatever it holds in hand."""
    if not factor(s, piece, foe, Stance(), "fire"):
        return ("28.5", "no_fire", (piece,))
    if not in_front(s, piece, foe):
        return ("28.5", "not_in_front", (piece, foe))
    return None


def charge_ban(s: Battle, role: int) -> Reason | None:
    """[29.1] Why a regiment may not charge, nor assault."""
    clash = clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    if not may_attack(s, role):
        return ("35.1", "flanked", (piece,))
    if not s.pieces[piece].hand:
        return ("26.2", "no_markers", (piece,))
    return onset_ban(s, piece, foe)


def onset_ban(s: Battle, piece: int, foe: int) -> Reason | None:
    """[29.1] Why a regiment could not charge nor assault another, whatever it holds in hand."""
    if s.arm(piece) == INFANTRY and s.arm(foe) == CAVALRY:
        return ("29.1", "infantry_on_cavalry", (piece,))
    if s.pieces[piece].formation in (SQUARE, MASS):
        return ("29.1", "square_charges", (piece,))
    if s.world.stock(piece).company:
        return ("8.5", "company_charges", (piece,))
    if not in_front(s, piece, foe):
        return ("28.5", "not_in_front", (piece, foe))
    return None


def assault(s: Battle, piece: int, foe: int) -> bool:
    """[29.2] R-29d: in or against a settlement, farm or fortress, or by cavalry without its run, there is no charge."""
    for p in (piece, foe):
        if any(s.world.houses >> sq & 1 for sq in s.pieces[p].squares):
            return True
    return s.arm(piece) == CAVALRY and not clash_of(s).run


def must_attack(s: Battle, role: int) -> bool:
    """[12.5] R-12a: in its first fire step of the turn a regiment ordered to move or to hold must fire or charge."""
    piece = clash_of(s).pieces[role]
    p = s.pieces[piece]
    if p.steady or not p.hand or s.order_of(piece) not in PRESSED:
        return False
    return fire_ban(s, role) is None or charge_ban(s, role) is None


# [28.6] the fire step

NO_MARKER = 1  # markers are numbered from one: a ban that leaves out 0 is none on the bare verb


class FireStep(Secret):
    """[28.6] Fire with a marker, charge, or hold (with a marker for its defence, or none)."""

    rule = "28.6"

    def sides(self, state: Battle) -> tuple[int, ...]:
        return tuple([side for side in (0, 1) if state.is_regiment(clash_of(state).pieces[role_of(state, side)])])

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        role = role_of(state, side)
        hand = len(state.pieces[clash_of(state).pieces[role]].hand)
        found: list[Action] = []
        if fire_ban(state, role) is None:
            found += [make("fire", place + 1) for place in range(hand)]
        if charge_ban(state, role) is None:
            found.append(CHARGE)
            if state.switch("shot_at_charger_marker"):
                found += [make("charge", place + 1) for place in range(hand) if hand > 1]
        if not must_attack(state, role):
            found += [HOLD, *[make("hold", place + 1) for place in range(hand)]]
        return found

    def take(self, state: Battle, side: int, action: Action) -> None:
        choice = {"fire": FIRES, "charge": CHARGES, "hold": HOLDS}[action.verb]
        state.drafts[side].notes.append((choice, action.args[0] - 1 if action.args else -1))
        state.drafts[side].closed = True

    def reveal(self, state: Battle) -> None:
        clash = clash_of(state)
        for role in (0, 1):
            notes = state.drafts[side_of(clash.pieces[role])].notes
            clash.choice[role], clash.marker[role] = notes[0] if notes else (HOLDS, -1)
            state.pieces[clash.pieces[role]].steady = True
        state.revealed = True
        state.tale = []
        state.emit("fire_step", *clash.pieces, *clash.choice)
        exchange_of_fire(state)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        role = role_of(state, side)
        shut = self.unoffered(state, side, verb)
        if verb == "fire":
            yield from because([ban for ban in [fire_ban(state, role)] if ban is not None])
            yield Ban("26.2", "no_such_marker", shut)
        elif verb == "charge":
            yield from because([ban for ban in [charge_ban(state, role)] if ban is not None])
            yield Ban("28.6", "charge_marker", shut & ~NO_MARKER, ())
        elif verb == "hold":
            if must_attack(state, role):
                yield Ban("12.5", "must_attack", ALL, (clash_of(state).pieces[role],))
            yield Ban("26.2", "no_such_marker", shut)

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        """Here one word is a marker; the longer answers of the same verbs belong to other questions."""
        return super().refuse(state, side, action) if len(action.args) < 2 else []

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        role = role_of(state, side)
        return (clash_of(state).pieces[role], clash_of(state).pieces[1 - role])


def exchange_of_fire(s: Battle) -> None:
    """[28.6] The two choices meet: shots first, both results together; then a charge, or the next step."""
    clash = clash_of(s)
    if clash.choice == [HOLDS, HOLDS]:
        pause(s)
        return
    turned = [_turn_in_fire(s, role) for role in (0, 1)]
    damages = [0, 0]
    for role in (0, 1):
        if clash.choice[role] == FIRES:
            clash.volleys[role] += 1
            damages[1 - role] = strike(s, role, FIRE_STEP, turned)
    apply_damage(s, damages)
    charging = [choice == CHARGES for choice in clash.choice]
    clash.charging = charging
    if any(charging):
        s.push(Morale(), Danger(), ChargeGoesOn())
    else:
        after_exchange(s, FireAgain())


def _turn_in_fire(s: Battle, role: int) -> int:
    """The marker a side turns: the shooter's always, the holder's only against a shot. -1: none."""
    clash = clash_of(s)
    place = clash.marker[role]
    shot_at = clash.choice[1 - role] == FIRES
    if place < 0 or (clash.choice[role] != FIRES and not shot_at):
        return -1
    return spend(s, clash.pieces[role], place)


class FireAgain(Again):
    """[28.6] Fire may be repeated while both want and have markers."""

    rule = "28.6"

    def next_exchange(self, state: Battle) -> None:
        next_step(state)


# [29.3] the charge


class ChargeGoesOn(Then):
    """[28.6] The shots have fallen: who wanted to charge and still stands does so."""

    rule = "29.3"

    def run(self, state: Battle) -> None:
        clash = clash_of(state)
        if not still_on(state):
            after_exchange(state, FireAgain())
            return
        for role in (0, 1):
            if clash.charging[role] and not state.pieces[clash.pieces[role]].hand:
                clash.charging[role] = False
        if not any(clash.charging):
            after_exchange(state, FireAgain())
            return
        clash.closed = True
        state.note_spots()
        leader = 0 if clash.charging[0] else 1
        charger, target = clash.pieces[leader], clash.pieces[1 - leader]
        if not assault(state, charger, target):
            ask(state, ChargeExchange())
            return
        state.emit("assault", charger, target)
        state.push(Storm())
        if state.arm(charger) == CAVALRY and state.arm(target) == INFANTRY:
            state.push(TrySquare(1 - leader), HorseBattery(1 - leader))


class Storm(Then):
    """[29.2] The melee begins at once; R-29g: infantry that tried square before cavalry may be gone by now."""

    rule = "29.2"

    def run(self, state: Battle) -> None:
        if still_on(state):
            melee(state)
        else:
            after_exchange(state, FireAgain())
