"""Battles of ``vanguard`` brought to a question, and a table of it to sit down at."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Page

import grognard
import walks
from browser.kit import PATIENCE, Server, Table

SEATS = "french:human,coalition:random"


@cache
def battle(until: str = "", turn: int = 0, scenario: str = "montebello", seed: str = "table") -> str:
    """A battle as a record: to a question put to the French in a turn (or the next one), or to its end."""
    match = grognard.start("vanguard", scenario, seed=seed)
    for side, _ in walks.walk(match, walks.lively, random.Random(seed)):
        asked = match.decision(side)
        now = match.state.turn  # type: ignore[attr-defined]
        if until and side == "french" and asked is not None and asked.name == until and now >= turn:
            break
    assert not until or match.outcome is None, f"nobody was asked {until}"
    return str(match.record.dumps())


def sit(page: Page, server: Server, record: str) -> Table:
    """At a battle under way, as the French against chance."""
    table = Table(page, server, server.adopt(record, SEATS)).open()
    table.my_turn()
    return table


def begin(page: Page, server: Server, **wishes: Any) -> Table:
    """At a new battle."""
    seats = {"french": "human", "coalition": "random"}
    wishes = {"game": "vanguard", "scenario": "montebello", "seats": seats, "seed": "via-emilia", **wishes}
    table = Table(page, server, server.new(**wishes)).open()
    table.my_turn()
    return table


def gesture(table: Table, do: Callable[[], object]) -> None:
    """Do something that plays several actions, and wait until the page shows the last."""
    with table.page.expect_response(lambda response: "/act?" in response.url) as sent:
        do()
    last = sent.value.json()["revision"]
    table.page.wait_for_function(
        "(last) => Number(document.querySelector('.question').dataset.revision) >= last", arg=last, timeout=PATIENCE
    )


def answer(shown: dict[str, Any]) -> dict[str, Any]:
    """What a cautious beginner would choose: enter, move on without touching the enemy, else the natural button."""
    decision = shown["decision"]
    options: list[dict[str, Any]] = decision["options"]
    if plans := decision.get("plans"):
        calm = [plan for plan in plans if not plan.get("price")] or plans
        return dict(min(calm, key=lambda plan: (plan["place"][:2], plan["place"])))  # columns are counted from the west
    moves = [option for option in options if option["verb"] in ("move", "all")]
    primary = [option for option in options if option.get("primary")]
    return (moves or primary or options)[0]
