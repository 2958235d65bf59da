"""The hint: what would the best of the bots do here, and why? It is asked as a bot is, and shown to the seat alone."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, post

from grognard import bots
from grognard.bots.counsel import Counsel, told
from grognard.server.asking import Asked, Step, body_of, json, language, tables_of
from grognard.server.guard import answering, log
from grognard.server.thinking import Failed, Late, Question, across
from grognard.server.trouble import Trouble

SEED = "counsel"


@post("/api/matches/{match:str}/hint", status_code=200)
async def hint(request: Asked, match: str) -> Response[bytes]:
    """What would you do here? Nothing is changed. null: the table has moved on, there is nothing to say any more."""
    data = await body_of(request, Step)
    async with tables_of(request).hold(match) as table:
        table.may_see(data.seat)
        if data.revision != table.match.seen(data.seat):
            return json(None)
        if table.match.decision(data.seat) is None:
            raise Trouble(409, "not_asked")
        imagined = bots.shown(table.match, data.seat)
        revision = table.match.revision
    game = imagined.game
    question = Question(bots.names(game.id)[-1], game.id, data.seat, SEED, across(imagined), counsel=True)
    found = await _ask(request, match, question)
    async with tables_of(request).hold(match) as table:
        if table.match.revision != revision:
            return json(None)
    with answering(f"match {match}, seat {data.seat}, revision {revision}", "hint"):
        return json(await asyncio.to_thread(told, imagined, data.seat, found, language(request)))


async def _ask(request: Asked, match: str, question: Question) -> Counsel:
    try:
        text = await request.app.state.driver.thinkers.ask(question)
    except (Failed, Late) as fault:
        log.error("bot %s gave no hint in match %s: %s", question.bot, match, fault)
        raise Trouble(503, "no_hint") from None
    found = msgspec.json.decode(text, type=Counsel | None)
    if found is None:
        raise Trouble(409, "no_hint")
    return found


HANDLERS = [hint]
