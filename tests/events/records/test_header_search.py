"""Finding the next header, against looking at every offset in turn."""

import struct

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.records.header_search import find_header
from tools import writer


def header(length: int) -> bytes:
    encoded = struct.pack("<Q", length)
    return encoded + writer.masked(encoded)


@given(st.binary(max_size=60), st.integers(0, 3000), st.binary(max_size=20))
def test_finds_the_first_header(before: bytes, length: int, after: bytes) -> None:
    data = before + header(length) + after
    expected = next(
        at
        for at in range(len(data))
        if data[at + 8 : at + 12] == writer.masked(data[at : at + 8])
        and int.from_bytes(data[at : at + 8], "little") <= 4000
    )
    assert find_header(data, 4000) == expected


def test_a_header_that_declares_too_much_is_none() -> None:
    assert find_header(header(70_000), 65_535) is None
    assert find_header(header(65_535), 65_535) == 0


def test_looks_from_the_start_asked_for() -> None:
    assert find_header(header(1) + header(2), 100, start=1) == 12
    assert find_header(header(1), 100, start=1) is None


def test_too_few_bytes_hold_no_header() -> None:
    assert find_header(header(1)[:11], 100) is None
    assert find_header(b"", 100) is None
