"""What a side may imagine of a battle: R-49, all that lies beneath the stacks which it does not see, drawn anew.

The enemy's pieces that are on the map, not seen and not named by anything under way lie beneath: which they are is
known, for everybody else is open; where they are and in which state is not. They are shared out again among the stacks
of which is seen that more lies beneath, so that each has something, the seen counter stays on top, stacking (7.1) and
the ground allow it, and zones of control and held places (17) are what they are seen to be; sooner with their own
formation, sooner beneath a stronger counter. As many of them are reduced as the steps lost leave open. Who lies beneath
has done in this activation what the counter on top of him has done, if both are of one formation, and nothing else.

What the enemy decides unseen in B-2 and B-4 (who rides beneath, which stage is over) is set back to the earliest moment
that agrees with what is seen; a question put to him about a piece that is not seen is not asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.activation import MoveStages, StackOrder
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.battles.victory import holds
from grognard.games.vanguard.rules.movement.next_mover import MoveLeader, MoveUnits
from grognard.games.vanguard.rules.movement.steps import Step
from grognard.games.vanguard.rules.optional.columns import ColumnUnits, active_columns
from grognard.games.vanguard.rules.orders import ColumnTries, GeneralTries, GunOrder, Rouse
from grognard.games.vanguard.rules.stacking import may_stack
from grognard.games.vanguard.rules.view import move_seen
from grognard.games.vanguard.world.roster import NO_ORDER
from grognard.games.vanguard.world.state import DEAD, Battle
from grognard.kernel.frame import Frame

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


def imagine(s: Battle, side: int, rng: random.Random) -> Battle:
    """Another battle that looks to a side as this one does."""
    t = s.copy()
    enemy = 1 - side
    if t.move is not None and not move_seen(t, t.move, side):
        t.move = None
        t.agenda = [frame for frame in t.agenda if type(frame) is not Step]
    tops = _tops(t, side)
    hidden = _beneath(t, side, tops)
    piles = _piles(t, side, tops, hidden)
    t.piled = frozenset([pile for pile in t.piled if not pile[0] & t.world.of_side[enemy]])
    if hidden:
        _forget(t, hidden)
        _lay(t, piles, hidden, rng)
        _wear(t, piles, hidden, rng)
    _set_back(t, enemy, hidden)
    return t


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
    named = s.world.fixed | (s.move.units if s.move is not None else 0)
    for assault in s.assaults:
        named |= assault.attackers | assault.doubtful
    found = 0
    for h, top in tops.items():
        found |= s.stack[h] & ~(1 << top)
    return found & s.world.of_side[1 - side] & ~named


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


# what is going on


def _set_back(s: Battle, enemy: int, hidden: int) -> None:
    """The agenda without what the enemy does unseen."""
    asked = s.agenda[-1] if s.agenda else None
    s.agenda = [frame for frame in s.agenda if frame.side != enemy or not hidden >> _subject(frame) & 1]
    _restage(s, enemy, hidden)
    if asked is None or s.outcome is not None or asked.side != enemy:
        return
    top = s.agenda[-1]
    if type(top) in (ColumnTries, GunOrder) and GeneralTries(enemy).options(s, enemy):
        s.push(GeneralTries(enemy))  # [5.2.1] whether he has tried already is not seen unless he has
    elif top.side != enemy or not (type(top) in (MoveUnits, Step) or top.options(s, enemy)):
        if top is asked:
            s.agenda.pop()
        s.push(MoveUnits(enemy, 0, 0))  # he has something to say, whatever it is


def _subject(frame: Frame[Any]) -> int:
    """The piece that a question is about; far beyond all pieces where it is about none, or it is open whom.

    Whoever leads a column (16.2) is open.
    """
    if type(frame) in (ColumnTries, ColumnUnits):
        return 1 << 10
    found = [getattr(frame, name, 1 << 10) for name in ("unit", "leader", "gun", "officer")]
    return int(min(found))


def _restage(s: Battle, enemy: int, hidden: int) -> None:
    """[3.1] B-4 of the enemy: all who are not seen to have moved may still move."""
    block = [i for i, frame in enumerate(s.agenda) if frame.side == enemy and _of_stage(frame)]
    if not block:
        return
    above = s.agenda[block[-1] + 1 :]
    del s.agenda[block[0] :]
    counted = s.counted
    leaders = _riders(s, enemy, hidden)
    if leaders is not None:
        s.push(MoveLeader(enemy, leaders), StackOrder(enemy))
    elif _late(s, enemy, hidden):
        MoveStages(enemy, 1, s.group() & s.lost).finish(s)
    else:
        MoveStages(enemy, 0).finish(s)
    s.counted = counted
    top = s.agenda[-1]
    if s.move is not None and s.move.side == enemy and isinstance(top, MoveUnits):
        s.move.peers, s.move.excused = top.units, s.move.excused & top.units & ~hidden
    s.agenda += above


def _of_stage(frame: Frame[Any]) -> bool:
    if isinstance(frame, MoveStages):
        return frame.stage == 1
    if isinstance(frame, MoveUnits):
        return bool(frame.units | frame.officers)
    return type(frame) in (Rouse, MoveLeader, StackOrder)


def _on_the_move(s: Battle, enemy: int) -> int:
    return s.move.units if s.move is not None and s.move.side == enemy else 0


def _riders(s: Battle, enemy: int, hidden: int) -> tuple[int, ...] | None:
    """[4.1.4] [4.3.1] Who may still ride when the General, or the chief, is seen to have begun; None before that."""
    general, chief = s.world.roster.general_of[s.active], s.world.cinc[enemy]
    now = _on_the_move(s, enemy)
    if now >> chief & 1:
        return ()
    if s.solo or general == chief:
        return None
    gone = s.rode & ~hidden | now
    return (chief,) if gone >> general & 1 else None


def _late(s: Battle, enemy: int, hidden: int) -> bool:
    """Whether somebody of the second stage (out of command, or of a column, R-36) is seen to have moved, or all are."""
    late = s.lost & s.group()
    for officer in active_columns(s):
        late |= s.columns[officer].units | 1 << officer
    if not (s.group() | s.group_leaders() & s.world.officers) & ~late:
        return True
    return bool(late & ~hidden & (s.marched | s.rode | _on_the_move(s, enemy)))
