"""Movement: every piece to where it is worth most."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import distance
from grognard.bots.general_merde import staff
from grognard.bots.general_merde.field import Field, Unit, crosses, track_of
from grognard.bots.general_merde.judge import ALERT, CLOSE, Judge
from grognard.bots.general_merde.mind import Mind
from grognard.bots.general_merde.road import Reach, Stand
from grognard.games.merde.rules.movement.plans import COMMANDERS, EARLY, FIRST_GENERAL
from grognard.games.merde.rules.orders import may_step, triggered
from grognard.games.merde.world.lexicon import GARRISON, MOVES, OPEN, SUPPORT, UNLIMBERED
from grognard.games.merde.world.pieces import Piece
from grognard.games.merde.world.state import surveying
from grognard.games.merde.world.world import ARTILLERY, DECOY, ENGINEERS
from grognard.kernel.action import Action

COVER_FIRE: Final = 5
PLANS_KEPT: Final = 64
SIFTED: Final = 10  # ends that are thought through
CROSSING: Final = (1.2, 3.0)  # what it costs to disorder oneself and a friend, far from the enemy and near him
Found = list[tuple[float, int, Stand]]


# plans


def plan(mind: Mind, piece: int) -> tuple[Action, ...]:
    """What a piece does this turn, action by action; () if it stays as it is. The same sight, the same plan."""
    key = (piece, mind.written, mind.scene)
    plans = mind.memory.plans
    found = plans.get(key)
    if found is None:
        if len(plans) > PLANS_KEPT:
            plans.clear()
        found = plans[key] = think(mind.f, mind.f.units[piece])
    return found


def _scattered(unit: Unit | Piece) -> bool:
    """Whether its battalions stand apart."""
    return unit.formation == OPEN and len(unit.squares) == 2


def think(f: Field, unit: Unit) -> tuple[Action, ...]:
    """The best of all that a piece can do."""
    if _scattered(unit) or unit.arm == DECOY:
        return ()
    rooted = may_step(f.s, unit.id) is not None or _holds(f, unit)
    if rooted and f.nearest_foe(unit.squares) > ALERT:
        return ()
    reach, judge, (stays, *ends) = surveying(f.s, lambda _: _survey(f, unit, rooted))
    found: Found = [(judge.value(stays) + 0.01, 0, stays)]
    found += [(judge.value(end), -place, end) for place, end in enumerate(ends, 1)]
    return _uncrossed(f, reach, _sifted(reach, judge, found))


def _survey(f: Field, unit: Unit, rooted: bool) -> tuple[Reach, Judge, list[Stand]]:
    """All that a piece can do; first where it stands. Nobody is moved about meanwhile: the field is read off once."""
    reach, judge = Reach(f, unit, rooted), Judge(f, unit)
    return reach, judge, [end for at in reach.stands() for end in (at, *_last(reach, judge, at))]


def _holds(f: Field, unit: Unit) -> bool:
    """Whether a piece stays though it may step: guns of a garrison, supports of who stands, until somebody comes."""
    s, order = f.s, f.s.order_of(unit.id)
    if unit.arm == ARTILLERY:
        waits = order == GARRISON
    else:
        waits = order == SUPPORT and s.group(s.group(unit.group).supports).order not in MOVES
    return waits and not triggered(s, unit.id)


def _sifted(reach: Reach, judge: Judge, found: Found) -> Found:
    """The best few that the rules allow, judged again with every fight reckoned to its end; the first is to stay."""
    judge.thorough = True
    best = [found[0], *surveying(reach.s, lambda _: _allowed(reach, sorted(found[1:], reverse=True)))]
    return [(judge.value(end) + (0.01 if place == 0 else 0.0), place, end) for _, place, end in best]


def _allowed(reach: Reach, found: Found) -> Found:
    """The first few that the rules allow."""
    able: Found = []
    for value in found:
        if len(able) == SIFTED:
            break
        if reach.may_end(value[2]):
            able.append(value)
    return able


def _uncrossed(f: Field, reach: Reach, found: Found) -> tuple[Action, ...]:
    """[14.7] The best of all ends, when it is paid for that one passes through friends who march at the same time."""
    unit = reach.unit
    others = [track for p, track in f.tracks.items() if f.units[p].regiment]
    cost = CROSSING[f.nearest_foe(unit.squares) <= ALERT]
    worth, _, best = found[0]
    for value, _, end in sorted(found, reverse=True):
        if value <= worth:
            break
        if unit.regiment and others:
            mine = track_of(unit.squares, reach.written(end).acts)
            value -= cost * sum([crosses(mine, other) for other in others])
        if value > worth:
            best, worth = end, value
    return best.acts


def _last(reach: Reach, judge: Judge, at: Stand) -> list[Stand]:
    """Changes worth a thought as the last thing: only where enemies are near, or the front is wrong."""
    near = judge.site(at.squares).near
    if reach.unit.arm == ARTILLERY:
        return reach.turns(at) if at.formation == UNLIMBERED and near <= COVER_FIRE + 2 else []
    if near > ALERT:
        return reach.turns(at) if at.facing != judge.ahead else []
    return reach.turns(at) + reach.huddles(at) if near <= CLOSE else []


# the questions


def movement(mind: Mind) -> str:
    """[20.4] Choose a piece with something to do, write its plan, go on."""
    chosen = mind.draft.chosen
    if chosen >= FIRST_GENERAL:
        return staff.ride(mind, chosen - FIRST_GENERAL)
    if chosen >= 0:
        return next_act(mind, chosen)
    f = mind.f
    for option in sorted(mind.verbs("plan"), key=lambda o: _first_things(f, f.units[o.args[0]])):
        unit = f.units[option.args[0]]
        if unit.arm == ENGINEERS or _scattered(unit) or plan(mind, unit.id):
            return option.text
    if mind.s.step in (COMMANDERS, EARLY):
        for option in mind.verbs("lead"):
            if staff.wants_to_ride(mind, option.args[0]):
                return option.text
    return mind.say("done")


def _first_things(f: Field, unit: Unit) -> tuple[int, int, int]:
    """Those who lead first, then supports; the foremost before the others."""
    return (f.s.order_of(unit.id) == SUPPORT, -max([f.forward(sq) for sq in unit.squares]), unit.id)


def next_act(mind: Mind, piece: int) -> str:
    """The next action of the plan; where the rules cut it short, halt."""
    if mind.s.arm(piece) == ENGINEERS:
        return mind.first()
    if _scattered(mind.s.pieces[piece]):
        return regroup(mind, mind.f.units[piece])
    acts, done = plan(mind, piece), len(mind.draft.schemes[piece].acts)
    if done < len(acts) and mind.offers(acts[done].text):
        return acts[done].text
    return halt(mind, piece)


def halt(mind: Mind, piece: int) -> str:
    """End a plan; a support that must come up takes the step that brings it nearest."""
    for text in ("halt", "stay"):
        if mind.offers(text):
            return text
    goals = [sq for mate in mind.f.backed(mind.f.units[piece]) for sq in mate.squares]
    steps = mind.verbs("step")
    if not steps:
        return mind.first()
    return mind.pick(steps, lambda o: -float(min([distance(o.args[-1], sq) for sq in goals], default=0)))


def regroup(mind: Mind, unit: Unit) -> str:
    """[15.4] Squadrons or battalions apart come together and form column."""
    forms = [option.text for option in mind.verbs("form") if option.text.startswith("form march")]
    if forms:
        return forms[0]
    written = mind.draft.schemes[unit.id]
    if written.formation != OPEN:
        return halt(mind, unit.id)
    first, second = written.squares
    steps = [option for option in mind.verbs("step") if option.args[0] == 2]
    nearer = [option for option in steps if 0 < distance(option.args[1], first) < distance(first, second)]
    return nearer[0].text if nearer else halt(mind, unit.id)
