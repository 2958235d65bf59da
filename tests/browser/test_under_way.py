"""An impatient hand in every game: double clicks, macros pressed twice, buttons of the last question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ElementHandle, Page, Response, expect

from browser.kit import PATIENCE, Server, Table, played
from browser.plane import marched
from browser.test_merde_play import fought
from browser.vanguard_kit import battle
from grognard.kernel.record import parse

Fresh = Callable[..., Page]
PRESSES = 9
ANSWERS = ".question :is(.shortcut, .choice, .actions button:not(#undo, #redo, #hint, .back), .actions details button)"
IDLE = "() => !document.querySelector('.question').hasAttribute('aria-busy')"
FIGHTS: dict[str, Callable[[], str]] = {
    "russia1812": lambda: played("AttackOrder", 4),
    "vanguard": lambda: battle("Declare", 3),
    "merde": fought,
    "tabletop": lambda: marched("DeclareFire"),
}


class Impatient:
    """A hand that clicks twice, and once more on what is gone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.accepted: list[str] = []
        self.page.on("response", self._heard)
        self.old: ElementHandle | None = None

    def _heard(self, response: Response) -> None:
        if "/act?" in response.url:
            assert response.ok, response.text()
            body = response.request.post_data_json
            self.accepted.extend(body.get("actions") or [body["action"]])

    def rest(self) -> None:
        self.page.wait_for_function(IDLE, timeout=PATIENCE)

    def press(self, n: int) -> None:
        """One answer with two clicks: at once, or the second when the next question is there."""
        buttons = self.page.locator(ANSWERS).locator("visible=true")
        button = buttons.nth(n % min(3, buttons.count()))
        button.scroll_into_view_if_needed()
        handle = button.element_handle()
        box = button.bounding_box()
        assert box
        if n % 2:
            button.dblclick()
        else:
            button.click()
            self.rest()
            self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            before = len(self.accepted)
            drawn = self.page.evaluate("(button) => button.isConnected", handle)
            self.page.mouse.down(click_count=2)
            self.page.mouse.up(click_count=2)
            assert drawn or len(self.accepted) == before
        self.rest()
        self.click_old()
        self.old = handle

    def click_old(self) -> None:
        """A button of a question that is no longer asked."""
        if self.old is None or self.old.evaluate("(button) => button.isConnected"):
            return
        before = len(self.accepted)
        self.old.evaluate("(button) => button.click()")
        self.rest()
        assert len(self.accepted) == before
        expect(self.page.locator(".question .quiet")).to_have_count(1)


def open_hands(page: Page, table: Table) -> None:
    """Two people who have no secrets from each other: no curtain gets in the way."""
    page.goto(f"{table.server.url}/match/{table.match}")
    page.wait_for_selector("h1.prompt:visible, .curtain", timeout=PATIENCE)
    if page.locator(".curtain").count():
        page.locator("#open-hand").check()
    table.ready()


def actions_of(server: Server, match: str) -> list[str]:
    text = server.http.get(f"/api/matches/{match}/record").text
    return [line.text for line in parse(text).lines]


@pytest.mark.parametrize("game", FIGHTS)
def test_an_impatient_hand_does_nothing_twice(open_page: Fresh, server: Server, game: str) -> None:
    page = open_page()
    table = Table(page, server, server.adopt(FIGHTS[game]()))
    before = actions_of(server, table.match)
    open_hands(page, table)
    hand = Impatient(table)
    for n in range(PRESSES):
        hand.press(n)
        if n == PRESSES // 2:
            page.reload()
            table.ready()
            hand.rest()
            hand.old = None
        if page.locator(".question a").count():
            break
    done = actions_of(server, table.match)[len(before) :]
    sure = [action for action in hand.accepted if not action.endswith("?")]
    assert [action for action in done if action in sure] == sure
    assert len(done) <= len(hand.accepted)
    assert len(done) > PRESSES // 3
