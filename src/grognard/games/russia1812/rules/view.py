"""What a side may know of a campaign, built up from nothing: face-down Trains are hidden, stacks only by 15.1."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.optional.known import known
from grognard.games.russia1812.rules.orders import OrderUnits
from grognard.games.russia1812.rules.victory import score, territory
from grognard.games.russia1812.world.state import DEAD, WAITING, Attack, Campaign, March
from grognard.games.russia1812.world.veil import DUMMY_COUNTERS
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN, SIDES
from grognard.kernel.wire import Json

FED = ("supplied", "forage")  # flags that tell of Trains
FLAGS = ("disrupted", "supplied", "forage", "moved", "forced", "committed", "fought_once", "fought_twice")


def view(s: Campaign, side: int) -> Json:
    """The whole table as one side sees it (-1: a spectator)."""
    return lay_out(known(s, side), side)


def whole(s: Campaign) -> Json:
    """[15.1] The table with every stack open, for when the game is over."""
    return lay_out(s, -1)


def lay_out(s: Campaign, side: int) -> Json:
    """All of a table on which nothing lies that the side may not know, but for Trains and cards."""
    french, russian = score(s)
    land = territory(s)
    return (
        {
            "turn": s.turn,
            "phase": s.phase,
            "month": s.month(),
            "winter": s.winter,
            "first": SIDES[s.first()],
            "units": _pieces(s),
            "waiting": [_coming(s, u) for u in range(s.world.count) if s.at[u] == WAITING],
            "lost": [s.world.ids[u] for u in bits(s.roster()) if s.at[u] == DEAD],
            "track": s.track,
            "score": {"french": french, "russian": russian},
            "territory": {"french": land[FRENCH], "russian": land[RUSSIAN]},
            "players": {name: _player(s, who, side) for who, name in enumerate(SIDES)},
            "march": None if s.march is None or not _seen(s.march, side) else _march(s, s.march),
            "battle": None if s.battle is None or not _ordered(s, s.battle, side) else _battle(s, s.battle),
        }
        | (_affairs(s, side) if s.advanced else {})
        | (_rooms(s) if s.raises_room else {})
        | (_backs(s) if s.hidden else {})
    )


def glimpse(s: Campaign, side: int) -> frozenset[tuple[object, ...]]:
    """What a side sees of the enemy's supply, Trains and cards, of cards it has drawn, and by 15.1 of his stacks."""
    seen, name = view(s, side), SIDES[1 - side]
    enemies = [unit for unit in (*seen["units"], *seen.get("backs", ())) if unit["side"] == name]
    facts: set[tuple[object, ...]] = {(unit["id"], flag) for unit in enemies for flag in unit["flags"] if flag in FED}
    if s.hidden:
        facts |= {(unit["id"], unit["place"], unit.get("count"), unit.get("cavalry")) for unit in enemies}
        theirs = {s.world.ids[u] for u in bits(s.world.of_side[1 - side])}
        facts |= {("lost", unit) for unit in theirs.intersection(seen["lost"])}
    enemy = seen["players"][name]
    facts |= {(key, repr(enemy[key])) for key in ("trains", "shown", "lost_trains", "counters_left")}
    facts |= {("siege", city) for city in seen.get("sieges", ())}
    if s.advanced:
        hand = seen["hand"]
        facts |= {("decks", *seen["decks"]), ("card", repr(seen["cards"][name])), ("drawn", hand["drawn"])}
        facts |= {("card", card) for card in hand["held"]}
    return frozenset(facts)


def _backs(s: Campaign) -> Json:
    """[15.1] Stacks face down: how many counters, whether cavalry is declared, markers; and cities under siege."""
    names = s.world.grid.names
    backs = [
        {
            "id": f"back {names[h]} {SIDES[who]}",
            "kind": "back",
            "place": names[h],
            "side": SIDES[who],
            "count": n,
            "cavalry": bool(s.cav[who] >> h & 1),
            "flags": list(s.veil.markers[who].get(h, ())),
        }
        for who in (FRENCH, RUSSIAN)
        for h, n in sorted(s.veil.backs[who].items())
    ]
    return {"backs": backs, "sieges": s.world.grid.list_names(max(0, s.veil.sieges))}


def _rooms(s: Campaign) -> Json:
    """[15.2] Raised hexes with their room in occupancy factors."""
    names = s.world.grid.names
    return {"capacity": {names[h]: s.capacity(h) / 2 for h in sorted(s.affairs.raised_by) if s.capacity(h) > 12}}


def _affairs(s: Campaign, side: int) -> Json:
    """[16] What the Advanced game adds: the cards on the table, one's own hand, politics."""
    a, names = s.affairs, s.world.grid
    found: Json = {
        "cards": {
            name: {
                "laid": a.laid[who] or None,
                "used": bool(a.used >> a.laid[who] & 1),
                "held": len(a.hands[who]) + bool(a.drawn[who]),
            }
            for who, name in enumerate(SIDES)
        },
        "decks": [len(deck) for deck in a.decks],
        "politics": {
            "year": a.year,
            "reserve_lost": a.reserve_lost,
            "rising": a.rising,
            "independence": a.independence,
            "freed": names.list_names(a.freed),
            "swedes": a.swedes,
            "source": s.world.grid.names[a.source] if a.source >= 0 else None,
            "napoleon_away": a.away,
            "escorted": s.world.ids[a.named] if a.named >= 0 else None,
            "barred": [s.world.ids[u] for u in bits(a.barred)],
        },
    }
    if side >= 0:
        found["hand"] = {"held": a.hands[side][:], "drawn": a.drawn[side] or None}
    return found


def _pieces(s: Campaign) -> list[Json]:
    """Every piece on the map: what is printed on it, where it stands, and its markers."""
    names, printed = s.world.grid.names, s.world.printed
    found: dict[int, Json] = {}
    for u, h in enumerate(s.at):
        if h >= 0:
            piece = found[u] = printed[u].copy()
            piece["place"] = names[h]
            piece["flags"] = []
    masks = (s.disrupted, s.supplied, s.forage, s.moved, s.forced, s.committed, s.fought_once, s.fought_twice)
    for flag, mask in zip(FLAGS, masks, strict=True):
        for u in bits(mask):
            if u in found:
                found[u]["flags"].append(flag)
    return list(found.values())


def _coming(s: Campaign, u: int) -> Json:
    turn, place = s.world.arrives[u]
    return {"id": s.world.ids[u], "side": SIDES[s.world.side_of[u]], "turn": turn, "place": place}


def _player(s: Campaign, who: int, side: int) -> Json:
    """A player's supply and command; his own Trains by nature, the other's only as counters."""
    names = s.world.grid.names
    found: Json = {
        "cc": s.cc[who],
        "cc_base": s.cc_base[who],
        "out": s.out[who],
        "depots": s.world.grid.list_names(s.depots[who]),
        "lost_trains": s.lost_trains[who],
        "table": s.table()[who],
        "counters_left": s.to_place[who] + s.dummies_left[who],
        "trains": {names[h]: n for h, n in sorted(_counters(s, who).items())},
        "shown": {names[h]: n for h, n in sorted(s.shown[who].items())},
    }
    if who == side:
        found["genuine"] = {names[h]: n for h, n in sorted(s.genuine[who].items())}
        found["to_place"] = s.to_place[who]
        found["dummies_left"] = s.dummies_left[who]
        if s.hidden:
            draft = s.veil.draft[who]
            decoys = s.veil.decoys[who] if draft is None else draft
            found["decoys"] = {names[h]: n for h, n in sorted(decoys.items())}
            found["decoys_left"] = DUMMY_COUNTERS - sum(decoys.values()) - _on_the_way(s, who)
    return found


def _on_the_way(s: Campaign, who: int) -> int:
    """Dummies with a column on its way; before its first step they still lie in its hex."""
    m = s.march
    return s.veil.column if m is not None and m.side == who and m.hexes else 0


def _counters(s: Campaign, who: int) -> dict[int, int]:
    """Train counters by hex, genuine or not."""
    found = dict(s.genuine[who])
    for h, n in s.dummies[who].items():
        found[h] = found.get(h, 0) + n
    return found


def _seen(m: March, side: int) -> bool:
    """A column that is only being named says which Train is genuine: the enemy sees it while it moves."""
    return m.side == side or (m.hexes > 0 and not m.ended)


def _ordered(s: Campaign, b: Attack, side: int) -> bool:
    """An attack is the attacker's secret while he still names its units."""
    return b.side == side or not (s.agenda and isinstance(s.agenda[-1], OrderUnits))


def _march(s: Campaign, m: March) -> Json:
    ids, names = s.world.ids, s.world.grid.names
    return {
        "side": SIDES[m.side],
        "start": names[m.start],
        "here": names[m.here],
        "hexes": m.hexes,
        **({"dummies": s.veil.column} if s.hidden else {}),
        "units": [ids[u] for u in bits(m.units)],
        "leaders": [ids[u] for u in bits(m.leaders)],
    }


def _battle(s: Campaign, b: Attack) -> Json:
    ids, names = s.world.ids, s.world.grid.names
    return {
        "attacker": SIDES[b.side],
        "start": names[b.start],
        "target": names[b.target],
        "units": [ids[u] for u in bits(b.units)],
        "cc": {SIDES[b.side]: b.cc[0], SIDES[1 - b.side]: b.cc[1]},
        "support": {
            SIDES[b.side]: [names[h] for h in b.helpers[0]],
            SIDES[1 - b.side]: [names[h] for h in b.helpers[1]],
        },
        "margin": b.margin,
        "hits": {SIDES[b.side]: b.hits[0], SIDES[1 - b.side]: b.hits[1]},
    }
