"""Off this machine nobody gets in without the token of the printed address; on it nothing changes."""

from __future__ import annotations

import http.client

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from grognard.server import command
from grognard.server.app import create_app

websockets = pytest.importorskip("websockets")
httpx = pytest.importorskip("httpx")
pytestmark = pytest.mark.filterwarnings("ignore")
TOKEN = "the-word-of-the-day"


@pytest.fixture
def client(tmp_path):
    """As ``serve --host 192.168.1.7 --allow-host table.lan`` makes it."""
    app = create_app(tmp_path, hosts=("localhost", "testserver.local", "table.lan"), token=TOKEN)
    with TestClient(app, base_url="http://testserver.local") as found:
        yield found


@pytest.mark.parametrize("path", ["/", "/api/matches", "/web/main.js", "/match/abc", "/api/nothing", "/favicon.ico"])
@pytest.mark.parametrize("token", [None, "", "wrong", TOKEN[:-1], TOKEN + "x", "é"])
def test_nobody_gets_in_without_the_token(client, path, token):
    answer = client.get(path, params={} if token is None else {"token": token})
    assert answer.status_code == 401
    assert answer.json()["error"].endswith(".")
    assert "set-cookie" not in answer.headers


def test_a_person_without_the_token_reads_a_sentence(client):
    answer = client.get("/", headers={"accept": "text/html", "accept-language": "it"})
    assert answer.status_code == 401
    assert answer.text.startswith("Qui non si entra")


def test_nothing_is_changed_without_the_token(client):
    assert client.post("/api/matches", json={"game": "russia1812"}).status_code == 401
    assert client.delete("/api/matches/abc").status_code == 401
    assert client.get("/api/matches", cookies={"grognard": "wrong"}).status_code == 401
    assert client.get("/api/matches", headers={"cookie": 'grognard=;;"=\\'}).status_code == 401


def test_the_token_becomes_a_cookie_and_leaves_the_address(client):
    answer = client.get("/match/abc", params={"token": TOKEN, "seat": "french"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/match/abc?seat=french"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert TOKEN not in answer.headers["location"]
    assert client.get("/api/matches").status_code == 200  # the client has the cookie now
    assert client.post("/api/matches", json={"game": "russia1812"}).status_code == 201


def test_who_comes_from_another_site_is_sent_on_by_a_page_of_ours(client):
    """A browser does not send strict cookies along a redirect that another site began."""
    headers = {"sec-fetch-site": "cross-site"}
    answer = client.get("/", params={"token": TOKEN}, headers=headers, follow_redirects=False)
    assert (answer.status_code, answer.headers["refresh"]) == (200, "0; url=/")
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize("path", ["//evil.example/", "/\\evil.example", "/%0d%0aset-cookie:x"])
def test_the_clean_address_is_always_ours(client, path):
    answer = client.get(f"http://testserver.local{path}", params={"token": TOKEN}, follow_redirects=False)
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith(("//", "/\\"))
    assert "x" not in answer.headers.get_list("set-cookie")


def test_a_program_may_bring_the_token_with_every_request(client):
    made = client.post("/api/matches", params={"token": TOKEN}, json={"game": "russia1812"})
    assert made.status_code == 201
    assert client.get(f"/api/matches/{made.json()['id']}", params={"token": TOKEN}).status_code == 200


def test_live_pages_need_it_too(client):
    match = client.post("/api/matches", params={"token": TOKEN}, json={"game": "russia1812"}).json()["id"]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/matches/{match}/live") as refused:
        refused.receive_text(timeout=10)
    with client.websocket_connect(f"/api/matches/{match}/live?token={TOKEN}") as socket:
        assert "snapshot" in socket.receive_text(timeout=10)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("table.lan", 200),
        ("TABLE.lan:80", 200),
        ("192.168.1.7:1812", 200),
        ("[fe80::1]", 200),
        ("evil.example", 403),
        ("1.2.3.4.evil", 403),
    ],
)
def test_other_names_only_by_allow_host(client, host, status):
    answer = client.get("/api/matches", params={"token": TOKEN}, headers={"host": host})
    assert answer.status_code == status


def test_a_strange_origin_stays_out_even_with_the_token(client):
    answer = client.get("/api/matches", params={"token": TOKEN}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403


# a real server on all addresses

OPEN = "from grognard.cli import main; import sys; sys.argv = ['grognard', 'serve', '--host', '0.0.0.0', '--no-open', "
OPEN += "'--data', sys.argv[1], '--port', sys.argv[2], '--allow-host', 'table.lan', *sys.argv[3:]]; main()"


def test_an_open_server_warns_and_prints_the_way_in(start, tmp_path):
    script = tmp_path / "open.py"
    script.write_text(f"if __name__ == '__main__':\n    {OPEN}\n")
    server = start(script=str(script))
    assert "delete matches" in server.said[-2]
    assert "?token=" in server.said[-1]
    base = f"http://127.0.0.1:{server.port_of_address()}"
    token = server.said[-1].split("?token=")[1].split()[0]
    with httpx.Client(base_url=base) as stranger:
        assert stranger.get("/api/matches").status_code == 401
        assert stranger.delete("/api/matches/abc").status_code == 401
        assert stranger.get("/", params={"token": token}).status_code == 303
        assert stranger.get("/api/matches").status_code == 200
        match = stranger.post("/api/matches", json={"game": "russia1812"}).json()["id"]
        cookie = f"grognard={token}"
    url = f"{base.replace('http', 'ws')}/api/matches/{match}/live"
    with pytest.raises(websockets.InvalidStatus), websockets.sync.client.connect(url):
        pass
    with websockets.sync.client.connect(url, additional_headers={"Cookie": cookie}) as socket:
        assert "snapshot" in socket.recv(timeout=30)
    line = http.client.HTTPConnection("127.0.0.1", server.port_of_address())
    line.request("GET", "/api/matches", headers={"Host": "table.lan", "Cookie": cookie})
    assert line.getresponse().status == 200
    line.close()


def test_on_this_machine_nothing_changes(server):
    assert "token" not in " ".join(server.said)
    assert server.get("/api/matches").status_code == 200
    for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost", "LOCALHOST"):
        assert command.is_loopback(host)
    for host in ("0.0.0.0", "::", "192.168.1.7", "table.lan", ""):
        assert not command.is_loopback(host)


def test_both_languages_warn(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(command, "_run", lambda *_, **__: None)
    command.serve(host="0.0.0.0", port=0, data=tmp_path, open=False, lang="it")
    assert "Attenzione" in capsys.readouterr().out
