"""The game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.squares import names
from grognard.games.merde.rules import sequence
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.imagine import imagine
from grognard.games.merde.rules.odds import odds_of
from grognard.games.merde.rules.position import arrange
from grognard.games.merde.rules.solitaire import answers as _solitaire  # noqa: F401  (it enters its answers in the list of frames)
from grognard.games.merde.rules.victory import count
from grognard.games.merde.rules.view import glimpse, view
from grognard.games.merde.table import chronicle
from grognard.games.merde.table.counters import counters
from grognard.games.merde.table.face import BattleFace
from grognard.games.merde.table.margins import focus
from grognard.games.merde.table.pen import Pen, Showing
from grognard.games.merde.table.scene import scene
from grognard.games.merde.table.tale import BattleTeller
from grognard.games.merde.table.workshop.desk import Desk, battle, check, world_of
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, LEXICON, NAMES, ORDERS, RANGES, SIDES
from grognard.games.merde.world.state import SWITCHES, Battle
from grognard.games.merde.world.world import World, world
from grognard.kernel.dice import Dice
from grognard.kernel.face import Focus
from grognard.kernel.files import lessons
from grognard.kernel.frame import Event
from grognard.kernel.game import Choice, Game, Preset, Setup, SetupError
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match
from grognard.kernel.wire import Chronicle, Json, Scene, Value

RULE_OF_VERB = {
    "keep": "3.3",
    "own": "3.3",
    "flag": "5.4",
    "place": "6.2",
    "post": "6.2",
    "fortify": "38.1",
    "pontoon": "38.1",
    "decoy": "19.2",
    "join": "18.8",
    "change": "21.1",
    "order": "18.1",
    "target": "18.2",
    "number": "18.1",
    "back": "18.7",
    "resequence": "21.6",
    "scout": "19.3",
    "enemy": "45.2",
    "plan": "20.4",
    "step": "14.2",
    "front": "15.1",
    "form": "15.1",
    "halt": "20.4",
    "stay": "20.4",
    "lead": "36.1",
    "ride": "20.12",
    "work": "38.2",
    "done": "4.1",
    "pass": "4.1",
    "battery": "24.2",
    "fire": "28.6",
    "breach": "41.2",
    "barrage": "24.4",
    "shots": "24.5",
    "skirmish": "27.1",
    "voltigeurs": "27.1",
    "shoot": "27.2",
    "sector": "25.2",
    "deal": "26.2",
    "engage": "25.3",
    "charge": "29.1",
    "flanks": "31.5",
    "hold": "28.6",
    "turn": "29.3",
    "counter": "31.3",
    "stand": "32.1",
    "replace": "34.1",
    "converge": "29.5",
    "retreat": "37.4",
    "follow": "37.4",
    "advance": "29.7",
    "pursue": "31.6",
    "catch": "31.6",
    "meet": "31.3",
    "leave": "39.2",
    "return": "31.7",
    "onward": "31.7",
    "rally": "37.1",
    "steady": "37.3",
}
SQUARE_NAMES = names()
BATTLES = 32  # catalogues kept


class Merde(Game[Battle]):
    """Merde!: the Napoleonic battle, battalion by battalion."""

    id = "merde"
    title = "Merde!"
    package = data.PACKAGE
    web = "web"
    phases = (1, 2, 3, 4, 5, 6)
    charts = ("14.1", "14.3", "17.1", "24.1", "24.5", "28.3", "28.4", "28.6", "30.1")
    minutes = {"": 6, "austerlitz_pratzen_1805": 10, "borodino_1812": 15}
    endings = {"flags": "1.1", "cic": "1.2", "turn_limit": "1.4"}
    automaton = "solitaire"
    ruleset = 6
    sides = SIDES
    editions = (1,)
    scenarios = data.SCENARIOS
    options = (
        Choice("solitaire", ("none", "army_a", "army_b"), "none"),
        Choice("deployment", ("scenario", "free"), "scenario"),
        Choice("fog_of_war", (False, True), False),
        Choice("weather", ("scenario", "draw", "clear", "rain", "fog"), "scenario"),
        *[Choice(name, (default, not default), default) for name, default in SWITCHES.items()],
    )
    presets = (
        Preset("battle", {}),
        Preset("alone", {"solitaire": "army_b"}),
        Preset("own_plan", {"deployment": "free"}),
        Preset("fog", {"fog_of_war": True}),
    )

    def __init__(self) -> None:
        self.lexicon = LEXICON
        self.words = Catalogue(self.package, self.show)
        self.workshop = Desk(self.words)
        self.data_hash = data.data_hash()
        self.lessons = lessons(self.package, "first", "plans", "squares")
        self.named: dict[World, Catalogue] = {}

    def world_of(self, setup: Setup) -> World:
        return world_of(setup.options["battle"]) if setup.scenario == data.CUSTOM else world(setup.scenario)

    def set_up(self, scenario: str | None, options: Mapping[str, Value] | None) -> Setup:
        """[3.1] A battle from the workshop comes as text among the options, and stays with the match."""
        if scenario != data.CUSTOM:
            return self._settled(super().set_up(scenario, options))
        given = dict(options or {})
        text = given.pop("battle", "")
        if not isinstance(text, str) or not text:
            raise SetupError(self.words.say("fault.no_battle"))
        check(text, self.words)
        foggy = battle(text).fog_of_war and given.get("solitaire", "none") == "none"  # [45.1]
        given.setdefault("fog_of_war", foggy)  # [19.1] as the battle has it, unless somebody says
        return self._settled(Setup(data.CUSTOM, super().set_up(None, given).options | {"battle": text}))

    def _settled(self, setup: Setup) -> Setup:
        """[45.1] The rulebook's army knows no fog; [46.1] switches as the rulings have them leave no trace."""
        chosen = setup.options
        if chosen["solitaire"] != "none" and chosen["fog_of_war"]:
            raise SetupError(self.words.say("refused.solitaire_fog"))
        return setup._replace(options={k: v for k, v in chosen.items() if SWITCHES.get(k) != v or k not in SWITCHES})

    def catalogue(self, setup: Setup) -> Catalogue:
        return self.names_of(self.world_of(setup))

    def names_of(self, world: World) -> Catalogue:
        """The messages with the names of one battle's pieces."""
        if world not in self.named:
            if len(self.named) >= BATTLES:
                self.named.clear()
            self.named[world] = self.words.bound(Showing(self.words, world))
        return self.named[world]

    def new(self, setup: Setup, dice: Dice) -> Battle:
        s = Battle(dice, self.world_of(setup), dict(setup.options))
        if s.auto >= 0:
            s.emit("alone", s.auto)
        sequence.begin(s)
        return s

    def view(self, state: Battle, side: int) -> Json:
        found = view(state, side)
        found.update(counters(state, side, found))
        return found

    arrange = staticmethod(arrange)
    imagine = staticmethod(imagine)
    verdict = staticmethod(count)
    glimpse = staticmethod(glimpse)

    def rule_of(self, verb: str) -> str:
        return RULE_OF_VERB[verb]

    odds = staticmethod(odds_of)

    def show(self, kind: str, value: object, language: str) -> str:
        """How arguments of messages are shown."""
        if kind == "hand" and isinstance(value, tuple):
            return ", ".join([f"{red(marker)}/{blue(marker)}" for marker in value])
        if not isinstance(value, int):
            return self.word(f"{kind}.{value}", str(value), language) if kind else str(value)
        tokens = {"square": SQUARE_NAMES, "piece": NAMES["piece"], "general": NAMES["general"], "group": NAMES["group"]}
        if kind in tokens:
            return tokens[kind][value] if 0 <= value < len(tokens[kind]) else "?"
        named = {"side": SIDES, "formation": FORMATIONS, "facing": FACINGS, "order": ORDERS, "range": RANGES}
        if kind in named:
            return self.words.say(f"{kind}.{named[kind][value]}", (), language)
        if kind == "marker":
            return f"{red(value)}/{blue(value)}" if value >= 0 else "-"
        if kind == "sector":
            return f"{value % 9 + 1}.{value // 9 + 1}"
        if kind == "signed":
            return f"{value:+d}"
        if kind == "place":  # [2.1] a column or a row, as in the name of a square
            return f"{value:02d}"
        if kind:
            return self.words.say(f"{kind}.{value}", (), language)
        return str(value)

    # at the table

    def pen(self, world: World, language: str) -> Pen:
        return Pen(self.names_of(world), language, world)

    def army_name(self, setup: Setup, side: str, language: str) -> str:
        return self.pen(self.world_of(setup), language).side(SIDES.index(side))

    def scene(self, setup: Setup, language: str) -> Scene:
        found = self.world_of(setup)
        return scene(found, self.pen(found, language))

    def face(self, state: Battle, side: int, language: str) -> BattleFace:
        return BattleFace(state, side, self.pen(state.world, language))

    def focus(self, event: Event) -> Focus:
        return focus(self.words, event)

    def teller(self, setup: Setup, language: str) -> BattleTeller:
        return BattleTeller(self.pen(self.world_of(setup), language))

    def chronicle(self, match: Match, language: str = "en") -> Chronicle:
        return chronicle.tell(match, self.pen(self.world_of(match.setup), language))


GAME = Merde()
