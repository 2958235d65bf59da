"""Rulebook 16.1 at the table: the faces of the cards, and what a side sees of hands, decks and discards."""

from __future__ import annotations

from grognard.games.russia1812.rules.advanced.numbers import DECK_1_UNTIL
from grognard.games.russia1812.table.pen import Pen, Seen
from grognard.games.russia1812.world.data import CardData
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import SIDES, World
from grognard.kernel.wire import CardBacks, CardFace, CardPart, CardPile, CardsShown, LaidCard


def faces(world: World, pen: Pen) -> dict[str, CardFace]:
    """Every card by its number, ready to be read; anybody may look at the list of cards."""
    return {str(number): _face(card, pen) for number, card in world.cards.items()}


def _face(card: CardData, pen: Pen) -> CardFace:
    return CardFace(
        number=card.number,
        title=pen(f"card.{card.number}.title"),
        deck=pen(f"cards.deck_{card.deck}"),
        rule="16.1",
        note=pen("cards.single") if card.single_instruction else "",
        parts=[_part(card, side, pen) for side in _readers(card)],
    )


def _readers(card: CardData) -> tuple[str, ...]:
    """Whose instructions stand on a card: a single one is told once."""
    if not card.single_instruction:
        return SIDES
    return (str(card.applies_to),)


def _part(card: CardData, side: str, pen: Pen) -> CardPart:
    if side in SIDES:
        return CardPart(side=side, name=pen(f"player.{side}"), text=pen(f"card.{card.number}.{side}"))
    return CardPart(side=None, name=pen("cards.both"), text=pen(f"card.{card.number}.{SIDES[0]}"))


def cards(face: Seen) -> CardsShown | None:
    """One's own hand, the cards on the table, and of the rest only how many there are."""
    s, side, pen = face.state, face.side, face.pen
    if not s.advanced:
        return None
    a = s.affairs
    hand = [*a.hands[side], *[n for n in (a.drawn[side],) if n]] if side >= 0 else []
    return CardsShown(
        hand=[str(n) for n in sorted(hand)],
        table=[_laid(s, who, pen) for who in a.order or range(len(SIDES)) if a.laid[who]],
        backs=[
            CardBacks(side=name, name=pen(f"player.{name}"), count=len(a.hands[who]) + bool(a.drawn[who]))
            for who, name in enumerate(SIDES)
            if who != side
        ],
        piles=[_deck(s, pen), CardPile(kind="discard", name=pen("cards.discards"), count=_discarded(s))],
    )


def _laid(s: Campaign, who: int, pen: Pen) -> LaidCard:
    number = s.affairs.laid[who]
    used = bool(s.affairs.used >> number & 1)
    card = s.world.cards[number]
    part = SIDES[who] if not card.single_instruction else card.applies_to if card.applies_to in SIDES else None
    return LaidCard(side=SIDES[who], card=str(number), part=part, state=pen("cards.used") if used else "")


def _deck(s: Campaign, pen: Pen) -> CardPile:
    """The deck that is drawn from this turn."""
    if s.affairs.year == 1813:
        return CardPile(kind="deck", name=pen("cards.deck_1813"), count=len(s.affairs.decks[1]))
    which = int(s.turn > DECK_1_UNTIL)
    return CardPile(kind="deck", name=pen(f"cards.deck_{which + 1}"), count=len(s.affairs.decks[which]))


def _discarded(s: Campaign) -> int:
    """Cards laid in earlier turns; [16.13] and those taken out for 1813."""
    a = s.affairs
    elsewhere = sum(len(deck) for deck in a.decks) + sum(len(hand) for hand in a.hands)
    return len(s.world.cards) - elsewhere - sum(1 for n in [*a.drawn, *a.laid] if n) if any(a.hands) else 0
