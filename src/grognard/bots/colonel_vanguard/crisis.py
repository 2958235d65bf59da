"""What is asked in the enemy's turn and when things go wrong: fire, evasion, retreats, leaders in danger."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.bots.colonel_vanguard.gamble import assault_worth, fire_worth, prize, standing_worth
from grognard.bots.colonel_vanguard.look import firm
from grognard.bots.colonel_vanguard.mind import Thought
from grognard.games.vanguard.rules.cavalry import counter_chargers
from grognard.kernel.action import Action

# fire


def bombard(m: Thought) -> str:
    """[11.4] The target that suffers most, guns of a stack together if that pays."""
    return m.pick(m.verbs("bombard"), lambda o: _fire(m, o)) if m.verbs("bombard") else m.say("done")


def repel(m: Thought) -> str:
    """[11.4.4] Always fire: the guns are lost if the assault succeeds."""
    return m.pick(m.verbs("repel"), lambda o: _fire(m, o)) if m.verbs("repel") else m.say("hold")


def _fire(m: Thought, option: Action) -> float:
    *guns, h = option.args
    alone = 0.8 if len(guns) > 1 else 1.0  # two volleys are worth more than one, unless together they tell
    named = 0.1 if h in m.plan.task(m.w.roster.formation_of[guns[0]]).worth else 0.0
    return alone * fire_worth(m.match.odds(m.side, option)) + named


# before the assault


def _too_hot(m: Thought, u: int) -> bool:
    """Whether standing would cost more than the hex is worth."""
    h = m.s.at[u]
    against = max((standing_worth(m.s, a) for a in m.s.assaults if a.targets >> h & 1 and not a.over), default=0.0)
    return against > 0.2 + prize(m.s, h) / 2


def evade(m: Thought) -> str:
    """[14.1] Leave if standing would cost more than the hex is worth; guns always."""
    u: int = m.frame.unit
    if not _too_hot(m, u) and not m.w.guns >> u & 1:
        return m.say("stand")
    return m.pick(m.verbs("evade"), lambda o: _refuge(m, o.args[-1]))


def slip(m: Thought) -> str:
    hot = _too_hot(m, m.frame.unit)
    return next((o.text for o in m.verbs("slip") if hot), m.say("stand"))


def counter_charge(m: Thought) -> str:
    """[14.2.4] Ride against the charger if that is better than receiving him."""
    move = m.s.move
    if move is None or not m.verbs("counter"):
        return m.say("decline")
    h = move.here

    def worth(o: Action) -> float:
        return assault_worth(m.s, counter_chargers(m.s, o.args[0], m.who), h, charge=True, counter=True)

    best = m.best(m.verbs("counter"), worth)
    return best.text if worth(best) > 0.3 else m.say("decline")


# the result


def lose(m: Thought) -> str:
    """The unit that can best be spared: one that comes back, and the weaker."""
    r, s = m.w.roster, m.s

    def cost(o: Action) -> tuple[bool, int, int]:
        u = o.args[0]
        gone = bool(s.reduced >> u & 1) or not r.pf_reduced[u]
        return (gone, s.pf(u) - (0 if gone else r.pf_reduced[u]), u)

    return min(m.options, key=cost).text


def contest(m: Thought) -> str:
    """[10.1.1] Fight for the houses if they count or the troops are good."""
    h: int = m.frame.hex
    good = any(m.s.eff(u) >= 4 for u in bits(m.s.combat(h, m.who)))
    return m.say("contest" if h in m.w.objectives or good else "yield")


def hold_houses(m: Thought) -> str:
    return m.say("stay")


def retreat(m: Thought) -> str:
    """[12.6] Towards cover, friends and the General; by a flag if one is there (R-40)."""
    if m.offers("leave"):
        return "leave"
    return m.pick(m.verbs("retreat"), lambda o: _refuge(m, o.args[0])) if m.verbs("retreat") else m.first()


def rout_move(m: Thought) -> str:
    """[15.2.2] Off by a flag, or stay in houses; else as in any retreat."""
    return m.say("leave", "stay") if m.offers("leave") or m.offers("stay") else retreat(m)


def _refuge(m: Thought, h: int) -> float:
    far, friends = min(4, m.far[h]), min(5, m.friends.off(h))
    total = 0.3 * far + (0.4 if m.w.shelters >> h & 1 else 0.0) - 0.1 * friends
    at_edge = 0.6 if m.w.edge >> h & 1 else 0.0
    general = m.s.general(m.w.roster.formation_of[m.frame.unit])
    return total - at_edge - (0.05 * m.w.grid.distance(h, m.s.at[general]) if general >= 0 else 0.0)


def guns_follow(m: Thought) -> str:
    """[11.1] Guns left alone are lost to the next assault."""
    return m.say("follow", "stay")


# leaders


def follow_troops(m: Thought) -> str:
    """R-47: with those farthest from the enemy; off by the flag if all have gone that way (R-40)."""
    ways = m.verbs("follow")
    return m.pick(ways, lambda o: m.far[m.s.at[o.args[0]]]) if ways else m.say("leave", "stay")


def shelter(m: Thought) -> str:
    return m.pick(m.options, lambda o: m.far[o.args[0]])


def escape(m: Thought) -> str:
    """[4.5.6] A leader alone runs; with steady troops he stays, unless his fall would end the battle."""
    u: int = m.frame.leader
    precious = m.w.roster.ids[u] == "lannes"
    if firm(m.s, m.s.combat(m.s.at[u], m.who)) and not precious:
        return m.say("stay")
    ways = m.verbs("go")
    return m.pick(ways, lambda o: _haven(m, o.args[0])) if ways else m.say("stay")


def flight(m: Thought) -> str:
    """On until there are friends around him, or as far as he can."""
    ways = m.verbs("go")
    if not ways:
        return m.say("stop")
    best = m.best(ways, lambda o: _haven(m, o.args[0]))
    enough = _haven(m, m.s.at[m.frame.leader]) >= _haven(m, best.args[0])
    return "stop" if m.offers("stop") and enough else best.text


def _haven(m: Thought, h: int) -> float:
    friends = m.s.combat(h, m.who)
    company = 2.0 if firm(m.s, friends) else -1.0 if friends else 0.0  # with the broken he is taken or struck down
    return min(4, m.far[h]) + company - 0.3 * min(9, m.friends.off(h))
