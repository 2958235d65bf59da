"""What comes from outside may be anything: it gets a status below 500 and a sentence."""

from __future__ import annotations

import json
import socket

import pytest
from litestar.testing import TestClient

from grognard.server.app import create_app
from hostile import Attacker, played

pytestmark = pytest.mark.filterwarnings("ignore")
GAMES = ("russia1812", "vanguard", "merde", "tabletop")


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with TestClient(create_app(tmp_path_factory.mktemp("data"))) as found:
        yield found


@pytest.fixture(scope="module")
def matches(client):
    return [client.post("/api/import", content=played(game)).json()["id"] for game in GAMES]


@pytest.mark.parametrize("seed", range(8))
def test_no_request_of_some_hundreds_gets_a_5xx(client, matches, seed):
    attacker = Attacker(seed, matches, client.get("/api/games/tabletop/companion").json())
    for asked in attacker.requests(120):
        try:
            answer = client.request(asked.method, asked.path, content=asked.body, headers=asked.headers)
        except (UnicodeError, ValueError):
            continue  # the client itself refuses to send it
        assert answer.status_code < 500, (asked, answer.text)
        if answer.status_code >= 400 and asked.method != "HEAD" and "text/html" not in answer.headers["content-type"]:
            assert answer.json()["error"], asked


@pytest.mark.parametrize(
    "body", [b'{"a":"\xff\xfe"}', b"[" * 2000, b'{"a":' * 2000, b'{"seat":"\\ud800","revision":0}']
)
def test_a_body_that_is_no_json_is_refused(client, matches, body):
    for door in ("act", "undo", "redo", "copy", "bot"):
        answer = client.post(f"/api/matches/{matches[0]}/{door}", content=body)
        assert answer.status_code == 400
        assert answer.json()["error"].endswith(".")


@pytest.mark.parametrize("name", ["%00.js", "a" * 300 + ".js", "%00", "..%00/x.js"])
def test_a_name_that_no_file_can_have_is_not_there(client, name):
    assert client.get(f"/web/{name}").status_code == 404
    assert client.get(f"/games/russia1812/web/{name}").status_code == 404


@pytest.mark.parametrize(
    "units", [176, True, "text", {"a": 1}, [[1]], [None], [{"name": 5, "bases": "x", "pm": [], "type": {}}]]
)
def test_a_roster_of_wrong_types_is_refused_in_a_sentence(client, units):
    answer = client.post("/api/games/tabletop/sheet/roster", json={"units": units, "title": units})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


# headers


def test_charset_is_said_once_and_nobody_guesses_types(client, matches):
    for path in (
        "/",
        "/web/main.js",
        "/web/styles/shell.css",
        "/api/matches",
        f"/api/matches/{matches[3]}/record",
        "/api/none",
        f"/api/matches/{matches[0]}",
    ):
        headers = client.get(path).headers
        assert headers["content-type"].count("charset") <= 1, path
        assert headers["x-content-type-options"] == "nosniff", path
    assert client.get("/").headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("LOCALHOST", 200),
        ("Localhost:{}", 200),
        ("127.0.0.1", 200),
        ("[::1]:{}", 200),
        ("127.0.0.1:x@evil", 403),
        ("localhost.evil.example", 403),
        ("evil.example", 403),
        ("127.0.0.1:99999999", 403),
        ("", 403),
    ],
)
def test_only_names_of_this_machine_are_answered(server, host, status):
    answer = server.get("/api/catalog", headers={"host": host.format(server.port)})
    assert answer.status_code == status


# half-sent requests

HALVES = (
    b"",
    b"GET /api/matches HT",
    b"GET /api/matches HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    b"POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000\r\n\r\nhalf",
    b"GET /api/words HTTP/1.1\r\nHost: localhost\r\n\r\nGET /api/mat",
)


def test_half_sent_requests_are_not_waited_for(start):
    """Each connection is closed by the server; the others go on."""
    server = start(script="hasty_server.py")
    for half in HALVES:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(half)
            while line.recv(65536):
                pass  # until the server hangs up
    assert server.get("/api/catalog").status_code == 200


def test_a_live_page_and_a_slow_reader_are_not_half_sent(start, hear):
    server = start(script="hasty_server.py")
    match = server.new()
    with server.watch(match) as page:
        assert hear(page, "snapshot")["revision"] == 0
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            line.sendall(b"GET /api/mat")
            while line.recv(65536):
                pass  # the patience with a half-sent request is over, and the page is still there
        server.step(match)
        assert hear(page, "snapshot")["revision"] == 1


def test_bodies_are_read_as_they_are_meant(client):
    text = json.dumps({"game": "russia1812", "title": "Bérésina"})
    made = client.post("/api/matches", content=text.encode("utf-8-sig"))
    assert made.status_code == 201
    assert client.get(f"/api/matches/{made.json()['id']}").json()["title"] == "Bérésina"
