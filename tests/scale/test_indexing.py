"""Simulated indexing takes what its tasks take, spread over the workers."""

import pytest

from programs.scale.indexing import Cluster, simulate_indexing
from programs.scale.prices import requests_dollars, stored_dollars
from programs.scale.services import IndexServices, StoreServices
from programs.scale.workload import Log

LOG = Log(runs=160, tags=16, steps=1000)
BYTES = 160_000_000
FREE = StoreServices(request=0.0, byte=0.0, latency=0.0)
SERVICES = IndexServices(
    read_byte=1e-8,
    read_file=1e-3,
    write_point=1e-7,
    task=0.0,
    commit_file=0.0,
    commit_block=1e-6,
    poll_page=0.0,
)
READING = BYTES * 1e-8 + 160e-3
WRITING = LOG.points * 1e-7
COMMITTING = LOG.series * 1e-6


def simulated(workers: int, **changes: int) -> float:
    cluster = Cluster(workers, 10_000_000, 160_000, 160_000, **changes)
    return simulate_indexing(LOG, BYTES, cluster, SERVICES, FREE).seconds


@pytest.mark.parametrize("workers", [1, 2, 4, 8])
def test_reading_and_writing_are_spread_and_committing_is_not(workers: int) -> None:
    expected = (READING + WRITING) / workers + COMMITTING
    assert simulated(workers) == pytest.approx(expected, rel=1e-6)


def test_workers_gain_nothing_without_processors_or_tasks() -> None:
    assert simulated(4, processors=1) == pytest.approx(simulated(1), rel=0.02)
    assert simulated(1000) == pytest.approx(simulated(16), rel=1e-6)  # 16 tasks of each kind


def test_the_store_is_requested_as_often_as_files_parts_and_segments_need() -> None:
    cluster = Cluster(2, 10_000_000, 160_000, 160_000)
    done = simulate_indexing(LOG, BYTES, cluster, SERVICES, FREE)
    assert (done.reads, done.writes) == (16, 16)
    assert done.gets == 160 + 16 * 16  # each file; each segment has a range of each part
    assert done.puts == 16 + 16 + 2  # parts, segments, catalogue, manifest
    slow = StoreServices(request=0.0, byte=0.0, latency=1.0)
    # Reading: 10 files at once, a part; writing: 16 parts, 8 at a time, a segment.
    expected = done.seconds + 8 * 2 + 8 * 3 + 2
    assert simulate_indexing(LOG, BYTES, cluster, SERVICES, slow).seconds == pytest.approx(expected)


def test_prices_are_those_of_the_list() -> None:
    assert requests_dollars(1_000_000, 0) == pytest.approx(0.4)
    assert requests_dollars(0, 1_000_000) == pytest.approx(5)
    assert stored_dollars(1e12) * 30 == pytest.approx(23)
