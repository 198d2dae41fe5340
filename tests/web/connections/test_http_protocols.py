"""The parser of requests: httptools where it can be imported, else h11, behind the same bounds."""

import os
import socket
import sys
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from scopeboard.config.request_limits import RequestLimits
from scopeboard.web.connections.http_protocols import http_protocol
from scopeboard.web.connections.open_connections import OpenConnections
from tools.served import dashboard

WITHOUT_HTTPTOOLS = Path(__file__).parents[2] / "without_httptools"


def protocol_name(*, prefer_httptools: bool = True) -> str:
    factory = http_protocol(OpenConnections(RequestLimits()), prefer_httptools=prefer_httptools)
    assert isinstance(factory, partial)
    return str(factory.func.__name__)


def test_httptools_parses_where_it_is_installed() -> None:
    pytest.importorskip("httptools")
    assert protocol_name() == "BoundedHttpTools"
    assert protocol_name(prefer_httptools=False) == "BoundedH11"


def test_h11_parses_where_httptools_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "httptools", None)
    assert protocol_name() == "BoundedH11"


def test_h11_parses_where_httptools_does_not_fit_the_interpreter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "httptools.py").write_text("raise ImportError('undefined symbol: PyCode_New')\n")
    monkeypatch.delitem(sys.modules, "httptools", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert protocol_name() == "BoundedH11"


def test_the_command_serves_and_refuses_without_httptools(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "PYTHONPATH": str(WITHOUT_HTTPTOOLS),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }
    logs = tmp_path / "logs"
    logs.mkdir()
    arguments = [str(logs), "--port", "0", "--max_header_bytes", "1000"]
    with dashboard(*arguments, environment=environment) as board:
        assert board.status()["name"] == "Scopeboard"
        where = urlsplit(board.url)
        with socket.create_connection((where.hostname, where.port), 60) as connection:
            connection.sendall(
                b"GET / HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * 2000 + b"\r\n\r\n"
            )
            assert connection.recv(64).startswith(b"HTTP/1.1 431 ")
