"""The rulebooks' Markdown as HTML, by markdown-it. Nobody's HTML passes, no picture, no link but within the page.

``[8.4]`` becomes ``<a data-rule="8.4" href="#rule-8.4">8.4</a>``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

_RULE = re.compile(r"\[(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?[a-z]?)\]")
_COMMENT = re.compile(r"^ *<!--.*?-->\n?", re.MULTILINE | re.DOTALL)
_UNUSED = ("autolink", "code", "html_block", "html_inline", "image", "lheading", "reference")


def html(text: str) -> str:
    """A whole text; comments are left out."""
    return str(_READER.render(_COMMENT.sub("", text)))


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable(list(_UNUSED))
    reader.inline.ruler.before("link", "rule_number", _rule_number)
    reader.add_render_rule("th_open", _heading_cell)
    reader.add_render_rule("td_open", _cell)
    reader.validateLink = lambda url: url.startswith("#")  # type: ignore[method-assign]
    return reader


def _rule_number(state: StateInline, silent: bool) -> bool:
    """[8.4] is a link to that paragraph."""
    found = _RULE.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("link_open", "a", 1).attrs = {"data-rule": found[1], "href": f"#rule-{found[1]}"}
        state.push("text", "", 0).content = found[1]
        state.push("link_close", "a", -1)
    state.pos = found.end()
    return True


def _heading_cell(page: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    """A reader who cannot see the table hears which column a cell stands in."""
    return '<th scope="col">'


def _cell(page: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType) -> str:
    """How cells stand is the style sheet's business."""
    return "<td>"


_READER = _reader()
