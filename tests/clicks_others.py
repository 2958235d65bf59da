"""Clicks of measured turns, through the browser: ``python tests/clicks_others.py``. Prints what a person presses.

``vanguard``: eleven counters of a formation moved; ``merde``: one's own battle plan for six units; hot seat: curtains
that come with fourteen answers. Each function plays on a page and returns its figures; the tests assert their bars.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import grognard
from browser.kit import ARGS, PATIENCE, Server, Table, chromium, played
from grognard import bots
from grognard.lab.simulate import seat

# the briefing comes by itself at the first visit of a match
UNBRIEFED = """localStorage['grognard.prefs'] ??= '{"briefing":"never"}'"""
BARS = {"vanguard_counters": 20, "merde_plan": 8, "hotseat_curtains": 6, "hotseat_1812": 6}


class Hand:
    """A mouse that counts."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.page = table.page
        self.clicks = 0

    def press(self, selector: str) -> None:
        self.clicks += 1
        self.page.locator(selector).first.click()

    def hex(self, place: str) -> None:
        self.clicks += 1
        self.table.click_hex(place)

    def hex_twice(self, place: str) -> None:
        self.clicks += 2
        self.page.mouse.dblclick(*self.table.place(place))


def goals(page: Page) -> dict[str, int]:
    """The lit goals of those in hand, and how many would come to their places."""
    tags: list[list[str]] = page.evaluate(
        "() => [...document.querySelectorAll('.hexmap .tags .tag')].map((tag) => [tag.dataset.hex, tag.textContent])"
    )
    return {hex: int(text.split("/")[0]) if "/" in text else 0 for hex, text in tags}


def movable(shown: dict[str, Any]) -> set[str]:
    companies = shown["decision"]["companies"] if shown["decision"] else []
    return {unit for company in companies for unit in company["units"]}


@cache
def eleven() -> str:
    """Campotenese, second turn: Compère's eleven counters are to move; nobody has gone far."""
    match = grognard.start("vanguard", "campotenese", seed="via-emilia")
    players = seat(match, ("colonel", "colonel"), "x")
    while (asked := match.decision("french")) is None or asked.name != "MoveUnits" or _sent(match) < 11:
        who = match.to_act[0]
        rests = who == "french" and not match.why_not(who, "stop")
        match.play(who, "stop" if rests else bots.answer(players[who], match, who))
    return str(match.record.dumps())


def _sent(match: grognard.Match) -> int:
    return max([len(company.units) for company in match.game.face(match.state, 0, "en").companies()], default=0)


def vanguard_counters(page: Page, server: Server, most: int = 11) -> dict[str, int]:
    """Move the counters of the formation that acts, as its row in the panel offers them."""
    table = Table(page, server, server.adopt(eleven(), "french:human,coalition:random"))
    table.open().my_turn()
    hand = Hand(table)
    first = movable(table.look())
    while (shown := table.look())["decision"] and shown["decision"]["name"] == "MoveUnits" and movable(shown):
        moved = len(first - movable(shown))
        if moved >= most:
            break
        if page.locator(".company").count():
            hand.press(".company")
        else:
            unit = shown["decision"]["companies"][0]["units"][0]
            place = next(piece["place"] for piece in shown["view"]["units"] if piece["id"] == unit)
            if page.locator(".hexmap .together").count() == 0:
                hand.hex(place)
        page.wait_for_selector(".members", timeout=PATIENCE)
        page.wait_for_function("() => document.querySelector('.hexmap .tags .tag')", timeout=PATIENCE)
        found = goals(page)
        best = max(found, key=lambda hex: (found[hex], -int(hex[:2])))
        hand.hex(best)
        page.wait_for_selector(".actions button.primary[data-action^='together']", timeout=PATIENCE)
        table.after(lambda best=best: hand.hex(best))  # type: ignore[misc]
    left = movable(table.look()) if table.look()["decision"] else set()
    return {"counters": len(first - left), "clicks": hand.clicks}


ANSWERS = ".shortcut, .actions button.primary, .actions > button, .choice:not(.company)"
UNFOLD = "() => document.querySelectorAll('.question details').forEach((one) => { one.open = true; })"


def hotseat_1812(page: Page, server: Server) -> dict[str, int]:
    """All Trains of a turn, placed by turns (7.4) by two at one screen: each orders his as they are proposed."""
    table = Table(page, server, server.adopt(played("PlaceTrain", 2), "french:hotseat,russian:hotseat"))
    begun, drawn = server.length(table.match), 0
    page.goto(f"{server.url}/match/{table.match}")
    while True:
        page.wait_for_selector(".question[data-asked]:not([aria-busy]) h1.prompt:visible, .curtain", timeout=PATIENCE)
        if page.locator(".curtain").count():
            drawn += 1
            table.lift()
            continue
        if table.asked != "PlaceTrain":
            return {"answers": server.length(table.match) - begun, "curtains": drawn}
        shown = table.revision
        if page.locator("[data-shortcut]").count():
            page.locator("[data-shortcut]").first.click()
            page.locator("[data-proposal]").click()
        elif not page.locator(".queue").count():  # the proposal is made: what is left are dummies
            page.locator(".question .actions > button[data-action]:visible").first.click()
        page.wait_for_function(
            """(was) => document.querySelector('.curtain') || (!document.querySelector('.queue')
               && Number(document.querySelector('.question').dataset.revision) > was)""",
            arg=shown,
            timeout=2 * PATIENCE,
        )


def hotseat_curtains(page: Page, server: Server, game: str = "merde", answers: int = 14) -> dict[str, int]:
    """A battle from its beginning, both sides at one screen."""
    sides = grognard.start(game).sides
    match = server.new(game=game, scenario=None, seats=dict.fromkeys(sides, "hotseat"))
    return curtains(page, server, match, answers)


def curtains(page: Page, server: Server, match: str, answers: int = 14) -> dict[str, int]:
    """Two people at one screen give so many answers: how often must the screen change hands, and who is asked anew."""
    table = Table(page, server, match)
    page.goto(f"{server.url}/match/{table.match}")
    page.wait_for_selector("h1.prompt:visible, .curtain", timeout=PATIENCE)
    given = drawn = 0
    while given < answers:
        if page.locator(".curtain").count():
            drawn += 1
            table.lift()
            page.wait_for_selector("h1.prompt:visible", timeout=PATIENCE)
        page.wait_for_function("() => document.querySelector('.question')?.dataset.revision", timeout=PATIENCE)
        shown = table.revision
        page.evaluate(UNFOLD)
        page.locator(f".question :is({ANSWERS}):visible").first.click(timeout=5_000)
        page.wait_for_function(
            """(was) => document.querySelector('.curtain, .question .planned, .members')
               || Number(document.querySelector('.question').dataset.revision ?? was) !== was""",
            arg=shown,
            timeout=8_000,
        )
        if page.locator(".curtain").count() or table.revision != shown:
            given += 1
    return {"answers": given, "curtains": drawn}


def merde_plan(page: Page, server: Server) -> dict[str, int]:
    """One's own battle plan: every unit of the army dragged from the tray to a place of its own."""
    seats = {"army_a": "human", "army_b": "random"}
    match = server.new(game="merde", scenario=None, options={"deployment": "free"}, seats=seats)
    table = Table(page, server, match, "army_a").open()
    while not (shown := table.my_turn())["decision"].get("laying"):
        verbs = {option["verb"]: option for option in shown["decision"]["options"]}
        wanted = verbs.get("own") or verbs.get("done") or shown["decision"]["options"][0]
        body = {"seat": "army_a", "revision": shown["revision"], "action": wanted["action"]}
        assert server.http.post(f"/api/matches/{match}/act", json=body).status_code == 200
    page.wait_for_selector(".berth.chosen", timeout=PATIENCE)
    page.wait_for_selector(".target", timeout=PATIENCE)
    hand = Hand(table)
    units = [berth["unit"] for berth in shown["decision"]["laying"]["berths"]]
    for unit in reversed(units):
        row = page.locator(f".berth[data-unit='{unit}']")
        box = row.bounding_box()
        assert box
        page.mouse.move(box["x"] + 20, box["y"] + 12)
        page.mouse.down()
        hand.clicks += 1  # a drag is one press
        page.mouse.move(box["x"] - 60, box["y"] + 12, steps=3)
        page.wait_for_selector(f".berth.chosen[data-unit='{unit}']", timeout=PATIENCE)
        page.wait_for_function("() => document.querySelectorAll('.target').length > 3", timeout=PATIENCE)
        laid = page.locator(".berth.laid").count()
        targets = page.evaluate("() => [...document.querySelectorAll('.target')].map((one) => one.dataset.hex)")
        page.mouse.move(*table.place(targets[len(targets) // 2]))
        page.mouse.up()
        page.wait_for_function(
            """(n) => document.querySelectorAll('.berth.laid').length > n
               && document.querySelector('.berth.chosen:not(.laid), .actions [data-action="lay"]')""",
            arg=laid,
            timeout=PATIENCE,
        )
    table.after(lambda: hand.press(".actions button.primary[data-action='lay']"))
    return {"units": len(units), "clicks": hand.clicks}


MEASURED: dict[str, Callable[[Page, Server], dict[str, int]]] = {
    "vanguard_counters": vanguard_counters,
    "merde_plan": merde_plan,
    "hotseat_curtains": hotseat_curtains,
    "hotseat_1812": hotseat_1812,
}


def measured(browser: Browser, server: Server, wishes: list[str]) -> None:
    """Play those whose names hold one of the wishes, or all, and print their figures."""
    for name, play in MEASURED.items():
        if wishes and not any(wish in name for wish in wishes):
            continue
        context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce")
        context.add_init_script(UNBRIEFED)
        print(f"{name}: {play(context.new_page(), server)} (bar {BARS[name]})")
        context.close()


def main(wishes: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        browser = play.chromium.launch(executable_path=chromium(), args=ARGS)
        measured(browser, server, wishes)
        browser.close()
        server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
