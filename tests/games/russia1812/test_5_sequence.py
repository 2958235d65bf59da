"""Rulebook 5: the sequence of play."""

import pytest

import grognard
from grognard.games.russia1812.rules.sequence import EndOfTurn
from toolkit1812 import Table

PHASE_OF = {
    "forage_found": {1},
    "forage_failed": {1},
    "starved_disrupted": {1},
    "starved_eliminated": {1},
    "converted": {2},
    "depot_taken_off": {2},
    "trains_available": {2},
    "train_placed": {2},
    "train_discarded": {2},
    "train_lost": {2},
    "depot_made": {0, 2},
    "rallied": {3},
    "marched": {3},
    "attrition_die": {3},
    "forced_march": {3},
    "train_discarded_from": {3},
    "commands": {4},
    "attack_ordered": {5},
    "combat": {5},
    "hits": {5},
    "declined": {5},
    "commander_moved": {6},
    "cossacks_strike": {7},
    "cossacks_miss": {7},
    "arrived": {7},
    "final_score": {8},
}


class Campaign1812:
    """A whole match by a fixed policy, with what was told in each phase and what was seen on each turn."""

    def __init__(self, edition: int, step: int) -> None:
        match = self.match = grognard.start("russia1812", options={"edition": edition}, seed="sixteen turns")
        self.winters: dict[int, bool] = {}
        moves = 0
        while match.outcome is None:
            view = match.view(None)
            self.winters[view["turn"]] = view["winter"]
            side = match.to_act[0]
            options = match.options(side)
            match.play(side, options[moves * step % len(options)])
            moves += 1
        self.told: list[tuple[int, str]] = []
        phase = 0
        for _, event in match.log():
            phase = event.args[1] if event.key == "phase" else phase
            self.told.append((phase, event.key))
        self.phases = [event.args for _, event in match.log() if event.key == "phase"]


@pytest.fixture(scope="module", params=[(1, 11), (1, 13), (2, 5), (2, 11), (2, 13)], ids=str)
def campaign(request):
    return Campaign1812(*request.param)


# 5.1


def test_5_1_sixteen_turns_of_eight_phases_in_order(campaign):
    assert campaign.phases[0] == (0, 0)
    assert campaign.phases[1:] == [(turn, phase) for turn in range(1, 17) for phase in range(1, 9)]


def test_5_1_everything_happens_in_its_own_phase(campaign):
    strays = {(phase, key) for phase, key in campaign.told if phase not in PHASE_OF.get(key, {phase})}
    assert strays == set()
    assert {"commands", "marched", "train_placed", "arrived"} <= {key for _, key in campaign.told}


def test_5_1_forage_markers_come_with_active_supply_or_in_the_first_edition_after_movement(campaign):
    found = {phase for phase, key in campaign.told if key == "forage_marker"}
    assert found == ({2} if campaign.match.setup.options["edition"] == 2 else {3})


def test_5_1_winter_begins_with_turn_11(campaign):
    assert [turn for turn, winter in campaign.winters.items() if winter] == list(range(11, 17))


def order_of(t: Table, *keys: str) -> list[str]:
    return [key for key in t.told if key in keys]


def test_5_1_active_supply_converts_then_places_then_forages_then_makes_depots():
    pieces = {"F-III-I1": "2008", "F-NEY": "2008", "F-I-I1": "1909"}
    t = Table(pieces, turn=3, depots={"french": ["2710", "2512", "2008"]}).active_supply()
    t.play("french", "convert 2008", "train 2511")
    while t.asked == "PlaceTrain":
        t.play(t.to_act[0], t.options(t.to_act[0])[-1])
    t.play("french", "depot 2511")
    keys = ("converted", "trains_available", "train_placed", "forage_marker", "depot_made")
    told = order_of(t, *keys)
    assert [key for n, key in enumerate(told) if key not in told[:n]] == list(keys)


def test_5_1_all_rallying_comes_before_any_move():
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "R-1I-I1": "1806", "R-BARCLAY": "1806"}
    t = Table(pieces, trains={"2108": 2, "1806": 2}, disrupted=["F-III-I1", "R-1I-I1"]).rally()
    assert t.untimely("french", "march 2108") == ["8.2"]
    t.play("french", "rally 2108")
    assert t.to_act == ("russian",)
    t.play("russian", "rally 1806")
    assert t.asked == "MoveOrder"
    assert t.to_act == ("french",)


def test_5_1_both_players_finish_a_phase_before_the_next_begins():
    t = Table({"F-III-I1": "2107", "F-NEY": "2107", "R-1I-I1": "2007"}, trains={"2107": 1}).rally()
    assert t.untimely("french", "attack 2107 2007") == ["10.1"]
    assert t.untimely("french", "send F-NEY") == ["12.1"]
    assert t.reasons("russian", "attack 2007 2107") == ["8.2 turn"]
    t.play("french", "discard 2107")
    assert t.asked == "Rest"


def test_5_1_cossacks_come_before_reinforcements():
    t = Table({"F-III-I1": "2007"}, turn=4, dice=[6])
    t.wait("F-IX-I1")
    t.cossacks()
    assert t.is_disrupted("F-III-I1")
    t.play("french", "place F-IX-I1 2109")
    assert order_of(t, "cossacks_strike", "arrived") == ["cossacks_strike", "arrived"]


@pytest.mark.parametrize(("turn", "order"), [(1, ["french", "russian"]), (15, ["russian", "french"])])
def test_5_1_the_higher_table_number_converts_first(turn, order):
    pieces = {"F-III-I1": "2207", "R-1I-I1": "1808"}
    t = Table(pieces, turn=turn, depots={"french": ["2207"], "russian": ["1808"]}).active_supply()
    asked = []
    while t.asked == "ConvertDepot":
        asked.append(t.to_act[0])
        t.play(t.to_act[0], "pass")
    assert asked == order


@pytest.mark.parametrize(("turn", "order"), [(14, ["french", "russian"]), (15, ["russian", "french"])])
def test_5_1_the_higher_table_number_makes_depots_first(turn, order):
    t = Table({}, turn=turn, trains={"2710": 1, "0510": 1, "0110": 1}).make_depots()
    asked = []
    while t.asked == "MakeDepot":
        asked.append(t.to_act[0])
        t.play(t.to_act[0], "done")
    assert asked == order


@pytest.mark.parametrize(("turn", "order"), [(14, ["french", "russian"]), (16, ["russian", "french"])])
def test_5_1_the_higher_table_number_rallies_first(turn, order):
    pieces = {"F-III-I1": "2108", "F-NEY": "2108", "R-1I-I1": "1806", "R-BARCLAY": "1806"}
    t = Table(pieces, turn=turn, trains={"2108": 1, "1806": 1}, disrupted=["F-III-I1", "R-1I-I1"]).rally()
    asked = []
    while t.asked == "Rally":
        asked.append(t.to_act[0])
        t.play(t.to_act[0], "done")
    assert asked == order


def test_5_1_the_higher_table_number_takes_depots_off_first():
    """[7.2] Both are short on turn 11: the French, with the higher number, act first."""
    french = ["2710", "2709", "2512", "2511", "2611", "2608", "2607", "2411", "2407", "2207", "2110", "2306"]
    russian = ["0110", "0115", "0205", "0209", "0213", "0311", "0510", "0518", "1317", "1101", "1418"]
    t = Table({}, turn=11, depots={"french": french, "russian": russian}).active_supply()
    assert t.asked == "TakeOffDepots"
    assert t.to_act == ("french",)


def test_5_1_the_other_player_sees_what_the_first_has_chosen():
    pieces = {"F-III-I1": "2207", "R-1I-I1": "1808"}
    t = Table(pieces, depots={"french": ["2207"], "russian": ["1808"]}).active_supply()
    t.play("french", "convert 2207")
    assert t.to_act == ("russian",)
    assert t.match.view("russian")["players"]["french"]["shown"] == {"2207": 1}
    assert t.match.view("russian")["players"]["french"]["depots"] == []


# 5.2


def test_5_2_the_next_turn_begins_with_phase_1(campaign):
    ends = [n for n, (_, phase) in enumerate(campaign.phases) if phase == 8]
    for n in ends[:-1]:
        assert campaign.phases[n + 1] == (campaign.phases[n][0] + 1, 1)


def test_5_2_turns_follow_each_other():
    t = Table({"F-III-I1": "2007"}, turn=10).open(EndOfTurn())
    view = t.match.view(None)
    assert (view["turn"], view["phase"], view["winter"]) == (11, 2, True)
    assert t.is_disrupted("F-III-I1")


# 5.3


def test_5_3_the_game_ends_with_turn_16(campaign):
    assert campaign.match.outcome.reason == "turn_16"
    assert campaign.match.to_act == ()
    assert campaign.phases[-1] == (16, 8)
    assert campaign.told[-1] == (8, "final_score")


def test_5_3_turn_15_is_not_the_end():
    t = Table({}, turn=15).open(EndOfTurn())
    assert t.match.outcome is None
    assert t.match.view(None)["turn"] == 16


def test_5_3_after_the_end_nothing_is_legal():
    t = Table({"F-III-I1": "0308"}, turn=16).open(EndOfTurn())
    assert t.match.outcome.score == {"french": 8, "russian": 23}
    assert t.match.outcome.winner == "russian"
    assert t.reasons("french", "pass") == ["5.3 over"]
    assert t.options("french") == []


@pytest.mark.parametrize(("die", "over"), [(1, True), (2, False)])
def test_5_3_the_game_ends_earlier_if_somebody_wins(die, over):
    pieces = {"F-NAPOLEON": "2007", "F-III-I1": "1908", "R-1I-I1": "2107", "R-BARCLAY": "2107"}
    t = Table(pieces, turn=5, trains={"2107": 1}, dice=[die]).movement()
    t.play("russian", "march 2107", "go", "march 2107 2007")
    assert (t.match.outcome is not None) is over
    assert t.to_act == (() if over else ("russian",))


@pytest.mark.parametrize(("advanced", "start"), [(False, []), (True, [9])])
def test_5_1_the_phases_of_a_turn_are_told_one_after_another(advanced, start):
    options = {"advanced": advanced, "optional_15_1": False}
    match = grognard.start("russia1812", "historical", options, seed="phases")
    while match.state.turn < 2:
        side = match.to_act[0]
        offered = [str(action) for action in match.options(side)]
        match.play(side, next((action for action in ("done", "pass", "decline") if action in offered), offered[-1]))
    found = [event.args for _, event in match.log() if event.key == "phase"]
    assert found[0] == (0, 0)
    assert [phase for turn, phase in found if turn == 1] == [*start, 1, 2, 3, 4, 5, 6, 7, 8]
