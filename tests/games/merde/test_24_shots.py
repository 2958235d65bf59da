"""Chapter 24: which batteries fire, at what, with which markers; each condition met and not met."""

from __future__ import annotations

import pytest

from grognard.games.merde.rules.fire import artillery
from grognard.games.merde.world.lexicon import LONG, SHORT
from toolkit_merde import Table, at

GUN = ("FR_foot_art", "unlimbered", "0808")
FOE = ("AU_line", "march", "0811")


def targets(t: Table) -> list[int]:
    return [aim.target for aim in artillery.aims(t.s, t.piece("A1"))]


def test_24_2_a_battery_fires_once_a_turn_and_unlimbered() -> None:
    t = Table({"A1": GUN, "B1": FOE}).guns().roll(1)
    t.play("army_a", "fire 0811 long", "shots 3 5")
    assert t.look("A1").fired
    assert t.guns().asked == "Rest"
    limbered = Table({"A1": ("FR_foot_art", "limbered", "0808"), "B1": FOE})
    assert not artillery.ready(limbered.s, limbered.piece("A1"))


def test_24_2_a_battery_in_contact_fires_at_nobody_else() -> None:
    t = Table({"A1": GUN, "B1": ("AU_line", "march", "0709"), "B2": FOE})
    assert targets(t) == []


def test_24_3_ahead_of_its_rank_in_its_column_of_sectors() -> None:
    for square, facing, rules in (
        ("0811", "north", []),
        ("0805", "north", ["24.3"]),
        ("1108", "north", ["24.3"]),
        ("1210", "north", ["24.3"]),
        ("1110", "east", []),
        ("1112", "east", ["24.3"]),
        ("0708", "east", ["24.3"]),
    ):
        t = Table({"A1": ("FR_foot_art", "unlimbered", "0908", facing), "B1": ("AU_line", "march", square)})
        found = artillery.aim_ban(t.s, t.piece("A1"), at(square))
        assert ([found[0]] if found else []) == rules


def test_24_3_enemies_places_trees_and_hills_stand_in_the_line() -> None:
    for terrain, more, free in (
        ({}, {}, True),
        ({"wood": "0810"}, {}, False),
        ({"hill": "0810"}, {}, False),
        ({"farm": "0810"}, {}, False),
        ({"wall": "0810"}, {}, True),
        ({}, {"B2": ("AU_line", "march", "0810")}, False),
        ({"wood": "0810", "hill": "0808"}, {}, True),
    ):
        t = Table({"A1": GUN, "B1": ("AU_line", "march", "0812"), **more}, terrain=terrain)
        assert (t.piece("B1") in targets(t)) is free


@pytest.mark.parametrize("weather", ["clear", "rain", "fog"])
@pytest.mark.parametrize("ground", ["wall", "hill"])
def test_24_1_the_range_alone_limits_the_guns_in_every_weather(ground: str, weather: str) -> None:
    """R-24f: seven squares from the plain too, whatever the sight; and not one more."""
    for gun, reach in (("FR_position_art", 7), ("FR_foot_art", 5), ("FR_horse_art", 5)):
        t = Table(
            {
                "A1": (gun, "unlimbered", "0803"),
                "B1": ("AU_line", "march", f"08{3 + reach:02d}"),
                "B2": ("AU_line", "march", f"09{4 + reach:02d}"),
            },
            terrain={ground: "0803"},
            weather=weather,
        ).guns()
        assert f"fire 08{3 + reach:02d} long" in t.options("army_a")
        assert t.rules("army_a", f"fire 09{4 + reach:02d} long") == ["24.1"]


def test_24_3_open_order_and_hidden_counters_are_no_targets() -> None:
    t = Table({"A1": GUN, "B1": ("AU_light", "open", "0811 0911")})
    assert targets(t) == []
    closed = Table({"A1": GUN, "B1": ("AU_light", "line", "0811 0911")})
    assert targets(closed) == [closed.piece("B1")]
    assert targets(closed.set("B1", hidden=True)) == []


@pytest.mark.parametrize(
    ("counter", "hits", "weather", "long", "short", "shots"),
    [
        ("FR_position_art", 0, "clear", (2, 3, 4, 5, 6, 7), (2, 3), 2),
        ("FR_position_art", 1, "clear", (1, 2, 3, 4, 5, 6, 7), (2, 3, 4), 2),
        ("FR_foot_art", 0, "clear", (2, 3, 4, 5), (2, 3), 2),
        ("FR_horse_art", 1, "clear", (2, 3, 4, 5, 6), (2, 3, 4), 2),
        ("FR_foot_art", 2, "clear", (2, 3, 4, 5, 6), (2, 3, 4), 1),
        ("FR_foot_art", 0, "rain", (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5, 6, 7), 1),
        ("FR_position_art", 0, "fog", (1, 2, 3, 4, 5, 6, 7), (1, 2, 3, 4, 5, 6, 7), 1),
    ],
)
def test_24_5_target_pools_and_shots(
    counter: str, hits: int, weather: str, long: tuple[int, ...], short: tuple[int, ...], shots: int
) -> None:
    t = Table({"A1": (counter, "unlimbered", "0808")}, weather=weather).set("A1", hits=hits)
    gun = t.piece("A1")
    assert (artillery.pool(t.s, gun, LONG), artillery.pool(t.s, gun, SHORT)) == (long, short)
    assert (artillery.shot_count(t.s, gun, LONG), artillery.shot_count(t.s, gun, SHORT)) == (shots, 1)


def test_24_5_two_shots_do_not_follow_each_other() -> None:
    assert artillery.shot_choices((2, 3, 4, 5), 2) == [(2, 4), (2, 5), (3, 5)]
    assert artillery.shot_choices((2, 3), 1) == [(2,), (3,)]


def test_24_5_short_may_be_declared_within_three_squares_only() -> None:
    for square, refused in (("0811", []), ("0812", ["24.5"])):
        t = Table({"A1": GUN, "B1": ("AU_line", "march", square)}).guns()
        assert t.rules("army_a", f"fire {square} short") == refused


def test_24_5_in_rain_the_declared_range_decides_the_damage() -> None:
    for declared, damage in (("long", 1), ("short", 2)):
        t = Table({"A1": GUN, "B1": ("AU_line", "march", "0810")}, weather="rain").guns()
        t.play("army_a", f"fire 0810 {declared}").roll(3, 1).play("army_a", "shots 3")
        assert t.look("B1").damage == damage


def test_24_7_the_first_hit_on_a_battery_shows() -> None:
    t = Table({"A1": GUN})
    artillery.hit_battery(t.s, t.piece("A1"))
    assert (t.look("A1").damage, t.look("A1").hits) == (1, 1)


@pytest.mark.parametrize(("red", "hits"), [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_24_8_hits_on_a_battery_in_contact_by_the_difference(red: int, hits: int) -> None:
    """Strength 4, fire 1, a red number against strength 1, defence 1 and a fortress of 3, with a general: 6."""
    t = Table(
        {"A1": ("FR_line", "attack", "0808"), "B1": ("AU_foot_art", "unlimbered", "0809")},
        terrain={"fortress": "0809"},
        generals={"BG1": ("silver", "0810", "B1")},
    )
    t.hand("A1", (red, 1)).engage("A1", "B1")
    if t.asked == "FireStep":
        t.play("army_a", "fire 1")
    assert (t.look("B1").hits, t.where("B1") == "") == (hits, hits == 3)


def test_24_8_flank_rear_and_morale_do_not_concern_a_battery() -> None:
    for place, facing in (("0908", "west"), ("0809", "south")):
        t = Table({"A1": ("FR_line", "attack", place, facing), "B1": ("AU_foot_art", "unlimbered", "0808", "south")})
        t.hand("A1", (1, 1), (1, 2)).engage("A1", "B1")
        assert "rear" not in t.told
        assert t.asked == "FireStep"
        t.play("army_a", "fire 1")
        assert not {"morale", "routs"} & set(t.told)
        taken = [args[5] for args in t.s.tale if args[1] == t.piece("B1")]
        assert "flank" not in dict(taken[0])
