"""The Advanced game in the browser: ways to play in the lobby; cards in the hand, on the table and in the log."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard
from browser.kit import GAME, PATIENCE, Server, Table, open_lobby, played
from browser.test_for_everyone import MEASURE, findings

Sit = Callable[..., Table]
ADVANCED = (("advanced", True),)
TWO_YEARS = (("advanced", True), ("two_year", True))


def dealt(turn: int = 2) -> str:
    """An Advanced game in which the French are asked which card to lay."""
    return played("LayCard", turn, options=ADVANCED)


# ways to play


def test_a_preset_of_the_lobby_starts_the_advanced_game(page: Page, server: Server) -> None:
    open_lobby(page, server)
    page.get_by_role("radio", name="Advanced game, two years").click()
    page.get_by_role("radio", name="1st edition").click()
    expect(page.get_by_role("radio", name="Advanced game, two years")).to_be_checked()
    page.locator("#start").click()
    page.wait_for_url("**/match/*")
    shown = server.look(page.url.rsplit("/", 1)[1], "french")
    assert shown["options"] == {
        "edition": 1,
        "forage_russian": False,
        "advanced": True,
        "two_year": True,
        "optional_15_1": True,
    }
    expect(page.locator(".card-strip")).to_be_visible(timeout=PATIENCE)


def test_what_makes_no_sense_cannot_be_chosen(page: Page, server: Server) -> None:
    open_lobby(page, server)
    page.get_by_text("More options").click()
    years = page.get_by_role("switch", name="Two-year campaign")
    expect(years).to_be_disabled()
    expect(page.locator(".option-row", has=years)).to_contain_text("belongs to the Advanced game")
    page.get_by_role("switch", name="Advanced rules").click()
    expect(page.locator(".own-rules")).to_be_visible()
    years.click()
    page.get_by_role("switch", name="Advanced rules").click()
    expect(years).to_be_disabled()
    expect(years).not_to_be_checked()
    room = page.get_by_role("switch", name="Trains make room")
    room.click()
    page.get_by_role("radio", name="1st edition").click()
    expect(room).to_be_disabled()
    expect(room).not_to_be_checked()
    expect(page.locator(".option-row", has=room)).to_contain_text("second edition only")


def test_nonsense_sent_to_the_server_is_refused_with_a_sentence(server: Server) -> None:
    answer = server.http.post("/api/matches", json={"game": GAME, "options": {"two_year": True}})
    assert answer.status_code == 400
    assert "Advanced game" in answer.json()["error"]


def test_every_option_and_preset_is_explained_in_both_languages(server: Server) -> None:
    for lang in ("en", "it"):
        for game in server.http.get("/api/catalog", params={"lang": lang}).json():
            for preset in game["presets"]:
                assert len(preset["about"]) > 30, preset
            for option in game["options"]:
                if game["presets"]:
                    assert len(option["about"]) > 30, option
                assert not option["needs"] or option["needs_text"].endswith("."), option


# laying a card


def first_card(table: Table) -> dict[str, Any]:
    option: dict[str, Any] = table.look()["decision"]["options"][0]
    assert option["group"] == "card"
    return option


def title(server: Server, card: str) -> str:
    scene = server.http.get(f"/api/games/{GAME}/scene", params={"options": json.dumps({"advanced": True})}).json()
    return str(scene["cards"][card]["title"])


def test_a_card_is_laid_with_the_mouse(page: Page, sit: Sit, server: Server) -> None:
    table = sit(page, record=dealt())
    card = first_card(table)
    face = table.panel.locator(f".choice.card-face[data-action='{card['action']}']")
    face.click()
    expect(face).to_have_attribute("aria-pressed", "true")
    table.after(lambda: page.locator(".question .primary").click())
    name = title(server, card["card"])
    expect(page.locator(f".card-strip .mini-card[data-card='{card['card']}']")).to_be_visible()
    chip = page.locator(".log-lines .line[data-kind=card_laid] .card-chip", has_text=name).first
    chip.click()
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_contain_text("French")
    expect(dialog).to_contain_text("Russians")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_card_is_laid_with_the_keyboard(page: Page, sit: Sit, server: Server) -> None:
    table = sit(page, record=dealt())
    card = first_card(table)
    table.walk_to(card["action"])
    page.keyboard.press("Enter")
    focused = "() => [document.activeElement.dataset.action, document.activeElement.getAttribute('aria-pressed')]"
    page.wait_for_function(f"() => ({focused})()[1] === 'true'")
    assert page.evaluate(focused) == [card["action"], "true"]
    table.after(lambda: page.keyboard.press("Enter"))
    assert [laid["card"] for laid in table.look()["cards"]["table"] if laid["side"] == "french"] == [card["card"]]


def test_a_card_can_be_put_back_before_it_is_laid(page: Page, sit: Sit) -> None:
    table = sit(page, record=dealt())
    before = table.revision
    face = table.panel.locator(".choice.card-face").first
    face.click()
    page.get_by_role("button", name="Back").click()
    expect(face).to_have_attribute("aria-pressed", "false")
    assert table.revision == before


# what the other side must not know


def secrets(record: str) -> set[int]:
    """The cards that only the Russians know: those they hold."""
    state: Any = grognard.loads(record).state
    return {n for n in [*state.affairs.hands[1], state.affairs.drawn[1]] if n}


@pytest.mark.parametrize("turn", [2, 4])
def test_the_enemy_s_hand_is_nowhere_in_the_page_or_its_data(page: Page, sit: Sit, server: Server, turn: int) -> None:
    record = dealt(turn)
    table = sit(page, record=record)
    hidden = secrets(record)
    assert hidden
    public = {server.http.get(f"/api/matches/{table.match}", params={"lang": "en"}).text}
    public.add(json.dumps(table.look()))
    public.add(page.content())
    public.add(server.http.get(f"/api/matches/{table.match}/log", params={"seat": "french"}).text)
    public.add(server.http.get(f"/api/matches/{table.match}/tables", params={"seat": "french"}).text)
    for number in hidden:
        name = title(server, str(number))
        assert not [text[:60] for text in public if name in text], f"card {number} leaks"
    backs = page.locator(".card-strip .mini-card.back[data-side=russian] .pile-count")
    expect(backs).to_have_text(str(len(hidden)))
    refused = server.http.get(f"/api/matches/{table.match}", params={"seat": "russian"})
    assert refused.status_code in (403, 409)


# for everyone


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_among_cards(open_page: Callable[..., Page], sit: Sit, theme: str) -> None:
    page = open_page(color_scheme=theme)
    table = sit(page, record=dealt())
    assert findings(page) == []
    table.panel.locator(".card-choice .whole").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert findings(page) == []


def test_axe_finds_nothing_serious_among_the_options(page: Page, server: Server) -> None:
    open_lobby(page, server)
    page.get_by_text("More options").click()
    assert findings(page) == []


def test_the_hand_on_a_phone(phone: Page, sit: Sit) -> None:
    table = sit(phone, record=dealt())
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390
    sizes = phone.evaluate(MEASURE, ".question button:not(.rule-chip), .mini-card")
    small = [one for one in sizes if min(one[1:]) < 43.5]
    assert not small, small
    face = table.panel.locator(".choice.card-face").first
    face.tap()
    primary = phone.locator(".question .primary")
    expect(primary).to_be_in_viewport(ratio=1)
    table.after(lambda: primary.tap())


# the second year


def in_1813() -> str:
    """A two-year campaign in its winter quarters: the French choose a city for a unit."""
    match = grognard.start(GAME, None, dict(TWO_YEARS), "winter")
    while match.state.affairs.year == 1812:  # type: ignore[attr-defined]
        who = match.to_act[0]
        options = [str(option) for option in match.options(who)]
        match.play(who, "quarters" if "quarters" in options else options[-1])
    return str(match.record.dumps())


def test_the_clock_of_the_second_year(page: Page, sit: Sit) -> None:
    sit(page, record=in_1813())
    now = page.locator(".track [aria-current]")
    expect(now).to_have_attribute("title", "Winter quarters")
    assert page.locator(".track li").last.get_attribute("title") == "September 1813"
    after = now.locator("xpath=following-sibling::li")
    assert [after.nth(n).get_attribute("title") for n in (0, 2)] == ["May 1813", "June 1813"]
