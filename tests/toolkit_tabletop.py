"""A small table for rule tests: units on an open or a given ground, scripted dice, one step of the turn at a time.

    t = Table({"A-1": U(500, 300), "B-1": U(500, 420, 1800)}, dice=[61])
    t.phase("french")
    t.play("french", "move A-1", "advance 50", "end")
    assert t.rules("french", "advance 900") == ["5.8"]

Places are the front centres, in millimetres; facings in tenths of a degree, 0 is north.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import grognard
from grognard import games
from grognard.games.tabletop.rules import fire, melee, orders, rally, sequence
from grognard.games.tabletop.rules.movement import moves
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.state import Battle, Contact, Unit
from grognard.games.tabletop.world.world import MOVE, ORDERS, SIDES, World
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match, begin
from toolkit import Trial


class U(NamedTuple):
    """A unit to be placed: front centre, facing, and what is not ordinary about it."""

    x: int
    y: int
    facing: int = 0
    type: str = "line_inf"
    formation: str = "line"
    klass: str = "regular"
    bases: int = 4
    pm: int | None = None
    order: str = "forward"
    command: int = 1


class Rest(Frame[Battle]):
    """The bottom of a test's agenda: the match waits here when the tested step is over."""

    rule = "4.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [moves.DONE, moves.END]


def general(side: str, x: float = 90, y: float = 60, **more: Any) -> data.General:
    return data.General(id=f"{side}-G", name="General", role="army", rating=1, x=x, y=y, **more)


def army(side: str, units: dict[str, U], nation: str, edge: str, brigadier: bool) -> data.Army:
    """An army of the units of a side, one command for each order and number."""
    lines = []
    for name, u in units.items():
        if name.startswith(side):
            lines.append(
                data.UnitLine(
                    id=name,
                    name=name,
                    type=u.type,
                    klass=u.klass,
                    bases=u.bases,
                    pm=2 * u.bases,
                    formation=u.formation,
                    x=0,
                    y=0,
                    facing_deg=0,
                    command=f"{side}{u.command}",
                    footprint=(0, 0),
                )
            )
    commands = [data.Command(id=f"{side}{n}", order="forward", objective="O1") for n in (1, 2)]
    generals = [general(side)]
    if brigadier:
        generals.append(
            data.General(id=f"{side}-B1", name="Brigadier", role="brigade", rating=1, x=100, y=60, command=f"{side}1")
        )
    return data.Army(
        name=side,
        nation=nation,
        edge=edge,
        break_fraction=0.5,
        points=0,
        generals=generals,
        commands=commands,
        units=lines,
    )


class Table(Trial):
    """A match in which only the named units stand on the table."""

    rest = Rest
    exact = True

    def __init__(
        self,
        units: dict[str, U],
        *,
        dice: Sequence[int] = (),
        terrain: Sequence[data.Terrain] = (),
        nations: tuple[str, str] = ("AU", "GB"),
        objectives: Sequence[tuple[float, float]] = ((90, 60),),
        size: tuple[float, float] = (180, 120),
        brigadiers: bool = False,
        turn: int = 2,
    ) -> None:
        game = games.load("tabletop")
        self.dice = grognard.ScriptedDice([6, 1])
        self.match: Match = begin(game, game.set_up("crossroads", {}), dice=self.dice)
        scenario = data.Scenario(
            id="table",
            title="Table",
            year=1809,
            table=data.TableSize(*size),
            turn_limit=14,
            terrain=list(terrain),
            objectives=[
                data.Objective(id=f"O{n}", name=f"O{n}", x=x, y=y, radius=8, points=3)
                for n, (x, y) in enumerate(objectives, 1)
            ],
            sides={
                "A": army("A", units, nations[0], "south", brigadiers),
                "B": army("B", units, nations[1], "north", brigadiers),
            },
        )
        self.world = World(scenario, data.units())
        s = self.s = Battle(self.dice, self.world)
        s.set_up()
        s.turn = turn
        sequence.refresh(s)
        self.match.state = s
        self.units = {info.id: i for i, info in enumerate(self.world.units)}
        for name, u in units.items():
            unit = self.unit(name)
            unit.x, unit.y, unit.facing, unit.formation = u.x, u.y, u.facing, u.formation
            unit.pm = 2 * u.bases if u.pm is None else u.pm
            unit.order = ORDERS.index(u.order)
        self.roll(*dice)
        self.open(Rest())

    # opening a step

    def phase(self, side: str, number: int = 6) -> Table:
        """Step 6 (or 7): the moves of a side, with the reactions of the other."""
        who = SIDES.index(side)
        if number == 6:
            self.s.first = who
        return self.open(moves.Phase(who, number))

    def troops(self, side: str, cavalry: bool = False) -> Table:
        """Step 6c from the cavalry or the rest on, without generals."""
        self.s.asked = []
        who = SIDES.index(side)
        frames: list[Frame[Any]] = [moves.Troops(who, True)] if cavalry else []
        return self.open(*frames, moves.Troops(who, False), moves.Reactions(who))

    def moving(self, name: str) -> Table:
        """The move of one unit."""
        self.s.stepped = False
        side = self.s.side(self.u(name))
        return self.open(moves.MoveUnit(side, self.u(name)), moves.Reactions(side))

    def orders(self, side: str) -> Table:
        return self.open(orders.OrdersOf(SIDES.index(side)))

    def generals(self, side: str) -> Table:
        return self.open(orders.Generals(SIDES.index(side)))

    def late(self) -> Table:
        return self.open(moves.BeginLateCharges())

    def fire(self) -> Table:
        return self.open(fire.Fire())

    def close(self) -> Table:
        return self.open(melee.CloseToContact())

    def melees(self) -> Table:
        return self.open(sequence.BeginMelees())

    def rally(self) -> Table:
        return self.open(rally.Rally())

    def compulsory(self) -> Table:
        return self.open(rally.CompulsoryMoves())

    def follow_up(self, *names: str) -> Table:
        self.s.winners = [self.u(name) for name in names]
        return self.open(rally.FollowUp())

    def end_of_turn(self) -> Table:
        return self.open(sequence.EndOfTurn())

    # playing and asking

    def refusal(self, side: str, action: str) -> str:
        return self.match.why_not(side, action)[0].text

    # looking

    def u(self, name: str) -> int:
        return self.units[name]

    def unit(self, name: str) -> Unit:
        return self.s.units[self.units[name]]

    def where(self, name: str) -> tuple[int, int, int]:
        unit = self.unit(name)
        return unit.x, unit.y, unit.facing

    def left(self, name: str) -> float:
        """The part of its move that a unit has left."""
        return self.unit(name).left / MOVE

    def contact(self, attacker: str, defender: str, aspect: int = 0, rounds: int = 0) -> Table:
        self.s.contacts.append(Contact(self.u(attacker), self.u(defender), aspect, rounds))
        return self


def rect(kind: str, x0: float, y0: float, x1: float, y1: float, cover: str | None = None) -> data.Terrain:
    """A rectangle of ground, centimetres."""
    return data.Terrain(kind, kind, data.Form(kind="rect", x0=x0, y0=y0, x1=x1, y1=y1), cover)


def line(kind: str, *points: tuple[float, float], width: float = 1, cover: str | None = None) -> data.Terrain:
    """A line of ground, centimetres."""
    return data.Terrain(kind, kind, data.Form(kind="polyline", points=list(points), width=width), cover)
