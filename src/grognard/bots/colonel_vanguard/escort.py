"""Where a leader is worth most: the units he keeps in command, the stacks he steadies, his own safety."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.look import enemy_far, steady
from grognard.bots.colonel_vanguard.plan import Plan
from grognard.games.vanguard.rules.command import in_command
from grognard.games.vanguard.world.state import Battle

FRONT: Final = 5  # hexes from the enemy within which command matters most
BACK: Final = 0.9  # the weight of a unit farther back
SPEAR: Final = 3.0  # the weight of one that must be at the place that decides the day in time
COMMAND: Final = 2.0  # the whole formation in command
KEPT: Final = 100  # groups of troops that are remembered
CALL: Final = 0.3  # a General within the chief's radius
SHOT_AT: Final = 0.8  # [4.5.1] under the enemy's guns, for one whose fall ends the battle
EXPOSED: Final = 0.8  # or with less than two steady units around him where the enemy may soon be
SOON: Final = 4  # hexes


_near: Final[dict[tuple[object, ...], dict[int, float]]] = {}


def _kept(troops: tuple[object, ...]) -> dict[int, float]:
    """How near places are to troops with their weights: they stand still while leaders and others move."""
    if len(_near) > KEPT:
        _near.clear()
    return _near.setdefault(troops, {})


def _under_fire(s: Battle, side: int) -> int:
    """[11.2] The hexes in range and in sight of a side's enemy's guns."""
    found = 0
    for gun in s.on_map(s.world.guns & s.world.of_side[1 - side] & ~s.damaged):
        h = s.at[gun]
        found |= s.world.grid.disc(h, s.reach_of_guns(gun)) & s.world.sight(h, s.wheat)
    return found


class Escort:
    """Judges places for a leader."""

    def __init__(self, s: Battle, u: int, plan: Plan) -> None:
        self.s, self.u, self.plan = s, u, plan
        r, side = s.world.roster, s.side(u)
        self.army = s.world.units_of[side] & ~s.damaged
        self.far = enemy_far(s, side)
        self.f = r.formation_of[u]
        self.radius = r.radius[u]
        self.officer = r.rank[u] == "officer"
        self.dear = r.ids[u] == "lannes"  # [17.1.8] his fall ends the battle
        self.shot_at = _under_fire(s, side) if self.dear else 0
        self.precious = self.dear or not s.world.montebello  # [17.1.8] [17.2.12] his loss costs points
        chief = r.rank[u] == "cinc"
        heads = s.on_map(s.world.generals & s.world.of_side[side] & ~(1 << u)) if chief else []
        self.heads = [s.at[general] for general in heads if general in r.general_of]
        garrisons = plan.garrisons()
        troops = s.on_map(s.world.troops_of[self.f] & ~s.routed & ~s.damaged) if self.f >= 0 else []
        self.weights = {v: self._weight(v) for v in troops if v not in garrisons}
        self._near = _kept((s.world.number, *[(s.at[v], weight) for v, weight in self.weights.items()]))
        self._cheap: dict[int, float] = {}
        self._known: dict[int, float] = {}

    def _weight(self, v: int) -> float:
        """What it counts that a unit is in command."""
        if v in self.plan.spearhead():
            return SPEAR
        return 1.0 if self.far[self.s.at[v]] <= FRONT else BACK

    def most(self, h: int) -> float:
        """What a place is worth to him at best: with the whole formation in command."""
        found = self._cheap.get(h)
        if found is None:
            called = self._call(h) if self.heads else 0.0
            called -= SHOT_AT if self.shot_at >> h & 1 else 0.0
            found = self._cheap[h] = called + self._nearness(h) + self._company(h)
        return found

    def _call(self, h: int) -> float:
        """[4.3] How near a chief is to his Generals."""
        distances = [self.s.world.grid.distance(h, g) for g in self.heads]
        return sum(CALL - 0.02 * n for n in distances if n <= self.radius) - 0.01 * sum(distances)

    def worth(self, h: int) -> float:
        """How good it is for him to be there."""
        found = self._known.get(h)
        if found is None:
            found = self._known[h] = self.most(h) - self._uncommanded(h)
        return found

    def _nearness(self, h: int) -> float:
        """The whole formation in command, and how near he is to it."""
        if not self.weights:
            return 0.0
        found = self._near.get(h)
        if found is None:
            at, distance, whole = self.s.at, self.s.world.grid.distance, sum(self.weights.values())
            way = sum([w * distance(h, at[v]) for v, w in self.weights.items()])
            found = self._near[h] = COMMAND - 0.08 * way / whole
        return found

    def _uncommanded(self, h: int) -> float:
        """[4.4] What it costs that a share of the formation is out of command if he stands there."""
        if not self.weights:
            return 0.0
        held = self.commanded(h)
        out = sum(weight for v, weight in self.weights.items() if not held >> v & 1)
        return COMMAND * out / sum(self.weights.values())

    def commanded(self, h: int) -> int:
        """[4.4.2] The units of his formation that are in command when he stands there."""
        s, here = self.s, self.s.at[self.u]
        s.at[self.u] = h
        found = in_command(s, self.f, s.world.troops_of[self.f], s.world.chiefs_of[self.f] & s.world.officers)
        s.at[self.u] = here
        return found

    def _company(self, h: int) -> float:
        """Troops around him, and the enemy: an Officer steadies those who are about to attack (13.2)."""
        s, r = self.s, self.s.world.roster
        here = s.stack[h] & self.army
        if not here and self.far[h] > SOON:
            return 0.0
        friends = [v for v in bits(here) if steady(s, v)]
        own = [v for v in friends if self.f < 0 or r.formation_of[v] == self.f]
        total = 0.4 if own else 0.0
        if self.dear and len(friends) < 2 and self.far[h] <= SOON:
            total -= EXPOSED
        if self.far[h] <= 1:
            total -= 4.0 if not friends or self.dear else 1.0 if self.precious or not self.officer else 0.1
            if self.officer and not self.precious:
                total += 0.5 if any(v in self.plan.task(r.formation_of[v]).prey for v in own) else 0.0
        elif self.far[h] <= 2 and not friends:
            total -= 0.8
        return total
