"""The pictures of the README and of the lobby's card: ``python tests/browser/make_pictures.py``."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path[:0] = [str(TESTS), str(ROOT / "src")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.kit import ARGS, GAME, PATIENCE, SEED, Server, Table, chromium, played  # noqa: E402

PICTURES = ROOT / "docs" / "img"
CARD = ROOT / "src" / "grognard" / "games" / GAME / "web" / "card.jpg"
WIDE, PHONE, FRAME = (1440, 900), (390, 844), (960, 540)
SEATS = "french:human,russian:marshal"
BARE = """.topbar, .side, .map-controls, .minimap, .tray, .forecast, .hexmap .marks { display: none !important; }
.table { grid-template-columns: 1fr !important; }"""
SHRINK = """async ([data, width, height]) => {
  const size = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' };
  const image = await createImageBitmap(await (await fetch(data)).blob(), size);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height }).getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/jpeg', 0.8); }"""


class Photographer:
    """Opens pages of one server and keeps what it sees."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def page(self, path: str, size: tuple[int, int] = WIDE, theme: str = "light") -> Page:
        wishes: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        wishes |= {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": theme}
        page = self.browser.new_context(locale="en-GB", reduced_motion="reduce", **wishes).new_page()
        page.goto(self.server.url + path)
        page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        return page

    def keep(self, page: Page, name: str) -> None:
        page.screenshot(path=PICTURES / f"{name}.png")
        page.context.close()

    def march(self, match: str, name: str, size: tuple[int, int] = WIDE, theme: str = "light") -> None:
        """A march under consideration: its way and its price."""
        page = self.page(f"/match/{match}", size, theme)
        table = Table(page, self.server, match).ready()
        plans = table.look()["decision"]["plans"]
        goal = max(plans, key=lambda plan: (not plan.get("price"), len(plan["path"]), -int(plan["hex"][:2])))
        table.click_hex(goal["hex"])
        page.wait_for_selector(".planned")
        page.mouse.move(5, 5)
        self.keep(page, name)

    def card(self, match: str) -> None:
        """The bare map from Wilno to Smolensk."""
        page = self.page(f"/match/{match}/replay?at=420", FRAME)
        page.add_style_tag(content=BARE)
        table = Table(page, self.server, match)
        table.settle()
        for _ in range(3):
            x, y = table.anywhere("1409")
            page.mouse.move(x, y)
            page.mouse.wheel(0, -160)
            table.settle()
        x, y = table.anywhere("1409")
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(FRAME[0] / 2, FRAME[1] / 2, steps=8)
        page.mouse.up()
        table.settle()
        shot = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
        page.goto("about:blank")  # our own pages may not read data addresses
        small = page.evaluate(SHRINK, [shot, 480, 270])
        CARD.write_bytes(base64.b64decode(small.split(",", 1)[1]))
        page.context.close()


def take(browser: Browser, server: Server) -> None:
    finished = server.adopt(played(), SEATS, "1812, marshal against marshal")
    camera = Photographer(browser, server)
    camera.card(finished)
    server.new(seed=SEED, title="The Niemen")
    running = server.adopt(played("Route", 4), SEATS, "On to Moscow")
    camera.keep(camera.page("/"), "lobby")
    camera.march(running, "table")
    camera.march(running, "table-dark", theme="dark")
    camera.march(running, "table-390", PHONE)
    camera.keep(camera.page(f"/match/{finished}/replay?at=500"), "replay")
    camera.keep(camera.page(f"/match/{finished}/report"), "report")
    camera.keep(camera.page(f"/rules/{GAME}"), "rules")


def main() -> None:
    program = chromium()
    if program is None:
        sys.exit("There is no Chromium on this machine: no pictures.")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        server = Server(Path(folder))
        browser = play.chromium.launch(executable_path=program, args=ARGS)
        try:
            take(browser, server)
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
