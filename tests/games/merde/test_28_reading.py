"""Chapters 25 to 29: naming, fire and charge, sentence by sentence; what happens and what is refused."""

from __future__ import annotations

import pytest

from grognard.board.squares import sector
from grognard.games.merde.rules.combat import engage, fights
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.totals import (
    FIRE,
    Stance,
    attack_terms,
    bearing_of,
    defence_terms,
    fighting_units,
    in_front,
)
from toolkit_merde import FACING, Table, at


def duel(pieces: dict[str, tuple[str, ...]] | None = None, **more: object) -> Table:
    t = Table(dict(pieces or FACING), **more)  # type: ignore[arg-type]
    return t.hand("A1", (1, 6), (1, 5), (1, 4)).hand("B1", (1, 6), (1, 5), (1, 4)).engage("A1", "B1")


# [25] fights


def test_25_1_a_fight_needs_a_regiment_and_nobody_who_routs() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809")})
    assert fights.fights(t.s) == []
    regiments = Table(FACING)
    assert len(fights.fights(regiments.s)) == 1
    regiments.set("B1", routed=True)
    assert fights.fights(regiments.s) == []


def test_25_1_cavalry_with_a_charge_has_a_fight() -> None:
    for order, found in (("column", 1), ("reserve", 0)):
        t = Table(
            {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0810")},
            groups={"gA1": (order, "A1", 1) if order == "column" else (order, "A1")},
        )
        assert len(fights.fights(t.s)) == found


def test_25_1_supports_have_the_number_of_their_group_and_garrisons_thirteen() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908"), "B1": ("AU_line", "march", "0909")},
        groups={"gA1": ("column", "A1", 5), "gA2": ("support", "A2", "gA1")},
    )
    assert [t.s.number_of(t.piece(name)) for name in ("A1", "A2", "B1")] == [5, 5, 13]


def test_25_2_the_lowest_number_comes_first_and_the_order_is_worked_out_anew() -> None:
    pieces = {
        "A1": ("FR_line", "march", "0208"),
        "A2": ("FR_line", "march", "0808"),
        "B1": ("AU_line", "march", "0209"),
        "B2": ("AU_line", "march", "0809"),
    }
    t = Table(pieces, groups={"gA1": ("column", "A1", 7), "gA2": ("column", "A2", 3)})
    for name in pieces:
        t.set(name, engaged=True)  # [12.5] nobody must fight
    t.combat()
    assert t.s.sector == sector(at("0808"))
    t.play("army_a", "done").play("army_b", "done")
    assert t.s.sector == sector(at("0208"))
    t.play("army_a", "done").play("army_b", "done")
    assert t.asked == "Rest"  # each is fought once


def test_26_2_markers_once_a_turn_and_not_for_skirmishers() -> None:
    t = Table({**FACING, "A2": ("FR_light", "march", "0708"), "B2": ("AU_line", "march", "0709")})
    t.s.sector = sector(at("0808"))
    assert len(fights.candidates(t.s, 0)) == 2
    t.set("A2", skirmished=True)
    assert fights.candidates(t.s, 0) == [t.piece("A1")]
    t.set("A1", dealt=True)
    assert fights.candidates(t.s, 0) == []


def test_25_3_who_may_not_name() -> None:
    for fields, rule in (
        ({"hand": ()}, "26.2"),
        ({"retreated": True}, "37.4"),
        ({"skirmished": True}, "27.4"),
        ({"routed": True}, "25.3"),
        ({"squares": ()}, "25.3"),
    ):
        t = Table(FACING).hand("A1", (1, 1)).set("A1", **fields)
        found = fights.may_name(t.s, t.piece("A1"))
        assert found is not None
        assert found[0] == rule


def test_25_3_who_may_not_be_named() -> None:
    t = Table(FACING | {"B2": ("AU_line", "march", "1212"), "A2": ("FR_line", "march", "0708")}).hand("A1", (1, 1))
    t.s.sector = sector(at("0808"))
    for foe, key in (("B2", "not_adjacent"), ("A2", "not_adjacent"), ("B1", None)):
        found = fights.engage_ban(t.s, t.piece("A1"), t.piece(foe))
        assert (found and found[1]) == key
    t.set("B1", routed=True)
    assert fights.engage_ban(t.s, t.piece("A1"), t.piece("B1")) == ("25.3", "cannot_be_named", (t.piece("B1"),))


WAITING = {"gA1": ("reserve", "A1 A2"), "gB1": ("reserve", "B1 B2")}  # [12.5] who need not fight


def test_25_3_the_other_player_names_next_and_two_passes_end_the_sector() -> None:
    pieces = FACING | {"A2": ("FR_line", "march", "0708"), "B2": ("AU_line", "march", "0709")}
    t = Table(pieces, groups=WAITING).hand("A1", (1, 6)).hand("A2", (1, 6)).hand("B1", (1, 6)).hand("B2", (1, 6))
    t.s.sector, t.s.fought = sector(at("0808")), [sector(at("0808"))]
    t.open(fights.Name(0)).play("army_a", "engage A1 B1").both("fire 1", "fire 1")
    assert (t.asked, t.to_act) == ("Name", ("army_b",))
    t.play("army_b", "pass")
    assert t.to_act == ("army_a",)
    t.play("army_a", "engage A2 B2").both("fire 1", "fire 1")
    assert t.asked == "Rest"  # nobody has a marker left
    again = Table(pieces, groups=WAITING).hand("A1", (1, 6)).hand("B1", (1, 6))
    again.s.sector, again.s.fought = sector(at("0808")), [sector(at("0808"))]
    again.open(fights.Name(0)).play("army_a", "pass").play("army_b", "pass")
    assert again.asked == "Rest"


def test_25_3_only_two_passes_in_a_row_end_the_sector() -> None:
    t = Table(FACING | {"A2": ("FR_line", "march", "0708"), "B2": ("AU_line", "march", "0709")}, groups=WAITING)
    t.hand("A1", (1, 6)).hand("A2", (1, 6)).hand("B1", (1, 6)).hand("B2", (1, 6))
    t.s.sector, t.s.fought = sector(at("0808")), [sector(at("0808"))]
    t.open(fights.Name(0)).play("army_a", "pass").play("army_b", "engage B1 A1").both("fire 1", "fire 1")
    t.play("army_a", "pass")
    assert (t.asked, t.to_act) == ("Name", ("army_b",))


# [28.6] the fire step


def test_28_6_a_holder_turns_his_marker_against_a_shot_only() -> None:
    t = duel().set("A1", steady=True).set("B1", steady=True)
    t.both("fire 1", "hold 1")
    assert (len(t.look("A1").hand), len(t.look("B1").hand)) == (2, 2)
    charged = duel().set("A1", steady=True).set("B1", steady=True)
    charged.both("charge", "hold 1")
    assert len(charged.look("B1").hand) == 3


def test_28_6_the_charger_keeps_a_marker_to_charge_with() -> None:
    for hand, offered in (([(1, 6)], False), ([(1, 6), (1, 5)], True)):
        t = Table(FACING, options={"shot_at_charger_marker": True}).hand("A1", *hand).hand("B1", (1, 6), (1, 5))
        assert ("charge 1" in t.engage("A1", "B1").options("army_a")) is offered


def test_28_6_a_charger_who_has_lost_his_last_marker_does_not_charge() -> None:
    t = Table(FACING).set("A1", damage=1).hand("A1", (1, 1)).hand("B1", (2, 2), (1, 1)).engage("A1", "B1")
    t.roll(1, 1).both("charge", "fire 2")  # a hit on Attack -1 takes the marker
    assert t.look("A1").hand == ()
    assert "charge_exchange" not in t.told
    assert t.asked != "ChargeExchange"


def test_28_6_fire_is_repeated_while_both_want() -> None:
    t = duel()
    for _ in range(2):
        t.both("fire 1", "fire 1")
        assert t.asked == "FireStep"
    t.both("fire 1", "fire 1")
    assert t.asked == "Rest"  # [29.6] both have none: they stay in contact
    assert (t.where("A1"), t.where("B1")) == ("0808 0908", "0809 0909")


def test_28_5_only_at_an_enemy_in_front_and_a_square_all_round() -> None:
    for formation, able in (("square", True), ("march", False)):
        t = Table({"A1": ("FR_line", formation, "0808"), "B1": ("AU_line", "march", "0807", "north")})
        t.hand("A1", (1, 1), (1, 2)).hand("B1", (1, 1), (1, 2))
        assert in_front(t.s, t.piece("A1"), t.piece("B1")) is able
        t.engage("B1", "A1")
        if formation == "square":
            assert t.rules("army_a", "fire 1") == []
    mass = Table({"A1": ("AU_line", "mass", "0808"), "B1": ("AU_heavy_cav", "march", "0807", "north")})
    mass.hand("A1", (1, 1)).hand("B1", (1, 1)).engage("B1", "A1")
    assert mass.rules("army_a", "fire 1") == ["28.5"]


# [29.1] [29.2] who charges


def test_29_1_who_may_not_charge() -> None:
    for pieces, name, rule in (
        ({"A1": ("FR_line", "square", "0808"), "B1": ("AU_line", "march", "0809")}, "A1", "29.1"),
        ({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "mass", "0809")}, "B1", "29.1"),
        ({"A1": (["FR_sharpshooters"], "march", "0808"), "B1": ("AU_line", "march", "0809")}, "A1", "8.5"),
        ({"A1": ("FR_line", "march", "0809", "east"), "B1": ("AU_line", "line", "0909 1009")}, "B1", "35.1"),
        ({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, "A1", None),
    ):
        t = duel(pieces)
        assert t.rules("army_a" if name == "A1" else "army_b", "charge") == ([rule] if rule else [])


def test_29_1_not_at_an_enemy_behind() -> None:
    t = Table({"A1": ("AU_line", "mass", "0808"), "B1": ("AU_heavy_cav", "march", "0807", "north")})
    t.hand("A1", (1, 1)).hand("B1", (1, 1)).engage("B1", "A1")
    combat.clash_of(t.s).pieces.reverse()
    t.set("A1", formation=0)
    found = engage.charge_ban(t.s, 1)
    assert found is None
    t.set("B1", facing=2)
    assert engage.charge_ban(t.s, 1) == ("28.5", "not_in_front", (t.piece("B1"), t.piece("A1")))


@pytest.mark.parametrize(
    ("one", "terrain", "asked"),
    [
        ("FR_line", {}, "ChargeExchange"),
        ("FR_line", {"settlement": "0809 0709"}, "MeleeRound"),
        ("FR_line", {"fortress": "0808"}, "MeleeRound"),
        ("FR_line", {"wood": "0809"}, "ChargeExchange"),
        ("FR_heavy_cav", {}, "MeleeRound"),
    ],
)
def test_29_2_where_a_charge_is_an_assault(one: str, terrain: dict[str, str], asked: str) -> None:
    foe = "AU_line" if one == "FR_line" else "AU_heavy_cav"
    t = Table({"A1": (one, "march", "0808"), "B1": (foe, "march", "0809")}, terrain=terrain)
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).set("A1", steady=True).set("B1", steady=True)
    t.engage("A1", "B1").both("charge", "hold")
    assert t.asked == asked


def test_29_7_fire_alone_opens_no_square() -> None:
    t = Table(FACING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6)).engage("A1", "B1").both("fire 1", "fire 1")
    assert t.look("B1").retreated
    assert t.asked == "Rest"


# [28.2] [28.3] what counts


def test_28_2_open_order_fights_with_the_battalion_in_contact() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 1008"), "B1": ("AU_line", "line", "0809 0709")})
    assert fighting_units(t.s, t.piece("A1"), t.piece("B1"), Stance()) == ([0], [0])


def test_28_3_what_the_ground_gives() -> None:
    for terrain, value in (
        ({"hill": "0908"}, 1),
        ({"wall": "0908"}, 1),
        ({"fortification": "0908"}, 0),
        ({"fortification": "0808"}, 2),
        ({"hill": "0808", "fortification": "0808"}, 2),
    ):
        t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "march", "0709")}, terrain=terrain)
        assert dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance())).get("ground", 0) == value
    for terrain, value in (
        ({"wood": "0808"}, 2),
        ({"settlement": "0808 0807"}, 2),
        ({"farm": "0808"}, 2),
        ({"fortress": "0808"}, 3),
        ({"farm": "0808", "fortification": "0808"}, 3),
    ):
        old = dict.fromkeys(("wood", "settlement", "farm"), 3) | {"fortress": 4}
        for switch in (False, True):
            t = Table(
                {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")},
                terrain=terrain,
                options={"old_defence_values": switch},
            )
            found = dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))["ground"]
            wanted = 4 if len(terrain) == 2 else old[next(iter(terrain))]
            assert found == (wanted if switch else value)


def test_28_3_cover_counts_in_the_attacked_square_only() -> None:
    for wood, value in (("0808", 2), ("1008", 0)):
        t = Table({"A1": ("FR_light", "open", "0808 1008"), "B1": ("AU_line", "march", "0709")}, terrain={"wood": wood})
        assert dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance())).get("ground", 0) == value


def test_28_3_engineers_add_to_the_ground_or_take_away() -> None:
    for change in (1, -1):
        t = Table(FACING, terrain={"fortification": "0808"})
        t.s.works[at("0808")] = change
        terms = dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))
        assert (terms["ground"], terms["engineers"]) == (2, change)


def test_28_3_the_group_helps_a_line_or_attack_column_beside_another_member() -> None:
    for formation, place, bonus in (
        ("line", "0708", True),
        ("attack", "0708", True),
        ("march", "0708", False),
        ("line", "0608", False),
    ):
        squares = "0808 0908" if formation == "line" else "0808"
        t = Table(
            {
                "A1": ("FR_line", formation, squares),
                "A2": ("FR_line", "march", place),
                "B1": ("AU_line", "march", "0809"),
            },
            groups={"gA1": ("column", "A1 A2", 1)},
        )
        terms = dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))
        assert ("group" in terms) is bonus


def test_28_3_grenadiers_help_those_who_stand_together() -> None:
    for place, bonus in (("0708", True), ("0508", False)):
        t = Table(FACING | {"A2": ("FR_grenadier", "march", place)}, groups={"gA1": ("column", "A1 A2", 1)})
        assert ("grenadiers" in dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))) is bonus


def test_14_6_who_fights_worse_inside() -> None:
    for counter, place, less in (
        ("FR_line", "wood", True),
        ("FR_light", "wood", False),
        ("FR_guard", "farm", False),
        ("FR_heavy_cav", "farm", True),
        ("FR_line", "fortress", False),
    ):
        t = Table({"A1": (counter, "march", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={place: "0808"})
        assert ("inside" in dict(attack_terms(t.s, t.piece("A1"), t.piece("B1"), Stance(step=FIRE)))) is less


def test_28_4_the_face_attack_marker_less_costs_no_attack() -> None:
    for damage, less in ((0, False), (1, True), (2, False)):
        t = Table(FACING).set("A1", damage=damage)
        assert ("damage" in dict(attack_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))) is less


def test_28_4_rain_and_fog_weaken_fire_and_nothing_else() -> None:
    for weather, counter, less in (("rain", "FR_line", -1), ("fog", "FR_line", -2), ("fog", "FR_light", -1)):
        t = Table(FACING | {"A1": (counter, "line", "0808 0908")}, weather=weather)
        pair = (t.piece("A1"), t.piece("B1"))
        assert dict(attack_terms(t.s, *pair, Stance(step=FIRE)))["weather"] == less
        assert "weather" not in dict(attack_terms(t.s, *pair, Stance(step=1)))


def test_35_3_a_column_inside_a_place_is_not_caught() -> None:
    for place, caught in (("wood", False), ("fortress", False), ("hill", True)):
        t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={place: "0808"})
        assert ("march_column" in dict(defence_terms(t.s, t.piece("A1"), t.piece("B1"), Stance()))) is caught


def test_35_1_a_square_has_no_flank_and_a_mass_column_none_for_cavalry() -> None:
    for formation, foe, flanked in (
        ("march", "FR_line", True),
        ("square", "FR_line", False),
        ("mass", "FR_line", True),
        ("mass", "FR_heavy_cav", False),
    ):
        t = Table({"A1": (foe, "march", "0708", "east"), "B1": ("AU_line", formation, "0808")})
        assert (bearing_of(t.s, t.piece("A1"), t.piece("B1")) == 1) is flanked


@pytest.mark.parametrize(
    ("formation", "men", "counter", "bonus"),
    [
        ("square", (2, 2), "FR_heavy_cav", 3),
        ("square", (0, 2), "FR_heavy_cav", 2),
        ("square", (2, 2), "FR_lancer", 1),
        ("mass", (2, 2), "FR_heavy_cav", 2),
        ("mass", (0, 2), "FR_heavy_cav", 1),
        ("mass", (0, 2), "FR_lancer", 1),
        ("square", (2, 2), "FR_line", 0),
        ("march", (2, 2), "FR_heavy_cav", 0),
    ],
)
def test_32_2_the_bonus_against_cavalry(formation: str, men: tuple[int, int], counter: str, bonus: int) -> None:
    t = Table({"A1": (counter, "march", "0808"), "B1": ("AU_line", formation, "0809")}).men("B1", *men)
    terms = dict(defence_terms(t.s, t.piece("B1"), t.piece("A1"), Stance(step=1)))
    assert terms.get("square", 0) == bonus
