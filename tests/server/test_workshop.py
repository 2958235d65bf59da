"""The workshop over HTTP: what a scenario is made of, what breaks which rule, and a match of one's own battle."""

from __future__ import annotations

import json


def shipped(server, name):
    bench = server.get("/api/games/merde/workshop", params={"lang": "en"}).json()
    return next(battle["battle"] for battle in bench["battles"] if battle["id"] == name)


def test_a_game_without_a_workshop_says_so(server):
    door = "/api/games/russia1812/workshop"
    for answer in (server.get(door), server.post(door, content="{}")):
        assert answer.status_code == 404
        assert "workshop" in answer.json()["error"]


def test_the_catalog_tells_which_games_have_one(server):
    found = {game["id"]: game["workshop"] for game in server.get("/api/catalog").json()}
    assert found["merde"] is True
    assert found["russia1812"] is False


def test_faults_come_in_the_readers_language(server):
    battle = shipped(server, "teaching_mill_road")
    battle["sides"]["A"]["points_limit"] = 100
    text = json.dumps(battle)
    for lang, words in (("en", "Side A costs 174 points"), ("it", "La parte A costa 174 punti")):
        answer = server.post("/api/games/merde/workshop", content=text, params={"lang": lang})
        assert answer.status_code == 200
        assert [(fault["rule"], fault["text"][: len(words)]) for fault in answer.json()["faults"]] == [("44.2", words)]


def test_any_bytes_get_a_sentence(server):
    for body in (b"", b"{", b'{"sides": {}}', b"[" * 5000):
        answer = server.post("/api/games/merde/workshop", content=body)
        assert answer.status_code == 200
        assert answer.json()["faults"]
    assert server.post("/api/games/merde/workshop", content=b"\xff\xfe\x00").status_code == 400


def test_a_match_of_ones_own_battle_travels_with_its_record(server):
    battle = shipped(server, "maida_1806")
    battle["title"] = "My Maida"
    body = {"game": "merde", "scenario": "custom", "options": {"battle": json.dumps(battle)}, "title": "My Maida"}
    answer = server.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    match = answer.json()["id"]
    seen = server.look(match, "army_a")
    assert "battle" not in seen["options"]
    assert seen["sides"][0]["name"] == "French (Reynier)"
    assert server.get(f"/api/matches/{match}/scene").json()["columns"] == 18
    again = server.adopt(server.get(f"/api/matches/{match}/record").text)
    assert server.look(again, "army_a")["view"] == seen["view"]


def test_a_battle_that_breaks_a_rule_starts_no_match(server):
    battle = shipped(server, "maida_1806")
    battle["sides"]["B"]["flags"] = []
    body = {"game": "merde", "scenario": "custom", "options": {"battle": json.dumps(battle)}}
    answer = server.post("/api/matches", json=body)
    assert answer.status_code == 400
    assert "[3.2]" in answer.json()["error"]


def test_the_page_of_the_workshop_is_the_shell(server):
    answer = server.get("/workshop/merde")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
