"""A small table for rule tests: put pieces on the real map, open a phase, play, and ask what is refused.

t = Table({"F-III-I1": "2108", "F-NEY": "2108"}, turn=3, trains={"2108": 1}, dice=[4])
t.movement()                      # from the end of the rally step on
t.play("french", "march 2108")
assert t.rules("french", "march 2108 2008") == ["8.4"]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import grognard
from grognard import games
from grognard.games.russia1812.rules import commands, orders, reinforcements, supply, trains
from grognard.games.russia1812.rules.movement import march, rally
from grognard.games.russia1812.world.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match, begin
from toolkit import Trial


class Rest(Frame[Campaign]):
    """The bottom of a test's agenda: the match waits here when the tested phase is over."""

    rule = "5.1"

    def options(self, state: Campaign, side: int) -> Sequence[Action]:
        return [state.world.pass_, state.world.done]


class Table(Trial):
    """A match in which only the named pieces are on the map."""

    rest = Rest

    def __init__(
        self,
        pieces: dict[str, str],
        *,
        turn: int = 1,
        edition: int = 2,
        dice: Sequence[int] = (),
        disrupted: Sequence[str] = (),
        unsupplied: Sequence[str] = (),
        depots: dict[str, Sequence[str]] | None = None,
        trains: dict[str, int] | None = None,
        dummies: dict[str, int] | None = None,
        cc: tuple[int, int] = (4, 3),
        options: dict[str, Any] | None = None,
    ) -> None:
        game = games.load("russia1812")
        self.dice = grognard.ScriptedDice(list(dice))
        setup = game.set_up("historical", {"edition": edition, "optional_15_1": False, **(options or {})})
        self.match: Match = begin(game, setup, dice=self.dice)
        s = self.s = Campaign(self.dice, self.match.state.world, dict(self.match.state.options))
        self.match.state = s
        self.world = s.world
        for u in range(s.world.count):
            s.at[u] = DEAD
        s.turn = turn
        s.winter = turn >= 11
        for name, hex_name in pieces.items():
            s.put(self.unit(name), self.hex(hex_name))
        s.supplied = self.world.combat
        for name in unsupplied:
            s.supplied &= ~(1 << self.unit(name))
        for name in disrupted:
            s.disrupt(1 << self.unit(name))
        for side, hexes in (depots or {}).items():
            s.depots[SIDES.index(side)] = self.world.grid.mask(hexes)
        for hex_name, count in (trains or {}).items():
            s.genuine[self._owner(hex_name)][self.hex(hex_name)] = count
        for hex_name, count in (dummies or {}).items():
            s.dummies[self._owner(hex_name)][self.hex(hex_name)] = count
        s.cc = list(cc)
        self.open(Rest())

    def _owner(self, hex_name: str) -> int:
        """Whose Train lies there: the side with a unit in the hex, else the owner of the land."""
        bit = 1 << self.hex(hex_name)
        for side in (FRENCH, RUSSIAN):
            if self.s.pres[side] & bit:
                return side
        return RUSSIAN if self.world.russia & bit else FRENCH

    # opening a step

    def general_supply(self) -> Table:
        return self.open(supply.GeneralSupply())

    def active_supply(self) -> Table:
        """Phase 2 from the start: conversion, counting, allocation, forage markers, new Depots."""
        return self.open(trains.ActiveSupply())

    def make_depots(self) -> Table:
        """[7.7] The step of new Depots, with the Trains that lie on the map."""
        first = self.s.first()
        return self.open(trains.MakeDepot(first), trains.MakeDepot(1 - first), trains.ClearTrains())

    def rally(self) -> Table:
        """Phase 3 from the start (rally, then movement)."""
        return self.open(rally.RallyAndMovement())

    def movement(self, side: str | None = None) -> Table:
        """Movement from the end of the rally step; ``side`` moves first (default: by table 7.3)."""
        if side is None:
            return self.open(march.BeginMovement())
        march.BeginMovement().finish(self.s)
        return self.open(march.NextMove(SIDES.index(side)))

    def commands(self) -> Table:
        """Phase 4 and 5 from the start: Combat Commands are counted, then combat."""
        return self.open(commands.CombatCommands())

    def combat(self, side: str = "french") -> Table:
        """Combat with the Combat Commands given; ``side`` attacks first."""
        self.s.out = [False, False]
        return self.open(orders.NextAttack(SIDES.index(side)))

    def commanders(self, side: str = "french") -> Table:
        """Phase 6; ``side`` moves a commander first."""
        self.s.first_attacker = SIDES.index(side)
        return self.open(commands.CommandersMovement())

    def cossacks(self) -> Table:
        """Phase 7: Cossacks, then reinforcements."""
        return self.open(reinforcements.Cossacks())

    # looking

    def rules(self, side: str, action: str) -> list[str]:
        """The rules that forbid an action, each with a reason of its own (see ``untimely``)."""
        assert "moment" not in self._keys(side, action), "the question now put does not know this answer"
        return super().rules(side, action)

    def reasons(self, side: str, action: str) -> list[str]:
        """The rules that forbid an action, each with the key of its reason: ``["8.1 no_train"]``."""
        return [f"{rule} {key}" for rule, key in zip(self.rules(side, action), self._keys(side, action), strict=True)]

    def untimely(self, side: str, action: str) -> list[str]:
        """The rules of an action that the question now put does not know at all."""
        assert self._keys(side, action) == ["moment"]
        return super().rules(side, action)

    def options_of(self, frame: Frame[Campaign], side: int) -> list[str]:
        """What a frame offers, asked or not."""
        return [str(action) for action in frame.options(self.s, side)]

    def stands(self, side: str) -> bool:
        """Whether a side's last answer cannot be taken back, since it has shown what was secret."""
        with pytest.raises(grognard.IllegalAction) as illegal:
            self.match.undo(side)
        return [refusal.key for refusal in illegal.value.refusals] == ["undo.secret"]

    def _keys(self, side: str, action: str) -> list[str]:
        return [refusal.key for refusal in self.match.why_not(side, action)]

    def unit(self, name: str) -> int:
        return self.world.ids.index(name)

    def hex(self, name: str) -> int:
        return self.world.grid.by_name[name]

    def where(self, name: str) -> str | None:
        """The hex of a piece; None when it is not on the map."""
        h = self.s.at[self.unit(name)]
        return self.world.grid.names[h] if h >= 0 else None

    def is_disrupted(self, name: str) -> bool:
        return bool(self.s.disrupted >> self.unit(name) & 1)

    def is_supplied(self, name: str) -> bool:
        return bool(self.s.supplied >> self.unit(name) & 1)

    def wait(self, name: str) -> None:
        """Mark a piece as a reinforcement still to come."""
        self.s.at[self.unit(name)] = WAITING
