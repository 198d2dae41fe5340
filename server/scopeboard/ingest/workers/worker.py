"""A worker: reads jobs, writes their columns to its segment and sends back the rest.

It receives jobs through a pipe and ends with that pipe: when the server closes it, and also when
the server is gone. It writes nothing to the terminal. A job that fails has an error as its result,
and the server reads that job itself.

It runs at low priority, so that the server and a browser answer first.
"""

import gc
import os
import sys
from contextlib import suppress
from time import time
from typing import IO

from scopeboard.ingest.job import JobResult, WorkerOptions
from scopeboard.ingest.processes.pipe import receive, send
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.write.ingest_batch import build_ingest_batch
from scopeboard.system.processes import lower_priority


def main() -> None:
    """Work as a program of its own, on standard input and output.

    The output of libraries goes to the null device, so that it does not mix with the results.
    """
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())
    work(sys.stdin.buffer, results)


def work(orders: IO[bytes], results: IO[bytes]) -> None:
    """Read jobs until the server closes the pipe."""
    lower_priority()
    gc.disable()  # it would traverse thousands of batches in vain: there are no cycles
    with suppress(EOFError, OSError):  # the server is gone
        options: WorkerOptions = receive(orders)
        reader = FileReader(options.room)
        writer = SegmentWriter(options.segment, options.path, options.most_bytes)
        while True:
            job = receive(orders)
            try:
                result = reader.read(job, time())
                result = JobResult(result.ends, [], build_ingest_batch(result.reads, writer))
            except Exception as error:  # noqa: BLE001 - the server reads the job itself
                result = JobResult([], [], error=repr(error))
            send(results, result)


if __name__ == "__main__":
    main()
