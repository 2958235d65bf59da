"""The table round the board: what a line of the log is about, where a long choice stands, tables one click away."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.rules.fog import visible
from grognard.games.vanguard.rules.initiative import present
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.table.scene import hour, turns
from grognard.games.vanguard.world.lexicon import sheet
from grognard.games.vanguard.world.roster import CLASSES, ENTRIES, NO_ORDER, ORDERS, SIDES, roster
from grognard.games.vanguard.world.state import DEAD, ON_TRACK, SAFE, WAITING, Battle
from grognard.games.vanguard.world.world import SPOT, world
from grognard.kernel import tables
from grognard.kernel.face import Focus, Holding
from grognard.kernel.frame import Event
from grognard.kernel.pen import signed
from grognard.kernel.tables import Cell, Row
from grognard.kernel.wire import Badge, Clock, Sidebar, Table

# The arguments of an event: s side, h hex, u unit, U units, f formation, d die, . nothing to point at; and its rule.
STEPWISE: Final = frozenset({"moved", "leader_escapes"})
EVENTS: Final = {
    "phase": ("..", "3.1"),
    "turn": (".", "3.1"),
    "initiative": ("d.d..", "6.1"),
    "activated": ("f.", "6.1"),
    "activated_alone": ("f.", "17.2.9"),
    "headquarters": (".", "16.1"),
    "order_changed": ("f.", "5.2"),
    "order_adopted": ("f.", "17.1.2"),
    "try_passed": ("u.d", "5.2.1"),
    "try_failed": ("u.d", "5.2.1"),
    "battery_order": ("u.", "11.0"),
    "roused": ("uUd", "5.3"),
    "not_roused": ("ud", "5.3"),
    "column_ordered": ("u.", "16.2"),
    "column_named": ("uU", "16.2"),
    "column_void": ("u", "16.2"),
    "column_dissolved": ("u", "16.2.1"),
    "out_of_command": ("U", "4.4"),
    "sent_round": ("u..", "17.2.1"),
    "entered": ("Uh", "15.4"),
    "moved": ("Uh", "9.1"),
    "column": ("U", "9.3"),
    "charge_declared": ("U", "14.2"),
    "counter_charge": ("Uh", "14.2.4"),
    "stays_put": ("uh", "10.1"),
    "stepped_back": ("Uh", "16.3"),
    "left_map": ("uh", "17.2.1"),
    "bombarded": ("Uhd.", "11.4"),
    "skirmish_fire": ("uhd.", "16.3"),
    "fatigued": ("u", "16.3.4"),
    "refreshed": ("u", "16.3.4"),
    "rests": ("u", "16.3.4"),
    "stays_fatigued": ("u", "16.3.4"),
    "on_top": ("uh", "16.3.3"),
    "tested": ("Uhd..", "13.1"),
    "disordered": ("uh", "15.1"),
    "routed": ("uh", "15.2"),
    "rallied": ("uh", "15.3"),
    "rallied_half": ("uh", "15.3"),
    "assault_declared": ("Uh.", "12.2"),
    "assault_withdrawn": ("h", "12.2"),
    "assault_leaves_enemy": ("uh", "12.2.1"),
    "assault_cancelled": ("h", "12.4.2"),
    "assault_hopeless": ("h..", "12.4.2"),
    "assault": ("h....d.", "12.5"),
    "attack_called_off": ("U", "12.2.2"),
    "target_gone": ("h", "14.1"),
    "evaded": ("uh", "14.1"),
    "guns_taken": ("h", "11.1.1"),
    "guns_follow": ("uh", "11.1"),
    "pressed": (".", "12.5.4"),
    "contested": ("h", "10.1.1"),
    "holds_houses": ("uh", "12.5.4"),
    "blown": ("uh", "14.2.2"),
    "advanced": ("Uh", "12.7"),
    "retreated": ("uh", "12.6"),
    "into_zoc": ("u", "12.6.1"),
    "nowhere_to_go": ("uh", "12.6.3"),
    "eliminated": ("uh", "12.8"),
    "eliminated_returns": ("uh.", "12.8"),
    "returned": ("uh", "12.8.2"),
    "return_waits": ("u", "12.8.2"),
    "surrendered": ("uh", "15.2"),
    "ran": ("uh", "15.2.2"),
    "ran_off": ("uh", "12.8.1"),
    "damaged": ("uh", "17.2.6"),
    "leader_hit": ("ud", "4.5.3"),
    "leader_safe": ("ud", "4.5.3"),
    "leader_lost": ("uh", "4.5.5"),
    "leader_escapes": ("uh", "4.5.6"),
    "leader_follows": ("uh", "4.5.4"),
    "leader_shelters": ("uh", "4.5.4"),
    "leader_taken": ("uh", "8.2.3"),
    "lannes_lost": ("u", "17.1.8"),
    "flag_taken": ("ud", "17.2.12"),
    "flag_saved": ("ud", "17.2.12"),
    "march_cancelled": ("f", "17.1.5"),
    "march_fulfilled": ("fh", "17.1.5"),
    "weather_stays": ("d.", "17.2.7"),
    "weather_turns": ("d.", "17.2.7"),
    "final_score": ("..", "17.1.8"),
}


def focus(event: Event) -> Focus:
    """What a line of the log points at; of a move told step by step the last line stands for all."""
    kinds, rule = EVENTS.get(event.key, ("", None))
    hexes: list[str] = []
    dice: list[int] = []
    side = -1
    for kind, value in zip(kinds, event.args, strict=False):
        if not isinstance(value, int):
            continue
        if kind == "h" and value >= 0:
            hexes.append(world("montebello").grid.names[value % SPOT])
        elif kind == "d" and value > 0:
            dice.append(value)
        elif side < 0:
            side = _side_of(kind, value)
    thread = f"{event.key} {event.args[0]}" if event.key in STEPWISE else None
    return Focus(
        places=[name for name in hexes if name],
        side=SIDES[side] if side >= 0 else None,
        rule=rule,
        dice=dice,
        thread=thread,
    )


def _side_of(kind: str, value: int) -> int:
    if kind == "s":
        return value
    if kind == "f":
        return roster().formation_side[value]
    if kind == "u":
        return roster().side_of[value]
    return roster().side_of[bits(value)[0]] if kind == "U" and value else -1


def held(face: Seen) -> dict[str, Holding]:
    """[17.1.8] [17.2.12] The hexes with a star, and who holds them."""
    s, pen = face.state, face.pen
    found = {}
    for h, points in s.world.objectives.items():
        side = next((SIDES[who] for who in (0, 1) if holds(s, who, h)), "")
        found[s.world.grid.names[h]] = Holding(side, pen.place(h), points)
    return found


# where a choice made in several steps stands


def crumbs(face: Seen) -> list[str]:
    """The formation that acts and its order; the unit on its way, or the assault being made up."""
    s, pen = face.state, face.pen
    if s.active < 0 or not s.agenda:
        return []
    order = s.lone_order if s.solo else s.orders[s.active]
    name = pen.unit(s.world.lone_leader) if s.solo else pen.formation(s.active)
    found = [f"{name}: {pen.order(order)}"]
    if s.move is not None and type(s.agenda[-1]).__name__ in ("Step", "Flight"):
        found.append(pen.units(s.move.units))
        if s.move.hexes:
            found.append(pen("crumb.way", s.move.hexes, pen.place(s.move.here)))
    elif type(s.agenda[-1]).__name__ == "Compose" and s.assaults:
        fight = s.assaults[-1]
        found.append(pen("crumb.assault", pen.place(bits(fight.targets)[0])))
        if fight.attackers:
            found.append(pen.units(fight.attackers))
    return found


# the bar over the board


def clock(face: Seen) -> Clock:
    s, pen = face.state, face.pen
    found = Clock(
        turn=s.turn,
        phase=s.phase,
        phase_name=pen(f"phase.{s.phase}"),
        month=hour(s.world, s.turn) if 0 < s.turn <= s.world.last_turn else "",
        turns=turns(s.world),
    )
    if s.weather:
        found.badge = Badge(text=pen(f"sky.{s.weather}"), title=pen(f"sky.{s.weather}_about"))
    return found


def side_note(face: Seen, who: int) -> str:
    """Formations still to act, while a turn is played; else steps lost."""
    s, pen = face.state, face.pen
    mine = [f for f in s.world.formations if s.world.roster.formation_side[f] == who]
    left = sum(not s.activated >> f & 1 and present(s, f) for f in mine)
    if s.changes[who] and s.phase == 1:
        return pen("side_note.changes", s.changes[who])
    return pen("side_note.formations", left, s.steps_lost[who])


# tables


def sidebar(face: Seen) -> Sidebar:
    """Tables one click away; every text is ready to be read."""
    s, side, pen = face.state, face.side, face.pen
    found = [
        formations_table(s, side, pen),
        orders_table(pen),
        combat_table(s, pen),
        bombard_table(s, pen),
        terrain_table(s, pen),
        arrivals_table(s, pen),
        points_table(s, pen),
        losses_table(s, pen),
        *[army_table(s, side, who, pen) for who in (0, 1)],
    ]
    if s.open_order:
        found.insert(4, fire_table(s, pen))
    if s.weather:
        found.append(weather_table(s, pen))
    track = turns(s.world)
    for turn in track:
        turn.now = turn.turn == s.turn
    return Sidebar(tables=found, track=track)


def table(name: str, rule: str, columns: list[str], rows: list[Row], pen: Pen, topic: str = "") -> Table:
    return tables.table(name, rule, columns, rows, pen, pen(f"table.{name}_note"), topic)


def row(*cells: Cell, side: int = -1, places: list[str] | None = None, now: bool = False) -> Row:
    return tables.row(*cells, side=SIDES[side] if side >= 0 else None, places=places, now=now)


def formations_table(s: Battle, side: int, pen: Pen) -> Table:
    """[5.1] Who commands, by which order, and who has acted: all of it open. R-49: where a General stands is not."""
    rows = []
    shown = visible(s, side)
    for f in s.world.formations:
        general = s.world.roster.general_of[f]
        state = "gone" if s.general_lost(f) else "acted" if s.activated >> f & 1 else "waits"
        if not present(s, f):
            state = "absent"
        hexes = [s.world.grid.names[s.at[general]]] if shown >> general & 1 else []
        rows.append(
            row(
                s.world.roster.letters[f],
                pen.formation(f),
                _order_now(s, f, pen),
                pen(f"table.{state}"),
                side=s.world.roster.formation_side[f],
                places=hexes,
                now=f == s.active,
            )
        )
    return table("formations", "5.1", [pen(f"table.{n}") for n in ("letter", "formation", "order", "state")], rows, pen)


def army_table(s: Battle, side: int, who: int, pen: Pen) -> Table:
    """[2.1] The order of battle of a side: every counter that can be told, by formation, its values and its state."""
    world, rows = s.world, []
    shown = visible(s, side)
    for u in sorted(bits(world.of_side[who]), key=lambda u: (world.roster.formation_of[u], u)):
        if s.at[u] >= 0 and not shown >> u & 1:
            continue
        here = s.at[u] >= 0
        place = pen.place(s.at[u]) if here else pen("table.coming" if s.at[u] == WAITING else "table.off_map")
        flags = [("reduced", s.reduced), ("disordered", s.disordered), ("routed", s.routed)]
        state = ", ".join(pen(f"flag.{name}") for name, mask in flags if mask >> u & 1)
        hexes = [world.grid.names[s.at[u]]] if here else []
        rows.append(row(pen.unit(u), _values(s, u, pen), place, state, side=who, places=hexes))
    head = [pen(f"table.{name}") for name in ("pieces", "values", "place", "state")]
    found = table("army", "2.1", head, rows, pen, tables.MUSTER)
    found.id, found.title = f"army_{SIDES[who]}", pen("table.army_of", pen.army(who))
    return found


def _values(s: Battle, u: int, pen: Pen) -> str:
    """[2.1] What a counter shows, in words and without its name."""
    r = s.world.roster
    if r.kind[u] == "leader":
        initiative = str(r.initiative[u]) if r.initiative[u] >= 0 else "-"
        return pen("table.leader_values", pen(f"rank.{r.rank[u]}"), initiative, r.radius[u])
    return pen("table.unit_values", pen(f"kind.{r.kind[u]}"), s.pf(u), r.eff[u], r.pm[u] // 2)


def _order_now(s: Battle, f: int, pen: Pen) -> str:
    """[17.1.5] A march order shows its goal."""
    goals = [
        pen.place(s.world.march_target[n]) for n, on in enumerate(s.marching) if on and s.world.march_formation[n] == f
    ]
    said = pen.order(s.orders[f]) if s.orders[f] != NO_ORDER else pen("note.no_order")
    return f"{said} → {', '.join(goals)}" if goals else said


def orders_table(pen: Pen) -> Table:
    """[5.1] What each order compels and allows."""
    columns = ("order", "duty", "enter_zoc", "leave_zoc", "assault", "march_column", "rally", "open_order")
    rows = [
        row(pen(f"order.{order}"), *[pen(f"orders.{order}.{column}") for column in columns[1:]]) for order in ORDERS
    ]
    return table("orders", "5.1", [pen(f"table.{column}") for column in columns], rows, pen)


def combat_table(s: Battle, pen: Pen) -> Table:
    """[12.5] The Combat Table as it is rolled on."""
    crt = s.world.tables.crt
    rows = [row(signed(n) if n < 0 else n, *[crt.table[str(n)][column] for column in crt.columns]) for n in crt.rows]
    return table("combat", "12.5", [pen("table.die"), *crt.columns], rows, pen)


def bombard_table(s: Battle, pen: Pen) -> Table:
    """[11.4] Guns."""
    chart = s.world.tables.bombardment
    rows = [row(line, *chart.table[line]) for line in chart.rows]
    return table("bombardment", "11.4", [pen("table.die"), *chart.columns], rows, pen)


def fire_table(s: Battle, pen: Pen) -> Table:
    """[16.3] Skirmishers."""
    chart = s.world.tables.infantry_fire
    rows = [row(line, *chart.table[line]) for line in chart.rows]
    return table("fire", "16.3", [pen("table.die"), *chart.columns], rows, pen)


def terrain_table(s: Battle, pen: Pen) -> Table:
    """[9.2] [10.0] [10.3] [10.5] What ground costs and gives to its defender; only ground of this map."""
    chart = s.world.tables.tec
    here = {kind for place in s.world.data.hexes.values() for kind in place.terrains}
    kinds = ["line", "light_cav", "foot_art", "horse_art", "leader"]
    rows = []
    for name, ground in [(k, v) for k, v in chart.hex.items() if k in here] + list(chart.hexside.items()):
        costs = [
            pen(f"table.cost_{cost}") if isinstance(cost, str) else cost
            for cost in [ground.move[CLASSES[CLASSES.index(kind)]] for kind in kinds]
        ]
        sight = pen("table.yes") if ground.blocks_los is True else pen("table.by_level") if ground.blocks_los else ""
        rows.append(row(pen(f"terrain.{name}"), *costs, signed(ground.assault_drm), signed(ground.bombard_drm), sight))
    columns = [
        pen("table.ground"),
        *[pen(f"table.cost_of_{kind}") for kind in kinds],
        *[pen(f"table.{name}") for name in ("assault", "bombard", "hides")],
    ]
    return table("terrain", "9.2", columns, rows, pen)


def arrivals_table(s: Battle, pen: Pen) -> Table:
    """[15.4] [12.8.2] Reinforcements, and units on the turn track."""
    rows = []
    for arrival in s.world.data.reinforcements:
        pieces = [s.world.roster.by_id[name] for name in arrival.ids]
        state = pen("table.coming") if any(s.at[u] == WAITING for u in pieces) else pen("table.arrived")
        place = s.world.data.entries[arrival.entry].hexes
        rows.append(
            row(
                arrival.turn,
                ", ".join(pen.unit(u) for u in pieces),
                arrival.entry,
                state,
                side=s.side(pieces[0]),
                places=place,
                now=arrival.turn == s.turn,
            )
        )
    for u, turn in sorted(s.track.items(), key=lambda pair: pair[1]):
        rows.append(row(turn, pen.unit(u), "", pen("table.returns"), side=s.side(u)))
    for u, (turn, entry) in sorted(s.due.items()):
        if s.at[u] == WAITING and s.world.arrival.get(u) != (turn, entry):
            rows.append(row(turn, pen.unit(u), ENTRIES[entry], pen("table.going_round"), side=s.side(u)))
    return table("arrivals", "15.4", [pen(f"table.{n}") for n in ("turn", "pieces", "place", "state")], rows, pen)


def points_table(s: Battle, pen: Pen) -> Table:
    """[17.1.8] [17.2.12] Objectives and who holds them now."""
    rule = "17.1.8" if s.world.montebello else "17.2.12"
    rows = []
    for h, value in s.world.objectives.items():
        holder = holder_of(s, h)
        cells = [value if holder == who else "" for who in (0, 1)]
        rows.append(row(pen.place(h), *cells, side=holder, places=[s.world.grid.names[h]]))
    rows.append(row(pen("table.steps_lost"), *s.steps_lost))
    if not s.world.montebello:
        rows.append(row(pen("table.flags"), s.flags, ""))
    return table("points", rule, [pen("table.objective"), *pen.sides()], rows, pen)


def holder_of(s: Battle, h: int) -> int:
    """R-39: the side with a combat unit there that is not Routed; -1 if there is none."""
    for side in (0, 1):
        if s.combat(h, side) & ~s.routed:
            return side
    return -1


def losses_table(s: Battle, pen: Pen) -> Table:
    """Both armies in numbers. What is hidden under a counter is not counted apart: steps and losses are open."""
    rows = []
    for name, test in (("gone", (DEAD,)), ("on_track", (ON_TRACK,)), ("to_come", (WAITING,)), ("left", (SAFE,))):
        counts = [sum(s.at[u] in test for u in bits(s.world.units & s.world.of_side[side])) for side in (0, 1)]
        rows.append(row(pen(f"table.units_{name}"), *counts))
    rows.append(row(pen("table.leaders_lost"), *s.leaders_lost))
    return table("losses", "12.8", [pen("table.army"), *pen.sides()], rows, pen)


def weather_table(s: Battle, pen: Pen) -> Table:
    """[17.2.7] The track, and what the die may do to it."""
    rows = [row(pen(f"sky.{n}"), pen(f"sky.{n}_about"), pen(f"sky.{n}_die"), now=n == s.weather) for n in (1, 2, 3)]
    return table("weather", "17.2.7", [pen(f"table.{n}") for n in ("weather_name", "effect", "die")], rows, pen)


# a click on a dark hex


def about(face: Seen, place: str) -> list[str]:
    """What somebody may have meant who clicked on a hex: actions to be asked why they are not legal."""
    s, side, h = face.state, face.side, sheet().by_name.get(place)
    if h is None:
        return []
    asked = type(s.agenda[-1]).__name__ if s.agenda else ""
    name, ids = s.world.grid.names[h], s.world.roster.ids
    mine = [ids[u] for u in bits(s.stack[h] & s.world.of_side[side])]
    if asked in ("MoveUnits", "MoveLeader"):
        return [f"move {u}" for u in mine]
    if asked == "Step":
        return [f"go {name}"]
    if asked == "Bombard":
        guns = [u for u in bits(s.group() & s.world.guns) if s.at[u] >= 0]
        return [f"bombard {ids[u]} {name}" for u in guns] or [f"bombard {u} {name}" for u in mine]
    if asked == "Declare":
        return [f"assault {name}"]
    if asked == "Compose":
        return [f"with {u}" for u in mine] or [f"also {name}"]
    if asked == "Name":
        return [f"activate {leader}" for leader in _formations_at(s, side, h)]
    if asked == "ChangeOrders":
        return [f"order {leader} attack" for leader in _formations_at(s, side, h)]
    return _others(asked, name)


def _formations_at(s: Battle, side: int, h: int) -> list[str]:
    """R-49: the formations of which something is seen in a hex."""
    r = s.world.roster
    found = dict.fromkeys(r.formation_of[u] for u in bits(s.stack[h] & visible(s, side)))
    return [r.formations[f] for f in found if f >= 0]


def _others(asked: str, name: str) -> list[str]:
    verb = {
        "Retreat": "retreat",
        "RoutMove": "retreat",
        "Shelter": "shelter",
        "CounterCharge": "counter",
        "Rally": "rally",
        "ResolveNext": "resolve",
        "Flight": "go",
        "Escape": "go",
    }.get(asked)
    return [f"{verb} {name}"] if verb else []
