"""The major of 1812: the marshal of before, who sends everybody to Moscow. Kept to measure the others by."""

from __future__ import annotations

from grognard.bots.marshal_russia1812 import Marshal
from grognard.bots.marshal_russia1812.style import MAJOR


class Major(Marshal):
    """Plays by the same doctrine, with the campaign plans of before."""

    style = MAJOR
