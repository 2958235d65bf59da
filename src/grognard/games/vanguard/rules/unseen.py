"""R-49: who lies beneath the stacks that a side does not see, shared out anew (what is known of them: ``imagine``)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.world.roster import NO_ORDER
from grognard.games.vanguard.world.state import DEAD, Battle

# done in this activation together with the counter on top
TOGETHER: Final = (
    "lost",
    "marched",
    "fought",
    "struck",
    "rallied",
    "evaded",
    "planted",
    "counted",
    "nearer",
    "arrived",
)
# forgotten of whom one does not see
FORGOTTEN: Final = (
    *TOGETHER,
    *("disordered", "routed", "reduced", "turned", "tired", "fired", "rode", "fled", "charging", "fatigued"),
)
KIN: Final = 6.0  # how much sooner somebody is beneath a counter of his formation
ODD: Final = 0.25  # how much less soon a stronger unit lies beneath a weaker one

Likes = dict[int, list[int]]  # for each who seeks, what he may have, the likeliest first
Weights = dict[int, dict[int, float]]  # for each stack, who may lie beneath it, and how much he is to be expected there


class Pile(NamedTuple):
    """[11.3.2] A stack of which only the top is seen, and that more lies beneath."""

    top: int
    rest: int  # combat units that are known to be there, without one that only passes through
    bare: bool  # nothing that is known lies beneath: somebody must
    sound: bool  # [8.0] it has a zone of control
    wants: bool  # [8.0] R-39: it owes its zone, or the place it holds, to a unit beneath
    level: int  # [15.1] of a unit beneath where no zone is


def share_anew(s: Battle, side: int, rng: random.Random) -> int:
    """The enemies whom a side does not see, laid and marked anew; who they are."""
    tops = _tops(s, side)
    hidden = _beneath(s, side, tops)
    if hidden:
        piles = _piles(s, side, tops, hidden)
        _forget(s, hidden)
        _lay(s, piles, hidden, rng)
        _wear(s, piles, hidden, rng)
    return hidden


def beneath(s: Battle, side: int) -> int:
    """R-49: the enemies on the map that a side does not see, and of whom nothing under way speaks."""
    return _beneath(s, side, _tops(s, side))


def _tops(s: Battle, side: int) -> dict[int, int]:
    """[11.3.2] R-49: the enemy stacks out of a side's sight: the hex, and the counter on top."""
    seen = s.seen_by(side)
    hexes = sorted({s.at[u] for u in s.on_map(s.world.of_side[1 - side])})
    return {h: s.top_of(h, 1 - side) for h in hexes if not seen >> h & 1}


def _beneath(s: Battle, side: int, tops: dict[int, int]) -> int:
    """Who lies beneath these tops. A heavy battery (17.2.6) stands where it was set up, and no secret."""
    found = 0
    for h, top in tops.items():
        found |= s.stack[h] & ~(1 << top)
    return found & s.world.of_side[1 - side] & ~(s.world.fixed | named_by(s))


def named_by(s: Battle) -> int:
    """Of whom something under way speaks."""
    named = s.move.units if s.move is not None else 0
    for assault in s.assaults:
        named |= assault.attackers | assault.doubtful
    return named


def _piles(s: Battle, side: int, tops: dict[int, int], hidden: int) -> dict[int, Pile]:
    """The stacks beneath which somebody unseen may lie, by their hexes."""
    enemy, army = 1 - side, s.world.of_side[1 - side]
    passing = s.move.units if s.move is not None else 0
    more = [(h, top) for h, top in tops.items() if s.stack[h] & army & ~(1 << top)]
    return {h: _pile(s, h, top, enemy, hidden, passing) for h, top in more}


def _pile(s: Battle, h: int, top: int, enemy: int, hidden: int, passing: int) -> Pile:
    known = s.combat(h, enemy) & ~hidden
    sound = bool(s.steady[enemy] >> h & 1)
    held = h in s.world.objectives and holds(s, enemy, h)
    owes_zone = sound and not known & ~s.disordered & ~s.routed
    owes_place = held and not known & ~s.routed
    bare = not s.stack[h] & s.world.of_side[enemy] & ~hidden & ~(1 << top)
    level = 1 if owes_place else s.level(top)
    return Pile(top, known & ~passing, bare, sound, owes_zone or owes_place, level)


def _forget(s: Battle, hidden: int) -> None:
    """Off the map, and no marker is known."""
    for u in bits(hidden):
        s.stack[s.at[u]] &= ~(1 << u)
        s.own[u] = NO_ORDER
        s.skirmished.pop(u, None)
        s.charge_goals.pop(u, None)
    for name in FORGOTTEN:
        mask = getattr(s, name)
        if mask & hidden:
            setattr(s, name, mask & ~hidden)
    for column in s.columns.values():
        column.units &= ~hidden


# where they lie


def _lay(s: Battle, piles: dict[int, Pile], hidden: int, rng: random.Random) -> None:
    """Everybody unseen beneath some counter; nowhere nobody."""
    weights = _weights(s, piles, hidden)
    under = _share_out(s, weights, piles, hidden, rng)
    for leader in bits(hidden & s.world.leaders):
        if leader not in under:
            under[leader] = _liked(weights, leader, rng)[0]
    for u in sorted(under):
        s.at[u] = under[u]
        s.stack[under[u]] |= 1 << u
    for h in piles:
        s.refresh(h)


def _share_out(s: Battle, weights: Weights, piles: dict[int, Pile], hidden: int, rng: random.Random) -> dict[int, int]:
    """[7.1] Where each unit lies, one to a stack, and who lies where somebody must."""
    units, leaders = hidden & s.world.units, hidden & s.world.leaders
    claims = {h: units if pile.wants else hidden for h, pile in piles.items() if pile.wants or pile.bare}
    pieces = {h: _liable(weights[h], who, rng) for h, who in claims.items()}
    here = {h: u for u, h in _matching(pieces, _shuffled(list(claims), rng)).items()}
    likes = {u: _liked(weights, u, rng) for u in bits(units)}
    under = {u: h for h, u in _matching(likes, _shuffled(bits(units), rng), here, leaders).items()}
    for u in bits(units):
        if u not in under:  # two beneath one who only passes by
            under[u] = (likes[u] or list(piles))[0]
    return under


def _liable(weights: dict[int, float], pieces: int, rng: random.Random) -> list[int]:
    """Who of these may lie beneath a stack, the likeliest first."""
    return _by_chance([(u, weight) for u, weight in weights.items() if pieces >> u & 1], rng)


def _liked(weights: Weights, u: int, rng: random.Random) -> list[int]:
    """The stacks beneath which a piece may lie, the likeliest first."""
    return _by_chance([(h, able[u]) for h, able in weights.items() if u in able], rng)


def _weights(s: Battle, piles: dict[int, Pile], hidden: int) -> Weights:
    """[7.1] [16.3.3] R-76: who may lie beneath each stack, and how much sooner than beneath another."""
    w, pf = s.world, s.world.roster.pf
    grounds = {u: open_ground(s, u) for u in bits(hidden & w.units)}
    found: Weights = {}
    for h, pile in piles.items():
        able = found[h] = {}
        kin, strength = _kin_of(s, pile.top), s.pf(pile.top)
        troops = w.troops if w.troops >> pile.top & 1 else 0
        for u in bits(hidden & _fitting(s, pile, h)):
            if w.leaders >> u & 1 or (grounds[u] >> h & 1 and may_stack(w, pile.rest | 1 << u)):
                odd = troops >> u & 1 and pf[u] > strength
                able[u] = (KIN if kin >> u & 1 else 1.0) * (ODD if odd else 1.0)
    return found


def _fitting(s: Battle, pile: Pile, h: int) -> int:
    """[16.3.3] R-76: whom the seen counter on top, a redoubt or the lack of a zone of control allow beneath it."""
    w, top = s.world, 1 << pile.top
    later = -2 << pile.top  # of the same rank, those who come after the one on top
    if top & w.leaders:
        return w.leaders & later
    guns = 0 if not pile.sound else w.guns & later if top & w.guns else w.guns
    troops = 0 if top & w.guns else w.troops & ~w.horse if w.redoubts >> h & 1 else w.troops
    return w.leaders | guns | troops


def _kin_of(s: Battle, u: int) -> int:
    """The pieces of somebody's formation."""
    f = s.world.roster.formation_of[u]
    return s.world.troops_of[f] | s.world.chiefs_of[f] if f >= 0 else 0


def _by_chance(weights: list[tuple[int, float]], rng: random.Random) -> list[int]:
    """In an order drawn by weight."""
    drawn = {x: rng.random() ** (1 / weight) for x, weight in weights}
    return sorted(drawn, key=drawn.__getitem__, reverse=True)


def _shuffled(found: Sequence[int], rng: random.Random) -> list[int]:
    return rng.sample(found, len(found))


def _matching(likes: Likes, seekers: list[int], held: dict[int, int] | None = None, loose: int = 0) -> dict[int, int]:
    """What is given to whom: as many seekers as can be are served, and what was held stays so.

    ``loose``: of those who hold something already, who gives way without asking for another.
    """
    given = {} if held is None else held
    served = set(given.values())

    def serve(x: int, asked: set[int]) -> bool:
        for y in likes[x]:
            if y not in asked:
                asked.add(y)
                if y not in given or loose >> given[y] & 1 or serve(given[y], asked):
                    given[y] = x
                    return True
        return False

    for x in seekers:
        if x not in served:
            serve(x, set())
    return given


# in which state


def _wear(s: Battle, piles: dict[int, Pile], hidden: int, rng: random.Random) -> None:
    """The markers and orders of those beneath, and who has been put on top of them."""
    s.reduced |= _worn(s, hidden, rng)
    broken = _share_broken(s, hidden)
    done = [name for name in TOGETHER if getattr(s, name)]
    for u in bits(hidden):
        pile = piles[s.at[u]]
        if _kin_of(s, pile.top) >> u & 1:
            _go_along(s, u, pile.top, done)
        if s.world.troops >> u & 1:
            _set_level(s, u, pile, rng.random() < broken)
    for h, pile in piles.items():
        s.tops &= ~(s.troops(h, s.side(pile.top)))
        if s.top_of(h, s.side(pile.top)) != pile.top:
            s.tops |= 1 << pile.top


def _worn(s: Battle, hidden: int, rng: random.Random) -> int:
    """[12.8] R-52: every step lost that nobody seen accounts for was lost by somebody unseen."""
    r, two_sided = s.world.roster, [u for u in bits(hidden) if s.world.roster.pf_reduced[u]]
    if not two_sided:
        return 0
    side, left = s.side(two_sided[0]), s.steps_lost[s.side(two_sided[0])]
    for u in bits(s.world.units & s.world.of_side[side] & ~hidden):
        if s.at[u] == DEAD:
            left -= 2 if r.pf_reduced[u] else 1
        else:
            left -= (s.reduced | s.damaged) >> u & 1
    return sum(1 << u for u in rng.sample(two_sided, max(0, min(left, len(two_sided)))))


def _share_broken(s: Battle, hidden: int) -> float:
    """How many of the enemy's troops that are seen are Disordered."""
    seen = s.on_map(s.world.troops & s.world.of_side[s.side(bits(hidden)[0])] & ~hidden)
    return sum(s.disordered >> u & 1 for u in seen) / max(1, len(seen))


def _go_along(s: Battle, u: int, top: int, done: list[str]) -> None:
    """What a counter has done the one beneath it has done too."""
    if s.world.leaders >> u & 1:
        s.lost |= (s.lost >> top & 1 & s.world.officers >> u) << u
        return
    for name in done:
        mask = getattr(s, name)
        setattr(s, name, mask | (mask >> top & 1) << u)
    s.turned |= (s.marched & s.world.guns & ~s.world.fixed) >> u << u & 1 << u
    if not s.world.leaders >> top & 1:
        s.own[u] = s.own[top]
    for officer, column in s.columns.items():
        rides = s.world.mounted >> u & 1 or not s.world.roster.cavalry_officer[officer]
        if column.units >> top & 1 and rides:
            column.units |= 1 << u


def _set_level(s: Battle, u: int, pile: Pile, broken: bool) -> None:
    """[15.1] [8.0] Broken where the stack has no zone of control, steady where it has one in spite of its top."""
    if not pile.sound:
        s.set_level(u, pile.level)
    elif not pile.wants and broken:
        s.set_level(u, 1)
