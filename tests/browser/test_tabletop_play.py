"""The open table: a unit moved by hand, by keys and by numbers; fire, charges, the tape, both languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import grognard
from browser.kit import PATIENCE, Server
from browser.plane import OpenTable, answer, marched, sit_down
from browser.test_for_everyone import findings


def asked_to_move(page: Page, server: Server) -> OpenTable:
    return sit_down(page, server, marched("MoveUnit"))


def mover(table: OpenTable) -> str:
    """The unit that is being moved."""
    return str(table.look()["decision"]["regions"][0]["place"])


def rest(table: OpenTable) -> None:
    """Until the server has answered what the hand asked."""
    table.page.wait_for_selector("#make-move, .refusal", timeout=PATIENCE)
    table.page.wait_for_load_state("networkidle")


def charging() -> str:
    """A battle in which the first side may charge, and need not."""
    match = grognard.loads(marched("DeclareFire"))
    while match.outcome is None:
        who = match.to_act[0]
        asked = match.decision(who)
        assert asked is not None
        verbs = {option.verb for option in asked.options}
        if asked.name == "MoveUnit" and who == "french" and {"charge", "goto"} <= verbs:
            return str(match.record.dumps())
        match.play(who, answer(match, who))
    raise AssertionError("nobody could charge")


def test_a_unit_is_dragged_shown_and_moved_by_the_one_button(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    name = mover(table)
    start = table.unit(name)
    expect(page.locator(".planemap .area.reach .fill")).to_be_attached()
    table.drag(name, 20, 110)
    rest(table)
    expect(page.locator(".table-ghost .ghost-body")).to_be_attached()
    expect(page.locator(".legs li").first).to_be_visible()
    expect(page.locator(".rehearsal .left")).to_contain_text("cm left")
    assert page.locator(".question button.primary:visible").count() == 1
    table.after(lambda: page.locator("#make-move").click())
    end = table.unit(name)
    assert abs(end["y"] - start["y"] - 110) < 14
    assert end["facing"] == start["facing"]
    expect(page.locator(".table-ghost .ghost-body")).to_have_count(0)


def test_a_drag_too_far_is_refused_with_what_is_missing(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    name = mover(table)
    before = table.unit(name)
    table.drag(name, 0, 600)
    rest(table)
    refusal = page.locator(".refusal")
    expect(refusal).to_contain_text(re.compile("lacks?"))
    expect(refusal).to_contain_text("cm")
    expect(refusal.locator("[data-rule='5.8']")).to_be_visible()
    expect(page.locator("#make-move")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(refusal).to_have_count(0)
    assert table.unit(name) == before


def test_the_handle_and_shift_wheel_turn_the_ghost(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    name = mover(table)
    table.drag(name, 0, 100)
    rest(table)
    page.keyboard.down("Shift")
    page.mouse.wheel(0, 100)
    page.keyboard.up("Shift")
    expect(page.locator("#make-move[data-action$=' 50']")).to_be_visible(timeout=PATIENCE)
    handle = page.locator(".turn-handle").bounding_box()
    assert handle
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 2, steps=4)
    page.mouse.up()
    expect(page.locator("#make-move, .refusal").first).to_be_visible()
    turned = page.evaluate("() => document.querySelector('.ghost-body').style.transform")
    assert "rotate(0deg)" not in turned
    assert "rotate(5deg)" not in turned


def test_a_dragged_unit_snaps_into_line_and_alt_lets_it_be(page: Page, server: Server) -> None:
    table = sit_down(page, server, marched("Troops"))
    while not table.button("move A-6").count():
        table.press("done")
    table.press("move A-6")
    front, start = table.unit("A-4")["y"], table.unit("A-6")["y"]
    page.keyboard.down("Alt")
    table.drag("A-6", 0, front - start - 6)
    page.keyboard.up("Alt")
    rest(table)
    expect(page.locator(".table-ghost .guide")).to_have_count(0)
    page.keyboard.press("Escape")
    table.drag("A-6", 0, front - start - 6)
    rest(table)
    expect(page.locator(".table-ghost .guide").first).to_be_attached()
    table.after(lambda: page.locator("#make-move").click())
    assert abs(table.unit("A-6")["y"] - front) <= 1


def test_a_dragged_unit_stops_one_centimetre_before_an_enemy(page: Page, server: Server) -> None:
    table = sit_down(page, server, charging())
    name = mover(table)
    enemy = next(o["place"] for o in table.look()["decision"]["options"] if o["action"].startswith("charge"))
    mine, theirs = table.unit(name), table.unit(enemy)
    assert (mine["facing"], theirs["facing"]) == (0, 1800)
    table.drag(name, 0, theirs["y"] - mine["y"] - 15)
    rest(table)
    expect(page.locator(f"#make-move[data-action$=' {theirs['y'] - 10} 0']")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".table-ghost .guide").first).to_be_attached()
    page.keyboard.press("Escape")
    page.keyboard.down("Alt")
    table.drag(name, 0, theirs["y"] - mine["y"] - 15)
    page.keyboard.up("Alt")
    rest(table)
    expect(page.locator(f"#make-move[data-action$=' {theirs['y'] - 10} 0']")).to_have_count(0)


def test_a_unit_is_moved_by_keys_alone(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    name = mover(table)
    start = table.unit(name)
    page.keyboard.press("g")
    for key in ["ArrowUp"] * 4 + ["Shift+ArrowUp"]:
        page.keyboard.press(key)
    rest(table)
    table.after(lambda: page.keyboard.press("Enter"))
    end = table.unit(name)
    assert (end["x"], end["y"], end["facing"]) == (start["x"], start["y"] + 90, start["facing"])


def test_q_and_e_turn_and_escape_lets_go(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    page.keyboard.press("g")
    page.keyboard.press("e")
    rest(table)
    expect(page.locator(".ghost-body")).to_have_attribute("style", re.compile(r"rotate\(15deg\)"))
    page.keyboard.press("q")
    page.keyboard.press("q")
    expect(page.locator(".ghost-body")).to_have_attribute("style", re.compile(r"rotate\(345deg\)"))
    page.keyboard.press("Escape")
    expect(page.locator(".ghost-body")).to_have_count(0)


def test_a_step_is_made_by_a_number(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    name = mover(table)
    start = table.unit(name)
    page.locator(".by-numbers summary").click()
    field = page.get_by_label("Advance, cm", exact=True)
    field.fill("4.5")
    expect(page.locator(".rehearsal .left")).to_be_visible(timeout=PATIENCE)
    table.after(lambda: page.get_by_role("button", name="Advance: Go").click())
    assert table.unit(name)["y"] == start["y"] + 45


def test_numbers_ahead_right_and_turned_make_a_free_move(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    name = mover(table)
    start = table.unit(name)
    page.locator(".by-numbers summary").click()
    page.get_by_label("Ahead, cm", exact=True).fill("8")
    rest(table)
    page.get_by_role("button", name="More: Turn right, °").click()
    expect(page.locator("#make-move[data-action$=' 150']")).to_be_visible(timeout=PATIENCE)
    table.after(lambda: page.locator("#make-move").click())
    end = table.unit(name)
    assert abs(end["y"] - start["y"] - 80) <= 2
    assert end["facing"] == 150


def test_fire_shows_its_percentage_every_modifier_and_the_losses(page: Page, server: Server) -> None:
    table = sit_down(page, server, marched("DeclareFire"))
    option = next(o for o in table.look()["decision"]["options"] if o["verb"] == "fire")
    expect(page.locator(".planemap .area.near")).to_be_attached()
    page.mouse.move(*table.middle(option["place"]))
    card = page.locator(".forecast")
    expect(card).to_contain_text("Base value", timeout=PATIENCE)
    expect(card).to_contain_text("Bases that count")
    expect(card).to_contain_text(option["tag"])
    expect(card).to_contain_text("1 morale lost")
    table.choose_on_map(option["action"], option["place"])
    told = server.http.get(f"/api/matches/{table.match}/log", params={"seat": "french"}).json()
    assert any(line["kind"] == "aims" and option["place"] in line["places"] for line in told)


def test_a_unit_dropped_on_an_enemy_charges_it(page: Page, server: Server) -> None:
    table = sit_down(page, server, charging())
    option = next(o for o in table.look()["decision"]["options"] if o["verb"] == "charge")
    expect(page.locator(".planemap .area.corridor").first).to_be_attached()
    start, goal = table.middle(option["from"]), table.middle(option["place"])
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*goal, steps=6)
    expect(page.locator(".forecast")).to_contain_text("first round", timeout=PATIENCE)
    page.mouse.up()
    confirm = page.locator("#make-move")
    expect(confirm).to_have_text(option["label"], timeout=PATIENCE)
    table.after(lambda: confirm.click())
    told = server.http.get(f"/api/matches/{table.match}/log", params={"seat": "french"}).json()
    assert any(line["kind"] == "charge" for line in told)


def test_a_click_on_an_enemy_out_of_reach_says_what_is_missing(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    foe = next(u for u in table.look()["view"]["units"] if u["side"] == "coalition" and u["arm"] == "inf")
    page.mouse.click(*table.middle(foe["id"]))
    expect(page.locator(".bubble [data-rule]").first).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".tray")).to_be_visible()


def test_a_general_is_given_his_order_where_he_stands(page: Page, server: Server) -> None:
    table = sit_down(page, server, marched("GiveOrder", turn=2))
    option = next(o for o in table.look()["decision"]["options"] if o["verb"] == "order")
    table.click_hex(option["place"])
    choice = page.locator(".palette .palette-choice").first
    expect(choice).to_be_visible()
    table.after(lambda: choice.click())


def test_the_tape_measures_from_edge_to_edge(page: Page, server: Server) -> None:
    table = asked_to_move(page, server)
    page.keyboard.press("y")
    one, other = table.unit("A-1"), table.unit("A-2")
    page.mouse.click(*table.middle("A-1"))
    page.mouse.click(*table.middle("A-2"))
    right = max(p[0] for p in one["outline"])
    left = min(p[0] for p in other["outline"])
    expect(page.locator(".tape-result")).to_have_text(f"{(left - right) / 10:g} cm")
    page.locator("#tape-end").select_option("A-1")
    expect(page.locator(".tape-result")).to_have_text("0 cm")
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Put it away").click()
    expect(page.locator(".tape-card")).to_be_hidden()


def test_the_table_speaks_italian(open_page: Callable[..., Page], server: Server) -> None:
    page = open_page(locale="it-IT")
    table = asked_to_move(page, server)
    expect(page.locator("h1.prompt")).to_contain_text("passo")
    page.locator(".by-numbers summary").click()
    expect(page.locator(".number-fields")).to_contain_text("Avanza")
    table.drag(mover(table), 0, 600)
    expect(page.locator(".refusal")).to_contain_text("mancano", timeout=PATIENCE)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_open_table(
    open_page: Callable[..., Page], server: Server, theme: str
) -> None:
    page = open_page(color_scheme=theme)
    table = asked_to_move(page, server)
    page.locator(".by-numbers summary").click()
    table.drag(mover(table), 0, 100)
    rest(table)
    assert findings(page) == []


def test_on_a_phone_a_unit_is_moved_by_numbers(phone: Page, server: Server) -> None:
    table = asked_to_move(phone, server)
    name = mover(table)
    start = table.unit(name)
    phone.locator(".by-numbers summary").tap()
    phone.get_by_role("button", name="More: Advance, cm").tap()
    expect(phone.locator(".rehearsal .left")).to_be_attached(timeout=PATIENCE)
    table.after(lambda: phone.get_by_role("button", name="Advance: Go").tap())
    assert table.unit(name)["y"] == start["y"] + 20
    assert phone.evaluate("() => document.documentElement.scrollWidth") <= 390


def test_on_a_phone_the_odds_of_a_charge_show_the_losses_of_both(phone: Page, server: Server) -> None:
    table = sit_down(phone, server, charging())
    charge = next(o["action"] for o in table.look()["decision"]["options"] if o["action"].startswith("charge"))
    phone.locator(f"[data-action='{charge}']").first.focus()
    expect(phone.locator(".forecast .bars")).to_have_count(3, timeout=PATIENCE)
    for number in range(3):
        expect(phone.locator(".forecast .bars").nth(number)).to_be_in_viewport(ratio=1)
