"""Columns are decoded bit for bit, and blocks describe them correctly."""

import math
import struct
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.events.decode.batch import BlobColumns, Columns
from scopeboard.store.format.block_codec import (
    decode_blobs,
    decode_scalars,
    describe_blocks,
    encode_blocks,
)
from scopeboard.store.format.schema import STEPS_ARE_LISTED, VALUES_ARE_DOUBLE, Rows, block_bytes

STEPS = st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)
TIMES = st.floats() | st.integers(0, 3).map(float)
ODD = [0.0, -0.0, math.nan, math.inf, -math.inf, 1.5, 0.1, 3.4e38, 1e300, 5e-324]
NAN_PAYLOADS = st.integers(0x7FF0000000000001, 0x7FFFFFFFFFFFFFFF).map(
    lambda bits: struct.unpack("<d", struct.pack("<Q", bits))[0]
)
VALUES = st.sampled_from(ODD) | st.floats(width=32) | st.floats() | NAN_PAYLOADS
RUNS = st.builds(
    lambda first, stride, count: [(first + stride * n, float(n), 0.5) for n in range(count)],
    st.integers(-9, 9),
    st.integers(-2, 3),
    st.integers(1, 9),
)
SERIES = RUNS | st.lists(st.tuples(STEPS, TIMES, VALUES), min_size=1, max_size=9)


def columns_of(blocks: list[list[tuple[int, float, float]]]) -> Columns:
    step, wall_time, value = zip(*(row for rows in blocks for row in rows), strict=True)
    return Columns(np.array(step, np.int64), np.array(wall_time), np.array(value, np.float64))


def stored(blocks: Rows, data: bytes) -> list[bytes]:
    ends = blocks["offset"].astype(int) + block_bytes(blocks)
    return [data[a:b] for a, b in zip(blocks["offset"].tolist(), ends.tolist(), strict=True)]


def is_same(one: Columns | BlobColumns, other: Columns | BlobColumns) -> bool:
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


@given(st.lists(SERIES, min_size=1, max_size=12), st.booleans())
def test_scalars_come_back_bit_for_bit(
    series: list[list[tuple[int, float, float]]], of_many_files: bool
) -> None:
    columns = columns_of(series)
    blocks = describe_blocks(columns, np.array([len(rows) for rows in series]))
    blocks["key"] = np.arange(len(blocks)) % 3
    blocks["file"] = np.arange(len(blocks)) // 3 * of_many_files
    data = encode_blocks(blocks, columns)
    parts = stored(blocks, data)
    assert sum(map(len, parts)) == len(data)
    assert blocks["crc"].tolist() == [crc32c(part) for part in parts]
    assert is_same(decode_scalars(blocks, b"".join(parts)), columns)


@given(st.lists(st.lists(st.tuples(STEPS, TIMES, *[st.integers(0, 2**40)] * 3), min_size=1)))
def test_places_come_back_too(series: list[list[tuple[int, float, int, int, int]]]) -> None:
    rows = [row for rows in series for row in rows]
    kinds = (np.int64, np.float64, np.int64, np.int64, np.int64)
    columns = BlobColumns._make(
        np.array([row[n] for row in rows], kind) for n, kind in enumerate(kinds)
    )
    blocks = describe_blocks(columns, np.array([len(rows) for rows in series], np.int64))
    data = encode_blocks(blocks, columns)
    assert is_same(decode_blobs(blocks, b"".join(stored(blocks, data))), columns)


@given(st.lists(SERIES, min_size=1, max_size=5))
def test_a_block_describes_its_points(series: list[list[tuple[int, float, float]]]) -> None:
    blocks = describe_blocks(columns_of(series), np.array([len(rows) for rows in series]))
    for block, rows in zip(blocks, series, strict=True):
        step, wall_time, value = zip(*rows, strict=True)
        finite = [v for v in value if math.isfinite(v)]
        times = [t for t in wall_time if not math.isnan(t)]
        assert (block["count"], block["min_step"], block["max_step"]) == (
            len(rows),
            min(step),
            max(step),
        )
        assert block["nan"] == sum(map(math.isnan, value))
        assert block["inf"] == sum(map(math.isinf, value))
        for column, of in (("value", finite), ("wall_time", times)):
            extremes = [min(of), max(of)] if of else [math.nan, math.nan]
            found = [block[f"min_{column}"], block[f"max_{column}"]]
            np.testing.assert_array_equal(found, extremes)
        in_order = all(a[0] < b[0] or (a[0] == b[0] and a[1] <= b[1]) for a, b in pairwise(rows))
        assert block["in_order"] == in_order


def test_only_values_that_float32_cannot_represent_are_stored_as_float64() -> None:
    series = [[(0, 0.0, value)] for value in (0.5, -0.0, math.inf, math.nan, 0.1, 1e39, 1e-50)]
    blocks = describe_blocks(columns_of(series), np.ones(len(series), np.int64))
    is_double = (blocks["form"] & VALUES_ARE_DOUBLE).astype(bool)
    assert is_double.tolist() == [False] * 4 + [True] * 3


def test_only_steps_that_are_not_evenly_spaced_are_listed() -> None:
    series = [[(step, 0.0, 0.0) for step in steps] for steps in ([5], [1, 1], [9, 6, 3], [1, 2, 4])]
    blocks = describe_blocks(columns_of(series), np.array([1, 2, 3, 3]))
    assert (blocks["form"] & STEPS_ARE_LISTED).astype(bool).tolist() == [False] * 3 + [True]
    assert blocks["stride"].tolist() == [0, 0, -3, 0]
