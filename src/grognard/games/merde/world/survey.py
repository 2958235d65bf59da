"""What follows from how the field stands, worked out once while nothing on it changes."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from grognard.board.squares import mask_of
from grognard.games.merde.world.pieces import Piece
from grognard.games.merde.world.world import Chain, World
from grognard.kernel.frame import Frame
from grognard.kernel.wire import Json

# what of a counter in a view can be changed: of one that lies flag side up, of one that is seen, of one's own
HIDDEN_LISTS: Final = ("squares",)
LISTS: Final = (*HIDDEN_LISTS, "counters", "men", "full", "flags")
OWN_LISTS: Final = (*LISTS, "post", "hand")


class Rein(NamedTuple):
    """[18] What a piece is held to by its order."""

    order: int
    column: int
    sector: int  # of a garrison
    waits: bool  # [36.4] for a new general


class Picture:
    """What a side sees of the field while a question is open, as views have it. Nobody may change it: a view gets
    copies of all that can be changed."""

    def __init__(self, pieces: list[Json], lost: list[str], generals: list[Json], groups: list[Json]) -> None:
        self.pieces = pieces
        self.lost = lost
        self.generals = generals
        self.groups = groups
        self.units: list[Json] | None = None  # counters as the table draws them

    def copy(self) -> Picture:
        """The same for one view."""
        generals, groups = [general.copy() for general in self.generals], [group.copy() for group in self.groups]
        return Picture([_counter(piece) for piece in self.pieces], self.lost[:], generals, groups)


def _counter(piece: Json) -> Json:
    """A counter of one's own making; of one that lies flag side up hardly anything is known."""
    found: Json = piece.copy()
    for name in OWN_LISTS if "hand" in piece else LISTS if "men" in piece else HIDDEN_LISTS:
        found[name] = [*piece[name]]
    if found.get("hand"):
        found["hand"] = [[*marker] for marker in piece["hand"]]
    return found


class Survey:
    """The field as it stands while one question is open: secret answers change nothing but their own drafts.

    It belongs to the frame that asks (or to one answer, None), and goes when the answers are shown. Who stands is read
    off at once, the rest is filled in by the rules as it is asked for. Nothing that is found here may be changed.
    """

    def __init__(self, frame: Frame[Any] | None, world: World, pieces: list[Piece]) -> None:
        self.frame = frame
        self.sides: tuple[int, ...] | None = None  # who has something to decide
        self.alive: list[list[int]] = []
        self.troops: list[list[int]] = []
        self.held: list[int] = []  # squares, as masks
        self.veiled: list[int] = []  # [19.1] those of counters that lie flag side up
        self.members: dict[int, list[int]] = {}
        self.chain: Chain | None = None
        self.answers: dict[tuple[object, ...], object] = {}  # by question and numbers
        for side in (0, 1):
            self._read_off(pieces, world.roster[side], world.decoy_slots[side])
        self.pictures: dict[int, Picture] = {}  # by side; -1: of a spectator
        # [12.1] zones, as masks and as sets, by side
        self.zones: dict[int, int] = {}
        self.seeming: dict[int, int] = {}
        # [20.1] by side and step
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

    def _read_off(self, pieces: list[Piece], roster: tuple[int, ...], decoys: tuple[int, ...]) -> None:
        """The pieces of a side on the field, the squares they hold, and who belongs to which group."""
        troops = [p for p in roster if pieces[p].squares]
        alive = troops + [p for p in decoys if pieces[p].squares]
        held, veiled, members = 0, 0, self.members
        for p in alive:
            piece = pieces[p]
            held |= mask_of(piece.squares)
            if piece.hidden:
                veiled |= mask_of(piece.squares)
            if piece.group in members:
                members[piece.group].append(p)
            else:
                members[piece.group] = [p]
        self.troops.append(troops)
        self.alive.append(alive)
        self.held.append(held)
        self.veiled.append(veiled)
