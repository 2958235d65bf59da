"""Records come back: every line replayed, every die compared with the seed, the result with what the rules give."""

from __future__ import annotations

import secrets

from grognard.kernel.action import Action, NotationError
from grognard.kernel.decision import IllegalAction
from grognard.kernel.dice import CommittedDice, Dice, DiceError, ScriptedDice, commitment, die
from grognard.kernel.frame import EVERYONE, Event
from grognard.kernel.game import AnyGame, SetupError
from grognard.kernel.match import Entry, Match
from grognard.kernel.part import Plain
from grognard.kernel.record import UNDO, Line, Position, Record, RecordError, Stream, parse
from grognard.kernel.stored import StoredError, read, read_entry
from grognard.kernel.wire import Json


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
    ruleset, data = record.rules
    if ruleset != game.ruleset:
        return f"it was played by ruleset {ruleset} of {game.id}; this program plays ruleset {game.ruleset}"
    if data != game.data_hash:
        return f"it was played with other data of {game.id} (map, units or tables) than this program has"
    return ""


def restore(game: AnyGame, record: Record) -> Match:
    """The match of a record, ready to go on; raises RecordError with the first line that disagrees.

    A record of another version goes on from how it stood, where it says so. Else it is given a try: where every line
    holds by these rules too, it can go on.
    """
    if record.now is not None and record.result is None and other_version(game, record):
        record = carried_over(game, record, record.now)
    match, dice = replay(game, record)
    _continue_dice(match, dice.thrown)
    return match


def replay(game: AnyGame, record: Record) -> tuple[Match, CheckedDice]:
    """Play a record again and check all of it."""
    for stream in record.streams:
        if stream.seed is not None and commitment(stream.seed) != stream.commit:
            raise RecordError(f"the seed {stream.seed!r} is not the one that was committed to")
    dice = CheckedDice(record.streams)
    try:
        match = opened(game, record, dice)
    except (DiceError, SetupError, StoredError) as fault:
        raise RecordError(f"the game cannot be set up as the header says: {fault}") from None
    if dice.left():
        raise RecordError(f"the header has {dice.left()} opening dice too many")
    dice.thrown = len(record.opening) + sum([len(line.dice) for line in record.lines[: match.revision]])
    for number, line in enumerate(record.lines[match.revision :], match.revision + 1):
        _replay_line(match, dice, number, line)
    outcome = match.outcome and match.outcome._asdict()
    if outcome != record.result:
        raise RecordError(f"the record claims the result {record.result}, the rules give {outcome}")
    return match, dice


def opened(game: AnyGame, record: Record, dice: ScriptedDice) -> Match:
    """The match from which a record can be played again: its beginning, or where it last went over to other rules.

    Lines before that are remembered as they were logged; ``revision`` tells how many.
    """
    setup = game.set_up(record.scenario, record.options)
    if not record.positions:
        dice.load(record.opening)
        return Match(game, setup, dice, list(record.streams))
    position = record.positions[-1]
    if not 0 <= position.after <= len(record.lines):
        raise RecordError(f"a stored position stands after line {position.after}, which there is not")
    match = Match(game, setup, dice, list(record.streams), read(game, setup, position.state, dice))
    open_to_all = record.result is not None
    logged = [_logged(game, line, open_to_all) for line in record.lines[: position.after]]
    for earlier in record.positions[:-1]:
        if 0 < earlier.after <= len(logged):
            logged[earlier.after - 1].add(Event("new_rules", (earlier.ruleset,)))
    try:
        opening = Entry(EVERYONE, None, record.opening, [], False)
        match.remember(logged, opening, record.positions, (record.ruleset, record.data))
        match.go_over()
        for side in (*match.sides, None):
            match.view(side)
    except Exception as fault:  # no record, however strange, costs more than itself
        raise RecordError(f"these rules cannot go on from the stored position ({type(fault).__name__})") from fault
    return match


def resume(game: AnyGame, record: Record, opening: Plain, told: list[Plain], now: Json, before: list[Plain]) -> Match:
    """A match from how it was kept, without replaying it: ``told`` besides each line, ``now`` and states ``before``.

    StoredError where it does not fit together.
    """
    thrown = len(record.opening) + sum([len(line.dice) for line in record.lines])
    dice = ScriptedDice()
    try:
        setup = game.set_up(record.scenario, record.options)
        match = Match(game, setup, dice, list(record.streams), read(game, setup, now["state"], dice))
        history = [_entry(game, line, besides) for line, besides in zip(record.lines, told, strict=True)]
        begun = read_entry(EVERYONE, None, record.opening, opening)
        match.remember(history, begun, record.positions, (record.ruleset, record.data))
        match._wait(tuple(now["acting"]))
        earlier = [kept for kept in before if kept["length"] < len(match._line)]
        if earlier:  # from these one can take back: there is no need of the present one
            match._checkpoints = {kept["length"]: read(game, setup, kept["state"], dice) for kept in earlier}
    except (KeyError, TypeError, ValueError, IndexError, NotationError) as fault:
        raise StoredError(f"the stored match does not fit together: {fault!r}") from fault
    _continue_dice(match, thrown)
    return match


def _entry(game: AnyGame, line: Line, besides: Plain) -> Entry:
    """A line with what was told of it; the notation of older rules need not be that of ours."""
    try:
        action = None if line.text == UNDO else game.lexicon.parse(line.text)
    except NotationError:
        action = Action(line.text.split()[0], (), line.text)
    return read_entry(game.sides.index(line.side), action, line.dice, besides)


def carried_over(game: AnyGame, record: Record, state: Json) -> Record:
    """A record that goes on by the rules of this program from how it stood."""
    found = parse(record.dumps())
    found.now = None
    found.positions = [*record.positions, Position(len(record.lines), game.ruleset, game.data_hash, state)]
    return found


def _logged(game: AnyGame, line: Line, open_to_all: bool) -> Entry:
    """A line of older rules: what it did is not known, only how it was written; others may not even know that."""
    if line.side not in game.sides:
        raise RecordError(f"line {line.at}: {line.side} is no side of this game")
    side = game.sides.index(line.side)
    action = None if line.text == UNDO else Action(line.text.split()[0], (), line.text)
    event = Event("logged", (line.text,), EVERYONE if open_to_all else side)
    return Entry(side, action, line.dice, [] if action is None else [event], True, shown=open_to_all)


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
    if other or record.positions:
        other = other or f"part of it was played by ruleset {record.ruleset}, before it went over to newer rules"
        raise RecordError(f"it cannot be checked here: {other}")
    return replay(game, record)[1].checked
