"""Damage is told as damage, and costs what is damaged: no other match, no lobby, no other table's time."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from litestar.testing import TestClient

from grognard.kernel.record import parse
from grognard.server import tables as tables_module
from grognard.server.app import create_app
from grognard.server.command import prepare
from grognard.server.records import unseal
from grognard.server.tables import Tables
from grognard.server.trouble import Trouble

pytestmark = pytest.mark.filterwarnings("ignore")

WOUNDS = {
    "revision less": ("UPDATE matches SET revision = revision - 1 WHERE id = ?", "damaged"),
    "revision more": ("UPDATE matches SET revision = revision + 7 WHERE id = ?", "damaged"),
    "an entry lost": ("DELETE FROM entries WHERE match = ? AND n = 1", "damaged"),
    "dice": ("UPDATE entries SET dice = 'six' WHERE match = ? AND n = 2", "damaged"),
    "streams": ("UPDATE matches SET streams = '[[0, 1' WHERE id = ?", "damaged"),
    "streams of another kind": ("UPDATE matches SET streams = '[7]' WHERE id = ?", "damaged"),
    "opening": ("UPDATE matches SET opening = '{}' WHERE id = ?", "damaged"),
    "options": ("UPDATE matches SET options = 'yes' WHERE id = ?", "damaged"),
    "summary": ("UPDATE matches SET summary = '{\"clock\": 5}' WHERE id = ?", "damaged"),
    "outcome": ("UPDATE matches SET outcome = '[' WHERE id = ?", "damaged"),
    "date": ("UPDATE matches SET updated = 9000000000000000000 WHERE id = ?", "damaged"),
    "not even text": ("UPDATE matches SET title = CAST(X'C3FFFE' AS TEXT) WHERE id = ?", "damaged"),
    "a seat lost": ("DELETE FROM seats WHERE match = ? AND side = 'french'", "damaged"),
    "a game nobody knows": ("UPDATE matches SET game = 'chess' WHERE id = ?", "no game"),
    "an action": ("UPDATE entries SET action = 'march 2108' WHERE match = ? AND n = 2", "disagrees with the rules"),
    "other rules": (
        "UPDATE entries SET action = 'dance' WHERE match = ?1 AND n = 1;UPDATE matches SET ruleset = 99 WHERE id = ?1",
        "other rules",
    ),
}
GROGNARD = (sys.executable, "-c", "from grognard.cli import main; main()")
LISTED = ("a game nobody knows", "options", "summary", "outcome", "date", "not even text")


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def client_of(folder):
    return TestClient(create_app(folder))


def played(client, steps: int = 3) -> str:
    match = client.post("/api/matches", json={"game": "russia1812", "seed": "borodino"}).json()["id"]
    for revision in range(steps):
        seat = client.get(f"/api/matches/{match}").json()["view"]["to_act"][0]
        option = client.get(f"/api/matches/{match}", params={"seat": seat}).json()["decision"]["options"][0]["action"]
        body = {"seat": seat, "revision": revision, "action": option}
        assert client.post(f"/api/matches/{match}/act", json=body).status_code == 200
    return match


def wound(folder, match: str, script: str) -> None:
    with sqlite3.connect(folder / "grognard.sqlite3") as db:
        for statement in script.split(";"):
            db.execute(statement.replace("?1", "?"), (match,))


def lobby(client) -> dict[str, dict]:
    answer = client.get("/api/matches")
    assert answer.status_code == 200
    return {one["id"]: one for one in answer.json()}


@pytest.mark.parametrize("what", WOUNDS)
def test_a_damaged_match_is_told_and_costs_no_other(folder, what):
    script, words = WOUNDS[what]
    with client_of(folder) as client:
        hurt, whole = played(client), played(client)
    wound(folder, hurt, script)
    with client_of(folder) as client:
        before = lobby(client)
        assert set(before) == {hurt, whole}
        assert before[whole]["broken"] is None
        assert (before[hurt]["broken"] is not None) == (what in LISTED)
        for _ in range(2):  # and again: nothing hangs, nothing is repaired by looking
            answer = client.get(f"/api/matches/{hurt}")
            assert answer.status_code == (404 if words == "no game" else 409)
            assert words in answer.json()["error"]
        italian = client.get(f"/api/matches/{hurt}", params={"lang": "it"}).json()["error"]
        assert ("danneggiat" in italian) == (words not in ("other rules", "no game"))
        after = lobby(client)
        assert words in after[hurt]["broken"]
        assert after[whole]["broken"] is None
        assert client.get(f"/api/matches/{whole}").status_code == 200
        text = client.get(f"/api/matches/{hurt}/sealed").text
        assert hurt in unseal(text, "en") or "grognard: 1" in unseal(text, "en")
        assert client.delete(f"/api/matches/{hurt}").status_code == 200
        assert set(lobby(client)) == {whole}


def test_a_match_open_in_memory_that_is_damaged_below_is_told(folder):
    with client_of(folder) as client:
        match = played(client)
        wound(folder, match, WOUNDS["revision less"][0])
        answer = client.get(f"/api/matches/{match}")
        assert (answer.status_code, "damaged" in answer.json()["error"]) == (409, True)


def refusal(folder) -> str:
    """What a server says that does not start on a folder."""
    try:
        prepare(folder, "en")
    except ValueError as fault:
        return str(fault)
    return ""


def test_flipped_bits_never_hang_and_never_hide_the_lobby_in_silence(folder):
    with client_of(folder) as client:
        matches = [played(client, 6) for _ in range(4)]
    path = folder / "grognard.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    good = path.read_bytes()
    started = 0
    for number in range(25):
        chance = random.Random(number)
        bytes_ = bytearray(good)
        for _ in range(chance.choice((1, 3, 40))):
            bytes_[chance.randrange(100, len(bytes_))] ^= 1 << chance.randrange(8)
        for tail in ("-wal", "-shm"):
            path.with_name(path.name + tail).unlink(missing_ok=True)
        path.write_bytes(bytes_)
        if "is damaged" in refusal(folder):  # the schema itself is gone
            continue
        started += 1
        with client_of(folder) as client:
            answers = [client.get("/api/matches"), *[client.get(f"/api/matches/{one}") for one in matches]]
        assert all(answer.status_code in (200, 404, 409, 500) for answer in answers)
        assert all(answer.json()["error"] for answer in answers if answer.status_code != 200)
        assert answers[0].status_code == 200 or "damaged" in answers[0].json()["error"]
    assert started > 5


# sealed records


def test_every_match_can_be_handed_out_sealed(folder):
    with client_of(folder) as client:
        body = {"game": "russia1812", "seats": {"russian": "random"}}
        match = client.post("/api/matches", json=body).json()["id"]
        assert client.get(f"/api/matches/{match}/record").status_code == 409
        answer = client.get(f"/api/matches/{match}/sealed")
        assert answer.headers["content-disposition"] == f'attachment; filename="grognard-{match}.sealed"'
        assert answer.headers["content-type"].startswith("text/plain")
        head, _, packed = answer.text.partition("\n--\n")
        assert "bug report" in head
        assert 'game: "russia1812"' in head
        assert "ruleset:" in head
        assert "version:" in head
        assert "deploy" not in packed
        record = parse(unseal(answer.text, "en"))
        assert record.streams[0].seed
        assert "difetto" in client.get(f"/api/matches/{match}/sealed", params={"lang": "it"}).text
        assert client.get("/api/matches/nowhere/sealed").status_code == 404


def test_grognard_unseal_writes_the_plain_record(folder):
    with client_of(folder) as client:
        text = client.get(f"/api/matches/{played(client)}/sealed").text
    file = folder / "one.sealed"
    file.write_text(text)
    done = subprocess.run([*GROGNARD, "unseal", str(file)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert len(parse((folder / "one.grog").read_text()).lines) == 3
    file.write_text("nothing of the kind")
    none = subprocess.run([*GROGNARD, "unseal", str(file), "--lang", "it"], capture_output=True, text=True)
    assert (none.returncode, "sigillata" in none.stderr) == (2, True)


# opening a match keeps nobody waiting


def test_while_one_match_is_replayed_another_table_answers(folder, monkeypatch):
    """The replay of the one ends only after the other has been answered: no clock, it would wait for ever."""
    with client_of(folder) as client:
        slow, quick = played(client), played(client)
    wound(folder, slow, "DELETE FROM positions WHERE match = ?")  # else it opens as it was kept
    answered, begun = threading.Event(), threading.Event()
    restore = tables_module.restore

    def waiting(game, record):
        if not begun.is_set():
            begun.set()
            assert answered.wait(30)
        return restore(game, record)

    monkeypatch.setattr(tables_module, "restore", waiting)

    async def both() -> int:
        found = Tables(folder, lambda match: None, lambda match: False)

        async def open_slow() -> int:
            async with found.hold(slow) as table:
                return table.match.revision

        opening = asyncio.create_task(open_slow())
        assert await asyncio.to_thread(begun.wait, 30)
        async with found.hold(quick) as table:
            assert table.match.revision == 3
        answered.set()
        revision = await opening
        await found.close()
        return revision

    assert asyncio.run(both()) == 3


def test_a_match_that_is_always_ahead_of_us_is_given_up(folder, monkeypatch):
    """Another server that writes without end between our reading and our looking."""
    with client_of(folder) as client:
        match = played(client)

    async def look() -> None:
        found = Tables(folder, lambda match: None, lambda match: False)
        monkeypatch.setattr(found._store, "revision", lambda match: 99)
        with pytest.raises(Trouble, match="stale"):
            async with found.hold(match):
                pass
        await found.close()

    asyncio.run(look())
