"""Rulebook 4: command radius, contiguity, and who is in command."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.fog import tell_pieces
from grognard.games.vanguard.world.roster import NO_ORDER
from grognard.games.vanguard.world.state import Battle


def within(s: Battle, leader: int) -> int:
    """[4.4] [4.4.3] R-06: the hexes of a leader's radius, by paths round enemies and impassable ground."""
    world, here, radius = s.world, s.at[leader], s.world.roster.radius[leader]
    around = world.grid.disc(here, radius)
    barred = around & (world.impassable | s.occ[1 - s.side(leader)])
    return world.grid.free.flood(1 << here, radius, around & ~barred) if barred else around


def in_radius(s: Battle, leader: int, piece: int) -> bool:
    return s.at[leader] >= 0 and s.at[piece] >= 0 and bool(within(s, leader) >> s.at[piece] & 1)


def in_command(s: Battle, formation: int, units: int, officers: int) -> int:
    """[4.2] [4.4] [4.4.2] R-05: the General's radius, then the chain of neighbours and in-command Officers.

    An Officer is reached by the General's radius or by the chain, never by another Officer's radius alone.
    """
    general = s.general(formation)
    if general < 0:
        return 0  # [4.5.5]
    left = s.on_map((units | officers) & ~(1 << general))
    at, near, hex_bit, mounted = s.at, s.world.near, s.world.bit, s.world.mounted
    covered = chain = within(s, general)  # where units find command, and where Officers do
    riders = 0  # [4.6] R-77: hexes where only cavalry and horse artillery find command
    found = 0
    grown = True
    while grown:
        grown = False
        waiting, left = left, []
        for u in waiting:
            bit, h = 1 << u, at[u]
            officer, here = bit & s.world.officers, hex_bit[h]
            reached = chain if officer else covered
            if not reached & here and not (riders & here and not officer and mounted & bit):
                left.append(u)
                continue
            found |= bit
            grown = True
            if officer and s.world.roster.cavalry_officer[u]:
                riders |= within(s, u) | here
                continue
            around = near[h] | here
            chain |= around
            covered |= around | within(s, u) if officer else around
    return found


def mark_command(s: Battle) -> None:
    """[4.4] B-2: mark every unit and Officer of the acting group that is out of command. R-07: it holds till next B-2.

    Own orders end here: batteries R-57, staying put R-17, reinforcements R-34.
    """
    group, officers = s.group(), s.group_leaders() & s.world.officers
    columns = [(o, c) for o, c in s.columns.items() if s.world.roster.formation_of[o] == s.active and not s.solo]
    for u in bits(group & ~s.entering):
        s.own[u] = NO_ORDER
    if s.solo:
        good = group & _near(s, s.world.lone_leader, group)
        officers = 0
        for u in bits(good & ~s.entering):
            s.own[u] = s.lone_order
    else:
        detached = 0
        for officer, column in columns:
            if column.formed:
                detached |= column.units | 1 << officer
        good = in_command(s, s.active, group & ~detached, officers & ~detached)
        for officer, column in columns:
            if column.formed:
                good |= _form_up(s, officer, column.units & group, column.order)
    everybody = (group | officers) & s.there
    s.lost = s.lost & ~(group | officers) | everybody & ~good
    s.revealed = True  # who is out of command tells where leaders are that lie beneath
    tell_pieces(s, s.acting_side(), everybody & s.lost, "out_of_command")


def _near(s: Battle, leader: int, units: int) -> int:
    """[16.2.2] The units within a leader's radius."""
    if s.at[leader] < 0:
        return 0
    reached = within(s, leader)
    return sum([1 << u for u in bits(units & s.there) if reached >> s.at[u] & 1])


def _form_up(s: Battle, officer: int, units: int, order: int) -> int:
    """[16.2.2] R-36: a column's units within its Officer's radius are in command, with the column's order."""
    good = _near(s, officer, units)
    for u in bits(good):
        s.own[u] = order
    return good | 1 << officer
