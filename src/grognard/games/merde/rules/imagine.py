"""A battle as one side may imagine it: what it cannot know is forgotten, then drawn by plausible odds.

Drawn are the enemy's markers in hand and face down among the discards [26.3]; what his messengers carry [21.2], whose
number and way everybody sees; an answer he has closed in secret; his posts [18.5], taken to be where he stands; and in
the fog his hidden counters [19.1] (``unseen``). What he has begun to write he begins anew. The rulebook's own army [45]
answers by its rules; its marches anybody can work out.
"""

from __future__ import annotations

import random
from typing import Final

from grognard.board.squares import AHEAD, distance
from grognard.games.merde.rules.combat.markers import all_markers
from grognard.games.merde.rules.fire.artillery import SHORT_RANGE, aims, pool, ready, shot_choices, shot_count
from grognard.games.merde.rules.frames import WRITTEN, Secret
from grognard.games.merde.rules.layout import DECOYING
from grognard.games.merde.rules.messages import addressee, backable, free_numbers, orders_for
from grognard.games.merde.rules.movement.plans import Sheet, add_step, halt_ban, movers, new_scheme, step_ban
from grognard.games.merde.rules.unseen import Unseen
from grognard.games.merde.world.lexicon import GARRISON, GROUPS, LINE, LONG, MOVES, SHORT, SUPPORT
from grognard.games.merde.world.pieces import Draft, Letter
from grognard.games.merde.world.state import Battle, surveying
from grognard.games.merde.world.world import ENGINEERS, side_of
from grognard.kernel.dice import FastDice

FRESH_TRIES: Final = 12  # other ways to lay hidden counters before they are left as they lie
BLIND: Final = ("BattlePlan", "Orders", "Scouting", "Movement")  # what may be answered there tells nothing of them
STANDS: Final = 0.3  # how often one who may march does not
CONTENT: Final = 0.8  # how often no order is changed
OFTEN: Final = {"pass": 0.4, "done": 0.6, "resequence": 0.1, "enemy": 0.0}  # how often a kind of answer is given


def imagine(s: Battle, side: int, rng: random.Random) -> Battle:
    """A battle that looks to a side as this one does."""
    him = 1 - side
    found = s.twin() if s.foggy else s.copy()
    found.dice = FastDice(str(rng.getrandbits(64)))
    _take_own(found, him)
    if s.foggy:
        _draw_hidden(s, found, side, rng)
    _draw_markers(found, him, rng)
    found.pool[side].sort()  # a marker is drawn by a die: in what order they lie has no say
    if found.letters[him] or found.drafts[him].closed:
        surveying(found, lambda field: _draw_writing(field, him, rng))
    else:
        _draw_answer(found, him, rng)
    found.events = []
    found.surveyed = None
    return found


def _take_own(s: Battle, him: int) -> None:
    """What is drawn anew is the imagined battle's own from now on; the rest may be shared with the true one."""
    pieces = s.pieces
    for p in s.world.slots[him]:
        if pieces[p].hand or pieces[p].post != pieces[p].squares:
            pieces[p] = pieces[p].copy()
            pieces[p].post = pieces[p].squares
    s.clash = s.clash and s.clash.copy()


# [19.1] counters that lie flag side up


def _draw_hidden(s: Battle, found: Battle, side: int, rng: random.Random) -> None:
    """Until the same is asked: what a side may do can tell it something of them; where nothing fits, as they lie."""
    unseen = Unseen(found, 1 - side)
    if not unseen.squares:
        return
    for _ in range(FRESH_TRIES):
        unseen.lay(rng)
        found.surveyed = None
        if _asks_the_same(s, found, side):
            return
    again = s.twin()
    found.pieces, found.groups, found.agenda = again.pieces, again.groups, again.agenda


def _asks_the_same(s: Battle, found: Battle, side: int) -> bool:
    """Whether a side has the same answers, and its enemy has any, if he is asked."""
    if not s.agenda:
        return True
    frame, asked = s.agenda[-1], s.agenda[-1].to_act(s)
    if 1 - side in asked and not isinstance(frame, Secret) and not found.agenda[-1].options(found, 1 - side):
        return False
    if side not in asked or type(frame).__name__ in BLIND:
        return True
    return frame.question(s, side) == frame.question(found, side) and list(frame.options(s, side)) == list(
        frame.options(found, side)
    )


# [26.3] markers


def _draw_markers(s: Battle, him: int, rng: random.Random) -> None:
    """[26.3] Hands, bag and discards hold as many as they did; those that were turned are known."""
    bag = all_markers()
    for marker in s.turned[him]:
        bag.remove(marker)
    for piece in [s.pieces[p] for p in s.world.roster[him] if s.pieces[p].hand]:
        piece.hand = tuple(sorted([_drawn(bag, rng) for _ in piece.hand]))
    covered = [_drawn(bag, rng) for _ in s.discards[him][len(s.turned[him]) :]]
    s.discards[him], s.pool[him] = [*s.turned[him], *covered], bag
    if s.clash is not None:
        role = 0 if side_of(s.clash.pieces[0]) == him else 1
        s.clash.left[role] = tuple(sorted(covered[: len(s.clash.left[role])]))
        s.clash.marker[role] = -1


def _drawn(bag: list[int], rng: random.Random) -> int:
    return bag.pop(int(rng.random() * len(bag)))


# [21.2] letters


def _draw_writing(s: Battle, him: int, rng: random.Random) -> None:
    """Letters and an answer: neither changes anything on the field."""
    _draw_letters(s, him, rng)
    _draw_answer(s, him, rng)


def _draw_letters(s: Battle, him: int, rng: random.Random) -> None:
    """[21.4] Messengers carry anything that may be written to whom they ride; letters that need none are unseen."""
    riding, s.letters[him] = [letter for letter in s.letters[him] if letter.tested], []
    for letter in riding:
        s.letters[him].append(_written(s, him, letter, rng))


def _written(s: Battle, him: int, letter: Letter, rng: random.Random) -> Letter:
    groups = [g for g in range(him * GROUPS, him * GROUPS + GROUPS) if s.groups[g] is not None]
    standing = [g for g in groups if s.stands(g)]
    taken = [other.group for other in s.letters[him]]
    possible = [g for g in standing if addressee(s, g) == letter.general and g not in taken]
    group = rng.choice(possible or standing or groups)
    able = orders_for(s, him, Draft(), group) if standing else []
    order = rng.choice(able or [GARRISON])
    found = Letter(group, order, s.group(group).column, 0, -1, letter.general)
    if order in MOVES:
        found.column = rng.randrange(s.world.field.columns)
        found.number = rng.choice(free_numbers(s, him, Draft(), group))
    if order == SUPPORT:
        found.supports = rng.choice(backable(s, group))
    found.arrives, found.tested, found.path = letter.arrives, True, letter.path
    return found


# answers in secret


def _draw_answer(s: Battle, him: int, rng: random.Random) -> None:
    """What the enemy has written: nothing, if he has not closed it; else something that he may have answered."""
    before, frame = s.drafts[him], s.agenda[-1] if s.agenda else None
    draft = s.drafts[him] = Draft()
    if not isinstance(frame, Secret):
        return
    name = type(frame).__name__
    if name == "BattlePlan" and s.options.get("deployment") != "free":
        draft.stage = DECOYING
    if not before.closed:
        return
    if him == s.auto and name == "Movement":
        s.drafts[him] = before
    elif him == s.auto:
        WRITTEN[name](s, him)
    elif name == "Movement":
        _march(s, him, rng)
    elif name == "Guns":
        _shoot(s, him, rng)
    elif name != "Orders" or rng.random() > CONTENT:
        _answer(s, frame, him, rng)
    s.drafts[him].closed = True


def _answer(s: Battle, frame: Secret, him: int, rng: random.Random) -> None:
    """One answer after another, by chance, until it is whole; [3.3] a battle plan is the one of the scenario."""
    draft = s.drafts[him]
    if type(frame).__name__ == "BattlePlan":
        draft.stage, draft.chosen = DECOYING, draft.chosen if draft.stage else 1
        if not s.foggy:
            return
    while not draft.closed:
        offers = frame.offers(s, him)
        verbs = list(dict.fromkeys([action.verb for action in offers]))
        verb = rng.choices(verbs, [OFTEN.get(verb, 1.0) for verb in verbs])[0]
        frame.take(s, him, rng.choice([action for action in offers if action.verb == verb]))


def _march(s: Battle, him: int, rng: random.Random) -> None:
    """[20.4] Plans of movement: straight ahead as far as it goes, or none."""
    draft = s.drafts[him]
    for p in movers(s, him, s.step):
        if rng.random() < STANDS or s.arm(p) == ENGINEERS:
            continue
        scheme = new_scheme(s, p)
        if len(scheme.squares) == 2 and scheme.formation != LINE:
            continue
        sheet = Sheet(s, him, draft, scheme)
        while step_ban(s, sheet, scheme, -1, goal := scheme.squares[0] + AHEAD[s.world.ahead[him]]) is None:
            add_step(s, sheet, scheme, -1, goal)
        if scheme.acts and halt_ban(s, him, sheet, draft, scheme) is None:
            draft.schemes[p] = scheme


def _shoot(s: Battle, him: int, rng: random.Random) -> None:
    """[24.6] Every battery that has a target fires at one."""
    for battery in [p for p in s.troops(him) if ready(s, p)]:
        found = aims(s, battery)
        if found:
            aim = rng.choice(found)
            near = distance(s.pieces[battery].squares[0], aim.square) <= SHORT_RANGE
            declared = rng.choice((LONG, SHORT)) if near else LONG
            numbers = rng.choice(shot_choices(pool(s, battery, declared), shot_count(s, battery, declared)))
            s.drafts[him].notes.append((battery, aim.kind, aim.target, aim.square, declared, *numbers))
