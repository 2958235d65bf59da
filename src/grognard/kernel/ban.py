"""Legality said once: an answer is open when no ban shuts it, and a refusal names the bans that do.

An answer is a verb and words after it. Each word is a number, so the candidates for a word are a set of numbers, held
as the bits of an int. What shuts a word, or the bare verb, altogether shuts ``ALL``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Final

Reason = tuple[str, str, tuple[object, ...]]  # rule number, message key, arguments
ALL: Final = -1  # as candidates: whatever could be meant; as what a ban shuts: every one of them


def asked(candidate: int) -> int:
    """Among the arguments of a ban's message: the candidate itself."""
    return candidate


JUST_ASKED: Final[tuple[object, ...]] = (asked,)


class Ban:
    """One rule that shuts candidates: its number, the key of what is said, and which ones.

    ``shut`` is a set (``~open``: all but these) or a test that is tried only on those still open. Of ``args``,
    those of the message, what is callable is called with the candidate. ``beside``: it is named together with its like.
    """

    def __init__(
        self,
        rule: str,
        key: str,
        shut: int | Callable[[int], bool],
        args: tuple[object, ...] = JUST_ASKED,
        beside: bool = False,
    ) -> None:
        self.rule = rule
        self.key = key
        self.shut = shut
        self.args = args
        self.beside = beside

    def holds(self, candidate: int | None) -> bool:
        """Whether it shuts a candidate; None: the bare verb."""
        shut = self.shut
        if candidate is None:
            return shut == ALL and not any([callable(arg) for arg in self.args])
        return bool(shut >> candidate & 1) if isinstance(shut, int) else shut(candidate)

    def reasons(self, candidate: int | None) -> list[Reason]:
        """What is said against a candidate that it shuts."""
        args = [arg(candidate) if callable(arg) else arg for arg in self.args]
        return [(self.rule, self.key, tuple(args))]


class Verdict(Ban):
    """A ban that is judged candidate by candidate, each with reasons of its own: the same judge says who is open."""

    def __init__(self, judge: Callable[[int], Sequence[Reason]]) -> None:
        super().__init__("", "", lambda candidate: bool(judge(candidate)), ())
        self.judge = judge

    def reasons(self, candidate: int | None) -> list[Reason]:
        return [] if candidate is None else list(self.judge(candidate))


def all_but(candidates: Iterable[int]) -> int:
    """What a ban shuts that leaves only these."""
    found = 0
    for candidate in candidates:
        found |= 1 << candidate
    return ~found


def because(reasons: Iterable[Reason]) -> list[Ban]:
    """Reasons against whatever is asked, as bans."""
    return [Ban(rule, key, ALL, args) for rule, key, args in reasons]


def spared(bans: Iterable[Ban], among: int = ALL) -> int:
    """The candidates that no ban shuts; when nothing is left the other bans are not looked at."""
    for ban in bans:
        shut = ban.shut
        among &= ~shut if isinstance(shut, int) else ~_failing(shut, among)
        if not among:
            return 0
    return among


def _failing(test: Callable[[int], bool], among: int) -> int:
    assert among >= 0, "a test needs a set of candidates: put a ban that names them before it"
    found, left = 0, among
    while left:
        low = left & -left
        if test(low.bit_length() - 1):
            found |= low
        left ^= low
    return found


def allowed(bans: Iterable[Ban]) -> bool:
    """Whether no ban shuts a bare verb."""
    return all(ban.shut != ALL for ban in bans)


def against(bans: Iterable[Ban], candidate: int | None) -> list[Reason]:
    """Why a candidate is shut: the first ban that holds, with those named beside it; empty if it is open."""
    return named(zip(bans, repeat(candidate), strict=False))  # one after the other: the first may shut out the next


def named(bans: Iterable[tuple[Ban, int | None]]) -> list[Reason]:
    """The same for bans each with the candidate it is asked about, word after word of an answer."""
    found: list[Reason] = []
    for ban, candidate in bans:
        if (ban.beside or not found) and ban.holds(candidate):
            found += ban.reasons(candidate)
            if not ban.beside:
                break
    return found
