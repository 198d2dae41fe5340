"""A file of this machine is read at any offset, and as a stream."""

import subprocess
import sys
from io import BufferedReader
from pathlib import Path

import pytest

from scopeboard.files.opening import open_file, status_of
from tools import writer


def test_reads_at_an_offset_leave_the_stream_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"one\ntwo\nthree")
    buffer = bytearray(5)
    with open_file(tmp_path / "file") as file:
        lines = BufferedReader(file)
        assert lines.readline() == b"one\n"
        assert file.read_at(3, 4) == b"two"
        assert file.read_at(100, 8) == b"three"
        assert file.read_at(1, 13) == b""
        assert (file.read_into(memoryview(buffer), 11), bytes(buffer)) == (2, b"ee\0\0\0")
        assert lines.read() == b"two\nthree"
        assert file.status.st_size == 13


def test_logs_here_load_no_library_for_logs_elsewhere(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "run", writer.scalar_file({"x": [1]}))
    program = (
        "import sys, scopeboard; log = scopeboard.open(sys.argv[1], use_index=False)\n"
        "assert len(log.runs) == 1\n"
        "print(sorted({'obstore', 'fsspec', 'boto3'} & {*sys.modules}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_the_status_is_that_of_a_regular_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"bytes")
    assert status_of(str(tmp_path / "file")).st_size == 5
    with pytest.raises(FileNotFoundError):
        status_of(tmp_path / "none")
    with pytest.raises(OSError, match="not a regular file"):
        status_of(tmp_path)
