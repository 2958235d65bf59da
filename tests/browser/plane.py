"""Battles on an open table for the browser tests: played to a question, and a hand that drags pieces."""

from __future__ import annotations

from functools import cache
from typing import Any

from playwright.sync_api import Page

import grognard
from browser.kit import Server, Table
from grognard.kernel.action import Region
from grognard.kernel.match import Match

GAME = "tabletop"
SEED = "marengo"
CALM = ("pass", "done", "stay", "hold", "end", "stand", "halt")
# where a point of the table (millimetres from the south-west) is in the window
IN_WINDOW = """([x, y]) => {
  const svg = document.querySelector('svg.map');
  const box = svg.getBoundingClientRect();
  const matrix = new DOMMatrix(getComputedStyle(svg.querySelector('.world')).transform);
  const height = Number(svg.querySelector('.table-ground .land').getAttribute('height'));
  const p = new DOMPoint(x, height - y).matrixTransform(matrix);
  return [p.x + box.x, p.y + box.y]; }"""
AT_REST = """() => new Promise((done) => {
  const place = () => document.querySelector('svg.map .table-ground').getBoundingClientRect();
  const look = (old, same) => requestAnimationFrame(() => {
    const now = JSON.stringify(place());
    if (now === old && same > 6) done(true);
    else look(now, now === old ? same + 1 : 0);
  });
  look('', 0); })"""


@cache
def marched(until: str, side: str = "french", turn: int = 1, scenario: str = "crossroads") -> str:
    """A battle as a record: both sides march straight at each other until a side is asked this question."""
    match = grognard.start(GAME, scenario, {}, SEED)
    while match.outcome is None:
        who = match.to_act[0]
        asked = match.decision(who)
        assert asked is not None
        if asked.name == until and who == side and match.state.turn >= turn:
            return str(match.record.dumps())
        match.play(who, answer(match, who))
    raise AssertionError(f"{side} was never asked {until}")


def answer(match: Match, who: str) -> str:
    """Straight ahead, fire at the first, fight."""
    options = match.options(who)
    for region in options:
        if isinstance(region, Region) and region.verb == "advance":
            data = region.as_data()
            if data["max"] >= 20:
                return str(data["examples"][0])
    plain = [option.text for option in options if not isinstance(option, Region)]
    for verb in ("charge", "fire", "fight", "move"):
        if found := [text for text in plain if text.split()[0] == verb]:
            return found[0]
    return next((text for text in plain if text.split()[0] in CALM), plain[0])


class OpenTable(Table):
    """A table whose board is an open one."""

    def settle(self) -> None:
        self.page.wait_for_function(AT_REST)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table in the window."""
        self.settle()
        found = self.page.evaluate(IN_WINDOW, [x, y])
        return float(found[0]), float(found[1])

    def unit(self, name: str) -> dict[str, Any]:
        units: list[dict[str, Any]] = self.server.look(self.match, self.side)["view"]["units"]
        return next(unit for unit in units if unit["id"] == name)

    def middle(self, name: str) -> tuple[float, float]:
        """The middle of a unit in the window."""
        outline = self.unit(name)["outline"]
        return self.spot(sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline))

    def drag(self, name: str, dx: float, dy: float) -> None:
        """Drag a unit by so many millimetres to the east and north."""
        x, y = self.middle(name)
        outline = self.unit(name)["outline"]
        cx, cy = (sum(p[i] for p in outline) / len(outline) for i in (0, 1))
        goal = self.spot(cx + dx, cy + dy)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move((x + goal[0]) / 2, (y + goal[1]) / 2, steps=3)
        self.page.mouse.move(*goal, steps=3)
        self.page.mouse.up()


def sit_down(page: Page, server: Server, record: str, side: str = "french") -> OpenTable:
    seats = {"french": "random", "coalition": "random", side: "human"}
    match = server.adopt(record, ",".join(f"{who}:{kind}" for who, kind in seats.items()))
    table = OpenTable(page, server, match, side)
    table.open()
    table.my_turn()
    return table
