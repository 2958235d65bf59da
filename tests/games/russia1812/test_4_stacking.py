"""Rulebook 4: stacking."""

import pytest

import grognard
from toolkit1812 import Table

FULL = ["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-I-I1", "F-I-I2"]


def column(garrisons: dict[str, list[str]], **given) -> Table:
    """Ney and one Veteran division in 2108, about to take their first step."""
    pieces = {"F-III-I1": "2108", "F-NEY": "2108"}
    for hex_name, names in garrisons.items():
        pieces |= dict.fromkeys(names, hex_name)
    t = Table(pieces, trains={"2108": 1}, **given).movement("french")
    return t.play("french", "march 2108", "lead F-NEY")


# 4.1


@pytest.mark.parametrize("edition", [1, 2])
def test_4_1_a_hex_holds_six_occupancy_factors(edition):
    t = column({"2208": FULL[:5]}, edition=edition)
    t.play("french", "march 2108 2208", "halt")
    assert t.where("F-III-I1") == "2208"
    assert column({"2208": FULL}, edition=edition).reasons("french", "march 2108 2208") == ["4.1 full"]


@pytest.mark.parametrize("edition", [1, 2])
def test_4_1_the_limit_holds_in_every_hex_entered_on_the_way(edition):
    t = column({"2208": FULL, "2209": ["F-II-I1"]}, edition=edition)
    t.play("french", "march 2108 2109")
    assert t.reasons("french", "march 2109 2208") == ["4.1 full"]
    assert "march 2109 2209" in t.options("french")


def test_4_1_the_whole_column_counts():
    pieces = {"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108", **dict.fromkeys(FULL[:5], "2208")}
    t = Table(pieces, trains={"2108": 1}).movement()
    t.play("french", "march 2108", "all", "go")
    assert t.reasons("french", "march 2108 2208") == ["4.1 full"]
    t = Table(pieces, trains={"2108": 1}).movement()
    t.play("french", "march 2108", "take F-III-I1", "go", "go")
    assert t.rules("french", "march 2108 2208") == []


def test_4_1_enemy_units_do_not_count():
    t = Table({**dict.fromkeys(FULL, "2108"), "F-NEY": "2108", "R-ESSEN": "2007"}, trains={"2108": 1}, dice=[1])
    t.movement().play("french", "march 2108", "all", "go", "march 2108 2007", "halt")
    assert t.where("F-IG-I1") == "2007"


def test_4_1_the_limit_holds_when_setting_up():
    match = grognard.start("russia1812", seed="4.1")
    while match.to_act == ("russian",):
        match.play("russian", match.options("russian")[-1])
    for name in ["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-IG-C1", "F-IG-A1"]:
        match.play("french", f"deploy {name} 2207")
    assert [refusal.rule for refusal in match.why_not("french", "deploy F-IG-A2 2207")] == ["4.1"]
    assert "deploy F-IG-A2 2208" in [str(option) for option in match.options("french")]


def test_4_1_the_limit_holds_for_reinforcements():
    t = Table(dict.fromkeys(FULL[:5], "2217"), turn=2)
    t.wait("F-AU-I1")
    t.cossacks()
    assert t.reasons("french", "place F-AU-I1 2217") == ["4.1 full"]
    assert "place F-AU-I1 2216" in t.options("french")


# 4.2


def assault(edition: int) -> Table:
    """Six Veterans in 2107, supported by six more, against six in 2007: beaten by three, the Russians go."""
    russians = ["R-1I-I1", "R-1III-I1", "R-1V-I1", "R-1V-I2", "R-2VII-I1", "R-2VIII-I1"]
    helpers = ["F-I-I3", "F-I-I4", "F-III-I1", "F-III-I2", "F-V-I1", "F-IV-I1"]
    pieces = {**dict.fromkeys(FULL, "2107"), **dict.fromkeys(helpers, "2006"), **dict.fromkeys(russians, "2007")}
    t = Table(pieces, edition=edition, dice=[3, 3, 1, 4, 1]).combat()
    t.play("french", "attack 2107 2007", "all", "commit 4")
    for side, answer in (("russian", "commit 0"), ("french", "call 2006"), ("russian", "commit 0")):
        if answer in t.options(side):
            t.play(side, answer)
    return t


@pytest.mark.parametrize("edition", [1, 2])
def test_4_2_attackers_and_supporters_never_count_in_the_defending_hex(edition):
    t = assault(edition)
    assert "support_comes" in t.told
    assert "combat" in t.told
    assert t.where("F-IG-I1") == "2107"
    assert t.where("F-III-I1") == "2006"


@pytest.mark.parametrize("edition", [1, 2])
def test_4_2_an_advance_respects_the_limit(edition):
    t = assault(edition)
    while t.asked != "Advance":
        t.play(t.to_act[0], t.options(t.to_act[0])[0])
    assert t.reasons("french", "take F-III-I1") == ["11.12 did_not_attack"]
    t.play("french", "all")
    assert [t.where(name) for name in FULL] == ["2007"] * 6
    assert t.where("F-III-I1") == "2006"
    assert max(t.s.load) <= 12


# 4.3


def test_4_3_a_stack_is_all_friendly_units_of_a_hex():
    pieces = {"F-III-I1": "2108", "F-X-I1": "2108", "F-AU-I1": "2108", "F-NEY": "2108"}
    t = Table(pieces, trains={"2108": 1}).movement()
    t.play("french", "march 2108", "all", "lead F-NEY", "march 2108 2208", "halt")
    assert {t.where(name) for name in pieces} == {"2208"}


@pytest.mark.parametrize("edition", [1, 2])
def test_4_3_a_lone_commander_receives_no_train(edition):
    t = Table({"F-NEY": "2108", "F-DAVOUT": "2208", "F-I-I1": "2208"}, edition=edition).active_supply()
    assert t.reasons("french", "train 2108") == ["7.3 no_stack_for_train"]
    assert t.reasons("french", "dummy 2108") == ["7.5 no_stack_for_train"]
    assert t.rules("french", "train 2208") == []


@pytest.mark.parametrize("edition", [1, 2])
def test_4_3_a_lone_commander_neither_attacks_nor_supports(edition):
    pieces = {"F-NAPOLEON": "2107", "F-NEY": "1908", "F-III-I1": "2006", "F-I-I1": "1907", "R-1I-I1": "2007"}
    t = Table(pieces, edition=edition, dice=[3]).combat()
    assert t.reasons("french", "attack 2107 2007") == ["10.1 no_stack"]
    t.play("french", "attack 2006 2007", "commit 4")
    if edition == 2:
        t.play("russian", "commit 0")
    assert t.options("french") == ["call 1907", "done"]
    assert t.reasons("french", "call 1908") == ["10.4 not_beside"]


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("friend", "fate"), [("R-PLATOV", None), ("R-1I-I2", "1807")])
def test_4_3_a_commander_alone_shelters_no_other(edition, friend, fate):
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "R-BARCLAY": "2007", friend: "1807"}
    t = Table(pieces, edition=edition, trains={"2108": 1}, dice=[6]).movement()
    t.play("french", "march 2108", "go", "march 2108 2007")
    assert t.where("R-BARCLAY") == fate


@pytest.mark.parametrize("edition", [1, 2])
def test_4_3_where_a_rule_says_so_a_lone_commander_is_enough(edition):
    t = Table({"F-III-I1": "1908", "F-NEY": "2008", "R-1I-I1": "2007"}, edition=edition, depots={"french": ["2207"]})
    assert t.general_supply().is_supplied("F-III-I1")
    assert "train 2008" in t.active_supply().options("french")
