"""The exact odds of an attack order, by hand and against a simulation of the real thing."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

import grognard
from grognard.games.russia1812.table.forecast import promised
from grognard.games.russia1812.table.pen import Pen
from grognard.kernel.odds import Unknown
from toolkit1812 import Table

STEPPE = "attack 0416 0316"
DICE = range(1, 7)


def lay(*stacks):
    """Pieces from words like "0416 F-I-I1 F-NEY"."""
    return {name: stack.split()[0] for stack in stacks for name in stack.split()[1:]}


def table(*stacks, **given):
    return Table(lay(*stacks), **given).combat()


def odds(*stacks, cc=0, defender_cc=0, **given):
    return table(*stacks, **given).match.odds("french", STEPPE, cc=cc, defender_cc=defender_cc)


DUEL = ("0416 F-I-I1", "0316 R-1V-I1")
BATTLE = (
    "0416 F-I-I1 F-I-I2 F-IG-C1 F-NEY",
    "0415 F-I-I3 F-I-I4 F-JUNOT",
    "0317 F-II-I3 F-DAVOUT",
    "0316 R-1V-I1 R-1V-I2 R-1V-C1 R-ESSEN",
    "0216 R-1I-I1 R-BARCLAY",
    "0215 R-1IV-I2 R-2VII-I1 R-PLATOV",
)


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("stacks", [DUEL, BATTLE])
@pytest.mark.parametrize("cc", [(0, 0), (2, 1), (4, 3)])
def test_10_2_odds_sum_to_one(stacks, edition, cc):
    found = odds(*stacks, edition=edition, cc=cc[0], defender_cc=cc[1])
    for chances in (found.order, found.difference, found.hits_on_attacker, found.hits_on_defender):
        assert sum(chances.values()) == 1
        assert min(chances.values()) >= 0
    assert found.attacker_wins + found.tie + found.defender_wins == 1


@pytest.mark.parametrize(
    ("commander", "cc", "chances"),
    [
        ("F-DAVOUT", 1, (1, 1, 4)),
        ("F-DAVOUT", 0, (1, 2, 3)),
        ("F-NAPOLEON", 1, (1, 0, 5)),
        ("F-NAPOLEON", 4, (1, 0, 5)),
        ("F-NEY", 2, (1, 1, 4)),
        ("", 0, (1, 5, 0)),
        ("", 2, (1, 3, 2)),
    ],
)
def test_10_2_odds_of_abort_fail_and_go(commander, cc, chances):
    found = odds(f"0416 F-I-I1 {commander}", "0316 R-1V-I1", cc=cc)
    assert tuple(found.order[key] * 6 for key in ("abort", "fail", "go")) == chances


def test_10_2_odds_for_each_number_of_commands():
    assert [chance * 6 for chance in odds(*DUEL, cc=0).go_by_cc] == [0, 1, 2, 3, 4]
    t = table("0416 F-I-I1 F-NEY", "0316 R-1V-I1")
    t.s.cc = [2, 3]
    assert [chance * 6 for chance in t.match.odds("french", STEPPE).go_by_cc] == [2, 3, 4]


def test_11_8_odds_of_a_duel_by_hand():
    found = odds(*DUEL)
    assert found.difference == {k: Fraction(6 - abs(k), 36) for k in range(-5, 6)}
    assert (found.attacker_wins, found.tie, found.defender_wins) == (
        Fraction(15, 36),
        Fraction(6, 36),
        Fraction(15, 36),
    )
    assert found.must_withdraw == Fraction(6, 36)


def test_11_14_odds_of_hits_in_a_duel_by_hand():
    found = odds(*DUEL)
    assert {k: v * 216 for k, v in found.hits_on_defender.items()} == {0: 59, 1: 97, 2: 60}
    assert {k: v * 216 for k, v in found.hits_on_attacker.items()} == {0: 59 - 36, 1: 97 + 36, 2: 60}


def test_11_15_odds_of_hits_in_a_duel_of_the_first_edition_by_hand():
    found = odds(*DUEL, edition=1)
    beaten = {1: 2, 2: 4, 3: 4, 4: 6, 5: 6}  # of six dice, those that give the loser his one hit
    on_winner = sum((6 - k) * dice for k, dice in beaten.items())
    assert {k: v * 216 for k, v in found.hits_on_defender.items()} == {0: 126 - on_winner, 1: 90 + on_winner}
    assert {k: v * 216 for k, v in found.hits_on_attacker.items()} == {0: 90 - on_winner, 1: 126 + on_winner}


def test_10_4_odds_of_support_by_hand():
    found = odds("0416 F-I-I1", "0415 F-I-I2 F-NEY", "0316 R-1V-I1", cc=1)
    assert [tuple(helper) for helper in found.attack_support] == [("0415", Fraction(3, 6), 2, 1)]
    assert found.difference[7] == Fraction(1, 36) / 2
    assert found.difference[0] == (Fraction(6, 36) + Fraction(4, 36)) / 2
    assert found.difference[-5] == Fraction(1, 36) / 2


def test_10_5_odds_of_the_defenders_support_by_hand():
    found = odds("0416 F-I-I1", "0316 R-1V-I1", "0216 R-1IV-I2 R-BARCLAY", "0215 R-1V-I2", defender_cc=3)
    helpers = {helper.hex: (helper.chance, helper.value, helper.units) for helper in found.defence_support}
    assert helpers == {"0216": (Fraction(4, 6), 2, 1), "0215": (Fraction(3, 6), 1, 1)}
    assert found.difference[5] == Fraction(2, 6) * Fraction(3, 6) * Fraction(1, 36)
    assert found.difference[-8] == Fraction(4, 6) * Fraction(3, 6) * Fraction(1, 36)


@pytest.mark.parametrize(("edition", "chance"), [(1, 4), (2, 2)])
def test_10_4_odds_of_conscripts_by_edition(edition, chance):
    found = odds("0416 F-I-I1", "0415 F-II-I3 F-VI-I2 F-NEY", "0316 R-1V-I1", cc=2, edition=edition)
    assert found.attack_support[0].chance == Fraction(chance, 6)


def test_10_1_odds_leave_out_stacks_that_may_not_support():
    t = table(*BATTLE, disrupted=["R-1I-I1"])
    t.s.forage = 1 << t.unit("F-II-I3")
    found = t.match.odds("french", STEPPE, cc=1)
    assert [helper.hex for helper in found.attack_support] == ["0415"]
    assert [helper.hex for helper in found.defence_support] == ["0215"]


def test_11_18_odds_against_a_disrupted_stack():
    stacks = ("0416 F-I-I1", "0316 R-1V-I1 R-KUTUZOV", "0216 R-1V-I2 R-BARCLAY")
    found = odds(*stacks, disrupted=["R-1V-I1"], defender_cc=3)
    assert sum(term[2] for term in found.defence) == 0
    assert [(helper.value, helper.units) for helper in found.defence_support] == [(0, 1)]
    assert found.difference[6] == Fraction(1, 36)
    assert min(found.difference) == 1 - 5


def test_11_1_odds_tell_that_cavalry_may_escape():
    assert odds("0416 F-I-I1", "0316 R-1V-C1").may_escape
    assert not odds("0416 F-I-I1 F-IG-C1", "0316 R-1V-C1").may_escape
    assert not odds(*DUEL).may_escape


def test_11_1_odds_of_cavalry_that_slips_away():
    t = table("0416 F-I-I1 F-NEY", "0316 R-1V-C1")
    stands, gone = t.match.odds("french", STEPPE, cc=3), t.match.odds("french", STEPPE, cc=3, escape=1)
    assert (stands.chance("escaped"), gone.chance("escaped")) == (0, stands.order["go"])
    assert gone.chance("beaten", "tie", "won", "routed") == 0
    assert t.match.spread("french", STEPPE, cc=3)["routed"] == (0, stands.chance("routed"))
    assert t.match.spread("french", STEPPE, cc=3, escape=0)["routed"] == (stands.chance("routed"),) * 2


def test_10_5_odds_over_all_that_the_defender_may_do():
    t = table("0416 F-I-I1 F-I-I2 F-NEY", "0316 R-1V-I1", "0216 R-1IV-I2 R-BARCLAY", cc=(4, 3))
    names = [unknown.name for unknown in t.match.odds("french", STEPPE).unknowns]
    assert names == ["cc", "defender_cc", "defender_calls"]
    won = [
        t.match.odds("french", STEPPE, cc=4, defender_cc=cc, defender_calls=calls).chance("won", "routed")
        for cc in (0, 1, 2, 3)
        for calls in (0, 1)
    ]
    assert won[1] > won[3] > won[5]
    assert won[0] == won[2] == won[4] == won[6]
    low, high = t.match.spread("french", STEPPE, cc=4)["beaten"]
    assert low < t.match.odds("french", STEPPE, cc=4).chance("beaten") < high


def test_10_4_odds_if_the_attacker_calls_nobody():
    t = table("0416 F-I-I1", "0415 F-I-I2 F-NEY", "0316 R-1V-I1")
    assert t.match.odds("french", STEPPE, cc=1, calls=0).attack_support == []
    assert len(t.match.odds("french", STEPPE, cc=1).attack_support) == 1


def test_10_2_the_commands_of_an_order_being_given_are_no_unknown():
    t = table("0416 F-I-I1 F-NEY", "0316 R-1V-I1").play("french", STEPPE)
    assert [unknown.name for unknown in t.match.odds("french", "commit 1").unknowns] == ["defender_cc"]


def test_11_5_odds_name_the_terms_of_both_values():
    t = Table(lay("1109 F-I-I1 F-I-I2 F-IG-A1 F-NEY", "1009 R-1V-I1 R-1V-C1 R-ESSEN"), cc=(6, 0)).combat()
    t.s.forced = 1 << t.unit("F-I-I1")
    found = t.match.odds("french", "attack 1109 1009", cc=6)
    terms = {(rule, key): value for rule, key, value in found.attack}
    assert terms == {
        ("11.3", "units"): 3,
        ("11.3", "combined_arms"): 2,
        ("11.2", "weariness"): -3,
        ("11.4", "river"): -3,
        ("11.4", "fortress"): -1,
        ("11.4", "cover"): 0,
        ("11.5", "commander"): 2,
    }
    assert {(rule, key): value for rule, key, value in found.defence} == {
        ("11.6", "units"): 2,
        ("11.6", "combined_arms"): 2,
        ("11.2", "weariness"): 0,
        ("11.7", "commander"): 1,
    }
    t.roll(6, 6, 1, 1).play("french", "attack 1109 1009", "all", "commit 6")
    combat = next(event.args for _, event in t.match.log() if event.key == "combat")
    assert (combat[2], combat[4]) == (sum(terms.values()), 5)


def test_10_1_odds_of_the_units_ordered():
    t = table("0416 F-I-I1 F-I-I2 F-I-I3", "0316 R-1V-I1").play("french", STEPPE, "take F-I-I1", "go")
    found = t.match.odds("french", "commit 4")
    assert (found.cc, found.order["go"]) == (4, Fraction(4, 6))
    assert max(found.difference) == 5
    assert max(t.match.odds("french", "commit 4", defender_cc=2).difference) == 5


def test_10_1_no_odds_for_what_is_no_gamble():
    t = table(*DUEL)
    assert t.match.odds("french", "decline") is None
    assert t.match.odds("french", "attack 0416 0216") is None
    assert t.match.odds("french", "attack 0417 0316") is None


def test_11_19_odds_against_lone_commanders_are_those_of_the_order_alone():
    found = odds("0416 F-I-I1 F-NEY", "0316 R-ESSEN", cc=1)
    assert found.order["go"] == Fraction(3, 6)
    assert found.difference == {}
    assert (found.attacker_wins, found.must_withdraw) == (0, 0)


def test_10_2_odds_roll_no_die_and_change_nothing():
    t = table(*BATTLE)
    before = t.match.fingerprint
    t.match.odds("french", STEPPE, cc=2, defender_cc=1)
    assert t.match.fingerprint == before
    assert t.dice.rolled == []


# an independent count over every die


def enumerate_battle(base, ours, theirs, sizes, edition):
    """Every die of a battle counted one by one: support (needs at least, value, units), both dice, the loser's die."""
    half_up = edition == 2
    bend = {1: -2, 2: -1, 3: 0, 4: 0, 5: 1, 6: 2} if edition == 2 else {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}
    difference, on_attacker, on_defender = Counter(), Counter(), Counter()
    stacks = [(0, *stack) for stack in ours] + [(1, *stack) for stack in theirs]
    for dice in product(DICE, repeat=len(stacks) + 3):
        value, units = base, list(sizes)
        for (role, needs, worth, size), die in zip(stacks, dice, strict=False):
            if die >= needs:
                value += -worth if role else worth
                units[role] += size
        margin = value + dice[-3] - dice[-2]
        difference[margin] += 1
        gap = abs(margin)
        winner = 0 if margin > 0 else 1
        done = [
            min(gap, edition * units[winner]),
            max(0, min((gap + half_up) // 2 + bend[dice[-1]], units[1 - winner])),
        ]
        hits = [1, 0] if margin == 0 else done[::-1] if winner == 0 else done
        on_attacker[hits[0]] += 1
        on_defender[hits[1]] += 1
    return difference, on_attacker, on_defender


@pytest.mark.parametrize("edition", [1, 2])
def test_11_15_odds_agree_with_a_count_of_every_die(edition):
    stacks = (
        "0416 F-I-I1 F-IG-C1 F-NEY",
        "0415 F-I-I3 F-I-I4 F-JUNOT",
        "0316 R-1V-I1 R-1V-I2 R-1I-I1 R-ESSEN",
        "0216 R-2VII-I1 R-BARCLAY",
    )
    found = odds(*stacks, cc=2, defender_cc=1, edition=edition)
    counted = enumerate_battle(2 + 2 + 2 - 3 - 1, [(4, 3, 2)], [(4, 2, 1)], (2, 3), edition)
    for exact, counts in zip((found.difference, found.hits_on_attacker, found.hits_on_defender), counted, strict=True):
        assert exact == {key: Fraction(n, 6**5) for key, n in counts.items()}


# against the real thing

RUNS = 4000


def simulate(edition, runs, cc, defender_cc):
    """Give the same order again and again, every eligible stack being called by both sides."""
    t = table(*BATTLE, edition=edition, cc=(cc, defender_cc)).play("french", STEPPE, "all")
    orders, difference, on_attacker, on_defender = Counter(), Counter(), Counter(), Counter()
    dice = grognard.FastDice("odds")
    for _ in range(runs):
        twin = t.match.copy()
        twin.dice = twin.state.dice = dice
        told = list(twin.play("french", f"commit {cc}"))
        orders[next(event.key for event in told if event.key.startswith("order_"))[6:]] += 1
        while twin.decision(twin.to_act[0]).name in ("CommitDefence", "CallSupport"):
            told += twin.play(twin.to_act[0], answer(twin, defender_cc))
        happened = {event.key: event.args for event in told}
        if "combat" in happened:
            margin = happened["combat"][6]
            difference[margin] += 1
            loser, on_loser, _, on_winner, _ = happened.get("hits", (0, 1, 1, 0, 0))
            on_attacker[on_winner if loser else on_loser] += 1
            on_defender[on_loser if loser else on_winner] += 1
    return orders, difference, on_attacker, on_defender


def answer(match, defender_cc):
    """Commit as agreed, and call whoever can be called."""
    options = [str(action) for action in match.options(match.to_act[0])]
    return f"commit {defender_cc}" if options[0].startswith("commit") else options[0]


def misfit(seen, exact):
    """Chi-square over the cells with at least five expected, the rest pooled; and the bound it should not pass."""
    total = sum(seen.values())
    assert set(seen) <= {key for key, chance in exact.items() if chance}
    large = {key for key, chance in exact.items() if chance * total >= 5}
    cells = [(seen[key], float(exact[key] * total)) for key in large]
    rest = float(total * sum(chance for key, chance in exact.items() if key not in large))
    if rest:
        cells.append((sum(n for key, n in seen.items() if key not in large), max(rest, 1.0)))
    freedom = max(1, len(cells) - 1)
    return sum((n - mean) ** 2 / mean for n, mean in cells), freedom + 3 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("edition", [1, 2])
def test_11_5_odds_agree_with_a_simulation(edition):
    exact = odds(*BATTLE, edition=edition, cc=2, defender_cc=1)
    seen = simulate(edition, RUNS, 2, 1)
    order = {key: chance for key, chance in exact.order.items() if chance}
    for counts, chances in zip(
        seen, (order, exact.difference, exact.hits_on_attacker, exact.hits_on_defender), strict=True
    ):
        statistic, bound = misfit(counts, chances)
        assert statistic < bound
    assert sum(seen[0].values()) == RUNS
    assert sum(seen[1].values()) == seen[0]["go"]


def test_11_8_a_certainty_says_whether_the_enemy_can_change_it():
    t = table(*DUEL)
    pen = Pen(t.match.game.words, "en", t.world)
    none, numbered, uncounted = [], [Unknown("defender_cc", 0, 3, 0)], [Unknown("support_card", 0, 0, 0)]
    said = [promised(Fraction(1), Fraction(1), unknowns, pen) for unknowns in (none, numbered, uncounted)]
    assert said == ["100%", "100% whatever he chooses", "about 100%"]
    assert promised(Fraction(1, 2), Fraction(1), numbered, pen) == "50–100%"
    assert promised(Fraction(0), Fraction(0), numbered, pen) == "0%"
    assert promised(Fraction(1), Fraction(1), [Unknown("cc", 0, 3, 0, own=True)], pen) == "100%"
