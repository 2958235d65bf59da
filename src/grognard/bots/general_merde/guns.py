"""Artillery and skirmishers: who shoots at whom."""

from __future__ import annotations

from grognard.board.squares import distance, nearest
from grognard.bots.general_merde.field import Field, Unit
from grognard.bots.general_merde.mind import Mind
from grognard.games.merde.rules.fire.artillery import pool, shot_count
from grognard.games.merde.rules.fire.skirmish import voltigeurs
from grognard.games.merde.rules.odds import hit_chance
from grognard.games.merde.world.lexicon import DENSE, SHORT
from grognard.games.merde.world.world import ARTILLERY, CAVALRY
from grognard.kernel.action import Action


def target_worth(f: Field, foe: Unit) -> float:
    """A good target is dense, near our troops, already shaken, and not behind walls."""
    found = 1.0 + 0.3 * (foe.level - 5)
    if foe.arm == ARTILLERY:
        return 1.2 + 0.5 * foe.piece.hits
    if foe.routed:
        return 0.2
    found += 0.2 if foe.formation in DENSE else 0.0
    found += (0.0, 0.6, 0.9)[foe.damage] + 0.3 * foe.lost
    close = min([nearest(unit.squares, foe.squares) for unit in f.own if unit.regiment], default=9)
    found += 0.8 if close <= 1 else 0.3 if close <= 3 else 0.0
    found += 0.3 if foe.arm == CAVALRY else 0.0
    if any(f.world.houses >> sq & 1 for sq in foe.squares):
        found *= 0.4
    return found


def shot_worth(mind: Mind, option: Action) -> float:
    """[24.5] Chance times damage: a declared short shot costs the enemy a marker and tests him."""
    battery = mind.args[0]
    assert isinstance(battery, int)
    target = option.args[0] if option.verb == "barrage" else mind.s.at(option.args[0])
    declared = option.args[-1]
    chance = hit_chance(len(pool(mind.s, battery, declared)), shot_count(mind.s, battery, declared))
    return float(chance) * (2.0 if declared == SHORT else 1.0) * target_worth(mind.f, mind.f.units[target])


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
    f = mind.f
    shots = mind.verbs("shoot")
    if shots:
        return mind.pick(shots, lambda o: target_worth(f, f.units[o.args[0]]))
    lights = mind.verbs("skirmish")
    if lights:
        return mind.pick(lights, lambda o: _nearness(f, f.units[o.args[0]]))
    groups = mind.verbs("voltigeurs")
    if groups:
        return mind.pick(groups, lambda o: float(len(voltigeurs(mind.s, o.args[0]))))
    return mind.say("done", "pass")


def _nearness(f: Field, unit: Unit) -> float:
    return -float(min([distance(sq, at) for sq in unit.squares for foe in f.fighters for at in foe.squares], default=9))
