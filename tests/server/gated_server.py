"""A server whose bots do what a file says: wait (until it says otherwise), fail, talk nonsense, die, or go.

Its third argument is the patience with bots in seconds, its fourth how many answers they may give by themselves.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from grognard.server import command, thinking
from grognard.server.thinking import Question

GATE = Path(sys.argv[1]).parent / "gate"


def gated(question: Question) -> str:
    GATE.with_name("asked").write_text(f"{question.side} {os.getpid()}")
    while GATE.read_text() == "wait":
        time.sleep(0.01)
    what = GATE.read_text()
    if what == "die once":
        GATE.write_text("go")
    if what.startswith("die"):
        os._exit(1)
    if what.startswith("hang"):
        while GATE.read_text() != "never":
            time.sleep(0.01)
    if what == "fail":
        raise RuntimeError("this bot cannot think")
    return "nonsense" if what == "nonsense" else thinking.think(question)


if __name__ == "__main__":
    limits = {"patience": float(sys.argv[3]), "endless": int(sys.argv[4])} if len(sys.argv) > 3 else {}
    command.serve(port=int(sys.argv[2]), data=Path(sys.argv[1]), open=False, think=gated, **limits)
