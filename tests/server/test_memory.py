"""A server opens matches as they were kept: without replaying them, and also those that older rules began."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from litestar.testing import TestClient

import grognard
from grognard import games
from grognard.kernel import restore as kernel_restore
from grognard.kernel.match import Match
from grognard.kernel.record import parse
from grognard.server import tables
from grognard.server.app import create_app
from grognard.server.memory import Chain
from grognard.server.store import Header, Kept, Memory, Seat, Store

pytestmark = pytest.mark.filterwarnings("ignore")
AGES = sorted((Path(__file__).parent.parent / "ages").glob("*.json"))
SUMMARY = {"clock": {}, "to_act": []}


def client_of(folder):
    return TestClient(create_app(folder))


def played(client, steps: int) -> str:
    match = client.post("/api/matches", json={"game": "russia1812", "seed": "kept"}).json()["id"]
    for revision in range(steps):
        step(client, match, revision)
    return match


def step(client, match: str, revision: int) -> None:
    seat = client.get(f"/api/matches/{match}").json()["view"]["to_act"][0]
    option = client.get(f"/api/matches/{match}", params={"seat": seat}).json()["decision"]["options"][0]["action"]
    body = {"seat": seat, "revision": revision, "action": option}
    assert client.post(f"/api/matches/{match}/act", json=body).status_code == 200


def snapshot(client, match: str, seat: str | None = None) -> dict:
    answer = client.get(f"/api/matches/{match}", params={"seat": seat} if seat else {})
    assert answer.status_code == 200, answer.text
    return answer.json()


def no_replay(*_):
    raise AssertionError("it was replayed")


def test_a_match_opens_without_being_replayed(tmp_path, monkeypatch):
    with client_of(tmp_path) as client:
        match = played(client, 40)
        before = [snapshot(client, match, seat) for seat in (None, "french", "russian")]
    monkeypatch.setattr(tables, "restore", no_replay)
    with client_of(tmp_path) as client:
        assert [snapshot(client, match, seat) for seat in (None, "french", "russian")] == before
        step(client, match, 40)
        assert snapshot(client, match)["view"]["revision"] == 41


@pytest.mark.parametrize(
    "wound",
    [
        "DELETE FROM positions",
        "UPDATE positions SET body = replace(body, 'turn', 'tern')",
        "UPDATE positions SET n = n - 1 WHERE slot = 0",
        "UPDATE entries SET told = NULL WHERE n = 3",
        "UPDATE matches SET told = '['",
    ],
)
def test_where_it_was_not_kept_it_is_replayed_and_kept_again(tmp_path, monkeypatch, wound):
    with client_of(tmp_path) as client:
        match = played(client, 12)
        before = snapshot(client, match, "french")
    with closing(sqlite3.connect(tmp_path / "grognard.sqlite3")) as db, db:
        db.execute(wound)
    asked = []
    monkeypatch.setattr(tables, "restore", lambda *given: asked.append(1) or kernel_restore.restore(*given))
    with client_of(tmp_path) as client:
        assert snapshot(client, match, "french") == before
    assert asked == [1]
    monkeypatch.setattr(tables, "restore", no_replay)
    with client_of(tmp_path) as client:
        assert snapshot(client, match, "french") == before


@pytest.mark.parametrize("path", AGES, ids=lambda path: path.stem)
def test_a_match_of_older_rules_opens_shows_its_history_and_goes_on(tmp_path, path):
    data = json.loads(path.read_text(encoding="utf-8"))
    record = parse(data["record"])
    game = games.load(record.game)
    seats = tuple(Seat(side, "hotseat", "x") for side in game.sides)
    header = Header(
        "old", "", "en", False, 1, 1, len(record.lines), game.id, record.scenario, record.options, SUMMARY, None, seats
    )
    now = Kept(0, len(record.lines), record.ruleset, record.data, data["now"] | {"chain": Chain(record).hash})
    store = Store(tmp_path)
    store.add(header, record, Memory(data["opening"], data["told"], [now]))
    store.close()
    for again in range(3):  # and it stays so
        with client_of(tmp_path) as client:
            first = snapshot(client, "old", game.sides[0])
            told = [line["text"] for line in first["log"]]
            assert sum("newer rules" in text for text in told) == 1
            assert len(told) > 10
            seat = first["view"]["to_act"][0]
            shown = snapshot(client, "old", seat)
            asked = shown["decision"]
            action = asked["options"][0]["action"] if asked["options"] else asked["regions"][0]["examples"][0]
            body = {"seat": seat, "revision": shown["view"]["revision"], "action": action}
            assert client.post("/api/matches/old/act", json=body).status_code == 200
            text = client.get("/api/matches/old/record").text
            assert len(parse(text).positions) == 1
            assert len(parse(text).lines) == len(record.lines) + again + 1


def test_a_match_that_nobody_looks_at_leaves_memory(tmp_path):
    with client_of(tmp_path) as client:
        match = played(client, 5)
        kept = client.app.state.tables
        before = snapshot(client, match, "french")
        with client.websocket_connect(f"/api/matches/{match}/live?seat=french&revision=0") as page:
            assert page.receive_json()["revision"] == before["revision"]
            while kept._tables[match].sent:
                kept.tidy(float("inf"))
            assert match in kept._tables  # somebody looks at it
        kept.tidy(kept._tables[match].touched)
        assert match in kept._tables  # it was touched just now
        while match in kept._tables:
            kept.tidy(float("inf"))
        assert snapshot(client, match, "french") == before
        step(client, match, 5)


def test_one_may_take_back_in_a_long_match_that_was_brought_in(tmp_path, monkeypatch):
    """Its last positions are kept with it: nothing is replayed from the beginning."""
    played_on = grognard.start("russia1812", seed="long")
    for _ in range(150):
        side = played_on.to_act[0]
        played_on.play(side, played_on.options(side)[0])
    with client_of(tmp_path) as client:
        match = client.post("/api/import", content=played_on.record.dumps()).json()["id"]
    monkeypatch.setattr(Match, "_begin_again", no_replay)
    with client_of(tmp_path) as client:
        for side in played_on.sides:
            assert snapshot(client, match, side)["can_undo"] == played_on.can_undo(side)


def test_a_gesture_is_one_new_view_and_one_undo_also_after_a_restart(tmp_path):
    def deployment(client) -> list[str]:
        return look(client)["decision"]["shortcuts"][0]["actions"]

    def look(client) -> dict:
        return client.get(f"/api/matches/{match}", params={"seat": "russian"}).json()

    def send(client, what: str, **more: object) -> int:
        body = {"seat": "russian", "revision": look(client)["revision"], **more}
        return client.post(f"/api/matches/{match}/{what}", json=body).json()["revision"]

    with client_of(tmp_path) as client:
        match = client.post("/api/matches", json={"game": "russia1812", "scenario": "free"}).json()["id"]
        begun = look(client)
        plan = deployment(client)
        many = len(plan) - 1
        assert send(client, "act", action=plan[0]) == 1
        told = []
        client.app.state.tables._changed = told.append
        assert send(client, "act", actions=plan[1:]) == 1 + many
        assert told == [match]
        deployed = look(client)["view"]
    with client_of(tmp_path) as client:
        assert send(client, "undo") == 1 + 2 * many
        assert look(client)["can_undo"]
        assert send(client, "redo") == 1 + 3 * many
        assert {**look(client)["view"], "revision": 0} == {**deployed, "revision": 0}
        assert send(client, "undo") == 1 + 4 * many
        assert send(client, "undo") == 2 + 4 * many
        assert {**look(client)["view"], "revision": 0} == {**begun["view"], "revision": 0}
        assert not look(client)["can_undo"]
