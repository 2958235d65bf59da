"""Rulebook 9 and 10: movement and terrain."""

from __future__ import annotations

from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.terrain import ALL, NO, ground_cost, step_cost
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.world.roster import CLASSES
from grognard.games.vanguard.world.world import world
from toolkit_vanguard import Table

LINE, HUSSAR, GUNS, LEADER = (CLASSES.index(name) for name in ("line", "light_cav", "foot_art", "leader"))


def cost(klass: int, a: str, b: str, column: bool = False, scenario: str = "montebello", weather: int = 0) -> int:
    sheet = world(scenario)
    step = step_cost(sheet, klass, sheet.grid.by_name[a], sheet.grid.by_name[b], column, weather)
    return NO if step is None else step[1]


def test_9_1_1_one_hex_is_always_allowed() -> None:
    """A foot battery of 3 points at a wheat hex across a stream: 2 + 2."""
    t = Table({"a_vogelsang": "1808"}, orders={"vogelsang": "manoeuvre"})
    assert cost(GUNS, "1808", "1908") > t.world.roster.pm[t.unit("a_vogelsang")] - 1
    t.movement("vogelsang").steer("coalition", "move a_vogelsang")
    assert "go 1908" in t.options("coalition")


def test_9_1_2_enemy_hexes_are_closed() -> None:
    t = Table({"l40I": "2906", "stI": "2905"}, orders={"watrin": "defence"}).movement("watrin")
    t.steer("french", "move l40I")
    assert "9.1.2" in t.rules("french", "go 2905")
    assert t.rules("french", "go 2505") == ["9.1"]


def test_9_3_1_a_column_pays_half_on_major_roads_and_one_less_on_others() -> None:
    assert cost(LINE, "3508", "3409") == 2
    assert cost(LINE, "3508", "3409", column=True) == 1
    assert cost(LINE, "2914", "3014") == 4, "a hill by a minor road"
    assert cost(LINE, "2914", "3014", column=True) == 2
    assert cost(HUSSAR, "2914", "3014") == 4, "R-16: cavalry pays 2 in hills by road"


def test_9_3_2_a_column_keeps_away_from_friends_and_enemies() -> None:
    t = Table({"l28I": "3608", "l28II": "3409", "stI": "3107"}, orders={"lannes": "manoeuvre"}).movement("lannes")
    t.play("french", "move l28I", "column", "go 3508")
    assert t.rules("french", "go 3409") == ["9.3.2"]
    t = Table({"l28I": "3608", "l28II": "3608"}, orders={"lannes": "manoeuvre"}).movement("lannes")
    t.play("french", "move l28I")
    assert t.rules("french", "column") == ["9.3.2"], "it must be alone"


def test_9_3_not_with_attack_or_off_the_road() -> None:
    t = Table({"l28I": "3608", "stI": "3107"}, orders={"lannes": "attack"}).movement("lannes")
    t.steer("french", "move l28I")
    assert t.rules("french", "column") == ["5.1"]
    t = Table({"l28I": "2905"}, orders={"lannes": "manoeuvre"}).movement("lannes")
    t.play("french", "move l28I")
    assert t.rules("french", "column") == ["9.3"]


def test_10_0_the_mover_picks_the_cheapest_ground_but_hills_bind_horse_and_guns() -> None:
    """R-45."""
    sheet = world("montebello")
    village, wooded = sheet.grid.by_name["2312"], sheet.grid.by_name["2813"]
    assert sheet.grounds[village] == ("hill", "village")
    assert ground_cost(sheet, HUSSAR, village) == 2
    assert ground_cost(sheet, HUSSAR, wooded) == ALL
    assert ground_cost(sheet, LINE, wooded) == 4


def test_10_2_a_hill_takes_the_whole_move_of_horse_and_guns() -> None:
    t = Table({"nau1": "2612"}, orders={"ott": "manoeuvre"}).movement("ott")
    t.play("coalition", "move nau1", "go 2613")
    t.s.move.here = t.hex("2613")  # type: ignore[union-attr]
    assert t.rules("coalition", "go 2513") == ["10.2"]


def test_10_3_wheat_costs_two() -> None:
    assert cost(LINE, "3004", "3003") in (4, 2)
    assert ground_cost(world("montebello"), LINE, world("montebello").grid.by_name["3002"]) == 4


def test_10_4_guns_do_not_cross_woods_off_road() -> None:
    """R-19: from wood to wood they go only by road."""
    sheet = world("montebello")
    assert cost(GUNS, "3415", "3515") == NO
    assert cost(LINE, "3415", "3515") == 4
    assert sheet.grounds[sheet.grid.by_name["3415"]] == ("hill", "woods")


def test_10_1_a_unit_in_a_village_may_stay_put_whatever_the_order() -> None:
    t = Table({"l40I": "3007", "stI": "3107"}, orders={"watrin": "attack"}).movement("watrin")
    t.steer("french", "stay l40I")
    assert t.order("l40I") == "defence"
    t = Table({"l40I": "3006", "l40II": "2806", "stI": "2105"}, orders={"watrin": "attack"}).movement("watrin")
    assert t.rules("french", "stay l40I") == ["10.1"]


def test_9_1_a_stack_moves_together_and_each_pays_its_own() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "stI": "2105"}, orders={"watrin": "attack"}).movement("watrin")
    t.play("french", "move l40I", "join l40II", "go 2805", "stop")
    assert t.where("l40I") == t.where("l40II") == "2805"
    assert t.asked != "Step"


def test_9_1_4_leaders_have_six_points_whatever_the_order() -> None:
    t = Table({"watrin": "2905"}, orders={"watrin": "defence"})
    ways = Ways(t.s, begin_move(t.s, 1 << t.unit("watrin")))
    reach = t.world.grid.list_names(ways.reach(False, False))
    assert "3405" in reach
    assert "3505" not in reach, "five points to its edge, and wheat takes two"
