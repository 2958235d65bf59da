"""The HTTP interface: small functions between requests and tables."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.params import Parameter

from grognard.kernel.action import Action, NotationError
from grognard.kernel.decision import Refusal
from grognard.kernel.match import Match
from grognard.kernel.record import RecordError
from grognard.kernel.restore import verify
from grognard.server import catalog, snapshot, words
from grognard.server.live import snapshot_text
from grognard.server.static import send_made
from grognard.server.tables import Table, Tables, find_game, keeps_secrets
from grognard.server.trouble import Trouble
from grognard.server.why import why_hex

Asked = Request[None, None, State]
Json = dict[str, Any]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, Parameter(ge=0, le=99)]
LARGEST = 4_000_000
MANY = 128  # actions of one gesture: a whole army is lodged at once
ILLEGAL = 422
MAYBE = "?"


class NewMatch(msgspec.Struct):
    game: Text
    scenario: Text | None = None
    options: dict[str, Any] | None = None
    seats: dict[str, Text] = {}
    lang: Text = "en"
    seed: Text | None = None
    title: Text = ""
    lesson: bool = False


class Move(msgspec.Struct):
    seat: Text
    revision: int
    action: str = ""
    actions: Annotated[list[str], msgspec.Meta(max_length=MANY)] = []


class Step(msgspec.Struct):
    seat: Text
    revision: int


class Form(msgspec.Struct):
    form: Text
    given: dict[str, Any] = {}


class Copy(msgspec.Struct):
    at: int | None = None
    seats: dict[str, Text] = {}
    lang: Text = ""


def language(request: Asked) -> str:
    """The reader's language: as asked, else what the browser prefers, else English."""
    asked = request.query_params.get("lang")
    if asked in words.LANGUAGES:
        return str(asked)
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return words.known(wanted)


def tables_of(request: Asked) -> Tables:
    found: Tables = request.app.state.tables
    return found


def json(text: bytes | str | object, status: int = 200) -> Response[bytes]:
    content = text if isinstance(text, bytes) else text.encode() if isinstance(text, str) else snapshot.encode(text)
    return Response(content, status_code=status, media_type="application/json", headers={"cache-control": "no-store"})


# what there is


@get("/api/words")
async def shell_words(request: Asked) -> Response[bytes]:
    lang = language(request)
    tongues = [{"id": name, "name": words.say("language.name", name)} for name in words.LANGUAGES]
    return send_made(request, snapshot.encode({"lang": lang, "languages": tongues, "words": words.messages(lang)}))


@get("/api/catalog")
async def games_list(request: Asked) -> Response[bytes]:
    return send_made(request, catalog.catalog(language(request)))


@get("/api/games/{game:str}/scene")
async def scene(request: Asked, game: str, scenario: str | None = None, options: str = "") -> Response[bytes]:
    """The board of a scenario; ``options`` is the JSON of a match's options."""
    return send_made(request, await asyncio.to_thread(catalog.scene, game, language(request), scenario, options))


@get("/api/games/{game:str}/workshop")
async def bench(request: Asked, game: str) -> Response[bytes]:
    return send_made(request, await asyncio.to_thread(catalog.bench, game, language(request)))


@post("/api/games/{game:str}/workshop", status_code=200, request_max_body_size=LARGEST)
async def inspect(request: Asked, game: str, wish: str = "") -> Response[bytes]:
    """A scenario as text: what breaks which rule, and the board to look at."""
    text = await body_text(request)
    return json(await asyncio.to_thread(catalog.inspect, game, text, wish[:40], language(request)))


@get("/api/games/{game:str}/companion")
async def companion(request: Asked, game: str) -> Response[bytes]:
    return send_made(request, await asyncio.to_thread(catalog.companion, game, language(request)))


@post("/api/games/{game:str}/companion", status_code=200)
async def reckon(request: Asked, game: str, data: Form) -> Response[bytes]:
    """The arithmetic of one form: nothing is kept."""
    return json(await asyncio.to_thread(catalog.reckon, game, data.form, data.given, language(request)))


@post("/api/games/{game:str}/sheet/{kind:str}", status_code=200)
async def sheet(request: Asked, game: str, kind: str, data: dict[str, Any]) -> Response[bytes]:
    """A sheet to print, made from a roster that only the browser keeps."""
    name, content = await asyncio.to_thread(catalog.sheet, game, kind, data, language(request))
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type="application/pdf", headers=headers)


@get("/api/games/{game:str}/rulebook")
async def rulebook(request: Asked, game: str) -> Response[bytes]:
    return send_made(request, await asyncio.to_thread(catalog.rules, game, language(request)))


@get("/api/matches")
async def matches(request: Asked) -> Response[bytes]:
    headers = await tables_of(request).headers()
    return json([catalog.listed(header, language(request)) for header in headers])


# matches come and go


@post("/api/matches", status_code=201)
async def create(request: Asked, data: NewMatch) -> Response[bytes]:
    lang = words.known(data.lang)
    game = find_game(data.game)
    if data.lesson:
        plan = game.lesson(lang)
        if plan is None:
            raise Trouble(404, "no_lesson")
        data.scenario, data.options, data.seed = plan["scenario"], plan["options"], plan["seed"]
        data.seats = plan["seats"]
    new = await tables_of(request).create(data.game, data.scenario, data.options, data.seats, lang, data.seed,
                                          data.title.strip(), data.lesson)  # fmt: skip
    return json({"id": new}, 201)


@post("/api/import", status_code=201, request_max_body_size=LARGEST)
async def import_record(request: Asked, title: str = "") -> Response[bytes]:
    """Seats may be given as ?seats=SIDE:human,SIDE:BOT; without, everybody is at this screen."""
    text = await body_text(request)
    pairs = [pair.split(":", 1) for pair in request.query_params.get("seats", "").split(",") if ":" in pair]
    new = await tables_of(request).adopt(text, dict(pairs), language(request), title.strip()[:200])
    return json({"id": new}, 201)


@get("/api/matches/{match:str}/record")
async def record(request: Asked, match: str) -> Response[bytes]:
    """The record as a file. The seed goes along when the match is over: until then it is a promise."""
    tables = tables_of(request)
    header, written = await tables.header(match)
    if keeps_secrets(header):
        raise Trouble(409, "sealed")
    try:
        async with tables.hold(match) as table:
            written = table.match.record
    except Trouble:
        pass  # this program cannot replay it, but it can hand it out
    text = written.dumps(seed=written.result is not None)
    name = f"{header.game}-{header.id}.grog"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


@post("/api/matches/{match:str}/copy", status_code=201)
async def copy(request: Asked, match: str, data: Copy) -> Response[bytes]:
    lang = words.known(data.lang, language(request))
    return json({"id": await tables_of(request).copy(match, data.at, data.seats, lang)}, 201)


@delete("/api/matches/{match:str}", status_code=200)
async def remove(request: Asked, match: str) -> Response[bytes]:
    await tables_of(request).delete(match)
    return json({})


# at the table


@get("/api/matches/{match:str}/scene")
async def match_scene(request: Asked, match: str) -> Response[bytes]:
    """The board of this match: a scenario of somebody's own has no other."""
    async with tables_of(request).hold(match) as table:
        game, setup = table.match.game, table.match.setup
    return send_made(request, snapshot.encode(await asyncio.to_thread(game.scene, setup, language(request))))


def seat_of(request: Asked) -> str | None:
    return request.query_params.get("seat") or None


@get("/api/matches/{match:str}")
async def show(request: Asked, match: str) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        request.app.state.driver.wake(match)
        return json(snapshot_text(table, seat_of(request), language(request))[0])


@get("/api/matches/{match:str}/log")
async def log(request: Asked, match: str) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        seat = may_look(table, seat_of(request))
        return json(snapshot.log_of(table.match, seat, language(request)))


@post("/api/matches/{match:str}/act", status_code=200)
async def act(request: Asked, match: str, data: Move) -> Response[bytes]:
    """One action, or several of one gesture: each is checked and kept by itself.

    An action with a question mark may have been done unasked meanwhile, where it was the only legal answer: then it is
    passed over.
    """
    revision = data.revision
    for action in data.actions or [data.action]:
        try:
            revision = await tables_of(request).act(match, data.seat, revision, action.removesuffix(MAYBE))
        except Trouble as fault:
            if fault.status != ILLEGAL or not action.endswith(MAYBE):
                raise
    return json({"revision": revision})


@post("/api/matches/{match:str}/undo", status_code=200)
async def undo(request: Asked, match: str, data: Step) -> Response[bytes]:
    return json({"revision": await tables_of(request).undo(match, data.seat, data.revision)})


@post("/api/matches/{match:str}/redo", status_code=200)
async def redo(request: Asked, match: str, data: Step) -> Response[bytes]:
    return json({"revision": await tables_of(request).redo(match, data.seat, data.revision)})


@get("/api/matches/{match:str}/why")
async def why(request: Asked, match: str, seat: str, action: str = "", hex: str = "") -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        found = why_hex(table.match, seat, hex[:20]) if hex else table.match.why_not(seat, action)
    return json({"refusals": refusals(found, language(request))})


@get("/api/matches/{match:str}/odds")
async def odds(request: Asked, match: str, seat: str, action: str, cc: Number = 0,
               defender_cc: Number = 0) -> Response[bytes]:  # fmt: skip
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        played = table.match.copy()
    given = {"cc": cc, "defender_cc": defender_cc}
    wanted = read(played, action)
    who = played.sides.index(seat)
    return json(await asyncio.to_thread(played.game.forecast, played.state, who, wanted, given, language(request)))


@get("/api/matches/{match:str}/rehearse")
async def rehearse(request: Asked, match: str, seat: str, action: str) -> Response[bytes]:
    """An action tried out on a copy: where it would lead, and what forbids it."""
    async with tables_of(request).hold(match) as table:
        table.may_see(seat)
        played = table.match.copy()
    lang = language(request)
    wanted = read(played, action)
    plan = await asyncio.to_thread(played.game.rehearse, played.state, played.sides.index(seat), wanted, lang)
    found = await asyncio.to_thread(played.why_not, seat, action)
    return json({"plan": plan, "refusals": refusals(found, lang)})


@get("/api/matches/{match:str}/sight")
async def sight(request: Asked, match: str, hex: str) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        seat = seat_of(request)
        table.may_see(seat)
        who = -1 if seat is None else table.match.sides.index(seat)
        return json(table.match.game.sight(table.match.state, who, hex[:20], language(request)))


@get("/api/matches/{match:str}/tables")
async def tables(request: Asked, match: str) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        seat = seat_of(request)
        table.may_see(seat)
        who = -1 if seat is None else table.match.sides.index(seat)
        return json(table.match.game.sidebar(table.match.state, who, language(request)))


# afterwards


@get("/api/matches/{match:str}/replay")
async def replay(request: Asked, match: str, at: int = 0) -> Response[bytes]:
    async with tables_of(request).hold(match) as table:
        seat = may_look(table, seat_of(request))
        way = await asyncio.to_thread(table.replay)
        steps = [0, *table.match.steps(None if seat == snapshot.ALL else seat)]
    number = max(0, min(at, len(steps) - 1))
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
    told = await asyncio.to_thread(played.game.chronicle, played, lang)
    facts = {"match": match, "title": table.header.title or played.game.name(lang), "game": played.game.id,
             "scenario": played.setup.scenario, "outcome": snapshot.outcome_of(played, lang),
             "verified": await asyncio.to_thread(check_dice, played)}  # fmt: skip
    return json(told | facts)


# helpers


async def body_text(request: Asked) -> str:
    try:
        return (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(400, "no_text") from None


def may_look(table: Table, seat: str | None) -> str | None:
    """A seat, nobody's seat, or ``all`` once there are no secrets left."""
    if seat != snapshot.ALL:
        table.may_see(seat)
    elif not table.finished:
        raise Trouble(409, "secrets")
    return seat


def check_dice(match: Match) -> Json:
    """Every die recomputed from the seeds, which are no secret any more."""
    streams = [{"first": s.first, "commit": s.commit, "seed": s.seed} for s in match.streams]
    try:
        return {"ok": True, "dice": verify(match.game, match.record), "fault": None, "streams": streams}
    except RecordError as fault:
        return {"ok": False, "dice": 0, "fault": str(fault), "streams": streams}


def read(match: Match, text: str) -> Action:
    try:
        return match.game.lexicon.parse(text)
    except NotationError as fault:
        refusal = Refusal(("", fault.key, fault.values), match.words)
        raise Trouble(422, "illegal", refusals=[refusal]) from None


def refusals(found: list[Refusal], lang: str) -> list[Json]:
    return [{"rule": refusal.rule, "text": refusal.say(lang)} for refusal in found]


HANDLERS = [shell_words, games_list, scene, match_scene, bench, inspect, companion, reckon, sheet, rulebook, matches,
            create, import_record, record, copy, remove, show, log, act, undo, redo, why, odds, rehearse, sight, tables,
            replay, report]  # fmt: skip
