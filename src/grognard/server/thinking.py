"""Bots think in processes of their own. What crosses the border is a view as JSON, and an action as text."""

from __future__ import annotations

import json
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, NamedTuple

log = logging.getLogger("grognard.server")


class Question(NamedTuple):
    """All that a bot is told."""

    bot: str
    game: str
    side: str
    seed: str
    view: bytes


Think = Callable[[Question], str]
_bots: dict[tuple[str, str, str, str], Any] = {}
KEPT = 64


def think(question: Question) -> str:
    """In a worker: let the bot choose. Bots are kept, so that one may remember its plans."""
    from grognard import bots

    key = question[:4]
    if key not in _bots:
        if len(_bots) >= KEPT:
            _bots.pop(next(iter(_bots)))
        _bots[key] = bots.make(*key)
    answer: str = _bots[key].choose(json.loads(question.view))
    return answer


def _enter() -> None:
    """A worker's first act: leave Ctrl-C to the server, and go when the server goes, however it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


class Thinkers:
    """The pool. It starts with the first question and starts again if a worker dies."""

    def __init__(self, think: Think = think, workers: int | None = None) -> None:
        self._think = think
        self._workers = workers or max(2, min(4, (os.cpu_count() or 2) - 1))
        self._pool: ProcessPoolExecutor | None = None

    def ask(self, question: Question) -> Future[str]:
        """The answer to come."""
        for _ in range(2):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_enter)
            try:
                return self._pool.submit(self._think, question)
            except BrokenProcessPool:
                self.restart()
        raise RuntimeError("no worker process can be started")

    def restart(self) -> None:
        """Forget a broken pool; the next question gets a new one."""
        log.warning("a bot's worker process died; starting another")
        self.close()

    def close(self) -> None:
        """End the workers, in the middle of a thought if need be."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        workers = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
