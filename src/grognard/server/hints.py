"""The hint: what would the best of the bots do here, and why? It is asked as a bot is, and shown to the seat alone."""

from __future__ import annotations

import asyncio
import json as plain

import msgspec
from litestar import Response, post

from grognard import bots
from grognard.bots.counsel import Counsel
from grognard.kernel.action import Action, Region
from grognard.kernel.match import Match
from grognard.kernel.stored import write_match
from grognard.kernel.wire import Hint, Option
from grognard.server.asking import Asked, Step, body_of, json, language, tables_of
from grognard.server.guard import answering, log
from grognard.server.thinking import Failed, Late, Question
from grognard.server.trouble import Trouble, stale

SEED = "counsel"
MOST = 3  # reasons


@post("/api/matches/{match:str}/hint", status_code=200)
async def hint(request: Asked, match: str) -> Response[bytes]:
    """What would you do here? Nothing is changed."""
    data = await body_of(request, Step)
    async with tables_of(request).hold(match) as table:
        table.may_act(data.seat, data.revision)
        if table.match.decision(data.seat) is None:
            raise Trouble(409, "not_asked")
        imagined = bots.shown(table.match, data.seat)
        revision = table.match.revision
    game = imagined.game
    shown = plain.dumps(write_match(imagined)).encode()
    question = Question(bots.names(game.id)[-1], game.id, data.seat, SEED, shown, counsel=True)
    found = await _ask(request, match, question)
    async with tables_of(request).hold(match) as table:
        if table.match.revision != revision:
            raise stale()
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


def told(match: Match, side: str, found: Counsel, lang: str) -> Hint:
    """Counsel in words: what is to be done, step by step, and why. The match is the one the bot was shown."""
    steps: list[Option] = []
    for number, text in enumerate(found.actions, 1):
        face = match.game.face(match.state, match.sides.index(side), lang)
        action = match.game.lexicon.parse(text)
        by_hand = _by_hand(match, side, action)
        shown = face.describe(action)
        if by_hand or number < len(
            found.actions
        ):  # of the last step dice may fall: what they would be is nobody's business
            events = match.play(side, text)
            if by_hand and events and not match.last_line.dice:
                shown.label, shown.group = match.say(events[0], lang).rstrip("."), "number"
        steps.append(shown)
    path = [step.place for step in steps if step.place and step.group == "place"]
    return Hint(
        text=" · ".join(_worth_saying(steps)),
        why=[match.words.say(f"counsel.{key}", tuple(args), lang) for key, args in found.why[:MOST]],
        actions=found.actions,
        places=list(dict.fromkeys([step.place for step in steps if step.place])),
        path=path if len(path) > 1 else [],
        start=next((step.start or step.place for step in steps if step.start or step.place), None),
    )


def _by_hand(match: Match, side: str, action: Action) -> bool:
    """Whether an answer is one of a region, which has no words of its own."""
    options = match.options(side)
    return action not in options and any(isinstance(option, Region) for option in options)


def _worth_saying(steps: list[Option]) -> list[str]:
    """The first step, and of those after it the last of each kind; that a choice is ended need not be said."""
    kept = [
        step for step, after in zip(steps, [*steps[1:], None], strict=True) if after is None or after.verb != step.verb
    ]
    return [step.label for n, step in enumerate(kept) if n == 0 or step.group != "button" or step.place]


HANDLERS = [hint]
