"""[15.1] The table as one side knows it: a campaign without what it cannot know.

Everything the table shows a player beside his options (view, odds, overlays, plans, tables) is read off this.
"""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.movement.siege import sieges
from grognard.games.russia1812.rules.optional.unexamined import height, open_cavalry, open_pieces
from grognard.games.russia1812.rules.setup import deploying
from grognard.games.russia1812.world.state import UNSEEN, WAITING, Attack, Campaign, March
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN

ARRIVALS = 7  # the phase in which pieces come one by one


def known(s: Campaign, side: int) -> Campaign:
    """What a side (-1: a spectator) knows; with open stacks that is all there is."""
    if not s.hidden:
        return s
    twin = s.copy()
    twin.veil.sieges = sieges(s)
    for who in (FRENCH, RUSSIAN):
        if who != side:
            cover(twin, s, who)
    return twin


def cover(twin: Campaign, s: Campaign, who: int) -> None:
    """Turn a side's pieces face down."""
    opened = open_pieces(s, who)
    unseen = 0
    for u in bits(s.world.of_side[who] & ~opened):
        if s.at[u] >= 0:
            unseen |= 1 << u
    count_backs(twin, s, who, opened)
    seen_cavalry = s.world.cavalry & opened & ~s.disrupted
    twin.cav[who] = open_cavalry(s, who)
    for h in bits(s.cav[who]):
        if s.stack[h] & seen_cavalry:
            twin.cav[who] |= 1 << h
    lift(twin, s, unseen)
    forget(twin, unseen, who)


def count_backs(twin: Campaign, s: Campaign, who: int, opened: int) -> None:
    """[15.1] R-15.1b, R-15.1i: how high the stacks are, once the side has set up, and the markers on them."""
    veil = twin.veil
    veil.decoys[who], veil.draft[who] = {}, None
    if deploying(s, who):
        twin.occ[who] = twin.pres[who] = 0
        return
    for h in bits(s.pres[who]):
        number = height(s, who, h, opened)
        if number:
            veil.backs[who][h] = number
            veil.markers[who][h] = markers(s, s.stack[h] & s.world.of_side[who] & ~opened)


def markers(s: Campaign, pieces: int) -> tuple[str, ...]:
    """[15.1] R-15.1i: markers lie on stacks for all to see."""
    masks = (
        ("forage", s.forage),
        ("forced", s.forced),
        ("fought_once", s.fought_once),
        ("fought_twice", s.fought_twice),
    )
    return tuple([name for name, mask in masks if pieces & mask])


def lift(twin: Campaign, s: Campaign, unseen: int) -> None:
    """Take the pieces off the map; who comes this turn is still awaited until all have come (R-15.1j), and so is an
    army that is being set up."""
    due = s.world.due.get(s.turn, 0) | s.affairs.early if s.phase == ARRIVALS else 0
    for who in (FRENCH, RUSSIAN):
        if deploying(s, who):
            due |= s.world.of_side[who]
    for u in bits(unseen):
        h = s.at[u]
        twin.at[u] = WAITING if due >> u & 1 else UNSEEN
        twin.stack[h] &= ~(1 << u)
        twin.load[h] = s.world.load(twin.stack[h])


def forget(twin: Campaign, unseen: int, who: int) -> None:
    """Everything else that speaks of pieces which cannot be seen."""
    keep = ~unseen
    twin.disrupted &= keep
    twin.supplied &= keep
    twin.forage &= keep
    twin.moved &= keep
    twin.forced &= keep
    twin.committed &= keep
    twin.fought_once &= keep
    twin.fought_twice &= keep
    twin.fed &= keep
    twin.held_disrupted &= ~twin.occ[who]
    twin.began_near[who] = twin.receivers[who] = twin.sites[who] = 0
    twin.out[who], twin.waived[who] = twin.out[who] or twin.waived[who], False  # R-15.1n
    if twin.rally_at >= 0 and twin.occ[who] >> twin.rally_at & 1:
        twin.rally_at, twin.rally_left = -1, 0
    if twin.affairs.hungry:
        twin.affairs.hungry = {h: units & keep for h, units in twin.affairs.hungry.items()}
    if twin.march is not None and twin.march.side == who:
        forget_march(twin, twin.march, keep)
    if twin.battle is not None:
        forget_battle(twin.battle, keep)


def forget_march(twin: Campaign, m: March, keep: int) -> None:
    m.units &= keep
    m.leaders &= keep
    m.along &= keep
    m.sent_by &= keep
    m.napoleon = m.driven = False
    m.lose = m.disrupt = 0
    twin.veil.column = 0


def forget_battle(b: Attack, keep: int) -> None:
    b.units &= keep
    b.defenders &= keep
    b.pushed &= keep
    b.led &= keep
    b.column &= keep
    b.took_part &= keep
