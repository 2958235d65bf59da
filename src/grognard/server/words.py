"""The shell's and the server's own words: a catalogue of the kernel's, spoken by the server."""

from __future__ import annotations

from grognard.kernel.i18n import LANGUAGES, Catalogue, read

__all__ = ["LANGUAGES", "WORDS", "known", "messages", "say"]

WORDS = Catalogue("grognard.server", messages={lang: read("grognard.server", lang) for lang in LANGUAGES})
messages = WORDS.spoken


def known(language: str | None, default: str = "en") -> str:
    """A language that we speak."""
    return language if language in LANGUAGES else default


def say(key: str, language: str, *args: object) -> str:
    """A message with its arguments filled in by place; the bare key if there is none."""
    return WORDS.say(key, args, language)
