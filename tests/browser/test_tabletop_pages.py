"""The open table beside the moves: generals, overlays, replay, report and rulebook, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

import grognard
from browser.kit import PATIENCE, Server
from browser.plane import GAME, SEED, answer, marched, sit_down
from browser.test_for_everyone import findings


@cache
def fought() -> str:
    """A battle to its end, as a record."""
    match = grognard.start(GAME, "crossroads", {}, SEED)
    while match.outcome is None:
        match.play(match.to_act[0], answer(match, match.to_act[0]))
    return str(match.record.dumps())


def over(server: Server) -> str:
    return server.adopt(fought(), "french:human,coalition:random", "The whole battle")


def test_a_general_is_dragged_where_he_shall_ride(page: Page, server: Server) -> None:
    table = sit_down(page, server, marched("Generals"))
    table.press("general A-B2")
    region = table.look()["decision"]["regions"][0]
    assert region["place"] == "A-B2"
    x, y = region["from"]
    page.mouse.move(*table.spot(x, y))
    page.mouse.down()
    page.mouse.move(*table.spot(x + 100, y + 150), steps=5)
    page.mouse.up()
    table.after(lambda: page.locator("#make-move").click())
    general = next(one for one in table.look()["view"]["generals"] if one["id"] == "A-B2")
    assert abs(general["x"] - x - 100) <= 3
    assert abs(general["y"] - y - 150) <= 3


def test_overlays_are_laid_over_the_table_by_their_letters(page: Page, server: Server) -> None:
    sit_down(page, server, marched("DeclareFire"))
    page.keyboard.press("a")
    expect(page.locator(".overlays .overlay.threat .zone").first).to_be_attached()
    page.keyboard.press("d")
    expect(page.locator(".overlays .arrowhead").first).to_be_attached()
    page.keyboard.press("s")
    expect(page.locator(".overlay-label").first).to_contain_text("morale")
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("Arcs of fire")
    expect(page.locator("dialog.keys")).to_contain_text("tape measure")


def test_the_replay_shows_the_battle_at_any_action(page: Page, server: Server) -> None:
    match = over(server)
    page.goto(f"{server.url}/match/{match}/replay?at=20")
    early = page.locator("[data-stack='A-1']")
    expect(early).to_be_attached(timeout=PATIENCE)
    before = early.get_attribute("style")
    page.goto(f"{server.url}/match/{match}/replay?at=150")
    later = page.locator("[data-stack='A-1']")
    expect(later).to_be_attached(timeout=PATIENCE)
    page.wait_for_load_state("networkidle")
    assert later.get_attribute("style") != before


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_report_tells_the_battle(open_page: Callable[..., Page], server: Server, locale: str) -> None:
    page = open_page(locale=locale)
    page.goto(f"{server.url}/match/{over(server)}/report")
    expect(page.locator(".chart")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator(".result h1")).to_contain_text("Vittoria" if locale == "it-IT" else "Victory")
    expect(page.locator(".luck tbody tr").first).to_be_visible()
    assert findings(page) == []


def test_the_rulebook_is_there_in_italian(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(locale="it-IT")
    page.goto(f"{server.url}/rules/{GAME}")
    expect(page.locator("#rule-6\\.6")).to_contain_text("Quadrato d'emergenza", timeout=PATIENCE)
