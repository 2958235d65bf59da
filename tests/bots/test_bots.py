"""The bots: they know what their side may know, answer with an option, are deterministic; the marshal beats chance."""

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
from grognard.board.hexes import bits
from grognard.bots import marshal_russia1812
from grognard.bots.marshal_russia1812.network import chain, links
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.bots.marshal_russia1812.style import MARSHAL
from grognard.games import russia1812
from grognard.games.russia1812.rules import supply
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES, world
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match
from grognard.kernel.stored import read_match, write_match
from players import decisions, play_out

GAME = "russia1812"


def start(seed: str, scenario: str = "historical", edition: int = 2) -> Match:
    return grognard.start(GAME, scenario, {"edition": edition}, dice=grognard.FastDice(seed))


def seats(french: str, russian: str, seed: str) -> dict[str, bots.Bot]:
    return {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, (french, russian), strict=True)}


# making them


def test_the_bots_of_a_game_are_listed_and_made() -> None:
    assert bots.names(GAME) == ["random", "cadet", "major", "marshal"]
    assert bots.names("a game without a doctrine") == ["random"]
    for name in bots.names(GAME):
        found = bots.answer(bots.make(name, GAME, "russian", "seed"), start("made"), "russian")
        assert found.startswith("deploy R-")


def test_an_unknown_bot_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="no bot 'grouchy' for russia1812; there are random, cadet, major, marshal"):
        bots.make("grouchy", GAME, "french", "seed")


def test_a_bot_is_never_given_the_match_itself() -> None:
    given: list[Match] = []

    class Spy:
        def think(self, match: Match) -> str:
            given.append(match)
            return match.options("russian")[0].text

    match = start("spy")
    bots.answer(Spy(), match, "russian")
    assert given[0] is not match
    assert given[0].state is not match.state
    assert given[0].view("russian") == match.view("russian")


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
        ("historical", {"edition": 1, "advanced": True, "two_year": True}),
        ("free", {"edition": 2, "advanced": True, "two_year": True, "optional_15_2": True}),
    ],
)
def test_marshals_play_the_advanced_game_by_doctrine(scenario: str, options: dict[str, Any]) -> None:
    match = grognard.start(GAME, scenario, options, dice=grognard.FastDice("quarters"))
    asked: set[str] = set()
    for _, view, answer in decisions(match, seats("marshal", "marshal", "a")):
        assert answer in view["decision"]["options"]
        asked.add(view["decision"]["name"])
    assert asked >= {"LayCard", "ReserveLoss", "LayDummies"}
    if options.get("two_year"):
        assert "AskQuarters" in asked
        assert "Lodge" in asked or scenario == "free"  # there he does well enough to go on in 1812


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    class Ultimatum(Frame[Campaign]):
        def options(self, state: Campaign, side: int) -> list[Action]:
            return [state.world.pass_, state.world.done]

    match = start("strange")
    match.state.agenda.append(Ultimatum(RUSSIAN))
    match._advance()
    assert bots.answer(bots.make("marshal", GAME, "russian", "x"), match, "russian") == "pass"


@pytest.mark.parametrize("hidden", [False, True])
def test_the_same_match_gets_the_same_answer_from_another_process_and_from_a_fresh_bot(hidden: bool) -> None:
    match = grognard.start(GAME, options={"optional_15_1": hidden}, dice=grognard.FastDice("twice"))
    for number, (side, view, answer) in enumerate(decisions(match, seats("marshal", "marshal", "t"))):
        if number % 8 == 0:
            told = json.dumps(write_match(bots.shown(match, side)))
            there = read_match(match.game, json.loads(told), grognard.FastDice("there"))
            assert bots.make("marshal", GAME, side, "t").think(there) == answer, view["decision"]


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
                assert bots.answer(bots.make("marshal", GAME, side, "v"), twin, side) == answer
        if swapped >= 60:
            break
    assert swapped == 60


# what the marshal thinks with


def test_what_might_be_leaves_what_is_as_it_was() -> None:
    match = start("supply")
    checked = 0
    for number, (side, view, _) in enumerate(decisions(match, seats("marshal", "random", "s"))):
        if number % 40 or not view["turn"]:
            continue
        state, before = match.state, match.fingerprint
        assert isinstance(state, Campaign)
        situation = Situation(state, SIDES.index(side))
        for who in (FRENCH, RUSSIAN):
            fed = situation.supplied_hexes(who)
            assert fed == supply.supplied_hexes(situation.next, who)
            assert situation.supplied_hexes(who, depots=0) == 0
            for h in bits(state.occ[1 - who])[:3]:
                situation.opened_by(who, h)
            assert situation.supplied_hexes(who, vacated=0, depots=state.depots[who]) == fed
        assert situation.healed.disrupted == 0
        assert situation.outlook.rested.disrupted == state.disrupted
        assert match.fingerprint == before
        checked += 1
    assert checked > 20


def test_a_move_being_made_is_thought_of_from_its_start() -> None:
    match = start("moving")
    for side, view, _ in decisions(match, seats("marshal", "marshal", "m")):
        m = match.state.march if isinstance(match.state, Campaign) else None
        if view["decision"]["name"] == "Route" and m is not None and m.hexes:
            situation = Situation(match.state, SIDES.index(side))
            assert all(situation.at[u] == m.start and match.state.at[u] == m.here for u in bits(m.units))
            return
    raise AssertionError("nobody marched")


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


def test_7_8_a_city_on_which_no_road_rests_makes_none_dearer_by_being_left() -> None:
    match = start("detour")
    asked = dearer = 0
    for number, _ in enumerate(decisions(match, seats("marshal", "random", "d"))):
        state = match.state
        assert isinstance(state, Campaign)
        if number % 100 or not state.turn:
            continue
        situation = Situation(state, FRENCH)
        situation.stations = situation.cities(MARSHAL.stations)
        for goal, _ in state.world.vp_cities:
            for h in bits(state.pres[FRENCH] & state.world.city):
                more = situation.chain(goal, without=1 << h).cost - situation.chain(goal).cost
                assert situation.detour(goal, h) == more
                asked, dearer = asked + 1, dearer + (more > 0)
    assert asked > 100
    assert dearer


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


@pytest.mark.parametrize("game", [info.id for info in grognard.catalog()])
def test_the_easiest_come_first_and_a_cadet_is_careless_one_time_in_ten(game: str) -> None:
    known = bots.names(game)
    assert known[:2] == ["random", "cadet"]
    match = grognard.start(game, seed="careless")
    asked = other = 0
    while asked < 60 and match.outcome is None:
        side = match.to_act[0]
        best, cadet = (bots.make(name, game, side, f"{game}-{asked}") for name in (known[-1], "cadet"))
        mine, his = (bots.answer(bot, match, side) for bot in (best, cadet))
        assert not match.why_not(side, his)
        asked, other = asked + 1, other + (mine != his)
        match.play(side, mine)
    assert 0 < other < 30
