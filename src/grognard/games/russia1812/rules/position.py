"""A position of a lesson: only the pieces named, and a turn about to begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.games.russia1812.rules.sequence import push_turn
from grognard.games.russia1812.world.state import DEAD, Campaign
from grognard.games.russia1812.world.world import SIDES


def arrange(s: Campaign, position: Mapping[str, Any]) -> None:
    """Pieces by hex, Depots, Trains lost for good, and what is disrupted; then the turn named begins."""
    number = {name: u for u, name in enumerate(s.world.ids)}
    by_name = s.world.grid.by_name
    for u in range(s.world.count):
        s.at[u] = DEAD
    for hex_name, names in position["pieces"].items():
        for name in names:
            s.put(number[name], by_name[hex_name])
    for name in position.get("disrupted", ()):
        s.disrupt(1 << number[name])
    for who, side in enumerate(SIDES):
        s.depots[who] = s.world.grid.mask(position["depots"].get(side, ()))
        s.lost_trains[who] = position["lost_trains"].get(side, 0)
    if s.advanced:
        _stack_decks(s, position.get("cards", {}))
    s.turn = position["turn"] - 1
    push_turn(s)


def _stack_decks(s: Campaign, cards: Mapping[str, Any]) -> None:
    """[16.1] A card held by each side, and those to be drawn first; the rest lies below as numbered."""
    held, drawn = cards.get("held", {}), cards.get("drawn", ())
    s.affairs.hands = [list(held.get(side, ())) for side in SIDES]
    spent = {*drawn, *[card for hand in s.affairs.hands for card in hand]}
    for deck in (1, 2):
        rest = [card.number for card in s.world.cards.values() if card.deck == deck and card.number not in spent]
        top = [number for number in drawn if s.world.cards[number].deck == deck]
        s.affairs.decks[deck - 1] = rest + top[::-1]
