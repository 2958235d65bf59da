"""[15.1] What may lie in the enemy's stacks: the pieces that lie face down, dealt anew over the counters that are seen.

Everybody knows how high a stack is (R-15.1b), what markers lie on it (R-15.1i), which pieces are still in the game and
which lie open, what cavalry is declared (R-15.1d, R-15.1g) and which cities are besieged (R-15.1e). So each stack gets
as many counters as it has, a combat unit among them, within its capacity (4.1); cavalry in good order where it is
declared, and none where it would have to be; two units in good order where a siege is laid, and not where none is.
Commanders are likelier in high stacks, and stand by Trains (7.3); dummies are what is left. One unit in eight is taken
to be disrupted; of supply one knows what the map tells (6.1).
"""

from __future__ import annotations

import random

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import fits_march
from grognard.games.russia1812.rules.advanced.card_supply import CardLoss
from grognard.games.russia1812.rules.advanced.card_use import PlayCard, unused
from grognard.games.russia1812.rules.advanced.traits import drives
from grognard.games.russia1812.rules.movement.siege import sieges
from grognard.games.russia1812.rules.optional.known import ARRIVALS, markers
from grognard.games.russia1812.rules.optional.piles import Pile, deal
from grognard.games.russia1812.rules.optional.unexamined import height, open_cavalry, open_pieces
from grognard.games.russia1812.rules.setup import deploying
from grognard.games.russia1812.rules.supply import trace
from grognard.games.russia1812.rules.trains import stacks_for_trains
from grognard.games.russia1812.world.state import WAITING, Campaign, March
from grognard.games.russia1812.world.world import FRENCH

BROKEN = 8  # one unit in so many is in disorder


def guess_stacks(t: Campaign, foe: int, rng: random.Random) -> None:
    """Deal a side's hidden pieces anew, with all that hangs on where they are."""
    if deploying(t, foe):
        take_up(t, foe)
        return
    opened = open_pieces(t, foe)
    hidden = sum([1 << u for u in bits(t.world.of_side[foe] & ~opened) if t.at[u] >= 0])
    piles = survey(t, foe, opened)
    column = column_height(t, foe)
    news, arrived = arrivals(t, foe, opened)
    deal(t, piles, hidden & ~news, arrivals_drawn(news, arrived, rng), rng)
    lay_down(t, foe, hidden | news, piles)
    mark(t, foe, hidden | news, piles, rng)
    lead_off(t, foe, column, piles, opened, rng)
    forget_said(t, foe)


def take_up(t: Campaign, foe: int) -> None:
    """[14.1] An army that is being set up begins again: nothing of it is seen before it stands."""
    for u in bits(t.world.of_side[foe]):
        if t.at[u] >= 0:
            t.stack[t.at[u]] = t.load[t.at[u]] = 0
            t.at[u] = WAITING
    t.occ[foe] = t.pres[foe] = t.cav[foe] = 0
    clear_marks(t, t.world.of_side[foe])


# what is known


def survey(t: Campaign, foe: int, opened: int) -> list[Pile]:
    """The stacks face down, each with what everybody knows of it."""
    world, piles, trains = t.world, {}, t.counter_hexes(foe)
    for h in bits(t.pres[foe]):
        number = height(t, foe, h, opened)
        if number:
            seen = t.stack[h] & opened
            pile = piles[h] = Pile(h, number, t.capacity(h) - world.load(seen), (seen & world.combat).bit_count())
            pile.others = (seen & world.commanders).bit_count()
            pile.marks = markers(t, t.stack[h] & world.of_side[foe] & ~opened)
            pile.least = max(pile.least, int(bool(pile.marks)))
            pile.led = bool(trains >> h & 1)
    note_cavalry(t, foe, opened, piles)
    note_sieges(t, foe, opened, piles)
    m, b = t.march, t.battle
    if m is not None and m.side == foe and m.here in piles:
        piles[m.here].steady = True
        piles[m.here].least = 1
    if b is not None and b.side == foe and b.start in piles:
        piles[b.start].steady = True
        piles[b.start].least = max(1, piles[b.start].least)
    return [piles[h] for h in sorted(piles)]


def note_cavalry(t: Campaign, foe: int, opened: int, piles: dict[int, Pile]) -> None:
    """[15.1] Where cavalry is declared it stands; where it would have to be declared and is not, none does."""
    declared, cavalry = open_cavalry(t, foe), t.cav[foe]
    t.cav[foe] = t.occ[foe]
    might = open_cavalry(t, foe)
    t.cav[foe] = cavalry
    for h, pile in piles.items():
        if t.stack[h] & opened & t.world.cavalry & ~t.disrupted:
            continue
        pile.horse = bool(declared >> h & 1)
        pile.no_horse = bool(might >> h & 1) and not pile.horse


def note_sieges(t: Campaign, foe: int, opened: int, piles: dict[int, Pile]) -> None:
    """[8.4] R-15.1e: what a siege, or that there is none, tells of those inside and of those before a city."""
    laid, side = sieges(t), 1 - foe
    for h, pile in piles.items():
        strong = [(t.fighters(n, side) & ~t.disrupted).bit_count() for n in bits(t.world.near_level[h])]
        if t.world.city >> h & 1 and max(strong, default=0) >= 2:
            if laid >> h & 1:
                pile.most = 1 - pile.troops
            else:
                pile.least = max(pile.least, 2 - pile.troops)
    besieged = [h for h in bits(t.occ[side] & t.world.city) if t.fighters(h, side).bit_count() == 1]
    ready = {h: (t.stack[h] & opened & t.world.combat & ~t.disrupted).bit_count() for h in piles}
    for h in besieged:
        for n in bits(t.world.near_level[h]) if not laid >> h & 1 else ():
            if n in piles:
                piles[n].at_most_good = max(0, 1 - ready[n])
    for h in besieged:
        if laid >> h & 1 and not _seen_siege(t, foe, h, opened):
            lay_siege(bits(t.world.near_level[h]), ready, piles)


def lay_siege(around: tuple[int, ...], ready: dict[int, int], piles: dict[int, Pile]) -> None:
    """[8.4] The likeliest of the stacks before a city is strong: one that besieges another, or the highest."""
    able = [n for n in around if n in piles and piles[n].at_most_good > 1 and piles[n].most > 1]
    if able:
        first = max(able, key=lambda n: (piles[n].good, piles[n].counters, n))
        piles[first].good = max(piles[first].good, 2 - ready[first])
        piles[first].least = max(piles[first].least, piles[first].good)


def _seen_siege(t: Campaign, foe: int, h: int, opened: int) -> bool:
    """[8.4] Whether two units in good order that lie open stand before a city."""
    for n in bits(t.world.near_level[h] & t.occ[foe]):
        if (t.fighters(n, foe) & opened & ~t.disrupted).bit_count() >= 2:
            return True
    return False


def column_height(t: Campaign, foe: int) -> int:
    """[15.1] How many counters march along, dummies among them: all have been told."""
    m = t.march
    if m is None or m.side != foe:
        return 0
    return (m.units | m.leaders).bit_count() + t.veil.column


def arrivals(t: Campaign, foe: int, opened: int) -> tuple[int, int]:
    """[13.2] R-15.1j: the pieces that come this turn, and how many of them have been put down."""
    if t.phase != ARRIVALS:
        return 0, 0
    due = (t.world.due.get(t.turn, 0) | t.affairs.early) & t.world.of_side[foe] & ~opened
    news = sum([1 << u for u in bits(due) if t.at[u] >= WAITING])
    return news, len([u for u in bits(news) if t.at[u] >= 0])


def arrivals_drawn(news: int, number: int, rng: random.Random) -> list[int]:
    """Those who have come."""
    found = list(bits(news))
    rng.shuffle(found)
    return found[:number]


# what follows


def lay_down(t: Campaign, foe: int, hidden: int, piles: list[Pile]) -> None:
    """The pieces on the map, the boards, and the dummies."""
    for u in bits(hidden):
        if t.at[u] >= 0:
            t.stack[t.at[u]] &= ~hidden
        t.at[u] = WAITING
    t.veil.decoys[foe] = {}
    for pile in piles:
        for u in [*pile.units, *pile.leaders]:
            t.at[u] = pile.hex
            t.stack[pile.hex] |= 1 << u
        if pile.free > 0:
            t.veil.decoys[foe][pile.hex] = pile.free
        t.load[pile.hex] = t.world.load(t.stack[pile.hex])


def mark(t: Campaign, foe: int, hidden: int, piles: list[Pile], rng: random.Random) -> None:
    """Disorder by chance and by what is known; markers as they lie; supply as the map tells; nobody has moved."""
    clear_marks(t, hidden)
    for pile in piles:
        t.disrupted |= disorder(t, pile, rng)
        units = sum([1 << u for u in pile.units])
        t.forage |= units if "forage" in pile.marks else 0
        t.forced |= units if "forced" in pile.marks else 0
        t.fought_once |= units if "fought_once" in pile.marks else 0
        t.fought_twice |= units if "fought_twice" in pile.marks else 0
    must_suffer(t, foe, hidden, rng)
    lay_boards(t, foe, piles)
    supply(t, foe, hidden, piles)


def clear_marks(t: Campaign, pieces: int) -> None:
    """Nothing is known of these pieces."""
    keep = ~pieces
    t.disrupted, t.moved, t.committed, t.fed = t.disrupted & keep, t.moved & keep, t.committed & keep, t.fed & keep
    t.forage, t.forced = t.forage & keep, t.forced & keep
    t.fought_once, t.fought_twice = t.fought_once & keep, t.fought_twice & keep


def disorder(t: Campaign, pile: Pile, rng: random.Random) -> int:
    """The units of a pile that are in disorder."""
    cavalry = t.world.cavalry
    good = [u for u in pile.units if not (pile.no_horse and cavalry >> u & 1)]
    good.sort(key=lambda u: not (pile.horse and cavalry >> u & 1))  # who is declared, or besieges, comes first
    least = max(pile.good, int(pile.horse), len(good) if pile.steady else 0)
    kept = [u for place, u in enumerate(good) if place < least or rng.randrange(BROKEN)]
    kept = kept[: pile.at_most_good]
    return sum([1 << u for u in pile.units if u not in kept])


def must_suffer(t: Campaign, foe: int, hidden: int, rng: random.Random) -> None:
    """[16.1] A card that strikes only units in disorder is asked about: there is one."""
    top = t.agenda[-1] if t.agenda else None
    if isinstance(top, CardLoss) and top.side == foe and not top.options(t, foe):
        foreign = [u for u in bits(hidden & t.world.foreign & ~t.world.cavalry) if t.at[u] >= 0]
        if foreign:
            t.disrupted |= 1 << rng.choice(foreign)


def lay_boards(t: Campaign, foe: int, piles: list[Pile]) -> None:
    """Cavalry in good order, hex by hex; held_disrupted as the stacks are now (8.4)."""
    ready = t.world.cavalry & t.world.fighters[foe] & ~t.disrupted
    held = t.held_disrupted
    for pile in piles:
        bit = 1 << pile.hex
        t.cav[foe] = t.cav[foe] | bit if t.stack[pile.hex] & ready else t.cav[foe] & ~bit
        held = held | bit if t.stack[pile.hex] & t.disrupted else held & ~bit
    if t.held_disrupted or t.began_near[0] or t.began_near[1] or t.march is not None:
        t.held_disrupted = held


def supply(t: Campaign, foe: int, hidden: int, piles: list[Pile]) -> None:
    """[6.1] As it would be traced now; a stack with a Train counter was in supply (7.3)."""
    good = trace(t, foe)
    for pile in piles:
        if pile.led:
            good |= sum([1 << u for u in pile.units])
    t.supplied = t.supplied & ~hidden | good & hidden
    if t.sites[foe]:
        t.receivers[foe] = stacks_for_trains(t, foe)


# what the stacks are doing


def lead_off(t: Campaign, foe: int, column: int, piles: list[Pile], opened: int, rng: random.Random) -> None:
    """The column of a Move, and the units of an attack."""
    m, b = t.march, t.battle
    if m is not None and m.side == foe:
        for pile in piles:
            if pile.hex == m.here:
                form_column(t, m, pile, column, rng)
    if b is not None and b.side == foe and not b.defenders:
        units = t.fighters(b.start, foe)
        b.units = b.units & opened | units & ~opened & ~t.affairs.barred or units  # [10.1] before it is shown who goes


def form_column(t: Campaign, m: March, pile: Pile, column: int, rng: random.Random) -> None:
    """[8.4] So many counters of a stack are marching, a unit among them; the rest was there before."""
    going = pile.units[:1]
    rest = [*pile.units[1:], *pile.leaders]
    rng.shuffle(rest)
    going += rest[: max(0, column - len(going))]
    pieces = sum([1 << u for u in going])
    m.units, m.leaders = pieces & t.world.combat, pieces & t.world.commanders
    m.along = m.sent_by = m.leaders if t.advanced else 0
    m.napoleon = t.world.napoleon >= 0 and bool(m.leaders >> t.world.napoleon & 1)
    m.driven = t.advanced and drives(t.world, m.leaders, m.leaders, m.sent_by)
    t.veil.column = 0 if m.ended else min(column - len(going), pile.free)
    left = pile.free - t.veil.column
    t.veil.decoys[m.side].pop(pile.hex, None)
    if left:
        t.veil.decoys[m.side][pile.hex] = left
    if m.ended:
        t.moved |= pieces
    recall_cards(t, m)


def recall_cards(t: Campaign, m: March) -> None:
    """[16.1] Whether a card fits a column hangs on its cavalry."""
    fits = {force.card: fits_march(t, m, force.op.filter) for force in unused(t, "march_mod") if t.advanced}
    for place, frame in enumerate(t.agenda):
        if isinstance(frame, PlayCard) and frame.side == m.side and frame.use == "march":
            later = t.agenda[place + 1 :]
            del t.agenda[place:]
            t.push(PlayCard(frame.side, frame.card, frame.use, frame.number, not fits[frame.card]))
            t.agenda.extend(later)


def forget_said(t: Campaign, foe: int) -> None:
    """[15.1] R-15.1k, R-15.1n: which forage dice failed; why somebody does not attack."""
    t.out[foe], t.waived[foe] = t.out[foe] or t.waived[foe], False
    if foe == FRENCH and t.affairs.hungry:
        t.affairs.hungry = {}
    if t.rally_at >= 0 and t.occ[foe] >> t.rally_at & 1:
        t.rally_at, t.rally_left = -1, 0
