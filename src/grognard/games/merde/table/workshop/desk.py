"""The workshop: battles of one's own, made from the price list, checked rule by rule, kept as text."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Final

import msgspec

from grognard.games.merde.table.pen import Pen
from grognard.games.merde.table.scene import NATIONS, scene
from grognard.games.merde.table.workshop.faults import FORMATIONS, LONGEST_NAME, ORDERS, TERRAIN, Fault, lines, on_board
from grognard.games.merde.table.workshop.inspection import board_faults, inspect, price
from grognard.games.merde.table.workshop.suggest import Undone, complete
from grognard.games.merde.world import data
from grognard.games.merde.world.world import World
from grognard.kernel.face import Workshop
from grognard.kernel.game import DataError, SetupError
from grognard.kernel.i18n import Catalogue
from grognard.kernel.wire import Json, Scene

LARGEST: Final = 400_000
OPEN: Final = "open"  # the wish of a file that is to be edited
FACINGS: Final = ("N", "E", "S", "W")


class Says:
    """The catalogue held at one language, without a battle."""

    def __init__(self, words: Catalogue, language: str) -> None:
        self.words = words
        self.language = language

    def __call__(self, key: str, *args: object) -> str:
        return self.words.say(key, args, self.language)

    def fault(self, fault: Fault) -> Json:
        """A broken rule as the page shows it."""
        return {
            "rule": fault.rule,
            "text": self(f"fault.{fault.key}", *fault.args),
            "places": [f"{x:02d}{y:02d}" for x, y in fault.squares],
        }


@lru_cache(maxsize=64)
def battle(text: str) -> data.Scenario:
    """[3.1] A battle from its text, shape alone; raises DataError with a sentence."""
    if len(text) > LARGEST:
        raise DataError(f"a battle of {len(text)} characters is too long; {LARGEST} is the most")
    return data.decode_scenario("the battle", text.encode())


@lru_cache(maxsize=64)
def world_of(text: str) -> World:
    """The world of a battle that has passed inspection."""
    return World(battle(text))


def check(text: str, words: Catalogue) -> None:
    """[44.2] Refuse a battle that breaks a rule, with the first of its faults."""
    try:
        faults = inspect(battle(text))
    except DataError as fault:
        raise SetupError(str(fault)) from None
    if faults:
        first = faults[0]
        raise SetupError(f"[{first.rule}] {words.say('fault.' + first.key, first.args)}")


def examine(text: str, wish: str, words: Catalogue, language: str) -> Json:
    """Everything the page needs to know about a battle: its faults, its prices, how it looks; completed if wished."""
    say = Says(words, language)
    text, undone = _fulfilled(text, wish) if wish and len(text) <= LARGEST else (text, [])
    try:
        found = battle(text)
    except DataError as fault:
        return {
            "faults": [{"rule": "3.1", "text": say("fault.unreadable", str(fault)), "places": []}],
            "facts": {},
            "scene": None,
            "text": None,
        }
    faults = undone + inspect(found)
    return {
        "faults": [say.fault(fault) for fault in faults],
        "facts": _facts(found),
        "scene": _scene(found, words, language),
        "text": text if wish and not undone else None,
    }


def _fulfilled(text: str, wish: str) -> tuple[str, list[Fault]]:
    """The text as somebody wishes it, or as it was and why not."""
    try:
        return opened(text) if wish == OPEN else complete(text, wish), []
    except Undone as refused:
        return text, [refused.fault]
    except DataError:
        return text, []


def opened(text: str) -> str:
    """A file that somebody shared, with everything it leaves out as the rules have it; raises DataError."""
    full = msgspec.to_builtins(battle(text))
    return json.dumps(_filled(json.loads(text), full), ensure_ascii=False, indent=1)


def _filled(given: object, full: object) -> object:
    """What is given, and where it says nothing what stands in the full one."""
    if isinstance(given, dict) and isinstance(full, dict):
        return {
            key: _filled(given[key], full[key]) if key in given and key in full else {**full, **given}[key]
            for key in {**given, **full}
        }
    if isinstance(given, list) and isinstance(full, list):
        return [_filled(one, whole) for one, whole in zip(given, full, strict=True)]
    return given


def _facts(found: data.Scenario) -> Json:
    """[44.1] Points of both sides, where they can be counted."""
    try:
        return {side: {"points": price(found, side), "limit": found.sides[side].points_limit} for side in data.SIDES}
    except LookupError:
        return {}


def _scene(found: data.Scenario, words: Catalogue, language: str) -> Scene | None:
    """The board to look at, as far as what is there makes sense."""
    if any(True for _ in board_faults(found)):
        return None
    try:
        world = World(_on_the_field(found))
        return scene(world, Pen(words, language, world))
    except LookupError:
        return None


def _on_the_field(found: data.Scenario) -> data.Scenario:
    """The battle with the terrain that can be drawn."""
    laid = [
        msgspec.structs.replace(piece, squares=[square for square in piece.squares if on_board(found, square)])
        for piece in found.terrain
        if piece.type in TERRAIN
    ]
    return msgspec.structs.replace(found, terrain=[piece for piece in laid if piece.squares])


def bench(words: Catalogue, language: str) -> Json:
    """[44.1] The price list, the terrain, the words of the page, and the battles to start from."""
    say = Says(words, language)
    return {
        "words": {key[9:]: say(key) for key in words.messages["en"] if key.startswith("workshop.")},
        "nations": [
            {
                "id": id,
                "name": say(f"nation.{id}"),
                "colour": NATIONS[id]["body"],
                "attack_column_from": nation.attack_column_from,
                "defence": nation.reaction_defence,
            }
            for id, nation in data.units().nations.items()
        ],
        "counters": [_counter(counter, say) for counter in data.units().counters if counter.type != "voltigeur"],
        "commanders": [
            {
                "role": kind.role,
                "level": kind.level,
                "points": kind.points,
                "value": kind.command_value,
                "radius": kind.command_radius,
                "name": say(f"workshop.{kind.role}_{kind.level}"),
            }
            for kind in data.units().commanders
        ],
        "terrain": [{"id": kind, "name": say(f"terrain.{kind}")} for kind in TERRAIN],
        "formations": [{"id": kind, "name": say(f"formation.{kind}")} for kind in FORMATIONS],
        "facings": [
            {"id": kind, "name": say(f"facing.{name}")}
            for kind, name in zip(FACINGS, ("north", "east", "south", "west"), strict=True)
        ],
        "orders": [{"id": kind, "name": say(f"order.{kind}")} for kind in ORDERS],
        "longest_name": LONGEST_NAME,
        "battles": [{"id": name, "name": say(f"scenario.{name}"), "battle": _shipped(name)} for name in data.SCENARIOS],
        "start": {"scenario": data.CUSTOM, "option": "battle"},
        "empty": empty(say),
    }


def _shipped(name: str) -> Json:
    found: Json = json.loads(data.read(f"scenarios/{name}.json"))
    return found


def _counter(counter: data.Counter, say: Says) -> Json:
    return {
        "id": counter.id,
        "nation": counter.nation,
        "type": counter.type,
        "arm": counter.arm,
        "level": counter.level,
        "points": counter.points,
        "light": counter.change_class in ("light_inf", "light_cav"),
        "name": say(f"troop.{counter.type}"),
        "text": say(
            "piece.values",
            f"troop.{counter.type}",
            f"level.{counter.level}",
            counter.fire,
            counter.charge,
            counter.melee,
            counter.defence,
        ),
    }


def empty(say: Says) -> Json:
    """[43.1] A small field with nothing on it and a commander on each side."""
    return {
        "schema": "merde/scenario/1",
        "id": data.CUSTOM,
        "title": say("workshop.untitled"),
        "year": 1809,
        "board": {"sections_wide": 1, "sections_deep": 2, "width": 18, "height": 24},
        "weather": {"mode": "fixed", "value": "clear"},
        "turn_limit": 16,
        "fog_of_war": False,
        "historical": False,
        "terrain": [],
        "sides": {"A": _no_army("A", "FR", 2, say), "B": _no_army("B", "AU", 21, say)},
        "solitaire": {"enemy": "B", "plan": [], "contingencies": []},
    }


def _no_army(side: str, nation: str, row: int, say: Says) -> Json:
    """A general and nobody to command."""
    rear, front = lines(side, 24)
    return {
        "nation": nation,
        "name": say(f"nation.{nation}"),
        "rear_rows": list(rear),
        "front_rows": list(front),
        "flags": [],
        "commanders": [
            {
                "id": f"{side}-CIC",
                "name": say("workshop.cic_name"),
                "role": "minor_cic",
                "level": "silver",
                "corps": None,
                "square": [9, row],
            }
        ],
        "regiments": [],
        "batteries": [],
        "groups": [],
        "points_limit": 200,
    }


class Desk(Workshop):
    """The workshop as the page knows it."""

    def __init__(self, words: Catalogue) -> None:
        self.words = words

    def bench(self, language: str) -> Json:
        return bench(self.words, language)

    def inspect(self, text: str, wish: str, language: str) -> Json:
        return examine(text, wish, self.words, language)
