"""Backups, and what is said when folder, file, disk or port are no use: a sentence, and no address before it."""

from __future__ import annotations

import os
import resource
import socket
import sqlite3
import subprocess
import sys

import pytest

from grognard.server import backup, command
from grognard.server.store import Store

GROGNARD = (sys.executable, "-c", "from grognard.cli import main; main()")
as_root = pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write everywhere")


def grognard(*args: object, **more: object):
    """The command as a user runs it."""
    return subprocess.run([*GROGNARD, *map(str, args)], capture_output=True, text=True, timeout=60, **more)


def refused(done) -> str:
    """One sentence on stderr, exit 2, nothing else said."""
    assert done.returncode == 2, done.stdout + done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("grognard: ")
    return " ".join(done.stderr.split())


def rows(path) -> list[str]:
    with sqlite3.connect(path) as db:
        return [row[0] for row in db.execute("SELECT id FROM matches ORDER BY id")]


def damage(path, table: str = "matches") -> None:
    """The root page of a table is gone; the schema can still be read. Without a table: the first page of all."""
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = dict(db.execute("SELECT name, rootpage FROM sqlite_master").fetchall())
        size = db.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:
        file.seek((pages.get(table, 1) - 1) * size)
        file.write(b"\xff" * size)


# backup and restore


def test_a_backup_of_a_running_server_can_be_put_back(start, tmp_path):
    one = start()
    match = one.new()
    one.step(match)
    copy = tmp_path / "copy.sqlite3"
    assert grognard("backup", copy, "--data", one.data).returncode == 0
    later = one.new()
    held = refused(grognard("restore", copy, "--data", one.data))
    assert "a server is using" in held
    one.stop()
    done = grognard("restore", copy, "--data", one.data)
    assert done.returncode == 0, done.stderr
    (aside,) = one.data.glob("replaced-*.sqlite3")
    assert aside.name in done.stdout.replace("\n", "")
    assert rows(one.data / "grognard.sqlite3") == [match]
    assert rows(aside) == sorted([match, later])
    two = start()
    assert two.look(match)["revision"] == 1
    assert two.get(f"/api/matches/{later}").status_code == 404


@pytest.mark.parametrize("content", [b"", b"nothing of the kind" * 400])
def test_only_a_whole_file_of_matches_is_put_back(tmp_path, content):
    Store(tmp_path / "data").close()
    bad = tmp_path / "bad.sqlite3"
    bad.write_bytes(content)
    before = (tmp_path / "data" / "grognard.sqlite3").read_bytes()
    assert "cannot be put back" in refused(grognard("restore", bad, "--data", tmp_path / "data"))
    assert "non può essere rimesso" in refused(grognard("restore", tmp_path / "no", "--data", tmp_path, "--lang", "it"))
    assert (tmp_path / "data" / "grognard.sqlite3").read_bytes() == before
    assert not list((tmp_path / "data").glob("replaced-*"))


def test_no_backup_of_nothing_and_none_of_a_damaged_file(tmp_path):
    assert "no matches" in refused(grognard("backup", "--data", tmp_path / "empty"))
    Store(tmp_path).close()
    damage(tmp_path / "grognard.sqlite3")
    assert "no backup could be made" in refused(grognard("backup", "--data", tmp_path))
    assert backup.roll(tmp_path) is None
    assert backup.backups(tmp_path) == []


def test_rolling_backups_are_few_and_never_the_same_twice(tmp_path):
    store = Store(tmp_path)
    first = backup.roll(tmp_path)
    assert first is not None
    assert backup.roll(tmp_path) == first
    for number in range(8):
        store._db.execute("CREATE TABLE IF NOT EXISTS more (n)")
        store._db.execute("INSERT INTO more VALUES (?)", (number,))
        assert backup.roll(tmp_path) is not None
    store.close()
    kept = backup.backups(tmp_path)
    assert len(kept) == backup.KEPT
    assert first not in kept


def test_a_backup_that_cannot_be_written_is_a_line_in_the_log(tmp_path, caplog):
    Store(tmp_path).close()
    (tmp_path / "backups").write_text("in the way")
    assert backup.roll(tmp_path) is None
    assert "no backup" in caplog.text


def test_a_server_keeps_a_backup_by_itself(start):
    one = start()
    match = one.new()
    one.stop()
    assert rows(backup.backups(one.data)[-1]) == [match]


# a server that cannot be, or only in part


def test_a_damaged_file_is_named_with_the_backup_that_helps(start, tmp_path):
    one = start()
    match = one.new()
    one.step(match)
    one.stop()
    newest = backup.backups(one.data)[-1]
    damage(one.data / "grognard.sqlite3", "entries")
    two = start()
    said = " ".join(two.said)
    assert "grognard.sqlite3 is damaged" in said
    assert f"grognard restore {newest}" in said
    assert [listed["id"] for listed in two.get("/api/matches").json()] == [match]
    assert "damaged" in two.get(f"/api/matches/{match}").json()["error"]
    two.stop()
    damage(one.data / "grognard.sqlite3", "")
    hopeless = refused(grognard("serve", "--data", one.data, "--port", 0, "--no-open"))
    assert f"grognard restore {newest}" in hopeless
    assert backup.backups(one.data)[-1] == newest
    assert grognard("restore", newest, "--data", one.data).returncode == 0
    assert len(start().get("/api/matches").json()) == 1


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_file_that_is_none_ends_with_a_sentence(tmp_path, lang):
    (tmp_path / "grognard.sqlite3").write_bytes(b"the emperor slept badly " * 500)
    said = refused(grognard("serve", "--data", tmp_path, "--port", 0, "--no-open", "--lang", lang))
    assert {"en": "is damaged", "it": "è danneggiato"}[lang] in said


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_folder_that_is_a_file_ends_with_a_sentence(tmp_path, lang):
    (tmp_path / "data").write_text("no folder")
    for data in (tmp_path / "data", tmp_path / "data" / "deeper"):
        said = refused(grognard("serve", "--data", data, "--port", 0, "--no-open", "--lang", lang))
        assert {"en": "cannot be kept", "it": "non possono essere conservate"}[lang] in said


@as_root
def test_a_folder_that_cannot_be_written_ends_with_a_sentence(tmp_path):
    (tmp_path / "data").mkdir(mode=0o500)
    assert "cannot be kept" in refused(grognard("serve", "--data", tmp_path / "data", "--port", 0, "--no-open"))


def test_a_disk_without_room_ends_with_a_sentence(tmp_path):
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))

    said = refused(grognard("serve", "--data", tmp_path, "--port", 0, "--no-open", preexec_fn=small))
    assert "cannot be kept" in said


def test_a_port_that_cannot_be_had_ends_with_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "TRIES", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(ValueError, match="cannot listen"):
            command.serve(port=taken.getsockname()[1], data=tmp_path, open=False)
    for port in ("-1", "70000"):
        assert "cannot listen" in refused(grognard("serve", "--data", tmp_path, "--port", port, "--no-open"))


@pytest.mark.parametrize(("lang", "words"), [("en", "install it with"), ("it", "installalo con")])
@pytest.mark.parametrize("missing", ["litestar", "uvicorn", "websockets"])
def test_without_the_servers_extra_a_sentence_says_how_to_install_it(tmp_path, missing, lang, words):
    code = (
        "import sys, importlib.util as util; real = util.find_spec; "
        f"util.find_spec = lambda name, *more: None if name == {missing!r} else real(name, *more); "
        f"sys.modules[{missing!r}] = None; from grognard.cli import main; main()"
    )
    args = ["serve", "--data", str(tmp_path / "data"), "--no-open", "--lang", lang]
    done = subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True, timeout=60)
    said = refused(done)
    assert words in said
    assert "pip install 'grognard[server]'" in said
    assert not (tmp_path / "data").exists()
