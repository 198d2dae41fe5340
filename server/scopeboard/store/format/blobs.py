"""Blobs: values that stay in their event file and are read on demand."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, repeat
from typing import Final

from scopeboard.errors import DamagedDataError, NotFoundError, TooLargeError
from scopeboard.events.buffer.crc32c import masked_crc32c
from scopeboard.events.records.header_search import HEADER_BYTES
from scopeboard.events.records.record_reader import FOOTER_BYTES, record_length
from scopeboard.files.location import Location
from scopeboard.files.open_file import OpenFile
from scopeboard.files.opening import open_file
from scopeboard.system.file_names import display_name

MAX_RECORD_BYTES: Final = 64 << 20
"""The longest record that is read for one value in it."""


@dataclass(frozen=True, slots=True)
class BlobRef:
    """A reference to one value: the record at `offset` of `path`, and its index in the summary.

    `wall_time` is in seconds since the epoch; `length` in bytes, framing included. `head` is the
    checksum of the first bytes of the file when it was read: another file there has another.
    """

    path: Location
    offset: int
    length: int
    value_index: int
    step: int
    wall_time: float
    head: int = 0


def read_payload(ref: BlobRef, max_bytes: int = MAX_RECORD_BYTES) -> bytes:
    """Read the payload of the record that holds a blob, its checksums verified.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
        TooLargeError: the record is longer than `max_bytes` bytes.
        DamagedDataError: the record there is not the indexed one.
    """
    (payload,) = read_payloads([ref], max_bytes)
    if isinstance(payload, bytes):
        return payload
    raise payload


def read_payloads(
    refs: Iterable[BlobRef], max_bytes: int = MAX_RECORD_BYTES
) -> Iterator[bytes | NotFoundError | DamagedDataError]:
    """Yield the payload of each record, or the error; one payload is in memory at a time.

    A file is opened once for consecutive references to it.
    """
    for path, in_file in groupby(refs, lambda ref: ref.path):
        try:
            file = open_file(path)
        except OSError as error:
            yield from repeat(_unreadable(path, error), len(list(in_file)))
            continue
        with file:
            for ref in in_file:
                yield _payload(file, ref, max_bytes)


def read_checksum(ref: BlobRef) -> bytes:
    """Read the checksum at the end of a record; it changes with the payload.

    Raises:
        NotFoundError: the file is gone or cannot be read now.
    """
    try:
        with open_file(ref.path) as file:
            return file.read_at(FOOTER_BYTES, ref.offset + ref.length - FOOTER_BYTES)
    except OSError as error:
        raise _unreadable(ref.path, error) from error


def _payload(
    file: OpenFile, ref: BlobRef, max_bytes: int
) -> bytes | NotFoundError | DamagedDataError:
    if ref.length > max_bytes:
        position = f"{display_name(ref.path.name)}, byte {ref.offset}"
        return TooLargeError(
            f"{position}: the record has {ref.length / 1e6:.0f} MB, more than the limit of "
            f"{max_bytes / 1e6:.0f} MB."
        )
    start, end = ref.offset + HEADER_BYTES, ref.offset + ref.length - FOOTER_BYTES
    try:
        header = file.read_at(HEADER_BYTES, ref.offset)
        payload = file.read_at(end - start, start)
        checksum = file.read_at(FOOTER_BYTES, end)
    except OSError as error:
        return _unreadable(ref.path, error)
    is_header = len(header) == HEADER_BYTES and record_length(header) == ref.length
    if is_header and masked_crc32c(payload).to_bytes(FOOTER_BYTES, "little") == checksum:
        return payload
    name = display_name(ref.path.name)
    return DamagedDataError(f"{name} changed at byte {ref.offset}; reload the page.")


def _unreadable(path: Location, error: OSError) -> NotFoundError:
    return NotFoundError(f"{display_name(path.name)} cannot be read: {error.strerror}.")
