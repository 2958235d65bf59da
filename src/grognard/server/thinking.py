"""Bots think in processes of their own. What crosses the border is a match as the bot's side may imagine it, as JSON,
and an action as text."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, NamedTuple

from msgspec.json import encode

from grognard.kernel.match import Match
from grognard.kernel.stored import write_match

if TYPE_CHECKING:  # a worker loads bots when it is first asked
    from grognard.bots import Bot

PATIENCE = 60.0  # seconds that a bot may think about one decision
START = 60.0  # seconds in which a process must be there
KEPT = 64


class Question(NamedTuple):
    """All that a bot is told."""

    bot: str
    game: str
    side: str
    seed: str
    match: bytes  # as its side may imagine it
    counsel: bool = False  # not an answer is wanted but what the bot would do, and why: JSON


def across(shown: Match) -> bytes:
    """A match that a side imagines, as it crosses the border."""
    return encode(write_match(shown))


Think = Callable[[Question], str]
_bots: dict[tuple[str, str, str, str], Bot] = {}


class Failed(Exception):
    """A bot that raised, with its traceback; or died."""


class Died(Failed):
    """The process is gone."""


class Late(Exception):
    """A bot that did not answer in time."""


# in a worker


def think(question: Question) -> str:
    """Let the bot choose. Bots are kept, so that one may remember its plans."""
    from grognard import bots, games
    from grognard.kernel.dice import FastDice
    from grognard.kernel.stored import read_match

    key = question[:4]
    if key not in _bots:
        if len(_bots) >= KEPT:
            _bots.pop(next(iter(_bots)))
        _bots[key] = bots.make(*key)
    match = read_match(games.load(question.game), json.loads(question.match), FastDice(question.seed))
    if question.counsel:
        from grognard.bots.counsel import counsel

        return encode(counsel(_bots[key], match, question.side)).decode()
    return bots.reply(_bots[key], match, question.side)


def _work(line: Connection, think: Think) -> None:
    """A worker's life: say that it is there, then answer until the line is cut."""
    _enter()
    line.send((True, ""))
    while True:
        try:
            question = line.recv()
        except EOFError:
            return
        try:
            answer = (True, think(question))
        except Exception:
            answer = (False, traceback.format_exc())
        line.send(answer)


def _enter() -> None:
    """A worker's first act: leave Ctrl-C to the server, and go when the server goes, however it goes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=follow, daemon=True).start()


# in the server


class Worker:
    """One process, and the line to it."""

    def __init__(self, think: Think) -> None:
        context = multiprocessing.get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, think), daemon=True)
        self._process.start()
        theirs.close()
        self._there = False

    def ask(self, question: Question, patience: float) -> str:
        """The bot's answer. Blocks: not for the event loop."""
        try:
            if not self._there:
                self._hear(START)
                self._there = True
            self._line.send(question)
            return self._hear(patience)
        except (EOFError, OSError) as fault:
            raise Died(f"the worker process died: {fault!r}") from None

    def _hear(self, patience: float) -> str:
        if not self._line.poll(patience):
            raise Late
        done, text = self._line.recv()
        if not done:
            raise Failed(text)
        return str(text)

    @property
    def lives(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """In the middle of a thought if need be: who waits for its answer hears that the line is cut."""
        self._process.kill()


class Thinkers:
    """Workers, started as they are needed. One that fails to answer in time is killed; the others do not feel it."""

    def __init__(self, think: Think = think, patience: float = PATIENCE, workers: int | None = None) -> None:
        self._think = think
        self._patience = patience
        most = workers or max(2, min(4, (os.cpu_count() or 2) - 1))
        self._free = asyncio.Semaphore(most)
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="grognard-bot")
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()

    async def ask(self, question: Question) -> str:
        """The answer; Failed or Late. The time that a bot is given begins when a worker is free for it."""
        async with self._free:
            worker = self._take()
            fit = False
            try:
                loop = asyncio.get_running_loop()
                answer = await loop.run_in_executor(self._threads, worker.ask, question, self._patience)
                fit = True
                return answer
            except Failed as fault:
                fit = not isinstance(fault, Died)
                raise
            finally:
                self._busy.discard(worker)
                if fit:
                    self._idle.append(worker)
                else:
                    worker.kill()

    def _take(self) -> Worker:
        while self._idle:
            worker = self._idle.pop()
            if worker.lives:
                break
        else:
            worker = Worker(self._think)
        self._busy.add(worker)
        return worker

    def close(self) -> None:
        """End the workers."""
        for worker in [*self._idle, *self._busy]:
            worker.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
