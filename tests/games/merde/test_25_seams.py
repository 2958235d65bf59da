"""Chapters 25 to 45 at their seams: what single lines about fights, charges, retreats and the solitaire army do."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import withdraw
from grognard.games.merde.rules.cavalry import charge, pursuit
from grognard.games.merde.rules.combat import engage, fights
from grognard.games.merde.rules.fire import skirmish
from grognard.games.merde.rules.solitaire import answers, gunnery, marching
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import FACINGS
from toolkit_merde import FACING, MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0822")}


# [25] [26] [27] who fights, who shoots


@pytest.mark.parametrize(
    ("own", "his", "able"),
    [
        ("FR_line", "AU_line", True),
        ("FR_line", "AU_foot_art", True),
        ("FR_foot_art", "AU_line", True),
        ("FR_foot_art", "AU_foot_art", False),
    ],
)
def test_25_1_a_fight_needs_a_regiment_on_one_side_at_least(own: str, his: str, able: bool) -> None:
    t = Table({"A1": (own, _shape(own), "0808"), "B1": (his, _shape(his), "0809")})
    assert bool(fights.fights(t.s)) is able


def _shape(counter: str) -> str:
    return "unlimbered" if counter.endswith("_art") else "march"


def test_26_2_who_has_been_dealt_markers_takes_nothing_back() -> None:
    t = Table(FACING)
    fights.Deal().reveal(t.s)
    assert t.s.revealed


def test_27_1_only_those_shoot_who_were_sent_out() -> None:
    t = Table(
        {
            "A1": ("FR_light", "march", "0808"),
            "A2": ("FR_line", "march", "0908"),
            "B1": ("AU_line", "march", "0811"),
            "B2": ("AU_line", "march", "1011"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)},
    )
    t.set("A1", active=True).skirmish().play("army_a", "skirmish A1")
    t.play("army_a", "shoot B1")
    assert "done" in t.options("army_a")
    assert skirmish.next_shooter(t.s, 0, t.s.drafts[0]) is None


def test_30_4_a_shot_of_skirmishers_costs_a_damaged_regiment_a_marker_and_no_men() -> None:
    t = Table({"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")}, groups=MOVING)
    t.set("B1", damage=1).roll(1, 1, 1, 1)
    before = t.look("B1").men
    skirmish.resolve(t.s, [(t.piece("A1"), 0, t.piece("B1"))])
    assert t.look("B1").damage == 2
    assert t.look("B1").men == before


# [28] [31] engagements and charges


def test_28_6_each_side_is_asked_about_its_own_regiment_and_its_enemy() -> None:
    t = Table(FACING).hand("A1", (4, 5), (3, 3)).hand("B1", (5, 3), (3, 4)).engage("A1", "B1")
    frame = t.s.agenda[-1]
    assert isinstance(frame, engage.FireStep)
    pair = (t.piece("A1"), t.piece("B1"))
    assert [frame.question(t.s, side) for side in (0, 1)] == [pair, pair[::-1]]


def test_31_7_the_target_of_a_charge_that_goes_on_has_fought_this_turn() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")}, groups=MOVING)
    t.hand("A1", (4, 4), (3, 3)).hand("B1", (5, 3), (3, 4))
    charge.go_on(t.s, t.piece("A1"), t.piece("B1"), (at("0809"),))
    assert t.look("B1").engaged
    assert t.look("A1").charged == 1


def test_31_6_a_pursuer_has_the_points_of_his_formation_and_no_more() -> None:
    for before, after in ((0, None), (3, 3)):
        t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")}, groups=MOVING)
        t.set("B1", routed=True).set("A1", allowance=before)
        full = pursuit.allowance(t.s, t.piece("A1"), t.look("A1").formation)
        pursuit.pursue(t.s, t.piece("A1"), t.piece("B1"), at("0809"))
        assert full > 3
        assert t.look("A1").allowance == (full if after is None else after)


# [37] retreats


def test_37_4_who_routs_already_or_is_gone_does_not_fall_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    for fields, asked in (({}, ["GoBack", "FollowBack"]), ({"routed": True}, []), ({"squares": ()}, [])):
        t.s.agenda.clear()
        t.set("A1", **{"routed": False, **fields})
        withdraw.fall_back(t.s, t.piece("A1"))
        assert [type(frame).__name__ for frame in reversed(t.s.agenda)] == asked


# [45] the army that the rulebook plays


def test_45_2_a_change_to_an_order_without_a_number_names_none() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0812"), "B2": ("AU_line", "march", "0817")},
        groups={"gB1": ("column", "B1", 1), "gB2": ("reserve", "B2")},
    )
    group, cic = t.look("B2").group, t.world.generals[1][0]
    backing = answers._letter(t.s, 1, group, data.Change("gB2", "support", 1, None, "gB1"), cic)
    assert (backing.number, backing.supports) == (0, t.look("B1").group)
    for wanted, given in ((1, 2), (5, 5)):
        moving = answers._letter(t.s, 1, group, data.Change("gB2", "move_column", 1, wanted), cic)
        assert (moving.number, moving.supports) == (given, -1)


@pytest.mark.parametrize("holder", ["A2", "B1"])
def test_45_3_a_battery_seeks_a_hill_on_which_nobody_stands(holder: str) -> None:
    for place, free in (("0815", 1), ("1515", 2)):
        t = Table(
            {
                "A1": ("FR_line", "march", "0810"),
                "A9": ("FR_foot_art", "limbered", "0808"),
                holder: ("FR_line", "march", place),
            },
            groups={"gA1": ("column", "A1", 1), "gA9": ("support", "A9", "gA1")},
            terrain={"hill": "0711 0811"},
        )
        t.set(holder, squares=(at("0811" if free == 1 else "1515"),))
        assert len(gunnery.hills(t.s, 0, t.piece("A9"))) == free


@pytest.mark.parametrize("facing", range(4))
def test_45_3_behind_is_what_lies_back_of_the_rank(facing: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0808", FACINGS[facing]), **FOE})
    back = ("0807", "0708", "0809", "0908")[facing]
    beside = ("0908", "0807", "0708", "0809")[facing]
    for place, behind in ((back, True), (beside, False)):
        t.set("B1", squares=(at(place),))
        assert marching._behind(t.s, t.look("A1").squares, facing, t.piece("B1")) is behind
