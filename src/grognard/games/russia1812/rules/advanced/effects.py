"""Rulebook 16.1: which effects of the cards are in force.

A card is data (``cards.json``): instructions made of small effects. ``ops`` lists the effects in force this turn; the
rules they change ask for them by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.world.data import Filter, Op
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES

BOTH: Final = (FRENCH, RUSSIAN)


class Force(NamedTuple):
    """An effect in force: its card, the player whose instruction it is, and what it does."""

    card: int
    player: int
    op: Op


def single(s: Campaign, number: int) -> bool:
    return s.world.cards[number].single_instruction


def ops(s: Campaign, name: str) -> list[Force]:
    """The effects of a name among this turn's cards, as far as turn and map allow them now."""
    if not s.advanced:
        return []
    found: list[Force] = []
    for player in BOTH:
        number = s.affairs.laid[player]
        if number:
            found += [f for f in card_ops(s, number, player) if f.op.op == name and applies(s, f)]
    return found


def card_ops(s: Campaign, number: int, player: int) -> list[Force]:
    """[16.1] Of two instructions only the player's own; a single one is carried out by whom it names."""
    card = s.world.cards[number]
    who = player
    if card.single_instruction:
        who = SIDES.index(card.applies_to) if card.applies_to in SIDES else FRENCH
    instruction = card.french if who == FRENCH else card.russian
    if instruction is None:
        return []
    if not holds(s, instruction.condition):
        return []
    return [Force(number, who, op) for op in instruction.ops]


def holds(s: Campaign, condition: str) -> bool:
    """Conditions about the map are judged when the instruction is carried out."""
    in_moscow = bool(s.pres[FRENCH] & s.world.capitals & (1 << s.world.moscow))
    if condition == "french_occupies:Moscow":
        return in_moscow
    if condition == "not french_occupies_any:Moscow,St Petersburg":
        return not s.pres[FRENCH] & s.world.capitals
    return True


def applies(s: Campaign, force: Force) -> bool:
    """The turns an effect is meant for: ``1-3``, ``4+``."""
    turns = force.op.turns
    if turns.endswith("+"):
        return s.turn >= int(turns[:-1])
    if turns:
        first, last = turns.split("-")
        return int(first) <= s.turn <= int(last)
    return True


def total(s: Campaign, name: str, side: int) -> int:
    """The sum of a plain effect for a side: Trains or Combat Commands."""
    return sum(f.op.n for f in ops(s, name) if f.op.side == SIDES[side] and _also(s, f))


def _also(s: Campaign, force: Force) -> bool:
    if force.op.condition == "named_unit_is_guard":
        return s.affairs.named >= 0 and bool(s.world.guard >> s.affairs.named & 1)
    return True


def matching(s: Campaign, side: int, wanted: Filter) -> int:
    """The combat units of a side on the map that a filter speaks of."""
    world = s.world
    found = 0
    for h in bits(s.occ[side]):
        units = s.fighters(h, side)
        if wanted.place == "russia" and not world.russia >> h & 1:
            continue
        if wanted.hex and h != world.moscow:
            continue
        if wanted.not_city and world.city >> h & 1:
            continue
        if units.bit_count() >= wanted.stack_min:
            found |= units
    if wanted.nationality:
        found &= pick(world.by_nation, wanted.nationality)
    if wanted.corps:
        found &= pick(world.by_corps, wanted.corps)
    if wanted.guard:
        found &= world.guard
    if wanted.class_not:
        found &= ~sum(
            mask
            for name, mask in (("veteran", world.veteran), ("line", world.line), ("conscript", world.conscript))
            if name in wanted.class_not
        )
    return found & s.disrupted if wanted.disrupted else found


def pick(masks: dict[str, int], names: Sequence[str]) -> int:
    found = 0
    for name in names:
        found |= masks.get(name, 0)
    return found
