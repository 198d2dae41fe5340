"""A batch of many reads equals the batches of each read."""

import pickle
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.decode.batch import Batch, BlobColumns
from scopeboard.events.records.record_reader import Damage
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.store.format.block_codec import decode_scalars
from scopeboard.store.format.schema import IS_BLOBS, MEMORY, FileId, block_bytes
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.write.ingest_batch import MAX_WARNINGS, IngestBatch, build_ingest_batch
from scopeboard.types import TagKey
from tools.reads import read_of, scalars

POINT = st.tuples(st.integers(-9, 9), st.floats(0, 9), st.floats(width=32, allow_nan=False))
BATCH = st.dictionaries(st.sampled_from("xyz"), st.lists(POINT, max_size=4))
READS = st.lists(st.lists(st.tuples(BATCH, st.booleans()), max_size=4), max_size=5)


def points_of(built: IngestBatch) -> dict[tuple[int, int, str], list[tuple[int, float, float]]]:
    """Return the points by file, session and tag; each series stands in one block."""
    found = {}
    for block in built.blocks:
        end = int(block["offset"]) + int(block_bytes(block[np.newaxis])[0])
        data = (built.columns or b"")[int(block["offset"]) : end]
        columns = decode_scalars(block[np.newaxis], data)
        file = int(built.reads["file"][block["file"]])
        series = (file, int(block["session"]), built.keys[block["key"]].tag)
        assert series not in found
        found[series] = list(zip(*(column.tolist() for column in columns), strict=True))
    return found


@given(READS)
def test_each_series_of_a_session_is_one_block(
    reads: list[list[tuple[dict[str, list[tuple[int, float, float]]], bool]]],
) -> None:
    expected: dict[tuple[int, int, str], list[tuple[int, float, float]]] = {}
    made = []
    for row, batches in enumerate(reads):
        session, file = 0, FileId(row + 7)
        for number, (series, resumed) in enumerate(batches):
            session += resumed and number > 0
            for tag, points in series.items():
                if points:
                    expected.setdefault((file, session, tag), []).extend(points)
        made.append(read_of(file, *(scalars(s, resumed=resumed) for s, resumed in batches)))
    built = build_ingest_batch(made)
    assert points_of(built) == expected
    assert built.points == sum(map(len, expected.values()))


def test_a_start_that_is_not_the_first_thing_in_a_file_begins_a_session() -> None:
    first = read_of(FileId(0), Batch(resumed=True), Batch(resumed=True))
    later = read_of(FileId(1), Batch(resumed=True), start=50)
    assert build_ingest_batch([first, later]).reads["row"]["sessions"].tolist() == [1, 1]


def test_a_batch_has_the_state_of_each_file() -> None:
    batches = (
        Batch(first_wall_time=5.0, last_wall_time=6.0, last_step=9, ending="done"),
        Batch(last_step=3),
    )
    built = build_ingest_batch(
        [read_of(FileId(3), *batches, start=20, length=30), read_of(FileId(4))]
    )
    read, empty = built.reads
    assert (read["file"], read["start"], read["row"]["offset"]) == (3, 20, 50)
    row = read["row"]
    assert (row["first_wall_time"], row["last_wall_time"], row["last_step"]) == (5.0, 6.0, 9)
    assert (row["has_event"], row["has_step"], read["has_ending"], row["ending"]) == (1, 1, 1, 1)
    assert not empty["row"]["has_event"]
    assert not empty["has_ending"]


def test_each_name_is_in_a_batch_once() -> None:
    built = build_ingest_batch(
        [read_of(FileId(n), scalars({"x": [(0, 0.0, 0.0)]})) for n in range(50)]
    )
    assert built.keys == [TagKey("scalars", "x")]
    assert built.metadata == [TagMetadata("scalars", "scalars")]
    assert len(built.tags) == 100
    fifty = len(pickle.dumps(built))
    assert fifty < 50 * 500


def test_damage_beyond_the_limit_is_counted() -> None:
    damage = [Damage(n, 1, "bad_value", "odd") for n in range(MAX_WARNINGS + 7)]
    built = build_ingest_batch(
        [read_of(FileId(0), Batch(damage=damage[:60]), Batch(damage=damage[60:]))]
    )
    (file_damage,) = built.damage
    assert (len(file_damage.listed), file_damage.unlisted) == (MAX_WARNINGS, 7)


def test_a_batch_has_columns_only_without_a_segment(tmp_path: Path) -> None:
    image = BlobColumns(*(np.array([n]) for n in (7, 8, 100, 20, 0)))
    batch = scalars({"x": [(0, 0.0, 0.5)]})
    batch.blobs[TagKey("images", "i")] = image
    reads = [read_of(FileId(0), batch)]
    held = build_ingest_batch(reads)
    assert held.columns is not None
    assert set(held.blocks["segment"].tolist()) == {MEMORY}
    path = tmp_path / "segment"
    written = build_ingest_batch(reads, writer := SegmentWriter(5, path))
    assert (written.columns, set(written.blocks["segment"].tolist())) == (None, {5})
    assert path.read_bytes() == held.columns
    assert (written.blocks["form"] & IS_BLOBS != 0).tolist() == [False, True]
    again = build_ingest_batch(reads, writer)
    assert again.blocks["offset"].tolist() == [len(held.columns), len(held.columns) + 12]
    writer.close()
    failed = build_ingest_batch(reads, SegmentWriter(6, tmp_path / "nowhere" / "segment"))
    assert failed.columns == held.columns


def test_a_batch_of_no_reads_is_empty() -> None:
    built = build_ingest_batch([])
    assert (len(built.reads), len(built.blocks), built.columns) == (0, 0, None)
