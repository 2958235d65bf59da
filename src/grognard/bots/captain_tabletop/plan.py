"""Orders and generals: what each command is for, and where its leaders ride."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import Area, Field, span
from grognard.games.tabletop.rules.orders import ATTACK, DEFEND, FORWARD
from grognard.games.tabletop.world.formations import PM_A_BASE
from grognard.games.tabletop.world.state import NOBODY, READY, ROUTED
from grognard.games.tabletop.world.world import OBJECTIVE_NAMES
from grognard.kernel.action import Action

CONSTANCY: Final = 150  # what it takes to send an army elsewhere
POINT: Final = 40  # a point of an area, in the same coin
WAY: Final = 0.3  # a millimetre of the way to it
SAFE: Final = 250  # an area that is ours, with no enemy near
AROUND: Final = 400
CLOSE: Final = 220
LATE: Final = 6  # the turn from which on who was ordered to an area and is not near it does not come
SHAKEN: Final = 0.5
RIDE: Final = 300


def give_order(field: Field) -> str:
    """Each command keeps to its area while that needs it; none is sent to charge whatever stands nearest."""
    found = [(order_worth(field, option), option.text) for option in field.verbs("order")]
    best = max([row for row in found if row[0] > 0], default=(0.0, ""))[1]
    return best or field.say("end", "done", "pass")


def order_worth(field: Field, option: Action) -> float:
    """How much better an order is than the one in force; 0 where it is not."""
    command = field.s.world.command_at[option.args[0]]
    units = [u for u in field.own if field.info(u).command == command and field.unit(u).ready]
    if not units or len(option.args) < 3:
        return 0
    area = field.s.world.objective(OBJECTIVE_NAMES[option.args[2]])
    return 1.0 + len(units) if (option.args[1], area) == wish(field, command) else 0


def wish(field: Field, command: int) -> tuple[int, int]:
    """The order and objective that suit a command now: those it has, unless there is a reason."""
    order, now = field.s.commands[command].order, field.s.commands[command].objective
    area = focus(field)
    if keeper(field, field.areas[now]) == command:
        area = field.areas[now]
    if area.number != now:
        return FORWARD, area.number
    idle = order == ATTACK or (order == DEFEND and area.held != field.who)
    return FORWARD if idle else order, now


def focus(field: Field) -> Area:
    """The one area where the whole army fights: in a line with all its battalions it beats those who come in parts."""
    foot = [u for u in field.own if field.info(u).infantry and field.unit(u).ready]
    names = field.s.world.objectives

    def worth(area: Area) -> tuple[float, str]:
        return need(field, area, foot), names[area.number].id

    return max(field.areas, key=worth)


def keeper(field: Field, area: Area) -> int:
    """The command that stays on a safe area when the army goes on: the nearest of the foot that is ordered to it."""
    if not safe(field, area):
        return NOBODY
    foot = [u for u in field.own if field.info(u).infantry and field.unit(u).ready and field.goal(u) == area]
    commands = sorted({field.info(u).command for u in foot})
    middles = {c: field.middle([u for u in foot if field.info(u).command == c]) for c in commands}
    return min(commands, key=lambda c: span(middles[c][0] - area.x, middles[c][1] - area.y), default=NOBODY)


def need(field: Field, area: Area, foot: list[int]) -> float:
    """Points against the way of all battalions; who is on his way is not turned back; what is safe needs nobody."""
    way = sum([field.away(u, area.x, area.y) for u in foot])
    bound = sum([field.goal(u).number == area.number for u in foot])
    return area.points * POINT + (CONSTANCY * bound - WAY * way) / max(1, len(foot)) - SAFE * safe(field, area)


def safe(field: Field, area: Area) -> bool:
    """Whether an area is ours, with no enemy near it or on his way to it: orders are given aloud, but not all come."""
    comes = field.s.turn < LATE
    bound = comes and any([field.info(f).infantry and field.goal(f).number == area.number for f in field.foes])
    return area.held == field.who and not bound and not field.enemies_near(area.x, area.y, AROUND if comes else CLOSE)


def next_general(field: Field) -> str:
    """Generals ride to the unit that needs them; who is with one that needs him stays."""
    for option in field.verbs("general"):
        if called(field, field.s.world.general_at[option.args[0]]):
            return option.text
    return field.say("done")


def called(field: Field, g: int) -> bool:
    """Whether a general should ride: he is with nobody, or a shaken unit in reach needs him more than his own."""
    u, general = charge_of(field, g), field.s.generals[g]
    if u < 0 or general.unit < 0:
        return u >= 0
    near = field.away(u, general.x, general.y) <= RIDE
    return near and shaken(field, u) and not shaken(field, general.unit)


def charge_of(field: Field, g: int) -> int:
    """The unit a general should be with: a shaken one of his command that holds on, else the foremost battalion.

    The army's general keeps out of the firing line unless he is needed there: while he is lost there are no orders.
    """
    mine = [u for u in field.own if field.unit(u).status in (READY, ROUTED) and may_lead(field, g, u)]
    if not mine or not field.enemies:
        return NOBODY
    return min(mine, key=lambda u: (not shaken(field, u), far(field, u), field.info(u).id))


def may_lead(field: Field, g: int, u: int) -> bool:
    if not field.info(u).infantry:
        return False
    command = field.s.world.generals[g][1].command
    if command is None:
        return shaken(field, u)
    return field.s.world.commands[field.info(u).command][1].id == command


def shaken(field: Field, u: int) -> bool:
    return field.unit(u).pm <= PM_A_BASE * field.info(u).bases * SHAKEN + 1


def far(field: Field, u: int) -> float:
    return field.away(u, *field.place(field.nearest(u, field.foes))) if field.foes else 0


def ride(field: Field) -> str:
    """To the unit that needs him if he can reach it; else to the foremost battalion that he can."""
    g: int = field.frame.g
    u = charge_of(field, g)
    if u >= 0 and field.has(f"attach {field.info(u).id}"):
        return f"attach {field.info(u).id}"
    if field.s.generals[g].unit >= 0 and field.has("stay"):
        return "stay"
    friends = [v for v in map(field.of_option, field.verbs("attach")) if may_lead(field, g, v)]
    if friends:
        return f"attach {field.info(min(friends, key=lambda v: (far(field, v), field.info(v).id))).id}"
    return "stay" if field.has("stay") else field.first()
