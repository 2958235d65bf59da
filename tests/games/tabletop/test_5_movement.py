"""Rulebook 5: movement: budgets, steps, ground, and what is refused with the distance that was missing."""

from __future__ import annotations

import pytest

from grognard.games.tabletop.rules import orders
from grognard.games.tabletop.rules.figures import core, cover_of, disordered, facing_pose, footprint
from grognard.games.tabletop.rules.movement import moves
from grognard.games.tabletop.rules.movement.paces import speed
from grognard.games.tabletop.world.state import Battle
from grognard.kernel.action import Region
from toolkit_tabletop import Table, U, line, rect

FAR = {"B-1": U(900, 1180, 1800)}


def alone(unit: U, **more: object) -> Table:
    return Table({"A-1": unit, **FAR}, **more).moving("A-1")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "formation", "cm"),
    [
        ("line_inf", "column", 17),
        ("line_inf", "line", 14),
        ("line_inf", "square", 5),
        ("light_inf", "open", 22),
        ("light_cav", "column", 30),
        ("light_cav", "line", 22),
        ("cuirassiers", "line", 20),
        ("foot_art_heavy", "limbered", 14),
        ("horse_art", "limbered", 28),
        ("horse_art", "unlimbered", 6),
    ],
)
def test_5_1_a_unit_goes_so_far_and_no_farther(kind: str, formation: str, cm: int) -> None:
    t = alone(U(900, 300, 0, kind, formation))
    assert t.rules("french", f"advance {10 * cm + 1}") == ["5.8"]
    t.play("french", f"advance {10 * cm}")
    assert t.where("A-1") == (900, 300 + 10 * cm, 0)
    assert t.unit("A-1").left == 0


def test_5_2_march_order_is_faster_and_faster_still_on_a_road() -> None:
    assert not alone(U(900, 300, 0, formation="march")).rules("french", "advance 200")
    road = line("road", (90, 0), (90, 120), width=3)
    assert not alone(U(900, 300, 0, formation="march"), terrain=[road]).rules("french", "advance 240")
    assert alone(U(900, 300, 0, formation="march"), terrain=[road]).rules("french", "advance 241") == ["5.8"]
    assert not alone(U(900, 300, 0, "horse_art", "limbered"), terrain=[road]).rules("french", "advance 350")
    assert alone(U(900, 300, 0, formation="column"), terrain=[road]).rules("french", "advance 171") == ["5.8"]


def test_5_3_the_bonus_counts_for_its_part_of_the_way() -> None:
    """Half a move on the road, 12 cm, and half a move off it, 10 cm."""
    t = alone(U(900, 300, 0, formation="march"), terrain=[line("road", (90, 0), (90, 42), width=3)])
    assert t.rules("french", "advance 221") == ["5.8"]
    t.play("french", "advance 220")
    assert t.left("A-1") == 0


def test_5_4_generals_ride_thirty_centimetres() -> None:
    t = Table({"A-1": U(900, 300), **FAR}).generals("french")
    t.play("french", "general A-G")
    assert t.rules("french", "ride 900 901") == ["5.4"]
    assert "0.1 cm" in t.refusal("french", "ride 900 901")
    t.play("french", "ride 900 900")
    assert (t.s.generals[0].x, t.s.generals[0].y) == (900, 900)


def test_5_5_bridges_take_march_order() -> None:
    ground = [rect("river", 0, 40, 180, 45), line("bridge", (90, 39), (90, 46), width=3)]
    assert alone(U(900, 350), terrain=ground).rules("french", "advance 60") == ["5.15", "5.5"]
    t = alone(U(900, 350, 0, formation="march"), terrain=ground)
    t.play("french", "advance 160")
    assert t.where("A-1")[1] == 510


def test_5_6_strategic_moves_are_double_and_far_from_the_enemy() -> None:
    t = Table({"A-1": U(900, 200, 0, formation="march"), "A-2": U(500, 200), "B-1": U(900, 1000, 1800)}).phase("french")
    assert t.rules("french", "strategic A-2") == ["5.6"]
    assert t.rules("french", "move A-2") == ["5.6"]
    t.play("french", "strategic A-1")
    assert t.rules("french", "form column") == ["5.6"]
    t.play("french", "advance 399")
    assert t.where("A-1")[1] == 599
    t = Table({"A-1": U(900, 200, 0, formation="march"), "B-1": U(900, 900, 1800)}).phase("french")
    t.play("french", "strategic A-1")
    assert t.rules("french", "advance 300") == ["5.6"]
    t.play("french", "advance 299")
    t = Table({"A-1": U(900, 500, 0, formation="march"), "B-1": U(900, 900, 1800)}).phase("french")
    assert t.asked != "Strategic"


def test_5_7_one_move_a_turn() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(500, 300), **FAR}).troops("french")
    t.play("french", "move A-1", "advance 10", "end")
    assert t.rules("french", "move A-1") == ["5.7"]
    assert t.rules("french", "move B-1") == ["5.7"]
    assert t.rules("french", "move A-9") == ["5.7"]
    assert t.options("french") == ["move A-2", "done"]


def test_5_8_a_refusal_names_the_missing_distance() -> None:
    t = alone(U(900, 300)).play("french", "advance 100")
    assert t.rules("french", "advance 55") == ["5.8"]
    assert t.refusal("french", "advance 55") == "A-1 lacks 1.5 cm: 4 cm of the move is left."


def test_5_8_a_change_of_formation_carries_the_rest_over() -> None:
    t = Table({"A-1": U(900, 300, formation="column"), **FAR}, nations=("FR", "GB")).moving("A-1")
    t.play("french", "advance 85", "form line")
    assert t.left("A-1") == 0.25
    assert t.rules("french", "advance 36") == ["5.8"]
    t.play("french", "advance 35")
    assert t.left("A-1") == 0


def test_5_9_a_wheel_turns_about_a_corner_and_costs_its_arc() -> None:
    t = alone(U(900, 300)).play("french", "wheel right 300")
    x, y, facing = t.where("A-1")
    assert facing == 300
    assert (x, y) == (950 - 43, 300 + 25)
    assert t.left("A-1") == pytest.approx(1 - 53 / 140)
    t = alone(U(900, 300)).play("french", "wheel left 300")
    assert t.where("A-1") == (850 + 43, 325, 3300)


def test_5_9_shift_and_back_are_half_as_fast() -> None:
    t = alone(U(900, 300))
    assert t.rules("french", "shift left 71") == ["5.8"]
    t.play("french", "shift left 35")
    assert t.where("A-1") == (865, 300, 0)
    t.play("french", "back 35")
    assert (t.where("A-1"), t.left("A-1")) == ((865, 265, 0), 0)


def test_5_9_about_face_is_free_for_some_and_once() -> None:
    t = alone(U(900, 300)).play("french", "turn")
    assert t.where("A-1") == (900, 285, 1800)
    assert t.left("A-1") == pytest.approx(1 - 3 / 14)
    t = alone(U(900, 300, 0, "light_cav")).play("french", "turn")
    assert t.left("A-1") == 1
    assert t.rules("french", "turn") == ["5.9"]
    assert alone(U(900, 300, 0, "horse_art", "limbered", bases=2)).play("french", "turn").left("A-1") == 1


def test_5_9_formations_and_guns_cost_half_a_move_or_a_quarter() -> None:
    assert alone(U(900, 300)).play("french", "form column").left("A-1") == 0.5
    assert alone(U(900, 300, 0, "light_inf")).play("french", "form column").left("A-1") == 0.75
    assert alone(U(900, 300, 0, "heavy_cav")).play("french", "form column").left("A-1") == 0.75
    t = alone(U(900, 300, 0, "foot_art_heavy", "limbered", bases=2)).play("french", "unlimber")
    assert (t.left("A-1"), t.unit("A-1").formation) == (0.5, "unlimbered")
    assert t.rules("french", "unlimber") == ["5.9"]
    assert t.rules("french", "wheel left 0") == ["5.9"]


def test_5_10_roads_help_only_march_order_and_hills_do_not_slow() -> None:
    hill = rect("hill", 80, 30, 100, 60)
    assert not alone(U(900, 250), terrain=[hill]).rules("french", "advance 140")


def test_5_11_woods_halve_the_speed_and_disorder() -> None:
    wood = rect("wood", 80, 32, 100, 60, "light")
    t = alone(U(900, 300), terrain=[wood])
    assert t.rules("french", "advance 81") == ["5.8"]
    t.play("french", "advance 80")  # 2 cm in the open, 6 cm at half speed
    assert disordered(t.s, t.u("A-1"))
    t = alone(U(900, 300, 0, "light_inf", "open"), terrain=[wood]).play("french", "advance 80")
    assert not disordered(t.s, t.u("A-1"))
    assert alone(U(900, 300, 0, "foot_art_medium", "limbered", bases=2), terrain=[wood]).rules(
        "french", "advance 30"
    ) == ["5.11"]


def test_5_12_a_settlement_takes_one_unit_of_infantry() -> None:
    town = rect("settlement", 84, 32, 96, 42, "heavy")
    t = alone(U(900, 300, formation="column"), terrain=[town])
    assert t.rules("french", "advance 96") == ["5.8"]
    t.play("french", "advance 95")
    t = Table({"A-1": U(900, 300, formation="column"), "A-2": U(900, 400, formation="column"), **FAR}, terrain=[town])
    assert t.moving("A-1").rules("french", "advance 40") == ["5.12"]
    assert alone(U(900, 300, 0, "light_cav"), terrain=[town]).rules("french", "advance 40") == ["5.12"]
    road = line("road", (90, 0), (90, 120), width=3)
    assert alone(U(900, 300, 0, "light_cav", "march"), terrain=[town, road]).rules("french", "advance 40") == []


def test_5_11_broken_ground_slows_and_disorders_like_a_wood_but_covers_nobody() -> None:
    stones = rect("broken", 80, 32, 100, 60)
    t = alone(U(900, 300), terrain=[stones])
    assert t.rules("french", "advance 81") == ["5.8"]
    t.play("french", "advance 80")
    assert disordered(t.s, t.u("A-1"))
    assert cover_of(t.s, t.u("A-1")) is None
    march = alone(U(900, 300, formation="march"), terrain=[stones])
    assert march.rules("french", "advance 97") == ["5.8"]  # 2 cm at 20, the rest at half of the plain column's 17
    march.play("french", "advance 96")
    horse = alone(U(900, 330, 0, "light_cav", "line"), terrain=[stones])
    assert horse.rules("french", "advance 111") == ["5.8"]
    horse.play("french", "advance 110")
    assert disordered(horse.s, horse.u("A-1"))
    assert not disordered(*_at(horse, 700))
    skirmishers = alone(U(900, 300, 0, "light_inf", "open"), terrain=[stones]).play("french", "advance 80")
    assert not disordered(skirmishers.s, skirmishers.u("A-1"))
    piece = U(900, 300, 0, "foot_art_medium", "limbered", bases=2)
    assert alone(piece, terrain=[stones]).rules("french", "advance 30") == ["5.11"]
    assert alone(piece, terrain=[stones, line("road", (90, 0), (90, 120), width=3)]).rules("french", "advance 30") == []


def _at(t: Table, y: int) -> tuple[Battle, int]:
    t.unit("A-1").y = y
    return t.s, t.u("A-1")


def test_5_12_works_are_held_like_a_settlement() -> None:
    redoubt = rect("works", 84, 32, 96, 42, "heavy")
    t = alone(U(900, 300, formation="column"), terrain=[redoubt])
    assert t.rules("french", "advance 96") == ["5.8"]
    t.play("french", "advance 95")
    assert cover_of(t.s, t.u("A-1")) == "heavy"
    assert not disordered(t.s, t.u("A-1"))
    two = {"A-1": U(900, 300, formation="column"), "A-2": U(900, 400, formation="column"), **FAR}
    assert Table(two, terrain=[redoubt]).moving("A-1").rules("french", "advance 40") == ["5.12"]
    assert alone(U(900, 300, 0, "light_cav"), terrain=[redoubt]).rules("french", "advance 40") == ["5.12"]
    assert alone(U(900, 300, 0, "foot_art_medium", "limbered", bases=2), terrain=[redoubt]).rules(
        "french", "advance 40"
    ) == ["5.12"]


def test_5_5_a_defile_takes_march_order_only() -> None:
    gorge = line("defile", (90, 32), (90, 44), width=3)
    cliffs = [rect("impassable", 60, 32, 88.5, 44), rect("impassable", 91.5, 32, 120, 44)]
    wide = alone(U(900, 300, formation="column"), terrain=[gorge])
    assert wide.rules("french", "advance 30") == ["5.5"]
    wide.play("french", "advance 20")
    assert set(alone(U(900, 300, formation="column"), terrain=[gorge, *cliffs]).rules("french", "advance 30")) == {
        "5.5",
        "5.15",
    }
    t = alone(U(900, 300, formation="march"), terrain=[gorge, *cliffs])
    t.play("french", "advance 100")
    assert t.where("A-1")[1] == 400
    assert set(t.rules("french", "form column")) >= {"5.5"}
    assert (
        alone(U(900, 300, 0, "foot_art_light", "limbered", bases=2), terrain=[gorge, *cliffs]).rules(
            "french", "advance 100"
        )
        == []
    )
    deployed = alone(U(900, 310, 0, "foot_art_light", "unlimbered", bases=2), terrain=[gorge, *cliffs])
    assert "5.5" in deployed.rules("french", "advance 20")
    assert "5.5" in alone(U(900, 300, 0, "light_cav", "line"), terrain=[gorge, *cliffs]).rules("french", "advance 30")


def test_5_13_hills_stand_between_and_lift_those_on_them() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 600, 1800)}, terrain=[rect("hill", 80, 40, 100, 50)])
    assert t.world.ground.hill(footprint(t.s, t.u("A-1"))) == -1
    t.unit("A-1").y = 450
    assert t.world.ground.hill(footprint(t.s, t.u("A-1"))) == 0


def test_5_14_walls_and_streams_cost_extra() -> None:
    wall = line("wall", (80, 35), (100, 35), cover="light")
    t = alone(U(900, 300), terrain=[wall])
    assert t.rules("french", "advance 111") == ["5.8"]
    t.play("french", "advance 110")
    assert not t.unit("A-1").disordered
    t = alone(U(900, 300), terrain=[line("stream", (80, 35), (100, 35))])
    assert t.rules("french", "advance 91") == ["5.8"]
    t.play("french", "advance 90")
    assert t.unit("A-1").disordered


def test_5_15_closed_ground_is_not_entered() -> None:
    t = alone(U(900, 300), terrain=[rect("impassable", 80, 35, 100, 60)])
    assert t.rules("french", "advance 60") == ["5.15"]
    t.play("french", "advance 50")
    t = Table({"A-1": U(900, 500), **FAR}, terrain=[rect("impassable", 80, 65, 100, 70)]).generals("french")
    t.play("french", "general A-G")
    assert t.rules("french", "ride 900 670") == ["5.15"]


def test_5_16_nobody_leaves_the_table() -> None:
    t = alone(U(900, 60, 1800))
    assert t.rules("french", "advance 61") == ["5.16"]
    t.play("french", "advance 60")
    assert t.where("A-1")[1] == 0


def test_5_17_one_centimetre_from_the_enemy() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 400, 1800)}).moving("A-1")
    assert t.rules("french", "advance 91") == ["5.17"]
    assert "0.1 cm" in t.refusal("french", "advance 91")
    t.play("french", "advance 90")
    t = Table({"A-1": U(900, 395), "B-1": U(900, 400, 1800)}).moving("A-1")
    assert t.rules("french", "advance 1") == ["5.17"]
    t.play("french", "back 10")
    assert t.where("A-1")[1] == 385


def test_5_18_friends_are_in_the_way_but_not_of_open_order() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(900, 400), **FAR}).moving("A-1")
    assert t.rules("french", "advance 100") == ["5.18"]
    t.play("french", "advance 85")
    assert not core(t.s, t.u("A-1")).intersects(core(t.s, t.u("A-2")))
    t = Table({"A-1": U(900, 300, 0, "light_inf", "open"), "A-2": U(900, 400), **FAR}).moving("A-1")
    assert t.rules("french", "advance 105") == ["5.18"]
    t.play("french", "advance 116")


def test_5_18_a_shift_does_not_pass_over_a_friend() -> None:
    """March order is one base wide: to the right stands a friend, to the left nobody."""
    for right in (True, False):
        x = 940 if right else 860
        t = Table({"A-1": U(900, 300, 0, formation="march"), "A-2": U(x, 300, 0, formation="march"), **FAR})
        t.moving("A-1")
        assert t.rules("french", f"shift {'right' if right else 'left'} 100") == ["5.18"]
        assert not t.rules("french", f"shift {'left' if right else 'right'} 100")
    t = Table({"A-1": U(900, 300, 0, formation="march"), "A-2": U(940, 400, 0, formation="march"), **FAR}).moving("A-1")
    assert not t.rules("french", "shift right 100")


def test_5_19_places_are_whole_and_half_a_millimetre_is_forgiven() -> None:
    t = alone(U(901, 303, 137)).play("french", "advance 77", "wheel left 123")
    assert all(isinstance(value, int) for value in t.where("A-1"))
    assert t.rules("french", "goto 900 320 3600") == ["5.19"]
    t = Table({"A-1": U(900, 300, bases=1), "A-2": U(925, 300, bases=1), **FAR})
    assert footprint(t.s, t.u("A-1")).intersects(footprint(t.s, t.u("A-2")))
    assert not core(t.s, t.u("A-1")).intersects(core(t.s, t.u("A-2")))


def test_5_20_goto_makes_the_move_of_its_steps() -> None:
    t = alone(U(900, 300, formation="column"))
    goto = next(option for option in t.match.options("french") if isinstance(option, Region) and option.verb == "goto")
    data = goto.as_data()
    assert data["unit"] == "A-1"
    assert data["polygons"]
    t.play("french", "goto 930 400 200")
    x, y, facing = t.where("A-1")
    assert facing == 200
    assert abs(x - 930) <= 2
    assert abs(y - 400) <= 2
    steps = alone(U(900, 300, formation="column"))
    assert steps.rules("french", "goto 1200 300 900") == ["5.8"]
    assert "lacks" in steps.refusal("french", "goto 1200 300 900")
    straight = alone(U(900, 300, formation="column")).play("french", "goto 900 470 0")
    assert (straight.where("A-1"), straight.left("A-1")) == ((900, 470, 0), 0)


def test_5_20_a_turn_is_used_where_it_helps() -> None:
    t = alone(U(900, 600, 0, "light_cav", "column")).play("french", "goto 900 300 1800")
    assert t.where("A-1")[2] == 1800
    assert abs(t.where("A-1")[1] - 300) <= 2


def test_5_1_routers_have_a_speed_of_their_own() -> None:
    kinds = alone(U(900, 300)).world.types
    assert speed(kinds["line_inf"], "line", routed=True) == 22
    assert speed(kinds["heavy_cav"], "line", routed=True) == 25


@pytest.mark.parametrize(("x", "y", "facing"), [(900, 1100, 0), (1700, 600, 900), (900, 100, 1800), (100, 600, 2700)])
def test_5_16_a_unit_may_stand_at_every_edge_and_not_beyond(x: int, y: int, facing: int) -> None:
    t = Table({"A-1": U(x, y, facing), "B-1": U(400, 300, 1800)}, size=(180, 120)).moving("A-1")
    assert t.rules("french", "advance 101") == ["5.16"]
    assert t.rules("french", "advance 100") == []


def test_5_9_steps_are_asked_for_by_hand_and_amount() -> None:
    t = alone(U(900, 300))
    texts = sorted(o.text for o in t.match.options("french") if isinstance(o, Region) and o.verb in ("wheel", "shift"))
    assert texts == ["shift left MM", "shift right MM", "wheel left ANGLE", "wheel right ANGLE"]


def test_5_18_a_long_shift_meets_friends_far_to_the_side() -> None:
    t = Table({"A-1": U(500, 300, 0, "light_cav", "march"), "A-2": U(620, 300, 0, formation="march"), **FAR})
    t.moving("A-1")
    assert t.rules("french", "shift right 130") == ["5.18"]
    assert t.rules("french", "shift right 90") == []
    assert t.rules("french", "shift left 130") == []


def test_5_9_limbering_is_paid_for_and_needs_room() -> None:
    guns = U(900, 300, 0, "foot_art_medium", "unlimbered")
    t = alone(guns)
    assert t.rules("french", "limber") == []
    t.unit("A-1").left //= 4
    assert t.moving("A-1").rules("french", "limber") == ["5.8"]
    t = Table({"A-1": guns, "A-2": U(900, 240), **FAR}).moving("A-1")
    assert t.rules("french", "limber") == ["5.18"]


def test_5_19_headings_are_brought_into_the_circle() -> None:
    t = alone(U(900, 300))
    assert [facing_pose(t.s, 0, heading).facing for heading in (0, 3599, 3600, 3700)] == [0, 3599, 0, 100]


def test_5_18_a_wheel_meets_friends_at_the_end_of_its_sweep() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(930, 395, bases=1), **FAR}).moving("A-1")
    assert t.rules("french", "wheel right 800") == ["5.18"]
    assert t.rules("french", "wheel left 800") == []


def test_5_9_steps_are_told_with_their_hand() -> None:
    for hand, number in (("left", moves.LEFT), ("right", moves.RIGHT)):
        for verb, amount in (("shift", 20), ("wheel", 100), ("wheel", 1)):
            t = alone(U(900, 300)).play("french", f"{verb} {hand} {amount}")
            (found,) = [event.args for _, event in t.match.log() if event.key == f"step_{verb}"]
            assert found[1:] == (amount, number)


@pytest.mark.parametrize(
    "text", ["advance 100", "back 20", "shift left 30", "shift right 30", "wheel left 10", "wheel right 10", "turn"]
)
def test_5_9_a_step_reads_as_it_is_written(text: str) -> None:
    verb, *rest = text.split()
    hands = {"left": moves.LEFT, "right": moves.RIGHT}
    action = moves.act(verb, *[hands[word] if word in hands else int(word) for word in rest])
    assert str(moves.written(moves.leg_of(action))) == str(action) == text


@pytest.mark.parametrize(("x", "hand"), [(800, "right"), (1030, "right"), (1000, "left"), (770, "left")])
def test_5_18_a_shift_covers_its_own_way_and_no_more(x: int, hand: str) -> None:
    """Friends shoulder to shoulder, on the side it leaves or where it will end, are not in the way."""
    t = Table({"A-1": U(900, 300), "A-2": U(x, 300), **FAR}).moving("A-1")
    assert t.rules("french", f"shift {hand} 30") == []
    assert t.rules("french", f"shift {'left' if hand == 'right' else 'right'} 30") == (
        ["5.18"] if x in (800, 1000) else []
    )


def test_5_4_a_ride_too_far_is_refused_with_the_distance() -> None:
    t = Table({"A-1": U(900, 300), **FAR})
    general = t.s.generals[0]
    assert orders.ride_reasons(t.s, 0, general.x + 307, general.y) == [("5.4", "ride_far", (0, 7))]
    assert orders.ride_reasons(t.s, 0, general.x + 300, general.y) == []
    frame = orders.Generals(0)
    unknown = next(n for n in range(40) if n not in t.world.general_at)
    assert frame.forbids(t.s, moves.act("general", unknown)) == [("3.8", "not_your_general", (unknown,))]
    theirs = next(word for word, g in t.world.general_at.items() if t.world.generals[g][0] == 1)
    assert frame.forbids(t.s, moves.act("general", theirs)) == [("3.8", "not_your_general", (theirs,))]
    own = next(word for word, g in t.world.general_at.items() if g == 0)
    assert frame.forbids(t.s, moves.act("general", own)) == []
    general.rode = True
    assert frame.forbids(t.s, moves.act("general", own)) == [("3.8", "rode_already", (0,))]


def test_5_19_an_about_face_stays_within_the_circle() -> None:
    for facing, after in ((0, 1800), (1799, 3599), (1800, 0), (3599, 1799)):
        t = alone(U(900, 600, facing, formation="march")).play("french", "turn")
        assert t.where("A-1")[2] == after


def test_5_19_a_facing_is_not_negative() -> None:
    t = alone(U(900, 300, formation="column"))
    frame = moves.MoveUnit(0, 0)
    assert [reason[0] for reason in frame.forbids(t.s, moves.act("goto", 900, 350, -1))] == ["5.19"]
    assert frame.forbids(t.s, moves.act("goto", 900, 350, 0)) == []
