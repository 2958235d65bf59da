"""The counters of both battles under one numbering, so that a number means the same piece everywhere.

Pieces, formations and entries are numbered through both scenarios: a lexicon, a message and a record need not know
which battle is being fought. Strengths are printed points, movement is counted in halves of a point.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from grognard.games.vanguard.world import checks, data
from grognard.kernel.wire import Json

FRENCH: Final = 0
COALITION: Final = 1
SIDES: Final = ("french", "coalition")
NATIONS: Final = ("french", "austrian", "neapolitan")
SCENARIOS: Final = data.SCENARIOS

ADVANCE: Final = 0
ATTACK: Final = 1
DEFENCE: Final = 2
MANOEUVRE: Final = 3
NO_ORDER: Final = -1
ORDERS: Final = ("advance", "attack", "defence", "manoeuvre")

CLASSES: Final = ("line", "light", "grenadier", "light_cav", "heavy_cav", "foot_art", "horse_art", "leader")
LEADER: Final = CLASSES.index("leader")
FOOT: Final = frozenset({"line", "light", "grenadier"})
HORSE: Final = frozenset({"light_cav", "heavy_cav"})
GUNS: Final = frozenset({"foot_art", "horse_art", "redoubt_art"})
ENTRIES: Final = ("A", "B", "C", "D", "E")


class Roster:
    """Every counter of the box, by number."""

    def __init__(self) -> None:
        self.scenarios = [checks.load_scenario(name) for name in SCENARIOS]
        self.ids: list[str] = []
        self.names: list[str] = []
        self.scenario_of: list[int] = []
        self.side_of: list[int] = []
        self.kind: list[str] = []  # the printed kind; "leader" for leaders
        self.klass: list[int] = []  # column of the terrain chart
        self.formation_of: list[int] = []  # -1: a chief without a formation
        self.pf: list[int] = []
        self.pf_reduced: list[int] = []  # 0: one step only
        self.eff: list[int] = []
        self.pm: list[int] = []  # in halves
        self.range: list[int] = []
        self.light: list[bool] = []
        self.rank: list[str] = []
        self.initiative: list[int] = []  # -1: his General's
        self.radius: list[int] = []
        self.cavalry_officer: list[bool] = []
        self.major: list[bool] = []
        self.formations: list[str] = []  # the General's id is the name of a formation in notation
        self.letters: list[str] = []
        self.formation_names: list[str] = []
        self.formation_side: list[int] = []
        self.formation_scenario: list[int] = []
        self.general_of: list[int] = []
        self.first_order: list[int] = []
        for number, scenario in enumerate(self.scenarios):
            self._enlist(number, scenario)
        self.count = len(self.ids)
        self.by_id = {name: u for u, name in enumerate(self.ids)}
        self.general_of = [self.by_id[name] for name in self.formations]
        self.printed = [self._print(u) for u in range(self.count)]

    def _enlist(self, number: int, scenario: data.ScenarioData) -> None:
        base = len(self.formations)
        places = {formation.id: base + i for i, formation in enumerate(scenario.formations)}
        for formation in scenario.formations:
            self.formations.append(formation.general)
            self.letters.append(formation.id)
            self.formation_names.append(formation.name)
            self.formation_side.append(side_number(formation.side))
            self.formation_scenario.append(number)
            order = formation.initial_order
            self.first_order.append(NO_ORDER if order is None else ORDERS.index(order.lower()))
        for unit in scenario.units:
            self._add(number, unit, unit.kind, places[unit.formation])
            self.pf.append(unit.pf)
            self.pf_reduced.append(unit.pf_reduced or 0)
            self.eff.append(unit.eff)
            self.range.append(unit.range)
            self.light.append(unit.light)
            self._no_leader()
        for leader in scenario.leaders:
            self._add(number, leader, "leader", -1 if leader.formation is None else places[leader.formation])
            self.rank.append(leader.rank)
            self.initiative.append(-1 if leader.initiative is None else leader.initiative)
            self.radius.append(leader.radius)
            self.cavalry_officer.append(leader.cavalry_officer)
            self.major.append(leader.major)
            self._no_unit()

    def _add(self, number: int, piece: data.Piece, kind: str, formation: int) -> None:
        self.ids.append(piece.id)
        self.names.append(piece.name)
        self.scenario_of.append(number)
        self.side_of.append(side_number(piece.side))
        self.kind.append(kind)
        self.klass.append(CLASSES.index("foot_art" if kind == "redoubt_art" else kind))
        self.formation_of.append(formation)
        self.pm.append(2 * piece.mp)

    def _print(self, u: int) -> Json:
        """What a view tells of a piece: what is printed on it, and a place for what changes."""
        formation = self.formation_of[u]
        piece: Json = {
            "id": self.ids[u],
            "side": SIDES[self.side_of[u]],
            "place": None,
            "kind": self.kind[u],
            "formation": self.formations[formation] if formation >= 0 else None,
            "flags": None,
        }
        if self.kind[u] == "leader":
            return piece | {"rank": self.rank[u], "initiative": self.initiative[u], "radius": self.radius[u]}
        values = {"pf": None, "eff": None, "pm": self.pm[u] / 2, "range": self.range[u], "order": None}
        return piece | values

    def _no_leader(self) -> None:
        self.rank.append("")
        self.initiative.append(-1)
        self.radius.append(0)
        self.cavalry_officer.append(False)
        self.major.append(False)

    def _no_unit(self) -> None:
        for column in (self.pf, self.pf_reduced, self.eff, self.range):
            column.append(0)
        self.light.append(False)


def side_number(name: str) -> int:
    return FRENCH if name == "French" else COALITION


@cache
def roster() -> Roster:
    return Roster()
