"""Scene, overlays, odds, tables, log lines and report."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from msgspec import to_builtins

import grognard
from grognard import games
from grognard.games.tabletop.game import Tabletop
from grognard.games.tabletop.table.chronicle import Story
from grognard.games.tabletop.world.data import SCENARIOS
from grognard.kernel.action import Region
from grognard.kernel.face import Focus
from grognard.kernel.frame import Event
from grognard.kernel.match import Match
from grognard.kernel.wire import Forecast, TableRow
from toolkit_tabletop import Table, U

LANGUAGES = ("en", "it")


def game() -> Tabletop:
    found = games.load("tabletop")
    assert isinstance(found, Tabletop)
    return found


def plain_answer(match: Match, who: str) -> str:
    """Straight ahead; charge, fire and fight where it can be done."""
    options = match.options(who)
    for region in options:
        if isinstance(region, Region) and region.verb == "advance" and region.as_data()["max"] >= 20:
            return str(region.as_data()["examples"][0])
    texts = [option.text for option in options if not isinstance(option, Region)]
    for verb in ("charge", "fire", "fight", "move"):
        if found := [text for text in texts if text.split()[0] == verb]:
            return found[0]
    calm = ("pass", "done", "stay", "hold", "end", "stand", "halt")
    return next((text for text in texts if text.split()[0] in calm), texts[0])


@cache
def fought() -> Match:
    """A battle played to its end by a plain rule."""
    match = grognard.start("tabletop", "crossroads", {}, "marengo")
    while match.outcome is None:
        match.play(match.to_act[0], plain_answer(match, match.to_act[0]))
    return match


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_scene_has_ground_units_and_colours(scenario: str, language: str) -> None:
    scene = to_builtins(game().scene(game().set_up(scenario, {}), language))
    assert (scene["kind"], scene["width"], scene["height"]) == ("plane", 1800, 1200)
    assert all(len(area["outline"]) >= 4 for area in scene["terrain"])
    sides = {facts["side"] for facts in scene["pieces"].values()}
    assert sides == set(game().sides) == set(scene["palette"]["sides"])
    assert all(facts["name"] and "kind." not in facts["text"] for facts in scene["pieces"].values())


def test_armies_bear_the_names_of_their_battle() -> None:
    names = [game().army_name(game().set_up(name, {}), "coalition", "en") for name in SCENARIOS]
    assert names == ["Austrians", "British and Portuguese"]


def test_overlays_tell_own_arcs_from_those_of_the_enemy() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 600, 1800)})
    assert [area.style for area in game().face(t.s, 0, "en").overlays().arcs.areas] == ["legal", "threat"]
    spectator = game().face(t.s, -1, "en").overlays().arcs.areas
    assert [area.style for area in spectator] == ["side:french", "side:coalition"]


def test_orders_are_arrows_to_their_objectives() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 600, 1800)})
    lines = game().face(t.s, 0, "en").overlays().orders.lines
    assert [line.path[1] for line in lines] == [[900, 600], [900, 600]]
    assert lines[0].label == "A1: Forward to the objective"


def test_strength_counts_morale_points() -> None:
    t = Table({"A-1": U(900, 300, pm=5), "B-1": U(900, 600, 1800)})
    assert [area.label for area in game().face(t.s, 0, "en").overlays().strength.areas] == ["5/8 morale", "8/8 morale"]


def forecast(t: Table, side: int, action: str, language: str = "en") -> Forecast:
    found = game().face(t.s, side, language).forecast(game().lexicon.parse(action), {})
    assert found is not None
    return found


def test_a_fire_is_told_with_every_modifier_and_exact_chances() -> None:
    t = Table({"A-1": U(900, 300, klass="veteran"), "A-2": U(300, 300), "B-1": U(900, 340, 1800, pm=4)}).fire()
    found = forecast(t, 0, "fire B-1")
    told = {row.label: row.attack for row in found.rows}
    assert told == {
        "Base value": "10",
        "veteran": "+3",
        "infantry at short range": "+5",
        "Bases that count": "× 4",
        "Chance of a loss": "72%",
    }
    assert [(bar.label, bar.chance) for bar in found.bars] == [("0 morale lost", 0.28), ("1 morale lost", 0.72)]
    morale = found.more[0]
    assert morale.title == "Morale of B-1"
    assert sum(bar.chance for bar in morale.bars) == pytest.approx(1)


def test_a_charge_is_told_for_both_sides() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 480, 1800)}).moving("A-1")
    found = forecast(t, 0, "charge B-1")
    assert found.heads == ["A-1", "B-1"]
    assert sum(bar.chance for bar in found.bars) == pytest.approx(1)
    assert any(row.label == "heavy cavalry" and row.attack == "+15" for row in found.rows)
    assert "B-1 may fire at it" in found.text


def test_a_single_die_has_two_ends() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, brigadiers=True)
    general = t.world.army_general(0)
    t.s.generals[general].x = t.s.generals[general].y = 100
    found = forecast(t.orders("french"), 0, "order A1 attack O1", "it")
    assert [(bar.label, bar.chance) for bar in found.bars] == [
        ("L'ordine arriva", 0.6),
        ("L'ordine va perso per questo turno", 0.4),
    ]


def test_what_is_no_gamble_has_no_odds() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    assert game().face(t.s, 0, "en").forecast(game().lexicon.parse("end"), {}) is None


def test_tables_hold_rosters_commands_points_and_steps() -> None:
    t = Table({"A-1": U(900, 300, pm=5), "B-1": U(900, 600, 1800)})
    t.unit("A-1").disordered = True
    tables = {table.id: table for table in game().face(t.s, 0, "en").sidebar().tables}
    brigade, unit = tables["roster_french"].rows
    assert brigade[0] == "A1, A-1"  # [3.2] by its general; where it has none, by its troops
    assert unit == ["1 · A-1", "5/8", "line, disordered"]
    assert tables["commands"].rows[0][1] == "Forward to the objective"
    assert [row[2] for row in tables["points"].rows] == ["3", "3", "6"]
    assert len(tables["steps"].rows) == 12
    assert tables["points"].mark == 2
    assert tables["commands"].about[0] == TableRow(side="french", places=["A-1"], now=False)


def test_the_bar_says_who_is_first_and_how_near_an_army_is_to_breaking() -> None:
    t = Table({"A-1": U(900, 300, pm=5), "B-1": U(900, 600, 1800)})
    t.s.phase, t.s.first = 6, 1
    clock = game().face(t.s, -1, "en").clock()
    assert (clock.phase_name, clock.turn, len(clock.turns)) == ("First phase", 2, 14)
    assert game().face(t.s, 0, "en").side_note(0) == "37% lost, breaks at 50%"


def test_a_log_line_points_at_units_dice_and_rule() -> None:
    found = game().focus(Event("fire", ("crossroads/A-1", "crossroads/B-2", 45, 61, 0)))
    assert found == Focus(places=["A-1", "B-2"], side="french", rule="7.1", dice=[61], faces=100)
    assert game().focus(Event("fire", ("crossroads/B-1", "crossroads/A-2", 100, 0, 1))).dice == []
    melee = game().focus(Event("melee", (("crossroads/A-1", "crossroads/B-1"), 1)))
    assert melee.places == ["A-1", "B-1"]


def test_every_rule_of_an_event_is_a_paragraph() -> None:
    from grognard.games.tabletop.table.margins import RULE_OF_EVENT
    from grognard.kernel import rulebook

    numbers = {paragraph.number for paragraph in rulebook.read(game().package, "en")}
    assert set(RULE_OF_EVENT.values()) <= numbers
    told = {key.removeprefix("event.") for key in game().words.messages["en"] if key.startswith("event.")}
    assert told - {"phase", "logged", "new_rules", "resigned", "settled"} == set(RULE_OF_EVENT)


# afterwards


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_tells_the_battle(language: str) -> None:
    match = fought()
    report = game().chronicle(match, language)
    outcome = match.outcome
    assert outcome is not None
    assert report.score.total[1:] == [str(outcome.score[side]) for side in match.sides]
    assert report.series["french"]["points"][-1] == outcome.score["french"]
    assert [chart.id for chart in report.charts] == ["strength", "units", "points"]
    assert report.turning_points
    assert not [point for point in report.turning_points if "event." in point.text]
    assert report.dice == sum(len(line.dice) for line in match.record.lines) + len(match.record.opening)


def test_luck_is_counted_against_what_was_to_be_expected() -> None:
    story = Story(fought())
    fire = story.audit.counts["fire", 0]
    shots = [event.args for _, event in fought().log() if event.key == "fire" and "/A-" in str(event.args[0])]
    assert fire.tries == len(shots) > 0
    assert fire.rolled == sum(int(str(args[4])) for args in shots)
    assert fire.expected == sum(Fraction(int(str(args[2])), 100) for args in shots)


def test_the_log_calls_the_armies_by_their_names() -> None:
    match = grognard.start("tabletop", "crossroads", seed="names")
    while not any(event.key == "initiative_die" for _, event in match.log(None)):
        side = match.to_act[0]
        match.play(side, next(a for a in match.options(side) if a.text in ("pass", "done")))
    said = [match.say(event, "en") for _, event in match.log(None) if event.key == "initiative_die"]
    assert [text.partition(":")[0] for text in said] == ["Initiative, French", "Initiative, Austrians"]
