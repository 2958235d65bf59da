"""Two people at one screen, in every game: what hangs between them, and what it hides."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, TimeoutError, expect

import clicks_others
import grognard
from browser.kit import PATIENCE, Server, Table, alter, played

Fresh = Callable[..., Page]
GAMES = ("russia1812", "vanguard", "merde", "tabletop")
# all that a script, a screen reader or a look into the page's source could find
REMEMBERED = """() => {
  const stores = [localStorage, sessionStorage].flatMap((one) => Object.entries(one).flat());
  const seen = new Set();
  const walk = (value, deep) => {
    if (deep > 3 || value === null || typeof value !== 'object' || seen.has(value)) return [];
    if (value instanceof Node || value === window) return [];
    seen.add(value);
    return Object.keys(value).flatMap((key) => {
      try { return [key, ...walk(value[key], deep + 1)]; } catch { return []; } });
  };
  const bare = document.createElement('iframe');
  document.body.append(bare);
  const usual = new Set(Object.getOwnPropertyNames(bare.contentWindow));
  bare.remove();
  const own = Object.getOwnPropertyNames(window).filter((name) => !usual.has(name));
  const globals = own.flatMap((name) => [name, ...walk(window[name], 0)]);
  const asked = performance.getEntriesByType('resource').map((entry) => entry.name);
  return [...stores, ...globals, ...asked, document.title, JSON.stringify(history.state)].join('\\n'); }"""
ANSWERS = ".shortcut, .actions button.primary, .actions > button, .choice:not(.company)"
UNFOLD = "() => document.querySelectorAll('.question details').forEach((one) => { one.open = true; })"
MOMENT = 3_000  # milliseconds
SOURCE = "() => document.documentElement.outerHTML"


def table_of(page: Page, server: Server, game: str, **wishes: Any) -> Table:
    sides = grognard.start(game).sides
    match = server.new(game=game, seats=dict.fromkeys(sides, "hotseat"), **wishes)
    return Table(page, server, match)


def sitting(page: Page) -> str:
    """Whose table is on screen."""
    found: str = page.evaluate("() => document.querySelector('.whose')?.dataset.side ?? ''")
    return found


def play_on(table: Table, until: str) -> None:
    """Answer by mouse, the shortest way, until something is on screen."""
    page = table.page
    for _ in range(80):
        if page.locator(until).count():
            return
        shown = page.evaluate("() => document.querySelector('.question').dataset.revision ?? ''")
        page.evaluate(UNFOLD)
        try:
            page.locator(f".question :is({ANSWERS}):visible").first.click(timeout=MOMENT)
        except TimeoutError:  # the curtain came between the look and the click
            continue
        page.wait_for_function(
            "([was, until]) => document.querySelector(until) || document.querySelector('.question .planned')"
            "|| (document.querySelector('.question').dataset.revision ?? was) !== was",
            arg=[shown, until],
            timeout=PATIENCE,
        )
    raise AssertionError(f"never came to {until}")


def left_behind(page: Page) -> str:
    """Everything that can be found while the curtain hangs, but for the curtain's own words."""
    tree = json.dumps(page.accessibility.snapshot(interesting_only=False)) if hasattr(page, "accessibility") else ""
    page.evaluate("() => document.querySelector('.curtain-words').replaceChildren()")
    return "\n".join([str(page.evaluate(SOURCE)), tree, str(page.evaluate(REMEMBERED))])


def secrets_of(shown: dict[str, Any]) -> set[str]:
    """What only this table could have told: its question, its options in notation, its log, its cards."""
    decision = shown["decision"] or {}
    options = {option["action"] for option in decision.get("options", ()) if len(option["action"]) > 6}
    prompts = {decision["prompt"], f'asked="{decision["name"]}"'} if decision else set()
    lines = {line["text"] for line in shown["log"] if len(line["text"]) > 12}
    return options | prompts | lines | {"data-stack", "data-action", "your decision", "seat="}


@pytest.mark.parametrize("game", GAMES)
def test_behind_the_curtain_nothing_is_left(open_page: Fresh, server: Server, game: str) -> None:
    page = open_page()
    alter(page, secrets=True)  # the open table keeps none; its board must be able to hang behind a curtain all the same
    table = table_of(page, server, game).open()
    first = sitting(page)
    secrets = secrets_of(server.look(table.match, first))
    play_on(table, ".curtain")
    secrets |= secrets_of(server.look(table.match, first))
    expect(page.locator(".curtain")).to_have_count(1)
    name = page.locator(".curtain h2").inner_text()
    before = server.http.get(f"/api/matches/{table.match}").json()["view"]["to_act"]
    for key in ("ArrowDown", "Backspace", "Control+z", "Control+Shift+z", "f", "l", "0", "m", "?", "t"):
        page.keyboard.press(key)
    assert page.locator("dialog").count() == 0
    found = left_behind(page)
    assert [secret for secret in secrets if secret in found] == []
    assert server.http.get(f"/api/matches/{table.match}").json()["view"]["to_act"] == before
    table.lift()
    expect(page.locator("h1.prompt")).to_be_visible(timeout=PATIENCE)
    second = sitting(page)
    assert second != first
    assert next(side["name"] for side in server.look(table.match, second)["sides"] if side["id"] == second) in name
    expect(page.locator(".counters [data-stack]").first).to_be_attached()
    with page.expect_response(lambda response: "/act" in response.url) as sent:
        page.locator(".question :is(.shortcut, .actions button, .choice:not(.hex)):visible").first.click()
    assert sent.value.ok


def test_where_nothing_is_secret_hands_change_without_a_curtain(open_page: Fresh, server: Server) -> None:
    page = open_page()
    table = table_of(page, server, "tabletop").open()
    first = sitting(page)
    play_on(table, f".whose[data-side]:not([data-side='{first}'])")
    assert page.locator(".curtain").count() == 0
    expect(page.locator("#announce")).not_to_be_empty()
    expect(page.locator(".counters [data-stack]").first).to_be_attached()


def test_every_opening_begins_with_the_curtain(open_page: Fresh, server: Server) -> None:
    """A reload, the way from the lobby, a second tab; and nobody's own table is fetched before it is lifted."""
    page = open_page()
    table = table_of(page, server, "merde", title="Opened again")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    page.goto(f"{server.url}/match/{table.match}")
    expect(page.locator(".curtain")).to_be_visible(timeout=PATIENCE)
    assert [url for url in asked if "seat=" in url] == []
    table.ready()
    first = sitting(page)
    asked.clear()
    page.reload()
    expect(page.locator(".curtain")).to_be_visible(timeout=PATIENCE)
    assert [url for url in asked if "seat=" in url] == []
    table.ready()
    assert sitting(page) == first
    page.goto(server.url)
    row = page.locator(".matches li", has_text="Opened again").first
    row.get_by_role("link", name="Continue").click()
    expect(page.locator(".curtain")).to_be_visible(timeout=PATIENCE)
    other = page.context.new_page()
    other.goto(f"{server.url}/match/{table.match}")
    expect(other.locator(".curtain")).to_be_visible(timeout=PATIENCE)


def test_one_curtain_at_a_time_and_it_follows_whom_it_waits_for(open_page: Fresh, server: Server) -> None:
    """An idle second tab, while the match goes on in the first."""
    page = open_page()
    table = table_of(page, server, "merde")
    page.goto(f"{server.url}/match/{table.match}")
    curtain = page.locator(".curtain")
    expect(curtain.locator("h2")).to_contain_text("French division", timeout=PATIENCE)
    for seat, awaited in (("army_a", "Austrian"), ("army_b", "French"), ("army_a", "Austrian")):
        revision = server.look(table.match, seat)["revision"]
        body = {"seat": seat, "revision": revision, "action": "done"}
        assert server.http.post(f"/api/matches/{table.match}/act", json=body).status_code == 200
        expect(curtain.locator("h2")).to_contain_text(awaited, timeout=PATIENCE)
        expect(curtain).to_have_count(1)


def test_whoever_sits_there_stays_while_he_is_asked(open_page: Fresh, server: Server) -> None:
    """A B, B A: not a curtain more than the game needs."""
    page = open_page()
    table = table_of(page, server, "merde").open()
    first = sitting(page)
    order = [first]
    for _ in range(2):
        play_on(table, ".curtain")
        table.lift()
        expect(page.locator("h1.prompt")).to_be_visible(timeout=PATIENCE)
        order.append(sitting(page))
        was = table.revision
        table.panel.locator("[data-action='done']").first.click()
        page.wait_for_function(
            """(was) => document.querySelector('.curtain')
               || Number(document.querySelector('.question').dataset.revision) > was""",
            arg=was,
            timeout=PATIENCE,
        )
        if not page.locator(".curtain").count():
            order.append(sitting(page))
    assert len(order) >= 4, order
    assert order[1] == order[2] != order[0], order


def test_fourteen_answers_cost_few_curtains(page: Page, server: Server) -> None:
    """One each time the other person must look: it was twelve."""
    found = clicks_others.hotseat_curtains(page, server)
    assert found["answers"] == 14
    assert found["curtains"] <= clicks_others.BARS["hotseat_curtains"]


def test_an_offer_to_stop_goes_to_the_other_person(page: Page, server: Server) -> None:
    """Not counted by one alone: the screen changes hands, and the other accepts or declines."""
    match = server.adopt(played("PlaceTrain", 2), "french:hotseat,russian:hotseat")
    Table(page, server, match).open()
    asked = sitting(page)
    for answer in ("decline", "accept"):
        page.keyboard.press("m")
        page.locator("[data-menu=settle]").click()
        page.locator("dialog.ask-once .primary").click()
        page.wait_for_selector(".curtain", timeout=PATIENCE)
        page.locator(".curtain button").click()
        page.wait_for_selector(f"[data-offer={answer}]", timeout=PATIENCE)
        assert sitting(page) != asked
        page.locator(f"[data-offer={answer}]").click()
        if answer == "decline":
            page.wait_for_selector(".curtain", timeout=PATIENCE)
            page.locator(".curtain button").click()
            expect(page.locator(".offer")).to_contain_text("declined")
            assert sitting(page) == asked
    expect(page.locator(".question a[href*=report]")).to_be_visible(timeout=PATIENCE)
    assert server.look(match, asked)["outcome"]["reason"] == "settled"
