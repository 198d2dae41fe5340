"""Memory of a process and everything it has started, from Linux's /proc."""

import threading
from pathlib import Path
from types import TracebackType
from typing import Self

INTERVAL_SECONDS = 0.02
PROC = Path("/proc")


class PeakMemory:
    """Samples the resident memory of a process tree while it is entered.

    Shared pages count once per process, as in the figures of `ps` and `top`.
    """

    def __init__(self, pid: int) -> None:
        self.bytes = 0
        self._pid = pid
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _sample(self) -> None:
        while not self._ended.wait(INTERVAL_SECONDS):
            self.bytes = max(self.bytes, tree_bytes(self._pid))


def tree_bytes(pid: int) -> int:
    """Return the resident memory of a process and its descendants, in bytes; 0 without /proc."""
    return _resident_bytes(pid) + sum(tree_bytes(child) for child in _children(pid))


def _resident_bytes(pid: int) -> int:
    try:
        lines = (PROC / str(pid) / "status").read_text().splitlines()
    except OSError:
        return 0  # it has ended since it was listed
    kibibytes = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return 1024 * int(next(kibibytes, 0))


def _children(pid: int) -> list[int]:
    """Return the processes started by any thread of `pid`."""
    try:
        threads = list((PROC / str(pid) / "task").iterdir())
        return [int(word) for task in threads for word in (task / "children").read_text().split()]
    except OSError:
        return []
