"""Fire, charge and melee: whom to fight, which marker to turn, when to stop."""

from __future__ import annotations

from typing import Final

from grognard.board.squares import FLANK, nearest, sector
from grognard.bots.general_merde import foresee
from grognard.bots.general_merde.duel import CARDS, Duel, engaging, riding
from grognard.bots.general_merde.mind import Mind, Option
from grognard.bots.general_merde.picture import SQ, Picture, Unit
from grognard.bots.general_merde.worth import (
    ROUT,
    attack,
    bearing_of,
    defence,
    edge,
    expected,
    harm,
    pose,
    rider,
    run,
    struck,
)
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE

RESOLVE: Final = -0.6  # fights worse than this are left to the enemy to begin; a charge not announced costs nothing
QUALITY: Final = 0.03  # what a marker's numbers are worth later


def clash_duel(mind: Mind) -> Duel:
    """The pair in hand."""
    clash = mind.view["clash"]
    units = [mind.p.units.get(name) for name in clash["pieces"]]
    found = [unit for unit in units if unit is not None]
    mine = next(unit for unit in found if unit.side == mind.p.side)
    foe = next(unit for unit in found if unit.side != mind.p.side)
    duel = Duel(mind.p, pose(mine), pose(foe))
    named = found[0] is mine
    duel.ridden = clash["charge"]
    flank = clash["bearing"] == FLANK
    (duel.one if named else duel.other).riding = flank or (clash["charge"] and not clash["round"])
    duel.flanked, duel.flanking = flank and not named, flank and named
    return duel


# [25] whom


def name(mind: Mind) -> str:
    """[25.3] Pursue, strike where it hurts, refuse fights that are lost, where that is allowed [12.5]."""
    choices = [option for option in mind.options if option.verb != "pass"]
    worths = {option.text: naming(mind.p, option) for option in choices}
    willing = [option for option in choices if worths[option.text] >= (RESOLVE if option.verb == "engage" else 0.0)]
    if "pass" in mind.texts and not willing:
        return mind.say("pass")
    return mind.pick(willing or choices, lambda o: worths[o.text])


def naming(p: Picture, option: Option) -> float:
    mine, foe = p.units[option.words[0]], p.units[option.words[1]]
    if option.verb == "pursue":
        return 20.0 + foe.strength
    one, other = pose(mine), pose(foe)
    if option.verb == "engage":
        return engaging(p, one, other) + _spoils(p, foe)
    if option.verb == "flanks":
        return expected(attack(p, one, other, CHARGE) - defence(p, other, one, CHARGE, FLANK)) + 1.0 + _spoils(p, foe)
    horse = rider(mine, other, SQ[option.words[2]])
    return riding(p, horse, other, bearing_of(horse, other)) + _spoils(p, foe)


def _spoils(p: Picture, foe: Unit) -> float:
    """An enemy who stands on a flag, or is nearly broken, is worth more."""
    return (0.8 if any(sq in p.prizes for sq in foe.squares) else 0.0) + 0.3 * foe.lost + 0.2 * foe.damage


def choose_sector(mind: Mind) -> str:
    """[25.2] First where one stands best."""
    p = mind.p

    def worth(option: Option) -> float:
        here = [u for u in p.own if u.regiment and sector(u.squares[0]) == option.number]
        pairs = [(u, foe) for u in here for foe in p.fighters if nearest(u.squares, foe.squares) == 1]
        return sum([edge(p, pose(u), pose(foe)) for u, foe in pairs])

    return mind.pick(mind.options, worth)


def deal(mind: Mind) -> str:
    """[26.2] Markers for everybody who may have to fight."""
    return mind.options[0].text


# [28] fire


def fire_step(mind: Mind) -> str:
    """[28.6] Fire, charge or hold: by what each comes to against what the enemy may do."""
    duel = clash_duel(mind)
    if not duel.foe.regiment:
        return mind.pick(mind.options, lambda o: duel.turned(FIRE, o.number) if o.verb == "fire" else 1.0)
    bout, (mine, his) = duel.bout(), duel.states()
    return mind.pick(mind.options, lambda o: _step_worth(duel, bout, mine, his, o))


def _step_worth(duel: Duel, bout: foresee.Bout, mine: foresee.State, his: foresee.State, option: Option) -> float:
    if option.verb == "charge":
        return foresee.going_in(bout, mine, his)
    place = option.number
    red, blue = duel.mine.hand[place - 1] if place else (0, foresee.NO_MARKER)
    kept = QUALITY * (red + blue) if place else 0.0
    if option.verb == "fire":
        return foresee.volley(bout, mine, his, red, blue) - kept
    return foresee.hold(bout, mine, his, blue) - kept


# [29] charge and melee


def charge_exchange(mind: Mind) -> str:
    """[29.3] The marker that gives most and takes least."""
    charging = "turn" not in mind.texts
    return _turn(mind, CHARGE, charging, 1)


def cavalry_clash(mind: Mind) -> str:
    return _turn(mind, CHARGE, True, 1)


def melee_round(mind: Mind) -> str:
    """[29.4] Rounds cost markers: with none against one who has some, one falls back."""
    return _turn(mind, MELEE, True, mind.view["clash"]["round"] + 1)


def _turn(mind: Mind, step: int, attacking: bool, following: int) -> str:
    duel = clash_duel(mind)
    bout, (mine, his) = foresee.hand_to_hand(duel.forecast(0.0)._replace(fresh=duel.fresh())), duel.states()
    give, take = duel.pair(step) if step == CHARGE or following <= 2 else duel.late()
    give, take = give - (duel.mine.damage == 1), take - (duel.foe.damage == 1)
    answers = his[2] > 0
    other = (his[0], his[1], his[2] - 1) if answers else his

    def worth(option: Option) -> float:
        place = option.number
        red, blue = duel.mine.hand[place - 1] if place else (foresee.NO_MARKER, foresee.NO_MARKER)
        given = foresee.NONE
        if place and attacking:
            given = foresee.odds(give, red, foresee.CHANCE if answers else foresee.NO_MARKER)
        taken = foresee.odds(take, foresee.CHANCE, blue) if answers else foresee.NONE
        left = (mine[0], mine[1], mine[2] - (1 if place else 0))
        found = foresee.exchange(bout, left, other, given, taken, foresee.FIGHTS, following)
        return found - (QUALITY * (red + blue) if place else 0.0)

    return mind.pick(mind.options, worth)


def replace(mind: Mind) -> str:
    """[34.1] A fresh regiment takes over."""
    fresh = [option for option in mind.verbs("replace") if mind.p.units[option.words[0]].damage < 2]
    if not fresh:
        return mind.say("pass")
    return mind.pick(fresh, lambda o: mind.p.units[o.words[0]].strength - mind.p.units[o.words[0]].damage)


def converge(mind: Mind) -> str:
    return mind.say("converge")


def advance(mind: Mind) -> str:
    """[29.7] Those who attack follow up; those who hold a flag or good ground stay."""
    p = mind.p
    clash = mind.view["clash"]
    mine = next((p.units[name] for name in clash["pieces"] if name in p.units and p.units[name].side == p.side), None)
    forward = mind.verbs("advance")
    if mine is not None:
        kept = any(sq in p.flags or p.world.cover >> sq & 1 or p.forts >> sq & 1 for sq in mine.squares)
        if kept or not p.order_of(mine).moves:
            return mind.say("pass")
    return mind.pick(forward, lambda option: 1.0 if option.square in p.prizes else 0.0)


# [31] cavalry


def countercharge(mind: Mind) -> str:
    """[31.3] Ride against the charge where that is no worse than even."""
    p = mind.p
    charger = p.units[mind.view["clash"]["pieces"][0]]
    counters = mind.verbs("counter")

    def worth(option: Option) -> float:
        one, other = pose(p.units[option.words[0]]), pose(charger)
        one.riding = other.riding = True
        return expected(attack(p, one, other, CHARGE) - defence(p, other, one, CHARGE)) - expected(
            attack(p, other, one, CHARGE) - defence(p, one, other, CHARGE)
        )

    if not counters or max([worth(option) for option in counters]) < RESOLVE:
        return mind.say("pass")
    return mind.pick(counters, worth)


def meet(mind: Mind) -> str:
    """[31.3] Where most friends stand by."""
    own = [unit.squares for unit in mind.p.own]
    return mind.pick(mind.options, lambda o: sum([1.0 for squares in own if nearest((SQ[o.words[0]],), squares) == 1]))


def overtake(mind: Mind) -> str:
    """[31.6] Onto a flag where one is to be had, else up to the routed enemy by the shortest way."""
    prized = [option for option in mind.options if option.square in mind.p.prizes]
    return (prized or mind.options)[0].text


def shot_at_charge(mind: Mind) -> str:
    """[31.4] The marker with the best attack that is not wanted for the defence."""
    duel = clash_duel(mind)

    def worth(option: Option) -> float:
        if option.verb == "pass":
            return 0.3
        red, blue = duel.mine.hand[option.number - 1]
        return harm(duel.given(FIRE) + red) - 0.15 * blue

    return mind.pick(mind.options, worth)


def try_square(mind: Mind) -> str:
    """[32.1] A card below the level forms it, any other breaks the regiment: only where standing is worse."""
    duel = clash_duel(mind)
    step = CHARGE if duel.ridden else MELEE  # [29.2] cavalry that was adjacent already assaults
    chance = (duel.mine.level - 1) / CARDS
    blue = max([blue for _, blue in duel.mine.hand], default=0)
    standing = struck(duel.taken(step) - blue) * (1.6 if duel.flanked else 1.3)
    bonus = 2 if any(kind.mass for kind in duel.mine.kinds) else 3
    formed = struck(duel.taken(step) - bonus - blue - (2 if duel.flanked else 0))
    trying = chance * formed + (1 - chance) * ROUT
    return mind.options[0].text if trying < standing else mind.say("stand")


def onward(mind: Mind) -> str:
    """[31.7] Go on at an enemy worth it, else return."""
    p = mind.p
    duel = mind.view["clash"]["pieces"]
    mine = next(p.units[name] for name in duel if name in p.units and p.units[name].side == p.side)
    rides = mind.verbs("onward")

    def worth(option: Option) -> float:
        other = pose(p.units[option.words[0]])
        horse = rider(mine, other, SQ[option.words[1]])
        return run(p, horse, other, bearing_of(horse, other))

    if rides and max([worth(option) for option in rides]) > 0.5:
        return mind.pick(rides, worth)
    return mind.say("return", "pass")


# [37] after the fight


def go_back(mind: Mind) -> str:
    """[37.4] Towards cover, one's own flags, and away from the enemy."""
    p = mind.p

    def worth(option: Option) -> float:
        goal = SQ[option.words[0]]
        flag = 2.0 if goal in p.flags else 0.0
        return p.danger(goal) + flag + 0.5 * bool(p.world.cover >> goal & 1)

    return mind.pick(mind.options, worth)


def follow_back(mind: Mind) -> str:
    """[37.4] The others stand, but those who would be taken in flank or are worn out go too."""
    p = mind.p
    for option in mind.verbs("follow"):
        unit = p.units[option.words[0]]
        near = [foe for foe in p.fighters if nearest(foe.squares, unit.squares) == 1]
        holds = any(sq in p.flags for sq in unit.squares)
        if len(near) >= 2 and not holds and unit.damage and unit.lost:
            return option.text
    return mind.say("done")


def rally(mind: Mind) -> str:
    """[37.1] The worse face first; a doubtful general leaves a light disorder alone."""
    p = mind.p
    for option in sorted(mind.verbs("rally"), key=lambda o: (-p.units[o.words[0]].damage, o.text)):
        unit = p.units[option.words[0]]
        officer = p.officers.get(unit.general)
        if unit.damage == 2 or officer is None or officer.value >= 5:
            return option.text
    for option in mind.verbs("steady"):
        members = p.members(option.words[0])
        officer = p.officers.get(members[0].general) if members else None
        far = min([p.nearest_foe(unit.squares) for unit in members], default=99) > 3
        if far or officer is None or officer.value >= 6:
            return option.text
    return mind.say("done")
