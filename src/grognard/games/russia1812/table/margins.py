"""The table round the board: what a line of the log is about, where a long choice stands, tables one click away."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.orders import callable_stacks
from grognard.games.russia1812.rules.victory import holder, score
from grognard.games.russia1812.table.describe import stack_text
from grognard.games.russia1812.table.pen import Pen, Seen
from grognard.games.russia1812.table.scene import FACTORS
from grognard.games.russia1812.table.track import month_of, track
from grognard.games.russia1812.world.state import DEAD, UNSEEN, WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN, RUSSIAN, SIDES, World
from grognard.kernel import tables
from grognard.kernel.face import Focus, Holding
from grognard.kernel.frame import Event
from grognard.kernel.tables import Cell, Row
from grognard.kernel.wire import Clock, Sidebar, Table

# What the arguments of an event are (s side, h hex, u unit, U units, d die, c card, . no matter), and its rule.
EVENTS: Final = {
    "phase": ("..", "5.1"),
    "turn": ("..", "5.2"),
    "deployed": ("uh", "14.1"),
    "depot_made": ("sh", "7.7"),
    "converted": ("sh", "7.1"),
    "depot_taken_off": ("sh", "7.2"),
    "depot_lost": ("sh", "8.7"),
    "trains_available": ("s.", "7.2"),
    "train_placed": ("sh", "7.4"),
    "train_is_genuine": ("h", "7.4"),
    "train_is_dummy": ("h", "7.5"),
    "train_discarded": ("s", "7.4"),
    "train_discarded_from": ("sh", "8.2"),
    "train_lost": ("sh", "7.7"),
    "forage_marker": ("h", "7.6"),
    "forage_failed": ("hd.", "6.3"),
    "forage_found": ("hd.", "6.3"),
    "starved_disrupted": ("uh", "6.4"),
    "starved_eliminated": ("uh", "6.4"),
    "rallied": ("uh", "8.1"),
    "marched": ("Uh", "8.4"),
    "dropped": ("uh", "8.4"),
    "covered": ("uh", "8.4"),
    "forced_march": ("h.", "8.4"),
    "march_ended": ("shh", "8.2"),
    "attrition_die": ("hd..", "8.5"),
    "eliminated": ("uh", "3.3"),
    "disrupted": ("uh", "3.3"),
    "commands": ("..s", "9.2"),
    "capital_taken": ("h", "9.2"),
    "capital_left": ("h", "9.2"),
    "declined": ("s", "10.6"),
    "attack_ordered": ("shhU", "10.1"),
    "committed": ("s.", "10.2"),
    "order_abort": ("shd..", "10.2"),
    "order_fail": ("shd..", "10.2"),
    "order_go": ("shd..", "10.2"),
    "support_comes": ("shd...", "10.4"),
    "support_stays": ("shd...", "10.4"),
    "combat": ("hh.d.d.", "11.8"),
    "hits": ("s...d", "11.14"),
    "ridden_down": ("uh", "11.16"),
    "withdrew": ("shh", "11.11"),
    "pushed_on": ("Uh", "11.11"),
    "cut_off": ("uh", "11.11"),
    "advanced": ("Uh", "11.12"),
    "decisive": ("s..", "14.7"),
    "commander_lost": ("uhd", "11.19"),
    "commander_escapes": ("ud", "11.19"),
    "sheltered": ("uh", "11.19"),
    "napoleon_lost": ("", "14.7"),
    "commander_moved": ("uh", "12.1"),
    "cossacks_strike": ("uhd", "13.1"),
    "cossacks_miss": ("uhd", "13.1"),
    "arrived": ("uh", "13.2"),
    "no_room": ("u", "13.3"),
    "final_score": ("..s", "14.7"),
    "hex_raised": ("sh.", "15.2"),
    "trains_placed": ("s", "7.4"),
    "army_set_up": ("s", "14.1"),
    "combat_over": ("h", "11.2"),
    "no_advance": ("sh", "11.12"),
    "cavalry_broken": ("sh", "15.1"),
    "siege_laid": ("h", "15.1"),
    "siege_raised": ("h", "15.1"),
    "winter_reserves": (".", "16.13"),
    "cavalry_declared": ("sh", "15.1"),
    "forage_rolled": ("hd", "6.3"),
    "stack_rallied": ("sh", "8.1"),
    "counter_dropped": ("sh", "8.4"),
    "hex_covered": ("sh", "8.4"),
    "stack_marched": ("s.h", "8.4"),
    "attrition_rolled": ("hd", "8.5"),
    "counter_rode": ("shh", "12.1"),
    "cossacks_raid": ("hd", "13.1"),
    "cossacks_near": ("hd", "13.1"),
    "counter_arrived": ("sh", "13.2"),
    "attack_announced": ("shh", "10.1"),
    "attack_abort": ("shd.", "10.2"),
    "attack_fail": ("shd.", "10.2"),
    "call_unheard": ("shd.", "10.4"),
    "stack_shown": ("shU", "15.1"),
    "stack_advanced": ("s.h", "11.12"),
    "dummies_laid": ("s", "15.1"),
    "winter_quarters": ("", "16.13"),
    "lodged": ("uh", "16.13"),
    "new_source": ("h", "16.13"),
    "source_lost": ("h", "16.13"),
    "winter_losses": ("dd..", "16.13"),
    "winter_returns": ("dd.", "16.13"),
    "returned": ("uh", "16.13"),
    "units_return": ("d.", "16.13"),
    "spring_1813": ("", "16.13"),
    "napoleon_gone": ("d", "16.13"),
    "napoleon_away": ("d", "16.13"),
    "napoleon_stays": ("d", "16.13"),
    "napoleon_returns": ("d", "16.13"),
    "napoleon_away_still": ("d", "16.13"),
    "cards_shuffled": (".", "16.1"),
    "card_dealt": ("c", "16.1"),
    "card_drawn": ("c", "16.1"),
    "card_laid": ("sc", "16.1"),
    "card_used": ("sc", "16.1"),
    "unit_named": ("u", "16.1"),
    "unit_barred": ("u", "16.1"),
    "rivers_frozen": ("s", "16.1"),
    "river_bridged": ("shh", "16.1"),
    "bridge_broken": ("hh", "16.1"),
    "forage_saved": ("h", "16.1"),
    "dismissed": ("uh", "16.7"),
    "napoleon_leaves": ("", "16.1"),
    "comes_early": ("u", "16.1"),
    "reserve_toll": ("d", "16.7"),
    "ukraine_rises": ("hd", "16.8"),
    "ukraine_quiet": ("hd", "16.8"),
    "army_dissolved": ("U", "16.8"),
    "independence": ("", "16.9"),
    "swedes_join": ("d", "16.12"),
    "swedes_stay": ("d", "16.12"),
    "chaos": ("hd", "16.5"),
    "obeyed": ("hd", "16.5"),
    "constantine_waits": ("hd", "16.4"),
    "constantine_goes": ("hd", "16.4"),
    "move_lost": ("sh", "16.5"),
}
FRENCH_ONLY: Final = {
    "reserve_toll",
    "napoleon_leaves",
    "independence",
    "capital_taken",
    "capital_left",
    "forage_failed",
    "forage_found",
    "napoleon_lost",
    "forage_rolled",
    "cossacks_raid",
    "cossacks_near",
}


def focus(world: World, event: Event) -> Focus:
    """What a line of the log points at."""
    kinds, rule = EVENTS.get(event.key, ("", None))
    hexes: list[str] = []
    dice: list[int] = []
    card: str | None = None
    side = FRENCH if event.key in FRENCH_ONLY else -1
    for kind, value in zip(kinds, event.args, strict=False):
        assert isinstance(value, int)
        if kind == "h":
            hexes.append(world.grid.names[value])
        elif kind == "d":
            dice.append(value)
        elif kind == "c":
            card = str(value)
        elif side < 0:
            side = _side_of(world, kind, value)
    return Focus(places=hexes, side=SIDES[side] if side >= 0 else None, rule=rule, dice=dice, card=card)


def _side_of(world: World, kind: str, value: int) -> int:
    if kind == "s":
        return value
    if kind == "u":
        return world.side_of[value]
    return world.side_of[bits(value)[0]] if kind == "U" and value else -1


def held(face: Seen) -> dict[str, Holding]:
    """[14.7] The cities that count, and who scores them."""
    s, pen = face.known, face.pen
    names = s.world.grid.names
    return {names[h]: Holding(SIDES[holder(s, h)], pen.town(h), value) for h, value in s.world.vp_cities}


# where a choice made in several steps stands


def crumbs(face: Seen) -> list[str]:
    """The steps already taken: stack, units, commanders, way; for an attack: stack, target, units, commands."""
    s, side, pen = face.known, face.side, face.pen
    asked = type(s.agenda[-1]).__name__ if s.agenda else ""
    if s.march is not None and asked in ("MarchUnits", "MarchLeaders", "Route", "ChooseCover", "Attrition"):
        return _march_crumbs(s, side, pen)
    if s.battle is not None:
        return _battle_crumbs(s, pen)
    if asked == "RallyUnits":
        return [pen.town(s.rally_at), stack_text(s, side, s.rally_at, pen)]
    return []


def _march_crumbs(s: Campaign, side: int, pen: Pen) -> list[str]:
    m = s.march
    assert m is not None
    found = [pen.town(m.start)]
    if m.units:
        found.append(pen.count(m.units.bit_count()))
    if m.leaders:
        found.append(pen.units(m.leaders))
    if m.hexes:
        found.append(pen("crumb.way", m.hexes, m.here))
    return found


def _battle_crumbs(s: Campaign, pen: Pen) -> list[str]:
    b = s.battle
    assert b is not None
    found = [pen("crumb.attack", b.start, b.target)]
    if b.units:
        found.append(pen.count(b.units.bit_count()))
    if b.cc[0] or b.cc[1]:
        found.append(pen("crumb.commands", b.cc[0], b.cc[1]))
    if b.fought:
        found.append(pen("crumb.margin", b.margin))
    return found


# the bar over the board


def clock(face: Seen) -> Clock:
    s, pen = face.state, face.pen
    return Clock(
        turn=s.turn,
        phase=s.phase,
        phase_name=pen(f"phase.{s.phase}"),
        month=month_of(s, pen),
        winter=s.winter,
        turns=track(s, pen),
    )


def side_note(face: Seen, who: int) -> str:
    """Combat Commands while they count, else what is left to place (one's own Trains only), else the score's parts."""
    s, side, pen = face.known, face.side, face.pen
    if s.phase == 5:
        return pen("side_note.commands", s.cc[who])
    if s.phase == 2 and who == side:
        return pen("side_note.trains", s.to_place[who], s.dummies_left[who])
    if s.phase == 3 and who == side and s.genuine[who]:
        return pen("side_note.moves", sum(s.genuine[who].values()))
    if who == RUSSIAN:
        return pen("side_note.points", score(s)[who] - s.track, s.track)
    return pen("side_note.units", on_map(s, s.world.fighters[who]).bit_count())


def on_map(s: Campaign, units: int) -> int:
    """Of these units those on the map, wherever they are."""
    return sum([1 << u for u in bits(units) if s.at[u] >= 0 or s.at[u] == UNSEEN])


# tables


def sidebar(face: Seen) -> Sidebar:
    """Tables one click away; every text is ready to be read."""
    s, side, pen = face.known, face.side, face.pen
    found = [trains_table(s, pen), arrivals_table(s, pen), points_table(s, pen), strength_table(s, pen)]
    found += [army_table(s, who, pen) for who in (FRENCH, RUSSIAN)]
    if side >= 0:
        found.insert(1, own_trains(s, side, pen))
    return Sidebar(tables=found, track=track(s, pen))


def table(name: str, rule: str, columns: list[str], rows: list[Row], pen: Pen, topic: str = "") -> Table:
    return tables.table(name, rule, columns, rows, pen, pen(f"table.{name}_note"), topic)


def row(*cells: Cell, side: int = -1, places: list[str] | None = None, now: bool = False) -> Row:
    return tables.row(*cells, side=SIDES[side] if side >= 0 else None, places=places, now=now)


def _armies(pen: Pen) -> list[str]:
    return [pen(f"player.{side}") for side in SIDES]


def trains_table(s: Campaign, pen: Pen) -> Table:
    """[7.3] Trains by turn, as printed, and what Depots lost to the enemy take off."""
    rows = [row(turn, *_row(s, turn), now=turn == s.turn) for turn in range(1, LAST_TURN + 1)]
    rows.append(row(pen("table.lost_trains"), *[f"−{n}" if n else "0" for n in s.lost_trains]))
    rows.append(row(pen("table.depots"), *[mask.bit_count() for mask in s.depots]))
    return table("trains", "7.3", [pen("table.turn"), *_armies(pen)], rows, pen)


def _row(s: Campaign, turn: int) -> tuple[int, int]:
    if s.advanced and s.affairs.year == 1813:
        return s.world.trains_1813.get(turn, s.world.trains[turn])
    return s.world.trains[turn]


def own_trains(s: Campaign, side: int, pen: Pen) -> Table:
    """One's own Trains on the map: what the enemy sees only as counters."""
    names = s.world.grid.names
    rows = []
    for h in sorted({*s.genuine[side], *s.dummies[side]}):
        rows.append(
            row(pen.place(h), s.genuine[side].get(h, 0), s.dummies[side].get(h, 0), side=side, places=[names[h]])
        )
    rows.append(row(pen("table.to_place"), s.to_place[side], s.dummies_left[side], side=side))
    return table("own_trains", "7.4", [pen("table.hex"), pen("marker.train"), pen("marker.dummy")], rows, pen)


def arrivals_table(s: Campaign, pen: Pen) -> Table:
    """[13.2] Reinforcements by turn and place."""
    world, rows = s.world, []
    for turn, due in world.due.items():
        for side in (FRENCH, RUSSIAN):
            for place in world.arrival_hexes:
                pieces = [u for u in bits(due & world.of_side[side] & s.roster()) if world.arrives[u][1] == place]
                if pieces:
                    state = pen(f"table.{_arrival_state(s, pieces)}")
                    hexes = [] if place == "W" else world.grid.list_names(world.arrival_hexes[place])
                    rows.append(
                        row(
                            turn,
                            ", ".join(pen.unit(u) for u in pieces),
                            pen(f"arrival.{place}"),
                            state,
                            side=side,
                            places=hexes,
                            now=turn == s.turn,
                        )
                    )
    columns = [pen(f"table.{name}") for name in ("turn", "pieces", "place", "state")]
    return table("arrivals", "13.2", columns, rows, pen)


def _arrival_state(s: Campaign, pieces: list[int]) -> str:
    if any(s.at[u] == WAITING for u in pieces):
        return "coming"
    return "lost" if all(s.at[u] == DEAD for u in pieces) else "arrived"


def points_table(s: Campaign, pen: Pen) -> Table:
    """[14.7] Victory points so far, city by city, and the battle track."""
    rows = []
    for h, value in s.world.vp_cities:
        owner = RUSSIAN if s.own_land(RUSSIAN) >> h & 1 else FRENCH
        holder = 1 - owner if s.pres[1 - owner] >> h & 1 else owner
        cells = [value if holder == side else "" for side in (FRENCH, RUSSIAN)]
        rows.append(row(pen.town(h), *cells, side=holder, places=[s.world.grid.names[h]]))
    rows.append(row(pen("table.battle_track"), "", s.track, side=RUSSIAN))
    rows.append(row(pen("table.total"), *score(s)))
    return table("points", "14.7", [pen("table.city"), *_armies(pen)], rows, pen)


def strength_table(s: Campaign, pen: Pen) -> Table:
    """Both armies in numbers; [15.1] the state of units face down is their owner's to know."""
    world = s.world
    alive = [on_map(s, world.fighters[side]) for side in (FRENCH, RUSSIAN)]
    gone = [sum(s.at[u] == DEAD for u in bits(world.fighters[side] & s.roster())) for side in (FRENCH, RUSSIAN)]
    rows = [row(pen("table.on_map"), *[mask.bit_count() for mask in alive])]
    for name, mask in (("infantry", world.infantry), ("cavalry", world.cavalry), ("artillery", world.artillery)):
        rows.append(row(pen(f"kind.{name}"), *[(side & mask).bit_count() for side in alive]))
    for flag, marked in (("disrupted", s.disrupted), ("supplied", s.supplied)):
        cells = ["?" if s.veil.backs[who] else (mask & marked).bit_count() for who, mask in enumerate(alive)]
        rows.append(row(pen(f"flag.{flag}"), *cells))
    rows.append(row(pen("table.lost_units"), *gone))
    rows.append(row(pen("table.next_commands"), *s.cc_base))
    return table("strength", "3.2", [pen("table.army"), *_armies(pen)], rows, pen, tables.ARMIES)


def _strength(s: Campaign, u: int, pen: Pen) -> str:
    """[3.2] What a counter is, with its factors; a disrupted unit fights with none."""
    if s.world.commanders >> u & 1:
        return pen.troop(u)
    room = str(FACTORS[s.world.klass[u]]).replace(".", "," if pen.language == "it" else ".")
    return pen("table.factors", pen.troop(u), 0 if s.disrupted >> u & 1 else 1, room)


def army_table(s: Campaign, who: int, pen: Pen) -> Table:
    """[3.1] [3.2] The order of battle of a side: every counter that can be told, its factors, where it is and how."""
    names, rows = s.world.grid.names, []
    for u in bits(s.world.of_side[who] & s.roster()):
        if s.at[u] == UNSEEN:
            continue
        here = s.at[u] >= 0
        place = pen.place(s.at[u]) if here else pen("table.coming" if s.at[u] == WAITING else "table.lost")
        state = pen("flag.disrupted") if here and s.disrupted >> u & 1 else ""
        rows.append(
            row(pen.unit(u), _strength(s, u, pen), place, state, side=who, places=[names[s.at[u]]] if here else [])
        )
    head = [pen(f"table.{name}") for name in ("pieces", "strength_of", "place", "state")]
    found = table("army", "3.1", head, rows, pen, tables.MUSTER)
    found.id, found.title = f"army_{SIDES[who]}", pen("table.army_of", pen(f"player.{SIDES[who]}"))
    return found


# a click on a dark hex


def about(face: Seen, place: str) -> list[str]:
    """What somebody may have meant who clicked on a hex: actions to be asked why they are not legal."""
    s, side, h = face.known, face.side, face.state.world.grid.by_name.get(place)
    if h is None:
        return []
    asked = type(s.agenda[-1]).__name__ if s.agenda else ""
    name = s.world.grid.names[h]
    if asked == "Route" and s.march is not None:
        return [f"march {s.world.grid.names[s.march.here]} {name}"]
    if asked == "AttackOrder":
        return _attacks_on(s, side, h)
    if asked == "CallSupport" and s.battle is not None and callable_stacks(s, s.battle, int(s.battle.side != side)):
        return [f"call {name}"]
    return [f"{verb}{name}" for verb in _verbs_at(s, asked)]


def _verbs_at(s: Campaign, asked: str) -> tuple[str, ...]:
    """The beginnings of the actions that end with a hex, for a question."""
    frame = s.agenda[-1] if s.agenda else None
    first = frame.prompt(s)[0] if frame is not None and asked in ("Deploy", "CommanderGoal", "Shelter") else None
    if isinstance(first, int) and first >= 0:
        verb = {"Deploy": "deploy", "CommanderGoal": "send", "Shelter": "shelter"}[asked]
        return (f"{verb} {s.world.ids[first]} ",)
    return {
        "FirstDepots": ("depot ",),
        "MakeDepot": ("depot ",),
        "ConvertDepot": ("convert ",),
        "Rally": ("rally ",),
        "TakeOffDepots": ("remove ",),
        "PlaceTrain": ("train ", "dummy "),
        "MoveOrder": ("march ", "discard "),
        "Retreat": ("retreat ",),
        "PushOn": ("retreat ",),
    }.get(asked, ())


def _attacks_on(s: Campaign, side: int, h: int) -> list[str]:
    """From one's own hex: against its neighbours; else: from the stacks around, else from any stack."""
    names = s.world.grid.names
    if s.occ[side] >> h & 1:
        return [f"attack {names[h]} {names[n]}" for n in bits(s.world.near[h] & s.pres[1 - side])] or [
            f"attack {names[h]} {names[n]}" for n in bits(s.world.near[h])[:1]
        ]
    around = bits(s.world.near[h] & s.occ[side]) or bits(s.occ[side])[:1]
    return [f"attack {names[start]} {names[h]}" for start in around]
