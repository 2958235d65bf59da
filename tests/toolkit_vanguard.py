"""A small table for rule tests of ``vanguard``: put counters on a real map, open a step, play, ask what is refused.

    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2710"}, orders={"watrin": "attack"}, dice=[3, 4])
    t.activate("watrin")                      # B-1 to B-6 of Watrin's formation, from the start
    t.play("french", "keep")                  # answers are notation; questions with one answer are not put
    assert t.asked == "MoveUnits"
    assert t.rules("french", "move stI") == ["9.1"]
    t.play("french", "move l40I", "go 2809", "stop")

How to build a situation
    ``Table(pieces, scenario="montebello", ...)``: only the named counters are on the map (id -> hex); all others are
    out of the game. Keywords: ``turn``, ``dice`` (fall in this order, see ``roll``), ``orders`` (General's id -> order
    of his formation; the default is the scenario's, for the French of Montebello Advance), ``own`` (unit id -> own
    order), ``disordered``, ``routed``, ``reduced``, ``moved`` (guns on their Moved side), ``damaged``, ``lost`` (out of
    command), ``skirmished`` (V: unit id -> turn), ``fatigued`` (F), ``due`` (reinforcement id -> (turn, entry letter)),
    ``track`` (unit id -> turn of return), ``weather`` (1 to 3, Campotenese), ``marching`` (True: the Austrian march
    orders still hold; default False), ``options`` (of the game, such as {"optional_16_3": True}).
    ``t.s`` is the state itself, for what has no keyword; ``unit(id)``, ``hex(name)``, ``formation(id)`` translate.

How to open a step (afterwards the match waits in ``Rest``: ``t.asked == "Rest"``)
    ``activate(general, alone=False)`` the whole of phase B; ``command``, ``bombard``, ``movement``, ``combat``,
    ``rally`` only that step of it (``combat`` declares, resolves and ends); ``orders(side)`` A-1; ``returns()`` A-2;
    ``initiative()`` A-3; ``end_of_turn()`` phase C and what follows; ``open(*frames)`` anything else.

How to play and ask
    ``play(side, *actions)``; ``steer(side, *actions)`` passes over what is no option now; ``options(side)``;
    ``rules(side, action)`` the rules that forbid it (checks that play refuses it and changes nothing);
    ``said(side, action)`` the same by the keys of their sentences;
    ``asked``, ``to_act``; ``told`` the keys of all events;
    ``roll(*dice)`` the next dice; ``odds(side, action)``.

How to look
    ``where(id)`` hex name or None, ``level(id)`` "good" / "disordered" / "routed", ``order(id)`` a unit's order now,
    ``in_command(id)``, ``is_reduced``, ``is_moved``, ``is_damaged``, ``fate(id)`` "map" / "track" / "gone" / "safe" /
    "waiting", ``formation_order(general)``, ``sees(side)`` ids in the side's view.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import grognard
from grognard import games
from grognard.games.vanguard.rules import activation, artillery, initiative, orders, sequence
from grognard.games.vanguard.rules.assault import before_combat as before
from grognard.games.vanguard.rules.assault import declaration
from grognard.games.vanguard.rules.assault import resolution as combat
from grognard.games.vanguard.rules.disorder import rally, reinforcements
from grognard.games.vanguard.rules.optional import columns
from grognard.games.vanguard.world.roster import ENTRIES, ORDERS, SIDES
from grognard.games.vanguard.world.state import DEAD, ON_TRACK, SAFE, WAITING, Battle
from grognard.games.vanguard.world.world import world
from grognard.kernel.action import Action
from grognard.kernel.frame import Frame
from grognard.kernel.match import Match, begin
from toolkit import Trial

LEVELS = ("good", "disordered", "routed")


class Rest(Frame[Battle]):
    """The bottom of a test's agenda: the match waits here when the tested step is over."""

    rule = "3.1"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [state.world.lexicon.bare["accept"], state.world.lexicon.bare["hold"]]

    def apply(self, state: Battle, side: int, action: Action) -> None:
        state.push(self)


class Table(Trial):
    """A match in which only the named counters are on the map."""

    rest = Rest

    def __init__(
        self,
        pieces: Mapping[str, str],
        scenario: str = "montebello",
        *,
        turn: int = 4,
        dice: Sequence[int] = (),
        orders: Mapping[str, str] | None = None,
        own: Mapping[str, str] | None = None,
        disordered: Sequence[str] = (),
        routed: Sequence[str] = (),
        reduced: Sequence[str] = (),
        moved: Sequence[str] = (),
        damaged: Sequence[str] = (),
        lost: Sequence[str] = (),
        skirmished: Mapping[str, int] | None = None,
        fatigued: Sequence[str] = (),
        due: Mapping[str, tuple[int, str]] | None = None,
        track: Mapping[str, int] | None = None,
        weather: int | None = None,
        marching: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        game = games.load("vanguard")
        self.dice = grognard.ScriptedDice(list(dice))
        setup = game.set_up(scenario, options)
        self.world = world(scenario)
        self.match: Match = begin(game, setup, dice=self.dice)
        s = self.s = Battle(self.dice, self.world, dict(setup.options))
        self.match.state = s
        self.match._opening.events.clear()
        s.due = {}
        s.turn = turn
        for f in self.world.formations:
            s.orders[f] = max(0, s.orders[f])
        for name, hex_name in pieces.items():
            s.put(self.unit(name), self.hex(hex_name))
        for name, order in (orders or {}).items():
            s.orders[self.formation(name)] = ORDERS.index(order)
        for name, order in (own or {}).items():
            s.own[self.unit(name)] = ORDERS.index(order)
        for level, names in ((1, disordered), (2, routed)):
            for name in names:
                s.set_level(self.unit(name), level)
        s.reduced, s.turned, s.lost, s.fatigued = (self.mask(names) for names in (reduced, moved, lost, fatigued))
        for name in damaged:
            s.damaged |= 1 << self.unit(name)
            s.refresh(s.at[self.unit(name)])
        s.skirmished = {self.unit(name): fired for name, fired in (skirmished or {}).items()}
        for name, (when, entry) in (due or {}).items():
            s.at[self.unit(name)] = WAITING
            s.due[self.unit(name)] = (when, ENTRIES.index(entry))
        for name, when in (track or {}).items():
            s.at[self.unit(name)] = ON_TRACK
            s.reduced |= 1 << self.unit(name)
            s.track[self.unit(name)] = when
        if weather is not None:
            s.weather = weather
        s.marching = [marching] * len(s.marching)
        self.open(Rest())

    # translating

    def unit(self, name: str) -> int:
        return self.world.roster.by_id[name]

    def mask(self, names: Sequence[str]) -> int:
        return sum(1 << self.unit(name) for name in names)

    def hex(self, name: str) -> int:
        return self.world.grid.by_name[name]

    def formation(self, general: str) -> int:
        return self.world.roster.formations.index(general)

    # opening a step

    def _act(self, general: str, alone: bool) -> int:
        self.s.active = self.formation(general)
        self.s.solo = alone
        return self.s.acting_side()

    def activate(self, general: str, alone: bool = False) -> Table:
        """B-1 to B-6 of a formation (``alone``: of Franceschi's brigade)."""
        self._act(general, alone)
        self.s.agenda.clear()
        self.s.push(Rest())
        activation.push_activation(self.s)
        self.match._advance()
        return self

    def command(self, general: str, alone: bool = False) -> Table:
        """B-2 alone."""
        side = self._act(general, alone)
        return self.open(columns.FormColumns(side), orders.CommandStep(side), activation.ShedAll(side))

    def bombard(self, general: str) -> Table:
        """B-3 alone."""
        return self.open(artillery.Bombard(self._act(general, False)))

    def movement(self, general: str, alone: bool = False) -> Table:
        """B-4 alone, with the orders and the state of command as they are."""
        side = self._act(general, alone)
        self.s.phase = 7
        return self.open(activation.MoveStages(side, 0))

    def combat(self, general: str) -> Table:
        """B-5 alone: declaration, retreats before combat, defensive fire, tests, assaults."""
        side = self._act(general, False)
        self.s.phase = 8
        return self.open(
            declaration.Declare(side),
            before.RetreatsBefore(side),
            before.DefensiveFires(side),
            before.AttackTests(side),
            combat.ResolveNext(side),
            activation.EndCombat(side),
        )

    def rally(self, general: str) -> Table:
        """B-6 alone."""
        return self.open(rally.Rally(self._act(general, False)))

    def orders(self, side: str) -> Table:
        """A-1 of one side."""
        return self.open(sequence.OrdersPhase(SIDES.index(side)))

    def returns(self) -> Table:
        """A-2."""
        return self.open(reinforcements.Returns())

    def initiative(self) -> Table:
        """A-3: the roll and everything after it."""
        return self.open(initiative.Initiative())

    def end_of_turn(self) -> Table:
        """Phase C, then the next turn (or the count, after the last)."""
        return self.open(sequence.EndOfTurn())

    # playing and asking

    def steer(self, side: str, *actions: str) -> Table:
        """Play these in order, but pass over those that are no option now: they may have been taken unasked."""
        for action in actions:
            if action in self.options(side):
                self.match.play(side, action)
        return self

    def said(self, side: str, action: str) -> list[str]:
        """The keys of the sentences that refuse an action (checked as by ``rules``)."""
        self.rules(side, action)
        return [refusal.key for refusal in self.match.why_not(side, action)]

    def odds(self, side: str, action: str) -> Any:
        return self.match.odds(side, action)

    # looking

    def where(self, name: str) -> str | None:
        h = self.s.at[self.unit(name)]
        return self.world.grid.names[h] if h >= 0 else None

    def fate(self, name: str) -> str:
        places = {WAITING: "waiting", DEAD: "gone", ON_TRACK: "track", SAFE: "safe"}
        return places.get(self.s.at[self.unit(name)], "map")

    def level(self, name: str) -> str:
        return LEVELS[self.s.level(self.unit(name))]

    def order(self, name: str) -> str:
        return ORDERS[self.s.order_of(self.unit(name))]

    def formation_order(self, general: str) -> str:
        return ORDERS[self.s.orders[self.formation(general)]]

    def in_command(self, name: str) -> bool:
        return not self.s.lost >> self.unit(name) & 1

    def is_reduced(self, name: str) -> bool:
        return bool(self.s.reduced >> self.unit(name) & 1)

    def is_moved(self, name: str) -> bool:
        return bool(self.s.turned >> self.unit(name) & 1)

    def is_damaged(self, name: str) -> bool:
        return bool(self.s.damaged >> self.unit(name) & 1)

    def sees(self, side: str) -> set[str]:
        """The ids in a side's view."""
        return {piece["id"] for piece in self.match.view(side)["units"]}
