"""What a game package must bring: its facts and its rules; what it may bring besides is in ``face``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from grognard.kernel.action import Action, Lexicon
from grognard.kernel.dice import Dice
from grognard.kernel.face import Companion, Face, Focus, Workshop
from grognard.kernel.frame import Event, Outcome, S
from grognard.kernel.i18n import Catalogue
from grognard.kernel.lesson import OPTION, Lesson
from grognard.kernel.odds import Gamble, Given
from grognard.kernel.tale import Teller
from grognard.kernel.wire import Chronicle, Json, Scene, Value

if TYPE_CHECKING:
    from grognard.kernel.match import Match


class Choice(NamedTuple):
    """An option of a game: its name, what it may be, and what it is unless somebody says otherwise.

    ``needs``: what other options must be for this one to be anything but its default.
    """

    name: str
    values: tuple[Value, ...]
    default: Value
    needs: tuple[tuple[str, Value], ...] = ()


class Preset(NamedTuple):
    """A published way to play: its name in the catalogue (``preset.<name>``) and the options that make it."""

    name: str
    options: Mapping[str, Value]


class SetupError(ValueError):
    """A scenario or an option that does not exist, said in a sentence."""


class DataError(ValueError):
    """A data file that contradicts itself or the rules; the sentence names the culprit."""


class Setup(NamedTuple):
    """What a match starts from, beside its dice."""

    scenario: str
    options: Json


def game_of(package: str) -> AnyGame:
    """The game that a package exports."""
    found = import_module(package).GAME
    assert isinstance(found, Game)
    return found


class Rules(Generic[S]):
    """What a headless player needs of a game. A ``side`` of -1 is a spectator, who knows no secrets.

    A function of a game's rules that answers such a question is named as it is: ``imagine = staticmethod(imagine)``.
    """

    def new(self, setup: Setup, dice: Dice) -> S:
        """The state a match begins with, its first frames on the agenda."""
        raise NotImplementedError

    def view(self, state: S, side: int, /) -> Json:
        """All that the side may know, built up from nothing."""
        raise NotImplementedError

    def imagine(self, state: S, side: int, rng: random.Random, /) -> S:
        """Another state that looks to a side as this one does: what it may not know is drawn by plausible odds.

        The same view and the same numbers of ``rng`` give the same state, whatever is true. Where nothing is secret
        there is nothing to draw.
        """
        return state.copy()

    def moment(self, state: S, /) -> object:
        """What everybody may know of it and names the moment: while that is the same, a side keeps to what it imagines.

        None: it imagines something else at every step.
        """
        return None

    def rule_of(self, verb: str) -> str:
        """The paragraph that speaks of a kind of action, for refusals when it is not its moment."""
        raise NotImplementedError

    def glimpse(self, state: S, side: int, /) -> frozenset[tuple[object, ...]]:
        """What a side is shown of that which others may keep from it: a fact each, none of them its own doing.

        An answer after which there are facts that were not there before has shown something: it cannot be taken back.
        """
        return frozenset()

    def concealed(self, state: S, side: int, /) -> frozenset[object]:
        """The pieces of a side that the others do not see: an answer that shows them one cannot be taken back."""
        return frozenset()

    def whole(self, state: S, /) -> Json | None:
        """Everything, for when nothing is secret any more; None: what all sides know together is everything."""
        return None

    def verdict(self, state: S, /) -> Outcome | None:
        """How the match would end if it were over now and were counted; None: the rules cannot count yet."""
        return None

    def odds(self, state: S, side: int, action: Action, given: Given, /) -> Gamble | None:
        """The exact distribution behind a gamble, as far as a side can judge it; None where the action is none.

        ``given``: what is assumed of the gamble's unknowns. Which they are does not depend on what is given.
        """
        return None


class Game(Rules[S]):
    """One game: its facts, its words and its rules; and a face, a workshop, a companion where it has them.

    A game that brings only its facts and its rules can be played by its notation, and on a plain board in the browser.
    """

    id: str = ""
    title: str = ""
    package: str = ""
    ruleset: int = 1
    sides: tuple[str, ...] = ()
    editions: tuple[int, ...] = ()
    scenarios: tuple[str, ...] = ()
    options: tuple[Choice, ...] = ()
    presets: tuple[Preset, ...] = ()
    lessons: Mapping[str, Lesson] = {}  # the first first
    endings: Mapping[str, str] = {}  # how a match may end, and the paragraph by which it does

    phases: tuple[int, ...] = ()  # the shape of a turn, by the numbers of its phases
    minutes: Mapping[str, int] = {}  # a person's turn, by scenario; "": any other
    charts: tuple[str, ...] = ()  # paragraphs of the rulebook whose tables are wanted beside the board

    web: str = ""  # folder of the game's own ES modules inside its package
    workshop: Workshop | None = None  # where people may make scenarios of their own
    companion: Companion | None = None  # for people who play on a real table
    automaton: str = ""  # the option that names the side the rules themselves play
    secrets: bool = True  # whether a side may know what another may not
    discreet: bool = False  # what a side sees changes only with an event that the side may read

    lexicon: Lexicon
    words: Catalogue
    data_hash: str

    def __reduce__(self) -> str | tuple[object, ...]:
        """A game is one for all: whoever copies or stores something that holds it means the game itself."""
        if getattr(import_module(self.package), "GAME", None) is not self:
            raise TypeError(f"{self.id} is not the GAME of its package {self.package}: it cannot be stored")
        return (game_of, (self.package,))

    def set_up(self, scenario: str | None, options: Mapping[str, Value] | None) -> Setup:
        """Check a scenario and options against the game's own list and fill in the defaults."""
        name = scenario if scenario is not None else self.scenarios[0]
        lesson = self.lessons.get(str((options or {}).get(OPTION))) if isinstance(options, Mapping) else None
        if name not in self.scenarios and (lesson is None or name != lesson.scenario):
            raise SetupError(f"{self.id} has no scenario {name!r}; it has {', '.join(self.scenarios)}")
        known = {choice.name: choice for choice in self.options}
        chosen = {choice.name: choice.default for choice in self.options}
        if options is not None and not isinstance(options, Mapping):
            raise SetupError(f"options are written as a mapping such as {{'name': value}}, not {options!r:.60}")
        for key, value in (options or {}).items():
            if key == OPTION and value in self.lessons:
                chosen[key] = value
                continue
            if key not in known:
                raise SetupError(f"{self.id} has no option {key!r}; it has {', '.join(known) or 'none'}")
            fitting = [v for v in known[key].values if type(v) is type(value) and v == value]
            if not fitting:
                allowed = ", ".join(str(v) for v in known[key].values)
                raise SetupError(f"option {key!r} of {self.id} cannot be {value!r}; it may be {allowed}")
            chosen[key] = value
        for choice in self.options:
            if chosen[choice.name] != choice.default and any(chosen[key] != value for key, value in choice.needs):
                raise SetupError(self.option_needs(choice, "en"))
        return Setup(name, chosen)

    def begin(self, setup: Setup, dice: Dice) -> S:
        """The state a match begins with; of a lesson its position."""
        state = self.new(setup, dice)
        lesson = self.lessons.get(str(setup.options.get(OPTION, "")))
        if lesson is not None and lesson.position:
            state.agenda.clear()
            state.events = []
            self.arrange(state, lesson.position)
        return state

    def arrange(self, state: S, position: Mapping[str, Any], /) -> None:
        """Make a new state that of a lesson: its pieces alone, where they stand, and its first frames on the agenda."""
        raise NotImplementedError

    def catalogue(self, setup: Setup) -> Catalogue:
        """The messages of one match: the same for all, unless names come with the scenario."""
        return self.words

    # names, in the reader's language

    def word(self, key: str, default: str, language: str) -> str:
        """A message of the catalogue, or the default where there is none."""
        found = self.words.say(key, (), language)
        return default if found == key else found

    def name(self, language: str) -> str:
        return self.word("game.title", self.title, language)

    def short_name(self, language: str) -> str:
        """A title for narrow places."""
        return self.word("game.short", self.name(language), language)

    def blurb(self, language: str) -> str:
        """Two sentences that make one want to play."""
        return self.word("game.blurb", "", language)

    def side_name(self, side: str, language: str) -> str:
        return self.word(f"player.{side}", self.word(f"side.{side}", side, language), language)

    def army_name(self, setup: Setup, side: str, language: str) -> str:
        """A side by the name it bears in one scenario: a game may hold several battles."""
        return self.side_name(side, language)

    def scenario_name(self, scenario: str, language: str) -> str:
        return self.word(f"scenario.{scenario}", scenario, language)

    def option_name(self, option: str, language: str) -> str:
        return self.word(f"option.{option}", option, language)

    def option_about(self, option: str, language: str) -> str:
        """What an option changes, in a sentence."""
        return self.word(f"option.{option}_about", "", language)

    def option_needs(self, choice: Choice, language: str) -> str:
        """Why an option cannot be chosen without others, in a sentence."""
        needed = " and ".join(f"{key} = {value}" for key, value in choice.needs)
        plain = f"option {choice.name!r} of {self.id} makes sense only with {needed}" if needed else ""
        return self.word(f"option.{choice.name}_needs", plain, language)

    def preset_name(self, preset: str, language: str) -> str:
        return self.word(f"preset.{preset}", preset, language)

    def preset_about(self, preset: str, language: str) -> str:
        return self.word(f"preset.{preset}_about", "", language)

    def value_name(self, option: str, value: object, language: str) -> str:
        """A value of an option in words: ``value.<option>.<value>`` of the catalogue."""
        text = str(value).lower()
        return self.word(f"value.{option}.{text}", text, language)

    def outcome_text(self, outcome: Outcome, language: str) -> str:
        """How it ended, in a sentence."""
        return self.word(f"reason.{outcome.reason}", outcome.reason, language)

    # what the table shows

    def scene(self, setup: Setup, language: str) -> Scene:
        """What the board is drawn from and never changes during a match."""
        return Scene(kind="none")

    def face(self, state: S, side: int, language: str) -> Face[S]:
        """What the table shows of a state to a side, in a language."""
        return Face(state, side, language)

    def focus(self, event: Event, /) -> Focus:
        """What a line of the log is about."""
        return Focus()

    def teller(self, setup: Setup, language: str) -> Teller[Any] | None:
        """Folds the log of one reader into deeds; None: every line stands for itself."""
        return None

    def chronicle(self, match: Match, language: str = "en") -> Chronicle:
        """After the game: series by turn, luck, turning points, the score explained."""
        return Chronicle()


AnyGame = Game[Any]  # of whatever state
