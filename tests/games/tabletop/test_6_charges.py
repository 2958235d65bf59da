"""Rulebook 6: charges, squares, evasion, contact."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import charges, odds, reactions
from grognard.games.tabletop.rules.figures import distance, pose
from grognard.games.tabletop.world.state import FLANK, FRONT, NOBODY, REAR, SPENT
from toolkit_tabletop import Table, U, rect


def duel(attacker: U, defender: U, **more: object) -> Table:
    return Table({"A-1": attacker, "B-1": defender}, **more)  # type: ignore[arg-type]


def test_6_1_a_charge_halts_a_centimetre_from_its_target() -> None:
    t = duel(U(900, 300), U(900, 400, 1800)).moving("A-1").play("french", "charge B-1")
    assert t.where("A-1") == (900, 390, 0)
    assert t.unit("A-1").target == t.u("B-1")
    assert t.unit("A-1").ran == 100
    assert [r[0] for r in charges_of_fire(t, "A-1")] == ["6.1"]


def charges_of_fire(t: Table, name: str) -> list[tuple[str, str, tuple[object, ...]]]:
    from grognard.games.tabletop.rules.fire import shooter_reasons

    return shooter_reasons(t.s, t.u(name))


def test_6_1_several_may_charge_one_and_the_charged_may_not_walk_away() -> None:
    t = Table(
        {
            "A-1": U(870, 300, formation="column"),
            "A-2": U(930, 300, formation="column"),
            "B-1": U(900, 400, 1800),
            "B-2": U(300, 1000, 1800),
        }
    )
    t.troops("french").play("french", "move A-1", "charge B-1", "move A-2", "charge B-1")
    assert charges.chargers_of(t.s, t.u("B-1")) == [t.u("A-1"), t.u("A-2")]
    t.troops("coalition")
    t.play("coalition", "move B-1")
    assert t.rules("coalition", "back 30") == ["6.1"]
    t.play("coalition", "charge A-1")
    assert t.unit("B-1").target == t.u("A-1")


def test_6_1_a_charge_is_a_whole_move() -> None:
    t = duel(U(900, 300), U(900, 400, 1800)).moving("A-1").play("french", "advance 20")
    assert t.rules("french", "charge B-1") == ["6.2"]


def test_6_2_one_wheel_of_forty_five_degrees_and_five_centimetres_straight() -> None:
    t = duel(U(900, 300, formation="column"), U(980, 420, 2100)).moving("A-1").play("french", "charge B-1")
    assert 0 < t.unit("A-1").facing <= 450
    assert distance(t.s, t.u("A-1"), t.u("B-1")) == pytest.approx(10, abs=1.5)
    assert duel(U(900, 300), U(1000, 310, 2700)).moving("A-1").rules("french", "charge B-1") == ["6.2"]
    near = duel(U(900, 300, formation="column"), U(985, 345, 1800, bases=1)).moving("A-1")
    assert near.rules("french", "charge B-1") == ["6.2"]


def test_6_2_a_wheel_of_exactly_forty_five_degrees_is_one() -> None:
    t = duel(U(900, 300, formation="column"), U(969, 380, 2250)).moving("A-1").play("french", "charge B-1")
    assert t.unit("A-1").facing == 450
    left = duel(U(900, 300, formation="column"), U(831, 380, 1350)).moving("A-1").play("french", "charge B-1")
    assert left.unit("A-1").facing == 3150
    wider = duel(U(900, 300, formation="column"), U(970, 380, 2250)).moving("A-1")
    assert charges.plan_charge(wider.s, 0, 1).angle == 454
    assert wider.rules("french", "charge B-1") == ["6.2"]
    assert "45" in wider.refusal("french", "charge B-1")


def test_6_2_a_tenth_of_a_degree_more_is_too_much() -> None:
    t = duel(U(900, 300, formation="column"), U(970, 380, 2250))
    found = [charges._try(t.s, 0, charges.pose(t.s, 0), 1, angle, 10_000).reasons[:1] for angle in (451, -451)]
    assert found == [[("6.2", "charge_wheel", (0, 1, 45))]] * 2


def test_8_5_a_ride_of_five_centimetres_has_impetus_unless_it_is_said_to_have_none() -> None:
    for more, impetus in (((), True), ((True,), True), ((False,), False)):
        t = duel(U(900, 300, 0, "heavy_cav", "column"), U(900, 420, 1800))
        charges.begin_charge(t.s, 0, 1, charges.plan_charge(t.s, 0, 1), *more)
        assert t.unit("A-1").impetus is impetus


def test_6_2_after_a_wheel_exactly_five_centimetres_straight_are_enough() -> None:
    t = duel(U(900, 300, formation="column"), U(936, 359, 2250))
    plan = charges.plan_charge(t.s, 0, 1)
    assert (plan.angle, plan.run, plan.reasons) == (365, 50, [])
    t.unit("B-1").x, t.unit("B-1").y = 936, 358
    assert charges._try(t.s, 0, charges.pose(t.s, 0), 1, 371, 10_000).reasons == [("6.2", "no_straight_run", (0, 1, 1))]
    assert charges.plan_charge(t.s, 0, 1).angle == 0


def test_6_2_nobody_else_may_be_in_the_way() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(900, 350, bases=1), "B-1": U(900, 420, 1800), "B-2": U(300, 400, 1800)})
    assert set(t.moving("A-1").rules("french", "charge B-1")) == {"6.2"}
    assert "is in the way" in t.refusal("french", "charge B-1")
    assert t.rules("french", "charge B-9") == ["6.1"]
    assert t.rules("french", "charge A-2") == ["6.1"]


def test_6_3_the_target_is_seen_and_within_the_speed() -> None:
    t = duel(U(900, 300), U(900, 441, 1800)).moving("A-1")
    assert t.rules("french", "charge B-1") == ["6.3"]
    assert "0.1 cm" in t.refusal("french", "charge B-1")
    assert not duel(U(900, 300), U(900, 440, 1800)).moving("A-1").rules("french", "charge B-1")
    hidden = duel(U(900, 300), U(900, 430, 1800), terrain=[rect("hill", 60, 34, 120, 38)]).moving("A-1")
    assert hidden.rules("french", "charge B-1") == ["6.3"]


@pytest.mark.parametrize(
    ("unit", "rules"),
    [
        (U(900, 300, formation="square"), ["6.4"]),
        (U(900, 300, formation="march"), ["6.4"]),
        (U(900, 300, 0, "light_inf", "open"), ["6.4"]),
        (U(900, 300, 0, "horse_art", "unlimbered"), ["6.4"]),
        (U(900, 300, 0, "light_cav", "march"), ["6.4"]),
        (U(900, 300, 0, "light_cav", "column"), []),
    ],
)
def test_6_4_who_may_charge(unit: U, rules: list[str]) -> None:
    assert duel(unit, U(900, 350, 1800)).moving("A-1").rules("french", "charge B-1") == rules


def test_6_4_open_order_charges_open_order() -> None:
    t = duel(U(900, 300, 0, "light_inf", "open"), U(900, 400, 1800, "rifles", "open")).moving("A-1")
    assert t.rules("french", "charge B-1") == []


@pytest.mark.parametrize("formation", ["square", "masse"])
def test_6_5_cavalry_does_not_charge_squares(formation: str) -> None:
    t = duel(U(900, 300, 0, "heavy_cav"), U(900, 400, 1800, formation=formation)).moving("A-1")
    assert t.rules("french", "charge B-1") == ["6.5"]
    foot = duel(U(900, 300), U(900, 400, 1800, formation=formation)).moving("A-1")
    assert foot.rules("french", "charge B-1") == []


def test_6_6_an_emergency_square_stops_cavalry_at_five_centimetres() -> None:
    t = duel(U(900, 300, 0, "heavy_cav"), U(900, 450, 1800), dice=[4]).moving("A-1").play("french", "charge B-1")
    assert t.asked == "EmergencySquare"
    t.play("coalition", "try")
    assert t.unit("B-1").formation == "square"
    assert distance(t.s, t.u("A-1"), t.u("B-1")) == pytest.approx(50, abs=1)
    assert t.unit("A-1").target == NOBODY


def test_6_6_a_failed_square_is_disorder_and_only_one_try() -> None:
    t = Table(
        {
            "A-1": U(850, 300, 0, "heavy_cav", "column"),
            "A-2": U(950, 300, 0, "heavy_cav", "column"),
            "B-1": U(900, 450, 1800),
        },
        dice=[3],
    )
    t.troops("french", cavalry=True).play("french", "move A-1", "charge B-1")
    t.play("coalition", "try")
    assert t.unit("B-1").disordered
    assert t.unit("B-1").formation == "line"
    assert t.unit("A-1").target == t.u("B-1")
    t.play("french", "move A-2", "charge B-1")
    assert t.asked == "Rest"
    assert odds.charges.NEEDS == {"elite": 2, "veteran": 3, "regular": 4, "recruit": 5}


def test_6_7_who_may_evade() -> None:
    t = Table(
        {
            "B-1": U(300, 300, 0, "light_inf", "open"),
            "B-2": U(700, 300, 0, "lancers"),
            "B-3": U(1100, 300),
            "B-4": U(1400, 300, 0, "horse_art", "limbered"),
            "B-5": U(300, 700, 0, "cuirassiers"),
            "A-1": U(900, 1100),
        }
    )
    assert [name for name in t.units if charges.may_evade(t.s, t.u(name))] == ["B-1", "B-2", "B-4"]
    t.unit("B-2").disordered = True
    t.unit("B-5").fatigue = SPENT
    assert [name for name in t.units if charges.may_evade(t.s, t.u(name))] == ["B-1", "B-4", "B-5"]


def test_6_8_an_evader_runs_a_full_move_and_turns_its_back() -> None:
    t = duel(U(900, 300, 0, "heavy_cav"), U(900, 420, 1800, "light_cav", "column"))
    t.troops("french", cavalry=True).play("french", "move A-1", "charge B-1")
    assert t.asked == "Evade"
    t.play("coalition", "evade")
    assert t.unit("B-1").facing == 0
    assert t.unit("B-1").evaded
    assert t.asked == "Pursue"
    t.play("french", "pursue")
    assert t.unit("A-1").target == NOBODY  # 20 cm of cavalry in line do not catch 30 cm of hussars
    assert t.where("A-1")[1] == 500
    t.troops("coalition", cavalry=True)
    assert t.asked == "Rest"


def test_6_8_an_evader_runs_no_farther_than_he_moves_in_his_formation() -> None:
    for formation, mm in (("line", 220), ("column", 300)):
        t = duel(U(900, 300, 0, "heavy_cav"), U(900, 420, 1800, "light_cav", formation))
        reactions.evade(t.s, t.u("B-1"), t.u("A-1"))
        assert [event.args[1] for event in t.s.events if event.key == "evaded"] == [mm]


def test_6_8_a_slow_evader_is_caught_in_the_rear() -> None:
    t = duel(U(900, 300, 0, "light_cav", "column"), U(900, 330, 1800, "light_inf", "open", bases=1))
    t.troops("french", cavalry=True).play("french", "move A-1", "charge B-1")
    t.play("coalition", "evade")
    t.play("french", "pursue")
    assert t.unit("A-1").target == t.u("B-1")
    assert t.unit("A-1").aspect == REAR
    assert "caught" in t.told


def test_6_9_flank_and_rear_by_the_lines_of_the_target() -> None:
    t = duel(U(900, 300), U(900, 600, 1800))
    target = t.u("B-1")
    assert [charges.aspect_from(t.s, target, 600, y) for y in (590, 607, 620)] == [FRONT, FLANK, REAR]
    t.unit("B-1").formation = "square"
    assert charges.aspect_from(t.s, target, 600, 700) == FRONT
    flank = duel(U(700, 607, 900, formation="column"), U(850, 600, 1800)).moving("A-1").play("french", "charge B-1")
    assert flank.unit("A-1").aspect == FLANK


def test_6_10_late_charges_by_turns_for_those_who_have_not_moved() -> None:
    t = Table({"A-1": U(500, 300), "A-2": U(900, 300), "B-1": U(500, 400, 1800), "B-2": U(900, 400, 1800)})
    t.unit("A-1").moved = True
    t.s.first = 0
    t.late()
    assert t.options("french") == ["charge A-2 B-2", "pass"]
    assert t.rules("french", "charge A-1 B-1") == ["6.10"]
    t.play("french", "charge A-2 B-2")
    assert t.match.to_act == ("coalition",)
    t.play("coalition", "charge B-1 A-1")
    assert t.asked == "LateCharges" or t.unit("B-1").target == t.u("A-1")


def test_6_11_chargers_line_up_with_what_they_struck() -> None:
    t = duel(U(900, 300, formation="column"), U(930, 420, 1950)).moving("A-1").play("french", "charge B-1")
    t.close()
    assert t.unit("A-1").facing == 150
    assert distance(t.s, t.u("A-1"), t.u("B-1")) <= 1.5
    assert [(c.attacker, c.defender) for c in t.s.contacts] == [(t.u("A-1"), t.u("B-1"))]


def test_6_11_a_charger_that_failed_its_test_does_not_close() -> None:
    t = duel(U(900, 300), U(900, 400, 1800)).moving("A-1").play("french", "charge B-1")
    t.unit("A-1").status = 1
    t.close()
    assert t.s.contacts == []
    assert t.unit("A-1").target == NOBODY


def test_6_2_a_charge_that_only_grazes_its_target_does_not_meet_it() -> None:
    """The lane of the charge is 850 to 950; a line of ten centimetres stands beside it, or a little within."""
    for x, found in ((1000, (-1, 0.0)), (999, (200, 1.0)), (940, (200, 60.0))):
        t = Table({"A-1": U(900, 300), "B-1": U(x, 515, 0)})
        assert charges._meets(t.s, t.u("A-1"), pose(t.s, t.u("A-1")), t.u("B-1")) == found
