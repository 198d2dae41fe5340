"""Blobs: values that stay in their event file until somebody looks at them."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.record import NEED_DATA, Damage, RecordReader
from scopeboard.store.names import shown
from scopeboard.store.regular_file import open_regular

_CHECKSUM_BYTES: Final = 4  # at the end of each record


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

    Raises:
        NotFoundError: the file is gone or cannot be read now.
        DamagedDataError: the bytes there are no longer the record that was indexed.
    """
    reader = RecordReader(ref.offset)
    reader.feed(_read(ref, 0, ref.length))
    record = reader.next(settled=True)
    if record is NEED_DATA or isinstance(record, Damage):
        name = shown(ref.path.name)
        raise DamagedDataError(f"{name} changed at byte {ref.offset}; reload the page.")
    return record.payload


def read_checksum(ref: BlobRef) -> bytes:
    """Read the checksum at the end of that record: it changes when the payload does.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
    """
    return _read(ref, ref.length - _CHECKSUM_BYTES, _CHECKSUM_BYTES)


def _read(ref: BlobRef, start: int, length: int) -> bytes:
    """Read bytes of the record, or fewer where the file ends."""
    try:
        with open_regular(ref.path) as file:
            return os.pread(file.fileno(), length, ref.offset + start)
    except OSError as error:
        raise NotFoundError(f"{shown(ref.path.name)} cannot be read: {error.strerror}.") from error
