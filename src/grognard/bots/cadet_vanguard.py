"""The cadet of *Arrivano i francesi!*: knows what the colonel knows; every tenth answer is without a thought."""

from __future__ import annotations

from grognard.bots.careless import Careless
from grognard.bots.colonel_vanguard import Colonel
from grognard.bots.colonel_vanguard.mind import Thought


class Cadet(Careless[Thought], Colonel):
    """Plays by the colonel's plans, carelessly."""
