"""Servers that do not answer, refuse, or are something else: a sentence each."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import scopeboard as sb
from scopeboard.errors import UnavailableError, UnreachableError
from scopeboard.logs.index.reader import IndexReader
from tools import writer
from tools.tls import Authority, with_tls

TOKEN = "of-this-server"
STATUS = {"name": "Scopeboard", "version": "0.0.1", "instance": "i", "generation": 1}


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    writer.write_run(tmp_path, "run", writer.scalar_file({"x": [1.0, 2.0]}))
    return tmp_path


@contextmanager
def answering(bodies: dict[str, tuple[int, bytes]], **headers: str) -> Iterator[str]:
    """Serve bodies by path, with their status; yield the address."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            missing = b'{"error": {"kind": "http", "message": "Not Found."}}'
            status, body = bodies.get(path, (404, missing))
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_no_server(logs: Path) -> None:
    with sb.serve(logs, no_index=True) as server:
        address = server.url
    with pytest.raises(UnreachableError, match=f"No server answers at {address}: connection ref"):
        sb.open(address)
    with pytest.raises(UnreachableError, match=r"No server answers at http://nothing\.invalid/: "):
        sb.open("http://nothing.invalid")


def test_a_certificate_of_an_authority_of_ones_own(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path)
    with sb.serve(logs, no_index=True) as server, with_tls(server.port, authority) as address:
        with pytest.raises(UnreachableError, match=r"is not trusted: .+ set SSL_CERT_FILE"):
            sb.open(address)
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.certificate))
        with sb.open(address) as log:
            assert log.scalars("x").value.tolist() == [1, 2]


def test_what_is_no_server_of_http() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]

        def greet() -> None:
            for _ in range(2):
                connection, _ = listener.accept()
                with connection:
                    connection.recv(1000)
                    connection.sendall(b"220 mail.example ESMTP\r\n")

        thread = threading.Thread(target=greet)
        thread.start()
        with pytest.raises(UnreachableError, match="does not answer by HTTP"):
            sb.open(f"http://127.0.0.1:{port}").tags()
        with pytest.raises(UnreachableError, match="No server answers at https://"):
            sb.open(f"https://127.0.0.1:{port}").tags()
        thread.join()


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((200, b"<html>hello</html>"), "is no Scopeboard"),
        ((404, b"not here"), "is no Scopeboard; it answers with status 404"),
        ((302, b""), "has moved: open https://elsewhere/"),
        ((502, b"Bad gateway"), "No server answers behind http://127"),
    ],
)
def test_another_program(answer: tuple[int, bytes], message: str) -> None:
    headers = {"Location": "https://elsewhere/"} if answer[0] == 302 else {}
    with (
        answering({"/api/status": answer}, **headers) as address,
        pytest.raises(UnavailableError, match=message),
    ):
        sb.open(address, token=TOKEN).tags()


def test_an_address_at_which_something_else_answers_is_that_of_a_directory() -> None:
    with answering({"/api/status": (404, b"not here")}) as address:
        assert isinstance(sb.open(address).reader, IndexReader)
        assert isinstance(sb.open(address, use_index=False).reader, IndexReader)
        with pytest.raises(UnreachableError, match="answers"):
            sb.open(address.replace("127.0.0.1", "nothing.invalid"))


def test_a_server_of_another_version() -> None:
    ready = {**STATUS, "loading": {"state": "ready"}, "log_directories": [], "notices": []}
    status = 200, json.dumps(ready).encode()
    other = {
        "/api/status": status,
        "/api/tags": (200, b'{"tags": [{"name": "x"}]}'),
        "/api/scalars": (200, b"\0"),
    }
    with answering(other) as address:
        log = sb.open(address)
        with pytest.raises(UnavailableError, match="older than that of this package"):
            _ = log.series
        with pytest.raises(UnavailableError, match="in another form"):
            log.tags()


def test_tokens(logs: Path) -> None:
    with sb.serve(logs, no_index=True, token=TOKEN) as server:
        address = server.url.partition("?")[0]
        for opened in (
            sb.open(f"{address}?token={TOKEN}"),
            sb.open(f"{address}?tab=graph&token={TOKEN}#x"),
            sb.open(address, token=TOKEN),
            sb.open(f"{address.replace('//', '//user:secret@')}?token={TOKEN}"),
        ):
            assert opened.tags() == ["x"]
            assert repr(opened) == f"<scopeboard.Log '{address}'>"
            opened.close()
        with pytest.raises(UnavailableError, match=r"needs a token: open …/\?token=TOKEN"):
            sb.open(address).tags()
        with pytest.raises(UnavailableError, match="needs a token, and another one than this"):
            sb.open(address, token="wrong").tags()  # noqa: S106 - of no server
        with pytest.raises(UnavailableError, match="open …"):
            sb.open(address.replace("//", "//user:secret@")).tags()


def test_a_connection_that_the_server_has_closed_is_opened_again(logs: Path) -> None:
    with (
        sb.serve(logs, no_index=True, keep_alive_timeout=0.2) as server,
        sb.open(server.url) as log,
    ):
        assert log.tags() == ["x"]
        connection = log._reader._client._connection  # type: ignore[attr-defined] # idle
        assert connection.sock.recv(1) == b""  # waits for the end
        assert log.scalars("x").value.tolist() == [1.0, 2.0]


def test_a_closed_log_answers_nothing(logs: Path) -> None:
    with sb.serve(logs, no_index=True) as server:
        log = sb.open(server.url)
        log.close()
        log.close()
        with pytest.raises(ValueError, match="is closed"):
            log.tags()
        with pytest.raises(ValueError, match="is closed"):
            log.refresh()
