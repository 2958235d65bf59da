"""Snapshots: what one seat sees of a match at one moment, in its language, as plain data."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

from grognard import bots
from grognard.kernel.action import Action, Region
from grognard.kernel.face import AnyFace, Focus, Holding, plain_option
from grognard.kernel.frame import EVERYONE, Event
from grognard.kernel.lesson import tell
from grognard.kernel.match import ENDED, Match
from grognard.kernel.record import SETTLE
from grognard.kernel.wire import (
    Clock,
    Decision,
    Deed,
    DiceShown,
    Ended,
    Json,
    LessonShown,
    LogLine,
    OfferShown,
    Option,
    Overlays,
    Plan,
    Points,
    Shortcut,
    SideInfo,
    Since,
    Snapshot,
    Stalled,
    StreamShown,
    Taken,
    View,
    Waiting,
    pieces,
)
from grognard.kernel.wire import Region as RegionShown
from grognard.server import words
from grognard.server.guard import Parts, encode
from grognard.server.table import PEOPLE, Standing, Table, Tally, sitter

__all__ = ["ALL", "earlier", "encode", "live", "log_of", "outcome_of", "past", "revision_of"]
LINES = 100  # of the log in a first snapshot; a watcher who has these is sent only what is new
UNHEARD = 600  # lines that a first snapshot may have where so many were told since the seat's last choice
EARLIER = 1_500  # lines that are handed out at once to one who reads back
OVERLAP = 12
LONGEST = 200  # an option that is a whole scenario is not sent with every snapshot
ALL = "all"
NO_CLOCK = Clock(turn=0, phase=0, phase_name="", month="")


def live(table: Table, seat: str | None, lang: str, known: int = 0, careful: bool = False) -> Snapshot:
    """A match as it stands, with the question put to the seat. ``known``: how many lines of the log it has."""
    match = table.match
    parts = _parts(table, match, seat, lang, careful)
    shown = _picture(parts, table, match, seat, lang, known)
    if match.outcome is None and (seat is None or seat not in match.to_act):
        shown.waiting = _waiting(table, lang)
    if seat is not None:
        shown.decision = _decision(parts, match, seat, lang)
    if seat is not None and seat in match.sides:
        shown.since = parts.get("since", None, lambda: _since(table, match, seat, lang, shown.view))
    shown.offer = parts.get("offer", None, lambda: _offer(table, seat, lang))
    if seat is not None and match.outcome is None:
        shown.can_settle = parts.get("settle", False, lambda: not match.why_not(seat, SETTLE))
        shown.can_undo = parts.get("undo", False, lambda: match.can_undo(seat))
        shown.can_redo = parts.get("redo", False, lambda: match.can_redo(seat))
    shown.lesson = parts.get("lesson", None, lambda: _lesson(table, seat, lang))
    return shown


def past(table: Table, match: Match, seat: str | None, lang: str, at: int, length: int) -> Snapshot:
    """A position of the past: nothing is asked any more."""
    shown = _picture(_parts(table, match, seat, lang), table, match, seat, lang, 0)
    shown.at, shown.length = at, length
    return shown


def _parts(table: Table, match: Match, seat: str | None, lang: str, careful: bool = False) -> Parts:
    return Parts(f"match {table.id}, seat {seat}, revision {match.revision}", lang, careful)


def _lesson(table: Table, seat: str | None, lang: str) -> LessonShown | None:
    return tell(table.match, seat, lang) if table.header.lesson and seat is not None else None


def _face(match: Match, seat: str | None, lang: str) -> AnyFace:
    return match.game.face(match.state, _number(match, seat), lang)


def _number(match: Match, seat: str | None) -> int:
    return EVERYONE if seat is None or seat == ALL else match.sides.index(seat)


def revision_of(match: Match, seat: str | None) -> int:
    """How far a seat knows the match; what others answer in secret does not count."""
    return match.revision if seat == ALL else match.seen(seat)


def _picture(parts: Parts, table: Table, match: Match, seat: str | None, lang: str, known: int) -> Snapshot:
    """What is seen of a match, with nothing asked and nothing to be taken back."""
    game, face = match.game, _face(match, seat, lang)
    view = parts.need(lambda: view_of(match, seat))
    streams = [StreamShown(first=stream.first, commit=stream.commit) for stream in match.streams]
    return Snapshot(
        match=table.id,
        revision=revision_of(match, seat),
        seat=seat,
        lang=lang,
        title=table.header.title or game.short_name(lang),
        game=game.id,
        scenario=match.setup.scenario,
        scenario_name=game.scenario_name(match.setup.scenario, lang),
        options={key: value for key, value in match.setup.options.items() if len(str(value)) <= LONGEST},
        sides=[_side(parts, table, match, view, side, face) for side in match.sides],
        clock=parts.get("clock", NO_CLOCK, face.clock),
        view=view,
        decision=None,
        waiting=None,
        sealed=table.sealed,
        secrets=game.secrets,
        missing=parts.missing,
        dice=DiceShown(streams=streams, seed=table.header.seed),
        log=parts.get("log", [], lambda: log_of(match, seat, lang, known, table.finished, parts)),
        since=None,
        can_undo=False,
        can_redo=False,
        can_settle=False,
        offer=None,
        outcome=outcome_of(match, lang, parts),
        overlays=parts.get("overlays", Overlays(), face.overlays),
        cards=parts.get("cards", None, face.cards),
        stage=parts.get("stage", None, face.stage),
        lesson=None,
    )


def view_of(match: Match, seat: str | None) -> View:
    """What a seat may know; for ``all`` everything that anybody knows."""
    if seat == ALL:
        view: Json = match.view(None) | (match.game.whole(match.state) or {})
        for side in match.sides:
            view = _merge(view, match.view(side))
    else:
        view = match.view(seat)
    del view["decision"]
    for piece in pieces(view):
        piece.pop("hex", None)
    return cast(View, view)  # as the rules built it


def _merge(one: Json, other: Json) -> Json:
    """All that either knows; where both know, the first."""
    found = dict(one)
    for key, value in other.items():
        mine = found.setdefault(key, value)
        if isinstance(mine, dict) and isinstance(value, dict):
            found[key] = _merge(mine, value)
    return found


def _side(parts: Parts, table: Table, match: Match, view: View, side: str, face: AnyFace) -> SideInfo:
    game, number = match.game, match.sides.index(side)
    return SideInfo(
        id=side,
        name=game.army_name(match.setup, side, face.language),
        seat=sitter(game, match.setup.options, side, table.seats[side].kind),
        score=view.get("score", {}).get(side, 0),
        note=parts.get("note", "", lambda: face.side_note(number)),
    )


def sides_of(table: Table, match: Match, lang: str) -> list[SideInfo]:
    """The sides when all is over."""
    parts, face = _parts(table, match, None, lang), _face(match, None, lang)
    view = view_of(match, None)
    return [_side(parts, table, match, view, side, face) for side in match.sides]


def _decision(parts: Parts, match: Match, seat: str, lang: str) -> Decision | None:
    asked = parts.need(lambda: match.decision(seat), data=False)
    if asked is None:
        return None
    face = _face(match, seat, lang)
    plain = [action for action in asked.options if not isinstance(action, Region)]
    regions = [action for action in asked.options if isinstance(action, Region)]
    shortcuts = parts.get("shortcuts", [], face.shortcuts)

    def described(action: Action) -> Option:
        return parts.get("options", plain_option(action), lambda: face.describe(action))

    def drawn(region: Region) -> list[RegionShown]:
        return parts.get("regions", [], lambda: [face.region(region)])

    return Decision(
        name=asked.name,
        rule=asked.rule,
        prompt=parts.get("prompt", asked.name, lambda: asked.ask(lang)),
        side=seat,
        options=[described(action) for action in plain],
        regions=[found for region in regions for found in drawn(region)],
        areas=parts.get("areas", [], face.areas),
        crumbs=parts.get("crumbs", [], face.crumbs),
        overlay=parts.get("backdrop", None, face.backdrop),
        plans=[shortcut for shortcut in shortcuts if isinstance(shortcut, Plan)],
        shortcuts=[shortcut for shortcut in shortcuts if isinstance(shortcut, Shortcut)],
        companies=parts.get("shortcuts", [], face.companies),
        roll=parts.get("crumbs", None, face.roll),
        laying=parts.get("shortcuts", None, lambda: face.lay({}, "")),
        tags=match.game.word(f"tags.{asked.name}", "", lang),
    )


def _waiting(table: Table, lang: str) -> Waiting:
    sides = list(table.match.to_act)
    bot = any(table.seats[side].kind not in PEOPLE for side in sides)
    return Waiting(sides=sides, bot=bot, since=table.since, stalled=_stalled(table, lang))


def _stalled(table: Table, lang: str) -> Stalled | None:
    """A bot that was stopped, and who could play in its place."""
    stall, match = table.stalled, table.match
    if stall is None:
        return None
    others = [name for name in reversed(bots.names(match.game.id)) if name != stall.bot]
    army, name = match.game.army_name(match.setup, stall.side, lang), words.say(f"bot.{stall.bot}", lang)
    text = words.say(f"stalled.{stall.reason}", lang, army, name)
    return Stalled(side=stall.side, bot=stall.bot, reason=stall.reason, text=text, bots=others)


def _offer(table: Table, seat: str | None, lang: str) -> OfferShown | None:
    """What is said of an offer to end the match: by whom it was made, whom it is made to, and what came of it."""
    offer, match = table.offer, table.match
    if offer is None or match.outcome is not None:
        return None
    other = next(side for side in match.sides if side != offer.side)
    key = ("declined" if offer.declined else "made") if seat == offer.side else "asked"
    names = [match.game.army_name(match.setup, side, lang) for side in (offer.side, other)]
    return OfferShown(side=offer.side, declined=offer.declined, text=words.say(f"offer.{key}", lang, *names))


def outcome_of(match: Match, lang: str, parts: Parts) -> Ended | None:
    outcome = match.outcome
    if outcome is None:
        return None
    return Ended(*outcome, text=parts.get("outcome", "", lambda: match.game.outcome_text(outcome, lang)))


def log_of(
    match: Match,
    seat: str | None,
    lang: str,
    known: int | None = None,
    afterwards: bool = False,
    parts: Parts | None = None,
) -> list[LogLine]:
    """The log as a seat may read it, ``i`` counted from the beginning; ``n`` as the scrubber counts.

    None known: all of it. Otherwise the last lines, and all since the seat's last choice; those alone that are new (and
    a few old ones, for the seam) to one who knows so many, unless some of what he knows was taken back. What is told
    in one is never cut.
    """
    told = _told(match, seat, afterwards)
    length = len(told.lines)
    first = 0 if known is None else length - LINES
    if known and known <= length:
        first = max(first, known - OVERLAP)
    elif known is not None and seat in match.sides and not afterwards:
        first = max(min(first, _unheard(match, seat, told)), length - UNHEARD)
    return _lines(match, told, max(0, first), length, lang, parts)


def earlier(match: Match, seat: str | None, lang: str, before: int, afterwards: bool = False) -> list[LogLine]:
    """The lines before one, as many as are read at once."""
    told = _told(match, seat, afterwards)
    last = max(0, min(before, len(told.lines)))
    return _lines(match, told, max(0, last - EARLIER), last, lang)


class _Told(NamedTuple):
    """A log: its lines, and which of them begin a phase, or a turn."""

    lines: Sequence[tuple[int, Event]]
    phases: Sequence[int]
    turns: Sequence[int]


def _told(match: Match, seat: str | None, afterwards: bool = False) -> _Told:
    if seat != ALL:
        story = match.story(seat, afterwards)
        return _Told(story.lines, story.phases, story.turns)
    lines = _everything(match)
    return _Told(
        lines,
        [i for i, (_, event) in enumerate(lines) if event.opens_phase],
        [i for i, (_, event) in enumerate(lines) if event.opens_turn],
    )


def _unheard(match: Match, seat: str, told: _Told) -> int:
    """The first line that a seat is told of again: what came since its choice, and the turn before if one began."""
    heard = match.heard(seat)
    begun = _turn_before(told.turns, heard)
    return heard if begun is None else min(heard, begun)


def _turn_before(turns: Sequence[int], heard: int) -> int | None:
    """The first line of the turn before, where a turn has begun since."""
    return turns[-2] if len(turns) > 1 and turns[-1] >= heard else None


def _lines(match: Match, told: _Told, first: int, last: int, lang: str, parts: Parts | None = None) -> list[LogLine]:
    """The lines from one to before another."""
    parts = parts or Parts(f"the log of {match.game.id}", lang)
    start, deeds = _deeds(match, told, first, last, lang, parts)
    names: dict[int, str] = {}
    found = []
    turn = phase = 0
    for i in range(_phase_of(told, start), last):
        n, event = told.lines[i]
        if event.opens_phase:
            turn, phase = event.number(0), event.number(1)
        if i >= start:
            if phase not in names:
                names[phase] = match.game.word(f"phase.{phase}", "", lang)
            found.append(_line(match, event, n, i, (turn, phase, names[phase]), deeds.get(i), lang, parts))
    return found


def _phase_of(told: _Told, line: int) -> int:
    """The line that begins the phase of a line."""
    place = bisect_right(told.phases, line)
    return told.phases[place - 1] if place else 0


def _line(
    match: Match, event: Event, n: int, i: int, when: tuple[int, int, str], deed: Deed | None, lang: str, parts: Parts
) -> LogLine:
    about = parts.get("log", Focus(), partial(focus, match, event))
    return LogLine(
        n=n,
        i=i,
        turn=when[0],
        phase=when[1],
        phase_name=when[2],
        text=parts.get("log", "…", partial(match.say, event, lang)),
        side=about.side,
        places=about.places,
        rule=about.rule,
        dice=about.dice,
        faces=about.faces,
        card=about.card,
        thread=about.thread,
        kind=event.key,
        deed=deed,
    )


def focus(match: Match, event: Event) -> Focus:
    """What a line is about; how a match was ended is the kernel's own line."""
    if event.key in ENDED:
        return Focus(side=match.sides[event.number(0)])
    return match.game.focus(event)


def _deeds(match: Match, told: _Told, first: int, last: int, lang: str, parts: Parts) -> tuple[int, dict[int, Deed]]:
    """What is told in one from some line on, by its first line, and where to begin so that nothing is cut.

    Nothing is told across the beginning of a phase: the lines are folded from the last one before.
    """
    base = _phase_of(told, first)
    events = [event for _, event in told.lines[base:last]]
    folded = parts.get("deeds", [], lambda: _folded(match, events, base, first, lang))
    start = min([first, *[i for i, _ in folded]])
    return start, {i: deed for i, deed in folded if deed is not None}


def _folded(match: Match, events: list[Event], base: int, first: int, lang: str) -> list[tuple[int, Deed | None]]:
    """The deeds of lines from a phase on that reach beyond a line; None: lines that stand for themselves."""
    teller = match.game.teller(match.setup, lang)
    if teller is None:
        return []
    groups = [group for group in teller.groups(events) if base + group.first + len(group.events) > first]
    return [(base + group.first, teller.deed(group)) for group in groups]


def _since(table: Table, match: Match, seat: str, lang: str, view: View) -> Since:
    """What happened since the seat's last choice; where a turn has begun since, also what the turn before brought."""
    heard = match.heard(seat)
    begun = _turn_before(match.story(seat).turns, heard)
    tally = table.tallies.get(seat, Tally())
    then = tally.choice if begun is None else tally.turn
    holdings = _face(match, seat, lang).held()
    now = Standing(dict(view.get("score", {})), {place: holding.side for place, holding in holdings.items()})
    table.stands(seat, now)
    return Since(
        line=heard,
        turn=-1 if begun is None else begun,
        points=[
            Points(side=side, before=(then or now).score.get(side, score), after=score)
            for side, score in now.score.items()
        ],
        taken=_taken(match, then or now, holdings, lang),
    )


def _taken(match: Match, then: Standing, holdings: Mapping[str, Holding], lang: str) -> list[Taken]:
    """The places that count and have changed hands."""
    return [
        Taken(
            place=place,
            name=holding.name,
            side=holding.side,
            points=holding.points,
            text=words.say("since.taken", lang, holding.name, match.game.army_name(match.setup, holding.side, lang)),
        )
        for place, holding in holdings.items()
        if holding.side and then.held.get(place, holding.side) != holding.side
    ]


def _everything(match: Match) -> list[tuple[int, Event]]:
    """All events whoever was told, in their order. What one side alone was told goes before what all heard next.

    Nobody may look so before a match is over.
    """
    logs = [match.log(side, afterwards=True) for side in match.sides]
    found: list[tuple[int, Event]] = []
    places = [0] * len(logs)
    for n, event in match.log(None, afterwards=True):
        for which, log in enumerate(logs):
            while log[places[which]][1] is not event:
                found.append(log[places[which]])
                places[which] += 1
            places[which] += 1
        found.append((n, event))
    for which, log in enumerate(logs):
        found.extend(log[places[which] :])
    return found
