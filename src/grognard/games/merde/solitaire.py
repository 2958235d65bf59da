"""Rulebook 45: the army that the rulebook plays. Each question has its answer here, by the name of its frame."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.squares import SECTOR, distance, nearest, sector
from grognard.games.merde import combat, data, engage, gunnery, messages, plans, skirmish
from grognard.games.merde.fights import candidates
from grognard.games.merde.frames import CHOSEN, WRITTEN
from grognard.games.merde.lexicon import (
    GARRISON,
    LIMBERED,
    LINE,
    MARCH,
    MOVES,
    ORDER_OF,
    SUPPORT,
    UNLIMBERED,
)
from grognard.games.merde.motion import knows
from grognard.games.merde.orders import sector_of
from grognard.games.merde.pieces import Letter, Scheme, Squares
from grognard.games.merde.sight import visible_enemies
from grognard.games.merde.state import Battle
from grognard.games.merde.world import ARTILLERY, ENGINEERS, INFANTRY
from grognard.kernel.action import Action

PACE = 4  # [45.3] infantry pace
CLOSE = 3
DEPLOY = (3, 5)  # [45.3] where lines deploy
LOSSES = 2  # [45.5] R-45a


# set-up


def keep_the_plan(s: Battle, side: int) -> None:
    """[45.1] A shipped scenario gives everything; no decoys."""
    s.drafts[side].stage = 7


# [45.2] orders


def collapsed(s: Battle, side: int, column: int) -> bool:
    """[45.2] An enemy stands in the column in one's own half, and no ordered regiment of the column is near him."""
    for q in s.troops(1 - side):
        squares = [sq for sq in s.pieces[q].squares if (sq & 63) // SECTOR == column]
        if not any(not s.world.enemy_half(side, sq) for sq in squares):
            continue
        near = [p for p in s.troops(side) if s.is_regiment(p) and not s.pieces[p].routed
                and any((sq & 63) // SECTOR == column for sq in s.pieces[p].squares)
                and nearest(s.pieces[p].squares, s.pieces[q].squares) <= CLOSE]  # fmt: skip
        if not near:
            return True
    return False


def contingencies(s: Battle, side: int) -> list[data.Contingency]:
    plan = s.world.scenario.solitaire
    return plan.contingencies if plan.enemy == data.SIDES[side] else []


def write_orders(s: Battle, side: int) -> None:
    """[45.2] Only what a contingency of the plan asks for, by the normal procedure; tried again if a test fails."""
    draft = s.drafts[side]
    for number, found in enumerate(contingencies(s, side)):
        group = s.world.group_ids[(side, found.change.group)]
        if number not in s.fired_contingencies:
            if group in s.reordered or s.group(group).release > s.turn or not _happens(s, side, found):
                continue
            s.fired_contingencies.append(number)
            s.reordered.append(group)
        if _obeyed(s, side, group, found.change) or not s.members(group):
            continue
        waiting = [letter.group for letter in [*draft.letters, *s.letters[side]]]
        general = messages.addressee(s, group)
        if group not in waiting and messages.may_write(s, side, draft, general):
            draft.letters.append(_letter(s, side, group, found.change, general))


def _happens(s: Battle, side: int, found: data.Contingency) -> bool:
    if found.trigger == "turn":
        return s.turn >= found.value
    return any(collapsed(s, side, column) for column in found.column)


def _obeyed(s: Battle, side: int, group: int, change: data.Change) -> bool:
    now = s.group(group)
    if now.order != ORDER_OF[change.order]:
        return False
    return change.order == "support" or now.column == change.target_column


def _letter(s: Battle, side: int, group: int, change: data.Change, general: int) -> Letter:
    """[45.2] If its number is taken the lowest free one is used."""
    draft = s.drafts[side]
    number = change.activation or 0
    if number:
        free = messages.free_numbers(s, side, draft, group)
        number = number if number in free else free[0] if free else number
    backed = s.world.group_ids[(side, change.supports)] if change.supports else -1
    return Letter(group, ORDER_OF[change.order], change.target_column, number, backed, general)


def no_scouts(s: Battle, side: int) -> None:
    """[45.1] Fog of war is off."""


# [45.3] movement


def write_plans(s: Battle, side: int) -> None:
    """[45.3] Moving groups towards the flag of their column, supports behind them, garrisons at who came in."""
    draft = s.drafts[side]
    for p in sorted(plans.movers(s, side, s.step), key=lambda p: (_rank(s, side, p), p)):
        if s.arm(p) != ENGINEERS:
            draft.schemes[p] = plan_of(s, side, p)
    for general in plans.riders(s, side, s.step):
        if s.step == plans.COMMANDERS:
            goal = post_of(s, side, general)
            if goal >= 0:
                draft.notes.append((plans.FIRST_GENERAL + general, goal))


def _rank(s: Battle, side: int, piece: int) -> int:
    """[45.3] Guns about to unlimber, then who leads; supports follow: guns, line regiments, light infantry, cavalry."""
    arm = s.arm(piece)
    if arm == ARTILLERY and gunnery.takes_post(s, side, piece):
        return 0
    if s.order_of(piece) != SUPPORT:
        return 1
    if arm != INFANTRY:
        return 2 if arm == ARTILLERY else 5
    return 4 if all(kind.light for kind in s.world.stock(piece).kinds) else 3


def plan_of(s: Battle, side: int, piece: int) -> Scheme:
    """[45.3] The plan of one piece."""
    scheme = plans.new_scheme(s, piece)
    goals = goals_of(s, side, piece)
    if s.arm(piece) == ARTILLERY:
        return gun_plan(s, side, scheme, goals)
    enemies = visible_enemies(s, piece, s.group_of(piece).column)
    near = min([nearest(scheme.squares, s.pieces[q].squares) for q in enemies], default=99)
    if DEPLOY[0] <= near <= DEPLOY[1]:
        deploy_line(s, side, scheme)
    if goals:
        pace = scheme.limit if enemies else min(scheme.limit, PACE)
        walk(s, side, scheme, goals, pace)
    return face_enemy(s, side, scheme)


def goals_of(s: Battle, side: int, piece: int) -> Squares:
    """[45.3] What a piece makes for: enemies in sight, the flag of its column, the group it backs, who came in."""
    order = s.order_of(piece)
    if order in MOVES:
        column = s.group_of(piece).column
        seen = [sq for q in visible_enemies(s, piece, column) for sq in s.pieces[q].squares]
        flags = [sq for sq in s.flags[1 - side] if (sq & 63) // SECTOR == column]
        middle = column * SECTOR + SECTOR // 2
        far = (s.world.field.height - 1 if side == 0 else 0) * 64 + middle
        return tuple(seen or flags or [far])
    if order == SUPPORT:
        ends = plans.ends(s.drafts[side])
        return tuple([sq for p in s.members(s.group_of(piece).supports) for sq in ends.get(p, s.pieces[p].squares)])
    if order == GARRISON and s.arm(piece) != ARTILLERY:
        own = sector_of(s, piece)
        return tuple([sq for q in s.alive(1 - side) for sq in s.pieces[q].squares if sector(sq) == own])
    return ()


def walk(s: Battle, side: int, scheme: Scheme, goals: Squares, pace: int) -> None:
    """Step by step nearer; the plan ends at the last place where it may. Nobody steps into the line of a first shot."""
    draft = s.drafts[side]
    lane = gunnery.lane(s, side, scheme.piece)
    legal = scheme.copy()
    while True:
        sheet = plans.Sheet(s, side, draft, scheme)
        if len(scheme.squares) == 2 and scheme.formation != LINE:
            break
        best = _best_step(s, sheet, scheme, goals, pace, lane)
        if best < 0:
            break
        plans.add_step(s, sheet, scheme, -1, best)
        if plans.halt_ban(s, side, plans.Sheet(s, side, draft, scheme), draft, scheme) is None:
            legal = scheme.copy()
    _become(scheme, legal)


def _best_step(s: Battle, sheet: plans.Sheet, scheme: Scheme, goals: Squares, pace: int, lane: Squares) -> int:
    here = _far(scheme.squares, goals)
    found, best = -1, here
    for goal in s.world.field.near[scheme.squares[0]]:
        moved = tuple([sq + goal - scheme.squares[0] for sq in scheme.squares])
        if not s.world.field.has_all(moved) or _far(moved, goals) >= best or any(sq in lane for sq in moved):
            continue
        if plans.step_ban(s, sheet, scheme, -1, goal) is None and scheme.spent[0] < pace:
            found, best = goal, _far(moved, goals)
    return found


def _far(squares: Squares, goals: Squares) -> tuple[int, int]:
    """Distance, then how far off the straight line."""
    return min([(distance(a, b), abs((a & 63) - (b & 63)) + abs((a >> 6) - (b >> 6))) for a in squares for b in goals])


def _become(scheme: Scheme, other: Scheme) -> None:
    scheme.squares, scheme.formation, scheme.facing = other.squares, other.formation, other.facing
    scheme.spent, scheme.limit, scheme.stopped = other.spent[:], other.limit, other.stopped[:]
    scheme.whole, scheme.acts = other.whole, other.acts[:]


def deploy_line(s: Battle, side: int, scheme: Scheme) -> None:
    """[45.3] Those without an attack column deploy when three to five squares away."""
    kinds = s.world.stock(scheme.piece).kinds
    if scheme.formation != MARCH or all(kind.attack_column for kind in kinds) or not knows(kinds[0], LINE):
        return
    sheet = plans.Sheet(s, side, s.drafts[side], scheme)
    lane = gunnery.lane(s, side, scheme.piece)
    for action, change, cost in plans.changes(s, sheet, scheme):
        if action.verb == "form" and action.args[0] == LINE and not any(sq in lane for sq in change.squares):
            plans.add_change(s, scheme, change, cost)
            return


def face_enemy(s: Battle, side: int, scheme: Scheme) -> Scheme:
    """Turn to the nearest enemy next to it, if none is in front and the points allow."""
    draft = s.drafts[side]
    near = [q for q in s.troops(1 - side) if nearest(scheme.squares, s.pieces[q].squares) == 1]
    if not near or any(_ahead(s, scheme.squares, scheme.facing, q) for q in near):
        return scheme
    sheet = plans.Sheet(s, side, draft, scheme)
    lane = gunnery.lane(s, side, scheme.piece)
    for action, change, cost in plans.changes(s, sheet, scheme):
        if any(sq in lane for sq in change.squares):
            continue
        if action.verb == "front" and any(_ahead(s, change.squares, change.facing, q) for q in near):
            trial = scheme.copy()
            plans.add_change(s, trial, change, cost)
            if plans.halt_ban(s, side, sheet, draft, trial) is None:
                return trial
    return scheme


def _ahead(s: Battle, squares: Squares, facing: int, foe: int) -> bool:
    step = (64, 1, -64, -1)[facing]
    right = (1, -64, -1, 64)[facing]
    front = {sq + step + hand for sq in squares for hand in (-right, 0, right)}
    return any(sq in front for sq in s.pieces[foe].squares)


def gun_plan(s: Battle, side: int, scheme: Scheme, goals: Squares) -> Scheme:
    """[45.3] A battery unlimbers where it has enemies in its range or on its hill, and otherwise follows its group."""
    piece = scheme.piece
    hills = gunnery.hills(s, side, piece)
    stands = gunnery.takes_post(s, side, piece)
    wanted = UNLIMBERED if stands else LIMBERED
    if scheme.formation != wanted and (stands or goals):
        sheet = plans.Sheet(s, side, s.drafts[side], scheme)
        for action, change, cost in plans.changes(s, sheet, scheme):
            if action.verb == "form" and action.args[0] == wanted:
                plans.add_change(s, scheme, change, cost)
                break
    if scheme.formation == LIMBERED and goals and not stands:
        walk(s, side, scheme, hills or goals, min(scheme.limit, PACE))
    return scheme


def post_of(s: Battle, side: int, general: int) -> int:
    """[45.3] A general stays where most of his units are within his radius; the CiC behind his friends. -1: stays."""
    from_here = s.commander(general).square
    radius = s.commander(general).radius
    cic = general == s.world.generals[side][0]
    own = [p for p in s.troops(side) if s.leader(p) == general] or ([] if not cic else s.troops(side))
    if not own:
        return -1

    def reached(sq: int) -> int:
        return sum([1 for p in own if max([distance(sq, at) for at in s.pieces[p].squares]) <= radius - 2])

    if reached(from_here) == len(own):
        return -1
    zone, held = s.zoc(1 - side), s.held(side) | s.held(1 - side)
    gap = 2 if cic else 1
    best, worth = -1, (reached(from_here), 0)
    for sq in plans.ride_goals(s, general):
        if zone >> sq & 1 or held >> sq & 1 or not _behind(s, side, sq, own, gap):
            continue
        value = (reached(sq), -distance(sq, from_here))
        if value > worth:
            best, worth = sq, value
    return best


def _behind(s: Battle, side: int, sq: int, own: list[int], gap: int) -> bool:
    foremost = max([s.world.forward(side, at) for p in own for at in s.pieces[p].squares])
    return s.world.forward(side, sq) <= foremost - gap


# [45.4] skirmishers


def write_skirmish(s: Battle, side: int) -> None:
    """[45.4] The light regiment that backs the lowest-numbered group shoots at the two nearest regiments."""
    draft = s.drafts[side]
    lights = sorted(skirmish.light_regiments(s, side), key=lambda p: (s.number_of(p), p))
    if not lights:
        return
    draft.notes.append((-1, lights[0], 0))
    draft.stage = 0 if skirmish.free_of_charge(s, lights[0]) else 1
    while (shooter := skirmish.next_shooter(s, side, draft)) is not None:
        own = s.pieces[shooter[0]].squares
        target = min(skirmish.shooter_targets(s, draft, shooter), key=lambda q: (nearest(own, s.pieces[q].squares), q))
        draft.notes.append((*shooter, target))


# [45.5] combat


def write_deal(s: Battle, side: int) -> None:
    """[45.5] Every regiment with a fight gets its markers."""
    s.drafts[side].notes = [(p,) for p in candidates(s, side)]


def write_fire(s: Battle, side: int) -> None:
    """[45.5] One shot with two or three markers, two with four or five; then charge if allowed, else hold."""
    role = combat.role_of(s, side)
    clash = combat.clash_of(s)
    hand = len(s.pieces[clash.pieces[role]].hand)
    shots = data.tables().solitaire_shots.get(str(hand + clash.volleys[role]), 0)
    if engage.fire_ban(s, role) is None and clash.volleys[role] < int(shots):
        choice, place = combat.FIRES, s.dice.roll(hand) - 1
    elif engage.charge_ban(s, role) is None:
        choice, place = combat.CHARGES, -1
    elif engage.must_attack(s, role):
        choice, place = combat.FIRES, s.dice.roll(hand) - 1
    else:
        choice, place = combat.HOLDS, s.dice.roll(hand) - 1 if hand else -1
    s.drafts[side].notes = [(choice, place)]


def write_marker(s: Battle, side: int) -> None:
    """[45.5] Random markers until they are exhausted."""
    piece = combat.clash_of(s).pieces[combat.role_of(s, side)]
    hand = len(s.pieces[piece].hand)
    s.drafts[side].notes = [(s.dice.roll(hand) - 1 if hand else -1,)]


def charges_home(losses: int, retreating: bool) -> bool:
    """[45.5] Cavalry charges infantry that has lost men twice or is forced to fall back."""
    return losses >= LOSSES or retreating


def _losses(s: Battle, piece: int) -> int:
    return sum(s.world.stock(piece).men) - s.pieces[piece].strength


def name_fight(s: Battle, side: int, options: Sequence[Action]) -> Action:
    """[45.5] Engagements by the lowest number; charges at shaken infantry; pursuit."""
    good = [a for a in options if a.verb in ("charge", "flanks")
            and charges_home(_losses(s, a.args[1]), s.pieces[a.args[1]].retreated)]  # fmt: skip
    fights = [a for a in options if a.verb == "engage"]
    chases = [a for a in options if a.verb == "pursue"]
    ranked = sorted(fights, key=lambda a: (s.number_of(a.args[0]), a.args))
    return (chases or good or ranked or list(options[-1:]))[0]


def first(s: Battle, side: int, options: Sequence[Action]) -> Action:
    return options[0]


def last(s: Battle, side: int, options: Sequence[Action]) -> Action:
    return options[-1]


def go_on(s: Battle, side: int, options: Sequence[Action]) -> Action:
    """[31.7] Its cavalry goes on only at those whom it would charge, and returns otherwise."""
    for action in options:
        if action.verb == "onward" and charges_home(_losses(s, action.args[0]), s.pieces[action.args[0]].retreated):
            return action
    return next((action for action in options if action.verb == "return"), options[-1])


def rally_all(s: Battle, side: int, options: Sequence[Action]) -> Action:
    """[45.6] Attack marker -1 before Attack -1; then shaken groups."""
    marked = [a for a in options if a.verb == "rally"]
    if marked:
        return min(marked, key=lambda a: (-s.pieces[a.args[0]].damage, a.args))
    return options[0]


def post_behind(s: Battle, side: int, options: Sequence[Action]) -> Action:
    return max(options, key=lambda a: s.world.forward(side, a.args[0]))


WRITTEN.update({
    "BattlePlan": keep_the_plan, "Orders": write_orders, "Scouting": no_scouts, "Movement": write_plans,
    "Guns": gunnery.write_guns, "Skirmish": write_skirmish, "Deal": write_deal, "FireStep": write_fire,
    "ChargeExchange": write_marker, "MeleeRound": write_marker, "CavalryClash": write_marker,
})  # fmt: skip
CHOSEN.update({
    "GoBack": first, "FollowBack": last, "Successor": post_behind, "ChooseSector": first, "Name": name_fight,
    "Replace": first, "Converge": first, "Advance": first, "Countercharge": first,
    "TrySquare": first, "HorseBattery": first, "Onward": go_on, "TryRally": rally_all,
})  # fmt: skip
