"""The order of jobs, and what becomes of their results."""

from scopeboard.ingest.job import FileWork, JobResult, PlannedJob, PortionEnd
from scopeboard.ingest.scheduling.scheduler import PLANNED_FILES, Scheduler
from scopeboard.store.format.schema import FileId
from scopeboard.types import RunId

JOB_BYTES = 100_000
A, B, C = RunId("a"), RunId("b"), RunId("c")


class Planner(Scheduler):
    """A scheduler that has its files in memory."""

    def __init__(self, *, split: bool = False) -> None:
        self.works: dict[int, FileWork] = {}
        super().__init__(JOB_BYTES, self.works.get, (lambda _, near: near) if split else None)

    def add(self, run: str, *works: FileWork) -> None:
        """Queue the unread bytes of files of a run."""
        self.works.update({work.file: work for work in works})
        self.queue({RunId(run): [FileId(work.file) for work in works]})


def planner_of(*sizes: int, split: bool = False) -> Planner:
    """Return a scheduler of runs a, b, c… with a file of each size."""
    planner = Planner(split=split)
    for number, size in reversed(list(enumerate(sizes))):
        planner.add("abcdefgh"[number], FileWork(number, f"/{number}", 0, size))
    return planner


def portions(job: PlannedJob | None) -> list[tuple[str, int, int, int]]:
    """Return run, file, start and end of each portion."""
    assert job is not None
    return [(each.run.id, each.work.file, each.start, each.end) for each in job.portions]


def completed(planner: Planner, job: PlannedJob) -> list[PlannedJob]:
    """Return the jobs that can finish when `job` has a result, without finishing them."""
    job.result = JobResult([], [])
    for first in planner.complete(job):
        return [first]
    return []


def read(planner: Planner, job: PlannedJob | None, size: int = 0) -> list[PlannedJob]:
    """Finish a job that read all of its portions, of files of `size` bytes."""
    assert job is not None
    job.result, finished = JobResult([], []), []
    for each in planner.complete(job):
        finished.append(each)
        ends = [end_of(part.work.file, part.start, part.end, size) for part in each.portions]
        planner.finish(each, ends)
    return finished


def end_of(file: int, start: int, offset: int, size: int) -> PortionEnd:
    return PortionEnd(file, start, offset, max(size, offset), is_at_end=offset >= size)


def test_small_runs_are_read_together_in_their_order() -> None:
    planner = planner_of(40_000, 40_000, 40_000)
    first = planner.next_job()
    assert portions(first) == [("a", 0, 0, 40_000), ("b", 1, 0, 40_000)]
    assert portions(planner.next_job()) == [("c", 2, 0, 40_000)]
    assert planner.next_job() is None


def test_large_runs_take_turns() -> None:
    planner, turns = planner_of(240_000, 240_000), []
    while (job := planner.next_job()) is not None:
        turns.append("".join(portion.run.id for portion in job.portions))
        read(planner, job, 240_000)
    assert turns == ["a", "b", "a", "b", "ab"]
    assert planner.is_empty


def test_a_run_with_priority_comes_first() -> None:
    planner = planner_of(250_000, 250_000, 40_000)
    assert portions(planner.next_job([RunId("gone"), C]))[0][0] == "c"


def test_runs_with_priority_take_turns() -> None:
    planner, turns = planner_of(250_000, 250_000, 250_000), []
    for _ in range(4):
        job = planner.next_job([C, B])
        turns.append(portions(job)[0][0])
        read(planner, job, 250_000)
    assert turns == ["c", "b", "c", "b"]


def test_nothing_is_read_ahead_of_the_first_job_of_a_run() -> None:
    planner = planner_of(500_000, split=True)
    first = planner.next_job()
    assert planner.next_job() is None
    read(planner, first, 500_000)
    second, third = planner.next_job(), planner.next_job()
    assert second
    assert third
    assert (second.is_ahead, third.is_ahead) == (False, True)
    assert portions(third)[0][2] == portions(second)[0][3]


def test_a_result_ahead_waits_for_the_jobs_before_it() -> None:
    planner = planner_of(500_000, split=True)
    read(planner, planner.next_job(), 500_000)
    second, third = planner.next_job(), planner.next_job()
    assert second
    assert third
    assert completed(planner, third) == []
    assert read(planner, second, 500_000) == [second, third]


def test_jobs_ahead_of_a_surprise_are_stale() -> None:
    planner = planner_of(500_000, split=True)
    read(planner, planner.next_job(), 500_000)
    second, third = planner.next_job(), planner.next_job()
    assert second
    assert third
    assert completed(planner, second) == [second]
    (portion,) = second.portions
    planner.finish(second, [end_of(0, portion.start, portion.end + 9, 500_000)])
    assert third.is_stale
    assert completed(planner, third) == []
    assert portions(planner.next_job())[0][2] == portion.end + 9


def test_a_file_that_is_dropped_is_read_no_further() -> None:
    planner = planner_of(500_000, 40_000, split=True)
    first = planner.next_job()
    assert first
    planner.drop(0)
    assert first.is_stale
    assert portions(planner.next_job()) == [("b", 1, 0, 40_000)]
    assert not planner.is_empty


def test_a_file_that_fails_ends_and_the_others_of_its_run_continue() -> None:
    planner = Planner()
    planner.add("a", *(FileWork(n, f"/{n}", 0, 90_000) for n in range(2)))
    job = planner.next_job()
    assert job
    assert completed(planner, job) == [job]
    planner.finish(job, [PortionEnd(0, 0, error="EIO")])
    assert portions(planner.next_job()) == [("a", 1, 0, 90_000)]


def test_a_file_in_progress_is_not_queued_twice() -> None:
    planner = planner_of(40_000)
    job = planner.next_job()
    planner.add("a", FileWork(0, "/0", 0, 50_000))
    assert planner.next_job() is None
    read(planner, job, 40_000)
    planner.add("a", FileWork(0, "/0", 40_000, 50_000))
    assert portions(planner.next_job()) == [("a", 0, 40_000, 50_000)]


def test_files_queued_later_come_first() -> None:
    planner = planner_of(250_000)
    planner.add("new", FileWork(9, "/9", 0, 90_000))
    assert portions(planner.next_job())[0][0] == "new"


def many(planner: Planner, first: int) -> None:
    """Add so many small files that only one run with them is planned at a time."""
    numbers = range(first, first + PLANNED_FILES)
    planner.works.update({n: FileWork(n, f"/{n:09}", 0, 10) for n in numbers})


def test_runs_beyond_the_limit_are_deferred_and_read_last_to_first() -> None:
    planner, runs = Planner(), [A, B, C]
    for number in range(len(runs)):
        many(planner, number * PLANNED_FILES)
    queued = {
        run: [FileId(number * PLANNED_FILES + n) for n in range(PLANNED_FILES)]
        for number, run in enumerate(runs)
    }
    planner.queue(queued)
    order: list[str] = []
    while (job := planner.next_job()) is not None:
        order += [run.id for run in job.runs if run.id not in order]
        read(planner, job)
    assert order == ["c", "b", "a"]
    assert planner.is_empty


def test_a_deferred_run_with_priority_comes_first() -> None:
    planner = Planner()
    for number in range(2):
        many(planner, number * PLANNED_FILES)
    planner.queue(
        {
            A: [FileId(n) for n in range(3)],
            B: [FileId(PLANNED_FILES + n) for n in range(PLANNED_FILES)],
        }
    )
    assert [run for run, *_ in portions(planner.next_job([A]))][:3] == ["a"] * 3


def test_a_deferred_file_that_is_gone_is_left_out() -> None:
    planner = Planner()
    planner.queue({A: [FileId(1)]})
    assert planner.next_job() is None
    assert planner.is_empty
