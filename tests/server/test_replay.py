"""The past: every position as it was, and the report when all is over."""

from __future__ import annotations

from pathlib import Path

import grognard

GOLDEN = Path(__file__).parents[1] / "golden" / "merde"


def test_every_position_is_shown_as_it_was(server, record):
    text = record("end")
    match = server.adopt(text)
    whole = grognard.loads(text)
    fresh = grognard.start(whole.game.id, whole.setup.scenario, whole.setup.options, seed=whole.streams[0].seed)
    length = len(whole.record.lines)
    wanted = {0, 1, 47, 48, 49, 97, length // 2, length - 1, length}
    for number, line in enumerate([None, *whole.record.lines]):
        if line is not None:
            fresh.play(line.side, line.text)
        if number in wanted:
            shown = server.get(f"/api/matches/{match}/replay", params={"at": number, "seat": "russian"}).json()
            assert (shown["at"], shown["length"]) == (number, length)
            named = [dict(unit) for unit in fresh.view("russian")["units"]]
            assert all(unit.pop("hex") == unit["place"] for unit in named)  # the old name is not sent
            assert shown["view"]["units"] == named
            assert shown["view"]["players"] == fresh.view("russian")["players"]
            assert shown["log"][-1]["i"] == len(fresh.log("russian")) - 1


def test_a_scrubber_may_go_anywhere(server, record):
    match = server.adopt(record("end"))
    length = server.get(f"/api/matches/{match}/replay", params={"at": 0}).json()["length"]
    for at, found in ((-5, 0), (10**9, length), (length // 3, length // 3)):
        assert server.get(f"/api/matches/{match}/replay", params={"at": at}).json()["at"] == found
    assert server.get(f"/api/matches/{match}/replay", params={"at": "soon"}).status_code == 400


def test_the_past_of_a_running_match_follows_undo(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    server.step(match, lambda options: options[0])
    first = server.get(f"/api/matches/{match}/replay", params={"at": 1, "seat": seat}).json()
    server.post(f"/api/matches/{match}/undo", json={"seat": seat, "revision": 1})
    assert server.get(f"/api/matches/{match}/replay", params={"at": 1, "seat": seat}).json()["length"] == 0
    server.step(match, lambda options: options[-1])
    second = server.get(f"/api/matches/{match}/replay", params={"at": 1, "seat": seat}).json()
    assert second["view"]["units"] == server.look(match, seat)["view"]["units"]
    assert second["view"]["units"] != first["view"]["units"]


def test_the_past_of_a_running_match_does_not_count_what_others_do_in_secret(server):
    match = server.new(game="merde", scenario="teaching_mill_road")
    lengths = []
    for _ in range(3):
        shown = [
            server.get(f"/api/matches/{match}/replay", params={"at": 99, "seat": seat}).json()
            for seat in ("army_a", "army_b", "")
        ]
        assert all(one["at"] == one["length"] == one["revision"] for one in shown)
        lengths.append([one["length"] for one in shown])
        seen = server.look(match, "army_a")
        action = next(one["action"] for one in seen["decision"]["options"] if one["action"] != "done")
        assert server.act(match, "army_a", seen["revision"], action).status_code == 200
    assert lengths == [[0, 0, 0], [1, 0, 0], [2, 0, 0]]


def test_everybody_sees_everything_when_it_is_over_and_not_before(server, record):
    running = server.adopt(record("AttackOrder"))
    assert server.get(f"/api/matches/{running}/replay", params={"at": 3, "seat": "all"}).status_code == 409
    assert server.get(f"/api/matches/{running}/report").status_code == 409
    over = server.adopt(record("end"))
    shown = server.get(f"/api/matches/{over}/replay", params={"at": 300, "seat": "all"}).json()
    sides = {}
    for side in ("french", "russian"):
        query = {"at": 300, "seat": side}
        sides[side] = server.get(f"/api/matches/{over}/replay", params=query).json()["view"]
        assert shown["view"]["players"][side] == sides[side]["players"][side]
    lines = server.get(f"/api/matches/{over}/log", params={"seat": "all"}).json()
    for side in ("french", "russian"):
        own = [line["text"] for line in server.get(f"/api/matches/{over}/log", params={"seat": side}).json()]
        everybody = iter(line["text"] for line in lines)
        assert all(text in everybody for text in own)  # in the same order
    assert [line["n"] for line in lines] == sorted(line["n"] for line in lines)


def test_the_report_has_verified_dice(server, record):
    over = server.adopt(record("end"))
    report = server.get(f"/api/matches/{over}/report").json()
    whole = grognard.loads(record("end"))
    thrown = len(whole.record.opening) + sum(len(line.dice) for line in whole.record.lines)
    assert report["verified"]["ok"] is True
    assert report["verified"]["dice"] == thrown
    assert report["outcome"]["text"]
    assert server.get(f"/api/matches/{over}/report", params={"lang": "it"}).json() != report


def test_nothing_is_taken_back_when_all_is_over(server, record):
    over = server.adopt(record("end"))
    revision = server.look(over)["revision"]
    for side in ("french", "russian"):
        assert server.look(over, side)["can_undo"] is False
        body = {"seat": side, "revision": revision}
        assert server.post(f"/api/matches/{over}/undo", json=body).status_code == 409
        assert server.act(over, side, revision, "done").status_code == 422


def test_the_log_of_a_finished_match_counts_as_the_scrubber_does(server):
    """Also the steps that were another's secret when they were taken."""
    text = (GOLDEN / "00-teachingmillroad-general-general.grog").read_text(encoding="utf-8")
    over = server.adopt(text)
    numbers = {
        seat: [(line["i"], line["n"]) for line in server.get(f"/api/matches/{over}/log", params={"seat": seat}).json()]
        for seat in ("army_a", "army_b", "all", "")
    }
    length = server.get(f"/api/matches/{over}/replay", params={"at": 0}).json()["length"]
    for seat, whole in numbers.items():
        at = length // 2
        shown = server.get(f"/api/matches/{over}/replay", params={"at": at, "seat": seat}).json()["log"]
        assert [(line["i"], line["n"]) for line in shown] == [pair for pair in whole if pair[1] <= at][-len(shown) :]
        assert at - 40 < shown[-1]["n"] <= at  # whole plans are made in silence
