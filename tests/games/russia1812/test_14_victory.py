"""Rulebook 14.7: territory, the battle track, decisive victories, and how the game ends."""

import pytest

from grognard.games.russia1812.rules import sequence
from toolkit1812 import Table

SIX = "F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-IG-C1 F-IG-A1"
STEPPE = "attack 0416 0316"
RUSSIAN_CITIES = {
    "Moscow": ("0308", 3),
    "St Petersburg": ("1101", 3),
    "Brzesc": ("2113", 1),
    "Kiev": ("1317", 1),
    "Luck": ("2015", 1),
    "Minsk": ("1610", 1),
    "Riga": ("1904", 1),
    "Smolensk": ("1009", 1),
    "Wilno": ("1808", 1),
    "Vitebsk": ("1208", 1),
}
FRENCH_CITIES = {"Warszawa": ("2512", 3), "Konigsberg": ("2407", 1), "Lemberg": ("2217", 1)}
FRENCH_UNITS = ["F-I-I1", "F-I-I2", "F-I-I3", "F-I-I4", "F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4"]


def lay(*stacks):
    """Pieces from words like "0416 F-I-I1 F-NEY"."""
    return {name: stack.split()[0] for stack in stacks for name in stack.split()[1:]}


def final(pieces, *, track=12, **given):
    """The outcome when turn 16 ends with these pieces on the map."""
    t = Table(pieces, turn=16, **given)
    t.s.track = track
    return t.open(sequence.EndOfTurn()).match.outcome


def occupy(*names):
    return {unit: RUSSIAN_CITIES[name][0] for unit, name in zip(FRENCH_UNITS, names, strict=False)}


def fight(*stacks, order=STEPPE, dice, side="french", track=12, **given):
    """Fight one battle without support; the dice are attacker's, defender's and loser's."""
    t = Table(lay(*stacks), cc=(6, 6), **given)
    t.s.track = track
    enemy = "russian" if side == "french" else "french"
    t.combat(side).roll(6, *dice).play(side, order)
    if t.asked == "OrderUnits":
        t.play(side, "all")
    t.play(side, "commit 6").play(enemy, "commit 0")
    for who in (side, enemy):
        if t.asked == "CallSupport" and t.to_act == (who,):
            t.play(who, "done")
    return t


def absorb(t, side):
    """Take all hits on the first units offered, and no hit more."""
    while t.to_act == (side,) and t.asked in ("TakeHits", "ExtraHit"):
        t.play(side, t.options(side)[0])
    return t


# 14.7 a


def test_14_7_territory_at_the_start():
    assert final({}).score == {"french": 5, "russian": 14 + 12}


@pytest.mark.parametrize("unit", ["F-I-I1", "F-NEY"])
@pytest.mark.parametrize("city", RUSSIAN_CITIES)
def test_14_7_an_enemy_unit_takes_a_russian_city(city, unit):
    name, points = RUSSIAN_CITIES[city]
    assert final({unit: name}, track=0).score == {"french": 5 + points, "russian": 14 - points}


@pytest.mark.parametrize("unit", ["R-1V-I1", "R-ESSEN"])
@pytest.mark.parametrize("city", FRENCH_CITIES)
def test_14_7_an_enemy_unit_takes_a_french_city(city, unit):
    name, points = FRENCH_CITIES[city]
    assert final({unit: name}, track=0).score == {"french": 5 - points, "russian": 14 + points}


def test_14_7_a_disrupted_unit_holds_a_city():
    assert final({"F-I-I1": "0308"}, disrupted=["F-I-I1"], track=0).score == {"french": 8, "russian": 11}


@pytest.mark.parametrize("pieces", [{"F-I-I1": "0509"}, {"R-1V-I1": "0308"}, {"F-I-I1": "2512"}, {"F-I-I1": "0309"}])
def test_14_7_other_cities_and_garrisons_at_home_change_nothing(pieces):
    assert final(pieces, track=0).score == {"french": 5, "russian": 14}


def test_14_7_a_city_left_again_goes_back_to_its_owner():
    t = Table({"F-I-I1": "0308"}, turn=16)
    t.s.track = 0
    t.s.put(t.unit("F-I-I1"), t.hex("0309"))
    assert t.open(sequence.EndOfTurn()).match.outcome.score == {"french": 5, "russian": 14}


def test_14_7_russians_on_the_offensive():
    outcome = final({"R-1V-I1": "2512", "R-1V-I2": "2407"})
    assert (outcome.score, outcome.winner) == ({"french": 1, "russian": 30}, "russian")


# who wins


def test_14_7_the_higher_total_wins():
    outcome = final({})
    assert (outcome.winner, outcome.reason) == ("russian", "turn_16")


def test_14_7_both_capitals_win_without_a_decisive_victory():
    outcome = final(occupy("Moscow", "St Petersburg", "Smolensk", "Vitebsk", "Minsk", "Wilno", "Brzesc"))
    assert (outcome.score, outcome.winner) == ({"french": 16, "russian": 15}, "french")


@pytest.mark.parametrize(("track", "winner"), [(6, "french"), (7, "french"), (8, "russian")])
def test_14_7_a_tie_goes_to_the_french(track, winner):
    outcome = final(occupy("Moscow", "Smolensk", "Vitebsk", "Minsk", "Wilno", "Brzesc"), track=track)
    assert outcome.score == {"french": 13, "russian": 6 + track}
    assert outcome.winner == winner


@pytest.mark.parametrize("edition", [1, 2])
def test_14_7_points_are_counted_at_the_end_of_turn_sixteen_only(edition):
    t = Table(occupy("Moscow", "St Petersburg"), turn=15, edition=edition).open(sequence.EndOfTurn())
    assert t.match.outcome is None
    t = Table({}, turn=16, edition=edition).open(sequence.EndOfTurn())
    assert t.match.outcome.winner == "russian"
    assert t.reasons("french", "decline") == ["5.3 over"]


def test_14_7_a_real_last_turn_runs_to_its_end():
    t = Table({"F-I-I1": "0416", "R-1V-I1": "0316"}, turn=16).open(sequence.CommandersMovement(), sequence.EndOfTurn())
    assert t.match.outcome is not None
    assert "final_score" in [event.key for event in t.s.events]


# 14.7 b: decisive victories


def slaughter(count, track=12, **given):
    """Six attackers and Napoleon destroy so many disrupted Russians without a loss."""
    units = ["R-1V-I1", "R-1V-I2", "R-1I-I1", "R-2VII-I1"][:count]
    stacks = (f"0416 {SIX} F-NAPOLEON", f"0316 {' '.join(units)}")
    t = fight(*stacks, dice=(1, 1, 1), disrupted=units, track=track, **given)
    return absorb(t, "russian").play("french", "go")


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("count", "track"), [(2, 12), (3, 11), (4, 11)])
def test_14_7_three_units_more_make_a_decisive_victory(count, track, edition):
    t = slaughter(count, edition=edition)
    assert t.s.track == track
    assert ("decisive" in t.told) is (count >= 3)


def bloody(*answers):
    """Three Russians, one of them disrupted, are destroyed; the French take two hits of their own."""
    t = fight(f"0416 {SIX} F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(1, 1, 4), disrupted=["R-1I-I1"])
    return absorb(t, "russian").play("french", *answers, "go")


def test_14_7_losses_of_the_winner_are_set_against_them():
    assert bloody("hit F-I-I1", "hit F-I-I2").s.track == 11
    t = bloody("hit F-I-I1", "hit F-I-I1")
    assert t.where("F-I-I1") is None
    assert t.s.track == 12
    assert "decisive" not in t.told


def test_14_7_a_unit_given_up_to_an_extra_hit_is_lost():
    for answer, track in (("done", 11), ("extra F-I-I1", 12)):
        stacks = (f"0416 {SIX} F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1")
        t = fight(*stacks, dice=(1, 1, 4), disrupted=["R-1V-I2", "R-1I-I1"])
        absorb(t, "russian").play("french", "hit F-I-I1", answer, "go")
        assert t.s.track == track


def test_14_7_disrupted_units_are_not_lost():
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1 R-1V-I2 R-1I-I1", dice=(3, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0215").play("french", "go")
    assert t.s.track == 12


def massacre(track):
    """Three French attackers are destroyed by Kutuzov without a Russian loss."""
    defenders = "R-1V-I1 R-1V-I2 R-1I-I1 R-1V-C1 R-2VII-A1"
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3", f"0316 {defenders} R-KUTUZOV", dice=(1, 1, 1), track=track)
    return absorb(t, "french").play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "stand")


@pytest.mark.parametrize(("before", "after"), [(0, 1), (5, 6), (11, 12), (12, 12)])
def test_14_7_a_russian_victory_raises_the_track_up_to_twelve(before, after):
    t = massacre(before)
    assert [t.where(name) for name in ("F-I-I1", "F-I-I2", "F-I-I3")] == [None] * 3
    assert "decisive" in t.told
    assert t.s.track == after


@pytest.mark.parametrize(("before", "after"), [(12, 11), (5, 4), (1, 0), (0, 0)])
def test_14_7_a_french_victory_lowers_the_track_down_to_nothing(before, after):
    assert slaughter(3, track=before).s.track == after


@pytest.mark.parametrize("track", [0, 6])
def test_14_7_the_winner_gains_a_combat_command_even_at_the_end_of_the_track(track):
    t = slaughter(3, track=track)
    assert t.s.cc_base == [4, 3]
    t.open(sequence.EndOfTurn())
    assert t.s.cc_base == [5, 2]


@pytest.mark.parametrize("track", [12, 6])
def test_14_7_so_do_the_russians(track):
    t = massacre(track).open(sequence.EndOfTurn())
    assert t.s.cc_base == [3, 4]


def test_14_7_units_ridden_down_count():
    defenders = "R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1"
    for attackers, die, track in (("F-I-I1 F-I-I2 F-IG-C1", 1, 11), ("F-I-I1 F-I-I2 F-I-I3 F-I-I4", 2, 12)):
        t = fight(f"0416 {attackers}", f"0316 {defenders}", dice=(die, 1, 1), disrupted=["R-1V-I1", "R-1V-I2"])
        t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0215").play("french", "go")
        assert t.s.track == track


def test_14_7_units_lost_for_want_of_a_way_out_count():
    t = fight(
        "0218 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0119 R-1V-I1 R-1V-I2 R-1I-I1", order="attack 0218 0119", dice=(3, 1, 1)
    )
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done").play("french", "go")
    assert t.s.track == 11


def test_14_7_units_lost_to_overflow_count():
    crowd = "0315 R-2VII-I1 R-2VIII-I1 R-2VIII-I2 R-1III-I1 R-1V-C1 R-1VI-C1"
    t = fight("0416 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0316 R-1V-I1 R-1V-I2 R-1I-I1", crowd, dice=(3, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I2", "hit R-1I-I1", "done", "retreat 0315")
    while t.asked == "Overflow":
        t.play("russian", t.options("russian")[0])
    t.play("french", "go")
    assert [t.where(name) for name in ("R-1V-I1", "R-1V-I2", "R-1I-I1")] == [None] * 3
    assert t.s.track == 11


def test_14_7_pushed_units_without_a_second_hex_count():
    crowd = "0119 R-2VII-I1 R-2VIII-I1 R-2VIII-I2 R-1III-I1 R-1V-C1 R-1VI-C1"
    stacks = ("0319 F-I-I1 F-I-I2 F-I-I3 F-I-I4", "0118 F-V-I1", "0219 R-1V-I1 R-1V-I2 R-1I-I1 R-RIGA-I1", crowd)
    t = fight(*stacks, order="attack 0319 0219", dice=(4, 1, 1))
    t.play("russian", "hit R-1V-I1", "hit R-1V-I1", "hit R-1V-I2", "done")
    while t.asked == "Overflow":
        t.play("russian", t.options("russian")[0])
    t.play("french", "go")
    assert t.told.count("cut_off") == 2
    assert t.s.track == 11


def test_14_7_a_victory_belongs_to_the_winner_of_the_combat():
    broken = ["R-1V-I1", "R-1V-I2", "R-1I-I1"]
    stacks = ("1109 F-I-I1 F-I-I2 F-I-I3 F-I-I4", f"1009 {' '.join(broken)}")
    t = fight(*stacks, order="attack 1109 1009", dice=(1, 6, 3), disrupted=broken)
    absorb(t, "russian")
    assert [t.where(name) for name in broken] == [None] * 3
    t.play("french", "go")
    assert "decisive" not in t.told
    assert t.s.track == 12


def test_14_7_a_tied_combat_is_never_decisive():
    t = fight("0416 F-I-I1 F-I-I2", "0316 R-1V-I1 R-1V-I2", dice=(3, 3)).play("french", "hit F-I-I1", "extra F-I-I1")
    assert t.where("F-I-I1") is None
    assert (t.s.track, t.s.cc_pending) == (12, [0, 0])


def test_14_7_the_track_counts_for_the_russians():
    t = slaughter(3)
    t.s.turn = 16
    assert t.open(sequence.EndOfTurn()).match.outcome.score == {"french": 5, "russian": 14 + 11}


# Napoleon


def test_14_7_the_russians_win_at_once_when_napoleon_falls_in_combat():
    stacks = ("0416 F-I-I1 F-NAPOLEON", "0517 F-V-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, dice=(1, 1, 1, 1)).play("russian", "stand")
    assert (t.match.outcome.winner, t.match.outcome.reason) == ("russian", "napoleon_lost")
    assert t.match.outcome.score == {"french": 5, "russian": 26}
    assert t.to_act == ()
    assert t.reasons("russian", "attack 0316 0517") == ["5.3 over"]


def test_14_7_napoleon_without_shelter_is_lost():
    stacks = ("0416 F-I-I1 F-NAPOLEON", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, dice=(1, 1, 1, 6)).play("russian", "stand")
    assert t.match.outcome.reason == "napoleon_lost"


def test_14_7_play_goes_on_when_napoleon_escapes():
    stacks = ("0416 F-I-I1 F-NAPOLEON", "0517 F-V-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, dice=(1, 1, 1, 2)).play("russian", "stand")
    assert t.match.outcome is None
    assert t.where("F-NAPOLEON") == "0517"


def test_14_7_the_loss_of_another_commander_ends_nothing():
    stacks = ("0416 F-I-I1 F-DAVOUT", "0517 F-V-I1", "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-2VII-I1")
    t = fight(*stacks, dice=(1, 1, 1, 1)).play("russian", "stand")
    assert t.where("F-DAVOUT") is None
    assert t.match.outcome is None


def test_14_7_napoleon_overrun_on_the_march():
    t = Table(lay("0416 R-1V-I1 R-ESSEN", "0316 F-NAPOLEON", "0215 F-V-I1"), trains={"0416": 1}, dice=[1]).movement(
        "russian"
    )
    t.play("russian", "march 0416", "lead R-ESSEN", "march 0416 0316")
    assert (t.match.outcome.winner, t.match.outcome.reason) == ("russian", "napoleon_lost")


def test_14_7_napoleon_alone_and_attacked():
    t = Table(lay("0416 R-1V-I1", "0316 F-NAPOLEON", "0215 F-V-I1"), cc=(0, 4), dice=[6, 1]).combat("russian")
    t.play("russian", "attack 0416 0316", "commit 4")
    assert (t.match.outcome.winner, t.match.outcome.reason) == ("russian", "napoleon_lost")


def test_14_7_a_french_lead_does_not_save_them_when_napoleon_falls():
    cities = occupy("Moscow", "St Petersburg", "Smolensk", "Vitebsk", "Minsk", "Wilno", "Brzesc")
    pieces = {**cities, **lay("0416 R-1V-I1", "0316 F-NAPOLEON", "0215 F-V-I1")}
    t = Table(pieces, cc=(0, 4), dice=[6, 1]).combat("russian").play("russian", "attack 0416 0316", "commit 4")
    assert t.match.outcome.winner == "russian"
    assert t.match.outcome.score == {"french": 16, "russian": 15}
