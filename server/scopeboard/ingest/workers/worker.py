"""A worker: reads jobs, writes their columns to its segment and sends back the rest.

Messages are pickles over pipes, each after its length. Both ends are this program, and the pipes
are anonymous: no other program can write to them. A worker ends with its pipe of jobs: when the
server closes it, and also when the server is gone. It writes nothing to the terminal. A job that
fails has an error as its result, and the server reads that job itself.

It runs at low priority, so that the server and a browser answer first.
"""

import gc
import os
import pickle
import struct
import sys
from contextlib import suppress
from time import time
from typing import IO, Any, Final

from scopeboard.ingest.job import JobResult, WorkerOptions
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.write.ingest_batch import build_ingest_batch
from scopeboard.system.processes import lower_priority

_LENGTH: Final = struct.Struct("<Q")


def main() -> None:
    """Work as a separate program, on standard input and output.

    The output of libraries goes to the null device, so that it does not mix with the results.
    """
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    null_device = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null_device, sys.stdout.fileno())
    work(sys.stdin.buffer, results)


def work(jobs: IO[bytes], results: IO[bytes]) -> None:
    """Read jobs until the server closes the pipe."""
    lower_priority()
    gc.disable()  # it would traverse thousands of batches for nothing: there are no cycles
    with suppress(EOFError, OSError):  # the server is gone
        options: WorkerOptions = receive(jobs)
        reader = FileReader(options.job_bytes)
        writer = SegmentWriter(options.segment, options.path, options.most_bytes)
        while True:
            job = receive(jobs)
            try:
                result = reader.read(job, time())
                result = JobResult(result.ends, [], build_ingest_batch(result.reads, writer))
            except Exception as error:  # noqa: BLE001 - the server reads the job itself
                result = JobResult([], [], error=repr(error))
            send(results, result)


def send(pipe: IO[bytes], message: object) -> None:
    """Write a message.

    Raises:
        OSError: the other end is closed.
    """
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:  # noqa: ANN401 - both ends know the types of messages
    """Wait for a message and return it.

    Raises:
        EOFError: the other end is closed.
    """
    (length,) = _LENGTH.unpack(_read(pipe, _LENGTH.size))
    return pickle.loads(_read(pipe, length))  # noqa: S301 - from this program alone


def _read(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data


if __name__ == "__main__":
    main()
