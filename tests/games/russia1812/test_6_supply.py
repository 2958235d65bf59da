"""Rulebook 6: General Supply and Attrition.

Most routes run through one corridor: a French Depot in Tilsit (2207), then 2107, 2007, 1908, 1807, 1708 and 1607,
where every other way is closed by a river without a bridge or by an enemy city.
"""

import itertools

import pytest

from grognard.board.hexes import bits
from grognard.games.russia1812.rules import supply
from grognard.games.russia1812.world.world import FRENCH
from toolkit1812 import Table

TILSIT = {"french": ["2207"]}


def in_supply(pieces: dict[str, str], unit: str, depots: dict | None = None, **given) -> bool:
    return Table(pieces, depots=TILSIT if depots is None else depots, **given).general_supply().is_supplied(unit)


def french_at(place: str, others: dict[str, str] | None = None, **given) -> bool:
    """Whether a French division there is in General Supply from Tilsit."""
    return in_supply({"F-III-I1": place, **(others or {})}, "F-III-I1", **given)


# 6.1


@pytest.mark.parametrize(("unit", "city"), [("F-III-I1", "2207"), ("R-1I-I1", "1808")])
def test_6_1_a_unit_in_a_city_with_a_friendly_depot_is_supplied(unit, city):
    side = "french" if unit[0] == "F" else "russian"
    assert in_supply({unit: city}, unit, {side: [city]})
    assert not in_supply({unit: city}, unit, {})


def test_6_1_an_enemy_depot_supplies_nobody():
    assert not in_supply({"F-III-I1": "2007"}, "F-III-I1", {"russian": ["2207"]})
    assert not in_supply({"R-1I-I1": "2108"}, "R-1I-I1", {"french": ["2207"]})


def test_6_1_a_unit_may_trace_a_route_to_a_depot():
    assert french_at("1908")
    assert not french_at("1908", depots={})


def test_6_1_any_depot_will_do():
    assert french_at("1908", depots={"french": ["2710", "2207"]})
    assert not french_at("1908", depots={"french": ["2710"]})


def test_6_1_each_unit_of_a_side_traces_for_itself():
    t = Table({"F-III-I1": "1908", "F-III-I2": "1607", "R-1I-I1": "1403"}, depots=TILSIT).general_supply()
    assert t.is_supplied("F-III-I1")
    assert not t.is_supplied("F-III-I2")
    assert not t.is_supplied("R-1I-I1")


def test_6_1_the_flag_is_kept_for_the_turn_and_not_traced_again():
    pieces = {"F-III-I1": "1908", "F-NEY": "1908", "F-III-I2": "2207"}
    t = Table(pieces, depots=TILSIT).general_supply().active_supply()
    t.play("french", "convert 2207")
    assert "train 1908" in t.options("french")
    t.play("french", "train 1908")
    while t.asked == "PlaceTrain":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert "march 1908" in t.movement("french").options("french")


def test_6_1_a_unit_out_of_supply_stays_out_for_the_turn():
    pieces = {"F-III-I1": "1908", "F-NEY": "1908", "F-III-I2": "2207"}
    t = Table(pieces, depots={"french": ["2710"]}).general_supply()
    t.s.depots[0] |= 1 << t.hex("2207")
    t.active_supply().play("french", "pass")
    assert t.reasons("french", "train 1908") == ["7.3 no_stack_for_train"]


def test_6_1_the_flag_serves_rally_too():
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "F-I-I1": "2208", "F-DAVOUT": "2208"}
    t = Table(pieces, trains={"2108": 1, "2208": 1}, disrupted=["F-III-I1", "F-I-I1"], unsupplied=["F-III-I1"]).rally()
    assert t.reasons("french", "rally 2108") == ["8.1 not_supplied"]
    assert t.rules("french", "rally 2208") == []


# 6.2 point 1: enemy units


@pytest.mark.parametrize("enemy", ["R-1I-I1", "R-1II-A1"])
@pytest.mark.parametrize("disrupted", [False, True])
def test_6_2_an_enemy_combat_unit_bars_a_hex_disrupted_or_not(enemy, disrupted):
    assert french_at("1908")
    assert not french_at("1908", {enemy: "2007"}, disrupted=[enemy] if disrupted else [])


def test_6_2_an_enemy_unit_beside_the_route_bars_nothing():
    assert french_at("1908", {"R-1I-I1": "1907", "R-1I-I2": "2006", "R-1II-A1": "2008"})


def test_6_2_a_lone_enemy_commander_does_not_bar_a_hex():
    assert french_at("1908", {"R-BARCLAY": "2007"})


@pytest.mark.parametrize("commander", [{}, {"F-NEY": "2008"}])
def test_6_2_an_enemy_depot_does_not_bar_a_hex(commander):
    pieces = {"R-1I-I1": "2108", **commander}
    assert in_supply(pieces, "R-1I-I1", {"russian": ["1907"], "french": ["2008"]})
    assert not in_supply({**pieces, "F-III-I1": "2008"}, "R-1I-I1", {"russian": ["1907"], "french": ["2008"]})


# 6.2 point 1: enemy cavalry


@pytest.mark.parametrize("place", ["1907", "2006", "2008"])
def test_6_2_a_hex_next_to_undisrupted_enemy_cavalry_is_barred(place):
    assert not french_at("1908", {"R-1I-C1": place})


@pytest.mark.parametrize("place", ["1907", "2006", "2008"])
def test_6_2_disrupted_enemy_cavalry_bars_only_its_own_hex(place):
    assert french_at("1908", {"R-1I-C1": place}, disrupted=["R-1I-C1"])
    assert not french_at("1908", {"R-1I-C1": "2007"}, disrupted=["R-1I-C1"])


def test_6_2_the_units_own_hex_is_not_part_of_the_route():
    assert french_at("1908", {"R-1I-C1": "1909"})
    assert french_at("1908", {"R-1I-C1": "1807"})


def test_6_2_a_friendly_stack_opens_a_hex_next_to_enemy_cavalry():
    assert french_at("1908", {"R-1I-C1": "1907", "F-III-I2": "2007"})
    assert french_at("1908", {"R-1I-C1": "1907", "F-III-I2": "2007"}, disrupted=["F-III-I2"])


def test_6_2_a_lone_commander_does_not_open_a_hex_next_to_enemy_cavalry():
    assert not french_at("1908", {"R-1I-C1": "1907", "F-NEY": "2007"})


def test_6_2_every_barred_hex_of_the_route_needs_its_own_stack():
    assert not french_at("1908", {"R-1I-C1": "2006", "F-III-I2": "2007"})
    assert french_at("1908", {"R-1I-C1": "2006", "F-III-I2": "2007", "F-I-I1": "2107"})


@pytest.mark.parametrize(("edition", "supplied"), [(2, True), (1, False)])
def test_6_2_an_unbridged_river_shields_a_hex_from_cavalry_in_the_second_edition(edition, supplied):
    """Cavalry in 2108 has the Niemen between itself and 2007 and 2107; Tilsit is held."""
    assert french_at("1908", {"R-1I-C1": "2108", "F-III-I2": "2207"}, edition=edition) is supplied


@pytest.mark.parametrize("edition", [1, 2])
def test_6_2_a_bridged_river_shields_nothing(edition):
    assert not french_at("1908", {"R-1I-C1": "2008"}, edition=edition)


FOREST = {"R-1I-I1": "1709", "R-1I-I2": "1610"}


@pytest.mark.parametrize("edition", [1, 2])
def test_6_2_french_cavalry_does_not_bar_difficult_terrain(edition):
    """From 1709 to Minsk through the forest 1710, past French cavalry in 1609."""
    pieces = {**FOREST, "F-III-C1": "1609"}
    assert in_supply(pieces, "R-1I-I1", {"russian": ["1610"]}, turn=11, edition=edition)


def test_6_2_french_cavalry_bars_clear_hexes_to_the_russians():
    pieces = {"R-1I-I1": "1511", "R-1I-I2": "1412"}
    assert in_supply(pieces, "R-1I-I1", {"russian": ["1412"]}, turn=11)
    assert not in_supply({**pieces, "F-III-C1": "1611"}, "R-1I-I1", {"russian": ["1412"]}, turn=11)


def test_6_2_french_cavalry_in_the_way_bars_its_own_difficult_hex_all_the_same():
    assert not in_supply({**FOREST, "F-III-C1": "1710", "F-III-I1": "1609"}, "R-1I-I1", {"russian": ["1610"]}, turn=11)


# 6.2 point 2: enemy cities


def test_6_2_an_enemy_city_is_barred_unless_a_friend_is_in_it():
    blocked = {"R-1I-I1": "2007"}
    assert not french_at("1908", blocked)
    assert french_at("1908", {**blocked, "F-III-I2": "2008"})
    assert french_at("1908", {**blocked, "F-NEY": "2008"})


def test_6_2_a_friendly_city_is_open_without_a_garrison():
    assert in_supply({"F-III-I1": "2107"}, "F-III-I1", {"french": ["2407"]})
    assert in_supply({"R-1I-I1": "2108"}, "R-1I-I1", {"russian": ["1907"]})


# 6.2 point 3: rivers


@pytest.mark.parametrize("place", ["1909", "1809"])
def test_6_2_no_route_crosses_a_river_without_a_bridge(place):
    """1909 lies across the unbridged Wilia from 1908: the first step and a later one alike."""
    assert not french_at(place)


def test_6_2_a_bridge_lets_a_route_across():
    assert french_at("2107")
    assert french_at("1909", {"F-NEY": "2008"})


# 6.2 point 4: difficult terrain


WALL = {"french": {"F-I-I1": "2206", "F-I-I2": "2306"}, "russian": {"R-1V-I1": "2206", "R-1V-I2": "2306"}}


def test_6_2_difficult_terrain_bars_a_french_route():
    """From 2205 to Szawle (2006) only the forests 2105 and 2106 are left."""
    pieces = {"F-III-I1": "2205", "F-NEY": "2006"}
    assert in_supply(pieces, "F-III-I1", {"french": ["2006"]})
    assert not in_supply({**pieces, **WALL["russian"]}, "F-III-I1", {"french": ["2006"]})


def test_6_2_forest_does_not_bar_a_russian_route():
    assert in_supply({"R-1I-I1": "2205", **WALL["french"]}, "R-1I-I1", {"russian": ["2006"]})


@pytest.mark.parametrize(("unit", "depot"), [("1912", "1813"), ("0412", "0311")], ids=["marsh 1812", "rough 0312"])
def test_6_2_marsh_and_rough_ground_bar_the_french_only(unit, depot):
    cut = {"1912": ["1913"], "0412": ["0411"]}[unit]
    russians = {"R-1I-I1": unit, "R-1I-I2": depot, "F-III-C1": cut[0]}
    assert in_supply(russians, "R-1I-I1", {"russian": [depot]}, turn=11)
    french = {"F-III-I1": unit, "F-NEY": depot, "R-1I-I1": cut[0]}
    assert not in_supply(french, "F-III-I1", {"french": [depot]}, turn=11)


@pytest.mark.parametrize(
    ("unit", "depot", "block", "turn"),
    [("2318", "2119", "2218", 1), ("1403", "1503", "1504", 1), ("1802", "1904", "1803", 11)],
    ids=["mountain 2219", "lake 1402", "sea 1903"],
)
def test_6_2_mountains_lakes_and_the_sea_bar_the_russians_too(unit, depot, block, turn):
    pieces = {"R-1I-I1": unit, "R-1I-I2": depot}
    assert in_supply(pieces, "R-1I-I1", {"russian": [depot]}, turn=turn)
    assert not in_supply({**pieces, "F-III-I1": block}, "R-1I-I1", {"russian": [depot]}, turn=turn)


# 6.2 point 5: length


@pytest.mark.parametrize(
    ("turn", "place", "supplied"),
    [
        (1, "1708", True),
        (1, "1607", False),
        (10, "1708", True),
        (10, "1607", False),
        (11, "1908", True),
        (11, "1807", False),
        (16, "1908", True),
        (16, "1807", False),
    ],
)
def test_6_2_a_route_has_five_hexes_at_most_three_in_winter(turn, place, supplied):
    assert french_at(place, turn=turn) is supplied


@pytest.mark.parametrize(
    ("turn", "place", "supplied"), [(10, "1015", True), (10, "1215", False), (11, "0914", True), (11, "0915", False)]
)
def test_6_2_the_length_binds_the_russians_too(turn, place, supplied):
    """Depot in Roslavl (0911)."""
    assert in_supply({"R-1I-I1": place}, "R-1I-I1", {"russian": ["0911"]}, turn=turn) is supplied


# 6.2 rulings on the Depot hex


def test_6_2_the_depot_hex_is_barred_like_any_other():
    assert not french_at("2107", {"R-1I-C1": "2108"})
    assert french_at("2107", {"R-1I-C1": "2108", "F-III-I2": "2207"})
    assert not french_at("2107", {"R-1I-I1": "2207"})


def test_6_2_a_depot_in_an_empty_enemy_city_feeds_nobody_outside():
    depots = {"french": ["2008"]}
    assert not french_at("1908", depots=depots)
    assert french_at("1908", {"F-NEY": "2008"}, depots=depots)
    assert french_at("2008", depots=depots)


def test_6_2_a_unit_in_the_depot_city_is_supplied_whatever_surrounds_it():
    ring = {"R-1I-C1": "2108", "R-1I-I1": "2107", "R-1I-I2": "2206", "R-1V-I1": "2208", "R-1V-C1": "2307"}
    assert french_at("2207", ring)
    besieged = {"R-1V-I2": "2108", **ring}
    assert french_at("2207", besieged)


# 6.3


def marked(pieces: dict[str, str], names: list[str], turn: int, **given) -> Table:
    """A table on which these units carry a forage marker from the turn before."""
    t = Table(pieces, turn=turn, **given)
    for name in names:
        t.s.forage |= 1 << t.unit(name)
    return t


STACK = {"F-III-I1": "2207", "F-III-I2": "2207", "F-III-I3": "2207"}


@pytest.mark.parametrize(("die", "supplied"), [(1, False), (3, False), (4, True), (6, True)])
def test_6_3_a_forage_die_up_to_the_number_of_units_puts_the_stack_out_of_supply(die, supplied):
    t = marked(STACK, list(STACK), 4, depots=TILSIT, dice=[die]).general_supply()
    assert [t.is_supplied(name) for name in STACK] == [supplied] * 3
    assert [t.is_disrupted(name) for name in STACK] == [not supplied] * 3


@pytest.mark.parametrize(("units", "die", "supplied"), [(1, 1, False), (1, 2, True), (2, 2, False), (2, 3, True)])
def test_6_3_commanders_do_not_count_for_the_die(units, die, supplied):
    names = list(STACK)[:units]
    pieces = {**dict.fromkeys(names, "2207"), "F-NEY": "2207", "F-DAVOUT": "2207"}
    t = marked(pieces, names, 4, depots=TILSIT, dice=[die]).general_supply()
    assert t.is_supplied("F-III-I1") is supplied


def test_6_3_disrupted_units_count_for_the_die():
    t = marked(STACK, list(STACK), 4, depots=TILSIT, disrupted=["F-III-I2", "F-III-I3"], dice=[3]).general_supply()
    assert not t.is_supplied("F-III-I1")


def test_6_3_one_marked_unit_marks_the_whole_stack():
    t = marked(STACK, ["F-III-I1"], 4, depots=TILSIT, dice=[3]).general_supply()
    assert not t.is_supplied("F-III-I2")


@pytest.mark.parametrize(("turn", "edition", "rolls"), [(3, 2, False), (4, 2, True), (2, 1, False), (3, 1, True)])
def test_6_3_from_turn_4_or_in_the_first_edition_turn_3(turn, edition, rolls):
    t = marked(STACK, list(STACK), turn, edition=edition, depots=TILSIT, dice=[1]).general_supply()
    assert t.dice.left() == (0 if rolls else 1)
    assert t.is_supplied("F-III-I1") is not rolls


def test_6_3_one_die_for_each_marked_stack():
    pieces = {"F-III-I1": "2207", "F-III-I2": "2107", "F-I-I1": "2208"}
    t = marked(pieces, ["F-III-I1", "F-III-I2"], 5, depots=TILSIT, dice=[1, 1]).general_supply()
    assert t.dice.left() == 0
    assert [t.is_supplied(name) for name in pieces] == [False, False, True]


def test_6_3_a_stack_without_a_marker_does_not_roll():
    t = Table(STACK, turn=4, depots=TILSIT).general_supply()
    assert t.is_supplied("F-III-I1")
    assert not {"forage_found", "forage_failed"} & set(t.told)


def test_6_3_a_stack_that_finds_food_must_still_trace():
    t = marked({"F-III-I1": "1607"}, ["F-III-I1"], 4, depots=TILSIT, dice=[6]).general_supply()
    assert not t.is_supplied("F-III-I1")


def test_6_3_only_french_stacks_roll_but_all_markers_go():
    pieces = {"F-III-I1": "2207", "R-1I-I1": "2108"}
    t = marked(
        pieces,
        list(pieces),
        4,
        depots={"french": ["2207"], "russian": ["2008"]},
        dice=[6],
        options={"forage_russian": True},
    ).general_supply()
    assert t.dice.left() == 0
    assert t.is_supplied("R-1I-I1")
    assert not any("forage" in piece["flags"] for piece in t.match.view(None)["units"])


@pytest.mark.parametrize("turn", [3, 4])
def test_6_3_the_markers_are_gone_afterwards(turn):
    t = marked(STACK, list(STACK), turn, depots=TILSIT, dice=[6]).general_supply()
    assert not any("forage" in piece["flags"] for piece in t.match.view(None)["units"])


# 6.4


@pytest.mark.parametrize(
    ("unit", "disrupted", "turn", "fate"),
    [
        ("F-III-I1", False, 10, "disrupted"),
        ("F-III-I1", False, 11, "disrupted"),
        ("F-III-I1", True, 10, "disrupted"),
        ("F-III-I1", True, 11, "eliminated"),
        ("F-III-I3", False, 10, "disrupted"),
        ("F-III-I3", False, 11, "disrupted"),
        ("F-III-I3", True, 1, "eliminated"),
        ("F-III-I3", True, 10, "eliminated"),
        ("F-III-I3", True, 11, "eliminated"),
        ("F-II-I3", False, 10, "disrupted"),
        ("F-II-I3", True, 10, "eliminated"),
        ("F-II-I3", True, 11, "eliminated"),
        ("F-IG-C1", True, 10, "disrupted"),
        ("F-IG-A1", True, 11, "eliminated"),
        ("F-AU-I1", True, 10, "eliminated"),
        ("R-1I-I1", False, 10, "disrupted"),
        ("R-1I-I1", True, 10, "disrupted"),
        ("R-1I-I1", True, 11, "disrupted"),
        ("R-1I-I2", False, 11, "disrupted"),
        ("R-1I-I2", True, 10, "disrupted"),
        ("R-1I-I2", True, 11, "disrupted"),
        ("R-1III-I2", True, 16, "disrupted"),
    ],
)
def test_6_4_what_lack_of_supply_does(unit, disrupted, turn, fate):
    t = Table({unit: "1709"}, turn=turn, disrupted=[unit] if disrupted else []).general_supply()
    if fate == "eliminated":
        assert t.where(unit) is None
    else:
        assert t.where(unit) == "1709"
        assert t.is_disrupted(unit)
    assert not t.is_supplied(unit)


@pytest.mark.parametrize("unit", ["F-III-I1", "F-III-I3", "F-II-I3"])
@pytest.mark.parametrize("turn", [10, 11])
def test_6_4_a_supplied_unit_suffers_nothing(unit, turn):
    t = Table({unit: "2207", "F-I-I1": "2207"}, turn=turn, depots=TILSIT, disrupted=[unit]).general_supply()
    assert t.where(unit) == "2207"
    assert not t.is_disrupted("F-I-I1")


@pytest.mark.parametrize("disrupted", [False, True])
@pytest.mark.parametrize("turn", [1, 11])
@pytest.mark.parametrize("edition", [1, 2])
def test_6_4_russians_in_riga_are_untouched(disrupted, turn, edition):
    names = ["R-RIGA-I1", "R-1I-C1"]
    t = Table(dict.fromkeys(names, "1904"), turn=turn, edition=edition, disrupted=names if disrupted else [])
    t.general_supply()
    assert [t.where(name) for name in names] == ["1904"] * 2
    assert [t.is_disrupted(name) for name in names] == [disrupted] * 2
    assert not t.is_supplied("R-RIGA-I1")


def test_6_4_riga_protects_no_french_and_no_other_city():
    assert Table({"F-III-I1": "1904"}).general_supply().is_disrupted("F-III-I1")
    assert Table({"R-RIGA-I1": "1905"}).general_supply().is_disrupted("R-RIGA-I1")


@pytest.mark.parametrize("edition", [1, 2])
def test_6_4_a_riga_garrison_out_of_supply_may_not_move(edition):
    pieces = {"R-RIGA-I1": "1904", "R-ESSEN": "1904", "R-1I-I1": "1806", "R-BARCLAY": "1806"}
    given = {"edition": edition, "trains": {"1904": 1, "1806": 1}}
    cut_off = Table(pieces, unsupplied=["R-RIGA-I1"], **given).movement("russian")
    assert cut_off.rules("russian", "march 1904") in (["8.4"], ["6.4"])
    assert Table(pieces, **given).movement("russian").rules("russian", "march 1904") == []


@pytest.mark.parametrize("edition", [1, 2])
def test_6_4_a_riga_garrison_out_of_supply_may_not_attack(edition):
    pieces = {"R-RIGA-I1": "1904", "R-1I-I1": "1906", "F-III-I1": "1905"}
    t = Table(pieces, edition=edition, unsupplied=["R-RIGA-I1", "R-1I-I1"]).combat("russian")
    assert t.reasons("russian", "attack 1904 1905") == ["6.4 riga"]
    assert t.rules("russian", "attack 1906 1905") == []
    assert Table(pieces, edition=edition).combat("russian").rules("russian", "attack 1904 1905") == []


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("supplied", [True, False])
def test_6_4_a_riga_garrison_out_of_supply_may_not_support_an_attack(edition, supplied):
    pieces = {"R-RIGA-I1": "1904", "R-1I-I1": "1906", "R-1I-I2": "1804", "F-III-I1": "1905"}
    t = Table(pieces, edition=edition, unsupplied=[] if supplied else ["R-RIGA-I1"], dice=[6]).combat("russian")
    t.play("russian", "attack 1906 1905", "commit 3")
    if edition == 2:
        t.play("french", "commit 0")
    assert "call 1804" in t.options("russian")
    assert t.rules("russian", "call 1904") == ([] if supplied else ["6.4"])


@pytest.mark.parametrize("edition", [1, 2])
def test_6_4_a_riga_garrison_out_of_supply_supports_a_defence_and_defends(edition):
    pieces = {"R-RIGA-I1": "1904", "R-1I-I1": "1905", "F-III-I1": "1906"}
    t = Table(pieces, edition=edition, unsupplied=["R-RIGA-I1"], dice=[3]).combat()
    t.play("french", "attack 1906 1905", "commit 4").play("russian", "commit 3")
    assert "call 1904" in t.options("russian")
    assault = Table(
        {"R-RIGA-I1": "1904", "F-III-I1": "1803"}, edition=edition, unsupplied=["R-RIGA-I1"], dice=[3, 3, 3, 3]
    ).combat()
    assault.play("french", "attack 1803 1904", "commit 4").play("russian", "commit 0")
    assert [e.args[4] for _, e in assault.match.log() if e.key == "combat"] == [1]


# 6.5


def test_6_5_the_state_of_all_is_found_before_any_result_applies():
    """French cavalry that is itself starving still bars the Russian route of this turn."""
    pieces = {"R-1I-I1": "1511", "R-1I-I2": "1412", "F-III-C1": "1611"}
    t = Table(pieces, turn=11, depots={"russian": ["1412"]}).general_supply()
    assert t.is_disrupted("F-III-C1")
    assert t.is_disrupted("R-1I-I1")
    assert t.general_supply().is_supplied("R-1I-I1")


def test_6_5_a_unit_eliminated_now_still_bars_the_routes_of_this_turn():
    t = Table({"R-1I-I1": "2108", "F-III-I3": "2008"}, depots={"russian": ["1907"]}, disrupted=["F-III-I3"])
    t.general_supply()
    assert t.where("F-III-I3") is None
    assert t.is_disrupted("R-1I-I1")


def test_6_5_a_unit_eliminated_now_still_covers_for_its_friends():
    """The starving Line division in 2007 keeps 2007 open for its neighbour although the die has failed it."""
    t = marked(
        {"F-III-I1": "1908", "F-III-I3": "2007", "R-1I-C1": "1907"},
        ["F-III-I3"],
        4,
        depots=TILSIT,
        disrupted=["F-III-I3"],
        dice=[1],
    ).general_supply()
    assert t.where("F-III-I3") is None
    assert t.is_supplied("F-III-I1")


# 6.6


@pytest.mark.parametrize("edition", [1, 2])
def test_6_6_a_commander_left_alone_stays_where_he_is(edition):
    t = Table({"F-III-I3": "1709", "F-NEY": "1709"}, edition=edition, disrupted=["F-III-I3"]).general_supply()
    assert t.where("F-III-I3") is None
    assert t.where("F-NEY") == "1709"
    assert not {"commander_lost", "commander_escapes"} & set(t.told)


def test_6_6_lack_of_supply_does_not_affect_commanders():
    t = Table({"F-NEY": "1709", "R-BARCLAY": "1403", "F-NAPOLEON": "1612"}, turn=11).general_supply()
    assert [t.where(name) for name in ("F-NEY", "R-BARCLAY", "F-NAPOLEON")] == ["1709", "1403", "1612"]
    assert t.match.outcome is None
    assert not any("disrupted" in piece["flags"] for piece in t.match.view(None)["units"])


def test_6_1_a_supply_route_is_a_shortest_way_of_dry_steps_to_a_depot():
    t = Table({"F-III-I1": "2108"}, depots={"french": ["2407", "2511"]})
    names = t.world.grid.names
    found = [names[h] for h in supply.supply_route(t.s, FRENCH, t.hex("2108"))]
    assert found[-1] == "2407"
    assert len(found) == 3
    way = [t.hex("2108"), *[t.hex(name) for name in found]]
    assert all(t.world.near[a] >> b & 1 for a, b in itertools.pairwise(way))
    assert len(set(way)) == 4
    for h in bits(supply.supplied_hexes(t.s, FRENCH) & ~t.s.depots[FRENCH]):
        way = supply.supply_route(t.s, FRENCH, h)
        open_to = supply.route_hexes(t.s, FRENCH)
        rings = t.s.dry(FRENCH).distances(1 << h, 5, open_to)
        assert [bool(ring & t.s.depots[FRENCH]) for ring in rings].index(True) == len(way)
        assert all(t.s.dry(FRENCH).spread(1 << a) >> b & 1 for a, b in itertools.pairwise([h, *way]))
    t = Table({"F-III-I1": "2108"}, depots={"french": ["2108"]})
    assert supply.supply_route(t.s, FRENCH, t.hex("2108")) == []


@pytest.mark.parametrize(("edition", "shielded"), [(1, False), (2, True)])
def test_6_2_an_unbridged_river_shields_from_cavalry_in_the_second_edition_also_where_cards_bridge_others(
    edition, shielded
):
    t = Table({}, edition=edition, options={"advanced": True})
    (a, b), other = t.world.fords[0], t.world.fords[-1]
    t.s.affairs.fords[FRENCH] = (other,)
    assert (not supply.barred_by_cavalry(t.s, FRENCH, 1 << a) >> b & 1) is shielded
    t.s.affairs.fords[FRENCH] = ((a, b),)
    assert supply.barred_by_cavalry(t.s, FRENCH, 1 << a) >> b & 1
    t.s.affairs.fords[FRENCH] = ()
    assert (not supply.barred_by_cavalry(t.s, FRENCH, 1 << a) >> b & 1) is shielded
