"""Rulebook 10 to 17 once more, with the counter or the hex whose neighbour in the list is of another kind."""

from __future__ import annotations

import pytest

from grognard.games.vanguard.rules.artillery import may_fire, shell, why_no_fire
from grognard.games.vanguard.rules.assault.advance import Advance, ChargeIn
from grognard.games.vanguard.rules.assault.before_combat import Evade, NobodyLeft, Repel, evade_hexes
from grognard.games.vanguard.rules.assault.muster import Muster
from grognard.games.vanguard.rules.cavalry import counter_stacks, offer_counter
from grognard.games.vanguard.rules.optional.skirmish import hit_top
from grognard.games.vanguard.world.moving import Assault, Move
from toolkit_vanguard import Table

CAMPO = "campotenese"


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def events(t: Table, key: str) -> list[tuple[object, ...]]:
    return [e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == key]


def assault(t: Table, attackers: list[str], *targets: str) -> Assault:
    a = Assault(sum(1 << t.hex(name) for name in targets))
    a.attackers = t.mask(attackers)
    t.s.assaults = [a]
    return a


# [11] guns


def test_17_2_6_the_last_heavy_battery_needs_its_garrison_too() -> None:
    for order, may in (("defence", True), ("attack", False)):
        t = Table({"rid3": "2311", "graI": "2311", "volt": "2310"}, CAMPO, orders={"tschudy": order})
        assert may_fire(t.s, t.unit("rid3")) is may
    t = Table({"a_nap": "2310", "volt": "2309"}, CAMPO, orders={"ricci": "attack"})
    assert may_fire(t.s, t.unit("a_nap")), "a field battery needs nobody"
    make = t.world.lexicon.make
    assert keys(Repel(1, 0, t.hex("2311")).why_not(t.s, make("repel", t.unit("rid3"), t.hex("2310")))) == [
        "heavy_guns_never_repel"
    ]
    refused = Repel(1, 0, t.hex("2311")).why_not(t.s, make("repel", t.unit("a_nap"), t.hex("2310")))
    assert refused == [("11.4.4", "cannot_repel", (t.unit("a_nap"), t.s.spot(t.hex("2310"))))]


def test_11_3_houses_are_seen_and_what_lies_behind_them_is_not() -> None:
    t = Table({"a_watrin": "3006", "coI": "3007"})
    gun = t.unit("a_watrin")
    assert why_no_fire(t.s, gun, t.hex("3007"), 1 << gun) == []
    assert keys(why_no_fire(t.s, gun, t.hex("3008"), 1 << gun)) == ["no_sight"]


@pytest.mark.parametrize("fire", ["bombardment", "skirmishers"])
def test_4_5_4_a_leader_follows_only_those_of_his_hex(fire: str) -> None:
    """Mariassy, the first counter of all, stands elsewhere."""
    t = Table({"mariassy": "0101", "coI": "2904", "gottesheim": "2904", "l40I": "2906"}, dice=[5])
    frames = shell(t.s, t.hex("2904"), 1, "D") if fire == "bombardment" else hit_top(t.s, t.hex("2904"), 1, "D")
    t.open(*frames)
    assert t.asked == "Retreat"
    t.play("coalition", t.options("coalition")[0])
    assert t.options("coalition") == ["follow coI", "stay"]


# [14.1] retreats before combat


def test_14_1_it_goes_where_there_is_room_and_is_said_to() -> None:
    t = Table({"nau1": "2904", "coI": "2903", "l40I": "2905"}, orders={"ott": "defence"})
    assert set(t.world.grid.list_names(evade_hexes(t.s, t.unit("nau1")))) == {"2804", "3004"}
    t.open(Evade(1, t.unit("nau1"))).play("coalition", "evade nau1 2804")
    assert t.where("nau1") == "2804"
    spots = (t.s.spot(t.hex("2904")), t.s.spot(t.hex("2804")))
    assert events(t, "evaded") == [(t.unit("nau1"), *spots)]
    assert t.s.evaded == t.mask(["nau1"])
    assert t.s.emptied == {t.hex("2904"): t.mask(["nau1"])}


def test_14_1_if_all_leave_the_attack_is_over_and_one_may_follow() -> None:
    t = Table({"l40I": "2905"}, orders={"watrin": "attack"})
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40I"], "2904", "3005")
    t.open(NobodyLeft(0, 0))
    assert a.over
    assert t.s.fought == t.mask(["l40I"])
    assert events(t, "target_gone") == [(t.s.spot(t.hex("2904")),)]
    assert t.options("french") == ["advance l40I 2904", "advance l40I 3005", "pass"]
    t = Table({"l40I": "2905", "a_gottesheim": "2904"}, orders={"watrin": "attack"})
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40I"], "2904")
    t.open(NobodyLeft(0, 0))
    assert not a.over, "the guns are still there"


# [12] assaults


def test_12_4_2_an_assault_is_promising_only_at_odds_that_may_be_declared() -> None:
    t = Table({"l28III": "2905", "l28I": "2805", "miII": "2904", "reII": "2904"}, orders={"lannes": "advance"})
    t.s.active = t.formation("lannes")
    muster, third, both = Muster(t.s), t.mask(["l28III"]), t.mask(["l28III", "l28I"])
    assert not muster.promising(t.hex("2904"), third), "2 against 11"
    assert muster.promising(t.hex("2904"), both), "5 against 11"
    assert not muster.promising(t.hex("2904"), 0)
    assert not muster.promising(t.hex("2901"), both), "nobody is next to it"


def test_12_7_3_the_last_officer_of_the_list_leads_his_hex_in() -> None:
    t = Table({"l96I": "2905", "l96II": "2905", "rivaudo": "2905", "l43III": "2804", "coI": "2601"})
    t.s.active = t.formation("chambarlhac")
    assault(t, ["l96I", "l43III"], "2904").over = True
    t.open(Advance(0, 0, False))
    assert set(t.options("french")) == {"advance l96I 2904", "advance l43III 2904", "advance rivaudo 2904", "pass"}
    t.play("french", "advance rivaudo 2904")
    assert t.where("l96I") == t.where("l96II") == t.where("rivaudo") == "2904"
    assert events(t, "advanced")[0][0] == t.mask(["l96I", "l96II", "rivaudo"])
    t = Table({"l96I": "2905", "l43III": "2804", "l43II": "2804", "coI": "2601"})
    t.s.active = t.formation("chambarlhac")
    assault(t, ["l96I", "l43III"], "2904").over = True
    t.open(Advance(0, 0, False)).play("french", "advance l43III 2904")
    assert (t.where("l43III"), t.where("l43II")) == ("2904", "2804"), "alone"


def test_14_2_one_charger_rides_in() -> None:
    """R-32."""
    t = Table({"h12": "2905", "coI": "2601"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    a = assault(t, ["h12"], "2904")
    a.charge = a.over = True
    t.open(ChargeIn(0, 0))
    assert t.where("h12") == "2904"
    t = Table({"h12": "2905", "coI": "2904"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    a = assault(t, ["h12"], "2904")
    a.charge = a.over = True
    t.open(ChargeIn(0, 0))
    assert t.where("h12") == "2905", "not emptied"


# [14.2.4] counter-charges


@pytest.mark.parametrize("side", [0, 1])
def test_14_2_4_either_side_counter_charges(side: int) -> None:
    """3006 is open, 3007 south of it a village."""
    charger, other = (("h12", "nau1"), ("nau1", "h12"))[side]
    t = Table({charger: "3006", other: "3005"}, orders={"lannes": "defence", "ott": "defence"})
    move = Move(side, t.mask([charger]), t.hex("3006"))
    assert t.world.grid.list_names(counter_stacks(t.s, move)) == ["3005"]
    assert offer_counter(t.s, move) is None, "no charge"
    move.charge = True
    t.s.move = move
    question = offer_counter(t.s, move)
    assert question is not None
    assert question.side == 1 - side
    t.open(question)
    assert t.said(("french", "coalition")[1 - side], "counter 2905") == ["no_counter"]
    t.play(("french", "coalition")[1 - side], "counter 3005")
    assert t.s.charging == t.mask([charger, other])
    assert t.s.assaults[0].attackers == t.mask([other])
    assert (t.s.assaults[0].targets, t.s.assaults[0].counter) == (1 << t.hex("3006"), True)
    t.s.assaults = []
    assert offer_counter(t.s, move) is None, "once"


def test_14_2_4_not_where_the_chargers_ground_forbids_it() -> None:
    t = Table({"h12": "3007", "nau1": "3008"}, orders={"ott": "defence"})
    assert counter_stacks(t.s, Move(0, t.mask(["h12"]), t.hex("3007"))) == 0, "a village"
