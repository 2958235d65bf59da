"""What a side may imagine of the other: each hidden thing varies, and keeps what everybody knows."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.effects import single
from grognard.games.russia1812.rules.movement.siege import sieges
from grognard.games.russia1812.rules.optional.unexamined import height, open_cavalry, open_pieces
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.match import Match
from toolkit1812 import Table
from walks import lively, walk

NEY = {"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108"}
DAVOUT = {"F-I-I1": "2208", "F-I-I2": "2208", "F-DAVOUT": "2208"}
BARCLAY = {"R-1I-I1": "1708", "R-BARCLAY": "1708"}
MANY = 24


def imagined(match: Match, side: str, number: int = MANY) -> list[Campaign]:
    """Several campaigns as a side may imagine this one; each looks to it as this one does."""
    found = [match.imagine(side, random.Random(seed)) for seed in range(number)]
    assert all(one.view(side) == match.view(side) for one in found)
    return [one.state for one in found if isinstance(one.state, Campaign)]


def reached(options: dict[str, Any], when: Callable[[Match, Campaign], bool], seed: str = "reached") -> Match:
    """A match in which something is so."""
    match = grognard.start("russia1812", "historical", options, seed=seed)
    for _ in walk(match, lively, random.Random(seed)):
        assert isinstance(match.state, Campaign)
        if when(match, match.state):
            return match
    raise AssertionError("it never came to that")


# Trains


def test_7_5_which_counters_are_genuine_is_drawn_and_their_number_kept() -> None:
    t = Table({**NEY, **DAVOUT, **BARCLAY}, trains={"2108": 1, "1708": 1}, dummies={"2208": 1}).movement("russian")
    hexes = [tuple(s.genuine[FRENCH]) for s in imagined(t.match, "russian")]
    assert set(hexes) == {(t.hex("2108"),), (t.hex("2208"),)}
    for s in imagined(t.match, "russian"):
        assert sum(s.genuine[FRENCH].values()) == 1
        assert sum(s.dummies[FRENCH].values()) == 1
        assert s.genuine[RUSSIAN] == t.s.genuine[RUSSIAN]


def test_7_1_a_train_that_lies_open_stays_genuine() -> None:
    t = Table({**NEY, **DAVOUT, **BARCLAY}, trains={"2108": 1, "1708": 1}, dummies={"2208": 1})
    t.s.shown[FRENCH][t.hex("2108")] = 1
    t.movement("russian")
    assert {tuple(s.genuine[FRENCH]) for s in imagined(t.match, "russian")} == {(t.hex("2108"),)}


def test_7_4_how_many_are_still_to_be_placed_is_drawn_and_the_counters_left_kept() -> None:
    def placing(match: Match, s: Campaign) -> bool:
        return match.to_act == ("russian",) and len(s.genuine[FRENCH]) > 1 and s.to_place[FRENCH] > 1

    match = reached({}, placing)
    s = match.state
    assert isinstance(s, Campaign)
    left = s.to_place[FRENCH] + s.dummies_left[FRENCH]
    found = imagined(match, "russian")
    assert len({one.to_place[FRENCH] for one in found}) > 1
    for one in found:
        assert one.to_place[FRENCH] + one.dummies_left[FRENCH] == left
        assert one.to_place[FRENCH] + sum(one.genuine[FRENCH].values()) == s.to_place[FRENCH] + sum(
            s.genuine[FRENCH].values()
        )


def test_7_6_forage_markers_tell_where_trains_lie() -> None:
    """Two French stacks abroad with a counter each: the one without a marker has the genuine Train."""
    pieces = {"F-III-I1": "1908", "F-III-I2": "1908", "F-NEY": "1908", "F-I-I1": "1511", "F-I-I2": "1511"}
    t = Table({**pieces, "F-DAVOUT": "1511"}, turn=4, trains={"1908": 1}, dummies={"1511": 1})
    t.s.forage = sum(1 << t.unit(name) for name in ("F-I-I1", "F-I-I2"))
    t.s.disrupt(1 << t.unit("F-III-I1"))
    t.rally()
    assert t.match.to_act == ("french",)
    assert {tuple(s.genuine[FRENCH]) for s in imagined(t.match, "russian")} == {(t.hex("1908"),)}


def test_8_2_the_stack_that_is_being_named_is_not_known() -> None:
    t = Table({**NEY, **DAVOUT, **BARCLAY}, trains={"2108": 1, "1708": 1}).movement("french")
    t.play("french", "march 2108")
    t.play("french", "take F-III-I1")
    for s in imagined(t.match, "russian"):
        assert s.march is None
        assert type(s.agenda[-1]).__name__ == "MoveOrder"
    assert all(s.march is not None and s.march.units == t.s.march.units for s in imagined(t.match, "french"))


def test_8_2_a_column_moves_by_a_genuine_train() -> None:
    t = Table({**NEY, **DAVOUT, **BARCLAY}, trains={"2108": 1, "1708": 1}, dummies={"2208": 1}).movement("french")
    for action in ("march 2108", "all", "lead F-NEY", "go", "march 2108 2008"):
        if action in [str(option) for option in t.match.options("french")]:
            t.play("french", action)
    assert t.s.march is not None
    assert t.s.march.hexes
    for s in imagined(t.match, "russian"):
        assert tuple(s.genuine[FRENCH]) == (t.hex("2108"),)
        assert s.march is not None
        assert s.march.units == t.s.march.units


def test_10_1_the_units_of_an_attack_are_not_known_before_it_is_ordered() -> None:
    t = Table({**NEY, "R-1I-I1": "2008", "R-BARCLAY": "2008"}).combat("french")
    t.play("french", "attack 2108 2008")
    t.play("french", "take F-III-I1")
    for s in imagined(t.match, "russian"):
        assert s.battle is None
        assert type(s.agenda[-1]).__name__ == "AttackOrder"


def test_12_1_the_commander_who_is_being_sent_is_not_known() -> None:
    t = Table({**NEY, **DAVOUT, **BARCLAY}).commanders("french")
    t.play("french", "send F-NEY")
    assert {type(s.agenda[-1]).__name__ for s in imagined(t.match, "russian")} == {"SendCommander"}
    assert {type(s.agenda[-1]).__name__ for s in imagined(t.match, "french", 1)} == {"CommanderGoal"}


# cards


def laying(match: Match, s: Campaign) -> bool:
    return s.turn >= 2 and type(s.agenda[-1]).__name__ == "LayCard"


def test_16_1_hands_and_decks_are_dealt_anew_of_the_same_cards() -> None:
    match = reached({"advanced": True, "optional_15_1": False}, laying)
    side = match.to_act[0]
    foe, s = 1 - match.sides.index(side), match.state
    assert isinstance(s, Campaign)
    cards = sorted([*s.affairs.decks[0], *s.affairs.decks[1], *s.affairs.hands[foe], s.affairs.drawn[foe]])
    found = imagined(match, side)
    assert len({one.affairs.hands[foe][0] for one in found}) > 3
    assert len({tuple(one.affairs.decks[0]) for one in found}) == len(found)
    for one in found:
        a = one.affairs
        assert sorted([*a.decks[0], *a.decks[1], *a.hands[foe], a.drawn[foe]]) == cards
        assert [len(deck) for deck in a.decks] == [len(deck) for deck in s.affairs.decks]
        assert a.hands[1 - foe] == s.affairs.hands[1 - foe]
        assert not single(one, a.hands[foe][0]), "who has drawn such a card must lay it"
        assert all(one.world.cards[n].deck == 1 for n in a.decks[0])


def test_16_1_one_is_asked_for_a_card_only_if_the_one_drawn_can_be_held() -> None:
    match = reached({"advanced": True, "optional_15_1": False}, laying)
    foe = match.sides.index(match.to_act[0])
    other = match.sides[1 - foe]
    assert not any(single(one, one.affairs.drawn[foe]) for one in imagined(match, other))


# stacks face down


def face_down(match: Match, s: Campaign) -> bool:
    return s.turn >= 3 and s.phase == 3 and type(s.agenda[-1]).__name__ == "Route" and len(s.veil.decoys[RUSSIAN]) > 0


def test_15_1_stacks_are_filled_anew_and_stay_as_high_as_they_are() -> None:
    match = reached({"optional_15_1": True}, face_down)
    truth = match.state
    assert isinstance(truth, Campaign)
    for foe, side in ((FRENCH, "russian"), (RUSSIAN, "french")):
        opened = open_pieces(truth, foe)
        found = imagined(match, side)
        assert len({tuple(s.at) for s in found}) > MANY // 2
        for s in found:
            assert s.occ[foe] == truth.occ[foe]
            assert s.pres[foe] == truth.pres[foe]
            for h in bits(truth.pres[foe]):
                assert height(s, foe, h, opened) == height(truth, foe, h, opened)
                assert s.load[h] <= s.capacity(h)
            alive = [u for u in bits(s.world.of_side[foe]) if s.at[u] >= 0]
            assert alive == [u for u in bits(s.world.of_side[foe]) if truth.at[u] >= 0]
            own = 1 - foe
            assert [s.at[u] for u in bits(s.world.of_side[own])] == [truth.at[u] for u in bits(s.world.of_side[own])]


def test_15_1_declared_cavalry_and_sieges_are_kept_and_no_others_made() -> None:
    match = reached({"optional_15_1": True}, lambda match, s: s.phase == 3 and bool(sieges(s)), "sieges")
    truth = match.state
    assert isinstance(truth, Campaign)
    for foe, side in ((FRENCH, "russian"), (RUSSIAN, "french")):
        for s in imagined(match, side):
            assert open_cavalry(s, foe) == open_cavalry(truth, foe)
            assert sieges(s) == sieges(truth)


def test_15_1_disorder_is_drawn() -> None:
    match = reached({"optional_15_1": True}, face_down)
    found = imagined(match, "french")
    assert len({s.disrupted for s in found}) > MANY // 2


def test_14_1_an_army_that_is_being_set_up_begins_again() -> None:
    match = grognard.start("russia1812", options={"optional_15_1": True}, seed="set up")
    for _, _ in zip(range(5), walk(match, lively, random.Random(1)), strict=False):
        pass
    assert match.to_act == ("russian",)
    for s in imagined(match, "french", 3):
        assert not s.pres[RUSSIAN]
    assert all(s.pres[RUSSIAN] for s in imagined(match, "russian", 3))


@pytest.mark.parametrize("options", [{}, {"optional_15_1": True}, {"advanced": True}], ids=str)
def test_a_side_knows_its_own(options: dict[str, Any]) -> None:
    match = reached(options, lambda match, s: s.turn == 3 and s.phase == 3 and match.to_act == ("french",))
    s = match.state
    assert isinstance(s, Campaign)
    for one in imagined(match, "french", 3):
        own = one.world.of_side[FRENCH]
        assert one.genuine[FRENCH] == s.genuine[FRENCH]
        assert one.disrupted & own == s.disrupted & own
        assert one.supplied & own == s.supplied & own
        assert one.veil.decoys[FRENCH] == s.veil.decoys[FRENCH]
        assert [type(frame) for frame in one.agenda] == [type(frame) for frame in s.agenda]


def test_a_match_that_is_over_can_be_imagined() -> None:
    match = grognard.start("russia1812", options={"advanced": True}, seed="over")
    for _ in walk(match, lively, random.Random("over")):
        pass
    assert match.outcome is not None
    for side in match.sides:
        imagined(match, side, 2)
