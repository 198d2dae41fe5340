"""Requests to a store: counted, and repeated where a failure may pass."""

import random
from collections.abc import Callable
from threading import Lock
from time import sleep
from typing import Final, Literal, NamedTuple, TypeVar

from scopeboard.files.remote.errors import TransientError

RequestKind = Literal["list", "head", "get", "put"]
_ATTEMPTS: Final = 5
FIRST_PAUSE: Final = 0.1
"""Seconds before a request is repeated; doubled each time, 1.5 s in all, at most twice that."""

_Result = TypeVar("_Result")


class RequestCounts(NamedTuple):
    """Requests by kind, failed ones included; the bytes received, and how many were repeated.

    `put` counts those that write or remove.
    """

    list: int = 0
    head: int = 0
    get: int = 0
    put: int = 0
    bytes: int = 0
    repeated: int = 0


class Traffic:
    """Counts the requests to a store. Callers may come from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts = RequestCounts()

    @property
    def counts(self) -> RequestCounts:
        """The requests so far."""
        return self._counts

    def add(self, kind: RequestKind, requests: int = 1, received: int = 0) -> None:
        """Count requests, and the bytes of their answers."""
        with self._lock:
            before = self._counts
            self._counts = before._replace(
                **{kind: getattr(before, kind) + requests}, bytes=before.bytes + received
            )

    def repeated(self, kind: RequestKind, request: Callable[[], _Result]) -> _Result:
        """Return the result of a request; repeat it, ever more slowly, while its failure may pass.

        Raises:
            OSError: raised by the last attempt, or one that cannot pass.
        """
        pause = FIRST_PAUSE
        for _ in range(_ATTEMPTS - 1):
            try:
                return request()
            except TransientError:
                self.add(kind)
                with self._lock:
                    self._counts = self._counts._replace(repeated=self._counts.repeated + 1)
            sleep(pause * random.uniform(1, 2))  # noqa: S311 - spreads clients, hides nothing
            pause *= 2
        return request()
