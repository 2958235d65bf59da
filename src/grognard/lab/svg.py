"""Small pictures for reports: lines over turns and bars by kind, as SVG that reads in the light and in the dark."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH, HEIGHT = 640, 280
LEFT, RIGHT, TOP, BOTTOM = 48, 132, 34, 34
BAR, GAP = 16, 10  # a bar, and what lies between two kinds
STYLE: Final = """
text{font:12px system-ui,sans-serif;fill:#333}.title{font-size:14px;font-weight:600}.paper{fill:#fcfbf7}
.grid{stroke:#ddd8cc}.axis{stroke:#8a8578}.shade{fill:#3b6ea51f}
.c0{stroke:#1f5fa8;fill:#1f5fa8}.c1{stroke:#2f7d4f;fill:#2f7d4f}.c2{stroke:#b1622a;fill:#b1622a}
.c3{stroke:#7a4fa0;fill:#7a4fa0}.line{fill:none;stroke-width:2}.key{stroke:none}
@media(prefers-color-scheme:dark){text{fill:#ddd8cc}.paper{fill:#1d1c1a}.grid{stroke:#3a3833}.axis{stroke:#8a8578}
.c0{stroke:#7fb2ee;fill:#7fb2ee}.c1{stroke:#7ccf9a;fill:#7ccf9a}.c2{stroke:#e8a06a;fill:#e8a06a}
.c3{stroke:#c19be6;fill:#c19be6}.shade{fill:#7fb2ee26}}
""".replace("\n", "")


class Series(NamedTuple):
    """One line: its name, its values (None: nothing there), its colour, and whether it is dashed."""

    name: str
    values: Sequence[float | None]
    colour: int = 0
    dashed: bool = False


def _text(x: float, y: float, words: str, anchor: str = "start", kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{mark}>{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def _sheet(title: str, height: float, parts: Sequence[str]) -> str:
    """The whole picture; its title is also what a screen reader says."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" width="{WIDTH}" '
        f'height="{height:.0f}" role="img" aria-label="{escape(title)}"><style>{STYLE}</style>'
    )
    paper = f'<rect class="paper" width="{WIDTH}" height="{height:.0f}" rx="6"/>'
    return "\n".join([head, paper, _text(12, 20, title, kind="title"), *parts, "</svg>", ""])


def nice_top(most: float) -> float:
    """The upper end of an axis: the least of 1, 2, 5 times a power of ten, or half of it, that is not less."""
    step = 1.0
    while True:
        for factor in (1, 2, 3, 4, 5, 6, 8):
            if most <= factor * step:
                return factor * step
        step *= 10


def lines(title: str, ticks: Sequence[str], series: Sequence[Series], shade: tuple[int, int] | None = None) -> str:
    """Lines over turns; ``shade`` marks turns from one to another, such as winter."""
    top = nice_top(max([v for s in series for v in s.values if v is not None], default=1.0))
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    step = wide / max(1, len(ticks) - 1)
    parts = _grid(top, wide, high)
    if shade is not None:
        first, last = shade
        parts.append(
            f'<rect class="shade" x="{LEFT + first * step:.1f}" y="{TOP}" width="{(last - first) * step:.1f}" '
            f'height="{high}"/>'
        )
    for i, tick in enumerate(ticks):
        parts.append(_text(LEFT + i * step, HEIGHT - 14, tick, "middle"))
    for s in series:
        parts += _drawn(s, step, top, high)
    return _sheet(title, HEIGHT, [*parts, *_keys(series)])


def _grid(top: float, wide: float, high: float) -> list[str]:
    parts = []
    for k in range(5):
        y = TOP + high - high * k / 4
        parts.append(_line(LEFT, y, LEFT + wide, y, "axis" if k == 0 else "grid"))
        parts.append(_text(LEFT - 6, y + 4, f"{top * k / 4:g}", "end"))
    return parts


def _drawn(s: Series, step: float, top: float, high: float) -> list[str]:
    """The unbroken pieces of a line."""
    found, points = [], []
    dash = ' stroke-dasharray="5 4"' if s.dashed else ""
    for i, value in enumerate([*s.values, None]):
        if value is not None:
            points.append(f"{LEFT + i * step:.1f},{TOP + high - high * value / top:.1f}")
        elif points:
            found.append(f'<polyline class="line c{s.colour}" points="{" ".join(points)}"{dash} style="fill:none"/>')
            points = []
    return found


def _keys(series: Sequence[Series]) -> list[str]:
    parts = []
    for i, s in enumerate([s for s in series if s.name]):
        x, y = WIDTH - RIGHT + 10, TOP + 8 + i * 20
        dash = ' stroke-dasharray="5 4"' if s.dashed else ""
        parts.append(f'<line x1="{x}" y1="{y}" x2="{x + 22}" y2="{y}" class="line c{s.colour}"{dash}/>')
        parts.append(_text(x + 28, y + 4, s.name))
    return parts


def bars(title: str, kinds: Sequence[str], groups: Sequence[Series]) -> str:
    """Lying bars: for each kind one of every group, with its number."""
    top = nice_top(max([v for g in groups for v in g.values if v is not None], default=1.0))
    left, wide = 190, WIDTH - 190 - RIGHT - 40
    block = BAR * len(groups) + GAP
    parts = []
    for i, kind in enumerate(kinds):
        y = TOP + 6 + i * block
        parts.append(_text(left - 8, y + block / 2, kind, "end"))
        for j, group in enumerate(groups):
            value = group.values[i] or 0.0
            parts.append(
                f'<rect class="c{group.colour}" x="{left}" y="{y + j * BAR}" width="{wide * value / top:.1f}" '
                f'height="{BAR - 3}"/>'
            )
            parts.append(_text(left + wide * value / top + 6, y + j * BAR + BAR - 5, f"{value:.1f}"))
    return _sheet(title, TOP + 14 + block * len(kinds), [*parts, *_keys(groups)])
