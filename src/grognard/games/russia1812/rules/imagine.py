"""A campaign as a side may imagine it: all that it cannot know is forgotten and drawn anew.

What is drawn: which of the enemy's Train counters are genuine, and how many he has still to place (7.4, 7.5); by 16.1
the card he holds, the one he has drawn and the order of the decks; by 15.1 what lies in his stacks (``guess``). Kept is
what everybody has been told: the counters by hex, those that lie open, how many genuine Trains he has in all, what
forage markers tell of them (7.6), the number of cards in each pile, and who lays first. An answer that he is still
putting together begins again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import CardRally
from grognard.games.russia1812.rules.advanced.cards import LayCard
from grognard.games.russia1812.rules.advanced.effects import single
from grognard.games.russia1812.rules.advanced.numbers import DECK_1_UNTIL, card_order
from grognard.games.russia1812.rules.combat.advance import Advance, AdvanceLeaders
from grognard.games.russia1812.rules.combat.retreat import Overflow, PushLeaders, PushOn, Retreat
from grognard.games.russia1812.rules.commands import CommanderGoal, SendCommander
from grognard.games.russia1812.rules.movement.attrition import Attrition
from grognard.games.russia1812.rules.movement.march import BeginMovement, MoveOrder, NextMove
from grognard.games.russia1812.rules.movement.rally import Rally, RallyUnits
from grognard.games.russia1812.rules.movement.route import ChooseCover
from grognard.games.russia1812.rules.optional.capacity import MOST, ROOM
from grognard.games.russia1812.rules.optional.guess import guess_stacks
from grognard.games.russia1812.rules.optional.unexamined import LayDummies
from grognard.games.russia1812.rules.orders import AttackOrder, OrderUnits, SupportDie
from grognard.games.russia1812.rules.trains import MakeDepot, forage_turn
from grognard.games.russia1812.world.state import Attack, Campaign
from grognard.games.russia1812.world.world import FRENCH

LOT = 256  # bits: more than the order of all Trains there are
TRIES = 6  # positions drawn until there is one in which the enemy can be asked what he is asked
Span = tuple[int, int]  # the least and the most genuine Trains of a hex


def moment(s: Campaign) -> object:
    """[15.1] Stacks face down are taken for the same all through a phase: so plans last."""
    return (s.affairs.year, s.turn, s.phase) if s.hidden else None


def imagine(s: Campaign, side: int, rng: random.Random) -> Campaign:
    """A campaign that looks to a side as this one does."""
    foe = 1 - side
    t = s.copy()
    for _ in range(TRIES):
        begin_again(t, foe)
        if t.hidden:
            guess_stacks(t, foe, rng)
        draw_trains(t, foe, rng)
        if t.advanced:
            draw_cards(t, foe, rng)
        rally_on(t, foe, rng)
        if can_answer(t, foe):
            break
        t = s.copy()
    return t


def can_answer(t: Campaign, foe: int) -> bool:
    """Whether the enemy, where he is asked, has something to say."""
    top = t.agenda[-1] if t.agenda else None
    return top is None or top.side != foe or bool(top.options(t, foe))


# answers not yet finished


def begin_again(t: Campaign, foe: int) -> None:
    """Back to the question that the enemy began to answer; nobody else knows how far he has come."""
    top = t.agenda[-1] if t.agenda else None
    if top is None or top.side != foe:
        return
    if t.march is not None and t.march.side == foe and not t.march.hexes:
        unname_march(t, foe)
    elif isinstance(top, RallyUnits):
        t.agenda.pop()
        t.rally_at, t.rally_left = -1, 0
    elif isinstance(top, CommanderGoal):
        t.agenda.pop()
        t.push(SendCommander(foe))
    elif t.battle is not None:
        unname_battle(t, t.battle, foe)
    if t.hidden:
        unsay(t, foe)


def unname_march(t: Campaign, foe: int) -> None:
    """[8.2] No step has been made: not even the stack has been named."""
    while not isinstance(t.agenda.pop(), NextMove):
        pass
    t.push(MoveOrder(foe))
    t.march = None
    if t.hidden:
        t.veil.column = 0


def unname_battle(t: Campaign, b: Attack, foe: int) -> None:
    """[10.1] [11.11] [11.12] Units picked one by one, a stack called before its die, a hex to withdraw to."""
    top = t.agenda[-1]
    if isinstance(top, OrderUnits):
        del t.agenda[-2:]
        t.push(AttackOrder(foe))
        t.battle = None
    elif isinstance(top, (Advance, AdvanceLeaders)):
        t.agenda.pop()
        t.push(Advance(foe))
        b.column = 0
    elif isinstance(top, Overflow):
        del t.agenda[-2:]
        t.push(Retreat(foe))
        b.to_hex, b.pushed, b.column = -1, 0, 0
    elif isinstance(top, (PushLeaders, PushOn)):
        b.column = 0
        if isinstance(top, PushLeaders):
            t.agenda.pop()
    else:
        uncall(t, b)


def uncall(t: Campaign, b: Attack) -> None:
    """[10.4] A card is asked for before the die of a stack that only its owner knows to be called."""
    for place, frame in enumerate(t.agenda):
        if isinstance(frame, SupportDie):
            b.called[frame.role] &= ~(1 << frame.called)
            del t.agenda[place:]
            return


def unsay(t: Campaign, foe: int) -> None:
    """[15.1] What stacks face down are asked in silence."""
    top, m = t.agenda[-1], t.march
    if isinstance(top, (Attrition, ChooseCover)):
        t.agenda.pop()
    elif isinstance(top, CardRally):
        t.agenda.pop()
        t.push(CardRally(foe, 1))
    elif isinstance(top, LayDummies):
        t.veil.draft[foe] = None
    if m is not None and m.side == foe:
        m.lose = m.disrupt = 0


def rally_on(t: Campaign, foe: int, rng: random.Random) -> None:
    """[8.1] Where no other stack can rally, the one that has begun goes on."""
    top = t.agenda[-1] if t.agenda else None
    if not isinstance(top, Rally) or can_answer(t, foe):
        return
    begun = [h for h in bits(t.rallied & t.occ[foe]) if t.fighters(h, foe) & t.disrupted & t.supplied]
    if begun:
        t.rally_at, t.rally_left = rng.choice(begun), 1
        t.push(RallyUnits(foe))


# [7.5] Trains


def draw_trains(t: Campaign, foe: int, rng: random.Random) -> None:
    """[7.5] Which counters are genuine: all know how many lie in a hex, which lie open, how many are genuine in all."""
    if t.raises_room:
        carry_enough(t, foe)
    counters = t.genuine[foe].copy()
    for h, n in t.dummies[foe].items():
        counters[h] = counters.get(h, 0) + n
    laid, left = sum(counters.values()), t.to_place[foe] + t.dummies_left[foe]
    total = sum(t.genuine[foe].values()) + t.to_place[foe]
    if not counters:
        mark_fed(t, foe)
        return
    spans = spans_of(t, foe, counters)
    least, most = sum([a for a, _ in spans.values()]), sum([b for _, b in spans.values()])
    if not max(total - left, least) <= min(total, most):  # a rumour that cannot be true
        spans = {h: (known_trains(t, foe, h), counters[h]) for h in sorted(counters)}
        least, most = sum([a for a, _ in spans.values()]), laid
    fewest = max(total - left, least)
    genuine = max(fewest, min(total, most))
    if genuine > fewest:
        genuine = number(t, fewest, genuine, rng)
    t.to_place[foe], t.dummies_left[foe] = total - genuine, left - total + genuine
    lay_trains(t, foe, counters, spans, min(genuine, laid) - least, rng)
    mark_fed(t, foe)


def lay_trains(
    t: Campaign, foe: int, counters: dict[int, int], spans: dict[int, Span], more: int, rng: random.Random
) -> None:
    """So many genuine Trains beside those that are known to be."""
    open_to: list[int] = []
    for h, (a, b) in spans.items():
        if b > a:
            open_to += [h] * (b - a)
    found = {h: a for h, (a, _) in spans.items()}
    for h in open_to if more >= len(open_to) else some(t, open_to, more, rng) if more > 0 else ():
        found[h] += 1
    t.genuine[foe] = {h: n for h, n in found.items() if n}
    t.dummies[foe] = {h: counters[h] - n for h, n in found.items() if counters[h] > n}


def number(t: Campaign, least: int, most: int, rng: random.Random) -> int:
    """A number by chance: by bits alone where nothing else is drawn, for to make a generator costs more than all else.

    In the Advanced game one is made for the cards anyhow.
    """
    if t.advanced:
        return rng.randint(least, most)
    return least + rng.getrandbits(LOT) % (most - least + 1)


def some(t: Campaign, among: list[int], count: int, rng: random.Random) -> list[int]:
    """Some of a list by chance, in the same way."""
    if t.advanced:
        return rng.sample(among, count)
    found, left, lot = [], among.copy(), rng.getrandbits(LOT)
    for _ in range(count):
        lot, place = divmod(lot, len(left))
        found.append(left.pop(place))
    return found


def spans_of(t: Campaign, foe: int, counters: dict[int, int]) -> dict[int, Span]:
    """How few and how many of the counters of each hex can be genuine."""
    told, shown = marked(t), t.shown[foe]
    if told or t.sites[foe] or (t.march is not None and t.march.side == foe):
        return {h: span_of(t, foe, h, n, told) for h, n in sorted(counters.items())}
    return {h: (shown.get(h, 0), n) for h, n in sorted(counters.items())}  # nothing is known but what lies open


def span_of(t: Campaign, foe: int, h: int, counters: int, told: bool) -> Span:
    """How few and how many of the counters of a hex can be genuine; ``told``: whether forage markers tell of them."""
    least = known_trains(t, foe, h)
    if t.sites[foe] and not t.receivers[foe] >> h & 1:
        return counters, counters  # [7.5] R-7.5a: a dummy lies on a stack that may receive
    if told and forages(t, foe, h):
        if t.fighters(h, foe) & t.forage:
            return least, least
        return max(least, int(not t.rallied >> h & 1)), counters
    return least, counters


def known_trains(t: Campaign, foe: int, h: int) -> int:
    """[7.1] [8.2] Genuine Trains that lie open, or by which a column is on its way."""
    m = t.march
    known = t.shown[foe].get(h, 0)
    if m is None or m.side != foe or m.start != h or m.ended:
        return known
    return max(known, 1 + m.room // ROOM)


def marked(t: Campaign) -> bool:
    """[7.6] Whether this turn's forage markers lie, and nobody has moved since."""
    if t.edition == 1:
        return False
    top = t.agenda[-1] if t.agenda else None
    return isinstance(top, MakeDepot) or (t.phase == 3 and any([isinstance(f, BeginMovement) for f in t.agenda]))


def forages(t: Campaign, foe: int, h: int) -> bool:
    """[7.6] Whether a stack has a marker just because it has no Train."""
    if not forage_turn(t) or not (foe == FRENCH or t.forage_russian):
        return False
    abroad = not (t.own_land(foe) | t.depots[foe]) >> h & 1
    return abroad and (t.world.near[h] & t.occ[foe]).bit_count() < 2


def mark_fed(t: Campaign, foe: int) -> None:
    """[7.6] R-7.6e: units that stood where a genuine Train lay; of those who stand by no counter everybody knows."""
    if t.edition == 2:
        t.fed &= ~t.world.of_side[foe]
        return
    for h in bits(t.counter_hexes(foe)):
        units = t.fighters(h, foe)
        fed = h in t.genuine[foe] or t.rallied >> h & 1
        if t.phase == 3 or isinstance(t.agenda[-1], MakeDepot):
            t.fed = t.fed | units if fed else t.fed & ~units


def carry_enough(t: Campaign, foe: int) -> None:
    """[15.2] Trains that a column carries are its owner's to know, but for those it could not stand there without."""
    m = t.march
    if m is None or m.side != foe or m.ended:
        return
    over = t.load[m.here] - t.capacity(m.here)
    m.room = ROOM * max(0, min(MOST, -(-over // ROOM)))


# [16.1] cards


def draw_cards(t: Campaign, foe: int, rng: random.Random) -> None:
    """[16.1] The cards that nobody has shown, dealt anew: the enemy's hand, what he has drawn, the decks."""
    a = t.affairs
    pool = sorted([*a.decks[0], *a.decks[1], *a.hands[foe], *([a.drawn[foe]] if a.drawn[foe] else [])])
    if not pool:
        return
    piles = [[n for n in pool if deck_of(t, n) == k] for k in (0, 1)]
    if a.drawn[foe]:
        season = piles[0 if t.turn <= DECK_1_UNTIL and a.year == 1812 else 1]
        a.drawn[foe] = take(season, drawable(t, foe, season), rng)
    for place in range(len(a.hands[foe])):
        pile = piles[0] if len(piles[0]) > len(a.decks[0]) else piles[1]
        a.hands[foe][place] = take(pile, [n for n in pile if not single(t, n)], rng)
    for pile in piles:
        rng.shuffle(pile)
    a.decks = piles


def deck_of(t: Campaign, card: int) -> int:
    """[16.13] The deck a card lies in: in 1813 there is but one."""
    return t.world.cards[card].deck - 1 if t.affairs.year == 1812 or t.turn < DECK_1_UNTIL else 1


def take(pile: list[int], among: Sequence[int], rng: random.Random) -> int:
    """One of these cards, out of its pile."""
    found = rng.choice(among or pile)
    pile.remove(found)
    return found


def drawable(t: Campaign, foe: int, cards: Sequence[int]) -> list[int]:
    """[16.1] What the enemy may have drawn: who lays second tells of single instructions, and so does being asked."""
    a, side = t.affairs, 1 - foe
    alone = [False, False]
    alone[side] = single(t, a.drawn[side] or a.laid[side]) if a.drawn[side] or a.laid[side] else False
    asked = isinstance(t.agenda[-1], LayCard) and t.agenda[-1].side == foe
    found = []
    for card in cards:
        alone[foe] = single(t, card)
        if card_order(t.turn, (alone[0], alone[1])) == a.order and not (asked and alone[foe]):
            found.append(card)
    return found
