"""A hint: asked for by button or key, marked on the map, done as one gesture, closed by Escape."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, WebSocketRoute, expect

from browser import vanguard_kit
from browser.kit import PATIENCE, Server, Table, played
from browser.vanguard_kit import battle

Sit = Callable[..., Table]


def advised(page: Page) -> str:
    """What the hint says, when it is there."""
    expect(page.locator(".hint-text")).to_be_visible(timeout=PATIENCE)
    return page.locator(".hint-block").inner_text()


def test_a_hint_is_told_marked_done_and_taken_back_as_one(page: Page, server: Server) -> None:
    table = vanguard_kit.sit(page, server, battle("MoveUnits", 3))
    before = server.length(table.match)
    page.locator("#hint").click()
    text = advised(page)
    assert text.startswith("Move ")
    assert "{" not in text
    assert page.locator(".hint-why").count() >= 1
    expect(page.locator(".hexmap .beckon")).to_have_count(1)  # the ring
    expect(page.locator(".hexmap .goal").first).to_be_attached()  # and the way
    expect(page.locator("#do-hint")).to_be_focused()
    page.locator("#hint").click()  # once more: the same
    assert advised(page) == text
    assert server.length(table.match) == before, "a hint changes nothing"
    vanguard_kit.gesture(table, lambda: page.locator("#do-hint").click())
    expect(page.locator(".hint-block")).to_have_count(0)
    assert server.length(table.match) > before + 1
    table.after(lambda: page.locator("#undo").click())
    assert server.length(table.match) == before, "the whole gesture is taken back at once"


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


def test_the_lamp_stays_lit_when_the_same_question_is_shown_again(page: Page, server: Server) -> None:
    """As it is when the enemy has answered in secret: that changes nothing of what was advised."""
    shown: list[str | bytes] = []
    routes: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        def hear(message: str | bytes) -> None:
            if '"snapshot"' in str(message)[:40]:
                shown.append(message)
            route.send(message)

        routes.append(route)
        route.connect_to_server().on_message(hear)

    page.route_web_socket(re.compile("."), pass_on)
    table = vanguard_kit.sit(page, server, battle("MoveUnits", 3))
    page.locator("#hint").click()
    text = advised(page)
    page.evaluate("document.getElementById('do-hint').dataset.old = 'yes'")
    routes[-1].send(shown[-1])
    expect(page.locator("#do-hint:not([data-old])")).to_be_visible()  # the page was drawn anew
    assert advised(page) == text
    vanguard_kit.gesture(table, lambda: page.locator("#do-hint").click())


def test_the_second_click_at_the_lamp_answers_nothing(page: Page, server: Server) -> None:
    """What is advised pushes the answers aside: one of them may come to lie under the hand."""
    table = vanguard_kit.sit(page, server, battle("MoveUnits", 3))
    before = server.length(table.match)
    page.locator("#hint").click()
    advised(page)
    for answer in (page.locator("#do-hint"), page.locator(".question .choice").first):
        answer.hover()
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        expect(page.locator(".quiet")).to_be_visible()
    assert server.length(table.match) == before
    table.after(lambda: page.locator("#do-hint").click())
