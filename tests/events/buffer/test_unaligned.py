"""Numbers and rows at any offsets, and encoded scalars in columns."""

import struct
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.unaligned import (
    PADDING,
    Encoding,
    Unaligned,
    number_of,
    read_numbers,
    read_varints,
)
from scopeboard.events.values.tensor import read_tensor
from scopeboard.wire import types_pb2 as types
from scopeboard.wire.tensor_pb2 import TensorProto
from tools.event_bytes import CONTENTS, scalar_tensor

INTEGERS = st.integers(0, 2**64 - 1) | st.sampled_from(
    [(1 << 7 * size) + shift for size in range(1, 10) for shift in (-1, 0)] + [2**64 - 1]
)


def varint(number: int) -> bytes:
    encoded = TensorProto(uint64_val=[number]).SerializeToString()
    return encoded[encoded.index(b"\x8a\x01") + 3 :]  # after the key and the length


@given(st.lists(INTEGERS, min_size=1))
def test_varints_of_every_size_are_read(numbers: list[int]) -> None:
    encoded = [varint(number) for number in numbers]
    sizes = np.array([0, *map(len, encoded)])
    source = Unaligned(np.frombuffer(b"".join(encoded), np.uint8))
    assert read_varints(source, np.cumsum(sizes)[:-1]).tolist() == numbers


@pytest.mark.parametrize("dtype", sorted(CONTENTS))
def test_contents_are_read_as_the_tensor_reader_reads_them(dtype: types.DataType) -> None:
    random = Random(dtype)  # noqa: S311 - numbers for a test
    tensors = [scalar_tensor(random, dtype, in_content=True) for _ in range(300)]
    element = "bfloat16" if dtype == types.DT_BFLOAT16 else CONTENTS[dtype]
    encoding = Encoding("?" if dtype == types.DT_BOOL else element)
    data = b"".join(tensor.tensor_content for tensor in tensors)
    at = np.arange(0, len(data), encoding.size)
    numbers = np.full(len(at), number_of(encoding), np.uint8)
    values = read_numbers(Unaligned(np.frombuffer(data, np.uint8)), at, numbers)
    expected = [float(read_tensor(tensor).item()) for tensor in tensors]
    assert np.array_equal(values, expected, equal_nan=True)


def test_encodings_may_be_mixed() -> None:
    data = struct.pack("<fbd", 1.5, -7, 2.25)
    source = Unaligned(np.frombuffer(data, np.uint8))
    encodings = [Encoding("<f8"), Encoding("<f4"), Encoding("i1"), Encoding("<f4")]
    numbers = np.array([number_of(encoding) for encoding in encodings], np.uint8)
    values = read_numbers(source, np.array([5, 0, 4, 0]), numbers)
    assert values.tolist() == [2.25, 1.5, -7, 1.5]
    assert read_numbers(source, np.empty(0, np.int64), np.empty(0, np.uint8)).tolist() == []


@given(st.binary(min_size=1, max_size=40))
def test_every_offset_is_readable_and_zeros_follow(data: bytes) -> None:
    source = Unaligned(np.frombuffer(data, np.uint8))
    padded = data + bytes(64)
    for offset in range(len(data)):
        for size in (1, 2, 4, 8):
            expected = int.from_bytes(padded[offset : offset + size], "little")
            assert int(source.words(size)[offset]) == expected
    assert source.size == len(data)


def test_rows_and_structures_are_the_bytes_from_their_offsets() -> None:
    data = np.arange(200, dtype=np.uint8)
    source = Unaligned(data)
    offsets = np.array([3, 0, 100])
    rows = source.rows(offsets, 64)
    assert [row.tobytes() for row in rows] == [data[at : at + 64].tobytes() for at in offsets]
    dtype = np.dtype([("a", "u1"), ("b", "<u4")])
    assert source.structures(offsets, dtype)["b"].tolist() == source.u32[offsets + 1].tolist()
    assert source.rows(np.array([199]), PADDING)[0].tobytes() == b"\xc7" + bytes(PADDING - 1)
