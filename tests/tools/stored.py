"""Series as blocks of a segment, for queries without a store."""

from collections.abc import Sequence

import numpy as np

from scopeboard.events.decode.batch import Columns
from scopeboard.store.format.block_codec import describe_blocks, encode_blocks
from scopeboard.store.format.schema import Rows
from scopeboard.store.query.range import NEVER, SeriesSet
from scopeboard.store.segments.reader import Read
from scopeboard.types import RunId

SEGMENT = 7


def columns(
    step: Sequence[int], value: Sequence[float], wall_time: Sequence[float] | None = None
) -> Columns:
    """Return points; without wall times, these are the steps."""
    times = [float(s) for s in step] if wall_time is None else wall_time
    return Columns(np.array(step, np.int64), np.array(times, float), np.array(value, float))


def written(blocks: Sequence[Columns]) -> tuple[Rows, Read]:
    """Return BLOCK [n] for the points of each block, and a reader of their segment."""
    together = Columns(*map(np.concatenate, zip(*blocks, strict=True)))
    rows = describe_blocks(together, np.array([len(block.step) for block in blocks]))
    rows["segment"] = SEGMENT
    return rows, reading(encode_blocks(rows, together))


def reading(data: bytes) -> Read:
    """Return a reader of the only segment, whose bytes are `data`."""

    def read(segment: int, place: int, length: int) -> bytes:
        assert segment == SEGMENT
        return data[place : place + length]

    return read


def series_blocks(
    series: Sequence[Sequence[Columns]], superseded_from: Sequence[int] | None = None
) -> tuple[SeriesSet, Read]:
    """Return the blocks of series that are not empty, and a reader of their segment."""
    rows, read = written([block for blocks in series for block in blocks])
    numbers = np.repeat(np.arange(len(series)), [len(blocks) for blocks in series])
    cut = np.full(len(rows), NEVER) if superseded_from is None else np.array(superseded_from)
    return SeriesSet(
        rows, numbers, cut, [RunId(str(number)) for number in range(len(series))]
    ), read
