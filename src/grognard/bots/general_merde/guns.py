"""Artillery and skirmishers: who shoots at whom."""

from __future__ import annotations

from grognard.board.squares import distance, nearest
from grognard.bots.general_merde.mind import Mind, Option
from grognard.bots.general_merde.picture import Picture, Unit
from grognard.games.merde.world.lexicon import DENSE, NAMES
from grognard.games.merde.world.world import ARTILLERY, CAVALRY


def target_worth(p: Picture, foe: Unit) -> float:
    """A good target is dense, near our troops, already shaken, and not behind walls."""
    found = 1.0 + 0.3 * (foe.level - 5)
    if foe.arm == ARTILLERY:
        return 1.2 + 0.5 * foe.hits
    if foe.routed:
        return 0.2
    found += 0.2 if foe.formation in DENSE else 0.0
    found += (0.0, 0.6, 0.9)[foe.damage] + 0.3 * foe.lost
    close = min([nearest(unit.squares, foe.squares) for unit in p.own if unit.regiment], default=9)
    found += 0.8 if close <= 1 else 0.3 if close <= 3 else 0.0
    found += 0.3 if foe.arm == CAVALRY else 0.0
    if any(p.world.houses >> sq & 1 for sq in foe.squares):
        found *= 0.4
    return found


def shot_worth(mind: Mind, option: Option) -> float:
    """[24.5] Chance times damage: a declared short shot costs the enemy a marker and tests him."""
    p = mind.p
    battery = p.units.get(NAMES["piece"][mind.prompt[0]]) if mind.prompt and mind.prompt[0] >= 0 else None
    foe = next((unit for unit in p.foes if option.square in unit.squares), None)
    if option.verb == "barrage":
        foe = p.units[option.words[0]]
    if foe is None:
        return 0.0
    position = battery is not None and any(kind.type == "position_art" for kind in battery.kinds)
    chance, damage = (0.5, 2.0) if option.words[-1] == "short" else (0.34 if position else 0.5, 1.0)
    return chance * damage * target_worth(p, foe)


def guns(mind: Mind) -> str:
    """[24.6] The best shot of each battery; bridges are left for one's own advance."""
    shots = mind.verbs("fire", "barrage")
    if shots:
        return mind.pick(shots, lambda o: shot_worth(mind, o))
    numbers = mind.verbs("shots")
    return mind.dice().choice(numbers).text if numbers else mind.say("pass")


def horse_battery(mind: Mind) -> str:
    """[32.3] A shot at the square before the charge costs nothing."""
    return mind.options[0].text


def skirmish(mind: Mind) -> str:
    """[27.1] Light troops first, then the voltigeurs of the group with most enemies before it."""
    shots = mind.verbs("shoot")
    if shots:
        return mind.pick(shots, lambda o: target_worth(mind.p, mind.p.units[o.words[0]]))
    lights = mind.verbs("skirmish")
    if lights:
        return mind.pick(lights, lambda o: _nearness(mind.p, mind.p.units[o.words[0]]))
    groups = mind.verbs("voltigeurs")
    if groups:
        return mind.pick(groups, lambda o: _volley(mind.p, o.words[0]))
    return mind.say("done", "pass")


def _nearness(p: Picture, unit: Unit) -> float:
    return -float(min([distance(sq, at) for sq in unit.squares for foe in p.fighters for at in foe.squares], default=9))


def _volley(p: Picture, group: str) -> float:
    return float(sum([len(unit.kinds) for unit in p.members(group) if p.nearest_foe(unit.squares) <= 3]))
