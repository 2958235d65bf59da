"""Rulebook 28 and 29: what a regiment brings to an exchange, term by term."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from grognard.board.squares import FRONT, bearing, distance, nearest
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.orders import cohesive
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import ATTACK, LINE, MARCH, MASS, OPEN, SQUARE
from grognard.games.merde.world.pieces import ATTACK_LESS, Squares, living
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import CAVALRY, INFANTRY

FIRE: Final = 0  # steps of combat
CHARGE: Final = 1
MELEE: Final = 2
KEPT: Final = 1 << 14  # pairs of places compared before: the same few regiments meet in the same squares
FACTOR: Final = ("fire", "charge", "melee")
Terms = list[tuple[str, int]]
TERM_RULES: Final = {
    "strength": "28.2",
    "fire": "28.2",
    "charge": "29.3",
    "melee": "29.4",
    "defence": "28.2",
    "damage": "28.4",
    "inside": "14.6",
    "weather": "17.3",
    "march_column": "35.3",
    "shaken": "37.3",
    "skirmished": "27.4",
    "general": "36.2",
    "group": "28.3",
    "grenadiers": "28.3",
    "ground": "28.3",
    "engineers": "38.2",
    "flank": "35.1",
    "converged": "29.5",
    "square": "32.2",
}


class Stance(NamedTuple):
    """The circumstances of an exchange for one regiment."""

    step: int = FIRE
    attacked: bool = True  # [28.3] the enemy named the engagement, charges or shoots
    flank: bool = False  # [35.1] attacked in flank
    charging: bool = False
    round: int = 1  # of melee
    converging: bool = False  # its own second battalion converges [29.5]
    converged_on: bool = False  # the enemy's does
    both: bool = False  # [31.5] both squadrons fight, one on each flank


def total(terms: Terms) -> int:
    return sum([value for _, value in terms])


def contact_square(s: Battle, piece: int, foe: int) -> int:
    """The square of a piece that is in contact with another: straight ahead rather than across a corner."""
    return _touching(s.pieces[piece].squares, s.pieces[foe].squares)


@lru_cache(maxsize=KEPT)
def _touching(squares: Squares, others: Squares) -> int:
    return min(squares, key=lambda sq: (nearest((sq,), others), _crosswise(sq, others), squares.index(sq)))


def _crosswise(sq: int, others: Squares) -> int:
    return min(
        [0 if sq & 63 == at & 63 or sq >> 6 == at >> 6 else 1 for at in others if distance(sq, at) <= 1], default=1
    )


def bearing_of(s: Battle, attacker: int, defender: int) -> int:
    """[12.3] [35.1] Where an attacker stands as the defender sees it."""
    d = s.pieces[defender]
    return seen_at(d.squares, d.formation, d.facing, s.pieces[attacker].squares, s.arm(attacker) == CAVALRY)


def seen_at(squares: Squares, formation: int, facing: int, others: Squares, cavalry: bool) -> int:
    """[12.3] [35.1] Where others stand as a regiment sees it that stands so: the most favourable of all pairs of
    squares. ``cavalry``: the others are."""
    if formation == SQUARE or (formation == MASS and cavalry):
        return FRONT
    return _bearing(squares, facing, others)


@lru_cache(maxsize=KEPT)
def _bearing(squares: Squares, facing: int, others: Squares) -> int:
    found = [bearing(at, facing, sq) for at in squares for sq in others if distance(at, sq) == 1]
    return min(found, default=FRONT)


def in_front(s: Battle, piece: int, foe: int) -> bool:
    """[12.3] Whether an adjacent enemy stands in the front of a regiment."""
    p = s.pieces[piece]
    return faces(p.squares, p.formation, p.facing, s.pieces[foe].squares)


def faces(squares: Squares, formation: int, facing: int, others: Squares) -> bool:
    """[12.3] The same of one that stands so, and of others next to it; a square has a front all round."""
    return nearest(squares, others) == 1 if formation == SQUARE else _faces(squares, facing, others)


@lru_cache(maxsize=KEPT)
def _faces(squares: Squares, facing: int, others: Squares) -> bool:
    return any([distance(at, sq) == 1 and bearing(at, facing, sq) == FRONT for at in squares for sq in others])


def compare(s: Battle, piece: int, foe: int, stances: tuple[Stance, Stance], marker: int, mine: int) -> int:
    """[28.1] One attack: total against total, told term by term; the difference. ``mine`` -1: no marker defends."""
    attack, defence = attack_terms(s, piece, foe, stances[0]), defence_terms(s, foe, piece, stances[1])
    strong = total(attack) + red(marker)
    firm = total(defence) + (blue(mine) if mine >= 0 else 0)
    s.tale.append((piece, foe, stances[0].step, tuple(attack), marker, tuple(defence), mine))
    s.emit("attack", piece, foe, stances[0].step, strong, firm, strong - firm, marker, mine)
    s.explain(tuple(attack), tuple(defence), s.pieces[foe].squares[0])
    return strong - firm


# [28.2] [29.3] strength and factors


def fighting_units(s: Battle, piece: int, foe: int, stance: Stance) -> tuple[list[int], list[int]]:
    """[28.2] [29.3] [29.5] The battalions whose strength counts, and those whose factors count."""
    p, q = s.pieces[piece], s.pieces[foe]
    alive = [unit for unit, men in enumerate(p.men) if men]
    if len(alive) < 2 or stance.both:
        return alive, alive
    front = [s.unit_at(piece, contact_square(s, piece, foe))] if len(p.squares) == 2 else [p.front_unit]
    if p.formation == OPEN:
        return front, front
    if p.formation == LINE:
        if stance.step == FIRE or stance.converging or not _meets_a_wedge(s, piece, foe):
            return alive, alive
        return front, front
    late = p.formation == ATTACK and stance.step == MELEE and stance.round >= 2 and q.formation == LINE
    return (front if late else alive), front


def _meets_a_wedge(s: Battle, piece: int, foe: int) -> bool:
    """[29.3] R-29e: whether of a line only the part in contact fights: infantry and cavalry against an attack column,
    cavalry against a square or mass column too."""
    formation = s.pieces[foe].formation
    return formation == ATTACK or (formation in (SQUARE, MASS) and s.arm(piece) == CAVALRY)


def strength(s: Battle, piece: int, foe: int, stance: Stance) -> int:
    """[28.2] [29.3] Strength points that count."""
    return _men(s, piece, fighting_units(s, piece, foe, stance)[0])


def _men(s: Battle, piece: int, units: list[int]) -> int:
    men = s.pieces[piece].men
    return sum([men[unit] for unit in units])


def factor(s: Battle, piece: int, foe: int, stance: Stance, name: str) -> int:
    """[28.2] The factors of the battalions that count."""
    return _factors(s, piece, fighting_units(s, piece, foe, stance)[1], name)


def _factors(s: Battle, piece: int, units: list[int], name: str) -> int:
    kinds = s.world.stock(piece).kinds
    found = 0
    for kind in [kinds[unit] for unit in units]:
        if name == "defence":
            found += kind.defence
        else:
            found += kind.fire if name == "fire" else kind.charge if name == "charge" else kind.melee
    return found


def _weight(s: Battle, piece: int, foe: int, stance: Stance, name: str) -> Terms:
    """[28.2] [29.3] Strength points and factors that count."""
    strong, front = fighting_units(s, piece, foe, stance)
    return [("strength", _men(s, piece, strong)), (name, _factors(s, piece, front, name))]


# [28.4] the attack


def attack_terms(s: Battle, piece: int, foe: int, stance: Stance) -> Terms:
    """[28.1] [28.4] Strength, factor and modifiers of an attack."""
    p, stock = s.pieces[piece], s.world.stock(piece)
    terms = _weight(s, piece, foe, stance, FACTOR[stance.step])
    if p.damage == ATTACK_LESS:
        terms.append(("damage", -1))
    if hampered(s, piece, foe):
        terms.append(("inside", -1))
    if stance.step == FIRE:
        fire = s.world.weathers[s.weather].fire.get(stock.kinds[0].klass, 0)
        if fire:
            terms.append(("weather", fire))
    if march_column_caught(s, piece, stance):
        terms.append(("march_column", -1))
    if s.group_of(piece).shaken:
        terms.append(("shaken", -1))
    if p.skirmished:
        terms.append(("skirmished", -1))
    return terms


def hampered(s: Battle, piece: int, foe: int) -> bool:
    """[14.6] Inside a wood, settlement or farm all but elite infantry and light infantry fight worse."""
    if not s.world.rough >> contact_square(s, piece, foe) & 1:
        return False
    stock = s.world.stock(piece)
    if stock.arm != INFANTRY:
        return True
    return not (stock.level == 7 or all(kind.light for kind in stock.kinds))


def march_column_caught(s: Battle, piece: int, stance: Stance) -> bool:
    """[35.3] Attacked in march column: not inside a place, where the column is normal; not cavalry that charges."""
    p = s.pieces[piece]
    if p.formation != MARCH or not stance.attacked or (stance.charging and s.arm(piece) == CAVALRY):
        return False
    return not any(s.world.cover >> sq & 1 for sq in p.squares)


# [28.3] the defence


def defence_terms(s: Battle, piece: int, foe: int, stance: Stance) -> Terms:
    """[28.1] [28.3] Strength, factor and modifiers of a defence."""
    p = s.pieces[piece]
    terms = _weight(s, piece, foe, stance._replace(converging=False) if stance.converging else stance, "defence")
    if general_with_group(s, piece):
        terms.append(("general", 1))
    if not s.is_regiment(piece):
        return terms + ground_terms(s, piece, foe)
    together = cohesive(s, piece)
    if together and p.formation in (LINE, ATTACK):
        terms.append(("group", 1))
    if grenadiers(s, piece, together):
        terms.append(("grenadiers", 1))
    terms += ground_terms(s, piece, foe)
    if march_column_caught(s, piece, stance):
        terms.append(("march_column", -2))
    if stance.flank:
        terms.append(("flank", -2))
    if stance.converged_on:
        terms.append(("converged", -2))
    if s.group_of(piece).shaken:
        terms.append(("shaken", -1))
    return terms + against_cavalry(s, piece, foe)


def general_with_group(s: Battle, piece: int) -> bool:
    """[36.2] The group's own corps general in or next to a square of the group."""
    general = s.generals[s.world.stock(piece).general]
    if general is None or general.square < 0:
        return False
    members = s.members(s.pieces[piece].group)
    return any(nearest((general.square,), s.pieces[p].squares) <= 1 for p in [piece, *members])


def grenadiers(s: Battle, piece: int, together: bool) -> bool:
    """[28.3] A grenadier battalion in the group, itself included."""
    group = [p for p in s.members(s.pieces[piece].group) if not s.pieces[p].routed] if together else [piece]
    for p in group:
        kinds = s.world.stock(p).kinds
        if any(kinds[unit].grenadier for unit, men in enumerate(s.pieces[p].men) if men and unit < len(kinds)):
            return True
    return False


def ground_terms(s: Battle, piece: int, foe: int) -> Terms:
    """[28.3] The best of the ground, and what engineers made of a work."""
    at = contact_square(s, piece, foe)
    best = best_ground(s, s.pieces[piece].squares, at)
    terms: Terms = [("ground", best)] if best else []
    if s.works.get(at):
        terms.append(("engineers", s.works[at]))
    return terms


def best_ground(s: Battle, squares: tuple[int, ...], at: int) -> int:
    """[28.3] What the ground gives those who stand on some squares and are attacked on one of them."""
    values, world = ground_values(s.switch("old_defence_values")), s.world
    best = 0
    for sq in squares:
        if (world.hill | world.wall) >> sq & 1:
            best = values["hill"]
    for name in ("wood", "settlement", "farm", "fortress") if world.cover >> at & 1 else ():
        if world.terrain[name] >> at & 1:
            best = max(best, values[name])
    if s.forts >> at & 1:
        built_up = (world.settlement | world.farm) >> at & 1
        best = max(best, values["fortified_settlement"] if built_up else values["fortification"])
    return best


@cache
def ground_values(old: bool) -> dict[str, int]:
    """[28.3] [46.1] The table of defence by terrain; by a switch the older figures of chapter 28."""
    values = {name: value for name, value in data.tables().defence_terrain.items() if isinstance(value, int)}
    if old:
        values |= {"settlement": 3, "wood": 3, "farm": 3, "fortification": 3, "fortress": 4, "fortified_settlement": 4}
    return values


def against_cavalry(s: Battle, piece: int, foe: int) -> Terms:
    """[32.2] Square and mass column against cavalry."""
    p = s.pieces[piece]
    if p.formation not in (SQUARE, MASS) or s.arm(foe) != CAVALRY:
        return []
    if any(kind.lancer for kind in s.world.stock(foe).kinds):
        return [("square", 1)]
    bonus = (3 if p.formation == SQUARE else 2) - (0 if living(p) == 2 else 1)
    return [("square", bonus)]
