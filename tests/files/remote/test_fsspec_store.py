"""Other addresses are read by fsspec, here with its file system in memory."""

from collections.abc import Iterator
from pathlib import Path

import fsspec
import pytest

from scopeboard.files.remote.address import parse_address
from scopeboard.files.remote.fsspec_store import reads_scheme
from scopeboard.files.remote.stores import forget_stores
from tools import writer
from tools.loading import Log

ONE, TWO = writer.scalar_file({"x": [1, 2]}), writer.event(2, writer.tf1_scalar("x", 3))


@pytest.fixture
def files() -> Iterator[fsspec.AbstractFileSystem]:
    found = fsspec.filesystem("memory")
    yield found
    found.store.clear()
    forget_stores()


def test_logs_are_read_and_followed(files: fsspec.AbstractFileSystem) -> None:
    path = f"/some/logs/run/{writer.FILE_NAME}"
    files.pipe_file(path, ONE)
    log = Log(Path(), place=parse_address("memory://some/logs"))
    log.load()
    assert log.values("run", "x") == [1, 2]
    files.pipe_file(path, ONE + TWO)
    log.load()
    assert log.values("run", "x") == [1, 2, 3]
    assert not log.runs()["run"].warnings
    files.rm_file(path)
    files.pipe_file("/some/logs/other", b"")
    log.load()
    assert not log.runs()


def test_only_what_is_installed_is_read() -> None:
    assert reads_scheme("memory")
    assert not reads_scheme("smb")
    assert not reads_scheme("whatever")
