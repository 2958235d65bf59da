"""The Markdown of our rulebooks as HTML: headings, paragraphs, lists, tables, bold, italic, code, rule numbers.

Everything is escaped first; the only tags in the answer are the ones written here. ``[8.4]`` becomes
``<a data-rule="8.4" href="#rule-8.4">8.4</a>``.
"""

from __future__ import annotations

import re
from html import escape

_ITEM = re.compile(r"( *)(?:([-*])|(\d+)\.) +(.*)")
_HEADING = re.compile(r"(#{1,6}) +(.+)")
_RULER = re.compile(r"\|?[ :|-]*-[ :|-]*")
_CODE = re.compile(r"`([^`]+)`")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_ITALIC = re.compile(r"(?<![\w*])[*_](?=[^\s*])(.+?)(?<=[^\s*])[*_](?![\w*])")
_RULE = re.compile(r"\[(\d{1,2}\.\d{1,2}(?:\.\d{1,2})?[a-z]?)\]")
_LINK = re.compile(r"\[([^\]\[]+)\]\((#[\w.-]*)\)")
_HELD = re.compile("\x00(\\d+)\x00")


def inline(text: str) -> str:
    """Marks inside a line. Code is set aside first: nothing in it is a mark."""
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(f"<code>{found[1]}</code>")
        return f"\x00{len(held) - 1}\x00"

    text = _CODE.sub(hold, escape(text.replace("\x00", ""), quote=True))
    text = _RULE.sub(r'<a data-rule="\1" href="#rule-\1">\1</a>', text)
    text = _LINK.sub(r'<a href="\2">\1</a>', text)
    text = _BOLD.sub(r"<strong>\1</strong>", text)
    text = _ITALIC.sub(r"<em>\1</em>", text)
    return _HELD.sub(lambda found: held[int(found[1])], text)


def html(text: str) -> str:
    """A whole text."""
    return "".join(_blocks(text.splitlines()))


def _blocks(rows: list[str]) -> list[str]:
    found: list[str] = []
    at = 0
    while at < len(rows):
        row = rows[at]
        heading = _HEADING.fullmatch(row)
        if not row.strip() or row.lstrip().startswith("<!--"):
            at += 1
        elif heading:
            level = len(heading[1])
            found.append(f"<h{level}>{inline(heading[2])}</h{level}>")
            at += 1
        elif row.startswith("```"):
            end = _until(rows, at + 1, lambda other: other.startswith("```"))
            found.append(f"<pre><code>{escape(chr(10).join(rows[at + 1 : end]))}</code></pre>")
            at = end + 1
        elif _is_table(rows, at):
            end = _until(rows, at, lambda other: "|" not in other)
            found.append(_table(rows[at:end]))
            at = end
        elif _ITEM.fullmatch(row):
            end = _end_of_list(rows, at)
            found.append(_list(rows[at:end]))
            at = end
        else:
            end = _end_of_paragraph(rows, at)
            found.append(f"<p>{inline(' '.join(line.strip() for line in rows[at:end]))}</p>")
            at = end
    return found


def _until(rows: list[str], start: int, stop: object) -> int:
    assert callable(stop)
    for at in range(start, len(rows)):
        if stop(rows[at]):
            return at
    return len(rows)


def _is_table(rows: list[str], at: int) -> bool:
    return "|" in rows[at] and at + 1 < len(rows) and "|" in rows[at + 1] and bool(_RULER.fullmatch(rows[at + 1]))


def _end_of_paragraph(rows: list[str], start: int) -> int:
    for at in range(start + 1, len(rows)):
        row = rows[at]
        if not row.strip() or _HEADING.fullmatch(row) or _ITEM.fullmatch(row) or _is_table(rows, at):
            return at
    return len(rows)


def _end_of_list(rows: list[str], start: int) -> int:
    """A list goes on while items or indented lines follow, over at most one blank line."""
    at = start
    while at < len(rows):
        row = rows[at]
        if not row.strip():
            follows = at + 1 < len(rows) and (rows[at + 1].startswith(" ") or _ITEM.fullmatch(rows[at + 1]))
            if not follows:
                return at
        elif not row.startswith(" ") and not _ITEM.fullmatch(row):
            return at
        at += 1
    return at


def _list(rows: list[str]) -> str:
    """The items of one list; what is indented under an item belongs to it."""
    first = _ITEM.fullmatch(rows[0])
    assert first is not None
    indent = len(first[1])
    tag = "ul" if first[2] else "ol"
    items: list[list[str]] = []
    for row in rows:
        item = _ITEM.fullmatch(row)
        if item and len(item[1]) <= indent:
            items.append([item[4]])
        else:
            items[-1].append(row)
    return f"<{tag}>{''.join(_item(item) for item in items)}</{tag}>"


def _item(rows: list[str]) -> str:
    """An item's own lines, then what is nested in it."""
    end = 1
    while end < len(rows) and rows[end].strip() and not _ITEM.fullmatch(rows[end]):
        end += 1
    own = inline(" ".join(row.strip() for row in rows[:end]))
    rest = rows[end:]
    filled = [row for row in rest if row.strip()]
    if not filled:
        return f"<li>{own}</li>"
    margin = min(len(row) - len(row.lstrip()) for row in filled)
    return f"<li>{own}{''.join(_blocks([row[margin:] for row in rest]))}</li>"


def _table(rows: list[str]) -> str:
    head = "".join(f'<th scope="col">{inline(cell)}</th>' for cell in _cells(rows[0]))
    body = "".join(f"<tr>{''.join(f'<td>{inline(cell)}</td>' for cell in _cells(row))}</tr>" for row in rows[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().removeprefix("|").removesuffix("|").split("|")]
