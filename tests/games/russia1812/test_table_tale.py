"""The campaign as it is followed: one line a march, a card for a battle, all who starve in one line."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import grognard
from grognard import bots
from grognard.kernel.match import Match
from grognard.kernel.wire import Deed
from grognard.lab.simulate import seat
from grognard.server.snapshot import log_of
from toolkit1812 import Table


def deeds(match: Match, side: str | None = None, lang: str = "en") -> list[Deed]:
    return [line.deed for line in log_of(match, side, lang) if line.deed is not None]


def told(t: Table, lang: str = "en") -> Deed:
    """The last deed of a match that was played on a test's table."""
    return deeds(t.match, None, lang)[-1]


def marched(dice: list[int], **given: Any) -> Table:
    t = Table({"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108"}, trains={"2108": 1}, dice=dice, **given)
    t.movement()
    t.play("french", "march 2108", "all", "lead F-NEY", "march 2108 2008", "march 2008 1909", "march 1909 1809")
    return t


def test_8_4_a_march_is_one_line_by_its_commander() -> None:
    t = marched([2])
    t.play("french", "halt")
    deed = told(t)
    assert deed.kind == "march"
    assert deed.text == "Ney marches 2108 → 1809, 3 hexes. Attrition: no loss."
    assert (deed.side, deed.rule, deed.dice) == ("french", "8.5", [2])
    assert deed.way == ["2108", "2008", "1909", "1809"]
    assert set(deed.pieces) == {"F-III-I1", "F-III-I2", "F-NEY"}
    assert deed.fallen == []


def test_8_5_who_is_lost_on_the_march_falls_where_it_ended() -> None:
    t = marched([6])
    t.play("french", "halt")
    t.play("french", "lose F-III-I1")
    deed = told(t)
    assert [(heap.at, heap.pieces) for heap in deed.fallen] == [("1809", ["F-III-I1"])]
    assert deed.text.startswith("Ney marches 2108 → 1809, 3 hexes. Attrition: ")
    assert "is lost" in deed.text
    assert told(t, "it").text.startswith("Ney: marcia 2108 → 1809, 3 esagoni.")


@pytest.fixture(scope="module")
def campaign() -> Match:
    """Four turns between two majors."""
    match = grognard.start("russia1812", seed="tale-4")
    players = seat(match, ("major", "major"), "tale")
    while match.outcome is None and match.state.turn < 5:
        who = match.to_act[0]
        match.play(who, bots.answer(players[who], match, who))
    return match


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_deed_of_a_campaign_is_whole(campaign: Match, lang: str) -> None:
    lines = log_of(campaign, "french", lang)
    covered = 0
    for line in lines:
        assert line.deed is None or line.i >= covered, "no line belongs to two deeds"
        if line.deed is not None:
            covered = line.i + line.deed.span
            assert line.deed.text
            assert "{" not in line.deed.text
            assert "tale." not in line.deed.text
    kinds = {line.deed.kind for line in lines if line.deed}
    assert kinds >= {"march", "fight", "trains", "deployment"}


def test_a_march_of_a_campaign_goes_from_hex_to_hex(campaign: Match) -> None:
    grid = campaign.game.world.grid  # type: ignore[attr-defined]
    ways = [deed.way for deed in deeds(campaign, "french") if deed.kind == "march"]
    assert len(ways) > 20
    for way in ways:
        places = [grid.by_name[str(name)] for name in way]
        assert all(grid.distance(one, two) == 1 for one, two in pairwise(places))


def test_11_8_the_card_adds_up_to_what_was_rolled(campaign: Match) -> None:
    fights = [deed.fight for deed in deeds(campaign, "french") if deed.fight and deed.fight.result]
    assert len(fights) > 2
    for fight in fights:
        sums = next(row for row in fight.rows if row.sum)
        for column in (0, 1):
            parts = [row.values[column] for row in fight.rows if not row.sum]
            found = 0
            for part in parts:
                text = str(part or 0).replace("−", "-").replace("–", "0")
                found += "⚀⚁⚂⚃⚄⚅".index(text) + 1 if text in "⚀⚁⚂⚃⚄⚅" else int(text)
            assert found == sums.values[column], fight
        assert [part.here for part in fight.scale].count(True) == 1
        assert fight.lead.startswith("Carried out")
        assert [force.side for force in fight.forces] in (["french", "russian"], ["russian", "french"])
        assert all(force.pieces for force in fight.forces)


def test_11_14_hits_on_the_card_are_those_of_the_log(campaign: Match) -> None:
    struck = [event for _, event in campaign.log() if event.key == "hits"]
    cards = [deed.fight for deed in deeds(campaign) if deed.fight and deed.fight.result]
    cards = [card for card in cards if "Nobody" not in card.result]
    assert len(cards) == len(struck)
    for card, event in zip(cards, struck, strict=True):
        by_side = {("french", "russian")[event.number(at)]: event.number(at + 1) for at in (0, 2)}
        for force in card.forces:
            assert force.side is not None
            assert f" {by_side[force.side]} hit" in force.struck


def test_10_2_an_order_that_fails_has_a_card_without_dice_of_combat() -> None:
    t = Table({"F-III-I1": "2108", "F-NEY": "2108", "R-1I-I1": "2008"}, dice=[2])
    t.combat("french")
    t.play("french", "attack 2108 2008", "commit 0")
    deed = told(t)
    assert deed.kind == "fight"
    assert deed.fight is not None
    assert deed.fight.rows == []
    assert "⚁" in deed.fight.lead
    assert not deed.tags


def test_6_4_all_who_starve_are_one_line() -> None:
    match = grognard.start("russia1812", seed="famine")
    players = seat(match, ("random", "random"), "famine")
    while match.outcome is None and match.state.turn < 9:
        who = match.to_act[0]
        match.play(who, bots.answer(players[who], match, who))
    hungry = [deed for deed in deeds(match) if deed.kind == "hunger"]
    assert any(deed.span > 3 for deed in hungry)
    fallen = sum(heap.count for deed in hungry for heap in deed.fallen)
    starved = [event for _, event in match.log() if event.key == "starved_eliminated"]
    lone = [line for line in log_of(match, None, "en") if line.kind == "starved_eliminated" and line.deed is None]
    assert fallen >= len(starved) - len(lone)
    assert all(tag.style == "hungry" for deed in hungry for tag in deed.tags)


def test_15_1_a_column_face_down_is_told_by_its_counters_alone() -> None:
    match = grognard.start("russia1812", None, {"optional_15_1": True}, seed="veil")
    players = seat(match, ("major", "major"), "veil")
    while match.outcome is None and match.state.turn < 2:
        who = match.to_act[0]
        match.play(who, bots.answer(players[who], match, who))
    enemy = [deed for deed in deeds(match, "french") if deed.kind == "march" and deed.side == "russian"]
    own = [deed for deed in deeds(match, "french") if deed.kind == "march" and deed.side == "french"]
    assert enemy
    assert own
    assert all(deed.pieces == [] and "column of" in deed.text for deed in enemy)
    assert all(deed.pieces for deed in own)
