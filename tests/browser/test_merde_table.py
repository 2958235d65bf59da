"""Merde at the table: the legend, the stage on a phone, groups lit as one, orders as arrows, who decides with us."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browser.kit import PATIENCE, Server, Table, alter, open_lobby
from browser.test_for_everyone import findings
from browser.test_merde_play import PHONE, act, fought, new
from grognard.games.merde.world.lexicon import SIDES

Fresh = Callable[..., Page]
LEGEND = {
    "merde": ("hill", "attack column"),
    "russia1812": ("forest", "cavalry"),
    "vanguard": ("wheat", "light cavalry"),
    "tabletop": ("wood", "square"),
}
ON_STAGE = """() => {
  const stage = document.querySelector('.stage'), box = stage.getBoundingClientRect();
  if (getComputedStyle(stage).visibility === 'hidden') return [];
  return [...document.querySelectorAll('.target')].filter((one) => {
    const at = one.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  }).map((one) => one.dataset.hex); }"""
MARK = "(side) => getComputedStyle(document.querySelector(`.seat [data-side='${side}']`), '::before').backgroundColor"


@pytest.mark.parametrize("game", LEGEND)
def test_every_board_has_a_legend(open_page: Fresh, server: Server, game: str) -> None:
    sides = next(info["sides"] for info in server.http.get("/api/catalog").json() if info["id"] == game)
    match = server.new(game=game, seats={side["id"]: "hotseat" for side in sides})
    page = open_page()
    Table(page, server, match).open()
    legend = page.locator(".board > .legend")
    expect(legend).to_be_visible(timeout=PATIENCE)
    expect(legend.locator(".legend-body li")).to_have_count(0)
    legend.locator("summary").focus()
    page.keyboard.press("Enter")
    for word in LEGEND[game]:
        expect(legend.locator(".legend-body")).to_contain_text(word)
    row = legend.locator(".legend-body li", has_text=LEGEND[game][0]).first
    expect(row.locator("svg.sample path, svg.sample circle").first).to_be_attached()
    assert findings(page) == []


def test_on_a_phone_the_legend_stands_among_the_tables(open_page: Fresh, server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, server, new(server), "army_a").open()
    expect(page.locator(".board .legend")).to_have_count(0)
    page.locator("[data-view='tables']").click()
    page.locator(".tables .legend summary").click()
    expect(page.locator(".tables .legend")).to_contain_text("attack column")


def test_the_sides_have_their_colours_in_the_lobby(open_page: Fresh, server: Server) -> None:
    page = open_page()
    open_lobby(page, server, "merde")
    assert page.evaluate(MARK, "army_a") == "rgb(36, 80, 143)"
    austrian = page.evaluate(MARK, "army_b")
    page.locator("#scenario").select_option("maida_1806")
    expect(page.locator(".seat").last).to_contain_text("British")
    assert page.evaluate(MARK, "army_b") == "rgb(166, 40, 43)" != austrian


def test_on_a_phone_the_stage_leaves_the_map_to_the_fight(open_page: Fresh, server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    table = Table(page, server, server.adopt(fought()), "army_a").open()
    stage = page.locator(".question > .stage")
    expect(stage).to_be_visible()
    expect(page.locator(".board .stage")).to_have_count(0)
    expect(stage.locator(".exchange .outcome")).to_be_visible()
    board = page.locator(".board").bounding_box()
    first = table.panel.locator(".choice").first.bounding_box()
    bar = page.locator(".bottom-bar").bounding_box()
    assert board
    assert first
    assert bar
    assert board["height"] >= 0.4 * PHONE["height"] - 60
    assert first["y"] + first["height"] < bar["y"], "the first answer can be tapped without scrolling"
    stage.locator("summary").click()
    expect(stage.locator("tbody tr").last).to_contain_text("total")
    assert findings(page) == []


def test_a_group_is_lit_with_all_its_squares(open_page: Fresh, server: Server) -> None:
    page = open_page()
    table = Table(page, server, new(server), "army_a").open()
    options = table.look()["decision"]["options"]
    option = next(o for o in options if o["verb"] == "change" and len(o.get("places", [])) > 1)
    other = next(hex for hex in option["places"] if hex != option["place"])
    expect(page.locator(f".lit .hex[data-hex='{other}']")).to_have_count(1)
    expect(page.locator(f".target[data-hex='{other}']")).to_have_count(0)
    page.wait_for_timeout(500)
    box = page.locator(f".lit .hex[data-hex='{other}']").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(table.button(option["action"])).to_be_visible()
    expect(table.panel.locator(".choice")).to_have_count(2)


def test_orders_are_arrows_while_they_are_asked_for(open_page: Fresh, server: Server) -> None:
    match = new(server)
    page = open_page()
    table = Table(page, server, match, "army_a").open()
    arrows = page.locator(".overlays:not(.routes) .arrowhead")
    expect(page.locator("#overlay-orders")).to_have_attribute("aria-pressed", "true")
    assert arrows.count() > 3
    page.locator("#overlay-orders").click()
    expect(arrows).to_have_count(0)
    expect(page.locator("#overlay-orders")).to_have_attribute("aria-pressed", "false")
    expect(table.panel.locator(".together")).to_contain_text("Austrian division")
    act(server, match, "army_b", "done")
    table.button("done").click()
    expect(page.locator(".curtain, .together").first).to_be_visible()


def test_the_odds_stand_on_the_markers(open_page: Fresh, server: Server) -> None:
    match = server.adopt(fought())
    page = open_page()
    table = Table(page, server, match, "army_a").open()
    seat = page.evaluate("() => document.querySelector('.question .side-mark').dataset.side")
    assert seat in SIDES
    fire = next(o for o in server.look(match, seat)["decision"]["options"] if o["verb"] == "fire")
    expect(table.button(fire["action"]).locator(".tag").first).to_have_text(fire["tag"])
    table.button(fire["action"]).first.hover()
    expect(page.locator(".forecast")).to_contain_text("If the enemy strikes")


def test_how_a_clash_ended_never_lies_on_what_is_asked_next(open_page: Fresh, server: Server) -> None:
    stage = server.look(server.adopt(fought()), "army_a")["stage"]
    match = server.adopt(fought("Name"))
    page = open_page({"width": 1240, "height": 430})
    alter(page, stage={**stage, "over": True})
    Table(page, server, match, "army_a").open()
    expect(page.locator(".target").first).to_be_attached()
    expect(page.locator(".stage[data-over=yes]")).to_have_attribute("data-corner", re.compile("."))
    page.wait_for_function(f"() => !({ON_STAGE})().length")


def test_on_a_phone_the_overlays_are_unfolded_on_demand(open_page: Fresh, server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, server, new(server), "army_a").open()
    expect(page.locator("#overlay-orders")).to_be_visible()  # it is on: it can be put out
    expect(page.locator("#overlay-zoc")).to_be_hidden()
    page.locator("#overlays-more").click()
    page.locator("#overlay-zoc").click()
    page.locator("#overlays-more").click()
    expect(page.locator("#overlay-zoc")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#overlay-arcs")).to_be_hidden()
    assert page.locator(".map-controls").bounding_box()["width"] < 0.7 * PHONE["width"]  # type: ignore[index]


def test_a_fight_raises_the_sheet_and_a_hand_lowers_it(open_page: Fresh, server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, server, server.adopt(fought()), "army_a").open()
    side = page.locator(".side")
    expect(side).to_have_attribute("data-height", "high")
    page.locator(".sheet-handle").focus()
    page.keyboard.press("Enter")
    expect(side).to_have_attribute("data-height", "low")


def test_the_curtain_leaves_nothing_of_a_fight_on_a_phone(open_page: Fresh, server: Server) -> None:
    match = server.adopt(fought(), "army_a:hotseat,army_b:hotseat")
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    table = Table(page, server, match, "army_a").open()
    expect(page.locator(".question > .stage .party")).to_have_count(2)
    table.panel.locator(".choices button").first.click()
    expect(page.locator(".curtain")).to_be_visible(timeout=PATIENCE)
    behind = page.evaluate("() => document.getElementById('app').innerHTML")
    for secret in ("chip", "data-action", "marker.", "data-stack"):
        assert secret not in behind, secret
    page.locator(".curtain").get_by_role("button").click()
    expect(page.locator(".question > .stage .party")).to_have_count(2, timeout=PATIENCE)
