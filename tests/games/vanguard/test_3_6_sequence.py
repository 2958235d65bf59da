"""Rulebook 3 and 6: the sequence of play and the initiative."""

from __future__ import annotations

import grognard
from toolkit_vanguard import Table


def test_3_2_the_first_turn_has_no_command_phase_and_the_french_begin() -> None:
    match = grognard.start("vanguard", "montebello", seed="first")
    assert match.to_act == ("french",)
    assert match.decision("french").name == "Reinforce", "only Lannes can act: he is named unasked"
    match = grognard.start("vanguard", "campotenese", seed="first")
    assert match.decision("french").name == "Name"
    assert "activate minutolo" in [str(o) for o in match.options("french")], "his own or the enemy's"


def test_3_1_end_of_turn_guns_turn_back_and_leaders_too() -> None:
    t = Table({"a_watrin": "2905", "watrin": "2905", "stI": "2105", "gottesheim": "2105"}, moved=["a_watrin"])
    t.s.activated = 1 << t.formation("watrin")
    t.s.rode = t.mask(["watrin"])
    t.roll(5, 1).end_of_turn()
    assert not t.is_moved("a_watrin")
    assert t.s.turn == 5
    assert t.s.activated == t.s.rode == 0


def test_6_1_the_higher_total_names_his_own_or_the_enemys_formation() -> None:
    """Lannes +4, Ott +2: 1 against 4 is a Coalition win."""
    t = Table({"lannes": "2905", "l28I": "2905", "ott": "2105", "nau1": "2105", "stI": "2106"}, dice=[1, 4])
    t.initiative()
    assert t.to_act == ("coalition",)
    assert t.options("coalition") == ["activate ott", "activate gottesheim", "activate lannes"]
    assert t.rules("coalition", "activate watrin") == ["6.1"]
    assert t.rules("coalition", "activate compere") == ["6.1"]
    t.play("coalition", "activate lannes")
    assert t.to_act == ("french",), "its owner plays it"


def test_6_1_1_a_tie_goes_to_the_french() -> None:
    t = Table({"lannes": "2905", "l28I": "2905", "ott": "2105", "nau1": "2105"}, dice=[2, 4]).initiative()
    assert t.to_act == ("french",)


def test_6_1_a_formation_acts_once_a_turn() -> None:
    t = Table({"lannes": "2905", "l28I": "2905", "ott": "2105", "nau1": "2105", "stI": "2106"}, dice=[6, 1])
    t.s.activated = 1 << t.formation("lannes")
    t.initiative()
    assert t.rules("french", "activate lannes") == ["6.1"]


def test_4_5_5_a_lost_chief_gives_no_initiative() -> None:
    """R-09: 1+0 against 2+2."""
    t = Table({"l28I": "2905", "ott": "2105", "nau1": "2105"}, dice=[3, 2]).initiative()
    assert t.to_act == ("coalition",), "3 against 4"
