"""Containers of Azure, on a server of this machine that lists and sends as its protocol states."""

from collections.abc import Iterator
from hashlib import blake2b
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

import pytest

from scopeboard.files.remote.address import parse_address
from scopeboard.files.remote.stores import forget_stores
from tools import writer
from tools.loading import Log

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))
DATE = "Sun, 29 Nov 2026 10:00:00 GMT"
BLOB = (
    "<Blob><Name>{}</Name><Properties><Creation-Time>{}</Creation-Time><Last-Modified>{}"
    "</Last-Modified><Etag>{}</Etag><Content-Length>{}</Content-Length>"
    "<Content-Type>x/y</Content-Type></Properties></Blob>"
)


class Azure:
    """The blobs of one container, listed two at a time."""

    def __init__(self) -> None:
        self.blobs: dict[str, bytes] = {}
        azure = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_: object) -> None:
                """Print nothing."""

            def do_GET(self) -> None:
                place = urlsplit(self.path)
                query = parse_qs(place.query)
                if "comp" in query:
                    self._list(query)
                else:
                    self._send(unquote(place.path).removeprefix("/account/container/"))

            def _list(self, query: dict[str, list[str]]) -> None:
                prefix, first = query.get("prefix", [""])[0], int(query.get("marker", ["0"])[0])
                names = [name for name in sorted(azure.blobs) if name.startswith(prefix)]
                blobs = "".join(
                    BLOB.format(escape(name), DATE, DATE, _tag(data), len(data))
                    for name, data in ((name, azure.blobs[name]) for name in names[first:][:2])
                )
                marker = str(first + 2) if first + 2 < len(names) else ""
                body = (
                    '<?xml version="1.0" encoding="utf-8"?><EnumerationResults><Blobs>'
                    f"{blobs}</Blobs><NextMarker>{marker}</NextMarker></EnumerationResults>"
                )
                self._answer(200, body.encode(), {"Content-Type": "application/xml"})

            def _send(self, name: str) -> None:
                data = azure.blobs[name]
                if self.headers.get("if-match", f'"{_tag(data)}"') != f'"{_tag(data)}"':
                    self._answer(412, b"", {})
                    return
                start, end = map(int, self.headers["range"].removeprefix("bytes=").split("-"))
                part = data[start : end + 1]
                headers = {
                    "Content-Range": f"bytes {start}-{start + len(part) - 1}/{len(data)}",
                    "ETag": f'"{_tag(data)}"',
                    "Last-Modified": DATE,
                }
                self._answer(206, part, headers)

            def _answer(self, status: int, body: bytes, headers: dict[str, str]) -> None:
                self.send_response(status)
                for name, value in {**headers, "Content-Length": str(len(body))}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/account"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _tag(data: bytes) -> str:
    return f"0x{blake2b(data, digest_size=8).hexdigest()}"


@pytest.fixture
def azure(monkeypatch: pytest.MonkeyPatch) -> Iterator[Azure]:
    made = Azure()
    monkeypatch.setenv("AZURE_STORAGE_ENDPOINT", made.url)
    monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_NAME", "account")
    yield made
    made.close()
    forget_stores()


@pytest.mark.parametrize(
    "root", ["az://container", "abfss://container@account.dfs.core.windows.net"]
)
@pytest.mark.parametrize("key", ["", "a2V5"])
def test_a_container_is_read_and_followed(
    azure: Azure, root: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if key:
        monkeypatch.setenv("AZURE_STORAGE_ACCOUNT_KEY", key)
    names = [f"logs/{run}/{writer.FILE_NAME}" for run in ("a", "b c", "d&e")]
    azure.blobs = dict.fromkeys([*names, "other"], ONE)
    log = Log(Path(), place=parse_address(f"{root}/logs"))
    log.load()
    assert list(log.runs()) == ["a", "b c", "d&e"]
    azure.blobs[names[1]] += TWO
    log.load()
    assert [log.values(run, "x") for run in log.runs()] == [[1, 2], [1, 2, 3], [1, 2]]
    assert not any(run.warnings for run in log.runs().values())
