"""The colonel: he answers every question of both battles from his view alone, and beats chance on either side."""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest

import grognard
from grognard import bots
from grognard.bots import colonel_vanguard
from grognard.bots.colonel_vanguard.campaign import GOALS, POSTS, REAR
from grognard.bots.colonel_vanguard.gamble import assault_worth, clash_worth, passing
from grognard.bots.colonel_vanguard.picture import Picture
from grognard.games import vanguard
from grognard.games.vanguard.charts import Clash, Fighter
from grognard.games.vanguard.roster import FRENCH, SIDES, roster
from grognard.games.vanguard.state import Battle
from grognard.games.vanguard.world import world
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match
from walks_vanguard import swap_secrets

GAME = "vanguard"
EVERY = {"optional_16_1": True, "optional_16_2": True, "optional_16_3": True, "wheat_blocks_los": True}


def start(seed: str, scenario: str, options: dict[str, Any] | None = None) -> Match:
    return grognard.start(GAME, scenario, options or {}, dice=grognard.FastDice(seed))


def seats(french: str, coalition: str, seed: str) -> dict[str, bots.Bot]:
    return {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, (french, coalition), strict=True)}


def decisions(match: Match, players: dict[str, bots.Bot]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Play a match to its end; every side, view and answer of a colonel on the way, before the answer is played."""
    while match.outcome is None:
        side = match.to_act[0]
        player = players[side]
        if isinstance(player, bots.RandomBot):
            match.play(side, player.pick(match.options(side)))
            continue
        view = match.view(side)
        answer = player.choose(view)
        yield side, view, answer
        match.play(side, answer)


def play_out(match: Match, players: dict[str, bots.Bot]) -> grognard.Outcome:
    for _ in decisions(match, players):
        pass
    assert match.outcome is not None
    return match.outcome


# what he must do


def test_the_colonel_is_the_bot_of_this_game() -> None:
    assert bots.names(GAME) == ["random", "colonel"]
    assert isinstance(bots.make("colonel", GAME, "french", "x"), colonel_vanguard.Colonel)


@pytest.mark.parametrize("options", [{}, EVERY], ids=["plain", "every option"])
@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
def test_colonels_answer_every_question_of_a_whole_battle_with_an_option(
    scenario: str, options: dict[str, Any]
) -> None:
    asked: set[str] = set()
    match = start(f"whole {scenario}", scenario, options)
    for number, (side, view, answer) in enumerate(decisions(match, seats("colonel", "colonel", "w"))):
        assert answer in view["decision"]["options"]
        asked.add(view["decision"]["name"])
        if number % 25 == 0:
            told = json.loads(json.dumps(view))
            assert told == view
            assert bots.make("colonel", GAME, side, "w").choose(told) == answer, view["decision"]
    assert asked >= {"Name", "GeneralTries", "MoveUnits", "Step", "MoveLeader", "Declare", "Compose", "Rally"}
    assert ("ChangeOrders" in asked) or options


@pytest.mark.parametrize("option", ["optional_16_1", "optional_16_2", "optional_16_3"])
def test_colonels_answer_with_an_option_when_a_single_rule_is_added(option: str) -> None:
    match = start(option, "campotenese", {option: True})
    for _, view, answer in decisions(match, seats("colonel", "colonel", option)):
        assert answer in view["decision"]["options"]


def questions() -> set[str]:
    """The names of all frames of the game that ask something."""
    found = set()
    for module in pkgutil.iter_modules(vanguard.__path__):
        for thing in vars(importlib.import_module(f"{vanguard.__name__}.{module.name}")).values():
            if isinstance(thing, type) and issubclass(thing, Frame) and "options" in vars(thing):
                found.add(thing.__name__)
    return found - {"Frame"}


def test_every_kind_of_question_has_a_doctrine() -> None:
    assert questions() - set(colonel_vanguard.DOCTRINE) == set()
    assert set(colonel_vanguard.DOCTRINE) - questions() == set()


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    view = start("strange", "campotenese").view("french")
    view["decision"] = {"name": "Ultimatum", "rule": "0", "prompt": [], "options": ["accept", "refuse"]}
    assert bots.make("colonel", GAME, "french", "x").choose(view) == "accept"


def test_goals_and_posts_are_given_for_every_formation_and_lie_on_the_map() -> None:
    r = roster()
    for f, name in enumerate(r.formations):
        w = world(r.scenarios[r.formation_scenario[f]].name and ("montebello", "campotenese")[r.formation_scenario[f]])
        places = GOALS[name] if r.formation_side[f] == FRENCH else POSTS[name]
        assert places
        for place in [*places, *REAR.get(name, [])]:
            assert not w.impassable >> w.grid.by_name[place] & 1, (name, place)


# what he may not know


def test_no_module_of_his_holds_a_match_or_a_state() -> None:
    for found in pkgutil.walk_packages(colonel_vanguard.__path__, colonel_vanguard.__name__ + "."):
        names = vars(importlib.import_module(found.name)).values()
        assert Match not in names, found.name
        assert Battle not in names, found.name


def test_r_49_the_colonel_does_not_know_who_lies_beneath_stacks_that_he_does_not_see() -> None:
    match = start("veiled", "campotenese")
    swapped = 0
    for number, (side, _, answer) in enumerate(decisions(match, seats("colonel", "colonel", "v"))):
        if number % 5 or swapped >= 40:
            continue
        twin = match.copy()
        assert isinstance(twin.state, Battle)
        if swap_secrets(twin.state, 1 - SIDES.index(side)):
            swapped += 1
            assert bots.make("colonel", GAME, side, "v").choose(twin.view(side)) == answer
    assert swapped == 40


# what he thinks with


def test_8_the_colonel_sees_the_zones_of_control_that_the_rules_see() -> None:
    match = start("zones", "montebello")
    checked = 0
    for number, (side, view, _) in enumerate(decisions(match, seats("colonel", "random", "z"))):
        state = match.state
        assert isinstance(state, Battle)
        if number % 40 == 0:
            who = SIDES.index(side)
            picture = Picture(view)
            assert picture.occ[who] == state.occ[who]
            assert picture.occ[1 - who] == state.occ[1 - who]
            assert picture.ezoc & ~state.zoc(1 - who) == 0
            checked += 1
        if checked == 20:
            break
    assert checked == 20


def test_12_5_the_better_the_odds_the_more_an_assault_is_worth() -> None:
    worth = []
    for points in (2, 4, 8, 12, 16, 24):
        clash = Clash((Fighter(points, 3, False),), (Fighter(4, 3, False),))
        worth.append(clash_worth(clash, 0.25))
    assert worth == sorted(worth)
    assert worth[0] < 0 < worth[-1]
    steady = Clash((Fighter(4, 3, False),), (Fighter(4, 3, False),))
    broken = Clash((Fighter(4, 3, False),), (Fighter(4, 3, False, True),))
    assert clash_worth(broken, 0.0) > clash_worth(steady, 0.0)


def test_13_1_a_test_is_never_sure() -> None:
    assert [round(6 * passing(eff)) for eff in (0, 1, 3, 5, 7)] == [1, 1, 3, 5, 5]
    assert passing(3, led=True) > passing(3)


def test_11_1_1_guns_alone_are_worth_taking() -> None:
    picture = Picture(start("guns", "montebello").view("french"))
    rivalta = picture.hex("2710")
    assert [x.gun for x in picture.foes[rivalta]] == [True]
    foe = next(x for x in picture.pieces if x.troops)
    assert assault_worth(picture, [foe], rivalta) > 1


# how well he plays


@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
@pytest.mark.parametrize("side", SIDES)
def test_the_colonel_beats_chance(scenario: str, side: str) -> None:
    names = ("colonel", "random") if side == "french" else ("random", "colonel")
    found = [play_out(start(f"chance {n}", scenario), seats(*names, str(n))) for n in range(4)]
    assert sum(outcome.winner == side for outcome in found) >= 3, found
    assert {outcome.winner for outcome in found} <= {side, None}
