"""The battle plan, and orders that change it: columns with flags to take, reserves when they are wanted."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.squares import distance
from grognard.bots.general_merde.campaign import GUARD, STAY, allotment
from grognard.bots.general_merde.field import Field, Unit
from grognard.bots.general_merde.mind import Mind
from grognard.bots.general_merde.setup import Setup, answer
from grognard.bots.general_merde.worth import ground
from grognard.games.merde.rules.layout import Layout, layout
from grognard.games.merde.world.lexicon import FORMATIONS, GARRISON, MOVE_COLUMN, MOVES, NAMES, ORDERS, RESERVE, SUPPORT
from grognard.games.merde.world.world import ARTILLERY
from grognard.kernel.action import Action

RELEASE: Final = 2  # turns before batteries in reserve are thought of


class Wish(NamedTuple):
    """A new order for a group."""

    group: int
    order: int
    column: int
    backs: int = -1


# [21] new orders


def wish_of(f: Field, group: int) -> Wish | None:
    """What a group should do instead of what it does."""
    now = f.s.group(group)
    members = [unit for unit in f.members(group) if not unit.routed]
    if not members or now.release > f.turn:
        return None
    if members[0].arm == ARTILLERY:
        return _guns(f, group, members)
    column = allotment(f).get(group, STAY)
    if column == GUARD:
        return Wish(group, GARRISON, column)
    return Wish(group, MOVE_COLUMN, column) if column != STAY else None


def _recall(mind: Mind) -> Field:
    """The field, with a campaign that is thought out once a turn: the same sight, the same campaign."""
    f, memory = mind.f, mind.memory
    held = tuple([(g, now.order, now.column, now.holding, now.supports, now.release) for g, now in f.groups.items()])
    if memory.campaign is None or memory.campaign[0] != (mind.scene, held):
        memory.campaign = (mind.scene, held), allotment(f)
    f.allotted = memory.campaign[1]
    return f


def _moving(f: Field) -> list[int]:
    """One's own groups that have the order to move."""
    return [g for g, group in f.groups.items() if group.order in MOVES and f.members(g)]


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
    """[21.2] Write the wishes down, one after another: first those on which most depends."""
    f, chosen = _recall(mind), mind.draft.chosen
    if chosen >= 0 and mind.options[0].verb not in ("change", "resequence", "enemy", "done"):
        return _particulars(mind, wish_of(f, chosen))
    ranks = {group: rank for rank, group in enumerate(allotment(f))}
    for option in sorted(mind.verbs("change"), key=lambda o: ranks.get(o.args[0], len(ranks))):
        if wish_of(f, option.args[0]) is not None:
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
    """[3.3] A plan of his own, or the scenario's; in the fog decoys. A plan begun by another is finished soundly."""
    own = design(mind)
    if mind.offers("keep"):
        return "keep" if own is None else "own"
    found = None if own is None else answer(mind.f, own, mind.options, layout(mind.s, mind.who, mind.draft))
    if found is not None:
        return found
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


def design(mind: Mind) -> Layout | None:
    """The plan, thought out once: nothing changes while it is written."""
    if mind.memory.design is None:
        mind.memory.design = (Setup(mind.f).design(),)
    return mind.memory.design[0]


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
