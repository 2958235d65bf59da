"""Fire, charge and melee: whom to fight, which marker to turn, when to stop."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import FLANK, nearest, sector
from grognard.bots.general_merde import foresee
from grognard.bots.general_merde.duel import Duel, engaging, riding
from grognard.bots.general_merde.field import Field, Unit
from grognard.bots.general_merde.mind import Mind
from grognard.bots.general_merde.worth import (
    ROUT,
    Pose,
    bearing_of,
    edge,
    expected,
    harm,
    margin,
    pose,
    rider,
    run,
    struck,
)
from grognard.games.merde.rules.combat.exchange import clash_of, role_of
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE
from grognard.kernel.action import Action

RESOLVE: Final = -0.6  # fights worse than this are left to the enemy to begin; a charge not announced costs nothing
QUALITY: Final = 0.03  # what a marker's numbers are worth later


def number(option: Action) -> int:
    """The number an answer names, 0 if none."""
    return option.args[0] if option.args else 0


def numbers(duel: Duel, place: int) -> tuple[int, int]:
    """Both numbers of a marker in hand, counted from 1."""
    return red(duel.hand[place - 1]), blue(duel.hand[place - 1])


def clash_duel(mind: Mind) -> Duel:
    """The pair in hand."""
    clash, role = clash_of(mind.s), role_of(mind.s, mind.who)
    mine, foe = mind.f.units[clash.pieces[role]], mind.f.units[clash.pieces[1 - role]]
    duel = Duel(mind.f, pose(mine), pose(foe))
    duel.ridden = clash.run
    flank = clash.bearing == FLANK
    (duel.other if role else duel.one).riding = flank or (clash.run and not clash.round)
    duel.flanked, duel.flanking = flank and role == 1, flank and role == 0
    return duel


# [25] whom


def name(mind: Mind) -> str:
    """[25.3] Pursue, strike where it hurts, refuse fights that are lost, where that is allowed [12.5]."""
    choices = [option for option in mind.options if option.verb != "pass"]
    worths = {option.text: naming(mind.f, option) for option in choices}
    willing = [option for option in choices if worths[option.text] >= (RESOLVE if option.verb == "engage" else 0.0)]
    if mind.offers("pass") and not willing:
        return mind.say("pass")
    return mind.pick(willing or choices, lambda o: worths[o.text])


def naming(f: Field, option: Action) -> float:
    mine, foe = f.units[option.args[0]], f.units[option.args[1]]
    if option.verb == "pursue":
        return 20.0 + foe.strength
    one, other = pose(mine), pose(foe)
    if option.verb == "engage":
        return engaging(f, one, other) + _spoils(f, foe)
    if option.verb == "flanks":
        return expected(margin(f, one, other, CHARGE, FLANK)) + 1.0 + _spoils(f, foe)
    horse = rider(f, one, other, option.args[2])
    return riding(f, horse, other, bearing_of(f, horse, other)) + _spoils(f, foe)


def _spoils(f: Field, foe: Unit) -> float:
    """An enemy who stands on a flag, or is nearly broken, is worth more."""
    return (0.8 if any(sq in f.prizes for sq in foe.squares) else 0.0) + 0.3 * foe.lost + 0.2 * foe.damage


def choose_sector(mind: Mind) -> str:
    """[25.2] First where one stands best."""
    f = mind.f

    def worth(option: Action) -> float:
        here = [u for u in f.own if u.regiment and sector(u.squares[0]) == option.args[0]]
        pairs = [(u, foe) for u in here for foe in f.fighters if nearest(u.squares, foe.squares) == 1]
        return sum([edge(f, pose(u), pose(foe)) for u, foe in pairs])

    return mind.pick(mind.options, worth)


def deal(mind: Mind) -> str:
    """[26.2] Markers for everybody who may have to fight."""
    return mind.options[0].text


# [28] fire


def fire_step(mind: Mind) -> str:
    """[28.6] Fire, charge or hold: by what each comes to against what the enemy may do."""
    duel = clash_duel(mind)
    if not duel.foe.regiment:
        return mind.pick(mind.options, lambda o: duel.turned(FIRE, number(o)) if o.verb == "fire" else 1.0)
    bout, (mine, his) = duel.bout(), duel.states()
    return mind.pick(mind.options, lambda o: _step_worth(duel, bout, mine, his, o))


def _step_worth(duel: Duel, bout: foresee.Bout, mine: foresee.State, his: foresee.State, option: Action) -> float:
    if option.verb == "charge":
        return foresee.going_in(bout, mine, his)
    place = number(option)
    strike, guard = numbers(duel, place) if place else (0, foresee.NO_MARKER)
    kept = QUALITY * (strike + guard) if place else 0.0
    if option.verb == "fire":
        return foresee.volley(bout, mine, his, strike, guard) - kept
    return foresee.hold(bout, mine, his, guard) - kept


# [29] charge and melee


def charge_exchange(mind: Mind) -> str:
    """[29.3] The marker that gives most and takes least."""
    charging = not mind.offers("turn")
    return _turn(mind, CHARGE, charging, 1)


def cavalry_clash(mind: Mind) -> str:
    return _turn(mind, CHARGE, True, 1)


def melee_round(mind: Mind) -> str:
    """[29.4] Rounds cost markers: with none against one who has some, one falls back."""
    return _turn(mind, MELEE, True, clash_of(mind.s).round + 1)


def _turn(mind: Mind, step: int, attacking: bool, following: int) -> str:
    duel = clash_duel(mind)
    bout, (mine, his) = duel.forecast(0.0).but(fresh=duel.fresh()).steel, duel.states()
    give, take = duel.pair(step, 1 if step == CHARGE or following <= 2 else 2)
    give, take = give - (duel.mine.damage == 1), take - (duel.foe.damage == 1)
    answers = his[2] > 0
    other = (his[0], his[1], his[2] - 1) if answers else his

    def worth(option: Action) -> float:
        place = number(option)
        strike, guard = numbers(duel, place) if place else (foresee.NO_MARKER, foresee.NO_MARKER)
        given = foresee.NONE
        if place and attacking:
            given = (give, strike, foresee.CHANCE if answers else foresee.NO_MARKER)
        taken = (take, foresee.CHANCE, guard) if answers else foresee.NONE
        left = (mine[0], mine[1], mine[2] - (1 if place else 0))
        found = foresee.exchange(bout, left, other, given, taken, foresee.FIGHTS, following)
        return found - (QUALITY * (strike + guard) if place else 0.0)

    return mind.pick(mind.options, worth)


def replace(mind: Mind) -> str:
    """[34.1] A fresh regiment takes over."""
    fresh = [option for option in mind.verbs("replace") if mind.f.units[option.args[0]].damage < 2]
    if not fresh:
        return mind.say("pass")
    return mind.pick(fresh, lambda o: mind.f.units[o.args[0]].strength - mind.f.units[o.args[0]].damage)


def converge(mind: Mind) -> str:
    return mind.say("converge")


def advance(mind: Mind) -> str:
    """[29.7] Those who attack follow up; those who hold a flag or good ground stay."""
    f = mind.f
    mine = f.units[clash_of(mind.s).pieces[role_of(mind.s, mind.who)]]
    kept = any(sq in f.flags or f.world.cover >> sq & 1 or mind.s.forts >> sq & 1 for sq in mine.squares)
    if kept or not f.moves(mine):
        return mind.say("pass")
    return mind.pick(mind.verbs("advance"), lambda option: 1.0 if option.args[0] in f.prizes else 0.0)


# [31] cavalry


def countercharge(mind: Mind) -> str:
    """[31.3] Ride against the charge where that is no worse than even."""
    f = mind.f
    charger = f.units[clash_of(mind.s).pieces[0]]
    counters = mind.verbs("counter")

    def worth(option: Action) -> float:
        one, other = pose(f.units[option.args[0]]), pose(charger)
        one.riding = other.riding = True
        return expected(margin(f, one, other, CHARGE)) - expected(margin(f, other, one, CHARGE))

    if not counters or max([worth(option) for option in counters]) < RESOLVE:
        return mind.say("pass")
    return mind.pick(counters, worth)


def meet(mind: Mind) -> str:
    """[31.3] Where most friends stand by."""
    own = [unit.squares for unit in mind.f.own]
    return mind.pick(mind.options, lambda o: sum([1.0 for squares in own if nearest(o.args[:1], squares) == 1]))


def overtake(mind: Mind) -> str:
    """[31.6] Onto a flag where one is to be had, else up to the routed enemy by the shortest way."""
    prized = [option for option in mind.options if option.args and option.args[-1] in mind.f.prizes]
    return (prized or mind.options)[0].text


def shot_at_charge(mind: Mind) -> str:
    """[31.4] The marker with the best attack that is not wanted for the defence."""
    duel = clash_duel(mind)

    def worth(option: Action) -> float:
        if option.verb == "pass":
            return 0.3
        strike, guard = numbers(duel, option.args[0])
        return harm(duel.given(FIRE) + strike) - 0.15 * guard

    return mind.pick(mind.options, worth)


def try_square(mind: Mind) -> str:
    """[32.1] A card below the level forms it, any other breaks the regiment: only where standing is worse."""
    duel, f = clash_duel(mind), mind.f
    step = CHARGE if duel.ridden else MELEE  # [29.2] cavalry that was adjacent already assaults
    forming = mind.options[0]
    gamble = mind.match.odds(mind.side, forming)
    chance = float(gamble.chance("formed")) if gamble is not None else 0.0
    guard = max([blue(marker) for marker in duel.hand], default=0)
    standing = struck(duel.taken(step) - guard) * (1.6 if duel.flanked else 1.3)
    huddled = Pose(duel.mine, forming.args[1:] or duel.one.squares[:1], forming.args[0], duel.one.facing)
    formed = struck(margin(f, duel.other, huddled, step) - guard)
    trying = chance * formed + (1 - chance) * ROUT
    return forming.text if trying < standing else mind.say("stand")


def onward(mind: Mind) -> str:
    """[31.7] Go on at an enemy worth it, else return."""
    f = mind.f
    mine = f.units[clash_of(mind.s).pieces[role_of(mind.s, mind.who)]]
    rides = mind.verbs("onward")

    def worth(option: Action) -> float:
        other = pose(f.units[option.args[0]])
        horse = rider(f, pose(mine), other, option.args[1])
        return run(f, horse, other, bearing_of(f, horse, other))

    if rides and max([worth(option) for option in rides]) > 0.5:
        return mind.pick(rides, worth)
    return mind.say("return", "pass")


# [37] after the fight


def go_back(mind: Mind) -> str:
    """[37.4] Towards cover, one's own flags, and away from the enemy."""
    f = mind.f

    def worth(option: Action) -> float:
        goal = option.args[0]
        flag = 2.0 if goal in f.flags else 0.0
        return f.danger(goal) + flag + 0.5 * bool(f.world.cover >> goal & 1)

    return mind.pick(mind.options, worth)


def follow_back(mind: Mind) -> str:
    """[37.4] The others stand, but those who would be taken in flank or are worn out go too."""
    f = mind.f
    for option in mind.verbs("follow"):
        unit = f.units[option.args[0]]
        near = [foe for foe in f.fighters if nearest(foe.squares, unit.squares) == 1]
        holds = any(sq in f.flags for sq in unit.squares)
        if len(near) >= 2 and not holds and unit.damage and unit.lost:
            return option.text
    return mind.say("done")


def rally(mind: Mind) -> str:
    """[37.1] The worse face first; a doubtful general leaves a light disorder alone."""
    f = mind.f
    for option in sorted(mind.verbs("rally"), key=lambda o: (-f.units[o.args[0]].damage, o.text)):
        unit = f.units[option.args[0]]
        if unit.damage == 2 or _value(mind, unit) >= 5:
            return option.text
    for option in mind.verbs("steady"):
        members = f.members(option.args[0])
        far = min([f.nearest_foe(unit.squares) for unit in members], default=99) > 3
        if far or _value(mind, members[0]) >= 6:
            return option.text
    return mind.say("done")


def _value(mind: Mind, unit: Unit) -> int:
    """[37.1] The value of the general who rallies a unit."""
    return mind.s.commander(mind.s.leader(unit.id)).value
