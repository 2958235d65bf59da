"""What a side imagines of a battle: each hidden thing varies, and what is known stays."""

from __future__ import annotations

import random
from collections.abc import Iterator

import grognard
from grognard.games.merde.rules import sight
from grognard.games.merde.rules.combat.markers import COPIES, PAIRS, draw, lose_marker, spend
from grognard.games.merde.rules.messages import send
from grognard.games.merde.rules.withdraw import GoBack
from grognard.games.merde.world.lexicon import GARRISON, LINE, OPEN, UNLIMBERED
from grognard.games.merde.world.pieces import Letter
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import DECOY
from grognard.kernel.match import Match
from toolkit_merde import FACING, Table, at
from walks_merde import check_merde

FOG = {"fog_of_war": True}
TIMES = 12


def imagined(match: Match, side: str = "army_a") -> Iterator[Battle]:
    """Several states that a side imagines, each looking to it as the true one does."""
    for n in range(TIMES):
        one = match.imagine(side, random.Random(n))
        assert one.view(side) == match.view(side)
        assert isinstance(one.state, Battle)
        yield one.state


def fight() -> Table:
    """Two lines in contact, with markers in hand."""
    return Table(FACING).hand("A1", (4, 5), (1, 1)).hand("B1", (5, 3), (2, 6), (6, 6)).engage("A1", "B1")


# markers


def test_26_2_the_enemys_hand_varies_and_keeps_its_number() -> None:
    t = fight()
    hands = {s.pieces[t.piece("B1")].hand for s in imagined(t.match)}
    assert len(hands) > 1
    assert {len(hand) for hand in hands} == {3}
    assert {s.pieces[t.piece("A1")].hand for s in imagined(t.match)} == {t.look("A1").hand}


def test_26_3_all_markers_are_somewhere_and_what_is_drawn_next_varies() -> None:
    t = fight()
    drawn: list[set[int]] = [set(), set()]
    for s in imagined(t.match):
        for side in (0, 1):
            hands = [marker for p in s.world.roster[side] for marker in s.pieces[p].hand]
            found = sorted([*hands, *s.pool[side], *s.discards[side]])
            assert found == [marker for marker in range(PAIRS) for _ in range(COPIES)]
            drawn[side].add(draw(s, side))
    assert all([len(markers) > 1 for markers in drawn])


def test_26_3_a_marker_that_was_turned_is_known_and_one_that_was_lost_is_not() -> None:
    t = fight()
    turned = spend(t.s, t.piece("B1"), 0)
    t.roll(1)
    assert lose_marker(t.s, t.piece("B1"))
    lost = set()
    for s in imagined(t.match):
        assert s.discards[1][0] == turned
        assert len(s.discards[1]) == 2
        assert s.discards[1].count(turned) + s.pool[1].count(turned) + s.pieces[t.piece("B1")].hand.count(turned) == 2
        lost.add(s.discards[1][1])
    assert len(lost) > 1


# answers in secret


def test_28_6_a_closed_answer_stays_closed_with_another_content() -> None:
    t = fight()
    t.play("army_b", "fire 2")
    drafts = [s.drafts[1] for s in imagined(t.match)]
    assert all(draft.closed and len(draft.notes) == 1 for draft in drafts)
    assert len({draft.notes[0] for draft in drafts}) > 1


def test_20_4_what_is_being_written_begins_anew_and_a_closed_plan_is_drawn() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0820"), "B2": ("AU_line", "march", "1420")},
        groups={"gA1": ("column", "A1", 1), "gB1": ("column", "B1", 1), "gB2": ("column", "B2", 1)},
    ).movement()
    t.play("army_b", f"plan {t.token('B1')}", "step 0819")
    assert all(not s.drafts[1].schemes and not s.drafts[1].closed for s in imagined(t.match))
    t.play("army_b", "halt", "done")
    plans = {tuple(sorted(s.drafts[1].schemes)) for s in imagined(t.match)}
    assert len(plans) > 1
    for s in imagined(t.match):
        assert s.drafts[1].closed
        assert all(scheme.squares[0] < at("0820") for p, scheme in s.drafts[1].schemes.items() if p == t.piece("B1"))


def test_45_4_the_rulebooks_army_chooses_its_shots_anew() -> None:
    t = Table(
        {
            "A1": ("FR_line", "march", "0808"),
            "A2": ("FR_foot_art", "unlimbered", "1402"),
            "A3": ("FR_line", "march", "1408"),
            "B1": ("AU_foot_art", "unlimbered", "0812"),
            "B2": ("AU_line", "march", "1406"),
        },
        options={"solitaire": "army_b"},
    )
    t.roll(1).guns()
    shots = {s.drafts[1].notes[0] for s in imagined(t.match)}
    assert len(shots) > 1
    assert {note[:5] for note in shots} == {t.s.drafts[1].notes[0][:5]}


# letters and posts


def test_21_4_a_messengers_errand_varies_and_his_way_is_seen() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0815"), "B2": ("AU_line", "march", "1415")},
        generals={"BG1": ("silver", "0816", "B1 B2")},
        groups={"gB1": ("reserve", "B1"), "gB2": ("reserve", "B2")},
        flags={"B1": "1723"},
    )
    letter = Letter(t.look("B1").group, GARRISON, 1, 0, -1, t.general("BG1"))
    send(t.s, 1, letter)
    assert letter.tested
    letters = [s.letters[1] for s in imagined(t.match)]
    assert all(len(found) == 1 and found[0].tested for found in letters)
    assert {(found[0].general, found[0].arrives, found[0].path) for found in letters} == {
        (letter.general, letter.arrives, letter.path)
    }
    assert len({(found[0].group, found[0].order, found[0].column) for found in letters}) > 2
    for name in ("B1", "B2"):
        t.s.remove(t.piece(name))
    assert [len(s.letters[1]) for s in imagined(t.match)] == [1] * TIMES, "he rides to nobody"


def test_18_5_the_enemys_posts_are_where_he_stands() -> None:
    t = Table(FACING).set("B1", post=(at("0810"),)).set("A1", post=(at("0808"),))
    for s in imagined(t.match):
        assert s.pieces[t.piece("B1")].post == t.look("B1").squares
        assert s.pieces[t.piece("A1")].post == (at("0808"),)


# the fog


def foggy(steps: int, seed: str = "fog", scenario: str = "maida_1806") -> Match:
    match = grognard.start("merde", scenario, FOG, dice=grognard.FastDice(seed))
    chance = random.Random(seed)
    for _ in range(steps):
        side = chance.choice(match.to_act)
        match.play(side, match.sample(side, chance))
    return match


def test_19_1_who_lies_where_varies_and_the_squares_markers_and_losses_do_not() -> None:
    match = foggy(40)
    assert isinstance(match.state, Battle)
    truth = match.state
    hidden = [p for p in truth.alive(1) if truth.pieces[p].hidden]
    assert hidden
    spots = set()
    for s in imagined(match):
        check_merde(s)
        now = [p for p in s.alive(1) if s.pieces[p].hidden]
        assert sorted(sq for p in now for sq in s.pieces[p].squares) == sorted(
            sq for p in hidden for sq in truth.pieces[p].squares
        )
        assert {p for p in now if s.arm(p) != DECOY} == {p for p in hidden if truth.arm(p) != DECOY}
        assert all(s.pieces[p].men == s.world.stock(p).men for p in now)
        spots.add(tuple([s.pieces[p].squares for p in now]))
    assert len(spots) > TIMES // 2


def test_19_1_a_line_stays_on_two_squares_where_there_are_too_few_decoys() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "line", "0820 0920"),
         "B2": ("AU_line", "line", "0822 0922"), "B3": ("AU_line", "line", "1420 1421", "east"),
         "B4": ("AU_line", "line", "0818 0918"), "B5": ("AU_line", "line", "1220 1221", "east")},
        options=FOG,
    )  # fmt: skip
    sight.cover_up(t.s)
    for s in imagined(t.match):
        wide = [p for p in s.troops(1) if len(s.pieces[p].squares) == 2]
        assert wide
        assert all(s.pieces[p].formation in (LINE, OPEN) for p in wide)
        assert len(s.alive(1)) - len(s.troops(1)) == 5 - len(wide)
        check_merde(s)


def test_19_2_a_number_that_one_counter_alone_has_may_be_a_decoys() -> None:
    decoys = set()
    for s in imagined(foggy(12, "decoys", "teaching_mill_road")):
        for p in s.alive(1):
            if s.arm(p) == DECOY:
                decoys.add(s.pieces[p].squares)
                assert s.members(s.pieces[p].group) == [p]
    assert len(decoys) > 1


def test_19_1_whom_a_support_backs_is_guessed_among_those_who_lie_hidden() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0307"), "B2": ("AU_line", "march", "0821"),
         "B3": ("AU_line", "march", "1421"), "B4": ("AU_line", "march", "1621")},
        groups={"gB2": ("column", "B2", 3), "gB3": ("column", "B3", 4), "gB4": ("column", "B4", 5),
                "gB1": ("support", "B1", "gB2")},
        options=FOG,
    )  # fmt: skip
    sight.cover_up(t.s)
    assert [t.look(name).hidden for name in ("B1", "B2", "B3")] == [False, True, True]
    for s in imagined(t.match):
        backed = s.group_of(t.piece("B1")).supports
        assert s.members(backed)
        assert all(s.pieces[p].hidden for p in s.members(backed))


def test_37_4_a_question_about_a_hidden_counter_may_be_about_another() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_line", "march", "0415"), "B2": ("AU_line", "march", "1415")},
        options=FOG,
    )
    sight.cover_up(t.s)
    for frame in (GoBack(t.piece("B1"), False), GoBack(t.piece("B1"), False)):
        t.s.agenda.append(frame)
    t.match._wait((1,))
    asked = set()
    for s in imagined(t.match):
        top = s.agenda[-1]
        assert isinstance(top, GoBack)
        assert top.options(s, 1)
        assert not isinstance(s.agenda[-2], GoBack), "how many there are nobody else knows"
        asked.add(top.piece)
    assert asked == {t.piece("B1"), t.piece("B2")}


def test_13_8_a_battery_in_a_wood_is_not_unlimbered() -> None:
    t = Table(
        {"A1": ("FR_line", "march", "0802"), "B1": ("AU_foot_art", "limbered", "0820"),
         "B2": ("AU_line", "march", "1020")},
        terrain={"wood": "0820 1020"},
        options=FOG,
    )  # fmt: skip
    sight.cover_up(t.s)
    for s in imagined(t.match):
        assert s.pieces[t.piece("B1")].formation != UNLIMBERED


def test_an_imagined_battle_shares_what_is_not_drawn_until_either_changes() -> None:
    match = grognard.start("merde", "maida_1806", seed="shared")
    true = match.state
    assert isinstance(true, Battle)
    before = match.fingerprint
    one, again = [match.imagine("army_a", random.Random(1)) for _ in range(2)]
    imagined = one.state
    assert isinstance(imagined, Battle)
    own = true.world.roster[0][0]
    assert imagined.pieces[own] is true.pieces[own]
    imagined.wake()
    imagined.pieces[own].squares = ()
    assert match.fingerprint == before
    shown = again.fingerprint
    rng = random.Random(2)
    for _ in range(200):
        side = match.to_act[0]
        match.play(side, match.sample(side, rng))
    assert again.fingerprint == shown
