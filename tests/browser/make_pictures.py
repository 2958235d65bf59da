"""The pictures of the README and of the lobby's card: ``python tests/browser/make_pictures.py``.

Pictures are kept with a palette of 256 colours: a third of the size, and no eye sees it.
"""

from __future__ import annotations

import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
ROOT = TESTS.parent
sys.path[:0] = [str(TESTS), str(ROOT / "src")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

import grognard  # noqa: E402
from browser.conftest import UNBRIEFED  # noqa: E402
from browser.kit import ARGS, GAME, PATIENCE, SEED, Server, Table, chromium, played  # noqa: E402
from grognard import bots  # noqa: E402
from grognard.lab.simulate import seat  # noqa: E402

PICTURES = ROOT / "docs" / "img"
CARD = ROOT / "src" / "grognard" / "games" / GAME / "web" / "card.jpg"
WIDE, PHONE, FRAME = (1440, 900), (390, 844), (960, 540)
RESTS = 700  # milliseconds after which a map has been drawn sharp
SEATS = "french:human,russian:marshal"
BARE = """.topbar, .side, .map-controls, .minimap, .legend, .tray, .forecast, .marks { display: none !important; }
.table { grid-template-columns: 1fr !important; }"""
SHRINK = """async ([data, width, height]) => {
  const size = { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' };
  const image = await createImageBitmap(await (await fetch(data)).blob(), size);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height }).getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/jpeg', 0.8); }"""
# median cut: boxes of colours are halved until there are 256; each pixel then is the number of its box
PALETTE = """async (data) => {
  const image = await createImageBitmap(await (await fetch(data)).blob());
  const { width, height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
  canvas.drawImage(image, 0, 0);
  const pixels = canvas.getImageData(0, 0, width, height).data;
  const key = (i) => (pixels[i] >> 2) << 12 | (pixels[i + 1] >> 2) << 6 | pixels[i + 2] >> 2;
  const count = new Map();
  for (let i = 0; i < pixels.length; i += 4) count.set(key(i), (count.get(key(i)) ?? 0) + 1);
  const part = (colour, axis) => colour >> (12 - 6 * axis) & 63;
  const measure = (colours) => {
    const spans = [0, 1, 2].map((axis) => {
      const all = colours.map((colour) => part(colour, axis));
      return Math.max(...all) - Math.min(...all); });
    const axis = spans.indexOf(Math.max(...spans));
    const weight = colours.reduce((sum, colour) => sum + count.get(colour), 0);
    return { colours, axis, need: spans[axis] * Math.sqrt(weight) }; };
  const boxes = [measure([...count.keys()])];
  while (boxes.length < 256) {
    const { colours, axis, need } = boxes.sort((a, b) => a.need - b.need).pop();
    if (!need) { boxes.push({ colours, axis, need }); break; }
    colours.sort((a, b) => part(a, axis) - part(b, axis));
    const half = colours.reduce((sum, colour) => sum + count.get(colour), 0) / 2;
    let cut = 1;
    let sum = count.get(colours[0]);
    while (cut < colours.length - 1 && sum < half) { sum += count.get(colours[cut]); cut += 1; }
    boxes.push(measure(colours.slice(0, cut)), measure(colours.slice(cut)));
  }
  const number = new Map(boxes.flatMap(({ colours }, n) => colours.map((colour) => [colour, n])));
  const sums = boxes.map(() => [0, 0, 0, 0]);
  const found = new Uint8Array(width * height);
  for (let i = 0; i < pixels.length; i += 4) {
    const n = found[i / 4] = number.get(key(i));
    for (const axis of [0, 1, 2]) sums[n][axis] += pixels[i + axis];
    sums[n][3] += 1;
  }
  let text = '';
  for (let i = 0; i < found.length; i += 8192) text += String.fromCharCode(...found.subarray(i, i + 8192));
  return [width, height, sums.map(([r, g, b, n]) => [r / n, g / n, b / n].map(Math.round)), btoa(text)]; }"""


class Photographer:
    """Opens pages of one server and keeps what it sees."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server

    def page(self, path: str, size: tuple[int, int] = WIDE, theme: str = "light") -> Page:
        wishes: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        wishes |= {"viewport": {"width": size[0], "height": size[1]}, "color_scheme": theme}
        context = self.browser.new_context(locale="en-GB", reduced_motion="reduce", **wishes)
        context.add_init_script(UNBRIEFED)
        page = context.new_page()
        page.goto(self.server.url + path)
        page.wait_for_selector("html[data-ready=yes]", timeout=PATIENCE)
        page.wait_for_load_state("networkidle")
        return page

    def keep(self, page: Page, name: str) -> None:
        shot = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
        page.goto("about:blank")  # our own pages may not read data addresses
        (PICTURES / f"{name}.png").write_bytes(painted(*page.evaluate(PALETTE, shot)))
        page.context.close()

    def clash(self, match: str, name: str, side: str, closer: int = 0) -> None:
        """A table with the odds of a gamble."""
        page = self.page(f"/match/{match}")
        Table(page, self.server, match, side).ready()
        page.wait_for_timeout(RESTS)
        for _ in range(closer):
            page.locator(".target").first.hover(force=True)
            page.mouse.wheel(0, -240)
            page.wait_for_timeout(RESTS)
        page.locator(".question .choice").last.hover()
        page.wait_for_selector(".forecast:visible")
        self.keep(page, name)

    def march(self, match: str, name: str, size: tuple[int, int] = WIDE, theme: str = "light") -> None:
        """A march under consideration: its way and its price."""
        page = self.page(f"/match/{match}", size, theme)
        table = Table(page, self.server, match).ready()
        plans = table.look()["decision"]["plans"]
        goal = max(plans, key=lambda plan: (not plan.get("price"), len(plan["path"]), -int(plan["place"][:2])))
        table.click_hex(goal["place"])
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


def painted(width: int, height: int, palette: list[list[int]], pixels: str) -> bytes:
    """A PNG with a palette."""
    rows = base64.b64decode(pixels)
    raw = b"".join(b"\0" + rows[y * width : (y + 1) * width] for y in range(height))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
        (b"PLTE", bytes(value for colour in palette for value in colour)),
        (b"IDAT", zlib.compress(raw, 9)),
        (b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in parts
    )


def fought(game: str, scenario: str, bot: str, until: str, turn: int, side: str) -> str:
    """A battle between two bots as a record: to a question put to a side in a turn, or a later one."""
    match = grognard.start(game, scenario, {}, SEED)
    players = seat(match, (bot, bot), SEED)
    while match.outcome is None:
        who = match.to_act[0]
        asked = match.decision(who)
        if who == side and asked is not None and asked.name == until and match.view(who)["turn"] >= turn:
            break
        match.play(who, bots.answer(players[who], match, who))
    assert match.outcome is None, f"nobody was asked {until}"
    return str(match.record.dumps())


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
    battles(camera, server)


def battles(camera: Photographer, server: Server) -> None:
    """One table of each of the other games."""
    vanguard = fought("vanguard", "montebello", "colonel", "Declare", 5, "french")
    camera.clash(server.adopt(vanguard, "french:human,coalition:colonel"), "vanguard", "french")
    merde = fought("merde", "maida_1806", "general", "FireStep", 2, "army_a")
    camera.clash(server.adopt(merde, "army_a:human,army_b:general"), "merde", "army_a")
    tabletop = fought("tabletop", "barrosa_1811", "captain", "DeclareFire", 2, "french")
    camera.clash(server.adopt(tabletop, "french:human,coalition:captain"), "tabletop", "french", closer=2)


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
