"""What is asked in the enemy's turn and when things go wrong: fire, evasion, retreats, leaders in danger."""

from __future__ import annotations

from grognard.bots.colonel_vanguard.gamble import assault_worth, fire_worth, holding_worth, prize
from grognard.bots.colonel_vanguard.mind import Mind, Option
from grognard.bots.colonel_vanguard.picture import Piece

# fire


def bombard(m: Mind) -> str:
    """[11.4] The target that suffers most, guns of a stack together if that pays."""
    return m.best(m.verbs("bombard"), lambda o: _fire(m, o)).text if m.verbs("bombard") else m.say("done")


def repel(m: Mind) -> str:
    """[11.4.4] Always fire: the guns are lost if the assault succeeds."""
    return m.best(m.verbs("repel"), lambda o: _fire(m, o)).text if m.verbs("repel") else m.say("hold")


def _fire(m: Mind, option: Option) -> float:
    guns = [m.p.by_number[u] for u in option.units]
    alone = 0.8 if len(guns) > 1 else 1.0  # two volleys are worth more than one, unless together they tell
    named = 0.1 if any(h == option.hex for h in m.plan.task(guns[0].formation).worth) else 0.0
    return alone * fire_worth(m.p, sum(g.pf for g in guns), guns[0].hex, option.hex) + named


# before the assault


def _against(m: Mind, h: int) -> list[Piece]:
    """The attackers of a hex of ours."""
    name = m.p.world.grid.names[h]
    by_id = m.p.world.roster.by_id
    found = [n for a in m.view["assaults"] if name in a["targets"] for n in a["attackers"]]
    return [m.p.by_number[by_id[n]] for n in found if by_id[n] in m.p.by_number]


def evade(m: Mind) -> str:
    """[14.1] Leave if standing would cost more than the hex is worth."""
    x = m.p.by_number[m.prompted()]
    if holding_worth(m.p, x.hex, _against(m, x.hex)) <= 0.2 + prize(m.p, x.hex) / 2 and not x.gun:
        return m.say("stand")
    return m.best(m.verbs("evade"), lambda o: _refuge(m, o.hex)).text


def slip(m: Mind) -> str:
    x = m.p.by_number[m.prompted()]
    bad = holding_worth(m.p, x.hex, _against(m, x.hex)) > 0.2 + prize(m.p, x.hex) / 2
    return next((o.text for o in m.verbs("slip") if bad), m.say("stand"))


def counter_charge(m: Mind) -> str:
    """[14.2.4] Ride against the charger if that is better than receiving him."""
    march = m.view["march"]
    if march is None or march["here"] is None or not m.verbs("counter"):
        return m.say("decline")
    h = m.p.hex(march["here"])

    def worth(o: Option) -> float:
        return assault_worth(m.p, [x for x in m.p.mine.get(o.hex, []) if x.horse and x.steady], h, True)

    best = m.best(m.verbs("counter"), worth)
    return best.text if worth(best) > 0.3 else m.say("decline")


# the result


def lose(m: Mind) -> str:
    """The unit that can best be spared: one that comes back, and the weaker."""
    r = m.p.world.roster

    def cost(o: Option) -> tuple[bool, int, int]:
        x = m.p.by_number[o.units[0]]
        gone = "reduced" in x.flags or not r.pf_reduced[x.u]
        return (gone, x.pf - (0 if gone else r.pf_reduced[x.u]), x.u)

    return min(m.options, key=cost).text


def contest(m: Mind) -> str:
    """[10.1.1] Fight for the houses if they count or the troops are good."""
    h = m.asked["prompt"][0] % (1 << 16)
    counts = h in m.p.world.objectives
    good = any(x.eff >= 4 for x in m.p.mine.get(h, []))
    return m.say("contest" if counts or good else "yield")


def hold_houses(m: Mind) -> str:
    return m.say("stay")


def retreat(m: Mind) -> str:
    """[12.6] Towards cover, friends and the General; by a flag if one is there (R-40)."""
    if m.offers("leave"):
        return "leave"
    return m.best(m.verbs("retreat") or m.options, lambda o: _refuge(m, o.hex)).text


def rout_move(m: Mind) -> str:
    """[15.2.2] Off by a flag, or stay in houses; else as in any retreat."""
    if m.offers("leave"):
        return "leave"
    if m.offers("stay"):
        return "stay"
    return retreat(m)


def _refuge(m: Mind, h: int) -> float:
    if h < 0:
        return -9.0
    p = m.p
    total = 0.3 * min(4, p.far[h]) + (0.4 if p.world.shelters >> h & 1 else 0.0) - 0.1 * min(5, p.friend_far[h])
    at_edge = 0.6 if p.world.edge >> h & 1 else 0.0
    general = p.general(p.by_number[m.prompted()].formation) if m.prompted() in p.by_number else None
    return total - at_edge - (0.05 * p.world.grid.distance(h, general.hex) if general else 0.0)


def guns_follow(m: Mind) -> str:
    """[11.1] Guns left alone are lost to the next assault."""
    return m.say("follow", "stay")


# leaders


def follow_troops(m: Mind) -> str:
    """R-47: with those farthest from the enemy; off by the flag if all have gone that way (R-40)."""
    ways = m.verbs("follow")
    return m.best(ways, lambda o: m.p.far[m.p.by_number[o.units[0]].hex]).text if ways else m.say("leave", "stay")


def shelter(m: Mind) -> str:
    return m.best(m.options, lambda o: m.p.far[o.hex] if o.hex >= 0 else -1).text


def escape(m: Mind) -> str:
    """[4.5.6] A leader alone runs; with steady troops he stays, unless his fall would end the battle."""
    x = m.p.by_number[m.prompted()]
    escort = [y for y in m.p.mine.get(x.hex, []) if y.steady and y.troops]
    precious = m.p.world.roster.ids[x.u] == "lannes"
    if escort and not precious:
        return m.say("stay")
    ways = m.verbs("go")
    return m.best(ways, lambda o: _haven(m, o.hex)).text if ways else m.say("stay")


def flight(m: Mind) -> str:
    """On until there are friends around him, or as far as he can."""
    x = m.p.by_number.get(m.prompted())
    ways = m.verbs("go")
    if not ways:
        return m.say("stop")
    best = m.best(ways, lambda o: _haven(m, o.hex))
    if m.offers("stop") and x is not None and _haven(m, x.hex) >= _haven(m, best.hex):
        return "stop"
    return best.text


def _haven(m: Mind, h: int) -> float:
    safe = any(y.steady and y.troops for y in m.p.mine.get(h, []))
    return min(4, m.p.far[h]) + (2.0 if safe else 0.0) - 0.3 * min(9, m.p.friend_far[h])
