"""A small writer of PDF files: headings, texts and tables on A4 pages, in the Helvetica and Times every reader has.

Just enough for sheets that people print: no pictures, no fonts of our own. The same input gives the same bytes.
A page's print style sheet does not replace it: a phone beside the table keeps and sends files, and few print pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel.wire import Json

WIDTH: Final = 595  # A4 in points
HEIGHT: Final = 842
MARGIN: Final = 40
ROOM: Final = WIDTH - 2 * MARGIN
BODY, BOLD, SERIF = "F1", "F2", "F3"
FONTS: Final = {BODY: "Helvetica", BOLD: "Helvetica-Bold", SERIF: "Times-Bold"}
SIZE: Final = 9
LEAD: Final = 12
PAD: Final = 3
# Widths of Helvetica in thousandths of its size, and the characters that have them, from blank to tilde.
_HELVETICA: Final = {
    sign: units
    for units, signs in {
        191: "'",
        222: "ijl",
        260: "|",
        278: " !,./:;I[\\]ft",
        333: "()-`r",
        334: "{}",
        355: '"',
        389: "*",
        469: "^",
        500: "Jcksvxyz",
        556: "#$0123456789?L_abdeghnopqu",
        584: "+<=>~",
        611: "FTZ",
        667: "&ABEKPSVXY",
        722: "CDHNRUw",
        778: "GOQ",
        833: "Mm",
        889: "%",
        944: "W",
        1015: "@",
    }.items()
    for sign in signs
}
_OTHER: Final = 556
_STOUT: Final = 1.08  # bold letters are a little wider; no line may run over its column
BOX: Final = "□"
CROSSED: Final = "☒"
_PLAIN: Final = {"−": "-", "✓": "x", "→": "->", "≤": "<=", "≥": ">="}  # what these fonts have no sign for


def width(text: str, size: float, font: str = BODY) -> float:
    """How wide a text is, in points."""
    units = sum([_HELVETICA.get(c, _OTHER) for c in plain(text)])
    return units * size / 1000 * (1 if font == BODY else _STOUT)


def plain(text: str) -> str:
    """A text in the letters of Windows-1252, which the standard fonts have."""
    for sign, stand_in in _PLAIN.items():
        text = text.replace(sign, stand_in)
    return text.encode("cp1252", "replace").decode("cp1252")


def wrapped(text: str, room: float, size: float, font: str = BODY) -> list[str]:
    """A text in lines no wider than the room; a word that is wider than that is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width(longer, size, font) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        while width(word, size, font) > room and len(word) > 1:
            cut = next(n for n in range(len(word) - 1, 0, -1) if n == 1 or width(word[:n], size, font) <= room)
            lines.append(word[:cut])
            word = word[cut:]
        line = word
    return [*lines, line] if line or not lines else lines


def _literal(text: str) -> bytes:
    """A text as PDF writes it."""
    raw = plain(text).encode("cp1252")
    return b"(" + raw.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)") + b")"


class Paper:
    """Pages being filled from top to bottom."""

    def __init__(self) -> None:
        self.pages: list[list[bytes]] = []
        self.y = 0.0
        self.turn()

    def turn(self) -> None:
        """A new page."""
        self.pages.append([])
        self.y = HEIGHT - MARGIN

    def need(self, height: float) -> bool:
        """Make sure of so much room; whether a new page had to be begun."""
        if self.y - height >= MARGIN + LEAD:
            return False
        self.turn()
        return True

    def write(self, x: float, y: float, text: str, font: str = BODY, size: float = SIZE) -> None:
        if BOX in text or CROSSED in text:
            self._boxes(x, y, text, size)
            return
        put = f"BT /{font} {size:g} Tf {x:.1f} {y:.1f} Td ".encode() + _literal(text) + b" Tj ET"
        self.pages[-1].append(put)

    def _boxes(self, x: float, y: float, text: str, size: float) -> None:
        """Boxes to be ticked, which the standard fonts do not have."""
        for sign in text:
            if sign in (BOX, CROSSED):
                side = 0.75 * size
                lines = f"0.7 w {x:.1f} {y - 0.6:.1f} {side:.1f} {side:.1f} re S"
                if sign == CROSSED:
                    lines += f" {x:.1f} {y - 0.6:.1f} m {x + side:.1f} {y - 0.6 + side:.1f} l S"
                self.pages[-1].append(lines.encode())
                x += side + 0.5
            else:
                x += width(sign, size)

    def rule(self, y: float, x: float = MARGIN, length: float = ROOM, weight: float = 0.4) -> None:
        self.pages[-1].append(f"{weight:g} w {x:.1f} {y:.1f} m {x + length:.1f} {y:.1f} l S".encode())


def heading(paper: Paper, text: str) -> None:
    """A heading keeps with what follows it."""
    paper.need(9 * LEAD)
    paper.y -= LEAD + 6
    paper.write(MARGIN, paper.y, text, SERIF, 13)
    paper.y -= 5


def paragraph(paper: Paper, text: str) -> None:
    for line in wrapped(text, ROOM, SIZE):
        paper.need(LEAD)
        paper.y -= LEAD
        paper.write(MARGIN, paper.y, line)
    paper.y -= 4


def table(paper: Paper, head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]) -> None:
    """A table as wide as the page; its head is said again on every page."""
    columns = columns_of(head, rows, widths)
    if any(head):
        row(paper, head, columns, BOLD)
    for cells in rows:
        if paper.need(_height(cells, columns, BODY)) and any(head):
            row(paper, head, columns, BOLD)
        row(paper, cells, columns, BODY)
    paper.y -= 4


def columns_of(head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]) -> list[float]:
    """The parts of the page as asked for; one too narrow for its longest word takes from those with room to spare."""
    shares = [ROOM * part / sum(widths) for part in widths]
    least = [_longest_word([cells[i] for cells in rows], head[i]) for i in range(len(shares))]
    wanting = sum([max(0.0, need - share) for need, share in zip(least, shares, strict=True)])
    spare = sum([max(0.0, share - need) for need, share in zip(least, shares, strict=True)])
    if not wanting or spare < wanting:
        return shares
    kept = 1 - wanting / spare
    return [max(need, need + (share - need) * kept) for need, share in zip(least, shares, strict=True)]


def _longest_word(cells: Sequence[str], head: str) -> float:
    words = [width(word, SIZE) for cell in cells for word in cell.split()]
    return max([0.0, *words, *[width(word, SIZE, BOLD) for word in head.split()]]) + 2 * PAD


def _height(cells: Sequence[str], columns: Sequence[float], font: str) -> float:
    deep = [len(wrapped(cell, room - 2 * PAD, SIZE, font)) for cell, room in zip(cells, columns, strict=False)]
    return LEAD * max([1, *deep]) + PAD


def row(paper: Paper, cells: Sequence[str], columns: Sequence[float], font: str) -> None:
    height = _height(cells, columns, font)
    paper.need(height)
    x = float(MARGIN)
    for cell, room in zip(cells, columns, strict=False):
        for n, line in enumerate(wrapped(cell, room - 2 * PAD, SIZE, font)):
            paper.write(x + PAD, paper.y - LEAD * (n + 1) + PAD, line, font)
        x += room
    paper.y -= height
    paper.rule(paper.y, weight=0.9 if font == BOLD else 0.3)


def write(title: str, blocks: Sequence[Json], page: str = "{0} / {1}") -> bytes:
    """A document of blocks as a PDF file. ``page``: what stands at the foot, with the page and their number."""
    paper = Paper()
    for line in wrapped(title, ROOM, 18, SERIF):
        paper.y -= 20
        paper.write(MARGIN, paper.y, line, SERIF, 18)
    paper.y -= 6
    paper.rule(paper.y, weight=1.2)
    paper.y -= 4
    for block in blocks:
        if block["kind"] == "heading":
            heading(paper, block["text"])
        elif block["kind"] == "text":
            paragraph(paper, block["text"])
        else:
            table(paper, block["head"], block["rows"], block["widths"])
    for number, content in enumerate(paper.pages, 1):
        foot = page.replace("{0}", str(number)).replace("{1}", str(len(paper.pages)))
        put = f"BT /{BODY} 8 Tf {MARGIN} {MARGIN - 14} Td ".encode() + _literal(f"{title}   {foot}") + b" Tj ET"
        content.append(put)
    return _file(title, paper.pages)


def _file(title: str, pages: list[list[bytes]]) -> bytes:
    """The objects of a PDF file, and the table that says where each begins."""
    first = 4 + len(FONTS)  # catalogue, tree, facts, fonts; then a page and its content each
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(len(pages)))
    fonts = " ".join(f"/{name} {4 + n} 0 R" for n, name in enumerate(FONTS))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Title " + _literal(title) + b" /Producer (Grognard) >>",
    ]
    for base in FONTS.values():
        font = f"<< /Type /Font /Subtype /Type1 /BaseFont /{base} /Encoding /WinAnsiEncoding >>"
        objects.append(font.encode())
    for n, content in enumerate(pages):
        stream = b"\n".join(content)
        page = f"/MediaBox [0 0 {WIDTH} {HEIGHT}] /Contents {first + 2 * n + 1} 0 R"
        objects.append(f"<< /Type /Page /Parent 2 0 R {page} /Resources << /Font << {fonts} >> >> >>".encode())
        objects.append(f"<< /Length {len(stream)} >>\nstream\n".encode() + stream + b"\nendstream")
    return _assemble(objects)


def _assemble(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, content in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + content + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    for place in places:
        out += f"{place:010d} 00000 n \n".encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
