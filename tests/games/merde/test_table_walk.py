"""The table beside a battle that is played: words for everything, long answers that are legal, no secrets told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from msgspec import to_builtins

from grognard.games.merde.game import GAME
from grognard.games.merde.table.margins import EVENT_RULES
from grognard.games.merde.world.lexicon import SIDES
from grognard.games.merde.world.state import Battle
from grognard.kernel import rulebook
from grognard.kernel.match import Match, begin
from grognard.kernel.wire import Hidden, Plan
from told import told

pytestmark = pytest.mark.slow

SHORT = ("as_ordered", "follow", "deal_all", "rally_all", "skirmish_all", "best_shots", "best_shot", "as_scenario")


def played(
    scenario: str, options: tuple[tuple[str, object], ...], steps: int, seed: str
) -> Iterator[tuple[Match, str]]:
    """A battle by shortcuts where there are some and by chance elsewhere; yields before every answer."""
    match = begin(GAME, GAME.set_up(scenario, dict(options)), seed)
    chance = Random(seed)
    for _ in range(steps):
        if match.outcome is not None:
            return
        side = match.to_act[0]
        yield match, side
        cuts = [cut for cut in GAME.face(match.state, SIDES.index(side), "en").shortcuts() if cut.id in SHORT]
        if cuts and chance.random() < 0.8:
            for text in cuts[0].actions:
                match.play(side, text)
            continue
        offers = list(match.options(side))
        verbs = {"Orders": ("done",), "Movement": ("done", "stay", "halt"), "FireStep": ("fire", "charge")}
        liked = [a for a in offers if a.verb in verbs.get(match.decision(side).name, ())]  # type: ignore[union-attr]
        match.play(side, chance.choice(liked or offers))


GAMES = [
    ("teaching_mill_road", (), "words"),
    ("maida_1806", (("fog_of_war", True),), "fog"),
    ("teaching_mill_road", (("deployment", "free"), ("weather", "rain")), "rain"),
]


@pytest.mark.parametrize(("scenario", "options", "seed"), GAMES)
def test_everything_on_the_table_has_words_in_both_languages(
    scenario: str, options: tuple[tuple[str, object], ...], seed: str
) -> None:
    keys = tuple(f"{name}." for name in {key.split(".")[0] for key in GAME.words.messages["en"]})
    asked = set()
    for match, side in played(scenario, options, 260, seed):
        who = SIDES.index(side)
        question = match.decision(side)
        assert question is not None
        asked.add(question.name)
        for language in ("en", "it"):
            texts = [question.ask(language), *GAME.face(match.state, who, language).crumbs()]
            texts += [GAME.face(match.state, who, language).describe(action).label for action in question.options[:40]]
            texts += [cut.label for cut in GAME.face(match.state, who, language).shortcuts()[:5]]
            shown = GAME.face(match.state, who, language).stage()
            if shown is not None:
                texts += [shown.title, *([shown.last.text] if shown.last else [])]
            for text in texts:
                assert text, question.name
                assert not text.startswith(keys), (question.name, text)
                assert "{" not in text, (question.name, text)
    assert {"Orders", "Movement"} <= asked


@pytest.mark.parametrize(("scenario", "options", "seed"), GAMES[:2])
def test_the_log_is_made_of_sentences(scenario: str, options: tuple[tuple[str, object], ...], seed: str) -> None:
    last = None
    for match, _ in played(scenario, options, 260, seed):
        last = match
    assert last is not None
    for language in ("en", "it"):
        for _, event in last.log():
            text = last.say(event, language)
            assert not text.startswith("event."), event
            assert "{" not in text, event


@cache
def _fights() -> tuple[tuple[Match, str], ...]:
    return tuple(
        (match.copy(), side)
        for match, side in played("teaching_mill_road", (), 300, "words")
        if match.state.clash is not None
    )  # type: ignore[attr-defined]


def test_26_3_the_stage_shows_faces_to_their_owner_alone() -> None:
    fights = _fights()
    assert fights
    for match, _ in fights:
        state = match.state
        assert isinstance(state, Battle)
        for who in (-1, 0, 1):
            shown = GAME.face(state, who, "en").stage()
            assert shown is not None
            for party in shown.parties:
                assert bool(party.hand) == (who >= 0 and party.side == SIDES[who] and party.count > 0)


def test_28_1_the_stage_adds_up() -> None:
    sums = 0
    for match, _ in _fights():
        shown = GAME.face(match.state, -1, "en").stage()
        if shown is None or shown.last is None:
            continue
        rows = {row.label: row.values for row in shown.last.rows}
        for column, total in enumerate(rows.pop("total")):
            assert total == sum(int(values[column] or 0) for values in rows.values())
            sums += 1
    assert sums > 3


def test_forecasts_add_up_to_one() -> None:
    seen = set()
    for match, side in played("maida_1806", (), 200, "a"):
        who = SIDES.index(side)
        for action in match.options(side)[:12]:
            found = GAME.face(match.state, who, "en").forecast(action, {})
            if found is not None:
                seen.add(found.rule)
                assert sum(bar.chance for bar in found.bars) == pytest.approx(1)
    assert {"28.6", "29.4", "24.5"} <= seen


def test_overlays_name_squares_of_the_field_and_hide_what_is_hidden() -> None:
    for n, (match, side) in enumerate(played("maida_1806", (("fog_of_war", True),), 200, "fog")):
        if n % 10:
            continue
        state = match.state
        assert isinstance(state, Battle)
        who = SIDES.index(side)
        found = GAME.face(state, who, "en").overlays()
        laid = to_builtins(found)
        assert set(laid) == {"command", "zoc", "arcs", "orders", "guns", "asked", "fight"}
        known = GAME.scene(match.setup, "en").places or {}
        for overlay in laid.values():
            for area in overlay["areas"]:
                assert set(area["places"]) <= set(known)
        units = {unit["id"]: unit for unit in match.view(side)["units"]}
        for piece in state.alive(1 - who):
            if state.pieces[piece].hidden:
                name = f"B{piece - 79}" if who == 0 else f"A{piece + 1}"
                assert name not in units
        json.dumps(laid)


def test_16_2_sight_from_a_square_names_what_hides() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "sight")
    found = GAME.face(match.state, 0, "en").sight("0808")
    assert found is not None
    assert "0813" in found.seen
    screened = Hidden(by=["0709", "0710", "0610"], text="Hidden behind Mill knoll.", rule="16.2")
    assert found.hidden["0611"] == screened
    assert found.hidden["0814"].rule == "16.1"
    assert GAME.face(match.state, 0, "en").sight("9999") is None


def test_written_plans_are_arrows_for_their_owner_alone() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "arrows")
    for action in ("done", "done"):
        for side in SIDES:
            match.play(side, action)
    match.play("army_a", "plan A2")
    for action in ("step 0806", "step 0807", "halt"):
        match.play("army_a", action)
    assert match.view("army_a")["routes"] == [{"path": ["0805", "0806", "0807"], "style": "side:army_a", "arrow": True}]
    assert match.view("army_b")["routes"] == []
    assert match.view(None)["routes"] == []


def test_15_1_changes_are_shown_as_the_troops_would_stand() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "arrows")
    for action in ("done", "done"):
        for side in SIDES:
            match.play(side, action)
    match.play("army_a", "plan A2")
    shown = {a.text: told(GAME.face(match.state, 0, "en").describe(a)) for a in match.options("army_a")}
    assert shown["front east"]["picture"] == "A2.attack.east"
    assert shown["form square"]["picture"] == "A2.square.north"
    assert shown["stay"]["primary"]
    assert not shown["stay"]["picture"]


def test_25_3_the_stage_is_cleared_when_the_troops_move_again() -> None:
    seen = set()
    for match, _ in played("teaching_mill_road", (), 300, "words"):
        s = match.state
        assert isinstance(s, Battle)
        shown = GAME.face(s, 0, "en").stage()
        if s.clash is None and s.tale and s.agenda:
            moves = type(s.agenda[-1]).__name__ == "Movement"  # generals ride before number 1, in the phase of command
            seen.add(2 if moves else s.phase)
            assert (shown is None) == (moves or s.phase in (2, 3, 4))
            assert shown is None or shown.over
    assert {1, 2} <= seen


def test_20_4_every_march_on_offer_is_legal() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "marches")
    for action in ("done", "done"):
        for side in SIDES:
            match.play(side, action)
    for piece in ("plan A2", "plan A6"):
        match.play("army_a", piece)
        plans = [told(cut) for cut in GAME.face(match.state, 0, "en").shortcuts() if isinstance(cut, Plan)]
        assert plans
        for plan in plans:
            twin = match.copy()
            for text in plan["actions"]:
                twin.play("army_a", text)
        match.play("army_a", "stay")


def test_3_3_a_battle_plan_can_be_finished_as_the_scenario_has_it() -> None:
    match = begin(GAME, GAME.set_up("maida_1806", {"deployment": "free"}), "plan")
    for who, side in enumerate(SIDES):
        match.play(side, "own")
        while side in match.to_act and match.decision(side).name == "BattlePlan":  # type: ignore[union-attr]
            cut = next(cut for cut in GAME.face(match.state, who, "en").shortcuts() if cut.id == "as_scenario")
            for text in cut.actions:
                match.play(side, text)
    state = match.state
    assert isinstance(state, Battle)
    for piece in (*state.world.roster[0], *state.world.roster[1]):
        assert set(state.pieces[piece].squares) == set(state.world.stock(piece).squares)


def test_a_click_on_a_dark_square_gets_a_reason() -> None:
    match = begin(GAME, GAME.set_up("teaching_mill_road", {}), "why")
    for action in ("done", "done"):
        for side in SIDES:
            match.play(side, action)
    match.play("army_a", "plan A2")
    for square, rule in (("0804", "18.2"), ("1205", "14.2"), ("0508", "14.2")):
        meant = GAME.face(match.state, 0, "en").about(square)
        assert [refusal.rule for refusal in match.why_not("army_a", meant[0])] == [rule]
    assert GAME.face(match.state, 0, "en").about("9999") == []


def test_the_story_after_the_battle() -> None:
    last = None
    for match, _ in played("teaching_mill_road", (), 3000, "story"):
        last = match
    assert last is not None
    assert last.outcome is not None
    for language in ("en", "it"):
        told = GAME.chronicle(last, language)
        assert told.series["turns"][0] == 1
        assert told.turning_points
        assert told.luck
        assert all(line.values for chart in told.charts for line in chart.lines)
        strength = told.series["army_a"]["strength"]
        assert strength[0] >= strength[-1]
        assert not any(point.text.startswith("event.") for point in told.turning_points)


def test_every_event_cites_a_paragraph_that_exists() -> None:
    assert set(EVENT_RULES.values()) <= {paragraph.number for paragraph in rulebook.read(GAME.package)}
