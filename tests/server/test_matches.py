"""Matches over HTTP: begin, look, play, be refused, take back."""

from __future__ import annotations

import pytest


def test_a_new_match_is_listed_and_shows_its_first_question(server):
    match = server.new(title="Niemen", seats={"french": "human", "russian": "hotseat"})
    listed = {one["id"]: one for one in server.get("/api/matches").json()}[match]
    assert listed["title"] == "Niemen"
    assert listed["seats"] == {"french": "human", "russian": "hotseat"}
    assert (listed["finished"], listed["outcome"], listed["sealed"]) == (False, None, False)
    assert "revision" not in listed  # it would count what is answered in secret
    seat = listed["to_act"][0]
    seen = server.look(match, seat)
    assert seen["decision"]["side"] == seat
    assert seen["decision"]["prompt"].endswith("?") or seen["decision"]["prompt"].endswith(".")
    assert all(option["action"].startswith(option["verb"]) for option in seen["decision"]["options"])
    assert seen["waiting"] is None


def test_an_army_that_the_rules_play_is_nobodys_seat(server):
    seats = {"army_a": "human", "army_b": "hotseat"}
    match = server.new(game="merde", seats=seats, options={"solitaire": "army_b"})
    listed = {one["id"]: one for one in server.get("/api/matches").json()}[match]
    assert listed["seats"] == {"army_a": "human", "army_b": "rulebook"}
    assert [side["seat"] for side in server.look(match)["sides"]] == ["human", "rulebook"]


def test_the_lobby_names_the_armies_of_every_battle(server):
    games = {game["id"]: game for game in server.get("/api/catalog", params={"lang": "it"}).json()}
    battles = {one["id"]: one["sides"] for one in games["vanguard"]["scenarios"]}
    assert battles["montebello"] == {"french": "Francesi", "coalition": "Austriaci"}
    assert battles["campotenese"]["coalition"] == "Napoletani"


def test_who_is_not_asked_waits(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    other = next(side["id"] for side in server.look(match)["sides"] if side["id"] != seat)
    seen = server.look(match, other)
    assert seen["decision"] is None
    assert seen["waiting"]["for"] == [seat]
    assert seen["waiting"]["bot"] is False


def test_a_turn_is_played_from_the_snapshots_alone(server, record):
    match = server.adopt(record("PlaceTrain"))
    turn = server.look(match)["clock"]["turn"]
    revision = server.look(match)["revision"]
    for _ in range(400):
        seen = server.look(match)
        if seen["clock"]["turn"] > turn:
            break
        revision += 1
        assert server.step(match) == revision
    assert server.look(match)["clock"]["turn"] == turn + 1
    listed = {one["id"]: one for one in server.get("/api/matches").json()}[match]
    assert listed["clock"]["turn"] == turn + 1


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(server):
    match = server.new()
    before = server.look(match)
    seat = before["view"]["to_act"][0]
    refused = server.act(match, seat, 0, "march 2108 2008")
    assert refused.status_code == 422
    assert refused.json()["refusals"][0]["rule"] == "8.2"
    assert refused.json()["error"] == refused.json()["refusals"][0]["text"]
    assert server.look(match) == before


@pytest.mark.parametrize("text", ["", "dance", "march", "march 9999", "x" * 10_000, "deploy\n1 french done", "🐎"])
def test_no_action_at_all_is_refused_with_a_sentence(server, text):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    refused = server.act(match, seat, 0, text)
    assert refused.status_code == 422
    assert len(refused.json()["error"]) > 20
    assert server.look(match)["revision"] == 0


def test_a_stale_click_is_refused_politely(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    action = server.look(match, seat)["decision"]["options"][0]["action"]
    assert server.act(match, seat, 0, action).json() == {"revision": 1}
    again = server.act(match, seat, 0, action)
    assert again.status_code == 409
    assert "changed since you looked" in again.json()["error"]
    assert server.look(match)["revision"] == 1


def test_refusals_come_in_the_readers_language(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    body = {"seat": seat, "revision": 7, "action": "done"}
    stale = server.post(f"/api/matches/{match}/act", params={"lang": "it"}, json=body)
    assert "Il tavolo è cambiato" in stale.json()["error"]
    refused = server.post(f"/api/matches/{match}/act", params={"lang": "it"}, json=body | {"revision": 0})
    assert refused.json()["error"] != server.act(match, seat, 0, "done").json()["error"]


def test_it_is_not_the_other_sides_decision(server):
    match = server.new()
    seen = server.look(match)
    seat = seen["view"]["to_act"][0]
    other = next(side["id"] for side in seen["sides"] if side["id"] != seat)
    action = server.look(match, seat)["decision"]["options"][0]["action"]
    assert server.act(match, other, 0, action).status_code == 422
    assert server.act(match, "prussian", 0, action).status_code == 404
    assert server.look(match)["revision"] == 0


def test_undo_and_redo(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    first = server.look(match, seat)
    assert (first["can_undo"], first["can_redo"]) == (False, False)
    server.step(match)
    second = server.look(match, seat)
    assert second["can_undo"]
    undone = server.post(f"/api/matches/{match}/undo", json={"seat": seat, "revision": 1})
    assert undone.json() == {"revision": 2}
    back = server.look(match, seat)
    assert back["view"]["units"] == first["view"]["units"]
    assert (back["can_undo"], back["can_redo"]) == (False, True)
    assert server.post(f"/api/matches/{match}/redo", json={"seat": seat, "revision": 2}).json() == {"revision": 3}
    assert server.look(match, seat)["view"]["units"] == second["view"]["units"]
    nothing = server.post(f"/api/matches/{match}/redo", json={"seat": seat, "revision": 3})
    assert nothing.status_code == 422
    assert nothing.json()["error"]


def test_several_actions_of_one_gesture(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    first = server.look(match, seat)["decision"]["options"][0]["action"]
    body = {"seat": seat, "revision": 0, "actions": [first, first]}
    refused = server.post(f"/api/matches/{match}/act", json=body)
    assert refused.status_code == 422
    assert server.look(match)["revision"] == 1  # the first was legal and stands


def test_what_was_done_unasked_of_a_gesture_is_passed_over(server):
    match = server.new()
    seat = server.look(match)["view"]["to_act"][0]
    first = server.look(match, seat)["decision"]["options"][0]["action"]
    body = {"seat": seat, "revision": 0, "actions": [first, f"{first}?"]}
    assert server.post(f"/api/matches/{match}/act", json=body).json() == {"revision": 1}


def test_why_a_hex_is_not_lit(server, record):
    match = server.adopt(record("MoveOrder"))
    seat = server.look(match)["view"]["to_act"][0]
    lit = {option.get("place") for option in server.look(match, seat)["decision"]["options"]}
    why = f"/api/matches/{match}/why"
    dark = server.get(why, params={"seat": seat, "place": next(h for h in ("0101", "0102", "0103") if h not in lit)})
    assert dark.json()["refusals"][0]["rule"]
    assert len(dark.json()["refusals"][0]["text"]) > 20
    light = server.get(why, params={"seat": seat, "place": next(h for h in lit if h)})
    assert light.json() == {"refusals": []}
    for name in ("place", "hex"):  # the second is what it was called, and is still understood
        nowhere = server.get(why, params={"seat": seat, name: "9999"})
        assert nowhere.json()["refusals"]
    other = next(side["id"] for side in server.look(match)["sides"] if side["id"] != seat)
    assert server.get(why, params={"seat": other, "place": "0101"}).json()["refusals"][0]["text"]
    assert server.get(why, params={"seat": seat, "action": "attack 2108 2008"}).json()["refusals"]


def test_odds_of_an_attack(server, record):
    match = server.adopt(record("AttackOrder"))
    seat = server.look(match)["view"]["to_act"][0]
    options = server.look(match, seat)["decision"]["options"]
    attack = next(option["action"] for option in options if option["verb"] == "attack")
    odds = server.get(f"/api/matches/{match}/odds", params={"seat": seat, "action": attack, "cc": 1}).json()
    assert abs(sum(bar["chance"] for bar in odds["bars"]) - 1) < 1e-6
    unknowns = {unknown["name"]: unknown for unknown in odds["unknowns"]}
    assert (unknowns["cc"]["assumed"], unknowns["cc"]["own"]) == (1, True)
    same = server.get(f"/api/matches/{match}/odds", params={"seat": seat, "action": attack, "given": ["cc=1"]}).json()
    assert same == odds
    for wrong, status in (("cc=99", 422), ("luck=1", 422), ("cc=many", 400)):
        params = {"seat": seat, "action": attack, "given": [wrong]}
        assert server.get(f"/api/matches/{match}/odds", params=params).status_code == status
    assert server.get(f"/api/matches/{match}/odds", params={"seat": seat, "action": "decline"}).json() is None
    assert server.get(f"/api/matches/{match}/odds", params={"seat": seat, "action": "dance"}).status_code == 422


def test_tables_and_log(server, record):
    match = server.adopt(record("AttackOrder"))
    assert server.get(f"/api/matches/{match}/tables", params={"seat": "french"}).json()["tables"]
    lines = server.get(f"/api/matches/{match}/log", params={"seat": "french"}).json()
    assert [line["i"] for line in lines] == list(range(len(lines)))
    assert lines[-len(server.look(match, "french")["log"]) :] == server.look(match, "french")["log"]
    assert {line["turn"] for line in lines} >= {0, 1}
    italian = server.get(f"/api/matches/{match}/log", params={"seat": "french", "lang": "it"}).json()
    assert len(italian) == len(lines)
    assert italian[-1]["text"] != lines[-1]["text"]


@pytest.mark.parametrize(
    ("wishes", "status"),
    [
        ({"game": "chess"}, 404),
        ({"scenario": "moscow"}, 400),
        ({"options": {"edition": 3}}, 400),
        ({"options": {"snow": True}}, 400),
        ({"seats": {"french": "wellington"}}, 400),
        ({"seats": {"prussian": "human"}}, 400),
        ({"seats": 7}, 400),
        ({"title": "x" * 1000}, 400),
        ({"seed": 5}, 400),
    ],
)
def test_a_match_that_cannot_be_is_refused_with_a_sentence(server, wishes, status):
    count = len(server.get("/api/matches").json())
    refused = server.post("/api/matches", json={"game": "russia1812", **wishes})
    assert refused.status_code == status
    assert refused.json()["error"].endswith(".")
    assert len(server.get("/api/matches").json()) == count


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"seat": 1}', b'{"seat": "french"}'])
def test_a_body_that_is_none_is_refused_with_a_sentence(server, body):
    match = server.new()
    headers = {"content-type": "application/json"}
    refused = server.post(f"/api/matches/{match}/act", content=body, headers=headers)
    assert refused.status_code == 400
    assert refused.json()["error"]


def test_what_is_not_there(server):
    for path in ("/api/matches/nowhere", "/api/matches/nowhere/replay", "/api/nothing", "/api/games/chess/scene"):
        missing = server.get(path)
        assert missing.status_code == 404
        assert missing.json()["error"].endswith(".")
    assert server.delete("/api/matches/nowhere").status_code == 404
    assert server.act("nowhere", "french", 0, "done").status_code == 404


def test_a_lesson_guides_the_first_turn(server, wait):
    match = server.new(lesson=True)
    me = next(side["id"] for side in server.look(match)["sides"] if side["seat"] == "human")
    wait(lambda: server.look(match, me)["decision"])
    english, italian = (server.look(match, me, lang=lang)["lesson"] for lang in ("en", "it"))
    assert english["text"] != italian["text"]
    assert 1 < english["step"] <= len(english["steps"])
    assert english["opening"]["text"]
    assert english["closing"] is None
    assert server.look(server.new(), me)["lesson"] is None
    assert server.get("/api/catalog").json()[0]["lessons"][0]["id"] == "first"


def test_a_lesson_is_played_against_its_script_and_marked_as_one(server, wait):
    """The enemy answers as the lesson has it, the dice fall as written, and the match is kept like any other."""
    match = server.new(game="tabletop", lesson="charges")
    for _ in range(20):
        wait(lambda: server.look(match, "french")["decision"])
        shown = server.look(match, "french")
        if shown["lesson"]["closing"]:
            break
        wish = {"seat": "french", "revision": shown["revision"], "actions": shown["lesson"]["actions"]}
        assert server.post(f"/api/matches/{match}/act", json=wish).status_code == 200
    assert shown["lesson"]["closing"]["text"]
    assert "square_formed" in [line["kind"] for line in shown["log"]]
    listed = next(one for one in server.get("/api/matches").json() if one["id"] == match)
    assert (listed["lesson"], listed["title"]) == (True, "Charges and squares")
    assert listed["seats"] == {"french": "human", "coalition": "captain"}
    assert shown["dice"]["seed"].startswith("dice 1 6 5 ")


def test_what_is_no_lesson_is_refused(server):
    answer = server.post("/api/matches", json={"game": "tabletop", "lesson": "fencing"})
    assert (answer.status_code, answer.json()["error"]) == (404, "This game has no such lesson.")
    alone = {"game": "tabletop", "scenario": "lesson_charges"}
    assert server.post("/api/matches", json=alone).status_code == 400


def test_deleted_is_deleted(server):
    match = server.new()
    assert server.delete(f"/api/matches/{match}").status_code == 200
    assert server.get(f"/api/matches/{match}").status_code == 404
    assert match not in {one["id"] for one in server.get("/api/matches").json()}


def test_a_snapshot_stays_small(server, record):
    match = server.adopt(record("AttackOrder"))
    seat = server.look(match)["view"]["to_act"][0]
    assert len(server.get(f"/api/matches/{match}", params={"seat": seat}).content) < 60_000
