"""What nobody watched: who is asked in which order, what is told of a way back, and what one may not say."""

from __future__ import annotations

import pytest

from grognard.board.squares import square, squares_in
from grognard.games.merde.rules import motion, sequence, withdraw
from grognard.games.merde.rules.combat import melee
from grognard.games.merde.rules.combat.engage import FireStep
from grognard.games.merde.rules.movement import plans
from grognard.games.merde.rules.solitaire import marching
from grognard.games.merde.rules.unseen import Place, Unseen
from grognard.games.merde.world.lexicon import CHARGE, FORMATIONS, GARRISON, LINE, MARCH, OPEN
from grognard.games.merde.world.state import COMMANDING, RALLYING, SHELLING, Battle
from grognard.games.merde.world.state import MOVING as MOVING_PHASE
from toolkit_merde import FACING, MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0820")}
FOG = {"fog_of_war": True}


def told(t: Table, key: str) -> list[tuple[object, ...]]:
    """What was told under a key, event by event."""
    return [event.args for event in [*[event for _, event in t.match.log()], *t.s.events] if event.key == key]


# [36.4] successors


def test_36_4_the_successors_of_both_armies_appear_before_orders_are_written() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0803"), "A2": ("FR_line", "march", "1403"), "B1": ("AU_line", "march", "0820")},
        generals={"AG1": ("silver", "0802", "A1"), "AG2": ("silver", "1402", "A2"), "BG1": ("silver", "0821", "B1")},
    )
    lost = [t.general(name) for name in ("AG1", "AG2", "BG1")]
    for general in lost:
        t.s.commander(general).square, t.s.commander(general).back = -1, t.s.turn
    t.open(sequence.OpenOrders())
    asked = []
    while t.asked == "Successor":
        (side,) = t.to_act
        asked.append(side)
        t.play(side, t.options(side)[0])
    assert asked == ["army_a", "army_a", "army_b"]
    assert [args[0] for args in told(t, "successor")] == lost
    assert t.asked == "Orders"


# [18.7] batteries in support


@pytest.mark.parametrize("row", ["02", "03"])
@pytest.mark.parametrize(("column", "ends"), [(0, False), (1, True), (2, True)])
def test_18_7_a_battery_ends_in_the_column_of_its_group_or_the_next_whatever_the_rank(
    row: str, column: int, ends: bool
) -> None:
    """The battery goes back in its own column, away from a group in the third."""
    t = Table(
        {"A1": ("FR_line", "march", f"15{row}"), "A2": ("FR_horse_art", "limbered", f"{6 * column + 2:02d}05"), **FOE},
        groups={"gA1": ("column", "A1", 1), "gA2": ("support", "A2", "gA1")},
    ).movement(1)
    t.play("army_a", f"plan {t.token('A2')}", f"step {6 * column + 1:02d}05")
    assert t.rules("army_a", "halt") == ([] if ends else ["18.7"])


# [28.6] what a charger says


def test_28_6_who_charges_names_no_marker_and_needs_none_to_say_so() -> None:
    t = Table(FACING).hand("A1", (4, 5), (3, 3)).hand("B1", (5, 3)).engage("A1", "B1")
    frame = t.s.agenda[-1]
    assert isinstance(frame, FireStep)
    assert frame.refuse(t.s, 0, CHARGE) == []
    assert [ban.holds(None) for ban in frame.bans(t.s, 0, "charge")] == [False]
    for words in ("charge 1", "charge 2"):
        assert t.rules("army_a", words) == ["28.6"]


# [29.5] the flank of a column


def test_29_5_nobody_covers_a_flank_from_the_first_square_of_all_but_a_friend_there() -> None:
    for friend, covered in (("0004", False), ("0000", True)):
        pieces = {"A1": ("FR_line", "attack", "0100"), "A2": ("FR_line", "march", friend)}
        t = Table({**pieces, "B1": ("AU_line", "line", "0101 0001")})
        assert melee.flank_protected(t.s, t.piece("A1"), -1) is covered


# [37.1] who is asked to rally


def test_37_1_who_has_nobody_to_rally_is_asked_in_other_words_and_only_in_the_fog() -> None:
    for marked in (True, False):
        t = Table({"A1": ("FR_line", "march", "0801"), **FOE}, generals={"AG0": ("gold", "0802")}, options=FOG)
        t.set("A1", damage=int(marked)).rally()
        decision = t.match.decision("army_a")
        assert decision is not None
        assert t.s.agenda[-1].question(t.s, 0) == (0 if marked else -1,)
        assert "rallier" not in decision.ask("en") + decision.ask("it")
    plain = Table({"A1": ("FR_line", "march", "0801"), **FOE}, generals={"AG0": ("gold", "0802")}).rally()
    assert plain.asked == "Rest"


# [37.4] [37.5] ways back


def test_37_4_where_a_line_came_from_is_told_by_its_first_battalion() -> None:
    for routs, key in ((False, "falls_back_to"), (True, "routs_to")):
        t = Table(FACING).set("A1", routed=routs)
        t.open(withdraw.GoBack(t.piece("A1"), routs))
        while t.asked == "GoBack":
            t.play("army_a", t.options("army_a")[0])
        assert told(t, key) == [(t.piece("A1"), at("0808"), t.look("A1").squares[0])]


@pytest.mark.parametrize(("facing", "squares"), [("east", "0808 0807"), ("west", "0807 0808")])
def test_37_4_a_line_that_faced_along_the_field_gathers_in_its_first_square(facing: str, squares: str) -> None:
    t = Table({"A1": ("FR_line", "line", squares, facing), "B1": ("AU_line", "march", "0811")})
    t.open(withdraw.GoBack(t.piece("A1"), False))
    back = " ".join([f"08{int(name[2:]) - 3:02d}" for name in squares.split()])
    assert (t.where("A1"), t.formation("A1")) == (back.split()[0], "march")
    assert t.look("A1").facing == t.world.ahead[0]
    assert t.look("A1").post == t.look("A1").squares


def test_37_4_a_line_abreast_stays_a_line() -> None:
    t = Table(FACING)
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert (t.where("A1"), t.formation("A1")) == ("0805 0905", "line")


def test_37_4_the_owner_names_the_square_by_which_ways_differ_also_where_it_is_the_last_but_one() -> None:
    pieces = {
        "A1": ("FR_line", "march", "0808"),
        "A2": ("FR_line", "march", "0805"),
        "A3": ("FR_line", "march", "0705"),
        "A4": ("FR_foot_art", "limbered", "0804"),
        "A5": ("FR_foot_art", "limbered", "0904"),
        "B1": ("AU_line", "march", "0809"),
    }
    t = Table(pieces, terrain={"river": "0707 0706 0907 0906"})
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert t.options("army_a") == ["retreat 0704 0805", "retreat 0704 0705"]
    t.play("army_a", "retreat 0704 0705")
    assert (t.where("A1"), t.look("A2").damage, t.look("A3").damage) == ("0704", 0, 1)


def test_37_4_a_line_says_likewise_through_whom_it_goes_back() -> None:
    """A battery keeps it from going straight back; right of that it comes through A2 or through A3."""
    pieces = {
        "A1": ("FR_line", "line", "0808 0908"),
        "A2": ("FR_line", "march", "1007"),
        "A3": ("FR_line", "march", "0807"),
        "A4": ("FR_foot_art", "limbered", "0805"),
        "B1": ("AU_line", "line", "0809 0909"),
    }
    t = Table(pieces)
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert sorted(t.options("army_a")) == ["retreat 0905 0807", "retreat 0905 0907"]
    t.play("army_a", "retreat 0905 0807")
    assert (t.where("A1"), t.look("A2").damage, t.look("A3").damage) == ("0905 1005", 0, 1)


def test_37_4_a_line_keeps_out_of_a_wood_and_gathers_to_go_through() -> None:
    for wood, ends in (("0507 0607 0707 0807 0907 1007 1107 1207", 1), ("0506", 2)):
        t = Table(FACING, terrain={"wood": wood})
        t.open(withdraw.GoBack(t.piece("A1"), False))
        while t.asked == "GoBack":
            t.play("army_a", t.options("army_a")[0])
        assert t.where("A1") != "0808 0908"
        assert (len(t.look("A1").squares), t.formation("A1")) == (ends, "line" if ends == 2 else "march")


def test_37_5_who_has_routed_or_is_gone_routs_no_more() -> None:
    for gone in (False, True):
        t = Table(FACING)
        t.s.agenda.clear()
        if gone:
            t.s.remove(t.piece("A1"))
        else:
            withdraw.rout(t.s, t.piece("A1"))
            assert t.look("A1").routed
        before = (len(t.s.agenda), len(t.s.events))
        withdraw.rout(t.s, t.piece("A1"))
        assert (len(t.s.agenda), len(t.s.events)) == before
        assert before[0] == (0 if gone else 1)


@pytest.mark.parametrize(("phase", "later"), [(COMMANDING, 0), (MOVING_PHASE, 0), (SHELLING, 1), (RALLYING, 1)])
def test_14_5_who_falls_back_out_of_a_wood_is_disordered_to_the_end_of_this_turn_or_the_next(
    phase: int, later: int
) -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0809")}, terrain={"wood": "0808"})
    t.s.phase = phase
    t.open(withdraw.GoBack(t.piece("A1"), False))
    assert (t.look("A1").damage, t.look("A1").expires) == (1, t.s.turn + later)


def test_37_4_what_lies_on_a_way_back_are_flags_and_generals_who_are_there() -> None:
    t = Table(FACING, generals={"BG1": ("silver", "0302", ""), "BG2": ("silver", "0402", "")}, flags={"B1": "1010"})
    t.s.commander(t.general("BG2")).square = -1
    flags = {*t.s.flags[1]}
    for routs, met in ((False, flags | {at("0302"), at("0023")}), (True, {at("0302"), at("0023")})):
        assert {*squares_in(withdraw._ground(t.s, t.piece("A1"), routs).prizes)} == met


def test_37_4_the_wake_of_a_step_is_who_is_disordered_and_what_was_missed() -> None:
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0807")}
    t = Table(pieces, generals={"BG1": ("silver", "0708", "")}, terrain={"wood": "0808"})
    ground = withdraw._ground(t.s, t.piece("A1"), False)
    chief, general, friend = [1 << at(name) for name in ("0023", "0708", "0807")]
    for goal, wake in (
        ("0807", chief | general | friend | withdraw.LEFT_COVER),
        ("0708", chief | withdraw.LEFT_COVER),
        ("0907", chief | general | withdraw.LEFT_COVER),
    ):
        step = ((at("0808"),), (at(goal),))
        assert withdraw._wake(t.s, t.piece("A1"), MARCH, chief | general, step, ground) == wake


# [20.8] through a friend


def test_20_8_free_is_also_the_square_just_left() -> None:
    """Behind the friend there is a river: whoever may go back may step onto him and back, and has disordered both."""
    pieces = {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0809")}
    wet = {"river": "0710 0810 0910 0709 0909 0708 0908"}
    t = Table(pieces, groups=MOVING, terrain=wet, flags={"B2": "0811"}).movement(1)
    t.play("army_a", "plan A1", "step 0809")
    assert t.rules("army_a", "halt") == ["20.8"]
    assert "step 0808" in t.options("army_a")
    t.play("army_a", "step 0808", "halt")
    assert (t.where("A1"), t.look("A1").damage, t.look("A2").damage) == ("0808", 1, 1)


def test_20_8_a_change_that_is_undone_leaves_the_post_where_it_was() -> None:
    """A reserve spreads to where A2 was to leave; held there by a zone A2 stays, and the reserve goes back."""
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_line", "march", "0908"),
            "B1": ("AU_light_cav", "march", "1011"),
        },
        groups={"gA1": ("reserve", "A1")},
    )
    t.set("A1", post=(at("0708"), at("0808"))).movement(13)
    t.play("army_a", "plan A2", "step 1008", "halt", "plan A1", "form line 0908", "halt")
    t.play("army_b", "plan B1", "step 1010", "step 1009", "halt")
    assert [t.where(name) for name in ("A1", "A2", "B1")] == ["0808", "0908", "1009"]
    assert (t.formation("A1"), t.look("A1").post) == ("march", (at("0708"), at("0808")))


# [45.3] roads


def plain_road(s: Battle, piece: int, goals: tuple[int, ...], formation: int) -> dict[int, int]:
    """What is left to pay from each square, found by going over all squares until nothing becomes cheaper."""
    left, cheaper = dict.fromkeys(goals, 0), True
    while cheaper:
        cheaper = False
        for here, cost in list(left.items()):
            for sq in s.world.field.near[here]:
                total = cost + motion.entry_cost(s, piece, formation, sq, here)
                if total < min(motion.NEVER, left.get(sq, motion.NEVER)):
                    left[sq], cheaper = total, True
    return left


@pytest.mark.parametrize(("counter", "formation"), [("FR_line", "march"), ("FR_foot_art", "limbered")])
def test_45_3_near_a_regiment_a_road_costs_what_the_cheapest_way_does(counter: str, formation: str) -> None:
    ground = {"river": "0505 0605 0705 0805 0905 1105", "bridge": "0805", "wood": "0607 0707 0807", "hill": "1006 1106"}
    t = Table({"A1": (counter, formation, "0803"), **FOE}, terrain=ground)
    goals = (at("0810"), at("0911"))
    road = marching.Road(t.s, t.piece("A1"), goals)
    plain = plain_road(t.s, t.piece("A1"), goals, FORMATIONS.index(formation))
    near = [sq for sq, cost in plain.items() if cost <= plain[at("0803")] + marching.SLACK]
    assert {sq: road.left[sq] for sq in near} == {sq: plain[sq] for sq in near}
    assert len(near) > 100
    far = plain[at("0803")] + marching.SLACK
    assert all(any(plain[by] <= far for by in t.world.field.near[sq]) for sq in road.left)


def test_39_1_a_fortress_is_full_also_for_one_who_has_nobody_beside_him() -> None:
    for men, refused in ((("FR_line", "FR_line"), ["39.1"]), ((), [])):
        inside = {"A2": (men, "march", "0811")} if men else {}
        t = Table(
            {"A1": ("FR_line", "march", "0808"), **inside, **FOE}, groups=MOVING, terrain={"fortress": "0809 0810 0811"}
        ).movement(1)
        t.play("army_a", "plan A1")
        assert t.rules("army_a", "step 0809") == refused
        assert ("step 0809" in t.options("army_a")) is (not refused)


# [20.12] rides


@pytest.mark.parametrize("start", ["0806", "0101", "1700"])
def test_20_12_a_commander_rides_ten_squares_one_after_the_other(start: str) -> None:
    pieces = {
        "A1": ("FR_line", "march", "0811"),
        "A2": ("FR_line", "march", "0305"),
        "B1": ("AU_line", "line", "0813 0812", "west"),
        "B2": ("AU_foot_art", "unlimbered", "0405"),
    }
    wet = " ".join([f"{x:02d}07" for x in range(18)])
    t = Table(pieces, terrain={"river": wet, "bridge": "0607"}, generals={"AG1": ("silver", start, "A1")})
    s, open_ground, reached = t.s, set(), {at(start)}
    for sq in t.world.field.squares:
        dry = not t.world.river >> sq & 1 or s.crossings >> sq & 1
        beside = {*t.look("B1").squares} & {sq, *t.world.field.near[sq]}
        if dry and s.at(sq) not in s.alive(1) and (not beside or s.at(sq) in s.alive(0)):
            open_ground.add(sq)
    for _ in range(10):
        reached |= {sq for here in reached for sq in t.world.field.near[here] if sq in open_ground}
    assert plans.ride_goals(s, t.general("AG1")) == sorted(reached - {at(start)})
    t.movement(14).play("army_a", "lead AG1")
    offered = [name.removeprefix("ride ") for name in t.options("army_a") if name.startswith("ride")]
    assert [at(name) for name in offered] == sorted(reached - {at(start)})


# [19.1] what may lie hidden


def test_13_7_searching_everything_no_more_stand_in_open_order_than_there_are_light_regiments() -> None:
    rows = [Place((square(x, 20), square(x + 2, 20)), (GARRISON, 0), OPEN) for x in (0, 4, 8)]
    line = Place((square(12, 20), square(13, 20)), (GARRISON, 0), LINE)
    t = Table({"A1": ("FR_line", "march", "0801"), **FOE}, options=FOG)
    unseen = Unseen(t.s.copy(), 1)
    assert unseen._searched([*rows, line], 2, 2) == rows[:2]
    assert unseen._searched([*rows, line], 2, 1) == [rows[0], line]
    assert unseen._searched([*rows, line], 1, 0) == [line]
    assert unseen._searched([*rows, line], 2, 0) is None
    assert unseen._searched([*rows, line], 3, 2) == [*rows[:2], line]
    assert unseen._searched([*rows, line], 4, 2) is None
    assert unseen._searched([*rows, line], 0, 0) == []
