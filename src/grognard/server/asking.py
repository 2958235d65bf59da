"""What requests bring, and how they are answered."""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import Parameter

from grognard.kernel.action import Action, NotationError
from grognard.kernel.decision import Refusal
from grognard.kernel.match import Match
from grognard.kernel.wire import Json
from grognard.server import snapshot, words
from grognard.server.tables import Tables
from grognard.server.trouble import Trouble

Asked = Request[None, None, State]
T = TypeVar("T")
Text = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, Parameter(ge=0, le=99)]
Count = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
LARGEST = 4_000_000
MANY = 256  # actions of one gesture: a whole formation marches, an army is lodged


class NewMatch(msgspec.Struct):
    game: Text
    scenario: Text | None = None
    options: Json | None = None
    seats: dict[str, Text] = {}
    lang: Text = "en"
    seed: Text | None = None
    title: Text = ""
    lesson: Text | bool = False  # True: the first


class Move(msgspec.Struct):
    seat: Text
    revision: Count
    action: str = ""
    actions: Annotated[list[str], msgspec.Meta(max_length=MANY)] = []


class Answer(msgspec.Struct):
    seat: Text
    accept: bool


class Step(msgspec.Struct):
    seat: Text
    revision: Count


class Form(msgspec.Struct):
    form: Text
    given: Json = {}


class Copy(msgspec.Struct):
    at: Count | None = None
    seats: dict[str, Text] = {}
    lang: Text = ""


class Stopped(msgspec.Struct):
    """What a person decides about a bot that was stopped."""

    side: Text
    do: Text
    bot: Text = ""


async def body_of(request: Asked, kind: type[T]) -> T:
    """A body of JSON that is what it should be; else a sentence about what is wrong with it."""
    text = await body_text(request, "not_json")
    try:
        found = msgspec.json.decode(text, type=kind)
        msgspec.json.encode(found)  # JSON can spell characters that do not exist
        return found
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as fault:
        raise Trouble(400, "request", str(fault)[:200]) from None


async def body_text(request: Asked, otherwise: str = "no_text") -> str:
    try:
        return (await request.body()).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(400, otherwise) from None


def language(request: Asked) -> str:
    """The reader's language: as asked, else what the browser prefers, else English."""
    asked = request.query_params.get("lang")
    if asked in words.LANGUAGES:
        return str(asked)
    wanted = request.headers.get("accept-language", "")[:2].lower()
    return words.known(wanted)


def seat_of(request: Asked) -> str | None:
    return request.query_params.get("seat") or None


def tables_of(request: Asked) -> Tables:
    found: Tables = request.app.state.tables
    return found


def json(text: bytes | str | object, status: int = 200) -> Response[bytes]:
    content = text if isinstance(text, bytes) else text.encode() if isinstance(text, str) else snapshot.encode(text)
    return Response(content, status_code=status, media_type="application/json", headers={"cache-control": "no-store"})


def attachment(content: bytes, name: str, media_type: str = "text/plain") -> Response[bytes]:
    """A file to keep."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=media_type, headers=headers)


def read(match: Match, text: str) -> Action:
    try:
        return match.game.lexicon.parse(text)
    except NotationError as fault:
        refusal = Refusal(("", fault.key, fault.values), match.words)
        raise Trouble(422, "illegal", refusals=[refusal]) from None


def refusals(found: list[Refusal], lang: str) -> list[Json]:
    return [{"rule": refusal.rule, "text": refusal.say(lang)} for refusal in found]
