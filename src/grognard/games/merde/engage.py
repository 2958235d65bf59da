"""Rulebook 28 and 29: an engagement from the first shot to the last round of melee."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.board.squares import FLANK, REAR, RIGHT, adjacent
from grognard.games.merde.artillery import hit_battery, hit_engineers
from grognard.games.merde.damage import hit, severity
from grognard.games.merde.frames import Question, Secret, Then, ask
from grognard.games.merde.lexicon import (
    CHARGE,
    DENSE,
    GARRISON,
    HOLD,
    LIMBERED,
    LINE,
    MASS,
    MOVES,
    NONE,
    PASS,
    SQUARE,
    make,
)
from grognard.games.merde.markers import give, spend
from grognard.games.merde.morale import Morale, due
from grognard.games.merde.motion import passable
from grognard.games.merde.resolve import enter_square
from grognard.games.merde.state import Battle, Clash
from grognard.games.merde.support import Replace, can_replace
from grognard.games.merde.totals import (
    CHARGE as CHARGE_STEP,
)
from grognard.games.merde.totals import (
    FIRE as FIRE_STEP,
)
from grognard.games.merde.totals import (
    MELEE as MELEE_STEP,
)
from grognard.games.merde.totals import (
    Stance,
    bearing_of,
    compare,
    contact_square,
    factor,
    in_front,
)
from grognard.games.merde.victory import check_cic
from grognard.games.merde.withdraw import destroy, fall_back, rout
from grognard.games.merde.world import ARTILLERY, CAVALRY, ENGINEERS, INFANTRY, side_of
from grognard.kernel.action import Action
from grognard.kernel.frame import Reason

HOLDS: Final = 0  # choices of the fire step
FIRES: Final = 1
CHARGES: Final = 2


def clash_of(s: Battle) -> Clash:
    assert s.clash is not None
    return s.clash


def role_of(s: Battle, side: int) -> int:
    """The part a side has in the engagement: 0 if it named it."""
    return 0 if side_of(clash_of(s).pieces[0]) == side else 1


def begin(s: Battle, named: int, target: int) -> None:
    """[25.3] A pair begins to fight; [35.2] one who is attacked in the rear routs at once."""
    s.clash = clash = Clash(named, target)
    for piece in (named, target):
        s.pieces[piece].engaged = True
    if s.is_regiment(target) and not s.pieces[target].dealt and s.pieces[target].skirmished:
        give(s, target)  # [27.4] skirmishers who are attacked get their markers now
    clash.bearing = bearing_of(s, named, target)
    s.emit("engages", named, target, clash.bearing)
    if not s.is_regiment(target):
        clash.bearing = 0
    elif clash.bearing == REAR:
        s.emit("rear", target)
        rout(s, target)
        return
    next_step(s)


def next_step(s: Battle) -> None:
    """[28.6] The next fire step."""
    s.note_spots()
    ask(s, FireStep())


def still_on(s: Battle) -> bool:
    """Whether both are there, in order and in contact."""
    one, other = clash_of(s).pieces
    p, q = s.pieces[one], s.pieces[other]
    if not p.squares or not q.squares or p.routed or q.routed:
        return False
    return adjacent(p.squares, q.squares)


# what each may do


def may_attack(s: Battle, role: int) -> bool:
    """[35.1] Who is attacked in flank may not attack back; [31.5] nor who is charged on both; batteries never do."""
    clash = clash_of(s)
    if not s.is_regiment(clash.pieces[role]):
        return False
    return role == 0 or not (clash.bearing == FLANK or clash.both_flanks)


def fire_ban(s: Battle, role: int) -> Reason | None:
    """[28.5] Why a regiment may not fire."""
    clash = clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    if not may_attack(s, role):
        return ("35.1", "flanked", (piece,))
    if not s.pieces[piece].hand:
        return ("26.2", "no_markers", (piece,))
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
    if s.arm(piece) == INFANTRY and s.arm(foe) == CAVALRY:
        return ("29.1", "infantry_on_cavalry", (piece,))
    if s.pieces[piece].formation in (SQUARE, MASS):
        return ("29.1", "square_charges", (piece,))
    if s.world.stock(piece).company:
        return ("8.5", "company_charges", (piece,))
    if not s.pieces[piece].hand:
        return ("26.2", "no_markers", (piece,))
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
    if p.steady or not p.hand or s.order_of(piece) not in (*MOVES, GARRISON):
        return False
    return fire_ban(s, role) is None or charge_ban(s, role) is None


# [28.6] the fire step


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

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        role = role_of(state, side)
        piece = clash_of(state).pieces[role]
        found: Reason | None = None
        if action.verb == "fire" and len(action.args) == 1:
            found = fire_ban(state, role) or ("26.2", "no_such_marker", (action.args[0],))
        elif action.verb == "charge" and len(action.args) < 2:
            found = charge_ban(state, role) or ("28.6", "charge_marker", ())
        elif action.verb == "hold":
            found = ("12.5", "must_attack", (piece,)) if must_attack(state, role) else (
                "26.2", "no_such_marker", action.args or (0,))  # fmt: skip
        return [] if found is None else [found]

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
            damages[1 - role] = _attack(s, role, FIRE_STEP, turned)
    apply_damage(s, damages)
    charging = [choice == CHARGES for choice in clash.choice]
    clash.charging = charging
    s.push(Morale(), Danger(), AfterFire() if not any(charging) else ChargeGoesOn())


def _turn_in_fire(s: Battle, role: int) -> int:
    """The marker a side turns: the shooter's always, the holder's only against a shot. -1: none."""
    clash = clash_of(s)
    place = clash.marker[role]
    shot_at = clash.choice[1 - role] == FIRES
    if place < 0 or (clash.choice[role] != FIRES and not shot_at):
        return -1
    return spend(s, clash.pieces[role], place)


def stance(s: Battle, role: int, step: int) -> Stance:
    """The circumstances of the exchange for one side."""
    clash = clash_of(s)
    attacked = role == 1 or clash.charging[1 - role] or clash.choice[1 - role] in (FIRES, CHARGES) or step == MELEE_STEP
    return Stance(
        step=step,
        attacked=attacked,
        flank=role == 1 and (clash.bearing == FLANK or clash.both_flanks),
        charging=clash.charging[role] or (clash.run and role == 0),
        round=clash.round,
        converging=clash.converged[role],
        converged_on=clash.converged[1 - role],
        both=clash.both_flanks and role == 0,
    )


def _attack(s: Battle, role: int, step: int, turned: list[int]) -> int:
    """[28.1] One attack: total against total; the size of the damage."""
    clash = clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    stances = (stance(s, role, step), stance(s, 1 - role, step))
    difference = compare(s, piece, foe, stances, turned[role], turned[1 - role])
    return max(0, difference) if s.arm(foe) == ARTILLERY else severity(difference)


def apply_damage(s: Battle, damages: list[int]) -> None:
    """[28.6] Both results are applied together; [24.8] a battery takes hits by the difference."""
    clash = clash_of(s)
    for role in (0, 1):
        piece = clash.pieces[role]
        if not damages[role] or not s.pieces[piece].squares:
            continue
        if s.arm(piece) == ARTILLERY:
            hit_battery(s, piece, damages[role])
        elif s.arm(piece) == ENGINEERS:
            hit_engineers(s, piece)
        else:
            due(s, piece, hit(s, piece, damages[role], True))


class Danger(Then):
    """[1.3] The loss of a CiC ends the battle at once."""

    rule = "1.2"

    def run(self, state: Battle) -> None:
        check_cic(state)


def pause(s: Battle) -> None:
    """[28.6] Both hold: no further action between these two this turn."""
    one, other = clash_of(s).pieces
    s.pieces[one].paused = (*s.pieces[one].paused, other)
    s.pieces[other].paused = (*s.pieces[other].paused, one)
    s.emit("paused", one, other)


class AfterFire(Then):
    """[28.6] [28.7] After an exchange of fire: supports, want of markers, then the next step."""

    rule = "28.7"

    def run(self, state: Battle) -> None:
        between_exchanges(state, FireAgain())


class FireAgain(Then):
    """[28.6] Fire may be repeated while both want and have markers."""

    rule = "28.6"

    def run(self, state: Battle) -> None:
        if not still_on(state):
            conclude(state)
            return
        if battery_falls(state) or want_of_markers(state):
            return
        if not any(state.pieces[piece].hand for piece in clash_of(state).pieces):
            return
        next_step(state)


def between_exchanges(s: Battle, then: Then) -> None:
    """[34.1] Supports may step in before anything else follows."""
    asks = [Replace(role) for role in (0, 1) if can_replace(s, role)]
    s.push(*asks, then)


def battery_falls(s: Battle) -> bool:
    """[24.8] A battery that survives while its attacker can go on falls back if limbered, else it is lost."""
    clash = clash_of(s)
    one, other = clash.pieces
    if s.is_regiment(other):
        return False
    if not s.pieces[one].hand or s.arm(other) == ENGINEERS:
        return True
    if s.pieces[other].formation == LIMBERED:
        s.push(Conclude())
        fall_back(s, other)
    else:
        s.emit("battery_taken", other)
        destroy(s, other)
        s.push(Conclude())
    return True


def want_of_markers(s: Battle) -> bool:
    """[28.7] [29.6] One who has no markers while his enemy has falls back; a square before cavalry stays (R-33b)."""
    pieces = clash_of(s).pieces
    for role in (0, 1):
        piece, foe = pieces[role], pieces[1 - role]
        if s.pieces[piece].hand or not s.pieces[foe].hand or not s.is_regiment(piece):
            continue
        square = s.pieces[piece].formation in (SQUARE, MASS) and s.arm(foe) == CAVALRY
        if square and s.switch("square_holds_without_markers"):
            continue
        s.emit("no_markers_left", piece)
        s.push(Conclude())
        fall_back(s, piece)
        return True
    return False


# [29.3] the charge


class ChargeGoesOn(Then):
    """[28.6] The shots have fallen: who wanted to charge and still stands does so."""

    rule = "29.3"

    def run(self, state: Battle) -> None:
        clash = clash_of(state)
        if not still_on(state):
            conclude(state)
            return
        for role in (0, 1):
            if clash.charging[role] and not state.pieces[clash.pieces[role]].hand:
                clash.charging[role] = False
        if not any(clash.charging):
            between_exchanges(state, FireAgain())
            return
        clash.closed = True
        state.note_spots()
        leader = 0 if clash.charging[0] else 1
        if assault(state, clash.pieces[leader], clash.pieces[1 - leader]):
            state.emit("assault", clash.pieces[leader], clash.pieces[1 - leader])
            melee(state)
        else:
            ask(state, ChargeExchange())


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
        if not self.attacks(state, role) and not state.switch("passive_defender_marker"):
            return [NONE]
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
                damages[1 - role] = _attack(state, role, self.step, turned)
        apply_damage(state, damages)
        self.after(state, damages)

    def nothing(self, state: Battle) -> None:
        pause(state)
        conclude(state)

    def after(self, state: Battle, damages: list[int]) -> None:
        state.push(Morale(), Danger(), AfterRound())

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        if action.verb == "turn" and not action.args:
            return [("29.3", "must_turn", ())]
        return [("26.2", "no_such_marker", action.args)] if action.verb == "turn" else []

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        role = role_of(state, side)
        return (clash_of(state).pieces[role], clash_of(state).pieces[1 - role])


class ChargeExchange(Exchange):
    """[29.3] Every charging regiment turns a marker; a passive defender may turn one for its blue number."""

    rule = "29.3"
    step = CHARGE_STEP

    def must_turn(self, state: Battle, role: int) -> bool:
        return clash_of(state).charging[role]

    def attacks(self, state: Battle, role: int) -> bool:
        return clash_of(state).charging[role]


class AfterRound(Then):
    """[29.4] After a charge or a round: supports, want of markers, then the next round."""

    rule = "29.4"

    def run(self, state: Battle) -> None:
        between_exchanges(state, MeleeAgain())


class MeleeAgain(Then):
    """[29.4] Rounds follow until one side has no markers or breaks."""

    rule = "29.4"

    def run(self, state: Battle) -> None:
        if not still_on(state):
            conclude(state)
            return
        if battery_falls(state) or want_of_markers(state):
            return
        if not any(state.pieces[piece].hand for piece in clash_of(state).pieces):
            conclude(state)
            return
        melee(state)


# [29.4] melee


def melee(s: Battle) -> None:
    """[29.4] The next round; [29.5] from the second on the second battalion of a line may converge."""
    clash = clash_of(s)
    clash.round += 1
    clash.closed = True
    clash.charging = [False, False]
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
    """[29.5] A line of two battalions before a column, whose flank on the side of the second one is not protected."""
    clash = clash_of(s)
    piece, foe = clash.pieces[role], clash.pieces[1 - role]
    p, q = s.pieces[piece], s.pieces[foe]
    if clash.converged[role] or p.formation != LINE or len(p.squares) != 2 or q.formation not in DENSE:
        return False
    if not s.is_regiment(foe) or not may_attack(s, role):
        return False
    first = contact_square(s, piece, foe)
    second = p.squares[1 - p.squares.index(first)]
    return not flank_protected(s, foe, second - first)


def flank_protected(s: Battle, piece: int, towards: int) -> bool:
    """[29.5] A friend in the square beside the column on that side, or in the next one beyond it if it is empty."""
    at = s.pieces[piece].squares[0]
    side = side_of(piece)
    hand = RIGHT[s.pieces[piece].facing]
    step = hand if _along(hand, towards) > 0 else -hand
    beside, beyond = at + step, at + 2 * step
    friends = s.held(side)
    if s.world.field.has(beside) and friends >> beside & 1:
        return True
    if not s.world.field.has(beside) or s.held(1 - side) >> beside & 1:
        return False
    return s.world.field.has(beyond) and bool(friends >> beyond & 1)


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


# [29.6] [29.7] the end


class Conclude(Then):
    rule = "29.6"

    def run(self, state: Battle) -> None:
        conclude(state)


def conclude(s: Battle) -> None:
    """[29.6] [29.7] The engagement is over: who stands alone before a vacated square may enter it."""
    clash = s.clash
    if clash is None or not clash.closed or s.outcome is not None:
        return
    for role in (0, 1):
        piece, foe = clash.pieces[role], clash.pieces[1 - role]
        p = s.pieces[piece]
        stands = p.squares and not p.routed and p.squares == clash.spots[role]
        if stands and _left(s, foe, clash.spots[1 - role]) and advance_squares(s, role):
            s.push(Advance(role))
            return


def _left(s: Battle, piece: int, spots: tuple[int, ...]) -> bool:
    return s.pieces[piece].squares != spots


def advance_squares(s: Battle, role: int) -> tuple[int, ...]:
    """[29.7] The squares the winner would stand in: its front one square ahead, where the enemy stood."""
    clash = clash_of(s)
    piece = clash.pieces[role]
    p = s.pieces[piece]
    vacated = [sq for sq in clash.spots[1 - role] if s.at(sq) < 0]
    if not vacated:
        return ()
    if len(p.squares) == 1:
        near = [sq for sq in vacated if sq in s.world.field.near[p.squares[0]]]
        return _entered(s, piece, tuple(near[:1]))
    for sq in vacated:
        for at in p.squares:
            if sq in s.world.field.near[at]:
                goals = tuple([one + sq - at for one in p.squares])
                if s.world.field.has_all(goals) and all(s.at(g) < 0 or s.at(g) == piece for g in goals):
                    found = _entered(s, piece, goals)
                    if found:
                        return found
    return ()


def _entered(s: Battle, piece: int, goals: tuple[int, ...]) -> tuple[int, ...]:
    """Squares its formation may stand in."""
    formation = s.pieces[piece].formation
    if not goals or not all(passable(s, piece, formation, sq) for sq in goals):
        return ()
    return goals


class Advance(Question):
    """[29.7] The winner moves one square into what the enemy left, or stays."""

    rule = "29.7"

    def __init__(self, role: int) -> None:
        super().__init__(0)
        self.role = role

    def key(self) -> tuple[object, ...]:
        return (type(self).__name__, self.role)

    def to_act(self, state: Battle) -> tuple[int, ...]:
        return (side_of(clash_of(state).pieces[self.role]),)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        return [make("advance"), PASS]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "advance":
            piece = clash_of(state).pieces[self.role]
            goals = advance_squares(state, self.role)
            state.pieces[piece].squares = goals
            state.emit("advances", piece, goals[0])
            for sq in goals:
                enter_square(state, piece, sq)
            check_cic(state)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[self.role],)
