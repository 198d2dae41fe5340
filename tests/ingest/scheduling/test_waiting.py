"""Runs wait for their turn, the one added last in front."""

from scopeboard.ingest.scheduling.waiting import Waiting, WaitingRun
from scopeboard.store.format.schema import FileId
from scopeboard.types import RunId

A, B, C = RunId("a"), RunId("b"), RunId("c")


def files(*numbers: int) -> list[FileId]:
    return [FileId(number) for number in numbers]


def test_runs_are_taken_whole_the_last_first() -> None:
    waiting = Waiting()
    for number, run in enumerate((A, B, C)):
        waiting.add(run, files(2 * number, 2 * number + 1))
    assert waiting.take(3) == [WaitingRun(C, files(4, 5)), WaitingRun(B, files(2, 3))]
    assert (len(waiting), waiting.take(0)) == (1, [])
    assert waiting.take(9) == [WaitingRun(A, files(0, 1))]
    assert len(waiting) == 0


def test_a_run_that_has_more_moves_to_the_front_with_all_it_has() -> None:
    waiting = Waiting()
    waiting.add(A, files(1, 2))
    waiting.add(B, files(3))
    waiting.add(A, files(2, 4))
    assert waiting.take(1) == [WaitingRun(A, files(1, 2, 4))]


def test_runs_that_are_asked_for_are_taken_out() -> None:
    waiting = Waiting()
    waiting.add(A, files(1))
    waiting.add(B, files(2))
    assert waiting.take_runs([C, A]) == [WaitingRun(A, files(1))]
    assert waiting.take(9) == [WaitingRun(B, files(2))]
