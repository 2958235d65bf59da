"""What walks through ``merde`` prefer, what must hold at every step, and what the enemy cannot know."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from grognard.board.squares import distance
from grognard.games.merde.rules.combat.markers import COPIES, PAIRS
from grognard.games.merde.world.lexicon import LINE, OPEN, SIDES
from grognard.games.merde.world.pieces import NOBODY, living
from grognard.games.merde.world.state import FIGHTING, MOVING, SETTING_UP, SWITCHES, Battle
from grognard.games.merde.world.world import ARTILLERY, DECOY
from grognard.kernel.action import Action
from grognard.kernel.match import Match
from pace import Pace
from taste import Taste

VERBS = {
    "plan": 6,
    "step": 8,
    "halt": 1,
    "stay": 0.3,
    "front": 0.5,
    "form": 1,
    "lead": 0.6,
    "ride": 3,
    "done": 1,
    "change": 0.3,
    "resequence": 0.1,
    "fire": 6,
    "barrage": 6,
    "breach": 0.3,
    "pass": 1,
    "skirmish": 5,
    "voltigeurs": 3,
    "deal": 8,
    "engage": 8,
    "charge": 5,
    "flanks": 8,
    "hold": 0.6,
    "turn": 3,
    "counter": 4,
    "replace": 4,
    "converge": 3,
    "advance": 3,
    "pursue": 5,
    "onward": 3,
    "rally": 4,
    "steady": 3,
    "follow": 0.5,
    "scout": 3,
    "fortify": 1,
    "pontoon": 1,
    "decoy": 2,
}


class TasteMerde(Taste):
    """March at the enemy and his flags, come to grips, and keep commanders with their troops."""

    def __init__(self, match: Match, side: str) -> None:
        super().__init__(match, side)
        assert isinstance(match.state, Battle)
        self.s = match.state
        self.who = match.sides.index(side)
        self.asked = type(match.state.agenda[-1]).__name__
        enemies = [sq for p in self.s.troops(1 - self.who) for sq in self.s.pieces[p].squares]
        self.goals = enemies + self.s.flags[1 - self.who]

    def verb(self, verb: str, count: int) -> float:
        if self.asked == "Movement" and verb == "done":
            return 0.2 if count else 1
        if self.asked == "BattlePlan" and verb == "keep":
            return 0.3
        return VERBS.get(verb, 1)

    def action(self, action: Action) -> float:
        if action.verb == "step":
            draft = self.s.drafts[self.who]
            here = draft.schemes[draft.chosen].squares[0]
            return 4.0 ** (self.far(here) - self.far(action.args[-1]))
        if action.verb == "ride":
            own = [sq for p in self.s.troops(self.who) for sq in self.s.pieces[p].squares]
            return 1 / (1 + min([distance(action.args[0], sq) for sq in own], default=1)) ** 2
        if action.verb == "place":
            return 0.2 + self.s.world.forward(self.who, action.args[0])
        return 1

    def far(self, sq: int) -> int:
        return min([distance(sq, goal) for goal in self.goals], default=0)


# what always holds


def check_merde(s: Any) -> None:
    """Pieces stand where they may, markers are all somewhere, flags add up."""
    assert isinstance(s, Battle)
    check_squares(s)
    check_pieces(s)
    check_markers(s)
    check_orders(s)
    check_flags(s)
    if s.phase != FIGHTING:
        assert s.clash is None


def check_squares(s: Battle) -> None:
    """[13.1] One piece a square; nobody in a river but on a bridge, no line in a wood."""
    seen: dict[int, int] = {}
    for side in (0, 1):
        for p in s.alive(side):
            piece = s.pieces[p]
            for sq in piece.squares:
                assert s.world.field.has(sq)
                assert sq not in seen, f"{p} and {seen[sq]} share {sq}"
                seen[sq] = p
                if s.turn:
                    assert not s.world.river >> sq & 1 or s.crossings >> sq & 1
                if piece.formation == LINE and len(piece.squares) == 2:
                    assert not s.world.cover >> sq & 1


def check_pieces(s: Battle) -> None:
    """[8.2] [13] [30.3] Squares, strengths and faces agree."""
    for side in (0, 1):
        for p in s.alive(side):
            piece, stock = s.pieces[p], s.world.stock(p)
            if stock.arm == DECOY:
                assert piece.hidden
                assert len(piece.squares) == 1
                continue
            assert any(piece.men)
            assert all(0 <= left <= full for left, full in zip(piece.men, stock.men, strict=True))
            spread = piece.formation in (LINE, OPEN) and living(piece) == 2
            assert len(piece.squares) == (2 if spread else 1), (p, piece.squares, piece.formation, piece.men)
            if piece.formation == LINE and spread:
                one, other = piece.squares
                assert abs(one - other) == (1 if piece.facing % 2 == 0 else 64)
            if piece.formation == OPEN and spread:
                assert 0 < distance(*piece.squares) <= max(3, 4 if s.phase == FIGHTING else 3)
            assert piece.damage in (0, 1, 2)
            assert not piece.expires or piece.damage == 1
            if stock.arm == ARTILLERY:
                assert piece.hits < 3
                assert not piece.hand
        for p in s.world.roster[side]:
            if s.pieces[p].gone:
                assert not s.pieces[p].squares
                assert not any(s.pieces[p].men)


def check_markers(s: Battle) -> None:
    """[26.3] All 72 markers of an army are in the bag, in hands or discarded."""
    if s.turn == 0:
        return
    for side in (0, 1):
        hands = [marker for p in s.world.roster[side] for marker in s.pieces[p].hand]
        markers = sorted([*hands, *s.pool[side], *s.discards[side]])
        assert markers == [marker for marker in range(PAIRS) for _ in range(COPIES)]


def check_orders(s: Battle) -> None:
    """[18.1] Every piece is in a group; numbers are given once."""
    for side in (0, 1):
        for p in s.alive(side):
            assert s.groups[s.pieces[p].group] is not None
        numbers = [
            group.number
            for g in range(side * 56, side * 56 + 56)
            if (group := s.groups[g]) is not None and group.order < 2 and s.members(g)
        ]
        if s.turn:
            assert len(numbers) == len(set(numbers))
            assert all(1 <= n <= 12 for n in numbers)


def check_flags(s: Battle) -> None:
    """[42.1] Flags fly or have been taken; R-42a: no ordered regiment stands on an enemy's that still flies."""
    if s.phase == SETTING_UP:
        return
    for side in (0, 1):
        for p in s.troops(side):
            if s.is_regiment(p) and not s.world.stock(p).company and not s.pieces[p].routed:
                assert not set(s.pieces[p].squares) & set(s.flags[1 - side])
    for side in (0, 1):
        assert len(s.flags[side]) + s.captured[1 - side] == s.world.field.columns
    assert s.phase == MOVING or s.outcome is not None or min(s.captured) >= 0
    assert all(piece is NOBODY or piece.spent >= 0 for piece in s.pieces)


# what the enemy cannot know


def swap_secrets(s: Any, side: int) -> bool:
    """A plan, a hand of markers, a letter: exchanged for another that looks the same to the enemy."""
    assert isinstance(s, Battle)
    chance = random.Random(len(s.agenda))
    return any(swap(s, side, chance) for swap in TWINS)


def swap_decoy(s: Battle, side: int, chance: random.Random) -> bool:
    """[19.2] A decoy against a hidden regiment or battery; their Command markers stay where they lie."""
    backs = face_down(s, side)
    return any(
        exchange(s, one, other)
        for one, other in pairs_of(backs, chance)
        if (s.arm(one) == DECOY) != (s.arm(other) == DECOY)
    )


def swap_hidden(s: Battle, side: int, chance: random.Random) -> bool:
    """[19.1] Two hidden counters that are no decoys; who backs one of them now backs it where it has come to."""
    backs = [p for p in face_down(s, side) if s.arm(p) != DECOY]
    return any(exchange(s, one, other) for one, other in pairs_of(backs, chance))


def pairs_of(found: list[int], chance: random.Random) -> list[tuple[int, int]]:
    pairs = [(one, other) for one in found for other in found if one < other]
    chance.shuffle(pairs)
    return pairs


def face_down(s: Battle, side: int) -> list[int]:
    """[19.1] Hidden counters that nothing under way speaks of, each alone with its Command marker."""
    draft = s.drafts[side]
    spoken = {*draft.schemes, draft.chosen, *s.rallied, *(p for p, _ in s.tests), *(s.clash.pieces if s.clash else ())}
    spoken |= {getattr(frame, "piece", -1) for frame in s.agenda}
    lettered = {letter.group for letter in [*s.letters[side], *draft.letters]}
    return [
        p
        for p in s.alive(side)
        if s.pieces[p].hidden
        and p not in spoken
        and s.pieces[p].group not in lettered
        and s.members(s.pieces[p].group) == [p]
    ]


def exchange(s: Battle, one: int, other: int) -> bool:
    """Two counters change places; the Command marker of each place stays."""
    p, q = s.pieces[one], s.pieces[other]
    if len(p.squares) != len(q.squares):
        return False
    p.squares, q.squares = q.squares, p.squares
    if DECOY not in (s.arm(one), s.arm(other)):
        p.formation, q.formation = q.formation, p.formation
        p.facing, q.facing = q.facing, p.facing
    s.groups[p.group], s.groups[q.group] = s.groups[q.group], s.groups[p.group]
    return True


def swap_damage(s: Battle, side: int, chance: random.Random) -> bool:
    """[19.1] The face of a hidden regiment: in order or damaged."""
    hidden = [p for p in face_down(s, side) if s.is_regiment(p)]
    if not hidden:
        return False
    piece = s.pieces[chance.choice(hidden)]
    piece.damage = 1 - piece.damage if piece.damage < 2 else 0
    piece.expires = 0
    return True


def swap_hand(s: Battle, side: int, chance: random.Random) -> bool:
    """[26.2] A marker in hand against another of the bag."""
    found = [
        (p, place, at)
        for p in s.world.roster[side]
        for place, marker in enumerate(s.pieces[p].hand)
        for at, other in enumerate(s.pool[side])
        if other != marker
    ]
    if not found:
        return False
    p, place, at = chance.choice(found)
    hand = s.pieces[p].hand
    marker, s.pool[side][at] = s.pool[side][at], hand[place]
    s.pieces[p].hand = (*hand[:place], marker, *hand[place + 1 :])
    return True


def swap_bag(s: Battle, side: int, chance: random.Random) -> bool:
    """[26.1] The order in which the markers of the bag come."""
    chance.shuffle(s.pool[side])
    return bool(s.pool[side])


def swap_plan(s: Battle, side: int, chance: random.Random) -> bool:
    """[20.4] A plan half written, without its last action; without any, a plan that has only been begun."""
    draft = s.drafts[side]
    if type(s.agenda[-1]).__name__ != "Movement" or draft.closed:
        return False
    acted = [scheme for scheme in draft.schemes.values() if scheme.acts]
    if acted:
        scheme = chance.choice(acted)
        scheme.acts = scheme.acts[:-1]
        return True
    started = [piece for piece in draft.schemes if piece != draft.chosen]
    if started:
        del draft.schemes[chance.choice(started)]
    return bool(started)


def swap_letter(s: Battle, side: int, chance: random.Random) -> bool:
    """[21.2] What a messenger carries."""
    letters = [*s.letters[side], *s.drafts[side].letters]
    if not letters:
        return False
    letter = chance.choice(letters)
    letter.column = (letter.column + 1) % s.world.field.columns
    return True


# which ways to play are walked: options on the small battles, the great ones as they come


WALKED: list[dict[str, Any]] = [
    {},
    {"solitaire": "army_b"},
    {"deployment": "free"},
    {"fog_of_war": True},
    {"weather": "rain"},
]


def thin(scenario: str, options: Mapping[str, Any], default: Mapping[str, Any]) -> bool:
    """Whether a variant is worth a walk in every test of the contract."""
    if scenario == "teaching_mill_road":
        changed = {name: value for name, value in options.items() if default.get(name) != value}
        return changed in WALKED
    return options == default and scenario == "maida_1806"


PACE = 300  # decisions of a walk that need not end


TEACHING, MAIDA, MONTEBELLO = "teaching_mill_road", "maida_1806", "montebello_1800"
GENERALS, LIVELY, CHANCE = ("general", "general"), ("lively", "lively"), ("random", "random")
UP, DOWN = ("general", "random"), ("random", "general")


def golden() -> list[tuple[str, dict[str, Any], tuple[str, str]]]:
    """Finished games of the small battles: every option at least once, every kind of player on either side."""
    plain: dict[str, Any] = {}
    games = [(TEACHING, plain, pair) for pair in (GENERALS, UP, DOWN, LIVELY, CHANCE)]
    games += [(MAIDA, plain, pair) for pair in (GENERALS, UP, DOWN, LIVELY)]
    games += [(MONTEBELLO, plain, pair) for pair in (GENERALS, UP)]
    games += [(TEACHING, {"solitaire": side}, GENERALS) for side in SIDES]
    games += [(MAIDA, {"solitaire": SIDES[1]}, LIVELY), (MAIDA, {"solitaire": SIDES[0], "weather": "draw"}, DOWN)]
    games += [(TEACHING, {"deployment": "free"}, LIVELY), (TEACHING, {"deployment": "free"}, UP)]
    games += [
        (TEACHING, {"fog_of_war": True}, GENERALS),
        (MAIDA, {"fog_of_war": True, "weather": "fog"}, LIVELY),
        (MAIDA, {"deployment": "free", "fog_of_war": True}, GENERALS),
    ]
    games += [(TEACHING, {"weather": "rain"}, GENERALS), (MAIDA, {"weather": "fog"}, GENERALS)]
    games += [
        (TEACHING, {name: not default}, (GENERALS, LIVELY)[n % 2]) for n, (name, default) in enumerate(SWITCHES.items())
    ]
    return games


GOLDEN = golden()
THIN = thin
TASTE = TasteMerde
INVARIANTS = check_merde
SECRETS = swap_secrets
TWINS = (swap_decoy, swap_hidden, swap_damage, swap_hand, swap_bag, swap_plan, swap_letter)
MORE: list[tuple[str, dict[str, Any]]] = [  # ways to play with more secrets than the walks of the contract meet
    (MAIDA, {"fog_of_war": True}),
    (TEACHING, {"deployment": "free", "fog_of_war": True}),
]
ATTACKED = Pace(steps=240, undo=8, peek=20, count=20, twin=200)  # how closely its walks are attacked
