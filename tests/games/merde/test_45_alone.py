"""Chapter 45: the army that the rulebook plays, in every battle that ships."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.merde import data, marching, solitaire
from grognard.games.merde.lexicon import MOVES, SUPPORT
from grognard.games.merde.state import Battle
from toolkit_merde import Table, at

IDLE = ("done", "pass", "stay", "hold", "turn", "stand", "halt")
ALONE = {"solitaire": "army_b"}
STANDING = ("borodino_1812", "army_b")  # the Russians wait for the French, and for turn 8


def sit_still(match: grognard.Match, side: str, turns: int) -> Battle:
    """A person who lets the enemy come."""
    s = match.state
    while match.outcome is None and s.turn <= turns:  # type: ignore[attr-defined]
        texts = [str(option) for option in match.options(side)]
        match.play(side, next((text for text in texts if text in IDLE), texts[-1]))
    assert isinstance(match.state, Battle)
    return match.state


@pytest.mark.parametrize("scenario", data.SCENARIOS)
@pytest.mark.parametrize(("auto", "person"), [("army_b", "army_a"), ("army_a", "army_b")])
def test_45_3_every_moving_group_of_every_battle_gains_ground(scenario: str, auto: str, person: str) -> None:
    match = grognard.start("merde", scenario, {"solitaire": auto}, seed="alone")
    s = match.state
    assert isinstance(s, Battle)
    side = match.sides.index(auto)
    moving = {p: _ahead(s, side, p) for p in s.troops(side) if s.order_of(p) in MOVES}
    assert moving or (scenario, auto) == STANDING
    s = sit_still(match, person, 3)
    for piece, before in moving.items():
        if s.pieces[piece].squares:
            gained = _ahead(s, side, piece) - before
            assert gained >= 4 or s.group_of(piece).holding, s.world.stock(piece).id


def _ahead(s: Battle, side: int, piece: int) -> int:
    return max([s.world.forward(side, sq) for sq in s.pieces[piece].squares])


# [45.2] orders


def test_45_2_nothing_is_ordered_before_the_release_and_a_support_names_its_group() -> None:
    match = grognard.start("merde", "austerlitz_pratzen_1805", ALONE, seed="orders")
    s = match.state
    assert isinstance(s, Battle)
    s.turn = 8
    group = s.world.group_ids[(1, "B13")]
    s.group(group).release = 9
    solitaire.write_orders(s, 1)
    assert group not in [letter.group for letter in s.drafts[1].letters]
    s.group(group).release = 0
    solitaire.write_orders(s, 1)
    (letter,) = [letter for letter in s.drafts[1].letters if letter.group == group]
    assert (letter.order, letter.supports) == (SUPPORT, s.world.group_ids[(1, "B8")])


def test_45_2_the_russians_at_borodino_move_a_corps_to_the_left_from_turn_8() -> None:
    match = grognard.start("merde", "borodino_1812", ALONE, seed="tuchkov")
    s = match.state
    assert isinstance(s, Battle)
    group = s.world.group_ids[(1, "B1")]
    first = s.members(group)[0]
    before = s.pieces[first].squares[0]
    s.turn = 7
    s = sit_still(match, "army_a", 12)
    assert s.order_of(first) in MOVES
    now = s.pieces[first].squares[0]
    assert (now & 63) - (before & 63) >= 8
    assert s.world.forward(1, now) - s.world.forward(1, before) <= 2  # sideways, not at the enemy


# [45.3] marches


def test_45_3_a_line_before_a_wood_forms_column_and_deploys_only_where_a_line_can_go() -> None:
    woods = " ".join(f"{x:02d}18" for x in range(6, 12))
    t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "line", "0819 0919")}, terrain={"wood": woods},
              groups={"gB1": ("line", "B1", 1)}, flags={"A2": "0800"}, options=ALONE).movement(1)  # fmt: skip
    assert t.formation("B1") == "march"
    near = Table({"A1": ("FR_line", "march", "0815"), "B1": ("AU_line", "march", "0819")}, terrain={"wood": woods},
                 groups={"gB1": ("line", "B1", 1)}, options=ALONE)  # fmt: skip
    road = marching.Road(near.s, near.piece("B1"), (at("0815"),))
    assert not marching.open_to_line(near.s, near.piece("B1"), (at("0819"), at("0919")), road)
    assert marching.open_to_line(near.s, near.piece("B1"), (at("0816"), at("0916")), road)


def test_45_3_a_line_that_is_to_march_in_column_does_so_while_it_is_alone() -> None:
    for order, formation in (("column", "march"), ("line", "line")):
        t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "line", "0819 0919")},
                  groups={"gB1": (order, "B1", 1)}, options=ALONE).movement(1)  # fmt: skip
        assert t.formation("B1") == formation


def test_45_3_the_way_leads_over_the_bridge() -> None:
    river = " ".join(f"{x:02d}17" for x in range(18))
    t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0818")},
              terrain={"river": river, "bridge": "1117"}, groups={"gB1": ("column", "B1", 1)}, flags={"A2": "0700"},
              options=ALONE).movement(1)  # fmt: skip
    assert t.where("B1") == "1016"


def test_45_3_nobody_is_drawn_past_the_flag() -> None:
    t = Table({"A1": ("FR_line", "march", "0701"), "B1": ("AU_line", "march", "0906")},
              groups={"gB1": ("column", "B1", 1)}, flags={"A2": "0904"}, options=ALONE)  # fmt: skip
    assert solitaire.goals_of(t.s, 1, t.piece("B1")) == (at("0904"),)
    t.s.flags[0].remove(at("0904"))
    assert solitaire.goals_of(t.s, 1, t.piece("B1")) == (at("0701"),)


def test_45_3_who_must_change_column_goes_sideways() -> None:
    t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0320")},
              groups={"gB1": ("column", "B1", 1, 2)}, options=ALONE).movement(1)  # fmt: skip
    assert t.where("B1") == "0720"


def test_45_3_generals_ride_behind_their_lowest_numbered_group() -> None:
    t = Table({"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0810"),
               "B2": ("AU_line", "march", "0418")},
              generals={"BG1": ("silver", "0819", "B1 B2"), "BG0": ("gold", "0820")},
              groups={"gB1": ("column", "B1", 3), "gB2": ("column", "B2", 5)}, options=ALONE)  # fmt: skip
    assert solitaire.post_of(t.s, 1, t.general("BG1")) in (at("0711"), at("0811"), at("0911"))
    t.s.commander(t.general("BG1")).square = at("0811")
    assert solitaire.post_of(t.s, 1, t.general("BG1")) == -1
    assert solitaire.post_of(t.s, 1, t.general("BG0")) == -1  # he is two squares behind already
    t.s.commander(t.general("BG0")).square = at("0817")
    post = solitaire.post_of(t.s, 1, t.general("BG0"))
    assert all(max(abs((post & 63) - x), abs((post >> 6) - y)) >= 2 for x, y in ((8, 10), (4, 18)))


# [45.4] [45.5] fire and charges


def test_45_4_the_light_regiment_in_support_skirmishes_first_and_at_regiments() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "A2": ("FR_foot_art", "limbered", "0909"),
               "B1": ("AU_light", "march", "0712"), "B2": ("AU_line", "march", "1012"),
               "B3": ("AU_light", "march", "1013")},
              groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2), "gB3": ("support", "B3", "gB2")},
              options=ALONE)  # fmt: skip
    t.roll(1, 2, 1, 2).skirmish()
    shots = [event.args[:2] for event in t.s.events if event.key == "skirmish_shot"]
    assert {shooter for shooter, _ in shots} == {t.piece("B3")}
    assert shots[0][1] == t.piece("A1")


def test_45_5_its_cavalry_charges_shaken_infantry_and_nobody_else() -> None:
    for counter, charged in (("FR_line", True), ("FR_heavy_cav", False)):
        t = Table({"A1": (counter, "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
                  groups={"gB1": ("column", "B1", 1)}, options=ALONE).men("A1", 1, 1)  # fmt: skip
        lexicon = t.game.lexicon
        options = [lexicon.parse("charge B1 A1 0809"), lexicon.parse("pass")]
        assert (solitaire.name_fight(t.s, 1, options).verb == "charge") is charged
