"""The battle as the table shows it: the whole table is open [4.3]."""

from __future__ import annotations

from grognard.games.tabletop.table import areas, brigade, describe, forecast, margins, overlays, rehearsal, shortcuts
from grognard.games.tabletop.table.pen import Seen


class BattleFace(Seen):
    """The miniatures as they stand."""

    region = describe.describe_region
    describe = describe.describe
    areas = areas.areas
    rehearse = rehearsal.rehearse
    crumbs = margins.crumbs
    roll = brigade.roll
    shortcuts = shortcuts.shortcuts
    about = margins.about
    forecast = forecast.forecast
    clock = margins.clock
    held = margins.held
    side_note = margins.side_note
    overlays = overlays.overlays
    sidebar = margins.sidebar
