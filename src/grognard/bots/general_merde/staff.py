"""Commanders: where they are safe and of use."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import distance, nearest
from grognard.bots.general_merde.mind import Mind
from grognard.bots.general_merde.picture import NOBODY, Officer, Picture
from grognard.bots.general_merde.road import pace
from grognard.games.merde.rules.movement.plans import EARLY

RIDE: Final = 10
AFAR: Final = 3  # a commander-in-chief keeps at least so far from the enemy
ESCORT: Final = 3  # what a regiment in his square is worth in squares


def slack(p: Picture, sq: int) -> int:
    """[42.2] By how many squares the nearest enemy falls short of a square in his next march."""
    found = NOBODY
    for foe in p.fighters:
        reach = 1 if p.pinned(foe) else pace(p, foe)
        found = min(found, nearest((sq,), foe.squares) - reach)
    return found


def post_worth(p: Picture, officer: Officer, sq: int) -> float:
    """[10.1] [36.2] His units in his radius, a fighting group at hand, himself out of reach."""
    own = [p.at(unit) for unit in p.own if unit.general == officer.id]
    far = [max([distance(sq, at) for at in place]) for place in own]
    found = -4.0 * len([1 for gap in far if gap > officer.radius]) - 0.02 * sum(far)
    return found + (_safety(p, officer, sq) if officer.cic else _usefulness(p, officer, sq))


def _safety(p: Picture, officer: Officer, sq: int) -> float:
    """[42.2] The battle is lost with him: out of reach, behind his generals, with an escort if need be."""
    escorted = any(unit.regiment and not unit.routed and sq in p.at(unit) for unit in p.own)
    short = slack(p, sq) + (ESCORT if escorted else 0)
    found = -3.0 * max(0, 1 - short) - 6.0 * max(0, AFAR - p.danger(sq))
    generals = [man.square for man in p.officers.values() if man.side == p.side and not man.cic and man.square >= 0]
    found -= 0.12 * sum([max(0, distance(sq, at) - officer.radius) for at in generals])
    return found - 0.1 * max(0, p.forward(sq) - 4)


def _usefulness(p: Picture, officer: Officer, sq: int) -> float:
    """[36.2] Next to those who fight, not alone before the enemy."""
    danger = p.danger(sq)
    alone = not any(sq in p.at(unit) for unit in p.own)
    found = -3.0 if danger <= 1 else -1.0 if danger == 2 and alone else 0.0
    for unit in p.own:
        if unit.general == officer.id and unit.regiment and not unit.routed and nearest((sq,), p.at(unit)) <= 1:
            found += 1.5 if p.nearest_foe(p.at(unit)) <= 1 else 0.4
    return found


def wants_to_ride(mind: Mind, name: str) -> bool:
    """[36.1] Before number 1 only a commander-in-chief in danger; in the commander step wherever one is of more use."""
    p = mind.p
    officer = p.officers[name]
    if mind.view["step"] == EARLY and not (officer.cic and slack(p, officer.square) < 1):
        return False
    here = post_worth(p, officer, officer.square)
    return max([post_worth(p, officer, sq) for sq in posts(p, officer)], default=here) > here + 0.5


def posts(p: Picture, officer: Officer) -> list[int]:
    """Squares a commander may think of: within his ride, near his troops; for a commander-in-chief any in the rear."""
    troops = {sq for unit in p.own for at in unit.squares for sq in p.world.field.near[at]}
    troops |= _midway(p, officer)
    if officer.cic:
        troops |= {sq for sq in p.world.field.squares if p.world.rear(p.side, sq)}
    return [
        sq
        for sq in sorted(troops)
        if distance(sq, officer.square) <= RIDE
        and not p.world.river >> sq & 1
        and sq not in p.enemy_held
        and sq not in p.zone
    ]


def _midway(p: Picture, officer: Officer) -> set[int]:
    """[10.1] Squares from which he would have all his troops in his radius; none if they are too far apart."""
    held = [sq for unit in p.own if unit.general == officer.id and not unit.routed for sq in p.at(unit)]
    if not held:
        return set()
    across, along = [sq & 63 for sq in held], [sq >> 6 for sq in held]
    wide = range(max(across) - officer.radius, min(across) + officer.radius + 1)
    deep = range(max(along) - officer.radius, min(along) + officer.radius + 1)
    return {x + 64 * y for x in wide for y in deep if p.world.field.has(x + 64 * y)}


def ride(mind: Mind, name: str) -> str:
    """Where he rides."""
    p, officer = mind.p, mind.p.officers[name]
    wanted = set(posts(p, officer))
    rides = [option for option in mind.verbs("ride") if option.square in wanted]
    worths = {option.square: post_worth(p, officer, option.square) for option in rides}
    if not rides or max(worths.values()) <= post_worth(p, officer, officer.square):
        return mind.say("stay")
    return mind.pick(rides, lambda o: worths[o.square])
