"""What follows from how the field stands, worked out once while nothing on it changes."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final, NamedTuple

from grognard.board.squares import mask_of
from grognard.games.merde.world.pieces import Group, Piece, Squares
from grognard.games.merde.world.world import Chain, World
from grognard.kernel.frame import Frame
from grognard.kernel.wire import Json

CHAINS: Final = 256  # kept for the same groups


class Rein(NamedTuple):
    """[18] What a piece is held to by its order."""

    order: int
    column: int
    sector: int  # of a garrison
    waits: bool  # [36.4] for a new general


class Picture:
    """What a side sees of the field while a question is open, as views have it. Nobody may change it: a view gets
    copies of all that can be changed; each list or dict less is one less for the collector to count."""

    def __init__(self, pieces: list[Json], lost: list[str], generals: list[Json], groups: list[Json]) -> None:
        self.pieces = pieces
        self.lost = lost
        self.generals = generals
        self.groups = groups
        self.units: list[Json] | None = None  # counters as the table draws them

    def whole(self) -> Json:
        """Itself, for the only view that has it."""
        return {"pieces": self.pieces, "lost": self.lost, "generals": self.generals, "groups": self.groups}

    def shown(self) -> Json:
        """The same for one view among several."""
        return {
            "pieces": [_counter(piece) for piece in self.pieces],
            "lost": self.lost[:],
            "generals": [general.copy() for general in self.generals],
            "groups": [group.copy() for group in self.groups],
        }


def _counter(piece: Json) -> Json:
    """A counter of one's own making; of one that lies flag side up hardly anything is known."""
    found: Json = piece.copy()
    found["squares"] = piece["squares"][:]
    if "men" in piece:
        found["counters"], found["flags"] = piece["counters"][:], piece["flags"][:]
        found["men"], found["full"] = piece["men"][:], piece["full"][:]
        if "hand" in piece:
            at_post = piece["post"] is piece["squares"]
            found["post"] = found["squares"] if at_post else piece["post"][:]
            found["hand"] = [marker[:] for marker in piece["hand"]] if piece["hand"] else []
    return found


COMMAND: Final = attrgetter("order", "number", "supports", "holding")


class Ranks:
    """Who stands where, in which group: read off the field, and the same for one question after another as long as
    that is the same. Nothing that is found here may be changed."""

    def __init__(self, world: World, pieces: list[Piece], before: Ranks | None) -> None:
        self.posts = _posts(world, pieces)
        self.zones: dict[int, int] = {}  # [12.1] as masks, by side
        self.seeming: dict[int, int] = {}
        self.alive: list[list[int]] = []
        self.troops: list[list[int]] = []
        self.held: list[int] = []  # squares, as masks
        self.veiled: list[int] = []  # [19.1] those of counters that lie flag side up
        for side in (0, 1):
            self._read_off(pieces, world.roster[side], world.decoy_slots[side])
        self.members: dict[int, list[int]] = {}
        self.chains: dict[tuple[object, ...], Chain] = {}
        for p in self.alive[0] + self.alive[1]:
            self.members.setdefault(pieces[p].group, []).append(p)
        if before is not None and before.members == self.members:
            self.chains = before.chains

    def same(self, world: World, pieces: list[Piece]) -> bool:
        """Whether everybody stands as he stood."""
        return self.posts == _posts(world, pieces)

    def _read_off(self, pieces: list[Piece], roster: tuple[int, ...], decoys: tuple[int, ...]) -> None:
        """The pieces of a side on the field, and the squares they hold."""
        troops = [p for p in roster if pieces[p].squares]
        alive = troops + [p for p in decoys if pieces[p].squares]
        held = veiled = 0
        for p in alive:
            held |= mask_of(pieces[p].squares)
            if pieces[p].hidden:
                veiled |= mask_of(pieces[p].squares)
        self.troops.append(troops)
        self.alive.append(alive)
        self.held.append(held)
        self.veiled.append(veiled)

    def chain(self, groups: list[Group | None]) -> Chain:
        """[18] Who obeys whom: the same as before where groups, their members and their orders are the same."""
        key = tuple([COMMAND(o) for g in self.members if (o := groups[g]) is not None])
        found = self.chains.get(key)
        if found is None:
            if len(self.chains) >= CHAINS:
                self.chains.clear()
            found = self.chains[key] = Chain()
        return found


def _posts(world: World, pieces: list[Piece]) -> list[tuple[Squares, int, bool, bool]]:
    """What of the pieces decides who stands where, and what he controls."""
    return [((p := pieces[slot]).squares, p.group, p.hidden, p.routed) for slot in world.everybody]


class Survey:
    """The field as it stands while one question is open: secret answers change nothing but their own drafts.

    It belongs to the frame that asks (or to one answer, None), and goes when the answers are shown. Who stands where is
    known at once, the rest is filled in by the rules as it is asked for. Nothing that is found here may be changed.
    """

    def __init__(self, frame: Frame[Any] | None, ranks: Ranks) -> None:
        self.frame = frame
        self.sides: tuple[int, ...] | None = None  # who has something to decide
        self.ranks = ranks
        self.alive = ranks.alive
        self.troops = ranks.troops
        self.held = ranks.held
        self.veiled = ranks.veiled
        self.members = ranks.members
        # [12.1] zones, as masks, by side
        self.zones = ranks.zones
        self.seeming = ranks.seeming
        self.chain: Chain | None = None
        self.answers: dict[tuple[object, ...], object] = {}  # by question and numbers
        self.pictures: dict[int, Picture] = {}  # by side; -1: of a spectator
        # [20.1] by step and side, or by side
        self.movers: dict[int, list[int]] = {}
        self.riders: dict[int, list[int]] = {}
        # [18.7] supports that are too far away, and those that must come up: by piece and the plans of their friends
        self.far: dict[tuple[object, ...], bool] = {}
        self.closing: dict[tuple[object, ...], bool] = {}
        self.sheets: dict[tuple[int, int], object] = {}
        # [21] by side, or by square and side
        self.standing: dict[int, list[int]] = {}
        self.distant: dict[int, bool] = {}  # [21.3] generals who are reached by messengers alone
        self.addressees: dict[int, int] = {}
        self.leading: dict[int, list[int]] = {}
