"""The piece is the button: stacks in hand, Trains at a click, commands with their chances."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Table, played

Sit = Callable[..., Table]


def tagged(table: Table) -> dict[str, str]:
    """Where the stack in hand could go, and at what risk."""
    found = table.page.eval_on_selector_all(".tags .tag", "all => all.map(tag => [tag.dataset.hex, tag.textContent])")
    return dict(found)


def stacks(table: Table) -> list[str]:
    return [option["place"] for option in table.look()["decision"]["options"] if option.get("hand")]


def test_a_march_by_clicks_on_the_map(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("MoveOrder", 2))
    tray = page.locator(".tray")
    first, second = stacks(table)[:2]
    table.click_hex(first)
    expect(tray.locator(".tray-head .note")).to_have_text(re.compile(r"\d units?, CF \d+, OF [\d½]+, in supply"))
    assert len(tagged(table)) > 5, "the reach is lit at once"
    all_go, reach = tray.locator(".tray-head .note").inner_text(), len(tagged(table))

    # another stack is taken at a click, the same one is put down by one
    if table.target(second).count() == 0:
        page.mouse.click(*table.anywhere(second))
        expect(tray.locator(".tray-head .note")).not_to_have_text(all_go)
        page.keyboard.press("Backspace")
        expect(tray).to_be_hidden()
        table.click_hex(first)
        expect(tray.locator(".tray-head .note")).to_have_text(all_go)

    # who stays is unticked
    units = tray.locator(".tray-member[aria-checked=true]")
    number = units.count()
    units.first.click()
    expect(units).to_have_count(number - 1)
    expect(tray.locator(".tray-head .note")).not_to_have_text(all_go)
    tray.locator(".tray-member[aria-checked=false]").first.click()
    expect(tray.locator(".tray-head .note")).to_have_text(all_go)
    assert len(tagged(table)) == reach

    # hover shows the way, a dark hex the reason of the whole march
    far = max(tagged(table), key=lambda hex: int(tagged(table)[hex].rstrip("%")))
    page.mouse.move(*table.place(far))
    expect(page.locator(".hexmap .waystop").first).to_be_attached()
    expect(tray.locator(".tray-way")).to_contain_text("risk")
    page.get_by_role("button", name="The whole map").click()
    table.settle()
    page.mouse.click(*table.anywhere("0208"))
    expect(page.locator(".bubble")).to_contain_text("Too far")
    page.keyboard.press("Escape")

    # the goal, a stop of the way that becomes a way-point, and back
    table.click_hex(far)
    way = table.panel.locator(".planned .way li")
    stops = way.count()
    expect(table.panel.locator(".planned .way .note").first).to_have_text("free")
    stop = page.locator(".hexmap .waystop").first.evaluate("one => one.getBoundingClientRect().toJSON()")
    page.mouse.click(stop["x"] + stop["width"] / 2, stop["y"] + stop["height"] / 2)
    expect(way).to_have_count(1)
    page.keyboard.press("Backspace")
    expect(way).to_have_count(0)
    table.click_hex(far)
    expect(way).to_have_count(stops)
    before = table.revision
    page.locator("svg.map").focus()
    table.after(lambda: page.keyboard.press("Enter"))
    assert table.revision > before
    expect(tray).to_be_hidden()


def test_trains_by_single_clicks_and_as_a_proposal(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("PlaceTrain", 2))
    options = table.look()["decision"]["options"]
    both = [o["place"] for o in options if o.get("aside")]
    dummies = int(re.findall(r"(\d+) dumm", page.locator(".whose .note").inner_text())[0])
    table.after(lambda: table.click_hex(both[0]))
    table.my_turn()
    table.page.keyboard.down("Shift")
    table.after(lambda: table.click_hex(both[1]))
    table.page.keyboard.up("Shift")
    table.my_turn()
    assert f"{dummies - 1} dumm" in page.locator(".whose .note").inner_text()

    page.locator("[data-shortcut='trains']").click()
    go = page.locator("[data-proposal]")
    expect(go).to_be_visible()
    marked = [hex for hex, tag in tagged(table).items() if tag == "✓"]
    expect(go).to_contain_text(str(len(marked)))
    table.click_hex(marked[0])
    expect(go).to_contain_text(str(len(marked) - 1))
    page.keyboard.down("Shift")
    table.click_hex(marked[0])
    page.keyboard.up("Shift")
    assert tagged(table)[marked[0]] == "?"
    trains = int(re.findall(r"(\d+) Train", page.locator(".whose .note").inner_text())[0])
    go.click()
    page.wait_for_function("() => !document.querySelector('.queue')", timeout=4 * PATIENCE)
    left = table.my_turn()
    note = next(side["note"] for side in left["sides"] if side["id"] == "french")
    assert left["decision"]["name"] != "PlaceTrain" or f"{trains - len(marked) + 1} Train" in note


def test_commands_are_small_buttons_and_the_enemys_choice_a_switch(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("AttackOrder", 4))
    attack = next(o for o in table.look()["decision"]["options"] if o["verb"] == "attack" and o.get("then"))
    page.mouse.click(*table.place(attack["place"]))
    page.wait_for_function(
        "() => document.querySelector('.question').dataset.asked !== 'AttackOrder' || document.querySelector('.back')",
        timeout=PATIENCE,
    )
    if table.asked == "AttackOrder":
        table.press(attack["action"])
    table.my_turn()
    counts = table.panel.locator(".count")
    expect(counts.first).to_contain_text("%")
    tops = {round(box["y"]) for box in (count.bounding_box() for count in counts.all()) if box}
    assert len(tops) == 1, "one row"
    for count in counts.all():
        assert count.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("0")
    expect(table.panel.locator(".count.chosen")).to_have_attribute("data-number", "0")
    card = page.locator(".forecast")
    expect(card).to_be_visible(timeout=PATIENCE)
    box = card.bounding_box()
    assert box
    for hex in attack["action"].split()[1:]:
        x, y = table.anywhere(hex)
        assert not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    switch = card.locator(".assume .values button")
    if switch.count():
        page.keyboard.press("]")
        expect(switch.first).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("]")
        expect(switch.nth(1)).to_have_attribute("aria-pressed", "true")
        expect(card.locator(".note").last).to_contain_text("commits 1 of")
    page.locator("svg.map").focus()
    table.after(lambda: page.keyboard.press("Enter"))
    expect(page.locator("#log .die").first).to_be_attached()


def test_on_a_phone_the_stack_is_in_the_sheet(phone: Page, sit: Sit) -> None:
    table = sit(phone, record=played("MoveOrder", 2))
    first = stacks(table)[0]
    table.click_hex(first)
    expect(phone.locator(".question .tray .tray-member").first).to_be_visible()
    assert len(tagged(table)) > 5
    box, board = phone.locator(".tray").bounding_box(), phone.locator(".board").bounding_box()
    assert box
    assert board
    assert box["y"] >= board["y"] + board["height"] - 1, "it lies on no hex"
