"""Matches looked at as an attacker looks: what each seat is told by every channel, and what can be taken back.

A *twin* is a match whose state differs only in what a side may not know; games bring them as ``TWINS`` of
``walks_<game>``: functions (state, owner, generator) that exchange something of the owner's and say whether they did.
A *trail* is a walk that remembers the way behind it. Every check gives back faults, each with its reproduction.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import pytest

import grognard
import walks
from grognard.games import load
from grognard.kernel.action import Action, Region
from grognard.kernel.dice import CommittedDice
from grognard.kernel.i18n import LANGUAGES
from grognard.kernel.lesson import lesson_of
from grognard.kernel.match import Match
from grognard.server import snapshot
from grognard.server.store import Header, Seat
from grognard.server.tables import Table, summary
from grognard.server.why import why_place
from pace import Pace

Seat_ = str | None  # a side's name; None is a spectator
Swap = Callable[[Any, int, random.Random], bool]
Told = dict[str, Any]
OFTEN = 2  # how many times a question is looked at whenever it comes
REASONS = {"undo.dice", "undo.secret", "undo.learnt"}  # why one's own last action stands
ALIKE = 30  # answers of one verb that are tried in a twin
LINES = 20  # of the log that are read out
BEHIND = 40  # steps of a trail that can be gone back


class Fault(NamedTuple):
    """Something that must not be: its kind, the question it was seen at, and what was seen."""

    kind: str
    asked: str
    text: str
    where: str

    def __str__(self) -> str:
        return f"{self.kind} at {self.asked}: {self.text}\n    {self.where}"


def report(faults: Sequence[Fault], most: int = 12) -> str:
    """Faults by kind and question with their number, the first of each written out."""
    counts = Counter((fault.kind, fault.asked) for fault in faults)
    first = {(fault.kind, fault.asked): fault for fault in reversed(faults)}
    lines = [f"{number} x {first[which]}" for which, number in counts.most_common(most)]
    more = len(counts) - len(lines)
    return "\n".join([f"{len(faults)} faults", *lines, *([f"and {more} kinds more"] if more > 0 else [])])


# walking


def pace(game: str) -> Pace:
    found: Pace = walks.brought(game, "ATTACKED") or Pace()
    return found


def variants() -> list[walks.Variant]:
    """Those of the contract, and more with secrets."""
    more = [
        walks.Variant(info.id, scenario, dict(load(info.id).set_up(scenario, options).options))
        for info in grognard.catalog()
        for scenario, options in walks.brought(info.id, "MORE") or ()
    ]
    return [*walks.variants(), *more]


def trails(*policies: str) -> list[Any]:
    """Parameters for tests: each variant with each of the policies; none named: with one of them, in turn."""
    ways = list(walks.POLICIES)
    return [
        pytest.param(variant, policy, id=f"{variant}-{policy}")
        for n, variant in enumerate(variants())
        for policy in policies or [ways[n % len(ways)]]
    ]


class Step(NamedTuple):
    """One action of a trail, with the match before it."""

    before: Match
    side: str
    action: Action
    asked: str


class Chance(random.Random):
    """A generator for checks that also knows what is spoken of: the arguments of an action that is looked into."""

    named: tuple[int, ...] = ()


class Trail:
    """A seeded walk that remembers what lies behind it: ``for step in trail`` comes after each action."""

    def __init__(
        self, variant: walks.Variant, policy: str, seed: str, longest: int = walks.LONGEST, scrambled: bool = False
    ) -> None:
        self.variant, self.policy, self.seed, self.longest = variant, policy, seed, longest
        self.match = variant.start(f"{variant}/{seed}")
        self.rng = random.Random(seed)
        self.scrambled = scrambled
        if scrambled:
            walks.brought(variant.game, "SCRAMBLE")(self.match, self.rng)
        self.past: list[Step] = []
        self.number = 0  # actions played
        self.asked: Counter[str] = Counter()
        self.chance = Chance(f"{variant}/{policy}/{seed}/checks")

    def __iter__(self) -> Iterator[Step]:
        for side, action in walks.walk(self.match, walks.POLICIES[self.policy], self.rng, walks.LONGEST):
            if self.number:
                yield self.past[-1]
            if self.number == self.longest:
                return
            self.past = [*self.past[-BEHIND:], Step(self.match.copy(), side, action, walks.question(self.match))]
            self.asked[self.past[-1].asked] += 1
            self.number += 1
        if self.past:
            yield self.past[-1]

    def lucky(self, every: float, first: int = OFTEN) -> bool:
        """Whether this step is looked at: each question the first times it comes, then one in so many."""
        return self.asked[self.past[-1].asked] <= first or self.chance.random() * every < 1

    @property
    def where(self) -> str:
        """How to come here again."""
        step = self.past[-1]
        v = self.variant
        strange = ", True" if self.scrambled else ""
        return (
            f"reach(Variant({v.game!r}, {v.scenario!r}, {dict(v.options)!r}), {self.policy!r}, {self.seed!r}, "
            f"{self.number}{strange}): {step.side} plays {step.action}"
        )

    def fault(self, kind: str, text: str) -> Fault:
        return Fault(kind, self.past[-1].asked, text, self.where)


def reach(variant: walks.Variant, policy: str, seed: str, number: int, scrambled: bool = False) -> Trail:
    """The trail of a reproduction, after its step."""
    trail = Trail(variant, policy, seed, scrambled=scrambled)
    for _ in trail:
        if trail.number == number:
            break
    return trail


# what a seat is told


def watchers(match: Match) -> list[Seat_]:
    return [*match.sides, None]


def known(match: Match, seat: Seat_) -> Told:
    """A view but for its number."""
    view = match.view(seat)
    del view["revision"]
    return view


def events(match: Match, seat: Seat_) -> list[tuple[str, Any]]:
    """What a seat has been told, without the numbers."""
    return [(event.key, event.args) for _, event in match.log(seat)]


def glance(match: Match, seat: Seat_) -> Told:
    """What a seat knows at first sight: the table, the log and the question."""
    asked = None if seat is None else match.decision(seat)
    return {
        "view": match.view(seat),
        "log": match.log(seat),
        "question": asked and (asked.name, asked.rule, asked.args, [str(option) for option in asked.options]),
    }


def glances(match: Match) -> list[Told]:
    return [glance(match, seat) for seat in watchers(match)]


def unnumbered(found: Told) -> Told:
    """A glance without revision and log numbers, which an undo does not bring back."""
    view = {name: value for name, value in found["view"].items() if name != "revision"}
    return found | {"view": view, "log": [event for _, event in found["log"]]}


def seated(match: Match) -> Table:
    """The match on a table of the server, against a bot; as the lesson where it is the lesson's."""
    kinds = ["human", *["random"] * (len(match.sides) - 1)]
    seats = tuple(Seat(side, kind, "seed") for side, kind in zip(match.sides, kinds, strict=True))
    return Table(
        Header(
            "id",
            "",
            "en",
            taught(match),
            0,
            0,
            0,
            match.game.id,
            match.setup.scenario,
            match.setup.options,
            {},
            None,
            seats,
        ),
        match,
    )


def taught(match: Match) -> bool:
    """Whether a match is a lesson."""
    return lesson_of(match) is not None


class Probe:
    """Questions an attacker asks: the same of both twins."""

    def __init__(self, match: Match, met: Sequence[Action], chance: random.Random, number: int) -> None:
        self.lang = chance.choice(LANGUAGES)
        self.number = number
        self.actions = chance.sample(met, min(number, len(met)))
        index = match.game.lexicon.index
        self.places = [
            place
            for kind in ("hex", "square")
            for place in chance.sample(sorted(index.get(kind, ())), min(number, len(index.get(kind, ()))))
        ]
        self.seed = chance.random()

    def look(self, match: Match, seat: Seat_) -> Told:
        """Everything a seat can come to know, by every channel. A channel that fails says how."""
        game, s, lang = match.game, match.state, self.lang
        who = -1 if seat is None else match.sides.index(seat)
        found: Told = {}

        def ask(name: str, channel: Callable[[], Any]) -> None:
            try:
                found[name] = channel()
            except Exception as fault:
                found[name] = f"raises {type(fault).__name__}: {fault}"

        said = match.log(seat)
        ask("snapshot", lambda: snapshot.live(seated(match), seat, lang, len(said)))
        ask("snapshot size", lambda: len(snapshot.encode(found["snapshot"])))
        ask("lobby", lambda: summary(match))
        ask("tables", lambda: game.face(s, who, lang).sidebar())
        ask("sight", lambda: [game.face(s, who, lang).sight(place) for place in self.places])
        ask("log", lambda: [(n, match.say(event, lang)) for n, event in said[-LINES:]])
        ask("log numbers", lambda: [n for n, _ in said])
        ask("steps", lambda: match.steps(seat))
        ask("seen", lambda: match.seen(seat))
        if seat is None:
            return found
        options = self.sample(match.options(seat))
        ask("view", lambda: match.view(seat))
        ask("question", lambda: glance(match, seat)["question"])
        ask("why", lambda: [[str(r) for r in match.why_not(seat, action)] for action in [*options, *self.actions]])
        ask("why there", lambda: [[str(r) for r in why_place(match, seat, place)] for place in self.places])
        ask("about", lambda: [game.face(s, who, "en").about(place) for place in self.places])
        ask("odds", lambda: [str(match.odds(seat, action)) for action in [*options, *self.actions]])
        ask("forecast", lambda: [game.face(s, who, lang).forecast(action, {}) for action in [*options, *self.actions]])
        ask("rehearse", lambda: [game.face(s, who, lang).rehearse(action) for action in options])
        ask("undo", lambda: refusals(match, seat, "undo"))
        ask("redo", lambda: refusals(match, seat, "redo"))
        return found

    def sample(self, options: Sequence[Action]) -> list[Action]:
        chance = random.Random(self.seed)
        chosen = chance.sample(list(options), min(self.number, len(options)))
        return [walks.concrete(option, chance) for option in chosen]


def refusals(match: Match, seat: str, move: str) -> list[str]:
    """Undo or redo on a copy; why it is refused."""
    try:
        getattr(match.copy(), move)(seat)
    except grognard.IllegalAction as illegal:
        return [str(refusal) for refusal in illegal.refusals]
    return []


def failures(told: Told) -> list[str]:
    """Channels that broke down."""
    return [f"{name} {value}" for name, value in told.items() if isinstance(value, str) and value.startswith("raises ")]


def difference(one: Any, other: Any, path: str = "") -> str:
    """The first place where two answers differ; empty if they are equal."""
    if one == other:
        return ""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one | other:
            if key not in one or key not in other:
                return f"{path}.{key} only in {'the first' if key in one else 'the twin'}"
            if found := difference(one[key], other[key], f"{path}.{key}"):
                return found
        return ""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)) and len(one) == len(other):
        for n, (a, b) in enumerate(zip(one, other, strict=True)):
            if found := difference(a, b, f"{path}[{n}]"):
                return found
        return ""
    return "" if one == other else f"{path.lstrip('.')}: {str(one)[:120]} | {str(other)[:120]}"


# twins


def twins(match: Match, owner: int, chance: random.Random, most: int = 99) -> Iterator[tuple[str, Match]]:
    """Matches that only the owner can tell from this one, by the kind of exchange; at most so many kinds, by chance."""
    kinds = list(walks.brought(match.game.id, "TWINS") or ())
    chance.shuffle(kinds)
    for kind in kinds:
        if most == 0:
            return
        twin = match.copy()
        twin.state.wake()
        if kind(twin.state, owner, chance) and twin.fingerprint != match.fingerprint:
            twin._offers.clear()
            most -= 1
            yield kind.__name__, twin


def other_dice(match: Match) -> Match:
    """A copy with other dice to come."""
    twin = match.copy()
    twin.dice = twin.state.dice = CommittedDice("some other seed")
    return twin


def silent(match: Match, twin: Match) -> str:
    """Who is asked in a twin whose rules are run on from here; empty if the same sides wait for the same question.

    Which question that is matters only where others can see it: a game names those that nobody sees (UNSEEN).
    """
    if match.to_act and walks.question(match) in (walks.brought(match.game.id, "UNSEEN") or ()):
        return ""
    run = twin.copy()
    run._advance()
    if run.to_act != match.to_act:
        return f"asked: {match.to_act} | {run.to_act}"
    same = bool(match.to_act) and walks.question(run) == walks.question(match)
    return "" if same or not match.to_act else f"question: {walks.question(match)} | {walks.question(run)}"


def check_glances(trail: Trail, match: Match) -> tuple[int, list[Fault]]:
    """The cheaper look: the table, the log and the question; one exchange of each owner."""
    faults, compared = [], 0
    for owner, side in enumerate(match.sides):
        for kind, twin in twins(match, owner, trail.chance, 1):
            compared += 1
            for seat in watchers(match):
                if seat != side and (found := difference(glance(match, seat), glance(twin, seat))):
                    faults.append(trail.fault(f"{seat or 'spectator'} can tell {kind}", found))
    return compared, faults


def check_twins(
    trail: Trail, match: Match, probe: Probe, most: int, owners: Sequence[int] = ()
) -> tuple[int, list[Fault]]:
    """[every channel] Nobody but the owner can tell twins apart. How many were compared, and the faults."""
    faults, compared = [], 0
    looks: dict[Seat_, Told] = {}
    for owner in owners or range(len(match.sides)):
        side = match.sides[owner]
        dice = [("dice", other_dice(match))] if not owner or not match.game.secrets else []
        for kind, twin in [*twins(match, owner, trail.chance, most), *dice]:
            compared += 1
            for seat in watchers(match):
                if seat == side and kind != "dice":
                    continue
                if seat not in looks:
                    looks[seat] = probe.look(match, seat)
                    faults += [trail.fault("channel fails", f"{seat}: {text}") for text in failures(looks[seat])]
                told = probe.look(twin, seat)
                found = [text for name in told if (text := difference(looks[seat][name], told[name], name))]
                faults += [trail.fault(f"{seat or 'spectator'} can tell {kind}", "; ".join(found))] if found else []
            if kind != "dice" and (text := silent(match, twin)):
                faults.append(trail.fault(f"silence tells {kind}", f"of {side}: {text}"))
    return compared, faults


# taking back


class Undos:
    """Undo and redo, tried for every side after every action of a trail."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self.tries = self.allowed = self.peeks = 0
        self.faults: list[Fault] = []

    def fault(self, kind: str, text: str) -> None:
        self.faults.append(self.trail.fault(kind, text))

    def check(self, thorough: bool) -> None:
        """After an action: each side tries, on copies of its own. ``thorough``: everything is compared, and chains."""
        match = self.trail.match
        now = match.fingerprint
        before = [unnumbered(found) for found in glances(match)] if thorough else []
        for side in match.sides:
            self.redo_untouched(match, side, now)
            twin = match.copy()
            allowed = self.back(twin, side)
            if thorough:
                self.promised(match.can_undo(side), allowed, f"undo of {side}")
                self.promised(twin.can_redo(side), allowed, f"redo of {side}")
            if not allowed:
                if thorough or twin.fingerprint != now:
                    self.unchanged("refused undo", match, twin)
                continue
            self.allowed += 1
            step = self.last_of(side)
            if step is None and self.trail.number > len(self.trail.past):
                continue  # it has played, longer ago than the trail remembers
            if step is None:
                self.fault("undo of nothing", f"{side} has not played")
            elif self.right_place(twin, side, step, thorough):
                self.again(match, twin, side, before)
                if thorough:
                    self.chain(match.copy(), side)
        if thorough:
            match.mark()

    def promised(self, said: bool, done: bool, what: str) -> None:
        if said != done:
            self.fault("a promise of undo", f"{what} is said to be {'possible' if said else 'impossible'}")

    def back(self, match: Match, side: str) -> bool:
        """Undo; whether it was allowed. Anything but a refusal is a fault."""
        self.tries += 1
        try:
            match.undo(side)
        except grognard.IllegalAction as illegal:
            keys = {refusal.key for refusal in illegal.refusals}
            if match.revision == self.trail.match.revision and side == self.trail.past[-1].side and keys - REASONS:
                self.fault("undo refused for a wrong reason", f"for {side}: {illegal}")
            return False
        except Exception as fault:
            self.fault("undo raises", f"for {side}: {type(fault).__name__}: {fault}")
            return False
        return True

    def redo_untouched(self, match: Match, side: str, now: str) -> None:
        """Nothing has been taken back: there is nothing to play again."""
        twin = match.copy()
        self.tries += 1
        try:
            twin.redo(side)
        except grognard.IllegalAction:
            if twin.fingerprint != now:
                self.fault("refused redo changes the match", f"for {side}")
        except Exception as fault:
            self.fault("redo raises", f"for {side}: {type(fault).__name__}: {fault}")
        else:
            self.fault("redo of nothing", f"{side} has taken nothing back")

    def unchanged(self, what: str, match: Match, twin: Match) -> None:
        if twin.fingerprint != match.fingerprint:
            self.fault(f"{what} changes the match", "another fingerprint")
        elif found := difference(glances(match), glances(twin)):
            self.fault(f"{what} changes the match", found)
        elif [match.seen(seat) for seat in watchers(match)] != [twin.seen(seat) for seat in watchers(match)]:
            self.fault(f"{what} changes the match", "seen")

    def last_of(self, side: str) -> int | None:
        """The place of a side's last action on the way."""
        return next((n for n in reversed(range(len(self.trail.past))) if self.trail.past[n].side == side), None)

    def right_place(self, twin: Match, side: str, place: int, thorough: bool) -> bool:
        """The state before the side's last action, with what others answered since in secret."""
        past = self.trail.past
        frame = past[place].before.state.agenda[-1]
        window = [step.before for step in past[place + 1 :]]
        later = past[place + 1 :]
        if later and not all(here.state.agenda[-1] is frame for here in [*window, self.trail.match]):
            self.fault("undo of a window that has been carried out", f"{side} takes back {past[place].action}")
            return False
        if frame.sealed and len(frame.to_act(past[place].before.state)) > 1 and not self.open(frame):
            self.fault("undo of a window that has been carried out", f"{side} takes back {past[place].action}")
            return False
        wanted = past[place].before.copy()
        for step in later:
            wanted.play(step.side, step.action)
        if twin.fingerprint != wanted.fingerprint:
            self.fault("undo leads to another state", f"{side} takes back {past[place].action}")
            return False
        if thorough:
            here, there = ([unnumbered(found) for found in glances(m)] for m in (wanted, twin))
            if found := difference(here, there):
                self.fault("undo leads to another table", f"{side}: {found}")
        if twin.why_not(side, past[place].action):
            self.fault("what was taken back is no longer legal", f"{side} {past[place].action}")
        return True

    def open(self, frame: Any) -> bool:
        agenda = self.trail.match.state.agenda
        return bool(agenda) and agenda[-1] is frame

    def again(self, match: Match, twin: Match, side: str, before: list[Told]) -> None:
        """Redo brings everything back."""
        self.tries += 1
        for other in match.sides:
            if other != side and not self.last_was_undone(twin, other):
                self.fault("redo of nothing", f"{other} after an undo of {side}")
        try:
            twin.redo(side)
        except Exception as fault:
            self.fault("redo refused", f"for {side}: {type(fault).__name__}: {fault}")
            return
        if twin.fingerprint != match.fingerprint:
            self.fault("redo leads to another state", f"for {side}")
        elif before and (found := difference(before, [unnumbered(told) for told in glances(twin)])):
            self.fault("redo leads to another table", f"{side}: {found}")

    def last_was_undone(self, match: Match, side: str) -> bool:
        """Whether redo is refused to a side that has taken nothing back."""
        try:
            match.copy().redo(side)
        except grognard.IllegalAction:
            return True
        except Exception as fault:
            self.fault("redo raises", f"for {side}: {type(fault).__name__}: {fault}")
            return True
        return False

    def chain(self, twin: Match, side: str, longest: int = 5) -> None:
        """Several undos, then as many redos."""
        line = self.trail.past[:]
        depth = 0
        now = twin.fingerprint
        while depth < longest and any(step.side == side for step in line) and self.back(twin, side):
            place = max(n for n, step in enumerate(line) if step.side == side)
            wanted = line[place].before.copy()
            line = [*line[:place], *line[place + 1 :]]
            try:
                for step in line[place:]:
                    wanted.play(step.side, step.action)
            except grognard.IllegalAction:
                self.fault("undo leads to another state", f"{side}, {depth + 1} steps back")
                return
            depth += 1
            if twin.fingerprint != wanted.fingerprint:
                self.fault("undo leads to another state", f"{side}, {depth} steps back")
                return
        for n in range(depth):
            try:
                twin.redo(side)
            except Exception as fault:
                self.fault("redo refused", f"for {side}, step {n + 1} of {depth}: {type(fault).__name__}: {fault}")
                return
        if twin.fingerprint != now:
            self.fault("redo leads to another state", f"for {side} after {depth} undos")

    def peek(self, most: int) -> None:
        """Nothing that anybody has learnt by the last action can be taken back."""
        match, step = self.trail.match, self.trail.past[-1]
        if not match.game.secrets or refusals_or_fault(match, step.side):
            return
        first = {seat: glance(step.before, seat) for seat in watchers(match)}
        then = {seat: glance(match, seat) for seat in watchers(match)}
        self.trail.chance.named = step.action.args
        for owner, side in enumerate(match.sides):
            for kind, twin in twins(step.before, owner, self.trail.chance, most):
                alike = [seat for seat in watchers(match) if seat != side and glance(twin, seat) == first[seat]]
                if twin.why_not(step.side, step.action):
                    continue
                self.peeks += 1
                fresh = twin.copy()
                try:
                    twin.play(step.side, step.action)
                except Exception:  # an exchange that this very action meets: nothing can be said
                    continue
                for seat in alike:
                    found = difference(then[seat], glance(twin, seat))
                    if found and not (side == step.side and self.looks_so(step, fresh, seat, then[seat])):
                        what = "peek and undo" if seat == step.side else "shown and undone"
                        self.fault(f"{what}: {kind}", f"{seat or 'spectator'} learns {found}")

    def looks_so(self, step: Step, twin: Match, seat: Seat_, then: Told) -> bool:
        """Whether some answer of the owner's looks like this in a twin: a counter that moves, whoever it is."""
        like = [option for option in twin.options(step.side) if option.verb == step.action.verb]
        for option in like[:ALIKE]:
            moved = twin.copy()
            moved.play(step.side, walks.concrete(option, self.trail.chance))
            if glance(moved, seat) == then:
                return True
        return False


def refusals_or_fault(match: Match, side: str) -> list[str]:
    """Why an undo is refused; a fault counts as a refusal, it is told elsewhere."""
    try:
        return refusals(match, side, "undo")
    except Exception:
        return ["fault"]


# numbers that count


class Numbers:
    """A side's numbers count what it is shown, and nothing else."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self.compared = 0
        self.faults: list[Fault] = []

    def check(self) -> None:
        """After an action, for everybody but the side that acted; and after its undo."""
        step, match = self.trail.past[-1], self.trail.match
        if match.outcome is not None:
            return
        self.compare(step.before, match, step.side, "action")
        twin = match.copy()
        try:
            twin.undo(step.side)
        except Exception:
            return
        self.compare(match, twin, step.side, "undo")

    def compare(self, before: Match, after: Match, actor: str, what: str) -> None:
        """Shown means counted. Counted means shown where a state is discreet, but for the end of a secret window."""
        frame = self.trail.past[-1].before.state.agenda[-1]
        now = self.trail.match.state.agenda
        kept = frame.sealed and bool(now) and now[-1] is frame
        for seat in watchers(after):
            if seat == actor:
                continue
            self.compared += 1
            counted = after.seen(seat) - before.seen(seat)
            shown = self.table(before, seat, kept) != self.table(after, seat, kept)
            lax = not shown and counted == 1 and (not after.game.discreet or frame.sealed)
            if counted != shown and not lax:
                said = f"{seat or 'spectator'} is shown {'something' if shown else 'nothing'} and counts {counted}"
                self.faults.append(self.trail.fault(f"numbers after an {what}", said))
            elif what == "action":
                self.steps(before, after, seat, counted)

    def table(self, match: Match, seat: Seat_, kept: bool) -> tuple[Told, list[tuple[str, Any]]]:
        """What a seat sees. That somebody has closed his secret answer is known, and not counted."""
        view = known(match, seat)
        return ({name: value for name, value in view.items() if not kept or name != "to_act"}, events(match, seat))

    def steps(self, before: Match, after: Match, seat: Seat_, counted: int) -> None:
        """Steps and the numbers of the log go with what is counted."""
        numbers = [n for n, _ in after.log(seat)]
        if len(after.steps(seat)) - len(before.steps(seat)) != counted:
            self.faults.append(self.trail.fault("steps count otherwise than seen", f"{seat or 'spectator'}"))
        elif max(numbers, default=0) > len(after.steps(seat)):
            self.faults.append(self.trail.fault("log numbers beyond the steps", f"{seat or 'spectator'}"))


# ways that lead nowhere


def cycle(match: Match, side: str, first: Action, chance: random.Random, longest: int = 4) -> list[str]:
    """Answers of one side that end where they began, through more than one question; none if there are none.

    Steps of one question may be taken back by others of it: an attacker named and named off again. But an answer that
    closed a question has been given; whoever comes back to the position before it could go round for ever.
    """
    start, name = match.fingerprint, walks.question(match)
    ways: list[tuple[Match, list[Action], set[str]]] = [(match.copy(), [], {name})]
    for depth in range(longest):
        onward = []
        for here, way, names in ways:
            for action in [first] if not depth else likely(here, side, way, chance):
                twin = here.copy()
                twin.play(side, action)
                if twin.to_act != (side,) or twin.last_line.dice:
                    continue
                met = names | {walks.question(twin)}
                if twin.fingerprint == start and (len(met) > 1 or not depth):
                    return [str(step) for step in [*way, action]]
                onward.append((twin, [*way, action], met))
        ways = onward[:MANY]
    return []


MANY = 8


def likely(match: Match, side: str, way: Sequence[Action], chance: random.Random) -> list[Action]:
    """Answers that could lead back: without arguments, or about what has been spoken of."""
    spoken = {word for action in way for word in str(action).split()[1:]}
    options = [option for option in match.options(side) if not isinstance(option, Region)]
    close = [option for option in options if not option.args or spoken & set(str(option).split()[1:])]
    rest = [option for option in options if option not in close]
    return [*close[:4], *chance.sample(rest, min(1, len(rest)))]
