"""Rulebook 8: melees: who is in contact, the percentages, and how they end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import shapely

from grognard.board.plane import Rect, Shape
from grognard.games.tabletop.rules import charges, morale
from grognard.games.tabletop.rules.figures import (
    TOUCH,
    aspect_from,
    base_fronts,
    centre,
    core,
    cover_from,
    cover_of,
    disordered,
    footprint,
    side_met,
)
from grognard.games.tabletop.rules.fire import Percent, losses_of, percent
from grognard.games.tabletop.rules.flight import destroy, fall_back, take_parks
from grognard.games.tabletop.rules.orders import RETREAT
from grognard.games.tabletop.world.data import UnitType
from grognard.games.tabletop.world.formations import MASSE, OPEN, SQUARE
from grognard.games.tabletop.world.state import FRESH, FRONT, NOBODY, ROUTED, SPENT, TIRED, Battle, Contact, Step
from grognard.games.tabletop.world.world import World, act
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, Verdict
from grognard.kernel.frame import Reason

Term = tuple[str, int]
TIREDNESS: Final = {FRESH: 0, TIRED: -5, SPENT: -10}
BEATEN: Final = 2  # [8.10] by so much even a square or a garrison is thrown back


class Clash(NamedTuple):
    """[8.5] All that the percentage of a unit in melee depends on, beside its bases."""

    kind: UnitType
    klass: str = "regular"
    impetus: bool = False
    charging: bool = False
    disordered: bool = False
    fatigue: int = FRESH
    at_guns: bool = False
    cover: str | None = None  # of the enemy


def melee_terms(world: World, c: Clash) -> list[Term]:
    """[8.5] The modifiers of a melee, each with its name."""
    found = [
        ("impetus", 10 if c.impetus and c.cover is None else 0),
        ("charging", 5 if c.charging and c.cover != "heavy" else 0),
        (f"type_{c.kind.id}", c.kind.melee_bonus),
        ("tired" if c.fatigue == TIRED else "spent", TIREDNESS[c.fatigue]),
        ("disordered", -5 if c.disordered else 0),
        (c.klass, world.data.classes.melee[c.klass]),
        ("at_guns", 20 if c.at_guns else 0),
        ("light_cover", -2 if c.cover == "light" else 0),
        ("heavy_cover", -4 if c.cover == "heavy" else 0),
    ]
    return [term for term in found if term[1]]


def melee_percent(world: World, c: Clash, bases: int) -> Percent:
    """[8.1] The chance that the enemy loses a morale point, in per cent."""
    return percent(bases, c.kind.melee_base, melee_terms(world, c))


# contact


def opponents(s: Battle, u: int) -> list[int]:
    """The enemies a unit is in contact with."""
    found = [c.defender for c in s.contacts if c.attacker == u] + [c.attacker for c in s.contacts if c.defender == u]
    return sorted(set(found))


def struck_aside(s: Battle, u: int) -> bool:
    """[8.4] Whether an enemy has hit a unit in flank or rear."""
    return any(c.defender == u and c.aspect != FRONT for c in s.contacts)


def fronts_touching(s: Battle, u: int, body: Rect) -> list[int]:
    """[8.4] The front bases, counted from the left, at least half of whose front touches the enemy."""
    return _touching(s, u, body.shape)


def _touching(s: Battle, u: int, bodies: Shape) -> list[int]:
    zone = bodies.buffer(TOUCH + 0.5)
    return [i for i, front in enumerate(base_fronts(s, u)) if 2 * zone.intersection(front).length >= front.length - 1]


def bases_in_melee(s: Battle, u: int, foe: int) -> int:
    """[8.2] [8.4] Bases that fight: in contact; in good order also those behind them and one overlapping each side."""
    unit = s.units[u]
    if unit.formation in (SQUARE, MASSE) or struck_aside(s, u):
        return 1
    foes = opponents(s, u)
    touching = _touching(s, u, shapely.union_all([footprint(s, v).shape for v in foes]))
    if not touching:
        return 1
    count = len(touching)
    if unit.formation == OPEN:
        return min(count, sum([max(1, len(fronts_touching(s, v, footprint(s, u)))) for v in foes]))
    if not shaky(s, u, foe):
        rows = s.layout(u).ranks
        behind = min(rows[1], count) if len(rows) > 1 else 0
        overlap = (touching[0] > 0) + (touching[-1] < rows[0] - 1)
        count += behind + overlap
    return count


def shaky(s: Battle, u: int, foe: int) -> bool:
    """[8.4] [8.5] [8.7] Counted as disordered against an enemy; in cover not against a charge of cavalry."""
    if struck_aside(s, u) or at_defile(s, u):
        return True
    ridden_at = any(c.attacker == foe and c.defender == u for c in s.contacts) and has_impetus(s, foe)
    if ridden_at and cover_from(s, u, foe) is not None and s.units[u].ready:
        return False
    return disordered(s, u)


def just_charged(s: Battle, u: int) -> bool:
    """[8.6] Whether this is the first round of a unit's charge."""
    fresh = all(c.rounds == 0 for c in s.contacts if u in (c.attacker, c.defender))
    return fresh and s.units[u].ran > 0


def has_impetus(s: Battle, u: int) -> bool:
    """[8.6] Ordered cavalry in the first round of a charge of 5 cm at least."""
    return just_charged(s, u) and s.units[u].impetus and not disordered(s, u)


def at_defile(s: Battle, u: int) -> bool:
    """[8.7] On a defended bridge or defile, or attacking across one."""
    narrow = s.world.ground.narrow
    if narrow.empty:
        return False
    if narrow.meets(core(s, u)):
        return True
    attacked = [c.defender for c in s.contacts if c.attacker == u]
    return any(narrow.shape.intersects(shapely.LineString([centre(s, u), centre(s, v)])) for v in attacked)


def struck_enemies(s: Battle, u: int) -> list[int]:
    """[8.3] Whom a unit strikes: the enemy most of its front bases touch, else the first it is in contact with.

    A square or bataillon-masse strikes one on each side: there the one that touches most of it.
    """
    foes = opponents(s, u)
    if s.units[u].formation not in (SQUARE, MASSE):
        return [max(foes, key=lambda v: (len(fronts_touching(s, u, footprint(s, v))), -v))]
    by_side: dict[int, list[int]] = {}
    for v in foes:
        by_side.setdefault(side_met(s, u, *centre(s, v)), []).append(v)
    body = footprint(s, u).shape.buffer(TOUCH + 0.5)
    touched = {v: body.intersection(footprint(s, v).shape).area for v in foes}
    return sorted([max(group, key=lambda v: (touched[v], -v)) for group in by_side.values()])


def clash(s: Battle, u: int, foe: int) -> Clash:
    """[8.5] How things stand between a unit and the enemy it strikes."""
    info = s.info(u)
    return Clash(
        kind=info.type,
        klass=info.klass,
        impetus=has_impetus(s, u),
        charging=just_charged(s, u) and info.infantry,
        disordered=shaky(s, u, foe),
        fatigue=s.units[u].fatigue,
        at_guns=s.info(foe).artillery,
        cover=cover_from(s, foe, u),
    )


def blows(s: Battle, u: int) -> list[tuple[int, Percent]]:
    """[8.1] [8.3] The enemies a unit strikes and the percentage with which it does."""
    struck = struck_enemies(s, u)
    return [(foe, melee_percent(s.world, clash(s, u, foe), bases_in_melee(s, u, foe))) for foe in struck]


def melees(s: Battle) -> list[list[int]]:
    """[8.3] All melees: units linked by contact, each melee in the order of its units."""
    left = sorted({u for c in s.contacts for u in (c.attacker, c.defender)})
    found = []
    while left:
        group, edge = {left[0]}, [left[0]]
        while edge:
            for v in opponents(s, edge.pop()):
                if v not in group:
                    group.add(v)
                    edge.append(v)
        found.append(sorted(group))
        left = [u for u in left if u not in group]
    return found


def of(s: Battle, group: Sequence[int]) -> list[Contact]:
    return [c for c in s.contacts if c.attacker in group]


def on_flank(s: Battle, group: Sequence[int]) -> bool:
    """[8.15] A melee with a blow in flank or rear, which is fought before the others."""
    return any(c.aspect != FRONT for c in of(s, group))


def worsted_side(lost: tuple[int, int], rounds: int, attacker: int) -> int:
    """[8.10] [8.11] Who lost more; after two equal rounds the attacker; -1: both stay locked."""
    if lost[0] != lost[1]:
        return 0 if lost[0] > lost[1] else 1
    return attacker if rounds >= 2 else NOBODY


# step 10


class CloseToContact(Step):
    """[4.1] [6.11] Step 10: chargers that still may close to contact; routed targets are ridden down."""

    rule = "6.11"

    def finish(self, state: Battle) -> None:
        state.enter_phase(10)
        for side in (state.first, 1 - state.first):
            for u in state.own(side):
                if state.units[u].target >= 0:
                    close_one(state, u)
        take_parks(state)


def close_one(s: Battle, u: int) -> None:
    """[6.11] [10.2] One charger comes to contact with its target, or finds no way to it."""
    unit = s.units[u]
    target = unit.target
    if not unit.ready or not s.units[target].on_table:
        unit.target = NOBODY
        return
    start = s.spot(u)
    if not charges.close(s, u):
        s.emit("charge_stopped", u, target)
        unit.target = NOBODY
        return
    s.emit("contact", u, target, unit.aspect)
    s.trace(u, start)
    if s.units[target].status == ROUTED:
        if unit.formation != OPEN:
            destroy(s, target)
            s.winners.append(u)
        unit.target = NOBODY
        return
    touch(s, u, target, unit.aspect)
    body = footprint(s, u)
    for other in s.enemies(u):
        near = other != target and footprint(s, other).within(body, TOUCH) and s.units[other].status != ROUTED
        if near and fronts_touching(s, u, footprint(s, other)):
            touch(s, u, other, aspect_from(s, other, *centre(s, u)))


def touch(s: Battle, u: int, target: int, aspect: int) -> None:
    """[8.3] Note a contact, once for each pair."""
    if not any({c.attacker, c.defender} == {u, target} for c in s.contacts):
        s.contacts.append(Contact(u, target, aspect, 0))


# step 11


class Melees(Step):
    """[8.15] [4.1] Step 11: the first side names the next melee, those on flank or rear before the others."""

    rule = "8.15"

    def options(self, state: Battle, side: int) -> Sequence[Action]:
        return [act("fight", state.info(group[0]).word) for group in self.next(state)]

    def next(self, state: Battle) -> list[list[int]]:
        """The melees of which one must be fought now."""
        open_ = [group for group in melees(state) if not any(u in state.fought for u in group)]
        urgent = [group for group in open_ if on_flank(state, group)]
        return urgent or open_

    def apply(self, state: Battle, side: int, action: Action) -> None:
        u = state.world.unit_at[action.args[0]]
        group = next(group for group in self.next(state) if u in group)
        fight(state, group)
        state.push(Melees(side))

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "fight":
            yield Verdict(lambda word: self._why_no_fight(state, word))

    def _why_no_fight(self, state: Battle, word: int) -> list[Reason]:
        u = state.world.unit_at.get(word, NOBODY)
        for group in melees(state):
            if u in group:
                if any(v in state.fought for v in group):
                    return [("8.15", "fought_already", (u,))]
                if group not in self.next(state):
                    return [("8.15", "flank_first", (u,))]
                return [("8.15", "name_the_first", (u, group[0]))] if u != group[0] else []
        return [("8.3", "not_in_melee", (word,))]


def fight(s: Battle, group: list[int]) -> None:
    """[8.3] One round: every unit strikes once (a square on each side), losses fall together, tests, the outcome."""
    s.fought += group
    contacts = of(s, group)
    rounds = max([c.rounds for c in contacts]) + 1
    attacker = s.side(contacts[0].attacker)
    s.emit("melee", tuple(group), rounds)
    foes = {u: opponents(s, u) for u in group}
    losses = strike(s, group)
    lost = (_sum(s, losses, 0), _sum(s, losses, 1))
    for u in group:
        s.units[u].fought = True
    for u in morale.suffer(s, losses, morale.MELEE):
        morale.take_test(s, u, morale.MELEE, any(s.info(v).infantry for v in foes[u]))
    conclude(s, group, contacts, lost, rounds, attacker)


def _sum(s: Battle, losses: dict[int, int], side: int) -> int:
    return sum([lost for u, lost in losses.items() if s.side(u) == side])


def strike(s: Battle, group: list[int]) -> dict[int, int]:
    """[8.1] [8.8] The blows of a round; what each unit loses by them."""
    losses: dict[int, int] = {}
    struck = [(u, *blow) for u in group if s.units[u].status != ROUTED for blow in blows(s, u)]
    for u, foe, p in struck:
        lost, die = losses_of(s, p)
        s.emit("blow", u, foe, p.total, die, lost)
        s.explain(p.bases, p.base, tuple(p.terms), s.spot(foe))
        losses[foe] = losses.get(foe, 0) + lost
    return losses


def conclude(
    s: Battle, group: list[int], contacts: list[Contact], lost: tuple[int, int], rounds: int, attacker: int
) -> None:
    """[8.9] [8.10] [8.11] How a round ends: a side is gone, worsted, or both stay locked."""
    standing = [[u for u in group if s.units[u].ready and s.side(u) == side] for side in (0, 1)]
    if not standing[0] or not standing[1]:
        disengage(s, group)
        for side in (0, 1):
            if standing[side]:
                win(s, side, standing[side])
        return
    loser = worsted_side(lost, rounds, attacker)
    if loser == NOBODY:
        s.contacts = [c._replace(rounds=rounds) if c in contacts else c for c in s.contacts]
        s.contacts = [c for c in s.contacts if s.units[c.attacker].ready and s.units[c.defender].ready]
        for u in standing[0] + standing[1]:
            s.disorder(u)
        s.emit("locked", tuple(group))
        return
    firm = [u for u in standing[loser] if s.in_square(u) or cover_of(s, u) == "heavy"]
    disengage(s, group)
    s.emit("worsted", loser, tuple(standing[loser]))
    for u in standing[loser]:
        s.disorder(u)
        if u not in firm or abs(lost[0] - lost[1]) >= BEATEN:
            fall_back(s, u)
    win(s, 1 - loser, standing[1 - loser])


def disengage(s: Battle, group: list[int]) -> None:
    """[8.13] A melee is over: its cavalry is more tired than before."""
    s.contacts = [c for c in s.contacts if c.attacker not in group]
    for u in group:
        if s.units[u].on_table:
            tire(s, u)


def win(s: Battle, side: int, units: list[int]) -> None:
    """[8.12] The winners of a melee may break through or advance at the start of the next turn."""
    s.emit("won", side, tuple(units))
    s.winners += [u for u in units if u not in s.winners]


def tire(s: Battle, u: int) -> None:
    """[8.13] Cavalry that fought is tired; tired cavalry that fights again is spent: in disorder, under Retreat."""
    unit = s.units[u]
    if not s.info(u).cavalry or unit.fatigue == SPENT:
        return
    unit.fatigue += 1
    unit.rest = 0
    s.emit("tired" if unit.fatigue == TIRED else "spent", u)
    if unit.fatigue == SPENT:
        unit.order = RETREAT
        s.disorder(u)


class EndOfMelees(Step):
    """[8.15] All melees of the turn are fought."""

    rule = "8.15"

    def finish(self, state: Battle) -> None:
        state.fought = []
        take_parks(state)
