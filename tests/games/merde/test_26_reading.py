"""Chapters 26, 27 and 30: markers, skirmish and damage, sentence by sentence."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules.combat import damage, markers
from grognard.games.merde.rules.combat.damage import MARKER, MEN, hit
from grognard.games.merde.rules.fire import skirmish
from toolkit_merde import FACING, MOVING, Table

# [26] markers


def test_26_1_markers_lost_in_advance_are_missed_at_one_deal_only() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}).set("A1", less=1, damage=2)
    assert markers.deal_size(t.s, t.piece("A1")) == 2
    t.roll(1, 1)
    markers.give(t.s, t.piece("A1"))
    assert (len(t.look("A1").hand), t.look("A1").less) == (2, 0)


def test_26_3_seventy_two_markers_two_of_every_pair() -> None:
    t = Table(FACING)
    assert sorted(t.s.pool[0]) == sorted([*range(36), *range(36)])


def test_27_4_a_skirmisher_gets_markers_once() -> None:
    t = Table({"A1": ("FR_light", "march", "0808")}).set("A1", skirmished=True, dealt=True)
    markers.give_skirmishers(t.s, t.piece("A1"))
    assert t.look("A1").hand == ()


# [27] skirmish


SKIRMISH = {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811")}


def test_27_1_which_regiments_skirmish() -> None:
    for order, able in (("column", True), ("garrison", False), ("reserve", False)):
        t = Table(SKIRMISH, groups={"gA1": (order, "A1", 1) if order == "column" else (order, "A1")})
        assert bool(skirmish.light_regiments(t.s, 0)) is able
    for fields in ({"routed": True}, {"retreated": True}):
        assert skirmish.light_regiments(Table(SKIRMISH, groups=MOVING).set("A1", **fields).s, 0) == []
    touching = Table(SKIRMISH | {"B2": ("AU_line", "march", "0709")}, groups=MOVING)
    assert skirmish.light_regiments(touching.s, 0) == []
    line = Table(SKIRMISH | {"A1": ("PR_line", "march", "0808")}, groups=MOVING)
    assert skirmish.light_regiments(line.s, 0) == []


def test_27_1_light_cavalry_skirmishes_by_a_switch_alone() -> None:
    for switch, counter_id, able in (
        (False, "FR_light_cav", False),
        (True, "FR_light_cav", True),
        (True, "FR_heavy_cav", False),
    ):
        t = Table(
            SKIRMISH | {"A1": (counter_id, "march", "0808")}, groups=MOVING, options={"light_cavalry_skirmish": switch}
        )
        assert bool(skirmish.light_regiments(t.s, 0)) is able
    assert skirmish.skirmish_pool(t.s, t.piece("A1")) == (1, 2, 3)


def test_27_1_the_free_intervention_is_used_once() -> None:
    pieces = SKIRMISH | {"A2": ("FR_line", "march", "0909"), "A3": ("FR_light", "march", "1008")}
    groups = {"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2), "gA3": ("column", "A3", 3)}
    t = Table(pieces, groups=groups).set("A3", active=True).skirmish().play("army_a", "skirmish A1")
    assert t.rules("army_a", f"voltigeurs {t.group('A2')}") == ["20.2"]
    assert t.options("army_a") == ["skirmish A3", "done"]  # its number has been activated
    assert skirmish.openings(t.set("A3", active=False).s, 0, t.s.drafts[0]) == []
    spent = Table(pieces, groups=groups)
    spent.s.intervened[0] = True
    assert (skirmish.light_regiments(spent.s, 0), skirmish.volley_groups(spent.s, 0)) == ([], [])
    spent.set("A1", active=True)  # [27.1] its number has been activated
    assert skirmish.light_regiments(spent.s, 0) == [spent.piece("A1")]


def test_27_1_a_garrison_is_never_free_of_charge() -> None:
    t = Table(SKIRMISH).set("A1", active=True)
    assert not skirmish.free_of_charge(t.s, t.piece("A1"))


def test_27_2_voltigeurs_of_mixed_battalions_within_three_squares() -> None:
    for counter_id, place, fields, able in (
        ("FR_line", "0811", {}, True),
        ("FR_line", "0812", {}, False),
        ("PR_line", "0811", {}, False),
        ("FR_line", "0809", {}, False),
        ("FR_line", "0811", {"routed": True}, False),
    ):
        t = Table({"A1": (counter_id, "march", "0808"), "B1": ("AU_line", "march", place)}, groups=MOVING)
        t.set("A1", **fields)
        assert bool(skirmish.volley_groups(t.s, 0)) is able


def test_27_3_skirmishers_hit_batteries_too() -> None:
    t = Table(SKIRMISH | {"B1": ("AU_foot_art", "unlimbered", "0811")}, groups=MOVING)
    t.roll(1, 1, 1, 2).skirmish().play("army_a", "skirmish A1")
    assert (t.look("B1").hits, t.look("A1").skirmished) == (1, True)


# [30] damage


@pytest.mark.parametrize(
    ("face", "size", "men", "after"),
    [(0, 3, (1, 2), 0), (1, 3, (1, 2), 1), (2, 1, (1, 2), 2), (0, 2, (2, 2), 2), (1, 1, (2, 2), 2), (0, 1, (2, 2), 1)],
)
def test_30_2_faces_and_losses(face: int, size: int, men: tuple[int, int], after: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}).hand("A1", (1, 1)).set("A1", damage=face).roll(1)
    hit(t.s, t.piece("A1"), size, True)
    assert (t.look("A1").men, t.look("A1").damage) == (men, after)


def test_30_2_without_a_marker_a_second_hit_halves() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}).set("A1", damage=1)
    assert hit(t.s, t.piece("A1"), 1, True) == MEN
    assert t.look("A1").men == (1, 2)
    fresh = Table({"A1": ("FR_line", "march", "0808")})
    assert hit(fresh.s, fresh.piece("A1"), 2, True) == MARKER  # only the face
    assert fresh.look("A1").men == (2, 2)


def test_14_5_a_hit_makes_a_passing_disorder_last() -> None:
    for size, face in ((1, 2), (2, 2)):
        t = Table({"A1": ("FR_line", "march", "0808")}).hand("A1", (1, 1)).roll(1)
        damage.disorder(t.s, t.piece("A1"), 1)
        hit(t.s, t.piece("A1"), size, True)
        assert (t.look("A1").damage, t.look("A1").expires) == (face, 0)


def test_30_3_a_battalion_that_is_gone_leaves_its_square() -> None:
    t = Table(FACING).men("B1", 1, 1)
    damage.halve(t.s, t.piece("B1"))
    assert (t.look("B1").men, t.where("B1")) == ((0, 1), "0909")
