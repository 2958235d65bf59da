"""Movement: every piece to where it is worth most."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import SECTOR, distance, nearest, sector
from grognard.bots.general_merde import staff
from grognard.bots.general_merde.judge import ALERT, CLOSE, Judge
from grognard.bots.general_merde.mind import Mind, Option
from grognard.bots.general_merde.picture import Command, Picture, Squares, Unit, crosses, track_of
from grognard.bots.general_merde.road import Reach, Stand
from grognard.games.merde.rules.movement.plans import COMMANDERS, EARLY, FIRST_GENERAL
from grognard.games.merde.rules.orders import INFANTRY_REACH, SUPPORT_REACH, home_sector
from grognard.games.merde.world.lexicon import NAMES, OPEN, UNLIMBERED
from grognard.games.merde.world.world import ARTILLERY, DECOY, ENGINEERS

COVER_FIRE: Final = 5
PLANS_KEPT: Final = 64
SIFTED: Final = 10  # ends that are thought through
CROSSING: Final = (0.3, 2.5)  # what it costs to disorder oneself and a friend, far from the enemy and near him


# plans


def plan(mind: Mind, unit: Unit) -> tuple[str, ...]:
    """What a piece does this turn, action by action; () if it stays as it is. The same sight, the same plan."""
    p = mind.p
    others = tuple([(name, track) for name, track in p.tracks.items() if name != unit.id])
    key = (unit.id, others, mind.scene)
    if key not in mind.memory:
        if len(mind.memory) > PLANS_KEPT:
            mind.memory.clear()
        mind.memory[key] = think(p, unit)
    return mind.memory[key]


def think(p: Picture, unit: Unit) -> tuple[str, ...]:
    """The best of all that a piece can do."""
    order = p.order_of(unit)
    if (unit.formation == OPEN and len(unit.squares) == 2) or unit.arm == DECOY or unit.stock is None:
        return ()
    free = may_step(p, unit, order)
    if not free and p.nearest_foe(unit.squares) > ALERT:
        return ()
    reach = Reach(p, unit, order, free)
    judge = Judge(p, unit)
    limits = _limits(p, unit, order)
    here = Stand(unit.squares, unit.formation, unit.facing, 0, reach.points, False, (), ())
    found: list[tuple[float, int, Stand]] = [(judge.value(here) + 0.01, 0, here)]
    for at in reach.stands():
        for end in [at, *_last(p, reach, at)]:
            if all(nearest(end.squares, foe) <= far for foe, far in limits) and not _astray(p, unit, order, end):
                found.append((judge.value(end), -len(found), end))
    return _uncrossed(p, unit, _sifted(judge, found), reach.points)


def _sifted(judge: Judge, found: list[tuple[float, int, Stand]]) -> list[tuple[float, int, Stand]]:
    """The best few, judged again with every fight reckoned to its end; the first is to stay."""
    judge.thorough = True
    best = [found[0], *sorted(found[1:], reverse=True)[:SIFTED]]
    return [(judge.value(end) + (0.01 if place == 0 else 0.0), place, end) for _, place, end in best]


def _uncrossed(p: Picture, unit: Unit, found: list[tuple[float, int, Stand]], points: int) -> tuple[str, ...]:
    """[14.7] The best of all ends, when it is paid for that one passes through friends who march at the same time."""
    others = [track for name, track in p.tracks.items() if name != unit.id and p.units[name].regiment]
    cost = CROSSING[p.nearest_foe(unit.squares) <= ALERT]
    worth, _, best = found[0]
    for value, _, end in sorted(found, reverse=True):
        if value <= worth:
            break
        if unit.regiment and others:
            mine = track_of(unit.squares, points, end.trail)
            value -= cost * sum([crosses(mine, other) for other in others])
        if value > worth:
            best, worth = end, value
    return best.acts


def _last(p: Picture, reach: Reach, at: Stand) -> list[Stand]:
    """Changes worth a thought as the last thing: only where enemies are near, or the front is wrong."""
    near = p.nearest_foe(at.squares)
    if reach.unit.arm == ARTILLERY:
        return reach.turns(at) if at.formation == UNLIMBERED and near <= COVER_FIRE + 2 else []
    if near > ALERT:
        return reach.turns(at) if at.facing != p.world.ahead[p.side] else []
    found = reach.turns(at) if near <= CLOSE else []
    return found + (reach.huddles(at) if near <= CLOSE else [])


def may_step(p: Picture, unit: Unit, order: Command) -> bool:
    """[18.5] [18.6] Whether its order lets it step."""
    if order.order == "reserve":
        return False
    if order.order == "garrison" or (order.holding and order.moves):
        return p.triggered(unit)
    backed = p.groups.get(order.supports or "")
    if order.order == "support":
        guns = unit.arm == ARTILLERY
        return backed is not None and (backed.order != "reserve") and (guns or backed.moves or p.triggered(unit))
    return True


def _limits(p: Picture, unit: Unit, order: Command) -> list[tuple[Squares, int]]:
    """[16.4] [18.5] Not farther from the nearest enemy than now."""
    if unit.arm == ARTILLERY or order.order in ("support", "reserve"):
        return []
    if order.moves:
        seen = [
            foe
            for foe in p.foes
            if any((sq & 63) // SECTOR == order.column for sq in foe.squares)
            and nearest(unit.squares, foe.squares) <= 7
        ]
    else:
        own = home_sector(unit.squares)
        seen = [foe for foe in p.foes if any(sector(sq) == own for sq in foe.squares)]
    if not seen:
        return []
    foe = min(seen, key=lambda f: (nearest(unit.squares, f.squares), f.id))
    return [(foe.squares, nearest(unit.squares, foe.squares))]


def _astray(p: Picture, unit: Unit, order: Command, end: Stand) -> bool:
    """[18.7] A support ends neither before its group nor too far from it."""
    backed = [p.at(mate) for mate in p.backed(unit)] if order.order == "support" and unit.arm != ARTILLERY else []
    if not backed:
        return False
    foremost = max([p.forward(sq) for place in backed for sq in place])
    ahead = max([p.forward(sq) for sq in end.squares])
    if ahead > max(foremost, max([p.forward(sq) for sq in unit.squares])):
        return True
    before, after = (min([nearest(squares, place) for place in backed]) for squares in (unit.squares, end.squares))
    return after > SUPPORT_REACH.get(unit.arm, INFANTRY_REACH) and after >= before


# the questions


def movement(mind: Mind) -> str:
    """[20.4] Choose a piece with something to do, write its plan, go on."""
    chosen = mind.view["mine"]["chosen"]
    if chosen >= FIRST_GENERAL:
        return staff.ride(mind, NAMES["general"][chosen - FIRST_GENERAL])
    if chosen >= 0:
        return next_act(mind, mind.p.units[NAMES["piece"][chosen]])
    for option in sorted(mind.verbs("plan"), key=lambda o: _first_things(mind.p, o)):
        unit = mind.p.units[option.words[0]]
        if unit.arm == ENGINEERS or (unit.formation == OPEN and len(unit.squares) == 2) or plan(mind, unit):
            return option.text
    if mind.view["step"] == COMMANDERS or mind.view["step"] == EARLY:
        for option in mind.verbs("lead"):
            if staff.wants_to_ride(mind, option.words[0]):
                return option.text
    return mind.say("done")


def _first_things(p: Picture, option: Option) -> tuple[int, int, str]:
    """Those who lead first, then supports; the foremost before the others."""
    unit = p.units[option.words[0]]
    return (p.order_of(unit).order == "support", -max([p.forward(sq) for sq in unit.squares]), unit.id)


def next_act(mind: Mind, unit: Unit) -> str:
    """The next action of the plan; where the rules cut it short, halt."""
    if unit.arm == ENGINEERS:
        return mind.texts[0]
    if unit.formation == OPEN and len(unit.squares) == 2:
        return regroup(mind, unit)
    written = next(found for found in mind.view["mine"]["plans"] if found["piece"] == unit.id)
    acts, done = plan(mind, unit), len(written["acts"])
    if done < len(acts) and acts[done] in mind.texts:
        return acts[done]
    return halt(mind, unit)


def halt(mind: Mind, unit: Unit) -> str:
    """End a plan; a support that must come up takes the step that brings it nearest."""
    for text in ("halt", "stay"):
        if text in mind.texts:
            return text
    goals = [sq for mate in mind.p.backed(unit) for sq in mind.p.at(mate)]
    steps = mind.verbs("step")
    if not steps:
        return mind.texts[0]
    return mind.pick(steps, lambda o: -float(min([distance(o.square, sq) for sq in goals], default=0)))


def regroup(mind: Mind, unit: Unit) -> str:
    """[15.4] Squadrons or battalions apart come together and form column."""
    forms = [text for text in mind.texts if text.startswith("form march")]
    if forms:
        return forms[0]
    written = next(found for found in mind.view["mine"]["plans"] if found["piece"] == unit.id)
    if written["formation"] != "open":
        return halt(mind, unit)
    first = mind.p.ends[unit.id][0]
    steps = [option for option in mind.verbs("step") if option.words[0] == "2"]
    gap = distance(*mind.p.ends[unit.id])
    nearer = [option for option in steps if 0 < distance(option.square, first) < gap]
    return nearer[0].text if nearer else halt(mind, unit)
