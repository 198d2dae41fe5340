"""The command as a user runs it: a process, its words and its exit."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import writer
from scopeboard import __version__
from served import PATIENCE, dashboard


def test_prints_its_address_first_and_serves_the_log(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2, 3]}))
    with dashboard(str(tmp_path), "--port", "0") as board:
        assert re.fullmatch(
            rf"Scopeboard {re.escape(__version__)} at http://localhost:\d+/ "
            r"\(Press CTRL\+C to quit\)\n",
            board.line,
        )
        assert board.wait_until_read()["loading"]["points"] == 3
        board.process.send_signal(signal.SIGTERM)
        assert board.process.wait(PATIENCE) == 0


def test_ends_quietly_on_ctrl_c(tmp_path: Path) -> None:
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
        board.process.send_signal(signal.SIGINT)
        assert board.process.wait(PATIENCE) == 0
        assert board.process.stderr
        assert "Traceback" not in board.process.stderr.read()


def test_a_missing_directory_starts_anyway_and_fills_by_itself(tmp_path: Path) -> None:
    logs = tmp_path / "later"
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.1") as board:
        found = board.wait_until_read()
        assert found["log_directories"][0]["exists"] is False
        writer.write_run(logs, "a", writer.scalar_file({"x": [1]}))
        deadline = monotonic() + PATIENCE
        while board.status()["loading"]["points"] == 0:
            assert monotonic() < deadline
            sleep(0.05)


def test_a_busy_port_is_a_sentence_and_a_failure(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with dashboard(str(tmp_path), "--port", str(port)) as board:
            assert board.line == ""
            assert board.process.wait(PATIENCE) == 2
            assert board.process.stderr
            message = board.process.stderr.read()
    assert message.startswith(f"dashboard: Port {port} is in use")
    assert "Traceback" not in message


def test_the_log_directory_is_never_written_to(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    before = sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*"))
    with dashboard(str(tmp_path), "--port", "0") as board:
        board.wait_until_read()
    assert sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*")) == before
    assert os.access(path, os.R_OK)


def test_nothing_heavy_is_loaded_before_the_address_is_printed() -> None:
    program = "import sys, scopeboard.cli; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert not {"numpy", "fastapi", "google.protobuf"} & set(loaded)
