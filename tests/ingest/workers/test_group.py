"""A group of files is read in steps as if it were one job."""

import os
from pathlib import Path

import pytest

from scopeboard.ingest.job import Job, JobResult, Portion
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.ingest.workers import group
from scopeboard.ingest.workers.group import read_group, read_one_by_one
from scopeboard.store.write.ingest_batch import build_ingest_batch
from tools import writer
from tools.media_events import images

SMALL, LARGE = 6000, 1 << 20  # bytes of a job


def portions_of(paths: list[Path]) -> list[Portion]:
    return [
        Portion(number, number, str(path), 0, path.stat().st_size, None, False)
        for number, path in enumerate(paths)
    ]


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    """Files that are smaller and larger than a small job, with damage, images and a restart."""
    long = {"x": [n / 3 for n in range(600)], "y": [float(n) for n in range(600)]}
    series = writer.scalar_file(long)
    broken = bytearray(series)
    broken[9000] ^= 1
    contents = (
        writer.scalar_file({"x": [1.0, 2.0]}),
        writer.scalar_file({"z": [3.0]}) + images(5, b"picture" * 900),
        series + images(3, b"p") + writer.scalar_file({"x": [4.0]}),
        bytes(broken),
        b"",
    )
    return [writer.write_run(tmp_path, f"run{n}", data) for n, data in enumerate(contents)]


def found_in(result: JobResult) -> tuple[object, ...]:
    """Return what a reading found, with names in place of numbers, which follow the order."""
    batch = build_ingest_batch(result.reads)
    names = [batch.keys[key] for key in batch.blocks["key"].tolist()]
    batch.blocks["key"] = 0
    tags = {
        (file, batch.keys[key], batch.metadata[metadata], is_known)
        for file, key, metadata, is_known in batch.tags.tolist()
    }
    return (
        result.ends,
        batch.reads.tobytes(),
        names,
        batch.blocks.tobytes(),
        batch.columns,
        tags,
        batch.damage,
    )


def test_steps_find_what_one_job_finds(paths: list[Path]) -> None:
    job = Job(portions_of(paths), [{} for _ in paths])
    whole = FileReader(LARGE).read(job, os.stat(paths[0]).st_mtime)  # noqa: PTH116
    found = read_group(FileReader(SMALL), job)
    assert sum(end.points for end in found.ends) == 2 + 2 + 1202 + 1200 - 1
    assert found_in(found) == found_in(whole)


def test_a_file_that_is_gone_is_named(paths: list[Path]) -> None:
    job = Job(portions_of(paths), [{} for _ in paths])
    paths[2].unlink()
    found = read_group(FileReader(SMALL), job)
    assert [bool(end.error) for end in found.ends] == [False, False, True, False, False]
    assert [read.file for read in found.reads] == [0, 1, 3, 4]


def test_a_defect_costs_one_file(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(portions_of(paths), [{} for _ in paths])
    read = group.read_group

    def fails(reader: FileReader, one: Job) -> JobResult:
        if one.portions[0].file == 1:
            raise RuntimeError("a defect")
        return read(reader, one)

    monkeypatch.setattr(group, "read_group", fails)
    found = read_one_by_one(FileReader(SMALL), job)
    assert [bool(end.error) for end in found.ends] == [False, True, False, False, False]
