"""Beside the table: names, notes, the briefing, giving up, counting now, once more."""

from __future__ import annotations

import pytest

SEATS = {"french": "human", "russian": "random"}


def test_a_match_can_be_called_otherwise(server):
    match = server.new(seats=SEATS)
    assert server.http.put(f"/api/matches/{match}/title", json={"title": "  The road to Smolensk "}).status_code == 200
    assert {one["id"]: one for one in server.get("/api/matches").json()}[match]["title"] == "The road to Smolensk"
    assert server.look(match)["title"] == "The road to Smolensk"
    assert server.http.put("/api/matches/none/title", json={"title": "x"}).status_code == 404


def test_notes_are_kept_for_each_seat_and_nobody_reads_a_bots(server):
    match = server.new(seats={"french": "human", "russian": "hotseat"})
    notes = f"/api/matches/{match}/notes"
    assert server.get(notes, params={"seat": "french"}).json() == {"text": ""}
    assert server.http.put(notes, json={"seat": "french", "text": "Riga is weak"}).status_code == 200
    assert server.http.put(notes, json={"seat": "french", "text": "Riga is strong"}).status_code == 200
    assert server.get(notes, params={"seat": "french"}).json() == {"text": "Riga is strong"}
    assert server.get(notes, params={"seat": "russian"}).json() == {"text": ""}
    assert server.get(notes, params={"seat": "prussian"}).status_code == 404
    other = server.new(seats=SEATS)
    assert server.get(f"/api/matches/{other}/notes", params={"seat": "russian"}).status_code == 409


@pytest.mark.parametrize(("how", "reason"), [("resign", "resigned"), ("settle", "settled")])
def test_a_match_is_ended_by_whoever_wants_to_and_the_report_comes(server, record, how, reason):
    match = server.adopt(record("PlaceTrain"), "french:human,russian:random")
    seen = server.look(match, "french")
    assert seen["can_settle"] is True
    answer = server.act(match, "french", seen["revision"], how)
    assert answer.status_code == 200, answer.text
    seen = server.look(match, "french", lang="it")
    assert (seen["outcome"]["reason"], seen["outcome"]["winner"]) == (reason, "russian")
    assert seen["decision"] is None
    assert not seen["can_settle"]
    assert "francese" in seen["log"][-1]["text"]
    assert seen["log"][-1]["side"] == "french"
    assert seen["missing"] == []
    report = server.get(f"/api/matches/{match}/report").json()
    assert report["verified"]["ok"]
    assert report["missing"] == []
    text = server.get(f"/api/matches/{match}/record").text
    assert text.rstrip().endswith(f"french {how}")
    again = server.adopt(text)
    assert server.look(again)["outcome"] == server.look(match)["outcome"]
    past = server.get(f"/api/matches/{match}/replay", params={"at": 999999}).json()
    assert past["outcome"]["reason"] == reason
    answer = server.act(match, "french", server.look(match, "french")["revision"], how)
    assert answer.status_code == 422


def test_once_more_is_the_same_battle_with_other_dice_and_perhaps_other_sides(server):
    match = server.new(seats=SEATS, title="Revenge", options={"edition": 1})
    same = server.post(f"/api/matches/{match}/rematch", json={}).json()["id"]
    changed = server.post(f"/api/matches/{match}/rematch", json={"change": True}).json()["id"]
    listed = {one["id"]: one for one in server.get("/api/matches").json()}
    assert listed[same]["seats"] == SEATS
    assert listed[changed]["seats"] == {"french": "random", "russian": "human"}
    assert listed[changed]["title"] == "Revenge"
    assert server.look(same)["options"]["edition"] == 1
    commits = {server.look(one)["dice"]["streams"][0]["commit"] for one in (match, same, changed)}
    assert len(commits) == 3


def test_the_briefing_says_who_one_is_what_wins_and_how_long(server):
    match = server.new(seats=SEATS)
    told = server.get(f"/api/matches/{match}/briefing", params={"seat": "french"}).json()
    assert told["you"] == "You are: French"
    assert "turn 16" in told["wins"]
    assert told["rule"] == "14.7"
    assert [side["score"] for side in told["sides"]] == [5, 26]
    assert "Russians" in told["standing"]
    assert told["long"].startswith("Turn 1 of 16")
    assert len(told["phases"]) == 7
    watching = server.get(f"/api/matches/{match}/briefing", params={"lang": "it"}).json()
    assert watching["you"] == ""
    assert watching["wins"].startswith("I punti")
    assert server.get(f"/api/matches/{match}/briefing", params={"seat": "russian"}).status_code == 409


def test_the_list_tells_how_far_a_match_has_come(server):
    match = server.new(seats=SEATS)
    listed = {one["id"]: one for one in server.get("/api/matches").json()}[match]
    assert (listed["turns"], listed["lesson"]) == (16, False)
    games = {game["id"]: game for game in server.get("/api/catalog").json()}
    assert all(game["time"] and game["weight"] and game["kind"] for game in games.values())
    assert all(bot["about"] for game in games.values() for bot in game["bots"])
