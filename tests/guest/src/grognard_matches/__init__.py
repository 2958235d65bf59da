"""A game of another package, without a face: three heaps of matches, and whoever takes the last one wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from grognard.kernel.action import Action, Lexicon
from grognard.kernel.dice import Dice
from grognard.kernel.frame import Frame, Outcome, Reason, State
from grognard.kernel.game import Game, Setup
from grognard.kernel.i18n import Catalogue
from grognard.kernel.part import row

LEXICON = Lexicon({"take": [("heap", "number")]}, {"heap": ["a", "b", "c"]})


@dataclass(eq=False, repr=False)
class Heaps(State):
    heaps: list[int] = row(3, 4, 5)


class Turn(Frame[Heaps]):
    """One takes as many as he likes, from one heap."""

    rule = "1.1"

    def options(self, state: Heaps, side: int) -> Sequence[Action]:
        return [LEXICON.make("take", h, n) for h, lying in enumerate(state.heaps) for n in range(1, lying + 1)]

    def apply(self, state: Heaps, side: int, action: Action) -> None:
        heap, number = action.args
        state.heaps[heap] -= number
        state.emit("took", side, number, heap)
        if any(state.heaps):
            state.agenda.append(Turn(1 - side))
        else:
            state.outcome = Outcome(GAME.sides[side], "win", {}, "last_match")

    def why_not(self, state: Heaps, action: Action) -> list[Reason]:
        return [("1.2", "too_many", (action.args[0], state.heaps[action.args[0]]))]


class Matches(Game[Heaps]):
    id, title, package, ruleset = "matches", "Matches", "grognard_matches", 1
    sides, editions, scenarios = ("first", "second"), (1,), ("evening",)
    secrets = False

    def __init__(self) -> None:
        self.lexicon = LEXICON
        self.words = Catalogue(self.package, self.show)
        self.data_hash = "0"

    def show(self, kind: str, value: object, language: str) -> str:
        names = {"heap": ("A", "B", "C"), "side": self.sides}.get(kind)
        return names[int(str(value))] if names else str(value)

    def new(self, setup: Setup, dice: Dice) -> Heaps:
        state = Heaps(dice)
        state.agenda.append(Turn(0))
        return state

    def view(self, state: Heaps, side: int) -> dict[str, Any]:
        return {"heaps": dict(zip("abc", state.heaps, strict=True))}

    def rule_of(self, verb: str) -> str:
        return "1.1"


GAME = Matches()


class Miser:
    """A bot that takes as few as it can."""

    def __init__(self, side: str, seed: str) -> None:
        self.side = side

    def choose(self, view: dict[str, Any]) -> str:
        found: str = min(view["decision"]["options"], key=lambda option: option.rpartition(" ")[2])
        return found
