"""Limits of reading: memory and processes.

The memory of a process was measured: a constant for Python and its libraries, and several times the
bytes of the current job, which are in memory together with their decoded form.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.system.processes import processors

MEGABYTE: Final = 1_000_000
_SERVER_BYTES: Final = 80 * MEGABYTE
_WORKER_BYTES: Final = 36 * MEGABYTE
_BYTES_PER_BYTE: Final = 10  # of a job, while it is read
_ROOM: Final = 4 << 20  # larger jobs are not read faster
_GOOD_ROOM: Final = 2 << 20  # with smaller jobs, another worker gains nothing
_LEAST_ROOM: Final = 1 << 18
_WORKER_WORTH: Final = 20 * MEGABYTE  # fewer are read before a worker has started
_MOST_WORKERS: Final = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits from the command line: `memory` in bytes for all processes, and `load_processes`.

    `load_processes` None chooses the number by the backlog, 0 reads in the server. The memory
    limits either. `most_room` is the largest job in bytes, `worker_worth` the bytes of backlog for
    which one worker is started.
    """

    memory: int = 200 * MEGABYTE
    load_processes: int | None = None
    most_room: int = _ROOM
    worker_worth: int = _WORKER_WORTH

    def workers(self, backlog: int) -> int:
        """Return the number of workers for a backlog of `backlog` bytes."""
        if backlog < self.worker_worth:
            return 0
        if self.load_processes is not None:
            return min(self.load_processes, self._affordable(_LEAST_ROOM))
        affordable = self._affordable(_GOOD_ROOM)
        return max(1, min(affordable, processors(), backlog // self.worker_worth, _MOST_WORKERS))

    def _affordable(self, room: int) -> int:
        """Return the number of workers with jobs of `room` bytes that fit in memory."""
        return (self.memory - _SERVER_BYTES) // (_WORKER_BYTES + _BYTES_PER_BYTE * room)

    def room(self, workers: int) -> int:
        """Return the bytes of a job at most, with this number of workers.

        With no workers, the server reads it.
        """
        free = self.memory - _SERVER_BYTES - workers * _WORKER_BYTES
        room = free // (_BYTES_PER_BYTE * max(1, workers))
        return min(max(_LEAST_ROOM, room), self.most_room)
