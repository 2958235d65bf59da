"""The words of Merde: pieces, squares, orders, and the actions made of them."""

from __future__ import annotations

from typing import Final

from grognard.board import squares
from grognard.kernel.action import Action, Lexicon

SIDES: Final = ("army_a", "army_b")
LETTERS: Final = ("A", "B")

PIECES: Final = 80  # room for the pieces of an army: regiments and batteries, then decoys
DECOYS: Final = 4
FIRST_DECOY: Final = PIECES - DECOYS
GENERALS: Final = 16
GROUPS: Final = 56

MARCH: Final = 0  # formations [13]
ATTACK: Final = 1
LINE: Final = 2
SQUARE: Final = 3
MASS: Final = 4
OPEN: Final = 5
LIMBERED: Final = 6
UNLIMBERED: Final = 7
FORMATIONS: Final = ("march", "attack", "line", "square", "mass", "open", "limbered", "unlimbered")
FORMATION_OF: Final = {
    "march_column": MARCH,
    "attack_column": ATTACK,
    "line": LINE,
    "square": SQUARE,
    "mass_column": MASS,
    "open": OPEN,
}
COLUMNS: Final = (MARCH, ATTACK)
DENSE: Final = (MARCH, ATTACK, SQUARE, MASS)  # a regiment in one square

MOVE_COLUMN: Final = 0  # orders [18.1]
MOVE_LINE: Final = 1
GARRISON: Final = 2
SUPPORT: Final = 3
RESERVE: Final = 4
ORDERS: Final = ("column", "line", "garrison", "support", "reserve")
ORDER_OF: Final = {
    "move_column": MOVE_COLUMN,
    "move_line": MOVE_LINE,
    "garrison": GARRISON,
    "support": SUPPORT,
    "reserve": RESERVE,
}
MOVES: Final = (MOVE_COLUMN, MOVE_LINE)

FACINGS: Final = ("north", "east", "south", "west")
FACING_OF: Final = {"N": 0, "E": 1, "S": 2, "W": 3}
RANGES: Final = ("long", "short")
LONG: Final = 0
SHORT: Final = 1

VERBS: Final[dict[str, list[tuple[str, ...]]]] = {
    # set-up [3] [6] [22]
    "keep": [()],
    "own": [()],
    "flag": [("square",)],
    "place": [("square",)],
    "post": [("square",)],
    "fortify": [("square",)],
    "pontoon": [("square",)],
    "decoy": [("square",)],
    "join": [("group",), ()],
    # orders [21]
    "change": [("group",)],
    "order": [("order",)],
    "target": [("number",)],
    "number": [("number",)],
    "back": [("group",)],
    "resequence": [("group",)],
    "scout": [("square",)],
    "enemy": [("number",)],
    # movement [20]
    "plan": [("piece",)],
    "step": [("square",), ("number", "square")],
    "front": [("facing",), ("facing", "number")],
    "form": [("formation",), ("formation", "square")],
    "halt": [()],
    "stay": [()],
    "lead": [("general",)],
    "ride": [("square",)],
    "work": [("square",)],
    "done": [()],
    "pass": [()],
    # artillery and skirmish [24] [27]
    "battery": [("piece",)],
    "fire": [("number",), ("square", "range")],
    "breach": [("square", "range")],
    "barrage": [("piece", "square", "range")],
    "shots": [("number",), ("number", "number")],
    "skirmish": [("piece",)],
    "voltigeurs": [("group",)],
    "shoot": [("piece",)],
    # combat [25] to [35]
    "sector": [("number",)],
    "deal": [("piece",)],
    "engage": [("piece", "piece")],
    "charge": [(), ("number",), ("piece", "piece", "square"), ("piece", "piece", "square", "square")],
    "flanks": [("piece", "piece")],
    "hold": [(), ("number",)],
    "turn": [(), ("number",)],
    "counter": [("piece",)],
    "stand": [()],
    "replace": [("piece",)],
    "converge": [()],
    "retreat": [("square",), ("square", "square")],
    "follow": [("piece",)],
    "advance": [("square",)],
    "pursue": [("piece", "piece")],
    "catch": [("square",)],
    "meet": [("square",), ("square", "square")],
    "leave": [("square",)],
    "return": [()],
    "onward": [("piece", "square"), ("piece", "square", "square")],
    # rally [37]
    "rally": [("piece",)],
    "steady": [("group",)],
}


def _pieces() -> list[str]:
    found = []
    for letter in LETTERS:
        found += [f"{letter}{n}" for n in range(1, FIRST_DECOY + 1)] + [f"{letter}D{n}" for n in range(1, DECOYS + 1)]
    return found


NAMES: Final = {
    "square": squares.names(),
    "piece": _pieces(),
    "general": [f"{letter}G{n}" for letter in LETTERS for n in range(GENERALS)],
    "group": [f"G{letter}{n}" for letter in LETTERS for n in range(1, GROUPS + 1)],
    "formation": list(FORMATIONS),
    "order": list(ORDERS),
    "facing": list(FACINGS),
    "range": list(RANGES),
}

LEXICON: Final = Lexicon(dict(VERBS), NAMES)
make: Final = LEXICON.make

DONE: Final = make("done")
PASS: Final = make("pass")
HALT: Final = make("halt")
STAY: Final = make("stay")
HOLD: Final = make("hold")
CHARGE: Final = make("charge")
NONE: Final = make("turn")  # no marker is turned
STEPS: Final = LEXICON.row("step", "square")
RIDES: Final = LEXICON.row("ride", "square")
CHANGES: Final = LEXICON.row("change", "group")
RESEQUENCES: Final = LEXICON.row("resequence", "group")
PLANS: Final = LEXICON.row("plan", "piece")
LEADS: Final = LEXICON.row("lead", "general")
RALLIES: Final = LEXICON.row("rally", "piece")
TARGETS: Final = [make("target", column) for column in range(1, 10)]


FORMED: Final[dict[int, Action]] = {}  # by formation and square, as they come
PARTED: Final[dict[int, Action]] = {}  # by battalion and square


def formed(formation: int, sq: int) -> Action:
    """A change of formation that is named by a square."""
    found = FORMED.get(formation << 12 | sq)
    if found is None:
        found = FORMED[formation << 12 | sq] = make("form", formation, sq)
    return found


def parted(unit: int, sq: int) -> Action:
    """The step of one battalion of a regiment in open order."""
    found = PARTED.get(unit << 12 | sq)
    if found is None:
        found = PARTED[unit << 12 | sq] = make("step", unit + 1, sq)
    return found


def action(verb: str, *args: int) -> Action:
    return make(verb, *args)
