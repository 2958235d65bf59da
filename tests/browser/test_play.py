"""Playing at the table: a turn with the mouse, a turn with the keyboard, and what can go wrong on the way."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from browser.kit import PATIENCE, SEED, Server, Staff, Table

Sit = Callable[..., Table]


def sown(route: Route) -> None:
    """The lobby's own request with a seed in it, so that the match is always the same."""
    if route.request.method != "POST":
        route.continue_()
        return
    body = json.loads(route.request.post_data or "{}")
    route.continue_(post_data=json.dumps({**body, "seed": SEED}))


def mouse(table: Table, shown: dict[str, Any], answer: dict[str, Any]) -> None:
    """Give an answer by clicking: shortcuts and buttons in the panel, everything that has a hex on the map."""
    if "path" in answer:
        table.march_to(answer)
    elif "id" in answer:
        table.after(lambda: table.page.locator(f"[data-shortcut='{answer['id']}']").click())
        table.page.wait_for_function("(seen) => document.querySelector('.question').dataset.revision >= seen",
                                     arg=shown["revision"] + len(answer["actions"]), timeout=PATIENCE)  # fmt: skip
    elif answer["group"] == "hex" and answer.get("hex"):
        table.choose_on_map(answer["action"], answer["hex"])
    else:
        table.press(answer["action"])


def test_a_first_turn_from_the_lobby_with_the_mouse(page: Page, server: Server) -> None:
    page.route("**/api/matches*", sown)
    page.goto(server.url)
    page.get_by_role("button", name="Start: French").click()
    page.wait_for_url("**/match/*")
    table = Table(page, server, page.url.rsplit("/", 1)[1]).ready()
    expect(page.locator("h1.prompt")).to_contain_text("deploy")
    staff = Staff()
    while (shown := table.my_turn())["clock"]["turn"] < 2:
        a=staff.answer(shown); import time; t=time.time(); mouse(table, shown, a); print(shown["decision"]["name"], a.get("action"), round(time.time()-t,2))
    assert {"Deploy", "FirstDepots", "PlaceTrain", "MoveOrder", "MarchUnits", "Route", "SendCommander"} <= staff.seen
    expect(page.locator(".track [aria-current]")).to_contain_text("2")
    expect(page.locator("#log")).to_contain_text("Turn 2")
    times = page.evaluate("() => performance.getEntriesByName('grognard-answer').map((entry) => entry.duration)")
    print(f"\nfrom action to new view: median {statistics.median(times):.0f} ms of {len(times)}, longest {max(times):.0f}")
