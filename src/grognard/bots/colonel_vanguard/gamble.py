"""What an assault or a volley is worth, by the rulebook's own charts. The unit of account is one step lost."""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.bots.colonel_vanguard.picture import Picture, Piece
from grognard.games.vanguard.rules.assault.charts import (
    BELOW,
    Clash,
    Fighter,
    Volley,
    clash_column,
    clash_drm,
    combat_result,
    fire_result,
    on_one_ground,
)
from grognard.games.vanguard.world.checks import load_tables
from grognard.games.vanguard.world.roster import DEFENCE

DICE: Final = range(1, 7)
LEVEL: Final = 0.4  # a level of disorder, in steps
DRIVEN: Final = 0.65  # a unit driven back and shaken
GROUND: Final = 0.25  # the hex itself, when it is no objective
LATE: Final = {0: 1.0, 1: 0.5}  # turns left -> more for each point
KEY: Final = 3  # [17.2.12] Morano and 3418 together decide the day, whatever the points
BROKEN: Final = 1.25  # a unit that is gone for good counts for more than one that comes back


def passing(eff: int, led: bool = False) -> float:
    """[13.1] The chance to pass a test."""
    return min(5, max(1, eff + led)) / 6


@cache
def clash_worth(clash: Clash, ground: float) -> float:
    """What an assault is worth to the attacker on average; ``ground``: what he gains if he takes the hex."""
    tables = load_tables()
    column, drm = clash_column(on_one_ground(tables, clash)), clash_drm(tables, clash)
    if column == BELOW:
        return -1.2 * len(clash.attackers)
    ours, theirs = len(clash.attackers), sum(BROKEN if f.disordered or f.routed else 1.0 for f in clash.defenders)
    worth = {
        "AE": -1.1 * ours,
        "AD": -LEVEL * ours,
        "NE": 0.0,
        "EX": 0.0,
        "DD": LEVEL * theirs,
        "DR": DRIVEN * theirs + ground,
        "DE": theirs + ground,
    }
    return sum(worth[combat_result(tables, column, die, drm)] for die in DICE) / 6


def defenders_of(p: Picture, h: int) -> tuple[Fighter, ...]:
    """Who stands in an enemy hex; what cannot be seen is taken for one more unit of the same kind."""
    seen = p.foes.get(h, [])
    found = [x.fighter() for x in seen if x.troops]
    if found and any("more" in x.flags for x in seen):
        found.append(found[0]._replace(pf=3, horse=False))
    return tuple(found)


def prize(p: Picture, h: int) -> float:
    """What holding a hex is worth: points count for more the nearer the end, and in the last turns above all."""
    points = p.world.objectives.get(h, 0) + (KEY if h in p.world.keys else 0)
    return GROUND + points * (0.25 + 0.5 * p.turn / p.last + LATE.get(p.last - p.turn, 0.0))


def assault_worth(p: Picture, attackers: list[Piece], h: int, charging: bool = False) -> float:
    """An assault on one hex by these units, on the ground that suits it least."""
    against = defenders_of(p, h)
    if not attackers:
        return 0.0
    if not against:
        return 0.9 + prize(p, h)  # [11.1.1] guns alone are taken
    fighters = tuple([x.fighter(charging) for x in attackers])
    sheltered = all(x.order == DEFENCE for x in p.foes[h] if x.troops)
    stream = all((x.hex, h) in p.world.wet for x in attackers)
    led = defending_general(p, h)
    return min(
        clash_worth(Clash(fighters, against, terrain, sheltered, stream, False, led), prize(p, h))
        for terrain in p.world.grounds[h]
    ) - canister(p, attackers, h)


def canister(p: Picture, attackers: list[Piece], h: int) -> float:
    """[11.4.4] What the guns of an attacked hex do to the attackers before the assault."""
    guns = sum(x.pf for x in p.foes[h] if x.gun and x.kind != "redoubt_art" and "moved" not in x.flags)
    if not guns:
        return 0.0
    parties: dict[int, list[Piece]] = {}
    for x in attackers:
        parties.setdefault(x.hex, []).append(x)
    return max(_blast(p, guns, place, party) for place, party in parties.items())


def _blast(p: Picture, guns: int, place: int, party: list[Piece]) -> float:
    volley = Volley(guns, sum(x.pf for x in party), p.world.grounds[place][0], False, 1)
    return volley_worth(volley, min(x.eff for x in party), len(party))


def defending_general(p: Picture, h: int) -> bool:
    """[12.4.4] One of their Generals stands with troops of his own."""
    formations = {x.formation for x in p.foes.get(h, [])}
    return any(
        x.side != p.side and x.formation in formations and x.u in p.world.roster.general_of
        for x in p.leaders.get(h, [])
    )


def holding_worth(p: Picture, h: int, attackers: list[Piece]) -> float:
    """What an assault on a hex of ours would be worth to them."""
    against = [x for x in p.mine.get(h, []) if x.troops]
    if not against or not attackers:
        return 0.0
    sheltered = all(x.order == DEFENCE for x in against)
    clash = Clash(
        tuple([x.fighter() for x in attackers]), tuple([x.fighter() for x in against]), p.world.grounds[h][0], sheltered
    )
    return clash_worth(clash, prize(p, h))


FIRE: Final = {"-": 0.0, "D": 0.5, "D1": 0.6, "DR": 0.9, "1S": 1.3}


@cache
def volley_worth(volley: Volley, eff: int, units: int) -> float:
    """What a volley does on average: shaken units, weighed by how likely they are to fail."""
    tables = load_tables()
    failing = 1 - passing(eff)
    total = 0.0
    for die in DICE:
        result = fire_result(tables, volley, die)
        total += FIRE[result] * (failing if result in ("D", "D1") else 1.0)
    return total / 6 * units


def fire_worth(p: Picture, factor: int, start: int, h: int, skirmish: bool = False) -> float:
    """Fire from a hex at an enemy (or, in an assault, at attackers) in another."""
    troops = [x for x in p.foes.get(h, []) if x.troops]
    if not troops:
        return 0.0
    chart = p.world.tables.tec.hex
    terrain = min(p.world.grounds[h], key=lambda name: chart[name].bombard_drm)
    sheltered = all(x.order == DEFENCE for x in troops)
    volley = Volley(factor, p.foe_points(h), terrain, sheltered, max(1, p.world.grid.distance(start, h)), skirmish)
    return volley_worth(volley, min(x.eff for x in troops), 1 if skirmish else len(troops))
