"""Every option of every question in words, with its price: what stands on the hex, on the button and in the ear."""

from __future__ import annotations

from typing import Final, NamedTuple

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.attackers import targeted
from grognard.games.vanguard.rules.assault.charts import BELOW
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.rules.fog import visible
from grognard.games.vanguard.rules.movement.next_mover import MoveUnits
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.rules.odds import Throw, odds_of
from grognard.games.vanguard.table.pen import Pen, Seen
from grognard.games.vanguard.world.lexicon import GROUNDS
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import ENTRIES, ORDERS
from grognard.games.vanguard.world.state import Battle
from grognard.kernel.action import Action
from grognard.kernel.face import plain_option
from grognard.kernel.pen import percent, signed
from grognard.kernel.wire import Option

# Verbs without arguments that are the natural next click.
PRIMARY: Final = frozenset(
    {
        "all",
        "go",
        "stop",
        "lead",
        "contest",
        "keep",
        "stand",
        "hold",
        "decline",
        "accept",
        "done",
        "pass",
        "whole",
        "stay",
    }
)
GAMBLES: Final = frozenset(
    {"bombard", "repel", "shoot", "try", "rouse", "slip", "shed", "rally", "assault", "resolve", "ground"}
)
NOWHERE: Final = -1
QUIET: Final = frozenset({"withdraw", "round", "stay"})  # no lit hex: the map means something else there


def describe(face: Seen, action: Action) -> Option:
    """One option, ready for the client."""
    s, side, pen = face.state, face.side, face.pen
    asked = type(s.agenda[-1]).__name__ if s.agenda else ""
    found = plain_option(action)
    _light(s, side, action, found)
    _orders(s, side, action, found)
    found.tag, found.why, found.price = _stakes(s, side, action, pen)
    found.label = _label(s, asked, action, pen)
    found.primary = _primary(s, asked, action)
    found.twice = asked == "Name" and action.verb == "activate" and _of_enemy(s, side, action.args[0])
    return found


def _light(s: Battle, side: int, action: Action, found: Option) -> None:
    """Where the option is to be lit: its hex, where it comes from, its piece."""
    names, ids = s.world.grid.names, s.world.roster.ids
    form = next(f for f in s.world.lexicon.verbs[action.verb] if len(f) == len(action.args))
    hexes = [a for kind, a in zip(form, action.args, strict=True) if kind == "hex"]
    units = [a for kind, a in zip(form, action.args, strict=True) if kind == "unit"]
    if units:
        found.unit = ids[units[0]]
    if hexes and action.verb not in QUIET:
        found.group, found.place = "place", names[hexes[-1]]
        start = s.at[units[0]] if units else _underway(s, action.verb)
        if start >= 0:
            found.start = names[start]
    elif units:
        found.group = "unit"
        found.place = None if action.verb in QUIET else name_of(s, where(s, units[0]))
    elif action.verb == "activate":
        found.unit = ids[s.world.roster.general_of[action.args[0]]]
        found.place = name_of(s, headquarters_of(s, side, action.args[0]))
        found.group = "unit" if found.place else "button"


def _underway(s: Battle, verb: str) -> int:
    """Where the move in hand has come to, for its next step."""
    return s.move.here if s.move is not None and verb in ("go", "shoot", "back") else -1


def _orders(s: Battle, side: int, action: Action, found: Option) -> None:
    """Orders are offered as arrows, beside the man whose order it is."""
    form = next(f for f in s.world.lexicon.verbs[action.verb] if len(f) == len(action.args))
    if not form or form[-1] != "order":
        return
    found.picture = ORDERS[action.args[-1]]
    at = NOWHERE
    if action.verb == "order":
        at = headquarters_of(s, side, action.args[0])
    elif action.verb == "try" and len(action.args) == 1:
        at = s.at[s.world.lone_leader if s.solo else s.world.roster.general_of[s.active]]
    elif action.verb != "adopt":
        at = s.at[action.args[0]]
    place = name_of(s, at)
    found.group = "number" if place is None else "place"
    found.place = place or (found.place if action.verb == "adopt" else None)


def name_of(s: Battle, h: int) -> str | None:
    return s.world.grid.names[h] if h >= 0 else None


def where(s: Battle, u: int) -> int:
    """The hex of a piece, or the flag where it will come in."""
    if s.at[u] >= 0 or u not in s.due:
        return s.at[u]
    return s.world.entry_hex[ENTRIES[s.due[u][1]]]


def headquarters_of(s: Battle, side: int, f: int) -> int:
    """Where a side looks for a formation: its General if he is seen (R-49), else one of its units, else its flag."""
    general = s.world.roster.general_of[f]
    shown = visible(s, side)
    if shown >> general & 1:
        return s.at[general]
    units = bits(s.world.troops_of[f] & shown)
    if units:
        return s.at[units[0]]
    waiting = [u for u in bits(s.world.troops_of[f] | 1 << general) if u in s.due]
    return where(s, waiting[0]) if waiting else -1


# labels


def _label(s: Battle, asked: str, action: Action, pen: Pen) -> str:
    keys = [f"label.{asked}.{action.verb}", f"label.{action.verb}_{len(action.args)}", f"label.{action.verb}"]
    return pen.first(keys, *_words(s, action, pen))


def _words(s: Battle, action: Action, pen: Pen) -> list[str]:
    """The arguments in words, in their order; then where a unit stands, or what it is about."""
    form = next(f for f in s.world.lexicon.verbs[action.verb] if len(f) == len(action.args))
    said = {"hex": pen.place, "unit": pen.unit, "formation": pen.formation, "order": pen.order}
    found = [
        said[kind](a) if kind in said else pen(f"terrain.{GROUNDS[a]}") if kind == "terrain" else ENTRIES[a]
        for kind, a in zip(form, action.args, strict=True)
    ]
    if form == ("unit",):
        return [*found, pen.place(where(s, action.args[0])), pen(f"kind.{s.world.roster.kind[action.args[0]]}")]
    if form == ("formation",):
        return [*found, pen.order(s.orders[action.args[0]])]
    return found or _about(s, action, pen)


def _about(s: Battle, action: Action, pen: Pen) -> list[str]:
    """What a button without arguments speaks of."""
    if action.verb == "done" and isinstance(s.agenda[-1], MoveUnits):
        return [str(_unmoved(s))]
    if action.verb == "keep" and s.active >= 0:
        return [pen.order(s.lone_order if s.solo else s.orders[s.active])]
    if s.move is not None and action.verb in ("stop", "column", "charge", "leave"):
        return [pen.units(s.move.units), pen.place(s.move.here)]
    return [pen.formation(s.active) if s.active >= 0 else ""]


def _of_enemy(s: Battle, side: int, f: int) -> bool:
    """[6.1] To name a formation of the enemy's passes the hand to him."""
    return s.world.roster.formation_side[f] != side


# the one primary button


def _primary(s: Battle, asked: str, action: Action) -> bool:
    """Whether this is the natural next click."""
    if action.args or action.verb not in PRIMARY:
        return False
    if asked == "Compose":
        return action.verb == "go" or not _composed(s)
    if asked == "Reinforce":
        return action.verb == "all"
    if asked == "MoveUnits" and action.verb == "done":
        return not _unmoved(s)
    return asked != "Escape" or action.verb == "stay"


def _unmoved(s: Battle) -> int:
    """How many could still move."""
    frame = s.agenda[-1]
    return len([option for option in frame.options(s, frame.side) if option.verb == "move"])


def _composed(s: Battle) -> bool:
    return bool(s.assaults and s.assaults[-1].attackers)


# what it may cost


class Stakes(NamedTuple):
    """The tag on the hex, what the dice say, and whether it comes at a price."""

    tag: str | None = None
    why: str | None = None
    price: bool = False


def _stakes(s: Battle, side: int, action: Action, pen: Pen) -> Stakes:
    """The tag on the hex, whether it comes at a price, and what the dice say."""
    verb, args = action.verb, action.args
    if verb == "go" and args:
        return _step(s, args[0], pen)
    if verb == "move":
        return Stakes(why=_duty(s, args[0], pen))
    odds = odds_of(s, side, action, {}) if verb in GAMBLES else None
    found = Stakes() if odds is None else _chances(odds, verb, pen)
    missing = _missing(s, args[0], pen) if verb == "assault" else None
    return found._replace(why=missing) if missing else found


def _missing(s: Battle, h: int, pen: Pen) -> str | None:
    """[12.2.1] Why not everybody who could join an assault may: the shortcut for it is not offered then."""
    muster = Muster(s)
    full = None if targeted(s) >> h & 1 else muster.everybody(Assault(1 << h))
    reasons = [] if full is None else muster.lacking(full)
    for rule, key, about in reasons:
        return pen("note.not_with_all", pen(f"refusal.{key}", *about), rule)
    return None


def _chances(odds: Throw, verb: str, pen: Pen) -> Stakes:
    """A gamble in one number: the chance of an effect, or column and modifiers of an assault."""
    if odds.kind in ("bombardment", "skirmish"):
        chance = percent(1 - odds.chance("-"))
        return Stakes(chance, pen("note.fire_tells", chance))
    if odds.kind in ("try", "test"):
        chance = percent(odds.chance("pass"))
        return Stakes(chance, pen("note.succeeds", chance))
    if odds.kind == "guns":
        return Stakes("DE", pen("forecast.guns_alone"))
    tag = pen("forecast.below") if odds.column == BELOW else f"{odds.column} {signed(odds.drm)}"
    return Stakes(tag, pen("note.all_who_can") if verb == "assault" else None)


def _step(s: Battle, h: int, pen: Pen) -> Stakes:
    """[9.2] What is spent once the hex has been entered, of how much."""
    m = s.move
    if m is None:
        return Stakes()
    ways = Ways(s, m)
    for there, spent, halt in ways.next_steps():
        if there == h:
            why = pen("note.spent", pen.points(spent[0]), pen.points(ways.pm[0]))
            stops = f"{why}; {pen('note.must_stop')}" if halt else why
            return Stakes(pen.points(spent[0]), stops, bool(ways.ezoc >> h & 1))
    return Stakes()


def _duty(s: Battle, u: int, pen: Pen) -> str | None:
    """[5.1.1] [5.1.2] [17.1.5] What the unit owes."""
    number = s.march_of(u)
    if number >= 0:
        return pen("note.marches_to", pen.place(s.world.march_target[number]))
    if s.counted >> u & 1 and not s.nearer >> u & 1:
        return pen("note.owes_attack" if s.order_of(u) == ORDERS.index("attack") else "note.owes_advance")
    return None
