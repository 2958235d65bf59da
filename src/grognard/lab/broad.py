"""A study of any game: who wins and why, how the score and the armies go by turn, and what happens in a game.

A game that wants to be looked at more closely has a module of its own in ``grognard.studies``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import grognard
from grognard import games as library
from grognard.kernel.frame import EVERYONE, PHASE, TURN
from grognard.kernel.wire import Json
from grognard.lab.report import picture, table
from grognard.lab.study import Trace, Variant, by_turn, interval, mean, share, total, turns
from grognard.lab.svg import Series, bars, lines

SHOWN = 16  # kinds of event in the table of what happens
EVENT = "event "
QUIET = (PHASE, TURN, "moved", "marched", "step")  # what happens all the time and tells nothing


class Watch:
    """Looks at the table when a new turn begins, and counts what is told."""

    def __init__(self, match: grognard.Match) -> None:
        self._rows: dict[str, dict[str, float]] = {}
        self._told: Counter[str] = Counter()
        self._turn = -1
        self._look(match)

    def see(self, match: grognard.Match, events: Sequence[grognard.Event]) -> None:
        """After every action."""
        self._told.update(event.key for event in events if not event.key.startswith(QUIET))
        if match.game.face(match.state, EVERYONE, "en").clock().turn != self._turn:
            self._look(match)

    def told(self, match: grognard.Match) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
        """Rows by turn, and how often each thing happened."""
        self._rows["end"] = self._row(match)
        sums = {EVENT + key: float(count) for key, count in self._told.items()}
        return self._rows, sums | {"turns": float(self._turn)}

    def _look(self, match: grognard.Match) -> None:
        self._turn = match.game.face(match.state, EVERYONE, "en").clock().turn
        self._rows[f"{self._turn:02}"] = self._row(match)

    def _row(self, match: grognard.Match) -> dict[str, float]:
        view = match.view(None)
        row: dict[str, float] = {}
        for side in match.sides:
            row[f"score {side}"] = float(view.get("score", {}).get(side, 0))
            row[f"units {side}"] = float(sum(on_board(unit) and unit["side"] == side for unit in view["units"]))
        return row


def on_board(unit: Json) -> bool:
    return bool(unit.get("place")) and unit.get("status") not in ("destroyed", "gone")


def _named(side: str) -> str:
    return side.replace("_", " ").title()


class Broad:
    """The study of one game: every scenario as it comes, and every preset."""

    def __init__(self, game: str) -> None:
        self.game = library.load(game)
        presets = [(p.name, dict(p.options)) for p in self.game.presets] or [("", {})]
        self.VARIANTS: Sequence[Variant] = [
            Variant("-".join(filter(None, (scenario, name))), self._title(scenario, name), scenario, options)
            for scenario in self.game.scenarios
            for name, options in presets
        ]

    def _title(self, scenario: str, preset: str) -> str:
        name = self.game.scenario_name(scenario, "en")
        return f"{name}, {self.game.word(f'preset.{preset}', preset, 'en')}" if preset else name

    def watch(self, match: grognard.Match) -> Watch:
        """Somebody to look on at a game."""
        return Watch(match)

    def summary(self, found: Sequence[tuple[Variant, Sequence[Trace]]]) -> str:
        """All kinds side by side."""
        head = [
            "game",
            *(f"{_named(side)} win" for side in self.game.sides),
            "draws",
            "interval of the first",
            "score",
            "turns",
            "decisions",
        ]
        rows = []
        for variant, traces in found:
            won = [share(traces, side) for side in self.game.sides]
            low, high = interval(won[0], len(traces))
            points = " : ".join(f"{mean([t.score.get(side, 0) for t in traces]):.1f}" for side in self.game.sides)
            rows.append(
                (
                    variant.title,
                    *(f"{w:.0f} %" for w in won),
                    f"{100 - sum(won):.0f} %",
                    f"{low:.0f}-{high:.0f} %",
                    points,
                    f"{total(traces, 'turns'):.1f}",
                    f"{mean([t.decisions for t in traces]):.0f}",
                )
            )
        return "## All kinds of game\n\n" + table(head, rows)

    def chapter(self, variant: Variant, traces: Sequence[Trace]) -> tuple[str, dict[str, str]]:
        """One kind of game."""
        stem = f"{self.game.id}-{variant.name}"
        ticks = [turn.lstrip("0") or "0" for turn in turns(traces)]
        events = self._events(traces)
        pictures = {
            f"{stem}-score.svg": lines("Score at the start of each turn", ticks, self._both(traces, "score")),
            f"{stem}-units.svg": lines("Pieces on the board", ticks, self._both(traces, "units")),
            f"{stem}-events.svg": bars(
                "What happens in a game (mean number)",
                [name for name, _ in events],
                [Series("", [count for _, count in events], 0)],
            ),
        }
        words = ("score by turn", "pieces by turn", "what happens")
        shown = [picture(name, text) for name, text in zip(pictures, words, strict=True)]
        return "\n\n".join([f"## {variant.title}", self._reasons(traces), *shown]), pictures

    def _both(self, traces: Sequence[Trace], measure: str) -> list[Series]:
        return [Series(_named(side), by_turn(traces, f"{measure} {side}"), i) for i, side in enumerate(self.game.sides)]

    def _events(self, traces: Sequence[Trace]) -> list[tuple[str, float]]:
        keys = {key for trace in traces for key in trace.sums if key.startswith(EVENT)}
        found = [(key.removeprefix(EVENT).replace("_", " "), total(traces, key)) for key in keys]
        return sorted(found, key=lambda row: (-row[1], row[0]))[:SHOWN]

    def _reasons(self, traces: Sequence[Trace]) -> str:
        """Wins by side and reason."""
        counts = Counter((trace.winner or "nobody", trace.reason) for trace in traces)
        rows = [
            (_named(winner), self.game.word(f"reason.{reason}", reason.replace("_", " "), "en"), n)
            for (winner, reason), n in sorted(counts.items())
        ]
        return table(("winner", "how", "games"), rows)
