"""Why something is not lit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.kernel.action import Action, Region
from grognard.kernel.decision import Decision, Refusal
from grognard.kernel.face import AnyFace
from grognard.kernel.match import Match
from grognard.kernel.wire import Plan

VAGUE = ("turn", "moment", "form", "over")
PLACES = ("hex", "square")  # kinds of argument that are places of a board


class InHand(NamedTuple):
    """The stack somebody has in hand: its place, who goes, the way so far."""

    place: str = ""
    units: Sequence[str] | None = None
    steps: Sequence[str] = ()


class Elsewhere(Refusal):
    """Nothing about a place answers the question: the question itself is said."""

    def __init__(self, decision: Decision, match: Match, key: str) -> None:
        super().__init__((decision.rule, key, ()), match.words)
        self._decision = decision

    def say(self, language: str) -> str:
        return self._words.say("refusal." + self.key, (self._decision.ask(language),), language)


def why_place(match: Match, seat: str, place: str, hand: InHand | None = None) -> list[Refusal]:
    """The best reason why a place cannot be chosen now; nothing if it can."""
    decision = match.decision(seat)
    if decision is None:
        return _not_now(match, seat)
    face = match.game.face(match.state, match.sides.index(seat), "en")
    if hand is None and place in lit_places(match, seat, face):
        return []
    if reasons := face.dark(place, *(hand or InHand())):
        return [Refusal(reason, match.words) for reason in reasons]
    return _of_answers(match, seat, place, face) or [Elsewhere(decision, match, _how(match, seat, place))]


def lit_places(match: Match, seat: str, face: AnyFace) -> set[str]:
    """Where a click answers the question."""
    found: set[str] = set()
    for action in match.options(seat):
        if isinstance(action, Region):
            found.add(face.region(action).place)
            continue
        shown = face.describe(action)
        found |= {shown.place or "", *(shown.places or ())}
    found |= {plan.place or "" for plan in face.shortcuts() if isinstance(plan, Plan)}
    return found - {""}


def _of_answers(match: Match, seat: str, place: str, face: AnyFace) -> list[Refusal]:
    """What the rules say against the answers that somebody may have meant; what is no place is refused as such."""
    unwritten: list[Refusal] = []
    for text in _meant(match, seat, place, face):
        refusals = match.why_not(seat, text)
        if refusals and refusals[0].key not in VAGUE and not refusals[0].key.startswith("notation."):
            return refusals
        if refusals and refusals[0].key == "notation.hex":
            unwritten = unwritten or refusals
    return unwritten


def _how(match: Match, seat: str, place: str) -> str:
    """Whether answers begin there, or have nothing to do with it."""
    named = any(place in action.text.split()[1:] for action in match.options(seat))
    return "begins" if named else "elsewhere"


def _not_now(match: Match, seat: str) -> list[Refusal]:
    """Somebody else is asked, or nobody: any action shows it."""
    verb = next(iter(match.game.lexicon.verbs))
    bare = next((name for name, forms in match.game.lexicon.verbs.items() if () in forms), verb)
    return match.why_not(seat, bare)


def _meant(match: Match, seat: str, place: str, face: AnyFace) -> Iterator[str]:
    """What the click may have meant: what the game says, then the options with that place in the last place."""
    yield from face.about(place)
    seen: set[str] = set()
    for action in match.options(seat):
        text = _put(match, action, place)
        if text and text not in seen:
            seen.add(text)
            yield text


def _put(match: Match, action: Action, place: str) -> str:
    """An option with another place where its last place of that kind is; empty if it names none.

    What is no place of any kind is put where any place stands, so that the notation can refuse it.
    """
    words = action.text.split()
    index = match.game.lexicon.index
    kinds = [kind for kind in PLACES if place.upper() in index.get(kind, ())] or PLACES
    for form in match.game.lexicon.verbs[action.verb]:
        spots = [n for n, kind in enumerate(form) if kind in kinds]
        if len(form) == len(words) - 1 and spots:
            words[spots[-1] + 1] = place
            return " ".join(words)
    return ""
