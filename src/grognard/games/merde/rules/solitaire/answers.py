"""Rulebook 45: the army that the rulebook plays. Each question has its answer here, by the name of its frame."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.squares import SECTOR, distance, nearest, sector
from grognard.games.merde.rules import messages
from grognard.games.merde.rules.combat import engage
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.fights import candidates
from grognard.games.merde.rules.fire import skirmish
from grognard.games.merde.rules.frames import CHOSEN, WRITTEN
from grognard.games.merde.rules.layout import DECOYING
from grognard.games.merde.rules.motion import passable
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.orders import may_step, sector_of
from grognard.games.merde.rules.sight import visible_enemies
from grognard.games.merde.rules.solitaire import gunnery
from grognard.games.merde.rules.solitaire.contingencies import contingencies, fire, group_of, happens
from grognard.games.merde.rules.solitaire.marching import (
    attack_column,
    break_square,
    deploy_line,
    face_enemy,
    fold,
    road_to,
    walk,
)
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import GARRISON, LIMBERED, MARCH, MOVES, ORDER_OF, SUPPORT, UNLIMBERED
from grognard.games.merde.world.pieces import Letter, Scheme, Squares
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import ARTILLERY, CAVALRY, ENGINEERS, INFANTRY
from grognard.kernel.action import Action

PACE = 4  # [45.3] infantry pace
DEPLOY = 5  # [45.3] how near the enemy is when those who attack deploy; three squares, or less if he came up
THREAT = 2  # [45.3] and supports and reserves, who do not look for him
FIGHTERS = (*MOVES, GARRISON)
STANDOFF = {INFANTRY: 2, CAVALRY: 4}  # [45.3] where supports follow on the march, so as not to run into their group
LOSSES = 2  # [45.5] R-45a
SAFETY = 6  # [45.3] squares that the CiC keeps from the enemy
MARGIN = 2  # [45.3] squares of his radius that a general keeps in hand


# set-up


def keep_the_plan(s: Battle, side: int) -> None:
    """[45.1] A shipped scenario gives everything; no decoys."""
    s.drafts[side].stage = DECOYING


# [45.2] orders


def write_orders(s: Battle, side: int) -> None:
    """[45.2] Only what a contingency of the plan asks for, by the normal procedure; tried again if a test fails."""
    draft = s.drafts[side]
    for number, found in enumerate(contingencies(s, side)):
        group = group_of(s, side, found)
        if s.group(group).release > s.turn or not s.members(group):
            continue
        if number not in s.fired_contingencies:
            if group in s.reordered or not happens(s, side, found):
                continue
            fire(s, number)
        if _obeyed(s, side, group, found.change):
            continue
        waiting = [letter.group for letter in [*draft.letters, *s.letters[side]]]
        general = messages.addressee(s, group)
        if group not in waiting and messages.may_write(s, side, draft, general):
            draft.letters.append(_letter(s, side, group, found.change, general))


def _obeyed(s: Battle, side: int, group: int, change: data.Change) -> bool:
    now = s.group(group)
    if now.order != ORDER_OF[change.order]:
        return False
    if change.order == "support":
        return now.supports == s.world.group_ids[(side, str(change.supports))]
    return now.column == change.target_column


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
    for p in sorted(plans.movers(s, side, s.step), key=lambda p: (_rank(s, side, p), _to_go(s, side, p), p)):
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


def _to_go(s: Battle, side: int, piece: int) -> int:
    """How far its goal is: who is in front makes room for those behind."""
    goals = goals_of(s, side, piece)
    return nearest(s.pieces[piece].squares, goals) if goals else 0


def plan_of(s: Battle, side: int, piece: int) -> Scheme:
    """[45.3] The plan of one piece."""
    scheme = plans.new_scheme(s, piece)
    goals = goals_of(s, side, piece)
    if s.arm(piece) == ARTILLERY:
        return gun_plan(s, side, scheme, goals)
    enemies = visible_enemies(s, piece, s.group_of(piece).column)
    near = _nearest_enemy(s, side, scheme.squares, enemies)
    break_square(s, side, scheme)
    road = road_to(s, piece, goals) if goals else None
    if near <= (DEPLOY if s.order_of(piece) in FIGHTERS else THREAT):
        deploy_line(s, side, scheme, road)
    if road is not None:
        if near > 1:
            fold(s, side, scheme, road, near > DEPLOY)
        pace = scheme.limit if enemies else min(scheme.limit, PACE)
        walk(s, side, scheme, road, pace, _standoff(s, side, piece, goals))
    attack_column(s, side, scheme)
    return face_enemy(s, side, scheme)


def _standoff(s: Battle, side: int, piece: int, backed: Squares) -> int:
    """[45.3] A support leaves room on the march, and closes up when the enemy is near the group it backs."""
    if s.order_of(piece) != SUPPORT or any(nearest(backed, s.pieces[q].squares) <= DEPLOY for q in s.troops(1 - side)):
        return 0
    return STANDOFF.get(s.arm(piece), STANDOFF[INFANTRY])  # engineers and decoys follow like infantry


def _nearest_enemy(s: Battle, side: int, squares: Squares, seen: list[int]) -> int:
    """How near the enemies of its column are that it sees; and, wherever he stands, one who threatens it."""
    away = [(nearest(squares, s.pieces[q].squares), q) for q in s.troops(1 - side)]
    return min([far for far, q in away if far <= THREAT or q in seen], default=99)


def goals_of(s: Battle, side: int, piece: int) -> Squares:
    """[45.3] What a piece makes for: enemies in sight, the flag of its column, the group it backs, who came in.

    Nobody is drawn past the flag, which is his task.
    """
    order = s.order_of(piece)
    if order in MOVES:
        column = s.group_of(piece).column
        if any((sq & 63) // SECTOR != column for sq in s.pieces[piece].squares):
            return column_ahead(s, side, piece, column)
        flags = [sq for sq in s.flags[1 - side] if (sq & 63) // SECTOR == column]
        last = max([s.world.forward(side, sq) for sq in flags], default=s.world.field.height)
        seen = [
            sq
            for q in visible_enemies(s, piece, column)
            for sq in s.pieces[q].squares
            if s.world.forward(side, sq) <= last
        ]
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


def column_ahead(s: Battle, side: int, piece: int, column: int) -> Squares:
    """[18.4] Who is not yet in his column makes for it, no deeper into the enemy half than he stands."""
    here = s.pieces[piece].squares[0]
    own = s.world.forward(side, here)
    return tuple(
        [
            sq
            for sq in s.world.field.squares
            if (sq & 63) // SECTOR == column
            and passable(s, piece, MARCH, sq)
            and s.world.forward(side, sq) >= own
            and (sq >> 6 == here >> 6 or not s.world.enemy_half(side, sq))
        ]
    )


def gun_plan(s: Battle, side: int, scheme: Scheme, goals: Squares) -> Scheme:
    """[45.3] A battery unlimbers where it has enemies in its range or on its hill, and otherwise follows its group.

    Where its order lets it take no step, or next to its group with no hill to go to, it stays as it is.
    """
    piece = scheme.piece
    hills = gunnery.hills(s, side, piece)
    stands = gunnery.takes_post(s, side, piece)
    wanted = UNLIMBERED if stands else LIMBERED
    ahead = bool(hills) or (bool(goals) and nearest(scheme.squares, goals) > 1)
    leaves = ahead and may_step(s, piece) is None
    if scheme.formation != wanted and (stands or leaves):
        sheet = plans.Sheet(s, side, s.drafts[side], scheme)
        for action, change, cost in plans.changes(s, sheet, scheme):
            if action.verb == "form" and action.args[0] == wanted:
                plans.add_change(s, scheme, change, cost)
                break
    if scheme.formation == LIMBERED and goals and not stands:
        walk(s, side, scheme, road_to(s, piece, hills or goals), min(scheme.limit, PACE))
    return scheme


def post_of(s: Battle, side: int, general: int) -> int:
    """[45.3] Where a commander ends the turn, out of contact, with as many of his units as may be in his radius.

    A general behind his lowest-numbered group; the CiC out of the enemy's reach, two squares or more behind the
    nearest friends. -1: he stays.
    """
    cic = general == s.world.generals[side][0]
    own = [p for p in s.troops(side) if s.leader(p) == general] or (s.troops(side) if cic else [])
    if not own:
        return -1
    here = s.commander(general).square
    lead = s.troops(side) if cic else _lowest_group(s, own)
    closed = s.zoc(1 - side) | s.held(0) | s.held(1)
    free = [sq for sq in [here, *plans.ride_goals(s, general)] if sq == here or not closed >> sq & 1]
    posts = [sq for sq in free if _behind(s, side, sq, lead, 2 if cic else 1)] or (free if cic else [])
    if not posts:
        return -1
    if cic:
        best = max(posts, key=lambda sq: (_safe(s, side, sq), _reached(s, sq, general, own), -distance(sq, here)))
    else:
        best = max(posts, key=lambda sq: (_reached(s, sq, general, own), -_away(s, sq, lead), -distance(sq, here)))
    return -1 if best == here else best


def _safe(s: Battle, side: int, sq: int) -> int:
    """How far the nearest enemy is, as far as it matters."""
    return min([SAFETY, *[nearest((sq,), s.pieces[q].squares) for q in s.troops(1 - side)]])


def _lowest_group(s: Battle, own: list[int]) -> list[int]:
    lowest = min(own, key=lambda p: (s.number_of(p), p))
    return [p for p in own if s.pieces[p].group == s.pieces[lowest].group]


def _reached(s: Battle, sq: int, general: int, own: list[int]) -> int:
    """[10.1] Units within his radius, with two squares to spare for their next march."""
    radius = s.commander(general).radius - MARGIN
    return sum([1 for p in own if max([distance(sq, at) for at in s.pieces[p].squares]) <= radius])


def _away(s: Battle, sq: int, lead: list[int]) -> int:
    return min([nearest((sq,), s.pieces[p].squares) for p in lead])


def _behind(s: Battle, side: int, sq: int, lead: list[int], gap: int) -> bool:
    """Behind the nearest of them, so many squares away."""
    far, ahead = min([(distance(sq, at), -s.world.forward(side, at)) for p in lead for at in s.pieces[p].squares])
    return far >= gap and -ahead - s.world.forward(side, sq) >= gap


# [45.4] skirmishers


def write_skirmish(s: Battle, side: int) -> None:
    """[45.4] The light regiment that backs the lowest-numbered group shoots at the two nearest regiments."""
    draft = s.drafts[side]
    lights = sorted(skirmish.light_regiments(s, side), key=lambda p: (s.order_of(p) != SUPPORT, s.number_of(p), p))
    if not lights:
        return
    draft.notes.append((-1, lights[0], 0))
    draft.stage = 0 if skirmish.free_of_charge(s, lights[0]) else 1
    while (shooter := skirmish.next_shooter(s, side, draft)) is not None:
        own = s.pieces[shooter[0]].squares
        found = skirmish.shooter_targets(s, draft, shooter)
        target = min(found, key=lambda q: (not s.is_regiment(q), nearest(own, s.pieces[q].squares), q))
        draft.notes.append((*shooter, target))


# [45.5] combat


def write_deal(s: Battle, side: int) -> None:
    """[45.5] Every regiment with a fight gets its markers."""
    s.drafts[side].notes = [(p,) for p in candidates(s, side)]


def write_fire(s: Battle, side: int) -> None:
    """[45.5] One shot with two or three markers, two with four or five; then charge if allowed, else hold.

    R-45c: counted when the engagement began; the last marker is kept.
    """
    role = combat.role_of(s, side)
    clash = combat.clash_of(s)
    hand = len(s.pieces[clash.pieces[role]].hand)
    shots = int(data.tables().solitaire_shots.get(str(clash.armed[role]), 0))
    if engage.fire_ban(s, role) is None and clash.volleys[role] < shots and hand > 1:
        choice, place = combat.FIRES, s.dice.roll(hand) - 1
    elif engage.charge_ban(s, role) is None:
        choice, place = combat.CHARGES, -1
    elif engage.must_attack(s, role):
        choice, place = combat.FIRES, s.dice.roll(hand) - 1
    else:
        choice, place = combat.HOLDS, s.dice.roll(hand) - 1 if hand else -1
    s.drafts[side].notes = [(choice, place)]


def write_charge(s: Battle, side: int) -> None:
    """[45.5] A random marker; [46.1] by the other reading a passive defender has none to turn."""
    role = combat.role_of(s, side)
    _turn_any(s, side, combat.clash_of(s).charging[role] or s.switch("passive_defender_marker"))


def write_melee(s: Battle, side: int) -> None:
    """[45.5] Random markers until they are exhausted."""
    role = combat.role_of(s, side)
    _turn_any(s, side, combat.may_attack(s, role) or s.switch("passive_defender_marker"))


def write_clash(s: Battle, side: int) -> None:
    """[45.5] Cavalry against cavalry: a random marker each."""
    _turn_any(s, side, True)


def _turn_any(s: Battle, side: int, allowed: bool) -> None:
    piece = combat.clash_of(s).pieces[combat.role_of(s, side)]
    hand = len(s.pieces[piece].hand)
    s.drafts[side].notes = [(s.dice.roll(hand) - 1 if hand and allowed else -1,)]


def charges_home(losses: int, retreating: bool) -> bool:
    """[45.5] Cavalry charges infantry that has lost men twice or is forced to fall back."""
    return losses >= LOSSES or retreating


def _worth_a_charge(s: Battle, target: int) -> bool:
    lost = sum(s.world.stock(target).men) - s.pieces[target].strength
    return s.arm(target) == INFANTRY and charges_home(lost, s.pieces[target].retreated)


def name_fight(s: Battle, side: int, options: Sequence[Action]) -> Action:
    """[45.5] Engagements by the lowest number; charges at shaken infantry; pursuit."""
    good = [a for a in options if a.verb in ("charge", "flanks") and _worth_a_charge(s, a.args[1])]
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
        if action.verb == "onward" and _worth_a_charge(s, action.args[0]):
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


WRITTEN.update(
    {
        "BattlePlan": keep_the_plan,
        "Orders": write_orders,
        "Scouting": no_scouts,
        "Movement": write_plans,
        "Guns": gunnery.write_guns,
        "Skirmish": write_skirmish,
        "Deal": write_deal,
        "FireStep": write_fire,
        "ChargeExchange": write_charge,
        "MeleeRound": write_melee,
        "CavalryClash": write_clash,
    }
)
CHOSEN.update(
    {
        "GoBack": first,
        "FollowBack": last,
        "Successor": post_behind,
        "ChooseSector": first,
        "Name": name_fight,
        "Replace": first,
        "Converge": first,
        "Advance": first,
        "Countercharge": first,
        "Meet": first,
        "Overtake": first,
        "ShelledOut": first,
        "TrySquare": first,
        "HorseBattery": first,
        "Onward": go_on,
        "TryRally": rally_all,
    }
)
