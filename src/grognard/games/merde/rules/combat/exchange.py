"""Rulebook 28 and 29: what fire, charge and melee have in common: attacks, damage, want of markers, the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import FLANK, REAR, adjacent, distance
from grognard.games.merde.rules.combat.damage import hit, severity
from grognard.games.merde.rules.combat.totals import Stance, compare
from grognard.games.merde.rules.fire.artillery import hit_battery, hit_engineers
from grognard.games.merde.rules.fire.shelling import resettle
from grognard.games.merde.rules.frames import Question, Then
from grognard.games.merde.rules.morale import Morale, due
from grognard.games.merde.rules.motion import fortress_full, passable
from grognard.games.merde.rules.movement.resolve import enter_square
from grognard.games.merde.rules.support import Replace
from grognard.games.merde.rules.victory import check_cic
from grognard.games.merde.rules.withdraw import destroy, fall_back, rout
from grognard.games.merde.world.lexicon import LIMBERED, MASS, OPEN, PASS, SQUARE, make
from grognard.games.merde.world.pieces import Clash, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, ENGINEERS, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, all_but

HOLDS: Final = 0  # choices of the fire step
FIRES: Final = 1
CHARGES: Final = 2
SISTERS: Final = 3  # [13.7] squares between the battalions of open order


def clash_of(s: Battle) -> Clash:
    assert s.clash is not None
    return s.clash


def role_of(s: Battle, side: int) -> int:
    """The part a side has in the engagement: 0 if it named it."""
    return 0 if side_of(clash_of(s).pieces[0]) == side else 1


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


def stance(s: Battle, role: int, step: int) -> Stance:
    """The circumstances of the exchange for one side; [28.3] who has charged does so in the melee that follows too."""
    clash = clash_of(s)
    attacked = role == 1 or clash.charging[1 - role] or clash.choice[1 - role] == FIRES
    return Stance(
        step=step,
        attacked=attacked,
        flank=role == 1 and (clash.bearing == FLANK or clash.both_flanks),
        charging=clash.charging[role],
        round=clash.round,
        converging=clash.converged[role],
        converged_on=clash.converged[1 - role],
        both=clash.both_flanks and role == 0,
    )


def strike(s: Battle, role: int, step: int, turned: list[int]) -> int:
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


class Again(Then):
    """[28.7] [29.4] What follows an exchange: the next one, until somebody has gone or the markers have."""

    def run(self, state: Battle) -> None:
        if not still_on(state):
            conclude(state)
        elif clash_of(state).bearing == REAR:
            take_in_rear(state, self)
        elif battery_falls(state) or want_of_markers(state):
            return
        elif any(state.pieces[piece].hand for piece in clash_of(state).pieces):
            self.next_exchange(state)

    def next_exchange(self, state: Battle) -> None:
        raise NotImplementedError


def after_exchange(s: Battle, again: Again) -> None:
    """[28.6] Morale; [34.1] then supports may step in before anything else follows."""
    s.push(Morale(), Danger(), Replace(0), Replace(1), again)


def take_in_rear(s: Battle, again: Then) -> None:
    """[35.2] One who is attacked in the rear routs at once; [34.1] a support may step in."""
    target = clash_of(s).pieces[1]
    s.emit("rear", target)
    s.note_spots()
    s.push(Replace(1), again)
    rout(s, target)


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
        if s.switch("square_holds_without_markers") and _stands_fast(s, piece):
            continue
        s.emit("no_markers_left", piece)
        s.push(Conclude())
        fall_back(s, piece)
        return True
    return False


def _stands_fast(s: Battle, piece: int) -> bool:
    """[29.6] R-33b: a square or mass column before none but cavalry."""
    p = s.pieces[piece]
    before = [q for q in s.troops(1 - side_of(piece)) if adjacent(p.squares, s.pieces[q].squares)]
    return p.formation in (SQUARE, MASS) and all(s.arm(q) == CAVALRY or s.pieces[q].routed for q in before)


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
        stands = p.squares and not p.routed and not p.out and p.squares == clash.spots[role]  # [10.2]
        if stands and _left(s, foe, clash.spots[1 - role]) and advance_goals(s, role):
            s.push(Advance(role))
            return


def _left(s: Battle, piece: int, spots: tuple[int, ...]) -> bool:
    return s.pieces[piece].squares != spots


def advance_goals(s: Battle, role: int) -> dict[int, Squares]:
    """[29.7] Where the winner may stand, one square on where the enemy stood, by the square that names it.

    In open order one battalion goes alone, a line steps as a whole.
    """
    clash = clash_of(s)
    piece = clash.pieces[role]
    p = s.pieces[piece]
    found: dict[int, Squares] = {}
    for sq in clash.spots[1 - role]:
        for at in p.squares:
            if distance(sq, at) != 1:
                continue
            alone = p.formation == OPEN or len(p.squares) == 1
            goals = tuple([(sq if one == at else one) if alone else one + sq - at for one in p.squares])
            if _may_stand(s, piece, goals):
                found.setdefault(sq if alone else goals[0], goals)
    return found


def _may_stand(s: Battle, piece: int, goals: Squares) -> bool:
    """Squares that are free and that its formation may stand in."""
    formation = s.pieces[piece].formation
    if not s.world.field.has_all(goals) or distance(goals[0], goals[-1]) > SISTERS:
        return False
    return all(
        s.at(sq) in (-1, piece) and passable(s, piece, formation, sq) and not fortress_full(s, piece, sq)
        for sq in goals
    )


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
        return [*[make("advance", sq) for sq in advance_goals(state, self.role)], PASS]

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("29.7", "not_left_to_us", all_but(advance_goals(state, self.role)))] if verb == "advance" else ()

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "advance":
            piece = clash_of(state).pieces[self.role]
            before, goals = state.pieces[piece].squares, advance_goals(state, self.role)[action.args[0]]
            state.go_to(piece, goals)
            resettle(state, piece, before)
            state.emit("advances", piece, action.args[0])
            for sq in goals:
                if sq not in before:
                    enter_square(state, piece, sq)
            check_cic(state)

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (clash_of(state).pieces[self.role],)
