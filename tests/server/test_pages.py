"""Pages, modules, words and rulebooks."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from grognard.server import words

WEB = Path(str(files("grognard").joinpath("web")))


def test_every_page_is_the_shell(server):
    for path in ("/", "/match/abc", "/match/abc/replay", "/match/abc/report", "/rules/russia1812"):
        page = server.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"].startswith("text/html")
        assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


def test_an_address_that_leads_nowhere_is_a_page_for_a_person_and_data_for_a_program(server):
    lost = server.get("/mach/abc", headers={"accept": "text/html,*/*"})
    assert (lost.status_code, lost.headers["content-type"][:9]) == (404, "text/html")
    assert "/bundle" in lost.text
    assert server.get("/mach/abc").json()["error"]
    assert server.get("/api/none", headers={"accept": "text/html"}).json()["error"]


def test_files_are_never_stale_and_never_sent_twice(server):
    for path in ("/web/main.js", "/api/words?lang=it", "/api/games/russia1812/scene", "/api/games/russia1812/rulebook"):
        first = server.get(path)
        assert first.status_code == 200
        assert first.headers["cache-control"] == "no-cache"
        again = server.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/web/nothing.js",
        "/web/../server/app.py",
        "/web/%2e%2e/server/locale/en.toml",
        "/web/..%2f..%2f..%2fetc/passwd",
        "/web//etc/passwd",
        "/games/russia1812/web/../data/map.json",
        "/games/chess/web/index.js",
    ],
)
def test_no_other_file_of_this_machine_is_served(server, path):
    assert server.get(path).status_code == 404


def test_the_catalog_speaks_the_readers_language(server):
    english, italian = (server.get("/api/catalog", params={"lang": lang}).json() for lang in ("en", "it"))
    assert [game["id"] for game in english] == [game["id"] for game in italian]
    for one, other in zip(english, italian, strict=True):
        assert one["blurb"] != other["blurb"]
        assert one["bots"][0]["name"] != other["bots"][0]["name"]
        assert all(not option["title"].startswith("option.") for option in one["options"])
        assert server.get(one["scene_url"]).json()["kind"]


def test_a_scene_that_cannot_be_is_refused(server):
    assert server.get("/api/games/russia1812/scene", params={"options": '{"edition": 9}'}).status_code == 400
    assert server.get("/api/games/russia1812/scene", params={"scenario": "moon"}).status_code == 400


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_number_in_a_rulebook_leads_somewhere(server, lang):
    book = server.get("/api/games/russia1812/rulebook", params={"lang": lang}).json()
    numbers = {paragraph["number"] for paragraph in book["paragraphs"]}
    assert {paragraph["section"] for paragraph in book["paragraphs"]} == {one["number"] for one in book["sections"]}
    for paragraph in book["paragraphs"]:
        assert set(re.findall(r'data-rule="([^"]*)"', paragraph["html"])) <= numbers, paragraph["number"]
        assert "**" not in paragraph["html"]
        assert "|---" not in paragraph["html"]


def test_both_languages_have_the_same_words():
    english, italian = (set(words.WORDS.messages[lang]) for lang in ("en", "it"))
    assert english == italian
    for key in english:
        places = [set(re.findall(r"\{\d\}", words.messages(lang)[key])) for lang in ("en", "it")]
        assert places[0] == places[1], key


def test_what_somebody_wrote_is_never_read_as_a_place_to_fill():
    assert words.say("error.no_bot", "en", "{1}", "random") == "Nobody called “{1}” can sit here; there are random."
    assert words.say("error.no_bot", "fr", "x", "y") == words.say("error.no_bot", "en", "x", "y")
    assert words.say("error.none_such", "it") == "error.none_such"


def test_every_word_the_shell_asks_for_exists():
    known = words.messages("en")
    for module in sorted(WEB.rglob("*.js")):
        for key in re.findall(r'\bword\(\s*"([\w.]+)"', module.read_text(encoding="utf-8")):
            assert key in known, f"{module.name}: {key}"
