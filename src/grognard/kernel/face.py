"""What a game may bring for the table at which people play. Every answer here is harmless: a game needs none of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from msgspec import convert

from grognard.kernel.action import Action, Region
from grognard.kernel.ban import Reason
from grognard.kernel.frame import S
from grognard.kernel.pen import P
from grognard.kernel.wire import (
    CardsShown,
    Clock,
    Column,
    Company,
    Forecast,
    Json,
    Laying,
    Option,
    Overlays,
    Plan,
    Rehearsal,
    Roll,
    Shortcut,
    Sidebar,
    Sight,
    Stage,
    TableArea,
    Together,
)
from grognard.kernel.wire import Region as RegionShown

if TYPE_CHECKING:
    from grognard.kernel.match import Match


class Focus(NamedTuple):
    """What a line of the log is about.

    Of lines with the same ``thread`` that follow each other only the last is shown: the steps of one move.
    """

    places: list[str] = []
    side: str | None = None
    rule: str | None = None
    dice: list[int] = []
    card: str | None = None
    thread: str | None = None
    faces: int = 6  # of its dice


class Holding(NamedTuple):
    """A place that counts: who holds it (nobody: ""), its name, its points."""

    side: str
    name: str
    points: float


class Stand(NamedTuple):
    """How somebody wishes a piece to stand, and where; empty: as is usual, and not yet."""

    form: str = ""
    front: str = ""
    place: str = ""


def plain_option(action: Action) -> Option:
    """An option without anything a game could add: its notation as label."""
    return Option(action=action.text, label=action.text, verb=action.verb, group="button")


class Face(Generic[S]):
    """What a table shows of one state to one side, in one language. A side of -1 is a spectator, who knows no secrets.

    It is made for a moment: the state must not change while it is looked at.
    """

    def __init__(self, state: S, side: int, language: str) -> None:
        self.state = state
        self.side = side
        self.language = language

    # the question

    def describe(self, action: Action) -> Option:
        """One option of the question now put to the side, ready for the client."""
        return plain_option(action)

    def region(self, region: Region) -> RegionShown:
        """An option that is a region, and how it is answered by hand or by a number.

        ``gesture``: "pose" (place and facing), "point" (place) or "amount" (``min``, ``max``, ``step``, ``suffix``).
        """
        return convert(region.as_data() | {"label": region.text, "gesture": "", "template": ""}, RegionShown)

    def areas(self) -> list[TableArea]:
        """Ground that the question now put to the side is about."""
        return []

    def rehearse(self, action: Action) -> Rehearsal | None:
        """What an action would lead to, before it is taken: where it ends, its steps, what follows from there.

        None where there is nothing to try out. It may be illegal.
        """
        return None

    def crumbs(self) -> list[str]:
        """The steps already taken of a choice made in several: ["Davout", "5 units"]."""
        return []

    def backdrop(self) -> str | None:
        """The overlay that is laid over the map by itself while the present question is asked."""
        return None

    def shortcuts(self) -> Sequence[Shortcut | Plan]:
        """Long answers at one click, their actions played one after another; a plan is shown on the map.

        An action with a question mark at its end is played only if it is then legal: where it was the only answer it
        has been given unasked.
        """
        return []

    def companies(self) -> list[Company]:
        """Pieces that may answer the question now put to the side together, such as a formation that moves."""
        return []

    def roll(self) -> Roll | None:
        """Those who belong together with the one that is asked, such as his brigade."""
        return None

    def together(self, match: Match, units: list[str], base: str, goal: str) -> Together | None:
        """Where these pieces may be sent together; with a ``goal``, what each of them would do.

        ``base``: the piece that comes to the goal, as the others keep their places round it. ``match`` is one that the
        side imagines: it may be played on, and holds nothing that the side may not know.
        """
        return None

    def lay(self, placed: Mapping[str, Stand], unit: str) -> Laying | None:
        """An army to be laid out, as far as it has been placed by unit, and where the unit in hand may stand.

        None where no such question is put.
        """
        return None

    def about(self, place: str) -> list[str]:
        """Actions somebody may have meant who clicked on a place, likeliest first; to be asked why they are illegal."""
        return []

    def dark(
        self, place: str, hand: str = "", units: Sequence[str] | None = None, steps: Sequence[str] = ()
    ) -> list[Reason]:
        """Why nothing can be chosen at a place, where the game knows better than the single answers say.

        ``hand``, ``units``, ``steps``: the stack somebody has in hand, as ``column`` is asked for it.
        """
        return []

    def column(
        self, place: str, units: Sequence[str] | None = None, steps: Sequence[str] = (), to: str | None = None
    ) -> Column | None:
        """A stack taken in hand; None where nothing can be done with it at one gesture.

        ``units``: who is to go (None: as the staff would have it), ``steps``: the way so far, ``to``: and on to there.
        """
        return None

    def forecast(self, action: Action, given: Mapping[str, int]) -> Forecast | None:
        """The odds of a gamble, ready to be drawn; None where the action is none.

        ``bars`` are the outcomes, ``unknowns`` what may still be chosen; ``given``: what is assumed of it.
        """
        return None

    # the board and what stands round it

    def clock(self) -> Clock:
        """Where the match stands."""
        return Clock(turn=0, phase=0, phase_name="", month="")

    def side_note(self, who: int) -> str:
        """A few words about side ``who`` for the bar over the board, as far as this side may know."""
        return ""

    def held(self) -> dict[str, Holding]:
        """Places that count and who holds them now, as far as the side knows."""
        return {}

    def overlays(self) -> Overlays:
        """What can be laid over the board: supply, control, the reach of a march."""
        return Overlays()

    def sight(self, place: str) -> Sight | None:
        """What is seen from a place; None: no such rule."""
        return None

    def sidebar(self) -> Sidebar:
        """Tables one click away."""
        return Sidebar(tables=[], track=[])

    def cards(self) -> CardsShown | None:
        """Cards as the side sees them; None where there are none. Faces are in the scene (``cards`` by id)."""
        return None

    def stage(self) -> Stage | None:
        """A clash being fought, for a small stage beside the board; None when there is none.

        Markers lie face down until all are in.
        """
        return None


AnyFace = Face[Any]  # of whatever game


class PenFace(Face[S], Generic[S, P]):
    """A face that is written with a game's own pen.

    What it shows is made by functions of the game's ``table`` that are given the face: its class is the list of them.
    """

    def __init__(self, state: S, side: int, pen: P) -> None:
        super().__init__(state, side, pen.language)
        self.pen = pen


class Workshop:
    """Scenarios of people's own."""

    def bench(self, language: str) -> Json:
        """What a scenario is made from: pieces with their prices, terrain, limits, and scenarios to start from."""
        raise NotImplementedError

    def inspect(self, text: str, wish: str, language: str) -> Json:
        """A scenario of somebody's own, checked: {"faults": [{"rule", "text", "places"}], "facts", "scene", "text"}.

        A ``wish`` asks for help, in the game's own words; then ``text`` is the scenario with the wish fulfilled.
        """
        raise NotImplementedError


class Companion:
    """The arithmetic for people who play with their own pieces on a real table."""

    def page(self, language: str) -> Json:
        """Forms with their fields, and the turn.

        {"title", "about", "forms": [{"id", "title", "rule", "roles", "fields"}], "sequence", "roster", "armies",
        "sheets"}
        """
        raise NotImplementedError

    def reckon(self, form: str, given: Mapping[str, object], language: str) -> Json | None:
        """One form answered from what is stated, with a die if one is given; None: there is no such form.

        {"rows": [{"label", "value", "rule"}], "total", "die", "needs", "bars", "result"}
        """
        raise NotImplementedError

    def sheet(self, kind: str, roster: Mapping[str, object], language: str) -> Json | None:
        """A sheet to print: {"title", "file", "blocks": [{"kind": "heading" | "text" | "table", ...}]}; or None."""
        raise NotImplementedError
