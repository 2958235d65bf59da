"""A match: the one door through which a state changes."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from grognard.kernel.action import Action, NotationError, Region
from grognard.kernel.decision import Decision, IllegalAction, Refusal
from grognard.kernel.dice import CommittedDice, Dice, FastDice, ScriptedDice, commitment
from grognard.kernel.frame import Frame, Outcome, Reason, State
from grognard.kernel.game import AnyGame, Setup
from grognard.kernel.i18n import LANGUAGES, Catalogue
from grognard.kernel.odds import Gamble, Ranges, possible, spread
from grognard.kernel.record import RESIGN, SETTLE, UNDO, Line, Position, Record, Stream
from grognard.kernel.told import EVERYONE, NOTHING, Event, Story
from grognard.kernel.told import Entry as Entry
from grognard.kernel.wire import Json, pieces

CHECKPOINT = 128
KEPT = 4  # checkpoints at hand besides the beginning; what lies between is played again
# whatever comes in gets a refusal with a sentence, also from the compiled build, which checks types at its doors
AnySide = str | Any
AnyAction = Action | str | Any
ENDED = ("resigned", "settled")  # events and reasons: a side gave up, or had the match counted
_NOBODY: tuple[str, ...] = ()


class Match:
    """A game in progress. Made by ``grognard.start`` and ``grognard.loads``."""

    def __init__(
        self, game: AnyGame, setup: Setup, dice: Dice, streams: list[Stream], state: State | None = None
    ) -> None:
        self.game = game
        self._setup = setup
        self.streams = streams
        self.dice = dice
        self.revision = 0
        self._history: list[Entry] = []  # everything, undos included
        self._line: list[Entry] = []  # what counts
        self._undone: list[Entry] = []
        self._stories: dict[tuple[int, bool], Story] = {}  # what was told, to whom and how it counts
        self._heirloom: dict[tuple[int, bool], Story] = {}  # what the match that this is a copy of had told
        self._unseen = [0] * (len(game.sides) + 1)  # steps by who does not know of them; last: a spectator
        self._checkpoints: dict[int, State] = {}  # by how many actions led there
        self._marked = 0  # the checkpoint that was asked for last
        self.positions: list[Position] = []  # where older rules gave way to these
        self.age = (game.ruleset, game.data_hash)  # the rules that it was begun by
        self._offers: dict[int, Sequence[Action]] = {}
        self._acting: tuple[int, ...] = ()
        self._names: tuple[str, ...] = _NOBODY
        self._rank = {name: i for i, name in enumerate(game.sides)}
        self._names_of: dict[tuple[int, ...], tuple[str, ...]] = {}  # the names of those who act
        self._opening = Entry(EVERYONE, None, (), [], False)
        if state is not None:
            self.state = state
            return
        self.state = game.begin(setup, dice)
        self._advance()
        self._opening = Entry(EVERYONE, None, dice.take(), self._take_events(), False)
        self._checkpoints[0] = self.state.copy()

    # what is asked

    @property
    def setup(self) -> Setup:
        """What the match started from."""
        return Setup(self._setup.scenario, dict(self._setup.options))

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.sides

    @property
    def to_act(self) -> tuple[str, ...]:
        """The sides that owe a decision now."""
        return self._names

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def words(self) -> Catalogue:
        """The game's messages as this match shows them."""
        return self.game.catalogue(self._setup)

    @property
    def fingerprint(self) -> str:
        """A stable hash of the whole state."""
        return self.state.fingerprint()

    def options(self, side: AnySide) -> tuple[Action, ...]:
        """The legal actions of a side: all of them, in reading order; none when it owes nothing.

        Where a choice is continuous there are regions among them: each stands for the actions that it accepts.
        """
        try:
            offers = self._offers[self._rank[side]]  # as a rule the question is at hand
        except (KeyError, TypeError):
            offers = self._options(self._side(side))
        return tuple(offers)

    def sample(self, side: AnySide, rng: random.Random) -> Action:
        """One of the legal actions, by chance: of a region among the options, an action that it accepts."""
        who = self._side(side)
        offers = self._options(who)
        if not offers:
            raise self._no("sample", str(side))
        found = rng.choice(offers)
        return found.sample(rng) if isinstance(found, Region) else found

    def decision(self, side: AnySide) -> Decision | None:
        """The question put to a side, or None."""
        who = self._side(side)
        if who not in self._acting:
            return None
        frame = self._frame()
        return Decision(
            side,
            type(frame).__name__,
            frame.rule,
            tuple(self._options(who)),
            self.words,
            frame.question(self.state, who),
        )

    def why_not(self, side: AnySide, action: AnyAction) -> list[Refusal]:
        """Why the rules forbid an action; an empty list if it is legal."""
        try:
            who = self._side(side)
            if action in (RESIGN, SETTLE):
                self._verdict(who, str(action))
                return []
            found = self._read(action)
        except IllegalAction as illegal:
            return illegal.refusals
        return [] if self._offered(who, found) else self._refuse(who, found)

    def odds(self, side: AnySide, action: AnyAction, **given: int) -> Gamble | None:
        """The exact distribution of what an action may bring, where it is a gamble; else None.

        ``given``: what is assumed of choices still to come, by the names of the gamble's unknowns.
        """
        who, wanted = self._side(side), self._read(action)
        self._check_given(who, wanted, given)
        return self.game.odds(self.state, who, wanted, given)

    def spread(self, side: AnySide, action: AnyAction, **given: int) -> Ranges:
        """Of each outcome of a gamble its least and its greatest chance, over all that the enemy may still choose."""
        who, wanted = self._side(side), self._read(action)
        self._check_given(who, wanted, given)
        found = possible(lambda more: self.game.odds(self.state, who, wanted, more), given)
        return spread([gamble.outcomes for gamble in found])

    def _check_given(self, who: int, action: Action, given: Mapping[str, object]) -> None:
        gamble = self.game.odds(self.state, who, action, {}) if given else None
        known = {unknown.name: unknown for unknown in gamble.unknowns} if gamble else {}
        for name, value in given.items():
            if name not in known:
                raise self._no("odds.name", name[:40], ", ".join(known) or "-")
            least, most = known[name].least, known[name].most
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise self._no("odds.value", name, str(value)[:40], least, most)

    # what changes

    def play(self, side: AnySide, action: AnyAction) -> list[Event]:
        """Carry out an action and everything that follows without a choice; raises IllegalAction.

        Besides its options a side may always give up (``resign``), and end the match and have it counted as it stands
        (``settle``) where the rules can count.
        """
        try:
            who = self._rank[side]
            offers = self._offers[who]  # as a rule the question is at hand
        except (KeyError, TypeError):
            who = self._side(side)
            offers = self._options(who)
        if action not in offers or isinstance(action, Region):
            if action in (RESIGN, SETTLE):
                return self._end(who, str(action))
            found = self._read(action)
            if not self._offered(who, found):
                raise IllegalAction(self._refuse(who, found))
            action = found
        assert isinstance(action, Action)
        state = self.state
        acting = self._acting
        frame = state.agenda.pop()
        state.wake(frame.sealed)
        frame.apply(state, who, action)
        sealed = final = False
        if frame.sealed:
            if self._still_open(frame):
                self._advance(self._others(who))
                sealed = self._still_open(frame)  # the last answers may have been given unasked
            else:
                self._advance()
            final = not sealed
        else:
            self._advance()
            final = len(self._acting) > 1 and self._open_window()
        events = state.events
        if events:
            state.events = []
        else:
            events = NOTHING
        shown = not sealed and not ((self.game.discreet or state.noise == 1) and self._acting == acting)
        told: tuple[int, ...] = ()
        for event in events:
            if event.to == EVERYONE:
                shown = True
            else:
                told += (event.to,)
        dice = self.dice.take() if self.dice.rolled else ()
        entry = Entry(who, action, dice, events, state.revealed or final, sealed, shown, told)
        state.revealed, state.noise = False, 0
        if self._undone:
            self._undone = [e for e in self._undone if e.side != who] if sealed else []
        self._append(entry)
        return events[:]

    def _verdict(self, who: int, how: str) -> Outcome:
        """How the match ends if a side gives up or has it counted now; raises IllegalAction."""
        state, sides = self.state, self.game.sides
        if state.outcome is not None:
            raise self._no("over")
        counted = self.game.verdict(state)
        if how == SETTLE:
            if counted is None:
                raise self._no("settle")
            return counted._replace(reason="settled")
        winner = sides[1 - who] if len(sides) == 2 else None
        return Outcome(winner, RESIGN, {} if counted is None else counted.score, "resigned")

    def _end(self, who: int, how: str) -> list[Event]:
        """A side ends the match: whatever is asked is asked no longer, and nothing can be taken back."""
        outcome = self._verdict(who, how)
        self.state.wake()
        self.state.outcome, self._undone, self._offers = outcome, [], {}
        self.state.agenda.clear()
        self._wait(())
        told = Event("settled" if how == SETTLE else "resigned", (who,))
        self._append(Entry(who, Action(how, (), how), (), [told], True))
        return [told]

    def _still_open(self, frame: Frame[State]) -> bool:
        """Whether the secret question just answered is still open, so that the answer stays its side's secret."""
        state = self.state
        return bool(state.agenda) and state.agenda[-1] is frame and state.outcome is None

    def _open_window(self) -> bool:
        """Whether the sides that act now choose in secret. What led here can no longer be taken back: somebody may have
        begun to answer, and an undo that works only before he does would tell."""
        return self._frame().sealed

    def _others(self, who: int) -> dict[int, Sequence[Action]]:
        """The offers of the other sides, which an answer they may not know of cannot have changed."""
        others = self._offers.copy()
        others.pop(who, None)
        return others

    def join(self, count: int) -> None:
        """The last so many actions were one gesture: they may be taken back together."""
        for entry in self._line[max(0, len(self._line) - count + 1) :]:
            entry.joined = True

    def undo(self, side: AnySide, gesture: bool = False) -> None:
        """Back to the side's last decision, if no die has been rolled, nothing was learnt and nobody else has chosen.

        Secret answers to a question that is still open do not count as chosen: a side takes back its own alone.
        ``gesture``: all that was done at once with it, as far as that can be taken back.
        """
        who = self._side(side)
        last = self._take_back(who)
        while gesture and last.joined and self.can_undo(side):
            last = self._take_back(who)

    def _take_back(self, who: int) -> Entry:
        place = self._place_before(who)
        last, before = self._line[place], self._before(who, place)
        self._undone = [*self._undone, last]
        self._become(before)
        self._remember(Entry(who, None, (), [], False, last.sealed, last.shown, last.told))
        return last

    def can_undo(self, side: AnySide) -> bool:
        """Whether a side may take back its last decision."""
        who = self._side(side)
        try:
            self._before(who, self._place_before(who))
        except IllegalAction:
            return False
        return True

    def _place_before(self, who: int) -> int:
        """Which decision a side would take back; raises IllegalAction."""
        if not self._line or not self._checkpoints:
            raise self._no("undo.nothing")
        place = len(self._line) - 1
        while self._line[place].sealed and self._line[place].side != who and place and self._pending():
            place -= 1
        last = self._line[place]
        if last.side != who:
            raise self._no("undo.other")
        if last.dice:
            raise self._no("undo.dice")
        if last.revealed:
            raise self._no("undo.secret")
        return place

    def _before(self, who: int, place: int) -> Match:
        """The match without a decision; raises IllegalAction where it cannot be unlearnt."""
        if place < min(self._checkpoints):
            self._begin_again()
        before = self._beside(self.state, self.dice)
        before._line, before._checkpoints = self._line, self._checkpoints
        before._rewind(place, self._line[place + 1 :])
        if not self.game.glimpse(self.state, who) <= self.game.glimpse(before.state, who):
            raise self._no("undo.learnt")
        if not self.game.concealed(before.state, who) <= self.game.concealed(self.state, who):
            raise self._no("undo.secret")
        return before

    def _begin_again(self) -> None:
        """A match that was taken up again has only the last positions at hand: make the first one anew."""
        if self.positions:
            raise self._no("undo.far")
        self._checkpoints[0] = Match(self.game, self._setup, ScriptedDice(self._opening.dice), []).state

    def _become(self, other: Match) -> None:
        """Take over the position of a copy."""
        self.state, self._line, self._checkpoints = other.state, other._line, other._checkpoints
        self._offers, self._acting, self._names = other._offers, other._acting, other._names
        self.state.dice = self.dice

    def _pending(self) -> bool:
        """Whether the last entry answers a question that is still open."""
        return bool(self.state.agenda) and self._frame().sealed

    def redo(self, side: AnySide, gesture: bool = False) -> list[Event]:
        """Play again what the side's last undo took back; ``gesture``: and what was done at once with it."""
        who = self._side(side)
        events = self._do_again(who)
        while gesture and (own := self._own_undone(who)) and own[-1].joined and self.can_redo(side):
            events += self._do_again(who)
        return events

    def _own_undone(self, who: int) -> list[Entry]:
        return [entry for entry in self._undone if entry.side == who]

    def _do_again(self, who: int) -> list[Event]:
        own = self._own_undone(who)
        if not own:
            raise self._no("undo.redo")
        left = [entry for entry in self._undone if entry is not own[-1]]
        action = own[-1].action
        assert action is not None
        events = self.play(self.sides[who], action)
        self._line[-1].joined = own[-1].joined
        self._undone = left if self._line[-1].sealed else [entry for entry in left if entry.side == who]
        return events

    def can_redo(self, side: AnySide) -> bool:
        """Whether what a side took back last can be played again."""
        who = self._side(side)
        own = self._own_undone(who)
        action = own[-1].action if own else None
        return action is not None and self._offered(who, action)

    def mark(self) -> None:
        """Keep this position at hand: to take back what comes next is then cheap."""
        if not self._checkpoints:
            return
        if self._marked % CHECKPOINT and self._marked > min(self._checkpoints):
            self._checkpoints.pop(self._marked, None)
        self._marked = len(self._line)
        self._keep_position(self._marked)

    def copy(self, dice: Dice | None = None, history: bool = True) -> Match:
        """An independent match in the same state, with the same dice to come, or with others.

        Without ``history`` it costs no more than its state; nothing of what led here can be taken back or recorded.
        """
        twin = self._beside(self.state.copy(), self.dice.copy() if dice is None else dice)
        found = {side: _beside(offers, twin.state) for side, offers in self._offers.items()}
        twin._offers = {side: offers for side, offers in found.items() if offers}
        if history:
            twin.streams = list(self.streams) if dice is None else []
            twin._history, twin._line, twin._undone = self._history[:], self._line[:], self._undone[:]
            twin._checkpoints, twin._opening = self._checkpoints.copy(), self._opening
            twin.positions, twin.age = self.positions, self.age
            twin._heirloom = self._stories
        return twin

    def imagine(self, side: AnySide, rng: random.Random) -> Match:
        """A match that looks to a side as this one does: all that it may not know, and the dice, are drawn anew.

        It is independent of this one, and has no history. What it hides owes nothing to the truth.
        """
        who = self._side(side)
        state = self.game.imagine(self.state, who, rng)
        twin = self._beside(state, FastDice(f"{rng.getrandbits(64)}/{self.seen(side)}"))
        offers = _beside(self._options(who), state)
        if offers:
            twin._offers = {who: offers}  # what a side may do it knows
        return twin

    def _beside(self, state: State, dice: Dice) -> Match:
        """Another match at the same question, without a history."""
        twin = Match(self.game, self._setup, dice, [], state)
        state.dice = dice
        twin.revision, twin._unseen = self.revision, self._unseen[:]
        twin._acting, twin._names = self._acting, self._names
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Match:
        return self.copy()

    def __reduce__(self) -> str | tuple[object, ...]:
        """Through the record, with the same dice to come."""
        from grognard.kernel.restore import revive

        return (revive, (self.game, self.record.dumps(), self.dice))

    # what can be known

    def view(self, side: AnySide | None) -> Json:
        """All that a side (None: a spectator) may know, as plain data."""
        who = EVERYONE if side is None else self._side(side)
        outcome = self.state.outcome
        view = self.game.view(self.state, who)
        for piece in pieces(view):
            piece["hex"] = piece.get("place")  # its old name, which other people's programs read
        view["game"] = self.game.id
        view["scenario"] = self._setup.scenario
        view["options"] = dict(self._setup.options)
        view["revision"] = self.seen(side)
        view["viewer"] = side
        view["to_act"] = list(self._names)
        view["outcome"] = None if outcome is None else outcome._asdict()
        view["decision"] = self._ask(who) if who in self._acting else None
        return view

    def _ask(self, who: int) -> Json:
        frame, offers = self._frame(), self._options(who)
        regions = [action for action in offers if isinstance(action, Region)]
        plain = [action for action in offers if not isinstance(action, Region)] if regions else offers
        return {
            "name": type(frame).__name__,
            "rule": frame.rule,
            "prompt": list(frame.question(self.state, who)),
            "options": [action.text for action in plain],
            "regions": [region.as_data() for region in regions],
        }

    def seen(self, side: AnySide | None) -> int:
        """The revision as far as a side may know: steps that show it nothing do not count until the game is over."""
        who = EVERYONE if side is None else self._side(side)
        return self.revision if self.state.outcome is not None else self.revision - self._unseen[who]

    def steps(self, side: AnySide | None) -> list[int]:
        """The actions that count, by their numbers, as far as a side may know of them: as in ``seen``."""
        who = EVERYONE if side is None else self._side(side)
        over = self.state.outcome is not None
        return [number for number, entry in enumerate(self._line, 1) if over or entry.known_to(who)]

    def log(self, side: AnySide | None = None, afterwards: bool = False) -> list[tuple[int, Event]]:
        """What happened, as far as a side may know: (number of the action, event). Taken-back actions are left out.

        While the match runs the numbers pass over what others did in secret; ``afterwards``, when a finished match is
        looked back on, they count every action.
        """
        return self.story(side, afterwards).lines[:]

    def story(self, side: AnySide | None = None, afterwards: bool = False) -> Story:
        """The log as it is kept: made once, and kept up with what happens. To be read, not to be changed."""
        who = EVERYONE if side is None else self._side(side)
        whole = afterwards or self.state.outcome is not None
        if (who, whole) not in self._stories:
            told = self._heirloom.get((who, whole))
            self._stories[who, whole] = Story(who, whole, self._opening) if told is None else told.copy()
        found = self._stories[who, whole]
        found.follow(self._line)
        return found

    def heard(self, side: AnySide) -> int:
        """How many lines of its log a side had been told when it began its last gesture."""
        who = self._side(side)
        line = self._line
        at = len(line) - 1
        while at >= 0 and line[at].side != who:
            at -= 1
        while at > 0 and line[at].joined and line[at - 1].side == who:
            at -= 1
        return self.story(side).before(at) if at >= 0 else 0

    def say(self, event: Event, language: str = "en") -> str:
        """An event as a sentence."""
        if language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
        if not isinstance(event, Event):
            raise TypeError(f"an event is one of those that play() and log() give, not {type(event).__name__}")
        return self.words.say("event." + event.key, event.args, language)

    @property
    def record(self) -> Record:
        """The record so far, undos included."""
        if not self._checkpoints:
            raise ValueError("this match was copied without its history: it has no record")
        lines = [self.line(n) for n in range(1, len(self._history) + 1)]
        marks = {}
        for n, entry in enumerate([self._opening, *self._history], 1):
            for event in entry.events:
                if event.opens_phase:
                    marks[n] = "turn {} phase {}".format(*event.args)
        outcome = self.state.outcome
        return Record(
            self.game.id,
            *self.age,
            *self.setup,
            list(self.streams),
            self._opening.dice,
            lines,
            outcome and outcome._asdict(),
            marks,
            self.positions,
        )

    @property
    def lasting(self) -> Record:
        """The record, and how the match stands: so it can go on when the rules have changed."""
        from grognard.kernel.stored import write

        record = self.record
        record.now = write(self.state) if self.state.outcome is None else None
        return record

    @property
    def length(self) -> int:
        """How many actions count: those that were taken back do not."""
        return len(self._line)

    @property
    def last_line(self) -> Line:
        """The newest line of the record (an undo is one too)."""
        return self.line(len(self._history))

    def line(self, number: int) -> Line:
        """A line of the record, counted from 1."""
        entry = self._history[number - 1]
        text = UNDO if entry.action is None else entry.action.text
        return Line(number, self.sides[entry.side], text, entry.dice)

    # matches that come back

    def remember(self, history: list[Entry], opening: Entry, positions: list[Position], age: tuple[int, str]) -> None:
        """What went before, for a match that was made from its state."""
        self._history, self._line, self._undone = history, [], []
        for entry in history:
            if entry.action is not None:
                self._undone = [e for e in self._undone if e.side != entry.side] if entry.sealed else []
                self._line.append(entry)
            else:
                last = max([place for place, done in enumerate(self._line) if done.side == entry.side])
                self._undone.append(self._line.pop(last))
        self.revision = len(history)
        for who in range(EVERYONE, len(self.game.sides)):
            self._unseen[who] = sum([not entry.known_to(who) for entry in history])
        self._opening, self.positions, self.age = opening, positions, age
        self._stories, self._heirloom = {}, {}
        self._checkpoints[len(self._line)] = self.state.copy()

    def go_over(self) -> None:
        """Go on by these rules where others held until now: the log says so.

        The question that waits is put, or the next: there may be nothing to choose any more.
        """
        last = self._history[-1] if self._history else self._opening
        last.add(Event("new_rules", (self.game.ruleset,)))
        self._stories, self._heirloom = {}, {}
        frame = self.state.agenda[-1] if self.state.agenda else None
        acting = () if frame is None else frame.to_act(self.state)
        if frame is not None and acting and all([frame.options(self.state, side) for side in acting]):
            self._wait(acting)
        else:
            self._advance()
            self._take_events()
        self._checkpoints[len(self._line)] = self.state.copy()

    # inside

    def _side(self, side: AnySide) -> int:
        try:
            return self._rank[side]
        except (KeyError, TypeError):
            raise self._no("notation.side", str(side)[:40], ", ".join(self.game.sides)) from None

    def _frame(self) -> Frame[State]:
        return self.state.agenda[-1]

    def _options(self, who: int) -> Sequence[Action]:
        offers = self._offers.get(who)
        if offers is None:
            offers = self._frame().options(self.state, who) if who in self._acting else ()
            self._offers[who] = offers
        return offers

    def _offered(self, who: int, action: Action) -> bool:
        """Whether an action is one of the options, or lies in a region among them."""
        offers = self._options(who)
        if action in offers:
            return True
        for offer in offers:
            if offer.verb == action.verb and isinstance(offer, Region) and offer.accepts(action):
                return True
        return False

    def _read(self, action: object) -> Action:
        """An Action of ours, whatever came in."""
        text = action.text if isinstance(action, Action) else action
        if not isinstance(text, str):
            raise self._no("notation.type", type(action).__name__)
        try:
            return self.game.lexicon.parse(text)
        except NotationError as fault:
            raise self._no(fault.key, *fault.values) from None

    def _no(self, key: str, *args: object) -> IllegalAction:
        return IllegalAction([Refusal(("", key, args), self.words)])

    def _refuse(self, who: int, action: Action) -> list[Refusal]:
        """The reasons against an action that is not among the options; always at least one."""
        reasons: list[Reason]
        outcome = self.state.outcome
        if outcome is not None:
            reasons = [(self.game.endings.get(outcome.reason, ""), "over", ())]
        elif who not in self._acting:
            frame = self._frame()
            reasons = [(frame.rule, "turn", (who, self._acting[0]))]
        else:
            reasons = self._frame().refuse(self.state, who, action)
            if not reasons:
                reasons = [self._out_of_place(who, action)]
        return [Refusal(reason, self.words) for reason in reasons]

    def _out_of_place(self, who: int, action: Action) -> Reason:
        """No ban speaks of it: the verb is asked with more words or fewer, or answers another question."""
        alike = [offer for offer in self._options(who) if offer.verb == action.verb and not isinstance(offer, Region)]
        if alike and all([len(offer.args) != len(action.args) for offer in alike]):
            return (self._frame().rule, "form", (action.text, alike[0].text))
        return (self.game.rule_of(action.verb), "moment", (action.text, self._frame().rule))

    def _advance(self, offers_left: dict[int, Sequence[Action]] | None = None) -> None:
        """Run the game on to the next real choice. ``offers_left``: what stays offered while a question is open."""
        state = self.state
        agenda = state.agenda
        self._offers = kept = offers_left or {}
        while state.outcome is None:
            frame = agenda[-1]
            acting = frame.to_act(state)
            if not acting:
                agenda.pop()
                state.wake(frame.sealed)
                frame.finish(state)
            elif len(acting) == 1:
                side = acting[0]
                offers = kept[side] if kept and kept.get(side) else frame.options(state, side)
                if len(offers) > 1 or (offers and (isinstance(offers[0], Region) or frame.must_ask(state))):
                    self._offers = {side: offers}
                    if acting != self._acting:
                        self._wait(acting)
                    return
                agenda.pop()
                state.wake(frame.sealed)
                if offers:
                    frame.apply(state, side, offers[0])
                else:
                    frame.finish(state)
            elif self._take_single(frame, acting):
                kept = {}
                continue
            else:
                if acting != self._acting:
                    self._wait(acting)
                return
            if self._offers:
                self._offers = kept = {}
        agenda.clear()
        self._wait(())

    def _take_single(self, frame: Frame[State], acting: tuple[int, ...]) -> bool:
        """Of several sides that owe an answer, let one that has no choice give it unasked."""
        state = self.state
        for side in acting:
            offers = self._offers.get(side)
            if offers is None:
                offers = self._offers[side] = frame.options(state, side)
            if len(offers) == 1 and not isinstance(offers[0], Region) and not frame.must_ask(state):
                state.agenda.pop()
                state.wake(frame.sealed)
                frame.apply(state, side, offers[0])
                self._offers = self._others(side) if frame.sealed and self._still_open(frame) else {}
                return True
        return False

    def _wait(self, acting: tuple[int, ...]) -> None:
        self._acting = acting
        names = self._names_of.get(acting)
        if names is None:
            names = self._names_of[acting] = tuple([self.game.sides[side] for side in acting])
        self._names = names

    def _take_events(self) -> list[Event]:
        events = self.state.events
        if not events:
            return NOTHING
        self.state.events = []
        return events

    def _append(self, entry: Entry) -> None:
        line = self._line
        line.append(entry)
        self._history.append(entry)
        self.revision += 1
        if not entry.shown:
            self._hide(entry)
        if not len(line) % CHECKPOINT and self._checkpoints:
            self._keep_position(len(line))

    def _keep_position(self, length: int) -> None:
        """How it stands after so many actions; of older positions the first and the last few are kept."""
        self._checkpoints[length] = self.state.copy()
        if len(self._checkpoints) > KEPT + 1:
            del self._checkpoints[sorted(self._checkpoints)[1]]

    def _remember(self, entry: Entry) -> None:
        self._history.append(entry)
        self.revision += 1
        if not entry.shown:
            self._hide(entry)

    def _hide(self, entry: Entry) -> None:
        """Count a step for those who are not to know of it."""
        told, unseen = entry.told, self._unseen
        for who in _all_but(entry.side, len(unseen) - 1):
            if who not in told:
                unseen[who] += 1

    def _rewind(self, length: int, tail: Sequence[Entry] = ()) -> None:
        """The position after so many actions and then those of the tail, from the nearest checkpoint by replay.

        For a copy: where it fails half of it is done.
        """
        self._checkpoints = {done: state for done, state in self._checkpoints.items() if done <= length}
        base = max(self._checkpoints)
        script = ScriptedDice()
        self.state = self._checkpoints[base].copy()
        self.state.dice = script
        kept = [*self._line[:length], *tail]
        for number in range(base, len(kept)):
            entry = kept[number]
            script.load(entry.dice)
            assert entry.action is not None
            frame = self.state.agenda.pop()
            self.state.wake(frame.sealed)
            frame.apply(self.state, entry.side, entry.action)
            self._advance()
            if (number + 1) % CHECKPOINT == 0:
                self.state.events, self.state.revealed, self.state.noise = [], False, 0
                self._keep_position(number + 1)
        self._advance()
        self.state.events, self.state.revealed, self.state.noise = [], False, 0
        self._line = kept


@cache
def _all_but(side: int, sides: int) -> tuple[int, ...]:
    """The other sides, and who looks on."""
    return tuple([who for who in range(EVERYONE, sides) if who != side])


def _beside(offers: Sequence[Action], state: State) -> Sequence[Action]:
    """The same offers in another state; none where they must be asked anew.

    Regions belong to the position that made them, and to no copy of it.
    """
    if not any([issubclass(kind, Region) for kind in {*map(type, offers)}]):
        return offers
    found: list[Action] = []
    for offer in offers:
        beside = offer.beside(state) if isinstance(offer, Region) else offer
        if beside is None:
            return ()
        found.append(beside)
    return found


def begin(game: AnyGame, setup: Setup, seed: str | None = None, dice: Dice | None = None) -> Match:
    """A new match: committed to a seed (a fresh secret one unless given), or played with the given dice."""
    if dice is not None:
        return Match(game, setup, dice, [])
    secret = secrets.token_hex(16) if seed is None else seed
    return Match(game, setup, CommittedDice(secret), [Stream(0, commitment(secret), secret)])
