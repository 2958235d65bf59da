"""The HTTP interface beside the table: what a match is called, notes, the briefing, once more."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post, put

from grognard.kernel.briefing import briefing
from grognard.server.asking import Asked, Text, body_of, json, language, seat_of, tables_of
from grognard.server.guard import answering
from grognard.server.snapshot import ALL
from grognard.server.trouble import Trouble

LONGEST = 20_000  # characters of a note


class Title(msgspec.Struct):
    title: Text


class Note(msgspec.Struct):
    seat: Text
    text: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class Again(msgspec.Struct):
    """``change``: the players change sides."""

    change: bool = False


@put("/api/matches/{match:str}/title")
async def rename(request: Asked, match: str) -> Response[bytes]:
    data = await body_of(request, Title)
    await tables_of(request).rename(match, data.title.strip())
    return json({})


@get("/api/matches/{match:str}/notes")
async def note(request: Asked, match: str, seat: str) -> Response[bytes]:
    return json({"text": await tables_of(request).note(match, seat)})


@put("/api/matches/{match:str}/notes")
async def write_note(request: Asked, match: str) -> Response[bytes]:
    data = await body_of(request, Note)
    await tables_of(request).write_note(match, data.seat, data.text)
    return json({})


@post("/api/matches/{match:str}/rematch", status_code=201)
async def rematch(request: Asked, match: str) -> Response[bytes]:
    data = await body_of(request, Again)
    return json({"id": await tables_of(request).rematch(match, data.change, language(request))}, 201)


@get("/api/matches/{match:str}/briefing")
async def brief(request: Asked, match: str) -> Response[bytes]:
    """Who the seat is, what wins, how long it takes, the shape of a turn."""
    async with tables_of(request).hold(match) as table:
        seat = seat_of(request)
        if seat == ALL:
            raise Trouble(404, "no_seat", ALL)
        table.may_see(seat)
        with answering(f"match {match}, seat {seat}, revision {table.match.revision}", "briefing"):
            return json(briefing(table.match, seat, language(request)))


HANDLERS = [rename, note, write_note, rematch, brief]
