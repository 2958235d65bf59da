"""Rulebook 45.2: when the army that the rulebook plays changes its plan, and what a player alone decides for it."""

from __future__ import annotations

from grognard.board.squares import SECTOR, nearest
from grognard.games.merde.world import data
from grognard.games.merde.world.pieces import Squares
from grognard.games.merde.world.state import Battle

NEAR = 3  # [45.2] how near its own regiments stand to whoever has broken into a column that has not collapsed
FIRST_NUMBER = 1


def contingencies(s: Battle, side: int) -> list[data.Contingency]:
    """[45.2] Those of the scenario; R-45b: where its plan is the other army's, reserves are released one by one."""
    plan = s.world.scenario.solitaire
    return plan.contingencies if plan.enemy == data.SIDES[side] else releases(s.world.scenario, data.SIDES[side])


def releases(battle: data.Scenario, side: str) -> list[data.Contingency]:
    """[45.2] R-45b: a reserve advances in its own column: from its release turn, or when a column near it collapses."""
    army = battle.sides[side]
    guns = {battery.id for battery in army.batteries}
    last = battle.board.width // SECTOR - 1
    found = []
    for group in army.groups:
        if group.order != "reserve" or guns & set(group.members):
            continue
        column = group.target_column
        change = data.Change(group.id, "move_column", column, FIRST_NUMBER)
        if group.release_turn:
            found.append(data.Contingency("turn", change, group.release_turn))
        else:
            found.append(
                data.Contingency(
                    "sector_collapsed", change, 0, list(range(max(0, column - 1), min(last, column + 1) + 1))
                )
            )
    return found


def happens(s: Battle, side: int, found: data.Contingency) -> bool:
    """[45.2] Whether its turn has come or one of its columns has collapsed."""
    if found.trigger == "turn":
        return s.turn >= found.value
    return any(collapsed(s, side, column) for column in found.column)


def collapsed(s: Battle, side: int, column: int) -> bool:
    """[45.2] An enemy stands in the column in one's own half, and no ordered regiment of the column is near him."""
    own = [
        s.pieces[p].squares
        for p in s.troops(side)
        if s.is_regiment(p) and not s.pieces[p].routed and _inside(s.pieces[p].squares, column)
    ]
    for q in s.troops(1 - side):
        squares = s.pieces[q].squares
        broken_in = any((sq & 63) // SECTOR == column and not s.world.enemy_half(side, sq) for sq in squares)
        if broken_in and not any(nearest(at, squares) <= NEAR for at in own):
            return True
    return False


def _inside(squares: Squares, column: int) -> bool:
    return any((sq & 63) // SECTOR == column for sq in squares)


def open_contingencies(s: Battle, side: int) -> list[int]:
    """[45.2] Changes of the enemy's plan that a person who plays alone may decide for him."""
    if s.auto < 0 or side == s.auto:
        return []
    found = []
    for number, contingency in enumerate(contingencies(s, s.auto)):
        group = group_of(s, s.auto, contingency)
        ready = number not in s.fired_contingencies and group not in s.reordered
        if ready and s.members(group) and s.group(group).release <= s.turn:
            found.append(number)
    return found


def fire(s: Battle, number: int) -> None:
    """[45.2] A contingency comes true, or the player decides it: once, and once for a group."""
    group = group_of(s, s.auto, contingencies(s, s.auto)[number])
    s.fired_contingencies.append(number)
    s.reordered.append(group)
    s.emit("contingency", group)


def group_of(s: Battle, side: int, found: data.Contingency) -> int:
    return s.world.group_ids[(side, found.change.group)]
