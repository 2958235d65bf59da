"""The writer of PDF files: what it writes can be read by the rules of the format."""

from __future__ import annotations

import re
from typing import Any

import pytest

from grognard.server import pdf


def objects(content: bytes) -> dict[int, bytes]:
    """The objects of a file, found by its own table of places."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF", content)[-1])
    assert content[start:].startswith(b"xref\n0 ")
    count = int(content[start:].split(b"\n")[1].split()[1])
    lines = content[start:].split(b"\n")[2 : 2 + count]
    assert all(len(line) == 19 for line in lines)
    found = {}
    for number, line in enumerate(lines):
        if line.endswith(b"n "):
            place = int(line[:10])
            head = f"{number} 0 obj\n".encode()
            assert content[place : place + len(head)] == head
            found[number] = content[place + len(head) : content.index(b"\nendobj", place)]
    return found


def texts(content: bytes) -> list[str]:
    """Everything written on the pages, in order."""
    streams = [o for o in objects(content).values() if b"stream\n" in o]
    raw = [text for stream in streams for text in re.findall(rb"\(((?:\\.|[^\\()])*)\) Tj", stream)]
    return [re.sub(rb"\\(.)", rb"\1", text).decode("cp1252") for text in raw]


def table(rows: int = 3, **more: Any) -> dict[str, Any]:
    return {
        "kind": "table",
        "head": ["Unit", "PM"],
        "rows": [[f"unit {n}", str(n)] for n in range(rows)],
        "widths": [3, 1],
        **more,
    }


def test_a_file_has_a_catalogue_pages_fonts_and_streams_of_the_length_they_say() -> None:
    content = pdf.write("Roster", [table()])
    assert content.startswith(b"%PDF-1.4\n")
    found = objects(content)
    assert b"/Type /Catalog" in found[1]
    assert b"/Count 1" in found[2]
    assert sum(b"/BaseFont" in o for o in found.values()) == 3
    for o in found.values():
        if b"stream\n" in o:
            length = int(re.findall(rb"/Length (\d+)", o)[0])
            assert len(o.split(b"stream\n", 1)[1].removesuffix(b"\nendstream")) == length


def test_headings_texts_and_tables_are_written() -> None:
    blocks = [{"kind": "heading", "text": "The turn"}, {"kind": "text", "text": "Orders first."}, table(2)]
    found = texts(pdf.write("Sheet", blocks, "page {0} of {1}"))
    assert found == [
        "Sheet",
        "The turn",
        "Orders first.",
        "Unit",
        "PM",
        "unit 0",
        "0",
        "unit 1",
        "1",
        "Sheet   page 1 of 1",
    ]


def test_a_long_table_goes_on_with_its_head_on_the_next_page() -> None:
    content = pdf.write("Roster", [table(120)])
    pages = int(re.findall(rb"/Count (\d+)", content)[0])
    assert pages == 3
    assert texts(content).count("Unit") == pages
    assert [text for text in texts(content) if text.startswith("unit ")] == [f"unit {n}" for n in range(120)]


def test_brackets_backslashes_and_accents_survive() -> None:
    assert texts(pdf.write("Unità (a\\b) «è»", []))[0] == "Unità (a\\b) «è»"


def test_what_the_fonts_lack_is_replaced() -> None:
    assert texts(pdf.write("−2 → ≥ 漢", []))[0] == "-2 -> >= ?"


def test_a_long_text_is_broken_into_lines_that_fit() -> None:
    words = "Wheel about a front corner and pay for the arc of the outer one. " * 5
    lines = pdf.wrapped(words, 200, 9)
    assert " ".join(lines) == words.strip()
    assert all(pdf.width(line, 9) <= 200 for line in lines)


def test_a_word_wider_than_the_room_is_cut() -> None:
    lines = pdf.wrapped("M" * 50, 60, 9)
    assert "".join(lines) == "M" * 50
    assert all(pdf.width(line, 9) <= 60 for line in lines)


@pytest.mark.parametrize("text", ["", "   "])
def test_nothing_is_one_empty_line(text: str) -> None:
    assert pdf.wrapped(text, 100, 9) == [""]


def test_the_same_input_gives_the_same_bytes() -> None:
    assert pdf.write("Sheet", [table()]) == pdf.write("Sheet", [table()])


def test_a_column_makes_room_for_its_longest_word() -> None:
    head, rows = ["Kind", "avantreno", "a"], [["Foot artillery", "14", "6"]]
    asked = [pdf.ROOM * part / 100 for part in (92, 4, 4)]
    found = pdf.columns_of(head, rows, [92, 4, 4])
    assert asked[1] < pdf.width("avantreno", pdf.SIZE, pdf.BOLD) + 2 * pdf.PAD <= found[1]
    assert sum(found) == pytest.approx(pdf.ROOM)
    block = {"kind": "table", "head": head, "rows": rows, "widths": [92, 4, 4]}
    assert "avantreno" in texts(pdf.write("Sheet", [block]))
    assert pdf.columns_of(head, rows, [40, 40, 20]) == [pdf.ROOM * 0.4, pdf.ROOM * 0.4, pdf.ROOM * 0.2]
    assert pdf.columns_of(["M" * 90, "M" * 90], [], [1, 1]) == [pdf.ROOM / 2, pdf.ROOM / 2]
