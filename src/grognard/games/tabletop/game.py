"""The game as the kernel knows it."""

from __future__ import annotations

from functools import cache

from grognard.games.tabletop.rules.odds import odds_of
from grognard.games.tabletop.rules.sequence import push_turn
from grognard.games.tabletop.rules.victory import count
from grognard.games.tabletop.rules.view import view
from grognard.games.tabletop.table import chronicle
from grognard.games.tabletop.table.companion.page import Beside
from grognard.games.tabletop.table.face import BattleFace
from grognard.games.tabletop.table.margins import focus
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.table.scene import scene
from grognard.games.tabletop.table.tale import BattleTeller
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.speech import NAMED
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import (
    COMMAND_NAMES,
    GENERAL_NAMES,
    LEXICON,
    OBJECTIVE_NAMES,
    ORDERS,
    SIDES,
    UNIT_NAMES,
    world,
)
from grognard.kernel.dice import Dice
from grognard.kernel.face import Focus
from grognard.kernel.files import lessons
from grognard.kernel.frame import Event
from grognard.kernel.game import Game, Setup
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match
from grognard.kernel.wire import Chronicle, Scene

RULE_OF_VERB = {
    "order": "3.1",
    "end": "5.9",
    "pass": "16.1",
    "done": "16.1",
    "stay": "16.1",
    "face": "9.4",
    "breakthrough": "8.12",
    "strategic": "5.6",
    "general": "3.8",
    "ride": "5.4",
    "attach": "3.8",
    "move": "5.7",
    "advance": "5.9",
    "back": "5.9",
    "shift": "5.9",
    "wheel": "5.9",
    "turn": "5.9",
    "form": "5.9",
    "limber": "5.9",
    "unlimber": "5.9",
    "goto": "5.20",
    "charge": "6.1",
    "try": "6.6",
    "stand": "6.7",
    "evade": "6.7",
    "pursue": "6.8",
    "halt": "6.8",
    "fire": "7.12",
    "share": "7.4",
    "hold": "7.12",
    "fight": "8.15",
}


class Tabletop(Game[Battle]):
    """The miniatures sheet: one-page rules for battles on an open table."""

    id = "tabletop"
    title = "The Miniatures Sheet"
    package = data.PACKAGE
    web = "web"
    phases = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    charts = ("2.1", "5.1", "7.7", "7.11", "8.5", "9.2")
    minutes = {"": 8}
    endings = {"army_broken": "12.1", "both_broken": "12.1", "turn_limit": "12.2", "turn_limit_draw": "12.2"}
    ruleset = 3
    sides = SIDES
    scenarios = data.SCENARIOS
    secrets = False

    def __init__(self) -> None:
        self.lexicon = LEXICON
        self.words = Catalogue(self.package, self.show)
        self.companion = Beside(self.words, world(data.SCENARIOS[0]))
        self.data_hash = data.data_hash()
        self.lessons = lessons(self.package, "first", "charges")
        self.named: dict[str, Catalogue] = {}

    def new(self, setup: Setup, dice: Dice) -> Battle:
        s = Battle(dice, world(setup.scenario))
        s.set_up()
        push_turn(s)
        return s

    view = staticmethod(view)
    verdict = staticmethod(count)

    def rule_of(self, verb: str) -> str:
        return RULE_OF_VERB[verb]

    odds = staticmethod(odds_of)

    def show(self, kind: str, value: object, language: str) -> str:
        """How arguments of messages are shown."""
        if kind == "units" and isinstance(value, tuple):
            return ", ".join([self.called("unit", str(u), language) for u in value])
        if kind in NAMED:
            return self.called(kind, str(value), language)
        if kind in ("formation", "result", "reason"):
            return self.words.say(f"{kind}.{value}", (), language)
        if not isinstance(value, int):
            return str(value)
        if kind == "side":
            return self.words.say(f"side.{SIDES[value]}", (), language)
        if kind == "phase":
            return self.words.say(f"phase.{value}", (), language)
        if kind == "order":
            return self.words.say(f"order.{ORDERS[value]}", (), language)
        if kind == "cm":
            return _centimetres(value, language)
        if kind == "degrees":
            return _tenths(value, language) + "°"
        if kind in ("unit_word", "general_word", "command_word", "objective_word"):
            names = {
                "unit_word": UNIT_NAMES,
                "general_word": GENERAL_NAMES,
                "command_word": COMMAND_NAMES,
                "objective_word": OBJECTIVE_NAMES,
            }[kind]
            return names[value]
        if kind in ("aspect", "fatigue", "hand"):
            return self.words.say(f"{kind}.{value}", (), language)
        return f"{value:+d}" if kind == "signed" else str(value)

    def called(self, kind: str, tag: str, language: str) -> str:
        """A unit, general, command or area as it is called: ``crossroads/A-1`` is the 1/10th line."""
        scenario, _, name = tag.partition("/")
        if kind == "command":
            return self.words.say("command.name", (name,), language)
        return self.word(f"{kind}.{scenario}.{name}", _names(scenario).get(name, name), language)

    def catalogue(self, setup: Setup) -> Catalogue:
        if setup.scenario not in self.named:
            self.named[setup.scenario] = self.words.bound(Armies(self, setup.scenario))
        return self.named[setup.scenario]

    # at the table

    def pen(self, language: str, scenario: str = data.SCENARIOS[0]) -> Pen:
        return Pen(self.words, language, world(scenario))

    def army_name(self, setup: Setup, side: str, language: str) -> str:
        """Austrians in one battle, Anglo-Portuguese in the other."""
        return self.pen(language, setup.scenario).army(SIDES.index(side))

    def scene(self, setup: Setup, language: str) -> Scene:
        return scene(world(setup.scenario), self.pen(language, setup.scenario))

    def face(self, state: Battle, side: int, language: str) -> BattleFace:
        return BattleFace(state, side, Pen(self.words, language, state.world))

    def focus(self, event: Event) -> Focus:
        return focus(self.words, event)

    def teller(self, setup: Setup, language: str) -> BattleTeller:
        return BattleTeller(Pen(self.catalogue(setup), language, world(setup.scenario)))

    def chronicle(self, match: Match, language: str = "en") -> Chronicle:
        return chronicle.tell(match, self.pen(language, match.setup.scenario))

    # beside a table of real miniatures


class Armies:
    """How arguments of messages are shown in one battle: sides by the names of their armies."""

    def __init__(self, game: Tabletop, scenario: str) -> None:
        self.game = game
        self.pens = {language: game.pen(language, scenario) for language in game.words.messages}

    def __call__(self, kind: str, value: object, language: str) -> str:
        if kind == "side" and isinstance(value, int):
            return self.pens[language].army(value)
        return self.game.show(kind, value, language)


@cache
def _names(scenario: str) -> dict[str, str]:
    """Names as the data have them, by id."""
    if scenario not in data.TABLES:
        return {}
    found = data.scenario(scenario)
    names = {line.id: line.name for army in found.sides.values() for line in army.units}
    names |= {general.id: general.name for army in found.sides.values() for general in army.generals}
    return names | {area.id: area.name for area in found.objectives}


def _tenths(value: int, language: str) -> str:
    whole, rest = divmod(abs(value), 10)
    mark = "," if language == "it" else "."
    return f"{'-' if value < 0 else ''}{whole}{mark + str(rest) if rest else ''}"


def _centimetres(value: int, language: str) -> str:
    return _tenths(value, language) + " cm"


GAME = Tabletop()
