"""[3.3] [6.2] An army laid out in any order: a tray of units, where each may stand, and the answers that write it down.

The rules ask unit after unit in the order of the roster. What is laid here is kept by the page until every unit has its
place; then it is said in that order, and the rules have the last word.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.merde.rules.layout import TROOPS, Layout, free_spots, layout, spots, stage_of, start_formations
from grognard.games.merde.rules.setup import BattlePlan
from grognard.games.merde.table.counters import drawn
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.table.rehearsal import Rehearsal
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, LEXICON, NAMES, make
from grognard.games.merde.world.state import Battle
from grognard.kernel.face import Stand
from grognard.kernel.wire import Berth, Laying, Option, Pick


def lay(face: Seen, placed: Mapping[str, Stand], unit: str) -> Laying | None:
    """The tray, with what has been placed already, and where the unit in hand may stand."""
    s, side, pen = face.state, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if not isinstance(frame, BattlePlan) or side < 0 or side not in frame.to_act(s):
        return None
    plan = layout(s, side, s.drafts[side])
    if stage_of(s, side, s.drafts[side], plan) != TROOPS:
        return None
    waiting = s.world.roster[side][len(plan.squares) :]
    if waiting[0] in plan.formation:
        return None  # one unit is written half: it is finished first
    _place(s, side, plan, waiting, placed)
    chosen = {NAMES["piece"][piece]: piece for piece in waiting}.get(unit, -1)
    return Laying(
        berths=[_berth(s, plan, piece, pen) for piece in waiting],
        goals=_goals(s, side, plan, chosen, pen) if chosen >= 0 else [],
        units=drawn(s, side, plan),
        actions=_said(s, side, plan, waiting),
        label=pen("shortcut.lay_out"),
    )


def _place(s: Battle, side: int, plan: Layout, waiting: tuple[int, ...], placed: Mapping[str, Stand]) -> None:
    """Formation and front as wished, or the scenario's formation towards the enemy; places as far as there is room."""
    for piece in waiting:
        wish = placed.get(NAMES["piece"][piece], Stand())
        may = start_formations(s, piece)
        form = FORMATIONS.index(wish.form) if wish.form in FORMATIONS else s.world.stock(piece).formation
        plan.formation[piece] = form if form in may else may[0]
        plan.facing[piece] = FACINGS.index(wish.front) if wish.front in FACINGS else s.world.ahead[side]
    for piece in waiting:
        sq = LEXICON.index["square"].get(placed.get(NAMES["piece"][piece], Stand()).place)
        if sq is not None and sq in free_spots(s, side, plan, piece):
            plan.squares[piece] = spots(s, piece, plan.formation[piece], plan.facing[piece], sq)


def _berth(s: Battle, plan: Layout, piece: int, pen: Pen) -> Berth:
    name = NAMES["piece"][piece]
    form, front = FORMATIONS[plan.formation[piece]], FACINGS[plan.facing[piece]]
    forms = [FORMATIONS[f] for f in start_formations(s, piece)]
    return Berth(
        unit=name,
        form=form,
        front=front,
        place=NAMES["square"][plan.squares[piece][0]] if piece in plan.squares else None,
        label=pen.piece(piece),
        picture=f"{name}.{form}.{front}",
        forms=[Pick(value=f, label=pen(f"formation.{f}"), picture=f"{name}.{f}.{front}") for f in forms],
        fronts=[Pick(value=f, label=pen(f"facing.{f}"), picture=f"{name}.{form}.{f}") for f in FACINGS],
    )


def _goals(s: Battle, side: int, plan: Layout, piece: int, pen: Pen) -> list[Option]:
    """Where it may stand, its present place among them."""
    others = Layout()
    others.formation, others.facing = plan.formation, plan.facing
    others.squares = {p: squares for p, squares in plan.squares.items() if p != piece}
    return [
        Option(
            action=f"lay {NAMES['square'][sq]}",
            label=pen("label.place", pen.square(sq)),
            verb="lay",
            group="place",
            place=NAMES["square"][sq],
        )
        for sq in free_spots(s, side, others, piece)
    ]


def _said(s: Battle, side: int, plan: Layout, waiting: tuple[int, ...]) -> list[str]:
    """The answers that write it all down; none while somebody has no place."""
    if any(piece not in plan.squares for piece in waiting):
        return []
    rehearsal = Rehearsal(s, side, BattlePlan())
    for piece in waiting:
        rehearsal.say(make("form", plan.formation[piece]))
        rehearsal.say(make("front", plan.facing[piece]))
        rehearsal.say(make("place", plan.squares[piece][0]))
    return rehearsal.said
