"""The battle as the table shows it to one side."""

from __future__ import annotations

from grognard.games.merde.table import dark, describe, forecast, laying, margins, overlays, shortcuts, stage
from grognard.games.merde.table.pen import Seen


class BattleFace(Seen):
    """One of the five battles, or one of the workshop."""

    describe = describe.describe
    crumbs = margins.crumbs
    shortcuts = shortcuts.shortcuts
    lay = laying.lay
    about = margins.about
    dark = dark.dark
    forecast = forecast.forecast
    clock = margins.clock
    side_note = margins.side_note
    backdrop = overlays.backdrop
    sight = overlays.sight
    overlays = overlays.overlays
    sidebar = margins.sidebar
    stage = stage.stage
