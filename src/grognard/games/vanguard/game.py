"""The game as the kernel knows it."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.victory import count
from grognard.games.vanguard.rules.imagine import imagine, moment
from grognard.games.vanguard.rules.odds import odds_of
from grognard.games.vanguard.rules.position import arrange
from grognard.games.vanguard.rules.sequence import set_up
from grognard.games.vanguard.rules.view import concealed, glimpse, view
from grognard.games.vanguard.table import chronicle
from grognard.games.vanguard.table.face import BattleFace
from grognard.games.vanguard.table.margins import focus
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.table.scene import scene
from grognard.games.vanguard.table.tale import BattleTeller
from grognard.games.vanguard.world import data
from grognard.games.vanguard.world.lexicon import sheet, words
from grognard.games.vanguard.world.roster import NATIONS, ORDERS, SCENARIOS, SIDES, roster
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import SPOT, world
from grognard.kernel.dice import Dice
from grognard.kernel.files import lessons
from grognard.kernel.game import Choice, Game, Setup
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match
from grognard.kernel.wire import Chronicle, Scene

RULE_OF_VERB = {
    "order": "5.2",
    "detach": "16.2",
    "take": "16.2",
    "place": "12.8.2",
    "activate": "6.1",
    "headquarters": "16.1",
    "whole": "17.2.9",
    "without": "17.2.9",
    "alone": "17.2.9",
    "enter": "15.4",
    "all": "15.4",
    "round": "17.2.1",
    "adopt": "17.1.2",
    "try": "5.2.1",
    "keep": "5.2.1",
    "dissolve": "16.2.1",
    "battery": "11.0",
    "shed": "16.3.4",
    "rest": "16.3.4",
    "bombard": "11.4",
    "move": "9.1",
    "join": "9.1",
    "go": "9.1",
    "column": "9.3",
    "charge": "14.2",
    "stop": "9.1",
    "stay": "10.1",
    "shoot": "16.3",
    "back": "16.3",
    "leave": "17.2.1",
    "rouse": "5.3",
    "top": "16.3.3",
    "counter": "14.2.4",
    "decline": "14.2.4",
    "assault": "12.2",
    "with": "12.4",
    "also": "12.4.1",
    "withdraw": "12.2",
    "evade": "14.1",
    "slip": "16.3.5",
    "stand": "14.1",
    "repel": "11.4.4",
    "hold": "11.4.4",
    "resolve": "12.1",
    "lead": "12.4.4",
    "spare": "12.4.4",
    "ground": "10.0",
    "press": "12.5.4",
    "accept": "12.5.4",
    "contest": "10.1.1",
    "yield": "10.1.1",
    "lose": "12.5.4",
    "retreat": "12.6",
    "follow": "11.1",
    "advance": "12.7",
    "shelter": "4.5.4",
    "rally": "15.3",
    "pass": "12.7",
    "done": "3.1",
}


class Vanguard(Game[Battle]):
    """Arrivano i francesi! Montebello 1800, Campotenese 1806."""

    id = "vanguard"
    title = "Arrivano i francesi!"
    package = data.PACKAGE
    web = "web"
    phases = (1, 2, 3, 4, 5, 6, 7, 8, 9)
    minutes = {"": 10}
    endings = {
        "montebello_points": "17.1.8",
        "lannes_lost": "17.1.8",
        "campotenese_points": "17.2.12",
        "morano_held": "17.2.12",
    }
    ruleset = 3
    sides = SIDES
    scenarios = SCENARIOS
    options = (
        Choice("optional_16_1", (False, True), False),
        Choice("optional_16_2", (False, True), False),
        Choice("optional_16_3", (False, True), False),
        Choice("wheat_blocks_los", (False, True), False),
    )

    def __init__(self) -> None:
        self.lexicon = words()
        self.words = Catalogue(self.package, self.show)
        self.data_hash = data.data_hash()
        self.lessons = lessons(self.package, "first", "orders")

    def new(self, setup: Setup, dice: Dice) -> Battle:
        s = Battle(dice, world(setup.scenario), dict(setup.options))
        set_up(s)
        return s

    arrange = staticmethod(arrange)
    view = staticmethod(view)
    imagine = staticmethod(imagine)
    moment = staticmethod(moment)
    verdict = staticmethod(count)
    glimpse = staticmethod(glimpse)
    concealed = staticmethod(concealed)

    def rule_of(self, verb: str) -> str:
        return RULE_OF_VERB[verb]

    odds = staticmethod(odds_of)

    def show(self, kind: str, value: object, language: str) -> str:
        """How arguments of messages are shown."""
        if not isinstance(value, int):
            return str(value)
        if kind == "hex":
            return self._hex(value, language)
        if kind == "unit":
            return self._piece(value, language)
        if kind == "units":
            return ", ".join(self._piece(u, language) for u in bits(value))
        if kind == "formation":
            return self._formation(value, language)
        if kind == "order":
            return self.words.say(f"order.{ORDERS[value]}", (), language)
        if kind == "nation":
            return self.words.say(f"nation.{NATIONS[value]}", (), language)
        if kind == "side":
            return self.words.say(f"side.{SIDES[value]}", (), language)
        if kind == "phase":
            return self.words.say(f"phase.{value}", (), language)
        if kind == "weather":
            return self.words.say(f"weather.{value}", (), language)
        return f"{value:+d}" if kind == "signed" else str(value)

    def _piece(self, u: int, language: str) -> str:
        return self.word(f"piece.{roster().ids[u]}", roster().names[u], language)

    def _formation(self, f: int, language: str) -> str:
        return self.word(f"formation.{roster().formations[f]}", roster().formation_names[f], language)

    def _hex(self, value: int, language: str) -> str:
        """Number and name; a hex that carries its map (``World.spot``) may have a name."""
        name = sheet().names[value % SPOT]
        if value < SPOT:
            return name
        place = world(SCENARIOS[value // SPOT - 1]).place_at.get(value % SPOT)
        return name if place is None else f"{place} ({name})"

    # at the table

    def pen(self, language: str, scenario: str) -> Pen:
        return Pen(self.words, language, world(scenario))

    def army_name(self, setup: Setup, side: str, language: str) -> str:
        """Austrians in one battle, Neapolitans in the other."""
        return self.pen(language, setup.scenario).army(SIDES.index(side))

    def scene(self, setup: Setup, language: str) -> Scene:
        return scene(world(setup.scenario), self.pen(language, setup.scenario))

    def face(self, state: Battle, side: int, language: str) -> BattleFace:
        return BattleFace(state, side, self.pen(language, state.world.scenario))

    focus = staticmethod(focus)

    def teller(self, setup: Setup, language: str) -> BattleTeller:
        return BattleTeller(self.pen(language, setup.scenario))

    def chronicle(self, match: Match, language: str = "en") -> Chronicle:
        return chronicle.tell(match, self.pen(language, match.setup.scenario))


GAME = Vanguard()
