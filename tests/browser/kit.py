"""Hands and eyes for the browser tests: a real server process, and a table played like a person plays it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

import grognard
from grognard import bots
from grognard.lab.simulate import seat

GAME = "russia1812"
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SERVE = "from grognard.cli import main; main()"
PATIENCE = 30_000  # milliseconds; only a guard against waiting for ever
SEED = "niemen-1812"
# answered: a new view is shown, or the several things to do in a hex are
ANSWERED = """(before) => Number(document.querySelector('.question').dataset.revision) > before
  || [...document.querySelectorAll('.question .actions button')].some((one) => one.textContent.includes('Back'))"""
AT_REST = """() => new Promise((done) => {
  const place = () => document.querySelector('.hexmap .numbers').getBoundingClientRect().x;
  const look = (old, same) => requestAnimationFrame(() => {
    const now = place();
    if (now === old && same > 6) done(true);
    else look(now, now === old ? same + 1 : 0);
  });
  look(place(), 0); })"""
UNCOVERED = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.hexmap'))"
BELOW_NUMBER = """(hex) => {
  const number = [...document.querySelectorAll('.hexmap .numbers tspan')]
    .find((text) => text.textContent === hex).getBoundingClientRect();
  return [number.x + number.width / 2, number.y + number.height / 2 + 12]; }"""

# a choice that is made twice waits for the second time
PONDERED = """(action) => { const panel = document.querySelector('.question');
  return !panel.inert && Boolean(panel.querySelector('.choice.chosen'))
    && panel.querySelector('.actions .primary')?.dataset.action === action; }"""

# every snapshot that comes to a page, by whichever way, with something changed
ALTERED = """const alter = (shown) => (shown && shown.view && shown.clock ? { ...shown, ...(%s) } : shown);
  const parse = JSON.parse;
  JSON.parse = (...args) => alter(parse(...args));
  const json = Response.prototype.json;
  Response.prototype.json = async function () { return alter(await json.call(this)); };"""


def alter(page: Page, **fields: Any) -> None:
    """Let a page see these fields in every snapshot, as if the server had sent them."""
    page.add_init_script(ALTERED % json.dumps(fields))


def chromium() -> str | None:
    """The browser of this machine, if there is one."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the first is the leanest
    return next((found for name in names if (found := shutil.which(name))), None)


class Server:
    """`grognard serve` as a person starts it."""

    def __init__(self, data: Path, port: int = 0) -> None:
        self.data = data
        command = [sys.executable, "-c", SERVE, "serve", "--no-open", "--port", str(port), "--data", str(data)]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        self.url = self._address()
        self.http = httpx.Client(base_url=self.url, timeout=30)

    def _address(self) -> str:
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            found = [word for word in line.split() if word.startswith("http://")]
            if found:
                return found[0].rstrip("/")
        raise AssertionError(f"the server did not start: {said}")

    @property
    def port(self) -> int:
        return int(self.url.rsplit(":", 1)[1])

    def new(self, **wishes: Any) -> str:
        """A match; the French are ours and the Russians a bot's unless somebody says otherwise."""
        seats = {"french": "human", "russian": "marshal"}
        body = {"game": GAME, "seed": SEED, "seats": seats, "lang": "en", **wishes}
        return str(self._made(self.http.post("/api/matches", json=body)))

    def adopt(self, record: str, seats: str = "", title: str = "") -> str:
        return str(self._made(self.http.post("/api/import", content=record, params={"seats": seats, "title": title})))

    def _made(self, answer: httpx.Response) -> Any:
        assert answer.status_code == 201, answer.text
        return answer.json()["id"]

    def look(self, match: str, seat: str, lang: str = "en") -> dict[str, Any]:
        found: dict[str, Any] = self.http.get(f"/api/matches/{match}", params={"seat": seat, "lang": lang}).json()
        return found

    def length(self, match: str) -> int:
        """How many actions have been played."""
        return int(self.http.get(f"/api/matches/{match}/replay").json()["length"])

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """kill -9: no farewell."""
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=20)


@cache
def played(
    until: str = "",
    turn: int = 0,
    side: str = "french",
    seed: str = "vilna-4",
    options: tuple[tuple[str, Any], ...] = (),
) -> str:
    """A campaign between two majors as a record: to a question in a turn (or the next one), or to its end."""
    match = grognard.start(GAME, None, dict(options), seed)
    players = seat(match, ("major", "major"), seed)
    while match.outcome is None:
        who = match.to_act[0]
        asked = match.decision(who)
        if until and who == side and asked is not None and asked.name == until and match.state.turn >= turn:
            break
        match.play(who, bots.answer(players[who], match, who))
    assert not until or match.outcome is None, f"nobody was asked {until}"
    return str(match.record.dumps())


def open_lobby(page: Page, server: Server, game: str = GAME) -> None:
    """The lobby with a game chosen, whichever stands first there."""
    page.goto(server.url)
    page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
    page.locator(f".game[data-game='{game}']").get_by_role("button").click()
    expect(page.locator(f".game.chosen[data-game='{game}']")).to_be_visible()


class Table:
    """The table on a page. It chooses by clicking and typing; the server is asked only what the question is called."""

    def __init__(self, page: Page, server: Server, match: str, side: str = "french") -> None:
        self.page = page
        self.server = server
        self.match = match
        self.side = side
        self.panel = page.locator(".question")

    def open(self) -> Table:
        self.page.goto(f"{self.server.url}/match/{self.match}")
        return self.ready()

    def ready(self) -> Table:
        """Until the page asks something, or the match is over. A curtain is lifted first."""
        self.page.wait_for_selector("h1.prompt:visible, .curtain", timeout=PATIENCE)
        if self.page.locator(".curtain").count():
            self.lift()
        self.page.wait_for_selector("h1.prompt:visible", timeout=PATIENCE)
        self.page.wait_for_function("() => document.querySelector('.question')?.dataset.revision")
        return self

    def lift(self) -> None:
        """Say that the one who is awaited is here."""
        self.page.locator(".curtain button").click()
        self.page.wait_for_selector(".curtain", state="detached", timeout=PATIENCE)

    # what is asked

    @property
    def revision(self) -> int:
        return int(self.panel.get_attribute("data-revision") or -1)

    @property
    def asked(self) -> str:
        return self.panel.get_attribute("data-asked") or ""

    def look(self) -> dict[str, Any]:
        """What the page shows, as data: the snapshot of the same revision (asked again while a bot moves on)."""
        while True:
            shown = self.server.look(self.match, self.side)
            self.page.wait_for_function(
                "(now) => Number(document.querySelector('.question').dataset.revision) >= now",
                arg=shown["revision"],
                timeout=PATIENCE,
            )
            if self.revision == shown["revision"]:
                return shown

    def my_turn(self) -> dict[str, Any]:
        """Wait through the enemy's doings until we are asked."""
        while True:
            self.page.wait_for_function(
                "() => document.querySelector('.question').dataset.asked || document.querySelector('.question a')",
                timeout=PATIENCE,
            )
            shown = self.look()
            if shown["decision"] or shown["outcome"]:
                return shown

    def after(self, do: Callable[[], object]) -> None:
        """Do something and wait until the page shows what came of it."""
        before = self.revision
        do()
        self.page.wait_for_function(
            "(before) => Number(document.querySelector('.question').dataset.revision) > before",
            arg=before,
            timeout=PATIENCE,
        )

    # the mouse

    def target(self, hex: str) -> Locator:
        return self.page.locator(f".target[data-hex='{hex}']")

    def place(self, hex: str) -> tuple[float, float]:
        """Where a lit hex is in the window, brought into view as a person would."""
        self.settle()
        box = self.target(hex).bounding_box()
        board = self.page.locator(".board").bounding_box()
        assert box, f"{hex} is not lit"
        assert board
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if board["x"] < x < board["x"] + board["width"] and board["y"] < y < board["y"] + board["height"]:
            return x, y
        self.page.get_by_role("button", name="The whole map").click()
        return self.place(hex)

    def click_hex(self, hex: str) -> None:
        self.page.mouse.click(*self.place(hex))

    def unfold(self) -> None:
        """Open the lists of what is lit on the map."""
        self.page.evaluate("() => document.querySelectorAll('details.listed').forEach((one) => (one.open = true))")

    def button(self, action: str) -> Locator:
        self.unfold()
        return self.panel.locator(f"[data-action='{action}']")

    def press(self, action: str) -> None:
        """Answer with the button of an action and wait for what comes of it; one without a way back is confirmed."""
        self.after(lambda: self._push(action))

    def _push(self, action: str) -> None:
        self.button(action).first.click()
        if self.page.evaluate(PONDERED, action):
            self.panel.locator(f".actions button.primary[data-action='{action}']").click()

    def choose_on_map(self, action: str, hex: str) -> None:
        """Click a lit hex; if several things can be done there, then the one that is meant."""
        before = self.revision
        self.click_hex(hex)
        self.page.wait_for_function(ANSWERED, arg=before, timeout=PATIENCE)
        if self.revision == before and self.page.locator(".tray .tray-member").count():
            self.march_somewhere()
        elif self.revision == before:
            self.press(action)

    def reachable(self, hex: str) -> bool:
        """Whether a hex can be clicked: no card lies on it, and it is in the window."""
        return bool(self.page.evaluate(UNCOVERED, list(self.place(hex))))

    def march_somewhere(self) -> None:
        """A stack is in hand: as far east as it comes without risk; the goal is clicked twice."""
        goals = self.page.eval_on_selector_all(
            ".tags .tag", "all => all.map(tag => [tag.dataset.hex, tag.textContent])"
        )
        free = [(hex, risk) for hex, risk in goals if self.reachable(hex)]
        calm = [hex for hex, risk in free if risk == "0%"] or [hex for hex, _ in free]
        goal = min(calm, key=lambda hex: int(hex[:2]))  # columns are counted from the east
        self.click_hex(goal)
        expect(self.page.locator(".hexmap .goal").first).to_be_attached(timeout=PATIENCE)
        self.after(lambda: self.click_hex(goal))

    def take_shortcut(self, shortcut: dict[str, Any]) -> None:
        """One click for many answers; wait for the last. A proposal is confirmed, and made answer by answer."""
        if shortcut.get("verbs"):
            self.page.locator(f"[data-shortcut='{shortcut['id']}']").click()
            self.page.locator("[data-proposal]").click()
            self.page.wait_for_function("() => !document.querySelector('.queue')", timeout=4 * PATIENCE)
            return
        self.after_all(shortcut, lambda: self.page.locator(f"[data-shortcut='{shortcut['id']}']").click())

    def after_all(self, shortcut: dict[str, Any], do: Callable[[], object]) -> None:
        last = self.revision + len(shortcut["actions"])
        do()
        self.page.wait_for_function(
            """(last) => Number(document.querySelector('.question').dataset.revision) >= last
               || document.querySelector('.curtain')""",
            arg=last,
            timeout=PATIENCE,
        )

    def anywhere(self, hex: str) -> tuple[float, float]:
        """Where any hex is in the window: just below its printed number."""
        x, y = self.page.evaluate(BELOW_NUMBER, hex)
        return float(x), float(y)

    def settle(self) -> None:
        """Until the map rests: some frames at the same place."""
        self.page.wait_for_function(AT_REST)

    def march_to(self, plan: dict[str, Any]) -> None:
        """Point at the goal, see the way, click again: it is done."""
        self.click_hex(plan["place"])
        expect(self.panel.locator(".planned .way li")).to_have_count(len(plan["path"]))
        expect(self.page.locator(".hexmap .goal").first).to_be_attached()
        self.after(lambda: self.click_hex(plan["place"]))

    # the keyboard

    def walk_to(self, action: str, key: str = "ArrowDown") -> None:
        """Arrows until the choice has the focus."""
        for _ in range(200):
            if self.page.evaluate("() => document.activeElement?.dataset?.action ?? ''") == action:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrows never came to {action}")

    def type_shortcut(self, shortcut: dict[str, Any]) -> None:
        for _ in range(200):
            if self.page.evaluate("() => document.activeElement?.dataset?.shortcut ?? ''") == shortcut["id"]:
                break
            self.page.keyboard.press("ArrowDown")
        if shortcut.get("verbs"):
            self.page.keyboard.press("Enter")
            self.page.locator("[data-proposal]").focus()
            self.page.keyboard.press("Enter")
            self.page.wait_for_function("() => !document.querySelector('.queue')", timeout=4 * PATIENCE)
            return
        self.after_all(shortcut, lambda: self.page.keyboard.press("Enter"))

    def type_choice(self, action: str) -> None:
        """Arrows to the choice, Enter; of a stack that is then in hand the first way, twice."""
        self.walk_to(action)
        before = self.revision
        self.page.keyboard.press("Enter")
        self.page.wait_for_function(ANSWERED, arg=before, timeout=PATIENCE)
        if self.revision == before:
            self.page.keyboard.press("ArrowDown")
            self.page.keyboard.press("Enter")
            expect(self.panel.locator(".planned")).to_be_visible()
            self.after(lambda: self.page.keyboard.press("Enter"))


def of_verb(options: list[dict[str, Any]], verb: str) -> list[dict[str, Any]]:
    return [option for option in options if option["verb"] == verb]


class Staff:
    """What a sensible beginner would answer: feed the big stacks, march them forward, attack where it is possible."""

    def __init__(self, marches: int = 2, trains: int = 3) -> None:
        self.marches = marches
        self.trains = trains
        self.seen: set[str] = set()
        self.given: set[str] = set()

    def answer(self, shown: dict[str, Any]) -> dict[str, Any]:
        """One option, plan or shortcut of the snapshot."""
        decision = shown["decision"]
        self.seen.add(decision["name"])
        options: list[dict[str, Any]] = decision["options"]
        if decision.get("shortcuts"):
            return dict(decision["shortcuts"][0])
        if plans := decision.get("plans"):
            calm = [plan for plan in plans if not plan.get("price")] or plans
            return dict(min(calm, key=lambda plan: int(plan["place"][:2])))  # columns are counted from the east
        if wanted := self._wanted(shown, decision["name"], options):
            return wanted
        primary = [option for option in options if option.get("primary")]
        return (primary or options)[0]

    def _wanted(self, shown: dict[str, Any], name: str, options: list[dict[str, Any]]) -> dict[str, Any] | None:
        if name == "PlaceTrain" and self.trains and (trains := of_verb(options, "train")):
            self.trains -= 1
            return self._biggest(shown, trains)
        if name == "PlaceTrain":
            return next((o for o in options if o["group"] == "button"), None)
        if name == "MoveOrder" and self.marches and (stacks := of_verb(options, "march")):
            self.marches -= 1
            return self._biggest(shown, stacks)
        if name == "AttackOrder":
            return next(iter(of_verb(options, "attack")), None)
        return None

    def _biggest(self, shown: dict[str, Any], options: list[dict[str, Any]]) -> dict[str, Any]:
        units = [unit["place"] for unit in shown["view"]["units"] if unit["side"] == shown["seat"]]
        fresh = [option for option in options if option["action"] not in self.given] or options
        best = max(fresh, key=lambda option: units.count(option["place"]))
        self.given.add(best["action"])
        return best
