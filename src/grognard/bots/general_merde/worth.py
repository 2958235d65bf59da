"""What an exchange is worth: totals as the rules have them, markers as likely as the bags make them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, TypeVar

from grognard.board.squares import FLANK, FRONT, REAR
from grognard.bots.general_merde.field import Field, Unit
from grognard.games.merde.rules.cavalry.reach import abreast, front_at
from grognard.games.merde.rules.combat.damage import severity
from grognard.games.merde.rules.combat.totals import (
    CHARGE,
    FIRE,
    MELEE,
    Stance,
    attack_terms,
    best_ground,
    defence_terms,
    faces,
    seen_at,
    total,
)
from grognard.games.merde.world.lexicon import LINE, MARCH, MASS, SQUARE
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, INFANTRY

WORTH: Final = (0.0, 1.0, 2.2, 4.0)  # of the damage of an exchange
ROUT: Final = 6.0
FACES: Final = range(1, 7)
T = TypeVar("T")


def harm(difference: int) -> float:
    """[30.1] The worth of an attack that beats the defence by so much."""
    return WORTH[severity(difference)]


@cache
def expected(base: int) -> float:
    """Both turn a marker: the mean over their numbers."""
    return sum([harm(base + red - blue) for red in FACES for blue in FACES]) / 36


@cache
def struck(base: int) -> float:
    """The enemy attacks with a marker of his, a good one rather than a bad one; one's own number is in the base."""
    return sum([harm(base + red) * red for red in FACES]) / 21


class Pose:
    """How a regiment stands, or would stand."""

    def __init__(self, unit: Unit, squares: Squares, formation: int, facing: int, riding: bool = False) -> None:
        self.unit = unit
        self.riding = riding  # cavalry in its charge, or one whom nobody attacks: no column is caught so [35.3]
        self.squares = squares
        self.formation = formation
        self.facing = facing

    @property
    def key(self) -> tuple[object, ...]:
        return (self.unit.id, self.squares, self.formation, self.facing, self.riding)


def pose(unit: Unit) -> Pose:
    return Pose(unit, unit.squares, unit.formation, unit.facing)


def posed(f: Field, one: Pose, other: Pose, ask: Callable[[Battle, int, int], T]) -> T:
    """What the rules answer about two pieces if they stood so."""
    p, q = one.unit.piece, other.unit.piece
    stood = (p.squares, p.formation, p.facing, q.squares, q.formation, q.facing)
    p.squares, p.formation, p.facing = one.squares, one.formation, one.facing
    q.squares, q.formation, q.facing = other.squares, other.formation, other.facing
    found = ask(f.board, one.unit.id, other.unit.id)
    p.squares, p.formation, p.facing, q.squares, q.formation, q.facing = stood
    return found


def rider(f: Field, horse: Pose, target: Pose, mid: int) -> Pose:
    """[31.2] Cavalry that charges by way of a square: in line against a line, if there is room for both squadrons."""
    facing = posed(f, horse, target, lambda s, piece, foe: front_at(s, piece, foe, mid))
    beside = posed(f, horse, target, lambda s, piece, foe: abreast(s, piece, foe, mid))[:1]
    return Pose(horse.unit, (mid, *beside), LINE if beside else MARCH, facing, True)


def bearing_of(f: Field, attacker: Pose, defender: Pose) -> int:
    """[35.1] Where an attacker stands as the defender sees it."""
    cavalry = attacker.unit.arm == CAVALRY
    return seen_at(defender.squares, defender.formation, defender.facing, attacker.squares, cavalry)


def in_front(f: Field, one: Pose, other: Pose) -> bool:
    """[12.3] Whether a neighbour stands in the front of a regiment."""
    return faces(one.squares, one.formation, one.facing, other.squares)


def margin(f: Field, one: Pose, other: Pose, step: int, side_on: int = FRONT, round_: int = 1) -> int:
    """[28.1] An attack less the defence against it, without markers."""
    key = (one.key, other.key, step, side_on, round_)
    if key not in f.margins:
        strong = Stance(step, attacked=not one.riding, charging=one.riding, round=round_)
        firm = Stance(step, not other.riding, side_on == FLANK, other.riding, round_)
        f.margins[key] = posed(f, one, other, lambda s, a, d: _difference(s, a, d, strong, firm))
    return f.margins[key]


def _difference(s: Battle, piece: int, foe: int, strong: Stance, firm: Stance) -> int:
    return total(attack_terms(s, piece, foe, strong)) - total(defence_terms(s, foe, piece, firm))


def ground(f: Field, squares: Squares) -> int:
    """[28.3] What the ground gives a defender."""
    return max([best_ground(f.s, squares, sq) for sq in squares])


def blow(f: Field, one: Pose, other: Pose) -> float:
    """What a regiment does to an enemy in its front: the better of fire and of going in."""
    side_on = bearing_of(f, one, other) if other.unit.regiment else FRONT
    if side_on == REAR:
        return ROUT
    steps = [FIRE, CHARGE]
    if one.unit.arm == CAVALRY:
        steps = [MELEE]
    elif other.unit.arm == CAVALRY or one.formation in (SQUARE, MASS):
        steps = [FIRE]
    best = max([expected(margin(f, one, other, step, side_on)) for step in steps])
    return best + (2.0 if other.unit.arm == ARTILLERY else 0)


def edge(f: Field, mine: Pose, foe: Pose) -> float:
    """How much better one does than the enemy when the two stand next to each other."""
    given = taken = 0.0
    if in_front(f, mine, foe):
        given = blow(f, mine, foe)
    helpless = given > 0 and bearing_of(f, mine, foe) != FRONT  # [35.1] who is attacked in flank may not attack back
    if foe.unit.regiment and not foe.unit.routed and not helpless and in_front(f, foe, mine):
        taken = blow(f, foe, mine)
        if mine.unit.arm == CAVALRY and foe.unit.arm == INFANTRY:  # [28.6] it goes in without a marker under fire
            taken = struck(margin(f, foe, mine, FIRE, bearing_of(f, foe, mine)))
    return given * (1 + 0.1 * (mine.unit.due - foe.unit.due)) - taken


def run(f: Field, horse: Pose, target: Pose, side_on: int) -> float:
    """[31.4] What a charge of cavalry does, less the shot it rides into."""
    if side_on == REAR and target.unit.regiment:
        return ROUT
    given = expected(margin(f, horse, target, CHARGE, side_on))
    if target.unit.arm == ARTILLERY:
        return given + 3.0
    if target.unit.arm == CAVALRY:
        return given - expected(margin(f, target, horse, CHARGE))
    shot = 0.0
    if side_on == FRONT and target.unit.due:
        shot = struck(margin(f, target, horse, FIRE))
    return given - 0.7 * shot + 0.8  # the target may break in trying to form square
