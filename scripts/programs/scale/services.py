"""Service times: what one request, byte, run or point takes of whom, in seconds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

POINTS_SENT = 1000
"""Points of a series in an answer, at most, as the page requests them."""


@dataclass(frozen=True)
class ReaderServices:
    """Service times of a dashboard that shows a shared index.

    Attributes:
        request: of a chart, whatever it shows.
        run: of a chart, for each run.
        read_point: of a chart, for each point of these runs.
        sent_point: of a chart, for each point or bucket in the answer.
        fetch: of a request to the store.
        fetched_byte: of each byte of it.
        listed_run: of the lists of runs and tags, for each run.
        block: of opening a generation, for each block.
    """

    request: float
    run: float
    read_point: float
    sent_point: float
    fetch: float
    fetched_byte: float
    listed_run: float
    block: float

    def chart(self, runs: int, steps: int) -> float:
        """Return the time of a chart whose points are in memory."""
        sent = min(steps, POINTS_SENT) * self.sent_point
        return self.request + runs * (self.run + steps * self.read_point + sent)


@dataclass(frozen=True)
class StoreServices:
    """Service times of an object store.

    Attributes:
        request: of a request, beside its latency.
        byte: of each byte that is sent or received in one request.
        latency: before each answer.
        places: requests that it works on at a time; None without a bound.
    """

    request: float
    byte: float
    latency: float
    places: int | None = None


@dataclass(frozen=True)
class IndexServices:
    """Service times of indexing, of one processor.

    Attributes:
        read_byte: of a worker, for each byte of event files.
        read_file: of a worker, for each file.
        write_point: of a worker, for each point of a segment: sort and write it.
        task: of the scheduler and a worker, for each task.
        commit_file: of the committer, for each file that it finds.
        commit_block: of the committer, for each block.
        poll_page: of the indexer, for 1,000 objects that are listed.
    """

    read_byte: float
    read_file: float
    write_point: float
    task: float
    commit_file: float
    commit_block: float
    poll_page: float


def fitted(
    rows: Sequence[Sequence[float]], seconds: Sequence[float], wholes: Sequence[float] | None = None
) -> list[float]:
    """Return factors of the columns of `rows` whose sums are closest to measured seconds.

    Errors count relative to the whole, and no factor is negative: one that would be is left out.

    Args:
        rows: [n, k]; how much of what each measurement had.
        seconds: [n]; what that took.
        wholes: [n], more than 0; what all took, of which this is a part. None for `seconds`.
    """
    whole = np.asarray(seconds if wholes is None else wholes, np.float64)
    matrix, target = np.asarray(rows, np.float64) / whole[:, None], np.asarray(seconds) / whole
    columns, factors = list(range(matrix.shape[1])), np.zeros(matrix.shape[1])
    while columns:
        scale = np.maximum(np.abs(matrix[:, columns]).max(0), np.finfo(float).tiny)
        found = np.linalg.lstsq(matrix[:, columns] / scale, target, rcond=None)[0]
        if (found >= 0).all():
            factors[columns] = found / scale
            break
        del columns[int(np.argmin(found))]
    return [float(each) for each in factors]
