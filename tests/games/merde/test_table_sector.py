"""[24] [25] [26] What the map lays out while a sector fights or a battery is asked."""

from __future__ import annotations

import random
from functools import cache

import grognard
import walks
from grognard.board.squares import squares_in
from grognard.games.merde.game import GAME
from grognard.games.merde.rules.combat.fights import bound, candidates, target_ban
from grognard.games.merde.rules.combat.markers import red
from grognard.games.merde.rules.fire.artillery import field_of_fire, next_battery
from grognard.games.merde.table.pairing import hurt, pair
from grognard.games.merde.table.sector import foes, following, squares_of_sector
from grognard.games.merde.world.lexicon import NAMES
from grognard.games.merde.world.state import Battle
from grognard.kernel.match import Match
from grognard.kernel.pen import percent
from toolkit_merde import Table


@cache
def asked(name: str, verb: str = "") -> tuple[Match, str]:
    """A battle come to a question by lively chance, and who is asked."""
    for n in range(20):
        match = grognard.start("merde", None, seed=f"sector-{n}")
        for side, _ in walks.walk(match, walks.lively, random.Random(n)):
            decision = match.decision(side)
            if decision is None or decision.name != name or len(decision.options) < 2:
                continue
            if verb and decision.options[0].verb != verb:
                continue
            if name != "Deal" or all(foes(state_of(match), o.args[0]) for o in decision.options if o.args):
                return match.copy(history=False), side
    raise AssertionError(name)


def state_of(match: Match) -> Battle:
    state = match.state
    assert isinstance(state, Battle)
    return state


def test_26_2_the_sector_is_framed_and_every_possible_enemy_has_an_arrow() -> None:
    match, side = asked("Deal")
    s, who = state_of(match), match.sides.index(side)
    face = GAME.face(s, who, "en")
    assert face.backdrop() == "fight"
    laid = face.overlays().fight  # type: ignore[attr-defined]
    (frame,) = laid.areas
    assert frame.style == "sector"
    assert {sq for piece in candidates(s, who) for sq in _home(s, piece)} & set(frame.places)
    pairs = {(piece, foe) for piece in candidates(s, who) for foe, _ in foes(s, piece)}
    assert pairs
    assert all(target_ban(s, piece, foe) is None for piece, foe in pairs)
    assert sum(line.style.startswith("strike") for line in laid.lines) == len(pairs)
    assert sum(line.style == "strike" for line in laid.lines) == len({piece for piece, _ in pairs})
    assert GAME.face(s, -1, "en").overlays().fight.lines == []  # type: ignore[attr-defined]


def _home(s: Battle, piece: int) -> list[str]:
    return [NAMES["square"][sq] for sq in s.pieces[piece].squares]


def test_28_1_the_odds_are_between_never_and_always_and_stand_on_the_option() -> None:
    match, side = asked("Deal")
    s, who = state_of(match), match.sides.index(side)
    option = next(o for o in match.options(side) if o.verb == "deal")
    label = GAME.face(s, who, "en").describe(option).label
    assert "marker" in label
    for foe, chance in foes(s, option.args[0]):
        assert 0 <= chance <= 1
        assert chance == hurt(s, option.args[0], foe)
        assert "%" in label
    assert "segnalin" in GAME.face(s, who, "it").describe(option).label


def test_24_3_only_the_battery_that_is_asked_has_its_arc() -> None:
    match, side = asked("Guns")
    s, who = state_of(match), match.sides.index(side)
    face = GAME.face(s, who, "en")
    assert face.backdrop() == "asked"
    battery = next_battery(s, who, s.drafts[who])
    areas = face.overlays().asked.areas  # type: ignore[attr-defined]
    ring = [area for area in areas if area.style == "asked"]
    assert [area.places for area in ring] == [_home(s, battery)]
    arc = {place for area in areas if area.style.startswith("arc") for place in area.places}
    assert arc == {NAMES["square"][sq] for sq in squares_in(field_of_fire(s, battery))}
    assert GAME.face(s, 1 - who, "en").overlays().asked.areas == [] or 1 - who in s.agenda[-1].to_act(s)  # type: ignore[attr-defined]


def facing(front: str) -> tuple[Battle, int, int]:
    """A column before another that faces so."""
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "attack", "0809", front)})
    return t.s, t.piece("A1"), t.piece("B1")


def test_25_3_the_odds_of_a_pair_are_those_of_its_first_blow() -> None:
    s, mine, his = facing("south")
    found = pair(s, mine, his)
    assert (found.bearing, found.back is not None) == (0, True)
    front = hurt(s, mine, his)
    s, mine, his = facing("east")
    taken = pair(s, mine, his)
    assert taken.back is None  # [35.1] who is taken in flank does not strike back
    assert dict(taken.blow.defence)["flank"] == -2
    assert hurt(s, mine, his) > front
    assert hurt(*facing("north")) == 1  # [35.2] taken in the rear, it routs at once


def test_25_3_a_pair_is_forecast_before_it_is_named_and_says_what_is_assumed() -> None:
    match, side = asked("Name", "engage")
    s, who = state_of(match), match.sides.index(side)
    action = next(o for o in match.options(side) if o.verb == "engage")
    for language in ("en", "it"):
        told = GAME.face(s, who, language).forecast(action, {})
        assert told is not None
        assert abs(sum(bar.chance for bar in told.bars) - 1) < 1e-9
        assert told.text
        assert "forecast." not in " ".join([told.text, told.title or "", told.subtitle or "", told.by_head or ""])
        hand = s.pieces[action.args[0]].hand
        assert [row.value for row in told.by_value or []] == sorted({red(m) for m in hand}, reverse=True)
    assert GAME.face(s, who, "en").describe(action).tag == percent(hurt(s, *action.args))


def test_25_2_the_sector_to_be_chosen_is_lit_whole_and_the_next_one_announced() -> None:
    match, side = asked("ChooseSector")
    s, who = state_of(match), match.sides.index(side)
    face = GAME.face(s, who, "en")
    assert face.backdrop() == "fight"
    first, *_ = options = list(match.options(side))
    for action in options:
        shown = face.describe(action)
        assert shown.places == squares_of_sector(s, action.args[0])
        assert shown.place in (shown.places or [])
    match = match.copy()
    match.play(side, first)
    after = state_of(match)
    if after.sector >= 0:
        areas = GAME.face(after, who, "en").overlays().fight.areas  # type: ignore[attr-defined]
        assert [area.style for area in areas][-1] == "sector"
        assert {tuple(area.places) for area in areas[:-1]} == {
            tuple(squares_of_sector(after, sector)) for sector in following(after)
        }


def test_12_5_who_names_nobody_is_told_what_that_means() -> None:
    match, side = asked("Deal")
    s, who = state_of(match), match.sides.index(side)
    face = GAME.face(s, who, "en")
    unasked = set(bound(s, who)) & set(candidates(s, who))
    label = face.describe(GAME.lexicon.parse("done")).label
    assert label == ("Only who must" if unasked else "No markers")
    assert bool(face.crumbs()) == bool(unasked)


def test_20_4_the_chief_button_is_never_to_do_nothing_while_somebody_is_left() -> None:
    match = grognard.start("merde", None, seed="idle")
    for _ in range(40):
        side = match.to_act[0]
        s, decision = state_of(match), match.decision(side)
        assert decision is not None
        if decision.name == "Movement" and any(o.verb == "plan" for o in decision.options):
            break
        match.play(side, "done")
    face = GAME.face(s, match.sides.index(side), "en")
    done = next(o for o in decision.options if o.verb == "done")
    assert not face.describe(done).primary
    assert next(cut.id for cut in face.shortcuts()) == "as_ordered"  # so this one is drawn as the usual answer


def test_24_3_who_stands_in_the_arc_and_cannot_be_hit_says_behind_whom() -> None:
    t = Table(
        {
            "A1": ("FR_foot_art", "unlimbered", "0806"),
            "B1": ("AU_line", "attack", "0809"),
            "B2": ("AU_line", "attack", "0811"),
        }
    ).guns()
    areas = GAME.face(t.s, 0, "en").overlays().asked.areas  # type: ignore[attr-defined]
    (hidden,) = [area for area in areas if area.style == "quiet"]
    assert hidden.places == ["0811"]
    assert hidden.label == f"hidden by {GAME.face(t.s, 0, 'en').pen.piece(t.piece('B1'))}"  # type: ignore[attr-defined]
