"""Why the general answers as he does, with the numbers he thought of: for those who ask for his counsel.

Nobody is named who lies hidden: where the general guesses, only numbers are told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.board.squares import SECTOR, distance, farthest, nearest, sector
from grognard.bots.doctrine import GAMBLE, Why
from grognard.bots.general_merde import foresee
from grognard.bots.general_merde.duel import Duel
from grognard.bots.general_merde.field import NOBODY, Field, Unit
from grognard.bots.general_merde.fight import clash_duel
from grognard.bots.general_merde.mind import Mind
from grognard.bots.general_merde.orders import design, wish_of
from grognard.bots.general_merde.worth import pose
from grognard.games.merde.rules.combat.exchange import clash_of, role_of
from grognard.games.merde.rules.combat.totals import CHARGE, FIRE, MELEE
from grognard.games.merde.rules.layout import layout
from grognard.games.merde.rules.movement.plans import FIRST_GENERAL
from grognard.games.merde.world.lexicon import GARRISON, MOVES, SUPPORT
from grognard.games.merde.world.world import CAVALRY
from grognard.kernel.action import Action

CHANCES: Final[Why] = (GAMBLE, ())
CLOSE: Final = 3  # squares within which the enemy before a regiment matters more than its errand


def gamble(mind: Mind, action: Action) -> list[Why]:
    """The chances of an answer, where it is a gamble."""
    return [CHANCES] if mind.match.odds(mind.side, action) is not None else []


def hundred(chance: float) -> int:
    return round(100 * chance)


# the battle plan


def planned(mind: Mind, action: Action) -> list[Why]:
    """[3.3] Who marches and who does not; how far back a flag is; where a piece is to march."""
    f, plan = mind.f, design(mind)
    if plan is None or action.verb == "keep":
        return [("plan_keep", ())] if action.verb == "keep" else []
    marching = {unit.id for unit in f.own if unit.regiment and plan.orders[plan.member[unit.id]][0] in MOVES}
    if action.verb == "own":
        return [("plan_own", (len(marching), sum([unit.regiment for unit in f.own]) - len(marching)))]
    if action.verb == "flag":
        front = max([f.forward(sq) for sq in f.world.field.squares if f.world.rear(f.side, sq)])
        return [("plan_flag", (action.args[0], front - f.forward(action.args[0])))]
    if action.verb == "place":
        piece = f.world.roster[f.side][len(layout(mind.s, mind.who, mind.draft).squares)]
        column = plan.orders[plan.member[piece]][2]
        return [("plan_march", (column + 1,))] if piece in marching else []
    return []


# orders


def ordered(mind: Mind, action: Action) -> list[Why]:
    """[21.2] The flag a group is to take, and what stands in its column; whom it is to follow, or what to guard."""
    f = mind.f
    if action.verb == "done":
        return [("no_order", ())]
    group = action.args[0] if action.verb == "change" else mind.draft.chosen
    wish = wish_of(f, group) if action.verb in ("change", "order", "target", "back") and group >= 0 else None
    if wish is None:
        return []
    members = f.members(group)
    if wish.backs >= 0:
        return [("order_back", (wish.backs,))]
    if wish.order == GARRISON:
        return [("order_guard", (min(f.flags, key=lambda flag: nearest((flag,), members[0].squares)),))]
    flag, way = goal(f, members, wish.column)
    against = [foe for foe in f.fighters if (foe.squares[0] & 63) // SECTOR == wish.column]
    ours = sum([unit.strength for unit in members])
    return [("order_flag", (flag, way)), ("strength", (ours, sum([foe.strength for foe in against])))]


def goal(f: Field, members: list[Unit], column: int) -> tuple[int, int]:
    """The nearest flag of a column, and how far it is; (-1, 0) where there is none."""
    flags = f.column_flags(column)
    ways = [(nearest((flag,), unit.squares), flag) for flag in flags for unit in members]
    way, flag = min(ways, default=(0, -1))
    return flag, way


def scouted(mind: Mind, action: Action) -> list[Why]:
    """[19.3] How many hidden counters lie there."""
    if action.verb != "scout":
        return []
    s = mind.s
    hidden = [sq for p in s.alive(1 - mind.who) if s.pieces[p].hidden for sq in s.pieces[p].squares]
    return [("hidden", (sum([distance(action.args[0], sq) <= 1 for sq in hidden]),))]


def succeeded(mind: Mind, action: Action) -> list[Why]:
    """[36.4] How far the enemy is from the new general."""
    return far_from_enemy(mind, action.args[-1]) if action.args else []


def far_from_enemy(mind: Mind, sq: int) -> list[Why]:
    far = mind.f.danger(sq)
    return [("away", (sq, far))] if far < NOBODY else []


# movement


def moved(mind: Mind, action: Action) -> list[Why]:
    """[20.4] The errand of the piece whose plan is written; a commander by whom he reaches."""
    f, chosen = mind.f, mind.draft.chosen
    if action.verb == "done":
        return [("no_move", ())]
    if action.verb in ("lead", "ride"):
        general = action.args[0] if action.verb == "lead" else chosen - FIRST_GENERAL
        return [] if action.verb == "lead" else reached(f, general, action.args[0])
    piece = action.args[0] if action.verb == "plan" else chosen
    if not 0 <= piece < FIRST_GENERAL or piece not in f.units:
        return []
    unit = f.units[piece]
    end = (action.args[-1],) if action.verb == "step" else unit.squares
    return [*errand(f, unit, end), *before(f, unit, end)]


def errand(f: Field, unit: Unit, end: tuple[int, ...]) -> list[Why]:
    """[18] What its order is for: a flag, those whom it supports, the ground it holds."""
    now = f.s.group(unit.group)
    order = f.s.order_of(unit.id)
    if order in MOVES:
        flags = f.column_flags(now.column)
        ways = [(nearest((flag,), end), flag) for flag in flags]
        return [("errand_flag", (flag, way)) for way, flag in sorted(ways)[:1]]
    if order == SUPPORT:
        mates = f.backed(unit)
        gap = min([nearest(mate.squares, end) for mate in mates], default=0)
        return [("errand_support", (now.supports, gap))] if mates else []
    return [("errand_holds", ())] if order == GARRISON else [("errand_reserve", ())]


def before(f: Field, unit: Unit, end: tuple[int, ...]) -> list[Why]:
    """The enemy before a regiment, and what fire would do to both."""
    seen = [foe for foe in f.fighters if not foe.piece.hidden and nearest(end, foe.squares) <= CLOSE]
    if not seen or not unit.regiment or unit.routed:
        return []
    foe = min(seen, key=lambda other: (nearest(end, other.squares), other.id))
    return exchange_with(f, unit, foe)


def exchange_with(f: Field, unit: Unit, foe: Unit) -> list[Why]:
    """[28.1] How often the attack of each would hurt the other, markers drawn by chance; horse does not fire."""
    step = CHARGE if CAVALRY in (unit.arm, foe.arm) else FIRE
    give, take = Duel(f, pose(unit), pose(foe)).pair(step)
    hurts = [1 - foresee.odds(base, foresee.CHANCE, foresee.CHANCE)[0] for base in (give, take)]
    return [("enemy", (foe.id, hundred(hurts[0]), hundred(hurts[1])))]


def reached(f: Field, general: int, sq: int) -> list[Why]:
    """[10.1] How many of his troops a commander has in his radius there."""
    troops = f.corps(general)
    near = [unit for unit in troops if farthest(sq, unit.squares) <= f.officers[general].radius]
    return [("radius", (sq, len(near), len(troops)))] if troops else far_from(f, sq)


def far_from(f: Field, sq: int) -> list[Why]:
    return [("away", (sq, f.danger(sq)))] if f.danger(sq) < NOBODY else []


# fire, charge and melee


def fought(mind: Mind, action: Action) -> list[Why]:
    """[25.3] Whom to fight: one who runs, one taken in flank, one whom our fire hurts more than his does us."""
    f = mind.f
    if len(action.args) < 2:
        return []
    unit, foe = f.units[action.args[0]], f.units[action.args[1]]
    if action.verb == "pursue":
        return [("runs", (foe.id, foe.strength))]
    prize: list[Why] = [("on_flag", (foe.id,))] if any(sq in f.prizes for sq in foe.squares) else []
    if not foe.regiment or foe.routed:
        return [("cannot_stand", (foe.id,)), *prize]
    if action.verb == "flanks":
        return [("flank", (foe.id,)), *prize]
    return [*exchange_with(f, unit, foe), *prize]


def sectors(mind: Mind, action: Action) -> list[Why]:
    """[25.2] How many pairs face each other there."""
    f = mind.f
    here = [u for u in f.own if u.regiment and sector(u.squares[0]) == action.args[0]]
    pairs = [u for u in here for foe in f.fighters if nearest(u.squares, foe.squares) == 1]
    return [("pairs", (len(pairs),))]


def exchanged(mind: Mind, action: Action) -> list[Why]:
    """[28.1] Attack less defence before the markers, both ways, and the chances of the marker that is turned."""
    duel = clash_duel(mind)
    if not duel.foe.regiment:
        return gamble(mind, action)
    step = (
        FIRE if mind.name == "FireStep" and action.verb != "charge" else MELEE if mind.name == "MeleeRound" else CHARGE
    )
    found: list[Why] = (
        [("margin", (duel.given(step), duel.taken(step)))] if not duel.flanked and not duel.flanking else []
    )
    return [*found, *gamble(mind, action)]


def replaced(mind: Mind, action: Action) -> list[Why]:
    """[34.1] Who takes over."""
    if action.verb != "replace":
        return []
    unit = mind.f.units[action.args[0]]
    return [("fresh", (unit.id, unit.strength))]


def followed(mind: Mind, action: Action) -> list[Why]:
    """[29.7] A flag is taken, or ground is kept."""
    f = mind.f
    if action.verb == "advance":
        return [("flag_there", (action.args[0],))] if action.args[0] in f.prizes else []
    mine = f.units[clash_of(mind.s).pieces[role_of(mind.s, mind.who)]]
    return [("keeps", (mine.id,))]


def countered(mind: Mind, action: Action) -> list[Why]:
    """[31.3] [31.7] Both attacks before the markers."""
    f = mind.f
    if action.verb not in ("counter", "onward"):
        return []
    mine = (
        f.units[action.args[0]]
        if action.verb == "counter"
        else f.units[clash_of(mind.s).pieces[role_of(mind.s, mind.who)]]
    )
    foe = f.units[clash_of(mind.s).pieces[0] if action.verb == "counter" else action.args[0]]
    one, other = pose(mine), pose(foe)
    one.riding, other.riding = True, action.verb == "counter"
    duel = Duel(f, one, other)
    return [("margin", (duel.given(CHARGE), duel.taken(CHARGE)))]


def went_back(mind: Mind, action: Action) -> list[Why]:
    """[37.4] How far the enemy is."""
    return far_from_enemy(mind, action.args[0]) if action.args else []


def stood(mind: Mind, action: Action) -> list[Why]:
    """[37.4] How many enemies are next to who goes back, too."""
    if action.verb != "follow":
        return []
    unit = mind.f.units[action.args[0]]
    return [("beset", (unit.id, sum([nearest(foe.squares, unit.squares) == 1 for foe in mind.f.fighters])))]


REASONS: Final[dict[str, Callable[[Mind, Action], list[Why]]]] = {
    "BattlePlan": planned,
    "Orders": ordered,
    "Scouting": scouted,
    "Successor": succeeded,
    "Movement": moved,
    "Guns": gamble,
    "HorseBattery": gamble,
    "Skirmish": gamble,
    "ChooseSector": sectors,
    "Name": fought,
    "FireStep": exchanged,
    "ChargeExchange": exchanged,
    "MeleeRound": exchanged,
    "CavalryClash": exchanged,
    "Replace": replaced,
    "Advance": followed,
    "Countercharge": countered,
    "Onward": countered,
    "ShelledOut": went_back,
    "GoBack": went_back,
    "ShotAtCharge": gamble,
    "TrySquare": gamble,
    "FollowBack": stood,
    "TryRally": gamble,
}

# What explains itself: markers go to all who may fight, squadrons meet and follow.
PLAIN: Final = ("Deal", "Converge", "Meet", "Overtake")


def intent(f: Field) -> list[Why]:
    """Which flags are marched on and by how many, who supports, who holds and who waits."""
    found: list[Why] = []
    regiments = [unit for unit in f.own if unit.regiment and not unit.routed]
    for column in range(f.world.field.columns):
        sent = [u for u in regiments if f.s.order_of(u.id) in MOVES and f.s.group(u.group).column == column]
        flag, way = goal(f, sent, column)
        if sent and flag >= 0:
            found.append(("intent_flag", (flag, len(sent), sum([u.strength for u in sent]), way)))
    count = {order: sum([f.s.order_of(u.id) == order for u in regiments]) for order in range(5)}
    waiting = len(regiments) - sum([count[order] for order in (*MOVES, SUPPORT, GARRISON)])
    rest = (count[SUPPORT], count[GARRISON], waiting)
    return [*found, *([("intent_rest", rest)] if any(rest) else [])]
