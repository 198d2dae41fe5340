"""Files at an offset, and what is tried again while another program has a file open."""

import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.system import files, positioned
from scopeboard.system.files import (
    open_for_reading,
    open_for_writing,
    open_regular,
    read_at,
    replace,
    retried,
)
from tools.platforms import needs_links, needs_pipes

Read = Callable[[int, int, int], bytes]
Write = Callable[[int, bytes, int], int]


class SharingError(PermissionError):
    """What Windows raises while another program has a file open."""

    winerror = 32


@pytest.mark.parametrize("read_at", [files.read_at, positioned.read_at])
def test_threads_that_share_a_descriptor_read_each_its_own(tmp_path: Path, read_at: Read) -> None:
    (tmp_path / "file").write_bytes(b"".join(b"%06d" % number for number in range(5000)))
    descriptor = open_for_reading(tmp_path / "file")
    with ThreadPoolExecutor(8) as pool, os.fdopen(descriptor, "rb"):
        pieces = list(pool.map(lambda number: read_at(descriptor, 6, 6 * number), range(5000)))
    assert pieces == [b"%06d" % number for number in range(5000)]


@given(data=st.binary(max_size=40), offset=st.integers(0, 50), length=st.integers(0, 50))
def test_both_ways_read_the_same(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, offset: int, length: int
) -> None:
    path = tmp_path_factory.mktemp("same") / "file"
    path.write_bytes(data)
    with os.fdopen(open_for_reading(path), "rb") as file:
        wanted = data[offset : offset + length]
        for module in (files, positioned):
            buffer = bytearray(length)
            assert module.read_at(file.fileno(), length, offset) == wanted
            assert module.read_into(file.fileno(), memoryview(buffer), offset) == len(wanted)
            assert buffer[: len(wanted)] == wanted


@pytest.mark.parametrize("write_at", [files.write_at, positioned.write_at])
def test_lines_are_written_as_they_are_at_any_offset(tmp_path: Path, write_at: Write) -> None:
    with os.fdopen(open_for_writing(tmp_path / "file"), "wb") as file:
        assert write_at(file.fileno(), b"d\r\n\x1a", 3) == 4
        assert write_at(file.fileno(), b"a\nc", 0) == 3
    assert (tmp_path / "file").read_bytes() == b"a\ncd\r\n\x1a"


def test_a_file_that_must_be_new_replaces_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"there")
    with pytest.raises(FileExistsError):
        open_for_writing(tmp_path / "file", must_be_new=True)
    with os.fdopen(open_for_writing(tmp_path / "file", truncate=True), "wb"):
        assert (tmp_path / "file").read_bytes() == b""


def failing(errors: Iterator[OSError]) -> Callable[[], str]:
    """Return what raises errors first and then works."""

    def action() -> str:
        for error in errors:
            raise error
        return "done"

    return action


def test_what_another_program_has_open_is_tried_again() -> None:
    assert retried(failing(iter([SharingError(), SharingError()]))) == "done"


def test_but_not_for_ever() -> None:
    with pytest.raises(SharingError):
        retried(failing(SharingError() for _ in range(100)))


def test_no_other_error_is_waited_for() -> None:
    errors = iter([PermissionError("not yours"), PermissionError("nor this")])
    with pytest.raises(PermissionError, match="not yours"):
        retried(failing(errors))
    assert len(list(errors)) == 1


def test_a_file_takes_the_place_of_another(tmp_path: Path) -> None:
    for name in ("old", "new"):
        (tmp_path / name).write_text(name, "utf-8")
    replace(tmp_path / "new", tmp_path / "old")
    assert [path.read_text("utf-8") for path in tmp_path.iterdir()] == ["new"]


@needs_links
def test_a_regular_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"bytes")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        descriptor, status = open_regular(tmp_path / name)
        assert (read_at(descriptor, 3, 1), status.st_size) == (b"yte", 5)
        os.close(descriptor)


@needs_pipes
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path / "pipe")


@needs_links
def test_so_is_all_else_that_is_no_regular_file(tmp_path: Path) -> None:
    with socket.socket(
        getattr(socket, "AF_UNIX", None) or pytest.skip("no such sockets")
    ) as listener:
        listener.bind(str(tmp_path / "socket"))
        (tmp_path / "loop").symlink_to("loop")
        for place in (
            tmp_path,
            tmp_path / "socket",
            tmp_path / "loop",
            tmp_path / "no",
            "/dev/null",
        ):
            with pytest.raises(OSError, match=r"\w"):
                open_regular(Path(place))
