"""Counsel: what a bot would do and why, in words and with true numbers; what it is up to; and nobody's secrets."""

from __future__ import annotations

import ast
import random
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import grognard
import walks
from grognard import bots
from grognard.bots.counsel import Counsel, counsel, sentence, told
from grognard.bots.doctrine import GAMBLE, Doctrine, Mind
from grognard.bots.intents import intents
from grognard.kernel.i18n import read
from grognard.kernel.match import Match

BOTS = {"russia1812": "marshal", "vanguard": "colonel", "merde": "general", "tabletop": "captain"}
SOURCES = Path(bots.__file__).parent
STEPS = 240  # of a walk
EVERY = 40  # of them counsel is taken
BY_HAND = ("goto", "advance", "wheel", "shift")  # verbs of the open table with places and angles
FIRST = {variant.game + variant.scenario: variant for variant in reversed(walks.variants()) if variant.game in BOTS}


def bot_of(match: Match, side: str) -> Any:
    return bots.make(BOTS[match.game.id], match.game.id, side, "counsel")


def advice(match: Match, side: str) -> Counsel:
    """What the bot would do for a side, which is shown what it may know."""
    found = counsel(bot_of(match, side), bots.shown(match, side), side)
    assert found is not None
    return found


def until(game: str, key: str, seed: str = "counsel", **options: Any) -> tuple[Match, str, tuple[Any, ...]]:
    """A game between bots, to the first counsel with a certain reason: the match, the side, and what it names."""
    match = grognard.start(game, None, options, seed=seed)
    players = {side: bot_of(match, side) for side in match.sides}
    while match.outcome is None:
        side = match.to_act[0]
        answer = bots.answer(players[side], match, side)
        for name, args in players[side].why(bots.shown(match, side), answer):
            if name == key:
                return match, side, tuple(args)
        match.play(side, answer)
    raise AssertionError(f"nobody had {key} in mind")


# completeness


@pytest.mark.parametrize("game", BOTS)
def test_every_question_has_reasons_or_needs_none(game: str) -> None:
    package = import_module(f"grognard.bots.{BOTS[game]}_{game}")
    reasons = import_module(f"grognard.bots.{BOTS[game]}_{game}.reasons")
    assert set(reasons.REASONS) | set(reasons.PLAIN) == set(package.DOCTRINE)
    assert not set(reasons.REASONS) & set(reasons.PLAIN)


def named(tree: ast.AST) -> set[str]:
    """The keys that a module writes: the first of a pair with a tuple, the second argument of ``say``."""
    pairs = [node for node in ast.walk(tree) if isinstance(node, ast.Tuple) and len(node.elts) == 2]
    firsts = [pair.elts[0] for pair in pairs if isinstance(pair.elts[1], ast.Tuple)]
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and len(node.args) > 1]
    firsts += [call.args[1] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "say"]
    chosen = [part for first in firsts for part in (ends(first) if isinstance(first, ast.IfExp) else [first])]
    return {part.value for part in chosen if isinstance(part, ast.Constant) and isinstance(part.value, str)}


def ends(choice: ast.IfExp) -> list[ast.expr]:
    rest = choice.orelse
    return [choice.body, *(ends(rest) if isinstance(rest, ast.IfExp) else [rest])]


@pytest.mark.parametrize("game", BOTS)
def test_every_message_is_used_and_stands_in_both_languages(game: str) -> None:
    words = {
        lang: {key: text for key, text in read(f"grognard.games.{game}", lang).items() if key.startswith("counsel.")}
        for lang in ("en", "it")
    }
    source = (SOURCES / f"{BOTS[game]}_{game}" / "reasons.py").read_text(encoding="utf-8")
    written = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', source))
    assert {f"counsel.{name}" for name in named(ast.parse(source))} <= set(words["en"])
    assert set(words["en"]) == set(words["it"]) <= {f"counsel.{name}" for name in written}
    for key, text in words["en"].items():
        places = [set(re.findall(r"\{(\d+)", one)) for one in (text, words["it"][key])]
        assert places[0] == places[1], key


# every way to play


@pytest.mark.parametrize("variant", FIRST.values(), ids=str)
def test_counsel_and_intents_read_well_in_any_position(variant: walks.Variant) -> None:
    match = variant.start("counsel")
    taken = 0
    for number, _ in enumerate(walks.walk(match, walks.lively, random.Random("counsel"))):
        if number > STEPS:
            break
        if number % EVERY == EVERY - 1:
            for side in match.to_act:
                taken += reads_well(match, side)
    assert taken


def reads_well(match: Match, side: str) -> bool:
    shown = bots.shown(match, side)
    before = shown.fingerprint
    found, intent = advice(match, side), bot_of(match, side).intent(shown)
    for lang in ("en", "it"):
        hint = told(shown, side, found, lang)
        texts = [hint.text, *hint.why, *[sentence(shown, why, lang) for why in intent]]
        assert hint.text
        assert not [text for text in texts if "{" in text or "counsel." in text], texts
        assert len(hint.why) <= 3
        assert len(intent) <= 6
    assert shown.fingerprint == before, "counsel is thought out on a copy"
    trial = shown.copy()
    for action in found.actions:
        trial.play(side, action)  # all of it is legal, one after another
    return True


# true numbers


def test_the_colonel_counts_the_points_of_a_hex() -> None:
    match, side, (spot, theirs, ours) = until("vanguard", "errand_goes")
    s: Any = match.state
    h = next(h for h in range(len(s.world.grid.names)) if s.world.spot(h) == spot)
    who = match.sides.index(side)
    units = [u for u in range(s.combat(h, 1 - who).bit_length()) if s.combat(h, 1 - who) >> u & 1]
    assert theirs == sum(s.pf(u) for u in units) > 0
    own = s.world.units & s.world.of_side[who]
    assert 0 < ours <= sum(s.pf(u) for u in range(own.bit_length()) if own >> u & 1)


def test_the_marshal_knows_what_a_city_counts() -> None:
    match, _, (city, points, way) = until("russia1812", "errand_city")
    s: Any = match.state
    assert points == dict(s.world.vp_cities)[city]
    assert way >= 1


def test_the_captain_gives_the_percentage_of_the_sheet() -> None:
    match, side, (unit, percent, *_) = until("tabletop", "volley")
    answer = bots.answer(bot_of(match, side), match, side)
    odds = match.odds(side, answer)
    assert odds is not None
    assert round(100 * float(1 - odds.chance("0"))) == min(100, percent)
    assert unit.split("/")[1] in answer


def test_where_a_bot_says_nothing_the_chances_are_told_as_the_forecast_has_them() -> None:
    match, side, _ = until("vanguard", GAMBLE)
    found = advice(match, side)
    step = next(args[0] for key, args in found.why if key == GAMBLE)
    shown = bots.shown(match, side)
    said = told(shown, side, found, "en").why[-1]
    trial = shown.copy()
    for action in found.actions[: int(str(step))]:
        trial.play(side, action)
    odds = trial.odds(side, found.actions[int(str(step))])
    assert odds is not None
    best = max(odds.outcomes.values())
    assert said.startswith("The chances: ")
    assert f"{round(100 * float(best))}%" in said


class Talker(Doctrine[Mind]):
    """A bot that has no reasons of its own."""

    def mind(self, match: Match) -> Mind:
        return Mind(match, self.side, self.seed)


def test_a_bot_without_reasons_gives_counsel_all_the_same() -> None:
    match = grognard.start("russia1812", seed="counsel")
    side = match.to_act[0]
    found = counsel(Talker(side, "x"), bots.shown(match, side), side)
    assert found is not None
    assert (len(found.actions), found.why) == (1, [])
    assert counsel(bots.RandomBot("x"), bots.shown(match, side), side) is None
    assert counsel(Talker(side, "x"), match, next(other for other in match.sides if other != side)) is None


# words


class Foreigner(Talker):
    """A bot of another package, with words of its own."""

    handlers = {"Deploy": lambda mind: mind.first()}
    reasons = {"Deploy": lambda mind, action: [("whim", (len(mind.options), action.args[-1]))]}
    locale = "foreign_bot"


def test_a_bot_of_another_package_brings_its_own_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "foreign_bot" / "locale"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").write_text("")
    (folder / "counsel.en.toml").write_text('[counsel]\nwhim = "One of {0}: {1:hex}."\n')
    monkeypatch.syspath_prepend(tmp_path)
    match = grognard.start("russia1812", seed="counsel")
    side = match.to_act[0]
    shown = bots.shown(match, side)
    found = counsel(Foreigner(side, "x"), shown, side)
    assert found is not None
    count = len(match.options(side))
    place = found.actions[0].split()[-1]
    for lang in ("en", "it"):  # English where a translation is missing
        said = told(shown, side, found, lang).why
        assert len(said) == 1
        assert said[0].startswith(f"One of {count}: ")
        assert place in said[0]


def moved(match: Match) -> tuple[Match, str, Counsel]:
    """On, to a counsel that moves a unit by hand."""
    while True:
        side = match.to_act[0]
        found = advice(match, side)
        if found.actions[0].startswith("move") and any(action.split()[0] in BY_HAND for action in found.actions):
            return match, side, found
        match.play(side, bots.answer(bot_of(match, side), match, side))


def test_who_moves_is_named_once_and_drawn_where_he_comes_to() -> None:
    match, side, found = moved(grognard.start("tabletop", seed="counsel"))
    shown = bots.shown(match, side)
    hint = told(shown, side, found, "en")
    first, *others = hint.text.split(" → ")
    assert not [step for step in others if step.split()[0] == first.split()[0]], "the unit is named by one step alone"
    assert hint.ahead is not None
    assert hint.ahead.unit == found.actions[0].split()[1]
    after = shown.copy()
    for action in found.actions:
        after.play(side, action)
    state: Any = after.state
    unit = state.units[next(u for u, info in enumerate(state.world.units) if info.id == hint.ahead.unit)]
    assert list(hint.ahead.pose) == [unit.x, unit.y, unit.facing]
    kinds = [key.partition("_")[0] for key, _ in found.why]
    assert len(kinds) == len(set(kinds)), "of one kind the last reason is told"


# secrets


@pytest.mark.parametrize(
    ("game", "options"),
    [("merde", {"fog_of_war": True}), ("russia1812", {"optional_15_1": True})],
    ids=["merde", "russia1812"],
)
def test_counsel_depends_only_on_what_the_side_may_know(game: str, options: dict[str, Any]) -> None:
    match = grognard.start(game, None, options, seed="veil")
    compared = 0
    for number, (side, _) in enumerate(walks.walk(match, walks.lively, random.Random("veil"))):
        if number > 160:
            break
        if number % 40 == 39:
            twin = match.imagine(side, random.Random("another"))
            assert advice(twin, side) == advice(match, side)
            assert bot_of(match, side).intent(bots.shown(twin, side)) == bot_of(match, side).intent(
                bots.shown(match, side)
            )
            compared += 1
    assert compared


# looking back


def test_intents_are_thought_out_again_turn_by_turn() -> None:
    match = grognard.start("tabletop", seed="back")
    players = {side: bot_of(match, side) for side in match.sides}
    then: dict[tuple[int, str], Any] = {}
    state: Any = match.state
    while state.turn < 4:
        side = match.to_act[0]
        shown = bots.shown(match, side)
        then.setdefault((state.turn, side), (match.revision, players[side].intent(shown)))
        match.play(side, bots.answer(players[side], match, side))
        state = match.state
    found = intents(match, players)
    assert {(one.turn, one.side): (one.at, one.why) for one in found} == then
    alone = intents(match, {"french": bot_of(match, "french")})
    assert [one for one in found if one.side == "french"] == alone
