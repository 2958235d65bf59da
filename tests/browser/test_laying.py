"""One's own battle plan in ``merde``: units dragged or tapped from a tray, in any order."""

from __future__ import annotations

from playwright.sync_api import Page, expect

import clicks_others
from browser.kit import PATIENCE, Server


def test_six_units_are_laid_out_by_dragging_and_changed_by_tapping(page: Page, server: Server) -> None:
    found = clicks_others.merde_plan(page, server)
    assert found["units"] >= 6
    assert found["clicks"] <= clicks_others.BARS["merde_plan"]
    # one undo brings the whole tray back
    page.locator("#undo").click()
    expect(page.locator(".berth")).to_have_count(found["units"], timeout=PATIENCE)
    expect(page.locator(".berth.laid")).to_have_count(0)
    # tap a unit, turn it, tap a square; a tap on it takes it in hand again
    last = page.locator(".berth").nth(found["units"] - 2)
    unit = last.get_attribute("data-unit")
    last.click()
    expect(page.locator(f".berth.chosen[data-unit='{unit}']")).to_be_visible(timeout=PATIENCE)
    page.locator(".ways-to-stand [data-front='west']").click()
    expect(page.locator(".ways-to-stand .on[data-front='west']")).to_be_visible(timeout=PATIENCE)
    target = page.locator(".target").nth(20)
    place = target.get_attribute("data-hex")
    target.dispatch_event("click")
    expect(page.locator(f".berth.laid[data-unit='{unit}']")).to_contain_text(str(place), timeout=PATIENCE)
    expect(page.locator(f".counters [data-stack='{place}']")).to_be_attached()
