"""Rulebook 7: fire."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.tabletop.rules import fire, melee, morale, odds, sight
from grognard.games.tabletop.rules.figures import cover_from, footprint
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.state import DESTROYED, Shot
from grognard.games.tabletop.world.world import act
from toolkit_tabletop import Table, U, line, rect


def duel(shooter: U, target: U, **more: object) -> Table:
    return Table({"A-1": shooter, "B-1": target}, **more)  # type: ignore[arg-type]


def percent(t: Table, shooter: str = "A-1", target: str = "B-1") -> fire.Percent:
    return fire.fire_of(t.s, Shot(t.u(shooter), t.u(target), fire.muzzle_count(t.s, t.u(shooter))))


def test_7_1_bases_times_base_and_modifiers_and_never_below_nothing() -> None:
    assert percent(duel(U(900, 300), U(900, 350, 1800))).total == 40
    assert percent(duel(U(900, 300), U(900, 340, 1800))).total == 60
    town = [rect("settlement", 80, 34, 100, 50, "heavy")]
    assert percent(duel(U(900, 300, klass="recruit"), U(900, 370, 1800), terrain=town)).total == 0


def test_7_1_nobody_fires_at_a_friend_or_at_what_is_gone() -> None:
    t = Table(
        {
            "A-1": U(900, 300),
            "A-2": U(900, 340, 1800, bases=1),
            "B-1": U(840, 335, 1800, bases=1),
            "B-2": U(950, 335, 1800, bases=1),
        }
    ).fire()
    assert t.options("french") == ["fire B-1", "fire B-2", "hold"]
    assert t.rules("french", "fire A-2") == ["7.1"]
    assert t.rules("french", "fire B-9") == ["7.1"]
    t.unit("B-2").status = DESTROYED
    t.fire()
    assert t.options("french") == ["fire B-1", "hold"]
    assert t.rules("french", "fire B-2") == ["7.1"]


def test_7_2_infantry_fires_its_first_rank_and_a_garrison_all() -> None:
    t = duel(U(900, 300, formation="column"), U(900, 350, 1800))
    assert fire.muzzle_count(t.s, t.u("A-1")) == 2
    t = duel(U(900, 300, formation="column"), U(900, 350, 1800), terrain=[rect("settlement", 84, 26, 96, 31)])
    assert fire.muzzle_count(t.s, t.u("A-1")) == 4


def test_7_3_who_does_not_fire() -> None:
    t = Table(
        {
            "A-1": U(300, 300, 0, "heavy_cav"),
            "A-2": U(600, 300, 0, "horse_art", "limbered"),
            "A-3": U(900, 300, 0, "horse_art", "unlimbered"),
            "A-4": U(1200, 300),
            "A-5": U(1500, 300),
            "B-1": U(900, 400, 1800),
        }
    )
    t.unit("A-4").status = 1
    t.contact("A-5", "B-1")
    rules = {name: [r[0] for r in fire.shooter_reasons(t.s, t.u(name))] for name in t.units if name != "B-1"}
    assert rules == {"A-1": ["7.3"], "A-2": ["7.3"], "A-3": [], "A-4": ["9.7"], "A-5": ["7.3"]}
    assert fire.muzzle_count(t.s, t.u("A-3")) == 4


def test_7_3_a_unit_in_melee_fires_at_new_chargers_only() -> None:
    t = Table(
        {
            "A-1": U(300, 300),
            "B-1": U(280, 300, 1800, bases=2),
            "B-2": U(340, 340, 1800, bases=1),
            "B-3": U(360, 370, 1800, bases=1),
        }
    ).contact("A-1", "B-1")
    assert [r[0] for r in fire.shooter_reasons(t.s, t.u("A-1"))] == ["7.3"]
    t.unit("B-2").target = t.u("A-1")
    assert fire.shooter_reasons(t.s, t.u("A-1")) == []
    t.fire()
    assert t.options("french") == ["fire B-2", "hold"]
    assert t.rules("french", "fire B-1") == ["7.12"]
    assert t.rules("french", "fire B-3") == ["7.3"]


HOUSES = rect("settlement", 84, 26, 96, 31, "heavy")
NORTH, SOUTH, EAST = U(900, 340, 1800), U(900, 232), U(985, 285, 2700)


def garrison(dice: tuple[int, ...] = (), **enemies: U) -> Table:
    """A-1 holds a small settlement; enemies B1, B2... round it. The question is its fire."""
    units = {f"{name[0]}-{name[1]}": unit for name, unit in enemies.items()}
    return Table({"A-1": U(900, 300, formation="column"), **units}, terrain=[HOUSES], dice=dice).fire()


def test_7_4_a_garrison_divides_its_fire_between_two_sides() -> None:
    t = garrison((14, 15), B1=NORTH, B2=SOUTH)
    assert t.options("french") == [
        "fire B-1",
        "fire B-2",
        *[f"share B-{n} {k}" for n in (1, 2) for k in (1, 2, 3)],
        "hold",
    ]
    assert t.rules("french", "share B-1 4") == ["7.4"]
    assert t.rules("french", "share B-1 0") == ["7.4"]
    t.play("french", "share B-1 2")  # the rest has one target left, and is not asked
    assert t.s.shots == [Shot(t.u("A-1"), t.u("B-1"), 2), Shot(t.u("A-1"), t.u("B-2"), 2)]
    t.play("coalition", "hold", "hold")
    assert [(event.args[2], event.args[4]) for _, event in t.match.log() if event.key == "fire"] == [(14, 1), (14, 0)]


def test_7_4_each_side_has_its_own_nearest_enemy() -> None:
    t = garrison(B1=U(900, 320, 1800), B2=U(900, 200))
    assert [o for o in t.options("french") if o.startswith("fire")] == ["fire B-1", "fire B-2"]
    t.play("french", "fire B-2")  # who does not divide chooses the side, and gives it all he has
    assert t.s.shots == [Shot(t.u("A-1"), t.u("B-2"), 4)]
    t = garrison(B1=U(900, 350, 1800, bases=1), B2=U(860, 370, 1800, bases=1), B3=U(900, 200))
    assert t.rules("french", "fire B-2") == ["7.12"]
    assert "B-1 is nearer" in t.refusal("french", "fire B-2")
    assert t.rules("french", "fire B-3") == []


def test_7_4_never_two_on_one_side() -> None:
    t = garrison(B1=U(870, 330, 1800, bases=1), B2=U(930, 335, 1800, bases=1))
    assert t.options("french") == ["fire B-1", "fire B-2", "hold"]
    assert t.rules("french", "share B-1 2") == ["7.4"]
    assert "different sides" in t.refusal("french", "share B-1 2")
    t = garrison(B1=U(870, 330, 1800, bases=1), B2=U(930, 335, 1800, bases=1), B3=SOUTH, B4=EAST)
    t.play("french", "share B-1 1")
    assert t.options("french") == ["fire B-3", "fire B-4", "share B-3 1", "share B-3 2", "share B-4 1", "share B-4 2"]
    for refused in ("fire B-2", "share B-2 1", "fire B-1", "share B-1 1"):
        assert t.rules("french", refused) == (["7.12"] if "B-1" in refused else ["7.4"])
    assert t.rules("french", "hold") == ["7.4"]
    assert t.rules("french", "share B-3 3") == ["7.4"]
    t.play("french", "share B-3 2")
    assert [shot.bases for shot in t.s.shots if shot.shooter == 0] == [1, 2, 1]


def test_7_4_only_a_garrison_divides() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(860, 330, 1800, bases=1), "B-2": U(940, 338, 1800, bases=1)}).fire()
    assert t.options("french") == ["fire B-1", "fire B-2", "hold"]
    assert t.rules("french", "share B-1 2") == ["7.4"]
    assert "Only a garrison" in t.refusal("french", "share B-1 2")


def test_7_4_the_sides_are_parted_by_the_diagonals() -> None:
    ground = garrison(B1=NORTH).world.ground
    assert ground.side_of(0, 900, 285) == 0
    around = {
        (1020, 335): 0,
        (1020, 334): 1,
        (1020, 236): 1,
        (1020, 235): 2,
        (780, 235): 2,
        (780, 236): 3,
        (780, 334): 3,
        (780, 335): 0,
    }
    assert {place: ground.side_of(0, *place) for place in around} == around
    oval = Table(
        {"A-1": U(900, 300), "B-1": NORTH},
        terrain=[data.Terrain("settlement", "oval", data.Form(kind="ellipse", x=90, y=28.5, rx=6, ry=2.5))],
    )
    assert {place: oval.world.ground.side_of(0, *place) for place in around} == around


def test_7_4_a_square_in_houses_fires_one_base_on_each_of_their_sides() -> None:
    houses = rect("settlement", 84, 20, 96, 36, "heavy")
    t = Table(
        {
            "A-1": U(900, 300, formation="square"),
            "B-1": U(870, 370, 1800, bases=1),
            "B-2": U(930, 375, 1800, bases=1),
            "B-3": U(900, 190),
        },
        terrain=[houses],
    ).fire()
    assert t.options("french") == ["fire B-1", "fire B-3", "hold"]
    assert t.rules("french", "fire B-2") == ["7.12"]
    t.play("french", "fire B-1")
    assert t.options("french") == ["fire B-3", "hold"]
    assert t.rules("french", "share B-3 1") == ["7.4"]


def test_7_4_a_square_fires_on_each_side() -> None:
    t = Table({"A-1": U(900, 300, formation="square"), "B-1": U(900, 350, 1800), "B-2": U(980, 280, 2700)}).fire()
    assert t.rules("french", "share B-1 1") == ["7.4"]
    t.play("french", "fire B-1", "fire B-2")
    assert t.s.shots == [Shot(t.u("A-1"), t.u("B-1"), 1), Shot(t.u("A-1"), t.u("B-2"), 1)]
    t = Table(
        {
            "A-1": U(900, 300, formation="square"),
            "B-1": U(890, 320, 1800, bases=1),
            "B-2": U(915, 325, 1800, bases=1),
            "B-3": U(980, 280, 2700),
        }
    ).fire()
    t.play("french", "fire B-1")
    assert t.options("french") == ["fire B-3", "hold"]
    assert t.rules("french", "fire B-2") == ["7.4"]
    t.play("french", "hold")  # what one side does binds no other
    assert t.s.shots == [Shot(t.u("A-1"), t.u("B-1"), 1)]


def test_7_5_over_a_hundred_is_a_sure_loss() -> None:
    guns = U(900, 300, 0, "foot_art_heavy", "unlimbered", bases=3)
    t = duel(guns, U(900, 380, 1800, "heavy_cav", "column"), dice=[51])
    p = percent(t)
    assert (p.total, p.automatic, p.rest) == (150, 1, 50)
    assert fire.losses_of(t.s, p) == (1, 51)


def test_7_6_the_die_must_not_exceed_the_percentage() -> None:
    t = duel(U(900, 300), U(900, 350, 1800), dice=[40, 41])
    assert [fire.losses_of(t.s, percent(t))[0] for _ in range(2)] == [1, 0]
    assert odds.loss_chances(percent(t)) == {0: Fraction(3, 5), 1: Fraction(2, 5)}


def test_7_7_out_of_range_by_so_much() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 391, 1800), "B-2": U(960, 380, 1800, bases=1)}).fire()
    assert t.rules("french", "fire B-1") == ["7.7"]
    assert "0.1 cm" in t.refusal("french", "fire B-1")
    assert t.rules("french", "fire B-2") == []


def test_7_8_woods_walls_and_towns_cover() -> None:
    far = U(900, 360, 1800)
    wood = duel(U(900, 300), far, terrain=[rect("wood", 80, 35, 100, 50, "light")])
    assert dict(percent(wood).terms) == {"light_cover": -5}
    town = duel(U(900, 300), far, terrain=[rect("settlement", 80, 35, 100, 50, "heavy")])
    assert dict(percent(town).terms) == {"heavy_cover": -10}
    wall = line("wall", (80, 35), (100, 35), cover="light")
    assert dict(percent(duel(U(900, 300), far, terrain=[wall])).terms) == {"light_cover": -5}
    assert dict(percent(duel(U(900, 300), U(900, 375, 1800), terrain=[wall])).terms) == {}


def test_7_9_arcs_of_forty_five_and_thirty_degrees() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(1010, 350, 1800, bases=1), "B-2": U(1060, 330, 1800, bases=1)}).fire()
    assert t.rules("french", "fire B-2") in (["7.7"], ["7.9"])
    assert t.rules("french", "fire B-1") == []
    guns = Table(
        {
            "A-1": U(900, 300, 0, "foot_art_medium", "unlimbered", bases=2),
            "B-1": U(1060, 460, 1800, bases=1),
            "B-2": U(900, 500, 1800),
        }
    ).fire()
    assert guns.rules("french", "fire B-1") == ["7.9"]
    assert guns.rules("french", "fire B-2") == []


def test_7_10_hills_woods_towns_and_units_block_sight() -> None:
    units = {"A-1": U(900, 300, 0, "foot_art_medium", "unlimbered", bases=1), "B-1": U(900, 600, 1800)}
    t = Table(units)
    assert sight.sees(t.s, t.u("A-1"), t.u("B-1"))
    for ground in (rect("hill", 60, 40, 120, 45), rect("wood", 60, 40, 120, 43), rect("settlement", 60, 40, 120, 45)):
        t = Table(units, terrain=[ground])
        assert not sight.sees(t.s, t.u("A-1"), t.u("B-1")), ground.type
    t = Table(units, terrain=[rect("wood", 60, 40, 120, 42)])
    assert sight.sees(t.s, t.u("A-1"), t.u("B-1"))
    t = Table({**units, "A-2": U(900, 450, 0, "light_inf", "open")})
    assert not sight.sees(t.s, t.u("A-1"), t.u("B-1"), over=True)
    t = Table({**units, "A-2": U(900, 450, 0, "light_inf", "open")}, terrain=[rect("hill", 80, 20, 100, 31)])
    assert sight.sees(t.s, t.u("A-1"), t.u("B-1"), over=True)
    assert not sight.sees(t.s, t.u("A-1"), t.u("B-1"))  # seeing is not firing
    assert not sight.sees_at(t.s, t.u("A-1"), t.u("B-1"), footprint(t.s, t.u("B-1")))
    assert sight.sees_at(t.s, t.u("A-1"), t.u("B-1"), footprint(t.s, t.u("B-1")), over=True)
    t = Table({**units, "A-2": U(900, 390, 0, "light_inf", "open")}, terrain=[rect("hill", 80, 20, 100, 31)])
    assert not sight.sees(t.s, t.u("A-1"), t.u("B-1"), over=True)
    t = Table({**units, "B-1": U(900, 901, 1800)})
    assert not sight.sees(t.s, t.u("A-1"), t.u("B-1"))


@pytest.mark.parametrize(
    ("shooter", "target", "terms"),
    [
        (U(900, 300), U(900, 340, 1800, formation="column"), {"short_infantry": 5, "dense": 5}),
        (U(900, 300), U(900, 350, 1800, "light_inf", "open"), {"loose": -5}),
        (U(900, 300), U(900, 370, 0), {"flank": 2}),
        (
            U(900, 300, 0, "foot_art_light", "unlimbered"),
            U(900, 350, 1800, "light_cav"),
            {"short_artillery": 10, "at_cavalry": 10, "calibre": -5},
        ),
        (
            U(900, 300, 0, "horse_art", "unlimbered"),
            U(900, 350, 1800, "light_cav"),
            {"short_artillery": 10, "at_cavalry": 10},
        ),
        (U(900, 300, 0, "foot_art_medium", "unlimbered"), U(900, 450, 1800), {}),
        (U(900, 300, 0, "foot_art_heavy", "unlimbered"), U(900, 450, 1800), {"calibre": 5}),
        (U(900, 300, klass="veteran"), U(900, 350, 1800, "foot_art_medium", "unlimbered"), {"veteran": 3, "loose": -5}),
    ],
)
def test_7_11_modifiers_by_circumstance(shooter: U, target: U, terms: dict[str, int]) -> None:
    assert dict(percent(duel(shooter, target)).terms) == terms


def test_7_12_the_nearest_unless_another_is_at_short_range() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(860, 350, 1800, bases=1), "B-2": U(940, 370, 1800, bases=1)}).fire()
    assert t.rules("french", "fire B-2") == ["7.12"]
    t = Table({"A-1": U(900, 300), "B-1": U(860, 330, 1800, bases=1), "B-2": U(940, 338, 1800, bases=1)}).fire()
    assert [option for option in t.options("french") if option != "hold"] == ["fire B-1", "fire B-2"]
    t = Table({"A-1": U(900, 300), "A-2": U(900, 500), "B-1": U(900, 360, 1800)}).contact("A-2", "B-1").fire()
    assert t.asked == "Rest"


def test_7_3_evaders_chargers_and_fresh_heavy_guns_do_not_fire() -> None:
    t = Table(
        {
            "A-1": U(900, 300),
            "A-2": U(600, 300, 0, "foot_art_heavy", "unlimbered"),
            "B-1": U(900, 350, 1800),
            "A-3": U(300, 300, 0, "foot_art_medium", "unlimbered"),
        }
    )
    assert fire.shooter_reasons(t.s, t.u("A-1")) == []
    t.unit("A-1").evaded = True
    assert fire.shooter_reasons(t.s, t.u("A-1"))[0][0] == "6.8"
    t.unit("A-1").evaded, t.unit("A-1").ran = False, 10  # its target has gone: it has charged all the same
    assert fire.shooter_reasons(t.s, t.u("A-1"))[0][0] == "6.1"
    t.unit("A-1").ran, t.unit("A-1").target = 0, t.u("B-1")
    assert fire.shooter_reasons(t.s, t.u("A-1"))[0][0] == "6.1"
    for name, rules in (("A-2", ["5.9"]), ("A-3", [])):
        t.unit(name).deployed = True
        assert [r[0] for r in fire.shooter_reasons(t.s, t.u(name))] == rules
    t.unit("A-2").deployed = False
    assert fire.shooter_reasons(t.s, t.u("A-2")) == []


def test_7_12_a_unit_in_melee_is_nobodys_target() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(860, 500), "B-1": U(860, 360, 1800, bases=1), "B-2": U(940, 370, 1800)})
    t.contact("A-2", "B-1").fire()
    assert t.rules("french", "fire B-1") == ["7.12"]
    assert t.options("french") == ["fire B-2", "hold"]


def test_7_13_the_fire_of_several_adds_up_and_is_remembered() -> None:
    t = Table(
        {"A-1": U(870, 300, bases=2), "A-2": U(930, 300, bases=2), "A-3": U(300, 300), "B-1": U(900, 340, 1800)},
        dice=[1, 1, 100],
    ).fire()
    t.play("french", "fire B-1", "fire B-1").play("coalition", "fire A-1")
    assert t.unit("B-1").pm == 6
    assert [t.unit(name).fired for name in ("A-1", "A-2", "A-3", "B-1")] == [True, True, False, True]
    assert t.s.shots == []


def test_7_9_the_distance_is_from_the_front_and_the_arc_from_its_ends() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 380, 1800)})
    assert fire.muzzle_distance(t.s, 0, 1) == pytest.approx(80)
    square = Table({"A-1": U(900, 300, formation="square"), "B-1": U(960, 280, 2700, bases=1)})
    assert fire.muzzle_distance(square.s, 0, 1) == pytest.approx(40)
    assert fire.side_aimed(square.s, 0, 1) == 1
    behind = Table({"A-1": U(900, 300), "B-1": U(900, 250)})
    assert [r[0] for r in fire.aim_reasons(behind.s, 0, 1)] == ["7.9"]
    for x, rules in ((1015, []), (1020, ["7.9"])):  # 55 mm ahead, where its rear is, the arc is 55 mm wider
        t = Table({"A-1": U(900, 300), "B-1": U(x, 340, 1800, bases=1)})
        assert [r[0] for r in fire.aim_reasons(t.s, 0, 1)] == rules, x
    for x, rules in ((1025, []), (1040, ["7.9"])):  # guns: 30 degrees, 87 mm at 150
        t = Table({"A-1": U(900, 300, 0, "foot_art_medium", "unlimbered", bases=2), "B-1": U(x, 450, 1800, bases=1)})
        assert [r[0] for r in fire.aim_reasons(t.s, 0, 1)] == rules, x


def test_7_11_who_fires_out_of_hard_cover() -> None:
    for cover, terms in (("heavy", {"from_hard_cover": -8}), (None, {"from_hard_cover": -8}), ("light", {})):
        t = duel(U(900, 300), U(900, 370, 1800), terrain=[rect("settlement", 80, 26, 100, 31, cover)])
        assert dict(percent(t).terms) == terms


def test_7_13_losses_fall_together_then_the_tests() -> None:
    t = Table({"A-1": U(900, 300, pm=5), "B-1": U(900, 330, 1800, pm=5)}, dice=[1, 1, 10, 10]).fire()
    t.play("french", "fire B-1")
    t.play("coalition", "fire A-1")
    assert (t.unit("A-1").pm, t.unit("B-1").pm) == (4, 4)
    assert t.told[-6:] == ["fire", "fire", "lost", "lost", "morale", "morale"]


def test_7_1_the_odds_of_a_fire_are_exact() -> None:
    t = duel(U(900, 300), U(900, 330, 1800, pm=5)).fire()
    found = t.match.odds("french", "fire B-1")
    assert found.blows[0].percent.total == 60
    results = found.fates[0].results
    assert sum(results.values()) == 1
    assert results["not_tested"] == Fraction(2, 5)
    assert results["rout"] == Fraction(3, 5) * Fraction(4, 10)


def test_5_9_heavy_guns_unlimbered_this_turn_do_not_fire() -> None:
    t = Table({"A-1": U(900, 300, 0, "foot_art_heavy", "limbered"), "B-1": U(900, 600, 1800)}).moving("A-1")
    t.play("french", "unlimber", "end")
    assert [r[0] for r in fire.shooter_reasons(t.s, t.u("A-1"))] == ["5.9"]


def test_7_5_full_hundreds_need_no_die() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 380, 1800)}, dice=[30])
    assert fire.losses_of(t.s, fire.Percent(10, 20, [], 200)) == (2, 0)
    assert fire.losses_of(t.s, fire.Percent(10, 23, [], 230)) == (3, 30)


def test_7_7_the_first_unit_of_the_table_is_refused_like_any_other() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 800, 1800)})
    frame = fire.DeclareFire(1, t.u("B-1"))
    found = frame.forbids(t.s, act("fire", t.s.info(t.u("A-1")).word))
    assert [reason[:2] for reason in found] == [("7.7", "out_of_range")]


def test_7_11_regulars_at_long_range_in_the_open_have_no_modifier() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 380, 1800)})
    assert fire.fire_terms(t.world, fire.Circumstances(t.world.types["line_inf"])) == []
    assert melee.melee_terms(t.world, melee.Clash(t.world.types["line_inf"])) == []


def test_7_8_a_wall_behind_a_unit_is_no_cover() -> None:
    units = {"A-1": U(900, 300), "B-1": U(900, 380, 1800)}
    for y, cover in ((37.5, "light"), (40, None)):
        t = Table(units, terrain=[line("wall", (80, y), (100, y))])
        assert cover_from(t.s, t.u("B-1"), t.u("A-1")) == cover


def test_7_4_the_sides_of_a_masse_are_as_broad_as_it_is() -> None:
    t = Table({"A-1": U(900, 300, 0, formation="masse"), "B-1": U(900, 800, 1800)})
    shape = t.s.layout(t.u("A-1"))
    assert shape.width != shape.depth
    assert [side[2:] for side in sight.fronts(t.s, t.u("A-1"))] == [
        (0, shape.width),
        (900, shape.depth),
        (1800, shape.width),
        (2700, shape.depth),
    ]


def test_7_10_a_unit_between_blocks_sight_anywhere_on_the_table() -> None:
    for x, y in ((1700, 100), (100, 700), (1700, 700), (900, 300)):
        units = {"A-1": U(x, y), "B-1": U(x, y + 300, 1800)}
        assert sight.sees(Table(units).s, 0, 1)
        t = Table({**units, "A-2": U(x, y + 150, 0, "light_inf", "open")})
        assert not sight.sees(t.s, t.u("A-1"), t.u("B-1"))


def test_7_13_a_loss_is_told_with_what_is_left() -> None:
    t = Table({"A-1": U(900, 300, pm=2), "B-1": U(900, 800, 1800)})
    morale.suffer(t.s, {t.u("A-1"): 1}, morale.FIRE)
    morale.suffer(t.s, {t.u("A-1"): 2}, morale.FIRE)
    assert [event.args[1:] for event in t.s.events if event.key == "lost"] == [(1, 1), (2, 0)]


def test_3_9_a_general_is_in_danger_also_with_a_unit_that_is_destroyed() -> None:
    t = Table({"A-1": U(900, 300, pm=1), "A-2": U(300, 300), "B-1": U(900, 800, 1800)}, dice=[1])
    t.s.generals[0].unit = t.u("A-1")
    morale.suffer(t.s, {t.u("A-1"): 1}, morale.FIRE)
    assert t.s.generals[0].lost == t.s.turn
    assert "general_lost" in t.told


@pytest.mark.parametrize(("total", "automatic", "rest"), [(0, 0, 0), (99, 0, 99), (100, 1, 0), (199, 1, 99)])
def test_7_5_only_full_hundreds_are_sure(total: int, automatic: int, rest: int) -> None:
    found = fire.Percent(1, total, [], total)
    assert (found.automatic, found.rest) == (automatic, rest)


def test_7_7_the_whole_range_can_be_fired_at() -> None:
    for y, rules in ((390, []), (391, ["7.7"])):
        t = Table({"A-1": U(900, 300), "B-1": U(900, y, 1800)})
        assert [reason[0] for reason in fire.aim_reasons(t.s, t.u("A-1"), t.u("B-1"))] == rules


def test_7_9_a_garrison_aims_at_nobody_out_of_its_reach() -> None:
    t = Table(
        {"A-1": U(900, 310, formation="column"), "B-1": U(900, 600, 1800)}, terrain=[rect("settlement", 85, 27, 95, 33)]
    )
    assert sight.side_toward(t.s, t.u("A-1"), t.u("B-1"), 100) == -1
    assert sight.side_toward(t.s, t.u("A-1"), t.u("B-1"), 400) == 0


def test_7_10_nobody_fires_at_what_he_does_not_see() -> None:
    units = {"A-1": U(900, 300, 0, "foot_art_medium", "unlimbered"), "B-1": U(900, 600, 1800)}
    assert fire.aim_reasons(Table(units).s, 0, 1) == []
    t = Table(units, terrain=[rect("wood", 60, 40, 120, 43)])
    assert fire.aim_reasons(t.s, 0, 1) == [("7.10", "out_of_sight", (0, 1))]
    assert fire.targets(t.s, 0) == []


def test_7_4_only_a_garrison_divides_its_fire() -> None:
    """A bataillon-masse has enemies on two sides too; it fires from each with what stands there."""
    enemies = {"B-1": U(900, 400, 1800), "B-2": U(900, 200, 0)}
    t = Table({"A-1": U(900, 310, formation="column"), **enemies}, terrain=[rect("settlement", 85, 27, 95, 33)])
    assert fire.DeclareFire(0, 0).divisible(t.s)
    for formation in ("line", "column", "square", "masse"):
        t = Table({"A-1": U(900, 310, formation=formation), **enemies})
        assert not fire.DeclareFire(0, 0).divisible(t.s)


def test_7_10_guns_on_a_hill_fire_over_friends() -> None:
    units = {
        "A-1": U(900, 300, 0, "foot_art_medium", "unlimbered", bases=1),
        "B-1": U(900, 600, 1800),
        "A-2": U(900, 450, 0, "light_inf", "open"),
    }
    t = Table(units, terrain=[rect("hill", 80, 20, 100, 31)])
    assert fire.aim_reasons(t.s, t.u("A-1"), t.u("B-1")) == []
    assert [reason[0] for reason in fire.aim_reasons(Table(units).s, t.u("A-1"), t.u("B-1"))] == ["7.10"]
