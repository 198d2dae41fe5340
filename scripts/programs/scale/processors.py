"""The processors of a machine, which programs share, others among them."""

import os
from math import ceil
from pathlib import Path
from statistics import fmean
from threading import Event, Thread

from programs.scale.events import Loop, Process
from programs.scale.stations import Station
from tasks.process_tree import TICKS_PER_SECOND, tree_cpu_seconds

SLICE_SECONDS = 0.004  # of Linux, after which another program has its turn
SAMPLE_SECONDS = 0.05
_BUSY = (1, 2, 3, 6, 7)  # fields of /proc/stat: user, nice, system, interrupts of both kinds


class Processors:
    """Processors that work in slices, in turn for all who need one.

    Args:
        loop: has the time.
        count: how many there are; None for as many as are needed.
        others: how many programs of other people run on average, which take turns with ours. One
            for each processor counts: Linux lets those that have waited for something go before
            those that compute, so more of these delay them no further.
        until: when these end.
    """

    def __init__(
        self, loop: Loop, count: int | None = None, others: float = 0.0, until: float = 0.0
    ) -> None:
        self._loop = loop
        self._station = Station(loop, count) if count else None
        others = min(others, count or 0)
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
    """Measures how much programs of other people compete for the processors, by /proc of Linux."""

    def __init__(self) -> None:
        self._busy, self._own = _busy(), tree_cpu_seconds(os.getpid())
        self._running: list[int] = []
        self._stopping = Event()
        self._thread = Thread(target=self._sample, daemon=True)
        self._thread.start()

    def end(self) -> float:
        """Return how many of them were running or ready to run on average, and end.

        All programs get equal turns, so their part of these is their part of the processor time.
        """
        self._stopping.set()
        self._thread.join()
        busy, own = _busy() - self._busy, tree_cpu_seconds(os.getpid()) - self._own
        return fmean(self._running) * max(0.0, 1 - own / max(busy, 1 / TICKS_PER_SECOND))

    def _sample(self) -> None:
        while True:
            running = Path("/proc/loadavg").read_text("ascii").split()[3]
            self._running.append(int(running.partition("/")[0]) - 1)  # without this thread
            if self._stopping.wait(SAMPLE_SECONDS):
                return


def _busy() -> float:
    """Return the processor seconds of all programs since the start of the machine."""
    fields = Path("/proc/stat").read_text("ascii").split("\n", 1)[0].split()
    return sum(int(fields[at]) for at in _BUSY) / TICKS_PER_SECOND
