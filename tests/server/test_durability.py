"""What has been acknowledged is there, whatever happens to the process."""

from __future__ import annotations

import sqlite3
import threading

import pytest

httpx = pytest.importorskip("httpx")


def lines(server, match: str) -> list[str]:
    """The record's actions."""
    text = server.get(f"/api/matches/{match}/record").text
    return [row for row in text.split("\n--\n")[1].splitlines() if row and not row.startswith(";")]


def test_a_restart_changes_nothing(start, record):
    one = start()
    match = one.adopt(record("PlaceTrain"), "french:human,russian:hotseat")
    for _ in range(5):
        one.step(match)
    opened = one.new()
    first = one.look(opened)["view"]["to_act"][0]
    one.step(opened)
    one.post(f"/api/matches/{opened}/undo", json={"seat": first, "revision": 1})
    seat = one.look(match)["view"]["to_act"][0]
    before, said = one.look(match, seat), lines(one, match)
    one.stop()
    assert one.process.returncode == 0
    with sqlite3.connect(one.data / "grognard.sqlite3") as db:
        assert db.execute("PRAGMA user_version").fetchone()[0] >= 1
        assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    two = start()
    assert two.look(match, seat) == before
    assert lines(two, match) == said
    two.step(match)
    assert lines(two, match)[:-1] == said
    assert two.look(opened, first)["can_redo"] is True
    assert two.post(f"/api/matches/{opened}/redo", json={"seat": first, "revision": 2}).json() == {"revision": 3}


def test_kill_9_in_a_stream_of_actions_loses_nothing_acknowledged(start, record):
    after = 17
    one = start()
    match = one.adopt(record("PlaceTrain"))
    base = one.look(match)["revision"]
    acknowledged: list[int] = []
    enough = threading.Event()

    def play() -> None:
        try:
            while True:
                acknowledged.append(one.step(match))
                if len(acknowledged) == after:
                    enough.set()
        except httpx.HTTPError:
            enough.set()

    player = threading.Thread(target=play)
    player.start()
    enough.wait(20)
    one.process.kill()  # while the player is still sending
    player.join(20)
    assert len(acknowledged) >= after
    two = start()
    revision = two.look(match)["revision"]
    assert acknowledged == list(range(base + 1, base + len(acknowledged) + 1))
    assert revision in (acknowledged[-1], acknowledged[-1] + 1)  # one may have been written but not answered
    assert len(lines(two, match)) == revision
    two.step(match)


def test_an_action_is_on_the_disk_when_it_is_answered(start):
    server = start()
    match = server.new()
    server.step(match)
    with sqlite3.connect(f"file:{server.data / 'grognard.sqlite3'}?mode=ro", uri=True) as db:
        rows = db.execute("SELECT n, side, action FROM entries WHERE match = ?", (match,)).fetchall()
    assert [f"{n} {side} {action}" for n, side, action in rows] == lines(server, match)


def test_two_servers_on_one_file_do_not_overwrite_each_other(start):
    one, two = start(), start()
    match = one.new()
    seat = one.look(match)["view"]["to_act"][0]
    assert two.look(match)["revision"] == 0
    one.step(match)
    stale = two.act(match, seat, 0, two.look(match, seat)["decision"]["options"][0]["action"])
    assert stale.status_code == 409
    assert two.look(match, seat) == one.look(match, seat)
    two.step(match)
    assert one.look(match)["revision"] == 2
    assert lines(one, match) == lines(two, match)


def test_a_match_that_breaks_the_rules_is_told_plainly_and_can_be_exported_and_deleted(start):
    one = start()
    match = one.new()
    one.step(match)
    one.stop()
    file = one.data / "grognard.sqlite3"
    with sqlite3.connect(file) as db:
        db.execute("UPDATE entries SET action = 'march 2108' WHERE match = ?", (match,))
    two = start()
    assert [one["id"] for one in two.get("/api/matches").json()] == [match]
    plain = two.get(f"/api/matches/{match}")
    assert plain.status_code == 409
    assert "disagrees with the rules" in plain.json()["error"]
    assert two.get("/api/matches").json()[0]["broken"] == plain.json()["error"]
    assert "march 2108" in lines(two, match)[0]
    assert two.delete(f"/api/matches/{match}").status_code == 200
    assert two.get("/api/matches").json() == []
