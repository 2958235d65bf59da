"""Orders and generals: what each command is for, and where its leaders ride."""

from __future__ import annotations

from typing import Final

from grognard.bots.captain_tabletop.field import Area, Field, span
from grognard.games.tabletop.rules.orders import ATTACK, DEFEND, FORWARD
from grognard.games.tabletop.world.formations import PM_A_BASE
from grognard.games.tabletop.world.state import NOBODY, READY, ROUTED
from grognard.games.tabletop.world.world import OBJECTIVE_NAMES
from grognard.kernel.action import Action

CONSTANCY: Final = 150  # what it takes to send a command elsewhere
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
    return 1.0 + len(units) if (option.args[1], area) == wish(field, command, units) else 0


def wish(field: Field, command: int, units: list[int]) -> tuple[int, int]:
    """The order and objective that suit a command now: those it has, unless there is a reason."""
    order, now = field.s.commands[command].order, field.s.commands[command].objective
    names = field.s.world.objectives

    def worth(area: Area) -> tuple[float, str]:
        return need(field, area, command, units) + CONSTANCY * (area.number == now), names[area.number].id

    best = max(field.areas, key=worth)
    if best.number != now:
        return FORWARD, best.number
    idle = order == ATTACK or (order == DEFEND and best.held != field.who)
    return FORWARD if idle else order, now


def need(field: Field, area: Area, command: int, units: list[int]) -> float:
    """Points against the way to them; an area that others see to, or that is safe in our hands, needs nobody else."""
    x, y = field.middle(units)
    foot = {field.info(u).command for u in field.own if field.info(u).infantry} - {command}
    others = sum(field.s.commands[c].objective == area.number for c in foot)
    safe = area.held == field.who and not field.enemies_near(area.x, area.y, 400)
    return area.points * 80 - span(area.x - x, area.y - y) * 0.3 - 150 * others - 250 * safe


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
