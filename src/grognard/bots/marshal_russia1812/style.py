"""What one level of this doctrine knows and another does not: the campaigns of both sides, and the switches."""

from __future__ import annotations

from typing import Final, NamedTuple

Road = tuple[tuple[str, ...], tuple[str, ...]]  # some commanders, and the cities before them in order


class Style(NamedTuple):
    """The campaign plans of a level."""

    axes: tuple[Road, ...]  # the French: who goes by which road, the main army first
    armies: tuple[Road, ...]  # the Russians: from west to east, the last city is never given up


MAJOR: Final = Style(
    axes=(
        (
            ("F-NAPOLEON", "F-BESSIERES", "F-LEFEBVRE", "F-MORTIER", "F-OUDINOT", "F-NEY"),
            ("wilno", "vitebsk", "smolensk", "moscow"),
        ),
        (("F-MACDONALD",), ("riga",)),
        (("F-DAVOUT", "F-EUGENE", "F-MURAT", "F-PONIATOWSKI", "F-STCYR", "F-JUNOT"), ("minsk", "smolensk", "moscow")),
        (("F-SCHWARZENBERG", "F-GROUCHY", "F-REYNIER", "F-VICTOR", "F-AUGEREAU"), ("brzesc", "luck")),
    ),
    armies=(
        (("R-BARCLAY", "R-CONSTANTINE"), ("wilno", "minsk", "vitebsk", "smolensk", "moscow")),
        (("R-BAGRATION", "R-PLATOV"), ("brzesc", "minsk", "smolensk", "moscow")),
        (("R-WITTGENSTEIN",), ("wilno", "vitebsk", "st_petersburg")),
        (("R-ESSEN",), ("riga",)),
        (("R-TORMASOV", "R-OSTENSACKEN", "R-CHICHAGOV"), ("luck", "kiev")),
        (("R-KUTUZOV",), ("smolensk", "moscow")),
        (("R-STEINHEIL",), ("riga", "st_petersburg")),
    ),
)  # everything on Moscow; the reserves of Kiev stay there

MARSHAL: Final = Style(
    axes=(
        (("F-NAPOLEON", "F-BESSIERES", "F-LEFEBVRE", "F-MORTIER"), ("wilno", "st_petersburg")),
        (("F-MACDONALD",), ("riga",)),
        (
            (
                "F-DAVOUT",
                "F-NEY",
                "F-OUDINOT",
                "F-EUGENE",
                "F-MURAT",
                "F-PONIATOWSKI",
                "F-STCYR",
                "F-JUNOT",
            ),
            ("minsk", "vitebsk", "smolensk", "moscow"),
        ),
        (("F-SCHWARZENBERG", "F-GROUCHY", "F-REYNIER", "F-VICTOR", "F-AUGEREAU"), ("brzesc", "luck")),
    ),
    armies=(
        (("R-BARCLAY", "R-CONSTANTINE"), ("wilno", "minsk", "vitebsk", "smolensk", "moscow")),
        (("R-BAGRATION", "R-PLATOV"), ("brzesc", "minsk", "smolensk", "moscow")),
        (("R-WITTGENSTEIN",), ("wilno", "vitebsk", "st_petersburg")),
        (("R-ESSEN",), ("riga",)),
        (("R-TORMASOV", "R-CHICHAGOV"), ("luck", "kiev")),
        (("R-KUTUZOV", "R-OSTENSACKEN"), ("moscow",)),
        (("R-STEINHEIL",), ("riga", "st_petersburg")),
    ),
)  # St Petersburg, which is nearer and worth as much, by the Guard; one army of Kiev comes to Moscow
