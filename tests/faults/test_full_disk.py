"""An index that cannot be written costs the next start its speed, and this one nothing."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.platforms import needs_shell
from tools.served import dashboard

from .logs import assert_all_is_served, copy_runs

SMALL_FILES = ["sh", "-c", 'ulimit -f 64; exec "$@"', "sh"]  # as if a disk took 32 kB
MOUNTED = ["unshare", "--mount", "sh", "-c"]


def may_mount() -> bool:
    """Tell whether this user may mount what only one process sees."""
    if os.name != "posix" or os.geteuid() != 0:
        return False
    try:
        words = [*MOUNTED, "mount -t tmpfs none /mnt"]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


needs_mount = pytest.mark.skipif(not may_mount(), reason="mounting is not allowed here")


def assert_served_with_a_notice(
    tmp_path: Path, index: Path, before: Sequence[str] = (), processes: str = "0"
) -> None:
    """Read a log that needs megabytes of index: all is served, and the status says it."""
    logs = tmp_path / "logs"
    copy_runs(logs, runs=10, steps=1000)
    arguments = [str(logs), "--port", "0", "--index_dir", str(index)]
    arguments += ["--load_processes", processes]
    with dashboard(*arguments, before=before) as board:
        assert_all_is_served(board, logs)
        status = board.status()
    assert status["index"]["state"] != "kept"
    assert any(notice["message"].endswith(".") for notice in status["notices"])


@needs_shell
@pytest.mark.parametrize("processes", ["0", "2"])
def test_no_file_may_grow(tmp_path: Path, processes: str) -> None:
    assert_served_with_a_notice(tmp_path, tmp_path / "index", SMALL_FILES, processes)


@needs_mount
@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_full_disk(tmp_path: Path, processes: str) -> None:
    index = tmp_path / "index"
    index.mkdir()
    small_disk = f'mount -t tmpfs -o size=100k none "{index}" && exec "$@"'
    assert_served_with_a_notice(tmp_path, index, [*MOUNTED, small_disk, "sh"], processes)


@needs_mount
def test_a_read_only_disk(tmp_path: Path) -> None:
    index = tmp_path / "index"
    index.mkdir()
    read_only = f'mount -t tmpfs -o ro none "{index}" && exec "$@"'
    assert_served_with_a_notice(tmp_path, index, [*MOUNTED, read_only, "sh"])


def test_a_file_where_the_index_should_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    assert_served_with_a_notice(tmp_path, tmp_path / "file" / "index")


@needs_shell
def test_a_place_where_nothing_can_be_made(tmp_path: Path) -> None:
    assert_served_with_a_notice(tmp_path, Path("/proc/scopeboard"))
