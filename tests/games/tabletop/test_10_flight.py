"""Rulebook 8.10, 8.14, 9.8, 9.9, 10.1 to 10.4 and 16.1 to their limits: falling back, running, resting, lost guns."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import flight, melee, morale, rally, sequence
from grognard.games.tabletop.rules.figures import pose
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.orders import RETREAT
from grognard.games.tabletop.world.state import DESTROYED, FRESH, GONE, NOBODY, READY, RETREATING, ROUTED, SPENT, TIRED
from grognard.games.tabletop.world.world import MOVE, act
from grognard.kernel.dice import DiceError
from toolkit_tabletop import Table, U, line, rect

FOE = {"B-1": U(900, 1100, 1800)}


def runner(unit: U, status: int = ROUTED, **more: object) -> Table:
    t = Table({"A-1": unit, **FOE}, **more)  # type: ignore[arg-type]
    t.unit("A-1").status = status
    return t


def length(t: Table, parts: int = MOVE, routed: bool = False) -> int:
    return flight.run_length(t.s, t.u("A-1"), pose(t.s, t.u("A-1")), parts, routed)


# how far


@pytest.mark.parametrize(
    ("unit", "mm"),
    [
        (U(900, 700), 220),
        (U(900, 700, 0, "heavy_cav"), 250),
        (U(900, 700, 0, "horse_art", "limbered"), 280),
        (U(900, 700, formation="square"), 220),
    ],
)
def test_10_1_routers_run_at_their_own_speed(unit: U, mm: int) -> None:
    t = runner(unit)
    assert length(t, routed=True) == mm
    assert not t.unit("A-1").moved
    turned = 2 * (t.s.layout(t.u("A-1")).depth // 2)  # about its middle, to the millimetre
    assert t.compulsory().where("A-1") == (900, 700 - turned - mm, 1800)
    assert t.unit("A-1").moved


def test_10_1_woods_shorten_a_run_and_roads_do_not_help_routers() -> None:
    wood = rect("wood", 80, 60, 100, 67, "light")  # 686 to 670 open, 670 to 600 at half speed
    assert runner(U(900, 700), terrain=[wood]).compulsory().where("A-1")[1] == 686 - 16 - 70 - (220 - 16 - 140)
    t = Table({"A-1": U(900, 300, 1800), **FOE}, terrain=[rect("wood", 80, 20, 100, 28, "light")])
    assert length(t) == 20 + (140 - 20) // 2
    both = [rect("wood", 80, 26, 100, 28, "light"), rect("wood", 80, 22, 100, 24, "light")]
    t = Table({"A-1": U(900, 300, 1800), **FOE}, terrain=both)
    assert length(t) == 140 - 40
    assert length(t, MOVE // 2) == 20 + 20 + 10
    t = Table({"A-1": U(900, 300, 0, formation="march"), **FOE}, terrain=[line("road", (90, 0), (90, 120), width=3)])
    assert length(t) == 240


def test_10_1_a_run_sidesteps_friends_as_little_as_possible() -> None:
    t = Table({"A-1": U(900, 500, pm=4, bases=2), "A-2": U(880, 285), **FOE})
    t.unit("A-1").status = ROUTED
    t.compulsory()  # bases of 5 cm: 6 cm to the left are nearer than 10 to the right
    assert t.where("A-1")[1] == 500 - 14 - 220
    x = t.where("A-1")[0]
    assert abs(x - 900) == 60


def test_10_2_a_router_leaves_by_its_edge_a_retreating_unit_stops_there() -> None:
    assert runner(U(900, 233)).compulsory().unit("A-1").status == GONE
    assert runner(U(900, 234)).compulsory().unit("A-1").status == ROUTED
    t = runner(U(900, 100), RETREATING).compulsory().play("french", "face back")
    assert t.unit("A-1").status == READY
    assert t.where("A-1") == (900, 0, 1800)


def test_10_2_a_run_along_the_side_of_the_table_is_none_over_it() -> None:
    for x in (50, 1750):
        t = runner(U(x, 500), RETREATING).compulsory().play("french", "face back")
        assert t.where("A-1") == (x, 346, 1800)


def test_10_2_who_is_gone_is_forgotten() -> None:
    t = Table({"A-1": U(900, 200), "A-2": U(300, 300), **FOE}).contact("A-1", "B-1")
    t.s.generals[0].unit = t.u("A-1")
    t.unit("B-1").target = t.unit("A-1").target = t.u("A-1")
    t.s.winners = [t.u("A-1"), t.u("A-2")]
    flight.leave_table(t.s, t.u("A-1"))
    assert (t.s.contacts, t.s.winners, t.s.generals[0].unit) == ([], [t.u("A-2")], NOBODY)
    assert (t.unit("B-1").target, t.unit("A-1").target) == (NOBODY, NOBODY)


# cut off


@pytest.mark.parametrize(("y", "status"), [(480, DESTROYED), (474, DESTROYED), (467, DESTROYED), (466, ROUTED)])
def test_9_8_a_way_shut_within_a_centimetre(y: int, status: int) -> None:
    """The enemy's front lies at y; the runner's rear at 485 and, turned, its front too."""
    t = Table({"A-1": U(900, 500, pm=6), "B-1": U(900, y)})
    t.unit("A-1").status = ROUTED
    assert t.compulsory().unit("A-1").status == status
    t = Table({"A-1": U(900, 500, pm=6), "B-1": U(900, y)})
    t.unit("A-1").status = RETREATING
    t.compulsory().play("french", "face back")
    assert t.unit("A-1").status == (DESTROYED if status == DESTROYED else READY)


def test_9_8_enemies_beside_do_not_shut_the_way() -> None:
    for aside in (100, 105):
        t = Table({"A-1": U(900, 500, pm=6), "B-1": U(900 + aside, 500), "B-2": U(900 - aside, 500)})
        t.unit("A-1").status = ROUTED
        assert t.compulsory().where("A-1")[1] == 266


def test_9_8_guns_that_cannot_leave_their_road_stay_and_live() -> None:
    wood = rect("wood", 60, 20, 120, 110, "light")
    t = runner(U(900, 600, 0, "foot_art_medium", "limbered", bases=1), terrain=[wood]).compulsory()
    assert (t.unit("A-1").status, t.where("A-1")) == (ROUTED, (900, 600, 0))


def test_9_8_closed_ground_and_friends_only_stop() -> None:
    t = runner(U(900, 500, pm=6), terrain=[rect("impassable", 80, 30, 100, 47)])
    assert t.compulsory().unit("A-1").status == ROUTED
    assert t.where("A-1")[1] == 470


# retreat


def test_9_4_a_retreat_is_one_move_of_its_formation_and_costs_the_rest() -> None:
    t = runner(U(900, 500, formation="column", pm=6), RETREATING).compulsory().play("french", "face back")
    assert t.where("A-1") == (900, 500 - 30 - 170, 1800)
    assert (t.unit("A-1").pm, t.unit("A-1").left, t.unit("A-1").moved) == (5, 0, True)
    assert t.unit("A-1").status == READY
    front = runner(U(900, 500, formation="column", pm=6), RETREATING).compulsory().play("french", "face front")
    assert front.where("A-1") == (900, 330, 0)


def test_9_4_with_its_last_point_it_is_destroyed() -> None:
    t = runner(U(900, 500, pm=1), RETREATING).compulsory().play("french", "face back")
    assert t.unit("A-1").status == DESTROYED


def test_10_4_a_retreat_disorders_those_it_crosses() -> None:
    t = Table({"A-1": U(900, 500, pm=6), "A-2": U(900, 450), "A-3": U(900, 330), **FOE})
    t.unit("A-1").status = RETREATING
    t.compulsory().play("french", "face back")
    assert t.unit("A-2").disordered
    assert not t.unit("A-3").disordered


def test_9_7_the_first_side_runs_first() -> None:
    t = Table({"A-1": U(500, 500, pm=6), "B-1": U(1300, 700, 1800, pm=6)})
    t.unit("A-1").status = t.unit("B-1").status = RETREATING
    t.s.first = 1
    t.compulsory()
    assert t.match.to_act == ("coalition",)


# rally


def test_10_3_fifteen_centimetres_and_two_points() -> None:
    near = Table({"A-1": U(900, 500, pm=2), "B-1": U(900, 650, 1800)}, dice=[10])
    near.unit("A-1").status = ROUTED
    assert not rally.can_rally(near.s, near.u("A-1"))
    near.unit("B-1").y = 651
    assert rally.can_rally(near.s, near.u("A-1"))
    near.unit("A-1").pm = 1
    assert not rally.can_rally(near.s, near.u("A-1"))
    near.unit("A-1").pm, near.unit("A-1").status = 2, RETREATING
    assert not rally.can_rally(near.s, near.u("A-1"))


def test_10_3_a_rally_is_a_die_of_ten() -> None:
    t = runner(U(900, 500), dice=[11])
    with pytest.raises(DiceError):
        t.rally()


def test_10_3_the_rallied_face_the_nearest_enemy() -> None:
    t = Table({"A-1": U(900, 500, 1800, pm=8), "B-1": U(1300, 500, 2700), "B-2": U(900, 1100, 1800)}, dice=[10])
    t.unit("A-1").status = ROUTED
    t.rally()
    assert (t.unit("A-1").status, abs(t.unit("A-1").facing - 900) <= 20) == (READY, True)
    assert t.unit("A-1").disordered


# guns


def battery(distance: int = 0, taken: int = NOBODY) -> Table:
    """A crew that has left its guns so far behind."""
    t = Table({"A-1": U(900, 600, 0, "foot_art_medium", "unlimbered", bases=2), **FOE})
    morale.fail(t.s, t.u("A-1"), ROUTED)
    t.unit("A-1").y -= 35 + distance
    t.s.parks = [park._replace(taken=taken) for park in t.s.parks]
    return t


def test_9_9_gunners_man_their_guns_again_within_five_centimetres() -> None:
    for distance, manned in ((50, True), (51, False)):
        t = battery(distance)
        assert rally.remanned(t.s, t.u("A-1")) == manned
        assert (t.unit("A-1").formation, len(t.s.parks)) == (("unlimbered", 0) if manned else ("crew", 1))
    t = battery(10)
    rally.remanned(t.s, t.u("A-1"))
    assert t.where("A-1") == (900, 600, 0)
    t = battery(10, taken=1)
    assert not rally.remanned(t.s, t.u("A-1"))
    t = battery(10)
    t.unit("B-1").x, t.unit("B-1").y = 900, 590  # somebody stands on them
    assert not rally.remanned(t.s, t.u("A-1"))


def test_9_9_a_crew_at_the_end_of_its_retreat_mans_its_guns() -> None:
    t = battery(-35)
    t.unit("A-1").status, t.unit("A-1").y = RETREATING, 760
    t.compulsory().play("french", "face back")
    assert t.unit("A-1").formation == "unlimbered"


@pytest.mark.parametrize(
    ("unit", "taken"),
    [
        (U(900, 601, 1800), 1),
        (U(900, 602, 1800), NOBODY),
        (U(900, 601, 1800, "light_cav"), 1),
        (U(900, 601, 1800, "horse_art", "limbered"), NOBODY),
    ],
)
def test_9_9_enemy_foot_and_horse_in_contact_take_guns(unit: U, taken: int) -> None:
    t = Table({"A-1": U(900, 600, 0, "foot_art_medium", "unlimbered", bases=2), "A-2": U(900, 650), "B-1": unit})
    morale.fail(t.s, t.u("A-1"), ROUTED)
    t.unit("A-1").y = 300
    flight.take_parks(t.s)
    assert t.s.parks[0].taken == taken


def test_9_9_routers_take_nothing_and_nobody_takes_twice() -> None:
    t = Table({"A-1": U(900, 600, 0, "foot_art_medium", "unlimbered", bases=2), "B-1": U(900, 601, 1800)})
    morale.fail(t.s, t.u("A-1"), ROUTED)
    t.unit("A-1").y, t.unit("B-1").status = 300, ROUTED
    flight.take_parks(t.s)
    assert t.s.parks[0].taken == NOBODY
    t.unit("B-1").status = READY
    flight.take_parks(t.s)
    flight.take_parks(t.s)
    assert t.told.count("guns_taken") == 1


def test_9_9_either_side_takes_the_others_guns() -> None:
    t = Table({"B-1": U(900, 600, 1800, "foot_art_medium", "unlimbered", bases=2), "A-1": U(900, 599)})
    morale.fail(t.s, t.u("B-1"), ROUTED)
    t.unit("B-1").y = 1000
    flight.take_parks(t.s)
    assert t.s.parks[0].taken == 0


def test_9_9_only_unlimbered_guns_are_left() -> None:
    t = Table({"A-1": U(900, 600, 0, "foot_art_medium", "limbered", bases=2), **FOE})
    morale.fail(t.s, t.u("A-1"), ROUTED)
    assert (t.unit("A-1").formation, t.s.parks) == ("limbered", [])


# falling back and recovery


def test_8_10_falling_back_is_half_a_move_and_the_ground_shortens_nothing() -> None:
    wood = rect("wood", 80, 60, 100, 80, "light")
    t = Table({"A-1": U(900, 600), "B-1": U(900, 600, 1800)}, terrain=[wood], dice=[1, 100]).contact("A-1", "B-1")
    t.melees()
    assert t.where("B-1") == (900, 670, 1800)
    column = Table({"A-1": U(900, 600, formation="column"), **FOE})
    flight.fall_back(column.s, column.u("A-1"))
    assert column.where("A-1") == (900, 515, 0)
    friend = Table({"A-1": U(900, 600), "A-2": U(900, 560), **FOE})
    flight.fall_back(friend.s, friend.u("A-1"))
    assert friend.where("A-1")[1] == 575


def test_8_10_beaten_by_two_even_a_square_and_a_garrison_go() -> None:
    houses = rect("settlement", 84, 60, 96, 63, "heavy")
    for ground, formation in (([houses], "line"), ([], "square")):
        t = Table({"A-1": U(900, 600, 0, "heavy_cav"), "B-1": U(900, 600, 1800, formation=formation)}, terrain=ground)
        t.contact("A-1", "B-1")
        contacts = melee.of(t.s, [0, 1])
        melee.conclude(t.s, [0, 1], contacts, (0, 1), 1, 0)
        assert t.where("B-1") == (900, 600, 1800)
        assert t.unit("B-1").disordered
        t.contact("A-1", "B-1")
        melee.conclude(t.s, [0, 1], melee.of(t.s, [0, 1]), (0, 2), 1, 0)
        assert t.where("B-1")[1] > 600


def resting(fatigue: int = TIRED, far: int = 201) -> Table:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 300 + far, 1800)})
    t.unit("A-1").fatigue = fatigue
    t.s.turn = 5
    return t


def rest(t: Table, turns: int = 2) -> int:
    for _ in range(turns):
        sequence.recover(t.s, t.u("A-1"))
    return t.unit("A-1").fatigue


def test_8_14_two_full_turns_far_from_enemies_bring_one_degree_back() -> None:
    assert rest(resting(), 1) == TIRED
    assert rest(resting()) == FRESH
    assert rest(resting(SPENT)) == TIRED
    assert rest(resting(SPENT), 3) == TIRED
    assert rest(resting(SPENT), 4) == FRESH
    assert rest(resting(far=200)) == TIRED
    for spoiled in ("moved", "fought"):
        t = resting()
        rest(t, 1)
        setattr(t.unit("A-1"), spoiled, True)
        rest(t, 1)
        setattr(t.unit("A-1"), spoiled, False)
        assert rest(t, 1) == TIRED, spoiled
    t = resting()
    t.unit("A-1").left = MOVE - 1
    assert rest(t) == TIRED
    assert rest(resting().contact("A-1", "B-1")) == TIRED
    t = resting()
    t.unit("A-1").status = RETREATING
    assert rest(t) == TIRED


def test_8_14_rested_cavalry_takes_its_commands_order_again_and_spent_cavalry_stays_disordered() -> None:
    t = resting(SPENT)
    t.unit("A-1").order, t.unit("A-1").disordered = RETREAT, True
    rest(t, 1)
    assert t.unit("A-1").disordered
    rest(t, 1)
    assert t.unit("A-1").order == NOBODY


@pytest.mark.parametrize("spoiled", ["moved", "fired", "fought", "hurt"])
def test_8_14_disorder_goes_after_a_quiet_turn(spoiled: str) -> None:
    t = Table({"A-1": U(900, 300), **FOE})
    t.s.disorder(t.u("A-1"))
    sequence.recover(t.s, t.u("A-1"))
    assert t.unit("A-1").disordered  # not in the turn in which it came
    t.s.turn += 1
    setattr(t.unit("A-1"), spoiled, True)
    sequence.recover(t.s, t.u("A-1"))
    assert t.unit("A-1").disordered
    setattr(t.unit("A-1"), spoiled, False)
    t.unit("A-1").status = RETREATING
    sequence.recover(t.s, t.u("A-1"))
    assert t.unit("A-1").disordered
    t.unit("A-1").status = READY
    sequence.recover(t.s, t.u("A-1"))
    assert not t.unit("A-1").disordered


def test_5_7_a_new_turn_gives_everybody_a_whole_move() -> None:
    t = Table({"A-1": U(900, 300), **FOE})
    unit = t.unit("A-1")
    unit.left, unit.target, unit.aspect, unit.ran = 0, 1, 1, 50
    flags = ("moved", "fired", "evaded", "fought", "hurt", "tried", "turned", "deployed", "impetus")
    for name in flags:
        setattr(unit, name, True)
    t.s.generals[0].rode = True
    t.s.asked, t.s.answered = [0], [0]
    sequence.refresh(t.s)
    assert not any(getattr(unit, name) for name in flags)
    assert (unit.left, unit.target, unit.aspect, unit.ran) == (MOVE, NOBODY, 0, 0)
    assert (t.s.generals[0].rode, t.s.asked, t.s.answered) == (False, [], [])


# following up


def test_8_12_following_up_is_for_those_who_can() -> None:
    guns = Table({"A-1": U(900, 300, 0, "horse_art", "unlimbered"), **FOE}).follow_up("A-1")
    assert guns.asked == "Rest"
    t = Table({"A-1": U(900, 300), "A-2": U(500, 300), **FOE})
    t.unit("A-1").status = ROUTED
    t.contact("A-2", "B-1")
    assert t.follow_up("A-1", "A-2").asked == "Rest"
    t = Table({"A-1": U(900, 300), **FOE}).follow_up("A-1")
    assert t.rules("french", "advance 0") == ["8.12"]
    assert "stay" in t.options("french")
    t.play("french", "stay")
    assert (t.where("A-1")[1], t.unit("A-1").moved, t.left("A-1")) == (300, False, 1)


def test_8_12_what_was_used_is_gone_from_the_move_of_the_turn() -> None:
    t = Table({"A-1": U(900, 300), **FOE}).follow_up("A-1").play("french", "advance 35")
    assert (t.left("A-1"), t.unit("A-1").moved) == (0.75, False)
    horse = Table({"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 1100, 1800)}).follow_up("A-1")
    horse.play("french", "breakthrough")
    assert (horse.left("A-1"), horse.unit("A-1").moved) == (0, True)
    assert horse.where("A-1")[1] == 520


def test_8_12_a_breakthrough_charge_is_within_fifteen_centimetres_and_not_by_the_spent() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800), "B-2": U(300, 600, 1800)}).follow_up("A-1")
    assert t.options("french") == ["charge B-1", "breakthrough", "stay"]
    assert t.rules("french", "charge B-9") == ["6.1"]
    t.unit("A-1").fatigue = SPENT
    t.follow_up("A-1")
    assert t.options("french") == ["breakthrough", "stay"]


def test_8_12_the_first_side_follows_up_first() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(300, 900, 1800)})
    t.s.first = 1
    t.follow_up("A-1", "B-1")
    assert t.match.to_act == ("coalition",)
    t.play("coalition", "stay")
    assert t.match.to_act == ("french",)
    assert t.s.winners == []


@pytest.mark.parametrize("first", [0, 1])
def test_10_1_routers_of_both_sides_run_whoever_is_first(first: int) -> None:
    t = Table({"A-1": U(500, 600), "B-1": U(1300, 600, 1800), "A-2": U(300, 200), "B-2": U(300, 1000, 1800)})
    t.s.first = first
    for name in ("A-1", "B-1"):
        t.unit(name).status = ROUTED
    t.compulsory()
    assert (t.unit("A-1").moved, t.unit("B-1").moved) == (True, True)
    assert t.where("A-1")[1] < 500
    assert t.where("B-1")[1] > 700


def test_12_1_at_the_end_of_a_turn_those_on_the_table_recover() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(900, 1000, 1800)})
    t.s.disorder(t.u("A-1"))
    t.unit("A-1").since = 0
    t.end_of_turn()
    assert not t.unit("A-1").disordered
    assert "reordered" in t.told


def test_8_12_a_breakthrough_charges_only_units_that_are_there() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800)}).follow_up("A-1")
    assert t.rules("french", "charge B-9") == ["6.1"]
    t = Table({"A-1": U(900, 300), "B-1": U(900, 450, 1800, "heavy_cav"), "B-2": U(300, 900, 1800)}).follow_up("B-1")
    assert "charge A-1" in t.options("coalition")
    t = Table({"A-1": U(100, 100), "B-1": U(900, 450, 1800, "heavy_cav"), "B-2": U(300, 900, 1800)}).follow_up("B-1")
    assert "6.1" not in t.rules("coalition", "charge A-1")


def test_8_12_no_breakthrough_without_room_ahead() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "A-2": U(900, 315), "B-1": U(300, 1000, 1800)}).follow_up("A-1")
    assert t.asked == "Rest"
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "A-2": U(900, 600), "B-1": U(300, 1000, 1800)}).follow_up("A-1")
    assert "breakthrough" in t.options("french")


def test_8_12_an_advance_too_long_is_refused_with_the_distance() -> None:
    t = Table({"A-1": U(900, 300), **FOE}).follow_up("A-1")
    most = rally.half_move(t.s, t.u("A-1"))
    for more in (1, 5):
        (refusal,) = t.match.why_not("french", f"advance {most + more}")
        assert (refusal.rule, refusal.key, refusal.args[1]) == ("8.12", "advance_half", more)


@pytest.mark.parametrize("first", [0, 1])
def test_10_3_units_of_both_sides_rally_whoever_is_first(first: int) -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(1300, 900, 1800)}, dice=[9, 9])
    t.s.first = first
    for name in ("A-1", "B-1"):
        t.unit(name).status = ROUTED
    t.rally()
    assert [t.unit(name).status for name in ("A-1", "B-1")] == [READY, READY]


def test_10_3_a_rally_is_told_with_its_die_its_modifiers_and_their_sum() -> None:
    t = Table({"A-1": U(500, 300, klass="veteran"), "B-1": U(1300, 900, 1800)}, dice=[9])
    t.unit("A-1").status = ROUTED
    change = sum(value for _, value in morale.terms_of(t.s, t.u("A-1")))
    t.rally()
    told = [event.args for event in [event for _, event in t.match.log()] + t.s.events if event.key == "rally"]
    assert change
    assert [args[1:4] for args in told] == [(9, change, 9 + change)]


def test_10_2_only_an_enemy_in_the_way_is_an_enemy() -> None:
    for other, enemy in (("A-2", False), ("B-1", True)):
        t = Table({"A-1": U(900, 600, 0), other: U(900, 700, 0), **({"B-1": U(300, 1000, 1800)} if not enemy else {})})
        found = flight.fly(t.s, t.u("A-1"), pose(t.s, t.u("A-1")), 200, through=False)
        assert (found.mm < 200, found.enemy, found.off) == (True, enemy, False)
    t = Table({"A-1": U(900, 1150, 0), "B-1": U(300, 300, 1800)})
    found = flight.fly(t.s, t.u("A-1"), pose(t.s, t.u("A-1")), 200, through=True, leave=True)
    assert (found.enemy, found.off) == (False, True)


def test_5_2_a_road_is_underfoot_only_in_march_order() -> None:
    road = line("road", (90, 0), (90, 120), width=3)
    for formation, kind in (("march", "road"), ("column", "clear")):
        t = Table({"A-1": U(900, 300, 0, formation=formation), "B-1": U(300, 1000, 1800)}, terrain=[road])
        assert movement.ground_here(t.s, pose(t.s, 0)) == kind


def test_8_12_an_advance_of_the_right_length_may_be_blocked() -> None:
    t = Table({"A-1": U(900, 300), **FOE})
    frame = rally.Exploit(0, t.u("A-1"))
    found = frame.forbids(t.s, act("advance", rally.half_move(t.s, t.u("A-1"))))
    assert found == [("5.18", "blocked", (t.u("A-1"),))]


def test_10_1_who_finds_no_place_at_all_stays() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(900, 300), **FOE})
    found = flight.fly(t.s, t.u("A-1"), pose(t.s, t.u("A-1")), 0, through=False)
    assert (found.mm, found.pose, found.off) == (0, pose(t.s, t.u("A-1")), False)


def test_10_1_a_runner_steps_aside_less_than_twenty_centimetres() -> None:
    found = flight._offsets(True)
    assert (found[:5], found[-2:]) == ([0, 10, -10, 20, -20], [190, -190])
    assert flight._offsets(False) == [0]


def test_10_1_a_run_newly_covers_what_lies_before_or_behind_and_not_where_he_stood() -> None:
    t = Table({"A-1": U(900, 300), **FOE})
    here = pose(t.s, t.u("A-1"))
    shape = flight.layout_of(t.s, t.u("A-1"), here)
    half, rear = shape.width / 2 - 0.5, 300 - shape.depth
    assert flight._strip(shape, here, 100, False).bounds == (900 - half, 300.5, 900 + half, 400)
    assert flight._strip(shape, here, 100, True).bounds == (900 - half, rear - 100, 900 + half, rear - 0.5)
