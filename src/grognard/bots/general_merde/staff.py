"""Commanders: where they are safe and of use."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import distance, farthest, nearest
from grognard.bots.general_merde.field import NOBODY, Field, Unit
from grognard.bots.general_merde.mind import Mind
from grognard.games.merde.rules.movement.plans import EARLY, ride_goals
from grognard.games.merde.world.lexicon import SUPPORT

AFAR: Final = 3  # a commander-in-chief keeps at least so far from the enemy
STEADY: Final = 1.5  # [33.3] next to a regiment that fights: it takes no morale tests
LED: Final = 1.0  # [28.3] for each that fights of a group that he is with: it defends itself better
OUT: Final = 4.0  # [10.2] a unit out of command
HALTED: Final = 6.0  # one who is on the march
WAITS: Final = 2.0  # one who stands and waits
AHEAD: Final = 0.05  # a square that the commander-in-chief goes forward
SPARE: Final = 2  # squares by which an enemy's march ought to fall short of him: a charge and a pursuit follow it
RIDE: Final = 0.5  # a square that messengers have to ride in the turn after
LONELY: Final = 3.0  # alone next to the enemy
PERIL: Final = (3.5, 3.5, 3.0, 0.8, 0.0)  # [36.3] with one of so many men: he may be lost with a battalion
ESCORT: Final = 3  # what a regiment in his square is worth in squares


def slack(f: Field, sq: int) -> int:
    """[42.2] By how many squares the nearest enemy falls short of a square in his next march."""
    return min([nearest((sq,), squares) - reach for squares, reach in f.strides], default=NOBODY)


def post_worth(f: Field, general: int, sq: int) -> float:
    """[10.1] [36.2] His units in his radius, a fighting group at hand, himself out of reach."""
    found, radius = 0.0, f.officers[general].radius
    for unit in f.corps(general):
        gap = farthest(sq, unit.squares)
        found -= 0.02 * gap
        if gap > radius:
            found -= _halted(f, unit)
    return found + (_safety(f, general, sq) if f.is_cic(general) else _usefulness(f, general, sq))


def _halted(f: Field, unit: Unit) -> float:
    """[10.2] What it costs that a unit is out of command: who is on the march stops, who stands is only disordered."""
    if f.nearest_foe(unit.squares) <= 1 or f.s.order_of(unit.id) == SUPPORT:
        return OUT
    return HALTED if f.moves(unit) else WAITS


def _safety(f: Field, general: int, sq: int) -> float:
    """[42.2] The battle is lost with him: out of reach, behind his generals, with an escort if need be."""
    escorted = any(unit.regiment and not unit.routed and sq in unit.squares for unit in f.own)
    short = slack(f, sq) + (ESCORT if escorted else 0)
    found = -3.0 * max(0, SPARE - short) - 6.0 * max(0, AFAR - f.danger(sq))
    radius = f.officers[general].radius
    others = [officer.square for g, officer in f.officers.items() if g != general]
    found -= RIDE * sum([max(0, distance(sq, at) - radius) for at in others])
    return found - AHEAD * max(0, f.forward(sq) - 4)


def _usefulness(f: Field, general: int, sq: int) -> float:
    """[36.2] Next to those who fight, not alone before the enemy."""
    alone = not any(sq in unit.squares for unit in f.own)
    danger = f.danger(sq)
    found = 0.0 if not alone else -LONELY if danger <= 1 else -1.0 if danger == 2 else 0.0
    led = set()
    for unit in f.corps(general):
        if unit.regiment and not unit.routed and nearest((sq,), unit.squares) <= 1:
            led.add(unit.group)
            fights = f.nearest_foe(unit.squares) <= 1
            found += STEADY if fights else 0.4
            if fights and (alone or sq in unit.squares):
                found -= PERIL[min(unit.strength, 4)]
    return found + LED * len([1 for g in led for unit in f.members(g) if f.nearest_foe(unit.squares) <= 1])


def wants_to_ride(mind: Mind, general: int) -> bool:
    """[36.1] Before number 1 only a commander-in-chief in danger; in the commander step wherever one is of more use."""
    f = mind.f
    at = f.officers[general].square
    if mind.s.step == EARLY and not (f.is_cic(general) and slack(f, at) < 1):
        return False
    here = post_worth(f, general, at)
    return max([post_worth(f, general, sq) for sq in posts(f, general)], default=here) > here + 0.5


def posts(f: Field, general: int) -> list[int]:
    """Squares a commander may think of: within his ride, near his troops; for a commander-in-chief any in the rear."""
    wanted = {sq for unit in f.own for at in unit.squares for sq in f.world.field.near[at]} | _midway(f, general)
    if f.is_cic(general):
        wanted |= {sq for sq in f.world.field.squares if f.world.rear(f.side, sq)}
    return [sq for sq in ride_goals(f.s, general) if sq in wanted and not f.zone >> sq & 1]


def _midway(f: Field, general: int) -> set[int]:
    """[10.1] Squares from which he would have all his troops in his radius; none if they are too far apart."""
    held = [sq for unit in f.corps(general) if not unit.routed for sq in unit.squares]
    if not held:
        return set()
    radius = f.officers[general].radius
    across, along = [sq & 63 for sq in held], [sq >> 6 for sq in held]
    wide = range(max(across) - radius, min(across) + radius + 1)
    deep = range(max(along) - radius, min(along) + radius + 1)
    return {x + 64 * y for x in wide for y in deep if f.world.field.has(x + 64 * y)}


def ride(mind: Mind, general: int) -> str:
    """Where he rides."""
    f = mind.f
    wanted = set(posts(f, general))
    rides = [option for option in mind.verbs("ride") if option.args[0] in wanted]
    worths = {option.args[0]: post_worth(f, general, option.args[0]) for option in rides}
    if not rides or max(worths.values()) <= post_worth(f, general, f.officers[general].square):
        return mind.say("stay")
    return mind.pick(rides, lambda o: worths[o.args[0]])
