"""Whatever fails costs as little as it can, and is told: parts of a snapshot, moves, questions, live connections."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import grognard
from grognard import games
from grognard.kernel.match import Match
from grognard.server import driver, snapshot
from grognard.server.app import create_app

pytestmark = pytest.mark.filterwarnings("ignore")
GAME = "russia1812"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Any]:
    """A server in this process, so that a test can break its parts."""
    with TestClient(create_app(tmp_path)) as found:
        yield found


def new(client: Any, **wishes: Any) -> str:
    return str(client.post("/api/matches", json={"game": GAME, "seed": "borodino", **wishes}).json()["id"])


def look(client: Any, match: str, seat: str | None = None, **query: Any) -> Any:
    answer = client.get(f"/api/matches/{match}", params={"seat": seat or "", **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def act(client: Any, match: str, seat: str, revision: int, *actions: str) -> Any:
    return client.post(f"/api/matches/{match}/act", json={"seat": seat, "revision": revision, "actions": actions})


def first(client: Any, match: str) -> tuple[str, list[str]]:
    seat = look(client, match)["view"]["to_act"][0]
    return seat, [option["action"] for option in look(client, match, seat)["decision"]["options"]]


def fail(*_: Any, **__: Any) -> Any:
    raise KeyError(-1)


def break_game(monkeypatch: Any, hook: str, game: str = GAME, answer: Any = fail) -> None:
    """A hook of a game, or of its face, that fails or answers nonsense."""
    found = games.load(game)
    owner = type(found) if hasattr(found, hook) else type(found.face(grognard.start(game).state, -1, "en"))
    monkeypatch.setattr(owner, hook, answer)


# parts of a snapshot

PARTS = {
    "overlays": ("overlays", {}),
    "cards": ("cards", None),
    "stage": ("stage", None),
    "clock": ("clock", {"turn": 0, "phase": 0, "phase_name": "", "month": ""}),
}
ASKED = {
    "shortcuts": ("shortcuts", []),
    "areas": ("areas", []),
    "crumbs": ("crumbs", []),
    "backdrop": ("overlay", None),
}


@pytest.mark.parametrize("hook", [*PARTS, *ASKED, "describe", "side_note", "focus"])
def test_a_part_that_fails_is_left_out_and_named(client, monkeypatch, caplog, hook):
    match = new(client)
    seat, options = first(client, match)
    act(client, match, seat, 0, options[0])
    seat, _ = first(client, match)
    whole = look(client, match, seat)
    assert whole["missing"] == []
    break_game(monkeypatch, hook)
    client.app.state.tables._tables[match].sent.clear()
    with caplog.at_level(logging.ERROR, "grognard.server"):
        shown = look(client, match, seat)
    part = {"describe": "options", "side_note": "note", "focus": "log"}.get(hook, hook)
    assert [one["part"] for one in shown["missing"]] == [part]
    assert shown["missing"][0]["text"].endswith(".")
    assert shown["view"] == whole["view"]
    assert [option["action"] for option in shown["decision"]["options"]] == [
        option["action"] for option in whole["decision"]["options"]
    ]
    assert [line["i"] for line in shown["log"]] == [line["i"] for line in whole["log"]]
    if hook in PARTS:
        name, default = PARTS[hook]
        assert shown[name] == default
    if hook in ASKED:
        name, default = ASKED[hook]
        assert shown["decision"][name] == default
    said = caplog.text
    assert match in said
    assert f"seat {seat}" in said
    assert f"revision {whole['revision']}" in said
    assert "KeyError: -1" in said
    italian = look(client, match, seat, lang="it")["missing"][0]["text"]
    assert italian != shown["missing"][0]["text"]


@pytest.mark.parametrize("name", ["undo", "redo"])
def test_a_failing_undo_does_not_cost_the_snapshot(client, monkeypatch, name):
    match = new(client)
    seat, _ = first(client, match)
    monkeypatch.setattr(Match, f"can_{name}", fail)
    client.app.state.tables._tables[match].sent.clear()
    shown = look(client, match, seat)
    assert shown[f"can_{name}"] is False
    assert [one["part"] for one in shown["missing"]] == [name]
    assert shown["decision"]["options"]


@pytest.mark.parametrize("hook", ["overlays", "cards"])
def test_a_part_that_is_no_data_is_left_out_too(client, monkeypatch, hook):
    match = new(client)
    whole = look(client, match)
    break_game(monkeypatch, hook, answer=lambda *_: {"piece": object()})
    client.app.state.tables._tables[match].sent.clear()
    shown = look(client, match)
    assert [one["part"] for one in shown["missing"]] == [hook]
    assert shown["view"] == whole["view"]


def test_a_failing_lesson_does_not_cost_the_snapshot(client, monkeypatch):
    match = new(client, lesson=True)
    monkeypatch.setattr(snapshot, "tell", fail)
    human = next(side["id"] for side in look(client, match)["sides"] if side["seat"] == "human")
    shown = look(client, match, human)
    assert shown["lesson"] is None
    assert [one["part"] for one in shown["missing"]] == ["lesson"]


def test_the_past_is_guarded_too(client, monkeypatch):
    match = new(client)
    break_game(monkeypatch, "overlays")
    answer = client.get(f"/api/matches/{match}/replay")
    assert answer.status_code == 200
    assert [one["part"] for one in answer.json()["missing"]] == ["overlays"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_without_a_view_a_match_cannot_be_shown_and_says_so(client, monkeypatch, lang):
    match = new(client)
    break_game(monkeypatch, "view")
    client.app.state.tables._tables[match].sent.clear()
    answer = client.get(f"/api/matches/{match}", params={"lang": lang})
    assert answer.status_code == 500
    assert {"en": "cannot be shown", "it": "non può essere mostrata"}[lang] in answer.json()["error"]
    assert client.get("/api/matches").status_code == 200


def test_a_report_without_its_story_still_has_the_dice(client, monkeypatch, record):
    match = client.post("/api/import", content=record("end")).json()["id"]
    break_game(monkeypatch, "chronicle")
    told = client.get(f"/api/matches/{match}/report").json()
    assert told["outcome"]["text"]
    assert told["verified"]["ok"] is True
    assert [one["part"] for one in told["missing"]] == ["chronicle"]


def test_a_report_without_what_the_bots_had_in_mind_is_a_report(client, monkeypatch, record):
    match = client.post("/api/import", content=record("end"), params={"seats": "french:human,russian:marshal"}).json()
    monkeypatch.setattr("grognard.bots.marshal_russia1812.Marshal.intent", lambda self, match: 1 / 0)
    told = client.get(f"/api/matches/{match['id']}/report").json()
    assert told["headline"]
    assert told["intents"] == []
    assert [one["part"] for one in told["missing"]] == ["intents"]


@pytest.mark.parametrize(
    ("hook", "path"),
    [
        ("forecast", "odds?action=done"),
        ("rehearse", "rehearse?action=done"),
        ("sight", "sight?place=2207"),
        ("sidebar", "tables?"),
        ("scene", "scene?"),
    ],
)
def test_a_question_that_cannot_be_answered_gets_a_sentence(client, monkeypatch, hook, path):
    match = new(client)
    seat, _ = first(client, match)
    break_game(monkeypatch, hook)
    answer = client.get(f"/api/matches/{match}/{path}&seat={seat}")
    assert answer.status_code == 500
    assert "unharmed" in answer.json()["error"]


def test_why_that_fails_gets_a_sentence(client, monkeypatch):
    match = new(client)
    seat, _ = first(client, match)
    monkeypatch.setattr(Match, "why_not", fail)
    answer = client.get(f"/api/matches/{match}/why", params={"seat": seat, "action": "done"})
    assert (answer.status_code, "unharmed" in answer.json()["error"]) == (500, True)


# moves


def entries(folder: Path, match: str) -> list[tuple[Any, ...]]:
    with sqlite3.connect(folder / "grognard.sqlite3") as db:
        return db.execute("SELECT n, side, action FROM entries WHERE match = ? ORDER BY n", (match,)).fetchall()


def test_after_a_move_that_fails_midway_memory_is_what_the_disk_is(client, monkeypatch, tmp_path):
    match = new(client)
    seat, options = first(client, match)
    assert act(client, match, seat, 0, options[0]).status_code == 200
    before = look(client, match, seat)

    def half(self: Match, side: str) -> None:
        self.state = self.game.new(self.setup, self.dice)  # what has been done is lost, in memory
        raise KeyError(-1)

    with monkeypatch.context() as broken:
        broken.setattr(Match, "undo", half)
        answer = client.post(f"/api/matches/{match}/undo", json={"seat": seat, "revision": 1})
        assert answer.status_code == 500
        assert "nothing has been changed" in answer.json()["error"]
    assert look(client, match, seat) == before
    seat, options = first(client, match)
    assert act(client, match, seat, before["revision"], options[0]).status_code == 200
    assert len(entries(tmp_path, match)) == 2
    with TestClient(create_app(tmp_path)) as other:
        assert look(other, match, seat)["view"] == look(client, match, seat)["view"]


def test_of_a_gesture_that_fails_midway_nothing_has_been_changed(client, monkeypatch):
    match = new(client)
    seat, options = first(client, match)
    play, calls = Match.play, []

    def twice(self: Match, side: str, action: str) -> Any:
        calls.append(action)
        return play(self, side, action) if len(calls) == 1 else fail()

    with monkeypatch.context() as broken:
        broken.setattr(Match, "play", twice)
        answer = act(client, match, seat, 0, options[0], options[0])
    assert answer.status_code == 500
    assert "nothing has been changed" in answer.json()["error"]
    assert look(client, match, seat)["revision"] == 0


def test_a_refusal_leaves_the_table_where_it_is(client):
    match = new(client)
    seat, _ = first(client, match)
    table = client.app.state.tables._tables[match]
    assert act(client, match, seat, 0, "march 2108 2008").status_code == 422
    assert client.app.state.tables._tables[match] is table


def test_a_clock_that_fails_does_not_refuse_a_move(client, monkeypatch):
    match = new(client)
    seat, options = first(client, match)
    break_game(monkeypatch, "clock")
    assert act(client, match, seat, 0, options[0]).status_code == 200
    assert client.get("/api/matches").json()[0]["clock"]["phase_name"]


def test_a_full_disk_has_a_sentence_of_its_own_and_play_goes_on_when_there_is_room(client, tmp_path):
    match = new(client)
    db = client.app.state.tables._store._db
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    done = 0
    while True:
        seat, options = first(client, match)
        answer = act(client, match, seat, done, options[0])
        if answer.status_code != 200:
            break
        done += 1
    assert answer.status_code == 507
    assert "full" in answer.json()["error"]
    assert len(entries(tmp_path, match)) == done
    assert look(client, match, seat)["revision"] == done
    db.execute("PRAGMA max_page_count = 1000000")
    assert act(client, match, seat, done, options[0]).status_code == 200
    assert len(entries(tmp_path, match)) == done + 1


def test_a_bot_goes_on_when_the_disk_has_room_again(client, monkeypatch, wait):
    monkeypatch.setattr(driver, "AGAIN", 0.05)
    store = client.app.state.tables._store
    append, tried = store.append, []

    def full(*_: Any) -> None:
        tried.append(1)
        fault = sqlite3.OperationalError("database or disk is full")
        fault.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise fault

    monkeypatch.setattr(store, "append", full)
    probe = new(client)
    match = new(client, seats={first(client, probe)[0]: "random"})
    wait(lambda: len(tried) > 1)
    assert look(client, match)["revision"] == 0
    assert look(client, match)["waiting"]["stalled"] is None
    monkeypatch.setattr(store, "append", append)
    wait(lambda: look(client, match)["revision"] >= 1)


# live connections


def hear(socket: Any, kind: str) -> Any:
    while True:
        message = json.loads(socket.receive_text(timeout=30))
        if message["type"] == kind:
            return message


def test_a_live_page_hears_why_there_is_nothing_to_see_and_then_sees_again(client, monkeypatch):
    match = new(client)
    seat, options = first(client, match)
    with client.websocket_connect(f"/api/matches/{match}/live") as socket:
        hear(socket, "snapshot")
        with monkeypatch.context() as broken:
            break_game(broken, "view")
            assert act(client, match, seat, 0, options[0]).status_code == 200
            fault = hear(socket, "fault")
            assert (fault["final"], "cannot be shown" in fault["text"]) == (False, True)
        seat, options = first(client, match)
        assert act(client, match, seat, 1, options[0]).status_code == 200
        assert hear(socket, "snapshot")["revision"] == 2


def test_whatever_ends_a_live_connection_is_told_before(client, monkeypatch, caplog):
    from grognard.server import live

    match = new(client)
    monkeypatch.setattr(live, "snapshot_text", fail)
    with client.websocket_connect(f"/api/matches/{match}/live") as socket:
        fault = hear(socket, "fault")
        assert fault["final"] is False
        assert fault["text"].endswith(".")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive(timeout=30)
        assert closed.value.code == 4500
    assert "KeyError: -1" in caplog.text


def test_a_seat_that_is_not_there_and_a_number_that_is_none_get_a_word(client):
    match = new(client)
    with client.websocket_connect(f"/api/matches/{match}/live?seat=nobody") as socket:
        fault = hear(socket, "fault")
        assert (fault["final"], "nobody" in fault["text"]) == (True, True)
        assert "nobody" in hear(socket, "gone")["error"]
    with client.websocket_connect(f"/api/matches/{match}/live?revision={'9' * 5000}") as socket:
        assert hear(socket, "snapshot")["revision"] == 0


def test_a_match_that_is_gone_is_final(client):
    with client.websocket_connect("/api/matches/nowhere/live?lang=it") as socket:
        fault = hear(socket, "fault")
        assert (fault["final"], "partita" in fault["text"]) == (True, True)
