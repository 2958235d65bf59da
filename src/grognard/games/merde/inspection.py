"""The inspection of a battle before it is fought: every rule that a scenario breaks, with number and culprit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from grognard.games.merde.data import (
    SECTION,
    SECTOR,
    SIDES,
    Army,
    Battery,
    Commander,
    Counter,
    Group,
    Piece,
    Place,
    Regiment,
    Scenario,
    commander_types,
    counters,
    tables,
    units,
)

TERRAIN: Final = (
    "hill", "wood", "settlement", "farm", "fortress", "river", "bridge", "pontoon", "fortification", "wall",
)  # fmt: skip
COVER: Final = ("wood", "settlement", "farm", "fortress")
ORDERS: Final = ("move_column", "move_line", "garrison", "support", "reserve")
MOVES: Final = ("move_column", "move_line")
FORMATIONS: Final = ("march_column", "attack_column", "line", "square", "mass_column", "open")
LIGHT: Final = ("light_inf", "light_cav")
AHEAD: Final = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
NUMBERS: Final = 12
GROUP: Final = 3
LONGEST_NAME: Final = 60
MOST_PIECES: Final = 120
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,11}(/[12])?")


class Fault(NamedTuple):
    """A broken rule: its number, the message that says how, its arguments, and the squares concerned."""

    rule: str
    key: str
    args: tuple[object, ...] = ()
    squares: tuple[Place, ...] = ()


def inspect(battle: Scenario) -> list[Fault]:
    """Everything that is wrong; the field first, because the armies stand on it."""
    found = list(_field(battle))
    if found:
        return found
    for side in SIDES:
        army = battle.sides[side]
        found += [*_names(side, army), *_muster(battle, side, army)]
        if not any(fault.key.startswith("unknown") for fault in found):
            found += [*_deployment(battle, side, army), *_plan(battle, side, army), *_points(battle, side, army)]
    return found + list(_crowding(battle)) + list(_solitaire(battle))


# the field


def _field(battle: Scenario) -> Iterator[Fault]:
    """[5.1] Size, [5.5] pieces, lines and turn limit."""
    board = battle.board
    wide, deep = board.sections_wide, board.sections_deep
    if not (1 <= wide <= 3 and 1 <= deep <= 3):
        yield Fault("5.1", "board_sections", (wide, deep))
        return
    if (board.width, board.height) != (SECTION[0] * wide, SECTION[1] * deep):
        yield Fault("2.1", "board_size", (board.width, board.height, SECTION[0] * wide, SECTION[1] * deep))
        return
    if not 1 <= battle.turn_limit <= 60:
        yield Fault("1.4", "turn_limit", (battle.turn_limit,))
    if battle.weather.mode not in ("fixed", "draw") or battle.weather.value not in ("clear", "rain", "fog"):
        yield Fault("17.1", "weather", (battle.weather.mode, battle.weather.value))
    for side in SIDES:
        army = battle.sides[side]
        if (army.rear_rows, army.front_rows) != lines(side, board.height):
            yield Fault("5.1", "lines", (side, *army.rear_rows, *army.front_rows))
    yield from _terrain(battle)


def lines(side: str, height: int) -> tuple[Place, Place]:
    """[5.1] The rows of the rear line and of the front line, first and last; one section deep they are the same."""
    depth = height // 2
    low = [(0, SECTOR - 1), (max(0, depth - SECTOR), depth - 1)]
    if side == "A":
        return low[0], low[1]
    rear, front = [(height - 1 - last, height - 1 - first) for first, last in low]
    return rear, front


def _terrain(battle: Scenario) -> Iterator[Fault]:
    ground = _ground(battle)
    for piece in battle.terrain:
        if piece.type not in TERRAIN:
            yield Fault("5.5", "terrain_type", (piece.type[:20],))
        elif piece.type == "settlement" and len(piece.squares) < 2:
            yield Fault("5.5", "village", (piece.name,), tuple(piece.squares))
        for square in piece.squares:
            yield from _terrain_square(battle, piece, square, ground)
        if piece.type in ("fortification", "pontoon"):
            yield from _work(battle, piece)


def _terrain_square(battle: Scenario, piece: Piece, square: Place, ground: dict[Place, set[str]]) -> Iterator[Fault]:
    if not _on_board(battle, square):
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


def _ground(battle: Scenario) -> dict[Place, set[str]]:
    found: dict[Place, set[str]] = {}
    for piece in battle.terrain:
        for square in piece.squares:
            found.setdefault(square, set()).add(piece.type)
    return found


def _on_board(battle: Scenario, square: Place) -> bool:
    return 0 <= square[0] < battle.board.width and 0 <= square[1] < battle.board.height


# the army


def _names(side: str, army: Army) -> Iterator[Fault]:
    """Ids are short, plain and unique; names are short."""
    seen: set[str] = set()
    battalions = [unit.id for regiment in army.regiments for unit in regiment.units]
    pieces: list[Regiment | Battery | Commander] = [*army.regiments, *army.batteries, *army.commanders]
    if len(pieces) > MOST_PIECES:
        yield Fault("44.2", "too_many", (side, len(pieces), MOST_PIECES))
    for name in [*[piece.id for piece in pieces], *battalions, *[group.id for group in army.groups]]:
        if not _ID.fullmatch(name):
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
    arms = {counters()[unit.counter].arm for unit in regiment.units if unit.counter in counters()}
    if len(arms) > 1:
        yield Fault("11.1", "mixed_arms", (regiment.name,))


# where it stands


def _deployment(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
    """[3.2] Flags, [6.2] starting squares, [13.1] formations, [10.1] command."""
    yield from _flags(battle, side, army)
    ground = _ground(battle)
    pieces: list[Regiment | Battery] = [*army.regiments, *army.batteries]
    for piece in pieces:
        outside = [square for square in piece.squares if not _on_board(battle, square)]
        if outside:
            yield Fault("6.2", "off_board", (piece.name, *outside[0]))
            continue
        yield from _start(battle, army, piece, ground)
        if isinstance(piece, Regiment):
            yield from _formation(battle, piece, ground)
        elif len(piece.squares) != 1:
            yield Fault("13.1", "one_square", (piece.name,), tuple(piece.squares))
        yield from _in_command(army, piece)
    for man in army.commanders:
        if not _on_board(battle, man.square):
            yield Fault("6.2", "off_board", (man.name, *man.square))
        elif _is_water(ground, man.square):
            yield Fault("14.4", "in_river", (man.name, *man.square), (man.square,))


def _flags(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
    """[5.4] One flag in each sector of the rear line, numbered from the owner's left [5.3]."""
    columns = battle.board.width // SECTOR
    low, high = army.rear_rows
    taken: set[int] = set()
    for flag in army.flags:
        x, y = flag.square
        if not (_on_board(battle, flag.square) and low <= y <= high):
            yield Fault("5.4", "flag_place", (side, x, y), (flag.square,))
            continue
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
        if _is_water(ground, square):
            yield Fault("14.4", "in_river", (piece.name, *square), (square,))
    if piece.facing not in AHEAD:
        yield Fault("12.3", "facing", (piece.name, piece.facing[:10]))


def _is_water(ground: dict[Place, set[str]], square: Place) -> bool:
    return "river" in ground.get(square, ()) and not ground[square] & {"bridge", "pontoon"}


def _formation(battle: Scenario, regiment: Regiment, ground: dict[Place, set[str]]) -> Iterator[Fault]:
    kinds = [counters()[unit.counter] for unit in regiment.units]
    name, formation, squares = regiment.name, regiment.formation, regiment.squares
    if formation not in FORMATIONS:
        yield Fault("13.1", "formation", (name, formation[:20]))
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
    if formation in ("attack_column", "square", "mass_column"):
        yield from _drill(battle.year, regiment, kinds[0])


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
                yield Fault("10.1", "out_of_command", (piece.name, man.name, far, kind.command_radius),
                            tuple(piece.squares))  # fmt: skip


def apart(a: Place, b: Place) -> int:
    """[2.4] Diagonals count 1."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def _crowding(battle: Scenario) -> Iterator[Fault]:
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


# the plan


def _plan(battle: Scenario, side: str, army: Army) -> Iterator[Fault]:
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
        if group.order in (*MOVES, "garrison") and not inside:
            yield Fault("18.2", "outside_column", (piece.name, group.id, group.target_column + 1), tuple(piece.squares))


def _arm(piece: Regiment | Battery) -> str:
    return "art" if isinstance(piece, Battery) else counters()[piece.units[0].counter].arm if piece.units else ""


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


def _solitaire(battle: Scenario) -> Iterator[Fault]:
    """[45.2] Contingencies speak of groups, orders and columns that exist."""
    plan = battle.solitaire
    if plan.enemy not in SIDES:
        yield Fault("45.1", "solitaire_side", (plan.enemy[:10],))
        return
    known = {group.id for group in battle.sides[plan.enemy].groups}
    for contingency in plan.contingencies:
        change = contingency.change
        wrong = change.group not in known or change.order not in ORDERS
        if wrong or contingency.trigger not in ("turn", "sector_collapsed"):
            yield Fault("45.2", "contingency", (change.group[:20], change.order[:20]))
