"""Find the next record after damage.

A record's header is its length (u64) and the masked CRC of those 8 bytes (u32), all
little-endian. After a damaged header the position of the next one is unknown. 12 bytes with a
valid CRC are almost certainly a header, because other bytes have one with a chance of 2**-32. The
reader searches for such bytes.

CRC-32C is affine over bits: the CRC of 8 bytes is the XOR of one table entry per byte and the
CRC of 8 zero bytes. That makes the test of every offset of a buffer eight gathers in NumPy.
"""

from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from scopeboard.events.buffer.crc32c import crc32c

HEADER_BYTES = 12
_LENGTH_BYTES = 8
_MASK_DELTA = np.uint32(0xA282EAD8)


def find_header(data: bytes, max_length: int, start: int = 0) -> int | None:
    """Return the first offset ≥ `start` in `data` that has a valid header, or None.

    Only headers that declare at most `max_length` bytes count.
    """
    window = np.frombuffer(data, np.uint8)[start:]
    count = len(window) - HEADER_BYTES + 1
    if count < 1:
        return None
    # A quick sieve: the highest bytes of a length are zero, and the next one is bounded.
    largest = max_length.to_bytes(_LENGTH_BYTES, "little")
    highest = max(len(largest.rstrip(b"\0")) - 1, 0)
    plausible = np.ones(count, bool)
    for byte in range(highest, _LENGTH_BYTES):
        plausible &= window[byte : byte + count] <= largest[byte]
    offsets = np.flatnonzero(plausible)
    lengths = np.ascontiguousarray(sliding_window_view(window, _LENGTH_BYTES)[offsets])
    stored = np.zeros(len(offsets), np.uint32)
    for byte in range(4):
        octet = window[offsets + _LENGTH_BYTES + byte].astype(np.uint32)
        stored |= octet << np.uint32(8 * byte)
    is_valid = stored == length_crcs(lengths)
    is_valid &= lengths.view("<u8")[:, 0] <= np.uint64(max_length)
    headers = offsets[is_valid]
    return start + int(headers[0]) if len(headers) else None


def length_crcs(lengths: NDArray[np.uint8]) -> NDArray[np.uint32]:
    """Return the masked CRC-32C of each row of `lengths` (uint8 [n, 8])."""
    crcs = np.full(len(lengths), crc32c(bytes(_LENGTH_BYTES)), np.uint32)
    for byte, table in enumerate(_byte_tables()):
        crcs ^= table[lengths[:, byte]]
    return ((crcs >> np.uint32(15)) | (crcs << np.uint32(17))) + _MASK_DELTA


@cache
def _byte_tables() -> NDArray[np.uint32]:
    """Return uint32 [8, 256]: what each value of each length byte adds to the CRC."""
    zero = crc32c(bytes(_LENGTH_BYTES))
    rows = [
        [crc32c(bytes(byte) + bytes([value]) + bytes(7 - byte)) ^ zero for value in range(256)]
        for byte in range(_LENGTH_BYTES)
    ]
    return np.array(rows, np.uint32)
