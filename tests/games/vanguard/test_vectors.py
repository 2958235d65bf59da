"""Every worked case of vectors.json, run through the functions that decide in play (or through play itself)."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import (
    Clash,
    Fighter,
    Volley,
    attack_points,
    clash_column,
    clash_drm,
    combat_result,
    defence_points,
    factor,
    fire_result,
    lost_in_exchange,
    majority_efficiency,
    odds_column,
    on_one_ground,
    side_efficiency,
)
from grognard.games.vanguard.rules.assault.results import driven_back, pressed
from grognard.games.vanguard.rules.assault.retreat import prefer
from grognard.games.vanguard.rules.battles.marches import check_marches, fulfilled
from grognard.games.vanguard.rules.battles.victory import campotenese_points, campotenese_winner, montebello_points
from grognard.games.vanguard.rules.disorder.losses import return_turn, steps_of
from grognard.games.vanguard.rules.disorder.rally import order_allows
from grognard.games.vanguard.rules.efficiency import passes
from grognard.games.vanguard.rules.initiative import winner_of
from grognard.games.vanguard.rules.leaders import leader_falls
from grognard.games.vanguard.rules.movement.duties import begin_move, counted_units
from grognard.games.vanguard.rules.movement.steps import half_move
from grognard.games.vanguard.rules.movement.terrain import step_cost
from grognard.games.vanguard.rules.movement.ways import Ways, may_decline
from grognard.games.vanguard.rules.orders import changes_of, obeyed
from grognard.games.vanguard.rules.stacking import may_stack, room
from grognard.games.vanguard.world.checks import load_tables
from grognard.games.vanguard.world.roster import CLASSES, HORSE, ORDERS, SIDES
from grognard.games.vanguard.world.world import world
from grognard.kernel.odds import sum_up
from toolkit_vanguard import Table

CASES = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text(encoding="utf-8"))["cases"]
TABLES = load_tables()
Run = Callable[[dict[str, Any]], Any]
RUNS: dict[str, Run] = {}


def vector(*ids: str) -> Callable[[Run], Run]:
    """Register what computes the expected value of these cases."""

    def note(run: Run) -> Run:
        RUNS.update(dict.fromkeys(ids, run))
        return run

    return note


class Given(dict[str, Any]):
    """What a case gives, and which of it was looked at: a field that no runner reads proves nothing."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__(fields)
        self.left = set(fields) - {"note"}

    def __getitem__(self, name: str) -> Any:
        self.left.discard(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.left.discard(name)
        return super().get(name, default)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_vector(case: dict[str, Any]) -> None:
    given = Given(case["given"])
    assert RUNS[case["id"]](given) == case["expect"], case["why"]
    assert given.left == set(), "fields that were not used"


def test_no_vector_is_left_out() -> None:
    assert set(RUNS) == {case["id"] for case in CASES}
    assert len(CASES) > 80


# [12] odds, efficiency, the Combat Table


@vector("ODDS-1", "ODDS-4", "ODDS-6", "ODDS-7", "ODDS-8", "ODDS-9")
def odds(given: dict[str, Any]) -> str:
    return odds_column(given["attacker_pf"], given["defender_pf"])


@vector("CRT-1")
def table(given: dict[str, Any]) -> str:
    return combat_result(TABLES, odds_column(given["attacker_pf"], given["defender_pf"]), given["die"], given["drm"])


@vector("ODDS-10")
def hopeless(given: dict[str, Any]) -> str:
    """Played on the map: only an order to attack allows it, and no die is thrown."""
    t = Table(
        {"l40I": "2905", "reII": "2904", "miII": "2904"},
        reduced=["l40I"],
        orders={"watrin": "attack" if given["attack_order"] else "advance"},
    )
    assert t.s.pf(t.unit("l40I")) == given["attacker_pf"]
    assert t.s.pf(t.unit("reII")) + t.s.pf(t.unit("miII")) == given["defender_pf"]
    t.combat("watrin").steer("french", "assault 2904", "go", "done")
    assert t.fate("l40I") == "gone"
    return "AE" if "assault_hopeless" in t.told else "?"


@vector("EFF-1", "EFF-2")
def majority(given: dict[str, Any]) -> list[int]:
    return majority_efficiency({int(eff): pf for eff, pf in given["pf_by_eff"].items()})


@vector("EFF-3")
def majority_of_chargers(given: dict[str, Any]) -> list[int]:
    fighters = tuple(Fighter(u["pf"], u["eff"], u["kind"] in HORSE, charging=u["charge"]) for u in given["attackers"])
    return [side_efficiency(fighters)]


@vector("CRT-2", "CRT-3")
def capped_modifiers(given: dict[str, Any]) -> str:
    column = odds_column(given["attacker_pf"], given["defender_pf"])
    return combat_result(TABLES, column, given["die"], sum(given["modifiers"].values()))


def foot(pf: int, eff: int = 3, **more: bool) -> Fighter:
    return Fighter(pf, eff, False, **more)


@vector("CRT-4", "CRT-5", "CRT-8")
def on_its_ground(given: dict[str, Any]) -> str:
    clash = Clash(
        (foot(given["attacker_pf"], 3 + given.get("efficiency_diff", 0)),),
        (foot(given["defender_pf"]),),
        given.get("defender_terrain", "village"),
        sheltered=given.get("village_defence", given.get("village_order") == "Defence"),
        general=given.get("general_attacker", False),
    )
    return combat_result(TABLES, clash_column(clash), given["die"], clash_drm(TABLES, clash))


@vector("CRT-9")
def dislodged(given: dict[str, Any]) -> list[int]:
    found = []
    for column in given["columns"]:
        chances = sum_up([combat_result(TABLES, column, die, 0) for die in range(1, 7)])
        found.append(int(6 * sum((chances.get(code, Fraction(0)) for code in ("DR", "DE")), Fraction(0))))
    return found


@vector("TEST-2", "TEST-3", "TEST-5")
def efficiency_test(given: dict[str, Any]) -> bool:
    return passes(given["die"], given["efficiency"], given["modifier"])


# [14] cavalry


def horse(pf: int, charging: bool = False) -> Fighter:
    return Fighter(pf, 3, True, charging=charging)


@vector("CHG-1")
def charge(given: dict[str, Any]) -> str:
    clash = Clash((horse(given["charging_pf"], True),), (foot(given["defender_pf"]),))
    return combat_result(TABLES, clash_column(clash), given["die"], given["drm"])


@vector("CHG-2")
def charge_on_disorder(given: dict[str, Any]) -> dict[str, Any]:
    [defender] = _fighters([f"{given['defender']} {given['defender_pf']}"])
    return _numbers(Clash((horse(given["charging_pf"], True),), (defender,)))


def _fighters(described: list[str]) -> list[Fighter]:
    """Such as ``disordered infantry 3`` or ``good order infantry 3``."""
    found = []
    for text in described:
        *state, kind, pf = text.split()
        found.append(Fighter(int(pf), 3, kind == "cavalry", disordered=state == ["disordered"]))
        assert state in (["disordered"], ["good", "order"])
    return found


def _numbers(clash: Clash) -> dict[str, Any]:
    return {"pf": attack_points(clash), "odds": clash_column(clash), "drm": clash_drm(TABLES, clash)}


@vector("CHG-3")
def counter_charge(given: dict[str, Any]) -> dict[str, Any]:
    clash = Clash((horse(given["counter_charger_pf"], True),), (horse(given["charger_pf"], True),))
    return {"attacker": attack_points(clash), "defender": defence_points(clash), "odds": clash_column(clash)}


@vector("CHG-4")
def into_woods(given: dict[str, Any]) -> int:
    assert TABLES.tec.hex["woods"].cavalry_halved
    clash = on_one_ground(TABLES, Clash((horse(given["pf"]),), (foot(1),), "woods"))
    assert factor(given["pf"], False, True) == attack_points(clash)
    return factor(given["pf"], False, True)


@vector("CHG-5")
def after_a_charge(given: dict[str, Any]) -> list[str]:
    """Two hussars charge a weak battalion in the open and win: 6-1, die 6."""
    assert given["chargers"] == ["good order", "good order"]
    t = Table({"nau1": "3010", "nau2": "3010", "l28III": "3209"}, orders={"ott": "attack"}, dice=[6])
    t.movement("ott")
    t.steer("coalition", "move nau1", "join nau2", "charge", "go 3109", "stop")
    t.combat("ott")
    t.steer("coalition", "assault 3209", "with nau1", "with nau2", "go", "done")
    assert t.where("nau1") == t.where("nau2") == "3209"
    assert t.fate("l28III") == "gone"
    assert given["result"] in [event.args[-1] for _, event in t.match.log() if event.key == "assault"]
    return [t.level("nau1"), t.level("nau2")]


@vector("CHG-6")
def mixed_defenders(given: dict[str, Any]) -> dict[str, Any]:
    return _numbers(Clash((horse(given["attacking_cavalry_pf"]),), tuple(_fighters(given["defenders"]))))


@vector("CHG-8")
def after_a_counter_charge(given: dict[str, Any]) -> list[str]:
    """12e Hussards charge; Nauendorff hussars with Defence ride against them: 8 against 10, die 5 +0, 1-2: EX or NE."""
    t = Table({"h12": "3210", "nau1": "3009", "bach": "3010"}, orders={"lannes": "attack", "ott": "defence"}, dice=[4])
    assert given["both"] == f"{t.level('h12')} order" == f"{t.level('nau1')} order"
    t.movement("lannes")
    t.steer("french", "move h12", "charge", "go 3109")
    t.play("coalition", "counter 3009")
    assert t.where("h12") == "3109"
    t.combat("lannes")
    assert "assault" in t.told
    assert t.where("h12") == "3109"
    return [t.level("h12"), t.level("nau1")]


# [12.5.4] [12.6] results


@vector("RES-1")
def exchange(given: dict[str, Any]) -> str:
    units = [(n, pf, eff) for n, (_, pf, eff) in enumerate(given["attackers"])]
    [lost] = lost_in_exchange(units)
    return str(given["attackers"][lost][0])


@vector("RES-2", "RES-3")
def press(given: dict[str, Any]) -> str:
    pairs = zip(given["stack_dice"], given["efficiencies"], strict=True)
    return pressed(any(passes(die, eff) for die, eff in pairs))


@vector("RES-4", "RES-7")
def driven(given: dict[str, Any]) -> dict[str, Any]:
    levels = ("good", "disordered", "routed")
    level, hexes = driven_back(levels.index(given["state"]), passes(given["die"], given["eff"]))
    return {"state": levels[level], "retreat": hexes}


def _village(die: int, order: str) -> str:
    """Rivalta (2710) is assaulted at 4-1, the result is DR, and the owner may contest the houses with this die."""
    t = Table(
        {"l40I": "2810", "l40II": "2810", "l40III": "2811", "l22I": "2811", "stI": "2710"},
        orders={"watrin": "attack", "gottesheim": order},
    )
    t.combat("watrin")
    t.roll({"defence": 4, "advance": 3}[order], die, 3, 3, 3, 3, 3)
    t.steer("french", "assault 2710", "all", "go", "done")
    if t.asked == "Contest":
        t.play("coalition", "contest")
    assert ("routed" in t.told or "disordered" in t.told) == ("contested" not in t.told)
    return "EX" if "contested" in t.told else "DR"


@vector("RES-6", "RES-12", "RES-13")
def contested(given: dict[str, Any]) -> str:
    """One efficiency is played on the map (Stuart's have 3); of several one that passes is enough."""
    die, order, effs = given["die"], given["order"], given.get("effs", [given.get("eff")])
    if effs == [3]:
        return _village(die, order.lower())
    return "EX" if order == "Defence" and any(passes(die, eff) for eff in effs) else "DR"


@vector("RES-8")
def into_zone(given: dict[str, Any]) -> str:
    """Driven back by guns with zones of control on every side: a level more, so Routed."""
    ring = {"l40I": "2608", "l40II": "2809", "l40III": "2708", "l22I": "2509", "l22II": "2811"}
    t = Table({"coI": "2709", "a_watrin": "2610", **ring}, dice=[6, 6])
    around = t.world.near[t.hex("2709")] & ~t.s.occ[0]
    assert (given["only_hexes"] == "EZoC") == (around & ~t.s.zoc(0) == 0)
    t.bombard("watrin").play("french", "bombard a_watrin 2709")
    assert t.told.index(given["state_after_DR"]) < t.told.index("into_zoc")
    return t.level("coI")


@vector("RES-9")
def guns_alone(given: dict[str, Any]) -> str:
    t = Table({"l40I": "2811", "a_gottesheim": "2812"}, orders={"watrin": "attack"}, moved=["a_gottesheim"])
    assert given["defender"] == "one battery"
    assert given["attackers_left"] == len(t.s.on_map(t.world.of_side[0]))
    t.combat("watrin")
    while t.asked in ("Declare", "Compose"):
        choices = t.options("french")
        t.play("french", next(c for c in ("with l40I", "go", "assault 2812", "done") if c in choices))
    assert t.fate("a_gottesheim") == "gone"
    assert t.where("l40I") == "2812"
    return "DE, advance compulsory"


@vector("RES-10")
def which_hex(given: dict[str, Any]) -> list[str]:
    return prefer([(name, zoc, far) for name, zoc, far in given["candidates"]])


@vector("RES-14")
def guns_beside(given: dict[str, Any]) -> list[str]:
    """By an assault they are lost; by bombardment their owner is asked, and to go means Moved."""
    assert given["cause"] == ["assault", "bombardment"]
    t = Table(
        {"l40I": "2810", "l40II": "2810", "coI": "2811", "a_gottesheim": "2811"},
        orders={"watrin": "attack"},
        moved=["a_gottesheim"],
        dice=[6, 3],
    )
    t.combat("watrin")
    while t.asked in ("Declare", "Compose", "Resolve"):
        choices = t.options("french")
        t.play("french", next(c for c in ("all", "go", "assault 2811", "done") if c in choices))
    assert t.fate("a_gottesheim") == "gone"
    t = Table({"coI": "2811", "a_gottesheim": "2811", "a_watrin": "2810"}, dice=[6, 5])
    t.bombard("watrin").play("french", "bombard a_watrin 2811")
    t.play("coalition", next(c for c in t.options("coalition") if c.startswith("retreat")))
    assert t.options("coalition") == ["follow", "stay"]
    t.play("coalition", "follow")
    assert t.where("a_gottesheim") == t.where("coI")
    assert t.is_moved("a_gottesheim")
    return ["eliminated", "owner chooses: stay, or go and be Moved"]


# [12.8] steps and returns


@vector("REP-2", "REP-3")
def eliminated(given: dict[str, Any]) -> Any:
    near = {"watrin": "3614"} if given["in_radius"] else {"watrin": "1014"}
    t = Table(
        {"l40I": "3614", "stI": "3613", "stII": "3514", **near},
        turn=given["turn"],
        reduced=["l40I"] if given["side"] == "reduced" else [],
    )
    from grognard.games.vanguard.rules.disorder.losses import eliminate

    eliminate(t.s, t.unit("l40I"))
    if t.fate("l40I") == "gone":
        return "permanently eliminated"
    assert t.s.track[t.unit("l40I")] == return_turn(given["turn"], given["in_radius"])
    return {"returns_turn": t.s.track[t.unit("l40I")], "side": "reduced" if t.is_reduced("l40I") else "full"}


@vector("REP-4")
def surrounded(given: dict[str, Any]) -> dict[str, Any]:
    """A battalion driven back inside a ring of enemies is gone for good, both steps."""
    ring = dict(
        zip(
            ("l40I", "l40II", "l40III", "l22I", "l22II", "l22III"),
            ("2708", "2809", "2810", "2710", "2610", "2609"),
            strict=True,
        )
    )
    t = Table({"coI": "2709", "a_watrin": "2710", **ring}, dice=[6, 6], reduced=["coI"][given["side"] == "full" :])
    assert given["surrounded"] == (t.world.near[t.hex("2709")] & ~t.s.occ[0] == 0)
    t.bombard("watrin").play("french", "bombard a_watrin 2709")
    return {"permanent": t.fate("coI") == "gone", "steps_lost": t.s.steps_lost[1]}


@vector("REP-5")
def steps(given: dict[str, Any]) -> list[int]:
    told = {
        "full unit put on the track, never returned": (True, False, False),
        "reduced unit eliminated": (True, True, False),
        "battery eliminated": (False, False, False),
        "full two-sided unit surrenders": (True, False, True),
    }
    return [steps_of(*told[event]) for event in given["events"]]


@vector("REP-6")
def no_room(given: dict[str, Any]) -> str:
    t = Table({"watrin": "2709", "stI": "2809"}, track={"l40I": 4}, turn=4)
    t.s.put(t.unit("stII"), t.hex("2610"))
    t.s.put(t.unit("stIII"), t.hex("2707"))
    around = t.world.near[t.hex("2709")] | 1 << t.hex("2709")
    free = [h for h in bits(around & ~t.s.occ[1] & ~t.s.zoc(1)) if room(t.s, h, t.mask(["l40I"]))]
    assert given["all_hexes_within_1"] == "EZoC or full"
    assert free == []
    t.returns()
    assert t.fate("l40I") == "track"
    assert "return_waits" in t.told
    return "waits for the next A-2"


# [11] guns


@vector("BOM-1", "BOM-4")
def bombardment(given: dict[str, Any]) -> str:
    terrain = given["terrain"].split()[0]
    volley = Volley(given["factor"], given["target_pf"], terrain, "Defence" in given["terrain"], given["range"])
    return fire_result(TABLES, volley, given["die"])


@vector("BOM-5")
def blizzard(given: dict[str, Any]) -> str:
    t = Table({"a_nap": "2010", "carI": "2011", "volt": "2008"}, "campotenese", weather=given["weather"])
    t.s.put(t.unit("le1I"), t.hex("2009"))
    assert t.world.roster.range[t.unit("a_nap")] == given["range_printed"]
    assert t.world.grid.distance(t.hex("2010"), t.hex("2008")) == given["distance"]
    t.bombard("ricci")
    assert t.options("coalition") == ["bombard a_nap 2009", "done"]
    assert t.rules("coalition", "bombard a_nap 2008") == ["17.2.7"]
    return "not allowed"


@vector("BOM-6")
def half(given: dict[str, Any]) -> list[bool]:
    return [not half_move(2 * pm, 2 * moved) for pm, moved in zip(given["mp"], given["moved"], strict=True)]


# [1.2] [8.0] [11.3] the map


@vector("HEX-1", "HEX-2")
def neighbours(given: dict[str, Any]) -> list[str]:
    """N NE SE S SW NW."""
    grid = world("montebello").grid
    column, row = grid.column_row(grid.by_name[given["hex"]])
    low = column % 2
    around = [(0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1)]
    found = [f"{column + dc:02}{row + dr:02}" for dc, dr in around]
    assert sorted(found) == grid.list_names(grid.near[grid.by_name[given["hex"]]])
    return found


@vector("ZOC-1")
def redoubt(given: dict[str, Any]) -> dict[str, bool]:
    t = Table({"volt": given["french_in"], "carI": given["neapolitan_in"]}, "campotenese")
    assert (given["french_in"], given["neapolitan_in"]) == ("2111", "2112")
    return {
        "french_zoc_into_2112": bool(t.s.zoc(0) >> t.hex("2112") & 1),
        "neapolitan_zoc_into_2111": bool(t.s.zoc(1) >> t.hex("2111") & 1),
    }


def sees(given: dict[str, Any], wheat: bool = False) -> bool:
    sheet = world(given["map"])
    by_name = sheet.grid.by_name
    one = bool(sheet.sight(by_name[given["a"]], wheat) >> by_name[given["b"]] & 1)
    assert one == bool(sheet.sight(by_name[given["b"]], wheat) >> by_name[given["a"]] & 1), "sight is mutual"
    return one


@vector("LOS-2", "LOS-4")
def line_of_sight(given: dict[str, Any]) -> bool:
    sheet = world(given["map"])
    a, b = (sheet.grid.by_name[given[end]] for end in ("a", "b"))
    passed = {sheet.grid.names[h] for nudge in (1, -1) for h in sheet.line(a, b, nudge)}
    assert passed == set(given.get("side_hexes", passed))
    return sees(given)


@vector("LOS-3")
def too_far(given: dict[str, Any]) -> dict[str, Any]:
    grid = world(given["map"]).grid
    return {"distance": grid.distance(grid.by_name[given["a"]], grid.by_name[given["b"]]), "visible": sees(given)}


@vector("LOS-5")
def over_wheat(given: dict[str, Any]) -> list[bool]:
    return [sees(given, wheat) for wheat in given["wheat_blocks_los"]]


# [4] [5] [6] command, orders, initiative


@vector("CMD-1")
def vogelsang(given: dict[str, Any]) -> dict[str, Any]:
    t = Table({"vogelsang": given["general"], **given["units"]}, orders={"vogelsang": "defence"})
    assert t.world.roster.radius[t.unit("vogelsang")] == given["radius"]
    t.command("vogelsang")
    far = {name: t.world.grid.distance(t.hex(given["general"]), t.hex(h)) for name, h in given["units"].items()}
    return {"distance": far, "in_command": sorted(name for name in given["units"] if t.in_command(name))}


@vector("CMD-2")
def broken_chain(given: dict[str, Any]) -> dict[str, Any]:
    t = Table({"vogelsang": given["general"], "a_vogelsang": "1515", "frI": given["units"]["x"]})
    assert t.world.roster.radius[t.unit("vogelsang")] == given["radius"]
    t.command("vogelsang")
    far = t.world.grid.distance(t.hex(given["general"]), t.hex(given["units"]["x"]))
    return {"distance": far, "in_command": t.in_command("frI")}


@vector("CMD-3")
def officer_out(given: dict[str, Any]) -> dict[str, Any]:
    """Chambarlhac's radius is 3; Herbin five hexes off has a battalion beside him and nobody in command near."""
    t = Table({"chambarlhac": "3313", "herbin": "2813", "l96I": "2713"}, orders={"chambarlhac": "attack"})
    assert t.world.roster.radius[t.unit("chambarlhac")] == given["general_radius"]
    assert t.world.grid.distance(t.hex("3313"), t.hex("2813")) == given["officer_distance"]
    assert given["unit_next_to_officer"] == (t.world.grid.distance(t.hex("2813"), t.hex("2713")) == 1)
    t.command("chambarlhac")
    assert t.in_command("herbin") == given["officer_chain"]
    return {"in_command": t.in_command("l96I"), "order": t.order("l96I").capitalize()}


@vector("CMD-4")
def changes(given: dict[str, Any]) -> int:
    r = world("montebello").roster
    assert r.initiative[r.by_id[given["cinc"].lower()]] == given["initiative"]
    return changes_of(given["initiative"], given["generals_in_radius"])


@vector("CMD-5")
def general_tries(given: dict[str, Any]) -> list[bool]:
    return [obeyed(die, given["initiative"]) for die in given["dice"]]


@vector("INI-1", "INI-2")
def initiative(given: dict[str, Any]) -> str:
    return ("French", "Austrian")[winner_of(sum(given["french"]), sum(given["austrian"]))]


@vector("ORD-2")
def counted(given: dict[str, Any]) -> int:
    """Each kind of unit named takes the field; 3007 is a village."""
    open_ground = ["2807", "2907", "2808", "2908", "2906"]
    battalions = ["l40I", "l40II", "l40III", "l22I", "l22II"]
    pieces: dict[str, str] = {}
    marks: dict[str, list[str]] = {"disordered": [], "out of command": []}
    for text in given["units"]:
        kind, _, mark = text.partition(" ")
        name = "a_watrin" if kind == "artillery" else battalions.pop(0)
        pieces[name] = "3007" if mark == "in village" else open_ground.pop(0)
        marks.setdefault(mark, []).append(name)
    t = Table(
        {**pieces, "stI": "2507"},
        orders={"watrin": "advance"},
        disordered=marks["disordered"],
        lost=marks["out of command"],
    )
    t.s.active = t.formation("watrin")
    return counted_units(t.s, t.s.group()).bit_count()


@vector("ORD-3")
def quota(given: dict[str, Any]) -> list[bool]:
    return [may_decline(given["counted"], given["came_nearer"], given["still_to_move"], n) for n in given["decline"]]


# [7] [9] [10] stacking and movement


def _along_the_road(piece: str, start: str | None, entry: str = "") -> tuple[int, str]:
    """How far a piece gets westwards (or eastwards) on the Via Emilia, and the last hex."""
    pieces = {} if start is None else {piece: start}
    t = Table(pieces, due={piece: (4, entry)} if start is None else None, orders={"schellenberg": "manoeuvre"})
    move = begin_move(t.s, 1 << t.unit(piece))
    road = [t.hex(name) for name in t.world.data.roads[0].path]
    if start is None:
        road.reverse()
        path = road
    else:
        path = road[road.index(t.hex(start)) + 1 :]
    count = 0
    for h in path:
        ways = Ways(t.s, move)
        if all(n != h for n, _, _ in ways.next_steps()):
            break
        move.spent, move.halted, move.here = ways.price(h), ways.halts(h), h
        move.hexes += 1
        t.s.put(t.unit(piece), h)
        count += 1
    return count, t.world.grid.names[move.here]


@vector("MOV-2", "MOV-9")
def austrians_on_the_road(given: dict[str, Any]) -> dict[str, Any]:
    piece = "hoI" if given["mp"] == 4 else "schellenberg"
    assert world("montebello").roster.pm[world("montebello").roster.by_id[piece]] == 2 * given["mp"]
    return {"last": _along_the_road(piece, given["start"])[1]}


@vector("MOV-8")
def lannes_on_the_road(given: dict[str, Any]) -> dict[str, Any]:
    sheet = world("montebello")
    assert sheet.grid.names[sheet.entry_hex["B"]] == given["entry"]
    assert sheet.roster.pm[sheet.roster.by_id["lannes"]] == 2 * given["mp"]
    count, last = _along_the_road("lannes", None, "B")
    return {"hexes": count, "last": last}


@vector("MOV-4")
def hussars_and_hill(given: dict[str, Any]) -> dict[str, Any]:
    """From clear 2109 over clear ground to a hill: the hill is no second step."""
    t = Table({"nau1": "2214"}, orders={"ott": "manoeuvre"})
    assert t.world.roster.pm[t.unit("nau1")] == 2 * given["mp"]
    assert given["hexes"] == ["clear", "hill"]
    hills = [n for n in bits(t.world.near[t.hex("2214")]) if t.world.grounds[n] == ("hill",)]
    start = next(
        h
        for h in bits(t.world.hexes)
        if t.world.grounds[h] == ("clear",)
        and any(
            t.world.grounds[n] == ("clear",) and any(t.world.grounds[x] == ("hill",) for x in bits(t.world.near[n]))
            for n in bits(t.world.near[h])
        )
        and not any(t.world.grounds[n] == ("hill",) for n in bits(t.world.near[h]))
    )
    assert hills
    t.s.put(t.unit("nau1"), start)
    move = begin_move(t.s, 1 << t.unit("nau1"))
    clear = next(
        n
        for n in bits(t.world.near[start])
        if t.world.grounds[n] == ("clear",) and any(t.world.grounds[x] == ("hill",) for x in bits(t.world.near[n]))
    )
    move.spent, move.here, move.hexes = Ways(t.s, move).price(clear), clear, 1
    t.s.put(t.unit("nau1"), clear)
    off_road = [n for n, _, _ in Ways(t.s, move).next_steps() if (clear, n) not in t.world.road]
    assert all(t.world.grounds[n] != ("hill",) for n in off_road)
    return {"reached": ["clear"]}


@vector("MOV-5")
def over_a_stream(given: dict[str, Any]) -> int:
    """Every open hexside with a stream and no road costs a battalion two points."""
    sheet = world("montebello")
    costs = {
        step_cost(sheet, 0, a, b, False, 0)[1]
        for a, b in sheet.wet  # type: ignore[index]
        if sheet.grounds[b] == ("clear",) and (a, b) not in sheet.road
    }
    [cost] = costs
    chart = TABLES.tec
    assert (chart.hex["clear"].move["line"], chart.hexside["stream"].move["line"]) == (
        given["cost_hex"],
        given["cost_side"],
    )
    return cost // 2


@vector("MOV-10")
def storm(given: dict[str, Any]) -> int:
    t = Table(
        {"ch6": "1905", "compere": "1905"}, "campotenese", weather=given["weather"], orders={"compere": "manoeuvre"}
    )
    assert t.world.roster.pm[t.unit("ch6")] == 2 * given["mp"]
    assert ((t.hex("1905"), t.hex("1906")) in t.world.road) == given["road"]
    t.movement("compere").play("french", "move ch6")
    assert "go 1906" in t.options("french")
    t.play("french", "go 1906")
    assert t.asked != "Step" or t.options("french") == ["stop"]
    return t.world.grid.distance(t.hex("1905"), t.hex(t.where("ch6") or ""))


@vector("MOV-11")
def guns_and_woods(given: dict[str, Any]) -> dict[str, Any]:
    sheet = world("montebello")
    klass = CLASSES.index("horse_art")
    assert given["hexes"] == ["clear", "woods", "clear"]
    assert sheet.roster.pm[sheet.roster.by_id["garde"]] == 2 * given["mp"]
    plain = next(
        (a, b, c)
        for b in bits(sheet.hexes)
        if sheet.grounds[b] == ("woods",)
        for a in bits(sheet.near[b])
        if sheet.grounds[a] == ("clear",) and (a, b) not in sheet.road and (a, b) not in sheet.wet
        for c in bits(sheet.near[a])
        if sheet.grounds[c] == ("clear",) and (c, a) not in sheet.wet and (c, a) not in sheet.road
    )
    a, b, c = plain
    first, second = step_cost(sheet, klass, c, a, False, 0), step_cost(sheet, klass, a, b, False, 0)
    assert first is not None
    assert second is not None
    assert second[2], "it must stop there"
    return {"reached": ["clear", "woods"], "cost": (first[1] + second[1]) // 2}


@vector("STK-1")
def stacks(given: dict[str, Any]) -> dict[str, list[bool]]:
    rosters = {
        "montebello": {
            "line A": ["stI", "stII"],
            "line B": ["hoI"],
            "art A": ["a_gottesheim"],
            "art B": ["a_vogelsang"],
            "cav A": ["nau1"],
        },
        "campotenese": {
            "line A": ["carI", "carII"],
            "line B": ["priI"],
            "art A": ["rid2"],
            "art B": ["a_nap"],
            "cav A": ["cavPr"],
        },
    }
    found = {}
    for scenario, names in rosters.items():
        found[scenario] = [_legal(scenario, names, stack) for stack in given["stacks"]]
    return found


def _legal(scenario: str, names: dict[str, list[str]], stack: list[str]) -> bool:
    sheet = world(scenario)
    units = 0
    for n, what in enumerate(stack):
        units |= 1 << sheet.roster.by_id[names[what][stack[:n].count(what)]]
    return may_stack(sheet, units)


# [15] rally and rout


@vector("RAL-2")
def rally(given: dict[str, Any]) -> str:
    order = given["order"].lower()
    assert not order_allows(ORDERS.index(order), True)
    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2010"}, orders={"watrin": order}, disordered=["l40I"])
    assert t.level("l40I") == given["state"]
    t.rally("watrin")
    assert t.asked == "Rest"
    return "no attempt"


@vector("ROU-1")
def routed(given: dict[str, Any]) -> list[str]:
    """An enemy comes next to a Routed battalion of efficiency 3."""
    found = []
    for die in given["dice"]:
        t = Table({"stI": "2207", "l40I": "2407"}, routed=["stI"], orders={"watrin": "attack"}, dice=[die])
        assert t.s.eff(t.unit("stI")) == given["eff"]
        t.movement("watrin").steer("french", "move l40I", "go 2307")
        if t.asked == "Retreat":
            assert all(t.world.grid.distance(t.hex(o.split()[1]), t.hex("2207")) == 2 for o in t.options("coalition"))
        found.append("surrenders" if t.fate("stI") == "gone" else "retreats 2")
    return found


# [4.5] leaders


@vector("LEA-1", "LEA-2")
def leaders(given: dict[str, Any]) -> Any:
    dice = given.get("leader_dice", [given.get("leader_die")])
    found = ["lost" if leader_falls(die) else "safe" for die in dice]
    return found if "leader_dice" in given else found[0]


@vector("LEA-3")
def lannes_falls(given: dict[str, Any]) -> str:
    t = Table(
        {"lannes": "2810", "l28I": "2810", "a_gottesheim": "2811"},
        turn=given["turn"],
        dice=[6, 1],
        own={"a_gottesheim": "defence"},
    )
    t.bombard("gottesheim").play("coalition", "bombard a_gottesheim 2810")
    outcome = t.match.outcome
    assert outcome is not None
    assert outcome.reason == "lannes_lost"
    return "Austrian automatic victory" if outcome.winner == SIDES[1] else "?"


# [17] scenarios


@vector("WEA-2")
def snow(given: dict[str, Any]) -> list[int]:
    found = []
    for weather in given["weather"]:
        t = Table({"carI": "2112"}, "campotenese", weather=weather, orders={"ricci": "defence"})
        assert t.world.roster.eff[t.unit("carI")] == given["eff"]
        found.append(t.s.eff(t.unit("carI")))
    return found


@vector("VIC-1")
def montebello(given: dict[str, Any]) -> dict[str, Any]:
    stars = world("montebello").data.objectives
    held = (sum(stars[h] for h in given["french_hexes"]), sum(stars[h] for h in given["austrian_hexes"]))
    eliminated_steps = given["steps_eliminated"]
    french, austrian = montebello_points(held, (eliminated_steps["French"], eliminated_steps["Austrian"]))
    return {"French": french, "Austrian": austrian, "winner": "French" if french > austrian else "Austrian"}


@vector("VIC-2")
def campotenese(given: dict[str, Any]) -> dict[str, Any]:
    stars = world("campotenese").data.objectives
    flags = sum(die >= 4 for die in given["flag_dice"])
    eliminated_steps = given["eliminated"]["steps"] + given["eliminated"]["leaders"]
    total = campotenese_points(sum(stars[h] for h in given["stars"]), eliminated_steps, given["lost"], flags)
    return {"total": total, "result": "French victory" if campotenese_winner(total) == "french" else "?"}


@vector("MAR-1")
def march_fulfilled(given: dict[str, Any]) -> bool:
    return fulfilled(given["units"], given["within_one_hex_of_target"])


@vector("MAR-3")
def march_cancelled(given: dict[str, Any]) -> dict[str, Any]:
    """A French battalion two hexes from Reisky I, out of sight of Vogelsang's division."""
    t = Table(
        {"reI": "1713", "frI": "1416", "hoI": "1310", "l40I": "1812"},
        marching=True,
        orders=dict.fromkeys(("vogelsang", "schellenberg"), "manoeuvre"),
    )
    assert t.world.roster.letters[t.formation("schellenberg")] == given["formation"]
    check_marches(t.s)
    orders = t.world.data.march_orders
    left = [order.who for order, on in zip(orders, t.s.marching, strict=True) if on]
    return {
        "march_orders_left": left,
        "S_order": t.formation_order("schellenberg").capitalize(),
        "O_order": t.formation_order("vogelsang").capitalize(),
    }


@vector("ATT-2")
def steps_of_combat(given: dict[str, Any]) -> list[str]:
    """Two assaults with everything in them: the order of the questions tells."""
    t = Table(
        {"l40I": "2707", "l40II": "3107", "coI": "2706", "nau1": "2706", "a_gottesheim": "3106", "stI": "3106"},
        orders={"watrin": "advance", "gottesheim": "defence", "ott": "defence"},
    )
    t.s.take_off(t.unit("coI"), -2)
    t.combat("watrin")
    both = ", ".join(given["assaults"])
    asked = [f"declare {both}"]
    for h, name in (("2706", "l40I"), ("3106", "l40II")):
        t.play("french", f"assault {h}")
        while t.asked == "Compose":
            t.play("french", f"with {name}" if f"with {name}" in t.options("french") else "go")
    if t.asked == "Declare":
        t.play("french", "done")
    assert t.asked == "Evade"
    asked.append(f"retreats {both}")
    t.roll(1, 1, 1, 1, 1, 1, 1)
    t.play("coalition", "stand")
    assert t.asked == "Repel"
    asked.append(f"defensive fire {both}")
    t.play("coalition", "repel a_gottesheim 3107")
    assert t.told.count("tested") == 2, "both Attack? units have tested"
    asked.append(f"tests {both}")
    assert t.asked == "Resolve"
    asked.append("resolve one, then the other in the attacker's order")
    return asked


def test_orders_are_named_as_in_the_table() -> None:
    assert ORDERS == ("advance", "attack", "defence", "manoeuvre")
