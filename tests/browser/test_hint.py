"""A hint: asked for by button or key, marked on the map, done as one gesture, closed by Escape."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Table, played

Sit = Callable[..., Table]


def advised(page: Page) -> str:
    """What the hint says, when it is there."""
    expect(page.locator(".hint-text")).to_be_visible(timeout=PATIENCE)
    return page.locator(".hint-block").inner_text()


def test_a_hint_is_told_marked_done_and_taken_back_as_one(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("MoveOrder", 3))
    before = table.server.length(table.match)
    page.locator("#hint").click()
    text = advised(page)
    assert "March from" in text
    assert "{" not in text
    assert page.locator(".hint-why").count() >= 1
    expect(page.locator(".hexmap .beckon")).to_have_count(1)  # the ring
    expect(page.locator(".hexmap .goal").first).to_be_attached()  # and the way
    expect(page.locator("#do-hint")).to_be_focused()
    page.locator("#hint").click()  # once more: the same
    assert advised(page) == text
    assert table.server.length(table.match) == before, "a hint changes nothing"
    table.after(lambda: page.locator("#do-hint").click())
    expect(page.locator(".hint-block")).to_have_count(0)
    assert table.server.length(table.match) > before + 1
    if page.locator("#undo").is_enabled():  # no die fell
        page.locator("#undo").click()
        page.wait_for_function(
            "(now) => Number(document.querySelector('.question').dataset.revision) <= now", arg=before
        )
        assert table.server.length(table.match) == before, "the whole gesture is taken back at once"


def test_a_hint_by_key_with_a_stack_in_hand_and_away_by_escape(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("MoveOrder", 3))
    shown = table.look()["decision"]["options"]
    table.click_hex(next(option["hand"] for option in shown if option.get("hand")))
    expect(page.locator(".in-hand")).to_be_visible()
    page.keyboard.press("i")
    advised(page)
    expect(page.locator(".in-hand")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".hint-block")).to_have_count(0)
    expect(page.locator(".hexmap .beckon")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("dialog.keys")).to_contain_text("what would the bot do here?")
