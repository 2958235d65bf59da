"""The study of Arrivano i francesi!: who wins and why, when the places that count fall, what is lost and by what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, cast

import grognard
from grognard.games.vanguard.game import GAME
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.table.chronicle import sample
from grognard.games.vanguard.world.roster import SCENARIOS, SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import World, world
from grognard.lab.report import picture, table
from grognard.lab.study import Trace, Variant, by_turn, interval, mean, share, total, turns
from grognard.lab.svg import Series, bars, lines

VARIANTS: Final = tuple(Variant(name, GAME.scenario_name(name, "en"), name, {}) for name in SCENARIOS)
CAUSES: Final = ("assault", "fire", "surrender", "no way out", "ran off the map")
MARKS: Final = {  # the event that tells what the losses after it come from
    "assault": "assault",
    "assault_hopeless": "assault",
    "guns_taken": "assault",
    "advanced": "assault",
    "bombarded": "fire",
    "skirmish_fire": "fire",
    "surrendered": "surrender",
    "nowhere_to_go": "no way out",
    "ran_off": "ran off the map",
}
STORM: Final = 3
NEVER: Final = 99
END: Final = "99"  # the key of the row after the last turn


class Watch:
    """Looks at the table at the start of every turn, and at every loss."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, float]] = {}
        self._sums: dict[str, float] = {}
        self._cause = CAUSES[0]
        self._first: dict[str, int] = {}  # when the French first held each place

    def see(self, match: grognard.Match, events: Sequence[grognard.Event]) -> None:
        """After every action."""
        s = cast(Battle, match.state)
        for event in events:
            self._cause = MARKS.get(event.key, self._cause)
            if event.opens_turn:
                self._take_row(s, f"{s.turn:02}")
            elif event.key in ("eliminated", "eliminated_returns", "damaged"):
                self._lose(s, int(str(event.args[0])), event.key)
        for h in s.world.objectives:
            if s.turn and holds(s, 0, h):
                self._first.setdefault(s.world.grid.names[h], s.turn)

    def told(self, match: grognard.Match) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
        """Rows by turn, and sums: steps lost by side and cause, leaders, places taken and held."""
        s = cast(Battle, match.state)
        self._take_row(s, END)
        for h in s.world.objectives:
            name = s.world.grid.names[h]
            self._sums[f"turn {name}"] = float(self._first.get(name, NEVER))
            for side, who in enumerate(SIDES):
                self._sums[f"held {name} {who}"] = float(holds(s, side, h))
        for side, who in enumerate(SIDES):
            self._sums[f"leaders {who}"] = float(s.leaders_lost[side])
        self._sums["flags"] = float(s.flags)
        return self._rows, self._sums

    def _take_row(self, s: Battle, key: str) -> None:
        now = sample(s)
        row = {"storm": float(s.weather == STORM)}
        for side, name in enumerate(SIDES):
            row |= {f"{measure} {name}": float(both[side]) for measure, both in now.values.items()}
        self._rows[key] = row

    def _lose(self, s: Battle, u: int, key: str) -> None:
        """[12.8] R-52: a full unit with a back side that is gone for good costs two steps."""
        whole = key == "eliminated" and s.world.roster.pf_reduced[u] and not s.reduced >> u & 1
        name = f"{SIDES[s.side(u)]} {self._cause}"
        self._sums[name] = self._sums.get(name, 0.0) + (2 if whole else 1)


def watch(match: grognard.Match) -> Watch:
    """Somebody to look on at a game."""
    return Watch()


# the text


def summary(found: Sequence[tuple[Variant, Sequence[Trace]]]) -> str:
    """Both battles side by side."""
    head = (
        "battle",
        "French win",
        "interval",
        "draws",
        "others win",
        "interval",
        "points F : C",
        "steps lost F : C",
        "leaders lost F : C",
        "decisions",
    )
    rows = []
    for variant, traces in found:
        won = [share(traces, side) for side in SIDES]
        spans = [interval(w, len(traces)) for w in won]
        points = [mean([trace.score[side] for trace in traces]) for side in SIDES]
        rows.append(
            (
                variant.title,
                f"{won[0]:.0f} %",
                f"{spans[0][0]:.0f}-{spans[0][1]:.0f} %",
                f"{100 - sum(won):.0f} %",
                f"{won[1]:.0f} %",
                f"{spans[1][0]:.0f}-{spans[1][1]:.0f} %",
                f"{points[0]:.1f} : {points[1]:.1f}",
                " : ".join(f"{sum(total(traces, f'{side} {cause}') for cause in CAUSES):.1f}" for side in SIDES),
                " : ".join(f"{total(traces, f'leaders {side}'):.1f}" for side in SIDES),
                f"{mean([trace.decisions for trace in traces]):.0f}",
            )
        )
    text = (
        "C is the coalition: Austrians, then Neapolitans. At Campotenese only the French count points: "
        "13 or more is a French victory, 10 to 12 a draw (17.2.12)."
    )
    return "\n\n".join(["## Both battles", table(head, rows), text])


def chapter(variant: Variant, traces: Sequence[Trace]) -> tuple[str, dict[str, str]]:
    """One battle: results and reasons, the places that count, points, strength, losses."""
    stem, w = f"vanguard-{variant.name}", world(variant.scenario)
    ticks = ["end" if turn == END else str(int(turn)) for turn in turns(traces)]
    points = _both(traces, "points") if w.montebello else _both(traces, "points")[:1]
    pictures = {
        f"{stem}-points.svg": lines("Points at the start of each turn", ticks, points),
        f"{stem}-strength.svg": lines(
            "Strength on the map (dashed: in good order)",
            ticks,
            [
                *_both(traces, "strength"),
                *[line._replace(name=f"{line.name}, ready", dashed=True) for line in _both(traces, "ready")],
            ],
        ),
        f"{stem}-losses.svg": bars(
            "Steps lost in a game, by cause",
            CAUSES,
            [
                Series(side.title(), [total(traces, f"{side} {cause}") for cause in CAUSES], i)
                for i, side in enumerate(SIDES)
            ],
        ),
    }
    words = ("points by turn", "strength by turn", "losses by cause")
    shown = [picture(name, text) for name, text in zip(pictures, words, strict=True)]
    parts = [f"## {variant.title}", _reasons(traces), _places(w, traces)]
    if not w.montebello:
        parts.append(_weather(traces))
    return "\n\n".join([*parts, *shown]), pictures


def _both(traces: Sequence[Trace], measure: str) -> list[Series]:
    return [Series(side.title(), by_turn(traces, f"{measure} {side}"), i) for i, side in enumerate(SIDES)]


def _reasons(traces: Sequence[Trace]) -> str:
    """Wins by side and reason."""
    counts = Counter((trace.winner or "nobody", trace.reason) for trace in traces)
    rows = [
        (winner.title(), GAME.word(f"reason.{reason}", reason.replace("_", " "), "en"), n)
        for (winner, reason), n in sorted(counts.items())
    ]
    return table(("winner", "how", "games"), rows)


def _places(w: World, traces: Sequence[Trace]) -> str:
    """[17.1.8] [17.2.12] How often each place fell to the French, when, and who held it at the end."""
    rows = []
    for h, points in sorted(w.objectives.items(), key=lambda item: (-item[1], item[0])):
        name = w.grid.names[h]
        when = sorted([trace.sums[f"turn {name}"] for trace in traces if trace.sums[f"turn {name}"] < NEVER])
        rows.append(
            (
                f"{w.place_at.get(h, '')} {name}".strip(),
                points,
                f"{100 * len(when) / len(traces):.0f} %",
                f"{when[len(when) // 2]:.0f}" if when else "-",
                *[f"{100 * total(traces, f'held {name} {side}'):.0f} %" for side in SIDES],
            )
        )
    return table(("place", "points", "taken in", "median turn", "French at the end", "enemy at the end"), rows)


def _weather(traces: Sequence[Trace]) -> str:
    """[17.2.7] What the storm does: games by the number of turns it lasted."""
    rows = []
    for label, low, high in (("no storm", 0, 0), ("1 to 4 turns", 1, 4), ("5 turns or more", 5, NEVER)):
        some = [t for t in traces if low <= sum(row["storm"] for key, row in t.rows.items() if key != END) <= high]
        if some:
            rows.append(
                (
                    label,
                    len(some),
                    *[f"{share(some, side):.0f} %" for side in SIDES],
                    f"{mean([t.score[SIDES[0]] for t in some]):.1f}",
                )
            )
    return table(("storm", "games", "French win", "Neapolitans win", "French points"), rows)
