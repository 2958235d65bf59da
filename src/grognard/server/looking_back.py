"""After the game: what the bots at a table were up to, turn by turn."""

from __future__ import annotations

from grognard import bots
from grognard.bots.counsel import sentence
from grognard.bots.doctrine import AnyDoctrine, Doctrine
from grognard.bots.intents import intents as looked_up
from grognard.kernel.match import Match
from grognard.kernel.wire import IntentTold
from grognard.server.table import PEOPLE, Table


def intents(table: Table, match: Match, lang: str) -> list[IntentTold]:
    """In words, for every side that a bot played; the enemy of a lesson does as it is written."""
    players = {} if table.header.lesson else _players(table, match)
    return [
        IntentTold(
            n=found.at,
            turn=found.turn,
            side=found.side,
            title=match.words.say("chronicle.when", (found.turn,), lang),
            text=[sentence(match, why, lang, players[found.side].locale) for why in found.why],
        )
        for found in (looked_up(match, players) if players else [])
    ]


def _players(table: Table, match: Match) -> dict[str, AnyDoctrine]:
    made = {
        side: bots.make(seat.kind, match.game.id, side, seat.seed)
        for side, seat in table.seats.items()
        if seat.kind not in PEOPLE
    }
    return {side: bot for side, bot in made.items() if isinstance(bot, Doctrine)}
