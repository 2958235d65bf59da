"""Assaults: who attacks whom, planned as a whole before the first is declared, and how they are fought out."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.gamble import assault_worth, defenders_of, passing, prize
from grognard.bots.colonel_vanguard.mind import Mind, Option
from grognard.bots.colonel_vanguard.picture import Picture, Piece
from grognard.games.vanguard.rules.assault.charts import Clash, Fighter, clash_column, clash_drm, on_one_ground
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE

UNCOVERED: Final = 6.0  # [12.2.1] an enemy that must be attacked too and is not
LEFT_OUT: Final = 3.0  # [12.2] a unit that must attack and does not
WASTED: Final = 0.06  # an attacker more
PASSES: Final = 3

Shares = dict[int, int]  # unit -> hex it attacks; -1: none


class Onset:
    """The assaults of one declaration. Found by improving one unit's target after the other."""

    def __init__(self, p: Picture, free: list[Piece], charging: frozenset[int]) -> None:
        self.p = p
        self.charging = charging
        self.units = [x for x in free if self._near(x)]
        self.must = {x.u for x in self.units if x.order == ATTACK and p.ezoc >> x.hex & 1} | charging
        self.shares = self._improve()

    def _near(self, x: Piece) -> int:
        return self.p.world.near[x.hex] & self.p.occ[1 - self.p.side]

    def threats(self, x: Piece) -> int:
        """[12.2.1] Enemies whose zone of control reaches the unit."""
        if not self.p.ezoc >> x.hex & 1:
            return 0
        return self.p.world.near[x.hex] & self.p.steady[1 - self.p.side]

    def _improve(self) -> Shares:
        shares: Shares = {x.u: -1 for x in self.units}
        for x in self.units:
            shares[x.u] = max(bits(self._near(x)), key=lambda h: (assault_worth(self.p, [x], h), h))
        best = self.worth(shares)
        for _ in range(PASSES):
            before = best
            for x in self.units:
                for h in (-1, *bits(self._near(x))):
                    trial = {**shares, x.u: h}
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
        parties: dict[int, list[Piece]] = {}
        for x in self.units:
            if shares[x.u] >= 0:
                parties.setdefault(shares[x.u], []).append(x)
        total = sum(self._party_worth(party, h) for h, party in parties.items())
        hit = sum(1 << h for h in parties)
        for x in self.units:
            if shares[x.u] < 0:
                total -= LEFT_OUT if x.u in self.must else 0.0
            elif x.u not in self.charging:
                left = (self.threats(x) & ~hit).bit_count()
                total -= left * (UNCOVERED if x.order == ADVANCE else 0.4)
        return total

    def _party_worth(self, party: list[Piece], h: int) -> float:
        charge = any(x.u in self.charging for x in party)
        if charge:
            party = [x for x in party if x.u in self.charging]
        full = assault_worth(self.p, party, h, charge) - WASTED * len(party)
        stacks = {x.hex for x in party if x.order == ADVANCE}
        if not stacks:
            return full
        chance = 1.0
        for place in stacks:
            led = bool(self.p.leaders.get(place))
            chance *= passing(min(x.eff for x in party if x.hex == place), led)
        rest = [x for x in party if x.hex != min(stacks)]
        short = assault_worth(self.p, rest, h) if rest else 0.0
        return chance * full + (1 - chance) * short

    def party(self, h: int) -> set[int]:
        return {u for u, at in self.shares.items() if at == h}

    def hexes(self) -> list[int]:
        """The hexes to be attacked, the most promising first."""
        return sorted({h for h in self.shares.values() if h >= 0})


def onset(m: Mind) -> Onset:
    """The plan for the units that may attack, whatever has been declared already."""
    p = m.p
    charging = frozenset(x.u for x in p.units_of(p.active) if "charge" in x.flags)
    free = [x for x in p.units_of(p.active) if x.troops and x.steady and x.order in (ADVANCE, ATTACK)]
    free = [x for x in free if "skirmish" not in x.flags or "done" not in x.flags]
    return Onset(p, free, charging)


def declare(m: Mind) -> str:
    """[12.2] The next assault of the plan; then done; and a way out if the rules want more."""
    plan = onset(m)
    declared = [{m.p.hex(name) for name in a["targets"]} for a in m.view["assaults"] if not a["counter"]]
    named = set().union(*declared)
    wanted = [o for o in m.verbs("assault") if o.hex in plan.hexes() and o.hex not in named]
    if wanted:
        return wanted[0].text
    planned = set(plan.hexes())
    unwanted = [o for o in m.verbs("withdraw") if not any(o.hex in hexes and hexes & planned for hexes in declared)]
    if unwanted:
        return unwanted[0].text
    if m.offers("done"):
        return "done"
    return m.any_of(m.verbs("assault") or m.options)


def compose(m: Mind) -> str:
    """[12.4] Everybody whom the plan sends, then go; further hexes only where duty asks for them."""
    plan = onset(m)
    here = _composed(m)
    target = m.p.hex(here["targets"][0])
    party = plan.party(target)
    sent = [o for o in m.verbs("with") if o.units[0] in party]
    if sent:
        return sent[0].text
    ours = {m.p.world.roster.by_id[name] for name in here["attackers"]}
    owed = _owed(m, plan, ours)
    more = [o for o in m.verbs("also") if owed >> o.hex & 1]
    if more:
        return more[0].text
    if m.offers("go"):
        return "go"
    owing = [o for o in m.verbs("with") if o.units[0] in plan.must]
    return m.any_of(owing or m.verbs("with", "all") or m.options)


def _composed(m: Mind) -> dict[str, list[str]]:
    """The assault that is being put together: that of the hex in the question."""
    spot: int = m.asked["prompt"][0]
    name = m.p.world.grid.names[spot % (1 << 16)]
    found: dict[str, list[str]] = next(a for a in m.view["assaults"] if name in a["targets"] and not a["counter"])
    return found


def _owed(m: Mind, plan: Onset, ours: set[int]) -> int:
    """[12.2.1] Enemies that reach these attackers and that nobody attacks."""
    named = {m.p.hex(name) for a in m.view["assaults"] for name in a["targets"]}
    hit = sum(1 << h for h in named | set(plan.hexes()))
    found = 0
    for u in ours:
        if u not in plan.charging and u in m.p.by_number:
            found |= plan.threats(m.p.by_number[u])
    return found & ~hit


# fighting it out


def resolve(m: Mind) -> str:
    """[12.1] The surest first: what it drives off opens the way for the others."""
    return m.best(m.options, lambda o: _declared_worth(m, o)).text


def _declared_worth(m: Mind, option: Option) -> float:
    name = m.p.world.grid.names[option.hex]
    found = next((a for a in m.view["assaults"] if name in a["targets"] and not a["over"]), None)
    if found is None:
        return 0.0
    by_id = m.p.world.roster.by_id
    party = [m.p.by_number[by_id[n]] for n in found["attackers"] if by_id[n] in m.p.by_number]
    return assault_worth(m.p, party, option.hex, found["charge"])


def lead(m: Mind) -> str:
    """[12.4.4] A General leads where much is at stake; never Lannes, whose fall ends the battle (17.1.8)."""
    general = m.prompted()
    if m.p.world.roster.ids[general] == "lannes":
        return m.say("spare")
    a = m.view["assaults"][m.view["fight"]]
    stake = max(prize(m.p, m.p.hex(name)) for name in a["targets"])
    return m.say("lead" if stake > 0.5 else "spare")


def ground(m: Mind) -> str:
    """[10.0] The ground that is worst for the attacker."""
    a = m.view["assaults"][m.view["fight"]]
    by_id = m.p.world.roster.by_id
    attackers = tuple([m.p.by_number[by_id[n]].fighter(a["charge"]) for n in a["attackers"]])
    return min(m.options, key=lambda o: (_ground_pips(m, o, attackers), o.text)).text


def _ground_pips(m: Mind, option: Option, attackers: tuple[Fighter, ...]) -> int:
    p, terrain = m.p, option.words[-1]
    own = [x for x in p.mine.get(option.hex, []) if x.troops]
    defenders = tuple([x.fighter() for x in own]) or defenders_of(p, option.hex)
    if not defenders:
        return 0
    clash = Clash(attackers, defenders, terrain, all(x.order == DEFENCE for x in own))
    clash = on_one_ground(p.world.tables, clash)
    column = clash_column(clash)
    columns = p.world.tables.crt.columns
    return (columns.index(column) if column in columns else -1) + clash_drm(p.world.tables, clash)


def press(m: Mind) -> str:
    """[12.5.4] Nothing came of it: only steady troops of whom there are enough press on for an exchange."""
    a = m.view["assaults"][m.view["fight"]]
    by_id = m.p.world.roster.by_id
    party = [m.p.by_number[by_id[n]] for n in a["attackers"] if by_id[n] in m.p.by_number]
    steady = bool(party) and min(x.eff for x in party) >= 4 and len(party) > 1
    stake = max(prize(m.p, m.p.hex(name)) for name in a["targets"])
    return m.say("press" if steady and stake > 0.9 else "accept")


def advance(m: Mind) -> str:
    """[12.7] Into the emptied hex, if it is worth having and can be held there; the leader takes all along."""
    best = m.best(m.verbs("advance"), lambda o: _advance_worth(m, o)) if m.verbs("advance") else m.options[0]
    if m.offers("pass") and _advance_worth(m, best) < 0.0:
        return "pass"
    return best.text


def _advance_worth(m: Mind, option: Option) -> float:
    p = m.p
    x = p.by_number[option.units[0]]
    party = [y for y in p.mine.get(x.hex, []) if y.troops and y.steady] if x.leader else [x]
    against = sum(y.pf for y in p.foes_within(option.hex, 1) if y.steady and y.troops)
    support = sum(y.pf for y in party) + sum(y.pf for y in p.friends_within(option.hex, 1) if y.steady) // 2
    left = prize(p, x.hex) if x.hex in p.world.objectives and len(p.mine.get(x.hex, [])) <= len(party) else 0.0
    exposed = 0.3 if x.leader and p.world.roster.ids[x.u] == "lannes" else 0.0
    return prize(p, option.hex) - left - 0.05 * max(0, against - support) - exposed
