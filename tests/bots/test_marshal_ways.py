"""The marshal of 1812 in the ways of play other than the Basic historical one: free set-up, Advanced, two years."""

from __future__ import annotations

from collections.abc import Mapping

import grognard
from grognard import bots
from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812 import Marshal
from grognard.bots.marshal_russia1812.column import keep_city, staying
from grognard.bots.marshal_russia1812.command import command_worth, spared
from grognard.bots.marshal_russia1812.french import scattered
from grognard.bots.marshal_russia1812.hunt import bears_links, reopened, severed
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.network import chain
from grognard.bots.marshal_russia1812.orders import Board, hardship
from grognard.bots.marshal_russia1812.plan import Goal
from grognard.bots.marshal_russia1812.quarters import lodging_worth, lodgings, wants_quarters, wintering
from grognard.bots.marshal_russia1812.situation import Situation, surmised
from grognard.bots.marshal_russia1812.supply import depot_wishes
from grognard.games.russia1812.rules.advanced.lodging import LAST_OFFER
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES, world
from grognard.kernel.match import Match
from grognard.kernel.wire import Value

GAME = "russia1812"
ADVANCED: dict[str, Value] = {"edition": 2, "advanced": True}
TWO_YEAR: dict[str, Value] = {**ADVANCED, "two_year": True}


def deployed(
    seed: str, scenario: str, options: Mapping[str, Value], russian: str = "marshal"
) -> tuple[Match, Campaign]:
    """A game set up by the marshal, at its first turn."""
    match = grognard.start(GAME, scenario, options, dice=grognard.FastDice(seed))
    players = {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, ("marshal", russian), strict=True)}
    s = match.state
    assert isinstance(s, Campaign)
    while s.turn == 0:
        side = match.to_act[0]
        match.play(side, bots.answer(players[side], match, side))
        s = match.state
        assert isinstance(s, Campaign)
    return match, s


def mind_of(match: Match, side: str) -> Mind:
    return Marshal(side, "mind").mind(bots.shown(match, side))


def corps_in(s: Campaign, h: int, side: int) -> set[str | None]:
    """The corps of the units in a hex that not any commander could lead."""
    troops = [s.world.troops[u] for u in bits(s.fighters(h, side))]
    return {troop.corps for troop in troops if not troop.guard}


def test_16_2_davout_sets_out_with_his_own_corps() -> None:
    _, s = deployed("corps", "historical", ADVANCED)
    h = s.at[s.world.ids.index("F-DAVOUT")]
    assert corps_in(s, h, FRENCH) == {"I"}
    assert s.fighters(h, FRENCH).bit_count() > 3


def test_16_2_a_commander_rides_to_the_troops_that_he_can_lead() -> None:
    match, s = deployed("ride", "historical", ADVANCED)
    s.turn, w = 4, s.world
    plan = mind_of(match, "french").plan
    oudinot, ney = [1 << w.ids.index(name) for name in ("F-OUDINOT", "F-NEY")]
    third = s.at[w.ids.index("F-NEY")]
    units = s.fighters(third, FRENCH)
    assert spared(plan.p, units, ney) > spared(plan.p, units, oudinot) == 0
    assert command_worth(plan, third, ney) > command_worth(plan, third, oudinot)


def test_14_1_in_the_free_set_up_the_french_mass_before_wilno() -> None:
    _, free = deployed("mass", "free", {"edition": 2})
    _, usual = deployed("mass", "historical", {"edition": 2})

    def far(s: Campaign) -> int:
        wilno = s.world.city_hex["wilno"]
        return sum(
            [s.world.grid.distance(s.at[u], wilno) for h in bits(s.occ[FRENCH]) for u in bits(s.fighters(h, FRENCH))]
        )

    assert far(free) < far(usual)


def test_16_13_the_french_go_for_lodgings_and_make_depots_in_them() -> None:
    match, s = deployed("lodgings", "historical", TWO_YEAR)
    w = s.world
    wilno, minsk = w.city_hex["wilno"], w.city_hex["minsk"]
    for h in bits(s.pres[RUSSIAN]):
        s.shift(s.stack[h], w.city_hex["kharkov"])
    s.shift(s.stack[s.at[w.ids.index("F-NEY")]], wilno)
    s.depots[RUSSIAN] = 0
    s.depots[FRENCH] |= 1 << wilno
    s.turn = LAST_OFFER - 1
    p = mind_of(match, "french").p
    assert lodgings(p) >> minsk & 1
    assert not lodgings(p) >> wilno & 1
    assert lodging_worth(p, w.city_hex["smolensk"]) > lodging_worth(p, minsk) > lodging_worth(p, w.city_hex["szawle"])
    assert not wintering(p)
    s.turn = LAST_OFFER
    s.shift(s.stack[s.at[w.ids.index("F-EUGENE")]], minsk)
    mind = mind_of(match, "french")
    assert wintering(mind.p)
    assert not mind.p.stations >> minsk & 1
    assert minsk in depot_wishes(mind.plan)


def test_16_13_a_new_source_of_supply_needs_no_chain_behind_it() -> None:
    w = world(2)
    wilno, minsk = w.city_hex["wilno"], w.city_hex["minsk"]
    usual = chain(2, FRENCH, 1 << wilno, 1 << wilno, minsk)
    with_source = chain(2, FRENCH, 1 << wilno, 1 << wilno, minsk, 0, 1 << wilno)
    assert with_source.cost < usual.cost
    assert len(with_source.stops) < len(usual.stops)


def test_7_6_hunger_weighs_less_where_there_is_no_enemy_army() -> None:
    match, s = deployed("alone", "free", {"edition": 2}, "random")
    s.turn = 4
    for u in bits(s.world.leaders[RUSSIAN]):
        if s.at[u] >= 0:
            s.shift(1 << u, s.world.city_hex["kharkov"])
    plan = mind_of(match, "french").plan
    assert scattered(plan)
    assert Board(plan, []).hardship(4) < hardship(4)


def test_an_enemy_who_wanders_is_known_by_how_few_of_his_units_stand_in_armies() -> None:
    for russian, wanders in (("random", True), ("marshal", False)):
        _, s = deployed("share", "free", {"edition": 2}, russian)
        assert Situation(s, FRENCH).wanders is wanders


def test_14_1_against_an_enemy_who_wanders_an_army_stands_before_kiev() -> None:
    _, s = deployed("kiev", "free", {"edition": 2}, "random")
    w = s.world
    assert s.depots[FRENCH] >> w.city_hex["brody"] & 1
    poles = [u for u in bits(w.fighters[FRENCH]) if w.troops[u].corps == "V"]
    assert poles
    assert all(w.grid.distance(s.at[u], w.city_hex["kiev"]) < 10 for u in poles)
    assert s.fighters(s.at[w.ids.index("F-PONIATOWSKI")], FRENCH).bit_count() > 2


def at(s: Campaign, name: str) -> int:
    """The hex of a city."""
    return s.world.city_hex[name]


def disperse(s: Campaign) -> None:
    """The Russian units stand far away in a heap without a commander; so nobody bars a road."""
    for u in bits(s.world.of_side[RUSSIAN]):
        if s.at[u] >= 0:
            s.shift(1 << u, at(s, "voronezh" if s.world.commanders >> u & 1 else "kharkov"))


def test_14_1_who_leads_far_against_a_wanderer_has_others_to_leave_behind_and_napoleon_stays() -> None:
    match, s = deployed("kiev", "free", {"edition": 2}, "random")
    w = s.world
    first = max(bits(s.occ[FRENCH]), key=lambda h: s.fighters(h, FRENCH).bit_count())
    assert s.leaders(first, FRENCH).bit_count() > 1
    napoleon = s.at[w.napoleon]
    plan = mind_of(match, "french").plan
    assert napoleon in (at(s, "modlin"), at(s, "lublin"))
    assert staying(plan, napoleon) >> w.napoleon & 1
    s.shift(1 << w.napoleon, first)
    assert not staying(mind_of(match, "french").plan, at(s, "wilno"))


def test_6_4_a_stack_face_down_without_supply_is_in_disorder() -> None:
    _, s = deployed("hidden", "free", {**ADVANCED, "optional_15_1": True}, "random")
    lone = next(u for u in bits(s.world.fighters[RUSSIAN]) if s.at[u] >= 0)
    s.shift(1 << lone, s.world.riga)
    s.supplied, s.disrupted, s.cav[RUSSIAN] = 0, 0, 0
    seen = surmised(s, RUSSIAN)
    there = [u for u in bits(s.world.fighters[RUSSIAN]) if s.at[u] >= 0 and s.at[u] != s.world.riga]
    assert there
    assert all(seen.disrupted >> u & 1 for u in there)
    assert not seen.disrupted >> lone & 1
    declared = s.at[there[0]]
    s.cav[RUSSIAN] = 1 << declared
    assert not surmised(s, RUSSIAN).disrupted & s.stack[declared]


def test_7_8_a_city_that_closes_the_road_of_the_depots_is_gone_for() -> None:
    match, s = deployed("road", "free", {"edition": 2}, "random")
    disperse(s)
    s.turn = 4
    wilno, minsk = at(s, "wilno"), at(s, "minsk")
    s.depots[FRENCH] |= 1 << wilno | 1 << minsk
    napoleon = s.world.napoleon
    s.shift(s.stack[s.at[napoleon]], minsk)
    plan = mind_of(match, "french").plan
    assert severed(plan.p) == 1 << wilno | 1 << minsk
    found: dict[int, Goal] = {}
    assert [goal.hex for goal in reopened(plan, found)] == [wilno]
    assert [goal.hex for goal in found.values()] == [wilno]
    s.shift(s.stack[s.at[s.world.ids.index("F-BESSIERES")]], wilno)
    plan = mind_of(match, "french").plan
    assert not severed(plan.p)
    assert bears_links(plan.p, wilno)
    assert keep_city(plan, wilno)
    assert not bears_links(plan.p, minsk)


def test_16_13_what_a_wanderer_does_not_come_for_is_not_given_up_for_winter_quarters() -> None:
    for russian, wanted in (("random", False), ("marshal", True)):
        match, s = deployed("quarters", "free", TWO_YEAR, russian)
        s.turn = LAST_OFFER
        assert wants_quarters(mind_of(match, "french").p) is wanted


def test_16_10_austrians_alone_are_sent_against_nobody() -> None:
    match, s = deployed("alone", "historical", ADVANCED)
    w = s.world
    wilno, minsk = w.city_hex["wilno"], w.city_hex["minsk"]
    s.shift(s.stack[wilno], w.city_hex["kharkov"])
    austrians = bits(w.austrian)[:3]
    s.shift(sum([1 << u for u in austrians]) | 1 << w.ids.index("F-SCHWARZENBERG"), wilno)
    plan = mind_of(match, "french").plan
    assert not plan.fit(wilno, minsk)
