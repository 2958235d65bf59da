"""Rulebook 11.4.3 and 11.4.4: two batteries against an assault, and the result 1S."""

from __future__ import annotations

from grognard.games.vanguard.rules.artillery import shell
from toolkit_vanguard import Table

GUNS = {"a_gottesheim": "2904", "a_vogelsang": "2904"}
ATTACK = {"watrin": "attack"}


def assault(*dice: int, **pieces: str) -> Table:
    t = Table({**GUNS, **pieces}, orders=ATTACK, dice=dice).combat("watrin")
    t.steer("french", "assault 2904").steer("french", "with l40I", "with l40II", "go", "done")
    return t


def test_11_4_4_two_batteries_may_join_or_split() -> None:
    t = assault(l40I="2905", l40II="2805")
    assert t.asked == "Repel"
    assert t.options("coalition") == [
        "repel a_gottesheim 2805",
        "repel a_gottesheim 2905",
        "repel a_vogelsang 2805",
        "repel a_vogelsang 2905",
        "repel a_gottesheim a_vogelsang 2805",
        "repel a_gottesheim a_vogelsang 2905",
        "hold",
    ]
    assert t.rules("coalition", "repel a_gottesheim 2903") == ["11.4.4"]


def test_11_4_4_joined_they_fire_once_and_both_are_moved() -> None:
    """2 + 3 at one hex: column 5-6; a 4 is row 5, D1; 4 + 1 fails. The other attacker takes the guns."""
    t = assault(4, 4, l40I="2905", l40II="2805")
    t.play("coalition", "repel a_gottesheim a_vogelsang 2905")
    assert t.told.count("bombarded") == 1
    assert t.level("l40I") == "disordered"
    t.steer("french", *[o for o in t.options("french") if o.startswith("retreat")][:1])
    assert t.fate("a_gottesheim") == t.fate("a_vogelsang") == "gone"
    assert t.where("l40II") == "2904", "11.1.1: one attacker must advance"
    assert "assault" not in t.told, "without a die"


def test_11_4_4_split_they_fire_at_two_hexes_and_may_stop_the_assault() -> None:
    """2 at one hex: a 6 is row 7, D1. 3: a 6 is row 7, D1."""
    t = assault(6, 4, 6, 4, l40I="2905", l40II="2805")
    t.play("coalition", "repel a_gottesheim 2905")
    t.steer("french", *[o for o in t.options("french") if o.startswith("retreat")][:1])
    assert t.options("coalition") == ["repel a_vogelsang 2805", "hold"], "the driven unit is no target any more"
    assert t.rules("coalition", "repel a_gottesheim 2805") == ["11.0"], "each fires once"
    t.play("coalition", "repel a_vogelsang 2805")
    t.steer("french", *[o for o in t.options("french") if o.startswith("retreat")][:1])
    assert "assault_cancelled" in t.told
    assert t.where("a_gottesheim") == t.where("a_vogelsang") == "2904"
    assert t.is_moved("a_gottesheim")
    assert t.is_moved("a_vogelsang")


def test_11_4_4_one_may_fire_and_the_other_hold() -> None:
    t = assault(1, l40I="2905")
    t.play("coalition", "repel a_vogelsang 2905", "hold")
    assert t.told.count("bombarded") == 1
    assert t.fate("a_gottesheim") == "gone"


def test_11_4_4_r_21_the_odds_are_computed_anew_without_the_broken() -> None:
    """coI with a battery: 8 against 4, then 4 against 4."""
    t = Table({"coI": "2904", "a_vogelsang": "2904", "l40I": "2905", "l40II": "2805"}, orders=ATTACK, dice=[6, 6, 3])
    t.combat("watrin").steer("french", "assault 2904", "with l40I", "with l40II", "go").steer("french", "done")
    t.play("coalition", "repel a_vogelsang 2905")
    t.steer("french", *[o for o in t.options("french") if o.startswith("retreat")][:1])
    told = [e for _, e in t.match.log() if e.key == "assault"] + [e for e in t.s.events if e.key == "assault"]
    assert told[0].args[1:3] == (4, 4)


def test_11_4_3_1s_eliminates_the_strongest_and_no_other() -> None:
    t = Table({"l40I": "2904", "l22II": "2904"}, dice=[4])
    t.open(*shell(t.s, t.hex("2904"), 0, "1S"))
    assert t.fate("l40I") == "track", "4 points against 3: nothing to choose"
    assert t.level("l22II") == "disordered", "D1: 4 + 1 > 4"
    t = Table({"l40I": "2904", "l40II": "2904", "l22II": "2604"})
    t.open(*shell(t.s, t.hex("2904"), 0, "1S"))
    assert t.rules("french", "lose l22II") == ["11.4.3"]


def test_11_4_3_1s_on_a_lone_unit_makes_its_leader_test() -> None:
    """[4.5.4]"""
    for die, fate in ((2, "gone"), (3, "map")):
        t = Table({"l40I": "2904", "gency": "2904", "l40II": "2902"}, dice=[die])
        t.open(*shell(t.s, t.hex("2904"), 0, "1S"))
        assert t.fate("gency") == fate
    assert t.where("gency") == "2902"


def test_11_4_3_1s_spares_the_guns_and_in_a_redoubt_damages_them() -> None:
    """R-20; [17.2.6] R-41."""
    t = Table({"coI": "2904", "a_gottesheim": "2904"})
    t.open(*shell(t.s, t.hex("2904"), 1, "1S"))
    assert (t.fate("coI"), t.where("a_gottesheim")) == ("track", "2904")
    assert not t.is_moved("a_gottesheim")
    t = Table({"rid1": "1911", "priI": "1911"}, "campotenese")
    t.open(*shell(t.s, t.hex("1911"), 1, "1S"))
    assert t.fate("priI") == "track"
    assert t.is_damaged("rid1")
    assert t.s.steps_lost == [0, 2]
