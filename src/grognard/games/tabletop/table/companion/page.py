"""The page beside a table of real miniatures."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.tabletop.table.companion.desk import companion, reckon
from grognard.games.tabletop.table.companion.sheets import sheet
from grognard.games.tabletop.table.pen import Pen
from grognard.games.tabletop.world.world import World
from grognard.kernel.face import Companion
from grognard.kernel.i18n import Catalogue
from grognard.kernel.wire import Json


class Beside(Companion):
    """Forms, their arithmetic and the sheets, for whoever reads a language."""

    def __init__(self, words: Catalogue, world: World) -> None:
        self.words = words
        self.world = world

    def page(self, language: str) -> Json:
        return companion(self._pen(language))

    def reckon(self, form: str, given: Mapping[str, object], language: str) -> Json | None:
        return reckon(form, given, self._pen(language))

    def sheet(self, kind: str, roster: Mapping[str, object], language: str) -> Json | None:
        return sheet(kind, roster, self._pen(language))

    def _pen(self, language: str) -> Pen:
        return Pen(self.words, language, self.world)
