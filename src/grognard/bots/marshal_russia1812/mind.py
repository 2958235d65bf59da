"""What a handler of doctrine is given: the options, the situation, and the plan when it asks for one."""

from __future__ import annotations

from grognard.bots import doctrine
from grognard.bots.marshal_russia1812.french import french_campaign
from grognard.bots.marshal_russia1812.plan import Plan
from grognard.bots.marshal_russia1812.russian import russian_campaign
from grognard.bots.marshal_russia1812.situation import Situation, surmised
from grognard.bots.marshal_russia1812.style import Style
from grognard.games.russia1812.world.state import Campaign
from grognard.games.russia1812.world.world import FRENCH
from grognard.kernel.match import Match


class Memory:
    """The last plan, kept as long as the situation it was made for stays the same."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._places: dict[tuple[int, bool], int] = {}
        self._key: tuple[object, ...] = ()
        self._plan: Plan | None = None

    def recall(self, p: Situation) -> Plan:
        """The plan for a situation."""
        if p.side == FRENCH:
            p.stations = self._stations(p)
        key = p.key
        if self._plan is None or self._key != key:
            campaign = french_campaign if p.side == FRENCH else russian_campaign
            self._key, self._plan = key, Plan(p, campaign, self.style)
        plan = self._plan
        p.outlook = plan.p.outlook
        plan.p = p  # the same pieces in the same places; Trains and Combat Commands may be other
        return plan

    def _stations(self, p: Situation) -> int:
        """[7.8] The cities where the French want Depots: more of them against an enemy who wanders."""
        found = self._places.get((p.edition, p.wanders))
        if found is None:
            names = (*self.style.stations, *self.style.outposts) if p.wanders else self.style.stations
            found = self._places[p.edition, p.wanders] = p.cities(names)
        return found


class Mind(doctrine.Mind):
    """One decision and everything that may be asked about it."""

    def __init__(self, match: Match, side: str, seed: str, memory: Memory) -> None:
        super().__init__(match, side, seed)
        self._memory = memory
        state = match.state
        assert isinstance(state, Campaign)
        self.p = self._situation(state)
        if self.p.hunting and state.hidden:
            self.p = self._situation(surmised(state, 1 - self.who))
        self._plan: Plan | None = None

    def _situation(self, state: Campaign) -> Situation:
        p = Situation(state, self.who)
        p.hunts = bool(self.style.hunt)
        return p

    @property
    def style(self) -> Style:
        return self._memory.style

    @property
    def plan(self) -> Plan:
        """The plan for this situation, made once."""
        if self._plan is None:
            self._plan = self._memory.recall(self.p)
        return self._plan

    def chance(self) -> float:
        return self.dice().random()
