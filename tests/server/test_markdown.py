"""The rulebooks' Markdown."""

from __future__ import annotations

import pytest

from grognard.server.markdown import html


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
    ],
)
def test_everything_is_escaped(text):
    found = html(text)
    assert not any(tag in found for tag in ("<script", "<img", "<b>", "<i>", "<u>", "<s>", 'onclick="'))
    assert 'href="javascript' not in found
