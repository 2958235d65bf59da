"""The HTTP interface: what there is to play, and matches that come and go."""

from __future__ import annotations

import asyncio

from litestar import Response, delete, get, post

from grognard.kernel.lesson import OPTION, info
from grognard.kernel.wire import Json
from grognard.server import catalog, snapshot, words
from grognard.server.asking import (
    LARGEST,
    Asked,
    Copy,
    Form,
    NewMatch,
    attachment,
    body_of,
    body_text,
    json,
    language,
    tables_of,
)
from grognard.server.memory import stands
from grognard.server.static import send_made
from grognard.server.tables import find_game, keeps_secrets
from grognard.server.trouble import Trouble

# what there is


@get("/api/words", packed=True)
async def shell_words(request: Asked) -> Response[bytes]:
    lang = language(request)
    tongues = [{"id": name, "name": words.say("language.name", name)} for name in words.LANGUAGES]
    return send_made(request, snapshot.encode({"lang": lang, "languages": tongues, "words": words.messages(lang)}))


@get("/api/catalog", packed=True)
async def games_list(request: Asked) -> Response[bytes]:
    return send_made(request, catalog.catalog(language(request)))


@get("/api/games/{game:str}/scene", packed=True)
async def scene(request: Asked, game: str, scenario: str | None = None, options: str = "") -> Response[bytes]:
    """The board of a scenario; ``options`` is the JSON of a match's options."""
    return send_made(request, await asyncio.to_thread(catalog.scene, game, language(request), scenario, options))


@get("/api/games/{game:str}/workshop", packed=True)
async def bench(request: Asked, game: str) -> Response[bytes]:
    return send_made(request, await asyncio.to_thread(catalog.bench, game, language(request)))


@post("/api/games/{game:str}/workshop", status_code=200, request_max_body_size=LARGEST)
async def inspect(request: Asked, game: str, wish: str = "") -> Response[bytes]:
    """A scenario as text: what breaks which rule, and the board to look at."""
    text = await body_text(request)
    return json(await asyncio.to_thread(catalog.inspect, game, text, wish[:40], language(request)))


@get("/api/games/{game:str}/companion", packed=True)
async def companion(request: Asked, game: str) -> Response[bytes]:
    return send_made(request, await asyncio.to_thread(catalog.companion, game, language(request)))


@post("/api/games/{game:str}/companion", status_code=200)
async def reckon(request: Asked, game: str) -> Response[bytes]:
    """The arithmetic of one form: nothing is kept."""
    data = await body_of(request, Form)
    return json(await asyncio.to_thread(catalog.reckon, game, data.form, data.given, language(request)))


@post("/api/games/{game:str}/sheet/{kind:str}", status_code=200)
async def sheet(request: Asked, game: str, kind: str) -> Response[bytes]:
    """A sheet to print, made from a roster that only the browser keeps."""
    data = await body_of(request, Json)
    name, content = await asyncio.to_thread(catalog.sheet, game, kind, data, language(request))
    return attachment(content, name, "application/pdf")


@get("/api/games/{game:str}/rulebook", packed=True)
async def rulebook(request: Asked, game: str) -> Response[bytes]:
    return send_made(request, await asyncio.to_thread(catalog.rules, game, language(request)))


@get("/api/matches")
async def matches(request: Asked) -> Response[bytes]:
    lang = language(request)
    return json([catalog.listed(header, trouble, lang) for header, trouble in await tables_of(request).headers()])


# matches come and go


@post("/api/matches", status_code=201)
async def create(request: Asked) -> Response[bytes]:
    data = await body_of(request, NewMatch)
    lang = words.known(data.lang)
    game = find_game(data.game)
    if data.lesson:
        name = next(iter(game.lessons), "") if data.lesson is True else data.lesson
        lesson = game.lessons.get(name)
        if lesson is None:
            raise Trouble(404, "no_lesson")
        data.scenario, data.options = lesson.scenario, {**lesson.options, OPTION: name}
        data.seed, data.seats = lesson.seed, lesson.seats(game.sides)
        data.title = data.title or info(game.words.say, lesson, lang).title
    new = await tables_of(request).create(
        data.game, data.scenario, data.options, data.seats, lang, data.seed, data.title.strip(), bool(data.lesson)
    )
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
    header, written, memory = await tables.header(match)
    if keeps_secrets(header):
        raise Trouble(409, "sealed")
    try:
        async with tables.hold(match) as table:
            written = table.match.lasting
    except Trouble:
        written.now = stands(memory)  # this program cannot replay it, but it can hand it out
    text = written.dumps(seed=written.result is not None)
    return attachment(text.encode(), f"{header.game}-{header.id}.grog")


@get("/api/matches/{match:str}/sealed")
async def sealed(request: Asked, match: str) -> Response[bytes]:
    """All of a match for a bug report, so packed that nobody reads a secret by chance. It asks nothing of the rules:
    also a match that cannot be opened any more can be reported."""
    text = await tables_of(request).sealed(match, language(request))
    return attachment(text.encode(), f"grognard-{match}.sealed")


@post("/api/matches/{match:str}/copy", status_code=201)
async def copy(request: Asked, match: str) -> Response[bytes]:
    data = await body_of(request, Copy)
    lang = words.known(data.lang, language(request))
    return json({"id": await tables_of(request).copy(match, data.at, data.seats, lang)}, 201)


@delete("/api/matches/{match:str}", status_code=200)
async def remove(request: Asked, match: str) -> Response[bytes]:
    await tables_of(request).delete(match)
    return json({})


HANDLERS = [
    shell_words,
    games_list,
    scene,
    bench,
    inspect,
    companion,
    reckon,
    sheet,
    rulebook,
    matches,
    create,
    import_record,
    record,
    sealed,
    copy,
    remove,
]
