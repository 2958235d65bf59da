"""Options as the table shows them: a label in words, the square they are about, their cost or their chance."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from grognard.games.merde.rules.combat.fights import bound, candidates
from grognard.games.merde.rules.combat.markers import blue, red
from grognard.games.merde.rules.fire.artillery import next_battery, pool, shot_count
from grognard.games.merde.rules.fire.skirmish import skirmish_pool
from grognard.games.merde.rules.frames import Question, Secret
from grognard.games.merde.rules.layout import layout
from grognard.games.merde.rules.motion import step_cost, stepped
from grognard.games.merde.rules.movement.drill import menu
from grognard.games.merde.rules.movement.plans import COMMANDERS, FIRST_GENERAL, movers, riders
from grognard.games.merde.rules.odds import odds_of
from grognard.games.merde.rules.solitaire.contingencies import contingencies, group_of
from grognard.games.merde.table.pairing import hurt
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.table.sector import foes, squares_of_sector, stakes
from grognard.games.merde.world.lexicon import FORMATIONS, GROUPS, LEXICON, MOVES, NAMES, OPEN
from grognard.games.merde.world.pieces import Scheme
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import side_of
from grognard.kernel.action import Action
from grognard.kernel.face import plain_option
from grognard.kernel.pen import percent
from grognard.kernel.wire import Option

PRIMARY: Final = frozenset({"done", "halt", "stay", "keep", "converge"})
MARKED: Final = frozenset({"fire", "hold", "turn", "charge"})  # verbs whose number is a place in the hand
OF_PIECES: Final = frozenset({"plan", "deal", "rally", "battery", "skirmish", "counter", "replace", "follow"})


def describe(face: Seen, action: Action) -> Option:
    """One option. Frames differ in what a verb means: their own label goes before the verb's."""
    s, side, pen = face.state, face.side, face.pen
    frame = type(s.agenda[-1]).__name__ if s.agenda else ""
    found = plain_option(action)
    found.label = label(s, side, action, frame, pen)
    found.primary = action.verb in PRIMARY and not (action.verb == "done" and _useful(s, side, frame))
    found.minor = action.verb == "enemy"
    spots = squares_of(s, action)
    if spots:
        found.place = NAMES["square"][spots[0]]
        found.places = [NAMES["square"][sq] for sq in spots] if len(spots) > 1 else None
    _place(s, side, action, found)
    if action.verb == "sector":
        found.group, found.places = "place", squares_of_sector(s, action.args[0])
        found.place = found.places[0]
    _price(s, side, action, found, pen)
    if picture := _picture(s, side, action):
        found.picture = picture
    return found


def kinds_of(action: Action) -> tuple[str, ...]:
    """What the arguments of an action are."""
    for signature in LEXICON.verbs[action.verb]:
        if len(signature) == len(action.args):
            return signature
    return ()


def label(s: Battle, side: int, action: Action, frame: str, pen: Pen) -> str:
    verb, kinds = action.verb, kinds_of(action)
    hand = marker_of(s, side, action)
    if hand is not None:
        return pen.first([f"label.{frame}.{verb}_marker", f"label.{verb}_marker"], red(hand), blue(hand))
    if verb in ("done", "pass") and _idle(s, side):
        return pen("label.go_on")
    args = [_shown(s, kind, value, pen) for kind, value in zip(kinds, action.args, strict=True)]
    if frame == "Movement" and verb == "done" and _left(s, side):
        return pen("label.Movement.rest")
    if frame == "Deal" and verb == "done":
        return pen(f"label.Deal.{_no_more(s, side)}")
    if verb == "deal":
        args.append(stakes(s, action.args[0], pen))
    if verb in ("change", "resequence"):
        args.append(standing_order(s, action.args[0], pen))
    if frame == "Guns" and verb == "fire":
        args[0] = _aimed_at(s, side, action.args[0], pen)
    if verb == "target":
        args = [pen.column(action.args[0] - 1)]
    elif verb == "sector":
        args = [pen.sector(action.args[0])]
    elif verb == "enemy":
        args = _change_of_plan(s, action.args[0] - 1, pen)
    elif verb == "charge" and len(args) >= 3:
        args.append(pen(f"bearing.{_bearing(s, action)}"))
    shape = f"{verb}_{'_'.join(kinds)}" if kinds else f"{verb}_bare"
    keys = [f"label.{frame}.{shape}", f"label.{frame}.{verb}", f"label.{shape}", f"label.{verb}"]
    return pen.first(keys, *args)


def _no_more(s: Battle, side: int) -> str:
    """[12.5] [26.2] What it means to name nobody more: those who must fight have their markers unasked."""
    if s.drafts[side].notes:
        return "done"
    return "bound" if set(bound(s, side)) & set(candidates(s, side)) else "nobody"


def _aimed_at(s: Battle, side: int, sq: int, pen: Pen) -> str:
    """[24.3] Who stands where a battery may fire, by name, and the square."""
    there = [p for p in s.troops(1 - side) if sq in s.pieces[p].squares and not s.pieces[p].hidden]
    return ", ".join([*[pen.piece(p) for p in there], pen.square(sq)])


def _change_of_plan(s: Battle, number: int, pen: Pen) -> list[str]:
    """[45.2] Which of the enemy's groups would get which order, and where it would go."""
    found = contingencies(s, s.auto)[number]
    change = found.change
    aim = pen.column(change.target_column)
    if change.supports:
        aim = pen.group(s.world.group_ids[(s.auto, change.supports)])
    return [pen.group(group_of(s, s.auto, found)), pen(f"order.{change.order}"), aim]


def _idle(s: Battle, side: int) -> bool:
    """[20.3] R-20e: whether the side is asked only so that its enemy learns nothing."""
    frame = s.agenda[-1] if s.agenda else None
    return isinstance(frame, (Secret, Question)) and frame.must_ask(s) and frame.idle(s, side)


def _useful(s: Battle, side: int, frame: str) -> bool:
    """Whether to end here would be to do nothing while something useful is left."""
    if _idle(s, side):
        return False
    if frame == "Movement":
        unplanned = any([piece not in s.drafts[side].schemes for piece in movers(s, side, s.step)])
        return unplanned or (s.step == COMMANDERS and bool(riders(s, side, s.step)))
    return frame in ("Deal", "Skirmish", "TryRally")


def _left(s: Battle, side: int) -> bool:
    """Whether somebody has no plan yet who may move in this step."""
    planned = s.drafts[side].schemes
    return any([piece not in planned for piece in movers(s, side, s.step)]) or bool(riders(s, side, s.step))


def standing_order(s: Battle, group: int, pen: Pen) -> str:
    """[18.1] What a group is doing now: its order, and its number if it moves."""
    found = s.group(group)
    name = pen.order(found.order)
    return pen("note.order_number", name, found.number) if found.order in MOVES else name


def _shown(s: Battle, kind: str, value: int, pen: Pen) -> str:
    """An argument in words; a group by those who are in it, also in a plan of one's own [6.1]."""
    if kind == "group" and (members := _members(s, value)):
        return ", ".join([pen.piece(p) for p in members])
    return str(value) if kind == "number" else pen.shown(kind, value)


def _members(s: Battle, group: int) -> list[int]:
    side, place = divmod(group, GROUPS)
    if s.agenda and type(s.agenda[-1]).__name__ == "BattlePlan":
        return [p for p, at in layout(s, side, s.drafts[side]).member.items() if at == place]
    return s.members(group)


def _bearing(s: Battle, action: Action) -> int:
    """Where a charge through a square would arrive, as its target sees it."""
    target = s.pieces[action.args[1]]
    best = 2
    for at, from_square in [(at, sq) for at in target.squares for sq in action.args[2:]]:
        north, east = (from_square >> 6) - (at >> 6), (from_square & 63) - (at & 63)
        if max(abs(north), abs(east)) == 1:
            forward = (north, east, -north, -east)[target.facing]
            best = min(best, 0 if forward > 0 else 1 if forward == 0 else 2)
    return best


def marker_of(s: Battle, side: int, action: Action) -> int | None:
    """The marker that an action of the clash would turn."""
    if s.clash is None or action.verb not in MARKED or len(action.args) != 1:
        return None
    for piece in s.clash.pieces:
        hand = s.pieces[piece].hand
        if side_of(piece) == side and 0 < action.args[0] <= len(hand):
            return hand[action.args[0] - 1]
    return None


def squares_of(s: Battle, action: Action) -> tuple[int, ...]:
    """The squares on the board that an option is about, the chief one first."""
    found: tuple[int, ...] = ()
    for kind, value in zip(kinds_of(action), action.args, strict=True):
        if kind == "square":
            return (value,)
        if kind == "piece":
            found = s.pieces[value].squares or found
        elif kind == "general" and s.commander(value).square >= 0:
            found = (s.commander(value).square,)
        elif kind == "group":
            found = tuple([sq for p in s.members(value) for sq in s.pieces[p].squares]) or found
    return found


def _place(s: Battle, side: int, action: Action, found: Option) -> None:
    """Whether an option is chosen on the board, among units, among numbers, or by a button."""
    verb, kinds = action.verb, kinds_of(action)
    if verb in ("front", "form"):
        found.place, found.places, found.group = None, None, "button"
    elif verb in OF_PIECES:
        found.group, found.unit = "unit", NAMES["piece"][action.args[0]]
    elif verb == "lead":
        found.group, found.unit = "unit", NAMES["general"][action.args[0]]
    elif verb in ("shots", "number") or (marker_of(s, side, action) is not None):
        found.group, found.place, found.places = "number", None, None
    elif kinds[:2] == ("piece", "piece"):
        found.group = "place"
        found.start = NAMES["square"][s.pieces[action.args[0]].squares[0]]
        found.place = NAMES["square"][s.pieces[action.args[1]].squares[0]]
        found.unit = NAMES["piece"][action.args[0]]
    elif found.place is not None:
        found.group = "place"
    scheme = current(s, side)
    if scheme is not None and verb == "step":
        unit = action.args[0] - 1 if len(action.args) == 2 else 0
        found.start = NAMES["square"][scheme.squares[unit]]


def _picture(s: Battle, side: int, action: Action) -> str:
    """[15.1] A change as the troops would stand after it: piece, formation, facing; [26.1] a marker by its numbers."""
    hand = marker_of(s, side, action)
    if hand is not None:
        return f"marker.{red(hand)}.{blue(hand)}"
    scheme = current(s, side)
    if scheme is None or action.verb not in ("front", "form"):
        return ""
    formation, facing = scheme.formation, scheme.facing
    if action.verb == "form":
        formation = action.args[0]
    else:
        facing = action.args[0]
    return ".".join([NAMES["piece"][scheme.piece], NAMES["formation"][formation], NAMES["facing"][facing]])


def current(s: Battle, side: int) -> Scheme | None:
    """The plan being written by a side."""
    if side < 0 or not s.agenda or type(s.agenda[-1]).__name__ != "Movement":
        return None
    draft = s.drafts[side]
    return draft.schemes.get(draft.chosen) if 0 <= draft.chosen < FIRST_GENERAL else None


def _price(s: Battle, side: int, action: Action, found: Option, pen: Pen) -> None:
    """[14.3] What a step or change costs; [24.5] [27.3] how likely a shot is to hit."""
    scheme = current(s, side)
    verb = action.verb
    if scheme is not None and verb == "step":
        cost = cost_of_step(s, scheme, action)
        found.tag = str(cost)
        found.why = pen("note.step_cost", cost, scheme.limit - max(scheme.spent) - cost)
    elif scheme is not None and verb in ("front", "form"):
        cost = cost_of_change(s, scheme, action)
        found.label = pen("note.with_cost", found.label, cost)
    elif verb in ("fire", "barrage", "breach") and len(action.args) >= 2:
        found.tag = percent(gun_chance(s, side, action.args[-1]))
        found.why = pen("note.gun_short" if action.args[-1] else "note.gun_long")
    elif verb == "deal":
        against = foes(s, action.args[0])
        found.tag = percent(against[0][1]) if against else None
    elif verb == "engage":
        found.tag = percent(hurt(s, *action.args))
    elif verb == "shoot":
        shooter = next((p for p in s.troops(side) if s.pieces[p].squares), -1)
        found.tag = percent(Fraction(1, len(skirmish_pool(s, shooter)))) if shooter >= 0 else None
    elif (gamble := odds_of(s, side, action, {})) is not None and gamble.strikes:
        good = gamble.chances[0][1]
        found.tag = percent(1 - good if gamble.chances[0][0] == "none" else good)


def cost_of_step(s: Battle, scheme: Scheme, action: Action) -> int:
    unit = action.args[0] - 1 if len(action.args) == 2 else -1
    moving = scheme.squares if unit < 0 else (scheme.squares[unit],)
    return step_cost(s, scheme.piece, scheme.formation, moving, stepped(moving, action.args[-1] - moving[0]))


def cost_of_change(s: Battle, scheme: Scheme, action: Action) -> int:
    return next((cost for found, _, cost in menu(s, scheme) if found is action), 0)


def gun_chance(s: Battle, side: int, declared: int) -> Fraction:
    """[24.5] Shots against the Target pool of the battery now spoken of."""
    battery = next_battery(s, side, s.drafts[side])
    if battery < 0:
        return Fraction(0)
    return Fraction(shot_count(s, battery, declared), len(pool(s, battery, declared)))


def stance_note(s: Battle, piece: int, pen: Pen) -> str:
    """A piece in a few words: formation, strength, what has befallen it."""
    p = s.pieces[piece]
    parts = [pen.formation(p.formation) if p.formation != OPEN else pen(f"formation.{FORMATIONS[OPEN]}")]
    parts.append(pen("note.strength", p.strength))
    if p.damage:
        parts.append(pen("flag.attack" if p.damage == 1 else "flag.marker"))
    if p.routed:
        parts.append(pen("flag.routed"))
    return ", ".join(parts)
