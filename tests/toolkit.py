"""What the small tables of all games share: opening a step, playing, and asking what is refused."""

from __future__ import annotations

from typing import Any, Self

import pytest

import grognard
from grognard.kernel import match as kernel
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match

# for a test that puts something of its own in the place of a rule, which the compiled build does not allow
interpreted = pytest.mark.skipif(not str(kernel.__file__).endswith(".py"), reason="the rules are compiled")


class Trial:
    """A match made for a test. ``rest``: the frame in which it waits when the tested step is over.

    ``exact``: a refusal must say more than that another question is put now.
    """

    rest: type[Frame[Any]]
    exact = False
    match: Match
    dice: grognard.ScriptedDice

    def open(self, *frames: Frame[Any]) -> Self:
        """Run these frames, the first first; afterwards the match rests."""
        agenda = self.match.state.agenda
        agenda.clear()
        self.match.state.push(*frames)
        if not isinstance(frames[-1], self.rest):
            agenda.insert(0, self.rest())
        return self.settle()

    def settle(self) -> Self:
        """Run on to the next question."""
        self.match._advance()
        return self

    def roll(self, *dice: int) -> Self:
        """The next dice to fall."""
        self.dice.load(dice)
        return self

    def play(self, side: str, *actions: str) -> Self:
        for action in actions:
            self.match.play(side, action)
        return self

    def options(self, side: str) -> list[str]:
        return [str(action) for action in self.match.options(side)]

    def rules(self, side: str, action: str) -> list[str]:
        """The rules that forbid an action; also checks that play refuses it in words and changes nothing."""
        refusals = self._refused(side, action)
        assert not self.exact or all(refusal.key != "moment" for refusal in refusals), refusals
        return [refusal.rule for refusal in refusals]

    def misplaced(self, side: str, action: str) -> list[str]:
        """The same of what answers another question than the one put now: the rule of its verb."""
        refusals = self._refused(side, action)
        assert [refusal.key for refusal in refusals] == ["moment"]
        return [refusal.rule for refusal in refusals]

    def _refused(self, side: str, action: str) -> list[grognard.Refusal]:
        refusals = self.match.why_not(side, action)
        if refusals:
            before = self.match.fingerprint
            with pytest.raises(grognard.IllegalAction) as illegal:
                self.match.play(side, action)
            assert illegal.value.refusals == refusals
            assert self.match.fingerprint == before
            for refusal in refusals:
                for text in (refusal.text, refusal.say("it")):
                    assert text
                    assert "{" not in text
                    assert not text.startswith("refusal.")
        return refusals

    @property
    def asked(self) -> str:
        """The name of the question now put ('Rest' when the tested step is over, '' when the game is)."""
        agenda = self.match.state.agenda
        return type(agenda[-1]).__name__ if agenda else ""

    @property
    def to_act(self) -> tuple[str, ...]:
        return self.match.to_act

    @property
    def told(self) -> list[str]:
        """The keys of all events so far, in order."""
        return [event.key for _, event in self.match.log()] + [event.key for event in self.match.state.events]
