"""Rulebook 11, 12 and 15: prices, victory, data."""

from __future__ import annotations

import msgspec
import pytest

from grognard.games.tabletop.rules import victory
from grognard.games.tabletop.rules.figures import core, footprint
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.state import GONE, ROUTED
from grognard.games.tabletop.world.world import world
from grognard.kernel.game import DataError
from toolkit_tabletop import Table, U


@pytest.mark.parametrize(
    ("kind", "klass", "bases", "points"),
    [
        ("line_inf", "recruit", 4, 16),
        ("light_inf", "veteran", 4, 28),
        ("rifles", "elite", 1, 10),
        ("light_cav", "regular", 4, 32),
        ("cuirassiers", "elite", 2, 32),
        ("foot_art_heavy", "regular", 2, 32),
        ("horse_art", "veteran", 2, 34),
        ("foot_art_light", "elite", 1, 15),
    ],
)
def test_11_1_prices_by_base(kind: str, klass: str, bases: int, points: int) -> None:
    units = data.units()
    found = next(t for t in units.unit_types if t.id == kind)
    assert data.unit_price(found, klass, bases, units) == points


def test_11_2_generals_have_their_price() -> None:
    units = data.units()
    army = data.scenario("crossroads").sides["A"]
    assert data.price(army, units) == army.points == 228
    without = msgspec.structs.replace(army, generals=[])
    assert data.price(army, units) - data.price(without, units) == 30 + 8 + 8


def test_12_1_an_army_breaks_by_its_losses() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(300, 300), "B-1": U(900, 900)})
    assert victory.pm_lost(t.s, 0) == 0
    t.unit("A-1").pm = 5
    t.unit("A-2").status = ROUTED
    assert victory.pm_lost(t.s, 0) == 11
    assert victory.broken(t.s, 0)
    t.end_of_turn()
    outcome = t.match.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("coalition", "army_broken")


def test_12_1_both_broken_is_a_draw_and_half_is_enough() -> None:
    t = Table({"A-1": U(900, 300, pm=4), "B-1": U(900, 900, pm=4)}).end_of_turn()
    assert t.match.outcome is not None
    assert (t.match.outcome.winner, t.match.outcome.reason) == (None, "both_broken")
    t = Table({"A-1": U(900, 300, pm=5), "B-1": U(900, 900, pm=5)})
    assert victory.judge(t.s) is None


def test_12_2_at_the_limit_a_lead_of_two_wins() -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(900, 1100, 1800)}, turn=14)
    assert victory.score(t.s) == (3, 0)
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert (outcome.winner, outcome.reason, outcome.score) == ("french", "turn_limit", {"french": 3, "coalition": 0})
    t = Table({"A-1": U(300, 300, pm=6), "A-2": U(300, 100), "B-1": U(900, 1100, 1800)}, turn=14)
    assert victory.score(t.s) == (0, 1)
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (None, "turn_limit_draw")


def test_12_3_an_area_is_held_in_good_order_and_alone() -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(900, 1100, 1800)})
    assert victory.holder(t.s, 0) == 0
    t.unit("A-1").disordered = True
    assert victory.holder(t.s, 0) == -1
    t.unit("A-1").disordered = False
    t.unit("B-1").y = 640
    assert victory.holder(t.s, 0) == -1
    t.unit("B-1").status = GONE
    assert victory.holder(t.s, 0) == 0
    t.unit("A-1").y = 700
    assert victory.holder(t.s, 0) == -1


def test_12_1_the_breaking_point_is_reached_exactly() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(300, 300), "B-1": U(900, 900)})
    t.world.break_percent[0] = 50
    t.unit("A-1").pm = 1
    assert (victory.pm_lost(t.s, 0), victory.broken(t.s, 0)) == (7, False)
    t.unit("A-1").status = GONE
    assert (victory.pm_lost(t.s, 0), victory.broken(t.s, 0)) == (8, True)
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert outcome.winner == "coalition"
    t = Table({"A-1": U(900, 300), "B-1": U(900, 900, pm=4)})
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("french", "army_broken")


def test_12_2_the_last_turn_is_played_and_tenths_count_in_full() -> None:
    t = Table({"A-1": U(300, 300), "B-1": U(900, 1100, 1800, pm=7)}, turn=13)
    assert victory.judge(t.s) is None
    t.s.turn = 14
    assert victory.score(t.s) == (1, 0)  # an eighth of the enemy's points
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert outcome.winner is None
    t.unit("B-1").pm = 6
    assert victory.score(t.s) == (2, 0)
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert (outcome.winner, outcome.level) == ("french", "victory")
    t = Table({"A-1": U(300, 300, pm=6), "B-1": U(900, 1100, 1800)}, turn=14)
    outcome = victory.judge(t.s)
    assert outcome is not None
    assert outcome.winner == "coalition"


def test_12_3_inside_means_the_centre_and_routers_hold_nothing() -> None:
    t = Table({"A-1": U(900, 687), "B-1": U(900, 1100, 1800)})  # its centre lies 8 cm from the middle of the area
    assert victory.holder(t.s, 0) == 0
    t.unit("A-1").y = 689
    assert victory.holder(t.s, 0) == -1
    t.unit("A-1").y, t.unit("A-1").status = 600, ROUTED
    assert victory.holder(t.s, 0) == -1
    t.unit("A-1").status = 0
    t.unit("B-1").y, t.unit("B-1").status = 640, ROUTED
    assert victory.holder(t.s, 0) == -1  # an enemy is an enemy
    t.unit("A-1").y = 1100
    t.unit("B-1").status = 0
    assert victory.holder(t.s, 0) == 1


def test_15_1_the_scenarios_are_sound() -> None:
    for name in data.SCENARIOS:
        laid = world(name)
        t = Table({"A-1": U(900, 300), "B-1": U(900, 900)})
        s = type(t.s)(t.dice, laid)
        s.set_up()
        shapes = [core(s, u) for u in range(len(s.units))]
        assert all(laid.ground.on_board(footprint(s, u)) for u in range(len(s.units)))
        assert not any(a.intersects(b) for i, a in enumerate(shapes) for b in shapes[i + 1 :])


def broken_scenario(**change: object) -> data.Scenario:
    found = data.scenario("crossroads")
    army = found.sides["A"]
    for key, value in change.items():
        setattr(army.units[0], key, value)
    return found


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"pm": 7}, "A-1: 7 PM"),
        ({"type": "elephants"}, "elephants"),
        ({"command": "A9"}, "A9"),
        ({"klass": "elite"}, "costs"),
        ({"klass": "lazy"}, "lazy"),
    ],
)
def test_15_1_a_broken_scenario_is_named(change: dict[str, object], says: str) -> None:
    with pytest.raises(DataError, match=says):
        data.check(broken_scenario(**change), data.units())


def test_15_1_grounds_edges_and_orders_must_exist() -> None:
    for mutate, says in (
        (lambda s: setattr(s.terrain[0], "type", "lava"), "lava"),
        (lambda s: setattr(s.sides["A"], "edge", "up"), "up"),
        (lambda s: setattr(s.sides["B"].commands[0], "order", "dance"), "dance"),
        (lambda s: setattr(s.sides["B"].generals[1], "command", "B9"), "B9"),
        (lambda s: s.sides.pop("B"), "sides"),
    ):
        found = data.scenario("crossroads")
        mutate(found)
        with pytest.raises(DataError, match=says):
            data.check(found, data.units())


def test_12_2_lost_morale_points_are_worth_ten_at_most() -> None:
    t = Table({"A-1": U(900, 100), "A-2": U(300, 100), "B-1": U(900, 1100, 1800)}, objectives=((10, 60),))
    found = []
    for left in (8, 4, 1, 0):
        t.unit("B-1").pm = left
        found.append(victory.points(t.s, 0))
    assert found == [0, 5, 8, 10]
