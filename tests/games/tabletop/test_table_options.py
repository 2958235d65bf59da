"""Options, regions and rehearsals as the table shows them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import games
from grognard.games.tabletop.game import Tabletop
from grognard.games.tabletop.world.world import SIDES
from grognard.kernel.action import Region
from grognard.kernel.match import Match
from grognard.kernel.wire import Leg, Rehearsal
from grognard.kernel.wire import Region as RegionShown
from told import told
from toolkit_tabletop import Table, U

LANGUAGES = ("en", "it")


def game() -> Tabletop:
    found = games.load("tabletop")
    assert isinstance(found, Tabletop)
    return found


def described(t: Table, side: str, language: str = "en") -> dict[str, dict[str, Any]]:
    """Every plain option of the question now put, by its notation."""
    match: Match = t.match
    plain = [option for option in match.options(side) if not isinstance(option, Region)]
    return {o.text: told(game().face(t.s, SIDES.index(side), language).describe(o)) for o in plain}


def regions(t: Table, side: str, language: str = "en") -> dict[str, RegionShown]:
    found = [option for option in t.match.options(side) if isinstance(option, Region)]
    return {o.text: game().face(t.s, SIDES.index(side), language).region(o) for o in found}


def rehearsed(t: Table, side: str, action: str, language: str = "en") -> Rehearsal:
    found = game().face(t.s, SIDES.index(side), language).rehearse(game().lexicon.parse(action))
    assert found is not None
    return found


def test_a_unit_that_may_move_is_lit_and_listed() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(600, 300), "B-1": U(900, 1000, 1800)}).troops("french")
    found = described(t, "french")["move A-1"]
    assert (found["place"], found["unit"], found["group"]) == ("A-1", "A-1", "unit")
    # to end here would be to do nothing: it says how many are left, and is not the chief button
    assert not described(t, "french")["done"].get("primary")
    assert described(t, "french")["done"]["label"] == "Done: 2 have not moved"
    t.play("french", "move A-1")
    assert not described(t, "french")["end"].get("primary")
    t.play("french", "advance 50")
    assert described(t, "french")["end"]["primary"] is True


def test_3_2_the_brigade_of_who_is_asked_is_listed_by_its_general_with_what_each_has_done() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(600, 300), "B-1": U(900, 1000, 1800)}, brigadiers=True).troops("french")
    assert game().face(t.s, 0, "en").roll() is None
    t.play("french", "move A-1")
    found = game().face(t.s, 0, "en").roll()
    assert found is not None
    brigade = t.s.info(0).command
    assert found.title == f"Brigade of {t.world.generals[t.world.brigadier(brigade)][1].name}"
    states = {row.unit: (row.state, row.now) for row in found.rows}
    assert states["A-1"] == ("moves now", True)
    assert states.get("A-2", ("to move", False)) == ("to move", False)
    t.play("french", "advance 50", "end", "move A-2")
    later = game().face(t.s, 0, "en").roll()
    assert later is not None
    assert {row.unit: row.state for row in later.rows}.get("A-1", "moved") == "moved"
    assert game().face(t.s, 1, "en").roll() is None  # the enemy is not asked


def test_a_fire_shows_its_percentage_and_from_whom() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(1200, 300), "B-1": U(900, 350, 1800)}).fire()
    found = described(t, "french")["fire B-1"]
    assert (found["tag"], found["from"], found["place"]) == ("40%", "A-1", "B-1")


def test_a_charge_shows_the_chance_of_winning_its_first_round() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 480, 1800)}).moving("A-1")
    found = described(t, "french")["charge B-1"]
    odds = t.match.odds("french", "charge B-1")
    assert found["tag"] == f"{round(100 * odds.wins['french'])}%"
    assert (found["place"], found["from"]) == ("B-1", "A-1")


def test_orders_stand_with_the_brigadier_and_a_distant_one_has_its_chance() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, brigadiers=True)
    general = t.world.army_general(0)
    t.s.generals[general].x, t.s.generals[general].y = 100, 100
    found = described(t.orders("french"), "french")["order A1 attack O1"]
    assert found["place"] == "A-B1"
    assert found["tag"] == "60%"
    assert found["picture"] == "order.attack"


def test_a_change_of_formation_says_its_price() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    assert described(t, "french")["form column"]["label"] == "Form column (½ of a move)"
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}, nations=("FR", "GB")).moving("A-1")
    assert described(t, "french", "it")["form column"]["label"] == "Forma: colonna (¼ di mossa)"


def test_a_step_is_a_number_and_a_free_move_a_pose() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    found = regions(t, "french")
    ahead = found["advance MM"]
    assert (ahead.gesture, ahead.template, ahead.max, ahead.suffix) == ("amount", "advance {n}", 140, "cm")
    assert found["wheel left ANGLE"].template == "wheel left {n}"
    assert found["wheel left ANGLE"].suffix == "°"
    free = found["goto X Y FACING"]
    assert (free.gesture, free.place, free.start) == ("pose", "A-1", [900, 300, 0])
    assert t.match.why_not("french", free.template.format(x=900, y=400, facing=0)) == []


def test_a_general_rides_to_a_point() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).generals("french")
    t.play("french", "general A-G")
    found = regions(t, "french")["ride X Y"]
    assert (found.gesture, found.place) == ("point", "A-G")
    assert t.match.why_not("french", found.template.format(x=910, y=620)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_is_in_the_readers_language(language: str) -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(300, 300, 0, "horse_art", "limbered"), "B-1": U(900, 420, 1800)})
    for name in ("A-1", "A-2"):
        t.moving(name)
        found = [str(one["label"]) for one in described(t, "french", language).values()]
        found += [one.label for one in regions(t, "french", language).values()]
        assert found
        assert not [label for label in found if "label." in label or "{" in label]


def test_a_rehearsal_tells_steps_costs_and_what_is_left() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    before = t.match.fingerprint
    found = rehearsed(t, "french", "goto 900 400 0")
    assert found.legs == [Leg("Advance 10 cm", "10 cm")]
    assert (found.pose, found.left, found.left_mm) == ([900, 400, 0], "4 cm left", 40)
    assert found.way == [[900, 300], [900, 400]]
    assert t.match.fingerprint == before


def test_a_rehearsal_tells_whom_the_unit_would_see_and_fire_at() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 450, 1800)}).moving("A-1")
    found = rehearsed(t, "french", "advance 80")
    assert found.sees == ["B-1"]
    assert [(one.place, one.tag) for one in found.threatens] == [("B-1", "40%")]
    assert [(one.place, one.tag) for one in found.threatened] == [("B-1", "40%")]
    assert found.areas


def test_a_rehearsal_of_a_charge_ends_a_centimetre_before_its_target() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800)}).moving("A-1")
    assert rehearsed(t, "french", "charge B-1").pose == [900, 440, 0]


def test_a_rehearsal_of_what_is_illegal_is_shown_all_the_same() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    assert rehearsed(t, "french", "advance 300").pose == [900, 600, 0]
    assert t.rules("french", "advance 300") == ["5.8"]
    assert "16 cm" in t.refusal("french", "advance 300")


def test_what_is_no_move_has_no_rehearsal() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    assert game().face(t.s, 0, "en").rehearse(game().lexicon.parse("end")) is None
    assert game().face(t.s, 1, "en").rehearse(game().lexicon.parse("advance 20")) is None


def test_the_question_of_fire_shows_both_ranges() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 350, 1800)}).fire()
    found = game().face(t.s, 0, "en").areas()
    assert [area.label for area in found] == ["long range, 9 cm", "short range, 4 cm"]
    assert game().face(t.s, 1, "en").areas() == []


def test_a_move_shows_the_corridor_of_each_charge() -> None:
    t = Table({"A-1": U(900, 300, 0, "heavy_cav"), "B-1": U(900, 450, 1800)}).moving("A-1")
    found = game().face(t.s, 0, "en").areas()
    assert [(area.place, area.style) for area in found] == [("B-1", "threat corridor")]
    assert max(y for _, y in found[0].polygon) == pytest.approx(450, abs=1)


def test_one_click_fires_everybody_at_the_best_target() -> None:
    t = Table({"A-1": U(600, 300), "A-2": U(900, 300), "B-1": U(600, 350, 1800), "B-2": U(900, 340, 1800)}).fire()
    found = game().face(t.s, 0, "en").shortcuts()
    assert found[0].actions == ["fire B-1", "fire B-2"]
    t.play("french", *found[0].actions)
    assert [(s.shooter, s.target) for s in t.s.shots[:2]] == [(t.u("A-1"), t.u("B-1")), (t.u("A-2"), t.u("B-2"))]


def test_one_click_goes_straight_ahead() -> None:
    t = Table({"A-1": U(900, 300), "B-1": U(900, 1000, 1800)}).moving("A-1")
    assert game().face(t.s, 0, "en").shortcuts()[0].actions == ["advance 140", "end?"]


def test_a_click_on_an_enemy_asks_about_a_charge_or_a_fire() -> None:
    t = Table({"A-1": U(900, 300), "A-2": U(600, 300), "B-1": U(900, 600, 1800)}).moving("A-1")
    assert game().face(t.s, 0, "en").about("B-1") == ["charge B-1"]
    assert "cm are missing" in t.refusal("french", "charge B-1")
    t.troops("french")
    assert game().face(t.s, 0, "en").about("A-2") == ["move A-2"]
    assert game().face(t.s, 0, "en").about("B-1") == []
