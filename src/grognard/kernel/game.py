"""What a game package must bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from grognard.kernel.action import Action, Lexicon
from grognard.kernel.dice import Dice
from grognard.kernel.frame import State
from grognard.kernel.i18n import Catalogue


class Choice(NamedTuple):
    """An option of a game: its name, what it may be, and what it is unless somebody says otherwise."""

    name: str
    values: tuple[Any, ...]
    default: Any


class SetupError(ValueError):
    """A scenario or an option that does not exist, said in a sentence."""


class DataError(ValueError):
    """A data file that contradicts itself or the rules; the sentence names the culprit."""


class Setup(NamedTuple):
    """What a match starts from, beside its dice."""

    scenario: str
    options: dict[str, Any]


class Game:
    """One game: its facts, its words and its rules. Subclasses fill in everything that raises here."""

    id: str = ""
    title: str = ""
    package: str = ""
    ruleset: int = 1
    sides: tuple[str, ...] = ()
    editions: tuple[int, ...] = ()
    scenarios: tuple[str, ...] = ()
    options: tuple[Choice, ...] = ()

    lexicon: Lexicon
    words: Catalogue
    data_hash: str

    def new(self, setup: Setup, dice: Dice) -> State:
        raise NotImplementedError

    def view(self, state: State, side: int) -> dict[str, Any]:
        """All that the side may know (-1: a spectator), built up from nothing."""
        raise NotImplementedError

    def odds(self, state: State, side: int, action: Action, given: Mapping[str, int]) -> Any:
        """The exact distribution behind a gamble; None where the action is none."""
        return None

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
        for key, value in dict(options or {}).items():
            if key not in known:
                raise SetupError(f"{self.id} has no option {key!r}; it has {', '.join(known) or 'none'}")
            fitting = [v for v in known[key].values if type(v) is type(value) and v == value]
            if not fitting:
                allowed = ", ".join(str(v) for v in known[key].values)
                raise SetupError(f"option {key!r} of {self.id} cannot be {value!r}; it may be {allowed}")
            chosen[key] = value
        return Setup(name, chosen)
