"""What walks through ``vanguard`` prefer, what must hold at every step, strange positions, and its secrets."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.retreat import open_ground
from grognard.games.vanguard.rules.sequence import NextTurn
from grognard.games.vanguard.rules.stacking import may_stack, room
from grognard.games.vanguard.world.roster import COALITION, FRENCH, NO_ORDER
from grognard.games.vanguard.world.state import DEAD, ON_TRACK, SAFE, WAITING, Battle
from grognard.kernel.action import Action
from grognard.kernel.match import Match
from pace import Pace
from taste import Taste

VERBS = {
    "order": 6,
    "detach": 5,
    "done": 0.6,
    "all": 8,
    "enter": 2,
    "round": 0.1,
    "bombard": 9,
    "move": 6,
    "join": 0.4,
    "column": 2,
    "charge": 9,
    "stop": 1,
    "stay": 0.4,
    "shoot": 9,
    "back": 2,
    "leave": 0.3,
    "rouse": 6,
    "top": 0.6,
    "counter": 3,
    "assault": 9,
    "withdraw": 0.2,
    "with": 5,
    "also": 2,
    "go": 3,
    "repel": 5,
    "rally": 8,
    "advance": 5,
    "press": 2,
    "contest": 3,
    "headquarters": 3,
    "try": 2,
    "slip": 3,
    "evade": 1.5,
}


class TasteVanguard(Taste):
    """March at the enemy, bombard, assault, and rally: every question of the book comes up."""

    def __init__(self, match: Match, side: str) -> None:
        super().__init__(match, side)
        assert isinstance(match.state, Battle)
        self.s = match.state
        self.who = match.sides.index(side)
        self.asked = type(match.state.agenda[-1]).__name__
        self.far = self.s.world.far_from(self.s.occ[1 - self.who])

    def verb(self, verb: str, count: int) -> float:
        if self.asked == "Step" and verb == "go":
            return 4
        if self.asked == "Step" and verb == "stop":
            move = self.s.move
            assert move is not None
            return 6 if move.here >= 0 and self.far[move.here] == 1 else 0.6 + 0.3 * move.hexes
        if self.asked == "MoveUnits" and verb == "done":
            return 0.15
        return VERBS.get(verb, 1)

    def action(self, action: Action) -> float:
        verb, args = action.verb, action.args
        if verb in ("order", "detach", "try", "adopt"):
            return (2, 4, 0.6, 0.5)[args[-1]]
        if verb == "go" and args:
            here = self.s.move.here if self.s.move is not None else -1
            return 5.0 ** (self.far[here] - self.far[args[0]]) if here >= 0 else 1
        if verb == "move":
            h = self.s.at[args[0]]
            return 0.2 + 6 / (1 + self.far[h]) if h >= 0 else 3
        return 1


# what always holds


def check_vanguard(s: Any) -> None:
    """Every board agrees with the counters, and the counters with the rules."""
    check_boards(s)
    check_markers(s)
    check_hexes(s)
    check_tracks(s)


def check_boards(s: Battle) -> None:
    """Stacks, occupation and zones are what the positions of the counters make them."""
    world = s.world
    stacks: dict[int, int] = {}
    for u, h in enumerate(s.at):
        assert h in (WAITING, DEAD, ON_TRACK, SAFE) or world.hexes >> h & 1, f"{world.roster.ids[u]} is nowhere: {h}"
        assert h == DEAD or world.pieces >> u & 1, "a counter of the other battle"
        if h >= 0:
            stacks[h] = stacks.get(h, 0) | 1 << u
    assert {h: mask for h, mask in enumerate(s.stack) if mask} == stacks
    assert s.there == sum(stacks.values())
    for side in (FRENCH, COALITION):
        units = world.units & world.of_side[side] & ~s.damaged
        assert s.occ[side] == _hexes(stacks, units)
        assert s.steady[side] == _hexes(stacks, units & ~s.disordered & ~s.routed)


def _hexes(stacks: dict[int, int], pieces: int) -> int:
    return sum(1 << h for h, mask in stacks.items() if mask & pieces)


def check_markers(s: Battle) -> None:
    """Markers lie on counters that are there, and on the kinds that bear them."""
    world = s.world
    there = sum(1 << u for u, h in enumerate(s.at) if h >= 0)
    assert not s.disordered & s.routed
    assert not (s.disordered | s.routed) & ~(there & world.troops), "[11.0.2] only infantry and cavalry break"
    assert not s.turned & ~(there & world.guns & ~world.fixed)
    assert not s.damaged & ~world.fixed
    assert not s.lost & ~there
    assert not s.charging & ~(there & world.horse)
    assert not s.fatigued & ~world.light
    assert all(world.roster.pf_reduced[u] for u in bits(s.reduced))
    assert s.open_order or not (s.skirmished or s.fatigued)
    assert s.independent or not s.columns
    assert {u for u, h in enumerate(s.at) if h == ON_TRACK} == set(s.track)
    assert {u for u, h in enumerate(s.at) if h == WAITING} == set(s.due)
    for u in bits(s.routed):
        assert s.order_of(u) in range(4)


def check_hexes(s: Battle) -> None:
    """[7.1] [9.1] [10.0] Nobody stands on closed ground or among enemies; stacks are legal but for the mover."""
    world = s.world
    moving = s.move.units if s.move is not None else 0
    assert not s.occ[FRENCH] & s.occ[COALITION], "both sides share a hex"
    for side in (FRENCH, COALITION):
        assert not s.occ[side] & world.impassable
        for h in bits(s.occ[side]):
            resting = s.combat(h, side) & ~moving
            assert may_stack(world, resting), f"overfull: {world.grid.names[h]}"
            fleeing = any(type(frame).__name__ in ("Overrun", "Flight") for frame in s.agenda) or s.outcome is not None
            assert fleeing or not s.leaders(h, 1 - side), f"[8.2.3] a leader among enemies: {world.grid.names[h]}"
            assert not resting & world.horse or not world.redoubts >> h & 1, "[R-76] cavalry in a redoubt"


def check_tracks(s: Battle) -> None:
    """Turn, weather, losses and orders are in their ranges."""
    assert 0 <= s.turn <= s.world.last_turn
    assert s.weather in ((0,) if s.world.montebello else (1, 2, 3))
    assert min(*s.steps_lost, *s.leaders_lost, s.flags, *s.changes) >= 0
    if s.world.montebello:
        assert s.flags == 0
    for f in s.world.formations:
        assert s.orders[f] in range(NO_ORDER, 4)
        assert not s.marching_formation(f) or s.orders[f] == 3, "[17.1.5] a march order means Manoeuvre"
    if s.phase not in (7, 8):
        assert s.move is None
        assert not s.assaults
    assert s.fight < len(s.assaults)


# strange positions


def scramble_vanguard(match: Match, rng: random.Random) -> None:
    """Begin some turn anywhere: both armies thrown about a battlefield, broken, lost and with any orders."""
    old = match.state
    assert isinstance(old, Battle)
    s = match.state = Battle(match.dice, old.world, old.options)
    world = s.world
    s.turn = rng.randint(1, 6)
    fields = [rng.choice(bits(world.hexes & ~world.impassable)) for _ in range(rng.randint(1, 3))]
    for u in bits(world.pieces):
        if u in s.due and s.due[u][0] > s.turn + 1:
            s.at[u] = WAITING
            continue
        s.due.pop(u, None)
        _throw(s, u, world.grid.disc(rng.choice(fields), rng.randint(2, 5)), rng)
    for f in world.formations:
        s.orders[f] = rng.randint(0, 3)
    s.marching = [False] * len(s.marching)
    for u in bits(world.troops):
        if s.at[u] >= 0 and rng.random() < 0.3:
            s.set_level(u, rng.randint(1, 2))
            alone = s.combat(s.at[u], s.side(u)).bit_count() == 1
            if s.routed >> u & 1 and not alone:
                s.set_level(u, 1)
        if world.roster.pf_reduced[u] and rng.random() < 0.2:
            s.reduced |= 1 << u
    if s.weather:
        s.weather = rng.randint(1, 3)
    s.push(NextTurn())
    match._advance()
    s.events.clear()
    match.dice.take()
    match._checkpoints = {0: s.copy()}


def _throw(s: Battle, u: int, hexes: int, rng: random.Random) -> None:
    """A counter to one of the hexes that would take it; out of the game if none does."""
    side = s.side(u)
    if s.world.fixed >> u & 1:
        if not s.occ[1 - side] >> s.world.setup[u] & 1:
            s.put(u, s.world.setup[u])
        return
    open_to = list(bits(hexes & open_ground(s, u)))
    if s.world.leaders >> u & 1:
        open_to = [h for h in open_to if s.occ[side] >> h & 1] or open_to
    else:
        enemy_leaders = s.world.leaders & s.world.of_side[1 - side]
        open_to = [h for h in open_to if room(s, h, 1 << u) and not s.stack[h] & enemy_leaders]
    if open_to:
        s.put(u, rng.choice(open_to))


# what the enemy cannot know


def swap_secrets(s: Battle, side: int) -> bool:
    """[11.3.2] R-49: what lies beneath troops that the enemy does not see, exchanged."""
    chance = random.Random(s.turn)
    return any(swap(s, side, chance) for swap in TWINS)


def swap_leaders(s: Battle, side: int, chance: random.Random) -> bool:
    """Two leaders beneath troops that the enemy does not see change places."""
    return _trade(s, side, s.world.leaders, chance)


def swap_units(s: Battle, side: int, chance: random.Random) -> bool:
    """Two units beneath the top counters of stacks that the enemy does not see change places.

    [17.2.6] A heavy battery stands in its redoubt for all to know.
    """
    return _trade(s, side, s.world.units & ~s.world.fixed, chance)


def swap_markers(s: Battle, side: int, chance: random.Random) -> bool:
    """A unit beneath an unseen stack is reduced, or no longer."""
    found = [u for u in beneath(s, side, s.world.units) if s.world.roster.pf_reduced[u]]
    chance.shuffle(found)
    for u in found:
        s.reduced ^= 1 << u
        if s.top_of(s.at[u], side) != u:
            return True
        s.reduced ^= 1 << u
    return False


def beneath(s: Battle, side: int, kind: int) -> list[int]:
    """Pieces of a kind that lie beneath another where no enemy sees them, and that nothing under way speaks of."""
    unseen = ~s.seen_by(1 - side)
    busy = s.move.units if s.move is not None else 0
    for assault in s.assaults:
        busy |= assault.attackers | assault.doubtful
    hidden = [u for u in s.on_map(kind & s.world.of_side[side] & ~busy) if unseen >> s.at[u] & 1]
    return [u for u in hidden if s.combat(s.at[u], side) and s.top_of(s.at[u], side) != u]


def _trade(s: Battle, side: int, kind: int, chance: random.Random) -> bool:
    found = beneath(s, side, kind)
    pairs = [(u, v) for u in found for v in found if u < v and s.at[u] != s.at[v]]
    chance.shuffle(pairs)
    for u, v in pairs[:20]:
        here, there = s.at[u], s.at[v]
        tops, steady = (s.top_of(here, side), s.top_of(there, side)), s.steady[side]
        s.put(u, there)
        s.put(v, here)
        legal = may_stack(s.world, s.combat(here, side)) and may_stack(s.world, s.combat(there, side))
        if legal and (s.top_of(here, side), s.top_of(there, side)) == tops and s.steady[side] == steady:
            return True
        s.put(u, here)
        s.put(v, there)
    return False


def golden() -> list[tuple[str, dict[str, Any], tuple[str, str]]]:
    """What the corpus holds: lively games of both battles with every optional rule."""
    plain: dict[str, Any] = {}
    every = {"optional_16_1": True, "optional_16_2": True, "optional_16_3": True, "wheat_blocks_los": True}
    chosen = [
        plain,
        plain,
        plain,
        {"optional_16_1": True},
        {"optional_16_2": True},
        {"optional_16_2": True},
        {"optional_16_3": True},
        {"optional_16_3": True},
        {"wheat_blocks_los": True},
        every,
    ]
    lively = ("lively", "lively")
    return [(scenario, options, lively) for scenario in ("montebello", "campotenese") for options in chosen]


def thin(scenario: str, options: Mapping[str, Any], default: Mapping[str, Any]) -> bool:
    """Whether a variant is worth a walk in every test of the contract: options on the smaller battle only."""
    return scenario == "campotenese" or options == default


PACE = 500  # decisions of a walk that need not end
THIN = thin
GOLDEN = golden()
TASTE = TasteVanguard
INVARIANTS = check_vanguard
SCRAMBLE = scramble_vanguard
SECRETS = swap_secrets
TWINS = (swap_leaders, swap_units, swap_markers)
MORE: list[tuple[str, dict[str, Any]]] = [
    ("campotenese", {"optional_16_1": True, "optional_16_2": True, "optional_16_3": True, "wheat_blocks_los": True})
]
ATTACKED = Pace(steps=360, undo=12, peek=15, count=24, twin=150)  # how closely its walks are attacked
