"""Values that are computed once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from scopeboard.concurrency.lazy import Lazy


def test_threads_at_the_same_time_get_one_value() -> None:
    made: list[object] = []
    barrier = Barrier(4)

    def compute() -> object:
        made.append(object())
        return made[-1]

    value = Lazy(compute)

    def ask() -> object:
        barrier.wait()
        return value()

    with ThreadPoolExecutor(4) as pool:
        answers = {future.result() for future in [pool.submit(ask) for _ in range(4)]}
    assert answers == set(made)
    assert len(made) == 1


def test_after_a_failure_the_next_caller_tries_again() -> None:
    outcomes = iter([None, 3])

    def compute() -> int:
        outcome = next(outcomes)
        if outcome is None:
            raise TimeoutError
        return outcome

    value = Lazy(compute)
    with pytest.raises(TimeoutError):
        value()
    assert value() == 3


def test_it_says_whether_the_value_is_ready() -> None:
    value = Lazy(lambda: 3)
    assert not value.is_ready
    value()
    assert value.is_ready
