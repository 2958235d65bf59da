"""A server whose bots do what a file says: wait (until it says otherwise), fail, talk nonsense, die, or go."""

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
    if what == "die":
        GATE.write_text("go")
        os._exit(1)
    if what == "fail":
        raise RuntimeError("this bot cannot think")
    return "nonsense" if what == "nonsense" else thinking.think(question)


if __name__ == "__main__":
    command.serve(port=int(sys.argv[2]), data=Path(sys.argv[1]), open=False, think=gated)
