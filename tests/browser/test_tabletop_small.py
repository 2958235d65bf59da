"""The open table from afar: plain blocks with numbers, names on hover, and a tape that is pulled."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Server, Table

SIZES = """() => [...document.querySelectorAll('.planemap .block-figure .block-body')]
  .map((one) => one.getBoundingClientRect())
  .map((box) => [Math.max(box.width, box.height), Math.min(box.width, box.height)])"""
SPOT = """(id) => { const box = document.querySelector(`[data-stack='${id}'] .block-body`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2]; }"""


def test_blocks_names_and_the_tape(page: Page, server: Server) -> None:
    seats = {"french": "human", "coalition": "human"}
    match = server.new(game="tabletop", scenario="barrosa_1811", seats=seats)
    table = Table(page, server, match).open()
    board = page.locator(".planemap[data-small]")
    expect(board).to_be_attached(timeout=PATIENCE)
    units = [unit for unit in table.look()["view"]["units"] if unit.get("outline")]
    expect(page.locator(".block-figure .block-number")).to_have_count(len(units))
    assert all(long >= 22 and short >= 18 for long, short in page.evaluate(SIZES))
    colours = """(side) => new Set([...document.querySelectorAll(`.block-figure.side-${side} .block-body`)]
      .map((one) => getComputedStyle(one).fill)).size"""
    assert [page.evaluate(colours, side) for side in ("french", "coalition")] == [1, 1]  # guns and generals too
    # whose it is stands beside it
    page.mouse.move(*page.evaluate(SPOT, units[0]["id"]))
    name = page.locator(".whose-name")
    expect(name).to_contain_text("1 ")
    # and its brigade: a line from each of them to their general, with his name
    page.mouse.move(*page.evaluate(SPOT, "A-2"))
    expect(page.locator(".chief-name")).to_have_text("Ruffin")
    assert page.locator(".band-line").count() > 2
    # a pull of the tape measures and leaves the table where it is
    page.locator("#tool-tape").click()
    before = page.evaluate(SPOT, units[0]["id"])
    page.mouse.move(500, 400)
    page.mouse.down()
    page.mouse.move(700, 450, steps=4)
    page.mouse.up()
    expect(page.locator(".tape-result")).to_contain_text("cm")
    assert page.evaluate(SPOT, units[0]["id"]) == before
    # nearer by, figures stand on their bases
    page.locator("#tool-tape").click()
    for _ in range(6):
        page.keyboard.press("+")
    expect(page.locator(".planemap:not([data-small])")).to_be_attached()
    expect(page.locator(".block-figure").first).to_be_hidden()


def test_white_coats_have_dark_numbers(page: Page, server: Server) -> None:
    match = server.new(game="tabletop", scenario="crossroads", seats={"french": "human", "coalition": "human"})
    Table(page, server, match).open()
    expect(page.locator(".planemap[data-small]")).to_be_attached(timeout=PATIENCE)
    fills = """(side) => ['body', 'number'].map((part) =>
      getComputedStyle(document.querySelector(`.block-figure.side-${side} .block-${part}`)).fill)"""
    for side in ("french", "coalition"):
        body, number = [[int(n) for n in fill[4:-1].split(",")] for fill in page.evaluate(fills, side)]
        assert abs(sum(body) - sum(number)) > 300, side
