"""The captain answers every question of the miniatures sheet legally, by its own rules, and beats chance."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import grognard
from grognard import bots, games
from grognard.bots.captain_tabletop import DOCTRINE, claims, moves, posts, reckon, scales, ways
from grognard.bots.captain_tabletop.field import Field
from grognard.games.tabletop.rules import fire, melee
from grognard.games.tabletop.rules.figures import footprint, pose
from grognard.games.tabletop.world.state import NOBODY, Shot
from grognard.kernel import stored
from grognard.kernel.action import Region
from grognard.kernel.match import Match
from toolkit_tabletop import Rest, Table, U, rect

GAME = "tabletop"
SCENARIOS = games.load(GAME).scenarios


def decisions(match: Match, names: tuple[str, str], seed: str) -> Iterator[tuple[str, Match, str]]:
    """Play on; yields every decision: the side, the match as its bot was shown it, and the answer."""
    seats = {side: bots.make(name, GAME, side, seed) for side, name in zip(match.sides, names, strict=True)}
    while match.outcome is None:
        side = match.to_act[0]
        shown = bots.shown(match, side)
        answer = bots.reply(seats[side], shown, side)
        yield side, shown, answer
        match.play(side, answer)


def start(scenario: str, seed: str) -> Match:
    return grognard.start(GAME, scenario, dice=grognard.FastDice(seed))


def winner(scenario: str, names: tuple[str, str], seed: str) -> str | None:
    match = start(scenario, seed)
    for _ in decisions(match, names, seed):
        pass
    assert match.outcome is not None
    return match.outcome.winner


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_play_a_whole_battle_with_legal_answers(scenario: str) -> None:
    match, asked = start(scenario, "whole"), set()
    for side, _, answer in decisions(match, ("captain", "captain"), "whole"):
        assert match.why_not(side, answer) == []
        asked.add(type(match.state.agenda[-1]).__name__)
    assert asked >= {"GiveOrder", "Troops", "MoveUnit", "DeclareFire"}
    assert asked <= set(DOCTRINE)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", [0, 1])
def test_the_captain_beats_chance(scenario: str, side: int) -> None:
    names = ("captain", "random") if side == 0 else ("random", "captain")
    sides = games.load(GAME).sides
    assert winner(scenario, names, "chance 0") == sides[side]


def test_the_same_table_gets_the_same_answer_in_another_process_and_from_a_fresh_bot() -> None:
    match = start(SCENARIOS[0], "twice")
    for number, (side, shown, answer) in enumerate(decisions(match, ("captain", "captain"), "t")):
        if number > 150:
            break
        data = json.loads(json.dumps(stored.write_match(shown)))
        told = stored.read_match(match.game, data, grognard.FastDice("other dice"))
        assert bots.reply(bots.make("captain", GAME, side, "t"), told, side) == answer


def test_what_he_is_shown_offers_regions_that_accept_the_same() -> None:
    match, kinds = start(SCENARIOS[0], "beside"), set()
    for number, (side, shown, _) in enumerate(decisions(match, ("captain", "captain"), "b")):
        if number > 120:
            break
        offered = match.options(side)
        assert [option.text for option in shown.options(side)] == [option.text for option in offered]
        for ours, theirs in zip(shown.options(side), offered, strict=True):
            if isinstance(ours, Region) and isinstance(theirs, Region):
                assert ours is not theirs
                answer = ours.sample(random.Random(number))
                assert theirs.accepts(answer)
                assert ours.as_data() == theirs.as_data()
                kinds.add(type(ours).__name__)
    assert kinds == {"StepRegion", "GotoRegion", "RideRegion"}


class Parley(Rest):
    """A question that nobody has taught him."""


def test_a_question_without_doctrine_gets_the_first_option() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 700, 1800)}).open(Parley())
    assert t.asked == "Parley"
    first = t.match.options("french")[0].text
    assert bots.answer(bots.make("captain", GAME, "french", "x"), t.match, "french") == first


def answered(t: Table, name: str) -> str:
    """What the captain does with a unit that is being moved."""
    return bots.answer(bots.make("captain", GAME, "french", "x"), t.moving(name).match, "french")


def test_a_shaken_line_is_charged_and_a_fresh_one_is_not() -> None:
    column = U(900, 300, formation="column")
    assert not answered(Table({"A-1": column, "B-1": U(900, 400, 1800)}), "A-1").startswith("charge")
    assert answered(Table({"A-1": column, "B-1": U(900, 400, 1800, pm=4)}), "A-1") == "charge B-1"


def test_skirmishers_are_driven_off() -> None:
    t = Table({"A-1": U(900, 300, formation="column"), "B-1": U(900, 400, 1800, "rifles", "open")})
    assert answered(t, "A-1") == "charge B-1"


def test_infantry_in_the_open_squares_before_heavy_cavalry() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 500, 1800, "heavy_cav")})
    assert answered(t, "A-1") == "form square"
    t = Table({"A-1": U(900, 300), "B-1": U(900, 500, 1800, "heavy_cav"), "B-2": U(900, 380, 1800)})
    assert answered(t, "A-1") != "form square"


def test_guns_are_stormed_rather_than_faced() -> None:
    battery = U(900, 390, 1800, "foot_art_medium", "unlimbered", bases=3)
    assert answered(Table({"A-1": U(900, 300), "B-1": battery}), "A-1") == "charge B-1"


def looks(t: Table) -> Field:
    """The field as the captain sees it."""
    t.moving("A-1")
    return Field(bots.shown(t.match, "french"), "french", "x")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (U(900, 300), U(900, 300, 1800)),
        (U(900, 300, formation="column"), U(900, 300, 1800, klass="elite")),
        (U(900, 300, 0, "cuirassiers"), U(900, 300, 1800, "lancers")),
        (U(900, 300, 0, "light_cav"), U(900, 300, 1800)),
        (U(900, 300), U(900, 300, 1800, "foot_art_light", "unlimbered", bases=2)),
        (U(900, 300), U(900, 300, 1800, "light_inf", "open")),
        (U(900, 300, bases=2), U(900, 300, 1800, "rifles", "open", bases=3)),
        (U(900, 300, 0, "light_inf", "open"), U(900, 300, 1800, "rifles", "open")),
        (U(900, 300), U(900, 300, 1800, formation="square")),
    ],
)
def test_8_2_the_captain_foresees_how_many_bases_will_meet(one: U, other: U) -> None:
    t = Table({"A-1": one, "B-1": other})
    field, (u, v) = looks(t), (t.u("A-1"), t.u("B-1"))
    charged = reckon.blow(field, u, v, field.unit(u).pm, charging=True)
    answered = reckon.blow(field, v, u, field.unit(v).pm, charging=False)
    t.contact("A-1", "B-1")
    t.unit("A-1").ran, t.unit("A-1").impetus = 100, t.s.info(u).cavalry
    assert charged == melee.blows(t.s, u)[0][1].total
    assert answered == melee.blows(t.s, v)[0][1].total


def test_7_7_he_reckons_the_fire_of_a_range_still_to_be_reached() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 385, 1800)})
    field, (u, v) = looks(t), (t.u("A-1"), t.u("B-1"))
    assert reckon.shot(field, u, v, 70) == fire.fire_of(t.s, Shot(u, v, fire.muzzle_count(t.s, u))).total
    assert reckon.shot(field, u, v, 34) > reckon.shot(field, u, v, 70)


def test_12_2_a_captain_leads_his_whole_army_to_one_area() -> None:
    match = start("crossroads", "one")
    for _ in decisions(match, ("captain", "captain"), "one"):
        if match.state.turn == 4:
            break
    foot = [match.state.info(u) for u in match.state.own(0) if match.state.info(u).infantry]
    assert {match.state.commands[info.command].objective for info in foot} == {0}


def test_a_place_is_weighed_on_a_field_that_is_left_as_it_was() -> None:
    match = start("crossroads", "one")
    field = Field(bots.shown(match, match.to_act[0]), match.to_act[0], "")
    u = field.own[0]
    before = field.s.facts()
    with field.standing(u, pose(field.s, u)._replace(x=700, y=500, facing=900)):
        assert field.place(u) == (700, 500)
    assert field.s.facts() == before


def looking(t: Table) -> Field:
    """The field as the French captain sees it now."""
    return Field(bots.shown(t.match, "french"), "french", "x")


def test_the_line_bends_round_the_enemies_on_the_objective() -> None:
    row = {f"A-{n}": U(500 + 200 * n, 300, formation="column") for n in (1, 2, 3)}
    field = looking(Table({**row, "B-1": U(900, 600, 1800), "B-2": U(1050, 640, 2400)}).moving("A-1"))
    found = {u: place for u in field.own if (place := posts.post(field, u)).foe != NOBODY}
    assert {place.foe for place in found.values()} == set(field.enemies)
    assert len({round(place.facing) for place in found.values()}) == len(found)
    for u, place in found.items():
        there = pose(field.s, u)._replace(x=round(place.x), y=round(place.y), facing=round(place.facing))
        with field.standing(u, there):
            assert footprint(field.s, u).distance(footprint(field.s, place.foe)) <= field.short_reach(u)


def test_no_more_go_against_one_enemy_off_the_objective_than_it_takes() -> None:
    row = {f"A-{n}": U(500 + 150 * n, 300, formation="column") for n in range(1, 6)}
    field = looking(Table({**row, "B-1": U(900, 750, 1800)}).moving("A-1"))
    against = [u for u in field.own if posts.post(field, u).foe == field.enemies[0]]
    assert [len(against), len({posts.post(field, u)[:2] for u in field.own})] == [2, 5]


def test_5_12_nobody_is_posted_in_houses_that_are_full() -> None:
    town = rect("settlement", 80, 40, 100, 62, "heavy")
    t = Table({"A-1": U(900, 500), "A-2": U(700, 300), "B-1": U(900, 750, 1800)}, terrain=[town]).moving("A-2")
    field = looking(t)
    assert posts.open_ground(field, t.u("A-1"), 900, 600, 0)
    assert not posts.open_ground(field, t.u("A-2"), 900, 600, 0)
    assert posts.open_ground(field, t.u("A-2"), 700, 600, 0)


@pytest.mark.parametrize(("turn", "goes"), [(5, False), (12, True)])
def test_12_2_towards_the_end_somebody_goes_to_an_area_without_troops(turn: int, goes: bool) -> None:
    units = {"A-1": U(900, 600), "A-2": U(1200, 200, formation="column"), "B-1": U(900, 1100, 1800)}
    t = Table(units, objectives=((90, 60), (140, 60)), turn=turn).moving("A-2")
    field = looking(t)
    area = claims.claimed(field, t.u("A-2"))
    assert (area is not None and area.number == 1) == goes
    assert claims.claimed(field, t.u("A-1")) is None


def test_12_1_a_point_weighs_more_before_an_army_breaks() -> None:
    fresh = looking(Table({"A-1": U(900, 300), "A-2": U(300, 300), "B-1": U(900, 700, 1800)}).moving("A-1"))
    shaken = looking(Table({"A-1": U(900, 300, pm=2), "A-2": U(300, 300), "B-1": U(900, 700, 1800)}).moving("A-1"))
    assert shaken.stakes[0] > fresh.stakes[0]
    assert shaken.stakes[1] == fresh.stakes[1]
    assert scales.weight(shaken, shaken.own[1]) > scales.weight(fresh, fresh.own[1])


def test_12_2_who_alone_holds_an_area_at_the_end_does_not_charge_away_from_it() -> None:
    units = {"A-1": U(900, 600), "B-1": U(900, 700, 1800, pm=4), "B-2": U(300, 1100, 1800), "B-3": U(1500, 1100, 1800)}
    assert answered(Table(units, turn=2), "A-1") == "charge B-1"
    assert not answered(Table(units, turn=14), "A-1").startswith("charge")


def test_6_7_skirmishers_in_musket_range_are_fired_at_and_not_chased() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 360, 1800, "light_inf", "open")})
    assert not answered(t, "A-1").startswith("charge")


def test_5_9_skirmishers_go_ahead_and_aside_without_a_wheel() -> None:
    t = Table({"A-1": U(900, 300, 0, "rifles", "open"), "B-1": U(900, 1100, 1800)}).moving("A-1")
    way = ways.find(looking(t), t.u("A-1"), ways.Goal(950, 420, 0))
    assert way is not None
    assert {leg.verb for leg in way.legs} == {"advance", "shift"}
    assert (way.end.x, way.end.y) == (950, 420)


def test_horse_waits_out_of_the_fire() -> None:
    units = {"A-1": U(900, 200, 0, "light_cav", "column"), "A-2": U(900, 300), "B-1": U(900, 420, 1800)}
    t = Table(units).moving("A-1")
    field, u = looking(t), t.u("A-1")
    there = moves.sheltered(field, u, ways.Goal(900, 350, 0))
    here = pose(field.s, u)
    assert scales.danger(field, u, here._replace(x=900, y=350)) > 0
    assert scales.danger(field, u, here._replace(x=round(there.x), y=round(there.y))) == 0


@pytest.mark.parametrize("least", [-2.0, -1.1, -1.0, -0.7, 0.3])
def test_a_place_is_put_down_only_where_it_cannot_outweigh_the_best_so_far(least: float) -> None:
    units = {"A-1": U(900, 300), "A-2": U(760, 300), "B-1": U(900, 400, 1800), "B-2": U(1060, 420, 1800)}
    t = Table(units).moving("A-1")
    field, u = looking(t), t.u("A-1")
    scale, here = scales.Scales(field, u, field.foes), pose(t.s, u)
    places = [here._replace(x=x, y=y) for x in (860, 900, 960) for y in (250, 300, 340, 365)]
    for place in places:
        whole, found = scale.weigh(place), scale.weigh(place, least)
        assert (found > least) == (whole > least)
        assert found == whole or found <= least
    assert len({scale.weigh(place) > least for place in places}) == (2 if -1.2 < least < -0.6 else 1)


def test_what_an_enemy_aims_at_is_told_from_where_the_unit_stands() -> None:
    units = {"A-1": U(900, 300), "A-2": U(900, 340), "B-1": U(900, 420, 1800)}
    t = Table(units).moving("A-1")
    field, u, f = looking(t), t.u("A-1"), t.u("B-1")
    with field.standing(u, pose(t.s, u)._replace(y=370)):  # before his friend
        assert len(scales.drawn(field, f, u)) == 1
    assert field.unit(u).y == 300
