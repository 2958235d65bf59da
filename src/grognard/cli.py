"""The command line: what `grognard --help` lists."""

from __future__ import annotations

import re
import secrets
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, TypeVar

from cyclopts import App, Parameter
from rich.box import SIMPLE
from rich.console import Console
from rich.markdown import Markdown
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

import grognard
from grognard import games as library
from grognard.bots import answer
from grognard.bots import names as known_bots
from grognard.kernel import rulebook
from grognard.kernel.game import AnyGame
from grognard.kernel.record import parse
from grognard.kernel.restore import verify as verify_record
from grognard.kernel.wire import Forecast, Json, MoreBars
from grognard.lab import ladder as ladders
from grognard.lab import report as reports
from grognard.lab import simulate

app = App(name="grognard", help="Napoleonic wargames played by their own rulebooks.", version=grognard.__version__)
out = Console(highlight=False)
R = TypeVar("R")
SIDE_STYLES = ("blue", "green", "magenta", "yellow")


class Usage(Exception):
    """Something the user can mend, said in a sentence."""


@app.command
def games() -> None:
    """List the games with their scenarios and options."""
    for info in grognard.catalog():
        table = Table(title=f"{info.id}: {info.title}", title_justify="left", show_header=False, box=None)
        table.add_row("sides", ", ".join(info.sides))
        table.add_row("scenarios", ", ".join(info.scenarios))
        for choice in info.options:
            values = ", ".join(str(value) for value in choice.values)
            table.add_row("option", f"{choice.name}: {values} (default {choice.default})")
        out.print(table)


@app.command
def serve(
    *,
    host: str = "127.0.0.1",
    port: int = 1812,
    data: Path | None = None,
    open: bool = True,
    allow_host: Annotated[list[str] | None, Parameter(negative="")] = None,
    lang: str = "en",
) -> None:
    """Open the table in the browser: play against a bot or another person at this screen.

    Parameters
    ----------
    host: The address to listen on. Another than this machine's own lets in whoever has the address that is printed.
    port: The port; if it is taken the next free one is used.
    data: Where matches are kept (default: the user's data directory).
    open: Open the browser where there is one.
    allow_host: Another name under which this machine may be asked; may be given more than once.
    lang: The language of what the server says here, en or it.
    """
    lang = _language(lang)
    _need_server(lang)
    from grognard.server.command import serve as run_server

    run_server(host, port, data, open, lang, allow=tuple(allow_host or ()))


@app.command
def backup(file: Path | None = None, *, data: Path | None = None, lang: str = "en") -> None:
    """Make a copy of all matches, also while a server is running.

    Parameters
    ----------
    file: Where the copy goes (default: beside the rolling copies of the data folder).
    data: Where matches are kept (default: the user's data directory).
    lang: en or it.
    """
    from grognard.server.keeping import backup as make_backup

    out.print(escape(make_backup(file, data, _language(lang))), soft_wrap=True)


@app.command
def restore(file: Path, *, data: Path | None = None, lang: str = "en") -> None:
    """Put a copy of the matches back in their place; what is there now is kept under a new name.

    Parameters
    ----------
    file: A copy that "grognard backup" or the server made.
    data: Where matches are kept (default: the user's data directory).
    lang: en or it.
    """
    from grognard.server.keeping import restore as put_back

    out.print(escape(put_back(file, data, _language(lang))), soft_wrap=True)


@app.command
def unseal(file: Path, *, to: Path | None = None, lang: str = "en") -> None:
    """Unpack the sealed record of a bug report. It holds the secrets of all sides.

    Parameters
    ----------
    file: A .sealed file from the lobby.
    to: Where the plain record goes (default: beside it, as .grog).
    lang: en or it.
    """
    from grognard.server import words as shell
    from grognard.server.records import unseal as unpack

    text = unpack(_read(file), _language(lang))
    path = to or file.with_suffix(".grog")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Usage(shell.say("backup.cannot", lang, fault.strerror)) from None
    out.print(escape(shell.say("sealed.done", lang, path)), soft_wrap=True)


@app.command
def watch(
    game: str = "russia1812",
    *,
    scenario: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
    bots: str | None = None,
    seed: str | None = None,
    lang: str = "en",
    file: Path | None = None,
    delay: float = 0.0,
) -> None:
    """Watch two bots play a game, with a commentary, and keep its record.

    Parameters
    ----------
    game: The game's id.
    scenario: One of the game's scenarios.
    option: An option as name=value; may be given more than once.
    bots: The bots of the sides, in the order of the sides (default: the best there is).
    seed: The seed of the dice (default: a fresh secret one).
    lang: en or it.
    file: Where the record goes (default: games/GAME-DATE.grog).
    delay: Seconds to wait after each action.
    """
    match = grognard.start(_game(game).id, scenario, _options(_game(game), option), seed or secrets.token_hex(8))
    players = simulate.seat(match, _bots(bots, match.game), match.streams[0].seed or "")
    told = _tell(match, 0, lang, None)
    while match.outcome is None:
        side = match.to_act[0]
        match.play(side, answer(players[side], match, side))
        told = _tell(match, told, lang, None)
        if delay:
            time.sleep(delay)
    _tell_outcome(match, lang)
    path = file or Path("games") / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}.grog"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(match.lasting.dumps(), encoding="utf-8")
    out.print(f"\nRecord: {path}   (grognard replay {path}; grognard verify {path})")


@app.command
def sim(
    game: str = "russia1812",
    *,
    games: int = 20,
    seed: str = "1812",
    jobs: int = 1,
    bots: str | None = None,
    scenario: str | None = None,
    option: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> None:
    """Play many games between bots and show the results.

    Parameters
    ----------
    game: The game's id.
    games: How many games.
    seed: Games are numbered from this seed: the same seed gives the same games, whatever the number of jobs.
    jobs: Worker processes.
    bots: The bots of the sides, in the order of the sides (default: the best there is).
    scenario: One of the game's scenarios.
    option: An option as name=value; may be given more than once.
    """
    if games < 1 or jobs < 1:
        raise Usage("--games and --jobs must be at least 1")
    found = _game(game)
    names = _bots(bots, found)
    setup = found.set_up(scenario, _options(found, option))
    todo = [simulate.Job(game, setup.scenario, setup.options, names, f"{seed}-{n}") for n in range(games)]
    tally = simulate.Tally(found.sides)
    began = time.perf_counter()
    for result in _shown(game, games, simulate.run_all(todo, jobs)):
        tally.add(result)
    _show_tally(tally, names, time.perf_counter() - began)


@app.command
def report(
    game: str = "russia1812",
    *,
    games: int = 200,
    jobs: int = 1,
    seed: str = "1812",
    out_folder: Annotated[Path, Parameter(name="--out")] = Path("docs/reports"),
    bots: str | None = None,
    only: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> None:
    """Play many games of every published kind between bots and write a page about them, with pictures.

    Parameters
    ----------
    game: The game's id.
    games: How many games of each kind.
    jobs: Worker processes.
    seed: The same seed gives the same games, whatever the number of jobs.
    out_folder: The folder for the page and its pictures.
    bots: The bots of the sides, in the order of the sides (default: the best there is).
    only: A kind of game by its short name; may be given more than once (default: all).
    """
    if games < 1 or jobs < 1:
        raise Usage("--games and --jobs must be at least 1")
    try:
        page = reports.write(
            _game(game).id, games, jobs, seed, out_folder, _bots(bots, _game(game)), only or (), out.print
        )
    except ValueError as fault:
        raise Usage(str(fault)) from None
    out.print(f"Report: {page}")


@app.command
def ladder(
    game: str = "russia1812",
    *,
    games: int = 100,
    jobs: int = 1,
    seed: str = "1812",
    bots: str | None = None,
    only: Annotated[list[str] | None, Parameter(negative="")] = None,
    file: Path | None = None,
) -> None:
    """Let bots play each other on both sides with the same dice, and show who stands above whom.

    Parameters
    ----------
    game: The game's id.
    games: How many games of each pair in each kind of game; half of them on each side.
    jobs: Worker processes.
    seed: The same seed gives the same games, whatever the number of jobs.
    bots: Two bots or more, by name, as module:Class, or as name@commit, one of an earlier day (default: all there are).
    only: A kind of game by its short name; may be given more than once (default: all).
    file: A Parquet file to which every game is added as a row.
    """
    if games < 1 or jobs < 1:
        raise Usage("--games and --jobs must be at least 1")
    names = [name.strip() for name in bots.split(",")] if bots else known_bots(_game(game).id)[::-1]
    try:
        todo = ladders.bouts(_game(game).id, ladders.known(names, _game(game)), games, seed, only or ())
        fought = list(_shown(game, len(todo), ladders.fight_all(todo, jobs)))
        if file is not None:
            ladders.keep(fought, file)
    except ValueError as fault:
        raise Usage(str(fault)) from None
    _show_standings(ladders.standings(fought))


@app.command
def replay(file: Path, *, lang: str = "en", side: str | None = None) -> None:
    """Tell a recorded game again.

    Parameters
    ----------
    file: A .grog record.
    lang: en or it.
    side: Tell only what this side could know (default: all that is public).
    """
    match = grognard.loads(_read(file))
    if side is not None and side not in match.sides:
        raise Usage(f"there is no side {side!r}; the sides are {', '.join(match.sides)}")
    _tell(match, 0, lang, side)
    if match.outcome is not None:
        _tell_outcome(match, lang)


@app.command
def verify(file: Path) -> None:
    """Recompute every die of a record from its seed and replay every action.

    Parameters
    ----------
    file: A .grog record.
    """
    record = parse(_read(file))
    try:
        dice = verify_record(_game(record.game), record)
    except grognard.RecordError as fault:
        raise Usage(f"{file} does not hold: {fault}") from None
    out.print(f"{file} holds: {len(record.lines)} actions replayed, {dice} dice recomputed from the seed.")


@app.command
def ledger(game: str = "russia1812", *, tests: Path = Path("tests"), missing: bool = False) -> None:
    """Show every numbered paragraph of a rulebook: enforced, explained or missing.

    Parameters
    ----------
    game: The game's id.
    tests: The folder of the tests that prove the rules.
    missing: Show only what is missing.
    """
    found = _game(game)
    folder = tests / "games" / game
    rows = rulebook.ledger(found.package, folder if folder.is_dir() else None)
    table = Table("rule", "title", "state", "code", "tests", title=f"{found.title}: ledger")
    styles = {"enforced": "green", "explained": "cyan", "missing": "bold red"}
    for row in rows:
        if not missing or row.state == "missing":
            state = f"[{styles[row.state]}]{row.state}[/]"
            table.add_row(row.number, escape(row.title), state, str(row.code), str(row.tests))
    out.print(table)
    counts = {state: sum(row.state == state for row in rows) for state in styles}
    out.print(", ".join(f"{count} {state}" for state, count in counts.items()))
    if not folder.is_dir():
        out.print(f"(No tests found in {folder}: run this in a checkout to see which rules are proven.)")


@app.command
def odds(
    file: Path,
    action: str,
    *,
    side: str | None = None,
    at: int | None = None,
    given: Annotated[list[str] | None, Parameter(negative="")] = None,
    cc: int | None = None,
    defender_cc: int | None = None,
    lang: str = "en",
) -> None:
    """Show the exact odds of a gamble in the position of a record.

    Parameters
    ----------
    file: A .grog record.
    action: What is tried, such as "attack 2108 2008" in russia1812.
    side: Who attacks (default: the side to act).
    at: The position after so many actions (default: the end of the record).
    given: What is assumed of a choice still to come, as name=value; may be given more than once.
    cc: The same as --given cc=N: Combat Commands the attacker commits (russia1812).
    defender_cc: The same as --given defender_cc=N: Combat Commands the defender commits (russia1812).
    lang: en or it.
    """
    record = parse(_read(file))
    if at is not None:
        record.lines = record.lines[:at]
        record.result = None
    match = grognard.loads(record.dumps())
    who = side or (match.to_act[0] if match.to_act else match.sides[0])
    flags = {name: value for name, value in (("cc", cc), ("defender_cc", defender_cc)) if value is not None}
    assumed = _assumed(given) | flags
    if match.odds(who, action, **assumed) is None:
        raise Usage(f"{action!r} is no gamble here: odds are for what is decided by dice or by what the enemy holds")
    wanted = match.game.lexicon.parse(action)
    told = match.game.face(match.state, match.sides.index(who), _language(lang)).forecast(wanted, assumed)
    if told is not None:
        _show_forecast(told)


@app.command
def rules(game: str = "russia1812", *words: str, lang: str = "en") -> None:
    """Read the rulebook: a paragraph, a section, or all paragraphs with certain words.

    Parameters
    ----------
    game: The game's id.
    words: A number such as 8.4, a section such as 8, or words to look for (none: the contents).
    lang: en or it.
    """
    paragraphs = rulebook.read(_game(game).package, _language(lang))
    if not words:
        for p in paragraphs:
            out.print(f"{p.number:>6}  {escape(p.title)}")
        return
    found = rulebook.search(paragraphs, " ".join(words))
    if not found:
        raise Usage(f"no paragraph of {game} has {' '.join(words)!r}")
    for p in found:
        out.print(Markdown(f"### {p.number} {p.title}\n\n{p.text}"))
        out.print()


# helpers


def _game(name: str) -> AnyGame:
    try:
        return library.load(name)
    except grognard.SetupError as fault:
        raise Usage(str(fault)) from None


def _need_server(lang: str) -> None:
    """The server needs more than the games: say so before anything else is said."""
    from importlib.util import find_spec

    from grognard.server import words as shell

    missing = [name for name in ("litestar", "uvicorn", "websockets") if find_spec(name) is None]
    if missing:
        raise Usage(shell.say("serve.extra", lang, ", ".join(missing)))


def _language(lang: str) -> str:
    if lang not in ("en", "it"):
        raise Usage(f"there is no language {lang!r}; there are en and it")
    return lang


def _bots(text: str | None, game: AnyGame) -> tuple[str, ...]:
    best = known_bots(game.id)[-1]
    names = tuple(name.strip() for name in (text or best).split(","))
    if len(names) == 1:
        names *= len(game.sides)
    if len(names) != len(game.sides):
        raise Usage(f"--bots needs one name for each of {', '.join(game.sides)}, such as {best},random")
    return names


def _options(game: AnyGame, texts: list[str] | None) -> Json:
    """name=value pairs as the game's own values."""
    found: Json = {}
    known = {choice.name: choice for choice in game.options}
    for text in texts or []:
        name, sign, value = text.partition("=")
        if not sign:
            raise Usage(f"an option is written name=value, not {text!r}")
        fitting = [v for v in known[name].values if str(v).lower() == value.lower()] if name in known else []
        found[name] = fitting[0] if fitting else value
    return found


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as fault:
        raise Usage(f"{file} cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise Usage(f"{file} is no text file") from None


def _tell(match: grognard.Match, told: int, lang: str, side: str | None) -> int:
    """Print what happened since; returns how many events have been told."""
    _language(lang)
    events = match.log(side)
    for _, event in events[told:]:
        line = escape(match.say(event, lang))
        if event.opens_turn:
            out.rule(f"[bold]{line}[/]")
        elif event.opens_phase:
            out.print(f"[dim]{line}[/]")
        else:
            out.print(f"  {line}")
    return len(events)


def _tell_outcome(match: grognard.Match, lang: str) -> None:
    outcome = match.outcome
    assert outcome is not None
    reason = match.game.words.say(f"reason.{outcome.reason}", (), lang)
    score = ", ".join(f"{side} {points}" for side, points in outcome.score.items())
    out.rule(f"[bold]{outcome.winner or '='}[/]: {score}")
    out.print(reason)


def _shown(words: str, total: int, coming: Iterable[R]) -> Iterator[R]:
    """What comes, with a bar that says how much of it is there."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out) as progress:
        yield from progress.track(coming, total=total, description=words)


def _show_standings(found: Sequence[ladders.Standing]) -> None:
    sides = list(dict.fromkeys(side for row in found for side in row.by_side))
    heads = ["kind", "bot", "games", "share\n95 %", *[f"as {side}" for side in sides], "draws"]
    table = Table(*[Column(head, overflow="fold") for head in heads], box=SIMPLE, padding=(0, 1, 0, 0))
    for row in found:
        own = [f"{row.by_side[side]:.0f} %" if side in row.by_side else "" for side in sides]
        share = f"{row.share:.1f} %\n{row.low:.0f}-{row.high:.0f}"
        table.add_row(row.variant or "all", f"{row.bot}\nv {row.against}", str(row.games), share, *own, str(row.draws))
    out.print(table)


def _show_tally(tally: simulate.Tally, names: tuple[str, ...], seconds: float) -> None:
    table = Table("side", "bot", "wins", "share", "mean points")
    for n, side in enumerate(tally.sides):
        share = tally.wins[side] / tally.games
        mean = tally.points[side] / tally.games
        style = SIDE_STYLES[n % len(SIDE_STYLES)]
        table.add_row(f"[{style}]{side}[/]", names[n], str(tally.wins[side]), f"{share:.0%}", f"{mean:.1f}")
    out.print(table)
    ends = ", ".join(f"{reason}: {count}" for reason, count in sorted(tally.reasons.items()))
    out.print(f"{tally.games} games, {tally.decisions / tally.games:.0f} decisions each; ended by {ends}")
    out.print(f"{seconds:.1f} s, {tally.games / seconds:.2f} games/s, {tally.decisions / seconds:,.0f} decisions/s")


def _assumed(given: list[str] | None) -> dict[str, int]:
    """What ``--given`` says, as name and number."""
    found = {}
    for part in given or ():
        name, _, value = part.partition("=")
        if not re.fullmatch(r"-?\d{1,9}", value):
            raise Usage(f"what is assumed is written as name=number, such as cc=2; not {part!r}")
        found[name] = int(value)
    return found


def _show_forecast(told: Forecast) -> None:
    """A forecast as the table draws it: what goes into it, the chances as bars, and a sentence."""
    out.print(f"[bold]{escape(told.title or '')}[/]")
    if told.subtitle:
        out.print(escape(told.subtitle))
    if told.rows:
        terms = Table("rule", "", *(told.heads or ("attack", "defence")))
        for row in told.rows:
            cells = (row.rule, row.label, row.attack, row.defence)
            terms.add_row(*("" if cell is None else escape(str(cell)) for cell in cells))
        out.print(terms)
    for part in (MoreBars("", told.bars), *(told.more or ())):
        _show_bars(part)
    if told.text:
        out.print(escape(told.text))


def _show_bars(part: MoreBars) -> None:
    spread = Table("", "", title=part.title or None, show_header=False)
    for bar in part.bars:
        between = "" if bar.low is None else f" ({bar.low:.1%} to {bar.high:.1%})"
        spread.add_row(escape(bar.label), f"{bar.chance:.1%}{between} {'#' * round(bar.chance * 60)}")
    if part.bars:
        out.print(spread)


def main() -> None:
    """Entry point: what the user can mend is one sentence and exit code 2."""
    try:
        app()
    except (Usage, grognard.SetupError, grognard.RecordError, grognard.IllegalAction, ValueError) as fault:
        Console(stderr=True, highlight=False).print(
            f"grognard: {escape(re.sub(chr(10), ' ', str(fault)))}", soft_wrap=True
        )
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
