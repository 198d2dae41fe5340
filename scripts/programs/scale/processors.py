"""The processors of a machine, which programs share, others among them."""

import os
from math import ceil
from pathlib import Path
from time import monotonic

from programs.scale.events import Loop, Process
from programs.scale.stations import Station
from tasks.process_tree import TICKS_PER_SECOND, tree_cpu_seconds

SLICE_SECONDS = 0.004  # of Linux, after which another program has its turn
_BUSY = (1, 2, 3, 6, 7)  # fields of /proc/stat: user, nice, system, interrupts of both kinds


class Processors:
    """Processors that work in slices, in turn for all who need one.

    Args:
        loop: has the time.
        count: how many there are; None for as many as are needed.
        others: how many of them other programs would use if nobody else did, a slice after the
            other; they have to wait, too.
        until: when these end.
    """

    def __init__(
        self, loop: Loop, count: int | None = None, others: float = 0.0, until: float = 0.0
    ) -> None:
        self._loop = loop
        self._station = Station(loop, count) if count else None
        for _ in range(ceil(others)):
            loop.start(self._other(others / ceil(others), until))

    def work(self, seconds: float) -> Process:
        """Use one for a time."""
        if self._station is None:
            yield self._loop.pause(seconds)
            return
        while seconds > 0:
            own = min(seconds, SLICE_SECONDS)
            yield self._loop.all_of([self._station.serve(own)])
            seconds -= own

    def _other(self, share: float, until: float) -> Process:
        while self._loop.now < until:
            yield self._loop.all_of([self.work(SLICE_SECONDS)])
            yield self._loop.pause(SLICE_SECONDS / share - SLICE_SECONDS)


class OtherPrograms:
    """Measures how many processors the programs of other people use, by /proc of Linux."""

    def __init__(self) -> None:
        self._begun, self._busy, self._own = monotonic(), _busy(), tree_cpu_seconds(os.getpid())

    def used(self) -> float:
        """Return how many on average since this was made."""
        own = tree_cpu_seconds(os.getpid()) - self._own
        return max(0.0, _busy() - self._busy - own) / (monotonic() - self._begun)


def _busy() -> float:
    """Return the processor seconds of all programs since the start of the machine."""
    fields = Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()
    return sum(int(fields[at]) for at in _BUSY) / TICKS_PER_SECOND
