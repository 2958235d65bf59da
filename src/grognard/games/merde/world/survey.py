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
Post = tuple[Squares, int, bool, bool]  # of a piece: its squares, its group, whether it is hidden or routed
GONE: Final = -2  # the group of a piece that is not on the field


class Rein(NamedTuple):
    """[18] What a piece is held to by its order."""

    order: int
    column: int
    sector: int  # of a garrison
    waits: bool  # [36.4] for a new general


class Picture:
    """What a side sees of the field while a question is open, as views have it. Nobody may change it: a view gets
    copies of what can be changed, and all lists within these are fixed."""

    def __init__(self, pieces: list[Json], lost: list[str], generals: list[Json], groups: list[Json]) -> None:
        self.pieces = pieces
        self.lost = lost
        self.generals = generals
        self.groups = groups
        self.drawn: Drawn | None = None

    def whole(self) -> Json:
        """Itself, for the only view that has it."""
        return {"pieces": self.pieces, "lost": self.lost, "generals": self.generals, "groups": self.groups}

    def shown(self) -> Json:
        """The same for one view among several."""
        return {
            "pieces": copies(self.pieces),
            "lost": self.lost[:],
            "generals": copies(self.generals),
            "groups": copies(self.groups),
        }


class Drawn(NamedTuple):
    """Counters and flags as the table draws them."""

    units: list[Json]
    flags: list[Json]


def copies(found: list[Json]) -> list[Json]:
    return [each.copy() for each in found]


COMMAND: Final = attrgetter("order", "number", "supports", "holding")


class Roll:
    """Who is on the field, in which group: the same until somebody is lost or changes groups. Nothing that is found
    here may be changed."""

    def __init__(self, world: World, pieces: list[Piece], joined: list[int]) -> None:
        self.joined = joined
        self.troops = [[p for p in world.roster[side] if pieces[p].squares] for side in (0, 1)]
        decoys = [[p for p in world.decoy_slots[side] if pieces[p].squares] for side in (0, 1)]
        self.alive = [self.troops[side] + decoys[side] for side in (0, 1)]
        self.members: dict[int, list[int]] = {}
        self.chains: dict[tuple[object, ...], Chain] = {}
        # [21] by side, filled in by the rules as it is asked for
        self.standing: dict[int, list[int]] = {}
        self.listeners: dict[int, frozenset[int]] = {}
        for p in self.alive[0] + self.alive[1]:
            self.members.setdefault(pieces[p].group, []).append(p)

    def chain(self, groups: list[Group | None]) -> Chain:
        """[18] Who obeys whom: the same as before where groups, their members and their orders are the same."""
        key = tuple(map(COMMAND, filter(None, [groups[g] for g in self.members])))
        found = self.chains.get(key)
        if found is None:
            if len(self.chains) >= CHAINS:
                self.chains.clear()
            found = self.chains[key] = Chain()
        return found


class Ranks:
    """Who stands where: read off the field, and the same for one question after another as long as that is the same.
    Nothing that is found here may be changed."""

    def __init__(self, world: World, pieces: list[Piece], posts: list[Post], before: Ranks | None) -> None:
        self.posts = posts
        joined = [group if squares else GONE for squares, group, _, _ in posts]
        known = before is not None and before.roll.joined == joined
        self.roll: Roll = before.roll if before is not None and known else Roll(world, pieces, joined)
        self.zones: dict[int, int] = {}  # [12.1] as masks, by side
        self.seeming: dict[int, int] = {}
        self.held = [0, 0]  # squares, as masks
        self.veiled = [0, 0]  # [19.1] those of counters that lie flag side up
        for side in (0, 1):
            for piece in self.roll.alive[side]:
                p = pieces[piece]
                self.held[side] |= mask_of(p.squares)
                if p.hidden:
                    self.veiled[side] |= mask_of(p.squares)


def posts_of(world: World, pieces: list[Piece]) -> list[Post]:
    """What of the pieces decides who stands where, and what he controls."""
    return [(p.squares, p.group, p.hidden, p.routed) for p in map(pieces.__getitem__, world.everybody)]


class Survey:
    """The field as it stands while one question is open: secret answers change nothing but their own drafts.

    It belongs to the frame that asks (or to one answer, None), and goes when the answers are shown. Who stands where is
    known at once, the rest is filled in by the rules as it is asked for. Nothing that is found here may be changed.
    """

    def __init__(self, frame: Frame[Any] | None, ranks: Ranks) -> None:
        self.frame = frame
        self.sides: tuple[int, ...] | None = None  # who has something to decide
        self.roll = ranks.roll
        self.alive = ranks.roll.alive
        self.troops = ranks.roll.troops
        self.members = ranks.roll.members
        self.held = ranks.held
        self.veiled = ranks.veiled
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
        # [21] by general, group or side
        self.distant: dict[int, bool] = {}  # [21.3] generals who are reached by messengers alone
        self.addressees: dict[int, int] = {}
        self.leading: dict[int, list[int]] = {}
