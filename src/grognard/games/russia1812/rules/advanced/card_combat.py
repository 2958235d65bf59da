"""Rulebook 16.1: cards in Combat Commands and Combat."""

from __future__ import annotations

from grognard.games.russia1812.rules.advanced.card_use import PlayCard, unused
from grognard.games.russia1812.rules.advanced.effects import ops
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.games.russia1812.world.world import FRENCH, SIDES
from grognard.kernel.frame import Frame


def sledge_cards(s: Campaign) -> list[Frame[Campaign]]:
    """Card 34, from turn 12 on, while Napoleon is on the map."""
    if s.world.napoleon < 0 or s.at[s.world.napoleon] < 0:
        return []
    return [
        PlayCard(f.player, f.card, "sledge", f.op.cc_base_delta)
        for f in ops(s, "remove_napoleon_option")
        if s.turn >= int(f.op.from_turn)
    ]


def order_cards(s: Campaign, b: Attack) -> list[Frame[Campaign]]:
    """Cards that help an attack order, before its die."""
    return [PlayCard(b.side, f.card, "order", f.op.n) for f in unused(s, "attack_mod") if f.op.side == SIDES[b.side]]


def support_cards(s: Campaign, side: int) -> list[Frame[Campaign]]:
    """Cards that help a call for support, before its die."""
    return [PlayCard(side, f.card, "support", f.op.n) for f in unused(s, "support_mod") if f.op.side == SIDES[side]]


def combat_cards(s: Campaign, b: Attack) -> list[Frame[Campaign]]:
    """Cards for the values of a combat, before its dice."""
    world = s.world
    found: list[Frame[Campaign]] = []
    for force in unused(s, "fort_mod"):
        if force.op.side == SIDES[b.side] and world.fortified >> b.target & 1:
            found.append(PlayCard(b.side, force.card, "fort", force.op.n))
    river = not world.near_level[b.start] >> b.target & 1
    city = bool(world.city >> b.target & 1)
    for force in unused(s, "value_mod"):
        asked = force.op.filter
        fits = city if asked.city else city or river if asked.city_or_river else True
        if force.op.side == SIDES[1 - b.side] and fits:
            found.append(PlayCard(1 - b.side, force.card, "defence", force.op.n))
    return found


def pursuit_cards(s: Campaign, b: Attack, caught: bool, could: bool) -> list[Frame[Campaign]]:
    """Card 33: a withdrawing French stack escapes its pursuers, or is caught in spite of its cavalry."""
    if 1 - b.side != FRENCH:
        return []
    if caught:
        return [PlayCard(f.player, f.card, "pursuit", -1) for f in unused(s, "ignore_pursuit")]
    return [PlayCard(f.player, f.card, "pursuit", 1) for f in unused(s, "force_pursuit")] if could else []
