"""Assaults: who attacks whom, planned as a whole before the first is declared, and how they are fought out."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.gamble import assault_worth, passing, prize
from grognard.bots.colonel_vanguard.look import around, firm, points
from grognard.bots.colonel_vanguard.mind import Thought
from grognard.games.vanguard.rules.assault.advance import led_by
from grognard.games.vanguard.rules.assault.attackers import attackable, may_attack, must_attack, threats
from grognard.games.vanguard.rules.odds import Throw
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import ADVANCE
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.odds import Gamble

UNCOVERED: Final = 6.0  # [12.2.1] an enemy that must be attacked too and is not
LEFT_OUT: Final = 3.0  # [12.2] a unit that must attack and does not
WASTED: Final = 0.06  # an attacker more
RELUCTANT: Final = 0.15  # what an assault must be worth that nobody has to make
PASSES: Final = 3
KEPT: Final = 100  # plans that are remembered

Shares = dict[int, int]  # unit -> hex it attacks; -1: none


_plans: Final[dict[tuple[object, ...], Shares]] = {}  # while it is declared the same is asked again and again


def _standing(s: Battle) -> tuple[object, ...]:
    """What an assault leans on besides who may attack whom."""
    return (
        *(s.turn, s.weather, s.active, s.disordered, s.routed, s.reduced, s.damaged, s.lost, s.tired, s.struck),
        *(s.turned, s.fired, s.charging, tuple(s.at), tuple(s.own), tuple(s.orders), tuple(s.marching)),
    )


class Onset:
    """The assaults of one declaration. Found by improving one unit's target after the other."""

    def __init__(self, s: Battle) -> None:
        self.s = s
        free = [u for u in bits(s.group()) if may_attack(s, u)]
        self.near = {u: attackable(s, u) for u in free if attackable(s, u)}
        self.threats = {u: 0 if s.charging >> u & 1 else threats(s, u) for u in self.near}  # [14.2.1]
        self.must = {u for u in self.near if must_attack(s, u)}
        self._known: dict[tuple[int, int], float] = {}
        key = (s.world.number, *self.near.items(), *self.threats.items(), *sorted(self.must), *_standing(s))
        shares = _plans.get(key)
        if shares is None:
            if len(_plans) > KEPT:
                _plans.clear()
            shares = _plans[key] = self._improve()
        self.shares = shares

    def _improve(self) -> Shares:
        shares: Shares = {}
        for u, hexes in self.near.items():
            shares[u] = max(bits(hexes), key=lambda h: (assault_worth(self.s, 1 << u, h), h))
        best = self.worth(shares)
        for _ in range(PASSES):
            before = best
            for u, hexes in self.near.items():
                for h in (-1, *bits(hexes)):
                    trial = {**shares, u: h}
                    worth = self.worth(trial)
                    if worth > best + 1e-9:
                        shares, best = trial, worth
            best = self._drop_whole(shares, best)
            if best <= before + 1e-9:
                break
        return shares

    def _drop_whole(self, shares: Shares, best: float) -> float:
        """Give up whole assaults that do not pay."""
        for h in sorted({h for h in shares.values() if h >= 0}):
            trial = {u: -1 if at == h and u not in self.must else at for u, at in shares.items()}
            worth = self.worth(trial)
            if worth > best + 1e-9:
                shares.update(trial)
                best = worth
        return best

    def worth(self, shares: Shares) -> float:
        parties: dict[int, int] = {}
        for u, h in shares.items():
            if h >= 0:
                parties[h] = parties.get(h, 0) | 1 << u
        total = sum(self._party_worth(party, h) for h, party in parties.items())
        hit = sum(1 << h for h in parties)
        for u, h in shares.items():
            if h < 0:
                total -= LEFT_OUT if u in self.must else 0.0
            else:
                left = (self.threats[u] & ~hit).bit_count()
                total -= left * (UNCOVERED if self.s.order_of(u) == ADVANCE else 0.4)
        return total

    def _party_worth(self, party: int, h: int) -> float:
        found = self._known.get((party, h))
        if found is None:
            found = self._known[party, h] = self._weigh(party, h)
        return found

    def _weigh(self, party: int, h: int) -> float:
        s, charge = self.s, bool(party & self.s.charging)
        if charge:
            party &= s.charging
        full = assault_worth(s, party, h, charge) - WASTED * party.bit_count()
        full -= 0.0 if any(u in self.must for u in bits(party)) else RELUCTANT
        stacks: dict[int, float] = {}
        for u in bits(party):
            if s.order_of(u) == ADVANCE:
                stacks[s.at[u]] = min(stacks.get(s.at[u], 1.0), passing(s, u))
        if not stacks:
            return full
        chance = 1.0
        for each in stacks.values():
            chance *= each
        short = assault_worth(s, party & ~s.stack[min(stacks)], h)
        return chance * full + (1 - chance) * short

    def party(self, h: int) -> set[int]:
        return {u for u, at in self.shares.items() if at == h}

    def hexes(self) -> set[int]:
        """The hexes to be attacked."""
        return {h for h in self.shares.values() if h >= 0}


def _declared(s: Battle) -> list[Assault]:
    return [a for a in s.assaults if not a.counter]


def declare(m: Thought) -> str:
    """[12.2] The next assault of the plan; then done; and a way out if the rules want more."""
    planned = Onset(m.s).hexes()
    named = sum(a.targets for a in _declared(m.s))
    wanted = [o for o in m.verbs("assault") if o.args[0] in planned and not named >> o.args[0] & 1]
    if wanted:
        return wanted[0].text
    meant = [a.targets for a in _declared(m.s) if any(h in planned for h in bits(a.targets))]
    unwanted = [o for o in m.verbs("withdraw") if not any(targets >> o.args[0] & 1 for targets in meant)]
    if unwanted:
        return unwanted[0].text
    if m.offers("done"):
        return "done"
    return m.any_of(m.verbs("assault") or m.options)


def compose(m: Thought) -> str:
    """[12.4] Everybody whom the plan sends, then go; further hexes only where duty asks for them."""
    plan, here = Onset(m.s), m.s.assaults[m.frame.index]
    party = plan.party(bits(here.targets)[0])
    sent = [o for o in m.verbs("with") if o.args[0] in party]
    if sent:
        return sent[0].text
    owed = _owed(m, plan, here)
    more = [o for o in m.verbs("also") if owed >> o.args[0] & 1]
    if more:
        return more[0].text
    if m.offers("go"):
        return "go"
    owing = [o for o in m.verbs("with") if o.args[0] in plan.must]
    return m.any_of(owing or m.verbs("with", "all") or m.options)


def _owed(m: Thought, plan: Onset, here: Assault) -> int:
    """[12.2.1] Enemies that reach these attackers and that nobody attacks."""
    hit = sum(1 << h for h in plan.hexes())
    for a in m.s.assaults:
        hit |= a.targets
    found = 0
    for u in bits(here.attackers):
        found |= plan.threats.get(u, 0)
    return found & ~hit


# fighting it out


def resolve(m: Thought) -> str:
    """[12.1] The surest first: what it drives off opens the way for the others."""
    return m.pick(m.options, lambda o: _declared_worth(m, o.args[0]))


def _declared_worth(m: Thought, h: int) -> float:
    found = next((a for a in m.s.assaults if a.targets >> h & 1 and not a.over), None)
    return 0.0 if found is None else assault_worth(m.s, found.attackers, h, found.charge, found.counter)


def _stake(m: Thought) -> float:
    return max(prize(m.s, h) for h in bits(m.s.assaults[m.s.fight].targets))


def lead(m: Thought) -> str:
    """[12.4.4] A General leads where much is at stake; never Lannes, whose fall ends the battle (17.1.8)."""
    general = m.args[0]
    assert isinstance(general, int)
    precious = m.w.roster.ids[general] == "lannes"
    return m.say("lead" if _stake(m) > 0.5 and not precious else "spare")


def ground(m: Thought) -> str:
    """[10.0] The ground that is worst for the attacker."""
    return min(m.options, key=lambda o: (_pips(m, m.match.odds(m.side, o)), o.text)).text


def _pips(m: Thought, odds: Gamble | None) -> int:
    assert isinstance(odds, Throw)
    columns = m.w.tables.crt.columns
    return (columns.index(odds.column) if odds.column in columns else -1) + odds.drm


def press(m: Thought) -> str:
    """[12.5.4] Nothing came of it: only steady troops of whom there are enough press on for an exchange."""
    party = bits(m.s.assaults[m.s.fight].attackers)
    good = len(party) > 1 and min(m.s.eff(u) for u in party) >= 4
    return m.say("press" if good and _stake(m) > 0.9 else "accept")


def advance(m: Thought) -> str:
    """[12.7] Into the emptied hex, if it is worth having and can be held there; the leader takes all along."""
    ways = m.verbs("advance")
    if not ways:
        return m.first()
    best = m.best(ways, lambda o: _advance_worth(m, o))
    return "pass" if m.offers("pass") and _advance_worth(m, best) < 0.0 else best.text


def _advance_worth(m: Thought, option: Action) -> float:
    s, (u, h) = m.s, option.args
    leader = bool(m.w.leaders >> u & 1)
    party = led_by(s, s.assaults[m.frame.index], u) if leader else 1 << u
    against = points(s, firm(s, around(s, 1 - m.who, h, 1)))
    friends = around(s, m.who, h, 1)
    support = points(s, party) + points(s, friends & ~s.disordered & ~s.routed) // 2
    leaves = s.at[u] in m.w.objectives and s.combat(s.at[u], m.who).bit_count() <= party.bit_count()
    left = prize(s, s.at[u]) if leaves else 0.0
    exposed = 0.3 if m.w.roster.ids[u] == "lannes" else 0.0
    return prize(s, h) - left - 0.05 * max(0, against - support) - exposed
