"""Rulebook 11.4, 12.3 to 12.5 and 16.3: the charts as pure functions. Both the dice and the odds go through here."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.vanguard.world.data import FireTable, Tables
from grognard.kernel.odds import Term

BELOW = "below"  # [12.4.2] worse than 1-5


# [12.5] assaults


def odds_column(attack: int, defence: int) -> str:
    """[12.5.1] Rounded in the defender's favour; [12.4.3] 6-1 is the best column, [12.4.2] below 1-5 there is none."""
    if attack >= defence:
        return f"{min(6, attack // max(1, defence))}-1"
    ratio = -(-defence // max(1, attack))
    return f"1-{ratio}" if ratio <= 5 else BELOW


def capped(tables: Tables, total: int) -> int:
    """[12.5.2] The sum of the modifiers is limited."""
    cap = tables.crt.drm_cap
    return max(-cap, min(cap, total))


def combat_result(tables: Tables, column: str, die: int, drm: int) -> str:
    """[12.5] The Combat Table; [12.4.2] an attack worse than 1-5 is lost without a die."""
    if column == BELOW:
        return "AE"
    return tables.crt.table[str(die + capped(tables, drm))][column]


def majority_efficiency(pf_by_eff: dict[int, int]) -> list[int]:
    """[12.3.1] The values borne by most points, lowest first: more than one is a tie."""
    most = max(pf_by_eff.values())
    return sorted(eff for eff, pf in pf_by_eff.items() if pf == most)


class Fighter(NamedTuple):
    """[12.3] [12.4] What an assault needs to know of a unit."""

    pf: int  # printed on the side that is up
    eff: int
    horse: bool
    disordered: bool = False
    routed: bool = False
    charging: bool = False
    woods: bool = False  # [10.4] R-68: fights in woods: stands there, or attacks a hex of them


class Clash(NamedTuple):
    """An assault reduced to what decides it."""

    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    ground: str = "clear"  # [10.0] the terrain that the inactive player has picked
    sheltered: bool = False  # [10.1] R-73: all infantry and cavalry there have Defence
    stream: bool = False  # every attacker across a stream or bridge from every hex it attacks
    general: bool = False
    defending_general: bool = False


def on_one_ground(tables: Tables, clash: Clash) -> Clash:
    """[10.4] The same clash where all that is attacked is of its ground: woods halve the cavalry of both sides."""
    woods = tables.tec.hex[clash.ground].cavalry_halved
    return clash._replace(
        attackers=tuple([f._replace(woods=woods) for f in clash.attackers]),
        defenders=tuple([f._replace(woods=woods) for f in clash.defenders]),
    )


def factor(points: int, doubled: bool, halved: bool) -> int:
    """[12.5.1] R-69: doubled and halved together is the printed strength; [1.3] halves are rounded up."""
    if doubled == halved:
        return points
    return points * 2 if doubled else (points + 1) // 2


def attack_points(clash: Clash) -> int:
    """[10.4] [14.0] [14.2] The attackers' strength. R-31: all infantry must be Disordered. R-68."""
    foot = [f for f in clash.defenders if not f.horse]
    broken = bool(foot) and all(f.disordered for f in foot)
    return sum(factor(f.pf, f.charging or (f.horse and broken), f.horse and f.woods) for f in clash.attackers)


def defence_points(clash: Clash) -> int:
    """[10.4] [14.2.4] The defenders' strength; a counter-charged charger is doubled too."""
    return sum(factor(f.pf, f.charging, f.horse and f.woods) for f in clash.defenders)


def side_efficiency(fighters: tuple[Fighter, ...]) -> int:
    """[12.3.1] R-23: by printed strength; of tied values the highest, which is always the best."""
    borne: dict[int, int] = {}
    for f in fighters:
        borne[f.eff] = borne.get(f.eff, 0) + f.pf
    return majority_efficiency(borne)[-1]


def clash_terms(tables: Tables, clash: Clash) -> list[Term]:
    """[12.5.2] Every modifier of the die that is not zero."""
    ground = tables.tec.hex[clash.ground]
    shelter = ground.assault_drm if clash.sheltered or not ground.needs_defence_order else 0
    found = [
        Term("12.5.2", "disorder", 2 if any(f.disordered for f in clash.defenders) else 0),
        Term("12.3.2", "efficiency", side_efficiency(clash.attackers) - side_efficiency(clash.defenders)),
        Term("12.4.4", "general", 1 if clash.general else 0),
        Term("12.4.4", "defending_general", -1 if clash.defending_general else 0),
        Term("10.0", clash.ground, shelter),
        Term("10.5", "stream", tables.tec.hexside["stream"].assault_drm if clash.stream else 0),
    ]
    return [term for term in found if term.value]


def clash_column(clash: Clash) -> str:
    return odds_column(attack_points(clash), defence_points(clash))


def clash_drm(tables: Tables, clash: Clash) -> int:
    return capped(tables, sum(term.value for term in clash_terms(tables, clash)))


def clash_result(tables: Tables, clash: Clash, die: int) -> str:
    """[12.5.3] The result that a die gives."""
    return combat_result(tables, clash_column(clash), die, clash_drm(tables, clash))


def lost_in_exchange(units: list[tuple[int, int, int]]) -> list[int]:
    """[12.5.4] EX: of (unit, points, efficiency) the highest efficiency, then the most points; several: a tie."""
    best = max((eff, pf) for _, pf, eff in units)
    return [u for u, pf, eff in units if (eff, pf) == best]


# [11.4] [16.3] fire


class Volley(NamedTuple):
    """A bombardment or skirmish fire reduced to what decides it."""

    factor: int
    target_pf: int
    ground: str = "clear"
    sheltered: bool = False
    distance: int = 1
    skirmish: bool = False
    leader: bool = False


def density(tables: Tables, points: int) -> int:
    """[11.4.3] The more stand together, the more are hit."""
    rows = tables.bombardment.density_drm
    assert isinstance(rows, list)
    return next(row.drm for row in rows if points <= row.pf_max)


def fire_terms(tables: Tables, volley: Volley) -> list[Term]:
    """[11.4.3] [16.3.2] Every modifier that is not zero."""
    ground = tables.tec.hex[volley.ground]
    drm = ground.fire_drm if volley.skirmish else ground.bombard_drm
    shelter = drm if volley.sheltered or not ground.needs_defence_order else 0
    reach = 0 if volley.skirmish else tables.bombardment.range_drm[str(volley.distance)]
    leader = tables.infantry_fire.leader_drm if volley.skirmish and volley.leader else 0
    found = [
        Term("11.2", "range", reach),
        Term("11.4.3", "density", density(tables, volley.target_pf)),
        Term("10.0", volley.ground, shelter),
        Term("16.3.2", "fire_leader", leader),
    ]
    return [term for term in found if term.value]


def fire_result(tables: Tables, volley: Volley, die: int) -> str:
    """[11.4.3] [16.3.2] The result that a die gives."""
    chart = tables.infantry_fire if volley.skirmish else tables.bombardment
    row = die + sum(term.value for term in fire_terms(tables, volley))
    return chart.table[fire_row(chart, row)][fire_column(chart, volley.factor)]


def fire_column(chart: FireTable, points: int) -> int:
    """The column of a factor: labels are ``2``, ``3-4`` or ``7+``."""
    labels = enumerate(chart.columns)
    return next(place for place, label in labels if label.endswith("+") or points <= int(label.split("-")[-1]))


def fire_row(chart: FireTable, row: int) -> str:
    first, last = int(chart.rows[0].rstrip("-")), int(chart.rows[-1].rstrip("+"))
    if row <= first:
        return chart.rows[0]
    return chart.rows[-1] if row >= last else str(row)
