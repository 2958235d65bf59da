"""The battle as the table shows it to one side."""

from __future__ import annotations

from grognard.games.vanguard.table import dark, describe, forecast, margins, overlays, shortcuts, together
from grognard.games.vanguard.table.pen import Seen


class BattleFace(Seen):
    """Montebello or Campotenese."""

    describe = describe.describe
    crumbs = margins.crumbs
    shortcuts = shortcuts.shortcuts
    companies = together.companies
    together = together.together
    about = margins.about
    dark = dark.dark
    forecast = forecast.forecast
    clock = margins.clock
    held = margins.held
    side_note = margins.side_note
    sight = overlays.sight
    overlays = overlays.overlays
    sidebar = margins.sidebar
