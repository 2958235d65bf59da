"""Rulebook 20: both sides write their plans of movement in secret; what is refused, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.board.squares import STRIDE, rows_of
from grognard.games.merde.rules import orders
from grognard.games.merde.rules.frames import Secret, surveyed
from grognard.games.merde.rules.motion import change_cost, formations_of, front_cost, fronts, reformed
from grognard.games.merde.rules.movement.drill import change_of
from grognard.games.merde.rules.movement.plans import (
    COMMANDERS,
    EARLY,
    FIRST_GENERAL,
    Sheet,
    add_change,
    add_step,
    asked,
    bound_supports,
    change_ban,
    change_offers,
    halt_ban,
    has_bound_support,
    movers,
    must_close,
    new_scheme,
    open_strides,
    payable,
    ride_field,
    riders,
    sheet_of,
    step_ban,
    step_of,
    steppers,
    works_near,
)
from grognard.games.merde.rules.movement.resolve import resolve
from grognard.games.merde.world.lexicon import DONE, HALT, LEADS, PLANS, RIDES, STAY, STEPS, make, parted
from grognard.games.merde.world.pieces import Draft, Scheme
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import DECOY, ENGINEERS, Change, side_of
from grognard.kernel.action import Action
from grognard.kernel.ban import Ban, all_but, because
from grognard.kernel.ban import asked as itself
from grognard.kernel.frame import Reason


class Movement(Secret):
    """[20.4] Both sides write down what the pieces of this number, or of this step, will do."""

    rule = "20.4"

    def sides(self, state: Battle) -> tuple[int, ...]:
        return tuple([side for side in (0, 1) if asked(state, side, state.step)])

    def must_ask(self, state: Battle) -> bool:
        """[20.3] R-20e."""
        return state.foggy

    def idle(self, state: Battle, side: int) -> bool:
        return not movers(state, side, state.step) and not riders(state, side, state.step)

    def offers(self, state: Battle, side: int) -> Sequence[Action]:
        draft = state.drafts[side]
        if draft.chosen >= FIRST_GENERAL:
            found = _rides_into(ride_field(state, draft.chosen - FIRST_GENERAL))
            found.append(STAY)
            return found
        if draft.chosen >= 0:
            return self.plan_offers(state, side, draft)
        found = [PLANS[p] for p in movers(state, side, state.step) if p not in draft.schemes]
        if state.step in (EARLY, COMMANDERS) and (leaders := riders(state, side, state.step)):
            ridden = [note[0] - FIRST_GENERAL for note in draft.notes]
            found += [LEADS[g] for g in leaders if g not in ridden]
        if not has_bound_support(state, side, draft):
            found.append(DONE)
        return found

    def plan_offers(self, s: Battle, side: int, draft: Draft) -> list[Action]:
        """What the piece that is spoken of may do next."""
        scheme = draft.schemes[draft.chosen]
        if s.arm(scheme.piece) == ENGINEERS:
            return [*[make("work", sq) for sq in works_near(s, scheme.piece)], STAY]
        sheet = sheet_of(s, side, draft, scheme)
        found: list[Action] = []
        for unit in steppers(scheme):
            able = open_strides(s, sheet, scheme, unit)
            found += [STEPS[stride[0]] if unit < 0 else parted(unit, stride[0]) for stride in able]
        stuck = not found
        found += change_offers(s, sheet, scheme)
        if scheme.acts and halt_ban(s, side, sheet, draft, scheme) is None:
            found.append(HALT)
        elif stuck or not must_close(s, side, draft, scheme.piece):
            found.append(STAY)
        return found

    def take(self, state: Battle, side: int, action: Action) -> None:
        draft = state.drafts[side]
        verb, args = action.verb, action.args
        if verb == "done":
            draft.closed = True
        elif verb == "plan":
            draft.chosen = args[0]
            draft.schemes[args[0]] = new_scheme(state, args[0])
        elif verb == "lead":
            draft.chosen = FIRST_GENERAL + args[0]
        elif verb == "ride":
            draft.notes.append((draft.chosen, args[0]))
            draft.chosen = -1
        else:
            self._write(state, side, draft, action)

    def _write(self, state: Battle, side: int, draft: Draft, action: Action) -> None:
        verb, args = action.verb, action.args
        if verb == "stay":
            if draft.chosen >= FIRST_GENERAL:
                draft.notes.append((draft.chosen, -1))
            else:
                draft.schemes[draft.chosen] = new_scheme(state, draft.chosen)
            draft.chosen = -1
            return
        if verb in ("halt", "work"):
            if verb == "work":
                draft.notes.append((draft.chosen, args[0]))
            draft.chosen = -1
            return
        scheme = draft.schemes[draft.chosen]
        if verb == "step":
            sheet = sheet_of(state, side, draft, scheme)
            add_step(state, sheet, scheme, -1 if len(args) == 1 else args[0] - 1, args[-1])
            return
        add_change(state, scheme, *change_of(state, scheme, action))

    def reveal(self, state: Battle) -> None:
        resolve(state, surveyed(state, self).zones.copy())

    def bans(self, state: Battle, side: int, verb: str, *head: int) -> Iterable[Ban]:
        if verb == "plan":
            yield from plan_bans(state, side, self.unoffered(state, side, verb))
        elif verb == "ride":
            yield Ban("20.12", "ride", self.unoffered(state, side, verb))
        elif verb == "lead":
            yield Ban("36.1", "lead", self.unoffered(state, side, verb))
        elif verb == "done":
            yield from because(_why_not_done(state, side))

    def refuse(self, state: Battle, side: int, action: Action) -> list[Reason]:
        """What a piece does is judged answer by answer, by the bans that make the offers."""
        if action in self.offers(state, side):
            return []
        return super().refuse(state, side, action) or why_not(state, side, action)

    def question(self, state: Battle, side: int) -> tuple[object, ...]:
        return (-1 if state.foggy and self.idle(state, side) else state.step,)


def _rides_into(squares: int) -> list[Action]:
    """[20.12] The rides into the squares of a mask: row by row, each by its runs of squares side by side."""
    found: list[Action] = []
    runs: list[tuple[int, int]] = []
    last = 0
    for y, row in enumerate(rows_of(squares)):
        if row != last:  # as a rule they are alike
            last, runs = row, _runs(row)
        for first, beyond in runs:
            found += RIDES[y * STRIDE + first : y * STRIDE + beyond]
    return found


def _runs(row: int) -> list[tuple[int, int]]:
    """Where squares of a row lie side by side: the first of each run, and the place beyond its last."""
    found = []
    while row:
        low = row & -row
        beyond = row + low  # the run is gone, and a bit stands behind it
        found.append((low.bit_length() - 1, (beyond & -beyond).bit_length() - 1))
        row &= beyond
    return found


# refusals


def why_not(s: Battle, side: int, action: Action) -> list[Reason]:
    """Why a piece cannot do something now."""
    verb, args = action.verb, action.args
    draft = s.drafts[side]
    if draft.chosen < 0 or draft.chosen >= FIRST_GENERAL:
        return [("20.4", "no_plan", ())] if verb in ("step", "form", "front", "halt", "stay") else []
    scheme = draft.schemes[draft.chosen]
    if verb == "step":
        return _why_not_step(s, side, scheme, args)
    if verb == "form":
        return _why_not_form(s, side, scheme, args)
    if verb == "front":
        return _why_not_front(s, side, scheme, args)
    if verb == "halt":
        found = halt_ban(s, side, Sheet(s, side, draft, scheme), draft, scheme)
        return [found] if found is not None else []
    if verb == "stay":
        return [("18.7", "support_far", (scheme.piece, orders.reach_of(s, scheme.piece)))]
    return []


def plan_bans(s: Battle, side: int, shut: int) -> Iterable[Ban]:
    """[20.1] [20.4] Whose plan is not written now; ``shut``: all who are not asked about."""
    yield Ban("20.4", "not_yours", lambda piece: side_of(piece) != side)
    yield Ban("20.3", "not_there", lambda piece: not s.pieces[piece].squares)
    yield Ban("10.2", "out_of_command", lambda piece: bool(shut >> piece & 1) and s.pieces[piece].out)
    yield Ban("37.5", "routed", lambda piece: bool(shut >> piece & 1) and s.pieces[piece].routed)
    yield Ban("20.4", "planned", ~all_but(s.drafts[side].schemes))
    yield Ban("20.1", "other_number", shut, (itself, lambda piece: step_of(s, piece)))


def _why_not_done(s: Battle, side: int) -> list[Reason]:
    if s.drafts[side].chosen >= 0:
        return [("20.4", "unfinished", ())]
    return [("18.7", "support_far", (p, orders.reach_of(s, p))) for p in bound_supports(s, side, s.drafts[side])]


def _why_not_step(s: Battle, side: int, scheme: Scheme, args: tuple[int, ...]) -> list[Reason]:
    unit = -1 if len(args) == 1 else args[0] - 1
    if unit not in steppers(scheme):
        return [("13.7", "step_form", (scheme.piece,))]
    found = step_ban(s, Sheet(s, side, s.drafts[side], scheme), scheme, unit, args[-1])
    return [] if found is None else [found]


def _why_not_form(s: Battle, side: int, scheme: Scheme, args: tuple[int, ...]) -> list[Reason]:
    if args[0] not in formations_of(s, scheme.piece):
        return [("13.1", "unknown_formation", (scheme.piece, args[0]))]
    cost = change_cost(s, scheme.piece, scheme.formation, args[0])
    if not payable(scheme, cost):
        return [("15.2", "change_points", (scheme.piece, max(0, scheme.limit - max(scheme.spent)), cost))]
    ways = reformed(s, scheme.piece, scheme.squares, scheme.facing, scheme.formation, args[0])
    named = (-1, *args[1:])
    wanted = [change for change in ways if change.chosen in named] or ways
    return [_why_not_change(s, side, scheme, wanted) or ("15.4", "change_room", (scheme.piece,))]


def _why_not_front(s: Battle, side: int, scheme: Scheme, args: tuple[int, ...]) -> list[Reason]:
    wanted: list[Change] = []
    named = (-1, *args[1:])
    if s.arm(scheme.piece) not in (DECOY, ENGINEERS) and payable(scheme, front_cost(s, scheme.piece, scheme.formation)):
        wanted = [
            change
            for change in fronts(scheme.squares, scheme.formation, scheme.facing)
            if change.facing == args[0] and change.chosen in named
        ]
    return [_why_not_change(s, side, scheme, wanted) or ("15.1", "front", (scheme.piece,))]


def _why_not_change(s: Battle, side: int, scheme: Scheme, ways: list[Change]) -> Reason | None:
    """The first reason against one of these changes."""
    sheet = Sheet(s, side, s.drafts[side], scheme)
    bans = [change_ban(s, sheet, scheme, change) for change in ways]
    return next((ban for ban in bans if ban is not None), None)
