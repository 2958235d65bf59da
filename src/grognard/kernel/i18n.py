"""Words, rendered late: message catalogues in English and Italian.

A message is a key with arguments. Catalogues are TOML files (``locale/en.toml``); a template names its arguments by
place and says how to show them: ``{0:side} marches from {1:hex} to {2:hex}``, ``{3:plural|hit|hits}``. A verb agrees
with the name before it: ``{0:unit} {0:verb|unit|fires|fire}``; which names are plural the catalogue says by a pattern
(``number.many``).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from importlib.resources import files

LANGUAGES = ("en", "it")
Show = Callable[[str, object, str], str]
_SLOT = re.compile(r"\{(\d+)(?::([^}]*))?\}")


def flatten(table: dict[str, object], prefix: str = "") -> dict[str, str]:
    """Nested TOML tables as dotted keys."""
    found: dict[str, str] = {}
    for name, value in table.items():
        if isinstance(value, dict):
            found.update(flatten(value, f"{prefix}{name}."))
        else:
            found[prefix + name] = str(value)
    return found


def read(package: str, language: str) -> dict[str, str]:
    """The messages of one package in one language; those of lessons and counsel are in files beside the others."""
    folder = files(package).joinpath("locale")
    found = [folder.joinpath(f"{part}{language}.toml") for part in ("", "lessons.", "counsel.")]
    messages: dict[str, str] = {}
    for file in found:
        if file.is_file():
            messages |= flatten(tomllib.loads(file.read_text(encoding="utf-8")))
    return messages


def as_it_is(kind: str, value: object, language: str) -> str:
    """An argument of no kind of a game's own."""
    return str(value)


class Catalogue:
    """The kernel's messages and a game's, in every language. ``show`` renders the game's own kinds of argument."""

    def __init__(self, package: str, show: Show = as_it_is, messages: dict[str, dict[str, str]] | None = None) -> None:
        self.package = package
        self.show = show
        if messages is None:
            messages = {lang: read("grognard.kernel", lang) | read(package, lang) for lang in LANGUAGES}
        self.messages = messages

    def bound(self, show: Show) -> Catalogue:
        """The same messages with another way to show arguments."""
        return Catalogue(self.package, show, self.messages)

    def spoken(self, language: str) -> dict[str, str]:
        """All messages in one language; English where a translation is missing."""
        return self.messages["en"] | self.messages.get(language, {})

    def say(self, key: str, args: tuple[object, ...] = (), language: str = "en") -> str:
        """A message in the reader's language; English, then the bare key, where there is none."""
        template = self.messages.get(language, {}).get(key) or self.messages["en"].get(key, key)
        return _SLOT.sub(lambda slot: self._fill(slot, args, language), template)

    def _fill(self, slot: re.Match[str], args: tuple[object, ...], language: str) -> str:
        place = int(slot[1])
        if place >= len(args):
            return slot[0]
        kind = slot[2] or ""
        if kind.startswith("plural|"):
            one, many = kind.split("|")[1:3]
            return one if args[place] == 1 else many
        if kind.startswith("verb|"):
            noun, one, many = kind.split("|")[1:4]
            return many if self._many(self.show(noun, args[place], language), language) else one
        if kind == "say":
            return self.say(str(args[place]), (), language)
        return self.show(kind, args[place], language)

    def _many(self, name: str, language: str) -> bool:
        """Whether a name takes its verb in the plural."""
        pattern = self.messages.get(language, {}).get("number.many", "")
        return bool(pattern) and re.search(pattern, name) is not None
