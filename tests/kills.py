"""Kill the server in the middle of play, again and again, and see that nothing acknowledged is lost.

All four games, at one screen and against bots, over HTTP on loopback:  python tests/kills.py --kills 100
Each round starts a server on the same folder, lets players act as fast as they can, kills the server with SIGKILL at a
random moment, starts it again, and compares: every acknowledged action of a person must be in the file, at its place.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "server"))
TABLES = (
    ("russia1812", {}),
    ("russia1812", {"russian": "random"}),
    ("vanguard", {}),
    ("vanguard", {"coalition": "random"}),
    ("merde", {}),
    ("merde", {"army_b": "random"}),
    ("tabletop", {}),
    ("tabletop", {"coalition": "random"}),
)
MOST = 80  # acknowledged actions before a kill
LONGEST = 20.0  # seconds of play before a kill, where nobody gets on


class Player(threading.Thread):
    """Plays one match at random until the server is gone; remembers what was acknowledged."""

    def __init__(self, server: Any, match: str, seed: str) -> None:
        super().__init__(daemon=True)
        self.server, self.match = server, match
        self.chance = random.Random(seed)
        self.acknowledged: list[tuple[str, str]] = []
        self.refused: list[str] = []
        self.gone = False

    def run(self) -> None:
        import httpx

        with httpx.Client(base_url=self.server.url, timeout=20) as http:
            try:
                while self.step(http):
                    pass
            except httpx.HTTPError:
                self.gone = True

    def step(self, http: Any) -> bool:
        """One action of a person; False when the match is over or stands still."""
        path = f"/api/matches/{self.match}"
        seen = http.get(path)
        if seen.status_code != 200:
            self.refused.append(f"{seen.status_code} {seen.text[:200]}")
            return False
        table = seen.json()
        if table["outcome"]:
            return False
        people = [side["id"] for side in table["sides"] if side["seat"] in ("human", "hotseat")]
        asked = [side for side in table["view"]["to_act"] if side in people]
        if not asked:
            if table["waiting"] and table["waiting"]["stalled"]:
                self.refused.append(table["waiting"]["stalled"]["text"])
                return False
            time.sleep(0.01)
            return True
        seat = self.chance.choice(asked)
        own = http.get(path, params={"seat": seat}).json()
        if own["decision"] is None:
            return True
        texts = [option["action"] for option in own["decision"]["options"]]
        texts += [region["examples"][0] for region in own["decision"]["regions"]]
        action = self.chance.choice(texts)
        answer = http.post(f"{path}/act", json={"seat": seat, "revision": own["revision"], "action": action})
        if answer.status_code == 200:
            self.acknowledged.append((seat, action))
        elif answer.status_code != 409:  # the bot moved meanwhile
            self.refused.append(f"{answer.status_code} {answer.text[:200]}")
            return len(self.refused) < 5
        return True


def entries(folder: Path, match: str) -> list[tuple[str, str]]:
    with sqlite3.connect(f"file:{folder / 'grognard.sqlite3'}?mode=ro", uri=True) as db:
        query = "SELECT side, action FROM entries WHERE match = ? ORDER BY n"
        return [(side, action) for side, action in db.execute(query, (match,))]


def lost(before: int, sides: set[str], told: list[tuple[str, str]], rows: list[tuple[str, str]]) -> str:
    """What is missing of the acknowledged actions; one more may be there that was written but not answered."""
    kept = [row for row in rows[before:] if row[0] in sides]
    if kept[: len(told)] != told:
        return f"{len(told)} acknowledged, kept {kept[:3]}..., told {told[:3]}..."
    return "" if len(kept) <= len(told) + 1 else f"{len(kept) - len(told)} more than was acknowledged"


def round_of(
    server: Any, chance: random.Random, matches: dict[int, str], totals: dict[str, int]
) -> tuple[Any, list[str]]:
    """One kill; the server that was started after it, and what was wrong."""
    from conftest import Server

    folder = server.data
    faults: list[str] = []
    for n, (game, seats) in enumerate(TABLES):
        listed = {one["id"]: one for one in server.get("/api/matches").json()}
        if n not in matches or listed[matches[n]]["finished"]:
            matches[n] = server.new(game=game, seats=seats, seed=f"{chance.random()}")
        elif listed[matches[n]]["broken"]:
            faults.append(f"{game}: {listed[matches[n]]['broken']}")
    before = {match: len(entries(folder, match)) for match in matches.values()}
    people = {
        match: {one["id"] for one in server.look(match)["sides"] if one["seat"] in ("human", "hotseat")}
        for match in matches.values()
    }
    players = [Player(server, match, f"{chance.random()}") for match in matches.values()]
    for player in players:
        player.start()
    wanted, end = chance.randrange(MOST), time.monotonic() + LONGEST
    while sum(len(player.acknowledged) for player in players) < wanted and time.monotonic() < end:
        time.sleep(0.005)
    time.sleep(chance.random() * 0.05)
    server.kill()
    for player in players:
        player.join(30)
    after = Server(folder, quiet=True)
    for (game, seats), player in zip(TABLES, players, strict=True):
        who = f"{game} {json.dumps(seats)}"
        totals["acknowledged"] += len(player.acknowledged)
        faults += [f"{who}: {text}" for text in player.refused]
        missing = lost(before[player.match], people[player.match], player.acknowledged, entries(folder, player.match))
        if missing:
            totals["lost"] += 1
            faults.append(f"{who}: {missing}")
        answer = after.get(f"/api/matches/{player.match}")
        if answer.status_code != 200:
            faults.append(f"{who}: after the kill {answer.status_code} {answer.text[:200]}")
    totals["kills"] += 1
    return after, faults


def main() -> int:
    from conftest import Server

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", default="1812")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    totals = {"kills": 0, "acknowledged": 0, "lost": 0}
    matches: dict[int, str] = {}
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", quiet=True)
        for _ in range(options.kills):
            server, faults = round_of(server, chance, matches, totals)
            wrong += len(faults)
            for fault in faults:
                print(fault, flush=True)
            print(totals, f"faults {wrong}", flush=True)
        server.stop()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
