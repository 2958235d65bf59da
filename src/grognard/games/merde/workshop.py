"""The workshop: battles of one's own, made from the price list, checked rule by rule, kept as text."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, Final

from grognard.games.merde import data
from grognard.games.merde.faults import FORMATIONS, LONGEST_NAME, ORDERS, TERRAIN, Fault, lines
from grognard.games.merde.inspection import inspect, price
from grognard.games.merde.pen import Pen
from grognard.games.merde.scene import NATIONS, scene
from grognard.games.merde.suggest import complete
from grognard.games.merde.world import World
from grognard.kernel.game import DataError, SetupError
from grognard.kernel.i18n import Catalogue

LARGEST: Final = 400_000
FACINGS: Final = ("N", "E", "S", "W")
Json = dict[str, Any]


class Says:
    """The catalogue held at one language, without a battle."""

    def __init__(self, words: Catalogue, language: str) -> None:
        self.words = words
        self.language = language

    def __call__(self, key: str, *args: object) -> str:
        return self.words.say(key, args, self.language)

    def fault(self, fault: Fault) -> Json:
        """A broken rule as the page shows it."""
        return {"rule": fault.rule, "text": self(f"fault.{fault.key}", *fault.args),
                "hexes": [f"{x:02d}{y:02d}" for x, y in fault.squares]}  # fmt: skip


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
    try:
        found = battle(complete(text, wish) if wish else text)
    except DataError as fault:
        return {"faults": [{"rule": "3.1", "text": say("fault.unreadable", str(fault)), "hexes": []}], "facts": {},
                "scene": None, "text": None}  # fmt: skip
    faults = inspect(found)
    return {
        "faults": [say.fault(fault) for fault in faults],
        "facts": _facts(found, faults),
        "scene": _scene(found, words, language),
        "text": complete(text, wish) if wish else None,
    }


def _facts(found: data.Scenario, faults: list[Fault]) -> Json:
    """[44.1] Points of both sides, where they can be counted."""
    if any(fault.key.startswith("unknown") or fault.key == "commander_level" for fault in faults):
        return {}
    return {side: {"points": price(found, side), "limit": found.sides[side].points_limit} for side in data.SIDES}


def _scene(found: data.Scenario, words: Catalogue, language: str) -> Json | None:
    """The board to look at, as far as what is there makes sense."""
    try:
        world = World(found)
    except LookupError:
        return None
    return scene(world, Pen(words, language, world))


def bench(words: Catalogue, language: str) -> Json:
    """[44.1] The price list, the terrain, the words of the page, and the battles to start from."""
    say = Says(words, language)
    return {
        "words": {key[9:]: say(key) for key in words.messages["en"] if key.startswith("workshop.")},
        "nations": [{"id": id, "name": say(f"nation.{id}"), "colour": NATIONS[id]["body"],
                     "attack_column_from": nation.attack_column_from, "defence": nation.reaction_defence}
                    for id, nation in data.units().nations.items()],
        "counters": [_counter(counter, say) for counter in data.units().counters if counter.type != "voltigeur"],
        "commanders": [{"role": kind.role, "level": kind.level, "points": kind.points, "value": kind.command_value,
                        "radius": kind.command_radius, "name": say(f"workshop.{kind.role}_{kind.level}")}
                       for kind in data.units().commanders],
        "terrain": [{"id": kind, "name": say(f"terrain.{kind}")} for kind in TERRAIN],
        "formations": [{"id": kind, "name": say(f"formation.{kind}")} for kind in FORMATIONS],
        "facings": [{"id": kind, "name": say(f"facing.{name}")}
                    for kind, name in zip(FACINGS, ("north", "east", "south", "west"), strict=True)],
        "orders": [{"id": kind, "name": say(f"order.{kind}")} for kind in ORDERS],
        "longest_name": LONGEST_NAME,
        "battles": [{"id": name, "name": say(f"scenario.{name}"), "battle": _shipped(name)}
                    for name in data.SCENARIOS],
        "start": {"scenario": data.CUSTOM, "option": "battle"},
        "empty": empty(say),
    }  # fmt: skip


def _shipped(name: str) -> Json:
    found: Json = json.loads(data.read(f"scenarios/{name}.json"))
    return found


def _counter(counter: data.Counter, say: Says) -> Json:
    return {"id": counter.id, "nation": counter.nation, "type": counter.type, "arm": counter.arm,
            "level": counter.level, "points": counter.points,
            "light": counter.change_class in ("light_inf", "light_cav"),
            "name": say(f"troop.{counter.type}"),
            "text": say("piece.values", f"troop.{counter.type}", f"level.{counter.level}", counter.fire, counter.charge,
                        counter.melee, counter.defence)}  # fmt: skip


def empty(say: Says) -> Json:
    """[43.1] A small field with nothing on it and a commander on each side."""
    return {"schema": "merde/scenario/1", "id": data.CUSTOM, "title": say("workshop.untitled"), "year": 1809,
            "date": "",
            "board": {"sections_wide": 1, "sections_deep": 2, "width": 18, "height": 24},
            "weather": {"mode": "fixed", "value": "clear"}, "turn_limit": 16, "fog_of_war": False, "historical": False,
            "terrain": [], "sides": {"A": _no_army("A", "FR", 2, say), "B": _no_army("B", "AU", 21, say)},
            "special_rules": [], "solitaire": {"enemy": "B", "plan": [], "contingencies": []}}  # fmt: skip


def _no_army(side: str, nation: str, row: int, say: Says) -> Json:
    """A general and nobody to command."""
    rear, front = lines(side, 24)
    return {"nation": nation, "name": say(f"nation.{nation}"), "rear_rows": list(rear), "front_rows": list(front),
            "flags": [], "commanders": [{"id": f"{side}-CIC", "name": say("workshop.cic_name"), "role": "minor_cic",
                                         "level": "silver", "corps": None, "square": [9, row]}],
            "regiments": [], "batteries": [], "groups": [], "points_limit": 200}  # fmt: skip
