"""Exact odds, every die summed up and none thrown, with every modifier. The functions are those that resolve."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.artillery import volley as bombardment
from grognard.games.vanguard.rules.assault.attackers import attackable, available, clash, defenders, grounds, may_attack
from grognard.games.vanguard.rules.assault.charts import (
    BELOW,
    Clash,
    Term,
    Volley,
    attack_points,
    clash_column,
    clash_drm,
    clash_result,
    clash_terms,
    defence_points,
    fire_column,
    fire_result,
    fire_terms,
)
from grognard.games.vanguard.rules.assault.declaration import Compose
from grognard.games.vanguard.rules.efficiency import modifier, passes
from grognard.games.vanguard.rules.optional.skirmish import volley as skirmish
from grognard.games.vanguard.rules.orders import initiative_of
from grognard.games.vanguard.world.lexicon import GROUNDS
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import ADVANCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action

DICE = range(1, 7)
Chances = dict[str, Fraction]


class Odds(NamedTuple):
    """One gamble: what it is, its numbers, its modifiers, and how likely each result is."""

    kind: str  # assault, charge, guns, bombardment, skirmish, test, try
    attack: int
    defence: int
    column: str
    terms: list[Term]
    drm: int  # the sum, limited where the rules limit it
    results: Chances  # by the code of the table, or pass and fail
    tests: dict[str, Fraction]  # [12.2.2] the chance of each Attack? unit to attack at all
    effects: dict[str, Chances]  # what fire does to each unit: none, disordered, routed, lost


def sum_up(results: list[str]) -> Chances:
    """Equally likely results as chances."""
    found: Chances = {}
    for result in results:
        found[result] = found.get(result, Fraction(0)) + Fraction(1, len(results))
    return found


def pass_chance(efficiency: int, change: int) -> Fraction:
    """[13.1] The chance to pass a test."""
    return Fraction(sum(passes(die, efficiency, change) for die in DICE), 6)


def unit_pass_chance(s: Battle, u: int, extra: int = 0) -> Fraction:
    return pass_chance(s.eff(u), modifier(s, u, s.at[u], extra))


# [12.5] assaults


def clash_odds(s: Battle, values: Clash, kind: str, tests: dict[str, Fraction]) -> Odds:
    tables = s.world.tables
    column = clash_column(values)
    results = {"AE": Fraction(1)} if column == BELOW else sum_up([clash_result(tables, values, d) for d in DICE])
    return Odds(
        kind,
        attack_points(values),
        defence_points(values),
        column,
        clash_terms(tables, values),
        clash_drm(tables, values),
        results,
        tests,
        {},
    )


def worst_ground(s: Battle, a: Assault) -> tuple[int, str]:
    """[10.0] The ground that the inactive player will pick: the worst for the attacker."""
    tables = s.world.tables
    ranked = []
    for h, terrain in grounds(s, a):
        values = clash(s, a, h, terrain)
        column = clash_column(values)
        place = -1 if column == BELOW else tables.crt.columns.index(column)
        ranked.append((place + clash_drm(tables, values), h, terrain))
    _, h, terrain = min(ranked)
    return h, terrain


def assault_odds(s: Battle, a: Assault) -> Odds | None:
    """[12.5] The odds of an assault as it stands."""
    if not a.attackers:
        return None
    ids = s.world.roster.ids
    doubtful = a.doubtful or sum(1 << u for u in bits(a.attackers) if s.order_of(u) == ADVANCE)
    tests = {ids[u]: unit_pass_chance(s, u) for u in bits(doubtful)} if s.fight < 0 else {}
    if not defenders(s, a):
        return Odds("guns", 0, 0, "", [], 0, {"DE": Fraction(1)}, tests, {})  # [11.1.1]
    if a.ground >= 0:
        h, terrain = a.ground_hex, GROUNDS[a.ground]
    else:
        h, terrain = worst_ground(s, a)
    return clash_odds(s, clash(s, a, h, terrain), "charge" if a.charge else "assault", tests)


def _trial(s: Battle, action: Action) -> Assault | None:
    """The assault that an action speaks of."""
    frame = s.agenda[-1] if s.agenda else None
    if action.verb in ("go", "with", "also") and isinstance(frame, Compose):
        a = s.assaults[frame.index].copy()
        if action.verb == "with":
            a.attackers |= 1 << action.args[0]
        elif action.verb == "also":
            a.targets |= 1 << action.args[0]
        a.charge = bool(a.attackers & s.charging)
        return a if all(may_attack(s, u) for u in bits(a.attackers)) else None
    if action.verb == "assault":
        return _everybody(s, action.args[0])
    if action.verb == "resolve":
        return next((a for a in s.assaults if a.targets >> action.args[0] & 1 and not a.over), None)
    if action.verb in ("lead", "spare") and s.fight >= 0:
        a = s.assaults[s.fight].copy()
        a.general = action.verb == "lead"
        return a
    if action.verb == "ground" and s.fight >= 0:
        a = s.assaults[s.fight].copy()
        a.ground_hex, a.ground = action.args
        return a
    return None


def _everybody(s: Battle, h: int) -> Assault | None:
    """The hex attacked by all who are free to."""
    declared = next((a for a in s.assaults if a.targets >> h & 1 and not a.counter), None)
    if declared is not None:
        return declared
    if s.active < 0 or not s.occ[1 - s.acting_side()] >> h & 1:
        return None
    a = Assault(1 << h)
    for u in available(s):
        if attackable(s, u) >> h & 1 and not s.charging >> u & 1:
            a.attackers |= 1 << u
    if not a.attackers:
        a.attackers = sum(1 << u for u in available(s) if attackable(s, u) >> h & 1)
        a.charge = True
    return a


# [11.4] [16.3] fire


def fire_odds(s: Battle, fire: Volley, h: int, side: int) -> Odds:
    """[11.4.3] [16.3.2] The table, and what it does to each unit."""
    tables = s.world.tables
    chart = tables.infantry_fire if fire.skirmish else tables.bombardment
    terms = fire_terms(tables, fire)
    results = sum_up([fire_result(tables, fire, die) for die in DICE])
    targets = [s.top_of(h, side)] if fire.skirmish else list(bits(s.troops(h, side)))
    effects = {s.world.roster.ids[u]: fire_effects(s, u, h, side, results) for u in targets}
    return Odds(
        "skirmish" if fire.skirmish else "bombardment",
        fire.factor,
        fire.target_pf,
        chart.columns[fire_column(chart, fire.factor)],
        terms,
        sum(t[2] for t in terms),
        results,
        {},
        effects,
    )


def fire_effects(s: Battle, u: int, h: int, side: int, results: Chances) -> Chances:
    """What a unit suffers, its test included; a tie for the heaviest loss is taken to hit the first."""
    found: Chances = dict.fromkeys(("none", "disordered", "routed", "lost"), Fraction(0))
    biggest = max(bits(s.troops(h, side)), key=s.pf)
    for result, chance in results.items():
        if result == "-":
            found["none"] += chance
        elif result == "1S" and u == biggest:
            found["lost"] += chance
        else:
            _tested(s, u, result, chance, found)
    return {name: chance for name, chance in found.items() if chance}


def _tested(s: Battle, u: int, result: str, chance: Fraction, found: Chances) -> None:
    steady = unit_pass_chance(s, u, 1 if result in ("D1", "1S") else 0)
    broken = "routed" if s.level(u) else "disordered"
    if result == "DR":
        found[broken] += chance * steady
        found["routed"] += chance * (1 - steady)
    else:
        found["none"] += chance * steady
        found[broken] += chance * (1 - steady)


# tests and tries


def _plain(kind: str, column: str, chance: Fraction) -> Odds:
    return Odds(kind, 0, 0, column, [], 0, {"pass": chance, "fail": 1 - chance}, {}, {})


def _try_odds(s: Battle, action: Action) -> Odds | None:
    if action.verb == "try" and s.active >= 0:
        leader = action.args[0] if len(action.args) == 2 else s.world.lone_leader if s.solo else s.general(s.active)
    elif action.verb == "rouse":
        leader = action.args[0]
    else:
        return None
    if leader < 0 or s.at[leader] < 0:
        return None
    number = initiative_of(s, leader)
    return _plain("try", str(number), Fraction(min(6, number), 6))


def _test_odds(s: Battle, side: int, action: Action) -> Odds | None:
    """[13.1] Rally, evasion and fatigue are tests of one unit or stack."""
    if action.verb == "rally":
        broken = [u for u in bits(s.combat(action.args[0], side)) if s.level(u)]
        if broken:
            best = max(unit_pass_chance(s, u) for u in broken)
            return _plain("test", str(max(s.eff(u) for u in broken)), best)
    if action.verb in ("slip", "shed") and s.at[action.args[0]] >= 0 and s.side(action.args[0]) == side:
        u = action.args[0]
        return _plain("test", str(s.eff(u)), unit_pass_chance(s, u))
    return None


def odds_of(s: Battle, side: int, action: Action) -> Odds | None:
    """The odds behind an action; None where it is no gamble, or cannot be judged by its side."""
    if action.verb in ("bombard", "repel"):
        return _gun_odds(s, side, action)
    if action.verb == "shoot" and s.move is not None:
        h = action.args[0]
        if s.troops(h, 1 - side) and s.move.side == side and s.move.here >= 0:
            return fire_odds(s, skirmish(s, bits(s.move.units)[0], h), h, 1 - side)
        return None
    trial = _trial(s, action)
    if trial is not None:
        return assault_odds(s, trial)
    return _try_odds(s, action) or _test_odds(s, side, action)


def _gun_odds(s: Battle, side: int, action: Action) -> Odds | None:
    *guns, h = action.args
    if not s.troops(h, 1 - side) or any(s.at[g] < 0 or s.side(g) != side for g in guns):
        return None
    if s.world.grid.distance(s.at[guns[0]], h) > s.world.data.los_limit or not s.seen_by(side) >> h & 1:
        return None
    picker = side if action.verb == "repel" else 1 - side
    fire = bombardment(s, sum(1 << g for g in guns), h, picker)
    return fire_odds(s, fire, h, 1 - side)
