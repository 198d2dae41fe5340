"""The command as a user runs it: a process, its words and its exit."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from urllib.request import urlopen

import writer
from scopeboard import __version__


@contextmanager
def dashboard(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start the command; give the line it prints first and the process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scopeboard", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    try:
        yield process.stdout.readline(), process
    finally:
        process.kill()
        process.communicate()


def url_in(line: str) -> str:
    match = re.search(r"http://\S+", line)
    assert match, line
    return match.group()


def status(url: str) -> dict[str, object]:
    with urlopen(f"{url}api/status") as answer:
        found: dict[str, object] = json.load(answer)
    return found


def wait_until_ready(url: str) -> dict[str, object]:
    deadline = monotonic() + 20
    while monotonic() < deadline:
        found = status(url)
        if found["loading"]["state"] == "ready" and found["log_directories"]:  # type: ignore[index]
            return found
        sleep(0.05)
    raise AssertionError(found)


def test_prints_its_address_first_and_serves_the_log(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1, 2, 3]}))
    with dashboard(str(tmp_path), "--port", "0") as (line, process):
        assert re.fullmatch(
            rf"Scopeboard {re.escape(__version__)} at http://localhost:\d+/ "
            r"\(Press CTRL\+C to quit\)\n",
            line,
        )
        assert wait_until_ready(url_in(line))["loading"]["points"] == 3  # type: ignore[index]
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0


def test_ends_quietly_on_ctrl_c(tmp_path: Path) -> None:
    with dashboard(str(tmp_path), "--port", "0") as (line, process):
        wait_until_ready(url_in(line))
        process.send_signal(signal.SIGINT)
        assert process.wait(5) == 0
        assert process.stderr
        assert "Traceback" not in process.stderr.read()


def test_a_missing_directory_starts_anyway_and_fills_by_itself(tmp_path: Path) -> None:
    logs = tmp_path / "later"
    with dashboard(str(logs), "--port", "0", "--reload_interval", "0.1") as (line, _):
        found = wait_until_ready(url_in(line))
        assert found["log_directories"][0]["exists"] is False  # type: ignore[index]
        writer.write_run(logs, "a", writer.scalar_file({"x": [1]}))
        deadline = monotonic() + 20
        while status(url_in(line))["loading"]["points"] == 0:  # type: ignore[index]
            assert monotonic() < deadline
            sleep(0.05)


def test_a_busy_port_is_a_sentence_and_a_failure(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with dashboard(str(tmp_path), "--port", str(port)) as (line, process):
            assert line == ""
            assert process.wait(20) == 2
            assert process.stderr
            message = process.stderr.read()
    assert message.startswith(f"dashboard: Port {port} is in use")
    assert "Traceback" not in message


def test_the_log_directory_is_never_written_to(tmp_path: Path) -> None:
    path = writer.write_run(tmp_path, "a", writer.scalar_file({"x": [1]}))
    before = sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*"))
    with dashboard(str(tmp_path), "--port", "0") as (line, _):
        wait_until_ready(url_in(line))
    assert sorted((str(p), p.stat().st_mtime_ns) for p in tmp_path.rglob("*")) == before
    assert os.access(path, os.R_OK)
