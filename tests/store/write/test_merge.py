"""Merging a batch: accepted portions, and their state afterwards."""

from pathlib import Path

import numpy as np
import pytest

from scopeboard.events.decode.batch import Batch, BlobColumns
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.schema import FileId
from scopeboard.store.store import Store
from scopeboard.store.write.ingest_batch import FileRead, build_ingest_batch
from scopeboard.types import Kind, RunId, TagKey
from tools import writer
from tools.reads import batches_of, put, read_of, scalars, series_of

POINT = [(0, 0.0, 0.5)]
LOGGED = TagMetadata("scalars", "scalars", "Loss", "How bad.")


@pytest.fixture
def store() -> Store:
    return Store()


@pytest.fixture
def run(store: Store) -> RunId:
    return store.add_run("a", Path("/logs/a"))


def guess(kind: Kind) -> Batch:
    """Return a batch in which the kind of a tag is a guess from its value."""
    metadata = TagMetadata(kind, guessed=True)
    batch = scalars({"x": POINT} if kind == "scalars" else {})
    batch.metadata, batch.known = {TagKey(kind, "x"): metadata}, {"x": metadata}
    batch.guessed.add("x")
    if kind != "scalars":
        batch.blobs[TagKey(kind, "x")] = BlobColumns(*(np.array([n]) for n in (0, 0, 9, 9, 0)))
    return batch


def logged() -> Batch:
    batch = scalars({"x": POINT})
    batch.metadata, batch.known = {TagKey("scalars", "x"): LOGGED}, {"x": LOGGED}
    return batch


def test_a_portion_that_does_not_continue_its_file_is_refused_and_changes_nothing(
    store: Store, run: RunId
) -> None:
    file = put(store, run, "1", scalars({"x": POINT}))
    before = (store.generation, store.file_state(file))
    late = read_of(file, scalars({"y": POINT}), start=0)
    ahead = read_of(file, scalars({"y": POINT}), start=101)
    unknown = read_of(FileId(77), scalars({"y": POINT}))
    for read in (late, ahead, unknown):
        assert store.write([read]) == [read.file]
    assert (store.generation, store.file_state(file)) == before
    assert [tag.key.tag for tag in store.tags()] == ["x"]


def test_a_portion_that_fits_is_accepted_beside_refused_ones(store: Store, run: RunId) -> None:
    one, two = store.add_file(run, "1"), store.add_file(run, "2")
    late = read_of(one, scalars({"y": POINT}), start=5)
    assert store.write([late, read_of(two, scalars({"x": POINT}))]) == [one]
    assert series_of(store) == {("a", "x"): POINT}


def test_a_file_twice_in_one_batch_is_accepted_once(store: Store, run: RunId) -> None:
    file = store.add_file(run, "1")
    first, second = read_of(file, scalars({"x": POINT})), read_of(file, scalars({"x": POINT}))
    assert store.write([first, second]) == [file]
    assert store.file_state(file).points == 1


def test_a_guess_of_the_logged_kind_is_accepted(store: Store, run: RunId) -> None:
    file = put(store, run, "1", logged())
    put(store, run, "1", guess("scalars"))
    assert store.file_state(file).points == 2
    assert store.known_tags(run) == {"x": LOGGED}
    assert store.tags()[0].display_name == "Loss"


def test_a_guess_of_another_kind_is_refused_so_that_it_is_read_again(
    store: Store, run: RunId
) -> None:
    file = put(store, run, "1", logged())
    assert store.write([read_of(file, guess("tensors"), start=100)]) == [file]
    assert store.file_state(file).points == 1


def test_a_guess_is_accepted_without_metadata_and_metadata_replaces_it(
    store: Store, run: RunId
) -> None:
    put(store, run, "1", guess("scalars"))
    assert store.known_tags(run)["x"].guessed
    put(store, run, "1", guess("scalars"))
    put(store, run, "1", logged())
    assert store.known_tags(run) == {"x": LOGGED}


def test_later_values_of_a_tag_have_its_last_kind(store: Store, run: RunId) -> None:
    put(store, run, "1", logged())
    put(store, run, "2", Batch(known={"x": TagMetadata("images", "images")}))
    assert store.known_tags(run)["x"].kind == "images"
    put(store, run, "3", Batch(known={"x": LOGGED}))
    assert store.known_tags(run)["x"].kind == "scalars"


def test_sessions_are_counted_through_a_file(store: Store, run: RunId) -> None:
    def session(step: int, *, resumed: bool = True) -> Batch:
        return scalars({"x": [(step, 0.0, 0.0)]}, resumed=resumed)

    put(store, run, "1", session(0), session(1))
    put(store, run, "1", session(2, resumed=False), session(3))
    put(store, run, "1", session(4))
    blocks = store.snapshot().blocks
    assert blocks["session"].tolist() == [0, 1, 1, 2, 3]
    assert blocks["first_step"].tolist() == [0, 1, 2, 3, 4]
    assert store.file_states()["sessions"].tolist() == [4]


def test_a_run_has_the_first_and_last_times_and_the_highest_step(store: Store, run: RunId) -> None:
    put(store, run, "1", Batch(first_wall_time=5.0, last_wall_time=6.0, last_step=9))
    put(store, run, "1", Batch(first_wall_time=1.0, last_wall_time=2.0, last_step=3))
    put(store, run, "1", Batch())
    (summary,) = store.runs()
    assert (summary.first_wall_time, summary.last_wall_time, summary.last_step) == (5.0, 2.0, 9)


def test_a_file_without_events_is_listed_with_its_run(store: Store, run: RunId) -> None:
    file = store.add_file(run, "1")
    assert store.write([read_of(file, length=0)]) == []
    (summary,) = store.runs()
    assert (summary.first_wall_time, summary.tags) == (None, {})
    assert store.file_state(file).identity is not None


def test_tags_of_runs_in_many_files_from_real_bytes(store: Store) -> None:
    reads: list[FileRead] = []
    for number in range(20):
        run = store.add_run(f"r{number}", Path(f"/logs/r{number}"))
        data = writer.scalar_file({"x": [1.0, 2.0], f"own/{number}": [number]})
        reads.append(read_of(store.add_file(run, "1"), *batches_of(data)))
    assert store.commit(build_ingest_batch(reads)) == []
    found = series_of(store)
    assert len(found) == 40
    assert [value for *_, value in found["r7", "own/7"]] == [7.0]
    assert [len(tag.runs) for tag in store.tags() if tag.key.tag == "x"] == [20]
