"""The cadet of the miniatures sheet: knows what the captain knows; every tenth answer is without a thought."""

from __future__ import annotations

from grognard.bots.captain_tabletop import Captain
from grognard.bots.captain_tabletop.field import Field
from grognard.bots.careless import Careless


class Cadet(Careless[Field], Captain):
    """Plays by the captain's plans, carelessly."""
