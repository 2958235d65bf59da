"""Chapters 8, 9 and 15.4 where a mover looks ahead: who is held, who must halt, and where a step may lead."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.kernel.ban import against
from toolkit_vanguard import Table


def ways(t: Table, *names: str) -> Ways:
    return Ways(t.s, begin_move(t.s, sum(1 << t.unit(name) for name in names)))


def test_8_1_in_a_zone_of_control_every_step_is_refused_by_its_rule() -> None:
    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2710"}, orders={"watrin": "advance"})
    found = ways(t, "l40I")
    for n in bits(t.world.near[t.hex("2810")]):
        rules = [rule for rule, *_ in against(found.bans(), n)]
        assert "8.1" in rules
    far = Table({"l40I": "2810", "watrin": "2810", "stI": "2010"}, orders={"watrin": "advance"})
    free = ways(far, "l40I")
    assert all(
        "8.1" not in [rule for rule, *_ in against(free.bans(), n)] for n in bits(far.world.near[far.hex("2810")])
    )


def test_9_1_who_has_halted_goes_no_farther() -> None:
    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2010"}, orders={"watrin": "advance"})
    move = begin_move(t.s, 1 << t.unit("l40I"))
    move.halted, move.hexes = True, 1
    found = Ways(t.s, move)
    assert found.next_steps() == []
    for n in bits(t.world.near[t.hex("2810")]):
        assert [rule for rule, *_ in against(found.bans(), n)][:1] == ["9.1"]


def test_9_1_a_first_step_leads_where_the_move_may_end_after_it() -> None:
    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2408"}, orders={"watrin": "advance"})
    found = ways(t, "l40I")
    all_ends = found.reach(False, False)
    for n, spent, halt in found.next_steps():
        ends = found.ends_by(n)
        assert bool(ends >> n & 1) is found.can_stop(n, spent)
        assert not ends & ~all_ends
        assert (ends == 1 << n) is halt
    held = Table({"l40I": "2810", "watrin": "2810", "stI": "2610"}, orders={"watrin": "advance"})
    halting = [n for n, _, halt in ways(held, "l40I").next_steps() if halt]
    assert halting
    assert [ways(held, "l40I").ends_by(n) for n in halting] == [1 << n for n in halting]


def test_5_1_3_with_defence_a_step_leads_no_farther() -> None:
    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2010"}, orders={"watrin": "defence"})
    found = ways(t, "l40I")
    assert found.next_steps()
    assert all(found.ends_by(n) == 1 << n for n, _, _ in found.next_steps())


def test_7_1_a_full_hex_is_no_end_of_a_step_that_leads_on() -> None:
    pieces = {"l40I": "2810", "watrin": "2810", "l40II": "2709", "l40III": "2709", "stI": "2010"}
    t = Table(pieces, orders={"watrin": "advance"})
    found, full = ways(t, "l40I"), t.hex("2709")
    assert found.ends_by(full)
    assert not found.ends_by(full) >> full & 1


def test_15_4_without_a_free_edge_nobody_comes_in_round_a_blocked_flag() -> None:
    t = Table({"l40I": "2810", "stI": "2710"})
    found = ways(t, "l40I")
    listed = next(iter(bits(t.world.edge)))
    assert found._free_edges(listed)
    found.ezoc = t.world.edge
    assert found._free_edges(listed) == 0
