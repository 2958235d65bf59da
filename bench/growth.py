"""Battles of any size, made in the workshop of *Merde!*: how does the cost of a decision grow with the field?"""

from __future__ import annotations

import json
from typing import Any

from grognard.games.merde.game import GAME
from grognard.games.merde.table.workshop.desk import Says, empty
from grognard.games.merde.world import data

CORPS = 8  # regiments that one general leads
DEAR = 10_000  # points, as many as it takes

Json = dict[str, Any]


def battle(regiments: int) -> str:
    """A battle with so many regiments a side on a field of their size, laid out by the staff officer."""
    found = empty(Says(GAME.words, "en"))
    found["board"] |= {"sections_wide": 1 + (regiments > 10) + (regiments > 30), "sections_deep": 2 + (regiments > 50)}
    for side, nation in (("A", "FR"), ("B", "AU")):
        army = found["sides"][side]
        army["points_limit"] = DEAR
        numbers = range(regiments)
        army["regiments"] = [_regiment(side, nation, number) for number in numbers]
        army["commanders"] += [_general(side, corps) for corps in sorted({number // CORPS for number in numbers})]
        army["batteries"] = [_battery(side, nation, corps) for corps in sorted({number // CORPS for number in numbers})]
    text = json.dumps(found)
    for wish in ("lines", *(f"deploy:{side}" for side in data.SIDES)):
        answer = GAME.workshop.inspect(text, wish, "en")
        if answer["text"] is None:
            raise ValueError(f"{regiments} regiments: {answer['faults'][0]['text']}")
        text = answer["text"]
    return text


def _corps(number: int) -> str:
    return ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII")[number]


def _regiment(side: str, nation: str, number: int) -> Json:
    name = f"{side}-R{number + 1}"
    kind = "light_cav" if number % 5 == 4 else "line"
    return {
        "id": name,
        "name": f"Regiment {number + 1}",
        "corps": _corps(number // CORPS),
        "formation": "march_column",
        "facing": "N",
        "units": [{"id": f"{name}/{i}", "counter": f"{nation}_{kind}"} for i in (1, 2)],
        "squares": [[0, 0]],
    }


def _general(side: str, corps: int) -> Json:
    return {
        "id": f"{side}-G{corps + 1}",
        "name": f"General {corps + 1}",
        "role": "corps",
        "level": "bronze",
        "corps": _corps(corps),
        "square": [9, 4],
    }


def _battery(side: str, nation: str, corps: int) -> Json:
    return {
        "id": f"{side}-B{corps + 1}",
        "name": f"Battery {corps + 1}",
        "counter": f"{nation}_foot_art",
        "corps": _corps(corps),
        "limbered": True,
        "facing": "N",
        "squares": [[0, 0]],
    }
