"""Bots in worker processes: nobody else feels them, and one that fails is stopped with a word."""

from __future__ import annotations

import asyncio
import os
import sqlite3

import pytest


@pytest.fixture
def gate(tmp_path):
    """What the bots do (see gated_server.py)."""
    file = tmp_path / "gate"
    file.write_text("wait")
    return file


def asked(gate) -> str:
    file = gate.with_name("asked")
    return file.read_text() if file.exists() else ""


def bots_match(server) -> str:
    """A match in which a bot is asked first."""
    probe = server.new()
    first = server.look(probe)["view"]["to_act"][0]
    return server.new(seats={first: "random"})


def test_other_matches_do_not_feel_a_thinking_bot(start, gate, wait, hear):
    server = start(script="gated_server.py")
    slow = bots_match(server)
    quick = server.new()
    with server.watch(slow) as socket:
        assert hear(socket, "snapshot")["waiting"]["bot"] is True
        thought = hear(socket, "thinking")
        assert thought["side"] in ("french", "russian")
        wait(lambda: asked(gate))
        for number in range(1, 21):  # all of these are answered before the bot is
            assert server.step(quick) == number
        assert server.look(slow)["revision"] == 0
        assert hear(socket, "thinking")["elapsed"] >= thought["elapsed"]
        gate.write_text("go")
        assert hear(socket, "snapshot")["revision"] >= 1
    assert server.look(quick)["revision"] == 20


def test_a_bot_plays_until_a_person_is_asked(start, gate, wait):
    gate.write_text("go")
    server = start(script="gated_server.py")
    match = bots_match(server)
    human = next(side["id"] for side in server.look(match)["sides"] if side["seat"] == "human")
    wait(lambda: server.look(match)["view"]["to_act"] == [human])
    seen = server.look(match, human)
    assert seen["revision"] > 0
    assert seen["decision"]["options"]


# a bot that is stopped


def stalled(server, match: str, lang: str = "en"):
    return server.look(match, lang=lang)["waiting"]["stalled"]


def decide(server, match: str, **what):
    return server.post(f"/api/matches/{match}/bot", json=what)


@pytest.mark.parametrize("what", ["fail", "nonsense", "die"])
def test_a_bot_that_fails_is_stopped_and_nothing_is_played_for_it(start, gate, wait, hear, what):
    gate.write_text(what)
    server = start(script="gated_server.py")
    match = bots_match(server)
    with server.watch(match) as socket:
        first = hear(socket, "snapshot")
        stop = first["waiting"]["stalled"] or hear(socket, "snapshot")["waiting"]["stalled"]
    side = server.look(match)["view"]["to_act"][0]
    assert stop == stalled(server, match)
    assert (stop["side"], stop["bot"], stop["reason"]) == (side, "random", "failed")
    assert stop["bots"] == ["marshal", "major", "cadet"]
    assert "Random" in stop["text"]
    assert stalled(server, match, "it")["text"] != stop["text"]
    assert server.look(match)["revision"] == 0
    gate.write_text("go")
    assert decide(server, match, side=side, do="again").status_code == 200
    wait(lambda: server.look(match)["revision"] >= 1)


def test_one_death_is_forgiven(start, gate, wait):
    gate.write_text("die once")
    server = start(script="gated_server.py")
    match = bots_match(server)
    wait(lambda: server.look(match)["revision"] >= 1)


def test_a_bot_that_never_answers_is_stopped_and_its_process_killed(start, gate, wait):
    server = start(script="gated_server.py", args=("1.5", "5000"))
    slow, quick = bots_match(server), bots_match(server)
    worker = int(wait(lambda: asked(gate)).split()[1])
    gate.write_text("hang")
    wait(lambda: stalled(server, slow) and stalled(server, quick))
    assert {stalled(server, one)["reason"] for one in (slow, quick)} == {"late"}
    wait(lambda: not _lives(worker))
    gate.write_text("go")
    assert decide(server, quick, side=stalled(server, quick)["side"], do="again").status_code == 200
    wait(lambda: server.look(quick)["revision"] >= 1)
    assert server.look(slow)["revision"] == 0


def test_a_bot_without_end_is_stopped(start, gate, wait):
    gate.write_text("go")
    server = start(script="gated_server.py", args=("60", "3"))
    match = bots_match(server)
    stop = wait(lambda: (server.look(match)["waiting"] or {}).get("stalled"))
    assert stop["reason"] == "endless"
    assert server.look(match)["revision"] == 3
    assert decide(server, match, side=stop["side"], do="again").status_code == 200
    wait(lambda: server.look(match)["revision"] == 6)


def test_another_bot_or_a_person_takes_the_place_of_one_that_was_stopped(start, gate, wait):
    gate.write_text("fail")
    server = start(script="gated_server.py")
    match = bots_match(server)
    stop = wait(lambda: stalled(server, match))
    side = stop["side"]
    assert server.get(f"/api/matches/{match}", params={"seat": side}).status_code == 409
    assert decide(server, match, side=side, do="replace", bot="wellington").status_code == 400
    assert decide(server, match, side=side, do="dance").status_code == 400
    assert decide(server, match, side="nobody", do="again").status_code == 404
    assert decide(server, match, side=side, do="replace", bot="marshal").status_code == 200
    wait(lambda: (stalled(server, match) or {}).get("bot") == "marshal")  # which fails, too
    assert decide(server, match, side=side, do="take_over").status_code == 200
    seen = server.look(match, side)
    assert seen["decision"]["options"]
    assert {one["id"]: one["seat"] for one in seen["sides"]}[side] == "human"
    assert server.act(match, side, 0, seen["decision"]["options"][0]["action"]).status_code == 200
    server.stop()
    again = start(script="gated_server.py")
    assert again.look(match, side)["revision"] == 1
    assert {one["id"]: one["seat"] for one in again.look(match)["sides"]}[side] == "human"


def test_nobody_takes_over_from_a_bot_that_plays(start, gate, wait):
    server = start(script="gated_server.py")
    match = bots_match(server)
    side = wait(lambda: asked(gate)).split()[0]
    for what in ({"do": "take_over"}, {"do": "replace", "bot": "marshal"}, {"do": "again"}):
        refused = decide(server, match, side=side, **what)
        assert refused.status_code == 409
        assert refused.json()["error"].endswith(".")
    assert server.get(f"/api/matches/{match}", params={"seat": side}).status_code == 409


def test_a_bot_that_was_stopped_is_told_to_who_comes_later(start, gate, wait, hear):
    gate.write_text("fail")
    server = start(script="gated_server.py")
    match = bots_match(server)
    wait(lambda: stalled(server, match))
    with server.watch(match, revision=0) as socket:  # nothing has been played since
        assert hear(socket, "snapshot")["waiting"]["stalled"]["reason"] == "failed"


def test_silent_steps_do_not_move_the_time_of_the_list(start, gate, wait):
    """In a sealed window the bot's secret steps change nothing that others are shown, nor its date."""
    gate.write_text("go")
    server = start(script="gated_server.py")
    match = server.new(game="merde", seed="sealed", seats={"army_b": "random"})
    updated = lambda: server.get("/api/matches").json()[0]["updated"]  # noqa: E731
    before, mine = updated(), server.look(match, "army_a")
    wait(lambda: server.look(match, "army_a")["view"]["to_act"] == ["army_a"])
    with sqlite3.connect(f"file:{server.data / 'grognard.sqlite3'}?mode=ro", uri=True) as db:
        steps = db.execute("SELECT count(*) FROM entries WHERE match = ?", (match,)).fetchone()[0]
    after = server.look(match, "army_a")
    assert steps >= 1
    assert after["revision"] == mine["revision"]
    assert updated() == before


def test_signs_of_life_keep_their_own_beat(monkeypatch):
    """However many steps a bot makes in silence, the beat is the same, and counts from what was last shown."""
    from grognard.server import live

    monkeypatch.setattr(live, "BEAT", 0.0)
    hub = live.Hub(lambda match: "army_b")
    watcher = live.Watcher("army_a", "en", 0)

    async def beats(changes: int) -> int:
        watched = CountingSet([watcher])
        hub._watchers["m"] = watched
        beat = asyncio.create_task(hub._beat("m"))
        for _ in range(20):
            for _ in range(changes):
                hub.changed("m")
            await asyncio.sleep(0)
        beat.cancel()
        return watched.walks - 20 * changes

    assert asyncio.run(beats(0)) == asyncio.run(beats(9)) > 0


class CountingSet(set):
    walks = 0

    def __iter__(self):
        self.walks += 1
        return super().__iter__()


def test_killed_in_the_middle_of_a_thought(start, gate, wait):
    one = start(script="gated_server.py")
    match = bots_match(one)
    worker = int(wait(lambda: asked(gate)).split()[1])
    os.kill(worker, 0)  # it lives
    one.kill()
    wait(lambda: not _lives(worker))
    gate.with_name("asked").unlink()
    two = start(script="gated_server.py")
    two.look(match)
    wait(lambda: asked(gate))  # the bot is asked again
    two.stop()  # in the middle of a thought, too
    assert two.process.returncode == 0
    gate.write_text("go")
    three = start(script="gated_server.py")
    three.look(match)
    wait(lambda: three.look(match)["revision"] >= 1)


def _lives(process: int) -> bool:
    """A process that has ended may still wait to be noticed."""
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_a_bots_seat_is_its_own(server):
    match = server.new(seats={"russian": "random"})
    assert server.get(f"/api/matches/{match}", params={"seat": "russian"}).status_code == 409
    refused = server.act(match, "russian", server.look(match)["revision"], "done")
    assert refused.status_code == 409
    assert "bot" in refused.json()["error"]


def test_a_deleted_match_stops_its_bots(start, gate, wait):
    server = start(script="gated_server.py")
    match = bots_match(server)
    wait(lambda: asked(gate))
    server.delete(f"/api/matches/{match}")
    gate.write_text("go")
    other = bots_match(server)
    wait(lambda: server.look(other)["revision"] >= 1)
    assert server.get(f"/api/matches/{match}").status_code == 404
