"""Rulebook 4.5 and 8.2: shelter with ties, escapes in chains, the paths of leaders through zones of control."""

from __future__ import annotations

from grognard.games.vanguard.rules.artillery import shell
from toolkit_vanguard import Table

MANOEUVRE = {"watrin": "manoeuvre", "gottesheim": "manoeuvre"}


def bereft(*dice: int, **pieces: str) -> Table:
    """A shell takes the only battalion beside Gency."""
    t = Table({"l40I": "2904", "gency": "2904", **pieces}, dice=dice)
    return t.open(*shell(t.s, t.hex("2904"), 0, "1S"))


def test_4_5_4_of_units_equally_near_the_owner_picks() -> None:
    t = bereft(3, l40II="2902", l22I="2906", l22II="2907")
    assert t.asked == "Shelter"
    assert t.options("french") == ["shelter 2902", "shelter 2906"]
    assert t.rules("french", "shelter 2907") == ["4.5.4"], "farther"
    assert t.rules("french", "shelter 2903") == ["4.5.4"], "empty"
    t.play("french", "shelter 2906")
    assert t.where("gency") == "2906"


def test_4_5_4_any_friendly_unit_will_do_also_guns_of_another_formation() -> None:
    t = bereft(3, a_herbin="2902", l40II="2908")
    assert t.where("gency") == "2902"


def test_4_5_4_within_his_points_in_hexes_and_no_farther() -> None:
    t = bereft(3, l40II="2910")
    assert t.where("gency") == "2910", "six hexes"
    t = bereft(3, l40II="2911", stI="2906")
    assert t.asked == "Shelter"
    places = {o.split()[1] for o in t.options("french")}
    assert "2910" in places
    assert not places & {"2906", "2911"}, "not the enemy's, not seven hexes off"
    assert "2904" in places, "R-80: he may stay"
    assert "2905" in places, "a zone of control does not matter"


def test_4_5_4_each_leader_of_the_hex_tests() -> None:
    t = bereft(2, 3, malher="2904", l40II="2902")
    assert sorted([t.fate("gency"), t.fate("malher")]) == ["gone", "map"]
    assert t.dice.left() == 0


def test_4_5_6_r_10_the_escape_is_offered_once_in_an_activation_even_if_he_stays() -> None:
    t = Table({"l40I": "2906", "gottesheim": "2904", "stIII": "2303"}, orders=MANOEUVRE).movement("watrin")
    t.steer("french", "move l40I", "go 2905")
    assert t.asked == "Escape"
    assert t.to_act == ("coalition",)
    t.play("coalition", "stay")
    t.play("french", "go 2805")
    assert t.asked == "Step", "R-10: once in each enemy activation"


def test_4_5_6_he_must_end_farther_and_the_mover_goes_on() -> None:
    """The mover is Disordered: without a zone of control 3005 is open."""
    t = Table({"l40I": "2906", "gottesheim": "2904", "stIII": "2303"}, orders=MANOEUVRE, disordered=["l40I"])
    t.movement("watrin").steer("french", "move l40I", "go 2905")
    t.play("coalition", "go 3005")
    assert t.rules("coalition", "stop") == ["4.5.6"], "next to the enemy as before"
    t.play("coalition", "go 3104", "stop")
    assert t.where("gottesheim") == "3104"
    assert t.asked == "Step"
    assert t.to_act == ("french",)


def test_4_5_6_r_10_who_has_fled_is_not_asked_again_and_may_be_overrun() -> None:
    """[8.2.3] The mover comes after him into his hex: then he must get away."""
    t = Table({"l40I": "2906", "gottesheim": "2904", "stIII": "2303"}, orders=MANOEUVRE).movement("watrin")
    t.steer("french", "move l40I", "go 2905")
    t.play("coalition", "go 2903", "stop")
    t.play("french", "go 2904")
    assert t.asked == "Step", "no second escape in this activation"
    t.play("french", "go 2903")
    assert t.asked == "Overrun"
    assert t.rules("coalition", "stay") != []
    t.play("coalition", "go 2902")
    t.steer("coalition", "stop")
    assert t.where("gottesheim") != "2903"


def test_4_5_6_two_leaders_are_asked_one_after_the_other() -> None:
    t = Table({"l40I": "2906", "gottesheim": "2904", "vogelsang": "2805", "stIII": "2303"}, orders=MANOEUVRE)
    t.movement("watrin").steer("french", "move l40I", "go 2905")
    assert t.asked == "Escape"
    t.play("coalition", "stay")
    assert t.asked == "Escape"
    t.play("coalition", "stay")
    assert t.asked == "Step"


def test_4_5_6_the_next_activation_offers_it_anew() -> None:
    t = Table({"l40I": "2906", "gottesheim": "2904", "stIII": "2303"}, orders=MANOEUVRE).movement("watrin")
    t.steer("french", "move l40I", "go 2905").play("coalition", "stay").steer("french", "stop", "done")
    t.s.put(t.unit("le24I"), t.hex("3006"))
    t.activate("chambarlhac")
    t.steer("french", "keep", "move le24I", "go 3005")
    assert t.asked == "Escape"


def test_8_2_2_a_leader_passes_a_zone_only_from_friend_to_friend() -> None:
    """coI at 2904 has its zone in 2905 and 3005; Watrin wants to go through."""
    pieces = {"watrin": "2906", "l40II": "3306", "coI": "2904"}
    t = Table(pieces, orders=MANOEUVRE).movement("watrin").steer("french", "done")
    t.play("french", "move watrin")
    assert t.rules("french", "go 2905") == ["8.2.2"]
    t = Table({**pieces, "l40I": "2905"}, orders=MANOEUVRE).movement("watrin").steer("french", "done")
    t.play("french", "move watrin", "go 2905")
    assert t.rules("french", "go 3005") == ["8.2.2"], "no friend there"
    assert "go 2906" in t.options("french"), "he need not stop and may leave"
    t = Table({**pieces, "l40I": "2905", "l22I": "3005"}, orders=MANOEUVRE).movement("watrin").steer("french", "done")
    t.play("french", "move watrin", "go 2905", "go 3005")
    assert "go 3105" in t.options("french"), "out again, in the middle of his path"
    t.play("french", "go 3105", "stop")
    assert t.where("watrin") == "3105"


def test_8_2_2_from_a_zone_without_a_friend_he_may_only_leave_it() -> None:
    t = Table({"watrin": "2905", "l40I": "3005", "l40II": "3306", "coI": "2904"}, orders=MANOEUVRE)
    t.movement("watrin").steer("french", "done")
    t.play("french", "move watrin")
    assert t.rules("french", "go 3005") == ["8.2.2"], "both hexes must hold friends"
    assert "go 2906" in t.options("french")
