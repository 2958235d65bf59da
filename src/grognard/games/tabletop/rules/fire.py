"""Rulebook 7: fire: who may fire at whom, the percentage, and the simultaneous results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from grognard.board.plane import HAIR, SLACK, Rect, edge, rect
from grognard.games.tabletop.rules import charges, morale
from grognard.games.tabletop.rules.figures import (
    aspect_from,
    cover_from,
    disordered,
    enemies_near,
    footprint,
    garrison,
    held_by,
)
from grognard.games.tabletop.rules.sight import fronts, sees, sees_at, side_toward
from grognard.games.tabletop.world.data import UnitType
from grognard.games.tabletop.world.formations import DENSE, MASSE, OPEN, SQUARE, UNLIMBERED
from grognard.games.tabletop.world.state import FRONT, NOBODY, Battle, Shot, Step
from grognard.games.tabletop.world.world import World, act
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, Verdict
from grognard.kernel.frame import Reason

Term = tuple[str, int]
SHORT: Final = "short"
LONG: Final = "long"
FRONTS: Final = 3  # millimetres: the sides of a square are rounded, but none is so far outside its footprint


class Circumstances(NamedTuple):
    """[7.11] All that the percentage of a fire depends on, beside the number of bases."""

    kind: UnitType
    klass: str = "regular"
    nation: str = ""
    band: str = LONG
    disordered: bool = False
    cover: str | None = None  # of the target
    dense: bool = False
    loose: bool = False  # the target is in open order, or deployed guns
    at_cavalry: bool = False
    flank: bool = False
    from_hard_cover: bool = False


class Percent(NamedTuple):
    """[7.1] A percentage with everything in it: bases, base value, modifiers."""

    bases: int
    base: int
    terms: list[Term]
    total: int

    @property
    def automatic(self) -> int:
        """[7.5] [8.8] Losses without a die: one for each full hundred."""
        return self.total // 100

    @property
    def rest(self) -> int:
        """[7.6] What is rolled for: D100 must not exceed it."""
        return self.total % 100


def percent(bases: int, base: int, terms: list[Term]) -> Percent:
    """[7.1] N times the bracket, which is never less than nothing."""
    return Percent(bases, base, terms, bases * max(0, base + sum([value for _, value in terms])))


def band(kind: UnitType, mm: float) -> str | None:
    """[7.7] Short, long, or out of range."""
    if kind.range_short is None or kind.range_long is None:
        return None
    if mm <= 10 * kind.range_short + SLACK:
        return SHORT
    return LONG if mm <= 10 * kind.range_long + SLACK else None


def fire_terms(world: World, c: Circumstances) -> list[Term]:
    """[7.11] The modifiers of a fire, each with its name; cumulative."""
    guns, foot = c.kind.arm == "art", c.kind.arm == "inf"
    russian = foot and c.nation == "RU"
    found = [
        (c.klass, world.data.classes.fire[c.klass]),
        ("disordered", -3 if c.disordered else 0),
        ("light_cover", -5 if c.cover == "light" else 0),
        ("heavy_cover", -10 if c.cover == "heavy" else 0),
        ("short_infantry", 5 if foot and c.band == SHORT else 0),
        ("short_artillery", 10 if guns and c.band == SHORT else 0),
        ("russian", world.data.nations["RU"]["fire"] if russian else 0),
        ("dense", 5 if c.dense else 0),
        ("loose", -5 if c.loose else 0),
        ("at_cavalry", 10 if guns and c.at_cavalry else 0),
        ("calibre", c.kind.fire_class_modifier),
        ("flank", 2 if c.flank else 0),
        ("from_hard_cover", -8 if c.from_hard_cover else 0),
    ]
    return [term for term in found if term[1]]


def fire_percent(world: World, c: Circumstances, bases: int) -> Percent:
    """[7.1] The chance of a loss in per cent, which may be more than a hundred."""
    key = (c.kind.id, *c[1:])
    terms = world.fires.get(key)
    if terms is None:
        terms = world.fires[key] = fire_terms(world, c)
    return percent(bases, c.kind.fire_base or 0, terms)


def muzzle_count(s: Battle, u: int) -> int:
    """[7.2] [7.3] [7.4] Bases that fire: the first rank; all in a settlement; one a side of a square; all guns."""
    body = s.body(u)
    if body.formation in (SQUARE, MASSE):
        return 1
    if held_by(s, body) >= 0:
        return s.units[u].bases
    return body.layout.ranks[0]


def muzzle_distance(s: Battle, u: int, target: int) -> float:
    """[7.9] From the nearest front base to the nearest point of the target; by shapely where it is half a millimetre
    more or less than a whole one, as the limits of all ranges are."""
    own, body = s.body(u), footprint(s, target)
    if own.aimed is not body:
        own.aimed, own.aimed_mm = body, _muzzles_away(s, u, body)
    return own.aimed_mm


def _muzzles_away(s: Battle, u: int, body: Rect) -> float:
    mm = min([muzzle.away(body) for muzzle in muzzles(s, u)])
    if abs(mm % 1 - 0.5) > HAIR:
        return mm
    if garrison(s, u) >= 0:
        return footprint(s, u).distance(body)
    return min([float(edge(x, y, h, w, w).distance(body.shape)) for x, y, h, w in fronts(s, u)])


def muzzles(s: Battle, u: int) -> list[Rect]:
    """[7.9] Whence a unit fires, as rectangles without depth; from houses it fires from anywhere."""
    body = s.body(u)
    if not body.muzzles:
        held = garrison(s, u) >= 0
        body.muzzles = [body.foot] if held else [rect(x, y, h, w, w, 0, 0) for x, y, h, w in fronts(s, u)]
    return body.muzzles


def _not_close(kind: UnitType, own: Rect, aim: Rect) -> bool:
    """[7.7] Whether two footprints are so far apart that short range is out of the question."""
    return own.gap(aim) > 10 * (kind.range_short or 0) + FRONTS


def circumstances(s: Battle, u: int, target: int) -> Circumstances:
    """[7.11] How things stand between a unit and its target."""
    info, own, formation = s.world.units[u], s.body(u), s.units[target].formation
    held = held_by(s, own)
    return Circumstances(
        info.type,
        info.klass,
        info.nation,
        LONG
        if _not_close(info.type, own.foot, footprint(s, target))
        else band(info.type, muzzle_distance(s, u, target)) or LONG,
        disordered(s, u),
        cover_from(s, target, u),
        formation in DENSE,
        formation in (OPEN, UNLIMBERED),
        s.world.units[target].cavalry,
        flank=aspect_from(s, target, own.x, own.y) != FRONT,
        from_hard_cover=held >= 0 and (s.world.ground.settlements[held].cover or "heavy") == "heavy",
    )


def fire_of(s: Battle, shot: Shot) -> Percent:
    return fire_percent(s.world, circumstances(s, shot.shooter, shot.target), shot.bases)


# who may fire


def shooter_reasons(s: Battle, u: int) -> list[Reason]:
    """[7.3] [7.12] [6.1] Why a unit may not fire at all this turn."""
    unit, info = s.units[u], s.info(u)
    if not unit.ready:
        return [("9.7", "not_in_hand", (u,))]
    if info.cavalry or (info.artillery and unit.formation != UNLIMBERED):
        return [("7.3", "no_fire_arm", (u,))]
    if unit.evaded:
        return [("6.8", "evaded_no_fire", (u,))]
    if unit.target >= 0 or unit.ran:
        return [("6.1", "charger_no_fire", (u,))]
    if unit.deployed and info.type.id == "foot_art_heavy":
        return [("5.9", "heavy_unlimbered", (u,))]
    if s.engaged(u) and not charges.pinned_by(s, u):
        return [("7.3", "engaged_no_fire", (u,))]
    return []


def aim_reasons(s: Battle, u: int, target: int) -> list[Reason]:
    """[7.7] [7.9] [7.10] Why this target is out of range, arc or sight; nearer ones do not matter here."""
    kind = s.info(u).type
    if s.side(target) == s.side(u) or not s.units[target].on_table:
        return [("7.1", "no_enemy", (target,))]
    most = 10 * (kind.range_long or 0)
    mm = muzzle_distance(s, u, target)
    if band(kind, mm) is None:
        return [("7.7", "out_of_range", (u, target, round(mm) - most))]
    if side_aimed(s, u, target) < 0:
        return [("7.9", "out_of_arc", (u, target))]
    if s.engaged(target):
        return [("7.12", "target_engaged", (u, target))]
    if s.engaged(u) and s.units[target].target != u:
        return [("7.3", "engaged_no_fire", (u,))]
    if not sees(s, u, target, over=True):
        return [("7.10", "out_of_sight", (u, target))]
    return []


def may_aim(s: Battle, u: int, target: int) -> bool:
    """[7.7] [7.9] [7.10] Whether an enemy is in range, arc and sight: what is soonest asked comes first."""
    kind, unit, foot = s.world.units[u].type, s.units[u], footprint(s, target)
    most = 10 * (kind.range_long or 0)
    if side_toward(s, u, target, most + 1) < 0:
        return False
    dx, dy = foot.x - unit.x, foot.y - unit.y
    if dx * dx + dy * dy > most * most and band(kind, muzzle_distance(s, u, target)) is None:
        return False
    if s.contacts and (s.engaged(target) or (s.engaged(u) and s.units[target].target != u)):
        return False
    return sees_at(s, u, target, foot, over=True)


def in_reach(s: Battle, u: int) -> list[int]:
    """Enemies in range, arc and sight."""
    most = 10 * (s.info(u).type.range_long or 0)
    body = footprint(s, u)
    near = [t for t in enemies_near(s, u, most + 1) if not body.apart(footprint(s, t), most + 1)]
    return [t for t in near if may_aim(s, u, t)]


def targets(s: Battle, u: int) -> list[int]:
    """[7.12] The nearest enemy that can be hit, and any at short range; [7.4] on each side of a square or garrison."""
    found: list[int] = []
    by_side: dict[int, list[int]] = {}
    near = in_reach(s, u)
    if len(near) < 2:
        return near
    for t in near:
        by_side.setdefault(side_aimed(s, u, t), []).append(t)
    for group in by_side.values():
        nearest = min(group, key=lambda t: (muzzle_distance(s, u, t), t))
        found += [t for t in group if t == nearest or band(s.info(u).type, muzzle_distance(s, u, t)) == SHORT]
    return sorted(found)


def side_aimed(s: Battle, u: int, target: int) -> int:
    """[7.4] The side of a unit from which it fires at a target."""
    return side_toward(s, u, target, 10 * (s.info(u).type.range_long or 0) + 1)


def target_reasons(s: Battle, u: int, target: int) -> list[Reason]:
    """[7.12] Everything against a target, the nearer enemy included."""
    found = aim_reasons(s, u, target)
    if found:
        return found
    allowed = targets(s, u)
    nearer = [t for t in allowed if side_aimed(s, u, t) == side_aimed(s, u, target)]
    return [("7.12", "nearer_enemy", (u, target, nearer[0]))] if nearer and target not in allowed else []


# step 9


class Fire(Step):
    """[4.1] [4.6] Step 9: the first side declares its targets, then the second; then all dice are rolled."""

    rule = "4.6"

    def finish(self, state: Battle) -> None:
        state.enter_phase(9)
        state.shots = []
        state.push(
            *[
                DeclareFire(side, u)
                for side in (state.first, 1 - state.first)
                for u in state.own(side)
                if not shooter_reasons(state, u)
            ],
            ResolveFire(),
        )


class DeclareFire(Step):
    """[7.12] [7.4] The target of one unit, or fire held; a square fires on each side, a garrison may divide its fire.

    Only between different sides; what is divided is given away to the last base.
    """

    rule = "7.12"

    def __init__(self, side: int, u: int) -> None:
        super().__init__(side)
        self.u = u

    def key(self) -> tuple[object, ...]:
        return ("DeclareFire", self.side, self.u)

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        spare = self.spare(state)
        aims = [state.info(t).word for t in self.aims(state)] if spare > 0 else []
        if not aims:
            return []
        shares = [(word, n) for word in aims for n in range(1, spare)] if self.divisible(state) else []
        hold = [] if self.dividing(state) else [act("hold")]
        return [*[act("fire", word) for word in aims], *[act("share", *share) for share in shares], *hold]

    def spare(self, state: Battle) -> int:
        """[7.4] Bases that have no target yet."""
        if self.sided(state):
            return 1
        return muzzle_count(state, self.u) - sum([shot.bases for shot in state.shots if shot.shooter == self.u])

    def aims(self, state: Battle) -> list[int]:
        """[7.4] Targets still open: not those already shot at, nor another on the same side."""
        used, found = self.used(state), targets(state, self.u)
        return [t for t in found if side_aimed(state, self.u, t) not in used] if used else found

    def used(self, state: Battle) -> set[int]:
        """[7.4] The sides that have a target."""
        return {side_aimed(state, self.u, shot.target) for shot in state.shots if shot.shooter == self.u}

    def divisible(self, state: Battle) -> bool:
        """[7.4] Whether a garrison has targets on more than one side that are still open."""
        if self.sided(state) or garrison(state, self.u) < 0:
            return False
        return len({side_aimed(state, self.u, t) for t in self.aims(state)}) > 1

    def dividing(self, state: Battle) -> bool:
        """[7.4] A garrison that has given away some of its bases."""
        return not self.sided(state) and bool(self.used(state))

    def sided(self, state: Battle) -> bool:
        return state.units[self.u].formation in (SQUARE, MASSE)

    def apply(self, state: Battle, side: int, action: Action) -> None:
        if action.verb == "hold":
            return
        t = state.world.unit_at[action.args[0]]
        bases = action.args[1] if action.verb == "share" else self.spare(state)
        state.shots.append(Shot(self.u, t, bases))
        state.emit("aims", self.u, t, bases)
        state.push(DeclareFire(side, self.u))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "hold" and self.dividing(state):
            yield Ban("7.4", "all_bases", ALL, (self.u,))
        if verb not in ("fire", "share"):
            return
        if head:
            shut = self.unoffered(state, side, verb, *head)
            yield Verdict(lambda number: self._share_reasons(state) if shut >> number & 1 else [])
        else:
            yield Verdict(lambda word: self._aim_reasons(state, word))

    def _aim_reasons(self, state: Battle, word: int) -> list[Reason]:
        """[7.1] [7.4] [7.12] Why a unit is no target that is still open."""
        t = state.world.unit_at.get(word, NOBODY)
        if t < 0:
            return [("7.1", "no_such_unit", (word,))]
        if any(shot.target == t and shot.shooter == self.u for shot in state.shots):
            return [("7.12", "fired_already", (self.u, t))]
        reasons = target_reasons(state, self.u, t)
        if not reasons and side_aimed(state, self.u, t) in self.used(state):
            return [("7.4", "same_side", (self.u, t))]
        return reasons

    def _share_reasons(self, state: Battle) -> list[Reason]:
        """[7.4] Why a share is refused at a target that all bases might fire at."""
        if self.sided(state) or garrison(state, self.u) < 0:
            return [("7.4", "no_division", (self.u,))]
        if not self.divisible(state):
            return [("7.4", "one_side", (self.u,))]
        return [("7.4", "share_size", (self.u, self.spare(state)))]

    def ask(self, state: Battle) -> tuple[object, ...]:
        return (self.u,)


def losses_of(s: Battle, p: Percent) -> tuple[int, int]:
    """[7.5] [7.6] [8.8] Roll a percentage: the losses and the die (0 where there was nothing to roll)."""
    if p.rest == 0:
        return p.automatic, 0
    die = s.dice.roll(100)
    return p.automatic + (die <= p.rest), die


class ResolveFire(Step):
    """[7.13] All dice, all losses together, then the tests; [6.11] chargers in good heart close."""

    rule = "7.13"

    def finish(self, state: Battle) -> None:
        losses: dict[int, int] = {}
        results = [(shot, fire_of(state, shot)) for shot in state.shots]
        for shot, p in results:
            lost, die = losses_of(state, p)
            state.units[shot.shooter].fired = True
            state.emit("fire", shot.shooter, shot.target, p.total, die, lost)
            state.explain(p.bases, p.base, tuple(p.terms), state.spot(shot.target))
            losses[shot.target] = losses.get(shot.target, 0) + lost
        state.shots = []
        for u in morale.suffer(state, losses, morale.FIRE):
            morale.take_test(state, u, morale.FIRE)
