"""Rulebook 7: Active Supply.

Ney's stack stands in 2108, Davout's in 2208, neither in a city. Thorn (2710) is three hexes from the western edge;
Konigsberg (2407) is five from Thorn, Tilsit (2207) six.
"""

import pytest

from grognard.games.russia1812.rules.movement.rally import RallyAndMovement
from grognard.games.russia1812.rules.trains import ActiveSupply, ForageMarkers
from toolkit1812 import Table

NEY = {"F-III-I1": "2108", "F-NEY": "2108"}
DAVOUT = {"F-I-I1": "2208", "F-DAVOUT": "2208"}
BARCLAY = {"R-1I-I1": "1806", "R-BARCLAY": "1806"}
FRENCH_CITIES = [
    "2110",
    "2017",
    "2607",
    "2608",
    "2709",
    "2407",
    "2716",
    "2217",
    "2314",
    "2306",
    "2511",
    "2611",
    "2317",
    "2411",
    "2514",
    "2416",
    "2119",
    "2710",
    "2207",
    "2512",
    "2215",
]
RUSSIAN_CITIES = ["0110", "0115", "0205", "0209", "0213", "0311", "0510", "0518", "1317", "1101", "1418", "1215"]


def knows(t: Table, side: str, what: str) -> object:
    """What a player knows of his own supply."""
    return t.match.view(side)["players"][side][what]


def settle(t: Table, *french: str) -> Table:
    """The French place these counters, then both players pass or stop until all is placed."""
    wanted = list(french)
    while t.asked == "PlaceTrain":
        side = t.to_act[0]
        t.play(side, wanted.pop(0) if wanted and side == "french" else t.options(side)[-1])
    assert not wanted
    return t


def flagged(t: Table, name: str) -> bool:
    """Whether a unit carries a forage marker."""
    return any(piece["id"] == name and "forage" in piece["flags"] for piece in t.match.view(None)["units"])


# 7.1


def test_7_1_a_depot_under_a_stack_may_become_a_train():
    t = Table({"F-III-I1": "2207"}, depots={"french": ["2207", "2710"]}).active_supply()
    assert t.options("french") == ["convert 2207", "pass"]
    t.play("french", "convert 2207")
    assert knows(t, "french", "depots") == ["2710"]
    assert knows(t, "french", "genuine") == {"2207": 1}


def test_7_1_the_train_lies_face_up():
    t = Table({"F-III-I1": "2207"}, depots={"french": ["2207"]}).active_supply().play("french", "convert 2207")
    assert t.match.view("russian")["players"]["french"]["shown"] == {"2207": 1}


def test_7_1_it_is_optional():
    t = Table({"F-III-I1": "2207"}, depots={"french": ["2207"]}).active_supply().play("french", "pass")
    assert knows(t, "french", "depots") == ["2207"]
    assert knows(t, "french", "to_place") == 13


def test_7_1_only_one_depot_each():
    pieces = {"F-III-I1": "2207", "F-I-I1": "2407", "R-1I-I1": "1808", "R-1I-I2": "1610"}
    t = Table(pieces, depots={"french": ["2207", "2407"], "russian": ["1808", "1610"]}).active_supply()
    t.play("french", "convert 2207")
    assert (t.asked, t.to_act) == ("ConvertDepot", ("russian",))
    t.play("russian", "convert 1808")
    assert t.asked == "PlaceTrain"
    assert knows(t, "french", "depots") == ["2407"]
    assert knows(t, "russian", "depots") == ["1610"]


def test_7_1_a_stack_must_stand_on_it():
    depots = {"french": ["2207", "2407", "2710"]}
    t = Table({"F-III-I1": "2207", "F-NEY": "2407"}, depots=depots).active_supply()
    assert t.reasons("french", "convert 2710") == ["7.1 no_stack"]
    assert t.reasons("french", "convert 2407") == ["7.1 no_stack"]
    assert t.reasons("french", "convert 2110") == ["7.1 no_depot"]
    assert t.rules("french", "convert 2207") == []


def test_7_1_nothing_is_asked_without_a_depot_under_a_stack():
    t = Table({"F-III-I1": "2108", "F-NEY": "2207"}, depots={"french": ["2207"]}).active_supply()
    assert t.asked == "PlaceTrain"


def test_7_1_the_stack_needs_neither_commander_nor_supply_nor_good_order():
    t = Table({"F-III-I1": "2207"}, depots={"french": ["2207"]}, unsupplied=["F-III-I1"], disrupted=["F-III-I1"])
    assert "convert 2207" in t.active_supply().options("french")


def test_7_1_without_a_commander_the_train_can_be_made_a_depot_again_or_discarded():
    depots = {"french": ["2710", "2407", "2207"]}
    t = settle(Table({"F-III-I1": "2207"}, depots=depots).active_supply().play("french", "convert 2207"))
    assert t.options("french") == ["depot 2207", "done"]
    t.play("french", "done")
    t.s.genuine[0][t.hex("2710")] = 1
    assert t.movement().options("french") == ["discard 2207", "discard 2710"]
    assert t.reasons("french", "march 2207") == ["8.4 no_fresh_commander"]


@pytest.mark.parametrize(("convert", "depots", "to_place"), [(False, 8, 6), (True, 7, 6)])
def test_7_1_trains_and_depots_are_one_pool(convert, depots, to_place):
    """Eight Depots leave six Trains of fourteen; one converted makes seven of each, one already on its stack."""
    t = Table({"F-III-I1": "2207"}, depots={"french": ["2207", *FRENCH_CITIES[:7]]}).active_supply()
    t.play("french", "convert 2207" if convert else "pass")
    assert len(knows(t, "french", "depots")) == depots
    assert knows(t, "french", "to_place") == to_place
    assert sum(knows(t, "french", "genuine").values()) == int(convert)


def test_7_1_the_converted_train_uses_no_turn_of_placing():
    t = Table({"F-III-I2": "2207", **NEY}, depots={"french": ["2207"]}).active_supply().play("french", "convert 2207")
    assert (t.asked, t.to_act) == ("PlaceTrain", ("french",))


# 7.2


@pytest.mark.parametrize(
    ("turns", "french", "russian"),
    [
        (range(1, 8), 14, 11),
        (range(8, 9), 13, 11),
        (range(9, 11), 12, 11),
        (range(11, 15), 11, 10),
        (range(15, 17), 9, 10),
    ],
)
@pytest.mark.parametrize("edition", [1, 2])
def test_7_2_the_number_of_trains_by_turn(turns, french, russian, edition):
    for turn in turns:
        t = Table({}, turn=turn, edition=edition).active_supply()
        assert (knows(t, "french", "to_place"), knows(t, "russian", "to_place")) == (french, russian)


@pytest.mark.parametrize(("depots", "lost", "number"), [(0, 0, 14), (3, 0, 11), (0, 2, 12), (9, 4, 1), (10, 4, 0)])
def test_7_2_depots_and_permanent_losses_are_taken_off(depots, lost, number):
    t = Table({}, depots={"french": FRENCH_CITIES[:depots]})
    t.s.lost_trains[0] = lost
    t.active_supply()
    assert knows(t, "french", "to_place") == number
    assert knows(t, "russian", "to_place") == 11


def test_7_2_the_count_comes_after_conversion():
    t = Table({"F-III-I1": "2207"}, turn=15, depots={"french": ["2207", *FRENCH_CITIES[:9]]}).active_supply()
    t.play("french", "convert 2207")
    assert t.asked == "PlaceTrain"
    assert len(knows(t, "french", "depots")) == 9
    assert knows(t, "french", "to_place") == 0


def test_7_2_a_negative_number_lets_the_enemy_take_depots_off():
    t = Table({}, turn=15, depots={"french": FRENCH_CITIES[:11]}).active_supply()
    assert (t.asked, t.to_act) == ("TakeOffDepots", ("russian",))
    t.play("russian", "remove 2110", "remove 2607")
    assert t.asked == "PlaceTrain"
    assert knows(t, "french", "depots") == sorted(set(FRENCH_CITIES[:11]) - {"2110", "2607"})
    assert knows(t, "french", "to_place") == 0


def test_7_2_the_enemy_chooses_among_existing_depots():
    t = Table({}, turn=15, depots={"french": FRENCH_CITIES[:11], "russian": ["0110"]}).active_supply()
    assert {option for option in t.options("russian") if option != "done"} == {
        f"remove {city}" for city in FRENCH_CITIES[:11]
    }
    assert t.reasons("russian", "remove 2512") == ["7.2 no_depot"]
    assert t.reasons("russian", "remove 0110") == ["7.2 no_depot"]


@pytest.mark.parametrize("removed", [[], ["remove 2110"]])
def test_7_2_the_enemy_need_not_take_them_and_there_are_no_trains_in_any_case(removed):
    t = Table({}, turn=15, depots={"french": FRENCH_CITIES[:11]}).active_supply()
    t.play("russian", *removed, "done")
    assert t.asked == "PlaceTrain"
    assert len(knows(t, "french", "depots")) == 11 - len(removed)
    assert knows(t, "french", "to_place") == 0


def test_7_2_a_number_of_zero_costs_no_depot():
    t = Table({}, turn=15, depots={"french": FRENCH_CITIES[:9]}).active_supply()
    assert t.asked == "PlaceTrain"
    assert knows(t, "french", "to_place") == 0


def test_7_2_depots_taken_off_are_no_permanent_losses():
    t = Table({}, turn=15, depots={"french": FRENCH_CITIES[:11]}).active_supply()
    t.play("russian", "remove 2110", "remove 2607")
    assert knows(t, "french", "lost_trains") == 0


def test_7_2_russians_short_of_trains_lose_depots_to_the_french():
    t = Table({}, turn=11, depots={"russian": RUSSIAN_CITIES[:11]}).active_supply()
    assert (t.asked, t.to_act) == ("TakeOffDepots", ("french",))
    t.play("french", "remove 1317")
    assert t.asked == "PlaceTrain"
    assert "1317" not in knows(t, "russian", "depots")
    assert knows(t, "russian", "to_place") == 0


# 7.3


def test_7_3_a_stack_with_a_commander_and_a_supplied_unit_may_receive():
    t = Table({**NEY, "F-I-I1": "2208", "F-DAVOUT": "2109"}).active_supply()
    assert t.rules("french", "train 2108") == []
    assert t.reasons("french", "train 2208") == ["7.3 no_stack_for_train"]
    assert t.reasons("french", "train 2109") == ["7.3 no_stack_for_train"]
    assert t.reasons("french", "train 2209") == ["7.3 no_stack_for_train"]


def test_7_3_at_least_one_unit_must_be_in_supply():
    pieces = {**NEY, "F-III-I2": "2108", **DAVOUT, "F-I-I2": "2208"}
    t = Table(pieces, unsupplied=["F-III-I1", "F-III-I2", "F-I-I1"]).active_supply()
    assert t.reasons("french", "train 2108") == ["7.3 no_stack_for_train"]
    assert t.rules("french", "train 2208") == []


def test_7_3_a_disrupted_stack_may_receive_to_rally():
    assert Table(NEY, disrupted=["F-III-I1"]).active_supply().rules("french", "train 2108") == []


def test_7_3_an_enemy_commander_does_not_serve():
    t = Table({"F-III-I1": "2108", "R-BARCLAY": "2108"}).active_supply()
    assert t.reasons("french", "train 2108") == ["7.3 no_stack_for_train"]


def test_7_3_any_friendly_city_may_receive_for_a_depot_linked_or_not():
    t = Table({}).active_supply()
    assert {option.split()[1] for option in t.options("french") if option.startswith("train")} == set(FRENCH_CITIES)
    t.play("french", "pass")
    assert {"train 1808", "train 1904", "train 2015", "train 0110"} <= set(t.options("russian"))


def test_7_3_an_unfriendly_city_needs_a_friendly_unit():
    t = Table({"F-III-I1": "1808", "F-NEY": "2008"}).active_supply()
    assert t.rules("french", "train 1808") == []
    assert t.rules("french", "train 2008") == []
    assert t.reasons("french", "train 1610") == ["7.3 no_stack_for_train"]


@pytest.mark.parametrize("given", [{}, {"unsupplied": ["F-III-I1"]}, {"disrupted": ["F-III-I1"]}])
def test_7_3_a_train_for_a_depot_may_lie_on_a_stack_that_could_not_use_it(given):
    assert Table({"F-III-I1": "2008"}, **given).active_supply().rules("french", "train 2008") == []


@pytest.mark.parametrize("city", ["0308", "1101"])
def test_7_3_the_french_never_make_a_depot_at_moscow_or_st_petersburg(city):
    t = Table({"F-III-I1": city}).active_supply()
    assert t.reasons("french", f"train {city}") == ["7.3 french_never"]
    t = Table({"F-III-I1": city, "F-NEY": city, "F-I-I1": "2710"}, trains={city: 1, "2710": 1})
    t.make_depots()
    assert t.reasons("french", f"depot {city}") == ["7.3 french_never"]


@pytest.mark.parametrize("city", ["0308", "1101"])
def test_7_3_a_stack_at_moscow_or_st_petersburg_may_still_receive_to_move(city):
    t = Table({"F-III-I1": city, "F-NEY": city}).active_supply()
    assert t.rules("french", f"train {city}") == []


@pytest.mark.parametrize("city", ["0308", "1101"])
def test_7_3_the_russians_may_make_depots_at_moscow_and_st_petersburg(city):
    t = Table({}, trains={city: 1, "0110": 1}).make_depots()
    assert f"depot {city}" in t.options("russian")


def test_7_3_a_train_may_be_put_to_any_use_its_hex_allows():
    pieces = {"F-III-I1": "2710", "F-III-I2": "2710", "F-NEY": "2710"}
    t = settle(Table(pieces, disrupted=["F-III-I1"]).active_supply(), "train 2710")
    assert "depot 2710" in t.options("french")
    t.play("french", "done")
    assert "rally 2710" in t.rally().options("french")
    fresh = settle(Table(pieces).active_supply(), "train 2710").play("french", "done").rally()
    assert "march 2710" in fresh.options("french")


@pytest.mark.parametrize("owner", ["french", "russian"])
def test_7_3_no_train_for_a_depot_goes_where_a_depot_is(owner):
    assert Table({}, depots={owner: ["2207"]}).active_supply().reasons("french", "train 2207") == ["7.3 city_taken"]


def test_7_3_no_train_for_a_depot_goes_to_a_city_held_by_the_enemy():
    assert Table({"R-1I-I1": "2207"}).active_supply().reasons("french", "train 2207") == ["7.3 city_taken"]
    assert Table({"R-BARCLAY": "2207"}).active_supply().rules("french", "train 2207") == []


# 7.4


@pytest.mark.parametrize(("turn", "first"), [(1, "french"), (14, "french"), (15, "russian"), (16, "russian")])
def test_7_4_the_higher_number_in_the_table_starts(turn, first):
    assert Table({}, turn=turn).active_supply().to_act == (first,)


def test_7_4_losses_and_depots_do_not_change_who_starts():
    t = Table({}, depots={"french": FRENCH_CITIES[:6]})
    t.s.lost_trains[0] = 4
    t.active_supply()
    assert (knows(t, "french", "to_place"), knows(t, "russian", "to_place")) == (4, 11)
    assert t.to_act == ("french",)


def test_7_4_on_a_tie_the_french_start(monkeypatch):
    t = Table({})
    monkeypatch.setattr(t.world, "trains", [(0, 0), (11, 11)])
    assert t.active_supply().to_act == ("french",)


def test_7_4_players_alternate_one_train_each():
    t = Table({**NEY, **BARCLAY}).active_supply()
    t.play("french", "train 2108")
    assert t.reasons("french", "train 2108") == ["7.4 turn"]
    t.play("russian", "train 1806")
    assert t.to_act == ("french",)
    assert knows(t, "french", "to_place") == 13
    assert knows(t, "russian", "to_place") == 10


def test_7_4_who_is_finished_leaves_the_other_to_go_on_alone():
    t = Table({**NEY, **BARCLAY}, depots={"french": FRENCH_CITIES[:13]}).active_supply()
    t.play("french", "train 2108").play("russian", "train 1806")
    t.play("french", "done").play("russian", "train 1806", "train 1806")
    assert t.to_act == ("russian",)
    assert knows(t, "russian", "to_place") == 8


def test_7_4_several_trains_may_go_to_one_stack():
    t = settle(Table(NEY).active_supply(), "train 2108", "train 2108", "train 2108")
    assert knows(t, "french", "genuine") == {"2108": 3}


def test_7_4_passing_discards_a_genuine_train():
    t = Table(NEY).active_supply().play("french", "pass")
    assert knows(t, "french", "to_place") == 13
    assert knows(t, "french", "genuine") == {}
    assert "train_discarded" in t.told
    assert t.to_act == ("russian",)


def test_7_4_who_has_a_genuine_train_cannot_just_stop():
    t = Table(NEY).active_supply()
    assert t.reasons("french", "done") == ["7.4 trains_left"]


def test_7_4_without_a_genuine_train_there_is_nothing_to_place_or_discard():
    t = Table(NEY, depots={"french": FRENCH_CITIES[:14]}).active_supply()
    assert knows(t, "french", "to_place") == 0
    assert t.reasons("french", "train 2108") == ["7.4 no_train_left"]
    assert t.reasons("french", "pass") == ["7.4 no_train_left"]


def test_7_4_without_a_legal_place_a_player_must_discard():
    """Every French city is held by a Russian unit and no French stack is on the map."""
    t = Table({})
    russians = [u for u in range(t.world.count) if t.world.fighters[1] >> u & 1]
    for u, city in zip(russians, FRENCH_CITIES, strict=False):
        t.s.put(u, t.hex(city))
    t.active_supply()
    assert t.to_act == ("russian",)
    assert t.told.count("train_discarded") == 1
    assert t.match.view("french")["players"]["french"]["to_place"] == 13


def test_7_4_the_trains_lie_face_down():
    t = Table(NEY).active_supply().play("french", "train 2108")
    seen = t.match.view("russian")["players"]["french"]
    assert seen["trains"] == {"2108": 1}
    assert seen["shown"] == {}


# 7.5


def test_7_5_each_player_has_two_dummies():
    t = Table({**NEY, **BARCLAY}).active_supply()
    for _ in range(2):
        t.play("french", "dummy 2108").play("russian", "dummy 1806")
    assert t.reasons("french", "dummy 2108") == ["7.5 no_dummy_left"]
    t.play("french", "pass")
    assert t.reasons("russian", "dummy 1806") == ["7.5 no_dummy_left"]


def test_7_5_two_dummies_again_next_turn():
    t = settle(Table(NEY).active_supply(), "dummy 2108", "dummy 2108")
    t.rally()
    t.s.turn = 2
    assert knows(t.active_supply(), "french", "dummies_left") == 2


def test_7_5_a_dummy_takes_the_turn_of_a_train_but_is_none():
    t = Table(NEY).active_supply().play("french", "dummy 2108")
    assert t.to_act == ("russian",)
    assert knows(t, "french", "to_place") == 14
    assert knows(t, "french", "genuine") == {}


def test_7_5_a_dummy_goes_only_where_a_train_for_a_stack_could_go():
    pieces = {**NEY, "F-I-I1": "2008", "F-DAVOUT": "2110", "F-I-I2": "2208", "F-OUDINOT": "2208"}
    t = Table(pieces, unsupplied=["F-I-I2"]).active_supply()
    assert t.rules("french", "dummy 2108") == []
    for place in ("2008", "2110", "2208", "2207"):
        assert t.reasons("french", f"dummy {place}") == ["7.5 no_stack_for_train"]


def test_7_5_a_dummy_cannot_be_discarded_to_pass():
    t = Table(NEY, depots={"french": FRENCH_CITIES[:14]}).active_supply()
    assert t.options("french") == ["dummy 2108", "done"]
    assert t.reasons("french", "pass") == ["7.4 no_train_left"]
    t.play("french", "dummy 2108")
    assert knows(t, "french", "dummies_left") == 1


def test_7_5_with_only_dummies_left_a_player_places_them_or_stops():
    t = Table({**NEY, **BARCLAY}, depots={"french": FRENCH_CITIES[:13]}).active_supply()
    t.play("french", "train 2108").play("russian", "pass")
    assert t.options("french") == ["dummy 2108", "done"]
    t.play("french", "dummy 2108").play("russian", "pass").play("french", "done").play("russian", "pass")
    assert t.to_act == ("russian",)


def test_7_5_a_dummy_rallies_nobody():
    pieces = {**DAVOUT, "F-OUDINOT": "2309", "F-II-I1": "2309"}
    t = settle(Table(pieces, disrupted=["F-I-I1", "F-II-I1"]).active_supply(), "dummy 2208", "train 2309")
    t.rally()
    assert t.reasons("french", "rally 2208") == ["8.1 no_train"]
    assert t.rules("french", "rally 2309") == []


def test_7_5_a_stack_with_only_a_dummy_cannot_move():
    t = settle(Table({**NEY, **DAVOUT}).active_supply(), "dummy 2108", "train 2208").movement()
    assert t.reasons("french", "march 2108") == ["8.4 no_train"]
    assert t.reasons("french", "discard 2108") == ["8.2 no_train"]
    assert t.rules("french", "march 2208") == []


def test_7_5_dummies_do_not_outlast_the_movement_step():
    t = settle(Table(NEY).active_supply(), "dummy 2108").movement()
    assert t.asked == "Rest"
    assert t.match.view("russian")["players"]["french"]["trains"] == {}


def test_7_5_dummies_never_count_as_trains_for_foraging():
    pieces = {"F-III-I1": "1909", "F-NEY": "1909"}
    assert flagged(settle(Table(pieces, turn=3).active_supply(), "dummy 1909"), "F-III-I1")
    assert not flagged(settle(Table(pieces, turn=3).active_supply(), "train 1909"), "F-III-I1")


# 7.5 what the enemy sees


def told_to(t: Table, side: str | None) -> list:
    return [(number, event.key, event.args) for number, event in t.match.log(side)]


@pytest.mark.parametrize("watcher", ["russian", None])
def test_7_5_the_enemy_cannot_tell_a_dummy_from_a_train_as_it_is_placed(watcher):
    train = Table({**NEY, **BARCLAY}).active_supply().play("french", "train 2108")
    dummy = Table({**NEY, **BARCLAY}).active_supply().play("french", "dummy 2108")
    assert train.match.view(watcher) == dummy.match.view(watcher)
    assert told_to(train, watcher) == told_to(dummy, watcher)
    assert train.options("russian") == dummy.options("russian")


@pytest.mark.parametrize("watcher", ["russian", None])
def test_7_5_the_enemy_cannot_tell_a_dummy_from_a_train_when_moves_begin(watcher):
    tables = []
    for placed in (["train 2108", "dummy 2208"], ["dummy 2108", "train 2208"]):
        t = Table({**NEY, **DAVOUT, **BARCLAY}).active_supply()
        t.play("french", placed[0]).play("russian", "train 1806").play("french", placed[1])
        tables.append(settle(t).rally())
    one, other = tables
    assert (one.asked, one.to_act) == ("MoveOrder", ("french",))
    assert one.match.view(watcher) == other.match.view(watcher)
    assert told_to(one, watcher) == told_to(other, watcher)
    assert one.options("french") != other.options("french")


@pytest.mark.parametrize(
    ("pieces", "broken"),
    [({"F-III-I1": "2710", "F-NEY": "2710"}, []), (NEY, ["F-III-I1", "R-1I-I1"])],
    ids=["a Depot could be made", "a stack could rally"],
)
def test_7_5_the_enemy_cannot_tell_a_dummy_from_a_train_by_who_is_asked_next(pieces, broken):
    place = pieces["F-NEY"]
    views = []
    for placed in ([f"train {place}", "dummy 2208"], [f"dummy {place}", "train 2208"]):
        t = Table({**pieces, **DAVOUT, **BARCLAY}, disrupted=broken).open(ActiveSupply(), RallyAndMovement())
        t.play("french", placed[0]).play("russian", "train 1806").play("french", placed[1])
        settle(t)
        view = t.match.view("russian")
        views.append((view["to_act"], view["phase"], view["players"]))
    assert views[0] == views[1]


def test_7_5_the_owner_knows_his_own():
    t = Table({**NEY, **DAVOUT}).active_supply()
    t.play("french", "train 2108").play("russian", "pass").play("french", "dummy 2208")
    own = t.match.view("french")["players"]["french"]
    assert own["genuine"] == {"2108": 1}
    assert own["trains"] == {"2108": 1, "2208": 1}
    assert (own["to_place"], own["dummies_left"]) == (13, 1)
    assert "train_is_dummy" in [event.key for _, event in t.match.log("french")]


def test_7_5_the_enemy_is_told_neither_nature_nor_numbers():
    t = Table({**NEY, **DAVOUT}).active_supply()
    t.play("french", "train 2108").play("russian", "pass").play("french", "dummy 2208")
    for watcher in ("russian", None):
        seen = t.match.view(watcher)["players"]["french"]
        assert not {"genuine", "to_place", "dummies_left"} & set(seen)
        assert seen["counters_left"] == 14
        assert not {"train_is_genuine", "train_is_dummy"} & {event.key for _, event in t.match.log(watcher)}


# 7.6


@pytest.mark.parametrize(("turn", "marked"), [(2, False), (3, True), (16, True)])
def test_7_6_from_turn_3_a_stack_abroad_without_a_train_is_marked(turn, marked):
    t = settle(Table({"F-III-I1": "1909", "F-III-I2": "1909"}, turn=turn).active_supply())
    assert [flagged(t, name) for name in ("F-III-I1", "F-III-I2")] == [marked] * 2


@pytest.mark.parametrize("place", ["2108", "2208", "2217", "2607"])
def test_7_6_no_marker_in_friendly_territory(place):
    around = {"F-I-I1": "2109", "F-I-I2": "2208"} if place == "2108" else {}
    assert not flagged(settle(Table({"F-III-I1": place, **around}, turn=3).active_supply()), "F-III-I1")


def test_7_6_a_genuine_train_frees_the_stack():
    t = settle(Table({"F-III-I1": "1909", "F-III-I2": "1909", "F-NEY": "1909"}, turn=3).active_supply(), "train 1909")
    assert not flagged(t, "F-III-I1")
    assert not flagged(t, "F-III-I2")


@pytest.mark.parametrize(
    ("others", "marked"),
    [
        ({}, False),
        ({"F-I-I1": "1910"}, False),
        ({"F-I-I1": "1910", "F-I-I2": "1910"}, False),
        ({"F-I-I1": "1910", "F-I-I2": "1809"}, True),
        ({"F-I-I1": "1910", "F-I-I2": "1908"}, True),
        ({"F-I-I1": "1910", "F-DAVOUT": "1809"}, False),
        ({"F-I-I1": "1910", "R-1I-I1": "1809"}, False),
        ({"F-I-I1": "1910", "F-I-I2": "1709"}, False),
    ],
)
def test_7_6_a_stack_next_to_two_others_is_marked_in_spite_of_its_train(others, marked):
    pieces = {"F-III-I1": "1909", "F-NEY": "1909", **others}
    assert flagged(settle(Table(pieces, turn=3).active_supply(), "train 1909"), "F-III-I1") is marked


def test_7_6_neighbours_in_friendly_territory_count():
    pieces = {"F-III-I1": "2007", "F-NEY": "2007", "F-I-I1": "2108", "F-I-I2": "2107"}
    assert flagged(settle(Table(pieces, turn=3).active_supply(), "train 2007"), "F-III-I1")
    del pieces["F-I-I1"]
    assert not flagged(settle(Table(pieces, turn=3).active_supply(), "train 2007"), "F-III-I1")


def in_kowno(others: dict[str, str], depots: dict[str, list[str]]) -> bool:
    """Whether a division in Kowno is marked on turn 3; Depots under it are not converted."""
    t = Table({"F-III-I1": "2008", **others}, turn=3, depots=depots).active_supply()
    while t.asked == "ConvertDepot":
        t.play(t.to_act[0], "pass")
    return flagged(settle(t), "F-III-I1")


def test_7_6_a_stack_in_a_depot_city_is_free():
    depots = {"french": ["2008"]}
    assert in_kowno({}, {})
    assert not in_kowno({}, depots)
    assert not in_kowno({"F-I-I1": "1909", "F-I-I2": "2007", "F-I-I3": "1908"}, depots)


def test_7_6_a_besieged_stack_in_a_depot_city_is_marked():
    depots = {"french": ["2008"]}
    assert in_kowno({"R-1I-I1": "1909", "R-1I-I2": "1909"}, depots)
    assert not in_kowno({"R-1I-I1": "1909"}, depots)
    assert not in_kowno({"R-1I-I1": "1909", "R-1I-I2": "1908"}, depots)
    assert not in_kowno({"R-1I-I1": "2007", "R-1I-I2": "2007"}, depots)
    assert not in_kowno({"F-III-I2": "2008", "R-1I-I1": "1909", "R-1I-I2": "1909"}, depots)


def test_7_6_a_marked_stack_may_not_attack():
    t = settle(Table({"F-III-I1": "1909", "F-I-I1": "2108", "R-1I-I1": "2008"}, turn=3).active_supply()).combat()
    assert t.reasons("french", "attack 1909 2008") == ["10.1 forage"]
    assert t.rules("french", "attack 2108 2008") == []


def test_7_6_a_marked_stack_may_not_support_an_attack():
    pieces = {"F-III-I1": "1909", "F-I-I1": "2108", "F-I-I2": "2109", "R-1I-I1": "2008"}
    t = settle(Table(pieces, turn=3).active_supply()).roll(6).combat()
    t.play("french", "attack 2108 2008", "commit 1").play("russian", "commit 0")
    assert t.options("french") == ["call 2109", "done"]
    assert t.reasons("french", "call 1909") == ["10.1 forage"]


def test_7_6_a_marked_stack_may_support_a_defence():
    pieces = {"F-III-I1": "1909", "F-I-I1": "2108", "R-1I-I1": "2008", "R-BARCLAY": "2008"}
    t = settle(Table(pieces, turn=3).active_supply())
    t.s.put(t.unit("F-I-I1"), t.hex("1908"))
    assert flagged(t, "F-III-I1")
    t.roll(6).combat("russian").play("russian", "attack 2008 1908", "commit 1").play("french", "commit 4")
    assert "call 1909" in t.options("french")


def test_7_6_a_marked_stack_rolls_for_forage_next_turn():
    t = settle(Table({"F-III-I1": "1909"}, turn=3, depots={"french": ["2207"]}).active_supply())
    t.s.turn = 4
    t.roll(1).general_supply()
    assert t.dice.left() == 0
    assert "forage_failed" in t.told


def test_7_6_only_french_stacks_are_marked_by_default():
    t = settle(Table({"R-1I-I1": "2109", "F-III-I1": "1909"}, turn=3).active_supply())
    assert not flagged(t, "R-1I-I1")
    assert flagged(t, "F-III-I1")


@pytest.mark.parametrize(("place", "marked"), [("2109", True), ("2009", False)])
def test_7_6_by_option_russian_stacks_outside_russia_are_marked_too(place, marked):
    pieces = {"R-1I-I1": place, "R-1I-I2": "1909", "F-III-I1": "2008"}
    t = settle(Table(pieces, turn=3, options={"forage_russian": True}).active_supply())
    assert flagged(t, "R-1I-I1") is marked
    assert t.combat("russian").rules("russian", f"attack {place} 2008") == (["10.1"] if marked else [])


def test_7_6_marked_russians_roll_no_forage_die():
    t = settle(Table({"R-1I-I1": "2109"}, turn=3, options={"forage_russian": True}).active_supply())
    t.s.turn = 4
    assert "forage_failed" not in t.general_supply().told
    assert not flagged(t, "R-1I-I1")


def test_7_6_the_marker_goes_with_the_units_and_marks_the_stack_they_join():
    """A stack marked between two others marches with its Train to a third, which may then not attack either."""
    pieces = {"F-III-I1": "1909", "F-NEY": "1909", "F-I-I1": "1910", "F-I-I2": "1809"}
    others = {"F-I-I3": "2109", "F-I-I4": "2110", "R-1I-I1": "2009"}
    t = settle(Table({**pieces, **others}, turn=3).active_supply(), "train 1909").movement()
    t.play("french", "march 1909", "go", "march 1909 2008", "march 2008 2109", "halt")
    assert flagged(t, "F-III-I1")
    assert not flagged(t, "F-I-I3")
    t.combat()
    assert t.reasons("french", "attack 2109 2009") == ["10.1 forage"]
    assert t.rules("french", "attack 2110 2009") == []


def test_7_6_a_train_meant_for_a_depot_counts():
    pieces = {"F-III-I1": "2008"}
    assert flagged(settle(Table(pieces, turn=3).active_supply()), "F-III-I1")
    assert not flagged(settle(Table(pieces, turn=3).active_supply(), "train 2008"), "F-III-I1")


def test_7_6_the_train_of_a_converted_depot_counts():
    t = Table({"F-III-I1": "2008"}, turn=3, depots={"french": ["2008"]}).active_supply().play("french", "convert 2008")
    assert not flagged(settle(t), "F-III-I1")


def first_edition(pieces: dict[str, str], *french: str) -> Table:
    """Turn 3 of the first edition, Trains placed and the movement step begun."""
    return settle(Table(pieces, turn=3, edition=1).active_supply(), *french).movement()


def test_7_6_first_edition_the_marker_comes_after_movement():
    pieces = {"F-III-I1": "1909", **DAVOUT}
    t = first_edition(pieces, "train 2208")
    assert not flagged(t, "F-III-I1")
    t.play("french", "discard 2208")
    assert flagged(t, "F-III-I1")


def test_7_6_first_edition_all_units_that_lay_with_the_train_are_free():
    t = first_edition({"F-III-I1": "1909", "F-NEY": "1909", "F-III-I2": "1909", "F-I-I1": "1811"}, "train 1909")
    t.play("french", "march 1909", "take F-III-I1", "go", "go", "march 1909 1910", "halt")
    assert [flagged(t, name) for name in ("F-III-I1", "F-III-I2", "F-I-I1")] == [False, False, True]


def test_7_6_first_edition_neighbours_do_not_matter():
    pieces = {"F-III-I1": "1909", "F-NEY": "1909", "F-I-I1": "1910", "F-I-I2": "1809"}
    t = first_edition(pieces, "train 1909")
    t.play("french", "march 1909", "go", "march 1909 1808", "march 1808 1909", "halt")
    assert not flagged(t, "F-III-I1")
    assert flagged(t, "F-I-I1")


def test_7_6_first_edition_a_stack_is_free_if_one_of_its_units_had_a_train():
    pieces = {"F-III-I1": "1909", "F-NEY": "1909", "F-I-I1": "1910", "F-I-I2": "1811"}
    t = first_edition(pieces, "train 1909").play("french", "march 1909", "go", "march 1909 1910", "halt")
    assert not flagged(t, "F-III-I1")
    assert not flagged(t, "F-I-I1")
    assert flagged(t, "F-I-I2")


def test_7_6_first_edition_only_french_stacks_in_russia():
    t = first_edition({"R-1I-I1": "2109", "F-III-I1": "2310", **DAVOUT}, "train 2208").play("french", "discard 2208")
    assert not flagged(t, "R-1I-I1")
    assert not flagged(t, "F-III-I1")


# 7.7

CHAIN = ["2710", "2407"]  # from the western edge to Konigsberg, four hexes from Kowno


def making(pieces: dict[str, str], *cities: str, side: str = "french", **given) -> Table:
    """The step of new Depots, with a Train of this side in each city and one more in a city that is always linked."""
    t = Table(pieces, **{"depots": {"french": CHAIN}, **given})
    sure = "2512" if side == "french" else "0110"
    for city in (*cities, sure):
        t.s.genuine[("french", "russian").index(side)][t.hex(city)] = 1
    return t.make_depots()


def test_7_7_a_train_on_a_friendly_city_may_become_a_depot():
    t = making({}, "2207").play("french", "depot 2207")
    assert "2207" in knows(t, "french", "depots")
    assert "2207" not in knows(t, "french", "genuine")


def test_7_7_it_is_optional():
    t = making({"F-III-I1": "2207"}, "2207").play("french", "done")
    assert knows(t, "french", "depots") == sorted(CHAIN)


@pytest.mark.parametrize(("pieces", "legal"), [({}, False), ({"F-NEY": "2008"}, True), ({"F-III-I1": "2008"}, True)])
def test_7_7_an_unfriendly_city_must_be_occupied_a_lone_commander_is_enough(pieces, legal):
    assert making(pieces, "2008").rules("french", "depot 2008") == ([] if legal else ["7.7"])


def test_7_7_without_a_train_there_is_no_depot():
    assert making({}).reasons("french", "depot 2207") == ["7.7 no_train"]


def test_7_7_a_dummy_makes_no_depot():
    pieces = {"F-III-I1": "2207", "F-NEY": "2207"}
    t = settle(Table(pieces, depots={"french": CHAIN}).active_supply(), "dummy 2207", "train 2512")
    assert t.reasons("french", "depot 2207") == ["7.7 no_train"]
    assert t.rules("french", "depot 2512") == []


def test_7_7_no_depot_in_a_city_under_siege():
    besiegers = {"R-1I-I1": "1909", "R-1I-I2": "1909"}
    assert making({"F-III-I1": "2008", **besiegers}, "2008").reasons("french", "depot 2008") == ["7.7 besieged"]
    assert making({"F-III-I1": "2008", "F-NEY": "2008", **besiegers}, "2008").rules("french", "depot 2008") == ["7.7"]


@pytest.mark.parametrize(
    ("pieces", "disrupted"),
    [
        ({"F-III-I1": "2008", "R-1I-I1": "1909"}, []),
        ({"F-III-I1": "2008", "R-1I-I1": "1909", "R-1I-I2": "1909"}, ["R-1I-I2"]),
        ({"F-III-I1": "2008", "R-1I-I1": "1909", "R-1I-I2": "1908"}, []),
        ({"F-III-I1": "2008", "R-1I-I1": "2007", "R-1I-I2": "2007"}, []),
        ({"F-III-I1": "2008", "F-III-I2": "2008", "R-1I-I1": "1909", "R-1I-I2": "1909"}, []),
        ({"F-NEY": "2008", "R-1I-I1": "1909", "R-1I-I2": "1909"}, []),
    ],
    ids=["one enemy", "one of two disrupted", "in two hexes", "across a river", "two defenders", "no combat unit"],
)
def test_7_7_what_is_no_siege(pieces, disrupted):
    assert making(pieces, "2008", disrupted=disrupted).rules("french", "depot 2008") == []


def test_7_7_no_depot_in_a_city_with_enemy_combat_units():
    assert making({"F-III-I1": "0510"}, "0510", side="russian").rules("russian", "depot 0510") == ["7.7"]
    assert making({"F-NEY": "0510"}, "0510", side="russian").rules("russian", "depot 0510") == []


def test_7_7_at_most_one_depot_a_city():
    t = making({"F-III-I1": "2207"}, "2207")
    t.s.genuine[0][t.hex("2207")] = 2
    t.play("french", "depot 2207")
    assert t.reasons("french", "depot 2207") == ["7.7 no_depot_site"]
    assert knows(t, "french", "genuine") == {"2207": 1, "2512": 1}
    assert making({}, "2207", depots={"french": [*CHAIN, "2207"]}).rules("french", "depot 2207") == ["7.7"]


def test_7_7_a_train_left_on_a_city_without_a_stack_is_lost():
    t = making({"F-III-I1": "2207", "F-NEY": "2110"}, "2207", "2110", "2306").play("french", "done")
    assert knows(t, "french", "genuine") == {"2207": 1}
    assert t.told.count("train_lost") == 3


def test_7_7_a_stack_of_disrupted_units_may_make_a_depot():
    t = making({"F-III-I1": "2008", "F-III-I2": "2008"}, "2008", disrupted=["F-III-I1", "F-III-I2"])
    assert "depot 2008" in t.options("french")


def test_7_7_a_stack_out_of_supply_and_without_commander_may_make_a_depot():
    assert "depot 2008" in making({"F-III-I1": "2008"}, "2008", unsupplied=["F-III-I1"]).options("french")


def test_7_7_one_player_makes_all_his_depots_then_the_other():
    t = Table({}, trains={"2710": 1, "2512": 1, "0110": 1, "0510": 1}).make_depots()
    t.play("french", "depot 2512")
    assert t.to_act == ("french",)
    t.play("french", "depot 2710")
    assert t.to_act == ("russian",)
    assert t.reasons("french", "depot 2710") == ["7.7 turn"]
    t.play("russian", "depot 0110", "depot 0510")
    assert knows(t, "russian", "depots") == ["0110", "0510"]


@pytest.mark.parametrize(("turn", "first"), [(14, "french"), (15, "russian")])
def test_7_7_after_allocation_the_higher_table_number_makes_his_depots_first(turn, first):
    t = Table({}, turn=turn).active_supply()
    own = {"french": "train 2710", "russian": "train 0110"}
    for _ in range(2):
        t.play(t.to_act[0], own[t.to_act[0]])
    settle(t)
    assert (t.asked, t.to_act) == ("MakeDepot", (first,))


# 7.8


@pytest.mark.parametrize(
    ("city", "linked"),
    [
        ("2710", True),
        ("2709", True),
        ("2511", True),
        ("2611", True),
        ("2514", True),
        ("2608", True),
        ("2607", False),
        ("2411", False),
        ("2314", False),
    ],
)
def test_7_8_a_link_from_the_edge_has_five_hexes_at_most(city, linked):
    assert making({}, city, depots={}).rules("french", f"depot {city}") == ([] if linked else ["7.8"])


@pytest.mark.parametrize(("city", "linked"), [("2710", True), ("2709", False), ("2511", False), ("2608", False)])
def test_7_8_three_for_the_french_in_winter(city, linked):
    t = making({}, city, turn=11, depots={})
    if linked:
        assert f"depot {city}" in t.options("french")
    else:
        t = making({}, city, "2710", turn=11, depots={})
        assert t.reasons("french", f"depot {city}") == ["7.8 not_linked"]


@pytest.mark.parametrize("turn", [1, 11, 16])
@pytest.mark.parametrize(("city", "linked"), [("0510", True), ("0513", True), ("0609", False), ("0712", False)])
def test_7_8_five_for_the_russians_in_winter_too(turn, city, linked):
    t = making({}, city, side="russian", turn=turn, depots={})
    assert t.rules("russian", f"depot {city}") == ([] if linked else ["7.8"])


@pytest.mark.parametrize(("city", "linked"), [("2407", True), ("2607", True), ("2207", False), ("2110", False)])
def test_7_8_a_link_from_depot_to_depot_has_five_hexes_at_most(city, linked):
    assert making({}, city, depots={"french": ["2710"]}).rules("french", f"depot {city}") == ([] if linked else ["7.8"])


@pytest.mark.parametrize(("city", "linked"), [("2607", True), ("2512", True), ("2411", True), ("2407", False)])
def test_7_8_three_from_depot_to_depot_in_winter(city, linked):
    t = making({}, city, "2511", turn=11, depots={"french": ["2710"]})
    assert t.rules("french", f"depot {city}") == ([] if linked else ["7.8"])


def test_7_8_depots_made_in_this_step_count():
    t = Table({}, trains={"2710": 1, "2407": 1, "2207": 1}).make_depots()
    assert t.options("french") == ["depot 2710", "done"]
    assert t.reasons("french", "depot 2407") == ["7.8 not_linked"]
    t.play("french", "depot 2710")
    assert t.reasons("french", "depot 2207") == ["7.8 not_linked"]
    t.play("french", "depot 2407", "depot 2207")
    assert knows(t, "french", "depots") == ["2207", "2407", "2710"]


def test_7_8_a_depot_without_a_chain_links_nothing():
    assert making({}, "2207", depots={"french": ["2407"]}).reasons("french", "depot 2207") == ["7.8 not_linked"]


@pytest.mark.parametrize("disrupted", [False, True])
def test_7_8_an_enemy_unit_cuts_the_link_from_the_edge(disrupted):
    t = making({"R-1I-I1": "2711"}, "2710", depots={}, disrupted=["R-1I-I1"] if disrupted else [])
    assert t.reasons("french", "depot 2710") == ["7.8 not_linked"]
    assert making({"R-BARCLAY": "2711"}, "2710", depots={}).rules("french", "depot 2710") == []


def test_7_8_enemy_cavalry_cuts_a_link_unless_a_stack_covers_the_hex():
    cavalry = {"R-1I-C1": "2610"}
    assert making(cavalry, "2710", depots={}).reasons("french", "depot 2710") == ["7.8 not_linked"]
    assert making(cavalry, "2710", depots={}, disrupted=["R-1I-C1"]).rules("french", "depot 2710") == []
    assert making({**cavalry, "F-III-I1": "2710"}, "2710", depots={}).rules("french", "depot 2710") == []
    assert making({**cavalry, "F-NEY": "2710"}, "2710", depots={}).reasons("french", "depot 2710") == ["7.8 not_linked"]


@pytest.mark.parametrize(("edition", "linked"), [(2, True), (1, False)])
def test_7_8_an_unbridged_river_shields_the_link_from_cavalry_in_the_second_edition(edition, linked):
    t = making({"R-1I-C1": "2610", "F-III-I1": "2710"}, "2710", depots={}, edition=edition)
    assert t.rules("french", "depot 2710") == ([] if linked else ["7.8"])


def test_7_8_an_enemy_city_cuts_a_link_unless_a_friend_is_in_it():
    pieces = {"F-III-I1": "1808", "R-1I-I1": "2007"}
    depots = {"french": [*CHAIN, "2207"]}
    assert making(pieces, "1808", depots=depots).reasons("french", "depot 1808") == ["7.8 not_linked"]
    assert making({**pieces, "F-NEY": "2008"}, "1808", depots=depots).rules("french", "depot 1808") == []


def test_7_8_a_river_without_a_bridge_cuts_a_link():
    """Graudenz is two hexes from the edge across the Vistula, but four over the bridge at Thorn."""
    assert making({}, "2709", "2710", turn=11, depots={}).reasons("french", "depot 2709") == ["7.8 not_linked"]
    assert making({}, "2709", turn=10, depots={}).rules("french", "depot 2709") == []


def test_7_8_difficult_terrain_cuts_a_french_link():
    """To Radom (2514) past 2513, or through the forest 2613."""
    assert making({}, "2514", depots={}).rules("french", "depot 2514") == []
    assert making({"R-1I-I1": "2513"}, "2514", depots={}).reasons("french", "depot 2514") == ["7.8 not_linked"]


def test_7_8_forest_does_not_cut_a_russian_link():
    """To Tver (0506) no way of five hexes from the edge avoids the forests 0306 and 0307."""
    assert making({}, "0506", side="russian", depots={}).rules("russian", "depot 0506") == []


def test_7_8_the_whole_chain_is_judged_now():
    cut = {"R-1I-I1": "2711"}
    assert making({}, "2207").rules("french", "depot 2207") == []
    assert making(cut, "2207").reasons("french", "depot 2207") == ["7.8 not_linked"]
    assert making({"R-1I-C1": "2308"}, "2207", "2306").reasons("french", "depot 2306") == ["7.8 not_linked"]


def test_7_8_a_link_between_older_depots_must_be_short_enough_now():
    assert making({}, "2306", turn=10).rules("french", "depot 2306") == []
    assert making({}, "2306", "2511", turn=11).reasons("french", "depot 2306") == ["7.8 not_linked"]


def test_7_8_an_existing_depot_works_though_its_chain_is_cut():
    t = Table({"F-III-I1": "2107", "R-1I-I1": "2711"}, depots={"french": [*CHAIN, "2207"]})
    t.general_supply()
    assert t.is_supplied("F-III-I1")
    assert knows(t, "french", "depots") == sorted([*CHAIN, "2207"])


@pytest.mark.parametrize(("edition", "linked"), [(2, False), (1, True)])
def test_7_8_first_edition_an_edge_hex_is_no_hex_of_the_link(edition, linked):
    assert making({}, "2607", depots={}, edition=edition).rules("french", "depot 2607") == ([] if linked else ["7.8"])
    t = making({}, "0609", side="russian", depots={}, edition=edition)
    assert t.rules("russian", "depot 0609") == ([] if linked else ["7.8"])


def test_7_6_what_laid_the_forage_markers_stands():
    """They tell the enemy where genuine Trains lie: the last Train is not taken back (15.2 asks nothing in between)."""
    t = Table({"F-III-I1": "1708", "R-1V-I1": "1408"}, turn=4)
    t.s.revealed = False
    ForageMarkers().finish(t.s)
    assert t.s.revealed
