"""What an assault or a volley is worth, by the rules' own charts. The unit of account is one step lost."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.look import points
from grognard.games.vanguard.rules.artillery import may_fire
from grognard.games.vanguard.rules.assault.attackers import attacking_side, clash, defenders, grounds
from grognard.games.vanguard.rules.assault.charts import (
    BELOW,
    Clash,
    Volley,
    clash_column,
    clash_drm,
    combat_result,
    fire_result,
    on_one_ground,
)
from grognard.games.vanguard.rules.odds import Throw, pass_chance, unit_pass_chance, worst_ground
from grognard.games.vanguard.world.checks import load_tables
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import world
from grognard.kernel.odds import Gamble

DICE: Final = range(1, 7)
LEVEL: Final = 0.4  # a level of disorder, in steps
HALF: Final = 0.5  # [12.5.4] of those who lose nobody in an exchange, how many fail their test
DRIVEN: Final = 0.65  # a unit driven back and shaken
GROUND: Final = 0.25  # the hex itself, when it is no objective
LATE: Final = {0: 1.0, 1: 0.5}  # turns left -> more for each point
KEY: Final = 3  # [17.2.12] Morano and 3418 together decide the day, whatever the points
KEPT: Final = 20_000  # assaults that are remembered
BROKEN: Final = 1.25  # a unit that is gone for good counts for more than one that comes back


def passing(s: Battle, u: int) -> float:
    """[13.1] The chance of a unit to pass a test where it stands."""
    return float(unit_pass_chance(s, u))


@cache
def _results(column: str, drm: int) -> list[str]:
    return [combat_result(load_tables(), column, die, drm) for die in DICE]


@cache
def clash_worth(clash: Clash, ground: float) -> float:
    """What an assault is worth to the attacker on average; ``ground``: what he gains if he takes the hex."""
    tables = load_tables()
    column, drm = clash_column(clash), clash_drm(tables, clash)
    if column == BELOW:
        return -1.2 * len(clash.attackers)
    ours, theirs = len(clash.attackers), sum(BROKEN if f.disordered or f.routed else 1.0 for f in clash.defenders)
    worth = {
        "AE": -1.1 * ours,
        "AD": -LEVEL * ours,
        "NE": 0.0,
        "EX": (ground if len(clash.defenders) == 1 else 0.0) - LEVEL * HALF * (len(clash.attackers) - 1),
        "DD": LEVEL * theirs,
        "DR": DRIVEN * theirs + ground,
        "DE": theirs + ground,
    }
    return sum([worth[result] for result in _results(column, drm)]) / 6


@cache
def _least_worth(clash: Clash, others: tuple[str, ...], ground: float) -> float:
    """What an assault on one hex is worth on the ground of it that suits it least: this one, or another."""
    elsewhere = [on_one_ground(load_tables(), clash._replace(ground=kind)) for kind in others]
    return min([clash_worth(each, ground) for each in (clash, *elsewhere)])


def prize(s: Battle, h: int) -> float:
    """What holding a hex is worth: points count for more the nearer the end, and in the last turns above all."""
    w, left = s.world, s.world.last_turn - s.turn
    worth = w.objectives.get(h, 0) + (KEY if h in w.keys else 0)
    return GROUND + worth * (0.25 + 0.5 * s.turn / w.last_turn + LATE.get(left, 0.0))


_assaults: Final[dict[tuple[object, ...], float]] = {}  # what they are worth, by all on which it depends


def assault_worth(s: Battle, units: int, h: int, charge: bool = False, counter: bool = False) -> float:
    """An assault on one hex by these units of the acting side, on the ground that suits it least."""
    if not units:
        return 0.0
    key = _matters(s, units, h, charge, counter)
    found = _assaults.get(key)
    if found is None:
        if len(_assaults) > KEPT:
            _assaults.clear()
        found = _assaults[key] = _reckon(s, Assault(1 << h, units, charge=charge, counter=counter), h)
    return found


def _matters(s: Battle, units: int, h: int, charge: bool, counter: bool) -> tuple[object, ...]:
    """All on which it depends what an assault is worth. Where its units stand matters before guns and across water."""
    w, there = s.world, s.stack[h]
    about = there | units
    at = s.at if there & w.guns or h in _banks(w.scenario) else None
    return (
        *(w.number, s.acting_side(), h, units, charge, counter, there, s.weather, prize(s, h)),
        *(s.disordered & about, s.routed & about, s.reduced & about, s.damaged & there, s.struck & there),
        (s.turned | s.fired) & there,
        tuple([s.order_of(u) for u in bits((about if s.weather else there) & w.troops)]),
        None if at is None else tuple([at[u] for u in bits(units)]),
    )


@cache
def _banks(scenario: str) -> frozenset[int]:
    """The hexes beside a stream."""
    return frozenset([h for sides in world(scenario).wet for h in sides])


def _reckon(s: Battle, a: Assault, h: int) -> float:
    if not defenders(s, a):
        return 0.9 + prize(s, h)  # [11.1.1] guns alone are taken
    (place, terrain), *others = grounds(s, a)
    worth = _least_worth(clash(s, a, place, terrain), tuple([kind for _, kind in others]), prize(s, h))
    return worth - (0.0 if a.counter else canister(s, a, h))


def standing_worth(s: Battle, a: Assault) -> float:
    """What a declared assault on troops is worth to those who make it."""
    if not a.attackers or not defenders(s, a):
        return 0.0
    h, terrain = worst_ground(s, a)
    return clash_worth(clash(s, a, h, terrain), max(prize(s, target) for target in bits(a.targets)))


def canister(s: Battle, a: Assault, h: int) -> float:
    """[11.4.4] What the guns of an attacked hex do to the attackers before the assault."""
    batteries = s.batteries(h, 1 - attacking_side(s, a)) & ~s.world.fixed
    guns = sum(s.pf(g) for g in bits(batteries) if may_fire(s, g))
    if not guns:
        return 0.0
    return max(_blast(s, guns, place, a.attackers & s.stack[place]) for place in {s.at[u] for u in bits(a.attackers)})


def _blast(s: Battle, guns: int, place: int, party: int) -> float:
    volley = Volley(guns, points(s, party), s.world.grounds[place][0], False, 1)
    return volley_worth(volley, min(s.eff(u) for u in bits(party)), party.bit_count())


FIRE: Final = {"-": 0.0, "D": 0.5, "D1": 0.6, "DR": 0.9, "1S": 1.3}
HURT: Final = {"none": 0.0, "disordered": 0.5, "routed": 0.9, "lost": 1.3}


@cache
def volley_worth(volley: Volley, eff: int, units: int) -> float:
    """What a volley at troops that are still to come does on average."""
    tables = load_tables()
    failing = 1 - float(pass_chance(eff, 0))
    total = 0.0
    for die in DICE:
        result = fire_result(tables, volley, die)
        total += FIRE[result] * (failing if result in ("D", "D1") else 1.0)
    return total / 6 * units


def fire_worth(odds: Gamble | None) -> float:
    """What a volley at troops does on average, by its odds."""
    if not isinstance(odds, Throw):
        return 0.0
    return sum(HURT[hurt] * float(chance) for fate in odds.effects.values() for hurt, chance in fate.items())
