"""A worker: reads jobs, writes their columns to a segment of its own and tells the rest.

It is told what to do through a pipe and ends with it: when the server has no more for it, and also
when the server is gone. It says nothing on the terminal; what goes wrong in a job is its result,
and the server reads that job itself.

It gives way to whoever waits for an answer: the server, and a browser beside it.
"""

import gc
import os
import sys
from contextlib import suppress
from time import time
from typing import IO

from scopeboard.ingest.job import Defect, Job, Orders, Result
from scopeboard.ingest.processes.pipe import receive, send
from scopeboard.ingest.reading.reader import FileReader
from scopeboard.store.segments.writer import SegmentWriter
from scopeboard.store.write.ingest_batch import build_ingest_batch
from scopeboard.system.processes import lower_priority


def main() -> None:
    """Work as a program of its own, on standard input and output."""
    work(*_pipes())


def work(orders: IO[bytes], results: IO[bytes]) -> None:
    """Work until there is nothing to do."""
    lower_priority()
    gc.disable()  # it would walk thousands of batches in vain: nothing here refers to itself
    with suppress(EOFError, OSError):  # the server is gone
        told: Orders = receive(orders)
        reader = FileReader(told.room)
        writer = SegmentWriter(told.segment, told.path, told.most_bytes)
        while True:
            send(results, _result(reader, writer, receive(orders)))


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Return where orders come from and where results go.

    What any library prints goes nowhere rather than between the results.
    """
    results = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    return sys.stdin.buffer, results


def _result(reader: FileReader, writer: SegmentWriter, job: Job) -> Result | Defect:
    try:
        reading = reader.read(job, time())
        return Result(build_ingest_batch(reading.reads, writer), reading.ends)
    except Exception as error:  # noqa: BLE001 - the server decides what to do about it
        return Defect(repr(error))


if __name__ == "__main__":
    main()
