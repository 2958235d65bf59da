"""Stacks face down, as the browser shows them."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from browser.kit import Table, played

Sit = Callable[..., Table]


def test_a_stack_face_down_is_a_back_with_a_count_and_says_so(page: Page, sit: Sit) -> None:
    table = sit(page, record=played("MoveOrder", 1, options=(("optional_15_1", True),)))
    near = table.look()["view"]["backs"]
    back = next(back for back in near if page.locator(f".place[data-stack='{back['place']}']").is_visible())
    stack = page.locator(f".place.side-russian[data-stack='{back['place']}']")
    expect(stack).to_have_attribute("aria-label", re.compile(rf"stack of {back['count']}, unexamined"))
    assert stack.locator(".counter.back").count() == 1
    assert page.locator(".place.side-russian .counter:not(.back, .edge, .commander)").count() == 0
    stack.locator(".counter.back").click(force=True)
    expect(page.locator(".tray li")).to_have_text(re.compile(rf"stack of {back['count']}, unexamined"))
