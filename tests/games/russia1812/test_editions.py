"""Appendix A: every difference between the editions that changes play, each told to fail under the other edition.

``ROWS`` names the test of each row of ``edition_differences`` (``tables.json``); in the rows of ``ALIKE`` a ruling
reads both editions alike, and their tests hold in both. ``test_every_row_has_its_test`` keeps the table complete.
"""

import json

import pytest

from grognard import games
from grognard.games.russia1812.rules import commands, reinforcements, trains
from grognard.games.russia1812.rules.advanced import command, lodging, traits
from grognard.games.russia1812.rules.advanced.numbers import card_order
from grognard.games.russia1812.world import data
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.game import SetupError
from toolkit1812 import Table

ROWS = {
    "rounding": "test_11_15_half_of_an_odd_difference",
    "ultimate supply sources at the map edge": "test_1_1_the_edge_is_a_hex_farther_in_the_second",
    "forage steps in the sequence": "test_5_1_the_second_places_markers_before_marching_the_first_after",
    "enemy cavalry and supply routes": "test_6_2_an_unbridged_river_shields_a_route_in_the_second",
    "forage marker: when": "test_5_1_the_second_places_markers_before_marching_the_first_after",
    "forage marker: which stacks": "test_7_6_a_stack_between_two_others_forages_in_the_second",
    "attacking a Depot": "test_8_7_a_lone_depot_is_a_target_in_the_second",
    "occupying or leaving Moscow or St Petersburg": "test_9_2_moscow_counts_once_in_the_second",
    "limits on CCs": "test_9_2_seven_commands_at_most_in_the_second",
    "when the defender commits CCs": "test_10_3_who_is_asked_after_the_order",
    "conscripts in a supporting stack": "test_10_4_a_conscript_holds_support_back_in_the_second",
    "withdrawal into a full hex": "test_11_11_a_hex_that_would_overflow_is_closed_in_the_first",
    "cap on hits by the winner": "test_11_14_one_hit_a_unit_in_the_first_two_in_the_second",
    "base hits by the loser": "test_11_15_half_of_an_odd_difference",
    "die adjustment of the loser's hits": "test_11_15_a_one_or_a_six_bends_more_in_the_second",
    "where Cossacks act": "test_13_1_outside_russia_cossacks_ride_in_the_first",
    "when Cossacks hit on 5-6": "test_13_1_a_five_strikes_from_turn_7_in_the_second",
    "Wittgenstein": "test_14_2_wittgenstein_is_better_in_the_first",
    "limit on dummy counters in a stack": "test_15_1_commanders_count_for_dummies_in_the_first",
    "Supply Trains to raise hex capacity": "test_15_2_belongs_to_the_second",
    "command on the march": "test_16_2_two_corps_commanders_share_a_march_in_the_second",
    "Murat on the march": "test_16_4_murat_drives_those_he_sends_off_in_the_first",
    "rival army commanders and support": "test_16_4_followers_of_a_rival_help_nobody_in_the_first",
    "Russian winter positions": "test_16_13_every_city_of_the_river_is_closed_in_the_first",
}
ALIKE = {
    "meaning of stack": "test_4_3_a_lone_commander_is_no_stack_in_either",
    "leaving the map": "test_2_3_who_must_leave_the_map_is_lost_in_either",
    "Riga out of supply": "test_6_4_riga_defends_but_does_not_attack_in_either",
    "revealing cavalry": "test_15_1_cavalry_is_declared_in_either",
    "commander left alone": "test_11_19_hunger_endangers_no_commander_in_either",
    "who declares first": "test_16_1_the_french_lay_first_from_turn_9_in_either",
}
MOSCOW = "0308"
both = pytest.mark.parametrize("edition", [1, 2])


def editions(first, second):
    """What each edition gives; the other's answer fails."""
    assert first != second
    return pytest.mark.parametrize(("edition", "found"), [(1, first), (2, second)])


def test_every_row_has_its_test():
    rows = [row for row in json.loads(data.read("tables.json"))["edition_differences"] if row["affects_play"]]
    assert {row["topic"] for row in rows} == {**ROWS, **ALIKE}.keys()
    assert {*ROWS.values(), *ALIKE.values()} <= globals().keys()


# supply


@editions(True, False)
def test_1_1_the_edge_is_a_hex_farther_in_the_second(edition, found):
    t = Table({}, edition=edition)
    t.s.genuine[FRENCH][t.hex("2607")] = 1
    t.make_depots()
    assert ("depot 2607" in t.options("french")) is found


@editions([False, True], [True, True])
def test_5_1_the_second_places_markers_before_marching_the_first_after(edition, found):
    t = Table({"F-III-I1": "1909", "F-I-I1": "2208", "F-DAVOUT": "2208"}, turn=3, edition=edition)
    t.active_supply()
    while t.asked != "MoveOrder" and t.asked != "Rest":
        side = t.to_act[0]
        placed = t.asked == "PlaceTrain" and side == "french" and not t.s.genuine[FRENCH]
        t.play(side, "train 2208" if placed else t.options(side)[-1])
    seen = [bool(t.s.forage)]
    t.movement()
    while t.asked == "MoveOrder":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    assert [*seen, bool(t.s.forage)] == found


@editions(False, True)
def test_6_2_an_unbridged_river_shields_a_route_in_the_second(edition, found):
    """Cavalry in 2108 has the Niemen between itself and the way from 1908 to Tilsit, which is held."""
    pieces = {"F-III-I1": "1908", "R-1I-C1": "2108", "F-III-I2": "2207"}
    t = Table(pieces, edition=edition, depots={"french": ["2207"]}).general_supply()
    assert t.is_supplied("F-III-I1") is found


@both
def test_6_4_riga_defends_but_does_not_attack_in_either(edition):
    pieces = {"R-RIGA-I1": "1904", "F-X-I1": "1905"}
    t = Table(pieces, edition=edition, unsupplied=["R-RIGA-I1"], dice=[6]).combat("russian")
    assert t.to_act == ("french",)
    assert t.options("french") == ["attack 1905 1904", "decline"]
    assert "attack 1904 1905" in Table(pieces, edition=edition).combat("russian").options("russian")


@editions(False, True)
def test_7_6_a_stack_between_two_others_forages_in_the_second(edition, found):
    pieces = {"F-III-I1": "1909", "F-NEY": "1909", "F-I-I1": "1910", "F-I-I2": "1809"}
    t = Table(pieces, turn=3, edition=edition, trains={"1909": 1})
    t.open(trains.ForageMarkers())
    while t.asked == "MakeDepot":
        t.play(t.to_act[0], "done")
    if edition == 1:
        t.movement("french").play("french", "march 1909", "go", "march 1909 1808", "march 1808 1909", "halt")
    assert bool(t.s.forage >> t.unit("F-III-I1") & 1) is found


@both
def test_4_3_a_lone_commander_is_no_stack_in_either(edition):
    t = Table({"F-NEY": "2208"}, edition=edition)
    assert not trains.stacks_for_trains(t.s, FRENCH)
    assert Table({"F-NEY": "0416", "R-1V-I1": "0316"}, edition=edition).combat("french").to_act == ("russian",)


@editions(["attack 0312 0411", "decline"], ["attack 0312 0311", "attack 0312 0411", "decline"])
def test_8_7_a_lone_depot_is_a_target_in_the_second(edition, found):
    pieces = {"F-I-I1": "0312", "R-1V-I1": "0411"}
    t = Table(pieces, depots={"russian": ["0311"]}, edition=edition).combat("french")
    assert t.options("french") == found


# commands and orders


@editions([(5, 2), (3, 4), (5, 2)], [(5, 2), (3, 4), (4, 3)])
def test_9_2_moscow_counts_once_in_the_second(edition, found):
    t = Table({"F-III-I1": "0208", "F-NEY": "0208"}, edition=edition)
    numbers = []
    for start, goal in (("0208", MOSCOW), (MOSCOW, "0208"), ("0208", MOSCOW)):
        t.s.genuine[FRENCH][t.hex(start)] = 1
        t.rally().play("french", f"march {start}", "lead F-NEY", f"march {start} {goal}", "halt")
        t.s.begin_turn()
        commands.settle_commands(t.s)
        numbers.append(tuple(t.commands().s.cc))
    assert numbers == found


@editions(9, 7)
def test_9_2_seven_commands_at_most_in_the_second(edition, found):
    t = Table({}, edition=edition)
    t.s.cc_base = [9, -2]
    t.commands()
    assert t.s.cc == [found, 1]


@editions(("CallSupport", "french"), ("CommitDefence", "russian"))
def test_10_3_who_is_asked_after_the_order(edition, found):
    pieces = {"F-I-I1": "0416", "F-I-I4": "0415", "R-1V-I1": "0316", "R-1V-I2": "0216"}
    t = Table(pieces, dice=[3], edition=edition).combat("french").play("french", "attack 0416 0316", "commit 4")
    assert (t.asked, *t.to_act) == found


@editions("support_comes", "support_stays")
def test_10_4_a_conscript_holds_support_back_in_the_second(edition, found):
    pieces = {"F-I-I1": "0416", "F-II-I3": "0415", "F-NEY": "0415", "R-1V-I1": "0316"}
    t = Table(pieces, dice=[6, 4, 1, 1, 1, 1], cc=(1, 0), edition=edition).combat("french")
    t.play("french", "attack 0416 0316", "commit 1", "call 0415")
    assert found in t.told


@both
def test_16_1_the_french_lay_first_from_turn_9_in_either(edition):
    assert Table({}, edition=edition, options={"advanced": True}).s.edition == edition
    assert card_order(8, (False, False)) == (RUSSIAN, FRENCH)
    assert card_order(9, (False, False)) == (FRENCH, RUSSIAN)


# combat


def fight(edition, french, russian, dice, disrupted=()):
    """Units from 0416 attack 0316 with the dice of attacker, defender and loser; nobody is called."""
    t = Table(
        {**dict.fromkeys(french, "0416"), **dict.fromkeys(russian, "0316")},
        cc=(6, 6),
        edition=edition,
        disrupted=disrupted,
    )
    t.combat("french").roll(6, *dice).play("french", "attack 0416 0316")
    if t.asked == "OrderUnits":
        t.play("french", "all")
    t.play("french", "commit 6").play("russian", "commit 0")
    return t


def hits(t):
    """Hits by the winner and by the loser."""
    told = next(event.args for _, event in t.match.log() if event.key == "hits")
    return told[1], told[3]


FOUR = ["F-I-I1", "F-I-I2", "F-I-I3", "F-I-I4"]
THREE = ["R-1V-I1", "R-1V-I2", "R-1I-I1"]


@editions(2, 4)
def test_11_14_one_hit_a_unit_in_the_first_two_in_the_second(edition, found):
    t = fight(edition, ["F-I-I1", "F-I-I2"], THREE, (6, 1, 3), disrupted=THREE)
    assert hits(t)[0] == found


@editions(1, 2)
def test_11_15_half_of_an_odd_difference(edition, found):
    assert hits(fight(edition, FOUR, THREE, (3, 1, 3))) == (3, found)


@editions({1: 1, 6: 3}, {1: 0, 6: 4})
def test_11_15_a_one_or_a_six_bends_more_in_the_second(edition, found):
    many = [*THREE, "R-2VII-I1"]
    assert {die: hits(fight(edition, FOUR, many, (5, 1, die)))[1] for die in found} == found


@editions(["retreat 0215", "retreat 0216"], ["retreat 0215", "retreat 0216", "retreat 0315"])
def test_11_11_a_hex_that_would_overflow_is_closed_in_the_first(edition, found):
    crowd = ["R-1I-I2", "R-1II-I1", "R-1II-I2", "R-1III-I1"]
    pieces = {"F-I-I1": "0416", "R-1V-C1": "0316", "R-1VI-C1": "0316", **dict.fromkeys(crowd, "0315")}
    t = Table(pieces, cc=(6, 6), dice=[6], edition=edition)
    assert 12 - t.s.load[t.hex("0315")] < t.s.load[t.hex("0316")]
    t.combat("french").play("french", "attack 0416 0316", "commit 6").play("russian", "withdraw")
    assert sorted(t.options("russian")) == found


@both
def test_2_3_who_must_leave_the_map_is_lost_in_either(edition):
    pieces = {**dict.fromkeys(FOUR, "0218"), **dict.fromkeys(THREE, "0119")}
    t = Table(pieces, cc=(6, 6), dice=[6, 3, 1, 1], edition=edition).combat("french")
    t.play("french", "attack 0218 0119", "all", "commit 6").play("russian", "commit 0")
    t.play("russian", *[f"hit {name}" for name in THREE], "done")
    assert [t.where(name) for name in THREE] == [None, None, None]


@both
def test_11_19_hunger_endangers_no_commander_in_either(edition):
    pieces = {"F-II-I3": "0617", "F-NAPOLEON": "0617"}
    t = Table(pieces, edition=edition, turn=5, disrupted=["F-II-I3"], dice=[1]).general_supply()
    assert (t.where("F-II-I3"), t.where("F-NAPOLEON")) == (None, "0617")
    assert t.dice.left() == 1


# Cossacks, ratings, dummies, room


@editions(True, False)
def test_13_1_outside_russia_cossacks_ride_in_the_first(edition, found):
    assert Table({"F-III-I1": "2308"}, edition=edition, dice=[6]).cossacks().is_disrupted("F-III-I1") is found


@editions(False, True)
def test_13_1_a_five_strikes_from_turn_7_in_the_second(edition, found):
    assert Table({"F-III-I1": "0617"}, turn=7, edition=edition, dice=[5]).cossacks().is_disrupted("F-III-I1") is found


@editions(2, 1)
def test_14_2_wittgenstein_is_better_in_the_first(edition, found):
    t = Table({}, edition=edition)
    assert t.world.cr[t.unit("R-WITTGENSTEIN")] == found


@editions(3, 2)
def test_15_1_commanders_count_for_dummies_in_the_first(edition, found):
    t = Table({"F-I-I1": "2208", "F-I-I2": "2208", "F-DAVOUT": "2208"}, edition=edition)
    assert t.s.decoy_limit(t.s.stack[t.hex("2208")]) == found


@both
def test_15_1_cavalry_is_declared_in_either(edition):
    pieces = {"F-III-I1": "0617", "F-NEY": "0617", "R-1V-C1": "0416"}
    t = Table(pieces, edition=edition, options={"optional_15_1": True}, trains={"0617": 1}).movement("french")
    t.play("french", "march 0617", "lead F-NEY", "march 0617 0517")
    assert "cavalry_declared" in t.told


@editions(False, True)
def test_15_2_belongs_to_the_second(edition, found):
    game = games.load("russia1812")
    if not found:
        with pytest.raises(SetupError, match="second edition only"):
            game.set_up(None, {"edition": edition, "optional_15_2": True})
    else:
        assert game.set_up(None, {"edition": edition, "optional_15_2": True}).options["optional_15_2"]


# the Advanced game


@editions(0, -1)
def test_16_2_two_corps_commanders_share_a_march_in_the_second(edition, found):
    t = Table({}, edition=edition, options={"advanced": True})
    units, leaders = [
        sum(1 << t.unit(name) for name in names) for names in (("F-III-I1", "F-II-I1"), ("F-NEY", "F-OUDINOT"))
    ]
    assert command.march_bonus(t.s, units, leaders) == found


@editions(True, False)
def test_16_4_murat_drives_those_he_sends_off_in_the_first(edition, found):
    t = Table({}, edition=edition, options={"advanced": True})
    ney, murat = 1 << t.unit("F-NEY"), 1 << t.unit("F-MURAT")
    assert traits.drives(t.world, ney | murat, ney, ney) is found


@editions(False, True)
def test_13_1_a_five_strikes_in_1813_in_the_second(edition, found):
    assert reinforcements.cossacks_strike(5, 12, False, edition) is found


@editions(True, False)
def test_16_4_followers_of_a_rival_help_nobody_in_the_first(edition, found):
    pieces = {"R-2VIII-I1": "0316", "R-BAGRATION": "0316"}
    t = Table(pieces, edition=edition, options={"advanced": True})
    t.wait("R-KUTUZOV")
    assert traits.refuses_support(t.s, t.s.leaders(t.hex("0316"), RUSSIAN), 0) is found


@editions(True, False)
def test_16_13_every_city_of_the_river_is_closed_in_the_first(edition, found):
    """Upstream of a source at Kowno lies Grodno, on the Niemen too."""
    t = Table({}, edition=edition, options={"advanced": True, "two_year": True})
    t.s.affairs.source = t.hex("2008")
    up = t.hex(next(city.hex for city in t.world.cities.values() if city.name == "Grodno"))
    assert bool(lodging.forbidden_cities(t.s) >> up & 1) is found
