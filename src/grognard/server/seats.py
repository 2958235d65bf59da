"""The HTTP interface at the table, and afterwards: small functions between requests and tables."""

from __future__ import annotations

import asyncio
import random

from litestar import Response, get, post
from msgspec.structs import asdict

from grognard.kernel.action import Action
from grognard.kernel.charts import charts
from grognard.kernel.decision import IllegalAction
from grognard.kernel.face import AnyFace, Stand
from grognard.kernel.match import Match
from grognard.kernel.record import SETTLE, RecordError
from grognard.kernel.restore import verify
from grognard.kernel.wire import Chronicle, Forecast, Report, Sidebar, StreamOpened, Verified
from grognard.server import catalog, looking_back, offers, snapshot
from grognard.server.asking import (
    MANY,
    Answer,
    Asked,
    Move,
    Number,
    Step,
    Stopped,
    body_of,
    json,
    language,
    read,
    refusals,
    seat_of,
    tables_of,
)
from grognard.server.guard import Parts, answering
from grognard.server.live import snapshot_text
from grognard.server.static import send_made
from grognard.server.tables import Table
from grognard.server.trouble import Trouble
from grognard.server.why import InHand, why_place

LONGEST_WAY = 24  # answers of a way that is thought of
LONGEST_LIST = 800  # characters of a list of pieces

# at the table


@get("/api/matches/{match:str}/scene", packed=True)
async def match_scene(request: Asked, match: str) -> Response[bytes]:
    """The board of this match: a scenario of somebody's own has no other."""
    async with tables_of(request).hold(match) as table:
        game, setup = table.match.game, table.match.setup
    with answering(f"match {match}", "scene"):
        return send_made(request, snapshot.encode(await asyncio.to_thread(game.scene, setup, language(request))))


@get("/api/matches/{match:str}")
async def show(request: Asked, match: str) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        request.app.state.driver.wake(match)
        return json(snapshot_text(table, seat_of(request), language(request))[0])


@get("/api/matches/{match:str}/log")
async def log(request: Asked, match: str, before: int | None = None) -> Response[bytes]:
    """The log of a seat: all of it; ``before``: the lines before one, as many as are read at once."""
    async with tables_of(request).hold(match) as table:
        seat = may_look(table, seat_of(request))
        with answering(f"match {match}, seat {seat}", "log"):
            if before is not None:
                return json(snapshot.earlier(table.match, seat, language(request), before, table.finished))
            return json(snapshot.log_of(table.match, seat, language(request)))


@post("/api/matches/{match:str}/act", status_code=200)
async def act(request: Asked, match: str) -> Response[bytes]:
    """One action, or several of one gesture: one new view, and one undo."""
    data = await body_of(request, Move)
    actions = data.actions or [data.action]
    if actions == [SETTLE]:
        ended = await offers.offer(tables_of(request), match, data.seat, data.revision)
        return json({"revision": data.revision + ended, "offered": not ended})
    return json({"revision": await tables_of(request).act(match, data.seat, data.revision, *actions)})


@post("/api/matches/{match:str}/offer", status_code=200)
async def answer_offer(request: Asked, match: str) -> Response[bytes]:
    """The answer to an offer to end the match here, or the end of one's own."""
    data = await body_of(request, Answer)
    return json({"offered": False, "ended": await offers.answer(tables_of(request), match, data.seat, data.accept)})


@post("/api/matches/{match:str}/undo", status_code=200)
async def undo(request: Asked, match: str) -> Response[bytes]:
    data = await body_of(request, Step)
    return json({"revision": await tables_of(request).undo(match, data.seat, data.revision)})


@post("/api/matches/{match:str}/redo", status_code=200)
async def redo(request: Asked, match: str) -> Response[bytes]:
    data = await body_of(request, Step)
    return json({"revision": await tables_of(request).redo(match, data.seat, data.revision)})


@post("/api/matches/{match:str}/bot", status_code=200)
async def bot(request: Asked, match: str) -> Response[bytes]:
    """A bot was stopped: ask it again, put another in its place, or take its side over and see what it sees."""
    data = await body_of(request, Stopped)
    if data.do not in ("again", "replace", "take_over"):
        raise Trouble(400, "request", data.do[:40])
    kind = {"again": None, "replace": data.bot, "take_over": "human"}[data.do]
    await tables_of(request).unstall(match, data.side, kind)
    return json({})


@get("/api/matches/{match:str}/why")
async def why(
    request: Asked,
    match: str,
    seat: str,
    action: str = "",
    place: str = "",
    hex: str = "",
    hand: str = "",
    units: str | None = None,
    step: list[str] | None = None,
) -> Response[bytes]:
    """Why an action is not legal, or nothing about a place is; ``hex`` is what ``place`` was called.

    ``hand``, ``units`` and ``step``: the stack that is in hand, as ``column`` is asked for it.
    """
    place = place or hex
    held = InHand(hand[:20], named(units), (step or [])[:LONGEST_WAY]) if hand else None
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        with answering(f"match {match}, seat {seat}, revision {table.match.revision}", f"why {place} {action}"[:80]):
            found = why_place(table.match, seat, place[:20], held) if place else table.match.why_not(seat, action)
    return json({"refusals": refusals(found, language(request))})


@get("/api/matches/{match:str}/column")
async def column(
    request: Asked,
    match: str,
    seat: str,
    place: str,
    units: str | None = None,
    step: list[str] | None = None,
    to: str | None = None,
) -> Response[bytes]:
    """A stack taken in hand. ``units``: who goes, with commas between them; ``step``: the way so far."""
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        with answering(f"match {match}, seat {seat}, revision {table.match.revision}", f"column {place[:20]}"):
            face = table.match.game.face(table.match.state, table.match.sides.index(seat), language(request))
            return json(face.column(place[:20], named(units), (step or [])[:LONGEST_WAY], to and to[:20]))


def named(units: str | None) -> list[str] | None:
    """Pieces with commas between them; None: nobody said which."""
    return None if units is None else units[:LONGEST_LIST].split(",")


@get("/api/matches/{match:str}/odds")
async def odds(
    request: Asked,
    match: str,
    seat: str,
    action: str,
    given: list[str] | None = None,
    cc: Number | None = None,
    defender_cc: Number | None = None,
) -> Response[bytes]:
    """A forecast. ``given``: what is assumed of a choice still to come, as name=number."""
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        played = table.match.copy()
    flags = {name: value for name, value in (("cc", cc), ("defender_cc", defender_cc)) if value is not None}
    assumed = assumptions(given or []) | flags
    wanted = read(played, action)
    who = played.sides.index(seat)
    with answering(f"match {match}, seat {seat}, revision {played.revision}", f"forecast {action}"):
        face = played.game.face(played.state, who, language(request))
        return json(await asyncio.to_thread(_forecast, played, seat, face, wanted, assumed))


def _forecast(match: Match, seat: str, face: AnyFace, action: Action, assumed: dict[str, int]) -> Forecast | None:
    """What is assumed is checked by the gamble itself."""
    try:
        if assumed:
            match.odds(seat, action, **assumed)
    except IllegalAction as illegal:
        raise Trouble(422, "illegal", refusals=illegal.refusals) from None
    return face.forecast(action, assumed)


def assumptions(given: list[str]) -> dict[str, int]:
    """Of choices still to come, what is assumed: ``name=number`` each."""
    found = {}
    for part in given:
        name, _, value = part.partition("=")
        if not value.isdecimal() or len(value) > 3:
            raise Trouble(400, "request", part[:40])
        found[name] = int(value)
    return found


@get("/api/matches/{match:str}/rehearse")
async def rehearse(request: Asked, match: str, seat: str, action: str) -> Response[bytes]:
    """An action tried out on a copy: where it would lead, and what forbids it."""
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        played = table.match.copy()
    lang = language(request)
    wanted = read(played, action)
    with answering(f"match {match}, seat {seat}, revision {played.revision}", f"rehearse {action}"):
        plan = await asyncio.to_thread(played.game.face(played.state, played.sides.index(seat), lang).rehearse, wanted)
        found = await asyncio.to_thread(played.why_not, seat, action)
    return json({"plan": plan, "refusals": refusals(found, lang)})


@get("/api/matches/{match:str}/together")
async def together(
    request: Asked, match: str, seat: str, units: str, base: str = "", goal: str = ""
) -> Response[bytes]:
    """Where pieces may be sent together, and what each would do: tried out in a match that the seat imagines."""
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        played = table.match.imagine(seat, random.Random(table.match.revision))
    lang = language(request)
    with answering(f"match {match}, seat {seat}, revision {played.revision}", f"together {goal[:20]}"):
        face = played.game.face(played.state.copy(), played.sides.index(seat), lang)
        return json(await asyncio.to_thread(face.together, played, units.split(",")[:MANY], base[:20], goal[:20]))


@get("/api/matches/{match:str}/lay")
async def lay(request: Asked, match: str, seat: str, placed: str = "", unit: str = "") -> Response[bytes]:
    """An army that is being laid out. ``placed``: unit:form:front:place of each, with commas between them."""
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        played = table.match.copy(history=False)
    wishes = [part.split(":") for part in placed.split(",")[:MANY] if part.count(":") == 3]
    stands = {name: Stand(form, front, place) for name, form, front, place in wishes}
    with answering(f"match {match}, seat {seat}, revision {played.revision}", f"lay {unit[:20]}"):
        face = played.game.face(played.state, played.sides.index(seat), language(request))
        return json(await asyncio.to_thread(face.lay, stands, unit[:20]))


@get("/api/matches/{match:str}/sight")
async def sight(request: Asked, match: str, place: str = "", hex: str = "") -> Response[bytes]:
    """What is seen from a place; ``hex`` is what it was called."""
    place = place or hex
    async with tables_of(request).hold(match) as table:
        seat = seat_of(request)
        table.may_see(seat)
        who = -1 if seat is None else table.match.sides.index(seat)
        with answering(f"match {match}, seat {seat}, revision {table.match.revision}", f"sight {place[:20]}"):
            return json(table.match.game.face(table.match.state, who, language(request)).sight(place[:20]))


@get("/api/matches/{match:str}/tables")
async def tables(request: Asked, match: str) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        seat = seat_of(request)
        table.may_see(seat)
        who = -1 if seat is None else table.match.sides.index(seat)
        with answering(f"match {match}, seat {seat}, revision {table.match.revision}", "tables"):
            game, lang = table.match.game, language(request)
            found = game.face(table.match.state, who, lang).sidebar()
            printed = await asyncio.to_thread(charts, game.package, game.charts, lang)
            return json(Sidebar(tables=[*found.tables, *printed], track=found.track))


# afterwards


@get("/api/matches/{match:str}/replay")
async def replay(request: Asked, match: str, at: int = 0) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        seat = may_look(table, seat_of(request))
        with answering(f"match {match}, seat {seat}, revision {table.match.revision}", "replay"):
            way = await asyncio.to_thread(table.replay)
        steps = [0, *table.match.steps(None if seat == snapshot.ALL else seat)]
    number = max(0, min(at, len(steps) - 1))
    with answering(f"match {match}, seat {seat}", f"replay at {steps[number]}"):
        then = await asyncio.to_thread(way.at, steps[number])
    return json(snapshot.past(table, then, seat, language(request), number, len(steps) - 1))


@get("/api/matches/{match:str}/report")
async def report(request: Asked, match: str) -> Response[bytes]:
    """The game told and its dice checked. Only afterwards: it knows all secrets."""
    async with tables_of(request).hold(match) as table:
        if not table.finished:
            raise Trouble(409, "not_over")
        played = table.match.copy()
    lang = language(request)
    parts = Parts(f"match {match}, revision {played.revision}", lang)
    told = await asyncio.to_thread(parts.get, "chronicle", Chronicle(), lambda: played.game.chronicle(played, lang))
    found = Report(
        **asdict(told),
        match=match,
        sides=snapshot.sides_of(table, played, lang),
        ended=catalog.date(table.header.updated),
        title=table.header.title or played.game.name(lang),
        game=played.game.id,
        scenario=played.setup.scenario,
        outcome=snapshot.outcome_of(played, lang, parts),
        verified=await asyncio.to_thread(check_dice, played),
        intents=await asyncio.to_thread(parts.get, "intents", [], lambda: looking_back.intents(table, played, lang)),
        missing=parts.missing,
    )
    return json(found)


# helpers


def may_look(table: Table, seat: str | None) -> str | None:
    """A seat, nobody's seat, or ``all`` once there are no secrets left."""
    if seat != snapshot.ALL:
        table.may_see(seat)
    elif not table.finished:
        raise Trouble(409, "secrets")
    return seat


def check_dice(match: Match) -> Verified:
    """Every die recomputed from the seeds, which are no secret any more."""
    streams = [StreamOpened(first=s.first, commit=s.commit, seed=s.seed) for s in match.streams]
    try:
        return Verified(ok=True, dice=verify(match.game, match.record), fault=None, streams=streams)
    except RecordError as fault:
        return Verified(ok=False, dice=0, fault=str(fault), streams=streams)


HANDLERS = [
    match_scene,
    show,
    log,
    act,
    answer_offer,
    undo,
    redo,
    bot,
    why,
    column,
    odds,
    rehearse,
    together,
    lay,
    sight,
    tables,
    replay,
    report,
]
