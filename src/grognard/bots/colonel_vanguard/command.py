"""Command: orders for a purpose, who acts next, reinforcements, guns' own orders, columns, rally."""

from __future__ import annotations

from typing import Final

from grognard.bots.colonel_vanguard.look import units_of
from grognard.bots.colonel_vanguard.mind import Thought
from grognard.games.vanguard.world.roster import ADVANCE, ATTACK, DEFENCE, MANOEUVRE, NO_ORDER, ORDERS
from grognard.kernel.action import Action

URGENCY: Final = {ATTACK: 3, DEFENCE: 2, ADVANCE: 1, MANOEUVRE: 0}


def _wish(m: Thought, f: int) -> int:
    return m.plan.task(f).order()


def change_orders(m: Thought) -> str:
    """[5.2] Give each General the order that his task asks for, the pressing ones first."""
    wanted = [o for o in m.verbs("order") if o.args[1] == _wish(m, o.args[0])]
    if wanted:
        return m.pick(wanted, lambda o: URGENCY[o.args[1]])
    lone = [o for o in m.verbs("detach") if o.args[0] == m.w.lone_leader]
    follow = [o for o in lone if o.args[1] == _wish(m, m.w.lone_formation)]
    return follow[0].text if follow else m.say("done")


def adopt(m: Thought) -> str:
    """[17.1.2] Formations come on with Advance: it marches in column and may still fight."""
    return m.say("adopt advance")


def general_tries(m: Thought) -> str:
    """[5.2.1] Try for the order that the task asks for."""
    return m.say(f"try {ORDERS[_wish(m, m.s.active)]}", "keep")


def column_tries(m: Thought) -> str:
    """[16.2] An Officer on his own follows his formation's purpose."""
    wish = _wish(m, m.s.active)
    return next((o.text for o in m.verbs("try") if o.args[-1] == wish), m.say("keep"))


def column_units(m: Thought) -> str:
    return m.say("go", m.options[0].text)


def keep_column(m: Thought) -> str:
    """[16.2.1] The formation is stronger together."""
    return next((o.text for o in m.verbs("dissolve")), m.say("keep"))


def gun_order(m: Thought) -> str:
    """[11.0] R-57: far from the enemy guns limber up, next to him they hold their ground."""
    return next((o.text for o in m.verbs("battery") if o.args[1] == _gun_wish(m, o.args[0])), m.say("keep"))


def _gun_wish(m: Thought, gun: int) -> int:
    distance = m.far[m.s.at[gun]]
    if distance <= 1:
        return DEFENCE
    halted = m.s.orders[m.w.roster.formation_of[gun]] in (ATTACK, DEFENCE)
    return MANOEUVRE if halted and distance > m.w.roster.range[gun] else NO_ORDER


def name_formation(m: Thought) -> str:
    """[6.1] Who has most to win acts first; headquarters before that if orders are wrong (16.1)."""
    own = [o for o in m.verbs("activate") if m.w.roster.formation_side[o.args[0]] == m.who]
    if not own:
        return m.pick(m.verbs("activate"), lambda o: -_reach_of_foe(m, o))
    if m.offers("headquarters") and any(_misled(m, o) for o in own):
        return "headquarters"
    return m.pick(own, lambda o: _eagerness(m, o))


def _misled(m: Thought, option: Action) -> bool:
    return m.s.orders[option.args[0]] != _wish(m, option.args[0])


def _eagerness(m: Thought, option: Action) -> float:
    task = m.plan.task(option.args[0])
    return task.gain * (0.5 if _misled(m, option) else 1.0) - 0.02 * min(50, task.near)


def _reach_of_foe(m: Thought, option: Action) -> float:
    """The enemy formation that can do least harm is made to act first."""
    return sum(m.s.pf(u) / max(1, m.friends.off(m.s.at[u])) for u in units_of(m.s, option.args[0]))


def whole(m: Thought) -> str:
    return m.say("whole")


def last_call(m: Thought) -> str:
    return m.say("alone", "pass")


def reinforce(m: Thought) -> str:
    """[15.4] Everybody comes on as soon as he may, by the straight road."""
    return m.say("all", "done")


def bring_back(m: Thought) -> str:
    """[12.8.2] Out of the enemy's reach, and together with others if it can be."""
    return m.pick(m.options, lambda o: min(3, m.far[o.args[1]]) - 0.1 * m.friends.off(o.args[1]))


def rouse(m: Thought) -> str:
    return next((o.text for o in m.verbs("rouse")), m.say("done"))


def rally(m: Thought) -> str:
    return next((o.text for o in m.verbs("rally")), m.say("done"))


def shed(m: Thought) -> str:
    return next((o.text for o in m.verbs("shed")), m.options[0].text)


def stack_order(m: Thought) -> str:
    return m.say("done")
