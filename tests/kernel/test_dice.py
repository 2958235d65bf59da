"""Dice: the committed stream anyone can recompute, scripts, fast dice; and that no face is favoured."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import permutations, product

import pytest

from grognard.kernel.dice import CommittedDice, Dice, DiceError, FastDice, ScriptedDice, commitment, die, script_of

HUGE = 3 << 30  # a die of so many sides throws away one word in four


def word(seed: str, number: int, attempt: int) -> int:
    digest = hmac.new(seed.encode(), f"{number}.{attempt}".encode(), hashlib.sha256).digest()
    return digest[0] << 24 | digest[1] << 16 | digest[2] << 8 | digest[3]


# the committed stream


@pytest.mark.parametrize(
    ("seed", "sides", "thrown"),
    [
        ("borodino", 6, [1, 1, 4, 3, 4, 5, 4, 3, 6, 6, 6, 6, 4, 6, 3, 1, 2, 1, 6, 4]),
        ("", 6, [5, 2, 5, 4, 6, 6, 1, 3, 4, 5]),
        ("Kutúzov ☃", 20, [2, 4, 18, 8, 1, 15, 11, 15]),
        ("borodino", HUGE, [1028016, 1189700179, 3136490725, 921165957, 782992660, 1106520557]),
    ],
)
def test_the_dice_of_a_seed_never_change(seed: str, sides: int, thrown: list[int]) -> None:
    assert [die(seed, number, sides) for number in range(len(thrown))] == thrown
    dice = CommittedDice(seed)
    assert [dice.roll(sides) for _ in thrown] == thrown


@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10, 20, 52, 100])
def test_a_die_is_the_first_word_of_its_keyed_hash(sides: int) -> None:
    for number in range(50):
        first = word("smolensk", number, 0)
        assert first < 2**32 - 2**32 % sides
        assert die("smolensk", number, sides) == first % sides + 1


def test_words_of_the_unfinished_block_are_thrown_away() -> None:
    rejected = [number for number in range(200) if word("borodino", number, 0) >= HUGE]
    assert rejected[:3] == [0, 2, 15]
    assert 25 < len(rejected) < 75
    for number in rejected:
        attempt = next(a for a in range(50) if word("borodino", number, a) < HUGE)
        assert attempt > 0
        assert die("borodino", number, HUGE) == word("borodino", number, attempt) % HUGE + 1


@pytest.mark.parametrize("sides", [2, 6, 7])
def test_no_face_is_favoured(sides: int) -> None:
    count = 6000
    faces = Counter(die("fair", number, sides) for number in range(count))
    assert set(faces) == set(range(1, sides + 1))
    expected = count / sides
    chi_square = sum((faces[face] - expected) ** 2 / expected for face in faces)
    assert chi_square < 20


def test_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert commitment("borodino") == hashlib.sha256(b"borodino").hexdigest()
    assert commitment("Kutúzov ☃") == hashlib.sha256("Kutúzov ☃".encode()).hexdigest()
    assert commitment("a") != commitment("b")


def test_a_stream_goes_on_from_its_number() -> None:
    whole, late = CommittedDice("wilno"), CommittedDice("wilno", 5)
    thrown = [whole.d6() for _ in range(12)]
    assert [late.d6() for _ in range(7)] == thrown[5:]
    assert (whole.count, late.count) == (12, 12)


# the port


def test_what_was_rolled_is_remembered_until_taken() -> None:
    dice = ScriptedDice([3, 5, 1])
    assert dice.take() == ()
    dice.d6()
    dice.roll(20)
    assert dice.take() == (3, 5)
    assert dice.take() == ()
    dice.d6()
    assert dice.take() == (1,)


@pytest.mark.parametrize("kind", ["committed", "scripted", "fast"])
def test_copies_throw_the_same_and_on_their_own(kind: str) -> None:
    kinds = {"committed": CommittedDice("x"), "scripted": ScriptedDice([1, 2, 3, 4] * 20), "fast": FastDice("x")}
    dice = kinds[kind]
    dice.d6()
    twin = dice.copy()
    assert twin.take() == ()
    ahead = [twin.d6() for _ in range(30)]
    assert dice.take() != tuple(ahead)
    assert [dice.d6() for _ in range(30)] == ahead
    twin.d6()
    assert len(dice.take()) == 30


def test_a_port_without_dice_says_so() -> None:
    for ask in (lambda: Dice().d6(), lambda: Dice().copy()):
        with pytest.raises(DiceError):
            ask()


# scripts


def test_a_script_falls_as_written() -> None:
    dice = ScriptedDice((6, 1, 20))
    assert dice.left() == 3
    assert [dice.d6(), dice.d6(), dice.roll(20)] == [6, 1, 20]
    assert dice.left() == 0
    dice.load((2,))
    assert dice.left() == 1
    assert dice.d6() == 2


def test_a_used_up_script_is_an_error() -> None:
    dice = ScriptedDice([4, 4])
    dice.d6()
    dice.d6()
    with pytest.raises(DiceError, match="the script of 2 dice is used up"):
        dice.d6()
    assert dice.take() == (4, 4)


@pytest.mark.parametrize(("face", "sides"), [(7, 6), (0, 6), (-1, 6), (3, 2), (1, 0)])
def test_a_face_the_die_does_not_have_is_an_error_and_stays(face: int, sides: int) -> None:
    dice = ScriptedDice([1, face])
    dice.d6()
    with pytest.raises(DiceError, match=f"die 2 of the script shows {face}, but it has {sides} sides"):
        dice.roll(sides)
    assert dice.left() == 1
    assert dice.take() == (1,)


def test_a_script_is_not_the_callers_list() -> None:
    script = [1, 2]
    dice = ScriptedDice(script)
    script[0] = 6
    assert dice.d6() == 1


# simulation


def test_fast_dice_repeat_with_their_seed_and_stay_in_range() -> None:
    first, second, other = FastDice("a"), FastDice("a"), FastDice("b")
    thrown = [first.d6() for _ in range(600)]
    assert thrown == [second.d6() for _ in range(600)]
    assert thrown != [other.d6() for _ in range(600)]
    assert set(thrown) == {1, 2, 3, 4, 5, 6}
    assert {first.roll(1) for _ in range(20)} == {1}


# shuffling


def test_a_shuffle_is_made_of_throws_and_loses_no_card() -> None:
    dice = CommittedDice("cards")
    cards = list(range(35))
    dice.shuffle(cards)
    assert sorted(cards) == list(range(35))
    assert cards != list(range(35))
    assert len(dice.take()) == 34


def test_every_order_of_three_cards_comes_from_exactly_one_script() -> None:
    orders = []
    for script in product(range(1, 4), range(1, 3)):
        cards = [0, 1, 2]
        ScriptedDice(script).shuffle(cards)
        orders.append(tuple(cards))
    assert sorted(orders) == sorted(permutations(range(3)))


@pytest.mark.parametrize("cards", [[], [7]])
def test_nothing_to_shuffle_rolls_nothing(cards: list[int]) -> None:
    dice = ScriptedDice()
    before = list(cards)
    dice.shuffle(cards)
    assert cards == before
    assert dice.take() == ()


def test_a_seed_may_say_how_its_first_dice_fall() -> None:
    """Those of a lesson: anybody can read them in the record, and recompute them like all others."""
    seed = "dice 6 0 3 a lesson"
    dice = CommittedDice(seed)
    thrown = [dice.roll(6) for _ in range(5)]
    assert (thrown[0], thrown[2]) == (6, 3)
    assert thrown == [die(seed, number, 6) for number in range(5)]
    assert die(seed, 0, 4) <= 4, "a six that four sides do not have falls as it falls"
    assert script_of("dice") == script_of("dices 3 4") == script_of("a dice 3") == ()
    assert script_of("dice 3 x 4") == (3,)
