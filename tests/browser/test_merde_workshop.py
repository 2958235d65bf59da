"""The workshop of Merde as a stranger uses it: a plan by hand, files good and bad, steps back, a battle alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Server
from grognard.games.merde.world import data

Fresh = Callable[..., Page]
SOUND = "Nothing breaks a rule"
MILL = json.loads(data.read("scenarios/teaching_mill_road.json"))


def workshop(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/workshop/merde")
    page.wait_for_selector(".squaremap")
    expect(page.locator(".workshop-state")).to_contain_text("8 to put right", timeout=PATIENCE)


def kept(page: Page) -> Any:
    """The battle as the page keeps it."""
    return json.loads(page.evaluate("() => localStorage.getItem('grognard.workshop.merde')"))


def write(page: Page, label: str, value: str) -> None:
    box = page.get_by_label(label, exact=True)
    box.fill(value)
    box.blur()


@pytest.mark.parametrize("size", [{"width": 1440, "height": 900}, {"width": 390, "height": 844}])
def test_an_army_is_bought_placed_and_ordered_by_hand(open_page: Fresh, server: Server, size: Any) -> None:
    page = open_page(size)
    workshop(page, server)
    for side, row in (("A", 4), ("B", 19)):
        page.locator(f"#tab-{side}").click()
        page.get_by_label("Level").select_option("minor_cic bronze")
        page.locator("#add-regiment").click()
        page.locator("#add-battery").click()
        write(page, "Square: line infantry 1", f"09{row:02d}")
        write(page, "Square: foot battery 1", f"10{row:02d}")
        for sector, x in enumerate((15, 9, 3) if side == "B" else (3, 9, 15), 1):
            write(page, f"Square: Flag of sector {sector}", f"{x:02d}{22 if side == 'B' else 1:02d}")
        for name, order in (("line infantry 1", "move_column"), ("foot battery 1", "support")):
            page.locator("#add-group").click()
            group = page.locator("#plan .unit").last
            group.get_by_label("Members").select_option(label=name)
            group.get_by_label("Order").select_option(order)
            group.get_by_label("Column", exact=True).select_option("1")
        page.locator("#plan .unit").last.get_by_label("supports").select_option(f"{side}1")
    expect(page.locator(".workshop-state")).to_contain_text(SOUND, timeout=PATIENCE)
    army = kept(page)["sides"]["A"]
    assert [(group["order"], group["activation"], group.get("supports")) for group in army["groups"]] == [
        ("move_column", 1, None),
        ("support", None, "A1"),
    ]


def test_a_counter_is_taken_up_on_the_board_and_set_down(open_page: Fresh, server: Server) -> None:
    page = open_page()
    workshop(page, server)
    page.locator("#workshop-from").select_option("maida_1806")
    page.locator("#tab-B").click()
    expect(page.locator("#square-commanders-0")).not_to_have_value("")
    page.wait_for_timeout(500)
    hat = page.locator(".counter.side-army_b:has(.hat)").first.bounding_box()
    assert hat
    square = page.locator(".squaremap .land").bounding_box()
    assert square
    x, y, step = hat["x"] + hat["width"] / 2, hat["y"] + hat["height"] / 2, square["width"] / 18
    boxes = page.locator("[id^=square-commanders]")
    names = {boxes.nth(n).input_value() for n in range(boxes.count())}
    page.mouse.click(x, y)
    expect(page.locator("[id^=place-commanders][aria-pressed=true]")).to_have_count(1)
    page.mouse.click(x + step, y)
    expect(page.locator("[aria-pressed=true][id^=place-]")).to_have_count(0)
    moved = {boxes.nth(n).input_value() for n in range(boxes.count())}
    ((old,), (new,)) = (names - moved, moved - names)
    assert int(new[:2]) - int(old[:2]) == 1


def test_a_file_that_cannot_be_read_changes_nothing_and_a_step_back_brings_all_again(
    open_page: Fresh, server: Server, tmp_path: Any
) -> None:
    page = open_page()
    workshop(page, server)
    page.locator("#workshop-from").select_option("teaching_mill_road")
    expect(page.locator(".workshop-state")).to_contain_text(SOUND, timeout=PATIENCE)
    before = kept(page)
    file = tmp_path / "odd.json"
    for text in ("{", json.dumps(MILL)[:2000], json.dumps(MILL | {"sides": {"A": 7, "B": []}}), ""):
        file.write_text(text)
        page.set_input_files("#workshop-file", file)
        expect(page.locator(".faults .trouble")).to_contain_text("your battle stays as it is", timeout=PATIENCE)
        expect(page.locator("#workshop-play")).to_be_enabled()
        assert kept(page) == before
        page.locator("#tab-battle").click()
        page.locator("#tab-A").click()
    spoilt = json.loads(json.dumps(MILL))
    spoilt["sides"]["A"]["regiments"][0]["units"][0]["counter"] = "FR_elephant"
    del spoilt["solitaire"], spoilt["sides"]["A"]["points_used"]
    file.write_text(json.dumps(spoilt))
    page.set_input_files("#workshop-file", file)
    expect(page.locator(".faults")).to_contain_text("unknown counter FR_elephant", timeout=PATIENCE)
    for tab in ("field", "A", "B", "alone"):
        page.locator(f"#tab-{tab}").click()
        expect(page.locator(f"#tab-{tab}")).to_have_attribute("aria-selected", "true")
    page.locator("#workshop-undo").click()
    expect(page.locator(".workshop-state")).to_contain_text(SOUND, timeout=PATIENCE)
    assert kept(page) == before
    page.reload()
    expect(page.locator(".workshop-state")).to_contain_text(SOUND, timeout=PATIENCE)


def test_45_1_the_battle_says_which_army_the_rulebook_plays(open_page: Fresh, server: Server) -> None:
    page = open_page()
    workshop(page, server)
    page.locator("#workshop-from").select_option("teaching_mill_road")
    page.locator("#tab-alone").click()
    page.get_by_label("The rulebook plays").select_option("A")
    for n in (1, 0):
        page.locator(f"#contingency-{n}").get_by_role("button", name="Remove").click()
    expect(page.locator(".workshop-state")).to_contain_text(SOUND, timeout=PATIENCE)
    page.locator(".workshop-rules > summary").click()
    page.locator("#preset-alone").check()
    expect(page.locator(".workshop-play")).to_contain_text("the rulebook")
    page.locator("#workshop-play").click()
    page.wait_for_url("**/match/*")
    expect(page.locator(".log")).to_contain_text("The rulebook plays", timeout=PATIENCE)
    found = server.look(page.url.rsplit("/", 1)[1], "army_b")
    assert found["options"]["solitaire"] == "army_a"
