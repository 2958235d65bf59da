"""Rulebook 12.1 to 12.4: who attacks whom. Declaring is a puzzle of duties; this module holds its rules."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.charts import BELOW, Clash, Fighter, clash_column
from grognard.games.vanguard.rules.ground import sheltered
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.ban import Ban, asked, spared

# [12.1] [12.2] who may and who must


def attacker_bans(s: Battle) -> Iterable[Ban]:
    """[12.2] [12.2.3] [15.1] [16.3.1] Only troops in good order with Advance or Attack, once a turn."""
    yield Ban("11.0.2", "guns_only_bombard", ~s.world.troops)
    yield Ban("15.1", "broken", s.disordered | s.routed)
    yield Ban("12.2.3", "attacked_already", s.fought)
    yield Ban("16.3.1", "has_skirmished", s.fired)
    yield Ban("12.2", "order_forbids_attack", lambda u: s.order_of(u) not in (ADVANCE, ATTACK), (asked, s.order_of))
    if s.assaults:
        yield Ban("14.2.4", "counter_charged", _standing(s, countered(s)))


def may_attack(s: Battle, u: int) -> bool:
    """[12.2] Whether a unit on the map may attack."""
    return bool(attackers_of(s, 1 << u))


def attackers_of(s: Battle, units: int) -> int:
    """[12.2] Of these units, those on the map that may attack."""
    return spared(attacker_bans(s), units & s.there)


def _standing(s: Battle, hexes: int) -> int:
    found = 0
    for h in bits(hexes):
        found |= s.stack[h]
    return found


def countered(s: Battle) -> int:
    """[14.2.4] Hexes of both parties of a counter-charge: they fight nobody else."""
    if not s.assaults:
        return 0
    hexes = 0
    for assault in s.assaults:
        if assault.counter:
            hexes |= assault.targets
            for u in bits(assault.attackers):
                hexes |= 1 << s.at[u]
    return hexes


def in_ezoc(s: Battle, u: int) -> bool:
    return bool(s.zoc(1 - s.side(u)) >> s.at[u] & 1)


def must_attack(s: Battle, u: int) -> bool:
    """[12.1] [12.2] R-22: Attack order in a zone of control; [14.2] a charger has named his intention."""
    return s.at[u] >= 0 and must_attack_now(s, u) and may_attack(s, u)


def attackable(s: Battle, u: int) -> int:
    """[12.1] The enemy hexes that a unit may attack."""
    return goals_of(s, u, s.occ[1 - s.side(u)] & ~countered(s))


def goals_of(s: Battle, u: int, enemies: int) -> int:
    """[12.1] Of some enemy hexes those next to a unit; [14.2] R-54: for a charger those he can charge."""
    if s.charging >> u & 1:
        return s.charge_goals.get(u, 0) & enemies
    return s.world.near[s.at[u]] & enemies


def assigned(s: Battle) -> int:
    found = 0
    for assault in s.assaults:
        found |= assault.attackers
    return found


def targeted(s: Battle) -> int:
    hexes = 0
    for assault in s.assaults:
        hexes |= assault.targets
    return hexes


def available(s: Battle) -> list[int]:
    """Units of the acting group that could still be given a target."""
    taken = assigned(s)
    return list(bits(attackers_of(s, s.group() & ~taken)))


def must_attack_now(s: Battle, u: int) -> bool:
    return bool(s.charging >> u & 1) or (s.order_of(u) == ATTACK and in_ezoc(s, u))


def at_fair_odds(s: Battle, a: Assault) -> bool:
    """[12.4.2] Not worse than 1-5, judged on the ground that suits the attacker best."""
    if not defenders(s, a):
        return True
    return any(clash_column(clash(s, a, h, terrain)) != BELOW for h, terrain in grounds(s, a))


# what an assault is made of


def attacking_side(s: Battle, a: Assault) -> int:
    return 1 - s.acting_side() if a.counter else s.acting_side()


def defenders(s: Battle, a: Assault) -> int:
    """[12.4.1] Infantry and cavalry in the attacked hexes; [12.2.3] nobody is attacked twice in a subphase."""
    side = 1 - attacking_side(s, a)
    found = 0
    for h in bits(a.targets):
        found |= s.troops(h, side)
    return found & ~s.struck


def defending_guns(s: Battle, a: Assault) -> int:
    side = 1 - attacking_side(s, a)
    found = 0
    for h in bits(a.targets):
        found |= s.batteries(h, side)
    return found


def grounds(s: Battle, a: Assault) -> list[tuple[int, str]]:
    """[10.0] R-59: the terrains among which the inactive player picks."""
    side = 1 - attacking_side(s, a)
    held = [h for h in bits(a.targets) if s.troops(h, side)] or list(bits(a.targets))
    return [(h, terrain) for h in held for terrain in s.world.grounds[h]]


def fighter(s: Battle, u: int, charging: bool, woods: bool) -> Fighter:
    return Fighter(
        s.pf(u),
        s.eff(u),
        bool(s.world.horse >> u & 1),
        bool(s.disordered >> u & 1),
        bool(s.routed >> u & 1),
        charging,
        woods,
    )


def wooded(s: Battle, a: Assault, picked: int, terrain: str) -> int:
    """[10.4] R-59, R-74: of the attacked hexes those where cavalry is halved: each by its own ground.

    Of the hex picked the terrain picked counts. In another with woods and something else the inactive player has
    the choice too: woods, unless they would halve cavalry of his.
    """
    chart, riders = s.world.tables.tec.hex, s.world.horse & s.world.of_side[1 - attacking_side(s, a)]
    hexes = 0
    for h in bits(a.targets):
        halving = [chart[kind].cavalry_halved for kind in s.world.grounds[h]]
        spared = s.stack[h] & riders and not all(halving)
        counts = chart[terrain].cavalry_halved if h == picked else any(halving) and not spared
        hexes |= 1 << h if counts else 0
    return hexes


def clash(s: Battle, a: Assault, h: int, terrain: str) -> Clash:
    """The assault on a given ground, reduced to what decides it."""
    side = attacking_side(s, a)
    against = defenders(s, a)
    woods = wooded(s, a, h, terrain)
    return Clash(
        tuple([fighter(s, u, a.charge, bool(woods)) for u in bits(a.attackers)]),
        tuple([fighter(s, u, a.counter, bool(woods >> s.at[u] & 1)) for u in bits(against)]),
        terrain,
        sheltered(s, h, 1 - side),
        across_stream(s, a),
        a.general,
        general_beside(s, against) >= 0,
    )


def across_stream(s: Battle, a: Assault) -> bool:
    """[10.5] R-59: every attacker is across a stream or bridge from every hex it attacks."""
    return all((s.at[u], h) in s.world.wet for u in bits(a.attackers) for h in bits(a.targets))


def general_beside(s: Battle, units: int) -> int:
    """[12.4.4] A General stacked with a unit of his own formation in the combat; -1 if there is none."""
    for u in bits(units):
        general = s.general(s.world.roster.formation_of[u])
        if general >= 0 and s.at[general] == s.at[u]:
            return general
    return -1


# [12.2.1] R-22: who must be attacked too


def threats(s: Battle, u: int) -> int:
    """[12.2.1] Hexes of enemies whose zone of control reaches the attacker."""
    if not in_ezoc(s, u):
        return 0
    return s.world.near[s.at[u]] & s.steady[1 - s.side(u)] & ~countered(s)
