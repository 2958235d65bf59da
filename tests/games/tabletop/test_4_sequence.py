"""Rulebook 4 and 16: the sequence of a turn and who decides."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.tabletop.rules import sequence
from grognard.games.tabletop.rules.movement.moves import Phase
from grognard.kernel.dice import DiceError
from toolkit_tabletop import Rest, Table, U


def test_4_1_the_steps_follow_each_other() -> None:
    match = grognard.start("tabletop", "crossroads", seed="steps")
    while match.state.turn == 1:
        for side in match.to_act[:1]:
            options = [str(option) for option in match.options(side)]
            match.play(side, next(quiet for quiet in ("pass", "done", "end", "stay") if quiet in options))
    steps = [event.args[1] for _, event in match.log() if event.key == "phase" and event.args[0] == 1]
    assert steps == list(range(1, 13))


def test_4_2_last_turns_first_side_gives_orders_first() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)})
    t.s.first = 1
    t.open(sequence.NewOrders())
    assert t.match.to_act == ("coalition",)
    t.play("coalition", "pass")
    assert t.match.to_act == ("french",)


def test_4_4_cavalry_moves_before_the_rest() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(500, 300, 0, "light_cav"), "B-1": U(900, 1000, 1800)})
    t.troops("french", cavalry=True)
    assert t.options("french") == ["move A-2", "done"]
    assert t.rules("french", "move A-1") == ["4.4"]
    assert "A-1 comes after" in t.refusal("french", "move A-1")
    t.play("french", "done")
    assert t.options("french") == ["move A-1", "done"]
    assert t.rules("french", "move A-2") == ["4.4"]
    assert "too late" in t.refusal("french", "move A-2")


def test_4_5_the_higher_roll_is_first_and_a_tie_changes_over() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, dice=[3, 4])
    t.open(sequence.Initiative())
    assert t.s.first == 1
    t.roll(4, 4)
    t.open(sequence.Initiative())
    assert t.s.first == 0  # last turn's second
    t.s.generals[0].rating = 2
    t.roll(4, 4)
    t.open(sequence.Initiative())
    assert t.s.first == 0


def test_4_1_the_winner_of_the_initiative_moves_first_and_the_other_second() -> None:
    for dice, sides in (((6, 1), (0, 1)), ((1, 6), (1, 0))):
        t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, dice=dice)
        t.s.agenda.clear()
        sequence.Initiative().finish(t.s)
        phases = [frame for frame in reversed(t.s.agenda) if isinstance(frame, Phase)]
        assert [(frame.side, frame.number) for frame in phases] == [(sides[0], 6), (sides[1], 7)]
    with pytest.raises(DiceError):
        Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, dice=[7, 1]).open(sequence.Initiative())


def test_4_5_in_turn_one_a_tie_is_rolled_again() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, dice=[4, 4, 1, 5], turn=1)
    t.open(sequence.Initiative())
    assert t.s.first == 1


def test_4_6_all_targets_are_declared_before_a_die_is_rolled() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 330, 1800)}, dice=[100, 100])
    t.fire()
    assert t.match.to_act == ("french",)
    t.play("french", "fire B-1")
    assert t.match.to_act == ("coalition",)
    assert t.dice.left() == 2
    t.play("coalition", "fire A-1")
    assert t.dice.left() == 0
    assert t.told[-2:] == ["fire", "fire"]


def test_4_7_attack_obliges_victorious_cavalry() -> None:
    t = Table({"A-1": U(900, 300, 0, "light_cav", order="attack"), "B-1": U(900, 1000, 1800)}).follow_up("A-1")
    assert t.asked == "Rest"  # only one answer is legal
    assert "broke_through" in t.told
    t = Table({"A-1": U(900, 300, 0, "light_cav"), "B-1": U(900, 1000, 1800)}).follow_up("A-1")
    assert t.options("french") == ["breakthrough", "stay"]
    t = Table(
        {"A-1": U(900, 300, 0, "light_cav", order="attack"), "B-1": U(900, 400, 1800), "B-2": U(300, 1000)}
    ).follow_up("A-1")
    assert t.rules("french", "stay") == ["4.7"]


def test_16_1_nobody_steers_a_router() -> None:
    t = Table({"A-1": U(900, 500, pm=4), "A-2": U(900, 285), "B-1": U(900, 1000, 1800)})
    t.unit("A-1").status = 2
    t.compulsory()
    assert t.asked == "Rest"
    x, y, facing = t.where("A-1")
    assert facing == 1800
    assert y == 266
    assert x == 820  # a sidestep as small as possible, to its right


def test_16_1_the_table_rests_when_a_step_is_over() -> None:
    assert Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).open(Rest()).asked == "Rest"


def test_4_5_on_the_first_turn_a_tie_is_thrown_again() -> None:
    for turn, dice, first in ((1, [3, 3, 2, 5], 1), (1, [3, 3, 5, 2], 0), (2, [3, 3], 1)):
        t = Table({"A-1": U(900, 100), "B-1": U(900, 1100, 1800)}, dice=dice, turn=turn)
        t.s.first = 0
        for general in t.s.generals:
            general.rating = 1
        t.open(sequence.Initiative())
        assert t.s.first == first
        assert t.dice.left() == 0
