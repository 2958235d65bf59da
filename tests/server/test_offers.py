"""To stop before the end and have the match counted takes two: an offer, and an answer."""

from __future__ import annotations

from typing import Any

import pytest

TWO = "french:human,russian:hotseat"


def told(server: Any, match: str, seat: str, lang: str = "en") -> Any:
    return server.look(match, seat, lang=lang)["offer"]


def settle(server: Any, match: str, seat: str) -> Any:
    return server.act(match, seat, server.look(match, seat)["revision"], "settle")


def say(server: Any, match: str, seat: str, accept: bool) -> Any:
    return server.post(f"/api/matches/{match}/offer", json={"seat": seat, "accept": accept})


def test_a_person_is_asked_and_may_decline(server, record, hear):
    match = server.adopt(record("PlaceTrain"), TWO)
    with server.watch(match, seat="russian") as socket:
        hear(socket, "snapshot")
        answer = settle(server, match, "french")
        assert (answer.status_code, answer.json()["offered"]) == (200, True)
        assert hear(socket, "snapshot")["offer"]["side"] == "french", "the other is told at once"
    assert server.look(match)["outcome"] is None
    assert "French: an offer to end the match here" in told(server, match, "russian")["text"]
    assert "You have offered" in told(server, match, "french")["text"]
    assert "Hai proposto" in told(server, match, "french", "it")["text"]
    assert say(server, match, "russian", False).json() == {"offered": False, "ended": False}
    assert told(server, match, "french")["declined"]
    assert "declined" in told(server, match, "french")["text"]
    assert say(server, match, "russian", True).status_code == 409, "it is answered"
    assert server.look(match)["outcome"] is None
    server.step(match)
    assert told(server, match, "french") is None


def test_who_accepts_ends_the_match_for_him_who_offered(server, record):
    match = server.adopt(record("PlaceTrain"), TWO)
    settle(server, match, "russian")
    assert say(server, match, "french", True).json()["ended"]
    assert server.look(match)["outcome"]["reason"] == "settled"
    text = server.get(f"/api/matches/{match}/record").text
    assert text.rstrip().endswith("russian settle")
    assert server.look(server.adopt(text))["outcome"] == server.look(match)["outcome"]
    assert told(server, match, "french") is None


def test_two_who_offer_the_same_agree(server, record):
    match = server.adopt(record("PlaceTrain"), TWO)
    settle(server, match, "russian")
    assert not settle(server, match, "french").json()["offered"]
    assert server.look(match)["outcome"]["reason"] == "settled"


def test_an_offer_is_withdrawn_by_a_word_or_by_a_move(server, record):
    match = server.adopt(record("PlaceTrain"), TWO)
    settle(server, match, "french")
    say(server, match, "french", True)  # nobody accepts his own
    assert told(server, match, "russian") is None
    assert server.look(match)["outcome"] is None
    settle(server, match, "french")
    server.step(match)
    assert told(server, match, "russian") is None


@pytest.mark.parametrize(
    ("seats", "me", "ends"),
    [("french:human,russian:random", "french", True), ("french:random,russian:human", "russian", False)],
)
def test_a_bot_accepts_unless_it_would_lose_by_the_count(server, record, seats, me, ends):
    """The Russians are ahead at first (14.7: a tie is French, and the cities are not)."""
    match = server.adopt(record("PlaceTrain"), seats)
    answer = settle(server, match, me)
    while answer.status_code == 409:  # the bot has moved meanwhile
        answer = settle(server, match, me)
    assert (answer.status_code == 200) is ends
    if not ends:
        assert "declines" in answer.json()["error"]
    assert (server.look(match)["outcome"] is not None) is ends


def test_nothing_is_settled_on_the_way_of_a_gesture(server, record):
    match = server.adopt(record("PlaceTrain"), TWO)
    seat = server.look(match)["view"]["to_act"][0]
    seen = server.look(match, seat)
    body = {"seat": seat, "revision": seen["revision"], "actions": [seen["decision"]["options"][0]["action"], "settle"]}
    assert server.post(f"/api/matches/{match}/act", json=body).status_code == 400
    assert server.look(match, seat)["revision"] == seen["revision"]
