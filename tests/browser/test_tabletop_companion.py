"""The companion for real miniatures on a phone: percentages, dice, losses, morale, the roster, the turn, the sheets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, WIDE
from browser.kit import PATIENCE, Server
from browser.test_for_everyone import findings

GAME = "tabletop"


def opened(page: Page, server: Server) -> Page:
    page.goto(f"{server.url}/companion/{GAME}")
    expect(page.locator(".reckoning .total")).to_be_visible(timeout=PATIENCE)
    return page


def tab(page: Page, name: str) -> None:
    page.locator(f"[data-tab='{name}']").click()


def enlist(page: Page, army: str = "crossroads-A") -> None:
    tab(page, "roster")
    page.locator("#army").select_option(army)
    expect(page.locator(".roster-unit").first).to_be_visible()


def throw(page: Page, die: int) -> None:
    page.locator("#die").fill(str(die))
    page.locator("#die").press("Tab")


def kept(page: Page) -> dict[str, object]:
    found: dict[str, object] = json.loads(page.evaluate(f"() => localStorage.getItem('grognard.companion.{GAME}')"))
    return found


def test_the_lobby_leads_to_the_companion_of_games_that_have_one(page: Page, server: Server) -> None:
    page.goto(server.url)
    links = page.get_by_role("link", name="Companion for real miniatures")
    expect(links).to_have_count(1)
    links.click()
    expect(page.locator(".reckoning .total")).to_be_visible(timeout=PATIENCE)


def test_circumstances_change_the_percentage_and_each_modifier_is_named(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    expect(page.locator(".reckoning .total")).to_have_text("40%")
    expect(page.locator(".reckoning .total")).to_be_in_viewport(ratio=1)
    page.locator("[data-field='band']").select_option("short")
    expect(page.locator(".reckoning .total")).to_have_text("60%")
    page.locator("[data-field='cover']").select_option("heavy")
    expect(page.locator(".reckoning .total")).to_have_text("20%")
    expect(page.locator(".reckoning")).to_contain_text("target in heavy cover")
    expect(page.locator(".reckoning")).to_contain_text("−10")
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]


def test_a_form_shows_no_die_and_no_result_of_the_one_before(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    throw(page, 1)
    expect(page.locator(".result")).to_be_visible()
    page.route("**/companion?*", lambda route: None)  # the answer is long in coming
    page.locator("[data-form='morale']").tap()
    expect(page.locator("[data-form='morale']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#die, .result")).to_have_count(0)


def test_losses_go_into_the_roster_and_lead_to_the_test_of_morale(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    enlist(page)
    for _ in range(3):
        page.get_by_role("button", name="Less: Morale now, 2/10th line").tap()
    tab(page, "reckon")
    page.locator("#role-unit").select_option(label="1/10th line")
    expect(page.locator("#role-target option")).to_have_count(1)  # nobody fires at his own army
    page.locator("#role-unit").select_option("")
    page.locator("#role-target").select_option(label="2/10th line")
    expect(page.locator("[data-field='target_pm']")).to_have_value("5")
    throw(page, 1)
    expect(page.locator(".result")).to_contain_text("1 morale lost, 4 left. It must test its morale.")
    page.locator("#apply").tap()
    expect(page.locator("#apply")).to_have_text("Entered in the roster.")
    page.locator("#then").tap()
    expect(page.locator("[data-form='morale']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#role-unit")).to_have_value("crossroads-A-A-2")
    expect(page.locator("[data-field='bases_lost']")).to_have_value("2")
    throw(page, 4)
    expect(page.locator(".result")).to_contain_text("2: it routs and loses 2 morale at once.")
    page.locator("#apply").tap()
    units = kept(page)["units"]
    assert isinstance(units, list)
    assert (units[1]["pm"], units[1]["status"], units[1]["disordered"]) == (2, "routed", True)


def test_7_3_who_does_not_fire_cannot_be_chosen_to_fire(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    enlist(page)
    tab(page, "reckon")
    shooters, targets = page.locator("#role-unit option"), page.locator("#role-target option")
    horse = shooters.filter(has_text=re.compile(r": does not fire \(7\.3\)$"))
    expect(horse.first).to_be_disabled()
    expect(targets.filter(has_text="does not fire")).to_have_count(0)
    names = [name.split(":")[0] for name in horse.all_inner_texts()]
    page.locator("#role-target").select_option(label=names[0])
    expect(page.locator("[data-field='target_type']")).not_to_have_value("line_inf")
    page.locator("[data-form='melee']").tap()
    page.locator("#role-unit").select_option(label=names[0])


def test_the_die_can_be_thrown_here(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    page.locator("#roll").tap()
    expect(page.locator(".result")).to_be_visible(timeout=PATIENCE)
    assert 1 <= int(page.locator("#die").input_value()) <= 100


def test_roster_and_turn_are_there_after_a_reload(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    enlist(page)
    tab(page, "turn")
    for _ in range(12):
        page.locator("#next-step").tap()
    expect(page.locator(".sequence h2")).to_have_text("Turn 2")
    page.locator("#next-step").tap()
    expect(page.locator(".sequence [aria-current]")).to_contain_text("Rally")
    page.reload()
    tab(page, "turn")
    expect(page.locator(".sequence h2")).to_have_text("Turn 2")
    tab(page, "roster")
    expect(page.locator(".roster-unit")).to_have_count(8)


def test_the_roster_is_written_out_and_read_in(page: Page, server: Server) -> None:
    opened(page, server)
    enlist(page)
    page.locator("details summary").click()
    page.locator("#export").click()
    text = page.locator("#roster-text").input_value()
    page.evaluate("() => localStorage.clear()")
    opened(page, server)
    tab(page, "roster")
    expect(page.locator(".roster-unit")).to_have_count(0)
    page.locator("details summary").click()
    page.locator("#roster-text").fill("no roster at all")
    page.locator("#import").click()
    expect(page.get_by_text("This is no roster: nothing has been changed.").first).to_be_visible()
    page.locator("#roster-text").fill(text)
    page.locator("#import").click()
    expect(page.locator(".roster-unit")).to_have_count(8)


def test_units_are_added_changed_and_taken_out(phone: Page, server: Server) -> None:
    page = opened(phone, server)
    tab(page, "roster")
    page.locator("#add-unit").tap()
    page.locator(".unit-fields input[type='text']").fill("Old Guard")
    page.locator(".unit-fields [data-field='class']").select_option("elite")
    tab(page, "reckon")
    page.locator("#role-unit").select_option(label="Old Guard")
    expect(page.locator(".reckoning .total")).to_have_text("60%")
    tab(page, "roster")
    page.get_by_role("button", name="Take Old Guard out").tap()
    expect(page.locator(".roster-unit")).to_have_count(0)


@pytest.mark.parametrize("kind", ["roster", "reference"])
def test_sheets_are_downloaded_as_pdf(page: Page, server: Server, kind: str) -> None:
    opened(page, server)
    enlist(page)
    tab(page, "sheets")
    with page.expect_download() as download:
        page.locator(f"[data-sheet='{kind}']").click()
    assert download.value.suggested_filename == f"{GAME}-{kind}.pdf"
    content = Path(download.value.path()).read_bytes()
    assert content.startswith(b"%PDF-1.4")
    assert (b"(1/10th line)" in content) == (kind == "roster")


def test_the_browser_prints_the_roster_alone(page: Page, server: Server) -> None:
    opened(page, server)
    enlist(page)
    tab(page, "sheets")
    page.emulate_media(media="print")
    expect(page.locator(".roster-sheet")).to_be_visible()
    expect(page.locator(".roster-sheet tr:not(:has(.group))")).to_have_count(8)
    expect(page.locator(".companion-tabs")).to_be_hidden()
    expect(page.locator(".topbar")).to_be_hidden()


def test_the_companion_speaks_italian(open_page: Callable[..., Page], server: Server) -> None:
    page = opened(open_page(PHONE, locale="it-IT"), server)
    expect(page.locator("h1")).to_have_text("Compagno per miniature vere")
    throw(page, 1)
    expect(page.locator(".result")).to_contain_text("1 PM perso, ne restano 7.")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_serious_in_the_companion(
    open_page: Callable[..., Page], server: Server, theme: str, size: dict[str, int]
) -> None:
    page = opened(open_page(size, color_scheme=theme), server)
    enlist(page)
    for name in ("roster", "reckon", "turn", "sheets"):
        tab(page, name)
        assert findings(page) == [], name
