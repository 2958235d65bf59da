"""Posts: where each battalion of a command belongs, so that they fight side by side and not in a heap."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import Area, Field, Point, span
from grognard.games.tabletop.world.formations import OPEN

AROUND: Final = 400  # enemies so near an area are those who dispute it
SCREEN: Final = 50  # skirmishers stand so far before the line
FRAIL: Final = 5


def holding(field: Field, u: int) -> bool:
    """Whether a command has what it wants and need only keep it."""
    return field.goal(u).held == field.who or field.s.order_of(u) == "defend"


def disputants(field: Field, area: Area) -> list[int]:
    return [f for f in field.foes if field.away(f, area.x, area.y) <= AROUND] or field.foes


def axis(field: Field, u: int) -> Point:
    """The way a command looks: from its objective to those who dispute it."""
    area = field.goal(u)
    tx, ty = field.middle(disputants(field, area))
    length = max(1.0, span(tx - area.x, ty - area.y))
    return (tx - area.x) / length, (ty - area.y) / length


def post(field: Field, u: int) -> Point:
    """The place of a battalion in its command's line: who is most nearly behind the objective takes it."""
    if u not in field.posts:
        field.posts[u] = _post(field, u)
    return field.posts[u]


def _post(field: Field, u: int) -> Point:
    area = field.goal(u)
    ahead_x, ahead_y = axis(field, u)

    def along(v: int) -> float:
        x, y = field.place(v)
        return (x - area.x) * ahead_y - (y - area.y) * ahead_x

    row = sorted(field.mates(u) or [u], key=lambda v: (round(along(v)), field.info(v).id))
    centre = min(range(len(row)), key=lambda i: (round(_first(field, row[i], area, along(row[i]))), i))
    place = row.index(u)
    aside = sum(_step(field, row[i], row[i + 1]) for i in range(min(place, centre), max(place, centre)))
    aside = aside if place > centre else -aside
    before = SCREEN if field.unit(u).formation == OPEN and place != centre else 0
    return area.x + ahead_y * aside + ahead_x * before, area.y - ahead_x * aside + ahead_y * before


def _first(field: Field, u: int, area: Area, aside: float) -> float:
    """How far a battalion is from taking the objective itself; the frail are not the first."""
    return abs(aside) + 0.5 * field.away(u, area.x, area.y) + 300 * frail(field, u)


def _step(field: Field, a: int, b: int) -> float:
    return (field.width(a) + field.width(b)) / 2


def frail(field: Field, u: int) -> bool:
    """[9.1] Whether the next loss puts a battalion to the test, with bases gone already."""
    unit = field.unit(u)
    return unit.pm <= FRAIL and unit.bases < field.info(u).bases and field.cover(u) != "heavy"
