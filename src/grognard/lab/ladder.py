"""The ladder: named bots against each other over mirrored seeds, both sides each, and who stands above whom.

Two games share their dice, with the bots' sides exchanged: what the dice or the battle give to one side, each bot has
had once. A bot is known by its name, as ``module:Class`` if it belongs to no package (a sparring partner, a thesis), or
as ``name@commit`` if it is one of an earlier day.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import msgspec

import grognard
from grognard import bots
from grognard.kernel.game import AnyGame
from grognard.lab.past import Past
from grognard.lab.simulate import play_out, spread
from grognard.lab.study import Variant, interval, study_of, wanted

LACKING = "the ladder keeps its results as Parquet: pip install 'grognard[lab]'"


class Bout(NamedTuple):
    """A game to be played: the bots in the order of the sides."""

    game: str
    variant: Variant
    bots: tuple[str, ...]
    seed: str


class Fought(msgspec.Struct, frozen=True):
    """A game that was played: a row of the file."""

    game: str
    ruleset: int
    variant: str
    seed: str
    bots: tuple[str, ...]
    sides: tuple[str, ...]
    winner: str | None
    reason: str
    score: tuple[int, ...]
    decisions: int


class Standing(NamedTuple):
    """How one bot fared against another: shares of a hundred, a draw counts half."""

    variant: str
    bot: str
    against: str
    games: int
    share: float
    low: float
    high: float
    by_side: dict[str, float]
    draws: int


def make(name: str, game: str, side: str, seed: str) -> bots.Bot:
    """A bot by its name, by where it is (``module:Class``), or as it was (``name@commit``)."""
    module, colon, attribute = name.partition(":")
    of_old, at, commit = name.partition("@")
    if at:
        return Past(of_old, commit, game, side, seed)
    if not colon:
        return bots.make(name, game, side, seed)
    try:
        maker: bots.Maker = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as fault:
        raise ValueError(f"there is no bot {name!r}: {fault}") from None
    return maker(side, seed)


def known(names: Sequence[str], game: AnyGame) -> list[str]:
    """The bots asked for, if all of them can be had and there are two at least."""
    for name in names:
        make(name, game.id, game.sides[0], "")
    if len(set(names)) != len(names) or len(names) < 2:
        raise ValueError("a ladder needs two bots at least, each named once")
    return list(names)


def bouts(game: str, names: Sequence[str], games: int, seed: str, only: Sequence[str] = ()) -> list[Bout]:
    """Every pair, in every kind of game: half of the games on each side, the same dice for both halves."""
    return [
        Bout(game, variant, seats, f"{seed}-{variant.name}-{n}")
        for variant in wanted(study_of(game), only)
        for pair in combinations(names, 2)
        for n in range((games + 1) // 2)
        for seats in (pair, pair[::-1])
    ]


def fight(bout: Bout) -> Fought:
    """Play one game."""
    variant = bout.variant
    match = grognard.start(bout.game, variant.scenario, variant.options, dice=grognard.FastDice(bout.seed))
    seats = zip(match.sides, bout.bots, strict=True)
    players = {side: make(name, bout.game, side, f"{bout.seed}/{side}") for side, name in seats}
    count = play_out(match, players)
    outcome = match.outcome
    assert outcome is not None
    score = tuple(outcome.score.get(side, 0) for side in match.sides)
    ruleset = match.game.ruleset
    end = (outcome.winner, outcome.reason, score, count)
    return Fought(bout.game, ruleset, variant.name, bout.seed, bout.bots, match.sides, *end)


def fight_all(todo: Sequence[Bout], jobs: int) -> Iterator[Fought]:
    """Play many games; results come as they are ready."""
    return spread(fight, todo, jobs)


def standings(fought: Sequence[Fought]) -> list[Standing]:
    """Each pair in each kind of game, and all kinds together where there are several."""
    kinds = list(dict.fromkeys(row.variant for row in fought))
    pairs = list(dict.fromkeys(tuple(sorted(set(row.bots), key=_order(fought).index)) for row in fought))
    found = []
    for bot, against in pairs:
        rows = [row for row in fought if set(row.bots) == {bot, against}]
        parts = [(kind, [row for row in rows if row.variant == kind]) for kind in kinds]
        found += [_standing(kind, bot, against, part) for kind, part in parts if part]
        if len(kinds) > 1:
            found.append(_standing("", bot, against, rows))
    return found


def _order(fought: Sequence[Fought]) -> list[str]:
    return list(dict.fromkeys(name for row in fought for name in row.bots))


def _standing(kind: str, bot: str, against: str, rows: Sequence[Fought]) -> Standing:
    share = _share(rows, bot)
    low, high = interval(share, len(rows))
    sides = dict.fromkeys(side for row in rows for side in row.sides)
    by_side = {side: _share([row for row in rows if row.bots[row.sides.index(side)] == bot], bot) for side in sides}
    draws = sum(row.winner is None for row in rows)
    return Standing(kind, bot, against, len(rows), share, low, high, by_side, draws)


def _share(rows: Sequence[Fought], bot: str) -> float:
    """Of a hundred games, those a bot won; half of those that nobody won."""
    won = sum(0.5 if row.winner is None else row.bots[row.sides.index(row.winner)] == bot for row in rows)
    return 100 * won / max(1, len(rows))


# the file


def keep(fought: Sequence[Fought], file: Path) -> None:
    """Add results to a Parquet file; what it held before stays."""
    try:
        from pyarrow import Table, concat_tables
        from pyarrow.parquet import read_table, write_table
    except ImportError:
        raise ValueError(LACKING) from None
    new = Table.from_pylist([_row(row) for row in fought])
    if file.is_file():
        new = concat_tables([read_table(file), new], promote_options="default")
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    write_table(new, part)
    part.replace(file)


def _row(fought: Fought) -> dict[str, object]:
    """A row of the file: lists for what is by side."""
    row: dict[str, object] = msgspec.to_builtins(fought)
    return row | {"version": grognard.__version__}


def kept(file: Path) -> list[Fought]:
    """What a file holds."""
    try:
        from pyarrow.parquet import read_table
    except ImportError:
        raise ValueError(LACKING) from None
    return [msgspec.convert(row, Fought) for row in read_table(file).to_pylist()]
