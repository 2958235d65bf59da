"""What it is worth to a piece to stand somewhere: its errand, the fights it would have, its front and ground."""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final

from grognard.board.squares import (
    FRONT,
    SECTOR,
    STRIDE,
    bearing,
    distance,
    least_bearing,
    mask_of,
    nearest,
    ring,
    squares_in,
)
from grognard.bots.general_merde.duel import meeting, riding
from grognard.bots.general_merde.field import NOBODY, Field, Unit, heft, within
from grognard.bots.general_merde.road import ASIDE, FAR, Stand, costs_of, fields, march_to, open_way
from grognard.bots.general_merde.worth import Pose, bearing_of, edge, ground, in_front, pose, posed, rider, run
from grognard.games.merde.rules.cavalry.reach import RUN, lines
from grognard.games.merde.rules.fire.artillery import SHORT_RANGE, aim_ban
from grognard.games.merde.rules.motion import base_allowance
from grognard.games.merde.rules.orders import off_column
from grognard.games.merde.world.lexicon import ATTACK, LINE, MARCH, MASS, MOVES, OPEN, SQUARE, SUPPORT, UNLIMBERED
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, INFANTRY

ALERT: Final = 9  # enemies nearer than this matter
CLOSE: Final = 4  # infantry may be attacked next turn from here
PRIZE: Final = 25.0
TRIUMPH: Final = 60.0  # [42.2] the enemy commander-in-chief alone: the battle is won
KEEP: Final = 6.0
SUPPORT_GAP: Final = 2
FOREMOST: Final = 1.5  # a square by which a battery is before its infantry
EXPOSED: Final = 2.0  # a battery before the enemy without friends at hand
STRETCHED: Final = 1.5  # a square by which the corps outgrows its general's radius
CLOSING: Final = 3  # the last turns, in which who is ahead only holds
LURE: Final = 1.6  # how much more a good charge counts than a good fight: the enemy has no part in its beginning
HELPED: Final = 0.7  # a friend who fights the same enemy
MOBBED: Final = 1.0  # an enemy too many
CAUTION: Final = 0.8  # what it costs that the enemy outweighs us there by a strength point
HAND: Final = 4  # so near friends help
DARING: Final = 0.4  # the same before a flag that lies open
MARCHES: Final = 3  # so many turns before a flag that lies open one hurries
DRIVE: Final = 1.5  # what a square towards the flag counts: who comes first has won, and fights come by themselves
RUN_ON: Final = 2.0  # how much more a square then counts
SQUARED: Final = 1.0  # what a square formation is then worth before cavalry
INVITED: Final = 1.0  # how much a bad fight counts beside the best one: the enemy may begin it


def _spirit(f: Field) -> tuple[float, float]:
    """[1.4] How much one wants to fight, and to get on: little when time is nearly up and one is ahead."""
    if f.standing > 0 and f.left <= CLOSING:
        return 0.0, 0.3
    return 0.5 + 0.1 * f.turn + (1.0 if f.standing < 0 and f.left <= 2 * CLOSING else 0.0), DRIVE


@cache
def asides(column: int) -> list[float]:
    """What it costs to stand beside a column of sectors, by file of squares."""
    return [ASIDE * off_column(x, column) for x in range(STRIDE)]


class Site:
    """What matters of some squares, however a piece would stand there: looked up once.

    It knows nothing of the judge who made it: two who hold each other are only found by the collector, which is slow.
    """

    def __init__(self, judge: Judge, squares: Squares) -> None:
        self.squares, self.spot = squares, mask_of(squares)
        spot, f = self.spot, judge.f
        self.near = f.nearest_foe(squares)
        self.aside = 0.01 * abs((squares[0] & 63) - (judge.unit.squares[0] & 63))
        self.stretched = STRETCHED * judge.stretch(squares)
        # enemies next to it, or a run of cavalry away, and how far each is
        at_hand = [foe for around, foe in judge.around if around & spot] if judge.reached & spot else []
        self.beside = [(nearest(squares, foe.squares), foe) for foe in at_hand]
        # where regiments stand near it, but not next to it
        closing = judge.closing if self.near <= ALERT else ()
        self.before = [foe.squares for beside, close, foe in closing if close & spot and not beside & spot]
        self.covered = bool(f.world.cover & spot)
        self.ground = ground(f, squares) if self.near <= CLOSE + 1 else 0
        self.peril = judge.caution * judge.outweighed(spot) if judge.caution else 0.0
        self.odd_men = -1  # [35.4] enemies next to it beyond the one that is fought; not counted yet
        self.errands: dict[int, float] = {}  # by formation
        self.postures: dict[int, float] = {}  # by formation and facing


class Judge:
    """What it is worth to a piece to stand somewhere."""

    def __init__(self, f: Field, unit: Unit) -> None:
        self.f, self.unit = f, unit
        self.order = f.s.order_of(unit.id)
        self.moves = self.order in MOVES
        self.column = f.s.group(unit.group).column
        self.foes = [pose(foe) for foe in f.foes if nearest(unit.squares, foe.squares) <= ALERT + 8 and not foe.routed]
        self.fighting = [foe for foe in self.foes if foe.unit.regiment]
        self.horse = [foe for foe in self.fighting if foe.unit.arm == CAVALRY]
        self.mates = [mate for mate in f.members(unit.group) if mate is not unit and not mate.routed]
        self.others = [friend for friend in f.own if friend is not unit and friend.regiment and not friend.routed]
        self.thorough = False  # whether fights are reckoned to their end, which takes time
        self.way = self._way()
        self.zeal, self.drive = _spirit(f)
        self.heft = heft(unit)
        self.runs = self.moves and self._runs()
        self.drive *= RUN_ON if self.runs else 1.0
        self.aside = asides(self.column)
        self.caution = self._caution()
        self.box = f.spread(unit)
        self.quiet = not any(self._before(foe) for foe in self.fighting)
        self.paces = {form: base_allowance(unit.stock, form) for form in (MARCH, LINE)}
        self.ahead = f.world.ahead[f.side]
        self.threat = f.nearest_foe(unit.squares) <= ALERT
        self.sites: dict[Squares, Site] = {}
        self.around = [(within(foe.squares, RUN), foe) for foe in self.foes]
        self.reached = 0
        for around, _ in self.around:
            self.reached |= around
        self.helped: dict[int, int] = {}

    def _runs(self) -> bool:
        """[42.1] Whether a flag of its column lies open to it, within a few marches."""
        reach, flags = MARCHES * self.f.pace(self.unit), self.f.column_flags(self.column)
        return any(open_way(self.f, self.unit, flag, reach) <= reach for flag in flags)

    def _caution(self) -> float:
        """[35.4] How much one minds stronger enemies: not when time runs out, less before a flag that lies open."""
        if not self.moves or (self.f.standing < 0 and self.f.left <= CLOSING):
            return 0.0
        return DARING if self.runs else CAUTION

    def _way(self) -> dict[int, int]:
        """How far every square is from what the piece makes for."""
        goals = self._goals()
        march = march_to(self.f.world, self.f.side, self.column, goals) if self.moves else None
        return fields(costs_of(self.f.s, self.unit), goals, march) if goals else {}

    def _before(self, foe: Pose) -> bool:
        """Whether an enemy stands between a piece and what lies ahead of it, or close by."""
        here, there, f = self.unit.squares[0], foe.squares[0], self.f
        return abs((here & 63) - (there & 63)) <= CLOSE and f.forward(there) >= f.forward(here) - CLOSE

    def _goals(self) -> Squares:
        f = self.f
        if self.order == SUPPORT:
            guns = self.unit.arm == ARTILLERY
            return tuple([sq for mate in f.backed(self.unit) for sq in mate.squares]) if guns else ()
        if not self.moves:
            return ()
        flags = f.column_flags(self.column)
        if flags:
            return tuple(flags)
        inside = [sq for sq in squares_in(f.enemy_held) if (sq & 63) // SECTOR == self.column]
        far = f.world.field.height - 1 if f.side == 0 else 0
        return tuple(inside) or (far * 64 + self.column * SECTOR + SECTOR // 2,)

    def value(self, at: Stand) -> float:
        if self.unit.arm == ARTILLERY:
            return self._guns(at)
        site, formation, facing = self.site(at.squares), at.formation, at.facing
        pose = formation << 2 | facing
        errand, posture = site.errands.get(formation), site.postures.get(pose)
        if errand is None:
            errand = site.errands[formation] = self._errand(site, formation)
        if posture is None:
            posture = site.postures[pose] = self._posture(site, formation, facing)
        contact = self._contact(Pose(self.unit, at.squares, formation, facing), site) if site.beside else 0.0
        return errand + contact + posture - site.peril - 0.02 * len(at.acts) - site.aside - site.stretched

    def site(self, squares: Squares) -> Site:
        found = self.sites.get(squares)
        if found is None:
            found = self.sites[squares] = Site(self, squares)
        return found

    def stretch(self, squares: Squares) -> int:
        """[10.1] By how many squares the corps would be too wide for its general with the piece there."""
        west, east, south, north, reach = self.box
        wide = max(0, east - west - reach)
        deep = max(0, north - south - reach)
        for sq in squares:
            wide = max(wide, max(east, sq & 63) - min(west, sq & 63) - reach)
            deep = max(deep, max(north, sq >> 6) - min(south, sq >> 6) - reach)
        return wide + deep

    def outweighed(self, spot: int) -> float:
        """[35.4] By how much the enemies who could come to blows there outweigh the piece and its friends at hand."""
        against = sum([weight for reach, weight in self.f.menace if reach & spot])
        if not against:
            return 0.0
        return max(0.0, against - self.heft - sum([weight for reach, weight in self.helpers if reach & spot]))

    @cached_property
    def closing(self) -> list[tuple[int, int, Pose]]:
        """Regiments of the enemy: the squares next to each, and those near it."""
        return [(within(foe.squares, 1), within(foe.squares, CLOSE), foe) for foe in self.fighting]

    @cached_property
    def helpers(self) -> list[tuple[int, float]]:
        """Where friends could lend a hand, and what they weigh."""
        return [(within(friend.squares, HAND), heft(friend)) for friend in self.others]

    # what it is sent for

    def _errand(self, site: Site, formation: int) -> float:
        f, squares = self.f, site.squares
        found = TRIUMPH if f.lone_cic in squares else 0.0
        if self.order == SUPPORT:
            return found + self._behind(squares)
        if self.moves:
            found -= self.drive * self._distance(squares, formation)
            taken = [sq for sq in squares if sq in f.prizes]
            found += PRIZE * len(taken)
            if self.mates and not self.together & site.spot:
                found -= 1.5
        if self.threat and any([sq in f.flags for sq in squares]):
            found += KEEP
        return found

    @cached_property
    def together(self) -> int:
        """The squares of the others of its group, and those next to them."""
        return ring(mask_of(tuple([sq for mate in self.mates for sq in mate.squares])))

    def _distance(self, squares: Squares, formation: int) -> float:
        """How far the goal is: far from the enemy by the pace of the formation, for a line is slow."""
        way = min([self.way.get(sq, FAR) + self.aside[sq & 63] for sq in squares])
        return way * self.paces[MARCH] / self.paces[formation] if self.quiet and formation in self.paces else way

    def _behind(self, squares: Squares) -> float:
        """[18.7] [34.1] A support stands next to its group, out of contact; cavalry keeps a little off."""
        f, backed = self.f, self.backed
        if not backed:
            return 0.0
        gap = min([nearest(squares, place) for place in backed])
        wanted = 1 if self.unit.arm == INFANTRY else SUPPORT_GAP
        found = -2.0 * abs(gap - wanted)
        found -= 1.5 * max(0, max([f.forward(sq) for sq in squares]) - self.foremost + 1)
        return found + PRIZE * len([sq for sq in squares if sq in f.prizes])

    @cached_property
    def backed(self) -> list[Squares]:
        """Where those stand whom it supports."""
        return [mate.squares for mate in self.f.backed(self.unit)]

    @cached_property
    def foremost(self) -> int:
        return max([self.f.forward(sq) for place in self.backed for sq in place])

    # who is near

    def _contact(self, mine: Pose, site: Site) -> float:
        """Fights it would have, and those it would invite."""
        found = 0.0
        best: float | None = None
        for gap, foe in site.beside:
            if gap == 1:
                value = self._touch(mine, foe)
                best = value if best is None else max(best, value)
                found += min(0.0, value) * INVITED
            elif gap == RUN and self.unit.arm == CAVALRY and self.order != SUPPORT:
                value = self._lance(mine, foe)
                best = value if best is None else max(best, value)
        if best is None:
            return found
        if site.odd_men < 0:
            site.odd_men = self._odd_men(site)
        found -= MOBBED * site.odd_men
        return found + 1.6 * best + (self.zeal if self.moves else 0.0)

    def _odd_men(self, site: Site) -> int:
        """[35.4] Enemies next to it beyond the one that is fought, whom no friend fights."""
        alone = [foe for away, foe in site.beside if away == 1 and foe.unit.regiment and not self.helps(foe)]
        return max(0, len(alone) - 1)

    def _touch(self, mine: Pose, foe: Pose) -> float:
        value = meeting(self.f, mine, foe) if self.thorough else edge(self.f, mine, foe)
        if not foe.unit.regiment:
            return value
        if foe.unit.routed or not in_front(self.f, foe, mine):
            return value
        exposed = bearing_of(self.f, foe, mine)
        if exposed != FRONT:
            value -= 2.5 * exposed
        return value + HELPED * self.helps(foe)

    def helps(self, foe: Pose) -> int:
        """[35.4] Friends who fight the same enemy: more markers than he has."""
        found = self.helped.get(foe.unit.id)
        if found is None:
            friends = [friend for friend in self.others if nearest(friend.squares, foe.squares) == 1]
            found = self.helped[foe.unit.id] = len(friends)
        return found

    def _lance(self, mine: Pose, foe: Pose) -> float:
        """[31.2] A line of charge at an enemy two squares away."""
        best, f = -1.0, self.f
        if any(f.world.cover >> sq & 1 for sq in foe.squares):
            return best
        helpers = self.helps(foe) if foe.unit.regiment else 0
        for line in posed(f, mine, foe, lambda s, piece, target: lines(s, piece, target, mine.squares)):
            side_on = FRONT if foe.formation == SQUARE else bearing(line.goal, foe.facing, line.mid)
            horse = rider(f, mine, foe, line.mid)
            value = riding(f, horse, foe, side_on, helpers) if self.thorough else run(f, horse, foe, side_on)
            value += HELPED * helpers
            best = max(best, LURE * value if value > 0 else value)
        return best

    def _posture(self, site: Site, formation: int, facing: int) -> float:
        """Front, formation and ground, by how near the enemy is."""
        found, ahead = 0.0, facing == self.ahead
        if site.near > ALERT:
            return 0.3 if ahead else 0.0
        if formation != SQUARE:
            found += 0.3 if ahead else 0.0
            for foe in site.before:
                found -= 0.5 * least_bearing(site.squares, facing, foe)
        if self.unit.arm == CAVALRY:
            return found - (0.3 if formation == LINE and site.near > 2 else 0.0) - (2.0 if site.covered else 0.0)
        if site.near <= CLOSE + 1:
            found += 0.7 * site.ground
        return found + self._shape(site, formation)

    def _shape(self, site: Site, formation: int) -> float:
        """[13] Line or attack column to fight, square against cavalry alone."""
        near = site.near
        if formation in (SQUARE, MASS):
            foot = self._nearest(site, [foe for foe in self.fighting if foe.unit.arm == INFANTRY])
            ridden = self._nearest(site, [foe for foe in self.horse if not foe.unit.piece.retreated])
            if 1 < ridden <= 3 < foot:
                return SQUARED if self.runs else 3.0
            return 1.5 if ridden <= 1 < foot else -3.0
        if site.covered:
            return 0.5
        if formation == OPEN:
            return -3.0
        if near > CLOSE:
            return 0.0
        if formation == MARCH and self.unit.arm == INFANTRY:
            return -3.0 if near <= 2 else -1.5
        return 0.5 if formation in (LINE, ATTACK) else 0.0

    def _nearest(self, site: Site, foes: list[Pose]) -> int:
        return min([nearest(site.squares, foe.squares) for foe in foes], default=NOBODY)

    # guns

    def _guns(self, at: Stand) -> float:
        """[24] A battery unlimbers where it has targets, behind friends, out of reach."""
        f = self.f
        sq = at.squares[0]
        danger = f.nearest_foe(at.squares)
        found = -8.0 if danger <= 1 else -2.0 if danger == 2 else 0.0
        if danger <= CLOSE + 1 and not self._screened(sq):
            found -= EXPOSED
        if danger <= ALERT:
            found -= FOREMOST * self._ahead(sq)
        if at.formation == UNLIMBERED:
            mine = Pose(self.unit, at.squares, at.formation, at.facing)
            marks = [self._mark(mine, foe) for foe in self.foes]
            found += 3.0 * max(marks, default=0.0) + 0.3 * sum(marks)
            found += 0.8 if f.world.hill >> sq & 1 else 0.0
        if self.way:
            found -= 0.4 * max(0, self.way.get(sq, FAR) - SUPPORT_GAP)
        if len(f.column_flags(sq % 64 // SECTOR)) == 0 and self.way:
            found -= 0.2
        return found - 0.05 * len(at.acts)

    def _ahead(self, sq: int) -> int:
        """By how many squares a battery would be before the foremost regiment at hand."""
        near = [friend for friend in self.others if nearest((sq,), friend.squares) <= ALERT]
        line = max([self.f.forward(at) for friend in near for at in friend.squares], default=0)
        return max(0, self.f.forward(sq) - line + 1)

    def _screened(self, sq: int) -> bool:
        """Whether friends stand between a battery and the enemy, or beside it."""
        f = self.f
        return any(
            distance(sq, at) <= SUPPORT_GAP and f.forward(at) >= f.forward(sq)
            for friend in self.others
            for at in friend.squares
        )

    def _mark(self, mine: Pose, foe: Pose) -> float:
        """[24.3] How good a target an enemy would be."""
        gap = nearest(mine.squares, foe.squares)
        if gap > self.unit.stock.kinds[0].reach:
            return 0.0
        legal = posed(self.f, mine, foe, lambda s, gun, _: any(aim_ban(s, gun, sq) is None for sq in foe.squares))
        best = (1.0 if gap <= SHORT_RANGE else 0.7) if legal else 0.0
        return best if not self.f.world.houses >> foe.squares[0] & 1 else 0.5 * best
