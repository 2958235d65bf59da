"""R-49: what a side imagines beneath the stacks that it does not see."""

from __future__ import annotations

import random
from typing import Any

from grognard.board.hexes import bits
from grognard.games.vanguard.rules.imagine import imagine
from grognard.games.vanguard.rules.movement.next_mover import MoveUnits
from grognard.games.vanguard.rules.unseen import beneath
from grognard.games.vanguard.world.state import DEAD, Battle
from toolkit_vanguard import Table

FRENCH = 0
FAR = {"l40I": "3811"}  # a Frenchman who sees nobody


def drawn(t: Table, times: int = 40) -> list[Battle]:
    return [imagine(t.s, FRENCH, random.Random(n)) for n in range(times)]


def where(t: Table, s: Battle, name: str) -> str:
    return t.world.grid.names[s.at[t.unit(name)]]


def places(t: Table, name: str) -> set[str]:
    return {where(t, s, name) for s in drawn(t)}


def test_11_3_2_who_lies_beneath_is_anywhere_where_something_lies_beneath() -> None:
    t = Table({**FAR, "coI": "1005", "ott": "1005", "stI": "1205", "gottesheim": "1205", "stII": "1405"})
    assert places(t, "ott") == places(t, "gottesheim") == {"1005", "1205"}
    assert places(t, "coI") == {"1005"}
    assert all(s.stack[t.hex(h)].bit_count() > 1 for s in drawn(t) for h in ("1005", "1205"))
    assert all(s.stack[t.hex("1405")].bit_count() == 1 for s in drawn(t))


def test_11_3_2_who_is_seen_stays_where_he_is() -> None:
    t = Table({"l40I": "1205", "coI": "1005", "ott": "1005", "stI": "1605", "gottesheim": "1605"})
    assert t.s.seen_by(FRENCH) >> t.hex("1005") & 1
    assert places(t, "ott") == {"1005"}


def test_7_1_what_lies_beneath_may_be_stacked_there() -> None:
    """A battalion of Gottesheim's beneath one of his own; a battery beneath either."""
    t = Table(
        {**FAR, "coI": "1005", "coII": "1005", "hoI": "1205", "a_vogelsang": "1205", "stI": "1405", "ott": "1405"}
    )
    assert places(t, "coII") == {"1005", "1405"}
    assert places(t, "a_vogelsang") == {"1005", "1205", "1405"}
    assert all(s.combat(h, 1).bit_count() <= 2 for s in drawn(t) for h in bits(s.occ[1]))


def test_16_3_3_the_counter_on_top_stays_on_top() -> None:
    """R-37: a stronger unit may lie beneath a weaker one only if its owner has put that on top."""
    t = Table({**FAR, "miI": "1005", "miII": "1005", "hoI": "1205", "hoII": "1205"})
    t.s.tops = t.mask(["miI"])
    found = drawn(t)
    assert all(s.top_of(t.hex("1005"), 1) == t.unit("miI") for s in found)
    assert all(s.top_of(t.hex("1205"), 1) == t.unit("hoI") for s in found)
    assert {where(t, s, "miII") for s in found} == {"1005", "1205"}


def test_8_0_zones_of_control_are_seen() -> None:
    """A broken battalion on top of a stack that has a zone: who lies beneath it is steady; where none is nobody is."""
    t = Table(
        {**FAR, "coI": "1005", "coII": "1005", "hoI": "1405", "retz": "1405", "hoII": "1605", "miI": "1605"},
        disordered=["coI", "hoI"],
    )
    for s in drawn(t):
        assert s.steady == t.s.steady
        assert s.level(t.unit("coII")) == 0
        assert where(t, s, "coII") == "1005"
        assert where(t, s, "retz") in ("1005", "1405", "1605")
        assert s.level(t.unit("miI")) == (1 if where(t, s, "miI") == "1405" else s.level(t.unit("miI")))


def test_17_1_8_held_places_are_seen() -> None:
    """R-39: a Routed top holds nothing; the place is held by who lies beneath."""
    t = Table({**FAR, "coI": "1413", "coII": "1413"}, routed=["coI"], disordered=["coII"])
    assert all(s.level(t.unit("coII")) == 1 for s in drawn(t, 5))
    t = Table({**FAR, "coI": "1413", "coII": "1413"}, routed=["coI", "coII"])
    assert all(s.level(t.unit("coII")) == 2 for s in drawn(t, 5))


def test_12_8_as_many_are_reduced_as_steps_are_missing() -> None:
    t = Table({**FAR, "coI": "1005", "coII": "1005", "hoI": "1205", "hoII": "1205"}, reduced=["coII"])
    r, army = t.world.roster, t.world.units & t.world.of_side[1]
    gone = [u for u in bits(army) if t.s.at[u] == DEAD]
    t.s.steps_lost[1] = sum(2 if r.pf_reduced[u] else 1 for u in gone) + 1
    assert {s.reduced for s in drawn(t)} == {t.mask(["coII"]), t.mask(["hoII"])}
    t.s.steps_lost[1] += 1
    assert {s.reduced for s in drawn(t)} == {t.mask(["coII", "hoII"])}


def test_4_4_who_lies_beneath_has_done_what_his_top_has_done() -> None:
    t = Table({**FAR, "coI": "1005", "coII": "1005", "stI": "1205", "stII": "1205"}, lost=["coI", "stII"])
    t.s.marched, t.s.rallied = t.mask(["stI", "coII"]), t.mask(["stII"])
    t.s.own[t.unit("coII")] = 2
    for s in drawn(t):
        for u in (t.unit("coII"), t.unit("stII")):
            top = s.top_of(s.at[u], 1)
            assert [mask >> u & 1 for mask in (s.lost, s.marched, s.rallied)] == [
                mask >> top & 1 for mask in (s.lost, s.marched, s.rallied)
            ]
            assert s.own[u] == s.own[top]


def test_17_2_6_a_heavy_battery_stands_in_its_redoubt() -> None:
    t = Table({"l42I": "1005", "carI": "2112", "rid2": "2112", "abrI": "2311", "rid3": "2311"}, "campotenese")
    assert places(t, "rid2") == {"2112"}
    assert not beneath(t.s, FRENCH)


def rides(t: Table) -> Any:
    """The French are asked nothing: an Austrian General beneath a battalion has been named."""
    t.movement("gottesheim")
    t.play("coalition", "done", "move gottesheim")
    assert t.asked == "Step"
    return t


def test_4_1_4_a_ride_that_nobody_sees_is_not_imagined() -> None:
    start = {**FAR, "coI": "1005", "gottesheim": "1005", "stI": "1405", "stII": "1405"}
    named = rides(Table(start, orders={"gottesheim": "manoeuvre"}))
    before = Table(start, orders={"gottesheim": "manoeuvre"}).movement("gottesheim")
    for n in range(5):
        one, other = (imagine(t.s, FRENCH, random.Random(n)) for t in (named, before))
        assert one.move is None
        assert one.fingerprint() == other.fingerprint()
        assert isinstance(one.agenda[-1], MoveUnits)


def test_9_1_a_march_that_is_seen_goes_on() -> None:
    t = Table({**FAR, "coI": "1005", "gottesheim": "1005", "stI": "1405", "stII": "1405"})
    t.movement("gottesheim").play("coalition", "move stII")
    found = drawn(t, 5)
    assert all(s.move is not None and s.move.units == t.mask(["stII"]) for s in found)
    assert all(where(t, s, "stII") == "1405" for s in found)


def test_5_2_1_whether_the_general_has_kept_his_order_is_not_known() -> None:
    start = {**FAR, "coI": "1005", "gottesheim": "1005", "stI": "1405", "a_gottesheim": "1405"}
    kept, asked = (Table(start, orders={"gottesheim": "defence"}).command("gottesheim") for _ in range(2))
    kept.play("coalition", "keep")
    assert kept.asked == "GunOrder"
    one, other = (imagine(t.s, FRENCH, random.Random(1)) for t in (kept, asked))
    assert one.fingerprint() == other.fingerprint()


# what is guessed is kept


def thicket(**more: str) -> Table:
    pairs = {"coI": "1005", "ott": "1005", "stI": "1205", "gottesheim": "1205", "hoI": "1405", "a_vogelsang": "1405"}
    return Table({**FAR, **pairs, **more})


def test_what_is_guessed_again_is_what_would_be_drawn_again() -> None:
    t = thicket()
    for n in range(8):
        t.world.guesses.clear()
        drawn_anew = imagine(t.s, FRENCH, random.Random(n)).fingerprint()
        recalled = imagine(t.s, FRENCH, random.Random(n))
        assert recalled.fingerprint() == drawn_anew
        recalled.put(t.unit("ott"), t.hex("2005"))
        assert imagine(t.s, FRENCH, random.Random(n)).fingerprint() == drawn_anew


def test_a_guess_stands_while_one_moves_out_of_sight() -> None:
    t = thicket()
    before = imagine(t.s, FRENCH, random.Random(1))
    t.s.put(t.unit("l40I"), t.hex("3810"))
    known = len(t.world.guesses)
    after = imagine(t.s, FRENCH, random.Random(1))
    assert [after.at[u] for u in bits(t.world.of_side[1])] == [before.at[u] for u in bits(t.world.of_side[1])]
    assert len(t.world.guesses) == known


def test_a_guess_is_made_anew_when_more_is_seen() -> None:
    t = thicket()
    imagine(t.s, FRENCH, random.Random(1))
    t.s.put(t.unit("l40I"), t.hex("1206"))
    assert t.s.seen_by(FRENCH) >> t.hex("1205") & 1
    assert all(where(t, s, "gottesheim") == "1205" for s in drawn(t))
