"""What happens to a store while a log is read from it, and whether what is read is right.

A fault strikes at a random request. In even turns it lasts for fewer requests than one is repeated,
and nothing may be noticed; in odd turns until the reader has given up, and then a sentence has to
say why.
"""

import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from programs.remote_faults.mirrored_log import RUNS, Credentials, MirroredLog
from scopeboard.files.remote.traffic import FIRST_PAUSE
from tasks.checkout import ROOT

sys.path.insert(0, str(ROOT / "tests"))

from tools.faulty_proxy import Failure, Fault, FaultyProxy, Request

FEW: Final = 3  # requests that fail in a row; the next attempt of each succeeds
ATTEMPTS: Final = 5  # of a request
COLD_RATE: Final = 1.0  # requests a second that a cold prefix serves at first
COLD_SECONDS: Final = 0.7  # after which it serves twice as many
WINDOW_SECONDS: Final = 0.25  # whose requests may come at once
EXPIRED: Final = Failure(400, "ExpiredToken")

Turn = Callable[[MirroredLog, int], bool]
"""Reads a log while a fault strikes; returns whether nothing was lost, doubled or left unsaid.

The number is that of the turn, from 0 on.
"""


class Faults:
    """The faults by their names, each a turn to run many times."""

    def __init__(self, proxy: FaultyProxy, credentials: Credentials) -> None:
        self._proxy, self._credentials = proxy, credentials
        self.turns: dict[str, Turn] = {
            "throttled (503 SlowDown)": self._failing(Failure(503, "SlowDown"), "limits requests"),
            "server error (500)": self._failing(Failure(500, "InternalError"), "store failed"),
            "body cut": self._failing(Failure(cut=True), "connection failed"),
            "connection dropped": self._failing(Failure(dropped=True), "connection failed"),
            "credentials expire": self._expiring,
            "object replaced": self._replaced,
            "object grew": self._grown,
            "cold prefix": self._cold,
        }

    @contextmanager
    def _striking(self, fault: Fault) -> Iterator[None]:
        self._proxy.fault = fault
        try:
            yield
        finally:
            self._proxy.fault = None

    def _failing(self, failure: Failure, reason: str) -> Turn:
        """Return the turn in which requests fail in one way."""

        def turn(log: MirroredLog, number: int) -> bool:
            is_long, is_right = number % 2 > 0, True
            for _ in range(2):  # from the start, then what has been added
                with self._striking(_outage(log, failure, is_long=is_long)):
                    log.read()
                notices = log.notices()
                is_right &= reason in notices if is_long else not notices
                log.grow()
                is_right &= log.is_right()
            return is_right

        return turn

    def _expiring(self, log: MirroredLog, number: int) -> bool:
        """Let credentials expire, while newer ones are there already, or only later."""
        is_late, is_right = number % 2 > 0, True
        for _ in range(2):
            with self._striking(self._expiry(log, is_late=is_late)):
                log.read()
                is_right &= ("have expired" in log.notices()) == is_late
                self._credentials.renew()
                log.grow()
                is_right &= log.is_right()
        return is_right

    def _expiry(self, log: MirroredLog, *, is_late: bool) -> Fault:
        strike, count = int(log.random.integers(log.least_requests)), itertools.count()

        def fault(request: Request) -> Failure | None:
            if next(count) == strike:
                self._credentials.expire()
                if not is_late:
                    self._credentials.renew()
            return None if self._credentials.key in request.authorization else EXPIRED

        return fault

    def _replaced(self, log: MirroredLog, number: int) -> bool:
        """Replace an object between its listing and a request, and another between two readings."""
        is_right = self._changed(log, lambda run: log.put(run, log.made()))
        log.put(f"run{number % RUNS}", log.made())
        return self._changed(log, lambda run: log.put(run, log.made())) and is_right

    def _grown(self, log: MirroredLog, _: int) -> bool:
        """Append to an object between its listing and a request, and to others between two."""
        is_right = self._changed(log, log.extend)
        log.grow()
        return self._changed(log, log.extend) and is_right

    def _changed(self, log: MirroredLog, change: Callable[[str], None]) -> bool:
        """Change an object just before a request for it is answered."""
        left, was_for_a_version = [int(log.random.integers(1, log.least_requests))], [False]

        def fault(request: Request) -> None:
            run = log.run_of(request.path)
            if run is None:
                return
            left[0] -= 1
            if not left[0]:
                was_for_a_version[0] = bool(request.if_match)
                change(run)

        with self._striking(fault):
            log.read()
        return log.is_right() and was_for_a_version[0]

    def _cold(self, log: MirroredLog, _: int) -> bool:
        """Serve few requests at first, and ever more: those refused have to come more rarely."""
        prefix = ColdPrefix()
        with self._striking(prefix):
            log.read()
            log.grow()
            return log.is_right() and prefix.was_spared


def _outage(log: MirroredLog, failure: Failure, *, is_long: bool) -> Fault:
    """Return a fault of all requests from a random one on, or of a few."""
    first, count = int(log.random.integers(log.least_requests)), itertools.count()
    failing = range(first, sys.maxsize if is_long else first + FEW)
    return lambda _: failure if next(count) in failing else None


class ColdPrefix:
    """Refuses requests as S3 does at a prefix that has not been requested for long.

    Attributes:
        was_spared: whether each request that was refused came again ever more rarely.
    """

    def __init__(self) -> None:
        self.was_spared = True
        self._begun = self._last = time.monotonic()
        self._left = 1.0
        self._refused: dict[tuple[str, str], tuple[int, float]] = {}

    def __call__(self, request: Request) -> Failure | None:
        """Refuse a request if there were too many just before; one at a time."""
        now = time.monotonic()
        rate = COLD_RATE * 2 ** ((now - self._begun) / COLD_SECONDS)
        self._left = min(self._left + rate * (now - self._last), max(1.0, rate * WINDOW_SECONDS))
        self._last = now
        attempts, before = self._refused.pop((request.path, request.range), (0, now))
        if attempts % ATTEMPTS:  # others are new requests, which the reader makes later
            pause = FIRST_PAUSE * 2 ** (attempts % ATTEMPTS - 1)
            self.was_spared &= now - before >= pause
        if self._left >= 1:
            self._left -= 1
            return None
        self._refused[request.path, request.range] = attempts + 1, now
        return Failure(503, "SlowDown")
