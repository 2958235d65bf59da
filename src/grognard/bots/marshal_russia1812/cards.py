"""[16.1] Cards: which to lay and which to hold, when to use one, and the choices they bring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.board.hexes import bits
from grognard.bots.marshal_russia1812.column import hunger, value_of
from grognard.bots.marshal_russia1812.gamble import DISRUPTED
from grognard.bots.marshal_russia1812.mind import Mind
from grognard.bots.marshal_russia1812.plan import Plan, point_worth
from grognard.bots.marshal_russia1812.situation import Situation
from grognard.games.russia1812.rules.advanced.effects import applies, card_ops
from grognard.games.russia1812.rules.advanced.numbers import CHAOS_UNTIL
from grognard.games.russia1812.world.data import Instruction, Op
from grognard.games.russia1812.world.world import FRENCH, LAST_TURN, RUSSIAN, SIDES
from grognard.kernel.action import Action

TRAIN: Final = 1.0  # a Supply Train
COMMAND: Final = 0.5  # a Combat Command in a turn with battles
QUIET: Final = 0.2  # how much of that is left where nobody is near
HOLD: Final = 0.5  # how much a card that would usually be worth more is worth holding back
SLEDGE: Final = 34
SLEDGE_DANGER: Final = 1.0  # the danger in which Napoleon takes his leave
USUAL: Final = {
    "trains": TRAIN,
    "cc": COMMAND,
    "march_mod": 0.5,
    "forage_mod": 0.6,
    "forage_save": 0.8,
    "free_rally": 0.7,
    "disrupt": 0.45,
    "cossack_mod": 0.2,
    "fort_mod": 0.4,
    "value_mod": 0.3,
    "support_mod": 0.2,
    "attack_mod": 0.3,
    "chaos_exempt": 0.4,
    "remove_foreign": 0.8,
    "river_as_bridged": 0.4,
    "bridge_down": 0.5,
    "force_pursuit": 0.3,
    "ignore_pursuit": 0.2,
    "cossack_exempt": 0.3,
    "extra_conversion": 0.2,
}  # what an effect is worth at a good moment


# laying


def lay_card(mind: Mind) -> str:
    """The card that does most now; one that would do more later is held, as long as there is a later."""
    keep = HOLD if mind.p.turn < LAST_TURN else 0.0
    return mind.pick(mind.options, lambda option: _worth(mind, option) - keep * _usual(mind.p, option))


def _instruction(p: Situation, option: Action) -> Instruction | None:
    """[16.1] A player carries out his own part of a card."""
    card = p.world.cards[option.args[0]]
    return card.french if p.side == FRENCH else card.russian


def _usual(p: Situation, option: Action) -> float:
    """What a card is worth at a good moment."""
    found = _instruction(p, option)
    return sum([USUAL.get(op.op, 0.1) for op in found.ops]) if found else 0.0


def _worth(mind: Mind, option: Action) -> float:
    """What a card is worth now."""
    s = mind.p.s
    forces = [force for force in card_ops(s, option.args[0], mind.who) if applies(s, force)]
    return sum([_effect(mind, force.op) for force in forces])


def _effect(mind: Mind, op: Op) -> float:
    """What an effect is worth to us now: for us where it helps our side, or harms the other."""
    p = mind.p
    found = EFFECTS.get(op.op, _little)(mind, op)
    whose = SIDES.index(op.side) if op.side in SIDES else -1
    if op.op in ("trains", "cc"):
        return found * op.n * (1 if whose == p.side else -1)
    return found


def _little(mind: Mind, op: Op) -> float:
    return 0.05


def _trains(mind: Mind, op: Op) -> float:
    return TRAIN


def _commands(mind: Mind, op: Op) -> float:
    """[9.1] Worth something where stacks are close to each other."""
    if op.condition == "named_unit_is_guard" and not mind.p.world.guard & _ours(mind.p):
        return 0.0
    return COMMAND * _contact(mind)


def _ours(p: Situation) -> int:
    return sum([p.fighters(h, p.side) for h in bits(p.occ[p.side])])


def _contact(mind: Mind) -> float:
    """Whether there will be combat: enemies within reach."""
    reach = 0
    for strike in mind.plan.ours:
        reach |= strike.reach
    return 1.0 if reach & mind.p.occ[mind.p.foe] else QUIET


def _foraging(p: Situation) -> list[int]:
    """[6.3] The French stacks that must roll for forage now, by their units."""
    stacks = [p.fighters(h, FRENCH) for h in bits(p.occ[FRENCH])]
    return [units.bit_count() for units in stacks if units & p.forage]


def _scorched(mind: Mind, op: Op) -> float:
    return sum([DISRUPTED * count / 6 for count in _foraging(mind.p) if count < 6])


def _saved(mind: Mind, op: Op) -> float:
    return max([min(1.0, count / 6) * DISRUPTED * count for count in _foraging(mind.p)], default=0.0)


def _rally(mind: Mind, op: Op) -> float:
    """[8.1] Disrupted units that would come back."""
    p, wanted = mind.p, op.filter
    broken = _ours(p) & p.disrupted
    if wanted.nationality:
        broken &= sum([p.world.by_nation.get(name, 0) for name in wanted.nationality])
    if wanted.guard:
        broken &= p.world.guard
    return DISRUPTED * min(op.max, broken.bit_count())


def _marching(mind: Mind, op: Op) -> float:
    """[8.6] Bent attrition dice: all of them, or one."""
    usual = 0.8 if op.scope == "all" else 0.4
    return usual * (0.3 if op.filter.forced else 1.0)


def _lonely(mind: Mind, op: Op) -> float:
    """[13.1] French units alone in the open."""
    p = mind.p
    hexes = p.occ[FRENCH] & p.world.russia & ~p.world.city
    return DISRUPTED / 6 * len([h for h in bits(hexes) if p.fighters(h, FRENCH).bit_count() == 1])


def _chaos(mind: Mind, op: Op) -> float:
    return 0.4 if mind.p.turn <= CHAOS_UNTIL else 0.0


def _foreign(mind: Mind, op: Op) -> float:
    """[16.11] A contingent lost: good for the Russians only."""
    return 0.8 if mind.p.side == RUSSIAN else -0.5


def _combat(mind: Mind, op: Op) -> float:
    return USUAL.get(op.op, 0.1) * _contact(mind)


def _fort(mind: Mind, op: Op) -> float:
    """[11.4] A fortress we could attack."""
    return 0.4 if any(mind.p.world.fortified >> h & 1 for h in mind.plan.prey) else 0.0


def _disrupts(mind: Mind, op: Op) -> float:
    return DISRUPTED if mind.p.side == RUSSIAN and mind.p.occ[FRENCH] & mind.p.world.russia else 0.0


def _rivers(mind: Mind, op: Op) -> float:
    """[6.2] Worth what starves now."""
    p = mind.p
    starving = [p.fighters(h, p.side).bit_count() for h in bits(p.occ[p.side] & ~p.supplied_hexes(p.side))]
    return min(1.0, DISRUPTED * sum(starving))


EFFECTS: Final[dict[str, Callable[[Mind, Op], float]]] = {
    "trains": _trains,
    "cc": _commands,
    "forage_mod": _scorched,
    "forage_save": _saved,
    "free_rally": _rally,
    "march_mod": _marching,
    "cossack_mod": _lonely,
    "chaos_exempt": _chaos,
    "remove_foreign": _foreign,
    "value_mod": _combat,
    "support_mod": _combat,
    "attack_mod": _combat,
    "force_pursuit": _combat,
    "ignore_pursuit": _combat,
    "fort_mod": _fort,
    "disrupt": _disrupts,
    "river_as_bridged": _rivers,
}


# using


def play_card(mind: Mind) -> str:
    """A card is good for this turn only: it is used where it does something."""
    use = mind.verbs("use")[0]
    sledge = use.args[0] == SLEDGE and mind.p.s.march is None and mind.p.s.battle is None
    return mind.say("keep") if sledge and not _napoleon_in_danger(mind.plan) else use.text


def _napoleon_in_danger(plan: Plan) -> bool:
    """[14.7] Whether the enemy could come upon him."""
    p = plan.p
    h = p.at[p.world.napoleon] if p.world.napoleon >= 0 else -1
    return h >= 0 and plan.danger(h, p.force_at(h, FRENCH), 1 << h) > SLEDGE_DANGER


def name_unit(mind: Mind) -> str:
    """Card 29: a Guard unit brings a Command; else one that is alone in the open."""
    p = mind.p
    alone = [p.fighters(h, FRENCH) for h in bits(p.occ[FRENCH] & p.world.russia & ~p.world.city)]
    single = sum([units for units in alone if units.bit_count() == 1])
    return mind.pick(
        mind.options, lambda option: 2.0 * (p.world.guard >> option.args[0] & 1) + (single >> option.args[0] & 1)
    )


def save_forage(mind: Mind) -> str:
    """Card 2: the stack that would lose most."""
    p = mind.p
    options = mind.verbs("save")
    return mind.pick(options, lambda option: hunger(p.fighters(option.args[-1], FRENCH).bit_count()))


def card_loss(mind: Mind) -> str:
    """Whom a card disrupts or removes: the enemy's most useful, or our own least."""
    p = mind.p
    sign = -1.0 if p.side == FRENCH else 1.0
    return mind.pick(mind.options, lambda option: sign * french_worth(p, option.args[0]))


def french_worth(p: Situation, u: int) -> float:
    """[16.7] [16.11] What a French unit is worth to them: a city that only it holds counts most."""
    h = p.at[u]
    if h < 0:
        return float(value_of(p, u))
    worth = 0.5 * value_of(p, u) - 2.0 * (p.disrupted >> u & 1) + 0.2 * p.fighters(h, FRENCH).bit_count()
    if p.stack[h] & p.world.of_side[FRENCH] == 1 << u and p.world.russia >> h & 1:
        worth += 3.0 * point_worth(p.turn) * dict(p.world.vp_cities).get(h, 0)
    return worth


def card_rally(mind: Mind) -> str:
    """The best units first; one that keeps its stack from marching before others."""
    p = mind.p
    options = mind.verbs("restore")
    if not options:
        return mind.say("done")

    def need(option: Action) -> float:
        h = p.at[option.args[0]]
        alone = (p.fighters(h, p.side) & p.disrupted).bit_count() == 1
        return value_of(p, option.args[0]) + 2.0 * alone + 0.3 * p.able(h, p.side).bit_count()

    return mind.pick(options, need)


def early_unit(mind: Mind) -> str:
    """Card 12: the best of those to come."""
    return mind.pick(mind.options, lambda option: float(value_of(mind.p, option.args[0])))


# rivers


def bridge_river(mind: Mind) -> str:
    """Cards 27 and 28: the hexside over which most of the starving would be fed."""
    p = mind.p
    hungry = p.occ[p.side] & ~p.supplied_hexes(p.side)
    near = p.world.free.spread(hungry)
    return _best_side(mind, "bridge", p.side, lambda a, b: bool(near >> a & 1 and near >> b & 1), 1.0)


def break_bridge(mind: Mind) -> str:
    """Card 28: the bridge without which most of the French would starve."""
    p = mind.p
    fed = p.supplied_hexes(FRENCH)
    return _best_side(mind, "break", FRENCH, lambda a, b: bool(fed >> a & 1 and fed >> b & 1), -1.0)


def _best_side(mind: Mind, verb: str, side: int, close: Callable[[int, int], bool], sign: float) -> str:
    """The hexside that changes most for a side's supply; sign 1: for the better."""
    p = mind.p
    best, chosen = 0.0, "done"
    usual = _fed(p, side)
    for option in mind.verbs(verb):
        a, b = option.args
        if not close(a, b):
            continue
        river = p.next.affairs
        river.fords[side], river.broken[side] = (((a, b),), ()) if verb == "bridge" else ((), ((a, b),))
        gain = sign * (_fed(p, side) - usual)
        river.fords[side], river.broken[side] = (), ()
        if gain > best:
            best, chosen = gain, option.text
    return chosen


def _fed(p: Situation, side: int) -> int:
    """Combat units of a side in supply."""
    hexes = p.reckon_supply(side, p.depots[side])
    return sum([p.fighters(h, side).bit_count() for h in bits(p.occ[side] & hexes)])
