"""Records: written, read, continued, doubted. Whatever is wrong with one is said in a sentence that names the line."""

from __future__ import annotations

import json
import random
import re

import pytest

import grognard
import walks
from grognard.kernel.dice import commitment, die
from grognard.kernel.match import Match
from grognard.kernel.record import parse

SEED = "vitebsk"


def played(steps: int, seed: str = SEED) -> Match:
    """A lively match so many decisions in, with an undo here and there."""
    match = grognard.start("russia1812", seed=seed)
    rng = random.Random(seed)
    for number, (side, _) in enumerate(walks.walk(match, walks.lively, rng)):
        if number == steps:
            break
        if number % 17 == 5 and match._line and match._line[-1].side == match.sides.index(side):
            undone(match, side)
    return match


def undone(match: Match, side: str) -> bool:
    """Take back and play again, where that may be done."""
    try:
        match.undo(side)
    except grognard.IllegalAction:
        return False
    match.redo(side)
    return True


@pytest.fixture(scope="module")
def text() -> str:
    """A record of a game in the middle of a turn, with dice and undos."""
    found = played(420).record.dumps()
    assert " undo\n" in found
    assert "]\n" in found
    return found


def lines_of(text: str) -> list[str]:
    return text.split("\n")


def numbered(text: str, pattern: str) -> int:
    """The index of the last line that matches."""
    return max(i for i, line in enumerate(lines_of(text)) if re.search(pattern, line))


def altered(text: str, index: int, line: str) -> str:
    lines = lines_of(text)
    lines[index] = line
    return "\n".join(lines)


def refused(text: object) -> str:
    with pytest.raises(grognard.RecordError) as caught:
        grognard.loads(text)
    return str(caught.value)


# there and back


@pytest.mark.parametrize("steps", [0, 1, 31, 32, 33, 100, 250, 400, 600, 5000])
def test_a_record_round_trips_at_any_point(steps: int) -> None:
    match = played(steps)
    again = grognard.loads(match.record.dumps())
    assert again.record.dumps() == match.record.dumps()
    assert again.fingerprint == match.fingerprint
    assert (again.revision, again.to_act, again.outcome) == (match.revision, match.to_act, match.outcome)
    for who in (*match.sides, None):
        assert again.view(who) == match.view(who)
        assert again.log(who) == match.log(who)


def test_an_unfinished_game_goes_on_with_the_same_dice() -> None:
    match = played(300)
    again = grognard.loads(match.record.dumps())
    for twin in (match, again):
        for _ in walks.walk(twin, walks.lively, random.Random("on")):
            pass
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == match.record.dumps()
    assert sum(len(line.dice) for line in match.record.lines) > 50


def test_the_header_tells_what_was_played(text: str) -> None:
    record = parse(text)
    game = grognard.games.load("russia1812")
    assert (record.game, record.scenario) == ("russia1812", "historical")
    assert (record.ruleset, record.data) == (game.ruleset, game.data_hash)
    assert record.options == {"edition": 2, "forage_russian": False}
    assert [tuple(s) for s in record.streams] == [(0, commitment(SEED), SEED)]
    assert record.result is None
    assert [line.number for line in record.lines] == list(range(1, len(record.lines) + 1))


def test_every_die_can_be_recomputed_from_the_seed(text: str) -> None:
    thrown = [face for line in parse(text).lines for face in line.dice]
    assert thrown == [die(SEED, number, 6) for number in range(len(thrown))]
    assert len(thrown) > 20


def test_a_finished_game_tells_its_result() -> None:
    match = played(9999)
    head = dict(line.split(": ", 1) for line in match.record.dumps().split("\n--\n")[0].split("\n"))
    assert json.loads(head["result"]) == match.outcome._asdict()


def test_comments_blank_lines_and_other_line_ends_do_not_matter(text: str) -> None:
    fingerprint = grognard.loads(text).fingerprint
    stripped = "\n".join(line for line in lines_of(text) if not line.startswith(";"))
    spaced = text.replace("\n--\n", "\n\n; a comment\n--\n\n; another\n").replace("\n", "\r\n")
    assert "; turn 1 phase 2" in text
    assert grognard.loads(stripped).fingerprint == grognard.loads(spaced).fingerprint == fingerprint


def test_undo_lines_are_kept_and_replayed() -> None:
    match = grognard.start("russia1812", seed=SEED)
    first, other = match.options("russian")[:2]
    match.play("russian", first)
    match.undo("russian")
    match.play("russian", other)
    record = match.record
    assert [line.text for line in record.lines] == [str(first), "undo", str(other)]
    again = grognard.loads(record.dumps())
    assert again.fingerprint == match.fingerprint
    assert again.revision == 3
    assert again.record.dumps() == record.dumps()


def test_an_undo_that_the_rules_refuse_names_its_line(text: str) -> None:
    at = numbered(text, r"\]$")
    number, side = lines_of(text)[at].split()[:2]
    longer = [*lines_of(text)[: at + 1], f"{int(number) + 1} {side} undo"]
    assert refused("\n".join(longer)).startswith(f"line {at + 2}:")


# the seed


def test_a_withheld_seed_is_replaced_by_a_new_commitment() -> None:
    match = played(300)
    bare = match.record.dumps(seed=False)
    assert f'"{SEED}"' not in bare
    again = grognard.loads(bare)
    assert again.fingerprint == match.fingerprint
    old, new = again.streams
    thrown = sum(len(line.dice) for line in match.record.lines)
    assert tuple(old) == (0, commitment(SEED), None)
    assert (new.first, new.commit) == (thrown, commitment(new.seed))
    assert new.seed != SEED


def test_a_match_with_two_streams_is_recorded_and_goes_on() -> None:
    again = grognard.loads(played(300).record.dumps(seed=False))
    for number, _ in enumerate(walks.walk(again, walks.lively, random.Random("two"))):
        if number == 150:
            break
    third = grognard.loads(again.record.dumps())
    assert third.fingerprint == again.fingerprint
    assert third.streams == again.streams
    new = again.streams[1]
    thrown = [face for line in again.record.lines for face in line.dice]
    assert len(thrown) > new.first + 5
    assert thrown[new.first :] == [die(new.seed, n, 6) for n in range(len(thrown) - new.first)]
    for twin in (again, third):
        for number, _ in enumerate(walks.walk(twin, walks.lively, random.Random("three"))):
            if number == 100:
                break
    assert third.fingerprint == again.fingerprint


def test_a_finished_game_without_its_seed_needs_no_new_one() -> None:
    again = grognard.loads(played(9999).record.dumps(seed=False))
    assert [tuple(s) for s in again.streams] == [(0, commitment(SEED), None)]
    assert again.outcome is not None


# what is no record


@pytest.mark.parametrize("thing", [None, b"grognard: 1\n--\n", 5, ["grognard: 1", "--"], 1.5])
def test_a_record_is_text(thing: object) -> None:
    assert refused(thing) == f"a record is text, not {type(thing).__name__}"


@pytest.mark.parametrize("thing", ["", "hello", "grognard: 1", "-- ", "\x00" * 50, "1 french train 2207\n" * 5])
def test_text_that_is_no_record(thing: str) -> None:
    assert "no Grognard record" in refused(thing)


@pytest.mark.parametrize(
    "name", ["grognard", "game", "ruleset", "data", "scenario", "options", "streams", "opening", "result"]
)
def test_a_missing_header_is_named(text: str, name: str) -> None:
    without = "\n".join(line for line in lines_of(text) if not line.startswith(f"{name}: "))
    assert refused(without) == f"the header lacks {name}"


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("grognard", "2", "format 2"),
        ("grognard", '"1"', "format 1"),
        ("game", '"chess"', "no game 'chess'"),
        ("game", "5", "damaged"),
        ("game", "null", "damaged"),
        ("scenario", '"moon"', "no scenario 'moon'"),
        ("scenario", "[]", "damaged"),
        ("options", '{"edition": 3}', "cannot be 3"),
        ("options", '{"edition": "2"}', "cannot be '2'"),
        ("options", '{"edition": [2]}', r"cannot be \[2\]"),
        ("options", '{"speed": 1}', "no option 'speed'"),
        ("options", "7", "damaged"),
        ("options", '"edition"', "damaged"),
        ("ruleset", '"one"', "damaged"),
        ("ruleset", "null", "damaged"),
        ("ruleset", "Infinity", "damaged"),
        ("ruleset", "NaN", "damaged"),
        ("data", "12", "damaged"),
        ("streams", "5", "damaged"),
        ("streams", "[[0]]", "damaged"),
        ("streams", '[[0, 5, "x"]]', "damaged"),
        ("streams", '[["zero", "c", null]]', "damaged"),
        ("streams", '[[Infinity, "c", null]]', "damaged"),
        ("streams", '[[0, "c", 5]]', "damaged"),
        ("opening", "5", "damaged"),
        ("opening", '["x"]', "damaged"),
        ("opening", "[Infinity]", "damaged"),
        ("opening", "[[1]]", "damaged"),
    ],
)
def test_a_damaged_header_is_refused(text: str, name: str, value: str, says: str) -> None:
    at = next(i for i, line in enumerate(lines_of(text)) if line.startswith(f"{name}: "))
    assert re.search(says, refused(altered(text, at, f"{name}: {value}")))


@pytest.mark.parametrize("line", ["game", "game:", "game: ", "game: {", 'game: "russia1812" x', "game: " + "[" * 9999])
def test_a_header_that_cannot_be_read_names_its_line(text: str, line: str) -> None:
    assert refused(altered(text, 1, line)).startswith("line 2: ")


@pytest.mark.parametrize(
    "line",
    [
        "hello",
        "1 french",
        "french train 2207",
        "x french train 2207",
        "-1 french train 2207",
        "1 FRENCH train 2207",
        "12345678 french train 2207",
        "1 french train 2207 [",
        "1 french train 2207 [x]",
        "1 french train 2207 [3] [4]",
        "1 french train 2207 [-3]",
        "1 french " + "x" * 300,
        "1 french train 2207 [" + "3 " * 1500 + "]",
    ],
)
def test_a_line_that_is_no_action_is_named(text: str, line: str) -> None:
    at = numbered(text, r"^\d+ ")
    assert refused(altered(text, at, line)).startswith(f"line {at + 1}: ")


# what has been tampered with


def test_a_forbidden_action_names_its_line_and_rule(text: str) -> None:
    at = numbered(text, r" deploy ")
    number, side = lines_of(text)[at].split()[:2]
    says = refused(altered(text, at, f"{number} {side} attack 2207 2208"))
    assert says.startswith(f"line {at + 1}: ")
    assert "attack 2207 2208" in says


def test_the_wrong_side_names_its_line(text: str) -> None:
    at = numbered(text, r"\d+ french deploy ")
    assert refused(altered(text, at, lines_of(text)[at].replace("french", "russian"))).startswith(f"line {at + 1}: ")
    assert refused(altered(text, at, lines_of(text)[at].replace("french", "prussian"))).startswith(f"line {at + 1}: ")


@pytest.mark.parametrize("dice", ["", " [7]", " [0]", " [9 9 9]"])
def test_dice_that_cannot_have_fallen_name_their_line(text: str, dice: str) -> None:
    at = numbered(text, r" commit \d+ \[")
    assert refused(altered(text, at, re.sub(r" \[.*", dice, lines_of(text)[at]))).startswith(f"line {at + 1}: ")


def test_dice_where_none_were_rolled_name_their_line(text: str) -> None:
    at = numbered(text, r" deploy ")
    assert refused(altered(text, at, lines_of(text)[at] + " [3]")).startswith(f"line {at + 1}: ")


def test_dice_that_the_seed_does_not_throw_name_their_line() -> None:
    """An aborted order with another face of the die: legal by the rules, but not what the seed says."""
    text, at = aborted_order()
    changed = lines_of(text)[at].replace("[1]", "[2]")
    assert refused("\n".join([*lines_of(text)[:at], changed, ""])).startswith(f"line {at + 1}: ")


def aborted_order() -> tuple[str, int]:
    """A record that has an order whose single die, a 1, called it off."""
    for number in range(50):
        text = played(9999, f"abort {number}").record.dumps()
        found = [i for i, line in enumerate(lines_of(text)) if re.search(r" commit 0 \[1\]$", line)]
        if found:
            return text, found[0]
    raise AssertionError("no order was aborted")


def test_a_seed_that_is_not_the_committed_one_is_refused(text: str) -> None:
    assert "seed" in refused(text.replace(f'"{SEED}"', '"another"'))


@pytest.mark.parametrize("change", [1, 5, -1])
def test_a_wrong_line_number_names_its_line(text: str, change: int) -> None:
    at = numbered(text, r" train ")
    number, rest = lines_of(text)[at].split(" ", 1)
    assert refused(altered(text, at, f"{int(number) + change} {rest}")).startswith(f"line {at + 1}: ")


def test_a_missing_line_is_noticed_where_it_is_missing(text: str) -> None:
    at = numbered(text, r" undo$")
    lines = lines_of(text)
    del lines[at - 1 : at + 1]
    assert refused("\n".join(lines)).startswith(f"line {at}: ")


def test_lines_after_the_end_are_refused() -> None:
    text = played(9999).record.dumps()
    last = lines_of(text)[-2]
    assert refused(f"{text}{int(last.split()[0]) + 1} french pass\n").startswith(f"line {len(lines_of(text))}: ")


def test_a_result_that_the_replay_does_not_reach_is_refused() -> None:
    text = played(9999).record.dumps()
    assert '"winner": "russian"' in text
    assert "result" in refused(text.replace('"winner": "russian"', '"winner": "french"'))
