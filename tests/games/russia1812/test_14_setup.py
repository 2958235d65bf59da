"""Rulebook 14.1 to 14.6: set-up, ratings, length, Napoleon on the march, terrain."""

from collections import Counter

import pytest

import grognard
from grognard.games.russia1812.rules import sequence
from toolkit1812 import Table

GROUPS = {
    "1806": ("R-1I-I1 R-1I-I2 R-1I-C1 R-WITTGENSTEIN", "VI LI LC"),
    "1709 1808": ("R-1II-I1 R-1II-I2 R-1II-A1 R-1III-I1 R-1III-I2 R-BARCLAY", "LI LI LA VI CI"),
    "1407": ("R-1IV-I1 R-1IV-I2", "LI CI"),
    "1708": ("R-1V-I1 R-1V-I2 R-1V-C1 R-CONSTANTINE", "VI VI VC"),
    "1609 1610": ("R-1VI-I1 R-1VI-I2 R-1VI-C1 R-1VI-C2 R-1VI-C3", "LI LI VC LC CC"),
    "1904": ("R-RIGA-I1 R-ESSEN", "LI"),
    "1912": ("R-2VII-I1 R-2VII-I2 R-2VII-A1", "VI LI LA"),
    "2012 2113": ("R-2VIII-I1 R-2VIII-I2 R-2VIII-I3 R-2VIII-C1 R-2VIII-C2", "VI VI CI VC CC"),
    "2206 2207 2208 2308 2407 2508": (
        "F-IG-I1 F-IG-I2 F-IG-I3 F-IG-I4 F-IG-C1 F-IG-A1 F-IG-A2 F-I-I1 F-I-I2 F-I-I3 F-I-I4 F-I-I5 F-I-C1 "
        "F-II-I1 F-II-I2 F-II-I3 F-II-C1 F-NAPOLEON F-BESSIERES F-LEFEBVRE F-MORTIER F-DAVOUT F-OUDINOT",
        "VI VI VI VI VC VA VA VI VI VI VI LI LC LI LI CI CC",
    ),
    "2108": ("F-III-I1 F-III-I2 F-III-I3 F-III-C1 F-NEY", "VI VI LI LC"),
    "2209 2310": ("F-IV-I1 F-IV-I2 F-IV-I3 F-IV-I4 F-IV-C1 F-IV-C2 F-IV-A1 F-EUGENE", "VI LI LI LI VC LC LA"),
    "2210": ("F-V-I1 F-V-I2 F-V-I3 F-V-C1 F-PONIATOWSKI", "VI LI LI VC"),
    "2311 2410": ("F-VI-I1 F-VI-I2 F-VI-C1 F-STCYR", "LI CI CC"),
    "2313": ("F-VII-I1 F-VII-I2 F-VII-C1", "LI LI LC"),
    "2211 2312": ("F-VIII-I1 F-VIII-I2 F-VIII-C1 F-JUNOT", "LI CI LC"),
    "2307": ("F-X-I1 F-X-I2 F-X-C1 F-X-A1 F-MACDONALD", "LI LI LC LA"),
}
ROVING = {"R-BAGRATION", "R-PLATOV", "F-MURAT", "F-GROUCHY"}


class Setup:
    """A match in its set-up."""

    def __init__(self, scenario="historical", edition=2):
        self.match = grognard.start("russia1812", scenario=scenario, options={"edition": edition}, seed="x")
        self.world = self.match.state.world
        self.offers = {}

    def options(self):
        return [str(action) for action in self.match.options(self.match.to_act[0])]

    def asked(self):
        """The piece to be deployed now, and its hexes."""
        words = [option.split() for option in self.options()]
        return words[0][1], [word[2] for word in words]

    def deploying(self, side):
        return self.match.to_act == (side,) and self.options()[0].startswith("deploy")

    def choose(self, choice=None, until=None):
        """Deploy the side to act, the least crowded hex first or as chosen; stop when this piece is asked for."""
        side = self.match.to_act[0]
        while self.deploying(side):
            piece, hexes = self.asked()
            if piece == until:
                break
            self.offers[piece] = hexes
            goal = choice(piece, hexes) if choice else min(hexes, key=lambda name: (self.load(name), name))
            self.match.play(side, f"deploy {piece} {goal}")
        return self

    def skip(self):
        """No (more) Depots."""
        if "done" in self.options():
            self.match.play(self.match.to_act[0], "done")
        return self

    def load(self, name):
        return self.match.state.load[self.world.grid.by_name[name]]

    def where(self, piece):
        h = self.match.state.at[self.world.ids.index(piece)]
        return self.world.grid.names[h] if h >= 0 else None

    def rules(self, side, action):
        before = self.match.fingerprint
        refusals = self.match.why_not(side, action)
        with pytest.raises(grognard.IllegalAction) as illegal:
            self.match.play(side, action)
        assert illegal.value.refusals == refusals
        assert self.match.fingerprint == before
        return [refusal.rule for refusal in refusals]

    def depots(self, side):
        return self.match.state.depots[self.match.sides.index(side)].bit_count()


def complete(scenario="historical", edition=2):
    s = Setup(scenario, edition)
    return s.choose().skip().choose().skip()


def distance(a, b):
    """Hex distance by the formula of the map file: even columns lie half a hex lower."""
    (c1, r1), (c2, r2) = ((int(name[:2]), int(name[2:])) for name in (a, b))
    dy = abs(2 * r1 + (c1 % 2 == 0) - 2 * r2 - (c2 % 2 == 0))
    return abs(c1 - c2) + max(0, dy - abs(c1 - c2)) // 2


# 14.1 historical


def test_14_1_the_russians_deploy_and_place_depots_before_the_french():
    s = Setup()
    assert s.deploying("russian")
    assert s.rules("french", "deploy F-IG-I1 2206") == ["14.1"]
    s.choose()
    assert s.match.to_act == ("russian",)
    assert s.options()[-1] == "done"
    s.skip()
    assert s.deploying("french")
    s.choose()
    assert s.match.to_act == ("french",)
    assert s.options()[-1] == "done"


@pytest.mark.parametrize("hexes", GROUPS)
def test_14_1_each_group_has_its_hexes(hexes):
    s = complete()
    for piece in GROUPS[hexes][0].split():
        assert s.where(piece) in hexes.split()
        assert s.offers.get(piece, hexes.split()) == hexes.split()


@pytest.mark.parametrize("hexes", GROUPS)
def test_14_1_each_group_has_its_units(hexes):
    world = Setup().world
    pieces, order = GROUPS[hexes]
    numbers = [world.ids.index(piece) for piece in pieces.split()]
    codes = [(world.klass[u][:1] + world.kind[u][:1]).upper() for u in numbers if world.kind[u] != "commander"]
    assert Counter(codes) == Counter(order.split())


def test_14_1_nobody_else_is_set_up():
    s = complete()
    expected = {piece for pieces, _ in GROUPS.values() for piece in pieces.split()} | ROVING
    assert {piece for piece in s.world.ids if s.where(piece)} == expected
    assert [name for name in s.world.ids if name.startswith("F-CR") and s.where(name)] == []
    assert [s.where(name) for name in ("R-TUCHKOV", "R-RAEVSKY", "F-REYNIER")] == [None] * 3


@pytest.mark.parametrize(
    ("side", "occupancy", "kinds"),
    [
        (0, 61.5, {"infantry": 30, "cavalry": 11, "artillery": 4}),
        (1, 38.0, {"infantry": 18, "cavalry": 7, "artillery": 2}),
    ],
)
def test_14_1_numbers_and_occupancy_of_both_armies(side, occupancy, kinds):
    s = complete()
    world = s.world
    army = [u for u, h in enumerate(s.match.state.at) if h >= 0 and world.fighters[side] >> u & 1]
    assert sum(world.weight[u] for u in army) / 2 == occupancy
    assert Counter(world.kind[u] for u in army) == kinds


def test_14_1_the_owner_splits_a_group_freely():
    s = Setup().choose(lambda piece, hexes: hexes[-1])
    assert [s.where(piece) for piece in ("R-1II-I1", "R-1VI-I1", "R-2VIII-I1")] == ["1808", "1610", "2113"]
    s = Setup().choose(lambda piece, hexes: hexes[0])
    assert [s.where(piece) for piece in ("R-1II-I1", "R-1VI-I1", "R-2VIII-I1")] == ["1709", "1609", "2012"]


def test_14_1_refused_deployments():
    s = Setup()
    piece, hexes = s.asked()
    assert (piece, hexes) == ("R-1II-I1", ["1709", "1808"])
    assert s.rules("russian", "deploy R-1II-I1 1708") == ["14.1"]
    assert s.rules("russian", "deploy R-1II-I2 1709") == ["14.1"]
    assert s.rules("russian", "deploy F-IG-I1 2206") == ["14.1"]
    assert s.rules("russian", "depot 0308")


def test_14_1_stacking_binds_the_set_up():
    s = Setup().choose(lambda piece, hexes: hexes[0])
    assert (s.load("1709"), s.where("R-1III-I2")) == (11, "1808")
    s.skip().choose(lambda piece, hexes: hexes[0], until="F-IG-A2")
    assert s.load("2206") == 12
    assert s.asked()[1] == ["2207", "2208", "2308", "2407", "2508"]
    assert s.rules("french", "deploy F-IG-A2 2206") == ["4.1"]


def test_14_1_commanders_of_a_group_may_stand_on_any_of_its_hexes():
    s = Setup().choose(lambda piece, hexes: hexes[0], until="R-BARCLAY")
    assert s.asked()[1] == ["1709", "1808"]


def test_14_1_bagration_and_platov_join_any_stack_of_the_second_army():
    s = Setup().choose(until="R-BAGRATION")
    assert s.asked() == ("R-BAGRATION", ["1912", "2012", "2113"])
    assert s.rules("russian", "deploy R-BAGRATION 1709") == ["14.1"]
    s = Setup().choose(lambda piece, hexes: hexes[-1], until="R-BAGRATION")
    assert s.load("2012") > 0
    s.match.play("russian", "deploy R-BAGRATION 1912")
    assert s.asked() == ("R-PLATOV", ["1912", "2012", "2113"])


def test_14_1_murat_and_grouchy_join_any_french_stack():
    s = Setup().choose().skip().choose(until="F-MURAT")
    hexes = s.asked()[1]
    stacks = {
        s.where(name)
        for pieces, _ in GROUPS.values()
        for name in pieces.split()
        if name.startswith("F-") and s.world.kind[s.world.ids.index(name)] != "commander"
    }
    assert set(hexes) == stacks
    assert s.rules("french", "deploy F-MURAT 2309") == ["14.1"]
    s.match.play("french", "deploy F-MURAT 2307")
    assert s.asked()[0] == "F-GROUCHY"


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_14_1_combat_commands_and_battle_points_at_the_start(scenario):
    state = Setup(scenario).match.state
    assert state.cc_base == [4, 3]
    assert state.track == 12


# 14.1 Depots


def test_14_1_the_russians_place_up_to_eleven_depots():
    s = Setup().choose()
    for number in range(11):
        assert s.depots("russian") == number
        assert s.options()[-1] == "done"
        s.match.play("russian", s.options()[0])
    assert s.depots("russian") == 11
    assert s.deploying("french")


def test_14_1_the_french_place_up_to_fourteen_depots():
    s = Setup().choose().skip().choose()
    for number in range(14):
        assert s.depots("french") == number
        s.match.play("french", s.options()[0])
    assert s.depots("french") == 14
    assert s.match.state.turn == 1


def test_14_1_no_depot_at_all_is_allowed():
    s = complete()
    assert (s.depots("russian"), s.depots("french")) == (0, 0)


def test_14_1_depots_stand_on_friendly_cities_only():
    s = Setup().choose()
    assert s.rules("russian", "depot 2407") == ["14.1"]
    assert s.rules("russian", "depot 0309") == ["14.1"]
    s.skip().choose()
    assert s.rules("french", "depot 1808") == ["14.1"]
    assert s.rules("french", "depot 2208") == ["14.1"]


def test_14_1_one_depot_to_a_city():
    s = Setup().choose()
    s.match.play("russian", "depot 0308")
    assert "depot 0308" not in s.options()
    assert s.rules("russian", "depot 0308") == ["14.1"]


def test_14_1_depots_are_linked_those_placed_in_this_step_count():
    s = Setup().choose()
    assert s.rules("russian", "depot 1009") == ["7.8"]
    s.match.play("russian", "depot 0508")
    assert "depot 1009" in s.options()
    s.match.play("russian", "depot 1009")
    assert s.depots("russian") == 2


def test_14_1_the_french_chain_starts_at_the_western_edge():
    s = Setup().choose().skip().choose()
    assert s.rules("french", "depot 2207") == ["7.8"]
    s.match.play("french", "depot 2608")
    assert "depot 2207" in s.options()


# 14.1 free


def test_14_1_free_the_same_units_take_part():
    free, historical = complete("free"), complete()
    assert {name for name in free.world.ids if free.where(name)} == {
        name for name in free.world.ids if historical.where(name)
    }


def test_14_1_free_the_russians_deploy_anywhere_in_russia():
    s = Setup("free")
    russia = {s.world.grid.names[h] for h in range(s.world.grid.size) if s.world.russia >> h & 1}
    closed = {"1003", "1402"}
    assert set(s.asked()[1]) == russia - closed
    assert s.rules("russian", "deploy R-1I-I1 2108") == ["14.1"]
    assert s.rules("russian", "deploy R-1I-I1 1402") == ["14.1"]


def test_14_1_free_the_french_deploy_anywhere_west_of_russia():
    s = Setup("free").choose().skip()
    piece, hexes = s.asked()
    world = s.world
    open_ground = {h for h, terrain in world.terrain_of.items() if terrain in ("clear", "city", "fortified_city")}
    assert {world.grid.by_name[name] for name in hexes} == {h for h in open_ground if world.west >> h & 1}
    for closed in ("2008", "2413", "2214", "2417", "2219", "2406"):
        assert s.rules("french", f"deploy {piece} {closed}") == ["14.1"]


def test_14_1_free_murat_and_bagration_go_anywhere_at_home():
    s = Setup("free").choose(lambda piece, hexes: next(n for n in hexes if n > "1700"), until="R-BAGRATION")
    assert s.load("0308") == 0
    assert "0308" in s.asked()[1]
    s.choose().skip().choose(lambda piece, hexes: hexes[0], until="F-MURAT")
    assert s.load("2710") == 0
    assert "2710" in s.asked()[1]


def test_14_1_free_stacking_binds():
    s = Setup("free")
    while s.load("1808") < 10:
        piece, hexes = s.asked()
        assert "1808" in hexes
        s.match.play("russian", f"deploy {piece} 1808")
    assert s.rules("russian", f"deploy {s.asked()[0]} 1808") == ["4.1"]


def rear_first(s):
    """Deploy the Russians as far from the border as the rules allow; returns how many of each type got away."""
    away = Counter()
    rear = ["0113", "0112", "0212", "0210", "0211", "0310", "0214", "0215", "0216", "0217", "0218"]
    while s.deploying("russian"):
        piece, hexes = s.asked()
        kind = s.world.kind[s.world.ids.index(piece)]
        goal = next((name for name in rear if name in hexes), None)
        away[kind] += goal is not None
        s.match.play("russian", f"deploy {piece} {goal or min(hexes, key=s.load)}")
    return away


def test_14_1_free_enough_russians_stand_within_seven_hexes_of_the_border():
    away = rear_first(Setup("free"))
    assert (away["infantry"], away["cavalry"], away["artillery"]) == (18 - 10, 7 - 3, 2 - 1)
    assert away["commander"] == 6


def test_14_1_free_the_border_is_seven_hexes_deep():
    s = Setup("free")
    deployed = 0
    while deployed < 8:
        piece, hexes = s.asked()
        deployed += s.world.kind[s.world.ids.index(piece)] == "infantry"
        s.match.play("russian", f"deploy {piece} {min(hexes, key=s.load)}")
    while s.world.kind[s.world.ids.index(s.asked()[0])] != "infantry":
        piece, hexes = s.asked()
        s.match.play("russian", f"deploy {piece} {min(hexes, key=s.load)}")
    west = [s.world.grid.names[h] for h in range(s.world.grid.size) if s.world.west >> h & 1]
    near = {name for name in Setup("free").asked()[1] if min(distance(name, other) for other in west) <= 7}
    piece, hexes = s.asked()
    full = {name for name in near if s.load(name) + s.world.weight[s.world.ids.index(piece)] > 12}
    assert set(hexes) == near - full
    assert s.rules("russian", f"deploy {piece} 0308") == ["14.1"]


def test_14_1_free_units_at_the_border_leave_the_others_free():
    s = Setup("free")
    piece, hexes = s.asked()
    while s.deploying("russian") and s.world.kind[s.world.ids.index(s.asked()[0])] != "commander":
        piece, hexes = s.asked()
        at_border = sorted((name for name in hexes if name[:2] in ("18", "19", "20")), key=s.load)
        s.match.play("russian", f"deploy {piece} {at_border[0]}")
        last = hexes
    assert "0308" in last


# 14.2

RATINGS = {
    "R-BAGRATION": 1,
    "R-BARCLAY": 2,
    "R-CONSTANTINE": 1,
    "R-ESSEN": 1,
    "R-PLATOV": 2,
    "F-BESSIERES": 3,
    "F-DAVOUT": 3,
    "F-EUGENE": 2,
    "F-GROUCHY": 2,
    "F-JUNOT": 1,
    "F-LEFEBVRE": 2,
    "F-MACDONALD": 2,
    "F-MORTIER": 2,
    "F-MURAT": 3,
    "F-NAPOLEON": 4,
    "F-NEY": 2,
    "F-OUDINOT": 2,
    "F-PONIATOWSKI": 2,
    "F-STCYR": 2,
}


def rating(commander, edition):
    """The CR that counts when he orders an attack."""
    side, unit, enemy = (
        ("french", "F-I-I1", "R-1V-I1") if commander.startswith("F") else ("russian", "R-1V-I1", "F-I-I1")
    )
    t = Table({unit: "0416", commander: "0416", enemy: "0316"}, cc=(0, 0), dice=[1], edition=edition).combat(side)
    t.play(side, "attack 0416 0316")
    return next(event.args[3] for _, event in t.match.log() if event.key == "order_abort")


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("commander", RATINGS)
def test_14_2_ratings(commander, edition):
    assert rating(commander, edition) == RATINGS[commander]


def test_14_2_wittgenstein_is_rated_one_and_two_in_the_first_edition():
    assert rating("R-WITTGENSTEIN", 2) == 1
    assert rating("R-WITTGENSTEIN", 1) == 2


# 14.3, 14.4


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_14_3_the_game_starts_on_turn_one(scenario):
    s = Setup(scenario)
    assert s.match.state.turn == 0
    s.choose().skip().choose().skip()
    assert s.match.state.turn == 1
    assert ("turn", 1) in [(event.key, event.args[0] if event.args else None) for _, event in s.match.log()]


def test_14_4_the_game_ends_with_turn_sixteen():
    t = Table({"F-I-I1": "2207", "R-1V-I1": "1808"}, turn=15).open(sequence.EndOfTurn())
    assert (t.s.turn, t.match.outcome) == (16, None)
    t = Table({"F-I-I1": "2207", "R-1V-I1": "1808"}, turn=16).open(sequence.EndOfTurn())
    assert t.s.turn == 16
    assert t.match.outcome is not None
    assert (t.to_act, t.options("french")) == ((), [])


# 14.5


def attrition(*actions, turn=1, die=6, commanders=("F-NAPOLEON",), **given):
    """A French Move from 0416 along column 04 with these actions; the modifier of its attrition die."""
    pieces = {"F-I-I1": "0416", "F-I-I2": "0416", **dict.fromkeys(commanders, "0416")}
    t = Table(pieces, trains={"0416": 1}, turn=turn, dice=[die], **given).movement("french")
    t.play("french", "march 0416", "all", *actions)
    return t, next(event.args[2] for _, event in t.match.log() if event.key == "attrition_die")


STEPS = ("march 0416 0417", "march 0417 0418", "march 0418 0419")


def test_14_5_napoleon_accompanying_throughout_takes_one_off_the_march_die():
    t, modifier = attrition("lead F-NAPOLEON", *STEPS, "halt")
    assert modifier == -1
    assert (t.where("F-I-I1"), t.where("F-I-I2"), t.asked) == ("0419", "0419", "Rest")


def test_14_5_another_commander_does_not():
    t, modifier = attrition("lead F-DAVOUT", *STEPS, "halt", commanders=["F-DAVOUT"])
    assert modifier == 0
    assert t.asked == "Attrition"


def test_14_5_not_if_napoleon_stays_behind():
    assert attrition("go", *STEPS, "halt")[1] == 0


def test_14_5_not_if_napoleon_leaves_the_column_on_the_way():
    assert attrition("lead F-NAPOLEON", STEPS[0], "drop F-NAPOLEON", *STEPS[1:], "halt")[1] == 0


def test_14_5_napoleon_who_drops_off_in_the_last_hex_came_all_the_way():
    assert attrition("lead F-NAPOLEON", *STEPS, "drop F-NAPOLEON", "halt")[1] == -1


@pytest.mark.parametrize(("turn", "steps", "modifier"), [(1, 3, -1), (3, 3, 0), (11, 3, 2), (11, 2, 1)])
def test_14_5_it_adds_to_the_other_modifiers(turn, steps, modifier):
    assert attrition("lead F-NAPOLEON", *STEPS[:steps], "halt", turn=turn)[1] == modifier


@pytest.mark.parametrize("edition", [1, 2])
def test_14_5_in_both_editions(edition):
    assert attrition("lead F-NAPOLEON", *STEPS, "halt", edition=edition)[1] == -1


# 14.6

ROUGH_GROUND = [("2212", "2112"), ("1811", "1812"), ("0411", "0312")]
GROUND_IDS = ["forest", "marsh", "rough"]


@pytest.mark.parametrize(("start", "goal"), ROUGH_GROUND, ids=GROUND_IDS)
def test_14_6_difficult_ground_is_closed_to_french_columns(start, goal):
    t = Table({"F-I-I1": start, "F-NEY": start}, trains={start: 1}).movement("french")
    t.play("french", f"march {start}", "lead F-NEY")
    assert f"march {start} {goal}" not in t.options("french")
    assert t.reasons("french", f"march {start} {goal}") == ["14.6 impassable"]


@pytest.mark.parametrize(("start", "goal"), ROUGH_GROUND, ids=GROUND_IDS)
def test_14_6_difficult_ground_is_open_to_russian_columns(start, goal):
    t = Table({"R-1V-I1": start, "R-ESSEN": start}, trains={start: 1}).movement("russian")
    t.play("russian", f"march {start}", "lead R-ESSEN", f"march {start} {goal}")
    assert t.where("R-1V-I1") == goal


def test_14_6_difficult_ground_is_closed_to_french_commanders_only():
    pieces = {"F-NEY": "1813", "F-I-I1": "1712", "F-JUNOT": "1712", "F-I-I2": "1711", "R-1V-I1": "1913"}
    t = Table(pieces).commanders()
    assert t.options("french") == ["send F-JUNOT", "pass"]
    assert t.reasons("french", "send F-NEY 1712") == ["12.1 nowhere_to_go"]
    t = (
        Table({"R-ESSEN": "1813", "R-1V-I1": "1712", "F-I-I1": "1913"})
        .commanders("russian")
        .play("russian", "send R-ESSEN")
    )
    assert "send R-ESSEN 1712" in t.options("russian")


def pinsk(side):
    """A unit in Pinsk whose only dry and free way to its Depot at Slutsk leads through the marshes."""
    own, other = ("F", "R") if side == "french" else ("R", "F")
    names = {"F": ("F-I-I1", "F-I-I2"), "R": ("R-1V-I1", "R-1V-I2")}
    unit, garrison = names[own]
    pieces = {unit: "1813", garrison: "1612", names[other][0]: "1913"}
    t = Table(pieces, depots={side: ["1612"]}).general_supply()
    return t, unit


def test_14_6_difficult_ground_bars_french_supply_lines():
    t, unit = pinsk("french")
    assert not t.is_supplied(unit)
    assert t.is_disrupted(unit)


def test_14_6_difficult_ground_does_not_bar_russian_supply_lines():
    t, unit = pinsk("russian")
    assert t.is_supplied(unit)
    assert not t.is_disrupted(unit)


def test_14_6_difficult_ground_bars_french_links():
    t = Table({}, trains={"2607": 1, "2710": 1}).make_depots()
    assert t.options("french") == ["depot 2710", "done"]
    assert t.reasons("french", "depot 2607") == ["7.8 not_linked"]


def test_14_6_difficult_ground_does_not_bar_russian_links():
    t = Table({"R-1V-I1": "1414"}, trains={"1414": 1}, depots={"russian": ["1317"]}).make_depots()
    assert t.options("russian") == ["depot 1414", "done"]


@pytest.mark.parametrize(("start", "goal"), ROUGH_GROUND, ids=GROUND_IDS)
def test_14_6_the_french_attack_into_difficult_ground_but_do_not_advance(start, goal):
    t = Table({"F-I-I1": start, "F-NAPOLEON": start, "R-1V-I1": goal}, disrupted=["R-1V-I1"], cc=(0, 0)).combat()
    t.roll(3, 6, 1, 1).play("french", f"attack {start} {goal}")
    assert t.where("R-1V-I1") is None
    assert t.where("F-I-I1") == start
    assert t.asked == "Rest"


@pytest.mark.parametrize(("start", "goal"), ROUGH_GROUND, ids=GROUND_IDS)
def test_14_6_the_russians_advance_into_difficult_ground(start, goal):
    t = Table({"R-1V-I1": start, "R-1V-I2": start, "F-I-I1": goal}, disrupted=["F-I-I1"], cc=(0, 4)).combat("russian")
    t.roll(6, 6, 1, 1).play("russian", f"attack {start} {goal}", "all", "commit 4", "all")
    assert t.where("R-1V-I1") == goal


def test_14_6_withdrawal_into_difficult_ground_is_open_to_the_russians_only():
    t = Table({"F-I-I1": "2013", "R-1V-C1": "2012"}, cc=(4, 0), dice=[6]).combat()
    t.play("french", "attack 2013 2012", "commit 4").play("russian", "withdraw")
    assert "retreat 2112" in t.options("russian")
    t = Table({"R-1V-I1": "2013", "F-IG-C1": "2012"}, cc=(0, 4), dice=[6]).combat("russian")
    t.play("russian", "attack 2013 2012", "commit 4").play("french", "withdraw")
    assert t.reasons("french", "retreat 2112") == ["14.6 impassable"]


def test_14_6_french_cavalry_does_not_bar_supply_over_difficult_ground():
    pieces = {"R-1V-I1": "1813", "R-1V-I2": "1612", "F-IG-C1": "1712", "F-I-I1": "1913"}
    t = Table(pieces, depots={"russian": ["1612"]}).general_supply()
    assert t.is_supplied("R-1V-I1")


def test_14_6_russians_march_on_through_difficult_ground_next_to_french_cavalry():
    pieces = {"R-1V-I1": "1913", "R-ESSEN": "1913", "F-IG-C1": "1811"}
    t = Table(pieces, trains={"1913": 1}).movement("russian")
    t.play("russian", "march 1913", "lead R-ESSEN", "march 1913 1812")
    assert "march 1812 1712" in t.options("russian")
    t.play("russian", "march 1812 1712")
    assert t.reasons("russian", "march 1712 1611") == ["8.4 must_stop"]


def test_14_6_in_the_open_french_cavalry_stops_them():
    pieces = {"R-1V-I1": "1913", "R-ESSEN": "1913", "F-IG-C1": "1811"}
    t = Table(pieces, trains={"1913": 1}).movement("russian")
    t.play("russian", "march 1913", "lead R-ESSEN", "march 1913 1912")
    assert t.reasons("russian", "march 1912 2011") == ["8.4 must_stop"]


def test_14_6_next_to_french_cavalry_the_first_step_may_go_into_difficult_ground():
    t = Table({"R-1V-I1": "1712", "R-ESSEN": "1712", "F-IG-C1": "1811"}, trains={"1712": 1}).movement("russian")
    t.play("russian", "march 1712", "lead R-ESSEN")
    assert "march 1712 1812" in t.options("russian")
    assert t.reasons("russian", "march 1712 1711") == ["8.4 began_near_cavalry"]


def test_14_6_a_column_that_starts_in_difficult_ground_is_not_held_by_french_cavalry():
    t = Table({"R-1V-I1": "1812", "R-ESSEN": "1812", "F-IG-C1": "1811"}, trains={"1812": 1}).movement("russian")
    t.play("russian", "march 1812", "lead R-ESSEN", "march 1812 1912")
    assert t.where("R-1V-I1") == "1912"


def test_14_6_russian_cavalry_in_difficult_ground_holds_the_french():
    t = Table({"F-I-I1": "2012", "F-NEY": "2012", "R-1V-C1": "1812"}, trains={"2012": 1}).movement("french")
    t.play("french", "march 2012", "lead F-NEY", "march 2012 1912")
    assert t.reasons("french", "march 1912 1911") == ["8.4 must_stop"]


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_14_1_the_set_up_is_told_as_phase_0(scenario):
    match = grognard.start("russia1812", scenario, seed="phase")
    told = [(event.key, event.args) for event in [event for _, event in match.log()] + match.state.events]
    assert told[0] == ("phase", (0, 0))
    assert [key for key, _ in told].count("phase") == 1
