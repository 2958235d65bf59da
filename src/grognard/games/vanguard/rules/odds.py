"""Exact odds, every die summed up and none thrown, with every modifier. The functions are those that resolve."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.artillery import may_fire
from grognard.games.vanguard.rules.artillery import volley as bombardment
from grognard.games.vanguard.rules.assault.attackers import (
    attackable,
    attacking_side,
    available,
    clash,
    defenders,
    defending_guns,
    general_beside,
    grounds,
    may_attack,
)
from grognard.games.vanguard.rules.assault.before_combat import evade_hexes, may_evade
from grognard.games.vanguard.rules.assault.charts import (
    BELOW,
    Clash,
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
from grognard.kernel.odds import D6, NEVER, SURE, Gamble, Given, Outcomes, Unknown, either, settle, sum_up

DECLARED: Final = ("assault", "go", "with", "also")  # verbs before which nobody has answered an assault yet


@dataclass(frozen=True, kw_only=True)
class Throw(Gamble):
    """A die: an assault or charge, guns taken, a bombardment, skirmish fire, a test, a try against initiative.

    Outcomes: the codes of the table; gone, where all who are attacked ride away first; pass and fail.
    """

    attack: int = 0
    defence: int = 0
    column: str = ""
    drm: int = 0  # the sum of the modifiers, limited where the rules limit it
    tests: Outcomes = field(default_factory=dict)  # [12.2.2] the chance of each Attack? unit to attack at all
    effects: dict[str, Outcomes] = field(default_factory=dict)  # on each unit: none, disordered, routed, lost

    @property
    def results(self) -> Outcomes:
        return self.outcomes


def pass_chance(efficiency: int, change: int) -> Fraction:
    """[13.1] The chance to pass a test."""
    return Fraction(sum(passes(die, efficiency, change) for die in D6), 6)


def unit_pass_chance(s: Battle, u: int, extra: int = 0) -> Fraction:
    return pass_chance(s.eff(u), modifier(s, u, s.at[u], extra))


# [12.5] assaults


class Field(NamedTuple):
    """An assault as it is reckoned with: where it is fought, and by whom."""

    s: Battle
    assault: Assault
    tests: Outcomes
    unknowns: tuple[Unknown, ...]

    def taken(self, name: str) -> int:
        return {unknown.name: unknown.assumed for unknown in self.unknowns}.get(name, 0)


def clash_odds(values: Clash, f: Field) -> Throw:
    """[12.5] The Combat Table on one ground."""
    tables, column = f.s.world.tables, clash_column(values)
    results = {"AE": SURE} if column == BELOW else sum_up([clash_result(tables, values, die) for die in D6])
    return Throw(
        kind="charge" if f.assault.charge else "assault",
        rule="12.5",
        outcomes=results,
        unknowns=f.unknowns,
        terms=tuple(clash_terms(tables, values)),
        attack=attack_points(values),
        defence=defence_points(values),
        column=column,
        drm=clash_drm(tables, values),
        tests=f.tests,
    )


def ranked_grounds(s: Battle, a: Assault) -> list[tuple[int, str]]:
    """[10.0] The grounds that make a difference, among which the inactive player picks: the attacker's worst first."""
    tables = s.world.tables
    found: dict[tuple[str, int], tuple[int, int, str]] = {}
    for h, terrain in grounds(s, a):
        values = clash(s, a, h, terrain)
        column, drm = clash_column(values), clash_drm(tables, values)
        place = -1 if column == BELOW else tables.crt.columns.index(column)
        row = (place + drm, h, terrain)
        found[column, drm] = min(found.get((column, drm), row), row)
    return [(h, terrain) for _, h, terrain in sorted(found.values())]


def worst_ground(s: Battle, a: Assault) -> tuple[int, str]:
    """[10.0] The ground that the inactive player will pick: the worst for the attacker."""
    return ranked_grounds(s, a)[0]


def evaders(s: Battle, a: Assault) -> int:
    """[14.1] Of the attacked those who may leave before combat."""
    return sum(1 << u for u in bits(defenders(s, a)) if may_evade(s, a, u) and evade_hexes(s, u))


def before_unknowns(s: Battle, a: Assault) -> list[Unknown]:
    """[14.1] [16.3.5] [11.4.4] What the attacked may do before combat."""
    found = []
    if evaders(s, a):
        found.append(Unknown("evade", 0, 1, 0))
    guns = bits(defending_guns(s, a) & ~s.world.fixed)
    if any([may_fire(s, gun) for gun in guns]):
        found.append(Unknown("repel", 0, 0, 0))
    troops = bits(defenders(s, a) & ~s.routed)
    if any([u in s.skirmished and not may_evade(s, a, u) and evade_hexes(s, u) for u in troops]):
        found.append(Unknown("slip", 0, 0, 0))
    return found


def assault_unknowns(s: Battle, side: int, a: Assault, verb: str) -> list[Unknown]:
    """[12.4.4] [10.0] Whether a General leads, which ground counts, and what may happen before."""
    found = []
    if verb not in ("lead", "spare", "ground") and general_beside(s, a.attackers) >= 0:
        found.append(Unknown("general", 0, 1, int(a.general), own=attacking_side(s, a) == side))
    choices = len(ranked_grounds(s, a))
    if a.ground < 0 and choices > 1:
        found.append(Unknown("ground", 0, choices - 1, 0, own=side != s.acting_side()))
    return found + before_unknowns(s, a) if verb in DECLARED and not a.counter else found


def assault_odds(s: Battle, side: int, a: Assault, verb: str, given: Given) -> Throw | None:
    """[12.5] The odds of an assault as it stands."""
    if not a.attackers:
        return None
    ids = s.world.roster.ids
    doubtful = a.doubtful or sum(1 << u for u in bits(a.attackers) if s.order_of(u) == ADVANCE)
    tests = {ids[u]: unit_pass_chance(s, u) for u in bits(doubtful)} if s.fight < 0 else {}
    if not defenders(s, a):
        return Throw(kind="guns", rule="11.1.1", outcomes={"DE": SURE}, tests=tests)
    return fought(Field(s, a, tests, settle(assault_unknowns(s, side, a, verb), given)))


def fought(f: Field) -> Throw:
    """[14.1] [10.0] The assault when everybody has chosen as is assumed."""
    s, a = f.s, f.assault
    if f.taken("general") and not a.general:
        a = a.copy()
        a.general = True
    if f.taken("evade"):
        gone = evaders(s, a)
        s = s.copy()
        s.struck |= gone  # they are not there to be struck
    if not defenders(s, a):
        alone = "DE" if defending_guns(s, a) else "gone"
        return Throw(kind="assault", rule="14.1", outcomes={alone: SURE}, unknowns=f.unknowns, tests=f.tests)
    if a.ground >= 0:
        h, terrain = a.ground_hex, GROUNDS[a.ground]
    else:
        ranked = ranked_grounds(s, a)
        h, terrain = ranked[min(f.taken("ground"), len(ranked) - 1)]
    return clash_odds(clash(s, a, h, terrain), f._replace(s=s, assault=a))


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


def fire_odds(s: Battle, fire: Volley, h: int, side: int, given: Given) -> Throw:
    """[11.4.3] [16.3.2] The table, and what it does to each unit."""
    tables = s.world.tables
    chart = tables.infantry_fire if fire.skirmish else tables.bombardment
    terms = fire_terms(tables, fire)
    results = sum_up([fire_result(tables, fire, die) for die in D6])
    biggest = heaviest(s, h, side)
    unknowns = settle([Unknown("loser", 0, len(biggest) - 1, 0)] if len(biggest) > 1 else [], given)
    hit = biggest[unknowns[0].assumed if unknowns else 0]
    targets = [s.top_of(h, side)] if fire.skirmish else list(bits(s.troops(h, side)))
    return Throw(
        kind="skirmish" if fire.skirmish else "bombardment",
        rule="16.3.2" if fire.skirmish else "11.4.3",
        outcomes=results,
        unknowns=unknowns,
        terms=tuple(terms),
        attack=fire.factor,
        defence=fire.target_pf,
        column=chart.columns[fire_column(chart, fire.factor)],
        drm=sum(term.value for term in terms),
        effects={s.world.roster.ids[u]: fire_effects(s, u, u == hit, results) for u in targets},
    )


def heaviest(s: Battle, h: int, side: int) -> list[int]:
    """[11.4.3] Who may lose the step: the owner picks among equals."""
    troops = bits(s.troops(h, side))
    most = max([s.pf(u) for u in troops])
    return [u for u in troops if s.pf(u) == most]


def fire_effects(s: Battle, u: int, loses: bool, results: Outcomes) -> Outcomes:
    """What a unit suffers, its test included; ``loses``: the step falls on it."""
    found = dict.fromkeys(("none", "disordered", "routed", "lost"), NEVER)
    for result, chance in results.items():
        if result == "-":
            found["none"] += chance
        elif result == "1S" and loses:
            found["lost"] += chance
        else:
            _tested(s, u, result, chance, found)
    return {name: chance for name, chance in found.items() if chance}


def _tested(s: Battle, u: int, result: str, chance: Fraction, found: Outcomes) -> None:
    steady = unit_pass_chance(s, u, 1 if result in ("D1", "1S") else 0)
    broken = "routed" if s.level(u) else "disordered"
    if result == "DR":
        found[broken] += chance * steady
        found["routed"] += chance * (1 - steady)
    else:
        found["none"] += chance * steady
        found[broken] += chance * (1 - steady)


# tests and tries


def _plain(kind: str, rule: str, column: str, chance: Fraction) -> Throw:
    return Throw(kind=kind, rule=rule, outcomes=either("pass", "fail", chance), column=column)


def _try_odds(s: Battle, action: Action) -> Throw | None:
    if action.verb == "try" and s.active >= 0:
        leader = action.args[0] if len(action.args) == 2 else s.world.lone_leader if s.solo else s.general(s.active)
    elif action.verb == "rouse":
        leader = action.args[0]
    else:
        return None
    if leader < 0 or s.at[leader] < 0:
        return None
    number = initiative_of(s, leader)
    return _plain("try", "5.3" if action.verb == "rouse" else "5.2.1", str(number), Fraction(min(6, number), 6))


def _test_odds(s: Battle, side: int, action: Action) -> Throw | None:
    """[13.1] Rally, evasion and fatigue are tests of one unit or stack."""
    if action.verb == "rally":
        broken = [u for u in bits(s.combat(action.args[0], side)) if s.level(u)]
        if broken:
            best = max(unit_pass_chance(s, u) for u in broken)
            return _plain("test", "13.1", str(max(s.eff(u) for u in broken)), best)
    if action.verb in ("slip", "shed") and s.at[action.args[0]] >= 0 and s.side(action.args[0]) == side:
        u = action.args[0]
        return _plain("test", "13.1", str(s.eff(u)), unit_pass_chance(s, u))
    return None


def odds_of(s: Battle, side: int, action: Action, given: Given) -> Throw | None:
    """The odds behind an action; None where it is no gamble, or cannot be judged by its side."""
    if action.verb in ("bombard", "repel"):
        return _gun_odds(s, side, action, given)
    if action.verb == "shoot" and s.move is not None:
        h = action.args[0]
        if s.troops(h, 1 - side) and s.move.side == side and s.move.here >= 0:
            return fire_odds(s, skirmish(s, bits(s.move.units)[0], h), h, 1 - side, given)
        return None
    trial = _trial(s, action)
    if trial is not None:
        return assault_odds(s, side, trial, action.verb, given)
    return _try_odds(s, action) or _test_odds(s, side, action)


def _gun_odds(s: Battle, side: int, action: Action, given: Given) -> Throw | None:
    *guns, h = action.args
    if not s.troops(h, 1 - side) or any(s.at[g] < 0 or s.side(g) != side for g in guns):
        return None
    if s.world.grid.distance(s.at[guns[0]], h) > s.world.data.los_limit or not s.seen_by(side) >> h & 1:
        return None
    picker = side if action.verb == "repel" else 1 - side
    fire = bombardment(s, sum(1 << g for g in guns), h, picker)
    return fire_odds(s, fire, h, 1 - side, given)
