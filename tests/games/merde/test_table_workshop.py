"""The workshop: armies bought, laid out, examined, kept as text; a match of such a battle stands alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

import grognard
from grognard.games.merde.game import GAME
from grognard.games.merde.table.workshop.desk import Says, empty
from grognard.games.merde.world import data
from grognard.kernel.game import SetupError

Json = dict[str, Any]


def regiment(side: str, n: int, counter: str) -> Json:
    name = f"{side}-R{n}"
    return {
        "id": name,
        "name": f"Regiment {n}",
        "corps": "I",
        "formation": "march_column",
        "facing": "N",
        "units": [{"id": f"{name}/{i}", "counter": counter} for i in (1, 2)],
        "squares": [[0, 0]],
    }


def bought() -> Json:
    """Two small armies, bought but laid out nowhere."""
    battle = empty(Says(GAME.words, "en"))
    for side, nation in (("A", "FR"), ("B", "AU")):
        army = battle["sides"][side]
        army["commanders"].append(
            {
                "id": f"{side}-G1",
                "name": "Brigadier",
                "role": "corps",
                "level": "bronze",
                "corps": "I",
                "square": [9, 4],
            }
        )
        army["regiments"] = [regiment(side, n, f"{nation}_line") for n in range(1, 4)]
        army["regiments"].append(regiment(side, 4, f"{nation}_light_cav"))
        army["batteries"] = [
            {
                "id": f"{side}-B1",
                "name": "Guns",
                "counter": f"{nation}_foot_art",
                "corps": "I",
                "limbered": True,
                "facing": "N",
                "squares": [[0, 0]],
            }
        ]
    return battle


def laid_out() -> str:
    text = json.dumps(bought())
    for side in data.SIDES:
        text = GAME.workshop.inspect(text, f"deploy:{side}", "en")["text"]
    return text


def test_an_army_that_is_only_bought_has_faults_with_their_squares() -> None:
    found = GAME.workshop.inspect(json.dumps(bought()), "", "en")
    rules = {fault["rule"] for fault in found["faults"]}
    assert {"3.2", "6.1", "10.1", "13.1"} <= rules
    assert any(fault["places"] == ["0000"] for fault in found["faults"])
    assert found["facts"] == {side: {"points": 144, "limit": 200} for side in data.SIDES}


def test_a_staff_officer_lays_it_out_without_a_fault() -> None:
    found = GAME.workshop.inspect(laid_out(), "", "en")
    assert found["faults"] == []
    assert found["scene"].columns == 18


@pytest.mark.parametrize("name", data.SCENARIOS)
@pytest.mark.parametrize("side", data.SIDES)
def test_any_shipped_army_can_be_laid_out_anew(name: str, side: str) -> None:
    text = data.read(f"scenarios/{name}.json").decode()
    assert GAME.workshop.inspect(text, f"deploy:{side}", "en")["faults"] == []


def test_a_larger_field_moves_the_lines() -> None:
    battle = bought()
    battle["board"]["sections_deep"] = 3
    grown = json.loads(GAME.workshop.inspect(json.dumps(battle), "lines", "en")["text"])
    assert grown["board"]["height"] == 36
    assert grown["sides"]["B"]["rear_rows"] == [30, 35]


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"sides": 3}', '{"a": ' * 2000])
def test_any_text_gets_an_answer(text: str) -> None:
    for wish in ("", "deploy:A", "lines", "nonsense"):
        found = GAME.workshop.inspect(text, wish, "it")
        assert found["faults"], (text[:20], wish)
        assert found["scene"] is None


def odd(change: str) -> str:
    """A battle with something in it that no scenario has."""
    found = json.loads(laid_out())
    army = found["sides"]["A"]
    if change == "far":
        found["terrain"] = [{"type": "wood", "squares": [[10**12, -4], [3, 3]]}]
    elif change == "huge":
        found["board"] |= {"sections_wide": 10**9, "width": 18 * 10**9}
    elif change == "counter":
        army["regiments"][0]["units"][0]["counter"] = "FR_elephant"
    elif change == "nation":
        army["nation"] = "XX"
    elif change == "nothing":
        found["terrain"] = [{"type": "wood", "name": "Nowhere", "squares": []}]
    elif change == "lava":
        found["terrain"] = [{"type": "lava", "squares": [[3, 3]]}]
    return json.dumps(found)


@pytest.mark.parametrize(
    ("change", "rule"),
    [("far", "5.5"), ("huge", "5.1"), ("counter", "44.2"), ("nation", "44.2"), ("nothing", "5.5"), ("lava", "5.5")],
)
@pytest.mark.parametrize("wish", ["", "open", "deploy:A", "lines"])
def test_whatever_a_file_holds_its_fault_is_named(change: str, rule: str, wish: str) -> None:
    found = GAME.workshop.inspect(odd(change), wish, "en")
    assert rule in [fault["rule"] for fault in found["faults"]]
    assert (found["scene"] is None) == (change in ("huge", "counter", "nation"))


def test_what_cannot_be_laid_out_stays_as_it_is() -> None:
    found = GAME.workshop.inspect(odd("counter"), "deploy:A", "it")
    assert found["text"] is None
    assert "FR_elephant" in found["faults"][0]["text"]
    crowd = bought()
    crowd["sides"]["A"]["regiments"] = [regiment("A", n, "FR_line") for n in range(1, 120)]
    full = GAME.workshop.inspect(json.dumps(crowd), "deploy:A", "en")
    assert (full["text"], full["faults"][0]["rule"]) == (None, "6.2")
    assert "no room" in full["faults"][0]["text"]
    assert full["scene"] is not None


def test_an_opened_file_keeps_what_it_says_and_gets_what_it_leaves_out() -> None:
    battle = json.loads(laid_out()) | {"author": "a friend"}
    del battle["solitaire"], battle["sides"]["A"]["commanders"][0]["corps"]
    full = json.loads(GAME.workshop.inspect(json.dumps(battle), "open", "en")["text"])
    assert full["author"] == "a friend"
    assert full["solitaire"] == {"enemy": "B", "plan": [], "contingencies": []}
    assert full["sides"]["A"]["commanders"][0]["corps"] is None
    assert full["sides"]["B"] == battle["sides"]["B"] | {"points_used": None} | {
        key: full["sides"]["B"][key] for key in ("commanders", "groups", "batteries", "regiments")
    }
    for broken in ('{"sides": 3}', '{"sides": {"A": {}, "B": {}}}', laid_out()[:900]):
        assert GAME.workshop.inspect(broken, "open", "en")["text"] is None


def test_43_1_a_bronze_general_leads_a_small_battle() -> None:
    for level, cost in (("silver", 25), ("bronze", 20)):
        battle = json.loads(laid_out())
        for side in data.SIDES:
            battle["sides"][side]["commanders"][0]["level"] = level
        text = json.dumps(battle)
        for side in data.SIDES:
            text = GAME.workshop.inspect(text, f"deploy:{side}", "en")["text"]
        found = GAME.workshop.inspect(text, "", "en")
        assert found["faults"] == []
        assert found["facts"]["A"]["points"] == 119 + cost
        match = grognard.start("merde", data.CUSTOM, {"battle": text}, "minor")
        assert [option for option in match.options("army_a") if option.verb == "change"]


def test_a_match_of_ones_own_battle_stands_alone_in_its_record() -> None:
    match = grognard.start("merde", data.CUSTOM, {"battle": laid_out(), "fog_of_war": False}, "own-battle")
    for side in ("army_a", "army_b"):
        match.play(side, "done")
    again = grognard.loads(match.record.dumps())
    assert again.fingerprint == match.fingerprint
    assert again.setup.scenario == data.CUSTOM
    assert GAME.scene(again.setup, "en").pieces["A1"].name == "Regiment 1"


def test_a_battle_that_breaks_a_rule_is_refused_with_the_rule() -> None:
    with pytest.raises(SetupError, match=r"\[3\.2\] Side A has no flag"):
        grognard.start("merde", data.CUSTOM, {"battle": json.dumps(bought())}, "x")
    with pytest.raises(SetupError, match="text"):
        grognard.start("merde", data.CUSTOM, {}, "x")
    with pytest.raises(SetupError, match="cannot be read"):
        grognard.start("merde", data.CUSTOM, {"battle": "{"}, "x")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_bench_has_prices_and_words(language: str) -> None:
    bench = GAME.workshop.bench(language)
    assert {counter["nation"] for counter in bench["counters"]} == {"FR", "AU", "RU", "PR", "GB"}
    assert all(counter["points"] > 0 for counter in bench["counters"])
    assert len(bench["battles"]) == len(data.SCENARIOS)
    assert not any(text.startswith("workshop.") for text in bench["words"].values())


def test_19_1_a_battle_of_ones_own_brings_its_fog_unless_somebody_says_otherwise() -> None:
    text = json.dumps(json.loads(laid_out()) | {"fog_of_war": True})
    assert GAME.set_up(data.CUSTOM, {"battle": text}).options["fog_of_war"] is True
    assert GAME.set_up(data.CUSTOM, {"battle": text, "fog_of_war": False}).options["fog_of_war"] is False
    alone = {"battle": text, "solitaire": "army_b"}
    assert GAME.set_up(data.CUSTOM, alone).options["fog_of_war"] is False  # [45.1]
    with pytest.raises(SetupError, match=r"fog"):
        GAME.set_up(data.CUSTOM, alone | {"fog_of_war": True})


def test_18_7_the_draft_puts_supports_into_the_column_of_their_group() -> None:
    army = json.loads(laid_out())["sides"]["A"]
    columns = {group["id"]: group["target_column"] for group in army["groups"]}
    backed = [(group["target_column"], columns[group["supports"]]) for group in army["groups"] if "supports" in group]
    assert backed
    assert all(own == theirs for own, theirs in backed)


def test_45_2_a_contingency_of_ones_own_comes_true() -> None:
    battle = json.loads(laid_out())
    group = next(g for g in battle["sides"]["B"]["groups"] if g["order"] == "move_column")
    change = {"group": group["id"], "order": "garrison", "target_column": group["target_column"]}
    battle["solitaire"]["contingencies"] = [{"trigger": "turn", "value": 1, "change": change}]
    assert GAME.workshop.inspect(json.dumps(battle), "", "en")["faults"] == []
    options = {"battle": json.dumps(battle), "solitaire": "army_b"}
    match = grognard.start("merde", data.CUSTOM, options, "own-contingency")
    while "new_order" not in [event.key for _, event in match.log()]:
        match.play("army_a", match.options("army_a")[-1])
    assert any(g["order"] == "garrison" for g in match.view("army_a")["groups"] if g["side"] == "army_b")


def test_45_1_works_go_to_position_batteries_and_flags_to_the_best_protected_squares() -> None:
    battle = bought()
    battle["terrain"] = [
        {"type": "fortification", "squares": [[8, 2]], "side": "A"},
        {"type": "hill", "squares": [[9, 3]]},
        {"type": "wood", "squares": [[1, 1]]},
        {"type": "settlement", "squares": [[2, 4], [3, 4]]},
        {"type": "settlement", "squares": [[12, 1], [13, 1]]},
        {"type": "fortification", "squares": [[13, 1]], "side": "A"},
    ]
    army = battle["sides"]["A"]
    army["batteries"][0]["counter"] = "FR_position_art"
    one = regiment("A", 9, "FR_sharpshooters")
    army["regiments"].append(one | {"units": one["units"][:1]})
    text = GAME.workshop.inspect(json.dumps(battle), "deploy:A", "en")["text"]
    text = GAME.workshop.inspect(text, "deploy:B", "en")["text"]
    assert GAME.workshop.inspect(text, "", "en")["faults"] == []
    found = json.loads(text)["sides"]["A"]
    assert found["batteries"][0]["squares"] == [[8, 2]]
    assert [flag["square"] for flag in found["flags"]][::2] == [[3, 4], [13, 1]]
    orders = {name: group["order"] for group in found["groups"] for name in group["members"]}
    assert orders["A-R9"] == "garrison"
