"""The bots: they see only a view, always answer with an option, are deterministic, and the marshal beats chance."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import grognard
from grognard import bots
from grognard.bots import marshal_russia1812
from grognard.bots.marshal_russia1812.network import chain, links
from grognard.bots.marshal_russia1812.picture import Picture
from grognard.games import russia1812
from grognard.games.russia1812.rules import supply, trains
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES, world
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match
from players import decisions, play_out

GAME = "russia1812"


def start(seed: str, scenario: str = "historical", edition: int = 2) -> Match:
    return grognard.start(GAME, scenario, {"edition": edition}, dice=grognard.FastDice(seed))


def seats(french: str, russian: str, seed: str) -> dict[str, bots.Bot]:
    return {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, (french, russian), strict=True)}


# making them


def test_the_bots_of_a_game_are_listed_and_made() -> None:
    assert bots.names(GAME) == ["random", "marshal"]
    assert bots.names("a game without a doctrine") == ["random"]
    for name in bots.names(GAME):
        assert bots.make(name, GAME, "french", "seed").choose(start("made").view("russian")).startswith("deploy R-")


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no bot 'grouchy' for russia1812; there are random, marshal"):
        bots.make("grouchy", GAME, "french", "seed")


def test_no_bot_holds_a_match_or_a_state() -> None:
    for found in pkgutil.walk_packages(bots.__path__, bots.__name__ + "."):
        names = vars(importlib.import_module(found.name)).values()
        assert Match not in names, found.name
        assert Campaign not in names, found.name


# what every bot must do


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_marshals_answer_every_question_of_a_game_with_an_option(scenario: str, edition: int) -> None:
    asked: set[str] = set()
    match = start(f"{scenario}/{edition}", scenario, edition)
    for _, view, answer in decisions(match, seats("marshal", "marshal", "whole")):
        assert answer in view["decision"]["options"]
        asked.add(view["decision"]["name"])
    assert asked >= {"Deploy", "PlaceTrain", "MoveOrder", "Route", "AttackOrder", "TakeHits", "SendCommander"}


def kinds(frame: type[Frame[Any]]) -> Iterator[type[Frame[Any]]]:
    for kind in frame.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_every_kind_of_question_has_a_doctrine() -> None:
    for found in pkgutil.walk_packages(russia1812.__path__, russia1812.__name__ + "."):
        importlib.import_module(found.name)
    asked = {
        kind.__name__
        for kind in kinds(Frame)
        if kind.__module__.startswith(russia1812.__name__) and kind.options is not Frame.options
    }
    assert asked == set(marshal_russia1812.DOCTRINE)


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("historical", {"edition": 2, "advanced": True}),
        ("historical", {"edition": 1, "advanced": True, "two_year": True}),
        ("free", {"edition": 2, "advanced": True, "two_year": True, "optional_15_2": True}),
    ],
)
def test_marshals_play_the_advanced_game_by_doctrine(scenario: str, options: dict[str, Any]) -> None:
    match = grognard.start(GAME, scenario, options, dice=grognard.FastDice("advanced"))
    asked: set[str] = set()
    for _, view, answer in decisions(match, seats("marshal", "marshal", "a")):
        assert answer in view["decision"]["options"]
        asked.add(view["decision"]["name"])
    assert asked >= {"LayCard", "ReserveLoss", "LayDummies"}
    if options.get("two_year"):
        assert asked >= {"AskQuarters", "Lodge"}


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    view = start("strange").view("russian")
    view["decision"] = {"name": "Ultimatum", "rule": "0", "prompt": [], "options": ["accept", "refuse"]}
    assert bots.make("marshal", GAME, "russian", "x").choose(view) == "accept"


def test_the_same_view_gets_the_same_answer_through_json_and_from_a_fresh_bot() -> None:
    match = start("twice")
    for number, (side, view, answer) in enumerate(decisions(match, seats("marshal", "marshal", "t"))):
        if number % 3 == 0:
            told = json.loads(json.dumps(view))
            assert told == view
            assert bots.make("marshal", GAME, side, "t").choose(told) == answer, view["decision"]


def test_a_random_bot_is_its_seed() -> None:
    scores = [play_out(start("same"), seats("random", "random", "r")) for _ in range(2)]
    assert scores[0] == scores[1]
    view = start("same").view("russian")
    answers = {bots.make("random", GAME, "russian", str(seed)).choose(view) for seed in range(40)}
    assert answers == set(view["decision"]["options"])


# what no bot may know


def swap_a_train(match: Match, side: int) -> bool:
    """Turn one genuine Train of a side into a dummy and one dummy into a Train, if that changes anything."""
    state = match.state
    assert isinstance(state, Campaign)
    for h in sorted(state.genuine[side]):
        for other in sorted(state.dummies[side]):
            if h != other and h not in state.shown[side]:
                for counters, less, more in ((state.genuine, h, other), (state.dummies, other, h)):
                    counters[side][less] -= 1
                    if not counters[side][less]:
                        del counters[side][less]
                    counters[side][more] = counters[side].get(more, 0) + 1
                return True
    return False


def test_the_marshal_does_not_know_which_enemy_trains_are_dummies() -> None:
    match = start("veiled")
    swapped = 0
    for side, view, answer in decisions(match, seats("marshal", "marshal", "v")):
        if view["phase"] in (2, 3) and view["decision"]["name"] in ("PlaceTrain", "Rally", "MoveOrder", "Route"):
            twin = match.copy()
            if swap_a_train(twin, 1 - SIDES.index(side)):
                swapped += 1
                assert twin.fingerprint != match.fingerprint
                assert bots.make("marshal", GAME, side, "v").choose(twin.view(side)) == answer
        if swapped >= 60:
            break
    assert swapped == 60


# what the marshal thinks with


@pytest.mark.parametrize("edition", [1, 2])
def test_the_marshal_reads_supply_from_his_view_as_the_rules_do(edition: int) -> None:
    match = start("supply", edition=edition)
    checked = 0
    for number, (_, view, _) in enumerate(decisions(match, seats("marshal", "random", "s"))):
        if number % 10 or view["march"] is not None:
            continue
        state, picture = match.state, Picture(view)
        assert isinstance(state, Campaign)
        for side in (FRENCH, RUSSIAN):
            steps = supply.supply_range(state)
            assert picture.supplied_hexes(side, steps=steps) == supply.supplied_hexes(state, side)
            assert picture.linked_hexes(side) == trains.linked_hexes(state, side)
            assert (picture.occ[side], picture.pres[side], picture.cav[side]) == (
                state.occ[side],
                state.pres[side],
                state.cav[side],
            )
        checked += 1
    assert checked > 50


def test_7_8_chains_of_depots_are_made_of_links_and_never_stand_in_a_capital() -> None:
    w = world(2)
    have = w.grid.mask([w.cities["modlin"].hex, w.cities["tilsit"].hex])
    for city in ("wilno", "smolensk", "moscow", "riga", "kiev", "st_petersburg"):
        stops = chain(2, FRENCH, have, 0, w.city_hex[city]).stops
        assert stops
        assert not any(w.capitals >> h & 1 for h in stops)
        for before, after in pairwise(stops):
            assert after in links(2, FRENCH)[before]
    assert chain(2, FRENCH, have, 0, w.city_hex["tilsit"]).stops == ()


# how well he plays


def outcomes(french: str, russian: str, games: int) -> list[grognard.Outcome]:
    return [play_out(start(f"match {n}"), seats(french, russian, str(n))) for n in range(games)]


def test_the_marshal_takes_russia_from_a_random_player() -> None:
    found = outcomes("marshal", "random", 5)
    assert sum(outcome.winner == "french" for outcome in found) >= 4, found
    assert sum(outcome.score["french"] for outcome in found) >= 5 * 14, found


def test_the_marshal_holds_russia_against_a_random_player() -> None:
    found = outcomes("random", "marshal", 3)
    assert all(outcome.winner == "russian" and outcome.score["french"] <= 6 for outcome in found), found
