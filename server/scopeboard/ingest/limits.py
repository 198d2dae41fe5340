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
_MAX_JOB_BYTES: Final = 4 << 20  # larger jobs are not read faster
_GOOD_JOB_BYTES: Final = 2 << 20  # with smaller jobs, another worker gains nothing
_MIN_JOB_BYTES: Final = 1 << 18
_WORKER_WORTH: Final = 20 * MEGABYTE  # fewer are read before a worker has started
_MAX_WORKERS: Final = 8


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits from the command line: `memory` in bytes for all processes, and `load_processes`.

    `load_processes` None chooses the number by the backlog, 0 reads in the server. The memory
    limits either. `max_job_bytes` is the largest job, `worker_worth` the bytes of backlog for which
    one worker is started.
    """

    memory: int = 200 * MEGABYTE
    load_processes: int | None = None
    max_job_bytes: int = _MAX_JOB_BYTES
    worker_worth: int = _WORKER_WORTH

    def workers(self, backlog: int) -> int:
        """Return the number of workers for a backlog of `backlog` bytes."""
        if backlog < self.worker_worth:
            return 0
        job_bytes = _GOOD_JOB_BYTES if self.load_processes is None else _MIN_JOB_BYTES
        affordable = (self.memory - _SERVER_BYTES) // (_WORKER_BYTES + _BYTES_PER_BYTE * job_bytes)
        if self.load_processes is not None:
            return min(self.load_processes, affordable)
        return max(1, min(affordable, processors(), backlog // self.worker_worth, _MAX_WORKERS))

    def job_bytes(self, workers: int) -> int:
        """Return the bytes of the largest job with this number of workers.

        With no workers, the server reads it.
        """
        free = self.memory - _SERVER_BYTES - workers * _WORKER_BYTES
        affordable = free // (_BYTES_PER_BYTE * max(1, workers))
        return min(max(_MIN_JOB_BYTES, affordable), self.max_job_bytes)
