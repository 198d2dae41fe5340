"""One computation for all callers, which stops when every caller has been cancelled."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest

from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.concurrency.single_flight import SingleFlight
from scopeboard.errors import CancelledError
from tools.served import PATIENCE


class Client:
    """A caller that may disconnect."""

    def __init__(self) -> None:
        self.has_left = Event()

    def check(self) -> None:
        if self.has_left.is_set():
            raise CancelledError("disconnected")


class Work:
    """A computation that sets `begun`, waits for `go_on` and then calls its check."""

    def __init__(self) -> None:
        self.begun, self.go_on = Event(), Event()
        self.times = 0

    def __call__(self, check: Callable[[], None]) -> str:
        self.times += 1
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        check()
        return "done"


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(4) as pool:
        yield pool


def ask(
    threads: ThreadPoolExecutor, flight: SingleFlight[str, str], work: Work, client: Client
) -> Future[str]:
    return threads.submit(flight.run, "key", work, client.check)


def test_it_stops_when_all_have_left_and_the_next_caller_starts_anew(
    threads: ThreadPoolExecutor,
) -> None:
    flight, work, client = SingleFlight[str, str](), Work(), Client()
    answer = ask(threads, flight, work, client)
    assert work.begun.wait(PATIENCE)
    client.has_left.set()
    work.go_on.set()
    with pytest.raises(CancelledError):
        answer.result(PATIENCE)
    assert ask(threads, flight, work, Client()).result(PATIENCE) == "done"
    assert work.times == 2


def test_it_continues_while_another_caller_waits(threads: ThreadPoolExecutor) -> None:
    flight, work, first, second = SingleFlight[str, str](), Work(), Client(), Client()
    answer = ask(threads, flight, work, first)
    assert work.begun.wait(PATIENCE)
    joined = ask(threads, flight, work, second)
    first.has_left.set()
    _until_joined(flight)
    work.go_on.set()
    assert joined.result(PATIENCE) == "done"
    assert answer.result(PATIENCE) == "done"
    assert work.times == 1


def test_a_waiting_caller_leaves_at_once(threads: ThreadPoolExecutor) -> None:
    flight, work, first, second = SingleFlight[str, str](), Work(), Client(), Client()
    answer = ask(threads, flight, work, first)
    assert work.begun.wait(PATIENCE)
    joined = ask(threads, flight, work, second)
    second.has_left.set()
    with pytest.raises(CancelledError):
        joined.result(PATIENCE)
    work.go_on.set()
    assert answer.result(PATIENCE) == "done"


def test_an_error_reaches_all_callers(threads: ThreadPoolExecutor) -> None:
    flight, begun, go_on = SingleFlight[str, str](), Event(), Event()

    def work(_: Callable[[], None]) -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        raise TimeoutError("the disk")

    answers = [threads.submit(flight.run, "key", work) for _ in range(2)]
    assert begun.wait(PATIENCE)
    go_on.set()
    for answer in answers:
        with pytest.raises(TimeoutError, match="the disk"):
            answer.result(PATIENCE)


def test_another_key_does_not_wait(threads: ThreadPoolExecutor) -> None:
    flight, work = SingleFlight[str, str](), Work()
    answer = ask(threads, flight, work, Client())
    assert work.begun.wait(PATIENCE)
    assert flight.run("other", lambda _: "now", never_cancelled) == "now"
    work.go_on.set()
    assert answer.result(PATIENCE) == "done"


def _until_joined(flight: SingleFlight[str, str]) -> None:
    while len(flight._calls["key"].checks) < 2:
        pass
