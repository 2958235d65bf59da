"""What can be laid over the board: command, zones of control, sight, arcs, orders as arrows, and the guns."""

from __future__ import annotations

from functools import lru_cache

from grognard.board.squares import AHEAD, BITS, SECTOR, ahead_of, behind, between, distance, mask_of, squares_in
from grognard.games.merde.rules.fire.artillery import (
    SHORT_RANGE,
    Guns,
    aim_ban,
    aims,
    field_of_fire,
    line_ban,
    next_battery,
)
from grognard.games.merde.rules.sight import vision
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.table.sector import fight
from grognard.games.merde.world.lexicon import LEXICON, MOVES, NAMES, OPEN, SIDES, SQUARE, SUPPORT, UNLIMBERED
from grognard.games.merde.world.state import Battle, surveying
from grognard.games.merde.world.world import ARTILLERY, World, side_of
from grognard.kernel.wire import Area, Hidden, Overlays, PlainOverlay, Sight, Way

INDEX = LEXICON.index["square"]
BACKDROPS = {
    "Orders": "orders",
    "Guns": "asked",
    "Deal": "fight",
    "Name": "fight",
    "ChooseSector": "fight",
}  # laid over the map while this is asked
FARTHEST = 7  # [16.1] nobody sees farther
SEVERAL = 4  # generals of a side up to whom each has his own circle


def backdrop(face: Seen) -> str | None:
    return BACKDROPS.get(type(face.state.agenda[-1]).__name__) if face.state.agenda else None


def square_of(world: World, place: str) -> int | None:
    """A square of the field by its name."""
    sq = INDEX.get(place)
    return sq if sq is not None and world.field.has(sq) else None


class BattleOverlays(Overlays, kw_only=True):
    """Command, zones, fronts and rears, orders, guns; the battery that is asked, the sector that fights."""

    command: PlainOverlay
    zoc: PlainOverlay
    arcs: PlainOverlay
    orders: PlainOverlay
    guns: PlainOverlay
    asked: PlainOverlay
    fight: PlainOverlay


def overlays(face: Seen) -> BattleOverlays:
    """All of it from what the side may know: hidden enemies have no arcs, no zones and no guns."""
    side, pen = face.side, face.pen
    return surveying(
        face.state,
        lambda s: BattleOverlays(
            command=command(s, side, pen),
            zoc=zoc(s, side),
            arcs=arcs(s, side),
            orders=orders(s, side),
            guns=guns(s, side, pen),
            asked=asked(s, side, pen),
            fight=fight(s, side, pen),
        ),
    )


def _names(mask: int) -> list[str]:
    names = NAMES["square"]
    return [names[sq] for sq in squares_in(mask)]


def _known(s: Battle, side: int, who: int) -> list[int]:
    """Pieces of a side that the reader can tell from a counter lying flag side up."""
    return [p for p in s.troops(who) if who == side or not s.pieces[p].hidden]


def command(s: Battle, side: int, pen: Pen) -> PlainOverlay:
    """[10.1] How far each general commands, or where many do all of them; those found out of command are marked."""
    areas: list[Area] = []
    for who in (0, 1):
        discs: list[tuple[int, int, str]] = []
        for number in s.world.generals[who]:
            general = s.generals[number]
            if general is not None and general.square >= 0:
                reach = _disc(s.world, general.square, general.radius)
                discs.append((general.square, reach, pen.general(number)))
        if len(discs) > SEVERAL:
            discs = [(-1, _union([reach for _, reach, _ in discs]), "")]
        areas += [
            Area(places=_from(centre, reach), style=f"side:{SIDES[who]}", label=name) for centre, reach, name in discs
        ]
    cut = [sq for who in (0, 1) for p in _known(s, side, who) if s.pieces[p].out for sq in s.pieces[p].squares]
    if cut:
        areas.append(Area(places=[NAMES["square"][sq] for sq in cut], style="cut"))
    return PlainOverlay(areas=areas, lines=[])


def _from(centre: int, mask: int) -> list[str]:
    """Squares, the middle one first: what is written on an area stands there."""
    found = _names(mask)
    return found if centre < 0 else [NAMES["square"][centre], *found]


@lru_cache(maxsize=4000)
def _disc(world: World, centre: int, radius: int) -> int:
    x, y = centre & 63, centre >> 6
    left, right = max(0, x - radius), min(world.field.width - 1, x + radius)
    row = ((1 << (right - left + 1)) - 1) << left
    rows = range(max(0, y - radius), min(world.field.height - 1, y + radius) + 1)
    return _union([row << (64 * at) for at in rows])


def _union(masks: list[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def zoc(s: Battle, side: int) -> PlainOverlay:
    """[12.1] The zones of control of both sides, as the reader must take them."""
    zones = [s.zoc(who) if who == side else s.apparent_zoc(who) for who in (0, 1)]
    areas = [Area(places=_names(zones[who]), style=f"side:{SIDES[who]}") for who in (0, 1) if zones[who]]
    return PlainOverlay(areas=areas, lines=[])


def sight(face: Seen, place: str) -> Sight | None:
    """[16.1] [16.2] What is seen from a square in this weather, and for the other squares in reach what hides them."""
    s, pen, start = face.state, face.pen, square_of(face.state.world, place)
    if start is None:
        return None
    reach = vision(s, start)
    seen: list[str] = []
    hidden: dict[str, Hidden] = {}
    for name in _names(_disc(s.world, start, reach + 1)):
        goal = INDEX[name]
        screens = [sq for sq in between(start, goal) if s.world.opaque >> sq & 1]
        if goal == start:
            continue
        if distance(start, goal) > reach:
            hidden[name] = Hidden(by=[], text=pen("note.too_far", reach), rule="16.1")
        elif screens:
            places = ", ".join(dict.fromkeys([pen.place(sq) or pen.square(sq) for sq in screens]))
            hidden[name] = Hidden(
                by=[NAMES["square"][sq] for sq in screens], text=pen("note.screened", places), rule="16.2"
            )
        else:
            seen.append(name)
    return Sight(start=NAMES["square"][start], seen=seen, hidden=hidden)


def arcs(s: Battle, side: int) -> PlainOverlay:
    """[12.3] Fronts and rears: where an attack meets the muskets, and where it breaks a regiment."""
    front = rear = held = 0
    for who in (0, 1):
        for p in _known(s, side, who):
            piece = s.pieces[p]
            for sq in piece.squares:
                held |= BITS[sq]
                if piece.formation not in (SQUARE, OPEN):
                    one, other = _arcs(s.world, sq, piece.facing)
                    front, rear = front | one, rear | other
    areas = [Area(places=_names(mask & ~held), style=style) for mask, style in ((front, "legal"), (rear, "threat"))]
    return PlainOverlay(areas=[area for area in areas if area.places], lines=[])


@lru_cache(maxsize=1 << 14)
def _arcs(world: World, sq: int, facing: int) -> tuple[int, int]:
    """[12.3] The front and the rear of a square."""
    near = world.field.near[sq]
    front, rear = [tuple([at for at in near if at in beside(sq, facing)]) for beside in (ahead_of, behind)]
    return mask_of(front), mask_of(rear)


def orders(s: Battle, side: int) -> PlainOverlay:
    """[18.1] Orders as arrows: a moving group towards the flag of its column, a support towards the group it backs."""
    lines = []
    for number, group in enumerate(s.groups):
        members = [] if group is None else s.members(number)
        who = 0 if number < len(s.groups) // 2 else 1
        if group is None or not members or (who != side and any([s.pieces[p].hidden for p in members])):
            continue  # [19.1] of hidden counters one sees the marker alone
        start = s.pieces[members[0]].squares[0]
        goal = -1
        if group.order in MOVES and not group.holding:
            goal = _aim(s, who, group.column, start)
        elif group.order == SUPPORT and (backed := _backed(s, side, group.supports)):
            goal = s.pieces[backed[0]].squares[0]
        if goal >= 0 and goal != start:
            ends: list[str | list[float]] = [NAMES["square"][start], NAMES["square"][goal]]
            lines.append(Way(path=ends, style=f"side:{SIDES[who]}", arrow=True))
    return PlainOverlay(areas=[], lines=lines)


def _backed(s: Battle, side: int, group: int) -> list[int]:
    """[18.7] Those whom a support backs, as far as the reader can tell them: hidden counters show their back to all."""
    return [p for p in s.members(group) if side_of(p) == side or not s.pieces[p].hidden]


def _aim(s: Battle, side: int, column: int, start: int) -> int:
    """The enemy flag of a column, or a few squares ahead where it has been taken."""
    for sq in s.flags[1 - side]:
        if (sq & 63) // SECTOR == column:
            return sq
    ahead = start + 4 * AHEAD[s.world.ahead[side]]
    return ahead if s.world.field.has(ahead) else start


def guns(s: Battle, side: int, pen: Pen) -> PlainOverlay:
    """[24.3] The squares each unlimbered battery can reach now."""
    areas = []
    for who in (0, 1):
        for p in _known(s, side, who):
            piece = s.pieces[p]
            if s.arm(p) == ARTILLERY and piece.formation == UNLIMBERED:
                reach = [NAMES["square"][sq] for sq in squares_in(field_of_fire(s, p)) if line_ban(s, p, sq) is None]
                if reach:
                    style = "legal" if who == side else "threat"
                    areas.append(Area(places=reach, style=style, label=pen.piece(p)))
    return PlainOverlay(areas=areas, lines=[])


def asked(s: Battle, side: int, pen: Pen) -> PlainOverlay:
    """[24.3] The battery that is asked, ringed, and its field of fire alone; who stands in it and cannot be hit."""
    if side < 0 or not s.agenda or not isinstance(s.agenda[-1], Guns):
        return PlainOverlay(areas=[], lines=[])
    battery = next_battery(s, side, s.drafts[side])
    if battery < 0:
        return PlainOverlay(areas=[], lines=[])
    at = s.pieces[battery].squares[0]
    arc = squares_in(field_of_fire(s, battery))
    arc.sort(key=lambda sq: -_stretch(at, sq))  # what is written stands at its edge
    near = [NAMES["square"][sq] for sq in arc if distance(at, sq) <= SHORT_RANGE]
    far = [NAMES["square"][sq] for sq in arc if distance(at, sq) > SHORT_RANGE]
    areas = [Area(places=far, style="arc long", label=pen("note.arc_long"))] if far else []
    areas += [Area(places=near, style="arc short", label=pen("note.arc_short", SHORT_RANGE))] if near else []
    areas += [_no_shot(s, side, battery, sq, pen) for sq in _covered(s, side, battery)]
    areas.append(Area(places=[NAMES["square"][at]], style="asked", label=pen.piece(battery)))
    return PlainOverlay(areas=areas, lines=[])


def _stretch(one: int, other: int) -> int:
    """How far two squares are along both edges of the board together."""
    return abs((one & 63) - (other & 63)) + abs((one >> 6) - (other >> 6))


def _covered(s: Battle, side: int, battery: int) -> list[int]:
    """The first squares of enemies in the field of fire at whom no shot is possible."""
    arc, targets = field_of_fire(s, battery), {aim.target for aim in aims(s, battery)}
    foes = [p for p in _known(s, side, 1 - side) if p not in targets]
    return [sq for p in foes for sq in s.pieces[p].squares[:1] if arc >> sq & 1]


def _no_shot(s: Battle, side: int, battery: int, sq: int, pen: Pen) -> Area:
    """[24.3] Whoever stands in the arc and cannot be hit, and what is in the way."""
    return Area(places=[NAMES["square"][sq]], style="quiet", label=_screen(s, side, battery, sq, pen))


def _screen(s: Battle, side: int, battery: int, sq: int, pen: Pen) -> str:
    """By whom or what a square is hidden from a battery, as far as the reader can tell."""
    ban = aim_ban(s, battery, sq)
    if ban is None or ban[1] not in ("line_blocked", "friend_near_target"):
        return pen("note.no_shot")
    mid = int(str(ban[2][1]))
    piece = s.at(mid)
    if piece >= 0 and (side_of(piece) == side or not s.pieces[piece].hidden):
        return pen("note.hidden_by", pen.piece(piece))
    return pen("note.hidden_by", pen.place(mid)) if pen.place(mid) else pen("note.no_shot")
