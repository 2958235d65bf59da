"""Rulebook 9: morale: when it is tested, how, and what failing does."""

from __future__ import annotations

from typing import Final

from grognard.games.tabletop.rules.figures import cover_of, place, pose
from grognard.games.tabletop.rules.flight import destroy
from grognard.games.tabletop.rules.orders import general_in_danger
from grognard.games.tabletop.world import data
from grognard.games.tabletop.world.formations import CREW, UNLIMBERED, bases_of
from grognard.games.tabletop.world.state import NOBODY, READY, RETREATING, ROUTED, Battle, Park
from grognard.games.tabletop.world.world import World

Term = tuple[str, int]
RULE: Final = data.units().pm_rule
THRESHOLD: Final = RULE.test_threshold
FIRE: Final = "fire"
MELEE: Final = "melee"
DIE: Final = {FIRE: 10, MELEE: 6}
HOLDS: Final = 5
ROUT_LOSS: Final = RULE.rout_extra_loss
RETREAT_LOSS: Final = RULE.retreat_extra_loss
HOLD, RETREAT, ROUT = "hold", "retreat", "rout"


def needs_test(pm: int, lost: int) -> bool:
    """[9.1] A unit tests when it has lost at least one morale point and then has four or fewer."""
    return lost >= 1 and 0 < pm <= THRESHOLD


def result_of(total: int) -> str:
    """[9.3] [9.4] [9.5] 2 or less: rout; 3 or 4: retreat; 5 or more: it holds."""
    return ROUT if total <= 2 else RETREAT if total < HOLDS else HOLD


def terms(
    world: World, klass: str, russian: bool, general: bool, charismatic: bool, hard_cover: bool, bases_lost: int
) -> list[Term]:
    """[9.2] What is added to the die."""
    found = [
        (klass, world.data.classes.morale[klass]),
        ("general", 1 if general else 0),
        ("charismatic", 1 if general and charismatic else 0),
        ("russian", 1 if russian else 0),
        ("hard_cover", 1 if hard_cover else 0),
        ("bases_lost", -bases_lost),
    ]
    return [term for term in found if term[1]]


def terms_of(s: Battle, u: int) -> list[Term]:
    """[9.2] The modifiers of a unit as it stands."""
    info = s.info(u)
    with_it = s.general_with(u)
    charismatic = any(s.charismatic(g) for g in with_it)
    russian = info.nation == "RU" and info.infantry
    lost = info.bases - bases_of(s.units[u].pm)
    return terms(s.world, info.klass, russian, bool(with_it), charismatic, cover_of(s, u) == "heavy", lost)


def lose(s: Battle, u: int, pm: int) -> None:
    """[1.5] A unit loses morale points, and with every second one a base; none left: it is destroyed."""
    unit = s.units[u]
    unit.pm = max(0, unit.pm - pm)
    if unit.pm == 0:
        destroy(s, u)
    elif unit.formation in ("square", "line") and unit.bases < 2:
        place(s, u, pose(s, u)._replace(formation="column"))  # [2.2] one base is neither


def take_test(s: Battle, u: int, cause: str, by_infantry: bool = False) -> str:
    """[9.1] [9.6] One test for all that a unit lost in a step."""
    die = s.dice.roll(DIE[cause])
    found = terms_of(s, u)
    total = die + sum([value for _, value in found])
    result = result_of(total)
    if result == RETREAT and cause == MELEE and by_infantry and s.in_square(u):
        result = ROUT  # [9.4]
    s.emit("morale", u, die, total - die, total, result)
    if result == ROUT:
        rout(s, u)
    elif result == RETREAT and s.units[u].status == READY:
        fail(s, u, RETREATING)
    return result


def rout(s: Battle, u: int) -> None:
    """[9.3] A rout costs two more morale points at once; the unit runs at the start of the next turn."""
    fail(s, u, ROUTED)
    lose(s, u, ROUT_LOSS)


def fail(s: Battle, u: int, status: int) -> None:
    """[9.3] [9.4] [9.7] In disorder, no longer charging; [9.9] gunners leave unlimbered guns where they stand."""
    unit = s.units[u]
    unit.status = status
    unit.target = NOBODY
    s.disorder(u)
    if unit.formation == UNLIMBERED:
        abandon(s, u)


def abandon(s: Battle, u: int) -> None:
    """[9.9] The guns stay, the gunners go."""
    unit = s.units[u]
    s.parks.append(Park(u, unit.x, unit.y, unit.facing, NOBODY))
    unit.formation = CREW
    s.emit("guns_abandoned", u)


def suffer(s: Battle, losses: dict[int, int], cause: str) -> list[int]:
    """[7.13] [8.3] Losses of one step, all together; who must test then. Generals with the losers are in danger."""
    hurt = [u for u in sorted(losses) if losses[u] > 0]
    for u in hurt:
        s.emit("lost", u, losses[u], max(0, s.units[u].pm - losses[u]))
        general_in_danger(s, u)
        lose(s, u, losses[u])
        if cause == FIRE:
            s.units[u].hurt = True
    return [u for u in hurt if s.units[u].on_table and needs_test(s.units[u].pm, losses[u])]
