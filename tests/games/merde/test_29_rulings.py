"""Chapters 10, 12, 29, 37 and 45 in the fight: R-10b, R-12b, R-29e, R-29f, R-29g, R-37c, R-45c."""

from __future__ import annotations

import pytest

from grognard.board.squares import sector
from grognard.games.merde.rules import support
from grognard.games.merde.rules.cavalry import charge, counter, pursuit
from grognard.games.merde.rules.cavalry import reach as cavalry
from grognard.games.merde.rules.combat import engage, fights, melee
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.totals import (
    CHARGE,
    FIRE,
    MELEE,
    Stance,
    attack_terms,
    defence_terms,
    factor,
    strength,
    total,
)
from grognard.games.merde.rules.fire import skirmish
from grognard.games.merde.rules.rally import rally_ban
from grognard.games.merde.rules.solitaire import answers as solitaire
from grognard.games.merde.world.lexicon import ATTACK, LINE, MARCH, MASS, SQUARE
from toolkit_merde import FACING, MOVING, Table, at

# [10.2] R-10b: out of command it makes no move of its own


def halted(pieces: dict[str, tuple[object, ...]], **more: object) -> Table:
    groups = more.pop("groups", MOVING)
    t = Table(pieces, groups=groups, **more).set("A1", out=True)  # type: ignore[arg-type]
    t.s.sector = sector(at(str(pieces["A1"][2]).split()[0]))
    return t


def test_10_2_it_announces_no_charge() -> None:
    t = halted(
        {
            "A1": ("FR_light_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0810"),
            "A2": ("FR_line", "march", "1008"),
            "B2": ("AU_line", "march", "1009"),
        }
    )
    t.hand("A1", (1, 1)).hand("A2", (1, 1)).set("A2", engaged=True).open(fights.Name(0))
    assert t.rules("army_a", "charge A1 B1 0809") == ["10.2"]
    assert not cavalry.has_charge(t.s, t.piece("A1"), t.piece("B1"))
    assert cavalry.has_charge(t.set("A1", out=False).s, t.piece("A1"), t.piece("B1"))


def test_10_2_it_does_not_pursue() -> None:
    t = halted(
        {
            "A1": ("FR_light_cav", "march", "0808"),
            "B1": ("AU_line", "march", "0812"),
            "A2": ("FR_light_cav", "march", "0908"),
            "B2": ("AU_line", "march", "1520"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)},
    )
    t.set("B1", routed=True).open(fights.Name(0))
    assert t.rules("army_a", "pursue A1 B1") == ["10.2"]
    assert [str(action) for action in pursuit.pursuits(t.s, 0)] == ["pursue A2 B1"]


def test_10_2_it_sends_out_no_skirmishers_and_its_voltigeurs_stay_in() -> None:
    t = halted(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811"), "A2": ("FR_line", "march", "0908")},
        groups=MOVING,
    )
    assert skirmish.light_regiments(t.s, 0) == []
    assert t.skirmish().rules("army_a", "skirmish A1") == ["10.2"]
    group = t.look("A2").group
    assert len(skirmish.voltigeurs(t.s, group)) == 2
    assert skirmish.voltigeurs(t.set("A2", out=True).s, group) == []
    assert skirmish.light_regiments(t.set("A1", out=False).s, 0) == [t.piece("A1")]


@pytest.mark.parametrize("out", [True, False])
def test_10_2_it_does_not_advance_into_what_the_enemy_left(out: bool) -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "march", "0809")}).set("A1", out=out)
    t.hand("A1", (6, 6), (6, 5)).hand("B1", (1, 1)).engage("A1", "B1").both("charge", "fire 1")
    t.roll(9).play("army_a", "turn 1")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    assert (t.asked == "Advance") is not out


@pytest.mark.parametrize("out", [True, False])
def test_10_2_it_does_not_step_in_as_a_support_but_may_be_replaced(out: bool) -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_line", "attack", "0807"),
            "B1": ("AU_line", "line", "0809 0909"),
        },
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    )
    t.set("A2", out=out).set("A1", out=True).hand("A1", (1, 6)).hand("B1", (1, 6), (1, 5)).engage("A1", "B1")
    t.s.pieces[t.piece("A1")].hand = ()
    assert support.supporters(t.s, 0) == ([] if out else [t.piece("A2")])


@pytest.mark.parametrize("target", ["B1", "B2"])
def test_10_2_it_meets_a_charge_at_itself_and_helps_nobody_else(target: str) -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_heavy_cav", "march", "0810"),
            "B2": ("AU_heavy_cav", "march", "1010"),
        },
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2)},
    )
    t.set(target, out=True).hand("A1", (1, 6)).hand("B1", (1, 6)).hand("B2", (1, 6)).charge("A1", "B1", "0809")
    assert (t.piece(target) in counter.counterchargers(t.s)) is (target == "B1")


def test_10_2_it_does_not_go_on_after_a_won_clash() -> None:
    t = Table(
        {
            "A1": ("FR_heavy_cav", "march", "0808"),
            "B1": ("AU_heavy_cav", "march", "0810"),
            "A2": ("FR_line", "march", "0812"),
        },
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1)},
    )
    t.hand("A1", (1, 1), (1, 2)).hand("B1", (6, 6), (6, 5)).charge("A1", "B1", "0809").play("army_b", "counter B1")
    onward = charge.Onward(1)
    assert onward.offers(t.s, 1)
    assert not onward.offers(t.set("B1", out=True).s, 1)


def test_10_2_it_fires_and_charges_an_enemy_who_is_adjacent() -> None:
    t = Table(FACING).set("A1", out=True).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 6)).engage("A1", "B1")
    assert {"fire 1", "charge"} <= set(t.options("army_a"))


# [12.5] R-12b: contact obliges


def test_12_5_who_must_fight_gets_markers_unasked_and_may_not_be_passed_over() -> None:
    t = Table(FACING, groups={"gA1": ("line", "A1", 3), "gB1": ("line", "B1", 5)}, dice=[1] * 8).combat()
    assert [len(t.look(name).hand) for name in ("A1", "B1")] == [4, 4]
    assert t.asked == "FireStep"  # the only thing A may do is to name it


def beside(order: str = "garrison") -> Table:
    """A1 must fight B1; A2 stands beside it with an order of its own, B2 before it."""
    pieces = FACING | {"A2": ("FR_line", "line", "1008 1108"), "B2": ("AU_line", "line", "1009 1109")}
    row: tuple[object, ...] = ("support", "A2", "gA1") if order == "support" else (order, "A2", 7)
    groups = {
        "gA1": ("line", "A1", 3),
        "gA2": row if order in ("support", "line") else (order, "A2"),
        "gB1": ("reserve", "B1 B2"),
    }
    return Table(pieces, groups=groups, dice=[1] * 16).combat()


@pytest.mark.parametrize(
    ("order", "asked"), [("line", False), ("garrison", False), ("support", True), ("reserve", True)]
)
def test_12_5_supports_and_reserves_are_asked_about(order: str, asked: bool) -> None:
    t = beside(order)
    assert t.asked == "Deal"
    assert ("army_a" in t.to_act) is asked
    assert "army_b" in t.to_act
    if asked:
        assert t.options("army_a") == ["deal A2", "done"]
        assert t.rules("army_a", "deal A1") == ["12.5"]
        assert t.rules("army_a", "deal A9") == ["26.2"]


def test_12_5_nobody_passes_before_those_who_must_have_fought() -> None:
    t = beside("line").play("army_b", "deal B1", "deal B2")
    assert t.asked == "Name"
    assert t.rules("army_a", "pass") == ["12.5"]
    t.play("army_a", "engage A1 B1").both("fire 1", "hold").both("hold", "hold")
    assert "pass" in t.options("army_b")  # a reserve need not
    t.play("army_b", "pass")
    assert t.rules("army_a", "pass") == ["12.5"]  # A2 is left who must
    assert t.rules("army_a", "engage A1 B1") == ["25.4"]
    t.play("army_a", "engage A2 B2").both("fire 1", "hold").both("hold", "hold")
    assert t.asked == "Rest" or "pass" in t.options(t.to_act[0])


@pytest.mark.parametrize(
    ("fields", "must"),
    [
        ({}, True),
        ({"engaged": True}, False),
        ({"skirmished": True}, False),
        ({"retreated": True}, False),
        ({"facing": 1}, False),
        ({"facing": 2}, False),
        ({"routed": True}, False),
    ],
)
def test_12_5_who_must_fight(fields: dict[str, object], must: bool) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, groups=MOVING)
    t.set("A1", **fields)
    t.s.sector = sector(at("0808"))
    assert fights.bound(t.s, 0) == ([t.piece("A1")] if must else [])


@pytest.mark.parametrize(
    ("counter", "foe", "must"),
    [
        ("FR_line", "AU_foot_art", True),
        ("FR_line", "AU_light_cav", True),
        ("FR_heavy_cav", "AU_line", True),
        ("FR_line", "engineers", False),
    ],
)
def test_12_5_against_whom(counter: str, foe: str, must: bool) -> None:
    other = (
        (["AU_engineers"], "march", "0809")
        if foe == "engineers"
        else (foe, "unlimbered" if foe.endswith("_art") else "march", "0809")
    )
    t = Table({"A1": (counter, "march", "0808"), "B1": other}, groups=MOVING)
    t.s.sector = sector(at("0808"))
    assert fights.bound(t.s, 0) == ([t.piece("A1")] if must else [])
    t.s.sector = sector(at("0002"))
    assert fights.bound(t.s, 0) == []  # a fight of another sector


def test_12_5_a_pause_with_the_only_enemy_ends_the_duty() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, groups=MOVING)
    t.s.sector = sector(at("0808"))
    t.set("A1", paused=(t.piece("B1"),))
    assert fights.bound(t.s, 0) == []


@pytest.mark.parametrize("facing", ["south", "west"])
def test_28_6_who_can_neither_fire_nor_charge_may_hold_in_the_first_step(facing: str) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809", facing)})
    t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1")
    assert engage.must_attack(t.s, 0)
    assert engage.must_attack(t.s, 1) is (facing == "south")
    assert t.rules("army_a", "hold") == ["12.5"]
    assert ("hold" in t.options("army_b")) is (facing == "west")


# [29.3] [29.5] R-29e


def bodies(
    mine: str,
    squares: str,
    his: str,
    his_squares: str,
    step: int,
    round_: int = 1,
    arms: tuple[str, str] = ("FR_line", "AU_line"),
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Strength and battalions whose factors count, of A1 and B1."""
    t = Table({"A1": (arms[0], mine, squares), "B1": (arms[1], his, his_squares)})
    stance = Stance(step=step, round=round_)
    found = []
    for one, other in (("A1", "B1"), ("B1", "A1")):
        a, b = t.piece(one), t.piece(other)
        single = t.world.stock(a).kinds[0].defence
        found.append((strength(t.s, a, b, stance), factor(t.s, a, b, stance, "defence") // single))
    return found[0], found[1]


@pytest.mark.parametrize(
    ("formation", "step", "round_", "column", "line"),
    [
        ("attack", CHARGE, 1, (4, 1), (2, 1)),
        ("attack", MELEE, 1, (4, 1), (2, 1)),
        ("attack", MELEE, 2, (2, 1), (2, 1)),
        ("attack", FIRE, 1, (4, 1), (4, 2)),
        ("march", CHARGE, 1, (4, 1), (4, 2)),
        ("march", MELEE, 1, (4, 1), (4, 2)),
        ("march", MELEE, 2, (4, 1), (4, 2)),
        ("square", MELEE, 1, (4, 1), (4, 2)),
        ("square", MELEE, 2, (4, 1), (4, 2)),
    ],
)
def test_29_3_four_against_two_is_for_the_attack_column_alone(
    formation: str, step: int, round_: int, column: tuple[int, int], line: tuple[int, int]
) -> None:
    assert bodies(formation, "0808", "line", "0809 0909", step, round_) == (column, line)


@pytest.mark.parametrize(
    ("formation", "line"), [("march", (4, 2)), ("attack", (2, 1)), ("square", (2, 1)), ("line", (4, 2))]
)
def test_29_3_of_cavalry_in_line_one_squadron_meets_a_square(formation: str, line: tuple[int, int]) -> None:
    squares = "0808 0908" if formation == "line" else "0808"
    for step in (CHARGE, MELEE):
        assert bodies(formation, squares, "line", "0809 0909", step, 1, ("FR_line", "AU_heavy_cav"))[1] == line


def test_29_3_of_cavalry_in_line_one_squadron_meets_a_mass() -> None:
    assert bodies("mass", "0808", "line", "0809 0909", MELEE, 1, ("AU_line", "FR_heavy_cav"))[1] == (2, 1)
    assert bodies("mass", "0808", "line", "0809 0909", MELEE, 1, ("AU_line", "FR_line"))[1] == (4, 2)


def test_35_3_whoever_is_charged_in_march_column_is_worse_off_than_in_line() -> None:
    firm = []
    for formation, squares in (("line", "0809 0909"), ("march", "0809")):
        t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", formation, squares)})
        a, b = t.piece("A1"), t.piece("B1")
        attack = total(attack_terms(t.s, a, b, Stance(step=CHARGE, attacked=False, charging=True)))
        firm.append(attack - total(defence_terms(t.s, b, a, Stance(step=CHARGE))))
    assert firm[1] > firm[0]


def test_29_4_cavalry_in_column_has_no_advantage_in_melee_with_a_line() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    assert strength(t.s, t.piece("A1"), t.piece("B1"), Stance(step=MELEE)) == 4
    assert strength(t.s, t.piece("B1"), t.piece("A1"), Stance(step=MELEE)) == 4


@pytest.mark.parametrize(("formation", "able"), [(ATTACK, True), (MARCH, False), (SQUARE, False), (MASS, False)])
def test_29_5_only_an_attack_column_is_converged_on(formation: int, able: bool) -> None:
    t = Table({"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")})
    t.hand("A1", (1, 6)).hand("B1", (1, 6)).engage("A1", "B1").set("A1", formation=formation)
    assert t.look("B1").formation == LINE
    assert melee.can_converge(t.s, 1) is able


# [29.5] R-29f: the line's second battalion is to the east of the column, which faces north


@pytest.mark.parametrize(
    ("friend", "covered"),
    [
        ("0908", True),
        ("0907", True),
        ("0807", True),
        ("1008", True),
        ("1007", False),
        ("0707", False),
        ("0708", False),
        ("0608", False),
        ("0806", False),
    ],
)
def test_29_5_who_covers_the_flank_of_a_column(friend: str, covered: bool) -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_light_cav", "march", friend),
            "B1": ("AU_line", "line", "0809 0909"),
        }
    )
    assert melee.flank_protected(t.s, t.piece("A1"), 1) is covered
    assert not melee.flank_protected(t.set("A2", routed=True).s, t.piece("A1"), 1)


def test_29_5_one_straight_behind_covers_both_flanks_and_beyond_an_enemy_nobody_does() -> None:
    t = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_light_cav", "march", "0807"),
            "B1": ("AU_line", "line", "0809 0909"),
        }
    )
    assert melee.flank_protected(t.s, t.piece("A1"), -1)
    held = Table(
        {
            "A1": ("FR_line", "attack", "0808"),
            "A2": ("FR_line", "march", "1008"),
            "B1": ("AU_line", "line", "0809 0909"),
            "B2": ("AU_line", "march", "0908"),
        }
    )
    assert not melee.flank_protected(held.s, held.piece("A1"), 1)


# [29.2] [32.1] R-29g


def assaulted(named: str = "A1", **more: object) -> Table:
    """French dragoons already adjacent to a Prussian line in march column go in."""
    pieces = {"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "march", "0809")} | more
    t = Table(pieces, groups=MOVING).hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2))  # type: ignore[arg-type]
    t.set("B1", steady=True).engage(named, "B1" if named == "A1" else "A1")
    return t.play("army_b", "hold")  # cavalry can do nothing but go in


@pytest.mark.parametrize("named", ["A1", "B1"])
def test_29_2_infantry_assaulted_by_cavalry_may_try_square(named: str) -> None:
    t = assaulted(named)
    assert (t.asked, t.to_act) == ("TrySquare", ("army_b",))
    assert t.options("army_b") == ["form square", "stand"]
    t.roll(5).play("army_b", "form square")  # below the level of 6
    assert t.formation("B1") == "square"
    assert t.asked == "MeleeRound"


@pytest.mark.parametrize("named", ["A1", "B1"])
def test_29_2_a_failed_test_before_an_assault_is_a_rout(named: str) -> None:
    t = assaulted(named).roll(6).play("army_b", "form square")
    while t.asked == "GoBack":
        t.play("army_b", t.options("army_b")[0])
    assert t.look("B1").routed
    assert t.asked != "MeleeRound"


def test_29_2_the_shot_comes_before_the_square() -> None:
    t = Table({"A1": ("FR_heavy_cav", "march", "0808"), "B1": ("PR_line", "march", "0809")}, groups=MOVING)
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).engage("A1", "B1").roll(1, 1).play("army_b", "fire 1")
    assert "attack" in t.told
    assert t.asked == "TrySquare"


def test_29_2_who_stands_is_in_melee_at_once() -> None:
    t = assaulted().play("army_b", "stand")
    assert t.asked == "MeleeRound"
    assert combat.clash_of(t.s).round == 1


def test_29_2_a_horse_battery_fires_at_the_square_before_the_melee() -> None:
    t = assaulted(A2=("FR_horse_art", "unlimbered", "0607")).roll(1).play("army_b", "form square")
    assert (t.asked, t.to_act) == ("HorseBattery", ("army_a",))
    t.roll(1, 2).play("army_a", f"battery {t.token('A2')}")
    assert t.asked == "MeleeRound"


@pytest.mark.parametrize(("attacker", "defender"), [("FR_heavy_cav", "PR_heavy_cav"), ("FR_line", "PR_line")])
def test_29_2_only_infantry_before_cavalry_is_asked(attacker: str, defender: str) -> None:
    t = Table({"A1": (attacker, "march", "0808"), "B1": (defender, "march", "0809")}, terrain={"farm": "0809"})
    t.hand("A1", (1, 6), (1, 5)).hand("B1", (1, 1), (1, 2)).set("B1", steady=True).engage("A1", "B1")
    for side, choice in zip(t.to_act, ("charge", "hold")[-len(t.to_act) :], strict=True):
        t.play(side, choice)
    assert t.asked == "MeleeRound"


# [37.1] [37.2] R-37c


def test_37_2_the_rout_test_is_the_only_test_of_the_turn() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908")},
        generals={"AG1": ("silver", "0807", "A1 A2")},
    )
    t.set("A1", routed=True).set("A2", damage=1).roll(5).rally()
    assert t.look("A1").damage == 2
    assert t.rules("army_a", "rally A1") == ["37.1"]
    assert rally_ban(t.s, t.piece("A1")) == ("37.1", "rallied_once", (t.piece("A1"),))
    t.roll(1).play("army_a", "rally A2")
    t.rally()
    assert "rally A1" in t.options("army_a")  # from the next turn on


def test_37_3_the_test_of_a_group_is_nobodys_own() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0908")},
        generals={"AG1": ("silver", "0807", "A1 A2")},
        groups={"gA1": ("column", "A1 A2", 1)},
    )
    t.set("A1", damage=1)
    t.s.group_of(t.piece("A1")).shaken = True
    t.rally().roll(1).play("army_a", f"steady {t.group('A1')}")
    assert "rally A1" in t.options("army_a")


# [45.5] R-45c


HOLDING = ((1, 6), (1, 6), (1, 5), (1, 5))


def alone(*markers: tuple[int, int], foe: tuple[tuple[int, int], ...] = HOLDING) -> Table:
    """The rulebook's line faces a line that holds."""
    t = Table(FACING, groups={"gB1": ("reserve", "B1")}, options={"solitaire": "army_a"})
    return t.hand("A1", *markers).hand("B1", *foe).roll(*[1] * 12).engage("A1", "B1")


def shots(t: Table) -> list[int]:
    """What the rulebook's side chose, step by step, against one who holds with a marker."""
    while t.asked == "FireStep":
        t.play("army_b", "hold")
    return [event.args[2] for _, event in t.match.log() if event.key == "fire_step"]  # type: ignore[misc]


def test_45_5_a_marker_lost_in_the_first_exchange_does_not_silence_the_second() -> None:
    t = alone((1, 1), (1, 1), (1, 2), (1, 2), foe=((3, 6), (3, 5)))
    t.play("army_b", "fire 1")
    assert "marker_lost" in t.told
    assert len(t.look("A1").hand) == 2
    t.play("army_b", "hold")
    first, second = [event.args[2] for _, event in t.match.log() if event.key == "fire_step"][:2]
    assert (first, second) == (combat.FIRES, combat.FIRES)


def test_45_5_when_one_is_left_it_is_kept_for_the_charge() -> None:
    t = alone((1, 1), (1, 1), (1, 2), (1, 2))
    t.play("army_b", "hold 1")
    t.s.pieces[t.piece("A1")].hand = t.look("A1").hand[:1]
    t.s.drafts[0].notes, t.s.drafts[0].closed = [], False
    solitaire.write_fire(t.s, 0)
    assert t.s.drafts[0].notes == [(combat.CHARGES, -1)]


@pytest.mark.parametrize(("count", "fired"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_45_5_one_shot_with_two_or_three_two_with_four_or_five(count: int, fired: int) -> None:
    found = shots(alone(*[(1, 1), (1, 1), (1, 2), (1, 2), (1, 3)][:count]))
    assert found[: fired + 1] == [combat.FIRES] * fired + [combat.CHARGES]


def test_45_5_the_last_marker_is_not_fired() -> None:
    assert shots(alone((1, 1)))[0] == combat.CHARGES
