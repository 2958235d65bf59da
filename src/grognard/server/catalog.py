"""What can be played, in the reader's language: games, their scenes and rulebooks; and the list of matches."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache

import msgspec

from grognard import bots, games
from grognard.kernel import rulebook
from grognard.kernel.face import Companion
from grognard.kernel.frame import Outcome
from grognard.kernel.game import AnyGame, Choice, Preset, SetupError
from grognard.kernel.lesson import info
from grognard.kernel.wire import (
    BotInfo,
    Clock,
    Ended,
    GameInfo,
    Json,
    MatchInfo,
    Named,
    OptionInfo,
    Palette,
    Paragraph,
    PresetInfo,
    Rulebook,
    ScenarioInfo,
    Section,
    ValueInfo,
)
from grognard.server import markdown, pdf, words
from grognard.server.guard import log
from grognard.server.snapshot import NO_CLOCK, encode
from grognard.server.store import Header
from grognard.server.tables import find_game, keeps_secrets, sitter
from grognard.server.trouble import Trouble


@lru_cache(maxsize=8)
def catalog(lang: str) -> bytes:
    """Every game as the lobby shows it, as JSON."""
    return encode([_card(games.load(name), lang) for name in games.known()])


def _card(game: AnyGame, lang: str) -> GameInfo:
    return GameInfo(
        id=game.id,
        title=game.name(lang),
        short=game.short_name(lang),
        blurb=game.blurb(lang),
        sides=[Named(id=side, name=game.side_name(side, lang)) for side in game.sides],
        scenarios=[_scenario(game, name, lang) for name in game.scenarios],
        automaton=game.automaton,
        options=[_option(game, choice, lang) for choice in game.options],
        presets=[_preset(game, preset, lang) for preset in game.presets],
        bots=[_bot(name, lang) for name in reversed(bots.names(game.id))],
        scene_url=f"/api/games/{game.id}/scene",
        web=f"/games/{game.id}/web/" if game.web else "",
        lessons=[info(game.words.say, lesson, lang) for lesson in game.lessons.values()],
        workshop=game.workshop is not None,
        companion=game.companion is not None,
        time=game.word("game.time", "", lang),
        weight=game.word("game.weight", "", lang),
        kind=game.word("game.kind", "", lang),
    )


def _bot(name: str, lang: str) -> BotInfo:
    about = words.say(f"opponent.{name}", lang)
    return BotInfo(id=name, name=words.say(f"bot.{name}", lang), about="" if about.startswith("opponent.") else about)


def _scenario(game: AnyGame, name: str, lang: str) -> ScenarioInfo:
    return ScenarioInfo(
        id=name,
        name=game.scenario_name(name, lang),
        sides=_armies(game, name, lang),
        palette=_palette(game, name, lang),
    )


def _option(game: AnyGame, choice: Choice, lang: str) -> OptionInfo:
    return OptionInfo(
        name=choice.name,
        title=game.option_name(choice.name, lang),
        values=[ValueInfo(value=value, name=game.value_name(choice.name, value, lang)) for value in choice.values],
        default=choice.default,
        about=game.option_about(choice.name, lang),
        needs=dict(choice.needs),
        needs_text=game.option_needs(choice, lang),
    )


def _preset(game: AnyGame, preset: Preset, lang: str) -> PresetInfo:
    return PresetInfo(
        id=preset.name,
        name=game.preset_name(preset.name, lang),
        about=game.preset_about(preset.name, lang),
        options=dict(preset.options),
    )


def _armies(game: AnyGame, scenario: str, lang: str) -> dict[str, str]:
    """The sides by the names they bear in a scenario."""
    setup = game.set_up(scenario, None)
    return {side: game.army_name(setup, side, lang) for side in game.sides}


def _palette(game: AnyGame, scenario: str, lang: str) -> Palette:
    """The colours of the sides in a scenario, as its scene has them."""
    found = game.scene(game.set_up(scenario, None), lang).palette
    return Palette(sides={} if found is None else found.sides)


@lru_cache(maxsize=32)
def scene(name: str, lang: str, scenario: str | None, options: str = "") -> bytes:
    """A game's board as JSON, for options given as JSON. Made once: it never changes."""
    game = find_game(name)
    try:
        chosen = msgspec.json.decode(options, type=Json) if options else {}
        return encode(game.scene(game.set_up(scenario, chosen), lang))
    except (SetupError, msgspec.MsgspecError) as fault:
        raise Trouble(400, "setup", str(fault)) from None


@lru_cache(maxsize=8)
def bench(name: str, lang: str) -> bytes:
    """What the workshop of a game works with, as JSON."""
    game = find_game(name)
    if game.workshop is None:
        raise Trouble(404, "no_workshop")
    return encode(game.workshop.bench(lang))


def inspect(name: str, text: str, wish: str, lang: str) -> bytes:
    """A scenario of somebody's own and what is wrong with it, as JSON."""
    game = find_game(name)
    if game.workshop is None:
        raise Trouble(404, "no_workshop")
    return encode(game.workshop.inspect(text, wish, lang))


@lru_cache(maxsize=8)
def companion(name: str, lang: str) -> bytes:
    """What people at a table of real pieces can ask, as JSON."""
    return encode(_companion(name).page(lang))


def _companion(name: str) -> Companion:
    found = find_game(name).companion
    if found is None:
        raise Trouble(404, "no_companion")
    return found


def reckon(name: str, form: str, given: Json, lang: str) -> bytes:
    """One form of the companion answered, as JSON."""
    try:
        found = _companion(name).reckon(form, given, lang)
    except SetupError as fault:
        raise Trouble(400, "stated", str(fault)) from None
    if found is None:
        raise Trouble(404, "no_companion")
    return encode(found)


def sheet(name: str, kind: str, roster: Json, lang: str) -> tuple[str, bytes]:
    """A sheet to print: the name of the file, and the file."""
    try:
        found = _companion(name).sheet(kind, roster, lang)
    except SetupError as fault:
        raise Trouble(400, "stated", str(fault)) from None
    if found is None:
        raise Trouble(404, "no_companion")
    return f"{name}-{found['file']}.pdf", pdf.write(found["title"], found["blocks"], words.say("sheet.page", lang))


@lru_cache(maxsize=16)
def rules(name: str, lang: str) -> bytes:
    """A game's rulebook as JSON, its paragraphs as HTML."""
    game = find_game(name)
    paragraphs = rulebook.read(game.package, lang)
    sections: dict[str, str] = {}
    for paragraph in paragraphs:
        number, _, title = paragraph.section.partition(" ")
        sections.setdefault(number, title)
    found = Rulebook(
        title=game.name(lang),
        sections=[Section(number=number, title=title) for number, title in sections.items()],
        paragraphs=[
            Paragraph(number=p.number, title=p.title, section=p.section.partition(" ")[0], html=markdown.html(p.text))
            for p in paragraphs
        ],
    )
    return encode(found)


def listed(header: Header, trouble: Trouble | None, lang: str) -> MatchInfo:
    """A match as the lobby shows it; ``broken`` says why it cannot be opened, where that is known."""
    known = header.game in games.known()
    game = games.load(header.game) if known and trouble is None else None
    try:
        return _listed(game, header, trouble, lang)
    except Exception:
        log.exception("match %s cannot be listed", header.id)
        return _listed(None, header._replace(summary={}, outcome=None), Trouble(409, "damaged", ""), lang)


def _listed(game: AnyGame | None, header: Header, trouble: Trouble | None, lang: str) -> MatchInfo:
    return MatchInfo(
        id=header.id,
        title=header.title or (game.short_name(lang) if game else header.game),
        game=header.game,
        scenario=header.scenario,
        scenario_name=game.scenario_name(header.scenario, lang) if game else header.scenario,
        seats={seat.side: _sitter(game, header, seat.side, seat.kind) for seat in header.seats},
        clock=_clock(header, lang),
        turns=header.summary.get("turns", 0),
        to_act=header.summary.get("to_act", []),
        outcome=_outcome(game, header.outcome, lang),
        created=date(header.created),
        updated=date(header.updated),
        finished=header.outcome is not None,
        lesson=header.lesson,
        sealed=keeps_secrets(header),
        seed_chosen=header.seed is not None,
        broken=None if trouble is None else trouble.say(lang),
    )


def _sitter(game: AnyGame | None, header: Header, side: str, kind: str) -> str:
    return sitter(game, header.options, side, kind) if game else kind


def _clock(header: Header, lang: str) -> Clock:
    """The clock as it was written down: a list must not replay matches."""
    clocks: dict[str, Json] = header.summary.get("clock", {})
    found = clocks.get(lang) or clocks.get("en")
    return NO_CLOCK if found is None else msgspec.convert(found, Clock)


def _outcome(game: AnyGame | None, outcome: Json | None, lang: str) -> Ended | None:
    if outcome is None:
        return None
    return Ended(**outcome, text=game.outcome_text(Outcome(**outcome), lang) if game else "")


def date(at: int) -> str:
    """As pages read it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
