"""The field as a view shows it: units, distances, and the question put."""

from __future__ import annotations

import math
from typing import Any, Final

MUSKET: Final = {"rifles": 120}
LONG: Final = 90
SHORT: Final = 40
GUNS: Final = {"foot_art_light": 300, "horse_art": 300}
GUN: Final = 400
GUN_SHORT: Final = 100
FRONTS: Final = {"column": 2, "masse": 2, "march": 1, "limbered": 1, "square": 1}

Unit = dict[str, Any]
Point = tuple[float, float]


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

    def goal(self, unit: Unit) -> dict[str, Any]:
        """The objective of a unit's command."""
        found: dict[str, Any] = self.objectives[self.commands[unit["command"]]["objective"]]
        return found

    def mates(self, unit: Unit) -> list[Unit]:
        """The infantry of a unit's command that is in hand, the unit among them."""
        same = [u for u in self.own if u["command"] == unit["command"] and u["arm"] == unit["arm"]]
        return [u for u in same if u["status"] == "ready"]

    def led(self, unit: Unit) -> int:
        """What the generals with a unit add to its courage."""
        with_it = [g for g in self.view["generals"] if g["unit"] == unit["id"] and not g["lost"]]
        return (1 if with_it else 0) + (1 if any(g["charismatic"] for g in with_it) else 0)

    def friends_near(self, x: float, y: float, reach: int) -> int:
        return strength(self.own, x, y, reach)

    def enemies_near(self, x: float, y: float, reach: int) -> int:
        return strength(self.enemies, x, y, reach)


def strength(units: list[Unit], x: float, y: float, reach: int) -> int:
    """The morale points in hand within some distance of a place."""
    return sum(u["pm"] for u in units if u["status"] == "ready" and span(u["x"] - x, u["y"] - y) <= reach)


def span(dx: float, dy: float) -> float:
    return math.hypot(dx, dy)


def middle(units: list[Unit]) -> Point:
    return sum(u["x"] for u in units) / len(units), sum(u["y"] for u in units) / len(units)


def gap(a: Unit, b: Unit) -> float:
    """The distance between two footprints."""
    rough = span(a["x"] - b["x"], a["y"] - b["y"])
    if rough > 700:
        return rough - 100
    return min(_corners_to_edges(a["outline"], b["outline"]), _corners_to_edges(b["outline"], a["outline"]))


def _corners_to_edges(corners: list[list[int]], ring: list[list[int]]) -> float:
    best = math.inf
    for i, (ax, ay) in enumerate(ring):
        bx, by = ring[i - 1]
        dx, dy = bx - ax, by - ay
        square = max(1, dx * dx + dy * dy)
        for x, y in corners:
            at = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / square))
            best = min(best, span(x - ax - at * dx, y - ay - at * dy))
    return best


def bearing(dx: float, dy: float) -> float:
    """Tenths of a degree, 0 to the north, clockwise."""
    return math.degrees(math.atan2(dx, dy)) * 10 % 3600


def toward(unit: Unit, x: float, y: float) -> float:
    return bearing(x - unit["x"], y - unit["y"])


def turn(before: float, after: float) -> float:
    """The smallest turn between two headings, unsigned."""
    return abs((after - before + 1800) % 3600 - 1800)


def exposed(attacker: Unit, target: Unit) -> bool:
    """Whether one comes at another's flank or rear."""
    if target["formation"] in ("square", "masse") or target["cover"] == "heavy":
        return False
    return turn(target["facing"], toward(target, attacker["x"], attacker["y"])) > 950


def front(unit: Unit) -> int:
    """The bases of the first rank."""
    return max(1, min(int(unit["bases"]), FRONTS.get(str(unit["formation"]), 9)))


def width(unit: Unit) -> int:
    """The front that a unit takes when it fights, with the room to its neighbour."""
    return int(unit["bases"]) * (50 if unit["formation"] == "open" else 25) + 20


def weapon_range(unit: Unit) -> int:
    if unit["arm"] == "art":
        return GUNS.get(str(unit["type"]), GUN)
    return MUSKET.get(str(unit["type"]), LONG) if unit["arm"] == "inf" else 0
