"""What a fight comes to: exchange after exchange, with markers as likely as the bags make them."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, Final, NamedTuple

from grognard.games.merde.rules.combat.damage import MARKER, MEN, consequence, severity

FACES: Final = range(1, 7)
FACE: Final = (0.0, 0.5, 1.0)  # what the faces of the Damage marker cost
MAN: Final = 2.0  # two companies
BACK: Final = 1.2  # ground lost, the day's work undone
ROUT: Final = 4.5  # half of those who rout never come back
SPARE: Final = 0.15  # a marker left in hand
WORN: Final = (2.4, 1.5, 0.8, 0.3, 0.1, 0.0)  # what it costs to have so few markers before a fresh enemy
DEEPEST: Final = -6  # differences beyond these bounds change nothing
HIGHEST: Final = 9
KEPT: Final = 1 << 16
BOUTS: Final = 1 << 11
RARE: Final = 0.04  # what follows from outcomes less likely than this is not thought of
MOST_LOST: Final = 1  # nor what follows when a regiment has lost more men than this
CHANCE: Final = 0  # numbers of markers: one drawn by chance, none, and a good one
NO_MARKER: Final = -1
GOOD: Final = 7
FIRES: Final = 0  # what follows an exchange
FIGHTS: Final = 1
RUSHES: Final = 2

Odds = tuple[float, float, float, float]  # of no damage, and of the three sizes of it
State = tuple[int, int, int]  # a regiment's Damage face, men lost since the start, markers
Attack = tuple[int, int, int]  # what it beats the defence by, and the numbers of both markers
NONE: Final[Attack] = (0, -9, 0)
HARMLESS: Final[Odds] = (1.0, 0.0, 0.0, 0.0)


class Terms(NamedTuple):
    """Two regiments: (one's attack less his defence, his attack less one's defence) without markers, and what may be.

    ``late`` is melee from its second round on; ``fails`` how often each fails a morale test; ``fires`` and ``rushes``
    what each may do; ``eager`` how often he charges.
    """

    fire: tuple[int, int]
    charge: tuple[int, int]
    melee: tuple[int, int]
    late: tuple[int, int]
    fails: tuple[float, float]
    fires: tuple[bool, bool]
    rushes: tuple[bool, bool]
    storm: bool  # [29.2] an assault: no charge exchange
    eager: float
    fresh: tuple[bool, bool] = (False, False)  # [35.4] whether another enemy, another friend is ready to take over


Known = dict[tuple[State, State], float]  # what it comes to from two states on


class Bout:
    """A fight on such terms: there is one for all that are alike, so that what it comes to is reckoned once.

    It keeps that itself, as numbers by numbers: the collector has nothing to look through there.
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.fire, self.charge, self.melee, self.late, self.fails = terms[:5]
        self.fires, self.rushes, self.storm, self.eager, self.fresh = terms[5:]
        self.shots: Known = {}
        self.charges: dict[tuple[bool, bool], Known] = {}  # by who charges
        self.melees: tuple[Known, Known] = ({}, {})  # in the first round, and later

    @cached_property
    def turned(self) -> Bout:
        """The same as he sees it."""
        t = self.terms
        return bout(
            Terms(
                t.fire[::-1],
                t.charge[::-1],
                t.melee[::-1],
                t.late[::-1],
                t.fails[::-1],
                t.fires[::-1],
                t.rushes[::-1],
                t.storm,
                t.eager,
                t.fresh[::-1],
            )
        )

    @cached_property
    def hand_to_hand(self) -> Bout:
        """The same without what matters only to fire: fewer fights to remember."""
        return bout(self._without_fire())

    @cached_property
    def steel(self) -> Bout:
        """The same without what matters only to the charge."""
        return bout(self._without_fire()._replace(charge=(0, 0), storm=False))

    def _without_fire(self) -> Terms:
        return self.terms._replace(fire=(0, 0), fires=(False, False), rushes=(False, False), eager=0.0)

    def but(self, **changes: Any) -> Bout:
        """The same on other terms."""
        return bout(self.terms._replace(**changes))


@lru_cache(maxsize=BOUTS)
def bout(terms: Terms) -> Bout:
    """The fight on such terms."""
    return Bout(terms)


class Outlook(NamedTuple):
    """What an attack may make of a regiment: what that costs it, and what may be left of it where it stands."""

    cost: float
    standing: tuple[tuple[float, State], ...]


def _bounded(base: int) -> int:
    return max(DEEPEST, min(HIGHEST, base))


@lru_cache(maxsize=KEPT)
def odds(base: int, red: int, blue: int) -> Odds:
    """[30.1] Sizes of damage. A number of 1 to 6 is a marker seen, 0 one drawn by chance, -1 none, 7 a good one."""
    found = [0.0, 0.0, 0.0, 0.0]
    for r, often in _numbers(red):
        for b, likely in _numbers(blue):
            found[severity(base + r - b)] += often * likely
    return (found[0], found[1], found[2], found[3])


def _sizes(attack: Attack) -> Odds:
    return HARMLESS if attack == NONE else odds(*attack)


def _numbers(number: int) -> list[tuple[int, float]]:
    if number == GOOD:
        return [(face, face / 21) for face in FACES]
    return [(face, 1 / 6) for face in FACES] if number == 0 else [(max(0, number), 1.0)]


@lru_cache(maxsize=KEPT)
def outlook(at: State, attack: Attack, fails: float) -> Outlook:
    """[30.1] [33.1] What an attack makes of a regiment: damage, then the morale test."""
    total, standing = 0.0, []
    for size, often in enumerate(_sizes(attack)):
        if often < 1e-9:
            continue
        after, cost, loss = _hit(at, size)
        broken = fails if loss in (MARKER, MEN) else 0.0
        stays = often * (1 - broken)
        total += often * cost + often * broken * (ROUT if loss == MEN else BACK)
        if stays > RARE:
            standing.append((stays, after))
    return Outlook(total, tuple(standing))


def _over(mine: State, his: State) -> bool:
    """Whether two do not fight on, or what follows is not thought of."""
    return not mine[2] or not his[2] or mine[1] > MOST_LOST or his[1] > MOST_LOST


def _hit(at: State, size: int) -> tuple[State, float, int]:
    """The regiment after a hit, its cost, and what was lost."""
    face, lost, markers = at
    after, what = consequence(face, size, markers, fighting=True)
    if what == MEN:
        return (after, lost + 1, markers), MAN, what
    return (after, lost, max(0, markers - (what == MARKER))), FACE[after] - FACE[face], what


def _tilt(one: State, other: State) -> int:
    """[28.4] What losses so far change in the attack of one on the other."""
    return other[1] - one[1] - (1 if one[0] == 1 else 0)


def _less(at: State) -> State:
    return (at[0], at[1], at[2] - 1)


def spent(b: Bout, mine: State, his: State) -> float:
    """[29.6] Who has no markers before one who has falls back; [35.4] others may come upon him who stays."""
    found = SPARE * (mine[2] - his[2])
    found -= WORN[min(mine[2], 5)] if b.fresh[0] and (mine[2] or not his[2]) else 0.0
    found += WORN[min(his[2], 5)] if b.fresh[1] and (his[2] or not mine[2]) else 0.0
    if not mine[2] and his[2]:
        return found - BACK
    return found + BACK if mine[2] and not his[2] else found


def exchange(
    b: Bout,
    mine: State,
    his: State,
    given: Attack,
    taken: Attack,
    follow: int,
    round_: int = 1,
    who: tuple[bool, bool] = (False, False),
) -> float:
    """[28.6] Both results together, then what follows; ``b`` is the fight as it goes on."""
    ours, theirs = outlook(mine, taken, b.fails[0]), outlook(his, given, b.fails[1])
    total = theirs.cost - ours.cost
    for often, one in ours.standing:
        for likely, other in theirs.standing:
            weight = often * likely
            if weight <= RARE:
                continue
            if follow == RUSHES:
                total += weight * rush(b, one, other, who)
            elif _over(one, other):
                total += weight * spent(b, one, other)
            elif follow == FIGHTS:
                total += weight * _melee(b, one, other, round_)
            else:
                total += weight * _fire(b, one, other)
    return total


def melee(b: Bout, mine: State, his: State, round_: int) -> float:
    """[29.4] Rounds until one has no markers or breaks."""
    return spent(b, mine, his) if _over(mine, his) else _melee(b, mine, his, round_)


def _melee(b: Bout, mine: State, his: State, round_: int) -> float:
    known = b.melees[round_ != 1]
    found = known.get((mine, his))
    if found is None:
        give, take = b.melee if round_ == 1 else b.late
        given = (_bounded(give + _tilt(mine, his)), CHANCE, CHANCE)
        taken = (_bounded(take + _tilt(his, mine)), CHANCE, CHANCE)
        found = known[mine, his] = exchange(b, _less(mine), _less(his), given, taken, FIGHTS, 2)
    return found


def rush(b: Bout, mine: State, his: State, who: tuple[bool, bool]) -> float:
    """[29.3] The charge, then melee. ``who`` charges; the other may turn a marker for its defence."""
    if b.storm or not (mine[2] if who[0] else his[2]):
        return melee(b.steel, mine, his, 1)
    known = b.charges.get(who)
    if known is None:
        known = b.charges[who] = {}
    found = known.get((mine, his))
    if found is None:
        given = _struck(b.charge[0] + _tilt(mine, his), his) if mine[2] and who[0] else NONE
        taken = _struck(b.charge[1] + _tilt(his, mine), mine) if his[2] and who[1] else NONE
        left, other = _less(mine) if mine[2] else mine, _less(his) if his[2] else his
        found = known[mine, his] = exchange(b.steel, left, other, given, taken, FIGHTS)
    return found


def _struck(base: int, defender: State) -> Attack:
    """[29.3] A charge with a marker, against one who turns one if he has any."""
    return _bounded(base), CHANCE, CHANCE if defender[2] else NO_MARKER


def _fire(b: Bout, mine: State, his: State) -> float:
    """[28.6] Fire steps from here on: the best of a volley, of going in and of holding."""
    found = b.shots.get((mine, his))
    if found is None:
        found = hold(b, mine, his, NO_MARKER)
        if b.fires[0]:
            found = max(found, volley(b, mine, his, CHANCE, CHANCE))
        if b.rushes[0]:
            found = max(found, going_in(b, mine, his))
        b.shots[mine, his] = found
    return found


def volley(b: Bout, mine: State, his: State, red: int, blue: int) -> float:
    """[28.6] Fire with a marker, seen or not yet."""
    give, take = _bounded(b.fire[0] + _tilt(mine, his)), _bounded(b.fire[1] + _tilt(his, mine))
    left, eager = _less(mine), _eager(b, his)
    found = 0.0
    if eager < 1:
        shoots = b.fires[1] and his[2] > 0
        given = (give, red, _his(his) if shoots else NO_MARKER)
        taken = (take, _his(his), blue) if shoots else NONE
        found += (1 - eager) * exchange(b, left, _less(his) if shoots else his, given, taken, FIRES)
    if eager > 0:
        shot: Attack = (give, red, NO_MARKER)
        found += eager * exchange(b.hand_to_hand, left, his, shot, NONE, RUSHES, 1, (False, True))
    return found


def going_in(b: Bout, mine: State, his: State) -> float:
    """[28.6] Charge: through his shot, or against his charge."""
    eager = _eager(b, his)
    found = eager * rush(b.hand_to_hand, mine, his, (True, True)) if eager > 0 else 0.0
    if eager >= 1:
        return found
    if not b.fires[1] or not his[2]:
        return found + (1 - eager) * rush(b.hand_to_hand, mine, his, (True, False))
    taken = (_bounded(b.fire[1] + _tilt(his, mine)), _his(his), NO_MARKER)
    return found + (1 - eager) * exchange(b.hand_to_hand, mine, _less(his), NONE, taken, RUSHES, 1, (True, False))


def hold(b: Bout, mine: State, his: State, blue: int) -> float:
    """[28.6] Hold, with a marker for the defence or without; if he holds too, that is all."""
    eager = _eager(b, his)
    found = eager * rush(b.hand_to_hand, mine, his, (False, True)) if eager > 0 else 0.0
    if eager < 1 and b.fires[1] and his[2]:
        taken = (_bounded(b.fire[1] + _tilt(his, mine)), _his(his), blue)
        left = _less(mine) if blue != NO_MARKER else mine
        found += (1 - eager) * exchange(b, left, _less(his), NONE, taken, FIRES)
    return found


def _his(his: State) -> int:
    return GOOD if his[2] >= 3 else CHANCE


def _eager(b: Bout, his: State) -> float:
    return b.eager if his[2] else 0.0
