"""The study of Arrivano i francesi!: every step lost has a cause, every place its turn, and the page says both."""

from __future__ import annotations

import players
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import world
from grognard.lab.study import Trace, study_of
from grognard.studies import vanguard as study
from grognard.studies.vanguard import CAUSES, SIDES, VARIANTS


def watched(number: int, seed: str) -> tuple[Battle, Trace]:
    """A lively game of one of the battles."""
    match, trace = players.watched(study, "vanguard", VARIANTS[number], seed)
    assert isinstance(match.state, Battle)
    return match.state, trace


def test_every_step_lost_is_counted_under_one_cause() -> None:
    assert study_of("vanguard") is study
    for number in (0, 1):
        state, trace = watched(number, "steps")
        assert sum(state.steps_lost) > 0
        for side, name in enumerate(SIDES):
            assert sum(trace.sums.get(f"{name} {cause}", 0.0) for cause in CAUSES) == state.steps_lost[side]
            assert trace.sums[f"leaders {name}"] == state.leaders_lost[side]


def test_places_are_followed_to_the_end() -> None:
    state, trace = watched(1, "places")
    for h in state.world.objectives:
        name = state.world.grid.names[h]
        assert trace.sums[f"held {name} french"] == holds(state, 0, h)
        assert trace.sums[f"held {name} coalition"] == holds(state, 1, h)
        assert not holds(state, 0, h) or trace.sums[f"turn {name}"] <= state.turn


def test_the_chapters_tell_of_places_and_of_the_weather() -> None:
    for number, variant in enumerate(VARIANTS):
        _, trace = watched(number, "page")
        text, pictures = study.chapter(variant, [trace])
        assert len(pictures) == 3
        assert all(name in text for name in pictures)
        assert all(world(variant.scenario).grid.names[h] in text for h in world(variant.scenario).objectives)
        assert ("storm" in text) == (variant.scenario == "campotenese")
    assert "10 to 12" in study.summary([(variant, [trace]) for variant in VARIANTS])
