"""Every lesson of every game: followed by its own advice to its end, and not followed at all."""

from __future__ import annotations

import random

import pytest

from grognard import bots, games
from grognard.kernel import rulebook
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.lesson import MAYBE, Advice, Lesson, Place, keys, lesson_of, may
from grognard.kernel.match import Match
from grognard.kernel.record import parse
from grognard.kernel.restore import restore, verify
from grognard.kernel.wire import LessonShown
from pupil import LESSONS, Class, lesson_match

MOST = 60  # answers in which a lesson is over: ten minutes
LONGEST = 12  # minutes
STRAY = 150  # answers of somebody who does not listen

every_lesson = pytest.mark.parametrize(("game", "name"), LESSONS)


def test_every_game_has_a_first_lesson_and_more() -> None:
    for game in ("russia1812", "vanguard", "merde", "tabletop"):
        assert len(games.load(game).lessons) >= 2
        assert next(iter(games.load(game).lessons)) == "first"


@every_lesson
def test_every_message_exists_in_every_language(game: str, name: str) -> None:
    found = games.load(game)
    lesson = found.lessons[name]
    assert lesson.minutes <= LONGEST
    assert set(lesson.next) <= set(found.lessons)
    for language in LANGUAGES:
        missing = [key for key in keys(lesson) if key not in found.words.messages[language]]
        assert not missing
    same = [key for key in keys(lesson) if found.words.say(key) == found.words.say(key, (), "it")]
    assert not same


@every_lesson
def test_every_step_cites_a_rule_and_questions_that_exist(game: str, name: str) -> None:
    found = games.load(game)
    rules = {paragraph.number for paragraph in rulebook.read(found.package)}
    questions = {key.removeprefix("prompt.") for key in found.words.messages["en"] if key.startswith("prompt.")}
    for step in found.lessons[name].steps:
        assert step.rule in rules, step.rule
        assert set(step.at) <= questions
        assert set(step.enemy) <= questions
    assert set(found.lessons[name].enemy) <= questions
    asides = {key.removeprefix("lesson.ask.") for key in found.words.messages["en"] if key.startswith("lesson.ask.")}
    assert asides <= questions


@every_lesson
def test_a_lesson_is_followed_to_its_closing_page(game: str, name: str) -> None:
    given = Class(game, name)
    told: list[LessonShown] = []
    for shown in given.questions(MOST):
        told.append(shown)
        if shown.closing is not None:
            break
        assert shown.actions, f"nothing is advised at {given.match.decision(given.lesson.side)}"
        assert given.match.why_not(given.lesson.side, shown.actions[0].removesuffix(MAYBE)) == []
        for language in LANGUAGES:
            check_words(given.told(language))
        assert not shown.strayed
        given.obey(shown)
    assert told[-1].closing is not None
    assert told[0].opening is not None
    steps = [shown.step for shown in told]
    assert steps == sorted(steps)
    assert set(steps) == set(range(2, len(given.lesson.steps) + 2)), "every step is told, none is passed over"
    check_record(given.match)


def check_words(shown: LessonShown) -> None:
    """Nothing that is shown is a bare key."""
    pages = [page.text for page in (shown.opening, shown.closing) if page is not None]
    texts = [shown.title, shown.text, shown.why, shown.hint or "", *pages, *[point.name for point in shown.steps]]
    assert not [text for text in texts if text.startswith("lesson.")]


def check_record(match: Match) -> None:
    """A lesson's record says what it is, verifies, and goes on as the same lesson."""
    text = match.record.dumps()
    record = parse(text)
    assert f'"lesson": "{match.setup.options["lesson"]}"' in text
    assert verify(match.game, record) == sum(len(line.dice) for line in record.lines) + len(record.opening)
    again = restore(match.game, record)
    assert again.fingerprint == match.fingerprint
    assert lesson_of(again) is lesson_of(match)


@every_lesson
def test_the_advice_is_what_the_bot_would_do_or_says_why_not(game: str, name: str) -> None:
    """The game's own bot, asked in the pupil's place, is never contradicted: or the answer is a scripted one."""
    given = Class(game, name)
    side = given.lesson.side
    bot = bots.make(given.lesson.bot, game, side, given.lesson.id)
    against = []
    for shown in given.questions(MOST):
        if shown.closing is not None:
            break
        reason = advised(given.match, given.lesson).scripted
        for action in shown.actions:
            if given.needed(action):
                wanted = bots.answer(bot, given.match, side)
                if not reason and wanted != action.removesuffix(MAYBE):
                    against.append((shown.step, action, wanted))
                given.give(action)
    assert not against


def advised(match: Match, lesson: Lesson) -> Advice:
    asked = match.decision(lesson.side)
    assert asked is not None
    found = Place(lesson, match).advice(asked.name, lambda gesture: may(match, lesson.side, gesture))
    assert found is not None
    return found[0]


@every_lesson
@pytest.mark.parametrize("seed", [1, 2])
def test_who_does_not_listen_is_never_stuck(game: str, name: str, seed: int) -> None:
    """Answers by chance, now and then the advised one: the lesson speaks at every question and counts up."""
    given = Class(game, name)
    rng = random.Random(f"{game}/{name}/{seed}")
    step = 0
    for shown in given.questions(STRAY):
        if shown.closing is not None:
            break
        assert shown.step >= step
        step = shown.step
        check_words(given.told(rng.choice(LANGUAGES)))
        if shown.actions and rng.random() < 0.5:
            given.obey(shown)
        else:
            given.stray(rng)
    assert step


@every_lesson
def test_what_is_taken_back_is_advised_again(game: str, name: str) -> None:
    given = Class(game, name)
    side = given.lesson.side
    for shown in given.questions(MOST):
        if shown.closing is not None:
            break
        given.obey(shown)
        if given.match.can_undo(side):
            while given.match.length and given.match.can_undo(side) and given.told("en").actions != shown.actions:
                given.match.undo(side)
            assert given.told("en").actions == shown.actions
            return
    raise AssertionError("nothing could be taken back")


def test_a_lesson_is_no_scenario_to_be_played_by_chance() -> None:
    for game in games.known():
        assert all(choice.name != "lesson" for choice in games.load(game).options)


def test_dice_of_a_lesson_fall_as_written() -> None:
    match, lesson = lesson_match("russia1812", "first")
    rolled = [match.dice.copy().roll(6) for _ in lesson.dice[:1]]
    assert rolled == list(lesson.dice[:1])


def test_20_4_a_lesson_tells_nothing_of_what_the_enemy_writes_in_secret() -> None:
    given = Class("merde", "plans")
    for shown in given.questions(MOST):
        if given.match.to_act == ("army_a", "army_b") and not given.match.why_not("army_b", "plan B2"):
            break
        given.obey(shown)
    before = given.told("en")
    for action in ("plan B2", "step 0812", "halt"):
        given.match.play("army_b", action)
        assert given.told("en") == before
