"""Finding the next record after damage.

A record's header is its length (u64) and the masked CRC of those 8 bytes (u32), all
little-endian. After a damaged header the position of the next one is unknown. 12 bytes with a
valid CRC are no header with a chance of 2**-32 only, so the reader searches for such bytes.

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
    """Return the first offset ≥ `start` in `data` that holds a valid header, or None.

    Only headers that declare at most `max_length` bytes count.
    """
    window = np.frombuffer(data, np.uint8)[start:]
    if len(window) < HEADER_BYTES:
        return None
    candidates = _plausible_offsets(window, max_length)
    lengths = sliding_window_view(window, _LENGTH_BYTES)[candidates]
    valid = candidates[_stored_crcs(window, candidates) == length_crcs(lengths)]
    short = (start + int(at) for at in valid if _length(window, int(at)) <= max_length)
    return next(short, None)


def _length(window: NDArray[np.uint8], at: int) -> int:
    return int.from_bytes(window[at : at + _LENGTH_BYTES].tobytes(), "little")


def _plausible_offsets(window: NDArray[np.uint8], max_length: int) -> NDArray[np.intp]:
    """Return the offsets whose length bytes may declare at most `max_length`; a quick sieve."""
    count = len(window) - HEADER_BYTES + 1
    plausible = np.ones(count, bool)
    for byte, largest in enumerate(_largest_bytes(max_length)):
        if largest < 255:
            plausible &= window[byte : byte + count] <= largest
    return np.flatnonzero(plausible)


def _largest_bytes(max_length: int) -> list[int]:
    """Return the largest value of each length byte; exact for leading zeros, loose below."""
    top = (max_length.bit_length() + 7) // 8
    exact = max_length.to_bytes(_LENGTH_BYTES, "little")
    return [255 if byte < top - 1 else exact[byte] for byte in range(_LENGTH_BYTES)]


def _stored_crcs(window: NDArray[np.uint8], offsets: NDArray[np.intp]) -> NDArray[np.uint32]:
    crcs = np.zeros(len(offsets), np.uint32)
    for byte in range(4):
        crcs |= window[offsets + _LENGTH_BYTES + byte].astype(np.uint32) << np.uint32(8 * byte)
    return crcs


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
        [crc32c(bytes(at) + bytes([value]) + bytes(7 - at)) ^ zero for value in range(256)]
        for at in range(_LENGTH_BYTES)
    ]
    return np.array(rows, np.uint32)
