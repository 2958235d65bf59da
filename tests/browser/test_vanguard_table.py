"""Arrivano i francesi! at the table: activations by mouse and by keyboard, orders, odds, reasons, overlays."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.kit import Server, Table, open_lobby
from browser.vanguard_kit import answer, battle, begin, gesture, sit


def sown(route: Route) -> None:
    """The lobby's own request with a seed in it, so that the match is always the same."""
    if route.request.method != "POST":
        route.continue_()
        return
    body = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps({**body, "seed": "via-emilia"}))


def by_mouse(table: Table, chosen: dict[str, Any]) -> None:
    if "path" in chosen:
        table.click_hex(chosen["place"])
        expect(table.panel.locator(".planned .way li")).to_have_count(len(chosen["path"]))
        gesture(table, lambda: table.click_hex(chosen["place"]))
    else:
        table.press(chosen["action"])


def test_an_activation_from_the_lobby_with_the_mouse(page: Page, server: Server) -> None:
    page.route("**/api/matches*", sown)
    open_lobby(page, server, "vanguard")
    page.get_by_role("button", name="Start: French").click()
    page.wait_for_url("**/match/*")
    table = Table(page, server, page.url.rsplit("/", 1)[1]).ready()
    asked: list[str] = []
    while (shown := table.my_turn())["clock"]["turn"] < 2:
        asked.append(shown["decision"]["name"])
        sizes = [box["height"] for lit in page.locator(".target").all()[:1] if (box := lit.bounding_box())]
        assert all(40 < size < 120 for size in sizes), "what can be chosen is neither tiny nor all there is to see"
        by_mouse(table, answer(shown))
        assert len(asked) < 40
    assert {"Reinforce", "AdoptOrder", "MoveUnits", "Step", "MoveLeader"} <= set(asked)
    french = [unit for unit in table.look()["view"]["units"] if unit["side"] == "french"]
    assert len(french) == 5
    expect(page.locator(".track [aria-current]")).to_contain_text("11:30")
    expect(page.locator("#log")).to_contain_text("Advance")


def test_an_activation_with_the_keyboard_alone(page: Page, server: Server) -> None:
    table = begin(page, server)
    steps = 0
    while (shown := table.my_turn())["clock"]["turn"] < 2:
        chosen = answer(shown)
        if "path" in chosen:
            table.walk_to(chosen["action"])
            page.keyboard.press("Enter")
            expect(table.panel.locator(".planned")).to_be_visible()
            gesture(table, lambda: page.keyboard.press("Enter"))
        else:
            table.type_choice(chosen["action"])
        steps += 1
        assert steps < 40
    assert len([unit for unit in table.look()["view"]["units"] if unit["side"] == "french"]) == 5


def test_an_order_is_changed_where_the_general_stands(page: Page, server: Server) -> None:
    table = sit(page, server, battle("ChangeOrders", 3))
    shown = table.look()
    order = next(o for o in shown["decision"]["options"] if o["verb"] == "order" and "place" in o)
    general, wanted = order["action"].split()[1:]
    table.click_hex(order["place"])
    palette = page.locator(".palette")
    expect(palette).to_be_visible()
    expect(palette.get_by_role("button").first).to_be_focused()
    table.after(lambda: palette.get_by_role("button", name=order["label"]).click())
    expect(palette).to_have_count(0)
    assert table.server.look(table.match, "french")["view"]["formations"][general]["order"] == wanted


def test_escape_closes_the_arrows_and_changes_nothing(page: Page, server: Server) -> None:
    table = sit(page, server, battle("ChangeOrders", 3))
    order = next(o for o in table.look()["decision"]["options"] if o["verb"] == "order" and "place" in o)
    before = table.revision
    table.click_hex(order["place"])
    expect(page.locator(".palette")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".palette")).to_have_count(0)
    assert table.revision == before


def test_a_bombardment_shows_its_odds_before_it_is_fired(page: Page, server: Server) -> None:
    table = sit(page, server, battle("Bombard", 3))
    shot = next(o for o in table.look()["decision"]["options"] if o["verb"] == "bombard")
    table.button(shot["action"]).first.hover()
    card = page.locator(".forecast")
    expect(card).to_be_visible()
    expect(card).to_contain_text("Bombardment of")
    expect(card.locator("tbody tr").first).to_contain_text("11.4.3")
    chances = [text.strip() for text in card.locator(".bar-names b").all_inner_texts()]
    assert 99 <= sum(int(chance.rstrip("%")) for chance in chances) <= 101
    table.press(shot["action"])
    expect(page.locator("#log")).to_contain_text("fire on")


def test_an_assault_shows_its_odds_on_the_hex(page: Page, server: Server) -> None:
    table = sit(page, server, battle("Declare", 3))
    attack = next(o for o in table.look()["decision"]["options"] if o["verb"] == "assault")
    expect(page.locator(f".hexmap .tag[data-hex='{attack['place']}']")).to_contain_text(attack["tag"])
    table.button(attack["action"]).first.hover()
    expect(page.locator(".forecast")).to_contain_text("12.5")


def test_a_dark_hex_says_why(page: Page, server: Server) -> None:
    table = begin(page, server)
    table.press("all")
    table.press("adopt advance")
    table.press("move l28I")
    table.settle()
    page.mouse.click(*table.anywhere("3511"))
    bubble = page.locator(".bubble")
    expect(bubble).to_be_visible()
    expect(bubble.locator(".rule-chip")).to_have_count(1)


def test_a_finer_number_opens_the_paragraph_it_belongs_to(page: Page, server: Server) -> None:
    table = sit(page, server, battle("GeneralTries", 2))
    expect(page.locator("h1.prompt .rule-chip")).to_contain_text("5.2.1")
    page.locator("h1.prompt .rule-chip").click()
    expect(page.locator("#rule-5\\.2")).to_be_focused()
    assert table.asked == "GeneralTries"


def test_command_and_formations_can_be_laid_over_the_map(page: Page, server: Server) -> None:
    table = sit(page, server, battle("MoveUnits", 3))
    page.keyboard.press("c")
    expect(page.locator("#overlay-command")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".hexmap .overlays .route").first).to_be_attached()
    page.keyboard.press("p")
    expect(page.locator("#overlay-command")).to_have_attribute("aria-pressed", "false")
    labels = page.locator(".hexmap .overlay-label").all_text_contents()
    assert any(" · " in label for label in labels)
    unit = next(o for o in table.look()["decision"]["options"] if o["verb"] == "move")
    table.press(unit["action"])
    expect(page.locator(".hexmap .overlay-label").first).to_be_attached()


def test_the_line_of_sight_shows_what_hides(page: Page, server: Server) -> None:
    table = begin(page, server)
    for key in ("-", "-", "v"):
        page.keyboard.press(key)
    table.settle()
    page.mouse.click(*table.anywhere("2810"))
    expect(page.locator(".hexmap .sight .seen")).to_be_attached()
    page.mouse.move(*table.anywhere("2611"))
    expect(page.locator(".bubble")).to_contain_text("Rivalta")
    expect(page.locator(".hexmap .sight .screen-sign")).to_have_count(1)
    page.mouse.move(*table.anywhere("2910"))
    expect(page.locator(".bubble")).to_have_count(0)
    page.keyboard.press("v")
    expect(page.locator(".hexmap .sight *")).to_have_count(0)


def test_the_weather_stands_over_the_snow(page: Page, server: Server) -> None:
    begin(page, server, scenario="campotenese")
    expect(page.locator(".topbar .badge")).to_have_text("Snowfall")
    expect(page.locator("svg.hexmap")).to_have_attribute("data-ground", "snow")
    expect(page.locator(".scores")).to_contain_text("Neapolitans")


def test_the_table_speaks_italian(open_page: Any, server: Server) -> None:
    page = open_page(locale="it-IT")
    begin(page, server, lang="it")
    expect(page.locator("h1.prompt")).to_contain_text("avanguardia di Lannes")
    expect(page.locator(".scores")).to_contain_text("Austriaci")
    expect(page.get_by_role("button", name="Entrano tutti")).to_be_visible()


@pytest.mark.parametrize("until", ["Bombard", "Step"])
def test_the_table_on_a_phone(phone: Page, server: Server, until: str) -> None:
    table = sit(phone, server, battle(until, 3))
    board = phone.locator(".board").bounding_box()
    assert board
    assert board["height"] >= 0.4 * 844 - 1
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390
    if plans := table.look()["decision"].get("plans"):
        phone.touchscreen.tap(*table.place(plans[0]["place"]))
        expect(table.panel.locator(".planned")).to_be_visible()
        primary = phone.locator(".actions .primary")
        expect(primary).to_be_in_viewport(ratio=1)
        gesture(table, lambda: primary.tap())
