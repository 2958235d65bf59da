"""Rulebook 3: combat units and commanders."""

import pytest

from toolkit1812 import Table

VETERANS = ["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-I-I1", "F-I-I2"]
LINES = ["F-I-I5", "F-II-I1", "F-II-I2", "F-IV-I2"]
CONSCRIPTS = ["F-II-I3", "F-II-C1", "F-VI-I2"]


def value(t: Table, number: int) -> int:
    """The attack value (2) or defence value (4) of the last combat, without its die."""
    return [e.args for _, e in t.match.log() if e.key == "combat"][-1][number]


def fight(attackers: list[str], defenders: list[str], dice: tuple = (3, 3, 3, 3), **given) -> Table:
    """2107 attacks 2007 with all four Combat Commands."""
    pieces = {**dict.fromkeys(attackers, "2107"), **dict.fromkeys(defenders, "2007")}
    t = Table(pieces, dice=dice, **given).combat()
    t.play("french", "attack 2107 2007")
    if t.asked == "OrderUnits":
        t.play("french", "all")
    return t.play("french", "commit 4").play("russian", "commit 0")


# 3.2 factors


@pytest.mark.parametrize("unit", ["F-III-I1", "F-III-I3", "F-II-I3", "F-III-C1", "F-IV-A1"])
def test_3_2_an_undisrupted_unit_of_any_class_has_one_combat_factor(unit):
    assert value(fight([unit], ["R-1I-I1"]), 2) == 1


def test_3_2_a_disrupted_unit_has_no_combat_factor():
    both = ["R-1I-I1", "R-1I-I2"]
    assert value(fight(["F-III-I1"], both), 4) == 2
    assert value(fight(["F-III-I1"], both, disrupted=["R-1I-I2"]), 4) == 1
    assert value(fight(["F-III-I1"], both, disrupted=both), 4) == 0


def entering(unit: str, garrison: list[str], **given) -> list[str]:
    """What forbids a unit the step from 2208 to a hex with this garrison."""
    t = Table({unit: "2208", "F-NEY": "2208", **dict.fromkeys(garrison, "2209")}, trains={"2208": 1}, **given)
    t.movement().play("french", "march 2208", "go")
    return t.rules("french", "march 2208 2209")


@pytest.mark.parametrize(
    ("unit", "garrison", "fits"),
    [
        ("F-III-I1", VETERANS[:5], True),
        ("F-III-I1", VETERANS[:6], False),
        ("F-III-I3", LINES[:3], True),
        ("F-III-I3", LINES[:4], False),
        ("F-VIII-I2", CONSCRIPTS[:2], True),
        ("F-VIII-I2", CONSCRIPTS[:3], False),
        ("F-III-I1", CONSCRIPTS[:2] + VETERANS[:1], True),
        ("F-III-I3", CONSCRIPTS[:2] + VETERANS[:1], False),
        ("F-III-I1", LINES[:3] + VETERANS[:1], False),
        ("F-VIII-I2", LINES[:3], False),
        ("F-III-I3", VETERANS[:3] + LINES[:1], True),
    ],
)
def test_3_2_occupancy_is_one_one_and_a_half_and_two_added_exactly(unit, garrison, fits):
    assert entering(unit, garrison) == ([] if fits else ["4.1"])


@pytest.mark.parametrize("garrison", [VETERANS[:6], LINES[:4], CONSCRIPTS[:3]])
def test_3_2_a_disrupted_unit_takes_the_same_room(garrison):
    assert entering("F-III-I1", garrison, disrupted=garrison) == ["4.1"]
    assert entering("F-III-I1", garrison[:-1], disrupted=garrison[:-1]) == []


# 3.3 disruption: where it comes from


def test_3_3_lack_of_supply_disrupts():
    assert Table({"F-III-I1": "2007", "R-1I-I1": "1407"}).general_supply().told.count("starved_disrupted") == 2


@pytest.mark.parametrize(("die", "broken"), [(5, False), (6, True)])
def test_3_3_march_attrition_disrupts(die, broken):
    t = Table({"F-III-I1": "2108", "F-NEY": "2108"}, trains={"2108": 1}, dice=[die]).movement()
    t.play("french", "march 2108", "lead F-NEY", "march 2108 2208", "march 2208 2309", "march 2309 2310", "halt")
    assert t.is_disrupted("F-III-I1") is broken


def test_3_3_a_hit_disrupts_and_a_further_hit_eliminates():
    attackers = ["F-III-I1", "F-III-I2"]
    assert fight(attackers, ["R-1I-I1"]).is_disrupted("R-1I-I1")
    assert fight(attackers, ["R-1I-I1"]).where("R-1I-I1") == "2007"
    assert fight(attackers, ["R-1I-I1"], disrupted=["R-1I-I1"]).where("R-1I-I1") is None


@pytest.mark.parametrize(("turn", "die", "hit"), [(1, 5, False), (1, 6, True), (7, 5, True)])
def test_3_3_cossacks_disrupt_the_french(turn, die, hit):
    t = Table({"F-III-I1": "2007"}, turn=turn, dice=[die]).cossacks()
    assert t.is_disrupted("F-III-I1") is hit


def test_3_3_cossacks_do_not_touch_russians():
    t = Table({"R-1I-I1": "2007"}, turn=7).cossacks()
    assert not t.is_disrupted("R-1I-I1")
    assert not {"cossacks_strike", "cossacks_miss"} & set(t.told)


# 3.3 disruption: what it does


def test_3_3_a_disrupted_unit_cannot_move():
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "F-I-I1": "2209"}
    t = Table(pieces, disrupted=["F-III-I1"], trains={"2108": 1, "2209": 1}).movement()
    assert set(t.rules("french", "march 2108")) == {"8.4"}


def test_3_3_a_unit_disrupted_during_movement_cannot_be_taken_along():
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "F-I-I1": "2209", "F-I-I2": "2209", "F-DAVOUT": "2209"}
    t = Table(pieces, trains={"2108": 1, "2209": 1}, dice=[6]).movement()
    t.play("french", "march 2108", "go", "march 2108 2208", "march 2208 2309", "march 2309 2209", "halt")
    assert t.is_disrupted("F-III-I1")
    t.play("french", "march 2209")
    assert "3.3" in t.rules("french", "take F-III-I1")
    assert "take F-I-I1" in t.options("french")


def test_3_3_a_disrupted_unit_cannot_attack():
    pieces = {"F-III-I1": "2107", "F-I-I1": "2006", "R-1I-I1": "2007"}
    t = Table(pieces, disrupted=["F-III-I1"]).combat()
    assert t.reasons("french", "attack 2107 2007") == ["10.1 holds_disrupted"]
    assert t.rules("french", "attack 2006 2007") == []


def test_3_3_a_further_hit_eliminates_a_disrupted_unit():
    t = Table({"F-III-I1": "2007"}, disrupted=["F-III-I1"], dice=[6]).cossacks()
    assert t.where("F-III-I1") is None


def test_3_3_supply_alone_does_not_restore_good_order():
    t = Table(
        {"F-III-I1": "2207", "R-1I-I1": "1904"},
        disrupted=["F-III-I1", "R-1I-I1"],
        depots={"french": ["2207"], "russian": ["1904"]},
    ).general_supply()
    assert t.is_supplied("F-III-I1")
    assert t.is_disrupted("F-III-I1")
    assert t.is_supplied("R-1I-I1")
    assert t.is_disrupted("R-1I-I1")


def test_3_3_rally_restores_good_order():
    t = Table(
        {"F-III-I1": "2108", "F-III-I2": "2108", "F-JUNOT": "2108"},
        trains={"2108": 1},
        disrupted=["F-III-I1", "F-III-I2"],
    ).rally()
    t.play("french", "rally 2108", "restore F-III-I2")
    assert not t.is_disrupted("F-III-I2")
    assert t.is_disrupted("F-III-I1")


# 3.4 commanders


def test_3_4_commanders_take_no_room():
    pieces = {**dict.fromkeys(VETERANS, "2209"), "F-III-I1": "2208", "F-NEY": "2208"}
    t = Table({**pieces, "F-NAPOLEON": "2209", "F-DAVOUT": "2209"}).commanders()
    t.play("french", "send F-NEY", "send F-NEY 2209")
    assert t.where("F-NEY") == "2209"


def test_3_4_a_commander_brings_no_combat_factor():
    broken = fight(["F-III-I1"], ["R-1I-I1", "R-BARCLAY"], dice=(3, 1, 6, 1), disrupted=["R-1I-I1"])
    assert value(broken, 4) == 0
    t = Table({"F-NAPOLEON": "2107", "F-III-I1": "2006", "R-1I-I1": "2007"}).combat()
    assert t.reasons("french", "attack 2107 2007") == ["10.1 no_stack"]


@pytest.mark.parametrize(
    ("commander", "cr"), [("F-NAPOLEON", 4), ("F-DAVOUT", 3), ("F-NEY", 2), ("F-JUNOT", 1), ("R-BARCLAY", 2)]
)
def test_3_4_a_commander_has_a_rating(commander, cr):
    units = Table({commander: "2208"}).match.view(None)["units"]
    assert [(piece["id"], piece["cr"]) for piece in units] == [(commander, cr)]


@pytest.mark.parametrize(
    ("side", "commander", "unit"),
    [
        ("french", "F-NEY", "F-X-I2"),
        ("french", "F-PONIATOWSKI", "F-AU-I1"),
        ("french", "F-MACDONALD", "F-IG-I1"),
        ("french", "F-MURAT", "F-III-I1"),
        ("french", "F-SCHWARZENBERG", "F-V-I1"),
        ("russian", "R-BAGRATION", "R-1I-I1"),
        ("russian", "R-BARCLAY", "R-2VII-I1"),
        ("russian", "R-PLATOV", "R-1I-I2"),
    ],
)
@pytest.mark.parametrize("edition", [1, 2])
def test_3_4_any_commander_commands_any_unit_of_his_side(side, commander, unit, edition):
    t = Table({unit: "2108", commander: "2108"}, edition=edition, trains={"2108": 1}).movement()
    t.play(side, "march 2108", f"lead {commander}", "march 2108 2109", "halt")
    assert (t.where(unit), t.where(commander)) == ("2109", "2109")


def test_3_4_nobody_commands_the_enemy():
    t = Table({"F-III-I1": "2108", "R-1I-I1": "1808", "R-BARCLAY": "1808"}, trains={"2108": 1, "1808": 1}).movement()
    assert t.reasons("russian", "march 2108") == ["8.2 no_stack"]
    t = Table({"F-III-I1": "2108", "F-I-I1": "2209", "F-NEY": "2209"}, trains={"2108": 1, "2209": 1}).movement()
    assert t.reasons("french", "march 2108") == ["8.4 no_fresh_commander"]


# 3.6 nationality


@pytest.mark.parametrize("unit", ["F-VI-I1", "F-VII-I1", "F-V-I1", "F-IV-I1", "F-X-I2", "F-III-I1"])
def test_3_6_only_austrians_have_a_supply_source_of_their_own(unit):
    t = Table({"F-AU-I1": "2118", unit: "2118"}).general_supply()
    assert (t.is_supplied("F-AU-I1"), t.is_supplied(unit)) == (True, False)


def test_3_6_austrians_arrive_in_or_next_to_lemberg_in_austria():
    t = Table({}, turn=2)
    t.wait("F-AU-I1")
    t.cossacks()
    hexes = {option.split()[2] for option in t.options("french")}
    assert hexes == {"2217", "2216", "2117", "2118", "2218", "2318", "2317"}
    assert t.reasons("french", "place F-AU-I1 2109") == ["13.3 arrives_elsewhere"]


def test_3_6_others_arrive_anywhere_in_the_west():
    t = Table({}, turn=4)
    t.wait("F-IX-I1")
    t.cossacks()
    assert {"place F-IX-I1 2109", "place F-IX-I1 2217", "place F-IX-I1 2607"} <= set(t.options("french"))
    assert t.reasons("french", "place F-IX-I1 2007") == ["13.3 arrives_elsewhere"]


@pytest.mark.parametrize("unit", ["F-AU-I1", "F-V-I1", "F-VII-I1", "F-III-I3"])
def test_3_6_nationality_makes_no_other_difference_in_the_basic_game(unit):
    t = Table({unit: "2107", "R-1I-I1": "2007"}).combat()
    assert "attack 2107 2007" in t.options("french")
    starved = Table({unit: "2007"}).general_supply()
    assert starved.is_disrupted(unit)
