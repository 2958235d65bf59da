"""The report: the same seed gives the same files, every loss is counted, pictures are sound SVG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import grognard
from grognard import bots
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.lab import report, svg
from grognard.lab.simulate import seat
from grognard.lab.study import Errand, Trace, by_turn, interval, play, play_all, share, study_of, total, turns
from grognard.studies import russia1812 as study

GAME = "russia1812"
BOTS = ("random", "random")


def trace(winner: str, **rows: float) -> Trace:
    return Trace(winner, "turn_16", {}, 1, {turn: {"east": value} for turn, value in rows.items()}, {"track": 12.0})


# numbers


def test_shares_and_intervals() -> None:
    traces = [trace("french"), trace("russian"), trace("russian"), trace("russian")]
    assert share(traces, "french") == 25.0
    low, high = interval(25.0, 200)
    assert (round(low, 1), round(high, 1)) == (19.5, 31.4)
    assert interval(0.0, 10)[0] == pytest.approx(0.0)


def test_means_by_turn_are_over_the_games_that_had_the_turn() -> None:
    traces = [trace("french", t1=18.0, t2=10.0), trace("russian", t1=16.0)]
    assert turns(traces) == ["t1", "t2"]
    assert by_turn(traces, "east") == [17.0, 10.0]
    assert total(traces, "track") == 12.0
    assert total(traces, "no such sum") == 0.0


# watching


def test_every_unit_lost_is_counted_once() -> None:
    variant = study.VARIANTS[0]
    match = grognard.start(GAME, variant.scenario, variant.options, dice=grognard.FastDice("losses"))
    players, watch = seat(match, BOTS, "losses"), study.watch(match)
    came = [0, 0]
    while match.outcome is None:
        side = match.to_act[0]
        watch.see(match, match.play(side, bots.answer(players[side], match, side)))
    rows, sums = watch.told(match)
    state = match.state
    assert isinstance(state, Campaign)
    for side in (FRENCH, RUSSIAN):
        came[side] = (state.world.fighters[side] & state.roster()).bit_count()
        lost = sum(sums.get(f"{SIDES[side]} {cause}", 0.0) for cause in study.CAUSES)
        assert rows[study.END][f"units {SIDES[side]}"] == came[side] - lost
    assert len(rows) == 17


def test_the_traces_do_not_depend_on_the_number_of_jobs() -> None:
    errands = [Errand(GAME, study.VARIANTS[0], BOTS, f"jobs {n}") for n in range(3)]
    assert play_all(errands, 2) == [play(errand) for errand in errands]


# against history


def campaign(moscow: int, smolensk: int, **east: float) -> Trace:
    sums = {"taken moscow": float(moscow < 17), "turn moscow": float(moscow), "turn smolensk": float(smolensk)}
    rows = {f"12.{turn[1:]}": {"east": value} for turn, value in east.items()}
    return Trace("french", "turn_16", {}, 1, rows, sums)


def test_the_pace_is_that_of_the_foremost_over_the_first_six_turns() -> None:
    assert study.pace(campaign(99, 6, t01=18.0, t04=9.0, t07=3.0)) == 2.5
    assert study.pace(campaign(99, 99, t01=18.0)) == 0.0  # the war was over before


def test_losses_outside_battle_are_all_but_those_of_combat() -> None:
    lost = campaign(99, 99)
    assert study.outside_battle(lost) == 0.0
    lost.sums.update({"french combat": 2.0, "french forage": 5.0, "french march": 1.0, "russian combat": 9.0})
    assert study.outside_battle(lost) == 75.0


def test_who_comes_within_a_forced_march_of_moscow_goes_for_it() -> None:
    assert study.went_for_moscow(campaign(8, 6, t01=18.0))
    assert study.went_for_moscow(campaign(99, 6, t01=18.0, t09=5.0))
    assert not study.went_for_moscow(campaign(99, 6, t01=18.0, t09=6.0))


def test_history_is_told_of_the_games_in_which_the_french_go_for_moscow() -> None:
    assert study.in_time(campaign(8, 6), "moscow")
    assert not study.in_time(campaign(9, 6), "moscow")
    text, _ = study.chapter(
        study.VARIANTS[0],
        [
            whole(campaign(8, 6, t01=18.0, t07=3.0)),
            whole(campaign(10, 7, t01=18.0, t07=9.0)),
            whole(campaign(99, 5, t01=18.0, t07=12.0)),
        ],
    )
    assert "| pace over turns 1 to 6, hexes a turn | 3.3 | 1.7 |" in text
    assert "| the French go for Moscow | yes | 2 of 3 |" in text
    assert "| then Smolensk by turn 6 | yes | 50 % |" in text
    assert "| then Moscow by turn 8 | yes | 50 % |" in text


def whole(trace: Trace) -> Trace:
    """A campaign with all that the chapter asks for."""
    measures = [f"{name} {side}" for name in ("points", "units", "ready") for side in SIDES]
    rows = {turn: row | dict.fromkeys(measures, 1.0) for turn, row in trace.rows.items()}
    cities = {f"{word} {city}": 0.0 for city in study.CITIES for word in ("taken", "held", "turn")}
    return trace._replace(rows=rows, sums=cities | {"quarters": 0.0, "track": 12.0} | trace.sums)


# the page


def test_the_report_is_its_seed_and_takes_in_the_notes(tmp_path: Path) -> None:
    told: list[str] = []
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
        (folder / f"{GAME}-notes.md").write_text("## Findings\n\nWinter is cold.\n", encoding="utf-8")
        report.write(GAME, 2, 1, "x", folder, BOTS, ["basic-2e", "two-year-1e"], told.append)
    assert told[:2] == ["Basic game, 2nd edition: 2 games", "Advanced two-year game, 1st edition: 2 games"]
    files = [{path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} for folder in folders]
    assert files[0] == files[1]
    page = files[0][f"{GAME}.md"]
    assert "Winter is cold." in page
    assert f"report {GAME} --games 2 --seed x --only basic-2e --only two-year-1e`" in page
    for name, text in files[0].items():
        if name.endswith(".svg"):
            assert f"({name})" in page
            assert ElementTree.fromstring(text).tag.endswith("svg")
    assert len(files[0]) == 2 + 2 * 4


def test_a_kind_that_does_not_exist_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no kind moscow; the kinds are basic-2e"):
        report.write(GAME, 1, 1, "x", tmp_path / "out", BOTS, ["basic-2e", "moscow"])
    assert not (tmp_path / "out").exists()


def test_a_game_without_a_study_of_its_own_gets_the_broad_one(tmp_path: Path) -> None:
    kinds = [variant.name for variant in study_of("tabletop").VARIANTS]
    page = report.write("tabletop", 1, 1, "x", tmp_path, BOTS, kinds[:1])
    text = page.read_text(encoding="utf-8")
    assert "| winner | how | games |" in text
    pictures = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert pictures == [f"tabletop-{kinds[0]}-{name}.svg" for name in ("events", "score", "units")]
    assert all(f"({name})" in text for name in pictures)


# pictures


def test_a_line_is_broken_where_nothing_is_known() -> None:
    drawn = svg.lines("t", ["1", "2", "3", "4"], [svg.Series("a", [1.0, None, 2.0, 3.0])])
    assert drawn.count("<polyline") == 2


def test_bars_are_as_long_as_their_numbers() -> None:
    drawn = svg.bars("t", ["x", "y"], [svg.Series("a", [1.0, 2.0])])
    widths = [float(r.get("width", "0")) for r in ElementTree.fromstring(drawn).iter() if r.get("class") == "c0"]
    bars = [width for width in widths if width]
    assert bars[1] == pytest.approx(2 * bars[0], abs=0.2)


@pytest.mark.parametrize(("most", "top"), [(0.4, 1), (7, 8), (26, 30), (45, 50), (61, 80)])
def test_axes_end_on_round_numbers(most: float, top: float) -> None:
    assert svg.nice_top(most) == top
