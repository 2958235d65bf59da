"""Following the war: trails, battle and turn cards, the log in single lines, the kept view."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

import grognard
import walks
from browser.kit import PATIENCE, UNCOVERED, Server, Table, played
from grognard.server.snapshot import log_of

Sit = Callable[..., Table]
COVERED = """([card, selector]) => {
  const box = document.querySelector(card).getBoundingClientRect();
  return [...document.querySelectorAll(selector)].filter((one) => {
    const at = one.getBoundingClientRect();
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
  }).length; }"""
SCALE = """() => Number(/scale\\(([\\d.]+)\\)/.exec(document.querySelector('.hexmap .world').style.transform)[1])"""


def scale(page: Page) -> float:
    return round(float(page.evaluate(SCALE)), 2)


def boxed(one: Locator) -> dict[str, float]:
    found = one.bounding_box()
    assert found is not None
    return dict(found)


def to_the_next_turn(table: Table) -> dict[str, Any]:
    """Decline and answer what is asked until a new turn begins."""
    shown = table.my_turn()
    turn = shown["clock"]["turn"]
    while shown["clock"]["turn"] == turn:
        options = shown["decision"]["options"]
        wanted = [o for o in options if o["verb"] in ("decline", "done", "pass")] or [
            o for o in options if o.get("primary")
        ]
        answer = {"seat": table.side, "revision": shown["revision"], "action": (wanted or options)[0]["action"]}
        assert table.server.http.post(f"/api/matches/{table.match}/act", json=answer).status_code == 200
        shown = table.my_turn()
    return shown


FULL = """() => {
  const card = Object.assign(document.createElement('div'), { id: 'full', className: 'manoeuvre' });
  card.style.cssText = 'position: absolute; inset: 0; pointer-events: none';
  document.querySelector('.board').append(card); }"""


def test_a_turn_begins_with_a_card_of_what_happened(page: Page, sit: Sit) -> None:
    """Title, points, at most eight rows; stepping shows one event at a time, the view stays; a choice ends it all."""
    table = sit(page, record=played("AttackOrder", 2))
    page.get_by_role("button", name="Closer").click()
    table.settle()
    zoom = scale(page)
    shown = to_the_next_turn(table)
    card = page.locator(".turn-card")
    expect(card).to_be_visible(timeout=PATIENCE)
    now = next(turn for turn in shown["clock"]["turns"] if turn["turn"] == shown["clock"]["turn"])
    expect(card.locator("h2")).to_have_text(now["month"])
    assert card.locator(".points li").count() == 2
    rows = card.locator(":scope > .deeds > .deed")
    assert 1 <= rows.count() <= 8
    assert page.evaluate(COVERED, [".turn-card", ".target"]) == 0
    table.settle()
    assert scale(page) == zoom, "a new turn does not change the view"
    # where the card finds no room on the map it stands in the panel, and the log beside it still reads along
    page.evaluate(FULL)
    page.get_by_role("button", name="Farther").click()
    page.get_by_role("button", name="Closer").click()
    table.settle()
    expect(page.locator(".card-slot .turn-card")).to_be_visible()
    page.get_by_role("button", name="Farther").click()
    page.get_by_role("button", name="Closer").click()
    table.settle()
    expect(page.locator(".newest")).to_be_hidden()
    page.evaluate("() => document.getElementById('full').remove()")
    # by row and by key
    trails = page.locator(".hexmap .trail")
    assert trails.count() > 0
    walked = card.locator(".deed:has(.number)").first
    walked.hover()
    expect(page.locator(".hexmap .trail.lit").first).to_be_attached()
    page.mouse.move(5, 5)
    page.keyboard.press("ArrowRight")
    expect(card.locator(".deed.now")).to_have_count(1)
    first = card.locator(".deed.now .text").inner_text()
    expect(page.locator("#log .line.now .text")).to_have_text(first)
    page.keyboard.press("ArrowRight")
    expect(card.locator(".deed.now .text")).not_to_have_text(first)
    page.keyboard.press("ArrowLeft")
    expect(card.locator(".deed.now .text")).to_have_text(first)
    table.settle()
    assert scale(page) == zoom
    while page.locator(".battle-card:visible").count():
        page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    # a reload tells nothing twice, and keeps the view
    page.wait_for_timeout(600)
    page.reload()
    table.ready()
    table.settle()
    expect(card).to_be_hidden()
    assert scale(page) == zoom


def test_following_can_be_switched_off(page: Page, sit: Sit) -> None:
    """Nothing comes by itself; what somebody asks for is shown all the same."""
    page.add_init_script(
        "localStorage.setItem('grognard.prefs', JSON.stringify({ follow: 'skip', briefing: 'never' }))"
    )
    table = sit(page, record=played("AttackOrder", 2))
    to_the_next_turn(table)
    expect(page.locator(".turn-card")).to_be_hidden()
    assert page.locator(".hexmap .trail").count() == 0
    page.locator("#log .line[data-kind=march]").last.hover()
    expect(page.locator(".hexmap .trail.lit")).to_have_count(1)


def test_a_battle_has_a_card_until_it_is_put_away(page: Page, sit: Sit) -> None:
    """Forces, terms with their rules, dice as pips, the scale, hits; it covers nothing; its line opens it again."""
    table = sit(page, record=played("Advance", 3))
    card = page.locator(".battle-card")
    expect(card).to_be_visible(timeout=PATIENCE)
    assert card.locator(".force").count() == 2
    assert card.locator(".terms .rule-chip").count() >= 3
    assert card.locator(".terms .die svg").count() >= 2
    assert card.locator(".terms .sum td").all_inner_texts()[0].isdigit()
    assert card.locator(".scale .here").count() == 1
    assert card.locator(".struck li").count() >= 1
    assert page.evaluate(COVERED, [".battle-card", ".target, .fallen, .fought"]) == 0
    expect(page.locator(".hexmap .fought").first).to_be_attached()
    for chip in card.locator(".terms tr").all():  # a chip stands on the line of its label
        assert boxed(chip)["height"] < 48
    title = card.locator("h2").inner_text()
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    line = page.locator("#log .line.battle .text").last
    line.click()
    expect(card.locator("h2")).to_have_text(title)
    card.get_by_role("button", name="Put the card away").click()
    expect(card).to_be_hidden()
    assert table.asked == "Advance", "nothing waited for the card"


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_on_narrow_screens_the_card_stands_in_the_panel(
    open_page: Callable[..., Page], sit: Sit, width: int, height: int
) -> None:
    page = open_page({"width": width, "height": height})
    sit(page, record=played("Advance", 3))
    expect(page.locator(".side .card-slot > .battle-card")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    card, panel = boxed(page.locator(".battle-card")), boxed(page.locator(".side"))
    assert card["x"] >= panel["x"]
    assert card["x"] + card["width"] <= panel["x"] + panel["width"] + 1


def test_the_log_has_a_line_for_a_march_and_for_a_battle(page: Page, sit: Sit) -> None:
    """Lines unfold to what they were told from; the reader stays where he reads."""
    table = sit(page, record=played("MoveOrder", 3))
    march = page.locator("#log .line[data-kind=march]").last
    expect(march).to_contain_text("→")
    expect(march).to_contain_text("hex")
    assert page.locator("#log .line[data-kind=marched]").count() == 0
    die = page.locator("#log .line[data-kind=march] .die").first
    expect(die.locator(".pip").first).to_be_attached()
    unfold = march.locator(".unfold")
    behind = march.locator("xpath=following-sibling::*[contains(@class, 'behind')]")
    expect(behind).to_be_hidden()
    unfold.click()
    expect(behind.locator(".detail").first).to_be_visible()
    # folded by turn: the last two are open
    assert page.locator("#log details.chapter[open]").count() == 2
    page.evaluate("() => { document.querySelector('#log').scrollTop = 40; }")
    page.wait_for_function("() => document.querySelector('#log').scrollTop === 40")
    expect(page.locator(".newest")).to_be_visible()  # the page has seen where one reads
    page.get_by_role("tab", name="Tables").click()
    page.get_by_role("tab", name="Log").click()
    assert page.evaluate("() => document.querySelector('#log').scrollTop") == 40
    march_on(table)
    assert page.evaluate("() => document.querySelector('#log').scrollTop") == 40
    expect(behind.locator(".detail").first).to_be_attached()
    page.locator(".newest").click()  # read along again
    page.wait_for_function(AT_END, timeout=PATIENCE)
    expect(page.locator(".newest")).to_be_hidden()
    march_on(table)
    page.wait_for_function(AT_END, timeout=PATIENCE)
    expect(page.locator(".newest")).to_be_hidden()


AT_END = "() => { const l = document.querySelector('#log'); return l.scrollHeight - l.scrollTop - l.clientHeight < 4; }"


def march_on(table: Table) -> None:
    """A Train discarded: the next line of the log."""
    shown = table.look()
    passing = next(o for o in shown["decision"]["options"] if o["verb"] in ("discard", "pass"))
    answer = {"seat": table.side, "revision": shown["revision"], "action": passing["action"]}
    assert table.server.http.post(f"/api/matches/{table.match}/act", json=answer).status_code == 200
    table.my_turn()


def test_since_my_last_move_counts_from_my_choice(page: Page, sit: Sit) -> None:
    """What the enemy did is played on the map, row by row, and can be stepped."""
    table = sit(page, record=played("AttackOrder", 2))
    to_the_next_turn(table)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    shown = table.look()
    deeds = [(line["i"], line["deed"]) for line in shown["log"] if line.get("deed")]
    late = [deed for i, deed in deeds if i + deed["span"] > shown["since"]["line"]]
    told = [deed for deed in late if deed["kind"] not in ("trains", "deployment", "markers")]
    told = [deed for deed in told if not (deed.get("side") == "french" and deed["kind"] == "march")]
    button = page.locator(".since")
    expect(button).to_contain_text(f"events: {len(told)}")
    if not told:
        return
    button.click()
    card = page.locator(".turn-card")
    expect(card.locator(".deed.now")).to_have_count(1)
    expect(card).to_be_hidden(timeout=PATIENCE)


UNDER = """() => {
  const bar = document.querySelector('.map-controls').getBoundingClientRect();
  return [...document.querySelectorAll('.target')].filter((one) => {
    const at = one.getBoundingClientRect(), x = at.x + at.width / 2, y = at.y + at.height / 2;
    return x > bar.left && x < bar.right && y > bar.top && y < bar.bottom;
  }).map((one) => one.dataset.hex); }"""


def middle(one: Locator) -> tuple[float, float]:
    box = boxed(one)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_an_arrow_tells_what_can_be_chosen_off_screen(page: Page, sit: Sit) -> None:
    """The view is the player's own: it is not fitted to each question; a press goes there at the same scale."""
    table = sit(page, record=played("MoveOrder", 3))
    for _ in range(4):
        page.get_by_role("button", name="Closer").click()
    table.settle()
    zoom = scale(page)
    arrows = page.locator(".stray")
    assert arrows.count() > 0
    outside = sum(int(arrow.get_attribute("data-count") or 0) for arrow in arrows.all())
    board = boxed(page.locator(".board"))
    beyond = 0
    for target in page.locator(".target").all():
        at = boxed(target)
        x, y = at["x"] + at["width"] / 2, at["y"] + at["height"] / 2
        inside = board["x"] < x < board["x"] + board["width"] and board["y"] < y < board["y"] + board["height"]
        beyond += not inside
    assert outside == beyond > 0
    arrows.first.click()
    table.settle()
    assert scale(page) == zoom
    left = sum(int(arrow.get_attribute("data-count") or 0) for arrow in arrows.all())
    assert left != outside
    bar = boxed(page.locator(".map-controls"))
    place = next(one for one in page.locator(".target").all() if page.evaluate(UNCOVERED, list(middle(one))))
    x, y = middle(place)
    page.mouse.move(700, 450)
    page.mouse.down()
    page.mouse.move(700 + bar["x"] + 20 - x, 450 + bar["y"] + 120 - y, steps=3)
    page.mouse.up()
    table.settle()
    assert page.evaluate(UNDER), "a hand may push it there"
    page.wait_for_timeout(600)
    page.reload()
    table.ready()
    table.settle()
    assert scale(page) == zoom
    page.wait_for_function(f"() => !({UNDER})().length")  # but no question is put under the toolbar


WALKED = {"vanguard": ("fight", "fire"), "merde": ("fight",), "tabletop": ("fire", "fight")}


@cache
def walked(game: str, kind: str) -> str:
    """A battle by chance until such a fight is told, and its first side is asked."""
    match = grognard.start(game, seed="cards")
    sides = match.sides
    for n, (side, _) in enumerate(walks.walk(match, walks.lively, random.Random("cards"))):
        if n % 25 == 0 and side == sides[0]:
            lines = log_of(match, side, "en")
            if any(line.deed and line.deed.kind == kind and line.deed.fight and line.deed.fight.rows for line in lines):
                return str(match.record.dumps())
    raise AssertionError(f"no {kind} in {game}")


def insist(page: Page, do: Callable[[], None], shown: Locator) -> None:
    """Once more where the log, its turns just unfolded, went on to its newest line under the pointer."""
    for _ in range(5):
        page.mouse.move(720, 450)
        do()
        with contextlib.suppress(TimeoutError):
            shown.wait_for(state="attached", timeout=1_000)
            return
    expect(shown).to_be_attached()


@pytest.mark.parametrize("game", list(WALKED))
def test_every_game_has_its_cards_and_trails(page: Page, server: Server, game: str) -> None:
    """A line of the log opens its card; a march lights its trail; nothing is left untold."""
    first, *_ = grognard.start(game, seed="cards").sides
    for kind in WALKED[game]:
        record = walked(game, kind)
        other = next(side for side in grognard.start(game, seed="cards").sides if side != first)
        match = server.adopt(record, f"{first}:human,{other}:random")
        table = Table(page, server, match, first).open()
        table.my_turn()
        while page.locator(".battle-card:visible, .turn-card:visible").count():
            page.keyboard.press("Escape")
        page.evaluate("() => document.querySelectorAll('#log details').forEach((turn) => { turn.open = true; })")
        told = server.http.get(f"/api/matches/{match}/log", params={"seat": first}).json()
        cards = [line["i"] for line in told if line.get("deed", {}).get("fight", {}).get("rows")]
        line = max(i for i in cards if told[i]["deed"]["kind"] == kind)
        card = page.locator(".battle-card")
        insist(page, page.locator(f"#log .line[data-i='{line}'] button.text").click, card)
        assert card.locator(".force").count() == 2
        assert card.locator(".terms tr").count() >= 1
        assert card.locator(".terms .rule-chip").count() >= 1
        page.keyboard.press("Escape")
        expect(card).to_be_hidden()
        march = page.locator(
            "#log .line[data-kind=march]:has-text('→'), #log .line[data-kind=march]:has-text('cm')"
        ).last
        insist(page, march.hover, page.locator(".hexmap .trail.lit").first)
