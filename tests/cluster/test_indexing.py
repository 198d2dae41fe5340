"""A cluster indexes a log: with a real scheduler and workers, which are killed at times."""

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest

from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.indexing import Sizes
from scopeboard.cluster.reading import ClusterExecutor
from scopeboard.errors import UnavailableError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.files.objects import Objects
from scopeboard.files.opening import open_objects
from scopeboard.ingest.job import Job, PlannedJob, Portion
from scopeboard.serving.indexing import Indexed, Indexer
from scopeboard.store.open_shared import SharedStore
from scopeboard.store.shared.blocks import SharedBlocks
from scopeboard.store.shared.manifest import MANIFEST
from scopeboard.store.shared.parts import Sources
from tools import writer
from tools.dask_cluster import DaskCluster, dask_cluster
from tools.faulty_proxy import Failure, Request
from tools.media_events import images
from tools.object_store import Bucket, bucket
from tools.shared_indexes import points, read_here

__all__ = ["bucket"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")

SIZES = Sizes(group_bytes=1 << 14, worth_bytes=0, segment_rows=900, good_rows=900, worth_rows=0)
"""Many tasks for a small log."""

RUNS, STEPS = 12, 200


@pytest.fixture
def cluster(bucket: Bucket, tmp_path: Path) -> Iterator[DaskCluster]:
    """A scheduler with two workers, which reach the bucket."""
    assert bucket.name  # the environment leads there
    with dask_cluster(tmp_path) as started:
        yield started


def write_log(log: Path, first: int = 0) -> None:
    """Write runs, each larger than half a group; one is larger than several."""
    for run in range(first, first + RUNS):
        series = {tag: [run + n / 7 for n in range(STEPS)] for tag in ("lr", "loss", "acc")}
        data = writer.scalar_file(series) + images(run, b"picture")
        path = writer.write_run(log, f"run{run}", data)
        if run == 1:
            path.write_bytes(data + writer.scalar_file({"x": [n / 3 for n in range(2000)]}))


def index(log: Path, objects: Objects, address: str) -> Indexed:
    """Run a pass on a cluster."""
    indexer = Indexer(log, objects, connect=lambda: Cluster(address), sizes=SIZES)
    try:
        return indexer.run()
    finally:
        indexer.end()


def names(objects: Objects) -> set[str]:
    return {each.name for each in objects.list()}


def check(done: Indexed, objects: Objects, log: Path) -> None:
    """Check that an index has all of a log, once."""
    manifest = done.manifest
    assert sum(each.rows for each in manifest.segments) == manifest.points
    here, shared = read_here(log), SharedStore(objects)
    assert points(shared) == points(here)
    assert manifest.points == here.progress.points
    assert [run.name for run in shared.runs()] == [run.name for run in here.runs()]


def on_put(what: str, action: Callable[[], None], count: int = 1) -> Callable[[Request], None]:
    """Return a fault of a proxy that acts when an object of some name is written."""
    left = [count]

    def fault(request: Request) -> None:
        if request.method == "PUT" and what in request.path:
            left[0] -= 1
            if left[0] == 0:
                action()

    return fault


def test_a_cluster_writes_what_one_process_writes(
    cluster: DaskCluster, bucket: Bucket, tmp_path: Path
) -> None:
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    write_log(log)
    bucket.proxy.take()
    first = index(log, objects, cluster.address)
    written = [each.path for each in bucket.proxy.take() if each.method == "PUT"]
    assert sum("/parts/" in path for path in written) > 5
    assert sum("/scalars/" in path for path in written) > 5
    check(first, objects, log)
    named = {MANIFEST, first.manifest.catalogue.name, *(s.name for s in first.manifest.segments)}
    assert names(objects) == named
    write_log(log, first=RUNS)
    with (log / "run1" / writer.FILE_NAME).open("ab") as file:
        file.write(writer.scalar_file({"x": [0.5], "y": [1.0]}))
    second = index(log, objects, cluster.address)
    assert second.manifest.generation == 2
    check(second, objects, log)


def test_one_large_file_in_a_bucket_is_read_by_several_tasks_at_once(
    cluster: DaskCluster, bucket: Bucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin, ahead = ClusterExecutor.begin, list[bool]()

    def recorded(executor: ClusterExecutor, job: PlannedJob) -> None:
        ahead.append(job.is_ahead)
        begin(executor, job)

    monkeypatch.setattr(ClusterExecutor, "begin", recorded)
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    series = {tag: [n / 7 for n in range(1500)] for tag in ("loss", "acc")}
    writer.write_run(log, "a", writer.scalar_file(series) + images(1, b"picture"))
    bucket.copy(log, "logs")
    place = bucket.root / "logs"
    indexer = Indexer(place, objects, connect=lambda: Cluster(cluster.address), sizes=SIZES)
    done = indexer.run()
    indexer.end()
    assert sum(ahead) > 3
    assert done.manifest.points == 3001
    assert points(SharedStore(objects)) == points(read_here(log))


@pytest.mark.parametrize("what", ["/parts/", "/scalars/"])
def test_a_killed_worker_costs_nothing(
    cluster: DaskCluster, bucket: Bucket, tmp_path: Path, what: str
) -> None:
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    write_log(log)
    bucket.proxy.fault = on_put(what, cluster.kill_worker, 3)
    done = index(log, objects, cluster.address)
    assert len(cluster.workers) == 1
    check(done, objects, log)


def test_a_result_whose_worker_is_killed_is_read_again(
    cluster: DaskCluster, tmp_path: Path
) -> None:
    write_log(tmp_path / "log")
    path = tmp_path / "log" / "run0" / writer.FILE_NAME
    portion = Portion(0, 0, str(path), 0, path.stat().st_size, None, is_bare=False)
    objects = LocalObjects(tmp_path / "index")
    sources = Sources(objects, SharedBlocks(objects))
    connection = Cluster(cluster.address)
    executor = ClusterExecutor(connection, objects.address, sources, worth_bytes=0)
    executor.expect(1)
    job = PlannedJob(request=Job([portion], [{}]))
    executor.begin(job)
    while not list((tmp_path / "index").glob("parts/*")):  # then a worker has the result
        sleep(0.02)
    (future,) = (future for _, future in executor.jobs)
    future.add_done_callback(lambda _: cluster.kill_workers())
    while cluster.workers or future.status == "finished":
        sleep(0.02)
    assert executor.wait() == []
    cluster.start_worker()
    while not (completed := executor.wait()):
        pass
    assert completed == [job]
    assert job.result
    assert job.result.ingest_batch
    assert job.result.ingest_batch.points == 3 * STEPS + 1
    connection.close()


@pytest.mark.parametrize("what", ["/parts/", "/scalars/"])
def test_a_killed_scheduler_leaves_the_index_as_it_is(
    cluster: DaskCluster,
    bucket: Bucket,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    what: str,
) -> None:
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    write_log(log)
    bucket.proxy.fault = on_put(what, cluster.scheduler.kill, 3)
    indexer = Indexer(log, objects, connect=lambda: Cluster(cluster.address), sizes=SIZES)
    with pytest.raises(UnavailableError, match="is gone; the index has what"):
        indexer.run()
    assert objects.find(MANIFEST) is None
    bucket.proxy.fault = None
    assert not capfd.readouterr().err  # lines of Dask
    with pytest.raises(UnavailableError, match="There is no scheduler at"):
        Cluster(cluster.address, seconds=1)
    cluster.start_scheduler()
    cluster.start_worker()
    check(indexer.run(), objects, log)  # it connects again
    indexer.end()


COMMITTER = f"""
import sys
from pathlib import Path
from scopeboard.cluster.connection import Cluster
from scopeboard.cluster.indexing import Sizes
from scopeboard.files.location import located
from scopeboard.files.opening import open_objects
from scopeboard.serving.indexing import Indexer

log, index, address = sys.argv[1:]
indexer = Indexer(
    Path(log), open_objects(located(index)), connect=lambda: Cluster(address), sizes={SIZES!r}
)
indexer.run()
indexer.end()
"""


def committer(log: Path, objects: Objects, address: str) -> subprocess.Popen[bytes]:
    """Start a pass in another process."""
    command = [sys.executable, "-c", COMMITTER, str(log), objects.address, address]
    return subprocess.Popen(command)


@pytest.mark.parametrize("is_written", [False, True])
def test_a_committer_killed_at_its_swap_leaves_a_whole_index(
    cluster: DaskCluster, bucket: Bucket, tmp_path: Path, *, is_written: bool
) -> None:
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    write_log(log)
    first = index(log, objects, cluster.address)
    write_log(log, first=RUNS)
    process = committer(log, objects, cluster.address)

    def fault(request: Request) -> Failure | None:
        if request.method != "PUT" or not request.path.endswith(MANIFEST):
            return None
        process.kill()
        return Failure(500, "InternalError", passed=is_written)

    bucket.proxy.fault = fault
    assert process.wait() == -signal.SIGKILL
    bucket.proxy.fault = None
    assert SharedStore(objects).manifest.generation == (2 if is_written else 1)
    if not is_written:
        assert SharedStore(objects).manifest == first.manifest
    done = index(log, objects, cluster.address)
    assert (done.is_new, done.manifest.generation) == (not is_written, 2)
    check(done, objects, log)


def test_of_two_indexers_at_once_nothing_counts_twice(
    cluster: DaskCluster, bucket: Bucket, tmp_path: Path
) -> None:
    log, objects = tmp_path / "log", open_objects(bucket.root / "index")
    write_log(log)
    processes = [committer(log, objects, cluster.address) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    done = index(log, objects, cluster.address)
    assert (done.is_new, done.manifest.generation) == (False, 1)
    check(done, objects, log)


def test_a_task_that_fails_is_read_here(
    cluster: DaskCluster, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    write_log(log)
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "parts").write_text("no directory, so no part can be written")
    done = index(log, objects, cluster.address)
    assert "this program reads its files" in caplog.text
    check(done, objects, log)
