"""How a match is kept besides its record: it opens without being replayed, and outlives a change of rules."""

from __future__ import annotations

import json
from hashlib import sha256

from grognard.kernel.game import AnyGame
from grognard.kernel.match import CHECKPOINT, Match
from grognard.kernel.record import Line, Record
from grognard.kernel.restore import carried_over, resume
from grognard.kernel.stored import keep, kept_before, told_of
from grognard.kernel.wire import Json
from grognard.server.store import CHANGES, Kept, Memory

TALLIES = "tallies"


class Chain:
    """A hash over a record so far, a link for each line: what was kept belongs to this record and to no other."""

    def __init__(self, record: Record) -> None:
        begun = [record.game, record.ruleset, record.data, record.scenario, record.options, record.opening]
        self.hash = _link("", json.dumps(begun, sort_keys=True))
        for line in record.lines:
            self.add(line)

    def add(self, line: Line) -> None:
        self.hash = _link(self.hash, repr(line[:4]))


def _link(before: str, text: str) -> str:
    return sha256(f"{before} {text}".encode()).hexdigest()


def memory_of(match: Match, chain: Chain) -> Memory:
    """All that is kept of a match."""
    told = [told_of(match, number) for number in range(1, match.revision + 1)]
    changes = [Kept(CHANGES + place, *position) for place, position in enumerate(match.positions)]
    return Memory(told_of(match, 0), told, [*kept_of(match, chain), *changes])


def kept_of(match: Match, chain: Chain, since: int | None = None, tallies: Json | None = None) -> list[Kept]:
    """How a match stands; and what one may go back to, where it has gone past such positions since that length.

    ``tallies``: how it stood for people before.
    """
    rules = (match.game.ruleset, match.game.data_hash)
    found = [Kept(0, match.revision, *rules, keep(match) | {"chain": chain.hash, TALLIES: tallies or {}})]
    if since is None or since // CHECKPOINT < match.length // CHECKPOINT:
        found += [Kept(_slot(body), match.revision, *rules, body) for body in kept_before(match)]
    return found


def _slot(body: Json) -> int:
    """Where a position is kept that may be gone back to: over the last but one."""
    place: int = body["length"] // CHECKPOINT % 2
    return 1 + place


def stands(memory: Memory | None) -> Json | None:
    """How a match stood when it was last written down, as far as that is known."""
    now = next((kept for kept in memory.kept if kept.slot == 0), None) if memory is not None else None
    return now.body.get("state") if now is not None else None


def tallied(memory: Memory | None) -> Json:
    """How it stood for people before, as far as that was kept."""
    now = next((kept for kept in memory.kept if kept.slot == 0), None) if memory is not None else None
    return now.body.get(TALLIES, {}) if now is not None else {}


def taken_up(game: AnyGame, record: Record, chain: Chain, memory: Memory) -> tuple[Match, bool] | None:
    """A match as it was kept, and whether it goes over to other rules; None where that is not known."""
    now = next((kept for kept in memory.kept if kept.slot == 0), None)
    if now is None or now.n != len(record.lines) or now.body["chain"] != chain.hash:
        return None
    if (now.ruleset, now.data) == (game.ruleset, game.data_hash):
        before = [kept.body for kept in memory.kept if 0 < kept.slot < CHANGES]
        return resume(game, record, memory.opening, memory.told, now.body, before), False
    record = carried_over(game, record, now.body["state"])
    match = resume(game, record, memory.opening, memory.told, now.body, [])
    match.go_over()
    for side in (*match.sides, None):  # what cannot be shown cannot be gone on with
        match.view(side)
    return match, True
