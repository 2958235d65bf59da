"""Rulebook 27: skirmishers, between artillery and musketry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from grognard.games.merde.rules.combat.damage import hit
from grognard.games.merde.rules.fire.artillery import AfterGuns, hit_battery, hit_engineers
from grognard.games.merde.rules.frames import Secret, Then, ask
from grognard.games.merde.rules.morale import Morale, due
from grognard.games.merde.rules.motion import allowance, ways, ways_from
from grognard.games.merde.rules.movement.plans import in_contact
from grognard.games.merde.rules.sight import uncover
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import DONE, GROUPS, MOVES, OPEN, SUPPORT, make
from grognard.games.merde.world.pieces import Draft, Squares
from grognard.games.merde.world.state import LAST_NUMBER, SKIRMISHING, Battle, found_once
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, DECOY, ENGINEERS, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, all_but

VOLTIGEUR_REACH: Final = data.units().special_allowances.voltigeur_reach
OPEN_POOL: Final = data.units().target_pools.skirmish
SKIRMISHING_ORDERS: Final = (*MOVES, SUPPORT)


def skirmish_pool(s: Battle, piece: int) -> tuple[int, ...]:
    """[27.3] [17.3] The Target numbers when this regiment shoots: 1-3, rifles 1-2; one more in rain or fog."""
    kinds = s.world.stock(piece).kinds
    numbers = kinds[0].pool or OPEN_POOL
    return numbers if s.weather == "clear" else (*numbers, len(numbers) + 1)


def free_of_charge(s: Battle, piece: int) -> bool:
    """[27.1] A light regiment of an activated number whose group is not in contact needs no free intervention."""
    if not s.pieces[piece].active or s.number_of(piece) > LAST_NUMBER:
        return False
    return not any(in_contact(s, p) for p in s.members(s.pieces[piece].group))


def light_regiments(s: Battle, side: int) -> list[int]:
    """[27.1] Light infantry in support or with a move order, in command and not in contact, with a target in reach."""
    found = []
    mounted = s.switch("light_cavalry_skirmish")
    for piece in s.world.lights[side]:
        p = s.pieces[piece]
        if not p.squares or not (mounted or s.arm(piece) != CAVALRY):
            continue
        if p.routed or p.retreated or p.out or s.order_of(piece) not in SKIRMISHING_ORDERS:
            continue
        if in_contact(s, piece) or (s.intervened[side] and not free_of_charge(s, piece)):
            continue
        if any(targets(s, piece, unit) for unit, men in enumerate(p.men) if men):
            found.append(piece)
    return found


def farthest_shot(s: Battle) -> int:
    """[27.2] How far anybody on the field may come to shoot, or shoot."""
    lights = [p for side in (0, 1) for p in s.world.lights[side]]
    return max([VOLTIGEUR_REACH, *[allowance(s, p, OPEN) + 1 for p in lights]])


def volley_groups(s: Battle, side: int) -> list[int]:
    """[27.1] Groups whose battalions may send out their voltigeurs."""
    if s.intervened[side] or s.apart(VOLTIGEUR_REACH):
        return []
    found = []
    for group in range(side * GROUPS, side * GROUPS + GROUPS):
        if s.groups[group] is not None and s.stands(group) and voltigeurs(s, group):
            found.append(group)
    return found


def voltigeurs(s: Battle, group: int) -> list[tuple[int, int]]:
    """[27.2] The battalions of a group with voltigeurs and an enemy within three squares."""
    found = []
    for piece in s.members(group):
        p, stock = s.pieces[piece], s.world.stock(piece)
        if p.routed or p.out or in_contact(s, piece):
            continue  # [10.2]
        for unit, men in enumerate(p.men):
            if men and stock.kinds[unit].voltigeurs and volley_targets(s, piece, unit):
                found.append((piece, unit))
    return found


@found_once
def targets(s: Battle, piece: int, unit: int) -> list[int]:
    """[27.2] Enemies next to which a battalion can come within its open-order allowance, passing through friends."""
    side = side_of(piece)
    p = s.pieces[piece]
    start = p.squares[unit] if len(p.squares) == 2 else p.squares[0]
    far = allowance(s, piece, OPEN) + 1
    enemies = _in_reach(s, side, (start,), far)
    if not enemies:
        return []
    reach = _reach(s, piece, start) - _crowd(s, piece)
    return [q for q in enemies if any(near in reach for sq in s.pieces[q].squares for near in s.world.field.near[sq])]


def _crowd(s: Battle, piece: int) -> set[int]:
    """[13.1] Squares of friends, which a battalion passes but where it does not stop."""
    return {sq for p in s.alive(side_of(piece)) if p != piece for sq in s.pieces[p].squares}


def _reach(s: Battle, piece: int, start: int) -> set[int]:
    """Squares a battalion in open order can come to; [12.2] an enemy ZOC ends its movement."""
    points = allowance(s, piece, OPEN)
    enemies, zone = s.held(1 - side_of(piece)), s.zoc(1 - side_of(piece))
    known = ways(s, piece, OPEN)
    spent = {start: 0}
    edge = [start]
    while edge:
        following = []
        for at in edge:
            if zone >> at & 1:
                continue
            for sq, step in ways_from(s, piece, OPEN, at, known).items():
                cost = spent[at] + step
                if cost <= points and not enemies >> sq & 1 and cost < spent.get(sq, 99):
                    spent[sq] = cost
                    following.append(sq)
        edge = following
    return set(spent)


def volley_targets(s: Battle, piece: int, unit: int) -> list[int]:
    """[27.2] Enemies within three squares of a battalion."""
    p = s.pieces[piece]
    at = (p.squares[unit],) if len(p.squares) == 2 else p.squares[:1]
    return _in_reach(s, side_of(piece), at, VOLTIGEUR_REACH)


def _in_reach(s: Battle, side: int, squares: Squares, reach: int) -> list[int]:
    """[19.1] The enemies of a side within so many squares, but for those who lie flag side up."""
    return [q for q in s.within(squares, 1 - side, reach) if not s.pieces[q].hidden and s.arm(q) != DECOY]


class Skirmish(Secret):
    """[27.1] Who sends out skirmishers, and at whom each battalion shoots."""

    rule = "27.1"

    def sides(self, state: Battle) -> tuple[int, ...]:
        """[19.1] In the fog both are asked, whatever their hidden counters are."""
        if state.foggy:
            return (0, 1)
        if state.apart(farthest_shot(state)):
            return ()
        return tuple([side for side in (0, 1) if light_regiments(state, side) or volley_groups(state, side)])

    def must_ask(self, state: Battle) -> bool:
        return state.foggy

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        draft = state.drafts[side]
        shooter = next_shooter(state, side, draft)
        if shooter is not None:
            return [make("shoot", q) for q in shooter_targets(state, draft, shooter)]
        return [*openings(state, side, draft), DONE]

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        if action.verb == "done":
            draft.closed = True
        elif action.verb == "shoot":
            shooter = next_shooter(state, side, draft)
            assert shooter is not None
            draft.notes.append((*shooter, action.args[0]))
        elif action.verb == "skirmish":
            if not free_of_charge(state, action.args[0]):
                draft.stage = 1
            draft.notes.append((-1, action.args[0], 0))
        else:
            draft.stage = 1
            draft.notes.append((-1, action.args[0], 1))

    def reveal(self, state: Battle) -> None:
        shots: list[tuple[int, ...]] = []
        for side in (0, 1):
            draft = state.drafts[side]
            state.intervened[side] = state.intervened[side] or bool(draft.stage)
            shots += [note for note in draft.notes if note[0] >= 0]
            for note in draft.notes:
                if note[0] < 0 and note[2] == 0:
                    state.pieces[note[1]].skirmished = True
        resolve(state, shots)

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "shoot":
            yield Ban("27.2", "out_of_reach", self.unoffered(state, side, verb))
        if verb not in ("skirmish", "voltigeurs"):
            return
        shut = self.unoffered(state, side, verb)
        if state.intervened[side] or state.drafts[side].stage:
            yield Ban("20.2", "intervention_used", shut, ())
        if verb == "skirmish":
            halted = ~all_but([p for p in state.troops(side) if state.pieces[p].out])
            yield Ban("10.2", "out_of_command", shut & halted)
        yield Ban("27.1", "cannot_skirmish", shut, ())

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        shooter = next_shooter(state, side, state.drafts[side])
        if shooter is not None:
            return (shooter[0],)
        return (-1 if self.idle(state, side) else -2,)


def openings(s: Battle, side: int, draft: Draft) -> list[Action]:
    """Who else may be sent out: one for the free intervention, and light regiments of activated numbers."""
    out = {note[1] for note in draft.notes if note[0] < 0 and note[2] == 0}
    lights = [p for p in light_regiments(s, side) if p not in out]
    found = [make("skirmish", p) for p in lights if free_of_charge(s, p) or not draft.stage]
    if not draft.stage:
        found += [make("voltigeurs", group) for group in volley_groups(s, side)]
    return found


def next_shooter(s: Battle, side: int, draft: Draft) -> tuple[int, int] | None:
    """The battalion whose target is still to be named."""
    done = {(note[0], note[1]) for note in draft.notes if note[0] >= 0}
    for note in draft.notes:
        if note[0] >= 0:
            continue
        if note[2]:
            waiting = [shooter for shooter in voltigeurs(s, note[1]) if shooter not in done]
        else:
            men = s.pieces[note[1]].men
            waiting = [
                (note[1], unit)
                for unit in range(len(men))
                if men[unit] and (note[1], unit) not in done and targets(s, note[1], unit)
            ]
        if waiting:
            return waiting[0]
    return None


def shooter_targets(s: Battle, draft: Draft, shooter: tuple[int, int]) -> list[int]:
    """[27.2] R-27b: the battalions of a light regiment shoot at different regiments if two are in reach."""
    piece, unit = shooter
    if (-1, piece, 0) not in draft.notes:
        return volley_targets(s, piece, unit)
    found = targets(s, piece, unit)
    shot_at = [note[2] for note in draft.notes if note[0] == piece]
    others = [q for q in found if q not in shot_at]
    return others or found


def resolve(s: Battle, shots: list[tuple[int, ...]]) -> None:
    """[27.3] Target and Shot are drawn from the same numbers; equal is a hit."""
    hits: list[int] = []
    for piece, _, target in shots:
        uncover(s, piece)
        numbers = skirmish_pool(s, piece)
        drawn, shot = s.dice.roll(len(numbers)), s.dice.roll(len(numbers))
        s.emit("skirmish_shot", piece, target, drawn, shot, int(drawn == shot))
        if drawn == shot:
            hits.append(target)
    for target in hits:
        if not s.pieces[target].squares:
            continue
        if s.arm(target) == ARTILLERY:
            hit_battery(s, target)
        elif s.arm(target) == ENGINEERS:
            hit_engineers(s, target)
        else:
            due(s, target, hit(s, target, 1, False))
    s.push(Morale(), AfterGuns())


class SkirmishPhase(Then):
    """[4.1] Phase 2b."""

    rule = "27.1"

    def run(self, state: Battle) -> None:
        state.enter_phase(SKIRMISHING)
        ask(state, Skirmish())
