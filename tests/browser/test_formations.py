"""Stacks and formations at the table of ``vanguard``: in hand by one click, sent by two, taken back by one."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

import clicks_others
from browser import vanguard_kit
from browser.kit import PATIENCE, Server, Table


def test_eleven_counters_move_in_at_most_twenty_clicks(page: Page, server: Server) -> None:
    found = clicks_others.vanguard_counters(page, server)
    assert found["counters"] >= 11
    assert found["clicks"] <= clicks_others.BARS["vanguard_counters"]


def brigade(page: Page, server: Server) -> tuple[Table, list[str], dict[str, str]]:
    """A table where a formation is to move: its units, and where everybody stands."""
    match = server.adopt(clicks_others.eleven(), "french:human,coalition:random")
    table = Table(page, server, match).open()
    shown = table.my_turn()
    units = shown["decision"]["companies"][0]["units"]
    where = {piece["id"]: piece["place"] for piece in shown["view"]["units"]}
    return table, units, where


def test_a_formation_is_taken_sent_and_taken_back(page: Page, server: Server) -> None:
    table, units, where = brigade(page, server)
    # a double click on a counter takes its formation, every one of it ringed
    single = next(unit for unit in units if where.get(unit))
    page.mouse.dblclick(*table.place(where[single]))
    expect(page.locator(".member.on")).to_have_count(len(units), timeout=PATIENCE)
    stood = {where[unit] for unit in units if where.get(unit)}
    expect(page.locator(".hexmap .together rect.taken:not(.under)")).to_have_count(len(stood))
    # a goal: ghosts and arrows; who does not come to his place says why
    goals = clicks_others.goals(page)
    table.click_hex(max(goals, key=lambda hex: goals[hex]))
    expect(page.locator(".hexmap .together .way:not(.under)").first).to_be_attached(timeout=PATIENCE)
    expect(page.locator(".hexmap .together .ghost").first).to_be_attached()
    # Enter, and all of it is one undo
    table.after(lambda: page.keyboard.press("Enter"))
    moved = {piece["id"]: piece["place"] for piece in table.look()["view"]["units"]}
    assert sum(moved.get(unit) != where.get(unit) for unit in units) >= len(units) // 2
    played = table.revision  # read before the click: an undo may be shown before anybody looks again
    page.locator("#undo").click()
    page.wait_for_function("(n) => Number(document.querySelector('.question').dataset.revision) !== n", arg=played)
    again = {piece["id"]: piece["place"] for piece in table.look()["view"]["units"]}
    away = [unit for unit in units if again.get(unit) != where.get(unit)]
    assert len(away) <= 1  # who has learnt something at Rotonda: that step stands


def test_a_double_click_counts_though_the_answer_to_its_first_half_comes_in_between(page: Page, server: Server) -> None:
    table, units, where = brigade(page, server)
    page.mouse.click(*table.place(where[next(unit for unit in units if where.get(unit))]))
    page.mouse.down(click_count=2)
    some = page.locator(".member.on")
    expect(some.first).to_be_visible(timeout=PATIENCE)  # what was pressed has been drawn anew
    assert some.count() < len(units)
    page.mouse.up(click_count=2)
    expect(some).to_have_count(len(units), timeout=PATIENCE)


def test_one_of_a_stack_is_ticked_off_and_escape_lets_go(page: Page, server: Server) -> None:
    match = server.adopt(clicks_others.eleven(), "french:human,coalition:random")
    table = Table(page, server, match).open()
    shown = table.my_turn()
    units = shown["decision"]["companies"][0]["units"]
    page.locator(".company").click()
    expect(page.locator(".member.on")).to_have_count(len(units), timeout=PATIENCE)
    page.locator(f".member[data-unit='{units[0]}']").click()
    expect(page.locator(".member.on")).to_have_count(len(units) - 1)
    page.keyboard.press("Escape")
    expect(page.locator(".member")).to_have_count(0)
    assert table.asked == "MoveUnits"


def test_the_band_of_the_formation_is_seen_at_every_zoom(page: Page, server: Server) -> None:
    match = server.adopt(clicks_others.eleven(), "french:human,coalition:random")
    table = Table(page, server, match).open()
    table.my_turn()
    table.settle()
    seen = """() => [...document.querySelectorAll('.hexmap .counters .band-body')]
      .filter((one) => one.getBoundingClientRect().width > 2).length"""
    for _ in range(3):
        assert page.evaluate(seen) > 3, page.locator(".hexmap").first.get_attribute("data-lod")
        page.keyboard.press("-")
        page.keyboard.press("-")
        table.settle()


def test_a_stack_is_dragged_and_the_way_is_seen_before_it_is_let_go(page: Page, server: Server) -> None:
    match = server.adopt(clicks_others.eleven(), "french:human,coalition:random")
    table = Table(page, server, match).open()
    shown = table.my_turn()
    page.route("**/together?*", foresee)
    lead = next(piece for piece in shown["view"]["units"] if piece["id"] == "le1I")
    start = table.place(lead["place"])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 12, start[1])
    expect(page.locator(".member.on")).not_to_have_count(0, timeout=PATIENCE)
    goal = next(iter(clicks_others.goals(page)))
    x, y = table.place(goal)
    page.mouse.move(x, y)
    expect(page.locator(".hexmap .together .way:not(.under)").first).to_be_attached(timeout=PATIENCE)
    expect(page.locator(".hexmap .ahead .radius .zone-edge")).to_be_attached()  # [4.4] where the General will stand
    revision = table.revision
    page.mouse.up()
    primary = page.locator(".actions button.primary[data-action^='together']")
    expect(primary).to_be_visible(timeout=PATIENCE)
    # [12.1] then assault: a tag at the target, a button, and the odds on the card
    expect(page.locator(".hexmap .together .odds")).to_have_text("3-1 +1")
    page.locator("[data-prospect='1907']").hover()
    expect(page.locator(".forecast")).to_contain_text("Assault on 1907")
    assert table.revision == revision  # nothing is done before it is said so
    # let go over a dark hex: it says why
    page.keyboard.press("Escape")
    page.mouse.move(*table.place(lead["place"]))
    page.mouse.down()
    page.mouse.move(*table.anywhere("1409"), steps=3)
    page.mouse.up()
    expect(page.locator(".bubble")).to_contain_text("9.1", timeout=PATIENCE)


def foresee(route: Route) -> None:
    """What is asked, with a fight that could follow."""
    answer = route.fetch()
    found = answer.json()
    if found.get("plan"):
        odds = {"rows": [], "bars": [{"key": "won", "label": "DR", "chance": 1.0}], "title": "Assault on 1907"}
        fight = {"place": "1907", "label": "1907", "tag": "3-1 +1", "starts": ["1906"], "forecast": odds}
        found["plan"]["prospects"] = [fight]
    route.fulfill(response=answer, json=found)


def test_to_name_a_formation_of_the_enemys_is_confirmed(page: Page, server: Server) -> None:
    table = vanguard_kit.sit(page, server, vanguard_kit.battle("Name", 2, "campotenese"))
    options = table.look()["decision"]["options"]
    theirs = next(option for option in options if option.get("twice"))
    assert not all(option.get("twice") for option in options)
    revision = table.revision
    table.button(theirs["action"]).first.click()
    confirm = page.locator(f".actions button.primary[data-action='{theirs['action']}']")
    expect(confirm).to_be_visible()
    assert table.revision == revision
    table.after(lambda: confirm.click())
