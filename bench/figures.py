"""What is measured: play, copies, views, bots, the server, and how cost grows with the size of a battle.

Each figure is a rate or a cost in CPU time of one process, except where its name says *wall*.
"""

from __future__ import annotations

import asyncio
import gc
import random
import statistics
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from growth import battle

import grognard
from grognard import bots, games
from grognard.kernel.action import Action, Region
from grognard.lab import simulate
from grognard.server.live import snapshot_text
from grognard.server.tables import Tables

REFERENCE = 8.5e6  # turns of the loop a second on the machine that figures are scaled to
TURNS = 1_000_000


class Bar(NamedTuple):
    """What is to be reached in a scenario: random decisions a second, and a server's answer in milliseconds."""

    play: int
    answer: float = 10.0


TABLES = {
    ("russia1812", "historical"): Bar(50_000, 5.0),
    ("russia1812", "free"): Bar(42_000, 5.0),
    ("vanguard", "montebello"): Bar(24_000),
    ("vanguard", "campotenese"): Bar(24_000),
    ("merde", "teaching_mill_road"): Bar(24_000),
    ("merde", "maida_1806"): Bar(24_000),
    ("merde", "montebello_1800"): Bar(16_000),
    ("merde", "austerlitz_pratzen_1805"): Bar(16_000),
    ("merde", "borodino_1812"): Bar(10_000, 20.0),
    ("tabletop", "crossroads"): Bar(8_000),
    ("tabletop", "barrosa_1811"): Bar(8_000),
}
LARGEST = ("merde", "borodino_1812")
SIZES = (8, 16, 32, 64)  # regiments a side; the notation has room for 76 regiments and batteries
COPIES, VIEWS, TIMES_RANDOM, OPENING, IDLE, JOBS = 40_000, 5_000, 10.0, 200.0, 200.0, 1.9


class Figure(NamedTuple):
    """A figure, what it should be, and whether less of it is better."""

    name: str
    value: float
    bar: float
    calibration: float
    less: bool = False
    scaled: bool = True  # with the speed of the machine

    @property
    def reference(self) -> float:
        """As it would be on the reference machine."""
        if not self.scaled:
            return self.value
        return self.value * (self.calibration / REFERENCE if self.less else REFERENCE / self.calibration)

    @property
    def reached(self) -> bool:
        return self.reference <= self.bar if self.less else self.reference >= self.bar


def calibrate() -> float:
    """Turns a second of a fixed pure-Python loop."""
    x = 1
    began = time.process_time()
    for i in range(TURNS):
        x = (x * 1103515245 + i) & 0xFFFFFFFF
    return TURNS / (time.process_time() - began)


def rate(name: str, bar: float, work: Callable[[float], int], seconds: float) -> Figure:
    """Units of work a second of CPU, with the machine's speed around it."""
    before = calibrate()
    began = time.process_time()
    done = work(seconds)
    value = done / (time.process_time() - began)
    return Figure(name, value, bar, (before + calibrate()) / 2)


def cost(name: str, bar: float, work: Callable[[], float]) -> Figure:
    """Milliseconds of CPU, as the work reckons them itself."""
    before = calibrate()
    value = work()
    return Figure(name, value, bar, (before + calibrate()) / 2, less=True)


def until(seconds: float) -> Iterator[int]:
    """Count while there is time."""
    end = time.process_time() + seconds
    count = 0
    while time.process_time() < end:
        yield count
        count += 1


def choose(match: grognard.Match, side: str, rng: random.Random) -> Action:
    options = match.options(side)
    found = options[int(rng.random() * len(options))]
    return found.sample(rng) if isinstance(found, Region) else found


def play_on(match: grognard.Match, rng: random.Random, decisions: int) -> int:
    """Random decisions through the public API, until the end at the latest; returns how many."""
    done = 0
    while match.outcome is None and done < decisions:
        side = match.to_act[0]
        match.play(side, choose(match, side, rng))
        done += 1
    return done


def middle(game: str, scenario: str, decisions: int = 400) -> grognard.Match:
    """A match in the middle of its game."""
    match = grognard.start(game, scenario, seed="bench")
    play_on(match, random.Random(7), decisions)
    if match.outcome is not None:
        return middle(game, scenario, decisions // 2)
    return match


# play, copies, views


def random_play(game: str, scenario: str, seconds: float, options: Mapping[str, Any] | None = None) -> int:
    """Whole games one after another: the middle and the end of a battle cost more than its beginning."""
    done = 0
    for number in until(seconds):
        match = grognard.start(game, scenario, options, seed=f"bench-{number}")
        done += play_on(match, random.Random(number), sys.maxsize)
    return done


def copies(game: str, scenario: str, seconds: float) -> int:
    state = middle(game, scenario).state
    count = 0
    for _ in until(seconds):
        for _ in range(50):
            state.copy()
        count += 50
    return count


def views(game: str, scenario: str, seconds: float) -> int:
    match = middle(game, scenario)
    encode = msgspec.json.Encoder().encode
    count = 0
    for _ in until(seconds):
        for side in match.sides:
            encode(match.view(side))
            count += 1
    return count


def played(seconds: float) -> Iterator[Figure]:
    for (game, scenario), bar in TABLES.items():
        name = f"{game} {scenario}"
        random_play(game, scenario, 0.01)  # one game: files are read, tables made
        yield rate(f"{name}: random decisions/s", bar.play, lambda s, g=game, c=scenario: random_play(g, c, s), seconds)
        yield rate(f"{name}: copies/s", COPIES, lambda s, g=game, c=scenario: copies(g, c, s), seconds / 4)
        yield rate(f"{name}: view + JSON/s", VIEWS, lambda s, g=game, c=scenario: views(g, c, s), seconds / 4)


# bots


def best(game: str) -> str:
    return bots.names(game)[-1]


def times_random(game: str, scenario: str, seconds: float) -> float:
    """How many random decisions a decision of the bot costs, over whole games against itself."""
    spent = []
    for names in ((best(game),) * 2, ("random",) * 2):
        began, done = time.process_time(), 0
        for number in until(seconds):
            done += simulate.run(simulate.Job(game, scenario, {}, names, f"bench-{number}")).decisions
        spent.append((time.process_time() - began) / done)
    return spent[0] / spent[1]


def opposed(seconds: float) -> Iterator[Figure]:
    for game in dict.fromkeys(game for game, _ in TABLES):
        scenario = next(iter(games.load(game).scenarios))
        value = times_random(game, scenario, seconds)
        name = f"{game} {scenario}: a decision of {best(game)} costs so many random ones"
        yield Figure(name, value, TIMES_RANDOM, calibrate(), less=True, scaled=False)


# the server


class Desk:
    """Tables on a disk, as the server has them, without the net."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tables = self.opened()

    def opened(self) -> Tables:
        return Tables(self.folder, lambda match: None, lambda match: False)

    async def begun(self, game: str, scenario: str) -> str:
        seats = dict.fromkeys(games.load(game).sides, "hotseat")
        return await self.tables.create(game, scenario, {}, seats, "en", "bench", "", False)

    async def answer(self, match: str, rng: random.Random, lines: dict[str, int]) -> float:
        """Milliseconds from an action to the new views of all who sit there; none when the match is over."""
        table = await self.tables._get(match)
        side = table.match.to_act[0]
        action = choose(table.match, side, rng).text
        began = time.process_time()
        await self.tables.act(match, side, table.match.seen(side), action)
        for seat in table.match.sides:
            _, lines[seat] = snapshot_text(table, seat, "en", lines.get(seat, 0))
        return (time.process_time() - began) * 1000

    async def over(self, match: str) -> bool:
        return (await self.tables._get(match)).match.outcome is not None

    async def long_match(self, game: str, scenario: str, actions: int) -> str:
        """A match of so many actions, or as long as chance lets it last."""
        match = grognard.start(game, scenario, seed="bench-long")
        play_on(match, random.Random(11), actions)
        text = match.record.dumps()
        return await self.tables.adopt(text, dict.fromkeys(match.sides, "hotseat"), "en")


async def answering(folder: Path, game: str, scenario: str, actions: int) -> float:
    """The median over the first so many actions."""
    desk, rng, lines = Desk(folder), random.Random(3), dict[str, int]()
    match = await desk.begun(game, scenario)
    spent = []
    while len(spent) < actions and not await desk.over(match):
        spent.append(await desk.answer(match, rng, lines))
    await desk.tables.close()
    return statistics.median(spent)


async def opening(folder: Path, game: str, scenario: str, actions: int) -> float:
    """Milliseconds until a long match is there with its picture, by a server that has just been started."""
    desk = Desk(folder)
    match = await desk.long_match(game, scenario, actions)
    await desk.tables.close()
    fresh = desk.opened()
    began = time.process_time()
    async with fresh.hold(match) as table:
        snapshot_text(table, table.match.sides[0], "en")
    spent = (time.process_time() - began) * 1000
    await fresh.close()
    return spent


async def lying(folder: Path, game: str, scenario: str, actions: int, idle: bool, many: int = 6) -> float:
    """Kilobytes of a match that somebody has open while nothing happens; or that nobody has looked at for a minute."""
    desk = Desk(folder)
    found = [await desk.long_match(game, scenario, actions) for _ in range(many + 1)]
    await desk.tables.close()
    fresh = desk.opened()
    await fresh._get(found[0])
    gc.collect()
    tracemalloc.start()
    for match in found[1:]:
        async with fresh.hold(match) as table:
            snapshot_text(table, table.match.sides[0], "en")
            table.rest()
    if idle:
        fresh.tidy(float("inf"))
    del table
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    await fresh.close()
    return size / many / 1000


def served(quick: bool) -> Iterator[Figure]:
    def in_folder(work: Callable[..., object], *given: object) -> float:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(work(Path(folder), *given))  # type: ignore[arg-type]

    actions = 60 if quick else 300
    for (game, scenario), bar in TABLES.items():
        name = f"{game} {scenario}: action to all new views, ms"
        yield cost(name, bar.answer, lambda g=game, c=scenario: in_folder(answering, g, c, actions))
    game, scenario = LARGEST
    name = f"{game} {scenario}: a match of 3,000 actions opens, ms"
    yield cost(name, OPENING, lambda: in_folder(opening, game, scenario, 3_000))
    for game, scenario in TABLES:
        for idle, bar in ((False, 0.0), (True, IDLE)):
            name = f"{game} {scenario}: memory of an {'idle' if idle else 'open'} match of 500 actions, kB"
            size = in_folder(lying, game, scenario, 500, idle)
            yield Figure(name, size, bar, calibrate(), less=True, scaled=False)


# laboratories


def simulated(games_played: int) -> Iterator[Figure]:
    """``sim`` between random bots by one process and by two: wall time."""
    jobs = [simulate.Job("russia1812", "historical", {}, ("random", "random"), f"b-{n}") for n in range(games_played)]
    found = []
    for workers in (1, 2):
        before = calibrate()
        began = time.perf_counter()
        done = sum(1 for _ in simulate.run_all(jobs, workers))
        speed = done / (time.perf_counter() - began)
        found.append(speed)
        yield Figure(f"sim russia1812 --jobs {workers}, games/s (wall)", speed, 0, (before + calibrate()) / 2)
    yield Figure("sim: two processes against one (wall)", found[1] / found[0], JOBS, calibrate(), scaled=False)


# how cost grows


def grown(seconds: float) -> Iterator[Figure]:
    """What a random decision costs, in microseconds, against the pieces on the field; no bar but a straight line."""
    battles = [(f"{game} {scenario}", game, scenario, {}) for game, scenario in TABLES if game == "merde"]
    made = [(f"merde, {size} regiments a side", "merde", "custom", {"battle": battle(size)}) for size in SIZES]
    for name, game, scenario, options in [*battles, *made]:
        pieces = len(grognard.start(game, scenario, options, seed="bench").view(None)["units"])
        figure = rate("", 0, lambda s, g=game, c=scenario, o=options: random_play(g, c, s, o), seconds)
        label = f"{name} ({pieces} pieces): µs a random decision"
        yield Figure(label, 1e6 / figure.value, 0, figure.calibration, less=True)
