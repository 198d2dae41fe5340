"""Requests of the page, and the application's responses to them."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
import numpy as np
from numpy.typing import NDArray
from starlette.types import ASGIApp, Message

from scopeboard.errors import SettingsError
from scopeboard.json_values import decode

JSON: Final = "application/json"
BINARY: Final = "application/octet-stream"
_OK: Final = 200

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A path without its leading slash, parameters, and the accepted media type."""

    path: str
    pairs: Pairs = ()
    accept: str = JSON

    def with_pairs(self, pairs: Iterable[tuple[str, str]]) -> "PageRequest":
        """Return the same request with further parameters."""
        return PageRequest(self.path, (*self.pairs, *pairs), self.accept)


@dataclass(frozen=True, slots=True)
class PageResponse:
    """A body and its media type."""

    media_type: str
    body: bytes

    @classmethod
    def of_json(cls, value: object) -> "PageResponse":
        """Return a response with a value as JSON."""
        return cls(JSON, msgspec.json.encode(value))

    def read(self) -> Any:  # noqa: ANN401 - JSON
        """Return the parsed JSON of the body."""
        return decode(self.body)

    def header(self) -> Any:  # noqa: ANN401 - JSON
        """Return the header of binary columns (see `api.http.binary_columns`)."""
        return decode(self.body[4 : self._header_end()])

    def column(self, entry: dict[str, Any]) -> NDArray[Any]:
        """Return a column by its entry in the header; [length] of its dtype."""
        offset = self._header_end() + entry["offset"]
        return np.frombuffer(self.body, entry["dtype"], entry["length"], offset)

    def _header_end(self) -> int:
        return 4 + int.from_bytes(self.body[:4], "little")


class AppClient:
    """Calls an ASGI application in this process, one request at a time."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._runner = asyncio.Runner()

    def find(self, request: PageRequest) -> PageResponse | None:
        """Return the response; None unless its status is 200."""
        status, media_type, body = self._runner.run(_call(self._app, request))
        return PageResponse(media_type, body) if status == _OK else None

    def fetch(self, request: PageRequest) -> PageResponse:
        """Return the response.

        Raises:
            SettingsError: the application refuses the request; the message is its own.
        """
        status, media_type, body = self._runner.run(_call(self._app, request))
        if status != _OK:
            raise SettingsError(decode(body)["error"]["message"])
        return PageResponse(media_type, body)

    def close(self) -> None:
        """Close the event loop."""
        self._runner.close()


async def _call(app: ASGIApp, request: PageRequest) -> tuple[int, str, bytes]:
    """Return status, media type and body of a response."""
    path = f"/{request.path}"
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": urlencode(request.pairs, errors="surrogatepass").encode(),
        "headers": [(b"host", b"localhost"), (b"accept", request.accept.encode())],
        "client": None,
        "server": None,
        "state": {},
    }
    status, headers, pieces = 0, {}, []
    is_sent = False

    async def receive() -> Message:
        nonlocal is_sent
        if not is_sent:
            is_sent = True
            return {"type": "http.request", "body": b"", "more_body": False}
        return await asyncio.Future()  # the client stays connected

    async def send(message: Message) -> None:
        nonlocal status, headers
        if message["type"] == "http.response.start":
            status, headers = message["status"], dict(message.get("headers", ()))
        else:
            pieces.append(bytes(message.get("body", b"")))

    await app(scope, receive, send)
    media_type = headers.get(b"content-type", JSON.encode()).decode("latin-1").partition(";")[0]
    return status, media_type, b"".join(pieces)
