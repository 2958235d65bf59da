"""Rulebook 15 and 16: the numbers of the Advanced game.

Plain functions of small values, without any state: the frames of the Advanced game are built on them. Where the rules
let the owner decide between equals, the equals are all returned.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from grognard.games.russia1812.world.data import Tables
from grognard.games.russia1812.world.ranks import Chief, Troop
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN

CHAOS_UNTIL: Final = 5  # [16.5] last turn of Russian command chaos
ORDER_PASSES: Final = 3  # [16.4] [16.5] a Move goes ahead on this die or more
DECK_1_UNTIL: Final = 8  # [16.1] last turn of the first deck
DECK_1: Final = 18
DECK_2: Final = 17
DEALT: Final = 2  # before play, one to each player
DRAWN: Final = 2  # each turn
TURNS_OF_1813: Final = 9  # [16.13] turns 8 to 16
SWEDES_JOIN: Final = 4  # [16.12]


# [16.2] command


def can_command(chief: Chief, troop: Troop) -> bool:
    """[16.2] Whether a designation covers a unit; Guards follow any designated commander."""
    if not chief.rank:
        return False
    if chief.level == "A" or troop.guard:
        return True
    if chief.level == "I":
        return troop.kind == "infantry" and chief.army in (None, troop.army)
    if chief.level == "C":
        return troop.kind == "cavalry"
    return chief.corps is not None and chief.corps == troop.corps


def commanded(chief: Chief, troops: Sequence[Troop]) -> int:
    """[16.2] How many of these units a commander can command."""
    return sum(can_command(chief, troop) for troop in troops)


def combat_commanders(troops: Sequence[Troop], chiefs: Sequence[Chief]) -> list[Chief]:
    """[16.2] Who leads in combat: he who commands the most units, then the more senior; equals are the owner's choice.

    R-16.2a: nobody, if no designated commander can command any unit. R-16.2b: an undesignated commander leads when he
    is the only one. R-16.2d: of a defending stack only the undisrupted units are given here.
    """
    if len(chiefs) == 1 and not chiefs[0].rank:
        return list(chiefs)
    ratings = [(commanded(chief, troops), chief.rank) for chief in chiefs]
    best = max(ratings, default=(0, 0))
    if not best[0]:
        return []
    return [chief for chief, rating in zip(chiefs, ratings, strict=True) if rating == best]


def command_cr(troops: Sequence[Troop], chief: Chief) -> int:
    """[16.2] The CR a commander adds in combat: at most the units he commands (R-16.2b: undesignated, all of them)."""
    return min(chief.cr, commanded(chief, troops) if chief.rank else len(troops))


def march_command(troops: Sequence[Troop], chiefs: Sequence[Chief], edition: int) -> int:
    """[16.2] The modifier of 8.6: -1 if those who ride along can together command all; Murat never counts.

    R-16.2f: in the first edition one of them alone must be able to.
    """
    able = [chief for chief in chiefs if chief.name != "Murat"]
    if edition == 1:
        return -1 if troops and any(commanded(chief, troops) == len(troops) for chief in able) else 0
    return -1 if troops and all(any(can_command(chief, troop) for chief in able) for troop in troops) else 0


# [16.4] [16.5] characters


def seniors(chiefs: Sequence[Chief]) -> list[Chief]:
    """[16.4] The senior commander of a stack, whose character alone works; equals are the owner's choice."""
    highest = max((chief.rank for chief in chiefs), default=0)
    return [chief for chief in chiefs if chief.rank == highest]


def rival_cr(cr: int, rivals: int, kutuzov: bool) -> int:
    """[16.4] (1): the CR of Bagration, Barclay or Tormasov is 0 where two of them meet, until Kutuzov comes."""
    return 0 if rivals >= 2 and not kutuzov else cr


def rivals_refuse(helpers: Collection[str], main: Collection[str], edition: int) -> bool:
    """[16.4] (1): who stands with one of the three does not support another (first edition: supports nobody)."""
    if edition == 1:
        return bool(helpers)
    return any(helper != rival for helper in helpers for rival in main)


def russian_move_goes_ahead(turn: int, die: int | None, constantine: bool, second: int | None) -> bool:
    """[16.5] Chaos on turns 1 to 5, then [16.4] (2) Constantine's delay on all turns. A die not asked for is None."""
    if turn <= CHAOS_UNTIL and (die is None or die < ORDER_PASSES):
        return False
    return not constantine or (second is not None and second >= ORDER_PASSES)


# [16.1] cards


def card_order(turn: int, single: tuple[bool, bool]) -> tuple[int, int]:
    """[16.1] Who lays first: Russians to turn 8, then the French; a lone single-instruction card is laid second."""
    if single[FRENCH] != single[RUSSIAN]:
        last = FRENCH if single[FRENCH] else RUSSIAN
        return 1 - last, last
    return (RUSSIAN, FRENCH) if turn <= DECK_1_UNTIL else (FRENCH, RUSSIAN)


def cards_unused(deck_1: int, dealt: int, turns_1: int, deck_2: int, turns_2: int) -> tuple[int, int, int]:
    """[16.1] Cards left in each deck after so many turns, and all that stay unused, the held ones among them."""
    left_1 = deck_1 - dealt - DRAWN * turns_1
    left_2 = deck_2 - DRAWN * turns_2
    return left_1, left_2, left_1 + left_2 + dealt


def cards_of_1813(turns_of_1812: int) -> tuple[int, int]:
    """[16.13] The deck of 1813 (no card 24, what is left of the first deck shuffled in), and the draws it must last."""
    left = DECK_1 - DEALT - DRAWN * turns_of_1812
    return DECK_2 - 1 + left, DRAWN * TURNS_OF_1813


# [7.2] [16.7] [16.13] Trains


def reserve_penalty(removed: int) -> int:
    """[16.7] Trains the French lack from turn 3 on, by the cavalry removed on turns 1 and 2: fewer lost eat more."""
    if removed <= 4:
        return 2
    return 1 if removed <= 7 else 0


def trains_with_cards(table: int, lost: int, depots: int, penalty: int, gains: int, losses: int) -> tuple[int, int]:
    """[7.2] R-7.2a: Trains, and Depots the enemy may take off; a card's loss comes last and never costs a Depot."""
    number = table - lost - penalty - depots + gains
    if number < 0:
        return 0, -number
    return max(0, number - losses), 0


def trains_of_1813(tables: Tables) -> dict[int, tuple[int, int]]:
    """[16.13] The table of Trains of 1813: French and Russian numbers by turn."""
    return {row.turn: (row.french, row.russian) for row in tables.supply_trains_16_13.second.rows}


def first_by_trains(row: tuple[int, int]) -> int:
    """[7.4] R-7.4a: the higher number of the table goes first, the French on a tie."""
    return FRENCH if row[FRENCH] >= row[RUSSIAN] else RUSSIAN


# [16.8] [16.12] [16.13] events


def uprising(turn: int, die: int) -> bool:
    """[16.8] V Corps in Kiev: on 3 to 6 up to turn 5, on 5 or 6 on turns 6 to 9, never later."""
    if turn <= 5:
        return die >= 3
    return turn <= 9 and die >= 5


def swedes_join(die: int) -> bool:
    """[16.12] At the end of turn 6, on 4 to 6."""
    return die >= SWEDES_JOIN


def winter_losses(dice: tuple[int, int]) -> tuple[int, int]:
    """[16.13] French winter losses: combat units, half of both dice; and a commander for each 1."""
    return sum(dice) // 2, dice.count(1)


def winter_returns(dice: tuple[int, int]) -> int:
    """[16.13] Eliminated units the Russians bring back in winter quarters: half of both dice."""
    return sum(dice) // 2


def returns_of_1813(die: int) -> int:
    """[16.13] Units of 1812 that come back to the Russians at the end of each turn of 1813."""
    return (0, 0, 0, 1, 1, 1, 2)[die]


def napoleon_in_winter(die: int) -> str:
    """[16.13] Whether Napoleon leaves for good, leaves and may return, or stays."""
    if die <= 2:
        return "gone"
    return "away" if die <= 4 else "stays"
