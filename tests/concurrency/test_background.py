"""Results of a thread: each computed once, in order, for all that wait for it."""

from functools import partial
from threading import Event, current_thread
from threading import enumerate as enumerate_threads

import pytest

from scopeboard.concurrency.background import BackgroundResults
from tools.served import PATIENCE


def test_what_is_in_progress_is_not_computed_twice() -> None:
    results: BackgroundResults[str, int] = BackgroundResults("test")
    gate, calls = Event(), []

    def compute() -> int:
        calls.append(1)
        assert gate.wait(PATIENCE)
        return 7

    assert results.find({"a": compute}, 0) == {}
    assert results.find({"a": compute, "b": lambda: 8}, 0) == {}
    assert results.is_busy()
    gate.set()
    assert results.find({"a": compute, "b": lambda: 8})["b"] == 8
    assert calls[0] == 1


def test_results_come_in_the_order_of_the_work() -> None:
    results: BackgroundResults[int, None] = BackgroundResults("test")
    seen: list[int] = []
    assert results.find({key: partial(seen.append, key) for key in (3, 1, 2)}) == {
        3: None,
        1: None,
        2: None,
    }
    assert seen == [3, 1, 2]
    assert not results.is_busy()


def test_an_error_is_that_of_the_caller_and_the_next_call_tries_again() -> None:
    results: BackgroundResults[str, int] = BackgroundResults("test")
    with pytest.raises(ZeroDivisionError):
        results.find({"a": lambda: 1 // 0})
    assert results.find({"a": lambda: 1}) == {"a": 1}


def test_the_thread_ends_with_the_work_and_another_begins() -> None:
    results: BackgroundResults[int, str] = BackgroundResults("ending")
    for key in range(2):
        assert results.find({key: lambda: current_thread().name})[key].startswith("ending")
        for thread in enumerate_threads():
            if thread.name.startswith("ending"):
                thread.join(PATIENCE)
                assert not thread.is_alive()
