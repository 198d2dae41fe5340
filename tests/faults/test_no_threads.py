"""No memory for another thread: requests that need one get 503, and the server lives on."""

import re
import resource
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from api.everything import write_everything
from tools.served import PATIENCE, Dashboard, dashboard

pytestmark = pytest.mark.skipif(
    not hasattr(resource, "prlimit"), reason="only Linux limits another process"
)
CLIENTS = 40
REFUSED = 503
ROOM = 4 << 20  # bytes


def test_a_server_without_memory_for_threads(tmp_path: Path) -> None:
    write_everything(tmp_path)
    flags = ("--port", "0", "--load_processes", "0")
    with dashboard(str(tmp_path), *flags) as board:
        board.wait_until_read()
        assert board.answer("api/graphs")["graphs"]  # by one thread
        pid = board.process.pid
        before = resource.prlimit(pid, resource.RLIMIT_AS)
        leave_no_room(pid)
        found = statuses(board, "api/graphs")
        assert REFUSED in found
        assert found <= {200, REFUSED}
        assert statuses(board, "api/status") <= {200, REFUSED}
        resource.prlimit(pid, resource.RLIMIT_AS, before)
        for path in ("api/graphs", "api/status", "api/runs"):
            assert statuses(board, path) == {200}
        leave_no_room(pid)
        board.process.send_signal(signal.SIGTERM)
        assert board.process.wait(PATIENCE) == 0
        assert board.process.stderr
        words = board.process.stderr.read()
    assert "Traceback" not in words
    assert words.count("Requests are refused") <= 2


def leave_no_room(pid: int) -> None:
    """Let a process have as much more memory as requests take, and no stack of a thread."""
    found = re.search(r"VmSize:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found
    _, hard = resource.prlimit(pid, resource.RLIMIT_AS)
    resource.prlimit(pid, resource.RLIMIT_AS, (int(found[1]) * 1024 + ROOM, hard))


def statuses(board: Dashboard, path: str) -> set[int]:
    """Return with which statuses many clients at once are answered."""

    def ask(number: int) -> int:
        try:
            with urlopen(f"{board.url}{path}?nothing={number}", timeout=PATIENCE) as answer:
                answer.read()
                return int(answer.status)
        except HTTPError as error:
            with error:
                return error.code

    with ThreadPoolExecutor(CLIENTS) as pool:
        return {*Counter(pool.map(ask, range(5 * CLIENTS)))}
