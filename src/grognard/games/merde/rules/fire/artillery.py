"""Rulebook 24: artillery with Target and Shot markers; 41.2 bridges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.board.squares import AHEAD, SECTOR, Field, between, distance, mask_of
from grognard.games.merde.rules.combat.damage import hit, wipe_out
from grognard.games.merde.rules.fire.shelling import ShelledOut, shell
from grognard.games.merde.rules.frames import Secret, Then, ask
from grognard.games.merde.rules.morale import Morale, due
from grognard.games.merde.rules.movement.plans import in_contact
from grognard.games.merde.rules.sight import look_around, uncover
from grognard.games.merde.rules.victory import check_victory
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import LONG, OPEN, PASS, SHORT, UNLIMBERED, make
from grognard.games.merde.world.pieces import ATTACK_LESS, MARKER_LESS, ORDERED, Aim, Draft, Squares
from grognard.games.merde.world.state import SHELLING, Battle, found_once
from grognard.games.merde.world.world import ARTILLERY, ENGINEERS, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import ALL, Ban, Verdict, asked
from grognard.kernel.frame import Reason

NEAREST: Final = 2  # [24.3] not at adjacent squares
POOLS: Final = data.units().target_pools
SHORT_RANGE: Final = 3
TO_DESTROY: Final = 3  # [24.7] hits on a battery
TO_BREAK: Final = 2  # [41.2] hits on a bridge
AT_PIECE: Final = 0
AT_BRIDGE: Final = 1


# [24.2] who fires


def ready(s: Battle, battery: int) -> bool:
    """[24.1] [24.2] Unlimbered, not yet fired; a position battery not in the turn in which it unlimbers."""
    p = s.pieces[battery]
    if s.arm(battery) != ARTILLERY or p.formation != UNLIMBERED or p.fired or not p.squares:
        return False
    return not (p.changed and s.world.stock(battery).kinds[0].type == "position_art")


# [24.3] targets


def in_field_of_fire(s: Battle, battery: int, sq: int) -> bool:
    """[24.3] Ahead of the battery's rank, in its column of sectors (its row, when it faces along the field)."""
    p = s.pieces[battery]
    at = p.squares[0]
    step = AHEAD[p.facing]
    if abs(step) == 64:
        return ((sq >> 6) - (at >> 6)) * step > 0 and (sq & 63) // SECTOR == (at & 63) // SECTOR
    return ((sq & 63) - (at & 63)) * step > 0 and (sq >> 6) // SECTOR == (at >> 6) // SECTOR


def field_of_fire(s: Battle, battery: int) -> int:
    """[24.1] [24.3] The squares before a battery at which it could fire, whatever stands between, as a mask."""
    p, reach = s.pieces[battery], s.world.stock(battery).kinds[0].reach
    key = (p.squares[0], p.facing, reach)
    found = s.world.arcs.get(key)
    if found is None:
        found = s.world.arcs[key] = _ahead(s.world.field, *key)
    return found


def _ahead(field: Field, at: int, facing: int, reach: int) -> int:
    """[24.3] The squares before a battery in its column or row of sectors, as far as it fires but not next to it."""
    x, y, far = at & 63, at >> 6, field.width + field.height
    column, row = x // SECTOR * SECTOR, y // SECTOR * SECTOR
    before = (
        field.block(column, y + 1, SECTOR, far),
        field.block(x + 1, row, far, SECTOR),
        field.block(column, y - far, SECTOR, far),
        field.block(x - far, row, far, SECTOR),
    )[facing]
    return before & field.box(at, reach) & ~field.box(at, NEAREST - 1)


def in_range(s: Battle, battery: int, sq: int) -> bool:
    """[24.1] R-24f: the range alone limits the guns, in every weather."""
    far = distance(s.pieces[battery].squares[0], sq)
    return NEAREST <= far <= s.world.stock(battery).kinds[0].reach


def line_ban(s: Battle, battery: int, sq: int, aimed_at: int = 0) -> Reason | None:
    """[24.3] Friends, enemies, places, trees and hills in the line; from a hill one fires over all but near friends.

    ``aimed_at``: squares of the target itself, which does not stand in its own way [24.4].
    """
    at = s.pieces[battery].squares[0]
    side = side_of(battery)
    friends, enemies = s.held(side), s.held(1 - side) & ~aimed_at
    high = s.world.hill >> at & 1
    for mid in between(at, sq):
        if high:
            if friends >> mid & 1 and distance(mid, sq) < NEAREST:
                return ("24.3", "friend_near_target", (battery, mid))
        elif (friends | enemies | s.world.opaque) >> mid & 1:
            return ("24.3", "line_blocked", (battery, mid))
    return None


def aim_ban(s: Battle, battery: int, sq: int, aimed_at: int = 0) -> Reason | None:
    """[24.3] Why a square is no target for a battery."""
    at = s.pieces[battery].squares[0]
    if distance(at, sq) < NEAREST:
        return ("24.3", "too_near", (battery, sq))
    if not in_field_of_fire(s, battery, sq):
        return ("24.3", "field_of_fire", (battery, sq))
    if not in_range(s, battery, sq):
        return ("24.1", "out_of_range", (battery, sq, distance(at, sq)))
    return line_ban(s, battery, sq, aimed_at)


def aim_bans(s: Battle, battery: int, shut: int) -> Iterable[Ban]:
    """[24.3] Why some squares are no targets for a battery."""
    yield Ban("24.3", "no_target", lambda sq: not s.world.field.has(sq), (battery, asked))
    yield Verdict(lambda sq: [ban for ban in [aim_ban(s, battery, sq)] if shut >> sq & 1 and ban is not None])
    yield Ban("24.3", "no_target", shut, (battery, asked))


@found_once
def aims(s: Battle, battery: int) -> list[Aim]:
    """[24.3] [24.4] [41.2] Everything a battery may fire at; of a regiment in line the nearer square."""
    at, enemy = s.pieces[battery].squares[0], 1 - side_of(battery)
    arc = field_of_fire(s, battery)
    contact = in_contact(s, battery)
    if not contact and not arc & s.held(enemy):
        return _bridges(s, battery, arc)
    seen = _in_the_open(s, enemy)
    if contact:
        close = [p for p in seen if min([distance(at, sq) for sq in s.pieces[p].squares]) == 1]
        return [aim for p in close for aim in _barrage(s, battery, p)]
    found: list[Aim] = []
    for p in seen:
        legal = _open_squares(s, battery, s.pieces[p].squares, arc)
        if legal:
            found.append(Aim(AT_PIECE, p, min(legal, key=lambda sq: (distance(at, sq), sq)), False))
    return found + _bridges(s, battery, arc)


@found_once
def _in_the_open(s: Battle, side: int) -> list[int]:
    """[24.3] The troops of a side at which guns may fire."""
    return [p for p in s.troops(side) if not s.pieces[p].hidden and s.pieces[p].formation != OPEN]


def _open_squares(s: Battle, battery: int, squares: Squares, arc: int) -> list[int]:
    """[24.3] Those of some squares that a battery may fire at."""
    return [sq for sq in squares if aim_ban(s, battery, sq) is None] if arc & mask_of(squares) else []


def _barrage(s: Battle, battery: int, piece: int) -> list[Aim]:
    """[24.4] R-24c: at one that came up to the guns this turn, as at a square of its path."""
    if not s.switch("barrage"):
        return []
    p = s.pieces[piece]
    itself = mask_of(p.squares)
    return [Aim(AT_PIECE, piece, sq, True) for sq in sorted(set(p.trail)) if aim_ban(s, battery, sq, itself) is None]


def _bridges(s: Battle, battery: int, arc: int) -> list[Aim]:
    """[41.2] Bridges on which nobody stands."""
    found = []
    for number, squares in enumerate(s.bridges):
        legal = _open_squares(s, battery, squares, arc)
        if not legal or number in s.world.firm:
            continue
        held = s.held(0) | s.held(1)
        if all([s.crossings >> sq & 1 and not held >> sq & 1 for sq in squares]):
            found.append(Aim(AT_BRIDGE, number, legal[0], False))
    return found


# [24.5] the shot


def pool(s: Battle, battery: int, declared: int) -> tuple[int, ...]:
    """[24.5] [24.7] The Target markers from which the victim draws."""
    if s.weather != "clear":
        return POOLS.poor_visibility
    if declared == SHORT:
        numbers = POOLS.short
    elif s.world.stock(battery).kinds[0].type == "position_art":
        numbers = POOLS.position_long
    else:
        numbers = POOLS.line_long
    return with_one_more(numbers) if s.pieces[battery].hits > 0 else numbers


def with_one_more(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """[24.7] A damaged battery: the next number above joins them, or 1 where there is none."""
    above = numbers[-1] + 1
    return (*numbers, above) if above in POOLS.poor_visibility else (1, *numbers)


def shot_count(s: Battle, battery: int, declared: int) -> int:
    """[24.5] [24.7] Shot markers: two at long range, one at short range, in bad weather or after two hits."""
    if declared == SHORT or s.pieces[battery].hits >= 2:
        return 1
    return s.world.weathers[s.weather].artillery_shots or 2


def shot_choices(numbers: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    """[24.5] One number, or two that do not follow each other."""
    if count == 1:
        return [(n,) for n in numbers]
    return [(a, b) for a in numbers for b in numbers if b > a + 1]


class Guns(Secret):
    """[24.6] Both sides declare, battery by battery: target, range, Shot numbers."""

    rule = "24.5"

    def sides(self, state: Battle) -> tuple[int, ...]:
        """[19.1] In the fog both are asked: who is not would show that his hidden counters are no batteries."""
        return tuple([side for side in (0, 1) if state.foggy or _gunners(state, side)])

    def must_ask(self, state: Battle) -> bool:
        return state.foggy

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        draft = state.drafts[side]
        battery = next_battery(state, side, draft)
        if battery < 0:
            return [PASS]
        if draft.stage:
            declared = draft.notes[-1][4]
            choices = shot_choices(pool(state, battery, declared), shot_count(state, battery, declared))
            return [make("shots", *numbers) for numbers in choices]
        return [*aim_actions(state, battery), PASS]

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        battery = next_battery(state, side, draft)
        if action.verb == "shots":
            draft.notes[-1] = (*draft.notes[-1][:5], *action.args)
            draft.stage = 0
        elif action.verb == "pass":
            if battery >= 0:
                draft.notes.append((battery, -1))
        else:
            aim = aim_of(state, battery, action)
            draft.notes.append((battery, aim.kind, aim.target, aim.square, action.args[-1]))
            draft.stage = 1
        if not draft.stage and next_battery(state, side, draft) < 0:
            draft.closed = True

    def reveal(self, state: Battle) -> None:
        for side in (0, 1):
            state.shots.extend([note for note in state.drafts[side].notes if note[1] >= 0])
        fire_all(state)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        battery = next_battery(state, side, state.drafts[side])
        if battery < 0:
            return [Ban("24.2", "no_gun_ready", ALL, ())] if verb != "pass" else ()
        shut = self.unoffered(state, side, verb, *head)
        if verb in ("fire", "breach"):
            return [Ban("24.5", "not_short", shut, (battery,))] if head else aim_bans(state, battery, shut)
        if verb == "barrage":
            return [Ban("24.3", "no_barrage", shut, (battery,))]
        return [Ban("24.5", "shot_numbers", shut, ())] if verb == "shots" else ()

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        """Here a gun fires at a square and a range; the shorter answer belongs to another question."""
        gun = action.verb not in ("fire", "breach") or len(action.args) == 2
        return super().refuse(state, side, action) if gun else []

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        return (next_battery(state, side, state.drafts[side]),)


@found_once
def _gunners(s: Battle, side: int) -> list[int]:
    """Batteries that have something to fire at."""
    return [p for p in s.world.batteries[side] if ready(s, p) and aims(s, p)]


def next_battery(s: Battle, side: int, draft: Draft) -> int:
    """The battery now spoken of: the first without a declaration, or the one whose Shots are still to be chosen."""
    if draft.stage:
        return draft.notes[-1][0]
    declared = {note[0] for note in draft.notes}
    for p in _gunners(s, side):
        if p not in declared:
            return p
    return -1


def aim_actions(s: Battle, battery: int) -> list[Action]:
    at = s.pieces[battery].squares[0]
    found = []
    for aim in aims(s, battery):
        for declared in (LONG, SHORT):
            if declared == SHORT and distance(at, aim.square) > SHORT_RANGE:
                continue
            if aim.barrage:
                found.append(make("barrage", aim.target, aim.square, declared))
            else:
                found.append(make("fire" if aim.kind == AT_PIECE else "breach", aim.square, declared))
    return found


def aim_of(s: Battle, battery: int, action: Action) -> Aim:
    """The aim that an action speaks of."""
    for aim in aims(s, battery):
        if action.verb == "barrage":
            if aim.barrage and (aim.target, aim.square) == action.args[:2]:
                return aim
        elif not aim.barrage and aim.square == action.args[0] and (aim.kind == AT_BRIDGE) == (action.verb == "breach"):
            return aim
    raise ValueError(action.text)


# [24.6] all shots, then all damage, then all tests


def fire_all(s: Battle) -> None:
    """[24.6] Target draws of all shots; then damage of all; then the tests."""
    shots, s.shots = s.shots, []
    hits: list[tuple[int, int, int, int]] = []
    for battery, kind, target, sq, declared, *numbers in shots:
        s.pieces[battery].fired = True
        uncover(s, battery)
        markers = pool(s, battery, declared)
        drawn = markers[s.dice.roll(len(markers)) - 1]
        struck = drawn in numbers
        s.emit(
            "shot" if kind == AT_PIECE else "shot_bridge",
            battery,
            target,
            sq,
            drawn,
            numbers[0],
            numbers[-1],
            int(struck),
            declared,
        )
        if struck:
            hits.append((kind, target, declared, sq))
    evicted: list[int] = []
    for kind, target, declared, _ in hits:
        if kind == AT_BRIDGE:
            hit_bridge(s, target)
        else:
            evicted += strike(s, target, declared)
    s.push(*[ShelledOut(piece) for piece in sorted(evicted)], Morale(), AfterGuns())


class AfterGuns(Then):
    """[1.3] Victory is checked after the artillery phase."""

    rule = "1.3"

    def run(self, state: Battle) -> None:
        look_around(state)
        check_victory(state)


def strike(s: Battle, piece: int, declared: int) -> list[int]:
    """[24.5] One hit by artillery on a piece; those who are shelled out of a place by it."""
    p = s.pieces[piece]
    if not p.squares:
        return []
    if s.arm(piece) == ARTILLERY:
        hit_battery(s, piece)
    elif s.arm(piece) == ENGINEERS:
        hit_engineers(s, piece)
    elif any(s.world.houses >> sq & 1 for sq in p.squares):
        return shell(s, piece)
    else:
        due(s, piece, hit(s, piece, 2 if declared == SHORT else 1, False))
    return []


def hit_battery(s: Battle, piece: int, hits: int = 1) -> None:
    """[24.7] A battery: one more marker for its targets, then one Shot only, then it is lost."""
    p = s.pieces[piece]
    p.hits += hits
    s.emit("battery_hit", piece, min(p.hits, TO_DESTROY))
    if p.hits >= TO_DESTROY:
        wipe_out(s, piece)
    else:
        p.damage = ATTACK_LESS


def hit_engineers(s: Battle, piece: int) -> None:
    """[38.2] Engineers who are hit stop for a turn, then for two, then are lost."""
    p = s.pieces[piece]
    p.hits += 1
    p.idle = p.hits + 1
    p.damage = {1: ATTACK_LESS, 2: MARKER_LESS}.get(p.hits, ORDERED)
    s.emit("engineers_hit", piece, p.hits)
    if p.hits >= TO_DESTROY:
        wipe_out(s, piece)


def hit_bridge(s: Battle, bridge: int) -> None:
    """[41.2] Two hits destroy a bridge."""
    hits = s.bridge_hits.get(bridge, 0) + 1
    s.bridge_hits[bridge] = hits
    if hits >= TO_BREAK:
        for sq in s.bridges[bridge]:
            s.crossings &= ~(1 << sq)
        s.emit("bridge_destroyed", s.bridges[bridge][0])


class Artillery(Then):
    """[4.1] Phase 2."""

    rule = "24.2"

    def run(self, state: Battle) -> None:
        state.enter_phase(SHELLING)
        ask(state, Guns())
