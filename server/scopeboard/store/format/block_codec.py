"""Encode columns as stored bytes and decode them, many blocks at a time.

A job of ingest brings thousands of short series, so nothing here works on a single block. The
columns of all blocks are concatenated; the properties of a block are reductions between its
bounds. Blocks of equal form and length are rows of one matrix and are copied together; the number
of distinct lengths is at most about the square root of the number of rows.

`schema` has the format. Values become float32 if all of a block are equal bit for bit, the payload
of a NaN and the sign of a zero included; evenly spaced steps become two numbers.
"""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Ints
from scopeboard.events.buffer.crc32c import crc32c
from scopeboard.events.decode.batch import BlobColumns, Columns
from scopeboard.store.format.schema import (
    BLOCK,
    IS_BLOBS,
    STEPS_ARE_LISTED,
    VALUES_ARE_DOUBLE,
    Rows,
    block_bytes,
)

_WORD: Final = 4  # bytes; all sizes are multiples


def describe_blocks(columns: Columns | BlobColumns, counts: Ints) -> Rows:
    """Return BLOCK [b] for consecutive chunks of `columns` with `counts` (≥ 1 each) rows.

    Only the fields that follow from the columns are set; keys and positions stay 0.
    """
    blocks = np.zeros(len(counts), BLOCK)
    if not len(counts):
        return blocks
    starts = np.cumsum(counts) - counts
    step, wall_time = columns.step, columns.wall_time
    blocks["count"] = counts

    goes_back = np.zeros(len(step), np.bool_)
    np.less(step[1:], step[:-1], out=goes_back[1:])
    same = step[1:] == step[:-1]
    if same.any():
        goes_back[1:] |= same & ~(wall_time[1:] >= wall_time[:-1])
    goes_back[starts] = False
    blocks["in_order"] = ~_any(goes_back, starts)

    second = np.minimum(starts + 1, starts + counts - 1)
    stride = step[second] - step[starts]  # wraps around, as the sum in decoding does
    uneven = np.zeros(len(step), np.bool_)
    np.not_equal(np.diff(step), np.repeat(stride, counts)[1:], out=uneven[1:])
    uneven[starts] = False
    listed = _any(uneven, starts)
    blocks["stride"] = np.where(listed, 0, stride)
    blocks["form"] |= np.where(listed, STEPS_ARE_LISTED, 0).astype(np.uint8)
    blocks["first_step"] = step[starts]
    blocks["min_step"] = np.minimum.reduceat(step, starts)
    blocks["max_step"] = np.maximum.reduceat(step, starts)
    blocks["min_wall_time"] = np.fmin.reduceat(wall_time, starts)
    blocks["max_wall_time"] = np.fmax.reduceat(wall_time, starts)

    if isinstance(columns, Columns):
        _describe_values(blocks, columns.value, starts)
    else:
        blocks["form"] |= IS_BLOBS
        blocks["min_value"] = blocks["max_value"] = np.nan
    return blocks


def _describe_values(blocks: Rows, value: NDArray[np.float64], starts: Ints) -> None:
    """Set the width of the stored values, their extremes, and the counts of NaN and ±∞."""
    with np.errstate(over="ignore", invalid="ignore"):
        restored = value.astype(np.float32).astype(np.float64)
    is_double = _any(restored.view(np.int64) != value.view(np.int64), starts)
    blocks["form"] |= np.where(is_double, VALUES_ARE_DOUBLE, 0).astype(np.uint8)
    finite = np.isfinite(value)
    if not finite.all():
        blocks["nan"] = np.add.reduceat(np.isnan(value).astype(np.int64), starts)
        blocks["inf"] = np.add.reduceat(np.isinf(value).astype(np.int64), starts)
        value = np.where(finite, value, np.nan)
    blocks["min_value"] = np.fmin.reduceat(value, starts)
    blocks["max_value"] = np.fmax.reduceat(value, starts)


def _any(marks: NDArray[np.bool_], starts: Ints) -> NDArray[np.bool_]:
    """Return bool [chunks]: whether any mark of each chunk is set."""
    if not marks.any():
        return np.zeros(len(starts), np.bool_)
    return np.logical_or.reduceat(marks, starts)


def encode_blocks(blocks: Rows, columns: Columns | BlobColumns) -> bytes:
    """Return the stored bytes of all blocks; set `offset` (from 0 on) and `crc`.

    Args:
        blocks: BLOCK [b] from `describe_blocks`, with their keys. With several files,
            the blocks of one key are adjacent in the bytes, because they are read together.
        columns: the rows of the first block, then those of the second, and so on.
    """
    many_files = len(blocks) and (blocks["file"] != blocks["file"][0]).any()
    by = (blocks["count"], blocks["form"], *((blocks["key"],) if many_files else ()))
    order = np.lexsort(by)
    counts = blocks["count"].astype(np.int64)
    starts, sizes = np.cumsum(counts) - counts, block_bytes(blocks)
    offsets = np.cumsum(sizes[order]) - sizes[order]
    blocks["offset"][order] = offsets
    out = np.empty(int(sizes.sum()) // _WORD, np.uint32)
    for same in _group_equal(blocks, order):
        first = int(blocks["offset"][same[0]]) // _WORD
        row = int(sizes[same[0]]) // _WORD
        table = out[first : first + row * len(same)].reshape(len(same), row)
        index = _index(starts[same], int(counts[same[0]]))
        for number, stored, words in _stored_columns(blocks[same[0]]):
            values = np.ascontiguousarray(columns[number][index]).astype(stored, copy=False)
            table[:, words] = values.view(np.uint32).reshape(len(same), -1)
    data = out.tobytes()
    blocks["crc"] = [
        crc32c(data[start:end])
        for start, end in zip(
            blocks["offset"].tolist(),
            (blocks["offset"] + sizes.astype(np.uint64)).tolist(),
            strict=True,
        )
    ]
    return data


def _group_equal(blocks: Rows, order: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Split `order` into runs of blocks that are equal in form and length."""
    if not len(order):
        return []
    count, form = blocks["count"][order], blocks["form"][order]
    cuts = np.flatnonzero((count[1:] != count[:-1]) | (form[1:] != form[:-1])) + 1
    return np.split(order, cuts)


def _index(starts: Ints, count: int) -> slice | Ints:
    """Return the index of the rows of blocks of one length; a slice if they are contiguous."""
    if (np.diff(starts) == count).all():
        return slice(int(starts[0]), int(starts[-1]) + count)
    return (starts[:, np.newaxis] + np.arange(count)).reshape(-1)


def _stored_columns(block: Rows) -> Iterator[tuple[int, np.dtype[Any], slice]]:
    """Yield number, dtype and words of each column that a block (one row of BLOCK) stores."""
    form, count = int(block["form"]), int(block["count"])
    value = "<f8" if form & VALUES_ARE_DOUBLE else "<f4"
    dtypes = ("<i8", "<f8", *(("<i8", "<i8", "<i8") if form & IS_BLOBS else (value,)))
    offset = 0
    for number in range(0 if form & STEPS_ARE_LISTED else 1, len(dtypes)):
        stored = np.dtype(dtypes[number])
        words = stored.itemsize // _WORD * count
        yield number, stored, slice(offset, offset + words)
        offset += words


def decode_scalars(blocks: Rows, data: bytes) -> Columns:
    """Return the rows of scalar `blocks`, whose stored bytes are concatenated in `data`."""
    total = int(blocks["count"].sum())
    columns = Columns(np.empty(total, np.int64), np.empty(total), np.empty(total))
    _decode(blocks, data, columns)
    return columns


def decode_blobs(blocks: Rows, data: bytes) -> BlobColumns:
    """Return the rows of blob `blocks`, whose stored bytes are concatenated in `data`."""
    total = int(blocks["count"].sum())
    offset, length, index = (np.empty(total, np.int64) for _ in range(3))
    columns = BlobColumns(np.empty(total, np.int64), np.empty(total), offset, length, index)
    _decode(blocks, data, columns)
    return columns


def _decode(blocks: Rows, data: bytes, columns: Columns | BlobColumns) -> None:
    """Decode blocks of one kind into `columns`."""
    words = np.frombuffer(data, np.uint32)
    counts, rows = blocks["count"].astype(np.int64), block_bytes(blocks) // _WORD
    starts, offsets = np.cumsum(counts) - counts, np.cumsum(rows) - rows
    for same in _group_equal(blocks, np.lexsort((blocks["count"], blocks["form"]))):
        count = int(counts[same[0]])
        table = words[_index(offsets[same], int(rows[same[0]]))].reshape(len(same), -1)
        index = _index(starts[same], count)
        if not blocks["form"][same[0]] & STEPS_ARE_LISTED:
            first, stride = (blocks[name][same, np.newaxis] for name in ("first_step", "stride"))
            columns.step[index] = (first + stride * np.arange(count)).reshape(-1)
        for number, stored, row_words in _stored_columns(blocks[same[0]]):
            values = np.ascontiguousarray(table[:, row_words]).view(stored)
            columns[number][index] = values.reshape(-1)
