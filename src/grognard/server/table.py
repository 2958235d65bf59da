"""One table: a match in memory, who sits at it, and what is remembered while it is there."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Mapping
from typing import NamedTuple

from grognard import bots, games
from grognard.kernel.frame import EVERYONE
from grognard.kernel.game import AnyGame
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.match import Match
from grognard.kernel.wire import Json, Value
from grognard.server.guard import log
from grognard.server.memory import Chain
from grognard.server.replay import Replay
from grognard.server.store import Header, Seat
from grognard.server.trouble import Trouble, stale

PEOPLE = ("human", "hotseat")
RULEBOOK = "rulebook"  # who plays a side that the rules play themselves


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Stall(NamedTuple):
    """A bot that was stopped, and why: it ``failed``, was ``late``, or went on and on (``endless``)."""

    side: str
    bot: str
    reason: str


class Offer(NamedTuple):
    """A side would end the match here and have it counted; the other has not answered yet, or has ``declined``."""

    side: str
    declined: bool = False


class Standing(NamedTuple):
    """What a side saw of the score at one moment, and who held the places that count."""

    score: Mapping[str, float]
    held: Mapping[str, str]


class Tally(NamedTuple):
    """How it stood for a seat before its last choice, at the beginning of this turn, and of the turn before."""

    choice: Standing | None = None
    opened: Standing | None = None
    turn: Standing | None = None

    def plain(self) -> Json:
        """As data, for a file."""
        return {name: [*standing] for name, standing in self._asdict().items() if standing is not None}


def tallies_of(kept: Json) -> dict[str, Tally]:
    """The tallies of all seats from what ``Tally.plain`` made of them."""
    return {
        seat: Tally(**{name: Standing(*found[name]) for name in Tally._fields if name in found})
        for seat, found in kept.items()
    }


class Table:
    """A match, its seats, and what is remembered about it while it is in memory."""

    def __init__(self, header: Header, match: Match, stall: Stall | None = None, chain: Chain | None = None) -> None:
        self.header = header
        self.id = header.id
        self.match = match
        self.chain = Chain(match.record) if chain is None else chain
        self.seats = {seat.side: seat for seat in header.seats}
        self.since = header.updated
        self.lock = asyncio.Lock()
        self.gone = False
        self.touched = time.monotonic()
        self.stall = stall
        self.offer: Offer | None = None
        self.sent: dict[tuple[int, str | None, str, int], tuple[str, int]] = {}
        self.turn: object = None
        self.tallies: dict[str, Tally] = {}
        self._stood: dict[str, tuple[int, Standing]] = {}  # what seats were shown last, and when
        self.run = 0  # answers of bots since the turn moved on or a person answered
        self._replay: Replay | None = None
        self._followed = -1

    @property
    def finished(self) -> bool:
        return self.match.outcome is not None

    @property
    def sealed(self) -> bool:
        return not self.finished and keeps_secrets(self.header)

    @property
    def stalled(self) -> Stall | None:
        """The bot that was stopped, while its answer is still owed."""
        return self.stall if self.stall is not None and self.stall.side in self.match.to_act else None

    def bot_to_act(self) -> Seat | None:
        """The first seat that owes an answer and is a bot's; not one that was stopped."""
        stopped = self.stalled
        seats = [self.seats[side] for side in self.match.to_act if stopped is None or side != stopped.side]
        return next((seat for seat in seats if seat.kind not in PEOPLE), None)

    def may_see(self, seat: str | None) -> None:
        """Nobody looks into a bot's cards while the match runs."""
        if seat is None:
            return
        if seat not in self.seats:
            raise Trouble(404, "no_seat", str(seat)[:40])
        if not self.finished and self.seats[seat].kind not in PEOPLE:
            raise Trouble(409, "bots_seat")

    def may_act(self, seat: str, revision: int) -> None:
        self.may_see(seat)
        if revision != self.match.seen(seat):
            raise stale()

    def sit(self, seat: Seat) -> None:
        """Somebody else plays a side from now on."""
        self.seats[seat.side] = seat
        self.header = self.header._replace(seats=tuple(self.seats.values()))
        self.sent.clear()

    def stop(self, stall: Stall | None) -> None:
        self.stall = stall
        self.run = 0
        self.sent.clear()

    def propose(self, offer: Offer | None) -> None:
        self.offer = offer
        self.sent.clear()

    def asked_by(self, side: str) -> Seat | None:
        """Who sits opposite and can be asked; nobody where the rules themselves play that side."""
        game, options = self.match.game, self.match.setup.options
        others = [seat for seat in self.seats.values() if seat.side != side]
        return next((seat for seat in others if sitter(game, options, seat.side, seat.kind) != RULEBOOK), None)

    def rest(self) -> None:
        """Nothing happens: what is only at hand to be quick is made again when somebody asks for it."""
        self.sent.clear()
        self._replay = None

    def standings(self) -> dict[str, Standing]:
        """How it stands for every person, if one of them is asked now."""
        people = [side for side, seat in self.seats.items() if seat.kind in PEOPLE]
        asked = any(side in self.match.to_act for side in people)
        return {side: self.standing(side) for side in people} if asked else {}

    def standing(self, side: str) -> Standing:
        """How it stands for a side: as it was just shown, or looked at now."""
        shown = self._stood.get(side)
        if shown is not None and shown[0] == self.match.revision:
            return shown[1]
        match, who = self.match, self.match.sides.index(side)
        try:
            held = match.game.face(match.state, who, LANGUAGES[0]).held()
            score = match.game.view(match.state, who).get("score", {})
            return Standing(dict(score), {place: holding.side for place, holding in held.items()})
        except Exception:
            log.exception("match %s, revision %s: the score failed", self.id, match.revision)
            return Standing({}, {})

    def stands(self, side: str, standing: Standing) -> None:
        """A seat is shown how it stands."""
        self._stood[side] = (self.match.revision, standing)

    def tally(self, before: Mapping[str, Standing], turned: bool) -> None:
        """A move was made; ``before``: how it stood for people."""
        mover = self.match.last_line.side
        for side, seat in self.seats.items():
            if seat.kind not in PEOPLE:
                continue
            old = self.tallies.get(side, Tally())
            choice = before[side] if side == mover and side in before else old.choice
            opened = old.opened or before.get(side)
            opened, turn = (self.standing(side), opened) if turned else (opened, old.turn)
            self.tallies[side] = Tally(choice, opened, turn)

    def count(self, shown: Json, before: Mapping[str, Standing]) -> None:
        """Another answer was given: how long have bots been at it by themselves?"""
        turn = shown["clock"].get("en", {}).get("turn")
        self.tally(before, self.turn is not None and turn != self.turn)
        person = self.seats[self.match.last_line.side].kind in PEOPLE
        self.run = 0 if person or self.turn not in (None, turn) else self.run + 1
        self.turn = turn

    def summary(self) -> Json:
        """What the lobby shows; where the game cannot tell, what it told last: a list is no reason to refuse a move."""
        try:
            return summary(self.match)
        except Exception:
            log.exception("match %s, revision %s: the clock failed", self.id, self.match.revision)
            return self.header.summary | {"to_act": list(self.match.to_act)}

    def replay(self) -> Replay:
        """The way so far. Slow the first time: not for the event loop."""
        if self._replay is None:
            self._replay = Replay(self.match.game, self.match.record)
        elif self._followed != self.match.revision:
            self._replay.follow(self.match.record.lines)
        self._followed = self.match.revision
        return self._replay


def summary(match: Match) -> Json:
    """What the lobby shows without loading a match: the clock in every language, and who is to act."""
    clocks = {}
    for lang in LANGUAGES:
        clock = match.game.face(match.state, EVERYONE, lang).clock()
        clocks[lang] = {key: getattr(clock, key) for key in ("turn", "phase", "phase_name", "month")}
        turns = clock.turns or []
    return {"clock": clocks, "to_act": list(match.to_act), "turns": max([turn.turn for turn in turns], default=0)}


def keeps_secrets(header: Header) -> bool:
    """Whether a match still holds what nobody at this screen may know: a bot's side of a game with secrets.

    Then neither its record nor a copy is handed out: a copy, once played to its end, would show all that went before.
    People at one screen have all seats themselves.
    """
    bots_sit = any(seat.kind not in PEOPLE for seat in header.seats)
    game = games.load(header.game) if header.game in games.known() else None
    return header.outcome is None and bots_sit and (game is None or game.secrets)


def find_game(name: str) -> AnyGame:
    if name not in games.known():
        raise Trouble(404, "no_game", name[:40], ", ".join(games.known()))
    return games.load(name)


def seat_all(game: AnyGame, kinds: Mapping[str, str], seed: str = "") -> tuple[Seat, ...]:
    """A seat for every side; people, or bots that know the game. ``seed``: of bots that always play the same."""
    for side, kind in kinds.items():
        if side not in game.sides:
            raise Trouble(400, "no_seat", str(side)[:40])
        if kind not in PEOPLE:
            known_bot(game, kind, PEOPLE)
    return tuple(Seat(side, kinds.get(side, "human"), seed or secrets.token_hex(8)) for side in game.sides)


def known_bot(game: AnyGame, name: str, others: tuple[str, ...] = ()) -> str:
    """A bot that knows the game."""
    if name not in bots.names(game.id):
        raise Trouble(400, "no_bot", str(name)[:40], ", ".join((*others, *bots.names(game.id))))
    return name


def sitter(game: AnyGame, options: Mapping[str, Value], side: str, kind: str) -> str:
    """Who plays a side: where the rules play it themselves it does not matter who sits there."""
    return RULEBOOK if game.automaton and options.get(game.automaton) == side else kind
