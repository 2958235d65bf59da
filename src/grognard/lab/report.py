"""The report on a game: games of every published kind between equal bots, as a page with pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from grognard import games as library
from grognard.lab.study import Errand, Study, Trace, Variant, play_all, study_of, wanted

NOTES = "{game}-notes.md"  # what somebody wrote about the findings; kept beside the report and taken into it


def write(
    game: str,
    games: int,
    jobs: int,
    seed: str,
    out: Path,
    bots: tuple[str, ...],
    only: Sequence[str] = (),
    tell: Callable[[str], None] = print,
) -> Path:
    """Play, and write the page and its pictures; the same seed and number of games give the same files."""
    study = study_of(game)
    found: list[tuple[Variant, Sequence[Trace]]] = []
    for variant in wanted(study, only):
        tell(f"{variant.title}: {games} games")
        errands = [Errand(game, variant, bots, f"{seed}-{variant.name}-{n}") for n in range(games)]
        found.append((variant, play_all(errands, jobs)))
    out.mkdir(parents=True, exist_ok=True)
    return _page(game, study, found, out, _how(game, games, seed, bots, only))


def _how(game: str, games: int, seed: str, bots: tuple[str, ...], only: Sequence[str] = ()) -> str:
    command = " ".join([f"grognard report {game} --games {games} --seed {seed}", *[f"--only {name}" for name in only]])
    return (
        f"{games} games of each kind between `{bots[0]}` (each side) played by `{command}`; the same command gives "
        "the same games. Numbers are means unless said otherwise; intervals are 95 % (Wilson)."
    )


def _page(game: str, study: Study, found: Sequence[tuple[Variant, Sequence[Trace]]], out: Path, how: str) -> Path:
    parts = [f"# {library.load(game).title}: balance report", how, study.summary(found)]
    notes = out / NOTES.format(game=game)
    if notes.is_file():
        parts.append(notes.read_text(encoding="utf-8").strip())
    for variant, traces in found:
        text, pictures = study.chapter(variant, traces)
        parts.append(text)
        for name, picture in pictures.items():
            (out / name).write_text(picture, encoding="utf-8")
    page = out / f"{game}.md"
    page.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return page


# markdown


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table; the first column to the left, the others to the right."""
    lines = ["| " + " | ".join(head) + " |", "| --- |" + " ---: |" * (len(head) - 1)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def picture(name: str, words: str) -> str:
    return f"![{words}]({name})"
