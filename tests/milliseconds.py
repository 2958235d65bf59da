"""How long a player waits, measured in a real browser: ``python tests/milliseconds.py``.

No test: a machine that is busy with other things says nothing. ``answers``: from a click to the new view, for each game
(median and nine in ten), macros apart. ``line``: until the first question over a slow 3G line (400 kbit/s, 400 ms), and
the bytes that go over it.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Error, Page, sync_playwright

import grognard
from browser.kit import ARGS, PATIENCE, Server, chromium

WIDE = {"width": 1440, "height": 900}
UNBRIEFED = """localStorage['grognard.prefs'] ??= '{"briefing":"never","follow":"skip"}'"""
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
ANSWERS = ".question :is(.shortcut, .choice, .actions button:not(#undo, #redo, #hint, .back), .primary):visible"
TIMES = "() => performance.getEntriesByName('grognard-answer').map((entry) => entry.duration)"
UNFOLD = "() => document.querySelectorAll('.question details').forEach((one) => { one.open = true; })"


class Measured(NamedTuple):
    """A battle whose answers are timed."""

    game: str
    scenario: str | None = None


BATTLES = [
    Measured("russia1812"),
    Measured("vanguard"),
    Measured("merde"),
    Measured("merde", "borodino_1812"),
    Measured("tabletop"),
]


def wanted(game: str, scenario: str) -> list[Measured]:
    """Those asked for, by game and battle; all, if nothing is said."""
    return [one for one in BATTLES if game in ("", one.game) and scenario in ("", one.scenario)]


def new(server: Server, battle: Measured) -> str:
    sides = grognard.start(battle.game).sides
    seats = {sides[0]: "human"} | dict.fromkeys(sides[1:], "random")
    return server.new(game=battle.game, scenario=battle.scenario, seats=seats)


def fresh(browser: Browser) -> Page:
    context = browser.new_context(viewport=WIDE, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(UNBRIEFED)
    return context.new_page()


def answers(
    page: Page, server: Server, battle: Measured, wanted: int, seconds: float
) -> tuple[list[float], list[float]]:
    """Press what is offered, by chance, and read off how long each answer took; those of macros apart."""
    page.goto(f"{server.url}/match/{new(server, battle)}")
    page.wait_for_selector("h1.prompt:visible", timeout=PATIENCE)
    rng, plain, macros = random.Random(1812), list[float](), list[float]()
    end = time.monotonic() + seconds
    while len(plain) < wanted and time.monotonic() < end and not page.locator(".question a[href*=report]").count():
        page.evaluate(UNFOLD)
        buttons = page.locator(ANSWERS)
        if not buttons.count():
            page.wait_for_timeout(50)
            continue
        before = len(page.evaluate(TIMES))
        button = buttons.nth(rng.randrange(buttons.count()))
        try:
            macro = button.get_attribute("data-shortcut", timeout=1000) is not None
            button.click(timeout=1000)
            page.wait_for_function(f"(n) => ({TIMES})().length > n", arg=before, timeout=3000)
        except Error:
            page.keyboard.press("Escape")  # a card, a plan that was only looked at
            continue
        (macros if macro else plain).append(page.evaluate(TIMES)[-1])
    return plain, macros


def told(times: list[float]) -> str:
    if len(times) < 2:
        return f"{len(times)} answers"
    return (
        f"median {statistics.median(times):.0f} ms, 90 % {statistics.quantiles(times, n=10)[8]:.0f} ms of {len(times)}"
    )


def first_question(page: Page, server: Server, battle: Measured, conditions: dict[str, Any]) -> tuple[float, int, int]:
    """Seconds, bytes over the line, and answers, until a match that was never opened asks its first question."""
    match = new(server, battle)
    session = page.context.new_cdp_session(page)
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    session.on("Network.webSocketFrameReceived", lambda event: sizes.append(len(event["response"]["payloadData"]) // 5))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", conditions)
    begun = time.monotonic()
    page.goto(f"{server.url}/match/{match}", wait_until="commit")
    page.wait_for_selector("h1.prompt:visible", timeout=4 * PATIENCE)
    return time.monotonic() - begun, sum(sizes), len(sizes)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", choices=["answers", "line", []], help="answers, line; both if not said")
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--scenario", default="", help="only this battle: borodino_1812")
    parser.add_argument("--answers", type=int, default=80, help="how many are timed of each battle")
    parser.add_argument("--seconds", type=float, default=120, help="how long each battle is played at most")
    wishes = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        browser = play.chromium.launch(executable_path=chromium(), args=ARGS)
        for battle in wanted(wishes.game, wishes.scenario):
            name = " ".join([part for part in battle if part])
            if not wishes.what or "answers" in wishes.what:
                page = fresh(browser)
                plain, macros = answers(page, server, battle, wishes.answers, wishes.seconds)
                print(f"{name}: {told(plain)}; macros {told(macros)}", flush=True)
                page.context.close()
            if not wishes.what or "line" in wishes.what:
                page = fresh(browser)
                seconds, size, count = first_question(page, server, battle, SLOW)
                print(
                    f"{name}: first question over slow 3G {seconds:.1f} s, {size / 1000:.0f} kB in {count}", flush=True
                )
                page.context.close()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
