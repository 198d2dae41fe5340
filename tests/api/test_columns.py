"""The binary form of any answer: a header that says where each column stands."""

import json
import struct
import tracemalloc

import numpy as np
import pytest

from scopeboard.api.columns import packed


@pytest.mark.parametrize("padding", range(9))
def test_columns_stand_behind_the_header_where_it_says(padding: int) -> None:
    every_other = np.arange(10, dtype=np.int64)[::2]
    big_endian = np.array([0.5, np.nan, -np.inf], dtype=">f8")
    none = np.array([], dtype=np.float64)
    body = packed({"text": "x" * padding, "in": [{"a": every_other, "b": none}], "c": big_endian})
    (length,) = struct.unpack_from("<I", body)
    header, columns = json.loads(body[4 : 4 + length]), body[4 + length :]
    assert (4 + length) % 8 == 0
    assert header == {
        "text": "x" * padding,
        "in": [
            {
                "a": {"dtype": "<i8", "offset": 0, "length": 5},
                "b": {"dtype": "<f8", "offset": 40, "length": 0},
            }
        ],
        "c": {"dtype": "<f8", "offset": 40, "length": 3},
    }
    assert columns == struct.pack("<5q3d", 0, 2, 4, 6, 8, 0.5, np.nan, -np.inf)


def test_columns_are_copied_once() -> None:
    column = np.zeros(1_000_000)
    tracemalloc.start()
    packed({"column": column})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.1 * column.nbytes
