"""Options in words, whole moves at one click, the odds ready to be drawn, tables one click away."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import grognard
import walks
from grognard import games
from grognard.games.vanguard.world.roster import SCENARIOS, SIDES
from grognard.kernel.decision import IllegalAction
from grognard.kernel.face import plain_option
from grognard.kernel.i18n import LANGUAGES
from told import told
from toolkit_vanguard import Table

GAME = games.load("vanguard")
KEY = re.compile(r"^[a-z_]+\.[\w.]+$")


def described(t: Table, side: str, language: str = "en") -> dict[str, dict[str, Any]]:
    who = SIDES.index(side)
    return {a.text: told(GAME.face(t.s, who, language).describe(a)) for a in t.match.options(side)}


def plans(t: Table, side: str) -> dict[str, dict[str, Any]]:
    return {plan.place: told(plan) for plan in GAME.face(t.s, SIDES.index(side), "en").shortcuts()}


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_battle_is_said_in_words(scenario: str, language: str) -> None:
    options = {"optional_16_1": True, "optional_16_2": True, "optional_16_3": True}
    match = grognard.start("vanguard", scenario, options, seed="words")
    fields = set(told(plain_option(GAME.lexicon.parse("done"))))
    for side, _ in walks.walk(match, walks.lively, random.Random(f"words{language}")):
        who = SIDES.index(side)
        found = [told(GAME.face(match.state, who, language).describe(action)) for action in match.options(side)]
        assert all(set(option) == fields for option in found)
        assert [o["label"] for o in found if not o["label"] or KEY.match(o["label"]) or "{" in o["label"]] == []
        assert sum(option["primary"] for option in found) <= 1
        if len(match.record.lines) > 500:
            break


def test_orders_are_offered_as_arrows_where_the_general_stands() -> None:
    t = Table({"lannes": "3409", "watrin": "3311", "le6I": "3311", "ott": "2011"}, orders={"watrin": "advance"})
    t.orders("french")
    found = described(t, "french")
    attack = found["order watrin attack"]
    assert (attack["place"], attack["picture"], attack["group"]) == ("3311", "attack", "place")
    assert attack["label"] == "Watrin's division: Attack"
    assert found["order lannes defence"]["place"] == "3409"
    assert found["done"]["primary"]


def test_a_try_carries_its_chance() -> None:
    t = Table({"watrin": "3311", "le6I": "3311", "ott": "2011"}, orders={"watrin": "advance"}).command("watrin")
    found = described(t, "french", "it")["try attack"]
    assert (found["tag"], found["picture"]) == ("67%", "attack")
    assert "67%" in found["why"]


def test_bombardment_is_lit_at_the_target_and_comes_from_the_guns() -> None:
    t = Table({"a_watrin": "2509", "stI": "2609"}, orders={"watrin": "advance"}).bombard("watrin")
    found = described(t, "french")["bombard a_watrin 2609"]
    assert (found["place"], found["from"], found["unit"]) == ("2609", "2509", "a_watrin")
    card = GAME.face(t.s, 0, "en").forecast(GAME.lexicon.parse("bombard a_watrin 2609"), {})
    assert card is not None
    assert card.title == "Bombardment of 2609"
    assert {row.rule for row in card.rows} >= {"11.2", "11.4.3"}
    assert sum(bar.chance for bar in card.bars) == pytest.approx(1)
    assert found["tag"] == f"{round(100 * float(1 - card.bars[0].chance))}%"


def test_an_assault_shows_odds_modifiers_and_every_result() -> None:
    t = Table(
        {"l40I": "2509", "l40II": "2509", "stI": "2609", "watrin": "2509"},
        orders={"watrin": "attack"},
        disordered=["stI"],
    ).combat("watrin")
    found = described(t, "french")["assault 2609"]
    assert found["tag"] == "2-1 +3"
    card = GAME.face(t.s, 0, "en").forecast(GAME.lexicon.parse("assault 2609"), {})
    assert card is not None
    assert [row.label for row in card.rows][:1] == ["Strength"]
    assert (card.rows[0].attack, card.rows[0].defence) == (8, 4)
    assert {row.rule: row.attack for row in card.rows}["12.5.2"] == "2-1"
    assert sum(bar.chance for bar in card.bars) == pytest.approx(1)
    assert all(bar.label.split(":")[0] in {"NE", "EX", "DD", "DR", "DE", "AD", "AE"} for bar in card.bars)


def names(t: Table, side: str, action: str) -> list[str]:
    return [unknown.name for unknown in t.odds(side, action).unknowns]


def test_10_0_the_ground_that_the_enemy_picks_is_an_unknown() -> None:
    """Rivalta (2710) with Defence and the clear 2709."""
    t = Table(
        {"l40I": "2810", "l40II": "2810", "stI": "2710", "stII": "2709"},
        orders={"watrin": "attack", "gottesheim": "defence"},
    ).combat("watrin")
    t.play("french", "assault 2710", "all", "also 2709")
    assert names(t, "french", "go") == ["ground"]
    assert [t.match.odds("french", "go", ground=n).drm for n in (0, 1)] == [-1, 1]
    assert t.odds("french", "go").drm == -1, "the worst is assumed"
    between = t.match.spread("french", "go")
    assert any(low < high for low, high in between.values())
    card = GAME.face(t.s, 0, "en").forecast(GAME.lexicon.parse("go"), {})
    assert card is not None
    assert "worst for the attacker is assumed" in card.text
    assert any(bar.low is not None for bar in card.bars)


def test_12_4_4_whether_ones_general_leads_is_ones_own_choice() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "coI": "2904"}, orders={"watrin": "attack"}).combat("watrin")
    (general,) = t.odds("french", "assault 2904").unknowns
    assert (general.name, general.own, general.assumed) == ("general", True, 0)
    led = t.match.odds("french", "assault 2904", general=1)
    assert led.drm == t.odds("french", "assault 2904").drm + 1
    assert all(low == high for low, high in t.match.spread("french", "assault 2904").values())


def test_14_1_who_may_leave_before_combat_is_an_unknown() -> None:
    orders = {"watrin": "attack", "ott": "defence"}
    t = Table({"l40I": "2905", "nau1": "2904"}, orders=orders).combat("watrin")
    assert names(t, "french", "assault 2904") == ["evade"]
    assert t.match.odds("french", "assault 2904", evade=1).outcomes == {"gone": 1}
    assert t.match.spread("french", "assault 2904")["gone"] == (0, 1)
    t = Table({"l40I": "2905", "nau1": "2904", "coI": "2904"}, orders=orders).combat("watrin")
    left = t.match.odds("french", "assault 2904", evade=1)
    assert left.defence < t.odds("french", "assault 2904").defence
    t = Table({"l40I": "2905", "nau1": "2904"}, orders={"watrin": "attack", "ott": "advance"}).combat("watrin")
    assert names(t, "french", "assault 2904") == [], "not with Advance"


def test_11_4_4_defensive_fire_is_named_though_it_is_not_counted() -> None:
    pieces = {"l40I": "2905", "coI": "2904", "a_gottesheim": "2904"}
    t = Table(pieces, orders={"watrin": "attack", "gottesheim": "defence"}).combat("watrin")
    assert "repel" in names(t, "french", "assault 2904")
    card = GAME.face(t.s, 0, "it").forecast(GAME.lexicon.parse("assault 2904"), {})
    assert card is not None
    assert "possono sparare prima" in card.text


def test_what_is_no_gamble_has_no_forecast() -> None:
    t = Table({"l40I": "2509", "stI": "2111"}, orders={"watrin": "advance"}).movement("watrin")
    assert GAME.face(t.s, 0, "en").forecast(GAME.lexicon.parse("done"), {}) is None


# whole moves


def test_9_1_a_plan_leads_where_it_says_at_the_price_it_says() -> None:
    for goal in ("2507", "2609", "2408"):
        t = Table({"l40I": "2509", "stI": "0101"}, orders={"watrin": "manoeuvre"}).movement("watrin")
        t.steer("french", "move l40I")
        plan = plans(t, "french")[goal]
        for action in plan["actions"]:
            try:
                t.match.play("french", action.removesuffix("?"))
            except IllegalAction:
                assert action.endswith("?")
        assert t.where("l40I") == goal


def test_9_3_a_plan_forms_column_where_it_pays() -> None:
    t = Table({"l28I": "3508", "stI": "0101"}, orders={"lannes": "manoeuvre"}).movement("lannes")
    t.steer("french", "move l28I")
    plan = plans(t, "french")["2810"]
    assert plan["actions"][0] == "column"
    assert (plan["tag"], plan["path"][-1]) == ("3½", "2810")
    assert "column" in plan["why"]


def test_8_2_an_end_in_a_zone_of_control_is_marked_with_its_price() -> None:
    t = Table({"l40I": "2509", "stI": "2310"}, orders={"watrin": "advance"}).movement("watrin")
    t.steer("french", "move l40I")
    found = plans(t, "french")
    engaged = [name for name, plan in found.items() if plan["price"]]
    assert engaged
    assert all(t.s.zoc(1) >> t.hex(name) & 1 for name in engaged)
    assert not any(t.s.zoc(1) >> t.hex(name) & 1 for name in set(found) - set(engaged))


def test_5_1_a_unit_under_attack_is_offered_only_nearer_ends() -> None:
    t = Table({"l40I": "2509", "stI": "1909"}, orders={"watrin": "attack"}).movement("watrin")
    t.steer("french", "move l40I")
    grid = t.world.grid
    start = grid.distance(t.hex("2509"), t.hex("1909"))
    found = plans(t, "french")
    assert found
    assert all(grid.distance(t.hex(name), t.hex("1909")) < start for name in found)


def test_plans_are_offered_only_to_the_side_that_is_asked() -> None:
    t = Table({"l40I": "2509", "stI": "1909"}, orders={"watrin": "attack"}).movement("watrin")
    t.steer("french", "move l40I")
    assert GAME.face(t.s, 1, "en").shortcuts() == []
    assert GAME.face(t.s, -1, "en").shortcuts() == []


# round the board


def test_the_clock_shows_the_hour_and_the_weather() -> None:
    t = Table({"volt": "2005", "priI": "1911"}, "campotenese", weather=3, turn=5)
    clock = GAME.face(t.s, -1, "it").clock()
    assert (clock.month, clock.badge.text) == ("9:00", "Tempesta")
    assert GAME.face(Table({"l40I": "2509"}).s, -1, "en").clock().badge is None


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_are_ready_to_be_read(scenario: str, language: str) -> None:
    match = grognard.start("vanguard", scenario, {"optional_16_3": True}, seed="tables")
    found = GAME.face(match.state, 0, language).sidebar()
    names = {table.id for table in found.tables}
    assert names >= {"formations", "orders", "combat", "bombardment", "fire", "terrain", "arrivals", "points", "losses"}
    assert ("weather" in names) == (scenario == "campotenese")
    for table in found.tables:
        assert all(len(row) == len(table.head) for row in table.rows)
        assert not any(KEY.match(str(cell)) for row in table.rows for cell in [*row, table.title, table.note])
    assert [row.now for row in found.track].count(True) == 1


def ground(scenario: str, name: str) -> list[Any]:
    state = grognard.start("vanguard", scenario, seed="ground").state
    table = next(table for table in GAME.face(state, 0, "en").sidebar().tables if table.id == "terrain")
    found: list[Any] = next(row for row in table.rows if row[0] == name)
    return found


def test_9_2_the_chart_of_ground_shows_what_each_arm_pays() -> None:
    assert ground("montebello", "open ground")[1:6] == [1, 1, 1, 1, 1]
    assert ground("montebello", "hill")[1:6] == [2, "all", "all", "all", 2]
    assert ground("campotenese", "redoubt")[1:6] == [2, "no", 2, 2, 1]


def test_10_3_wheat_costs_two_and_spoils_the_aim() -> None:
    assert ground("montebello", "wheat")[1:] == [2, 2, 2, 2, 2, "0", "−1", ""]


def test_10_5_streams_cost_guns_more_and_hinder_assaults() -> None:
    assert ground("montebello", "stream")[1:7] == [1, 1, 2, 2, 1, "−1"]
    assert ground("montebello", "bridge")[1:7] == [0, 0, 0, 0, 0, "−1"]


def test_a_click_on_a_dark_hex_is_taken_for_what_was_meant() -> None:
    t = Table({"l40I": "2509", "l40II": "2609", "l43I": "3503", "stI": "2310"}, orders={"watrin": "advance"})
    t.movement("watrin")
    assert GAME.face(t.s, 0, "en").about("3503") == ["move l43I"]
    assert t.rules("french", "move l43I") == ["9.1"]
    t.steer("french", "move l40I")
    assert GAME.face(t.s, 0, "en").about("2310") == ["go 2310"]
    assert "9.1" in t.rules("french", "go 2310")[0]
