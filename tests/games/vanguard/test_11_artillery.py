"""Rulebook 11: guns, line of sight, fog of war."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import fire_column
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.world import world
from toolkit_vanguard import Table


def test_11_0_a_battery_that_fires_is_moved_and_stays() -> None:
    t = Table({"a_watrin": "2905", "l40I": "3105", "l40II": "3205", "coI": "2904"}, dice=[1])
    t.bombard("watrin").play("french", "bombard a_watrin 2904")
    assert t.is_moved("a_watrin")
    t.movement("watrin")
    assert t.rules("french", "move a_watrin") == ["11.0"]


def test_11_0_1_horse_guns_that_use_half_their_points_are_not_turned() -> None:
    near, far = ["go 2806", "go 2807"], ["go 2806", "go 2807", "go 2808", "go 2809"]
    for path, turned in (([*near, "stop"], False), ([*far, "stop"], True)):
        t = Table({"garde": "2805", "l28I": "3405"}, orders={"lannes": "manoeuvre"}).movement("lannes")
        t.play("french", "move garde", *path)
        assert t.is_moved("garde") == turned


def test_11_0_a_battery_may_take_manoeuvre_or_defence_for_itself() -> None:
    """R-57."""
    t = Table({"watrin": "2905", "a_watrin": "2905", "stI": "2105"}, orders={"watrin": "attack"}).command("watrin")
    t.play("french", "keep")
    assert t.asked == "GunOrder"
    assert t.rules("french", "battery a_watrin attack") == ["11.0"]
    t.play("french", "battery a_watrin defence")
    assert t.order("a_watrin") == "defence"
    assert t.formation_order("watrin") == "attack"


def test_11_2_range_is_on_the_counter() -> None:
    """Guns of Gottesheim reach 2."""
    t = Table({"a_gottesheim": "2905", "l40I": "2902", "l40II": "2903"}).bombard("gottesheim")
    assert t.options("coalition") == ["bombard a_gottesheim 2903", "done"]
    assert t.rules("coalition", "bombard a_gottesheim 2902") == ["11.2"]


def test_11_3_houses_block_the_line() -> None:
    """Verzate (3007) lies between 3006 and 3008."""
    t = Table({"a_watrin": "3006", "coI": "3008", "coII": "2906"}).bombard("watrin")
    assert t.rules("french", "bombard a_watrin 3008") == ["11.3"]


def test_11_4_3_guns_alone_cannot_be_bombarded() -> None:
    t = Table({"a_watrin": "2905", "a_gottesheim": "2904", "coI": "2903"}).bombard("watrin")
    assert t.rules("french", "bombard a_watrin 2904") == ["11.4.3"]


def test_11_4_1_only_stacked_batteries_add_their_factors() -> None:
    t = Table({"a_herbin": "2905", "a_rivaud": "2905", "coI": "2903"}, dice=[6, 6]).bombard("chambarlhac")
    assert "bombard a_herbin a_rivaud 2903" in t.options("french")
    odds = t.odds("french", "bombard a_herbin a_rivaud 2903")
    assert (odds.attack, odds.column) == (4, "3-4")
    t.play("french", "bombard a_herbin a_rivaud 2903")
    assert t.level("coI") == "disordered", "row 6, D1: a 6 fails"


def test_11_4_3_d_makes_who_fails_disordered_and_retreat_one_hex() -> None:
    t = Table({"a_watrin": "2905", "coI": "2903"}, dice=[6, 5]).bombard("watrin")
    t.play("french", "bombard a_watrin 2903")
    assert t.level("coI") == "disordered"
    if t.asked == "Retreat":
        t.play("coalition", t.options("coalition")[0])
    assert t.world.grid.distance(t.hex("2903"), t.hex(t.where("coI") or "")) == 1


def test_11_1_beside_retreating_companions_guns_stay_or_go() -> None:
    t = Table({"coI": "2903", "a_gottesheim": "2903", "a_watrin": "2905"}, dice=[6, 5]).bombard("watrin")
    t.play("french", "bombard a_watrin 2903")
    t.steer("coalition", *t.options("coalition")[:1])
    t.play("coalition", "stay")
    assert t.where("a_gottesheim") == "2903"
    assert not t.is_moved("a_gottesheim")


def test_11_4_4_guns_whose_hex_is_assaulted_fire_first_and_broken_attackers_drop_out() -> None:
    t = Table({"l40I": "2905", "coI": "2904", "a_gottesheim": "2904"}, orders={"watrin": "attack"}, dice=[6, 6])
    t.combat("watrin").steer("french", "assault 2904", "with l40I", "go", "done")
    assert t.asked == "Repel"
    t.play("coalition", "repel a_gottesheim 2905")
    assert t.is_moved("a_gottesheim")
    assert t.level("l40I") == "disordered"
    t.steer("french", *t.options("french")[:1])
    assert "assault_cancelled" in t.told
    assert "assault" not in t.told


def test_11_4_4_moved_guns_do_not_fire_defensively() -> None:
    t = Table(
        {"l40I": "2905", "coI": "2904", "a_gottesheim": "2904"},
        orders={"watrin": "attack"},
        dice=[3],
        moved=["a_gottesheim"],
    )
    t.combat("watrin").steer("french", "assault 2904", "with l40I", "go", "done")
    assert "bombarded" not in t.told
    assert "assault" in t.told


def test_11_3_2_of_an_unseen_stack_only_the_top_counter_is_known() -> None:
    """R-49."""
    t = Table({"stI": "2905", "stII": "2905", "gottesheim": "2905", "l40I": "3505"})
    assert t.sees("french") == {"stI", "l40I"}
    piece = next(p for p in t.match.view("french")["units"] if p["id"] == "stI")
    assert "more" in piece["flags"]
    assert t.sees("coalition") == {"stI", "stII", "gottesheim", "l40I"}
    t = Table({"stI": "2905", "stII": "2905", "gottesheim": "2905", "l40I": "3105"})
    assert t.sees("french") == {"stI", "stII", "gottesheim", "l40I"}, "in line of sight"
    assert {p["id"] for p in t.match.view(None)["units"]} == {"stI", "stII", "gottesheim", "l40I"}


def test_11_4_1_no_batteries_that_may_fire_together_come_to_the_last_column() -> None:
    """So 1S does not occur with these counters, as the rulebook notes: 4 in bombardment, 6 in defence."""
    for scenario, alone, most in (("montebello", 4, 6), ("campotenese", 0, 0)):
        w = world(scenario)
        r = w.roster
        pairs = [(a, b) for a in bits(w.guns) for b in bits(w.guns) if a < b and r.side_of[a] == r.side_of[b]]
        joined = [pair for pair in pairs if may_stack(w, sum(1 << gun for gun in pair))]
        same = [pair for pair in joined if r.formation_of[pair[0]] == r.formation_of[pair[1]]]
        assert max((sum(r.pf[gun] for gun in pair) for pair in same), default=0) == alone
        assert max((sum(r.pf[gun] for gun in pair) for pair in joined), default=0) == most
        assert fire_column(w.tables.bombardment, max(most, 3)) < len(w.tables.bombardment.columns) - 1
