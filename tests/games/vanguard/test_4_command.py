"""Rulebook 4: command, leaders and what happens to them."""

from __future__ import annotations

from toolkit_vanguard import Table


def test_4_4_the_radius_counts_hexes_without_the_leaders_own() -> None:
    """Watrin's radius is 4."""
    t = Table({"watrin": "2905", "l40I": "2505", "l22I": "2405"}).command("watrin")
    assert t.in_command("l40I")
    assert t.in_command("l22I"), "2405 touches 2505: the chain"
    t = Table({"watrin": "2905", "l22I": "2405"}).command("watrin")
    assert not t.in_command("l22I")
    assert t.order("l22I") == "defence"


def test_4_4_units_of_other_formations_find_no_command() -> None:
    t = Table({"watrin": "2905", "le24I": "2905", "chambarlhac": "0101"}).command("chambarlhac")
    assert not t.in_command("le24I")


def test_4_4_3_the_line_goes_round_enemies() -> None:
    """Three enemies between General and unit make the way longer than the radius of 2 of a column of hexes."""
    wall = {"stI": "2803", "stII": "2804", "stIII": "2805", "coI": "2806", "coII": "2807", "coIII": "2802"}
    t = Table({"chambarlhac": "2905", "l96I": "2705", **wall}).command("chambarlhac")
    assert not t.in_command("l96I")
    t = Table({"chambarlhac": "2905", "l96I": "2705"}).command("chambarlhac")
    assert t.in_command("l96I")


def test_4_2_an_officer_in_command_extends_it() -> None:
    t = Table({"watrin": "2905", "gency": "2605", "l40I": "2405"}).command("watrin")
    assert t.in_command("gency")
    assert t.in_command("l40I")


def test_4_6_a_cavalry_officer_commands_only_the_mounted() -> None:
    t = Table({"lannes": "3305", "rivaudj": "2905", "h12": "2705", "l28I": "2706", "garde": "2805"}).command("lannes")
    assert t.in_command("rivaudj")
    assert t.in_command("h12")
    assert t.in_command("garde")
    assert t.in_command("l28I"), "next to the hussars, who are in command"
    t = Table({"lannes": "3405", "rivaudj": "2905", "l28I": "2805"}).command("lannes")
    assert t.in_command("rivaudj")
    assert not t.in_command("l28I"), "R-77: no chain through a cavalry Officer"


def test_4_5_5_without_its_general_a_formation_is_out_of_command_but_acts() -> None:
    t = Table({"gency": "2905", "l40I": "2905", "stI": "2105"}, orders={"watrin": "attack"}).activate("watrin")
    assert not t.in_command("l40I")
    assert t.order("l40I") == "defence"
    assert t.asked in ("Rouse", "MoveUnits")


def test_4_5_1_a_six_makes_every_leader_of_the_hex_test() -> None:
    t = Table({"a_watrin": "2905", "coI": "2904", "gottesheim": "2904", "ott": "2904"}, dice=[6, 3, 2, 1])
    t.bombard("watrin").play("french", "bombard a_watrin 2904")
    assert t.fate("ott") == "map"
    assert t.fate("gottesheim") == "gone"
    assert t.s.leaders_lost == [0, 1]
    assert t.told.count("leader_safe") == 1


def test_4_5_2_a_one_strikes_the_general_who_leads() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "watrin": "2905", "coI": "2904"}, orders={"watrin": "attack"})
    t.combat("watrin").roll(1, 2, 3, 3)
    t.steer("french", "assault 2904", "all", "go", "done", "lead")
    assert t.fate("watrin") == "gone"
    t = Table({"l40I": "2905", "l40II": "2905", "watrin": "2905", "coI": "2904"}, orders={"watrin": "attack"})
    t.combat("watrin").roll(1, 2, 3, 3)
    t.steer("french", "assault 2904", "all", "go", "done", "spare")
    assert t.fate("watrin") == "map"


def test_4_5_4_a_leader_whose_troops_are_destroyed_tests_and_finds_the_nearest_friends() -> None:
    """Three French battalions destroy a weak one at 6-1."""
    t = Table(
        {
            "l40I": "2905",
            "l40II": "2905",
            "l40III": "3005",
            "l22I": "3005",
            "bach": "2904",
            "oreilly": "2904",
            "banat": "2802",
        },
        orders={"watrin": "attack"},
        dice=[5, 4],
    )
    t.combat("watrin").steer("french", "assault 2904", "all", "go", "done")
    assert t.fate("bach") == "track"
    assert t.where("oreilly") == "2802"


def test_4_5_6_a_leader_may_ride_off_when_an_enemy_comes_next_to_him() -> None:
    t = Table({"l40I": "2907", "oreilly": "2905"}, orders={"watrin": "attack"}).movement("watrin")
    t.steer("french", "move l40I", "go 2906")
    assert t.asked == "Escape"
    assert t.to_act == ("coalition",)
    assert "stay" in t.options("coalition")
    assert "go 2906" not in t.options("coalition")
    t.play("coalition", "go 2904")
    while t.asked == "FlightGoesOn":
        t.play("coalition", "stop")
    assert t.where("oreilly") == "2904"
    assert t.rules("coalition", "stay") == ["9.1"], "the French move goes on"


def test_8_2_3_a_lone_leader_surrounded_is_taken() -> None:
    ring = {"l22I": "2704", "l22II": "2706", "l22III": "2904"}
    t = Table({"l40I": "2906", "oreilly": "2805", **ring}, orders={"watrin": "attack"}).movement("watrin")
    t.s.fled = t.mask(["oreilly"])
    t.steer("french", "move l40I", "go 2806", "go 2805")
    assert t.fate("oreilly") == "gone"
