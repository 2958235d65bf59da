"""The study of 1812: who wins and why, how far the French come by turn, what they lose and by what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import grognard
from grognard.board.hexes import bits
from grognard.games.russia1812.table.chronicle import sample
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, SIDES
from grognard.lab.report import picture, table
from grognard.lab.study import Trace, Variant, by_turn, interval, mean, share, total, turns
from grognard.lab.svg import Series, bars, lines

ADVANCED: Final = {"advanced": True, "optional_15_1": True}
VARIANTS: Final = (
    Variant("basic-2e", "Basic game, 2nd edition", "historical", {"edition": 2}),
    Variant("basic-1e", "Basic game, 1st edition", "historical", {"edition": 1}),
    Variant("free-2e", "Basic game, free set-up, 2nd edition", "free", {"edition": 2}),
    Variant("advanced-2e", "Advanced game, 2nd edition", "historical", {"edition": 2, **ADVANCED}),
    Variant("advanced-1e", "Advanced game, 1st edition", "historical", {"edition": 1, **ADVANCED}),
    Variant(
        "two-year-2e", "Advanced two-year game, 2nd edition", "historical", {"edition": 2, **ADVANCED, "two_year": True}
    ),
    Variant(
        "two-year-1e", "Advanced two-year game, 1st edition", "historical", {"edition": 1, **ADVANCED, "two_year": True}
    ),
)
CAUSES: Final = ("combat", "forage", "supply", "march", "cossacks", "politics", "winter", "no room")
BY_PHASE: Final = {3: "march", 5: "combat", 7: "cossacks", 8: "winter"}
CITIES: Final = ("wilno", "brzesc", "luck", "minsk", "riga", "vitebsk", "smolensk", "kiev", "moscow", "st_petersburg")
NEVER: Final = 99
ADVANCE: Final = ("12.01", "12.07")  # the turns between which the pace is taken: the six before Borodino
PACE: Final = 18 / 5.5  # hexes a turn of the Grande Armee, from the Niemen to Moscow
IN_TIME: Final = {"smolensk": 6, "moscow": 8}  # it was 18 August and 14 September, in turns 6 and 7
WENT: Final = 5  # so near to Moscow comes whoever goes for it: a forced march
END: Final = "99"  # the key of the row after the last turn


class Watch:
    """Looks at the table at the start of every turn, and at every loss."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, float]] = {}
        self._sums: dict[str, float] = {}
        self._phase = 0
        self._barren: set[object] = set()  # where nothing was found to eat this turn
        self._first: dict[str, int] = {}  # when each city was first taken

    def see(self, match: grognard.Match, events: Sequence[grognard.Event]) -> None:
        """After every action."""
        s = match.state
        assert isinstance(s, Campaign)
        for event in events:
            if event.opens_phase:
                self._phase = event.number(1)
            elif event.opens_turn:
                self._barren = set()
                self._take_row(s)
            else:
                self._note(s, event)
        for name in CITIES:
            if s.turn and name not in self._first and s.pres[FRENCH] >> s.world.city_hex[name] & 1:
                self._first[name] = s.turn

    def told(self, match: grognard.Match) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
        """Rows by turn, and sums: losses by side and cause, decisive victories, cities held at the end."""
        s = match.state
        assert isinstance(s, Campaign)
        self._take_row(s, END)
        for name in CITIES:
            self._sums[f"held {name}"] = float(bool(s.pres[FRENCH] >> s.world.city_hex[name] & 1))
            self._sums[f"taken {name}"] = float(name in self._first)
            self._sums[f"turn {name}"] = float(self._first.get(name, NEVER))
        self._sums["track"] = float(s.track)
        self._sums["quarters"] = float(s.affairs.year == 1813)
        return self._rows, self._sums

    def _take_row(self, s: Campaign, when: str = "") -> None:
        now = sample(s)
        key = when or f"{s.affairs.year % 100:02}.{s.turn:02}"
        row: dict[str, float] = {"east": float(_nearest(s)), "depots": float(s.depots[FRENCH].bit_count())}
        for side, name in enumerate(SIDES):
            for measure in ("points", "units", "ready"):
                row[f"{measure} {name}"] = float(now.values[measure][side])
        self._rows[key] = row

    def _note(self, s: Campaign, event: grognard.Event) -> None:
        """A loss, by its cause; a decisive victory."""
        key, args = event.key, event.args
        if key == "forage_failed":
            self._barren.add(args[0])
        elif key == "starved_eliminated":
            self._lose(s, args[0], "forage" if args[1] in self._barren else "supply")
        elif key == "eliminated":
            self._lose(s, args[0], BY_PHASE.get(self._phase, "politics"))
        elif key == "dismissed":
            self._lose(s, args[0], "politics")
        elif key == "no_room":
            self._lose(s, args[0], "no room")
        elif key == "army_dissolved":
            for u in bits(int(str(args[0]))):
                self._lose(s, u, "politics")
        elif key == "decisive":
            self._add(f"decisive {SIDES[int(str(args[0]))]}")

    def _lose(self, s: Campaign, unit: object, cause: str) -> None:
        u = int(str(unit))
        if s.world.combat >> u & 1:
            self._add(f"{SIDES[s.world.side_of[u]]} {cause}")

    def _add(self, name: str) -> None:
        self._sums[name] = self._sums.get(name, 0.0) + 1


def _nearest(s: Campaign) -> int:
    """How many hexes the French combat unit nearest to Moscow has still to go."""
    grid, moscow = s.world.grid, s.world.moscow
    return min([grid.distance(h, moscow) for h in bits(s.occ[FRENCH])], default=0)


def watch(match: grognard.Match) -> Watch:
    """Somebody to look on at a game."""
    return Watch()


# against history


def pace(trace: Trace) -> float:
    """How many hexes a turn the foremost French came nearer to Moscow over the first six turns."""
    first, last = [trace.rows[turn]["east"] if turn in trace.rows else None for turn in ADVANCE]
    return 0.0 if first is None or last is None else (first - last) / 6


def outside_battle(trace: Trace) -> float:
    """How many of a hundred units that the French lost were not lost in combat."""
    lost = {cause: trace.sums.get(f"french {cause}", 0.0) for cause in CAUSES}
    every = sum(lost.values())
    return 100 * (every - lost["combat"]) / every if every else 0.0


def went_for_moscow(trace: Trace) -> bool:
    """Whether the French ever came within a forced march of Moscow."""
    return bool(trace.sums["taken moscow"]) or min([row["east"] for row in trace.rows.values()], default=NEVER) <= WENT


def in_time(trace: Trace, city: str) -> bool:
    """Whether a city was French about as early as in 1812."""
    return trace.sums[f"turn {city}"] <= IN_TIME[city]


def _history(traces: Sequence[Trace]) -> str:
    """The campaign beside that of 1812: when they came, how fast, and what the losses were due to."""
    went = [trace for trace in traces if went_for_moscow(trace)]
    rows = [
        ("pace over turns 1 to 6, hexes a turn", f"{PACE:.1f}", f"{mean([pace(trace) for trace in traces]):.1f}"),
        ("French losses outside battle", "75-85 %", f"{mean([outside_battle(trace) for trace in traces]):.0f} %"),
        ("the French go for Moscow", "yes", f"{len(went)} of {len(traces)}"),
    ]
    for city, limit in IN_TIME.items():
        share_ = 100 * mean([in_time(trace, city) for trace in went])
        rows.append((f"then {city.title()} by turn {limit}", "yes", f"{share_:.0f} %"))
    return table(("against history", "1812", "here"), rows)


# the text


def summary(found: Sequence[tuple[Variant, Sequence[Trace]]]) -> str:
    """All kinds side by side."""
    head = (
        "game",
        "French win",
        "interval",
        "points F : R",
        "battle track",
        "decisive F : R",
        "Moscow held",
        "decisions",
    )
    rows = []
    for variant, traces in found:
        won = share(traces, "french")
        low, high = interval(won, len(traces))
        points = [mean([trace.score[side] for trace in traces]) for side in SIDES]
        rows.append(
            (
                variant.title,
                f"{won:.0f} %",
                f"{low:.0f}-{high:.0f} %",
                f"{points[0]:.1f} : {points[1]:.1f}",
                f"{total(traces, 'track'):.1f}",
                f"{total(traces, 'decisive french'):.1f} : {total(traces, 'decisive russian'):.1f}",
                f"{100 * total(traces, 'held moscow'):.0f} %",
                f"{mean([trace.decisions for trace in traces]):.0f}",
            )
        )
    return "## All kinds of game\n\n" + table(head, rows)


def chapter(variant: Variant, traces: Sequence[Trace]) -> tuple[str, dict[str, str]]:
    """One kind of game: results and reasons, the advance, strength, losses."""
    stem = f"russia1812-{variant.name}"
    ticks = [_tick(turn) for turn in turns(traces)]
    pictures = {
        f"{stem}-points.svg": lines("Victory points at the start of each turn", ticks, _both(traces, "points")),
        f"{stem}-strength.svg": lines(
            "Combat units on the map (dashed: in good order)",
            ticks,
            [
                *_both(traces, "units"),
                *[line._replace(name=f"{line.name}, ready", dashed=True) for line in _both(traces, "ready")],
            ],
        ),
        f"{stem}-east.svg": lines(
            "Hexes from the foremost French unit to Moscow", ticks, [Series("French", by_turn(traces, "east"), 0)]
        ),
        f"{stem}-losses.svg": bars(
            "Combat units lost in a game, by cause",
            CAUSES,
            [
                Series(side.title(), [total(traces, f"{side} {cause}") for cause in CAUSES], i)
                for i, side in enumerate(SIDES)
            ],
        ),
    }
    words = ("points by turn", "strength by turn", "the advance", "losses by cause")
    shown = [picture(name, text) for name, text in zip(pictures, words, strict=True)]
    parts = [f"## {variant.title}", _reasons(traces), _cities(traces), _moscow(traces), _history(traces), *shown]
    return "\n\n".join(parts), pictures


def _tick(turn: str) -> str:
    """``12.07`` is turn 7 of 1812; the numbering of 1813 goes on from 8, with a dash."""
    year, _, number = turn.partition(".")
    if not number:
        return "end"
    return str(int(number)) + ("'" if year == "13" else "")


def _both(traces: Sequence[Trace], measure: str) -> list[Series]:
    return [Series(side.title(), by_turn(traces, f"{measure} {side}"), i) for i, side in enumerate(SIDES)]


def _reasons(traces: Sequence[Trace]) -> str:
    """Wins by side and reason."""
    counts: dict[tuple[str, str], int] = {}
    for trace in traces:
        key = (trace.winner or "nobody", trace.reason)
        counts[key] = counts.get(key, 0) + 1
    rows = [(winner.title(), REASONS.get(reason, reason), n) for (winner, reason), n in sorted(counts.items())]
    return table(("winner", "how", "games"), rows)


REASONS: Final = {
    "turn_16": "points at the end of turn 16",
    "napoleon_lost": "Napoleon lost",
    "all_cities": "independence: not every city held",
}


def _cities(traces: Sequence[Trace]) -> str:
    """[14.7] How often each city fell, when, and how often it was still French at the end."""
    rows = []
    for name in CITIES:
        when = sorted([trace.sums[f"turn {name}"] for trace in traces if trace.sums[f"taken {name}"]])
        rows.append(
            (
                name.replace("_", " ").title(),
                f"{100 * total(traces, f'taken {name}'):.0f} %",
                f"{when[len(when) // 2]:.0f}" if when else "-",
                f"{100 * total(traces, f'held {name}'):.0f} %",
            )
        )
    return table(("city", "taken in", "median turn", "French at the end"), rows)


def _moscow(traces: Sequence[Trace]) -> str:
    """[14.7] What the capital and the battle track decide."""
    rows = []
    for label, sum_, value in (
        ("Moscow was French at the end", "held moscow", 1.0),
        ("Moscow was Russian at the end", "held moscow", 0.0),
        ("the French took winter quarters", "quarters", 1.0),
    ):
        some = [trace for trace in traces if trace.sums[sum_] == value]
        if some:
            rows.append((label, len(some), f"{share(some, 'french'):.0f} %", f"{total(some, 'track'):.1f}"))
    return table(("games in which", "number", "French win", "battle track"), rows)
