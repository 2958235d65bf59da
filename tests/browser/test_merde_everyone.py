"""Merde for everyone: nothing serious for axe at the table, on the stage, in the workshop, in both themes; Italian."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Server, Table
from browser.test_for_everyone import findings
from browser.test_merde_play import fought, new

Fresh = Callable[..., Page]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["table", "stage", "workshop"])
def test_axe_finds_nothing_serious(open_page: Fresh, server: Server, name: str, theme: str) -> None:
    page = open_page(color_scheme=theme)
    address = (
        "/workshop/merde"
        if name == "workshop"
        else "/match/" + (server.adopt(fought()) if name == "stage" else new(server))
    )
    page.goto(server.url + address)
    page.wait_for_selector(".squaremap", timeout=PATIENCE)
    if name == "table":
        page.wait_for_selector(".curtain", timeout=PATIENCE)
        assert findings(page) == []
    if name != "workshop":
        Table(page, server, "").ready()
    if name == "stage":
        page.locator(".stage summary").click()
    if name == "workshop":
        page.locator("#workshop-from").select_option("maida_1806")
        expect(page.locator(".squaremap")).to_contain_text("San Pietro", timeout=PATIENCE)
        page.locator("#tab-A").click()
    assert findings(page) == []


def test_the_table_speaks_italian(open_page: Fresh, server: Server) -> None:
    page = open_page(locale="it-IT")
    Table(page, server, new(server, lang="it")).open()
    expect(page.locator("h1.prompt")).to_contain_text("ordini", timeout=PATIENCE)
    expect(page.locator(".squaremap")).to_contain_text("Poggio del mulino")
    expect(page.locator(".topbar")).to_contain_text("Divisione austriaca")
    expect(page.locator("#overlay-zoc")).to_have_attribute("aria-label", "Zone di controllo")
