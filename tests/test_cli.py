"""The command line: what it shows, and the sentence it gives for what it cannot do."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
import walks

pytestmark = pytest.mark.slow

GOLDEN = sorted((Path(__file__).parent / "golden" / "russia1812").glob("*historical*.grog"))


def run(*args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from grognard.cli import main; main()", *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120)


def refused(*args: str) -> str:
    """The sentence of a command that cannot be carried out: one line on stderr, exit code 2, no traceback."""
    done = run(*args)
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    return " ".join(done.stderr.split())


def test_games_lists_scenarios_and_options() -> None:
    text = run("games").stdout
    assert "russia1812" in text
    assert "historical, free" in text
    assert "edition: 1, 2 (default 2)" in text


def test_sim_shows_a_table_and_the_same_seed_gives_the_same_games() -> None:
    first = run("sim", "--games", "4", "--bots", "random", "--seed", "x", "--jobs", "1").stdout
    second = run("sim", "--games", "4", "--bots", "random", "--seed", "x", "--jobs", "2").stdout
    rows = [[line for line in text.splitlines() if "french" in line or "russian" in line] for text in (first, second)]
    assert len(rows[0]) == 2
    assert rows[0] == rows[1]
    assert "4 games" in first


def test_watch_tells_a_game_and_leaves_its_record(tmp_path: Path) -> None:
    file = tmp_path / "game.grog"
    done = run("watch", "--bots", "random,random", "--seed", "s", "--file", str(file), "--lang", "it")
    assert done.returncode == 0, done.stderr
    assert "Rifornimento Generale" in done.stdout
    assert grognard.loads(file.read_text(encoding="utf-8")).outcome is not None


def test_replay_tells_a_recorded_game_in_the_readers_language() -> None:
    assert "Turn 2, June 1812." in run("replay", str(GOLDEN[0])).stdout
    assert "Turno 2, giugno 1812." in run("replay", str(GOLDEN[0]), "--lang", "it").stdout


def test_verify_recomputes_every_die() -> None:
    text = run("verify", str(GOLDEN[0])).stdout
    assert "holds" in text
    assert "dice recomputed" in text


def test_verify_names_the_first_line_that_disagrees(tmp_path: Path) -> None:
    rows = GOLDEN[0].read_text(encoding="utf-8").splitlines()
    at = next(n for n, row in enumerate(rows) if row.endswith("]") and n > rows.index("--"))
    head, _, dice = rows[at].partition("[")
    faces = dice.rstrip("]").split()
    faces[0] = str(int(faces[0]) % 6 + 1)
    rows[at] = f"{head}[{' '.join(faces)}]"
    bad = tmp_path / "bad.grog"
    bad.write_text("\n".join(rows) + "\n", encoding="utf-8")
    sentence = refused("verify", str(bad))
    assert f"line {at + 1}:" in sentence
    assert "the seed gives" in sentence


def test_odds_of_an_attack_in_a_recorded_position() -> None:
    record = GOLDEN[0].read_text(encoding="utf-8").splitlines()
    number, side, _, start, target = next(row.split() for row in record if " attack " in row)
    order = f"attack {start} {target}"
    done = run("odds", str(GOLDEN[0]), order, "--at", str(int(number) - 1), "--side", side, "--cc", "2")
    assert done.returncode == 0, done.stderr
    assert "Goes ahead" in done.stdout
    assert "2 commands against 0" in done.stdout
    same = run("odds", str(GOLDEN[0]), order, "--at", str(int(number) - 1), "--side", side, "--given", "cc=2")
    assert same.stdout == done.stdout
    assert "Assumed: the defender commits 0 of" in " ".join(done.stdout.split())
    assert "name=number" in refused("odds", str(GOLDEN[0]), order, "--given", "cc")


@pytest.mark.parametrize("game", grognard.games.known())
def test_odds_work_for_every_game(game: str, tmp_path: Path) -> None:
    """The first gamble that is offered in a game."""
    match = grognard.start(game, seed="odds")
    rng = random.Random("odds")
    gambles: list[grognard.Action] = []
    for side, _ in walks.walk(match, walks.lively, rng):
        plain = [action for action in match.options(side) if not isinstance(action, grognard.Region)]
        gambles = [action for action in plain if match.odds(side, action) is not None]
        if gambles:
            break
    action = gambles[0]
    file = tmp_path / "game.grog"
    file.write_text(match.record.dumps(), encoding="utf-8")
    for lang in ("en", "it"):
        done = run("odds", str(file), str(action), "--side", side, "--lang", lang)
        assert done.returncode == 0, done.stderr
        assert "%" in done.stdout
    given = [f"{unknown.name}={unknown.most}" for unknown in match.odds(side, action).unknowns]
    flags = [word for part in given for word in ("--given", part)]
    assert run("odds", str(file), str(action), "--side", side, *flags).returncode == 0
    assert "is no gamble here" in refused("odds", str(file), "done" if game != "russia1812" else "pass", "--side", side)


def test_odds_of_what_a_game_does_not_know_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.grog"
    file.write_text(grognard.start("vanguard", seed="odds").record.dumps(), encoding="utf-8")
    assert "Odds know no “cc”" in refused("odds", str(file), "done", "--cc", "2")


def test_ledger_shows_every_paragraph_as_enforced_or_explained() -> None:
    text = run("ledger", "russia1812", cwd=Path(__file__).parent.parent).stdout
    assert "94 enforced, 3 explained, 0 missing" in text


def test_rules_reads_a_paragraph_a_section_and_words() -> None:
    assert "8.4" in run("rules", "russia1812", "8.4").stdout
    assert "12.2" in run("rules", "russia1812", "12").stdout
    assert "13.1" in run("rules", "russia1812", "cosacchi", "--lang", "it").stdout
    assert "Cossacks" in run("rules", "russia1812").stdout


@pytest.mark.parametrize(
    ("args", "part"),
    [
        (("sim", "waterloo"), "there is no game 'waterloo'"),
        (("sim", "--games", "0"), "at least 1"),
        (("sim", "--bots", "random,random,random"), "--bots needs one name for each"),
        (("sim", "--bots", "napoleon", "--games", "1"), "napoleon"),
        (("sim", "--option", "edition=3", "--games", "1"), "edition"),
        (("sim", "--option", "winter", "--games", "1"), "name=value"),
        (("sim", "--scenario", "moscow", "--games", "1"), "moscow"),
        (("verify", "/nowhere.grog"), "cannot be read"),
        (("verify", __file__), "no Grognard record"),
        (("replay", "/nowhere.grog"), "cannot be read"),
        (("rules", "russia1812", "submarine"), "no paragraph"),
        (("rules", "russia1812", "8.4", "--lang", "fr"), "there is no language 'fr'"),
        (("ledger", "waterloo"), "there is no game"),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(args: tuple[str, ...], part: str) -> None:
    assert part in refused(*args)
