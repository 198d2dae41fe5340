"""A loop of events in simulated time, whose processes are generators.

A process yields what it waits for: a `Wait`, which is called with what continues the process.
Events of the same time happen in the order in which they were planned, so that a run depends on
nothing but its inputs.
"""

from collections.abc import Callable, Generator, Sequence
from heapq import heappop, heappush
from itertools import count
from math import inf

Action = Callable[[], None]
Wait = Callable[[Action], None]
Process = Generator[Wait, None, None]


class Loop:
    """Runs what was planned, in order of time.

    Attributes:
        now: seconds since the start of the simulation.
    """

    def __init__(self) -> None:
        self.now = 0.0
        self._events: list[tuple[float, int, Action]] = []
        self._numbers = count()

    def plan(self, seconds: float, action: Action) -> None:
        """Have something happen after a time.

        Raises:
            ValueError: that is in the past.
        """
        if seconds < 0:
            raise ValueError(f"an event is planned {-seconds} s before the present")
        heappush(self._events, (self.now + seconds, next(self._numbers), action))

    def start(self, process: Process, then: Action = lambda: None) -> None:
        """Run a process: up to its next wait, then when that is over; at its end, call `then`."""
        wait = next(process, None)
        if wait is None:
            then()
        else:
            wait(lambda: self.start(process, then))

    def run(self, until: float = inf) -> None:
        """Let everything happen that is planned up to a time, in seconds."""
        while self._events and self._events[0][0] <= until:
            self.now, _, action = heappop(self._events)
            action()
        if until < inf:
            self.now = max(self.now, until)

    def pause(self, seconds: float) -> Wait:
        """Return a wait for a time."""
        return lambda then: self.plan(seconds, then)

    def all_of(self, processes: Sequence[Process]) -> Wait:
        """Return a wait for the ends of processes that run side by side."""

        def wait(then: Action) -> None:
            if not processes:
                then()
            left = [len(processes)]

            def end() -> None:
                left[0] -= 1
                if not left[0]:
                    then()

            for process in processes:
                self.start(process, end)

        return wait
