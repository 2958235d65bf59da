"""Bots in worker processes: nobody else feels them, and nothing they do stops a match."""

from __future__ import annotations

import os

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


def test_a_match_goes_on_whatever_a_bot_does(start, gate, wait):
    server = start(script="gated_server.py")
    for what in ("fail", "nonsense", "die"):
        gate.write_text(what)
        match = bots_match(server)
        wait(lambda match=match: server.look(match)["revision"] >= 1)
        server.delete(f"/api/matches/{match}")


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
