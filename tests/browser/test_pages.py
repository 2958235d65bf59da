"""The pages around the table: lobby, replay, report, rulebook; both languages; how much is sent and how fast."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import httpx
from playwright.sync_api import Locator, Page, Response, expect

from browser.kit import GAME, PATIENCE, Server, Table, open_lobby, played

Sit = Callable[..., Table]
DROP = """(text) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([text], 'a.grog', { type: 'text/plain' }));
  const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
  document.querySelector('.drop').dispatchEvent(drop); }"""


# the lobby


def more(row: Locator, name: str) -> None:
    """What stands under the dots of a row."""
    row.get_by_role("button", name="More about").click()
    row.page.get_by_role("menuitem", name=name).click()


def test_the_lobby_begins_with_the_game_last_chosen(page: Page, server: Server) -> None:
    games = [game["id"] for game in server.http.get("/api/catalog").json()]
    for game in (games[-1], games[0]):
        open_lobby(page, server, game)
        page.reload()
        expect(page.locator(".game.chosen")).to_have_attribute("data-game", game, timeout=PATIENCE)
        expect(page.locator(".game.chosen")).to_have_count(1)


def test_copy_and_delete(page: Page, own_server: Callable[..., Server]) -> None:
    server = own_server()
    server.adopt(played("Route", 4), "french:human,russian:hotseat", "On to Moscow")
    open_lobby(page, server)
    rows = page.locator(".matches li")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(re.compile(r"Turn \d+ of 16 · \w+ 1812"))
    expect(rows).to_contain_text("Your move")
    more(rows.first, "Copy this match")
    expect(rows).to_have_count(2)
    more(rows.first, "Rename")
    page.get_by_label("Name of the match").last.fill("Back to Smolensk")
    page.get_by_role("button", name="Keep this name").click()
    expect(page.locator(".matches strong", has_text="Back to Smolensk")).to_have_count(1)
    more(rows.first, "Delete")
    page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    expect(rows).to_have_count(2)
    more(rows.first, "Delete")
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(rows).to_have_count(1)
    rows.get_by_role("link", name="Continue").click()
    Table(page, server, "").ready()
    expect(page.locator("h1.prompt")).to_contain_text("Where next?", timeout=PATIENCE)


def test_what_holds_a_bots_secrets_says_why_it_cannot_be_had(page: Page, own_server: Callable[..., Server]) -> None:
    server = own_server()
    match = server.adopt(played("Route", 4), "french:human,russian:marshal", "On to Moscow")
    open_lobby(page, server)
    row = page.locator(".matches li")
    row.get_by_role("button", name="More about").click()
    for name in ("Download the record", "Copy this match"):
        item = page.get_by_role("menuitem", name=name)
        expect(item).to_have_attribute("aria-disabled", "true")
        expect(item).to_contain_text("when the match is over")
    page.goto(f"{server.url}/match/{match}?seat=french")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".main-menu a[download]")).to_have_count(0)
    page.locator("[data-menu=export]").click()
    expect(page.locator(".quiet")).to_contain_text("when the match is over", timeout=PATIENCE)


def test_export_and_import(page: Page, own_server: Callable[..., Server], tmp_path: Path) -> None:
    server = own_server()
    server.adopt(played(), "french:human,russian:marshal", "The whole campaign")
    open_lobby(page, server)
    finished = page.locator(".finished li")
    with page.expect_download() as download:
        more(finished, "Download the record")
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert record.suffix == ".grog"
    page.locator("#record-file").set_input_files(record)
    page.wait_for_url("**/match/*")
    expect(page.locator("h1.prompt")).to_contain_text("Winner", timeout=PATIENCE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave the table").click()
    expect(finished).to_have_count(2)


def test_a_file_that_is_no_record_is_refused_in_words(page: Page, server: Server, tmp_path: Path) -> None:
    open_lobby(page, server)
    wrong = tmp_path / "letter.grog"
    wrong.write_text("Sire, the bridge is burnt.\n")
    page.locator("#record-file").set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
    page.forgive("400", "422")  # type: ignore[attr-defined]


def test_a_record_dropped_on_the_lobby_is_opened(page: Page, server: Server) -> None:
    open_lobby(page, server)
    page.evaluate(DROP, played("Route", 4))
    page.wait_for_url("**/match/*")
    Table(page, server, "").ready()
    expect(page.locator("h1.prompt")).to_contain_text("Where next?", timeout=PATIENCE)


# afterwards


def test_a_replay_is_scrubbed_with_three_eyes(page: Page, server: Server, finished: str) -> None:
    page.goto(f"{server.url}/match/{finished}/replay?at=400")
    head = page.locator(".question .whose")
    expect(head).to_contain_text("Action 400 of", timeout=PATIENCE)
    slider = page.locator("#scrubber")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(head).to_contain_text("Action 401 of")
    page.get_by_role("button", name="One action back").click()
    expect(head).to_contain_text("Action 400 of")
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
    expect(head).not_to_contain_text("Action 400 of")
    eyes = page.get_by_label("Seen by")
    assert eyes.locator("option").all_inner_texts()[0].startswith("Everybody")
    for who in ("", "french", "russian", "all"):
        with page.expect_response("**/replay?*") as got:
            eyes.select_option(who)
        assert got.value.ok
        assert (f"seat={who}" in got.value.url) == bool(who)
    assert page.locator(".hexmap .place").count() > 20


def test_a_replay_plays_to_its_end(page: Page, server: Server, finished: str) -> None:
    length = server.length(finished)
    page.goto(f"{server.url}/match/{finished}/replay?at={length - 12}")
    page.get_by_label("Speed").select_option("20")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_attribute("aria-label", "Pause")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play", timeout=PATIENCE)
    expect(page.locator(".question .whose")).to_contain_text(f"Action {length} of {length}")


def test_the_report_explains_the_game(page: Page, server: Server, finished: str) -> None:
    page.goto(f"{server.url}/match/{finished}/report")
    expect(page.locator(".result h1")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".result table")).to_contain_text("Total")
    expect(page.locator(".chart svg polyline").first).to_be_attached()
    assert page.locator(".chart").count() >= 2
    assert page.locator(".luck tbody tr").count() >= 8
    expect(page.locator(".report")).to_contain_text("Dice verified")
    page.locator(".chart summary").first.click()
    expect(page.locator(".chart details[open] tbody tr").first).to_be_visible()
    assert page.locator(".intents details").count() >= 8, "what the bot of the Russians was up to, by turn"
    page.locator(".intents summary").first.click()
    expect(page.locator(".intents details[open]")).to_contain_text("Russians")
    expect(page.locator(".intents details[open] a")).to_have_attribute("href", re.compile(r"/replay\?at=\d+"))
    page.locator(".points a").first.click()
    page.wait_for_url("**/replay?at=*")
    expect(page.locator(".question .whose")).to_contain_text("Action")


# words


def test_italian(page: Page, sit: Sit) -> None:
    sit(page, record=played("Route", 4))
    page.get_by_role("button", name="Settings").click()
    page.locator(".main-menu").get_by_role("button", name="Italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("h1.prompt")).to_contain_text("colonna", timeout=PATIENCE)
    expect(page.locator("#log")).to_contain_text(re.compile(r"Turno \d"))
    expect(page.locator("#log .line").last).not_to_contain_text("rallies")
    page.locator("#menu").click()
    page.locator("[data-menu=leave]").click()
    expect(page.locator(".lobby")).to_contain_text("Partite")


def test_the_rulebook_is_searched(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/rules/{GAME}")
    articles = page.locator("article.rule")
    expect(articles.first).to_be_visible(timeout=PATIENCE)
    everything = articles.count()
    page.get_by_role("searchbox").fill("forced march")
    expect(articles.filter(has_text="Forced").first).to_be_visible()
    assert 0 < articles.count() < everything
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator(".book")).to_contain_text("No paragraph has these words.")
    page.get_by_role("searchbox").fill("")
    page.locator(".rule a[data-rule='3.6']").first.click()
    expect(page.locator("[id='rule-3.6']")).to_be_focused()


def test_the_rule_of_the_prompt_opens_beside_the_map(page: Page, sit: Sit) -> None:
    sit(page, record=played("Route", 4))
    page.locator("h1.prompt .rule-chip").click()
    drawer = page.get_by_role("dialog")
    expect(drawer.locator("[id='rule-8.4']")).to_be_in_viewport()
    drawer.get_by_role("searchbox").fill("winter")
    expect(drawer.locator("article").first).to_be_visible()
    drawer.get_by_role("button", name="Close the rulebook").click()
    expect(drawer).to_have_count(0)


def test_tables_filters_and_overlays(page: Page, sit: Sit) -> None:
    sit(page, record=played("Route", 4))
    page.get_by_role("tab", name="Tables").click()
    expect(page.locator(".game-table").first).to_be_visible()
    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Side", exact=True).select_option("russian")
    expect(page.locator("#log .line[data-side=french]")).to_have_count(0)
    for key, name in (("s", "supply"), ("c", "control")):
        page.keyboard.press("Escape")
        page.locator("h1.prompt").focus()
        page.keyboard.press(key)
        expect(page.locator(f"#overlay-{name}")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".hexmap .overlays *").first).to_be_attached()
    page.keyboard.press("h")
    expect(page.locator(".hexmap.bare")).to_be_attached()
    page.emulate_media(media="print")  # the map on a page, the log on the next
    for part in (".map-controls", ".question", ".stray", ".since"):
        expect(page.locator(f"{part}:visible")).to_have_count(0)
    expect(page.locator("#log .line").first).to_be_visible()
    assert page.evaluate("() => document.querySelector('.board').getBoundingClientRect().bottom <= innerHeight")


# what it costs


def test_the_first_page_is_light(page: Page, server: Server) -> None:
    """All that the lobby fetches: under a megabyte; the time is printed, not judged."""
    sizes: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        sizes[answer.url] = len(answer.body())

    page.on("response", weigh)
    open_lobby(page, server)
    page.wait_for_load_state("networkidle")
    interactive = page.evaluate("() => performance.getEntriesByName('grognard-ready')[0].startTime")
    total = sum(sizes.values())
    print(f"\nlobby: {total / 1000:.0f} kB in {len(sizes)} files, interactive after {interactive:.0f} ms")
    assert total < 1_000_000


def test_a_view_is_small(server: Server) -> None:
    match = server.adopt(played("Route", 4), "french:human,russian:marshal")
    answer = httpx.get(f"{server.url}/api/matches/{match}", params={"seat": "french"})
    print(f"\na view: {len(answer.content) / 1000:.0f} kB")
    assert len(answer.content) < 60_000
