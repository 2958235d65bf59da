"""Merde in the browser: the field of squares, secret plans, two people at one screen, the stage, the workshop."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import grognard
from browser.kit import PATIENCE, Server, Table
from grognard.games.merde.game import GAME
from grognard.games.merde.world.lexicon import SIDES

Fresh = Callable[..., Page]
WHERE = """(name) => {
  const box = document.querySelector(`.counters [data-stack='${name}']`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2]; }"""
PHONE = {"width": 390, "height": 844}
HERE = {"army_a": "hotseat", "army_b": "hotseat"}


def new(server: Server, scenario: str = "teaching_mill_road", **wishes: Any) -> str:
    body = {"game": "merde", "scenario": scenario, "seats": HERE, "lang": "en", "seed": "mill", **wishes}
    answer = server.http.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def act(server: Server, match: str, seat: str, *actions: str) -> None:
    for action in actions:
        revision = server.look(match, seat)["revision"]
        body = {"seat": seat, "revision": revision, "action": action}
        answer = server.http.post(f"/api/matches/{match}/act", json=body)
        assert answer.status_code == 200, answer.text


@cache
def fought(until: str = "FireStep") -> str:
    """The teaching battle up to a fire step after a first exchange, or to a fight that is named, as a record."""
    match = grognard.start("merde", "teaching_mill_road", {}, "stage")
    chance = Random(3)
    for _ in range(2000):
        side = match.to_act[0]
        asked = match.decision(side)
        assert asked is not None
        if asked.name == until == "FireStep" and match.state.tale:
            return str(match.record.dumps())
        if asked.name == until == "Name" and asked.options[0].verb == "engage":
            return str(match.record.dumps())
        cuts = [
            cut
            for cut in GAME.face(match.state, SIDES.index(side), "en").shortcuts()
            if cut.id in ("as_ordered", "deal_all", "best_shot")
        ]
        for text in cuts[0].actions if cuts else ():
            match.play(side, text)
        if not cuts:
            liked = {"Orders": "done", "Movement": "done", "Name": "engage", "FireStep": "fire", "Skirmish": "done"}
            best = [a for a in asked.options if a.verb == liked.get(asked.name)]
            match.play(side, chance.choice(best or list(asked.options)))
    raise AssertionError("nobody came to blows")


def test_the_field_is_drawn_with_its_armies(open_page: Fresh, server: Server) -> None:
    page = open_page()
    Table(page, server, new(server), "army_a").open()
    expect(page.locator(".squaremap .hill").first).to_be_attached()
    expect(page.locator(".squaremap .roof").first).to_be_attached()
    expect(page.locator(".squaremap .grid .sector").first).to_be_attached()
    drawn = page.locator(".counters [data-stack]")
    scene = server.http.get("/api/games/merde/scene", params={"scenario": "teaching_mill_road"}).json()
    assert scene["kind"] == "squares"
    assert drawn.count() >= 20
    label = re.compile("^1305: French division, 4th line regiment, .*line, strength 4")
    expect(page.locator(".counters [data-stack='1305']")).to_have_attribute("aria-label", label)
    assert page.locator(".counters [data-stack][aria-hidden=true]").count() >= 1, "the second square of a line"
    expect(page.locator(".topbar")).to_contain_text("Austrian division")


def test_a_number_is_planned_with_the_mouse(open_page: Fresh, server: Server) -> None:
    match = new(server)
    for side in SIDES:
        act(server, match, side, "done")
    for side in SIDES:
        act(server, match, side, "done")
    page = open_page()
    table = Table(page, server, match, "army_a").open()
    table.press("plan A2")
    expect(page.locator(".crumbs")).to_contain_text("4 MP left")
    plan = next(plan for plan in table.look()["decision"]["plans"] if plan["place"] == "0808")
    page.mouse.click(*table.place("0808"))
    expect(table.panel.locator(".planned .way li")).to_have_count(len(plan["path"]))
    table.after(lambda: page.locator(".actions .primary").click())
    expect(page.locator(".routes .arrowhead")).to_have_count(1)
    assert [unit["place"] for unit in server.look(match, "army_b")["view"]["units"] if unit["id"] == "A2"] == ["0805"]
    assert server.look(match, "army_b")["view"]["routes"] == []


def test_the_stage_turns_markers_and_adds_them_up(open_page: Fresh, server: Server) -> None:
    match = server.adopt(fought())
    page = open_page()
    Table(page, server, match, "army_a").open()
    stage = page.locator(".stage")
    expect(stage).to_be_visible()
    seat = page.evaluate("() => document.querySelector('.question .side-mark').dataset.side")
    shown = server.look(match, seat)["stage"]
    mine = next(party for party in shown["parties"] if party["side"] == seat)
    theirs = next(party for party in shown["parties"] if party["side"] != seat)
    expect(stage.locator(f".party[data-side='{seat}'] .chip:not(.down)")).to_have_count(mine["count"])
    expect(stage.locator(f".party[data-side='{theirs['side']}'] .hand .chip.down")).to_have_count(theirs["count"])
    assert theirs["hand"] == []
    stage.get_by_text("The sums, line by line").click()
    expect(stage.locator("tbody tr").last).to_contain_text("total")
    page.locator(".choice.number").first.hover()
    expect(page.locator(".forecast")).to_be_visible()
    expect(page.locator(".forecast")).to_contain_text("strength")


def test_in_a_narrow_window_the_forecast_moves_nothing_that_is_pressed(open_page: Fresh, server: Server) -> None:
    page = open_page({"width": 1024, "height": 900})
    table = Table(page, server, server.adopt(fought()), "army_a").open()
    pressed = table.panel.locator("button:visible")
    before = [pressed.nth(n).bounding_box() for n in range(pressed.count())]
    for choice in table.panel.locator(".choice.number").all():
        choice.hover()
        expect(page.locator(".card-slot .forecast")).to_be_visible()
        assert [pressed.nth(n).bounding_box() for n in range(pressed.count())] == before
        text, tag = choice.locator(".text").bounding_box(), choice.locator(".tag").bounding_box()
        assert text
        assert tag
        assert text["x"] + text["width"] <= tag["x"], "the chance of a marker does not lie on its name"


def test_the_sector_that_fights_is_looked_at_and_a_pair_has_its_odds(open_page: Fresh, server: Server) -> None:
    match = server.adopt(fought("Name"))
    page = open_page()
    table = Table(page, server, match, "army_a").open()
    title = page.locator(".squaremap .overlay.sector .title-text")
    expect(title).to_contain_text("Fights now")
    table.side = page.locator(".question .side-mark").first.get_attribute("data-side") or ""
    square = page.locator(".target").first.bounding_box()
    assert square
    assert square["width"] >= 60  # [LOOK] squares from 64 pixels on while a sector fights
    option = next(o for o in table.look()["decision"]["options"] if o["verb"] == "engage")
    table.button(option["action"]).first.hover()
    card = page.locator(".forecast")
    expect(card).to_contain_text("The first blow")
    expect(card).to_contain_text("Assumed")
    box = card.bounding_box()
    for square_name in (option["from"], option["place"]):
        x, y = page.evaluate(WHERE, square_name)
        assert box is None or not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    # what a fight shows is not remembered as the player's own view
    assert match not in (page.evaluate("() => localStorage['grognard.views'] ?? ''"))


@pytest.mark.parametrize("overlay", ["command", "zoc", "arcs", "orders", "guns"])
def test_overlays_are_laid_over_the_field(open_page: Fresh, server: Server, overlay: str) -> None:
    page = open_page()
    Table(page, server, server.adopt(fought()), "army_a").open()
    page.locator(f"#overlay-{overlay}").click()
    expect(page.locator(f"#overlay-{overlay}")).to_have_attribute("aria-pressed", "true")
    if overlay != "guns":
        expect(page.locator(".overlays .overlay path").first).to_be_attached()


def test_line_of_sight_from_a_square(open_page: Fresh, server: Server) -> None:
    page = open_page()
    Table(page, server, new(server), "army_a").open()
    page.locator("#overlay-sight").click()
    box = page.locator(".squaremap").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".sight path").first).to_be_attached()


def test_on_a_phone_a_square_is_as_large_as_a_thumb(open_page: Fresh, server: Server) -> None:
    page = open_page(PHONE, has_touch=True, is_mobile=True)
    Table(page, server, new(server), "army_a").open()
    page.wait_for_timeout(500)
    box = page.locator(".target").first.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 43
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_battle_is_built_saved_and_played(open_page: Fresh, server: Server, tmp_path: Any) -> None:
    page = open_page()
    page.goto(f"{server.url}/workshop/merde")
    page.locator("#tab-field").click()
    page.locator("#brush-wood").click()
    page.wait_for_selector(".squaremap")
    page.wait_for_timeout(400)
    box = page.locator(".squaremap").bounding_box()
    assert box
    for dx in (-20, 14):
        page.mouse.click(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 - 20)
        page.wait_for_timeout(600)
    expect(page.locator(".editor")).to_contain_text("wood (2)")
    for side in "AB":
        page.locator(f"#tab-{side}").click()
        for _ in range(3):
            page.locator("#add-regiment").click()
        expect(page.locator(".faults")).to_contain_text("belongs to no group", timeout=PATIENCE)
        page.locator("#suggest").click()
        page.wait_for_timeout(600)
    expect(page.locator(".faults")).to_contain_text("Nothing breaks a rule", timeout=PATIENCE)
    with page.expect_download() as saved:
        page.locator("#workshop-save").click()
    file = tmp_path / "mine.json"
    saved.value.save_as(file)
    assert len(json.loads(file.read_text())["sides"]["A"]["regiments"]) == 3
    page.locator("#workshop-from").select_option("maida_1806")
    expect(page.locator(".squaremap")).to_contain_text("San Pietro", timeout=PATIENCE)
    page.set_input_files("#workshop-file", file)
    page.locator("#tab-field").click()
    expect(page.locator(".editor")).to_contain_text("wood (2)")
    page.locator("#workshop-play").click()
    page.wait_for_url("**/match/*")
    expect(page.locator("h1.prompt")).to_be_visible(timeout=PATIENCE)


def test_a_broken_file_is_explained(open_page: Fresh, server: Server, tmp_path: Any) -> None:
    file = tmp_path / "broken.json"
    file.write_text("not a battle")
    page = open_page()
    page.goto(f"{server.url}/workshop/merde")
    page.wait_for_selector(".editor")
    page.set_input_files("#workshop-file", file)
    expect(page.locator(".faults")).to_contain_text("The text is no battle", timeout=PATIENCE)
    expect(page.locator("#workshop-play")).to_be_disabled()


def test_an_enemy_who_changes_his_plan_is_written_and_met(open_page: Fresh, server: Server) -> None:
    page = open_page()
    page.goto(f"{server.url}/workshop/merde")
    page.locator("#workshop-from").select_option("teaching_mill_road")
    page.locator("#tab-alone").click()
    expect(page.locator("[id^=contingency-]")).to_have_count(2)
    page.locator("#add-contingency").click()
    entry = page.locator("#contingency-2")
    entry.get_by_label("Turn", exact=True).fill("99")
    entry.get_by_label("Turn", exact=True).blur()
    expect(page.locator(".faults")).to_contain_text("Contingency 3 waits for turn 99", timeout=PATIENCE)
    entry.get_by_label("When").select_option("sector_collapsed")
    entry.get_by_label("Order").select_option("move_line")
    expect(page.locator(".faults")).to_contain_text("Nothing breaks a rule", timeout=PATIENCE)
    page.locator(".workshop-rules > summary").click()
    page.locator(".workshop-rules").get_by_label("Alone against the rulebook").check()
    page.locator("#workshop-play").click()
    page.wait_for_url("**/match/*")
    expect(page.locator("h1.prompt")).to_be_visible(timeout=PATIENCE)
    found = server.look(page.url.rsplit("/", 1)[1], "army_a")
    assert found["options"]["solitaire"] == "army_b"
