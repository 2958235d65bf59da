"""Every worked vector of the shared data, asked of the engine's own functions.

Vectors about abstract graphs (supply routes, moves, sieges) are drawn on a sketch: a map of the real size on which only
the named hexes are land and two of them touch exactly where the vector has an edge. The pieces are the real ones.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.board.hexes import bits
from grognard.games.russia1812.rules import commands, orders, reinforcements, supply, trains, victory
from grognard.games.russia1812.rules.advanced import numbers as advanced
from grognard.games.russia1812.rules.combat import peril, retreat
from grognard.games.russia1812.rules.combat import values as combat
from grognard.games.russia1812.rules.movement import attrition, march
from grognard.games.russia1812.world import checks, data
from grognard.games.russia1812.world.state import LEFT, Attack, Campaign
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, RUSSIAN, SIDES, WINTER_FROM, World, world
from sketch1812 import Sketch, all_units, place
from toolkit1812 import Table

SOURCE = json.loads((Path(__file__).parents[2] / "data" / "russia1812_vectors.json").read_text(encoding="utf-8"))
VECTORS: list[dict[str, Any]] = SOURCE["vectors"]

# Kinds that the file announces in meta.kinds without giving a vector, and the other halves of some that it gives:
# worked out by hand from the rules, in the same form.
BOTH = ["1e", "2e"]
OURS: list[dict[str, Any]] = [
    {"id": id_, "rule": rule, "kind": kind, "editions": editions, "input": given, "expected": expected}
    for id_, rule, kind, editions, given, expected in (
        ("rally-sum-of-crs", "8.1", "rally", BOTH, {"crs": [2, 1], "disrupted": 4}, {"rallied": 3}),
        ("rally-all", "8.1", "rally", BOTH, {"crs": [4], "disrupted": 2}, {"rallied": 2}),
        ("rivals-meet", "16.4(1)", "rival_cr", BOTH, {"cr": 2, "rivals": 2, "kutuzov": False}, {"cr": 0}),
        ("rival-alone", "16.4(1)", "rival_cr", BOTH, {"cr": 2, "rivals": 1, "kutuzov": False}, {"cr": 2}),
        ("rivals-kutuzov", "16.4(1)", "rival_cr", BOTH, {"cr": 1, "rivals": 3, "kutuzov": True}, {"cr": 1}),
        (
            "link-4-from-edge",
            "7.8",
            "depot_link",
            BOTH,
            {"side": "french", "winter": False, "steps": 4},
            {"linked": True},
        ),
        (
            "link-5-from-edge-2e",
            "1.1",
            "depot_link",
            ["2e"],
            {"side": "french", "winter": False, "steps": 5},
            {"linked": False},
        ),
        (
            "link-5-from-edge-1e",
            "1.1",
            "depot_link",
            ["1e"],
            {"side": "french", "winter": False, "steps": 5},
            {"linked": True},
        ),
        (
            "link-6-from-edge",
            "7.8",
            "depot_link",
            BOTH,
            {"side": "french", "winter": False, "steps": 6},
            {"linked": False},
        ),
        (
            "link-winter-french",
            "7.8",
            "depot_link",
            BOTH,
            {"side": "french", "winter": True, "steps": 4},
            {"linked": False},
        ),
        (
            "link-winter-russian",
            "7.8",
            "depot_link",
            BOTH,
            {"side": "russian", "winter": True, "steps": 4},
            {"linked": True},
        ),
        (
            "link-by-depot",
            "7.8",
            "depot_link",
            BOTH,
            {"side": "french", "winter": False, "steps": 9, "depots": [4]},
            {"linked": True},
        ),
        (
            "link-broken-chain",
            "7.8",
            "depot_link",
            BOTH,
            {"side": "french", "winter": False, "steps": 9, "depots": [6]},
            {"linked": False},
        ),
        (
            "overflow-2e",
            "11.11",
            "overflow",
            ["2e"],
            {"occupied_of": 5, "withdrawing": [1, 1.5, 2]},
            {"allowed": True, "excess": 3.5, "min_units_pushed": 2},
        ),
        (
            "overflow-none",
            "11.11",
            "overflow",
            BOTH,
            {"occupied_of": 1.5, "withdrawing": [1, 1.5, 2]},
            {"allowed": True, "excess": 0, "min_units_pushed": 0},
        ),
        (
            "forage-cluster-2e",
            "7.6",
            "forage_marker",
            ["2e"],
            {
                "side": "french",
                "turn": 4,
                "friendly_territory": False,
                "trains": 1,
                "adjacent_friendly_combat_stacks": 2,
                "city_with_depot": False,
                "besieged": False,
            },
            {"marker": True},
        ),
        (
            "forage-one-neighbour",
            "7.6",
            "forage_marker",
            BOTH,
            {
                "side": "french",
                "turn": 3,
                "friendly_territory": False,
                "trains": 1,
                "adjacent_friendly_combat_stacks": 1,
                "city_with_depot": False,
                "besieged": False,
            },
            {"marker": False},
        ),
        (
            "forage-no-train",
            "7.6",
            "forage_marker",
            BOTH,
            {
                "side": "french",
                "turn": 3,
                "friendly_territory": False,
                "trains": 0,
                "adjacent_friendly_combat_stacks": 0,
                "city_with_depot": False,
                "besieged": False,
            },
            {"marker": True},
        ),
        (
            "forage-at-home",
            "7.6",
            "forage_marker",
            BOTH,
            {
                "side": "french",
                "turn": 3,
                "friendly_territory": True,
                "trains": 0,
                "adjacent_friendly_combat_stacks": 0,
                "city_with_depot": False,
                "besieged": False,
            },
            {"marker": False},
        ),
        (
            "forage-depot-city",
            "7.6",
            "forage_marker",
            ["2e"],
            {
                "side": "french",
                "turn": 5,
                "friendly_territory": False,
                "trains": 0,
                "adjacent_friendly_combat_stacks": 0,
                "city_with_depot": True,
                "besieged": False,
            },
            {"marker": False},
        ),
        (
            "forage-besieged-depot",
            "7.6",
            "forage_marker",
            ["2e"],
            {
                "side": "french",
                "turn": 5,
                "friendly_territory": False,
                "trains": 0,
                "adjacent_friendly_combat_stacks": 0,
                "city_with_depot": True,
                "besieged": True,
            },
            {"marker": True},
        ),
        (
            "chaos-first-roll",
            "16.5",
            "chaos",
            BOTH,
            {"turn": 5, "d6": 2, "constantine": False, "d6_second": None},
            {"moves": False},
        ),
        (
            "chaos-passed",
            "16.5",
            "chaos",
            BOTH,
            {"turn": 5, "d6": 3, "constantine": False, "d6_second": None},
            {"moves": True},
        ),
        (
            "chaos-constantine-twice",
            "16.4(2)",
            "chaos",
            BOTH,
            {"turn": 1, "d6": 6, "constantine": True, "d6_second": 2},
            {"moves": False},
        ),
        ("reserve-few", "16.7", "cav_reserve", BOTH, {"rolls": [1, 3]}, {"eliminated": 4, "train_penalty": 2}),
        ("reserve-many", "16.7", "cav_reserve", BOTH, {"rolls": [2, 6]}, {"eliminated": 8, "train_penalty": 0}),
        (
            "setup-with-reserve",
            "16.7",
            "setup_count",
            BOTH,
            {"side": "french", "cavalry_reserve": True},
            {"combat_units": 56, "infantry": 30, "cavalry": 22, "artillery": 4, "of": 78.0},
        ),
        (
            "trains-reserve-penalty",
            "16.7",
            "trains",
            BOTH,
            {
                "side": "french",
                "turn": 3,
                "depots": 6,
                "permanent_losses": 1,
                "card": 2,
                "cav_reserve_penalty": 2,
                "two_year_1813": False,
            },
            {"available": 7, "opponent_removes_depots": 0},
        ),
        (
            "cossack-2e-turn-7",
            "13.1",
            "cossack",
            ["2e"],
            {"turn": 7, "d6": 5, "disrupted": False},
            {"hit": True, "result": "disrupted"},
        ),
    )
]

COMMANDER = {
    "french": {1: "F-JUNOT", 2: "F-NEY", 3: "F-DAVOUT", 4: "F-NAPOLEON"},
    "russian": {1: "R-BAGRATION", 2: "R-PLATOV", 3: "R-KUTUZOV"},
}
FIRST_EDITION_NUMBERS = {"8.7": "7.6", "9.3": "9.2"}


# one runner a kind: given the input, what does the engine say?


def attack_check(given: dict[str, Any], edition: int) -> dict[str, Any]:
    pieces = {"F-III-I1": "1709", "R-1I-I1": "1708"}
    if given["cr"]:
        pieces[COMMANDER["french"][given["cr"]]] = "1709"
    t = Table(pieces, edition=edition, cc=(given["cc"] + 1, 0), dice=[given["d6"], 3, 3, 3]).combat()
    t.play("french", "attack 1709 1708")
    told = next(e for e in t.match.play("french", f"commit {given['cc']}") if e.key.startswith("order_"))
    assert orders.order_outcome(given["cr"], given["cc"], given["d6"]) == told.key.removeprefix("order_")
    return {"total": sum(told.args[2:5]), "outcome": told.key.removeprefix("order_")}


def support_check(given: dict[str, Any], edition: int, rule: str) -> dict[str, Any]:
    caller = "french" if rule == "10.4" else "russian"
    conscripts = {"french": ["F-II-I3", "F-VI-I2", "F-VIII-I2"], "russian": ["R-1III-I2", "R-1IV-I2", "R-2VIII-I3"]}
    pieces = {"F-IG-I1": "1709", "F-BESSIERES": "1709", "R-1I-I1": "1708"}
    pieces["F-III-I1" if caller == "french" else "R-1V-I1"] = "1808"
    pieces |= dict.fromkeys(conscripts[caller][: given["conscripts"]], "1808")
    if given["cr"]:
        pieces[COMMANDER[caller][given["cr"]]] = "1808"
    cc = {side: (given["cc"] + 1 if side == caller else 1) for side in SIDES}
    t = Table(pieces, edition=edition, cc=(cc["french"], cc["russian"]), dice=[6, given["d6"], 3, 3, 3]).combat()
    t.play("french", "attack 1709 1708", f"commit {given['cc'] if caller == 'french' else 0}")
    while t.asked == "CommitDefence":
        t.play("russian", f"commit {given['cc'] if caller == 'russian' else 0}")
    told = next(e for e in t.match.play(caller, "call 1808") if e.key.startswith("support_"))
    assert told.args[2:] == (given["d6"], given["cr"], given["cc"], given["conscripts"])
    comes = orders.supports(given["cr"], given["cc"], given["d6"], given["conscripts"], edition)
    assert told.key == ("support_comes" if comes else "support_stays")
    against = given["conscripts"] if edition == 2 else 0
    return {"total": sum(told.args[2:5]) - against, "supports": comes}


def force(given: dict[str, Any]) -> combat.Force:
    return combat.Force(
        given["infantry"], given["cavalry"], given["artillery"], given["forced"], given["prior_combats"], given["cr"]
    )


def helper(given: dict[str, Any]) -> combat.Force:
    guns, cr = int(given.get("has_artillery", False)), 0 if given["commander"] else -1
    return combat.Force(given["units"] - guns, 0, guns, given["forced"], given["prior_combats"], cr)


def ground(given: dict[str, Any]) -> combat.Ground:
    return combat.Ground(given["river"], given["fortified"], given["rough"])


def total(terms: Sequence[combat.Term]) -> int:
    return sum(value for _, _, value in terms)


def attack_value(given: dict[str, Any], edition: int) -> dict[str, Any]:
    stack, between, extra = force(given), ground(given), given["extra_cf"]
    value = total(combat.stack_terms(stack, extra))
    with_cr = total(combat.attack_terms(stack, between, extra))
    support = [combat.attack_support(helper(h), ground(h)) for h in given["support"]]
    return {
        "attack_value": value,
        "modified": value + total(combat.ground_terms(stack, between)),
        "with_cr": with_cr,
        "support": support,
        "final": with_cr + sum(support) + given["d6"],
    }


def defence_value(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """The functions, and a real battle in which every supporting stack is called and comes."""
    terms = combat.defence_terms(force(given), given["extra_cf"])
    fdv = defended(given, edition)
    alone = defended({**given, "support": []}, edition)
    assert alone == total(terms)
    support = [defended({**given, "support": [h]}, edition) - alone for h in given["support"]]
    return {
        "defence_value": total([t for t in terms if t[1] != "commander"]),
        "with_cr": total(terms),
        "support": support,
        "final": fdv + given["d6"],
    }


def defended(given: dict[str, Any], edition: int) -> int:
    """The French defence value of a battle at D, but for the die."""
    names = [f"s{i}" for i in range(len(given["support"]))]
    spec: dict[str, dict[str, Any]] = {"D": {}, "A": {"enemy_units": 1}, **{name: {} for name in names}}
    t = Sketch(spec, [["D", name, "none"] for name in spec if name != "D"], "french", edition=edition)
    if given["cr"]:
        t.s.put(t.unit(COMMANDER["french"][given["cr"]]), t.spot("D"))
    units = 0
    for kind in ("infantry", "cavalry", "artillery"):
        units |= t.add(FRENCH, kind, "D", given[kind])
    if given.get("disrupted_only"):
        t.s.disrupt(t.add(FRENCH, "infantry", "D"))
    t.weary(units, given)
    for name, stack in zip(names, given["support"], strict=True):
        t.weary(t.add(FRENCH, "infantry", name, stack["units"]), stack)
        t.add(FRENCH, "commander", name, int(stack["commander"]))
    t.s.cc = [3, 1]
    t.combat("russian").roll(6, *[6] * len(names), 3, given["d6"], 3)
    t.play("russian", f"attack {t.spots['A']} {t.spots['D']}", "commit 1").play("french", "commit 3")
    for name in names:
        t.play("french", f"call {t.spots[name]}")
    fought = [event for _, event in t.match.log() if event.key == "combat"]
    assert fought[0].args[5] == given["d6"]
    return int(fought[0].args[4])


def hits(given: dict[str, Any], edition: int) -> dict[str, Any]:
    margin = given["fav"] - given["fdv"]
    if margin == 0:
        assert (given["winner_undisrupted"], given["loser_undisrupted"], given["loser_die"]) == (0, 0, None)
        return {"winner": "none", "difference": 0, **tied_battle(edition)}
    size = abs(margin)
    return {
        "winner": "attacker" if margin > 0 else "defender",
        "difference": size,
        "winner_hits": combat.winner_hits(size, given["winner_undisrupted"], edition),
        "loser_hits": combat.loser_hits(size, given["loser_undisrupted"], given["loser_die"], edition),
        "must_withdraw": margin >= retreat.ROUT,
    }


def tied_battle(edition: int) -> dict[str, Any]:
    """[11.9] One unit against one on open ground, equal dice."""
    t = Sketch(
        {"A": {"friendly_units": 1}, "D": {"enemy_units": 1}},
        [["A", "D", "none"]],
        "french",
        edition=edition,
        dice=[6, 3, 3],
    )
    t.s.cc = [1, 0]
    t.combat().play("french", f"attack {t.spots['A']} {t.spots['D']}", "commit 1")
    assert t.dice.left() == 0
    stayed = t.s.fighters(t.spot("D"), RUSSIAN) and not t.s.disrupted & t.world.fighters[RUSSIAN]
    return {"attacker_hits_taken": (t.s.disrupted & t.world.fighters[FRENCH]).bit_count(), "must_withdraw": not stayed}


def pursuit(given: dict[str, Any], edition: int) -> dict[str, Any]:
    caught = retreat.pursuit_catches(
        given["attacker_undisrupted_cavalry"], given["defender_undisrupted_cavalry"], given["defender_disrupted_units"]
    )
    return {"eliminated": int(given["withdraws"] and caught)}


def commander_check(given: dict[str, Any], edition: int) -> dict[str, Any]:
    return {"result": "eliminated" if peril.commander_falls(given["d6"], given["stack_within_3"]) else "escapes"}


LED_BY = {"16.4(6) Murat": "F-MURAT", "16.2 corps": "F-DAVOUT", "16.4(4) Davout": "F-DAVOUT"}


def march_attrition(given: dict[str, Any], edition: int, advanced_game: bool) -> dict[str, Any]:
    """A real march along a straight road: the commanders that the vector names bring their modifiers themselves."""
    side, hexes, mods = SIDES.index(given["side"]), given["hexes"], given["extra_mods"]
    road = [f"h{i}" for i in range(hexes + 1)]
    t = Sketch(
        {name: {"friendly_territory": True} for name in road},
        [[a, b, "none"] for a, b in pairwise(road)],
        given["side"],
        edition=edition,
        turn=given["turn"],
        dice=[given["d6"]],
        options={"advanced": advanced_game, "optional_15_1": False},
    )
    if given["two_year_1813"]:
        t.s.affairs.year, t.s.winter = 1813, False
    leader = next((LED_BY[who] for who, _ in mods), "F-NEY" if side == FRENCH else "R-PLATOV")
    for u in bits(column_of(t, side, leader))[: given["units"]]:
        t.s.put(u, t.spot(road[0]))
    t.s.put(t.unit(leader), t.spot(road[0]))
    t.s.genuine[side][t.spot(road[0])] = 1
    t.movement(given["side"]).play(given["side"], f"march {t.spots[road[0]]}")
    t.play(given["side"], *(["all"] if t.asked == "MarchUnits" else []), f"lead {leader}")
    for here, goal in pairwise(road):
        if t.s.march.here == t.spot(here):  # a first step without a choice is taken unasked
            t.play(given["side"], f"march {t.spots[here]} {t.spots[goal]}")
    while t.asked in ("Route", "Attrition"):
        t.play(given["side"], t.options(given["side"])[0])
    rolled = [event for _, event in t.match.log() if event.key == "attrition_die"]
    assert len(rolled) == 1 - t.dice.left()
    if not rolled:
        return {"rolls": False}
    plain = attrition.march_modifier(side, given["turn"], t.s.winter, hexes)
    assert rolled[0].args[1:3] == (given["d6"], plain + sum(value for _, value in mods))
    suffered = attrition.march_losses(rolled[0].args[3], given["units"])
    assert suffered == (t.told.count("eliminated"), t.told.count("disrupted"))
    return {
        "rolls": True,
        "modifier": rolled[0].args[2],
        "result": rolled[0].args[3],
        "eliminate": suffered[0],
        "disrupt": suffered[1],
    }


def column_of(t: Sketch, side: int, leader: str) -> int:
    """Units that a vector's commander leads: Davout's corps, Murat's cavalry, for others who takes least room."""
    w = t.world
    if leader == "F-DAVOUT":
        return w.by_corps["I"] & w.combat
    kind = w.cavalry if leader == "F-MURAT" else w.infantry
    return w.veteran & kind & w.fighters[side]


def supply_trace(given: dict[str, Any], edition: int) -> dict[str, Any]:
    side = SIDES.index(given["side"])
    turn = WINTER_FROM if given["winter"] else 1
    t = Sketch(given["hexes"], given["edges"], given["side"], edition=edition, turn=turn)
    unit = t.add(side, "infantry", given["start"])
    found = bool(supply.trace(t.s, side) & unit)
    assert found == bool(supply.supplied_hexes(t.s, side) >> t.spot(given["start"]) & 1)
    return {"in_supply": found}


def move_path(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """A column with a commander tries the path; once on the way it is asked at every hex."""
    side, path = given["side"], given["path"]
    t = Sketch(given["hexes"], given["edges"], side, edition=edition)
    column = t.add(t.side, "infantry", path[0])
    t.add(t.side, "commander", path[0])
    t.s.genuine[t.side][t.spot(path[0])] = 1
    t.movement(side)
    order = f"march {t.spots[path[0]]}"
    if order not in t.options(side):
        return {"legal": False}
    t.play(side, order)
    t.play(side, next(a for a in t.options(side) if a.startswith("lead")))
    for here, goal in pairwise(path):
        step = f"march {t.spots[here]} {t.spots[goal]}"
        if t.s.march.here != t.spot(goal):  # a first step without a choice is taken unasked
            if step not in t.options(side):
                return {"legal": False}
            t.play(side, step)
    return {"legal": t.s.stack[t.spot(path[-1])] & column == column}


def depot_link(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """A straight road of so many steps from an edge hex to a friendly city, with Depots on the way."""
    steps = given["steps"]
    names = [f"h{i}" for i in range(steps + 1)]
    spec: dict[str, dict[str, Any]] = {name: {} for name in names}
    for i in given.get("depots", ()):
        spec[names[i]] = {"city": "friendly", "depot": True}
    spec[names[-1]] = {"city": "friendly"}
    edges = [[a, b, "none"] for a, b in pairwise(names)]
    turn = WINTER_FROM if given["winter"] else 1
    t = Sketch(spec, edges, given["side"], edition=edition, turn=turn, edge_hexes=[names[0]])
    return {"linked": bool(trains.linked_hexes(t.s, t.side) >> t.spot(names[-1]) & 1)}


def out_of_supply(given: dict[str, Any], edition: int) -> dict[str, Any]:
    winter = given["turn"] >= WINTER_FROM
    veteran = given["unit_class"] == "veteran"
    riga = given.get("in_riga", False)
    return {"result": supply.fate_out_of_supply(SIDES.index(given["side"]), veteran, given["disrupted"], winter, riga)}


def forage(given: dict[str, Any], edition: int) -> dict[str, Any]:
    t = Sketch(
        {"S": {"friendly_units": given["combat_units"]}},
        [],
        "french",
        edition=edition,
        turn=given["turn"],
        dice=[given["d6"]],
    )
    t.s.forage = stack = t.s.fighters(t.spot("S"), FRENCH)
    starving = supply.forage(t.s)
    assert starving in (0, stack)
    assert t.s.forage == 0
    assert t.dice.left() == 0
    return {"out_of_supply": bool(starving)}


def forage_marker(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """The real rule: after allocation, or in the first edition after movement."""
    spec: dict[str, dict[str, Any]] = {"S": {"friendly_units": 1, "friendly_territory": given["friendly_territory"]}}
    if given["city_with_depot"]:
        spec["S"] |= {"city": "friendly" if given["friendly_territory"] else "enemy", "depot": True}
    for i in range(given["adjacent_friendly_combat_stacks"]):
        spec[f"f{i}"] = {"friendly_units": 1}
    if given["besieged"]:
        spec["E"] = {"enemy_units": 2}
    edges = [["S", name, "none"] for name in spec if name != "S"]
    t = Sketch(spec, edges, given["side"], edition=edition, turn=given["turn"])
    if given["trains"]:
        t.s.genuine[t.side][t.spot("S")] = given["trains"]
    t.open(trains.ForageMarkers())
    if edition == 1:
        assert t.s.forage == 0
        t.open(march.EndMovement())
    return {"marker": bool(t.s.fighters(t.spot("S"), t.side) & t.s.forage)}


def trains_available(given: dict[str, Any], edition: int) -> dict[str, Any]:
    side, card, penalty = SIDES.index(given["side"]), given["card"], given["cav_reserve_penalty"]
    tables = advanced.trains_of_1813(world(edition).tables) if given["two_year_1813"] else world(edition).trains
    row = tables[given["turn"]][side]
    lost, depots = given["permanent_losses"], given["depots"]
    found = advanced.trains_with_cards(row, lost, depots, penalty, max(card, 0), max(-card, 0))
    if not card and not penalty:
        assert trains.trains_available(row, lost, depots) == found
    return {"available": found[0], "opponent_removes_depots": found[1]}


def first_player(given: dict[str, Any], edition: int) -> dict[str, Any]:
    if given["two_year_1813"]:
        first = advanced.first_by_trains(advanced.trains_of_1813(world(edition).tables)[given["turn"]])
    else:
        first = Table({}, edition=edition, turn=given["turn"]).s.first()
    return {"first": SIDES[first]}


def conversion(given: dict[str, Any], edition: int) -> dict[str, Any]:
    names = world(edition).grid.list_names(world(edition).own_city[FRENCH])[: given["depots_before"]]
    t = Table({"F-III-I1": names[0], "F-NEY": names[0]}, edition=edition, depots={"french": names})
    assert t.world.trains[t.s.turn][FRENCH] == given["table"]
    t.active_supply()
    t.play("french", f"convert {names[0]}" if given["convert"] else "pass")
    placed = sum(t.s.genuine[FRENCH].values())
    return {
        "depots_after": t.s.depots[FRENCH].bit_count(),
        "trains_total": t.s.to_place[FRENCH] + placed,
        "trains_already_placed": placed,
    }


def combat_commands(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """Victories and events of the turn before, felt when the commands of this turn are settled."""
    t = Table({}, edition=edition, turn=5)
    s = t.s
    french, russian = given["french_decisive"], given["russian_decisive"]
    s.cc_pending = [french - russian, russian - french]
    guards = {"moscow": t.unit("F-IG-I1"), "st_petersburg": t.unit("F-IG-I2")}
    for event in given["events"]:
        what, city = event.removeprefix("french_").split("_", 1)
        if what == "left":
            s.put(guards[city], t.world.city_hex[city])
            s.fresh = []
    s.fresh = []
    for event in given["events"]:
        what, city = event.removeprefix("french_").split("_", 1)
        s.put(guards[city], t.hex("2207") if what == "left" else t.world.city_hex[city])
    assert [e // 2 == LEFT for e in s.fresh] == ["left" in event for event in given["events"]]
    commands.settle_commands(s)
    t.commands()
    told = next(event for event in s.events if event.key == "commands")
    assert told.args == (s.cc[FRENCH], s.cc[RUSSIAN], s.first_attacker)
    return {"french": s.cc[FRENCH], "russian": s.cc[RUSSIAN], "first": SIDES[s.first_attacker]}


def cc_spend(given: dict[str, Any], edition: int) -> dict[str, Any]:
    pieces = {"F-I-I1": "1709", "F-DAVOUT": "1709", "R-1I-I1": "1708"}
    t = Table(pieces, edition=edition, cc=(given["french_before"], given["russian_before"]), dice=[5, 3, 3, 3]).combat()
    t.play("french", "attack 1709 1708", f"commit {given['french_spent']}")
    t.play("russian", f"commit {given['russian_spent']}")
    return {"french_left": t.s.cc[FRENCH], "russian_left": t.s.cc[RUSSIAN]}


def vp(given: dict[str, Any], edition: int) -> dict[str, Any]:
    t = Table({}, edition=edition, turn=16)
    by_name = {city.name: city.hex for city in t.world.cities.values()}
    for side, cities in ((FRENCH, given["french_in"]), (RUSSIAN, given["russian_in"])):
        for u, city in zip(bits(t.world.fighters[side]), cities, strict=False):
            t.s.put(u, t.hex(by_name[city]))
    t.s.track = given["battle_track"]
    french, russian = victory.score(t.s)
    return {"french": french, "russian": russian, "winner": SIDES[victory.winner_of(french, russian)]}


def battle_track(given: dict[str, Any], edition: int) -> dict[str, Any]:
    track = given["start"]
    for letter in given["sequence"]:
        track = victory.track_after(track, "FR".index(letter), world(edition).track_max)
    return {"track": track}


def cossack(given: dict[str, Any], edition: int) -> dict[str, Any]:
    name = "F-III-I1"
    t = Table(
        {name: "1709"},
        edition=edition,
        turn=given["turn"],
        dice=[given["d6"]],
        disrupted=[name] if given["disrupted"] else [],
    )
    t.cossacks()
    struck = reinforcements.cossacks_strike(given["d6"], given["turn"], t.s.winter, edition)
    assert ("cossacks_strike" in t.told) == struck
    if t.where(name) is None:
        return {"hit": struck, "result": "eliminated"}
    changed = t.is_disrupted(name) and not given["disrupted"]
    return {"hit": struck, "result": "disrupted" if changed else "none"}


def stacking(given: dict[str, Any], edition: int) -> dict[str, Any]:
    w = world(edition)
    units = 0
    for klass, mask in (("veteran", w.veteran), ("line", w.line), ("conscript", w.conscript)):
        for u in bits(mask & w.fighters[FRENCH])[: given[klass]]:
            units |= 1 << u
    t = Table({}, edition=edition)
    assert (w.load(units) <= CAPACITY) == t.s.room(t.hex("1709"), units)
    return {"of": w.load(units) / 2, "legal": t.s.room(t.hex("1709"), units)}


def neighbours(given: dict[str, Any], edition: int) -> dict[str, Any]:
    grid = world(edition).grid
    return {"neighbours": grid.list_names(grid.near[grid.by_name[given["hex"]]])}


def distance(given: dict[str, Any], edition: int) -> dict[str, Any]:
    grid = world(edition).grid
    return {"distance": grid.distance(grid.by_name[given["from"]], grid.by_name[given["to"]])}


def setup_count(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """The historical set-up, deployed in the first hex offered each time; the Reserve is added from the data."""
    match = grognard.start("russia1812", "historical", {"edition": edition}, seed="count")
    for side in ("russian", "french"):
        while match.decision(side) is not None and match.decision(side).name == "Deploy":
            match.play(side, match.options(side)[0])
        if match.to_act == ("russian",):
            match.play("russian", "done")
    w, s, side = match.state.world, match.state, SIDES.index(given["side"])
    units = [u for u in bits(w.fighters[side]) if s.at[u] >= 0]
    if given["cavalry_reserve"]:
        units += [u for u in bits(w.fighters[side]) if w.corps[u] == "CavRes"]
    kinds = Counter(w.kind[u] for u in units)
    load = w.load(sum(1 << u for u in units))
    return {"combat_units": len(units), **{k: kinds[k] for k in ("infantry", "cavalry", "artillery")}, "of": load / 2}


def reinforcement_count(given: dict[str, Any], edition: int) -> dict[str, Any]:
    t = Table({}, edition=edition, turn=given["turn"])
    for u in bits(t.world.basic):
        t.s.at[u] = -1
    found = {}
    for side, name in enumerate(SIDES):
        due = reinforcements.arriving(t.s, side)
        found[f"{name}_combat"] = (due & t.world.combat).bit_count()
        found[f"{name}_commanders"] = (due & t.world.commanders).bit_count()
    return found


def withdraw_hexes(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """All of the sheet is open ground but for the rivers and mountains named; the Russians withdraw."""
    start, target = given["attacker"], given["defender"]
    sheet = checks.decode_map(data.read("map.json"))
    for name in sheet.hexes:
        sheet.hexes[name] = data.Hex("mountain" if name in given["impassable"] else "clear", "russia")
    sheet.cities = {}
    sheet.hexsides = [data.HexSide(target, name, "river", False) for name in given["unbridged"]]
    sheet.uss.russian.cities = []
    sheet.downstream = {}
    t = Table({}, edition=edition)
    w = World(sheet, all_units(), world(edition).tables, edition)
    s = Campaign(t.dice, w, dict(t.s.options))
    s.put(t.unit("R-1I-I1"), t.hex(target))
    french = iter(bits(w.fighters[FRENCH]))
    for name in [start, *given["enemy_in"]]:
        s.put(next(french), t.hex(name))
    return {"hexes": w.grid.list_names(retreat.retreat_hexes(s, Attack(FRENCH, t.hex(start), t.hex(target))))}


def overflow(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """A stack at D, attacked from A, can only go to N, where friends stand."""
    klass = {1: "veteran", 1.5: "line", 2: "conscript"}
    edges = [["A", "D", "none"], ["D", "N", "none"]]
    t = Sketch({"A": {"enemy_units": 1}, "D": {}, "N": {}}, edges, "russian", edition=edition)
    room = given["occupied_of"]
    while room > 0:
        piece = 1.5 if room % 1 else 1
        t.add_class(RUSSIAN, klass[piece], "N")
        room -= piece
    for piece in given["withdrawing"]:
        t.add_class(RUSSIAN, klass[piece], "D")
    s = t.s
    s.battle = b = Attack(FRENCH, t.spot("A"), t.spot("D"))
    allowed = bool(retreat.retreat_hexes(s, b) >> t.spot("N") & 1)
    b.to_hex = t.spot("N")
    excess = max(0, retreat.excess_after(s, b, RUSSIAN)) / 2
    return {"allowed": allowed, "excess": excess, "min_units_pushed": fewest_pushed(s) if allowed else 0}


def fewest_pushed(s: Campaign) -> int:
    """The shortest way through the question who is pushed on."""
    frame = retreat.Overflow(RUSSIAN)
    front = [s]
    for pushed in range(10):
        after = []
        for state in front:
            found = frame.options(state, RUSSIAN)
            if not found:
                return pushed
            for action in found:
                twin = state.copy()
                frame.apply(twin, RUSSIAN, action)
                twin.agenda.clear()
                after.append(twin)
        front = after
    raise AssertionError("pushing never ends")


def siege(given: dict[str, Any], edition: int) -> dict[str, Any]:
    spec: dict[str, dict[str, Any]] = {"C": {"city": "friendly", "friendly_units": given["units_in_city"]}}
    edges = []
    for i, around in enumerate(given["adjacent"]):
        spec[f"e{i}"] = {"enemy_units": around["undisrupted_enemy"]}
        edges.append(["C", f"e{i}", "bridge" if around["river"] else "none"])
    t = Sketch(spec, edges, "russian", edition=edition)
    return {"besieged": trains.besieged(t.s, RUSSIAN, t.spot("C"))}


def alternation(given: dict[str, Any], edition: int) -> dict[str, Any]:
    t = Table({"F-III-I1": "2207", "F-NEY": "2207", "R-1I-I1": "1808", "R-BARCLAY": "1808"}, edition=edition)
    t.s.to_place = [given["french"], given["russian"]]
    t.s.dummies_left = [0, 0]
    t.open(trains.Allocation(SIDES.index(given["first"])))
    order = []
    while t.asked == "PlaceTrain":
        (side,) = t.to_act
        order.append(side)
        t.play(side, f"train {'2207' if side == 'french' else '1808'}")
    return {"order": order}


def combat_sequence(given: dict[str, Any], edition: int) -> dict[str, Any]:
    """Three lone units of each side face each other; every order ends as the vector says."""
    pairs = {
        "F-IG-I1": "1709",
        "R-1I-I1": "1708",
        "F-IG-I2": "1913",
        "R-1V-I1": "1912",
        "F-IG-I3": "2310",
        "R-1V-I2": "2210",
    }
    t = Table(pairs, edition=edition, cc=(4, 4)).combat(given["first"])
    actors = []
    for result in given["results"]:
        (side,) = t.to_act
        actors.append(side)
        if result == "decline":
            t.play(side, "decline")
            continue
        dice = {"go": (6, 3, 3, 3), "abort": (1,), "fail": (2,)}[result]
        t.roll(*dice).play(side, t.options(side)[0], f"commit {1 if result == 'go' else 0}")
        while t.asked not in ("AttackOrder", "Rest"):
            (chooser,) = t.to_act
            t.play(chooser, t.options(chooser)[0])
    return {"actors": actors, "phase_over": t.asked == "Rest"}


def rally(given: dict[str, Any], edition: int) -> dict[str, Any]:
    units = ["F-IG-I1", "F-IG-I2", "F-IG-I3", "F-IG-I4", "F-I-I1"][: given["disrupted"]]
    pieces = dict.fromkeys([*units, *(COMMANDER["french"][cr] for cr in given["crs"])], "2207")
    t = Table(pieces, edition=edition, disrupted=units, trains={"2207": 1}).rally()
    t.play("french", "rally 2207")
    while t.asked == "RallyUnits":
        t.play("french", t.options("french")[0])
    return {"rallied": sum(not t.is_disrupted(name) for name in units)}


def command_cr(given: dict[str, Any], edition: int) -> dict[str, Any]:
    troops = [advanced.Troop(corps, kind, guard=corps == "Guard") for corps, kind in given["units"]]
    (chief,) = advanced.combat_commanders(troops, [advanced.Chief(*row) for row in given["commanders"]])
    return {"commander": chief.name, "cr_bonus": advanced.command_cr(troops, chief)}


def senior(given: dict[str, Any], edition: int) -> dict[str, Any]:
    (chief,) = advanced.seniors([advanced.Chief(*row) for row in given["commanders"]])
    return {"senior": chief.name}


def chaos(given: dict[str, Any], edition: int) -> dict[str, Any]:
    first, second = given["d6"], given["d6_second"]
    return {"moves": advanced.russian_move_goes_ahead(given["turn"], first, given["constantine"], second)}


def card_order(given: dict[str, Any], edition: int) -> dict[str, Any]:
    order = advanced.card_order(given["turn"], (given["french_single"], given["russian_single"]))
    return {"order": [SIDES[side] for side in order]}


def card_count(given: dict[str, Any], edition: int) -> dict[str, Any]:
    decks = [given[name] for name in ("deck1", "dealt", "turns_deck1", "deck2", "turns_deck2")]
    found = advanced.cards_unused(*decks)
    assert (given["deck1"], given["deck2"], given["dealt"]) == (advanced.DECK_1, advanced.DECK_2, advanced.DEALT)
    return dict(zip(("deck1_left", "deck2_left", "unused_total"), found, strict=True))


def card_count_two_year(given: dict[str, Any], edition: int) -> dict[str, Any]:
    return dict(zip(("cards_left", "draws_needed"), advanced.cards_of_1813(given["turns_played_1812"]), strict=True))


def cav_reserve(given: dict[str, Any], edition: int) -> dict[str, Any]:
    removed = sum(given["rolls"])
    return {"eliminated": removed, "train_penalty": advanced.reserve_penalty(removed)}


def winter_losses(given: dict[str, Any], edition: int) -> dict[str, Any]:
    found = advanced.winter_losses(tuple(given["dice"]))
    return dict(zip(("combat_units_removed", "commanders_removed"), found, strict=True))


RUNNERS: dict[str, Callable[..., dict[str, Any]]] = {
    "alternation": alternation,
    "attack_check": attack_check,
    "attack_value": attack_value,
    "battle_track": battle_track,
    "card_count": card_count,
    "card_count_two_year": card_count_two_year,
    "card_order": card_order,
    "cav_reserve": cav_reserve,
    "cc": combat_commands,
    "cc_spend": cc_spend,
    "chaos": chaos,
    "combat_sequence": combat_sequence,
    "command_cr": command_cr,
    "commander_check": commander_check,
    "conversion": conversion,
    "cossack": cossack,
    "decisive": lambda given, _: {"decisive": victory.decisive(given["winner_eliminated"], given["loser_eliminated"])},
    "defence_value": defence_value,
    "depot_link": depot_link,
    "distance": distance,
    "first_player": first_player,
    "forage": forage,
    "forage_marker": forage_marker,
    "hit_split": lambda given, _: {"min_to_main": combat.least_to_main(given["hits"], given["main_capacity"])},
    "hits": hits,
    "march_attrition": march_attrition,
    "move_path": move_path,
    "neighbours": neighbours,
    "out_of_supply": out_of_supply,
    "overflow": overflow,
    "pursuit": pursuit,
    "rally": rally,
    "reinforcement_count": reinforcement_count,
    "rival_cr": lambda given, _: {"cr": advanced.rival_cr(given["cr"], given["rivals"], given["kutuzov"])},
    "senior": senior,
    "setup_count": setup_count,
    "siege": siege,
    "stacking": stacking,
    "supply_trace": supply_trace,
    "support_check": support_check,
    "trains": trains_available,
    "uprising": lambda given, _: {"uprising": advanced.uprising(given["turn"], given["d6"])},
    "vp": vp,
    "winter_losses": winter_losses,
    "withdraw_hexes": withdraw_hexes,
}


def numbers(vector: dict[str, Any]) -> list[str]:
    """The paragraphs a vector is about; first-edition vectors that cite their own numbering are brought over."""
    cited = vector["rule"]
    if vector["editions"] == ["1e"]:
        cited = FIRST_EDITION_NUMBERS.get(cited, cited)
    found = re.findall(r"\d+\.\d+", cited)
    if re.fullmatch(r"(\d+)\.(\d+)-\1\.(\d+)", cited):
        chapter, first = found[0].split(".")
        found = [f"{chapter}.{n}" for n in range(int(first), int(found[1].split(".")[1]) + 1)]
    return found


CASES = [
    pytest.param(vector, edition, id=f"{vector['id']}-{edition}", marks=pytest.mark.rules(*numbers(vector)))
    for vector in [*VECTORS, *OURS]
    for edition in vector["editions"]
]


BESIDE = {"support_check": "rule", "march_attrition": "advanced"}  # what a runner needs beside the input


class Fields(dict[str, Any]):
    """The input of a vector, which notes what is read of it."""

    def __init__(self, given: dict[str, Any]) -> None:
        super().__init__({key: noted(value) for key, value in given.items()})
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        if key not in self:
            return default
        return self[key]

    def items(self) -> Any:
        return [(key, self[key]) for key in self]

    def ignored(self) -> set[str]:
        inner = [v for value in self.values() for v in (value if isinstance(value, list) else [value])]
        return (set(self) - self.read).union(*[v.ignored() for v in inner if isinstance(v, Fields)])


def noted(value: Any) -> Any:
    if isinstance(value, dict):
        return Fields(value)
    return [noted(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize(("vector", "edition"), CASES)
def test_vector(vector: dict[str, Any], edition: str) -> None:
    """The engine says what the vector says, from all that the vector gives."""
    given = Fields(vector["input"])
    more = [vector[BESIDE[vector["kind"]]]] if vector["kind"] in BESIDE else []
    assert RUNNERS[vector["kind"]](given, int(edition[0]), *more) == vector["expected"]
    assert given.ignored() == set()


def test_all_148_vectors_are_run() -> None:
    """The file holds the 148 of meta.count. (meta.kinds adds up to 178: no kind may have more than it announces.)"""
    run = {case.values[0]["id"] for case in CASES}
    assert {vector["id"] for vector in VECTORS} <= run
    assert len(VECTORS) == len({vector["id"] for vector in VECTORS}) == SOURCE["meta"]["count"] == 148
    announced = Counter(SOURCE["meta"]["kinds"])
    assert not Counter(vector["kind"] for vector in VECTORS) - announced
    assert set(RUNNERS) == set(announced) == {case.values[0]["kind"] for case in CASES}


def test_a_sketch_touches_exactly_where_it_has_an_edge() -> None:
    edges = [["U", "a", "none"], ["a", "b", "none"], ["a", "x", "none"], ["U", "x", "none"]]
    spots = place(["U", "a", "b", "x", "far"], edges)
    touching = {frozenset((m, n)) for m in spots for n in spots if m != n and data.touching(spots[m], spots[n])}
    assert touching == {frozenset(edge[:2]) for edge in edges}
