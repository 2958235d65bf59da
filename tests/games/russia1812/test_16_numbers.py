"""The numbers of the Advanced game that the vectors do not ask for."""

from __future__ import annotations

import pytest

from grognard.games.russia1812.rules.advanced import numbers as advanced
from grognard.games.russia1812.world.world import SIDES, world


@pytest.mark.rules("16.2")
def test_16_2_designations_cover_their_own() -> None:
    foot, horse = advanced.Troop("I", "infantry", 1), advanced.Troop("II", "cavalry", 2)
    guard = advanced.Troop("Guard", "artillery", None, True)
    everybody = [foot, horse, guard]
    covered = {
        "A": advanced.Chief("Napoleon", "A", None, 4),
        "I": advanced.Chief("Barclay", "I", None, 2, 1),
        "other I": advanced.Chief("Bagration", "I", None, 1, 2),
        "C": advanced.Chief("Murat", "C", None, 3),
        "corps": advanced.Chief("Davout", "corps", "I", 3),
        "none": advanced.Chief("Swede", "none", None, 1),
    }
    found = {name: [advanced.can_command(chief, t) for t in everybody] for name, chief in covered.items()}
    assert found == {
        "A": [True, True, True],
        "I": [True, False, True],
        "other I": [False, False, True],
        "C": [False, True, True],
        "corps": [True, False, True],
        "none": [False, False, False],
    }


@pytest.mark.rules("16.2")
def test_16_2_equals_seniors_and_nobody() -> None:
    foot = [advanced.Troop("I", "infantry"), advanced.Troop("II", "infantry")]
    davout, oudinot = advanced.Chief("Davout", "corps", "I", 3), advanced.Chief("Oudinot", "corps", "II", 2)
    senior_foot, ney = advanced.Chief("Foot", "I", None, 1), advanced.Chief("Ney", "corps", "III", 2)
    swede = advanced.Chief("Swede", "none", None, 3)
    assert advanced.combat_commanders(foot, [davout, oudinot]) == [davout, oudinot]
    assert advanced.combat_commanders(foot[:1], [davout, senior_foot]) == [senior_foot]
    assert advanced.combat_commanders(foot, [ney]) == []
    assert advanced.combat_commanders(foot, []) == []
    assert advanced.combat_commanders(foot, [swede]) == [swede]
    assert advanced.combat_commanders(foot, [swede, ney]) == []
    assert advanced.command_cr(foot, swede) == 2
    assert advanced.command_cr(foot, ney) == 0


@pytest.mark.rules("16.2")
def test_16_2_march_under_command() -> None:
    troops = [advanced.Troop("I", "infantry"), advanced.Troop("II", "cavalry")]
    davout, oudinot = advanced.Chief("Davout", "corps", "I", 3), advanced.Chief("Oudinot", "corps", "II", 2)
    murat = advanced.Chief("Murat", "C", None, 3)
    assert advanced.march_command(troops, [davout, oudinot], 2) == -1
    assert advanced.march_command(troops, [davout], 2) == 0
    assert advanced.march_command(troops, [davout, murat], 2) == 0
    assert advanced.march_command([], [davout], 2) == 0


@pytest.mark.rules("16.2")
def test_16_2_in_the_first_edition_one_commander_alone_must_command_the_march() -> None:
    troops = [advanced.Troop("I", "infantry"), advanced.Troop("II", "cavalry")]
    davout, oudinot = advanced.Chief("Davout", "corps", "I", 3), advanced.Chief("Oudinot", "corps", "II", 2)
    napoleon = advanced.Chief("Napoleon", "A", None, 4)
    assert advanced.march_command(troops, [davout, oudinot], 1) == 0
    assert advanced.march_command(troops, [davout, oudinot, napoleon], 1) == -1
    assert advanced.march_command(troops[:1], [davout, oudinot], 1) == -1
    assert advanced.march_command([], [napoleon], 1) == 0


@pytest.mark.rules("16.4")
def test_16_4_rivals_do_not_help_each_other() -> None:
    assert advanced.rivals_refuse({"Barclay"}, {"Bagration"}, 2)
    assert not advanced.rivals_refuse({"Barclay"}, set(), 2)
    assert not advanced.rivals_refuse(set(), {"Bagration"}, 2)
    assert advanced.rivals_refuse({"Barclay"}, set(), 1)
    assert not advanced.rivals_refuse(set(), {"Bagration"}, 1)
    assert advanced.seniors([]) == []


@pytest.mark.rules("16.8")
@pytest.mark.parametrize(("turn", "lowest"), [(1, 3), (5, 3), (6, 5), (9, 5), (10, 7), (16, 7)])
def test_16_8_uprising(turn: int, lowest: int) -> None:
    assert [advanced.uprising(turn, die) for die in range(1, 7)] == [die >= lowest for die in range(1, 7)]


@pytest.mark.rules("16.12")
def test_16_12_swedes() -> None:
    assert [advanced.swedes_join(die) for die in range(1, 7)] == [False, False, False, True, True, True]


@pytest.mark.rules("16.13")
def test_16_13_dice_of_winter_and_1813() -> None:
    assert [advanced.returns_of_1813(die) for die in range(1, 7)] == [0, 0, 1, 1, 1, 2]
    assert [advanced.napoleon_in_winter(d) for d in range(1, 7)] == ["gone", "gone", "away", "away", "stays", "stays"]
    assert advanced.winter_losses((1, 1)) == (1, 2)
    assert advanced.winter_losses((6, 5)) == (5, 0)
    assert advanced.winter_returns((3, 4)) == 3


@pytest.mark.rules("16.13")
def test_16_13_table_of_trains() -> None:
    table = advanced.trains_of_1813(world(2).tables)
    french = [14, 14, 14, 13, 13, 13, 11, 10, 9]
    assert table == {turn: (number, 12) for turn, number in zip(range(8, 17), french, strict=True)}
    assert [SIDES[advanced.first_by_trains(row)] for row in ((12, 12), (11, 12))] == ["french", "russian"]


@pytest.mark.rules("7.2")
def test_7_2_cards_are_counted_last() -> None:
    assert advanced.trains_with_cards(9, 0, 11, 0, 0, 3) == (0, 2)
    assert advanced.trains_with_cards(9, 0, 10, 0, 1, 0) == (0, 0)
    assert advanced.trains_with_cards(9, 1, 5, 1, 1, 2) == (1, 0)
