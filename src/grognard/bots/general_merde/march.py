"""Movement: every piece to where it is worth most, and commanders where they are safe and of use."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import FRONT, SECTOR, bearing, between, distance, nearest, sector
from grognard.bots.general_merde.mind import Mind, Option
from grognard.bots.general_merde.picture import Command, Officer, Picture, Squares, Unit
from grognard.bots.general_merde.road import FAR, Reach, Stand, fields
from grognard.bots.general_merde.worth import Pose, bearing_of, edge, ground, in_front, pose, run
from grognard.games.merde.lexicon import ATTACK, LINE, MARCH, MASS, NAMES, OPEN, SQUARE, UNLIMBERED
from grognard.games.merde.orders import INFANTRY_REACH, SUPPORT_REACH, home_sector
from grognard.games.merde.plans import COMMANDERS, EARLY, FIRST_GENERAL
from grognard.games.merde.world import ARTILLERY, CAVALRY, DECOY, ENGINEERS, INFANTRY

ALERT: Final = 9  # enemies nearer than this matter
CLOSE: Final = 4  # infantry may be attacked next turn from here
PRIZE: Final = 25.0
KEEP: Final = 6.0
CHARGE_RUN: Final = 2
SUPPORT_GAP: Final = 2
COVER_FIRE: Final = 5
PLANS_KEPT: Final = 64


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
        self.way = self._way()
        self.zeal = 0.5 + 0.1 * p.turn

    def _way(self) -> dict[int, int]:
        """How far every square is from what the piece makes for."""
        goals = self._goals()
        assert self.unit.stock is not None
        return fields(self.p, self.unit.stock, goals) if goals else {}

    def _goals(self) -> Squares:
        p, order = self.p, self.order
        if order.order == "support":
            return tuple([sq for mate in p.backed(self.unit) for sq in p.at(mate)])
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
        return found - 0.02 * len(at.acts)

    # what it is sent for

    def _errand(self, at: Stand) -> float:
        p = self.p
        if self.order.order == "support":
            return self._behind(at)
        found = 0.0
        if self.order.moves:
            found -= float(min([self.way.get(sq, FAR) for sq in at.squares]))
            taken = [sq for sq in at.squares if sq in p.prizes]
            found += PRIZE * len(taken)
            if self.mates and min([nearest(at.squares, p.at(mate)) for mate in self.mates]) > 1:
                found -= 1.5
        threat = p.nearest_foe(self.unit.squares) <= ALERT
        if threat and any(sq in p.flags for sq in at.squares):
            found += KEEP
        return found

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

    def _contact(self, mine: Pose) -> float:
        """Fights it would have, and those it would invite."""
        found = 0.0
        best: float | None = None
        for foe in self.foes:
            gap = nearest(mine.squares, foe.squares)
            if gap == 1:
                value = self._touch(mine, foe)
                best = value if best is None else max(best, value)
                found += min(0.0, value) * 0.5
            elif gap == CHARGE_RUN and self.unit.arm == CAVALRY and self.order.order != "support":
                value = self._lance(mine, foe)
                best = value if best is None else max(best, value)
        if best is None:
            return found
        return found + 1.6 * best + (self.zeal if self.order.moves else 0.0)

    def _touch(self, mine: Pose, foe: Pose) -> float:
        value = edge(self.p, mine, foe)
        if not foe.unit.regiment:
            return value
        if foe.unit.routed or not in_front(foe, mine):
            return value
        exposed = bearing_of(foe, mine)
        if exposed != FRONT:
            value -= 2.5 * exposed
        return value + 0.4 * self._helpers(foe)

    def _helpers(self, foe: Pose) -> int:
        """[35.4] Friends who fight the same enemy: more markers than he has."""
        return len([friend for friend in self.others if nearest(self.p.at(friend), foe.squares) == 1])

    def _lance(self, mine: Pose, foe: Pose) -> float:
        """[31.2] A line of charge at an enemy two squares away."""
        best = -1.0
        p = self.p
        if any(p.world.cover >> sq & 1 for sq in foe.squares):
            return best
        for start in mine.squares:
            for goal in foe.squares:
                across, along = (goal & 63) - (start & 63), (goal >> 6) - (start >> 6)
                if distance(start, goal) != CHARGE_RUN or abs(across) == 1 or abs(along) == 1:
                    continue
                mid = start + across // 2 + 64 * (along // 2)
                if mid in p.enemy_held or p.world.cover >> mid & 1 or p.world.river >> mid & 1:
                    continue
                side_on = FRONT if foe.formation == SQUARE else bearing(goal, foe.facing, mid)
                best = max(best, run(p, Pose(mine.unit, (mid,), MARCH, mine.facing, True), foe, side_on))
        return best

    def _posture(self, mine: Pose) -> float:
        """Front, formation and ground, by how near the enemy is."""
        found = 0.0
        near = min([nearest(mine.squares, foe.squares) for foe in self.fighting], default=99)
        if near > ALERT:
            return 0.3 if mine.facing == self.p.world.ahead[self.p.side] else 0.0
        found += self._facing(mine)
        if near <= CLOSE + 1:
            found += 0.7 * ground(self.p, mine.squares)
        if self.unit.arm == CAVALRY:
            return found - (0.3 if mine.formation == LINE and near > 2 else 0.0)
        return found + self._shape(mine, near)

    def _facing(self, mine: Pose) -> float:
        if mine.formation == SQUARE:
            return 0.0
        found = 0.3 if mine.facing == self.p.world.ahead[self.p.side] else 0.0
        for foe in self.fighting:
            gap = nearest(mine.squares, foe.squares)
            if 1 < gap <= CLOSE:
                seen = min([bearing(at, mine.facing, sq) for at in mine.squares for sq in foe.squares])
                found -= 0.5 * seen
        return found

    def _shape(self, mine: Pose, near: int) -> float:
        """[13] Line or attack column to fight, square against cavalry alone."""
        covered = any(self.p.world.cover >> sq & 1 for sq in mine.squares)
        riders = [nearest(mine.squares, foe.squares) for foe in self.horse if "retreated" not in foe.unit.marks]
        foot = min([nearest(mine.squares, foe.squares) for foe in self.fighting if foe.unit.arm == INFANTRY],
                   default=99)  # fmt: skip
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
        if at.formation == UNLIMBERED:
            marks = [self._mark(sq, at.facing, foe) for foe in self.foes]
            found += 3.0 * max(marks, default=0.0) + 0.3 * sum(marks)
            found += 0.8 if p.world.hill >> sq & 1 else 0.0
        if self.way:
            found -= 0.4 * max(0, self.way.get(sq, FAR) - SUPPORT_GAP)
        if len(p.column_flags(sq % 64 // SECTOR)) == 0 and self.way:
            found -= 0.2
        return found - 0.05 * len(at.acts)

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
            same = (goal & 63) // SECTOR == (sq & 63) // SECTOR if facing % 2 == 0 else (
                (goal >> 6) // SECTOR == (sq >> 6) // SECTOR)  # fmt: skip
            if same and self._clear(sq, goal):
                best = max(best, 1.0 if gap <= 3 else 0.7)
        return best if not p.world.houses >> foe.squares[0] & 1 else 0.5 * best

    def _clear(self, sq: int, goal: int) -> bool:
        p = self.p
        if p.world.hill >> sq & 1:
            return True
        friends = {at for friend in p.own if friend is not self.unit for at in p.at(friend)}
        return not any(mid in friends or mid in p.enemy_held or p.world.opaque >> mid & 1 for mid in between(sq, goal))


# plans


def plan(mind: Mind, unit: Unit) -> tuple[str, ...]:
    """What a piece does this turn, action by action; () if it stays as it is. The same sight, the same plan."""
    p = mind.p
    others = tuple([(name, squares) for name, squares in p.ends.items() if name != unit.id])
    key = (unit.id, others, mind.scene)
    if key not in mind.memory:
        if len(mind.memory) > PLANS_KEPT:
            mind.memory.clear()
        mind.memory[key] = think(p, unit)
    return mind.memory[key]


def think(p: Picture, unit: Unit) -> tuple[str, ...]:
    """The best of all that a piece can do."""
    order = p.order_of(unit)
    if (unit.formation == OPEN and len(unit.squares) == 2) or unit.arm == DECOY or unit.stock is None:
        return ()
    free = may_step(p, unit, order)
    if not free and p.nearest_foe(unit.squares) > ALERT:
        return ()
    reach = Reach(p, unit, order, free)
    judge = Judge(p, unit)
    limits = _limits(p, unit, order)
    best: tuple[str, ...] = ()
    worth = judge.value(Stand(unit.squares, unit.formation, unit.facing, 0, 0, False, ())) + 0.01
    for at in reach.stands():
        for end in [at, *_last(p, reach, at)]:
            if not all(nearest(end.squares, foe) <= far for foe, far in limits) or _astray(p, unit, order, end):
                continue
            value = judge.value(end)
            if value > worth:
                best, worth = end.acts, value
    return best


def _last(p: Picture, reach: Reach, at: Stand) -> list[Stand]:
    """Changes worth a thought as the last thing: only where enemies are near, or the front is wrong."""
    near = p.nearest_foe(at.squares)
    if reach.unit.arm == ARTILLERY:
        return reach.turns(at) if at.formation == UNLIMBERED and near <= COVER_FIRE + 2 else []
    if near > ALERT:
        return reach.turns(at) if at.facing != p.world.ahead[p.side] else []
    found = reach.turns(at) if near <= CLOSE else []
    return found + (reach.huddles(at) if near <= CLOSE else [])


def may_step(p: Picture, unit: Unit, order: Command) -> bool:
    """[18.5] [18.6] Whether its order lets it step."""
    if unit.arm == ARTILLERY:
        return True
    if order.order == "reserve":
        return False
    if order.order == "garrison" or (order.holding and order.moves):
        return p.triggered(unit)
    backed = p.groups.get(order.supports or "")
    if order.order == "support":
        return backed is not None and (backed.order != "reserve") and (backed.moves or p.triggered(unit))
    return True


def _limits(p: Picture, unit: Unit, order: Command) -> list[tuple[Squares, int]]:
    """[16.4] [18.5] Not farther from the nearest enemy than now."""
    if unit.arm == ARTILLERY or order.order in ("support", "reserve"):
        return []
    if order.moves:
        seen = [foe for foe in p.foes if any((sq & 63) // SECTOR == order.column for sq in foe.squares)
                and nearest(unit.squares, foe.squares) <= 7]  # fmt: skip
    else:
        own = home_sector(unit.squares)
        seen = [foe for foe in p.foes if any(sector(sq) == own for sq in foe.squares)]
    if not seen:
        return []
    foe = min(seen, key=lambda f: (nearest(unit.squares, f.squares), f.id))
    return [(foe.squares, nearest(unit.squares, foe.squares))]


def _astray(p: Picture, unit: Unit, order: Command, end: Stand) -> bool:
    """[18.7] A support ends neither before its group nor too far from it."""
    backed = [p.at(mate) for mate in p.backed(unit)] if order.order == "support" and unit.arm != ARTILLERY else []
    if not backed:
        return False
    foremost = max([p.forward(sq) for place in backed for sq in place])
    ahead = max([p.forward(sq) for sq in end.squares])
    if ahead > max(foremost, max([p.forward(sq) for sq in unit.squares])):
        return True
    before, after = (min([nearest(squares, place) for place in backed]) for squares in (unit.squares, end.squares))
    return after > SUPPORT_REACH.get(unit.arm, INFANTRY_REACH) and after >= before


# the questions


def movement(mind: Mind) -> str:
    """[20.4] Choose a piece with something to do, write its plan, go on."""
    chosen = mind.view["mine"]["chosen"]
    if chosen >= FIRST_GENERAL:
        return ride(mind, NAMES["general"][chosen - FIRST_GENERAL])
    if chosen >= 0:
        return next_act(mind, mind.p.units[NAMES["piece"][chosen]])
    for option in sorted(mind.verbs("plan"), key=lambda o: _first_things(mind.p, o)):
        unit = mind.p.units[option.words[0]]
        if unit.arm == ENGINEERS or (unit.formation == OPEN and len(unit.squares) == 2) or plan(mind, unit):
            return option.text
    if mind.view["step"] == COMMANDERS or mind.view["step"] == EARLY:
        for option in mind.verbs("lead"):
            if _wants_to_ride(mind, option.words[0]):
                return option.text
    return mind.say("done")


def _first_things(p: Picture, option: Option) -> tuple[int, int, str]:
    """Those who lead first, then supports; the foremost before the others."""
    unit = p.units[option.words[0]]
    return (p.order_of(unit).order == "support", -max([p.forward(sq) for sq in unit.squares]), unit.id)


def next_act(mind: Mind, unit: Unit) -> str:
    """The next action of the plan; where the rules cut it short, halt."""
    if unit.arm == ENGINEERS:
        return mind.texts[0]
    if unit.formation == OPEN and len(unit.squares) == 2:
        return regroup(mind, unit)
    written = next(found for found in mind.view["mine"]["plans"] if found["piece"] == unit.id)
    acts, done = plan(mind, unit), len(written["acts"])
    if done < len(acts) and acts[done] in mind.texts:
        return acts[done]
    return halt(mind, unit)


def halt(mind: Mind, unit: Unit) -> str:
    """End a plan; a support that must come up takes the step that brings it nearest."""
    for text in ("halt", "stay"):
        if text in mind.texts:
            return text
    goals = [sq for mate in mind.p.backed(unit) for sq in mind.p.at(mate)]
    steps = mind.verbs("step")
    if not steps:
        return mind.texts[0]
    return mind.pick(steps, lambda o: -float(min([distance(o.square, sq) for sq in goals], default=0)))


def regroup(mind: Mind, unit: Unit) -> str:
    """[15.4] Squadrons or battalions apart come together and form column."""
    forms = [text for text in mind.texts if text.startswith("form march")]
    if forms:
        return forms[0]
    written = next(found for found in mind.view["mine"]["plans"] if found["piece"] == unit.id)
    if written["formation"] != "open":
        return halt(mind, unit)
    first = mind.p.ends[unit.id][0]
    steps = [option for option in mind.verbs("step") if option.words[0] == "2"]
    gap = distance(*mind.p.ends[unit.id])
    nearer = [option for option in steps if 0 < distance(option.square, first) < gap]
    return nearer[0].text if nearer else halt(mind, unit)


# commanders


def post_worth(p: Picture, officer: Officer, sq: int) -> float:
    """[10.1] [36.2] His units in his radius, a fighting group at hand, himself out of reach."""
    own = [unit for unit in p.own if unit.general == officer.id] or (p.own if officer.cic else [])
    far = [max([distance(sq, at) for at in p.at(unit)]) for unit in own]
    found = -4.0 * len([1 for gap in far if gap > officer.radius]) - 0.02 * sum(far)
    danger = p.danger(sq)
    alone = not any(sq in p.at(unit) for unit in p.own)
    if officer.cic:
        found -= 6.0 * max(0, 4 - danger)
        return found - 0.1 * max(0, p.forward(sq) - 4)
    found -= 3.0 if danger <= 1 else 1.0 if danger == 2 and alone else 0.0
    for unit in own:
        if unit.regiment and not unit.routed and nearest((sq,), p.at(unit)) <= 1:
            found += 1.5 if p.nearest_foe(p.at(unit)) <= 1 else 0.4
    return found


def _wants_to_ride(mind: Mind, name: str) -> bool:
    """Before number 1 only out of danger; in the commander step wherever he is of more use."""
    officer = mind.p.officers[name]
    if mind.view["step"] == EARLY:
        return False
    p = mind.p
    here = post_worth(p, officer, officer.square)
    around = _posts(p, officer)
    return max([post_worth(p, officer, sq) for sq in around], default=here) > here + 0.5


def _posts(p: Picture, officer: Officer) -> list[int]:
    """Squares a commander may think of: within his ride, near his troops."""
    troops = {sq for unit in p.own for at in unit.squares for sq in p.world.field.near[at]}
    wet = p.world.river
    return [sq for sq in sorted(troops) if distance(sq, officer.square) <= 10 and not wet >> sq & 1
            and sq not in p.enemy_held and sq not in p.zone]  # fmt: skip


def ride(mind: Mind, name: str) -> str:
    officer = mind.p.officers[name]
    wanted = set(_posts(mind.p, officer))
    rides = [option for option in mind.verbs("ride") if option.square in wanted]
    if not rides:
        return mind.say("stay")
    best = max([post_worth(mind.p, officer, option.square) for option in rides])
    if best <= post_worth(mind.p, officer, officer.square):
        return mind.say("stay")
    return mind.pick(rides, lambda o: post_worth(mind.p, officer, o.square))
