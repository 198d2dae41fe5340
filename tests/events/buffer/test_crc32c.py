"""The checksum and its mask."""

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.buffer.crc32c import crc32c, masked_crc32c
from tools import writer


def test_the_check_value_of_the_standard() -> None:
    assert crc32c(b"123456789") == 0xE3069283


@given(st.binary(max_size=64))
def test_agrees_with_one_written_bit_by_bit(data: bytes) -> None:
    assert crc32c(data) == writer.crc32c(data)
    assert masked_crc32c(data).to_bytes(4, "little") == writer.masked(data)
