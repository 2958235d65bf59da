"""Words: both languages say the same things, and everything the code says exists in both."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard import games
from grognard.kernel.i18n import LANGUAGES, Catalogue, flatten, read

SOURCE = Path(grognard.__file__).parent
AGREEING = ("plural", "verb")  # each language has its own way
PACKAGES = ["grognard.kernel", *(games.load(name).package for name in games.known())]
SLOT = re.compile(r"\{(\d+)(?::([^}]*))?\}")
RULE = re.compile(r"\d+(\.\d+)+")
WORDS = re.compile(r"\b[a-z]{2,}\b.*\b[a-z]{2,}\b.*\b[a-z]{2,}\b")  # three words at least: a sentence, not a formula
NAMES = ("piece", "unit", "general", "army", "ground", "objective")  # the data have them in English
BASES = ("Question", "Secret", "Exchange")  # of a game's own frames: they ask nothing themselves


def is_name(key: str) -> bool:
    return key.split(".")[0] in NAMES


def slots(template: str) -> set[tuple[str, str]]:
    """The arguments a template shows, and how; which word follows which number is each language's own business."""
    found = SLOT.findall(template)
    agreeing = [(place, kind.partition("|")[0]) for place, kind in found if kind.startswith(("plural|", "verb|"))]
    return {(place, kind) for place, kind in found if not kind.startswith(("plural|", "verb|"))} | {*agreeing}


def shown(template: str) -> set[str]:
    """The places of the arguments that a template needs."""
    return {place for place, _ in SLOT.findall(template)}


# the catalogues


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_have_the_same_keys(package: str) -> None:
    english, italian = (set(read(package, language)) for language in LANGUAGES)
    assert english <= italian
    assert [key for key in italian - english if not is_name(key)] == []
    assert english


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_show_the_same_arguments(package: str) -> None:
    english, italian = (read(package, language) for language in LANGUAGES)
    plain = {key: {s for s in slots(text) if s[1] not in AGREEING} for key, text in english.items()}
    assert {key: {s for s in slots(italian[key]) if s[1] not in AGREEING} for key in english} == plain
    assert {key for key in english if shown(english[key]) != shown(italian[key])} == set()


@pytest.mark.parametrize("package", PACKAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_are_well_formed(package: str, language: str) -> None:
    for key, template in read(package, language).items():
        assert template.strip(), key
        assert "{" not in SLOT.sub("", template), key
        assert "}" not in SLOT.sub("", template), key
        for _, kind in SLOT.findall(template):
            assert not kind.startswith("plural") or kind.count("|") == 2, key
        used = sorted(int(place) for place in shown(template))
        assert not used or used[-1] < 9, key


@pytest.mark.parametrize("package", PACKAGES)
def test_italian_is_not_english_left_over(package: str) -> None:
    english, italian = (read(package, language) for language in LANGUAGES)
    sentences = [key for key, text in english.items() if WORDS.search(SLOT.sub("", text)) and not is_name(key)]
    assert len(sentences) > 5
    assert [key for key in sentences if english[key] == italian[key]] == []


@pytest.mark.parametrize("game", games.known())
def test_kinds_of_argument_are_known_to_the_game(game: str) -> None:
    """A kind that the game's code never names would be shown as a bare number."""
    messages = games.load(game).words.messages
    kinds = {kind for language in LANGUAGES for text in messages[language].values() for _, kind in slots(text)}
    named = {node.value for _, nodes in modules(game) for node in nodes if isinstance(node, ast.Constant)}
    assert "side" in kinds
    assert len(kinds) > 4
    listed = {key.split(".")[0] for key in messages["en"]}  # a kind may be a list of words of its own
    assert kinds - {"", "plural", "say", "verb"} - named - listed == set()


# the code


@cache
def modules(game: str) -> list[tuple[str, list[ast.AST]]]:
    """The modules of a game, each as all its nodes."""
    paths = sorted((SOURCE / "games" / game).rglob("*.py"))
    return [(path.name, list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))) for path in paths]


def texts(node: ast.expr) -> list[str]:
    """The constants an expression can be: itself, or either branch of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return texts(node.body) + texts(node.orelse)
    return []


def told(game: str) -> Iterator[tuple[str, str, int]]:
    """Every message a game emits, whispers or notes: where, its key (``x_*`` where the end is computed), its arguments.

    A method that passes on its own ``key`` says nothing by itself.
    """
    for name, nodes in modules(game):
        for node in nodes:
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            skip = {"emit": 0, "whisper": 1, "note": 0}.get(node.func.attr)
            if skip is None or len(node.args) <= skip:
                continue
            key = node.args[skip]
            if isinstance(key, ast.Name) and key.id == "key":
                continue
            found = texts(key)
            if isinstance(key, ast.BinOp) and isinstance(key.left, ast.Constant):
                found = [f"{key.left.value}*"]
            if isinstance(key, ast.JoinedStr) and isinstance(key.values[0], ast.Constant):
                found = [f"{key.values[0].value}*"]
            assert found, f"{name}:{node.lineno}: the key of a message should be readable in the code"
            count = 99 if any(isinstance(arg, ast.Starred) for arg in node.args) else len(node.args) - skip - 1
            yield from ((f"{name}:{node.lineno}", text, count) for text in found)


def reasons(game: str) -> Iterator[tuple[str, str, int]]:
    """Every ban, and every triple of rule, key and arguments (or a value): where, its key, its arguments."""
    for name, nodes in modules(game):
        for node in nodes:
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Ban":
                rule, key, _, *more = node.args
                args: ast.expr = more[0] if more else ast.Tuple(elts=[node])  # the candidate alone
            elif isinstance(node, ast.Tuple) and len(node.elts) == 3:
                rule, key, args = node.elts
            else:
                continue
            cited = texts(rule)
            by_name = isinstance(rule, ast.Name) and rule.id == "rule"
            if not texts(key) or not (by_name or (cited and all(RULE.fullmatch(c) for c in cited))):
                continue
            if all(RULE.fullmatch(text) for text in texts(key)):
                continue  # a row of rule numbers
            count = len(args.elts) if isinstance(args, ast.Tuple) else -1
            yield from ((f"{name}:{node.lineno}", text, count) for text in texts(key))


def frames(game: str) -> Iterator[str]:
    """The questions of a game: classes of frames that offer options (or ``offers``, to a base that adds something)."""
    for _, nodes in modules(game):
        for node in nodes:
            if not isinstance(node, ast.ClassDef) or node.name in BASES:
                continue
            arguments = {part.name: len(part.args.args) for part in node.body if isinstance(part, ast.FunctionDef)}
            methods = {name for name, count in arguments.items() if count == 3}
            if methods & {"options", "offers"} or any(getattr(base, "id", "") == "Exchange" for base in node.bases):
                yield node.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.known())
def test_every_event_has_its_words_and_their_arguments(game: str, language: str) -> None:
    messages = games.load(game).words.messages[language]
    found = list(told(game))
    assert len(found) > 20
    for where, key, count in found:
        begun = [name for name in messages if name.startswith(f"event.{key[:-1]}")]
        assert begun, where
        for name in begun if key[-1] == "*" else [f"event.{key}"]:
            assert name in messages, where
            assert all(int(place) < count for place in shown(messages[name])), f"{where}: {name} needs more arguments"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.known())
def test_every_refusal_has_its_words_and_their_arguments(game: str, language: str) -> None:
    messages = games.load(game).words.messages[language]
    found = list(reasons(game))
    assert len(found) > 50
    for where, key, count in found:
        kinds = ["refusal"] if count >= 0 else ["refusal", "term"]
        said = [messages[f"{kind}.{key}"] for kind in kinds if f"{kind}.{key}" in messages]
        assert said, f"{where}: {key}"
        if count >= 0:
            assert all(int(place) < count for place in shown(said[0])), f"{where}: {key} needs more arguments"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.known())
def test_every_question_has_its_words(game: str, language: str) -> None:
    messages = games.load(game).words.messages[language]
    asked = set(frames(game))
    assert len(asked) > 10
    assert {name for name in asked if f"prompt.{name}" not in messages} == set()
    assert {key for key in messages if key.startswith("prompt.")} == {f"prompt.{name}" for name in asked}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_the_kernel_has_its_words(language: str) -> None:
    messages = read("grognard.kernel", language)
    keys = set()
    for path in sorted((SOURCE / "kernel").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                keys.update(texts(node.args[0]) if name in ("_no", "NotationError") else [])
            if isinstance(node, ast.Tuple) and len(node.elts) == 3 and isinstance(node.elts[2], ast.Tuple):
                keys.update(texts(node.elts[1]))
    assert {"undo.dice", "undo.secret", "notation.empty", "turn", "moment", "over"} <= keys
    assert {key for key in keys if f"refusal.{key}" not in messages} == set()
    for game in games.known():
        forms = [form for forms in games.load(game).lexicon.verbs.values() for form in forms]
        own = messages | read(games.load(game).package, language)
        assert {kind for form in forms for kind in form if f"refusal.notation.{kind}" not in own} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games.known())
def test_scenarios_options_and_sides_have_names(game: str, language: str) -> None:
    found = games.load(game)
    messages = found.words.messages[language]
    wanted = [
        *(f"scenario.{name}" for name in found.scenarios),
        *(f"option.{choice.name}" for choice in found.options),
        *(f"side.{name}" for name in found.sides),
    ]
    assert [key for key in wanted if key not in messages] == []


# rendering


def catalogue(**messages: str) -> Catalogue:
    found = Catalogue("grognard.kernel", lambda kind, value, language: f"<{kind or 'plain'} {value}>")
    found.messages = {"en": messages, "it": {}}
    return found


@pytest.mark.parametrize(("count", "said"), [(0, "0 hits"), (1, "1 hit"), (2, "2 hits"), (11, "11 hits")])
def test_plurals(count: int, said: str) -> None:
    words = Catalogue("grognard.kernel")
    words.messages = {"en": {"taken": "{0} {0:plural|hit|hits}"}}
    assert words.say("taken", (count,)) == said


def test_arguments_are_shown_by_their_kind_and_place() -> None:
    words = catalogue(moved="{1:hex} after {0:unit}, {2}", inner="word", outer="a {0:say} b")
    assert words.say("moved", (1, 2, 3)) == "<hex 2> after <unit 1>, <plain 3>"
    assert words.say("outer", ("inner",)) == "a word b"


def test_a_missing_argument_message_or_language_never_raises() -> None:
    words = catalogue(short="{0} and {1:hex}")
    assert words.say("short", (7,)) == "<plain 7> and {1:hex}"
    assert words.say("nothing.here", (1, 2)) == "nothing.here"
    assert words.say("short", (7, 8), "it") == words.say("short", (7, 8), "en") == words.say("short", (7, 8), "xx")


def test_tables_become_dotted_keys() -> None:
    assert flatten({"a": {"b": "x", "c": {"d": 1}}, "e": "y"}) == {"a.b": "x", "a.c.d": "1", "e": "y"}


def test_1812_shows_hexes_pieces_sides_and_numbers_in_both_languages() -> None:
    game = games.load("russia1812")
    wilno, warsaw = (game.lexicon.index["hex"][name] for name in ("1808", "2512"))
    ney = game.lexicon.index["unit"]["F-NEY"]
    assert game.show("hex", wilno, "en").endswith("(1808)")
    assert game.show("hex", warsaw, "en") != game.show("hex", warsaw, "it")
    assert game.show("hex", game.lexicon.index["hex"]["1410"], "en") == "1410"
    assert game.show("unit", ney, "en") == "Ney"
    assert game.show("units", 1 << ney | 1, "en").endswith(", Ney")
    assert [game.show("side", side, "it") for side in (0, 1)] != [game.show("side", side, "en") for side in (0, 1)]
    assert (game.show("signed", 3, "en"), game.show("signed", -2, "en"), game.show("", 3, "en")) == ("+3", "-2", "3")
    assert game.show("date", 181201, "en") == "June 1812"
    assert game.show("date", 181201, "it").endswith(" 1812")
    assert game.show("hex", "text", "en") == "text"


def test_a_verb_agrees_with_the_name_before_it() -> None:
    messages = {"en": {"fire": "{0:unit} {0:verb|unit|fires|fire}.", "number.many": "guns$"}, "it": {}}
    words = Catalogue("grognard.kernel", lambda kind, value, language: str(value), messages)
    assert words.say("fire", ("Ney's guns",)) == "Ney's guns fire."
    assert words.say("fire", ("5th line",)) == "5th line fires."
    assert Catalogue("grognard.kernel", words.show, {"en": {"fire": messages["en"]["fire"]}}).say(
        "fire", ("guns",)
    ) == ("guns fires.")


def test_units_with_plural_names_take_plural_verbs() -> None:
    words = {name: games.load(name) for name in ("tabletop", "vanguard")}
    for name, language, many, one in (
        ("tabletop", "en", "Duncan's guns", "Leval's battery"),
        ("tabletop", "it", "Cannoni di Duncan", "Batteria di Leval"),
        ("vanguard", "it", "Cannoni della Guardia consolare", "Maggiore dei Granatieri Reali"),
        ("vanguard", "en", "Nauendorff Hussars I", "Major of the Royal Grenadiers"),
    ):
        catalogue = words[name].words
        assert catalogue._many(many, language)
        assert not catalogue._many(one, language)
