"""To end a match before its time and have it counted takes two: one who offers it, and one who accepts.

A person is asked. A bot answers at once by a plain rule: it accepts unless it would lose by the count. Where the rules
themselves play the other side nobody is asked. What stands in the record is what it always was: the side that offered
has ended the match. An offer is no part of the match: any move withdraws it, and a restart of the server too.
"""

from __future__ import annotations

from grognard.kernel.decision import IllegalAction
from grognard.kernel.record import SETTLE
from grognard.server.table import PEOPLE, Offer, Table
from grognard.server.tables import Tables
from grognard.server.trouble import Trouble


async def offer(tables: Tables, match: str, side: str, revision: int) -> bool:
    """Offer to end the match here; whether it has ended."""
    async with tables.hold(match) as table:
        table.may_act(side, revision)
        try:
            refusals = table.match.why_not(side, SETTLE)
        except IllegalAction as illegal:
            refusals = illegal.refusals
        if refusals:
            raise Trouble(422, "illegal", refusals=refusals)
        other = table.asked_by(side)
        if other is not None and other.kind in PEOPLE and not _offered(table, other.side):
            table.propose(Offer(side))
            tables.changed(match)
            return False
        if other is not None and other.kind not in PEOPLE and not accepts(table, other.side):
            raise Trouble(422, "declined")
        await _end(tables, table, side)
        return True


async def answer(tables: Tables, match: str, side: str, accept: bool) -> bool:
    """What the other side says to an offer, or that one's own is withdrawn; whether the match has ended."""
    async with tables.hold(match) as table:
        table.may_see(side)
        found = table.offer
        if found is None or found.declined:
            raise Trouble(409, "no_offer")
        if accept and side != found.side:
            await _end(tables, table, found.side)
            return True
        table.propose(None if side == found.side else Offer(found.side, declined=True))
        tables.changed(match)
        return False


def accepts(table: Table, side: str) -> bool:
    """Whether a bot agrees: not if it would lose by the count."""
    counted = table.match.game.verdict(table.match.state)
    return counted is not None and counted.winner in (side, None)


def _offered(table: Table, side: str) -> bool:
    """Whether a side has offered the same already: both want it."""
    return table.offer == Offer(side)


async def _end(tables: Tables, table: Table, side: str) -> None:
    table.propose(None)
    await tables.commit(table, lambda match: match.play(side, SETTLE))
