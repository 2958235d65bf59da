"""What it is worth to a piece to stand somewhere: its errand, the fights it would have, its front and ground."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import FRONT, SECTOR, bearing, between, distance, nearest
from grognard.bots.general_merde.duel import meeting, riding
from grognard.bots.general_merde.picture import NOBODY, Picture, Squares, Unit
from grognard.bots.general_merde.road import FAR, Stand, fields, ground_of
from grognard.bots.general_merde.worth import Pose, bearing_of, edge, ground, in_front, pose, rider, run
from grognard.games.merde.rules.motion import base_allowance
from grognard.games.merde.world.lexicon import ATTACK, LINE, MARCH, MASS, OPEN, SQUARE, UNLIMBERED
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, INFANTRY

ALERT: Final = 9  # enemies nearer than this matter
CLOSE: Final = 4  # infantry may be attacked next turn from here
PRIZE: Final = 25.0
KEEP: Final = 6.0
CHARGE_RUN: Final = 2
SUPPORT_GAP: Final = 2
EXPOSED: Final = 2.0  # a battery before the enemy without friends at hand
STRETCHED: Final = 1.5  # a square by which the corps outgrows its general's radius
CLOSING: Final = 3  # the last turns, in which who is ahead only holds
LURE: Final = 1.6  # how much more a good charge counts than a good fight: the enemy has no part in its beginning
HELPED: Final = 0.7  # a friend who fights the same enemy
MOBBED: Final = 1.0  # an enemy too many
INVITED: Final = 1.0  # how much a bad fight counts beside the best one: the enemy may begin it


def _spirit(p: Picture) -> tuple[float, float]:
    """[1.4] How much one wants to fight, and to get on: little when time is nearly up and one is ahead."""
    if p.standing > 0 and p.left <= CLOSING:
        return 0.0, 0.3
    return 0.5 + 0.1 * p.turn + (1.0 if p.standing < 0 and p.left <= 2 * CLOSING else 0.0), 1.0


class Judge:
    """What it is worth to a piece to stand somewhere."""

    def __init__(self, p: Picture, unit: Unit) -> None:
        self.p, self.unit = p, unit
        self.order = p.order_of(unit)
        self.foes = [pose(foe) for foe in p.foes if nearest(unit.squares, foe.squares) <= ALERT + 8 and not foe.routed]
        self.fighting = [foe for foe in self.foes if foe.unit.regiment]
        self.horse = [foe for foe in self.fighting if foe.unit.arm == CAVALRY]
        self.mates = [mate for mate in p.members(unit.group) if mate is not unit and not mate.routed]
        self.others = [friend for friend in p.own if friend is not unit and friend.regiment and not friend.routed]
        self.thorough = False  # whether fights are reckoned to their end, which takes time
        self.way = self._way()
        self.zeal, self.drive = _spirit(p)
        self.box = p.spread(unit)
        stock = unit.stock
        self.quiet = not any(self._before(foe) for foe in self.fighting)
        self.paces = {form: base_allowance(stock, form) for form in (MARCH, LINE)} if stock is not None else {}

    def _way(self) -> dict[int, int]:
        """How far every square is from what the piece makes for."""
        goals = self._goals()
        assert self.unit.stock is not None
        return fields(ground_of(self.p, self.unit.stock), goals) if goals else {}

    def _before(self, foe: Pose) -> bool:
        """Whether an enemy stands between a piece and what lies ahead of it, or close by."""
        here, there, p = self.unit.squares[0], foe.squares[0], self.p
        return abs((here & 63) - (there & 63)) <= CLOSE and p.forward(there) >= p.forward(here) - CLOSE

    def _goals(self) -> Squares:
        p, order = self.p, self.order
        if order.order == "support":
            guns = self.unit.arm == ARTILLERY
            return tuple([sq for mate in p.backed(self.unit) for sq in p.at(mate)]) if guns else ()
        if not order.moves:
            return ()
        flags = p.column_flags(order.column)
        if flags:
            return tuple(flags)
        inside = [sq for sq in p.enemy_held if (sq & 63) // SECTOR == order.column]
        far = p.world.field.height - 1 if p.side == 0 else 0
        return tuple(inside) or (far * 64 + order.column * SECTOR + SECTOR // 2,)

    def value(self, at: Stand) -> float:
        if self.unit.arm == ARTILLERY:
            return self._guns(at)
        mine = Pose(self.unit, at.squares, at.formation, at.facing)
        found = self._errand(at) + self._contact(mine) + self._posture(mine)
        drift = abs((at.squares[0] & 63) - (self.unit.squares[0] & 63))
        return found - 0.02 * len(at.acts) - 0.01 * drift - STRETCHED * self._stretch(at.squares)

    def _stretch(self, squares: Squares) -> int:
        """[10.1] By how many squares the corps would be too wide for its general with the piece there."""
        west, east, south, north, reach = self.box
        wide = max(0, east - west - reach)
        deep = max(0, north - south - reach)
        for sq in squares:
            wide = max(wide, max(east, sq & 63) - min(west, sq & 63) - reach)
            deep = max(deep, max(north, sq >> 6) - min(south, sq >> 6) - reach)
        return wide + deep

    # what it is sent for

    def _errand(self, at: Stand) -> float:
        p = self.p
        if self.order.order == "support":
            return self._behind(at)
        found = 0.0
        if self.order.moves:
            found -= self.drive * self._distance(at)
            taken = [sq for sq in at.squares if sq in p.prizes]
            found += PRIZE * len(taken)
            if self.mates and min([nearest(at.squares, p.at(mate)) for mate in self.mates]) > 1:
                found -= 1.5
        threat = p.nearest_foe(self.unit.squares) <= ALERT
        if threat and any(sq in p.flags for sq in at.squares):
            found += KEEP
        return found

    def _distance(self, at: Stand) -> float:
        """How far the goal is: far from the enemy by the pace of the formation, for a line is slow."""
        way = float(min([self.way.get(sq, FAR) for sq in at.squares]))
        return way * self.paces[MARCH] / self.paces[at.formation] if self.quiet and at.formation in self.paces else way

    def _behind(self, at: Stand) -> float:
        """[18.7] [34.1] A support stands next to its group, out of contact; cavalry keeps a little off."""
        p = self.p
        backed = [p.at(mate) for mate in p.backed(self.unit)]
        if not backed:
            return 0.0
        gap = min([nearest(at.squares, place) for place in backed])
        wanted = 1 if self.unit.arm == INFANTRY else SUPPORT_GAP
        found = -2.0 * abs(gap - wanted)
        ahead = max([p.forward(sq) for sq in at.squares]) - max([p.forward(sq) for place in backed for sq in place])
        found -= 1.5 * max(0, ahead + 1)
        return found + PRIZE * len([sq for sq in at.squares if sq in p.prizes])

    # who is near

    def _around(self, squares: Squares, gap: int) -> list[Pose]:
        """The enemies within a distance."""
        p = self.p
        if min([p.near_any.get(sq, NOBODY) for sq in squares]) > gap:
            return []
        return [foe for foe in self.foes if nearest(squares, foe.squares) <= gap]

    def _contact(self, mine: Pose) -> float:
        """Fights it would have, and those it would invite."""
        found = 0.0
        best: float | None = None
        for foe in self._around(mine.squares, CHARGE_RUN):
            gap = nearest(mine.squares, foe.squares)
            if gap == 1:
                value = self._touch(mine, foe)
                best = value if best is None else max(best, value)
                found += min(0.0, value) * INVITED
            elif gap == CHARGE_RUN and self.unit.arm == CAVALRY and self.order.order != "support":
                value = self._lance(mine, foe)
                best = value if best is None else max(best, value)
        if best is None:
            return found
        found -= MOBBED * self._odd_men(mine.squares)
        return found + 1.6 * best + (self.zeal if self.order.moves else 0.0)

    def _touch(self, mine: Pose, foe: Pose) -> float:
        value = meeting(self.p, mine, foe) if self.thorough else edge(self.p, mine, foe)
        if not foe.unit.regiment:
            return value
        if foe.unit.routed or not in_front(foe, mine):
            return value
        exposed = bearing_of(foe, mine)
        if exposed != FRONT:
            value -= 2.5 * exposed
        return value + HELPED * self._helpers(foe)

    def _helpers(self, foe: Pose) -> int:
        """[35.4] Friends who fight the same enemy: more markers than he has."""
        return len([friend for friend in self.others if nearest(self.p.at(friend), foe.squares) == 1])

    def _odd_men(self, squares: Squares) -> int:
        """[35.4] Enemies next to a place beyond the one it fights, whom no friend fights."""
        beside = [foe for foe in self.fighting if nearest(squares, foe.squares) == 1]
        return max(0, len([1 for foe in beside if not self._helpers(foe)]) - 1)

    def _lance(self, mine: Pose, foe: Pose) -> float:
        """[31.2] A line of charge at an enemy two squares away."""
        best = -1.0
        p = self.p
        if any(p.world.cover >> sq & 1 for sq in foe.squares):
            return best
        helpers = self._helpers(foe) if foe.unit.regiment else 0
        for start in mine.squares:
            for goal in foe.squares:
                across, along = (goal & 63) - (start & 63), (goal >> 6) - (start >> 6)
                if distance(start, goal) != CHARGE_RUN or abs(across) == 1 or abs(along) == 1:
                    continue
                mid = start + across // 2 + 64 * (along // 2)
                if mid in p.enemy_held or p.world.cover >> mid & 1 or p.world.river >> mid & 1:
                    continue
                side_on = FRONT if foe.formation == SQUARE else bearing(goal, foe.facing, mid)
                horse = rider(mine.unit, foe, mid)
                value = riding(p, horse, foe, side_on, helpers) if self.thorough else run(p, horse, foe, side_on)
                value += HELPED * helpers
                best = max(best, LURE * value if value > 0 else value)
        return best

    def _posture(self, mine: Pose) -> float:
        """Front, formation and ground, by how near the enemy is."""
        found = 0.0
        near = self.p.nearest_foe(mine.squares)
        if near > ALERT:
            return 0.3 if mine.facing == self.p.world.ahead[self.p.side] else 0.0
        found += self._facing(mine)
        if self.unit.arm == CAVALRY:
            hemmed = any(self.p.world.cover >> sq & 1 for sq in mine.squares)
            return found - (0.3 if mine.formation == LINE and near > 2 else 0.0) - (2.0 if hemmed else 0.0)
        if near <= CLOSE + 1:
            found += 0.7 * ground(self.p, mine.squares)
        return found + self._shape(mine, near)

    def _facing(self, mine: Pose) -> float:
        if mine.formation == SQUARE:
            return 0.0
        found = 0.3 if mine.facing == self.p.world.ahead[self.p.side] else 0.0
        for foe in self._around(mine.squares, CLOSE):
            if foe.unit.regiment and nearest(mine.squares, foe.squares) > 1:
                seen = min([bearing(at, mine.facing, sq) for at in mine.squares for sq in foe.squares])
                found -= 0.5 * seen
        return found

    def _shape(self, mine: Pose, near: int) -> float:
        """[13] Line or attack column to fight, square against cavalry alone."""
        covered = any(self.p.world.cover >> sq & 1 for sq in mine.squares)
        riders = [nearest(mine.squares, foe.squares) for foe in self.horse if "retreated" not in foe.unit.marks]
        foot = min(
            [nearest(mine.squares, foe.squares) for foe in self.fighting if foe.unit.arm == INFANTRY], default=99
        )
        ridden = min(riders, default=99)
        if mine.formation in (SQUARE, MASS):
            return 3.0 if 1 < ridden <= 3 < foot else 1.5 if ridden <= 1 < foot else -3.0
        if covered:
            return 0.5
        found = 0.0
        if near <= CLOSE and mine.formation == MARCH and self.unit.arm == INFANTRY:
            found -= 3.0 if near <= 2 else 1.5
        if mine.formation in (LINE, ATTACK) and near <= CLOSE:
            found += 0.5
        if mine.formation == OPEN:
            found -= 3.0
        return found

    # guns

    def _guns(self, at: Stand) -> float:
        """[24] A battery unlimbers where it has targets, behind friends, out of reach."""
        p = self.p
        sq = at.squares[0]
        danger = p.nearest_foe(at.squares)
        found = -8.0 if danger <= 1 else -2.0 if danger == 2 else 0.0
        if danger <= CLOSE + 1 and not self._screened(sq):
            found -= EXPOSED
        if at.formation == UNLIMBERED:
            marks = [self._mark(sq, at.facing, foe) for foe in self.foes]
            found += 3.0 * max(marks, default=0.0) + 0.3 * sum(marks)
            found += 0.8 if p.world.hill >> sq & 1 else 0.0
        if self.way:
            found -= 0.4 * max(0, self.way.get(sq, FAR) - SUPPORT_GAP)
        if len(p.column_flags(sq % 64 // SECTOR)) == 0 and self.way:
            found -= 0.2
        return found - 0.05 * len(at.acts)

    def _screened(self, sq: int) -> bool:
        """Whether friends stand between a battery and the enemy, or beside it."""
        p = self.p
        return any(
            distance(sq, at) <= SUPPORT_GAP and p.forward(at) >= p.forward(sq)
            for friend in self.others
            for at in p.at(friend)
        )

    def _mark(self, sq: int, facing: int, foe: Pose) -> float:
        """[24.3] How good a target an enemy would be."""
        p = self.p
        assert self.unit.stock is not None
        reach = self.unit.stock.kinds[0].reach
        best = 0.0
        for goal in foe.squares:
            gap = distance(sq, goal)
            if not 2 <= gap <= reach or bearing(sq, facing, goal) != FRONT:
                continue
            same = (
                (goal & 63) // SECTOR == (sq & 63) // SECTOR
                if facing % 2 == 0
                else ((goal >> 6) // SECTOR == (sq >> 6) // SECTOR)
            )
            if same and self._clear(sq, goal):
                best = max(best, 1.0 if gap <= 3 else 0.7)
        return best if not p.world.houses >> foe.squares[0] & 1 else 0.5 * best

    def _clear(self, sq: int, goal: int) -> bool:
        p = self.p
        if p.world.hill >> sq & 1:
            return True
        friends = {at for friend in p.own if friend is not self.unit for at in p.at(friend)}
        return not any(mid in friends or mid in p.enemy_held or p.world.opaque >> mid & 1 for mid in between(sq, goal))
