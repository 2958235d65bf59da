"""The luck audit: what every die of a battle was expected to bring, and what it brought."""

from __future__ import annotations

from fractions import Fraction
from math import erf, sqrt
from typing import Any, Final

from grognard.board.hexes import bits
from grognard.games.vanguard.charts import combat_result
from grognard.games.vanguard.orders import initiative_of, obeyed
from grognard.games.vanguard.pen import Pen
from grognard.games.vanguard.roster import SIDES, roster
from grognard.games.vanguard.state import Battle
from grognard.kernel.frame import Event

DICE: Final = range(1, 7)
LOST: Final = (1, 2)  # [4.5.3]
WON: Final = frozenset({"DD", "DR", "DE"})
# What is counted, the rule it comes from, and whether more of it is good for the side it is counted for.
KINDS: Final = {
    "initiative": ("6.1", 1), "tries": ("5.2.1", 1), "bombardments": ("11.4", 1), "assaults": ("12.5", 1),
    "tests": ("13.1", -1), "leaders": ("4.5.3", -1),
}  # fmt: skip


class Count:
    """One row of the audit."""

    def __init__(self) -> None:
        self.tries = 0
        self.rolled = 0
        self.expected = Fraction(0)
        self.variance = Fraction(0)

    def add(self, rolled: int, outcomes: list[int]) -> None:
        """A number that came, and the equally likely numbers that could have come."""
        mean = Fraction(sum(outcomes), len(outcomes))
        self.tries += 1
        self.rolled += rolled
        self.expected += mean
        self.variance += Fraction(sum(n * n for n in outcomes), len(outcomes)) - mean * mean


class Audit:
    """Counts every die of a battle, event by event."""

    def __init__(self) -> None:
        self.acting = 0
        self.counts: dict[tuple[str, int], Count] = {}
        self.pips = [Count(), Count()]  # all dice of a side, turned so that more is better

    def count(self, kind: str, side: int, rolled: int, outcomes: list[int]) -> None:
        self.counts.setdefault((kind, side), Count()).add(rolled, outcomes)

    def pip(self, side: int, die: int, good: int = 1) -> None:
        self.pips[side].add(good * die, [good * face for face in DICE])

    def read(self, s: Battle, event: Event) -> None:
        """Take an event and the dice it tells of."""
        key = event.key
        args = [a if isinstance(a, int) else 0 for a in event.args]
        if key in ("activated", "activated_alone"):
            self.acting = roster().formation_side[args[0]]
        elif key == "initiative":
            for side, die in ((0, args[0]), (1, args[2])):
                self._face("initiative", side, die, 1)
        elif key in ("try_passed", "try_failed"):
            self._try(s, key, args[0], args[2])
        elif key in ("bombarded", "skirmish_fire"):
            self._face("bombardments", _side(key, args[0]), args[2], 1)
        elif key == "assault":
            self._assault(s, event)
        elif key == "tested":
            self._face("tests", _side("units", args[0]), args[2], -1)
        elif key in ("leader_hit", "leader_safe"):
            self._leader(key, args[0], args[1])

    def _face(self, kind: str, side: int, die: int, good: int) -> None:
        self.count(kind, side, die, list(DICE))
        self.pip(side, die, good)

    def _try(self, s: Battle, key: str, leader: int, die: int) -> None:
        ways = [int(obeyed(face, initiative_of(s, leader))) for face in DICE]
        side = roster().side_of[leader]
        self.count("tries", side, int(key == "try_passed"), ways)
        self.pip(side, die, -1)

    def _assault(self, s: Battle, event: Event) -> None:
        """[12.5] Whether the defender was shaken, driven back or destroyed."""
        _, _, _, column, drm, die, result = event.args
        assert isinstance(drm, int)
        assert isinstance(die, int)
        ways = [int(combat_result(s.world.tables, str(column), face, drm) in WON) for face in DICE]
        self.count("assaults", self.acting, int(result in WON), ways)
        self.pip(self.acting, die)

    def _leader(self, key: str, leader: int, die: int) -> None:
        side = roster().side_of[leader]
        self.count("leaders", side, int(key == "leader_hit"), [int(face in LOST) for face in DICE])
        self.pip(side, die)


def _side(key: str, value: int) -> int:
    return roster().side_of[value if key == "skirmish_fire" else bits(value)[0]]


# telling


def rows(audit: Audit, pen: Pen) -> list[dict[str, Any]]:
    """One row for each kind of die and side; ``better`` counts standard deviations, above zero is luck."""
    found = []
    for side in (0, 1):
        for kind, (rule, good) in KINDS.items():
            count = audit.counts.get((kind, side))
            if count is not None:
                found.append({
                    "id": kind, "side": SIDES[side], "label": pen(f"luck.{kind}"), "rule": rule, "tries": count.tries,
                    "rolled": count.rolled, "expected": round(float(count.expected), 1),
                    "better": round(good * deviation(count), 2),
                })  # fmt: skip
    return found


def deviation(count: Count) -> float:
    return float(count.rolled - count.expected) / sqrt(count.variance) if count.variance else 0.0


def verdict(audit: Audit, pen: Pen) -> list[dict[str, Any]]:
    """Each side's dice as a whole, and how rare so much luck is."""
    found = []
    for side, count in enumerate(audit.pips):
        if not count.tries:
            continue
        better = deviation(count)
        rare = round(50 * (1 - erf(abs(better) / sqrt(2))))
        key = "luck.even" if abs(better) < 0.5 else "luck.good" if better > 0 else "luck.bad"
        found.append({"side": SIDES[side], "better": round(better, 2),
                      "text": pen(key, pen.army(side), count.tries, rare)})  # fmt: skip
    return found
