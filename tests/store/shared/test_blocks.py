"""What is requested of a shared index for a query: each row group once, in bounded pieces."""

from pathlib import Path
from threading import Lock

import pytest

from scopeboard.errors import UnavailableError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.store.open_shared import SharedStore
from tools import writer
from tools.reads import find_scalars
from tools.shared_indexes import points, read_here, write_index

GROUP_ROWS = 64
GROUP_BYTES = 2048  # with the names between, and the headers
RUNS, STEPS = 6, 640


class Counted(LocalObjects):
    """Records the bytes of each request for a segment; `fails` counts down to one that fails."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.sizes: list[int] = []
        self.fails = -1
        self._lock = Lock()

    def read(self, name: str, start: int, end: int) -> bytes:
        if not name.endswith(".parquet"):
            return super().read(name, start, end)
        with self._lock:
            self.sizes.append(end - start)
            self.fails -= 1
            if self.fails == 0:
                raise ConnectionResetError("the connection ended")
        return super().read(name, start, end)


@pytest.fixture
def objects(tmp_path: Path) -> Counted:
    for run in range(RUNS):
        data = writer.scalar_file({tag: [run + n / 7 for n in range(STEPS)] for tag in "xy"})
        writer.write_run(tmp_path / "log", f"run{run}", data)
    write_index(tmp_path / "log", LocalObjects(tmp_path / "index"), group_rows=GROUP_ROWS)
    return Counted(tmp_path / "index")


@pytest.mark.parametrize("groups", [1, 2, 7, 16, 40, 64, 1000])
def test_everything_is_right_in_a_cache_of_any_size(
    objects: Counted, tmp_path: Path, groups: int
) -> None:
    store = SharedStore(objects, cache_bytes=groups * GROUP_BYTES)
    assert points(store) == points(read_here(tmp_path / "log"))


def expect(store: SharedStore, tag: str) -> int:
    """Announce all blocks of a tag; return their row groups."""
    snapshot = store.snapshot()
    (key,) = (each.key for each in store.tags("scalars") if each.key.tag == tag)
    number = snapshot.key_number(key)
    assert number is not None
    blocks = snapshot.blocks_of(number)
    vars(store)["_blocks"].expect(blocks)
    return int(blocks["count"].sum()) // GROUP_ROWS


def test_a_query_that_is_larger_than_the_cache_requests_each_row_group_once(
    objects: Counted,
) -> None:
    store = SharedStore(objects, cache_bytes=32 * GROUP_BYTES)
    groups = expect(store, "x")
    assert groups == RUNS * STEPS // GROUP_ROWS
    assert 12 * GROUP_BYTES < sum(objects.sizes) <= 16 * GROUP_BYTES  # half of the cache
    for run in store.runs():
        assert find_scalars(store, run.id, "x") is not None
    vars(vars(store)["_blocks"])["_threads"].shutdown()
    assert sum(objects.sizes) <= groups * GROUP_BYTES
    assert len(objects.sizes) <= 1 + -(-(groups - 12) // 4)
    assert max(objects.sizes) <= 16 * GROUP_BYTES


def test_who_reads_what_could_not_be_requested_ahead_learns_it(objects: Counted) -> None:
    store = SharedStore(objects, cache_bytes=32 * GROUP_BYTES)
    expect(store, "x")
    objects.fails = 2
    runs = store.runs()
    failures = 0
    for _ in range(2):
        for run in runs:
            try:
                assert find_scalars(store, run.id, "x") is not None
            except UnavailableError:
                failures += 1
    assert failures <= 1  # it may have been requested again, by who reads it
    assert objects.fails < 0
