"""A pair of regiments: what each may do to the other, and what that comes to."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import FLANK, FRONT, REAR, nearest
from grognard.bots.general_merde import foresee
from grognard.bots.general_merde.picture import Picture
from grognard.bots.general_merde.worth import ROUT, Pose, attack, bearing_of, defence, edge, harm, in_front, run
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE
from grognard.games.merde.world.lexicon import ATTACK, LINE, MASS, SQUARE
from grognard.games.merde.world.world import CAVALRY

CARDS: Final = 9
CHARGES: Final = 0.3  # how often one who can charge does, when nothing is known of him
LIKELY: Final = 0.75  # the same when it is good for him, and when it is not
UNLIKELY: Final = 0.15
SPENT: Final = 2  # markers that an enemy spends on each regiment that fights him before the charge
NEVER: Final = -20  # of an attack that may not be made


class Duel:
    """A pair, from one's own side."""

    def __init__(self, p: Picture, one: Pose, other: Pose) -> None:
        self.p, self.one, self.other = p, one, other
        self.mine, self.foe = one.unit, other.unit
        self.flanked = self.flanking = False
        self.ridden = False  # a charge of cavalry with its run

    @property
    def he_strikes(self) -> bool:
        return self.foe.regiment and not self.flanking and self.foe.markers > 0

    def given(self, step: int) -> int:
        """One's attack less his defence, before markers."""
        side_on = FLANK if self.flanking else FRONT
        return attack(self.p, self.one, self.other, step) - defence(self.p, self.other, self.one, step, side_on)

    def taken(self, step: int) -> int:
        side_on = FLANK if self.flanked else FRONT
        return attack(self.p, self.other, self.one, step) - defence(self.p, self.one, self.other, step, side_on)

    def turned(self, step: int, place: int) -> float:
        """An exchange with one who strikes back at nobody, in which one turns a marker (0: none)."""
        return harm(self.given(step) + self.mine.hand[place - 1][0]) if place and not self.flanked else 0.0

    # what may come of it

    def pair(self, step: int) -> tuple[int, int]:
        """Both differences without the Damage faces, which the forecast reckons itself."""
        give = NEVER if self.flanked else self.given(step) + (self.mine.damage == 1)
        take = NEVER if self.flanking else self.taken(step) + (self.foe.damage == 1)
        return give, take

    def late(self) -> tuple[int, int]:
        """[29.5] From the second round an attack column before a line counts its front battalion only."""
        give, take = self.pair(MELEE)
        for who, whom, sign in ((self.one, self.other, 1), (self.other, self.one, -1)):
            men = [m for m in who.unit.men if m]
            if len(men) == 2 and who.formation == ATTACK and whom.formation == LINE and len(whom.squares) == 2:
                give, take = give - sign * min(men), take + sign * min(men)
        return give, take

    def bout(self) -> foresee.Bout:
        """The fight as it stands."""
        found = self.forecast(0.0)._replace(fresh=self.fresh())
        return found._replace(eager=self.eager(found))

    def forecast(self, eager: float) -> foresee.Bout:
        """The fight of these two alone."""
        fires, rushes = [], []
        for who, whom, helpless in ((self.one, self.other, self.flanked), (self.other, self.one, self.flanking)):
            ahead = who.unit.regiment and not helpless and in_front(who, whom)
            fires.append(ahead and any(kind.fire for kind in who.unit.kinds))
            able = who.unit.arm == CAVALRY or whom.unit.arm != CAVALRY
            rushes.append(ahead and able and who.formation not in (SQUARE, MASS))
        houses = any(self.p.world.houses >> sq & 1 for who in (self.one, self.other) for sq in who.squares)
        storm = houses or (self.mine.arm == CAVALRY and not self.ridden)
        return foresee.Bout(
            self.pair(FIRE),
            self.pair(CHARGE),
            self.pair(MELEE),
            self.late(),
            (self.fails(self.one), self.fails(self.other)),
            (fires[0], fires[1]),
            (rushes[0], rushes[1]),
            storm,
            eager if rushes[1] else 0.0,
        )

    def fresh(self) -> tuple[bool, bool]:
        """[35.4] Whether others with markers stand next to one, or to him."""
        p = self.p
        against = any(
            foe is not self.foe and foe.due and nearest(foe.squares, self.mine.squares) == 1 for foe in p.fighters
        )
        beside = any(
            unit is not self.mine
            and unit.regiment
            and not unit.routed
            and unit.due
            and nearest(unit.squares, self.foe.squares) == 1
            for unit in p.own
        )
        return against, beside

    def fails(self, who: Pose) -> float:
        """[33.1] [33.3] How often a regiment fails a morale test."""
        officer = self.p.officers.get(who.unit.general)
        if officer is not None and officer.square >= 0 and nearest((officer.square,), who.squares) <= 1:
            return 0.0
        firm = self.p.world.hill | self.p.world.cover | self.p.forts
        return 0.0 if any(firm >> sq & 1 for sq in who.squares) else (CARDS - who.unit.level) / CARDS

    def eager(self, bout: foresee.Bout) -> float:
        """How likely he is to charge: by what it is worth to him."""
        if not bout.rushes[1]:
            return 0.0
        if not bout.fires[1]:
            return 1.0
        his = bout._replace(eager=CHARGES).turned()
        one, other = self.states()[::-1]
        if not one[2] or not other[2]:
            return CHARGES
        better = foresee.going_in(his, one, other) > foresee.volley(his, one, other, 0, 0)
        return LIKELY if better else UNLIKELY

    def states(self) -> tuple[foresee.State, foresee.State]:
        found = []
        for unit in (self.mine, self.foe):
            found.append((unit.damage, 0, len(unit.hand) if unit.hand else unit.due if unit.regiment else 0))
        return found[0], found[1]


def engaging(p: Picture, mine: Pose, foe: Pose) -> float:
    """[25.3] What a fight comes to that one begins."""
    if not foe.unit.regiment or foe.unit.routed:
        return edge(p, mine, foe)
    duel = Duel(p, mine, foe)
    side_on = bearing_of(duel.one, duel.other)
    if side_on == REAR:
        return ROUT
    duel.flanking = duel.one.riding = side_on == FLANK
    bout, (one, other) = duel.bout(), duel.states()
    found = [foresee.volley(bout, one, other, foresee.CHANCE, foresee.CHANCE)] if bout.fires[0] else []
    if bout.rushes[0]:
        found.append(foresee.going_in(bout, one, other))
    return max(found, default=NEVER)


def meeting(p: Picture, mine: Pose, foe: Pose) -> float:
    """What it comes to when two stand next to each other and fight, whoever begins."""
    if not foe.unit.regiment or foe.unit.routed or foe.unit.stock is None:
        return edge(p, mine, foe)
    ahead, faced = in_front(mine, foe), in_front(foe, mine)
    if not ahead and not faced:
        return 0.0
    side_on, exposed = bearing_of(mine, foe), bearing_of(foe, mine)
    if (ahead and side_on == REAR) or (faced and exposed == REAR and not ahead):
        return ROUT if ahead else -ROUT
    duel = Duel(p, mine, foe)
    duel.flanking, duel.flanked = ahead and side_on == FLANK, not ahead and exposed == FLANK
    bout, (one, other) = duel.forecast(CHARGES), duel.states()
    if not ahead:
        his = bout.turned()
        return -max(
            foresee.volley(his, other, one, 0, 0) if his.fires[0] else 0.0,
            foresee.going_in(his, other, one) if his.rushes[0] else 0.0,
        )
    found = [foresee.volley(bout, one, other, 0, 0)] if bout.fires[0] else []
    return max([*found, *([foresee.going_in(bout, one, other)] if bout.rushes[0] else [])], default=0.0)


def riding(p: Picture, rider: Pose, foe: Pose, side_on: int, helpers: int = 0) -> float:
    """[31.2] What a charge of cavalry comes to: through the shot, home, and into the melee.

    [35.4] ``helpers`` are friends who fight him first: he has fewer markers when the charge comes.
    """
    if not foe.unit.regiment or foe.unit.routed or foe.unit.arm == CAVALRY or side_on == REAR:
        return run(p, rider, foe, side_on)
    standing = _home(p, rider, foe, side_on, helpers)
    if standing <= 0 or foe.formation in (SQUARE, MASS):
        return standing
    return min(standing, _dared(p, rider, foe, helpers))


def _home(p: Picture, rider: Pose, foe: Pose, side_on: int, helpers: int) -> float:
    """A charge at one who stands as he is."""
    duel = Duel(p, rider, foe)
    duel.ridden, duel.flanking = True, side_on == FLANK
    bout, (one, other) = duel.forecast(0.0), duel.states()
    return foresee.going_in(bout, one, (other[0], other[1], max(0, other[2] - SPENT * helpers)))


def _dared(p: Picture, rider: Pose, foe: Pose, helpers: int) -> float:
    """[32.1] A charge at one who tries square or mass column: he forms it, or breaks."""
    chance = (foe.unit.level - 1) / CARDS
    huddle = MASS if any(kind.mass for kind in foe.unit.kinds) else SQUARE
    formed = Pose(foe.unit, foe.squares[:1], huddle, foe.facing)
    return chance * _home(p, rider, formed, FRONT, helpers) + (1 - chance) * ROUT
