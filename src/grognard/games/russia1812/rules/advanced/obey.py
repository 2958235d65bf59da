"""Rulebook 16.5: chaos in the Russian command."""

from __future__ import annotations

from grognard.games.russia1812.rules.advanced.card_march import chaos_card, chaos_fails
from grognard.games.russia1812.rules.advanced.numbers import CHAOS_UNTIL, ORDER_PASSES
from grognard.games.russia1812.rules.advanced.traits import delayed
from grognard.games.russia1812.rules.movement.route import Route
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import RUSSIAN
from grognard.kernel.frame import Frame


class Obey(Frame[Campaign]):
    """[16.5] Before a Russian Move, on turns 1 to 5: on 1 or 2 nobody stirs. [16.4] (2) Constantine's stack again."""

    rule = "16.5"

    def finish(self, state: Campaign) -> None:
        s, m = state, state.march
        assert m is not None
        if self._fails(s, m):
            s.spend_train(m.side, m.start)  # R-16.5a
            s.revealed = True
            s.emit("move_lost", m.side, m.start)
            return
        s.push(Route(m.side))

    def _fails(self, s: Campaign, m: March) -> bool:
        if m.exempt:
            return False
        if s.turn <= CHAOS_UNTIL and s.affairs.year == 1812:
            die = s.dice.d6()
            failed = chaos_fails(s, die)
            s.emit("chaos" if failed else "obeyed", m.start, die)
            if failed:
                return True
        if delayed(s, m):
            die = s.dice.d6()
            s.emit("constantine_waits" if die < ORDER_PASSES else "constantine_goes", m.start, die)
            return die < ORDER_PASSES
        return False


def before_route(s: Campaign, m: March) -> list[Frame[Campaign]]:
    """[16.5] What stands between a named column and its way."""
    if m.side != RUSSIAN:
        return []
    if not delayed(s, m) and (s.turn > CHAOS_UNTIL or s.affairs.year == 1813):
        return []
    return [*chaos_card(s, m), Obey(m.side)]
