"""Rulebook 15.1, 7.5: what silence would tell. Questions with one answer that are asked all the same, and nothing that
a side sees changes without a line it may read.

The steppe around Kharkov (0518) is open: Ney stands in 0617, Russians in 0416.
"""

import random
from itertools import pairwise

import pytest

import grognard
import walks
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import CardRally, march_cards
from grognard.games.russia1812.rules.advanced.card_supply import CardLoss, SaveForage
from grognard.games.russia1812.rules.advanced.cards import DrawCards
from grognard.games.russia1812.rules.advanced.politics import Desertion
from grognard.games.russia1812.rules.combat.retreat import Aftermath, AskEscape, PushOn, second_hexes
from grognard.games.russia1812.rules.optional.unexamined import LayDummies, near_cavalry, open_pieces, show
from grognard.games.russia1812.rules.sequence import push_turn
from grognard.games.russia1812.rules.setup import deploying
from grognard.games.russia1812.world.state import Attack, March
from grognard.games.russia1812.world.veil import DUMMY_COUNTERS
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, RUSSIAN, SIDES
from toolkit1812 import Table

NEY = {"F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}
HORSE = {"R-1V-C1": "0416", "R-1V-I1": "0416", "R-BARCLAY": "0416"}
HIDDEN = {"optional_15_1": True}


def table(pieces, phase=3, options=None, **more):
    """A table with stacks face down."""
    t = Table(pieces, options={**HIDDEN, **(options or {})}, **more)
    t.s.phase = phase
    return t


def heard(t, viewer):
    who = SIDES.index(viewer)
    return [event.key for _, event in t.match.log(viewer)] + [e.key for e in t.s.events if e.to in (-1, who)]


# nothing changes in silence

LAYERS = [
    {},
    {"edition": 1},
    {"optional_15_2": True},
    HIDDEN,
    {**HIDDEN, "edition": 1},
    {"advanced": True, "optional_15_1": False},
    {"advanced": True, "two_year": True},
    {"advanced": True, "two_year": True, "edition": 1},
    {"advanced": True, "two_year": True, "optional_15_2": True},
]
APART = ("revision", "decision", "to_act", "viewer")


def plain(view):
    return {key: value for key, value in view.items() if key not in APART}


@pytest.mark.slow
@pytest.mark.parametrize("options", LAYERS, ids=str)
def test_15_1_what_a_side_sees_changes_only_with_a_line_that_it_may_read(options):
    for scenario in ("historical", "free"):
        match = grognard.start("russia1812", scenario, options, seed=f"silent {scenario}")
        seen = {side: plain(match.view(side)) for side in (*SIDES, None)}
        for side, action in walks.walk(match, walks.POLICIES["lively"], random.Random(scenario)):
            if match.state.turn > 4 and not options.get("two_year"):
                break
            twin = match.copy()
            asked = walks.question(match)
            events = twin.play(side, action)
            for other in (*SIDES, None):
                before, seen[other] = seen[other], plain(twin.view(other))
                readable = [e for e in events if e.to == -1 or (other is not None and e.to == SIDES.index(other))]
                assert other == side or readable or seen[other] == before, (asked, str(action), other)


def test_15_1_a_column_and_an_order_are_seen_when_they_are_announced_and_no_longer_than_they_last():
    t = Table({**NEY, **HORSE, "F-I-I1": "0517"}, trains={"0617": 1}, turn=3, dice=[6]).movement("french")
    t.play("french", "march 0617", "all", "lead F-NEY")
    assert t.match.view("russian")["march"] is None
    t.play("french", "march 0617 0618")
    assert t.match.view("russian")["march"]["here"] == "0618"
    t.play("french", "march 0618 0619", "march 0619 0719", "halt")
    assert t.asked == "Attrition"
    assert t.match.view("russian")["march"] is None
    assert t.match.view("french")["march"]["here"] == "0719"
    t = Table({**NEY, **HORSE, "F-I-I1": "0517", "F-I-I2": "0517"}).combat()
    t.play("french", "attack 0517 0416", "take F-I-I1")
    assert t.match.view("french")["battle"]["units"] == ["F-I-I1"]
    assert t.match.view("russian")["battle"] is t.match.view(None)["battle"] is None
    t.play("french", "go")
    assert t.match.view("russian")["battle"]["units"] == ["F-I-I1"]


def test_15_1_nothing_is_known_of_an_army_before_all_of_it_stands():
    match = grognard.start("russia1812", "free", HIDDEN, seed="free")
    first = match.view("french")
    while match.decision("russian").name == "Deploy":
        assert match.view("french")["waiting"] == first["waiting"]
        assert match.view("french")["units"] == match.view("french")["backs"] == []
        assert "army_set_up" not in [event.key for _, event in match.log("french")]
        options = [str(option) for option in match.options("russian")]
        match.play("russian", "deploy R-CONSTANTINE 1417" if "deploy R-CONSTANTINE 1417" in options else options[0])
    assert ("army_set_up", (RUSSIAN,)) in [(event.key, event.args) for _, event in match.log("french")]
    assert match.view("french")["backs"]


# Trains


def test_8_2_a_train_that_cannot_march_is_discarded_unasked_only_where_that_tells_nothing():
    stuck = {"disrupted": ["F-III-I1"], "trains": {"0617": 1}}
    t = Table({**NEY, **HORSE}, **stuck).movement("french")
    assert t.asked == "Rest"
    assert t.told[-1] == "train_discarded_from"
    t = Table({**NEY, **HORSE, "F-I-I1": "0619", "F-DAVOUT": "0619"}, dummies={"0619": 1}, **stuck).movement("french")
    assert (t.asked, t.options("french")) == ("MoveOrder", ["discard 0617"])
    t.play("french", "discard 0617")
    assert t.asked == "Rest"
    t = table({**NEY, **HORSE}, **stuck).movement("french")
    assert (t.asked, t.options("french")) == ("MoveOrder", ["discard 0617"])
    assert t.reasons("french", "march 0617") == ["8.4 held_disrupted"]


def test_7_4_a_player_nobody_of_whom_may_receive_is_asked_all_the_same():
    pieces = {"F-III-I1": "0617", **HORSE}
    t = table(pieces, phase=2, unsupplied=["F-III-I1"]).active_supply()
    while t.to_act != ("french",) or t.asked != "PlaceTrain":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    t.s.to_place[FRENCH], t.s.receivers[FRENCH], t.s.sites[FRENCH] = 0, 0, 0
    t.match._offers.clear()
    assert t.options("french") == ["done"]
    assert t.match.state.agenda[-1].must_ask(t.s)


def test_7_4_who_stops_placing_is_heard():
    t = Table({**NEY, **HORSE}, depots={"french": ["2108"]}).active_supply()
    while "done" not in t.options(t.to_act[0]) or t.asked != "PlaceTrain":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    side = t.to_act[0]
    t.play(side, "done")
    assert ("trains_placed", (SIDES.index(side),)) in [(event.key, event.args) for _, event in t.match.log(None)]


# the march


def march_to(t, *hexes):
    steps = ["0617", *hexes]
    t.play("french", "march 0617", "all")
    if t.asked == "MarchLeaders":
        t.play("french", "go")
    return t.play("french", *[f"march {a} {b}" for a, b in pairwise(steps)])


def test_15_1_a_column_without_commanders_is_asked_to_halt_like_one_with_them():
    far = ("0618", "0619", "0719", "0818", "0819")
    for options, asked in (({}, "Attrition"), (HIDDEN, "Route")):
        t = Table({**NEY, **HORSE}, options=options, trains={"0617": 1}, dice=[5]).movement("french")
        march_to(t, *far)
        assert t.asked == asked
    assert t.options("french") == ["halt"]
    assert t.reasons("french", "march 0819 0818") == ["8.4 five_hexes"]


def test_15_1_the_only_unit_that_can_cover_is_named_like_one_of_several():
    pieces = {**NEY, **HORSE, "F-I-I1": "0517", "R-1I-C1": "0416"}
    t = table(pieces, trains={"0617": 1}).movement("french")
    t.s.began_near[FRENCH] |= 1 << t.hex("0617")
    march_to(t, "0517")
    assert (t.asked, t.options("french")) == ("ChooseCover", ["cover F-I-I1"])
    assert "hex_covered" not in heard(t, "russian")


@pytest.mark.parametrize("led", [False, True])
def test_15_1_whether_the_die_cost_a_column_anything_is_not_told_by_a_question(led):
    """A lone unit on turn 3 and a 5: with Napoleon it is spared, without him disrupted; both go on alike."""
    t = table({"F-III-I1": "0617", "F-NAPOLEON": "0617", **HORSE}, trains={"0617": 1}, turn=3, dice=[5])
    t.movement("french").play("french", "march 0617", "lead F-NAPOLEON" if led else "go")
    t.play("french", "march 0617 0618", "march 0618 0619", "march 0619 0719", "halt")
    before = t.match.view("russian")
    if not led:
        assert (t.asked, t.options("french")) == ("Attrition", ["disrupt F-III-I1"])
        t.play("french", "disrupt F-III-I1")
    assert (t.asked, t.options("french"), t.to_act) == ("CloseMarch", ["done"], ("french",))
    assert plain(t.match.view("russian")) == plain(before)
    t.play("french", "done")
    assert t.asked == "Rest"
    assert t.is_disrupted("F-III-I1") != led


def test_15_1_a_die_that_can_cost_nothing_asks_nothing_and_open_stacks_never_do():
    t = table({**NEY, **HORSE}, trains={"0617": 1}, turn=3, dice=[4]).movement("french")
    march_to(t, "0618", "0619", "0719").play("french", "halt")
    assert t.asked == "Rest"
    t = Table({**NEY, **HORSE}, trains={"0617": 1}, turn=3, dice=[4]).movement("french")
    march_to(t, "0618", "0619", "0719").play("french", "halt")
    assert t.asked == "Rest"


def test_15_1_cavalry_that_is_declared_no_longer_is_heard():
    t = table({"F-III-C1": "0617", "F-NEY": "0617", "R-1V-I1": "0818"}, trains={"0617": 1}, turn=3, dice=[6])
    t.movement("french").play("french", "march 0617", "go")
    for step in ("march 0617 0618", "march 0618 0619", "march 0619 0719", "halt"):
        t.play("french", step)
    assert "cavalry_declared" in heard(t, "russian")
    t.play("french", "disrupt F-III-C1")
    assert "cavalry_broken" in heard(t, "russian")


KHARKOV = {"R-1V-I1": "0518", "F-III-I1": "0617", "F-III-I2": "0617", "F-NEY": "0617"}


def test_15_1_a_siege_that_ends_because_a_besieger_is_disrupted_is_told_to_the_besieged():
    pieces = {"R-1V-I1": "0518", "F-III-I1": "0617", "F-NEY": "0617", "F-I-I1": "0517"}
    t = table(pieces, trains={"0617": 1}, turn=3, dice=[6]).movement("french")
    t.play("french", "march 0617", "go", "march 0617 0616", "march 0616 0516", "march 0516 0517", "halt")
    assert t.match.view("russian")["sieges"] == ["0518"]
    assert "siege_raised" not in heard(t, "russian")
    t.play("french", "disrupt F-III-I1")
    assert t.match.view("russian")["sieges"] == []
    assert "siege_raised" in heard(t, "russian")


def test_15_1_a_siege_that_begins_with_a_rally_is_told_to_the_besieged():
    t = table(KHARKOV, trains={"0617": 1}, disrupted=["F-III-I1"]).rally()
    assert t.match.view("russian")["sieges"] == []
    t.play("french", "rally 0617")
    assert t.match.view("russian")["sieges"] == ["0518"]
    assert heard(t, "russian").count("siege_laid") == 1


# rally


@pytest.mark.parametrize("broken", [["F-III-I1"], ["F-III-I1", "F-III-I2"]])
def test_15_1_how_many_rally_is_not_told_by_a_question(broken):
    t = table({**NEY, **HORSE}, trains={"0617": 1}, disrupted=broken).rally()
    t.play("french", "rally 0617")
    if len(broken) == 2:
        t.play("french", "restore F-III-I1", "restore F-III-I2")
    assert (t.asked, t.options("french")) == ("Rally", ["done"])


def test_15_1_cavalry_that_rallies_next_to_the_enemy_is_declared_aloud():
    t = table({"F-III-C1": "0517", "F-NEY": "0517", **HORSE}, trains={"0517": 1}, disrupted=["F-III-C1"]).rally()
    told = heard(t, "russian").count("cavalry_declared")
    t.play("french", "rally 0517")
    assert heard(t, "russian").count("cavalry_declared") == told + 1


# cards


def laid(card, pieces, options=None, **more):
    t = table(pieces, options={"advanced": True, **(options or {})}, **more)
    t.s.affairs.laid[FRENCH] = card
    return t


def test_16_1_a_card_that_rallies_asks_although_nobody_is_in_disorder():
    t = laid(7, {**NEY, **HORSE}).open(CardRally(FRENCH, 1))
    assert (t.asked, t.options("french")) == ("CardRally", ["done"])
    t = laid(7, {**NEY, **HORSE}, options={"optional_15_1": False}).open(CardRally(FRENCH, 1))
    assert t.asked == "Rest"


def test_16_1_a_card_that_saves_a_forager_asks_although_no_roll_failed():
    t = laid(2, {**NEY, **HORSE}, phase=1).open(SaveForage(FRENCH))
    assert (t.asked, t.options("french")) == ("SaveForage", ["keep"])
    t = laid(2, {**NEY, **HORSE}, phase=1, options={"optional_15_1": False}).open(SaveForage(FRENCH))
    assert t.asked == "Rest"


def test_16_1_a_card_for_cavalry_on_the_march_asks_although_none_is_there():
    for unit, options in (("F-III-I1", ["keep"]), ("F-III-C1", ["use 10", "keep"])):
        t = laid(10, {unit: "0617", **HORSE})
        t.s.march = m = March(FRENCH, t.hex("0617"))
        m.units, m.hexes = 1 << t.unit(unit), 4
        t.open(*march_cards(t.s, m))
        assert (t.asked, t.options("french")) == ("PlayCard", options)
        assert (t.rules("french", "use 10") == ["16.1"]) == (unit == "F-III-I1")
    t.s.hidden = False
    m.units = 1 << t.unit("F-NEY")
    assert march_cards(t.s, m) == []


def test_16_1_the_owner_is_asked_whom_a_card_strikes_even_if_it_is_nobody_or_one():
    t = table({**NEY, **HORSE}, phase=1, options={"advanced": True})
    t.s.affairs.laid[RUSSIAN] = 7
    t.open(CardLoss(FRENCH, 7, "disrupt"))
    assert (t.asked, t.options("french")) == ("CardLoss", ["done"])
    assert t.reasons("french", "disrupt F-III-I1") == ["16.1 card_spares"]
    t.play("french", "done")
    assert t.s.disrupted == 0


# withdrawal in the first edition


def test_11_10_a_defender_whose_next_hexes_are_full_is_asked_and_can_only_stand():
    for options, asked in ((HIDDEN, "AskWithdraw"), ({}, "Rest")):
        t = Table({"F-III-I1": "0517", **HORSE}, edition=1, options=options)
        for h in bits(t.world.near[t.hex("0517")]):
            t.s.load[h] = CAPACITY
        t.s.battle = b = Attack(RUSSIAN, t.hex("0416"), t.hex("0517"))
        b.margin, b.fought = 1, True
        t.open(Aftermath(FRENCH))
        assert t.asked == asked
        if options:
            assert t.options("french") == ["stand"]
            assert t.reasons("french", "withdraw") == ["11.11 no_retreat"]


# orders


def test_15_1_who_seems_able_to_attack_but_is_not_declines_and_is_not_out():
    """R-15.1n: he is asked again when he has an order (R-10.6a); until then the enemy takes him for out."""
    pieces = {"F-I-I1": "0517", "F-I-I2": "0517", **HORSE}
    t = table(pieces, phase=5, disrupted=["F-I-I1"]).combat()
    assert (t.asked, t.options("french")) == ("AttackOrder", ["decline"])
    t.play("french", "decline")
    assert (t.s.out, t.to_act) == ([False, False], ("russian",))
    assert t.match.view("russian")["players"]["french"]["out"]
    assert t.match.view(None)["players"]["french"]["out"]
    assert not t.match.view("french")["players"]["french"]["out"]
    t.roll(1).play("russian", "attack 0416 0517", "all", "commit 0")
    assert t.to_act == ("russian",)  # not asked in vain a second time
    t.s.restore(1 << t.unit("F-I-I1"))
    t.roll(1).play("russian", "attack 0416 0517", "all", "commit 0")
    assert (t.to_act, t.options("french")) == (("french",), ["attack 0517 0416", "decline"])
    assert not t.match.view("russian")["players"]["french"]["out"]
    t.play("french", "decline")
    assert t.s.out == [True, False]


def test_15_1_who_is_nowhere_near_the_enemy_is_passed_over_unasked():
    assert table({"F-I-I1": "0617", **HORSE}, phase=5).combat().asked == "Rest"


def test_16_1_a_siege_that_a_card_ends_is_told_to_the_besieged():
    besiegers = {**KHARKOV, "F-I-I1": "0617", "F-I-I2": "0617"}
    t = table(besiegers, options={"advanced": True}, phase=1, disrupted=["F-I-I1", "F-I-I2"])
    t.s.affairs.laid[RUSSIAN] = 7
    t.open(CardLoss(FRENCH, 7, "disrupt"))
    assert t.match.view("russian")["sieges"] == ["0518"]
    t.play("french", "disrupt F-III-I1")
    assert t.match.view("russian")["sieges"] == []
    assert "siege_raised" in heard(t, "russian")


# one answer, asked all the same


@pytest.mark.parametrize(("options", "asked"), [(HIDDEN, "Reinforce"), ({}, "Rest")])
def test_13_2_a_reinforcement_with_one_hex_is_put_by_its_owner_where_stacks_are_face_down(options, asked):
    t = Table({"F-III-I1": "2108"}, turn=2, options=options)
    name = next(t.world.ids[u] for u in bits(t.world.due[2] & t.world.of_side[RUSSIAN]))
    t.wait(name)
    place = t.world.arrival_hexes[t.world.arrives[t.unit(name)][1]]
    for h in bits(place)[1:]:
        t.s.load[h], t.s.occ[RUSSIAN] = CAPACITY, t.s.occ[RUSSIAN] | 1 << h
    t.cossacks()
    assert t.asked == asked
    assert (t.where(name) is None) == (asked == "Reinforce")


# what is told


def whispered(t):
    return [(event.key, event.args) for event in t.s.events if event.to == FRENCH]


@pytest.mark.parametrize(
    ("die", "said", "own"), [(6, "cossacks_raid", "cossacks_strike"), (1, "cossacks_near", "cossacks_miss")]
)
def test_13_1_the_french_hear_which_unit_the_cossacks_found(die, said, own):
    t = table({"F-III-I1": "0617", "F-NEY": "0617"}, turn=3, phase=7, dice=[die]).cossacks()
    unit, place = t.unit("F-III-I1"), t.hex("0617")
    assert (said, (place, die)) in [(event.key, event.args) for event in t.s.events if event.to == -1]
    assert (own, (unit, place, die)) in whispered(t)
    t = Table({"F-III-I1": "0617", "F-NEY": "0617"}, turn=3, dice=[die]).cossacks()
    assert (own, (unit, place, die)) in [(event.key, event.args) for event in t.s.events if event.to == -1]


def test_8_5_the_owner_hears_the_die_its_modifier_and_their_sum():
    for options in (HIDDEN, {}):
        t = Table({**NEY, "F-III-C1": "0617"}, turn=3, dice=[2], trains={"0617": 1}, options=options)
        t.movement("french").play("french", "march 0617", "all", "lead F-NEY")
        t.play("french", "march 0617 0618", "march 0618 0619", "march 0619 0719", "halt")
        (found,) = [event.args for _, event in t.match.log("french") if event.key == "attrition_die"]
        assert found == (t.hex("0719"), 2, 1, 3)


# what has been shown stands


def test_7_7_a_train_that_becomes_a_depot_has_been_shown():
    t = Table({}, trains={"2207": 1, "2512": 1}, depots={"french": ["2710", "2407"]}).make_depots()
    t.play("french", "depot 2207")
    assert t.stands("french")


def test_7_4_a_train_that_is_not_placed_has_been_shown():
    t = Table({"F-III-I1": "2207", **HORSE}, turn=1, depots={"french": ["2407"], "russian": ["0510"]}).active_supply()
    while t.asked == "ConvertDepot":
        t.play(t.to_act[0], "pass")
    assert t.asked == "PlaceTrain"
    side = t.to_act[0]
    t.play(side, "pass")
    assert t.stands(side)


@pytest.mark.parametrize(
    "actions",
    [
        ["march 0617", "all", "lead F-NEY", "march 0617 0618"],
        ["discard 0617"],
        ["march 0617", "all", "lead F-NEY", "march 0617 0618", "halt"],
    ],
)
def test_8_2_a_march_and_a_discard_show_a_genuine_train(actions):
    t = Table({**NEY, **HORSE}, trains={"0617": 2, "0416": 1}).movement("french").play("french", *actions)
    assert t.to_act == ("french",) if actions[-1] == "march 0617 0618" else ("russian",)
    assert t.stands("french")


def test_16_1_a_card_once_laid_stays():
    t = Table({}, options={"advanced": True, "optional_15_1": False})
    t.s.affairs.hands, t.s.affairs.decks = [[1], [2]], [[4, 3], []]
    t.open(DrawCards())
    side = t.to_act[0]
    t.play(side, t.options(side)[0])
    assert t.stands(side)


def test_15_1_counters_that_march_are_counted_with_the_dummies_among_them():
    t = table({**NEY, **HORSE}, trains={"0617": 1})
    t.s.veil.decoys[FRENCH][t.hex("0617")] = 2
    t.movement("french").play("french", "march 0617", "all", "lead F-NEY", "bring 2", "march 0617 0618")
    told = [event.args for _, event in t.match.log("russian") if event.key == "stack_marched"]
    assert told == [(FRENCH, 5, t.hex("0618"))]


def test_8_2_near_cavalry_is_that_next_to_an_enemy_stack_and_no_other():
    t = table({"F-III-C1": "0517", "F-III-I1": "0617", "R-1V-I1": "0416", "R-1V-C1": "0216", "R-1I-C1": "0518"})
    assert near_cavalry(t.s, FRENCH) == 1 << t.hex("0517")
    assert near_cavalry(t.s, RUSSIAN) == 1 << t.hex("0518")
    assert near_cavalry(table({"F-III-I1": "0617", **HORSE}).s, RUSSIAN) == 0


def test_15_1_open_are_the_pieces_shown_and_lone_commanders():
    t = table({**NEY, "F-DAVOUT": "0619", **HORSE})
    assert open_pieces(t.s, FRENCH) == 1 << t.unit("F-DAVOUT")
    assert open_pieces(t.s, RUSSIAN) == 0
    t.s.veil.shown = 1 << t.unit("F-III-I2") | 1 << t.unit("R-1V-C1")
    assert open_pieces(t.s, FRENCH) == 1 << t.unit("F-DAVOUT") | 1 << t.unit("F-III-I2")
    assert open_pieces(t.s, RUSSIAN) == 1 << t.unit("R-1V-C1")


def test_15_1_a_new_turn_turns_all_stacks_face_down():
    t = table({**NEY, **HORSE}, turn=2)
    t.s.veil.shown = 1 << t.unit("F-III-I1") | 1 << t.unit("F-IG-I1")
    push_turn(t.s)
    assert t.s.veil.shown == 0


def test_15_1_a_stack_that_fights_is_shown_whole_and_its_dummies_go_back():
    t = table({"F-IG-I1": "0617", "F-IG-I2": "0617", "F-NEY": "0617", **HORSE})
    t.s.veil.decoys[FRENCH][t.hex("0617")] = 2
    show(t.s, FRENCH, t.hex("0617"))
    pieces = sum(1 << t.unit(name) for name in ("F-IG-I1", "F-IG-I2", "F-NEY"))
    assert t.s.veil.shown == pieces
    assert t.s.veil.decoys[FRENCH] == {}
    assert [event.args for event in t.s.events if event.key == "stack_shown"] == [(FRENCH, t.hex("0617"), pieces)]
    t.s.veil.shown = 0
    show(t.s, FRENCH, t.hex("0617"), 1 << t.unit("F-IG-I2"))
    assert t.s.veil.shown == 1 << t.unit("F-IG-I2") | 1 << t.unit("F-NEY")


def test_15_1_of_an_army_that_is_being_set_up_nothing_is_open():
    match = grognard.start("russia1812", "historical", HIDDEN, seed="open")
    s = match.state
    assert [open_pieces(s, side) for side in (FRENCH, RUSSIAN)] == [0, 0]
    match.play("russian", match.options("russian")[0])
    assert open_pieces(s, RUSSIAN) == 0


def test_16_1_cards_drawn_after_an_answer_make_it_stand():
    t = Table({"F-V-I1": "1808", "F-VII-I1": "1808"}, turn=11, options={"advanced": True, "optional_15_1": False})
    t.s.affairs.hands, t.s.affairs.decks = [[19], [20]], [[], [22, 21]]
    t.open(Desertion(RUSSIAN), DrawCards()).play("russian", "dismiss F-V-I1")
    assert t.stands("russian")


@pytest.mark.parametrize(("options", "asked"), [(HIDDEN, "AskEscape"), ({}, "Rest")])
def test_11_1_cavalry_that_finds_the_next_hexes_full_is_asked_and_refused(options, asked):
    t = Table({"F-III-C1": "0517", "R-1V-I1": "0416", "R-BARCLAY": "0416"}, edition=1, options=options)
    for h in bits(t.world.near[t.hex("0517")]):
        t.s.load[h] = CAPACITY
    t.s.battle = Attack(RUSSIAN, t.hex("0416"), t.hex("0517"))
    t.open(AskEscape(FRENCH))
    assert t.asked == asked
    if asked == "AskEscape":
        assert t.options("french") == ["stand"]
        assert t.reasons("french", "withdraw") == ["11.11 no_retreat"]


def test_15_1_there_are_no_more_dummies_than_counters():
    t = table({**NEY, **HORSE, "F-I-I1": "0619"}, phase=9)
    t.s.veil.draft[FRENCH] = {t.hex("2108"): DUMMY_COUNTERS - 1}
    t.open(LayDummies(FRENCH))
    assert t.options("french") == ["pad 0617", "pad 0619", "done"]
    t.s.veil.draft[FRENCH] = {t.hex("2108"): DUMMY_COUNTERS}
    frame = LayDummies(FRENCH)
    assert t.options_of(frame, FRENCH) == ["done"]
    pad = t.world.lexicon.make("pad", t.hex("0619"))
    assert frame.why_not(t.s, pad) == [("15.1", "no_counter_left", (DUMMY_COUNTERS,))]


def test_8_1_a_rally_shows_a_genuine_train():
    t = Table({**NEY, "F-NAPOLEON": "0617", **HORSE}, trains={"0617": 1}, disrupted=["F-III-I1", "F-III-I2"]).rally()
    t.play("french", "rally 0617", "restore F-III-I1")
    assert t.asked == "RallyUnits"
    assert t.stands("french")


@pytest.mark.parametrize(("options", "asked"), [(HIDDEN, "PushOn"), ({}, "Rest")])
def test_11_11_pushed_units_with_one_hex_are_led_there_by_their_owner_where_stacks_are_face_down(options, asked):
    t = Table({"F-III-I1": "0617", "R-1V-I1": "0416"}, options=options)
    t.s.battle = b = Attack(RUSSIAN, t.hex("0416"), t.hex("0517"))
    b.to_hex, b.pushed = t.hex("0617"), 1 << t.unit("F-III-I1")
    open_to = bits(second_hexes(t.s, b))
    for h in open_to[1:]:
        t.s.load[h] = CAPACITY
    assert second_hexes(t.s, b) == 1 << open_to[0]
    t.open(PushOn(FRENCH))
    assert t.asked == asked


def test_15_1_an_army_is_being_set_up_until_its_last_piece_stands():
    t = table({**NEY, **HORSE})
    t.s.turn = 0
    assert not deploying(t.s, FRENCH)
    t.wait("F-IG-I1")
    assert deploying(t.s, FRENCH)
    assert not deploying(t.s, RUSSIAN)
    t.s.turn = 1
    assert not deploying(t.s, FRENCH)
