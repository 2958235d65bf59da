"""Long answers at one click: the rest of the set-up or of the winter quarters as a sensible staff would do it, a whole
column, a whole march."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

import msgspec

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.lodging import open_hexes
from grognard.games.russia1812.rules.movement.route import Route
from grognard.games.russia1812.rules.movement.steps import can_march, controlled, covering
from grognard.games.russia1812.rules.reinforcements import Reinforce
from grognard.games.russia1812.rules.setup import deploy_hexes, to_deploy
from grognard.games.russia1812.rules.supply import supplied_hexes
from grognard.games.russia1812.rules.trains import linked_hexes
from grognard.games.russia1812.table.pen import Pen, Seen
from grognard.games.russia1812.table.risk import march_range, march_toll, normal_hexes, path_to, price
from grognard.games.russia1812.world import data
from grognard.games.russia1812.world.state import Campaign, March
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.pen import percent
from grognard.kernel.wire import Json, Plan, Shortcut

FRONT: Final = ("1909", "1910")  # towards these the armies deploy: a French stack wants to be near, a Russian not
SPARE: Final = 6  # [7.2] Trains worth having after the Depots are paid for


def shortcuts(face: Seen) -> Sequence[Shortcut | Plan]:
    """What the staff could do for the player now; the actions are played one after another, each a legal answer."""
    s, side, pen = face.known, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or frame.side != side:
        return []
    asked = type(frame).__name__
    if asked == "Deploy":
        plan = deploy_plan(s, side)
        return [Shortcut(id="deploy", label=pen("shortcut.deploy", len(plan)), actions=plan)]
    if asked == "FirstDepots":
        plan = depot_plan(s, side)
        sites = sum(action != "done" for action in plan)
        return [Shortcut(id="depots", label=pen("shortcut.depots", sites), actions=plan)]
    if asked == "Reinforce":
        plan = arrival_plan(s, side)
        return [Shortcut(id="arrive", label=pen("shortcut.arrive", len(plan)), actions=plan)] if len(plan) > 1 else []
    if asked == "PlaceTrain":
        return train_proposal(s, side, pen)
    if asked == "Lodge":
        plan = quarters_plan(s, side)
        return [Shortcut(id="lodge", label=pen("shortcut.lodge", len(plan)), actions=plan)]
    if asked == "MarchUnits":
        return column_plan(s, side, pen)
    return march_plans(s, side, pen) if asked == "Route" else []


def deploy_plan(s: Campaign, side: int) -> list[str]:
    """[14.1] The pieces still to come: corps together, the French as far forward as they may, everybody led."""
    twin = s.copy()
    found: list[str] = []
    while (u := to_deploy(twin, side)) >= 0:
        hexes = deploy_hexes(twin, u)
        if not hexes:
            break
        best = max(bits(_worth_a_look(twin, side, u, hexes)), key=lambda h: _worth(twin, side, u, h))
        twin.put(u, best)
        if hexes.bit_count() > 1:
            found.append(f"deploy {twin.world.ids[u]} {twin.world.grid.names[best]}")
    return found


def _worth_a_look(s: Campaign, side: int, u: int, hexes: int) -> int:
    """The hexes among which the best is: for a commander troops without a leader, for troops where history put them."""
    world = s.world
    if world.commanders >> u & 1:
        first = sum([1 << h for h in bits(hexes & s.pres[side]) if s.fighters(h, side) and not s.leaders(h, side)])
    else:
        first = hexes & sum([1 << world.grid.by_name[name] for name in world.setup_hexes[u]])
    return first or hexes


def _mates(s: Campaign, side: int, u: int, h: int) -> int:
    """How many of a piece's corps are in a hex."""
    corps = led_corps().get(s.world.ids[u], s.world.corps[u])
    return sum(s.world.corps[v] == corps for v in bits(s.fighters(h, side)))


def _worth(s: Campaign, side: int, u: int, h: int) -> tuple[int, int, int, int, int]:
    """In the free set-up the historical hexes are the first choice."""
    world = s.world
    known = int(world.grid.names[h] in world.setup_hexes[u])
    units = s.fighters(h, side)
    mates = _mates(s, side, u, h)
    if world.commanders >> u & 1:
        return (int(bool(units) and not s.leaders(h, side)), known, mates, units.bit_count(), -h)
    far = world.grid.distance(h, world.grid.by_name[FRONT[side]])
    return (known, mates, -far if side == FRENCH else -s.load[h], 0, -h)


def quarters_plan(s: Campaign, side: int) -> list[str]:
    """[16.13] Quarters for the pieces still to be put: corps together, in the cities that score first, and led."""
    twin = s.copy()
    found: list[str] = []
    for u in bits(twin.affairs.lodging & twin.world.of_side[side]):
        hexes = bits(open_hexes(twin, u))
        if not hexes:
            continue
        best = max(hexes, key=lambda h: _comfort(twin, side, u, h))
        twin.put(u, best)
        if len(hexes) > 1:
            found.append(f"place {twin.world.ids[u]} {twin.world.grid.names[best]}")
    return found


def _comfort(s: Campaign, side: int, u: int, h: int) -> tuple[int, int, int, int]:
    """The French want to be near Moscow in spring, the Russians near the city they must keep."""
    world = s.world
    units = s.fighters(h, side)
    mates = _mates(s, side, u, h)
    if world.commanders >> u & 1:
        return (int(bool(units) and not s.leaders(h, side)), mates, units.bit_count(), -h)
    score = sum([1 << city for city, _ in world.vp_cities]) & world.russia
    posts = 1 << world.moscow if side == FRENCH else score & world.own_city[RUSSIAN] & ~s.pres[FRENCH]
    far = min([world.grid.distance(h, post) for post in bits(posts)], default=0)
    return (mates, int(score >> h & 1 and not units), -far, -h)


@cache
def led_corps() -> dict[str, str]:
    """The corps a commander is known for; the Emperor rides with his Guard."""
    pieces: list[Json] = msgspec.json.decode(data.read("units.json"))["commanders"]
    found = {piece["id"]: (piece.get("designation") or {}).get("corps") for piece in pieces}
    return {name: corps for name, corps in found.items() if corps} | {"F-NAPOLEON": "Guard"}


def depot_plan(s: Campaign, side: int) -> list[str]:
    """[14.1] [7.8] Depots until every stack is fed, each where it feeds most, as few as will do; then done."""
    twin = s.copy()
    world = twin.world
    found: list[str] = []
    limit = world.max_depots[side] - SPARE
    while twin.depots[side].bit_count() < limit:
        hungry = twin.occ[side] & ~supplied_hexes(twin, side)
        sites = bits(world.own_city[side] & ~twin.depots[side] & linked_hexes(twin, side))
        if not hungry or not sites:
            break
        best = max(sites, key=lambda h: _feeds(twin, side, h, hungry))
        twin.depots[side] |= 1 << best
        found.append(f"depot {world.grid.names[best]}")
    if twin.depots[side].bit_count() < world.max_depots[side]:
        found.append("done")
    return found


def _feeds(s: Campaign, side: int, h: int, hungry: int) -> tuple[int, int, int]:
    """How many units a Depot would feed, how near it brings the chain to the rest."""
    twin = s.depots[side]
    s.depots[side] |= 1 << h
    fed = hungry & supplied_hexes(s, side)
    s.depots[side] = twin
    units = sum(s.fighters(n, side).bit_count() for n in bits(fed))
    near = min(s.world.grid.distance(h, n) for n in bits(hungry))
    return (units, -near, -h)


def arrival_plan(s: Campaign, side: int) -> list[str]:
    """[13.2] The pieces that arrive: corps together, as far forward as they may, everybody led."""
    twin, frame = s.copy(), Reinforce(side)
    found: list[str] = []
    while options := frame.options(twin, side):
        u = options[0].args[0]
        hexes = [action.args[1] for action in options if action.args[0] == u]
        best = max(hexes, key=lambda h: _worth(twin, side, u, h))
        twin.put(u, best)
        if len(options) > 1 or frame.must_ask(twin):
            found.append(f"place {twin.world.ids[u]} {twin.world.grid.names[best]}")
    return found


# Trains


def train_proposal(s: Campaign, side: int, pen: Pen) -> list[Shortcut]:
    """[7.4] A Train to each stack that could march with it and has none, the greatest first: to be changed at will."""
    empty = s.receivers[side] & ~s.counter_hexes(side)
    stacks = sorted(bits(empty), key=lambda h: (-s.fighters(h, side).bit_count(), h))[: s.to_place[side]]
    if len(stacks) < 2:
        return []
    actions = [f"train {s.world.grid.names[h]}" for h in stacks]
    note = pen("shortcut.trains_note", s.to_place[side], s.dummies_left[side])
    return [
        Shortcut(
            id="trains", label=pen("shortcut.trains", len(stacks)), actions=actions, verbs=["train", "dummy"], note=note
        )
    ]


# a march in one gesture


def column_plan(s: Campaign, side: int, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[8.4] All units that may march with all their fresh commanders; offered where the whole group can go."""
    m = s.march
    frame = s.agenda[-1]
    if m is None or m.units or s.world.all_ not in frame.options(s, side):
        return []
    leaders = s.leaders(m.start, side) & ~s.moved
    units = can_march(s, side, m.start).bit_count()
    label = pen("shortcut.column", units, pen.units(leaders))
    return [Shortcut(id="column", label=label, actions=["all", *[f"lead {s.world.ids[u]}" for u in bits(leaders)]])]


def march_plans(s: Campaign, side: int, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[8.4] Every hex where the column could end its Move without asking anybody anything on the way."""
    m = s.march
    assert m is not None
    names = s.world.grid.names
    ways = march_range(s, side, m.here, m.units, m.hexes, unsure(s, side, m), s.pres[1 - side])
    return [
        march_plan(s, side, m, path_to(ways, m.here, goal), way.hexes, pen)
        for goal, way in sorted(ways.items(), key=lambda item: (item[1].hexes, names[item[0]]))
    ]


def unsure(s: Campaign, side: int, m: March) -> int:
    """[8.4] Controlled hexes that can be passed only if somebody is named as cover."""
    found = controlled(s, side)
    for h in bits(found & s.occ[side]):
        if covering(s, side, h, m.units) & s.committed:
            found &= ~(1 << h)
    return found


def march_plan(s: Campaign, side: int, m: March, path: list[int], hexes: int, pen: Pen) -> Plan:
    """A march to its end: the way, the risk there, what is played (``action`` only names it)."""
    names = s.world.grid.names
    toll = march_toll(s, side, m.units, hexes, m.napoleon, m.along, m.sent_by, m.driven)
    steps = [names[h] for h in [m.here, *path]]
    actions = [f"march {a} {b}" for a, b in pairwise(steps)]
    if asks_to_halt(s, side, path[-1], hexes):
        actions.append("halt")
    forced = hexes > normal_hexes(s)
    parts = [pen("label.step", path[-1], hexes), pen("note.risk", percent(toll.chance))]
    if forced:
        parts.append(pen("note.forced"))
    return Plan(
        id=f"march {steps[-1]}",
        action=f"march {steps[0]} {steps[-1]}",
        actions=actions,
        label=", ".join(parts),
        verb="march",
        group="place",
        place=steps[-1],
        start=steps[0],
        tag=percent(toll.chance),
        price=forced,
        why=price(toll, pen),
        path=steps[1:],
    )


def asks_to_halt(s: Campaign, side: int, goal: int, hexes: int) -> bool:
    """Whether a choice is left in the last hex: where there is none, the column halts by itself."""
    twin = s.copy()
    m = twin.march
    assert m is not None
    twin.shift(m.units | m.leaders, goal)
    m.here, m.hexes, m.covered = goal, hexes, False
    return len(Route(side).options(twin, side)) > 1 or Route(side).must_ask(twin)
