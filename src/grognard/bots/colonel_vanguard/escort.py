"""Where a leader is worth most: the units he keeps in command, the stacks he steadies, his own safety."""

from __future__ import annotations

from typing import Final

from grognard.bots.colonel_vanguard.picture import Picture, Piece
from grognard.bots.colonel_vanguard.plan import Plan

FRONT: Final = 5  # hexes from the enemy within which command matters most
BACK: Final = 0.9  # the weight of a unit farther back
COMMAND: Final = 2.0  # the whole formation in command
CALL: Final = 0.3  # a General within the chief's radius


class Escort:
    """Judges places for a leader."""

    def __init__(self, p: Picture, x: Piece, plan: Plan) -> None:
        self.p, self.x, self.plan = p, x, plan
        r = p.world.roster
        self.radius = r.radius[x.u]
        self.chief = r.rank[x.u] == "cinc"
        self.officer = r.rank[x.u] == "officer"
        self.precious = r.ids[x.u] == "lannes" or not p.world.montebello  # [17.1.8] [17.2.12] his loss costs points
        own = [y for y in p.pieces if y.side == x.side and y.u != x.u]
        self.heads = [y.hex for y in own if y.u in r.general_of] if self.chief else []
        self.weights: dict[int, float] = {}
        for y in own:
            if not y.leader and not y.routed and y.formation == x.formation and y.u not in plan.garrisons():
                self.weights[y.hex] = self.weights.get(y.hex, 0.0) + (1.0 if p.far[y.hex] <= FRONT else BACK)
        self.kin = sum(1 << h for h in self.weights)
        self.posts = [(y.hex, r.radius[y.u]) for y in own if y.leader and y.formation == x.formation >= 0]
        self.general = p.general(x.formation) if x.formation >= 0 else None

    def worth(self, h: int) -> float:
        """How good it is for him to be there."""
        total = sum(CALL - 0.02 * n for n in [self.p.world.grid.distance(h, g) for g in self.heads] if n <= self.radius)
        total -= 0.01 * sum(self.p.world.grid.distance(h, g) for g in self.heads)
        if self.kin:
            total += self._command(h)
        return total + self._company(h)

    def _command(self, h: int) -> float:
        """[4.4] The share of the formation in command if he stands there, and how near he is to it."""
        distance = self.p.world.grid.distance
        whole = sum(self.weights.values())
        held = self._commanded(h)
        share = sum(weight for place, weight in self.weights.items() if held >> place & 1) / whole
        away = sum(weight * distance(h, place) for place, weight in self.weights.items()) / whole
        return COMMAND * share - 0.08 * away

    def _commanded(self, h: int) -> int:
        """[4.4.2] Those in the General's radius, their neighbours on and on, and whom Officers among them reach."""
        grid = self.p.world.grid
        posts = [*self.posts, (h, self.radius)]
        centre, radius = h, self.radius
        if self.officer:
            if self.general is None:
                return grid.disc(h, self.radius) & self.kin
            centre, radius = self.general.hex, self.p.world.roster.radius[self.general.u]
        call = grid.disc(centre, radius)
        held = call & self.kin
        while True:
            wider = held | grid.free.spread(held) & self.kin
            near = grid.free.spread(held) | held | call
            for place, reach in posts:
                if near >> place & 1:
                    wider |= grid.disc(place, reach) & self.kin
            if wider == held:
                return held
            held = wider

    def _company(self, h: int) -> float:
        """Troops around him, and the enemy: an Officer steadies those who are about to attack (13.2)."""
        p = self.p
        friends = [y for y in p.mine.get(h, []) if y.steady]
        own = [y for y in friends if y.formation == self.x.formation or self.x.formation < 0]
        total = 0.4 if own else 0.0
        if p.far[h] <= 1:
            total -= 4.0 if not friends else 1.0 if self.precious or not self.officer else 0.1
            if self.officer and not self.precious and any(y.u in self.plan.task(y.formation).prey for y in own):
                total += 0.5
        elif p.far[h] <= 2 and not friends:
            total -= 0.8
        return total
