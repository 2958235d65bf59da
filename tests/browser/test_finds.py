"""What players look for: the lobby in one view, the menu with all it opens, resigning, notes, the rules found."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.conftest import PHONE
from browser.kit import GAME, PATIENCE, Server, Table, open_lobby, played

Fresh = Callable[..., Page]
STOP = "() => { const one = document.activeElement; return [one.dataset.menu, one.name, one.textContent].join(); }"
BOTTOM = "(which) => document.querySelector(which).getBoundingClientRect().bottom"


def test_the_lobby_is_seen_whole_with_start_and_learn(page: Page, own_server: Callable[..., Server]) -> None:
    server = own_server()
    for n in range(7):
        server.adopt(played("Route", 4), "french:human,russian:marshal", f"Road {n}")
    open_lobby(page, server)
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 900
    for which in ("#start", "#lesson", ".games, .cards"):
        assert page.evaluate(BOTTOM, which) <= 900
    expect(page.locator("#start")).to_have_text("Start: French, against the Marshal")
    page.locator(".opponent", has_text="Random").click()
    expect(page.locator("#start")).to_have_text("Start: French, against Random")
    expect(page.locator(".opponent .note").first).to_contain_text("without a thought")
    expect(page.locator(f".game[data-game={GAME}]")).to_contain_text("6–8 h · heavy")
    rows = page.locator(".matches li")
    expect(rows).to_have_count(5)
    page.get_by_role("button", name="All 7 matches").click()
    expect(rows).to_have_count(7)
    expect(rows.first).to_contain_text(re.compile(r"Turn \d+ of 16 · \w+ 1812"))
    expect(rows.first.locator(".progress")).to_be_visible()
    expect(rows.first).to_contain_text("minute")
    page.locator("#match-name").fill("The road to Moscow")
    page.locator("#start").click()
    page.wait_for_url("**/match/*")
    assert server.look(page.url.rsplit("/", 1)[1], "french")["title"] == "The road to Moscow"


def test_on_a_phone_the_form_is_a_page_with_start_pinned(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    phone.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    expect(phone.locator("#start")).to_be_hidden()
    phone.locator(f".game[data-game={GAME}]").get_by_role("button").tap()
    expect(phone.locator("#start")).to_be_in_viewport(ratio=1)
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
    phone.get_by_role("button", name="Back to the games").tap()
    expect(phone.locator("#start")).to_be_hidden()


def test_the_briefing_comes_once_and_the_menu_opens_everything(open_page: Fresh, server: Server) -> None:
    page = open_page(briefed=True)
    match = server.new(seats={"french": "human", "russian": "marshal"}, title="Menus")
    page.goto(f"{server.url}/match/{match}")
    card = page.locator("dialog.briefing")
    expect(card).to_contain_text("You are: French", timeout=PATIENCE)
    expect(card).to_contain_text("Points at the end of turn 16")
    expect(card.locator(".standing")).to_contain_text("26")
    expect(card.locator(".phases li")).to_have_count(7)
    card.get_by_role("button", name="To the table").click()
    expect(card).to_have_count(0)
    page.reload()
    Table(page, server, match).ready()
    expect(card).to_have_count(0)
    page.keyboard.press("m")
    menu = page.locator("dialog.main-menu")
    expect(menu).to_contain_text("Menus")
    page.keyboard.press("o")
    armies = page.locator("dialog.armies")
    expect(armies).to_contain_text("Old Guard (Curial)", timeout=PATIENCE)
    expect(armies).to_contain_text("veteran infantry, CF 1, OF 1")
    page.keyboard.press("Escape")
    expect(armies).to_have_count(0)
    page.keyboard.press("n")
    page.locator("dialog.notes textarea").fill("Riga is weak")
    expect(page.locator("dialog.notes")).to_contain_text("Kept.")
    assert server.http.get(f"/api/matches/{match}/notes", params={"seat": "french"}).json()["text"] == "Riga is weak"
    page.keyboard.press("Escape")
    expect(page.locator("dialog.notes")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator(".tables")).to_contain_text("Modified Attack Value", timeout=PATIENCE)
    page.locator("#menu").click()
    walked = [page.evaluate(STOP)]
    while (page.keyboard.press("ArrowDown"), page.evaluate(STOP))[1] != walked[0]:
        walked.append(page.evaluate(STOP))
    rows, settings = menu.locator(".menu-row").count(), menu.locator(".setting").count()
    assert len(walked) == len(set(walked)) == rows + settings, "every row and every setting is reached"
    menu.locator("[data-setting=numbers] input:checked").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    expect(page.locator("svg.map .numbers").first).to_be_hidden()


def test_who_resigns_is_asked_once_and_reads_the_report_and_plays_again(page: Page, server: Server) -> None:
    match = server.adopt(played("Route", 4), "french:human,russian:marshal", "Given up")
    table = Table(page, server, match).open()
    table.my_turn()
    page.locator("#menu").click()
    page.locator("[data-menu=resign]").click()
    page.get_by_role("button", name="No, play on").click()
    assert server.look(match, "french")["outcome"] is None
    page.locator("#menu").click()
    page.locator("[data-menu=resign]").click()
    page.get_by_role("button", name="Yes, I resign").click()
    page.wait_for_url("**/report")
    expect(page.locator(".result h1")).to_contain_text("Victory: Russians", timeout=PATIENCE)
    expect(page.locator(".players")).to_contain_text("Marshal")
    expect(page.locator(".report-map svg.map")).to_be_visible(timeout=PATIENCE)
    page.locator("#rematch").click()
    page.get_by_role("menuitem", name="Change sides").click()
    page.wait_for_url(re.compile(r"/match/\w+$"))
    again = server.look(page.url.rsplit("/", 1)[1], "russian")
    assert {side["id"]: side["seat"] for side in again["sides"]} == {"french": "marshal", "russian": "human"}


def test_a_replay_jumps_from_turn_to_turn_and_is_played_on(page: Page, server: Server, finished: str) -> None:
    page.goto(f"{server.url}/match/{finished}/replay?at=300")
    expect(page.locator(".tick.turn").nth(15)).to_be_attached(timeout=PATIENCE)
    head = page.locator(".question .whose")
    expect(head).to_contain_text("Action 300 of", timeout=PATIENCE)
    turn = int(re.findall(r"turn (\d+)", head.inner_text())[0])
    page.locator("#next-turn").click()
    expect(head).to_contain_text(f"turn {turn + 1}")
    page.locator("#next-battle").click()
    expect(page.locator(".question h1")).to_contain_text("Combat")
    page.locator("#play-on").click()
    page.wait_for_url(re.compile(r"/match/\w+$"))
    copy = server.look(page.url.rsplit("/", 1)[1], "french")
    assert copy["outcome"] is None
    assert copy["clock"]["turn"] == turn + 1


def test_rules_are_found_by_their_words_and_by_their_address(open_page: Fresh, server: Server) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/rules/merde")
    page.locator("input[type=search]").fill("MELÉE")
    found = page.locator(".found-count")
    expect(found).to_have_text(re.compile(r"Found: \d\d"), timeout=PATIENCE)
    expect(page.locator("mark").first).to_be_in_viewport()
    expect(page.locator("mark").first).to_have_text(re.compile("melee", re.IGNORECASE))
    page.locator("input[type=search]").fill("href")
    expect(found).to_have_text("No paragraph has these words.")
    page.goto(f"{server.url}/rules/vanguard#rule-12.5")
    expect(page.locator("[id='rule-12.5'] h3")).to_be_in_viewport(timeout=PATIENCE)
    page.locator(".contents summary").first.click()
    page.locator(".contents a").first.click()
    assert page.url.endswith("#rule-1.1")
    page.go_back()
    expect(page.locator("[id='rule-12.5'] h3")).to_be_in_viewport(timeout=PATIENCE)


def test_larger_letters_are_honoured_and_charts_fit_a_phone(open_page: Fresh, server: Server, finished: str) -> None:
    page = open_page(PHONE)
    page.goto(f"{server.url}/match/{finished}/report")
    expect(page.locator(".chart-key").first).to_be_visible(timeout=PATIENCE)
    assert page.evaluate(
        "() => [...document.querySelectorAll('.chart-frame')].every((f) => f.scrollWidth <= f.clientWidth)"
    )
    size = "(which) => parseFloat(getComputedStyle(document.querySelector(which)).fontSize)"
    before = page.evaluate(size, ".result p")
    page.add_style_tag(content="html { font-size: 200% !important; }")
    assert page.evaluate(size, ".result p") == 2 * before
    assert page.evaluate("() => document.documentElement.scrollWidth") <= PHONE["width"]
