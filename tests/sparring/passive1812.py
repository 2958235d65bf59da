"""The passive enemy of 1812: feeds himself and stays where he is."""

from __future__ import annotations

from sparring.soldier1812 import Soldier


class Passive(Soldier):
    """Never goes anywhere, never attacks."""
