"""The general of Merde: he sees only a view, always answers with an option, is deterministic, and beats chance."""

from __future__ import annotations

import importlib
import json
import pkgutil
import random
from collections.abc import Mapping
from itertools import islice
from typing import Any

import pytest

import grognard
from grognard import bots
from grognard.board.squares import distance
from grognard.bots import general_merde
from grognard.bots.general_merde import foresee, march, orders, road, staff, worth
from grognard.bots.general_merde.fight import clash_duel
from grognard.bots.general_merde.mind import Memory, Mind
from grognard.bots.general_merde.picture import Picture, crosses, track_of
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat import totals
from grognard.games.merde.rules.frames import Question, Secret
from grognard.games.merde.rules.odds import marker_odds
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import NAMES, SIDES
from grognard.games.merde.world.state import Battle
from grognard.kernel.match import Match
from players import decisions, play_out
from walks_merde import swap_hand, swap_letter

GAME = "merde"
SMALL = ("teaching_mill_road", "maida_1806", "montebello_1800")
GREAT = tuple(name for name in data.SCENARIOS if name not in SMALL)


def start(seed: str, scenario: str = "teaching_mill_road", options: Mapping[str, Any] | None = None) -> Match:
    return grognard.start(GAME, scenario, options, dice=grognard.FastDice(seed))


def seats(one: str, other: str, seed: str) -> dict[str, bots.Bot]:
    return {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, (one, other), strict=True)}


# what every bot must do


def test_the_general_is_listed_and_made() -> None:
    assert bots.names(GAME) == ["random", "general"]
    assert bots.make("general", GAME, SIDES[0], "seed").choose(start("made").view(SIDES[0])) == "done"


def test_no_module_of_his_holds_a_match_or_a_state() -> None:
    found = [module.name for module in pkgutil.iter_modules(general_merde.__path__)]
    assert len(found) >= 6
    for name in found:
        names = vars(importlib.import_module(f"{general_merde.__name__}.{name}")).values()
        assert Match not in names, name
        assert Battle not in names, name


@pytest.mark.parametrize("scenario", SMALL)
def test_generals_answer_every_question_of_a_game_with_an_option(scenario: str) -> None:
    asked: set[str] = set()
    match = start(scenario, scenario)
    for _, view, answer in decisions(match, seats("general", "general", "whole")):
        assert answer in view["decision"]["options"]
        asked.add(view["decision"]["name"])
    assert asked >= {"Orders", "Movement", "Guns", "Deal", "Name", "FireStep", "TryRally"}


@pytest.mark.parametrize("scenario", GREAT)
def test_generals_answer_on_the_great_fields_too(scenario: str) -> None:
    match = start(scenario, scenario)
    played = islice(decisions(match, seats("general", "general", "g")), 500)
    asked = [view["decision"]["name"] for _, view, answer in played if answer in view["decision"]["options"]]
    assert len(asked) == 500
    assert match.view(None)["turn"] >= 2


@pytest.mark.parametrize(
    "options",
    [
        {"deployment": "free", "fog_of_war": True},
        {"solitaire": "army_b"},
        {"solitaire": "army_a", "weather": "rain"},
        {"weather": "fog", "shot_at_charger_marker": True, "light_cavalry_skirmish": True},
    ],
    ids=str,
)
def test_generals_play_every_kind_of_game(options: dict[str, Any]) -> None:
    match = start("kinds", options=options)
    for _, view, answer in decisions(match, seats("general", "general", "kinds")):
        assert answer in view["decision"]["options"]
    assert match.outcome is not None


def test_19_2_the_general_reckons_with_decoys_as_with_infantry() -> None:
    match = start("decoys", options={"deployment": "free", "fog_of_war": True})
    for _, view, _ in decisions(match, seats("general", "general", "decoys")):
        decoys = [unit for unit in Picture(view).own if unit.stock is not None and not unit.stock.kinds]
        if decoys and view["decision"]["name"] == "Orders":
            assert {road.pace(Picture(view), unit) for unit in decoys} == {4}
            return
    raise AssertionError("nobody laid a decoy")


def test_a_plan_begun_by_another_is_finished_by_the_general() -> None:
    match = start("begun", options={"deployment": "free"})
    for side in SIDES:
        match.play(side, "own")
    asked = {view["decision"]["name"] for _, view, _ in islice(decisions(match, seats("general", "general", "b")), 150)}
    assert asked >= {"BattlePlan", "Orders", "Movement"}


def questions(kind: type) -> set[str]:
    """The names of all frames of a kind that the rules put, not of those they are built on."""
    below = kind.__subclasses__()
    return set().union(*[questions(found) for found in below]) if below else {kind.__name__}


def test_every_kind_of_question_has_a_doctrine() -> None:
    assert set(general_merde.DOCTRINE) == questions(Secret) | questions(Question)


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    view = start("strange").view(SIDES[0])
    view["decision"] = {"name": "Ultimatum", "rule": "0", "prompt": [], "options": ["accept", "refuse"]}
    assert bots.make("general", GAME, SIDES[0], "x").choose(view) == "accept"


@pytest.mark.parametrize("scenario", SMALL[:2])
def test_the_same_view_gets_the_same_answer_through_json_and_from_a_fresh_bot(scenario: str) -> None:
    match = start("twice", scenario)
    for number, (side, view, answer) in enumerate(decisions(match, seats("general", "general", "t"))):
        if number % 3 == 0:
            told = json.loads(json.dumps(view))
            assert told == view
            assert bots.make("general", GAME, side, "t").choose(told) == answer, view["decision"]


# what he may not know


def test_the_general_knows_neither_the_markers_nor_the_letters_of_his_enemy() -> None:
    swapped = 0
    chance = random.Random("veiled")
    match = start("veiled", "maida_1806")
    for side, view, answer in decisions(match, seats("general", "general", "v")):
        twin = match.copy()
        assert isinstance(twin.state, Battle)
        enemy = 1 - SIDES.index(side)
        if swap_hand(twin.state, enemy, chance) or swap_letter(twin.state, enemy, chance):
            swapped += 1
            assert twin.fingerprint != match.fingerprint
            assert bots.make("general", GAME, side, "v").choose(twin.view(side)) == answer, view["decision"]
    assert swapped >= 30


# what he thinks with


def test_the_general_weighs_markers_as_the_odds_do() -> None:
    for base in range(-7, 8):
        odds = marker_odds(base)
        one, two, men = odds["hit"] - odds["level2"], odds["level2"] - odds["men"], odds["men"]
        value = one * 10 + two * 22 + men * 40
        assert worth.expected(base) == pytest.approx(float(value) / 10)
    assert worth.struck(-20) == 0
    assert worth.struck(20) == worth.WORTH[3]


def test_28_1_the_general_reads_totals_from_his_view_as_the_rules_do() -> None:
    same = checked = 0
    for seed in range(4):
        match = start(f"totals {seed}", SMALL[seed % 2])
        for side, view, _ in decisions(match, seats("general", "general", str(seed))):
            if view["decision"]["name"] != "FireStep":
                continue
            state = match.state
            assert isinstance(state, Battle)
            duel = clash_duel(Mind(view, "x", {}))
            role = combat.role_of(state, SIDES.index(side))
            piece, foe = combat.clash_of(state).pieces[role], combat.clash_of(state).pieces[1 - role]
            stances = [combat.stance(state, r, totals.FIRE) for r in (role, 1 - role)]
            truth = totals.total(totals.attack_terms(state, piece, foe, stances[0])) - totals.total(
                totals.defence_terms(state, foe, piece, stances[1])
            )
            checked += 1
            same += duel.given(totals.FIRE) == truth
    assert checked >= 30
    assert same >= 0.95 * checked, (same, checked)


PLAIN = foresee.Bout((0, 0), (0, 0), (0, 0), (0, 0), (1 / 3, 1 / 3), (True, True), (True, True), False, 0.3)


def test_28_6_a_fight_between_equals_is_foreseen_even_and_its_mirror_the_reverse() -> None:
    mine, his = (0, 0, 4), (1, 0, 3)
    assert foresee.melee(PLAIN, mine, mine, 1) == pytest.approx(0)
    assert foresee.melee(PLAIN, mine, his, 1) == pytest.approx(-foresee.melee(PLAIN.turned(), his, mine, 1))
    assert foresee.melee(PLAIN, mine, his, 1) > 0
    assert foresee.spent(PLAIN, (0, 0, 0), (0, 0, 2)) < -foresee.BACK


def test_35_4_markers_are_worth_more_before_a_second_fresh_enemy() -> None:
    pressed = PLAIN._replace(fresh=(True, False))
    for markers in (0, 1, 2):
        alone, mobbed = (foresee.spent(bout, (0, 0, markers), (0, 0, 0)) for bout in (PLAIN, pressed))
        assert mobbed < alone
    assert foresee.spent(pressed, (0, 0, 0), (0, 0, 0)) < foresee.spent(pressed, (0, 0, 3), (0, 0, 0)) - 2


def test_21_1_a_reserve_stays_on_a_flag_that_cavalry_could_reach_and_marches_when_it_could_not() -> None:
    view = start("guard", "montebello_1800").view(SIDES[0])
    view["turn"] = 4
    flag = view["sides"][SIDES[0]]["flags"][4]
    guard = next(piece for piece in view["pieces"] if piece["squares"] == [flag])
    p = Picture(view)
    assert orders.wish_of(p, p.groups[guard["group"]]) is None
    view["pieces"] = [piece for piece in view["pieces"] if piece["side"] == SIDES[0] or piece["arm"] != 1]
    p = Picture(view)
    wish = orders.wish_of(p, p.groups[guard["group"]])
    assert wish is not None
    assert wish.order == "column"


def test_10_1_a_general_rides_to_where_all_his_troops_are_in_his_radius() -> None:
    view = start("midway", "montebello_1800").view(SIDES[0])
    officer = Picture(view).officers["AG1"]
    mine = [piece for piece in view["pieces"] if piece["general"] == officer.id and piece["side"] == SIDES[0]]
    mine[0]["squares"], mine[1]["squares"] = ["0107"], ["2007"]
    view["pieces"] = [piece for piece in view["pieces"] if piece not in mine[2:]]
    p = Picture(view)
    best = max(staff.posts(p, officer), key=lambda sq: staff.post_worth(p, officer, sq))
    assert all(
        distance(best, sq) <= officer.radius for unit in p.own if unit.general == officer.id for sq in unit.squares
    )


def test_20_4_what_the_general_plans_may_be_written() -> None:
    written = cut = 0
    memory: Memory = {}
    for seed in range(3):
        match = start(f"plans {seed}", SMALL[seed % 2])
        for _, view, answer in decisions(match, seats("general", "general", str(seed))):
            if view["decision"]["name"] != "Movement" or not 0 <= view["mine"]["chosen"] < 1000:
                continue
            mind = Mind(view, "x", memory)
            unit = mind.p.units[NAMES["piece"][view["mine"]["chosen"]]]
            acts = march.plan(mind, unit)
            done = len(next(p for p in view["mine"]["plans"] if p["piece"] == unit.id)["acts"])
            written += 1
            cut += answer != ([*acts, "halt"])[min(done, len(acts))]
    assert written > 300
    assert cut <= 0.03 * written, (cut, written)


def test_42_1_a_flag_that_lies_open_is_taken() -> None:
    """A's first group, before the flag of its column: the plan ends on it."""
    match = start("flag")
    view = match.view(SIDES[0])
    flag = view["sides"][SIDES[1]]["flags"][1]
    column = int(flag[:2]) // 6 + 1
    mover = next(
        group["id"]
        for group in view["groups"]
        if group["side"] == SIDES[0] and group["column"] == column and group["order"] == "column"
    )
    view["pieces"] = [piece for piece in view["pieces"] if piece["side"] == SIDES[0]]
    piece = next(piece for piece in view["pieces"] if piece["group"] == mover)
    piece["squares"] = [f"{flag[:2]}{int(flag[2:]) - 2:02}"]
    acts = march.think(Picture(view), Picture(view).units[piece["id"]])
    assert [act for act in acts if act.startswith("step")][-1] == f"step {flag}"


def test_14_7_marches_that_meet_in_a_square_at_one_time_cross() -> None:
    behind = track_of((1,), 4, [(1, (2,)), (2, (3,))])
    assert crosses(behind, track_of((2,), 3, [(1, (3,)), (2, (4,))])), "the one ahead leaves too late"
    assert not crosses(behind, track_of((2,), 4, [(1, (3,)), (2, (4,))])), "both step at once"


def test_42_2_a_commander_in_chief_in_reach_of_the_enemy_rides_away() -> None:
    match = start("reach")
    for side in SIDES:
        match.play(side, "done")
    view = match.view(SIDES[0])
    chief = next(man for man in view["generals"] if man["side"] == SIDES[0] and man["corps"] is None)
    assert not staff.wants_to_ride(Mind(view, "x", {}), chief["id"])
    rider = next(piece for piece in view["pieces"] if piece["side"] == SIDES[1] and piece["arm"] == 1)
    rider["squares"] = [f"{chief['square'][:2]}{int(chief['square'][2:]) + 6:02}"]
    assert staff.wants_to_ride(Mind(view, "x", {}), chief["id"])


# how well he plays


@pytest.mark.parametrize("scenario", SMALL[:2])
@pytest.mark.parametrize("side", SIDES)
def test_the_general_beats_a_random_player(scenario: str, side: str) -> None:
    names = ("general", "random") if side == SIDES[0] else ("random", "general")
    won = [play_out(start(f"chance {n}", scenario), seats(*names, str(n))).winner == side for n in range(7)]
    assert sum(won) >= 6, won


def test_45_the_general_beats_the_rulebooks_own_procedure() -> None:
    won = 0
    for n in range(8):
        side, auto = SIDES[n % 2], SIDES[1 - n % 2]
        match = start(f"alone {n}", SMALL[n // 2 % 2], {"solitaire": auto})
        won += play_out(match, seats("general", "general", str(n))).winner == side
    assert won >= 6, won
