"""Every option of every question has words in both languages, a place and an honest price."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import grognard
import walks
from grognard.games.russia1812.world.world import SIDES
from grognard.kernel.face import plain_option
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from told import told
from toolkit1812 import Table

FIELDS = set(told(plain_option(grognard.start("russia1812", seed="x").options("russian")[0])))
OFTEN = 6  # a question of one kind is read so often, and then one time in so many
GAMES = [
    ("historical", 2, "lively", "a"),
    ("free", 2, "lively", "b"),
    ("historical", 1, "lively", "c"),
    ("historical", 2, "uniform", "d"),
]


def options(match: Match, side: str, language: str = "en") -> list[dict[str, Any]]:
    return [
        told(match.game.face(match.state, SIDES.index(side), language).describe(action))
        for action in match.options(side)
    ]


def option(table: Table, side: str, action: str, language: str = "en") -> dict[str, Any]:
    return next(o for o in options(table.match, side, language) if o["action"] == action)


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "edition", "policy", "seed"), GAMES)
def test_every_option_of_a_whole_game_has_a_label_in_both_languages(
    scenario: str, edition: int, policy: str, seed: str
) -> None:
    match = grognard.start("russia1812", scenario, {"edition": edition}, seed=f"words/{seed}")
    asked: Counter[str] = Counter()
    for side, _ in walks.walk(match, walks.POLICIES[policy], random.Random(seed)):
        question = walks.question(match)
        asked[question] += 1
        if asked[question] > OFTEN and asked[question] % OFTEN:
            continue
        for language in LANGUAGES:
            found = options(match, side, language)
            assert [o["action"] for o in found] == [a.text for a in match.options(side)]
            for o in found:
                check_option(match, o, language)
            assert len({o["label"] for o in found}) == len(found), "two options sound the same"
            assert sum(o["primary"] for o in found) <= 1
            assert all(match.game.face(match.state, SIDES.index(side), language).crumbs())
    assert len(asked) >= (20 if policy == "lively" else 10)


def check_option(match: Match, o: dict[str, Any], language: str) -> None:
    assert set(o) == FIELDS
    for key in ("label", "heading", "why", "tag"):
        text = o[key]
        assert text is None or (text and "{" not in text), (key, o)
        assert text is None or text not in match.game.words.messages[language], f"{text} is a key"
    assert o["label"]
    assert o["heading"]
    assert not o["label"].startswith(("label.", "heading.", "note.")), o
    assert o["group"] in ("place", "unit", "number", "button")
    assert o["place"] is None or o["place"] in match.game.world.grid.by_name  # type: ignore[attr-defined]
    assert (o["place"] is not None) == (o["group"] in ("place", "unit") or o["verb"] == "discard"), o
    assert (o["unit"] is not None) == any(word in match.game.lexicon.index["unit"] for word in o["action"].split()[1:])
    if o["group"] == "place":
        assert o["action"].endswith(o["place"])


def test_a_march_is_named_with_its_price() -> None:
    t = Table({"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108"}, turn=3, trains={"2108": 1}).movement("french")
    assert option(t, "french", "march 2108")["label"] == "March from 2108: Ney, 2 units"
    assert option(t, "french", "discard 2108")["group"] == "button"
    t.play("french", "march 2108", "all", "lead F-NEY")
    first = option(t, "french", "march 2108 2008")
    assert (first["label"], first["tag"], first["price"], first["why"]) == (
        "March to Kowno, 2008, 1 hex",
        "0%",
        False,
        None,
    )
    assert (first["place"], first["from"], first["group"]) == ("2008", "2108", "place")
    t.play("french", "march 2108 2008", "march 2008 1909")
    third = option(t, "french", "march 1909 1808")
    assert (third["label"], third["tag"], third["price"], third["why"]) == (
        "March to Wilno, 1808, 3 hexes, risk 33%",
        "33%",
        False,
        "5-6: one lost",
    )
    t.play("french", "march 1909 1808")
    forced = option(t, "french", "march 1808 1709")
    assert (forced["label"], forced["tag"], forced["price"]) == (
        "March to 1709, 4 hexes, risk 50%, forced march",
        "50%",
        True,
    )
    assert forced["why"] == "4-5: one lost; 6: one lost, one disrupted"
    assert option(t, "french", "march 1808 1709", "it")["label"] == (
        "Marcia a 1709, 4 esagoni, rischio 50%, marcia forzata"
    )
    halt = option(t, "french", "halt")
    assert (halt["label"], halt["tag"], halt["primary"]) == ("Halt at Wilno, 1808 after 3 hexes", "33%", True)


def test_cavalry_is_named_where_it_stops_a_march() -> None:
    t = Table({"F-III-I1": "2108", "F-NEY": "2108", "R-1I-C1": "1908"}, trains={"2108": 1}).movement("french")
    t.play("french", "march 2108", "lead F-NEY")
    assert option(t, "french", "march 2108 2007")["label"] == "March to 2007, 1 hex, enemy cavalry: must stop"
    t.play("french", "march 2108 2007")
    assert t.options("french") == ["halt", "drop F-NEY"]


def test_an_attack_shows_its_chance_and_its_mean_result() -> None:
    t = Table({"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108", "R-1I-I1": "2008"}, cc=(4, 3)).combat()
    found = option(t, "french", "attack 2108 2008")
    odds = t.match.odds("french", "attack 2108 2008")
    mean = float(sum(d * c for d, c in odds.difference.items()))
    assert odds.order["go"] * 6 == 2
    assert found["tag"] == f"33% {mean:+.0f}"
    assert found["why"].startswith("goes ahead 33%, with 4 Combat Commands 83%; won ")
    assert (found["place"], found["from"]) == ("2008", "2108")
    t.play("french", "attack 2108 2008", "all")
    assert [o["tag"] for o in options(t.match, "french")] == ["33%", "50%", "67%", "83%", "83%"]
    assert option(t, "french", "commit 1")["why"] == "4-6: the attack goes ahead"


def test_a_call_for_support_shows_its_chance() -> None:
    t = Table({"F-III-I1": "2108", "F-NEY": "2108", "F-I-I1": "2109", "F-DAVOUT": "2109", "R-1I-I1": "2008"}, dice=[6])
    t.combat().play("french", "attack 2108 2008", "commit 1").play("russian", "commit 0")
    found = option(t, "french", "call 2109")
    assert (found["tag"], found["why"]) == ("67%", "3-6: it comes")
    assert found["label"] == "Call support from 2109: Davout, 1 unit"


def test_the_fate_of_a_unit_is_told_before_it_is_chosen() -> None:
    t = Table({"F-III-I1": "2108", "F-III-I2": "2108", "R-1I-I1": "2008", "R-1I-I2": "2008"}, disrupted=["R-1I-I2"])
    t.combat().roll(6, 6, 1, 3).play("french", "attack 2108 2008", "all", "commit 4").play("russian", "commit 0")
    assert t.asked == "TakeHits"
    assert option(t, "russian", "hit R-1I-I1")["why"] == "is disrupted"
    assert option(t, "russian", "hit R-1I-I2")["why"] == "is eliminated"
    assert option(t, "russian", "hit R-1I-I2", "it")["tag"] == "persa"


def test_crumbs_follow_a_march_and_an_attack() -> None:
    t = Table({"F-III-I1": "2108", "F-NEY": "2108", "R-1I-I1": "1908"}, trains={"2108": 1}).movement("french")
    game = t.match.game
    assert game.face(t.s, 0, "en").crumbs() == []
    t.play("french", "march 2108", "lead F-NEY", "march 2108 2008")
    assert game.face(t.s, 0, "en").crumbs() == ["2108", "1 unit", "Ney", "1 hex, Kowno"]
    assert game.face(t.s, 0, "it").crumbs() == ["2108", "1 unità", "Ney", "1 esagono, Kovno"]
    t.play("french", "halt").combat().play("french", "attack 2008 1908")
    assert game.face(t.s, 0, "en").crumbs() == ["Kowno attacks 1908", "1 unit"]


def test_what_a_click_on_a_dark_hex_may_have_meant_is_refused_with_a_reason() -> None:
    match = grognard.start("russia1812", seed="dark")
    rng = random.Random("dark")
    names = list(match.game.world.grid.by_name)  # type: ignore[attr-defined]
    meant: set[str] = set()
    for side, _ in walks.walk(match, walks.lively, rng):
        lit = {o[end] for o in options(match, side) for end in ("place", "from")}
        place = rng.choice(names)
        for text in match.game.face(match.state, SIDES.index(side), "en").about(place):
            if place not in lit:
                refusals = match.why_not(side, text)
                assert refusals, f"{text} is legal but its hex is not lit"
                assert all(refusal.say(language) for refusal in refusals for language in LANGUAGES)
                meant.add(walks.question(match))
    assert {"Route", "MoveOrder", "PlaceTrain", "AttackOrder", "CommanderGoal", "Deploy", "FirstDepots"} <= meant
    assert match.game.face(match.state, 0, "en").about("9999") == []
