"""What is requested of a shared index for a query: each row group once, in bounded pieces."""

import shutil
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
    """Records the bytes of each request for a segment; all fail while it `is_gone`."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.sizes: list[int] = []
        self.is_gone = False
        self._lock = Lock()

    def read(self, name: str, start: int, end: int) -> bytes:
        if not name.endswith(".parquet"):
            return super().read(name, start, end)
        with self._lock:
            self.sizes.append(end - start)
        if self.is_gone:
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


def test_who_reads_what_could_not_be_requested_ahead_learns_it(
    objects: Counted, tmp_path: Path
) -> None:
    store = SharedStore(objects, cache_bytes=32 * GROUP_BYTES)
    expect(store, "x")
    objects.is_gone = True
    last = store.runs()[-1]
    with pytest.raises(UnavailableError, match="the connection ended"):
        find_scalars(store, last.id, "x")
    objects.is_gone = False
    assert points(store) == points(read_here(tmp_path / "log"))


def test_an_index_that_was_built_again_is_another(objects: Counted, tmp_path: Path) -> None:
    store = SharedStore(objects)
    assert points(store) == points(read_here(tmp_path / "log"))
    shutil.rmtree(tmp_path / "index")
    for run in range(RUNS):
        data = writer.scalar_file({tag: [run + n / 9 for n in range(STEPS)] for tag in "xy"})
        (tmp_path / "log" / f"run{run}" / writer.FILE_NAME).write_bytes(data)
    write_index(tmp_path / "log", objects, group_rows=GROUP_ROWS)
    assert store.refresh()
    assert points(store) == points(read_here(tmp_path / "log"))
