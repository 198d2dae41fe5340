"""Places in files, compared with the files as they are now."""

from pathlib import Path

import numpy as np
import pytest

from scopeboard.files.opening import open_file
from scopeboard.following.cursor import FilePlace, compare_file
from scopeboard.store.format.file_identity import identify
from scopeboard.store.format.schema import FILE, Rows

DATA = bytes(range(256)) * 40


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "events"
    file.write_bytes(DATA)
    return file


def row_of(path: Path, size: int) -> Rows:
    """Return the row of a file of which so many bytes were read."""
    row: Rows = np.zeros(1, FILE)[0]
    with open_file(path) as file:
        identity = identify(file, size)
    row["offset"], row["head"], row["tail"] = size, identity.head, identity.tail
    return row


def place_of(path: Path, size: int) -> FilePlace:
    row = row_of(path, size)
    return FilePlace(size, int(row["head"]), int(row["tail"]), {})


@pytest.mark.parametrize(("before", "now"), [(0, 10), (10, 10), (10, 9000), (9000, 10_000)])
def test_a_file_that_grew_follows(path: Path, before: int, now: int) -> None:
    assert compare_file(place_of(path, before), row_of(path, now), path) == "follows"
    assert compare_file(None, row_of(path, now), path) == "follows"


@pytest.mark.parametrize("changed", [0, 8999])
def test_a_file_with_another_beginning_or_end_was_replaced(path: Path, changed: int) -> None:
    place = place_of(path, 9000)
    data = bytearray(DATA)
    data[changed] ^= 1
    path.write_bytes(data)
    assert compare_file(place, row_of(path, 10_000), path) == "replaced"
    assert compare_file(place, row_of(path, 5000), path) == "replaced"


def test_a_file_of_which_less_was_read_is_unknown(path: Path) -> None:
    assert compare_file(place_of(path, 9000), row_of(path, 5000), path) == "unknown"


def test_a_file_that_is_not_what_was_read_is_unknown(path: Path) -> None:
    place, row = place_of(path, 10), row_of(path, 9000)
    path.write_bytes(DATA[1:])
    assert compare_file(place, row, path) == "unknown"
    path.unlink()
    assert compare_file(place, row, path) == "unknown"
