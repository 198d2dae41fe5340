"""Lines on the terminal."""

import os
import sys
from time import monotonic
from typing import TYPE_CHECKING, Final

from scopeboard.number_text import counted, plain_size, plain_time
from scopeboard.system.console import erase_line, is_for_people, say, write

if TYPE_CHECKING:  # this module prints the address before NumPy is loaded
    from scopeboard.store.progress import Progress
    from scopeboard.store.store import Store

_LINE_SECONDS: Final = 0.2  # between two updates of the progress line


class TerminalReporter:
    """Prints the contents of the log directory, and a summary once all of it is read.

    On a terminal, a progress line between them is rewritten in place.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._started = monotonic()
        self._is_terminal = is_for_people()
        self._line_at: float | None = None
        self._is_ready = False

    def walked(self) -> None:
        """Print the contents of the log directory."""
        progress = self._store.progress
        runs, size = counted(progress.runs, "run"), plain_size(progress.bytes_total)
        if not self._is_terminal:
            say(f"found {runs}, {size}; reading...")
        for searched in self._store.searched:
            if searched.too_deep:
                say(f"warning: {searched.too_deep_message}", "warning")
            if searched.absence:
                say(f"{searched.path}: {searched.absence.message}")

    def progressed(self) -> None:
        """Update the progress line on a terminal, at a bounded rate."""
        now = monotonic()
        is_due = self._line_at is None or now - self._line_at >= _LINE_SECONDS
        if self._is_terminal and is_due and not self._is_ready:
            self._line_at = now
            columns = _columns()
            line = progress_line(self._store.progress)[: columns - 1]
            write(erase_line(columns) + line)

    def ready(self) -> None:
        """Print the number of runs, tags and points, and the time since the start."""
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
    """Return the progress line: `reading 45 % of 1.8 GB, 310.0 MB/s, 3 s left`."""
    share = progress.bytes_done / progress.bytes_total if progress.bytes_total else 0.0
    parts = [f"reading {share:.0%} of {plain_size(progress.bytes_total)}".replace("%", " %")]
    if progress.rate:
        parts.append(f"{plain_size(round(progress.rate))}/s")
    if progress.remaining is not None:
        parts.append(f"{plain_time(progress.remaining)} left")
    return ", ".join(parts)


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except OSError:
        return 80
