"""A whole match through a real browser by mouse, against the game's bot, by a hand that asks the lamp and is impatient:
``make evening G=merde EVENING="--scenario maida_1806 --width 1024"``.

At every question it does what the hint says, or presses some answer; it clicks twice, takes back, reloads and goes on.
What the page complains about, an answer of the server of 400 or above, and a page that stands still are faults.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path

from playwright.sync_api import Error, Page, Response, TimeoutError, sync_playwright

import grognard
from browser.kit import ARGS, Server, Table, chromium
from grognard import bots, games

UNBRIEFED = """localStorage['grognard.prefs'] ??= '{"briefing":"never"}'"""
ANSWERS = ".question :is(.shortcut, .choice, .actions button:not(#undo, #redo, #hint, .back))"
IDLE = "() => !document.querySelector('.question').hasAttribute('aria-busy')"
OPEN = "() => document.querySelector('.question').dataset.asked || document.querySelector('.question a')"
WAIT = 20_000  # milliseconds until a page counts as standing still


class Evening:
    """One match at one table."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table, self.page, self.rng = table, table.page, rng
        self.did: Counter[str] = Counter()
        self.faults: list[str] = []
        self.page.on("response", self._answered)
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda fault: self.faults.append(str(fault)))
        self.page.on("dialog", lambda dialog: dialog.accept())

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"{response.status} {response.url}: {response.text()[:200]}")

    def play(self, most: int) -> bool:
        """To the end, or until it has seen so many questions; whether it came to the end."""
        for _ in range(most):
            shown = self.table.my_turn()
            if shown["outcome"]:
                return True
            kind = shown["decision"]["name"]
            try:
                self.answer()
                self.page.wait_for_function(IDLE, timeout=WAIT)
            except Error as fault:
                if "not attached" in str(fault):
                    self.did["buttons that went from under the hand"] += 1
                    continue
                self.faults.append(f"{kind}, revision {shown['revision']}: {fault}")
                self.picture(f"stuck-{len(self.faults)}")
                self.reload()
            if len(self.faults) > 20:
                return False
        return False

    def answer(self) -> None:
        luck = self.rng.random()
        if luck < 0.03:
            self.reload()
        if luck > 0.9 and self.pressed():
            self.take_back()
        else:
            self.advised()

    def advised(self) -> None:
        """Do what the lamp says; now and then with two clicks at both buttons."""
        twice = self.rng.random() < 0.1
        self.ask(twice)
        if self.page.locator("#do-hint").count():
            before = self.table.revision
            self.click("#do-hint", twice)
            self.page.wait_for_function(
                "(before) => Number(document.querySelector('.question').dataset.revision) > before"
                " || document.querySelector('.curtain')",
                arg=before,
                timeout=WAIT,
            )

    def ask(self, twice: bool) -> None:
        """A page that has just changed under the hand pays no heed to it: then once more, as a person would."""
        for _ in range(3):
            self.click("#hint", twice)
            try:
                self.page.wait_for_selector("#do-hint, .question:not([data-asked])", timeout=WAIT / 4)
                return
            except TimeoutError:
                self.did["lamps that lit nothing"] += 1
        self.page.wait_for_selector("#do-hint", timeout=WAIT / 4)

    def pressed(self) -> bool:
        """Some answer of the panel, with one click or two; whether there was any."""
        buttons = self.page.locator(ANSWERS).locator("visible=true").element_handles()
        if not buttons:
            return False
        button = self.rng.choice(buttons[:6])
        button.scroll_into_view_if_needed(timeout=WAIT)
        if self.rng.random() < 0.3:
            self.did["double clicks"] += 1
            button.dblclick(timeout=WAIT)
        else:
            button.click(timeout=WAIT)
        self.did["answers"] += 1
        self.page.wait_for_function(IDLE, timeout=WAIT)
        return True

    def take_back(self) -> None:
        """What was pressed was not meant: if it can be taken back it is, or is put out of hand."""
        self.page.keyboard.press("Escape")
        undo = self.page.locator("#undo:not([disabled])")
        if self.rng.random() < 0.6 and undo.count() and undo.first.is_visible():
            undo.first.click(timeout=WAIT)
            self.did["undos"] += 1

    def click(self, what: str, twice: bool) -> None:
        button = self.page.locator(what)
        self.did["double clicks" if twice else "clicks"] += 1
        if twice:
            button.dblclick(timeout=WAIT)
        else:
            button.click(timeout=WAIT)

    def reload(self) -> None:
        self.did["reloads"] += 1
        self.page.reload()
        self.table.ready()

    def picture(self, name: str) -> None:
        self.page.screenshot(path=f"{tempfile.gettempdir()}/evening-{name}.png")


def sit(page: Page, server: Server, given: argparse.Namespace) -> Table:
    game = games.load(given.game)
    side = given.side or game.sides[0]
    best = bots.names(given.game)[-1]
    seats = dict.fromkeys(game.sides, given.bot or best) | {side: "human"}
    scenario = given.scenario or next(iter(game.scenarios))
    wishes = {"game": given.game, "scenario": scenario, "seats": seats, "seed": given.seed, "lang": given.lang}
    wishes["options"] = json.loads(given.options)
    return Table(page, server, server.new(**wishes), side).open()


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("game", choices=[info.id for info in grognard.catalog()])
    options.add_argument("--scenario")
    options.add_argument("--side")
    options.add_argument("--bot")
    options.add_argument("--options", default="{}", help="the match's, as JSON")
    options.add_argument("--seed", default="evening")
    options.add_argument("--lang", default="en")
    options.add_argument("--width", type=int, default=1440)
    options.add_argument("--height", type=int, default=900)
    options.add_argument("--most", type=int, default=5_000, help="questions, at the most")
    given = options.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=ARGS)
        size = {"width": given.width, "height": given.height}
        page = browser.new_page(viewport=size, locale=given.lang, reduced_motion="reduce")
        page.add_init_script(UNBRIEFED)
        server = Server(Path(folder))
        try:
            evening = Evening(sit(page, server, given), random.Random(given.seed))
            ended = evening.play(given.most)
            evening.picture(f"{given.game}-{given.width}")
            asked = server.look(evening.table.match, evening.table.side)
        finally:
            browser.close()
            server.stop()
    did = ", ".join(f"{count} {what}" for what, count in evening.did.items())
    print(f"{given.game} at {given.width}: {asked['revision']} revisions, {did}, {time.monotonic() - began:.0f} s")
    print(f"over: {asked['outcome']}" if ended else "not played to its end")
    print("\n".join(f"fault: {fault}" for fault in evening.faults) or "no fault")
    return 0 if ended and not evening.faults else 1


if __name__ == "__main__":
    raise SystemExit(main())
