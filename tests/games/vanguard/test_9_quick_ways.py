"""Chapters 9 and 14: the quick ways of finding steps and ends, against the plain definition, along random battles."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.board.hexes import bits
from grognard.games.vanguard.rules.movement.duties import begin_move, step_out
from grognard.games.vanguard.rules.movement.steps import Step, spent_out, stop_ban
from grognard.games.vanguard.rules.movement.terrain import ALL, paces
from grognard.games.vanguard.rules.movement.ways import Ways, marchers, nearer_to
from grognard.games.vanguard.world.roster import CLASSES
from grognard.games.vanguard.world.state import Battle
from grognard.games.vanguard.world.world import world
from toolkit_vanguard import Table

BATTLES = [("montebello", False), ("campotenese", False), ("montebello", True)]


def plainly(s: Battle, ways: Ways) -> Ways:
    """The same move, every unit paying for itself and every hex tried by itself."""
    found = Ways(s, ways.move)
    found.alike = False
    return found


def walked(scenario: str, open_order: bool, seed: int, decisions: int) -> Iterator[Battle]:
    match = grognard.start("vanguard", scenario, {"optional_16_3": open_order}, seed=f"quick {seed}")
    rng = random.Random(seed)
    for _ in range(decisions):
        if match.outcome is not None:
            return
        side = match.to_act[0]
        match.play(side, rng.choice(match.options(side)))
        assert isinstance(match.state, Battle)
        yield match.state


@pytest.mark.parametrize(("scenario", "open_order"), BATTLES)
def test_9_1_pieces_who_pay_alike_go_where_each_may_go(scenario: str, open_order: bool) -> None:
    compared = 0
    for s in walked(scenario, open_order, 3, 700):
        m = s.move
        if m is None or m.shot or not isinstance(s.agenda[-1], Step):
            continue
        ways = Ways(s, m)
        if not ways.alike or m.here < 0:
            continue
        plain = plainly(s, ways)
        assert ways.open_steps() == plain.open_steps()
        assert ways.next_steps() == plain.next_steps()
        assert ways.reach(False, False) == plain.reach(False, False)
        assert ways.reach(False, True) == plain.reach(False, True)
        assert ways.comes_nearer(m.column) is plain.comes_nearer(m.column)
        assert ways.may_end() is plain.may_end()
        assert bool(ways.reach(True, False)) is bool(plain.reach(True, False))
        compared += 1
    assert compared > 150


@pytest.mark.parametrize(("scenario", "open_order"), BATTLES)
def test_9_1_what_was_found_out_for_one_step_holds_for_the_next(scenario: str, open_order: bool) -> None:
    compared = 0
    for s in walked(scenario, open_order, 7, 900):
        m = s.move
        if m is not None and m.hexes and isinstance(m.ways, Ways):
            kept, fresh = m.ways, Ways(s, m)
            assert kept.open_steps() == fresh.open_steps()
            assert kept.open_steps(in_column=True) == fresh.open_steps(in_column=True)
            assert kept.may_end() is fresh.may_end()
            assert (kept.enemies, kept.ezoc, kept.friends) == (fresh.enemies, fresh.ezoc, fresh.friends)
            compared += 1
    assert compared > 50


@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
def test_9_1_who_is_spent_out_can_but_stop(scenario: str) -> None:
    spent = 0
    for s in walked(scenario, False, 5, 900):
        for u in s.on_map(s.world.pieces)[:: 1 + s.turn]:
            move = begin_move(s, 1 << u)
            for n, paid, halt in Ways(s, move).next_steps()[:1]:
                move.here, move.spent, move.halted, move.hexes = n, paid, halt, 1
                if spent_out(s, move):
                    ways = Ways(s, move)
                    assert not ways.open_steps()
                    assert not ways.open_steps(in_column=True)
                    spent += 1
    assert spent


def test_14_2_a_charge_is_given_up_only_where_nobody_can_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """One squadron, and one enemy battalion anywhere near it."""
    compared = 0
    w = world("montebello")
    for far in range(1, 11):
        name = w.grid.names[bits(w.grid.ring(w.grid.by_name["2907"], far) & w.charge_ground)[0]]
        t = Table({"h12": "2907", "stI": name}, orders={"watrin": "attack"})
        move = begin_move(t.s, t.mask(["h12"]))
        move.charge = True
        found, ends = Ways(t.s, move).can_move(), Ways(t.s, move).reach(False, False)
        with monkeypatch.context() as patch:
            patch.setattr(Ways, "_out_of_charge", lambda self, h, spent: False)
            assert Ways(t.s, move).can_move() is found
            assert Ways(t.s, move).reach(False, False) == ends
        compared += bool(ends)
    assert compared


def test_9_1_the_tables_of_steps_say_the_same() -> None:
    w = world("montebello")
    for klass in range(len(CLASSES)):
        for column in (False, True):
            each = paces(w, klass, column, 0)
            for a in bits(w.hexes):
                steps = each.steps[a]
                for left, paid in enumerate(each.within[a]):
                    assert paid == sum(1 << n for n, cost, _ in steps if cost <= left)
                going = [(n, cost) for n, cost, stop in steps if not stop and cost != ALL]
                assert [(n, cost) for cost, some in each.prices[a] for n in bits(some)] == sorted(
                    going, key=lambda step: (step[1], step[0])
                )


def test_5_1_1_how_far_the_enemy_is_is_counted_the_same_either_way() -> None:
    w = world("campotenese")
    rng = random.Random(4)
    for _ in range(20):
        enemies = sum(1 << h for h in rng.sample(bits(w.hexes), rng.randint(0, 5)))
        far = w.far_from(enemies)
        for h in rng.sample(bits(w.hexes), 60):
            assert w.far_off(enemies, h) == far[h]


def test_9_1_stopping_is_asked_after_the_steps_and_not_changed_by_them() -> None:
    for s in walked("montebello", False, 11, 400):
        m = s.move
        if m is not None and isinstance(s.agenda[-1], Step) and not m.shot:
            first, second = Ways(s, m), Ways(s, m)
            second.open_steps()
            one, other = stop_ban(s, m, first), stop_ban(s, m, second)
            assert (one and one.key) == (other and other.key)


@pytest.mark.parametrize("scenario", ["montebello", "campotenese"])
def test_11_3_who_is_seen_from_a_hex_sees_it(scenario: str) -> None:
    w = world(scenario)
    for wheat in (False, True):
        for h in bits(w.hexes):
            assert w.sight(h, wheat) >> h & 1
            assert all(w.sight(n, wheat) >> h & 1 for n in bits(w.sight(h, wheat)))


def test_15_4_who_enters_at_once_has_a_way() -> None:
    compared = 0
    for s in walked("campotenese", False, 8, 900):
        for u in bits(s.entering):
            if step_out(s, 1 << u):
                assert Ways(s, begin_move(s, 1 << u)).can_move()
                compared += 1
    assert compared > 20


def test_17_1_5_who_marches_on_at_once_comes_nearer() -> None:
    compared = 0
    for s in walked("montebello", False, 9, 900):
        for u in bits(s.on_march() & s.there & ~s.routed):
            for marcher in marchers(s, 1 << u, s.at[u]):
                if step_out(s, 1 << u, nearer_to(s.world, marcher, s.at[u])):
                    assert Ways(s, begin_move(s, 1 << u)).comes_nearer(False)
                    compared += 1
    assert compared > 20


def test_1_2_a_file_of_an_older_program_knows_who_is_on_the_map() -> None:
    s = grognard.start("vanguard", "campotenese", seed="older").state
    assert isinstance(s, Battle)
    data = s.plain()
    del data["there"]
    again = Battle(s.dice, s.world, dict(s.options))
    again.fill(data)
    assert again.there == s.there == sum(s.stack)
