"""RunMetadata bytes to records: what one step of a session ran, op by op, as columns.

Only the `step_stats` are looked at. Their records are decoded one by one, so that graphs that stand
beside them cost nothing and a damaged record costs only itself. Times are in nanoseconds where the
runtime wrote them so, else microseconds times 1000.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from google.protobuf.message import DecodeError

from scopeboard.errors import DamagedDataError
from scopeboard.graph.columns import Amounts, Indices
from scopeboard.graph.dtypes import find_width
from scopeboard.graph.protofields import DELIMITED, Field, fields
from scopeboard.graph.text_column import Check, no_check
from scopeboard.wire.run_metadata_pb2 import (
    DeviceStepStats,
    NodeExecStats,
    RunMetadata,
    StepStats,
)
from scopeboard.wire.tensor_pb2 import TensorShapeProto

MAX_RECORDS: Final = 5_000_000
MAX_AMOUNT: Final = (1 << 53) - 1  # the largest count that JSON readers keep exact
_RECORDS_BETWEEN_CHECKS: Final = 4096


@dataclass(frozen=True, slots=True)
class SeenTensors:
    """Outputs as they came out of ops: one row each.

    `record` is the record that tells of it, `slot` the output. `shape` is a row in `shapes`, -1
    when the rank is unknown; `dtype` the number of a `DataType`. `bytes` is what was asked of the
    allocator, or what dtype and shape come to, -1 when neither is known.
    """

    record: Indices
    slot: Indices
    dtype: Indices
    shape: Indices
    bytes: Amounts
    shapes: list[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Allocations:
    """Memory taken (`bytes` > 0) and given back (< 0): one row each; `time` in nanoseconds.

    `allocator` is a row in `allocators`.
    """

    record: Indices
    allocator: Indices
    time: Amounts
    bytes: Amounts
    allocators: list[str]


@dataclass(frozen=True, slots=True)
class RunRecords:
    """One row for each time that an op, a kernel or a copy ran, in the order of the bytes.

    `name` and `device` are rows in `names` and `devices`, texts as the runtime wrote them; a
    device without records is listed too. `start` is in nanoseconds of the writer's clock, the
    other times in nanoseconds after it: the op itself computed from `op_start` to `op_end`, and
    all was done at `end`. `total_bytes` and `peak_bytes` add up what each allocator gave for it
    and the most it held at a time; `persistent_bytes` outlive the step. `damaged` counts the
    records that could not be read.
    """

    name: Indices
    names: list[str]
    device: Indices
    devices: list[str]
    start: Amounts
    op_start: Amounts
    op_end: Amounts
    end: Amounts
    total_bytes: Amounts
    peak_bytes: Amounts
    persistent_bytes: Amounts
    tensors: SeenTensors
    allocations: Allocations
    damaged: int

    def __len__(self) -> int:
        """Return the number of records."""
        return int(self.name.size)


def read_records(data: bytes, check: Check = no_check) -> RunRecords:
    """Read the records of a RunMetadata; what stands behind a cut is left out.

    Raises:
        DamagedDataError: the bytes hold no RunMetadata, or too many records.
    """
    reader = _Reader()
    for count, (device, place) in enumerate(_record_places(data, reader)):
        if count >= MAX_RECORDS:
            raise DamagedDataError(f"The statistics hold more than {MAX_RECORDS:,} records.")
        if count % _RECORDS_BETWEEN_CHECKS == 0:
            check()
        reader.add(device, data[place.start : place.end])
    return reader.build()


def count_records(data: bytes, check: Check = no_check) -> dict[str, int]:
    """Return how many records stand under each device, without reading them.

    Raises:
        DamagedDataError: see `read_records`.
    """
    reader = _Reader()
    rows = array("q")
    for count, (device, _) in enumerate(_record_places(data, reader)):
        rows.append(device)
        if count % _RECORDS_BETWEEN_CHECKS == 0:
            check()
    counts = np.bincount(np.array(rows, dtype=np.int64), minlength=len(reader.devices))
    return dict(zip(reader.devices, counts.tolist(), strict=True))


def _record_places(data: bytes, reader: "_Reader") -> Iterator[tuple[int, Field]]:
    """Walk the places of all records with the device that each belongs to.

    Raises:
        DamagedDataError: nothing here is part of a RunMetadata.
    """
    is_known = False
    try:
        for top in fields(data, 0, len(data)):
            is_known |= top.number in RunMetadata.DESCRIPTOR.fields_by_number
            if not _is_field(top, RunMetadata.STEP_STATS_FIELD_NUMBER):
                continue
            for each in fields(data, top.start, top.end):
                if _is_field(each, StepStats.DEV_STATS_FIELD_NUMBER):
                    yield from _records_of_device(data, each, reader)
    except DamagedDataError:  # what stands behind the damage cannot be told from it
        reader.damaged += 1
    if data and not is_known:
        raise DamagedDataError("These bytes hold no statistics of a run.")


def _records_of_device(data: bytes, place: Field, reader: "_Reader") -> Iterator[tuple[int, Field]]:
    parts = list(fields(data, place.start, place.end))
    names = [part for part in parts if _is_field(part, DeviceStepStats.DEVICE_FIELD_NUMBER)]
    text = data[names[-1].start : names[-1].end].decode("utf-8", "replace") if names else ""
    device = reader.device(text)
    for part in parts:
        if _is_field(part, DeviceStepStats.NODE_STATS_FIELD_NUMBER):
            yield device, part


def _is_field(field: Field, number: int) -> bool:
    return field.number == number and field.wire_type == DELIMITED


class _Reader:
    """Collects records one after the other; `build` gives the columns."""

    def __init__(self) -> None:
        self.damaged = 0
        self._names: dict[str, int] = {}
        self._devices: dict[str, int] = {}
        self._shapes: dict[tuple[int, ...], int] = {}
        self._allocators: dict[str, int] = {}
        self._records = [array("q") for _ in range(9)]
        self._tensors = [array("q") for _ in range(5)]
        self._allocations = [array("q") for _ in range(4)]

    @property
    def devices(self) -> list[str]:
        """Return the devices that were named so far."""
        return list(self._devices)

    def device(self, name: str) -> int:
        """Return the row of a device."""
        return self._devices.setdefault(name, len(self._devices))

    def add(self, device: int, data: bytes) -> None:
        """Read one record."""
        try:
            stats = NodeExecStats.FromString(data)
        except DecodeError:
            self.damaged += 1
            return
        record = len(self._records[0])
        name = self._names.setdefault(stats.node_name, len(self._names))
        total, peak = self._add_memory(record, stats)
        persistent = stats.memory_stats.persistent_memory_size
        row = (name, device, *_times(stats), total, peak, _bounded(persistent))
        _append(self._records, row)
        self._add_outputs(record, stats)

    def _add_memory(self, record: int, stats: NodeExecStats) -> tuple[int, int]:
        total = peak = 0
        for used in stats.memory:
            total += max(used.total_bytes, 0)
            peak += used.peak_bytes if used.peak_bytes > 0 else max(used.total_bytes, 0)
            allocator = self._allocators.setdefault(used.allocator_name, len(self._allocators))
            for each in used.allocation_records:
                row = (record, allocator, each.alloc_micros * 1000, each.alloc_bytes)
                _append(self._allocations, tuple(_bounded_time(value) for value in row))
        return _bounded(total), _bounded(peak)

    def _add_outputs(self, record: int, stats: NodeExecStats) -> None:
        for output in stats.output:
            tensor = output.tensor_description
            shape = _shape(tensor.shape)
            code = -1 if shape is None else self._shapes.setdefault(shape, len(self._shapes))
            size = tensor.allocation_description.requested_bytes or _bytes(tensor.dtype, shape)
            size = min(max(size, -1), MAX_AMOUNT)
            _append(self._tensors, (record, output.slot, tensor.dtype, code, size))

    def build(self) -> RunRecords:
        """Return all that was added."""
        name, device, start, op_start, op_end, end, total, peak, persistent = _columns(
            self._records
        )
        record, slot, dtype, shape, size = _columns(self._tensors)
        taker, allocator, time, taken = _columns(self._allocations)
        return RunRecords(
            name=name.astype(np.int32),
            names=list(self._names),
            device=device.astype(np.int32),
            devices=self.devices,
            start=start,
            op_start=op_start,
            op_end=op_end,
            end=end,
            total_bytes=total,
            peak_bytes=peak,
            persistent_bytes=persistent,
            tensors=SeenTensors(record, slot, dtype, shape, size, list(self._shapes)),
            allocations=Allocations(taker, allocator, time, taken, list(self._allocators)),
            damaged=self.damaged,
        )


def _times(stats: NodeExecStats) -> tuple[int, int, int, int]:
    """Return the start, and after it start and end of the op itself and the end of all."""
    if stats.all_start_nanos or stats.all_end_rel_nanos:
        times = (
            stats.all_start_nanos,
            stats.op_start_rel_nanos,
            stats.op_end_rel_nanos,
            stats.all_end_rel_nanos,
        )
    else:
        times = (
            stats.all_start_micros * 1000,
            stats.op_start_rel_micros * 1000,
            stats.op_end_rel_micros * 1000,
            stats.all_end_rel_micros * 1000,
        )
    start, op_start, op_end, end = times
    op_start = _bounded(op_start)
    op_end = max(_bounded(op_end), op_start)
    return _bounded_time(start), op_start, op_end, max(_bounded(end), op_end)


def _bounded(amount: int) -> int:
    return min(max(amount, 0), MAX_AMOUNT)


def _bounded_time(value: int) -> int:
    """Return a number that sums and differences of are exact in 64 bits."""
    return min(max(value, -(1 << 61)), 1 << 61)


def _shape(shape: TensorShapeProto) -> tuple[int, ...] | None:
    return None if shape.unknown_rank else tuple([max(dim.size, -1) for dim in shape.dim])


def _bytes(dtype: int, shape: tuple[int, ...] | None) -> int:
    """Return what a tensor comes to, -1 when it cannot be told."""
    width = find_width(dtype)
    if width is None or shape is None or -1 in shape:
        return -1
    size = width
    for dimension in shape:
        size = min(size * dimension, MAX_AMOUNT)
    return 0 if 0 in shape else size


def _append(columns: list["array[int]"], row: tuple[int, ...]) -> None:
    for column, value in zip(columns, row, strict=True):
        column.append(value)


def _columns(arrays: list["array[int]"]) -> list[Amounts]:
    return [np.array(column, dtype=np.int64) for column in arrays]
