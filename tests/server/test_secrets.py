"""What a side may not know never reaches its client, on any path."""

from __future__ import annotations

import json

import grognard


def reach_train(record):
    """A record in which the French are to place a counter, genuine or dummy."""
    match = grognard.loads(record("PlaceTrain"))
    while True:
        side = match.to_act[0]
        options = [str(option) for option in match.options(side)]
        hexes = [text.split()[1] for text in options if text.startswith("train ")]
        both = [hex for hex in hexes if f"dummy {hex}" in options]
        if side == "french" and both:
            return match.record.dumps(), both[0]
        match.play(side, next((text for text in options if text.startswith("dummy ")), options[-1]))


def told(server, match: str, seat: str | None, hear) -> str:
    """All that a seat is sent about a match: snapshot, log, tables, replay, reasons, live."""
    query = {"seat": seat or ""}
    paths = ("", "/log", "/tables", "/replay?at=99999", "/why?hex=2207", "/why?action=train 2207", "/column?place=2208")
    found = []
    for path in paths:
        name, _, more = path.partition("?")
        extra = dict([more.split("=", 1)]) if more else {}
        if seat or not path.startswith(("/why", "/column")):
            found.append(server.get(f"/api/matches/{match}{name}", params=query | extra).text)
    with server.watch(match, **({"seat": seat} if seat else {})) as socket:
        found.append(json.dumps(hear(socket, "snapshot")))
    return "\n".join(found).replace(match, "MATCH")


def test_which_french_trains_are_genuine_is_never_told(server, record, hear):
    text, hex = reach_train(record)
    genuine, dummy = server.adopt(text), server.adopt(text)
    revision = server.look(genuine)["revision"]
    assert server.act(genuine, "french", revision, f"train {hex}").status_code == 200
    assert server.act(dummy, "french", revision, f"dummy {hex}").status_code == 200
    for seat in ("russian", None):
        one, other = told(server, genuine, seat, hear), told(server, dummy, seat, hear)
        scrub = [json.dumps(_timeless(part)) for part in (one, other)]
        assert scrub[0] == scrub[1]
        assert hex in one
    french = [server.look(match, "french")["view"]["players"]["french"]["genuine"] for match in (genuine, dummy)]
    assert french[0] != french[1]


def _timeless(text: str) -> list[object]:
    """The answers without the moment at which waiting began."""
    found = []
    for row in text.split("\n"):
        value = json.loads(row)
        if isinstance(value, dict) and value.get("waiting"):
            value["waiting"]["since"] = 0
        found.append(value)
    return found


def test_no_seat_learns_the_nature_of_the_others_trains(server, record):
    match = server.adopt(record("AttackOrder"))
    for seat, other in (("french", "russian"), ("russian", "french")):
        players = server.look(match, seat)["view"]["players"]
        assert "genuine" in players[seat]
        assert not {"genuine", "to_place", "dummies_left"} & set(players[other])
    assert all("genuine" not in player for player in server.look(match)["view"]["players"].values())


def deployed(exchanged: bool) -> str:
    """A record of hidden stacks after the Russians have set up; two divisions stand in each other's place or not."""
    match = grognard.start("russia1812", options={"optional_15_1": True}, seed="hidden")
    places = {"R-1II-I1": "1709", "R-1II-I2": "1808"}
    if exchanged:
        places = dict(zip(places, reversed(places.values()), strict=True))
    while match.decision(match.to_act[0]).name == "Deploy" and match.to_act == ("russian",):
        options = [str(option) for option in match.options("russian")]
        unit = options[0].split()[1]
        wanted = f"deploy {unit} {places[unit]}" if unit in places else options[0]
        match.play("russian", wanted)
    return match.record.dumps()


def test_what_stands_in_a_hidden_stack_is_never_told(server, hear):
    one, other = server.adopt(deployed(False)), server.adopt(deployed(True))
    views = [server.look(match, "russian")["view"]["units"] for match in (one, other)]
    assert views[0] != views[1]
    for seat in ("french", None):
        scrub = [json.dumps(_timeless(told(server, match, seat, hear))) for match in (one, other)]
        assert scrub[0] == scrub[1]
        assert '"backs"' in scrub[0]


# records and copies


def listed(server, match: str) -> dict[str, object]:
    return {one["id"]: one for one in server.get("/api/matches").json()}[match]


def test_no_record_and_no_copy_of_a_running_match_with_a_bots_secrets(server, record):
    match = server.adopt(record("AttackOrder"), "french:human,russian:random")
    count = len(server.get("/api/matches").json())
    for lang, words in (("en", "when the match is over"), ("it", "a partita finita")):
        refused = [
            server.get(f"/api/matches/{match}/record", params={"lang": lang}),
            server.post(f"/api/matches/{match}/copy", params={"lang": lang}, json={}),
            server.post(f"/api/matches/{match}/copy", params={"lang": lang}, json={"seats": {"russian": "human"}}),
            server.post(f"/api/matches/{match}/copy", params={"lang": lang}, json={"at": 3}),
        ]
        assert [answer.status_code for answer in refused] == [409] * 4
        assert all(words in answer.json()["error"] for answer in refused)
    assert len(server.get("/api/matches").json()) == count
    assert listed(server, match)["sealed"] is True
    assert server.look(match, "french")["sealed"] is True


def test_people_at_one_screen_may_have_the_record_and_a_copy(server, record):
    match = server.adopt(record("AttackOrder"), "french:human,russian:hotseat")
    assert server.get(f"/api/matches/{match}/record").status_code == 200
    assert server.post(f"/api/matches/{match}/copy", json={}).status_code == 201
    assert listed(server, match)["sealed"] is False
    assert server.look(match, "french")["sealed"] is False


def test_a_match_against_a_bot_is_open_when_it_is_over(server, record):
    over = server.adopt(record("end"), "french:human,russian:random")
    assert server.get(f"/api/matches/{over}/record").text == record("end")
    assert server.post(f"/api/matches/{over}/copy", json={}).status_code == 201
    assert listed(server, over)["sealed"] is False


def test_a_game_without_secrets_may_be_copied_against_a_bot(server):
    match = server.new(game="tabletop", seats={"coalition": "random"})
    assert server.get(f"/api/matches/{match}/record").status_code == 200
    assert server.post(f"/api/matches/{match}/copy", json={}).status_code == 201


def test_a_step_in_secret_does_not_change_since_when_one_waits(server):
    match = server.new(game="merde", seed="sealed")
    seen = server.look(match, "army_a")
    assert set(seen["view"]["to_act"]) == {"army_a", "army_b"}
    before = server.look(match)["waiting"]["since"]
    action = seen["decision"]["options"][0]["action"]
    assert server.act(match, "army_a", seen["revision"], action).status_code == 200
    assert server.look(match)["waiting"]["since"] == before
