"""Sorted tables: what was written is read, and no damage passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.projector.checkpoint.sorted_table import read_table
from tools.sorted_tables import sealed, table

TEXT = st.binary(max_size=20)
ENTRIES = st.dictionaries(TEXT, TEXT, min_size=1, max_size=30).map(
    lambda found: sorted(found.items())
)


@given(ENTRIES, st.integers(1, 10), st.integers(1, 5))
def test_entries_are_read_in_their_order(
    entries: list[tuple[bytes, bytes]], a_block: int, a_restart: int
) -> None:
    assert list(read_table(table(entries, a_block=a_block, a_restart=a_restart))) == entries


@given(ENTRIES, st.data())
def test_no_changed_byte_of_a_block_passes(
    entries: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    whole = bytearray(table(entries))
    at = data.draw(st.integers(0, len(whole) - 49))
    whole[at] ^= data.draw(st.integers(1, 255))
    try:
        found = list(read_table(bytes(whole)))
    except DamagedDataError:
        return
    assert found == entries  # the block of filters, which is not read


@given(ENTRIES, st.data())
def test_a_table_that_was_cut_is_damaged(
    entries: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    whole = table(entries)
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(DamagedDataError):
        list(read_table(cut))


@given(st.binary(max_size=100))
def test_any_block_is_read_or_damaged(block: bytes) -> None:
    index = table([(b"", b"")])
    footer = (b"\0\0\0" + bytes([len(block)])).ljust(40, b"\0") + index[-8:]
    try:
        list(read_table(sealed(block) + footer))
    except DamagedDataError:
        return


def test_a_compressed_block_is_named() -> None:
    block = b"\0\0\0\0\0\0\0\0"
    footer = (b"\0\0\0" + bytes([len(block)])).ljust(40, b"\0") + table([(b"", b"")])[-8:]
    with pytest.raises(DamagedDataError, match="compressed"):
        list(read_table(sealed(block, kind=1) + footer))
