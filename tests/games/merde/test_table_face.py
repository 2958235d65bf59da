"""What the board is drawn from: labels of counters, steps of batteries, flags that have fallen."""

from __future__ import annotations

import pytest
from msgspec import to_builtins

from grognard.games.merde.game import GAME
from grognard.games.merde.rules.view import view
from grognard.games.merde.table.counters import counters
from grognard.games.merde.table.scene import label, shortened
from toolkit_merde import Table, at


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("22nd line", "22"),
        ("Reisky no. 13", "13"),
        ("IV cavalry corps (Sievers)", "IV"),
        ("Semenovsky Guard", "Sem."),
        ("Don cossacks (Platov)", "Pla."),
        ("Light company (N. Bakhmetev)", "Bak."),
        ("St Petersburg dragoons", "Pet."),
        ("K", "K"),
    ],
)
def test_a_counter_bears_a_number_or_a_short_name(name: str, short: str) -> None:
    assert label(name) == short


def test_a_long_name_loses_its_brackets_before_it_is_cut() -> None:
    assert shortened("5th cuirassier division (Valence)") == "5th cuirassier division"
    assert shortened("20th Foot (Ross)") == "20th Foot (Ross)"
    assert shortened("Kaunitz and Auersperg depot battalions") == "Kaunitz and Auersperg…"


def test_regiments_have_a_label_and_their_factors_decoys_have_neither() -> None:
    pieces = to_builtins(GAME.scene(GAME.set_up("maida_1806", {}), "en"))["pieces"]
    assert pieces["A2"] | {"label": "42", "troop": "line", "factors": [1, 2, 1, 1]} == pieces["A2"]
    assert "label" not in pieces["AD1"]
    assert pieces["AG0"]["short"] == "Reynier"


def test_24_7_a_battery_shows_the_hits_it_can_still_take() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), "A2": ("FR_line", "march", "0806")}).set("A1", hits=1)
    units = {unit["kind"]: unit for unit in counters(t.s, 0, view(t.s, 0))["units"]}
    assert units["art"]["steps"] == [2, 3]
    assert "steps" not in units["inf"]


def test_19_1_of_a_hidden_counter_nothing_is_handed_out_to_be_drawn() -> None:
    t = Table({"A1": ("FR_line", "march", "0806"), "B1": ("AU_foot_art", "limbered", "0818")}).set("B1", hidden=True)
    [back] = [unit for unit in counters(t.s, 0, view(t.s, 0))["units"] if unit["side"] == "army_b" and unit["flags"]]
    assert set(back) == {"id", "side", "place", "squares", "command", "flags", "kind"}
    assert (back["id"], back["kind"]) == ("?0818", "inf")


def test_42_1_a_flag_that_was_taken_lies_where_it_stood() -> None:
    t = Table({"A1": ("FR_line", "march", "0806")}, flags={"B2": "0822"})
    flags = counters(t.s, 0, view(t.s, 0))["flags"]
    assert not [flag for flag in flags if flag.get("taken")]
    t.s.flags[1].remove(at("0822"))
    taken = [flag for flag in counters(t.s, 0, view(t.s, 0))["flags"] if flag.get("taken")]
    assert taken == [{"side": "army_b", "square": "0822", "taken": True}]


def test_42_1_flags_of_a_plan_of_ones_own_leave_no_false_trace() -> None:
    t = Table({"A1": ("FR_line", "march", "0806")}, flags={"B2": "0822"})
    t.s.flags[1] = [at("0122"), at("0722")]
    assert not [flag for flag in counters(t.s, 0, view(t.s, 0))["flags"] if flag.get("taken")]
