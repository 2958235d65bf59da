"""The cadet of *Merde!*: knows what the general knows, but answers every tenth question without a thought."""

from __future__ import annotations

from grognard.bots.careless import Careless
from grognard.bots.general_merde import General
from grognard.bots.general_merde.mind import Mind


class Cadet(Careless[Mind], General):
    """Plays by the general's plans, carelessly."""
