"""After the game: the story told is the story of the record, and its numbers add up."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

import grognard
import walks
from grognard.games.russia1812.rules.victory import score
from grognard.games.russia1812.table.chronicle import Story
from grognard.games.russia1812.table.luck import KINDS, Audit, look
from grognard.games.russia1812.world.world import SIDES
from grognard.kernel.frame import Event
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from grognard.kernel.wire import Chronicle, LuckRow
from toolkit1812 import Table

SUCCESS = {
    "orders": "order_go",
    "support": "support_comes",
    "forage_failures": "forage_failed",
    "cossack_hits": "cossacks_strike",
    "commanders_lost": "commander_lost",
}


def played(seed: str, edition: int = 2) -> Match:
    match = grognard.start("russia1812", options={"edition": edition}, seed=f"chronicle/{seed}")
    for _ in walks.walk(match, walks.lively, random.Random(seed)):
        pass
    return match


@pytest.fixture(scope="module", params=[("a", 2), ("b", 2), ("c", 1)], ids=str)
def finished(request: Any) -> tuple[Match, Chronicle]:
    match = played(*request.param)
    return match, match.game.chronicle(match)


def rows(found: Chronicle) -> dict[tuple[str, str], LuckRow]:
    return {(row.id, row.side): row for row in found.luck}


def test_series_go_from_the_first_turn_to_the_end(finished: tuple[Match, Chronicle]) -> None:
    match, found = finished
    series = found.series
    turns = [event.args[0] for _, event in match.log() if event.key == "turn"]
    assert series["turns"] == [*turns, turns[-1]]
    for side in SIDES:
        assert all(len(values) == len(series["turns"]) for values in series[side].values())
        assert series[side]["points"][-1] == match.outcome.score[side]  # type: ignore[union-attr]
        assert all(
            r <= u and s <= u
            for u, r, s in zip(*[series[side][m] for m in ("units", "ready", "supplied")], strict=True)
        )
    pieces = [unit for unit in match.view(None)["units"] if unit["kind"] != "commander"]
    for side in SIDES:
        assert series[side]["units"][-1] == sum(unit["side"] == side for unit in pieces)
        assert series[side]["ready"][-1] == sum(
            unit["side"] == side and "disrupted" not in unit["flags"] for unit in pieces
        )


def test_series_start_with_the_armies_as_they_deployed(finished: tuple[Match, Chronicle]) -> None:
    series = finished[1].series
    assert (series["french"]["units"][0], series["russian"]["units"][0]) == (45, 27)
    assert (series["french"]["points"][0], series["russian"]["points"][0]) == (5, 26)


def test_every_die_is_audited_once(finished: tuple[Match, Chronicle]) -> None:
    match, found = finished
    dice = [die for line in match.record.lines for die in line.dice]
    assert found.dice == len(dice) == sum(row.dice for row in found.luck_verdict)
    for row in found.luck:
        assert row.rolled >= 0
        assert 0 <= row.expected <= 6 * row.tries
        assert (row.better > 0) == (KINDS[row.id][1] * (row.rolled - row.expected) > 0.049) or abs(
            row.rolled - row.expected
        ) < 0.1


def test_the_audit_counts_what_the_log_tells(finished: tuple[Match, Chronicle]) -> None:
    match, found = finished
    events = [event for _, event in match.log()]
    table = rows(found)
    for kind, key in SUCCESS.items():
        counted = sum(row.rolled for (name, _), row in table.items() if name == kind)
        assert counted == sum(event.key == key for event in events)
    combats = [event for event in events if event.key == "combat"]
    pips = sum(row.rolled for (name, _), row in table.items() if name == "combat_pips")
    assert pips == sum(event.args[3] + event.args[5] for event in combats)
    assert sum(row.expected for (name, _), row in table.items() if name == "combat_pips") == 7 * len(combats)
    struck = sum(row.rolled for (name, _), row in table.items() if name == "hits_back")
    assert struck == sum(event.args[3] for event in events if event.key == "hits")


def test_the_score_is_explained(finished: tuple[Match, Chronicle]) -> None:
    match, found = finished
    lines = found.score.rows
    assert tuple(lines[-1][1:]) == score(match.state)  # type: ignore[arg-type]
    for side in (1, 2):
        assert sum(int(line[side] or 0) for line in lines[:-1]) == lines[-1][side]
    assert str(match.outcome.score["russian"]) in found.headline  # type: ignore[union-attr]


def test_turning_points_stand_in_the_log(finished: tuple[Match, Chronicle]) -> None:
    match, found = finished
    told = {(n, match.say(event)) for n, event in match.log()}
    dramatic = [event for _, event in match.log() if event.key in ("decisive", "capital_taken", "capital_left")]
    points = found.turning_points
    assert len(points) >= min(len(dramatic), 5)
    assert [point.n for point in points] == sorted(point.n for point in points)
    for point in points:
        assert (point.n, point.text) in told or "hands" in point.text
        assert point.side in SIDES
        assert point.title.startswith(f"Turn {point.turn}")


def test_the_story_is_told_in_italian_too(finished: tuple[Match, Chronicle]) -> None:
    match, english = finished
    italian = match.game.chronicle(match, "it")
    assert italian.series == english.series
    assert [row.rolled for row in italian.luck] == [row.rolled for row in english.luck]
    for language, found in zip(LANGUAGES, (english, italian), strict=True):
        texts = [row.label for row in found.luck] + [row.text for row in found.luck_verdict]
        texts += [chart.title for chart in found.charts] + [found.headline, found.caption, found.text]
        assert all(text and "{" not in text for text in texts)
        assert not set(texts) & set(match.game.words.messages[language])


def test_telling_changes_nothing_and_an_unfinished_game_can_be_told() -> None:
    match = grognard.start("russia1812", seed="chronicle/open")
    for n, _ in enumerate(walks.walk(match, walks.lively, random.Random("open"))):
        if n == 200:
            break
    before = match.fingerprint
    found = match.game.chronicle(match)
    assert match.fingerprint == before
    assert found.headline == "The campaign goes on"
    assert found.decisions == 200


def test_taken_back_actions_are_left_out() -> None:
    match = grognard.start("russia1812", seed="chronicle/undo")
    side = match.to_act[0]
    plan = match.game.face(match.state, SIDES.index(side), "en").shortcuts()[0].actions
    match.play(side, plan[0])
    match.undo(side)
    for action in plan:
        match.play(side, action)
    assert match.game.chronicle(match).decisions == len(plan)


# the forecast


@pytest.mark.rules("10.2", "11.8")
def test_the_forecast_adds_up() -> None:
    looked = 0
    match = grognard.start("russia1812", seed="forecast")
    for side, action in walks.walk(match, walks.lively, random.Random("forecast")):
        if action.verb not in ("attack", "commit"):
            continue
        who = SIDES.index(side)
        plain = match.odds(side, action)
        given = {unknown.name: min(1, unknown.most) for unknown in plain.unknowns} if plain else {}
        found = match.game.face(match.state, who, "en").forecast(action, given)
        odds = match.odds(side, action, **given)
        assert (found is None) == (odds is None)
        if found is None:
            continue
        assert abs(sum(bar.chance for bar in found.bars) - 1) < 1e-9
        assert found.by_cc == [float(chance) for chance in odds.go_by_cc]
        assert all(bar.label and not bar.label.startswith("forecast.") for bar in found.bars)
        if odds.difference:
            base = [sum(term[2] for term in terms) for terms in (odds.attack, odds.defence)]
            shown = [
                sum(int(getattr(row, role)) for row in found.rows[:-1] if getattr(row, role) and row.rule[:2] == "11")
                for role in ("attack", "defence")
            ]
            assert shown == base
        looked += 1
    assert looked > 20


def test_a_forecast_in_words() -> None:
    t = Table({"F-III-I1": "2108", "F-III-I2": "2108", "F-NEY": "2108", "R-1I-I1": "2008"}, cc=(4, 3)).combat()
    action = t.match.game.lexicon.parse("attack 2108 2008")
    found = t.match.game.face(t.s, 0, "en").forecast(action, {"cc": 2})
    assert found is not None
    assert found.title == "2108 attacks Kowno"
    rules = {row.label: (row.rule, row.attack, row.defence) for row in found.rows}
    assert rules["undisrupted units"] == ("11.3", 2, 1)
    assert rules["across a river"] == ("11.4", "-3", None)
    assert rules["Before the dice"] == ("11.8", "1", "1")
    assert found.text.startswith("Goes ahead 67%.")
    ours, theirs = found.hosts or []
    assert (ours.name, ours.pieces, ours.note) == ("Ney, 2108", ["F-NEY", "F-III-I1", "F-III-I2"], "2 of 4 commands")
    assert (theirs.side, theirs.pieces, theirs.spent, theirs.held) == ("russian", ["R-1I-I1"], 0, 3)
    assert t.match.game.face(t.s, 0, "en").forecast(t.match.game.lexicon.parse("decline"), {}) is None


# the Advanced game


@pytest.mark.parametrize(
    ("card", "turn", "phase", "event", "die", "kind", "side", "expected"),
    [
        (29, 9, 7, Event("cossacks_strike", (0, 0, 4)), 4, "cossack_hits", 1, Fraction(3, 6)),
        (0, 9, 7, Event("cossacks_miss", (0, 0, 4)), 4, "cossack_hits", 1, Fraction(2, 6)),
        (2, 5, 1, Event("forage_failed", (0, 4, 3)), 4, "forage_failures", 0, Fraction(4, 6)),
        (0, 5, 1, Event("forage_found", (0, 4, 3)), 4, "forage_failures", 0, Fraction(3, 6)),
    ],
)
def test_16_1_luck_knows_what_cards_add_to_a_die(card, turn, phase, event, die, kind, side, expected):
    t = Table({"F-III-I1": "0617"}, turn=turn, options={"advanced": True})
    t.s.affairs.laid, t.s.phase = [0, card], phase
    audit = Audit(2)
    audit.turn = turn
    audit.read(t.s, event, [look(t.s, die)])
    count = audit.counts[kind, side]
    assert (count.tries, count.expected) == (1, expected)
    assert count.rolled == (event.key in ("cossacks_strike", "forage_failed"))


@pytest.mark.parametrize("more", ["two_year", "optional_15_1"])
def test_every_die_of_the_advanced_game_is_told_of(more, monkeypatch):
    left = []
    tell = Story._tell

    def watch(self, number, events):
        tell(self, number, events)
        left.extend(self.witness.seen)

    monkeypatch.setattr(Story, "_tell", watch)
    match = grognard.start("russia1812", options={"advanced": True, more: True}, seed="chronicle/advanced")
    for _ in walks.walk(match, walks.lively, random.Random("advanced")):
        pass
    assert match.game.chronicle(match).luck
    assert left == []
