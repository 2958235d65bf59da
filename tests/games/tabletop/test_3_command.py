"""Rulebook 3 to its limits: who is spoken to, where generals may ride, when a command is shaken."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import morale, orders, sequence
from grognard.games.tabletop.rules.orders import ATTACK, DEFEND, FORWARD, RETREAT
from grognard.games.tabletop.world.state import DESTROYED, NOBODY
from grognard.kernel.dice import DiceError
from toolkit_tabletop import Table, U, rect

FOE = {"B-1": U(900, 1000, 1800)}


def army(**more: object) -> Table:
    return Table({"A-1": U(900, 300), "A-2": U(500, 300, command=2), **FOE}, **more)  # type: ignore[arg-type]


def test_3_1_only_commands_with_troops_left_are_spoken_to() -> None:
    t = army()
    t.unit("A-2").status = DESTROYED
    t.orders("french")
    assert not [option for option in t.options("french") if "A2" in option]
    assert t.rules("french", "order A2 attack O1") == ["3.2"]
    assert "pass" in t.options("french")


def test_3_2_every_order_but_the_present_one() -> None:
    t = army(objectives=((90, 60), (30, 30))).orders("french")
    mine = [option for option in t.options("french") if option.startswith("order A1")]
    assert mine == [
        "order A1 attack O1",
        "order A1 attack O2",
        "order A1 forward O2",
        "order A1 defend O1",
        "order A1 defend O2",
        "order A1 retreat",
    ]
    t.s.commands[0].order = RETREAT
    t.orders("french")
    assert t.rules("french", "order A1 retreat") == ["3.2"]
    assert t.rules("french", "order A1 forward O1") == []


def test_3_2_a_new_order_ends_the_defend_of_single_units_not_the_retreat_of_spent_cavalry() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(500, 300, 0, "light_cav"), "A-3": U(300, 300, command=2), **FOE})
    t.unit("A-1").order, t.unit("A-2").order, t.unit("A-3").order = DEFEND, RETREAT, DEFEND
    orders.give(t.s, 0, ATTACK, 0)
    assert [t.unit(name).order for name in ("A-1", "A-2", "A-3")] == [NOBODY, RETREAT, DEFEND]
    assert t.s.order_of(t.u("A-1")) == "attack"
    orders.give(t.s, 0, RETREAT, -1)
    assert (t.s.commands[0].order, t.s.commands[0].objective) == (RETREAT, 0)
    t.s.commands[0].objective = 1
    orders.give(t.s, 0, ATTACK, 0)
    assert t.s.commands[0].objective == 0


@pytest.mark.parametrize(("rating", "needs"), [(0, 4), (1, 6), (2, 8), (3, 10), (4, 10)])
def test_3_3_a_distant_order_by_rating(rating: int, needs: int) -> None:
    t = army()
    t.s.generals[0].rating = rating
    assert orders.order_needs(t.s, 0) == needs


def test_3_3_the_voice_reaches_thirty_centimetres_to_a_unit() -> None:
    t = army()
    t.s.generals[0].x, t.s.generals[0].y = 900, 600
    assert orders.voice_reaches(t.s, 0, 0)  # the front of A-1 is exactly 30 cm away
    t.s.generals[0].y = 601
    assert not orders.voice_reaches(t.s, 0, 0)
    t.unit("A-1").status = DESTROYED
    t.s.generals[0].y = 300
    assert not orders.voice_reaches(t.s, 0, 0)


def test_3_4_a_lost_order_counts_and_a_command_is_addressed_once() -> None:
    t = army(dice=[10])
    t.world.generals[0][1].charismatic = True
    t.s.generals[0].x, t.s.generals[0].y = 1700, 1100
    t.orders("french").play("french", "order A1 attack O1")
    assert t.s.commands[0].order == FORWARD
    assert t.rules("french", "order A1 attack O1") == ["3.4"]
    t.roll(1).play("french", "order A2 attack O1")
    assert (t.s.commands[1].order, t.asked) == (ATTACK, "Rest")


def test_3_6_under_defend_nobody_outside_goes_farther_away() -> None:
    t = Table({"A-1": U(900, 300, 0, order="defend"), **FOE}).moving("A-1")  # 30 cm from its objective
    assert t.rules("french", "advance 100") == []
    assert t.rules("french", "back 1") == ["3.6"]
    assert "0.1 cm" in t.refusal("french", "back 1")
    assert t.rules("french", "shift left 10") == []  # to the millimetre it is no farther


def test_3_6_retreat_may_go_sideways() -> None:
    t = Table({"A-1": U(900, 480, 900, order="retreat"), **FOE}).moving("A-1")
    assert t.rules("french", "advance 100") == []
    t = Table({"A-1": U(900, 480, 890, order="retreat"), **FOE}).moving("A-1")
    assert t.rules("french", "advance 100") == ["3.6"]
    north = Table({"A-1": U(900, 100), "B-1": U(900, 600, order="retreat")}).moving("B-1")
    assert north.rules("coalition", "advance 50") == []
    assert north.rules("coalition", "back 50") == ["3.6"]


def test_3_6_defend_charges_to_fifteen_centimetres() -> None:
    near = Table({"A-1": U(900, 450, 0, "light_cav", order="defend"), "B-1": U(900, 600, 1800, "light_cav")})
    assert near.moving("A-1").rules("french", "charge B-1") == []
    far = Table({"A-1": U(900, 450, 0, "light_cav", order="defend"), "B-1": U(900, 601, 1800, "light_cav")})
    assert far.moving("A-1").rules("french", "charge B-1") == ["3.6"]


def test_3_7_exactly_half_shakes_once_and_the_die_decides() -> None:
    t = Table({"A-1": U(900, 300, pm=5), **FOE})
    orders.shaken_commands(t.s)
    assert not t.s.commands[0].shaken
    t.unit("A-1").pm = 4
    orders.shaken_commands(t.s)
    assert (t.s.commands[0].order, t.s.commands[0].shaken) == (DEFEND, True)
    kept = Table({"A-1": U(900, 300, pm=4), **FOE}, dice=[3], brigadiers=True)
    orders.shaken_commands(kept.s)
    assert kept.s.commands[0].order == DEFEND
    orphan = Table({"A-1": U(900, 300, pm=4), **FOE}, dice=[6], brigadiers=True)
    orphan.s.generals[1].lost = 1
    orders.shaken_commands(orphan.s)
    assert (orphan.s.commands[0].order, orphan.dice.left()) == (DEFEND, 1)


def test_3_7_who_defends_or_retreats_already_rolls_nothing() -> None:
    for order in (DEFEND, RETREAT):
        t = Table({"A-1": U(900, 300, pm=4), **FOE}, dice=[1], brigadiers=True)
        t.s.commands[0].order = order
        orders.shaken_commands(t.s)
        assert (t.s.commands[0].order, t.s.commands[0].shaken, t.dice.left()) == (order, True, 1)


def test_3_7_the_destroyed_count_as_nothing_and_a_command_without_units_is_not_asked() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(500, 300), **FOE})
    t.unit("A-2").status = DESTROYED
    orders.shaken_commands(t.s)
    assert t.s.commands[0].order == DEFEND
    gone = army()
    gone.unit("A-2").status = DESTROYED
    orders.shaken_commands(gone.s)
    assert not gone.s.commands[1].shaken


def test_3_8_a_general_rides_once_and_stays_with_a_unit_in_melee() -> None:
    t = army(brigadiers=True).generals("french")
    assert t.options("french") == ["general A-G", "general A-B1", "done"]
    assert t.rules("french", "general B-G") == ["3.8"]
    t.play("french", "general A-G", "stay")
    assert t.options("french") == ["general A-B1", "done"]
    assert t.rules("french", "general A-G") == ["3.8"]
    locked = army().contact("A-1", "B-1")
    locked.s.generals[0].unit = locked.u("A-1")
    locked.generals("french")
    assert locked.asked == "Rest"
    locked.s.generals[0].unit = locked.u("A-2")
    assert locked.generals("french").options("french") == ["general A-G", "done"]


def test_3_8_where_a_general_may_ride() -> None:
    pond = rect("impassable", 80, 65, 100, 70)
    t = Table({"A-1": U(900, 300), "B-1": U(950, 500, 1800)}, terrain=[pond], size=(100, 120)).generals("french")
    t.play("french", "general A-G")  # he is at 90, 60
    assert t.rules("french", "ride 1002 600") == ["5.16"]
    assert t.rules("french", "ride 1000 600") == []
    assert t.rules("french", "ride 900 660") == ["5.15"]
    assert t.rules("french", "ride 900 491") == ["5.17"]  # 0.9 cm before the enemy's front
    assert t.rules("french", "ride 900 490") == []
    assert t.rules("french", "ride 900 299") == ["5.4"]


def test_3_8_a_general_joins_by_contact_within_his_ride() -> None:
    t = army()
    t.s.generals[0].x, t.s.generals[0].y = 900, 600
    t.generals("french").play("french", "general A-G")
    assert t.rules("french", "attach A-1") == []
    assert t.rules("french", "attach A-9") == ["3.8"]
    t.play("french", "attach A-1")
    t.s.generals[0].rode = False
    t.generals("french").play("french", "general A-G")
    assert t.rules("french", "attach A-1") == ["3.8"]
    t.play("french", "ride 900 290")
    assert t.s.generals[0].unit == NOBODY
    far = army()
    far.s.generals[0].x, far.s.generals[0].y = 900, 601
    far.unit("A-2").status = DESTROYED
    far.generals("french").play("french", "general A-G")
    assert far.rules("french", "attach A-1") == ["5.4"]
    assert "0.1 cm" in far.refusal("french", "attach A-1")
    assert far.rules("french", "attach A-2") == ["3.8"]


def test_3_3_3_7_3_9_these_dice_have_ten_and_six_sides() -> None:
    far = army(dice=[11])
    far.s.generals[0].x, far.s.generals[0].y = 1700, 1100
    with pytest.raises(DiceError):
        far.orders("french").play("french", "order A1 attack O1")
    led = army(dice=[11])
    led.s.generals[0].unit = led.u("A-1")
    with pytest.raises(DiceError):
        morale.suffer(led.s, {led.u("A-1"): 1}, morale.FIRE)
    shaken = Table({"A-1": U(900, 300, pm=4), **FOE}, dice=[7], brigadiers=True)
    with pytest.raises(DiceError):
        orders.shaken_commands(shaken.s)


def test_3_9_only_on_a_one() -> None:
    t = army(dice=[2])
    t.s.generals[0].unit = t.u("A-1")
    morale.suffer(t.s, {t.u("A-1"): 1}, morale.FIRE)
    assert t.s.generals[0].lost == 0
    morale.suffer(t.s, {t.u("A-2"): 1}, morale.FIRE)  # no general with it: no die
    morale.suffer(t.s, {t.u("A-1"): 0}, morale.FIRE)
    assert t.dice.left() == 0


def test_3_9_an_army_without_its_general_is_silent_for_two_turns_then_led_without_charisma() -> None:
    t = army()
    t.world.generals[0][1].charismatic = True
    assert t.s.charismatic(0)
    orders.lose_general(t.s, 0)
    for turns in (1, 2):
        t.s.turn += 1
        orders.replace_generals(t.s)
        assert t.s.generals[0].lost
        assert t.orders("french").asked == "Rest", turns
    t.s.turn += 1
    orders.replace_generals(t.s)
    assert (t.s.generals[0].lost, t.s.generals[0].rating, t.s.charismatic(0)) == (0, 0, False)
    t.s.generals[0].x, t.s.generals[0].y = 700, 300
    t.orders("french").play("french", "order A1 attack O1")
    assert t.asked == "Rest"  # one order, not two


def test_3_9_a_lost_general_adds_nothing_to_the_initiative() -> None:
    t = army(dice=[3, 3])
    t.s.generals[0].rating, t.s.first = 3, 0
    orders.lose_general(t.s, 0)
    t.open(sequence.Initiative())
    assert t.s.first == 1
    tie = army(dice=[4, 3])  # the other general adds one: four each, and last turn's second is first
    tie.s.first = 1
    orders.lose_general(tie.s, 0)
    tie.open(sequence.Initiative())
    assert tie.s.first == 0
    assert [event.args for event in tie.s.events if event.key == "initiative_die"][-2:] == [(0, 4, 0, 4), (1, 3, 1, 4)]
    b1 = army(brigadiers=True)
    orders.lose_general(b1.s, 1)
    orders.replace_generals(b1.s)
    assert b1.s.generals[1].lost  # next turn, not this one


def test_3_5_the_nearest_of_several_is_the_first_and_horse_in_a_wood_can_be_charged() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(700, 500, 1800), "B-2": U(1100, 500, 1800)})
    assert orders.nearest_enemy(t.s, t.u("A-1")) == t.u("B-1")
    t.unit("B-2").y = 499
    assert orders.nearest_enemy(t.s, t.u("A-1")) == t.u("B-2")
    wood = rect("wood", 80, 44, 100, 60, "light")
    t = Table({"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 450, 1800, "light_cav")}, terrain=[wood])
    assert not orders.untouchable(t.s, t.u("B-1"))
    assert t.moving("A-1").rules("french", "charge B-1") == []


def test_3_6_forward_cavalry_passes_lines_at_one_centimetre() -> None:
    t = Table({"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 450, 1800)}).moving("A-1")
    assert t.rules("french", "advance 141") == ["5.17"]
    assert t.rules("french", "advance 140") == []
    foot = Table({"A-1": U(900, 330), "B-1": U(900, 450, 1800, formation="square")}).moving("A-1")
    assert foot.rules("french", "advance 110") == []
