"""Every worked vector of the shared data, asked of the engine's own functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.games.tabletop.rules import charges, fire, melee, morale, odds
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.world.formations import bases_of, layout
from grognard.games.tabletop.world.state import DESTROYED, FRESH, ROUTED, TIRED, Shot
from grognard.games.tabletop.world.world import MOVE, World, world
from toolkit_tabletop import Table, U, rect

SOURCE = json.loads((Path(__file__).parents[2] / "data" / "tabletop_vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = SOURCE["vectors"]


class Given(dict[str, Any]):
    """What a vector gives; knows what of it was looked at."""

    def __init__(self, values: dict[str, Any]) -> None:
        super().__init__({name: Given(value) if isinstance(value, dict) else value for name, value in values.items()})
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.read.add(str(name))
        return super().__contains__(name)

    def unread(self) -> list[str]:
        """The fields that nobody asked for, those of fields among them."""
        within = [f"{name}.{one}" for name, value in self.items() if isinstance(value, Given) for one in value.unread()]
        return sorted(set(self) - self.read) + within


Found = dict[str, Any]


def tables() -> World:
    return world("crossroads")


def as_percent(p: fire.Percent) -> Found:
    return {"percent": p.total, "automatic_losses": p.automatic, "roll_at_most": p.rest}


def fire_percent(given: Given) -> Found:
    """Bases of the first rank; the target's nature by its name or formation."""
    kind = tables().types[given["shooter"]]
    bases = layout(kind.arm, given.get("formation", "unlimbered"), given["bases"]).ranks[0]
    band = given.get("range") or fire.band(kind, 10 * given["distance"])
    if band is None:
        return {"legal": False}
    target = given.get("target", "line")
    shape = given.get("target_formation", target)
    found = fire.Circumstances(
        kind=kind,
        klass=given.get("class", "regular"),
        nation=given.get("nation", ""),
        band=band,
        disordered=given.get("disordered", False),
        cover=given.get("target_cover"),
        dense=shape in ("column", "square"),
        loose=target in ("open", "unlimbered_artillery"),
        at_cavalry=target == "cavalry",
        flank=given.get("on_flank", False),
        from_hard_cover=given.get("shooter_in_hard_cover", False),
    )
    return as_percent(fire.fire_percent(tables(), found, bases))


def fire_divided(given: Given) -> Found:
    kind = tables().types[given["shooter"]]
    found = fire.Circumstances(kind=kind, band=given["range"], from_hard_cover=given["shooter_in_hard_cover"])
    assert sum(given["shares"]) == given["bases"]
    return {"percent": [fire.fire_percent(tables(), found, share).total for share in given["shares"]]}


def bands(given: Given) -> Found:
    return {"bands": [fire.band(tables().types[kind], 10 * cm) for kind, cm in given["cases"]]}


def melee_percent(given: Given) -> Found:
    bases = given["bases_counted"]
    if "formation" in given:
        t = Table({"A-1": U(900, 600, 0, given["unit"], given["formation"]), "B-1": U(900, 600, 1800)})
        assert melee.bases_in_melee(t.contact("A-1", "B-1").s, t.u("A-1"), t.u("B-1")) == bases
    found = melee.Clash(
        kind=tables().types[given["unit"]],
        klass=given.get("class", "regular"),
        disordered=given.get("disordered", False),
        impetus=given.get("impetus", False),
        charging=given.get("charging", False),
        fatigue=TIRED if given.get("tired") else FRESH,
        at_guns=given.get("enemy") == "artillery",
        cover=given.get("enemy_cover"),
    )
    return as_percent(melee.melee_percent(tables(), found, bases))


def melee_bases(given: Given) -> Found:
    """The two units front to front on a real table, middle against middle."""
    assert given.get("frontages_aligned", "centre") == "centre"
    sides = {name: given[name] for name in "AB"}
    kinds = {name: "light_inf" if unit["formation"] == "open" else "line_inf" for name, unit in sides.items()}
    t = Table(
        {
            f"{name}-1": U(900, 600, 0 if name == "A" else 1800, kinds[name], unit["formation"], bases=unit["bases"])
            for name, unit in sides.items()
        }
    )
    t.contact("A-1", "B-1")
    for name, unit in sides.items():
        t.unit(f"{name}-1").disordered = not unit.get("ordered", True)
    foe = {"A": "B-1", "B": "A-1"}
    return {name: melee.bases_in_melee(t.s, t.u(f"{name}-1"), t.u(foe[name])) for name in sides}


def loss(given: Given) -> Found:
    t = Table({"A-1": U(500, 500)}, dice=[given["d100"]])
    return {"pm_lost": fire.losses_of(t.s, fire.Percent(1, given["percent"], [], given["percent"]))[0]}


def bases(given: Given) -> Found:
    t = Table({"A-1": U(500, 500, bases=given["start_bases"])})
    found = []
    for pm in given["pm"]:
        t.unit("A-1").pm = pm
        found.append(t.unit("A-1").bases)
    assert found == [bases_of(pm) for pm in given["pm"]]
    return {"bases": found}


def morale_result(given: Given) -> Found:
    """On a real table: the unit has its points before the loss, a general rides with it where one is given."""
    pm, lost = given["pm"], given["lost"]
    start = bases_of(pm) + given.get("bases_lost", 0)
    general = given.get("general_attached", False)
    safe = [10] if general and lost else []  # the general's own danger
    unit = U(500, 500, klass=given.get("class", "regular"), bases=start, pm=pm + lost)
    t = Table({"A-1": unit}, dice=[*safe, given.get("die", 1)])
    t.world.generals[0][1].charismatic = given.get("charismatic", False)
    t.s.generals[0].unit = t.u("A-1") if general else -1
    cause = given.get("cause", "fire")
    tested = morale.suffer(t.s, {t.u("A-1"): lost}, cause)
    return {"result": morale.take_test(t.s, t.u("A-1"), cause) if tested else "not_tested"}


def rout(given: Given) -> Found:
    t = Table({"A-1": U(500, 500, 0, "foot_art_medium", "unlimbered", bases=2, pm=given["pm"])})
    morale.rout(t.s, t.u("A-1"))
    assert t.unit("A-1").status == ROUTED
    left = bool(t.s.parks) and t.s.gunless(t.u("A-1"))
    before = t.where("A-1")
    t.compulsory()
    moved = "start of next turn" if t.where("A-1") != before else "at once"
    return {"pm_after": t.unit("A-1").pm, "gunners_abandon": left, "moves_at": moved}


def retreat(given: Given) -> Found:
    if "test_result" in given:
        kind = {"infantry": "line_inf"}[given["enemy"]]
        t = Table(
            {"A-1": U(900, 600, 0, formation=given["formation"], bases=2, pm=4), "B-1": U(900, 600, 1800, kind)},
            dice=[3],
        ).contact("B-1", "A-1")
        assert morale.result_of(3) == given["test_result"]
        by_infantry = t.s.info(t.u("B-1")).infantry
        return {"result": morale.take_test(t.s, t.u("A-1"), given["cause"], by_infantry)}
    t = Table({"A-1": U(500, 500, 0, bases=4, pm=given["pm"])})
    morale.fail(t.s, t.u("A-1"), 1)
    assert t.unit("A-1").pm == given["pm"]
    t.compulsory().play("french", "face back")
    return {"pm_after": t.unit("A-1").pm}


def morale_probability(given: Given) -> Found:
    assert morale.needs_test(given["pm"], 1)
    found = odds.morale_chances(given["modifiers"] - given["bases_lost"], given["die"])
    assert sum(found.values()) == 1
    return {name: round(float(chance), 6) for name, chance in found.items()}


def speeds(given: Given) -> Found:
    if "cases" in given:
        kinds = tables().types
        return {"cm": [movement.speed(kinds[k], f, routed=f == "rout") for k, f in given["cases"]]}
    ground = "road" if given["on_road"] else "slow" if given.get("broken_ground") else "clear"
    kind = tables().types[given["unit"]]
    return {"cm": movement.speed(kind, given["formation"], ground, strategic=given.get("strategic", False))}


def melee_outcome(given: Given) -> Found:
    loser = melee.worsted_side((given["A_lost"], given["B_lost"]), given["round"], "AB".index(given["attacker"]))
    return {"worsted": "AB"[loser]}


def emergency_square(given: Given) -> Found:
    """The die of each case forms the square, one less does not."""
    found = []
    for klass, die in given["cases"]:
        formed = []
        for roll in (die, die - 1):
            t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800, klass=klass)}, dice=[roll])
            t.moving("A-1").play("french", "charge B-1").play("coalition", "try")
            formed.append(t.unit("B-1").formation == "square")
        assert formed == [True, False]
        found.append(charges.NEEDS[klass])
    return {"needs_d6_at_least": found}


def move_budget(given: Given) -> Found:
    t = Table({"A-1": U(500, 300, 0, given["unit"], given["from"])}, nations=(given["nation"], "GB"))
    t.moving("A-1").play("french", f"advance {round(10 * given['advance_cm'])}", f"form {given['change_to']}")
    used = Fraction(MOVE - t.unit("A-1").left, MOVE)
    p = charges.pose(t.s, t.u("A-1"))
    return {"fraction_used": float(used), "cm_left": movement.millimetres(t.s, t.u("A-1"), p, p.left) / 10}


KINDS: dict[str, Callable[[Given], Found]] = {
    "fire_percent": fire_percent,
    "fire_divided": fire_divided,
    "range": bands,
    "melee_percent": melee_percent,
    "melee_bases": melee_bases,
    "loss": loss,
    "bases": bases,
    "morale": morale_result,
    "rout": rout,
    "retreat": retreat,
    "morale_probability": morale_probability,
    "speed": speeds,
    "melee_outcome": melee_outcome,
    "emergency_square": emergency_square,
    "move_budget": move_budget,
}


def test_no_vector_is_left_out() -> None:
    assert len(VECTORS) == SOURCE["count"] == 54
    assert {vector["kind"] for vector in VECTORS} == set(KINDS)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    given = Given(vector["given"])
    assert KINDS[vector["kind"]](given) == vector["expect"]
    assert given.unread() == []


FIRE = [v for v in VECTORS if v["kind"] == "fire_percent" and "formation" in v["given"] and "range" in v["given"]]


@pytest.mark.parametrize("vector", FIRE, ids=[vector["id"] for vector in FIRE])
def test_vector_of_fire_on_a_table(vector: dict[str, Any]) -> None:
    """[7.11] The same with units that stand so, not with circumstances that are stated."""
    given = Given(vector["given"])
    away = 35 if given["range"] == "short" else 70
    target = given.get("target", "line")
    ground = [rect("settlement", 80, 30 + away / 10, 100, 60, "heavy")] if given.get("target_cover") else []
    facing = 0 if given.get("on_flank") else 1800
    kind = "light_inf" if target == "open" else "line_inf"
    depth = layout("inf", target, 4).depth if facing == 0 else 0
    t = Table(
        {
            "A-1": U(900, 300, 0, given["shooter"], given["formation"], given.get("class", "regular"), given["bases"]),
            "B-1": U(900, 300 + away + depth, facing, kind, target),
        },
        terrain=ground,
        nations=(given.get("nation", "FR"), "GB"),
    )
    t.unit("A-1").disordered = given.get("disordered", False)
    shooter = t.u("A-1")
    found = fire.fire_of(t.s, Shot(shooter, t.u("B-1"), fire.muzzle_count(t.s, shooter)))
    assert as_percent(found) == vector["expect"]
    assert given.unread() == []


def test_no_field_of_a_vector_is_passed_over_in_silence() -> None:
    given = Given({"pm": 4, "A": {"bases": 3, "class": "elite"}})
    assert given["A"]["bases"] == 3
    assert given.unread() == ["pm", "A.class"]


def test_the_footprints_of_the_scenarios_are_those_of_the_formations() -> None:
    for name in ("crossroads", "barrosa_1811"):
        for info in world(name).units:
            shape = layout(info.arm, info.line.formation, info.bases)
            assert [shape.width / 10, shape.depth / 10] == list(info.line.footprint), info.id


def test_a_destroyed_unit_has_no_points() -> None:
    t = Table({"A-1": U(500, 500, bases=1, pm=2)})
    morale.rout(t.s, t.u("A-1"))
    assert t.unit("A-1").status == DESTROYED
    assert t.unit("A-1").pm == 0
