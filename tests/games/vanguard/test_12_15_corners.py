"""Corners of 12.6, 15.2, 16.2 and 17.2.9 that walks meet rarely."""

from __future__ import annotations

from grognard.games.vanguard.rules.assault.retreat import retreat_goals
from toolkit_vanguard import Table


def test_12_6_2_overfull_hexes_are_passed_through() -> None:
    """R-28: first free hexes, then zones of control, and only then on through the friends."""
    full = {"stI": "2903", "stII": "2903", "stIII": "2804", "coII": "2804", "hoI": "3004", "hoII": "3004"}
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904", **full})
    goals, zone = retreat_goals(t.s, t.unit("coI"))
    assert (t.world.grid.list_names(goals), zone) == (["2805", "3005"], True)
    full |= {"miI": "2805", "miII": "2805", "reI": "3005", "reII": "3005"}
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904", **full})
    goals, zone = retreat_goals(t.s, t.unit("coI"))
    names = t.world.grid.list_names(goals)
    assert not zone
    assert all(t.world.grid.distance(t.hex("2904"), t.hex(name)) == 2 for name in names)
    assert all(t.world.grid.distance(t.hex("2905"), t.hex(name)) == 3 for name in names)


def test_15_2_an_advance_next_to_a_routed_unit_makes_it_test() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2905", "coI": "2904", "stI": "2903"},
        orders={"watrin": "attack"},
        routed=["stI"],
        dice=[4, 3, 5],
    )
    t.combat("watrin").steer("french", "assault 2904", "all", "go", "done")
    t.steer("coalition", *[o for o in t.options("coalition") if o.startswith("retreat")][:1])
    t.play("french", "advance l40I 2904")
    assert t.fate("stI") == "gone", "5 against efficiency 3: it surrenders"
    assert "surrendered" in t.told


def test_16_2_a_column_moves_after_the_rest() -> None:
    """R-36: with its own order; its Officer moves with it."""
    t = Table(
        {"lannes": "2905", "watrin": "2805", "gency": "2705", "l40I": "2705", "l22I": "2805", "stI": "2105"},
        options={"optional_16_2": True},
        orders={"watrin": "manoeuvre"},
    )
    t.orders("french").play("french", "detach gency attack").steer("french", "take l40I", "go", "done")
    t.command("watrin").steer("french", "keep", "keep")
    t.movement("watrin")
    assert t.rules("french", "move l40I") == ["9.1"]
    t.play("french", "done")
    assert t.rules("french", "done") == ["5.1.2"], "the column has Attack"
    assert t.rules("french", "move l22I") == ["9.1"]


def test_17_2_9_regiments_that_acted_with_compere_do_not_act_again() -> None:
    """R-44: whole first: no last call for Franceschi, whether his regiments moved or not."""
    t = Table(
        {"compere": "1904", "le1I": "1904", "franceschi": "1905", "ch6": "1905", "ch9": "1905"},
        "campotenese",
        orders={"compere": "manoeuvre"},
        dice=[1, 1, 1],
    )
    t.initiative().steer("french", "activate compere")
    t.play("french", "whole", "keep", "move ch6", "go 1906", "stop")
    while t.s.active >= 0:
        t.play("french", "done")
    assert t.asked == "Rest", "no last call"
    assert "activated_alone" not in t.told


def test_17_2_9_left_alone_he_may_be_called_last() -> None:
    t = Table(
        {"compere": "1904", "le1I": "1904", "franceschi": "1905", "ch6": "1905", "ch9": "1905"},
        "campotenese",
        orders={"compere": "manoeuvre"},
        dice=[1, 1, 1],
    )
    t.initiative().steer("french", "activate compere")
    t.play("french", "without", "keep")
    assert t.rules("french", "move ch6") == ["9.1"], "held back"
    while t.s.active >= 0:
        t.play("french", "done")
    assert t.asked == "LastCall"
    t.play("french", "alone")
    assert t.s.solo
