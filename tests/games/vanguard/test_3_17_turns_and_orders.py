"""Rulebook 3 to 6, 15.4, 16.1, 16.2 and 17: the turn, orders, columns, arrivals and the count, at their edges."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.activation import EndActivation, obey_again
from grognard.games.vanguard.rules.battles.marches import check_marches, reached_target
from grognard.games.vanguard.rules.battles.victory import campotenese_winner, montebello_points, score, settle
from grognard.games.vanguard.rules.command import mark_command
from grognard.games.vanguard.rules.disorder.losses import disband
from grognard.games.vanguard.rules.disorder.reinforcements import return_hexes, ways_round
from grognard.games.vanguard.rules.initiative import Initiative, lone_ready
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.terrain import path_costs
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.rules.optional.columns import (
    KeepColumn,
    active_columns,
    column_bans,
    column_candidates,
    column_order,
    lone_order,
)
from grognard.games.vanguard.rules.orders import ColumnTries, GunOrder, changes_of, lost_with
from grognard.games.vanguard.world.moving import Column
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, CLASSES, DEFENCE, MANOEUVRE, NO_ORDER
from grognard.games.vanguard.world.world import world
from grognard.kernel.ban import against
from toolkit_vanguard import Table

CAMPO = "campotenese"
COLUMNS = {"optional_16_2": True}
HQ = {"optional_16_1": True}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def event(t: Table, key: str) -> tuple[object, ...]:
    """What was said the last time."""
    return [e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == key][-1]


# [3.1] the turn


MARKS = ("turned", "tired", "marched", "fought", "fired", "rallied", "rode", "evaded", "fled", "activated")


def test_3_1_at_the_end_of_the_turn_every_marker_of_the_turn_goes() -> None:
    t = Table({"l40I": "2905", "coI": "1905"}, turn=4, dice=[6, 1])
    for mark in MARKS:
        setattr(t.s, mark, t.mask(["mariassy", "l40I"]))
    t.s.hq_used, t.s.lone_acted, t.s.emptied = [True, True], True, {5: 1}
    t.end_of_turn()
    assert [getattr(t.s, mark) for mark in MARKS] == [0] * len(MARKS)
    assert (t.s.hq_used, t.s.lone_acted, t.s.emptied) == ([False, False], False, {})
    assert t.s.turn == 5


@pytest.mark.parametrize(("scenario", "last"), [("montebello", 18), (CAMPO, 22)])
def test_3_1_after_the_last_turn_victory_is_counted(scenario: str, last: int) -> None:
    pieces = {"l40I": "2905", "coI": "1905"} if scenario == "montebello" else {"l42I": "1904", "carI": "2312"}
    t = Table(pieces, scenario, turn=last - 1, dice=[3, 1, 1]).end_of_turn()
    assert t.s.outcome is None
    assert t.s.turn == last
    t = Table(pieces, scenario, turn=last).end_of_turn()
    assert t.s.outcome is not None
    assert "final_score" in t.told


@pytest.mark.parametrize(("die", "key", "after"), [(6, "weather_turns", 2), (5, "weather_stays", 1)])
def test_17_2_7_the_weather_die_is_told(die: int, key: str, after: int) -> None:
    t = Table({"l42I": "1904", "carI": "2312"}, CAMPO, weather=1, dice=[die, 1, 1]).end_of_turn()
    assert event(t, key) == (die, after)
    assert t.s.weather == after


def test_3_1_an_activation_begins_and_ends_without_what_the_last_one_left() -> None:
    marks = ("entering", "counted", "nearer", "shot_at", "fled", "planted", "struck")
    t = Table({"watrin": "2905", "l40I": "2905", "coI": "1905"})
    for mark in (*marks, "charging", "changed", "recalled"):
        setattr(t.s, mark, t.mask(["coI"]))
    t.s.charge_goals = {t.unit("l40I"): 1}
    t.activate("watrin")
    assert t.asked == "GeneralTries"
    assert [getattr(t.s, mark) for mark in (*marks, "charging", "changed", "recalled")] == [0] * 10
    assert (t.s.charge_goals, t.s.assaults) == ({}, [])
    for mark in marks:
        setattr(t.s, mark, t.mask(["coI"]))
    t.open(EndActivation(0))
    assert [getattr(t.s, mark) for mark in marks] == [0] * 7
    assert t.s.activated == 1 << t.formation("watrin")
    assert (t.s.active, t.s.solo, t.s.held) == (-1, False, False)


# [6.1] [16.1] [17.2.9] who acts


def test_6_1_on_turn_1_the_french_begin_and_then_it_is_rolled() -> None:
    """R-02: at Montebello, where only the French act, no roll is needed at all."""
    pieces = {"compere": "1904", "l42I": "1904", "verdier": "1905", "l6I": "1905", "ricci": "2112", "carI": "2112"}
    t = Table(pieces, CAMPO, turn=1).initiative()
    assert t.to_act == ("french",)
    t = Table(pieces, CAMPO, turn=1, dice=[1, 6])
    t.s.activated = 1 << t.formation("compere")
    t.initiative()
    assert t.to_act == ("coalition",), "1 and 3 against 6 and 1"
    t = Table({"watrin": "3411", "l40I": "3411", "lannes": "3409", "chambarlhac": "3503", "coI": "1905"}, turn=1)
    t.s.activated = 1 << t.formation("watrin")
    t.initiative()
    assert t.to_act == ("french",)


def test_16_1_why_the_headquarters_is_not_activated() -> None:
    pieces = {"lannes": "3409", "l28I": "3409", "watrin": "3411", "ott": "2011", "coI": "2011"}
    t = Table(pieces, dice=[6, 1]).initiative()
    assert t.said("french", "headquarters") == ["no_headquarters"]
    t = Table(pieces, dice=[6, 1], options=HQ)
    t.s.hq_used = [True, False]
    t.initiative()
    assert t.said("french", "headquarters") == ["hq_used"]
    t = Table({k: v for k, v in pieces.items() if k != "lannes"}, dice=[6, 1], options=HQ).initiative()
    assert t.said("french", "headquarters") == ["no_chief"]
    t = Table(pieces, dice=[6, 1], options=HQ).initiative()
    t.play("french", "headquarters")
    assert t.s.hq_used == [True, False]
    assert t.s.changes[0] == 4, "Lannes' initiative"


def test_17_2_9_why_franceschi_is_not_named_by_himself() -> None:
    pieces = {
        "compere": "1904",
        "l42I": "1904",
        "franceschi": "1905",
        "ch6": "1905",
        "verdier": "1906",
        "ricci": "2112",
        "carI": "2112",
        "minutolo": "2311",
        "priI": "2311",
    }
    t = Table(pieces, CAMPO, dice=[6, 1]).initiative()
    assert t.said("french", "alone") == ["lone_with_compere"], "through Compère"
    t = Table(pieces, CAMPO, dice=[6, 1])
    t.s.activated, t.s.lone_acted = 1 << t.formation("compere"), True
    assert not lone_ready(t.s)
    t.initiative()
    assert t.said("french", "alone") == ["lone_acted"]
    t = Table(pieces, CAMPO, dice=[1, 6])
    t.s.activated = 1 << t.formation("compere")
    t.initiative()
    assert t.said("coalition", "alone") == ["lone_only_french"]
    t = Table({"watrin": "3411", "l40I": "3411", "chambarlhac": "3503", "coI": "1905", "ott": "2011"}, dice=[6, 1])
    assert t.initiative().said("french", "alone") == ["no_lone_brigade"]
    assert t.said("french", "activate schellenberg") == ["not_there"], "nobody of it is on the map"


@pytest.mark.parametrize(("due", "ready"), [(4, True), (3, True), (5, False)])
def test_17_2_9_he_is_ready_when_he_is_due(due: int, ready: bool) -> None:
    t = Table({"compere": "1904"}, CAMPO, due={"franceschi": (due, "A")})
    assert lone_ready(t.s) is ready
    assert not lone_ready(Table({"compere": "1904"}, CAMPO).s), "he is gone"


def test_17_2_9_the_turn_may_end_without_him() -> None:
    t = Table({"franceschi": "1905", "ch6": "1905", "carI": "2112"}, CAMPO)
    t.s.activated = 1 << t.formation("compere") | 1 << t.formation("ricci")
    t.open(Initiative())
    assert (t.asked, t.options("french")) == ("LastCall", ["alone", "pass"])
    t.play("french", "pass")
    assert t.asked == "Rest"
    assert t.s.lone_acted


def test_15_4_1_who_came_in_with_advance_has_afterwards_the_order_of_his_group() -> None:
    """R-34: alone, Franceschi's; else the formation's. An order of its own that is another one stays."""
    for solo, order in ((True, DEFENCE), (False, NO_ORDER)):
        t = Table({"ch6": "1905", "ch9": "1906"}, CAMPO)
        t.s.arrived, t.s.solo, t.s.lone_order = t.mask(["ch6", "ch9"]), solo, DEFENCE
        t.s.own[t.unit("ch6")], t.s.own[t.unit("ch9")] = ADVANCE, MANOEUVRE
        obey_again(t.s)
        assert (t.s.own[t.unit("ch6")], t.s.own[t.unit("ch9")], t.s.arrived) == (order, MANOEUVRE, 0)
    t = Table({"ch6": "1905"}, CAMPO)
    t.s.active, t.s.solo, t.s.lone_order = t.formation("compere"), True, DEFENCE
    t.s.arrived, t.s.own[t.unit("ch6")] = t.mask(["ch6"]), ADVANCE
    t.open(EndActivation(0))
    assert t.order("ch6") == "defence", "while he still counts as alone"
    assert t.s.lone_acted
    assert not t.s.activated, "Compère has not acted"


@pytest.mark.parametrize(("held", "acted"), [(True, False), (False, True)])
def test_17_2_9_whoever_acts_with_compere_has_acted(held: bool, acted: bool) -> None:
    t = Table({"ch6": "1905", "l42I": "1904"}, CAMPO)
    t.s.active, t.s.held = t.formation("compere"), held
    t.open(EndActivation(0))
    assert t.s.lone_acted is acted
    assert t.s.activated == 1 << t.formation("compere")


# [5.2] [11.0] orders


def test_4_3_as_many_changes_as_initiative_and_generals() -> None:
    assert (changes_of(2, 3), changes_of(3, 2)) == (2, 2)


def test_11_0_why_a_battery_takes_no_order_of_its_own() -> None:
    pieces = {
        "vogelsang": "1414",
        "a_vogelsang": "1414",
        "schellenberg": "1114",
        "a_schellenberg": "1114",
        "l40I": "3801",
    }
    for general, gun in (("vogelsang", "a_vogelsang"), ("schellenberg", "a_schellenberg")):
        t = Table(pieces, orders={general: "attack"}, marching=True)
        t.s.active = t.formation(general)
        asked = GunOrder(1, t.mask([gun]))
        assert asked.options(t.s, 1) == [], "17.1.5 holds"
        assert keys(asked.why_not(t.s, t.world.lexicon.make("battery", t.unit(gun), DEFENCE))) == ["march_order_holds"]
    t = Table({"watrin": "2905", "a_watrin": "2905", "a_herbin": "2906", "coI": "1905"}, orders={"watrin": "attack"})
    t.s.active = t.formation("watrin")
    t.open(GunOrder(0, t.mask(["a_watrin"])))
    assert t.options("french") == ["keep", "battery a_watrin defence", "battery a_watrin manoeuvre"]
    assert t.said("french", "battery a_herbin defence") == ["not_this_unit"]
    assert t.said("french", "battery a_watrin advance") == ["guns_own_orders"]
    t.play("french", "battery a_watrin manoeuvre")
    assert (t.order("a_watrin"), t.asked) == ("manoeuvre", "Rest")
    t = Table({"watrin": "2905", "a_watrin": "2905", "coI": "1905"}, orders={"watrin": "advance"})
    make = t.world.lexicon.make
    assert keys(GunOrder(0, t.mask(["a_watrin"])).why_not(t.s, make("battery", t.unit("a_watrin"), DEFENCE))) == [
        "order_gains_nothing"
    ]


def test_5_3_an_officer_leads_the_lost_units_of_his_own_hex() -> None:
    t = Table({"gency": "2905", "l40I": "2905", "l22I": "2906", "a_watrin": "2905"}, lost=["l40I", "l22I"])
    t.s.active = t.formation("watrin")
    assert lost_with(t.s, t.unit("gency")) == t.mask(["l40I"])
    t = Table({"rivaudj": "2905", "l28I": "2905", "h12": "2905"}, lost=["l28I", "h12"])
    t.s.active = t.formation("lannes")
    assert lost_with(t.s, t.unit("rivaudj")) == t.mask(["h12"]), "a cavalry Officer"


# [16.2] columns


def test_16_2_why_an_officer_gets_no_column() -> None:
    pieces = {"ott": "2011", "oreilly": "2012", "bach": "2012", "schellenberg": "2011", "retz": "2012", "reI": "2012"}
    t = Table(pieces, options=COLUMNS)
    officer = t.unit("oreilly")
    assert against(column_bans(t.s, 1), officer) == []
    assert keys(against(column_bans(t.s, 0), officer)) == ["no_officer"], "not his side"
    assert keys(against(column_bans(t.s, 1), t.unit("sticker"))) == ["no_officer"], "not on the map"
    assert keys(against(column_bans(t.s, 1), t.unit("ott"))) == ["no_officer"]
    assert keys(against(column_bans(Table(pieces).s, 1), officer)) == ["no_columns"]
    t.s.changed = 1 << 64 + officer
    assert keys(against(column_bans(t.s, 1), officer)) == ["column_changed_already"]
    t = Table({**pieces, "oreilly": "2812", "bach": "2812"}, options=COLUMNS)
    assert keys(against(column_bans(t.s, 1), officer)) == ["officer_out_of_radius"]
    t = Table({k: v for k, v in pieces.items() if k != "ott"}, options=COLUMNS)
    assert keys(against(column_bans(t.s, 1), officer)) == ["no_chief"]
    t = Table({k: v for k, v in pieces.items() if k != "bach"}, options=COLUMNS)
    assert keys(against(column_bans(t.s, 1), officer)) == ["nobody_to_lead"]
    t.s.columns[officer] = Column(0, ATTACK)
    assert against(column_bans(t.s, 1), officer) == [], "he leads one"
    t = Table(pieces, options=COLUMNS, marching=True)
    assert keys(against(column_bans(t.s, 1), t.unit("retz"))) == ["march_order_holds"]
    assert against(column_bans(t.s, 1), officer) == [], "R has no march order"


def test_16_2_an_a_1_names_officers_once_and_units_he_may_lead() -> None:
    t = Table(
        {
            "ott": "2011",
            "oreilly": "2012",
            "bach": "2012",
            "warasdin": "2111",
            "nau1": "2911",
            "coI": "2012",
            "l40I": "3811",
        },
        options=COLUMNS,
        orders={"ott": "manoeuvre"},
    ).orders("coalition")
    t.play("coalition", "detach oreilly attack")
    assert t.asked == "ColumnUnits"
    assert set(t.options("coalition")) == {"take bach", "take warasdin"}
    assert t.said("coalition", "take coI") == ["not_for_column"], "another formation"
    assert t.said("coalition", "take nau1") == ["not_for_column"], "beyond his radius"
    assert t.said("coalition", "go") == ["nobody_named"]
    t.play("coalition", "take bach")
    assert set(t.options("coalition")) == {"go", "take warasdin"}
    t.play("coalition", "go")
    assert t.s.columns[t.unit("oreilly")].units == t.mask(["bach"])
    assert t.said("coalition", "detach oreilly defence") == ["column_changed_already"]


def test_16_2_column_orders_and_who_leads_one_now() -> None:
    t = Table({"ott": "2011", "oreilly": "2012", "schustekh": "2012", "bach": "2012"}, options=COLUMNS)
    assert column_order(t.s, t.unit("oreilly")) == NO_ORDER
    t.s.columns[t.unit("oreilly")] = Column(t.mask(["bach"]), DEFENCE)
    assert column_order(t.s, t.unit("oreilly")) == DEFENCE
    t.s.active = t.formation("ott")
    assert active_columns(t.s) == [t.unit("oreilly")]
    t.s.active = t.formation("gottesheim")
    assert active_columns(t.s) == []
    assert column_candidates(t.s, t.unit("schustekh")) == 0, "Bach is infantry"


def test_17_2_9_franceschis_own_order_is_at_first_comperes() -> None:
    t = Table({"compere": "1904", "franceschi": "1905"}, CAMPO, orders={"compere": "manoeuvre"})
    assert lone_order(t.s) == column_order(t.s, t.unit("franceschi")) == MANOEUVRE
    t.s.lone_order = ATTACK
    assert lone_order(t.s) == column_order(t.s, t.unit("franceschi")) == ATTACK


def test_16_2_1_the_question_is_about_one_column() -> None:
    t = Table({"ott": "2011", "oreilly": "2012", "bach": "2012", "amende": "2013"}, options=COLUMNS)
    t.s.active = t.formation("ott")
    officer = t.unit("oreilly")
    t.s.columns[officer] = Column(t.mask(["bach"]), ATTACK, formed=True)
    t.open(KeepColumn(1, officer))
    assert t.options("coalition") == ["keep", "dissolve oreilly"]
    assert t.said("coalition", "dissolve schustekh") == ["not_this_column"]
    t.open(ColumnTries(1, officer))
    assert t.said("coalition", "try attack") == ["not_this_column"]
    assert "try oreilly defence" in t.options("coalition")
    t.s.own[t.unit("bach")] = ATTACK
    t.roll(2).play("coalition", "try oreilly defence")
    assert (t.s.columns[officer].order, t.order("bach")) == (DEFENCE, "defence"), "Ott's initiative is 2"
    t.open(ColumnTries(1, officer)).roll(3).play("coalition", "try oreilly attack")
    assert t.s.columns[officer].order == DEFENCE
    disband(t.s, officer)
    assert not t.in_command("bach")
    assert t.s.own[t.unit("bach")] == NO_ORDER
    assert t.in_command("amende")


def test_16_2_2_a_formed_column_is_in_command_by_its_officer_alone() -> None:
    """Bach stands with Ott, but his Officer is elsewhere; Mariassy is near the Officer, but not of the column."""
    pieces = {"ott": "2011", "bach": "2111", "oreilly": "1612", "amende": "1612", "mariassy": "1312", "l40I": "3811"}
    for formed in (True, False):
        t = Table(pieces, options=COLUMNS, orders={"ott": "manoeuvre"})
        t.s.active = t.formation("ott")
        t.s.columns[t.unit("oreilly")] = Column(t.mask(["bach", "amende"]), ATTACK, formed=formed)
        mark_command(t.s)
        assert t.in_command("bach") is not formed
        assert t.in_command("amende")
        assert t.in_command("oreilly")
        assert t.in_command("mariassy") is not formed, "only an Officer of the chain leads him"
        assert t.order("amende") == ("attack" if formed else "manoeuvre")


def test_16_2_a_column_moves_after_the_rest_and_with_its_officer() -> None:
    """R-36."""
    t = Table(
        {"ott": "2011", "oreilly": "2012", "bach": "2012", "amende": "2111", "l40I": "3811"},
        options=COLUMNS,
        orders={"ott": "manoeuvre"},
        own={"bach": "manoeuvre"},
    )
    t.s.columns[t.unit("oreilly")] = Column(t.mask(["bach"]), MANOEUVRE, formed=True)
    t.movement("ott")
    assert set(t.options("coalition")) == {"move amende", "done"}
    t.play("coalition", "done")
    assert set(t.options("coalition")) == {"move bach", "stay bach", "move oreilly", "done"}
    t.play("coalition", "done")
    assert t.asked == "MoveLeader"


# [12.8.2] [15.4] who comes


def test_12_8_2_without_his_general_he_waits() -> None:
    """R-29."""
    t = Table({"coI": "1905", "l22I": "2905"}, track={"l40I": 4})
    assert return_hexes(t.s, t.unit("l40I")) == 0
    t.returns()
    assert "return_waits" in t.told
    assert t.fate("l40I") == "track"


def test_12_8_2_who_returns_stands_there_and_leaders_near_may_escape() -> None:
    t = Table({"watrin": "2905", "ott": "2903"}, track={"l40I": 4}).returns()
    assert t.asked == "Return"
    assert t.said("french", "place l40I 2907") == ["cannot_return_there"]
    t.play("french", "place l40I 2904")
    assert t.where("l40I") == "2904"
    assert t.s.track == {}
    assert event(t, "returned") == (t.unit("l40I"), t.s.spot(t.hex("2904")))
    assert (t.asked, t.to_act) == ("Escape", ("coalition",))
    t = Table({"watrin": "2905", "coI": "1905"}, track={"l40I": 5}).returns()
    assert t.asked == "Rest", "due next turn"


def test_15_4_units_are_called_one_by_one_or_all() -> None:
    due = {"l40I": (4, "B"), "l40II": (4, "B"), "watrin": (4, "B")}
    t = Table({"l22I": "3704", "coI": "1905"}, due=due, lost=["l40I"]).activate("watrin")
    t.play("french", "enter l40I")
    assert t.s.entering == t.mask(["l40I"])
    assert t.in_command("l40I")
    assert "enter l40I" not in t.options("french")
    t.play("french", "all")
    assert t.s.entering == t.mask(["l40I", "l40II", "watrin"])


def test_17_2_1_only_in_the_turn_they_are_due_at_a() -> None:
    t = Table({"carI": "2112"}, CAMPO, turn=2, due={"l6I": (2, "A"), "l6II": (1, "A"), "suisse": (2, "B")})
    assert len(ways_round(t.s, t.unit("l6I"))) == 2
    assert ways_round(t.s, t.unit("l6II")) == [], "too late"
    assert ways_round(t.s, t.unit("suisse")) == [], "not at A"
    t.activate("verdier")
    assert t.said("french", "round l6II C") == ["cannot_go_round"]
    t.play("french", "round l6I C")
    assert t.s.due[t.unit("l6I")] == (4, 2)
    assert event(t, "sent_round") == (t.unit("l6I"), "C", 4)
    assert t.said("french", "enter l6I") == ["not_due"]


# [17.1.5] march orders


LINE, FOOT_GUNS, HUSSARS = (CLASSES.index(k) for k in ("line", "foot_art", "light_cav"))


def test_17_1_5_r_38_the_way_is_counted_in_points_of_its_own_kind() -> None:
    """2815 is a village on a hill (Corvino); 2715 a hill beside it, reached by road from 2714."""
    sheet = world("montebello")
    at = sheet.grid.by_name
    target = at["2904"]
    foot = path_costs(sheet, LINE, 8, target)
    assert [foot[at[name]] for name in ("2904", "2903", "2905", "2906", "2908")] == [0, 2, 2, 4, 8]
    wheat = path_costs(sheet, LINE, 8, at["3002"])
    assert wheat[at["3003"]] == 4, "wheat takes two to enter"
    woods = path_costs(sheet, LINE, 8, at["0614"])
    riders = path_costs(sheet, HUSSARS, 16, at["0614"])
    assert (woods[at["0514"]], riders[at["0514"]]) == (4, 6)
    hill = at["0915"]
    assert path_costs(sheet, FOOT_GUNS, 6, hill)[at["1015"]] == 6, "the whole move"
    assert path_costs(sheet, LINE, 8, hill)[at["1015"]] == 4


@pytest.mark.parametrize(("place", "there"), [("2815", True), ("2814", True), ("2813", False)])
def test_17_1_5_r_38_arrived_is_within_one_hex(place: str, there: bool) -> None:
    t = Table({"frI": place, "frII": "1416", "l40I": "3801"}, marching=True, orders={"vogelsang": "manoeuvre"})
    assert reached_target(t.s, t.unit("frI")) is there


def test_17_1_5_the_duty_of_a_march_is_the_way_to_its_goal() -> None:
    t = Table({"frI": "1416", "l40I": "3801"}, marching=True, orders={"vogelsang": "manoeuvre"})
    t.s.active = t.formation("vogelsang")
    move = begin_move(t.s, t.mask(["frI"]))
    costs = path_costs(t.world, LINE, 8, t.hex("2815"))
    assert move.far == costs[t.hex("1416")]
    assert Ways(t.s, move).goal() == costs
    assert move.duty == 3


def test_17_1_5_an_enemy_in_sight_of_any_unit_ends_both_orders_of_s() -> None:
    """R-62: Retz's brigade and Schellenberg's; Vogelsang's stands."""
    t = Table(
        {"reI": "2312", "hoI": "1411", "frI": "1416", "l40I": "3801"},
        marching=True,
        orders={"schellenberg": "manoeuvre", "vogelsang": "manoeuvre"},
    )
    check_marches(t.s)
    held = [t.s.marching_formation(t.formation(g)) for g in ("schellenberg", "vogelsang")]
    assert held[1]
    t.s.put(t.unit("l40I"), t.hex("2412"))
    check_marches(t.s)
    assert not t.s.marching_formation(t.formation("schellenberg"))
    assert t.s.marching_formation(t.formation("vogelsang"))
    assert t.formation_order("schellenberg") == "defence"
    assert t.told.count("march_cancelled") == 1


# [17.1.8] [17.2.12] the count


@pytest.mark.parametrize(
    ("points", "winner"), [(13, "french"), (14, "french"), (12, None), (10, None), (9, "coalition"), (0, "coalition")]
)
def test_17_2_12_thirteen_ten_nine(points: int, winner: str | None) -> None:
    assert campotenese_winner(points) == winner


@pytest.mark.parametrize(("lost", "points"), [((1, 2), (8, 3)), ((2, 1), (3, 8)), ((1, 1), (3, 3))])
def test_17_1_8_five_for_more_steps_and_for_nobody_if_equal(lost: tuple[int, int], points: tuple[int, int]) -> None:
    assert montebello_points((3, 3), (lost[1], lost[0])) == points


@pytest.mark.parametrize(
    ("lost", "winner", "how"), [([0, 1], "french", "points"), ([1, 0], "coalition", "points"), ([1, 1], None, "draw")]
)
def test_17_1_8_more_points_win_and_equal_is_a_draw(lost: list[int], winner: str | None, how: str) -> None:
    t = Table({"l40I": "3801", "coI": "0101"})
    t.s.steps_lost = lost
    settle(t.s)
    assert t.s.outcome is not None
    assert (t.s.outcome.winner, t.s.outcome.level) == (winner, how)


@pytest.mark.parametrize(("flags", "winner"), [(13, "french"), (10, None), (9, "coalition")])
def test_17_2_12_the_french_count_and_the_neapolitans_do_not(flags: int, winner: str | None) -> None:
    t = Table({"l42I": "1906", "carI": "1911"}, CAMPO)
    t.s.flags = flags
    assert score(t.s) == (flags, 0)
    settle(t.s)
    assert t.s.outcome is not None
    assert (t.s.outcome.winner, t.s.outcome.level) == (winner, "points" if winner else "draw")
    assert t.s.outcome.score == {"french": flags, "coalition": 0}
