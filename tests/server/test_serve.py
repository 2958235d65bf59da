"""``grognard serve``: ports, folders, and a light start."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.server import command


def test_a_taken_port_gets_a_sentence_and_the_next_free_one(start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        server = start(port=port)
        assert server.said[0].startswith(f"Port {port} is taken")
        assert server.port > port
        assert str(server.port) in server.said[0]
        assert server.get("/api/words").status_code == 200


def test_a_host_that_is_not_ours_is_refused_with_a_sentence(tmp_path):
    with pytest.raises(ValueError, match=r"cannot listen on 192\.0\.2\.1 port 1812"):
        command.serve(host="192.0.2.1", data=tmp_path, open=False)


def test_the_data_folder_follows_the_platform(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert command.data_folder() == tmp_path / "grognard"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert command.data_folder() == Path(tmp_path) / ".local" / "share" / "grognard"


def test_a_start_loads_nothing_that_waits(tmp_path):
    """Workers, browsers and the command line's own tools are none of the server's start."""
    code = (
        "import sys; from pathlib import Path; from grognard.server.app import create_app; "
        f"create_app(Path({str(tmp_path)!r})); "
        "print([name for name in ('rich', 'cyclopts', 'jinja2', 'numpy', 'webbrowser', 'sqlite3.dbapi2') "
        "if name in sys.modules and name != 'sqlite3.dbapi2'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_workers_need_no_web_framework():
    code = "import sys, grognard.server.thinking; print('litestar' in sys.modules, 'uvicorn' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False False"
