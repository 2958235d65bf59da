"""Bots that know where they are going: nobody wheels, steps or fires for nothing, over whole sampled games."""

from __future__ import annotations

from collections.abc import Iterator

import grognard
from grognard import bots
from grognard.games.tabletop.rules.fire import fire_of
from grognard.games.tabletop.world.state import Battle as Table
from grognard.games.tabletop.world.state import Shot
from grognard.games.vanguard.world.state import Battle as Field
from grognard.kernel.match import Match
from players import decisions


def played(game: str, scenario: str, bot: str, seed: str, least: int) -> Iterator[tuple[Match, str, str]]:
    """A game, or so much of it: the match as it stands, the name of the question and the answer."""
    match = grognard.start(game, scenario, dice=grognard.FastDice(seed))
    seats = {side: bots.make(bot, game, side, seed) for side in match.sides}
    for number, (_, view, answer) in enumerate(decisions(match, seats)):
        if number > least:
            return
        yield match, view["decision"]["name"], answer


def test_no_unit_wheels_to_both_hands_in_one_move() -> None:
    wheels: dict[tuple[int, int], set[str]] = {}
    for match, name, answer in played("tabletop", "crossroads", "captain", "wheels", 600):
        state = match.state
        assert isinstance(state, Table)
        if name == "MoveUnit" and answer.startswith("wheel"):
            u: int = state.agenda[-1].u  # type: ignore[attr-defined]
            wheels.setdefault((state.turn, u), set()).add(answer.split()[1])
    assert wheels
    assert [key for key, hands in wheels.items() if len(hands) > 1] == []


def test_7_12_nobody_fires_without_a_chance() -> None:
    volleys = 0
    for match, name, answer in played("tabletop", "crossroads", "captain", "volleys", 600):
        state = match.state
        assert isinstance(state, Table)
        if name == "DeclareFire" and answer.startswith("fire"):
            frame = state.agenda[-1]
            u: int = frame.u  # type: ignore[attr-defined]
            target = state.world.unit_at[match.game.lexicon.parse(answer).args[0]]
            assert fire_of(state, Shot(u, target, frame.spare(state))).total > 0  # type: ignore[attr-defined]
            volleys += 1
    assert volleys > 10


def test_9_1_nobody_steps_back_to_a_hex_he_has_just_left() -> None:
    """Unless the rules demand a march of him that brings him nowhere: once in two hundred steps at most."""
    path: list[int] = []
    begun: tuple[object, ...] = ()
    steps, back = 0, 0
    for match, name, answer in played("vanguard", "montebello", "colonel", "steps", 1500):
        state = match.state
        assert isinstance(state, Field)
        if name != "Step" or not answer.startswith("go"):
            continue
        move = state.move
        assert move is not None
        if (state.turn, state.active, move.units, move.start) != begun:
            begun, path = (state.turn, state.active, move.units, move.start), [move.start]
        h = match.game.lexicon.parse(answer).args[0]
        steps, back = steps + 1, back + (h in path)
        path.append(h)
    assert steps > 400
    assert 200 * back <= steps
