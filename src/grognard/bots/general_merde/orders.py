"""The battle plan, and orders that change it: columns with flags to take, reserves when they are wanted."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.squares import SECTOR, distance, mask_of, nearest, ring
from grognard.bots.general_merde.campaign import STAY, Campaign
from grognard.bots.general_merde.field import Field, Unit, tied
from grognard.bots.general_merde.mind import Mind
from grognard.bots.general_merde.road import ASIDE, open_way
from grognard.bots.general_merde.worth import ground
from grognard.games.merde.rules.orders import off_column, triggered
from grognard.games.merde.world.lexicon import FORMATIONS, GARRISON, MOVE_COLUMN, MOVES, NAMES, ORDERS, RESERVE, SUPPORT
from grognard.games.merde.world.world import ARTILLERY, CAVALRY
from grognard.kernel.action import Action

LAST_TURNS: Final = 6  # when who is behind must risk everything
RELEASE: Final = 2  # turns before reserves are thought of
NEAR: Final = 9  # two marches of infantry
HORIZON: Final = 2  # marches of the enemy one looks ahead
FEW: Final = 4  # who are more do not guard a flag
GUARDED: Final = 2  # so near a flag one guards it
SCREEN: Final = 5  # so far to the side friends cover a flag
OUTSIDE: Final = 1.0  # a square by which a corps outgrows its general's radius
SQUARE: Final = 0.35  # what a square of infantry's way is worth in strength
FOOT: Final = 4
BARRED: Final = 6.0  # what a column is worth less to which the way is barred
LEVEL: Final = 2  # rows before or behind one in which an enemy bars it
RAIDS: Final = 4  # turns that a ride for a flag may take
PASSED: Final = 3  # squares by which one must have passed an enemy to forget him


class Wish(NamedTuple):
    """A new order for a group."""

    group: int
    order: int
    column: int
    backs: int = -1


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


def best_column(f: Field, unit: Unit) -> int:
    """The column with an enemy flag where one gains most: near, thinly held, and backed by friends. -1: none."""
    here = (unit.squares[0] & 63) // SECTOR
    stride = FOOT / max(1, f.pace(unit))
    found = {}
    for column in range(f.world.field.columns):
        flags = f.column_flags(column)
        if flags:
            backed = weight(f.own, column) if column != here else 0.0
            way = min([nearest((flag,), unit.squares) for flag in flags]) + ASIDE * off_column(unit.squares[0], column)
            found[column] = 0.3 * backed - opposition(f, unit, column) - SQUARE * stride * way
            found[column] -= OUTSIDE * _outside(f, unit, column) + BARRED * _barred(f, unit, column)
    return max(found, key=lambda c: (found[c], -c)) if found else -1


def _barred(f: Field, unit: Unit, column: int) -> bool:
    """[18.4] Whether an enemy stands in the way to another column: one goes there sideways, and not through his ZOC."""
    at = unit.squares[0]
    west, east = sorted((at & 63, column * SECTOR + SECTOR // 2))
    between = [foe.squares[0] for foe in f.fighters if west <= foe.squares[0] & 63 <= east]
    return off_column(at, column) > 0 and any([abs((sq >> 6) - (at >> 6)) <= LEVEL for sq in between])


def opposition(f: Field, unit: Unit, column: int) -> float:
    """What stands in the way of a unit in a column: not those whom it has already passed, unless they are near."""
    line = max([f.forward(sq) for sq in unit.squares]) - PASSED
    return weight([foe for foe in f.foes if f.forward(foe.squares[0]) >= line], column)


def _outside(f: Field, unit: Unit, column: int) -> int:
    """[10.1] By how many squares the corps would be too wide for its general with a group in a column."""
    west, east, _, _, reach = f.spread(unit)
    return max(0, column * SECTOR + 3 - west - reach, east - column * SECTOR - 2 - reach)


def _left_open(f: Field, members: list[Unit]) -> bool:
    """[42.1] Whether a flag that a group guards would lie open to enemies two marches away if it left."""
    if sum([unit.strength for unit in members]) > FEW:
        return False
    held = [flag for flag in f.flags if any(nearest((flag,), unit.squares) <= GUARDED for unit in members)]
    return any(_threat(f, flag) > _screen(f, flag, members) for flag in held)


def _threat(f: Field, flag: int) -> int:
    """What the enemy could bring against a flag in two marches."""
    able = [foe for foe in f.fighters if not f.pinned(foe) and not tied(f, foe)]
    return sum([foe.strength for foe in able if nearest((flag,), foe.squares) <= HORIZON * f.pace(foe)])


def _screen(f: Field, flag: int, leaving: list[Unit]) -> int:
    """Friends before a flag, or beside it, who stay near."""
    ahead = [unit for unit in f.own if unit.regiment and not unit.routed and unit not in leaving]
    return sum(
        [
            unit.strength
            for unit in ahead
            if abs((unit.squares[0] & 63) - (flag & 63)) <= SCREEN and f.forward(unit.squares[0]) >= f.forward(flag) - 1
        ]
    )


def wish_of(f: Field, group: int) -> Wish | None:
    """What a group should do instead of what it does."""
    now = f.s.group(group)
    members = [unit for unit in f.members(group) if not unit.routed]
    if not members or now.release > f.turn:
        return None
    if members[0].arm == ARTILLERY:
        return _guns(f, group, members)
    if f.campaign is None:
        f.campaign = Campaign(f).plan
    column = f.campaign.get(group, STAY)
    return Wish(group, MOVE_COLUMN, column) if column != STAY else None
    free = now.order not in MOVES or now.holding or not f.column_flags(now.column)
    if members[0].arm == CAVALRY and free and (wish := raid(f, group, members)) is not None:
        return wish
    if now.order in (RESERVE, GARRISON) and _left_open(f, members) and not _desperate(f):
        return None
    if now.order == RESERVE and f.turn > RELEASE:
        return _march(f, group, members)
    if now.order in MOVES and (now.holding or not f.column_flags(now.column)):
        return _march(f, group, members)
    if now.order == SUPPORT:
        return _support(f, group, members)
    return _garrison(f, group, members) if now.order == GARRISON else None


def _desperate(f: Field) -> bool:
    """[1.4] Behind, and little time left: everybody goes forward."""
    return f.standing < 0 and f.left <= LAST_TURNS


def _march(f: Field, group: int, members: list[Unit]) -> Wish | None:
    now, column = f.s.group(group), best_column(f, members[0])
    if column < 0 or (now.order in MOVES and not now.holding and column == now.column):
        return None
    return Wish(group, MOVE_COLUMN, column)


def raid(f: Field, group: int, members: list[Unit]) -> Wish | None:
    """[42.1] Cavalry rides for a flag that nobody guards."""
    unit = members[0]
    held = mask_of(tuple([sq for foe in f.foes for sq in foe.squares]))
    best, goal = RAIDS * f.pace(unit), -1
    for flag in f.prizes:
        column = (flag & 63) // SECTOR
        if ring(1 << flag) & held or _outside(f, unit, column) or _raided(f, group, column):
            continue
        way = open_way(f, unit, flag, best)
        if way < best:
            best, goal = way, column
    return Wish(group, MOVE_COLUMN, goal) if goal >= 0 else None


def _raided(f: Field, group: int, column: int) -> bool:
    """Whether other cavalry of ours is sent there already."""
    others = [g for g in _moving(f) if g != group and f.s.group(g).column == column]
    return any([f.members(g)[0].arm == CAVALRY for g in others])


def _support(f: Field, group: int, members: list[Unit]) -> Wish | None:
    """Supports whose group is gone, and cavalry when a flag lies open, march on their own."""
    if not f.members(f.s.group(group).supports):
        return _march(f, group, members)
    if members[0].arm == CAVALRY and f.turn > RELEASE:
        column = best_column(f, members[0])
        if column >= 0 and opposition(f, members[0], column) == 0 and not _taken_care_of(f, column):
            return Wish(group, MOVE_COLUMN, column)
    return None


def _moving(f: Field) -> list[int]:
    """One's own groups that have the order to move."""
    return [g for g, group in f.groups.items() if group.order in MOVES and f.members(g)]


def _taken_care_of(f: Field, column: int) -> bool:
    return any(f.s.group(g).column == column for g in _moving(f))


def _garrison(f: Field, group: int, members: list[Unit]) -> Wish | None:
    """A garrison goes over to the attack when the battle is being lost, or a flag lies open before it."""
    here = (members[0].squares[0] & 63) // SECTOR
    flags = [flag for flag in f.flags if (flag & 63) // SECTOR == here]
    if any(_threatened(f, flag) for flag in flags) or triggered(f.s, members[0].id):
        return None
    column = best_column(f, members[0])
    if column < 0 or (f.standing >= 0 and opposition(f, members[0], column) > 0):
        return None
    return _march(f, group, members)


def _threatened(f: Field, flag: int) -> bool:
    """Whether an enemy is sent into the column of a flag, or stands where he may soon be on it."""
    column = (flag & 63) // SECTOR
    sent = {g for g, group in f.groups.items() if group.order in MOVES and group.column == column}
    return f.danger(flag) <= NEAR or any(foe.group in sent for foe in f.fighters)


def _guns(f: Field, group: int, members: list[Unit]) -> Wish | None:
    """A battery in reserve, or whose group is gone, follows the nearest one that moves."""
    now = f.s.group(group)
    lost = now.order == SUPPORT and not f.members(now.supports)
    moving = _moving(f)
    if not moving or (not lost and (now.order != RESERVE or f.turn <= RELEASE)):
        return None
    sq = members[0].squares[0]
    near = min(moving, key=lambda g: (min([distance(sq, at) for u in f.members(g) for at in u.squares]), g))
    return Wish(group, SUPPORT, -1, near)


def orders(mind: Mind) -> str:
    """[21.2] Write the wishes down, one after another."""
    key = (mind.scene, tuple([(g, *group.__dict__.items()) if hasattr(group, "__dict__") else (g, group.order, group.column, group.holding, group.supports, group.release) for g, group in mind.f.groups.items()]))
    if mind.memory.campaign is None or mind.memory.campaign[0] != key:
        mind.memory.campaign = key, Campaign(mind.f).plan
    mind.f.campaign = mind.memory.campaign[1]
    chosen = mind.draft.chosen
    if chosen >= 0 and mind.options[0].verb not in ("change", "resequence", "enemy", "done"):
        return _particulars(mind, wish_of(mind.f, chosen))
    for option in mind.verbs("change"):
        if wish_of(mind.f, option.args[0]) is not None:
            return option.text
    return mind.say("done")


def _particulars(mind: Mind, wish: Wish | None) -> str:
    if wish is None:
        return mind.first()
    wanted = {"order": ORDERS[wish.order], "target": wish.column + 1, "back": NAMES["group"][wish.backs]}
    verb = mind.options[0].verb
    return found if mind.offers(found := f"{verb} {wanted.get(verb, '')}") else mind.first()


def scouting(mind: Mind) -> str:
    """[19.3] A scout where most hidden counters lie together."""
    s, scouts = mind.s, mind.verbs("scout")
    hidden = [sq for p in s.alive(1 - mind.who) if s.pieces[p].hidden for sq in s.pieces[p].squares]
    if not scouts:
        return mind.say("pass")
    return mind.pick(scouts, lambda o: float(len([sq for sq in hidden if distance(o.args[0], sq) <= 1])))


# [6] the battle plan


def battle_plan(mind: Mind) -> str:
    """[3.3] As the scenario suggests; in the fog decoys hold the flags. A plan begun by another is finished soundly."""
    if mind.offers("keep"):
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
    return handler(mind) if handler is not None else mind.first()


def _flag(mind: Mind) -> str:
    """[5.4] The best protected square, far from the enemy."""
    return mind.pick(mind.options, lambda o: ground(mind.f, (o.args[0],)) - 0.1 * mind.f.forward(o.args[0]))


def _decoy(mind: Mind) -> str:
    """[19.2] Where they make a thin place look strong."""
    own = [sq for unit in mind.f.own for sq in unit.squares]
    return mind.pick(mind.verbs("decoy"), lambda o: float(min([distance(o.args[0], sq) for sq in own], default=0)))


def _form(mind: Mind) -> str:
    return mind.say("form unlimbered", "form march", *[f"form {name}" for name in FORMATIONS])


def _front(mind: Mind) -> str:
    return mind.say("front north" if mind.f.side == 0 else "front south")


def _place(mind: Mind) -> str:
    """[6.2] The row nearest the enemy, side by side."""
    middle = mind.f.world.field.width / 2
    return mind.pick(mind.options, lambda o: mind.f.forward(o.args[0]) - 0.05 * abs((o.args[0] & 63) - middle))


def _post(mind: Mind) -> str:
    """Commanders behind the middle of the army."""
    middle = mind.f.world.field.width / 2
    return mind.pick(mind.options, lambda o: -abs(mind.f.forward(o.args[0]) - 2) - 0.2 * abs((o.args[0] & 63) - middle))


def _fortify(mind: Mind) -> str:
    """[38.1] Works on the flags."""
    flags = [option for option in mind.verbs("fortify") if option.args[0] in mind.f.flags]
    return flags[0].text if flags else mind.say("done")


def _join(mind: Mind) -> str:
    joined: list[Action] = [option for option in mind.options if option.args]
    return joined[-1].text if joined else mind.first()


def _order(mind: Mind) -> str:
    return mind.say("order column", "order support", "order garrison")


def successor(mind: Mind) -> str:
    """[36.4] The new general near the corps, away from the enemy."""
    f = mind.f
    own = [sq for unit in f.own for sq in unit.squares]

    def worth(option: Action) -> float:
        near = sum([1 for sq in own if distance(option.args[0], sq) <= 8])
        return near - 3.0 * max(0, 4 - f.danger(option.args[0]))

    return mind.pick(mind.options, worth)
