"""What a side may know of a battle: everything. Nothing on this table is secret [4.3]; lengths in millimetres."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.games.tabletop.rules.figures import astray, cover_of, drawn, ground_slab, slabs
from grognard.games.tabletop.rules.movement.paces import reserve
from grognard.games.tabletop.rules.victory import holders, pm_lost, points_of
from grognard.games.tabletop.world.formations import bases_of
from grognard.games.tabletop.world.state import DESTROYED, READY, Battle, Body, Unit
from grognard.games.tabletop.world.world import ORDERS, SIDES, UnitInfo
from grognard.kernel.wire import Json

STATUS: Final = ("ready", "retreating", "routed", "destroyed", "gone")
FATIGUE: Final = ("fresh", "tired", "spent")
ASPECTS: Final = ("front", "flank", "rear")
READ: Final = msgspec.json.Decoder().decode


def view(s: Battle, side: int) -> Json:
    """[4.3] The whole table, the same for everybody."""
    held, lost = holders(s), (pm_lost(s, 0), pm_lost(s, 1))
    ours, theirs = points_of(s, 0, held, lost[1]), points_of(s, 1, held, lost[0])
    engaged = {u for contact in s.contacts for u in (contact.attacker, contact.defender)}
    return {
        "turn": s.turn,
        "phase": s.phase,
        "turn_limit": s.world.turn_limit,
        "first": SIDES[s.first],
        "table": [s.world.ground.width, s.world.ground.height],
        "units": [_unit(s, u, engaged) for u in range(len(s.units))],
        "generals": [_general(s, g) for g in range(len(s.generals))],
        "commands": [_command(s, c) for c in range(len(s.commands))],
        "objectives": [_objective(s, o, held[o]) for o in range(len(s.world.objectives))],
        "contacts": [
            {
                "attacker": s.info(c.attacker).id,
                "defender": s.info(c.defender).id,
                "aspect": ASPECTS[c.aspect],
                "rounds": c.rounds,
            }
            for c in s.contacts
        ],
        "shots": [{"shooter": s.info(x.shooter).id, "target": s.info(x.target).id, "bases": x.bases} for x in s.shots],
        "guns": [
            {
                "unit": s.info(p.unit).id,
                "x": p.x,
                "y": p.y,
                "facing": p.facing,
                "taken": None if p.taken < 0 else SIDES[p.taken],
            }
            for p in s.parks
        ],
        "winners": [s.info(u).id for u in s.winners],
        "score": {SIDES[0]: ours, SIDES[1]: theirs},
        "losses": {
            name: {"pm_lost": lost[i], "start_pm": s.world.start_pm[i], "breaks_at": s.world.break_percent[i]}
            for i, name in enumerate(SIDES)
        },
    }


def _unit(s: Battle, u: int, engaged: set[int]) -> Json:
    unit, info = s.units[u], s.world.units[u]
    if unit.status >= DESTROYED:
        return _card(s, info) | {"status": STATUS[unit.status], "pm": unit.pm, "bases": unit.bases}
    body = s.body(u)
    found = _stance(s, u, body)
    found["status"] = STATUS[unit.status]
    found["pm"] = unit.pm
    found["bases"] = bases_of(unit.pm)
    found["disordered"] = unit.disordered or unit.status != READY or astray(s, u, body)
    found["fatigue"] = FATIGUE[unit.fatigue]
    found["order"] = s.order_of(u)
    found["left_mm"] = reserve(s, u, body) if unit.left > 0 else 0
    found["target"] = None if unit.target < 0 else s.world.units[unit.target].id
    found["engaged"] = u in engaged
    found["flags"] = _flags(unit)
    return found


def _stance(s: Battle, u: int, body: Body) -> Json:
    """What a unit is, and where and how it stands: the same in all views until it moves or loses a base.

    Corners are kept as text, of which every view gets its own reading: nobody can change what others are told.
    """
    if body.stance is None:
        info = s.world.units[u]
        body.stance = _card(s, info) | {
            "place": info.id,
            "kind": info.arm,
            "x": body.x,
            "y": body.y,
            "facing": body.facing,
            "formation": body.formation,
            "cover": cover_of(s, u),
        }
        figures = [drawn(slab) for slab in slabs(s, u)]
        body.corners = msgspec.json.encode({"outline": drawn(ground_slab(s, u)), "figures": figures})
    corners: Json = READ(body.corners)
    return body.stance | corners


def _card(s: Battle, info: UnitInfo) -> Json:
    """What a unit is, whatever befalls it."""
    if not info.card:
        info.card = {
            "id": info.id,
            "side": SIDES[info.side],
            "name": info.name,
            "type": info.type.id,
            "arm": info.arm,
            "class": info.klass,
            "nation": info.nation,
            "command": s.world.commands[info.command][1].id,
            "start_bases": info.bases,
        }
    return info.card


def _flags(unit: Unit) -> list[str]:
    """What it did this turn: most units of most views did nothing."""
    found: list[str] = []
    if unit.moved:
        found.append("moved")
    if unit.fired:
        found.append("fired")
    if unit.evaded:
        found.append("evaded")
    if unit.fought:
        found.append("fought")
    if unit.hurt:
        found.append("hurt")
    if unit.ran > 0:
        found.append("charged")
    return found


def _general(s: Battle, g: int) -> Json:
    side, info = s.world.generals[g]
    general = s.generals[g]
    return {
        "place": None if general.lost else info.id,
        "kind": "commander",
        "flags": [],
        "id": info.id,
        "side": SIDES[side],
        "name": info.name,
        "role": info.role,
        "rating": general.rating,
        "charismatic": s.charismatic(g),
        "command": info.command,
        "x": general.x,
        "y": general.y,
        "unit": None if general.unit < 0 else s.info(general.unit).id,
        "lost": bool(general.lost),
    }


def _command(s: Battle, c: int) -> Json:
    side, info = s.world.commands[c]
    command = s.commands[c]
    return {
        "id": info.id,
        "side": SIDES[side],
        "order": ORDERS[command.order],
        "objective": s.world.objectives[command.objective].id,
        "shaken": command.shaken,
    }


def _objective(s: Battle, o: int, held: int) -> Json:
    area, (x, y, radius) = s.world.objectives[o], s.world.areas[o]
    return {
        "id": area.id,
        "x": x,
        "y": y,
        "radius": radius,
        "points": area.points,
        "held": None if held < 0 else SIDES[held],
    }
