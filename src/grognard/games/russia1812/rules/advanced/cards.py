"""Rulebook 16.1: Random Event Cards: decks, hands, drawing and laying.

What a card does in its phase: ``card_supply`` (phases 1 and 2), ``card_march`` (3), ``card_combat`` (4 and 5),
``card_arrivals`` (7). Effects that somebody may use or not are asked for by ``card_use.PlayCard``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.effects import BOTH, card_ops, single
from grognard.games.russia1812.rules.advanced.numbers import DEALT, DECK_1_UNTIL, card_order
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban
from grognard.kernel.frame import Frame


def prepare(s: Campaign) -> None:
    """[16.1] Before play: some cards kept out of the deal, one dealt to each player, the rest shuffled again."""
    cards = s.world.cards.values()
    first = [c.number for c in cards if c.deck == 1 and not c.excluded_from_opening_deal]
    s.dice.shuffle(first)
    for side in BOTH:
        s.affairs.hands[side] = [first.pop()]
        s.whisper(side, "card_dealt", s.affairs.hands[side][0])
    apart = [c.number for c in cards if c.deck == 1 and c.excluded_from_opening_deal]
    kept = len(apart)
    first += apart
    s.dice.shuffle(first)
    second = [c.number for c in cards if c.deck == 2]
    s.dice.shuffle(second)
    s.affairs.decks = [first, second]
    s.emit("cards_shuffled", DEALT + 2 * len(first) + len(second) - 3 - kept)


class DrawCards(Frame[Campaign]):
    """Each player draws the top card of the deck of the season; last turn's effects are over."""

    rule = "16.1"

    def finish(self, state: Campaign) -> None:
        s, a = state, state.affairs
        clear(s)
        deck = a.decks[0 if s.turn <= DECK_1_UNTIL and a.year == 1812 else 1]
        for side in (RUSSIAN, FRENCH) if s.turn <= DECK_1_UNTIL else (FRENCH, RUSSIAN):
            a.drawn[side] = deck.pop() if deck else 0
            if a.drawn[side]:
                s.whisper(side, "card_drawn", a.drawn[side])
        s.revealed = True
        alone = [bool(card) and single(s, card) for card in a.drawn]
        a.order = card_order(s.turn, (alone[FRENCH], alone[RUSSIAN]))
        s.push(*[LayCard(side) for side in a.order])


def clear(s: Campaign) -> None:
    """[16.1] Cards last for their turn."""
    a = s.affairs
    a.laid, a.drawn, a.used, a.named, a.barred, a.early = [0, 0], [0, 0], 0, -1, 0, 0
    a.fords, a.broken, a.frozen, a.hungry = [(), ()], [(), ()], [False, False], {}


class LayCard(Frame[Campaign]):
    """A player lays the card he drew or the one he held; a drawn single-instruction card must be laid."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        row = state.world.card_actions["card"]
        return [row[n] for n in bits(self.open(state, side, "card"))]

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        a = state.affairs
        number = action.args[0]
        held = [n for n in [*a.hands[side], a.drawn[side]] if n and n != number]
        a.hands[side], a.drawn[side], a.laid[side] = held, 0, number
        state.revealed = True
        state.emit("card_laid", side, number)
        carry_out(state, side, number)

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "card":
            drawn = state.affairs.drawn[side]
            held = sum([1 << n for n in [*state.affairs.hands[side], drawn] if n])
            yield Ban("16.1", "not_in_hand", ~held, ())
            if drawn and single(state, drawn):
                yield Ban("16.1", "single_card", ~(1 << drawn), (drawn,))


def carry_out(s: Campaign, side: int, number: int) -> None:
    """[16.1] What a card does at once when it is laid."""
    a = s.affairs
    for force in card_ops(s, number, side):
        if force.op.op == "unlock":
            a.jerome = a.jerome or s.turn
        elif force.op.op == "cossack_exempt":
            s.push(NameUnit(force.player))


class NameUnit(Frame[Campaign]):
    """Card 29: the French name a unit that no Cossack will find this turn."""

    rule = "16.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return state.world.for_units("name", self.open(state, side, "name"))

    def apply(self, state: Campaign, side: int, action: Action) -> None:
        state.affairs.named = action.args[0]
        state.emit("unit_named", action.args[0])

    def bans(self, state: Campaign, side: int, verb: str, *head: int) -> Iterable[Ban]:
        units = 0
        for h in bits(state.occ[side]):
            units |= state.fighters(h, side)
        return [Ban("16.1", "cannot_name", ~units)] if verb == "name" else ()
