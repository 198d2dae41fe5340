"""Find all headers of small records in a buffer at once.

A header is a length (u64) and its masked CRC-32C (u32). Records of scalars are far shorter than
64 KiB, so six of the eight length bytes are zero: those places are found by comparing bytes, at a
fraction of a nanosecond per byte, and then the checksum tells, since only one value fits each
length. The result has the headers of all small records, and also headers inside payloads; the
walk from record to record (`framing`) omits those.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.unaligned import Offsets, Unaligned
from scopeboard.events.records.header_search import length_crcs

LENGTHS: Final = 1 << 16  # payloads shorter than this are found
_BLOCK: Final = 1 << 17  # bytes; what is in work stays in the processor's cache
_ZEROS_FROM, _ZEROS_TO = 2, 8


def find_headers(source: Unaligned) -> tuple[Offsets, NDArray[np.int64]]:
    """Return the offsets of the headers of short records, ascending, and the payload lengths."""
    blocks = [_zero_runs(source, at) for at in range(0, source.size, _BLOCK)]
    offsets = np.concatenate(blocks) if blocks else np.empty(0, np.int64)
    lengths = source.u16[offsets]
    fits = _checksums()[lengths] == source.u32[offsets + 8]
    return offsets[fits], lengths[fits].astype(np.int64)


def _zero_runs(source: Unaligned, start: int) -> Offsets:
    """Return the offsets of one block whose bytes 2 to 7 are zero."""
    end = min(start + _BLOCK, source.size)
    zero = source.u8[start + _ZEROS_FROM : end + _ZEROS_TO - 1] == 0
    two = zero[:-1] & zero[1:]
    four = two[:-2] & two[2:]
    six = four[:-2] & two[4:]
    return np.flatnonzero(six[: end - start]) + start


@cache
def _checksums() -> NDArray[np.uint32]:
    """Return uint32 [LENGTHS]: the masked CRC-32C of each length as a header stores it."""
    return length_crcs(np.arange(LENGTHS, dtype="<u8").view(np.uint8).reshape(-1, 8))
