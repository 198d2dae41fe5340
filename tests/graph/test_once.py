"""Values that are worked out once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from scopeboard.graph.once import Once


def test_many_who_ask_at_once_get_one_value() -> None:
    made: list[object] = []
    barrier = Barrier(4)

    def work() -> object:
        made.append(object())
        return made[-1]

    value = Once(work)

    def ask() -> object:
        barrier.wait()
        return value()

    with ThreadPoolExecutor(4) as pool:
        answers = {future.result() for future in [pool.submit(ask) for _ in range(4)]}
    assert answers == set(made)
    assert len(made) == 1


def test_after_a_failure_the_next_tries_again() -> None:
    outcomes = iter([None, 3])

    def work() -> int:
        outcome = next(outcomes)
        if outcome is None:
            raise TimeoutError
        return outcome

    value = Once(work)
    with pytest.raises(TimeoutError):
        value()
    assert value() == 3
