"""The client in few files: every module once, each given what it imports; the single files stay to be had."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

pytest.importorskip("litestar")

from grognard import games
from grognard.server import bundle

WEB = Path(str(games.__file__)).parents[1] / "web"


def test_a_module_becomes_a_function_of_what_it_imports() -> None:
    text = (
        '/** What it is. */\nimport { a, b as c } from "../base/x.js";\nexport async function f() {\n'
        '  return import("./late.js");\n}\nexport const N = 1;\nexport class K {}\nexport default { a };\n'
    )
    made = bundle.module(text, "/web/pages/y.js")
    assert made.startswith('"/web/pages/y.js": (exports, req, load) => {')
    assert 'const { a, b: c } = req("/web/base/x.js");' in made
    assert 'return load("/web/pages/y.js", "./late.js")' in made
    assert "exports.default = { a };" in made
    assert all(f"{name}: {{ enumerable: true" in made for name in ("f", "N", "K"))
    assert "What it is" not in made
    assert not re.search(r"^(import|export) ", made, re.MULTILINE)


def names(script: bytes, root: str) -> set[str]:
    return set(re.findall(rf'^"({root}[^"]+)": \(exports', script.decode(), re.MULTILINE))


def wanted(script: bytes) -> set[str]:
    return set(re.findall(r'req\("([^"]+)"\)', script.decode()))


def test_every_module_of_the_shell_is_in_some_file_and_all_it_imports_is_there_or_in_the_first() -> None:
    made = {part: bundle.scripts(WEB, "/web/", part) for part in bundle.parts(WEB)}
    first = names(made[bundle.SHELL], "/web/")
    everything = {f"/web/{path.relative_to(WEB).as_posix()}" for path in WEB.rglob("*.js")} - {"/web/early.js"}
    for part, script in made.items():
        assert wanted(script) <= first | names(script, "/web/"), part
        assert part == bundle.SHELL or not names(script, "/web/") & first, part
    given = set().union(*[names(script, "/web/") for script in made.values()])
    for name in games.known():
        found = games.load(name)
        folder = Path(str(games.__file__)).parent / name / found.web
        text = bundle.game_scripts(folder, f"/games/{name}/web/", WEB, "/web/")
        assert wanted(text) <= names(text, "/games/") | names(text, "/web/") | first, name
        given |= names(text, "/web/")
        assert f"{bundle.BOARD}{found.scene(found.set_up(None, {}), 'en').kind}" in made, name
    assert given == everything


def test_a_table_brings_neither_the_lobby_nor_the_boards_of_others() -> None:
    first = names(bundle.scripts(WEB, "/web/", bundle.SHELL), "/web/")
    assert "/web/pages/table.js" in first
    assert not first & {
        "/web/pages/lobby.js",
        "/web/board/hexmap.js",
        "/web/board/squaremap.js",
        "/web/board/planemap.js",
    }
    hexes = names(bundle.scripts(WEB, "/web/", "board-hexes"), "/web/")
    assert "/web/board/hexmap.js" in hexes
    assert not hexes & {"/web/board/squaremap.js", "/web/board/planemap.js"}


def test_the_page_asks_for_few_files_and_few_bytes(server) -> None:
    answer = server.get("/", headers={"accept": "text/html"})
    assert re.findall(r'(?:src|href)="(/web/[^"]+)"', answer.text) == [
        "/web/icon.svg",
        "/web/bundle.css",
        "/web/bundle.js",
    ]
    early = re.search(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert early
    digest = base64.b64encode(hashlib.sha256(early[1].encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'" in answer.headers["content-security-policy"]
    plain = server.get("/", params={"plain": ""}).text
    assert 'src="/web/main.js"' in plain
    for name in ("bundle.js", "bundle.css", "later.js", "lobby.js", "board-hexes.js"):
        answer = server.get(f"/web/{name}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(answer.content) / 3
        assert server.get(f"/web/{name}", headers={"if-none-match": answer.headers["etag"]}).status_code == 304
        bare = server.get(f"/web/{name}", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in bare.headers
        assert bare.content == answer.content


def test_what_is_packed_already_is_packed_once(server) -> None:
    words = server.get("/api/words", headers={"accept-encoding": "gzip"})
    assert words.headers["content-encoding"] == "gzip"
    assert words.json()["words"]
