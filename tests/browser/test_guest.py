"""A game of another package, without a face of its own: through the lobby's API and on the browser's plain board."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import packages
from browser.kit import Server

pytestmark = pytest.mark.slow
MOVES = ".question .actions button:not(#undo, #redo, #hint)"
ASKED_AGAIN = """([before, moves]) => document.body.textContent.includes('The match is over')
  || (Number(document.querySelector('.question')?.dataset.revision) > before && document.querySelector(moves))"""


def test_a_game_without_a_face_is_played_to_its_end_on_the_plain_board(
    tmp_path: Path, servers: list[Server], monkeypatch: pytest.MonkeyPatch, open_page: Callable[[], Page]
) -> None:
    packages.install(packages.build(packages.GUEST, tmp_path / "wheel"), tmp_path / "site")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path / "site"), os.environ.get("PYTHONPATH", "")]))
    server = Server(tmp_path / "data")
    servers.append(server)
    cards = server.http.get("/api/catalog", params={"lang": "en"}).json()
    (card,) = [one for one in cards if one["id"] == "matches"]
    assert [bot["id"] for bot in card["bots"]] == ["miser", "random"]
    seats = {"first": "human", "second": "miser"}
    made = server.http.post("/api/matches", json={"game": "matches", "seats": seats, "lang": "en"}).json()
    page = open_page()
    page.goto(f"{server.url}/match/{made['id']}")
    expect(page.locator(".plain")).to_contain_text("heaps")
    for _ in range(12):
        if page.get_by_text("The match is over").count():
            break
        before = int(page.locator(".question").get_attribute("data-revision") or 0)
        page.locator(MOVES).first.click()
        page.wait_for_function(ASKED_AGAIN, arg=[before, MOVES])
    expect(page.get_by_text("The match is over").first).to_be_visible()
