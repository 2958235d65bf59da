"""Orders and generals: what each command is for, and where its leaders ride."""

from __future__ import annotations

from grognard.bots.captain_tabletop.field import Field, Unit, span

SHAKEN = 0.6


def give_order(field: Field) -> str:
    """Commands go forward to the points; one that is spent defends what it holds."""
    best, most = "", 0.0
    for option in field.starting("order"):
        worth = order_worth(field, option.split()[1:])
        if worth > most:
            best, most = option, worth
    return best or next((o for o in ("end", "done", "pass") if field.has(o)), field.first())


def order_worth(field: Field, words: list[str]) -> float:
    """How much better an order is than the one in force; 0 where it is not."""
    command = field.commands[words[0]]
    units = [u for u in field.own if u["command"] == words[0] and u["status"] == "ready"]
    if not units or len(words) < 3:
        return 0
    wished = wish(field, units)
    if (command["order"], command["objective"]) == wished:
        return 0
    return 2.0 if (words[1], words[2]) == wished else 0


def wish(field: Field, units: list[Unit]) -> tuple[str, str]:
    """The order and objective that suit a command now."""
    x = sum(u["x"] for u in units) / len(units)
    y = sum(u["y"] for u in units) / len(units)
    pm, full = sum(u["pm"] for u in units), sum(2 * u["start_bases"] for u in units)
    area = max(field.view["objectives"], key=lambda o: (pull(field, o, x, y), o["id"]))
    held = area["held"] == field.side
    if pm < SHAKEN * full or (held and span(area["x"] - x, area["y"] - y) < 250):
        return "defend", area["id"]
    return "forward", area["id"]


def pull(field: Field, area: dict[str, object], x: float, y: float) -> float:
    """Points against the way to them and the friends already there."""
    ax, ay, points = float(str(area["x"])), float(str(area["y"])), float(str(area["points"]))
    crowd = field.friends_near(round(ax), round(ay), 150) - field.enemies_near(round(ax), round(ay), 200)
    return points * 100 - span(ax - x, ay - y) * 0.6 - max(0, crowd) * 4


def next_general(field: Field) -> str:
    """Generals ride to the unit that needs them; who is with one already stays."""
    generals = {g["id"]: g for g in field.view["generals"]}
    for option in field.starting("general"):
        general = generals[option.split()[1]]
        if general["unit"] is None and charge_of(field, general) is not None:
            return option
    return "done" if field.has("done") else field.first()


def charge_of(field: Field, general: dict[str, object]) -> Unit | None:
    """The unit a general should be with: a shaken one of his command that holds on, else the foremost."""
    mine = [u for u in field.own if u["status"] in ("ready", "routed") and general["command"] in (None, u["command"])]
    if not mine or not field.enemies:
        return None
    return min(mine, key=lambda u: (u["status"] == "ready" and u["pm"] > 5, u["arm"] != "inf", far(field, u), u["id"]))


def far(field: Field, unit: Unit) -> float:
    foe = field.nearest(unit, field.foes())
    return span(foe["x"] - unit["x"], foe["y"] - unit["y"]) if foe else 0


def ride(field: Field) -> str:
    """To the unit that needs him if he can reach it; else near it, a little behind."""
    prompt = str(field.view["decision"]["prompt"][0]).partition("/")[2]
    general = next(g for g in field.view["generals"] if g["id"] == prompt)
    unit = charge_of(field, general)
    if unit is not None and field.has(f"attach {unit['id']}"):
        return f"attach {unit['id']}"
    others = [field.units[o.split()[1]] for o in field.starting("attach") if o.split()[1] in field.units]
    friends = [u for u in others if u["arm"] == "inf" and general["command"] in (None, u["command"])]
    if friends:
        return f"attach {min(friends, key=lambda u: (far(field, u), u['id']))['id']}"
    return "stay" if field.has("stay") else field.first()
