"""The luck audit: what every die of a battle was expected to bring, and what it brought."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import combat_result
from grognard.games.vanguard.rules.orders import initiative_of, obeyed
from grognard.games.vanguard.table.pen import Pen
from grognard.games.vanguard.world.roster import SIDES, roster
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Event
from grognard.kernel.luck import Tally, tail
from grognard.kernel.odds import D6
from grognard.kernel.wire import LuckVerdict

LOST: Final = (1, 2)  # [4.5.3]
WON: Final = frozenset({"DD", "DR", "DE"})
# What is counted, the rule it comes from, and whether more of it is good for the side it is counted for.
KINDS: Final = {
    "initiative": ("6.1", 1),
    "tries": ("5.2.1", 1),
    "bombardments": ("11.4", 1),
    "assaults": ("12.5", 1),
    "tests": ("13.1", -1),
    "leaders": ("4.5.3", -1),
}


class Audit(Tally):
    """Counts every die of a battle, event by event."""

    def __init__(self) -> None:
        super().__init__()
        self.acting = 0

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
        self.of(kind, side).among(die, D6)
        self.pip(side, die, good)

    def _try(self, s: Battle, key: str, leader: int, die: int) -> None:
        ways = [int(obeyed(face, initiative_of(s, leader))) for face in D6]
        side = roster().side_of[leader]
        self.of("tries", side).among(int(key == "try_passed"), ways)
        self.pip(side, die, -1)

    def _assault(self, s: Battle, event: Event) -> None:
        """[12.5] Whether the defender was shaken, driven back or destroyed."""
        _, _, _, column, drm, die, result = event.args
        assert isinstance(drm, int)
        assert isinstance(die, int)
        ways = [int(combat_result(s.world.tables, str(column), face, drm) in WON) for face in D6]
        self.of("assaults", self.acting).among(int(result in WON), ways)
        self.pip(self.acting, die)

    def _leader(self, key: str, leader: int, die: int) -> None:
        side = roster().side_of[leader]
        self.of("leaders", side).among(int(key == "leader_hit"), [int(face in LOST) for face in D6])
        self.pip(side, die)


def _side(key: str, value: int) -> int:
    return roster().side_of[value if key == "skirmish_fire" else bits(value)[0]]


# telling


def verdict(audit: Audit, pen: Pen) -> list[LuckVerdict]:
    """Each side's dice as a whole, and how rare so much luck is."""
    found = []
    for side, count in enumerate(audit.pips):
        if not count.tries:
            continue
        better = count.better
        rare = round(100 * tail(better))
        key = "luck.even" if abs(better) < 0.5 else "luck.good" if better > 0 else "luck.bad"
        text = pen(key, pen.army(side), count.tries, rare)
        found.append(LuckVerdict(side=SIDES[side], text=text, better=round(better, 2)))
    return found
