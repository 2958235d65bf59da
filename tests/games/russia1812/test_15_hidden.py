"""Rulebook 15.1: dummy counters and unexamined stacks: what the enemy sees, when, and what he cannot find out.

The steppe around Kharkov (0518) is open: Ney stands in 0617, Russians in 0416. A river parts 0615 from 0616.
"""

import random

import pytest

import grognard
import walks
from grognard import bots, games
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.quarters import begin_winter
from grognard.games.russia1812.rules.advanced.reserve import ReserveLoss
from grognard.games.russia1812.rules.movement.march import EndMovement
from grognard.games.russia1812.rules.optional.known import known
from grognard.games.russia1812.rules.optional.unexamined import LayDummies
from grognard.games.russia1812.rules.supply import GeneralSupply, supplied_hexes
from grognard.games.russia1812.rules.trains import MakeDepot, linked_hexes
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from secrets_russia1812 import MASKS, pairs, swap_stacks, trade
from toolkit1812 import Table

NEY = {"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}
HORSE = {"R-1V-C1": "0416", "R-1V-I1": "0416", "R-BARCLAY": "0416"}
HIDDEN = {"optional_15_1": True}


def table(pieces, phase=3, decoys=None, options=None, **more):
    """A table with stacks face down; ``decoys``: dummy counters by hex."""
    t = Table(pieces, options={**HIDDEN, **(options or {})}, **more)
    t.s.phase = phase
    for name, number in (decoys or {}).items():
        t.s.veil.decoys[t._owner(name)][t.hex(name)] = number
    return t


def backs(t, viewer):
    """What a side sees of stacks face down: counters by hex."""
    return {back["place"]: back["count"] for back in t.match.view(viewer)["backs"]}


def seen(t, viewer, side):
    """The pieces of a side that lie open to a viewer."""
    return sorted(piece["id"] for piece in t.match.view(viewer)["units"] if piece["side"] == side)


def cavalry(t, viewer):
    return {back["place"] for back in t.match.view(viewer)["backs"] if back["cavalry"]}


def told(t, viewer):
    """The log as a side reads it, with what no action has brought about: key and arguments."""
    who = SIDES.index(viewer)
    fresh = [(event.key, event.args) for event in t.s.events if event.to in (-1, who)]
    return [(event.key, event.args) for _, event in t.match.log(viewer)] + fresh


def keys(t, viewer):
    return [key for key, _ in told(t, viewer)]


def column(pieces, trains=("0617",), **more):
    """Ney's column stands in 0617, ready for its first step."""
    t = table({**NEY, **pieces}, trains=dict.fromkeys(trains, 1), **more).movement("french")
    return t.play("french", "march 0617", "all", "lead F-NEY")


# the option


def test_15_1_is_off_unless_chosen_and_then_leaves_no_trace():
    game = games.load("russia1812")
    assert "optional_15_1" not in game.set_up(None, {"optional_15_1": False}).options
    assert game.set_up(None, HIDDEN).options["optional_15_1"] is True
    assert "backs" not in grognard.start("russia1812", seed="x").view("french")


@pytest.mark.parametrize(
    "more", [{}, {"edition": 1}, {"advanced": True}, {"optional_15_2": True}, {"advanced": True, "two_year": True}]
)
def test_15_1_goes_with_every_other_rule(more):
    assert games.load("russia1812").set_up(None, {**HIDDEN, **more}).options["optional_15_1"] is True


# what is seen


def test_15_1_the_enemy_sees_the_height_of_a_stack_and_no_more():
    t = table({**NEY, **HORSE}, decoys={"0617": 2}, disrupted=["F-III-I2"])
    view = t.match.view("russian")
    assert view["backs"] == [
        {
            "id": "back 0617 french",
            "kind": "back",
            "place": "0617",
            "hex": "0617",  # its old name
            "side": "french",
            "count": 5,
            "cavalry": False,
            "flags": [],
        }
    ]
    assert seen(t, "russian", "french") == []
    assert "F-III-I1" not in str([view["units"], view["waiting"], view["players"]])
    assert "decoys" not in view["players"]["french"]


def test_15_1_the_owner_sees_everything_of_his_own():
    t = table({**NEY, **HORSE}, decoys={"0617": 2}, disrupted=["F-III-I2"])
    view = t.match.view("french")
    assert seen(t, "french", "french") == ["F-III-I1", "F-III-I2", "F-NEY"]
    assert "disrupted" in next(piece for piece in view["units"] if piece["id"] == "F-III-I2")["flags"]
    assert view["players"]["french"]["decoys"] == {"0617": 2}
    assert view["players"]["french"]["decoys_left"] == 3


def test_15_1_a_spectator_sees_no_stack_of_either_side():
    t = table({**NEY, **HORSE}, phase=5, decoys={"0617": 1})
    assert backs(t, None) == {"0617": 4, "0416": 3}
    assert seen(t, None, "french") == seen(t, None, "russian") == []


def test_15_1_without_the_option_all_stacks_lie_open():
    t = Table({**NEY, **HORSE})
    assert seen(t, "russian", "french") == ["F-III-I1", "F-III-I2", "F-NEY"]
    assert LayDummies(FRENCH).rule == "15.1"


def test_15_1_commanders_without_a_combat_unit_lie_open():
    t = table({**NEY, "F-DAVOUT": "0518"})
    assert seen(t, "russian", "french") == ["F-DAVOUT"]
    t.s.put(t.unit("F-III-I1"), t.hex("0518"))
    assert seen(t, "russian", "french") == []
    assert backs(t, "russian") == {"0617": 2, "0518": 2}


def test_15_1_markers_lie_on_stacks_for_all_to_see():
    t = table({**NEY, **HORSE}, phase=5)
    t.s.forage = t.s.forced = 1 << t.unit("F-III-I1")
    assert t.match.view("russian")["backs"][0]["flags"] == ["forage", "forced"]


def test_15_1_nobody_sees_an_army_that_is_being_set_up():
    match = grognard.start("russia1812", options=HIDDEN, seed="s")
    hidden = 0
    while match.to_act == ("russian",) and match.decision("russian").name == "Deploy":
        assert match.view("french")["backs"] == []
        assert [p for p in match.view("french")["units"] if p["side"] == "russian"] == []
        match.play("russian", match.options("russian")[0])
        hidden += 1
    assert hidden > 5
    assert sum(back["count"] for back in match.view("french")["backs"]) > 20
    assert "deployed" in [event.key for _, event in match.log("russian")]
    assert "deployed" not in [event.key for _, event in match.log("french")]


# dummy counters


def laying(pieces, side="french", **more):
    t = table({**NEY, **HORSE, **pieces}, phase=9, **more)
    return t.open(LayDummies(SIDES.index(side)))


def test_15_1_a_stack_takes_no_more_dummies_than_combat_units():
    t = laying({"F-DAVOUT": "0518"})
    assert t.options("french") == ["pad 0617", "done"]
    t.play("french", "pad 0617", "pad 0617")
    assert t.asked == "Rest"
    assert t.s.veil.decoys[FRENCH] == {t.hex("0617"): 2}


def test_15_1_what_is_refused_while_dummies_are_laid():
    t = laying({"F-I-I1": "0519"})
    assert t.reasons("french", "pad 0518") == ["15.1 no_stack"]
    assert t.reasons("french", "keep") == ["15.1 no_dummies_to_keep"]
    t.play("french", "pad 0617", "pad 0617")
    assert [r.key for r in t.match.why_not("french", "pad 0617")] == ["dummies_over_limit"]


def test_15_1_the_first_edition_counts_commanders_too_but_asks_for_a_combat_unit():
    t = laying({"F-DAVOUT": "0518"}, edition=1)
    t.play("french", "pad 0617", "pad 0617", "pad 0617")
    assert t.s.veil.decoys[FRENCH] == {t.hex("0617"): 3}
    assert "pad 0518" not in laying({"F-DAVOUT": "0518"}, edition=1).options("french")


def test_15_1_each_player_has_five_dummies():
    more = {"F-I-I1": "0519", "F-I-I2": "0519", "F-I-I3": "0519", "F-I-I4": "0519"}
    t = laying(more)
    t.play("french", *["pad 0519"] * 4, "pad 0617")
    assert sum(t.s.veil.decoys[FRENCH].values()) == 5
    assert t.asked == "Rest"
    t = laying(more)
    t.play("french", *["pad 0519"] * 3)
    assert t.match.decision("french").args == (2,)


def test_15_1_stacks_are_seen_when_the_dummies_have_been_laid():
    t = laying({"F-I-I1": "0519"}, decoys={"0617": 2})
    before = backs(t, "russian")
    t.play("french", "pad 0519")
    assert backs(t, "russian") == before == {"0617": 5, "0519": 1}
    assert t.match.view("french")["players"]["french"]["decoys"] == {"0519": 1}
    t.play("french", "done")
    assert backs(t, "russian") == {"0617": 3, "0519": 2}
    with pytest.raises(grognard.IllegalAction):
        t.match.undo("french")


def test_15_1_dummies_may_be_left_as_they_lie_or_taken_off():
    t = laying({}, decoys={"0617": 2})
    assert t.options("french")[0] == "keep"
    t.play("french", "keep")
    assert t.s.veil.decoys[FRENCH] == {t.hex("0617"): 2}
    t = laying({}, decoys={"0617": 2}).play("french", "done")
    assert t.s.veil.decoys[FRENCH] == {}


def test_15_1_dummies_are_laid_at_the_start_of_every_turn():
    match = grognard.start("russia1812", options=HIDDEN, seed="t")
    turns = set()
    for _, action in walks.walk(match, walks.POLICIES["lively"], random.Random(3)):
        if match.decision(match.to_act[0]).name == "LayDummies":
            turns.add((match.state.turn, match.to_act[0]))
        assert action.verb != "pad" or match.state.phase == 9
    assert turns == {(turn, side) for turn in range(1, 17) for side in SIDES if (turn, side) in turns}
    assert {(1, "french"), (1, "russian"), (16, "russian")} <= turns


def test_15_1_dummies_over_the_limit_go_back_to_their_owner():
    t = table({**NEY, **HORSE}, decoys={"0617": 2})
    t.s.remove(1 << t.unit("F-III-I1"))
    assert t.s.veil.decoys[FRENCH] == {t.hex("0617"): 1}
    t.s.remove(1 << t.unit("F-III-I2"))
    assert t.s.veil.decoys[FRENCH] == {}
    assert seen(t, "russian", "french") == ["F-NEY"]


def test_15_1_dummies_go_along_with_a_column():
    t = column(HORSE, decoys={"0617": 2})
    assert t.options("french") == ["bring 0", "bring 1", "bring 2"]
    assert t.reasons("french", "bring 3") == ["15.1 too_many_dummies"]
    t.play("french", "bring 2", "march 0617 0618")
    assert backs(t, "russian") == {"0618": 5}
    assert t.match.view("russian")["march"]["units"] == []
    t.play("french", "halt")
    assert t.s.veil.decoys[FRENCH] == {t.hex("0618"): 2}


def test_15_1_a_column_takes_no_more_dummies_than_it_has_units_and_what_is_too_many_at_home_goes_back():
    t = table({**NEY, **HORSE}, trains={"0617": 1}, decoys={"0617": 2}).movement("french")
    t.play("french", "march 0617", "take F-III-I1", "go", "lead F-NEY")
    assert t.options("french") == ["bring 0", "bring 1"]
    t.play("french", "bring 0", "march 0617 0618")
    assert t.s.veil.decoys[FRENCH] == {t.hex("0617"): 1}
    assert backs(t, "russian") == {"0617": 2, "0618": 2}


def test_15_1_dummies_of_a_move_that_is_lost_stay_where_they_are():
    pieces = {"R-1V-I1": "0416", "R-BARCLAY": "0416", "F-III-I1": "2108"}
    t = table(pieces, trains={"0416": 1}, decoys={"0416": 1}, options={"advanced": True}, dice=[1]).movement("russian")
    t.play("russian", "march 0416", "lead R-BARCLAY", "bring 1")
    assert "chaos" in keys(t, "french")
    assert t.s.veil.decoys[RUSSIAN] == {t.hex("0416"): 1}
    assert t.s.veil.column == 0


# cavalry declared, for 8.2


def test_15_1_cavalry_is_declared_when_an_enemy_stack_comes_next_to_it():
    t = column(HORSE)
    assert cavalry(t, "french") == set()
    t.play("french", "march 0617 0517")
    assert cavalry(t, "french") == {"0416"}
    assert ("cavalry_declared", (RUSSIAN, t.hex("0416"))) in told(t, "french")
    assert t.reasons("french", "march 0517 0518") == ["8.4 must_stop"]
    assert seen(t, "french", "russian") == []


def test_15_1_the_cavalry_of_the_column_is_declared_as_well():
    t = column({**HORSE, "F-III-C1": "0617"})
    assert cavalry(t, "russian") == set()
    t.play("french", "march 0617 0517")
    assert cavalry(t, "russian") == {"0517"}


def test_15_1_cavalry_is_named_once_while_it_stays_declared():
    t = column({**HORSE, "R-1V-I2": "0519", "F-I-I1": "0517"})
    assert cavalry(t, "french") == {"0416"}
    t.play("french", "march 0617 0618")
    assert "cavalry_declared" not in keys(t, "french")


@pytest.mark.parametrize("more", [{"disrupted": ["R-1V-C1"]}, {}])
def test_15_1_only_undisrupted_cavalry_is_declared(more):
    t = column({**HORSE, "R-1I-I1": "0519"}, **more)
    t.play("french", "march 0617 0518")
    assert cavalry(t, "french") == set()
    t.play("french", "march 0518 0517")
    assert cavalry(t, "french") == (set() if more else {"0416"})


def test_15_1_plans_and_overlays_know_of_no_cavalry_that_has_not_been_declared():
    t, game = column(HORSE), games.load("russia1812")
    overlays = game.face(t.s, FRENCH, "en").overlays()
    assert overlays.control["russian"] == []
    assert "0417" in overlays.range["0617"]
    plans = {plan.place: plan.path for plan in game.face(t.s, FRENCH, "en").shortcuts()}
    assert "must stop" not in str(game.face(t.s, FRENCH, "en").describe(t.match.options("french")[0]))
    assert "0417" in plans
    t.play("french", "march 0617 0517")
    assert "0517" in game.face(t.s, FRENCH, "en").overlays().control["russian"]


def test_15_1_point_7_makes_the_cavalry_round_a_gripped_stack_declare_itself():
    """R-15.1g: Ney began the phase next to one regiment; another one controls a hex beside him."""
    pieces = {"F-III-I1": "0517", "F-NEY": "0517", "R-1V-C1": "0416", "R-1VI-C1": "0519", "R-1I-C1": "0215"}
    t = table(pieces, trains={"0517": 1}).movement("french")
    assert cavalry(t, "french") == {"0416", "0519"}
    t.play("french", "march 0517", "lead F-NEY")
    assert t.reasons("french", "march 0517 0518") == ["8.4 began_near_cavalry"]


# cavalry declared, for 6.2


SUPPLY = {"F-III-I1": "1908", "F-NEY": "1908", "F-I-I1": "2207"}


def test_15_1_cavalry_that_closes_a_route_is_declared_when_supply_is_traced():
    t = table({**SUPPLY, "R-1I-C1": "2006", "R-1I-I1": "2006"}, depots={"french": ["2207"]}, phase=1)
    t.open(GeneralSupply())
    assert not t.is_supplied("F-III-I1")
    assert ("cavalry_declared", (RUSSIAN, t.hex("2006"))) in told(t, "french")


def test_15_1_cavalry_that_closes_no_route_stays_hidden():
    t = table({**SUPPLY, "R-1I-C1": "0101", "R-1I-I1": "0101"}, depots={"french": ["2207"]}, phase=1)
    t.open(GeneralSupply())
    assert t.is_supplied("F-III-I1")
    assert "cavalry_declared" not in t.told


def test_15_1_cavalry_in_the_way_of_a_link_is_declared_while_depots_are_made():
    t = table({"F-I-I1": "2008", "R-1I-C1": "2006", "R-1V-C1": "0416"}, phase=2, trains={"2008": 1})
    t.s.depots[FRENCH] = t.world.grid.mask(["2207"])
    t.open(MakeDepot(FRENCH))
    assert cavalry(t, "french") == {"2006"}
    assert t.match.view("russian")["sieges"] == []


@pytest.mark.parametrize("seed", range(3))
def test_15_1_what_is_declared_is_enough_to_judge_every_route_and_link(seed):
    """With the cavalry a side knows of, supply and links come out as they are."""
    match = grognard.start("russia1812", options=HIDDEN, seed=f"links {seed}")
    looked = held_back = 0
    for _ in walks.walk(match, walks.POLICIES["lively"], random.Random(seed)):
        if match.state.phase == 2:
            for side in (FRENCH, RUSSIAN):
                twin = known(match.state, side)
                assert twin.cav[1 - side] & ~match.state.cav[1 - side] == 0
                held_back += twin.cav[1 - side] != match.state.cav[1 - side]
                assert linked_hexes(twin, side) == linked_hexes(match.state, side)
                assert supplied_hexes(twin, side) == supplied_hexes(match.state, side)
                looked += 1
    assert looked > 50
    assert held_back > 20


def test_15_1_a_first_depot_that_makes_cavalry_declare_itself_is_not_taken_back():
    match = grognard.start("russia1812", options=HIDDEN, seed="depots")
    refused = 0
    for side, action in walks.walk(match, walks.POLICIES["lively"], random.Random(5)):
        if match.state.turn:
            break
        if action.verb == "depot":
            before = [back["place"] for back in match.view(side)["backs"] if back["cavalry"]]
            twin = match.copy()
            twin.play(side, action)
            after = [back["place"] for back in twin.view(side)["backs"] if back["cavalry"]]
            if set(after) - set(before):
                with pytest.raises(grognard.IllegalAction):
                    twin.undo(side)
                refused += 1
    assert refused


# sieges


def test_15_1_a_siege_is_declared():
    pieces = {"F-III-I1": "0518", "F-NEY": "0518", "R-1V-I1": "0517", "R-1V-I2": "0517"}
    t = table({**pieces, "F-I-I1": "0119", "F-DAVOUT": "0119"}, trains={"0518": 1, "0119": 1}).movement("french")
    assert t.match.view("french")["sieges"] == ["0518"]
    assert t.reasons("french", "march 0518") == ["8.4 besieged"]
    assert games.load("russia1812").face(t.s, FRENCH, "en").overlays().range.keys() == {"0119"}
    t.s.disrupt(1 << t.unit("R-1V-I2"))
    assert t.match.view("french")["sieges"] == []


# combat


FIGHT = {
    "F-III-I1": "0517",
    "F-III-I2": "0517",
    "F-NEY": "0517",
    "R-1V-I1": "0416",
    "R-1V-I2": "0416",
    "R-BARCLAY": "0416",
}


def attack(dice, order=("all", "commit 0"), **more):
    t = table({**FIGHT, **more.pop("pieces", {})}, phase=5, dice=dice, **more).combat()
    return t.play("french", "attack 0517 0416", *order)


def test_15_1_an_order_that_fails_shows_nothing():
    t = attack([2])
    assert seen(t, "russian", "french") == seen(t, "french", "russian") == []
    assert ("attack_fail", (FRENCH, t.hex("0416"), 2, 0)) in told(t, "russian")
    assert not {"attack_ordered", "order_fail", "stack_shown"} & set(keys(t, "russian"))
    assert ("order_fail", (FRENCH, t.hex("0416"), 2, 2, 0)) in told(t, "french")


def test_15_1_an_order_called_off_shows_nothing():
    t = attack([1])
    assert "attack_abort" in keys(t, "russian")
    assert seen(t, "russian", "french") == []


def test_15_1_in_a_combat_both_stacks_are_shown_and_their_dummies_go_back():
    t = attack([6], decoys={"0517": 1, "0416": 2})
    assert seen(t, "russian", "french") == ["F-III-I1", "F-III-I2", "F-NEY"]
    assert seen(t, "french", "russian") == ["R-1V-I1", "R-1V-I2", "R-BARCLAY"]
    assert backs(t, "french") == backs(t, "russian") == {}
    assert t.s.veil.decoys == [{}, {}]
    assert "stack_shown" in keys(t, "russian")


def test_15_1_units_that_were_not_ordered_stay_face_down():
    t = attack([6], order=("take F-III-I1", "go", "commit 0"))
    assert seen(t, "russian", "french") == ["F-III-I1", "F-NEY"]
    assert backs(t, "russian") == {"0517": 1}


def test_15_1_a_stack_that_comes_to_support_is_shown_and_one_that_stays_is_not():
    more = {"F-I-I1": "0516", "F-DAVOUT": "0516", "F-IV-I1": "0417", "F-EUGENE": "0417", "F-V-I1": "0415"}
    t = attack([6], pieces=more).play("russian", "commit 0")
    t.roll(6).play("french", "call 0516")
    assert "F-DAVOUT" in seen(t, "russian", "french")
    t.roll(1).play("french", "call 0417")
    assert not {"F-IV-I1", "F-EUGENE"} & set(seen(t, "russian", "french"))
    assert ("call_unheard", (FRENCH, t.hex("0417"), 1, 0)) in told(t, "russian")
    assert "support_stays" not in keys(t, "russian")
    assert ("support_stays", (FRENCH, t.hex("0417"), 1, 2, 0, 0)) in told(t, "french")


def test_15_1_what_was_shown_is_face_down_again_after_the_combat_phase():
    t = attack([6, 3, 3, 3]).play("russian", "commit 0")
    while t.asked != "Rest":
        side = t.to_act[0]
        t.play(side, "decline" if "decline" in t.options(side) else t.options(side)[0])
    assert t.s.veil.shown == 0
    assert seen(t, "russian", "french") == []


def test_15_1_an_attack_on_commanders_alone_shows_no_attacker():
    pieces = {"F-III-I1": "0517", "F-III-I2": "0517", "F-NEY": "0517", "R-BARCLAY": "0416", "R-1V-I1": "0415"}
    t = table(pieces, phase=5, dice=[6, 1]).combat()
    t.play("french", "attack 0517 0416", "all", "commit 0", "all", "lead F-NEY")
    assert backs(t, "russian") == {"0416": 3}
    assert seen(t, "russian", "french") == []
    assert ("stack_advanced", (FRENCH, 3, t.hex("0416"))) in told(t, "russian")
    assert "advanced" not in keys(t, "russian")


# what silence would tell


def test_15_1_a_player_with_nobody_to_call_is_asked_all_the_same():
    t = attack([6], pieces={"R-2VII-I1": "0415"}, disrupted=["R-2VII-I1"]).play("russian", "commit 0")
    assert (t.asked, t.to_act, t.options("russian")) == ("CallSupport", ("russian",), ["done"])


def test_15_1_a_player_whose_stack_cannot_attack_is_asked_all_the_same():
    t = table(FIGHT, phase=5, disrupted=["F-III-I1"]).combat()
    assert (t.asked, t.options("french")) == ("AttackOrder", ["decline"])
    assert table({**NEY, **HORSE}, phase=5).combat().asked == "Rest"


def test_15_1_a_player_with_nobody_to_rally_is_asked_all_the_same():
    t = table({**NEY, **HORSE}, trains={"0617": 1}).rally()
    assert (t.asked, t.options("french")) == ("Rally", ["done"])
    assert t.reasons("french", "rally 0617") == ["8.1 none_disrupted"]


def test_15_1_a_player_with_no_commander_to_send_is_asked_all_the_same():
    t = table({"F-III-I1": "0617", **HORSE}, phase=6).commanders()
    assert (t.asked, t.options("french")) == ("SendCommander", ["pass"])


# the other phases


def test_15_1_rally_tells_of_the_stack_not_of_the_units():
    t = table({**NEY, **HORSE}, trains={"0617": 1}, disrupted=["F-III-I1", "F-III-I2"]).rally()
    t.play("french", "rally 0617", "restore F-III-I1")
    assert "stack_rallied" in keys(t, "russian")
    assert "rallied" not in keys(t, "russian")
    assert "rallied" in keys(t, "french")


def test_15_1_who_drops_off_a_column_or_covers_it_is_not_named():
    t = column({**HORSE, "F-I-I1": "0517", "F-I-I2": "0517"})
    t.play("french", "march 0617 0618", "drop F-NEY")
    assert ("counter_dropped", (FRENCH, t.hex("0618"))) in told(t, "russian")
    t = column({**HORSE, "F-I-I1": "0517", "F-I-I2": "0517"})
    t.play("french", "march 0617 0517", "cover F-I-I1")
    assert ("hex_covered", (FRENCH, t.hex("0517"))) in told(t, "russian")
    assert not {"dropped", "covered"} & set(keys(t, "russian"))
    assert "covered" in keys(t, "french")


def test_15_1_the_march_die_falls_openly_its_modifier_is_the_owners():
    t = column({**HORSE, "F-III-C1": "0617"}, turn=3, dice=[2])
    t.play("french", "march 0617 0618", "march 0618 0619", "march 0619 0719", "halt")
    assert ("attrition_rolled", (t.hex("0719"), 2)) in told(t, "russian")
    assert not {"attrition_die", "marched"} & set(keys(t, "russian"))
    assert {"attrition_die", "marched"} <= set(keys(t, "french"))


def test_15_1_a_unit_that_is_eliminated_is_shown_one_that_is_disrupted_is_not():
    t = table({**NEY, **HORSE})
    t.s.hit(t.unit("F-III-I1"))
    assert [event.to for event in t.s.events] == [FRENCH]
    t.s.hit(t.unit("F-III-I1"))
    assert [(event.key, event.to) for event in t.s.events] == [("disrupted", FRENCH), ("eliminated", -1)]


def test_15_1_the_forage_die_falls_openly_its_result_is_the_owners():
    t = table({**NEY, **HORSE}, turn=5, phase=1, dice=[2], depots={"french": ["0617"]})
    t.s.forage = 1 << t.unit("F-III-I1")
    t.open(GeneralSupply())
    starving = ("starved_disrupted", (t.unit("F-III-I1"), t.hex("0617")))
    assert ("forage_rolled", (t.hex("0617"), 2)) in told(t, "russian")
    assert "forage_failed" not in keys(t, "russian")
    assert starving not in told(t, "russian")
    assert ("forage_failed", (t.hex("0617"), 2, 2)) in told(t, "french")
    assert starving in told(t, "french")


def test_15_1_cossacks_learn_that_a_unit_is_alone_not_which():
    t = table({"F-III-I1": "0617", "F-NEY": "0617"}, turn=3, phase=7, dice=[6], decoys={"0617": 1}).cossacks()
    public = [event for event in t.s.events if event.to in (-1, RUSSIAN)]
    assert ("cossacks_raid", (t.hex("0617"), 6)) in [(event.key, event.args) for event in public]
    assert not {"cossacks_strike", "disrupted"} & {event.key for event in public}


def test_15_1_a_commander_who_rides_is_a_counter_that_goes():
    t = table({**NEY, "F-I-I1": "0619", **HORSE}, phase=6).commanders()
    t.play("french", "send F-NEY")
    assert backs(t, "russian") == {"0617": 2, "0619": 2}
    assert ("counter_rode", (FRENCH, t.hex("0617"), t.hex("0619"))) in told(t, "russian")
    assert "commander_moved" not in keys(t, "russian")


def test_15_1_a_reinforcement_is_a_counter_that_comes():
    t = table({**HORSE, "F-III-I1": "2108"}, turn=2, phase=7)
    due = [t.world.ids[u] for u in bits(t.world.due[2] & t.world.of_side[RUSSIAN])]
    for name in due:
        t.wait(name)
    t.cossacks()
    place = next(option for option in t.options("russian") if option.startswith("place"))
    before = backs(t, "french")
    t.play("russian", place)
    _, name, place = place.split()
    assert backs(t, "french") == {**before, place: 1}
    assert ("counter_arrived", (RUSSIAN, t.hex(place))) in told(t, "french")
    assert "arrived" not in keys(t, "french")
    assert name in [piece["id"] for piece in t.match.view("french")["waiting"]]
    assert name not in [piece["id"] for piece in t.match.view("russian")["waiting"]]


def test_15_1_who_chooses_among_enemy_units_is_told_their_names_not_where_they_are():
    t = table({"F-CR-C1": "2309", "F-CR-C2": "2409", **HORSE}, phase=1, options={"advanced": True})
    t.s.affairs.toll = 1
    t.open(ReserveLoss(RUSSIAN))
    assert t.options("russian") == ["dismiss F-CR-C1", "dismiss F-CR-C2"]
    said = [games.load("russia1812").face(t.s, RUSSIAN, "en").describe(a) for a in t.match.options("russian")]
    assert [option.place for option in said] == [None, None]
    assert "2309" not in str(said)


def test_15_1_a_stack_over_a_raised_limit_is_shown_to_the_enemy_who_chooses():
    full = {f"F-I-I{n}": "2108" for n in range(1, 5)} | {"F-III-I1": "2108", "F-III-I2": "2108", "F-II-I1": "2108"}
    t = table({**full, **HORSE}, options={"optional_15_2": True})
    t.open(EndMovement())
    assert t.asked == "Excess"
    assert "F-II-I1" in seen(t, "russian", "french")


def test_15_1_in_winter_quarters_everything_is_put_openly():
    t = table(
        {"F-III-I1": "2207", **HORSE},
        phase=8,
        turn=7,
        options={"advanced": True, "two_year": True},
        depots={"french": ["2207"]},
        decoys={"0416": 1},
    )
    begin_winter(t.s)
    assert seen(t, "french", "russian") == ["R-1V-C1", "R-1V-I1", "R-BARCLAY"]
    assert t.s.veil.decoys == [{}, {}]


# odds


def test_15_1_odds_against_counters_face_down_are_bounds():
    t = table(FIGHT, phase=5, decoys={"0416": 1}).combat()
    odds = t.match.odds("french", "attack 0517 0416")
    assert odds.difference == {}
    assert odds.order["go"] == odds.go_by_cc[0] > 0
    assert odds.unexamined[0] == 0
    real = Table(FIGHT).combat().match.odds("french", "attack 0517 0416")
    assert sum(term[2] for term in real.defence) <= odds.unexamined[1]
    assert odds.attack == real.attack
    said = games.load("russia1812").face(t.s, FRENCH, "en").forecast(t.match.options("french")[0], {})
    assert "not been examined" in said.text
    assert "unexamined" in games.load("russia1812").face(t.s, FRENCH, "en").describe(t.match.options("french")[0]).why


def test_15_1_odds_are_exact_once_everything_has_been_shown():
    t = table(FIGHT, phase=5).combat()
    t.s.veil.shown = sum(1 << t.unit(name) for name in FIGHT)
    assert t.match.odds("french", "attack 0517 0416") == Table(FIGHT).combat().match.odds("french", "attack 0517 0416")


def test_15_1_a_hidden_stack_that_may_support_makes_the_odds_bounds_again():
    t = table({**FIGHT, "R-2VII-I1": "0415"}, phase=5).combat()
    t.s.veil.shown = sum(1 << t.unit(name) for name in FIGHT)
    odds = t.match.odds("french", "attack 0517 0416")
    assert odds.difference == {}
    assert odds.unexamined[1] >= 1


# nobody finds out: properties


VARIANTS = [
    HIDDEN,
    {**HIDDEN, "edition": 1},
    {**HIDDEN, "advanced": True, "two_year": True},
    {**HIDDEN, "optional_15_2": True},
]


def table_of(match, who, foreign):
    """Everything the table shows a side beside its view."""
    game, s, side = match.game, match.state, match.sides[who]
    return (
        game.face(s, who, "en").overlays(),
        game.face(s, who, "en").sidebar(),
        game.face(s, who, "en").shortcuts(),
        [game.face(s, who, "en").side_note(other) for other in (0, 1)],
        game.face(s, who, "en").crumbs(),
        game.face(s, -1, "en").clock(),
        [game.face(s, who, "en").describe(action) for action in match.options(side)],
        [game.odds(s, who, action, {}) for action in [*match.options(side), *foreign]],
        [game.face(s, who, "it").forecast(action, {}) for action in match.options(side)],
        [game.face(s, who, "en").about(name) for name in ("0518", "1808", "2108")],
        [match.why_not(side, action) for action in foreign],
    )


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_15_1_what_the_enemy_hides_changes_nothing_at_the_table(options):
    match = grognard.start("russia1812", options=options, seed=f"table {options}")
    chance, swapped = random.Random("look"), 0
    met = []
    for _, action in walks.walk(match, walks.POLICIES["lively"], random.Random("table")):
        met.append(action)
        if chance.random() > 0.03:
            continue
        for rank in (FRENCH, RUSSIAN):
            twin = match.copy()
            if not swap_stacks(twin.state, rank):
                continue
            twin._offers.clear()
            swapped += 1
            other, foreign = SIDES[1 - rank], chance.sample(met, min(20, len(met)))
            assert twin.view(SIDES[rank]) != match.view(SIDES[rank])
            assert [twin.view(who) for who in (other, None)] == [match.view(who) for who in (other, None)]
            assert list(twin.options(other)) == list(match.options(other))
            assert table_of(twin, 1 - rank, foreign) == table_of(match, 1 - rank, foreign)
            assert known(twin.state, 1 - rank).facts() == known(match.state, 1 - rank).facts()
            if match.to_act == (other,):
                choices = [bots.answer(bots.make("marshal", "russia1812", other, "b"), m, other) for m in (match, twin)]
                assert choices[0] == choices[1]
    assert swapped > 15


def renamed(action, u, v, world):
    """The same order for an army in which two units have changed places."""
    names = {world.ids[u]: world.ids[v], world.ids[v]: world.ids[u]}
    return " ".join(names.get(word, word) for word in str(action).split())


def alike(s, u, v):
    """Two units that no rule of the Basic game tells apart."""
    world = s.world
    same = (world.kind[u], world.klass[u]) == (world.kind[v], world.klass[v])
    return (
        same
        and not (world.austrian >> u | world.austrian >> v) & 1
        and all(getattr(s, name) >> u & 1 == getattr(s, name) >> v & 1 for name in MASKS)
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_15_1_two_units_in_each_others_place_are_told_apart_only_when_they_are_shown(seed):
    """The whole log, every question and every view, as long as neither has been seen by the enemy or is lost."""
    match = grognard.start("russia1812", options=HIDDEN, seed=f"lock {seed}")
    rng, rank = random.Random(seed), seed % 2
    steps = walks.walk(match, walks.POLICIES["lively"], rng)
    while match.state.turn < 1 + seed // 2 or match.state.phase != 2:
        next(steps)
    s, kind = match.state, match.state.world.fighters[rank]
    found = [(u, v) for u, v in pairs(s, rank, kind, kind) if alike(s, u, v)]
    u, v = found[seed % len(found)]
    twin = match.copy()
    trade(twin.state, u, v)
    twin._offers.clear()
    other, compared = SIDES[1 - rank], 0
    while match.outcome is None:
        side, action = walks.POLICIES["lively"](match, rng)
        assert twin.to_act == match.to_act
        twin.play(side, renamed(action, u, v, s.world) if side == SIDES[rank] else action)
        match.play(side, action)
        if min(match.state.at[u], match.state.at[v]) < 0 or match.state.veil.shown & (1 << u | 1 << v):
            break
        compared += 1
        assert twin.log(other) == match.log(other)
        assert twin.log(None) == match.log(None)
        assert twin.view(other) == match.view(other)
    assert compared > 10


def test_15_1_no_hidden_piece_is_named_in_the_enemys_log_before_it_is_shown():
    match = grognard.start("russia1812", options=HIDDEN, seed="names")
    for _ in walks.walk(match, walks.POLICIES["lively"], random.Random("names")):
        if match.state.phase == 3 and match.state.turn == 2:
            break
    loud = {
        "stack_shown",
        "eliminated",
        "starved_eliminated",
        "commander_lost",
        "commander_escapes",
        "sheltered",
        "disrupted",
        "ridden_down",
        "withdrew",
        "pushed_on",
        "cut_off",
        "advanced",
        "no_room",
    }
    quiet_log = [event for _, event in match.log("russian") if event.to == -1 and event.key not in loud]
    assert quiet_log
    for event in quiet_log:
        said = match.say(event)
        for u in bits(match.state.world.fighters[FRENCH]):
            assert match.game.show("unit", u, "en") not in said


# after the game, and who plays


def test_15_1_when_all_is_over_every_stack_is_open_to_who_looks_back():
    t = table({**NEY, **HORSE}, decoys={"0617": 1})
    whole = games.load("russia1812").whole(t.s)
    assert {piece["id"] for piece in whole["units"]} == {*NEY, *HORSE}
    assert whole["backs"] == []
    assert games.load("russia1812").whole(Table({**NEY, **HORSE}).s) is None


@pytest.mark.slow
@pytest.mark.parametrize("options", VARIANTS[:3], ids=str)
def test_15_1_the_marshal_plays_against_counters_face_down(options):
    match = grognard.start("russia1812", options=options, seed="marshal")
    players = {side: bots.make("marshal", "russia1812", side, "m") for side in SIDES}
    attacks = 0
    while match.outcome is None and match.state.turn < 5:
        side = match.to_act[0]
        answer = bots.answer(players[side], match, side)
        attacks += answer.startswith("attack")
        match.play(side, answer)
    assert attacks


def test_15_1_is_part_of_the_advanced_game_unless_somebody_says_otherwise() -> None:
    game = games.load("russia1812")
    assert game.set_up(None, {"advanced": True}).options["optional_15_1"] is True
    assert game.set_up(None, {"advanced": True, "optional_15_1": False}).options["optional_15_1"] is False
    assert "optional_15_1" not in game.set_up(None, {}).options
