"""The client in few files: the modules a table needs, its board, its game, the other pages; all style sheets as one.

On a slow line every file costs a journey. The sources stay as they are and can be had one by one (``/?plain``); here
each becomes a function that is given what it imports, and they are called as they ask for each other.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path, PurePosixPath

_COMMENT = re.compile(r"/\*\*.*?\*/|^\s*//[^\n]*\n", re.DOTALL | re.MULTILINE)
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function\b|class\b|const\b)", re.MULTILINE)
_NAMED = re.compile(r"^export (?:async )?(?:function\*?|class|const) ([\w$]+)", re.MULTILINE)
_DYNAMIC = re.compile(r"(?<![\w.{@])import\((?=[\"`'])")
_REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)
_INDENT = re.compile(r"^[ \t]+|[ \t]+$|\n(?=\n)", re.MULTILINE)

SHELL, LOBBY, LATER, BOARD = "bundle", "lobby", "later", "board-"  # files of scripts; a board's ends with its kind
CORE = ("main.js", "pages/table.js")  # what a table needs before it knows its board
FIRST = ("pages/lobby.js",)  # what the first page needs besides
BOARDS = "board"  # the folder of the boards: each kind is a file
ALONE = {"early.js"}  # no module

# what the modules are called with; those of other files come later and are entered in the same list
HEAD = """"use strict";
const known = {}, made = {}, files = %s;
const req = (id) => made[id] ?? (known[id]((made[id] = {}), req, load), made[id]);
const load = async (from, wanted) => {
  const id = new URL(wanted, new URL(from, location.origin)).pathname;
  const game = known[id] ? null : id.match(/^(\\/games\\/[^/]+)?\\/web\\//);
  if (game) await import(game[1] ? `${game[1]}/web/bundle.js` : `/web/${files[id] ?? "later"}.js`);
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


def imports(path: Path) -> list[str]:
    """What a module asks for at once, as it names it."""
    return [wanted for _, wanted in _IMPORT.findall(_COMMENT.sub("", path.read_text(encoding="utf-8")))]


def closure(folder: Path, names: Iterable[str]) -> set[str]:
    """These modules of a folder and all that they import."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [_beside(f"/{name}", wanted).lstrip("/") for wanted in imports(folder / name)]
    return found


def kinds(folder: Path) -> dict[str, str]:
    """Which module draws which kind of board, as the shell's own list says."""
    return dict(re.findall(r'(\w+): "(\w+map)"', (folder / BOARDS / "boards.js").read_text(encoding="utf-8")))


def parts(folder: Path) -> dict[str, set[str]]:
    """The shell's modules by the file they come in; what several need that is not in the first comes with each."""
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")} - ALONE
    core, lobby = closure(folder, CORE), closure(folder, FIRST)
    rest = closure(folder, [name for name in names - core - lobby if not name.startswith(f"{BOARDS}/")])
    boards = {f"{BOARD}{kind}": closure(folder, [f"{BOARDS}/{name}.js"]) - core for kind, name in kinds(folder).items()}
    return {SHELL: core, LOBBY: lobby - core, LATER: rest - core, **boards}


def _first_of(folder: Path, address: str) -> str:
    """Which file a module comes in that is asked for by its name; all others come in the last."""
    found = {f"{address}{name}": LOBBY for name in FIRST}
    found |= {f"{address}{BOARDS}/{name}.js": f"{BOARD}{kind}" for kind, name in kinds(folder).items()}
    return json.dumps(found)


@lru_cache(maxsize=16)
def _scripts(folder: Path, address: str, part: str, state: str) -> bytes:
    inside = _modules(folder, address, parts(folder)[part])
    if part != SHELL:
        return f"{MORE_HEAD}{{\n{inside}}});\n".encode()
    return f'{HEAD % _first_of(folder, address)}{{\n{inside}}});\nreq("{address}main.js");\n'.encode()


@lru_cache(maxsize=16)
def _game(folder: Path, address: str, shell: Path, root: str, state: str) -> bytes:
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*.js")}
    taken = {wanted for name in names for wanted in imports(folder / name) if wanted.startswith(root)}
    common = closure(shell, [wanted.removeprefix(root) for wanted in taken]) - closure(shell, CORE)
    return f"{MORE_HEAD}{{\n{_modules(folder, address, names)}{_modules(shell, root, common)}}});\n".encode()


def _modules(folder: Path, address: str, names: Iterable[str]) -> str:
    return "".join(module((folder / name).read_text(encoding="utf-8"), address + name) for name in sorted(names))


def stamp(files: list[Path]) -> str:
    """Changes when one of the files does."""
    states = [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files]
    return hashlib.sha256(repr(states).encode()).hexdigest()[:24]


def scripts(folder: Path, address: str, part: str) -> bytes:
    """The modules of a part of the shell, which is served under an address."""
    return _scripts(folder, address, part, stamp(sorted(folder.rglob("*.js"))))


def game_scripts(folder: Path, address: str, shell: Path, root: str) -> bytes:
    """All modules of a game, with those of the shell that they ask for and no table has."""
    return _game(folder, address, shell, root, stamp(sorted([*folder.rglob("*.js"), *shell.rglob("*.js")])))


def styles(folder: Path, names: list[str]) -> bytes:
    """Style sheets one after another, in the order of the page, without what only their writers read."""
    text = "\n".join((folder / name).read_text(encoding="utf-8") for name in names)
    return _INDENT.sub("", _REMARK.sub("", text)).encode()


def early(folder: Path) -> str:
    """The script that stands in the page itself: it must not cost a journey."""
    return _INDENT.sub("", _COMMENT.sub("", (folder / "early.js").read_text(encoding="utf-8"))).strip()


def page(text: str, script: str) -> tuple[str, list[str]]:
    """The page that asks for the bundles, and the style sheets that it would ask for one by one."""
    sheets = re.findall(r'<link rel="stylesheet" href="/web/([^"]+)">', text)
    first, rest = f'<link rel="stylesheet" href="/web/{sheets[0]}">', r'\s*<link rel="stylesheet" href="/web/[^"]+">'
    text = text.replace(first, '<link rel="stylesheet" href="/web/bundle.css">', 1)
    text = re.sub(rest.replace('[^"]+', 'styles/[^"]+'), "", text)
    plain = '<script type="module" src="/web/main.js"></script>'
    # before the style sheets: a script waits for those above it
    text = text.replace("<title>", f"<script>{script}</script>\n    <title>", 1)
    return text.replace(plain, '<script type="module" src="/web/bundle.js"></script>'), sheets
