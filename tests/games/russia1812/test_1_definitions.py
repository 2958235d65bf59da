"""Rulebook 1: definitions, sources of supply, rounding."""

import pytest

from toolkit1812 import Table


def event(t: Table, key: str) -> tuple:
    return [e.args for _, e in t.match.log() if e.key == key][-1]


# 1.1 territory and cities


@pytest.mark.parametrize("place", ["2208", "2508", "2607", "2109", "2210", "2216"])
def test_1_1_land_west_of_russia_is_friendly_to_the_french(place):
    t = Table({"F-III-I1": place}, turn=3).active_supply()
    while t.asked == "PlaceTrain":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert "forage_marker" not in t.told


@pytest.mark.parametrize("place", ["2007", "1808", "2212", "2205", "0308"])
def test_1_1_russia_is_not_friendly_to_the_french(place):
    t = Table({"F-III-I1": place}, turn=3).active_supply()
    while t.asked == "PlaceTrain":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert "forage_marker" in t.told


def test_1_1_a_city_belongs_to_its_land_whoever_stands_in_it():
    t = Table({"F-NEY": "2008", "R-ESSEN": "2110"}).active_supply()
    assert t.to_act == ("french",)
    assert "train 2008" in t.options("french")
    assert "train 2110" in t.options("french")
    t.play("french", "train 2008")
    assert "train 2008" in t.options("russian")
    assert "train 2110" in t.options("russian")


def test_1_1_an_enemy_city_without_a_friend_is_closed_to_a_train():
    t = Table({"F-III-I1": "2108"}).active_supply()
    assert t.reasons("french", "train 2008") == ["7.3 no_stack_for_train"]
    t.play("french", "train 2110")
    assert t.reasons("russian", "train 2110") == ["7.3 no_stack_for_train"]


def test_1_1_a_city_once_held_is_an_enemy_city_again_when_left():
    t = Table({"F-III-I1": "2008", "F-NEY": "2008"}, trains={"2008": 1}).movement()
    t.play("french", "march 2008", "lead F-NEY", "march 2008 2108", "halt")
    t.active_supply()
    assert t.reasons("french", "train 2008") == ["7.3 no_stack_for_train"]


@pytest.mark.parametrize(
    ("hex_name", "around"),
    [
        ("2108", {"2007", "2008", "2107", "2109", "2207", "2208"}),
        ("1909", {"1808", "1809", "1908", "1910", "2008", "2009"}),
        ("0110", {"0109", "0111", "0209", "0210"}),
        ("0119", {"0118", "0218", "0219"}),
    ],
)
def test_1_1_adjacent_hexes_share_a_side(hex_name, around):
    t = Table({"R-1I-I1": hex_name, "R-BARCLAY": hex_name}, trains={hex_name: 1}).movement()
    t.play("russian", f"march {hex_name}", "go")
    assert {option.split()[2] for option in t.options("russian")} == around


# 1.1 the sources of supply


def makes_depot(t: Table, side: str, city: str) -> bool:
    """Whether a Train in a city can be made a Depot now."""
    t.s.genuine[("french", "russian").index(side)][t.hex(city)] = 1
    t.make_depots()
    return f"depot {city}" in t.options(side)


@pytest.mark.parametrize("city", ["0110", "0115", "0205", "0209", "0510", "0518"])
def test_1_1_the_eastern_edge_feeds_russian_depots(city):
    assert makes_depot(Table({}), "russian", city)


@pytest.mark.parametrize("city", ["1317", "1101", "1418", "1002", "1215"])
def test_1_1_kiev_and_st_petersburg_feed_russian_depots(city):
    assert makes_depot(Table({}), "russian", city)


@pytest.mark.parametrize("city", ["1610", "1009", "1904", "1808", "2015"])
def test_1_1_no_other_russian_city_feeds_depots(city):
    assert not makes_depot(Table({}), "russian", city)


@pytest.mark.parametrize("city", ["2710", "2512", "2511", "2611"])
def test_1_1_the_western_edge_feeds_french_depots(city):
    assert makes_depot(Table({}), "french", city)


@pytest.mark.parametrize("city", ["2119", "2217", "2416"])
def test_1_1_the_austrian_edge_starts_no_chain_of_depots(city):
    assert not makes_depot(Table({"F-AU-I1": city}), "french", city)


@pytest.mark.parametrize(
    ("turn", "place", "supplied"),
    [
        (1, "2119", True),
        (1, "2118", True),
        (1, "2216", True),
        (1, "2215", True),
        (1, "2315", False),
        (11, "2119", True),
        (11, "2118", True),
        (11, "2217", True),
        (11, "2216", False),
    ],
)
def test_1_1_austrians_live_off_their_edge_within_five_hexes_three_in_winter(turn, place, supplied):
    t = Table({"F-AU-I1": place}, turn=turn).general_supply()
    assert t.is_supplied("F-AU-I1") is supplied


@pytest.mark.parametrize(
    ("turn", "place", "supplied"),
    [
        (1, "2119", True),
        (1, "2215", True),
        (1, "2315", True),
        (1, "2314", False),
        (11, "2119", True),
        (11, "2216", True),
        (11, "2215", False),
    ],
)
def test_1_1_in_the_first_edition_their_edge_hexes_are_themselves_the_depot(turn, place, supplied):
    t = Table({"F-AU-I1": place}, turn=turn, edition=1).general_supply()
    assert t.is_supplied("F-AU-I1") is supplied


@pytest.mark.parametrize("unit", ["F-VII-I1", "F-V-I1", "F-III-I1"])
def test_1_1_only_austrians_live_off_the_austrian_edge(unit):
    t = Table({unit: "2118", "F-AU-I1": "2118"}).general_supply()
    assert t.is_supplied("F-AU-I1")
    assert not t.is_supplied(unit)


def test_1_1_austrians_farther_away_use_french_depots():
    t = Table({"F-AU-I1": "2315", "F-AU-I2": "2109"}, depots={"french": ["2314"]}).general_supply()
    assert t.is_supplied("F-AU-I1")
    assert not t.is_supplied("F-AU-I2")


def test_1_1_an_enemy_next_to_the_edge_does_not_close_the_edge_itself():
    t = Table({"F-AU-I1": "2119", "R-1I-C1": "2118", "R-1I-I1": "2218"}).general_supply()
    assert t.is_supplied("F-AU-I1")


@pytest.mark.parametrize("russian", [{"R-1I-C1": "2218"}, {"R-1I-I1": "2119"}])
def test_1_1_the_edge_hex_is_tested_like_any_hex_of_a_route(russian):
    assert Table({"F-AU-I1": "2118"}).general_supply().is_supplied("F-AU-I1")
    assert not Table({"F-AU-I1": "2118", **russian}).general_supply().is_supplied("F-AU-I1")


@pytest.mark.parametrize(("side", "city"), [("french", "2607"), ("french", "2608"), ("russian", "0609")])
def test_1_1_an_edge_hex_is_one_hex_from_the_edge_in_the_second_edition_only(side, city):
    near_enough = city == "2608"
    assert makes_depot(Table({}, edition=2), side, city) is near_enough
    assert makes_depot(Table({}, edition=1), side, city)


def test_1_1_a_depot_in_a_source_city_is_linked_whatever_surrounds_it():
    ring = dict(zip(["F-I-C1", "F-II-C1", "F-III-C1"], ["1217", "1316", "1318"], strict=True))
    assert makes_depot(Table({**ring, "R-1I-I1": "1317", "R-1I-I2": "1317"}), "russian", "1317")


def test_1_1_a_source_city_held_by_the_enemy_is_no_source():
    assert makes_depot(Table({"F-NEY": "1317"}), "russian", "1418")
    assert not makes_depot(Table({"F-NEY": "1317", "F-III-I1": "1317"}), "russian", "1418")
    assert not makes_depot(Table({"F-III-I1": "1317"}, disrupted=["F-III-I1"]), "russian", "1418")


@pytest.mark.parametrize(
    ("unit", "place"), [("R-1I-I1", "1317"), ("R-1I-I1", "1101"), ("R-1I-I1", "0110"), ("F-III-I1", "2811")]
)
def test_1_1_a_source_by_itself_supplies_nobody(unit, place):
    t = Table({unit: place}).general_supply()
    assert not t.is_supplied(unit)
    assert t.is_disrupted(unit)


# 1.1 terrain, states, winter


@pytest.mark.parametrize(
    ("unit", "cavalry", "depot", "shielded"),
    [
        ("1709", "1609", "1610", True),
        ("1912", "1913", "1813", True),
        ("0412", "0411", "0311", True),
        ("1511", "1611", "1412", False),
    ],
    ids=["forest 1710", "marsh 1812", "rough 0312", "clear 1512"],
)
def test_1_1_forest_marsh_and_rough_are_difficult_terrain(unit, cavalry, depot, shielded):
    """French cavalry bars a Russian route through the one hex between unit and Depot, unless it is difficult."""
    pieces = {"R-1I-I1": unit, "R-1I-I2": depot}
    assert Table(pieces, turn=11, depots={"russian": [depot]}).general_supply().is_supplied("R-1I-I1")
    t = Table({**pieces, "F-III-C1": cavalry}, turn=11, depots={"russian": [depot]}).general_supply()
    assert t.is_supplied("R-1I-I1") is shielded


def test_1_1_undisrupted_and_disrupted_are_the_two_states():
    t = Table({"F-III-I1": "2108", "F-III-I2": "2108"}, disrupted=["F-III-I2"])
    flags = {piece["id"]: "disrupted" in piece["flags"] for piece in t.match.view(None)["units"]}
    assert flags == {"F-III-I1": False, "F-III-I2": True}


@pytest.mark.parametrize(("turn", "supplied"), [(10, True), (11, False), (16, False)])
def test_1_1_winter_is_turn_11_and_later(turn, supplied):
    t = Table({"F-III-I1": "1708"}, turn=turn, depots={"french": ["2207"]}).general_supply()
    assert t.is_supplied("F-III-I1") is supplied


# 1.2 rounding


def attack_of(units: int, forced: bool, fought: bool, **given) -> Table:
    """Infantry in 2107 attacks three divisions in 2007, by four Combat Commands and without a commander."""
    names = ["F-III-I1", "F-III-I2", "F-I-I1", "F-I-I2", "F-I-I3"][:units]
    enemies = ["R-1I-I1", "R-1I-I2", "R-1V-I1"]
    t = Table({**dict.fromkeys(names, "2107"), **dict.fromkeys(enemies, "2007")}, **given)
    column = sum(1 << t.unit(name) for name in names)
    t.s.forced = column if forced else 0
    t.s.fought_once = column if fought else 0
    t.combat().play("french", "attack 2107 2007")
    if units > 1:
        t.play("french", "all")
    t.play("french", "commit 4")
    if t.asked == "CommitDefence":
        t.play("russian", "commit 0")
    return t


@pytest.mark.parametrize(
    ("units", "forced", "fought", "value"),
    [
        (1, True, False, 0),
        (2, True, False, 1),
        (3, True, False, 1),
        (5, False, True, 2),
        (3, True, True, 0),
        (4, True, True, 1),
        (5, True, True, 1),
    ],
)
def test_1_2_halves_and_quarters_are_rounded_down(units, forced, fought, value):
    t = attack_of(units, forced, fought, dice=(3, 1, 1, 3))
    assert event(t, "combat")[2] == value


@pytest.mark.parametrize(("edition", "hits"), [(1, 1), (2, 2)])
def test_1_2_the_losers_half_is_rounded_up_in_the_second_edition(edition, hits):
    t = attack_of(5, False, False, edition=edition, dice=(3, 3, 2, 3))
    assert event(t, "combat")[6] == 3
    _, _, _, by_the_loser, _ = event(t, "hits")
    assert by_the_loser == hits
