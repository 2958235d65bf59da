"""What nobody watched: who is asked in which order, what is told of a way back, and what one may not say."""

from __future__ import annotations

import pytest

from grognard.board.squares import square
from grognard.games.merde.rules import sequence, withdraw
from grognard.games.merde.rules.combat.engage import FireStep
from grognard.games.merde.rules.unseen import Place, Unseen
from grognard.games.merde.world.lexicon import CHARGE, GARRISON, LINE, OPEN
from toolkit_merde import FACING, MOVING, Table, at

FOE = {"B1": ("AU_line", "march", "0820")}


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


# [19.1] what may lie hidden


def test_13_7_searching_everything_no_more_stand_in_open_order_than_there_are_light_regiments() -> None:
    rows = [Place((square(x, 20), square(x + 2, 20)), (GARRISON, 0), OPEN) for x in (0, 4, 8)]
    line = Place((square(12, 20), square(13, 20)), (GARRISON, 0), LINE)
    t = Table({"A1": ("FR_line", "march", "0801"), **FOE}, options={"fog_of_war": True})
    unseen = Unseen(t.s.copy(), 1)
    assert unseen._searched([*rows, line], 2, 2) == rows[:2]
    assert unseen._searched([*rows, line], 2, 1) == [rows[0], line]
    assert unseen._searched([*rows, line], 1, 0) == [line]
    assert unseen._searched([*rows, line], 2, 0) is None
    assert unseen._searched([*rows, line], 3, 2) == [*rows[:2], line]
    assert unseen._searched([*rows, line], 4, 2) is None
    assert unseen._searched([*rows, line], 0, 0) == []
