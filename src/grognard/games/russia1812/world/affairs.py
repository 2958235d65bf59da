"""What only the Advanced game and the optional rules keep: cards, politics, the second year, raised hexes, decoys."""

from __future__ import annotations

from typing import Final

NOBODY: Final = -1


class Affairs:
    """The memory of rulebook 15 and 16. Lists of two go by side. The Basic game shares one that never changes."""

    def __init__(self) -> None:
        # [16.1] cards
        self.decks: list[list[int]] = [[], []]  # the top card is the last
        self.hands: list[list[int]] = [[], []]
        self.drawn = [0, 0]
        self.laid = [0, 0]  # this turn's cards
        self.order: tuple[int, ...] = ()
        self.used = 0  # cards laid this turn whose single use is spent
        self.named = NOBODY  # card 29: the unit no Cossack finds
        self.barred = 0  # card 30: units that may not attack
        self.early = 0  # card 12: a reinforcement that comes before its turn
        self.fords: list[tuple[tuple[int, int], ...]] = [(), ()]  # hexsides that count as bridged for a side
        self.broken: list[tuple[tuple[int, int], ...]] = [(), ()]  # bridges that count as missing for a side
        self.frozen = [False, False]  # every river counts as bridged for a side
        self.hungry: dict[int, int] = {}  # [6.3] stacks whose forage roll failed: units by hex
        self.jerome = 0  # the turn of the card that lets VIII Corps force march from the next on
        # [16.7] to [16.12] politics
        self.toll = 0  # units still to be removed
        self.reserve_lost = 0
        self.rising = 0  # 0: V Corps has not seen Kiev; -1: no uprising; else its turn
        self.independence = False
        self.freed = 0  # cities of the western territories that are French now
        self.swedes = False
        self.outcasts = 0  # pieces removed by politics or cards: they never return
        # [16.13] the second year
        self.offered = False
        self.year = 1812
        self.last_turn = 0  # the last turn of 1812
        self.source = NOBODY  # the hex of the extra source of supply
        self.away = False  # Napoleon may return
        self.fallen = 0  # Russians eliminated in 1812 and not yet back
        self.count = 0  # pieces still to be chosen, whatever the question
        self.ones = 0  # commanders still to be lost
        self.lodging = 0  # pieces still to be put into quarters
        self.mustering = False  # the Russians put their reinforcements
        self.flows: tuple[int, ...] = ()  # of the source: cities down each river that must stay free of Russians
        # [15.2] raised hexes: halves of room, those of this turn and those of the last
        self.raised: dict[int, int] = {}
        self.lapsing: dict[int, int] = {}
        self.raised_by: dict[int, int] = {}

    def copy(self) -> Affairs:
        twin = Affairs()
        twin.decks = [self.decks[0][:], self.decks[1][:]]
        twin.hands = [self.hands[0][:], self.hands[1][:]]
        twin.drawn, twin.laid, twin.order, twin.used = self.drawn[:], self.laid[:], self.order, self.used
        twin.named, twin.barred, twin.early = self.named, self.barred, self.early
        twin.fords, twin.broken, twin.frozen = self.fords[:], self.broken[:], self.frozen[:]
        twin.hungry, twin.jerome = dict(self.hungry), self.jerome
        twin.toll, twin.reserve_lost, twin.rising = self.toll, self.reserve_lost, self.rising
        twin.independence, twin.freed, twin.swedes = self.independence, self.freed, self.swedes
        twin.outcasts, twin.offered, twin.year = self.outcasts, self.offered, self.year
        twin.source, twin.away, twin.fallen, twin.count = self.source, self.away, self.fallen, self.count
        twin.ones, twin.lodging, twin.last_turn = self.ones, self.lodging, self.last_turn
        twin.mustering, twin.flows = self.mustering, self.flows
        twin.raised, twin.lapsing = dict(self.raised), dict(self.lapsing)
        twin.raised_by = dict(self.raised_by)
        return twin

    def facts(self) -> tuple[object, ...]:
        return (
            self.decks,
            self.hands,
            self.drawn,
            self.laid,
            self.order,
            self.used,
            self.named,
            self.barred,
            self.early,
            self.fords,
            self.broken,
            self.frozen,
            sorted(self.hungry.items()),
            self.jerome,
            self.toll,
            self.reserve_lost,
            self.rising,
            self.independence,
            self.freed,
            self.swedes,
            self.outcasts,
            self.offered,
            self.year,
            self.last_turn,
            self.source,
            self.away,
            self.fallen,
            self.count,
            self.ones,
            self.lodging,
            self.mustering,
            self.flows,
            sorted(self.raised.items()),
            sorted(self.lapsing.items()),
            sorted(self.raised_by.items()),
        )


PEACE: Final = Affairs()  # of every game without such rules
