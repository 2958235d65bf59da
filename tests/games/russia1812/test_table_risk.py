"""The price of a march shown beforehand is the price that is paid: every die is tried on a copy."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import grognard
import walks
from grognard.games.russia1812.table.overlays import Reached, ranges
from grognard.games.russia1812.table.pen import faces
from grognard.games.russia1812.table.risk import Toll, die_parts, price
from grognard.games.russia1812.world.world import FRENCH, SIDES
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.match import Match
from grognard.kernel.pen import percent
from told import told
from toolkit1812 import Table


def loaded(match: Match, *dice: int) -> Match:
    twin = match.copy()
    twin.dice = twin.state.dice = ScriptedDice(list(dice))
    return twin


def chance_of_loss(match: Match, side: str) -> Fraction:
    """Halt with each face of the die and look whether anybody suffers or somebody is asked who."""
    bad = 0
    for die in range(1, 7):
        twin = loaded(match, die, *[1] * 40)
        events = twin.play(side, "halt")
        hurt = any(e.key in ("eliminated", "disrupted") for e in events)
        asked = twin.to_act and walks.question(twin) == "Attrition"
        bad += bool(hurt or asked)
    return Fraction(bad, 6)


def tag(match: Match, side: str, action: str) -> str:
    found = match.game.lexicon.parse(action)
    return str(match.game.face(match.state, SIDES.index(side), "en").describe(found).tag)


@pytest.mark.rules("8.5", "8.6")
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_risk_tags_are_the_exact_chances_of_whole_games(seed: str) -> None:
    match = grognard.start("russia1812", options={"edition": 2}, seed=f"risk/{seed}")
    rng = random.Random(seed)
    halts, seen = 0, set()
    for side, _ in walks.walk(match, walks.lively, rng):
        if walks.question(match) != "Route":
            continue
        actions = [a.text for a in match.options(side)]
        if "halt" in actions and rng.random() < 0.5:
            exact = chance_of_loss(match, side)
            assert tag(match, side, "halt") == percent(exact)
            halts += 1
            seen.add(exact)
        for action in actions:
            if action.startswith("march") and rng.random() < 0.3:
                shown = tag(match, side, action)
                twin = loaded(match, *[6] * 40)
                twin.play(side, action)
                if side in twin.to_act and walks.question(twin) == "Route":
                    assert shown == tag(twin, side, "halt") == percent(chance_of_loss(twin, side))
    assert halts > 20
    assert len(seen) >= 3


@pytest.mark.rules("8.5")
@pytest.mark.parametrize(
    ("units", "turn", "leader", "shown"),
    [
        (["F-III-I1", "F-III-I2"], 1, "F-NEY", ["0%", "0%", "17%", "33%", "50%"]),
        (["F-III-I1", "F-III-I2"], 3, "F-NEY", ["0%", "0%", "33%", "50%", "67%"]),
        (["F-III-I1", "F-III-I2"], 3, "F-NAPOLEON", ["0%", "0%", "17%", "33%", "50%"]),
        (["F-III-I1", "F-III-I2"], 11, "F-NEY", ["0%", "50%", "67%", "83%", "100%"]),
        (["F-IG-A1", "F-IG-A2"], 11, "F-NEY", ["0%", "0%", "0%", "0%", "0%"]),
        (["F-III-I1"], 3, "F-NEY", ["0%", "0%", "33%", "50%", "67%"]),
    ],
)
def test_risk_by_hexes(units: list[str], turn: int, leader: str, shown: list[str]) -> None:
    t = Table({**dict.fromkeys([*units, leader], "2108")}, turn=turn, trains={"2108": 1}).movement("french")
    found = t.match.game.face(t.s, FRENCH, "en").overlays().range["2108"]
    risks = {entry.hexes: entry.risk for entry in found.values()}
    assert [risks[n] for n in range(1, 6)] == shown
    normal = 2 if turn >= 11 else 3
    assert all(entry.forced == (entry.hexes > normal) for entry in found.values())


@pytest.mark.rules("8.5")
def test_the_price_in_words() -> None:
    pieces = dict.fromkeys(["F-III-I1", "F-III-I2", "F-NEY"], "2108")
    t = Table(pieces, turn=11, trains={"2108": 1}).movement("french").play("french", "march 2108", "all", "lead F-NEY")
    by_hex = {str(plan.place): told(plan) for plan in t.match.game.face(t.s, FRENCH, "en").shortcuts()}
    worst = max(by_hex.values(), key=lambda plan: len(plan["path"]))
    assert len(worst["path"]) == 5
    assert worst["why"] == "1-2: one lost; 3-4: one lost, one disrupted; 5-6: two lost"
    assert (worst["tag"], worst["price"]) == ("100%", True)


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ["1-4: no loss", "5-6: one lost"]), ("it", ["1-4: nessuna perdita", "5-6: una persa"])]
)
def test_8_5_the_die_of_a_march_in_its_parts(lang: str, words: list[str]) -> None:
    match = grognard.start("russia1812", seed="die")
    pen = match.game.face(match.state, 0, lang).pen  # type: ignore[attr-defined]
    parts = die_parts(Toll([(0, 0)] * 4 + [(1, 0)] * 2), pen)
    assert [part.text for part in parts] == words
    assert [(part.faces, part.bad) for part in parts] == [(4, False), (2, True)]
    assert price(Toll([(0, 0)] * 4 + [(1, 0)] * 2), pen) == words[1]
    assert die_parts(Toll([]), pen) == []
    assert price(Toll([(0, 0)] * 6), pen) is None
    assert pen.tenth(5.66) == {"en": "5.7", "it": "5,7"}[lang]


def test_faces_of_a_die() -> None:
    assert [faces(d) for d in ([], [6], [5, 6], [1, 3, 4], [1, 2, 3, 4, 5, 6])] == ["", "6", "5-6", "1, 3-4", "1-6"]


# the range


def brute_range(match: Match, side: str, start: str) -> dict[str, int] | None:
    """Every hex where a Move of the whole stack can halt, by playing all marches on copies (lone commanders fall).

    None where the whole stack cannot march, or its first step is no choice and so taken unasked.
    """
    first = loaded(match, *[1] * 40)
    events = first.play(side, f"march {start}")
    if walks.question(first) == "MarchUnits":
        if "all" not in [action.text for action in first.options(side)]:
            return None
        events += first.play(side, "all")
    if walks.question(first) == "MarchLeaders":
        events += first.play(side, "go")
    if any(event.key == "marched" for event in events):
        return None
    found: dict[str, int] = {}
    edge, steps = [first], 0
    seen: set[str] = set()
    while edge:
        steps += 1
        ahead = []
        for here in edge:
            if side not in here.to_act or walks.question(here) not in ("Route", "ChooseCover"):
                continue
            for twin, place in next_hexes(here, side):
                found.setdefault(place, steps)
                if place not in seen and twin.state.march is not None:  # type: ignore[attr-defined]
                    seen.add(place)
                    ahead.append(twin)
        edge = ahead
    return found


def next_hexes(match: Match, side: str) -> list[tuple[Match, str]]:
    """All single steps from here, under cover if one is needed, all commanders left behind."""
    found = []
    for opener in [None, *[a.text for a in match.options(side) if a.verb == "cover"][:1]]:
        base = match
        if opener is not None:
            base = loaded(match, *[1] * 40)
            base.play(side, opener)
            if walks.question(base) != "Route":
                continue
        for action in base.options(side):
            if action.verb == "march":
                twin = loaded(base, *[1] * 40)
                twin.play(side, action)
                found.append((twin, action.text.split()[2]))
    return found


@pytest.mark.rules("8.4")
@pytest.mark.parametrize("seed", ["a", "b"])
def test_the_range_of_a_march_is_what_marching_finds(seed: str) -> None:
    match = grognard.start("russia1812", seed=f"range/{seed}")
    rng = random.Random(seed)
    compared = 0
    for side, _ in walks.walk(match, walks.lively, rng):
        if walks.question(match) != "MoveOrder" or rng.random() > 0.3:
            continue
        found = ranges(match.state, SIDES.index(side))  # type: ignore[arg-type]
        assert set(found) == {a.text.split()[1] for a in match.options(side) if a.verb == "march"}
        for start, reach in found.items():
            exact = brute_range(match, side, start)
            if exact is not None:
                exact.pop(start, None)
                assert {h: entry.hexes for h, entry in reach.items()} == exact
                compared += 1
    assert compared > 10


@pytest.mark.rules("8.4")
def test_cavalry_ends_the_range() -> None:
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "R-1I-C1": "1908"}
    t = Table(pieces, trains={"2108": 1}).movement("french")
    found = ranges(t.s, FRENCH)["2108"]
    assert found["2007"] == Reached(hexes=1, risk="0%", forced=False, via="2108")
    assert "1908" not in found
    assert found["1907"].via != "2007"
    assert ranges(t.s, 1) == {}


# marches in one gesture


@pytest.mark.parametrize("seed", ["a", "b"])
def test_every_plan_can_be_carried_out_to_its_end(seed: str) -> None:
    match = grognard.start("russia1812", options={"edition": 1 if seed == "a" else 2}, seed=f"plan/{seed}")
    rng = random.Random(seed)
    played = 0
    for side, _ in walks.walk(match, walks.lively, rng):
        if walks.question(match) != "Route" or rng.random() > 0.2:
            continue
        plans = [told(plan) for plan in match.game.face(match.state, SIDES.index(side), "en").shortcuts()]
        assert len({plan["action"] for plan in plans}) == len(plans)
        for plan in plans:
            twin = loaded(match, *[1] * 60)
            events = [event for action in plan["actions"] for event in twin.play(side, action)]
            ended = [event for event in events if event.key == "march_ended"]
            assert [match.game.focus(event).places[-1] for event in ended] == [plan["place"]]
            assert plan["path"][-1] == plan["place"]
            played += 1
    assert played > 100
