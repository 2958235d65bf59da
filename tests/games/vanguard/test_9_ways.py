"""Chapters 8, 9 and 15.4 where a mover looks ahead: who is held, who must halt, and where a step may lead."""

from __future__ import annotations

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.assault.advance import ChargeIn
from grognard.games.vanguard.rules.assault.results import ExchangeLoss
from grognard.games.vanguard.rules.assault.retreat import retreat_bans, rout_goals, step_goals
from grognard.games.vanguard.rules.movement.duties import begin_move
from grognard.games.vanguard.rules.movement.steps import column_bans
from grognard.games.vanguard.rules.movement.ways import Ways
from grognard.games.vanguard.rules.sequence import NextTurn
from grognard.games.vanguard.world.moving import Assault
from grognard.kernel.ban import against, spared
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
        ends = found.ends_by(n, spent, halt)
        assert bool(ends >> n & 1) is found.can_stop(n, spent)
        assert not ends & ~all_ends
        assert (ends == 1 << n) is halt
    held = Table({"l40I": "2810", "watrin": "2810", "stI": "2610"}, orders={"watrin": "advance"})
    halting = [n for n, _, halt in ways(held, "l40I").next_steps() if halt]
    assert halting
    standing = ways(held, "l40I")
    assert [standing.ends_by(n, *standing.step_to(n)) for n in halting] == [1 << n for n in halting]


def test_5_1_3_with_defence_a_step_leads_no_farther() -> None:
    t = Table({"l40I": "2810", "watrin": "2810", "stI": "2010"}, orders={"watrin": "defence"})
    found = ways(t, "l40I")
    assert found.next_steps()
    assert all(found.ends_by(n, spent, halt) == 1 << n for n, spent, halt in found.next_steps())


def test_7_1_a_full_hex_is_no_end_of_a_step_that_leads_on() -> None:
    pieces = {"l40I": "2810", "watrin": "2810", "l40II": "2709", "l40III": "2709", "stI": "2010"}
    t = Table(pieces, orders={"watrin": "advance"})
    found, full = ways(t, "l40I"), t.hex("2709")
    assert found.ends_by(full, *found.step_to(full))
    assert not found.ends_by(full, *found.step_to(full)) >> full & 1


def test_15_4_without_a_free_edge_nobody_comes_in_round_a_blocked_flag() -> None:
    t = Table({"l40I": "2810", "stI": "2710"})
    found = ways(t, "l40I")
    listed = next(iter(bits(t.world.edge)))
    assert found._free_edges(listed)
    found.ezoc = t.world.edge
    assert found._free_edges(listed) == 0


def test_14_2_chargers_go_into_the_hex_that_they_have_emptied_and_nowhere_else() -> None:
    t = Table({"h12": "2905", "coI": "2601"}, orders={"lannes": "attack"})
    t.s.assaults = [Assault(1 << t.hex("2904"))]
    t.s.assaults[0].attackers = t.mask(["h12"])
    make, question = t.world.lexicon.make, ChargeIn(0, 0)
    assert question.why_not(t.s, make("advance", t.unit("h12"), t.hex("2904"))) == []
    for name in ("2903", "2905", "2804"):
        refused = question.why_not(t.s, make("advance", t.unit("h12"), t.hex(name)))
        assert [rule for rule, *_ in refused] == ["14.2"]


def test_9_3_2_a_stack_without_a_road_is_told_all_that_speaks_against_column() -> None:
    pieces = {"l40I": "2810", "l40II": "2810", "watrin": "2810", "stI": "2010"}
    for order, rules in (("advance", ["9.3", "9.3.2"]), ("attack", ["5.1", "9.3", "9.3.2"])):
        t = Table(pieces, orders={"watrin": order})
        off_road = next(h for h in bits(t.world.hexes) if t.world.road_at[h] > 1)
        for name in ("l40I", "l40II"):
            t.s.put(t.unit(name), off_road)
        move = begin_move(t.s, t.mask(["l40I", "l40II"]))
        found = [rule for rule, *_ in against(column_bans(t.s, move, Ways(t.s, move)), 0)]
        assert found[: len(rules)] == rules


def test_12_5_4_in_an_exchange_only_the_best_is_lost() -> None:
    t = Table({"l40I": "2810", "l40II": "2810", "l40III": "2810", "stI": "2710"}, reduced=["l40I"])
    question = ExchangeLoss(0, t.mask(["l40I", "l40II", "l40III"]))
    offered = {str(option).split()[1] for option in question.options(t.s, 0)}
    assert offered
    for name in ("l40I", "l40II", "l40III", "stI"):
        rules = [rule for rule, *_ in against(question.bans(t.s, 0, "lose"), t.unit(name))]
        assert rules == ([] if name in offered else ["12.5.4"])


def test_12_6_who_retreats_one_hex_and_who_routs_two_have_goals_of_their_own() -> None:
    t = Table({"l40I": "2810", "stI": "2710", "stII": "2610"})
    u = t.unit("l40I")
    for hexes, goals in ((1, step_goals(t.s, u)), (2, rout_goals(t.s, u))):
        assert goals
        assert spared(retreat_bans(t.s, u, hexes), t.world.hexes) == goals
    assert step_goals(t.s, u) != rout_goals(t.s, u)


def test_3_1_a_turn_is_told_before_its_first_step() -> None:
    t = Table({"l40I": "2810", "stI": "2010"}, turn=3)
    t.s.events.clear()
    NextTurn().finish(t.s)
    opening = [event.opens_turn for event in t.s.events]
    assert opening[0]
    assert opening.count(True) == 1
    assert t.s.turn == 4
