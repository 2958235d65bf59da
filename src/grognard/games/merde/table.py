"""The frame of the table: the clock, tables one click away, words about each side, what a log line is about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from grognard.board.squares import nearest
from grognard.games.merde.describe import current, stance_note
from grognard.games.merde.lexicon import GENERALS, GROUPS, MOVES, NAMES, OPEN, PIECES, SIDES, SUPPORT
from grognard.games.merde.markers import blue, red
from grognard.games.merde.pen import Pen
from grognard.games.merde.plans import FIRST_GENERAL
from grognard.games.merde.setup import FLAGS, JOINING, ORDERING, STAFF, TROOPS, BattlePlan, layout, stage_of
from grognard.games.merde.state import Battle
from grognard.kernel.frame import Event
from grognard.kernel.i18n import Catalogue

Json = dict[str, Any]
_SLOT = re.compile(r"\{(\d+):(\w+)")


def clock(s: Battle, pen: Pen) -> Json:
    """[4.1] Turn, phase and, in the movement, the number now activated; where months are written stands the battle."""
    name = pen(f"phase.{s.phase}")
    if s.phase and s.agenda and type(s.agenda[-1]).__name__ == "Movement":
        name = pen(f"step.{s.step}") if pen.knows(f"step.{s.step}") else pen("step.number", s.step)
    turns = [{"turn": n, "month": "", "winter": False} for n in range(1, s.world.turn_limit + 1)]
    return {"turn": s.turn, "phase": s.phase, "phase_name": name, "turns": turns,
            "month": pen.translated(f"scenario.{s.world.id}", s.world.scenario.title)}  # fmt: skip


def side_note(s: Battle, who: int, pen: Pen) -> str:
    """[1.1] Flags taken and needed."""
    return pen("side_note.flags", s.captured[who], s.world.flags_needed)


def crumbs(s: Battle, side: int, pen: Pen) -> list[str]:
    """The piece whose plan is being written, and the points it has left."""
    if side < 0:
        return []
    scheme = current(s, side)
    if scheme is not None:
        left = max(0, scheme.limit - max(scheme.spent))
        return [pen.piece(scheme.piece), pen.formation(scheme.formation), pen("note.points_left", left)]
    if s.agenda and isinstance(s.agenda[-1], BattlePlan):
        return _set_up_crumbs(s, side, pen)
    chosen = s.drafts[side].chosen
    if chosen >= FIRST_GENERAL:
        return [pen.general(chosen - FIRST_GENERAL)]
    return []


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


def row(*cells: object, side: str | None = None, hexes: list[str] | None = None, now: bool = False) -> Json:
    return {"cells": [str(cell) for cell in cells], "side": side, "hexes": hexes or [], "now": now}


def table(key: str, rule: str, head: list[str], rows: list[Json], pen: Pen) -> Json:
    """A table as the shell draws it; ``about`` says of each row whose it is, where it lies, whether it is of now."""
    now = [i for i, row in enumerate(rows) if row["now"]]
    return {"id": key, "title": pen(f"table.{key}"), "rule": rule, "head": head, "rows": [row["cells"] for row in rows],
            "mark": now[0] if now else None, "note": "",
            "about": [{"side": row["side"], "hexes": row["hexes"], "now": row["now"]} for row in rows]}  # fmt: skip


def sidebar(s: Battle, side: int, pen: Pen) -> Json:
    """What everybody may know, and one's own markers."""
    found = [_plan_table(s, side, pen), _troops_table(s, side, pen), _flags_table(s, pen), _field_table(s, pen)]
    if side >= 0:
        found.insert(0, _hands_table(s, side, pen))
    return {"tables": [each for each in found if each["rows"]], "track": []}


def _squares(s: Battle, pieces: list[int]) -> list[str]:
    return [NAMES["square"][sq] for p in pieces for sq in s.pieces[p].squares]


def _plan_table(s: Battle, side: int, pen: Pen) -> Json:
    """[18.1] The Command markers on the board: order, number, column; hidden counters keep theirs visible [19.1]."""
    rows = []
    for number, group in enumerate(s.groups):
        members = [] if group is None else s.members(number)
        if group is None or not members:
            continue
        who = number // GROUPS
        hidden = who != side and all(s.pieces[p].hidden for p in members)
        names = pen("piece.hidden") if hidden else ", ".join([pen.piece(p) for p in members])
        goal = pen.group(group.supports) if group.order == SUPPORT and not hidden else pen.column(group.column)
        rows.append(row(group.number if group.order in MOVES else "", names, pen.order(group.order), goal,
                        side=SIDES[who], hexes=_squares(s, members), now=group.number == s.step > 0))  # fmt: skip
    head = [pen(f"table.{name}") for name in ("number", "group", "order", "aim")]
    rows.sort(key=lambda entry: (entry["side"] or "", int(entry["cells"][0] or 99)))
    return table("plan", "18.1", head, rows, pen)


def _troops_table(s: Battle, side: int, pen: Pen) -> Json:
    """Strength and state of every regiment and battery that can be told."""
    rows = []
    for who in (0, 1):
        for p in s.troops(who):
            if who == side or not s.pieces[p].hidden:
                rows.append(row(pen.piece(p), pen(f"level.{s.world.stock(p).level}"), stance_note(s, p, pen),
                                side=SIDES[who], hexes=_squares(s, [p])))  # fmt: skip
    head = [pen(f"table.{name}") for name in ("troops_head", "level", "state")]
    return table("troops", "8.2", head, rows, pen)


def _flags_table(s: Battle, pen: Pen) -> Json:
    """[1.1] Flags still flying and taken; [1.4] points removed."""
    rows = []
    for who in (0, 1):
        rows.append(row(pen.side(who), s.captured[who], s.world.flags_needed, s.removed[1 - who] // 2, side=SIDES[who],
                        hexes=[NAMES["square"][sq] for sq in s.flags[who]]))  # fmt: skip
    head = [pen(f"table.{name}") for name in ("army", "taken", "needed", "removed")]
    return table("flags", "1.1", head, rows, pen)


def _field_table(s: Battle, pen: Pen) -> Json:
    """[17.1] Weather, sight, turns."""
    plain, hill = s.world.weathers[s.weather].sight
    rows = [row(pen("table.weather"), pen(f"weather.{s.weather}")), row(pen("table.sight"), f"{plain} / {hill}"),
            row(pen("table.turns"), f"{s.turn} / {s.world.turn_limit}")]  # fmt: skip
    return table("field", "17.1", ["", ""], rows, pen)


def _hands_table(s: Battle, side: int, pen: Pen) -> Json:
    """[26.3] One's own markers in hand."""
    rows = []
    for p in s.troops(side):
        hand = s.pieces[p].hand
        if hand:
            text = "  ".join([f"{red(marker)}/{blue(marker)}" for marker in hand])
            rows.append(row(pen.piece(p), text, side=SIDES[side], hexes=_squares(s, [p])))
    return table("hands", "26.3", [pen("table.troops_head"), pen("table.markers")], rows, pen)


# a line of the log


@lru_cache(maxsize=512)
def _kinds(template: str) -> tuple[tuple[int, str], ...]:
    return tuple((int(place), kind) for place, kind in _SLOT.findall(template))


def focus(words: Catalogue, event: Event) -> Json:
    """Squares and side that an event speaks of, by the kinds its message gives its arguments."""
    hexes: list[str] = []
    side: int | None = None
    for place, kind in _kinds(words.messages["en"].get(f"event.{event.key}", "")):
        value = event.args[place] if place < len(event.args) else None
        if not isinstance(value, int) or value < 0:
            continue
        if kind == "square":
            hexes.append(NAMES["square"][value])
        elif side is None and kind in ("piece", "general", "group", "side"):
            side = value // {"piece": PIECES, "general": GENERALS, "group": GROUPS, "side": 1}[kind]
    rule = words.messages["en"].get(f"event_rule.{event.key}")
    return {"hex": hexes, "side": SIDES[side] if side in (0, 1) else None, "rule": rule, "dice": []}


# a click on a dark square


def about(s: Battle, side: int, sq: int) -> list[str]:
    """What somebody may have meant who clicked on a square: actions to be asked why they are not legal."""
    name = NAMES["square"][sq]
    frame = type(s.agenda[-1]).__name__ if s.agenda else ""
    piece = s.at(sq)
    if frame == "Movement":
        return _about_movement(s, side, name, piece)
    if frame == "Guns":
        return [f"fire {name} long"]
    if frame == "Name" and piece >= 0:
        return _about_naming(s, side, piece)
    verbs = {"Deal": "deal", "Rally": "rally", "Skirmish": "skirmish"}
    if frame in verbs and piece >= 0:
        return [f"{verbs[frame]} {NAMES['piece'][piece]}"]
    return [f"{verb} {name}" for verb in {"Deploy": ["place"], "Flags": ["flag"], "Scouts": ["scout"]}.get(frame, [])]


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
    others = s.troops(1 - side) if own else s.troops(side)
    near = sorted(others, key=lambda p: nearest(s.pieces[p].squares, s.pieces[piece].squares))
    return [f"engage {NAMES['piece'][piece if own else p]} {NAMES['piece'][p if own else piece]}" for p in near[:1]]
