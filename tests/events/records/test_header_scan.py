"""Finding headers, against looking at every offset."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.unaligned import Unaligned
from scopeboard.events.records.header_scan import LENGTHS, find_headers
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES, frame, whole_length

_HEADERS = st.sampled_from([0, 1, 255, 256, 5000, LENGTHS - 1]).map(
    lambda length: frame(bytes(length))[:HEADER_BYTES]
)


def found_in(data: bytes) -> list[tuple[int, int]]:
    offsets, lengths = find_headers(Unaligned(np.frombuffer(data, np.uint8)))
    return list(zip(offsets.tolist(), lengths.tolist(), strict=True))


@given(st.lists(st.one_of(_HEADERS, st.binary(max_size=9), st.integers(0, 20).map(bytes))))
def test_all_headers_are_found_and_nothing_else(parts: list[bytes]) -> None:
    data = b"".join(parts)
    padded = data + bytes(HEADER_BYTES)
    expected = [
        (at, whole - HEADER_BYTES - FOOTER_BYTES)
        for at in range(len(data))
        if (whole := whole_length(padded[at : at + HEADER_BYTES])) is not None
    ]
    assert found_in(data) == expected


@pytest.mark.parametrize("before", [(1 << 17) - shift for shift in range(14)])
def test_a_header_across_two_blocks_is_found(before: int) -> None:
    assert found_in(b"\xff" * before + frame(b"abc")) == [(before, 3)]


def test_longer_payloads_are_left_to_others() -> None:
    assert found_in(frame(bytes(LENGTHS))[:HEADER_BYTES]) == []
