"""Memory that large answers took."""

from threading import Event
from time import sleep

from scopeboard.api.large_answers import LARGE, LargeAnswers


def test_memory_is_given_back_once_after_several_large_answers() -> None:
    calls: list[int] = []
    given = Event()

    def give_back() -> None:
        calls.append(1)
        given.set()

    answers = LargeAnswers(give_back, quiet_seconds=0.05)
    for _ in range(5):
        answers.note(LARGE)
    assert given.wait(5)
    sleep(0.2)
    assert calls == [1]


def test_small_answers_are_not_worth_it() -> None:
    given = Event()
    LargeAnswers(given.set, quiet_seconds=0.01).note(LARGE - 1)
    assert not given.wait(0.2)


def test_nothing_is_given_back_while_answers_follow() -> None:
    given = Event()
    answers = LargeAnswers(given.set, quiet_seconds=0.2)
    for _ in range(10):
        answers.note(LARGE)
        assert not given.wait(0.05)
    assert given.wait(5)
    given.clear()
    answers.note(LARGE)
    assert given.wait(5)
