"""Every worked vector of the shared data, asked of the engine's own functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.games.tabletop import charges, fire, melee, morale, movement, odds
from grognard.games.tabletop.formations import bases_of, layout, ranks
from grognard.games.tabletop.state import DESTROYED, FRESH, ROUTED, TIRED
from grognard.games.tabletop.world import MOVE, World, world
from toolkit_tabletop import Table, U

SOURCE = json.loads((Path(__file__).parents[2] / "data" / "tabletop_vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = SOURCE["vectors"]
Given = dict[str, Any]


def tables() -> World:
    return world("crossroads")


def as_percent(p: fire.Percent) -> Given:
    return {"percent": p.total, "automatic_losses": p.automatic, "roll_at_most": p.rest}


def fire_percent(given: Given) -> Given:
    """Bases of the first rank; the target's nature by its name or formation."""
    kind = tables().types[given["shooter"]]
    band = given.get("range") or fire.band(kind, 10 * given["distance"])
    if band is None:
        return {"legal": False}
    formation = given.get("formation", "unlimbered")
    bases = 1 if formation == "square" else ranks(kind.arm, formation, given["bases"])[0]
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


def fire_divided(given: Given) -> Given:
    kind = tables().types[given["shooter"]]
    found = fire.Circumstances(kind=kind, band=given["range"], from_hard_cover=given["shooter_in_hard_cover"])
    assert sum(given["shares"]) == given["bases"]
    return {"percent": [fire.fire_percent(tables(), found, share).total for share in given["shares"]]}


def bands(given: Given) -> Given:
    return {"bands": [fire.band(tables().types[kind], 10 * cm) for kind, cm in given["cases"]]}


def melee_percent(given: Given) -> Given:
    found = melee.Clash(
        kind=tables().types[given["unit"]],
        klass=given.get("class", "regular"),
        impetus=given.get("impetus", False),
        charging=given.get("charging", False),
        fatigue=TIRED if given.get("tired") else FRESH,
        at_guns=given.get("enemy") == "artillery",
        cover=given.get("enemy_cover"),
    )
    return as_percent(melee.melee_percent(tables(), found, given["bases_counted"]))


def melee_bases(given: Given) -> Given:
    """The two units front to front on a real table, middle against middle."""
    sides = {name: given[name] for name in "AB"}
    kinds = {name: "light_inf" if unit["formation"] == "open" else "line_inf" for name, unit in sides.items()}
    t = Table({
        f"{name}-1": U(900, 600, 0 if name == "A" else 1800, kinds[name], unit["formation"], bases=unit["bases"])
        for name, unit in sides.items()
    })  # fmt: skip
    t.contact("A-1", "B-1")
    for name, unit in sides.items():
        t.unit(f"{name}-1").disordered = not unit.get("ordered", True)
    foe = {"A": "B-1", "B": "A-1"}
    return {name: melee.bases_in_melee(t.s, t.u(f"{name}-1"), [t.u(foe[name])]) for name in sides}


def loss(given: Given) -> Given:
    t = Table({"A-1": U(500, 500)}, dice=[given["d100"]])
    return {"pm_lost": fire.losses_of(t.s, fire.Percent(1, given["percent"], [], given["percent"]))[0]}


def bases(given: Given) -> Given:
    return {"bases": [bases_of(pm) for pm in given["pm"]]}


def morale_result(given: Given) -> Given:
    if not morale.needs_test(given["pm"], given["lost"]):
        return {"result": "not_tested"}
    general = given.get("general_attached", False)
    charismatic = given.get("charismatic", False)
    found = morale.terms(tables(), "regular", False, general, charismatic, False, given["bases_lost"])
    return {"result": morale.result_of(given["die"] + sum(value for _, value in found))}


def rout(given: Given) -> Given:
    t = Table({"A-1": U(500, 500, 0, "foot_art_medium", "unlimbered", bases=2, pm=given["pm"])})
    morale.rout(t.s, t.u("A-1"))
    assert t.unit("A-1").status == ROUTED
    left = bool(t.s.parks) and t.s.gunless(t.u("A-1"))
    before = t.where("A-1")
    t.compulsory()
    moved = "start of next turn" if t.where("A-1") != before else "at once"
    return {"pm_after": t.unit("A-1").pm, "gunners_abandon": left, "moves_at": moved}


def retreat(given: Given) -> Given:
    if "test_result" in given:
        t = Table({"A-1": U(900, 600, 0, formation="square", bases=2, pm=4), "B-1": U(900, 600, 1800)}, dice=[3])
        t.contact("B-1", "A-1")
        assert morale.result_of(3) == given["test_result"]
        return {"result": morale.take_test(t.s, t.u("A-1"), given["cause"], by_infantry=True)}
    t = Table({"A-1": U(500, 500, 0, bases=4, pm=given["pm"])})
    morale.fail(t.s, t.u("A-1"), 1)
    assert t.unit("A-1").pm == given["pm"]
    t.compulsory().play("french", "face back")
    return {"pm_after": t.unit("A-1").pm}


def morale_probability(given: Given) -> Given:
    found = odds.morale_chances(given["modifiers"] - given["bases_lost"], given["die"])
    assert sum(found.values()) == 1
    return {name: round(float(chance), 6) for name, chance in found.items()}


def speeds(given: Given) -> Given:
    if "cases" in given:
        kinds = tables().types
        return {"cm": [movement.speed(kinds[k], f, routed=f == "rout") for k, f in given["cases"]]}
    ground = "road" if given["on_road"] else "slow" if given.get("broken_ground") else "clear"
    kind = tables().types[given["unit"]]
    return {"cm": movement.speed(kind, given["formation"], ground, strategic=given.get("strategic", False))}


def melee_outcome(given: Given) -> Given:
    loser = melee.worsted_side((given["A_lost"], given["B_lost"]), given["round"], "AB".index(given["attacker"]))
    return {"worsted": "AB"[loser]}


def emergency_square(given: Given) -> Given:
    return {"needs_d6_at_least": [charges.NEEDS[klass] for klass, _ in given["cases"]]}


def move_budget(given: Given) -> Given:
    t = Table({"A-1": U(500, 300, 0, given["unit"], given["from"])}, nations=(given["nation"], "GB"))
    t.moving("A-1").play("french", f"advance {round(10 * given['advance_cm'])}", f"form {given['change_to']}")
    used = Fraction(MOVE - t.unit("A-1").left, MOVE)
    p = charges.pose(t.s, t.u("A-1"))
    return {"fraction_used": float(used), "cm_left": movement.millimetres(t.s, t.u("A-1"), p, p.left) / 10}


KINDS: dict[str, Callable[[Given], Given]] = {
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
    found = KINDS[vector["kind"]](vector["given"])
    assert found == vector["expect"]


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
