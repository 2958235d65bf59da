"""Regions in a snapshot, rehearsals of a move, and the companion, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.kernel.action import Region

GAME = "tabletop"


def moving() -> str:
    """A record in which the first side is in the middle of a unit's move."""
    match = grognard.start(GAME, "crossroads", {}, "marengo")
    while True:
        who = match.to_act[0]
        asked = match.decision(who)
        assert asked is not None
        if asked.name == "MoveUnit":
            return str(match.record.dumps())
        texts = [option.text for option in asked.options if not isinstance(option, Region)]
        calm = [text for text in texts if text in ("pass", "done") and asked.name != "Troops"]
        match.play(who, (calm or texts)[0])


@pytest.fixture(scope="module")
def seat() -> str:
    return str(grognard.loads(moving()).to_act[0])


@pytest.fixture
def match(server: Any, seat: str) -> str:
    return str(server.adopt(moving(), "french:human,coalition:human"))


def test_regions_come_beside_the_options_and_not_among_them(server: Any, match: str, seat: str) -> None:
    decision = server.look(match, seat)["decision"]
    assert not [option for option in decision["options"] if option["verb"] in ("advance", "goto", "wheel")]
    gestures = {region["verb"]: region["gesture"] for region in decision["regions"]}
    assert gestures["goto"] == "pose"
    assert gestures["advance"] == "amount"
    assert all(region["label"] and region["template"] for region in decision["regions"])


def test_every_example_of_a_region_can_be_played(server: Any, match: str, seat: str) -> None:
    for region in server.look(match, seat)["decision"]["regions"]:
        for example in region["examples"]:
            answer = server.get(f"/api/matches/{match}/why", params={"seat": seat, "action": example}).json()
            assert answer == {"refusals": []}


def rehearse(server: Any, match: str, seat: str, action: str, **more: str) -> Any:
    return server.get(f"/api/matches/{match}/rehearse", params={"seat": seat, "action": action, **more})


def test_a_rehearsal_says_where_it_leads_and_changes_nothing(server: Any, match: str, seat: str) -> None:
    before = server.look(match, seat)
    answer = rehearse(server, match, seat, "advance 50").json()
    assert answer["refusals"] == []
    assert answer["plan"]["legs"] == [{"text": "Advance 5 cm", "cost": "5 cm"}]
    assert server.look(match, seat)["revision"] == before["revision"]


def test_a_rehearsal_of_too_much_names_the_rule_and_what_is_missing(server: Any, match: str, seat: str) -> None:
    answer = rehearse(server, match, seat, "advance 900").json()
    assert answer["refusals"][0]["rule"] == "5.8"
    assert "cm" in answer["refusals"][0]["text"]
    assert answer["plan"]["pose"]
    assert "mancano" in rehearse(server, match, seat, "advance 900", lang="it").json()["refusals"][0]["text"]


def test_a_rehearsal_of_nonsense_is_refused(server: Any, match: str, seat: str) -> None:
    assert rehearse(server, match, seat, "fly 50").status_code == 422


# the companion


def test_the_catalog_says_which_game_has_a_companion(server: Any) -> None:
    found = {game["id"]: game["companion"] for game in server.get("/api/catalog").json()}
    assert found[GAME] is True
    assert found["russia1812"] is False


def test_the_companion_reckons_without_a_match(server: Any) -> None:
    facts = server.get(f"/api/games/{GAME}/companion").json()
    assert facts["forms"][0]["id"] == "fire"
    body = {"form": "fire", "given": {"firing": 4, "die": 12, "target_pm": 8}}
    answer = server.post(f"/api/games/{GAME}/companion", json=body).json()
    assert answer["total"] == "40%"
    assert answer["result"]["apply"]["pm"] == -1
    italian = server.post(f"/api/games/{GAME}/companion?lang=it", json=body).json()
    assert italian["result"]["text"] == "1 PM perso, ne restano 7."


@pytest.mark.parametrize("path", ["/api/games/russia1812/companion", "/api/games/nothing/companion"])
def test_no_companion_is_said_so(server: Any, path: str) -> None:
    assert server.get(path).status_code == 404
    assert server.post(path, json={"form": "fire"}).status_code == 404


@pytest.mark.parametrize("kind", ["roster", "reference"])
def test_sheets_are_pdf_files(server: Any, kind: str) -> None:
    roster = {"title": "Mine", "units": [{"name": "Old Guard", "type": "line_inf", "bases": 4, "pm": 8}]}
    answer = server.post(f"/api/games/{GAME}/sheet/{kind}", json=roster)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert f"{GAME}-{kind}.pdf" in answer.headers["content-disposition"]
    assert answer.content.startswith(b"%PDF-1.4")
    assert answer.content.endswith(b"%%EOF\n")
    assert (b"(Old Guard)" in answer.content) == (kind == "roster")


def test_wrong_types_are_refused_in_a_sentence(server: Any) -> None:
    roster = server.post(f"/api/games/{GAME}/sheet/roster", json={"units": 176})
    assert roster.status_code == 400
    assert "Units: a list is needed, each with its fields." in roster.text
    form = server.post(f"/api/games/{GAME}/companion?lang=it", json={"form": "fire", "given": {"firing": [4]}})
    assert form.status_code == 400
    assert "serve un numero intero" in form.text


def test_an_unknown_sheet_is_said_so(server: Any) -> None:
    assert server.post(f"/api/games/{GAME}/sheet/menu", json={}).status_code == 404


def test_the_page_of_the_companion_is_there(server: Any) -> None:
    assert "text/html" in server.get(f"/companion/{GAME}").headers["content-type"]
