"""Rulebook 15.2: Trains that raise the capacity of a hex."""

import pytest

from grognard import games
from grognard.board.hexes import bits
from grognard.games.russia1812.rules.movement.march import EndMovement
from grognard.games.russia1812.rules.movement.route import Route
from grognard.games.russia1812.rules.optional.capacity import Excess, fits_raised, raise_hex
from grognard.games.russia1812.world.world import CAPACITY, FRENCH
from grognard.kernel.game import SetupError
from toolkit1812 import Table

ROOMY = {"optional_15_2": True}
FULL = {"F-I-I1": "2108", "F-I-I2": "2108", "F-I-I3": "2108", "F-I-I4": "2108", "F-III-I1": "2108", "F-III-I2": "2108"}


def raises_room(pieces, **kw):
    return Table({**pieces, "F-NEY": "2108"}, options=ROOMY, **kw)


def test_15_2_is_refused_in_the_first_edition():
    with pytest.raises(SetupError, match=r"15\.2"):
        games.load("russia1812").set_up(None, {"edition": 1, "optional_15_2": True})


def test_15_2_a_train_makes_room_for_three_factors():
    t = raises_room(FULL, trains={"2108": 3}).movement("french")
    h = t.hex("2108")
    assert not t.s.room(h, 1 << t.unit("F-II-I1"))
    t.play("french", "raise 2108")
    assert t.s.capacity(h) == 18
    assert t.s.genuine[0] == {h: 2}
    t.play("french", "raise 2108")
    assert t.s.capacity(h) == 24
    assert t.reasons("french", "raise 2108") == ["15.2 cannot_raise"]


def test_15_2_a_raised_hex_is_filled_to_its_last_factor():
    t = raises_room(FULL)
    h = t.hex("2108")
    left = CAPACITY - t.s.load[h]
    for room in (0, 6, 12):
        assert fits_raised(t.s, FRENCH, h, left + room, room)
        assert not fits_raised(t.s, FRENCH, h, left + room + 1, room)
    assert not fits_raised(t.s, FRENCH, h, left + 13, 18)


def test_15_2_without_the_option_nobody_raises():
    t = Table({**FULL, "F-NEY": "2108"}, trains={"2108": 1}).movement("french")
    assert "raise 2108" not in t.options("french")
    assert t.reasons("french", "raise 2108") == ["15.2 no_raising"]


def test_15_2_needs_a_commander_and_supply():
    t = Table(
        {**FULL, "F-IV-I1": "2209", "F-NEY": "2209"},
        options=ROOMY,
        trains={"2108": 1, "2209": 1},
        unsupplied=["F-IV-I1"],
    ).movement("french")
    assert not [o for o in t.options("french") if o.startswith("raise")]


def test_15_2_carried_trains_raise_the_hex_at_the_end_of_the_move():
    t = raises_room({**dict.fromkeys(FULL, "2007"), "F-III-I3": "2108"}, trains={"2108": 2}).movement("french")
    t.play("french", "march 2108", "carry 1", "lead F-NEY", "march 2108 2007")
    assert t.where("F-III-I3") == "2007"
    assert t.s.capacity(t.hex("2007")) == 18
    assert not t.s.genuine[0]
    assert t.s.load[t.hex("2007")] == 15


def test_15_2_without_carried_trains_the_full_hex_is_closed():
    t = raises_room({**dict.fromkeys(FULL, "2007"), "F-III-I3": "2108"}, trains={"2108": 2}).movement("french")
    t.play("french", "march 2108", "carry 0", "lead F-NEY")
    assert t.reasons("french", "march 2108 2007") == ["4.1 full"]


def test_15_2_a_column_over_the_limit_ends_its_move():
    t = raises_room({**dict.fromkeys(FULL, "2007"), "F-III-I3": "2108"}, trains={"2108": 3}).movement("french")
    t.play("french", "march 2108", "carry 1", "lead F-NEY", "march 2108 2007")
    assert t.asked != "Route"


@pytest.mark.parametrize(("trains", "factors"), [(1, 9), (2, 12)])
def test_15_2_how_much_a_hex_holds_now_is_told(trains, factors):
    t = raises_room({"F-I-I1": "2108"})
    raise_hex(t.s, FRENCH, t.hex("2108"), trains)
    told = t.s.events[-1]
    assert (told.key, told.args) == ("hex_raised", (FRENCH, t.hex("2108"), factors))


def raised(*more, renewed=0):
    """Last turn's raise, with more units than the hex takes without it."""
    t = raises_room({**FULL, **dict.fromkeys(more, "2108")})
    h = t.hex("2108")
    t.s.affairs.raised, t.s.affairs.raised_by = {h: 6}, {h: 0}
    t.open(EndMovement())
    assert t.asked == "Rest"
    assert t.s.capacity(h) == 18
    if renewed:
        t.s.affairs.raised[h] = renewed
    return t.open(EndMovement())


def test_15_2_when_the_raise_lapses_the_enemy_chooses_the_losses():
    t = raised("F-II-I1")
    assert t.to_act == ("russian",)
    assert "lose F-I-I1" in t.options("russian")
    assert t.reasons("russian", "lose F-VI-I1") == ["15.2 not_over"]
    t.play("russian", "lose F-I-I1")
    assert t.asked == "Excess"
    t.play("russian", "lose F-II-I1")
    assert t.asked == "Rest"
    assert t.s.load[t.hex("2108")] <= 12


def test_15_2_a_renewed_raise_stays():
    t = raised("F-II-I1", renewed=6)
    assert t.asked == "Rest"
    assert t.where("F-II-I1") == "2108"


@pytest.mark.parametrize(("trains", "open_to"), [(1, False), (2, True)])
def test_15_2_carried_trains_renew_last_turn_s_raise_and_do_not_add_to_it(trains, open_to):
    crowd = {**dict.fromkeys(FULL, "2007"), "F-II-I1": "2007", "F-II-I2": "2007"}  # nine factors
    t = raises_room({**crowd, "F-III-I3": "2108"}, trains={"2108": 1 + trains})
    h = t.hex("2007")
    t.s.affairs.lapsing, t.s.affairs.raised_by = {h: 6}, {h: 0}
    t.movement("french").play("french", "march 2108", f"carry {trains}", "lead F-NEY")
    if not open_to:
        assert t.reasons("french", "march 2108 2007") == ["4.1 full"]
        return
    t.play("french", "march 2108 2007")
    assert t.s.load[h] == 21 <= t.s.capacity(h) == 24


def test_15_2_the_enemy_s_raise_gives_nothing_to_who_raises_after_him():
    t = raises_room(FULL, trains={"2108": 2})
    h = t.hex("2108")
    t.s.affairs.raised, t.s.affairs.lapsing, t.s.affairs.raised_by = {h: 6}, {h: 12}, {h: 1}
    t.movement("french").play("french", "raise 2108")
    assert t.s.capacity(h) == 18


def test_15_2_who_stands_crowded_cannot_all_advance():
    pieces = {**dict.fromkeys(FULL, "0517"), "F-II-I1": "0517", "R-1V-C1": "0416"}
    t = Table(pieces, options=ROOMY, dice=[6])
    h = t.hex("0517")
    t.s.affairs.raised, t.s.affairs.raised_by = {h: 6}, {h: 0}
    t.combat("french").play("french", "attack 0517 0416", "all", "commit 4")
    t.play("russian", "withdraw")
    t.play("russian", t.options("russian")[0])
    assert t.asked == "Advance"
    assert "all" not in t.options("french")
    t.play("french", *[f"take {name}" for name in list(FULL)[:5]])
    assert t.reasons("french", "take F-II-I1") == ["4.1 full"]


def test_15_2_is_of_no_use_to_the_enemy():
    t = raises_room(FULL)
    h = t.hex("2108")
    t.s.affairs.raised, t.s.affairs.raised_by = {h: 6}, {h: 1}
    assert t.s.capacity(h) == 12


def test_15_2_everybody_sees_a_raised_hex():
    t = raises_room(FULL, trains={"2108": 1}).movement("french").play("french", "raise 2108")
    assert t.match.view("russian")["capacity"] == {"2108": 9}
    assert "capacity" not in Table({}).match.view("russian")


# a stack walled in by full hexes


def walled_in(trains):
    """Six occupancy factors in every hex that Ney's stack could enter."""
    t = raises_room({"F-III-I3": "2108"}, trains={"2108": trains})
    for n in bits(t.world.near[t.hex("2108")] & t.world.passable[FRENCH]):
        t.s.load[n] = CAPACITY
    return t.movement("french")


def test_15_2_a_stack_walled_in_by_full_hexes_needs_a_second_train_to_get_out():
    t = walled_in(1)
    assert t.options("french") == ["discard 2108", "raise 2108"]
    refused = t.match.why_not("french", "march 2108")
    assert [(r.rule, r.key) for r in refused] == [("8.4", "no_way_out")]
    assert t.reasons("french", "march 2108 2208") == ["8.4 no_way_out", "4.1 full"]
    t = walled_in(2)
    assert "march 2108" in t.options("french")
    assert t.match.why_not("french", "march 2108") == []


def test_15_2_a_column_that_only_a_carried_train_lets_out_must_carry_one():
    t = walled_in(3).play("french", "march 2108")
    assert t.options("french") == ["carry 1", "carry 2"]
    assert t.reasons("french", "carry 0") == ["4.1 no_room_ahead"]
    assert t.reasons("french", "carry 3") == ["15.2 cannot_carry"]
    t = walled_in(2).play("french", "march 2108")
    assert t.asked == "MarchLeaders"
    assert t.s.march.room == 6


def test_8_2_players_alternate_although_trains_are_carried():
    t = Table(
        {"R-1V-I1": "0416", "R-BARCLAY": "0416", "F-III-I1": "0617", "F-NEY": "0617"},
        trains={"0416": 2, "0617": 1},
        options={"optional_15_2": True},
    )
    t.movement("russian").play("russian", "march 0416")
    while t.asked != "Route":
        t.play("russian", t.options("russian")[0])
    t.play("russian", next(o for o in t.options("russian") if o.startswith("march")))
    while t.to_act == ("russian",):
        t.play("russian", "halt" if "halt" in t.options("russian") else t.options("russian")[0])
    assert (t.asked, t.to_act) == ("MoveOrder", ("french",))


def test_15_2_a_column_that_needs_its_trains_to_fit_goes_no_further():
    t = raises_room({**dict.fromkeys(FULL, "2007"), "F-III-I3": "2108"}, trains={"2108": 3}).movement("french")
    t.play("french", "march 2108", "carry 1", "lead F-NEY")
    t.s.march.here, t.s.march.hexes = t.hex("2007"), 1
    t.s.load[t.hex("2007")] = 13
    step = t.world.lexicon.make("march", t.hex("2007"), t.hex("2006"))
    assert Route(0).why_not(t.s, step) == [("15.2", "must_raise", (t.hex("2007"),))]
    t.s.load[t.hex("2007")] = 12
    assert ("15.2", "must_raise", (t.hex("2007"),)) not in Route(0).why_not(t.s, step)


def test_15_2_a_hex_that_is_just_full_is_not_over_full():
    t = raises_room(FULL)
    h = t.hex("2108")
    t.s.load[h] = t.s.capacity(h)
    assert t.options_of(Excess(1), 1) == []
    t.s.load[h] += 1
    assert t.options_of(Excess(1), 1)
