"""Sorted tables as LevelDB and TensorFlow write them."""

from collections.abc import Sequence

from scopeboard.events.buffer.crc32c import masked_crc32c
from scopeboard.protowire.fields import encode_varint

MAGIC = bytes.fromhex("57fb808b247547db")


def table(entries: Sequence[tuple[bytes, bytes]], *, a_block: int = 3, a_restart: int = 2) -> bytes:
    """Return a table of `entries` in the order of their keys, with so many in each block."""
    written = b""
    handles = []
    for begin in range(0, len(entries), a_block):
        block = _block(entries[begin : begin + a_block], a_restart)
        handles.append(
            (entries[min(begin + a_block, len(entries)) - 1][0], _handle(written, block))
        )
        written += sealed(block)
    filters = _handle(written, _block([], 1))
    written += sealed(_block([], 1))
    index = _block(handles, 1)
    footer = (filters + _handle(written, index)).ljust(40, b"\0") + MAGIC
    return written + sealed(index) + footer


def sealed(block: bytes, kind: int = 0) -> bytes:
    """Return a block with its kind and its checksum."""
    content = block + bytes([kind])
    return content + masked_crc32c(content).to_bytes(4, "little")


def _handle(written: bytes, block: bytes) -> bytes:
    return encode_varint(len(written)) + encode_varint(len(block))


def _block(entries: Sequence[tuple[bytes, bytes]], a_restart: int) -> bytes:
    block, restarts, last = b"", [0], b""
    for at, (key, value) in enumerate(entries):
        common = 0
        if at % a_restart:
            while common < min(len(key), len(last)) and key[common] == last[common]:
                common += 1
        elif at:
            restarts.append(len(block))
        sizes = (common, len(key) - common, len(value))
        block += b"".join(map(encode_varint, sizes)) + key[common:] + value
        last = key
    return block + b"".join(each.to_bytes(4, "little") for each in [*restarts, len(restarts)])
