"""What the dice may do, in a few numbers: for tags on hexes and for the lesson. The whole of it is in ``odds``."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.artillery import volley
from grognard.games.vanguard.assault import clash, defenders, grounds
from grognard.games.vanguard.charts import BELOW, Volley, clash_column, clash_drm, combat_result, fire_result
from grognard.games.vanguard.efficiency import modifier, passes
from grognard.games.vanguard.lexicon import GROUNDS
from grognard.games.vanguard.moving import Assault
from grognard.games.vanguard.pen import signed
from grognard.games.vanguard.skirmish import volley as skirmish_volley
from grognard.games.vanguard.state import Battle

DICE: Final = range(1, 7)


def passing_faces(s: Battle, u: int, extra: int = 0) -> list[int]:
    """[13.1] The faces with which a unit passes a test where it stands."""
    return [die for die in DICE if passes(die, s.eff(u), modifier(s, u, s.at[u], extra))]


def order_faces(s: Battle) -> list[int]:
    """[5.2.1] The faces with which the General (or Franceschi alone) changes his order."""
    r = s.world.roster
    leader = s.world.lone_leader if s.solo else r.general_of[s.active]
    return [die for die in DICE if die <= r.initiative[leader]]


def officer_faces(s: Battle, officer: int) -> list[int]:
    """[5.3.1] R-08, R-36: against his own initiative, else his General's, else 1."""
    r = s.world.roster
    f = r.formation_of[officer]
    own = r.initiative[officer]
    limit = own if own >= 0 else 1 if s.general_lost(f) else r.initiative[r.general_of[f]]
    return [die for die in DICE if die <= limit]


def guns_of(args: tuple[int, ...]) -> int:
    """The batteries of ``bombard``: all arguments but the last."""
    return sum(1 << gun for gun in args[:-1])


def gun_volley(s: Battle, side: int, args: tuple[int, ...], defensive: bool = False) -> Volley:
    """[11.4] [11.4.4] What a bombardment would roll; the inactive player picks the ground."""
    picker = side if defensive else 1 - side
    return volley(s, guns_of(args), args[-1], picker)


def fire_faces(s: Battle, shot: Volley) -> list[int]:
    """[11.4.3] The faces that do anything at all."""
    return [die for die in DICE if fire_result(s.world.tables, shot, die) != "-"]


def shot_faces(s: Battle, target: int) -> list[int]:
    """[16.3.2] The same for the light unit on its way."""
    assert s.move is not None
    return fire_faces(s, skirmish_volley(s, bits(s.move.units)[0], target))


def ground_for(s: Battle, a: Assault) -> tuple[int, str]:
    """[10.0] The ground picked, or the one the inactive player would pick: the worst for the attacker."""
    if a.ground_hex >= 0:
        return a.ground_hex, GROUNDS[a.ground]
    return min(grounds(s, a), key=lambda place: _promise(s, a, place))


def _promise(s: Battle, a: Assault, place: tuple[int, str]) -> float:
    fight = clash(s, a, *place)
    tables = s.world.tables
    column = clash_column(tables, fight)
    worth = {"AE": -2, "AD": -1, "NE": 0, "EX": 0, "DD": 1, "DR": 2, "DE": 3}
    return sum(worth[combat_result(tables, column, die, clash_drm(tables, fight))] for die in DICE)


def odds_tag(s: Battle, a: Assault) -> str:
    """``3-1 +2``: the column and the modifiers of an assault as it stands; nothing where only guns defend."""
    if not a.attackers or not defenders(s, a):
        return ""
    fight = clash(s, a, *ground_for(s, a))
    column = clash_column(s.world.tables, fight)
    if column == BELOW:
        return "< 1-5"
    drm = clash_drm(s.world.tables, fight)
    return f"{column} {signed(drm)}"
