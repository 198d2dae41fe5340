"""Work that is shared: done once, for all who wait, and no longer than anybody does."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

import pytest

from scopeboard.errors import CancelledError
from scopeboard.graph.shared_work import SharedWork
from served import PATIENCE


class Client:
    """Somebody who may go away."""

    def __init__(self) -> None:
        self.gone = Event()

    def check(self) -> None:
        if self.gone.is_set():
            raise CancelledError("gone")


class Work:
    """Work that looks up whenever it is told to go on, and begins when `begun` is set."""

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
def threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(4)


def ask(
    threads: ThreadPoolExecutor, shared: SharedWork[str, str], work: Work, client: Client
) -> Future[str]:
    return threads.submit(shared.result, "key", work, client.check)


def test_it_stops_when_nobody_waits_and_begins_anew(threads: ThreadPoolExecutor) -> None:
    shared, work, client = SharedWork[str, str](), Work(), Client()
    asked = ask(threads, shared, work, client)
    assert work.begun.wait(PATIENCE)
    client.gone.set()
    work.go_on.set()
    with pytest.raises(CancelledError):
        asked.result(PATIENCE)
    assert ask(threads, shared, work, Client()).result(PATIENCE) == "done"
    assert work.times == 2


def test_it_goes_on_while_another_waits(threads: ThreadPoolExecutor) -> None:
    shared, work, first, second = SharedWork[str, str](), Work(), Client(), Client()
    asked = ask(threads, shared, work, first)
    assert work.begun.wait(PATIENCE)
    joined = ask(threads, shared, work, second)
    first.gone.set()
    _until_joined(shared)
    work.go_on.set()
    assert joined.result(PATIENCE) == "done"
    assert asked.result(PATIENCE) == "done"
    assert work.times == 1


def test_who_goes_away_is_not_kept_by_the_work_of_another(threads: ThreadPoolExecutor) -> None:
    shared, work, first, second = SharedWork[str, str](), Work(), Client(), Client()
    asked = ask(threads, shared, work, first)
    assert work.begun.wait(PATIENCE)
    joined = ask(threads, shared, work, second)
    second.gone.set()
    with pytest.raises(CancelledError):
        joined.result(PATIENCE)
    work.go_on.set()
    assert asked.result(PATIENCE) == "done"


def test_what_it_raises_reaches_all(threads: ThreadPoolExecutor) -> None:
    shared, begun, go_on = SharedWork[str, str](), Event(), Event()

    def work(_: Callable[[], None]) -> str:
        begun.set()
        assert go_on.wait(PATIENCE)
        raise TimeoutError("the disk")

    asked = [threads.submit(shared.result, "key", work) for _ in range(2)]
    assert begun.wait(PATIENCE)
    go_on.set()
    for each in asked:
        with pytest.raises(TimeoutError, match="the disk"):
            each.result(PATIENCE)


def _until_joined(shared: SharedWork[str, str]) -> None:
    while len(shared._running["key"].checks) < 2:
        pass
