"""Rulebook 16.1: Random Event Cards, the decks and every card."""

import json
import random

import pytest

import grognard
import walks_russia1812 as walks
from grognard.board.hexes import bits
from grognard.games.russia1812.rules import orders, sequence
from grognard.games.russia1812.rules.advanced import card_combat, card_march, card_use, cards, effects
from grognard.games.russia1812.rules.movement import attrition
from grognard.games.russia1812.rules.supply import supply_range
from grognard.games.russia1812.world import data
from grognard.games.russia1812.world.state import Attack, March
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.ban import against
from toolkit1812 import Table

ADVANCED = {"advanced": True}
FIELD, TARGET = "0517", "0416"
SINGLE = {5, 9, 12, 13, 14, 24, 30}


def laid(pieces, *, french=0, russian=0, **kw):
    """A table on which these cards have been laid this turn."""
    t = Table(pieces, options=ADVANCED, **kw)
    t.s.affairs.laid = [french, russian]
    t.s.affairs.reserve_lost = 8
    return t


def both(number, pieces, **kw):
    """The same table with the card laid by nobody, by the French and by the Russians."""
    return [laid(pieces, **kw), laid(pieces, french=number, **kw), laid(pieces, russian=number, **kw)]


def hand(t, held, drawn, turn=1):
    """Deal: what each holds, and what lies on top of the deck (French, Russian)."""
    a = t.s.affairs
    a.hands = [[held[0]], [held[1]]]
    order = (RUSSIAN, FRENCH) if turn <= 8 else (FRENCH, RUSSIAN)
    deck = [drawn[side] for side in reversed(order)]
    a.decks = [deck[:], deck[:]]
    return t.open(cards.DrawCards())


# decks and hands


def test_16_1_the_decks_have_18_and_17_cards_and_five_are_kept_from_the_deal():
    for seed in range(20):
        t = Table({}, options=ADVANCED)
        t.s.dice = grognard.FastDice(str(seed))
        cards.prepare(t.s)
        a = t.s.affairs
        dealt = [a.hands[0][0], a.hands[1][0]]
        assert not {5, 9, 12, 13, 14} & set(dealt)
        assert sorted(a.decks[0] + dealt) == list(range(1, 19))
        assert sorted(a.decks[1]) == list(range(19, 36))


def test_16_1_single_instruction_cards():
    t = Table({}, options=ADVANCED)
    assert {n for n in t.world.cards if effects.single(t.s, n)} == SINGLE


def test_16_1_a_player_lays_one_of_two_and_holds_the_other():
    t = hand(Table({}, options=ADVANCED), (1, 2), (3, 4))
    assert t.to_act == ("russian",)
    assert t.options("russian") == ["card 2", "card 4"]
    assert t.reasons("russian", "card 1") == ["16.1 not_in_hand"]
    t.play("russian", "card 4")
    assert t.options("french") == ["card 1", "card 3"]
    t.play("french", "card 1")
    assert t.s.affairs.hands == [[3], [2]]
    assert t.s.affairs.laid == [1, 4]


def test_16_1_a_drawn_single_instruction_must_be_laid_after_the_other_player():
    t = hand(Table({}, options=ADVANCED), (1, 2), (3, 13))
    assert t.to_act == ("french",)
    t.play("french", "card 3")
    assert t.s.affairs.laid == [3, 13]
    assert t.s.affairs.hands == [[1], [2]]


def test_16_1_with_two_single_instructions_the_normal_order_holds():
    t = hand(Table({}, options=ADVANCED), (1, 2), (13, 5))
    laid_by = [e.args[0] for _, e in t.match.log() if e.key == "card_laid"]
    laid_by += [e.args[0] for e in t.s.events if e.key == "card_laid"]
    assert laid_by == [RUSSIAN, FRENCH]


def test_16_1_the_french_lay_first_from_turn_9():
    t = hand(Table({}, turn=9, options=ADVANCED), (1, 2), (3, 4), turn=9)
    assert t.to_act == ("french",)


def test_16_1_the_second_deck_is_used_from_turn_9():
    for turn, deck in ((8, 0), (9, 1)):
        t = Table({}, turn=turn, options=ADVANCED)
        t.s.affairs.hands = [[1], [2]]
        t.s.affairs.decks = [[6, 7, 8], [20, 21, 22]]
        t.open(cards.DrawCards())
        assert [len(d) for d in t.s.affairs.decks] == [3 - 2 * (deck == 0), 3 - 2 * (deck == 1)]


def test_16_1_hand_and_deck_are_secret():
    t = hand(Table({}, options=ADVANCED), (1, 2), (3, 4))
    enemy, own = t.match.view("french"), t.match.view("russian")
    assert own["hand"] == {"held": [2], "drawn": 4}
    assert enemy["hand"] == {"held": [1], "drawn": 3}
    assert "hand" not in t.match.view(None)
    assert enemy["cards"]["russian"] == {"laid": None, "used": False, "held": 2}
    for who in ("french", None):
        told = [(e.key, e.args) for _, e in t.match.log(who)]
        assert ("card_drawn", (4,)) not in told
    refusal = t.match.why_not("russian", "card 1")[0]
    assert refusal.say("en") == t.match.why_not("russian", "card 9")[0].say("en")


def test_16_1_drawing_cannot_be_taken_back():
    match = grognard.start("russia1812", "historical", ADVANCED, seed="undo")
    rng = random.Random(1)
    while match.state.phase != 9:
        side = match.to_act[0]
        match.play(side, rng.choice(match.options(side)))
    with pytest.raises(grognard.IllegalAction):
        match.undo("french")


def test_16_1_three_cards_are_unused_at_the_end():
    match = grognard.start("russia1812", "historical", ADVANCED, seed="all cards")
    rng = random.Random(2)
    while match.outcome is None:
        side = match.to_act[0]
        match.play(side, rng.choice(match.options(side)))
    a = match.state.affairs
    assert match.state.turn == 16
    assert [len(d) for d in a.decks] == [0, 1]
    assert len(a.decks[1] + a.hands[0] + a.hands[1]) == 3


def test_16_1_the_phase_comes_before_general_supply():
    t = Table({}, options=ADVANCED, turn=1)
    t.s.affairs.hands, t.s.affairs.decks = [[1], [2]], [[3, 4], []]
    t.s.agenda.clear()
    sequence.push_turn(t.s)
    t.match._advance()
    assert (t.asked, t.s.phase, t.s.turn) == ("LayCard", 9, 2)


def test_16_1_the_other_player_s_part_is_not_carried_out():
    _, by_french, by_russian = both(17, {})
    assert by_french.commands().s.cc == [5, 3]
    assert by_russian.commands().s.cc == [3, 3]


def test_16_1_a_single_instruction_works_whoever_lays_it():
    _, by_french, by_russian = both(14, {})
    assert by_french.commands().s.cc == by_russian.commands().s.cc == [4, 4]


def test_16_1_viii_corps_may_not_force_march_before_jerome_has_gone():
    for jerome, turn, most in ((0, 3, 3), (3, 3, 3), (3, 4, 5)):
        t = laid({"F-VIII-I1": "2211"}, turn=turn)
        t.s.affairs.jerome = jerome
        assert card_march.farthest(t.s, 1 << t.unit("F-VIII-I1")) == most
        assert card_march.farthest(t.s, 1 << t.unit("F-III-I1")) == 5
    basic = Table({})
    assert card_march.farthest(basic.s, 1 << basic.unit("F-VIII-I1")) == 5


def test_16_1_viii_corps_is_refused_the_fourth_hex():
    t = laid({"F-VIII-I1": "2108", "F-JUNOT": "2108"}, trains={"2108": 1}).movement("french")
    t.play("french", "march 2108", "lead F-JUNOT", "march 2108 2007", "march 2007 1907", "march 1907 1806")
    assert t.reasons("french", "march 1806 1706") == ["16.1 no_farther"]


# Trains and Combat Commands


@pytest.mark.parametrize(
    ("number", "by", "side", "change"),
    [
        (6, "french", 1, -1),
        (6, "russian", 1, 1),
        (11, "french", 0, 1),
        (11, "russian", 0, -1),
        (21, "russian", 0, -1),
        (31, "french", 0, 1),
        (31, "russian", 1, 1),
    ],
)
def test_16_1_cards_6_11_21_31_change_trains(number, by, side, change):
    pieces = {"F-I-I1": "2308", "F-DAVOUT": "2308", "R-1V-I1": "1708", "R-CONSTANTINE": "1708"}
    plain = laid(pieces, turn=9).active_supply().s.to_place
    bent = laid(pieces, turn=9, **{by: number}).active_supply().s.to_place
    assert bent[side] - plain[side] == change
    assert bent[1 - side] == plain[1 - side]


def test_16_1_the_cards_of_both_players_may_each_give_the_russians_a_train():
    pieces = {"R-1V-I1": "1708", "R-CONSTANTINE": "1708"}
    plain = laid(pieces, turn=8).active_supply().s.to_place[RUSSIAN]
    t = laid(pieces, turn=8, french=12, russian=6).active_supply()  # 12 is a single card, whoever lays it
    assert t.s.to_place[RUSSIAN] == plain + 2
    walks.check_supply(t.s)
    t.s.to_place[RUSSIAN] += 1
    with pytest.raises(AssertionError, match="more Trains and Depots"):
        walks.check_supply(t.s)


def test_16_1_a_card_never_costs_a_depot():
    t = laid({}, russian=11, turn=9)
    number = t.s.table()[0]
    t.s.depots[0] = sum(1 << h for h in sorted(t.world.city_hex.values())[:number])
    t.active_supply()
    assert t.s.shortfall == [0, 0]
    assert t.s.to_place[0] == 0


@pytest.mark.parametrize(
    ("number", "french", "russian"),
    [
        (4, (4, 2), None),
        (17, (5, 3), (3, 3)),
        (19, (4, 2), None),
        (22, (4, 2), (3, 3)),
        (26, (5, 3), (3, 3)),
        (34, None, (3, 3)),
    ],
)
def test_16_1_cards_4_17_19_22_26_34_change_combat_commands(number, french, russian):
    _, by_french, by_russian = both(number, {})
    if french:
        assert tuple(by_french.commands().s.cc) == french
    if russian:
        assert tuple(by_russian.commands().s.cc) == russian


def test_16_1_cards_do_not_change_who_attacks_first():
    t = laid({}, russian=17)
    t.s.cc_base = [4, 4]
    t.commands()
    assert t.s.cc == [3, 4]
    assert t.s.first_attacker == FRENCH


def test_16_1_commands_stay_within_1_and_7():
    t = laid({}, russian=17)
    t.s.cc_base = [1, 3]
    assert t.commands().s.cc[0] == 1
    t = laid({}, french=17)
    t.s.cc_base = [9, 3]
    assert t.commands().s.cc[0] == 7


# marches


def walk(t, side, start, *goals, leaders=()):
    t.play(side, f"march {start}")
    while t.asked == "MarchUnits":
        t.play(side, "all")
    for name in leaders:
        if t.asked == "MarchLeaders":
            t.play(side, f"lead {name}")
    for goal in goals:
        t.play(side, f"march {t.world.grid.names[t.s.march.here]} {goal}")
    if t.s.march is not None and t.asked == "Route":
        t.play(side, "halt")
    return t


def die_of(t):
    told = [e for _, e in t.match.log() if e.key == "attrition_die"]
    told += [e for e in t.s.events if e.key == "attrition_die"]
    return told[-1].args[2]


def long_march(unit="F-III-I1", hexes=3, **kw):
    t = laid({unit: "2108", "F-OUDINOT": "2108"}, trains={"2108": 1}, dice=[1], **kw).movement("french")
    return walk(t, "french", "2108", *("2007", "1907", "1806", "1807")[:hexes], leaders=["F-OUDINOT"])


def test_16_1_card_1_helps_one_move_from_home():
    t = long_march(french=1)
    assert t.options("french") == ["use 1", "keep"]
    assert t.reasons("french", "use 2") == ["16.1 other_card"]
    t.play("french", "use 1")
    assert die_of(t) == -2
    assert not card_use.unused(t.s, "march_mod")
    t = long_march(french=1)
    assert die_of(t.play("french", "keep")) == 0


def test_16_1_card_1_frees_a_russian_move_of_its_rolls():
    pieces = {"R-1V-I1": "1708", "R-CONSTANTINE": "1708"}
    t = laid(pieces, russian=1, trains={"1708": 1}).movement("russian")
    t.play("russian", "march 1708", "lead R-CONSTANTINE", "use 1")
    assert t.asked == "Route"


def test_16_1_card_2_adds_to_a_french_move_on_turns_1_to_3():
    t = long_march(russian=2)
    assert t.to_act == ("russian",)
    assert die_of(t.play("russian", "use 2")) == 1
    t = long_march(russian=2, turn=4)
    assert die_of(t) == 1  # only the French from turn 3


def test_16_1_card_2_makes_forage_harder():
    for number, failed in ((0, False), (2, True)):
        t = laid({"F-III-I1": "1808"}, turn=4, russian=number, dice=[2])
        t.s.forage = 1 << t.unit("F-III-I1")
        t.general_supply()
        assert ("forage_failed" in t.told) is failed


def test_16_1_card_2_saves_one_failed_forage_roll():
    pieces = {"F-III-I1": "1808", "F-II-I1": "1610"}
    t = laid(pieces, turn=4, french=2, dice=[1, 1], depots={"french": ["1808", "1610"]})
    t.s.forage = sum(1 << t.unit(n) for n in ("F-III-I1", "F-II-I1"))
    t.general_supply()
    assert sorted(t.options("french")) == ["keep", "save 1610", "save 1808"]
    assert t.reasons("french", "save 1708") == ["16.1 not_hungry"]
    t.play("french", "save 1808")
    assert not t.is_disrupted("F-III-I1")
    assert t.is_disrupted("F-II-I1")


def test_15_1_the_enemy_reckons_with_the_cards_of_the_march():
    found = []
    for number in range(1, 30):
        for t in both(number, {"F-III-I1": "2108", "F-NEY": "2108"}, turn=2):
            march = March(FRENCH, t.hex("2108"), hexes=3, bonus=2)
            mods = [card_march.march_mods(t.s, FRENCH, units, 3) for units in (0, t.s.world.cavalry)]
            forced = max(0, 3 - card_march.allowance(t.s))
            found.append(max(mods))
            assert attrition.worst_modifier(t.s, march) == max(mods) + forced + 1 + 2  # Murat, and the bonus
    assert max(found) > 0


def test_16_1_without_a_card_no_unit_rests():
    t = Table({"F-VIII-I1": "2108", "F-NEY": "2108"}, options={"advanced": True})
    assert card_march.resting(t.s) == 0


def test_16_1_card_3_keeps_v_corps_slow():
    t = laid({"F-V-I1": "2210"}, russian=3)
    assert card_march.farthest(t.s, 1 << t.unit("F-V-I1")) == 3


def test_16_1_card_5_rain_takes_a_hex_from_everybody():
    t = laid({}, french=5)
    assert card_march.allowance(t.s) == 2
    assert card_march.farthest(t.s, 0) == 4
    t.s.winter = True
    assert card_march.allowance(t.s) == 1
    t = long_march(russian=5)
    assert die_of(t) == 1  # the third hex is forced
    assert t.s.forced


def test_16_1_card_9_halts_viii_corps_and_frees_it_from_the_next_turn():
    t = hand(Table({"F-VIII-I1": "2211", "F-JUNOT": "2211"}, options=ADVANCED), (1, 2), (9, 4))
    t.play("russian", "card 4")
    assert t.s.affairs.jerome == 1
    t.s.genuine[0][t.hex("2211")] = 1
    t.movement("french")
    assert "march 2211" not in t.options("french")
    t.s.turn = 2
    cards.clear(t.s)
    assert card_march.farthest(t.s, 1 << t.unit("F-VIII-I1")) == 5


def test_16_1_card_10_forgives_a_forced_hex_with_cavalry():
    t = long_march("F-III-C1", hexes=4, french=10)
    assert die_of(t.play("french", "use 10")) == 0
    assert t.s.forced
    assert long_march("F-III-I1", hexes=4, french=10).asked != "PlayCard"
    assert long_march("F-III-C1", hexes=3, french=10).asked != "PlayCard"


def test_16_1_card_10_punishes_forced_cavalry():
    assert die_of(long_march("F-III-C1", hexes=4, russian=10)) == 2
    assert die_of(long_march("F-III-C1", hexes=3, russian=10)) == 0
    assert die_of(long_march("F-III-I1", hexes=4, russian=10)) == 1


def test_16_1_card_13_and_23_and_24_bend_every_attrition_die():
    assert die_of(long_march(russian=13)) == 1
    assert die_of(long_march(french=23)) == -1
    assert die_of(long_march(french=24)) == 1
    assert die_of(long_march(french=23, russian=13)) == 0  # R-16.1a


def test_16_1_card_14_lets_chaos_fail_only_on_a_one():
    for die, goes in ((1, False), (2, True)):
        t = laid({"R-1II-I1": "1709", "R-BARCLAY": "1709"}, french=14, trains={"1709": 1}, dice=[die])
        t.movement("russian").play("russian", "march 1709", "lead R-BARCLAY")
        assert (t.asked == "Route") is goes


def test_16_1_card_23_helps_one_russian_forced_march():
    t = laid({"R-1II-I1": "1709", "R-ESSEN": "1709"}, turn=9, russian=23, trains={"1709": 1}, dice=[1])
    t.movement("russian")
    walk(t, "russian", "1709", "1608", "1508", "1407", "1307", leaders=["R-ESSEN"])
    assert t.options("russian") == ["use 23", "keep"]
    assert die_of(t.play("russian", "use 23")) == 0


# supply


@pytest.mark.parametrize(("number", "shown"), [(8, {"2308": 1}), (0, {})])
def test_16_1_card_8_turns_trains_face_up_and_takes_the_dummies(number, shown):
    pieces = {"F-I-I1": "2308", "F-DAVOUT": "2308"}
    t = laid(pieces, turn=9, russian=number).active_supply()
    while t.asked != "PlaceTrain" or t.to_act != ("french",):
        side = t.to_act[0]
        t.play(side, next(o for o in t.options(side) if o in ("pass", "done")))
    assert any(o.startswith("dummy") for o in t.options("french")) == (number == 0)
    t.play("french", "train 2308")
    assert t.match.view("russian")["players"]["french"]["shown"] == shown


def test_16_1_card_18_allows_one_more_conversion():
    pieces = {"F-I-I1": "2407", "F-I-I2": "2207"}
    for number, left in ((0, 1), (18, 2)):
        t = laid(pieces, turn=1, french=number, depots={"french": ["2407", "2207"]}).active_supply()
        assert t.to_act == ("french",)
        t.play("french", "convert 2407")
        assert (t.asked == "ConvertDepot") is (left == 2)


def test_16_1_card_20_feeds_and_burns_in_moscow():
    for where, change in (("0308", 1), ("1808", 0)):
        plain = laid({"F-I-I1": where, "F-DAVOUT": where}, turn=9).active_supply().s.to_place[0]
        bent = laid({"F-I-I1": where, "F-DAVOUT": where}, turn=9, french=20).active_supply().s.to_place[0]
        assert bent - plain == change
    t = laid({"F-I-I1": "0308", "F-I-I2": "0308"}, turn=9, russian=20, depots={"french": ["0308"]}).general_supply()
    assert t.to_act == ("french",)
    t.play("french", "disrupt F-I-I2")
    assert t.is_disrupted("F-I-I2")
    assert not t.is_disrupted("F-I-I1")


def test_16_1_card_24_shortens_french_supply():
    t = laid({}, french=24)
    assert (supply_range(t.s, FRENCH), supply_range(t.s, RUSSIAN)) == (4, 5)


def disrupting(number, pieces, **kw):
    depots = {"french": sorted(set(pieces.values()))} if all(len(h) == 4 for h in pieces.values()) else {}
    t = laid(pieces, turn=9, russian=number, **kw)
    t.s.depots[0] = t.world.grid.mask(depots["french"])
    return t.general_supply()


def test_16_1_card_7_disrupts_a_unit_of_a_big_stack_in_russia():
    four = ("F-I-I1", "F-I-I2", "F-I-I3", "F-I-I4")
    t = disrupting(7, {**dict.fromkeys(four, "1808"), "F-II-I1": "1610"})
    assert sorted(t.options("french")) == [f"disrupt {name}" for name in four]
    assert t.reasons("french", "disrupt F-II-I1") == ["16.1 card_spares"]
    assert disrupting(7, dict.fromkeys(four[:3], "1808")).asked == "Rest"


def test_16_1_card_35_disrupts_one_who_is_no_veteran_in_the_open():
    t = disrupting(35, {"F-I-I1": "1709", "F-II-I1": "1709", "F-II-I2": "1610", "F-II-C1": "1709"})
    assert sorted(t.options("french")) == ["disrupt F-II-C1", "disrupt F-II-I1"]


def test_16_1_card_25_costs_contingents():
    pieces = {"F-VI-I1": "1808", "F-VII-I1": "1808", "F-V-I1": "1808"}
    t = disrupting(25, pieces)
    assert sorted(t.options("russian")) == ["dismiss F-VI-I1", "dismiss F-VII-I1"]
    t.play("russian", "dismiss F-VI-I1")
    assert t.where("F-VI-I1") is None
    t = laid(pieces, turn=9, french=25, depots={"french": ["1808"]}, disrupted=["F-V-I1", "F-VI-I1"]).general_supply()
    assert sorted(t.options("french")) == ["dismiss F-V-I1", "dismiss F-VI-I1"]
    t = laid({**pieces, "F-NEY": "0308"}, turn=9, russian=25, depots={"french": ["1808"]}).general_supply()
    assert t.asked == "Rest"


def test_16_1_card_30_takes_a_prussian_or_holds_an_austrian():
    pieces = {"F-X-I2": "1808", "F-X-C1": "1808", "F-AU-I1": "1808", "F-AU-I2": "1808"}
    t = laid(pieces, turn=12, french=30, depots={"french": ["1808"]}).general_supply()
    assert t.to_act == ("russian",)
    assert all(o.startswith("dismiss F-X-") for o in t.options("russian"))
    t = laid({"F-AU-I1": "1808", "F-AU-I2": "1808"}, turn=12, russian=30, depots={"french": ["1808"]}).general_supply()
    assert t.options("russian") == ["name F-AU-I1", "name F-AU-I2"]
    assert t.reasons("russian", "name F-AU-I3") == ["16.1 cannot_name"]
    t.play("russian", "name F-AU-I2")
    assert t.s.affairs.barred == 1 << t.unit("F-AU-I2")


def test_16_1_card_30_the_austrian_neither_attacks_nor_supports():
    t = laid({"F-AU-I1": FIELD, "F-VII-I1": FIELD, "F-VII-I2": FIELD, "R-1V-I1": TARGET}, turn=12, french=30)
    t.s.affairs.barred = 1 << t.unit("F-AU-I1")
    t.combat("french").play("french", f"attack {FIELD} {TARGET}")
    assert t.reasons("french", "take F-AU-I1") == ["16.1 unit_barred"]
    t.play("french", "all")
    assert t.s.battle.units == sum(1 << t.unit(n) for n in ("F-VII-I1", "F-VII-I2"))
    t = laid({"F-AU-I1": "0415", "F-VII-I1": FIELD, "F-VII-I2": FIELD, "R-1V-I1": TARGET}, turn=12, french=30)
    t.s.battle = b = Attack(FRENCH, t.hex(FIELD), t.hex(TARGET))
    assert against(orders.refusal_bans(t.s, b, FRENCH, 0), t.hex(FIELD)) == []
    t.s.affairs.barred = 1 << t.unit("F-VII-I1") | 1 << t.unit("F-VII-I2")
    assert against(orders.refusal_bans(t.s, b, FRENCH, 0), t.hex(FIELD)) == [("16.1", "barred", (t.hex(FIELD),))]
    assert against(orders.refusal_bans(t.s, b, FRENCH, 1), t.hex(FIELD)) == []
    t.s.affairs.barred = 1 << t.unit("F-VII-I1")
    assert against(orders.refusal_bans(t.s, b, FRENCH, 0), t.hex(FIELD)) == []


def test_16_1_card_27_freezes_the_rivers_in_winter_and_bridges_one_before():
    t = laid({}, turn=11, french=27).general_supply()
    assert t.s.affairs.frozen == [True, False]
    assert t.s.dry(FRENCH) is t.world.free
    t = laid({}, turn=9, russian=27).general_supply()
    a, b = t.world.fords[0]
    names = t.world.grid.names
    t.play("russian", f"bridge {names[a]} {names[b]}")
    assert t.s.dry(RUSSIAN).spread(1 << a) >> b & 1
    assert not t.s.dry(FRENCH).spread(1 << a) >> b & 1
    cards.clear(t.s)
    assert t.s.dry(RUSSIAN) is t.world.dry


def test_16_1_card_28_bridges_two_or_breaks_one():
    t = laid({}, turn=9, french=28).general_supply()
    (a, b), (c, d) = t.world.fords[:2]
    names = t.world.grid.names
    t.play("french", f"bridge {names[a]} {names[b]}")
    assert t.reasons("french", f"bridge {names[a]} {names[b]}") == ["16.1 no_ford"]
    t.play("french", f"bridge {names[c]} {names[d]}")
    assert t.asked == "Rest"
    t = laid({}, turn=9, russian=28)
    a, b = t.world.bridges[0]
    t.s.put(t.unit("F-I-I1"), a)
    t.s.put(t.unit("F-I-I2"), b)
    t.general_supply()
    assert t.reasons("russian", f"break {names[a]} {names[b]}") == ["16.1 no_bridge"]
    c, d = t.world.bridges[5]
    t.play("russian", f"break {names[c]} {names[d]}")
    assert not t.s.dry(FRENCH).spread(1 << c) >> d & 1
    assert t.s.dry(RUSSIAN).spread(1 << c) >> d & 1


# rally


@pytest.mark.parametrize(
    ("number", "side", "units", "good"),
    [
        (3, "french", ("F-V-I1", "F-V-I2", "F-I-I1"), {"F-V-I1", "F-V-I2"}),
        (7, "french", ("F-V-I1", "F-I-I1"), {"F-V-I1", "F-I-I1"}),
        (19, "russian", ("R-1V-I1", "R-1V-I2", "R-1II-I1"), {"R-1V-I1", "R-1V-I2", "R-1II-I1"}),
        (35, "french", ("F-IG-I1", "F-IG-I2", "F-I-I1"), {"F-IG-I1", "F-IG-I2"}),
    ],
)
def test_16_1_cards_3_7_19_35_rally_without_train_or_commander(number, side, units, good):
    t = laid(dict.fromkeys(units, "1808"), turn=9, disrupted=units, **{side: number}).rally()
    assert {o.split()[1] for o in t.options(side) if o.startswith("restore")} == good
    most = {3: 2, 7: 1, 19: 2, 35: 2}[number]
    for name in sorted(good)[:most]:
        t.play(side, f"restore {name}")
    assert t.asked == "Rest"
    assert [name for name in sorted(good) if not t.is_disrupted(name)] == sorted(good)[:most]


def test_16_1_a_unit_out_of_supply_is_not_rallied_by_a_card():
    pieces = {"F-I-I1": "1808", "F-I-I2": "1808"}
    t = laid(pieces, french=7, disrupted=list(pieces), unsupplied=["F-I-I1"]).rally()
    assert t.options("french") == ["restore F-I-I2", "done"]
    assert t.reasons("french", "restore F-I-I1") == ["16.1 card_does_not_rally"]


# combat


def fight(*dice, french=0, russian=0, target=TARGET, start=FIELD, side="french", **extra):
    units = {"french": "F-III-I1", "russian": "R-1V-I1"}
    other = "russian" if side == "french" else "french"
    t = laid({units[side]: start, units[other]: target, **extra}, turn=9, french=french, russian=russian, dice=dice)
    t.combat(side).play(side, f"attack {start} {target}")
    return t


def values(t):
    told = [e for _, e in t.match.log() if e.key == "combat"] + [e for e in t.s.events if e.key == "combat"]
    return told[-1].args[2], told[-1].args[4]


def test_16_1_card_4_helps_a_defender_in_a_city_or_behind_a_river():
    t = fight(6, russian=4, target="1009", start="1010")
    t.roll(6, 1, 1, 3).play("french", "commit 4")
    while t.asked in ("CommitDefence", "CallSupport"):
        t.play(t.to_act[0], t.options(t.to_act[0])[0])
    assert t.options("russian") == ["use 4", "keep"]
    t.play("russian", "use 4")
    assert values(t)[1] == 2


def test_16_1_card_4_is_not_asked_in_the_open():
    t = fight(russian=4).roll(6, 3, 2, 3)
    t.play("french", "commit 4")
    if t.asked == "CommitDefence":
        t.play("russian", "commit 0")
    assert t.asked != "PlayCard"
    assert "card_used" not in t.told


@pytest.mark.parametrize(("use", "bonus"), [("use 16", 1), ("keep", 0)])
def test_16_1_card_16_weakens_a_fortress_or_strengthens_a_city(use, bonus):
    riga = "1904"
    t = fight(french=16, target=riga, start="1905").roll(6, 1, 1, 1)
    t.play("french", "commit 4")
    if t.asked == "CommitDefence":
        t.play("russian", "commit 0")
    assert t.options("french") == ["use 16", "keep"]
    t.play("french", use)
    if bonus:
        weaker = values(t)[0]
        again = fight(french=16, target=riga, start="1905").roll(6, 1, 1, 1)
        again.play("french", "commit 4")
        if again.asked == "CommitDefence":
            again.play("russian", "commit 0")
        again.play("french", "keep")
        assert weaker - values(again)[0] == bonus


def test_16_1_card_16_strengthens_a_russian_city():
    t = fight(russian=16, target="1009", start="1010").roll(6, 1, 1, 1)
    t.play("french", "commit 4")
    if t.asked == "CommitDefence":
        t.play("russian", "commit 0")
    t.play("russian", "use 16")
    assert values(t)[1] == 2


def test_16_1_card_32_adds_to_one_russian_attack_total():
    for use, told in (("use 32", "order_go"), ("keep", "order_fail")):
        t = fight(side="russian", russian=32).roll(4, 3, 3, 3)
        t.play("russian", "commit 2")
        t.play("russian", use)
        assert told in t.told
    t = fight(side="russian", russian=32).roll(1)
    t.play("russian", "commit 2", "use 32")
    assert "order_abort" in t.told


def test_16_1_card_32_adds_to_one_french_support_total():
    for use, told in (("use 32", "support_comes"), ("keep", "support_stays")):
        t = fight(french=32, **{"F-III-I2": "0417"}).roll(6)
        t.play("french", "commit 2")
        if t.asked == "CommitDefence":
            t.play("russian", "commit 0")
        t.play("french", "call 0417").roll(4, 1, 1, 1)
        t.play("french", use)
        assert told in t.told


def pursued(**kw):
    """The French lose at the target and withdraw: one disrupted unit, and cavalry in good order if asked for."""
    horse = kw.pop("horse", False)
    pieces = {"R-1VI-C1": FIELD, "R-1VI-I1": FIELD, "F-III-I1": TARGET, "F-III-I2": TARGET}
    if horse:
        pieces |= {"F-III-C1": TARGET}
    t = laid(pieces, turn=9, disrupted=["F-III-I2"], cc=(4, 4), **kw)
    t.roll(6, *((2, 1, 1) if horse else (1, 3, 1))).combat("russian")
    t.play("russian", f"attack {FIELD} {TARGET}", "all", "commit 1")
    t.play("french", "commit 0", "hit F-III-I1")
    while t.asked != "AskWithdraw":
        t.play("french", "done")
    return t.play("french", "withdraw")


def test_16_1_card_33_spares_a_french_stack_the_pursuit():
    lost = {}
    for use in ("use 33", "keep"):
        t = pursued(french=33)
        t.play("french", use)
        while t.asked == "Pursuit":
            t.play("french", t.options("french")[0])
        lost[use] = "ridden_down" in t.told
    assert lost == {"use 33": False, "keep": True}


def test_16_1_card_33_catches_a_stack_in_spite_of_its_cavalry():
    lost = {}
    for use in ("use 33", "keep"):
        t = pursued(russian=33, horse=True)
        assert t.to_act == ("russian",)
        t.play("russian", use)
        while t.asked == "Pursuit":
            t.play("french", t.options("french")[0])
        lost[use] = "ridden_down" in t.told
    assert lost == {"use 33": True, "keep": False}


def test_16_1_card_34_lets_napoleon_leave():
    t = laid({"F-NAPOLEON": "1808", "F-I-I1": "1808"}, turn=12, french=34).commands()
    assert t.options("french") == ["keep", "use 34"]
    t.play("french", "use 34")
    assert t.where("F-NAPOLEON") is None
    assert t.s.affairs.outcasts == 1 << t.unit("F-NAPOLEON")
    assert t.s.cc == [3, 3]
    assert t.s.cc_base[0] == 3
    assert t.match.outcome is None
    assert laid({"F-NAPOLEON": "1808"}, turn=11, french=34).commands().s.cc == [4, 3]
    assert laid({}, turn=12, french=34).commands().asked != "PlayCard"


# Cossacks and reinforcements


@pytest.mark.parametrize(
    ("number", "by", "die", "struck"),
    [
        (15, "french", 6, False),
        (15, "russian", 5, True),
        (21, "french", 6, False),
        (29, "russian", 5, True),
        (0, "french", 5, False),
        (0, "french", 6, True),
    ],
)
def test_16_1_cards_15_21_29_bend_the_cossack_dice(number, by, die, struck):
    t = laid({"F-I-I1": "1709"}, turn=1, dice=[die], **{by: number}).cossacks()
    assert t.is_disrupted("F-I-I1") is struck


def test_16_1_card_29_hides_a_unit_from_the_cossacks_and_the_guard_brings_a_command():
    for name, commands in (("F-I-I1", [4, 3]), ("F-IG-I1", [5, 3])):
        t = Table({"F-I-I1": "1709", "F-IG-I1": "1610"}, turn=9, options=ADVANCED)
        hand(t, (29, 20), (21, 22), turn=9)
        t.play("french", "card 29")
        assert t.options("french") == ["name F-IG-I1", "name F-I-I1"]
        assert t.reasons("french", "name F-I-I2") == ["16.1 cannot_name"]
        t.play("french", f"name {name}")
        t.play("russian", "card 20")
        assert t.s.affairs.named == t.unit(name)
        assert t.commands().s.cc == commands
    t = laid({"F-I-I1": "1709"}, french=29)
    t.s.affairs.named = t.unit("F-I-I1")
    assert not t.cossacks().is_disrupted("F-I-I1")


def test_16_1_card_29_names_only_units_on_the_map():
    t = hand(
        Table({"F-I-I1": "1709", "F-I-I2": "1709", "F-NEY": "1709"}, turn=9, options=ADVANCED),
        (29, 20),
        (21, 22),
        turn=9,
    )
    t.play("french", "card 29")
    assert t.options("french") == ["name F-I-I1", "name F-I-I2"]


def test_16_1_card_12_brings_a_danube_unit_early():
    t = laid({}, turn=1, french=12)
    for name in ("R-DAN-I1", "R-DAN-I2", "R-CHICHAGOV"):
        t.wait(name)
    t.cossacks()
    assert sorted(t.options("russian")) == ["advance R-DAN-I1", "advance R-DAN-I2"]
    assert t.reasons("russian", "advance R-CHICHAGOV") == ["16.1 not_early"]
    t.play("russian", "advance R-DAN-I2", "place R-DAN-I2 1317")
    assert t.where("R-DAN-I2") == "1317"
    assert t.s.at[t.unit("R-DAN-I1")] == -1


def test_16_1_card_12_what_cannot_be_placed_keeps_its_turn():
    t = laid({"F-V-I1": "1317"}, turn=1, russian=12)
    t.wait("R-DAN-I1")
    t.cossacks()
    assert t.s.at[t.unit("R-DAN-I1")] == -1


def test_16_1_card_12_without_danube_units_is_a_train():
    pieces = {"R-1V-I1": "1708", "R-CONSTANTINE": "1708"}
    plain = laid(pieces, turn=7).active_supply().s.to_place[1]
    assert laid(pieces, turn=7, russian=12).active_supply().s.to_place[1] == plain + 1
    t = laid(pieces, turn=7, russian=12)
    t.wait("R-DAN-I5")
    assert t.active_supply().s.to_place[1] == plain


def test_16_1_every_card_can_be_read_in_both_languages():
    game = grognard.games.load("russia1812")
    printed = json.loads(data.read("cards.json"))["cards"]
    titles = {(card["number"], language): card[f"title_{language}"] for card in printed for language in ("en", "it")}
    for number, card in game.world.cards.items():
        for language in ("en", "it"):
            assert game.show("card", number, language) == titles[number, language]
            for side in SIDES:
                if getattr(card, side) is not None:
                    assert len(game.words.say(f"card.{number}.{side}", (), language)) > 20


# secrets


def knows(t, side):
    """All that a side can learn now: its view, its log, its options, and why it may not do what it may not."""
    asked = [t.match.why_not(side, f"{verb} {n}") for verb in ("card", "use") for n in (1, 3, 6, 7, 9)]
    return t.match.view(side), t.match.log(side), t.options(side), [[str(r) for r in reasons] for reasons in asked]


@pytest.mark.parametrize("first", ["russian", "french"])
def test_16_1_nothing_of_the_enemy_s_cards_can_be_learned(first):
    enemy = "french" if first == "russian" else "russian"
    turn = 1 if first == "russian" else 9
    seen = []
    for held, drawn, rest in ((6, 7, [10, 11]), (10, 15, [6, 7]), (17, 18, [11, 6])):
        own = (1, 3)
        hands = (held, own[0]) if enemy == "french" else (own[0], held)
        tops = (drawn, own[1]) if enemy == "french" else (own[1], drawn)
        t = Table({}, turn=turn, options=ADVANCED)
        hand(t, hands, tops, turn=turn)
        t.s.affairs.decks = [rest[:], rest[:]]
        assert t.to_act == (first,)
        seen.append((knows(t, first), t.match.view(None), t.match.log(None)))
    assert seen[0] == seen[1] == seen[2]


def test_16_1_the_card_held_back_stays_unknown_for_good():
    seen = []
    for held in (6, 10):
        t = hand(Table({}, options=ADVANCED), (1, held), (3, 4))
        t.play("russian", "card 4").play("french", "card 3")
        seen.append((t.match.view("french"), t.match.log("french"), t.match.view(None)))
    assert seen[0] == seen[1]


def test_16_1_the_shuffling_is_told_with_the_number_of_its_dice():
    """13 cards for the deal, then 16 and 17 in the decks: to shuffle n cards takes n - 1 throws."""
    t = Table({}, options=ADVANCED)
    t.s.dice = grognard.FastDice("shuffle")
    cards.prepare(t.s)
    assert [event.args for event in t.s.events if event.key == "cards_shuffled"] == [(12 + 15 + 16,)]


def test_16_1_a_drawn_single_instruction_leaves_no_choice():
    t = Table({}, options={**ADVANCED, "optional_15_1": True})
    t.s.affairs.hands, t.s.affairs.drawn = [[1], [2]], [13, 0]
    assert cards.LayCard(FRENCH).why_not(t.s, t.world.card_actions["card"][1]) == [("16.1", "single_card", (13,))]
    assert cards.LayCard(FRENCH).why_not(t.s, t.world.card_actions["card"][3]) == [("16.1", "not_in_hand", ())]
    assert t.options_of(cards.LayCard(FRENCH), FRENCH) == ["card 13"]


def test_16_1_a_card_for_a_move_from_home_does_not_fit_one_from_abroad():
    card = next(op for op in card_march.unused(laid({}, french=1).s, "march_mod") if op.op.filter.start_in)
    t = laid({"F-I-I1": "2108", "F-I-I2": "0517"}, french=1)
    assert card_march.fits_march(t.s, March(FRENCH, t.hex("2108")), card.op.filter)
    assert not card_march.fits_march(t.s, March(FRENCH, t.hex("0517")), card.op.filter)


def test_16_1_card_4_knows_every_river():
    t = laid({}, russian=4)
    for a, b in t.world.fords:
        if not t.world.city >> b & 1:
            assert len(card_combat.combat_cards(t.s, Attack(FRENCH, a, b))) == 1
        for h in bits(t.world.near_level[a] & ~t.world.city):
            assert card_combat.combat_cards(t.s, Attack(FRENCH, a, h)) == []


# odds


def test_16_1_cards_that_the_defender_may_use_are_an_unknown_of_an_attack():
    pieces = {"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108", "R-1I-I1": "2008"}
    t = laid(pieces, russian=4).combat()
    attack = "attack 2108 2008"  # Kowno, a city behind a river
    plain, used = t.match.odds("french", attack), t.match.odds("french", attack, cards=1)
    assert [(u.name, u.most, u.own) for u in plain.unknowns if u.name == "cards"] == [("cards", 1, False)]
    assert sum(term.value for term in used.defence) == sum(term.value for term in plain.defence) + 1
    assert used.attacker_wins < plain.attacker_wins
    assert "cards" not in {u.name for u in laid(pieces).combat().match.odds("french", attack).unknowns}


def test_16_1_cards_that_are_not_counted_are_named():
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "R-1I-I1": "2008"}
    t = laid(pieces, french=32).combat()
    assert "own_cards" in {u.name for u in t.match.odds("french", "attack 2108 2008").unknowns}
    told = t.match.game.face(t.s, FRENCH, "it").forecast(t.match.game.lexicon.parse("attack 2108 2008"), {})
    assert "Le tue carte non sono contate." in told.text
