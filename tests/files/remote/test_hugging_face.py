"""Repositories and buckets of Hugging Face, on a server of this machine with its routes."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from scopeboard.files.remote.address import parse_address
from scopeboard.files.remote.stores import forget_stores
from tools import writer
from tools.loading import Log

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))
TOKEN = "hf_secret"


class Hub:
    """The files of one repository, listed two at a time.

    `tokens` has those of the requests. `next_at` is the server that has the next page, `moved_to`
    the one that has all of the listing.
    """

    def __init__(self) -> None:
        self.next_at = self.moved_to = ""
        self.files: dict[str, bytes] = {}
        self.tokens: set[str] = set()
        hub = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                """Print nothing."""

            def do_GET(self) -> None:
                hub.tokens.add(self.headers.get("authorization", ""))
                place = urlsplit(self.path)
                _, _, path = unquote(place.path).partition("owner/name")
                kind, _, rest = path.lstrip("/").partition("/")
                if place.path.startswith("/api/"):
                    self._list(parse_qs(place.query), place.path)
                elif kind == "resolve":
                    self._send(rest.removeprefix("main/"))

            do_HEAD = do_GET  # noqa: N815 - a name of the class

            def _list(self, query: dict[str, list[str]], path: str) -> None:
                if not hub.files:
                    self.send_error(404)
                    return
                if hub.moved_to:
                    self.send_response(302)
                    self.send_header("Location", f"{hub.moved_to}{self.path}")
                    self.end_headers()
                    return
                first = int(query.get("cursor", ["0"])[0])
                names = sorted(hub.files)
                body = json.dumps([_entry(name, hub.files[name]) for name in names[first:][:2]])
                self.send_response(200)
                if first + 2 < len(names):
                    following = f"{hub.next_at or hub.url}{path}?recursive=true&cursor={first + 2}"
                    self.send_header("Link", f'<{following}>; rel="next"')
                self.end_headers()
                self.wfile.write(body.encode())

            def _send(self, name: str) -> None:
                data = hub.files[name]
                start, end = self.headers["range"].removeprefix("bytes=").split("-")
                part = data[int(start) : int(end) + 1]
                self.send_response(206)
                last = int(start) + len(part) - 1
                self.send_header("Content-Range", f"bytes {start}-{last}/{len(data)}")
                self.send_header("Content-Length", str(len(part)))
                self.send_header("ETag", '"of-the-cache"')
                self.end_headers()
                self.wfile.write(part)

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def _entry(name: str, data: bytes) -> dict[str, Any]:
    return {"type": "file", "path": name, "size": len(data), "oid": f"{hash(data)}"}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Hub]:
    made = Hub()
    monkeypatch.setenv("HF_ENDPOINT", made.url)
    (tmp_path / "token").write_text(f"{TOKEN}\n", "utf-8")
    monkeypatch.setenv("HF_TOKEN_PATH", str(tmp_path / "token"))
    monkeypatch.delenv("HF_TOKEN", raising=False)
    yield made
    made.close()
    forget_stores()


@pytest.mark.parametrize("kind", ["datasets/", "buckets/", "models/", ""])
def test_a_repository_is_read_and_followed(hub: Hub, kind: str) -> None:
    names = [f"runs/{run}/{writer.FILE_NAME}" for run in ("a", "b", "c")]
    hub.files = dict.fromkeys(names, ONE)
    log = Log(Path(), place=parse_address(f"hf://{kind}owner/name/runs"))
    log.load()
    assert list(log.runs()) == ["a", "b", "c"]
    hub.files[names[1]] += TWO
    log.load()
    assert [log.values(run, "x") for run in "abc"] == [[1, 2], [1, 2, 3], [1, 2]]
    assert not any(run.warnings for run in log.runs().values())
    assert hub.tokens == {f"Bearer {TOKEN}"}


@pytest.mark.usefixtures("hub")
def test_a_missing_repository_is_told() -> None:
    log = Log(Path(), place=parse_address("hf://datasets/owner/name"))
    log.load()
    absence = log.store.searched[0].absence
    assert absence is not None
    assert absence.message == "there is no such object; trying again."


@pytest.mark.parametrize("way", ["next_at", "moved_to"])
def test_another_server_does_not_get_the_token(hub: Hub, way: str) -> None:
    names = [f"{run}/{writer.FILE_NAME}" for run in ("a", "b", "c")]
    other = Hub()
    try:
        hub.files = other.files = dict.fromkeys(names, ONE)
        setattr(hub, way, other.url)
        Log(Path(), place=parse_address("hf://datasets/owner/name")).load()
        assert hub.tokens == {f"Bearer {TOKEN}"}
        assert other.tokens <= {""}
    finally:
        other.close()
