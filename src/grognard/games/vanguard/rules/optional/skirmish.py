"""Rulebook 16.3: open order, infantry fire, V and F markers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.artillery import counted
from grognard.games.vanguard.rules.assault.charts import Volley, fire_result
from grognard.games.vanguard.rules.assault.retreat import BY_FIRE, flee
from grognard.games.vanguard.rules.disorder.losses import worse
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.rules.frames import OfUnit
from grognard.games.vanguard.rules.ground import bombard_ground
from grognard.games.vanguard.rules.movement.ways import Ways, may_open_order, skirmish_targets
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


def shooting_targets(s: Battle, m: Move) -> int:
    """[16.3] R-56: one light unit, not in column, next to an enemy, where it could also stop."""
    if (
        not s.open_order
        or m.here < 0
        or m.column
        or m.charge
        or m.shot
        or m.units.bit_count() != 1
        or m.units & s.world.leaders
    ):
        return 0
    if not may_open_order(s, bits(m.units)[0]) or not Ways(s, m).may_end():
        return 0
    return skirmish_targets(s, m.side, m.here)


def volley(s: Battle, u: int, target: int) -> Volley:
    """[16.3.2] The fire of one unit at an adjacent hex; an Officer there helps, of Generals only its own."""
    side = s.side(u)
    enemies = s.troops(target, 1 - side)
    points = sum(s.pf(v) for v in bits(enemies))
    ground, sheltered = bombard_ground(s, target, 1 - side, 1 - side, skirmish=True)
    led_by = s.world.officers | 1 << s.world.roster.general_of[s.world.roster.formation_of[u]]  # [4.1.2]
    leader = bool(s.leaders(s.at[u], side) & led_by)
    return Volley(s.pf(u), points, ground, sheltered, 1, True, leader)


def shoot(s: Battle, m: Move, target: int) -> list[Frame[Battle]]:
    """[16.3.2] [16.3.3] Fire, and its effect on the top unit of the stack."""
    u = bits(m.units)[0]
    die = s.dice.d6()
    shot = volley(s, u, target)
    result = fire_result(s.world.tables, shot, die)
    s.emit("skirmish_fire", u, s.spot(target), die, result)
    s.explain(*counted(s, shot), s.troops(target, 1 - m.side))
    s.fired |= 1 << u
    s.shot_at |= 1 << target
    mark_v(s, u)
    if result == "-":
        return []
    return hit_top(s, target, 1 - m.side, result)


def mark_v(s: Battle, u: int) -> None:
    """[16.3.4] A V for the fire; an F instead if it fired last turn too."""
    if s.skirmished.get(u) == s.turn - 1:
        del s.skirmished[u]
        s.fatigued |= 1 << u
        s.emit("fatigued", u)
    else:
        s.skirmished[u] = s.turn


def hit_top(s: Battle, h: int, side: int, result: str) -> list[Frame[Battle]]:
    """[16.3.3] D and D1: failed, Disordered and back one hex; DR: failed, Routed; passed, Disordered and back."""
    top = s.top_of(h, side)
    passed = bool(roll_stack(s, h, 1 << top, 1 if result == "D1" else 0))
    if result != "DR" and passed:
        return []
    runs = worse(s, top)
    if result == "DR" and not passed and not runs:
        runs = worse(s, top)
    return flee(s, top, 2 if runs else 1, BY_FIRE)


class ShedFatigue(OfUnit):
    """[16.3.4] B-2: a unit with F may test to shed it; if it fails it has Defence this turn.

    R-82: without a test it has Defence under Advance and Attack; under Manoeuvre and Defence it keeps order and F.
    """

    rule = "16.3.4"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        if state.at[self.unit] < 0:
            return []
        return [state.action("shed", self.unit), state.action("rest", self.unit)]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        u = self.unit
        if action.verb == "shed" and roll_stack(state, state.at[u], 1 << u):
            state.fatigued &= ~(1 << u)
            state.emit("refreshed", u)
        elif action.verb == "shed" or state.order_of(u) in (ADVANCE, ATTACK):
            state.tired |= 1 << u
            state.emit("rests", u)
        else:
            state.emit("stays_fatigued", u)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        return [Ban("16.3.4", "not_this_unit", ~(1 << self.unit), (self.unit,))] if verb in ("shed", "rest") else ()

    def prompt(self, state: Battle) -> tuple[object, ...]:
        return (self.unit,)


def clear_v(s: Battle, units: int) -> None:
    """[16.3.4] V is removed after the combat subphase of the next turn's activation."""
    for u in bits(units) if s.skirmished else ():
        if s.skirmished.get(u, s.turn) < s.turn:
            del s.skirmished[u]
