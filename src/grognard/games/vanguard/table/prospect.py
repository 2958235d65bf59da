"""[4.4] [12.1] What a move of several would lead to: whom their General then reaches, and whom they could assault."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import attackable, available
from grognard.games.vanguard.rules.assault.charts import BELOW
from grognard.games.vanguard.rules.assault.muster import open_hexes
from grognard.games.vanguard.rules.command import within
from grognard.games.vanguard.rules.fog import visible
from grognard.games.vanguard.rules.odds import odds_of
from grognard.games.vanguard.table.forecast import forecast
from grognard.games.vanguard.table.overlays import hexes_of
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.pen import signed
from grognard.kernel.wire import Area, Prospect


def radii(face: Seen, after: Battle, sent: list[int]) -> list[Area]:
    """[4.4] The command radius of those who were sent, round where their General would stand."""
    r = after.world.roster
    found = []
    for f in sorted({r.formation_of[u] for u in sent} - {-1}):
        general = after.general(f)
        if general < 0 or after.at[general] < 0:
            continue
        label = face.pen("note.radius_of", face.pen.unit(general), r.radius[general])
        ground = hexes_of(after, within(after, general), after.at[general])
        found.append(Area(places=ground, style=f"radius letter-{r.letters[f]}", label=label))
    return found


def prospects(face: Seen, after: Battle, sent: list[int]) -> list[Prospect]:
    """[12.1] The assaults that those who were sent could then declare with all others who could."""
    moved = [u for u in sent if after.at[u] >= 0 and after.at[u] != face.state.at[u]]
    beside = after.world.grid.free.spread(sum(1 << h for h in {after.at[u] for u in moved}))
    return [_prospect(face, after, h) for h in bits(open_hexes(after) & beside)]


def _prospect(face: Seen, after: Battle, h: int) -> Prospect:
    """R-49: of what the side does not see now it is told no odds."""
    names, side = after.world.grid.names, face.side
    action = after.world.lexicon.make("assault", h)
    hidden = after.stack[h] & after.world.of_side[1 - side] & ~visible(face.state, side)
    starts = {after.at[u] for u in available(after) if attackable(after, u) >> h & 1}
    return Prospect(
        place=names[h],
        label=face.pen.place(h),
        tag=None if hidden else odds_tag(after, side, action, face.pen),
        starts=sorted([names[start] for start in starts]),
        forecast=None if hidden else forecast(type(face)(after, side, face.pen), action, {}),
    )


def odds_tag(after: Battle, side: int, action: Action, pen: Pen) -> str | None:
    """The column and the sum of the modifiers: ``1-1 +2``."""
    odds = odds_of(after, side, action, {})
    if odds is None or not odds.column:
        return None
    return f"{pen('forecast.below') if odds.column == BELOW else odds.column} {signed(odds.drm)}"
