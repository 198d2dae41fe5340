"""Vectors and their metadata."""

import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from scopeboard.errors import DamagedDataError
from scopeboard.files.open_file import LocalFile
from scopeboard.projector import tensor_file
from scopeboard.projector.metadata_file import read_metadata
from scopeboard.projector.tensor_file import read_bytes, read_tsv


def open_file(tmp_path: Path, content: bytes) -> LocalFile:
    path = tmp_path / "file"
    path.write_bytes(content)
    return LocalFile(path)


def test_numbers_in_lines(tmp_path: Path) -> None:
    with open_file(tmp_path, b"1\t2.5\n-3e-2\tnan\n\n") as file:
        found = read_tsv(file)
    np.testing.assert_array_equal(found.values, np.array([[1, 2.5], [-3e-2, np.nan]], np.float32))
    assert (found.stride, found.total) == (1, 2)


def test_many_lines_are_read_at_a_stride(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tensor_file, "MAX_ROWS", 4)
    with open_file(tmp_path, b"".join(b"%d\n" % row for row in range(10))) as file:
        found = read_tsv(file)
    assert (found.values.ravel().tolist(), found.stride, found.total) == ([0, 3, 6, 9], 3, 10)


@pytest.mark.parametrize("content", [b"1\t2\n3\n", b"a\tb\n"])
def test_other_texts_are_damaged_data(tmp_path: Path, content: bytes) -> None:
    with open_file(tmp_path, content) as file, pytest.raises(DamagedDataError):
        read_tsv(file)


def test_numbers_in_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.arange(12, dtype="<f4").reshape(6, 2)
    with open_file(tmp_path, table.tobytes()) as file:
        np.testing.assert_array_equal(read_bytes(file, (6, 2)).values, table)
        with pytest.raises(DamagedDataError):
            read_bytes(file, (5, 2))
        monkeypatch.setattr(tensor_file, "MAX_ROWS", 3)
        np.testing.assert_array_equal(read_bytes(file, (6, 2)).values, table[::2])


def test_metadata_of_one_column_has_no_header(tmp_path: Path) -> None:
    with open_file(tmp_path, b"a\nb\nc\n") as file:
        found = read_metadata(file, rows=2, stride=2)
    assert (found.names, found.columns) == (["label"], [["a", "c"]])


def test_metadata_of_several_columns_has_one(tmp_path: Path) -> None:
    with open_file(tmp_path, b"x\ty\r\n1\t2\r\n3\n") as file:
        found = read_metadata(file, rows=3, stride=1)
    assert found.names == ["x", "y"]
    assert found.columns == [["1", "3", ""], ["2", "", ""]]


def test_a_shape_without_columns_is_damaged_data(tmp_path: Path) -> None:
    with open_file(tmp_path, b"") as file, pytest.raises(DamagedDataError):
        read_bytes(file, (10**17, 0))


def test_a_table_is_read_up_to_the_number_of_vectors(tmp_path: Path) -> None:
    with open_file(tmp_path, b"x\ty\n" + b"a\tb\n" * 400_000) as file:
        found = read_metadata(file, 2, 3)
        assert found.columns == [["a", "a"], ["b", "b"]]
        tracemalloc.start()
        read_metadata(file, 2, 3)
        assert tracemalloc.get_traced_memory()[1] < 3 << 20
        tracemalloc.stop()
