"""What walks through ``russia1812`` prefer, what must hold at every step, strange positions, and its secrets."""

from __future__ import annotations

import random
from typing import Any

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_supply import conversions
from grognard.games.russia1812.rules.advanced.card_supply import trains as card_trains
from grognard.games.russia1812.rules.advanced.cards import prepare
from grognard.games.russia1812.rules.advanced.reserve import missing_trains
from grognard.games.russia1812.rules.sequence import push_turn
from grognard.games.russia1812.rules.supply import supplied_hexes
from grognard.games.russia1812.world.state import DEAD, WAITING, Campaign
from grognard.games.russia1812.world.world import CAPACITY, FRENCH, LAST_TURN, RUSSIAN
from grognard.kernel.action import Action
from grognard.kernel.match import Match
from pace import Pace
from secrets_russia1812 import (
    Swap,
    disorder,
    swap_stacks,
    trade_cavalry,
    trade_commanders,
    trade_dummy,
    trade_horse,
    trade_units,
)
from taste import Taste

VERBS = {
    "all": 6,
    "attack": 9,
    "call": 8,
    "convert": 0.3,
    "cover": 4,
    "decline": 1,
    "depot": 3,
    "discard": 0.3,
    "done": 1,
    "drop": 0.2,
    "dummy": 1.5,
    "extra": 1,
    "go": 1,
    "halt": 1,
    "lead": 4,
    "march": 6,
    "pass": 1,
    "rally": 8,
    "remove": 2,
    "restore": 6,
    "send": 1,
    "stand": 1,
    "take": 1,
    "train": 8,
    "withdraw": 2,
}
AT_SET_UP = 6  # Depots of a side before it is content


class Taste1812(Taste):
    """Keep the army fed, march at the enemy, attack in strength, and bring commanders back to their troops."""

    def __init__(self, match: Match, side: str) -> None:
        super().__init__(match, side)
        assert isinstance(match.state, Campaign)
        self.s = match.state
        self.who = match.sides.index(side)
        self.asked = type(match.state.agenda[-1]).__name__
        self.hungry = self.s.occ[self.who] & ~supplied_hexes(self.s, self.who)
        self.enemies = bits(self.s.occ[1 - self.who]) or (self.s.world.grid.by_name["1909"],)

    def verb(self, verb: str, count: int) -> float:
        s = self.s
        if verb == "depot":
            content = 0.05 if s.depots[self.who].bit_count() >= AT_SET_UP else 1
            return 40 if self.hungry else content
        if self.asked == "Route" and verb == "halt":
            assert s.march is not None
            return 8 if self.far(s.march.here) <= 1 else 0.5 + s.march.hexes
        if self.asked == "PlaceTrain" and verb == "pass":
            return 0.2
        if self.asked == "SendCommander" and verb == "pass":
            return 0.6
        if self.asked == "Advance" and verb == "go":
            return 0.5
        return VERBS.get(verb, 1)

    def action(self, action: Action) -> float:
        verb, args, s, who = action.verb, action.args, self.s, self.who
        if verb == "march" and len(args) == 2:
            return 6.0 ** (self.far(args[0]) - self.far(args[1])) * (1 + 2 * self.friends(args[1]))
        if verb == "retreat":
            return 0.3 + self.friends(args[0])
        if verb in ("march", "dummy"):
            return 0.3 + 4 / (1 + self.far(args[0]))
        if verb == "train":
            return self.train(args[0])
        if verb == "depot":
            return 0.02 + 3.0 ** -self.from_hungry(args[0])
        if verb == "attack":
            return 0.3 + max(0, s.fighters(args[0], who).bit_count() - s.fighters(args[1], 1 - who).bit_count())
        if verb == "commit":
            return 1 + args[0]
        if verb == "deploy" or verb == "place":
            return (0.2 + 6 / (1 + self.far(args[1]))) * (1 + 2 * self.friends(args[1]))
        if verb == "send" and len(args) == 2:
            return 6 if s.occ[who] >> args[1] & 1 and not s.leaders(args[1], who) else 0.5
        return 1

    def train(self, h: int) -> float:
        """For a march or a rally at the front, or for a Depot where somebody starves."""
        if self.s.receivers[self.who] >> h & 1:
            there = self.s.genuine[self.who].get(h, 0) + self.s.dummies[self.who].get(h, 0)
            return (0.2 + 5 / (1 + self.far(h))) / (1 + 2 * there)
        return 0.02 + (2 * 2.0 ** -self.from_hungry(h) if self.hungry else 0)

    def friends(self, h: int) -> int:
        """Combat units of one's own in a hex: battles of crowds are the ones with questions."""
        return self.s.fighters(h, self.who).bit_count()

    def far(self, h: int) -> int:
        """Hexes to the nearest enemy combat unit; to the middle of the map while there is none."""
        return min(self.s.world.grid.distance(h, e) for e in self.enemies)

    def from_hungry(self, h: int) -> int:
        """Hexes to the nearest stack of one's own without a way to a Depot."""
        return min([self.s.world.grid.distance(h, e) for e in bits(self.hungry)], default=9)


# what always holds


def check_1812(s: Any) -> None:
    """Every board agrees with the pieces, and the pieces with the rules."""
    check_boards(s)
    check_pieces(s)
    check_hexes(s)
    check_supply(s)
    check_tracks(s)
    check_veil(s)


def check_boards(s: Campaign) -> None:
    """Stacks, loads and bitboards are what the positions of the pieces make them."""
    world = s.world
    stacks: dict[int, int] = {}
    for u, h in enumerate(s.at):
        assert h in (WAITING, DEAD) or world.hexes >> h & 1, f"{world.ids[u]} is nowhere: {h}"
        if h >= 0:
            stacks[h] = stacks.get(h, 0) | 1 << u
    assert {h: mask for h, mask in enumerate(s.stack) if mask} == stacks
    assert {h: load for h, load in enumerate(s.load) if load} == {
        h: world.load(mask) for h, mask in stacks.items() if world.load(mask)
    }
    for side in (FRENCH, RUSSIAN):
        assert s.occ[side] == _hexes(stacks, world.fighters[side])
        assert s.pres[side] == _hexes(stacks, world.of_side[side])
        assert s.cav[side] == _hexes(stacks, world.fighters[side] & world.cavalry & ~s.disrupted)


def _hexes(stacks: dict[int, int], pieces: int) -> int:
    return sum(1 << h for h, mask in stacks.items() if mask & pieces)


def check_pieces(s: Campaign) -> None:
    """Markers lie on pieces that are there; who has not come yet is not overdue; advanced pieces never play."""
    world = s.world
    alive = sum(1 << u for u, h in enumerate(s.at) if h >= 0)
    waiting = sum(1 << u for u, h in enumerate(s.at) if h == WAITING)
    assert not (alive | waiting) & ~s.roster()
    for name in ("disrupted", "forage", "forced", "committed", "fought_once", "fought_twice"):
        assert not getattr(s, name) & ~(alive & world.combat), f"{name} marks a piece that is not there"
    assert not s.moved & ~alive
    assert not s.fought_twice & ~s.fought_once
    if s.turn:
        assert not s.supplied & ~(alive & world.combat)
        if s.affairs.year == 1812:
            assert all(world.arrives[u][0] >= s.turn for u in bits(waiting)), "a reinforcement is overdue"
    if s.phase not in (3, 4, 5):
        assert not s.forced
    if s.phase != 5:
        assert not s.fought_once
        assert s.battle is None
    if s.phase != 3:
        assert s.march is None


def check_hexes(s: Campaign) -> None:
    """[2.1] [4.1] [14.6] Open ground, room, and no enemies side by side in a hex (but for commanders in danger)."""
    world = s.world
    for h, burden in enumerate(s.load):
        if burden > CAPACITY:  # [15.2] raised, about to be raised by a column, or being cleared by the enemy
            about = s.march is not None and s.march.room and s.march.here == h
            assert burden <= s.capacity(h) or about or type(s.agenda[-1]).__name__ == "Excess"
    danger = sum({1 << s.at[c] for c in s.refugees})
    assert not s.pres[FRENCH] & s.pres[RUSSIAN] & ~danger, "both sides share a hex"
    for side in (FRENCH, RUSSIAN):
        assert not s.pres[side] & ~world.passable[side]


def check_supply(s: Campaign) -> None:
    """[7] Depots in cities, never two or under the enemy's feet; Trains only in the phases that use them."""
    world = s.world
    assert not s.depots[FRENCH] & s.depots[RUSSIAN]
    assert not s.depots[FRENCH] & world.french_never
    for side in (FRENCH, RUSSIAN):
        assert not s.depots[side] & ~world.city
        assert not s.depots[side] & s.occ[1 - side], "a Depot under enemy units"
        assert 0 <= s.dummies_left[side] <= 2
        assert s.to_place[side] >= 0
        assert s.shortfall[side] >= 0
        assert s.lost_trains[side] >= 0
        assert all(n > 0 for counters in (s.genuine, s.dummies, s.shown) for n in counters[side].values())
        assert all(n <= s.genuine[side].get(h, 0) for h, n in s.shown[side].items())
        assert sum(s.dummies[side].values()) + s.dummies_left[side] <= 2
        if s.turn and s.phase == 2 and not s.shortfall[side]:
            number = sum(s.genuine[side].values()) + s.to_place[side] + s.depots[side].bit_count()
            assert number <= most_trains(s, side), "more Trains and Depots than there are counters"
    if s.phase not in (2, 3):
        assert s.genuine == s.dummies == s.shown == [{}, {}]
        assert s.phase == 1 or not any(s.to_place), "Trains left to place"


def most_trains(s: Campaign, side: int) -> int:
    """[7.2] Trains and Depots of a side after the count: the table with what cards add, or the Depots and R-7.1a."""
    depots = s.depots[side].bit_count()
    if not s.advanced:
        return max(s.table()[side] - s.lost_trains[side], depots + 1)
    penalty = missing_trains(s) if side == FRENCH else 0
    number = s.table()[side] - s.lost_trains[side] - penalty + card_trains(s, side)[0]
    return max(number, depots + conversions(s, side))


def check_tracks(s: Campaign) -> None:
    """Turn, phase, Combat Commands and the battle track are in their ranges."""
    assert 0 <= s.turn <= LAST_TURN
    assert 0 <= s.phase <= 9
    assert s.winter == (s.turn >= 11 and s.affairs.year == 1812)
    assert 0 <= s.track <= s.world.track_max
    left = bool(s.world.napoleon >= 0 and s.affairs.outcasts >> s.world.napoleon & 1)
    assert s.cc_base[FRENCH] + s.cc_base[RUSSIAN] in (sum(s.world.base_cc), sum(s.world.base_cc) - left)
    if s.advanced and s.turn:
        check_cards(s)
    assert min(s.cc) >= 0
    assert s.edition == 1 or max(s.cc) <= 7
    if s.battle is not None:
        b = s.battle
        assert min(*b.hits, *b.to_main, *b.cc, *b.lost) >= 0
        assert not b.units & ~s.world.fighters[b.side]


def check_veil(s: Campaign) -> None:
    """[15.1] Five dummies a side, never more in a stack than combat units; pieces are shown only while it matters."""
    veil = s.veil
    if not s.hidden:
        assert veil.facts() == type(veil)().facts()
        return
    moving = s.march is not None and s.march.hexes > 0
    for side in (FRENCH, RUSSIAN):
        along = veil.column if s.march is not None and moving and s.march.side == side else 0
        assert sum(veil.decoys[side].values()) + along <= 5
        for h, n in [*veil.decoys[side].items(), *(veil.draft[side] or {}).items()]:
            units, pieces = s.fighters(h, side).bit_count(), (s.stack[h] & s.world.of_side[side]).bit_count()
            assert 0 < n <= (pieces if s.edition == 1 and units else units)
    assert not veil.column or s.phase == 3
    assert not veil.shown or s.phase in (3, 4, 5, 8)


def check_cards(s: Campaign) -> None:
    """[16.1] Every card is in one place; each player holds one between two turns."""
    a = s.affairs
    places = [*a.decks[0], *a.decks[1], *a.hands[FRENCH], *a.hands[RUSSIAN], *a.drawn, *a.laid]
    cards = [n for n in places if n]
    assert len(set(cards)) == len(cards)
    for side in (FRENCH, RUSSIAN):
        assert len(a.hands[side]) == 1
        assert not a.drawn[side] or s.phase == 9
    assert not a.outcasts & sum(1 << u for u, h in enumerate(s.at) if h != DEAD), "an outcast has come back"


# strange positions


def scramble_1812(match: Match, rng: random.Random) -> None:
    """Begin some turn anywhere: both armies thrown about a few battlefields, tired, hungry and far from home.

    Such a match has no record: its start follows from nothing but the generator.
    """
    old = match.state
    assert isinstance(old, Campaign)
    s = match.state = Campaign(match.dice, old.world, old.options)
    s.turn = rng.randint(0, LAST_TURN - 2)
    fields = [rng.choice(bits(s.world.passable[FRENCH])) for _ in range(rng.randint(1, 4))]
    if s.advanced:
        prepare(s)
    for u in bits(s.roster()):
        if s.world.arrives[u][0] > s.turn:
            s.at[u] = WAITING
        elif rng.random() < 0.85:
            _throw(s, u, s.world.grid.disc(rng.choice(fields), rng.randint(1, 4)), rng)
    alive = [u for u in bits(s.world.combat) if s.at[u] >= 0]
    s.disrupt(sum(1 << u for u in alive if rng.random() < 0.2))
    if s.turn >= 3:
        s.forage = sum(1 << u for u in alive if s.world.side_of[u] == FRENCH and rng.random() < 0.2)
    for side in (FRENCH, RUSSIAN):
        sites = s.world.city & ~s.occ[1 - side] & ~s.depots[1 - side]
        sites &= ~s.world.french_never if side == FRENCH else -1
        near = [h for h in bits(sites) if any(s.world.grid.distance(h, f) <= 7 for f in fields)] or bits(sites)
        s.depots[side] = sum(1 << h for h in rng.sample(near, min(rng.randint(2, 7), len(near))))
        s.lost_trains[side] = rng.randint(0, 2)
    shift = rng.randint(-3, 3)
    s.cc_base = [s.cc_base[FRENCH] + shift, s.cc_base[RUSSIAN] - shift]
    s.track = rng.randint(0, s.world.track_max)
    push_turn(s)
    match._advance()
    s.events.clear()
    match.dice.take()  # what the set-up rolled belongs to no action
    match._checkpoints = {0: s.copy()}


def _throw(s: Campaign, u: int, hexes: int, rng: random.Random) -> None:
    """A piece to one of the hexes that would take it; gone if none does. Commanders ride to their troops, mostly."""
    side = s.world.side_of[u]
    hexes &= s.world.passable[side] & ~s.pres[1 - side]
    if not s.world.weight[u] and rng.random() < 0.9:
        hexes = s.occ[side]
    open_to = [h for h in bits(hexes) if s.load[h] + s.world.weight[u] <= CAPACITY]
    if open_to:
        s.put(u, rng.choice(open_to))


# what the enemy cannot know


def swap_secrets(s: Campaign, side: int) -> bool:
    """A Train against a dummy; in the Advanced game the card held against one of the deck; by 15.1 what stacks hide."""
    chance = random.Random(len(s.agenda))
    first, then = (swap_stacks, swap_trains) if len(s.agenda) % 2 else (swap_trains, swap_stacks)
    return first(s, side, chance) or then(s, side, chance) or swap_cards(s, side, chance)


def swap_cards(s: Campaign, side: int, chance: random.Random) -> bool:
    """[16.1] Exchange the card a player holds for one of the same kind at the bottom of a deck."""
    if not s.advanced or not s.affairs.hands[side]:
        return False
    held = s.affairs.hands[side][0]
    for deck in s.affairs.decks:
        for place, other in enumerate(deck):
            if not s.world.cards[other].single_instruction:
                deck[place], s.affairs.hands[side][0] = held, other
                return True
    return False


def swap_decks(s: Campaign, side: int, chance: random.Random) -> bool:
    """[16.1] The cards to come, in another order."""
    if not s.advanced:
        return False
    chance.shuffle(s.affairs.decks[side])
    return len(s.affairs.decks[side]) > 1


def unseen(swap: Swap) -> Swap:
    """[15.1] An exchange in stacks that are not examined."""

    def exchange(s: Campaign, side: int, chance: random.Random | None) -> bool:
        return s.hidden and not s.affairs.hungry and swap(s, side, chance)

    exchange.__name__ = swap.__name__
    return exchange


def swap_trains(s: Campaign, side: int, chance: random.Random) -> bool:
    """[7.5] Turn a face-down genuine Train of one stack into a dummy and a dummy of another into a Train.

    Nobody but the owner can see the difference. False if no two stacks differ so.
    """
    hidden = [h for h, n in s.genuine[side].items() if n > s.shown[side].get(h, 0) and s.occ[side] >> h & 1]
    pairs = [(h, other) for h in sorted(hidden) for other in sorted(s.dummies[side]) if h != other]
    if not pairs:
        return False
    h, other = chance.choice(pairs)
    _move(s.genuine[side], h, other)
    _move(s.dummies[side], other, h)
    return True


def _move(counters: dict[int, int], start: int, goal: int) -> None:
    counters[start] -= 1
    if not counters[start]:
        del counters[start]
    counters[goal] = counters.get(goal, 0) + 1


# finished games for the golden corpus: scenario, options, who plays

SCENARIOS = ("historical", "free")
PAIRS = (("marshal", "marshal"), ("marshal", "random"), ("random", "marshal"), ("lively", "lively"))


ADVANCED = {"advanced": True, "optional_15_1": True}
TWO_YEARS = {**ADVANCED, "two_year": True}
LAYERS: tuple[dict[str, Any], ...] = (  # every option beside those of the first games, and every preset
    {"advanced": True, "optional_15_1": False},
    ADVANCED,
    TWO_YEARS,
    {**TWO_YEARS, "winter_quarters_window": "until_turn_7"},
    {"optional_15_1": True},
    {"optional_15_2": True},
    {**TWO_YEARS, "optional_15_2": True},
    {**ADVANCED, "forage_russian": True},
)


def golden() -> list[tuple[str, dict[str, Any], tuple[str, str]]]:
    """Games of the Basic rules first; then each further layer of rules, in both editions where both have it."""
    basic: list[tuple[str, dict[str, Any], tuple[str, str]]] = [
        (SCENARIOS[n // 4 % 2], {"edition": 2 if n < 16 else 1, "forage_russian": n % 8 == 3}, PAIRS[n % 4])
        for n in range(24)
    ]
    layers = [
        {"edition": edition, **layer}
        for layer in LAYERS
        for edition in (2, 1)
        if edition == 2 or "optional_15_2" not in layer
    ]
    return [*basic, *[(SCENARIOS[n % 4 == 3], layer, PAIRS[0 if n % 3 == 2 else 3]) for n, layer in enumerate(layers)]]


COMPANIONS = ({}, {"advanced": True}, {"advanced": True, "two_year": True})  # what an option may need beside it
GOLDEN = golden()
TASTE = Taste1812
INVARIANTS = check_1812
SCRAMBLE = scramble_1812
SECRETS = swap_secrets
STACKS = (trade_units, trade_horse, trade_dummy, disorder, trade_commanders, trade_cavalry)
TWINS = (swap_trains, swap_cards, swap_decks, *[unseen(swap) for swap in STACKS])
MORE = [
    ("historical", ADVANCED),
    ("historical", TWO_YEARS),
    ("free", {**TWO_YEARS, "optional_15_2": True}),
    ("historical", {"edition": 1, "optional_15_1": True}),
]
ATTACKED = Pace(steps=1000, undo=120, peek=120, count=200, twin=1000)  # how closely its walks are attacked

# [15.2] whether Trains can be carried only their owner is asked, and the enemy does not see by which question
UNSEEN = ("CarryTrains", "MarchUnits")
