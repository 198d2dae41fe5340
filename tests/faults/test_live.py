"""Growing logs: followed while they grow, by one server or by two that share an index."""

import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

from programs.bench import event_writer
from tools import writer
from tools.served import PATIENCE, Dashboard, dashboard

from .logs import assert_all_is_served, copy_runs

RATE, SECONDS = 500, 3


def start_writer(file: Path) -> "subprocess.Popen[bytes]":
    """Start a job that appends to an event file."""
    words = [sys.executable, event_writer.__file__, str(file), str(RATE), str(SECONDS)]
    return subprocess.Popen(words)


def points_of(board: Dashboard) -> int:
    """Return how many points are served."""
    found: int = board.status()["loading"]["points"]
    return found


def wait_for_points(board: Dashboard, points: int) -> None:
    """Wait until so many points are served."""
    deadline = monotonic() + PATIENCE
    while points_of(board) < points:
        assert monotonic() < deadline
        sleep(0.05)


def test_a_live_writer_is_followed(tmp_path: Path) -> None:
    file = writer.write_run(tmp_path, "live", writer.version())
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        seen = set()
        with start_writer(file) as job:
            while job.poll() is None:
                seen.add(points_of(board))
                sleep(0.1)
        wait_for_points(board, RATE * SECONDS)
        assert_all_is_served(board, tmp_path)
    assert seen - {0, RATE * SECONDS}  # bit by bit, and not only in the end


def test_two_servers_share_an_index_while_the_log_grows(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    copy_runs(logs, runs=5, steps=500)
    arguments = [str(logs), "--port", "0", "--index_dir", str(tmp_path / "index")]
    points = 5 * 500 * 2 + RATE * SECONDS
    with start_writer(writer.write_run(logs, "live", writer.version())) as job:
        with dashboard(*arguments) as first, dashboard(*arguments) as second:
            job.wait()
            for board in (first, second):
                wait_for_points(board, points)
                assert_all_is_served(board, logs)
        with dashboard(*arguments) as third:
            assert_all_is_served(third, logs)
