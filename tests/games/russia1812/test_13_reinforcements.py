"""Rulebook 13: Cossacks and reinforcements."""

import json

import pytest

import grognard
from grognard import games
from grognard.games.russia1812.world import data
from grognard.kernel.match import begin
from toolkit1812 import Table

# 13.1


@pytest.mark.parametrize(
    ("turn", "edition", "roll", "struck"),
    [
        (1, 2, 5, False),
        (1, 2, 6, True),
        (6, 2, 5, False),
        (6, 2, 6, True),
        (7, 2, 4, False),
        (7, 2, 5, True),
        (7, 2, 6, True),
        (16, 2, 4, False),
        (16, 2, 5, True),
        (7, 1, 5, False),
        (10, 1, 5, False),
        (10, 1, 6, True),
        (11, 1, 4, False),
        (11, 1, 5, True),
    ],
)
def test_13_1_cossacks_strike_on_a_six_and_later_on_a_five(turn, edition, roll, struck):
    t = Table({"F-III-I1": "0617"}, turn=turn, edition=edition, dice=[roll]).cossacks()
    assert t.is_disrupted("F-III-I1") is struck
    assert t.where("F-III-I1") == "0617"
    assert t.dice.left() == 0


@pytest.mark.parametrize(("edition", "roll", "struck"), [(1, 5, False), (1, 6, True), (2, 5, True), (2, 4, False)])
def test_13_1_in_1813_there_is_no_winter_but_the_turn_still_counts(edition, roll, struck):
    """R-13.1b."""
    t = Table({"F-III-I1": "1709"}, edition=edition, turn=11, options={"advanced": True, "two_year": True}, dice=[roll])
    t.s.affairs.year, t.s.winter = 1813, False
    t.cossacks()
    assert t.is_disrupted("F-III-I1") is struck


def test_13_1_a_disrupted_unit_is_eliminated():
    t = Table({"F-III-I1": "0617"}, disrupted=["F-III-I1"], dice=[6]).cossacks()
    assert t.where("F-III-I1") is None


def test_13_1_a_miss_leaves_a_disrupted_unit_alone():
    t = Table({"F-III-I1": "0617"}, disrupted=["F-III-I1"], dice=[5]).cossacks()
    assert (t.where("F-III-I1"), t.is_disrupted("F-III-I1")) == ("0617", True)


@pytest.mark.parametrize("unit", ["F-IG-I1", "F-III-C1", "F-IV-A1", "F-AU-I1"])
def test_13_1_any_combat_unit_of_the_french_side_may_be_struck(unit):
    assert Table({unit: "0617"}, dice=[6]).cossacks().is_disrupted(unit)


def test_13_1_two_units_in_a_hex_are_safe():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0617"}, disrupted=["F-III-I2"], dice=[6]).cossacks()
    assert t.dice.left() == 1
    assert not t.is_disrupted("F-III-I1")


def test_13_1_commanders_do_not_count():
    t = Table({"F-III-I1": "0617", "F-NEY": "0617", "F-DAVOUT": "0617"}, dice=[6]).cossacks()
    assert t.is_disrupted("F-III-I1")


def test_13_1_commanders_alone_are_not_attacked():
    t = Table({"F-NEY": "0617"}, dice=[6]).cossacks()
    assert (t.where("F-NEY"), t.dice.left()) == ("0617", 1)


@pytest.mark.parametrize("city", ["0518", "1009", "0308"])
@pytest.mark.parametrize("edition", [1, 2])
def test_13_1_cities_are_safe(city, edition):
    t = Table({"F-III-I1": city}, edition=edition, dice=[6]).cossacks()
    assert (t.is_disrupted("F-III-I1"), t.dice.left()) == (False, 1)


@pytest.mark.parametrize(("edition", "struck"), [(1, True), (2, False)])
def test_13_1_outside_russia_only_the_first_edition_knows_cossacks(edition, struck):
    t = Table({"F-III-I1": "2308"}, edition=edition, dice=[6]).cossacks()
    assert t.is_disrupted("F-III-I1") is struck


def test_13_1_russian_units_are_not_attacked():
    t = Table({"R-1V-I1": "0617"}, dice=[6]).cossacks()
    assert (t.is_disrupted("R-1V-I1"), t.dice.left()) == (False, 1)


def test_13_1_each_lonely_unit_has_its_own_die():
    t = Table({"F-III-I1": "0617", "F-III-I2": "0417", "F-III-I3": "0217"}, dice=[6, 3, 6]).cossacks()
    assert [t.is_disrupted(f"F-III-I{n}") for n in (1, 2, 3)].count(True) == 2
    assert (t.told.count("cossacks_strike"), t.told.count("cossacks_miss")) == (2, 1)


def test_13_1_cossacks_put_no_commander_in_danger():
    t = Table({"F-III-I1": "0617", "F-NAPOLEON": "0617"}, disrupted=["F-III-I1"], dice=[6, 1]).cossacks()
    assert t.where("F-III-I1") is None
    assert t.where("F-NAPOLEON") == "0617"
    assert t.dice.left() == 1
    assert t.match.outcome is None


# 13.2

TABLE = {
    2: {
        "A": ["F-AU-I1", "F-AU-I2", "F-AU-I3", "F-AU-C1", "F-AU-A1", "F-SCHWARZENBERG"],
        "K": ["R-DAN-I1", "R-DAN-I2", "R-DAN-I3"],
    },
    4: {"W": ["F-IX-I1", "F-IX-I2", "F-IX-A1"], "K": ["R-LAMB-C1", "R-LAMB-C2", "R-DAN-I4", "R-3X-I1", "R-TORMASOV"]},
    5: {"K": ["R-3X-I2", "R-AL-A3", "R-3OS-I1", "R-OSTENSACKEN"], "StP": ["R-FIN-I1"]},
    6: {"W": ["F-XI-I1", "F-XI-I2"], "K": ["R-DAN-C1"], "StP": ["R-FIN-I2", "R-FIN-I3", "R-KUTUZOV", "R-STEINHEIL"]},
    8: {"W": ["F-IX-I3", "F-XI-I3", "F-VICTOR"], "K": ["R-3OS-C1", "R-CAU-I1"]},
    10: {"K": ["R-3IX-I1", "R-AL-A4", "R-CHICHAGOV"]},
    11: {"K": ["R-CAU-I2"]},
    12: {"K": ["R-DAN-I5"]},
    13: {"W": ["F-XI-I4", "F-XI-I5", "F-IX-C1", "F-AUGEREAU"], "Kg": ["R-KG-I1"]},
}
ALL = [name for places in TABLE.values() for names in places.values() for name in names]
CITY = {"A": "2217", "W": "2512", "K": "1317", "StP": "1101", "Kg": "0510"}
AROUND = {
    "A": {"2217", "2216", "2117", "2118", "2218", "2318", "2317"},
    "K": {"1317", "1316", "1216", "1217", "1318", "1417", "1416"},
    "StP": {"1101", "1001", "1102", "1201"},
    "Kg": {"0510", "0509", "0409", "0410", "0511", "0610", "0609"},
}


def arrivals(turn, pieces=None, **more):
    """Phase 7 of a turn with every reinforcement of the table still to come."""
    t = Table(pieces or {}, turn=turn, **more)
    for name in ALL:
        t.wait(name)
    return t.cossacks()


def offered(t, side):
    """For each piece that may be placed, the hexes open to it."""
    found: dict[str, set[str]] = {}
    for action in t.options(side):
        _, name, hex_name = action.split()
        found.setdefault(name, set()).add(hex_name)
    return found


def french_placed(t):
    """The French have put their arrivals on the first hexes offered."""
    while t.to_act == ("french",) and t.asked == "Reinforce":
        t.play("french", t.options("french")[0])
    return t


def due(turn, side):
    return sorted(n for names in TABLE[turn].values() for n in names if n.startswith("FR"[side == "russian"]))


@pytest.mark.parametrize("turn", TABLE)
@pytest.mark.parametrize("edition", [1, 2])
def test_13_2_who_arrives_when_and_where(turn, edition):
    t = arrivals(turn, edition=edition)
    for side in ("french", "russian"):
        if due(turn, side):
            assert (t.asked, t.to_act) == ("Reinforce", (side,))
            assert sorted(offered(t, side)) == due(turn, side)
        for place, names in TABLE[turn].items():
            for name in [n for n in names if n in due(turn, side)]:
                t.play(side, f"place {name} {'2216' if name == 'F-AU-A1' else CITY[place]}")
    assert t.asked == "Rest"
    for place, names in TABLE[turn].items():
        assert {t.where(n) for n in names if n != "F-AU-A1"} == {CITY[place]}
    assert t.told.count("arrived") == len(due(turn, "french")) + len(due(turn, "russian"))
    assert {n for n in ALL if t.where(n)} == {n for names in TABLE[turn].values() for n in names}


@pytest.mark.parametrize("turn", [turn for turn in range(1, 17) if turn not in TABLE])
def test_13_2_on_other_turns_nobody_arrives(turn):
    t = arrivals(turn)
    assert t.asked == "Rest"
    assert [n for n in ALL if t.where(n)] == []


def test_13_2_a_new_game_holds_exactly_these_reinforcements():
    game = games.load("russia1812")
    match = begin(game, game.set_up("historical", {"edition": 2}), dice=grognard.ScriptedDice([]))
    waiting = {(p["turn"], p["place"], p["id"]) for p in match.view(None)["waiting"] if p["turn"]}
    assert waiting == {(turn, place, n) for turn, row in TABLE.items() for place, names in row.items() for n in names}


def test_13_2_classes_and_types_are_those_of_the_table():
    world = Table({}).world
    kinds = {n: (world.klass[world.ids.index(n)], world.kind[world.ids.index(n)]) for n in ALL}
    counts = {}
    for turn, row in TABLE.items():
        for place, names in row.items():
            for klass, kind in (kinds[n] for n in names if kinds[n][0]):
                counts[turn, place, klass, kind] = counts.get((turn, place, klass, kind), 0) + 1
    assert counts == {
        (2, "A", "line", "infantry"): 3,
        (2, "A", "line", "cavalry"): 1,
        (2, "A", "line", "artillery"): 1,
        (2, "K", "line", "infantry"): 3,
        (4, "W", "veteran", "infantry"): 1,
        (4, "W", "line", "infantry"): 1,
        (4, "W", "line", "artillery"): 1,
        (4, "K", "line", "cavalry"): 2,
        (4, "K", "line", "infantry"): 2,
        (5, "K", "line", "infantry"): 2,
        (5, "K", "line", "artillery"): 1,
        (5, "StP", "line", "infantry"): 1,
        (6, "W", "veteran", "infantry"): 1,
        (6, "W", "line", "infantry"): 1,
        (6, "K", "conscript", "cavalry"): 1,
        (6, "StP", "line", "infantry"): 2,
        (8, "W", "veteran", "infantry"): 1,
        (8, "W", "line", "infantry"): 1,
        (8, "K", "conscript", "cavalry"): 1,
        (8, "K", "conscript", "infantry"): 1,
        (10, "K", "line", "infantry"): 1,
        (10, "K", "line", "artillery"): 1,
        (11, "K", "conscript", "infantry"): 1,
        (12, "K", "conscript", "infantry"): 1,
        (13, "W", "veteran", "infantry"): 1,
        (13, "W", "line", "infantry"): 1,
        (13, "W", "line", "cavalry"): 1,
        (13, "Kg", "conscript", "infantry"): 1,
    }


def test_13_2_pieces_of_other_turns_are_not_placed():
    t = arrivals(4)
    assert t.reasons("french", "place F-XI-I1 2512") == ["13.2 not_due"]
    assert t.reasons("french", "place R-DAN-I4 1317") == ["13.2 not_due"]


def test_13_2_the_higher_number_of_the_table_places_first():
    t = arrivals(13)
    assert t.to_act == ("french",)
    assert t.reasons("russian", "place R-KG-I1 0510") == ["13.2 turn"]


def test_13_2_cossacks_come_before_reinforcements():
    t = arrivals(4, {"F-III-I1": "0617"}, dice=[6])
    t.play("french", "place F-IX-I1 2512")
    assert t.told.index("cossacks_strike") < t.told.index("arrived")


def test_13_2_reinforcements_arrive_in_good_order_and_face_no_cossacks_that_turn():
    t = arrivals(12, dice=[6]).play("russian", "place R-DAN-I5 1318")
    assert (t.where("R-DAN-I5"), t.is_disrupted("R-DAN-I5")) == ("1318", False)
    assert t.dice.left() == 1


# 13.3


@pytest.mark.parametrize(
    ("turn", "name", "place"),
    [
        (2, "R-DAN-I1", "K"),
        (4, "R-TORMASOV", "K"),
        (5, "R-3OS-I1", "K"),
        (5, "R-OSTENSACKEN", "K"),
        (5, "R-FIN-I1", "StP"),
        (6, "R-KUTUZOV", "StP"),
        (6, "R-DAN-C1", "K"),
        (10, "R-CHICHAGOV", "K"),
        (13, "R-KG-I1", "Kg"),
    ],
)
def test_13_3_russians_arrive_on_or_next_to_their_city(turn, name, place):
    t = french_placed(arrivals(turn))
    assert offered(t, "russian")[name] == AROUND[place]
    assert t.reasons("russian", f"place {name} 0308") == ["13.3 arrives_elsewhere"]


@pytest.mark.parametrize("name", ["F-AU-I1", "F-AU-C1", "F-AU-A1", "F-SCHWARZENBERG"])
def test_13_3_austrians_arrive_at_lemberg_or_next_to_it(name):
    t = arrivals(2)
    assert offered(t, "french")[name] == AROUND["A"]
    assert t.reasons("french", f"place {name} 2512") == ["13.3 arrives_elsewhere"]
    assert t.reasons("french", f"place {name} 2017") == ["13.3 arrives_elsewhere"]


@pytest.mark.parametrize(("turn", "name"), [(4, "F-IX-I1"), (6, "F-XI-I2"), (8, "F-VICTOR"), (13, "F-AUGEREAU")])
def test_13_3_the_other_french_arrive_anywhere_west_of_russia(turn, name):
    hexes = json.loads(data.read("map.json"))["hexes"]
    west = {h for h, place in hexes.items() if place["territory"] not in ("russia", "sea")}
    open_ground = {h for h in west if hexes[h]["terrain"] in ("clear", "city", "fortified_city")}
    t = arrivals(turn)
    assert offered(t, "french")[name] == open_ground
    assert {"2217", "2512", "2407"} <= open_ground
    assert t.reasons("french", f"place {name} 2008") == ["13.3 arrives_elsewhere"]


@pytest.mark.parametrize(("closed", "terrain"), [("2613", "forest"), ("2614", "rough"), ("2418", "mountain")])
def test_13_3_nobody_arrives_on_impassable_ground(closed, terrain):
    t = arrivals(4)
    assert t.world.terrain_of[t.hex(closed)] == terrain
    assert t.reasons("french", f"place F-IX-I1 {closed}") == ["13.3 impassable"]


def test_13_3_russians_may_arrive_in_forest_and_marsh():
    t = arrivals(5)
    t.play("russian", "place R-FIN-I1 1001", "place R-3OS-I1 1416")
    assert (t.where("R-FIN-I1"), t.where("R-3OS-I1")) == ("1001", "1416")


@pytest.mark.parametrize("enemy", ["F-III-I1", "F-NEY"])
def test_13_3_not_on_nor_next_to_an_enemy_unit_rivers_or_not(enemy):
    t = arrivals(12, {enemy: "1216"}, dice=[1])
    assert offered(t, "russian") == {"R-DAN-I5": {"1318", "1417", "1416"}}
    for closed in ("1216", "1217", "1316", "1317"):
        assert t.reasons("russian", f"place R-DAN-I5 {closed}") == ["13.3 enemy_near"]


def test_13_3_the_french_keep_away_from_russians_too():
    t = arrivals(4, {"R-PLATOV": "2512"})
    assert t.reasons("french", "place F-IX-I1 2512") == ["13.3 enemy_near"]
    assert t.reasons("french", "place F-IX-I1 2511") == ["13.3 enemy_near"]
    assert t.rules("french", "place F-IX-I1 2510") == []


def test_13_3_commanders_have_the_same_limits():
    t = arrivals(10, {"F-III-I1": "1216"}, dice=[1])
    assert offered(t, "russian")["R-CHICHAGOV"] == {"1318", "1417", "1416"}
    assert t.reasons("russian", "place R-CHICHAGOV 1317") == ["13.3 enemy_near"]


def test_13_3_a_group_may_be_spread():
    t = arrivals(2)
    for name, goal in zip(due(2, "french"), sorted(AROUND["A"]), strict=False):
        t.play("french", f"place {name} {goal}")
    assert len({t.where(name) for name in due(2, "french")}) == 6


FULL_KIEV = dict.fromkeys(["R-1I-I2", "R-1II-I1", "R-1II-I2", "R-1II-A1"], "1317")


def test_13_3_no_hex_is_overfilled():
    t = arrivals(12, FULL_KIEV)
    assert offered(t, "russian") == {"R-DAN-I5": AROUND["K"] - {"1317"}}
    assert t.reasons("russian", "place R-DAN-I5 1317") == ["4.1 full"]


def test_13_3_a_hex_is_filled_to_the_limit_and_no_further():
    t = french_placed(arrivals(4, dict.fromkeys(["R-1V-I1", "R-1V-I2"], "1317")))
    t.play("russian", "place R-DAN-I4 1317", "place R-3X-I1 1317")
    assert t.s.load[t.hex("1317")] == 10
    assert t.reasons("russian", "place R-LAMB-C1 1317") == ["4.1 full"]


def test_13_3_a_full_hex_takes_a_commander():
    t = arrivals(10, FULL_KIEV).play("russian", "place R-CHICHAGOV 1317")
    assert t.where("R-CHICHAGOV") == "1317"


def gone(t, name):
    """Lost for good: neither on the map nor still to come."""
    return name in t.match.view(None)["lost"]


def test_13_3_what_finds_no_hex_is_lost_for_good():
    t = arrivals(10, {"F-III-I1": "1317"})
    assert t.asked == "Rest"
    assert all(gone(t, name) for name in TABLE[10]["K"])
    assert t.told.count("no_room") == 3
    assert not gone(t, "R-CAU-I2")
    t.s.remove(1 << t.unit("F-III-I1"))
    t.cossacks()
    assert t.asked == "Rest"
    assert t.where("R-3IX-I1") is None


def test_13_3_other_places_stay_open_when_one_is_closed():
    t = arrivals(5, {"F-III-I1": "1317"})
    assert offered(t, "russian") == {"R-FIN-I1": AROUND["StP"]}
    t.play("russian", "place R-FIN-I1 1101")
    assert t.where("R-FIN-I1") == "1101"
    assert all(gone(t, name) for name in TABLE[5]["K"])


def test_13_3_units_beyond_the_room_are_lost_and_the_owner_says_which():
    """The French in 1216, 1319 close all but 1417 and 1416; one is full, the other has room for a single unit."""
    enemies = {"F-III-I1": "1216", "F-III-I2": "1319"}
    full = dict.fromkeys(["R-1I-I2", "R-1II-I1", "R-1II-I2", "R-1II-A1"], "1416")
    half = dict.fromkeys(["R-1VI-I1", "R-1VI-I2", "R-2VII-I2"], "1417")
    t = french_placed(arrivals(2, {**enemies, **full, **half}, dice=[1, 1]))
    assert offered(t, "russian") == {f"R-DAN-I{n}": {"1417"} for n in (1, 2, 3)}
    t.play("russian", "place R-DAN-I2 1417")
    assert t.where("R-DAN-I2") == "1417"
    assert gone(t, "R-DAN-I1")
    assert gone(t, "R-DAN-I3")


def test_13_3_what_has_a_hex_must_be_placed():
    t = arrivals(12)
    assert t.untimely("russian", "pass")
    assert t.untimely("russian", "done")
    assert sorted(t.options("russian")) == sorted(f"place R-DAN-I5 {h}" for h in AROUND["K"])


def test_13_3_units_that_arrive_on_an_enemy_depot_take_it():
    t = Table({}, turn=11, depots={"french": ["1317"]})
    t.wait("R-CAU-I2")
    t.cossacks().play("russian", "place R-CAU-I2 1317")
    assert t.s.depots == [0, 0]
    assert t.s.lost_trains == [1, 0]
