"""What the terminal is told."""

import sys
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the address is printed by way of this module, before NumPy is loaded
    from scopeboard.store.store import Store


class TerminalReporter:
    """Says on the terminal what was found and when all of it was read, once each."""

    def __init__(self, store: "Store") -> None:
        self._store = store
        self._started = monotonic()

    def found(self) -> None:
        """Say what the log directory holds."""
        progress = self._store.progress
        runs, size = counted(progress.runs, "run"), plain_size(progress.bytes_total)
        say(f"found {runs}, {size}; reading...")

    def ready(self) -> None:
        """Say what was read, and how long it took since the start."""
        progress = self._store.progress
        counts = (
            counted(progress.runs, "run"),
            counted(len(self._store.tags()), "tag"),
            counted(progress.points, "point"),
        )
        seconds = monotonic() - self._started
        say(f"ready: {', '.join(counts)} ({seconds:.1f} s)")


def say(sentence: str) -> None:
    """Print a line for a person, beside the standard output that programs read.

    A terminal that has gone away, or a pipe that nobody reads any more, stops nothing.
    """
    with suppress(OSError):
        print(sentence, file=sys.stderr, flush=True)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 run`, `1,000 runs`."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def plain_size(size: int) -> str:
    """Return a number of bytes as people say it, in decimal units: `1.8 GB`."""
    units = ("bytes", "kB", "MB", "GB", "TB")
    power = min((len(str(size)) - 1) // 3, len(units) - 1)
    return f"{size / 1000**power:.1f} {units[power]}" if power else f"{size} bytes"
