"""The game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.hexes import bits
from grognard.games.russia1812 import data
from grognard.games.russia1812.odds import Odds, attack_odds
from grognard.games.russia1812.sequence import FirstTurn
from grognard.games.russia1812.setup import push_setup
from grognard.games.russia1812.state import Campaign
from grognard.games.russia1812.view import view
from grognard.games.russia1812.world import SIDES, world
from grognard.kernel.action import Action
from grognard.kernel.dice import Dice
from grognard.kernel.frame import State
from grognard.kernel.game import Choice, Game, Setup
from grognard.kernel.i18n import Catalogue

RULE_OF_VERB = {
    "deploy": "14.1", "depot": "7.7", "convert": "7.1", "remove": "7.2", "train": "7.4", "dummy": "7.5",
    "rally": "8.1", "restore": "8.1", "march": "8.2", "discard": "8.2", "take": "8.4", "lead": "8.4", "drop": "8.4",
    "cover": "8.4", "all": "8.4", "go": "8.4", "halt": "8.4", "lose": "8.5", "disrupt": "8.5", "attack": "10.1",
    "decline": "10.6", "commit": "10.2", "stand": "11.10", "withdraw": "11.11", "call": "10.4", "hit": "11.17",
    "extra": "11.17", "retreat": "11.11", "push": "11.11", "shelter": "11.19", "send": "12.1", "place": "13.2",
    "pass": "7.4", "done": "5.1",
}  # fmt: skip


class Russia1812(Game):
    """Napoleon's Greatest Gamble: the Invasion of Russia (1812)."""

    id = "russia1812"
    title = "Napoleon's Greatest Gamble: the Invasion of Russia (1812)"
    package = data.PACKAGE
    ruleset = 1
    sides = SIDES
    editions = (1, 2)
    scenarios = ("historical", "free")
    options = (Choice("edition", (1, 2), 2), Choice("forage_russian", (False, True), False))

    def __init__(self) -> None:
        self.world = world(2)
        self.lexicon = self.world.lexicon
        self.words = Catalogue(self.package, self.show)
        self.data_hash = data.data_hash()

    def new(self, setup: Setup, dice: Dice) -> State:
        s = Campaign(world(setup.options["edition"]), dice, setup.options | {"setup": setup.scenario})
        s.push(FirstTurn())
        push_setup(s)
        return s

    def view(self, state: State, side: int) -> dict[str, Any]:
        assert isinstance(state, Campaign)
        return view(state, side)

    def rule_of(self, verb: str) -> str:
        return RULE_OF_VERB[verb]

    def odds(self, state: State, side: int, action: Action, given: Mapping[str, int]) -> Odds | None:
        """[10.2] For ``attack FROM TO`` (the whole stack) and ``commit N`` (the order being given)."""
        assert isinstance(state, Campaign)
        s, b = state, state.battle
        theirs = int(given.get("defender_cc", 0))
        if action.verb == "attack":
            start, target = action.args
            units = s.fighters(start, side)
            if not units or not s.world.near[start] >> target & 1:
                return None
            return attack_odds(s, side, start, target, units, int(given.get("cc", 0)), theirs)
        if action.verb == "commit" and b is not None and b.side == side and not b.fought:
            return attack_odds(s, side, b.start, b.target, b.units, action.args[0], theirs)
        return None

    def show(self, kind: str, value: object, language: str) -> str:
        """How arguments of messages are shown."""
        if not isinstance(value, int):
            return str(value)
        if kind == "hex":
            return self._hex(value, language)
        if kind == "unit":
            return self.world.names[value]
        if kind == "units":
            return ", ".join(self.world.names[u] for u in bits(value))
        if kind == "side":
            return self.words.say(f"side.{SIDES[value]}", (), language)
        if kind == "phase":
            return self.words.say(f"phase.{value}", (), language)
        if kind == "month":
            month, year = self.world.months[value].split()
            return f"{self.words.say('month.' + month, (), language)} {year}"
        return f"{value:+d}" if kind == "signed" else str(value)

    def _hex(self, h: int, language: str) -> str:
        name = self.world.grid.names[h]
        city = self.world.city_at.get(h)
        if city is None:
            return name
        found = self.world.cities[city]
        return f"{found.italian if language == 'it' else found.name} ({name})"


GAME = Russia1812()
