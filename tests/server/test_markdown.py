"""The rulebooks' Markdown."""

from __future__ import annotations

import re

import pytest

import grognard
from grognard.kernel import rulebook
from grognard.server import markdown

BLOCKS = "p|ul|ol|li|table|thead|tbody|tr|th|td|h3|pre"
TAGS = {*BLOCKS.split("|"), "strong", "em", "code", "a"}


def html(text: str) -> str:
    """Without the white space that no browser shows."""
    found = re.sub(rf"\s*(</?(?:{BLOCKS})\b[^>]*>)\s*", r"\1", markdown.html(text))
    return re.sub(r"\s+", " ", found).replace(" </code></pre>", "</code></pre>")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo\n\nthree", "<p>one two</p><p>three</p>"),
        ("### A *b*", "<h3>A <em>b</em></h3>"),
        ("**bold** and *italic* and _too_", "<p><strong>bold</strong> and <em>italic</em> and <em>too</em></p>"),
        ("**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"),
        ("2 * 3 * 4 and snake_case_name", "<p>2 * 3 * 4 and snake_case_name</p>"),
        ("`**x** [8.4]`", "<p><code>**x** [8.4]</code></p>"),
        ("see [8.4].", '<p>see <a data-rule="8.4" href="#rule-8.4">8.4</a>.</p>'),
        ("[not a rule] [8]", "<p>[not a rule] [8]</p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("- a\n  goes on\n- b", "<ul><li>a goes on</li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("- a\n  - b\n  - c\n- d", "<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>"),
        ("text\n- a", "<p>text</p><ul><li>a</li></ul>"),
        ("- a\n\ntext", "<ul><li>a</li></ul><p>text</p>"),
        ("```\n<b>\n```", "<pre><code>&lt;b&gt;</code></pre>"),
        ("<!-- explained -->\ntext", "<p>text</p>"),
    ],
)
def test_blocks_and_marks(text, expected):
    assert html(text) == expected


def test_tables():
    found = html("| a | b |\n|---|:-:|\n| 1 | **2** |\n| 3 | [1.1] |\n\nafter")
    assert found == (
        '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody>'
        "<tr><td>1</td><td><strong>2</strong></td></tr>"
        '<tr><td>3</td><td><a data-rule="1.1" href="#rule-1.1">1.1</a></td></tr></tbody></table><p>after</p>'
    )


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "[x](javascript:alert(1))",
        "`<b>`",
        "| <i> |\n|-|",
        "- <u>",
        "# <s>",
        "**<b>**",
        "\x000\x00",
        '[8.4" onclick="x]',
        "<div onclick=x>\n\nyes\n\n</div>",
        "![x](#there)",
        "![x](http://example.org/x.png)",
        "<https://example.org>",
        "[x]: javascript:alert(1)\n\n[x]",
        "[x](//example.org)",
        "[x](data:text/html,x)",
        "[x](&#35;&#106;avascript:x)",
    ],
)
def test_everything_is_escaped(text):
    found = html(text)
    assert not any(tag in found for tag in ("<script", "<img", "<b>", "<i>", "<u>", "<s>", 'onclick="'))
    assert set(re.findall(r"<(\w+)", found)) <= TAGS | {"h1"}
    assert not [link for link in re.findall(r'(?:href|src)="([^"]*)"', found) if not link.startswith("#")]


def test_a_link_leads_to_a_place_on_the_page_and_nowhere_else():
    assert html("[above](#top)") == '<p><a href="#top">above</a></p>'
    assert html("[x](http://example.org)") == "<p>[x](http://example.org)</p>"


@pytest.mark.parametrize("game", [game.id for game in grognard.catalog()])
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_paragraph_of_every_rulebook_is_shown_with_nothing_but_these_tags(game, language):
    known = {p.number for p in rulebook.read(f"grognard.games.{game}", language)}
    for paragraph in rulebook.read(f"grognard.games.{game}", language):
        found = html(paragraph.text)
        assert set(re.findall(r"<(\w+)", found)) <= TAGS, paragraph.number
        assert len(re.findall("<li>", found)) == len(re.findall(r"(?m)^ *(?:[-*]|\d+\.) ", paragraph.text))
        shown = re.findall(r'<a data-rule="([^"]+)" href="#rule-([^"]+)">', found)
        assert all(number == target for number, target in shown)
        assert {rulebook.home(number, known) for number, _ in shown} <= known | {n.rpartition(".")[0] for n in known}
