"""Chapter 45: the army that the rulebook plays, in every battle that ships."""

from __future__ import annotations

import pytest

import grognard
from grognard import bots
from grognard.games.merde.rules.cavalry.square import Charged
from grognard.games.merde.rules.combat import exchange as combat
from grognard.games.merde.rules.combat.melee import ChargeExchange
from grognard.games.merde.rules.frames import CHOSEN, WRITTEN, Question, Secret
from grognard.games.merde.rules.orders import sector_of
from grognard.games.merde.rules.solitaire import answers as solitaire
from grognard.games.merde.rules.solitaire import gunnery, marching
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import FACINGS, FORMATIONS, LONG, MARCH, MOVES, PIECES, RESERVE, SHORT, SUPPORT
from grognard.games.merde.world.state import Battle
from toolkit_merde import Table, at

IDLE = ("done", "pass", "stay", "hold", "turn", "stand", "halt")
ALONE = {"solitaire": "army_b"}
STANDING = (("borodino_1812", "army_b"), ("montebello_1800", "army_b"))  # they wait for the French, and for their turn


def sit_still(match: grognard.Match, side: str, turns: int) -> Battle:
    """A person who lets the enemy come."""
    s = match.state
    while match.outcome is None and s.turn <= turns:  # type: ignore[attr-defined]
        texts = [str(option) for option in match.options(side)]
        match.play(side, next((text for text in texts if text in IDLE), texts[-1]))
    assert isinstance(match.state, Battle)
    return match.state


@pytest.mark.slow
@pytest.mark.parametrize("scenario", data.SCENARIOS)
@pytest.mark.parametrize(("auto", "person"), [("army_b", "army_a"), ("army_a", "army_b")])
def test_45_3_every_moving_group_of_every_battle_gains_ground(scenario: str, auto: str, person: str) -> None:
    match = grognard.start("merde", scenario, {"solitaire": auto}, seed="alone")
    s = match.state
    assert isinstance(s, Battle)
    side = match.sides.index(auto)
    moving = {p: _ahead(s, side, p) for p in s.troops(side) if s.order_of(p) in MOVES}
    assert moving or (scenario, auto) in STANDING
    s = sit_still(match, person, 3)
    log = [event for _, event in match.log(None, True)]
    back = {event.args[0] for event in log if event.key == "falls_back_to"}
    back |= {event.args[1] for event in log if event.key == "replaces"}
    for piece, before in moving.items():
        if s.pieces[piece].squares and piece not in back:
            gained = _ahead(s, side, piece) - before
            assert gained >= 4 or s.group_of(piece).holding, s.world.stock(piece).id


def _ahead(s: Battle, side: int, piece: int) -> int:
    return max([s.world.forward(side, sq) for sq in s.pieces[piece].squares])


def test_45_1_every_question_of_the_game_has_an_answer_of_the_rulebook() -> None:
    asked = {kind.__name__ for kind in [*Question.__subclasses__(), *Charged.__subclasses__()]} - {"Charged"}
    assert asked == {*CHOSEN, "ShotAtCharge"}  # [31.4] a shot is drawn, not asked for
    written = {kind.__name__ for kind in Secret.__subclasses__()} - {"Exchange"}
    assert written | {kind.__name__ for kind in ChargeExchange.__bases__[0].__subclasses__()} == set(WRITTEN)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", data.SCENARIOS)
def test_45_1_it_marches_and_fights_in_every_battle_and_says_that_nobody_decides_for_it(scenario: str) -> None:
    match = grognard.start("merde", scenario, ALONE, seed="s2")
    person = bots.make("random", "merde", "army_a", "s2")
    while match.outcome is None and match.state.turn <= 12:  # type: ignore[attr-defined]
        match.play("army_a", person.choose(match.view("army_a")))
    log = [event for _, event in match.log(None, True)]
    assert "chapter 45" in match.say(log[0])
    fought = [piece for event in log if event.key == "engages" for piece in event.args[:2]]
    marched = {event.args[0] for event in log if event.key == "marches"}
    assert any(piece >= PIECES for piece in fought)
    assert len([piece for piece in marched if piece >= PIECES]) >= 4


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


def released(auto: str, battle: str, turn: int, more: dict[str, str] | None = None) -> tuple[grognard.Match, Battle]:
    """A battle at a turn, before the orders of both sides."""
    match = grognard.start("merde", battle, {"solitaire": auto, **(more or {})}, seed="orders")
    s = match.state
    assert isinstance(s, Battle)
    s.turn = turn
    return match, s


def test_45_2_a_change_that_was_not_understood_is_written_again() -> None:
    _, s = released("army_b", "maida_1806", 3)
    group = s.world.group_ids[(1, "B5")]
    solitaire.write_orders(s, 1)
    assert [letter.group for letter in s.drafts[1].letters] == [group]
    assert [event.key for event in s.events].count("contingency") == 1
    s.drafts[1].letters.clear()  # lost on its way, or not understood
    s.turn = 4
    solitaire.write_orders(s, 1)
    assert [letter.group for letter in s.drafts[1].letters] == [group]
    assert [event.key for event in s.events].count("contingency") == 1
    s.letters[1] = s.drafts[1].letters[:]  # while one rides no other is sent
    s.drafts[1].letters.clear()
    solitaire.write_orders(s, 1)
    assert not s.drafts[1].letters


def test_45_2_a_taken_number_gives_way_to_the_lowest_free_one() -> None:
    _, s = released("army_b", "maida_1806", 3)
    s.group(s.world.group_ids[(1, "B3")]).number = 4
    solitaire.write_orders(s, 1)
    (letter,) = s.drafts[1].letters
    assert (letter.number, letter.supports) == (3, -1)


def test_45_2_the_player_may_decide_a_change_for_the_enemy_once_and_reads_which() -> None:
    match = grognard.start("merde", "montebello_1800", ALONE, seed="orders")
    assert not [option for option in match.options("army_a") if option.verb == "enemy"]  # nobody is released yet
    s = sit_still(match, "army_a", 9)
    offered = [option for option in match.options("army_a") if option.verb == "enemy"]
    assert [str(option) for option in offered] == ["enemy 3", "enemy 4"]  # the first two came true in turns 4 and 8
    label = match.game.face(s, 0, "en").describe(offered[0]).label
    for word in ("Archduke Josef hussars", "move in column", "column 4"):
        assert word in label
    match.play("army_a", "enemy 3")
    assert not [option for option in match.options("army_a") if option.verb == "enemy"]  # once for a group
    with pytest.raises(grognard.IllegalAction):
        match.play("army_a", "enemy 4")


def test_45_2_without_a_plan_of_the_scenario_reserves_come_at_their_turn_or_when_a_column_near_them_breaks() -> None:
    _, s = released("army_a", "montebello_1800", 6)
    solitaire.write_orders(s, 0)
    assert not s.drafts[0].letters
    s.turn = 7
    solitaire.write_orders(s, 0)
    assert len(s.drafts[0].letters) == 3
    assert len({letter.number for letter in s.drafts[0].letters}) == 3
    text = data.read("scenarios/borodino_1812.json").decode().replace('"release_turn": 14', '"release_turn": 0')
    _, s = released("army_a", "custom", 4, {"battle": text})
    cavalry = s.world.group_ids[(0, "A13")]
    assert s.group(cavalry).order == RESERVE
    solitaire.write_orders(s, 0)
    assert not s.drafts[0].letters
    for piece in s.troops(0):  # column 5 is empty, and an enemy stands in it before the reserve
        if any((sq & 63) // 6 == 5 for sq in s.pieces[piece].squares):
            s.remove(piece)
    s.put(s.troops(1)[0], (at("3206"), at("3306")), s.pieces[s.troops(1)[0]].formation, 2)
    solitaire.write_orders(s, 0)
    assert [letter.group for letter in s.drafts[0].letters] == [cavalry]


def test_18_7_a_support_that_has_lost_its_group_holds_the_sector_where_it_stands() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0801"),
            "B1": ("AU_line", "march", "0818"),
            "B2": ("AU_light_cav", "march", "0819"),
        },
        groups={"gB1": ("column", "B1", 1), "gB2": ("support", "B2", "gB1")},
    )
    t.s.put(t.piece("B2"), (at("1407"),), 0, 2)
    t.s.remove(t.piece("B1"))
    assert sector_of(t.s, t.piece("B2")) == sector_of(t.s, t.piece("B2")) == 9 * 1 + 2


# [45.3] marches


def test_45_3_three_regiments_abreast_go_straight_on_and_not_through_one_another() -> None:
    pieces = {"A1": ("FR_line", "march", "1601")}
    pieces |= {f"B{n}": ("AU_line", "line", f"{2 * n + 4:02d}20 {2 * n + 5:02d}20") for n in (1, 2, 3)}
    t = Table(pieces, groups={"gB1": ("line", "B1 B2 B3", 1)}, flags={"A2": "0800"}, options=ALONE).movement(1)
    assert [t.where(f"B{n}") for n in (1, 2, 3)] == ["0617 0717", "0817 0917", "1017 1117"]
    assert not [event for event in t.s.events if event.key == "interpenetrates"]


def test_45_3_one_behind_the_other_the_first_makes_room() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "1601"), "B1": ("AU_line", "march", "0821"), "B2": ("AU_line", "march", "0820")},
        groups={"gB1": ("column", "B1 B2", 1)},
        flags={"A2": "0800"},
        options=ALONE,
    ).movement(1)
    assert (t.where("B1"), t.where("B2")) == ("0817", "0816")
    assert not [event for event in t.s.events if event.key == "interpenetrates"]


def test_45_3_supports_follow_at_a_distance_and_close_up_when_the_enemy_is_near() -> None:
    for enemy, ends in (("0801", ("0815", "0917")), ("0809", ("0814", "0916"))):
        t = Table(
            {
                "A1": ("FR_line", "march", enemy),
                "B1": ("AU_line", "line", "0816 0916"),
                "B2": ("AU_light", "march", "0818"),
                "B3": ("AU_light_cav", "march", "0920"),
            },
            groups={"gB1": ("line", "B1", 1), "gB2": ("support", "B2", "gB1"), "gB3": ("support", "B3", "gB1")},
            options=ALONE,
        ).movement(1)
        assert t.where("B1") == "0813 0913"
        assert (t.where("B2"), t.where("B3")) == ends


@pytest.mark.parametrize(("counter", "ends"), [("AU_light_cav", "1014"), ("AU_light", "1013")])
def test_45_3_cavalry_follows_its_infantry_and_does_not_come_up_beside_it(counter: str, ends: str) -> None:
    """Cavalry is the last of those who follow: a rank behind, where infantry in support comes up abreast."""
    t = Table(
        {"A1": ("FR_line", "march", "0809"), "B1": ("AU_line", "line", "0816 0916"), "B2": (counter, "march", "1116")},
        groups={"gB1": ("line", "B1", 1), "gB2": ("support", "B2", "gB1")},
        options=ALONE,
    )
    t.movement(1)
    assert t.where("B1") == "0813 0913"
    assert t.where("B2") == ends


@pytest.mark.parametrize(
    ("order", "far", "formation"),
    [
        ("line", "0811", "attack"),
        ("line", "0806", "march"),
        ("garrison", "0812", "attack"),
        ("support", "0812", "attack"),
    ],
)
def test_45_3_whoever_has_attack_columns_forms_them_within_three_squares(order: str, far: str, formation: str) -> None:
    groups = {
        "gB1": (order, "B1", 1) if order == "line" else (order, "B1", "gB2") if order == "support" else (order, "B1"),
        "gB2": ("line", "B2", 2),
    }
    t = Table(
        {
            "A1": ("AU_line", "line", f"{far} 09{far[2:]}"),
            "B1": ("FR_line", "march", "0815"),
            "B2": ("FR_line", "line", "1015 1115"),
        },
        groups=groups,
        options=ALONE,
    )
    t.movement({"line": 1, "garrison": 13, "support": 2}[order])
    if order == "garrison":
        t.play("army_a", "done")
    assert t.formation("B1") == formation


@pytest.mark.parametrize(
    ("enemy", "formation"), [("0808", "line"), ("0810", "line"), ("0811", "line"), ("0805", "march")]
)
def test_45_3_others_deploy_at_five_squares_and_also_when_surprised(enemy: str, formation: str) -> None:
    t = Table(
        {"A1": ("FR_line", "attack", enemy), "B1": ("AU_line", "march", "0812")},
        groups={"gB1": ("line", "B1", 1)},
        options=ALONE,
    ).movement(1)
    assert t.formation("B1") == formation


@pytest.mark.parametrize(("cavalry", "formation"), [("0809", "square"), ("0807", "march")])
def test_45_3_a_square_is_given_up_when_no_cavalry_is_near(cavalry: str, formation: str) -> None:
    t = Table(
        {"A1": ("AU_light_cav", "march", cavalry), "B1": ("FR_line", "square", "0814")},
        groups={"gB1": ("column", "B1", 1)},
        options=ALONE,
    ).movement(1)
    assert t.formation("B1") == formation


def test_45_3_a_line_before_a_wood_forms_column_and_deploys_only_where_a_line_can_go() -> None:
    woods = " ".join(f"{x:02d}18" for x in range(6, 12))
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "line", "0819 0919")},
        terrain={"wood": woods},
        groups={"gB1": ("line", "B1", 1)},
        flags={"A2": "0800"},
        options=ALONE,
    ).movement(1)
    assert t.formation("B1") == "march"
    near = Table(
        {"A1": ("FR_line", "march", "0815"), "B1": ("AU_line", "march", "0819")},
        terrain={"wood": woods},
        groups={"gB1": ("line", "B1", 1)},
        options=ALONE,
    )
    road = marching.Road(near.s, near.piece("B1"), (at("0815"),))
    assert not marching.open_to_line(near.s, near.piece("B1"), (at("0819"), at("0919")), road)
    assert marching.open_to_line(near.s, near.piece("B1"), (at("0816"), at("0916")), road)


def test_45_3_a_line_that_is_to_march_in_column_does_so_while_it_is_alone() -> None:
    for order, formation in (("column", "march"), ("line", "line")):
        t = Table(
            {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "line", "0819 0919")},
            groups={"gB1": (order, "B1", 1)},
            options=ALONE,
        ).movement(1)
        assert t.formation("B1") == formation


def test_45_3_the_way_leads_over_the_bridge() -> None:
    river = " ".join(f"{x:02d}17" for x in range(18))
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0818")},
        terrain={"river": river, "bridge": "1117"},
        groups={"gB1": ("column", "B1", 1)},
        flags={"A2": "0700"},
        options=ALONE,
    ).movement(1)
    assert t.where("B1") == "1116"


def test_45_3_nobody_is_drawn_past_the_flag() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0701"), "B1": ("AU_line", "march", "0906")},
        groups={"gB1": ("column", "B1", 1)},
        flags={"A2": "0904"},
        options=ALONE,
    )
    assert solitaire.goals_of(t.s, 1, t.piece("B1")) == (at("0904"),)
    t.s.flags[0].remove(at("0904"))
    assert solitaire.goals_of(t.s, 1, t.piece("B1")) == (at("0701"),)


def test_45_3_who_must_change_column_goes_sideways() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0320")},
        groups={"gB1": ("column", "B1", 1, 2)},
        options=ALONE,
    ).movement(1)
    assert t.where("B1") == "0720"


def test_45_3_generals_ride_behind_their_lowest_numbered_group() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0801"), "B1": ("AU_line", "march", "0810"), "B2": ("AU_line", "march", "0418")},
        generals={"BG1": ("silver", "0819", "B1 B2"), "BG0": ("gold", "0820")},
        groups={"gB1": ("column", "B1", 3), "gB2": ("column", "B2", 5)},
        options=ALONE,
    )
    assert solitaire.post_of(t.s, 1, t.general("BG1")) in (at("0711"), at("0811"), at("0911"))
    t.s.commander(t.general("BG1")).square = at("0811")
    assert solitaire.post_of(t.s, 1, t.general("BG1")) == -1
    assert solitaire.post_of(t.s, 1, t.general("BG0")) == -1  # he is two squares behind already
    t.s.commander(t.general("BG0")).square = at("0817")
    post = solitaire.post_of(t.s, 1, t.general("BG0"))
    assert all(max(abs((post & 63) - x), abs((post >> 6) - y)) >= 2 for x, y in ((8, 10), (4, 18)))


def test_45_3_who_has_let_an_enemy_pass_faces_about() -> None:
    for enemy, facing in (("0816", "north"), ("0817", "south"), ("1112", "south")):
        t = Table(
            {"A1": ("FR_line", "attack", enemy), "B1": ("AU_line", "line", "0813 0913")},
            groups={"gB1": ("line", "B1", 1)},
            options=ALONE,
        ).movement(1)
        assert FACINGS[t.look("B1").facing] == facing


def test_45_3_the_cic_keeps_out_of_the_enemys_reach_and_behind_all_his_friends() -> None:
    t = Table(
        {
            "A1": ("FR_light_cav", "march", "0815"),
            "B1": ("AU_line", "line", "0818 0918"),
            "B2": ("AU_line", "march", "1214"),
        },
        generals={"BG0": ("gold", "0819"), "BG1": ("silver", "0920", "B1")},
        groups={"gB1": ("line", "B1", 1), "gB2": ("line", "B2", 2)},
        options=ALONE,
    )
    post = solitaire.post_of(t.s, 1, t.general("BG0"))
    assert post >> 6 == 21  # six squares from the enemy, two or more behind the line
    t.s.commander(t.general("BG0")).square = post
    assert solitaire.post_of(t.s, 1, t.general("BG0")) == -1


@pytest.mark.parametrize(
    ("group", "order", "hill", "formation"),
    [
        ("0815", "column", "", "unlimbered"),
        ("0916", "column", "", "unlimbered"),  # it stands by its group already
        ("0814", "column", "", "limbered"),  # the group has gone on
        ("0814", "reserve", "", "unlimbered"),  # [18.6] who backs a reserve stays with it
        ("0815", "column", "0613", "limbered"),  # the first hill of its group's sector is free
        ("0815", "reserve", "0613", "unlimbered"),
        ("0815", "column", "1213", "unlimbered"),  # that one is another sector's
    ],
)
def test_45_3_a_battery_limbers_only_to_go_somewhere(group: str, order: str, hill: str, formation: str) -> None:
    leading = (order, "B1", 1) if order == "column" else (order, "B1")
    t = Table(
        {
            "A1": ("FR_line", "march", "0801"),
            "B1": ("AU_line", "march", group),
            "B2": ("AU_foot_art", "unlimbered", "0816"),
        },
        terrain={"hill": hill} if hill else {},
        groups={"gB1": leading, "gB2": ("support", "B2", "gB1")},
        options=ALONE,
    )
    plan = solitaire.plan_of(t.s, 1, t.piece("B2"))
    assert FORMATIONS[plan.formation] == formation


# [45.4] [45.5] fire and charges


def test_45_4_of_two_targets_as_near_the_denser_is_shot_at() -> None:
    t = Table(
        {
            "A1": ("FR_line", "line", "0808 0908"),
            "A2": ("FR_line", "march", "1008"),
            "B1": ("AU_foot_art", "unlimbered", "0913"),
        },
        options=ALONE,
    )
    t.roll(1)
    gunnery.write_guns(t.s, 1)
    ((_, _, target, *_),) = t.s.drafts[1].notes
    assert target == t.piece("A2")


@pytest.mark.parametrize(("gap", "declared"), [(2, SHORT), (3, SHORT), (4, LONG)])
def test_45_4_it_declares_short_range_whenever_that_is_possible(gap: int, declared: int) -> None:
    t = Table(
        {"A1": ("FR_line", "march", f"08{15 - gap:02d}"), "B1": ("AU_foot_art", "unlimbered", "0815")}, options=ALONE
    )
    t.roll(1)
    gunnery.write_guns(t.s, 1)
    assert [note[4] for note in t.s.drafts[1].notes] == [declared]


@pytest.mark.parametrize(("markers", "shots"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_45_5_it_fires_by_its_markers_and_then_charges_or_holds(markers: int, shots: int) -> None:
    for formation, last in (("line", combat.CHARGES), ("mass", combat.HOLDS)):
        squares = "0809 0909" if formation == "line" else "0809"
        t = Table({"A1": ("FR_line", "line", "0808 0908"), "B1": ("AU_line", formation, squares)}, options=ALONE)
        t.hand("B1", *[(n, n) for n in range(1, markers + 1)]).set("B1", steady=True)
        t.hand("A1", (1, 1)).roll(*[1] * 9).engage("A1", "B1")
        assert t.s.clash is not None
        chosen = []
        for fired in range(shots + 1):
            t.s.clash.volleys[1] = fired
            t.look("B1").hand = t.look("B1").hand[: markers - fired]
            solitaire.write_fire(t.s, 1)
            chosen.append(t.s.drafts[1].notes[0][0])
        assert chosen == [combat.FIRES] * shots + [last]


def test_45_5_by_the_other_reading_a_passive_defender_turns_no_marker() -> None:
    for switch, place in ((True, 0), (False, -1)):
        t = Table(
            {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_line", "line", "0809 0909")},
            options={**ALONE, "passive_defender_marker": switch},
        )
        t.hand("A1", (1, 1)).hand("B1", (1, 1)).engage("A1", "B1")
        assert t.s.clash is not None
        t.s.clash.charging = [True, False]
        t.roll(1)
        solitaire.write_charge(t.s, 1)
        assert t.s.drafts[1].notes == [(place,)]


def test_45_4_the_light_regiment_in_support_skirmishes_first_and_at_regiments() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_foot_art", "limbered", "0909"),
            "B1": ("AU_light", "march", "0712"),
            "B2": ("AU_line", "march", "1012"),
            "B3": ("AU_light", "march", "1013"),
        },
        groups={"gB1": ("column", "B1", 1), "gB2": ("column", "B2", 2), "gB3": ("support", "B3", "gB2")},
        options=ALONE,
    )
    t.roll(1, 2, 1, 2).skirmish()
    shots = [event.args[:2] for event in t.s.events if event.key == "skirmish_shot"]
    assert {shooter for shooter, _ in shots} == {t.piece("B3")}
    assert shots[0][1] == t.piece("A1")


def test_45_5_its_cavalry_charges_shaken_infantry_and_nobody_else() -> None:
    for counter, charged in (("FR_line", True), ("FR_heavy_cav", False)):
        t = Table(
            {"A1": (counter, "march", "0808"), "B1": ("AU_heavy_cav", "march", "0810")},
            groups={"gB1": ("column", "B1", 1)},
            options=ALONE,
        ).men("A1", 1, 1)
        lexicon = t.game.lexicon
        options = [lexicon.parse("charge B1 A1 0809"), lexicon.parse("pass")]
        assert (solitaire.name_fight(t.s, 1, options).verb == "charge") is charged


@pytest.mark.rules("45.3")
def test_45_3_a_decoy_and_engineers_in_support_are_planned_like_infantry() -> None:
    """What marches as its orders say at one click marches so for a person too, whatever it is."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": (["FR_engineers"], "march", "0804"),
            "B1": ("AU_line", "march", "0822"),
        }
    )
    decoy = t.world.decoy_slots[0][0]
    t.s.put(decoy, (at("1004"),), MARCH, 0)
    t.s.pieces[decoy].group = t.look("A2").group
    backing = t.s.group_of(t.piece("A2"))
    backing.order, backing.supports = SUPPORT, t.look("A1").group
    for piece in (t.piece("A2"), decoy):
        assert solitaire.plan_of(t.s, 0, piece).piece == piece
