"""A sorted table: texts by keys, in the file format of LevelDB, which TensorFlow's indexes have.

https://github.com/google/leveldb/blob/main/doc/table_format.md
"""

from collections.abc import Iterator
from typing import Final

from scopeboard.errors import DamagedDataError
from scopeboard.events.buffer.crc32c import masked_crc32c
from scopeboard.protowire.fields import WireFormatError, varint_at

_FOOTER_BYTES: Final = 48
_MAGIC: Final = bytes.fromhex("57fb808b247547db")
_TRAILER_BYTES: Final = 5
_UNCOMPRESSED: Final = 0
_UINT32_BYTES: Final = 4


def read_table(table: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys and values of a table in ascending order of keys.

    Raises:
        DamagedDataError: it is not such a table, was cut, or a checksum is wrong; or its blocks are
            compressed, which TensorFlow's savers do not do.
    """
    if len(table) < _FOOTER_BYTES or not table.endswith(_MAGIC):
        raise DamagedDataError("It is not an index of a checkpoint, or was cut.")
    footer = table[-_FOOTER_BYTES:]
    try:
        _, _, at = _handle_at(footer, 0)  # of the filters, which TensorFlow does not write
        offset, size, _ = _handle_at(footer, at)
        for _, handle in _entries(_block(table, offset, size)):
            offset, size, _ = _handle_at(handle, 0)
            yield from _entries(_block(table, offset, size))
    except WireFormatError as error:
        raise DamagedDataError("The index of the checkpoint is damaged.") from error


def _handle_at(data: bytes, at: int) -> tuple[int, int, int]:
    """Return offset and size of a block from its handle at `at`, and the offset after it."""
    offset, at = varint_at(data, at, len(data))
    size, at = varint_at(data, at, len(data))
    return offset, size, at


def _block(table: bytes, offset: int, size: int) -> bytes:
    end = offset + size
    content, trailer = table[offset:end], table[end : end + _TRAILER_BYTES]
    if len(content) < max(size, _UINT32_BYTES) or len(trailer) < _TRAILER_BYTES:
        raise DamagedDataError("The index of the checkpoint is damaged: a block lies outside.")
    if masked_crc32c(content + trailer[:1]) != int.from_bytes(trailer[1:], "little"):
        raise DamagedDataError("The index of the checkpoint is damaged: a checksum is wrong.")
    if trailer[0] != _UNCOMPRESSED:
        raise DamagedDataError("The index of the checkpoint is compressed, which is not read.")
    return content


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the entries of a block; a key has its first bytes in common with the one before."""
    restarts = int.from_bytes(block[-_UINT32_BYTES:], "little")
    end = len(block) - _UINT32_BYTES * (restarts + 1)
    key, at = b"", 0
    while at < end:
        common, at = varint_at(block, at, end)
        rest, at = varint_at(block, at, end)
        size, at = varint_at(block, at, end)
        after = at + rest + size
        if common > len(key) or after > end:
            raise WireFormatError(at, "entry does not fit")
        key = key[:common] + block[at : at + rest]
        yield key, block[at + rest : after]
        at = after
