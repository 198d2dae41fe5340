"""Memory of a process tree over time."""

import threading
from types import TracebackType
from typing import Self

from tasks.process_tree import tree_bytes

INTERVAL_SECONDS = 0.02


class PeakMemory:
    """Samples the resident memory of a process tree within its context.

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
