"""Segments are Parquet files that other engines read, and whose numbers have known places."""

import struct
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from scopeboard.errors import DamagedDataError
from scopeboard.files.local_objects import LocalObjects
from scopeboard.store.open_shared import SharedStore
from scopeboard.store.shared.footer import column_places
from scopeboard.store.shared.layout import NUMBERS
from tools import writer
from tools.media_events import images
from tools.shared_indexes import write_index


def segments(tmp_path: Path, group_rows: int = 5) -> dict[str, Path]:
    """Write an index of two runs; return its segments by kind."""
    for run, shift in (("b", 0), ("a", 100)):
        series = {"loss": [shift + n / 3 for n in range(7)], "acc": [float(shift)] * 3}
        data = writer.scalar_file(series) + images(4, b"picture")
        writer.write_run(tmp_path / "log", run, data)
    manifest = write_index(tmp_path / "log", LocalObjects(tmp_path / "index"), group_rows)
    assert manifest
    return {each.kind: tmp_path / "index" / each.name for each in manifest.segments}


def test_engines_read_points_by_tag_and_run(tmp_path: Path) -> None:
    path = segments(tmp_path)["scalars"]
    frame = pl.read_parquet(path)
    assert frame.columns == ["tag", "run", "file", "session", "step", "wall_time", "value"]
    named = frame.select(pl.col("tag", "run").cast(pl.String), "step", "value").rows()
    expected = [
        *(("acc", run, n, shift) for run, shift in (("a", 100.0), ("b", 0.0)) for n in range(3)),
        *(
            ("loss", run, n, np.float32(shift + n / 3))
            for run, shift in (("a", 100), ("b", 0))
            for n in range(7)
        ),
    ]
    assert named == expected
    assert frame["file"].cast(pl.String).unique().to_list() == [writer.FILE_NAME]
    assert pl.scan_parquet(path).filter(pl.col("tag") == "acc").collect()["value"].sum() == 300


def test_engines_read_places(tmp_path: Path) -> None:
    (first, second) = pl.read_parquet(segments(tmp_path)["places"]).rows(named=True)
    assert (first["kind"], first["tag"], first["run"]) == ("images", "im", "a")
    data = (tmp_path / "log" / "a" / writer.FILE_NAME).read_bytes()
    record = data[first["offset"] : first["offset"] + first["length"]]
    assert b"picture" in record
    assert (second["run"], second["step"]) == ("b", 4)


@pytest.mark.parametrize("kind", ["scalars", "places"])
def test_numbers_are_where_they_are_said_to_be(tmp_path: Path, kind: str) -> None:
    path = segments(tmp_path)[kind]
    SharedStore(LocalObjects(tmp_path / "index"))
    data, file = path.read_bytes(), pq.ParquetFile(path)
    columns = NUMBERS["scalars" if kind == "scalars" else "places"]
    names = tuple(name for name, _ in columns)
    places, rows = column_places(lambda n, at: data[at : at + n], len(data), names)
    assert rows == [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    for group, count in enumerate(rows):
        table = file.read_row_group(group)
        for (name, dtype), place in zip(columns, places[group].tolist(), strict=True):
            found = np.frombuffer(data, dtype, count, place)
            assert found.tolist() == table[name].to_pylist()


@pytest.mark.parametrize(
    "options",
    [{"compression": "snappy"}, {"use_dictionary": True}, {"data_page_size": 8}],
    ids=lambda options: next(iter(options)),
)
def test_numbers_in_another_form_are_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    path = tmp_path / "other.parquet"
    plain: dict[str, Any] = {"compression": "none", "use_dictionary": False}
    pq.write_table(pa.table({"x": np.arange(100)}), path, **(plain | options))
    data = path.read_bytes()
    with pytest.raises(DamagedDataError, match="not stored as they are in memory"):
        column_places(lambda n, at: data[at : at + n], len(data), ("x",))


def test_other_files_are_refused() -> None:
    with pytest.raises(DamagedDataError, match="does not end"):
        column_places(lambda n, _: bytes(n), 100, ("x",))
    broken = b"PAR1" + bytes([0xFF] * 20)
    data = broken + struct.pack("<I", 20) + b"PAR1"
    with pytest.raises(DamagedDataError, match="footer of a segment"):
        column_places(lambda n, at: data[at : at + n], len(data), ("x",))
