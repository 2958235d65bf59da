"""The colonel: he answers every question of both battles in an imagined one, and beats chance on either side."""

from __future__ import annotations

import importlib
import json
import pkgutil
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import grognard
from grognard import bots
from grognard.bots import colonel_vanguard
from grognard.bots.colonel_vanguard import assault, escort, gamble, plan
from grognard.bots.colonel_vanguard import parties as sharing
from grognard.bots.colonel_vanguard.campaign import GOALS, POSTS, REAR
from grognard.bots.colonel_vanguard.escort import Escort
from grognard.bots.colonel_vanguard.gamble import assault_worth, clash_worth
from grognard.bots.colonel_vanguard.march import judge_of
from grognard.bots.colonel_vanguard.parties import Parties
from grognard.bots.colonel_vanguard.plan import Plan, Task
from grognard.games import vanguard
from grognard.games.vanguard.rules.assault.charts import Clash, Fighter
from grognard.games.vanguard.rules.assault.declaration import Declare
from grognard.games.vanguard.rules.leaders import FollowTroops
from grognard.games.vanguard.world.roster import COALITION, FRENCH, ORDERS, SIDES, roster
from grognard.games.vanguard.world.state import SAFE, Battle
from grognard.games.vanguard.world.world import world
from grognard.kernel import stored
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match
from toolkit_vanguard import Rest, Table
from walks_vanguard import scramble_vanguard, swap_secrets

GAME = "vanguard"
EVERY = {"optional_16_1": True, "optional_16_2": True, "optional_16_3": True, "wheat_blocks_los": True}


def start(seed: str, scenario: str, options: dict[str, Any] | None = None) -> Match:
    return grognard.start(GAME, scenario, options or {}, dice=grognard.FastDice(seed))


def seats(french: str, coalition: str, seed: str) -> dict[str, bots.Bot]:
    return {side: bots.make(name, GAME, side, seed) for side, name in zip(SIDES, (french, coalition), strict=True)}


def decisions(match: Match, players: dict[str, bots.Bot]) -> Iterator[tuple[str, Match, str]]:
    """Play on; yields every decision of a colonel: the side, the match as he was shown it, and the answer."""
    while match.outcome is None:
        side = match.to_act[0]
        player = players[side]
        if isinstance(player, bots.RandomBot):
            match.play(side, player.pick(match.options(side)))
            continue
        shown = bots.shown(match, side)
        answer = bots.reply(player, shown, side)
        yield side, shown, answer
        match.play(side, answer)


def play_out(match: Match, players: dict[str, bots.Bot]) -> grognard.Outcome:
    for _ in decisions(match, players):
        pass
    assert match.outcome is not None
    return match.outcome


# what he must do


@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
def test_no_declaration_of_his_goes_round_in_circles(scenario: str) -> None:
    """Thrown about a battlefield with Attack orders mixed in: every answer leads on, and each duty is met."""
    rng = random.Random(f"circles{scenario}")
    answers = 0
    for trial in range(30):
        match = start(f"circles{trial}", scenario)
        scramble_vanguard(match, rng)
        s: Any = match.state
        s.active = rng.choice(s.world.formations)
        for f in s.world.formations:
            s.orders[f] = rng.choice((0, 1))
        for u in range(s.world.roster.count):
            if s.at[u] >= 0 and s.world.troops >> u & 1 and rng.random() < 0.3:
                s.own[u] = rng.choice((0, 1))
        s.agenda[:] = [Rest(), Declare(s.acting_side())]
        match._advance()
        answers += _declared(match)
    assert answers > 40


def _declared(match: Match) -> int:
    """The colonel answers until the declaration is over; how many answers he gave."""
    side = match.to_act[0]
    colonel = bots.make("colonel", GAME, side, "circles")
    seen = {match.fingerprint}
    while type(match.state.agenda[-1]).__name__ in ("Declare", "Compose"):
        match.play(side, bots.answer(colonel, match, side))
        assert match.fingerprint not in seen
        seen.add(match.fingerprint)
    return len(seen) - 1


def test_who_must_attack_joins_an_assault_that_is_declared_already() -> None:
    """[12.2] The plan sends the 6e Light II nowhere, but it has Attack in a zone of control: it is sent after all."""
    t = Table(
        {"l40I": "2905", "l40II": "2905", "le6II": "2804", "le6I": "2804", "coI": "2904"},
        orders={"watrin": "attack"},
        dice=[1, 6, 6, 6, 6],
    )
    t.combat("watrin")
    colonel = bots.make("colonel", GAME, "french", "owing")
    while t.asked in ("Declare", "Compose"):
        t.play("french", bots.answer(colonel, t.match, "french"))
    assert "assault" in t.told


def test_the_colonel_is_the_bot_of_this_game() -> None:
    assert bots.names(GAME) == ["random", "cadet", "colonel"]
    assert isinstance(bots.make("colonel", GAME, "french", "x"), colonel_vanguard.Colonel)


@pytest.mark.parametrize(("scenario", "options"), [("montebello", EVERY), ("campotenese", {})])
def test_colonels_answer_every_question_of_a_whole_battle_with_an_option(
    scenario: str, options: dict[str, Any]
) -> None:
    asked: set[str] = set()
    match = start(f"whole {scenario}", scenario, options)
    for number, (side, shown, answer) in enumerate(decisions(match, seats("colonel", "colonel", "w"))):
        decision = match.decision(side)
        assert decision is not None
        assert answer in [option.text for option in decision.options]
        asked.add(decision.name)
        if number % 25 == 0:
            data = json.loads(json.dumps(stored.write_match(shown)))
            told = stored.read_match(match.game, data, grognard.FastDice("other dice"))
            assert bots.reply(bots.make("colonel", GAME, side, "w"), told, side) == answer, decision.name
    assert asked >= {"Name", "GeneralTries", "MoveUnits", "Step", "MoveLeader", "Declare", "Compose", "Rally"}
    assert ("ChangeOrders" in asked) or options


@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
def test_what_he_keeps_is_what_he_would_find_anew(scenario: str) -> None:
    caches: tuple[dict[Any, Any], ...] = (assault._plans, escort._near, sharing._known, plan._rides, gamble._assaults)
    match = start(f"kept {scenario}", scenario)
    for number, (side, shown, answer) in enumerate(islice(decisions(match, seats("colonel", "colonel", "k")), 1200)):
        if number % 7 == 0:
            kept = [cache.copy() for cache in caches]
            for cache in caches:
                cache.clear()
            assert bots.reply(bots.make("colonel", GAME, side, "k"), shown, side) == answer
            for cache, known in zip(caches, kept, strict=True):
                cache.update(known)


@pytest.mark.parametrize("option", ["optional_16_1", "optional_16_2", "optional_16_3"])
def test_colonels_answer_with_an_option_when_a_single_rule_is_added(option: str) -> None:
    match = start(option, "campotenese", {option: True})
    for side, _, answer in islice(decisions(match, seats("colonel", "colonel", option)), 700):
        assert answer in [each.text for each in match.options(side)]


def questions() -> set[str]:
    """The names of all frames of the game that ask something."""
    found = set()
    for module in pkgutil.walk_packages(vanguard.__path__, vanguard.__name__ + "."):
        for thing in vars(importlib.import_module(module.name)).values():
            if isinstance(thing, type) and issubclass(thing, Frame) and "options" in vars(thing):
                found.add(thing.__name__)
    return found - {"Frame"}


def test_every_kind_of_question_has_a_doctrine() -> None:
    assert questions() - set(colonel_vanguard.DOCTRINE) == set()
    assert set(colonel_vanguard.DOCTRINE) - questions() == set()


class Ultimatum(Rest):
    """A question that nobody has taught him."""


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    t = Table({"l40I": "3811", "coI": "1005"}).open(Ultimatum())
    assert t.asked == "Ultimatum"
    assert bots.answer(bots.make("colonel", GAME, "french", "x"), t.match, "french") == "accept"


def test_goals_and_posts_are_given_for_every_formation_and_lie_on_the_map() -> None:
    r = roster()
    for f, name in enumerate(r.formations):
        w = world(r.scenarios[r.formation_scenario[f]].name and ("montebello", "campotenese")[r.formation_scenario[f]])
        places = GOALS[name] if r.formation_side[f] == FRENCH else POSTS[name]
        assert places
        for place in [*places, *REAR.get(name, [])]:
            assert not w.impassable >> w.grid.by_name[place] & 1, (name, place)


# what he may not know


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
            assert bots.answer(bots.make("colonel", GAME, side, "v"), twin, side) == answer
    assert swapped == 40


# what he thinks with


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


def test_12_5_4_an_exchange_empties_the_hex_of_a_single_defender_alone() -> None:
    def taken(*defenders: Fighter) -> float:
        """What the hex adds to an assault at 1-1: a 6 drives off whoever is there, a 4 is an exchange."""
        clash = Clash((Fighter(4, 3, False),), defenders)
        return 6 * (clash_worth(clash, 1.0) - clash_worth(clash, 0.0))

    assert round(taken(Fighter(4, 3, False)), 6) == 2
    assert round(taken(Fighter(2, 3, False), Fighter(2, 3, False)), 6) == 1


def test_11_1_1_guns_alone_are_worth_taking() -> None:
    t = Table({"l40I": "2810", "a_oreilly": "2710", "coI": "2905", "l22I": "2906"})
    t.s.active = t.formation("watrin")
    guns, foot = (assault_worth(t.s, t.mask([u]), t.hex(h)) for u, h in (("l40I", "2710"), ("l22I", "2905")))
    assert guns > 1 > foot


# what he plans


def battlefield(pieces: dict[str, str], scenario: str = "campotenese", turn: int = 9) -> Battle:
    """A battle with only these counters on the map."""
    return Table(pieces, scenario, turn=turn).s


def named(s: Battle, posts: dict[int, int]) -> dict[str, str]:
    return {s.world.roster.ids[u]: s.world.grid.names[h] for u, h in posts.items()}


def test_17_2_12_the_foremost_cavalry_of_naples_goes_to_castrovillari() -> None:
    s = battlefield({"cavPr": "2614", "cavRg": "2413", "priI": "1911", "volt": "1908"})
    assert named(s, Plan(s, COALITION).garrisons()) == {"cavPr": "3418"}
    s = battlefield({"cavPr": "2413", "cavRg": "2714", "volt": "1908"})
    assert named(s, Plan(s, COALITION).garrisons()) == {"cavRg": "3418"}


def task_of(s: Battle, general: str) -> Task:
    f = s.world.roster.formations.index(general)
    return Plan(s, s.world.roster.formation_side[f]).task(f)


def test_17_2_12_a_brigade_of_naples_keeps_its_redoubt_and_bars_the_way_to_morano() -> None:
    s = battlefield({"graI": "2311", "graII": "2212", "aleII": "2211", "cavRg": "3418", "volt": "1908"})
    posts = named(s, task_of(s, "tschudy").posts)
    assert posts["graI"] == "2311"
    assert {posts["graII"], posts["aleII"]} == {"2714", "2611"}


def test_17_2_12_who_has_lost_his_redoubt_goes_back_to_the_towns() -> None:
    pieces = {"minutolo": "1812", "priI": "1812", "sanI": "1912", "ricci": "2112", "carI": "2112", "volt": "1911"}
    s = battlefield(pieces)
    assert task_of(s, "minutolo").withdraws
    assert not task_of(s, "ricci").withdraws
    assert not task_of(battlefield(pieces | {"volt": "1909"}), "minutolo").withdraws


def test_17_2_12_who_must_be_at_morano_in_time_sets_out_and_passes_by_the_enemy() -> None:
    pieces = {"le1I": "2409", "l42I": "2109", "cavRg": "2714", "alb": "2309", "compere": "2208"}
    early, late = battlefield(pieces, turn=4), battlefield(pieces, turn=16)
    unit, place = early.world.roster.by_id["le1I"], early.world.grid.by_name["2714"]
    assert Plan(early, FRENCH).spearhead() == {}
    assert Plan(late, FRENCH).spearhead()[unit] == place
    east, north = (early.world.grid.by_name[name] for name in ("2510", "2308"))
    calm, hurried = (judge_of(task_of(s, "compere")) for s in (early, late))
    assert hurried.worth(unit, east) - hurried.worth(unit, north) > calm.worth(unit, east) - calm.worth(unit, north)
    held = battlefield(pieces | {"le1II": "2714", "cavRg": "2815"}, turn=16)
    assert Plan(held, FRENCH).spearhead() == {}


def test_17_1_8_at_the_end_the_french_of_montebello_gather_before_casteggio() -> None:
    pieces = {"l40I": "2410", "l22I": "3409", "watrin": "2410", "coI": "2011", "coII": "1413"}
    early, late = battlefield(pieces, "montebello", 5), battlefield(pieces, "montebello", 15)
    assert Plan(early, FRENCH).spearhead() == {}
    assert named(late, Plan(late, FRENCH).spearhead()) == {"l40I": "2011", "l22I": "2011"}
    assert Plan(late, COALITION).spearhead() == {}


def test_17_1_8_the_french_set_out_for_casteggio_with_eight_turns_to_spare() -> None:
    pieces = {"l40I": "2410", "coI": "2011"}
    late, soon = (battlefield(pieces, "montebello", turn) for turn in (10, 7))
    assert named(late, Plan(late, FRENCH).spearhead()) == {"l40I": "2011"}
    assert Plan(soon, FRENCH).spearhead() == {}


def test_4_4_a_general_goes_with_those_who_must_be_at_morano_in_time() -> None:
    pieces = {"verdier": "2410", "le23I": "2611", "l6I": "2409", "cavRg": "2714"}
    weights = []
    for turn in (2, 13):
        s = Table(pieces, "campotenese", turn=turn, disordered=["l6I"]).s
        escort = Escort(s, s.world.roster.by_id["verdier"], Plan(s, FRENCH))
        weights.append({s.world.roster.ids[u]: weight for u, weight in escort.weights.items()})
    early, late = weights
    assert max(early.values()) <= 1
    assert late["le23I"] > 2 * late["l6I"], "who is broken does not set out"


def test_17_2_12_who_has_no_time_fights_only_round_the_place_he_goes_for() -> None:
    pieces = {"le1I": "2512", "compere": "2512", "cavRg": "2714", "alb": "2411"}
    s = battlefield(pieces, turn=16)
    judge, unit = judge_of(task_of(s, "compere")), s.world.roster.by_id["le1I"]
    assert unit in judge.hurry
    judge.task.worth.update({s.world.grid.by_name[name]: 1.0 for name in ("2714", "2411")})
    strikes = {
        name: judge._strike(unit, s.world.grid.by_name[at], s.world.grid.by_name[name], False)
        for name, at in (("2714", "2713"), ("2411", "2412"))
    }
    assert strikes["2714"] > 2 * strikes["2411"]


# whom he strikes


def parties(s: Battle, *units: str) -> Parties:
    """What these units could do together from any hex within two of where they stand."""
    roster, grid = s.world.roster, s.world.grid
    s.active = roster.formation_of[roster.by_id[units[0]]]
    numbers = [roster.by_id[unit] for unit in units]
    return Parties(s, s.side(numbers[0]), {u: grid.disc(s.at[u], 2) & ~s.occ[1 - s.side(u)] for u in numbers}, 0.1)


def test_12_4_1_against_a_redoubt_several_go_together_each_from_a_hex_of_its_own() -> None:
    s = battlefield({"graI": "2311", "l42I": "2209", "l42II": "2309", "l42III": "2409", "le1I": "2310"})
    found = parties(s, "l42I", "l42II", "l42III", "le1I")
    goal = s.world.grid.by_name["2311"]
    assert set(found.prey.values()) == {goal}
    assert len(found.posts) >= 3
    assert len(set(found.posts.values())) == len(found.posts), "[17.2.3] one infantry unit in a hex"
    assert all(s.world.near[goal] >> h & 1 for h in found.posts.values())
    assert s.world.grid.names[s.at[s.world.roster.by_id["l42I"]]] == "2209", "it was only thought of"


def test_12_2_1_an_attacker_keeps_away_from_enemies_who_would_have_to_be_attacked_too() -> None:
    s = battlefield({"cacT": "2109", "abrI": "2110", "le1I": "2007"})
    found = parties(s, "le1I")
    u, near = s.world.roster.by_id["le1I"], s.world.near
    assert found.prey == {u: s.world.grid.by_name["2109"]}
    assert not near[found.posts[u]] >> s.world.grid.by_name["2110"] & 1


def test_15_2_whoever_comes_next_to_the_routed_makes_them_test() -> None:
    pieces = {"ch9": "2108", "compere": "2108", "franceschi": "2108", "aleI": "2210"}
    fled, steady = Table(pieces, "campotenese", routed=["aleI"]).s, Table(pieces, "campotenese").s
    unit, beside = fled.world.roster.by_id["ch9"], fled.world.grid.by_name["2209"]
    worths = []
    for s in (fled, steady):
        judge = judge_of(task_of(s, "compere"))
        judge.task.worth.clear()
        worths.append(judge.worth(unit, beside))
    assert worths[0] > worths[1] + 1


# which orders he gives


def test_8_1_a_formation_whose_broken_units_stand_next_to_the_enemy_takes_defence_to_free_them() -> None:
    pieces = {"verdier": "2108", "l6I": "2109", "l6II": "2209", "suisse": "2309", "abrI": "2110", "aleI": "2310"}
    broken = Table(pieces | {"graII": "2210"}, "campotenese", disordered=["l6I", "l6II", "suisse"]).s
    assert ORDERS[task_of(broken, "verdier").order()] == "defence"


def test_15_3_attack_is_not_for_a_formation_with_many_to_rally() -> None:
    pieces = {"verdier": "2108", "l6I": "2109", "l6II": "2007", "suisse": "2008", "polI": "2108", "abrI": "2110"}
    t = Table(pieces, "campotenese")
    shaken = Table(pieces, "campotenese", disordered=["l6II", "suisse", "polI"])
    assert ORDERS[task_of(t.s, "verdier").order()] in ("attack", "advance")
    assert ORDERS[task_of(shaken.s, "verdier").order()] == "advance"


def test_9_1_who_is_to_strike_goes_to_the_place_he_strikes_from() -> None:
    s = battlefield({"compere": "2108", "le1I": "2108", "cacT": "2110"}, turn=3)
    s.active = s.world.roster.formations.index("compere")
    judge, unit = judge_of(task_of(s, "compere")), s.world.roster.by_id["le1I"]
    near, other = (s.world.grid.by_name[name] for name in ("2109", "2209"))
    judge.task.prey[unit], judge.task.fronts[unit] = s.world.grid.by_name["2110"], other
    judge.task.worth[s.world.grid.by_name["2110"]] = 0.5
    prey = s.world.grid.by_name["2110"]
    assert judge._strike(unit, other, prey, False) > judge._strike(unit, near, prey, False) + 1


def test_17_2_12_the_french_go_round_to_morano_by_colloreto() -> None:
    pieces = {"compere": "2109", "le1I": "2110", "le1II": "2612", "verdier": "2109", "le23I": "2109", "cavRg": "2714"}
    s = battlefield(pieces)
    names, r = s.world.grid.names, s.world.roster
    task = Plan(s, FRENCH).task(r.formations.index("compere"))
    assert names[task.target_of(r.by_id["le1I"])] == "2611"
    assert names[task.target_of(r.by_id["le1II"])] == "2714", "who is there already goes on"


def test_17_1_8_garrisons_are_sent_at_the_end_and_taken_from_those_who_can_be_spared() -> None:
    pieces = {"l28I": "3309", "l40I": "2111", "a_watrin": "3109", "coI": "2011", "coII": "2010"}
    early, late = (battlefield(pieces, "montebello", turn) for turn in (6, 14))
    assert Plan(early, FRENCH).garrisons() == {}
    assert set(named(late, Plan(late, FRENCH).garrisons())) == {"l28I", "a_watrin"}, "the 40e is at the front"


def test_17_1_8_in_the_last_moment_anybody_who_is_not_engaged_goes_back_and_strikes_nobody() -> None:
    pieces = {"l40I": "3308", "watrin": "3308", "coI": "3105", "coII": "1010"}
    s = battlefield(pieces, "montebello", 18)
    plan = Plan(s, FRENCH)
    assert set(named(s, plan.garrisons())) == {"l40I"}
    assert task_of(s, "watrin").prey == {}
    engaged = battlefield(pieces | {"coI": "3307"}, "montebello", 18)
    assert Plan(engaged, FRENCH).garrisons() == {}


def test_8_1_an_enemy_who_holds_our_broken_units_fast_is_worth_more() -> None:
    pieces = {"l6I": "2108", "l6II": "2308", "abrI": "2210", "verdier": "2108"}
    free, held = (Table(pieces | {"suisse": at}, "campotenese", disordered=["suisse"]).s for at in ("2107", "2109"))
    goal = free.world.grid.by_name["2210"]
    assert parties(held, "l6I", "l6II").worth[goal] > parties(free, "l6I", "l6II").worth[goal]


def test_4_4_a_general_stands_where_most_of_his_units_are_in_command() -> None:
    pieces = {"watrin": "3005", "l40I": "2705", "l40II": "2605", "l22I": "2505", "le6I": "3305", "stI": "1905"}
    s = battlefield(pieces, "montebello")
    hexes = s.world.grid.by_name
    escort = Escort(s, s.world.roster.by_id["watrin"], Plan(s, FRENCH))
    assert escort.worth(hexes["2905"]) > escort.worth(hexes["3505"]), "the chain of three counts"
    assert escort.commanded(hexes["2905"]).bit_count() == 4
    assert s.world.grid.names[s.at[escort.u]] == "3005", "he has only thought of it"


def test_11_4_4_guns_in_the_attacked_hex_make_an_assault_worth_less() -> None:
    pieces = {"l40I": "2905", "l40II": "2905", "coI": "2904", "l22I": "2705", "l22II": "2705", "coII": "2704"}
    t = Table(pieces | {"a_gottesheim": "2704"})
    t.s.active = t.formation("watrin")
    plain = assault_worth(t.s, t.mask(["l40I", "l40II"]), t.hex("2904"))
    assert assault_worth(t.s, t.mask(["l22I", "l22II"]), t.hex("2704")) < plain


def test_r_47_a_leader_leaves_by_the_flag_with_his_troops() -> None:
    t = Table({"mj_pri": "2112", "priI": "2112", "l42I": "1005"}, "campotenese")
    t.s.at[t.unit("priI")] = SAFE
    t.s.stack[t.hex("2112")] &= ~t.mask(["priI"])
    t.open(FollowTroops(COALITION, t.unit("mj_pri"), t.mask(["priI"])))
    assert bots.answer(bots.make("colonel", GAME, "coalition", "x"), t.match, "coalition") == "leave"


# how well he plays


@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
@pytest.mark.parametrize("side", SIDES)
def test_the_colonel_beats_chance(scenario: str, side: str) -> None:
    names = ("colonel", "random") if side == "french" else ("random", "colonel")
    played = (play_out(start(f"chance {n}", scenario), seats(*names, str(n))).winner for n in range(2))
    assert next((winner for winner in played if winner is not None), None) == side


def test_11_guns_are_wanted_where_the_line_is_nearest_to_the_enemy() -> None:
    s = battlefield({"a_schellenberg": "1014", "spI": "2011", "spII": "1413", "l40I": "2310"}, "montebello")
    task = task_of(s, "schellenberg")
    gun = roster().by_id["a_schellenberg"]
    assert s.world.grid.names[task.target_of(gun)] == "2011"


def test_17_1_8_lannes_keeps_behind_the_line() -> None:
    s = battlefield({"lannes": "3409", "l28I": "3209", "l28II": "3409", "stI": "3108"}, "montebello")
    lannes, hexes = roster().by_id["lannes"], s.world.grid.by_name
    escort = Escort(s, lannes, Plan(s, FRENCH))
    assert escort.worth(hexes["3409"]) > escort.worth(hexes["3209"])
