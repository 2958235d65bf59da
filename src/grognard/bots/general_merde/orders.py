"""The battle plan, and orders that change it: columns with flags to take, reserves when they are wanted."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.squares import SECTOR, distance, nearest
from grognard.bots.general_merde.mind import Mind, Option
from grognard.bots.general_merde.picture import Command, Picture, Unit
from grognard.bots.general_merde.road import pace
from grognard.bots.general_merde.worth import ground
from grognard.games.merde.world.lexicon import FORMATIONS, NAMES
from grognard.games.merde.world.world import ARTILLERY, CAVALRY

LAST_TURNS: Final = 6  # when who is behind must risk everything
RELEASE: Final = 2  # turns before reserves are thought of
NEAR: Final = 9  # two marches of infantry
HORIZON: Final = 2  # marches of the enemy one looks ahead
GUARDED: Final = 2  # so near a flag one guards it
SCREEN: Final = 5  # so far to the side friends cover a flag
OUTSIDE: Final = 1.0  # a square by which a corps outgrows its general's radius
SQUARE: Final = 0.35  # what a square of infantry's way is worth in strength
FOOT: Final = 4
PASSED: Final = 3  # squares by which one must have passed an enemy to forget him


class Wish(NamedTuple):
    """A new order for a group."""

    group: str
    order: str
    column: int
    backs: str = ""


# [21] new orders


def weight(units: list[Unit], column: int) -> float:
    """What stands in a column."""
    return float(
        sum(
            [
                unit.strength + unit.level - 6
                for unit in units
                if unit.regiment and not unit.routed and (unit.squares[0] & 63) // SECTOR == column
            ]
        )
    )


def best_column(p: Picture, unit: Unit) -> int:
    """The column with an enemy flag where one gains most: near, thinly held, and backed by friends. -1: none."""
    here = (unit.squares[0] & 63) // SECTOR
    stride = FOOT / max(1, pace(p, unit))
    found = {}
    for column in range(p.world.field.columns):
        flags = p.column_flags(column)
        if flags:
            backed = weight(p.own, column) if column != here else 0.0
            way = min([nearest((flag,), unit.squares) for flag in flags])
            found[column] = 0.3 * backed - opposition(p, unit, column) - SQUARE * stride * way
            found[column] -= OUTSIDE * _outside(p, unit, column)
    return max(found, key=lambda c: (found[c], -c)) if found else -1


def opposition(p: Picture, unit: Unit, column: int) -> float:
    """What stands in the way of a unit in a column: not those whom it has already passed, unless they are near."""
    line = max([p.forward(sq) for sq in unit.squares]) - PASSED
    return weight([foe for foe in p.foes if p.forward(foe.squares[0]) >= line], column)


def _outside(p: Picture, unit: Unit, column: int) -> int:
    """[10.1] By how many squares the corps would be too wide for its general with a group in a column."""
    west, east, _, _, reach = p.spread(unit)
    return max(0, column * SECTOR + 3 - west - reach, east - column * SECTOR - 2 - reach)


def _left_open(p: Picture, members: list[Unit]) -> bool:
    """[42.1] Whether a flag that a group guards would lie open to enemies two marches away if it left."""
    held = [flag for flag in p.flags if any(nearest((flag,), unit.squares) <= GUARDED for unit in members)]
    return any(_threat(p, flag) > _screen(p, flag, members) for flag in held)


def _threat(p: Picture, flag: int) -> int:
    """What the enemy could bring against a flag in two marches."""
    able = [foe for foe in p.fighters if not p.pinned(foe) and not _tied(p, foe)]
    return sum([foe.strength for foe in able if nearest((flag,), foe.squares) <= HORIZON * pace(p, foe)])


def _tied(p: Picture, foe: Unit) -> bool:
    group = p.groups.get(foe.group)
    return group is not None and group.release > p.turn


def _screen(p: Picture, flag: int, leaving: list[Unit]) -> int:
    """Friends before a flag, or beside it, who stay near."""
    ahead = [unit for unit in p.own if unit.regiment and not unit.routed and unit not in leaving]
    return sum(
        [
            unit.strength
            for unit in ahead
            if abs((unit.squares[0] & 63) - (flag & 63)) <= SCREEN and p.forward(unit.squares[0]) >= p.forward(flag) - 1
        ]
    )


def wish_of(p: Picture, group: Command) -> Wish | None:
    """What a group should do instead of what it does."""
    members = [unit for unit in p.members(group.id) if not unit.routed]
    if not members or group.release > p.turn:
        return None
    if members[0].arm == ARTILLERY:
        return _guns(p, group, members)
    if group.order in ("reserve", "garrison") and _left_open(p, members) and not _desperate(p):
        return None
    if group.order == "reserve" and p.turn > RELEASE:
        return _march(p, group, members)
    if group.moves and (group.holding or not p.column_flags(group.column)):
        return _march(p, group, members)
    if group.order == "support":
        return _support(p, group, members)
    if group.order == "garrison":
        return _garrison(p, group, members)
    return None


def _desperate(p: Picture) -> bool:
    """[1.4] Behind, and little time left: everybody goes forward."""
    return p.standing < 0 and p.left <= LAST_TURNS


def _march(p: Picture, group: Command, members: list[Unit]) -> Wish | None:
    column = best_column(p, members[0])
    if column < 0 or (group.moves and not group.holding and column == group.column):
        return None
    return Wish(group.id, "column", column)


def _support(p: Picture, group: Command, members: list[Unit]) -> Wish | None:
    """Supports whose group is gone, and cavalry when a flag lies open, march on their own."""
    if not p.members(group.supports):
        return _march(p, group, members)
    if members[0].arm == CAVALRY and p.turn > RELEASE:
        column = best_column(p, members[0])
        if column >= 0 and opposition(p, members[0], column) == 0 and not _taken_care_of(p, column):
            return Wish(group.id, "column", column)
    return None


def _taken_care_of(p: Picture, column: int) -> bool:
    return any(group.moves and group.column == column and p.members(group.id) for group in p.groups.values())


def _garrison(p: Picture, group: Command, members: list[Unit]) -> Wish | None:
    """A garrison goes over to the attack when the battle is being lost, or a flag lies open before it."""
    here = (members[0].squares[0] & 63) // SECTOR
    flags = [flag for flag in p.flags if (flag & 63) // SECTOR == here]
    if any(_threatened(p, flag) for flag in flags) or p.triggered(members[0]):
        return None
    column = best_column(p, members[0])
    if column < 0 or (p.standing >= 0 and opposition(p, members[0], column) > 0):
        return None
    return _march(p, group, members)


def _threatened(p: Picture, flag: int) -> bool:
    """Whether an enemy is sent into the column of a flag, or stands where he may soon be on it."""
    column = (flag & 63) // SECTOR
    sent = {group.id for group in p.groups.values() if group.moves and group.column == column}
    return p.danger(flag) <= NEAR or any(foe.group in sent for foe in p.fighters)


def _guns(p: Picture, group: Command, members: list[Unit]) -> Wish | None:
    """A battery in reserve, or whose group is gone, follows the nearest one that moves."""
    lost = group.order == "support" and not p.members(group.supports)
    if not lost and (group.order != "reserve" or p.turn <= RELEASE):
        return None
    moving = [g for g in p.groups.values() if g.moves and p.members(g.id)]
    if not moving:
        return None
    sq = members[0].squares[0]
    near = min(moving, key=lambda g: (min([distance(sq, at) for u in p.members(g.id) for at in u.squares]), g.id))
    return Wish(group.id, "support", -1, near.id)


def orders(mind: Mind) -> str:
    """[21.2] Write the wishes down, one after another."""
    p = mind.p
    chosen = mind.view["mine"]["chosen"]
    if chosen >= 0 and mind.options[0].verb not in ("change", "resequence", "enemy", "done"):
        return _particulars(mind, wish_of(p, p.groups[NAMES["group"][chosen]]))
    for option in mind.verbs("change"):
        group = p.groups.get(option.words[0])
        if group is not None and wish_of(p, group) is not None:
            return option.text
    return mind.say("done")


def _particulars(mind: Mind, wish: Wish | None) -> str:
    if wish is None:
        return mind.texts[0]
    wanted = {"order": f"order {wish.order}", "target": f"target {wish.column + 1}", "back": f"back {wish.backs}"}
    found = wanted.get(mind.options[0].verb, "")
    return found if found in mind.texts else mind.texts[0]


def scouting(mind: Mind) -> str:
    """[19.3] A scout where most hidden counters lie together."""
    scouts = mind.verbs("scout")
    hidden = [sq for foe in mind.p.foes if foe.hidden for sq in foe.squares]
    return (
        mind.pick(scouts, lambda o: float(len([sq for sq in hidden if distance(o.square, sq) <= 1])))
        if scouts
        else mind.say("pass")
    )


# [6] the battle plan


def battle_plan(mind: Mind) -> str:
    """[3.3] As the scenario suggests; in the fog decoys hold the flags. A plan begun by another is finished soundly."""
    if "keep" in mind.texts:
        return "keep"
    handlers = {
        "flag": _flag,
        "decoy": _decoy,
        "form": _form,
        "front": _front,
        "place": _place,
        "post": _post,
        "fortify": _fortify,
        "pontoon": _fortify,
        "join": _join,
        "order": _order,
    }
    handler = handlers.get(mind.options[0].verb)
    return handler(mind) if handler is not None else mind.texts[0]


def _flag(mind: Mind) -> str:
    """[5.4] The best protected square, far from the enemy."""
    return mind.pick(mind.options, lambda o: ground(mind.p, (o.square,)) - 0.1 * mind.p.forward(o.square))


def _decoy(mind: Mind) -> str:
    """[19.2] Where they make a thin place look strong."""
    own = [sq for unit in mind.p.own for sq in unit.squares]
    return mind.pick(mind.verbs("decoy"), lambda o: float(min([distance(o.square, sq) for sq in own], default=0)))


def _form(mind: Mind) -> str:
    return mind.say("form unlimbered", "form march", *[f"form {name}" for name in FORMATIONS])


def _front(mind: Mind) -> str:
    return mind.say("front north" if mind.p.side == 0 else "front south")


def _place(mind: Mind) -> str:
    """[6.2] The row nearest the enemy, side by side."""
    middle = mind.p.world.field.width / 2
    return mind.pick(mind.options, lambda o: mind.p.forward(o.square) - 0.05 * abs((o.square & 63) - middle))


def _post(mind: Mind) -> str:
    """Commanders behind the middle of the army."""
    middle = mind.p.world.field.width / 2
    return mind.pick(mind.options, lambda o: -abs(mind.p.forward(o.square) - 2) - 0.2 * abs((o.square & 63) - middle))


def _fortify(mind: Mind) -> str:
    """[38.1] Works on the flags."""
    flags = [option for option in mind.verbs("fortify") if option.square in mind.p.flags]
    return flags[0].text if flags else mind.say("done")


def _join(mind: Mind) -> str:
    joined: list[Option] = [option for option in mind.options if option.words]
    return joined[-1].text if joined else mind.texts[0]


def _order(mind: Mind) -> str:
    return mind.say("order column", "order support", "order garrison")


def successor(mind: Mind) -> str:
    """[36.4] The new general near the corps, away from the enemy."""
    p = mind.p
    own = [sq for unit in p.own for sq in unit.squares]

    def worth(option: Option) -> float:
        near = sum([1 for sq in own if distance(option.square, sq) <= 8])
        return near - 3.0 * max(0, 4 - p.danger(option.square))

    return mind.pick(mind.options, worth)
