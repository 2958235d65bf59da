"""The frame of the table: clock, tables one click away, words about each side, what a line of the log is about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from grognard.games.tabletop.rules.figures import disordered, pose
from grognard.games.tabletop.rules.fire import DeclareFire
from grognard.games.tabletop.rules.movement.moves import LateCharges, MoveUnit, Strategic, Troops
from grognard.games.tabletop.rules.movement.paces import millimetres
from grognard.games.tabletop.rules.orders import Generals, Ride
from grognard.games.tabletop.rules.victory import holder, pm_lost, points
from grognard.games.tabletop.rules.view import FATIGUE, STATUS
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.state import Battle
from grognard.games.tabletop.world.world import ORDERS, SIDES
from grognard.kernel import tables
from grognard.kernel.face import Focus, Holding
from grognard.kernel.frame import Event
from grognard.kernel.i18n import Catalogue
from grognard.kernel.tables import ARMIES, Row
from grognard.kernel.wire import Badge, Clock, Sidebar, Table, Turn

_SLOT = re.compile(r"\{(\d+):(\w+)")
# events with dice: where in their arguments the dice are; and the rule each event comes from
DICE: Final = {
    "order_die": (2,),
    "general_safe": (1,),
    "shaken_die": (1,),
    "rally": (1,),
    "initiative_die": (1,),
    "square_die": (1,),
    "fire": (3,),
    "morale": (1,),
    "blow": (3,),
}
FACES: Final = {"fire": 100, "blow": 100, "order_die": 10, "general_safe": 10, "rally": 10, "morale": 10}
RULE_OF_EVENT: Final = {
    "turn": "4.1",
    "order_die": "3.3",
    "ordered": "3.2",
    "no_orders": "3.9",
    "rode": "5.4",
    "attached": "3.8",
    "general_safe": "3.9",
    "general_lost": "3.9",
    "general_replaced": "3.9",
    "shaken_die": "3.7",
    "shaken": "3.7",
    "disordered": "2.4",
    "reordered": "8.14",
    "rested": "8.14",
    "tired": "8.13",
    "spent": "8.13",
    "rally": "10.3",
    "retreats": "9.4",
    "ran": "10.1",
    "cut_off": "10.2",
    "left_table": "10.1",
    "destroyed": "1.5",
    "guns_abandoned": "9.9",
    "guns_manned": "9.9",
    "guns_taken": "9.9",
    "broke_through": "8.12",
    "advanced": "8.12",
    "initiative_die": "4.5",
    "initiative": "4.5",
    "went": "5.20",
    "step_advance": "5.9",
    "step_back": "5.9",
    "step_shift": "5.9",
    "step_wheel": "5.9",
    "step_turn": "5.9",
    "formed": "5.9",
    "charge": "6.1",
    "square_die": "6.6",
    "square_formed": "6.6",
    "charge_refused": "6.6",
    "evaded": "6.8",
    "caught": "6.8",
    "ran_on": "6.8",
    "aims": "7.12",
    "fire": "7.1",
    "lost": "1.5",
    "morale": "9.2",
    "contact": "6.11",
    "charge_stopped": "6.11",
    "melee": "8.3",
    "blow": "8.1",
    "locked": "8.11",
    "worsted": "8.10",
    "fell_back": "8.10",
    "won": "8.12",
    "ended": "12.1",
}


# the bar over the table


def clock(face: Seen) -> Clock:
    """[4.1] Turn and step; who is first this turn."""
    s, pen = face.state, face.pen
    turns = [Turn(turn=n, month="", winter=False) for n in range(1, s.world.turn_limit + 1)]
    found = Clock(turn=s.turn, phase=s.phase, phase_name=pen(f"phase.{s.phase}"), month="", turns=turns)
    if s.phase >= 5:
        found.badge = Badge(text=pen("note.first", pen.army(s.first)), title=pen("note.first_about"))
    return found


def side_note(face: Seen, who: int) -> str:
    """[12.1] How near an army is to breaking."""
    s, pen = face.state, face.pen
    start = s.world.start_pm[who]
    return pen("side_note.losses", 100 * pm_lost(s, who) // start, s.world.break_percent[who])


def crumbs(face: Seen) -> list[str]:
    """The unit that moves, its formation and order, and what is left of its move."""
    s, pen = face.state, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if not isinstance(frame, MoveUnit):
        return []
    p = pose(s, frame.u)
    left = pen("note.left", millimetres(s, frame.u, p, max(0, p.left)))
    return [pen.formation(p.formation), pen(f"order.{s.order_of(frame.u)}"), left]


# tables


def row(*cells: object, side: str | None = None, places: list[str] | None = None, now: bool = False) -> Row:
    return tables.row(*[str(cell) for cell in cells], side=side, places=places, now=now)


def table(key: str, rule: str, head: list[str], rows: list[Row], pen: Pen) -> Table:
    return tables.table(key, rule, [pen(f"table.{name}") for name in head], rows, pen)


def sidebar(face: Seen) -> Sidebar:
    """Rosters of both armies, commands with their orders, the count of points, and the steps of the turn."""
    s, pen = face.state, face.pen
    found = [_commands(s, pen), _roster(s, 0, pen), _roster(s, 1, pen), _points(s, pen), _steps(s, pen)]
    return Sidebar(tables=found, track=[])


def _commands(s: Battle, pen: Pen) -> Table:
    rows = []
    for c, command in enumerate(s.commands):
        side = s.world.commands[c][0]
        troops = [s.info(u).id for u in s.own(side) if s.info(u).command == c]
        goal = "" if ORDERS[command.order] == "retreat" else pen.objective(command.objective)
        rows.append(row(pen.command(c), pen.order(command.order), goal, side=SIDES[side], places=troops))
    return table("commands", "3.2", ["command", "order", "objective"], rows, pen)


def _roster(s: Battle, side: int, pen: Pen) -> Table:
    rows = []
    for c, (who, _) in enumerate(s.world.commands):
        if who == side:
            rows += _brigade_rows(s, c, pen)
    found = table("roster", "1.5", ["unit", "pm", "state"], rows, pen)
    found.id, found.title, found.topic = f"roster_{SIDES[side]}", pen("table.roster_of", pen.army(side)), ARMIES
    return found


def _brigade_rows(s: Battle, command: int, pen: Pen) -> list[Row]:
    """[3.2] A command by its general, then its units by their numbers on the table."""
    side, brigadier = s.world.commands[command][0], s.world.brigadier(command)
    troops = [u for u in range(len(s.units)) if s.info(u).command == command]
    if not troops:
        return []
    chief = [s.world.generals[brigadier][1].id] if brigadier >= 0 and not s.generals[brigadier].lost else []
    rows = [row(pen.command(command), "", pen.order(s.commands[command].order), side=SIDES[side], places=chief)]
    first = next(u for u in range(len(s.units)) if s.side(u) == side)
    for u in troops:
        unit, info = s.units[u], s.info(u)
        where = [info.id] if unit.on_table else []
        name = pen("note.numbered", u - first + 1, pen.unit(u))
        rows.append(row(name, f"{unit.pm}/{2 * info.bases}", state_of(s, u, pen), side=SIDES[side], places=where))
    return rows


def state_of(s: Battle, u: int, pen: Pen) -> str:
    """A unit in a few words: formation, and what has befallen it."""
    unit = s.units[u]
    if not unit.on_table:
        return pen(f"flag.{STATUS[unit.status]}")
    parts = [pen.formation(unit.formation)]
    if not unit.ready:
        parts.append(pen(f"flag.{STATUS[unit.status]}"))
    elif disordered(s, u):
        parts.append(pen("flag.disordered"))
    if unit.fatigue:
        parts.append(pen(f"flag.{FATIGUE[unit.fatigue]}"))
    return ", ".join(parts)


def _points(s: Battle, pen: Pen) -> Table:
    rows = [
        row(
            pen("table.area", pen.objective(o)),
            *[area.points if holder(s, o) == side else "" for side in (0, 1)],
            places=[area.id],
        )
        for o, area in enumerate(s.world.objectives)
    ]
    rows.append(row(pen("table.destroyed"), *[10 * pm_lost(s, 1 - w) // s.world.start_pm[1 - w] for w in (0, 1)]))
    rows.append(row(pen("table.total"), points(s, 0), points(s, 1), now=True))
    found = table("points", "12.2", ["what"], rows, pen)
    found.head += [pen.army(0), pen.army(1)]
    return found


def _steps(s: Battle, pen: Pen) -> Table:
    rows = [row(n, pen(f"phase.{n}"), now=s.phase == n) for n in range(1, 13)]
    return table("steps", "4.1", ["number", "step"], rows, pen)


# a line of the log


@lru_cache(maxsize=512)
def _kinds(template: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(place), kind) for place, kind in _SLOT.findall(template))


def focus(words: Catalogue, event: Event) -> Focus:
    """Units and side that an event speaks of, by the kinds its message gives its arguments."""
    names: list[str] = []
    side: str | None = None
    for place, kind in _kinds(words.messages["en"].get(f"event.{event.key}", "")):
        value = event.args[place] if place < len(event.args) else None
        if kind == "side" and isinstance(value, int):
            side = side or SIDES[value]
        elif kind in ("unit", "units", "general", "command", "objective"):
            for tag in value if isinstance(value, tuple) else (value,):
                name = str(tag).partition("/")[2]
                if kind != "command" and name not in names:
                    names.append(name)
                if side is None and kind != "objective" and name[:1] in data.SIDES:
                    side = SIDES[data.SIDES.index(name[:1])]
    dice = [value for at in DICE.get(event.key, ()) if isinstance(value := event.args[at], int) and value > 0]
    return Focus(places=names, side=side, rule=RULE_OF_EVENT.get(event.key), dice=dice, faces=FACES.get(event.key, 6))


def held(face: Seen) -> dict[str, Holding]:
    """[12.2] The areas that count, and who holds them."""
    s, pen = face.state, face.pen
    found = {}
    for o, area in enumerate(s.world.objectives):
        who = holder(s, o)
        found[area.id] = Holding(SIDES[who] if who in (0, 1) else "", pen.objective(o), area.points)
    return found


# a click on what is not lit


def about(face: Seen, place: str) -> list[str]:
    """What somebody may have meant who clicked on a unit: actions to be asked why they are not legal."""
    s, side = face.state, face.side
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or not any(place == info.id for info in s.world.units):
        return _about_general(frame, place)
    enemy = s.side(next(u for u, info in enumerate(s.world.units) if info.id == place)) != side
    if isinstance(frame, MoveUnit):
        return [f"charge {place}"] if enemy else []
    if isinstance(frame, DeclareFire):
        return [f"fire {place}"]
    if isinstance(frame, Strategic):
        return [] if enemy else [f"strategic {place}"]
    if isinstance(frame, Troops):
        return [] if enemy else [f"move {place}"]
    if isinstance(frame, LateCharges):
        return [] if enemy else [f"charge {place} {s.info(nearest).id}" for nearest in _near(s, side, place)]
    return [f"attach {place}"] if isinstance(frame, Ride) else []


def _about_general(frame: object, place: str) -> list[str]:
    return [f"general {place}"] if isinstance(frame, Generals) else []


def _near(s: Battle, side: int, place: str) -> list[int]:
    u = next(u for u, info in enumerate(s.world.units) if info.id == place)
    if not s.units[u].on_table:
        return []
    me = s.units[u]
    return sorted(s.enemies(u), key=lambda t: (s.units[t].x - me.x) ** 2 + (s.units[t].y - me.y) ** 2)[:1]
