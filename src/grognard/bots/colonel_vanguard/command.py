"""Command: orders for a purpose, who acts next, reinforcements, guns' own orders, columns, rally."""

from __future__ import annotations

from typing import Final

from grognard.bots.colonel_vanguard.mind import Mind, Option
from grognard.games.vanguard.world.roster import ATTACK, DEFENCE, ORDERS

URGENCY: Final = {"attack": 3, "defence": 2, "advance": 1, "manoeuvre": 0}


def _formation(m: Mind, name: str) -> int:
    return m.p.world.roster.formations.index(name)


def _wish(m: Mind, f: int) -> str:
    return ORDERS[m.plan.task(f).order()]


def change_orders(m: Mind) -> str:
    """[5.2] Give each General the order that his task asks for, the pressing ones first."""
    wanted = [o for o in m.verbs("order") if o.words[1] == _wish(m, _formation(m, o.words[0]))]
    if wanted:
        return m.best(wanted, lambda o: URGENCY[o.words[1]]).text
    lone = m.p.world.lone_leader
    follow = [o for o in m.verbs("detach") if o.units[0] == lone and o.words[1] == _wish(m, m.p.world.lone_formation)]
    return follow[0].text if follow else m.say("done")


def adopt(m: Mind) -> str:
    """[17.1.2] Formations come on with Advance: it marches in column and may still fight."""
    return m.say("adopt advance")


def general_tries(m: Mind) -> str:
    """[5.2.1] Try for the order that the task asks for."""
    return m.say(f"try {_wish(m, m.p.active)}", "keep")


def column_tries(m: Mind) -> str:
    """[16.2] An Officer on his own follows his formation's purpose."""
    wish = _wish(m, m.p.active)
    return next((o.text for o in m.verbs("try") if o.words[-1] == wish), m.say("keep"))


def column_units(m: Mind) -> str:
    return m.say("go", m.options[0].text)


def keep_column(m: Mind) -> str:
    """[16.2.1] The formation is stronger together."""
    return next((o.text for o in m.verbs("dissolve")), m.say("keep"))


def gun_order(m: Mind) -> str:
    """[11.0] R-57: far from the enemy guns limber up, next to him they hold their ground."""
    return next((o.text for o in m.verbs("battery") if o.words[1] == _gun_wish(m, o.units[0])), m.say("keep"))


def _gun_wish(m: Mind, u: int) -> str:
    gun = m.p.by_number[u]
    distance = m.p.far[gun.hex]
    if distance <= 1:
        return "defence"
    limbers = m.p.order(gun.formation) in (ATTACK, DEFENCE) and distance > m.p.world.roster.range[u]
    return "manoeuvre" if limbers else ""


def name_formation(m: Mind) -> str:
    """[6.1] Who has most to win acts first; headquarters before that if orders are wrong (16.1)."""
    own = [o for o in m.verbs("activate") if _formation(m, o.words[0]) in m.p.formations()]
    if not own:
        return m.best(m.verbs("activate"), lambda o: -_reach_of_foe(m, o)).text
    if m.offers("headquarters") and any(_misled(m, o) for o in own):
        return "headquarters"
    return m.best(own, lambda o: _eagerness(m, o)).text


def _misled(m: Mind, option: Option) -> bool:
    f = _formation(m, option.words[0])
    return m.p.order(f) != m.plan.task(f).order()


def _eagerness(m: Mind, option: Option) -> float:
    task = m.plan.task(_formation(m, option.words[0]))
    ready = 1.0 if m.p.order(task.f) == task.order() else 0.5
    return task.gain * ready - 0.02 * min(50, task.near)


def _reach_of_foe(m: Mind, option: Option) -> float:
    """The enemy formation that can do least harm is made to act first."""
    f = _formation(m, option.words[0])
    return sum(x.pf / max(1, m.p.friend_far[x.hex]) for x in m.p.units_of(f))


def whole(m: Mind) -> str:
    return m.say("whole")


def last_call(m: Mind) -> str:
    return m.say("alone", "pass")


def reinforce(m: Mind) -> str:
    """[15.4] Everybody comes on as soon as he may, by the straight road."""
    return m.say("all", "done")


def bring_back(m: Mind) -> str:
    """[12.8.2] Out of the enemy's reach, and together with others if it can be."""
    return m.best(m.options, lambda o: min(3, m.p.far[o.hex]) - 0.1 * m.p.friend_far[o.hex]).text


def rouse(m: Mind) -> str:
    return next((o.text for o in m.verbs("rouse")), m.say("done"))


def rally(m: Mind) -> str:
    return next((o.text for o in m.verbs("rally")), m.say("done"))


def shed(m: Mind) -> str:
    return next((o.text for o in m.verbs("shed")), m.options[0].text)


def stack_order(m: Mind) -> str:
    return m.say("done")
