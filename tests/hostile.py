"""Hostile requests over every route: what comes back is never a 5xx and never silence.

Run with real sockets against a real server of its own:  python tests/hostile.py --requests 25000
The short form (tests/server/test_hostile.py) sends a few hundred of the same.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import grognard
from grognard import games as library
from grognard.kernel.action import Region

STEPS = 60
GAMES = ("russia1812", "vanguard", "merde", "tabletop", "chess", "", "\x00", "a" * 300)
NASTY = ("", "\x00", "a" * 300, "../../etc/passwd", "%2e%2e", "é" * 40, "🐎", "-1", "9" * 5000, "null", "\ud7ff", "all")
BYTES = (
    b"",
    b"{",
    b"[]",
    b"null",
    b"7",
    b'"text"',
    b"\xff\xfe",
    b'{"a":"\xff\xfe"}',
    b"[" * 1500,
    b'{"a":' * 1500,
    b'{"seat": "\\ud800", "revision": 0}',
    b'{"game": "russia1812", "title": "\\ud800"}',
    b'{"game": "russia1812", "seed": "\\udfff"}',
    b'{"game": "merde", "options": {"battle": "\\ud800"}}',
    b'{"revision": 1e999}',
    b'{"revision": ' + b"9" * 5000 + b"}",
    b'{"form": "fire", "given": ' + b"[" * 900,
)
VALUES = (
    None,
    True,
    -1,
    176,
    10**30,
    1.5,
    "",
    "text",
    "x" * 500,
    "\x00",
    "\ud7ff🐎",
    [],
    [1],
    [[]],
    {},
    {"a": 1},
    [None],
)
FIELDS = {
    "/api/matches": ("game", "scenario", "options", "seats", "lang", "seed", "title", "lesson"),
    "act": ("seat", "revision", "action", "actions"),
    "undo": ("seat", "revision"),
    "redo": ("seat", "revision"),
    "copy": ("at", "seats", "lang"),
    "bot": ("side", "do", "bot"),
}
ROSTER = ("name", "type", "class", "bases", "pm", "formation")


def played(game: str, steps: int = STEPS) -> str:
    """The record of a match in the middle of play."""
    match = grognard.start(game, seed="hostile")
    chance = random.Random(game)
    for _ in range(steps):
        if match.outcome is not None:
            break
        side = match.to_act[0]
        action = chance.choice(list(match.options(side)))
        match.play(side, action.sample(chance) if isinstance(action, Region) else action)
    return str(match.record.dumps())


def sentence(game: Any, chance: random.Random) -> str:
    """Something that is notation of a game, legal or not."""
    verb, forms = chance.choice(list(game.lexicon.verbs.items()))
    words = [verb]
    for kind in chance.choice(forms):
        names = [name for name in game.lexicon.names.get(kind, ()) if name]
        words.append(chance.choice(names) if names else str(chance.choice((0, 1, 3, 90, 250, 900))))
    return " ".join(words)


class Asked(NamedTuple):
    method: str
    path: str
    body: bytes | None = None
    headers: dict[str, str] = {}


class Attacker:
    """Requests by chance: the same seed makes the same requests."""

    def __init__(self, seed: int, matches: list[str], companion: dict[str, Any]) -> None:
        self.chance = random.Random(seed)
        self.matches = matches
        self.forms = {form["id"]: [field["id"] for field in form["fields"]] for form in companion["forms"]}

    def requests(self, count: int) -> Iterator[Asked]:
        makers = (
            self.pages,
            self.reading,
            self.posting,
            self.rubbish,
            self.forms_of,
            self.sheets,
            self.strangers,
            self.importing,
            self.notation,
            self.notation,
        )
        for _ in range(count):
            yield self.chance.choice(makers)()

    def word(self) -> str:
        return self.chance.choice((*NASTY, "french", "russian", "army_a", "done", "march 2108 2008", "2207"))

    def match(self) -> str:
        return self.chance.choice((*self.matches, *self.matches, *NASTY[1:]))

    def query(self, *names: str) -> str:
        return "&".join(f"{name}={quote(self.word())}" for name in names if self.chance.random() < 0.7)

    def body(self, fields: tuple[str, ...]) -> bytes:
        value: dict[str, Any] = {}
        for field in fields:
            if self.chance.random() < 0.8:
                value[field] = self.chance.choice((*VALUES, self.word(), 0, self.chance.choice(GAMES), "russia1812"))
        return json.dumps(value).encode()

    def pages(self) -> Asked:
        path = self.chance.choice(
            (
                "/",
                "/match/{}",
                "/rules/{}",
                "/web/{}",
                "/web/{}.js",
                "/games/russia1812/web/{}",
                "/games/{}/web/a.js",
                "/favicon.ico",
                "/{}",
                "/companion/{}",
                "/workshop/{}",
            )
        )
        return Asked("GET", path.replace("{}", quote(self.word(), safe="%./")))

    def reading(self) -> Asked:
        game, match = quote(self.chance.choice(GAMES), safe=""), quote(self.match(), safe="")
        path = self.chance.choice(
            (
                "/api/words",
                "/api/catalog",
                "/api/matches",
                f"/api/games/{game}/scene",
                f"/api/games/{game}/workshop",
                f"/api/games/{game}/companion",
                f"/api/games/{game}/rulebook",
                f"/api/matches/{match}",
                *[
                    f"/api/matches/{match}/{name}"
                    for name in (
                        "log",
                        "scene",
                        "why",
                        "odds",
                        "rehearse",
                        "sight",
                        "tables",
                        "replay",
                        "report",
                        "record",
                        "sealed",
                        "live",
                        "nothing",
                    )
                ],
            )
        )
        names = ("seat", "lang", "action", "place", "hex", "at", "cc", "defender_cc", "scenario", "options", "revision")
        return Asked("GET", f"{path}?{self.query(*names)}")

    def posting(self) -> Asked:
        name, fields = self.chance.choice(list(FIELDS.items()))
        path = name if name.startswith("/") else f"/api/matches/{quote(self.match(), safe='')}/{name}"
        return Asked("POST", path, self.body(fields), {"content-type": "application/json"})

    def rubbish(self) -> Asked:
        doors = [
            "/api/matches",
            "/api/import",
            "/api/games/merde/workshop",
            "/api/games/tabletop/companion",
            "/api/games/tabletop/sheet/roster",
        ]
        doors += [f"/api/matches/{self.chance.choice(self.matches)}/{name}" for name in FIELDS if name[0] != "/"]
        kind = self.chance.choice(("application/json", "text/plain", "application/x-www-form-urlencoded", "x/\xe9"))
        method = self.chance.choice(("POST", "POST", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "TRACE"))
        path = self.chance.choice(doors)
        if method == "DELETE":
            path = "/api/matches/nowhere"
        return Asked(
            method, path, self.chance.choice(BYTES), {"content-type": kind.encode("latin-1").decode("ascii", "ignore")}
        )

    def forms_of(self) -> Asked:
        form = self.chance.choice([*self.forms, "nothing"])
        given = {
            name: self.chance.choice((*VALUES, 3, 8, "line_inf"))
            for name in self.forms.get(form, ("a",))
            if self.chance.random() < 0.7
        }
        body = {"form": form, "given": given} if self.chance.random() < 0.9 else {"form": form, "given": 7}
        return Asked("POST", "/api/games/tabletop/companion", json.dumps(body).encode())

    def sheets(self) -> Asked:
        units: Any = [{name: self.chance.choice(VALUES) for name in ROSTER} for _ in range(self.chance.randrange(4))]
        units = self.chance.choice((units, units, *VALUES))
        kind = self.chance.choice(("roster", "reference", "menu"))
        body = {"units": units, "title": self.chance.choice(VALUES)}
        return Asked("POST", f"/api/games/tabletop/sheet/{kind}", json.dumps(body).encode())

    def strangers(self) -> Asked:
        host = self.chance.choice(("evil.example", "127.0.0.1:x@evil", "LOCALHOST", "[::1]", "", "a" * 300))
        origin = self.chance.choice(("http://evil.example", "null", "http://LOCALHOST", ""))
        cookie = self.chance.choice(("grognard=x", "=;;=", 'a="', "\xff"))
        headers = {"host": host, "origin": origin, "cookie": cookie.encode("latin-1").decode("ascii", "ignore")}
        return Asked("GET", "/api/matches", None, headers)

    def notation(self) -> Asked:
        """Questions about actions that can be read, of matches in the middle of play."""
        which = self.chance.randrange(len(self.matches))
        game = library.load(GAMES[which % 4])
        action, path = quote(sentence(game, self.chance)), f"/api/matches/{self.matches[which]}"
        seat = self.chance.choice(game.sides)
        kind = self.chance.choice(("why", "why", "odds", "rehearse", "hex", "sight", "tables", "act"))
        if kind == "act":
            body = {
                "seat": seat,
                "revision": self.chance.randrange(STEPS + 5),
                "actions": [sentence(game, self.chance)] * 2,
            }
            return Asked("POST", f"{path}/act", json.dumps(body).encode())
        if kind in ("hex", "sight"):
            place = quote(action.split("%20")[-1][:20])
            return Asked("GET", f"{path}/{'why' if kind == 'hex' else 'sight'}?seat={seat}&hex={place}")
        return Asked("GET", f"{path}/{kind}?seat={seat}&action={action}&cc={self.chance.randrange(4)}")

    def importing(self) -> Asked:
        head = (
            'grognard: 1\ngame: {}\nruleset: {}\ndata: "x"\nscenario: {}\noptions: {}\nstreams: {}\nopening: {}\n'
            "result: {}\n--\n1 french done\n"
        )
        values = [json.dumps(self.chance.choice((*VALUES, "russia1812"))) for _ in range(head.count("{}"))]
        return Asked("POST", f"/api/import?{self.query('seats', 'title', 'lang')}", head.format(*values).encode())


def main() -> int:
    import httpx

    sys.path.insert(0, str(Path(__file__).parent / "server"))
    from conftest import Server

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=25_000)
    parser.add_argument("--seed", type=int, default=1812)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", quiet=True)
        matches = [server.adopt(played(game, steps)) for steps in (STEPS, 400) for game in GAMES[:4]]
        attacker = Attacker(options.seed, matches, server.get("/api/games/tabletop/companion").json())
        counts: collections.Counter[str] = collections.Counter()
        bad: list[str] = []
        for n, asked in enumerate(attacker.requests(options.requests), 1):
            try:
                answer = server.http.request(asked.method, asked.path, content=asked.body, headers=asked.headers)
                counts[str(answer.status_code)] += 1
                if answer.status_code >= 500:
                    bad.append(f"{answer.status_code} {asked.method} {asked.path[:120]} {(asked.body or b'')[:200]!r}")
            except (httpx.InvalidURL, httpx.LocalProtocolError, UnicodeError):
                counts["not sent"] += 1
            except httpx.TimeoutException:
                counts["silence"] += 1
                bad.append(f"silence: {asked.method} {asked.path[:120]}")
            except httpx.HTTPError as fault:
                counts[type(fault).__name__] += 1
            if n % 5000 == 0:
                print(n, dict(counts), flush=True)
        lives = server.process.poll() is None and server.get("/api/matches").status_code == 200
        server.stop()
    print(f"{options.requests} requests: {dict(counts)}; bad {len(bad)}; the server {'lives' if lives else 'is dead'}")
    for line in bad[:40]:
        print(line)
    return 1 if bad or not lives else 0


if __name__ == "__main__":
    sys.exit(main())
