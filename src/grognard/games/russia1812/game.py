"""The game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.imagine import imagine, moment
from grognard.games.russia1812.rules.odds import AttackOrder, odds_of
from grognard.games.russia1812.rules.optional.known import known
from grognard.games.russia1812.rules.position import arrange
from grognard.games.russia1812.rules.sequence import FirstTurn, count
from grognard.games.russia1812.rules.setup import push_setup
from grognard.games.russia1812.rules.view import glimpse, view, whole
from grognard.games.russia1812.table import chronicle
from grognard.games.russia1812.table.face import CampaignFace
from grognard.games.russia1812.table.margins import focus
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.table.scene import scene
from grognard.games.russia1812.table.tale import CampaignTeller
from grognard.games.russia1812.world import data
from grognard.games.russia1812.world.state import LATER_OPTIONS, Campaign
from grognard.games.russia1812.world.world import SIDES, world
from grognard.kernel.action import Action
from grognard.kernel.dice import Dice
from grognard.kernel.face import Focus
from grognard.kernel.files import lessons
from grognard.kernel.frame import Event
from grognard.kernel.game import Choice, Game, Preset, Setup
from grognard.kernel.i18n import Catalogue
from grognard.kernel.match import Match
from grognard.kernel.odds import Given
from grognard.kernel.wire import Chronicle, Json, Scene, Value

RULE_OF_VERB = {
    "deploy": "14.1",
    "depot": "7.7",
    "convert": "7.1",
    "remove": "7.2",
    "train": "7.4",
    "dummy": "7.5",
    "rally": "8.1",
    "restore": "8.1",
    "march": "8.2",
    "discard": "8.2",
    "take": "8.4",
    "lead": "8.4",
    "drop": "8.4",
    "cover": "8.4",
    "all": "8.4",
    "go": "8.4",
    "halt": "8.4",
    "lose": "8.5",
    "disrupt": "8.5",
    "attack": "10.1",
    "decline": "10.6",
    "commit": "10.2",
    "stand": "11.10",
    "withdraw": "11.11",
    "call": "10.4",
    "hit": "11.17",
    "extra": "11.17",
    "retreat": "11.11",
    "push": "11.11",
    "shelter": "11.19",
    "send": "12.1",
    "place": "13.2",
    "pass": "7.4",
    "done": "5.1",
    "card": "16.1",
    "use": "16.1",
    "keep": "16.1",
    "name": "16.1",
    "dismiss": "16.7",
    "save": "16.1",
    "bridge": "16.1",
    "break": "16.1",
    "advance": "16.1",
    "declare": "16.9",
    "pad": "15.1",
    "bring": "15.1",
    "raise": "15.2",
    "carry": "15.2",
    "quarters": "16.13",
    "source": "16.13",
}


class Russia1812(Game[Campaign]):
    """Napoleon's Greatest Gamble: the Invasion of Russia (1812)."""

    id = "russia1812"
    title = "Napoleon's Greatest Gamble: the Invasion of Russia (1812)"
    package = data.PACKAGE
    web = "web"
    phases = (1, 2, 3, 4, 5, 6, 7)
    charts = ("2.2", "3.2", "6.4", "8.5", "8.6", "9.2", "11.2", "11.4", "11.5", "11.15")
    minutes = {"": 20}
    endings = {"turn_16": "5.3", "napoleon_lost": "5.3"}
    ruleset = 2
    discreet = True  # [15.1] R-15.1h
    sides = SIDES
    editions = (1, 2)
    scenarios = ("historical", "free")
    options = (
        Choice("edition", (1, 2), 2),
        Choice("forage_russian", (False, True), False),
        Choice("advanced", (False, True), False),
        Choice("optional_15_1", (False, True), False),
        Choice("two_year", (False, True), False, needs=(("advanced", True),)),
        Choice("optional_15_2", (False, True), False, needs=(("edition", 2),)),
        Choice("winter_quarters_window", ("once", "until_turn_7"), "once", needs=(("two_year", True),)),
    )
    presets = (
        Preset("basic", {}),
        Preset("advanced", {"advanced": True, "optional_15_1": True}),
        Preset("two_year", {"advanced": True, "optional_15_1": True, "two_year": True}),
    )

    def __init__(self) -> None:
        self.world = world(2)
        self.lexicon = self.world.lexicon
        self.words = Catalogue(self.package, self.show)
        self.data_hash = data.data_hash()
        self.lessons = lessons(self.package, "first", "russians", "cards")

    def new(self, setup: Setup, dice: Dice) -> Campaign:
        s = Campaign(dice, world(setup.options["edition"]), setup.options | {"setup": setup.scenario})
        s.push(FirstTurn())
        push_setup(s)
        return s

    def set_up(self, scenario: str | None, options: Mapping[str, Value] | None) -> Setup:
        """[15.1] is part of the Advanced game: hidden stacks follow ``advanced`` unless somebody says otherwise.

        Options that came after the first records leave no trace while switched off: a Basic game reads as ever.
        """
        setup = super().set_up(scenario, options)
        chosen = setup.options
        if chosen["advanced"] and "optional_15_1" not in (options or {}):
            chosen["optional_15_1"] = True
        kept = {k: v for k, v in chosen.items() if k not in LATER_OPTIONS or v not in (False, "once")}
        return setup._replace(options=kept | {"optional_15_1": chosen["optional_15_1"]} if chosen["advanced"] else kept)

    arrange = staticmethod(arrange)
    view = staticmethod(view)
    imagine = staticmethod(imagine)
    moment = staticmethod(moment)
    verdict = staticmethod(count)
    glimpse = staticmethod(glimpse)

    def whole(self, state: Campaign) -> Json | None:
        return whole(state) if state.hidden else None

    def rule_of(self, verb: str) -> str:
        return RULE_OF_VERB[verb]

    def odds(self, state: Campaign, side: int, action: Action, given: Given) -> AttackOrder | None:
        """[10.2] For ``attack FROM TO`` (the whole stack) and ``commit N`` (the order being given)."""
        return odds_of(known(state, side), side, action, given)

    def show(self, kind: str, value: object, language: str) -> str:
        """How arguments of messages are shown."""
        if not isinstance(value, int):
            return str(value)
        if kind == "hex":
            return self._hex(value, language)
        if kind == "place" or kind == "town":
            return self._place(value, language, kind == "place")
        if kind == "unit":
            return self._piece(value, language)
        if kind == "units":
            return ", ".join(self._piece(u, language) for u in bits(value))
        if kind == "card":
            return self.words.say(f"card.{value}.title", (), language)
        if kind == "side":
            return self.words.say(f"side.{SIDES[value]}", (), language)
        if kind == "army":
            return self.words.say(f"player.{SIDES[value]}", (), language)
        if kind == "phase":
            return self.words.say(f"phase.{value}", (), language)
        if kind == "date":
            return self._month(value, language)
        return f"{value:+d}" if kind == "signed" else str(value)

    def _month(self, date: int, language: str) -> str:
        """A turn by its month: ``June 1812``."""
        year, turn = divmod(date, 100)
        month, printed = (self.world.months_1813 if year == 1813 else self.world.months)[turn].split()
        return f"{self.words.say('month.' + month, (), language)} {printed}"

    def _piece(self, u: int, language: str) -> str:
        return self.word(f"piece.{self.world.ids[u]}", self.world.names[u], language)

    def _hex(self, h: int, language: str) -> str:
        name = self.world.grid.names[h]
        city = self.world.city_at.get(h)
        if city is None:
            return name
        found = self.world.cities[city]
        return f"{found.italian if language == 'it' else found.name} ({name})"

    def _place(self, h: int, language: str, numbered: bool) -> str:
        """A hex as it is read out: ``Kowno, 2008``; or the city alone where it has one."""
        name = self.world.grid.names[h]
        city = self.world.city_at.get(h)
        if city is None:
            return name
        found = self.world.cities[city]
        town = found.italian if language == "it" else found.name
        return f"{town}, {name}" if numbered else town

    # at the table

    def pen(self, language: str, edition: int = 2) -> Pen:
        return Pen(self.words, language, world(edition))

    def scene(self, setup: Setup, language: str) -> Scene:
        edition = setup.options["edition"]
        return scene(world(edition), setup.scenario, self.pen(language, edition), bool(setup.options.get("advanced")))

    def face(self, state: Campaign, side: int, language: str) -> CampaignFace:
        return CampaignFace(state, side, self.pen(language, state.edition))

    def focus(self, event: Event) -> Focus:
        return focus(self.world, event)

    def teller(self, setup: Setup, language: str) -> CampaignTeller:
        return CampaignTeller(self.pen(language, setup.options["edition"]))

    def chronicle(self, match: Match, language: str = "en") -> Chronicle:
        return chronicle.tell(match, self.pen(language, match.setup.options["edition"]))


GAME = Russia1812()
