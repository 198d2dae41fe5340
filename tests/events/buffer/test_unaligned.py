"""Numbers and rows at any offsets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.unaligned import PADDING, Unaligned


@given(st.binary(min_size=1, max_size=40))
def test_every_offset_is_good_and_zeros_stand_behind(data: bytes) -> None:
    source = Unaligned(np.frombuffer(data, np.uint8))
    padded = data + bytes(64)
    for at in range(len(data)):
        for size in (1, 2, 4, 8):
            expected = int.from_bytes(padded[at : at + size], "little")
            assert int(source.words(size)[at]) == expected
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
