"""The frame of the table: the clock, tables one click away, words about each side, what a log line is about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from grognard.board.squares import nearest
from grognard.games.merde.rules.combat.fights import Deal, dealt_now
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.layout import FLAGS, JOINING, ORDERING, STAFF, TROOPS, layout, stage_of
from grognard.games.merde.rules.messages import NUMBER, Orders
from grognard.games.merde.rules.movement.plans import FIRST_GENERAL
from grognard.games.merde.rules.setup import BattlePlan
from grognard.games.merde.table.describe import current, kinds_of, stance_note
from grognard.games.merde.table.overlays import square_of
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.world.lexicon import GENERALS, GROUPS, MOVES, NAMES, OPEN, PIECES, SIDES, SUPPORT
from grognard.games.merde.world.state import Battle
from grognard.kernel import tables
from grognard.kernel.face import Focus
from grognard.kernel.frame import Event
from grognard.kernel.i18n import Catalogue
from grognard.kernel.tables import ARMIES, Row
from grognard.kernel.wire import Clock, Sidebar, Table, Turn

_SLOT = re.compile(r"\{(\d+):(\w+)")
EVENT_RULES: Final = {
    "weather": "17.1",
    "weather_card": "17.1",
    "plans_shown": "3.3",
    "messenger": "21.3",
    "messenger_lost": "21.4",
    "letter": "21.2",
    "delivery": "21.5",
    "understanding": "21.5",
    "new_order": "21.5",
    "new_sequence": "21.6",
    "scout": "19.3",
    "uncovered": "19.1",
    "decoy_seen": "19.2",
    "out_of_command": "10.2",
    "successor": "36.4",
    "step": "20.1",
    "marches": "20.5",
    "changes": "15.1",
    "rides": "20.12",
    "contested": "20.7",
    "displaced": "20.9",
    "attack_column": "18.3",
    "disordered": "14.5",
    "interpenetrates": "14.7",
    "works": "38.2",
    "work_done": "38.2",
    "shot": "24.5",
    "shot_bridge": "41.2",
    "battery_hit": "24.7",
    "engineers_hit": "38.2",
    "bridge_destroyed": "41.2",
    "shelled": "39.2",
    "shelled_out": "39.2",
    "skirmish_shot": "27.3",
    "sector": "25.2",
    "cards": "25.2",
    "dealt": "26.1",
    "hand": "26.3",
    "engages": "25.3",
    "rear": "35.2",
    "fire_step": "28.6",
    "attack": "28.1",
    "face": "30.1",
    "marker_lost": "30.1",
    "men_lost": "30.3",
    "eliminated": "30.3",
    "paused": "28.6",
    "no_markers_left": "29.6",
    "assault": "29.2",
    "converges": "29.5",
    "advances": "29.7",
    "battery_taken": "24.8",
    "charge_announced": "31.2",
    "countercharge": "31.3",
    "square_test": "32.1",
    "returns": "31.7",
    "pursues": "31.6",
    "replaces": "34.1",
    "morale": "33.2",
    "exempt": "33.3",
    "routs": "37.5",
    "routs_to": "37.5",
    "falls_back": "37.4",
    "falls_back_to": "37.4",
    "run_down": "12.2",
    "surrenders": "14.8",
    "trapped": "37.4",
    "leaves_field": "37.5",
    "cannot_retreat": "37.4",
    "shaken": "37.3",
    "rally": "37.1",
    "rout_test": "37.2",
    "dispersed": "37.2",
    "steady": "37.3",
    "general_unhurt": "36.3",
    "general_lost": "36.3",
    "flag": "42.1",
    "holds": "18.2",
    "cic_captured": "42.2",
    "victory": "1.1",
    "draw": "1.3",
    "turn": "4.1",
    "phase": "4.1",
    "alone": "45.1",
    "contingency": "45.2",
}


def clock(face: Seen) -> Clock:
    """[4.1] Turn, phase and, in the movement, the number now activated; where months are written stands the battle."""
    s, pen = face.state, face.pen
    name = pen(f"phase.{s.phase}")
    if s.phase and s.agenda and type(s.agenda[-1]).__name__ == "Movement":
        name = pen(f"step.{s.step}") if pen.has(f"step.{s.step}") else pen("step.number", s.step)
    return Clock(
        turn=s.turn,
        phase=s.phase,
        phase_name=name,
        month=pen.named(f"scenario.{s.world.id}", s.world.scenario.title),
        turns=[Turn(turn=n, month="", winter=False) for n in range(1, s.world.turn_limit + 1)],
    )


def side_note(face: Seen, who: int) -> str:
    """[1.1] Flags taken and needed."""
    s, pen = face.state, face.pen
    return pen("side_note.flags", s.captured[who], s.world.flags_needed)


def crumbs(face: Seen) -> list[str]:
    """The piece whose plan is being written, and the points it has left."""
    s, side, pen = face.state, face.side, face.pen
    if side < 0:
        return []
    scheme = current(s, side)
    if scheme is not None:
        left = max(0, scheme.limit - max(scheme.spent))
        return [pen.piece(scheme.piece), pen.formation(scheme.formation), pen("note.points_left", left)]
    if s.agenda and isinstance(s.agenda[-1], BattlePlan):
        return _set_up_crumbs(s, side, pen)
    if s.agenda and isinstance(s.agenda[-1], Deal):
        names = [pen.piece(p) for p in dealt_now(s, side)]
        return [pen("crumb.dealt", ", ".join(names))] if names else []
    chosen = s.drafts[side].chosen
    if chosen >= FIRST_GENERAL:
        return [pen.general(chosen - FIRST_GENERAL)]
    return _letter_crumbs(s, side, pen) if s.agenda and isinstance(s.agenda[-1], Orders) else []


def _letter_crumbs(s: Battle, side: int, pen: Pen) -> list[str]:
    """[21.2] The group that is written to, its new order and column."""
    draft = s.drafts[side]
    order, column = draft.notes[0] if draft.notes else (-1, -1)
    found = [pen.group(draft.chosen)] if draft.chosen >= 0 else []
    found += [pen.order(order)] if found and order >= 0 else []
    return [*found, pen.column(column)] if draft.stage == NUMBER else found


def _set_up_crumbs(s: Battle, side: int, pen: Pen) -> list[str]:
    """[3.3] Whose turn it is while an army is laid out, and how many of how many."""
    draft = s.drafts[side]
    plan = layout(s, side, draft)
    stage = stage_of(s, side, draft, plan)
    troops, staff = s.world.roster[side], s.world.generals[side]
    if stage == FLAGS:
        return [pen("crumb.flag", len(plan.flags) + 1, s.world.field.columns)]
    if stage == TROOPS:
        return [pen.piece(troops[len(plan.squares)]), pen("crumb.of", len(plan.squares) + 1, len(troops))]
    if stage == STAFF:
        return [pen.general(staff[len(plan.posts)]), pen("crumb.of", len(plan.posts) + 1, len(staff))]
    if stage == JOINING:
        return [pen.piece(troops[len(plan.member)]), pen("crumb.of", len(plan.member) + 1, len(troops))]
    if stage == ORDERING:
        members = [pen.piece(p) for p, at in plan.member.items() if at == len(plan.orders)]
        return [", ".join(members), pen("crumb.of", len(plan.orders) + 1, max(plan.member.values()) + 1)]
    return []


# tables


def row(*cells: object, side: str | None = None, places: list[str] | None = None, now: bool = False) -> Row:
    return tables.row(*[str(cell) for cell in cells], side=side, places=places, now=now)


def table(key: str, rule: str, head: list[str], rows: list[Row], pen: Pen) -> Table:
    return tables.table(key, rule, head, rows, pen)


def sidebar(face: Seen) -> Sidebar:
    """What everybody may know, and one's own markers."""
    s, side, pen = face.state, face.side, face.pen
    found = [_plan_table(s, side, pen), _troops_table(s, side, pen), _flags_table(s, pen), _field_table(s, pen)]
    if side >= 0:
        found.insert(0, _hands_table(s, side, pen))
    return Sidebar(tables=[each for each in found if each.rows], track=[])


def _squares(s: Battle, pieces: list[int]) -> list[str]:
    return [NAMES["square"][sq] for p in pieces for sq in s.pieces[p].squares]


def _names(s: Battle, side: int, pieces: list[int], pen: Pen) -> str:
    """Those of a group whom a side can tell; [19.1] if none, that they are hidden."""
    told = [pen.piece(p) for p in pieces if p // PIECES == side or not s.pieces[p].hidden]
    return ", ".join(told) or (pen("piece.hidden") if pieces else "")


def _plan_table(s: Battle, side: int, pen: Pen) -> Table:
    """[18.1] The Command markers on the board: order, number, aim; [19.1] of each hidden counter its marker alone."""
    rows = []
    for number, group in enumerate(s.groups):
        if group is None:
            continue
        who = number // GROUPS
        members = s.members(number)
        veiled = [p for p in members if who != side and s.pieces[p].hidden]
        known = [p for p in members if p not in veiled]
        sign = (str(group.number) if group.order in MOVES else "", pen.order(group.order))
        now = group.number == s.step > 0
        if known:
            backed = [] if group.supports < 0 else s.members(group.supports)
            goal = _names(s, side, backed, pen) if group.order == SUPPORT else pen.column(group.column)
            names = _names(s, side, known, pen)
            rows.append(row(sign[0], names, sign[1], goal, side=SIDES[who], places=_squares(s, known), now=now))
        rows += [
            row(sign[0], pen("piece.hidden"), sign[1], "", side=SIDES[who], places=[name], now=now)
            for name in _squares(s, veiled)
        ]
    head = [pen(f"table.{name}") for name in ("number", "group", "order", "aim")]
    rows.sort(key=lambda entry: (entry.side or "", int(entry.cells[0] or 99), entry.places))
    return table("plan", "18.1", head, rows, pen)


def _troops_table(s: Battle, side: int, pen: Pen) -> Table:
    """Strength and state of every regiment and battery that can be told."""
    rows = []
    for who in (0, 1):
        for p in s.troops(who):
            if who == side or not s.pieces[p].hidden:
                rows.append(
                    row(
                        pen.piece(p),
                        pen(f"level.{s.world.stock(p).level}"),
                        stance_note(s, p, pen),
                        side=SIDES[who],
                        places=_squares(s, [p]),
                    )
                )
    head = [pen(f"table.{name}") for name in ("troops_head", "level", "state")]
    found = table("troops", "8.2", head, rows, pen)
    found.topic = ARMIES
    return found


def _flags_table(s: Battle, pen: Pen) -> Table:
    """[1.1] Flags still flying and taken; [1.4] points removed."""
    rows = []
    for who in (0, 1):
        rows.append(
            row(
                pen.side(who),
                s.captured[who],
                s.world.flags_needed,
                s.removed[1 - who] // 2,
                side=SIDES[who],
                places=[NAMES["square"][sq] for sq in s.flags[who]],
            )
        )
    head = [pen(f"table.{name}") for name in ("army", "taken", "needed", "removed")]
    return table("flags", "1.1", head, rows, pen)


def _field_table(s: Battle, pen: Pen) -> Table:
    """[17.1] Weather, sight, turns."""
    plain, hill = s.world.weathers[s.weather].sight
    rows = [
        row(pen("table.weather"), pen(f"weather.{s.weather}")),
        row(pen("table.sight"), f"{plain} / {hill}"),
        row(pen("table.turns"), f"{s.turn} / {s.world.turn_limit}"),
    ]
    return table("field", "17.1", [pen("table.what"), ""], rows, pen)


def _hands_table(s: Battle, side: int, pen: Pen) -> Table:
    """[26.3] One's own markers in hand."""
    rows = []
    for p in s.troops(side):
        hand = s.pieces[p].hand
        if hand:
            text = "  ".join([f"{red(marker)}/{blue(marker)}" for marker in hand])
            rows.append(row(pen.piece(p), text, side=SIDES[side], places=_squares(s, [p])))
    return table("hands", "26.3", [pen("table.troops_head"), pen("table.markers")], rows, pen)


# a line of the log


@lru_cache(maxsize=512)
def _kinds(template: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(place), kind) for place, kind in _SLOT.findall(template))


def focus(words: Catalogue, event: Event) -> Focus:
    """Squares and side that an event speaks of, by the kinds its message gives its arguments."""
    hexes: list[str] = []
    side: int | None = None
    for place, kind in _kinds(words.messages["en"].get(f"event.{event.key}", "")):
        value = event.args[place] if place < len(event.args) else None
        if kind == "group" and isinstance(value, tuple):
            kind, value = "piece", value[0]
        if not isinstance(value, int) or value < 0:
            continue
        if kind == "square":
            hexes.append(NAMES["square"][value])
        elif side is None and kind in ("piece", "general", "group", "side"):
            side = value // {"piece": PIECES, "general": GENERALS, "group": GROUPS, "side": 1}[kind]
    whose = SIDES[side] if side in (0, 1) else None
    return Focus(places=hexes, side=whose, rule=EVENT_RULES.get(event.key))


# a click on a dark square


def about(face: Seen, place: str) -> list[str]:
    """What somebody may have meant who clicked on a square: actions to be asked why they are not legal.

    [19.1] An enemy counter that lies flag side up is nobody yet.
    """
    s, side, sq = face.state, face.side, square_of(face.state.world, place)
    if sq is None:
        return []
    name = NAMES["square"][sq]
    frame = type(s.agenda[-1]).__name__ if s.agenda else ""
    piece = s.at(sq)
    if piece >= 0 and s.pieces[piece].hidden and piece // PIECES != side:
        piece = -1  # [19.1] a refusal would name it
    if frame == "Movement":
        return _about_movement(s, side, name, piece)
    if frame == "Guns":
        return [f"fire {name} long"]
    if frame == "Name" and piece >= 0:
        return _about_naming(s, side, piece)
    return _like(s, side, name, piece)


def _like(s: Battle, side: int, name: str, piece: int) -> list[str]:
    """The same as what is on offer, said of this square, of the piece on it, or of that piece's group."""
    if not s.agenda or side not in s.agenda[-1].to_act(s):
        return []
    here = {("square",): name}
    if piece >= 0:
        here[("piece",)] = NAMES["piece"][piece]
        if s.pieces[piece].group >= 0:
            here[("group",)] = NAMES["group"][s.pieces[piece].group]
    shapes = {(action.verb, kinds_of(action)) for action in s.agenda[-1].options(s, side)}
    return sorted([f"{verb} {here[kinds]}" for verb, kinds in shapes if kinds in here])


def _about_movement(s: Battle, side: int, name: str, piece: int) -> list[str]:
    chosen = s.drafts[side].chosen
    if chosen >= FIRST_GENERAL:
        return [f"ride {name}"]
    if chosen >= 0:
        scheme = s.drafts[side].schemes[chosen]
        two = scheme.formation == OPEN and len(scheme.squares) == 2
        return [f"step 1 {name}", f"step 2 {name}"] if two else [f"step {name}"]
    return [f"plan {NAMES['piece'][piece]}"] if piece >= 0 else []


def _about_naming(s: Battle, side: int, piece: int) -> list[str]:
    own = piece // PIECES == side
    others = [p for p in s.troops(1 - side) if not s.pieces[p].hidden] if own else s.troops(side)
    near = sorted(others, key=lambda p: nearest(s.pieces[p].squares, s.pieces[piece].squares))
    return [f"engage {NAMES['piece'][piece if own else p]} {NAMES['piece'][p if own else piece]}" for p in near[:1]]
