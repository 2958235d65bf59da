"""Playing at the table: a turn with the mouse, a turn with the keyboard, and what can go wrong on the way."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from browser.kit import PATIENCE, SEED, Server, Staff, Table, open_lobby, played

Sit = Callable[..., Table]
FAR = "0208"  # Moscow's hex: nobody can do anything there in the first turn


def sown(route: Route) -> None:
    """The lobby's own request with a seed in it, so that the match is always the same."""
    if route.request.method != "POST":
        route.continue_()
        return
    body = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps({**body, "seed": SEED}))


def mouse(table: Table, answer: dict[str, Any]) -> None:
    """Give an answer by clicking: shortcuts and buttons in the panel, everything that has a hex on the map."""
    if "path" in answer:
        table.march_to(answer)
    elif "id" in answer:
        table.take_shortcut(answer)
    elif answer["group"] == "place" and answer.get("place"):
        table.choose_on_map(answer["action"], answer["place"])
    else:
        table.press(answer["action"])


def test_a_first_turn_from_the_lobby_with_the_mouse(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(reduced_motion="no-preference")
    page.route("**/api/matches*", sown)
    open_lobby(page, server)
    page.get_by_role("button", name="Start: French").click()
    page.wait_for_url("**/match/*")
    table = Table(page, server, page.url.rsplit("/", 1)[1]).ready()
    expect(page.locator("h1.prompt")).to_contain_text("deploy")
    staff = Staff()
    while (shown := table.my_turn())["clock"]["turn"] < 2:
        mouse(table, staff.answer(shown))
    assert {"Deploy", "FirstDepots", "PlaceTrain", "MoveOrder", "SendCommander"} <= staff.seen
    expect(page.locator(".track [aria-current]")).to_contain_text("2")
    expect(page.locator("#log")).to_contain_text("Turn 2")
    times = page.evaluate("() => performance.getEntriesByName('grognard-answer').map((entry) => entry.duration)")
    print(f"\naction to new view: median {statistics.median(times):.0f} ms of {len(times)}, longest {max(times):.0f}")


def test_a_turn_with_the_keyboard_alone(page: Page, sit: Sit) -> None:
    """From the Trains of turn 2 to turn 3 without touching the mouse."""
    table = sit(page, record=played("PlaceTrain", 2))
    staff = Staff(marches=1, trains=2)
    while (shown := table.my_turn())["clock"]["turn"] < 3:
        answer = staff.answer(shown)
        if "id" in answer:
            table.type_shortcut(answer)
        else:
            table.type_choice(answer["action"])
    assert {"PlaceTrain", "MoveOrder"} <= staff.seen


def test_tab_and_arrows_walk_the_lit_hexes_of_the_map(page: Page, sit: Sit) -> None:
    table = sit(page)
    lit = "() => document.activeElement?.closest('.target')?.dataset.hex ?? ''"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(lit):
            break
    first = page.evaluate(lit)
    assert first, "Tab never came to the map"
    page.keyboard.press("ArrowLeft")
    second = page.evaluate(lit)
    assert second
    assert second != first
    assert table.target(second).get_attribute("aria-label")
    table.after(lambda: page.keyboard.press("Enter"))
    expect(page.locator("#log")).to_contain_text(second)


def test_keys_are_listed(page: Page, sit: Sit) -> None:
    sit(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Backspace")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    usual = page.locator(".shortcut.usual")
    colour = usual.evaluate("one => getComputedStyle(one).backgroundColor")
    usual.hover()
    expect(usual).to_have_css("background-color", colour)  # its letters are light


def test_a_refused_click_says_why_with_its_rule(page: Page, sit: Sit) -> None:
    table = sit(page)
    page.keyboard.press("0")
    table.settle()
    page.mouse.click(*table.anywhere(FAR))
    bubble = page.locator(".bubble")
    expect(bubble).to_be_visible()
    chip = bubble.locator(".rule-chip").first
    expect(chip).to_be_visible()
    rule = chip.get_attribute("data-rule")
    expect(page.locator("#announce-now")).to_contain_text(str(rule))
    chip.click()
    expect(page.locator(f".drawer [id='rule-{rule}']")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)


def test_an_attack_shows_its_odds_and_is_fought(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("AttackOrder", 4))
    shown = table.look()
    attack = next(option for option in shown["decision"]["options"] if option["verb"] == "attack")
    page.mouse.move(*table.place(attack["place"]))
    forecast = page.locator(".forecast")
    expect(forecast).to_be_visible(timeout=PATIENCE)
    expect(forecast.locator(".bar-names li").first).to_be_visible()
    shares = [text.rstrip("%").split("–") for text in forecast.locator(".bar-names b").all_inner_texts()]
    assert sum(float(share[0]) for share in shares) <= 102
    assert sum(float(share[-1]) for share in shares) >= 98, "what the enemy can still change is a range"
    expect(forecast.locator(".note").last).to_contain_text("Assumed: the defender commits 0 of")
    box = forecast.bounding_box()
    x, y = table.place(attack["place"])
    assert box
    assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    table.choose_on_map(attack["action"], attack["place"])
    staff = Staff()
    dice = page.locator("#log .die").count()
    while page.locator("#log .die").count() == dice:
        mouse(table, staff.answer(table.my_turn()))


def test_undo_and_redo(page: Page, sit: Sit) -> None:
    table = sit(page)
    question = page.locator("h1.prompt").inner_text()
    hex = table.look()["decision"]["options"][0]["place"]
    table.after(lambda: table.click_hex(hex))
    expect(page.locator("h1.prompt")).not_to_have_text(question)
    table.after(lambda: page.locator("#undo").click())
    expect(page.locator("h1.prompt")).to_have_text(question, use_inner_text=True)
    expect(page.locator("#undo")).to_be_disabled()
    table.after(lambda: page.locator("#redo").click())
    expect(page.locator("h1.prompt")).not_to_have_text(question, use_inner_text=True)
    table.after(lambda: page.keyboard.press("Control+z"))
    expect(page.locator("h1.prompt")).to_have_text(question, use_inner_text=True)


def test_a_double_click_answers_once(page: Page, sit: Sit) -> None:
    """The second click of an impatient hand must not answer a question that nobody has read yet."""
    table = sit(page)
    before = table.revision
    action = table.look()["decision"]["options"][0]["action"]
    table.after(lambda: table.button(action).dblclick())
    table.settle()
    assert table.look()["revision"] == before + 1


def test_a_reload_comes_back_to_the_same_question(page: Page, sit: Sit) -> None:
    """In the middle of a march, with its stack and its units chosen."""
    table = sit(page, record=played("Route", 4))
    question = page.locator("h1.prompt").inner_text()
    crumbs = page.locator(".crumbs").inner_text()
    lit = page.locator(".target").count()
    page.reload()
    table.ready()
    expect(page.locator("h1.prompt")).to_have_text(question, use_inner_text=True)
    expect(page.locator(".crumbs")).to_have_text(crumbs, use_inner_text=True)
    expect(page.locator(".target")).to_have_count(lit)


def test_a_killed_server_comes_back_under_the_open_page(page: Page, own_server: Callable[..., Server]) -> None:
    first = own_server()
    table = Table(page, first, first.new()).open()
    hex = table.my_turn()["decision"]["options"][0]["place"]
    table.after(lambda: table.click_hex(hex))
    question = page.locator("h1.prompt").inner_text()
    first.kill()
    page.wait_for_selector("body[data-offline]", timeout=PATIENCE)
    table.server = own_server(first.port)
    page.wait_for_selector("body:not([data-offline])", timeout=PATIENCE)
    expect(page.locator("h1.prompt")).to_have_text(question, use_inner_text=True)
    hex = table.look()["decision"]["options"][0]["place"]
    table.after(lambda: table.click_hex(hex))
    expect(page.locator("h1.prompt")).not_to_have_text(question, use_inner_text=True)
    page.forgive("WebSocket", "ERR_CONNECTION_REFUSED")  # type: ignore[attr-defined]
