"""A server that waits only a moment for a request to arrive whole."""

from __future__ import annotations

import sys
from pathlib import Path

from grognard.server import command

if __name__ == "__main__":
    command.serve(port=int(sys.argv[2]), data=Path(sys.argv[1]), open=False, half_sent=0.3)
