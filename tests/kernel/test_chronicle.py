"""The page after a game: what all games tell alike."""

from __future__ import annotations

from grognard.kernel.chronicle import Moment, Sample, Story, charts, series, weightiest
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.frame import Event, State
from grognard.kernel.record import Line, standing

SAMPLES = [
    Sample(1, {"points": (3, 0), "men": (9, 8)}),
    Sample(2, {"points": (-1, 4), "men": (7, 8)}, shaded=True),
    Sample(2, {"points": (2, 4), "men": (6, 1)}),
]


def test_an_undo_takes_back_the_last_line_of_its_side() -> None:
    lines = [Line(n, "north", text, ()) for n, text in enumerate(["a", "b", "undo", "undo", "c"])]
    assert [line.text for line in standing(lines)] == ["c"]
    together = [("north", "a"), ("south", "b"), ("north", "undo"), ("north", "c"), ("south", "undo"), ("south", "d")]
    lines = [Line(n, side, text, ()) for n, (side, text) in enumerate(together)]
    assert [(line.number, line.text) for line in standing(lines)] == [(1, "c"), (2, "d")]


def test_the_weightiest_moments_are_told_in_their_order() -> None:
    moments = [Moment(n, 1, Event("hit"), weight) for n, weight in enumerate([5, 1, 1, 9, 2, 2, 2, 3, 3, 1])]
    assert [moment.number for moment in weightiest(moments)] == [0, 1, 3, 4, 5, 6, 7, 8]


def test_a_series_has_a_number_for_every_sample() -> None:
    assert series(SAMPLES, ("north", "south")) == {
        "turns": [1, 2, 2],
        "north": {"points": [3, -1, 2], "men": [9, 7, 6]},
        "south": {"points": [0, 4, 4], "men": [8, 8, 1]},
    }


def test_a_chart_draws_its_first_measure_through_and_never_below_the_axis() -> None:
    armies = {"north": "North", "south": "South"}
    found = charts(SAMPLES, {"all": ("points", "men")}, armies, lambda *said: str(said), "x")
    assert len(found) == 1
    assert found[0].ticks == ["1", "2", "('chronicle.end',)"]
    assert (found[0].shade, found[0].shade_label) == ([1, 1], "x")
    lines = [(line.side, line.measure, line.dash, line.values) for line in found[0].lines]
    assert lines == [
        ("north", "points", 0, [3, 0, 2]),
        ("north", "men", 1, [9, 7, 6]),
        ("south", "points", 0, [0, 4, 4]),
        ("south", "men", 1, [8, 8, 1]),
    ]
    assert found[0].lines[0].label == "('chronicle.line_points', 'North', 2)"


class Tug(Story[State]):
    """Points are what one side is ahead of the other; a ``crash`` is loud, a ``pop`` is not."""

    drama = {"crash": 5, "pop": 1}
    loud = 1

    def points(self, state: State) -> tuple[int, int]:
        return (2, 0)

    def sample(self, state: State) -> Sample:
        return Sample(self.turn, {})


def told(before: tuple[int, int], *keys: str) -> list[tuple[str, int, int]]:
    """What a story makes of an action that had these events."""
    story = Tug.__new__(Tug)
    story.turn, story.samples, story.moments = 0, [], []
    story.match = type("Stub", (), {"state": None})()
    events = [Event(key, (1,)) for key in keys]
    story._tell(7, events)
    story._swing(7, before, events)
    return [(moment.event.key, moment.turn, moment.weight) for moment in story.moments]


def test_points_that_change_hands_are_told_unless_something_louder_was() -> None:
    assert told((0, 0), "turn") == [("swing", 1, 2)]
    assert told((2, 0), "turn") == []
    assert told((0, 0), "turn", "pop") == [("pop", 1, 1), ("swing", 1, 2)]
    assert told((0, 0), "turn", "crash") == [("crash", 1, 5)]
    assert told((0, 0), "crash") == []  # before the first turn nothing has turned


def test_turns_and_phases_are_events_of_the_kernel() -> None:
    state = State(ScriptedDice())
    state.open_turn(3, "June")
    state.open_phase(3, 2)
    turn, phase = state.events
    assert (turn.opens_turn, turn.opens_phase, turn.number(0), turn.args) == (True, False, 3, (3, "June"))
    assert (phase.opens_turn, phase.opens_phase, phase.args) == (False, True, (3, 2))
