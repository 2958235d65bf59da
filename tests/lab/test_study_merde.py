"""The study of Merde!: all strength that is lost has a cause, every flag its turn, and the page says both."""

from __future__ import annotations

import players
from grognard.games.merde.game import SQUARE_NAMES
from grognard.games.merde.world.state import Battle
from grognard.lab.study import Trace, study_of
from grognard.studies import merde as study
from grognard.studies.merde import CAUSES, END, SIDES, VARIANTS


def watched(seed: str) -> tuple[Battle, Trace]:
    """A lively game of the teaching battle."""
    match, trace = players.watched(study, "merde", VARIANTS[0], seed)
    assert isinstance(match.state, Battle)
    return match.state, trace


def test_all_strength_that_is_lost_is_counted_under_one_cause() -> None:
    assert study_of("merde") is study
    state, trace = watched("strength lost")
    for side, name in enumerate(SIDES):
        came = sum(sum(state.world.stock(piece).men) for piece in state.world.roster[side])
        lost = sum(trace.sums.get(f"{name} {cause}", 0.0) for cause in CAUSES)
        assert lost > 0
        assert trace.rows[END][f"strength {name}"] == came - lost
        assert trace.rows[END][f"ready {name}"] <= came - lost


def test_every_flag_that_fell_has_its_turn() -> None:
    state, trace = watched("flags")
    fallen = {SQUARE_NAMES[sq] for side in (0, 1) for sq in state.world.flags[side] if sq not in state.flags[side]}
    assert {key.removeprefix("flag ") for key in trace.sums if key.startswith("flag ")} == fallen
    assert all(1 <= trace.sums[f"flag {name}"] <= state.turn for name in fallen)


def test_the_page_calls_the_armies_by_their_names() -> None:
    _, trace = watched("page")
    text, pictures = study.chapter(VARIANTS[0], [trace])
    assert len(pictures) == 3
    assert all(name in text for name in pictures)
    assert text.count("sector") == 6
    assert all(f"{name} wins" not in text for name in SIDES)
    assert all(name in study.summary([(VARIANTS[0], [trace])]) for name in study.armies(VARIANTS[0]))
