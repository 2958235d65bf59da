"""The companion for real miniatures: its arithmetic is that of the game."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import games
from grognard.games.tabletop.rules.fire import SHORT, Circumstances, fire_percent
from grognard.games.tabletop.rules.melee import Clash, melee_percent
from grognard.games.tabletop.table.companion.desk import FORMS
from grognard.games.tabletop.world.world import world
from grognard.kernel.game import SetupError

LANGUAGES = ("en", "it")


def reckon(form: str, language: str = "en", **given: Any) -> dict[str, Any]:
    found = games.load("tabletop").companion.reckon(form, given, language)
    assert found is not None
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_field_and_step_has_words(language: str) -> None:
    facts = games.load("tabletop").companion.page(language)
    assert facts is not None
    assert [form["id"] for form in facts["forms"]] == list(FORMS)
    fields = [field for form in facts["forms"] for field in form["fields"]] + facts["roster"]
    names = [option["name"] for field in fields for option in field.get("options", ())]
    texts = [field["label"] for field in fields] + names + [step["text"] for step in facts["sequence"]]
    texts += [role["label"] for form in facts["forms"] for role in form["roles"]]
    prefixes = ("field.", "role.", "kind.", "class.", "cover.", "companion.", "formation.", "nation.", "cause.")
    assert not [text for text in texts if text.startswith(prefixes)]
    assert len(facts["armies"]) == 4


def test_7_1_a_fire_is_reckoned_as_in_the_game() -> None:
    types = world("crossroads").types
    c = Circumstances(types["rifles"], "veteran", "GB", SHORT, cover="light", dense=True, flank=True)
    wanted = fire_percent(world("crossroads"), c, 3)
    found = reckon(
        "fire",
        type="rifles",
        klass="veteran",
        nation="GB",
        firing=3,
        band="short",
        cover="light",
        target_formation="column",
        flank=True,
    )
    assert found["total"] == f"{wanted.total}%" == "60%"
    assert [row["value"] for row in found["rows"]] == ["10", "+3", "−5", "+5", "+5", "+2", "× 3"]


def test_7_3_cavalry_does_not_fire() -> None:
    """It is not offered among those who fire, and refused by name where it is stated; as a target it is welcome."""
    game = games.load("tabletop")
    horse = [kind.id for kind in world("crossroads").data.unit_types if kind.arm == "cav"]
    facts = game.companion.page("en")
    assert facts is not None
    fields = {field["id"]: field for field in facts["forms"][0]["fields"]}
    assert not set(horse) & {option["value"] for option in fields["type"]["options"]}
    assert set(horse) <= {option["value"] for option in fields["target_type"]["options"]}
    for kind in horse:
        with pytest.raises(SetupError, match=r"^.+: does not fire \(7\.3\)\.$"):
            game.companion.reckon("fire", {"type": kind}, "en")
        with pytest.raises(SetupError, match=r"^.+: non tira \(7\.3\)\.$"):
            game.companion.reckon("fire", {"type": kind}, "it")
        assert reckon("fire", type="foot_art_medium", target_type=kind)["total"] == "120%"
        assert reckon("melee", type=kind)["total"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_7_3_the_roster_knows_who_does_not_fire(language: str) -> None:
    """Cavalry, limbered guns, routed and retreating units cannot take the part of who fires; any may be fired at."""
    facts = games.load("tabletop").companion.page(language)
    assert facts is not None
    shooter, target = facts["forms"][0]["roles"]
    horse = [kind.id for kind in world("crossroads").data.unit_types if kind.arm == "cav"]
    assert shooter["barred"] == {"type": horse, "formation": ["limbered"], "status": ["retreating", "routed"]}
    assert shooter["why"] == {"en": "does not fire (7.3)", "it": "non tira (7.3)"}[language]
    others = [role for form in facts["forms"][1:] for role in form["roles"]]
    assert not [role for role in [target, *others] if role["barred"] or role["why"]]


def test_a_choice_of_another_field_is_no_choice_here() -> None:
    with pytest.raises(SetupError, match=r"^Class: there is no such choice\.$"):
        reckon("fire", klass="line_inf")


def test_8_1_a_melee_is_reckoned_as_in_the_game() -> None:
    types = world("crossroads").types
    wanted = melee_percent(world("crossroads"), Clash(types["cuirassiers"], "elite", impetus=True, at_guns=True), 4)
    found = reckon("melee", type="cuirassiers", klass="elite", fighting=4, impetus=True, target_type="horse_art")
    assert found["total"] == f"{wanted.total}%"
    assert found["result"] is None
    assert found["needs"].startswith(str(wanted.automatic))


@pytest.mark.parametrize(("die", "lost", "left"), [(40, 1, 7), (41, 0, 8)])
def test_7_6_a_die_that_does_not_exceed_the_percentage_is_a_loss(die: int, lost: int, left: int) -> None:
    found = reckon("fire", firing=4, target_pm=8, die=die)
    assert (found["total"], found["die"]) == ("40%", 100)
    assert found["result"]["text"] == f"{lost} morale lost, {left} left."
    assert found["result"]["apply"].get("pm", 0) == -lost


def test_7_5_full_hundreds_need_no_die() -> None:
    found = reckon("melee", type="heavy_cav", fighting=4)
    assert (found["total"], found["die"]) == ("100%", 0)
    assert found["result"]["apply"]["pm"] == -1


def test_9_1_a_loss_at_four_points_or_fewer_leads_to_a_test() -> None:
    assert reckon("fire", firing=4, target_pm=5, die=1)["result"]["then"] == "morale"
    assert reckon("fire", firing=4, target_pm=6, die=1)["result"]["then"] is None
    assert reckon("melee", fighting=4, target_pm=5, die=1)["result"]["with"] == {"cause": "melee"}
    gone = reckon("fire", firing=4, target_pm=1, die=1)["result"]
    assert gone["text"] == "1 morale lost, 0 left. The unit is destroyed."
    assert gone["then"] is None


@pytest.mark.parametrize(
    ("die", "status", "pm"), [(2, "routed", -2), (3, "retreating", 0), (4, "retreating", 0), (5, "ready", 0)]
)
def test_9_3_the_results_of_a_test(die: int, status: str, pm: int) -> None:
    found = reckon("morale", cause="fire", die=die)["result"]["apply"]
    assert (found["status"], found.get("pm", 0)) == (status, pm)


def test_9_2_modifiers_add_to_the_die() -> None:
    found = reckon("morale", klass="elite", nation="RU", general=True, charismatic=True, hard_cover=True, bases_lost=3)
    assert found["total"] == "D10 +3"
    assert reckon("morale", cause="melee")["die"] == 6
    assert reckon("morale", type="heavy_cav", nation="RU")["total"] == "D10 0"


def test_9_4_a_square_beaten_by_infantry_routs() -> None:
    assert reckon("morale", cause="melee", square_by_infantry=True, die=3)["result"]["apply"]["status"] == "routed"


def test_10_3_a_rally_costs_nothing_and_leaves_disorder() -> None:
    assert reckon("morale", cause="rally", die=2)["result"]["apply"] == {"status": "routed", "disordered": True}
    assert reckon("morale", cause="rally", die=5)["result"]["apply"] == {"status": "ready", "disordered": True}


@pytest.mark.parametrize(("klass", "least"), [("elite", 2), ("veteran", 3), ("regular", 4), ("recruit", 5)])
def test_6_6_an_emergency_square(klass: str, least: int) -> None:
    assert reckon("square", klass=klass, die=least)["result"]["apply"] == {"formation": "square"}
    assert reckon("square", klass=klass, die=least - 1)["result"]["apply"] == {"disordered": True}


def test_3_3_a_distant_order() -> None:
    assert reckon("order", rating=1)["total"] == "60%"
    assert reckon("order", rating=1, die=6)["result"]["good"] is True
    assert reckon("order", rating=1, die=7)["result"]["good"] is False
    assert reckon("order", within_voice=True)["die"] == 0


def test_4_5_initiative() -> None:
    assert reckon("initiative", rating=2, die=4)["result"]["text"] == "Initiative 6."


@pytest.mark.parametrize(
    "given",
    [
        {"die": 0},
        {"die": 101},
        {"die": None},
        {"type": None},
        {"firing": 10**9},
        {"firing": None},
        {"flank": None},
        {"other": []},
    ],
)
def test_what_is_missing_or_out_of_bounds_counts_as_not_said(given: dict[str, Any]) -> None:
    found = reckon("fire", **given)
    assert found["result"] is None
    assert found["total"] == ("120%" if given.get("firing") else "40%")


NONSENSE = ({}, [], 176, 1.5, True, "7", [None])


@pytest.mark.parametrize("form", FORMS)
def test_every_field_of_a_form_refuses_what_cannot_be_meant(form: str) -> None:
    """A sentence that names the field, in both languages, and never another exception."""
    game = games.load("tabletop")
    facts = game.companion.page("en")
    assert facts is not None
    fields = next(one for one in facts["forms"] if one["id"] == form)["fields"]
    good = {"check": (True,), "number": (176,), "choice": ()}
    fields = [*fields, {"id": "die", "kind": "number", "label": "The die"}]
    for field in fields:
        for value in NONSENSE:
            if any(value is one for one in good[field["kind"]]):
                continue
            with pytest.raises(SetupError) as refused:
                game.companion.reckon(form, {field["id"]: value}, "en")
            assert str(refused.value).startswith(f"{field['label']}: ")
            with pytest.raises(SetupError, match=r": (serve|non c'è)"):
                game.companion.reckon(form, {field["id"]: value}, "it")


def test_there_is_no_other_form() -> None:
    assert games.load("tabletop").companion.reckon("cooking", {}, "en") is None


# sheets


def sheet(kind: str, roster: dict[str, Any] | None = None, language: str = "en") -> dict[str, Any]:
    found = games.load("tabletop").companion.sheet(kind, roster or {}, language)
    assert found is not None
    return found


def test_1_5_the_roster_has_a_box_for_each_point_in_pairs() -> None:
    unit = {"name": "1/10th", "type": "line_inf", "class": "veteran", "bases": 2, "pm": 3, "formation": "column"}
    found = sheet("roster", {"title": "Mine", "units": [unit]})
    assert found["title"] == "Mine"
    assert found["blocks"][0]["rows"] == [["1/10th", "Line infantry", "veteran", "2", "□ □ | □ ☒", "column", ""]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_3_1_the_roster_sheet_names_armies_commands_generals_and_orders(language: str) -> None:
    companion = games.load("tabletop").companion
    assert companion is not None
    armies = companion.page(language)["armies"][-2:]
    units = [unit for army in armies for unit in army["units"]]
    blocks = sheet("roster", {"units": units}, language)["blocks"]
    assert [block["text"] for block in blocks if block["kind"] == "heading"] == [army["name"] for army in armies]
    commands = list(dict.fromkeys(unit["command"] for unit in units))
    said = [block["text"] for block in blocks if block["kind"] == "text"][:-1]
    chiefs = list(dict.fromkeys(unit["chief"] for unit in units))
    assert len(chiefs) == 2
    assert all("(" in chief for chief in chiefs)  # [3.9] the general of each army, with his rating
    assert [text for text in said if text in chiefs] == chiefs
    led = [text.split("   ")[0] for text in said if text not in chiefs]
    assert led == [command[:60] for command in commands]
    assert sum(len(block["rows"]) for block in blocks if block["kind"] == "table") == len(units)


@pytest.mark.parametrize(
    ("roster", "said"),
    [
        ({"units": 176}, "Units"),
        ({"units": "line"}, "Units"),
        ({"units": {"a": 1}}, "Units"),
        ({"units": ["nonsense"]}, "Units"),
        ({"units": [[]]}, "Units"),
        ({"units": [{}] * 61}, "Units"),
        ({"title": 5}, "Title"),
        ({"units": [{"name": 5}]}, "Unit"),
        ({"units": [{"type": ["line_inf"]}]}, "Kind"),
        ({"units": [{"class": {}}]}, "Class"),
        ({"units": [{"bases": "4"}]}, "Bases"),
        ({"units": [{"bases": True}]}, "Bases"),
        ({"units": [{"pm": 1.5}]}, "Morale"),
        ({"units": [{"formation": 3}]}, "Formation"),
    ],
)
def test_a_roster_of_wrong_types_is_refused_in_a_sentence(roster: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=f"^{said}: "):
        sheet("roster", roster)
    with pytest.raises(SetupError):
        sheet("roster", roster, "it")


def test_a_roster_may_be_empty_and_its_fields_missing() -> None:
    for roster in ({}, {"units": None}, {"units": []}, {"title": None}):
        assert sheet("roster", roster)["blocks"][0]["rows"] == []
    assert sheet("roster", {"units": [{}]})["blocks"][0]["rows"] == [["", "", "", "0", "", "", ""]]
    assert len(sheet("roster", {"units": [{}] * 60})["blocks"][0]["rows"]) == 60
    odd = {"type": "dragons", "class": "brave", "formation": "heap", "bases": 10**9, "pm": -3, "name": "x" * 99}
    row = sheet("roster", {"units": [odd]})["blocks"][0]["rows"][0]
    assert (row[0], row[1:4], row[5]) == ("x" * 60, ["dragons", "brave", "24"], "heap")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_reference_has_every_modifier(language: str) -> None:
    found = sheet("reference", language=language)
    cells = [cell for block in found["blocks"] if block["kind"] == "table" for row in block["rows"] for cell in row]
    words = games.load("tabletop").words
    for name in ("dense", "loose", "at_cavalry", "from_hard_cover", "impetus", "at_guns", "charismatic", "bases_lost"):
        assert words.say(f"term.{name}", (), language) in cells
    assert not [cell for cell in cells if cell.startswith(("term.", "sheet.", "kind."))]


def test_there_is_no_other_sheet() -> None:
    assert games.load("tabletop").companion.sheet("menu", {}, "en") is None
