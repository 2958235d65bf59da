"""Rulebook 16: headquarters orders, independent columns, open order."""

from __future__ import annotations

from toolkit_vanguard import Table

HQ = {"optional_16_1": True}
COLUMNS = {"optional_16_2": True}
OPEN = {"optional_16_3": True}
LIGHT = {"le6I": "2906", "watrin": "3105", "coI": "2904"}


def test_16_1_the_headquarters_acts_instead_of_a_formation() -> None:
    t = Table(
        {"lannes": "2905", "watrin": "2805", "l40I": "2805", "ott": "2105", "nau1": "2105"},
        options=HQ,
        dice=[6, 1, 6, 1, 6, 1],
    )
    t.initiative().play("french", "headquarters")
    assert t.asked == "ChangeOrders"
    t.play("french", "order watrin attack", "done")
    assert t.formation_order("watrin") == "attack"
    assert t.asked == "Name"
    assert t.rules("french", "headquarters") == ["16.1"]


def test_16_1_is_off_unless_chosen() -> None:
    t = Table({"lannes": "2905", "l28I": "2905", "l40I": "2805", "ott": "2105"}, dice=[6, 1]).initiative()
    assert t.rules("french", "headquarters") == ["16.1"]


def test_16_2_an_officer_gets_a_column_of_his_own() -> None:
    t = Table(
        {"lannes": "2905", "watrin": "2805", "gency": "2705", "l40I": "2705", "l40II": "2706", "l22I": "2805"},
        options=COLUMNS,
    )
    t.orders("french").play("french", "detach gency attack")
    assert t.asked == "ColumnUnits"
    assert t.rules("french", "go") == ["16.2"]
    t.play("french", "take l40I", "take l40II", "go", "done")
    t.command("watrin")
    assert t.order("l40I") == t.order("l40II") == "attack"
    assert t.order("l22I") == "advance"


def test_16_2_the_order_is_void_outside_the_generals_radius() -> None:
    t = Table({"lannes": "2905", "watrin": "3405", "gency": "2705", "l40I": "2705"}, options=COLUMNS)
    t.orders("french").play("french", "detach gency attack").steer("french", "take l40I", "go", "done")
    t.command("watrin")
    assert "column_void" in t.told
    assert t.s.columns == {}


def test_16_2_1_a_column_may_be_dissolved_near_its_superior() -> None:
    t = Table({"lannes": "2905", "watrin": "2805", "gency": "2705", "l40I": "2705"}, options=COLUMNS)
    t.orders("french").play("french", "detach gency attack").steer("french", "take l40I", "go", "done")
    t.command("watrin").steer("french", "keep", "keep")
    t.command("watrin")
    assert t.asked == "KeepColumn"
    t.play("french", "dissolve gency")
    assert t.order("l40I") == "advance"


def test_16_2_3_a_cavalry_officer_leads_only_the_mounted() -> None:
    t = Table({"lannes": "2905", "rivaudj": "2905", "l28I": "2905", "h12": "2805"}, options=COLUMNS).orders("french")
    t.play("french", "detach rivaudj attack")
    assert t.s.columns[t.unit("rivaudj")].units == t.mask(["h12"])


def test_16_3_light_infantry_enters_a_zone_fires_and_steps_back() -> None:
    t = Table(LIGHT, orders={"watrin": "manoeuvre"}, options=OPEN, dice=[1]).movement("watrin")
    t.play("french", "move le6I", "go 2905")
    assert t.options("french") == ["shoot 2904"] or "skirmish_fire" in t.told
    t.steer("french", "shoot 2904")
    assert "back 2906" in t.options("french")
    t.play("french", "back 2906")
    assert t.where("le6I") == "2906"
    assert t.s.skirmished == {t.unit("le6I"): 4}


def test_16_3_line_infantry_cannot_and_without_the_rule_nobody_can() -> None:
    t = Table({"l40I": "2905", "l40II": "2906", "coI": "2904"}, options=OPEN).movement("watrin")
    assert t.rules("french", "shoot 2904") != []
    t = Table({"le6I": "2905", "l40II": "2907", "coI": "2904"}).movement("watrin")
    t.steer("french", "move l40II")
    assert t.rules("french", "shoot 2904") == ["16.3"]


def test_16_3_2_the_odds_of_fire_name_every_modifier() -> None:
    t = Table({**LIGHT, "gency": "2906", "coII": "2904"}, orders={"watrin": "advance"}, options=OPEN)
    t.s.put(t.unit("le6I"), t.hex("2905"))
    t.s.put(t.unit("gency"), t.hex("2905"))
    t.movement("watrin").steer("french", "move le6I")
    odds = t.odds("french", "shoot 2904")
    assert odds.kind == "skirmish"
    assert {(key, value) for _, key, value in odds.terms} == {("density", 1), ("fire_leader", 1)}
    assert odds.column == "3-4"


def test_16_3_2_an_officer_helps_but_of_generals_only_the_units_own() -> None:
    """[4.1.2] Units profit only from the General of their own formation."""
    for leader, helps in (("watrin", True), ("mainoni", True), ("chambarlhac", False), ("lannes", False)):
        t = Table({"le6I": "2905", leader: "2905", "coI": "2904"}, orders={"watrin": "advance"}, options=OPEN)
        t.movement("watrin").steer("french", "move le6I")
        terms = t.odds("french", "shoot 2904").terms
        assert (("fire_leader", 1) in {(key, value) for _, key, value in terms}) == helps, leader


def test_16_3_1_who_has_fired_cannot_assault() -> None:
    t = Table({"le6I": "2905", "coI": "2904"}, orders={"watrin": "advance"}, options=OPEN, dice=[1]).movement("watrin")
    t.steer("french", "move le6I", "shoot 2904", "stop", "done")
    t.combat("watrin")
    assert t.asked == "Rest"


def test_16_3_4_two_turns_of_fire_tire_a_unit() -> None:
    t = Table(
        {"le6I": "2905", "coI": "2904"}, orders={"watrin": "advance"}, options=OPEN, dice=[1], skirmished={"le6I": 3}
    ).movement("watrin")
    t.steer("french", "move le6I", "shoot 2904", "stop", "done")
    assert t.s.fatigued == t.mask(["le6I"])
    for die, order in ((6, "defence"), (2, "advance")):
        t = Table({"le6I": "2905", "watrin": "2905"}, options=OPEN, fatigued=["le6I"], dice=[die]).command("watrin")
        t.play("french", "keep", "shed le6I")
        assert t.order("le6I") == order


def test_16_3_5_a_unit_with_v_may_slip_away_if_it_passes() -> None:
    t = Table({"l40I": "2905", "bach": "2904"}, orders={"watrin": "attack"}, options=OPEN, skirmished={"bach": 4})
    t.combat("watrin").steer("french", "assault 2904", "with l40I", "go", "done")
    assert t.asked == "Slip"
    t.roll(2).play("coalition", "slip bach")
    assert t.asked == "Evade"
    t.play("coalition", "evade bach 2903")
    assert t.asked == "Advance"
