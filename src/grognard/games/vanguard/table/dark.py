"""[9.1] Why a hex is dark while somebody moves."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.vanguard.rules.movement.steps import Step
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.table.barrier import barrier
from grognard.games.vanguard.table.pen import Seen
from grognard.games.vanguard.table.shortcuts import trips
from grognard.games.vanguard.table.together import Asking, asking, movable, set_out
from grognard.games.vanguard.world.moving import Move
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.ban import Reason


def dark(
    face: Seen, place: str, hand: str = "", units: Sequence[str] | None = None, steps: Sequence[str] = ()
) -> list[Reason]:
    """Why those who move cannot end there; nothing where nobody moves, or where the single step says it better."""
    s = face.state
    goal = s.world.grid.by_name.get(place)
    frame = s.agenda[-1] if s.agenda else None
    if goal is None or frame is None or frame.side != face.side:
        return []
    m = s.move
    if isinstance(frame, Step) and m is not None:
        beside = m.here >= 0 and (s.world.near[m.here] | 1 << m.here) >> goal & 1
        return [] if beside or m.shot or m.charge else of_move(s, m, goal)
    asked = asking(s, face.side)
    return of_company(s, asked, units, hand, goal) if asked is not None and units else []


def of_move(s: Battle, m: Move, goal: int) -> list[Reason]:
    ways = Ways(s, m)
    reached = trips(s, m, ways)
    return [] if goal in reached else [barrier(ways, goal, reached)]


def of_company(s: Battle, frame: Asking, units: Sequence[str], hand: str, goal: int) -> list[Reason]:
    """Of several in hand, what keeps the one who is to come to the goal; else too few could follow."""
    r, names = s.world.roster, s.world.grid.names
    sent = [u for u in movable(s, frame) if r.ids[u] in units]
    if not sent:
        return []
    first = next((u for u in sent if s.at[u] >= 0 and names[s.at[u]] == hand), sent[0])
    if s.at[first] == goal:
        return []
    return of_move(s, set_out(s, frame, first), goal) or [("9.1", "few_follow", (s.spot(goal),))]
