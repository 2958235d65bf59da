"""Rulebook 8: melees."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.tabletop.rules import melee, odds, sequence
from grognard.games.tabletop.rules.figures import footprint
from grognard.games.tabletop.rules.orders import RETREAT
from grognard.games.tabletop.world.state import FLANK, FRESH, NOBODY, READY, ROUTED, SPENT, TIRED
from toolkit_tabletop import Table, U, line, rect


def locked(one: U, other: U, aspect: int = 0, rounds: int = 0, **more: object) -> Table:
    """Two units in contact: A-1 is the attacker."""
    return Table({"A-1": one, "B-1": other}, **more).contact("A-1", "B-1", aspect, rounds)  # type: ignore[arg-type]


def face_to_face(**more: object) -> Table:
    return locked(U(900, 600), U(900, 600, 1800), **more)  # type: ignore[arg-type]


def blow(t: Table, name: str) -> int:
    return melee.blows(t.s, t.u(name))[0][1].total


def count(t: Table, name: str) -> int:
    return melee.bases_in_melee(t.s, t.u(name), melee.struck_enemies(t.s, t.u(name))[0])


def shaky(t: Table, name: str, foe: str) -> bool:
    return melee.shaky(t.s, t.u(name), t.u(foe))


def test_8_1_bases_times_ten_and_modifiers() -> None:
    t = face_to_face()
    assert blow(t, "A-1") == 40
    t.unit("A-1").ran = 60
    assert blow(t, "A-1") == 60
    t.unit("B-1").disordered = True
    assert blow(t, "B-1") == 20


def test_8_2_second_ranks_and_overlaps_count_in_good_order() -> None:
    t = locked(U(900, 600, formation="column"), U(900, 600, 1800))
    assert (count(t, "A-1"), count(t, "B-1")) == (4, 4)
    t.unit("A-1").disordered = t.unit("B-1").disordered = True
    assert (count(t, "A-1"), count(t, "B-1")) == (2, 2)
    t = locked(U(900, 600), U(900, 600, 1800, formation="square"))
    assert count(t, "B-1") == 1


def test_8_2_open_order_counts_the_bases_that_touch() -> None:
    t = locked(U(900, 600), U(900, 600, 1800, "light_inf", "open"))
    assert (count(t, "A-1"), count(t, "B-1")) == (4, 2)
    assert (blow(t, "A-1"), blow(t, "B-1")) == (40, 20)
    t = locked(U(900, 600, bases=2), U(900, 600, 1800, "light_inf", "open", bases=3))
    assert (count(t, "A-1"), count(t, "B-1")) == (2, 1)
    t = locked(U(900, 600, 0, "light_inf", "open", bases=3), U(900, 600, 1800, "rifles", "open", bases=3))
    assert (count(t, "A-1"), count(t, "B-1")) == (3, 3)


def test_8_2_open_order_fights_at_most_one_for_one() -> None:
    """Struck from behind an enemy has no base in contact, and counts one."""
    t = locked(U(900, 600, 0, "light_inf", "open"), U(900, 615, 0, "rifles", "open"), 2)
    assert len(melee.fronts_touching(t.s, t.u("A-1"), melee.footprint(t.s, t.u("B-1")))) == 4
    assert count(t, "A-1") == 1


def besieged(formation: str, **enemies: U) -> Table:
    """B-1 in square or mass, the others charge it."""
    units = {f"A-{name[1:]}": unit for name, unit in enemies.items()}
    t = Table({**units, "B-1": U(900, 600, 1800, formation=formation)}, nations=("FR", "AU"))
    for name in units:
        t.contact(name, "B-1")
    return t


def struck(t: Table, name: str = "B-1") -> list[tuple[str, int]]:
    return [(t.s.info(foe).id, p.total) for foe, p in melee.blows(t.s, t.u(name))]


def test_8_3_a_square_strikes_on_every_side_in_contact() -> None:
    square = besieged("square", A1=U(900, 600), A2=U(920, 620, 2700, formation="column"), A3=U(900, 640, 1800))
    assert struck(square) == [("A-1", 10), ("A-2", 10), ("A-3", 10)]
    assert struck(square, "A-1") == [("B-1", 40)]
    square.roll(1, 100, 100, 10, 10, 11).melees()
    assert [event.args[1:] for event in logged(square, "blow")] == [
        ("table/B-1", 40, 1, 1),
        ("table/B-1", 40, 100, 0),
        ("table/B-1", 40, 100, 0),
        ("table/A-1", 10, 10, 1),
        ("table/A-2", 10, 10, 1),
        ("table/A-3", 10, 11, 0),
    ]
    mass = besieged("masse", A1=U(900, 600), A2=U(925, 615, 2700, formation="column"))
    assert struck(mass) == [("A-1", 10), ("A-2", 10)]


def test_8_3_a_square_strikes_one_enemy_a_side_the_one_that_touches_most() -> None:
    assert struck(besieged("square", A1=U(880, 600, formation="column"), A2=U(930, 600, formation="column"))) == [
        ("A-1", 10)
    ]
    assert struck(besieged("square", A1=U(870, 600, formation="column"), A2=U(920, 600, formation="column"))) == [
        ("A-2", 10)
    ]


def test_8_3_a_line_between_two_enemies_strikes_one() -> None:
    t = Table({"A-1": U(865, 600, bases=1), "A-2": U(925, 600, bases=2), "B-1": U(900, 600, 1800)})
    t.contact("A-1", "B-1").contact("A-2", "B-1")
    assert struck(t) == [("A-2", 30)]


def test_8_1_the_odds_know_every_side_of_a_square() -> None:
    t = besieged("square", A1=U(900, 600), A2=U(920, 620, 2700, formation="column"))
    found = odds.melee_odds(t.s, [t.u(name) for name in ("A-1", "A-2", "B-1")])
    told = [(blow.unit, blow.target, blow.percent.total) for blow in found.blows]
    assert told == [(0, 2, 40), (1, 2, 40), (2, 0, 10), (2, 1, 10)]
    assert sum(found.wins.values()) == 1


def test_8_3_linked_units_are_one_melee_and_strike_once() -> None:
    t = Table(
        {
            "A-1": U(850, 600, formation="column"),
            "A-2": U(950, 600, formation="column"),
            "B-1": U(900, 600, 1800),
            "A-3": U(300, 300),
            "B-2": U(300, 300, 1800),
        },
        dice=[100, 100, 100],
    )
    t.contact("A-1", "B-1").contact("A-2", "B-1").contact("A-3", "B-2")
    assert [[t.s.info(u).id for u in group] for group in melee.melees(t.s)] == [["A-1", "A-2", "B-1"], ["A-3", "B-2"]]
    t.melees()
    assert t.rules("french", "fight A-2") == ["8.15"]
    assert "A-1" in t.refusal("french", "fight A-2")
    assert t.rules("french", "fight A-9") == ["8.3"]
    t.roll(100, 100, 100, 100, 100).play("french", "fight A-1")
    assert t.told.count("blow") == 5
    assert t.s.engaged(t.u("A-1"))


def test_8_3_who_is_locked_does_not_move() -> None:
    t = Table({"A-1": U(900, 600), "A-2": U(300, 300), "B-1": U(900, 600, 1800)}).contact("A-1", "B-1").troops("french")
    assert t.rules("french", "move A-1") == ["8.3"]


def test_8_4_half_a_base_touches_and_a_flank_counts_one() -> None:
    t = locked(U(900, 600), U(963, 600, 1800, bases=2))
    assert melee.fronts_touching(t.s, t.u("B-1"), melee.footprint(t.s, t.u("A-1"))) == [1]
    t = locked(U(850, 607, 900, formation="column"), U(900, 600, 1800), FLANK)
    assert count(t, "B-1") == 1
    assert shaky(t, "B-1", "A-1")
    assert count(t, "A-1") >= 1


def test_8_5_disorder_counts_in_cover_too() -> None:
    houses = rect("settlement", 84, 60, 96, 63, "heavy")
    t = locked(U(900, 600), U(900, 600, 1800), terrain=[houses])
    assert blow(t, "B-1") == 40
    t.unit("B-1").disordered = True
    assert blow(t, "B-1") == 20
    t.unit("A-1").ran = 100  # a charge of infantry
    assert shaky(t, "B-1", "A-1")


def ridden_at(rounds: int = 0, cover: bool = True) -> Table:
    """Heavy cavalry has charged light cavalry in a wood, or in the open."""
    wood = [rect("wood", 80, 60, 100, 70, "light")] if cover else []
    t = locked(U(900, 600, 0, "heavy_cav"), U(900, 600, 1800, "light_cav"), 0, rounds, terrain=wood)
    t.unit("A-1").ran, t.unit("A-1").impetus, t.unit("B-1").disordered = 100, True, True
    return t


def test_8_5_in_cover_nobody_is_disordered_against_charging_cavalry() -> None:
    t = ridden_at()
    assert not shaky(t, "B-1", "A-1")
    assert blow(t, "B-1") == 40
    assert dict(melee.blows(t.s, t.u("A-1"))[0][1].terms) == {"type_heavy_cav": 15, "light_cover": -2}
    assert shaky(ridden_at(cover=False), "B-1", "A-1")
    assert shaky(ridden_at(rounds=1), "B-1", "A-1")  # impetus is over
    t.unit("A-1").impetus = False
    assert shaky(t, "B-1", "A-1")
    t.unit("A-1").impetus, t.unit("A-1").disordered = True, True
    assert shaky(t, "B-1", "A-1")
    t = ridden_at()
    t.unit("B-1").status = ROUTED
    assert shaky(t, "B-1", "A-1")
    t = ridden_at()
    t.s.contacts = []
    t.contact("B-1", "A-1")  # he charged himself
    assert shaky(t, "B-1", "A-1")


def test_8_5_a_hedge_steadies_guns_against_cavalry_only() -> None:
    hedge = line("hedge", (80, 60), (100, 60), cover="light")
    guns = U(900, 604, 1800, "foot_art_medium", "unlimbered")
    t = locked(U(900, 600, 0, "light_cav"), guns, terrain=[hedge])
    t.unit("A-1").ran, t.unit("A-1").impetus, t.unit("B-1").disordered = 100, True, True
    assert not shaky(t, "B-1", "A-1")
    foot = locked(U(900, 600), guns, terrain=[hedge])
    foot.unit("A-1").ran, foot.unit("B-1").disordered = 100, True
    assert shaky(foot, "B-1", "A-1")


def test_8_5_cover_takes_impetus_away() -> None:
    wood = rect("wood", 80, 60, 100, 70, "light")
    t = locked(U(900, 600), U(900, 615, 1800), terrain=[wood])
    assert dict(melee.blows(t.s, t.u("A-1"))[0][1].terms)["light_cover"] == -2
    horse = melee.Clash(kind=t.world.types["heavy_cav"], impetus=True, cover="light")
    assert dict(melee.melee_terms(t.world, horse)) == {"type_heavy_cav": 15, "light_cover": -2}
    foot = melee.Clash(kind=t.world.types["line_inf"], charging=True, cover="heavy")
    assert dict(melee.melee_terms(t.world, foot)) == {"heavy_cover": -4}
    spent = melee.Clash(kind=t.world.types["lancers"], fatigue=SPENT, at_guns=True, klass="recruit")
    assert dict(melee.melee_terms(t.world, spent)) == {"type_lancers": 3, "spent": -10, "recruit": -3, "at_guns": 20}


def test_8_6_impetus_needs_five_centimetres_and_order() -> None:
    near = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 345, 1800, pm=2, bases=1)}).moving("A-1")
    near.play("french", "charge B-1")
    assert not near.unit("A-1").impetus
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 350, 1800, bases=1)}).moving("A-1")
    t.play("french", "charge B-1").close()
    assert melee.clash(t.s, t.u("A-1"), t.u("B-1")).impetus
    t.unit("A-1").disordered = True
    assert not melee.clash(t.s, t.u("A-1"), t.u("B-1")).impetus


def test_14_1_what_lies_behind_the_figures_for_heavy_against_light_cavalry() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav", "column"), "B-1": U(900, 420, 1800, "light_cav")}).moving("A-1")
    t.play("french", "charge B-1").play("coalition", "stand")
    t.moving("B-1").play("coalition", "charge A-1")
    assert (t.unit("A-1").impetus, t.unit("B-1").impetus) == (True, False)
    t.close()
    assert (blow(t, "A-1"), blow(t, "B-1")) == (140, 40)
    t.unit("B-1").impetus = True
    assert blow(t, "B-1") == 80
    t.unit("A-1").disordered = True
    assert count(t, "A-1") == 2


def test_8_7_a_defile_disorders() -> None:
    bridge = line("bridge", (90, 50), (90, 58), width=3)
    t = locked(U(900, 600, 0, formation="march"), U(900, 600, 1800), terrain=[bridge])
    assert shaky(t, "A-1", "B-1")
    assert not shaky(t, "B-1", "A-1")


def test_8_8_over_a_hundred_one_loss_and_a_roll() -> None:
    t = locked(U(900, 600, 0, "heavy_cav"), U(900, 600, 1800), dice=[41, 100])
    t.unit("A-1").ran, t.unit("A-1").impetus = 100, True
    t.melees()
    assert [event.args[2:] for event in logged(t, "blow")] == [(140, 41, 1), (40, 100, 0)]


def logged(t: Table, key: str) -> list[object]:
    return [event for _, event in t.match.log() if event.key == key] + [e for e in t.s.events if e.key == key]


def test_8_9_who_fails_loses() -> None:
    t = locked(U(900, 600), U(900, 600, 1800, pm=5), dice=[1, 100, 1]).melees()
    assert t.unit("B-1").status != READY
    assert t.s.contacts == []
    assert t.s.winners == [t.u("A-1")]


def test_8_10_the_worsted_side_falls_back_half_a_move() -> None:
    t = locked(U(900, 600), U(900, 600, 1800), dice=[1, 100]).melees()
    assert t.where("B-1") == (900, 670, 1800)
    assert t.unit("B-1").disordered
    assert t.unit("B-1").pm == 7
    assert t.s.winners == [t.u("A-1")]


def test_8_10_a_square_stands_unless_badly_beaten() -> None:
    t = locked(U(900, 600), U(900, 600, 1800, formation="square"), dice=[1, 100]).melees()
    assert t.where("B-1") == (900, 600, 1800)
    assert t.unit("B-1").disordered


def test_8_11_equal_losses_lock_and_then_the_attacker_goes() -> None:
    t = face_to_face(dice=[100, 100]).melees()
    assert [c.rounds for c in t.s.contacts] == [1]
    assert t.unit("A-1").disordered
    assert t.unit("B-1").disordered
    t.s.turn += 1
    sequence.refresh(t.s)
    t.roll(100, 100).melees()
    assert t.s.contacts == []
    assert t.where("A-1") == (900, 530, 0)
    assert t.s.winners == [t.u("B-1")]


def test_8_12_infantry_advances_half_a_move() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).follow_up("A-1")
    assert t.rules("french", "advance 71") == ["8.12"]
    t.play("french", "advance 70")
    assert t.where("A-1") == (900, 370, 0)
    assert t.left("A-1") == 0.5


def test_8_12_cavalry_breaks_through_or_charges_within_fifteen_centimetres() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 451, 1800), "B-2": U(300, 400, 1800)}).follow_up("A-1")
    assert t.rules("french", "charge B-1") == ["8.12"]
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800)}, dice=[1]).follow_up("A-1")
    t.play("french", "charge B-1").play("coalition", "stand")
    assert t.unit("A-1").target == t.u("B-1")
    assert not t.unit("A-1").impetus
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 1000, 1800)}).follow_up("A-1")
    t.play("french", "breakthrough")
    assert t.where("A-1") == (900, 500, 0)
    assert t.unit("A-1").moved


def test_8_13_tired_then_spent_and_no_more_contact() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 400, 1800)})
    melee.tire(t.s, t.u("A-1"))
    assert (t.unit("A-1").fatigue, t.told[-1]) == (TIRED, "tired")
    melee.tire(t.s, t.u("A-1"))
    assert "spent" in t.told
    assert (t.unit("A-1").fatigue, t.unit("A-1").order, t.unit("A-1").disordered) == (SPENT, RETREAT, True)
    assert t.moving("A-1").rules("french", "charge B-1") == ["8.13"]
    t.moving("B-1").play("coalition", "charge A-1")
    assert t.unit("A-1").evaded  # spent cavalry evades unasked


def test_8_13_cavalry_is_tired_when_its_melee_is_over() -> None:
    t = locked(U(900, 600, 0, "light_cav"), U(900, 600, 1800), dice=[100, 100]).melees()
    assert t.unit("A-1").fatigue == FRESH
    t.s.turn += 1
    sequence.refresh(t.s)
    t.roll(1, 100).melees()
    assert (t.s.contacts, t.unit("A-1").fatigue) == ([], TIRED)


def test_8_14_rest_brings_order_and_strength_back() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "A-2": U(300, 300), "B-1": U(900, 1000, 1800)})
    t.unit("A-1").fatigue = TIRED
    t.s.disorder(t.u("A-2"))
    sequence.recover(t.s, t.u("A-2"))
    assert t.unit("A-2").disordered  # not a full turn yet
    t.s.turn += 1
    for name in ("A-1", "A-2"):
        sequence.recover(t.s, t.u(name))
    assert not t.unit("A-2").disordered
    assert t.unit("A-1").fatigue == TIRED
    sequence.recover(t.s, t.u("A-1"))
    assert t.unit("A-1").fatigue == FRESH
    t.unit("A-2").disordered = t.unit("A-2").fired = True
    sequence.recover(t.s, t.u("A-2"))
    assert t.unit("A-2").disordered


def test_8_15_flank_and_rear_before_the_others() -> None:
    t = Table(
        {
            "A-1": U(900, 600),
            "B-1": U(900, 600, 1800),
            "A-2": U(250, 307, 900, formation="column"),
            "B-2": U(300, 300, 1800),
        },
        dice=[100, 100],
    )
    t.contact("A-1", "B-1").contact("A-2", "B-2", FLANK)
    assert melee.on_flank(t.s, [t.u("A-2"), t.u("B-2")])
    t.roll(100, 100, 100, 100).melees()
    assert [event.args[0][0] for event in logged(t, "melee")] == ["table/A-2", "table/A-1"]
    t = Table(
        {
            "A-1": U(900, 600),
            "B-1": U(900, 600, 1800),
            "A-2": U(300, 300),
            "B-2": U(300, 300, 1800),
            "A-3": U(1250, 307, 900, formation="column"),
            "B-3": U(1300, 300, 1800),
            "A-4": U(1250, 907, 900, formation="column"),
            "B-4": U(1300, 900, 1800),
        }
    )
    t.contact("A-1", "B-1").contact("A-2", "B-2").contact("A-3", "B-3", FLANK).contact("A-4", "B-4", FLANK).melees()
    assert t.options("french") == ["fight A-3", "fight A-4"]
    assert t.rules("french", "fight A-1") == ["8.15"]


def test_8_1_the_odds_of_a_melee_are_exact() -> None:
    t = Table({"A-1": U(900, 600), "B-1": U(900, 600, 1800), "A-2": U(300, 300), "B-2": U(300, 300, 1800)})
    t.contact("A-1", "B-1").contact("A-2", "B-2").melees()
    found = t.match.odds("french", "fight A-1")
    assert [b.percent.total for b in found.blows] == [40, 40]
    assert found.wins == {
        "french": Fraction(6, 25),
        "coalition": Fraction(6, 25),
        "locked": Fraction(13, 25),
        "nobody": Fraction(0),
    }


def test_8_1_the_odds_of_a_charge_show_the_fire_before_it() -> None:
    t = Table({"A-1": U(900, 300, formation="column"), "B-1": U(900, 400, 1800)}).moving("A-1")
    before = t.match.fingerprint
    found = t.match.odds("french", "charge B-1")
    assert found.kind == "charge"
    assert found.defensive is not None
    assert found.defensive.percent.total == 80  # four bases at short range at a column
    assert [b.percent.total for b in found.blows] == [60, 40]
    assert sum(found.wins.values()) == 1
    assert t.match.fingerprint == before
    assert t.unit("A-1").target == NOBODY


def test_6_1_the_fire_of_a_charged_unit_is_an_unknown() -> None:
    t = Table({"A-1": U(900, 300, formation="column", pm=3), "B-1": U(900, 400, 1800)}).moving("A-1")
    found = t.match.odds("french", "charge B-1")
    assert [unknown.name for unknown in found.unknowns] == ["fire", "others"]
    assert found.chance("repelled") == 0
    shot = t.match.odds("french", "charge B-1", fire=1)
    results = odds.fate(t.s, t.u("A-1"), shot.defensive.losses, "fire").results
    assert shot.chance("repelled") == 1 - results["not_tested"] - results["hold"] > 0
    assert shot.chance("french") < found.chance("french")
    assert t.match.spread("french", "charge B-1")["repelled"] == (0, shot.chance("repelled"))


def test_6_6_an_emergency_square_is_an_unknown_of_a_charge() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 480, 1800)}).moving("A-1")
    stands, tries = t.match.odds("french", "charge B-1"), t.match.odds("french", "charge B-1", square=1)
    assert (stands.chance("refused"), tries.chance("refused")) == (0, Fraction(1, 2))
    assert "disordered" in {term.key for term in tries.against}, "where it goes on the square has failed"
    assert sum(tries.outcomes.values()) == 1


def test_6_7_evasion_is_an_unknown_of_a_charge() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 480, 1800, "lancers")}).moving("A-1")
    assert t.match.odds("french", "charge B-1").chance("evaded") == 0
    assert t.match.odds("french", "charge B-1", evade=1).chance("evaded") == 1
    t.unit("B-1").fatigue = SPENT
    (evade,) = [unknown for unknown in t.match.odds("french", "charge B-1").unknowns if unknown.name == "evade"]
    assert (evade.least, evade.assumed) == (1, 1), "[8.13] spent cavalry must"


@pytest.mark.parametrize(("dice", "loser"), [((1, 100), 1), ((100, 1), 0)])
def test_8_9_the_side_that_lost_more_is_worsted(dice: tuple[int, int], loser: int) -> None:
    t = face_to_face(dice=[*dice]).melees()
    found = [event.args[0] for event in [event for _, event in t.match.log()] + t.s.events if event.key == "worsted"]
    assert found == [loser]
    won = [event.args[0] for event in [event for _, event in t.match.log()] + t.s.events if event.key == "won"]
    assert won == [1 - loser]


@pytest.mark.parametrize(("x", "found"), [(915, [0, 1, 2, 3]), (916, [1, 2, 3]), (990, [3]), (991, [])])
def test_8_4_a_base_fights_if_half_its_front_touches(x: int, found: list[int]) -> None:
    """Four bases from 850 to 950; what is two millimetres away touches, half a millimetre is forgiven."""
    t = Table({"A-1": U(900, 600), "B-1": U(x, 600, 1800)})
    assert melee.fronts_touching(t.s, t.u("A-1"), footprint(t.s, t.u("B-1"))) == found
