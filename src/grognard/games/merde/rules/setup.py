"""Rulebook 3, 6 and 22: the battle plan, made in secret by both sides and shown together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import SECTOR
from grognard.games.merde.rules.combat.markers import fill_pool
from grognard.games.merde.rules.frames import Secret, Then, ask
from grognard.games.merde.rules.layout import (
    CHOICE,
    DECOYING,
    FLAGS,
    JOINING,
    ORDERING,
    STAFF,
    TROOPS,
    WORKS,
    Layout,
    backable,
    decoy_numbers,
    flag_squares,
    free_spots,
    joinable,
    layout,
    numbers_free,
    order_choices,
    rear_squares,
    release_of,
    stage_of,
    start_formations,
    work_actions,
)
from grognard.games.merde.rules.orders import settle_sector
from grognard.games.merde.rules.sight import cover_up
from grognard.games.merde.world.lexicon import DONE, GARRISON, GROUPS, MARCH, MOVE_COLUMN, SUPPORT, make
from grognard.games.merde.world.pieces import General, Group
from grognard.games.merde.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban

RULES: Final = {
    "flag": "5.4",
    "fortify": "38.1",
    "pontoon": "38.1",
    "place": "6.2",
    "post": "6.2",
    "join": "18.8",
    "order": "18.1",
    "number": "18.1",
    "back": "18.7",
    "decoy": "19.2",
    "form": "13.1",
}  # what a side may write at each stage of its plan


class BattlePlan(Secret):
    """[3.3] [6.1] Both write their battle plans: flags, works, squares, formations, groups, orders, decoys."""

    rule = "3.3"

    def sides(self, state: Battle) -> tuple[int, ...]:
        return (0, 1)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        draft = state.drafts[side]
        plan = layout(state, side, draft)
        stage = stage_of(state, side, draft, plan)
        if stage == CHOICE:
            return [make("keep"), make("own")]
        if stage == FLAGS:
            return [make("flag", sq) for sq in flag_squares(state, side, len(plan.flags))]
        if stage == WORKS:
            return [*work_actions(state, side, plan), DONE]
        if stage == TROOPS:
            return self._troops(state, side, plan)
        if stage == STAFF:
            taken = {sq for squares in plan.squares.values() for sq in squares}
            return [make("post", sq) for sq in rear_squares(state, side) if sq not in plan.posts or sq in taken]
        if stage == JOINING:
            return [make("join"), *[make("join", side * GROUPS + g) for g in joinable(state, side, plan)]]
        if stage == ORDERING:
            return self._orders(state, side, plan)
        return self._decoys(state, side, plan)

    def _troops(self, s: Battle, side: int, plan: Layout) -> list[Action]:
        piece = s.world.roster[side][len(plan.squares)]
        if piece not in plan.formation:
            return [make("form", f) for f in start_formations(s, piece)]
        if piece not in plan.facing:
            return [make("front", f) for f in range(4)]
        return [make("place", sq) for sq in free_spots(s, side, plan, piece)]

    def _orders(self, s: Battle, side: int, plan: Layout) -> list[Action]:
        place = len(plan.orders)
        if not plan.half:
            return [make("order", order) for order in order_choices(s, side, plan)]
        if plan.half[0] == SUPPORT:
            return [make("back", side * GROUPS + g) for g in backable(s, plan, place)]
        if len(plan.half) == 1:
            return [make("target", column + 1) for column in range(s.world.field.columns)]
        return [make("number", n) for n in numbers_free(plan)]

    def _decoys(self, s: Battle, side: int, plan: Layout) -> list[Action]:
        if len(plan.decoys) > len(plan.decoy_orders):
            if plan.half:
                return [make("number", n) for n in decoy_numbers(s, side, plan)]
            moves = [make("order", MOVE_COLUMN)] if decoy_numbers(s, side, plan) else []
            return [make("order", GARRISON), *moves]
        taken = {sq for squares in plan.squares.values() for sq in squares} | set(plan.decoys)
        if not plan.squares:
            taken |= {sq for p in s.alive(side) for sq in s.pieces[p].squares}
        return [*[make("decoy", sq) for sq in rear_squares(s, side) if sq not in taken], DONE]

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        plan = layout(state, side, draft)
        stage = stage_of(state, side, draft, plan)
        if action.verb == "keep":
            draft.stage = DECOYING
            draft.chosen = 1
        elif action.verb == "own":
            draft.stage = FLAGS
        else:
            draft.notes += written(action, stage, side, plan)
        if stage_of(state, side, draft, layout(state, side, draft)) < 0:
            draft.closed = True

    def reveal(self, state: Battle) -> None:
        for side in (0, 1):
            draft = state.drafts[side]
            plan = layout(state, side, draft)
            if draft.stage != DECOYING:
                lay_out(state, side, plan)
            lay_decoys(state, side, plan)
        state.emit("plans_shown")
        state.revealed = True
        state.push(Opening())

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb in RULES and not head:
            yield Ban(RULES[verb], f"setup_{verb}", self.unoffered(state, side, verb))

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        draft = state.drafts[side]
        plan = layout(state, side, draft)
        return (stage_of(state, side, draft, plan),)


def written(action: Action, stage: int, side: int, plan: Layout) -> list[tuple[int, ...]]:
    """The note that an answer leaves."""
    verb, args = action.verb, action.args
    if stage == WORKS:
        return [(WORKS, -1)] if verb == "done" else [(WORKS, 0 if verb == "fortify" else 1, args[0])]
    if stage == TROOPS:
        return [(TROOPS, {"form": 0, "front": 1, "place": 2}[verb], args[0])]
    if stage == JOINING:
        fresh = max(plan.member.values(), default=-1) + 1
        return [(JOINING, args[0] - side * GROUPS if args else fresh)]
    if stage == ORDERING:
        what = {"order": 0, "target": 1, "number": 2, "back": 3}[verb]
        value = args[0] - 1 if verb == "target" else args[0] - side * GROUPS if verb == "back" else args[0]
        return [(ORDERING, what, value)]
    if stage == DECOYING:
        if verb == "done":
            return [(DECOYING, -1)]
        if verb == "order" and args[0] == MOVE_COLUMN:
            return [(ORDERING, 0, MOVE_COLUMN)]
        return [(DECOYING, {"decoy": 0, "order": 1, "number": 2}[verb], args[0])]
    return [(stage, args[0])]


# laying out


def deploy(s: Battle, side: int) -> None:
    """[22.1] The army as the scenario gives it."""
    world = s.world
    for p in world.roster[side]:
        stock, piece = world.stock(p), s.pieces[p]
        s.put(p, stock.squares, stock.formation, stock.facing)
        piece.men, piece.group = stock.men, world.group_of[p]
    for g in world.generals[side]:
        officer = world.officer(g)
        s.generals[g] = General(officer.square, officer.value, officer.radius)
    for g in range(side * GROUPS, side * GROUPS + GROUPS):
        given = world.plans[g]
        if given is not None:
            backed = world.group_ids[(side, given.supports)] if given.supports else -1
            s.groups[g] = Group(given.order, given.number, given.column, backed, given.release)
    for g in range(side * GROUPS, side * GROUPS + GROUPS):
        if s.groups[g] is not None:
            settle_sector(s, g)
    s.flags[side] = list(world.flags[side])
    fill_pool(s, side)
    cic = world.officer(world.generals[side][0])
    s.scouts[side] = min(cic.scouts, max(1, len(world.generals[side]) - 1))


def lay_out(s: Battle, side: int, plan: Layout) -> None:
    """[6.1] The army as its own plan says."""
    world = s.world
    s.flags[side] = list(plan.flags)
    for sq in plan.forts:
        s.forts |= 1 << sq
    for sq in plan.pontoons:
        s.crossings |= 1 << sq
        s.bridges.append((sq,))
    for g in range(side * GROUPS, side * GROUPS + GROUPS):
        s.groups[g] = None
    for p in world.roster[side]:
        s.put(p, plan.squares[p], plan.formation[p], plan.facing[p])
        s.pieces[p].group = side * GROUPS + plan.member[p]
    for g, sq in zip(world.generals[side], plan.posts, strict=True):
        s.commander(g).square = sq
    for place, (order, number, column, backed) in plan.orders.items():
        if column < 0:
            first = next(p for p, at in plan.member.items() if at == place)
            column = (plan.squares[first][0] & 63) // SECTOR
        supports = side * GROUPS + backed if backed >= 0 else -1
        s.groups[side * GROUPS + place] = Group(order, number, column, supports, release_of(s, plan, place))
        settle_sector(s, side * GROUPS + place)


def lay_decoys(s: Battle, side: int, plan: Layout) -> None:
    """[19.2] Decoys with their Command markers, each a group of its own."""
    spare = [g for g in range(side * GROUPS, side * GROUPS + GROUPS) if s.groups[g] is None]
    for slot, sq, (order, number) in zip(s.world.decoy_slots[side], plan.decoys, plan.decoy_orders, strict=False):
        group = spare.pop(0)
        s.put(slot, (sq,), MARCH, s.world.ahead[side])
        s.pieces[slot].group, s.pieces[slot].men = group, ()
        s.groups[group] = Group(order, number, (sq & 63) // SECTOR, -1, 0)
        settle_sector(s, group)


class Muster(Then):
    """[3.1] Set the scenario up; where the plan is free or decoys are used, ask both sides."""

    rule = "3.1"

    def run(self, state: Battle) -> None:
        for side in (0, 1):
            deploy(state, side)
        free = state.options.get("deployment") == "free"
        if not free and not state.foggy:
            state.push(Opening())
            return
        ask(state, BattlePlan())
        for side in (0, 1):
            if not free:
                state.drafts[side].stage = DECOYING


class Opening(Then):
    """[17.1] The weather card, [19.1] hidden counters; then turn 1."""

    rule = "17.1"

    def run(self, state: Battle) -> None:
        given = state.options.get("weather", "scenario")
        forecast = state.world.scenario.weather
        if given == "draw" or (given == "scenario" and forecast.mode == "draw"):
            card = state.card()
            state.weather = state.world.weather_of_card[card]
            state.emit("weather_card", card, state.weather)
        else:
            state.weather = forecast.value if given == "scenario" else given
            state.emit("weather", state.weather)
        cover_up(state)
