"""What a game package must bring, and what it may bring for the table at which people play it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from grognard.kernel.action import Action, Lexicon, Region
from grognard.kernel.dice import Dice
from grognard.kernel.frame import Event, Outcome, State
from grognard.kernel.i18n import Catalogue

if TYPE_CHECKING:
    from grognard.kernel.match import Match

Json = dict[str, Any]


class Choice(NamedTuple):
    """An option of a game: its name, what it may be, and what it is unless somebody says otherwise.

    ``needs``: what other options must be for this one to be anything but its default.
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    needs: tuple[tuple[str, Any], ...] = ()


class Preset(NamedTuple):
    """A published way to play: its name in the catalogue (``preset.<name>``) and the options that make it."""

    name: str
    options: Mapping[str, Any]


class SetupError(ValueError):
    """A scenario or an option that does not exist, said in a sentence."""


class DataError(ValueError):
    """A data file that contradicts itself or the rules; the sentence names the culprit."""


class Setup(NamedTuple):
    """What a match starts from, beside its dice."""

    scenario: str
    options: dict[str, Any]


def game_of(package: str) -> Game:
    """The game that a package exports."""
    found = import_module(package).GAME
    assert isinstance(found, Game)
    return found


def plain_option(action: Action) -> Json:
    """An option without anything a game could add: its notation as label. Every option has exactly these fields."""
    return {"action": action.text, "label": action.text, "verb": action.verb, "hex": None, "from": None, "unit": None,
            "card": None, "group": "button", "primary": False, "tag": None, "price": False, "why": None,
            "heading": None, "picture": None}  # fmt: skip


class Game:
    """One game: its facts, its words and its rules. Subclasses fill in everything that raises here.

    What serves the table (from ``scene`` on) has harmless answers, so that a game without a face of its own can still
    be played by its notation. Wherever a ``side`` is asked for, -1 is a spectator, who knows no secrets.
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

    web: str = ""  # folder of the game's own ES modules inside its package
    workshop: bool = False  # whether people may make scenarios of their own
    automaton: str = ""  # the option that names the side the rules themselves play
    secrets: bool = True  # whether a side may know what another may not

    lexicon: Lexicon
    words: Catalogue
    data_hash: str

    def new(self, setup: Setup, dice: Dice) -> State:
        raise NotImplementedError

    def view(self, state: State, side: int) -> dict[str, Any]:
        """All that the side may know (-1: a spectator), built up from nothing."""
        raise NotImplementedError

    def glimpse(self, state: State, side: int) -> frozenset[tuple[object, ...]]:
        """What a side is shown of that which others may keep from it: a fact each, none of them its own doing.

        An answer after which there are facts that were not there before has shown something: it cannot be taken back.
        """
        return frozenset()

    def concealed(self, state: State, side: int) -> frozenset[object]:
        """The pieces of a side that the others do not see: an answer that shows them one cannot be taken back."""
        return frozenset()

    def whole(self, state: State) -> dict[str, Any] | None:
        """Everything, for when nothing is secret any more; None: what all sides know together is everything."""
        return None

    def odds(self, state: State, side: int, action: Action, given: Mapping[str, int]) -> Any:
        """The exact distribution behind a gamble; None where the action is none."""
        return None

    def __reduce__(self) -> str | tuple[object, ...]:
        """A game is one for all: whoever copies or stores something that holds it means the game itself."""
        if getattr(import_module(self.package), "GAME", None) is not self:
            raise TypeError(f"{self.id} is not the GAME of its package {self.package}: it cannot be stored")
        return (game_of, (self.package,))

    def assumptions(self, state: State, side: int) -> Mapping[str, int]:
        """What ``odds`` may be given of choices still to come: each from 0 up to the number beside its name."""
        return {}

    def end_rule(self, outcome: Outcome) -> str:
        """The paragraph by which a match has ended."""
        return ""

    def rule_of(self, verb: str) -> str:
        """The paragraph that speaks of a kind of action, for refusals when it is not its moment."""
        raise NotImplementedError

    def set_up(self, scenario: str | None, options: Mapping[str, Any] | None) -> Setup:
        """Check a scenario and options against the game's own list and fill in the defaults."""
        name = scenario if scenario is not None else self.scenarios[0]
        if name not in self.scenarios:
            raise SetupError(f"{self.id} has no scenario {name!r}; it has {', '.join(self.scenarios)}")
        known = {choice.name: choice for choice in self.options}
        chosen = {choice.name: choice.default for choice in self.options}
        if options is not None and not isinstance(options, Mapping):
            raise SetupError(f"options are written as a mapping such as {{'name': value}}, not {options!r:.60}")
        for key, value in (options or {}).items():
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

    def scene(self, setup: Setup, language: str) -> Json:
        """What the board is drawn from and never changes during a match."""
        return {"kind": "none"}

    def describe(self, state: State, side: int, action: Action, language: str) -> Json:
        """One option of the question now put to the side, ready for the client (fields: ``plain_option``)."""
        return plain_option(action)

    def region(self, state: State, side: int, region: Region, language: str) -> Json:
        """An option that is a region: its data, and how it is answered by hand or by a number.

        ``gesture``: "pose" (place and facing), "point" (place) or "amount" (``min``, ``max``, ``step``, ``suffix``);
        ``template``: the notation of the answer, with {x} {y} {facing} or {n} in it; ``label``; ``hex``: whose it is.
        """
        return region.as_data() | {"gesture": "", "template": "", "label": region.text}

    def areas(self, state: State, side: int, language: str) -> list[Json]:
        """Ground that the question now put to the side is about: [{"polygon", "style", "label"}]."""
        return []

    def rehearse(self, state: State, side: int, action: Action, language: str) -> Json | None:
        """What an action would lead to, before it is taken: where it ends, its steps, what follows from there.

        {"unit", "pose", "outline", "legs": [{"text", "cost"}], "way", "left", "areas", "sees", "threatens",
        "threatened"}; None where there is nothing to try out. It may be illegal.
        """
        return None

    def crumbs(self, state: State, side: int, language: str) -> list[str]:
        """The steps already taken of a choice made in several: ["Davout", "5 units"]."""
        return []

    def backdrop(self, state: State, side: int) -> str | None:
        """The overlay that is laid over the map by itself while the present question is asked."""
        return None

    def shortcuts(self, state: State, side: int, language: str) -> list[Json]:
        """Long answers at one click: [{"id", "label", "actions": [...]}], played one after another.

        One with a ``path`` is a plan on the map and has the fields of an option besides. An action with a question mark
        at its end is played only if it is then legal: where it was the only answer it has been given unasked.
        """
        return []

    def about(self, state: State, side: int, place: str) -> list[str]:
        """Actions somebody may have meant who clicked on a place, likeliest first; to be asked why they are illegal."""
        return []

    def clock(self, state: State, language: str) -> Json:
        """Where the match stands: {"turn", "phase", "phase_name", "month"}."""
        return {"turn": 0, "phase": 0, "phase_name": "", "month": ""}

    def side_note(self, state: State, who: int, side: int, language: str) -> str:
        """A few words about side ``who`` for the bar over the board, as far as ``side`` may know."""
        return ""

    def overlays(self, state: State, side: int, language: str) -> Json:
        """What can be laid over the board: supply, control, the reach of a march."""
        return {}

    def sight(self, state: State, side: int, place: str, language: str) -> Json | None:
        """What is seen from a place; None: no such rule.

        {"from", "seen": [places], "hidden": {place: {"by": [places], "text", "rule"}}}
        """
        return None

    def sidebar(self, state: State, side: int, language: str) -> Json:
        """Tables one click away: {"tables": [{"id", "title", "rule", "head", "rows", "mark", "note"}], "track"}."""
        return {"tables": [], "track": []}

    def cards(self, state: State, side: int, language: str) -> Json | None:
        """Cards as the side sees them; None where there are none. Faces are in the scene (``cards`` by id).

        {"hand": [id], "table": [{"side", "card", "state"}], "backs": [{"side", "name", "count"}],
        "piles": [{"name", "count", "kind": "deck" | "discard"}]}
        """
        return None

    def focus(self, event: Event) -> Json:
        """What a line of the log is about: hexes, side, rule, dice; and a card where it names one.

        Of lines with the same ``thread`` that follow each other only the last is shown: the steps of one move.
        """
        return {"hex": [], "side": None, "rule": None, "dice": []}

    def forecast(self, state: State, side: int, action: Action, given: Mapping[str, int], language: str) -> Json | None:
        """The odds of a gamble, ready to be drawn; None where the action is none."""
        return None

    def stage(self, state: State, side: int, language: str) -> Json | None:
        """A clash being fought, for a small stage beside the board; None when there is none.

        {"title", "round", "rule", "parties": [{"side", "name", "unit", "note", "hand": [{"id", "red", "blue"}],
        "count", "ready"}], "last": {"title", "turned": [...], "rows", "text"}}: markers lie face down until all are in.
        """
        return None

    # the workshop

    def bench(self, language: str) -> Json:
        """What a scenario is made from: pieces with their prices, terrain, limits, and scenarios to start from."""
        return {}

    def inspect(self, text: str, wish: str, language: str) -> Json:
        """A scenario of somebody's own, checked: {"faults": [{"rule", "text", "hexes"}], "facts", "scene", "text"}.

        A ``wish`` asks for help, in the game's own words; then ``text`` is the scenario with the wish fulfilled.
        """
        return {"faults": [], "facts": {}, "scene": None, "text": None}

    # beside a table of real pieces

    def companion(self, language: str) -> Json | None:
        """The arithmetic for people who play with their own pieces: forms with fields, the turn; None: not offered.

        {"title", "about", "forms": [{"id", "title", "rule", "roles", "fields"}], "sequence", "roster", "armies",
        "sheets"}
        """
        return None

    def reckon(self, form: str, given: Mapping[str, Any], language: str) -> Json | None:
        """One form answered from what is stated, with a die if one is given; None: there is no such form.

        {"rows": [{"label", "value", "rule"}], "total", "die", "needs", "bars", "result"}
        """
        return None

    def sheet(self, kind: str, roster: Mapping[str, Any], language: str) -> Json | None:
        """A sheet to print: {"title", "file", "blocks": [{"kind": "heading" | "text" | "table", ...}]}; or None."""
        return None

    def chronicle(self, match: Match, language: str = "en") -> Json:
        """After the game: series by turn, luck, turning points, the score explained."""
        return {"series": [], "luck": [], "turning_points": [], "score": []}

    def lesson(self, language: str) -> Json | None:
        """A guided first turn: {"scenario", "options", "seats", "seed", "steps"}; None where there is none."""
        return None

    def lesson_step(self, state: State, side: int, language: str) -> Json | None:
        """The step of the lesson that fits the question now put to the side."""
        return None
