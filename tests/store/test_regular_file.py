"""Only regular files are opened, and nothing is waited for."""

import os
import socket
from pathlib import Path

import pytest

from platforms import needs_links, needs_pipes
from scopeboard.store.regular_file import open_regular
from scopeboard.system.files import read_at


@needs_links
def test_a_regular_file_is_read_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"bytes")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        with open_regular(tmp_path / name) as file:
            assert read_at(file.fileno(), 3, 1) == b"yte"


@needs_pipes
def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="not a regular file"):
        open_regular(tmp_path / "pipe")


@needs_links
def test_so_is_all_else(tmp_path: Path) -> None:
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
