"""Notation: every verb there and back, and a plain sentence for everything that is no action."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import games
from grognard.kernel.action import FREE, LONGEST, Action, Lexicon, NotationError
from grognard.kernel.i18n import LANGUAGES, Catalogue

VERBS = {
    "train": [("hex",)],
    "march": [("hex",), ("hex", "hex")],
    "deploy": [("unit", "hex")],
    "commit": [("number",)],
    "go": [()],
}
WORDS = Catalogue("grognard.kernel")


@pytest.fixture
def lexicon() -> Lexicon:
    return Lexicon(VERBS, {"hex": ["", "0101", "0102", "", "0201"], "unit": ["F-NEY", "R-Platov"]})


def fault(lexicon: Lexicon, text: str) -> tuple[str, tuple[object, ...]]:
    with pytest.raises(NotationError) as caught:
        lexicon.parse(text)
    for language in LANGUAGES:
        said = WORDS.say("refusal." + caught.value.key, caught.value.values, language)
        assert not said.startswith("refusal.")
        assert "{" not in said or "{" in text
    return caught.value.key, caught.value.values


# there and back


@pytest.mark.parametrize("game", games.known())
def test_every_verb_of_every_game_round_trips(game: str) -> None:
    lexicon = games.load(game).lexicon
    forms = [(verb, signature) for verb, signatures in lexicon.verbs.items() for signature in signatures]
    assert len(forms) > 10
    for verb, signature in forms:
        numbers = {"number": 999, **{kind: 10**digits - 1 for kind, digits in FREE.items()}}
        counts = [numbers[kind] if kind in numbers else len(lexicon.names[kind]) for kind in signature]
        for part in (0, 1, 2, 3, 4):
            args = [
                count * part // 4 if kind in numbers else named(lexicon, kind, (count - 1) * part // 4)
                for kind, count in zip(signature, counts, strict=True)
            ]
            action = lexicon.make(verb, *args)
            assert (action.verb, action.args) == (verb, tuple(args))
            again = lexicon.parse(str(action))
            assert (again.verb, again.args, again.text) == (action.verb, action.args, action.text)
            assert again is action or any(kind in FREE for kind in signature)
            assert len(str(action).split()) == 1 + len(signature)
            assert len(str(action)) <= LONGEST


def named(lexicon: Lexicon, kind: str, start: int) -> int:
    """The first index from a place on that has a name; names may have holes."""
    names = lexicon.names[kind]
    return next(i % len(names) for i in range(start, start + len(names)) if names[i % len(names)])


@pytest.mark.parametrize("game", games.known())
def test_names_of_a_game_are_unique_whatever_their_case(game: str) -> None:
    lexicon = games.load(game).lexicon
    for kind, names in lexicon.names.items():
        given_names = [name.upper() for name in names if name]
        assert len(set(given_names)) == len(given_names)
        assert len(lexicon.index[kind]) == len(given_names)
        assert all(name.split() == [name] for name in names if name)


def test_the_same_words_are_the_same_object(lexicon: Lexicon) -> None:
    assert lexicon.make("train", 1) is lexicon.make("train", 1) is lexicon.parse("train 0101")
    assert lexicon.make("train", 1) is not lexicon.make("train", 2)
    assert str(lexicon.make("march", 1, 4)) == "march 0101 0201"
    assert repr(lexicon.make("go")) == "<go>"


@pytest.mark.parametrize("text", ["train 0101", "TRAIN 0101", "  train\t0101  ", "Train  0101\n"])
def test_case_and_blanks_do_not_matter(lexicon: Lexicon, text: str) -> None:
    assert lexicon.parse(text) is lexicon.make("train", 1)


@pytest.mark.parametrize("text", ["deploy r-platov 0201", "DEPLOY R-PLATOV 0201", "deploy R-Platov 0201"])
def test_names_are_found_in_any_case_and_written_in_their_own(lexicon: Lexicon, text: str) -> None:
    assert str(lexicon.parse(text)) == "deploy R-Platov 0201"


@pytest.mark.parametrize(("text", "number"), [("commit 0", 0), ("commit 7", 7), ("commit 007", 7), ("commit 999", 999)])
def test_numbers(lexicon: Lexicon, text: str, number: int) -> None:
    assert lexicon.parse(text) is lexicon.make("commit", number)


def test_a_row_has_one_action_for_each_name_and_no_hole(lexicon: Lexicon) -> None:
    row = lexicon.row("train", "hex")
    assert [str(action) for action in row] == ["train", "train 0101", "train 0102", "train", "train 0201"]
    assert row[1] is lexicon.parse("train 0101")


def test_an_action_survives_pickling_by_its_words(lexicon: Lexicon) -> None:
    action = lexicon.parse("march 0101 0102")
    twin = pickle.loads(pickle.dumps(action))
    assert (twin.verb, twin.args, str(twin)) == (action.verb, action.args, str(action))
    assert lexicon.parse(str(twin)) is action


# what is no action


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u2003"])
def test_nothing_at_all(lexicon: Lexicon, text: str) -> None:
    assert fault(lexicon, text) == ("notation.empty", ())


@pytest.mark.parametrize("text", ["trian 0101", "0101", "train0101", "🚂 0101", "train- 0101", "None"])
def test_an_unknown_verb_lists_those_there_are(lexicon: Lexicon, text: str) -> None:
    key, (word, verbs) = fault(lexicon, text)
    assert key == "notation.verb"
    assert word == text.split()[0]
    assert verbs == "commit, deploy, go, march, train"


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("train", "train HEX"),
        ("train 0101 0102", "train HEX"),
        ("march", "march HEX / march HEX HEX"),
        ("march 0101 0102 0201", "march HEX / march HEX HEX"),
        ("go 0101", "go"),
        ("deploy F-NEY", "deploy UNIT HEX"),
        ("commit", "commit NUMBER"),
        ("COMMIT 1 2", "commit NUMBER"),
    ],
)
def test_too_few_or_too_many_words_show_the_form(lexicon: Lexicon, text: str, form: str) -> None:
    assert fault(lexicon, text) == ("notation.form", (text.split()[0].lower(), form))


@pytest.mark.parametrize("name", ["9999", "01", "0101.", "０１０１", "-", "None", "F-NEY"])
def test_an_unknown_hex(lexicon: Lexicon, name: str) -> None:
    assert fault(lexicon, f"train {name}") == ("notation.hex", (name,))
    assert fault(lexicon, f"march 0101 {name}") == ("notation.hex", (name,))


@pytest.mark.parametrize("name", ["F-NAY", "0101", "F_NEY", "ｆ-ney"])
def test_an_unknown_unit(lexicon: Lexicon, name: str) -> None:
    assert fault(lexicon, f"deploy {name} 0101") == ("notation.unit", (name,))


@pytest.mark.parametrize("word", ["x", "-1", "+1", "1.0", "1e2", "1000", "0001", "²", "½", "0x1", "1_0"])
def test_what_is_no_number(lexicon: Lexicon, word: str) -> None:
    assert fault(lexicon, f"commit {word}") == ("notation.number", (word,))


def test_the_first_fault_is_named(lexicon: Lexicon) -> None:
    assert fault(lexicon, "deploy NOBODY 9999") == ("notation.unit", ("NOBODY",))


def test_a_megabyte_is_refused_by_its_length(lexicon: Lexicon) -> None:
    assert fault(lexicon, "train " * 200_000) == ("notation.long", (1_200_000, LONGEST))
    assert fault(lexicon, "x" * 1_048_576) == ("notation.long", (1_048_576, LONGEST))
    assert fault(lexicon, " " * 1_000_000) == ("notation.long", (1_000_000, LONGEST))


def test_the_limit_is_exact(lexicon: Lexicon) -> None:
    assert lexicon.parse("go" + " " * (LONGEST - 2)) is lexicon.make("go")
    assert fault(lexicon, "go" + " " * (LONGEST - 1)) == ("notation.long", (LONGEST + 1, LONGEST))


@pytest.mark.parametrize("before", ["", "train ", "march 0101 ", "commit "])
def test_a_long_word_is_quoted_short(lexicon: Lexicon, before: str) -> None:
    _, values = fault(lexicon, before + "9" * 150)
    assert len(str(values[0])) == 40


def read(text: str) -> Action | None:
    """Through the notation of 1812; None where it is refused with a key of its own."""
    lexicon = games.load("russia1812").lexicon
    try:
        action = lexicon.parse(text)
    except NotationError as found:
        return None if found.key.startswith("notation.") else lexicon.parse(text)
    assert lexicon.parse(str(action)) is action
    return action


@given(st.text(max_size=220))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_text_is_an_action_or_a_fault(text: str) -> None:
    action = read(text)
    assert action is None or str(action).split()[0] == text.split()[0].lower()


ODD_WORDS = ["march", "COMMIT", "2207", "f-ney", "3", "٣", "\x00", "\u202e", "ß", "", "go", "\ud800"]


@given(st.lists(st.sampled_from(ODD_WORDS), max_size=5))
@settings(max_examples=400, deadline=None, derandomize=True)
def test_any_words_are_an_action_in_plain_letters_or_a_fault(words: list[str]) -> None:
    action = read(" ".join(words))
    assert action is None or str(action).isascii()
