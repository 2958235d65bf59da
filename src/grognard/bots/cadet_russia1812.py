"""The cadet of 1812: knows what the major knows, but answers every tenth question without a thought."""

from __future__ import annotations

from grognard.bots.careless import Careless
from grognard.bots.major_russia1812 import Major
from grognard.bots.marshal_russia1812.mind import Mind


class Cadet(Careless[Mind], Major):
    """Plays by the major's plans, carelessly."""
