"""Rulebook 12.8 and 15.1: levels of disorder, elimination, steps lost."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.victory import score
from grognard.games.vanguard.rules.command import within
from grognard.games.vanguard.world.roster import COALITION, NO_ORDER, SIDES
from grognard.games.vanguard.world.state import DEAD, ON_TRACK, SAFE, Battle
from grognard.kernel.frame import Outcome


def steps_of(two_sided: bool, reduced: bool, for_good: bool) -> int:
    """[12.8] R-52: the steps that a removal costs."""
    return 2 if for_good and two_sided and not reduced else 1


def near_leader(s: Battle, u: int) -> bool:
    """[12.8] Within the radius of a leader of its formation; [4.6] R-77: of a cavalry Officer only the mounted."""
    r = s.world.roster
    chiefs = [
        leader
        for leader in s.on_map(s.world.chiefs_of[r.formation_of[u]])
        if s.world.mounted >> u & 1 or not r.cavalry_officer[leader]
    ]
    return any(within(s, leader) >> s.at[u] & 1 for leader in chiefs)


def return_turn(turn: int, near: bool) -> int:
    """[12.8] Next turn if a leader was near, else two turns on."""
    return turn + (1 if near else 2)


def eliminate(s: Battle, u: int, for_good: bool = False) -> None:
    """[12.8] A full two-sided unit goes to the turn track, reduced; every other is gone for good."""
    if s.world.fixed >> u & 1:
        damage(s, u)
        return
    h, side = s.at[u], s.side(u)
    two_sided = bool(s.world.roster.pf_reduced[u])
    reduced = bool(s.reduced >> u & 1)
    s.steps_lost[side] += steps_of(two_sided, reduced, for_good)
    if two_sided and not reduced and not for_good:
        back = return_turn(s.turn, near_leader(s, u))
        s.take_off(u, ON_TRACK)
        s.reduced |= 1 << u
        s.track[u] = back
        s.emit("eliminated_returns", u, s.spot(h), back)
    else:
        s.take_off(u, DEAD)
        s.emit("eliminated", u, s.spot(h))


def damage(s: Battle, u: int) -> None:
    """[17.2.6] R-41: a heavy battery is Damaged: one step lost, and it is no unit any more."""
    if s.damaged >> u & 1:
        return
    s.damaged |= 1 << u
    s.steps_lost[s.side(u)] += 1
    s.refresh(s.at[u])
    s.emit("damaged", u, s.spot(s.at[u]))


def leave_map(s: Battle, piece: int) -> None:
    """[17.2.1] R-40: safe and gone, not a lost step."""
    h = s.at[piece]
    s.take_off(piece, SAFE)
    s.emit("left_map", piece, s.spot(h))


def worse(s: Battle, u: int) -> bool:
    """[15.1.1] One level; True if the unit is now Routed and must run."""
    level = s.level(u)
    if level == 2:
        return True
    s.set_level(u, level + 1)
    s.emit("routed" if level else "disordered", u, s.spot(s.at[u]))
    drop_out(s, 1 << u)
    return level == 1


def drop_out(s: Battle, units: int) -> None:
    """[11.4.4] R-21: broken attackers take no further part in what is declared, nor broken counter-chargers."""
    if s.fight < 0:
        for assault in s.assaults:
            assault.attackers &= ~units
            assault.doubtful &= ~units


def lose_leader(s: Battle, leader: int) -> None:
    """[4.5.5] Out of the game; [17.2.12] a Neapolitan major may lose his flag; [17.1.8] Lannes loses the battle."""
    h, side = s.at[leader], s.side(leader)
    s.take_off(leader, DEAD)
    s.leaders_lost[side] += 1
    s.emit("leader_lost", leader, s.spot(h))
    if s.world.roster.major[leader]:
        die = s.dice.d6()
        if die >= 4:
            s.flags += 1
            s.emit("flag_taken", leader, die)
        else:
            s.emit("flag_saved", leader, die)
    disband(s, leader)
    if s.world.montebello and leader == s.world.cinc[0]:
        s.emit("lannes_lost", leader)
        s.outcome = Outcome(SIDES[COALITION], "automatic", dict(zip(SIDES, score(s), strict=True)), "lannes_lost")


def disband(s: Battle, officer: int) -> None:
    """[16.2] A column without its Officer: its units are out of command."""
    column = s.columns.pop(officer, None)
    if column is not None and column.formed:
        for u in bits(column.units):
            s.own[u] = NO_ORDER
            if s.at[u] >= 0:
                s.lost |= 1 << u
