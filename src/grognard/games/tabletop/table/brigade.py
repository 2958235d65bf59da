"""[3.2] The brigade of the unit that is asked, as the order of battle has it: who is who, and who has done what."""

from __future__ import annotations

from grognard.games.tabletop.rules.fire import DeclareFire
from grognard.games.tabletop.rules.movement.moves import MoveUnit, Troops
from grognard.games.tabletop.table.margins import state_of
from grognard.games.tabletop.table.pen import Pen, Seen
from grognard.games.tabletop.world.state import Battle
from grognard.kernel.wire import Roll, RollRow


def roll(face: Seen) -> Roll | None:
    """The units of a brigade with their numbers; none where nobody in particular is asked."""
    s, side, pen = face.state, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if not isinstance(frame, DeclareFire | MoveUnit) or frame.side != side:
        return None
    command = s.info(frame.u).command
    troops = [u for u in range(len(s.units)) if s.info(u).command == command and s.units[u].on_table]
    rows = [
        RollRow(
            unit=s.info(u).id,
            label=pen.unit(u),
            note=pen("note.in_roll", state_of(s, u, pen), s.units[u].bases),
            state=doing(s, u, frame, pen),
            now=u == frame.u,
        )
        for u in troops
    ]
    return Roll(title=title(s, command, pen), note=pen.order(s.commands[command].order), rows=rows)


def title(s: Battle, command: int, pen: Pen) -> str:
    """A command by its general where it has one."""
    brigadier = s.world.brigadier(command)
    return pen("note.brigade", pen.general(brigadier)) if brigadier >= 0 else pen.command(command)


def doing(s: Battle, u: int, frame: DeclareFire | MoveUnit, pen: Pen) -> str:
    """[5.7] [7.12] What a unit has done of this step, or is still to do."""
    if isinstance(frame, DeclareFire):
        waiting = [f.u for f in s.agenda if isinstance(f, DeclareFire)]
        if u == frame.u:
            return pen("roll.fires_now")
        if any([shot.shooter == u for shot in s.shots]):
            return pen("roll.aims")
        return pen("roll.to_fire" if u in waiting else "roll.no_target")
    if u == frame.u:
        return pen("roll.moves_now")
    able = [v for f in s.agenda if isinstance(f, Troops) and f.side == frame.side for v in f.able(s)]
    return pen("roll.moved") if s.units[u].moved else pen("roll.to_move") if u in able else ""
