"""The campaign as the table shows it to one side."""

from __future__ import annotations

from grognard.games.russia1812.table import column, dark, describe, forecast, hand, margins, overlays, shortcuts
from grognard.games.russia1812.table.pen import Seen


class CampaignFace(Seen):
    """Everything is shown of what the side knows (15.1), and of nothing else."""

    describe = describe.describe
    crumbs = margins.crumbs
    shortcuts = shortcuts.shortcuts
    about = margins.about
    dark = dark.dark
    column = column.column
    forecast = forecast.forecast
    clock = margins.clock
    held = margins.held
    side_note = margins.side_note
    overlays = overlays.overlays
    sidebar = margins.sidebar
    cards = hand.cards
