"""Walks of the tabletop game: what a side likes, and what must hold on the table at every step."""

from __future__ import annotations

import random
from typing import Any

from grognard.board.plane import length
from grognard.games.tabletop.rules.figures import core, footprint
from grognard.games.tabletop.world.formations import BY_ARM, CREW, layout
from grognard.games.tabletop.world.state import DESTROYED, READY, Battle
from grognard.games.tabletop.world.world import MOVE
from grognard.kernel.action import Action, Region
from grognard.kernel.match import Match
from pace import Pace
from taste import Taste

VERBS = {
    "order": 0.05,
    "pass": 1,
    "done": 0.15,
    "end": 0.4,
    "general": 0.5,
    "ride": 0.4,
    "attach": 2,
    "stay": 0.5,
    "strategic": 1,
    "move": 3,
    "goto": 14,
    "advance": 5,
    "wheel": 0.3,
    "shift": 0.2,
    "back": 0.1,
    "turn": 0.1,
    "form": 0.6,
    "limber": 0.3,
    "unlimber": 0.7,
    "charge": 12,
    "try": 2,
    "stand": 1,
    "evade": 1,
    "pursue": 3,
    "halt": 1,
    "fire": 12,
    "share": 2,
    "hold": 0.5,
    "breakthrough": 3,
    "face": 1,
    "fight": 1,
}


class TasteTabletop(Taste):
    """Close with the enemy: go where he is nearest, charge, fire."""

    def __init__(self, match: Match, side: str) -> None:
        super().__init__(match, side)
        assert isinstance(match.state, Battle)
        self.s = match.state
        self.who = match.sides.index(side)

    def verb(self, verb: str, count: int) -> float:
        return VERBS.get(verb, 1)

    def concrete(self, region: Region, rng: random.Random) -> Action:
        """Of a few answers the one that leads nearest to an enemy."""
        tries = [region.sample(rng) for _ in range(3)]
        if region.verb == "advance":
            return max(tries, key=lambda action: action.args[0])
        return min(tries, key=self.far) if region.verb == "goto" else tries[0]

    def far(self, action: Action) -> int:
        x, y = action.args[:2]
        foes = [self.s.units[u] for u in self.s.own(1 - self.who)]
        return min([length(foe.x - x, foe.y - y) for foe in foes], default=0)


def check(s: Any) -> None:
    """The table is in order."""
    check_units(s)
    check_overlaps(s)
    check_contacts(s)
    check_generals(s)


def check_units(s: Battle) -> None:
    """Points and bases agree, everything is on the table, formations are those of the arm, moves are not overdrawn."""
    for u, unit in enumerate(s.units):
        info = s.info(u)
        assert 0 <= unit.pm <= 2 * info.bases
        assert (unit.pm == 0) == (unit.status == DESTROYED)
        assert unit.bases == -(-unit.pm // 2)
        if not unit.on_table:
            continue
        assert unit.formation in (*BY_ARM[info.arm], CREW)
        assert unit.formation != CREW or info.artillery
        assert unit.formation != "square" or unit.bases >= 2
        assert 0 <= unit.facing < 3600
        assert 0 <= unit.left <= MOVE
        assert 0 <= unit.fatigue <= 2
        assert isinstance(unit.x, int)
        assert isinstance(unit.y, int)
        assert s.world.ground.board.covers(footprint(s, u).shape), f"{info.id} is off the table"
        assert not s.world.ground.closed.shape.intersects(core(s, u).shape), f"{info.id} stands on closed ground"
        shape = layout(info.arm, unit.formation, unit.bases)
        assert sum(shape.ranks) == (1 if unit.formation == "square" else unit.bases)


def check_overlaps(s: Battle) -> None:
    """No two units stand on the same ground, but for the half millimetre that rounding costs each."""
    on_table = [u for u, unit in enumerate(s.units) if unit.on_table]
    for i, u in enumerate(on_table):
        for v in on_table[i + 1 :]:
            common = core(s, u).shape.intersection(core(s, v).shape).area
            assert common < 1, f"{s.info(u).id} and {s.info(v).id} overlap by {common}"


def check_contacts(s: Battle) -> None:
    """Only units in hand fight, each pair once, and near each other."""
    pairs = [frozenset((c.attacker, c.defender)) for c in s.contacts]
    assert len(set(pairs)) == len(pairs)
    for c in s.contacts:
        assert s.side(c.attacker) != s.side(c.defender)
        assert s.units[c.attacker].on_table
        assert s.units[c.defender].on_table
        assert footprint(s, c.attacker).distance(footprint(s, c.defender)) < 60
    for u, unit in enumerate(s.units):
        assert unit.target < 0 or (unit.status == READY and s.units[unit.target].on_table), s.info(u).id


def check_generals(s: Battle) -> None:
    for general in s.generals:
        assert general.unit < 0 or s.units[general.unit].on_table
        assert general.unit < 0 or not general.lost
        assert 0 <= general.x <= s.world.ground.width
        assert 0 <= general.y <= s.world.ground.height


GOLDEN = [(scenario, {}, ("lively", "lively")) for scenario in ("crossroads", "barrosa_1811") for _ in range(7)]
GOLDEN += [(scenario, {}, ("random", "random")) for scenario in ("crossroads", "barrosa_1811") for _ in range(3)]
PACE = 160  # decisions of a walk that need not end
TASTE = TasteTabletop
INVARIANTS = check
ATTACKED = Pace(steps=40, undo=8, peek=50, count=10, twin=40)  # how closely its walks are attacked
