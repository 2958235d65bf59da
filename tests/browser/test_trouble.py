"""What goes wrong around a table: the server away, a page that comes late, a part that is missing, a bot that stops."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from browser.kit import PATIENCE, Server, Table, alter, open_lobby

Fresh = Callable[..., Page]
NOISE = ("ERR_CONNECTION", "ERR_FAILED", "WebSocket", "Failed to fetch dynamically")


def forgive(page: Page, *words: str) -> None:
    page.forgive(*NOISE, *words)  # type: ignore[attr-defined]


# the server away


def test_with_the_server_away_the_page_speaks_its_own_language_and_comes_back(
    open_page: Fresh, own_server: Callable[..., Server]
) -> None:
    page = open_page(locale="it-IT")
    first = own_server()
    table = Table(page, first, first.new())
    page.goto(f"{first.url}/match/{table.match}")
    table.ready()
    table.my_turn()
    first.kill()
    page.wait_for_selector("body[data-offline]", timeout=PATIENCE)
    page.locator(".question .shortcut").first.click()
    expect(page.locator(".bubble")).to_contain_text("il server non risponde")
    expect(page.locator(".question")).not_to_have_attribute("aria-busy", "true")
    page.get_by_role("button", name="Regolamento").click()
    page.locator(".drawer").get_by_role("button", name="Riprova").click()
    expect(page.locator(".drawer")).to_contain_text("non è stato caricato")
    page.locator("#menu").click()
    page.locator("[data-menu=leave]").click()  # to the lobby, which nobody brings
    expect(page.locator(".sorry")).to_contain_text("il server non risponde")
    assert "Failed to fetch" not in page.content()
    own_server(first.port)
    expect(page.locator(".lobby")).to_be_visible(timeout=PATIENCE)
    page.go_back()
    table.ready()
    page.get_by_role("button", name="Regolamento").click()
    expect(page.locator(".drawer .rule").first).to_be_visible()
    forgive(page)


def test_the_words_themselves_are_asked_for_until_they_come(page: Page, server: Server) -> None:
    refuse = True

    def words(route: Route) -> None:
        if refuse:
            route.abort()
        else:
            route.continue_()

    page.route("**/api/words**", words)
    page.goto(server.url)
    expect(page.locator(".sorry")).to_contain_text("cannot be reached")
    refuse = False
    expect(page.locator(".lobby")).to_be_visible(timeout=PATIENCE)
    forgive(page)


# pages that come late, wishes pressed twice


def test_a_page_that_comes_late_is_dropped(page: Page, server: Server) -> None:
    """The way from the lobby to a table is slow, and somebody goes back before it is there."""
    match = server.new(title="Slow roads")
    held: list[Route] = []
    page.goto(server.url)
    page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    page.route(f"**/api/matches/{match}/scene**", lambda route: held.append(route))
    with page.expect_request(f"**/api/matches/{match}/scene**"):
        page.locator(".matches li", has_text="Slow roads").first.get_by_role("link", name="Continue").click()
    assert page.url.endswith(f"/match/{match}")
    page.go_back()
    expect(page.locator(".lobby")).to_be_visible(timeout=PATIENCE)
    assert held
    with page.expect_response(f"**/api/matches/{match}/scene**"):
        for route in held:
            route.continue_()
    page.unroute_all()
    page.keyboard.press("?")
    assert page.locator("dialog").count() == 0
    assert page.evaluate("() => document.body.dataset.page") == "lobby"
    expect(page.locator(".lobby")).to_be_visible()
    page.go_forward()
    Table(page, server, match).ready()
    assert page.evaluate("() => document.body.dataset.page") == "table"


def test_a_double_click_makes_one_match_and_other_clicks_are_the_browsers(page: Page, server: Server) -> None:
    open_lobby(page, server)
    before = len(server.http.get("/api/matches").json())
    page.locator("#start").dblclick()
    page.wait_for_url("**/match/*")
    Table(page, server, page.url.rsplit("/", 1)[1]).ready()
    assert len(server.http.get("/api/matches").json()) == before + 1
    page.goto(server.url)
    with page.context.expect_page() as opened:
        page.locator(".matches li").first.get_by_role("link", name="Continue").click(modifiers=["Shift"])
    opened.value.close()
    assert page.url.rstrip("/") == server.url


# what the server says it could not do


def test_a_missing_part_is_told_once_and_what_binds_the_dice_from_the_first_moment(page: Page, server: Server) -> None:
    seal = "3f2a" * 16
    alter(
        page,
        missing=[{"part": "forecast", "text": "The forecast could not be made."}],
        dice={"streams": [{"first": 0, "commit": seal}], "seed": None},
    )
    table = Table(page, server, server.new()).open()
    expect(page.locator(".dice-line")).to_contain_text(seal[:12])
    page.locator("#menu").click()
    page.locator("[data-menu=dice]").click()
    expect(page.locator("dialog code")).to_have_text(seal)
    page.get_by_role("button", name="Close", exact=True).click()
    table.my_turn()
    notice = page.locator(".notice")
    expect(notice).to_contain_text("The forecast could not be made.")
    expect(page.locator("#announce-now")).to_contain_text("forecast")
    table.take_shortcut(table.look()["decision"]["shortcuts"][0])
    notice.get_by_role("button").click()
    table.after(lambda: page.locator("#undo").click())
    expect(notice).to_have_count(0)


def test_a_bot_that_has_stopped_can_be_asked_again_replaced_or_relieved(page: Page, server: Server) -> None:
    stalled = {
        "side": "russian",
        "bot": "marshal",
        "reason": "time",
        "text": "The Marshal does not answer.",
        "bots": ["marshal", "random"],
    }
    waiting = {"for": ["russian"], "bot": True, "since": 0, "stalled": stalled}
    dice = {"streams": [{"first": 0, "commit": "ab" * 32}], "seed": "niemen-1812"}
    alter(page, dice=dice, decision=None, waiting=waiting)
    wishes: list[Any] = []

    def seated(route: Route) -> None:
        wishes.append(route.request.post_data_json)
        route.fulfill(json={})

    page.route("**/bot?**", seated)
    page.goto(f"{server.url}/match/{server.new()}")
    notice = page.locator(".stalled")
    expect(notice).to_contain_text("The Marshal does not answer.", timeout=PATIENCE)
    expect(page.locator(".dice-line")).to_contain_text("The seed of this match was chosen: niemen-1812")
    for name in ("Ask again", "Seat another bot: Random"):
        with page.expect_response("**/bot?**"):
            notice.get_by_role("button", name=name).click()
    notice.get_by_role("button", name="Play this side myself").click()
    expect(page.locator("dialog")).to_contain_text("secrets")
    with page.expect_response("**/bot?**"):
        page.get_by_role("button", name="Yes, I play it").click()
    assert wishes == [
        {"side": "russian", "do": "again"},
        {"side": "russian", "do": "replace", "bot": "random"},
        {"side": "russian", "do": "take_over"},
    ]


def test_a_table_that_cannot_be_shown_says_why_and_offers_a_file(page: Page, server: Server) -> None:
    said = {"type": "fault", "text": "The state could not be drawn.", "final": True}
    opened: list[object] = []

    def live(socket: Any) -> None:
        opened.append(socket)
        socket.send(json.dumps(said))
        socket.close()

    page.route_web_socket("**/live?**", live)
    match = server.new()
    page.goto(f"{server.url}/match/{match}")
    expect(page.locator(".question")).to_contain_text("The state could not be drawn.", timeout=PATIENCE)
    expect(page.locator(f".question a[href='/api/matches/{match}/sealed']")).to_be_visible()
    expect(page.locator(".question a[href='/']")).to_be_visible()
    assert page.locator("body[data-offline]").count() == 0
    assert len(opened) == 1


def test_a_match_that_cannot_be_opened_says_so_in_the_lobby(page: Page, server: Server) -> None:
    match = server.new(title="Torn pages")

    def listed(route: Route) -> None:
        answer = route.fetch()
        all_matches = [one | {"broken": "Line 7 is damaged."} if one["id"] == match else one for one in answer.json()]
        route.fulfill(response=answer, json=all_matches)

    page.route("**/api/matches?**", listed)
    page.goto(server.url)
    row = page.locator(".matches li", has_text="Torn pages").first
    expect(row).to_contain_text("Line 7 is damaged.", timeout=PATIENCE)
    assert row.get_by_role("link").get_attribute("href") == f"/api/matches/{match}/sealed"
    expect(row.get_by_role("button", name="Delete")).to_be_visible()
