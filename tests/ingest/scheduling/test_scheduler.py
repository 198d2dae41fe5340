"""What is read next."""

from scopeboard.ingest.job import End
from scopeboard.ingest.scheduling.planned_job import FileWork, Flight
from scopeboard.ingest.scheduling.scheduler import Backlog
from scopeboard.types import RunId

ROOM = 100_000


def backlog_of(*sizes: int, cut: bool = False) -> Backlog:
    """Return a backlog of runs a, b, c… with a file of each size."""
    backlog = Backlog(ROOM, (lambda _, near: near) if cut else None)
    for number, size in reversed(list(enumerate(sizes))):
        backlog.add(RunId("abcdefgh"[number]), [FileWork(number, f"/{number}", 0, size)])
    return backlog


def legs(flight: Flight | None) -> list[tuple[str, int, int, int]]:
    """Return run, file, start and end of each leg."""
    assert flight is not None
    return [(leg.run.id, leg.work.file, leg.start, leg.end) for leg in flight.legs]


def read(backlog: Backlog, flight: Flight | None, size: int = 0) -> None:
    """Have a flight landed that read all it was to read, of files of `size` bytes."""
    assert flight is not None
    for landed in backlog.landed(flight, "read"):
        backlog.settle(
            landed, [end_of(leg.work.file, leg.start, leg.end, size) for leg in landed.legs]
        )


def end_of(file: int, start: int, offset: int, size: int) -> End:
    return End(file, start, offset, max(size, offset), is_out=offset >= size)


def test_small_runs_are_read_together_in_their_order() -> None:
    backlog = backlog_of(40_000, 40_000, 40_000)
    first = backlog.take()
    assert legs(first) == [("a", 0, 0, 40_000), ("b", 1, 0, 40_000)]
    assert legs(backlog.take()) == [("c", 2, 0, 40_000)]
    assert backlog.take() is None


def test_large_runs_take_turns() -> None:
    backlog, turns = backlog_of(240_000, 240_000), []
    while (flight := backlog.take()) is not None:
        turns.append("".join(leg.run.id for leg in flight.legs))
        read(backlog, flight, 240_000)
    assert turns == ["a", "b", "a", "b", "ab"]
    assert len(backlog) == 0


def test_a_run_that_is_asked_for_comes_first() -> None:
    backlog = backlog_of(250_000, 250_000, 40_000)
    assert legs(backlog.take([RunId("gone"), RunId("c")]))[0][0] == "c"


def test_runs_that_are_asked_for_together_take_turns() -> None:
    backlog, turns = backlog_of(250_000, 250_000, 250_000), []
    for _ in range(4):
        flight = backlog.take([RunId("c"), RunId("b")])
        turns.append(legs(flight)[0][0])
        read(backlog, flight, 250_000)
    assert turns == ["c", "b", "c", "b"]


def test_nothing_is_read_ahead_of_the_first_job_of_a_run() -> None:
    backlog = backlog_of(500_000, cut=True)
    first = backlog.take()
    assert backlog.take() is None
    read(backlog, first, 500_000)
    second, third = backlog.take(), backlog.take()
    assert second
    assert third
    assert (second.is_ahead, third.is_ahead) == (False, True)
    assert legs(third)[0][2] == legs(second)[0][3]


def test_what_lands_early_waits_for_what_was_begun_before() -> None:
    backlog = backlog_of(500_000, cut=True)
    read(backlog, backlog.take(), 500_000)
    second, third = backlog.take(), backlog.take()
    assert second
    assert third
    assert list(backlog.landed(third, "read")) == []
    settled = []
    for flight in backlog.landed(second, "read"):
        settled.append(flight)
        backlog.settle(flight, [end_of(0, leg.start, leg.end, 500_000) for leg in flight.legs])
    assert settled == [second, third]


def test_what_was_read_ahead_of_a_surprise_is_stale() -> None:
    backlog = backlog_of(500_000, cut=True)
    read(backlog, backlog.take(), 500_000)
    second, third = backlog.take(), backlog.take()
    assert second
    assert third
    landed = next(backlog.landed(second, "read"))
    backlog.settle(landed, [end_of(0, landed.legs[0].start, landed.legs[0].end + 9, 500_000)])
    assert third.is_stale
    assert list(backlog.landed(third, "read")) == []
    assert legs(backlog.take())[0][2] == landed.legs[0].end + 9


def test_a_file_that_is_dropped_is_read_no_further() -> None:
    backlog = backlog_of(500_000, 40_000, cut=True)
    first = backlog.take()
    assert first
    backlog.drop(0)
    assert first.is_stale
    assert legs(backlog.take()) == [("b", 1, 0, 40_000)]
    assert len(backlog) == 1


def test_a_file_that_fails_ends_and_the_others_of_its_run_go_on() -> None:
    backlog = Backlog(ROOM)
    backlog.add(RunId("a"), [FileWork(n, f"/{n}", 0, 90_000) for n in range(2)])
    flight = backlog.take()
    assert flight
    landed = next(backlog.landed(flight, "read"))
    backlog.settle(landed, [End(0, 0, error="EIO")])
    assert legs(backlog.take()) == [("a", 1, 0, 90_000)]


def test_a_file_that_is_being_read_is_not_added_twice() -> None:
    backlog = backlog_of(40_000)
    flight = backlog.take()
    backlog.add(RunId("a"), [FileWork(0, "/0", 0, 50_000)])
    assert backlog.take() is None
    read(backlog, flight, 40_000)
    backlog.add(RunId("a"), [FileWork(0, "/0", 40_000, 50_000)])
    assert legs(backlog.take()) == [("a", 0, 40_000, 50_000)]


def test_what_is_added_later_comes_first() -> None:
    backlog = backlog_of(250_000)
    backlog.add(RunId("new"), [FileWork(9, "/9", 0, 90_000)])
    assert legs(backlog.take())[0][0] == "new"
