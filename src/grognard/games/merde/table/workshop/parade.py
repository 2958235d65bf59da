"""The parade before a battle: where an army stands, in which order, and what it is ordered to do."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.merde.table.workshop.faults import (
    AHEAD,
    COVER,
    FORMATIONS,
    FORTRESS,
    GROUP,
    LIGHT,
    MOVES,
    NUMBERS,
    ORDERS,
    SISTERS,
    Fault,
    apart,
    ground_of,
    is_water,
    on_board,
)
from grognard.games.merde.world.data import (
    SECTOR,
    SIDES,
    Army,
    Battery,
    Counter,
    Group,
    Place,
    Regiment,
    Scenario,
    commander_types,
    counters,
    units,
)

# where it stands


def deployment_faults(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
    """[3.2] Flags, [6.2] starting squares, [13.1] formations, [10.1] command."""
    yield from _flags(battle, side, army)
    ground = ground_of(battle)
    pieces: list[Regiment | Battery] = [*army.regiments, *army.batteries]
    for piece in pieces:
        outside = [square for square in piece.squares if not on_board(battle, square)]
        if outside:
            yield Fault("6.2", "off_board", (piece.name, *outside[0]))
            continue
        yield from _start(battle, army, piece, ground)
        if isinstance(piece, Regiment):
            yield from _formation(battle, piece, ground)
        else:
            yield from _battery(piece, ground)
        yield from _in_command(army, piece)
    for man in army.commanders:
        if not on_board(battle, man.square):
            yield Fault("6.2", "off_board", (man.name, *man.square))
        elif is_water(ground, man.square):
            yield Fault("14.4", "in_river", (man.name, *man.square), (man.square,))


def _flags(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
    """[5.4] One flag in each sector of the rear line, numbered from the owner's left [5.3]."""
    columns = battle.board.width // SECTOR
    low, high = army.rear_rows
    ground = ground_of(battle)
    taken: set[int] = set()
    for flag in army.flags:
        x, y = flag.square
        if not (on_board(battle, flag.square) and low <= y <= high):
            yield Fault("5.4", "flag_place", (side, x, y), (flag.square,))
            continue
        if is_water(ground, flag.square):
            yield Fault("5.4", "flag_in_river", (side, x, y), (flag.square,))
        number = x // SECTOR + 1 if side == "A" else columns - x // SECTOR
        if number != flag.sector:
            yield Fault("5.3", "flag_sector", (side, x, y, flag.sector, number), (flag.square,))
        if number in taken:
            yield Fault("5.4", "flag_twice", (side, number), (flag.square,))
        taken.add(number)
    for number in range(1, columns + 1):
        if number not in taken:
            yield Fault("3.2", "flag_missing", (side, number))


def _start(battle: Scenario, army: Army, piece: Regiment | Battery, ground: dict[Place, set[str]]) -> Iterator[Fault]:
    low, high = army.rear_rows
    if not battle.historical and any(not low <= y <= high for _, y in piece.squares):
        yield Fault("6.2", "not_in_rear", (piece.name, *piece.squares[0]), tuple(piece.squares))
    for square in piece.squares:
        if is_water(ground, square):
            yield Fault("14.4", "in_river", (piece.name, *square), (square,))
    if piece.facing not in AHEAD:
        yield Fault("12.3", "facing", (piece.name, piece.facing[:10]))


def _formation(battle: Scenario, regiment: Regiment, ground: dict[Place, set[str]]) -> Iterator[Fault]:
    kinds = [counters()[unit.counter] for unit in regiment.units]
    name, formation, squares = regiment.name, regiment.formation, regiment.squares
    if formation not in FORMATIONS:
        yield Fault("13.1", "formation", (name, formation[:20]))
    if formation not in FORMATIONS or not kinds:
        return
    wide = formation in ("line", "open")
    if len(squares) != (len(kinds) if wide else 1):
        yield Fault("13.1", "squares_of", (name, f"formation.{formation}", len(kinds) if wide else 1), tuple(squares))
        return
    if formation == "line" and len(squares) == 2 and regiment.facing in AHEAD and not _abreast(regiment):
        yield Fault("13.4", "abreast", (name,), tuple(squares))
    if formation == "line" and any(ground.get(square, set()) & set(COVER) for square in squares):
        yield Fault("14.4", "line_in_cover", (name,), tuple(squares))
    if formation == "open" and any(kind.change_class not in LIGHT for kind in kinds):
        yield Fault("13.7", "open_order", (name,), tuple(squares))
    if formation == "open" and len(squares) == 2 and apart(*squares) > SISTERS:
        yield Fault("13.7", "open_apart", (name, SISTERS), tuple(squares))
    if formation != "march_column" and any("river" in ground.get(square, ()) for square in squares):
        yield Fault("14.4", "on_bridge", (name,), tuple(squares))
    if formation in ("attack_column", "square", "mass_column"):
        yield from _drill(battle.year, regiment, kinds[0])


def _battery(battery: Battery, ground: dict[Place, set[str]]) -> Iterator[Fault]:
    """[13.1] One square; [14.4] [39.1] unlimbered in the open or in a fortress."""
    if len(battery.squares) != 1:
        yield Fault("13.1", "one_square", (battery.name,), tuple(battery.squares))
    closed = set(COVER) - {"fortress"}
    if not battery.limbered and any(ground.get(square, set()) & {*closed, "river"} for square in battery.squares):
        yield Fault("14.4", "guns_in_cover", (battery.name,), tuple(battery.squares))


def _drill(year: int, regiment: Regiment, kind: Counter) -> Iterator[Fault]:
    """[13.3] Attack columns, [13.5] squares and [13.6] mass columns belong to nations."""
    formation, nation = regiment.formation, units().nations[kind.nation]
    since = nation.attack_column_from
    if formation == "attack_column":
        if kind.arm != "inf" or since is None or year < since:
            yield Fault("13.3", "attack_column", (regiment.name, year), tuple(regiment.squares))
    elif kind.arm != "inf" or (formation == "mass_column") != (nation.reaction_defence == "mass_column"):
        rule = "13.5" if formation == "square" else "13.6"
        yield Fault(rule, "defensive", (regiment.name, f"formation.{formation}"), tuple(regiment.squares))


def _abreast(regiment: Regiment) -> bool:
    (ax, ay), (bx, by) = regiment.squares
    dx, dy = AHEAD[regiment.facing]
    return abs(ax - bx) + abs(ay - by) == 1 and (bx - ax) * dx + (by - ay) * dy == 0


def _in_command(army: Army, piece: Regiment | Battery) -> Iterator[Fault]:
    """[10.1] Counted to the farthest square."""
    for man in army.commanders:
        kind = commander_types().get((man.role, man.level))
        if man.corps == piece.corps and kind is not None:
            far = max(apart(man.square, square) for square in piece.squares) if piece.squares else 0
            if far > kind.command_radius:
                yield Fault(
                    "10.1", "out_of_command", (piece.name, man.name, far, kind.command_radius), tuple(piece.squares)
                )


def crowding_faults(battle: Scenario) -> Iterator[Fault]:
    """[13.1] One unit, or one regiment in column, in a square."""
    owner: dict[Place, str] = {}
    for side in SIDES:
        army = battle.sides[side]
        pieces: list[Regiment | Battery] = [*army.regiments, *army.batteries]
        for piece in pieces:
            for square in piece.squares:
                if square in owner:
                    yield Fault("13.1", "crowded", (owner[square], piece.name, *square), (square,))
                owner[square] = piece.name
        yield from _fortresses(battle, pieces)


def _fortresses(battle: Scenario, pieces: list[Regiment | Battery]) -> Iterator[Fault]:
    """[39.1] A fortress holds at most two units."""
    for place in battle.terrain:
        inside = [piece for piece in pieces if any(square in place.squares for square in piece.squares)]
        units = sum(len(piece.units) if isinstance(piece, Regiment) else 1 for piece in inside)
        if place.type == "fortress" and units > FORTRESS:
            yield Fault("39.1", "full", (place.name or place.type, units), tuple(place.squares))


# the plan


def plan_faults(battle: Scenario, army: Army) -> Iterator[Fault]:
    """[6.1] Everybody in one group; [18.1] orders and numbers."""
    pieces: dict[str, Regiment | Battery] = {piece.id: piece for piece in army.regiments}
    pieces.update({piece.id: piece for piece in army.batteries})
    placed: set[str] = set()
    numbers: set[int] = set()
    for group in army.groups:
        yield from _order(battle, army, group, numbers)
        yield from _members(group, pieces, placed)
        known = [pieces[name] for name in group.members if name in pieces]
        if known:
            yield from _together(battle, group, known)
    for name, piece in pieces.items():
        if name not in placed:
            yield Fault("6.1", "no_group", (piece.name,), tuple(piece.squares))


def _order(battle: Scenario, army: Army, group: Group, numbers: set[int]) -> Iterator[Fault]:
    if group.order not in ORDERS:
        yield Fault("18.1", "order", (group.id, group.order[:20]))
    number = group.activation
    if (group.order in MOVES) != (number is not None):
        yield Fault("18.1", "number_needed" if group.order in MOVES else "number_unwanted", (group.id,))
    elif number is not None and not 1 <= number <= NUMBERS:
        yield Fault("18.1", "number_range", (group.id, number))
    elif number is not None and number in numbers:
        yield Fault("18.1", "number_twice", (group.id, number))
    if number is not None:
        numbers.add(number)
    if not 0 <= group.target_column < battle.board.width // SECTOR:
        yield Fault("18.2", "column", (group.id, group.target_column))
    backed = {other.id for other in army.groups if other.id != group.id}
    if group.order == "support" and group.supports not in backed:
        yield Fault("18.7", "supports", (group.id, str(group.supports)[:20]))
    if not 0 <= group.release_turn <= battle.turn_limit:
        yield Fault("21.1", "release", (group.id, group.release_turn))
    yield from order_faults(army, group, group.order)
    for other in army.groups:
        guns = any(battery.id in other.members for battery in army.batteries)
        if group.order == "support" and other.id == group.supports and (other.order == "support" or guns):
            yield Fault("18.7", "backs_support", (group.id, other.id))


def order_faults(army: Army, group: Group, order: str) -> Iterator[Fault]:
    """[18.1] Batteries do not march by a number of their own; [18.5] position batteries, [8.5] [38.2] companies and
    engineers are garrisons."""
    batteries = {battery.id for battery in army.batteries}
    heavy = {battery.id for battery in army.batteries if battery.counter.endswith("_position_art")}
    single = {counter.id for counter in counters().values() if counter.companies == 1}
    companies = {regiment.id for regiment in army.regiments if any(unit.counter in single for unit in regiment.units)}
    if order in MOVES and any(name in batteries for name in group.members):
        yield Fault("18.1", "battery_moves", (group.id,))
    elif order != "garrison" and any(name in heavy for name in group.members):
        yield Fault("18.5", "position_order", (group.id,))
    if order != "garrison" and any(name in companies for name in group.members):
        yield Fault("8.5", "company_order", (group.id,))


def _members(group: Group, pieces: dict[str, Regiment | Battery], placed: set[str]) -> Iterator[Fault]:
    if not group.members:
        yield Fault("18.8", "empty_group", (group.id,))
    for name in group.members:
        if name not in pieces:
            yield Fault("18.8", "unknown_member", (group.id, name[:20]))
        elif name in placed:
            yield Fault("6.1", "two_groups", (pieces[name].name,))
        placed.add(name)
    if len(group.members) > GROUP:
        yield Fault("18.8", "group_size", (group.id, len(group.members)))


def _together(battle: Scenario, group: Group, known: list[Regiment | Battery]) -> Iterator[Fault]:
    """[18.8] One arm, within one square of one another; [18.2] inside the column."""
    if len({_arm(piece) for piece in known}) > 1:
        yield Fault("18.8", "group_arms", (group.id,))
    for piece in known:
        others = [square for other in known if other is not piece for square in other.squares]
        if others and min((apart(a, b) for a in piece.squares for b in others), default=0) > 1:
            yield Fault("18.8", "scattered", (piece.name, group.id), tuple(piece.squares))
        inside = all(square[0] // SECTOR == group.target_column for square in piece.squares)
        if (group.order in MOVES or group.order == "garrison") and not inside:
            yield Fault("18.2", "outside_column", (piece.name, group.id, group.target_column + 1), tuple(piece.squares))


def _arm(piece: Regiment | Battery) -> str:
    return "art" if isinstance(piece, Battery) else counters()[piece.units[0].counter].arm if piece.units else ""
