"""How many processes read, and how much at once."""

import pytest

from scopeboard.ingest import limits
from scopeboard.ingest.limits import MEGABYTE, Limits


@pytest.fixture(autouse=True)
def _eight_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "processors", lambda: 8)


def test_a_small_log_is_worth_no_worker() -> None:
    assert Limits().workers(19 * MEGABYTE) == 0
    assert Limits(load_processes=4).workers(19 * MEGABYTE) == 0


def test_workers_are_as_many_as_memory_cores_and_work_allow() -> None:
    assert Limits().workers(1000 * MEGABYTE) == 2
    assert Limits(memory=1000 * MEGABYTE).workers(1000 * MEGABYTE) == 8
    assert Limits(memory=1000 * MEGABYTE).workers(45 * MEGABYTE) == 2
    assert Limits(memory=120 * MEGABYTE).workers(1000 * MEGABYTE) == 1


def test_one_core_has_one_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "processors", lambda: 1)
    assert Limits(memory=1000 * MEGABYTE).workers(1000 * MEGABYTE) == 1


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_number_that_is_given_is_taken(count: int) -> None:
    limits = Limits(memory=1000 * MEGABYTE, load_processes=count)
    assert limits.workers(1000 * MEGABYTE) == count


def test_no_number_that_is_given_takes_more_memory_than_may_be_taken() -> None:
    assert Limits(memory=200 * MEGABYTE, load_processes=32).workers(1000 * MEGABYTE) == 3


@pytest.mark.parametrize("megabytes", [120, 200, 1000])
@pytest.mark.parametrize("workers", [0, 1, 2, 8])
def test_jobs_are_as_large_as_memory_allows(megabytes: int, workers: int) -> None:
    job_bytes = Limits(memory=megabytes * MEGABYTE).job_bytes(workers)
    assert 1 << 18 <= job_bytes <= 4 << 20
    assert job_bytes >= Limits(memory=megabytes * MEGABYTE).job_bytes(workers + 1)
