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
    paths = ("", "/log", "/tables", "/replay?at=99999", "/why?hex=2207", "/why?action=train 2207")
    found = []
    for path in paths:
        name, _, more = path.partition("?")
        extra = dict([more.split("=", 1)]) if more else {}
        if seat or "why" not in path:
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
