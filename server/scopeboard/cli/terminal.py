"""Lines on the terminal."""

import os
import sys
from time import monotonic
from typing import TYPE_CHECKING, Final

from scopeboard.number_text import counted, plain_size, plain_time
from scopeboard.system.console import erase_line, say, write

if TYPE_CHECKING:  # the address is printed by way of this module, before NumPy is loaded
    from scopeboard.store.progress import Progress
    from scopeboard.store.store import Store

_LINE_SECONDS: Final = 0.2  # between two states of the line that is rewritten


class TerminalReporter:
    """Says what was found, and when all of it was read, once each.

    On a terminal a line in between, rewritten in place, says how far reading is.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._started = monotonic()
        self._is_terminal = _is_terminal()
        self._line_at: float | None = None
        self._is_ready = False

    def found(self) -> None:
        """Say what the log directory holds."""
        progress = self._store.progress
        runs, size = counted(progress.runs, "run"), plain_size(progress.bytes_total)
        if not self._is_terminal:
            say(f"found {runs}, {size}; reading...")
        for searched in self._store.searched:
            if searched.too_deep:
                say(f"warning: {searched.too_deep_message}")
            if searched.absence:
                say(f"{searched.path}: {searched.absence.message}")

    def progressed(self) -> None:
        """Say how far reading is, on a terminal, the first time and now and then."""
        now = monotonic()
        is_due = self._line_at is None or now - self._line_at >= _LINE_SECONDS
        if self._is_terminal and is_due and not self._is_ready:
            self._line_at = now
            columns = _columns()
            line = progress_line(self._store.progress)[: columns - 1]
            write(erase_line(columns) + line)

    def ready(self) -> None:
        """Say what was read, and how long it took since the start."""
        progress = self._store.progress
        counts = (
            counted(progress.runs, "run"),
            counted(self._store.snapshot().count_tags(), "tag"),
            counted(progress.points, "point"),
        )
        seconds = monotonic() - self._started
        self._is_ready = True
        if self._line_at is not None:
            write(erase_line(_columns()))
        say(f"ready: {', '.join(counts)} ({seconds:.1f} s)")


def progress_line(progress: "Progress") -> str:
    """Return how far reading is as one line: `reading 45 % of 1.8 GB, 310.0 MB/s, 3 s left`."""
    share = progress.bytes_done / progress.bytes_total if progress.bytes_total else 0.0
    parts = [f"reading {share:.0%} of {plain_size(progress.bytes_total)}".replace("%", " %")]
    if progress.rate:
        parts.append(f"{plain_size(round(progress.rate))}/s")
    if progress.remaining is not None:
        parts.append(f"{plain_time(progress.remaining)} left")
    return ", ".join(parts)


def _is_terminal() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
