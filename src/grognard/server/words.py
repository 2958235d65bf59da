"""The shell's and the server's own words, in every language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from grognard.kernel.i18n import LANGUAGES, flatten

__all__ = ["LANGUAGES", "known", "messages", "say"]


@cache
def messages(language: str) -> dict[str, str]:
    """All messages by their dotted keys; English where a translation is missing."""
    text = files("grognard.server").joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
    found = flatten(tomllib.loads(text))
    return found if language == "en" else messages("en") | found


def known(language: str | None, default: str = "en") -> str:
    """A language that we speak."""
    return language if language in LANGUAGES else default


def say(key: str, language: str, *args: object) -> str:
    """A message with its arguments filled in by place; the bare key if there is none."""
    text = messages(known(language)).get(key, key)
    for place, value in enumerate(args):
        text = text.replace(f"{{{place}}}", str(value))
    return text
