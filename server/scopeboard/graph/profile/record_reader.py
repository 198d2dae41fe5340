"""The records of a RunMetadata, block by block, as columns.

Records are not decoded. Their fields are found for a whole block at once (`protowire.columns`), and
then those of the outputs and of the memory in them. An irregular record goes the long way of
`slow_record`; a damaged one costs only itself.
"""

from array import array
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.graph.profile.record_strings import RecordTexts
from scopeboard.graph.profile.records import (
    MAX_AMOUNT,
    MAX_TIME,
    Allocations,
    RunRecords,
    SeenTensors,
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
_MANY: Final = 512  # allocators of one record, whose sums stay exact in 64 bits
_NS: Final = 1000  # in a microsecond
Table = list[Amounts]


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
        self._texts = RecordTexts()
        self._rows: list[Table] = []
        self._tensors: list[Table] = []
        self._allocations: list[Table] = []
        self._is_damaged = np.zeros(self._start.size, dtype=np.bool_)

    def read(self, check: CancelCheck) -> None:
        """Read all of them; `check` is called for each block."""
        for first in range(0, self._start.size, _BLOCK_RECORDS):
            check()
            self._read_block(first)

    def records(self, device: "array[int]", devices: list[str], damaged: int) -> RunRecords:
        """Return the records that could be read, of these devices; more are damaged."""
        kept = np.flatnonzero(~self._is_damaged)
        number = np.cumsum(~self._is_damaged) - 1
        rows = [column[kept] for column in _joined(self._rows, 8)]
        name, start, op_start, op_end, end, total, peak, persistent = rows
        record, slot, dtype, shape, size = _by_record(_joined(self._tensors, 5))
        taker, allocator, time, taken = _by_record(_joined(self._allocations, 4))
        texts = self._texts
        return RunRecords(
            name=name.astype(np.int32),
            names=texts.names.texts,
            device=np.array(device, dtype=np.int32)[kept],
            devices=devices,
            start=start,
            op_start=op_start,
            op_end=op_end,
            end=end,
            total_bytes=total,
            peak_bytes=peak,
            persistent_bytes=persistent,
            tensors=SeenTensors(number[record], slot, dtype, shape, size, texts.shapes.shapes),
            allocations=Allocations(number[taker], allocator, time, taken, texts.allocators.texts),
            damaged=damaged + int(self._is_damaged.sum()),
        )

    def _read_block(self, first: int) -> None:
        last = min(first + _BLOCK_RECORDS, self._start.size)
        spans = MessageSpans(np.arange(first, last), self._start[first:last], self._end[first:last])
        block = MessageTable(self._data, spans)
        memory = MessageTable(self._data, block.repeated(NodeExecStats.MEMORY_FIELD_NUMBER))
        total, peak = _sizes(block, memory)
        allocations = self._read_allocations(memory)
        tensors = self._read_outputs(block)
        persistent = self._persistent(block)
        block.mark_irregular(memory)
        name = self._names(block)
        self._rows.append([name, *_times(block), total, peak, persistent])
        self._tensors.append(_regular(tensors, block, first))
        self._allocations.append(_regular(allocations, block, first))
        for place in np.flatnonzero(block.is_irregular).tolist():
            self._read_odd(first, place)

    def _names(self, block: MessageTable) -> Indices:
        """Return the rows of the names of regular records; a name may make one irregular."""
        parts = block.repeated(NodeExecStats.NODE_NAME_FIELD_NUMBER)
        start, end = np.zeros((2, len(block)), dtype=np.int64)
        start[parts.owner], end[parts.owner] = parts.start, parts.end
        named = np.flatnonzero(~block.is_irregular)
        found = self._texts.names.rows(self._data, MessageSpans(named, start[named], end[named]))
        rows = np.zeros(len(block), dtype=np.int64)
        rows[named] = found
        block.is_irregular[named[found < 0]] = True
        return rows

    def _read_allocations(self, memory: MessageTable) -> Table:
        """Return what was taken and given back: record, allocator, time, bytes."""
        names = memory.single(AllocatorMemoryUsed.ALLOCATOR_NAME_FIELD_NUMBER)
        allocator = self._texts.allocators.rows(self._data, names)
        memory.is_irregular |= allocator < 0
        taken = MessageTable(
            self._data, memory.repeated(AllocatorMemoryUsed.ALLOCATION_RECORDS_FIELD_NUMBER)
        )
        memory.mark_irregular(taken)
        time = taken.varints(AllocationRecord.ALLOC_MICROS_FIELD_NUMBER)
        size = taken.varints(AllocationRecord.ALLOC_BYTES_FIELD_NUMBER)
        owner = taken.spans.owner
        return [memory.spans.owner[owner], allocator[owner], _nanoseconds(time), _time(size)]

    def _read_outputs(self, block: MessageTable) -> Table:
        """Return what came out: record, slot, dtype, shape, bytes."""
        data = self._data
        outputs = MessageTable(data, block.repeated(NodeExecStats.OUTPUT_FIELD_NUMBER))
        slot = outputs.varints(NodeOutput.SLOT_FIELD_NUMBER).astype(np.int32)
        tensors = MessageTable(data, outputs.single(NodeOutput.TENSOR_DESCRIPTION_FIELD_NUMBER))
        dtype = tensors.varints(TensorDescription.DTYPE_FIELD_NUMBER).astype(np.int32)
        given = MessageTable(
            data, tensors.single(TensorDescription.ALLOCATION_DESCRIPTION_FIELD_NUMBER)
        )
        asked = given.varints(AllocationDescription.REQUESTED_BYTES_FIELD_NUMBER)
        shapes = tensors.single(TensorDescription.SHAPE_FIELD_NUMBER)
        shape, is_read = self._texts.shapes.rows(data, shapes)
        tensors.is_irregular |= ~is_read
        for whole, part in ((tensors, given), (outputs, tensors), (block, outputs)):
            whole.mark_irregular(part)
        size = np.where(asked != 0, asked, self._texts.shapes.bytes_of(dtype, shape))
        return [outputs.spans.owner, slot, dtype, shape, np.clip(size, -1, MAX_AMOUNT)]

    def _persistent(self, block: MessageTable) -> Amounts:
        """Return the bytes that outlive the step."""
        stats = MessageTable(self._data, block.single(NodeExecStats.MEMORY_STATS_FIELD_NUMBER))
        block.mark_irregular(stats)
        return _amount(stats.varints(MemoryStats.PERSISTENT_MEMORY_SIZE_FIELD_NUMBER))

    def _read_odd(self, first: int, place: int) -> None:
        """Read one record the long way."""
        record = first + place
        data = self._data[self._start[record] : self._end[record]]
        try:
            stats = NodeExecStats.FromString(data)
        except DecodeError:
            self._is_damaged[record] = True
            return
        row, tensors, allocations = decode_record(stats, self._texts)
        for column, value in zip(self._rows[-1], row, strict=True):
            column[place] = value
        self._tensors += [_of_record(record, each) for each in tensors]
        self._allocations += [_of_record(record, each) for each in allocations]


def _sizes(block: MessageTable, memory: MessageTable) -> tuple[Amounts, Amounts]:
    """Return what allocators gave for each record, and the most they held at a time."""
    owner = memory.spans.owner
    total = _amount(memory.varints(AllocatorMemoryUsed.TOTAL_BYTES_FIELD_NUMBER))
    peak = _amount(memory.varints(AllocatorMemoryUsed.PEAK_BYTES_FIELD_NUMBER))
    peak = np.where(peak > 0, peak, total)
    block.is_irregular |= np.bincount(owner, minlength=len(block)) > _MANY
    sums = np.zeros((2, len(block)), dtype=np.int64)
    np.add.at(sums[0], owner, total)
    np.add.at(sums[1], owner, peak)
    return _amount(sums[0]), _amount(sums[1])


def _times(block: MessageTable) -> Table:
    """Return the start, and after it start and end of the op itself and the end of all."""
    micros = [_nanoseconds(block.varints(number)) for number in _MICROS]
    nanos = [block.varints(number) for number in _NANOS]
    in_nanos: Flags = (nanos[0] != 0) | (nanos[3] != 0)
    start, op_start, op_end, end = (
        np.where(in_nanos, fine, coarse) for fine, coarse in zip(nanos, micros, strict=True)
    )
    op_start = _amount(op_start)
    op_end = np.maximum(_amount(op_end), op_start)
    return [_time(start), op_start, op_end, np.maximum(_amount(end), op_end)]


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


def _amount(column: Amounts) -> Amounts:
    return np.clip(column, 0, MAX_AMOUNT)


def _time(column: Amounts) -> Amounts:
    return np.clip(column, -MAX_TIME, MAX_TIME)


def _nanoseconds(micros: Amounts) -> Amounts:
    most = MAX_TIME // _NS + 1
    return _time(np.clip(micros, -most, most) * _NS)


def _regular(table: Table, block: MessageTable, first: int) -> Table:
    """Return the rows of regular records; the first of the block is record `first`."""
    rows = np.flatnonzero(~block.is_irregular[table[0]])
    return [table[0][rows] + first, *(column[rows] for column in table[1:])]


def _by_record(table: Table) -> Table:
    order = np.argsort(table[0], kind="stable")
    return [column[order] for column in table]


def _of_record(record: int, row: tuple[int, ...]) -> Table:
    return [np.array([value], dtype=np.int64) for value in (record, *row)]


def _joined(tables: list[Table], width: int) -> Table:
    """Return all tables as one."""
    none = [np.empty(0, dtype=np.int64)] * width
    return [np.concatenate(column).astype(np.int64) for column in zip(none, *tables, strict=True)]
