"""Chapters 19, 21, 43 and 44: what lies face down, decoys and scouts, letters, commanders and prices."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.merde.rules import layout, messages, sight
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import GARRISON, SIDES
from grognard.games.merde.world.state import Battle
from toolkit_merde import Table

FOG = {"fog_of_war": True}


def test_19_1_a_hidden_counter_shows_its_command_marker_and_nothing_else() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "line", "0815 0915")},
        groups={"gB1": ("line", "B1", 7)},
        options=FOG,
    )
    sight.cover_up(t.s)
    seen = t.match.view("army_a")
    backs = [piece for piece in seen["pieces"] if piece["side"] == "army_b"]
    assert [back["squares"] for back in backs] == [["0815"], ["0915"]]  # two battalions, as they lie on the table
    for back in backs:
        assert set(back) == {"id", "side", "squares", "group", "hidden"}
        (marker,) = [group for group in seen["groups"] if group["id"] == back["group"]]
        assert (marker["order"], marker["number"], marker["column"]) == ("line", 7, None)


def test_19_1_who_fires_is_turned_over() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_position_art", "unlimbered", "0815")},
        terrain={"hill": "0815"},
        options=FOG,
    )
    sight.cover_up(t.s)
    assert t.look("B1").hidden
    t.guns().play("army_a", "pass").play("army_b", "fire 0808 long").roll(1).play("army_b", "shots 2 4")
    assert not t.look("B1").hidden
    assert "uncovered" in t.told


def veiled() -> Table:
    """Two groups of B lie hidden, one regiment of the second is seen; all are out of command."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0802"),
            "B1": ("AU_line", "line", "0815 0915"),
            "B2": ("AU_line", "march", "0307"),
            "B3": ("AU_line", "march", "0308"),
        },
        groups={"gB1": ("line", "B1", 7, 2), "gB2": ("column", "B2 B3", 3)},
        options=FOG,
    )
    sight.cover_up(t.s)
    assert [t.look(name).hidden for name in ("B1", "B2", "B3")] == [True, False, True]
    for name in ("B1", "B2", "B3"):
        t.set(name, out=True)
    return t


def test_19_1_what_lies_over_the_board_tells_nothing_of_hidden_counters() -> None:
    t = veiled()
    for side in ("army_a", None):
        shown = t.game.face(t.s, -1 if side is None else 0, "en").overlays()
        assert [area.places for area in shown.command.areas if area.style == "cut"] == [["0307"]]
        assert shown.orders.lines == []
    assert len(t.game.face(t.s, 1, "en").overlays().orders.lines) == 2


def test_19_1_the_table_of_orders_shows_hidden_counters_by_their_marker_alone() -> None:
    t = veiled()
    (table,) = [each for each in t.game.face(t.s, 0, "en").sidebar().tables if each.id == "plan"]
    theirs = [(line, cells) for line, cells in zip(table.about, table.rows, strict=True) if line.side == "army_b"]
    assert [(line.places, cells[0], cells[1], cells[3]) for line, cells in theirs] == [
        (["0307"], "3", t.game.pen(t.world, "en").piece(t.piece("B2")), "column 1 (squares 0 to 5)"),
        (["0308"], "3", "hidden", ""),
        (["0815"], "7", "hidden", ""),
        (["0915"], "7", "hidden", ""),
    ]


def test_19_1_a_click_on_a_hidden_counter_does_not_name_it() -> None:
    t = veiled().movement(14)
    assert t.game.face(t.s, 0, "en").about("0308") == []
    assert t.game.face(t.s, 0, "en").about("0307") == [f"plan {t.token('B2')}"]
    assert t.game.face(t.s, 1, "en").about("0308") == [f"plan {t.token('B3')}"]


def test_19_1_a_garrison_is_told_of_the_square_of_an_enemy_and_not_of_his_name() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "1111")}, terrain={"wood": "1111"}, options=FOG
    )
    sight.cover_up(t.s)
    assert t.look("B1").hidden
    t.movement(13).play("army_a", "plan A1", "step 0707")
    (found,) = t.match.why_not("army_a", "halt")
    assert found.rule == "18.5"
    assert "1111" in found.text
    assert t.game.pen(t.world, "en").piece(t.piece("B1")) not in found.text


def test_3_3_a_click_asks_for_what_the_battle_plan_wants_there() -> None:
    match = grognard.start("merde", "teaching_mill_road", {"deployment": "free"}, seed="click")
    match.play("army_a", "own")
    assert match.game.face(match.state, 0, "en").about("0011") == ["flag 0011"]
    assert [r.rule for r in match.why_not("army_a", "flag 0011")] == ["5.4"]


LIMITS = [("cic", "gold", 4), ("cic", "silver", 2), ("minor_cic", "silver", 2), ("minor_cic", "bronze", 1)]


@pytest.mark.parametrize(("role", "level", "count"), LIMITS)
def test_19_2_decoys_and_scouts_by_the_level_of_the_cic(role: str, level: str, count: int) -> None:
    kind = data.commander_types()[role, level]
    assert (kind.decoys, kind.scouts) == (count, count)


def test_19_2_decoys_are_laid_in_the_rear_line_with_a_marker_of_their_own() -> None:
    match = grognard.start("merde", "teaching_mill_road", FOG, seed="decoys")
    assert [r.rule for r in match.why_not("army_a", "decoy 0309")] == ["19.2"]
    for side, square in zip(SIDES, ("0301", "0322"), strict=True):
        match.play(side, f"decoy {square}")
        match.play(side, "order garrison")
        match.play(side, "done")
    s = match.state
    assert isinstance(s, Battle)
    for side in (0, 1):
        decoy = s.world.decoy_slots[side][0]
        assert s.pieces[decoy].hidden
        assert len(s.members(s.pieces[decoy].group)) == 1


def test_19_3_one_scout_a_corps_at_most() -> None:
    pieces = {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0814")}
    assert Table(pieces, options=FOG).s.scouts == [1, 1]
    corps = {f"AG{n}": ("silver", f"{n:02d}02", "A1" if n == 1 else "") for n in range(1, 4)}
    assert Table(pieces, generals=corps, options=FOG).s.scouts[0] == 3
    silver = corps | {"AG0": ("silver", "1702")}
    assert Table(pieces, generals=silver, options=FOG).s.scouts[0] == 2


def test_19_3_no_scouts_without_fog() -> None:
    t = Table({"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0814")})
    assert messages.Scouting().sides(t.s) == ()


# [21] letters


def letter_to(front: bool, *cards: int) -> Table:
    """A CiC orders the regiment of a general, in the front line or in the rear, to hold."""
    row = 8 if front else 3
    t = Table(
        {"A1": ("FR_line", "march", f"08{row:02d}"), "B1": ("AU_line", "march", "0823")},
        generals={"AG0": ("gold", "0900"), "AG1": ("bronze", f"09{row:02d}", "A1")},
        groups={"gA1": ("reserve", "A1")},
    ).orders()
    t.play("army_a", f"change {t.group('A1')}", "order garrison")
    if "army_a" in t.to_act:
        t.play("army_a", "done")
    return t.roll(*cards).play("army_b", "done")


@pytest.mark.parametrize(
    ("front", "cards", "order"),
    [
        (True, (7, 5), "garrison"),
        (True, (8,), "reserve"),
        (True, (7, 6), "reserve"),
        (False, (5,), "garrison"),
        (False, (6,), "reserve"),
    ],
)
def test_21_5_delivery_and_understanding(front: bool, cards: tuple[int, ...], order: str) -> None:
    t = letter_to(front, *cards)
    assert t.order("A1") == order
    assert ("delivery" in t.told) is front
    assert t.dice.left() == 0
    tests = [event.args[-1] for _, event in t.match.log() if event.key in ("delivery", "understanding")]
    tests += [event.args[-1] for event in t.s.events if event.key in ("delivery", "understanding")]
    assert tests == [1] * (len(cards) - 1) + [int(order == "garrison")]


def test_21_3_units_under_the_cic_obey_without_a_test() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0823")},
        generals={"AG0": ("gold", "0809")},
        groups={"gA1": ("reserve", "A1")},
    ).orders()
    t.play("army_a", f"change {t.group('A1')}", "order garrison")
    if "army_a" in t.to_act:
        t.play("army_a", "done")
    t.play("army_b", "done")
    assert t.order("A1") == "garrison"
    assert not {"messenger", "delivery", "understanding"} & set(t.told)


def test_21_4_a_long_ride_arrives_turns_later_and_the_group_cannot_be_written_to_meanwhile() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0815"), "B1": ("AU_line", "march", "1735")},
        generals={"AG0": ("silver", "0800"), "AG1": ("silver", "0815", "A1")},
        groups={"gA1": ("reserve", "A1")},
        size=(1, 3),
    ).orders()
    t.play("army_a", f"change {t.group('A1')}", "order garrison").play("army_b", "done")
    assert t.order("A1") == "reserve"
    assert [letter.arrives for letter in t.s.letters[0]] == [2]
    t.orders()
    assert messages.why_not_change(t.s, 0, t.look("A1").group) == ("21.2", "written", ((t.piece("A1"),),))
    t.s.turn = 2
    t.roll(6, 6).open(messages.Deliver())
    assert t.order("A1") == "garrison"


# [43] [44] commanders and prices


def test_43_1_a_general_who_acts_as_cic_has_the_value_and_price_of_a_general() -> None:
    kinds = data.commander_types()
    for level, messengers in (("silver", 2), ("bronze", 1)):
        general, acting = kinds["corps", level], kinds["minor_cic", level]
        assert acting.messengers_per_turn == messengers
        assert (acting.command_value, acting.command_radius, acting.points) == (
            general.command_value,
            general.command_radius,
            general.points,
        )
    assert ("minor_cic", "gold") not in kinds


PRICES = {("inf", 7): 15, ("inf", 6): 10, ("inf", 5): 6, ("cav", 7): 18, ("cav", 6): 12, ("cav", 5): 8}


@pytest.mark.parametrize("counter", data.units().counters, ids=lambda counter: counter.id)
def test_44_1_every_counter_has_the_price_of_its_arm_and_level(counter: data.Counter) -> None:
    if counter.arm == "art":
        assert counter.points == (18 if counter.type == "position_art" else 15)
    elif counter.companies == 1:
        assert counter.points == (0 if counter.type == "voltigeur" else 5)
    else:
        assert counter.points == PRICES[counter.arm, counter.level]


def test_44_1_prices_of_commanders_and_works() -> None:
    kinds = data.commander_types()
    ranks = (("cic", "gold"), ("cic", "silver"), ("corps", "silver"), ("corps", "bronze"))
    assert [kinds[rank].points for rank in ranks] == [36, 28, 25, 20]
    assert (data.tables().points["fortification"], data.tables().points["pontoon_bridge"]) == (10, 10)


def test_8_5_sharpshooters_and_engineers_stay_a_garrison() -> None:
    pieces = {
        "A1": (["FR_sharpshooters"], "march", "0802"),
        "A2": (["FR_engineers"], "march", "0902"),
        "A3": ("FR_line", "march", "1002"),
        "B1": ("AU_line", "march", "0820"),
    }
    t = Table(pieces).orders()
    for name, possible in (("A1", False), ("A2", False), ("A3", True)):
        assert t.rules("army_a", f"change {t.group(name)}") == ([] if possible else ["8.5"])
    plan = layout.Layout()
    plan.member = {t.piece("A1"): 0}
    assert layout.order_choices(t.s, 0, plan) == [GARRISON]
    plan.squares = {t.piece(name): t.look(name).squares for name in ("A1", "A2", "A3")}
    plan.member = {t.piece("A1"): 0, t.piece("A2"): 1}
    assert layout.joinable(t.s, 0, plan) == []
