"""Dice nobody can doubt: recompute every die of a record from its revealed seeds."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel.dice import DiceError, ScriptedDice, commitment, die
from grognard.kernel.game import Game
from grognard.kernel.match import Match, replay_line
from grognard.kernel.record import Record, RecordError, Stream


class Verdict(NamedTuple):
    """What a verification found: dice checked, and the first line that disagrees (None: all is well)."""

    dice: int
    fault: str | None


class CheckedDice(ScriptedDice):
    """Dice that fall as the record says, each compared with the seed's own."""

    def __init__(self, streams: list[Stream]) -> None:
        super().__init__()
        self.streams = streams
        self.count = 0

    def draw(self, sides: int) -> int:
        value = super().draw(sides)
        stream = [s for s in self.streams if s.first <= self.count][-1]
        assert stream.seed is not None
        expected = die(stream.seed, self.count - stream.first, sides)
        if value != expected:
            raise DiceError(f"die {self.count + 1} shows {value}, but the seed gives {expected}")
        self.count += 1
        return value


def verify(game: Game, record: Record) -> Verdict:
    """Check the commitments, every die, every action and the result."""
    if not record.streams or record.streams[0].first != 0:
        return Verdict(0, "the record names no committed seed: its dice cannot be checked")
    for stream in record.streams:
        if stream.seed is None:
            return Verdict(0, "the seed has not been revealed yet: the dice cannot be checked")
        if commitment(stream.seed) != stream.commit:
            return Verdict(0, f"the seed {stream.seed!r} is not the one that was committed to")
    dice = CheckedDice(record.streams)
    try:
        dice.load(record.opening)
        match = Match(game, game.set_up(record.scenario, record.options), dice, list(record.streams))
        for line in record.lines:
            dice.load(line.dice)
            replay_line(match, line)
            if dice.left():
                return Verdict(dice.count, f"line {line.at}: {dice.left()} dice too many for {line.text!r}")
    except (RecordError, DiceError) as fault:
        return Verdict(dice.count, str(fault))
    outcome = match.outcome and match.outcome._asdict()
    if outcome != record.result:
        return Verdict(dice.count, f"the record claims the result {record.result}, the rules give {outcome}")
    return Verdict(dice.count, None)
