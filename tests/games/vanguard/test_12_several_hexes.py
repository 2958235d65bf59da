"""Rulebook 12.5.4, 10.0 and 10.1.1: one assault on several hexes, results and ground."""

from __future__ import annotations

from toolkit_vanguard import Table

TWO = {"l40I": "2905", "l40II": "2905", "coI": "2904", "coII": "3005"}
CASTEGGIO = {"l40I": "2111", "l40II": "2111", "hoI": "2011", "hoII": "2012"}


def assault_both(*dice: int, **more: str) -> Table:
    """8 against 8 is 1-1 with +1 for efficiency."""
    t = Table({**TWO, **more}, orders={"watrin": "attack"}, dice=dice).combat("watrin")
    t.play("french", "assault 2904", "all", "also 3005").steer("french", "go", "done")
    return t


def casteggio(*dice: int, own: dict[str, str] | None = None) -> Table:
    """8 against 4 reduced is 2-1; +1 for efficiency, -2 for the houses; a 6 is row 5: DR."""
    t = Table(
        CASTEGGIO, orders={"watrin": "attack", "schellenberg": "defence"}, own=own, reduced=["hoI", "hoII"], dice=dice
    ).combat("watrin")
    t.play("french", "assault 2011", "all", "also 2012").steer("french", "go", "done")
    return t


def finish(t: Table) -> Table:
    while t.asked in ("Retreat", "HoldHouses"):
        t.play("coalition", t.options("coalition")[0])
    return t


def test_12_5_4_dr_is_tested_with_one_die_for_each_hex() -> None:
    t = assault_both(5, 3, 4)
    assert {t.level("coI"), t.level("coII")} == {"disordered", "routed"}
    assert t.dice.left() == 0
    finish(t)
    for unit, start in (("coI", "2904"), ("coII", "3005")):
        steps = 1 if t.level(unit) == "disordered" else 2
        assert t.world.grid.distance(t.hex(start), t.hex(t.where(unit) or "")) == steps


def test_12_7_2_of_two_emptied_hexes_one_is_entered() -> None:
    t = finish(assault_both(5, 3, 3))
    assert t.asked == "Advance"
    assert {o.split()[-1] for o in t.options("french")} == {"2904", "3005", "pass"}
    t.play("french", "advance l40I 3005")
    assert t.asked != "Advance"
    assert (t.where("l40I"), t.where("l40II")) == ("3005", "2905")


def test_12_5_4_ex_takes_one_unit_of_a_side_not_of_a_hex() -> None:
    """Row 4: EX. Each side loses one; the one left on each side tests."""
    t = assault_both(3, 5, 4)
    t.play("french", "lose l40I")
    assert t.options("coalition") == ["lose coI", "lose coII"]
    t.play("coalition", "lose coII")
    assert (t.fate("l40I"), t.fate("coII"), t.fate("coI")) == ("track", "track", "map")
    assert t.level("l40II") == t.level("coI") == "disordered", "5 > 4 and 4 > 3"
    assert t.s.steps_lost == [1, 1]


def test_12_5_4_ex_takes_the_best_of_all_hexes() -> None:
    """spI has efficiency 4: it is the one, though coI has as many points."""
    t = Table({**TWO, "coII": "3105", "spI": "3005"}, orders={"watrin": "attack"}, dice=[4, 1, 1]).combat("watrin")
    t.play("french", "assault 2904", "all", "also 3005").steer("french", "go", "done")
    assert t.told.count("assault") == 1
    t.play("french", "lose l40I")
    assert (t.fate("spI"), t.fate("coI")) == ("track", "map")


def test_12_5_4_dd_takes_a_level_from_the_units_of_every_hex() -> None:
    t = assault_both(4)
    assert t.level("coI") == t.level("coII") == "disordered"
    assert (t.where("coI"), t.where("coII")) == ("2904", "3005")


def test_12_5_4_de_dooms_the_guns_of_every_hex() -> None:
    """8 against 4: 2-1 and +3 (one of them is Disordered); the 6 is DE."""
    t = Table(
        {**TWO, "a_gottesheim": "3005"},
        orders={"watrin": "attack"},
        reduced=["coI", "coII"],
        disordered=["coI"],
        moved=["a_gottesheim"],
        dice=[6],
    ).combat("watrin")
    t.play("french", "assault 2904", "all", "also 3005").steer("french", "go", "done")
    assert t.fate("coI") == t.fate("coII") == t.fate("a_gottesheim") == "gone"


def test_10_1_1_r_27_each_village_may_contest_and_one_success_makes_the_whole_fight_ex() -> None:
    t = casteggio(6, 6, 1, 6, 6)
    assert t.asked == "Contest"
    t.play("coalition", "contest")
    assert t.asked == "Contest", "the first die failed: the other hex is asked"
    t.play("coalition", "contest")
    assert "contested" in t.told
    t.play("french", "lose l40I")
    assert t.asked == "ExchangeLoss"
    t.play("coalition", "lose hoI")
    assert (t.fate("l40I"), t.fate("hoI")) == ("track", "gone")
    assert t.level("hoII") == t.level("l40II") == "disordered"
    assert "retreated" not in t.told


def test_10_1_1_a_first_success_spares_the_second_question() -> None:
    """And no DR follows the EX: the dice are the assault's, the contest's and one test for each side's last unit."""
    t = casteggio(6, 1, 1, 1)
    t.play("coalition", "contest")
    assert t.asked == "ExchangeLoss"
    t.play("french", "lose l40I").play("coalition", "lose hoI")
    assert t.dice.left() == 0
    assert t.asked not in ("Contest", "HoldHouses", "Retreat")
    assert (t.where("hoII"), t.level("hoII")) == ("2012", "good")


def test_10_1_1_yielding_everywhere_leaves_dr() -> None:
    """The tests of DR come for each hex: one holds the houses, the other runs."""
    t = casteggio(6, 1, 6)
    t.play("coalition", "yield", "yield")
    assert {t.level("hoI"), t.level("hoII")} == {"disordered", "routed"}
    assert t.asked == "HoldHouses"
    finish(t.play("coalition", "stay"))
    assert (t.where("hoI"), t.level("hoI")) == ("2011", "disordered")
    assert t.level("hoII") == "routed"
    assert t.where("hoII") != "2012"


def test_10_1_1_only_the_hex_with_defence_may_contest() -> None:
    """Row 7 of 2-1 would be DE: with the ground of the Defence hex picked it is row 5, DR."""
    t = casteggio(6, 6, 2, 2, own={"hoI": "advance"})
    assert t.asked == "PickGround"
    assert len(t.options("coalition")) == 2
    t.play("coalition", next(o for o in t.options("coalition") if "2012" in o))
    assert t.asked == "Contest"
    t.play("coalition", "contest")
    assert t.asked != "Contest"


def test_10_0_r_59_the_inactive_player_picks_the_ground_of_one_hex() -> None:
    """Rivalta (2710) with Defence and the clear 2709."""
    t = Table(
        {"l40I": "2810", "l40II": "2810", "stI": "2710", "stII": "2709"},
        orders={"watrin": "attack", "gottesheim": "defence"},
        dice=[3],
    ).combat("watrin")
    t.play("french", "assault 2710", "all", "also 2709").steer("french", "go", "done")
    assert t.asked == "PickGround"
    assert t.to_act == ("coalition",)
    assert {o.split()[1] for o in t.options("coalition")} == {"2710", "2709"}
    assert t.rules("coalition", "ground 2810 clear") == ["10.0"]
    worth = {o.split()[1]: t.odds("coalition", o).drm for o in t.options("coalition")}
    assert worth == {"2710": -1, "2709": 1}


def test_10_5_r_59_the_stream_counts_only_if_all_attack_across_it_everywhere() -> None:
    attack = {"watrin": "attack"}
    t = Table({"l40I": "2709", "stI": "2609", "stII": "2610"}, orders=attack).combat("watrin")
    t.steer("french", "assault 2609", "with l40I", "also 2610")
    assert ("stream", -1) in {(key, value) for _, key, value in t.odds("french", "go").terms}
    t = Table({"l40I": "2610", "stI": "2709", "stII": "2609"}, orders=attack).combat("watrin")
    t.steer("french", "assault 2609", "with l40I", "also 2709")
    assert "stream" not in {key for _, key, _ in t.odds("french", "go").terms}
    t = Table({"l40I": "2709", "l40II": "2508", "stI": "2609"}, orders=attack).combat("watrin")
    t.steer("french", "assault 2609", "with l40I")
    assert "stream" in {key for _, key, _ in t.odds("french", "go").terms}
    t.play("french", "with l40II")
    assert "stream" not in {key for _, key, _ in t.odds("french", "go").terms}, "he stands on this bank"
