"""Rulebook 14.2: counter-charges by stacks, charges from three hexes."""

from __future__ import annotations

from grognard.games.vanguard.rules.optional.skirmish import hit_top
from toolkit_vanguard import Table

CHARGE = {"lannes": "attack", "ott": "defence"}
RIDE = ("move h12", "charge", "go 2906", "go 2905")
LOBKOWITZ = {"loba": "2805", "lobb": "2905", "lobc": "3005"}


def fight_of(t: Table) -> tuple[object, ...]:
    """The first assault told: hex, points of both sides, column, DRM, die, result."""
    return next(e.args for e in [*(e for _, e in t.match.log()), *t.s.events] if e.key == "assault")


def charge_at_2904(*dice: int, **pieces: str) -> Table:
    """Three regiments of Schellenberg charge 2904 from three hexes without a run-up."""
    t = Table({**LOBKOWITZ, **pieces}, orders={"schellenberg": "attack"}, dice=dice).movement("schellenberg")
    for rider in LOBKOWITZ:
        t.steer("coalition", f"move {rider}", "charge", "stop")
    t.steer("coalition", "done")
    t.combat("schellenberg").steer("coalition", "assault 2904")
    return t.steer("coalition", "with loba", "with lobb", "with lobc", "go", "done")


def test_14_2_4_a_whole_stack_counter_charges_and_both_sides_are_doubled() -> None:
    """16 against 10 is 1-1; the 3 is NE, which Defence cannot press; everybody is blown."""
    t = Table({"h12": "2907", "nau1": "2904", "nau2": "2904"}, orders=CHARGE, dice=[3]).movement("lannes")
    t.steer("french", *RIDE)
    assert t.options("coalition") == ["counter 2904", "decline"]
    t.play("coalition", "counter 2904")
    assert t.s.assaults[0].attackers == t.mask(["nau1", "nau2"])
    assert t.where("h12") == "2905"
    t.combat("lannes")
    assert fight_of(t)[1:3] == (16, 10)
    assert {t.level(u) for u in ("h12", "nau1", "nau2")} == {"disordered"}
    assert t.dice.left() == 0


def test_14_2_4_of_a_stack_only_the_steady_riders_go() -> None:
    t = Table({"h12": "2907", "nau1": "2904", "nau2": "2904"}, orders=CHARGE, disordered=["nau2"], dice=[3])
    t.movement("lannes").steer("french", *RIDE).play("coalition", "counter 2904")
    assert t.s.assaults[0].attackers == t.mask(["nau1"])
    t = Table({"h12": "2907", "nau1": "2904"}, orders=CHARGE, disordered=["nau1"]).movement("lannes")
    t.steer("french", *RIDE)
    assert t.asked != "CounterCharge"


def test_14_2_4_r_33_not_if_another_unit_is_in_the_chargers_hex() -> None:
    t = Table({"h12": "2907", "garde": "2905", "nau1": "2904"}, orders=CHARGE).movement("lannes")
    t.steer("french", *RIDE)
    assert t.asked != "CounterCharge"


def test_14_2_4_r_33_one_stack_of_several_is_picked() -> None:
    t = Table({"h12": "2907", "nau1": "2904", "bussy": "3005"}, orders=CHARGE, dice=[3]).movement("lannes")
    t.steer("french", *RIDE)
    assert t.options("coalition") == ["counter 2904", "counter 3005", "decline"]
    assert t.rules("coalition", "counter 2903") == ["14.2.4"]
    t.play("coalition", "counter 3005")
    assert t.asked != "CounterCharge", "a charger is counter-charged once"
    assert [a.attackers for a in t.s.assaults] == [t.mask(["bussy"])]


def test_14_2_4_declined_the_charge_goes_on() -> None:
    t = Table({"h12": "2907", "nau1": "2904"}, orders=CHARGE, dice=[2]).movement("lannes")
    t.steer("french", *RIDE).play("coalition", "decline")
    t.steer("french", "stop", "done")
    assert not t.s.assaults
    t.combat("lannes").steer("french", "assault 2904", "with h12", "go", "done", "accept")
    assert t.level("h12") == "disordered"
    assert t.level("nau1") == "good", "only chargers are blown"


def test_14_2_4_neither_party_fights_anybody_else() -> None:
    t = Table({"h12": "2907", "nau1": "2904", "l28I": "3004", "stI": "3003"}, orders=CHARGE, dice=[3, 3])
    t.movement("lannes").steer("french", *RIDE).play("coalition", "counter 2904")
    t.steer("french", "done")
    t.combat("lannes")
    assert t.asked == "Compose"
    assert t.rules("french", "with h12") == ["14.2.4"]
    assert t.options("french") == ["go"], "the battalion alone can; nor need the counter-charger be attacked too"
    t.play("french", "go").steer("french", "done", "accept")
    assert [e for e in t.told if e == "assault"] == ["assault", "assault"]
    assert t.level("h12") == t.level("nau1") == "disordered", "the counter-charge was fought all the same"


def test_14_2_4_a_counter_charger_broken_by_skirmishers_rides_no_more() -> None:
    """R-21 by analogy: who is Disordered and driven back before the fight drops out of it."""
    t = Table({"h12": "2907", "nau1": "2904", "l28I": "3105"}, orders=CHARGE).movement("lannes")
    t.steer("french", *RIDE).play("coalition", "counter 2904")
    t.roll(6).open(*hit_top(t.s, t.hex("2904"), 1, "D"))
    t.steer("coalition", *t.options("coalition")[:1])
    assert t.level("nau1") == "disordered"
    t.combat("lannes")
    assert "assault" not in t.told
    assert "assault_cancelled" in t.told


def test_14_2_three_hexes_charge_together_and_two_ride_in() -> None:
    """18 against 4: 4-1; a 6 is DE. R-32: as many as may stack stay in the hex."""
    t = charge_at_2904(6, l40I="2904")
    assert t.fate("l40I") == "track"
    assert t.options("coalition") == ["advance loba 2904", "advance lobb 2904", "advance lobc 2904"]
    assert t.rules("coalition", "pass") != []
    t.play("coalition", "advance lobc 2904")
    assert t.options("coalition") == ["advance loba 2904", "advance lobb 2904"]
    t.play("coalition", "advance loba 2904")
    assert (t.where("loba"), t.where("lobb"), t.where("lobc")) == ("2904", "2905", "2904")
    assert {t.level(u) for u in LOBKOWITZ} == {"disordered"}


def test_14_2_2_chargers_who_do_not_empty_the_hex_stay_outside_and_are_blown() -> None:
    """R-32: 18 against 8 is 2-1; a 2 is NE and Attack may press it."""
    t = charge_at_2904(2, l40I="2904", l40II="2904")
    t.play("coalition", "accept")
    assert {u: t.where(u) for u in LOBKOWITZ} == LOBKOWITZ
    assert {t.level(u) for u in LOBKOWITZ} == {"disordered"}


def test_14_2_1_chargers_may_leave_other_enemies_unattacked() -> None:
    t = charge_at_2904(6, l40I="2904", l22I="3105")
    assert t.told.count("assault") == 1
    assert t.level("l22I") == "good"


def test_14_2_chargers_are_doubled_once_only() -> None:
    """[14.0] A charge at Disordered infantry: doubled, never more."""
    t = Table({**LOBKOWITZ, "l40I": "2904"}, orders={"schellenberg": "attack"}, disordered=["l40I"])
    t.movement("schellenberg").steer("coalition", "move loba", "charge", "stop", "done")
    t.combat("schellenberg").steer("coalition", "assault 2904")
    t.play("coalition", "with loba")
    assert t.odds("coalition", "go").attack == 6
    assert t.rules("coalition", "with lobb") == ["14.2.3"]
