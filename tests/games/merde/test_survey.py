"""What is kept at hand changes no answer: surveys of an open question, parts that copies share, ways by rings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

import grognard
from grognard.board.squares import nearest, squares_in
from grognard.games.merde.rules import messages
from grognard.games.merde.rules.frames import Secret, surveyed
from grognard.games.merde.rules.movement import drill, plans, writing
from grognard.games.merde.rules.movement.writing import Movement
from grognard.games.merde.rules.solitaire import marching
from grognard.games.merde.world.lexicon import RESERVE
from grognard.games.merde.world.state import Battle
from grognard.games.merde.world.world import DECOY, ENGINEERS
from grognard.kernel.match import Match
from toolkit_merde import Table, at

LAZY = ("done", "pass", "stay")
WALKS = [
    ("teaching_mill_road", {}),
    ("maida_1806", {"fog_of_war": True}),
    ("montebello_1800", {"deployment": "free"}),
    ("teaching_mill_road", {"solitaire": "army_b", "weather": "rain"}),
]


def walk(scenario: str, options: dict[str, Any], steps: int) -> Iterator[Match]:
    """A walk that seldom passes; both sides answer in turn where both are asked."""
    match, rng = grognard.start("merde", scenario, options, seed="survey"), random.Random(scenario)
    for number in range(steps):
        if match.outcome is not None:
            return
        yield match
        side = match.to_act[number % len(match.to_act)]
        offers = [action for action in match.options(side) if action.verb not in LAZY or rng.random() < 0.2]
        match.play(side, rng.choice(offers or list(match.options(side))))


@pytest.mark.parametrize(("scenario", "options"), WALKS)
def test_a_survey_changes_no_answer(scenario: str, options: dict[str, Any]) -> None:
    """The same question put to a copy, which has surveyed nothing, and with no survey at all."""
    asked = 0
    for match in walk(scenario, options, 250):
        frame = match.state.agenda[-1]
        for side in match.to_act if isinstance(frame, Secret) else ():
            twin, who = match.state.copy(), match.sides.index(side)
            assert isinstance(twin, Battle)
            assert twin.survey is twin.surveyed is None
            assert list(match.options(side)) == list(frame.options(twin, who)) == list(frame.offers(twin, who))
            asked += 1
    assert asked > 100


@pytest.mark.parametrize(("scenario", "options"), WALKS)
def test_a_view_is_the_same_as_from_a_copy_that_has_shown_nothing_yet(scenario: str, options: dict[str, Any]) -> None:
    """The field is pictured once while a secret question is open; who changes his view changes nobody else's."""
    pictured = 0
    for match in walk(scenario, options, 200):
        state = match.state
        assert isinstance(state, Battle)
        for seat in (*match.sides, None):
            seen = match.view(seat)
            assert seen == match.copy().view(seat)
            pictured += bool(state.surveyed and state.surveyed.pictures)
            for found in (*seen["pieces"], *seen["units"], *seen["groups"], *seen["generals"]):
                for value in found.values():
                    if isinstance(value, list):
                        with suppress(TypeError):  # what many views share refuses
                            value.append("spoilt")
                found.clear()
    assert pictured > 100


def test_a_survey_belongs_to_one_question() -> None:
    """It is dropped with the answers, and nothing is asked of it outside the question."""
    seen = set()
    for match in walk("teaching_mill_road", {}, 150):
        state = match.state
        assert isinstance(state, Battle)
        assert state.survey is None
        assert state.surveyed is None or state.surveyed.frame is state.agenda[-1]
        seen.add(type(state.agenda[-1]).__name__)
    assert {"Orders", "Movement"} <= seen


@pytest.mark.parametrize(("scenario", "options"), WALKS[:2])
def test_a_copy_stays_what_it_was(scenario: str, options: dict[str, Any]) -> None:
    """Parts are shared until one of the two changes: neither is ever changed by the other, however old."""
    kept: list[tuple[Match, str]] = []
    for number, match in enumerate(walk(scenario, options, 250)):
        if number % 5 == 0:
            kept.append((match.copy(), match.fingerprint))
        if number % 9 == 0:
            twin, before = match.copy(), match.fingerprint
            for onward in range(6):
                if twin.outcome is None:
                    side = twin.to_act[onward % len(twin.to_act)]
                    twin.play(side, twin.sample(side, random.Random(number)))
            assert match.fingerprint == before
    assert all(match.fingerprint == before for match, before in kept)
    assert len(kept) > 20


def test_a_state_takes_its_own_parts_before_it_changes() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0820")})
    twin = t.s.copy()
    assert twin.pieces[t.piece("A1")] is t.s.pieces[t.piece("A1")]
    twin.wake(sealed=True)
    assert twin.drafts[0] is not t.s.drafts[0]
    assert twin.pieces[t.piece("A1")] is t.s.pieces[t.piece("A1")]
    twin.wake()
    own = twin.pieces[t.piece("A1")]
    assert own is not t.s.pieces[t.piece("A1")]
    twin.wake()
    assert twin.pieces[t.piece("A1")] is own
    assert twin.fingerprint() == t.s.fingerprint()


def plain_way(s: Battle, side: int, goal: int, closed: int) -> tuple[int, ...]:
    """[21.4] The shortest way square by square: each is entered from the first that came next to it."""
    start = s.cic(side).square
    came, edge = {start: start}, [start]
    while edge and goal not in came:
        following = []
        for here in edge:
            for sq in s.world.field.near[here]:
                if sq not in came and not closed >> sq & 1:
                    came[sq] = here
                    following.append(sq)
        edge = following
    if goal not in came:
        return ()
    path = [goal]
    while path[-1] != start:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def test_21_4_the_way_of_a_messenger_is_the_first_of_the_shortest() -> None:
    t = Table({"A1": ("FR_line", "march", "0808")}, generals={"AG0": ("gold", "0803")})
    rng, found = random.Random("ways"), 0
    for _ in range(300):
        closed = 0
        for sq in t.world.field.squares:
            closed |= (rng.random() < 0.35) << sq
        goal = rng.choice(t.world.field.squares)
        way = messages._way(t.s, 0, goal, closed)
        assert way == plain_way(t.s, 0, goal, closed)
        found += len(way) > 4
    assert found > 30
    assert messages._way(t.s, 0, at("0803"), -1) == (at("0803"),)


def test_21_4_there_is_a_way_where_one_is_found() -> None:
    rng, found = random.Random("rivers"), []
    for _ in range(8):
        names = [f"{x:02d}{y:02d}" for x in range(18) for y in range(24) if rng.random() < 0.35]
        wet, bridges = [name for name in names if name != "0803"], rng.sample(names, 9)
        ground = {"river": " ".join(wet), "bridge": " ".join([name for name in bridges if name in wet])}
        t = Table({"A1": ("FR_line", "march", "0803")}, generals={"AG0": ("gold", "0803")}, terrain=ground)
        closed = t.world.river & ~t.s.crossings
        for goal in t.world.field.squares:
            way = plain_way(t.s, 0, goal, closed)
            assert messages.reachable(t.s, 0, goal) is bool(way)
            found.append(bool(way))
    assert 200 < sum(found) < len(found) - 200


@pytest.mark.parametrize(("scenario", "options"), WALKS[:3])
def test_20_4_offered_is_what_no_ban_shuts(scenario: str, options: dict[str, Any]) -> None:
    """Steps and changes of a plan being written, each judged alone."""
    steps, changed = 0, 0
    for match in walk(scenario, options, 400):
        s = match.state
        assert isinstance(s, Battle)
        for side in [match.sides.index(name) for name in match.to_act] if s.drafts else ():
            draft = s.drafts[side]
            if type(s.agenda[-1]).__name__ != "Movement" or draft.chosen not in draft.schemes:
                continue
            scheme = draft.schemes[draft.chosen]
            sheet = plans.Sheet(s, side, draft, scheme)
            for unit in plans.steppers(scheme):
                near = s.world.field.near[scheme.squares[max(unit, 0)]]
                offered = plans.open_steps(s, sheet, scheme, unit)
                assert sorted(offered) == sorted([sq for sq in near if not plans.step_ban(s, sheet, scheme, unit, sq)])
                steps += len(offered)
            able = [
                entry
                for entry in drill.menu(s, scheme)
                if plans.payable(scheme, entry[2]) and not plans.change_ban(s, sheet, scheme, entry[1])
            ]
            if s.arm(scheme.piece) not in (DECOY, ENGINEERS):
                assert plans.changes(s, sheet, scheme) == able
                changed += len(able)
    assert steps > 200
    assert changed > 50


def test_who_is_within_so_many_squares_is_who_is_as_near() -> None:
    t = Table(
        {
            "A1": ("FR_line", "line", "0808 0908"),
            "A2": ("FR_line", "march", "0303"),
            "B1": ("AU_line", "march", "1012"),
            "B2": ("AU_line", "line", "0406 0405", "west"),
            "B3": ("AU_line", "march", "1700"),
        }
    )
    own, others = [[t.look(name).squares for name in names] for names in (("A1", "A2"), ("B1", "B2", "B3"))]
    gap = min([nearest(a, b) for a in own for b in others])
    for reach in range(9):
        assert t.s.apart(reach) is (gap > reach)
        near = [p for p in t.s.alive(1) if nearest(own[0], t.s.pieces[p].squares) <= reach]
        assert t.s.within(own[0], 1, reach) == near
        around = [sq for sq in t.world.field.squares if any(nearest((sq,), squares) <= reach for squares in own)]
        assert squares_in(t.s.around(0, reach) & t.world.field.board) == around


@pytest.mark.parametrize(("scenario", "options"), WALKS)
def test_12_1_zones_and_held_squares_are_those_of_each_piece(scenario: str, options: dict[str, Any]) -> None:
    """Square by square; in the fog any counter that lies flag side up may be a regiment."""
    for number, match in enumerate(walk(scenario, options, 120)):
        s = match.state
        assert isinstance(s, Battle)
        for side in (0, 1) if number % 6 == 0 else ():
            held, zone, seeming = set[int](), set[int](), set[int]()
            for p in s.alive(side):
                squares = s.pieces[p].squares
                around = {near for sq in squares for near in (sq, *s.world.field.near[sq])}
                held |= {*squares}
                zone |= around if s.has_zoc(p) else set()
                seeming |= around if s.has_zoc(p) or s.pieces[p].hidden else set()
            assert {*squares_in(s.held(side))} == held
            assert {*squares_in(s.zoc(side))} == zone
            assert {*squares_in(s.apparent_zoc(side))} == seeming


@pytest.mark.parametrize(("scenario", "options"), WALKS[:2])
def test_20_4_friends_stand_where_they_are_or_at_the_end_of_their_plans(scenario: str, options: dict[str, Any]) -> None:
    planned = 0
    for match in walk(scenario, options, 300):
        s = match.state
        assert isinstance(s, Battle)
        for side in (0, 1) if type(s.agenda[-1]).__name__ == "Movement" else ():
            draft = s.drafts[side]
            for piece in s.alive(side):
                there = {
                    p: draft.schemes[p].squares if p in draft.schemes else s.pieces[p].squares for p in s.alive(side)
                }
                friends = {sq for p, squares in there.items() if p != piece for sq in squares}
                planned_ends = plans.ends(draft, plans.new_scheme(s, piece))
                found = plans.friends_at(s, side, planned_ends, piece)
                assert {*squares_in(found)} == friends
            planned += len(draft.schemes)
    assert planned > 50


def test_18_7_a_support_that_lags_is_found_whatever_is_planned_already() -> None:
    lagging = 0
    for match in walk("austerlitz_pratzen_1805", {}, 800):
        s = match.state
        assert isinstance(s, Battle)
        frame = s.agenda[-1]
        for side in (0, 1) if isinstance(frame, Movement) else ():
            draft = s.drafts[side]
            plain = bool(plans.bound_supports(s, side, draft))
            s.survey = surveyed(s, frame)
            assert plans.has_bound_support(s, side, draft) is plain
            s.survey = None
            lagging += plain
    assert lagging > 5


def test_what_a_side_imagines_is_borrowed_from_nobody() -> None:
    match = grognard.start("merde", "maida_1806", seed="twin")
    s = match.state
    assert isinstance(s, Battle)
    s.wake()
    found = s.twin()
    assert not any([s.lends, s.lends_drafts, found.lends, found.lends_drafts])
    for slot in s.world.everybody:
        assert found.pieces[slot] is not s.pieces[slot]
    lent = s.copy()
    s.twin()
    assert s.lends
    assert lent.pieces[s.world.everybody[0]] is s.pieces[s.world.everybody[0]]


def test_45_3_a_road_worked_out_before_is_taken_only_where_nothing_has_changed() -> None:
    ground = {"river": " ".join([f"{x:02d}10" for x in range(18)]), "bridge": "0810 1410"}
    pieces = {
        "A1": ("FR_line", "march", "0808"),
        "A2": ("FR_light", "march", "0708"),
        "B1": ("AU_line", "march", "0820"),
    }
    t = Table(pieces, terrain=ground, groups={"gA1": ("column", "A1 A2", 1)})
    goals = (at("0820"),)

    def kept(name: str) -> marching.Road:
        found = marching.road_to(t.s, t.piece(name), goals)
        assert found is marching.road_to(t.s, t.piece(name), goals)
        assert found.left == marching.Road(t.s, t.piece(name), goals).left
        return found

    roads = [kept("A1"), kept("A2")]
    t.s.put(t.piece("A1"), (at("0809"),), 0, 0)
    roads.append(kept("A1"))
    t.s.group_of(t.piece("A1")).column = 2
    roads.append(kept("A1"))
    t.s.crossings &= ~(1 << at("0810"))
    roads.append(kept("A1"))
    t.s.flags[1] = [at("0821")]
    roads.append(kept("A1"))
    t.s.group_of(t.piece("A1")).order = RESERVE
    roads.append(kept("A1"))
    goals = (at("0920"),)
    roads.append(kept("A1"))
    assert len({id(road) for road in roads}) == len(roads)


def test_who_stands_where_is_read_anew_when_anything_of_it_changes() -> None:
    """Squares, group, what is hidden and who is in rout: each by itself; while all is the same it is one thing."""
    t = Table(
        {"A1": ("FR_line", "march", "0808"), "A2": ("FR_line", "march", "0303"), "B1": ("AU_line", "march", "0820")}
    )
    p, found = t.s.pieces[t.piece("A1")], t.s.standing()
    assert t.s.standing() is found is t.s.copy().standing()
    for name, value in (("squares", (at("0810"),)), ("hidden", True), ("routed", True), ("squares", ())):
        setattr(p, name, value)
        assert t.s.standing() is not found
        assert (t.s.standing().roll is found.roll) == (value != ())  # who is there is the same until he is gone
        found = t.s.standing()
    assert found.roll.alive == [[t.piece("A2")], [t.piece("B1")]]
    t.s.pieces[t.piece("A2")].group = p.group
    assert found.roll.members != t.s.standing().roll.members
    assert t.s.standing().roll.members[p.group] == [t.piece("A2")]


def test_who_obeys_whom_is_the_same_only_by_the_same_orders_of_the_same_groups() -> None:
    t = Table({"A1": ("FR_line", "march", "0808"), "B1": ("AU_line", "march", "0820")})
    before = t.s.standing().roll.chain(t.s.groups)
    t.s.go_to(t.piece("A1"), (at("0809"),))
    assert t.s.standing().roll.chain(t.s.groups) is before
    t.s.group_of(t.piece("A1")).order = RESERVE
    assert t.s.standing().roll.chain(t.s.groups) is not before


def test_20_12_rides_go_into_every_square_of_the_field_in_order() -> None:
    rng = random.Random("rides")
    squares = Table({"A1": ("FR_line", "march", "0808")}).world.field.squares
    for share in (0.0, 0.1, 0.5, 0.9, 1.0):
        goals = [sq for sq in squares if rng.random() < share]
        assert [action.args[0] for action in writing._rides_into(sum([1 << sq for sq in goals]))] == goals
