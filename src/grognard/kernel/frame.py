"""What a game waits for: frames on an agenda, and the state they work on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final, Generic, NamedTuple, TypeVar

from mypy_extensions import mypyc_attr

from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, all_but, allowed, named, spared
from grognard.kernel.ban import Reason as Reason
from grognard.kernel.dice import Dice
from grognard.kernel.part import SHAPE, Part, Shape, given
from grognard.kernel.told import EVERYONE as EVERYONE
from grognard.kernel.told import PHASE as PHASE
from grognard.kernel.told import TURN as TURN
from grognard.kernel.told import Event as Event


class Outcome(NamedTuple):
    """How a match ended: the winner's name (None for a draw), how much, both scores and why (a message key)."""

    winner: str | None
    level: str
    score: dict[str, int]
    reason: str


# fields that the kernel itself counts and stores; each is made by a function, for the compiled build knows no other way
LISTED: Final = {SHAPE: Shape("{0}[:]", "", "", "")}
PASSING: Final = {SHAPE: Shape("{0}", "", "", "")}


def _nothing() -> None:
    return None


@dataclass(eq=False, repr=False)
@mypyc_attr(allow_interpreted_subclasses=True)
class State(Part):
    """The part of a game's state that the kernel needs: the agenda, the dice port, fresh events, the outcome."""

    dice: Dice = given()
    agenda: list[Frame[State]] = field(init=False, default_factory=list, metadata=LISTED)
    events: list[Event] = field(init=False, default_factory=list, metadata=LISTED)
    revealed: bool = field(init=False, default_factory=bool, metadata=PASSING)  # a frame showed a side something
    noise: int = field(init=False, default_factory=int, metadata=PASSING)  # 1: all of this answer unseen, 2: not all
    outcome: Outcome | None = field(init=False, default_factory=_nothing, metadata=PASSING)

    def hush(self, unseen: bool) -> None:
        """Say of a step whether it changed nothing that anybody else can see."""
        if not unseen:
            self.noise = 2
        elif not self.noise:
            self.noise = 1

    def emit(self, key: str, *args: object) -> None:
        """Tell everybody."""
        self.events.append(Event(key, args, EVERYONE))

    def explain(self, *detail: object) -> None:
        """Say of what was told last what it was made of: whoever may read the one may know the other."""
        told = self.events[-1]
        self.events[-1] = Event(told.key, told.args, told.to, detail)

    def open_turn(self, turn: int, *date: object) -> None:
        """Tell everybody that a turn begins; ``date``: whatever else its message says."""
        self.events.append(Event(TURN, (turn, *date), EVERYONE))

    def open_phase(self, turn: int, phase: int) -> None:
        """Tell everybody that a phase begins, by its number."""
        self.events.append(Event(PHASE, (turn, phase), EVERYONE))

    def whisper(self, side: int, key: str, *args: object) -> None:
        """Tell one side only."""
        self.events.append(Event(key, args, side))

    def wake(self, sealed: bool = False) -> None:
        """Something is about to be changed: what is shared with copies until then becomes the state's own.

        ``sealed``: no more than one side's secret answer.
        """

    def fingerprint(self) -> str:
        """A stable hash of the whole state, agenda included."""
        agenda = tuple([frame.key() for frame in self.agenda])
        facts = repr((self.facts(), agenda, self.outcome))
        return hashlib.sha256(facts.encode()).hexdigest()


S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame(Generic[S]):
    """One step of a rulebook. It never changes itself: what it needs to remember lives in the state."""

    rule: ClassVar[str] = ""
    sealed: ClassVar[bool] = False  # several sides answer, step by step, and none knows another's answer before the end

    def __init__(self, side: int = 0) -> None:
        self.side = side

    def key(self) -> tuple[object, ...]:
        """Name and contents, for the fingerprint."""
        return (type(self).__name__, self.side)

    def to_act(self, state: S) -> tuple[int, ...]:
        """The sides that owe an answer."""
        return (self.side,)

    def options(self, state: S, side: int) -> Sequence[Action]:
        """What the rules allow now. None at all: the frame finishes by itself; a single one: it is taken unasked."""
        return ()

    def must_ask(self, state: S) -> bool:
        """Whether to ask even where only one answer is legal: not being asked would tell the enemy a secret."""
        return False

    def apply(self, state: S, side: int, action: Action) -> None:
        """Carry out an answer. The frame has left the agenda; it pushes what comes next."""

    def finish(self, state: S) -> None:
        """What happens when there is nothing to ask."""

    def bans(self, state: S, side: int, verb: str, *head: int) -> Iterable[Ban]:
        """What shuts the next word of an answer that begins so, or the bare verb, in the order of the rulebook.

        ``options`` offers what they leave open, ``why_not`` names those that hold. None: another verb is asked.
        """
        return ()

    def open(self, state: S, side: int, verb: str, *head: int) -> int:
        """The words that may come next in an answer that begins so."""
        return spared(self.bans(state, side, verb, *head))

    def unoffered(self, state: S, side: int, verb: str, *head: int) -> int:
        """The words with which no option goes on that begins so: where options are made otherwise, the last ban of a
        verb shuts these."""
        place = len(head)
        known = [option.args for option in self.options(state, side) if option.verb == verb]
        return all_but([args[place] for args in known if len(args) > place and args[:place] == head])

    def may(self, state: S, side: int, verb: str) -> bool:
        """Whether the bare verb is open."""
        return allowed(self.bans(state, side, verb))

    def why_not(self, state: S, action: Action) -> list[Reason]:
        """Why an action is not among the options."""
        return self.banned(state, self.side, action)

    def banned(self, state: S, side: int, action: Action) -> list[Reason]:
        """The bans that hold for an action of a side, word by word."""
        return named(self._bans_on(state, side, action.verb, action.args))

    def _bans_on(self, state: S, side: int, verb: str, words: tuple[int, ...]) -> Iterator[tuple[Ban, int | None]]:
        for place in range(max(1, len(words))):
            word = words[place] if words else None
            for ban in self.bans(state, side, verb, *words[:place]):
                yield ban, word

    def refuse(self, state: S, side: int, action: Action) -> list[Reason]:
        """``why_not`` for one side, where sides answer in secret and each must hear of nothing but its own answer."""
        return self.why_not(state, action)

    def prompt(self, state: S) -> tuple[object, ...]:
        """Arguments for the message that asks the question (its key is the frame's name)."""
        return ()

    def question(self, state: S, side: int) -> tuple[object, ...]:
        """``prompt`` for one side."""
        return self.prompt(state)
