"""Options as the table shows them: a label in words, the unit they are about, their price or their chance."""

from __future__ import annotations

from typing import Final

from msgspec import convert

from grognard.games.tabletop.rules import melee
from grognard.games.tabletop.rules.fire import DeclareFire, fire_of
from grognard.games.tabletop.rules.movement import paces as movement
from grognard.games.tabletop.rules.movement.moves import LEFT
from grognard.games.tabletop.rules.odds import odds_of
from grognard.games.tabletop.rules.orders import keep_off
from grognard.games.tabletop.table.pen import Pen, Seen, percent
from grognard.games.tabletop.world.state import NOBODY, Battle, Shot
from grognard.games.tabletop.world.world import MOVE, SIDES
from grognard.kernel.action import Action, Region
from grognard.kernel.face import plain_option
from grognard.kernel.wire import Option
from grognard.kernel.wire import Region as RegionShown

PRIMARY: Final = frozenset({"pass", "done", "end", "stay"})
TURN_STEP: Final = 150  # tenths of a degree: the step of a field for angles
LENGTH_STEP: Final = 10


def describe(face: Seen, action: Action) -> Option:
    """One option of the question now put."""
    s, side, pen = face.state, face.side, face.pen
    found = plain_option(action)
    frame = type(s.agenda[-1]).__name__ if s.agenda else ""
    found.primary = action.verb in PRIMARY and not _idle(s, frame)
    found.label = pen.first([f"label.{frame}.{action.verb}", f"label.{action.verb}"], *_args(s, action, pen))
    verb = action.verb
    if frame == "Troops" and verb == "done":
        found.label = pen("label.Troops.left", _unmoved(s))
    if verb == "order":
        _order(s, side, action, found)
    elif verb in ("move", "strategic", "fight", "attach"):
        _of_unit(s, action, found, pen)
    elif verb == "general":
        g = s.world.general_at[action.args[0]]
        found.place = found.unit = s.world.generals[g][1].id
        found.group = "unit"
    elif verb == "charge":
        _charge(s, side, action, found)
    elif verb in ("fire", "share"):
        _fire(s, action, found)
    elif verb in ("form", "limber", "unlimber"):
        _form(s, action, found, pen)
    elif verb == "try":
        odds = odds_of(s, side, action, {})
        found.tag = percent(odds.chance("success")) if odds else None
    return found


def _idle(s: Battle, frame: str) -> bool:
    """Whether to end here would be to do nothing while something useful is left."""
    return frame in ("Troops", "Exploit") or (frame == "MoveUnit" and not s.stepped)


def _unmoved(s: Battle) -> int:
    """How many could still move."""
    frame = s.agenda[-1]
    return len([option for option in frame.options(s, frame.side) if getattr(option, "verb", "") == "move"])


def _args(s: Battle, action: Action, pen: Pen) -> list[str]:
    """The arguments of an action as they are read."""
    world = s.world
    verb, args = action.verb, action.args
    if verb == "order":
        c = world.command_at[args[0]]
        goal = pen.objective(args[2]) if len(args) > 2 else ""
        return [pen.command(c), pen.order(args[1]), goal and f", {goal}"]
    if verb in ("move", "strategic", "attach", "fire"):
        return [pen.unit(world.unit_at[args[0]])]
    if verb == "share":
        return [pen.unit(world.unit_at[args[0]]), str(args[1])]
    if verb == "charge":
        u = world.unit_at[args[0]] if len(args) == 2 else getattr(s.agenda[-1], "u", NOBODY)
        return [pen.unit(world.unit_at[args[-1]]), pen.unit(u)]
    if verb == "general":
        return [pen.general(world.general_at[args[0]])]
    if verb == "form":
        return [pen(f"formation.{action.text.split()[1]}")]
    if verb == "fight":
        group = _melee(s, world.unit_at[args[0]])
        return [pen.units([u for u in group if s.side(u) == who]) for who in (0, 1)]
    return [pen(f"way.{action.text.split()[-1]}")] if verb == "face" else []


def _melee(s: Battle, u: int) -> list[int]:
    return next((group for group in melee.melees(s) if u in group), [u])


def _order(s: Battle, side: int, action: Action, found: Option) -> None:
    """[3.3] An order stands with the general who leads the command; one that must be carried has its chance."""
    c = s.world.command_at[action.args[0]]
    brigadier = s.world.brigadier(c)
    if brigadier >= 0 and not s.generals[brigadier].lost:
        found.place = s.world.generals[brigadier][1].id
    else:
        found.place = next(s.info(u).id for u in s.own(side) if s.info(u).command == c)
    found.picture = f"order.{action.text.split()[2]}"
    odds = odds_of(s, side, action, {})
    if odds is not None and odds.chance("success") < 1:
        found.tag = percent(odds.chance("success"))


def _of_unit(s: Battle, action: Action, found: Option, pen: Pen) -> None:
    u = s.world.unit_at[action.args[0]]
    found.place = found.unit = s.info(u).id
    found.group = "place" if action.verb in ("fight", "attach") else "unit"
    if action.verb == "move":
        found.why = pen("note.under", pen(f"order.{s.order_of(u)}"))


def _charge(s: Battle, side: int, action: Action, found: Option) -> None:
    """[6.1] The chance beside a charge is that of winning its first round."""
    u = s.world.unit_at[action.args[0]] if len(action.args) == 2 else getattr(s.agenda[-1], "u", NOBODY)
    found.place = s.info(s.world.unit_at[action.args[-1]]).id
    found.group = "place"
    if u >= 0:
        found.start = found.unit = s.info(u).id
    odds = odds_of(s, side, action, {})
    if odds is not None:
        found.tag = percent(odds.chance(SIDES[side]))


def _fire(s: Battle, action: Action, found: Option) -> None:
    """[7.1] The percentage beside a target."""
    asked = s.agenda[-1]
    assert isinstance(asked, DeclareFire)
    t = s.world.unit_at[action.args[0]]
    bases = action.args[1] if action.verb == "share" else asked.spare(s)
    found.start = s.info(asked.u).id
    found.tag = f"{fire_of(s, Shot(asked.u, t, bases)).total}%"
    if action.verb == "share":
        found.group = "number"
        return
    found.place = found.unit = s.info(t).id
    found.group = "place"


def _form(s: Battle, action: Action, found: Option, pen: Pen) -> None:
    """[5.9] What a change of formation costs of the move."""
    u = getattr(s.agenda[-1], "u", NOBODY)
    half = action.verb != "form" or movement.change_cost(s, u) == MOVE // 2
    found.why = pen("note.half_move" if half else "note.quarter_move")
    found.label = pen("note.with_price", found.label, found.why)
    found.picture = f"formation.{action.text.split()[-1]}" if action.verb == "form" else f"formation.{action.verb}ed"


# regions


def distances(s: Battle, name: str) -> dict[str, float]:
    """[5.17] [3.5] [3.6] How near a unit may come to each enemy: what a drag stops at."""
    u = next(i for i, info in enumerate(s.world.units) if info.id == name)
    return {s.info(v).id: keep_off(s, u, v) for v in s.enemies(u)}


class RegionOfUnit(RegionShown, kw_only=True):
    """Ground a unit or a general may reach, or a step of so many centimetres or degrees."""

    text: str
    unit: str | None = None
    general: str | None = None
    hand: int | None = None
    end: list[int] | None = None
    stops: list[int] | None = None
    facing: list[int] | None = None
    left_mm: int | None = None


def describe_region(face: Seen, region: Region) -> RegionOfUnit:
    """[5.9] [5.20] A region with what is needed to answer it: by hand on the table, or by a number."""
    s, pen = face.state, face.pen
    found = convert(region.as_data() | {"label": "", "gesture": "", "template": ""}, RegionOfUnit)
    found.place = found.unit or found.general or ""
    if region.verb in ("goto", "ride"):
        found.gesture = "pose" if region.verb == "goto" else "point"
        found.template = "goto {x} {y} {facing}" if region.verb == "goto" else "ride {x} {y}"
        found.label = pen(f"label.{region.verb}")
        found.off = distances(s, found.place) if region.verb == "goto" else None
        return found
    angle = region.verb == "wheel"
    found.gesture = "amount"
    found.template = " ".join([*region.text.split()[:-1], "{n}"])
    hand = ["left" if found.hand < LEFT else "right"] if found.hand else []
    found.label = pen("label." + "_".join([region.verb, *hand]))
    found.suffix = "°" if angle else "cm"
    found.step = TURN_STEP if angle else LENGTH_STEP
    return found
