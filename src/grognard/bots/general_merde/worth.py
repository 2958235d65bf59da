"""What an exchange is worth: totals read from the view, markers as likely as the bags make them."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.board.squares import FLANK, FRONT, REAR, bearing, distance, nearest
from grognard.bots.general_merde.picture import Picture, Squares, Unit
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE
from grognard.games.merde.world.lexicon import ATTACK, LINE, MARCH, MASS, OPEN, SQUARE
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, INFANTRY

WORTH: Final = (0.0, 1.0, 2.2, 4.0)  # of the damage of an exchange
ROUT: Final = 6.0
FACES: Final = range(1, 7)
STRANGER: Final = {FIRE: 3, CHARGE: 3, MELEE: 3, -1: 3}  # a battalion under a hidden counter


def harm(difference: int) -> float:
    """[30.1] The worth of an attack that beats the defence by so much."""
    return WORTH[max(0, min(3, difference))]


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


def pose(unit: Unit) -> Pose:
    return Pose(unit, unit.squares, unit.formation, unit.facing)


def rider(unit: Unit, target: Pose, mid: int) -> Pose:
    """[31.2] Cavalry that charges by way of a square: in line against a line, if both have two units left."""
    wide = target.formation == LINE and len(target.squares) == 2 and len([men for men in unit.men if men]) == 2
    return Pose(unit, (mid,), LINE if wide else MARCH, unit.facing, True)


def bearing_of(attacker: Pose, defender: Pose) -> int:
    """[35.1] Where an attacker stands as the defender sees it."""
    if defender.formation == SQUARE or (defender.formation == MASS and attacker.unit.arm == CAVALRY):
        return FRONT
    found = [
        bearing(at, defender.facing, sq) for at in defender.squares for sq in attacker.squares if distance(at, sq) == 1
    ]
    return min(found, default=FRONT)


def in_front(one: Pose, other: Pose) -> bool:
    """[12.3] Whether a neighbour stands in the front of a regiment."""
    if one.formation == SQUARE:
        return True
    return any(
        distance(at, sq) == 1 and bearing(at, one.facing, sq) == FRONT for at in one.squares for sq in other.squares
    )


def _factors(who: Pose, name: int, count: int) -> int:
    kinds = who.unit.kinds
    if not kinds:
        return STRANGER[name] * count
    values = {
        FIRE: [k.fire for k in kinds],
        CHARGE: [k.charge for k in kinds],
        MELEE: [k.melee for k in kinds],
        -1: [k.defence for k in kinds],
    }[name]
    return sum(values[:count])


def body(who: Pose, other: Pose, step: int, name: int) -> int:
    """[28.2] [29.3] Strength and factors that count."""
    men = [m for m in who.unit.men if m]
    if len(men) < 2:
        return sum(men) + _factors(who, name, 1)
    if who.formation == LINE:
        wedge = other.formation == ATTACK or (other.formation in (SQUARE, MASS) and who.unit.arm == CAVALRY)
        both = step == FIRE or not wedge
        return (sum(men) if both else max(men)) + _factors(who, name, 2 if both else 1)
    if who.formation == OPEN:
        return max(men) + _factors(who, name, 1)
    return sum(men) + _factors(who, name, 1)


def attack(p: Picture, who: Pose, foe: Pose, step: int) -> int:
    """[28.4] Strength, factor and modifiers of an attack, without a marker."""
    total = body(who, foe, step, step)
    unit = who.unit
    total -= 1 if unit.damage == 1 else 0
    total -= 1 if unit.group in p.groups and p.groups[unit.group].shaken else 0
    total -= 1 if "skirmished" in unit.marks else 0
    rough = any(p.world.rough >> sq & 1 for sq in who.squares)
    if rough and not (unit.arm == INFANTRY and (unit.level == 7 or unit.light)):
        total -= 1
    if step == FIRE and unit.stock is not None:
        total += p.world.weathers[p.weather].fire.get(unit.stock.kinds[0].klass, 0)
    return total - (1 if _caught(p, who) else 0)


def _caught(p: Picture, who: Pose) -> bool:
    """[35.3] In march column in the open; cavalry that charges is not."""
    covered = any(p.world.cover >> sq & 1 for sq in who.squares)
    return who.formation == MARCH and who.unit.regiment and not who.riding and not covered


def ground(p: Picture, squares: Squares) -> int:
    """[28.3] What the ground gives a defender."""
    best = 0
    for sq in squares:
        if (p.world.hill | p.world.wall) >> sq & 1:
            best = max(best, 1)
        if p.world.rough >> sq & 1:
            best = max(best, 2)
        if p.forts >> sq & 1:
            best = max(best, 3 if p.world.rough >> sq & 1 else 2)
        if p.world.fortress >> sq & 1:
            best = max(best, 3)
    return best


def defence(p: Picture, who: Pose, foe: Pose, step: int, side_on: int = FRONT) -> int:
    """[28.3] Strength, factor and modifiers of a defence, without a marker."""
    unit = who.unit
    total = body(who, foe, step, -1) + ground(p, who.squares)
    total += 1 if p.with_general(unit, who.squares) else 0
    if not unit.regiment:
        return total
    mates = [mate for mate in p.units.values() if mate.group == unit.group and mate is not unit and not mate.routed]
    together = any(nearest(who.squares, p.at(mate)) <= 1 for mate in mates)
    total += 1 if together and who.formation in (LINE, ATTACK) else 0
    total += 1 if any(kind.grenadier for kind in unit.kinds) else 0
    total -= 2 if _caught(p, who) else 0
    total -= 2 if side_on == FLANK else 0
    total -= 1 if unit.group in p.groups and p.groups[unit.group].shaken else 0
    return total + _against_cavalry(who, foe)


def _against_cavalry(who: Pose, foe: Pose) -> int:
    if foe.unit.arm != CAVALRY or who.formation not in (SQUARE, MASS):
        return 0
    if any(kind.lancer for kind in foe.unit.kinds):
        return 1
    return (3 if who.formation == SQUARE else 2) - (1 if len(who.unit.kinds) < 2 else 0)


def blow(p: Picture, one: Pose, other: Pose) -> float:
    """What a regiment does to an enemy in its front: the better of fire and of going in."""
    side_on = bearing_of(one, other) if other.unit.regiment else FRONT
    if side_on == REAR:
        return ROUT
    steps = [FIRE, CHARGE]
    if one.unit.arm == CAVALRY:
        steps = [MELEE]
    elif other.unit.arm == CAVALRY or one.formation in (SQUARE, MASS):
        steps = [FIRE]
    best = max([expected(attack(p, one, other, step) - defence(p, other, one, step, side_on)) for step in steps])
    return best + (2.0 if other.unit.arm == ARTILLERY else 0)


def edge(p: Picture, mine: Pose, foe: Pose) -> float:
    """How much better one does than the enemy when the two stand next to each other."""
    given = taken = 0.0
    if in_front(mine, foe):
        given = blow(p, mine, foe)
    helpless = given > 0 and bearing_of(mine, foe) != FRONT  # [35.1] who is attacked in flank may not attack back
    if foe.unit.regiment and not foe.unit.routed and not helpless and in_front(foe, mine):
        taken = blow(p, foe, mine)
        if mine.unit.arm == CAVALRY and foe.unit.arm == INFANTRY:  # [28.6] it goes in without a marker under fire
            taken = struck(attack(p, foe, mine, FIRE) - defence(p, mine, foe, FIRE, bearing_of(foe, mine)))
    return given * (1 + 0.1 * (mine.unit.due - foe.unit.due)) - taken


def run(p: Picture, horse: Pose, target: Pose, side_on: int) -> float:
    """[31.4] What a charge of cavalry does, less the shot it rides into."""
    if side_on == REAR and target.unit.regiment:
        return ROUT
    given = expected(attack(p, horse, target, CHARGE) - defence(p, target, horse, CHARGE, side_on))
    if target.unit.arm == ARTILLERY:
        return given + 3.0
    if target.unit.arm == CAVALRY:
        return given - expected(attack(p, target, horse, CHARGE) - defence(p, horse, target, CHARGE))
    shot = 0.0
    if side_on == FRONT and target.unit.due:
        shot = struck(attack(p, target, horse, FIRE) - defence(p, horse, target, FIRE))
    return given - 0.7 * shot + 0.8  # the target may break in trying to form square
