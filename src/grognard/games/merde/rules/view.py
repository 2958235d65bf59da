"""What a side may know of a battle, built up from nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from grognard.board.squares import names, squares_in
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.messages import messengers
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, GENERALS, GROUPS, NAMES, ORDERS, SIDES
from grognard.games.merde.world.pieces import Act, Clash, Draft, Group, Letter, Scheme, Squares
from grognard.games.merde.world.state import Battle, open_survey, surveying
from grognard.games.merde.world.survey import Picture
from grognard.games.merde.world.world import DECOY, side_of
from grognard.kernel.fixed import Fixed
from grognard.kernel.wire import Json

SQUARE_NAMES = names()
PIECE_NAMES, GROUP_NAMES, GENERAL_NAMES = NAMES["piece"], NAMES["group"], NAMES["general"]
DAMAGE = ("ordered", "attack", "marker")
LISTS: Final = 1 << 12  # of a kind at hand: they are the same in view after view


def view(s: Battle, side: int) -> Json:
    """The whole field as one side sees it (-1: a spectator)."""
    known = open_survey(s)
    if known is None:
        return surveying(s, lambda s: _view(s, side, _picture(s, side).whole()))
    if side not in known.pictures:
        known.pictures[side] = surveying(s, lambda s: _picture(s, side))
    return _view(s, side, known.pictures[side].shown())


def _picture(s: Battle, side: int) -> Picture:
    """What secret answers do not change: they change nothing on the field."""
    generals = [_general(s, g) for who in (0, 1) for g in s.world.generals[who] if s.generals[g] is not None]
    return Picture(_pieces(s, side, [*s.alive(0), *s.alive(1)]), _lost(s), generals, _groups(s, side))


def _view(s: Battle, side: int, picture: Json) -> Json:
    world = s.world
    return {
        "turn": s.turn,
        "phase": s.phase,
        "step": s.step,
        "weather": s.weather,
        "turn_limit": world.turn_limit,
        "sector": s.sector if s.sector >= 0 else None,
        "pieces": picture["pieces"],
        "lost": picture["lost"],
        "generals": picture["generals"],
        "groups": picture["groups"],
        "score": {name: s.captured[who] for who, name in enumerate(SIDES)},
        "sides": {name: _side(s, who, side) for who, name in enumerate(SIDES)},
        "bridges_down": [SQUARE_NAMES[squares[0]] for squares in s.bridges if not s.crossings >> squares[0] & 1],
        "forts": _places(s.forts),
        "bridges": _places(s.crossings),
        "works": {SQUARE_NAMES[sq]: value for sq, value in sorted(s.works.items())},
        "clash": None if s.clash is None else _clash(s, s.clash),
        "mine": None if side < 0 else _draft(s, s.drafts[side]),
        "letters": [] if side < 0 else [_letter(letter) for letter in s.letters[side]],
    }


def glimpse(s: Battle, side: int) -> frozenset[tuple[object, ...]]:
    """Which counters, commanders and Command markers of the enemy a side sees, and where."""
    return surveying(s, lambda s: _glimpse(s, side))


def _glimpse(s: Battle, side: int) -> frozenset[tuple[object, ...]]:
    enemy = 1 - side
    counters = _pieces(s, side, s.alive(enemy))
    pieces = [(p["id"], *p["squares"], p.get("formation"), p.get("facing")) for p in counters]
    generals = [_general(s, g) for g in s.world.generals[enemy] if s.generals[g] is not None]
    posts = [(g["id"], g["square"]) for g in generals]
    markers = [g for g in _groups(s, side) if g["side"] == SIDES[enemy]]
    groups = [(g["id"], g["order"], g["number"], g["supports"]) for g in markers]
    return frozenset([*pieces, *posts, *groups, *(("lost", piece) for piece in _lost(s))])


def _lost(s: Battle) -> list[str]:
    return [PIECE_NAMES[p] for who in (0, 1) for p in s.world.roster[who] if s.pieces[p].gone]


def _fog(s: Battle) -> bool:
    """[19.1] Whether any counter lies flag side up."""
    pieces = s.pieces
    return any([pieces[p].hidden for side in (0, 1) for p in s.alive(side)])


def _veiled(s: Battle, piece: int, side: int) -> bool:
    """[19.1] Whether a side sees no more of a piece than its back and its Command marker."""
    return s.pieces[piece].hidden and side_of(piece) != side


def _pieces(s: Battle, side: int, everybody: list[int]) -> list[Json]:
    """The counters; hidden ones by where they lie, so that their order tells nothing."""
    if not _fog(s):
        return [_piece(s, p, side) for p in everybody]
    known = [_piece(s, p, side) for p in everybody if not _veiled(s, p, side)]
    backs = [_back(p, sq) for p in everybody if _veiled(s, p, side) for sq in s.pieces[p].squares]
    return known + sorted(backs, key=_by_id)


def _by_id(found: Json) -> str:
    return str(found["id"])


def _back(piece: int, sq: int) -> Json:
    """[19.1] The back of a counter, one in each square. Its name or its group's would tell a decoy from a regiment."""
    name = SQUARE_NAMES[sq]
    return {
        "id": "?" + name,
        "side": SIDES[side_of(piece)],
        "squares": _squares((sq,)),
        "group": "?" + name,
        "hidden": True,
    }


def _groups(s: Battle, side: int) -> list[Json]:
    """[6.3] Command markers lie open; those of hidden counters by counter, as they lie beside them."""
    found, veiled = [], []
    fog = _fog(s)
    for g, group in enumerate(s.groups):
        members = s.members(g) if group is not None else []
        if group is None or not members:
            continue
        hidden = [p for p in members if _veiled(s, p, side)] if fog else []
        if len(hidden) < len(members):
            found.append(_group(s, g, group, _is_told(s, group.supports, side) if fog else group.supports >= 0))
        for back in [_back(p, sq) for p in hidden for sq in s.pieces[p].squares]:
            veiled.append(
                {
                    "id": back["group"],
                    "side": back["side"],
                    "order": ORDERS[group.order],
                    "number": group.number or None,
                    "column": None,
                    "supports": None,
                    "release": None,
                    "holding": False,
                    "shaken": False,
                }
            )
    return found + sorted(veiled, key=_by_id)


@lru_cache(LISTS)
def _squares(squares: Squares) -> Fixed[str]:
    return Fixed([SQUARE_NAMES[sq] for sq in squares])


@lru_cache(LISTS)
def _places(squares: int) -> Fixed[str]:
    """The squares of a mask."""
    return Fixed([SQUARE_NAMES[sq] for sq in squares_in(squares)])


@lru_cache(LISTS)
def listed(values: tuple[Any, ...]) -> Fixed[Any]:
    return Fixed(values)


@lru_cache(LISTS)
def _hand(markers: tuple[int, ...]) -> Fixed[Fixed[int]]:
    return Fixed([Fixed((red(marker), blue(marker))) for marker in markers])


def _piece(s: Battle, piece: int, side: int) -> Json:
    """A counter face up, or one's own: what is printed on it, and how it stands."""
    p = s.pieces[piece]
    stock = s.world.stock(piece)
    known: Json = {
        "id": PIECE_NAMES[piece],
        "side": SIDES[stock.side],
        "squares": _squares(p.squares),
        "group": GROUP_NAMES[p.group],
        "hidden": p.hidden,
        "name": stock.name,
        "unit": stock.id,
        "counters": listed(stock.counters),
        "arm": stock.arm,
        "level": stock.level,
        "corps": stock.corps,
        "formation": FORMATIONS[p.formation],
        "facing": FACINGS[p.facing],
        "men": listed(p.men),
        "full": listed(stock.men),
        "damage": DAMAGE[p.damage],
        "temporary": p.expires > 0,
        "routed": p.routed,
        "less": p.less,
        "out": p.out,
        "hits": p.hits,
        "shelled": p.shelled,
        "markers": len(p.hand),
        "decoy": stock.arm == DECOY,
        "general": GENERAL_NAMES[stock.general],
        "flags": _flags(p.dealt, p.fired, p.skirmished, p.retreated, p.charged > 0, p.engaged),
    }
    if stock.side == side:
        known["post"] = _squares(p.post)
        known["hand"] = _hand(p.hand)
    return known


FLAGS: Final = ("dealt", "fired", "skirmished", "retreated", "charged", "engaged")


@lru_cache(LISTS)
def _flags(*shown: bool) -> Fixed[str]:
    return Fixed([name for name, there in zip(FLAGS, shown, strict=True) if there])


def _general(s: Battle, general: int) -> Json:
    found, officer = s.commander(general), s.world.officer(general)
    return {
        "id": GENERAL_NAMES[general],
        "side": SIDES[general // GENERALS],
        "name": officer.name,
        "role": officer.role,
        "corps": officer.corps,
        "value": found.value,
        "radius": found.radius,
        "square": SQUARE_NAMES[found.square] if found.square >= 0 else None,
        "moved": found.moved,
        "back": found.back or None,
    }


def _is_told(s: Battle, backed: int, side: int) -> bool:
    """[19.1] Whom a support backs is not told while all of those lie hidden."""
    members = s.members(backed) if backed >= 0 else []
    return backed >= 0 and not (members and all([_veiled(s, p, side) for p in members]))


def _group(s: Battle, number: int, group: Group, told: bool) -> Json:
    """A Command marker; ``told``: whom a support backs is known."""
    return {
        "id": GROUP_NAMES[number],
        "side": SIDES[number // GROUPS],
        "order": ORDERS[group.order],
        "number": group.number or None,
        "column": group.column + 1,
        "supports": GROUP_NAMES[group.supports] if told else None,
        "release": group.release or None,
        "holding": group.holding,
        "shaken": group.shaken,
    }


def _side(s: Battle, who: int, side: int) -> Json:
    """Flags, pools and what is used up; that a side has answered is known, not what."""
    known: Json = {
        "flags": _squares(tuple(s.flags[who])),
        "captured": s.captured[who],
        "needed": s.world.flags_needed,
        "removed": s.removed[who] / 2,
        "pool": len(s.pool[who]),
        "discards": len(s.discards[who]),
        "intervened": s.intervened[who],
        "messengers": messengers(s, who) if s.generals[s.world.generals[who][0]] is not None else 0,
        "riding": sum([1 for letter in s.letters[who] if letter.tested]),
        "scouts": s.scouts[who] if s.foggy else 0,
        "auto": who == s.auto,
    }
    if who == side:
        known["discarded"] = sorted(_hand(tuple(s.discards[who])))
    return known


def _letter(letter: Letter) -> Json:
    return {
        "group": NAMES["group"][letter.group],
        "order": ORDERS[letter.order] if letter.order >= 0 else None,
        "column": letter.column + 1,
        "number": letter.number or None,
        "supports": NAMES["group"][letter.supports] if letter.supports >= 0 else None,
        "general": NAMES["general"][letter.general],
        "arrives": letter.arrives,
    }


def _draft(s: Battle, draft: Draft) -> Json:
    """What one has written down so far."""
    return {
        "closed": draft.closed,
        "chosen": draft.chosen,
        "stage": draft.stage,
        "plans": [_scheme(scheme) for _, scheme in sorted(draft.schemes.items())],
        "notes": [list(note) for note in draft.notes],
        "letters": [_letter(letter) for letter in draft.letters],
    }


def _scheme(scheme: Scheme) -> Json:
    path, acts = _written(tuple(scheme.acts))
    return {
        "piece": PIECE_NAMES[scheme.piece],
        "squares": _squares(scheme.squares),
        "formation": FORMATIONS[scheme.formation],
        "facing": FACINGS[scheme.facing],
        "left": scheme.limit - max(scheme.spent),
        "allowance": scheme.allowance,
        "path": path,
        "acts": acts,
    }


@lru_cache(LISTS)
def _written(acts: tuple[Act, ...]) -> tuple[Fixed[Fixed[str]], Fixed[Fixed[int | str]]]:
    """The way of a plan, and all that it does: what is written never changes."""
    path = [_squares(act.squares) for act in acts if act.step]
    return Fixed(path), Fixed([_act(act) for act in acts])


def _act(act: Act) -> Fixed[int | str]:
    return Fixed([act.unit, FORMATIONS[act.formation], FACINGS[act.facing], act.spent, *_squares(act.squares)])


def _clash(s: Battle, clash: Clash) -> Json:
    return {
        "pieces": [NAMES["piece"][p] for p in clash.pieces],
        "bearing": clash.bearing,
        "round": clash.round,
        "charge": clash.run,
        "converged": clash.converged,
    }
