"""The client in few files: every module once, each given what it imports; the single files stay to be had."""

from __future__ import annotations

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


def test_every_module_of_the_shell_is_in_one_of_two_files_and_all_it_imports_is_there() -> None:
    parts = [bundle.scripts(WEB, "/web/", part).decode() for part in (bundle.SHELL, bundle.LATER)]
    names = [set(re.findall(r'^"(/web/[^"]+)": \(exports', part, re.MULTILINE)) for part in parts]
    assert not names[0] & names[1]
    assert names[0] | names[1] == {f"/web/{path.relative_to(WEB).as_posix()}" for path in WEB.rglob("*.js")} - {
        "/web/early.js"
    }
    assert set(re.findall(r'req\("([^"]+)"\)', parts[0])) <= names[0]
    assert set(re.findall(r'req\("([^"]+)"\)', parts[1])) <= names[0] | names[1]
    for name in games.known():
        found = games.load(name)
        text = bundle.scripts(Path(str(games.__file__)).parent / name / found.web, f"/games/{name}/web/", bundle.GAME)
        own = set(re.findall(r'^"(/games/[^"]+)": \(exports', text.decode(), re.MULTILINE))
        assert set(re.findall(r'req\("([^"]+)"\)', text.decode())) <= own | names[0], name


def test_the_page_asks_for_few_files_and_few_bytes(server) -> None:
    page = server.get("/", headers={"accept": "text/html"}).text
    assert re.findall(r'(?:src|href)="(/web/[^"]+)"', page) == [
        "/web/icon.svg",
        "/web/bundle.css",
        "/web/early.js",
        "/web/bundle.js",
    ]
    plain = server.get("/", params={"plain": ""}).text
    assert 'src="/web/main.js"' in plain
    for name in ("bundle.js", "bundle.css", "later.js"):
        answer = server.get(f"/web/{name}", headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert int(answer.headers["content-length"]) < len(answer.content) / 3
        assert server.get(f"/web/{name}", headers={"if-none-match": answer.headers["etag"]}).status_code == 304
