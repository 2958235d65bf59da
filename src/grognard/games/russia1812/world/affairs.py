"""What only the Advanced game and the optional rules keep: cards, politics, the second year, raised hexes, decoys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from grognard.kernel.part import AS_IT_IS, Part, counts, row, rows

NOBODY: Final = -1
Hexsides = tuple[tuple[int, int], ...]


@dataclass(eq=False, repr=False, slots=True)
class Affairs(Part):
    """The memory of rulebook 15 and 16. Lists of two go by side. The Basic game shares one that never changes."""

    # [16.1] cards
    decks: list[list[int]] = rows(facts=AS_IT_IS)  # the top card is the last
    hands: list[list[int]] = rows(facts=AS_IT_IS)
    drawn: list[int] = row(0, 0, facts=AS_IT_IS)
    laid: list[int] = row(0, 0, facts=AS_IT_IS)  # this turn's cards
    order: tuple[int, ...] = ()
    used: int = 0  # cards laid this turn whose single use is spent
    named: int = NOBODY  # card 29: the unit no Cossack finds
    barred: int = 0  # card 30: units that may not attack
    early: int = 0  # card 12: a reinforcement that comes before its turn
    fords: list[Hexsides] = row((), (), facts=AS_IT_IS)  # hexsides that count as bridged for a side
    broken: list[Hexsides] = row((), (), facts=AS_IT_IS)  # bridges that count as missing for a side
    frozen: list[bool] = row(False, False, facts=AS_IT_IS)  # every river counts as bridged for a side
    hungry: dict[int, int] = counts()  # [6.3] stacks whose forage roll failed: units by hex
    jerome: int = 0  # the turn of the card that lets VIII Corps force march from the next on
    # [16.7] to [16.12] politics
    toll: int = 0  # units still to be removed
    reserve_lost: int = 0
    rising: int = 0  # 0: V Corps has not seen Kiev; -1: no uprising; else its turn
    independence: bool = False
    freed: int = 0  # cities of the western territories that are French now
    swedes: bool = False
    outcasts: int = 0  # pieces removed by politics or cards: they never return
    # [16.13] the second year
    offered: bool = False
    year: int = 1812
    last_turn: int = 0  # the last turn of 1812
    source: int = NOBODY  # the hex of the extra source of supply
    away: bool = False  # Napoleon may return
    fallen: int = 0  # Russians eliminated in 1812 and not yet back
    count: int = 0  # pieces still to be chosen, whatever the question
    ones: int = 0  # commanders still to be lost
    lodging: int = 0  # pieces still to be put into quarters
    mustering: bool = False  # the Russians put their reinforcements
    flows: tuple[int, ...] = ()  # of the source: cities down each river that must stay free of Russians
    # [15.2] raised hexes: halves of room, those of this turn and those of the last
    raised: dict[int, int] = counts()
    lapsing: dict[int, int] = counts()
    raised_by: dict[int, int] = counts()


NO_AFFAIRS: Final = Affairs()  # of every game without such rules
