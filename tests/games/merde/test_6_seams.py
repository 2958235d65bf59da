"""Chapters 6 to 24 at their seams: what single lines about plans, letters, marches and shots allow and refuse."""

from __future__ import annotations

import msgspec
import pytest

from grognard.board.squares import sector
from grognard.games.merde.rules import generals, layout, messages, morale, motion, orders, rally, setup, sight
from grognard.games.merde.rules.combat import melee
from grognard.games.merde.rules.fire import artillery, shelling
from grognard.games.merde.rules.movement import plans, resolve, writing
from grognard.games.merde.world import data
from grognard.games.merde.world.lexicon import (
    FACINGS,
    FORMATIONS,
    GARRISON,
    GROUPS,
    LINE,
    MARCH,
    MOVE_COLUMN,
    RESERVE,
    SQUARE,
    SUPPORT,
)
from grognard.games.merde.world.pieces import Act, Clash, Draft, Letter
from toolkit_merde import FACING, MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0822")}


# [6] [18] [19] the plan of battle


@pytest.mark.parametrize("side", [0, 1])
def test_18_8_a_piece_joins_the_group_that_its_owner_names(side: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    plan = layout.Layout()
    plan.member = {0: 0, 1: 1}
    make = t.game.lexicon.make
    assert setup.written(make("join", side * GROUPS + 1), layout.JOINING, side, plan) == [(layout.JOINING, 1)]
    assert setup.written(make("join"), layout.JOINING, side, plan) == [(layout.JOINING, 2)]


def test_19_2_the_order_of_a_decoy_is_written_with_its_number() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    make = t.game.lexicon.make

    def note(*words: object) -> list[tuple[int, ...]]:
        return setup.written(make(*words), layout.DECOYING, 0, layout.Layout())

    assert note("order", MOVE_COLUMN) == [(layout.ORDERING, 0, MOVE_COLUMN)]
    assert note("order", RESERVE) == [(layout.DECOYING, 1, RESERVE)]
    assert note("number", MOVE_COLUMN) == [(layout.DECOYING, 2, MOVE_COLUMN)]
    assert note("decoy", at("0202")) == [(layout.DECOYING, 0, at("0202"))]
    assert note("done") == [(layout.DECOYING, -1)]


def test_6_1_a_plan_of_ones_own_leaves_nothing_of_the_scenario() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"0{n}02") for n in (1, 2, 3)}
    t = Table({**pieces, **FOE}, groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 2)})
    plan = layout.Layout()
    plan.flags = [at("0000"), at("0600"), at("1200")]
    plan.posts = [at("0503")]
    for n, name in enumerate(("A1", "A2", "A3")):
        piece = t.piece(name)
        plan.squares[piece], plan.formation[piece], plan.facing[piece] = (at(f"070{n}"),), MARCH, 0
        plan.member[piece] = n
    plan.orders = {0: (RESERVE, 0, -1, -1), 1: (MOVE_COLUMN, 3, 0, -1), 2: (SUPPORT, 0, -1, 1)}
    t.s.groups[5] = t.s.group(t.look("A1").group).copy()
    setup.lay_out(t.s, 0, plan)
    assert [g for g in range(GROUPS) if t.s.groups[g] is not None] == [0, 1, 2]
    assert [t.s.group(g).supports for g in (0, 1, 2)] == [-1, -1, 1]
    assert [(t.s.group(g).order, t.s.group(g).number, t.s.group(g).column) for g in (0, 1)] == [
        (RESERVE, 0, 1),
        (MOVE_COLUMN, 3, 0),
    ]
    assert (t.where("A1"), t.where("A2"), t.s.cic(0).square) == ("0700", "0701", at("0503"))


def test_19_1_who_has_seen_a_counter_takes_nothing_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    sight.uncover(t.s, t.piece("B1"))
    assert not t.s.revealed
    t.set("B1", hidden=True)
    sight.uncover(t.s, t.piece("B1"))
    assert t.s.revealed
    assert [event.key for event in t.s.events] == ["uncovered"]


def test_19_2_a_decoy_takes_the_first_command_marker_that_is_left() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE}, groups={"gA1": ("column", "A1", 1)})
    spare = [g for g in range(GROUPS) if t.s.groups[g] is None]
    plan = layout.Layout()
    plan.decoys, plan.decoy_orders = [at("0303")], [(MOVE_COLUMN, 4)]
    setup.lay_decoys(t.s, 0, plan)
    slot = t.world.decoy_slots[0][0]
    assert (t.s.pieces[slot].squares, t.s.pieces[slot].group) == ((at("0303"),), spare[0])
    group = t.s.group(spare[0])
    assert (group.order, group.number, group.column, group.supports) == (MOVE_COLUMN, 4, 0, -1)


@pytest.mark.parametrize("written", [True, False])
def test_19_2_a_decoy_is_laid_on_no_friend(written: bool) -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    plan = layout.Layout()
    if written:
        plan.squares = {t.piece("A1"): (at("0303"),)}
    free = [str(action) for action in setup.BattlePlan()._decoys(t.s, 0, plan)]
    assert ("decoy 0202" in free, "decoy 0303" in free) == (written, not written)


def test_6_1_each_piece_is_read_with_its_formation_its_front_and_its_squares() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), "A2": ("FR_line", "march", "0502"), **FOE})
    draft = Draft()
    kind = layout.TROOPS
    draft.notes = [(kind, 0, LINE), (kind, 1, 2), (kind, 2, at("0503")), (kind, 0, MARCH), (kind, 1, 1)]
    plan = layout.layout(t.s, 0, draft)
    one, two = t.piece("A1"), t.piece("A2")
    assert (plan.formation, plan.facing) == ({one: LINE, two: MARCH}, {one: 2, two: 1})
    assert plan.squares == {one: (at("0503"), at("0403"))}


def test_38_1_what_was_bought_stands_where_it_was_bought() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    draft = Draft()
    draft.notes = [(layout.WORKS, 0, at("0303")), (layout.WORKS, 1, at("0404"))]
    plan = layout.layout(t.s, 0, draft)
    assert (plan.forts, plan.pontoons, plan.works_done) == ([at("0303")], [at("0404")], False)
    draft.notes.append((layout.WORKS, -1))
    assert layout.layout(t.s, 0, draft).works_done


@pytest.mark.parametrize("side", [0, 1])
def test_6_1_every_answer_about_a_plan_leaves_a_note_of_its_own(side: int) -> None:
    game, plan = Table(FOE).game, layout.Layout()
    group = "GA3" if side == 0 else "GB3"
    for stage, text, note in (
        (layout.FLAGS, "flag 0303", (at("0303"),)),
        (layout.WORKS, "fortify 0303", (0, at("0303"))),
        (layout.WORKS, "pontoon 0303", (1, at("0303"))),
        (layout.WORKS, "done", (-1,)),
        (layout.TROOPS, "form line", (0, LINE)),
        (layout.TROOPS, "front east", (1, 1)),
        (layout.TROOPS, "place 0404", (2, at("0404"))),
        (layout.STAFF, "post 0505", (at("0505"),)),
        (layout.JOINING, "join", (0,)),
        (layout.JOINING, f"join {group}", (2,)),
        (layout.ORDERING, "order support", (0, SUPPORT)),
        (layout.ORDERING, "target 2", (1, 1)),
        (layout.ORDERING, "number 7", (2, 7)),
        (layout.ORDERING, f"back {group}", (3, 2)),
        (layout.DECOYING, "decoy 0606", (0, at("0606"))),
        (layout.DECOYING, "order garrison", (1, GARRISON)),
        (layout.DECOYING, "number 4", (2, 4)),
        (layout.DECOYING, "done", (-1,)),
    ):
        assert setup.written(game.lexicon.parse(text), stage, side, plan) == [(stage, *note)]


def test_19_2_decoys_are_read_with_their_orders_and_numbers() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE})
    draft = Draft()
    kind = layout.DECOYING
    draft.notes = [(kind, 0, at("0303")), (kind, 1, GARRISON), (kind, 0, at("0304")), (kind, 2, 7)]
    plan = layout.layout(t.s, 0, draft)
    assert plan.decoys == [at("0303"), at("0304")]
    assert plan.decoy_orders == [(GARRISON, 0), (MOVE_COLUMN, 7)]
    assert not plan.closed
    draft.notes.append((kind, -1))
    assert layout.layout(t.s, 0, draft).closed
    assert len(layout.layout(t.s, 0, draft).decoy_orders) == 2


def test_18_1_only_a_move_order_takes_an_activation_number() -> None:
    plan = layout.Layout()
    for notes in ([(0, SUPPORT), (3, 1)], [(0, MOVE_COLUMN), (1, 2), (2, 4)], [(0, RESERVE)]):
        for note in notes:
            layout._read_order(plan, list(note))
    assert list(plan.orders.values()) == [(SUPPORT, 0, -1, 1), (MOVE_COLUMN, 4, 2, -1), (RESERVE, 0, -1, -1)]
    assert layout.numbers_free(plan) == [n for n in range(1, 13) if n != 4]


@pytest.mark.parametrize(
    ("given", "mode", "told"),
    [
        ("scenario", "fixed", "weather"),
        ("scenario", "draw", "weather_card"),
        ("rain", "draw", "weather"),
        ("draw", "fixed", "weather_card"),
    ],
)
def test_17_1_a_card_is_drawn_for_the_weather_where_the_set_up_leaves_it_open(given: str, mode: str, told: str) -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE}, dice=[5] if told == "weather_card" else [])
    t.s.options = {**t.s.options, "weather": given}
    t.world.scenario = msgspec.structs.replace(t.world.scenario, weather=data.Forecast(mode))
    setup.Opening().run(t.s)
    assert t.told[-1] == told
    assert given != "rain" or t.s.weather == "rain"


# [13] [15] formations


@pytest.mark.parametrize("old", range(4))
def test_15_4_a_line_that_turns_about_stays_where_it_is(old: int) -> None:
    squares = (at("0808"), at("0808") + (1, -64, -1, 64)[old])
    for new in range(4):
        moved = motion.turned(squares, LINE, old, new, 0)
        assert (moved == squares) is (new in (old, (old + 2) % 4))


def test_15_1_what_nobody_has_learnt_costs_more_than_anybody_has() -> None:
    t = Table(
        {"A1": ("FR_heavy_cav", "march", "0808"), "A2": ("FR_foot_art", "limbered", "1008"), **FOE},
        terrain={"wood": "0809"},
    )
    horse, guns = t.piece("A1"), t.piece("A2")
    assert motion.change_cost(t.s, horse, LINE, SQUARE) == motion.NEVER
    assert motion.front_cost(t.s, horse, SQUARE) == motion.NEVER
    assert motion.entry_cost(t.s, horse, SQUARE, at("0808"), at("0809")) == motion.NEVER  # into a wood
    assert motion.front_cost(t.s, guns, MARCH) == motion.change_cost(t.s, guns, 0, 1) == 1


def test_15_2_a_change_that_costs_nothing_is_free_to_who_has_spent_all() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    for cost, whole in ((0, False), (1, True)):
        scheme = plans.new_scheme(t.s, t.piece("A1"))
        scheme.spent, scheme.limit = [4, 4], 3
        plans.add_change(t.s, scheme, motion.Change(scheme.squares, MARCH, 1), cost)
        assert (scheme.whole, scheme.spent, scheme.facing) == (whole, [4, 4], 1)


def test_15_4_a_refusal_speaks_of_the_square_that_was_named() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0300", "south"),
            "A2": ("FR_line", "march", "0200"),
            "B1": ("AU_line", "march", "0500"),
        },
        groups=MOVING,
    )
    t.set("A1", wary=True).movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "form line 0200") == ["15.4"]
    assert t.rules("army_a", "form line 0400") == ["20.6"]


def test_15_4_a_refusal_speaks_of_the_pivot_that_was_named() -> None:
    t = Table(
        {
            "A1": ("FR_line", "line", "0808 0908"),
            "A2": ("FR_line", "march", "0807"),
            "B1": ("AU_line", "march", "1010"),
        },
        groups=MOVING,
    )
    t.set("A1", wary=True).movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "front east 1") == ["15.4"]
    assert t.rules("army_a", "front east 2") == ["20.6"]


def test_15_2_a_refusal_names_the_price_of_the_formation() -> None:
    t = Table({"A1": ("AU_line", "line", "0808 0908"), **FOE}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0809")
    for formation, price in (("square", 4), ("march", 3)):
        (found,) = t.match.why_not("army_a", f"form {formation} 0809")
        assert (found.rule, found.args) == ("15.2", (t.piece("A1"), 2, price))
    scheme = t.s.drafts[0].schemes[t.piece("A1")]
    scheme.spent = [4, 4]
    assert writing._why_not_form(t.s, 0, scheme, (MARCH,)) == [("15.2", "change_points", (t.piece("A1"), 0, 3))]


def test_15_1_only_a_battery_that_limbers_or_unlimbers_has_changed() -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_foot_art", "limbered", "1008"), **FOE}
    for name, new, facing, changed in (
        ("A1", "attack", 0, False),
        ("A2", "limbered", 1, False),
        ("A2", "unlimbered", 0, True),
    ):
        t = Table(pieces, groups=MOVING)
        scheme = plans.new_scheme(t.s, t.piece(name))
        formation = FORMATIONS.index(new)
        scheme.acts = [Act(False, -1, scheme.squares, formation, facing, 1, 1, scheme.squares, scheme.formation)]
        mover = resolve.Mover(t.s, scheme, -1)
        resolve._change(t.s, mover, scheme.acts[0])
        assert (t.formation(name), t.look(name).facing, t.look(name).changed) == (new, facing, changed)
        assert not t.look(name).hauled


@pytest.mark.parametrize(("was", "new", "kept"), [("limbered", "unlimbered", True), ("unlimbered", "limbered", False)])
def test_24_2_a_battery_that_has_marched_and_unlimbers_has_marched(was: str, new: str, kept: bool) -> None:
    t = Table({"A1": ("FR_foot_art", was, "1008"), **FOE}).set("A1", hauled=True)
    scheme = plans.new_scheme(t.s, t.piece("A1"))
    act = Act(False, -1, scheme.squares, FORMATIONS.index(new), 0, 1, 1, scheme.squares, scheme.formation)
    scheme.acts = [act]
    resolve._change(t.s, resolve.Mover(t.s, scheme, -1), act)
    assert (t.formation("A1"), t.look("A1").hauled) == (new, kept)


@pytest.mark.parametrize("x", [7, 8])
def test_14_3_nobody_slips_between_two_river_squares_that_touch_at_a_corner(x: int) -> None:
    for wet, shut in ((f"{x:02d}09 {x + 1:02d}08", True), (f"{x:02d}09", False), (f"{x + 1:02d}08", False)):
        t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, terrain={"river": wet})
        here, there = at(f"{x:02d}08"), at(f"{x + 1:02d}09")
        assert motion.river_corner(t.s, here, there) is shut
        assert motion.river_corner(t.s, there, here) is shut
        assert not motion.river_corner(t.s, here, at(f"{x:02d}09"))
        assert not motion.river_corner(t.s, here, at(f"{x + 1:02d}08"))


@pytest.mark.parametrize("x", [7, 8])
def test_20_9_a_general_who_is_met_goes_three_squares_straight_back(x: int) -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, generals={"AG1": ("silver", f"{x:02d}08", "A1")})
    resolve.displace(t.s, t.general("AG1"))
    assert t.s.commander(t.general("AG1")).square == at(f"{x:02d}05")


def test_14_5_who_steps_from_a_bridge_onto_a_bridge_is_not_disordered() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0808"), **FOE}, terrain={"river": "0808 0809 0708 0908", "bridge": "0808 0809"}
    )
    for goal, disordered in (("0809", False), ("0807", True)):
        assert motion.leaves_cover(t.s, t.piece("A1"), MARCH, at("0808"), at(goal)) is disordered


def test_19_2_a_decoy_marches_like_infantry_in_column() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE})
    decoy = t.world.stock(t.world.decoy_slots[0][0])
    assert motion.base_allowance(decoy, MARCH) == motion.base_allowance(t.world.stock(t.piece("A1")), MARCH) == 4


def test_14_2_a_battalion_in_open_order_does_not_step_off_the_field() -> None:
    t = Table({"A1": ("FR_light", "open", "1708 1608"), **FOE}, groups={"gA1": ("column", "A1", 1, 2)})
    t.movement(1).play("army_a", "plan A1")
    (found,) = t.match.why_not("army_a", "step 1 1808")
    assert (found.rule, found.key, found.args) == ("14.2", "not_next", (t.piece("A1"), at("1808")))
    (found,) = t.match.why_not("army_a", "step 1 1508")
    assert (found.rule, found.args) == ("14.2", (t.piece("A1"), at("1508")))


def test_14_1_who_has_too_few_points_is_told_how_many_are_left() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0809", "step 0810", "step 0811", "step 0812")
    (found,) = t.match.why_not("army_a", "step 0813")
    assert (found.rule, found.key, found.args) == ("14.1", "no_points", (t.piece("A1"), 0, 1))


def test_18_4_how_far_a_square_lies_from_a_column_and_from_a_sector() -> None:
    for place, beyond in (("0508", 1), ("0608", 0), ("1108", 0), ("1208", 1), ("1408", 3)):
        assert orders.off_column(at(place), 1) == beyond
    here = sector(at("0808"))
    for place, beyond in (("0808", 0), ("0806", 0), ("0805", 1), ("1213", 2), ("0512", 1)):
        assert orders.off_sector(at(place), here) == beyond


def test_18_5_the_first_sector_of_the_field_is_the_home_of_its_garrison() -> None:
    t = Table({"A1": ("FR_line", "march", "0606"), **FOE}, groups={"gA1": ("garrison", "A1")})
    group = t.s.group_of(t.piece("A1"))
    for home, found in ((0, 0), (1, 1), (-1, sector(at("0606")))):
        group.sector = home
        assert orders.sector_of(t.s, t.piece("A1")) == found


def test_20_4_who_speaks_of_no_piece_plans_no_step() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups=MOVING).movement(1)
    for action in ("step 0809", "form line", "front east", "halt", "stay"):
        (found,) = t.match.why_not("army_a", action)
        assert (found.rule, found.key) == ("20.4", "no_plan")
    assert t.misplaced("army_a", "fire 0812 short") != []


@pytest.mark.parametrize(
    ("unit", "squares", "after"),
    [
        (-1, "0808", "0809"),
        (0, "0808", "0809"),
        (1, "0808", "0809"),
        (0, "0808 0908", "0809 0908"),
        (1, "0808 0908", "0808 0809"),
    ],
)
def test_20_5_who_is_left_of_a_regiment_steps_alone(unit: int, squares: str, after: str) -> None:
    t = Table({"A1": ("FR_light", "open", squares), **FOE})
    mover = resolve.Mover(t.s, plans.new_scheme(t.s, t.piece("A1")), unit)
    resolve._place(t.s, mover, (at("0809"),))
    assert t.where("A1") == after


def test_13_7_battalions_that_the_enemy_has_parted_are_four_squares_away() -> None:
    for squares, unit, parted in (
        ("0808 0812", 0, True),
        ("0808 0812", 1, True),
        ("0808 0811", 0, False),
        ("0808 0812", -1, False),
    ):
        t = Table({"A1": ("FR_light", "open", squares), **FOE})
        assert resolve._parted(t.s, resolve.Mover(t.s, plans.new_scheme(t.s, t.piece("A1")), unit)) is parted


def test_20_7_enemies_quarrel_about_the_corner_of_the_field_too() -> None:
    for cards, winner in (((7, 3), "A1"), ((3, 7), "B1")):
        t = Table({"A1": ("FR_line", "march", "0001"), "B1": ("AU_line", "march", "0100")}, dice=cards)
        movers = []
        for name in ("A1", "B1"):
            scheme = plans.new_scheme(t.s, t.piece(name))
            scheme.acts = [Act(True, -1, (at("0000"),), MARCH, 0, 1, 1, scheme.squares, MARCH)]
            movers.append(resolve.Mover(t.s, scheme, -1))
        assert [mover.piece for mover in resolve._contested(t.s, movers)] == [t.piece(winner)]


@pytest.mark.parametrize(("name", "place"), [("A2", "0908"), ("B1", "0908"), ("A2", "1008")])
def test_15_4_a_line_is_not_formed_onto_another(name: str, place: str) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), name: ("FR_line", "march", place)})
    scheme = plans.new_scheme(t.s, t.piece("A1"))
    act = Act(False, -1, (at("0808"), at("0908")), LINE, 0, 1, 1, scheme.squares, MARCH)
    scheme.acts = [act]
    resolve._change(t.s, resolve.Mover(t.s, scheme, -1), act)
    assert t.where("A1") == ("0808 0908" if place == "1008" else "0808")


def test_12_2_a_step_into_a_zone_ends_the_march() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups=MOVING)
    for zone, stopped in (("0809", True), ("0909", False), ("0709", False)):
        scheme = plans.new_scheme(t.s, t.piece("A1"))
        sheet = plans.Sheet(t.s, 0, Draft(), scheme)
        sheet.zone = 1 << at(zone)
        plans.add_step(t.s, sheet, scheme, -1, at("0809"))
        assert scheme.stopped[0] is stopped


def test_39_1_a_fortress_holds_two_battalions_of_one_side() -> None:
    for inside, coming, full in (((4, 0), (4, 0), False), ((4, 4), (4, 0), True), ((4, 0), (4, 4), True)):
        pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807"), **FOE}
        t = Table(pieces, terrain={"fortress": "0808"}).men("A1", *inside).men("A2", *coming)
        assert motion.fortress_full(t.s, t.piece("A2"), at("0808")) is full
        assert not motion.fortress_full(t.s, t.piece("A2"), at("0809"))


def test_18_2_a_change_that_would_leave_the_column_is_told_which() -> None:
    t = Table({"A1": ("FR_line", "march", "1108"), **FOE}, groups=MOVING).movement(1).play("army_a", "plan A1")
    (found,) = t.match.why_not("army_a", "form line 1208")
    assert (found.rule, found.key, found.args) == ("18.2", "leaves_column", (t.piece("A1"), 2))
    assert t.rules("army_a", "form line 1008") == []


def test_18_2_in_open_order_each_battalion_keeps_to_the_column_for_itself() -> None:
    t = Table({"A1": ("FR_light", "open", "1108 1208"), **FOE}, groups={"gA1": ("column", "A1", 1, 1)}).movement(1)
    t.play("army_a", "plan A1")
    assert t.rules("army_a", "step 1 1109") == []
    assert t.rules("army_a", "step 1 1209") == ["18.2"]
    assert t.rules("army_a", "step 2 1309") == ["18.4"]


def test_20_3_who_is_off_the_field_is_not_planned() -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "1008"), **FOE}
    t = Table(pieces, groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 1)})
    t.s.remove(t.piece("A2"))
    assert t.movement(1).rules("army_a", "plan A2") == ["20.3"]


def test_20_6_a_first_step_out_of_all_zones_leads_to_the_rear() -> None:
    for goal, zones, held in (
        ("0807", "0808", False),
        ("0807", "0808 0807", True),
        ("0807", "0808 0907", False),
        ("0809", "0808", True),
        ("0809", "0707", False),
    ):
        t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups=MOVING)
        scheme = plans.new_scheme(t.s, t.piece("A1"))
        scheme.acts = [Act(True, -1, (at(goal),), MARCH, 0, 1, 1, scheme.squares, MARCH)]
        mover = resolve.Mover(t.s, scheme, -1)
        zone = sum([1 << at(name) for name in zones.split()])
        assert resolve._held_by_zone(t.s, mover, zone) is held
        assert (mover.act is None) is held
        assert t.look("A1").wary is (not held and "0808" in zones)


def test_15_4_a_line_is_formed_towards_the_corner_of_the_field_too() -> None:
    t = Table({"A1": ("FR_line", "march", "0100"), **FOE}, groups=MOVING).movement(1).play("army_a", "plan A1")
    found = [text for text in t.options("army_a") if text.startswith("form line")]
    assert sorted(found) == ["form line 0000", "form line 0200"]


def test_20_4_what_is_planned_is_not_planned_again() -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "1008"), **FOE}
    t = Table(pieces, groups={"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 1)}).movement(1)
    t.play("army_a", "plan A1", "step 0809", "halt")
    assert t.rules("army_a", "plan A1") == ["20.4"]
    assert t.rules("army_a", "plan A2") == []


def test_20_8_a_line_is_not_in_its_own_way_and_the_battalions_of_open_order_are() -> None:
    t = Table({"A1": ("FR_line", "line", "0808 0908"), **FOE}, groups=MOVING).movement(1).play("army_a", "plan A1")
    assert t.rules("army_a", "step 0908") == []
    t = Table({"A1": ("FR_light", "open", "0808 0812"), **FOE}, groups=MOVING).movement(1).play("army_a", "plan A1")
    t.play("army_a", "step 1 0809", "step 1 0810", "step 1 0811")
    assert t.rules("army_a", "step 1 0812") == ["20.8"]


def test_20_8_nobody_halts_on_a_friend() -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809"), **FOE}
    t = Table(pieces, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0809")
    (found,) = t.match.why_not("army_a", "halt")
    assert (found.rule, found.key, found.args) == ("20.8", "ends_on_friend", (at("0809"),))
    t.play("army_a", "step 0810")
    assert t.rules("army_a", "halt") == []


# [21] letters


def test_21_6_a_number_that_is_taken_gives_way_to_the_lowest_that_is_free() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"0{n}03") for n in (1, 2, 3)}
    groups = {"gA1": ("column", "A1", 1), "gA2": ("column", "A2", 5), "gA3": ("reserve", "A3")}
    for wanted, given in ((5, 2), (1, 2), (7, 7)):
        t = Table({**pieces, **FOE}, groups=groups)
        group = t.look("A3").group
        messages.obey(t.s, 0, Letter(group, MOVE_COLUMN, 0, wanted, -1, t.world.generals[0][0]))
        assert t.s.group(group).number == given


def test_21_4_a_messenger_rides_to_the_bank_of_a_river_and_not_into_it() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0303"), **FOE},
        generals={"AG0": ("gold", "0002")},
        terrain={"river": "0603 0604 0605 0602 0601 0600 0606"},
    )
    assert messages.reachable(t.s, 0, at("0503"))
    assert not messages.reachable(t.s, 0, at("0603"))


def test_21_5_a_letter_finds_a_general_in_the_corner_of_the_field() -> None:
    for corner, told in (("0000", ["understanding", "new_order"]), ("", ["new_order"])):
        t = Table(
            {"A1": ("FR_line", "march", "0303"), **FOE},
            generals={"AG1": ("silver", "0000", "A1")},
            groups={"gA1": ("reserve", "A1")},
        )
        general = t.general("AG1")
        t.s.commander(general).square = at(corner) if corner else -1
        t.roll(1)
        messages.deliver(t.s, 0, Letter(t.look("A1").group, MOVE_COLUMN, 1, 4, -1, general))
        assert t.told == told


def test_21_3_a_letter_is_told_to_its_writer_alone_with_its_column() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")})
    messages.send(t.s, 0, Letter(t.look("A1").group, MOVE_COLUMN, 1, 4, -1, t.world.generals[0][0]))
    (told,) = [event for event in t.s.events if event.key == "letter"]
    assert (told.to, told.args) == (0, ((t.piece("A1"),), MOVE_COLUMN, 2, 4, t.s.turn))


def test_21_5_a_new_order_in_force_is_not_taken_back() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")})
    letter = Letter(t.look("A1").group, MOVE_COLUMN, 1, 4, -1, t.world.generals[0][0])
    assert not t.s.revealed
    messages.obey(t.s, 0, letter)
    assert t.s.revealed


def test_21_1_a_group_is_written_to_from_the_turn_of_its_release() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")}, turn=4)
    group = t.look("A1").group
    for release, key in ((4, "no_messenger"), (5, "not_released")):
        t.s.group(group).release = release
        assert messages.why_not_change(t.s, 0, group)[1] == key


def test_18_7_a_group_backs_neither_itself_nor_an_enemy() -> None:
    pieces = {f"A{n}": ("FR_line", "march", f"0{n}03") for n in (1, 2, 3)}
    t = Table({**pieces, **FOE}, groups={f"gA{n}": ("reserve", f"A{n}") for n in (1, 2, 3)}).orders()
    t.play("army_a", f"change {t.group('A1')}", "order support")
    assert t.rules("army_a", f"back {t.group('A1')}") == ["18.7"]
    assert t.rules("army_a", f"back {t.group('A2')}") == []
    own, his = t.look("A1").group, t.look("B1").group
    assert messages._by_members(t.s, 0, own) == (t.piece("A1"),)
    assert messages._by_members(t.s, 0, his) == his


def test_21_2_a_new_order_may_name_every_column() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, groups={"gA1": ("reserve", "A1")}).orders()
    t.play("army_a", f"change {t.group('A1')}", "order column")
    assert t.options("army_a") == ["target 1", "target 2", "target 3"]


# [20] [38.2] marches and works


@pytest.mark.parametrize("side", ["A", "B"])
def test_38_2_engineers_work_at_a_fortification_of_their_own_and_of_the_enemy(side: str) -> None:
    other = "B" if side == "A" else "A"
    t = Table(
        {f"{side}1": (["FR_engineers"], "march", "0808"), f"{other}1": ("FR_line", "march", "0909")},
        terrain={"fortification": "0809 0909"},
    )
    engineers = t.piece(f"{side}1")
    assert sorted(plans.works_near(t.s, engineers)) == [at("0809"), at("0909")]
    t.s.works = {at("0809"): 1, at("0909"): -1}
    assert plans.works_near(t.s, engineers) == []
    t.s.works = {at("0809"): -1, at("0909"): 1}
    assert sorted(plans.works_near(t.s, engineers)) == [at("0809"), at("0909")]


@pytest.mark.parametrize("side", ["A", "B"])
def test_38_2_engineers_weaken_a_work_that_the_enemy_holds(side: str) -> None:
    other = "B" if side == "A" else "A"
    for place, value in (("0809", -1), ("1111", 1)):
        t = Table({f"{side}1": (["FR_engineers"], "march", "0808"), f"{other}1": ("FR_line", "march", place)})
        t.set(f"{side}1", trail=(at("0809"),))
        rally.build(t.s, t.piece(f"{side}1"))
        assert t.s.works == {at("0809"): value}
        rally.build(t.s, t.piece(f"{side}1"))
        assert t.s.works == {at("0809"): value}
        t.s.works = {at("0809"): -value}
        rally.build(t.s, t.piece(f"{side}1"))
        assert t.s.works == {at("0809"): 0}


def test_20_12_a_general_who_is_lost_or_has_moved_does_not_ride() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG1": ("silver", "0805", "A1")})
    general = t.s.commander(t.general("AG1"))
    for square, moved, able in ((at("0805"), False, True), (0, False, True), (-1, False, False), (0, True, False)):
        general.square, general.moved = square, moved
        assert (t.general("AG1") in plans.riders(t.s, 0, 14)) is able


def test_36_1_a_general_is_led_in_his_own_step_alone() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, groups=MOVING, generals={"AG1": ("silver", "0805", "A1")})
    (found,) = t.movement(1).match.why_not("army_a", "lead AG1")
    assert (found.rule, found.key, found.args) == ("36.1", "lead", (t.general("AG1"),))


def test_20_12_a_general_is_spoken_of_once_a_step() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG1": ("silver", "0805", "A1")}).movement(14)
    t.play("army_a", "lead AG1", "ride 0806")
    assert t.options("army_a") == ["lead AG0", "done"]


def test_20_12_a_general_who_stays_stays() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG1": ("silver", "0805", "A1")}).movement(14)
    t.play("army_a", "lead AG1", "stay", "done")
    if "army_b" in t.to_act:
        t.play("army_b", "done")
    assert t.s.commander(t.general("AG1")).square == at("0805")
    assert "rides" not in t.told


def test_10_1_a_general_in_the_corner_of_the_field_commands() -> None:
    t = Table({"A1": ("FR_line", "march", "0202"), **FOE}, generals={"AG1": ("silver", "0000", "A1")})
    for square, out in ((0, False), (at("1717"), True), (-1, True)):
        t.s.commander(t.general("AG1")).square = square
        t.s.cic(0).square = -1
        t.set("A1", damage=0, expires=0)
        generals.command_check(t.s)
        assert (t.look("A1").out, t.look("A1").damage, t.look("A1").expires) == (out, int(out), 0)


def test_20_12_a_general_rides_where_he_may_and_no_farther() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), **FOE}, generals={"AG1": ("silver", "0805", "A1")}).movement(14)
    t.play("army_a", "lead AG1")
    assert t.rules("army_a", "ride 0823") == ["20.12"]
    assert t.rules("army_a", "ride 0806") == []


def test_20_8_a_line_that_would_end_on_a_friend_is_told_of_its_first_square() -> None:
    pieces = {"A1": ("FR_line", "line", "0806 0906"), "A2": ("FR_line", "line", "0809 0909"), **FOE}
    t = Table(pieces, groups=MOVING).movement(1)
    t.play("army_a", "plan A1", "step 0807", "step 0808")
    (found,) = t.match.why_not("army_a", "step 0809")
    assert (found.rule, found.key, found.args) == ("20.8", "ends_on_friend", (at("0809"),))


def test_20_7_enemies_who_change_places_quarrel_about_the_first_square_of_a() -> None:
    t = Table(FACING, groups=MOVING)
    movers = []
    for name, goals in (("A1", "0809 0909"), ("B1", "0808 0908")):
        scheme = plans.new_scheme(t.s, t.piece(name))
        squares = tuple([at(sq) for sq in goals.split()])
        scheme.acts = [Act(True, -1, squares, scheme.formation, scheme.facing, 1, 1, scheme.squares, scheme.formation)]
        movers.append(resolve.Mover(t.s, scheme, -1))
    assert resolve._quarrel(t.s, *movers) == at("0809")


def test_38_2_engineers_work_where_their_plan_says() -> None:
    t = Table({"A1": (["FR_engineers"], "march", "0808"), **FOE})
    t.s.drafts = [Draft(), Draft()]
    t.s.drafts[0].notes = [(t.piece("A1"), at("0809"))]
    resolve._ride(t.s)
    assert t.look("A1").trail == (at("0809"),)
    assert [(event.key, event.args) for event in t.s.events] == [("works", (t.piece("A1"), at("0809")))]


# [36] generals


def test_36_3_a_general_in_the_corner_of_the_field_is_with_his_regiment() -> None:
    t = Table({"A1": ("FR_line", "march", "0000"), **FOE}, generals={"AG1": ("silver", "0000", "A1")})
    assert generals.attached(t.s, t.general("AG1"), t.piece("A1"))
    assert not generals.attached(t.s, t.general("AG1"), t.piece("B1"))
    t.s.commander(t.general("AG1")).square = -1
    assert not generals.attached(t.s, t.general("AG1"), t.piece("A1"))


def test_36_4_nobody_succeeds_a_general_for_whom_no_successor_is_due() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, generals={"AG1": ("silver", "0300", "A1")}, turn=3)
    general = t.s.commander(t.general("AG1"))
    general.square = -1
    for back, due in ((0, False), (3, True), (4, False)):
        general.back = back
        assert bool(generals.successors(t.s, 0)) is due


def test_36_4_a_corps_waits_for_a_general_only_while_a_successor_is_on_his_way() -> None:
    t = Table({"A1": ("FR_line", "march", "0303"), **FOE}, generals={"AG1": ("silver", "0300", "A1")}, turn=3)
    general = t.s.commander(t.general("AG1"))
    for square, back, found in ((-1, 0, False), (-1, 5, True), (at("0300"), 5, False)):
        general.square, general.back = square, back
        assert generals.leaderless(t.s, t.piece("A1")) is found


def test_36_4_a_successor_appears_in_the_rear_sectors_of_his_corps() -> None:
    t = Table({"A1": ("FR_line", "march", "0603"), **FOE}, generals={"AG1": ("silver", "0300", "A1")})
    t.s.commander(t.general("AG1")).square = -1
    found = generals.Successor(t.general("AG1")).offers(t.s, 0)
    assert {(action.args[0] & 63) // 6 for action in found} == {1}


# [24] guns


@pytest.mark.parametrize("facing", range(4))
def test_24_3_the_field_of_fire_lies_ahead_in_its_own_column_of_sectors(facing: int) -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0809", FACINGS[facing]), **FOE})
    ahead = ((0, 1), (1, 0), (0, -1), (-1, 0))[facing]
    for far, sideways, found in ((1, 0, True), (2, 1, True), (0, 0, False), (-1, 0, False), (2, 4, False)):
        x = 8 + ahead[0] * far + ahead[1] * sideways
        y = 9 + ahead[1] * far + ahead[0] * sideways
        assert artillery.in_field_of_fire(t.s, t.piece("A1"), at(f"{x:02d}{y:02d}")) is found


def test_24_3_a_square_off_the_field_is_no_target() -> None:
    t = Table({"A1": ("FR_foot_art", "unlimbered", "0808"), "B1": ("AU_line", "march", "0811")}).guns()
    (found,) = t.match.why_not("army_a", "fire 1830 short")
    assert (found.rule, found.key, found.args) == ("24.3", "no_target", (t.piece("A1"), at("1830")))


def test_33_3_a_general_in_the_corner_of_the_field_leads_those_beside_him() -> None:
    t = Table({"A1": ("FR_line", "march", "0101"), **FOE}, generals={"AG1": ("silver", "0000", "A1")})
    for square, found in ((0, True), (at("0303"), False), (-1, False)):
        t.s.commander(t.general("AG1")).square = square
        assert morale.led(t.s, t.piece("A1")) is found


def test_29_3_who_must_turn_a_marker_and_who_names_one_he_has_not() -> None:
    t = Table(FACING).hand("A1", (4, 5)).hand("B1", (5, 3))
    t.s.clash = Clash([t.piece("A1"), t.piece("B1")])
    make = t.game.lexicon.make
    assert melee.MeleeRound().refuse(t.s, 0, make("turn")) == [], "in a melee one may turn none"
    t.s.clash.charging = [True, True]
    frame = melee.ChargeExchange()
    assert frame.refuse(t.s, 0, make("turn")) == [("29.3", "must_turn", ())]
    assert frame.refuse(t.s, 0, make("turn", 4)) == [("26.2", "no_such_marker", (4,))]
    assert frame.refuse(t.s, 0, make("pass")) == []


# [39.2] shells


def test_39_2_who_is_driven_out_is_told_from_where_and_where_to() -> None:
    t = Table({"A1": ("FR_light", "open", "0808 0908"), **FOE}, terrain={"farm": "0808 0908"})
    shelling.evict(t.s, t.piece("A1"), at("0807"))
    (told,) = [event.args for event in t.s.events if event.key == "shelled_out"]
    assert told == (t.piece("A1"), at("0808"), at("0807"))
    assert (t.look("A1").less, t.look("A1").shelled) == (1, 0)


def test_39_2_the_count_begins_anew_for_who_comes_into_another_place() -> None:
    for before, after, shelled in (("0808", "0808", 2), ("0808", "0809", 0), ("0809", "0808", 0)):
        t = Table({"A1": ("FR_light", "open", f"{after} 1010"), **FOE}, terrain={"farm": "0808", "wood": "1010"})
        t.set("A1", shelled=2)
        shelling.resettle(t.s, t.piece("A1"), (at(before), at("1010")))
        assert t.look("A1").shelled == shelled


@pytest.mark.parametrize("blocker", ["A2", "B1"])
def test_39_2_a_way_out_is_free_of_friend_and_enemy(blocker: str) -> None:
    for place, way in (("0807", "0708"), ("0822", "0807")):
        t = Table({"A1": ("FR_line", "march", "0808"), blocker: ("FR_line", "march", place)}, terrain={"farm": "0808"})
        found = shelling.ways_out(t.s, t.piece("A1"))
        assert (at("0807") in found) is (way == "0807")
        assert len(found) == (1 if way == "0807" else 7)
