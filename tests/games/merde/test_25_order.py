"""Chapters 12, 18, 20, 24 to 32, 37 and 38: a second reading; each paragraph with what happens and what is refused."""

from __future__ import annotations

import pytest

from grognard.board.squares import sector
from grognard.games.merde.rules import rally, withdraw
from grognard.games.merde.rules.cavalry import counter
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import fights
from grognard.games.merde.rules.combat.markers import draw
from grognard.games.merde.rules.fire import artillery, skirmish
from grognard.games.merde.rules.movement import plans
from toolkit_merde import FACING, MOVING, Table, at

# [12.5] [28.6] the first fire step


def test_12_5_supports_and_reserves_may_hold_at_once() -> None:
    for order, free in (("support", True), ("reserve", True), ("garrison", False)):
        pieces = FACING | {"A2": ("FR_line", "march", "0807")}
        groups = {"gA2": ("garrison", "A2"), "gA1": (order, "A1", "gA2") if order == "support" else (order, "A1")}
        t = Table(pieces, groups=groups).hand("A1", (1, 1)).hand("B1", (1, 1)).engage("A1", "B1")
        assert t.rules("army_a", "hold") == ([] if free else ["12.5"])


def test_28_6_by_a_switch_the_charger_turns_a_marker_against_the_shot() -> None:
    for on in (False, True):
        t = Table(FACING, options={"shot_at_charger_marker": on}).hand("A1", (1, 6), (1, 5)).hand("B1", (6, 1), (1, 1))
        t.engage("A1", "B1")
        assert t.rules("army_a", "charge 1") == ([] if on else ["28.6"])
    t.both("charge 1", "fire 1")
    shot = next(event.args for _, event in t.match.log() if event.key == "attack")
    assert shot[7] >= 0


# [18.7] supports


def test_18_7_supports_of_garrisons_reserves_and_of_nobody() -> None:
    pieces = {
        "A1": ("FR_line", "march", "0803"),
        "A2": ("FR_line", "march", "0802"),
        "B1": ("AU_line", "march", "0820"),
    }
    for order, step, refusal in (("garrison", 13, None), ("reserve", 13, "18.7")):
        t = Table(pieces, groups={"gA1": (order, "A1"), "gA2": ("support", "A2", "gA1")})
        assert plans.step_of(t.s, t.piece("A2")) == step
        t.movement(13).play("army_a", "plan A2")
        assert t.rules("army_a", "step 0902") == ([] if refusal is None else [refusal])
    t = Table(pieces, groups={**MOVING, "gA2": ("support", "A2", "gA1")})
    t.s.remove(t.piece("A1"))
    t.movement(13).play("army_a", "plan A2")
    assert t.rules("army_a", "step 0902") == ["18.5"]  # it counts as a garrison, and nobody has come


def test_18_7_cavalry_follows_within_six_squares() -> None:
    for start, refused in (("0401", ["18.7"]), ("0402", [])):
        t = Table(
            {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light_cav", "march", start)},
            groups={**MOVING, "gA2": ("support", "A2", "gA1")},
        ).movement(1)
        assert t.rules("army_a", "done") == refused


# [20.12] [24.3] batteries


def test_20_12_a_battery_without_a_numbered_group_moves_with_the_commanders() -> None:
    t = Table({"A1": ("FR_horse_art", "limbered", "0802"), "B1": ("AU_line", "march", "0605")})
    assert plans.movers(t.s, 0, 13) == []
    t.movement(14).play("army_a", "plan A1", "step 0803", "step 0903", "halt", "done").play("army_b", "done")
    assert t.where("A1") == "0903"


def test_18_5_a_battery_is_bound_by_its_order_too() -> None:
    """R-20c: in garrison it changes its post inside its sector; in reserve, and where it backs one, not at all."""
    pieces = {
        "A1": ("FR_horse_art", "limbered", "0605"),
        "A2": ("FR_line", "march", "1502"),
        "B1": ("AU_line", "march", "0620"),
    }
    cases = {"reserve": [("reserve", "A1")], "backs": [("support", "A1", "gA2")]}
    for name, rule in (("reserve", "18.6"), ("backs", "18.7")):
        t = Table(pieces, groups={"gA1": cases[name][0], "gA2": ("reserve", "A2")})
        t.movement(14).play("army_a", f"plan {t.token('A1')}")
        assert t.rules("army_a", "step 0604") == [rule]
        assert "form unlimbered" in t.options("army_a")
    free = Table(pieces, groups={"gA2": ("reserve", "A2")})
    free.movement(14).play("army_a", f"plan {free.token('A1')}")
    assert free.rules("army_a", "step 0505") == ["18.5"]
    assert free.rules("army_a", "step 0606") == ["18.5"]
    free.play("army_a", "step 0604")
    assert free.rules("army_a", "halt") == []


def test_18_5_a_garrison_driven_out_marches_back_and_no_farther() -> None:
    t = Table({"A1": ("FR_line", "march", "0805"), "B1": ("AU_line", "march", "0820")})
    t.s.pieces[t.piece("A1")].squares = (at("0807"),)
    t.movement(13).play("army_a", f"plan {t.token('A1')}")
    assert t.rules("army_a", "step 0808") == ["18.5"]
    t.play("army_a", "step 0806", "step 0805")
    assert t.rules("army_a", "step 0806") == ["18.5"]
    assert t.rules("army_a", "halt") == []


def test_24_3_from_a_hill_one_fires_over_friends_who_are_not_near_the_target() -> None:
    for friend, ground, refused in (("0809", "hill", False), ("0811", "hill", True), ("0809", "wall", True)):
        t = Table(
            {
                "A1": ("FR_foot_art", "unlimbered", "0808"),
                "A2": ("FR_line", "march", friend),
                "B1": ("AU_line", "march", "0812"),
            },
            terrain={ground: "0808"},
        )
        found = artillery.aim_ban(t.s, t.piece("A1"), at("0812"))
        assert (found is not None and found[0] == "24.3") is refused


# [25] [26] fights and markers


def test_25_3_the_lower_number_names_first_and_then_the_other() -> None:
    pieces = FACING | {"A2": ("FR_line", "march", "0708"), "B2": ("AU_line", "march", "0709")}
    t = Table(pieces, groups={"gA1": ("line", "A1 A2", 4), "gB1": ("line", "B1 B2", 2)}, dice=[1] * 16).combat()
    assert (t.asked, t.to_act) == ("Name", ("army_b",))
    t.play("army_b", "engage B1 A1").both("fire 1", "fire 1").both("hold", "hold")
    assert (t.asked, t.to_act) == ("Name", ("army_a",))
    assert t.rules("army_a", "engage A1 B9") == ["25.3"]


def test_25_4_who_has_not_fought_goes_first() -> None:
    t = Table(FACING | {"A2": ("FR_line", "march", "0708"), "B2": ("AU_line", "march", "0709")})
    t.hand("A1", (1, 1)).hand("A2", (1, 1)).set("A1", engaged=True)
    t.s.sector = sector(at("0808"))
    t.open(fights.Name(0))
    assert t.rules("army_a", "engage A1 B1") == ["25.4"]
    assert "engage A2 B2" in t.options("army_a")


def test_26_3_an_empty_bag_takes_the_discards_back() -> None:
    t = Table(FACING)
    t.s.discards[0], t.s.pool[0] = t.s.pool[0], []
    t.roll(1)
    assert draw(t.s, 0) == 0
    assert (len(t.s.pool[0]), t.s.discards[0]) == (71, [])
    t.s.pool[0] = []
    assert draw(t.s, 0) == -1


# [27.2] skirmishers


def test_27_2_two_battalions_shoot_at_two_regiments_if_two_are_in_reach() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0711"), "B2": ("AU_line", "march", "0911")},
        groups=MOVING,
    ).skirmish()
    t.play("army_a", "skirmish A1").roll(1, 2, 1, 2).play("army_a", "shoot B1")
    shot_at = [event.args[1] for _, event in t.match.log() if event.key == "skirmish_shot"]
    assert shot_at == [t.piece("B1"), t.piece("B2")]
    far = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0814")}, groups=MOVING)
    assert skirmish.targets(far.s, far.piece("A1"), 0) == []


# [29.7] advance


def test_29_7_the_winner_takes_the_flag_of_the_square_it_enters() -> None:
    t = Table({"A1": ("FR_line", "attack", "0821"), "B1": ("AU_line", "march", "0822")}, flags={"B2": "0822"})
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1)).engage("A1", "B1").both("charge", "fire 1")
    t.roll(9).play("army_a", "turn 1")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    t.play("army_a", "advance 0822")
    assert t.s.captured == [1, 0]


# [31] cavalry


@pytest.mark.parametrize(
    ("order", "enemy", "rule"), [("column", "0810", None), ("garrison", "0810", None), ("reserve", "0810", "31.2")]
)
def test_31_2_who_may_announce(order: str, enemy: str, rule: str | None) -> None:
    groups = {"gA1": (order, "A1", 1) if order == "column" else (order, "A1")}
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", enemy)}, groups=groups)
    found = cavalry.charge_ban(t.s, t.piece("A1"), t.piece("B1"))
    assert (found and found[0]) == rule


def test_31_2_not_into_a_wood_nor_by_an_untriggered_garrison() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")},
        groups=MOVING,
        terrain={"wood": "0810"},
    )
    assert cavalry.charge_ban(t.s, t.piece("A1"), t.piece("B1")) == ("31.2", "target_in_cover", (t.piece("B1"),))
    quiet = Table({"A1": ("FR_heavy_cav", "march", "0805"), "B1": ("AU_line", "march", "0807")})
    found = cavalry.charge_ban(quiet.s, quiet.piece("A1"), quiet.piece("B1"))
    assert found == ("31.2", "charge_order", (quiet.piece("A1"),))


def test_31_3_without_number_or_intervention_nobody_countercharges() -> None:
    for used, counters in ((False, 1), (True, 0)):
        t = Table(
            {
                "A1": ("FR_heavy_cav", "march", "0808"),
                "B1": ("AU_line", "march", "0810"),
                "B2": ("AU_heavy_cav", "march", "0811"),
            },
            groups=MOVING,
        )
        t.s.intervened[1] = used
        t.hand("A1", (1, 1)).charge("A1", "B1", "0809")
        assert len(counter.counterchargers(t.s)) == counters


# [37.4] retreats


def test_37_4_the_rest_of_the_group_may_go_too_and_the_edge_stops_a_retreat() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "A2": ("FR_line", "march", "0902"), "B1": ("AU_line", "march", "0803")},
        groups={"gA1": ("column", "A1 A2", 1)},
    )
    withdraw.fall_back(t.s, t.piece("A1"))
    t.open(withdraw.GoBack(t.piece("A1"), False), withdraw.FollowBack(t.piece("A1"), t.look("A1").squares))
    while t.asked == "GoBack":
        t.play("army_a", t.options("army_a")[0])
    assert t.where("A1")[2:] == "00"
    assert t.options("army_a") == ["follow A2", "done"]
    t.play("army_a", "follow A2")
    while t.asked == "GoBack":
        t.play("army_a", t.options("army_a")[0])
    assert t.look("A2").retreated
    assert fights.may_name(t.s, t.piece("A1")) == ("37.4", "has_retreated", (t.piece("A1"),))


# [38.2] engineers


def test_38_2_engineers_are_stopped_one_turn_two_turns_and_then_lost() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808")}, terrain={"fortification": "0809"})
    piece = t.piece("A1")
    seen = []
    for _ in range(2):
        artillery.hit_engineers(t.s, piece)
        t.set("A1", trail=(at("0809"),))
        stopped = -1  # the turn of the hit itself is lost in any case
        while t.look("A1").idle:
            rally.build(t.s, piece)
            stopped += 1
        seen.append((t.look("A1").damage, stopped))
    assert seen == [(1, 1), (2, 2)]
    assert t.s.works == {}
    artillery.hit_engineers(t.s, piece)
    assert t.where("A1") == ""
