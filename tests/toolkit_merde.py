"""A small battlefield for rule tests: put anything anywhere, script cards and markers, open a step, play, ask.

    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0810 0910")})
    t.hand("A1", (4, 5)).hand("B1", (5, 3))
    t.engage("A1", "B1")
    t.play("army_a", "fire 1")
    assert t.rules("army_b", "hold") == ["12.5"]

Pieces are named as in the notation where regiments come before batteries (``token`` translates). The field is plain,
18 by 24 squares, unless ``terrain`` lays something on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import grognard
from grognard import games
from grognard.board.squares import SECTOR, square
from grognard.games.merde.rules import messages, rally
from grognard.games.merde.rules.cavalry import charge
from grognard.games.merde.rules.combat import engage, fights
from grognard.games.merde.rules.combat.markers import marker_of
from grognard.games.merde.rules.fire import artillery, skirmish
from grognard.games.merde.rules.frames import ask
from grognard.games.merde.rules.movement import writing as movement
from grognard.games.merde.rules.setup import deploy
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import (
    FACINGS,
    FORMATIONS,
    GENERALS,
    LIMBERED,
    NAMES,
    ORDERS,
    PIECES,
    UNLIMBERED,
)
from grognard.games.merde.world.state import FIGHTING, RALLYING, SHELLING, SKIRMISHING, Battle
from grognard.games.merde.world.state import MOVING as MOVING_PHASE
from grognard.games.merde.world.world import World
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from grognard.kernel.game import Setup
from grognard.kernel.match import Match
from toolkit import Trial

LONG_NAMES = {"march": "march_column", "attack": "attack_column", "mass": "mass_column"}
MOVING = {"gA1": ("column", "A1", 1)}  # for ``groups``: A1 marches
FACING = {"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", "line", "0809 0909")}  # two lines in contact


class Rest(Frame[Battle]):
    """The bottom of a test's agenda: the match waits here when the tested step is over."""

    rule = "4.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state_action("pass"), state_action("done")]


def state_action(verb: str) -> Action:
    return games.load("merde").lexicon.make(verb)


def at(name: str) -> int:
    """A square by its name XXYY."""
    return square(int(name[:2]), int(name[2:]))


class Table(Trial):
    """A match on a field of one's own with only the pieces named.

    ``pieces``: name -> (counter or counters, formation, squares[, facing]); "A1" to "A9", "B1" to "B9".
    ``generals``: name -> (level, square[, names of the pieces he commands]); "AG0" is the CiC of A. Each side has a
    gold CiC in its rear corner unless one is given.
    ``groups``: name -> (order, names of members[, number or group backed[, column]]); who is in none is a garrison.
    """

    rest = Rest
    exact = True

    def __init__(
        self,
        pieces: dict[str, tuple[Any, ...]],
        *,
        terrain: dict[str, str] | None = None,
        generals: dict[str, tuple[Any, ...]] | None = None,
        groups: dict[str, tuple[Any, ...]] | None = None,
        flags: dict[str, str] | None = None,
        size: tuple[int, int] = (1, 2),
        year: int = 1809,
        weather: str = "clear",
        turn: int = 1,
        dice: Sequence[int] = (),
        options: dict[str, Any] | None = None,
    ) -> None:
        self.game = games.load("merde")
        self.dice = grognard.ScriptedDice(list(dice))
        self.order_of_battle = sorted(pieces, key=lambda name: (name[0], _is_battery(pieces[name]), int(name[1:])))
        scenario = self._scenario(pieces, terrain or {}, generals or {}, groups or {}, flags or {}, size, year)
        self.world = World(scenario)
        chosen = dict(self.game.set_up("teaching_mill_road", options or {}).options)
        s = Battle(self.dice, self.world, chosen)
        for side in (0, 1):
            deploy(s, side)
        s.weather, s.turn = weather, turn
        s.agenda.append(Rest())
        self.match = Match(self.game, Setup("teaching_mill_road", chosen), self.dice, [], s)
        for name in self.order_of_battle:
            self._dress(name, pieces[name])
        self.match._advance()
        self.match._checkpoints[0] = s.copy()

    @property
    def s(self) -> Battle:
        """The state; an undo puts another in its place."""
        state = self.match.state
        assert isinstance(state, Battle)
        return state

    # building

    def _scenario(
        self,
        pieces: dict[str, tuple[Any, ...]],
        terrain: dict[str, str],
        generals: dict[str, tuple[Any, ...]],
        groups: dict[str, tuple[Any, ...]],
        flags: dict[str, str],
        size: tuple[int, int],
        year: int,
    ) -> data.Scenario:
        width, height = 18 * size[0], 12 * size[1]
        laid = [
            data.Piece(kind.rstrip("0123456789"), [_place(name) for name in squares.split()], kind)
            for kind, squares in terrain.items()
        ]
        sides = {letter: self._army(letter, pieces, generals, groups, flags, width, height) for letter in "AB"}
        return data.Scenario(
            "test", "test", year, data.Board(*size, width, height), data.Forecast("fixed"), 20, laid, sides
        )

    def _army(
        self,
        letter: str,
        pieces: dict[str, tuple[Any, ...]],
        generals: dict[str, tuple[Any, ...]],
        groups: dict[str, tuple[Any, ...]],
        flags: dict[str, str],
        width: int,
        height: int,
    ) -> data.Army:
        low = [(0, SECTOR - 1), (max(0, height // 2 - SECTOR), height // 2 - 1)]
        rows = low if letter == "A" else [(height - 1 - b, height - 1 - a) for a, b in low]
        own = [name for name in self.order_of_battle if name[0] == letter]
        corps = {name: rank for rank, given in generals.items() if len(given) > 2 for name in given[2].split()}
        regiments, batteries = [], []
        for name in own:
            given = pieces[name]
            front = FACINGS.index(given[3]) if len(given) > 3 else FACINGS.index("north" if letter == "A" else "south")
            turned = "NESW"[front]
            if _is_battery(given):
                batteries.append(
                    data.Battery(
                        name, name, given[0], turned, [_place(given[2])], given[1] == "limbered", corps.get(name)
                    )
                )
                continue
            counters = [given[0]] * 2 if isinstance(given[0], str) else list(given[0])
            units = [data.Battalion(f"{name}/{n}", counter) for n, counter in enumerate(counters, 1)]
            regiments.append(
                data.Regiment(
                    name,
                    name,
                    units,
                    LONG_NAMES.get(given[1], given[1]),
                    turned,
                    [_place(sq) for sq in given[2].split()],
                    corps.get(name),
                )
            )
        columns = width // SECTOR
        flagged = []
        for n in range(columns):
            own_column = n if letter == "A" else columns - 1 - n
            corner = (own_column * SECTOR, 0 if letter == "A" else height - 1)
            given_flag = flags.get(f"{letter}{n + 1}")
            flagged.append(data.Flag(n + 1, _place(given_flag) if given_flag else corner))
        return data.Army(
            "FR",
            letter,
            rows[0],
            rows[1],
            flagged,
            self._staff(letter, generals, height),
            regiments,
            batteries,
            self._groups(letter, own, groups, pieces),
            1000,
        )

    def _staff(self, letter: str, generals: dict[str, tuple[Any, ...]], height: int) -> list[data.Commander]:
        corner = (17, 0) if letter == "A" else (0, height - 1)
        given = {name: row for name, row in generals.items() if name[0] == letter}
        chief = given.pop(f"{letter}G0", None)
        found = [
            data.Commander(
                f"{letter}G0",
                f"{letter}G0",
                "cic",
                chief[0] if chief else "gold",
                _place(chief[1]) if chief else corner,
            )
        ]
        for name in sorted(given):
            found.append(data.Commander(name, name, "corps", given[name][0], _place(given[name][1]), name))
        return found

    def _groups(
        self, letter: str, own: list[str], groups: dict[str, tuple[Any, ...]], pieces: dict[str, tuple[Any, ...]]
    ) -> list[data.Group]:
        found, placed = [], set()
        long = {"column": "move_column", "line": "move_line"}
        for name, row in groups.items():
            if name[1] != letter:
                continue
            members = row[1].split()
            placed |= set(members)
            order = long.get(row[0], row[0])
            number = row[2] if len(row) > 2 and isinstance(row[2], int) else None
            backed = row[2] if len(row) > 2 and isinstance(row[2], str) else None
            column = row[3] if len(row) > 3 else _place(pieces[members[0]][2].split()[0])[0] // SECTOR
            found.append(data.Group(name, order, members, column, number, backed))
        for name in own:
            if name not in placed:
                column = _place(pieces[name][2].split()[0])[0] // SECTOR
                found.append(data.Group(f"g{name}", "garrison", [name], column))
        return found

    def _dress(self, name: str, given: tuple[Any, ...]) -> None:
        p = self.s.pieces[self.piece(name)]
        if not _is_battery(given):
            p.formation = FORMATIONS.index(given[1])
        else:
            p.formation = LIMBERED if given[1] == "limbered" else UNLIMBERED

    # opening a step

    def settle(self) -> Table:
        self.match._advance()
        self.match._checkpoints = {0: self.s.copy()}
        self.match._line, self.match._undone = [], []
        return self

    def secret(self, frame: Any) -> Table:
        """Put a question to both sides."""
        self.s.agenda.clear()
        self.s.agenda.append(Rest())
        ask(self.s, frame)
        return self.settle()

    def movement(self, step: int = 1) -> Table:
        """[20.4] The plans of an activation number (13 garrisons, 14 commanders and batteries, 0 generals first)."""
        self.s.phase, self.s.step = MOVING_PHASE, step
        return self.secret(movement.Movement())

    def orders(self) -> Table:
        return self.secret(messages.Orders())

    def guns(self) -> Table:
        self.s.phase = SHELLING
        return self.secret(artillery.Guns())

    def skirmish(self) -> Table:
        self.s.phase = SKIRMISHING
        return self.secret(skirmish.Skirmish())

    def combat(self) -> Table:
        """[25.1] Phases 3 to 5 from the start."""
        return self.open(fights.Combat())

    def engage(self, named: str, target: str) -> Table:
        """[25.3] One engagement, as if it had been named."""
        self.s.phase = FIGHTING
        self.s.agenda.clear()
        self.s.agenda.append(Rest())
        engage.begin(self.s, self.piece(named), self.piece(target))
        return self.settle()

    def charge(self, named: str, target: str, by: str) -> Table:
        """[31.2] A cavalry charge, as if it had been announced."""
        self.s.phase = FIGHTING
        self.s.agenda.clear()
        self.s.agenda.append(Rest())
        lexicon = self.game.lexicon
        charge.announce(self.s, lexicon.make("charge", self.piece(named), self.piece(target), at(by)))
        return self.settle()

    def rally(self) -> Table:
        self.s.phase = RALLYING
        return self.open(rally.Rally())

    # playing and asking

    def both(self, first: str, second: str) -> Table:
        """One answer of each side."""
        return self.play("army_a", first).play("army_b", second)

    # changing

    def hand(self, name: str, *markers: tuple[int, int]) -> Table:
        """Give a regiment these markers: (attack, defence)."""
        p = self.s.pieces[self.piece(name)]
        side = self.piece(name) // PIECES
        for attack, defence in markers:
            self.s.pool[side].remove(marker_of(attack, defence))
        p.hand = tuple([marker_of(attack, defence) for attack, defence in markers])
        p.dealt = True
        return self

    def men(self, name: str, *men: int) -> Table:
        """Set strengths; a battalion without men leaves the line."""
        piece = self.piece(name)
        p = self.s.pieces[piece]
        p.men = men
        if len(p.squares) == 2 and 0 in men:
            p.squares = (p.squares[1 - men.index(0)],)
        return self

    def set(self, name: str, **fields: Any) -> Table:
        """Set anything of a piece: damage=1, routed=True, facing=2 ..."""
        p = self.s.pieces[self.piece(name)]
        for field, value in fields.items():
            assert hasattr(p, field)
            setattr(p, field, value)
        self.match._offers = {}  # what was offered before no longer holds
        return self

    # looking

    def piece(self, name: str) -> int:
        """The number of a piece: its place in the army, batteries last."""
        own = [other for other in self.order_of_battle if other[0] == name[0]]
        return "AB".index(name[0]) * PIECES + own.index(name)

    def token(self, name: str) -> str:
        """A piece as the notation has it."""
        return NAMES["piece"][self.piece(name)]

    def general(self, name: str) -> int:
        return "AB".index(name[0]) * GENERALS + int(name[2:])

    def group(self, name: str) -> str:
        """The group of a piece as the notation has it."""
        return NAMES["group"][self.look(name).group]

    def where(self, name: str) -> str:
        """The squares of a piece; empty when it is off the field."""
        return " ".join([NAMES["square"][sq] for sq in self.s.pieces[self.piece(name)].squares])

    def look(self, name: str) -> Any:
        return self.s.pieces[self.piece(name)]

    def formation(self, name: str) -> str:
        return FORMATIONS[self.look(name).formation]

    def order(self, name: str) -> str:
        return ORDERS[self.s.group_of(self.piece(name)).order]


def _is_battery(given: tuple[Any, ...]) -> bool:
    return isinstance(given[0], str) and given[0].endswith("_art")


def _place(name: str) -> tuple[int, int]:
    return int(name[:2]), int(name[2:])
