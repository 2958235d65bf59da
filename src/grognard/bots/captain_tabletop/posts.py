"""Posts: where each battalion of a command belongs, so that they fight side by side and not in a heap."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import Area, Field, Point, span
from grognard.games.tabletop.world.formations import OPEN

AROUND: Final = 400  # enemies so near an area are those who dispute it
SCREEN: Final = 50  # skirmishers stand so far before the line
GATHER: Final = 260  # nearer than this to the enemy a command goes together or not at all
SLACK: Final = 140  # a battalion so far behind the foremost is still with it
QUORUM: Final = 0.6


def holding(field: Field, u: int) -> bool:
    """Whether a command has what it wants and need only keep it."""
    return field.goal(u).held == field.who or field.s.order_of(u) == "defend"


def disputants(field: Field, area: Area) -> list[int]:
    return [f for f in field.foes if field.away(f, area.x, area.y) <= AROUND] or field.foes


def axis(field: Field, u: int, mates: list[int]) -> Point:
    """The way a command looks: to its objective while that is far, to those who dispute it when it is near."""
    area = field.goal(u)
    x, y = field.middle(mates)
    tx, ty = area.x, area.y
    if span(tx - x, ty - y) < 250:
        x, y = tx, ty
        tx, ty = field.middle(disputants(field, area))
    length = max(1.0, span(tx - x, ty - y))
    return (tx - x) / length, (ty - y) / length


def post(field: Field, u: int) -> Point:
    """The place of a battalion in its command's line, whose middle is the objective."""
    area = field.goal(u)
    mates = field.mates(u) or [u]
    ahead_x, ahead_y = axis(field, u, mates)

    def along(v: int) -> tuple[int, str]:
        x, y = field.place(v)
        return round(x * ahead_y - y * ahead_x), field.info(v).id

    row = sorted(mates, key=along)
    place = row.index(u)
    centre = min(range(len(row)), key=lambda i: (abs(2 * i - len(row) + 1), i))
    aside = sum(_step(field, row[i], row[i + 1]) for i in range(min(place, centre), max(place, centre)))
    aside = aside if place > centre else -aside
    before = SCREEN if field.unit(u).formation == OPEN and place != centre else 0
    return area.x + ahead_y * aside + ahead_x * before, area.y - ahead_x * aside + ahead_y * before


def _step(field: Field, a: int, b: int) -> float:
    return (field.width(a) + field.width(b)) / 2


def together(field: Field, u: int, away: float) -> bool:
    """Whether enough of a command is as near the enemy as this unit: alone it would be beaten alone."""
    mates = field.mates(u)
    near = [m for m in mates if min(field.gap(m, f) for f in field.foes) <= away + SLACK]
    return len(near) >= QUORUM * len(mates)
