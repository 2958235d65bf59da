"""The ladder: mirrored games, honest sums, a file that only grows."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from grognard import games
from grognard.kernel.wire import Json
from grognard.lab import ladder
from grognard.lab.ladder import Fought

ROOT = Path(__file__).parents[2]
MILL = ("teaching_mill_road",)


class First:
    """A sparring partner of no package: takes the first answer there is."""

    def __init__(self, side: str, seed: str) -> None:
        self.rng = random.Random(seed + side)

    def choose(self, view: Json) -> str:
        options = view["decision"]["options"]
        return str(options[0])


def fought(bots: tuple[str, str], winner: str | None, variant: str = "v") -> Fought:
    return Fought("g", 1, variant, "s", bots, ("blue", "red"), winner, "flags", (1, 0), 10)


def test_each_seed_is_played_on_both_sides() -> None:
    todo = ladder.bouts("merde", ["general", "random"], 6, "x", MILL)
    assert len(todo) == 6
    for one, other in zip(todo[::2], todo[1::2], strict=True):
        assert one.seed == other.seed
        assert one.bots == other.bots[::-1]
    assert len({bout.seed for bout in todo}) == 3


def test_every_pair_meets_in_every_kind_of_game() -> None:
    todo = ladder.bouts("tabletop", ["a", "b", "c"], 2, "x")
    pairs = {(bout.variant.name, *sorted(bout.bots)) for bout in todo}
    assert len(pairs) == 3 * len({bout.variant.name for bout in todo}) >= 6


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    todo = ladder.bouts("merde", ["random", f"{__name__}:First"], 2, "x", MILL)
    once = list(ladder.fight_all(todo[:1] * 2, 1))
    assert once[0] == once[1]
    assert once[0].bots == todo[0].bots
    several = ladder.bouts("merde", ["general", "random"], 2, "x", MILL)
    assert sorted(map(repr, ladder.fight_all(several, 2))) == sorted(map(repr, ladder.fight_all(several, 1)))


def test_a_draw_counts_half_and_each_side_is_told_apart() -> None:
    rows = [
        fought(("a", "b"), "blue"),
        fought(("a", "b"), "blue"),
        fought(("b", "a"), "blue"),
        fought(("b", "a"), None),
    ]
    (row,) = ladder.standings(rows)
    assert (row.bot, row.against, row.games, row.draws) == ("a", "b", 4, 1)
    assert row.share == 100 * 2.5 / 4
    assert row.by_side == {"blue": 100.0, "red": 25.0}
    assert 0 < row.low < row.share < row.high < 100


def test_several_kinds_are_added_up() -> None:
    rows = [fought(("a", "b"), "blue", "one"), fought(("a", "b"), "red", "two")]
    assert [(row.variant, row.share) for row in ladder.standings(rows)] == [("one", 100.0), ("two", 0.0), ("", 50.0)]


def test_the_file_grows_and_gives_back_what_it_was_given(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "ladder.parquet"
    rows = [fought(("a", "b"), "blue"), fought(("b", "a"), None)]
    ladder.keep(rows, file)
    ladder.keep(rows[:1], file)
    assert ladder.kept(file) == [*rows, rows[0]]


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["general"], "two bots"),
        (["general", "general"], "each named once"),
        (["general", "marshal"], "there is no bot 'marshal'"),
        (["general", "nowhere:Bot"], "there is no bot 'nowhere:Bot'"),
        (["general", "grognard.bots:Nobody"], "there is no bot"),
    ],
)
def test_who_cannot_play_is_named(names: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ladder.known(names, games.load("merde"))


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no kind waterloo"):
        ladder.bouts("merde", ["general", "random"], 2, "x", ["waterloo"])


@pytest.mark.slow
def test_from_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "l.parquet"
    call = [sys.executable, "-m", "grognard", "ladder", "merde", "--games", "2", "--only", MILL[0], "--file", str(file)]
    done = subprocess.run(
        [*call, "--bots", "general,random"], capture_output=True, text=True, env={"COLUMNS": "160", "PATH": ""}
    )
    assert done.returncode == 0, done.stderr
    assert "general" in done.stdout
    assert "100.0 %" in done.stdout
    assert len(ladder.kept(file)) == 2
    done = subprocess.run([*call, "--bots", "general"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "two bots" in done.stderr + done.stdout


def test_a_bot_of_an_earlier_day_is_taken_from_the_history_of_the_repository() -> None:
    asked = ["git", "rev-parse", "--verify", "--quiet", "HEAD"]
    head = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    if not head:
        pytest.skip("not in a repository")
    todo = ladder.bouts("merde", [f"random@{head}", "random"], 2, "x", MILL)
    games_of_old = list(ladder.fight_all(todo, 2))
    assert [row.bots for row in sorted(games_of_old, key=lambda row: row.bots)] == sorted(bout.bots for bout in todo)
    assert all(row.decisions > 20 for row in games_of_old)
    with pytest.raises(ValueError, match="there is no bot 'nobody'"):
        ladder.make(f"nobody@{head}", "merde", "army_a", "")


def test_a_commit_that_is_not_there_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="taken from the history of the repository"):
        ladder.make("general@nowhere", "merde", "army_a", "")
