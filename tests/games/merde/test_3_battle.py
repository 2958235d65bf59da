"""Chapters 1 to 8, 17, 26, 36, 42 and 45: set-up, turn, weather, victory, playing alone."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import grognard
import walks
from grognard.games.merde.rules import odds
from grognard.games.merde.rules.combat.markers import marker_of
from grognard.games.merde.rules.fire import artillery
from grognard.games.merde.rules.generals import Successor, successors
from grognard.games.merde.rules.sequence import BeginMovement
from grognard.games.merde.rules.setup import Opening
from grognard.games.merde.rules.solitaire import answers as solitaire
from grognard.games.merde.rules.solitaire import contingencies
from grognard.games.merde.rules.victory import check_victory, time_is_up
from grognard.games.merde.world.lexicon import SIDES
from grognard.games.merde.world.state import Battle
from grognard.kernel.game import SetupError
from toolkit_merde import Table, at


def opening(scenario: str = "teaching_mill_road", **options: object) -> grognard.Match:
    return grognard.start("merde", scenario, options, seed="plan")


def state(match: grognard.Match) -> Battle:
    assert isinstance(match.state, Battle)
    return match.state


def test_1_1_two_thirds_of_the_flags_win() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    t.s.captured = [1, 0]
    assert not check_victory(t.s)
    t.s.captured = [2, 0]
    assert check_victory(t.s)
    assert t.match.outcome is not None
    assert (t.match.outcome.winner, t.match.outcome.reason) == ("army_a", "flags")


def test_1_3_both_at_the_same_check_is_a_draw() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    t.s.captured = [2, 2]
    check_victory(t.s)
    assert t.match.outcome is not None
    assert t.match.outcome.winner is None


@pytest.mark.parametrize(
    ("flags", "removed", "winner"),
    [([1, 0], [0, 0], "army_a"), ([1, 1], [0, 260], "army_a"), ([0, 0], [199, 0], None), ([0, 0], [200, 0], "army_b")],
)
def test_1_4_the_turn_limit(flags: list[int], removed: list[int], winner: str | None) -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    t.s.captured, t.s.removed = flags, removed  # removed in halves of a point; the limit is 1000
    time_is_up(t.s)
    assert t.match.outcome is not None
    assert t.match.outcome.winner == winner


def test_1_4_a_halved_unit_counts_half() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")})
    t.s.set_men(t.piece("A1"), (1, 2))
    assert t.s.removed == [10, 0]
    t.s.remove(t.piece("A1"))
    assert t.s.removed == [40, 0]


def test_3_3_plans_are_made_in_secret_and_shown_together() -> None:
    match = opening(deployment="free")
    assert match.to_act == SIDES
    before = match.view("army_b")
    match.play("army_a", "own")
    match.play("army_a", "flag 0000")
    assert match.view("army_b") == before
    assert [r.rule for r in match.why_not("army_a", "flag 0100")] == ["5.4"]
    match.play("army_b", "keep")
    assert match.to_act == ("army_a",)
    assert state(match).flags[0] != [at("0000")]


def test_5_4_a_plan_of_ones_own_puts_a_flag_in_every_rear_sector() -> None:
    match = opening(deployment="free")
    rng = random.Random("own")
    match.play("army_b", "keep")
    match.play("army_a", "own")
    while match.state.agenda and type(match.state.agenda[-1]).__name__ == "BattlePlan":
        match.play("army_a", rng.choice(match.options("army_a")))
    s = state(match)
    assert [(sq & 63) // 6 for sq in s.flags[0]] == [0, 1, 2]
    assert all(s.world.rear(0, sq) for p in s.troops(0) for sq in s.pieces[p].squares)
    walks.check(match)


def test_17_1_the_weather_card() -> None:
    for card, weather in ((9, "clear"), (4, "clear"), (3, "rain"), (1, "fog")):
        t = Table({"A1": ("FR_line", "march", "0808")}, options={"weather": "draw"}, dice=[card])
        t.open(Opening())
        assert t.s.weather == weather


def test_4_1_the_phases_of_a_turn_in_their_order() -> None:
    match = opening()
    for side, action in walks.walk(match, walks.lively, random.Random(1)):
        if state(match).turn == 2:
            break
        assert side in SIDES
        assert action.text
    phases = [event.args[1] for _, event in match.log() if event.key == "phase" and event.args[0] == 1]
    assert phases == [1, 2, 3, 4, 5, 6]


def test_36_4_a_corps_that_has_lost_its_general_falls_back_until_another_comes() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0810"), "B1": ("AU_line", "march", "0822")},
        generals={"AG1": ("silver", "0808", "A1")},
        groups={"gA1": ("column", "A1", 1)},
    )
    general = t.s.commander(t.general("AG1"))
    general.square, general.back = -1, 3
    t.open(BeginMovement())
    assert t.where("A1") == "0806"
    assert successors(t.s, 0) == []
    t.s.turn = 3
    assert successors(t.s, 0) == [t.general("AG1")]
    t.open(Successor(t.general("AG1")))
    t.play("army_a", "post 0805")
    general = t.s.commander(t.general("AG1"))
    assert (general.square, general.value, general.radius) == (at("0805"), 5, 8)


# [45] playing alone


@pytest.mark.parametrize("scenario", ["teaching_mill_road", "maida_1806", "montebello_1800"])
def test_45_1_the_rulebook_plays_a_side_that_is_never_asked(scenario: str) -> None:
    match = opening(scenario, solitaire="army_b")
    for side, _ in walks.walk(match, walks.lively, random.Random(scenario)):
        assert side == "army_a"
    assert match.outcome is not None
    told = [event.key for _, event in match.log()]
    assert "marches" in told


def test_45_1_no_fog_of_war_when_playing_alone() -> None:
    with pytest.raises(SetupError, match="fog"):
        opening(solitaire="army_b", fog_of_war=True)


def test_45_2_contingencies_by_turn_and_by_collapse() -> None:
    match = opening("maida_1806", solitaire="army_b")
    s = state(match)
    s.turn = 2
    solitaire.write_orders(s, 1)
    assert s.drafts[1].letters == []
    s.turn = 3
    solitaire.write_orders(s, 1)
    assert [letter.number for letter in s.drafts[1].letters] == [4]
    t = Table({"A1": ("FR_line", "march", "0815"), "B1": ("AU_line", "march", "0820")})
    assert contingencies.collapsed(t.s, 1, 1)
    assert not contingencies.collapsed(t.s, 1, 0)


def test_45_2_a_contingency_waits_until_its_group_is_released() -> None:
    match = opening("montebello_1800", solitaire="army_b")
    s = state(match)
    hussars = s.world.group_ids[(1, "B7")]
    s.pieces[s.troops(0)[0]].squares = (20 * 64 + 14,)
    assert contingencies.collapsed(s, 1, 2)
    for turn, expected in ((6, False), (7, True)):
        s.turn, s.drafts[1].letters = turn, []
        solitaire.write_orders(s, 1)
        assert (hussars in [letter.group for letter in s.drafts[1].letters]) is expected


def test_45_3_the_enemy_marches_at_the_flag_of_its_column() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0805"), "B1": ("AU_line", "march", "0820")},
        groups={"gB1": ("column", "B1", 1)},
        flags={"A2": "0900"},
        options={"solitaire": "army_b"},
    )
    t.movement(1)
    assert t.where("B1") == "0816"  # straight ahead; it slants where it must


GUNS_BEHIND = {
    "A1": ("FR_line", "march", "0809"),
    "B1": ("AU_line", "march", "0713"),
    "B2": ("AU_line", "march", "0813"),
    "B3": ("AU_foot_art", "limbered", "0814"),
}
BACKED = {"gB1": ("column", "B1 B2", 1), "gB3": ("support", "B3", "gB1")}


def test_45_3_infantry_leaves_a_free_square_for_the_first_shot_of_its_battery() -> None:
    t = Table(GUNS_BEHIND, groups=BACKED, options={"solitaire": "army_b"}).movement(1)
    assert t.formation("B3") == "unlimbered"
    file = {at(f"08{y}") for y in (10, 11, 12, 13)}
    assert not file & {sq for name in ("B1", "B2") for sq in t.look(name).squares}
    assert [aim.target for aim in artillery.aims(t.s, t.piece("B3"))] == [t.piece("A1")]


def test_45_3_the_square_is_closed_when_the_battery_already_stands() -> None:
    pieces = GUNS_BEHIND | {"B3": ("AU_foot_art", "unlimbered", "0814"), "B2": ("AU_line", "march", "0913")}
    t = Table(pieces, groups=BACKED, options={"solitaire": "army_b"}).movement(1)
    assert t.formation("B3") == "unlimbered"
    assert any(sq & 63 == 8 for name in ("B1", "B2") for sq in t.look(name).squares)


def test_45_3_a_battery_in_support_takes_post_on_the_first_hill_of_the_front_line() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0801"),
            "B1": ("AU_line", "march", "0815"),
            "B2": ("AU_foot_art", "limbered", "0817"),
        },
        terrain={"hill": "0916 0713"},
        groups={"gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")},
        options={"solitaire": "army_b"},
    )
    t.movement(1)
    assert t.where("B2") == "0916"
    t.s.pieces[t.piece("B2")].stepped = False
    t.movement(1)
    assert (t.where("B2"), t.formation("B2")) == ("0916", "unlimbered")


@pytest.mark.parametrize(("drawn", "turned"), [(1, (1, 1)), (2, (1, 2))])
def test_45_5_the_marker_of_a_shot_at_a_charge_is_drawn(drawn: int, turned: tuple[int, int]) -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "line", "0810 0910")},
        groups={"gA1": ("column", "A1", 1)},
        options={"solitaire": "army_b"},
    )
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).roll(drawn, 1, 1).charge("A1", "B1", "0809")
    shot = next(event for event in t.s.events if event.key == "attack")
    assert shot.args[6] == marker_of(*turned)
    assert t.formation("B1") == "square"


def test_45_5_shots_by_the_number_of_markers() -> None:
    t = Table(
        {"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")},
        options={"solitaire": "army_b"},
    )
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6), (1, 5)).roll(1).engage("A1", "B1")
    assert t.to_act == ("army_a",)
    t.play("army_a", "fire 1")
    assert [event.args[2:] for _, event in t.match.log() if event.key == "fire_step"] == [(1, 1)]


# exact odds


def test_odds_of_a_marker_in_hand() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (6, 1), (1, 1)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1")
    gamble = t.match.odds("army_a", "fire 1")
    assert gamble.kind == "fire"
    assert sum(chance for _, chance in gamble.chances) == 1
    # 12 against 6 and a blue number from 1 to 6: lost men unless it is above 3
    assert gamble.chance("men") == Fraction(1, 2)
    assert gamble.chance("none") == Fraction(1, 6)


def test_odds_of_a_shot_and_of_a_square() -> None:
    t = Table({"A1": ("FR_position_art", "unlimbered", "0808"), "B1": ("AU_line", "march", "0812")}).guns()
    assert t.match.odds("army_a", "fire 0812 long").chance("hit") == Fraction(1, 3)
    assert odds.at_most(6) == Fraction(2, 3)
    assert t.match.odds("army_a", "pass") is None
