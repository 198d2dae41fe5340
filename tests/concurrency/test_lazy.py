"""Values that are computed once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from scopeboard.concurrency.lazy import Lazy, SharedLazy
from scopeboard.errors import CancelledError


def lazy(compute: Callable[[], object]) -> Lazy[object]:
    return Lazy(compute)


def shared_lazy(compute: Callable[[], object]) -> SharedLazy[object]:
    return SharedLazy(lambda _: compute())


BOTH = pytest.mark.parametrize("make", [lazy, shared_lazy])
Make = Callable[[Callable[[], object]], Callable[[], object]]


@BOTH
def test_threads_at_the_same_time_get_one_value(make: Make) -> None:
    made: list[object] = []
    barrier = Barrier(4)

    def compute() -> object:
        made.append(object())
        return made[-1]

    value = make(compute)

    def ask() -> object:
        barrier.wait()
        return value()

    with ThreadPoolExecutor(4) as pool:
        answers = {future.result() for future in [pool.submit(ask) for _ in range(4)]}
    assert answers == set(made)
    assert len(made) == 1


@BOTH
def test_after_a_failure_the_next_caller_tries_again(make: Make) -> None:
    outcomes = iter([None, 3])

    def compute() -> int:
        outcome = next(outcomes)
        if outcome is None:
            raise TimeoutError
        return outcome

    value = make(compute)
    with pytest.raises(TimeoutError):
        value()
    assert value() == 3


def test_it_says_whether_the_value_is_ready() -> None:
    value = Lazy(lambda: 3)
    assert not value.is_ready
    value()
    assert value.is_ready


def test_a_cancelled_caller_gets_a_value_that_is_ready_and_starts_none() -> None:
    def gone() -> None:
        raise CancelledError("disconnected")

    def compute(check: Callable[[], None]) -> int:
        check()
        return 3

    value = SharedLazy(compute)
    with pytest.raises(CancelledError):
        value(gone)
    assert value() == 3
    assert value(gone) == 3
