"""A shared index has what its log directory has, bit for bit, whatever happens to its writers."""

import math
import os
import signal
import struct
import subprocess
import sys
from pathlib import Path
from threading import Barrier, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import SettingsError, UnavailableError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.store.open_shared import SharedStore, open_shared_writer
from scopeboard.store.shared.generation import GRACE_SECONDS
from scopeboard.store.shared.manifest import MANIFEST, Manifest, find_manifest
from scopeboard.types import TagKey
from tools import writer
from tools.examples import examples
from tools.media_events import images
from tools.reads import find_scalars
from tools.shared_indexes import contents, points, read_here, write_index

NANS = [struct.unpack("<f", struct.pack("<I", bits))[0] for bits in (0x7FC00001, 0xFFC12345)]
VALUES = st.one_of(st.floats(width=32), st.sampled_from([-0.0, math.inf, -math.inf, 1e-45, *NANS]))
POINTS = st.lists(st.tuples(st.integers(-(2**40), 2**40), VALUES), max_size=30)


def event_file(series: dict[str, list[tuple[int, float]]]) -> bytes:
    events = [
        writer.event(step, writer.tf1_scalar(tag, value), wall_time=float(number))
        for tag, points in series.items()
        for number, (step, value) in enumerate(points)
    ]
    return b"".join(events)


@given(st.lists(st.dictionaries(st.sampled_from("abc"), POINTS), min_size=1, max_size=3))
@examples(60)
def test_blocks_are_the_same_bit_for_bit(
    tmp_path_factory: pytest.TempPathFactory, runs: list[dict[str, list[tuple[int, float]]]]
) -> None:
    directory = tmp_path_factory.mktemp("case")
    log, objects = directory / "log", LocalObjects(directory / "index")
    for number, series in enumerate(runs):
        writer.write_run(log, f"run{number}", event_file(series) or writer.event(0))
    write_index(log, objects)
    assert contents(SharedStore(objects)) == contents(read_here(log))


def test_every_part_of_a_block_is_read_as_it_is_stored(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    steps = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5]
    writer.write_run(log, "a", event_file({"x": [(s, s / 3) for s in steps]}) + images(0, b"p"))
    writer.write_run(log, "b", event_file({"x": [(s, s / 7) for s in range(20)]}))
    write_index(log, objects, group_rows=4)
    shared, here = SharedStore(objects), read_here(log)
    of_shared, of_here = shared.snapshot(), here.snapshot()
    for key in (TagKey("scalars", "x"), TagKey("images", "im")):
        numbers = [each.key_number(key) for each in (of_shared, of_here)]
        assert numbers[0] is not None
        assert numbers[1] is not None
        pairs = zip(of_shared.blocks_of(numbers[0]), of_here.blocks_of(numbers[1]), strict=True)
        for one, two in pairs:
            for begin in range(60):
                for length in (1, 3, 8, 24):
                    a = of_shared.read(int(one["segment"]), int(one["offset"]) + begin, length)
                    b = of_here.read(int(two["segment"]), int(two["offset"]) + begin, length)
                    stored = 8 * int(two["count"])
                    if begin + length <= stored:
                        assert a == b, (key, begin, length)


def test_a_second_pass_reads_and_writes_only_what_is_new(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    path = writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(500)]}))
    first = write_index(log, objects)
    assert write_index(log, objects) == first
    with path.open("ab") as file:
        file.write(event_file({"x": [(500, 1.0)], "y": [(0, 2.0)]}))
    second = write_index(log, objects)
    assert first
    assert second
    assert second.generation == 2
    assert second.index == first.index
    assert {each.name for each in first.segments} < {each.name for each in second.segments}
    assert sum(each.rows for each in second.segments) == 502
    assert second.points == 502


def test_a_file_that_was_replaced_leaves_no_rows(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "gone", event_file({"x": [(n, n) for n in range(50)]}))
    path = writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(50)]}))
    write_index(log, objects)
    path.write_bytes(event_file({"x": [(0, 7.0), (1, 8.0)]}))
    for file in (log / "gone").iterdir():
        file.unlink()
    (log / "gone").rmdir()
    manifest = write_index(log, objects)
    assert manifest
    assert [each.rows for each in manifest.segments] == [2]
    assert (manifest.runs, manifest.points) == (1, 2)
    assert contents(SharedStore(objects)) == contents(read_here(log))


def test_layers_stay_few(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    path = writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(400)]}))
    for step in range(400, 430):
        with path.open("ab") as file:
            file.write(event_file({"x": [(step, step)]}))
        manifest = write_index(log, objects)
        assert manifest
        assert len(manifest.segments) <= 3
        assert sum(each.rows for each in manifest.segments) == step + 1
    store = SharedStore(objects)
    assert len(store.snapshot().blocks) <= 20  # a pass adds one, and many are merged
    (found,) = store.runs()
    columns = find_scalars(store, found.id, "x")
    assert columns is not None
    assert columns.value.tolist() == [*range(430)]


def test_a_reader_takes_up_new_generations_and_names_what_changed(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(50)]}))
    write_index(log, objects)
    store = SharedStore(objects)
    before, instance = store.snapshot(), store.instance
    with store.recent_changes.followed():
        assert not store.refresh()
        writer.write_run(log, "b", event_file({"y": [(0, 1.0)]}))
        write_index(log, objects)
        assert store.refresh()
        generation, changes = store.changes_since(1)
    assert (generation, store.generation, store.instance) == (2, 2, instance)
    assert changes is not None
    assert {tuple(each.tags or ()) for each in changes} == {("y",)}
    assert sorted(run.name for run in store.runs()) == ["a", "b"]
    block = before.blocks[0]
    assert before.read(int(block["segment"]), int(block["offset"]), 8)  # a query that had begun


def test_segments_end_between_tags_where_a_tag_fits(tmp_path: Path) -> None:
    log = tmp_path / "log"
    for run in range(10):
        series = {"a": 10, "b": 20, "c": 5, "d": 60, "e": 1}
        data = {tag: [(n, float(n + run)) for n in range(count)] for tag, count in series.items()}
        writer.write_run(log, f"run{run}", event_file(data))
    expected = {  # a has 100 rows, b 200, c 50, d 600 and e 10; each block has those of one run
        (350, 350): [350, 300, 310],  # d in parts
        (600, 90): [100, 200, 650 - 600, 600, 10],
        (700, 120): [300, 650, 10],
        (700, 700): [350, 610],
    }
    for number, ((most, good), rows) in enumerate(expected.items()):
        objects = LocalObjects(tmp_path / f"index{number}")
        manifest = write_index(log, objects, segment_rows=most, good_rows=good)
        assert manifest
        assert [each.rows for each in manifest.segments] == rows
        assert contents(SharedStore(objects)) == contents(read_here(log))


class _Met(LocalObjects):
    """Objects whose swaps wait until two writers have come to theirs."""

    def __init__(self, path: Path, meeting: Barrier) -> None:
        super().__init__(path)
        self._meeting = meeting

    def swap(self, name: str, data: bytes, tag: str | None) -> bool:
        self._meeting.wait(60)
        return super().swap(name, data, tag)


def test_of_two_writers_at_once_one_begins_again(tmp_path: Path) -> None:
    log, index = tmp_path / "log", tmp_path / "index"
    writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(50)]}))
    meeting = Barrier(2)
    found: list[Manifest | None] = []
    threads = [
        Thread(target=lambda: found.append(write_index(log, _Met(index, meeting))))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    winner = next(each for each in found if each)
    assert [each for each in found if each] == [winner]
    names = {each.name for each in LocalObjects(index).list()}
    assert names == {
        MANIFEST,
        winner.catalogue.name,
        *(each.name for each in winner.segments),
    }
    assert write_index(log, LocalObjects(index)) == winner
    assert contents(SharedStore(LocalObjects(index))) == contents(read_here(log))


KILLED = """
import os, signal, sys
from pathlib import Path
from scopeboard.files.local_objects import LocalObjects
from tools.reads import find_scalars
from tools.shared_indexes import write_index

class Killed(LocalObjects):
    def swap(self, name, data, tag):
        os.kill(os.getpid(), signal.SIGKILL)

write_index(Path(sys.argv[1]), Killed(Path(sys.argv[2])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no SIGKILL")
def test_a_writer_killed_before_the_swap_leaves_nothing_that_counts(tmp_path: Path) -> None:
    log, index = tmp_path / "log", tmp_path / "index"
    path = writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(50)]}))
    objects = LocalObjects(index)
    first = write_index(log, objects)
    with path.open("ab") as file:
        file.write(event_file({"x": [(50, 50.0)]}))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", KILLED, str(log), str(index)]
    done = subprocess.run(command, env=environment, check=False)
    assert done.returncode == -signal.SIGKILL
    found = find_manifest(objects)
    assert found
    assert found.manifest == first
    waste = {each.name for each in objects.list()}
    second = write_index(log, objects)
    assert second
    assert second.generation == 2
    assert second.points == 51
    assert points(SharedStore(objects)) == points(read_here(log))
    assert waste - named_by(second)  # a writer may have written them just now
    for each in objects.list():
        status = (index / each.name).stat()
        earlier = status.st_mtime - GRACE_SECONDS - 1
        os.utime(index / each.name, (earlier, earlier))
    with path.open("ab") as file:
        file.write(event_file({"x": [(51, 51.0)]}))
    third = write_index(log, objects)
    assert third
    names = {each.name for each in objects.list()}
    assert names == named_by(third) | named_by(second)  # readers may be behind by one
    assert points(SharedStore(objects)) == points(read_here(log))


def named_by(manifest: Manifest) -> set[str]:
    return {MANIFEST, manifest.catalogue.name, *(each.name for each in manifest.segments)}


def test_an_index_of_another_log_is_refused(tmp_path: Path) -> None:
    objects = LocalObjects(tmp_path / "index")
    writer.write_run(tmp_path / "log", "a", event_file({"x": [(0, 1.0)]}))
    write_index(tmp_path / "log", objects)
    with pytest.raises(SettingsError, match="is the index of"):
        open_shared_writer(objects, tmp_path / "other")


def test_no_index_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="There is no index in"):
        SharedStore(LocalObjects(tmp_path))


def test_damage_is_told_and_never_shown(tmp_path: Path) -> None:
    log, objects = tmp_path / "log", LocalObjects(tmp_path / "index")
    writer.write_run(log, "a", event_file({"x": [(n, n) for n in range(50)]}))
    manifest = write_index(log, objects)
    assert manifest
    segment = tmp_path / "index" / manifest.segments[0].name
    data = bytearray(segment.read_bytes())
    place = data.index(struct.pack("<d", 17.0) + struct.pack("<d", 18.0))
    data[place + 6] ^= 1
    segment.write_bytes(data)
    with pytest.raises(UnavailableError, match="is damaged"):
        contents(SharedStore(objects))
    segment.unlink()
    with pytest.raises(UnavailableError, match="cannot be read"):
        contents(SharedStore(objects))
    (tmp_path / "index" / manifest.catalogue.name).write_bytes(b"no")
    with pytest.raises(UnavailableError, match="is damaged"):
        SharedStore(objects)
