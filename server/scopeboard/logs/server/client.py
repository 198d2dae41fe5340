"""Requests to a server, by the standard library's HTTP client, over one connection."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    RemoteDisconnected,
)
from ssl import SSLCertVerificationError
from time import sleep
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from scopeboard import __version__
from scopeboard.api.http.binary_columns import BINARY, read_columns
from scopeboard.errors import (
    DamagedDataError,
    NotFoundError,
    QueryError,
    RefusedError,
    UnavailableError,
    UnreachableError,
)
from scopeboard.logs.server.address import ServerAddress

Query = Iterable[tuple[str, object]]
_CONNECT_SECONDS: Final = 10.0
_ANSWER_SECONDS: Final = 300.0  # a request may wait for others, and for a graph to be parsed
_MAX_BYTES: Final = 2 << 30
_PIECE_BYTES: Final = 4 << 20
_ATTEMPTS: Final = 3  # of a request that a server is too busy for
_MAX_RETRY_SECONDS: Final = 5.0
_STATUS: Final = "/api/status"
_NAME: Final = "Scopeboard"
_OK: Final = 200
_NOT_FOUND: Final = 404
_GATEWAY: Final = frozenset({502, 503, 504})  # of proxies, while the server behind does not answer
_ERRORS: Final[Mapping[str, type[Exception]]] = {
    "damaged_data": DamagedDataError,
    "too_large": DamagedDataError,
    "not_found": NotFoundError,
    "query": QueryError,
    "refused": RefusedError,
    "unavailable": UnavailableError,
}
"""The errors of this package by the kind that a server sends."""


class Answer(NamedTuple):
    """An answer: its status, its body, and headers of it."""

    status: int
    body: bytes
    media_type: str
    location: str
    retry_after: str


class ServerClient:
    """Sends requests to a server, one at a time.

    Args:
        address: that of the server.
    """

    def __init__(self, address: ServerAddress) -> None:
        self.address = address
        self._connection: HTTPConnection | None = None

    def close(self) -> None:
        """Close the connection; another request opens one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def is_of_server(self) -> bool:
        """Return whether a dashboard answers, or one that refuses this client.

        Raises:
            UnreachableError: nothing answers.
        """
        answer = self._request("GET", _STATUS, ())
        try:
            found = json.loads(answer.body)
            return bool(found["error"]["kind"] if answer.status != _OK else found["name"] == _NAME)
        except (TypeError, KeyError, ValueError):
            if answer.status in _GATEWAY:
                self._check(answer, _STATUS)
            return False

    def status(self) -> dict[str, Any]:
        """Return the status of the server.

        Raises:
            UnavailableError: nothing answers there, or another program.
        """
        answer = self._request("GET", _STATUS, ())
        try:
            status = json.loads(answer.body)
            is_ours = answer.status == _OK and status["name"] == _NAME
        except (TypeError, KeyError, ValueError):
            is_ours = False
        if is_ours:
            found: dict[str, Any] = status
            return found
        self._check(answer, _STATUS)
        raise UnavailableError(f"{self.address} is no Scopeboard; it answers with something else.")

    def json(self, path: str, query: Query = ()) -> Any:  # noqa: ANN401 - of any form
        """Return an answer in JSON.

        Raises:
            UnavailableError: the server does not answer, or in another form.
            Exception: that of the server.
        """
        answer = self._request("GET", path, query)
        self._check(answer, path)
        with self.understood():
            return json.loads(answer.body)

    def columns(self, path: str, query: Query = ()) -> Any:  # noqa: ANN401 - likewise
        """Return an answer with binary columns; see `json`."""
        answer = self._request("GET", path, query, {"Accept": BINARY})
        self._check(answer, path)
        with self.understood():
            return read_columns(answer.body)

    def raw(self, path: str, query: Query = ()) -> bytes:
        """Return the bytes of an answer; see `json`."""
        answer = self._request("GET", path, query)
        self._check(answer, path)
        return answer.body

    def post(self, path: str, body: bytes) -> Any:  # noqa: ANN401 - likewise
        """Return an answer with binary columns to a request with a body; see `json`."""
        headers = {"Accept": BINARY, "Content-Type": "application/json"}
        answer = self._request("POST", path, (), headers, body)
        self._check(answer, path)
        with self.understood():
            return read_columns(answer.body)

    def pass_on(
        self, method: str, path: str, query: Query, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        """Return the answer to the request of another client, of whatever status.

        Raises:
            UnreachableError: nothing answers there.
        """
        return self._request(method, path, query, headers, body)

    @contextmanager
    def understood(self) -> Iterator[None]:
        """Turn errors of reading an answer into one about the server's version.

        Raises:
            UnavailableError: the answer has another form.
        """
        try:
            yield
        except (TypeError, KeyError, IndexError, ValueError) as error:
            raise UnavailableError(
                f"{self.address} answers in another form: it may be of another version than this "
                f"package, {__version__}."
            ) from error

    def _request(
        self,
        method: str,
        path: str,
        query: Query,
        headers: Mapping[str, str] | None = None,
        body: bytes | None = None,
    ) -> Answer:
        """Return an answer; the request is repeated if the server is too busy."""
        pairs = [*query]
        if self.address.token:
            pairs.append(("token", self.address.token))
        text = urlencode(pairs, errors="surrogatepass")
        target = f"{self.address.path}{path}" + (f"?{text}" if pairs else "")
        sent = {**self.address.headers, **(headers or {})}
        for _ in range(_ATTEMPTS - 1):
            answer = self._answer(method, target, sent, body)
            if answer.status not in _GATEWAY or not answer.retry_after.isdigit():
                return answer
            sleep(min(float(answer.retry_after), _MAX_RETRY_SECONDS))
        return self._answer(method, target, sent, body)

    def _answer(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        """Send a request over the open connection, or over another if the server has closed it."""
        is_reused = self._connection is not None
        try:
            return self._exchange(method, target, headers, body)
        except (OSError, HTTPException) as error:
            self.close()
            is_stale = is_reused and isinstance(error, (ConnectionError, HTTPException))
            if not is_stale:
                raise UnreachableError(self._unreachable(error)) from error
        except BaseException:  # an interrupt: the rest of the answer would be read as the next one
            self.close()
            raise
        return self._answer(method, target, headers, body)

    def _exchange(
        self, method: str, target: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer:
        connection = self._connection
        if connection is None:
            connection = self._connection = self._connect()
        connection.request(method, target, body, dict(headers))
        response = connection.getresponse()
        data = self._body(response)
        if connection.sock is None:  # the server has closed it
            self.close()
        header = response.headers.get
        return Answer(
            response.status,
            data,
            header("Content-Type") or "",
            header("Location") or "",
            header("Retry-After") or "",
        )

    def _connect(self) -> HTTPConnection:
        """Return an open connection.

        Raises:
            UnreachableError: there is none to be had.
        """
        address = self.address
        kind = HTTPSConnection if address.scheme == "https" else HTTPConnection
        connection = kind(address.host, address.port, timeout=_CONNECT_SECONDS)
        try:
            connection.connect()
        except OSError as error:
            connection.close()
            raise UnreachableError(self._unreachable(error)) from error
        connection.sock.settimeout(_ANSWER_SECONDS)
        return connection

    def _unreachable(self, error: OSError | HTTPException) -> str:
        """Return a sentence on why there is no answer."""
        if isinstance(error, SSLCertVerificationError):
            return (
                f"The certificate of {self.address} is not trusted: {error.verify_message}. If an "
                "authority of your own has issued it, set SSL_CERT_FILE to the certificate of that."
            )
        if isinstance(error, RemoteDisconnected) or not isinstance(error, OSError):
            return f"{self.address} does not answer by HTTP, or not any more."
        reason = error.strerror or str(error) or type(error).__name__
        return f"No server answers at {self.address}: {reason[:1].lower()}{reason[1:].rstrip('.')}."

    def _body(self, response: HTTPResponse) -> bytes:
        """Return the body of an answer.

        Raises:
            QueryError: it is too large.
        """
        pieces, total = [], 0
        while piece := response.read(_PIECE_BYTES):
            pieces.append(piece)
            total += len(piece)
            if total > _MAX_BYTES:
                self.close()
                raise QueryError(
                    "The answer has more than 2 GB; request fewer tags, runs or steps."
                )
        if response.length:
            raise ConnectionResetError(None, "the connection was closed")
        return b"".join(pieces)

    def _check(self, answer: Answer, path: str) -> None:
        """Raise the error of an answer.

        Raises:
            QueryError: the request is invalid.
            UnavailableError: the server does not have such requests, or refuses all.
            Exception: another error of this package that the server sends.
        """
        if answer.status == _OK:
            return
        try:
            error = json.loads(answer.body)["error"]
            kind, message = str(error["kind"]), str(error["message"])
        except (TypeError, KeyError, ValueError):
            kind, message = "", ""
        if kind in _ERRORS:
            raise _ERRORS[kind](message)
        if answer.status in _GATEWAY:
            raise UnreachableError(message or f"No server answers behind {self.address}.")
        if answer.location:
            raise UnavailableError(f"{self.address} has moved: open {answer.location}.")
        if answer.status == _NOT_FOUND and kind == "http":
            raise UnavailableError(
                f"{self.address} has no {path}: its version is older than that of this package, "
                f"{__version__}."
            )
        if kind == "token_required":
            wrong = self.address.has_token
            message = f"{self.address} needs a token" + (
                ", and another one than this." if wrong else ": open …/?token=TOKEN."
            )
        raise UnavailableError(
            message or f"{self.address} is no Scopeboard; it answers with status {answer.status}."
        )
