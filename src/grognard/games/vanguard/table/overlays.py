"""What can be laid over the board: who is in command and through whom, formations, zones of control, sight."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.command import within
from grognard.games.vanguard.rules.fog import places, visible
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.world.lexicon import sheet
from grognard.games.vanguard.world.roster import SIDES
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import World
from grognard.kernel.wire import Area, Hidden, Overlays, PlainOverlay, Sight, Way

COVER: Final = ("redoubt", "village", "farm", "woods", "wheat")


class BattleOverlays(Overlays, kw_only=True):
    """Command, formations and zones of control; sight is asked for place by place."""

    command: PlainOverlay
    formations: PlainOverlay
    sight: PlainOverlay


def overlays(face: Seen) -> BattleOverlays:
    """Everybody's formations and zones as far as they are seen; command only one's own."""
    s, side, pen = face.state, face.side, face.pen
    shown = visible(s, side)
    return BattleOverlays(
        command=command(s, side, pen),
        formations=formations(s, shown, pen),
        control={SIDES[who]: control(s, shown, who) for who in (0, 1)},
        sight=PlainOverlay(),
    )


# [4.4] command


def command(s: Battle, side: int, pen: Pen) -> PlainOverlay:
    """The chain from each General to his units, his radius, and who is out of it as things stand now."""
    areas: list[Area] = []
    lines: list[Way] = []
    names = s.world.grid.names
    for f in s.world.formations:
        general = s.general(f)
        if s.world.roster.formation_side[f] != side:
            continue
        members = s.on_map(s.world.troops_of[f] | s.world.chiefs_of[f])
        links = chain(s, f) if general >= 0 else {}
        if general >= 0 and members:
            areas.append(
                Area(
                    places=hexes_of(s, within(s, general), s.at[general]),
                    style=f"radius letter-{s.world.roster.letters[f]}",
                    label=pen("note.command_of", pen.unit(general)),
                )
            )
        drawn = {(names[a], names[b]) for a, b in links.values() if a != b}
        lines += [Way(path=[a, b], style=f"side:{SIDES[side]}") for a, b in sorted(drawn)]
        lost = {s.at[u] for u in members if u not in links and u != general}
        areas += [Area(places=[names[h]], style="cut", label=pen("flag.out_of_command")) for h in sorted(lost)]
    return PlainOverlay(areas=areas, lines=lines)


def hexes_of(s: Battle, mask: int, first: int) -> list[str]:
    """Names of hexes, that of the label first."""
    rest = [s.world.grid.names[h] for h in bits(mask & ~(1 << first))]
    return [s.world.grid.names[first], *rest]


def chain(s: Battle, f: int) -> dict[int, tuple[int, int]]:
    """[4.2] [4.4.2] R-05: for each piece in command, the hexes of him who hands command on and of itself."""
    general = s.general(f)
    left = [u for u in s.on_map(s.world.troops_of[f] | s.world.chiefs_of[f]) if u != general]
    found: dict[int, tuple[int, int]] = {}
    front = [general]
    while front:
        after = []
        for giver in front:
            ground = _hands_on(s, giver, giver == general)
            links = ground if giver == general else s.world.near[s.at[giver]] | 1 << s.at[giver]
            riders = s.world.roster.cavalry_officer[giver]
            for u in left[:]:
                reached = links if s.world.officers >> u & 1 else ground
                if reached >> s.at[u] & 1 and (not riders or s.world.mounted >> u & 1):
                    left.remove(u)
                    found[u] = (s.at[giver], s.at[u])
                    after.append(u)
        front = sorted(after, key=lambda u: not s.world.leaders >> u & 1)
    return found


def _hands_on(s: Battle, u: int, general: bool) -> int:
    """The hexes to which a piece in command carries it: a leader his radius, others their neighbours."""
    here = 1 << s.at[u]
    if general:
        return within(s, u)
    if s.world.officers >> u & 1:
        more = 0 if s.world.roster.cavalry_officer[u] else s.world.near[s.at[u]]
        return within(s, u) | more | here
    return s.world.near[s.at[u]] | here


# formations and zones


def formations(s: Battle, shown: int, pen: Pen) -> PlainOverlay:
    """Where each formation stands, with its letter and order at its head."""
    areas = []
    for f in s.world.formations:
        units = [u for u in bits(shown & (s.world.troops_of[f] | s.world.chiefs_of[f])) if s.at[u] >= 0]
        if not units:
            continue
        general = s.world.roster.general_of[f]
        head = s.at[general] if general in units else s.at[units[0]]
        mask = places(s, sum(1 << u for u in units))
        letter = s.world.roster.letters[f]
        areas.append(
            Area(
                places=hexes_of(s, mask, head),
                style=f"formation letter-{letter}",
                label=f"{letter} · {pen.order(s.orders[f])}",
            )
        )
    return PlainOverlay(areas=areas, lines=[])


def control(s: Battle, shown: int, who: int) -> list[str]:
    """[8.0] The hexes that the units one sees have in their zones of control."""
    if not s.sky.zoc:
        return []
    steady = places(s, shown & s.world.units & s.world.of_side[who] & ~s.disordered & ~s.routed & ~s.damaged)
    return s.world.grid.list_names(s.world.grid.free.spread(steady) & s.world.open_to_zoc)


# [11.3] sight


def sight(face: Seen, place: str) -> Sight | None:
    """[17.1.3] [17.2.4] What is seen from a hex, and for every other hex in range what hides it."""
    s, h, pen = face.state, sheet().by_name.get(place), face.pen
    if h is None:
        return None
    world, names = s.world, s.world.grid.names
    open_ = world.sight(h, s.wheat)
    hidden: dict[str, Hidden] = {}
    for target in bits(world.grid.disc(h, world.data.los_limit) & ~open_):
        by = screens(world, h, target, s.wheat)
        hidden[names[target]] = Hidden(
            by=[names[n] for n in by], text=_blocked(world, h, target, by, pen), rule="11.3.1"
        )
    far = pen("note.too_far", world.data.los_limit)
    for target in bits(world.grid.ring(h, world.data.los_limit + 1)):
        hidden[names[target]] = Hidden(by=[], text=far, rule="11.3")
    return Sight(start=names[h], seen=world.grid.list_names(open_ & ~(1 << h)), hidden=hidden)


def screens(world: World, a: int, b: int, wheat: bool) -> list[int]:
    """[11.3.1] The hexes that stop the line; where it runs along a side, both of them."""
    for one, other in zip(world.line(a, b, 1), world.line(a, b, -1), strict=True):
        if world.hides(one, a, b, wheat) and world.hides(other, a, b, wheat):
            return [one] if one == other else [one, other]
    return []


def _blocked(world: World, a: int, b: int, by: list[int], pen: Pen) -> str:
    """Why the line is stopped: houses, trees, or higher ground."""
    said = []
    for h in by:
        cover = next((kind for kind in COVER if kind in world.grounds[h]), "")
        high = world.level[h] > max(world.level[a], world.level[b])
        said.append(
            pen("note.high_ground", pen.place(h), world.level[h])
            if high or not cover
            else pen("note.cover", pen(f"terrain.{cover}"), pen.place(h))
        )
    return pen("note.blocked", pen("note.and").join(said))
