"""A guided first turn: what the lessons of all games tell alike. Texts are in the catalogue under ``lesson``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
Step = tuple[str, str, str]  # its name, the question it belongs to, its rule


def plan(say: Callable[..., str], steps: Sequence[Step], turns: Mapping[str, int]) -> Json:
    """Title and steps of a lesson; ``turns``: those that come later than the first turn."""
    told = [
        {
            "id": name,
            "when": {"decision": asked, "turn": turns.get(name, 1)},
            "text": say(f"lesson.{name}"),
            "rule": rule,
            "hint": None,
        }
        for name, asked, rule in steps
    ]
    return {"title": say("lesson.title"), "blurb": say("lesson.blurb"), "steps": told}


def place_of(steps: Sequence[Step], name: str) -> int:
    """The place of a step among all; -1: there is none of that name."""
    return next((place for place, step in enumerate(steps) if step[0] == name), -1)


def told(
    say: Callable[..., str],
    steps: Sequence[Step],
    place: int,
    hint: str | None,
    action: str | None,
    shortcut: str | None = None,
) -> Json:
    """A step as it is read, with what may be tried: an action, or a shortcut."""
    name, _, rule = steps[place]
    return {
        "id": name,
        "text": say(f"lesson.{name}"),
        "hint": hint,
        "action": action,
        "shortcut": shortcut,
        "rule": rule,
        "step": place + 1,
        "steps": len(steps),
    }
