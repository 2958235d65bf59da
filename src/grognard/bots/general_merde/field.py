"""The field as the general thinks of it: the state he imagines, with his own plans carried out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from grognard.board.squares import BITS, SECTOR, mask_of, ring, squares_in
from grognard.games.merde.rules.combat.markers import deal_size
from grognard.games.merde.rules.motion import allowance
from grognard.games.merde.rules.movement.writing import Movement
from grognard.games.merde.rules.victory import time_is_up
from grognard.games.merde.world.lexicon import GARRISON, MARCH, MOVES, RESERVE, SIDES
from grognard.games.merde.world.pieces import Act, General, Group, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import CAVALRY, DECOY, INFANTRY, Kind, side_of

NOBODY: Final = 99  # a distance beyond every field
Box = tuple[int, int, int, int, int]


@lru_cache(maxsize=64)
def gaps(held: int, board: int) -> dict[int, int]:
    """How far every square of a board is from the nearest of those held; kept by the value of both."""
    found: dict[int, int] = {}
    known, fresh, size = 0, held & board, 0
    while fresh:
        known |= fresh
        for sq in squares_in(fresh):
            found[sq] = size
        fresh = ring(known) & board & ~known
        size += 1
    return found


@lru_cache(maxsize=1 << 12)
def within(squares: Squares, size: int) -> int:
    """All squares within a distance."""
    found = mask_of(squares)
    for _ in range(size):
        found = ring(found)
    return found


def heft(unit: Unit) -> float:
    """What a regiment weighs in a fight: its men, its level, its order."""
    return max(0.5, unit.strength + 0.5 * (unit.level - 6) - 0.5 * unit.damage)


def tied(f: Field, foe: Unit) -> bool:
    """[21.1] Whether the group of an enemy may not march yet."""
    group = f.groups.get(foe.group)
    return group is not None and group.release > f.turn


class Track(NamedTuple):
    """[20.5] Where a piece is at which time of a movement."""

    start: Squares
    moves: tuple[tuple[int, Squares], ...]

    def at(self, time: int) -> Squares:
        return next((squares for when, squares in reversed(self.moves) if when <= time), self.start)


def track_of(start: Squares, acts: Sequence[Act]) -> Track:
    """The track of a plan."""
    return Track(start, tuple([(act.time, act.squares) for act in acts]))


def crosses(one: Track, other: Track) -> bool:
    """[14.7] Whether two friends are ever in the same square."""
    times = {time for time, _ in (*one.moves, *other.moves)}
    return any(sq in other.at(time) for time in times for sq in one.at(time))


class Unit:
    """A counter on the field: its state and its stock."""

    def __init__(self, board: Battle, id: int) -> None:
        self.id = id
        self.side = side_of(id)
        self.piece = board.pieces[id]
        self.stock = board.world.stock(id)
        self.squares = self.piece.squares
        self.group = self.piece.group
        self.arm = self.stock.arm
        self.level = self.stock.level
        self.formation = self.piece.formation
        self.facing = self.piece.facing
        self.men = self.piece.men
        self.damage = self.piece.damage
        self.routed = self.piece.routed
        self.regiment = self.arm in (INFANTRY, CAVALRY)
        self.strength = sum(self.men)
        self.lost = sum(self.stock.men) - self.strength
        self.due = len(self.piece.hand) if self.piece.dealt else deal_size(board, id)  # markers it holds, or will

    @property
    def kinds(self) -> list[Kind]:
        """The battalions that are left."""
        return [kind for kind, men in zip(self.stock.kinds, self.men, strict=True) if men]


class Field:
    """What the general asks of a state. ``s`` is the state as it is, ``board`` the one with his plans carried out.

    A piece that is being planned stands where it stood.
    """

    def __init__(self, s: Battle, side: int) -> None:
        self.s, self.side, self.world, self.turn = s, side, s.world, s.turn
        draft, moving = s.drafts[side], bool(s.agenda) and isinstance(s.agenda[-1], Movement)
        self.plans = {p: scheme for p, scheme in draft.schemes.items() if moving and p != draft.chosen}
        self.board = self._laid() if self.plans else s
        self.board.wake()  # poses are tried with its own pieces
        self.own = [Unit(self.board, p) for p in s.alive(side)]
        self.foes = [Unit(self.board, p) for p in s.alive(1 - side) if s.arm(p) != DECOY]
        self.units = {unit.id: unit for unit in (*self.own, *self.foes)}
        self.flags, self.prizes = s.flags[side], s.flags[1 - side]
        self.left = max(0, s.world.turn_limit - s.turn)
        self.tracks = {p: track_of(s.pieces[p].squares, scheme.acts) for p, scheme in self.plans.items()}
        self.allotted: dict[int, int] | None = (
            None  # the columns that groups are to be sent to, once that is thought out
        )
        self.margins: dict[tuple[object, ...], int] = {}

    def _laid(self) -> Battle:
        board = self.s.twin()
        for p, scheme in self.plans.items():
            board.reform(p, scheme.squares, scheme.formation, scheme.facing)
        return board

    # who stands where

    @cached_property
    def standing(self) -> int:
        """[1.4] Who would win if the battle ended now: 1 oneself, 0 nobody, -1 the enemy."""
        end = self.s.copy()
        time_is_up(end)
        assert end.outcome is not None
        winner = end.outcome.winner
        return 0 if winner is None else 1 if winner == SIDES[self.side] else -1

    @cached_property
    def fighters(self) -> list[Unit]:
        """Enemies in order who can attack."""
        return [foe for foe in self.foes if foe.regiment and not foe.routed]

    @cached_property
    def enemy_held(self) -> int:
        return self.s.held(1 - self.side)

    @cached_property
    def lone_cic(self) -> int:
        """[42.2] Where the enemy commander-in-chief is to be taken; -1 if he is among his troops, or nowhere."""
        chief = self.s.generals[self.world.generals[1 - self.side][0]]
        return -1 if chief is None or chief.square < 0 or self.enemy_held & BITS[chief.square] else chief.square

    @cached_property
    def zone(self) -> int:
        """[12.1] Squares in the ZOC of enemies, as far as one sees."""
        return self.s.apparent_zoc(1 - self.side)

    @cached_property
    def stops(self) -> int:
        """[12.2] Squares held by enemies or in the ZOC of those in order."""
        held = mask_of(tuple([sq for foe in self.foes for sq in foe.squares]))
        return held | ring(mask_of(tuple([sq for foe in self.fighters for sq in foe.squares])))

    @cached_property
    def gap(self) -> dict[int, int]:
        """Distance of every square from the nearest enemy in order; empty when there is none."""
        return self._gaps(self.fighters)

    @cached_property
    def near_any(self) -> dict[int, int]:
        """The same from any enemy, batteries and routed troops too."""
        return self._gaps(self.foes)

    def _gaps(self, units: list[Unit]) -> dict[int, int]:
        return gaps(mask_of(tuple([sq for unit in units for sq in unit.squares])), self.world.field.board)

    @cached_property
    def _engaged(self) -> int:
        return self.s.zoc(self.side)

    def pinned(self, foe: Unit) -> bool:
        """[20.6] Whether an enemy stands in the ZOC of ours: he may only step back."""
        return any(self._engaged >> sq & 1 for sq in foe.squares)

    def pace(self, unit: Unit) -> int:
        """[14.1] How far a unit marches in a turn."""
        return allowance(self.s, unit.id, MARCH) if unit.arm in (INFANTRY, CAVALRY, DECOY) else 0

    @cached_property
    def groups(self) -> dict[int, Group]:
        """The groups of both sides of whom somebody stands."""
        return {unit.group: self.s.group(unit.group) for unit in self.units.values()}

    @cached_property
    def _members(self) -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in self.own:
            found.setdefault(unit.group, []).append(unit)
        return found

    def members(self, group: int) -> list[Unit]:
        """One's own of a group."""
        return self._members.get(group, [])

    def backed(self, unit: Unit) -> list[Unit]:
        return self.members(self.s.group(unit.group).supports)

    def moves(self, unit: Unit) -> bool:
        """[18.2] Whether it has the order to move, and still a flag to take by it."""
        return self.s.order_of(unit.id) in MOVES

    def nearest_foe(self, squares: Squares) -> int:
        """Distance of the nearest enemy in order."""
        gap = self.gap
        return min([gap.get(sq, NOBODY) for sq in squares])

    def nearest_of_any(self, squares: Squares) -> int:
        """Distance of the nearest enemy, batteries and routed troops too."""
        gap = self.near_any
        return min([gap.get(sq, NOBODY) for sq in squares])

    @cached_property
    def officers(self) -> dict[int, General]:
        """One's own commanders on the field."""
        numbers = self.world.generals[self.side]
        return {g: found for g in numbers if (found := self.s.generals[g]) is not None and found.square >= 0}

    def is_cic(self, general: int) -> bool:
        return general == self.world.generals[self.side][0]

    @cached_property
    def _corps(self) -> dict[int, list[Unit]]:
        found: dict[int, list[Unit]] = {}
        for unit in self.own:
            found.setdefault(unit.stock.general, []).append(unit)
        return found

    def corps(self, general: int) -> list[Unit]:
        """The troops a general commands."""
        return self._corps.get(general, [])

    @cached_property
    def strides(self) -> list[tuple[Squares, int]]:
        """Where enemies stand, and how far each may march; [20.6] one in the ZOC of ours only steps back."""
        return [(foe.squares, 1 if self.pinned(foe) else self.pace(foe)) for foe in self.fighters]

    @cached_property
    def menace(self) -> list[tuple[int, float]]:
        """Where each enemy may come to blows after his next march, and what he weighs."""
        found = []
        for foe in self.fighters:
            stands = self.s.order_of(foe.id) in (RESERVE, GARRISON) or tied(self, foe)
            pace = 0 if stands or foe.piece.out else 1 if self.pinned(foe) else self.pace(foe)
            found.append((within(foe.squares, 1 + pace), heft(foe)))
        return found

    def spread(self, unit: Unit) -> Box:
        """[10.1] The box of squares that its general's other troops fill (west, east, south, north), and his reach."""
        general = self.s.generals[unit.stock.general]
        mates = [mate for mate in self.corps(unit.stock.general) if mate is not unit and not mate.routed]
        held = [sq for mate in mates for sq in mate.squares]
        if general is None or not held:
            return (NOBODY, -NOBODY, NOBODY, -NOBODY, NOBODY)
        across, along = [sq & 63 for sq in held], [sq >> 6 for sq in held]
        return (min(across), max(across), min(along), max(along), 2 * general.radius)

    def forward(self, sq: int) -> int:
        return self.world.forward(self.side, sq)

    def column_flags(self, column: int) -> list[int]:
        return [sq for sq in self.prizes if (sq & 63) // SECTOR == column]

    def danger(self, sq: int) -> int:
        """Distance of the nearest enemy in order."""
        return self.gap.get(sq, NOBODY)
