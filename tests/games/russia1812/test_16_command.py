"""Rulebook 16.2 to 16.7: command, characters, chaos, horses and the Cavalry Reserve."""

import random

import pytest

import grognard
from grognard import games
from grognard.games.russia1812.rules import supply
from grognard.games.russia1812.rules.advanced import command, traits
from grognard.games.russia1812.rules.combat import values as combat
from grognard.games.russia1812.world.affairs import NO_AFFAIRS, Affairs
from grognard.games.russia1812.world.ranks import Chief
from grognard.kernel.game import SetupError
from toolkit1812 import Table

ADVANCED = {"advanced": True}
FIELD, TARGET, BESIDE = "0517", "0416", "0417"  # open ground in the south-east, no river between the first two


def advanced(pieces, **kw):
    return Table(pieces, options=ADVANCED, **kw)


def mask(t, *names):
    return sum(1 << t.unit(name) for name in names)


def terms(t, side, *names):
    """The value of the named units as attackers: commander and factors."""
    leaders = t.s.leaders(t.hex(FIELD), side)
    force, extra = combat.main_force(t.s, mask(t, *names), leaders, True)
    return combat.commander_term(force, "11.5")[2], extra


# options


def test_16_3_the_advanced_game_is_an_option_and_the_basic_game_knows_no_extra_pieces():
    game = games.load("russia1812")
    assert "advanced" not in game.set_up(None, {"advanced": False}).options
    plain, full = Table({}), advanced({})
    assert not plain.s.roster() & mask(plain, "F-REYNIER", "R-TUCHKOV", "F-CR-C1")
    extra = ("R-BAGGOVOUT", "R-BOROSDIN", "R-DOCTUROV", "R-RAEVSKY", "R-SCHOUWALOV", "R-TUCHKOV", "F-REYNIER")
    assert full.s.roster() & mask(full, *extra) == mask(full, *extra)
    assert {full.world.cr[full.unit(name)] for name in extra} == {1}


def test_16_3_unknown_values_are_refused():
    with pytest.raises(SetupError):
        games.load("russia1812").set_up(None, {"advanced": "yes"})


def test_16_7_the_reserve_deploys_with_murat_and_grouchy():
    match = grognard.start("russia1812", "historical", ADVANCED, seed="deploy")
    while match.to_act == ("russian",):
        match.play("russian", match.options("russian")[-1])
    reserve = {"2309", "2409", "2509", "2510"}
    seen = set()
    while match.decision("french").name == "Deploy":
        actions = [str(a).split() for a in match.options("french")]
        name = actions[0][1]
        if name.startswith("F-CR") or name in ("F-MURAT", "F-GROUCHY"):
            seen.add(name)
            assert {a[2] for a in actions} <= reserve
        match.play("french", match.options("french")[0])
    assert len(seen) >= 12


def test_16_3_the_basic_game_never_touches_what_only_the_advanced_game_keeps():
    match = grognard.start("russia1812", seed="peace")
    rng = random.Random(3)
    while match.outcome is None:
        side = match.to_act[0]
        match.play(side, rng.choice(match.options(side)))
    assert match.state.affairs is NO_AFFAIRS
    assert NO_AFFAIRS.facts() == Affairs().facts()
    assert "cards" not in match.view("french")


def test_16_3_a_copy_shares_nothing_with_its_original():
    t = advanced({})
    t.s.affairs.hands, t.s.affairs.decks, t.s.affairs.hungry = [[1], [2]], [[3], [4]], {5: 6}
    twin = t.s.copy()
    assert twin.fingerprint() == t.s.fingerprint()
    names = [name for name in dir(Affairs()) if name[0] != "_" and isinstance(getattr(t.s.affairs, name), (list, dict))]
    assert len(names) > 10
    assert all(getattr(twin.affairs, name) is not getattr(t.s.affairs, name) for name in names)
    twin.affairs.decks[0].append(9)
    assert twin.fingerprint() != t.s.fingerprint()


# 16.2


def test_16_2_combat_uses_the_commander_of_most_units():
    t = advanced({"F-III-I1": FIELD, "F-III-I2": FIELD, "F-I-I1": FIELD, "F-DAVOUT": FIELD, "F-NEY": FIELD})
    assert terms(t, 0, "F-III-I1", "F-III-I2", "F-I-I1")[0] == 2  # Ney leads two, Davout only one
    assert terms(t, 0, "F-I-I1")[0] == 1  # Davout has CR 3 but one unit


def test_16_2_the_basic_game_lets_anybody_command_anybody():
    t = Table({"F-III-I1": FIELD, "F-III-I2": FIELD, "F-III-I3": FIELD, "F-DAVOUT": FIELD})
    assert terms(t, 0, "F-III-I1", "F-III-I2", "F-III-I3") == (3, 0)


def test_16_2_a_stranger_adds_nothing():
    t = advanced({"F-III-I1": FIELD, "F-OUDINOT": FIELD})
    assert terms(t, 0, "F-III-I1")[0] == 0


def test_16_2_the_guard_follows_any_designated_commander():
    t = advanced({"F-IG-I1": FIELD, "F-IG-I2": FIELD, "F-NEY": FIELD})
    assert terms(t, 0, "F-IG-I1", "F-IG-I2")[0] == 2


def test_16_2_russian_army_commanders_lead_the_infantry_of_their_army_only():
    t = advanced({"R-1II-I1": FIELD, "R-1VI-C2": FIELD, "R-2VIII-I2": FIELD, "R-BARCLAY": FIELD}, turn=8)
    assert terms(t, 1, "R-1II-I1", "R-1VI-C2", "R-2VIII-I2")[0] == 1


def test_16_2_an_undesignated_commander_leads_when_alone():
    t = advanced({"S-SW-I1": FIELD, "R-1II-I1": FIELD, "S-COMMANDER": FIELD}, turn=8)
    assert terms(t, 1, "S-SW-I1", "R-1II-I1")[0] == 1
    t = advanced({"S-SW-I1": FIELD, "S-COMMANDER": FIELD, "R-ESSEN": FIELD}, turn=8)
    assert terms(t, 1, "S-SW-I1")[0] == 0


def test_16_2_disrupted_defenders_do_not_count():
    t = advanced({"F-III-I1": FIELD, "F-III-I2": FIELD, "F-NEY": FIELD}, disrupted=["F-III-I2"])
    assert command.combat_cr(t.s, mask(t, "F-III-I1", "F-III-I2"), mask(t, "F-NEY")) == 1


@pytest.mark.parametrize(
    ("pieces", "bonus"),
    [
        ({"F-III-I1": "2108", "F-NEY": "2108"}, -1),
        ({"F-III-I1": "2108", "F-II-I1": "2108", "F-NEY": "2108"}, 0),
        ({"F-III-I1": "2108", "F-II-I1": "2108", "F-NEY": "2108", "F-OUDINOT": "2108"}, -1),
        ({"F-CR-C1": "2108", "F-MURAT": "2108"}, 1),
        ({"F-CR-C1": "2108", "F-GROUCHY": "2108"}, -1),
        ({"F-CR-C1": "2108", "F-MURAT": "2108", "F-GROUCHY": "2108"}, -1),
        ({"F-I-I1": "2108", "F-DAVOUT": "2108"}, -2),
        ({"F-III-I1": "2108", "F-DAVOUT": "2108"}, -1),
        ({"F-III-I1": "2108", "F-NAPOLEON": "2108"}, -2),
        ({"F-III-I1": "2108", "F-NAPOLEON": "2108", "F-MURAT": "2108"}, -2),
    ],
)
def test_16_2_and_16_4_change_the_attrition_die(pieces, bonus):
    t = advanced(pieces, trains={"2108": 1}, dice=[6]).movement("french")
    t.play("french", "march 2108")
    while t.asked == "MarchUnits":
        t.play("french", "all")
    while t.asked == "MarchLeaders" and any(o.startswith("lead") for o in t.options("french")):
        t.play("french", next(o for o in t.options("french") if o.startswith("lead")))
    for goal in ("2007", "1907", "1806"):
        here = t.world.grid.names[t.s.march.here]
        t.play("french", f"march {here} {goal}")
    t.play("french", "halt")
    told = [e for _, e in t.match.log() if e.key == "attrition_die"] + [
        e for e in t.s.events if e.key == "attrition_die"
    ]
    assert told[-1].args[2] == bonus


def modifier(edition, pieces, *along):
    """What is added to the attrition die of a march of the infantry (and cavalry) of 2108, with these commanders."""
    t = advanced(dict.fromkeys(pieces, "2108"), edition=edition, trains={"2108": 1}, dice=[1]).movement("french")
    t.play("french", "march 2108")
    if t.asked == "MarchUnits":
        t.play("french", "all")
    t.play("french", *[f"lead {name}" for name in along])
    if t.asked == "MarchLeaders":
        t.play("french", "go")
    t.play("french", "march 2108 2007", "march 2007 1907", "march 1907 1806")
    if t.asked == "Route":
        t.play("french", "halt")
    return next(e for _, e in t.match.log() if e.key == "attrition_die").args[2]


def test_16_2_in_the_first_edition_two_commanders_do_not_share_a_march():
    """R-16.2f."""
    column = ("F-III-I1", "F-II-I1", "F-NEY", "F-OUDINOT")
    assert modifier(2, column, "F-NEY", "F-OUDINOT") == -1
    assert modifier(1, column, "F-NEY", "F-OUDINOT") == 0
    assert modifier(1, ("F-III-I1", "F-NEY"), "F-NEY") == -1
    assert modifier(1, (*column, "F-NAPOLEON"), "F-NAPOLEON", "F-NEY") == -2


@pytest.mark.parametrize(
    ("edition", "pieces", "along", "bonus"),
    [
        (2, ("F-III-I1", "F-NEY", "F-MURAT"), ["F-NEY"], -1),
        (1, ("F-III-I1", "F-NEY", "F-MURAT"), ["F-NEY"], 0),
        (1, ("F-III-I1", "F-NEY"), ["F-NEY"], -1),
        (1, ("F-III-I1", "F-NEY", "F-MURAT", "F-NAPOLEON"), ["F-NEY"], -1),
        (1, ("F-III-I1", "F-NEY", "F-MURAT", "F-NAPOLEON"), ["F-NEY", "F-MURAT"], 0),
        (1, ("F-III-I1", "F-NEY", "F-MURAT", "F-GROUCHY"), ["F-NEY"], -1),
        (1, ("F-CR-C1", "F-MURAT"), [], 1),
        (2, ("F-CR-C1", "F-MURAT"), [], 1),
    ],
)
def test_16_4_in_the_first_edition_murat_drives_those_who_begin_with_him_though_he_stays(edition, pieces, along, bonus):
    """R-16.4g: if he is senior in the starting hex, or goes along and is senior in the column."""
    assert modifier(edition, pieces, *along) == bonus


def test_16_2_a_commander_who_drops_off_does_not_help():
    t = advanced({"F-III-I1": "2108", "F-NEY": "2108"}, trains={"2108": 1}, dice=[5]).movement("french")
    t.play("french", "march 2108", "lead F-NEY", "march 2108 2007", "drop F-NEY", "march 2007 1907", "march 1907 1806")
    t.play("french", "halt")
    assert "eliminated" not in t.told
    assert not t.is_disrupted("F-III-I1")
    assert [e.args for _, e in t.match.log() if e.key == "attrition_die"][-1][2] == 0


# 16.4


def rivals(**kw):
    pieces = {"R-1II-I1": FIELD, "R-BARCLAY": FIELD, "R-2VIII-I1": BESIDE, "R-BAGRATION": BESIDE, "F-III-I1": TARGET}
    t = advanced(pieces, **kw)
    t.wait("R-KUTUZOV")
    return t


def test_16_4_rivals_stacked_together_are_worth_nothing():
    t = advanced({"R-1II-I1": FIELD, "R-BARCLAY": FIELD, "R-BAGRATION": FIELD, "R-ESSEN": FIELD})
    leaders = t.s.leaders(t.hex(FIELD), 1)
    t.wait("R-KUTUZOV")
    assert command.best_cr(t.s, leaders) == 1  # Essen
    assert command.sum_cr(t.s, leaders) == 1
    t.s.turn = 7
    assert command.best_cr(t.s, leaders) == 2


def test_16_4_rivals_together_rally_nobody():
    """They were once asked for ever: a rally that may restore nobody changes nothing."""
    pieces = {"R-1II-I1": "1808", "R-BARCLAY": "1808", "R-BAGRATION": "1808", "R-2VII-I1": "1709", "R-ESSEN": "1709"}
    t = advanced(pieces, disrupted=["R-1II-I1", "R-2VII-I1"], trains={"1808": 1, "1709": 1}, turn=3)
    t.wait("R-KUTUZOV")
    t.rally()
    assert t.options("russian") == ["rally 1709", "done"]
    assert [refusal.key for refusal in t.match.why_not("russian", "rally 1808")] == ["rivals_rally_nobody"]
    assert t.reasons("russian", "rally 1808") == ["16.4 rivals_rally_nobody"]


def test_16_4_kutuzov_ends_the_quarrel():
    t = advanced({"R-1II-I1": FIELD, "R-BARCLAY": FIELD, "R-BAGRATION": FIELD}, turn=6)
    t.wait("R-KUTUZOV")
    assert command.best_cr(t.s, t.s.leaders(t.hex(FIELD), 1)) == 0
    t.s.put(t.unit("R-KUTUZOV"), t.hex("1101"))
    assert command.best_cr(t.s, t.s.leaders(t.hex(FIELD), 1)) == 2


def test_16_4_a_rival_does_not_support_another():
    t = rivals(dice=[6], cc=(4, 4))
    near = [h for h in t.world.grid.list_names(t.world.near[t.hex(TARGET)]) if h not in (FIELD, BESIDE)]
    t.s.put(t.unit("R-1III-I1"), t.hex(near[0]))
    t.combat("russian").play("russian", f"attack {FIELD} {TARGET}", "commit 2")
    t.play("french", "commit 0")
    assert t.options("russian") == [f"call {near[0]}", "done"]
    assert t.reasons("russian", f"call {BESIDE}") == ["16.4 rivals"]


def test_16_4_first_edition_rivals_support_nobody():
    for edition, refused in ((1, True), (2, False)):
        t = advanced({"R-1II-I1": FIELD, "R-2VIII-I1": BESIDE, "R-BAGRATION": BESIDE}, edition=edition)
        t.wait("R-KUTUZOV")
        assert traits.refuses_support(t.s, t.s.leaders(t.hex(BESIDE), 1), 0) is refused


@pytest.mark.parametrize(("die", "goes"), [(2, False), (3, True)])
def test_16_4_constantine_hesitates_on_all_turns(die, goes):
    pieces = {"R-1V-I1": "1708", "R-CONSTANTINE": "1708"}
    t = advanced(pieces, turn=9, trains={"1708": 1}, dice=[die]).movement("russian")
    t.play("russian", "march 1708", "lead R-CONSTANTINE")
    assert (t.asked == "Route") is goes
    assert t.where("R-1V-I1") == "1708"
    assert bool(t.s.genuine[1]) is goes


def test_16_4_constantine_under_an_equal_does_not_hesitate():
    pieces = {"R-1V-I1": "1708", "R-CONSTANTINE": "1708", "R-WITTGENSTEIN": "1708"}
    t = advanced(pieces, turn=9, trains={"1708": 1}).movement("russian")
    t.play("russian", "march 1708", "go")
    assert t.asked == "Route"


def test_16_4_cavalry_leaders_add_factors_in_attack_only():
    t = advanced({"F-CR-C1": FIELD, "F-CR-C2": FIELD, "F-III-I1": FIELD, "F-MURAT": FIELD, "F-GROUCHY": FIELD})
    assert terms(t, 0, "F-CR-C1", "F-CR-C2", "F-III-I1")[1] == 2
    leaders = t.s.leaders(t.hex(FIELD), 0)
    assert traits.extra_factors(t.s, mask(t, "F-CR-C1", "F-CR-C2"), leaders, False) == 0
    assert terms(t, 0, "F-CR-C1")[1] == 1  # R-16.4e


def test_16_4_napoleon_adds_three_at_most_and_outranks_murat():
    names = ("F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-C1")
    t = advanced({**dict.fromkeys(names, FIELD), "F-NAPOLEON": FIELD, "F-MURAT": FIELD})
    assert terms(t, 0, *names)[1] == 3
    leaders = t.s.leaders(t.hex(FIELD), 0)
    assert traits.extra_factors(t.s, mask(t, "F-IG-I1"), leaders, False) == 1


def test_16_4_platov_adds_factors():
    t = advanced({"R-1VI-C1": FIELD, "R-1VI-C2": FIELD, "R-PLATOV": FIELD}, disrupted=["R-1VI-C2"])
    assert terms(t, 1, "R-1VI-C1", "R-1VI-C2")[1] == 1


def test_16_4_extra_factors_are_halved_with_the_rest():
    force = combat.Force(2, 0, 0, True, 0, 0)
    assert sum(t[2] for t in combat.stack_terms(force, 2)) == 2


# 16.5


@pytest.mark.parametrize(("die", "goes"), [(1, False), (2, False), (3, True), (6, True)])
def test_16_5_a_russian_move_needs_three_on_turns_1_to_5(die, goes):
    pieces = {"R-1II-I1": "1709", "R-BARCLAY": "1709"}
    t = advanced(pieces, turn=5, trains={"1709": 2}, dice=[die]).movement("russian")
    t.play("russian", "march 1709", "lead R-BARCLAY")
    assert (t.asked == "Route") is goes
    if not goes:
        assert t.s.genuine[1] == {t.hex("1709"): 1}  # R-16.5a: one Train gone, another may be tried
        assert "march 1709" in t.options("russian")


def test_16_5_no_chaos_from_turn_6_and_none_for_the_french():
    t = advanced({"R-1II-I1": "1709", "R-BARCLAY": "1709"}, turn=6, trains={"1709": 1}).movement("russian")
    assert t.play("russian", "march 1709", "lead R-BARCLAY").asked == "Route"
    t = advanced({"F-III-I1": "2108", "F-NEY": "2108"}, trains={"2108": 1}).movement("french")
    assert t.play("french", "march 2108", "lead F-NEY").asked == "Route"


def test_16_5_constantine_rolls_again():
    pieces = {"R-1V-I1": "1708", "R-CONSTANTINE": "1708"}
    t = advanced(pieces, turn=1, trains={"1708": 1}, dice=[5, 2]).movement("russian")
    t.play("russian", "march 1708", "lead R-CONSTANTINE")
    assert t.dice.left() == 0
    assert "constantine_waits" in t.told


# 16.6


@pytest.mark.parametrize(("turn", "choice"), [(2, ["F-III-C1"]), (3, ["F-III-C1", "F-III-I1"])])
def test_16_6_cavalry_falls_out_first_on_turns_1_and_2(turn, choice):
    pieces = {"F-III-I1": "2108", "F-III-C1": "2108", "F-OUDINOT": "2108"}
    t = advanced(pieces, turn=turn, trains={"2108": 1}, dice=[6]).movement("french")
    t.play("french", "march 2108", "all", "lead F-OUDINOT", "march 2108 2007", "march 2007 1907", "march 1907 1806")
    t.play("french", "halt")
    if len(choice) == 1:
        assert t.where("F-III-C1") is None
        assert t.where("F-III-I1") == "1806"
    else:
        assert sorted(t.options("french")) == [f"lose {name}" for name in choice]


def test_16_6_infantry_is_refused_while_there_is_cavalry():
    pieces = {"F-III-I1": "2108", "F-III-C1": "2108", "F-IV-C1": "2108", "F-OUDINOT": "2108"}
    t = advanced(pieces, turn=2, trains={"2108": 1}, dice=[6]).movement("french")
    t.play("french", "march 2108", "all", "lead F-OUDINOT", "march 2108 2007", "march 2007 1907", "march 1907 1806")
    t.play("french", "halt")
    assert t.reasons("french", "lose F-III-I1") == ["16.6 horses_first"]
    assert sorted(t.options("french")) == ["lose F-III-C1", "lose F-IV-C1"]


# 16.7


def reserve(t, *dice):
    """General Supply of a turn with the French die of the Reserve."""
    t.roll(*dice)
    return t.open(supply.ReserveToll())


def test_16_7_the_russians_remove_as_many_as_the_die():
    t = advanced({"F-CR-C1": "2309", "F-CR-C2": "2309", "F-CR-C3": "2309", "F-I-C1": "2308"})
    reserve(t, 2)
    assert t.to_act == ("russian",)
    assert t.reasons("russian", "dismiss F-I-C1") == ["16.7 reserve_first"]
    t.play("russian", "dismiss F-CR-C1", "dismiss F-CR-C3")
    assert t.asked == "Rest"
    assert [t.where(f"F-CR-C{n}") for n in (1, 2, 3)] == [None, "2309", None]
    assert t.s.affairs.reserve_lost == 2


def test_16_7_then_other_french_cavalry_never_allies():
    t = advanced({"F-CR-C1": "2309", "F-I-C1": "2308", "F-IG-C1": "2308", "F-V-C1": "2210"})
    reserve(t, 2)
    assert t.where("F-CR-C1") is None
    assert sorted(t.options("russian")) == ["dismiss F-I-C1", "dismiss F-IG-C1"]


def test_16_7_what_is_not_there_is_waived_and_turn_3_has_no_toll():
    t = advanced({"F-CR-C1": "2309"})
    reserve(t, 6)
    assert t.s.affairs.reserve_lost == 1
    assert t.s.affairs.toll == 0
    t = advanced({"F-CR-C1": "2309"}, turn=3)
    assert reserve(t).where("F-CR-C1") == "2309"


@pytest.mark.parametrize(("lost", "turn", "missing"), [(4, 3, 2), (5, 3, 1), (7, 3, 1), (8, 3, 0), (0, 2, 0)])
def test_16_7_horses_that_live_cost_trains_from_turn_3(lost, turn, missing):
    trains = {}
    for number in (8, lost):
        t = advanced({"F-I-I1": "2308", "F-DAVOUT": "2308"}, turn=turn)
        t.s.affairs.reserve_lost = number
        trains[number] = t.active_supply().s.to_place[0]
    assert trains[8] - trains[lost] == missing


def test_16_7_comes_at_the_end_of_general_supply_of_turn_1():
    t = advanced({"F-CR-C1": "2309", "F-CR-C2": "2309"}, dice=[1], depots={"french": ["2407"]})
    t.general_supply()
    assert t.asked == "ReserveLoss"
    assert "starved_disrupted" not in t.told


def test_16_4_murat_s_factors_count_in_his_attack_and_not_in_his_defence():
    """Three horse with Murat against one foot: 3 units, his CR; a factor more for each horse only when they attack."""
    values = []
    for side in ("french", "russian"):
        pieces = {"F-CR-C1": FIELD, "F-CR-C2": FIELD, "F-MURAT": FIELD, "R-1V-I1": TARGET, "R-BARCLAY": TARGET}
        t = advanced(pieces, dice=[6, 3, 3, 3, 3, 3, 3])
        t.combat(side)
        start, target = (FIELD, TARGET) if side == "french" else (TARGET, FIELD)
        t.play(side, f"attack {start} {target}")
        while "combat" not in t.told:
            who = t.to_act[0]
            t.play(who, t.options(who)[0])
        (found,) = [event.args for _, event in t.match.log() if event.key == "combat"]
        values.append(found[2] if side == "french" else found[4])
    leaders = t.s.leaders(t.hex(FIELD), 0)
    attacking = combat.main_force(t.s, mask(t, "F-CR-C1", "F-CR-C2"), leaders, True)
    defending = combat.main_force(t.s, mask(t, "F-CR-C1", "F-CR-C2"), leaders, False)
    assert (attacking[1], defending[1]) == (2, 0)
    assert values[0] - values[1] == 2


def test_16_2_an_army_commander_is_senior_to_a_wing_a_wing_to_cavalry_and_cavalry_to_a_corps():
    ranks = [Chief("x", level).rank for level in ("A", "I", "C", "corps", "none")]
    assert ranks == [4, 3, 2, 1, 0]
