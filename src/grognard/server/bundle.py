"""The client in few files: all modules of the shell as one, all of a game as another, all style sheets as a third.

On a slow line every file costs a journey. The sources stay as they are and can be had one by one (``/?plain``); here
each becomes a function that is given what it imports, and they are called as they ask for each other.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path, PurePosixPath

_COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
_NAMED = re.compile(r"^export (?:async )?(?:function\*?|class|const) ([\w$]+)", re.MULTILINE)
_DYNAMIC = re.compile(r"(?<![\w.{@])import\((?=[\"`'])")
_INDENT = re.compile(r"^[ \t]+|[ \t]+$|\n(?=\n)", re.MULTILINE)

SHELL, LATER, GAME = "shell", "later", "game"
CORE = ("main.js", "pages/table.js")  # what a table needs,
COMMON = ("base", "board")  # and the folders that games may take from
ALONE = {"early.js"}  # no module

# what the modules are called with; a game's own come later and are entered in the same list
HEAD = """"use strict";
const known = {}, made = {};
const req = (id) => made[id] ?? (known[id]((made[id] = {}), req, load), made[id]);
const load = async (from, wanted) => {
  const id = new URL(wanted, new URL(from, location.origin)).pathname;
  const game = known[id] ? null : id.match(/^(\\/games\\/[^/]+)?\\/web\\//);
  if (game) await import(game[1] ? `${game[1]}/web/bundle.js` : "/web/later.js");
  return known[id] ? req(id) : import(id);
};
globalThis.grognardModules = known;
Object.assign(known, """
MORE_HEAD = '"use strict";\nObject.assign(globalThis.grognardModules, '


def module(text: str, address: str) -> str:
    """A module as a function of what it gives, and of how it is given others."""
    text = _COMMENT.sub("", text)
    names = _NAMED.findall(text)
    text = _IMPORT.sub(lambda found: f"const {{{_renamed(found[1])}}} = req({_quoted(address, found[2])});", text)
    text = _EXPORT.sub("", text)
    text = re.sub(r"^export default ", "exports.default = ", text, flags=re.MULTILINE)
    text = _DYNAMIC.sub(f'load("{address}", ', text)
    text = text.replace("import.meta.url", f'(location.origin + "{address}")')
    text = _INDENT.sub("", text)
    gives = "".join(f"{name}: {{ enumerable: true, get: () => {name} }}, " for name in names)
    return f'"{address}": (exports, req, load) => {{ Object.defineProperties(exports, {{ {gives}}});\n{text}}},\n'


def _renamed(names: str) -> str:
    """``a, b as c`` as a pattern takes it apart."""
    return re.sub(r"([\w$]+) as ([\w$]+)", r"\1: \2", names)


def _quoted(address: str, wanted: str) -> str:
    return f'"{_beside(address, wanted)}"'


def _beside(address: str, wanted: str) -> str:
    """An address as seen from another."""
    parts: list[str] = []
    for part in PurePosixPath(address).parent.joinpath(wanted).parts:
        if part == "..":
            parts.pop()
        else:
            parts.append(part)
    return "/".join(parts).replace("//", "/")


def closure(folder: Path, names: Iterable[str]) -> set[str]:
    """These modules of a folder and all that they import."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            text = _COMMENT.sub("", (folder / name).read_text(encoding="utf-8"))
            waiting += [_beside(f"/{name}", wanted).lstrip("/") for _, wanted in _IMPORT.findall(text)]
    return found


@lru_cache(maxsize=16)
def _scripts(folder: Path, address: str, part: str, state: str) -> bytes:
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")} - ALONE
    if part != GAME:
        core = closure(folder, [*CORE, *(name for name in names if name.partition("/")[0] in COMMON)])
        names = core if part == SHELL else names - core
    inside = "".join(module((folder / name).read_text(encoding="utf-8"), address + name) for name in sorted(names))
    tail = f'req("{address}main.js");\n' if part == SHELL else ""
    return f"{HEAD if part == SHELL else MORE_HEAD}{{\n{inside}}});\n{tail}".encode()


def stamp(files: list[Path]) -> str:
    """Changes when one of the files does."""
    states = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return hashlib.sha256(repr(states).encode()).hexdigest()[:24]


def scripts(folder: Path, address: str, part: str) -> bytes:
    """Modules of a folder that is served under an address: those a table needs, the rest, or all of a game."""
    return _scripts(folder, address, part, stamp(sorted(folder.rglob("*.js"))))


def styles(folder: Path, names: list[str]) -> bytes:
    """Style sheets one after another, in the order of the page."""
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names).encode()


def page(text: str) -> tuple[str, list[str]]:
    """The page that asks for the bundles, and the style sheets that it would ask for one by one."""
    sheets = re.findall(r'<link rel="stylesheet" href="/web/([^"]+)">', text)
    first, rest = f'<link rel="stylesheet" href="/web/{sheets[0]}">', r'\s*<link rel="stylesheet" href="/web/[^"]+">'
    text = text.replace(first, '<link rel="stylesheet" href="/web/bundle.css">', 1)
    text = re.sub(rest.replace('[^"]+', 'styles/[^"]+'), "", text)
    script = '<script type="module" src="/web/main.js"></script>'
    early = '<script src="/web/early.js" async></script>\n    <script type="module" src="/web/bundle.js"></script>'
    return text.replace(script, early), sheets
