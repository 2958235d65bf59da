"""Options that are regions: offered beside actions, answered by what they accept, recorded and replayed."""

from __future__ import annotations

import json
import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

import grognard
from grognard.bots import RandomBot
from grognard.kernel.action import Action, Lexicon, NotationError, Region
from grognard.kernel.dice import Dice
from grognard.kernel.frame import Frame, Outcome, State
from grognard.kernel.game import Game, Setup
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match, begin
from grognard.kernel.record import parse
from grognard.kernel.restore import restore

LEXICON = Lexicon({"go": [("mm",)], "turn": [("angle",)], "stop": [()]}, {})
FAR = 50


@dataclass(eq=False, repr=False)
class Walk(State):
    """A walker on a line, in millimetres."""

    at: int = 0
    steps: int = 0


class Reach(Region):
    """Anywhere within fifty millimetres, backward too."""

    def __init__(self, at: int) -> None:
        super().__init__("go", "go MM")
        self.at = at

    def accepts(self, action: Action) -> bool:
        return 0 < abs(action.args[0] - self.at) <= FAR

    def sample(self, rng: random.Random) -> Action:
        return LEXICON.make("go", self.at + rng.choice((-1, 1)) * rng.randint(1, FAR))

    def as_data(self) -> dict[str, Any]:
        return {
            "verb": "go",
            "text": self.text,
            "min": self.at - FAR,
            "max": self.at + FAR,
            "examples": [f"go {self.at + FAR}", f"go {self.at - FAR}"],
        }


class Stroll(Frame[Walk]):
    rule = "1.1"

    def __init__(self, lonely: bool = False) -> None:
        super().__init__(0)
        self.lonely = lonely

    def options(self, state: Walk, side: int) -> Sequence[Action]:
        return [Reach(state.at)] if self.lonely else [LEXICON.make("stop"), Reach(state.at)]

    def apply(self, state: Walk, side: int, action: Action) -> None:
        if action.verb == "stop" or state.steps == 9:
            state.outcome = Outcome("walker", "arrived", {"walker": state.at}, "stop")
            return
        state.at = action.args[0]
        state.steps += 1
        state.agenda.append(Stroll(self.lonely))  # type: ignore[arg-type]

    def why_not(self, state: Walk, action: Action) -> list[tuple[str, str, tuple[object, ...]]]:
        return [("1.1", "over", ())] if action.verb == "go" else []


class Path(Game):
    """A game of one walker."""

    id = "path"
    sides = ("walker",)
    scenarios = ("plain", "lonely")
    lexicon = LEXICON
    data_hash = "none"

    def __init__(self) -> None:
        self.words = Catalogue("grognard.kernel")

    def new(self, setup: Setup, dice: Dice) -> State:
        state = Walk(dice)
        state.agenda.append(Stroll(setup.scenario == "lonely"))  # type: ignore[arg-type]
        return state

    def view(self, state: State, side: int) -> dict[str, Any]:
        assert isinstance(state, Walk)
        return {"at": state.at}

    def rule_of(self, verb: str) -> str:
        return "1.1"


PATH = Path()


def start(scenario: str = "plain") -> Match:
    return begin(PATH, PATH.set_up(scenario, None), seed="walk")


def test_a_region_stands_among_the_options() -> None:
    match = start()
    assert [str(option) for option in match.options("walker")] == ["stop", "go MM"]
    assert [isinstance(option, Region) for option in match.options("walker")] == [False, True]


def test_what_a_region_accepts_can_be_played_and_nothing_else() -> None:
    match = start()
    assert match.why_not("walker", "go 50") == []
    match.play("walker", "go 50")
    match.play("walker", LEXICON.make("go", 20))
    assert match.view(None)["at"] == 20
    assert [refusal.rule for refusal in match.why_not("walker", "go 71")] == ["1.1"]
    with pytest.raises(grognard.IllegalAction):
        match.play("walker", "go 71")
    assert [refusal.key for refusal in match.why_not("walker", "turn 900")] == ["moment"]


def test_a_region_itself_is_no_answer() -> None:
    match = start()
    region = match.options("walker")[1]
    assert match.why_not("walker", region)[0].key == "notation.mm"
    with pytest.raises(grognard.IllegalAction):
        match.play("walker", region)
    with pytest.raises(TypeError):
        pickle.dumps(region)


def test_a_lone_region_is_asked_about() -> None:
    match = start("lonely")
    assert match.to_act == ("walker",)
    assert len(match.options("walker")) == 1
    match.play("walker", "go -7")
    assert match.view("walker")["at"] == -7


def test_the_view_lists_regions_as_data() -> None:
    asked = start().view("walker")["decision"]
    assert asked["options"] == ["stop"]
    assert [region["max"] for region in asked["regions"]] == [50]
    assert json.loads(json.dumps(asked)) == asked


def test_records_bring_regions_back() -> None:
    match = start()
    for action in ("go 30", "go 80", "go 45"):
        match.play("walker", action)
    match.undo("walker")
    match.play("walker", "go 41")
    again = restore(PATH, parse(match.record.dumps()))
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == match.record.dumps()
    assert again.view("walker") == match.view("walker")
    assert match.copy().why_not("walker", "go 0") == []


@pytest.mark.parametrize("from_view", [True, False])
def test_the_random_bot_walks(from_view: bool) -> None:
    match = start("lonely")
    bot = RandomBot("seed")
    while match.outcome is None:
        view = match.view("walker")
        match.play("walker", bot.choose(view) if from_view else bot.pick(match.options("walker")))
    assert match.outcome.winner == "walker"


def test_actions_with_free_numbers_are_not_kept() -> None:
    before = len(LEXICON._known)
    for n in range(1000):
        assert LEXICON.make("go", n).text == f"go {n}"
    assert len(LEXICON._known) == before
    assert LEXICON.make("stop") is LEXICON.make("stop")


@pytest.mark.parametrize(("text", "args"), [("go -12", (-12,)), ("go 123456", (123456,)), ("turn 3599", (3599,))])
def test_free_numbers_are_read(text: str, args: tuple[int, ...]) -> None:
    assert LEXICON.parse(text).args == args
    assert LEXICON.parse(text).text == text


STRANGE = ["go 1234567", "go 1.5", "go --1", "go +1", "go 01", "go -0", "go ²", "go x", "turn 12345"]


@pytest.mark.parametrize("text", STRANGE)
def test_other_numbers_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        LEXICON.parse(text)
    assert PATH.words.say("refusal." + caught.value.key, caught.value.values).startswith("“")
