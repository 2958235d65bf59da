"""What one level of this doctrine knows and another does not: the campaigns of both sides, and the switches."""

from __future__ import annotations

from typing import Final, NamedTuple


class Road(NamedTuple):
    """Some commanders, the cities before them in order, and where they go when they hold all of those.

    Russians go to the last as soon as the French come near to it.
    """

    names: tuple[str, ...]
    cities: tuple[str, ...]
    then: tuple[str, ...] = ()


class Style(NamedTuple):
    """The campaign plans of a level."""

    axes: tuple[Road, ...]  # the French: who goes by which road, the main army first
    armies: tuple[Road, ...]  # the Russians: from west to east, the last city is never given up
    capitals: tuple[str, ...] = ("st_petersburg", "moscow")  # which the French take first
    thrifty: bool = True  # knows what a Train is worth: stands where none is needed, merges, brings the disrupted back
    main: tuple[int, ...] = (0,)  # the axes of the French that go before the others
    stations: tuple[str, ...] = ()  # where the French make Depots, if they have thought of it
    together: bool = True  # thinks out the marches of a turn together
    final: bool = True  # knows that only what is held on the last turn counts: units are for spending by then
    returns: bool = True  # the Russians come back for what the French hold weakly, with Depots on their way
    magazines: tuple[str, ...] = ("bobruisk", "minsk", "smolensk", "st_petersburg")  # [14.1] of the Russians
    hunt: tuple[Road, ...] = ()  # the French against an enemy who wanders: the axes instead of the others
    outposts: tuple[str, ...] = ()  # and where they make Depots beside their stations
    resolute: bool = True  # everybody has a task, the head of the main army is fed first, a Depot on its road is made


MAJOR: Final = Style(
    axes=(
        Road(
            ("F-NAPOLEON", "F-BESSIERES", "F-LEFEBVRE", "F-MORTIER", "F-OUDINOT", "F-NEY"),
            ("wilno", "vitebsk", "smolensk", "moscow"),
        ),
        Road(("F-MACDONALD",), ("riga",)),
        Road(
            ("F-DAVOUT", "F-EUGENE", "F-MURAT", "F-PONIATOWSKI", "F-STCYR", "F-JUNOT"), ("minsk", "smolensk", "moscow")
        ),
        Road(("F-SCHWARZENBERG", "F-GROUCHY", "F-REYNIER", "F-VICTOR", "F-AUGEREAU"), ("brzesc", "luck")),
    ),
    armies=(
        Road(("R-BARCLAY", "R-CONSTANTINE"), ("wilno", "minsk", "vitebsk", "smolensk", "moscow")),
        Road(("R-BAGRATION", "R-PLATOV"), ("brzesc", "minsk", "smolensk", "moscow")),
        Road(("R-WITTGENSTEIN",), ("wilno", "vitebsk", "st_petersburg")),
        Road(("R-ESSEN",), ("riga",)),
        Road(("R-TORMASOV", "R-OSTENSACKEN", "R-CHICHAGOV"), ("luck", "kiev")),
        Road(("R-KUTUZOV",), ("smolensk", "moscow")),
        Road(("R-STEINHEIL",), ("riga", "st_petersburg")),
    ),
    capitals=("moscow",),
    thrifty=False,
    resolute=False,
    final=False,
    together=False,
    returns=False,
    magazines=("kaluga", "smolensk", "borisov", "slutsk", "pskov", "dunaburg"),
)  # everything on Moscow; the reserves of Kiev stay there

MARSHAL: Final = Style(
    axes=(
        Road(
            ("F-NAPOLEON", "F-BESSIERES", "F-LEFEBVRE", "F-MORTIER"),
            ("wilno", "st_petersburg"),
            ("vitebsk", "smolensk", "moscow"),
        ),
        Road(("F-MACDONALD",), ("riga",), ("vitebsk", "smolensk")),
        Road(
            ("F-DAVOUT", "F-NEY", "F-OUDINOT", "F-EUGENE", "F-MURAT", "F-PONIATOWSKI", "F-STCYR", "F-JUNOT"),
            ("minsk", "vitebsk", "smolensk", "moscow"),
            ("kiev",),
        ),
        Road(("F-SCHWARZENBERG", "F-GROUCHY", "F-REYNIER", "F-VICTOR", "F-AUGEREAU"), ("brzesc", "luck"), ("minsk",)),
    ),
    armies=(
        Road(("R-BARCLAY", "R-CONSTANTINE"), ("wilno", "minsk", "vitebsk", "smolensk", "moscow")),
        Road(("R-BAGRATION", "R-PLATOV"), ("brzesc", "minsk", "smolensk", "moscow")),
        Road(("R-WITTGENSTEIN",), ("wilno", "vitebsk", "st_petersburg"), ("st_petersburg",)),
        Road(("R-ESSEN",), ("riga",)),
        Road(("R-TORMASOV", "R-CHICHAGOV"), ("luck", "kiev")),
        Road(("R-KUTUZOV",), ("moscow",), ("st_petersburg",)),
        Road(("R-OSTENSACKEN",), ("moscow",)),
        Road(("R-STEINHEIL",), ("st_petersburg",)),
    ),
    hunt=(
        Road(
            ("F-NAPOLEON", "F-BESSIERES", "F-LEFEBVRE", "F-MORTIER", "F-OUDINOT"),
            ("wilno", "st_petersburg"),
            ("vitebsk", "smolensk", "moscow"),
        ),
        Road(("F-MACDONALD",), ("riga",), ("vitebsk", "smolensk")),
        Road(("F-DAVOUT", "F-NEY", "F-EUGENE", "F-MURAT"), ("minsk", "vitebsk", "smolensk"), ("moscow",)),
        Road(("F-PONIATOWSKI", "F-JUNOT", "F-REYNIER", "F-STCYR"), ("kiev",), ("luck", "brzesc", "minsk")),
        Road(("F-SCHWARZENBERG", "F-GROUCHY", "F-VICTOR", "F-AUGEREAU"), ("brzesc", "luck"), ("minsk",)),
    ),
    outposts=("luck", "zwiahel", "kiev", "yukhnov"),
    stations=("tilsit", "modlin", "wilno", "opochka", "luga", "pskov", "glubokoye", "smolensk", "brzesc", "mozhaisk"),
)  # St Petersburg, which is nearer and worth as much, by the Guard; one army of Kiev comes to Moscow
