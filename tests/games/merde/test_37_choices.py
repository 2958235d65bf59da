"""Chapters 14, 25, 29, 31, 32, 37 and 39: what the owner of a regiment is asked, and what he is not."""

from __future__ import annotations

from grognard.board.squares import sector
from grognard.games.merde.rules import withdraw
from grognard.games.merde.rules.cavalry import charge, counter
from grognard.games.merde.rules.combat import fights
from grognard.games.merde.rules.fire import shelling
from toolkit_merde import MOVING, Table, at

EDGE = {"A1": ("FR_line", "march", "0811"), "B1": ("AU_line", "march", "0812")}


# [25.1] the sector of a fight


def test_25_1_a_fight_belongs_to_the_sector_of_the_lower_number_alone() -> None:
    """A1 stands in sector 10, B1 in sector 19."""
    for numbers, home in (((2, 3), "0811"), ((3, 2), "0812"), ((4, 4), "0811")):
        t = Table(EDGE, groups={"gA1": ("column", "A1", numbers[0]), "gB1": ("column", "B1", numbers[1])})
        t.hand("A1", (1, 1)).hand("B1", (1, 1))
        for square in ("0811", "0812"):
            t.s.sector = sector(at(square))
            for pair in (("A1", "B1"), ("B1", "A1")):
                found = fights.engage_ban(t.s, t.piece(pair[0]), t.piece(pair[1]))
                assert (found and found[0]) == (None if square == home else "25.1")


def test_25_1_a_sector_is_fought_once_a_turn() -> None:
    t = Table(EDGE, groups={"gA1": ("column", "A1", 2), "gB1": ("column", "B1", 3)})
    t.s.fought = [sector(at("0811"))]
    t.open(fights.NextSector())
    assert t.asked == "Rest"  # B1's sector has not been fought, but this is not its fight


def test_14_8_one_who_was_forced_into_a_zone_is_fought_in_the_same_sector() -> None:
    """A1 falls back from sector 10 into B2's ZOC; the new fight lies in sector 1, and may be named all the same."""
    pieces = {
        "A1": ("FR_line", "march", "0806"),
        "B1": ("AU_line", "march", "0807"),
        "B2": ("AU_line", "march", "0804", "north"),
        "B3": ("AU_line", "march", "0604", "north"),
        "B4": ("AU_line", "march", "1004", "north"),
    }
    t = Table(pieces).hand("A1", (1, 1)).hand("B2", (1, 1))
    t.s.sector = sector(at("0806"))
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert t.where("A1") == "0805"
    assert fights.engage_ban(t.s, t.piece("B2"), t.piece("A1")) is None
    t.set("A1", cornered=-1)
    assert fights.engage_ban(t.s, t.piece("B2"), t.piece("A1")) == ("25.1", "other_sector", (t.piece("B2"),))


# [37.4] ways back


def test_37_4_the_owner_chooses_among_the_ways_that_end_equally_well() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")})
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert t.where("A1") == "0804"  # the straightest: nothing to ask
    walled = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_foot_art", "limbered", "0804"),
            "B1": ("AU_line", "march", "0809"),
        }
    )
    walled.open(withdraw.GoBack(walled.piece("A1"), False))
    assert walled.options("army_a") == ["retreat 0704", "retreat 0904"]
    assert walled.rules("army_a", "retreat 0804") == ["37.4"]


def test_37_4_the_owner_says_through_whom_it_goes_back() -> None:
    """Two friends stand on the two shortest ways to the only free square; each would be disordered."""
    pieces = {
        "A1": ("FR_line", "march", "0808"),
        "A2": ("FR_line", "march", "0807"),
        "A3": ("FR_line", "march", "0707"),
        "B1": ("AU_line", "march", "0809"),
    }
    t = Table(pieces, terrain={"river": "0806 0906 0907 0606 0607"})
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert t.options("army_a") == ["retreat 0704 0807", "retreat 0704 0707"]
    t.play("army_a", "retreat 0704 0707")
    assert (t.where("A1"), t.look("A2").damage, t.look("A3").damage) == ("0704", 0, 1)


def test_15_4_a_line_that_routs_gathers_in_the_square_of_either_battalion() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")}).set("A1", routed=True)
    t.open(withdraw.GoBack(t.piece("A1"), True))
    assert t.options("army_a") == ["retreat 0804", "retreat 0904"]
    t.play("army_a", "retreat 0904")
    assert (t.where("A1"), t.formation("A1")) == ("0904", "march")


def test_37_4_nobody_follows_one_who_has_no_way_back() -> None:
    for river, asked in (("", True), ("0707 0807 0907", False)):
        t = Table(
            {
                "A1": ("FR_line", "march", "0808"),
                "A2": ("FR_line", "march", "1008"),
                "B1": ("AU_line", "march", "0809"),
            },
            groups={"gA1": ("column", "A1 A2", 1)},
            terrain={"river": river} if river else {},
        )
        withdraw.fall_back(t.s, t.piece("A1"))
        t.open(*reversed(t.s.agenda[1:]))
        assert (t.asked == "FollowBack") is asked
        assert (t.where("A1") == "0808") is not asked


# [29.7] the advance


def test_29_7_the_winner_chooses_which_of_two_squares_it_enters() -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")}, terrain={"hill": "0808"})
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1)).engage("A1", "B1").roll(9).both("charge", "fire 1")
    t.play("army_a", "turn 1")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    assert t.options("army_a") == ["advance 0809", "advance 0909", "pass"]
    assert t.rules("army_a", "advance 0709") == ["29.7"]
    t.play("army_a", "advance 0909")
    assert t.where("A1") == "0909"


def test_29_7_a_line_steps_as_a_whole_and_may_stay() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "march", "0809")})
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1)).engage("A1", "B1").roll(9, 9).both("charge", "fire 1")
    t.play("army_a", "turn 1")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    assert t.options("army_a") == ["advance 0809", "advance 0709", "pass"]
    t.play("army_a", "advance 0709")
    assert t.where("A1") == "0709 0809"


# [31.3] where cavalry meets


COUNTER = {
    "A1": ("FR_heavy_cav", "march", "0808"),
    "B1": ("AU_line", "march", "0810"),
    "B2": ("AU_heavy_cav", "march", "0811"),
}
BOTH = {"gA1": ("column", "A1", 1), "gB2": ("column", "B2", 1)}


def test_31_3_the_owner_chooses_where_the_countercharge_meets_the_charge() -> None:
    t = Table(COUNTER, groups=BOTH).hand("A1", (1, 1), (1, 2)).hand("B2", (1, 1), (1, 2))
    t.charge("A1", "B1", "0809").play("army_b", "counter B2")
    assert t.asked == "Meet"
    assert t.options("army_b") == ["meet 0710", "meet 0910", "meet 0709", "meet 0909"]
    assert t.rules("army_b", "meet 0810") == ["31.3"]
    t.play("army_b", "meet 0909")
    assert (t.where("B2"), t.look("B2").facing) == ("0909", 3)


def test_31_3_a_river_another_enemy_or_its_orders_keep_cavalry_from_countercharging() -> None:
    for more, terrain, order, able in (
        ({}, {}, "column", True),
        ({}, {"river": "0610 0710 0910 1010"}, "column", False),
        ({"A2": ("FR_line", "march", "0912")}, {}, "column", False),
        ({}, {}, "reserve", False),
        ({}, {}, "garrison", True),
    ):
        orders = BOTH | {"gB2": (order, "B2", 1) if order == "column" else (order, "B2")}
        t = Table(COUNTER | more, groups=orders, terrain=terrain).hand("A1", (1, 1)).charge("A1", "B1", "0809")
        assert bool(counter.counterchargers(t.s)) is able


def test_31_3_a_garrison_meets_the_charge_in_its_sector() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0810"),
            "B1": ("AU_line", "march", "0812"),
            "B2": ("AU_heavy_cav", "march", "0813"),
        },
        groups=MOVING,
    )
    t.hand("A1", (1, 1), (1, 2)).hand("B2", (1, 1), (1, 2)).charge("A1", "B1", "0811").play("army_b", "counter B2")
    assert t.options("army_b") == ["meet 0712", "meet 0912"]


def test_31_3_cavalry_takes_the_formation_of_the_charger() -> None:
    t = Table(COUNTER | {"B1": ("AU_line", "line", "0810 0710")}, groups=BOTH)
    t.hand("A1", (1, 1), (1, 2)).hand("B2", (1, 1), (1, 2))
    t.charge("A1", "B1", "0809").play("army_b", "counter B2", "meet 0910")
    assert (t.formation("A1"), t.formation("B2")) == ("line", "line")


def test_31_2_line_against_line_the_owner_chooses_on_which_side_it_comes_up() -> None:
    pieces = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "line", "0810 0910")}
    for more, offered in (
        ({}, ["charge A1 B1 0809 0909", "charge A1 B1 0809 0709"]),
        ({"A2": ("FR_line", "march", "0708"), "A3": ("FR_line", "march", "0709")}, ["charge A1 B1 0809"]),
    ):
        t = Table(pieces | more, groups=MOVING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6))
        t.s.sector = sector(at("0808"))
        t.open(fights.Name(0))
        assert [text for text in t.options("army_a") if text.startswith("charge")] == offered
        assert t.rules("army_a", "charge A1 B1 0809 0808") == ["31.2"]
        t.play("army_a", offered[-1])
        assert (t.where("A1"), t.formation("A1")) == ("0809 0909" if more else "0809 0709", "line")


def test_31_3_a_reserve_that_is_charged_itself_countercharges_where_it_stands() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
        groups=MOVING | {"gB1": ("reserve", "B1")},
    )
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2)).charge("A1", "B1", "0809").play("army_b", "counter B1")
    assert (t.where("B1"), t.asked) == ("0810", "CavalryClash")


def test_31_2_a_flag_falls_to_cavalry_that_charges_over_it() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0819"), "B1": ("AU_line", "march", "0821")},
        groups=MOVING,
        flags={"B2": "0820"},
    ).hand("A1", (1, 1))
    charge.announce(t.s, t.game.lexicon.make("charge", t.piece("A1"), t.piece("B1"), at("0820")))
    assert t.s.captured == [1, 0]


def test_42_2_cavalry_that_charges_over_the_cic_takes_him_at_once() -> None:
    for place, taken in (("0809", True), ("0709", False)):
        t = Table(
            {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")},
            groups=MOVING,
            generals={"BG0": ("gold", place)},
        ).hand("A1", (1, 6), (1, 5))
        t.charge("A1", "B1", "0809")
        assert (t.match.outcome is not None) is taken


# [32.1] where the square is formed


def test_32_1_a_line_chooses_in_which_square_it_forms() -> None:
    pieces = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "line", "0810 0910")}
    t = Table(pieces, groups=MOVING).hand("A1", (1, 6)).charge("A1", "B1", "0809")
    assert t.options("army_b") == ["form square 0810", "form square 0910", "stand"]
    t.roll(1).play("army_b", "form square 0910")
    assert (t.where("B1"), t.formation("B1")) == ("0910", "square")
    column = Table(pieces | {"B1": ("PR_line", "march", "0810")}, groups=MOVING).hand("A1", (1, 6))
    assert column.charge("A1", "B1", "0809").options("army_b") == ["form square", "stand"]


# [39.2] out of a place


def test_39_2_who_is_shelled_out_goes_back_or_where_he_can() -> None:
    for behind, ways in (
        (None, []),
        ("0812", ["leave 0712", "leave 0912", "leave 0711", "leave 0911", "leave 0710", "leave 0810", "leave 0910"]),
    ):
        pieces = {"B1": ("AU_line", "march", "0811"), "A1": ("FR_line", "march", "0801")}
        if behind:
            pieces["B2"] = ("AU_line", "march", behind)
        t = Table(pieces, terrain={"farm": "0811"}).open(shelling.ShelledOut(80))
        if not behind:
            assert t.where("B1") == "0812"
            continue
        assert t.options("army_b") == ways
        assert t.rules("army_b", "leave 0812") == ["39.2"]
        t.play("army_b", "leave 0911")
        assert t.where("B1") == "0911"


def test_39_2_who_has_no_way_out_is_lost() -> None:
    t = Table(
        {"B1": ("AU_line", "march", "0811")},
        terrain={"settlement": "0811", "river": "0710 0810 0910 0711 0911 0712 0812 0912"},
    )
    t.open(shelling.ShelledOut(t.piece("B1")))
    assert t.where("B1") == ""
