"""How much memory reading may take, and how many processes.

What a process takes was measured: so much for Python and its libraries, and on top of that several
times the bytes of the job at hand, since they stand beside what they turn into.
"""

from dataclasses import dataclass
from typing import Final

from scopeboard.system.processes import processors

MEGABYTE: Final = 1_000_000
_SERVER_BYTES: Final = 80 * MEGABYTE
_WORKER_BYTES: Final = 36 * MEGABYTE
_BYTES_PER_BYTE: Final = 10  # of a job while it is read
_ROOM: Final = 4 << 20  # larger jobs are not read faster
_GOOD_ROOM: Final = 2 << 20  # with smaller ones a further worker gains nothing
_LEAST_ROOM: Final = 1 << 18
_WORKER_WORTH: Final = 20 * MEGABYTE  # less is read before a worker has started
_MOST_WORKERS: Final = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """What the command line allows: bytes over all processes, and how many there may be.

    `load_processes` is None for as many as are worth it, and 0 for none beside the server; there
    are never more than there is memory for.
    `most_room` is what a job may hold at most, `worker_worth` the backlog that a worker is worth.
    """

    memory: int = 200 * MEGABYTE
    load_processes: int | None = None
    most_room: int = _ROOM
    worker_worth: int = _WORKER_WORTH

    def workers(self, backlog: int) -> int:
        """Return how many workers are worth it for a backlog of so many bytes."""
        if backlog < self.worker_worth:
            return 0
        if self.load_processes is not None:
            return min(self.load_processes, self._affordable(_LEAST_ROOM))
        affordable = self._affordable(_GOOD_ROOM)
        return max(1, min(affordable, processors(), backlog // self.worker_worth, _MOST_WORKERS))

    def _affordable(self, room: int) -> int:
        """Return how many workers there is memory for, with jobs of up to `room` bytes."""
        return (self.memory - _SERVER_BYTES) // (_WORKER_BYTES + _BYTES_PER_BYTE * room)

    def room(self, workers: int) -> int:
        """Return how many bytes a job may hold when it is read by one of so many workers.

        With no workers, by the server itself.
        """
        free = self.memory - _SERVER_BYTES - workers * _WORKER_BYTES
        room = free // (_BYTES_PER_BYTE * max(1, workers))
        return min(max(_LEAST_ROOM, room), self.most_room)
