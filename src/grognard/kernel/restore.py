"""Records come back: every line replayed, every die compared with the seed, the result with what the rules give."""

from __future__ import annotations

import secrets

from grognard.kernel.decision import IllegalAction
from grognard.kernel.dice import CommittedDice, Dice, DiceError, ScriptedDice, commitment, die
from grognard.kernel.game import AnyGame, SetupError
from grognard.kernel.match import Match
from grognard.kernel.record import UNDO, Line, Record, RecordError, Stream, parse


class CheckedDice(ScriptedDice):
    """Dice that fall as the record says, each compared with its seed where the seed is known."""

    def __init__(self, streams: list[Stream]) -> None:
        super().__init__()
        self.streams = streams
        self.thrown = 0
        self.checked = 0

    def draw(self, sides: int) -> int:
        value = super().draw(sides)
        streams = [s for s in self.streams if s.first <= self.thrown]
        seed = streams[-1].seed if streams else None
        if seed is not None:
            expected = die(seed, self.thrown - streams[-1].first, sides)
            if value != expected:
                raise DiceError(f"die {self.thrown + 1} shows {value}, but the seed gives {expected}")
            self.checked += 1
        self.thrown += 1
        return value


def other_version(game: AnyGame, record: Record) -> str:
    """How a record's rules or data differ from those this program plays by, in a sentence; empty if they do not."""
    if record.ruleset != game.ruleset:
        return f"it was played by ruleset {record.ruleset} of {game.id}; this program plays ruleset {game.ruleset}"
    if record.data != game.data_hash:
        return f"it was played with other data of {game.id} (map, units or tables) than this program has"
    return ""


def restore(game: AnyGame, record: Record) -> Match:
    """The match of a record, ready to go on; raises RecordError with the first line that disagrees.

    A record of another version is given a try: where every line holds by these rules too, it can go on.
    """
    match, dice = replay(game, record)
    _continue_dice(match, dice.thrown)
    return match


def replay(game: AnyGame, record: Record) -> tuple[Match, CheckedDice]:
    """Play a record again and check all of it."""
    for stream in record.streams:
        if stream.seed is not None and commitment(stream.seed) != stream.commit:
            raise RecordError(f"the seed {stream.seed!r} is not the one that was committed to")
    dice = CheckedDice(record.streams)
    dice.load(record.opening)
    try:
        match = Match(game, game.set_up(record.scenario, record.options), dice, list(record.streams))
    except (DiceError, SetupError) as fault:
        raise RecordError(f"the game cannot be set up as the header says: {fault}") from None
    if dice.left():
        raise RecordError(f"the header has {dice.left()} opening dice too many")
    for number, line in enumerate(record.lines, 1):
        _replay_line(match, dice, number, line)
    outcome = match.outcome and match.outcome._asdict()
    if outcome != record.result:
        raise RecordError(f"the record claims the result {record.result}, the rules give {outcome}")
    return match, dice


def _replay_line(match: Match, dice: CheckedDice, number: int, line: Line) -> None:
    where = f"line {line.at}: {line.side} {line.text}"
    if line.number != number:
        raise RecordError(f"{where}: action {line.number} stands where action {number} should")
    dice.load(line.dice)
    try:
        if line.text == UNDO:
            match.undo(line.side)
        else:
            match.play(line.side, line.text)
    except (IllegalAction, DiceError) as fault:
        raise RecordError(f"{where}: {fault}") from None
    except Exception as fault:  # no record, however strange, costs more than itself
        raise RecordError(f"{where}: this program cannot carry it out ({type(fault).__name__})") from fault
    if dice.left():
        raise RecordError(f"{where}: {dice.left()} dice too many")


def _continue_dice(match: Match, thrown: int) -> None:
    """Go on with the record's own seed; without one, commit to a fresh seed from the next die on."""
    last = match.streams[-1] if match.streams else None
    if last is not None and last.seed is not None:
        match.dice = CommittedDice(last.seed, thrown - last.first)
    else:
        seed = secrets.token_hex(16)
        if match.outcome is None:
            match.streams.append(Stream(thrown, commitment(seed), seed))
        match.dice = CommittedDice(seed)
    match.state.dice = match.dice


def revive(game: AnyGame, text: str, dice: Dice) -> Match:
    """A match that was stored by ``pickle``: its record replayed, and the dice that it had."""
    match, _ = replay(game, parse(text))
    match.dice = match.state.dice = dice
    return match


def verify(game: AnyGame, record: Record) -> int:
    """Recompute every die from the revealed seeds; returns their number, raises RecordError at the first fault."""
    if not record.streams or record.streams[0].first != 0:
        raise RecordError("the record names no committed seed: its dice cannot be checked")
    if any(stream.seed is None for stream in record.streams):
        raise RecordError("the seed has not been revealed yet: the dice cannot be checked")
    other = other_version(game, record)
    if other:
        raise RecordError(f"it cannot be checked here: {other}")
    return replay(game, record)[1].checked
