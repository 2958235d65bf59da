"""Posts: where each battalion of a command belongs, so that they fight side by side and not in a heap."""

from __future__ import annotations

from typing import Any, Final

from grognard.bots.captain_tabletop.field import Field, Point, Unit, gap, middle, span, width

AROUND: Final = 400  # enemies so near an area are those who dispute it
SCREEN: Final = 50  # skirmishers stand so far before the line
GATHER: Final = 260  # nearer than this to the enemy a command goes together or not at all
SLACK: Final = 140  # a battalion so far behind the foremost is still with it
QUORUM: Final = 0.6


def holding(field: Field, unit: Unit) -> bool:
    """Whether a command has what it wants and need only keep it."""
    return bool(field.goal(unit)["held"] == field.side) or unit["order"] == "defend"


def disputants(field: Field, area: dict[str, Any]) -> list[Unit]:
    foes = field.foes()
    return [f for f in foes if span(f["x"] - area["x"], f["y"] - area["y"]) <= AROUND] or foes


def axis(field: Field, unit: Unit, mates: list[Unit]) -> Point:
    """The way a command looks: to its objective while that is far, to those who dispute it when it is near."""
    area = field.goal(unit)
    x, y = middle(mates)
    tx, ty = area["x"], area["y"]
    if span(tx - x, ty - y) < 250:
        x, y = tx, ty
        tx, ty = middle(disputants(field, area))
    length = max(1.0, span(tx - x, ty - y))
    return (tx - x) / length, (ty - y) / length


def post(field: Field, unit: Unit) -> Point:
    """The place of a battalion in its command's line, whose middle is the objective."""
    area = field.goal(unit)
    mates = field.mates(unit) or [unit]
    ahead_x, ahead_y = axis(field, unit, mates)
    row = sorted(mates, key=lambda u: (round(u["x"] * ahead_y - u["y"] * ahead_x), u["id"]))
    place = row.index(unit)
    centre = min(range(len(row)), key=lambda i: (abs(2 * i - len(row) + 1), i))
    aside = float(sum(_step(row[i], row[i + 1]) for i in range(min(place, centre), max(place, centre))))
    aside = aside if place > centre else -aside
    before = SCREEN if unit["formation"] == "open" and place != centre else 0
    return area["x"] + ahead_y * aside + ahead_x * before, area["y"] - ahead_x * aside + ahead_y * before


def _step(a: Unit, b: Unit) -> float:
    return (width(a) + width(b)) / 2


def together(field: Field, unit: Unit, away: float) -> bool:
    """Whether enough of a command is as near the enemy as this unit: alone it would be beaten alone."""
    mates = field.mates(unit)
    foes = field.foes()
    near = [m for m in mates if min(gap(m, f) for f in foes) <= away + SLACK]
    return len(near) >= QUORUM * len(mates)
