"""Measured turns, played through a real browser by mouse, and every click counted: ``make clicks``.

Each measure is a row of ``MEASURES``: a game, a record to start from, who sits there, and a function that plays with a
``Mouse``. A new one is a row and a function.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, sync_playwright

import clicks_others
from browser.kit import ARGS, Server, Table, chromium, played

WIDE = {"width": 1440, "height": 900}
UNBRIEFED = """localStorage['grognard.prefs'] ??= '{"briefing":"never"}'"""
Shown = dict[str, Any]


class Mouse(Table):
    """A table at which every click is counted, by what was asked."""

    def __init__(self, page: Page, server: Server, match: str, side: str) -> None:
        super().__init__(page, server, match, side)
        self.clicks: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.done: Counter[str] = Counter()

    def count(self) -> None:
        self.clicks[self.asked or "-"] += 1

    def click_hex(self, hex: str) -> None:
        self.count()
        super().click_hex(hex)

    def press(self, action: str) -> None:
        self.count()
        super().press(action)

    def click(self, what: Locator) -> None:
        self.count()
        what.first.click()

    def next_question(self) -> Shown:
        """What is asked now; once we are asked it counts as a question."""
        shown = self.my_turn()
        if shown["decision"]:
            self.questions[shown["decision"]["name"]] += 1
        return shown


class Measure(NamedTuple):
    """A turn that is measured: what may be reached, and how it is played."""

    name: str
    game: str
    bar: int
    start: Callable[[], tuple[str, str, str]]  # record, seats, our side
    play: Callable[[Mouse], None]


# 1812


def campaign(turn: int) -> tuple[str, str, str]:
    return played("PlaceTrain", turn), "french:human,russian:marshal", "french"


def french_turn(mouse: Mouse) -> None:
    """Trains as proposed, every stack that has one marched eastward, all attacks with fair odds made."""
    first = mouse.my_turn()["clock"]["turn"]
    attacks = 3
    while True:
        shown = mouse.next_question()
        if shown["outcome"] or shown["clock"]["turn"] != first:
            return
        name = shown["decision"]["name"]
        if name == "MoveOrder":
            march(mouse, shown)
        elif name == "AttackOrder" and attacks and attack(mouse, shown):
            attacks -= 1
        elif name == "PlaceTrain" and propose(mouse, shown):
            continue
        else:
            usual(mouse, shown)


def propose(mouse: Mouse, shown: Shown) -> bool:
    """A Train to each stack, as the staff would have it."""
    offers = shown["decision"]["shortcuts"]
    if not offers:
        return False
    mouse.click(mouse.page.locator("[data-shortcut='trains']"))
    mouse.click(mouse.page.locator("[data-proposal]"))
    mouse.page.wait_for_function("() => !document.querySelector('.queue')", timeout=120_000)
    mouse.done["Trains"] += len(offers[0]["actions"])
    return True


def march(mouse: Mouse, shown: Shown) -> None:
    """The westernmost stack as far east as it comes without risk; the piece is the button."""
    stacks = [option for option in shown["decision"]["options"] if option.get("hand")]
    if not stacks:
        usual(mouse, shown)
        return
    start = min(stacks, key=lambda option: int(option["place"]))["place"]
    mouse.click_hex(start)
    mouse.page.wait_for_selector(".tray .tray-member")
    goals = mouse.page.eval_on_selector_all(".tags .tag", "all => all.map(tag => [tag.dataset.hex, tag.textContent])")
    calm = [hex for hex, risk in goals if risk == "0%"] or [hex for hex, _ in goals]
    goal = min(calm, key=lambda hex: int(hex[:2]))  # columns are counted from the east
    mouse.click_hex(goal)
    mouse.after(lambda: mouse.click_hex(goal))
    mouse.done["marches"] += 1


def attack(mouse: Mouse, shown: Shown) -> bool:
    """The attack that goes ahead most surely: a click on its target; where several could attack, then on whom."""
    orders = [option for option in shown["decision"]["options"] if option["verb"] == "attack"]
    if not orders:
        return False
    best = max(orders, key=lambda option: int((option.get("tag") or "0%").split("%")[0]))
    if sum(order["place"] == best["place"] for order in orders) == 1:
        mouse.after(lambda: mouse.click_hex(best["place"]))
    else:
        mouse.click_hex(best["place"])
        mouse.after(lambda: mouse.click(mouse.button(best["action"])))
    mouse.done["attacks"] += 1
    return True


def usual(mouse: Mouse, shown: Shown) -> None:
    """The usual answer: the primary button, the staff's, the first choice; on the map where there is no other."""
    panel = mouse.panel
    ways = (".actions .primary", ".shortcut", ".choice:visible", ".actions button:not([disabled]):visible")
    found = next((panel.locator(way) for way in ways if panel.locator(way).count()), None)
    if found is not None:
        mouse.after(lambda: mouse.click(found))
        return
    option = next(option for option in shown["decision"]["options"] if option.get("place"))
    mouse.choose_on_map(option["action"], option["place"])


MEASURES = (
    Measure("1812: French turn 1", "russia1812", 55, lambda: campaign(1), french_turn),
    Measure("1812: French turn 2", "russia1812", 55, lambda: campaign(2), french_turn),
)


def measure(browser: Browser, server: Server, wanted: Measure) -> Mouse:
    record, seats, side = wanted.start()
    context = browser.new_context(viewport=WIDE, locale="en-GB", reduced_motion="reduce")
    context.add_init_script(UNBRIEFED)
    mouse = Mouse(context.new_page(), server, server.adopt(record, seats), side)
    mouse.open()
    wanted.play(mouse)
    context.close()
    return mouse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="parts of the names of measures; all if none is given")
    wishes = parser.parse_args().names
    program = chromium()
    assert program, "There is no Chromium on this machine."
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        browser = play.chromium.launch(executable_path=program, args=ARGS)
        for wanted in MEASURES:
            if not wishes or any(wish in wanted.name for wish in wishes):
                report(wanted, measure(browser, server, wanted))
        clicks_others.measured(browser, server, wishes)
        browser.close()
        server.stop()


def report(wanted: Measure, mouse: Mouse) -> None:
    total, asked = sum(mouse.clicks.values()), sum(mouse.questions.values())
    done = ", ".join(f"{number} {what}" for what, number in mouse.done.items())
    print(f"{wanted.name}: {total} clicks (bar {wanted.bar}), {asked} questions; {done}")
    print("  " + ", ".join(f"{what} {number}" for what, number in mouse.clicks.most_common()))


if __name__ == "__main__":
    main()
