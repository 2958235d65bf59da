"""Chapters 18 to 21: orders, fog of war, activation, messengers."""

from __future__ import annotations

from grognard.games.merde.rules import messages, sight
from grognard.games.merde.world.lexicon import MOVE_COLUMN
from toolkit_merde import Table, at


def test_18_2_a_moving_group_stays_in_its_column_and_goes_forward() -> None:
    t = Table({"A1": ("FR_line", "march", "0608")}, groups={"gA1": ("column", "A1", 1)})
    t.movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0509") == ["18.2"]
    assert t.rules("army_a", "step 0607") == ["18.2"]
    assert "step 0708" in t.options("army_a")


def test_18_2_with_the_last_flag_of_its_column_a_group_holds() -> None:
    t = Table({"A1": ("FR_line", "march", "0821")}, groups={"gA1": ("column", "A1", 1)}, flags={"B2": "0822"})
    t.movement(1).play("army_a", "plan A1", "step 0822", "halt")
    assert t.s.captured == [1, 0]
    assert t.s.group_of(t.piece("A1")).holding


def test_18_3_near_the_enemy_a_column_is_an_attack_column() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0812")}, groups={"gA1": ("column", "A1", 1)}
    )
    t.movement(1).play("army_a", "plan A1", "step 0809", "halt")
    assert t.formation("A1") == "attack"


def test_18_4_a_group_marches_to_its_new_column_first() -> None:
    t = Table({"A1": ("FR_line", "march", "0408")}, groups={"gA1": ("column", "A1", 1, 1)})
    t.movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0308") == ["18.4"]
    assert t.rules("army_a", "step 0507") == ["18.2"]
    t.play("army_a", "step 0508", "step 0608")
    assert t.rules("army_a", "step 0508") == ["18.2"]


def test_18_5_a_garrison_stays_until_an_enemy_is_in_its_sector() -> None:
    quiet = Table({"A1": ("FR_line", "march", "0808")}).movement(13).play("army_a", "plan A1")
    assert quiet.rules("army_a", "step 0809") == ["18.5"]
    assert "form line 0908" in quiet.options("army_a")
    t = Table({"A1": ("FR_line", "march", "0807"), "B1": ("AU_line", "march", "0811")})
    t.movement(13).play("army_a", "plan A1")
    assert "step 0808" in t.options("army_a")
    assert t.rules("army_a", "step 0806") == []
    t.play("army_a", "step 0806")
    assert t.rules("army_a", "halt") == ["18.5"]


def test_18_6_a_reserve_takes_no_step() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, groups={"gA1": ("reserve", "A1")})
    t.movement(13).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0809") == ["18.6"]


def test_18_7_a_support_moves_with_its_group_and_stays_near() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light", "march", "0804")},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.movement(1)
    assert t.rules("army_a", "done") == ["18.7"]
    t.play("army_a", "plan A2", "step 0805")
    assert "halt" in t.options("army_a")
    t.play("army_a", "halt", "done")
    assert t.where("A2") == "0805"


def test_18_7_a_support_does_not_go_ahead_of_its_group() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_light", "march", "0708")},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.movement(1).play("army_a", "plan A2", "step 0709")
    assert t.rules("army_a", "halt") == ["18.7"]


def test_19_1_hidden_counters_are_turned_over_when_they_are_seen() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0815"), "B2": ("AU_line", "march", "0812")},
        options={"fog_of_war": True},
    )
    sight.cover_up(t.s)
    assert t.look("B1").hidden
    assert not t.look("B2").hidden
    seen = {piece["id"] for piece in t.match.view("army_a")["pieces"]}
    assert "?0815" in seen
    assert t.token("B2") in seen


def test_19_2_a_decoy_that_is_seen_is_removed() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0820")}, options={"fog_of_war": True})
    decoy = t.world.decoy_slots[1][0]
    t.s.put(decoy, (at("0815"),), 0, 2)
    t.s.pieces[decoy].group = t.look("B1").group
    sight.cover_up(t.s)
    assert t.s.pieces[decoy].hidden
    t.s.pieces[decoy].squares = (at("0812"),)
    sight.look_around(t.s)
    assert t.s.pieces[decoy].squares == ()
    assert "decoy_seen" in t.told


def test_19_3_a_scout_turns_over_what_lies_near_a_square_of_the_front_line() -> None:
    t = Table({"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0814")}, options={"fog_of_war": True})
    sight.cover_up(t.s)
    t.s.scouts = [1, 0]
    t.secret(messages.Scouting())
    assert t.rules("army_a", "scout 0820") == ["19.3"]
    t.play("army_a", "scout 0915")
    assert not t.look("B1").hidden
    assert t.s.scouts[0] == 0


def test_20_1_a_number_acts_for_both_sides_at_once() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0815")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    assert t.to_act == ("army_a", "army_b")
    assert t.rules("army_a", "plan B1") == ["20.4"]


def test_20_4_a_plan_is_secret_until_both_are_in() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0818")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    before = t.match.view("army_b")
    t.play("army_a", "plan A1", "step 0809")
    assert t.match.view("army_b") == before
    t.play("army_a", "halt")
    assert t.where("A1") == "0808"
    t.match.undo("army_a")
    t.play("army_a", "step 0810", "halt").play("army_b", "plan B1", "stay")
    assert t.where("A1") == "0810"


def test_20_5_actions_happen_in_the_order_of_their_times() -> None:
    """Cavalry at eight points takes two steps while infantry at four takes one."""
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "march", "0812")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809", "step 0810", "halt").play("army_b", "plan B1", "step 0811", "halt")
    assert t.where("A1") == "0810"
    assert t.where("B1") == "0811"


def test_20_7_a_contested_square_goes_to_the_higher_card() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0810")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    ).movement(1)
    t.play("army_a", "plan A1", "step 0809", "halt")
    t.play("army_b", "plan B1", "step 0809").roll(4, 4, 3, 8).play("army_b", "halt")
    assert t.where("A1") == "0808"
    assert t.where("B1") == "0809"


def test_20_9_a_general_met_alone_is_displaced() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808")},
        generals={"BG1": ("silver", "0809", "")},
        groups={"gA1": ("column", "A1", 1)},
    )
    t.movement(1).play("army_a", "plan A1", "step 0809", "halt")
    assert t.s.commander(t.general("BG1")).square == at("0812")


def test_20_12_commanders_ride_ten_squares_and_not_into_a_zone() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0811")}, generals={"AG0": ("gold", "0803")}
    )
    t.movement(14).play("army_a", "lead AG0")
    assert "ride 0807" in t.options("army_a")
    assert t.rules("army_a", "ride 0810") == ["20.12"]


def test_21_2_a_gold_cic_has_three_messengers_to_generals_in_the_front_line() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"{n * 3:02d}08") for n in range(1, 5)}
    led = {f"AG{n}": ("silver", f"{n * 3:02d}07", f"A{n}") for n in range(1, 5)}
    t = Table(
        {**pieces, "B1": ("AU_line", "march", "0823")},
        generals=led,
        groups={f"gA{n}": ("reserve", f"A{n}") for n in range(1, 5)},
    ).orders()
    for n in range(1, 4):
        t.play("army_a", f"change {t.group(f'A{n}')}", "order garrison")
    assert t.to_act == ("army_b",)  # nothing is left to write: three ride
    assert len(t.s.drafts[0].letters) == 3
    found = messages.why_not_change(t.s, 0, t.look("A4").group)
    assert found == ("21.2", "no_messenger", (3,))


def test_21_3_no_messenger_is_needed_to_a_general_in_the_rear() -> None:
    t = Table({"A1": ("FR_line", "march", "0803")}, generals={"AG1": ("silver", "0802", "A1")})
    assert not messages.needs_messenger(t.s, t.general("AG1"))
    t.s.commander(t.general("AG1")).square = at("0806")
    assert messages.needs_messenger(t.s, t.general("AG1"))
    assert not messages.needs_messenger(t.s, t.general("AG0"))


def test_21_4_a_messenger_through_an_enemy_zone_is_lost() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0805")},
        generals={"AG0": ("gold", "0800"), "AG1": ("silver", "0807", "A1")},
        groups={"gA1": ("reserve", "A1")},
    ).orders()
    t.play("army_a", f"change {t.group('A1')}", "order garrison").play("army_b", "done")
    assert "messenger_lost" in t.told
    assert t.order("A1") == "reserve"


def test_21_5_the_content_of_a_letter_stays_secret_until_it_takes_effect() -> None:
    t = (
        Table(
            {"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0823")},
            generals={"AG0": ("gold", "0800"), "AG1": ("silver", "0808", "A1")},
            groups={"gA1": ("reserve", "A1")},
        )
        .orders()
        .roll(7, 6)
    )
    t.play("army_a", f"change {t.group('A1')}", "order column", "target 2", "number 5").play("army_b", "done")
    told = [event.key for _, event in t.match.log("army_b")]
    assert "messenger" in told
    assert "letter" not in told
    assert t.s.group_of(t.piece("A1")).order == MOVE_COLUMN
    assert t.s.group_of(t.piece("A1")).number == 5


def test_21_6_a_new_sequence_shifts_the_numbers_between() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"{n * 3:02d}03") for n in range(1, 4)}
    t = Table(
        {**pieces, "B1": ("AU_line", "march", "0823")}, groups={f"gA{n}": ("column", f"A{n}", n) for n in range(1, 4)}
    ).orders()
    t.play("army_a", f"resequence {t.group('A3')}", "number 1", "done").play("army_b", "done")
    assert [t.s.group_of(t.piece(f"A{n}")).number for n in (1, 2, 3)] == [2, 3, 1]
