"""Every option of every question in words, with its price: what stands on the hex, on the button and in the ear."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.russia1812.rules.advanced.card_march import farthest
from grognard.games.russia1812.rules.advanced.command import best_cr
from grognard.games.russia1812.rules.combat.advance import may_advance
from grognard.games.russia1812.rules.combat.values import helping_units
from grognard.games.russia1812.rules.movement.steps import controlled
from grognard.games.russia1812.rules.odds import odds_of, order_chances
from grognard.games.russia1812.rules.orders import callable_stacks, order_outcome, support_numbers, supports
from grognard.games.russia1812.table.forecast import promised
from grognard.games.russia1812.table.pen import Pen, Seen, faces
from grognard.games.russia1812.table.risk import Toll, gripped, march_toll, normal_hexes, price
from grognard.games.russia1812.world.state import UNSEEN, Attack, Campaign, March
from grognard.kernel.action import Action
from grognard.kernel.face import plain_option
from grognard.kernel.odds import mean, possible
from grognard.kernel.pen import percent
from grognard.kernel.wire import Option

DICE: Final = range(1, 7)
STACKS: Final = ("train", "dummy", "pad", "rally", "march", "call", "convert", "shelter")  # verbs of stacks
CARDS: Final = ("card", "use")  # verbs that name a card
UNFINISHED: Final = (
    "FirstDepots",
    "MakeDepot",
    "Rally",
    "RallyUnits",
    "AttackOrder",
    "CallSupport",
    "PlaceTrain",
    "ReturnUnit",
)
BRING_OUT: Final = ("all", "halt", "done", "decline", "stand")  # one click ends the question: the primary button


def describe(face: Seen, action: Action) -> Option:
    """One option, ready for the client."""
    s, side, pen = face.known, face.side, face.pen
    asked = type(s.agenda[-1]).__name__ if s.agenda else ""
    found = plain_option(action)
    _light(s, action, found)
    found.tag, found.why, found.price = _stakes(s, side, asked, action, pen)
    found.label = _label(s, side, asked, action, pen)
    found.heading = pen.first([f"heading.{asked}.{action.verb}", f"heading.{action.verb}"])
    found.primary = _primary(s, side, asked, action)
    if found.number is not None and s.battle is not None:
        found.small = _helper(s, side, s.battle, found.number, pen)
    found.twice = action.verb == "quarters"  # [16.13] half a year passes
    found.aside = asked == "PlaceTrain" and action.verb == "dummy"
    if asked in ("MoveOrder", "AttackOrder") and action.verb in ("march", "attack"):
        found.hand = s.world.grid.names[action.args[0]]
    if action.verb == "attack" and (s.fighters(action.args[0], side) & ~s.affairs.barred).bit_count() > 1:
        found.then = ["all"]
    return found


def _light(s: Campaign, action: Action, found: Option) -> None:
    """Where the option is to be lit: its hex, where it comes from, its piece."""
    names, ids = s.world.grid.names, s.world.ids
    verb, args = action.verb, action.args
    signature = next(f for f in s.world.lexicon.verbs[verb] if len(f) == len(args))
    hexes = [names[a] for kind, a in zip(signature, args, strict=True) if kind == "hex"]
    units = [a for kind, a in zip(signature, args, strict=True) if kind == "unit"]
    if signature == ("number",):
        found.group = "number" if verb == "commit" else "button"
        found.number = args[0] if verb == "commit" else None
    elif hexes:
        found.group, found.place, found.start = "place", hexes[-1], hexes[0] if len(hexes) == 2 else None
    if units:
        found.unit = ids[units[0]]
        here = s.at[units[0]]
        if not hexes:
            found.group, found.place = "unit", names[here] if here >= 0 else None
        elif here >= 0:
            found.start = names[here]
    if verb in CARDS:
        found.group, found.card = "card", str(args[0])
    if verb == "discard":
        found.group = "button"  # to pass is no choice of a place: a lit hex means a march


# labels


def _label(s: Campaign, side: int, asked: str, action: Action, pen: Pen) -> str:
    verb, args = action.verb, action.args
    if verb == "march" and len(args) == 2:
        return _march_label(s, side, args[1], pen)
    if verb == "attack":
        return pen("label.attack", args[0], args[1], stack_text(s, side, args[0], pen))
    if verb == "commit":
        return pen("label.commit", args[0])
    keys = [f"label.{asked}.{verb}", f"label.{verb}_{len(args)}", f"label.{verb}"]
    if not args:
        return pen.first(keys, *_bare_args(s, side, asked, verb, pen))
    if verb in STACKS:
        return pen.first(keys, *args, stack_text(s, side, args[-1], pen))
    if len(args) == 1 and _piece_verb(s, verb):
        here = s.march.here if s.march is not None else s.at[args[0]]
        if s.at[args[0]] == UNSEEN:  # [15.1] a unit of the enemy, named but not to be found
            return pen("label.unseen", args[0], pen.troop(args[0]))
        return pen.first(keys, args[0], pen.troop(args[0]), here)
    return pen.first(keys, *args)


def _piece_verb(s: Campaign, verb: str) -> bool:
    return any("unit" in form for form in s.world.lexicon.verbs[verb])


def stack_text(s: Campaign, side: int, h: int, pen: Pen) -> str:
    """A stack in a few words: ``Davout, 5 units``."""
    leaders, units = s.leaders(h, side), s.fighters(h, side)
    parts = [pen.unit(u) for u in bits(leaders)]
    if units:
        parts.append(pen.count(units.bit_count()))
    return ", ".join(parts) or pen("note.no_stack")


def _march_label(s: Campaign, side: int, goal: int, pen: Pen) -> str:
    """``March to Orsha, 1209, 3 hexes, risk 33%, must stop``."""
    m = s.march
    if m is None:
        return pen("label.march_2", goal)
    hexes = m.hexes + 1
    toll = march_toll(s, side, m.units, hexes, m.napoleon, m.along, m.sent_by, m.driven)
    parts = [pen("label.step", goal, hexes)]
    if toll.losses:
        parts.append(pen("note.risk", percent(toll.chance)))
    if hexes > normal_hexes(s):
        parts.append(pen("note.forced"))
    if controlled(s, side) >> goal & 1:
        free = not gripped(s, side, m.units) >> goal & 1
        parts.append(pen("note.cover" if free else "note.must_stop"))
    elif hexes == farthest(s, m.units):
        parts.append(pen("note.last_hex"))
    return ", ".join(parts)


def _bare_args(s: Campaign, side: int, asked: str, verb: str, pen: Pen) -> tuple[object, ...]:
    """What a button without arguments speaks of: numbers, names, places."""
    m, b = s.march, s.battle
    if m is not None and asked in ("MarchUnits", "MarchLeaders", "Route"):
        if asked == "MarchLeaders":
            return (_company(m.leaders, pen),)
        units = m.units or s.fighters(m.start, side) & s.supplied & ~s.disrupted & ~s.moved & ~s.committed
        return (units.bit_count(), m.here, m.hexes)
    if b is not None and asked in ("OrderUnits", "Advance", "AdvanceLeaders", "PushLeaders"):
        return _battle_args(s, side, asked, b, pen)
    if b is not None:
        return (b.target,)
    return (s.to_place[side], s.dummies_left[side])


def _battle_args(s: Campaign, side: int, asked: str, b: Attack, pen: Pen) -> tuple[object, ...]:
    if asked == "OrderUnits":
        return ((b.units or s.fighters(b.start, side)).bit_count(), b.target)
    if asked == "Advance":
        units = b.column or may_advance(s, b)
        if not b.column:
            return (units.bit_count(), b.target, pen("note.nobody_advances"))
        return (units.bit_count(), b.target, pen("note.these_advance", units.bit_count(), b.target))
    return (_company(b.column & s.world.commanders, pen),)


def _company(leaders: int, pen: Pen) -> str:
    return pen("note.with", pen.units(leaders)) if leaders else pen("note.without")


# the one primary button


def _primary(s: Campaign, side: int, asked: str, action: Action) -> bool:
    """Whether this is the natural next click."""
    verb, b, m = action.verb, s.battle, s.march
    if verb == "go":
        if asked == "Advance":
            return b is not None and bool(b.column)
        return asked != "MarchLeaders" or m is None or bool(m.leaders)
    if verb == "pass":
        return asked not in ("PlaceTrain", "ChooseSource")  # there it costs a Train, here a source of supply
    if verb == "commit" and b is not None:
        return action.args[0] == usual_commands(s, side, b)
    if verb in ("done", "decline") and asked in UNFINISHED:
        return False
    if verb == "lead" and asked == "MarchLeaders" and m is not None and not m.leaders:
        fresh = s.leaders(m.start, side) & ~s.moved
        return action.args[0] == max(bits(fresh), key=lambda u: (s.world.cr[u], -u))
    return verb in BRING_OUT


def usual_commands(s: Campaign, side: int, b: Attack) -> int:
    """[10.2] As few Combat Commands as carry an attack out as well as any number would; a defender keeps his."""
    if side != b.side:
        return 0
    cr = best_cr(s, s.leaders(b.start, side))
    return max(range(s.cc[side] + 1), key=lambda n: (order_chances(cr, n)["go"], -n))


# what it may cost


class Stakes(NamedTuple):
    """The tag on the hex, what the dice say, and whether it comes at a price."""

    tag: str | None = None
    why: str | None = None
    price: bool = False


def _stakes(s: Campaign, side: int, asked: str, action: Action, pen: Pen) -> Stakes:
    """The tag on the hex, whether it comes at a price, and what the dice say."""
    verb, args, m, b = action.verb, action.args, s.march, s.battle
    if m is not None and (verb == "halt" or (verb == "march" and len(args) == 2)):
        return _march_stakes(s, side, m, m.hexes + (verb == "march"), pen)
    if verb == "attack":
        return _attack_stakes(s, side, action, pen)
    if verb == "commit" and b is not None:
        return _commit_stakes(s, side, b, args[0], pen)
    if verb == "call" and b is not None:
        return _call_stakes(s, side, args[0], b.cc[int(b.side != side)], pen)
    if verb in ("hit", "extra", "lose", "disrupt", "push"):
        return _fate(s, verb, args[0], pen)
    return Stakes(why=pen("note.quarters")) if verb == "quarters" else Stakes()


def _march_stakes(s: Campaign, side: int, m: March, hexes: int, pen: Pen) -> Stakes:
    toll: Toll = march_toll(s, side, m.units, hexes, m.napoleon, m.along, m.sent_by, m.driven)
    return Stakes(percent(toll.chance), price(toll, pen), hexes > normal_hexes(s))


def _attack_stakes(s: Campaign, side: int, action: Action, pen: Pen) -> Stakes:
    """The chance to go ahead without Combat Commands, and the mean difference once combat is joined."""
    every = possible(lambda more: odds_of(s, side, action, more), {})
    if not every:
        return Stakes()
    odds = every[0]
    best = len(odds.go_by_cc) - 1
    reach = pen("note.go_by_cc", percent(odds.go_by_cc[0]), percent(odds.go_by_cc[best]), best)
    if odds.unexamined:
        return Stakes(percent(odds.order["go"]), pen("note.unexamined", reach, *odds.unexamined))
    if not odds.difference:
        return Stakes(percent(odds.order["go"]), reach)
    wins = [way.attacker_wins for way in every]
    hits = [pen.tenth(float(mean(chances))) for chances in (odds.hits_on_defender, odds.hits_on_attacker)]
    why = pen("note.attack", reach, promised(min(wins), max(wins), odds.unknowns, pen), *hits)
    return Stakes(f"{percent(odds.order['go'])} {float(mean(odds.difference)):+.0f}", why)


def _commit_stakes(s: Campaign, side: int, b: Attack, number: int, pen: Pen) -> Stakes:
    """For the attacker the order's die; for the defender who may come to help."""
    if side == b.side:
        cr = best_cr(s, s.leaders(b.start, side))
        good = [die for die in DICE if order_outcome(cr, number, die) == "go"]
        why = pen("note.order", faces(good)) if good else pen("note.order_never")
        return Stakes(percent(order_chances(cr, number)["go"]), why)
    calls = [f"{pen.town(h)} {_comes(s, side, h, number)}" for h in bits(callable_stacks(s, b, 1))]
    return Stakes(why=pen("note.support", ", ".join(calls)) if calls else pen("note.no_support"))


def _helper(s: Campaign, side: int, b: Attack, number: int, pen: Pen) -> str | None:
    """[10.4] [10.5] The likeliest to come with so many Combat Commands: ``Ney 67``."""
    stacks = bits(callable_stacks(s, b, int(b.side != side)))
    if not stacks:
        return None
    best = max(stacks, key=lambda h: len(_support_faces(s, side, h, number)))
    led = s.leaders(best, side)
    who = pen.unit(max(bits(led), key=lambda u: s.world.cr[u])) if led else pen.town(best)
    return f"{who} {_comes(s, side, best, number)}"


def _comes(s: Campaign, side: int, h: int, cc: int) -> str:
    return percent(len(_support_faces(s, side, h, cc)) / 6)


def _support_faces(s: Campaign, side: int, h: int, cc: int) -> list[int]:
    cr, conscripts = support_numbers(s, side, h)
    return [die for die in DICE if supports(cr, cc, die, conscripts, s.edition)]


def _call_stakes(s: Campaign, side: int, h: int, cc: int, pen: Pen) -> Stakes:
    good = _support_faces(s, side, h, cc)
    why = pen("note.comes", faces(good)) if good else pen("note.never_comes")
    return Stakes(percent(len(good) / 6), why)


def _fate(s: Campaign, verb: str, u: int, pen: Pen) -> Stakes:
    """What becomes of a unit that is chosen to suffer."""
    gone = verb in ("lose", "extra") or (verb in ("hit", "push") and bool(s.disrupted >> u & 1))
    helping = s.battle is not None and verb == "hit" and any(helping_units(s, s.battle, r) >> u & 1 for r in (0, 1))
    why = pen("note.eliminated" if gone else "note.disrupted")
    return Stakes(pen("tag.lost" if gone else "tag.disrupted"), f"{why}; {pen('note.supporting')}" if helping else why)
