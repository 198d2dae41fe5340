"""Memory that large answers took."""

from collections.abc import Callable
from threading import Event

import pytest

from scopeboard.api.http.idle_trim import LARGE, LargeAnswers
from tools.served import PATIENCE


class Given:
    """Answers whose time passes when it is told to, and how often they gave memory back."""

    def __init__(self) -> None:
        self.times = 0
        self.looks: list[Callable[[], None]] = []
        self.answers = LargeAnswers(self._give_back, self.looks.append)

    def _give_back(self) -> None:
        self.times += 1

    def wait(self) -> None:
        """Let the time pass that the only one who waits waits for."""
        (look,) = self.looks
        self.looks.clear()
        look()


@pytest.fixture
def given() -> Given:
    return Given()


def test_memory_is_given_back_once_after_several_large_answers(given: Given) -> None:
    for _ in range(5):
        given.answers.note(LARGE)
    given.wait()
    given.wait()
    assert given.times == 1
    assert given.looks == []


def test_small_answers_are_not_worth_it(given: Given) -> None:
    given.answers.note(LARGE - 1)
    assert given.looks == []


def test_nothing_is_given_back_while_answers_follow(given: Given) -> None:
    given.answers.note(LARGE)
    for _ in range(10):
        given.answers.note(LARGE)
        given.wait()
        assert given.times == 0
    given.wait()
    assert given.times == 1
    given.answers.note(LARGE)
    given.wait()
    assert given.times == 2


def test_time_passes_by_itself() -> None:
    given = Event()
    LargeAnswers(given.set).note(LARGE)
    assert given.wait(PATIENCE)
