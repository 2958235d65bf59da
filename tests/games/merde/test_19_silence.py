"""Chapters 19 and 20: silence does not tell what lies under a counter, nor do arrows, refusals and odds."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules import sight
from grognard.games.merde.rules.movement.plans import asked
from grognard.games.merde.rules.sequence import Step
from grognard.games.merde.world.lexicon import GARRISON, MOVE_COLUMN
from grognard.games.merde.world.pieces import MARKER_LESS, Group
from toolkit_merde import Table, at

FOG = {"fog_of_war": True}
MASKS = {
    "en": "You are asked so that the enemy learns nothing.",
    "it": "Ti si chiede perché il nemico non impari nulla.",
}


def lay_decoy(t: Table, square: str, order: int, number: int = 0) -> None:
    """[19.2] A decoy of B in a group of its own."""
    slot = t.world.decoy_slots[1][0]
    group = len(t.s.groups) - 1
    t.s.groups[group] = Group(order, number, 1, -1, 0)
    p = t.s.pieces[slot]
    p.squares, p.group, p.hidden, p.facing = (at(square),), group, True, 2


def hidden(order: str = "column", decoy: bool = False) -> Table:
    """A piece of B with number 5, or in garrison, lies hidden at 0815: a regiment or a decoy; B2 is seen, and waits."""
    pieces = {
        "A1": ("FR_line", "march", "0802"),
        "A2": ("FR_line", "march", "0302"),
        "B1": ("AU_line", "march", "0815"),
        "B2": ("AU_line", "march", "0205"),
    }
    row = ("column", "B1", 5) if order == "column" else ("garrison", "B1")
    t = Table(pieces, groups={"gB1": row, "gB2": ("column", "B2", 9)}, options=FOG, generals={"BG0": ("gold", "0915")})
    if decoy:
        t.set("B1", squares=())
        lay_decoy(t, "0815", MOVE_COLUMN if order == "column" else GARRISON, 5 if order == "column" else 0)
    sight.cover_up(t.s)
    assert not t.look("B2").hidden
    return t


CASES = ["troops", "out", "decoy"]


@pytest.mark.parametrize("case", CASES)
def test_20_3_at_its_number_a_hidden_counter_is_asked_whatever_it_is(case: str) -> None:
    t = hidden(decoy=case == "decoy")
    t.set("B1", out=case == "out").open(Step(1))
    assert t.asked == "Movement"
    assert t.s.step == 5
    assert t.to_act == ("army_b",)
    t.play("army_b", "done")
    assert t.s.step == 9  # [20.3] then B2, which is seen and in command


@pytest.mark.parametrize("case", CASES)
def test_20_3_garrisons_and_decoys_are_asked_alike_in_the_last_steps(case: str) -> None:
    t = hidden("garrison", case == "decoy")
    t.set("B1", out=case == "out")
    assert [step for step in range(1, 15) if asked(t.s, 1, step)] == [9, 13, 14]
    t.movement(13)
    assert "army_b" in t.to_act


def test_20_3_who_is_seen_and_out_of_command_is_not_asked() -> None:
    t = hidden()
    t.set("B2", out=True)
    assert not asked(t.s, 1, 9)
    assert asked(t.s, 1, 5)
    t.set("B1", hidden=False, out=True)
    assert not asked(t.s, 1, 5)


def test_20_3_without_fog_nobody_is_asked_in_vain() -> None:
    t = hidden()
    t.s.foggy = False
    t.set("B1", out=True)
    assert not asked(t.s, 1, 5)


def masked(t: Table, side: str) -> None:
    """The question says in words why it is put, and has one button: go on."""
    decision = t.match.decision(side)
    assert decision is not None
    assert len(decision.options) == 1
    for language, mask in MASKS.items():
        assert mask in decision.ask(language)
        assert "?" not in decision.ask(language)
    (action,) = decision.options
    who = t.match.sides.index(side)
    assert [t.game.face(t.s, who, language).describe(action).label for language in MASKS] == ["Go on", "Avanti"]


def test_20_3_who_can_move_nobody_is_told_why_he_is_asked() -> None:
    t = hidden().set("B1", out=True).movement(5)
    masked(t, "army_b")
    assert t.rules("army_b", "plan B1") == ["10.2"]


def test_24_6_no_battery_is_asked_about_where_there_is_none() -> None:
    t = hidden().guns()
    masked(t, "army_a")
    assert t.match.odds("army_a", "fire 0205 long") is None
    t.play("army_a", "pass").play("army_b", "pass")
    assert t.asked == "Rest"


def test_24_6_a_battery_with_a_target_is_named() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), "B1": ("AU_line", "march", "0811")}, options=FOG).guns()
    decision = t.match.decision("army_a")
    assert decision is not None
    assert decision.ask("en").endswith("at whom does it fire, and with which Shots?")
    assert decision.ask("it").endswith(": su chi tira, e con quali Colpi?")
    assert not decision.ask("it").startswith("?")
    assert [t.game.face(t.s, 0, "en").describe(action).label for action in decision.options][-1] == "Hold fire"


def test_27_1_nobody_can_skirmish() -> None:
    t = hidden().skirmish()
    masked(t, "army_b")
    assert t.rules("army_b", "skirmish B1") == ["27.1"]


def test_27_2_who_skirmishes_is_named_when_his_target_is_asked() -> None:
    t = Table(
        {"A1": ("FR_light", "march", "0808"), "B1": ("AU_line", "march", "0811"), "B2": ("AU_line", "march", "1010")},
        groups={"gA1": ("column", "A1", 1)},
        options=FOG,
    )
    t.skirmish()
    decision = t.match.decision("army_a")
    assert decision is not None
    assert decision.ask("en") == "Skirmishers: whom do you send out, and at whom do they shoot?"
    t.play("army_a", "skirmish A1")
    decision = t.match.decision("army_a")
    assert decision is not None
    assert decision.ask("en").startswith("Skirmishers of ")
    assert decision.ask("en").endswith(": at whom do they shoot?")


@pytest.mark.parametrize("marked", [True, False])
def test_37_1_whether_a_hidden_regiment_is_marked_is_not_told(marked: bool) -> None:
    t = hidden().set("B1", damage=MARKER_LESS if marked else 0).rally()
    assert t.to_act == ("army_a",)
    masked(t, "army_a")
    assert t.rules("army_a", f"rally {t.token('B1')}") == ["37.1"]
    assert [refusal.key for refusal in t.match.why_not("army_a", f"rally {t.token('B1')}")] == ["not_your_unit"]
    t.play("army_a", "done")
    assert t.to_act == ("army_b",)
    if marked:
        t.roll(1).play("army_b", "rally B1")
    masked(t, "army_b")
    t.play("army_b", "done")
    assert t.asked == "Rest"


def test_37_1_without_fog_nobody_is_asked_who_has_nothing_to_rally() -> None:
    t = hidden()
    t.s.foggy = False
    assert t.rally().asked == "Rest"


def test_21_2_who_can_write_to_nobody_is_asked_all_the_same() -> None:
    t = hidden()
    for group in t.s.groups:
        if group is not None:
            group.release = 9
    t.orders()
    assert t.to_act == ("army_a", "army_b")
    masked(t, "army_a")


def test_20_4_once_begun_a_plan_goes_on_by_itself_where_there_is_no_choice() -> None:
    t = hidden().movement(5)
    t.play("army_b", "plan B1", "stay")
    assert t.asked == "Rest"


def backing(seen: bool) -> Table:
    """B2, which is seen, backs B1, which is seen or lies hidden."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0202"),
            "B1": ("AU_line", "march", "0206" if seen else "0815"),
            "B2": ("AU_line", "march", "0205"),
        },
        groups={"gB1": ("column", "B1", 5), "gB2": ("support", "B2", "gB1")},
        options=FOG,
    )
    sight.cover_up(t.s)
    assert (t.look("B1").hidden, t.look("B2").hidden) == (not seen, False)
    return t


@pytest.mark.parametrize("seen", [True, False])
def test_18_7_the_arrow_of_a_support_ends_only_on_a_group_that_is_seen(seen: bool) -> None:
    t = backing(seen)
    for side in (0, -1):
        paths = [line.path for line in t.game.face(t.s, side, "en").overlays().orders.lines]
        assert (["0205", "0206"] in paths) is seen
        assert not any("0815" in path for path in paths)
    own = [line.path for line in t.game.face(t.s, 1, "en").overlays().orders.lines]
    assert ["0205", t.where("B1")] in own


@pytest.mark.parametrize("seen", [True, False])
def test_18_7_whom_a_support_backs_is_not_told_while_they_lie_hidden(seen: bool) -> None:
    t = backing(seen)
    for side, told in (("army_a", seen), (None, seen), ("army_b", True)):
        (group,) = [each for each in t.match.view(side)["groups"] if each["id"] == t.group("B2")]
        assert group["supports"] == (t.group("B1") if told else None)


def test_31_2_a_charge_at_a_hidden_regiment_is_refused_with_the_same_words_wherever_it_lies() -> None:
    told = set()
    for square in ("0006", "1620"):
        t = Table(
            {
                "A1": ("FR_light_cav", "march", "0308"),
                "A2": ("FR_line", "march", "0309"),
                "B1": ("AU_line", "march", square),
                "B2": ("AU_line", "march", "0310"),
            },
            groups={"gA1": ("column", "A1", 3), "gB1": ("column", "B1", 2)},
            options=FOG,
            terrain={"wood": "0006"},
        )
        sight.cover_up(t.s)
        assert t.look("B1").hidden
        t.hand("A1", (3, 3)).hand("A2", (3, 3)).set("A2", engaged=True).roll(*[1] * 4, 5, 4).combat()
        while t.asked != "Name" or t.to_act != ("army_a",):
            t.play(t.to_act[0], t.options(t.to_act[0])[-1])
        told.add(str(t.match.why_not("army_a", f"charge A1 {t.token('B1')} 0309")))
    assert len(told) == 1
