"""A staff officer's first draft: flags, squares and a plan for an army that somebody has only bought so far."""

from __future__ import annotations

import json
from typing import Final

from grognard.games.merde.table.workshop.faults import COVER, Fault, apart, lines
from grognard.games.merde.world.data import SECTOR, SIDES, Counter, Place, commander_types, counters
from grognard.kernel.wire import Json

GROUP: Final = 2
NUMBERS: Final = 12


class Undone(Exception):
    """A wish that cannot be fulfilled, as a fault: ``rule``, ``key`` and ``args`` say why."""

    def __init__(self, rule: str, key: str, *args: object) -> None:
        super().__init__(key)
        self.fault = Fault(rule, key, args)


def complete(text: str, wish: str) -> str:
    """The battle with the wish fulfilled: ``deploy:A`` lays out an army and writes its plan, ``lines`` sets rows."""
    try:
        found = json.loads(text)
        board = found["board"]
        if not all(board[way] in (1, 2, 3) for way in ("sections_wide", "sections_deep")):
            raise Undone("5.1", "board_sections", board["sections_wide"], board["sections_deep"])
        board["width"], board["height"] = 18 * board["sections_wide"], 12 * board["sections_deep"]
        for side in SIDES:
            rear, front = lines(side, board["height"])
            found["sides"][side] |= {"rear_rows": list(rear), "front_rows": list(front)}
        verb, _, side = wish.partition(":")
        if verb == "deploy" and side in SIDES:
            _Draft(found, side).write()
    except (ArithmeticError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
        raise Undone("3.1", "undone", str(fault)[:60]) from None
    return json.dumps(found, ensure_ascii=False, indent=1)


class _Draft:
    """[6.1] Deployment in the rear line: infantry forward in pairs, cavalry behind them, guns in between."""

    def __init__(self, battle: Json, side: str) -> None:
        self.battle = battle
        self.side = side
        self.army: Json = battle["sides"][side]
        self.columns = battle["board"]["width"] // SECTOR
        self.taken: set[Place] = set()
        self.ground: dict[Place, set[str]] = {}
        for piece in battle["terrain"]:
            for x, y in piece["squares"]:
                self.ground.setdefault((x, y), set()).add(piece["type"])
        low, high = self.army["rear_rows"]
        self.rows = list(range(high, low - 1, -1)) if side == "A" else list(range(low, high + 1))

    def write(self) -> None:
        self.army["groups"] = []
        alone = self.battle.get("solitaire") or {}
        if alone.get("enemy") == self.side:
            alone["contingencies"] = []  # they spoke of groups that are no more
        self._commanders()
        self._regiments()
        self._batteries()
        self._flags()

    def _free(self, x: int, y: int, cover: bool = False) -> bool:
        here = self.ground.get((x, y), set())
        closed = "river" in here or (not cover and bool(here & set(COVER)))
        return 0 <= x < self.battle["board"]["width"] and (x, y) not in self.taken and not closed

    def _commanders(self) -> None:
        """[10.1] The CiC in the middle of the rear line, each general in the middle of his share of the columns."""
        corps = [man for man in self.army["commanders"] if man["corps"] is not None]
        for man in self.army["commanders"]:
            place = corps.index(man) if man in corps else 0
            share = self.columns * SECTOR * (2 * place + 1) // (2 * max(1, len(corps)))
            x = share if man in corps else self.battle["board"]["width"] // 2
            man["square"] = list(self._spot(x, self.rows[3] if man in corps else self.rows[5]))

    def _spot(self, x: int, y: int) -> Place:
        """The free square nearest to one, in its row."""
        for away in range(self.battle["board"]["width"]):
            for at in (x + away, x - away):
                if self._free(at, y, cover=True):
                    return at, y
        return x, y

    def _general(self, corps: str | None) -> tuple[Place, int]:
        """[10.1] Where the general of a corps stands, and how far he commands."""
        for man in self.army["commanders"]:
            if man["corps"] == corps:
                x, y = man["square"]
                return (x, y), commander_types()[man["role"], man["level"]].command_radius
        return (self.columns * SECTOR // 2, self.rows[3]), self.columns * SECTOR

    def _regiments(self) -> None:
        """[18.8] Pairs of one arm and corps; the first groups move, cavalry supports them."""
        single = [piece for piece in self.army["regiments"] if self._counter(piece).companies == 1]
        infantry = [piece for piece in self.army["regiments"] if self._arm(piece) == "inf" and piece not in single]
        cavalry = [piece for piece in self.army["regiments"] if self._arm(piece) == "cav"]
        moving = self._groups(infantry, "move_column", 0)
        backed = [group for group in self.army["groups"] if group["order"] == "move_column"]
        for pair in self._pairs(cavalry):
            order = "support" if backed else "garrison"
            self._enlist(pair, order, 2, None, backed[moving % len(backed)]["id"] if backed else None)
            moving += 1
        for company in single:  # [8.5] [38.2] they belong to a garrison
            self._enlist([company], "garrison", 3, None, None)

    def _counter(self, piece: Json) -> Counter:
        return counters()[piece["units"][0]["counter"]]

    def _arm(self, piece: Json) -> str:
        return self._counter(piece).arm

    def _pairs(self, pieces: list[Json]) -> list[list[Json]]:
        found: list[list[Json]] = []
        for piece in pieces:
            if found and len(found[-1]) < GROUP and found[-1][0]["corps"] == piece["corps"]:
                found[-1].append(piece)
            else:
                found.append([piece])
        return found

    def _groups(self, pieces: list[Json], order: str, depth: int) -> int:
        number = 0
        for pair in self._pairs(pieces):
            number += 1
            if number <= NUMBERS:
                self._enlist(pair, order, depth, number, None)
            else:
                self._enlist(pair, "reserve", depth, None, None)
        return number

    def _enlist(self, pieces: list[Json], order: str, depth: int, number: int | None, supports: str | None) -> None:
        """Side by side in march column, in the column of sectors nearest to their general that has room."""
        column = self._post(pieces[0]) if order == "garrison" and "counter" in pieces[0] else -1
        column = self._place(pieces, depth, supports) if column < 0 else column
        group = {
            "id": f"{self.side}{len(self.army['groups']) + 1}",
            "order": order,
            "activation": number,
            "members": [piece["id"] for piece in pieces],
            "target_column": column,
        }
        self.army["groups"].append(group | ({"supports": supports} if supports else {}))

    def _place(self, pieces: list[Json], depth: int, supports: str | None) -> int:
        """[18.7] Supports in the column of the group they back, if there is room."""
        (centre, row), radius = self._general(pieces[0]["corps"])
        load = {column: sum(x // SECTOR == column for x, _ in self.taken) for column in range(self.columns)}
        backed = [group["target_column"] for group in self.army["groups"] if group["id"] == supports]
        order = sorted(
            load,
            key=lambda column: (
                bool(backed) and column not in backed,
                load[column] // 4,
                abs(column * SECTOR + 2 - centre),
            ),
        )
        for y in self.rows[depth:] + self.rows[:depth]:
            for column in order:
                for x in range(column * SECTOR, column * SECTOR + SECTOR - len(pieces) + 1):
                    squares = [(x + i, y) for i in range(len(pieces))]
                    if all(self._free(*at) and apart(at, (centre, row)) <= radius for at in squares):
                        for piece, at in zip(pieces, squares, strict=True):
                            self._stand(piece, at)
                        return column
        raise Undone("6.2", "no_room", pieces[0]["name"])

    def _post(self, battery: Json) -> int:
        """[45.1] Works go to position batteries, then hills; the column, or -1 where there is neither in reach."""
        centre, radius = self._general(battery["corps"])
        width = self.battle["board"]["width"]
        kept = {"fortification": 3, "fortress": 2, "hill": 1}
        posts = [
            (max([kept.get(kind, 0) for kind in self.ground.get((x, y), ())], default=0), -place, -x, y)
            for place, y in enumerate(self.rows)
            for x in range(width)
            if self._free(x, y) and apart((x, y), centre) <= radius
        ]
        worth, _, x, y = max(posts, default=(0, 0, 0, 0))
        if not worth:
            return -1
        self._stand(battery, (-x, y))
        return -x // SECTOR

    def _stand(self, piece: Json, square: Place) -> None:
        self.taken.add(square)
        piece |= {"squares": [list(square)], "facing": "N" if self.side == "A" else "S"}
        if "units" in piece:
            piece["formation"] = "march_column"

    def _batteries(self) -> None:
        """[18.5] Position batteries hold their sector, the others support the first group that moves."""
        backed = [group for group in self.army["groups"] if group["order"] == "move_column"]
        for place, battery in enumerate(self.army["batteries"]):
            heavy = counters()[battery["counter"]].type == "position_art" or not backed
            self._enlist(
                [battery],
                "garrison" if heavy else "support",
                0,
                None,
                None if heavy else backed[place % len(backed)]["id"],
            )

    def _flags(self) -> None:
        """[5.4] [45.1] One in each rear sector, on the best protected square."""
        flags = []
        for column in range(self.columns):
            squares = [(x, y) for x in range(column * SECTOR, column * SECTOR + SECTOR) for y in self.rows]
            dry = [at for at in squares if "river" not in self.ground.get(at, set())]
            best = max(dry or squares, key=self._worth)
            sector = column + 1 if self.side == "A" else self.columns - column
            flags.append({"sector": sector, "square": list(best)})
        self.army["flags"] = sorted(flags, key=lambda flag: int(str(flag["sector"])))

    def _worth(self, at: Place) -> tuple[int, int, int]:
        here = self.ground.get(at, set())
        kept = {"fortress": 7, "settlement": 6 if "fortification" in here else 5, "wood": 4, "hill": 3, "farm": 2}
        return max([kept.get(kind, 0) for kind in here], default=0), self.rows.index(at[1]), -abs(at[0] % SECTOR - 3)
