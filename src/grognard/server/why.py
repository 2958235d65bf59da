"""Why something is not lit."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.action import Action
from grognard.kernel.decision import Refusal
from grognard.kernel.match import Match

VAGUE = ("turn", "moment", "form", "over")
PLACES = ("hex", "square")  # kinds of argument that are places of a board


def why_place(match: Match, seat: str, place: str) -> list[Refusal]:
    """The best reason why a place cannot be chosen now; nothing if it can."""
    if seat not in match.to_act:
        return _not_now(match, seat)
    if any(place in action.text.split()[1:] for action in match.options(seat)):
        return []
    first: list[Refusal] = []
    for text in _meant(match, seat, place):
        refusals = match.why_not(seat, text)
        if not refusals:
            return []
        if refusals[0].key not in VAGUE and not refusals[0].key.startswith("notation."):
            return refusals
        first = first or refusals
    return first


def _not_now(match: Match, seat: str) -> list[Refusal]:
    """Somebody else is asked, or nobody: any action shows it."""
    verb = next(iter(match.game.lexicon.verbs))
    bare = next((name for name, forms in match.game.lexicon.verbs.items() if () in forms), verb)
    return match.why_not(seat, bare)


def _meant(match: Match, seat: str, place: str) -> Iterator[str]:
    """What the click may have meant: what the game says, then the options with that place in the last place."""
    yield from match.game.face(match.state, match.sides.index(seat), "en").about(place)
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
