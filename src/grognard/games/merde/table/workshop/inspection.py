"""The inspection of a battle before it is fought: every rule that a scenario breaks, with number and culprit."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.merde.table.workshop.faults import (
    COVER,
    LONGEST_NAME,
    MOST,
    MOVES,
    NUMBERS,
    ORDERS,
    PLAIN_ID,
    TERRAIN,
    Fault,
    ground_of,
    lines,
    on_board,
)
from grognard.games.merde.table.workshop.parade import crowding_faults, deployment_faults, order_faults, plan_faults
from grognard.games.merde.world.data import (
    SECTION,
    SECTOR,
    SIDES,
    Army,
    Battery,
    Change,
    Commander,
    Contingency,
    Piece,
    Place,
    Regiment,
    Scenario,
    commander_types,
    counters,
    tables,
    units,
)


def inspect(battle: Scenario) -> list[Fault]:
    """Everything that is wrong; the field first, because the armies stand on it."""
    found = list(_field(battle))
    if found:
        return found
    for side in SIDES:
        army = battle.sides[side]
        found += [*_names(side, army), *_muster(battle, side, army)]
        if not any(fault.key.startswith("unknown") for fault in found):
            found += [*deployment_faults(battle, side, army), *plan_faults(battle, army), *_points(battle, side, army)]
    return found + list(crowding_faults(battle)) + list(_solitaire(battle))


# the field


def _field(battle: Scenario) -> Iterator[Fault]:
    """[5.1] Size, [5.5] pieces, lines and turn limit."""
    board = battle.board
    wrong = list(board_faults(battle))
    if wrong:
        yield from wrong
        return
    if not 1 <= battle.turn_limit <= 60:
        yield Fault("1.4", "turn_limit", (battle.turn_limit,))
    if battle.weather.mode not in ("fixed", "draw") or battle.weather.value not in ("clear", "rain", "fog"):
        yield Fault("17.1", "weather", (battle.weather.mode, battle.weather.value))
    for side in SIDES:
        army = battle.sides[side]
        if (army.rear_rows, army.front_rows) != lines(side, board.height):
            yield Fault("5.1", "lines", (side, *army.rear_rows, *army.front_rows))
    for text in [battle.title, *[army.name for army in battle.sides.values()], *[p.name for p in battle.terrain]]:
        if len(text) > LONGEST_NAME or not text.isprintable():
            yield Fault("3.1", "long_name", (text[:20], LONGEST_NAME))
    yield from _terrain(battle)


def board_faults(battle: Scenario) -> Iterator[Fault]:
    """[5.1] One to three sections wide and deep; [2.1] each of 18 by 12 squares."""
    board = battle.board
    wide, deep = board.sections_wide, board.sections_deep
    if not (1 <= wide <= 3 and 1 <= deep <= 3):
        yield Fault("5.1", "board_sections", (wide, deep))
    elif (board.width, board.height) != (SECTION[0] * wide, SECTION[1] * deep):
        yield Fault("2.1", "board_size", (board.width, board.height, SECTION[0] * wide, SECTION[1] * deep))


def _terrain(battle: Scenario) -> Iterator[Fault]:
    ground = ground_of(battle)
    for piece in battle.terrain:
        if piece.type not in TERRAIN:
            yield Fault("5.5", "terrain_type", (piece.type[:20],))
        elif piece.type == "settlement" and len(piece.squares) < 2:
            yield Fault("5.5", "village", (piece.name,), tuple(piece.squares))
        if not piece.squares:
            yield Fault("5.5", "no_squares", (piece.name or piece.type,))
        for square in piece.squares:
            yield from _terrain_square(battle, piece, square, ground)
        if piece.type in ("fortification", "pontoon"):
            yield from _work(battle, piece)
        if piece.ford and piece.type != "bridge":
            yield Fault("41.2", "ford", (piece.name or piece.type,), tuple(piece.squares))


def _terrain_square(battle: Scenario, piece: Piece, square: Place, ground: dict[Place, set[str]]) -> Iterator[Fault]:
    if not on_board(battle, square):
        yield Fault("5.5", "off_board", (piece.name or piece.type, *square))
        return
    here = ground[square]
    if piece.type in ("bridge", "pontoon") and "river" not in here:
        yield Fault("5.5", "dry_bridge", square, (square,))
    if piece.type == "fortification" and "fortress" in here:
        yield Fault("39.1", "fortified_fortress", square, (square,))
    if piece.type in COVER and len(here & set(COVER)) > 1:
        yield Fault("5.5", "two_covers", square, (square,))
    if piece.type == "river" and here & {*COVER, "hill", "fortification", "wall"}:
        yield Fault("5.5", "river_under", square, (square,))


def _work(battle: Scenario, piece: Piece) -> Iterator[Fault]:
    """[38.1] Works are paid for by a side and lie in its rear line, unless a historical battle puts them elsewhere."""
    if piece.side not in SIDES:
        yield Fault("38.1", "work_owner", (piece.name or piece.type,), tuple(piece.squares))
    elif not battle.historical:
        low, high = battle.sides[piece.side].rear_rows
        outside = tuple(square for square in piece.squares if not low <= square[1] <= high)
        if outside:
            yield Fault("38.1", "work_place", (piece.name or piece.type, *outside[0]), outside)


# the army


def _names(side: str, army: Army) -> Iterator[Fault]:
    """Ids are short, plain and unique; names are short."""
    seen: set[str] = set()
    battalions = [unit.id for regiment in army.regiments for unit in regiment.units]
    pieces: list[Regiment | Battery | Commander] = [*army.regiments, *army.batteries, *army.commanders]
    sizes = {
        "troops": len(army.regiments) + len(army.batteries),
        "staff": len(army.commanders),
        "groups": len(army.groups),
    }
    for what, size in sizes.items():
        if size > MOST[what]:
            yield Fault("44.2", f"too_many_{what}", (side, size, MOST[what]))
    for name in [*[piece.id for piece in pieces], *battalions, *[group.id for group in army.groups]]:
        if not PLAIN_ID.fullmatch(name):
            yield Fault("44.2", "bad_id", (name[:20],))
        elif name in seen:
            yield Fault("44.2", "id_twice", (name,))
        seen.add(name)
    for piece in pieces:
        if not 0 < len(piece.name) <= LONGEST_NAME or not piece.name.isprintable():
            yield Fault("44.2", "bad_name", (piece.id, LONGEST_NAME))


def _muster(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
    """[44.2] One CiC, generals for the corps, counters of the own nation, at least one regiment."""
    if army.nation not in units().nations:
        yield Fault("44.2", "unknown_nation", (side, army.nation[:20]))
        return
    yield from _commanders(side, army)
    if not army.regiments:
        yield Fault("44.2", "no_regiment", (side,))
    for regiment in army.regiments:
        yield from _regiment(battle, army, regiment)
    for battery in army.batteries:
        counter = counters().get(battery.counter)
        if counter is None:
            yield Fault("44.2", "unknown_counter", (battery.id, battery.counter[:20]))
        elif counter.arm != "art":
            yield Fault("8.1", "no_battery", (battery.name,))
        elif _foreign(battle, army, counter.nation):
            yield Fault("44.2", "foreign", (battery.name, counter.nation, army.nation))


def _commanders(side: str, army: Army) -> Iterator[Fault]:
    chiefs = [man for man in army.commanders if man.corps is None]
    if len(chiefs) != 1:
        yield Fault("44.2", "one_cic", (side, len(chiefs)))
    corps: set[str] = set()
    for man in army.commanders:
        if (man.role, man.level) not in commander_types() or (man.role == "corps") != (man.corps is not None):
            yield Fault("9.1", "commander_level", (man.name, man.role[:20], man.level[:20]))
        if man.corps is not None and man.corps in corps:
            yield Fault("11.1", "two_generals", (man.corps,))
        corps.add(man.corps or "")
    if chiefs and chiefs[0].role == "minor_cic":
        for man in army.commanders:
            if man.role == "corps" and man.level != "bronze":
                yield Fault("43.1", "minor_general", (man.name,))
    members: list[Regiment | Battery] = [*army.regiments, *army.batteries]
    for name in sorted({piece.corps for piece in members if piece.corps is not None} - corps):
        yield Fault("44.2", "no_general", (name[:20],))


def _foreign(battle: Scenario, army: Army, nation: str) -> bool:
    """[44.2] Allied contingents serve only where history put them."""
    return not battle.historical and nation != army.nation


def _regiment(battle: Scenario, army: Army, regiment: Regiment) -> Iterator[Fault]:
    """[8.2] One or two units of one arm of the own nation."""
    if not 1 <= len(regiment.units) <= 2:
        yield Fault("8.2", "regiment_size", (regiment.name, len(regiment.units)))
    for unit in regiment.units:
        counter = counters().get(unit.counter)
        if counter is None:
            yield Fault("44.2", "unknown_counter", (regiment.id, unit.counter[:20]))
        elif _foreign(battle, army, counter.nation):
            yield Fault("44.2", "foreign", (regiment.name, counter.nation, army.nation))
        elif counter.arm == "art" or counter.type == "voltigeur":
            yield Fault("8.1", "no_regiment_counter", (regiment.name, counter.name))
    known = [counters()[unit.counter] for unit in regiment.units if unit.counter in counters()]
    if len({counter.arm for counter in known}) > 1:
        yield Fault("11.1", "mixed_arms", (regiment.name,))
    elif len(known) > 1 and any(counter.companies == 1 for counter in known):
        yield Fault("8.5", "company_alone", (regiment.name,), tuple(regiment.squares))


# points


def price(battle: Scenario, side: str) -> int:
    """[44.1] What an army costs, its works included."""
    army = battle.sides[side]
    paid = tables().points
    cost = sum(commander_types()[man.role, man.level].points for man in army.commanders)
    cost += sum(counters()[unit.counter].points for regiment in army.regiments for unit in regiment.units)
    cost += sum(counters()[battery.counter].points for battery in army.batteries)
    for piece in battle.terrain:
        if piece.side == side and piece.type in ("fortification", "pontoon"):
            each = paid["fortification" if piece.type == "fortification" else "pontoon_bridge"]
            cost += int(each) * len(piece.squares)
    return cost


def _points(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
    if all((man.role, man.level) in commander_types() for man in army.commanders):
        cost = price(battle, side)
        if cost > army.points_limit:
            yield Fault("44.2", "too_dear", (side, cost, army.points_limit))
        if army.points_used is not None and army.points_used != cost:
            yield Fault("44.1", "points_used", (side, army.points_used, cost))
    other = battle.sides["A"].points_limit
    if not battle.historical and army.points_limit != other:
        yield Fault("3.1", "unequal_limits", (other, army.points_limit))


# playing alone


def _solitaire(battle: Scenario) -> Iterator[Fault]:
    """[45.2] Contingencies speak of turns, columns, groups and orders that exist."""
    plan = battle.solitaire
    if plan.enemy not in SIDES:
        yield Fault("45.1", "solitaire_side", (plan.enemy[:10],))
        return
    for number, contingency in enumerate(plan.contingencies, 1):
        yield from _trigger(battle, number, contingency)
        yield from _change(battle, plan.enemy, number, contingency.change)


def _trigger(battle: Scenario, number: int, found: Contingency) -> Iterator[Fault]:
    columns = battle.board.width // SECTOR
    if found.trigger not in ("turn", "sector_collapsed"):
        yield Fault("45.2", "contingency_trigger", (number, found.trigger[:20]))
    elif found.trigger == "turn" and not 1 <= found.value <= battle.turn_limit:
        yield Fault("45.2", "contingency_turn", (number, found.value, battle.turn_limit))
    elif found.trigger == "sector_collapsed" and not (found.column and all(0 <= c < columns for c in found.column)):
        yield Fault("45.2", "contingency_columns", (number, columns))


def _change(battle: Scenario, side: str, number: int, change: Change) -> Iterator[Fault]:
    groups = {group.id: group for group in battle.sides[side].groups}
    if change.group not in groups or change.order not in ORDERS:
        yield Fault("45.2", "contingency", (change.group[:20], change.order[:20]))
        return
    if not 0 <= change.target_column < battle.board.width // SECTOR:
        yield Fault("18.2", "column", (change.group, change.target_column))
    if change.order in MOVES and not 1 <= (change.activation or 0) <= NUMBERS:
        yield Fault("45.2", "contingency_number", (number, NUMBERS))
    if change.order == "support" and (change.supports == change.group or change.supports not in groups):
        yield Fault("18.7", "supports", (change.group, str(change.supports)[:20]))
    yield from order_faults(battle.sides[side], groups[change.group], change.order)
