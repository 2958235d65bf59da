"""Rulebook 1 and 2: units, bases, formations."""

from __future__ import annotations

import pytest
import shapely

from grognard.board.plane import rectangle
from grognard.games.tabletop.rules import fire, morale
from grognard.games.tabletop.rules.figures import bases, disordered, footprint, ground_slab
from grognard.games.tabletop.rules.orders import untouchable
from grognard.games.tabletop.world import formations
from grognard.games.tabletop.world.formations import layout
from grognard.games.tabletop.world.state import DESTROYED, NOBODY
from toolkit_tabletop import Table, U, rect


@pytest.mark.parametrize(
    ("arm", "formation", "number", "size"),
    [
        ("inf", "line", 4, (100, 15)),
        ("inf", "column", 4, (50, 30)),
        ("inf", "march", 4, (25, 60)),
        ("inf", "open", 4, (175, 15)),
        ("inf", "square", 4, (40, 40)),
        ("cav", "line", 4, (100, 25)),
        ("cav", "column", 3, (50, 50)),
        ("art", "unlimbered", 2, (50, 35)),
        ("art", "limbered", 2, (25, 100)),
    ],
)
def test_1_4_and_2_1_the_ground_of_a_formation(arm: str, formation: str, number: int, size: tuple[int, int]) -> None:
    shape = layout(arm, formation, number)
    assert (shape.width, shape.depth) == size


def test_1_4_all_bases_are_two_and_a_half_wide() -> None:
    t = Table({"A-1": U(500, 300), "A-2": U(900, 300, 0, "heavy_cav"), "A-3": U(1300, 300, 0, "horse_art", "limbered")})
    for name, depth in (("A-1", 15), ("A-2", 25), ("A-3", 50)):
        assert all(base.area == pytest.approx(25 * depth) for base in bases(t.s, t.u(name)))


@pytest.mark.parametrize(
    "unit",
    [
        U(500, 300, 0),
        U(500, 300, 450, formation="column"),
        U(500, 300, 900, "heavy_cav", "line", bases=5),
        U(500, 300, 1234, "light_inf", "open"),
        U(500, 300, 0, formation="square", bases=6),
    ],
)
def test_1_4_every_base_stands_on_the_ground_of_its_unit(unit: U) -> None:
    t = Table({"A-1": unit})
    shapes, body = bases(t.s, 0), footprint(t.s, 0).shape
    assert len(shapes) == (4 if unit.formation == "square" else unit.bases)
    assert all(body.buffer(1).covers(shape) for shape in shapes)
    assert rectangle(*ground_slab(t.s, 0)).equals(body)
    if unit.formation != "square":
        assert sum(shape.area for shape in shapes) == pytest.approx(shapely.union_all(shapes).area)


def test_1_5_two_points_a_base_and_none_left_is_destroyed() -> None:
    t = Table({"A-1": U(500, 300, bases=2)})
    morale.lose(t.s, t.u("A-1"), 1)
    assert (t.unit("A-1").pm, t.unit("A-1").bases) == (3, 2)
    morale.lose(t.s, t.u("A-1"), 1)
    assert t.unit("A-1").bases == 1
    morale.lose(t.s, t.u("A-1"), 5)
    assert (t.unit("A-1").pm, t.unit("A-1").status) == (0, DESTROYED)
    assert t.told[-1] == "destroyed"


def test_1_5_a_general_outlives_his_unit() -> None:
    t = Table({"A-1": U(500, 300)})
    t.s.generals[0].unit = t.u("A-1")
    morale.lose(t.s, t.u("A-1"), 8)
    assert t.s.generals[0].unit == NOBODY


def test_1_6_classes_and_russians_change_fire_and_morale() -> None:
    t = Table({"A-1": U(500, 300, klass="elite"), "B-1": U(500, 350, 1800)}, nations=("RU", "GB"))
    terms = dict(fire.fire_terms(t.world, fire.circumstances(t.s, t.u("A-1"), t.u("B-1"))))
    assert terms["elite"] == 5
    assert terms["russian"] == -1
    assert dict(morale.terms_of(t.s, t.u("A-1"))) == {"elite": 2, "russian": 1}
    assert dict(morale.terms_of(t.s, t.u("B-1"))) == {}


def test_2_1_only_light_infantry_opens_its_order() -> None:
    t = Table({"A-1": U(500, 300), "A-2": U(900, 300, 0, "light_inf"), "A-3": U(1300, 300, 0, "heavy_cav")})
    t.moving("A-1")
    assert t.rules("french", "form open") == ["2.1"]
    assert t.rules("french", "form line") == ["2.1"]
    t.moving("A-2").play("french", "form open")
    assert t.unit("A-2").formation == "open"
    assert footprint(t.s, t.u("A-2")).area == pytest.approx(175 * 15)
    t.moving("A-3")
    assert t.rules("french", "form square") == ["2.1"]
    assert "form column" in t.options("french")


def test_2_2_no_square_of_one_base_nor_in_disorder() -> None:
    t = Table({"A-1": U(500, 300, bases=4, pm=2), "A-2": U(900, 300)})
    t.moving("A-1")
    assert t.rules("french", "form square") == ["2.2"]
    t.unit("A-2").disordered = True
    t.moving("A-2")
    assert t.rules("french", "form square") == ["2.2"]
    t.unit("A-2").disordered = False
    t.moving("A-2").play("french", "form square")
    morale.lose(t.s, t.u("A-2"), 6)
    assert t.unit("A-2").formation == "column"


def test_2_2_one_base_counts_as_a_column() -> None:
    t = Table({"A-1": U(500, 300), "A-2": U(900, 300, 0, "light_inf", "open")})
    for name in t.units:
        morale.lose(t.s, t.u(name), 5)
    assert t.unit("A-1").formation == "line"
    for name in t.units:
        morale.lose(t.s, t.u(name), 1)
    assert [t.unit(name).formation for name in t.units] == ["column", "open"]
    assert t.moving("A-1").rules("french", "form line") == ["2.2"]


def test_2_1_ranks_by_arm_and_formation() -> None:
    assert [formations.ranks("cav", "line", n) for n in (1, 3, 4, 5, 6)] == [(1,), (3,), (4,), (3, 2), (3, 3)]
    assert [formations.ranks("inf", "line", n) for n in (1, 4, 6)] == [(1,), (4,), (6,)]
    assert formations.ranks("inf", "masse", 5) == (2, 2, 1)
    assert formations.ranks("art", "limbered", 2) == formations.ranks("inf", "march", 2) == (1, 1)
    assert formations.ranks("inf", "column", 0) == (1,)
    assert layout("inf", "open", 3).front == (-100, 0, 100)
    assert layout("inf", "line", 4).front == (-75, -25, 25, 75)
    assert [formations.bases_of(pm) for pm in range(5)] == [0, 1, 1, 2, 2]


def test_2_3_bases_go_from_the_rear_and_the_front_keeps_its_middle() -> None:
    assert formations.ranks("inf", "column", 4) == (2, 2)
    assert formations.ranks("inf", "column", 3) == (2, 1)
    assert formations.ranks("inf", "column", 1) == (1,)
    t = Table({"A-1": U(500, 300)})
    morale.lose(t.s, t.u("A-1"), 3)
    assert t.where("A-1") == (500, 300, 0)
    assert footprint(t.s, t.u("A-1")).bounds == pytest.approx((462.5, 285, 537.5, 300))


def test_2_4_disorder_lasts_and_shows_on_rough_ground() -> None:
    t = Table({"A-1": U(500, 300), "A-2": U(900, 300)}, terrain=[rect("wood", 45, 25, 55, 35, "light")])
    assert disordered(t.s, t.u("A-1"))
    assert not t.unit("A-1").disordered
    assert not disordered(t.s, t.u("A-2"))
    t.s.disorder(t.u("A-2"))
    assert disordered(t.s, t.u("A-2"))


def test_2_5_the_masse_is_austrian_and_a_square_to_cavalry() -> None:
    t = Table({"A-1": U(500, 300), "B-1": U(900, 300)}, nations=("AU", "FR"))
    t.moving("B-1")
    assert t.rules("coalition", "form masse") == ["2.5"]
    t.moving("A-1").play("french", "form masse")
    assert untouchable(t.s, t.u("A-1"))
    assert fire.muzzle_count(t.s, t.u("A-1")) == 1
    t.play("french", "end")
    t.unit("A-1").left = 10**12
    t.moving("A-1")
    assert t.rules("french", "charge B-1") == ["6.4"]


def test_1_4_a_crew_without_guns_stands_on_bases_of_infantry_depth() -> None:
    depths = [formations.layout("art", formation, 2).depth for formation in ("crew", "unlimbered", "limbered")]
    assert depths == [15, 35, 100]
