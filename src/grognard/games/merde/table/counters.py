"""The counters on the board as the client draws them, built from the view of a side and nothing else."""

from __future__ import annotations

from typing import Final

from grognard.games.merde.rules.fire.artillery import TO_DESTROY
from grognard.games.merde.rules.layout import Layout, layout
from grognard.games.merde.rules.view import listed
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, NAMES, SIDES
from grognard.games.merde.world.state import Battle, open_survey
from grognard.games.merde.world.survey import Drawn, copies
from grognard.games.merde.world.world import ARTILLERY
from grognard.kernel.wire import Json

KINDS: Final = ("inf", "cav", "art", "engineers", "inf")  # by arm; a decoy looks like infantry to its owner
MARKED: Final = ("hidden", "routed", "out", "temporary")
SIGNS: Final = {"garrison": "G", "support": "S", "reserve": "R"}


def counters(s: Battle, side: int, seen: Json) -> Json:
    """What the board shows beside the facts of the scene: units, flags, and the plans one has written."""
    drafted = _drafted(s, side)
    if drafted is None:
        units, flags = _drawn(s, side, seen)
    else:
        units = [unit for unit in _drawn_up(seen) if unit["side"] != SIDES[side]] + drafted + _commanders(seen)
        flags = _flags(s, side, seen, True)
    return {"units": units, "flags": flags, "routes": _routes(seen, side)}


def _drawn(s: Battle, side: int, seen: Json) -> Drawn:
    """Counters with the Command markers beside them, and flags: while a secret question is open as they were before."""
    known = open_survey(s)
    picture = None if known is None else known.pictures.get(side)
    if picture is None or picture.drawn is None:
        found = Drawn(_drawn_up(seen) + _commanders(seen), _flags(s, side, seen, False))
        if picture is None:
            return found
        picture.drawn = found
    return Drawn(copies(picture.drawn.units), copies(picture.drawn.flags))


def _commanders(seen: Json) -> list[Json]:
    return [
        {
            "id": man["id"],
            "side": man["side"],
            "place": man["square"],
            "kind": "commander",
            "flags": listed(()),
            "value": man["value"],
        }
        for man in seen["generals"]
        if man["square"]
    ]


def _drawn_up(seen: Json) -> list[Json]:
    markers = {group["id"]: _sign(group) for group in seen["groups"]}
    return [_unit(piece, markers.get(piece["group"], "")) for piece in seen["pieces"]]


def _sign(group: Json) -> str:
    """[18.1] The Command marker: the number of a moving group, a letter for the others."""
    return str(group["number"]) if group["order"] in ("column", "line") else SIGNS[group["order"]]


def _unit(piece: Json, command: str) -> Json:
    """One counter; of a hidden one nothing is known but where it lies and its Command marker [19.1]."""
    found: Json = {
        "id": piece["id"],
        "side": piece["side"],
        "place": piece["squares"][0],
        "squares": piece["squares"],
        "command": command,
        "flags": listed(tuple([name for name in MARKED if piece.get(name)])),
    }
    if "arm" not in piece:
        return found | {"kind": "inf"}
    if piece["arm"] == ARTILLERY:
        found["steps"] = listed((TO_DESTROY - piece["hits"], TO_DESTROY))
    if "skirmished" in piece["flags"]:
        found["flags"] = listed((*found["flags"], "skirmished"))
    found["kind"] = KINDS[piece["arm"]]
    found["formation"] = piece["formation"]
    found["facing"] = piece["facing"]
    found["men"] = piece["men"]
    found["damage"] = "" if piece["damage"] == "ordered" else piece["damage"]
    found["markers"] = piece["markers"]
    return found


def _flags(s: Battle, side: int, seen: Json, drafting: bool) -> list[Json]:
    found = []
    for who, name in enumerate(SIDES):
        squares = seen["sides"][name]["flags"]
        if drafting and who == side:
            squares = [NAMES["square"][sq] for sq in layout(s, side, s.drafts[side]).flags]
        found += [{"side": name, "square": square} for square in squares]
        found += [{"side": name, "square": NAMES["square"][sq], "taken": True} for sq in _fallen(s, who)]
    return found


def _fallen(s: Battle, who: int) -> list[int]:
    """[42.1] Where flags of a side have been taken, as far as the battle as written tells it."""
    first, left = s.world.flags[who], s.flags[who]
    return [sq for sq in first if sq not in left] if left and set(left) <= set(first) else []


def _drafted(s: Battle, side: int) -> list[Json] | None:
    """[3.3] While one lays out an army of one's own: what stands so far."""
    if side < 0 or not s.agenda or type(s.agenda[-1]).__name__ != "BattlePlan" or not s.drafts[side].notes:
        return None
    plan = layout(s, side, s.drafts[side])
    if not plan.flags:
        return None
    return drawn(s, side, plan)


def drawn(s: Battle, side: int, plan: Layout) -> list[Json]:
    """The units of a plan as the board draws them."""
    found = []
    for piece, squares in plan.squares.items():
        stock = s.world.stock(piece)
        found.append(
            {
                "id": NAMES["piece"][piece],
                "side": SIDES[side],
                "place": NAMES["square"][squares[0]],
                "squares": [NAMES["square"][sq] for sq in squares],
                "kind": KINDS[stock.arm],
                "flags": [],
                "formation": FORMATIONS[plan.formation[piece]],
                "facing": FACINGS[plan.facing[piece]],
                "men": list(stock.men),
                "damage": "",
                "markers": 0,
                "command": "",
            }
        )
    return found


def _routes(seen: Json, side: int) -> list[Json]:
    """[20.4] The plans one has written for this number, as arrows only oneself sees."""
    plans = [] if seen["mine"] is None else seen["mine"]["plans"]
    paths = {plan["piece"]: plan["path"] for plan in plans if plan["path"]}
    if not paths:
        return []
    return [
        {
            "path": [piece["squares"][0], *[squares[0] for squares in paths[piece["id"]]]],
            "style": f"side:{SIDES[side]}",
            "arrow": True,
        }
        for piece in seen["pieces"]
        if piece["id"] in paths
    ]
