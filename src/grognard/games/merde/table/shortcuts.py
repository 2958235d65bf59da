"""Long answers at one click: whole marches, a step as ordered, markers or a rally for all, the best shots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from grognard.board.squares import nearest
from grognard.games.merde.rules.fire.artillery import Guns
from grognard.games.merde.rules.fire.skirmish import Skirmish, next_shooter
from grognard.games.merde.rules.movement.plans import (
    COMMANDERS,
    Sheet,
    add_step,
    changes,
    halt_ban,
    movers,
    open_steps,
    riders,
)
from grognard.games.merde.rules.movement.writing import Movement
from grognard.games.merde.rules.setup import BattlePlan
from grognard.games.merde.rules.solitaire.answers import plan_of, post_of
from grognard.games.merde.table.describe import current, gun_chance
from grognard.games.merde.table.pen import Pen, Seen
from grognard.games.merde.table.rehearsal import Rehearsal, as_the_scenario
from grognard.games.merde.world.lexicon import DONE, HALT, NAMES, OPEN, STAY, make
from grognard.games.merde.world.pieces import Scheme
from grognard.games.merde.world.state import Battle, surveying
from grognard.games.merde.world.world import ENGINEERS
from grognard.kernel.action import Action
from grognard.kernel.wire import Plan, Shortcut

MOST: Final = 160  # whole marches offered at once
LONGEST: Final = 60  # answers in one gesture


def shortcuts(face: Seen) -> Sequence[Shortcut | Plan]:
    """For the question now put to the side."""
    s, side, pen = face.state, face.side, face.pen
    frame = s.agenda[-1] if s.agenda else None
    if frame is None or side < 0 or side not in frame.to_act(s):
        return []
    if isinstance(frame, Movement):
        scheme = current(s, side)
        return marches(s, side, scheme, pen) if scheme is not None else as_ordered(s, side, pen)
    if isinstance(frame, Guns):
        return best_shots(s, side, pen)
    if isinstance(frame, Skirmish):
        return skirmishers(s, side, pen)
    options = list(frame.options(s, side))
    if isinstance(frame, BattlePlan):
        return [] if any(action.verb == "keep" for action in options) else setting_up(s, side, pen)
    return together(options, pen)


def together(options: list[Action], pen: Pen) -> Sequence[Shortcut | Plan]:
    """[26.2] [37.1] Where several may get markers, or try to rally: all of them."""
    for verb in ("deal", "rally"):
        texts = [action.text for action in options if action.verb == verb]
        if len(texts) > 1:
            return [_cut(f"{verb}_all", texts, pen)]
    return []


def _cut(key: str, actions: list[str], pen: Pen) -> Shortcut:
    return Shortcut(id=key, label=pen(f"shortcut.{key}"), actions=actions)


def as_ordered(s: Battle, side: int, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[45.3] The whole step at one click: the plans the rulebook's own army would write, as answers to go through."""
    rehearsal = Rehearsal(s, side, Movement())
    draft = rehearsal.state.drafts[side]
    for piece in movers(s, side, s.step):
        if (piece in draft.schemes and draft.chosen != piece) or s.arm(piece) == ENGINEERS:
            continue
        wanted = rehearsal.ask(partial(plan_of, side=side, piece=piece))
        if draft.chosen == piece or rehearsal.say(make("plan", piece)):
            _write(rehearsal, wanted)
    if s.step == COMMANDERS and draft.chosen < 0 and not s.foggy:
        _ride_after(rehearsal)
    if not rehearsal.said or rehearsal.said == [DONE.text] or len(rehearsal.said) > LONGEST:
        return []
    return [_cut("follow" if s.step == COMMANDERS else "as_ordered", rehearsal.said, pen)]


def _ride_after(rehearsal: Rehearsal) -> None:
    """[45.3] Every general rides to where the rulebook's own army, which knows no fog, would post him."""
    s, side = rehearsal.state, rehearsal.side
    for general in riders(s, side, s.step):
        goal = post_of(s, side, general)
        if goal >= 0 and rehearsal.say(make("lead", general)):
            rehearsal.say(make("ride", goal))
    rehearsal.say(DONE)


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


def setting_up(s: Battle, side: int, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[3.3] Everything that is left as the scenario has it."""
    rest = as_the_scenario(s, side, LONGEST)
    return [_cut("as_scenario", rest, pen)] if rest else []


def best_shots(s: Battle, side: int, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[24.5] The likeliest shot of this battery, with numbers as good as any; or of this and all that follow."""
    if s.drafts[side].stage:
        return []
    rehearsal = Rehearsal(s, side, Guns())
    found: list[Shortcut | Plan] = []
    while not rehearsal.state.drafts[side].closed and _best_shot(rehearsal):
        if not found:
            found.append(_cut("best_shot", list(rehearsal.said), pen))
    if found and rehearsal.said != found[0].actions:
        found.append(_cut("best_shots", rehearsal.said, pen))
    return found


def _best_shot(rehearsal: Rehearsal) -> bool:
    s, side = rehearsal.state, rehearsal.side
    shots = [action for action in rehearsal.offers() if action.verb in ("fire", "barrage", "breach")]
    if not shots:
        return False
    rehearsal.say(max(shots, key=lambda action: (gun_chance(s, side, action.args[-1]), action.args[-1])))
    if s.drafts[side].stage:
        rehearsal.say(rehearsal.offers()[0])
    return True


def skirmishers(s: Battle, side: int, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[27.1] Everybody who can goes out, and shoots at the nearest enemy."""
    rehearsal = Rehearsal(s, side, Skirmish())
    while not rehearsal.state.drafts[side].closed and (offers := rehearsal.offers())[0] is not DONE:
        rehearsal.say(min(offers, key=lambda action: _far(rehearsal.state, side, action)))
    if not rehearsal.said:
        return []
    if not rehearsal.state.drafts[side].closed:
        rehearsal.say(DONE)
    return [_cut("skirmish_all", rehearsal.said, pen)]


def _far(s: Battle, side: int, action: Action) -> int:
    """How far the next skirmishers are from whom they would shoot at; who goes out is not far from anybody."""
    shooter = next_shooter(s, side, s.drafts[side])
    if action.verb != "shoot" or shooter is None:
        return 99 if action is DONE else 0
    return nearest(s.pieces[shooter[0]].squares, s.pieces[action.args[0]].squares)


def marches(s: Battle, side: int, scheme: Scheme, pen: Pen) -> Sequence[Shortcut | Plan]:
    """[20.4] Every square the piece can come to from where its plan stands, by the cheapest way, halting there."""
    if scheme.formation == OPEN and len(scheme.squares) == 2:
        return []
    return surveying(s, lambda s: _marches(s, side, scheme, pen))


def _marches(s: Battle, side: int, scheme: Scheme, pen: Pen) -> list[Plan]:
    draft = s.drafts[side]
    sheet = Sheet(s, side, draft, scheme)
    found = []
    for goal, (there, way) in reach(s, side, scheme).items():
        if len(way) > 1 and halt_ban(s, side, sheet, draft, there) is None:
            found.append(_march(scheme, there, goal, way, _must_halt(s, side, there), pen))
    return sorted(found, key=lambda plan: (len(plan.path), plan.place))[:MOST]


def reach(s: Battle, side: int, scheme: Scheme) -> dict[int, tuple[Scheme, tuple[int, ...]]]:
    """[20.4] Every square that the plan can be led to, with the plan then and the way, the cheapest."""
    sheet = Sheet(s, side, s.drafts[side], scheme)
    best: dict[int, tuple[Scheme, tuple[int, ...]]] = {scheme.squares[0]: (scheme, ())}
    edge = [scheme.squares[0]]
    while edge:
        following: list[int] = []
        for at in edge:
            here, way = best[at]
            for goal in open_steps(s, sheet, here, -1):
                there = here.copy()
                add_step(s, sheet, there, -1, goal)
                known = best.get(goal)
                if known is None or there.spent[0] < known[0].spent[0]:
                    best[goal] = (there, (*way, goal))
                    following.append(goal)
        edge = following
    return best


def _must_halt(s: Battle, side: int, there: Scheme) -> bool:
    """Whether halting is the only thing left, so that it goes without saying."""
    draft = s.drafts[side].copy()
    draft.schemes[there.piece] = there
    return len(Movement().plan_offers(s, side, draft)) == 1


def _march(scheme: Scheme, there: Scheme, goal: int, way: tuple[int, ...], silent: bool, pen: Pen) -> Plan:
    actions = [make("step", sq).text for sq in way] + ([] if silent else ["halt"])
    spent, left = there.spent[0], max(0, there.limit - there.spent[0])
    text = pen("label.march", pen.square(goal), spent)
    start, step = NAMES["square"][scheme.squares[0]], make("step", goal)
    return Plan(
        id=f"march-{NAMES['square'][goal]}",
        action=step.text,
        label=text,
        verb=step.verb,
        group="place",
        place=NAMES["square"][goal],
        start=start,
        tag=str(spent),
        actions=actions,
        path=[start, *[NAMES["square"][sq] for sq in way]],
        price=there.stopped[0],
        why=pen("note.contact") if there.stopped[0] else pen("note.points_left", left),
    )
