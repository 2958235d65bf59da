"""Rulebook 3: orders, generals."""

from __future__ import annotations

from grognard.games.tabletop.rules import charges, morale, orders, sequence
from grognard.games.tabletop.rules.movement import moves
from grognard.games.tabletop.rules.orders import ATTACK, DEFEND, FORWARD
from grognard.games.tabletop.world.state import DESTROYED, NOBODY
from grognard.games.tabletop.world.world import ORDERS, act
from toolkit_tabletop import Table, U, rect


def two() -> dict[str, U]:
    return {"A-1": U(900, 300), "A-2": U(500, 300, command=2), "B-1": U(900, 1000, 1800)}


def test_3_1_new_orders_by_side_and_only_to_ones_own() -> None:
    t = Table(two())
    t.s.generals[0].x, t.s.generals[0].y = 900, 290
    t.orders("french")
    assert t.rules("french", "order B1 attack O1") == ["3.1"]
    assert t.rules("coalition", "order B1 attack O1") != []
    t.play("french", "order A1 attack O1")
    assert t.s.commands[0].order == ATTACK


def test_3_2_orders_name_an_objective_but_retreat() -> None:
    t = Table(two(), objectives=((90, 60), (30, 30))).orders("french")
    assert t.rules("french", "order A1 forward O1") == ["3.2"]
    assert t.rules("french", "order A1 retreat O1") == ["3.2"]
    assert t.rules("french", "order A1 attack") == ["3.2"]
    assert t.rules("french", "order A1 attack O5") == ["3.2"]
    t.s.generals[0].x, t.s.generals[0].y = 900, 290
    t.unit("A-1").order = DEFEND
    t.play("french", "order A1 forward O2")
    assert (t.s.commands[0].order, t.s.commands[0].objective) == (FORWARD, 1)
    assert t.unit("A-1").order == NOBODY


def test_3_3_a_distant_order_needs_a_die() -> None:
    t = Table(two(), dice=[7])
    t.s.generals[0].x, t.s.generals[0].y = 100, 100
    t.orders("french").play("french", "order A1 attack O1")
    assert "order_die" in t.told
    assert t.s.commands[0].order == FORWARD
    t.roll(6).orders("french").play("french", "order A1 attack O1")
    assert t.s.commands[0].order == ATTACK
    assert orders.order_needs(t.s, 0) == 6


def test_3_3_a_brigade_commander_must_be_within_thirty_centimetres() -> None:
    t = Table(two(), brigadiers=True)
    general, brigadier = t.s.generals[0], t.s.generals[1]
    general.x, general.y, brigadier.x, brigadier.y = 100, 100, 400, 100
    assert orders.voice_reaches(t.s, 0, 0)
    brigadier.x = 401
    assert not orders.voice_reaches(t.s, 0, 0)
    t.unit("A-2").x, t.unit("A-2").y = 449, 115
    assert orders.voice_reaches(t.s, 0, 1)
    t.unit("A-2").x = 452
    assert not orders.voice_reaches(t.s, 0, 1)


def test_3_4_one_order_a_turn_two_by_a_charismatic_general() -> None:
    t = Table(two())
    t.s.generals[0].x, t.s.generals[0].y = 700, 290
    t.orders("french").play("french", "order A1 attack O1")
    assert t.asked == "Rest"
    t.world.generals[0][1].charismatic = True
    t.orders("french").play("french", "order A1 defend O1")
    assert t.rules("french", "order A1 forward O1") == ["3.4"]
    t.play("french", "order A2 attack O1")
    assert t.asked == "Rest"


def test_3_5_attack_obliges_to_charge_the_nearest_in_reach() -> None:
    t = Table({"A-1": U(900, 300, order="attack"), "B-1": U(900, 400, 1800), "B-2": U(900, 900, 1800)})
    t.troops("french")
    assert t.asked == "Rest"  # the only unit has only one thing to do: it is done unasked
    assert t.unit("A-1").target == t.u("B-1")
    t = Table({"A-1": U(900, 300, order="attack"), "A-2": U(400, 300), "B-1": U(900, 400, 1800)}).troops("french")
    assert "done" not in t.options("french")
    assert t.rules("french", "done") == ["3.5"]


def test_3_5_the_nearest_of_those_it_can_reach_not_the_nearest_of_all() -> None:
    units = {
        "A-1": U(900, 300, formation="column", order="attack"),
        "A-2": U(300, 100),
        "B-1": U(850, 400, 1800, bases=1),
        "B-2": U(905, 425, 1800, bases=1),
    }
    t = Table(units).moving("A-1")
    assert t.unit("A-1").target == t.u("B-1")
    t = Table(units, terrain=[rect("hill", 80, 36, 91, 38)])  # the nearest is hidden
    assert charges.charge_targets(t.s, t.u("A-1")) == [t.u("B-2")]
    t.moving("A-1")
    assert t.unit("A-1").target == t.u("B-2")


def test_3_5_only_attack_obliges_and_only_before_the_first_step() -> None:
    units = {
        "A-1": U(900, 300, order="attack"),
        "A-2": U(300, 100),
        "B-1": U(900, 400, 1800),
        "B-2": U(930, 430, 1800, bases=1),
    }
    t = Table(units)
    assert charges.obliged(t.s, t.u("A-1")) == t.u("B-1")
    for order in ("forward", "defend", "retreat"):
        t.unit("A-1").order = ORDERS.index(order)
        assert charges.obliged(t.s, t.u("A-1")) == NOBODY
    t.unit("A-1").order = ATTACK
    t.s.stepped = True
    t.open(moves.MoveUnit(0, t.u("A-1")))
    assert t.rules("french", "advance 10") == []
    assert t.rules("french", "advance 900") == ["5.8"]
    t.s.first = 0
    t.late()  # late charges are free
    assert t.options("french") == ["charge A-1 B-1", "pass"]


def test_3_5_out_of_reach_nobody_is_obliged() -> None:
    t = Table({"A-1": U(900, 300, order="attack"), "B-1": U(900, 600, 1800)}).troops("french")
    assert t.options("french") == ["move A-1", "done"]


def test_3_5_cavalry_holds_a_square_in_check() -> None:
    t = Table(
        {
            "A-1": U(900, 300, 0, "light_cav", order="attack"),
            "B-1": U(900, 450, 1800, formation="square"),
            "B-2": U(900, 480, 1800, bases=1),
        }
    )
    t.moving("A-1")
    assert t.rules("french", "charge B-1") == ["6.5"]
    assert t.rules("french", "charge B-2") == ["3.5"]
    assert t.rules("french", "advance 61") == ["5.17"]
    t.play("french", "advance 60")
    assert t.where("A-1") == (900, 360, 0)


def test_3_5_what_is_held_in_check_and_by_whom() -> None:
    units = {
        "A-1": U(900, 300, 0, "light_cav", order="attack"),
        "B-1": U(900, 420, 1800, formation="square"),
        "B-2": U(980, 450, 1800, bases=1),
    }
    t = Table(units)
    assert orders.held_in_check(t.s, t.u("A-1")) == t.u("B-1")
    t.unit("B-2").y = 380  # now the nearest is one it can charge
    assert orders.held_in_check(t.s, t.u("A-1")) == NOBODY
    t = Table(units)
    t.unit("A-1").order = FORWARD
    assert orders.held_in_check(t.s, t.u("A-1")) == NOBODY
    foot = Table({**units, "A-1": U(900, 300, order="attack")})
    assert orders.held_in_check(foot.s, foot.u("A-1")) == NOBODY
    rifles = Table({**units, "B-1": U(900, 450, 1800, "rifles", "square")}).moving("A-1")
    assert rifles.rules("french", "advance 31") == ["5.17"]  # the weapon range of rifles
    assert rifles.rules("french", "advance 30") == []


def test_3_5_cavalry_inside_the_range_may_stay_but_come_no_nearer() -> None:
    t = Table({"A-1": U(900, 400, 0, "light_cav", order="attack"), "B-1": U(900, 450, 1800, formation="square")})
    t.moving("A-1")
    assert t.rules("french", "advance 1") == ["5.17"]
    assert t.rules("french", "back 5") == []


def test_3_6_forward_cavalry_keeps_five_centimetres_from_a_square() -> None:
    t = Table({"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 450, 1800, formation="square")}).moving("A-1")
    assert t.rules("french", "advance 101") == ["5.17"]
    t.play("french", "advance 100")
    assert t.where("A-1")[1] == 400


def test_3_6_defend_stays_by_its_objective() -> None:
    t = Table({"A-1": U(900, 480, 1800, order="defend"), "B-1": U(900, 200)})
    t.moving("A-1")
    assert t.rules("french", "advance 31") == ["3.6"]
    assert "0.1 cm" in t.refusal("french", "advance 31")
    assert t.rules("french", "charge B-1") == ["3.6"]
    t.play("french", "advance 30")
    assert t.where("A-1") == (900, 450, 1800)


def test_3_6_retreat_goes_home_and_does_not_charge() -> None:
    t = Table({"A-1": U(900, 480, order="retreat"), "B-1": U(900, 560, 1800)}).moving("A-1")
    assert t.rules("french", "advance 10") == ["3.6"]
    assert t.rules("french", "charge B-1") == ["3.6"]
    t.play("french", "back 30")
    assert t.where("A-1") == (900, 450, 0)


def test_3_7_half_the_points_gone_is_defend() -> None:
    t = Table({"A-1": U(900, 300, pm=4), "A-2": U(500, 300, command=2), "B-1": U(900, 1000, 1800)}, dice=[3, 1, 1])
    t.s.commands[0].order = ATTACK
    orders.shaken_commands(t.s)
    assert t.s.commands[0].order == DEFEND
    assert t.s.commands[1].order == FORWARD
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 1000, 1800)}, dice=[4], brigadiers=True)
    orders.shaken_commands(t.s)
    assert (t.s.commands[0].order, t.s.commands[0].shaken) == (FORWARD, True)
    orders.shaken_commands(t.s)
    assert t.dice.left() == 0


def test_3_8_a_general_attaches_and_rides_with_his_unit() -> None:
    t = Table({"A-1": U(900, 500), "A-2": U(300, 100), "B-1": U(900, 1000, 1800)}).generals("french")
    t.play("french", "general A-G")
    assert t.rules("french", "attach B-1") == ["3.8"]
    assert t.rules("french", "attach A-2") == ["5.4"]
    t.play("french", "attach A-1")
    assert (t.s.generals[0].x, t.s.generals[0].y) == (900, 500)
    assert t.asked == "Rest"
    t.moving("A-1").play("french", "advance 50")
    assert (t.s.generals[0].x, t.s.generals[0].y) == (900, 550)


def test_3_9_on_a_one_the_general_is_lost_and_the_army_is_silent() -> None:
    t = Table({"A-1": U(900, 500), "B-1": U(900, 1000, 1800)}, dice=[1])
    t.s.generals[0].unit = t.u("A-1")
    morale.suffer(t.s, {t.u("A-1"): 1}, morale.FIRE)
    assert t.s.generals[0].lost == t.s.turn
    assert t.s.general_with(t.u("A-1")) == []
    t.s.turn += 2
    t.orders("french")
    assert t.told[-1] == "no_orders"
    t.s.turn += 1
    sequence.replace_generals(t.s)
    assert (t.s.generals[0].lost, t.s.generals[0].rating) == (0, 0)
    t.orders("french")
    assert t.asked == "GiveOrder"


def test_3_9_a_brigade_commander_is_replaced_next_turn() -> None:
    t = Table({"A-1": U(900, 500), "B-1": U(900, 1000, 1800)}, dice=[1, 2], brigadiers=True)
    t.s.generals[1].unit = t.u("A-1")
    morale.suffer(t.s, {t.u("A-1"): 1}, morale.FIRE)
    t.generals("french")
    assert t.rules("french", "general A-B1") == ["3.9"]
    t.s.turn += 1
    sequence.replace_generals(t.s)
    assert t.s.generals[1].lost == 0


def test_3_5_cover_stops_cavalry_too() -> None:
    t = Table(
        {"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 450, 1800)}, terrain=[rect("wood", 80, 44, 100, 60, "light")]
    ).moving("A-1")
    assert t.rules("french", "charge B-1") == ["6.5"]


def test_3_2_an_order_is_refused_by_its_reason() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(300, 300, command=2), "B-1": U(900, 1000, 1800)})
    frame, command = orders.GiveOrder(0), t.s.info(t.u("A-2")).command
    word = next(word for word, c in t.world.command_at.items() if c == command)
    found = frame.forbids(t.s, act("order", word, orders.RETREAT, 0))
    assert [reason[:2] for reason in found] == [("3.2", "order_form")]
    for u in orders.living(t.s, command):
        t.s.units[u].status = DESTROYED
    found = frame.forbids(t.s, act("order", word, orders.RETREAT, 0))
    assert [reason[:2] for reason in found] == [("3.2", "command_gone")]


def test_3_1_a_refusal_names_the_command_of_the_enemy() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)})
    word = next(word for word, c in t.world.command_at.items() if t.world.commands[c][0] == 1)
    found = orders.GiveOrder(0).forbids(t.s, act("order", word, orders.ATTACK, 0))
    assert found == [("3.1", "not_your_command", (word,))]


def test_3_1_a_command_that_is_not_there_gets_no_order() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)})
    unknown = next(n for n in range(20) if n not in t.world.command_at)
    for side in (0, 1):
        found = orders.GiveOrder(side).forbids(t.s, act("order", unknown, orders.ATTACK, 0))
        assert found == [("3.1", "not_your_command", (unknown,))]
    word = next(word for word, c in t.world.command_at.items() if t.world.commands[c][0] == 0)
    for objective in (1, 2):
        found = orders.GiveOrder(0).forbids(t.s, act("order", word, orders.ATTACK, objective))
        assert found == [("3.2", "no_objective", (objective,))]


def test_3_4_a_charismatic_general_has_two_orders_to_give() -> None:
    for charismatic, number in ((False, 1), (True, 2)):
        t = Table({"A-1": U(900, 300), "A-2": U(300, 300, command=2), "B-1": U(900, 1000, 1800)})
        t.world.generals[0][1].charismatic = charismatic
        t.s.generals[0].rating = 1
        t.orders("french")
        assert t.s.orders_left == number


def test_3_8_generals_of_nobody_do_not_ride() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)})
    unknown = next(n for n in range(20) if n not in t.world.general_at)
    for side in (0, 1):
        assert orders.Generals(side).forbids(t.s, act("general", unknown)) == [("3.8", "not_your_general", (unknown,))]


def test_3_5_done_is_refused_with_the_name_of_the_enemy_to_charge() -> None:
    units = {"A-1": U(900, 300, order="attack"), "A-2": U(300, 300), "B-1": U(900, 400, 1800)}
    t = Table(units).troops("french")
    (found,) = moves.Troops(0, False).forbids(t.s, moves.DONE)
    assert found == ("3.5", "must_charge", (t.u("A-1"), t.u("B-1")))
