"""What a side may know of a battle, built up from nothing. R-49: fog lies over stacks that nobody sees.

``units`` lists every piece the side sees: id, side, hex, kind, formation, values and flags, among these
``top`` (the counter that lies on top) and ``more`` (something lies beneath it that cannot be seen); tops come first.
A spectator sees what the enemy of each stack sees of it.
"""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.battles.victory import score
from grognard.games.vanguard.rules.fog import visible
from grognard.games.vanguard.world.moving import Assault, Column, Move
from grognard.games.vanguard.world.roster import COALITION, ENTRIES, FRENCH, NO_ORDER, ORDERS, SIDES
from grognard.games.vanguard.world.state import DEAD, ON_TRACK, SAFE, WAITING, Battle
from grognard.kernel.wire import Json

Marks = list[tuple[str, int]]


def view(s: Battle, side: int) -> Json:
    """The whole table as one side sees it (-1: a spectator)."""
    r = s.world.roster
    french, coalition = score(s)
    mine = bits(s.world.pieces)
    stacks = seen_stacks(s, side)
    return {
        "turn": s.turn,
        "last_turn": s.world.last_turn,
        "phase": s.phase,
        "weather": s.weather or None,
        "active": r.formations[s.active] if s.active >= 0 else None,
        "alone": s.solo,
        "units": _pieces(s, stacks),
        "waiting": [_coming(s, u) for u in mine if s.at[u] == WAITING],
        "track": [{"id": r.ids[u], "turn": turn} for u, turn in sorted(s.track.items()) if s.at[u] == ON_TRACK],
        "lost": [r.ids[u] for u in mine if s.at[u] == DEAD],
        "safe": [r.ids[u] for u in mine if s.at[u] == SAFE],
        "formations": {r.formations[f]: _formation(s, f) for f in s.world.formations},
        "columns": {r.ids[o]: _column(s, c, stacks) for o, c in sorted(s.columns.items())},
        "players": {name: _player(s, who) for who, name in enumerate(SIDES)},
        "flags": s.flags,
        "score": {"french": french, "coalition": coalition},
        "march": None if s.move is None or not move_seen(s, s.move, side) else _move(s, s.move),
        "assaults": [_assault(s, a) for a in s.assaults],
        "fight": s.fight if s.fight >= 0 else None,
    }


def glimpse(s: Battle, side: int) -> frozenset[tuple[object, ...]]:
    """R-49: which enemies a side sees and where, and which of them are out of command."""
    ids = s.world.roster.ids
    enemies = [(u, sight) for u, sight in seen_pieces(s, side) if s.side(u) != side]
    lost = [(ids[u], "lost") for u, _ in enemies if s.lost >> u & 1]
    return frozenset([*((ids[u], s.at[u], sight) for u, sight in enemies), *lost])


def concealed(s: Battle, side: int) -> frozenset[object]:
    """R-49: what lies beneath stacks that the enemy does not see, and is not named to him as it sets out."""
    named = s.move.units if s.move is not None and move_seen(s, s.move, 1 - side) else 0
    return frozenset(s.on_map(s.world.of_side[side] & ~named & ~visible(s, 1 - side)))


Stack = tuple[list[int], str]  # pieces, the top one first; "open" or "top"


def seen_stacks(s: Battle, side: int) -> list[Stack]:
    """R-49: of every stack what a side sees: "open" (it may be inspected) or only the "top" of it."""
    sights = [s.seen_by(FRENCH), s.seen_by(COALITION)]
    found: list[Stack] = []
    for h in sorted({h for h in s.at if h >= 0}):
        for owner in (FRENCH, COALITION):
            pieces = s.stack[h] & s.world.of_side[owner]
            if not pieces:
                continue
            top = s.top_of(h, owner) if pieces & (pieces - 1) else pieces.bit_length() - 1
            rest = pieces & ~(1 << top)
            if not rest or owner == side or sights[1 - owner] >> h & 1:
                found.append(([top, *bits(rest)], "open"))
            else:
                found.append(([top], "top"))
    return found


def seen_pieces(s: Battle, side: int) -> list[tuple[int, str]]:
    """R-49: every piece a side sees, with "open" (its stack may be inspected) or "top" (with something beneath it)."""
    return [(u, sight) for pieces, sight in seen_stacks(s, side) for u in pieces]


def _pieces(s: Battle, stacks: list[Stack]) -> list[Json]:
    """Every piece that is seen: what is printed on it, where it stands, its values now and its markers."""
    printed, names = s.world.roster.printed, s.world.grid.names
    found: dict[int, Json] = {}
    for pieces, _ in stacks:
        for u in pieces:
            piece = found[u] = printed[u].copy()
            piece["place"] = names[s.at[u]]
            piece["flags"] = []
            if not s.world.leaders >> u & 1:
                piece["pf"], piece["eff"], piece["order"] = s.pf(u), s.eff(u), ORDERS[s.order_of(u)]
    for flag, mask in _marks(s):
        for u in bits(mask):
            if u in found:
                found[u]["flags"].append(flag)
    for pieces, sight in stacks:
        found[pieces[0]]["flags"].append("top")
        if sight == "top":
            found[pieces[0]]["flags"].append("more")
    return list(found.values())


def _marks(s: Battle) -> Marks:
    """The markers on the table: name, pieces that bear one."""
    attack = doubtful = activated = 0
    for f in bits(s.activated):
        activated |= s.world.chiefs_of[f]
    for a in s.assaults:
        attack |= a.attackers & ~a.doubtful
        doubtful |= a.doubtful
    return [
        ("reduced", s.reduced),
        ("disordered", s.disordered),
        ("routed", s.routed),
        ("moved", s.turned),
        ("damaged", s.damaged),
        ("out_of_command", s.lost),
        ("charge", s.charging),
        ("attack", attack),
        ("attack_test", doubtful),
        ("skirmish", sum(1 << v for v in s.skirmished)),
        ("fatigue", s.fatigued),
        ("done", s.marched | s.rode),
        ("activated", activated & s.world.generals),
    ]


def _coming(s: Battle, u: int) -> Json:
    turn, entry = s.due[u]
    r = s.world.roster
    return {
        "id": r.ids[u],
        "side": SIDES[r.side_of[u]],
        "turn": turn,
        "entry": ENTRIES[entry],
        "entering": bool(s.entering >> u & 1),
    }


def _formation(s: Battle, f: int) -> Json:
    r = s.world.roster
    return {
        "letter": r.letters[f],
        "name": r.formation_names[f],
        "side": SIDES[r.formation_side[f]],
        "general": r.formations[f],
        "general_lost": s.general_lost(f),
        "order": None if s.orders[f] == NO_ORDER else ORDERS[s.orders[f]],
        "activated": bool(s.activated >> f & 1),
        "marching": [
            s.world.grid.names[s.world.march_target[n]]
            for n, on in enumerate(s.marching)
            if on and s.world.march_formation[n] == f
        ],
    }


def _column(s: Battle, column: Column, stacks: list[Stack]) -> Json:
    """[16.2] The order lies open under the Officer; which units he leads is seen of those that are seen."""
    seen = sum([1 << u for pieces, _ in stacks for u in pieces])
    return {
        "order": ORDERS[column.order],
        "formed": column.formed,
        "units": [s.world.roster.ids[u] for u in bits(column.units & seen)],
    }


def _player(s: Battle, who: int) -> Json:
    return {
        "nation": s.world.nation_name(who),
        "chief": s.world.roster.ids[s.world.cinc[who]],
        "chief_lost": s.chief_gone(who),
        "changes": s.changes[who],
        "headquarters_used": s.hq_used[who],
        "steps_lost": s.steps_lost[who],
        "leaders_lost": s.leaders_lost[who],
    }


def move_seen(s: Battle, m: Move, side: int) -> bool:
    """A leader beneath troops that nobody sees moves unseen."""
    return m.side == side or not m.units & s.world.leaders or any(m.units >> u & 1 for u, _ in seen_pieces(s, side))


def _move(s: Battle, m: Move) -> Json:
    names = s.world.grid.names
    return {
        "side": SIDES[m.side],
        "units": [s.world.roster.ids[u] for u in bits(m.units)],
        "start": names[m.start] if m.start >= 0 else None,
        "here": names[m.here] if m.here >= 0 else None,
        "spent": [spent / 2 for spent in m.spent],
        "column": m.column,
        "charge": m.charge,
    }


def _assault(s: Battle, a: Assault) -> Json:
    return {
        "targets": s.world.grid.list_names(a.targets),
        "attackers": [s.world.roster.ids[u] for u in bits(a.attackers)],
        "doubtful": [s.world.roster.ids[u] for u in bits(a.doubtful)],
        "charge": a.charge,
        "counter": a.counter,
        "over": a.over,
    }
