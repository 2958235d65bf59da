"""The page after a game: what all games tell alike."""

from __future__ import annotations

from grognard.kernel.chronicle import Moment, Sample, charts, effective, series, weightiest
from grognard.kernel.frame import Event
from grognard.kernel.record import Line

SAMPLES = [
    Sample(1, {"points": (3, 0), "men": (9, 8)}),
    Sample(2, {"points": (-1, 4), "men": (7, 8)}, shaded=True),
    Sample(2, {"points": (2, 4), "men": (6, 1)}),
]


def test_an_undo_takes_back_the_last_line_of_its_side() -> None:
    lines = [Line(n, "north", text, ()) for n, text in enumerate(["a", "b", "undo", "undo", "c"])]
    assert [line.text for line in effective(lines)] == ["c"]
    together = [("north", "a"), ("south", "b"), ("north", "undo"), ("north", "c"), ("south", "undo"), ("south", "d")]
    lines = [Line(n, side, text, ()) for n, (side, text) in enumerate(together)]
    assert [line.text for line in effective(lines)] == ["c", "d"]


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
    assert found[0]["ticks"] == ["1", "2", "('chronicle.end',)"]
    assert (found[0]["shade"], found[0]["shade_label"]) == ([1, 1], "x")
    lines = [(line["side"], line["measure"], line["dash"], line["values"]) for line in found[0]["lines"]]
    assert lines == [
        ("north", "points", 0, [3, 0, 2]),
        ("north", "men", 1, [9, 7, 6]),
        ("south", "points", 0, [0, 4, 4]),
        ("south", "men", 1, [8, 8, 1]),
    ]
    assert found[0]["lines"][0]["label"] == "('chronicle.line_points', 'North', 2)"
