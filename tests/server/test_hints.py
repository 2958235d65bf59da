"""A hint for whoever asks: of his own seat, of this moment, and nothing is changed by it; and looking back."""

from __future__ import annotations

from typing import Any

import grognard
from grognard import bots
from grognard.bots.counsel import counsel, told

BOTS = "french:human,russian:marshal"
TWO = "french:hotseat,russian:hotseat"


def ask(server: Any, match: str, seat: str, revision: int | None = None, lang: str = "en") -> Any:
    now = server.look(match, seat)["revision"] if revision is None else revision
    return server.post(f"/api/matches/{match}/hint", json={"seat": seat, "revision": now}, params={"lang": lang})


def asked(text: str) -> str:
    """Who is asked at the end of a record."""
    return str(grognard.loads(text).to_act[0])


def test_a_hint_is_a_gesture_with_reasons_and_changes_nothing(server, record):
    text = record("MoveOrder")
    side = asked(text)
    match = server.adopt(text, TWO)
    before = server.look(match, side)
    found = ask(server, match, side).json()
    assert found["actions"][0] in [option["action"] for option in before["decision"]["options"]]
    assert found["text"]
    assert not [said for said in [found["text"], *found["why"]] if "{" in said or "counsel." in said]
    assert ask(server, match, side).json() == found, "the same question, the same hint"
    italian = ask(server, match, side, lang="it").json()
    assert (italian["actions"], italian["text"] != found["text"]) == (found["actions"], True)
    after = server.look(match, side)
    assert (after["revision"], after["view"], after["log"]) == (before["revision"], before["view"], before["log"])
    kept = server.get(f"/api/matches/{match}/record").text
    assert grognard.loads(kept).fingerprint == grognard.loads(text).fingerprint
    done = server.post(
        f"/api/matches/{match}/act", json={"seat": side, "revision": before["revision"], "actions": found["actions"]}
    )
    assert done.status_code == 200, "all of it can be done"


def test_a_hint_is_for_ones_own_seat_and_for_now(server, record):
    text = record("MoveOrder")
    side = asked(text)
    other = {"french": "russian", "russian": "french"}[side]
    match = server.adopt(text, f"{side}:human,{other}:hotseat")
    now = server.look(match, side)["revision"]
    late = ask(server, match, side, now + 1)
    assert (late.status_code, late.json()) == (200, None), "the table has moved on: nothing to say, and no fault"
    assert ask(server, match, other).status_code == 409, "nothing is asked of him"
    assert ask(server, match, "austrian", now).status_code == 404
    of_a_bot = server.adopt(text, f"{side}:human,{other}:marshal")
    theirs = server.look(of_a_bot, side)["revision"]
    refused = ask(server, of_a_bot, other, theirs)
    assert (refused.status_code, refused.json().get("actions")) == (409, None), "a bot's seat is nobody else's"
    over = server.adopt(record("end"), TWO)
    assert ask(server, over, "french").status_code == 409


def test_a_hint_tells_no_secret(server):
    match = server.new(options={"optional_15_1": True}, seats={"french": "human", "russian": "hotseat"})
    for _ in range(30):
        server.step(match, lambda options: options[0])
    side = server.look(match)["view"]["to_act"][0]
    whole = grognard.loads(server.get(f"/api/matches/{match}/record").text)
    found = ask(server, match, side).json()
    shown = bots.shown(whole, side)
    thought = counsel(bots.make("marshal", "russia1812", side, "counsel"), shown, side)
    assert thought is not None
    assert (found["text"], found["actions"]) == (told(shown, side, thought, "en").text, thought.actions)


def test_the_report_tells_what_the_bots_were_up_to(server, record):
    page = server.get(f"/api/matches/{server.adopt(record('end'), BOTS)}/report").json()
    assert page["missing"] == []
    assert {one["side"] for one in page["intents"]} == {"russian"}
    assert [one["turn"] for one in page["intents"]] == sorted({one["turn"] for one in page["intents"]})
    assert all(one["text"] and one["title"] == f"Turn {one['turn']}" for one in page["intents"])
    assert not [text for one in page["intents"] for text in one["text"] if "{" in text or "counsel." in text]
    people = server.get(f"/api/matches/{server.adopt(record('end'), TWO)}/report").json()
    assert people["intents"] == []
