"""Commanders: where they are safe and of use."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from grognard.board.squares import BITS, STRIDE, distance, farthest, mask_of, nearest, ring, squares_in
from grognard.bots.general_merde.field import NOBODY, Field, Unit, within
from grognard.bots.general_merde.mind import Mind
from grognard.games.merde.rules.movement.plans import EARLY, ride_field
from grognard.games.merde.world.lexicon import MOVES, SUPPORT
from grognard.games.merde.world.world import CAVALRY

AFAR: Final = 3  # a commander-in-chief keeps at least so far from the enemy
STEADY: Final = 1.5  # [33.3] next to a regiment that fights: it takes no morale tests
LED: Final = 1.0  # [28.3] for each that fights of a group that he is with: it defends itself better
OUT: Final = 4.0  # [10.2] a unit out of command
HALTED: Final = 6.0  # one who is on the march
WAITS: Final = 2.0  # one who stands and waits
AHEAD: Final = 0.05  # a square that the commander-in-chief goes forward
SPARE: Final = 2  # squares by which an enemy's march ought to fall short of him: a charge and a pursuit follow it
CAUGHT: Final = 12.0  # where an enemy's next march may reach the commander-in-chief
RIDE: Final = 1.5  # a square that the longest ride of a messenger goes on in the turn after
AT_HAND: Final = 2.0  # [21.3] in his rear line while somebody waits for an order: it needs no messenger there
LONELY: Final = 3.0  # alone next to the enemy
PERIL: Final = (3.5, 3.5, 3.0, 0.8, 0.0)  # [36.3] with one of so many men: he may be lost with a battalion
ESCORT: Final = 3  # what a regiment in his square is worth in squares


class Post:
    """[10.1] [36.2] Where a commander is of use: his units in his radius, a fighting group at hand, himself safe."""

    def __init__(self, f: Field, general: int, worths: dict[int, float] | None = None) -> None:
        self.f = f
        self.worths = {} if worths is None else worths  # of squares, as far as they were asked for
        self.radius, self.at = f.officers[general].radius, f.officers[general].square
        self.corps = f.corps(general)
        self.chief = f.is_cic(general)
        self.general = general
        self.others = [officer.square for g, officer in f.officers.items() if g != general]
        self.held = mask_of(tuple([sq for unit in f.own for sq in unit.squares]))

    def worth(self, sq: int) -> float:
        """What it is worth to stand in a square."""
        found = self.worths.get(sq)
        if found is None:
            found = self.worths[sq] = self._worth(sq)
        return found

    def _worth(self, sq: int) -> float:
        found, radius = 0.0, self.radius
        for unit in self.corps:
            gap = farthest(sq, unit.squares)
            found -= 0.02 * gap
            if gap > radius:
                found -= self._halted(unit)
        if self.chief:
            return found + self._safety(sq)
        at_hand = self.awaited and self.f.world.rear(self.f.side, sq)
        return found + self._usefulness(sq) + (AT_HAND if at_hand else 0.0)

    @cached_property
    def awaited(self) -> bool:
        """[21.3] Whether troops of his have nothing to do but to wait for an order: cavalry behind others, and those
        who have taken their flag."""
        return any([not unit.routed and self._waits(unit) for unit in self.corps])

    def _waits(self, unit: Unit) -> bool:
        backs = unit.arm == CAVALRY and self.f.s.order_of(unit.id) == SUPPORT
        return backs or self.f.s.group(unit.group).holding

    @cached_property
    def here(self) -> float:
        """What it is worth to stay."""
        return self.worth(self.at)

    def _halted(self, unit: Unit) -> float:
        """[10.2] What it costs that a unit is out of command: who marches stops, who stands is only disordered."""
        f = self.f
        if f.nearest_foe(unit.squares) <= 1 or f.s.order_of(unit.id) == SUPPORT:
            return OUT
        group = f.s.group(unit.group)
        return HALTED if f.moves(unit) or (group.order in MOVES and f.prizes) else WAITS

    def slack(self, sq: int) -> int:
        """[42.2] By how many squares the nearest enemy falls short of a square in his next march."""
        return min([nearest((sq,), squares) - reach for squares, reach in self.f.strides], default=NOBODY)

    def _safety(self, sq: int) -> float:
        """[42.2] The battle is lost with him: out of reach, behind his generals, with an escort if need be."""
        f, radius = self.f, self.radius
        found = -6.0 * max(0, AFAR - f.danger(sq))
        if self.perilous & BITS[sq]:
            short = self.slack(sq) + (ESCORT if self.escorts & BITS[sq] else 0)
            found -= 3.0 * max(0, SPARE - short) + (CAUGHT if short < 0 else 0.0)
        found -= RIDE * max([max(0, distance(sq, at) - radius) for at in self.others], default=0)
        return found - AHEAD * max(0, f.forward(sq) - 4)

    @cached_property
    def perilous(self) -> int:
        """The squares of which some enemy's march does not fall short as it ought to."""
        found = 0
        for squares, reach in self.f.strides:
            found |= within(squares, reach + SPARE - 1)
        return found

    @cached_property
    def escorts(self) -> int:
        """The squares of regiments in order, as a mask."""
        return mask_of(tuple([sq for unit in self.f.own if unit.regiment and not unit.routed for sq in unit.squares]))

    def _usefulness(self, sq: int) -> float:
        """[36.2] Next to those who fight, not alone before the enemy."""
        alone = not self.held & BITS[sq]
        danger = self.f.danger(sq)
        found = 0.0 if not alone else -LONELY if danger <= 1 else -1.0 if danger == 2 else 0.0
        led, there = set(), BITS[sq]
        for unit, fights, around in self.led:
            if around & there:
                led.add(unit.group)
                found += STEADY if fights else 0.4
                if fights and (alone or sq in unit.squares):
                    found -= PERIL[min(unit.strength, 4)]
        return found + LED * sum([self.fights[g] for g in led])

    @cached_property
    def led(self) -> list[tuple[Unit, bool, int]]:
        """Regiments that he could lead: whether each fights, and from where he would."""
        able = [unit for unit in self.corps if unit.regiment and not unit.routed]
        return [(unit, self._fights(unit), ring(mask_of(unit.squares))) for unit in able]

    @cached_property
    def fights(self) -> dict[int, int]:
        """How many of each group fight."""
        groups = {unit.group for unit, _, _ in self.led}
        return {g: sum([self._fights(unit) for unit in self.f.members(g)]) for g in groups}

    def _fights(self, unit: Unit) -> bool:
        return self.f.nearest_foe(unit.squares) <= 1

    @cached_property
    def goals(self) -> int:
        """Squares he may think of: within his ride, near his troops; for a commander-in-chief any in the rear."""
        f, field = self.f, self.f.world.field
        wanted = _beside(self.held) | self._midway()
        if self.chief:
            low, high = f.world.rear_rows[f.side]
            wanted |= field.block(0, low, field.width, high - low + 1)
        return wanted & ride_field(f.s, self.general) & ~f.zone

    def _midway(self) -> int:
        """[10.1] Squares from which he would have all his troops in his radius; none if they are too far apart."""
        held = [sq for unit in self.corps if not unit.routed for sq in unit.squares]
        if not held:
            return 0
        across, along = [sq & 63 for sq in held], [sq >> 6 for sq in held]
        west, south = max(across) - self.radius, max(along) - self.radius
        wide, deep = min(across) + self.radius + 1 - west, min(along) + self.radius + 1 - south
        return self.f.world.field.block(west, south, wide, deep) if wide > 0 and deep > 0 else 0


def _beside(held: int) -> int:
    """The squares next to some squares."""
    rows = held << 1 | held >> 1
    lines = rows | held
    return rows | lines << STRIDE | lines >> STRIDE


def post_of(mind: Mind, general: int) -> Post:
    """A commander's post: the same sight, the same worth of every square."""
    scene, known = (general, mind.written, mind.scene), mind.memory.posts
    if known is None or known[0] != scene:
        known = mind.memory.posts = scene, {}
    return Post(mind.f, general, known[1])


def wants_to_ride(mind: Mind, general: int) -> bool:
    """[36.1] Before number 1 only a commander-in-chief in danger; in the commander step wherever one is of more use."""
    post = post_of(mind, general)
    if mind.s.step == EARLY and not (post.chief and post.slack(post.at) < 1):
        return False
    return any(post.worth(sq) > post.here + 0.5 for sq in squares_in(post.goals))


def ride(mind: Mind, general: int) -> str:
    """Where he rides."""
    post = post_of(mind, general)
    rides = [option for option in mind.verbs("ride") if post.goals & BITS[option.args[0]]]
    worths = {option.args[0]: post.worth(option.args[0]) for option in rides}
    if not rides or max(worths.values()) <= post.here:
        return mind.say("stay")
    return mind.pick(rides, lambda o: worths[o.args[0]])
