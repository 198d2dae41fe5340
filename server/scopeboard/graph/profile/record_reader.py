"""Read the records of a RunMetadata block by block, as columns.

Records are not decoded. Their fields are found for a block at once (`protowire.columns`), then the
fields of their outputs and of their memory. `slow_record` decodes an irregular record; a damaged
one leaves the others intact.
"""

from array import array
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Amounts, Indices
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.profile.record_strings import RecordTables
from scopeboard.graph.profile.records import (
    MAX_AMOUNT,
    MAX_TIME,
    Allocations,
    OutputTensors,
    RunRecords,
)
from scopeboard.graph.profile.slow_record import decode_record
from scopeboard.protowire.message_table import MessageSpans, MessageTable
from scopeboard.wire.run_metadata_pb2 import (
    AllocationDescription,
    AllocationRecord,
    AllocatorMemoryUsed,
    MemoryStats,
    NodeExecStats,
    NodeOutput,
    TensorDescription,
)

_BLOCK_RECORDS: Final = 1 << 13
_MAX_ALLOCATORS: Final = 512  # of one record: their sums are exact in 64 bits
_NS: Final = 1000  # in a microsecond
_MICROS: Final = (
    NodeExecStats.ALL_START_MICROS_FIELD_NUMBER,
    NodeExecStats.OP_START_REL_MICROS_FIELD_NUMBER,
    NodeExecStats.OP_END_REL_MICROS_FIELD_NUMBER,
    NodeExecStats.ALL_END_REL_MICROS_FIELD_NUMBER,
)
_NANOS: Final = (
    NodeExecStats.ALL_START_NANOS_FIELD_NUMBER,
    NodeExecStats.OP_START_REL_NANOS_FIELD_NUMBER,
    NodeExecStats.OP_END_REL_NANOS_FIELD_NUMBER,
    NodeExecStats.ALL_END_REL_NANOS_FIELD_NUMBER,
)
Table = list[Amounts]
"""Columns of one length; the first one is the record."""


class RecordReader:
    """Reads records; once.

    Args:
        data: the bytes.
        start: where each record starts.
        end: where it ends.
    """

    def __init__(self, data: bytes, start: "array[int]", end: "array[int]") -> None:
        self._data = data
        self._start = np.frombuffer(start, dtype=np.int64)
        self._end = np.frombuffer(end, dtype=np.int64)
        self._strings = RecordTables()
        self._rows: list[Table] = []
        self._tensors: list[Table] = []
        self._allocations: list[Table] = []
        self._is_damaged = np.zeros(self._start.size, dtype=np.bool_)

    def read(
        self, device: "array[int]", devices: list[str], damaged: int, check: CancelCheck
    ) -> RunRecords:
        """Return all records that can be read.

        Args:
            device: the row in `devices` of each record.
            devices: the names of the devices.
            damaged: how many damages precede; damaged records are added.
            check: called for each block.
        """
        for first in range(0, self._start.size, _BLOCK_RECORDS):
            check()
            self._read_block(first)
        number = np.cumsum(~self._is_damaged) - 1  # of each record among the intact ones
        intact = np.flatnonzero(~self._is_damaged)
        name, start, op_start, op_end, end, total, peak, persistent = (
            column[intact] for column in _join(self._rows, 9)[1:]
        )
        owner, slot, dtype, shape, size = _join(self._tensors, 5)
        user, allocator, time, allocated = _join(self._allocations, 4)
        strings = self._strings
        return RunRecords(
            name=name.astype(np.int32),
            names=strings.names.texts,
            device=np.array(device, dtype=np.int32)[intact],
            devices=devices,
            start=start,
            op_start=op_start,
            op_end=op_end,
            end=end,
            total_bytes=total,
            peak_bytes=peak,
            persistent_bytes=persistent,
            tensors=OutputTensors(number[owner], slot, dtype, shape, size, strings.shapes.shapes),
            allocations=Allocations(
                number[user], allocator, time, allocated, strings.allocators.texts
            ),
            damaged=damaged + int(self._is_damaged.sum()),
        )

    def _read_block(self, first: int) -> None:
        """Read the records from `first` on, as many as a block holds."""
        last = min(first + _BLOCK_RECORDS, self._start.size)
        records = np.arange(first, last)
        block = MessageTable(
            self._data, MessageSpans(records, self._start[first:last], self._end[first:last])
        )
        memory = MessageTable(self._data, block.repeated(NodeExecStats.MEMORY_FIELD_NUMBER))
        owner = memory.spans.owner
        total = memory.varints(AllocatorMemoryUsed.TOTAL_BYTES_FIELD_NUMBER)
        total = np.clip(total, 0, MAX_AMOUNT)
        peak = memory.varints(AllocatorMemoryUsed.PEAK_BYTES_FIELD_NUMBER)
        peak = np.where(peak > 0, np.clip(peak, 0, MAX_AMOUNT), total)
        sums = np.zeros((2, len(block)), dtype=np.int64)
        np.add.at(sums[0], owner, total)
        np.add.at(sums[1], owner, peak)
        block.is_irregular |= np.bincount(owner, minlength=len(block)) > _MAX_ALLOCATORS
        allocations = self._read_allocations(memory)
        tensors = self._read_outputs(block)
        stats = MessageTable(self._data, block.single(NodeExecStats.MEMORY_STATS_FIELD_NUMBER))
        persistent = stats.varints(MemoryStats.PERSISTENT_MEMORY_SIZE_FIELD_NUMBER)
        block.mark_irregular(stats)
        block.mark_irregular(memory)
        names = self._read_names(block)
        sizes = np.clip((*sums, persistent), 0, MAX_AMOUNT)
        self._rows.append([records, names, *_times(block), *sizes])
        for tables, table in ((self._tensors, tensors), (self._allocations, allocations)):
            rows = np.flatnonzero(~block.is_irregular[table[0]])
            tables.append([table[0][rows] + first, *(column[rows] for column in table[1:])])
        for row in np.flatnonzero(block.is_irregular).tolist():
            self._read_slowly(first, row)

    def _read_slowly(self, first: int, row: int) -> None:
        """Decode one irregular record of the last block; `row` is its row in it."""
        record = first + row
        try:
            stats = NodeExecStats.FromString(self._data[self._start[record] : self._end[record]])
        except DecodeError:
            self._is_damaged[record] = True
            return
        values, tensors, allocations = decode_record(stats, self._strings)
        for column, value in zip(self._rows[-1][1:], values, strict=True):
            column[row] = value
        for tables, rows in ((self._tensors, tensors), (self._allocations, allocations)):
            if rows:
                columns = np.array([(record, *each) for each in rows], dtype=np.int64).T
                tables.append(list(columns))

    def _read_names(self, block: MessageTable) -> Indices:
        """Return the rows of the names of regular records; a name may make one irregular."""
        spans = block.repeated(NodeExecStats.NODE_NAME_FIELD_NUMBER)
        start, end = np.zeros((2, len(block)), dtype=np.int64)
        start[spans.owner], end[spans.owner] = spans.start, spans.end
        regular = np.flatnonzero(~block.is_irregular)
        names = MessageSpans(regular, start[regular], end[regular])
        rows = np.zeros(len(block), dtype=np.int64)
        rows[regular] = self._strings.names.rows(self._data, names)
        block.is_irregular[rows < 0] = True
        return rows

    def _read_allocations(self, memory: MessageTable) -> Table:
        """Return the allocations of a block: record, allocator, time, bytes."""
        names = memory.single(AllocatorMemoryUsed.ALLOCATOR_NAME_FIELD_NUMBER)
        allocator = self._strings.allocators.rows(self._data, names)
        memory.is_irregular |= allocator < 0
        allocations = MessageTable(
            self._data, memory.repeated(AllocatorMemoryUsed.ALLOCATION_RECORDS_FIELD_NUMBER)
        )
        memory.mark_irregular(allocations)
        time = _nanoseconds(allocations.varints(AllocationRecord.ALLOC_MICROS_FIELD_NUMBER))
        size = allocations.varints(AllocationRecord.ALLOC_BYTES_FIELD_NUMBER)
        size = np.clip(size, -MAX_TIME, MAX_TIME)
        # The fields of all messages are found in step: a later allocator's may be found earlier.
        order = np.argsort(allocations.spans.owner, kind="stable")
        owner = allocations.spans.owner[order]
        return [memory.spans.owner[owner], allocator[owner], time[order], size[order]]

    def _read_outputs(self, block: MessageTable) -> Table:
        """Return the outputs of a block: record, slot, dtype, shape, bytes."""
        data, shapes = self._data, self._strings.shapes
        outputs = MessageTable(data, block.repeated(NodeExecStats.OUTPUT_FIELD_NUMBER))
        slot = outputs.varints(NodeOutput.SLOT_FIELD_NUMBER).astype(np.int32)
        tensors = MessageTable(data, outputs.single(NodeOutput.TENSOR_DESCRIPTION_FIELD_NUMBER))
        dtype = tensors.varints(TensorDescription.DTYPE_FIELD_NUMBER).astype(np.int32)
        allocated = MessageTable(
            data, tensors.single(TensorDescription.ALLOCATION_DESCRIPTION_FIELD_NUMBER)
        )
        requested = allocated.varints(AllocationDescription.REQUESTED_BYTES_FIELD_NUMBER)
        shape, is_read = shapes.rows(data, tensors.single(TensorDescription.SHAPE_FIELD_NUMBER))
        tensors.is_irregular |= ~is_read
        for parent, child in ((tensors, allocated), (outputs, tensors), (block, outputs)):
            parent.mark_irregular(child)
        size = np.where(requested != 0, requested, shapes.bytes_of(dtype, shape))
        return [outputs.spans.owner, slot, dtype, shape, np.clip(size, -1, MAX_AMOUNT)]


def _times(block: MessageTable) -> Table:
    """Return the start, and relative to it the op's own start and end, and the end of all work."""
    micros = [_nanoseconds(block.varints(number)) for number in _MICROS]
    nanos = [block.varints(number) for number in _NANOS]
    has_nanos = (nanos[0] != 0) | (nanos[3] != 0)
    start, op_start, op_end, end = (
        np.where(has_nanos, fine, coarse) for fine, coarse in zip(nanos, micros, strict=True)
    )
    op_start = np.clip(op_start, 0, MAX_AMOUNT)
    op_end = np.maximum(np.clip(op_end, 0, MAX_AMOUNT), op_start)
    end = np.maximum(np.clip(end, 0, MAX_AMOUNT), op_end)
    return [np.clip(start, -MAX_TIME, MAX_TIME), op_start, op_end, end]


def _nanoseconds(micros: Amounts) -> Amounts:
    most = MAX_TIME // _NS + 1
    return np.clip(np.clip(micros, -most, most) * _NS, -MAX_TIME, MAX_TIME)


def _join(tables: list[Table], width: int) -> Table:
    """Return all tables as one, in the order of the records."""
    none = [np.empty(0, dtype=np.int64)] * width
    columns = [np.concatenate(each).astype(np.int64) for each in zip(none, *tables, strict=True)]
    order = np.argsort(columns[0], kind="stable")
    return [column[order] for column in columns]
