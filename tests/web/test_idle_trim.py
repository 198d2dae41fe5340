"""Memory goes back to the system once no large response was sent for a while."""

from collections.abc import Callable, Iterator
from threading import Event

import pytest
from starlette.applications import Starlette
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from scopeboard.api.http.response_cache import ResponseCache
from scopeboard.web.idle_trim import LARGE_BYTES, IdleTrim, trim_memory, trimmed_when_idle
from tools.served import PATIENCE


class Recorder:
    """An `IdleTrim` whose timer runs on command, and how often it trimmed."""

    def __init__(self) -> None:
        self.trims = 0
        self.timers: list[Callable[[], None]] = []
        self.idle_trim = IdleTrim(self._trim, self._start_timer)

    def _trim(self) -> None:
        self.trims += 1

    def _start_timer(self, callback: Callable[[], None]) -> bool:
        self.timers.append(callback)
        return True

    def run_timer(self) -> None:
        """Run the only timer."""
        (callback,) = self.timers
        self.timers.clear()
        callback()


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def test_trims_once_after_several_large_responses(recorder: Recorder) -> None:
    for _ in range(5):
        recorder.idle_trim.record(LARGE_BYTES)
    recorder.run_timer()
    recorder.run_timer()
    assert recorder.trims == 1
    assert recorder.timers == []


def test_ignores_small_responses(recorder: Recorder) -> None:
    recorder.idle_trim.record(LARGE_BYTES - 1)
    assert recorder.timers == []


def test_waits_while_large_responses_follow(recorder: Recorder) -> None:
    recorder.idle_trim.record(LARGE_BYTES)
    for _ in range(10):
        recorder.idle_trim.record(LARGE_BYTES)
        recorder.run_timer()
        assert recorder.trims == 0
    recorder.run_timer()
    assert recorder.trims == 1
    recorder.idle_trim.record(LARGE_BYTES)
    recorder.run_timer()
    assert recorder.trims == 2


def test_the_next_response_starts_the_timer_that_found_no_memory() -> None:
    attempts = iter([False, True])
    started: list[Callable[[], None]] = []

    def start(callback: Callable[[], None]) -> bool:
        started.append(callback)
        return next(attempts)

    idle_trim = IdleTrim(lambda: None, start)
    idle_trim.record(LARGE_BYTES)
    idle_trim.record(LARGE_BYTES)
    assert len(started) == 2


def test_the_timer_runs_by_itself() -> None:
    trimmed = Event()
    IdleTrim(trimmed.set).record(LARGE_BYTES)
    assert trimmed.wait(PATIENCE)


def test_the_middleware_adds_up_the_parts_of_a_response(recorder: Recorder) -> None:
    def parts() -> Iterator[bytes]:
        yield bytes(LARGE_BYTES // 2)
        yield bytes(LARGE_BYTES // 2)

    app = Starlette(
        routes=[
            Route("/small", lambda _: Response(bytes(LARGE_BYTES // 2))),
            Route("/large", lambda _: StreamingResponse(parts())),
        ]
    )
    client = TestClient(trimmed_when_idle(app, recorder.idle_trim))
    client.get("/small")
    assert recorder.timers == []
    assert len(client.get("/large").content) == LARGE_BYTES
    recorder.run_timer()
    assert recorder.trims == 1


def test_a_trim_drops_the_large_bodies_of_caches() -> None:
    cache = ResponseCache(nbytes=80)
    cache.get("etag", lambda: bytes(79))
    trim_memory()
    assert cache.get("etag", lambda: b"made again") == b"made again"
