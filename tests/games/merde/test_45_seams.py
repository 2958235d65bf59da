"""Chapter 45 at its seams: what single lines of the programme of the rulebook's army do and leave."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.solitaire import answers as solitaire
from grognard.games.merde.rules.solitaire import gunnery, marching
from grognard.games.merde.world.lexicon import FACINGS, LINE, MARCH
from toolkit_merde import FACING, Table, at

ALONE = {"solitaire": "army_b"}


def test_45_3_supports_are_planned_in_the_order_of_the_rulebook() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0801"),
            "B1": ("AU_line", "march", "0812"),
            "B2": ("AU_line", "march", "0817"),
            "B3": ("AU_light", "march", "0915"),
            "B4": ("AU_light_cav", "march", "1013"),
            "B5": ("AU_foot_art", "limbered", "0718"),
        },
        groups={
            "gB1": ("column", "B1", 1),
            "gB2": ("support", "B2", "gB1"),
            "gB3": ("support", "B3", "gB1"),
            "gB4": ("support", "B4", "gB1"),
            "gB5": ("support", "B5", "gB1"),
        },
        options=ALONE,
    )
    t.s.step = 1
    solitaire.write_plans(t.s, 1)
    written = [t.world.stock(piece).name for piece in t.s.drafts[1].schemes]
    assert written == ["B1", "B5", "B2", "B3", "B4"]


@pytest.mark.parametrize(
    ("enemy", "facing"), [("0810", "south"), ("0910", "south"), ("0812", "north"), ("0911", "east"), ("0711", "west")]
)
def test_45_3_who_has_an_enemy_beside_him_turns_to_him(enemy: str, facing: str) -> None:
    t = Table(
        {"A1": ("FR_line", "march", enemy), "B1": ("AU_line", "march", "0811")},
        groups={"gB1": ("reserve", "B1")},
        options=ALONE,
    )
    scheme = plans.new_scheme(t.s, t.piece("B1"))
    assert FACINGS[marching.face_enemy(t.s, 1, scheme).facing] == facing


@pytest.mark.parametrize(("squares", "off"), [("0815", 0), ("0915", 1), ("0715", 1), ("1015", 2)])
def test_45_3_of_two_ways_the_straighter_is_taken(squares: str, off: int) -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0820")},
        groups={"gB1": ("column", "B1", 1)},
        flags={"A2": "0805"},
        options=ALONE,
    )
    road = marching.Road(t.s, t.piece("B1"), (at("0805"),))
    assert road.far((at(squares),))[1:] == (10, 10 + off)


def test_45_3_next_to_an_enemy_a_line_does_not_fold() -> None:
    for enemy, formation in (("0812", LINE), ("0805", MARCH)):
        t = Table(
            {"A1": ("FR_line", "march", enemy), "B1": ("AU_line", "line", "0813 0913")},
            groups={"gB1": ("column", "B1", 1)},
            flags={"A2": "0800"},
            options=ALONE,
        )
        assert solitaire.plan_of(t.s, 1, t.piece("B1")).formation == formation


def test_45_3_generals_ride_in_the_step_of_the_commanders_alone() -> None:
    for step, rides in ((plans.COMMANDERS, True), (plans.EARLY, False)):
        t = Table(
            {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0810")},
            generals={"BG1": ("silver", "0819", "B1"), "BG0": ("gold", "0821")},
            groups={"gB1": ("column", "B1", 3)},
            options=ALONE,
        )
        t.s.step = step
        solitaire.write_plans(t.s, 1)
        noted = {note[0] for note in t.s.drafts[1].notes}
        assert (plans.FIRST_GENERAL + t.general("BG1") in noted) is rides


def test_45_4_a_battery_without_a_target_keeps_silent() -> None:
    t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_foot_art", "unlimbered", "0820")}, options=ALONE)
    gunnery.write_guns(t.s, 1)
    assert all(note[1] < 0 for note in t.s.drafts[1].notes)
    t.guns()
    assert "shot" not in [event.key for _, event in t.match.log()]


def test_45_5_fights_are_named_by_the_lowest_number() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "march", "0809"),
            "B2": ("AU_line", "march", "1009"),
        },
        groups={
            "gB1": ("column", "B1", 7),
            "gB2": ("column", "B2", 3),
            "gA1": ("column", "A1", 2),
            "gA2": ("column", "A2", 9),
        },
        options=ALONE,
    )
    parse = t.game.lexicon.parse
    options = [parse("engage B1 A1"), parse("engage B2 A2"), parse("pass")]
    assert str(solitaire.name_fight(t.s, 1, options)) == "engage B2 A2"
    assert str(solitaire.name_fight(t.s, 1, options[2:])) == "pass"


@pytest.mark.parametrize(("men", "chosen"), [((1, 1), "onward A1 0809"), ((2, 1), "return"), ((2, 2), "return")])
def test_45_5_its_cavalry_goes_on_only_at_shaken_infantry(men: tuple[int, int], chosen: str) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")}, options=ALONE)
    t.men("A1", *men)
    parse = t.game.lexicon.parse
    options = [parse("onward A1 0809"), parse("return"), parse("pass")]
    assert str(solitaire.go_on(t.s, 1, options)) == chosen


@pytest.mark.parametrize("place", [1, 2])
def test_45_5_who_can_only_hold_turns_a_marker_at_random(place: int) -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "mass", "0809")}, options=ALONE)
    t.hand("A1", (1, 1)).hand("B1", (1, 1), (2, 2)).set("B1", steady=True).roll(1).engage("A1", "B1")
    assert t.s.clash is not None
    t.s.clash.volleys[1] = 2
    t.roll(place)
    solitaire.write_fire(t.s, 1)
    assert t.s.drafts[1].notes == [(combat.HOLDS, place - 1)]


def test_45_5_a_random_marker_is_one_of_those_in_hand() -> None:
    for roll, place in ((1, 0), (2, 1)):
        t = Table(FACING, options=ALONE).hand("A1", (1, 1)).hand("B1", (1, 1), (2, 2)).roll(1).engage("A1", "B1")
        assert t.s.clash is not None
        t.s.clash.charging = [True, True]
        t.roll(roll)
        solitaire.write_charge(t.s, 1)
        assert t.s.drafts[1].notes == [(place,)]


def test_45_3_a_general_stays_behind_the_lowest_number_wherever_the_others_are() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0810"), "B2": ("AU_line", "march", "0418")},
        generals={"BG1": ("silver", "0815", "B1 B2"), "BG0": ("gold", "0822")},
        groups={"gB1": ("column", "B1", 5), "gB2": ("column", "B2", 3)},
        options=ALONE,
    )
    assert solitaire.post_of(t.s, 1, t.general("BG1")) in (at("0319"), at("0419"), at("0519"))


@pytest.mark.parametrize(("switch", "place"), [(False, 0), (True, 0)])
def test_45_5_in_melee_who_may_strike_turns_a_marker_whatever_the_reading(switch: bool, place: int) -> None:
    t = Table(FACING, options={**ALONE, "passive_defender_marker": switch})
    t.hand("A1", (1, 1)).hand("B1", (1, 1)).roll(1).engage("A1", "B1")
    t.roll(1)
    solitaire.write_melee(t.s, 1)
    assert t.s.drafts[1].notes == [(place,)]


def test_45_5_who_must_fight_and_cannot_charge_fires_his_last_marker() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "mass", "0809")}, options=ALONE)
    t.hand("A1", (1, 1)).hand("B1", (1, 1)).roll(1).engage("A1", "B1")
    t.roll(1)
    t.set("B1", steady=False)
    solitaire.write_fire(t.s, 1)
    assert t.s.drafts[1].notes == [(combat.FIRES, 0)]


def test_45_5_whoever_may_stand_when_his_group_goes_back_stands() -> None:
    t = Table(FACING, options=ALONE)
    parse = t.game.lexicon.parse
    options = [parse("follow B1"), parse("follow B2"), parse("done")]
    assert str(solitaire.last(t.s, 1, options)) == "done"
    assert str(solitaire.first(t.s, 1, options)) == "follow B1"


def test_45_3_a_general_keeps_two_squares_of_his_radius_in_hand() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0808"), "B2": ("AU_line", "march", "0820")},
        generals={"BG1": ("bronze", "0810", "B1 B2"), "BG0": ("gold", "0822")},
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2)},
        options=ALONE,
    )
    radius = t.s.commander(t.general("BG1")).radius
    for gap, row in ((radius - 2, 9), (radius - 1, 10), (radius, 11)):
        t.s.put(t.piece("B2"), (at(f"08{9 + gap:02d}"),), MARCH, 2)
        post = solitaire.post_of(t.s, 1, t.general("BG1"))
        assert (t.s.commander(t.general("BG1")).square if post < 0 else post) >> 6 == row


@pytest.mark.parametrize(("enemy", "first"), [("0813", "B2"), ("0801", "B1")])
def test_45_3_guns_that_are_about_to_unlimber_come_before_all(enemy: str, first: str) -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", enemy),
            "B1": ("AU_line", "march", "0814"),
            "B2": ("AU_foot_art", "limbered", "0818"),
        },
        groups={"gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")},
        options=ALONE,
    )
    t.s.step = 1
    solitaire.write_plans(t.s, 1)
    assert next(t.world.stock(piece).name for piece in t.s.drafts[1].schemes) == first


def test_45_3_an_enemy_right_across_a_corner_behind_it_is_turned_to() -> None:
    for enemy, facing in (("1115", "north"), ("1215", "east"), ("1013", "east")):
        t = Table(
            {"A1": ("FR_line", "attack", enemy), "B1": ("AU_line", "line", "0813 0913")},
            groups={"gB1": ("reserve", "B1")},
            options=ALONE,
        )
        scheme = plans.new_scheme(t.s, t.piece("B1"))
        assert FACINGS[marching.face_enemy(t.s, 1, scheme).facing] == facing


def test_36_4_its_new_general_appears_as_far_forward_as_he_may() -> None:
    t = Table(FACING, options=ALONE)
    parse = t.game.lexicon.parse
    options = [parse("post 0823"), parse("post 0818"), parse("post 0820")]
    assert str(solitaire.post_behind(t.s, 1, options)) == "post 0818"


def test_45_3_a_general_rides_also_into_the_very_first_square() -> None:
    """Beside it, behind his regiment, stands a battery."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0001"),
            "A2": ("FR_foot_art", "limbered", "0100"),
            "B1": ("AU_line", "march", "0820"),
        },
        generals={"AG1": ("silver", "0500", "A1")},
        options={"solitaire": "army_a"},
    ).movement(14)
    while t.asked == "Movement":
        t.play("army_b", "done")
    assert t.s.commander(t.general("AG1")).square == at("0000")


def test_45_3_a_general_without_troops_stays() -> None:
    t = Table(FACING, generals={"BG1": ("silver", "0819", "")}, options=ALONE)
    assert solitaire.post_of(t.s, 1, t.general("BG1")) == -1


@pytest.mark.parametrize(("enemy", "formation"), [("0808", LINE), ("0807", MARCH)])
def test_45_3_a_line_that_is_to_march_in_column_stays_one_within_five_squares(enemy: str, formation: int) -> None:
    t = Table(
        {"A1": ("FR_line", "march", enemy), "B1": ("AU_line", "line", "0813 0913")},
        groups={"gB1": ("column", "B1", 1)},
        flags={"A2": "0800"},
        options=ALONE,
    )
    assert solitaire.plan_of(t.s, 1, t.piece("B1")).formation == formation
