"""Every gamble of every game: outcomes that add up, unknowns that can be given, a spread that holds them all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

import msgspec
import pytest

import grognard
import toolkit1812
import toolkit_merde
import toolkit_tabletop
import toolkit_vanguard
import walks
from grognard.kernel.action import Action, Region
from grognard.kernel.match import Match
from grognard.kernel.odds import Gamble
from grognard.kernel.wire import Forecast
from grognard.server.snapshot import encode

ALIKE = 2  # gambles of one kind, with the same unknowns, that are looked into in a walk
STEPS = {"tabletop": 240, "merde": 300, "vanguard": 900}  # decisions of a walk; of the others 400
GRID = 24  # ways of choosing that are tried


def gambles(match: Match, side: str, seen: Counter[object], rng: random.Random) -> Iterator[tuple[Action, Gamble]]:
    """Options that gamble, a few of each kind."""
    by_verb: dict[str, list[Action]] = {}
    for action in match.options(side):
        if not isinstance(action, Region):
            by_verb.setdefault(action.verb, []).append(action)
    for verb, actions in by_verb.items():
        action = rng.choice(actions)
        gamble = match.odds(side, action) if seen[verb, side] < 5 * ALIKE else None
        if gamble is not None:
            seen[verb, side] += 1
            alike = (verb, gamble.kind, tuple([unknown.name for unknown in gamble.unknowns]))
            seen[alike] += 1
            if seen[alike] <= ALIKE:
                yield action, gamble


def whole(gamble: Gamble) -> bool:
    """Chances that add up to exactly one, none of them negative, each an exact number."""
    chances = list(gamble.outcomes.values())
    return sum(chances) == 1 and min(chances) >= 0 and all(isinstance(chance, Fraction) for chance in chances)


def ways(gamble: Gamble, rng: random.Random) -> list[dict[str, int]]:
    """Values of the unknowns: all of each, together where they are not too many."""
    names = [unknown.name for unknown in gamble.unknowns]
    rows = list(product(*[unknown.values for unknown in gamble.unknowns]))
    rows = rows if len(rows) <= GRID else rng.sample(rows, GRID)
    return [dict(zip(names, row, strict=True)) for row in rows]


def check_gamble(match: Match, side: str, action: Action, gamble: Gamble, rng: random.Random) -> None:
    assert whole(gamble), gamble
    assert gamble.kind
    assert gamble.rule
    for unknown in gamble.unknowns:
        assert unknown.least <= unknown.assumed <= unknown.most, unknown
    own = {unknown.name for unknown in gamble.unknowns if unknown.own}
    for given in ways(gamble, rng):
        found = match.odds(side, action, **given)
        assert found is not None
        assert whole(found), (given, found)
        assert [u._replace(assumed=0) for u in found.unknowns] == [u._replace(assumed=0) for u in gamble.unknowns]
        assert {unknown.name: unknown.assumed for unknown in found.unknowns} == given
        between = match.spread(side, action, **{name: value for name, value in given.items() if name in own})
        for name, chance in found.outcomes.items():
            assert between[name][0] <= chance <= between[name][1], (name, given)
    assert {name for name, chance in gamble.outcomes.items() if chance} <= set(match.spread(side, action))


def check_forecast(match: Match, side: str, action: Action, gamble: Gamble) -> None:
    """The bars are the outcomes, in every language, with their range where the enemy has a say."""
    spread = match.spread(side, action)
    for language in ("en", "it"):
        told = match.game.face(match.state, match.sides.index(side), language).forecast(action, {})
        assert told is not None
        shown = {bar.outcome: bar for bar in told.bars}
        assert {name: bar.chance for name, bar in shown.items() if bar.chance} == {
            name: float(chance) for name, chance in gamble.outcomes.items() if chance
        }
        for name, (low, high) in spread.items():
            assert (name in shown) == (high > 0)
            if high > 0:
                between = (float(low), float(high)) if low < high else (None, None)
                assert (shown[name].low, shown[name].high) == between
                assert "." not in shown[name].label.split(" ")[0]
        assert [row.name for row in told.unknowns] == [unknown.name for unknown in gamble.unknowns]
        assert not any(row.label.startswith("unknown.") for row in told.unknowns)
        assert not any(f"assumed.{unknown.name}" in told.text for unknown in gamble.unknowns)
        assert bool(gamble.unknowns) <= bool(told.text)
        msgspec.json.decode(encode(told), type=Forecast)


@pytest.mark.parametrize("variant", walks.variants(), ids=str)
def test_gambles_keep_their_word(variant: walks.Variant) -> None:
    match, rng = variant.start("gambles"), random.Random(f"{variant}/gambles")
    seen: Counter[object] = Counter()
    walk = walks.walk(match, walks.lively, rng)
    for side, _ in (step for step, _ in zip(walk, range(STEPS.get(variant.game, 400)), strict=False)):
        for action, gamble in gambles(match, side, seen, rng):
            was = match.fingerprint
            check_gamble(match, side, action, gamble, rng)
            check_forecast(match, side, action, gamble)
            assert match.odds(side, action) == gamble
            assert match.fingerprint == was


# against the real dice

THROWS = 300


def order(match: Match) -> str:
    """[10.2] An attack order, the defender committing nothing."""
    told = {event.key: event.args for event in match.play("french", "commit 2")}
    if "order_go" not in told:
        return "abort" if "order_abort" in told else "fail"
    while "combat" not in told:
        told |= {event.key: event.args for event in match.play("russian", "commit 0")}
    margin = told["combat"][6]
    return "beaten" if margin < 0 else "tie" if not margin else "won" if margin < 3 else "routed"


def rally(match: Match) -> str:
    """[37.1] A marked unit."""
    told = {event.key: event.args for event in match.play("army_a", "rally A1")}
    return "rallied" if told["rally"][-1] else "failed"


def bombard(match: Match) -> str:
    """[11.4.3] Guns at a village."""
    told = {event.key: event.args for event in match.play("french", "bombard a_watrin 2609")}
    return str(told["bombarded"][-1])


def fight(match: Match) -> str:
    """[8.9] A round of melee; another is fought after it, unasked."""
    told = match.play("french", "fight A-1")
    rounds = [number for number, event in enumerate(told) if event.key == "melee"]
    first = {event.key: event.args for event in told[: rounds[1]]}
    return "locked" if "locked" in first else ("french", "coalition")[first["won"][0]] if "won" in first else "nobody"


def stakes() -> dict[str, tuple[Match, str, str, Callable[[Match], str]]]:
    """One gamble of each game: the match, who dares what, and how it is seen what came of it."""
    pieces = {"F-I-I1": "0416", "F-I-I2": "0416", "F-NEY": "0416", "R-1V-I1": "0316"}
    campaign = toolkit1812.Table(pieces, cc=(4, 3)).combat().play("french", "attack 0416 0316", "all")
    regiments = {"A1": ("FR_line", "line", "0808 0908"), "A2": ("FR_line", "line", "0806 0906")}
    shaken = toolkit_merde.Table(regiments, generals={"AG1": ("silver", "0807", "A1 A2")})
    shaken.hand("A1", (3, 3), (2, 2))
    for name in regiments:
        shaken.set(name, damage=1)
    guns = toolkit_vanguard.Table({"a_watrin": "2509", "stI": "2609"}, orders={"watrin": "advance"})
    u = toolkit_tabletop.U
    lines = {"A-1": u(900, 600), "B-1": u(900, 600, 1800), "A-2": u(300, 300), "B-2": u(300, 300, 1800)}
    locked = toolkit_tabletop.Table(lines).contact("A-1", "B-1").contact("A-2", "B-2").melees()
    return {
        "russia1812": (campaign.match, "french", "commit 2", order),
        "merde": (shaken.rally().match, "army_a", "rally A1", rally),
        "vanguard": (guns.bombard("watrin").match, "french", "bombard a_watrin 2609", bombard),
        "tabletop": (locked.match, "french", "fight A-1", fight),
    }


def misfit(seen: Counter[str], outcomes: Mapping[str, Fraction]) -> tuple[float, float]:
    """Chi-square over the outcomes that can come, and the bound that one walk in some hundreds passes."""
    assert set(seen) <= {name for name, chance in outcomes.items() if chance}
    cells = [(seen[name], float(chance * THROWS)) for name, chance in outcomes.items() if chance]
    freedom = max(1, len(cells) - 1)
    return sum((n - mean) ** 2 / mean for n, mean in cells), freedom + 3 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("game", ["merde", "russia1812", "tabletop", "vanguard"])
def test_dice_fall_as_the_gamble_says(game: str) -> None:
    match, side, action, throw = stakes()[game]
    gamble = match.odds(side, action)
    assert gamble is not None
    assert len([name for name, chance in gamble.outcomes.items() if chance]) > 1
    dice = grognard.FastDice("gambles")
    seen: Counter[str] = Counter()
    for _ in range(THROWS):
        twin = match.copy()
        twin.dice = twin.state.dice = dice
        seen[throw(twin)] += 1
    found, bound = misfit(seen, gamble.outcomes)
    assert found < bound, (seen, gamble.outcomes)
