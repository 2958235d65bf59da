"""The clash as a small stage: both parties with their markers, and the last exchange explained line by line."""

from __future__ import annotations

from typing import Final, cast

from grognard.games.merde.rules.combat.damage import severity
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE, TERM_RULES, Terms
from grognard.games.merde.table.describe import stance_note
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.world.lexicon import NAMES, SIDES
from grognard.games.merde.world.state import COMMANDING, FIGHTING, Battle, surveying
from grognard.games.merde.world.world import ARTILLERY, side_of
from grognard.kernel.wire import LastClash, Marker, Party, Stage, StageRow, Turned

STEPS: Final = {FIRE: "fire", CHARGE: "charge", MELEE: "melee"}
RULES: Final = {FIRE: "28.6", CHARGE: "29.3", MELEE: "29.4"}
SECRET: Final = ("FireStep", "ChargeExchange", "MeleeRound", "CavalryClash")


def stage(face: Seen) -> Stage | None:
    """[25.3] While an engagement is fought; how the last one ended is shown until the troops move again."""
    s, side, pen = face.state, face.side, face.pen
    asked = type(s.agenda[-1]).__name__ if s.agenda else ""
    if s.clash is None and (not s.tale or COMMANDING < s.phase < FIGHTING or asked == "Movement"):
        return None
    pieces = s.clash.pieces if s.clash is not None else [cast(int, s.tale[0][0]), cast(int, s.tale[0][1])]
    note = pen(f"stage.{asked}") if pen.has(f"stage.{asked}") else ""
    return Stage(
        title=pen("stage.title", pen.piece(pieces[0]), pen.piece(pieces[1])),
        note=note,
        rule=s.agenda[-1].rule if s.agenda and note else "25.3",
        key=f"{s.turn}-{s.sector}-{pieces[0]}-{pieces[1]}",
        over=s.clash is None,
        parties=surveying(s, lambda s: [_party(s, side, piece, asked, pen) for piece in pieces]),
        last=last(s, pen),
    )


def _party(s: Battle, side: int, piece: int, asked: str, pen: Pen) -> Party:
    """One regiment: its owner sees the faces of its markers, everybody how many there are."""
    who, p = side_of(piece), s.pieces[piece]
    open_question = asked in SECRET and s.clash is not None
    hand = p.hand if who == side else ()
    return Party(
        side=SIDES[who],
        name=pen.piece(piece),
        unit=NAMES["piece"][piece],
        note=stance_note(s, piece, pen) if p.squares else pen("note.gone"),
        count=len(p.hand),
        ready=open_question and s.drafts[who].closed,
        hand=[_marker(s, side, place, marker) for place, marker in enumerate(hand)],
    )


def _marker(s: Battle, side: int, place: int, marker: int) -> Marker:
    """A marker in one's own hand, with what turning it may mean now."""
    frame = s.agenda[-1] if s.agenda else None
    actions = []
    if frame is not None and side in frame.to_act(s):
        actions = [action.text for action in frame.options(s, side) if action.args == (place + 1,)]
    return Marker(id=str(place + 1), red=red(marker), blue=blue(marker), actions=actions)


def last(s: Battle, pen: Pen) -> LastClash | None:
    """[28.1] The totals of the last exchange; both attacks in one table where both attacked."""
    if not s.tale:
        return None
    step = cast(int, s.tale[0][2])
    rows: dict[str, list[str | float | None]] = {}
    columns: list[str] = []
    texts = []
    for place, entry in enumerate(s.tale):
        attack, defence = _sides(entry)
        for offset, terms in enumerate((attack, defence)):
            for name, value in terms:
                row = rows.setdefault(name, [None] * (2 * len(s.tale)))
                row[2 * place + offset] = value if name in ("strength", "total", "marker") else f"{value:+d}"
        columns += [
            pen("stage.attack", pen.piece(cast(int, entry[0]))),
            pen("stage.defence", pen.piece(cast(int, entry[1]))),
        ]
        texts.append(_result(s, entry, attack, defence, pen))
    order = [name for name in rows if name not in ("marker", "total")] + ["marker", "total"]
    return LastClash(
        key=repr(s.tale),
        title=pen(f"stage.{STEPS[step]}"),
        rule=RULES[step],
        text=" ".join(texts),
        columns=columns,
        turned=_turned(s, pen),
        rows=[StageRow(pen(f"term.{name}"), TERM_RULES.get(name, ""), rows[name]) for name in order],
    )


def _sides(entry: tuple[object, ...]) -> tuple[Terms, Terms]:
    """The terms of an attack and of the defence against it, with the marker and the sum."""
    attack, defence = list(cast(Terms, entry[3])), list(cast(Terms, entry[5]))
    marker, mine = cast(int, entry[4]), cast(int, entry[6])
    attack.append(("marker", red(marker)))
    defence.append(("marker", blue(mine) if mine >= 0 else 0))
    for terms in (attack, defence):
        terms.append(("total", sum([value for _, value in terms])))
    return attack, defence


def _turned(s: Battle, pen: Pen) -> list[Turned]:
    """The markers as they lay on the table, each once."""
    found: dict[int, Turned] = {}
    for entry in s.tale:
        piece, foe, marker, mine = cast(int, entry[0]), cast(int, entry[1]), cast(int, entry[4]), cast(int, entry[6])
        found[piece] = Turned(side=SIDES[side_of(piece)], word="", red=red(marker), blue=blue(marker))
        if foe not in found:
            none = mine < 0
            found[foe] = Turned(
                side=SIDES[side_of(foe)],
                word=pen("stage.no_marker") if none else "",
                red=None,
                blue=None if none else blue(mine),
            )
    return list(found.values())


def _result(s: Battle, entry: tuple[object, ...], attack: Terms, defence: Terms, pen: Pen) -> str:
    """[30.1] What the difference did."""
    difference = dict(attack)["total"] - dict(defence)["total"]
    foe = cast(int, entry[1])
    key = "battery" if s.arm(foe) == ARTILLERY and difference > 0 else str(severity(difference))
    return pen(f"stage.result_{key}", pen.piece(foe), f"{difference:+d}")
