"""Rulebook 10: combat orders. The steppe around 0316 is open ground without rivers or cities."""

import pytest

from toolkit1812 import Table

CORPS = ("F-I-I1", "F-I-I2", "F-I-I3")


def at(hex_name, *names):
    return dict.fromkeys(names, hex_name)


def events(t, key):
    return [event.args for _, event in t.match.log() if event.key == key]


def duel(*commanders, **given):
    """Three French units (with these commanders) in 0416 against two Russians in 0316."""
    return Table({**at("0416", *CORPS, *commanders), **at("0316", "R-1V-I1", "R-1V-I2")}, **given).combat()


# 10.1


def test_10_1_a_stack_is_ordered_against_an_adjacent_hex_with_enemy_units():
    t = duel()
    assert t.asked == "AttackOrder"
    assert t.to_act == ("french",)
    assert t.options("french") == ["attack 0416 0316", "decline"]


def test_10_1_every_adjacent_enemy_hex_is_a_target():
    t = Table(
        {**at("0416", "F-I-I1"), **at("0316", "R-1V-I1"), **at("0415", "R-ESSEN"), **at("0216", "R-1V-I2")}
    ).combat()
    assert sorted(t.options("french")) == ["attack 0416 0316", "attack 0416 0415", "decline"]


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("attack 0416 0216", "not adjacent"),
        ("attack 0416 0417", "nobody there"),
        ("attack 0416 0415", "a friend there"),
        ("attack 0517 0416", "no stack"),
        ("attack 0316 0416", "an enemy stack"),
    ],
)
def test_10_1_orders_that_are_refused(order, why):
    t = Table({**at("0416", *CORPS), **at("0415", "F-I-I4"), **at("0316", "R-1V-I1"), **at("0216", "R-1V-I2")}).combat()
    assert "10.1" in t.rules("french", order), why


def test_10_1_the_side_whose_turn_it_is_not_gives_no_order():
    assert duel().reasons("russian", "attack 0316 0416") == ["10.1 turn"]


def test_10_1_the_whole_stack_or_some_units_may_be_ordered():
    t = duel().play("french", "attack 0416 0316")
    assert t.options("french") == ["all", "take F-I-I1", "take F-I-I2", "take F-I-I3"]
    t.play("french", "take F-I-I3", "take F-I-I1")
    assert t.options("french") == ["go", "take F-I-I2"]
    t.play("french", "go")
    assert events(t, "attack_ordered")[-1][3] == 1 << t.unit("F-I-I1") | 1 << t.unit("F-I-I3")
    assert t.asked == "CommitAttack"


def test_10_1_all_orders_every_combat_unit_of_the_hex():
    t = duel("F-NEY").play("french", "attack 0416 0316", "all")
    assert events(t, "attack_ordered")[-1][3] == sum(1 << t.unit(name) for name in CORPS)


def test_10_1_an_order_names_at_least_one_unit_and_only_those_of_the_stack():
    pieces = {**at("0416", *CORPS, "F-NEY"), **at("0415", "F-I-I4"), **at("0316", "R-1V-I1")}
    t = Table(pieces).combat().play("french", "attack 0416 0316")
    assert t.reasons("french", "go") == ["10.1 nobody_named"]
    assert t.reasons("french", "take F-I-I4") == ["10.1 not_here"]
    assert t.reasons("french", "take F-NEY") == ["10.1 not_here"]
    assert t.reasons("french", "take R-1V-I1") == ["10.1 not_here"]
    t.play("french", "take F-I-I1")
    assert t.reasons("french", "take F-I-I1") == ["10.1 not_here"]


def test_10_1_one_disrupted_unit_holds_back_the_whole_hex():
    t = Table(
        {**at("0416", *CORPS), **at("0415", "F-I-I4"), **at("0316", "R-1V-I1", "R-1V-I2")}, disrupted=["F-I-I3"]
    ).combat()
    assert t.options("french") == ["attack 0415 0316", "decline"]
    assert t.reasons("french", "attack 0416 0316") == ["10.1 holds_disrupted"]


def test_10_1_a_stack_under_a_forage_marker_does_not_attack():
    t = Table({**at("0416", *CORPS), **at("0415", "F-I-I4"), **at("0316", "R-1V-I1", "R-1V-I2")})
    t.s.forage = 1 << t.unit("F-I-I2")
    t.combat()
    assert t.options("french") == ["attack 0415 0316", "decline"]
    assert t.reasons("french", "attack 0416 0316") == ["10.1 forage"]


def test_10_1_a_stack_under_a_forage_marker_does_not_support_an_attack():
    t = Table(
        {**at("0416", *CORPS), **at("0415", "F-I-I4"), **at("0317", "F-V-I1"), **at("0316", "R-1V-I1")}, cc=(4, 0)
    )
    t.s.forage = 1 << t.unit("F-I-I4")
    t.combat().roll(3).play("french", "attack 0416 0316", "all", "commit 4")
    assert t.options("french") == ["call 0317", "done"]
    assert t.reasons("french", "call 0415") == ["10.1 forage"]


def test_10_1_a_stack_under_a_forage_marker_may_support_a_defence():
    t = Table({**at("0416", "F-I-I1"), **at("0415", "F-I-I2"), **at("0316", "R-1V-I1", "R-BARCLAY")}, cc=(0, 2))
    t.s.forage = 1 << t.unit("F-I-I2")
    t.combat("russian").roll(3).play("russian", "attack 0316 0416", "commit 2")
    assert (t.to_act, t.options("french")) == (("french",), ["call 0415", "done"])


@pytest.mark.parametrize(
    ("start", "goal"),
    [("2212", "2112"), ("1811", "1812"), ("0411", "0312"), ("2108", "2007"), ("2108", "2008"), ("2109", "2009")],
    ids=["forest", "marsh", "rough", "river", "bridge", "river and forest"],
)
def test_10_1_neither_terrain_nor_a_river_forbids_an_attack(start, goal):
    t = Table({"F-I-I1": start, "R-1V-I1": goal}).combat()
    assert t.options("french") == [f"attack {start} {goal}", "decline"]


@pytest.mark.parametrize("edition", [1, 2])
def test_10_1_a_riga_stack_out_of_supply_does_not_attack(edition):
    pieces = {"R-RIGA-I1": "1904", "R-1I-I1": "1804", "F-X-I1": "1905"}
    t = Table(pieces, unsupplied=["R-RIGA-I1"], edition=edition).combat("russian")
    assert t.options("russian") == ["attack 1804 1905", "decline"]
    assert t.reasons("russian", "attack 1904 1905") == ["6.4 riga"]
    assert "attack 1904 1905" in Table(pieces, edition=edition).combat("russian").options("russian")


def test_10_1_a_riga_stack_out_of_supply_does_not_support_an_attack():
    pieces = {"R-RIGA-I1": "1904", "R-1I-I1": "1804", "R-1I-I2": "1906", "F-X-I1": "1905"}
    t = Table(pieces, unsupplied=["R-RIGA-I1"], cc=(0, 4)).combat("russian")
    t.roll(3).play("russian", "attack 1804 1905", "commit 4")
    assert t.options("russian") == ["call 1906", "done"]
    assert t.reasons("russian", "call 1904") == ["6.4 riga"]


def test_10_1_a_riga_stack_out_of_supply_supports_a_defence():
    pieces = {"R-RIGA-I1": "1904", "R-1I-I1": "1804", "F-X-I1": "1905"}
    t = Table(pieces, unsupplied=["R-RIGA-I1"], cc=(4, 0)).combat()
    t.roll(3).play("french", "attack 1905 1804", "commit 4")
    assert t.options("russian") == ["call 1904", "done"]


def test_10_1_commanders_alone_neither_attack_nor_support():
    t = Table(
        {**at("0416", "F-I-I1"), **at("0415", "F-NAPOLEON"), **at("0316", "R-1V-I1")}, cc=(4, 0), dice=[3, 6, 1, 3]
    )
    t.combat()
    assert t.reasons("french", "attack 0415 0316") == ["10.1 no_stack"]
    t.play("french", "attack 0416 0316", "commit 4")
    assert "support_comes" not in t.told
    assert "support_stays" not in t.told
    assert len(events(t, "combat")) == 1


def test_10_1_a_lone_commander_is_refused_as_support():
    pieces = {**at("0416", "F-I-I1"), **at("0415", "F-NAPOLEON"), **at("0317", "F-V-I1"), **at("0316", "R-1V-I1")}
    t = Table(pieces, cc=(4, 0), dice=[3]).combat().play("french", "attack 0416 0316", "commit 4")
    assert t.reasons("french", "call 0415") == ["10.4 not_beside"]
    assert t.options("french") == ["call 0317", "done"]


def test_10_1_only_an_enemy_depot_is_a_target_in_the_second_edition():
    t = Table({"F-I-I1": "0312"}, depots={"russian": ["0311"]}).combat()
    assert t.options("french") == ["attack 0312 0311", "decline"]
    first = Table({"F-I-I1": "0312", "R-1V-I1": "0411"}, depots={"russian": ["0311"]}, edition=1).combat()
    assert first.options("french") == ["attack 0312 0411", "decline"]
    assert first.reasons("french", "attack 0312 0311") == ["10.1 no_enemy"]


# 10.2


@pytest.mark.parametrize(
    ("commanders", "cc", "die", "outcome"),
    [
        (["F-DAVOUT"], 1, 3, "go"),
        (["F-DAVOUT"], 0, 3, "fail"),
        (["F-DAVOUT"], 1, 1, "abort"),
        (["F-NAPOLEON"], 4, 1, "abort"),
        ([], 0, 1, "abort"),
        ([], 2, 5, "go"),
        ([], 2, 4, "fail"),
        ([], 0, 6, "fail"),
        ([], 4, 2, "fail"),
        ([], 4, 3, "go"),
        (["F-NAPOLEON"], 1, 2, "go"),
        (["F-NAPOLEON"], 0, 2, "fail"),
        (["F-NEY", "F-JUNOT"], 2, 2, "fail"),
        (["F-NEY", "F-JUNOT"], 2, 3, "go"),
    ],
)
def test_10_2_highest_cr_and_commands_and_die_reach_seven(commanders, cc, die, outcome):
    t = duel(*commanders).roll(die).play("french", "attack 0416 0316", "all", f"commit {cc}")
    orders = [key for key in t.told if key.startswith("order_")]
    assert orders == ["order_" + outcome]
    assert t.asked == ("CommitDefence" if outcome == "go" else "AttackOrder")
    assert t.s.out == [outcome == "fail", False]


@pytest.mark.parametrize("die", [1, 2, 6])
def test_10_2_commands_are_spent_whatever_happens(die):
    pieces = {**at("0416", *CORPS), **at("0316", "R-1V-I1", "R-1V-I2")}
    t = Table(pieces, cc=(4, 3)).combat().roll(die).play("french", "attack 0416 0316", "all", "commit 3")
    assert t.s.cc == [1, 3]


def test_10_2_any_number_of_the_remaining_commands_but_no_more():
    t = duel(cc=(2, 7)).play("french", "attack 0416 0316", "all")
    assert t.options("french") == ["commit 0", "commit 1", "commit 2"]
    assert t.reasons("french", "commit 3") == ["10.2 too_many_cc"]


def test_10_2_commands_spent_on_one_attack_are_not_there_for_the_next():
    t = duel("F-NEY", cc=(4, 3)).roll(1).play("french", "attack 0416 0316", "all", "commit 3")
    t.play("russian", "decline").play("french", "attack 0416 0316", "all")
    assert t.options("french") == ["commit 0", "commit 1"]


def test_10_2_an_aborted_attack_passes_the_turn_and_may_be_tried_again():
    t = duel("F-NEY").roll(1).play("french", "attack 0416 0316", "all", "commit 0")
    assert (t.asked, t.to_act) == ("AttackOrder", ("russian",))
    t.play("russian", "decline")
    assert (t.asked, t.to_act) == ("AttackOrder", ("french",))
    assert "attack 0416 0316" in t.options("french")


def test_10_2_a_failed_attack_ends_the_attacks_of_this_turn():
    t = duel("F-NEY").roll(2).play("french", "attack 0416 0316", "all", "commit 0")
    assert t.to_act == ("russian",)
    t.roll(1).play("russian", "attack 0316 0416", "all", "commit 0")
    assert t.to_act == ("russian",)
    assert t.reasons("french", "attack 0416 0316") == ["10.1 turn"]


def test_10_2_commanders_of_the_hex_count_whoever_is_ordered():
    t = duel("F-NAPOLEON").roll(3).play("french", "attack 0416 0316", "take F-I-I1", "go", "commit 0")
    assert events(t, "order_go")[-1][3:] == (4, 0)


def test_10_2_what_a_card_adds_to_an_order_is_told_with_it():
    t = duel("F-NAPOLEON").roll(3).play("french", "attack 0416 0316", "all")
    t.s.battle.order_bonus = 1
    t.play("french", "commit 0")
    assert events(t, "order_go")[-1][3:] == (5, 0)


# 10.3


def test_10_3_the_defender_commits_before_any_support_roll():
    pieces = {**at("0416", "F-I-I1"), **at("0415", "F-I-I4"), **at("0316", "R-1V-I1")}
    t = Table(pieces, dice=[3]).combat().play("french", "attack 0416 0316", "commit 4")
    assert (t.asked, t.to_act) == ("CommitDefence", ("russian",))
    assert t.options("russian") == ["commit 0", "commit 1", "commit 2", "commit 3"]
    t.play("russian", "commit 2")
    assert t.s.cc == [0, 1]
    assert (t.asked, t.to_act) == ("CallSupport", ("french",))


def test_10_3_in_the_first_edition_the_defender_commits_after_the_attackers_support():
    pieces = {**at("0416", "F-I-I1"), **at("0415", "F-I-I4"), **at("0316", "R-1V-I1"), **at("0216", "R-1V-I2")}
    t = Table(pieces, dice=[3], edition=1).combat().play("french", "attack 0416 0316", "commit 4")
    assert (t.asked, t.to_act) == ("CallSupport", ("french",))
    t.roll(6).play("french", "call 0415")
    assert (t.asked, t.to_act) == ("CommitDefence", ("russian",))
    t.play("russian", "commit 1")
    assert (t.asked, t.to_act) == ("CallSupport", ("russian",))


@pytest.mark.parametrize("edition", [1, 2])
def test_10_3_no_more_commands_than_the_defender_has(edition):
    t = duel(edition=edition, cc=(4, 2)).roll(3).play("french", "attack 0416 0316", "all", "commit 4")
    assert t.options("russian") == ["commit 0", "commit 1", "commit 2"]
    assert t.reasons("russian", "commit 3") == ["10.3 too_many_cc"]


@pytest.mark.parametrize("die", [1, 2])
def test_10_3_the_defender_is_asked_only_if_the_attack_goes_ahead(die):
    t = duel().roll(die).play("french", "attack 0416 0316", "all", "commit 4")
    assert t.asked == "AttackOrder"
    assert t.s.cc == [0, 3]


def test_10_3_the_defenders_commands_serve_his_support_rolls_only():
    values = []
    for number in (0, 3):
        t = duel("F-NAPOLEON", cc=(0, 3), dice=[3, 4, 1, 3]).play("french", "attack 0416 0316", "all")
        t.play("russian", f"commit {number}")
        values.append(events(t, "combat")[-1][4])
    assert values == [2, 2]


# 10.4


def supported(*commanders, units=("F-V-I1",), cc=1, die=6, **given):
    """Davout attacks 0316 with so many Combat Commands; a stack in 0317 with these commanders is called."""
    pieces = {**at("0416", "F-I-I1", "F-DAVOUT"), **at("0317", *units, *commanders), **at("0316", "R-1V-I1")}
    t = Table(pieces, cc=(cc, 0), dice=[6], **given).combat().play("french", "attack 0416 0316")
    if cc:
        t.play("french", f"commit {cc}")
    return t.roll(die, 6, 1, 3).play("french", "call 0317")


@pytest.mark.parametrize(
    ("commanders", "cc", "die", "comes"),
    [
        (["F-NEY"], 1, 5, True),
        (["F-NEY"], 1, 4, True),
        (["F-NEY"], 1, 3, False),
        ([], 1, 6, True),
        ([], 1, 5, False),
        ([], 0, 6, False),
        (["F-NAPOLEON"], 2, 1, True),
        (["F-NAPOLEON"], 1, 1, False),
        (["F-NEY", "F-JUNOT"], 1, 3, False),
    ],
)
def test_10_4_highest_cr_and_commands_and_die_reach_seven(commanders, cc, die, comes):
    t = supported(*commanders, cc=cc, die=die)
    assert ("support_comes" in t.told) is comes
    assert ("support_stays" in t.told) is not comes


CONSCRIPTS = ("F-II-I3", "F-VI-I2")


@pytest.mark.parametrize(
    ("units", "die", "second", "first"),
    [
        (("F-V-I1",), 4, True, True),
        (CONSCRIPTS[:1], 4, False, True),
        (CONSCRIPTS[:1], 5, True, True),
        (CONSCRIPTS, 5, False, True),
        (CONSCRIPTS, 6, True, True),
        (CONSCRIPTS, 3, False, False),
    ],
)
def test_10_4_each_conscript_counts_one_against_in_the_second_edition(units, die, second, first):
    assert ("support_comes" in supported("F-NEY", units=units, die=die, edition=2).told) is second
    assert ("support_comes" in supported("F-NEY", units=units, die=die, edition=1).told) is first


def test_10_4_disrupted_conscripts_count_too():
    units = ("F-V-I1", *CONSCRIPTS)
    t = supported("F-NEY", units=units, die=5, disrupted=CONSCRIPTS)
    assert "support_stays" in t.told
    t = supported("F-NEY", units=units, die=6, disrupted=CONSCRIPTS)
    assert "support_comes" in t.told


def ring(**given):
    """Attack on 0316 from 0416 with friends all around and one hex behind the attacker."""
    pieces = {
        **at("0416", "F-I-I1", "F-NAPOLEON"),
        **at("0415", "F-I-I2"),
        **at("0317", "F-I-I3"),
        **at("0315", "F-I-I4"),
        **at("0517", "F-V-I1"),
        **at("0316", "R-1V-I1"),
    }
    return Table(pieces, **{"cc": (1, 0), "dice": [3], **given}).combat().play("french", "attack 0416 0316", "commit 1")


def test_10_4_stacks_next_to_the_defending_hex_may_be_called():
    t = ring()
    assert sorted(t.options("french")) == ["call 0315", "call 0317", "call 0415", "done"]
    assert t.reasons("french", "call 0416") == ["10.4 not_beside"]
    assert t.reasons("french", "call 0517") == ["10.4 not_beside"]
    assert t.reasons("french", "call 0215") == ["10.4 not_beside"]
    assert t.reasons("french", "call 0316") == ["10.4 not_beside"]


def test_10_4_stacks_are_called_one_at_a_time_each_once():
    t = ring().roll(6).play("french", "call 0317")
    assert sorted(t.options("french")) == ["call 0315", "call 0415", "done"]
    assert t.reasons("french", "call 0317") == ["10.4 called"]
    t.roll(2).play("french", "call 0415")
    assert t.options("french") == ["call 0315", "done"]
    assert [args[1] for args in events(t, "support_comes")] == [t.hex("0317")]
    assert [args[1] for args in events(t, "support_stays")] == [t.hex("0415")]


def test_10_4_the_caller_may_stop_after_a_result():
    t = ring().roll(6).play("french", "call 0317")
    t.roll(1, 1, 3).play("french", "done")
    assert len(events(t, "combat")) == 1
    assert t.s.battle.helpers[0] == [t.hex("0317")]


def test_10_4_a_wholly_disrupted_stack_is_not_called():
    t = ring(disrupted=["F-I-I3"])
    assert sorted(t.options("french")) == ["call 0315", "call 0415", "done"]
    assert t.reasons("french", "call 0317") == ["10.4 all_disrupted"]


def test_10_4_one_undisrupted_unit_is_enough_to_support():
    t = supported(units=("F-V-I1", "F-V-I2"), disrupted=["F-V-I1"], cc=1, die=6)
    assert "support_comes" in t.told


# 10.5


def defended(*commanders, units=("R-1V-I2",), cc=2, **given):
    """Napoleon attacks 0316; the Russians have spent so many CCs and may call 0215."""
    pieces = {**at("0416", "F-I-I1", "F-NAPOLEON"), **at("0316", "R-1V-I1"), **at("0215", *units, *commanders)}
    t = Table(pieces, cc=(0, cc), dice=[3], **given).combat().play("french", "attack 0416 0316")
    return t.play("russian", f"commit {cc}") if cc else t


@pytest.mark.parametrize(
    ("commanders", "units", "cc", "die", "comes"),
    [
        (["R-PLATOV"], ("R-1V-I2",), 2, 3, True),
        (["R-PLATOV"], ("R-1V-I2",), 2, 2, False),
        (["R-WITTGENSTEIN"], ("R-1V-I2",), 2, 6, True),
        ([], ("R-1V-I2",), 2, 1, False),
        ([], ("R-1V-I2",), 2, 5, True),
        ([], ("R-1IV-I2",), 2, 5, False),
        ([], ("R-1IV-I2",), 2, 6, True),
        (["R-PLATOV"], ("R-1V-I2",), 0, 5, True),
        (["R-PLATOV"], ("R-1V-I2",), 0, 4, False),
    ],
)
def test_10_5_the_defender_calls_with_his_own_commands(commanders, units, cc, die, comes):
    t = defended(*commanders, units=units, cc=cc)
    assert (t.asked, t.to_act, t.options("russian")) == ("CallSupport", ("russian",), ["call 0215", "done"])
    t.roll(die, 1, 1, 3).play("russian", "call 0215")
    assert ("support_comes" in t.told) is comes


def test_10_5_conscripts_do_not_count_in_the_first_edition():
    t = defended(units=("R-1IV-I2",), cc=2, edition=1).roll(5, 1, 1, 3).play("russian", "call 0215")
    assert "support_comes" in t.told


def test_10_5_the_attacker_calls_first():
    pieces = {**at("0416", "F-I-I1"), **at("0415", "F-I-I2"), **at("0316", "R-1V-I1"), **at("0215", "R-1V-I2")}
    t = Table(pieces, cc=(4, 0), dice=[3]).combat().play("french", "attack 0416 0316", "commit 4")
    assert t.to_act == ("french",)
    t.roll(6).play("french", "call 0415")
    assert (t.asked, t.to_act) == ("CallSupport", ("russian",))


def test_10_5_only_stacks_next_to_the_defending_hex_each_once():
    pieces = {
        **at("0416", "F-I-I1", "F-NAPOLEON"),
        **at("0316", "R-1V-I1"),
        **at("0215", "R-1V-I2"),
        **at("0216", "R-1I-I1"),
        **at("0417", "R-2VII-I1"),
        **at("0315", "R-ESSEN"),
    }
    t = Table(pieces, cc=(0, 0), dice=[3]).combat().play("french", "attack 0416 0316")
    assert sorted(t.options("russian")) == ["call 0215", "call 0216", "done"]
    assert t.reasons("russian", "call 0417") == ["10.5 not_beside"]
    assert t.reasons("russian", "call 0315") == ["10.5 not_beside"]
    t.roll(6).play("russian", "call 0215")
    assert t.reasons("russian", "call 0215") == ["10.5 called"]


def test_10_5_a_wholly_disrupted_stack_is_not_called():
    pieces = {
        **at("0416", "F-I-I1", "F-NAPOLEON"),
        **at("0316", "R-1V-I1"),
        **at("0215", "R-1V-I2"),
        **at("0216", "R-1I-I1"),
    }
    t = Table(pieces, cc=(0, 0), dice=[3], disrupted=["R-1V-I2"]).combat().play("french", "attack 0416 0316")
    assert t.options("russian") == ["call 0216", "done"]
    assert t.reasons("russian", "call 0215") == ["10.5 all_disrupted"]


def test_10_5_the_defending_stack_always_fights():
    t = defended()
    assert t.reasons("russian", "call 0316") == ["10.5 not_beside"]
    t.roll(1, 1, 3).play("russian", "done")
    assert events(t, "combat")[-1][4] == 1


# 10.6


def test_10_6_players_alternate_until_both_are_out():
    pieces = {
        **at("0416", *CORPS, "F-NAPOLEON"),
        **at("0316", "R-1V-I1", "R-1V-I2"),
        **at("0417", "R-2VII-I1", "R-BARCLAY"),
    }
    t = Table(pieces, cc=(0, 0)).combat()
    actors = [t.to_act]
    t.roll(3, 1, 4, 1).play("french", "attack 0416 0316", "all")
    t.play("russian", "hit R-1V-I1", "done", "stand")
    actors.append(t.to_act)
    t.roll(1).play("russian", "attack 0417 0416")
    actors.append(t.to_act)
    t.roll(2).play("french", "attack 0416 0316", "all")
    actors.append(t.to_act)
    t.roll(5, 4, 1, 1).play("russian", "attack 0417 0416", "done").play("french", "hit F-I-I1", "done", "stand")
    actors.append(t.to_act)
    assert actors == [("french",), ("russian",), ("french",), ("russian",), ("russian",)]
    t.play("russian", "decline")
    assert t.asked == "Rest"


def test_10_6_a_player_who_declines_is_out_and_the_other_goes_on():
    t = duel().play("french", "decline")
    assert t.to_act == ("russian",)
    t.roll(1).play("russian", "attack 0316 0416", "all", "commit 0")
    assert t.to_act == ("russian",)
    t.play("russian", "decline")
    assert t.asked == "Rest"


def test_10_6_a_successful_attacker_stays_in():
    t = duel("F-NAPOLEON", cc=(0, 0)).roll(3, 1, 4, 1).play("french", "attack 0416 0316", "all")
    t.play("russian", "hit R-1V-I1", "done", "stand")
    assert t.s.out == [False, False]
    assert (t.to_act, t.options("french")) == (("french",), ["attack 0416 0316", "decline"])


def test_10_6_a_player_without_a_legal_order_is_passed_over_and_not_out():
    t = Table({**at("0416", *CORPS), **at("0316", "R-1V-I1", "R-1V-I2")}, disrupted=["F-I-I1"]).combat()
    assert t.to_act == ("russian",)
    assert t.s.out == [False, False]
    assert t.reasons("french", "attack 0416 0316") == ["10.1 turn"]
    t = Table({"F-I-I1": "0416", "R-1V-I1": "0216"}).combat()
    assert t.asked == "Rest"
    assert "declined" not in t.told


def test_10_6_a_player_who_was_passed_over_is_asked_again_when_he_has_an_order():
    pieces = {**at("0416", *CORPS, "F-NAPOLEON"), **at("0316", "R-1V-I1")}
    t = Table(pieces, cc=(0, 0), disrupted=["R-1V-I1"]).combat()
    t.roll(1).play("french", "attack 0416 0316", "all")
    assert (t.to_act, t.s.out) == (("french",), [False, False])
    t.s.restore(1 << t.unit("R-1V-I1"))
    t.roll(1).play("french", "attack 0416 0316", "all")
    assert (t.to_act, t.options("russian")) == (("russian",), ["attack 0316 0416", "decline"])
    t.play("russian", "decline")
    assert t.s.out == [False, True]
    t.roll(1).play("french", "attack 0416 0316", "all")
    assert t.to_act == ("french",)


def test_10_6_who_has_failed_stays_out_although_he_has_an_order():
    t = duel(cc=(0, 0)).roll(2).play("french", "attack 0416 0316", "all")
    assert (t.to_act, t.s.out) == (("russian",), [True, False])
    t.roll(1).play("russian", "attack 0316 0416", "all")
    assert t.to_act == ("russian",)


def test_10_8_the_phase_ends_when_each_is_out_or_has_no_order():
    t = Table({**at("0416", *CORPS), **at("0316", "R-1V-I1", "R-1V-I2")}, disrupted=["F-I-I1"]).combat()
    t.s.forced = 1 << t.unit("F-I-I1")
    t.play("russian", "decline")
    assert (t.asked, t.s.out, t.s.forced) == ("Rest", [False, True], 0)


# 10.7


def test_10_7_a_stack_may_attack_be_attacked_and_attack_again():
    pieces = {
        **at("0416", *CORPS, "F-NAPOLEON"),
        **at("0316", "R-1V-I1", "R-1V-I2"),
        **at("0417", "R-2VII-I1", "R-BARCLAY"),
    }
    t = Table(pieces, cc=(0, 0)).combat()
    t.roll(3, 1, 4, 1).play("french", "attack 0416 0316", "all").play("russian", "hit R-1V-I1", "done", "stand")
    t.roll(5, 2, 1, 1).play("russian", "attack 0417 0416", "done", "done").play("french", "stand")
    assert t.options("french") == ["attack 0416 0316", "attack 0416 0417", "decline"]
    t.roll(6, 6, 1, 1).play("french", "attack 0416 0316", "all")
    assert len(events(t, "combat")) == 3


def test_10_7_a_stack_may_support_any_number_of_times():
    pieces = {**at("0416", *CORPS, "F-NAPOLEON"), **at("0415", "F-I-I4", "F-NEY"), **at("0316", "R-1V-I1", "R-1V-I2")}
    t = Table(pieces, cc=(0, 0)).combat()
    t.roll(3, 5, 1, 6, 1).play("french", "attack 0416 0316", "all", "call 0415")
    t.play("russian", "hit R-1V-I1", "done", "stand")
    t.roll(3, 5, 1, 6, 3).play("french", "attack 0416 0316", "all", "call 0415")
    assert [args[1] for args in events(t, "support_comes")] == [t.hex("0415")] * 2


# 10.8


def test_10_8_when_both_are_out_the_markers_are_removed():
    t = duel("F-NAPOLEON", cc=(0, 0))
    t.s.forced = 1 << t.unit("F-I-I1")
    t.roll(3, 1, 2, 1).play("french", "attack 0416 0316", "all").play("russian", "hit R-1V-I1", "done", "stand")
    fought = sum(1 << t.unit(name) for name in (*CORPS, "R-1V-I1", "R-1V-I2"))
    assert (t.s.forced, t.s.fought_once) == (1 << t.unit("F-I-I1"), fought)
    t.play("french", "decline")
    assert t.asked == "Rest"
    assert (t.s.forced, t.s.fought_once, t.s.fought_twice) == (0, 0, 0)


def test_10_8_markers_stay_while_one_player_goes_on():
    t = duel()
    t.s.forced = t.s.fought_once = 1 << t.unit("R-1V-I1")
    t.play("french", "decline")
    assert t.s.forced == t.s.fought_once == 1 << t.unit("R-1V-I1")


def test_10_8_a_successful_order_against_a_lone_depot_takes_it_for_good():
    t = Table({**at("0312", "F-I-I1", "F-NAPOLEON")}, depots={"russian": ["0311"]}, cc=(0, 0), dice=[3]).combat()
    t.play("french", "attack 0312 0311")
    assert t.s.depots[1] == 0
    assert t.s.lost_trains == [0, 1]
    assert t.where("F-I-I1") == "0312"
    assert "combat" not in t.told
    assert t.s.fought_once == 0
    assert t.asked == "Rest"


@pytest.mark.parametrize("die", [1, 2])
def test_10_8_a_depot_stands_if_the_order_does_not_go_ahead(die):
    t = Table({**at("0312", "F-I-I1", "F-NAPOLEON")}, depots={"russian": ["0311"]}, cc=(0, 0), dice=[die]).combat()
    t.play("french", "attack 0312 0311")
    assert t.s.depots[1] == 1 << t.hex("0311")
    assert t.s.lost_trains == [0, 0]


def test_10_8_a_depot_under_a_defending_stack_is_not_taken_by_the_order():
    pieces = {**at("0312", "F-I-I1", "F-NAPOLEON"), **at("0311", "R-1V-I1")}
    t = (
        Table(pieces, depots={"russian": ["0311"]}, cc=(0, 0), dice=[3, 1, 2, 3])
        .combat()
        .play("french", "attack 0312 0311")
    )
    assert "combat" in t.told
    assert t.s.depots[1] == 1 << t.hex("0311")
