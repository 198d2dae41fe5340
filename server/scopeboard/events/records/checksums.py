"""Verify the payload checksums of many small records at once.

CRC-32C is linear over bits: let R(X) be the register after X when it began with zeros, and Z(r, d)
the register r after d further zero bytes. Then R(AB) = Z(R(A), len(B)) ^ R(B). Of a record of n
payload bytes, all but R(payload) follows from n and the stored checksum, and R(payload) does
too if that checksum is right. So the register of a stretch of records follows from their lengths
and stored checksums alone:

    R(stretch) = XOR over records of Z(x, d + 4),  x = crc ^ stored ^ k(n)

where d is how many bytes of the stretch come after the record, crc the stored checksum unmasked,
and k(n) what the header and the CRC's preset contribute. The library computes the left side at the
speed of memory. If a stretch disagrees, its records are checked one by one; if it agrees, one
wrong record in it is impossible and several are as unlikely as a checksum that fits by chance.
"""

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scopeboard.events.buffer.crc32c import crc32c, masked_crc32c
from scopeboard.events.buffer.unaligned import Offsets, Unaligned
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES

_STRETCH_SHIFT: Final = 11  # stretches begin at most 2 KiB before their last record
_SMALL: Final = 1 << _STRETCH_SHIFT  # bytes; a longer record is checked by itself
_RADIX: Final = 64
_MASK_DELTA: Final = np.uint32(0xA282EAD8)


def failing_records(source: Unaligned, starts: Offsets, ends: Offsets) -> list[int]:
    """Return the indices of the records whose payload contradicts its checksum, ascending.

    `starts` and `ends` (int64 [n], ascending) are the offsets of records and of the bytes after.
    """
    if not len(starts):
        return []
    block, is_long = starts >> _STRETCH_SHIFT, ends - starts > _SMALL
    begins = np.ones(len(starts), bool)
    np.not_equal(block[1:], block[:-1], out=begins[1:])
    begins[1:] |= (starts[1:] != ends[:-1]) | is_long[1:] | is_long[:-1]
    first = np.flatnonzero(begins)  # record of each stretch; a long record is a stretch of its own
    last = np.append(first[1:], len(starts)) - 1

    begin, end = starts[first], ends[last]
    is_short = (end - begin <= 2 * _SMALL) & (ends[first] - begin <= _SMALL)
    data, spans = source.data, zip(begin[is_short].tolist(), end[is_short].tolist(), strict=True)
    crcs = np.fromiter((crc32c(data[a:b]) for a, b in spans), np.uint32, int(is_short.sum()))
    registers = crcs ^ _tables().zeros_crcs[(end - begin)[is_short]]
    after = np.repeat(end, last - first + 1) - ends
    expected = np.bitwise_xor.reduceat(_contributions(source, starts, ends, after), first)
    is_suspect = np.ones(len(first), bool)
    is_suspect[is_short] = registers != expected[is_short]

    failing = []
    for stretch in np.flatnonzero(is_suspect).tolist():
        for index in range(int(first[stretch]), int(last[stretch]) + 1):
            footer = int(ends[index]) - FOOTER_BYTES
            payload = data[int(starts[index]) + HEADER_BYTES : footer]
            if masked_crc32c(payload) != int(source.u32[footer]):
                failing.append(index)
    return failing


def _contributions(
    source: Unaligned, starts: Offsets, ends: Offsets, after: Offsets
) -> NDArray[np.uint32]:
    """Return what each record adds to the register of its stretch; anything for long records.

    `after` is the number of bytes of the stretch after the record.
    """
    tables = _tables()
    stored = source.u32[ends - FOOTER_BYTES]
    rotated = stored - _MASK_DELTA
    crc = (rotated >> np.uint32(17)) | (rotated << np.uint32(15))
    size = np.minimum(ends - starts, _SMALL)
    register = crc ^ stored ^ tables.frame_constants[size - HEADER_BYTES - FOOTER_BYTES]
    distance = np.minimum(after + FOOTER_BYTES, _RADIX * _RADIX - 1)
    register = _shifted(register, tables.near, distance & (_RADIX - 1))
    return _shifted(register, tables.far, distance >> 6)


def _shifted(
    register: NDArray[np.uint32], tables: NDArray[np.uint32], row: NDArray[np.int64]
) -> NDArray[np.uint32]:
    """Return each register after the number of zero bytes of its `row` of the tables."""
    octets = register.view(np.uint8).reshape(-1, 4)
    base = row << 10
    result = tables.take(base + octets[:, 0])
    for byte in range(1, 4):
        base += 256
        result ^= tables.take(base + octets[:, byte])
    return result


class _Tables(NamedTuple):
    """Tables of uint32.

    `near` and `far` are flat tables of [64, 4, 256]: the register after d, and after 64 d, zero
    bytes, for each byte of the register; the register is the XOR of its four entries.
    `frame_constants` has k(n) for every payload length of a small record, `zeros_crcs` the CRC-32C
    of n zero bytes for every size of a stretch of small records.
    """

    near: NDArray[np.uint32]
    far: NDArray[np.uint32]
    frame_constants: NDArray[np.uint32]
    zeros_crcs: NDArray[np.uint32]


@cache
def _tables() -> _Tables:
    zero = crc32c(b"\0")
    byte = np.array([crc32c(bytes([value])) ^ zero for value in range(256)], np.uint32)
    octets = np.arange(256, dtype=np.uint32) << np.array([[0], [8], [16], [24]], np.uint32)
    near = [octets.ravel()]
    for _ in range(_RADIX):
        near.append((near[-1] >> np.uint32(8)) ^ byte[near[-1] & np.uint32(255)])
    near_table = np.concatenate(near)
    far = [octets.ravel()]
    for _ in range(_RADIX - 1):
        far.append(_shifted(far[-1], near_table, np.full(1024, _RADIX)))
    constants = np.empty(_SMALL + 1, np.uint32)
    for length in range(_SMALL + 1):
        encoded, zeros = length.to_bytes(8, "little"), bytes(length)
        header = encoded + masked_crc32c(encoded).to_bytes(4, "little")
        contribution = crc32c(header + zeros) ^ crc32c(bytes(HEADER_BYTES) + zeros)
        constants[length] = crc32c(zeros) ^ contribution
    zeros_crcs = np.array([crc32c(bytes(n)) for n in range(2 * _SMALL + 1)], np.uint32)
    return _Tables(near_table[: _RADIX * 1024].copy(), np.concatenate(far), constants, zeros_crcs)
