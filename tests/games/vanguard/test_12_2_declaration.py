"""Rulebook 12.2, R-64: a declaration always goes on, and says what is missing."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard import games
from grognard.games.vanguard.rules.assault.declaration import Declare
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.world.moving import Assault
from grognard.games.vanguard.world.roster import SCENARIOS, SIDES
from toolkit_vanguard import Rest, Table
from walks_vanguard import scramble_vanguard

GAME = games.load("vanguard")
ADVANCE = {"watrin": "advance"}
ATTACK = {"watrin": "attack"}


def shortcuts(t: Table) -> list[str]:
    return [cut.id for cut in GAME.face(t.s, 0, "en").shortcuts()]


def test_12_2_an_assault_is_called_off_once_and_stays_so() -> None:
    pieces = {"l40I": "2905", "l40II": "2905", "coI": "2904"}
    t = Table(pieces, orders=ADVANCE).combat("watrin")
    before = t.match.fingerprint
    t.play("french", "assault 2904", "all", "go", "withdraw 2904")
    assert t.match.fingerprint != before
    assert "assault_withdrawn" in t.told
    assert t.asked == "Rest", "nobody else to attack: the declaration is over"
    t = Table({**pieces, "coII": "3105", "l22I": "3106"}, orders=ADVANCE).combat("watrin")
    t.play("french", "assault 2904", "all", "go", "withdraw 2904")
    assert t.rules("french", "assault 2904") == ["12.2"]
    assert t.options("french") == ["assault 3105", "done"]


def test_12_2_what_was_called_off_is_attacked_again_only_by_units_ordered_to_attack() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904"}, orders=ADVANCE, own={"l40II": "attack"})
    t.combat("watrin").steer("french", "assault 2904", "all", "go", "withdraw 2904")
    assert t.asked == "Compose", "the 40e II must attack: there is nothing else to choose"
    assert t.options("french") == ["go"]
    assert t.rules("french", "with l40I") == ["12.2"]
    t.roll(1, 1).play("french", "go")
    assert "assault" in t.told


def test_12_4_an_assault_that_is_opened_again_must_grow() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904"}, orders=ADVANCE).combat("watrin")
    t.play("french", "assault 2904", "with l40I", "go")
    assert "assault 2904" in t.options("french")
    t.play("french", "assault 2904")
    assert t.rules("french", "go") == ["12.4"]
    assert t.options("french") == ["with l40II"]
    t.play("french", "with l40II", "go")
    assert t.options("french") == ["withdraw 2904", "done"]


def test_12_2_1_who_would_leave_an_enemy_unattacked_is_not_offered_and_told_why() -> None:
    """The 22e I at 2804 is reached by coIII at 2703, whom nobody else can attack."""
    pieces = {"l40I": "2905", "l22I": "2804", "coI": "2904", "coIII": "2703"}
    t = Table(pieces, orders=ADVANCE).combat("watrin")
    t.play("french", "assault 2904", "with l40I")
    assert t.options("french") == ["go"]
    assert t.rules("french", "with l22I") == t.rules("french", "all") == ["12.2.1"]
    assert t.rules("french", "also 2703") == ["12.4.1"]


def test_12_2_1_everybody_at_once_is_offered_only_where_it_can_be_declared() -> None:
    """The 40e I alone reaches coII too: with both against 2904 nobody is left for him."""
    t = Table({"l40I": "2905", "l40II": "2804", "coI": "2904", "coII": "3005"}, orders=ADVANCE).combat("watrin")
    assert shortcuts(t) == []
    said = GAME.face(t.s, 0, "en").describe(GAME.lexicon.parse("assault 2904")).why
    assert "12.2.1" in said
    assert "3005" in said
    t = Table({"l40I": "2905", "l40II": "2804", "coI": "2904"}, orders=ADVANCE).combat("watrin")
    assert shortcuts(t) == ["all assault 2904"]
    t.play("french", "assault 2904", "all")
    assert t.options("french") == ["go"]


def test_12_2_1_an_assault_nobody_can_declare_is_refused_with_what_it_lacks() -> None:
    """5 against 11 and more: the second hex would make it worse than 1-5, and the first alone leaves an enemy."""
    t = Table(
        {"l40I": "2905", "coI": "2904", "reII": "3005", "miII": "3005", "l40II": "2804"},
        orders=ADVANCE,
        reduced=["l40I"],
    ).combat("watrin")
    assert t.asked == "Declare"
    t.play("french", "assault 2904")
    assert "with l40I" not in t.options("french")
    assert t.rules("french", "with l40I") == ["12.2.1"]


def test_12_2_1_an_attack_that_leaves_an_enemy_is_withdrawn_with_its_reason() -> None:
    """The 40e I counts on the 40e II against coII at 3005: one of them must attack him, or the 40e I calls it off."""
    t = Table({"l40I": "2905", "l40II": "3006", "coI": "2904", "coII": "3005"}, orders=ADVANCE).combat("watrin")
    t.play("french", "assault 2904", "go")
    assert t.rules("french", "done") == ["12.2.1"]
    assert t.options("french") == ["assault 2904", "assault 3005", "withdraw 2904"]
    t.play("french", "withdraw 2904")
    assert t.told[-2:] == ["assault_leaves_enemy", "assault_withdrawn"]
    assert "done" in t.options("french")
    t = Table({"l40I": "2905", "l40II": "3006", "coI": "2904", "coII": "3005"}, orders=ADVANCE, dice=[6, 6])
    t.combat("watrin").play("french", "assault 2904", "go", "assault 3005", "go")
    assert t.rules("french", "done") == [] or t.asked == "Rest"
    assert "assault_leaves_enemy" not in t.told


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_12_2_no_answer_of_a_declaration_leads_back_to_where_it_was(scenario: str) -> None:
    rng = random.Random(f"declare{scenario}")
    asked = 0
    for trial in range(40):
        match = grognard.start("vanguard", scenario, seed=f"declare{trial}")
        scramble_vanguard(match, rng)
        s: Any = match.state
        for f in s.world.formations:
            s.orders[f] = rng.choice((0, 0, 1))
        s.active = rng.choice(s.world.formations)
        for u in range(s.world.roster.count):
            if s.at[u] >= 0 and rng.random() < 0.2 and s.world.troops >> u & 1:
                s.own[u] = rng.choice((0, 1))
        s.agenda[:] = [Rest(), Declare(s.acting_side())]
        match._advance()
        asked += _walk_declaration(match, rng)
    assert asked > 60


def _walk_declaration(match: Any, rng: random.Random) -> int:
    """Answer at random until it is over; how many answers it took."""
    seen = {match.fingerprint}
    count = 0
    while type(match.state.agenda[-1]).__name__ in ("Declare", "Compose"):
        side = match.to_act[0]
        options = match.options(side)
        assert options
        back = [option for option in options if option.verb == "withdraw"]
        match.play(side, rng.choice(back if back and rng.random() < 0.4 else options))
        assert match.fingerprint not in seen
        seen.add(match.fingerprint)
        count += 1
        assert count < 200
    return count


def test_12_4_every_offer_of_a_composition_can_be_declared() -> None:
    """What is offered never runs into a dead end: from each there is a way to go."""
    t = Table({"l40I": "2905", "l40II": "2804", "l22I": "2804", "coI": "2904", "coII": "3005"}, orders=ADVANCE)
    t.combat("watrin")
    muster = Muster(t.s)
    for action in t.match.options("french"):
        if action.verb == "assault":
            assert muster.stands(Assault(1 << action.args[0]))
    assert SIDES[t.s.acting_side()] == "french"
