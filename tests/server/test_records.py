"""Records: out, in, copied; damaged ones and rubbish are refused with a sentence."""

from __future__ import annotations

import json
import random
import sqlite3

import pytest

import grognard


def test_a_record_goes_out_and_comes_in_again(server, record):
    match = server.adopt(record("AttackOrder"), "french:human,russian:hotseat")
    answer = server.get(f"/api/matches/{match}/record")
    assert answer.headers["content-disposition"].endswith('.grog"')
    again = server.adopt(answer.text)
    assert server.look(again, "french")["view"] == server.look(match, "french")["view"]
    assert {side["seat"] for side in server.look(again)["sides"]} == {"human"}


def test_the_seed_is_a_secret_until_the_end(server, record):
    running = server.new(seed=None)
    server.step(running)
    with sqlite3.connect(f"file:{server.data / 'grognard.sqlite3'}?mode=ro", uri=True) as db:
        streams = db.execute("SELECT streams FROM matches WHERE id = ?", (running,)).fetchone()[0]
    ((_, commit, seed),) = json.loads(streams)
    assert seed not in server.get(f"/api/matches/{running}/record").text
    assert seed not in str(server.look(running)) + str(server.get("/api/matches").json())
    assert server.look(running)["dice"] == {"streams": [{"first": 0, "commit": commit}], "seed": None}
    over = server.adopt(record("end"))
    text = server.get(f"/api/matches/{over}/record").text
    assert text == record("end")
    assert grognard.loads(text).outcome is not None


def test_a_chosen_seed_is_shown_to_everybody(server, record):
    chosen, fresh = server.new(seed="I know all dice"), server.new(seed=None)
    for seat in (None, "french", "russian"):
        assert server.look(chosen, seat)["dice"]["seed"] == "I know all dice"
        assert server.look(fresh, seat)["dice"]["seed"] is None
    lobby = {one["id"]: one["seed_chosen"] for one in server.get("/api/matches").json()}
    assert (lobby[chosen], lobby[fresh]) == (True, False)
    assert server.look(server.new(lesson=True, seed=None))["dice"]["seed"]
    assert server.look(server.adopt(record("AttackOrder")))["dice"]["seed"] == "1812"  # it came with the record
    copy = server.post(f"/api/matches/{chosen}/copy", json={}).json()["id"]
    assert server.look(copy)["dice"]["seed"] is None


def test_a_copy_goes_its_own_way_with_its_own_dice(server, record):
    match = server.adopt(record("AttackOrder"))
    revision = server.look(match)["revision"]
    copy = server.post(f"/api/matches/{match}/copy", json={}).json()["id"]
    assert server.look(copy, "french")["view"] == server.look(match, "french")["view"]
    server.step(copy)
    assert server.look(match)["revision"] == revision
    headers = [server.get(f"/api/matches/{one}/record").text.split("\n--\n")[0] for one in (match, copy)]
    streams = [next(row for row in head.splitlines() if row.startswith("streams")) for head in headers]
    assert streams[0] != streams[1]


def test_a_copy_from_an_earlier_action(server, record):
    over = server.adopt(record("end"))
    length = server.get(f"/api/matches/{over}/replay", params={"at": 0}).json()["length"]
    copy = server.post(f"/api/matches/{over}/copy", json={"at": length // 2}).json()["id"]
    seen = server.look(copy)
    copied = server.get(f"/api/matches/{copy}/record").text.split("\n--\n")[1].splitlines()
    assert len([row for row in copied if not row.startswith(";")]) == length // 2
    assert seen["outcome"] is None
    then = server.get(f"/api/matches/{over}/replay", params={"at": length // 2}).json()
    assert seen["view"]["units"] == then["view"]["units"]
    whole = server.post(f"/api/matches/{over}/copy", json={}).json()["id"]
    assert server.look(whole)["outcome"] == server.look(over)["outcome"]


def damaged(text: str, how: str) -> str:
    head, _, body = text.partition("\n--\n")
    rows = body.splitlines()
    actions = [n for n, row in enumerate(rows) if not row.startswith(";")]
    middle = actions[len(actions) // 2]
    if how == "line lost":
        del rows[middle]
    elif how == "side swapped":
        rows[middle] = rows[middle].replace(" french ", " RUSSIAN ").replace(" russian ", " french ").lower()
    elif how == "nonsense":
        rows[middle] = "the emperor slept badly"
    elif how == "die changed":
        thrown = next(n for n, row in enumerate(rows) if "[" in row)
        rows[thrown] = rows[thrown][: rows[thrown].index("[")] + "[9]"
    elif how == "cut":
        return text[: len(text) // 3]
    elif how == "header":
        head = head.replace('"russia1812"', '"atlantis"')
    elif how == "format":
        head = head.replace("grognard: 1", "grognard: 99")
    elif how == "option":
        head = head.replace('"edition": 2', '"edition": "' + "9" * 500 + '"')
    elif how == "opening":
        head = "\n".join("opening: [0, 1e999, -5]" if row.startswith("opening") else row for row in head.splitlines())
    elif how == "unspeakable":
        head = "\n".join(
            r'streams: [[0, "\ud800", "\ud800"]]' if row.startswith("streams") else row for row in head.splitlines()
        )
    elif how == "deep":
        head = "\n".join("options: " + "[" * 5000 if row.startswith("options") else row for row in head.splitlines())
    return head + "\n--\n" + "\n".join(rows)


@pytest.mark.parametrize(
    "how",
    [
        "line lost",
        "side swapped",
        "nonsense",
        "die changed",
        "header",
        "format",
        "option",
        "opening",
        "unspeakable",
        "deep",
    ],
)
def test_a_damaged_record_is_refused_with_a_sentence(server, record, how):
    count = len(server.get("/api/matches").json())
    refused = server.post("/api/import", content=damaged(record("end"), how))
    assert refused.status_code in (400, 404)
    assert 20 < len(refused.json()["error"]) <= 400
    assert len(server.get("/api/matches").json()) == count


def test_a_record_cut_off_in_a_line_is_refused_or_shorter(server, record):
    answer = server.post("/api/import", content=damaged(record("end"), "cut"))
    assert answer.status_code == 400
    assert "result" in answer.json()["error"] or "line" in answer.json()["error"]


def test_a_megabyte_of_rubbish(server):
    chance = random.Random(1812)
    binary = chance.randbytes(1_000_000)
    assert server.post("/api/import", content=binary).status_code == 400
    text = "".join(chance.choices('abc123 -[];:"{}\n', k=1_000_000))
    for rubbish in (text, "--\n" + text, '{"' * 500_000, "\n" * 1_000_000, "--\n" + "1 french done\n" * 60_000):
        refused = server.post("/api/import", content=rubbish)
        assert refused.status_code == 400
        assert 20 < len(refused.json()["error"]) <= 400
    assert server.post("/api/import", content="").status_code == 400


def test_what_is_far_too_large_is_not_even_read(server):
    for path, size in (("/api/import", 5_000_000), ("/api/matches", 300_000)):
        headers = {"content-type": "application/json"}
        refused = server.post(path, content=b'"' + b"x" * size + b'"', headers=headers)
        assert refused.status_code == 413
        assert "too large" in refused.json()["error"]
