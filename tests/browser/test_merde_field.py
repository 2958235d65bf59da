"""The field of squares as it is drawn: ground, counters by size, names that keep clear, flags, the map in small."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.kit import Server, Table

Fresh = Callable[..., Page]
HERE = {"army_a": "hotseat", "army_b": "hotseat"}
CLASHES = """() => {
  const boxes = (found) => [...document.querySelectorAll(found)]
    .map((e) => e.getBoundingClientRect()).filter((b) => b.width);
  const bodies = boxes('.counters .counter .body');
  return boxes('.placenames .name').filter((a) => bodies.some((b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length; }"""


@pytest.fixture
def field(open_page: Fresh, server: Server) -> Page:
    body = {"game": "merde", "scenario": "teaching_mill_road", "seats": HERE, "lang": "en", "seed": "mill"}
    page = open_page()
    Table(page, server, str(server.http.post("/api/matches", json=body).json()["id"]), "army_a").open()
    page.locator(".map-controls button").nth(2).click()
    expect(page.locator(".squaremap")).to_have_attribute("data-lod", "1")
    return page


def closer(page: Page, lod: str) -> None:
    """Turn the wheel until counters show a level of detail."""
    box: Any = page.locator(".squaremap").bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(20):
        if page.locator(".squaremap").get_attribute("data-lod") == lod:
            return
        page.mouse.wheel(0, -90)
        page.wait_for_timeout(60)
    raise AssertionError(f"never came to level {lod}")


def test_ground_hills_woods_and_lanes_are_drawn_and_the_small_map_shows_them(field: Page) -> None:
    for sign in (".plot", ".hillside", ".crown", ".lane", ".ruler"):
        expect(field.locator(f".squaremap {sign}").first).to_be_attached()
    for kind in ("hill", "wood", "settlement"):
        expect(field.locator(f".minimap .mini-area.{kind}")).to_have_count(1)


def test_counters_show_more_the_larger_they_are(field: Page) -> None:
    counter = field.locator(".counters [data-stack='1305']")
    expect(counter.locator(".lod-1 .label")).to_have_text("4")
    expect(counter.locator(".armsign")).to_be_hidden()
    closer(field, "2")
    expect(counter.locator(".armsign")).to_be_visible()
    expect(counter.locator(".steps .step")).to_have_count(2)  # one battalion of a line stands in each square
    expect(counter.locator(".factors")).to_be_hidden()
    closer(field, "3")
    expect(counter.locator(".factors")).to_have_text("1 2 1 1")
    expect(counter.locator(".nametag")).to_have_text("4th line regiment")


def test_names_do_not_lie_upon_troops_or_flags(field: Page) -> None:
    assert field.locator(".placenames .name").count() == 5
    assert field.evaluate(CLASHES) == 0


def test_flags_bear_the_number_of_their_column(field: Page) -> None:
    flags = field.locator(".counter.flag .sector-number")
    assert sorted(flags.all_text_contents()) == ["1", "1", "2", "2", "3", "3"]
    assert sorted(set(field.locator(".sectorname").all_text_contents())) == ["1", "2", "3"]
