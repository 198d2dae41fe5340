"""What a page asks, and what it is told."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray
from starlette.types import ASGIApp, Message

from scopeboard.json_values import decode

JSON: Final = "application/json"
BINARY: Final = "application/octet-stream"
_OK: Final = 200

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A path without its leading slash, pairs of a name and a value, and the form asked for."""

    path: str
    pairs: Pairs = ()
    accept: str = JSON

    def with_pairs(self, pairs: Iterable[tuple[str, str]]) -> "Question":
        """Return the same with more to it."""
        return Question(self.path, (*self.pairs, *pairs), self.accept)


@dataclass(frozen=True, slots=True)
class Answer:
    """A body and its media type."""

    media_type: str
    body: bytes

    def read(self) -> Any:  # noqa: ANN401 - JSON
        """Return what the body says, if it is JSON."""
        return decode(self.body)

    def header(self) -> Any:  # noqa: ANN401 - JSON
        """Return what the header of binary columns says (see `api/columns`)."""
        return decode(self.body[4 : self._header_end()])

    def column(self, place: dict[str, Any]) -> NDArray[Any]:
        """Return a column, by its place as the header says it; [length] of its dtype."""
        offset = self._header_end() + place["offset"]
        return np.frombuffer(self.body, place["dtype"], place["length"], offset)

    def _header_end(self) -> int:
        return 4 + int.from_bytes(self.body[:4], "little")


class Asker:
    """Asks an application questions, one at a time, without a network between."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._runner = asyncio.Runner()

    def find(self, question: Question) -> Answer | None:
        """Return the answer; None where the application says there is none."""
        status, media_type, body = self._runner.run(_ask(self._app, question))
        return Answer(media_type, body) if status == _OK else None

    def close(self) -> None:
        """Ask no more."""
        self._runner.close()


async def _ask(app: ASGIApp, question: Question) -> tuple[int, str, bytes]:
    status, headers, parts = 0, {}, []
    waiting = asyncio.Event()

    async def receive() -> Message:
        if not waiting.is_set():
            waiting.set()
            return {"type": "http.request", "body": b"", "more_body": False}
        return await asyncio.Future()  # whoever asks stays until it is answered

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], dict(message.get("headers", ()))
        else:
            parts.append(bytes(message.get("body", b"")))

    await app(_scope(question), receive, send)
    media_type = headers.get(b"content-type", JSON.encode()).decode("latin-1").partition(";")[0]
    return status, media_type, b"".join(parts)


def _scope(question: Question) -> dict[str, Any]:
    path = f"/{question.path}"
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": urlencode(question.pairs, errors="surrogatepass").encode(),
        "headers": [(b"host", b"localhost"), (b"accept", question.accept.encode())],
        "client": None,
        "server": None,
        "state": {},
    }
