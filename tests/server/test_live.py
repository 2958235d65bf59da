"""Live updates: everybody is told, whoever comes back catches up."""

from __future__ import annotations

import json

import pytest

from grognard.kernel.tale import LONGEST
from grognard.server.snapshot import LINES, UNHEARD

websockets = pytest.importorskip("websockets")


def test_a_watcher_sees_the_table_at_once_and_every_change(server, hear):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    with server.watch(match, seat=seat) as socket:
        first = hear(socket, "snapshot")
        assert {**first, "type": None} == {**server.look(match, seat), "type": None}
        server.step(match)
        second = hear(socket, "snapshot")
        assert second["revision"] == 1
        assert second["view"] == server.look(match, seat)["view"]
        server.post(f"/api/matches/{match}/undo", json={"seat": seat, "revision": 1})
        assert hear(socket, "snapshot")["revision"] == 2


def test_everybody_is_told_in_his_own_words(server, hear):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    with server.watch(match, seat=seat) as mine, server.watch(match, lang="it") as theirs:
        assert hear(mine, "snapshot")["decision"]
        assert hear(theirs, "snapshot")["decision"] is None
        server.step(match)
        ours, others = hear(mine, "snapshot"), hear(theirs, "snapshot")
        assert (ours["revision"], others["revision"]) == (1, 1)
        assert (ours["seat"], others["seat"]) == (seat, None)
        assert ours["log"][-1]["text"] != others["log"][-1]["text"]


def test_who_comes_back_catches_up(server, hear):
    match = server.new()
    with server.watch(match, revision=0) as socket:
        assert json.loads(socket.recv(timeout=60)) == {"type": "ping"}  # nothing new
    server.step(match)
    server.step(match)
    with server.watch(match, revision=0) as socket:
        assert hear(socket, "snapshot")["revision"] == 2


def test_only_new_lines_of_the_log_are_sent_again(server, hear, record):
    match = server.adopt(record("PlaceTrain"))
    whole = server.get(f"/api/matches/{match}/log").json()
    with server.watch(match) as socket:
        known = {line["i"]: line for line in hear(socket, "snapshot")["log"]}
        assert min(LINES, len(whole)) <= len(known) <= LINES + LONGEST  # what is told in one is not cut
        assert sorted(known)[0] == 0 or whole[min(known) - 1].get("deed", {}).get("span", 1) == 1
        for _ in range(10):
            server.step(match)
            news = hear(socket, "snapshot")["log"]
            assert news[0]["i"] <= max(known) + 1  # no gap
            known.update({line["i"]: line for line in news})
    assert [known[i] for i in sorted(known)] == server.get(f"/api/matches/{match}/log").json()[min(known) :]


def test_who_reads_back_is_given_the_lines_before(server, record):
    match = server.adopt(record("PlaceTrain"))
    whole = server.get(f"/api/matches/{match}/log").json()
    shown = server.look(match)["log"]
    first = shown[0]["i"]
    assert 0 < first < len(whole)
    older = server.get(f"/api/matches/{match}/log", params={"before": first}).json()
    assert older + shown == whole
    for nothing in (0, -1):
        assert server.get(f"/api/matches/{match}/log", params={"before": nothing}).json() == []


def test_a_seat_that_comes_back_is_sent_all_since_its_choice(server, record):
    match = server.adopt(record("PlaceTrain"))
    for seat in ("french", "russian"):
        shown = server.look(match, seat)
        assert shown["log"][0]["i"] <= max(shown["since"]["line"], len(shown["log"]) - UNHEARD), seat


def test_a_deleted_match_says_goodbye(server, hear):
    match = server.new()
    with server.watch(match) as socket:
        hear(socket, "snapshot")
        server.delete(f"/api/matches/{match}")
        assert "no such match" in hear(socket, "gone")["error"]
        with pytest.raises(websockets.ConnectionClosed) as closed:
            socket.recv(timeout=60)
        assert closed.value.rcvd.code == 4404


def test_a_bots_seat_is_not_watched(server, hear):
    match = server.new(seats={"russian": "random"})
    with server.watch(match, seat="russian") as socket:
        assert "bot" in hear(socket, "gone")["error"]


def test_what_a_watcher_says_is_not_listened_to(server, hear):
    match = server.new()
    with server.watch(match) as socket:
        hear(socket, "snapshot")
        socket.send('{"seat": "french", "action": "done"}')
        socket.send("x" * 100_000)
        server.step(match)
        assert hear(socket, "snapshot")["revision"] == 1


def test_another_web_site_cannot_listen_or_play(server):
    match = server.new()
    evil = {"origin": "http://evil.example"}
    assert server.get("/api/matches", headers=evil).status_code == 403
    assert server.post("/api/matches", json={"game": "russia1812"}, headers=evil).status_code == 403
    assert server.get("/api/matches", headers={"host": "evil.example"}).status_code == 403
    assert server.get("/api/matches", headers={"origin": server.url}).status_code == 200
    with (
        pytest.raises(websockets.InvalidStatus),
        websockets.sync.client.connect(
            f"{server.url.replace('http', 'ws')}/api/matches/{match}/live", origin="http://evil.example"
        ),
    ):
        pass


def test_a_watcher_finds_the_restarted_server_where_it_left_the_first(start, hear):
    one = start()
    match = one.new()
    with one.watch(match) as socket:
        seen = hear(socket, "snapshot")["revision"]
        one.step(match)
        one.kill()
        with pytest.raises(websockets.ConnectionClosed):
            hear(socket, "farewell")  # there is none
    two = start(port=one.port)
    assert two.port == one.port
    with two.watch(match, revision=seen) as socket:
        assert hear(socket, "snapshot")["revision"] == 1
        two.step(match)
        assert hear(socket, "snapshot")["revision"] == 2
