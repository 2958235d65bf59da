"""Matches outlive rules: one that was begun under each past ruleset opens, shows its history and goes on.

``ages/`` holds a running match of every ruleset there has been (but for the present ones), played by the program of its
time: its record, what was told of each line, and how it stood.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import games
from grognard.kernel import stored
from grognard.kernel.decision import IllegalAction
from grognard.kernel.match import Match
from grognard.kernel.record import Position, RecordError, parse
from grognard.kernel.restore import carried_over, other_version, restore, resume, verify
from grognard.server.memory import Chain, kept_of, memory_of, taken_up
from grognard.server.records import branch, read_record
from grognard.server.replay import Replay
from grognard.server.store import Kept, Memory
from grognard.server.trouble import Trouble

pytestmark = pytest.mark.slow

AGES = sorted((Path(__file__).parent / "ages").glob("*.json"))
every_age = pytest.mark.parametrize("path", AGES, ids=lambda path: path.stem)


def older(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def goes_on(match: Match, steps: int = 10_000) -> int:
    """Play by chance, to the end if it comes soon enough."""
    rng, done = random.Random("on"), 0
    while match.outcome is None and done < steps:
        side = rng.choice(match.to_act)
        match.play(side, match.sample(side, rng))
        done += 1
    return done


def test_there_is_a_match_of_every_past_ruleset() -> None:
    known = {(record.game, record.ruleset) for record in (parse(older(path)["record"]) for path in AGES)}
    wanted = {(name, n) for name in games.known() for n in range(1, games.load(name).ruleset)}
    assert wanted <= known


@every_age
def test_an_older_match_goes_on_by_the_rules_of_today(path: Path) -> None:
    data = older(path)
    record = parse(data["record"])
    game = games.load(record.game)
    with pytest.raises(RecordError, match=f"ruleset {record.ruleset}"):
        grognard.loads(data["record"])
    match = restore(game, carried_over(game, record, data["now"]["state"]))
    assert match.outcome is None
    assert match.to_act
    assert [line[:4] for line in match.record.lines] == [line[:4] for line in record.lines]
    own = [match.say(event) for _, event in match.log(match.sides[0])]
    assert len(own) > 5
    assert all("older rules" in sentence for sentence in own[:-1])
    assert f"newer rules (ruleset {game.ruleset})" in own[-1]
    with pytest.raises(IllegalAction):
        match.undo(match.record.lines[-1].side)
    goes_on(match)
    assert match.outcome is not None
    again = grognard.loads(match.record.dumps())
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == match.record.dumps()
    assert again.record.rules == (game.ruleset, game.data_hash)
    assert again.record.ruleset == record.ruleset
    assert not other_version(game, again.record)
    with pytest.raises(RecordError, match="part of it was played by ruleset"):
        verify(game, again.record)
    assert game.chronicle(match).decisions == match.length
    way = Replay(game, match.record)
    assert way.at(0).length == len(record.lines)
    assert way.at(way.length).fingerprint == match.fingerprint


@every_age
def test_a_record_that_says_how_it_stood_can_be_loaded_and_imported(path: Path) -> None:
    data = older(path)
    record = parse(data["record"])
    record.now = data["now"]["state"]
    text = record.dumps()
    with pytest.raises(RecordError, match=f"ruleset {record.ruleset}"):
        grognard.loads(text)
    match = grognard.loads(text, other_versions=True)
    assert goes_on(match, 30) == 30 or match.outcome is not None
    assert read_record(text)[0].to_act
    with pytest.raises(Trouble):
        read_record(data["record"])


def test_a_running_match_hands_out_a_record_that_lasts() -> None:
    match = played("merde", 30)
    text = match.lasting.dumps()
    assert "stands: " in text
    again = grognard.loads(text)
    assert again.fingerprint == match.fingerprint
    assert again.lasting.dumps() == text
    assert "stands" not in match.record.dumps()
    changed = text.replace(f"ruleset: {match.game.ruleset}", "ruleset: 77")
    assert grognard.loads(changed, other_versions=True).fingerprint == match.fingerprint


@every_age
def test_a_copy_of_a_match_that_went_over_can_be_made_from_there_on(path: Path) -> None:
    data = older(path)
    record = parse(data["record"])
    game = games.load(record.game)
    match = restore(game, carried_over(game, record, data["now"]["state"]))
    goes_on(match, 25)
    first = len(record.lines)
    for at, length in ((None, match.length), (first + 10, first + 10), (3, first)):
        copy = restore(game, branch(match.record, at, False))
        assert copy.length == length
    assert restore(game, branch(match.record, None, False)).fingerprint == match.fingerprint


@pytest.mark.parametrize("game", games.known())
def test_a_match_that_was_over_by_older_rules_can_be_looked_at(game: str) -> None:
    match = grognard.start(game, seed="over")
    goes_on(match)
    assert match.outcome is not None
    chain = Chain(match.record)
    now = memory_of(match, chain)
    kept = [each._replace(ruleset=match.game.ruleset - 1) for each in now.kept]
    found = taken_up(match.game, match.record, chain, now._replace(kept=kept))
    assert found is not None
    again = found[0]
    assert again.outcome == match.outcome
    assert again.fingerprint == match.fingerprint
    assert again.view(None)["outcome"] == match.view(None)["outcome"]
    assert game in again.game.id
    assert again.game.chronicle(again).decisions == match.length
    assert Replay(again.game, again.record).at(0).fingerprint == match.fingerprint


def test_two_changes_of_rules_are_both_told() -> None:
    match = played("vanguard", 30)
    state = stored.write(match.state)
    record = parse(match.record.dumps())
    record.positions = [Position(20, 2, "older", state), Position(len(record.lines), 3, match.game.data_hash, state)]
    told = [match.say(event) for _, event in restore(match.game, record).log()]
    assert [text for text in told if "newer rules" in text] == [
        f"From here on the match is played by newer rules (ruleset {n})." for n in (2, 3)
    ]


@pytest.mark.parametrize(
    "damage",
    [
        '{"fields": ' + "[" * 900 + "]" * 900 + ', "agenda": [], "outcome": null}',
        "[]",
        "{}",
        '{"fields": {"turn": "x"}, "agenda": [], "outcome": null}',
        "7",
    ],
)
def test_a_forged_position_gets_a_sentence(damage: str) -> None:
    head, _, lines = played("vanguard", 9).record.dumps().partition("\n--\n")
    text = f"{head}\nstands: {damage}\n--\n{lines}".replace("ruleset: 3", "ruleset: 2")
    with pytest.raises(RecordError):
        grognard.loads(text, other_versions=True)


@every_age
def test_an_older_match_keeps_its_log(path: Path) -> None:
    data = older(path)
    record = parse(data["record"])
    game = games.load(record.game)
    chain = Chain(record)
    kept = Kept(0, len(record.lines), record.ruleset, record.data, data["now"] | {"chain": chain.hash})
    found = taken_up(game, record, chain, Memory(data["opening"], data["told"], [kept]))
    assert found is not None
    match, changed = found
    assert changed
    side = match.sides[0]
    keys = [event.key for _, event in match.log(side)]
    assert "logged" not in keys
    assert keys[-1] == "new_rules"
    assert sum(len(events) for events, *_ in data["told"]) > len(keys) / 2 > 5
    assert all(match.say(event, lang) for _, event in match.log(side) for lang in ("en", "it"))
    memory = memory_of(match, Chain(match.record))
    assert [each.slot for each in memory.kept if each.slot >= 10] == [10]
    goes_on(match, 40)
    chain = Chain(match.record)
    again = taken_up(game, match.record, chain, memory_of(match, chain))
    assert again is not None
    assert again[1] is False
    assert again[0].fingerprint == match.fingerprint
    assert again[0].log(side) == match.log(side)


def played(game: str, steps: int) -> Match:
    match = grognard.start(game, seed="kept")
    rng = random.Random("kept")
    for _ in range(steps):
        side = rng.choice(match.to_act)
        match.play(side, match.sample(side, rng))
        if rng.random() < 0.2:
            for one in match.sides:
                try:
                    match.undo(one)
                    break
                except IllegalAction:
                    continue
    return match


@pytest.mark.parametrize("game", games.known())
@pytest.mark.parametrize("steps", [0, 5, 150])
def test_a_match_is_resumed_as_it_was_left(game: str, steps: int) -> None:
    match = played(game, steps)
    chain = Chain(match.record)
    memory = json.loads(json.dumps(memory_of(match, chain)))
    kept = [Kept(*each) for each in memory[2]]
    found = taken_up(match.game, match.record, chain, Memory(memory[0], memory[1], kept))
    assert found is not None
    again, changed = found
    assert not changed
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == match.record.dumps()
    assert again.to_act == match.to_act
    for side in (*match.sides, None):
        assert again.view(side) == match.view(side)
        assert again.log(side) == match.log(side)
        assert again.steps(side) == match.steps(side)
    for one in match.sides:
        for m in (match, again):
            assert refusal(m, one) == refusal(match, one)
    rng = random.Random("same")
    for _ in range(20):
        if match.outcome is None:
            side = match.to_act[0]
            action = match.sample(side, rng)
            match.play(side, action)
            again.play(side, action)
    assert again.fingerprint == match.fingerprint
    assert again.record.dumps() == match.record.dumps()


def refusal(match: Match, side: str) -> list[str]:
    try:
        match.copy().undo(side)
    except IllegalAction as illegal:
        return [refusal.key for refusal in illegal.refusals]
    return []


def test_one_can_take_back_as_far_as_before_after_coming_back() -> None:
    match = grognard.start("russia1812", "free", seed="far")
    for _ in range(70):
        match.play(match.to_act[0], match.options(match.to_act[0])[0])
    side = match.record.lines[-1].side
    chain = Chain(match.record)
    kept = kept_of(match, chain)
    told = memory_of(match, chain).told
    again = resume(match.game, match.record, [[], False, False, True, []], told, kept[0].body, [])
    while not refusal(match, side):
        match.undo(side)
        again.undo(side)
        assert again.fingerprint == match.fingerprint
    assert match.length < 64
    assert refusal(again, side) == refusal(match, side)


def test_what_belongs_to_another_record_is_not_taken_up() -> None:
    match = played("vanguard", 30)
    chain = Chain(match.record)
    memory = memory_of(match, chain)
    record = parse(match.record.dumps())
    record.lines[3] = record.lines[3]._replace(dice=(6, 6))
    assert taken_up(match.game, record, Chain(record), memory) is None
