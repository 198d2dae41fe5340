"""The binary form of a body: a header with references to columns."""

import json
import struct
import tracemalloc

import numpy as np
import pytest

from scopeboard.api.http.binary_columns import Columns

NONE = np.array([], np.int64)


@pytest.mark.parametrize("padding", range(9))
def test_columns_are_at_the_offsets_of_the_header(padding: int) -> None:
    columns = Columns()
    whole = np.arange(10, dtype=np.int64)[::2]
    every_other = columns.add(whole, np.array([0, 2, 2]), np.array([2, 2, 5]))
    big_endian = np.array([0.5, np.nan, -np.inf], dtype=">f8")
    (floats,) = columns.add(big_endian, np.array([0]), np.array([3]))
    assert [*columns.add(np.array([], dtype=np.float64), NONE, NONE)] == []
    header = b'{"text":"%b","in":[%b],"c":%b}' % (b"x" * padding, b",".join(every_other), floats)
    body = columns.body(header)
    (length,) = struct.unpack_from("<I", body)
    assert (4 + length) % 8 == 0
    assert json.loads(body[4 : 4 + length]) == {
        "text": "x" * padding,
        "in": [
            {"dtype": "<i8", "offset": 0, "length": 2},
            {"dtype": "<i8", "offset": 16, "length": 0},
            {"dtype": "<i8", "offset": 16, "length": 3},
        ],
        "c": {"dtype": "<f8", "offset": 40, "length": 3},
    }
    assert body[4 + length :] == struct.pack("<5q3d", 0, 2, 4, 6, 8, 0.5, np.nan, -np.inf)


def test_columns_are_copied_once() -> None:
    column = np.zeros(1_000_000)
    tracemalloc.start()
    columns = Columns()
    columns.add(column, np.array([0]), np.array([len(column)]))
    columns.body(b"{}")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.1 * column.nbytes
