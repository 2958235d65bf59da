"""The field as a view shows it: units, distances, and the question put."""

from __future__ import annotations

import math
from typing import Any, Final

CM: Final = 10
SPEEDS: Final = {
    "inf": {"column": 170, "line": 140, "square": 50, "open": 220, "march": 200},
    "cav": {"column": 275, "line": 210, "march": 300},
    "art": {"limbered": 140, "unlimbered": 60},
}
MUSKET: Final = 90
SHORT: Final = 40
GUNS: Final = {"foot_art_light": 300, "horse_art": 300}
GUN: Final = 400

Unit = dict[str, Any]


class Field:
    """What the captain looks at; made anew for each question."""

    def __init__(self, view: dict[str, Any], side: str) -> None:
        self.view = view
        self.side = side
        question = view["decision"]
        self.asked: str = question["name"]
        self.options: list[str] = question["options"]
        self.regions: list[dict[str, Any]] = question.get("regions", [])
        self.units: dict[str, Unit] = {u["id"]: u for u in view["units"] if "x" in u}
        self.own = [u for u in self.units.values() if u["side"] == side]
        self.enemies = [u for u in self.units.values() if u["side"] != side]
        self.commands = {c["id"]: c for c in view["commands"]}
        self.objectives = {o["id"]: o for o in view["objectives"]}

    # the question

    def first(self) -> str:
        """The first answer there is."""
        return self.options[0] if self.options else str(self.regions[0]["examples"][0])

    def has(self, action: str) -> bool:
        return action in self.options

    def starting(self, verb: str) -> list[str]:
        return [o for o in self.options if o.split()[0] == verb]

    def region(self, verb: str, hand: int = 0) -> dict[str, Any] | None:
        return next((r for r in self.regions if r["verb"] == verb and r.get("hand", 0) == hand), None)

    def mover(self) -> Unit | None:
        """The unit that is being moved, as the regions or the prompt name it."""
        for region in self.regions:
            if "unit" in region:
                return self.units.get(region["unit"])
        return self.named(0)

    def named(self, place: int) -> Unit | None:
        """A unit that the prompt speaks of: ``crossroads/A-7``."""
        prompt = self.view["decision"]["prompt"]
        if place >= len(prompt):
            return None
        return self.units.get(str(prompt[place]).partition("/")[2])

    # the ground

    def foes(self) -> list[Unit]:
        """Enemies who still fight."""
        return [u for u in self.enemies if u["status"] == "ready"] or self.enemies

    def nearest(self, unit: Unit, among: list[Unit]) -> Unit | None:
        return min(among, key=lambda other: (gap(unit, other), other["id"]), default=None)

    def goal(self, unit: Unit) -> tuple[int, int]:
        """The objective of a unit's command."""
        area = self.objectives[self.commands[unit["command"]]["objective"]]
        return int(area["x"]), int(area["y"])

    def friends_near(self, x: int, y: int, reach: int) -> int:
        return sum(u["pm"] for u in self.own if u["status"] == "ready" and span(u["x"] - x, u["y"] - y) <= reach)

    def enemies_near(self, x: int, y: int, reach: int) -> int:
        return sum(u["pm"] for u in self.enemies if u["status"] == "ready" and span(u["x"] - x, u["y"] - y) <= reach)


def span(dx: float, dy: float) -> float:
    return math.hypot(dx, dy)


def gap(a: Unit, b: Unit) -> float:
    """About the distance between two units: between their front centres, less what they are deep."""
    return max(0.0, span(a["x"] - b["x"], a["y"] - b["y"]) - 20)


def bearing(dx: float, dy: float) -> float:
    """Tenths of a degree, 0 to the north, clockwise."""
    return math.degrees(math.atan2(dx, dy)) * 10 % 3600


def turn(before: float, after: float) -> float:
    """The smallest turn between two headings, unsigned."""
    return abs((after - before + 1800) % 3600 - 1800)


def exposed(attacker: Unit, target: Unit) -> bool:
    """Whether one comes at another's flank or rear."""
    back = bearing(attacker["x"] - target["x"], attacker["y"] - target["y"])
    return target["formation"] not in ("square", "masse") and turn(target["facing"], back) > 1000


def gun_range(unit: Unit) -> int:
    return GUNS.get(str(unit["type"]), GUN)
