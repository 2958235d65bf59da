"""``grognard backup`` and ``grognard restore``: what they do, and what they say."""

from __future__ import annotations

from pathlib import Path

from grognard.server import words
from grognard.server.backup import FOLDER, free, save, serving, stamp
from grognard.server.backup import restore as put_back
from grognard.server.command import data_folder
from grognard.server.schema import FILE, ILL, Damage


def backup(file: Path | None, data: Path | None, lang: str) -> str:
    """A copy of all matches; ValueError with a sentence if there can be none."""
    folder = data or data_folder()
    if not (folder / FILE).is_file():
        raise ValueError(words.say("backup.none", lang, folder))
    target = file or free(folder / FOLDER / f"grognard-{stamp()}.sqlite3")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        save(folder / FILE, target)
    except (OSError, *ILL, Damage) as fault:
        raise ValueError(words.say("backup.cannot", lang, _reason(fault))) from None
    return words.say("backup.done", lang, target)


def restore(file: Path, data: Path | None, lang: str) -> str:
    """A copy put back; ValueError with a sentence if it cannot be."""
    folder = data or data_folder()
    try:
        with serving(folder, alone=True) as alone:
            if not alone:
                raise ValueError(words.say("backup.held", lang, folder))
            aside = put_back(file, folder)
    except (OSError, *ILL, Damage) as fault:
        raise ValueError(words.say("backup.refused", lang, file, _reason(fault))) from None
    said = [words.say("backup.restored", lang, file, folder)]
    return " ".join([*said, words.say("backup.aside", lang, aside)] if aside else said)


def _reason(fault: Exception) -> str:
    return str(fault.strerror or fault) if isinstance(fault, OSError) else str(fault)
