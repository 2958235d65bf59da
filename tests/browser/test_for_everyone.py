"""Accessibility on every page in both themes, and the phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.kit import GAME, PATIENCE, Server, Table, played

axe_module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")

Sit = Callable[..., Table]
TOUCHED = ".side button:not(.rule-chip, .text), .side select, .topbar button, .map-controls button"
MEASURE = """(selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility())
  .map((e) => ({ text: e.outerHTML.slice(0, 90), box: e.getBoundingClientRect() }))
  .filter(({ box }) => box.width).map(({ text, box }) => [text, box.width, box.height])"""


def findings(page: Page) -> list[str]:
    """What axe calls serious or critical, in a line each."""
    found: dict[str, Any] = axe_module.Axe().run(page, options={"resultTypes": ["violations"]}).response
    return [
        f"{fault['impact']}: {fault['id']}: {node['target']} {node.get('failureSummary', '')}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:4]
    ]


def address(name: str, running: str, finished: str) -> str:
    """The pages by name."""
    return {
        "lobby": "/",
        "table": f"/match/{running}",
        "replay": f"/match/{finished}/replay?at=500",
        "report": f"/match/{finished}/report",
        "rules": f"/rules/{GAME}",
    }[name]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", ["lobby", "table", "replay", "report", "rules", "drawer"])
def test_axe_finds_nothing_serious(
    open_page: Callable[..., Page], server: Server, finished: str, name: str, theme: str
) -> None:
    page = open_page(color_scheme=theme)
    running = server.adopt(played("Route", 4), "french:human,russian:marshal")
    page.goto(server.url + address("table" if name == "drawer" else name, running, finished))
    page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    expect(page.locator("html")).to_have_attribute("data-theme", theme)
    if name == "drawer":
        page.locator("h1.prompt .rule-chip").click()
        expect(page.locator(".drawer article").first).to_be_visible()
    assert findings(page) == []


def sizes(page: Page, selector: str) -> list[tuple[str, float, float]]:
    """Name, width and height of everything that can be touched and is visible."""
    found: list[tuple[str, float, float]] = page.evaluate(MEASURE, selector)
    return found


def test_the_table_on_a_phone(phone: Page, sit: Sit) -> None:
    """The map keeps 40 % of the height, the primary button is in view, targets are large enough for a thumb."""
    table = sit(phone, record=played("AttackOrder", 4))
    board = phone.locator(".board").bounding_box()
    assert board
    assert board["height"] >= 0.4 * 844 - 1
    expect(phone.locator(".actions [data-action='decline']")).to_be_in_viewport(ratio=1)
    small = [found for found in sizes(phone, TOUCHED) if min(found[1:]) < 43.5]
    assert not small, small
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390
    expect(phone.locator(".minimap")).to_be_hidden()
    hex = table.look()["decision"]["options"][0]["place"]
    phone.touchscreen.tap(*table.place(hex))
    table.page.wait_for_function("() => document.querySelector('.crumbs, .question button .icon')")


def test_a_march_on_a_phone(phone: Page, sit: Sit) -> None:
    """Tap the goal, see the way and its price, confirm with the one primary button."""
    table = sit(phone, record=played("Route", 4))
    plan = table.look()["decision"]["plans"][0]
    phone.touchscreen.tap(*table.place(plan["place"]))
    expect(table.panel.locator(".planned")).to_be_visible()
    primary = phone.locator(".actions .primary")
    expect(primary).to_be_in_viewport(ratio=1)
    table.after(lambda: primary.tap())


def test_an_attack_on_a_phone_is_weighed_before_it_is_ordered(phone: Page, sit: Sit) -> None:
    """Tap the target, see arrow and odds; nothing is ordered before the button is tapped."""
    table = sit(phone, record=played("AttackOrder", 4))
    before = table.revision
    order = table.look()["decision"]["options"][0]
    assert order["verb"] == "attack"
    phone.touchscreen.tap(*table.place(order["place"]))
    expect(phone.locator(".forecast")).to_be_visible()
    primary = phone.locator(".actions .primary")
    expect(primary).to_have_attribute("data-action", order["action"])
    expect(primary).to_be_in_viewport(ratio=1)
    assert table.revision == before
    assert table.look()["revision"] == before
    phone.get_by_role("button", name="Back").tap()
    expect(primary).to_have_count(0)  # to decline is no usual answer while there is somebody to attack
    assert table.revision == before
    phone.touchscreen.tap(*table.place(order["place"]))
    expect(primary).to_have_attribute("data-action", order["action"])
    phone.evaluate("() => (document.querySelector('.side').scrollTop = 400)")  # reading on
    table.after(lambda: primary.tap())
    assert table.asked != "AttackOrder"
    assert phone.evaluate("() => document.querySelector('.side').scrollTop") == 0, "the next question stands first"


def test_the_sheet_has_three_heights_and_the_map_its_share(phone: Page, sit: Sit) -> None:
    sit(phone, record=played("AttackOrder", 4))
    side, board, handle = phone.locator(".side"), phone.locator(".board"), phone.locator(".sheet-handle")
    seen = []
    for _ in range(3):
        box, ground = side.bounding_box(), board.bounding_box()
        assert box
        assert ground
        assert ground["height"] >= 0.4 * 844 - 1
        seen.append(round(box["height"]))
        handle.tap()
    assert len(set(seen)) == 3
    assert side.get_attribute("data-height") == "mid"
    grip = handle.bounding_box()
    assert grip
    phone.mouse.move(grip["x"] + 190, grip["y"] + 10)
    phone.mouse.down()
    phone.mouse.move(grip["x"] + 190, grip["y"] - 160, steps=4)
    phone.mouse.up()
    expect(side).to_have_attribute("data-height", "high")


def test_the_bar_below_the_sheet(phone: Page, sit: Sit) -> None:
    sit(phone, record=played("AttackOrder", 4))
    bar = phone.get_by_role("navigation", name="Views")
    small = [found for found in sizes(phone, ".bottom-bar button") if min(found[1:]) < 43.5]
    assert not small, small
    bar.get_by_role("button", name="Log").tap()
    expect(phone.locator(".log-lines .line").last).to_be_in_viewport()
    expect(phone.locator(".side")).to_have_attribute("data-height", "high")  # room to read
    expect(phone.locator(".question")).to_be_hidden()
    bar.get_by_role("button", name="Tables").tap()
    expect(phone.locator(".game-table").first).to_be_in_viewport()
    bar.get_by_role("button", name="Find").tap()
    phone.get_by_role("searchbox").fill("smol")
    phone.get_by_role("dialog").get_by_role("button", name="Smolensk").tap()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    bar.get_by_role("button", name="Orders").tap()
    expect(phone.locator(".side")).to_have_attribute("data-height", "mid")
    expect(phone.locator(".actions [data-action='decline']")).to_be_in_viewport(ratio=1)


COVERED = """() => {
  const mini = document.querySelector('.minimap');
  if (getComputedStyle(mini).visibility === 'hidden') return [];
  const box = mini.getBoundingClientRect();
  return [...document.querySelectorAll('[data-stack]')].filter((stack) => {
    const at = stack.getBoundingClientRect();
    const x = at.x + at.width / 2, y = at.y + at.height / 2;
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  }).map((stack) => stack.dataset.stack); }"""


def test_the_minimap_never_covers_a_stack(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("AttackOrder", 4))
    for zoom in (0, -300, -300, 500):
        page.mouse.move(300, 700)
        page.mouse.wheel(0, zoom)
        table.settle()
        page.wait_for_function(f"() => !({COVERED})().length")
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("name", ["lobby", "replay", "report", "rules"])
def test_no_page_is_wider_than_the_phone(phone: Page, server: Server, finished: str, name: str) -> None:
    phone.goto(server.url + address(name, "", finished))
    phone.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390
    if name == "replay":
        board = phone.locator(".board").bounding_box()
        assert board
        assert board["height"] >= 0.4 * 844 - 1
