"""Long answers at one click: whole marches, everybody stays, markers for all, every gun at its best target."""

from __future__ import annotations

from typing import Any, Final

from grognard.games.merde.artillery import next_battery, pool, shot_choices, shot_count
from grognard.games.merde.describe import current, gun_chance
from grognard.games.merde.lexicon import HALT, NAMES, OPEN, STAY, make
from grognard.games.merde.movement import Movement
from grognard.games.merde.pen import Pen
from grognard.games.merde.pieces import Scheme
from grognard.games.merde.plans import Sheet, add_step, changes, halt_ban, movers, step_ban
from grognard.games.merde.rehearsal import Rehearsal, as_the_scenario
from grognard.games.merde.setup import BattlePlan
from grognard.games.merde.solitaire import plan_of
from grognard.games.merde.state import Battle
from grognard.games.merde.world import ENGINEERS
from grognard.kernel.action import Action
from grognard.kernel.game import plain_option

Json = dict[str, Any]
MOST: Final = 160  # whole marches offered at once
LONGEST: Final = 60  # answers in one gesture


def shortcuts(s: Battle, side: int, pen: Pen) -> list[Json]:
    """For the question now put to the side."""
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or side < 0 or side not in frame.to_act(s):
        return []
    name = type(frame).__name__
    options = list(frame.options(s, side))
    verbs = {action.verb for action in options}
    found: list[Json] = []
    if isinstance(frame, Movement):
        scheme = current(s, side)
        if scheme is not None:
            return marches(s, side, scheme, pen)
        if "plan" in verbs:
            found += as_ordered(s, side, pen)
        if "done" in verbs and "plan" in verbs:
            found.append(_cut("stay_all", ["done"], pen))
    elif isinstance(frame, BattlePlan) and "keep" not in verbs:
        found += setting_up(s, side, pen)
    elif name == "Deal" and "deal" in verbs:
        found.append(_cut("deal_all", [action.text for action in options if action.verb == "deal"], pen))
    elif name == "Guns" and {"fire", "barrage", "breach"} & verbs:
        found += best_shot(s, side, options, pen)
    return found


def _cut(key: str, actions: list[str], pen: Pen) -> Json:
    return {"id": key, "label": pen(f"shortcut.{key}"), "actions": actions}


def as_ordered(s: Battle, side: int, pen: Pen) -> list[Json]:
    """[45.3] The whole number at one click: the plans the rulebook's own army would write, as answers to go through."""
    rehearsal = Rehearsal(s, side, Movement())
    draft = rehearsal.state.drafts[side]
    for piece in movers(s, side, s.step):
        if (piece in draft.schemes and draft.chosen != piece) or s.arm(piece) == ENGINEERS:
            continue
        wanted = plan_of(rehearsal.state, side, piece)
        if draft.chosen == piece or rehearsal.say(make("plan", piece)):
            _write(rehearsal, wanted)
    if not rehearsal.said or len(rehearsal.said) > LONGEST:
        return []
    return [_cut("as_ordered", rehearsal.said, pen)]


def _write(rehearsal: Rehearsal, wanted: Scheme) -> None:
    """Say a plan, act by act, then halt; or stay, where nothing is to be done."""
    s, side = rehearsal.state, rehearsal.side
    draft = s.drafts[side]
    for act in wanted.acts:
        here = draft.schemes.get(wanted.piece)
        if draft.chosen != wanted.piece or here is None:
            return
        if act.step:
            args = (act.squares[0],) if act.unit < 0 else (act.unit + 1, act.squares[0])
            rehearsal.say(make("step", *args))
            continue
        for action, change, _ in changes(s, Sheet(s, side, draft, here), here):
            if (change.squares, change.formation, change.facing) == (act.squares, act.formation, act.facing):
                rehearsal.say(action)
                break
    if draft.chosen == wanted.piece and not rehearsal.say(HALT):
        rehearsal.say(STAY)


def setting_up(s: Battle, side: int, pen: Pen) -> list[Json]:
    """[3.3] The next unit, or everything that is left, as the scenario has it."""
    rest = as_the_scenario(s, side, LONGEST)
    found = [_cut("as_scenario", rest, pen)] if rest else []
    if rest and rest[0].startswith("form "):
        found.insert(0, _cut("unit_as_scenario", rest[:3], pen))
    return found


def best_shot(s: Battle, side: int, options: list[Action], pen: Pen) -> list[Json]:
    """[24.5] The likeliest shot, with numbers that are as good as any."""
    shots = [action for action in options if action.verb in ("fire", "barrage", "breach")]
    best = max(shots, key=lambda action: (gun_chance(s, side, action.args[-1]), action.args[-1]))
    battery = next_battery(s, side, s.drafts[side])
    numbers = shot_choices(pool(s, battery, best.args[-1]), shot_count(s, battery, best.args[-1]))[0]
    return [_cut("best_shot", [best.text, make("shots", *numbers).text], pen)]


def marches(s: Battle, side: int, scheme: Scheme, pen: Pen) -> list[Json]:
    """[20.4] Every square the piece can come to from where its plan stands, by the cheapest way, halting there."""
    if scheme.formation == OPEN and len(scheme.squares) == 2:
        return []
    draft = s.drafts[side]
    sheet = Sheet(s, side, draft, scheme)
    best: dict[int, tuple[Scheme, tuple[int, ...]]] = {scheme.squares[0]: (scheme, ())}
    edge = [scheme.squares[0]]
    while edge:
        following: list[int] = []
        for at in edge:
            here, way = best[at]
            for goal in s.world.field.near[at]:
                if step_ban(s, sheet, here, -1, goal) is not None:
                    continue
                there = here.copy()
                add_step(s, sheet, there, -1, goal)
                known = best.get(goal)
                if known is None or there.spent[0] < known[0].spent[0]:
                    best[goal] = (there, (*way, goal))
                    following.append(goal)
        edge = following
    found = []
    for goal, (there, way) in best.items():
        if len(way) > 1 and halt_ban(s, side, sheet, draft, there) is None:
            found.append(_march(scheme, there, goal, way, _must_halt(s, side, there), pen))
    return sorted(found, key=lambda plan: (len(plan["path"]), plan["hex"]))[:MOST]


def _must_halt(s: Battle, side: int, there: Scheme) -> bool:
    """Whether halting is the only thing left, so that it goes without saying."""
    twin = s.copy()
    twin.drafts[side].schemes[there.piece] = there
    return len(Movement().offers(twin, side)) == 1


def _march(scheme: Scheme, there: Scheme, goal: int, way: tuple[int, ...], silent: bool, pen: Pen) -> Json:
    actions = [make("step", sq).text for sq in way] + ([] if silent else ["halt"])
    spent, left = there.spent[0], max(0, there.limit - there.spent[0])
    text = pen("label.march", pen.square(goal), spent)
    option = plain_option(make("step", goal)) | {"label": text, "group": "hex", "tag": str(spent)}
    start = NAMES["square"][scheme.squares[0]]
    return option | {
        "id": f"march-{NAMES['square'][goal]}", "hex": NAMES["square"][goal], "from": start, "actions": actions,
        "path": [start, *[NAMES["square"][sq] for sq in way]],
        "why": pen("note.contact") if there.stopped[0] else pen("note.points_left", left),
    }  # fmt: skip
