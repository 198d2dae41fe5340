"""GET requests to an application in the loop of the caller: thousands of them take seconds.

A client of HTTP takes longer to parse an address of 30,000 characters than a route to refuse it.
"""

from asyncio import Event
from dataclasses import dataclass, field
from urllib.parse import unquote

from starlette.types import ASGIApp, Message


@dataclass
class Answer:
    """The status and the body of an answer; messages of it are added as they come."""

    status: int = 0
    parts: list[bytes] = field(default_factory=list)

    @property
    def content(self) -> bytes:
        """The body."""
        return b"".join(self.parts)

    async def send(self, message: Message) -> None:
        """Take a message that the application sends."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.parts.append(message.get("body", b""))


async def get(app: ASGIApp, url: str) -> Answer:
    """Return the answer to a request for a path with its query, both percent-encoded."""
    path, _, query = url.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "root_path": "",
        "headers": [(b"host", b"localhost:6006")],
        "client": ("127.0.0.1", 50_000),
        "server": ("localhost", 6006),
    }
    answer = Answer()
    await app(scope, _Requested(), answer.send)
    return answer


class _Requested:
    """The messages of a request without a body, whose client stays until it is answered."""

    def __init__(self) -> None:
        self._is_read = False

    async def __call__(self) -> Message:
        if self._is_read:
            await Event().wait()
        self._is_read = True
        return {"type": "http.request", "body": b"", "more_body": False}
