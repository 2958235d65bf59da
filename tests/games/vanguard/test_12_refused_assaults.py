"""Rulebook 12 and 14.2.4: what is refused when assaults are declared, resolved and followed up, by its rule."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.vanguard.rules.assault.advance import Advance, ChargeIn, led_by
from grognard.games.vanguard.rules.assault.attackers import (
    attackable,
    countered,
    general_beside,
    may_attack,
    must_attack,
    threats,
)
from grognard.games.vanguard.rules.assault.declaration import why_no_assault, why_no_attacker
from grognard.games.vanguard.rules.assault.muster import Muster, open_duties, open_hexes
from grognard.games.vanguard.rules.assault.resolution import Resolve, ResolveNext
from grognard.games.vanguard.rules.assault.retreat import BY_ASSAULT, BY_FIRE, BY_NOBODY, Retreat
from grognard.games.vanguard.world.moving import Assault
from toolkit_vanguard import Table

ADVANCE = {"watrin": "advance"}
ATTACK = {"watrin": "attack"}


def keys(reasons: list[tuple[str, str, tuple[object, ...]]]) -> list[str]:
    return [key for _, key, _ in reasons]


def assault(t: Table, attackers: list[str], *targets: str, **facts: Any) -> Assault:
    a = Assault(sum(1 << t.hex(name) for name in targets))
    a.attackers = t.mask(attackers)
    for name, value in facts.items():
        setattr(a, name, value)
    return a


def event(t: Table, key: str) -> tuple[object, ...]:
    """What was said the last time."""
    return [e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == key][-1]


# [12.2] who attacks, and who is told that he does not


@pytest.mark.parametrize(
    ("mark", "reason"),
    [
        ("", ""),
        ("fought", "attacked_already"),
        ("fired", "has_skirmished"),
        ("disordered", "broken"),
        ("routed", "broken"),
    ],
)
def test_12_2_why_a_unit_does_not_attack(mark: str, reason: str) -> None:
    t = Table({"l40I": "2905", "coI": "2904"}, orders=ATTACK)
    if mark:
        setattr(t.s, mark, t.mask(["l40I"]))
    assert may_attack(t.s, t.unit("l40I")) is not bool(reason)
    assert must_attack(t.s, t.unit("l40I")) is not bool(reason)
    assert keys(why_no_attacker(t.s, t.unit("l40I"))) == ([reason] if reason else [])


@pytest.mark.parametrize(
    ("order", "may", "must"),
    [("advance", True, False), ("attack", True, True), ("defence", False, False), ("manoeuvre", False, False)],
)
def test_12_2_the_order_decides_who_may_and_who_must(order: str, may: bool, must: bool) -> None:
    t = Table({"l40I": "2905", "a_watrin": "2905", "coI": "2904"}, orders={"watrin": order})
    assert (may_attack(t.s, t.unit("l40I")), must_attack(t.s, t.unit("l40I"))) == (may, must)
    assert may or keys(why_no_attacker(t.s, t.unit("l40I"))) == ["order_forbids_attack"]
    assert keys(why_no_attacker(t.s, t.unit("a_watrin"))) == ["guns_only_bombard"]
    t.s.put(t.unit("coI"), t.hex("2902"))
    assert not must_attack(t.s, t.unit("l40I")), "in no zone"
    assert threats(t.s, t.unit("l40I")) == 0
    t = Table({"coI": "2904"}, orders={"watrin": order})
    assert not may_attack(t.s, t.unit("l40I")), "not on the map"


def test_14_2_4_both_parties_of_a_counter_charge_fight_nobody_else() -> None:
    t = Table({"h12": "2905", "l28I": "2805", "nau1": "2904", "coI": "3005"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    assert countered(t.s) == 0
    assert t.world.grid.list_names(attackable(t.s, t.unit("l28I"))) == ["2904"]
    t.s.assaults = [assault(t, ["nau1"], "2905", counter=True, charge=True)]
    assert set(t.world.grid.list_names(countered(t.s))) == {"2904", "2905"}
    assert not may_attack(t.s, t.unit("h12"))
    assert keys(why_no_attacker(t.s, t.unit("h12"))) == ["counter_charged"]
    assert attackable(t.s, t.unit("l28I")) == 0
    assert threats(t.s, t.unit("l28I")) == 0
    t.s.assaults[0].counter = False
    assert countered(t.s) == 0
    assert may_attack(t.s, t.unit("h12"))


def test_12_1_why_a_hex_is_not_attacked() -> None:
    pieces = {"l40I": "2905", "coI": "2904", "coII": "2901", "stI": "3005", "a_watrin": "3006"}
    t = Table(pieces, orders=ATTACK)
    t.s.active = t.formation("watrin")
    assert keys(why_no_assault(t.s, 0, t.hex("2906"))) == ["no_enemy"]
    assert keys(why_no_assault(t.s, 0, t.hex("2901"))) == ["nobody_adjacent"]
    t.s.disordered = t.mask(["l40I"])
    assert keys(why_no_assault(t.s, 0, t.hex("2904"))) == ["broken"]
    assert keys(why_no_assault(t.s, 0, t.hex("3005"))) == ["guns_only_bombard", "broken"]
    t = Table(pieces, orders=ATTACK)
    t.s.active = t.formation("watrin")
    t.s.assaults = [assault(t, ["l40I"], "2904")]
    assert keys(why_no_assault(t.s, 0, t.hex("2904"))) == ["one_assault_a_hex"]


def test_12_4_2_what_would_be_worse_than_1_5_is_refused_for_its_odds() -> None:
    """The third of the 28e (2) against two battalions and more: 12 points."""
    t = Table({"l28III": "2905", "miII": "2904", "reII": "2904", "l28I": "3106"}, orders={"lannes": "advance"})
    t.combat("lannes")
    assert t.asked == "Rest", "nobody can be attacked"
    t.s.active = t.formation("lannes")
    t.s.put(t.unit("l28III"), t.hex("2905"))
    t.s.reduced = 0
    assert keys(why_no_assault(t.s, 0, t.hex("2904"))) == ["odds_too_low"]
    assert open_hexes(t.s) == 0
    t.s.reduced = t.mask(["miII"])
    assert t.world.grid.list_names(open_hexes(t.s)) == ["2904"], "2 against 8 is 1-4"


def test_12_2_an_attack_order_stands_and_what_is_not_declared_is_not_withdrawn() -> None:
    t = Table({"l40I": "2905", "l22I": "3106", "coI": "2904", "stI": "3105"}, orders=ATTACK, own={"l22I": "advance"})
    t.combat("watrin").play("french", "assault 2904")
    assert t.said("french", "withdraw 2904") == ["not_declared_yet"]
    t.play("french", "go")
    assert t.said("french", "withdraw 2904") == ["attack_stands"]
    assert t.said("french", "withdraw 3105") == ["not_declared"]
    assert t.said("french", "assault 2905") == ["no_enemy"]
    t.play("french", "assault 3105", "go")
    assert "withdraw 3105" in t.options("french"), "an Attack? may be called off"


def test_12_4_1_further_hexes_touch_every_attacker_and_are_free() -> None:
    t = Table({"l40I": "2905", "l40II": "2905", "coI": "2904", "coII": "3005", "stI": "2805"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    a = assault(t, ["l40I"], "2904")
    assert set(t.world.grid.list_names(Muster(t.s).shared(a))) == {"2904", "3005", "2805"}
    assert Muster(t.s).shared(assault(t, [], "2904")) == 0, "nobody attacks yet"
    assert Muster(t.s).shared(assault(t, ["l40I"], "2904", charge=True)) == 0, "a charge strikes one hex"
    assert Muster(t.s).shared(assault(t, ["l40I"], "2904", counter=True)) == 0
    t.s.assaults = [assault(t, ["l40II"], "3005")]
    assert set(t.world.grid.list_names(Muster(t.s).further(a))) == {"2805"}, "3005 is attacked by another"
    assert Muster(t.s).free == t.mask(["l40I"]), "the 40e II is taken"


def test_14_2_3_riders_who_charge_and_others_do_not_share_an_assault() -> None:
    t = Table({"h12": "2905", "l28I": "2805", "l28II": "2805", "coI": "2904"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    t.s.charging, t.s.charge_goals = t.mask(["h12"]), {t.unit("h12"): 1 << t.hex("2904")}
    muster = Muster(t.s)
    assert muster.joiners(assault(t, [], "2904")) == t.mask(["h12", "l28I", "l28II"])
    assert muster.joiners(assault(t, ["l28I"], "2904")) == t.mask(["l28II"])
    assert muster.joiners(assault(t, ["h12"], "2904", charge=True)) == 0
    assert must_attack(t.s, t.unit("h12"))
    t.combat("lannes").steer("french", "assault 2904", "with l28I")
    assert t.said("french", "with h12") == ["charge_apart"]


def test_14_2_a_charger_attacks_only_what_he_named() -> None:
    t = Table({"h12": "2905", "coI": "2904", "coII": "3005"}, orders={"lannes": "attack"})
    t.s.active = t.formation("lannes")
    assert set(t.world.grid.list_names(attackable(t.s, t.unit("h12")))) == {"2904", "3005"}
    t.s.charging, t.s.charge_goals = t.mask(["h12"]), {t.unit("h12"): 1 << t.hex("3005")}
    assert t.world.grid.list_names(attackable(t.s, t.unit("h12"))) == ["3005"]
    t.s.put(t.unit("coI"), t.hex("2902"))
    t.s.put(t.unit("coII"), t.hex("2902"))
    assert must_attack(t.s, t.unit("h12")), "in no zone: he has named his intention"


# [12.2.1] who must be attacked too


def test_12_2_1_an_attack_ordered_unit_leaves_nobody_whom_others_could_attack() -> None:
    """The 40e I is reached by coI and coII; the 22e I could attack coII too: one of them must."""
    t = Table({"l40I": "2905", "l22I": "3006", "coI": "2904", "coII": "3005"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    t.s.assaults = [assault(t, ["l40I"], "2904")]
    t.s.disordered = t.mask(["l22I"])
    assert keys(open_duties(t.s)) == ["enemy_left"], "the 40e I can attack both in one"
    t.s.assaults[0].charge = True
    assert open_duties(t.s) == [], "[14.2.1]"
    t.s.assaults[0].charge = False
    t.s.shot_at = 1 << t.hex("3005")
    assert open_duties(t.s) == [], "fire counts"
    t.s.shot_at, t.s.disordered = 0, 0
    assert keys(open_duties(t.s)) == ["must_attack"], "the 22e I itself"
    t.s.assaults[0].doubtful = t.mask(["l40I"])
    t.s.fought = t.mask(["l22I"])
    assert keys(open_duties(t.s)) == ["doubtful_leaves_enemy"]


def test_12_2_1_and_what_nobody_can_attack_any_more_holds_nothing_up() -> None:
    """coII is reached only by the 40e I; with two who do not both touch it the assault cannot grow."""
    t = Table({"l40I": "2905", "l40II": "2804", "coI": "2904", "coII": "3005"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    t.s.assaults = [assault(t, ["l40I", "l40II"], "2904")]
    assert open_duties(t.s) == []
    t.s.assaults = [assault(t, ["l40I"], "2904"), assault(t, ["l40II"], "2904")]
    assert keys(open_duties(t.s)) == ["enemy_left"]


def test_12_2_1_an_enemy_who_must_be_attacked_is_found_by_somebody_with_attack() -> None:
    t = Table({"l40I": "2905", "l40II": "3006", "l22I": "2804", "coI": "2904", "coII": "3005"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    t.s.assaults = [assault(t, ["l40I", "l22I"], "2904")]
    t.s.own[t.unit("l40II")] = 0
    assert open_duties(t.s) == [], "an Attack? need not"
    t.s.own[t.unit("l40II")] = -1
    assert keys(open_duties(t.s)) == ["must_attack"]


# [12.1] the order of combats


def test_12_1_only_what_is_declared_is_resolved() -> None:
    t = Table({"l40I": "2905", "l22I": "3106", "coI": "2904", "stI": "3105"}, orders=ATTACK).combat("watrin")
    t.steer("french", "assault 2904", "go", "assault 3105", "go")
    assert t.asked == "Resolve"
    assert set(t.options("french")) == {"resolve 2904", "resolve 3105"}
    assert t.said("french", "resolve 2905") == ["not_declared"]
    assert t.match.why_not("french", "pass")
    t.s.assaults.append(assault(t, ["nau1"], "2905", counter=True, charge=True))
    assert Resolve(0).options(t.s, 0) == [t.world.lexicon.make("resolve", t.hex("2905"))], "it comes first"
    assert keys(Resolve(0).why_not(t.s, t.world.lexicon.make("resolve", t.hex("2904")))) == ["counter_first"]
    t.s.assaults[-1].over = True
    assert len(Resolve(0).options(t.s, 0)) == 2
    assert keys(Resolve(0).why_not(t.s, t.world.lexicon.make("resolve", t.hex("2901")))) == ["not_declared"]


def test_12_1_an_assault_whose_target_is_gone_is_over_and_counts_as_fought() -> None:
    t = Table({"l40I": "2905", "coII": "3105", "l22I": "3106"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    t.s.assaults = [assault(t, ["l40I"], "2904"), assault(t, ["l22I"], "3105")]
    t.roll(1, 1).open(ResolveNext(0))
    assert t.s.assaults[0].over
    assert t.told.count("target_gone") == 1
    assert event(t, "target_gone") == (t.s.spot(t.hex("2904")),)
    assert t.s.fought & t.mask(["l40I"]), "he does not attack anybody else"


# [12.7] the advance


def test_12_7_who_does_not_advance_and_where() -> None:
    t = Table(
        {"l40I": "2905", "l40II": "2905", "l22I": "2906", "a_watrin": "2906", "stI": "3005"},
        disordered=["l40II"],
        orders=ATTACK,
    )
    t.s.active = t.formation("watrin")
    t.s.assaults = [assault(t, ["l40I", "l40II"], "2904", "3005", over=True)]
    t.open(Advance(0, 0, False))
    assert t.options("french") == ["advance l40I 2904", "pass"]
    assert t.said("french", "advance l40I 3005") == ["not_emptied"], "an enemy stands there"
    assert t.said("french", "advance l40II 2904") == ["broken"]
    assert t.said("french", "advance a_watrin 2904") == ["guns_only_bombard"]
    assert t.said("french", "advance l22I 2904") == ["cannot_advance"]
    assert t.match.why_not("french", "go 2904")
    t.play("french", "advance l40I 2904")
    assert event(t, "advanced") == (t.mask(["l40I"]), t.s.spot(t.hex("2904")))


def test_12_7_3_who_has_an_assault_of_his_own_stays() -> None:
    """R-81."""
    t = Table({"l40I": "2905", "l40II": "2905", "watrin": "2905", "coI": "3005"}, orders=ATTACK)
    t.s.active = t.formation("watrin")
    a, b = assault(t, ["l40I"], "2904", over=True), assault(t, ["l40II"], "3005")
    t.s.assaults = [a, b]
    assert led_by(t.s, a, t.unit("watrin")) == t.mask(["l40I"])
    b.over = True
    assert led_by(t.s, a, t.unit("watrin")) == t.mask(["l40I", "l40II"])
    b.over, b.attackers, b.targets = False, t.mask(["coI"]), 1 << t.hex("2905")
    assert led_by(t.s, a, t.unit("watrin")) == 0, "he is himself charged"
    t.s.assaults = [a]
    t.s.routed = t.mask(["l40II"])
    assert led_by(t.s, a, t.unit("watrin")) == t.mask(["l40I"])


def test_14_2_only_chargers_ride_in() -> None:
    """R-32: three, of whom two find room."""
    t = Table({"loba": "2905", "lobb": "2905", "lobc": "2804", "l40I": "3107"}, orders={"schellenberg": "attack"})
    t.s.active = t.formation("schellenberg")
    t.s.assaults = [assault(t, ["loba", "lobb", "lobc"], "2904", charge=True, over=True)]
    t.open(ChargeIn(1, 0))
    assert set(t.options("coalition")) == {f"advance {u} 2904" for u in ("loba", "lobb", "lobc")}
    assert t.said("coalition", "advance loba 2903") == ["cannot_advance"]
    t.play("coalition", "advance lobc 2904")
    assert t.where("lobc") == "2904"
    t.steer("coalition", "advance loba 2904")
    assert t.where("loba") == "2904"
    assert (t.where("lobb"), t.asked) == ("2905", "Rest")


# [12.4.4] the General


def test_12_4_4_a_general_beside_a_unit_of_his_own() -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "l43I": "2906", "chambarlhac": "2905"})
    assert general_beside(t.s, t.mask(["l40I"])) == t.unit("watrin")
    assert general_beside(t.s, t.mask(["l43I"])) == -1, "his General stands elsewhere"


@pytest.mark.parametrize(("answer", "drm"), [("lead", 2), ("spare", 1)])
def test_12_4_4_the_attacker_says_whether_he_leads(answer: str, drm: int) -> None:
    t = Table({"l40I": "2905", "watrin": "2905", "coI": "2904"}, orders=ATTACK, dice=[3, 1, 1]).combat("watrin")
    t.steer("french", "assault 2904", "go")
    t.play("french", answer)
    spot, attack, defence, column, given, die, _ = event(t, "assault")
    assert (spot, attack, defence, column, given, die) == (t.s.spot(t.hex("2904")), 4, 4, "1-1", drm, 3)


def test_4_5_2_on_a_1_the_general_who_leads_tests_and_nobody_who_does_not() -> None:
    for answer, dice in (("lead", [1, 2]), ("spare", [1])):
        t = Table({"l40I": "2905", "watrin": "2905", "coI": "2904"}, orders=ATTACK, dice=dice).combat("watrin")
        t.steer("french", "assault 2904", "go")
        t.play("french", answer)
        assert t.fate("watrin") == ("gone" if answer == "lead" else "map")


# [12.6] retreats


def test_12_6_where_a_retreat_does_not_go() -> None:
    full = {"stI": "2903", "stII": "2903"}
    t = Table({"coI": "2904", "l40I": "2905", **full})
    t.open(Retreat(1, t.unit("coI"), 1, BY_NOBODY))
    assert t.asked == "Retreat"
    assert t.said("coalition", "retreat 2905") == ["retreat_closed"]
    assert t.said("coalition", "retreat 2903") == ["no_room"]
    assert t.said("coalition", "retreat 2805") == ["retreat_zoc"]
    assert t.said("coalition", "retreat 2901") == ["retreat_farther"]
    assert t.match.why_not("coalition", "go 2803")
    assert t.options("coalition") == ["retreat 2804", "retreat 3004"]


def test_12_6_1_into_a_zone_costs_a_level_and_then_it_runs_two() -> None:
    """Everything free of zones is closed: enemies on three sides."""
    ring = {"l40I": "2905", "l40II": "2804", "l40III": "3004", "l22I": "2802", "l22II": "3002"}
    t = Table({"coI": "2904", **ring}, disordered=["coI"])
    assert t.s.zoc(0) >> t.hex("2903") & 1
    t.open(Retreat(1, t.unit("coI"), 1, BY_ASSAULT))
    assert "into_zoc" in t.told
    assert t.level("coI") == "routed"
    assert t.where("coI") != "2903"


@pytest.mark.parametrize(
    ("cause", "fate", "asked"),
    [(BY_ASSAULT, "gone", "Rest"), (BY_FIRE, "map", "GunsFollow"), (BY_NOBODY, "map", "Rest")],
)
def test_11_1_what_drives_a_unit_off_decides_about_the_guns_beside_it(cause: int, fate: str, asked: str) -> None:
    t = Table({"coI": "2904", "a_gottesheim": "2904", "l40I": "2906"})
    t.open(Retreat(1, t.unit("coI"), 1, cause)).steer("coalition", "retreat 2903")
    assert t.where("coI") == "2903"
    assert t.fate("a_gottesheim") == fate
    assert t.asked == asked
    if asked == "GunsFollow":
        t.play("coalition", "follow")
        assert (t.where("a_gottesheim"), t.is_moved("a_gottesheim")) == ("2903", True)


def test_11_1_guns_stay_while_somebody_is_left_with_them_or_where_there_is_no_room() -> None:
    t = Table({"coI": "2904", "coII": "2904", "a_gottesheim": "2904", "l40I": "2906"})
    t.open(Retreat(1, t.unit("coI"), 1, BY_FIRE)).steer("coalition", "retreat 2903")
    assert t.asked == "Rest"
    t = Table({"coI": "2904", "a_gottesheim": "2904", "coII": "2903", "l40I": "2906"})
    t.open(Retreat(1, t.unit("coI"), 1, BY_FIRE)).steer("coalition", "retreat 2903")
    assert t.asked == "Rest", "two battalions are there already"
    assert t.where("a_gottesheim") == "2904"
