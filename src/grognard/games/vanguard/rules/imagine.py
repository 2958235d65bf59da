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
from operator import attrgetter
from typing import Any, Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.activation import MoveStages, StackOrder
from grognard.games.vanguard.rules.movement.next_mover import MoveLeader, MoveUnits
from grognard.games.vanguard.rules.movement.steps import Step
from grognard.games.vanguard.rules.optional.columns import ColumnUnits, active_columns
from grognard.games.vanguard.rules.orders import ColumnTries, GeneralTries, GunOrder, Rouse
from grognard.games.vanguard.rules.unseen import FORGOTTEN, named_by, share_anew
from grognard.games.vanguard.rules.view import move_seen
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.frame import Frame

MARKS: Final = (*FORGOTTEN, "damaged", "tops")  # the sets of pieces on which it depends what is imagined


class Guess(NamedTuple):
    """What one imagines of the enemy, as far as it differs from what is: kept, for the same is imagined often."""

    hidden: int
    at: tuple[tuple[int, int], ...]
    own: tuple[tuple[int, int], ...]
    stacks: tuple[tuple[int, int], ...]
    marks: tuple[tuple[str, int], ...]
    columns: tuple[tuple[int, int], ...]
    occ: int
    steady: int


def imagine(s: Battle, side: int, rng: random.Random) -> Battle:
    """Another battle that looks to a side as this one does."""
    t = s.copy()
    enemy = 1 - side
    if t.move is not None and not move_seen(t, t.move, side):
        t.move = None
        t.agenda = [frame for frame in t.agenda if type(frame) is not Step]
    guesses, key = t.world.guesses, _known(t, side, rng.getrandbits(64))
    guess = guesses.get(key)
    if guess is None:
        if len(guesses) > 300:
            guesses.clear()
        guess = guesses[key] = _guess(t, side, random.Random(key[0]))
    if guess.hidden:
        _adopt(t, enemy, guess)
    if t.piled:
        t.piled = frozenset([pile for pile in t.piled if not pile[0] & t.world.of_side[enemy]])
    _set_back(t, enemy, guess.hidden)
    return t


def moment(s: Battle) -> object:
    """A side keeps to what it imagines all through an activation."""
    return s.turn, s.active


# what is imagined is kept


def _known(s: Battle, side: int, lot: int) -> tuple[Any, ...]:
    """The lot that is drawn, and all of the enemy, and of what is seen of him, on which it depends what is guessed."""
    w, enemy = s.world, 1 - side
    army, seen, places = w.of_side[enemy], s.seen_by(side), w.ranks[enemy](s.at)
    alone = tuple([seen >> s.at[u] & 1 for u in bits(army & (w.leaders | s.damaged) & s.there)])
    passing = s.move.units & army if s.move is not None else 0
    columns = tuple([(officer, column.units) for officer, column in s.columns.items()]) if s.columns else ()
    marks = [mark & army for mark in _marks(s)]
    return (
        *(lot, side, places, seen & s.occ[enemy], alone, passing, named_by(s) & army),
        *(w.ranks[enemy](s.own), s.steps_lost[enemy], columns, *marks),
    )


_marks: Final = attrgetter(*MARKS)


def _guess(s: Battle, side: int, rng: random.Random) -> Guess:
    """Drawn on a copy, and compared."""
    t, enemy = s.copy(), 1 - side
    hidden = share_anew(t, side, rng)
    army = s.world.of_side[enemy]
    marks = [(name, getattr(t, name) & army) for name in MARKS]
    places = {h for u in bits(hidden) for h in (s.at[u], t.at[u])}
    return Guess(
        hidden,
        tuple([(u, t.at[u]) for u in bits(hidden) if t.at[u] != s.at[u]]),
        tuple([(u, t.own[u]) for u in bits(hidden) if t.own[u] != s.own[u]]),
        tuple([(h, t.stack[h] & army) for h in sorted(places) if t.stack[h] != s.stack[h]]),
        tuple([(name, mask) for name, mask in marks if getattr(s, name) & army != mask]),
        tuple([(officer, column.units) for officer, column in t.columns.items()]),
        t.occ[enemy],
        t.steady[enemy],
    )


def _adopt(s: Battle, enemy: int, guess: Guess) -> None:
    """What is imagined instead of what is."""
    others = ~s.world.of_side[enemy]
    for u, h in guess.at:
        s.at[u] = h
    for u, order in guess.own:
        s.own[u] = order
    for h, pieces in guess.stacks:
        s.stack[h] = s.stack[h] & others | pieces
    for name, mask in guess.marks:
        setattr(s, name, getattr(s, name) & others | mask)
    for officer, units in guess.columns:
        s.columns[officer].units = units
    s.occ[enemy], s.steady[enemy] = guess.occ, guess.steady
    for told in (s.skirmished, s.charge_goals):
        for u in [u for u in told if guess.hidden >> u & 1]:
            del told[u]


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
