"""Blobs: values that stay in their event file until somebody looks at them."""

import os
from dataclasses import dataclass
from pathlib import Path

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.crc import masked_crc32c
from scopeboard.events.header_search import HEADER_BYTES
from scopeboard.events.record import FOOTER_BYTES, whole_length
from scopeboard.store.names import shown
from scopeboard.store.regular_file import open_regular


@dataclass(frozen=True, slots=True)
class BlobRef:
    """Where one value is: the record at `offset` of `path`, and its position in the summary.

    `wall_time` is in seconds since the epoch; `length` in bytes, framing included.
    """

    path: Path
    offset: int
    length: int
    value_index: int
    step: int
    wall_time: float


def read_payload(ref: BlobRef) -> bytes:
    """Read the payload of the record that holds a blob, its checksums verified.

    It may be long: nothing is held of it but what is returned.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
        DamagedDataError: the bytes there are no longer the record that was indexed.
    """
    header = _read(ref, 0, HEADER_BYTES)
    if len(header) < HEADER_BYTES or whole_length(header) != ref.length:
        raise _changed(ref)
    payload = _read(ref, HEADER_BYTES, ref.length - HEADER_BYTES - FOOTER_BYTES)
    if masked_crc32c(payload).to_bytes(FOOTER_BYTES, "little") != read_checksum(ref):
        raise _changed(ref)
    return payload


def read_checksum(ref: BlobRef) -> bytes:
    """Read the checksum at the end of that record: it changes when the payload does.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
    """
    return _read(ref, ref.length - FOOTER_BYTES, FOOTER_BYTES)


def _changed(ref: BlobRef) -> DamagedDataError:
    name = shown(ref.path.name)
    return DamagedDataError(f"{name} changed at byte {ref.offset}; reload the page.")


def _read(ref: BlobRef, start: int, length: int) -> bytes:
    """Read bytes of the record, or fewer where the file ends."""
    try:
        with open_regular(ref.path) as file:
            return os.pread(file.fileno(), length, ref.offset + start)
    except OSError as error:
        raise NotFoundError(f"{shown(ref.path.name)} cannot be read: {error.strerror}.") from error
