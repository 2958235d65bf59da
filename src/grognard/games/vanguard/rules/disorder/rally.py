"""Rulebook 15.3: rally."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.efficiency import roll_stack
from grognard.games.vanguard.world.roster import ATTACK, MANOEUVRE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, against, asked, spared
from grognard.kernel.frame import Frame, Reason


def order_allows(order: int, leader_near: bool) -> bool:
    """[5.1] [15.3] Not under Attack; under Manoeuvre only with or next to a leader of its formation."""
    return order != ATTACK and (order != MANOEUVRE or leader_near)


def leader_near(s: Battle, u: int) -> bool:
    h = s.at[u]
    around = s.world.near[h] | 1 << h
    return any(around >> s.at[leader] & 1 for leader in s.on_map(s.world.chiefs_of[s.world.roster.formation_of[u]]))


def rally_bans(s: Battle) -> Iterable[Ban]:
    """[15.3] What keeps a unit from rallying."""
    zones = (s.zoc(0), s.zoc(1))
    yield Ban("15.3", "in_good_order", ~(s.disordered | s.routed))
    yield Ban("15.3", "other_formation", ~s.group())
    yield Ban("15.3", "tried_already", s.rallied)
    yield Ban("15.3", "did_something_else", s.marched | s.fought | s.fired)
    yield Ban("15.3", "retreated_by_choice", s.evaded)
    yield Ban("15.3", "in_enemy_zone", lambda u: bool(zones[1 - s.side(u)] >> s.at[u] & 1))
    yield Ban("15.3", "order_forbids_rally", lambda u: _order_forbids(s, u), (asked, s.order_of))


def _order_forbids(s: Battle, u: int) -> bool:
    return not order_allows(s.order_of(u), leader_near(s, u))


class Rally(Frame[Battle]):
    """[15.3] B-6: stacks of Disordered or Routed units try to rally, one die a stack."""

    rule = "15.3"

    def _ready(self, state: Battle) -> dict[int, int]:
        found: dict[int, int] = {}
        there = state.group() & state.there & (state.disordered | state.routed)
        for u in bits(spared(rally_bans(state), there)) if there else ():
            found[state.at[u]] = found.get(state.at[u], 0) | 1 << u
        return found

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        ready = self._ready(state)
        if not ready:
            return []
        return [*state.world.at_hexes("rally", sum([1 << h for h in ready])), state.world.lexicon.done]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "done":
            return
        h = action.args[0]
        units = self._ready(state)[h]
        state.rallied |= units
        for u in bits(roll_stack(state, h, units)):
            level = state.level(u) - 1
            state.set_level(u, level)
            state.emit("rallied_half" if level else "rallied", u, state.spot(h))
        state.push(self)

    def why_not(self, state: Battle, action: Action) -> list[Reason]:
        """What keeps the first units of a stack from rallying; a stack rallies if one of them may."""
        if action.verb != "rally" or action.args[0] in self._ready(state):
            return []
        h = action.args[0]
        found = [reason for u in bits(state.combat(h, self.side)) for reason in against(rally_bans(state), u)]
        return found[:2] or [("15.3", "nobody_to_rally", (state.spot(h),))]
