"""Orders and generals: what each command is for, and where its leaders ride."""

from __future__ import annotations

from typing import Any, Final

from grognard.bots.captain_tabletop.field import Field, Unit, middle, span

CONSTANCY: Final = 150  # what it takes to send a command elsewhere
SHAKEN: Final = 0.5
ASIDE: Final = 300
RIDE: Final = 300


def give_order(field: Field) -> str:
    """Each command keeps to its area while that needs it; none is sent to charge whatever stands nearest."""
    found = [(order_worth(field, option.split()[1:]), option) for option in field.starting("order")]
    best = max([row for row in found if row[0] > 0], default=(0.0, ""))[1]
    return best or next((o for o in ("end", "done", "pass") if field.has(o)), field.first())


def order_worth(field: Field, words: list[str]) -> float:
    """How much better an order is than the one in force; 0 where it is not."""
    units = [u for u in field.own if u["command"] == words[0] and u["status"] == "ready"]
    if not units or len(words) < 3:
        return 0
    order, area = wish(field, words[0], units)
    if (words[1], words[2]) != (order, area):
        return 0
    return 1.0 + len(units)


def wish(field: Field, name: str, units: list[Unit]) -> tuple[str, str]:
    """The order and objective that suit a command now: those it has, unless there is a reason."""
    command = field.commands[name]
    now = field.objectives[command["objective"]]
    best = max(field.view["objectives"], key=lambda o: (need(field, o, name, units) + CONSTANCY * (o is now), o["id"]))
    if best is not now:
        return "forward", str(best["id"])
    idle = command["order"] == "attack" or (command["order"] == "defend" and now["held"] != field.side)
    return "forward" if idle else str(command["order"]), str(best["id"])


def need(field: Field, area: dict[str, Any], name: str, units: list[Unit]) -> float:
    """Points against the way to them; an area that others see to, or that is safe in our hands, needs nobody else."""
    x, y = middle(units)
    foot = {u["command"] for u in field.own if u["arm"] == "inf" and u["command"] != name}
    others = sum(1 for c in foot if field.commands[c]["objective"] == area["id"])
    safe = area["held"] == field.side and not field.enemies_near(area["x"], area["y"], 400)
    return float(area["points"] * 80 - span(area["x"] - x, area["y"] - y) * 0.3 - 150 * others - 250 * safe)


def next_general(field: Field) -> str:
    """Generals ride to the unit that needs them; who is with one that needs him stays."""
    generals = {g["id"]: g for g in field.view["generals"]}
    for option in field.starting("general"):
        if called(field, generals[option.split()[1]]):
            return option
    return "done" if field.has("done") else field.first()


def called(field: Field, general: dict[str, Any]) -> bool:
    """Whether a general should ride: he is with nobody, or a shaken unit in reach needs him more than his own."""
    unit = charge_of(field, general)
    if unit is None or general["unit"] is None:
        return unit is not None
    own = field.units.get(general["unit"])
    near = span(unit["x"] - general["x"], unit["y"] - general["y"]) <= RIDE
    return near and shaken(unit) and own is not None and not shaken(own)


def charge_of(field: Field, general: dict[str, Any]) -> Unit | None:
    """The unit a general should be with: a shaken one of his command that holds on, else the foremost battalion.

    The army's general keeps out of the firing line unless he is needed there: while he is lost there are no orders.
    """
    mine = [u for u in field.own if u["status"] in ("ready", "routed") and may_lead(field, general, u)]
    if not mine or not field.enemies:
        return None
    return min(mine, key=lambda u: (not shaken(u), far(field, u), u["id"]))


def may_lead(field: Field, general: dict[str, Any], unit: Unit) -> bool:
    if unit["arm"] != "inf":
        return False
    if general["command"] is None:
        return shaken(unit) or far(field, unit) > ASIDE
    return bool(general["command"] == unit["command"])


def shaken(unit: Unit) -> bool:
    return bool(unit["pm"] <= 2 * unit["start_bases"] * SHAKEN + 1)


def far(field: Field, unit: Unit) -> float:
    foe = field.nearest(unit, field.foes())
    return span(foe["x"] - unit["x"], foe["y"] - unit["y"]) if foe else 0


def ride(field: Field) -> str:
    """To the unit that needs him if he can reach it; else to the foremost battalion that he can."""
    prompt = str(field.view["decision"]["prompt"][0]).partition("/")[2]
    general = next(g for g in field.view["generals"] if g["id"] == prompt)
    unit = charge_of(field, general)
    if unit is not None and field.has(f"attach {unit['id']}"):
        return f"attach {unit['id']}"
    if general["unit"] is not None and field.has("stay"):
        return "stay"
    others = [field.units[o.split()[1]] for o in field.starting("attach") if o.split()[1] in field.units]
    friends = [u for u in others if may_lead(field, general, u)]
    if friends:
        return f"attach {min(friends, key=lambda u: (far(field, u), u['id']))['id']}"
    return "stay" if field.has("stay") else field.first()
