"""A pair of regiments: what each may do to the other, and what that comes to."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import FLANK, FRONT, REAR, nearest
from grognard.bots.general_merde import foresee
from grognard.bots.general_merde.field import Field
from grognard.bots.general_merde.worth import ROUT, Pose, bearing_of, edge, harm, in_front, margin, posed, run
from grognard.games.merde.rules.cavalry.square import shape_of, square_level
from grognard.games.merde.rules.combat.engage import onset_ban, volley_ban
from grognard.games.merde.rules.combat.markers import red
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE
from grognard.games.merde.rules.morale import exempt
from grognard.games.merde.rules.odds import at_most
from grognard.games.merde.world.lexicon import MASS, SQUARE
from grognard.games.merde.world.world import CAVALRY

CHARGES: Final = 0.3  # how often one who can charge does, when nothing is known of him
LIKELY: Final = 0.75  # the same when it is good for him, and when it is not
UNLIKELY: Final = 0.15
SPENT: Final = 2  # markers that an enemy spends on each regiment that fights him before the charge
NEVER: Final = -20  # of an attack that may not be made


class Duel:
    """A pair, from one's own side."""

    def __init__(self, f: Field, one: Pose, other: Pose) -> None:
        self.f, self.one, self.other = f, one, other
        self.mine, self.foe = one.unit, other.unit
        self.hand = self.mine.piece.hand
        self.flanked = self.flanking = False
        self.ridden = False  # a charge of cavalry with its run

    def given(self, step: int, round_: int = 1) -> int:
        """One's attack less his defence, before markers."""
        return margin(self.f, self.one, self.other, step, FLANK if self.flanking else FRONT, round_)

    def taken(self, step: int, round_: int = 1) -> int:
        return margin(self.f, self.other, self.one, step, FLANK if self.flanked else FRONT, round_)

    def turned(self, step: int, place: int) -> float:
        """An exchange with one who strikes back at nobody, in which one turns a marker (0: none)."""
        return harm(self.given(step) + red(self.hand[place - 1])) if place and not self.flanked else 0.0

    # what may come of it

    def pair(self, step: int, round_: int = 1) -> tuple[int, int]:
        """Both differences without the Damage faces, which the forecast reckons itself."""
        give = NEVER if self.flanked else self.given(step, round_) + (self.mine.damage == 1)
        take = NEVER if self.flanking else self.taken(step, round_) + (self.foe.damage == 1)
        return give, take

    def bout(self) -> foresee.Bout:
        """The fight as it stands."""
        found = self.forecast(0.0).but(fresh=self.fresh())
        return found.but(eager=self.eager(found))

    def forecast(self, eager: float) -> foresee.Bout:
        """The fight of these two alone."""
        fires, rushes = [], []
        for who, whom, helpless in ((self.one, self.other, self.flanked), (self.other, self.one, self.flanking)):
            able = who.unit.regiment and not helpless
            fires.append(able and posed(self.f, who, whom, volley_ban) is None)
            rushes.append(able and posed(self.f, who, whom, onset_ban) is None)
        houses = any(self.f.world.houses >> sq & 1 for who in (self.one, self.other) for sq in who.squares)
        storm = houses or (self.mine.arm == CAVALRY and not self.ridden)
        return foresee.bout(
            foresee.Terms(
                self.pair(FIRE),
                self.pair(CHARGE),
                self.pair(MELEE),
                self.pair(MELEE, 2),
                (self.fails(self.one), self.fails(self.other)),
                (fires[0], fires[1]),
                (rushes[0], rushes[1]),
                storm,
                eager if rushes[1] else 0.0,
            )
        )

    def fresh(self) -> tuple[bool, bool]:
        """[35.4] Whether others with markers stand next to one, or to him."""
        f = self.f
        against = any(
            foe is not self.foe and foe.due and nearest(foe.squares, self.mine.squares) == 1 for foe in f.fighters
        )
        beside = any(
            unit is not self.mine
            and unit.regiment
            and not unit.routed
            and unit.due
            and nearest(unit.squares, self.foe.squares) == 1
            for unit in f.own
        )
        return against, beside

    def fails(self, who: Pose) -> float:
        """[33.1] [33.3] How often a regiment fails a morale test."""
        if posed(self.f, who, who, lambda s, piece, _: exempt(s, piece)):
            return 0.0
        return float(1 - at_most(who.unit.level))

    def eager(self, bout: foresee.Bout) -> float:
        """How likely he is to charge: by what it is worth to him."""
        if not bout.rushes[1]:
            return 0.0
        if not bout.fires[1]:
            return 1.0
        his = bout.but(eager=CHARGES).turned
        one, other = self.states()[::-1]
        if not one[2] or not other[2]:
            return CHARGES
        better = foresee.going_in(his, one, other) > foresee.volley(his, one, other, 0, 0)
        return LIKELY if better else UNLIKELY

    def states(self) -> tuple[foresee.State, foresee.State]:
        found = []
        for unit in (self.mine, self.foe):
            found.append((unit.damage, 0, unit.due if unit.regiment else 0))
        return found[0], found[1]


def engaging(f: Field, mine: Pose, foe: Pose) -> float:
    """[25.3] What a fight comes to that one begins."""
    if not foe.unit.regiment or foe.unit.routed:
        return edge(f, mine, foe)
    duel = Duel(f, mine, foe)
    side_on = bearing_of(f, duel.one, duel.other)
    if side_on == REAR:
        return ROUT
    duel.flanking = duel.one.riding = side_on == FLANK
    bout, (one, other) = duel.bout(), duel.states()
    found = [foresee.volley(bout, one, other, foresee.CHANCE, foresee.CHANCE)] if bout.fires[0] else []
    if bout.rushes[0]:
        found.append(foresee.going_in(bout, one, other))
    return max(found, default=NEVER)


def meeting(f: Field, mine: Pose, foe: Pose) -> float:
    """What it comes to when two stand next to each other and fight, whoever begins."""
    if not foe.unit.regiment or foe.unit.routed:
        return edge(f, mine, foe)
    ahead, faced = in_front(f, mine, foe), in_front(f, foe, mine)
    if not ahead and not faced:
        return 0.0
    side_on, exposed = bearing_of(f, mine, foe), bearing_of(f, foe, mine)
    if (ahead and side_on == REAR) or (faced and exposed == REAR and not ahead):
        return ROUT if ahead else -ROUT
    duel = Duel(f, mine, foe)
    duel.flanking, duel.flanked = ahead and side_on == FLANK, not ahead and exposed == FLANK
    bout, (one, other) = duel.forecast(CHARGES), duel.states()
    if not ahead:
        his = bout.turned
        return -max(
            foresee.volley(his, other, one, 0, 0) if his.fires[0] else 0.0,
            foresee.going_in(his, other, one) if his.rushes[0] else 0.0,
        )
    found = [foresee.volley(bout, one, other, 0, 0)] if bout.fires[0] else []
    return max([*found, *([foresee.going_in(bout, one, other)] if bout.rushes[0] else [])], default=0.0)


def riding(f: Field, rider: Pose, foe: Pose, side_on: int, helpers: int = 0) -> float:
    """[31.2] What a charge of cavalry comes to: through the shot, home, and into the melee.

    [35.4] ``helpers`` are friends who fight him first: he has fewer markers when the charge comes.
    """
    if not foe.unit.regiment or foe.unit.routed or foe.unit.arm == CAVALRY or side_on == REAR:
        return run(f, rider, foe, side_on)
    standing = _home(f, rider, foe, side_on, helpers)
    if standing <= 0 or foe.formation in (SQUARE, MASS):
        return standing
    return min(standing, _dared(f, rider, foe, helpers))


def _home(f: Field, rider: Pose, foe: Pose, side_on: int, helpers: int) -> float:
    """A charge at one who stands as he is."""
    duel = Duel(f, rider, foe)
    duel.ridden, duel.flanking = True, side_on == FLANK
    bout, (one, other) = duel.forecast(0.0), duel.states()
    return foresee.going_in(bout, one, (other[0], other[1], max(0, other[2] - SPENT * helpers)))


def _dared(f: Field, rider: Pose, foe: Pose, helpers: int) -> float:
    """[32.1] A charge at one who tries square or mass column: he forms it, or breaks."""
    chance = float(at_most(square_level(f.board, foe.unit.id) - 1))
    formed = Pose(foe.unit, foe.squares[:1], shape_of(f.board, foe.unit.id), foe.facing)
    return chance * _home(f, rider, formed, FRONT, helpers) + (1 - chance) * ROUT
