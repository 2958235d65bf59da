"""Rulebook 16.1: the cards as they lie at the table: faces, hands, decks, discards."""

import pytest

from grognard.games.russia1812.table import hand
from grognard.games.russia1812.table.pen import Pen
from grognard.games.russia1812.world.world import FRENCH, RUSSIAN
from grognard.kernel.wire import CardPile, LaidCard
from toolkit1812 import Table

ADVANCED = {"advanced": True}


def table(turn=1, **more):
    t = Table({}, turn=turn, options={**ADVANCED, **more})
    a = t.s.affairs
    a.hands, a.drawn, a.laid, a.used, a.order = [[3], [7, 8]], [0, 0], [0, 0], 0, ()
    a.decks = [[1, 2, 4], [19, 20]]
    return t


def cards(t, side):
    return t.match.game.face(t.s, side, "en").cards()


def pen(t):
    return Pen(t.match.game.words, "en", t.world)


@pytest.mark.parametrize(
    ("number", "sides"),
    [
        (1, ["french", "russian"]),
        (5, [None]),
        (9, ["french"]),
        (12, ["russian"]),
        (24, [None]),
        (35, ["french", "russian"]),
    ],
)
def test_16_1_a_card_has_an_instruction_for_each_player_or_a_single_one(number, sides):
    t = table()
    face = hand.faces(t.world, pen(t))[str(number)]
    assert (face.number, face.rule) == (number, "16.1")
    assert [part.side for part in face.parts] == sides
    assert len({part.text for part in face.parts}) == len(sides)
    assert (face.note != "") == (len(sides) == 1)
    names = {"french": "French", "russian": "Russian", None: "Both sides"}
    assert all(part.name.startswith(names[part.side]) for part in face.parts)


def test_16_1_one_reads_one_s_own_hand_and_counts_the_rest():
    t = table()
    t.s.affairs.drawn = [2, 0]
    french, russian, nobody = (cards(t, side) for side in (FRENCH, RUSSIAN, -1))
    assert (french.hand, russian.hand, nobody.hand) == (["2", "3"], ["7", "8"], [])
    assert [(back.side, back.count) for back in french.backs] == [("russian", 2)]
    assert [(back.side, back.count) for back in russian.backs] == [("french", 2)]
    assert [(back.side, back.count) for back in nobody.backs] == [("french", 2), ("russian", 2)]
    assert cards(Table({}), FRENCH) is None


def test_16_1_cards_on_the_table_show_whose_part_is_carried_out():
    t = table()
    a = t.s.affairs
    a.laid, a.order, a.used = [1, 9], (RUSSIAN, FRENCH), 1 << 1
    found = cards(t, FRENCH).table
    assert found == [LaidCard("russian", "9", "french", ""), LaidCard("french", "1", "french", "used")]
    a.laid, a.order = [0, 5], ()
    assert cards(t, FRENCH).table == [LaidCard("russian", "5", None, "")]


@pytest.mark.parametrize(
    ("turn", "name", "count"),
    [(1, "Deck of turns 1 to 8", 3), (8, "Deck of turns 1 to 8", 3), (9, "Deck of turns 9 to 16", 2)],
)
def test_16_1_the_deck_of_the_turn_and_the_discards_are_counted(turn, name, count):
    t = table(turn)
    deck, discards = cards(t, FRENCH).piles
    assert deck == CardPile("deck", name, count)
    assert discards == CardPile("discard", "Discards", 35 - 5 - 3)
    t.s.affairs.drawn, t.s.affairs.laid = [5, 0], [9, 12]
    assert cards(t, FRENCH).piles[1].count == 35 - 5 - 3 - 3
    t.s.affairs.hands = [[], []]
    assert cards(t, FRENCH).piles[1].count == 0


def test_16_13_the_deck_of_1813():
    t = table(8, two_year=True)
    t.s.affairs.year = 1813
    assert cards(t, FRENCH).piles[0] == CardPile("deck", "Deck of 1813", 2)
