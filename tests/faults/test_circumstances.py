"""Unlucky circumstances, on a running dashboard: nothing is lost, and it recovers by itself."""

import os
import socket
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep
from urllib.parse import urlsplit

from api.everything import write_everything
from tools import writer
from tools.served import PATIENCE, Dashboard, dashboard

from .asked import all_requests, ask_all, without_varying
from .logs import assert_all_is_served, assert_all_is_served_soon, copy_runs, scalar_events

FEW_DESCRIPTORS = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
MORE_THAN_DESCRIPTORS = 100


def test_64_descriptors_suffice_and_more_connections_than_that_end_nothing(tmp_path: Path) -> None:
    write_everything(tmp_path)
    copy_runs(tmp_path, runs=100, steps=50)
    with dashboard(str(tmp_path), "--port", "0", before=FEW_DESCRIPTORS) as board:
        assert_all_is_served(board, tmp_path)
        requests = all_requests(board)
        alone = without_varying(ask_all(board, requests))
        where = urlsplit(board.url)
        with ExitStack() as stack:
            for _ in range(MORE_THAN_DESCRIPTORS):
                address = (where.hostname, where.port)
                stack.enter_context(socket.create_connection(address, PATIENCE))
        assert without_varying(ask_all(board, requests)) == alone


def test_idle_connections_leave_room_for_others_and_hardly_any_log(tmp_path: Path) -> None:
    copy_runs(tmp_path, runs=3, steps=50)
    with dashboard(str(tmp_path), "--port", "0", before=FEW_DESCRIPTORS) as board:
        assert_all_is_served(board, tmp_path)
        where = urlsplit(board.url)
        with ExitStack() as stack:
            for at in range(3 * MORE_THAN_DESCRIPTORS):
                address = (where.hostname, where.port)
                idle = stack.enter_context(socket.create_connection(address, PATIENCE))
                idle.sendall(b"nonsense\r\n\r\n" if at % 3 else b"")
                if at % 100 == 0:
                    assert board.status()["loading"]["runs"] == 3
        assert_all_is_served(board, tmp_path)
        board.process.terminate()
        _, errors = board.process.communicate(timeout=PATIENCE)
    said = [line for line in errors.splitlines() if not line.startswith(("found", "ready"))]
    assert len(said) <= 4, said
    assert not any("Traceback" in line for line in said)


def test_a_log_directory_that_disappears_and_comes_back(tmp_path: Path) -> None:
    logs, elsewhere = tmp_path / "logs", tmp_path / "elsewhere"
    copy_runs(logs, runs=3, steps=100)
    with dashboard(str(logs), "--port", "0", "--reload_interval", "1") as board:
        assert_all_is_served(board, logs)
        logs.rename(elsewhere)
        wait_for(lambda: not directory_of(board)["exists"])
        with (elsewhere / "run0000" / writer.FILE_NAME).open("ab") as file:
            file.write(scalar_events(range(100, 120)))
        copy_runs(elsewhere / "more", runs=1, steps=10)
        elsewhere.rename(logs)
        wait_for(lambda: bool(directory_of(board)["exists"]))
        wait_for(lambda: board.status()["loading"]["runs"] == 4)
        assert_all_is_served_soon(board, logs)


def test_a_file_from_the_future_is_followed_when_the_clock_is_set_back(tmp_path: Path) -> None:
    """To files, a clock that was set back looks as if they had been written in the future."""
    file = writer.write_run(tmp_path, "a", writer.version() + scalar_events(range(10)))
    os.utime(file, (4e9, 4e9))
    with dashboard(str(tmp_path), "--port", "0", "--reload_interval", "1") as board:
        assert_all_is_served(board, tmp_path)
        with file.open("ab") as opened:
            opened.write(scalar_events(range(10, 20)))  # now, which is long before
        wait_for(lambda: board.status()["loading"]["points"] == 40)
        assert_all_is_served(board, tmp_path)


def directory_of(board: Dashboard) -> dict[str, object]:
    """Return what the status says of the log directory."""
    (found,) = board.status()["log_directories"]
    assert isinstance(found, dict)
    return found


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    deadline = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < deadline
        sleep(0.05)
