"""[16.13] The two-year campaign: whether to go into winter quarters, and where everybody stands in May 1813."""

from __future__ import annotations

from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import value_of
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.network import distances
from grognard.bots.marshal_russia1812.quarters import wants_quarters
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.action import Action

FRENCH_AIM: Final = "moscow"
RUSSIAN_POSTS: Final = {"moscow": 3.0, "smolensk": 1.5, "kiev": 1.5, "st_petersburg": 2.5, "tver": 0.5, "kaluga": 0.5}
FORWARD: Final = 0.35  # what a hex nearer to the aim is worth
GARRISON: Final = 4.0  # the first unit in a city that scores
MIXED: Final = 1.5  # an arm the stack has not got
COMPANY: Final = 0.3
UNFED: Final = 5.0  # where no Depot feeds
FULL_POST: Final = 4  # units that make a post strong enough


def ask_quarters(mind: Mind) -> str:
    """A year more in supply and without a winter, unless the campaign is as good as won (14.7)."""
    return mind.say("quarters" if wants_quarters(mind.p) else "pass")


def lodge(mind: Mind) -> str:
    """A place for each piece: the French as far forward as their Depots are, the Russians before their great cities."""
    p = mind.p
    if p.world.commanders >> mind.options[0].args[0] & 1:
        return mind.pick(mind.options, lambda option: _with_troops(p, option))
    post = _french_post if p.side == FRENCH else _russian_post
    return mind.pick(mind.options, lambda option: post(p, option) + _company(p, option))


def _company(p: Situation, option: Action) -> float:
    """All three arms together, and no lonely units."""
    w = p.world
    there = p.fighters(option.args[-1], p.side)
    arm = next(arm for arm in (w.infantry, w.cavalry, w.artillery) if arm >> option.args[0] & 1)
    return (MIXED if there and not there & arm else 0.0) + COMPANY * there.bit_count()


def _french_post(p: Situation, option: Action) -> float:
    """[16.13] Cities with a Depot near Moscow; a garrison in each that scores."""
    h = option.args[-1]
    score = -FORWARD * distances(p.edition, FRENCH, p.world.city_hex[FRENCH_AIM])[h]
    if p.world.russia >> h & 1 and not p.occ[FRENCH] >> h & 1:
        score += GARRISON * dict(p.world.vp_cities).get(h, 0) ** 0.5
    return score if _fed(p) >> h & 1 else score - UNFED


def _fed(p: Situation) -> int:
    """[6.2] Where the French would be in supply by the Depots that stand, no Russian being placed yet."""
    return p.supplied_hexes(FRENCH, depots=p.depots[FRENCH])


def _russian_post(p: Situation, option: Action) -> float:
    """The cities worth most, each until it is strongly held; else near one of them."""
    best = -99.0
    for name, worth in RUSSIAN_POSTS.items():
        city = p.world.city_hex[name]
        steps = p.world.grid.distance(option.args[-1], city)
        near = sum([p.fighters(h, RUSSIAN).bit_count() for h in bits(p.world.near[city] | 1 << city)])
        if not p.occ[FRENCH] >> city & 1:
            best = max(best, worth * max(0.2, 1 - near / (3 * FULL_POST)) * 2 - steps)
    return best


def _with_troops(p: Situation, option: Action) -> float:
    """Commanders go where many units have none, the best to the most."""
    units = p.fighters(option.args[-1], p.side)
    before = p.leaders(option.args[-1], p.side)
    if p.side == FRENCH:
        before &= ~(1 << p.world.napoleon)  # who may go home
    gain = p.force(units, before | 1 << option.args[0]).cr - (p.force(units, before).cr if before else 0)
    return units.bit_count() * (2.0 if not before else 0.3) + gain


def choose_source(mind: Mind) -> str:
    """The new source of supply as far east as may be, where a strong garrison keeps it."""
    p = mind.p
    options = mind.verbs("source")
    if not options:
        return mind.say("pass")
    far = distances(p.edition, FRENCH, p.world.city_hex[FRENCH_AIM])
    return mind.pick(options, lambda option: -far[option.args[-1]] + 0.3 * p.able(option.args[-1], FRENCH).bit_count())


def winter_loss(mind: Mind) -> str:
    """The least useful units, the lowest commanders."""
    p = mind.p

    def worth(option: Action) -> float:
        if p.world.commanders >> option.args[0] & 1:
            return float(p.world.cr[option.args[0]])
        lonely = p.fighters(p.at[option.args[0]], p.side).bit_count() == 1
        return value_of(p, option.args[0]) + 2.0 * lonely

    return mind.pick(mind.options, lambda option: -worth(option))


def return_unit(mind: Mind) -> str:
    """Good commanders, then good units, to where they are needed most."""
    p = mind.p
    places = mind.verbs("place")
    if not places:
        return mind.say("done")

    def worth(option: Action) -> float:
        u = option.args[0]
        own = 2.0 * p.world.cr[u] if p.world.commanders >> u & 1 else float(value_of(p, u))
        return own + 0.3 * _russian_post(p, option)

    return mind.pick(places, worth)


def place_napoleon(mind: Mind) -> str:
    """To the largest stack."""
    return mind.pick(mind.options, lambda option: float(mind.p.able(option.args[-1], FRENCH).bit_count()))
