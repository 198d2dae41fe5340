"""Values are read from their records, or the error has the reason."""

import os
from pathlib import Path

import pytest

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.store.format.blobs import BlobRef, read_checksum, read_payload
from tools import writer
from tools.platforms import needs_pipes

PAYLOAD = b"payload"


@pytest.fixture
def ref(tmp_path: Path) -> BlobRef:
    """Return the reference of a record that follows another."""
    before, record = writer.version(), writer.record(PAYLOAD)
    (tmp_path / "file").write_bytes(before + record + writer.version())
    return BlobRef(tmp_path / "file", len(before), len(record), 0, 0, 0.0)


def test_a_payload_and_its_checksum(ref: BlobRef) -> None:
    assert read_payload(ref) == PAYLOAD
    assert read_checksum(ref) == writer.masked(PAYLOAD)


def test_a_file_that_is_gone_is_an_error_with_a_sentence(ref: BlobRef) -> None:
    Path(str(ref.path)).unlink()
    for read in (read_payload, read_checksum):
        with pytest.raises(NotFoundError, match=r"^file cannot be read: .*\.$"):
            read(ref)


def test_a_file_that_ends_early_is_damaged_and_has_no_checksum(ref: BlobRef) -> None:
    os.truncate(str(ref.path), ref.offset + 3)
    assert read_checksum(ref) == b""
    with pytest.raises(DamagedDataError, match=r"\.$"):
        read_payload(ref)


@needs_pipes
def test_a_pipe_in_place_of_a_file_blocks_no_reader(ref: BlobRef) -> None:
    Path(str(ref.path)).unlink()
    os.mkfifo(str(ref.path))
    held = os.open(str(ref.path), os.O_RDWR)  # so that a reader that does open it can be seen to
    try:
        with pytest.raises(NotFoundError, match="not a regular file"):
            read_payload(ref)
    finally:
        os.close(held)
