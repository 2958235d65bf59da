"""The study of Merde!: who wins and how, when the flags fall, what strength is lost and by what, how orders fare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, cast

import grognard
from grognard.games.merde.game import GAME, SQUARE_NAMES
from grognard.games.merde.table.chronicle import sample
from grognard.games.merde.world.lexicon import PIECES, SIDES
from grognard.games.merde.world.pieces import ORDERED
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import world
from grognard.lab.report import picture, table
from grognard.lab.study import Trace, Variant, by_turn, interval, mean, share, total, turns
from grognard.lab.svg import Series, bars, lines

VARIANTS: Final = tuple(Variant(name, GAME.scenario_name(name, "en"), name, {}) for name in GAME.scenarios)
CAUSES: Final = ("artillery", "skirmish", "musketry", "charge", "melee", "rout", "other")
STEPS: Final = ("musketry", "charge", "melee")  # [28.6] the step an ``attack`` is told of
MARKS: Final = {  # the event that tells what the losses after it come from
    "shot": "artillery",
    "skirmish_shot": "skirmish",
    "routs": "rout",
    "run_down": "rout",
    "dispersed": "rout",
    "leaves_field": "rout",
    "surrenders": "rout",
    "rear": "rout",
    "phase": "other",
}
COUNTED: Final = {  # events of a regiment that say how an army is led and how it stands
    "out_of_command": "out of command",
    "falls_back": "falls back",
    "routs": "routs",
    "replaces": "a support relieves",
}
LETTERS: Final = ("delivery", "understanding")
END: Final = "99"  # the key of the row after the last turn


class Watch:
    """Looks at the table at the start of every turn, and at everything that is told."""

    def __init__(self, match: grognard.Match) -> None:
        s = cast(Battle, match.state)
        self._rows: dict[str, dict[str, float]] = {}
        self._sums: Counter[str] = Counter()
        self._cause = CAUSES[-1]
        self._strength = {p: sum(s.world.stock(p).men) for side in (0, 1) for p in s.world.roster[side]}
        self._fallen: dict[str, int] = {}  # the turn in which each flag was taken

    def see(self, match: grognard.Match, events: Sequence[grognard.Event]) -> None:
        """After every action."""
        s = cast(Battle, match.state)
        for event in events:
            self._read(s, event)
        if s.turn:
            for piece, had in self._strength.items():
                self._lose(piece, had - (s.pieces[piece].strength if s.pieces[piece].squares else 0))

    def _read(self, s: Battle, event: grognard.Event) -> None:
        key, args = event.key, event.args
        self._cause = STEPS[cast(int, args[2])] if key == "attack" else MARKS.get(key, self._cause)
        if event.opens_turn:
            self._take_row(s, f"{s.turn:02}")
        elif key == "men_lost":
            piece, left = cast(int, args[0]), cast(int, args[1])
            self._lose(piece, self._strength[piece] - left)
        elif key == "flag":
            self._fallen[SQUARE_NAMES[cast(int, args[1])]] = s.turn
        if key in COUNTED:
            self._sums[f"{COUNTED[key]} {SIDES[cast(int, args[0]) // PIECES]}"] += 1
        if key in LETTERS:
            side = SIDES[cast(int, args[0])]
            self._sums[f"{key} {side}"] += 1
            self._sums[f"{key} failed {side}"] += not args[-1]

    def _lose(self, piece: int, men: int) -> None:
        if men > 0:
            self._strength[piece] -= men
            self._sums[f"{SIDES[piece // PIECES]} {self._cause}"] += men

    def _take_row(self, s: Battle, key: str) -> None:
        row = {
            f"{measure} {SIDES[side]}": float(both[side])
            for measure, both in sample(s).values.items()
            for side in (0, 1)
        }
        for side, name in enumerate(SIDES):
            fit = [p for p in s.troops(side) if s.pieces[p].damage == ORDERED and not s.pieces[p].routed]
            row[f"ready {name}"] = float(sum([s.pieces[p].strength for p in fit]))
        self._rows[key] = row

    def told(self, match: grognard.Match) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
        """Rows by turn, and sums: strength lost by side and cause, flags, orders, routs."""
        s = cast(Battle, match.state)
        self._take_row(s, END)
        sums = {name: float(count) for name, count in self._sums.items()}
        sums |= {f"flag {name}": float(turn) for name, turn in self._fallen.items()}
        return self._rows, sums | {"turns": float(s.turn)}


def watch(match: grognard.Match) -> Watch:
    """Somebody to look on at a game."""
    return Watch(match)


# the text


def summary(found: Sequence[tuple[Variant, Sequence[Trace]]]) -> str:
    """All battles side by side."""
    head = (
        "battle",
        "army A wins",
        "interval",
        "army B wins",
        "interval",
        "draws",
        "flags A : B",
        "strength lost A : B",
        "turns (limit)",
        "decisions",
    )
    rows = []
    for variant, traces in found:
        won = [share(traces, side) for side in SIDES]
        spans = [interval(w, len(traces)) for w in won]
        names = armies(variant)
        rows.append(
            (
                variant.title,
                *[
                    cell
                    for side in (0, 1)
                    for cell in (f"{names[side]} {won[side]:.0f} %", f"{spans[side][0]:.0f}-{spans[side][1]:.0f} %")
                ],
                f"{100 - sum(won):.0f} %",
                " : ".join(f"{mean([trace.score[side] for trace in traces]):.1f}" for side in SIDES),
                " : ".join(f"{sum(total(traces, f'{side} {cause}') for cause in CAUSES):.0f}" for side in SIDES),
                f"{total(traces, 'turns'):.1f} ({world(variant.scenario).scenario.turn_limit})",
                f"{mean([trace.decisions for trace in traces]):.0f}",
            )
        )
    return "## All battles\n\n" + table(head, rows)


def armies(variant: Variant) -> list[str]:
    """The armies as the battle calls them."""
    setup = GAME.set_up(variant.scenario, dict(variant.options))
    return [GAME.army_name(setup, side, "en") for side in SIDES]


def chapter(variant: Variant, traces: Sequence[Trace]) -> tuple[str, dict[str, str]]:
    """One battle: results and reasons, flags, strength, losses, command."""
    stem, names = f"merde-{variant.name}", armies(variant)
    ticks = ["end" if turn == END else str(int(turn)) for turn in turns(traces)]
    pictures = {
        f"{stem}-flags.svg": lines("Flags taken, at the start of each turn", ticks, _both(traces, names, "flags")),
        f"{stem}-strength.svg": lines(
            "Strength on the field (dashed: in good order)",
            ticks,
            [
                *_both(traces, names, "strength"),
                *[line._replace(name=f"{line.name}, ready", dashed=True) for line in _both(traces, names, "ready")],
            ],
        ),
        f"{stem}-losses.svg": bars(
            "Strength lost in a game, by cause",
            CAUSES,
            [
                Series(names[i], [total(traces, f"{side} {cause}") for cause in CAUSES], i)
                for i, side in enumerate(SIDES)
            ],
        ),
    }
    words = ("flags by turn", "strength by turn", "losses by cause")
    shown = [picture(name, text) for name, text in zip(pictures, words, strict=True)]
    parts = [f"## {variant.title}", _reasons(traces, names), _flags(variant, traces, names), _command(traces, names)]
    return "\n\n".join([*parts, *shown]), pictures


def _both(traces: Sequence[Trace], names: Sequence[str], measure: str) -> list[Series]:
    return [Series(names[i], by_turn(traces, f"{measure} {side}"), i) for i, side in enumerate(SIDES)]


def _reasons(traces: Sequence[Trace], names: Sequence[str]) -> str:
    """Wins by army and reason."""
    called = dict(zip(SIDES, names, strict=True))
    counts = Counter((trace.winner or "nobody", trace.reason) for trace in traces)
    rows = [
        (called.get(winner, "Nobody"), GAME.word(f"reason.{reason}", reason, "en"), n)
        for (winner, reason), n in sorted(counts.items())
    ]
    return table(("winner", "how", "games"), rows)


def _flags(variant: Variant, traces: Sequence[Trace], names: Sequence[str]) -> str:
    """[42.1] How often each flag fell, and when."""
    rows = []
    for side in (0, 1):
        for sector, square in enumerate(world(variant.scenario).flags[side], 1):
            key = f"flag {SQUARE_NAMES[square]}"
            when = sorted([trace.sums[key] for trace in traces if key in trace.sums])
            rows.append(
                (
                    f"{names[side]}, sector {sector} ({SQUARE_NAMES[square]})",
                    f"{100 * len(when) / len(traces):.0f} %",
                    f"{when[len(when) // 2]:.0f}" if when else "-",
                )
            )
    return table(("flag", "taken in", "median turn"), rows)


def _command(traces: Sequence[Trace], names: Sequence[str]) -> str:
    """[10.2] [21.5] [37.5] How an army is led and how it stands, in a game."""
    rows = [(what, *[f"{total(traces, f'{what} {side}'):.1f}" for side in SIDES]) for what in COUNTED.values()]
    for letter, what in zip(LETTERS, ("orders lost on the way", "orders not understood"), strict=True):
        rows.append((what, *[_failed(traces, letter, side) for side in SIDES]))
    return table(("in a game", *names), rows)


def _failed(traces: Sequence[Trace], letter: str, side: str) -> str:
    return f"{total(traces, f'{letter} failed {side}'):.1f} of {total(traces, f'{letter} {side}'):.1f}"
