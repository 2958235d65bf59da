"""Rulebook 6 and 8 to their limits: who answers a charge and how, evasion, pursuit, the last centimetre."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import charges, melee, reactions
from grognard.games.tabletop.rules.figures import aspect_from, base_fronts, distance, footprint
from grognard.games.tabletop.rules.movement import moves
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.world.state import FLANK, FRONT, NOBODY, READY, REAR, RETREATING, ROUTED, SPENT, TIRED
from toolkit_tabletop import Table, U, line, rect

HORSE = U(900, 300, 0, "heavy_cav")


def duel(attacker: U, defender: U, **more: object) -> Table:
    return Table({"A-1": attacker, "B-1": defender}, **more)  # type: ignore[arg-type]


def charged(attacker: U, defender: U, **more: object) -> Table:
    return duel(attacker, defender, **more).moving("A-1").play("french", "charge B-1")


# who may charge whom


def test_6_1_who_is_not_in_hand_locked_or_spent_does_not_charge() -> None:
    t = duel(U(900, 300), U(900, 400, 1800))
    assert charges.charger_reasons(t.s, t.u("A-1")) == []
    t.unit("A-1").status = RETREATING
    assert charges.charger_reasons(t.s, t.u("A-1"))[0][0] == "9.7"
    t.unit("A-1").status = READY
    t.contact("A-1", "B-1")
    assert charges.charger_reasons(t.s, t.u("A-1"))[0][0] == "8.3"
    horse = duel(HORSE, U(900, 400, 1800))
    horse.unit("A-1").fatigue = TIRED
    assert charges.charger_reasons(horse.s, horse.u("A-1")) == []


def test_6_1_whoever_has_been_charged_may_charge_only_that_enemy() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 420, 1800), "A-2": U(830, 300, bases=1)})
    t.moving("A-1").play("french", "charge B-1")
    t.moving("B-1")
    assert t.options("coalition") == ["end", "charge A-1"]
    assert t.rules("coalition", "charge A-2") == ["6.1"]
    assert t.rules("coalition", "advance 5") == ["6.1"]
    assert t.rules("coalition", "form column") == ["6.1"]


def test_6_1_the_pinned_are_refused_with_the_name_of_the_first_charger() -> None:
    t = Table(
        {
            "A-1": U(900, 300, formation="column"),
            "A-2": U(1050, 420, 2700, formation="column"),
            "B-1": U(900, 400, 1800, formation="square"),
            "B-2": U(300, 1000, 1800),
        }
    )
    t.troops("french").play("french", "move A-1", "charge B-1", "move A-2", "charge B-1")
    t.troops("coalition")
    assert t.options("coalition") == ["move B-2", "done"]
    assert t.rules("coalition", "move B-1") == ["6.1"]
    assert "A-1" in t.refusal("coalition", "move B-1")


def test_6_2_with_a_straight_half_of_its_front_it_goes_straight() -> None:
    t = duel(U(900, 300), U(950, 400, 1800))
    assert charges.plan_charge(t.s, 0, 1).angle == 0  # half of the front meets it
    t.unit("B-1").x = 951
    assert charges.plan_charge(t.s, 0, 1).angle != 0


def test_6_2_a_front_meets_with_half_a_base() -> None:
    t = duel(U(900, 300, formation="march"), U(937, 400, 1800, bases=2))
    p = charges.pose(t.s, 0)
    assert charges.contact_run(t.s, 0, p, 1) == -1  # a millimetre
    t.unit("B-1").x = 925  # the corner at 900: 12.5 of its 25 millimetres
    assert charges.contact_run(t.s, 0, p, 1) == 100
    t.unit("B-1").x = 926
    assert charges.contact_run(t.s, 0, p, 1) == 100
    t.unit("B-1").x = 927
    assert charges.contact_run(t.s, 0, p, 1) == -1


def test_6_2_another_enemy_met_first_stops_the_charge() -> None:
    units = {"A-1": U(900, 300), "B-1": U(870, 420, 1800, bases=2), "B-2": U(940, 380, 1800, bases=1)}
    t = Table(units).moving("A-1")
    assert "6.2" in t.rules("french", "charge B-1")
    for y, rules in ((415, ["6.2"]), (418, ["6.2"]), (419, []), (420, [])):
        level = Table({**units, "B-2": U(940, y, 1800, bases=1)})
        straight = charges._try(level.s, 0, charges.pose(level.s, 0), 1, 0, 10_000)
        assert [reason[0] for reason in straight.reasons] == rules, y


def test_6_2_open_order_friends_do_not_bar_the_way() -> None:
    units = {"A-1": U(900, 300), "A-2": U(900, 350, 0, "light_inf", "open", bases=1), "B-1": U(900, 430, 1800)}
    assert Table(units).moving("A-1").rules("french", "charge B-1") == []
    foe = {"A-1": U(900, 300), "B-2": U(900, 350, 1800, "light_inf", "open", bases=1), "B-1": U(900, 430, 1800)}
    assert "6.2" in Table(foe).moving("A-1").rules("french", "charge B-1")


def test_6_2_closed_ground_bars_the_way() -> None:
    pond = rect("impassable", 88, 34, 92, 36)
    assert duel(U(900, 300), U(900, 430, 1800), terrain=[pond]).moving("A-1").rules("french", "charge B-1") == ["5.15"]


def test_6_9_the_centre_of_the_charger_decides() -> None:
    """Its front is behind the target's, its centre before it or not."""
    for y, aspect in ((596, FRONT), (594, FLANK)):
        t = duel(U(820, y, 1000, "heavy_cav", "column"), U(900, 600, 0))
        tried = charges._try(t.s, 0, charges.pose(t.s, 0), 1, 0, 10_000)
        assert (tried.reasons, tried.aspect) == ([], aspect), y


def test_6_3_a_wheel_is_paid_for() -> None:
    t = duel(U(900, 300, formation="column"), U(969, 380, 2250))
    plan = charges.plan_charge(t.s, 0, 1)
    assert plan.start.left < t.unit("A-1").left
    charged_ = t.moving("A-1").play("french", "charge B-1")
    assert charged_.unit("A-1").ran == plan.run + 40  # the arc of 5 cm about 45 degrees
    assert t.unit("A-1").moved


# emergency squares


def test_6_6_who_may_try_a_square() -> None:
    able = duel(HORSE, U(900, 450, 1800))
    assert charges.can_square(able.s, 0, 1)
    assert not charges.can_square(duel(U(900, 300), U(900, 450, 1800)).s, 0, 1)
    assert not charges.can_square(duel(HORSE, U(900, 450, 1800, "light_cav")).s, 0, 1)
    assert not charges.can_square(duel(HORSE, U(900, 450, 1800, "light_inf", "open")).s, 0, 1)
    assert not charges.can_square(duel(HORSE, U(900, 450, 1800, formation="masse")).s, 0, 1)
    assert not charges.can_square(duel(HORSE, U(900, 450, 1800, pm=2)).s, 0, 1)
    assert charges.can_square(duel(HORSE, U(900, 450, 1800, pm=3)).s, 0, 1)
    for spoil in ("tried", "disordered"):
        t = duel(HORSE, U(900, 450, 1800))
        setattr(t.unit("B-1"), spoil, True)
        assert not charges.can_square(t.s, 0, 1), spoil
    t = duel(HORSE, U(900, 450, 1800))
    t.unit("B-1").status = RETREATING
    assert not charges.can_square(t.s, 0, 1)
    t = Table({"A-1": HORSE, "B-1": U(900, 450, 1800), "A-2": U(900, 450)}).contact("A-2", "B-1")
    assert not charges.can_square(t.s, 0, t.u("B-1"))
    crowd = Table({"A-1": HORSE, "B-1": U(900, 450, 1800), "B-2": U(900, 470, 1800)})
    assert not charges.can_square(crowd.s, 0, crowd.u("B-1"))  # no room


def test_6_6_standing_rolls_nothing_and_the_cavalry_comes_on() -> None:
    t = charged(HORSE, U(900, 450, 1800), dice=[6]).play("coalition", "stand")
    assert (t.dice.left(), t.unit("B-1").tried, t.unit("B-1").disordered) == (1, False, False)
    assert t.where("A-1")[1] == 440


def test_6_6_before_a_square_the_cavalry_halts_at_five_centimetres_and_its_charge_is_over() -> None:
    t = charged(HORSE, U(900, 450, 1800), dice=[4]).play("coalition", "try")
    assert t.where("A-1") == (900, 400, 0)
    assert (t.unit("A-1").target, t.unit("A-1").moved) == (NOBODY, True)
    assert "charge_refused" in t.told
    foot = duel(U(900, 300), U(900, 400, 1800, formation="square")).moving("A-1").play("french", "charge B-1")
    assert foot.where("A-1")[1] == 390


# evasion and pursuit


def evading(attacker: U, defender: U) -> Table:
    t = Table({"A-1": attacker, "B-1": defender}).troops("french", cavalry=True)
    return t.play("french", "move A-1", "charge B-1")


def test_6_7_evasion_is_for_the_ready_and_free() -> None:
    t = duel(HORSE, U(900, 450, 1800, "light_cav"))
    assert charges.may_evade(t.s, 1)
    t.unit("B-1").evaded = True
    assert not charges.may_evade(t.s, 1)
    t.unit("B-1").evaded = False
    t.contact("A-1", "B-1")
    assert not charges.may_evade(t.s, 1)
    t.s.contacts = []
    t.unit("B-1").status = ROUTED
    assert not charges.may_evade(t.s, 1)
    guns = duel(HORSE, U(900, 450, 1800, "horse_art", "unlimbered"))
    assert not charges.may_evade(guns.s, 1)
    foot_guns = duel(HORSE, U(900, 450, 1800, "foot_art_medium", "limbered"))
    assert not charges.may_evade(foot_guns.s, 1)
    assert not charges.may_evade(duel(HORSE, U(900, 450, 1800, "light_inf", "line")).s, 1)


def test_6_8_who_stands_is_met() -> None:
    t = evading(HORSE, U(900, 420, 1800, "light_cav")).play("coalition", "stand")
    assert (t.unit("A-1").target, t.unit("B-1").evaded) == (t.u("B-1"), False)


def test_6_8_an_evader_has_neither_move_nor_target_left() -> None:
    t = evading(HORSE, U(900, 420, 1800, "light_cav", "column"))
    t.unit("B-1").target = t.u("A-1")
    t.play("coalition", "evade")
    unit = t.unit("B-1")
    assert (unit.left, unit.moved, unit.evaded, unit.target) == (0, True, True, NOBODY)
    assert t.where("B-1") == (900, 445 + 25 + 300, 0)
    t.play("french", "halt")
    assert (t.unit("A-1").target, t.where("A-1")[1]) == (NOBODY, 410)


def test_6_8_the_pursuer_runs_on_with_what_is_left_of_its_move() -> None:
    t = evading(HORSE, U(900, 420, 1800, "light_cav", "column")).play("coalition", "evade").play("french", "pursue")
    assert t.where("A-1")[1] == 500
    assert (t.left("A-1"), t.unit("A-1").ran) == (0, 210)
    assert "ran_on" in t.told


def test_6_8_a_friend_in_the_way_ends_the_pursuit() -> None:
    t = Table({"A-1": HORSE, "B-1": U(900, 420, 1800, "light_cav", "column"), "A-2": U(964, 480, 0, bases=1)})
    t.troops("french", cavalry=True).play("french", "move A-1", "charge B-1", "done")
    t.play("coalition", "evade").play("french", "pursue")
    assert t.where("A-1")[1] == 500
    t = Table({"A-1": HORSE, "B-1": U(900, 420, 1800, "light_cav", "column"), "A-2": U(940, 480, 0, bases=1)})
    t.troops("french", cavalry=True).play("french", "move A-1", "charge B-1", "done")
    t.play("coalition", "evade").play("french", "pursue")
    assert 460 <= t.where("A-1")[1] <= 465


def test_6_8_only_a_way_that_reaches_catches() -> None:
    """Skirmishers of one base evade 22 cm; lancers in column have 30 cm in all."""
    caught = duel(U(900, 300, 0, "lancers", "column"), U(900, 381, 1800, "light_inf", "open", bases=1))
    caught.troops("french", cavalry=True).play("french", "move A-1", "charge B-1").play("coalition", "evade")
    left = charges.pursuit_run(caught.s, 0)
    gap = charges.contact_run(caught.s, 0, charges.pose(caught.s, 0), 1)
    assert (left, gap) == (300 - 71, 229)
    caught.play("french", "pursue")
    assert (caught.unit("A-1").aspect, caught.where("A-1")[1]) == (REAR, 371 + 219)
    assert caught.left("A-1") == pytest.approx(1 - (71 + 219) / 300, abs=0.01)
    assert distance(caught.s, 0, 1) == pytest.approx(10)
    short = duel(U(900, 300, 0, "lancers", "column"), U(900, 382, 1800, "light_inf", "open", bases=1))
    short.troops("french", cavalry=True).play("french", "move A-1", "charge B-1").play("coalition", "evade")
    short.play("french", "pursue")
    assert short.unit("A-1").target == NOBODY


def test_8_13_spent_cavalry_evades_unasked() -> None:
    t = duel(U(900, 300), U(900, 400, 1800, "heavy_cav"))
    t.unit("B-1").fatigue = SPENT
    t.troops("french").play("french", "move A-1", "charge B-1")
    assert t.unit("B-1").evaded


def test_6_7_each_charge_is_answered_once() -> None:
    t = Table(
        {
            "A-1": U(850, 300, 0, "heavy_cav", "column"),
            "A-2": U(950, 300, 0, "heavy_cav", "column"),
            "B-1": U(900, 420, 1800, "light_cav"),
        }
    )
    t.troops("french", cavalry=True)
    t.play("french", "move A-1", "charge B-1", "move A-2", "charge B-1")
    t.play("coalition", "stand")
    assert t.asked == "Rest"
    t.open(reactions.Reactions(0))
    assert t.asked == "Rest"


# late charges


def test_6_10_both_pass_in_a_row_to_end_it() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800), "B-2": U(900, 1000, 1800), "A-2": U(900, 300)})
    t.s.first = 1
    t.late()
    assert t.options("coalition") == ["charge B-1 A-1", "pass"]
    assert t.rules("coalition", "charge A-1 B-1") == ["6.1"]
    assert "A-1" in t.refusal("coalition", "charge A-1 B-1")
    assert t.rules("coalition", "charge B-9 A-1") == ["6.1"]
    assert t.rules("coalition", "charge B-1 A-9") == ["6.1"]
    assert t.rules("coalition", "charge B-2 A-2") == ["6.3"]
    t.play("coalition", "pass")
    t.play("french", "charge A-1 B-1")
    assert t.unit("A-1").target == t.u("B-1")
    assert t.s.passes == 0  # two in a row are needed from now on


@pytest.mark.parametrize("spoil", ["moved", "evaded"])
def test_6_10_who_has_moved_or_evaded_makes_no_late_charge(spoil: str) -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800)})
    setattr(t.unit("A-1"), spoil, True)
    t.late()
    assert t.rules("french", "charge A-1 B-1") in (["6.10"], [])
    assert [r[0] for r in moves.late_reasons(t.s, t.u("A-1"))] == ["6.10"]
    setattr(t.unit("A-1"), spoil, False)
    assert moves.late_reasons(t.s, t.u("A-1")) == []
    t.unit("A-1").left -= 1
    assert [r[0] for r in moves.late_reasons(t.s, t.u("A-1"))] == ["6.10"]


# closing


def test_6_11_it_closes_on_the_side_it_struck() -> None:
    for charger, facing, aspect in (
        (U(900, 300), 0, FRONT),
        (U(750, 407, 900, formation="column"), 900, FLANK),
        (U(900, 520, 1800), 1800, REAR),
    ):
        t = charged(charger, U(900, 400, 1800), dice=[1])
        t.close()
        assert (t.unit("A-1").facing, t.s.contacts[0].aspect) == (facing, aspect)
        assert distance(t.s, 0, 1) <= 1.5


def test_6_11_its_middle_decides_where_along_the_front_it_stands() -> None:
    t = duel(U(860, 520, 200, "heavy_cav", "column"), U(900, 600, 1800))
    found = charges.lined_up(t.s, 0, 1)
    assert (found.x, found.y, found.facing) == (851, 600, 0)  # 25 mm behind its front at 20 degrees: 9 to the left


def test_6_11_one_base_stands_square_before_one_base() -> None:
    t = charged(U(900, 300, bases=1), U(908, 400, 1800, bases=1))
    t.close()
    assert t.where("A-1") == (908, 400, 0)
    wide = charged(U(900, 300), U(940, 400, 1800))
    wide.close()
    assert wide.where("A-1") == (900, 400, 0)  # where it struck


def test_6_3_a_charge_may_be_written_with_the_charger_too() -> None:
    t = duel(U(900, 300), U(900, 500, 1800)).moving("A-1")
    assert t.rules("french", "charge B-1") == ["6.3"]
    assert t.rules("french", "charge A-1 B-1") == ["6.3"]


def test_6_11_other_enemies_its_front_touches_are_in_the_melee_too() -> None:
    t = Table(
        {
            "A-1": U(900, 300),
            "B-1": U(880, 400, 1800, bases=2),
            "B-2": U(931, 400, 1800, bases=2),
            "B-3": U(1200, 400, 1800),
        }
    )
    t.moving("A-1").play("french", "charge B-1").close()
    assert melee.opponents(t.s, t.u("A-1")) == [t.u("B-1"), t.u("B-2")]


def test_6_11_routers_beside_are_not_drawn_in_and_a_gone_target_ends_the_charge() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(880, 400, 1800, bases=2), "B-2": U(931, 400, 1800, bases=2)})
    t.moving("A-1").play("french", "charge B-1")
    t.unit("B-2").status = ROUTED
    t.close()
    assert melee.opponents(t.s, t.u("A-1")) == [t.u("B-1")]
    gone = charged(U(900, 300), U(900, 400, 1800))
    gone.unit("B-1").status = 3
    gone.close()
    assert (gone.unit("A-1").target, gone.s.contacts) == (NOBODY, [])


# the fight


def test_8_3_a_contact_is_noted_once() -> None:
    t = duel(U(900, 600), U(900, 600, 1800))
    melee.touch(t.s, 0, 1, FRONT)
    melee.touch(t.s, 1, 0, FLANK)
    assert len(t.s.contacts) == 1


@pytest.mark.parametrize(
    ("lost", "rounds", "loser"),
    [
        ((1, 0), 1, 0),
        ((0, 1), 1, 1),
        ((1, 1), 1, NOBODY),
        ((0, 0), 1, NOBODY),
        ((0, 0), 2, 0),
        ((2, 2), 3, 0),
        ((1, 2), 2, 1),
    ],
)
def test_8_11_who_is_worsted(lost: tuple[int, int], rounds: int, loser: int) -> None:
    assert melee.worsted_side(lost, rounds, 0) == loser


def test_8_9_if_both_fail_nobody_wins() -> None:
    t = duel(U(900, 600, pm=5), U(900, 600, 1800, pm=5), dice=[1, 1, 1, 1]).contact("A-1", "B-1").melees()
    assert (t.s.contacts, t.s.winners) == ([], [])


def test_8_9_a_side_loses_when_none_of_it_stands() -> None:
    t = (
        Table(
            {
                "A-1": U(850, 600, formation="column"),
                "A-2": U(950, 600, formation="column", pm=5),
                "B-1": U(900, 600, 1800),
            },
            dice=[100, 100, 100],
        )
        .contact("A-1", "B-1")
        .contact("A-2", "B-1")
    )
    t.unit("A-2").status = ROUTED
    melee.conclude(t.s, [0, 1, 2], melee.of(t.s, [0, 1]), (0, 0), 1, 0)
    assert [(c.attacker, c.rounds) for c in t.s.contacts] == [(0, 1)]  # the other is locked on
    t.unit("A-1").status = ROUTED
    melee.conclude(t.s, [0, 1, 2], melee.of(t.s, [0, 1]), (0, 0), 2, 0)
    assert t.s.winners == [t.u("B-1")]


def test_8_4_a_routed_unit_strikes_nobody() -> None:
    t = duel(U(900, 600), U(900, 600, 1800), dice=[100]).contact("A-1", "B-1")
    t.unit("B-1").status = ROUTED
    assert melee.strike(t.s, [0, 1]) == {1: 0}


def test_8_6_the_five_of_charging_infantry_counts_in_the_first_round_only() -> None:
    t = duel(U(900, 600), U(900, 600, 1800)).contact("A-1", "B-1")
    t.unit("A-1").ran = 60
    assert melee.clash(t.s, 0, 1).charging
    t.s.contacts = [c._replace(rounds=1) for c in t.s.contacts]
    assert not melee.clash(t.s, 0, 1).charging
    assert not melee.clash(duel(U(900, 600), U(900, 600, 1800)).contact("A-1", "B-1").s, 0, 1).charging


def test_8_7_who_attacks_across_a_bridge_or_stands_on_it_is_disordered() -> None:
    bridge = line("bridge", (90, 60), (90, 62), width=3)
    t = duel(U(900, 600, formation="column"), U(900, 620, 1800), terrain=[bridge]).contact("A-1", "B-1")
    assert melee.at_defile(t.s, 0)
    assert not melee.at_defile(t.s, 1)  # the defender behind it is not
    on_it = duel(U(900, 590, formation="march"), U(900, 615, 1800, formation="march"), terrain=[bridge])
    assert melee.at_defile(on_it.contact("A-1", "B-1").s, 1)


def test_8_13_only_cavalry_tires_and_spent_is_the_end_of_it() -> None:
    t = duel(U(900, 600), HORSE)
    melee.tire(t.s, 0)
    assert t.unit("A-1").fatigue == 0
    t = duel(HORSE, U(900, 600))
    t.unit("A-1").rest = 1
    for fatigue in (TIRED, SPENT, SPENT):
        melee.tire(t.s, 0)
        assert (t.unit("A-1").fatigue, t.unit("A-1").rest) == (fatigue, 0)


def test_6_8_an_evader_is_refused_a_move() -> None:
    t = evading(HORSE, U(900, 420, 1800, "light_cav", "column")).play("coalition", "evade").play("french", "halt")
    t.troops("coalition", cavalry=True)
    assert [reason[:2] for reason in moves.mover_reasons(t.s, 1, t.s.info(1).word)] == [("6.8", "evaded_no_move")]


def test_6_8_open_order_evades_through_friends_close_order_does_not() -> None:
    for formation, through in (("open", True), ("line", False)):
        units = {"A-1": HORSE, "B-1": U(900, 400, 1800, "light_inf", formation, bases=2), "B-2": U(900, 500, 1800)}
        t = Table(units)
        reactions.evade(t.s, t.u("B-1"), t.u("A-1"))
        assert (t.where("B-1")[1] > 520) is through
        assert t.unit("B-1").evaded


def test_6_8_a_friend_between_them_saves_the_evader() -> None:
    for x, found in ((930, False), (1200, True)):
        t = Table(
            {
                "A-1": U(900, 300, 0, "lancers", "column"),
                "B-1": U(900, 420, 0, "light_inf", "open", bases=1),
                "A-2": U(x, 360, 900, bases=1, formation="march"),
            }
        )
        t.unit("A-1").target = t.u("B-1")
        assert reactions.caught(t.s, t.u("A-1")) is found
        assert ("caught" in t.told) is found


def test_6_2_a_charge_may_enter_the_settlement_it_storms() -> None:
    town = rect("settlement", 85, 40, 95, 50)
    t = duel(U(900, 300, formation="column"), U(900, 420, 1800), terrain=[town])
    assert charges.plan_charge(t.s, 0, 1).reasons == []
    assert [reason[0] for reason in movement.place_reasons(t.s, 0, charges.pose(t.s, 0)._replace(y=410))] == ["5.12"]


@pytest.mark.parametrize("first", [0, 1])
def test_6_11_chargers_of_both_sides_close_whoever_is_first(first: int) -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800), "A-2": U(900, 300), "B-2": U(900, 400, 1800)})
    t.s.first = first
    t.moving("A-1").play("french", "charge B-1")
    t.moving("B-2").play("coalition", "charge A-2")
    t.s.first = first
    t.close()
    assert len(t.s.contacts) == 2


def test_6_10_two_passes_in_a_row_end_it() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800)}).late()
    first, other = t.to_act[0], {"french": "coalition", "coalition": "french"}[t.to_act[0]]
    t.play(first, "pass")
    assert (t.asked, t.to_act) == ("LateCharges", (other,))
    t.play(other, "pass")
    assert t.asked == "Rest"


def test_6_1_a_refusal_names_the_unit_that_is_not_there() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800)})
    t.s.first = 0
    t.late()
    assert "B-9" in t.refusal("french", "charge A-1 B-9")
    assert "A-9" in t.refusal("french", "charge A-9 B-1")
    assert "B-9" in t.moving("A-1").refusal("french", "charge A-1 B-9")
    horse = duel(HORSE, U(900, 400, 1800)).follow_up("A-1")
    assert "B-9" in horse.refusal("french", "charge A-1 B-9")


def test_8_12_a_breakthrough_charge_too_far_is_refused_with_the_distance() -> None:
    t = duel(HORSE, U(900, 460, 1800))
    assert charges.plan_charge(t.s, 0, 1, 150).reasons == [("8.12", "breakthrough_far", (0, 1, 10))]
    assert charges.plan_charge(t.s, 0, 1, 160).reasons == []


def test_5_7_who_has_moved_or_has_been_asked_does_not_move_again() -> None:
    t = duel(U(900, 300), U(900, 800, 1800))
    word = t.s.info(0).word
    assert moves.mover_reasons(t.s, 0, 9999) == [("5.7", "no_such_unit", (9999,))]
    assert moves.mover_reasons(t.s, 1, word) == [("5.7", "not_your_unit", (word,))]
    assert moves.mover_reasons(t.s, 0, word) == []
    t.s.asked = [0]
    assert [reason[:2] for reason in moves.mover_reasons(t.s, 0, word)] == [("5.7", "moved_already")]
    t.s.asked, t.unit("A-1").moved = [], True
    assert [reason[:2] for reason in moves.mover_reasons(t.s, 0, word)] == [("5.7", "moved_already")]


def test_6_6_cavalry_halts_five_centimetres_before_a_square_wherever_others_stand() -> None:
    t = Table({"A-1": HORSE, "B-1": U(900, 450, 1800), "B-2": U(300, 1000, 1800)}, dice=[6])
    t.troops("french", cavalry=True).play("french", "move A-1", "charge B-1").play("coalition", "try")
    assert t.s.in_square(t.u("B-1"))
    assert distance(t.s, t.u("A-1"), t.u("B-1")) == pytest.approx(50, abs=1)
    assert t.unit("A-1").target == NOBODY


def test_6_8_a_millimetre_is_enough_to_pursue() -> None:
    t = Table({"A-1": HORSE, "B-1": U(900, 600, 1800, "light_cav", "column"), "B-2": U(300, 1000, 1800)})
    t.unit("A-1").target = t.u("B-1")
    frame = reactions.Pursue(0, t.u("A-1"))
    for mm, offered in ((0, []), (1, ["pursue", "halt"])):
        t.unit("A-1").left = mm * movement.straight_cost(t.s, 0, charges.pose(t.s, 0), 1)
        assert charges.pursuit_run(t.s, t.u("A-1")) == mm
        assert [str(action) for action in frame.options(t.s, 0)] == offered


@pytest.mark.parametrize(("side", "other"), [("french", "coalition"), ("coalition", "french")])
def test_6_7_the_enemy_of_the_charger_is_asked_whether_to_evade(side: str, other: str) -> None:
    horse, light = ("A-1", "B-1") if side == "french" else ("B-1", "A-1")
    south, north = U(900, 300, 0, "heavy_cav"), U(900, 420, 1800, "light_cav", "column")
    units = {horse: south, light: north}
    t = Table({name: units[name] for name in ("A-1", "B-1")})
    t.troops(side, cavalry=True).play(side, f"move {horse}", f"charge {light}")
    while t.asked not in ("Evade", "Rest"):
        t.play(side, "done")
    assert (t.asked, t.to_act) == ("Evade", (other,))


def test_4_1_cavalry_moves_before_the_rest_and_the_rest_moves_too() -> None:
    t = Table({"A-1": U(500, 300), "A-2": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 1100, 1800)}).phase("french")
    seen = []
    while t.asked != "Rest" and t.to_act == ("french",):
        offered = [option for option in t.options("french") if option.startswith("move ")]
        seen += [option for option in offered if option not in seen]
        t.play("french", "done" if "done" in t.options("french") else t.options("french")[0])
    assert seen == ["move A-2", "move A-1"]


def test_6_8_an_evader_out_of_the_way_is_not_caught() -> None:
    t = Table({"A-1": U(900, 300, 0, "lancers", "column"), "B-1": U(1200, 420, 0, "light_inf", "open", bases=1)})
    t.unit("A-1").target = t.u("B-1")
    assert not reactions.caught(t.s, t.u("A-1"))
    assert t.where("A-1") == (900, 300, 0)


def test_6_10_after_a_late_charge_of_the_coalition_the_french_are_asked() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800), "B-2": U(900, 1000, 1800), "A-2": U(900, 300)})
    t.s.first = 1
    t.late().play("coalition", "charge B-1 A-1")
    assert (t.asked, t.to_act) == ("LateCharges", ("french",))


def test_8_4_a_square_has_one_base_to_a_side() -> None:
    t = duel(U(900, 600, 0, formation="square"), U(900, 600, 1800))
    (edge,) = base_fronts(t.s, 0)
    assert edge.length == pytest.approx(40)
    assert melee.fronts_touching(t.s, 0, footprint(t.s, 1)) == [0]
    assert melee.fronts_touching(t.s, 0, footprint(duel(HORSE, U(900, 700, 1800)).s, 1)) == []


def test_8_11_of_a_melee_of_many_the_first_attacker_is_the_attacker() -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(900, 600, 1800), "B-2": U(850, 592, 900)}, dice=[100] * 6)
    t.contact("A-1", "B-1", rounds=1).contact("B-2", "A-1", FLANK, rounds=1).melees()
    assert [event.args[0] for event in t.s.events if event.key == "worsted"] == [0]


def test_6_1_a_charger_already_at_a_centimetre_stays() -> None:
    t = duel(U(900, 300), U(900, 309, 1800))
    t.unit("A-1").target = t.u("B-1")
    charges.run_up(t.s, t.u("A-1"), charges.STOP)
    assert t.where("A-1") == (900, 300, 0)


def test_3_5_a_unit_under_attack_must_charge_the_first_unit_of_the_table_too() -> None:
    units = {"A-1": U(900, 300), "B-1": U(900, 400, 1800, order="attack"), "B-2": U(300, 1000, 1800)}
    t = Table(units).troops("coalition")
    assert "done" not in t.options("coalition")
    assert t.rules("coalition", "done") == ["3.5"]


def test_7_1_both_sides_fire_whoever_is_first() -> None:
    for first in (0, 1):
        t = Table({"A-1": U(900, 300), "B-1": U(900, 360, 1800)}, dice=[100, 100])
        t.s.first = first
        t.fire()
        asked = []
        while t.asked == "DeclareFire":
            asked.append(t.to_act[0])
            t.play(t.to_act[0], "hold")
        assert asked == [("french", "coalition")[side] for side in (first, 1 - first)]


def test_3_5_a_unit_that_must_charge_does_nothing_else() -> None:
    units = {"A-1": U(900, 300), "B-1": U(900, 400, 1800, order="attack"), "A-2": U(970, 300), "B-2": U(300, 900, 1800)}
    t = Table(units).moving("B-1")
    if t.asked == "MoveUnit":
        assert all(option.startswith("charge") for option in t.options("coalition"))
    frame = moves.MoveUnit(1, t.u("B-1"))
    t = Table(units)
    assert {str(action).split()[0] for action in frame.options(t.s, 1)} == {"charge"}
    assert [reason[:2] for reason in frame.forbids(t.s, moves.act("advance", 10))] == [("3.5", "must_charge")]


def test_6_10_a_late_charge_names_who_charges_whom() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(500, 400, 1800)})
    t.s.first = 0
    t.late()
    assert [refusal.key for refusal in t.match.why_not("french", "charge B-1")] == ["not_your_unit"]
    assert [refusal.key for refusal in t.match.why_not("french", "charge A-1")] == ["form"]


def test_8_9_who_has_nobody_left_has_lost() -> None:
    for dice, winner in (((1, 100), 0), ((100, 1), 1)):
        t = Table({"A-1": U(900, 600, pm=1), "B-1": U(900, 600, 1800, pm=1)}, dice=[*dice, 1, 1])
        t.contact("A-1", "B-1").melees()
        told = {event.key: event.args for event in [event for _, event in t.match.log()] + t.s.events}
        assert told["won"][0] == winner
        assert not {"worsted", "locked"} & set(told)
        assert t.s.contacts == []


def test_8_15_nobody_fights_twice() -> None:
    t = duel(U(900, 600), U(900, 600, 1800)).contact("A-1", "B-1")
    t.s.fought = [0, 1]
    found = melee.Melees(0).forbids(t.s, moves.act("fight", t.s.info(0).word))
    assert found == [("8.15", "fought_already", (0,))]


def test_6_11_a_charger_who_finds_no_way_comes_to_no_contact() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(1300, 310, 1800), "A-2": U(1200, 320)})
    t.unit("A-1").target = t.u("B-1")
    assert not charges.close(t.s, t.u("A-1"))
    t = Table({"A-1": U(900, 300), "B-1": U(900, 310, 1800)})
    t.unit("A-1").target = t.u("B-1")
    assert charges.close(t.s, t.u("A-1"))
    assert t.where("A-1") == (900, 310, 0)


def test_5_9_a_step_back_between_friends_shoulder_to_shoulder() -> None:
    t = Table({"A-1": U(900, 400), "A-2": U(1000, 380), "A-3": U(800, 380), "B-1": U(900, 1100, 1800)}).moving("A-1")
    assert t.rules("french", "back 40") == []


def test_8_3_who_has_fought_is_marked() -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(900, 600, 1800)}, dice=[100, 100]).contact("A-1", "B-1").melees()
    assert (t.unit("A-1").fought, t.unit("B-1").fought) == (True, True)


def test_6_8_an_evader_runs_from_the_first_of_its_chargers() -> None:
    t = Table(
        {
            "A-1": U(900, 300, 0, "heavy_cav"),
            "A-2": U(700, 420, 900, "heavy_cav"),
            "B-1": U(900, 420, 1800, "light_cav", "column"),
        }
    )
    for name in ("A-1", "A-2"):
        t.unit(name).target = t.u("B-1")
    t.open(reactions.Evade(1, t.u("B-1"))).play("coalition", "evade")
    assert t.where("B-1")[2] == t.where("A-1")[2]


def test_8_2_a_square_and_whoever_is_struck_aside_fight_with_one_base() -> None:
    t = duel(U(900, 600, 0, formation="square"), U(900, 600, 1800)).contact("B-1", "A-1")
    assert melee.bases_in_melee(t.s, 0, 1) == 1
    t = duel(U(900, 600), U(900, 600, 1800)).contact("B-1", "A-1", FLANK)
    assert melee.bases_in_melee(t.s, 0, 1) == 1
    t = duel(U(900, 600), U(900, 900, 1800)).contact("A-1", "B-1")
    assert melee.bases_in_melee(t.s, 0, 1) == 1


def test_6_9_on_the_line_of_the_rear_it_is_the_flank() -> None:
    t = duel(HORSE, U(900, 600))
    depth = t.s.layout(1).depth
    found = [aspect_from(t.s, 1, 1000, 600 - behind) for behind in (0, 1, depth, depth + 1)]
    assert found == [FRONT, FLANK, FLANK, REAR]


def test_8_12_the_longest_advance_is_found() -> None:
    t = duel(U(900, 300), U(900, 900, 1800)).moving("A-1")
    region = next(o for o in t.match.options("french") if isinstance(o, moves.StepRegion) and o.verb == "advance")
    assert (region.most(), region.longest()) == (140, 140)


def test_6_11_a_friend_in_the_last_centimetre_keeps_a_charger_off() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 310, 1800), "A-2": U(930, 305)})
    t.unit("A-1").target = t.u("B-1")
    assert not charges.close(t.s, t.u("A-1"))
    assert t.where("A-1") == (900, 300, 0)
