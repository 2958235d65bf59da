"""Lessons in the browser: somebody who only presses the advised button comes to the end, and sees it all the way."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from browser.kit import PATIENCE, Server, open_lobby
from grognard import games

MOST = 60
READY = """() => { const panel = document.querySelector('.question');
  return panel && panel.getAttribute('aria-busy') !== 'true' && document.querySelector('#advised, .lesson-now'); }"""
ON_TOP = """(button) => { const box = button.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === button; }"""
GONE = "(revision) => document.querySelector('.question')?.dataset.revision !== revision"


def study(page: Page) -> tuple[list[int], int]:
    """Press the advised button until the closing page; the steps as they were counted, and how many there are."""
    counted: list[int] = []
    steps = 0
    for _ in range(MOST):
        page.wait_for_function(READY, timeout=PATIENCE)
        if page.locator(".lesson-now").count():
            return counted, steps
        where = page.locator(".lesson-where span").first.inner_text()
        step, steps = (int(number) for number in re.findall(r"\d+", where))
        counted.append(step)
        press(page, page.locator("#advised"))
    raise AssertionError("the lesson does not end")


def press(page: Page, advised: Locator) -> None:
    """The advised button is in sight, and nothing lies over it."""
    expect(advised).to_be_in_viewport(ratio=0.9)
    assert advised.evaluate(ON_TOP), advised.inner_text()
    opening = page.locator(".lesson-page").count()
    revision = page.locator(".question").get_attribute("data-revision")
    advised.click()
    if not opening:
        page.wait_for_function(GONE, arg=revision, timeout=PATIENCE)


def test_a_phone_is_enough_for_the_first_campaign(phone: Page, server: Server) -> None:
    match = server.new(lesson="first")
    phone.goto(f"{server.url}/match/{match}")
    phone.wait_for_selector("#advised", timeout=PATIENCE)
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390
    expect(phone.locator(".lesson-page")).to_contain_text("You are Napoleon")
    press(phone, phone.locator("#advised"))
    phone.wait_for_selector(".lesson-aim")
    tall = phone.locator(".lesson").bounding_box()
    assert tall is not None
    assert tall["height"] <= 72, "segments and aim take two lines, or three where the aim is long"
    phone.reload()  # go away and come back: nothing was answered, so the aim is told again
    phone.wait_for_selector(".lesson-page", timeout=PATIENCE)
    counted, steps = study(phone)
    assert counted == sorted(counted)
    assert set(counted) == set(range(1, steps + 1))
    expect(phone.locator(".lesson-page")).to_contain_text("Vitebsk and Smolensk are yours")
    expect(phone.locator(".lesson-next")).to_have_count(2)
    phone.locator("#play-on").click()
    expect(phone.locator(".lesson")).to_have_count(0)
    expect(phone.locator("h1.prompt")).to_be_visible()


def test_a_lesson_starts_in_the_lobby_follows_and_goes_on(page: Page, server: Server) -> None:
    open_lobby(page, server, "merde")
    page.locator("#nav-learn").click()  # all lessons of all games, under their names
    wanted = [f"/?learn={game}&lesson={id}" for game in games.known() for id in games.load(game).lessons]
    expect(page.locator(".popup [role=menuitem]")).to_have_count(len(wanted))
    offered = page.locator(".popup [role=menuitem]").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert offered == wanted
    page.locator(".popup [href='/?learn=merde&lesson=squares']").click()
    page.wait_for_url("**/match/*")
    assert server.look(page.url.rsplit("/", 1)[1], "army_a")["options"]["lesson"] == "squares"
    open_lobby(page, server, "merde")
    page.locator("#lesson").click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector("#advised", timeout=PATIENCE)
    page.keyboard.press("Enter")  # what is advised has the Enter key
    expect(page.locator(".lesson-aim summary")).to_contain_text("Write nothing")
    expect(page.locator(".advised:visible")).to_have_count(1)
    expect(page.locator(".far-veil")).to_be_attached()
    # another legal answer: the lesson says so, and offers to take it back
    other = page.locator(".question [data-action='change GA1']").first
    page.locator(".question summary").evaluate_all("all => all.forEach((one) => one.parentElement.open = true)")
    other.click()
    expect(page.locator(".lesson-strayed")).to_be_visible(timeout=PATIENCE)
    page.locator(".lesson-strayed button").click()
    expect(page.locator(".lesson-strayed")).to_have_count(0, timeout=PATIENCE)
    counted, steps = study(page)
    assert counted == sorted(counted)
    assert counted[-1] == steps
    # what now: the next lesson begins
    page.locator(".lesson-next[data-lesson='squares']").click()
    expect(page.locator("h1.prompt")).to_contain_text("Charges and squares", timeout=PATIENCE)
    expect(page.locator("#advised")).to_be_visible()
