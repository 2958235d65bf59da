"""Rulebook 8.5 and 8.6: march attrition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.russia1812.rules.advanced.card_march import allowance, march_mods
from grognard.games.russia1812.rules.advanced.command import march_bonus
from grognard.games.russia1812.rules.advanced.traits import march_traits
from grognard.games.russia1812.rules.optional.unexamined import break_up
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban
from grognard.kernel.frame import Frame

ALLOWANCE = (3, 2)  # [8.4] hexes of a Move, summer and winter
HORSES_FIRST = 2  # [16.6] last turn on which cavalry falls out before infantry
HARMLESS = 5  # [8.5] a result up to this costs nothing
FRENCH_STRAGGLE_FROM = 3  # [8.6] first turn of the French +1


def march_rolls(hexes: int, winter: bool) -> bool:
    """[8.5] A die for a Move of three hexes, two in winter."""
    return hexes >= ALLOWANCE[winter]


def march_modifier(side: int, turn: int, winter: bool, hexes: int) -> int:
    """[8.6] The French from turn 3, winter, and each forced-march hex: +1 each."""
    straggling = int(side == FRENCH and turn >= FRENCH_STRAGGLE_FROM)
    return straggling + int(winter) + max(0, hexes - ALLOWANCE[winter])


def full_modifier(
    s: Campaign, side: int, units: int, hexes: int, napoleon: bool, along: int, sent_by: int, driven: bool
) -> int:
    """[8.6] All that is added to the die: [14.5] Napoleon in the Basic game; command, character and cards else."""
    if not s.advanced:
        return march_modifier(side, s.turn, s.winter, hexes) - int(napoleon)
    forced = max(0, hexes - allowance(s)) - max(0, hexes - ALLOWANCE[s.winter])
    plain = march_modifier(side, s.turn, s.winter, hexes) + forced
    mine = march_bonus(s, units, along) + march_traits(s.world, along, sent_by, driven)
    return plain + mine + march_mods(s, side, units, hexes)


def worst_modifier(s: Campaign, m: March) -> int:
    """[15.1] R-15.1k: the most the enemy must reckon with: he does not know who leads the column or rides with it."""
    cards = max([march_mods(s, m.side, units, m.hexes) for units in (0, s.world.cavalry)])
    forced = max(0, m.hexes - allowance(s)) - max(0, m.hexes - ALLOWANCE[s.winter])
    murat = int(s.advanced and m.side == FRENCH)
    return march_modifier(m.side, s.turn, s.winter, m.hexes) + forced + cards + murat + m.bonus


def march_losses(result: int, units: int) -> tuple[int, int]:
    """[8.5] Units eliminated and disrupted."""
    if result <= HARMLESS:
        return 0, 0
    if units == 1:
        return 0, 1
    if result <= 7:
        return 1, 0
    return (1, 1) if result <= 9 else (2, 0)


class Attrition(Frame[Campaign]):
    """The owner chooses who falls by the wayside: infantry or cavalry of the column; eliminations first (R-8.5c)."""

    rule = "8.5"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        found = state.world.for_units("lose", self.open(state, side, "lose"))
        return found or state.world.for_units("disrupt", self.open(state, side, "disrupt"))

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] The enemy may not learn from silence that there is only one to suffer."""
        return state.hidden

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        m = state.march
        assert m is not None
        u = action.args[0]
        if action.verb == "lose":
            m.lose -= 1
            m.units &= ~(1 << u)
            state.emit("eliminated", u, m.here)
            state.remove(1 << u)
        else:
            m.disrupt -= 1
            state.note("disrupted", u, m.here)
            break_up(state, u)
        state.push(self)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        m, world = state.march, state.world
        assert m is not None
        if verb not in ("lose", "disrupt"):
            return
        due = m.lose if verb == "lose" else m.disrupt and not m.lose
        horse = m.units & world.cavalry & ~state.disrupted
        yield Ban("8.5", "not_in_column", ~m.units)
        yield Ban("8.5", "artillery_immune", world.artillery)
        if state.advanced and state.turn <= HORSES_FIRST and horse:
            yield Ban("16.6", "horses_first", ~horse, ())
        if not due:
            yield Ban("8.5", "losses_first", ALL, (m.lose, m.disrupt))
        if verb == "disrupt":
            yield Ban("8.5", "unit_disrupted", state.disrupted)


class CloseMarch(Frame[Campaign]):
    """With stacks face down the owner says when he has seen to his column: silence would tell what the die cost it."""

    rule = "15.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [state.world.done] if state.march is not None and state.march.veiled else ()

    def must_ask(self, state: Campaign) -> bool:
        """[15.1] R-15.1k: whether units were disrupted is the owner's to know."""
        return True

    def prompt(self, state: Campaign) -> tuple[object, ...]:
        assert state.march is not None
        return (state.march.here,)
