"""The statistics of one step of a session, op by op.

Of an op that ran on the host, *compute* is the time between start and end of the op itself, and
*total* adds the runtime's work around it (`all_end`). Of an op that ran on a GPU with traced
kernels, compute is the time of its kernels, and total adds its launch and its copies. An op may run
several times in a step, in a loop or on several devices: times are added up, sizes are the largest.

`memory` is TensorBoard's memory: the bytes that all allocators gave to an op (`total_bytes`), the
largest of its runs. `peak` is the most that was allocated for it at a time.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices, offsets
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.profile.devices import (
    COPY,
    EXECUTED,
    KERNEL,
    REPEATED,
    RunDevices,
    sort_devices,
)
from scopeboard.graph.profile.op_matching import find_ops
from scopeboard.graph.profile.records import Allocations, OutputTensors, RunRecords

NEVER: Final = np.iinfo(np.int64).max
_MAX_UNMATCHED: Final = 20


@dataclass(frozen=True, slots=True)
class UnmatchedName:
    """A name that the runtime wrote and that matches no op of the graph."""

    name: str
    device: str
    records: int
    total: int


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """A device: how many ops of the graph ran there, in how many records, for how long (ns)."""

    name: str
    ops: int
    records: int
    compute: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Columns with one entry for each op of a graph, and facts about the step.

    `runs` counts the runs, 0 for an op without statistics: all other amounts are 0 then, `device`
    -1. `compute`, `total` and `copies` are in nanoseconds, `start` and `end` in nanoseconds after
    `begin`, which is by the writer's clock; ops without statistics have `NEVER` and -1. Sizes are
    in bytes; `output_bytes` is the sum over the recorded outputs, which are `outputs` from
    `output_first[i]` to `output_first[i + 1]`, by slot. `device`, a row in `devices`, is the device
    of the first run. `unmatched` are the `unmatched_names` names that match no op, the longest
    times first, up to a bound; they have `unmatched_records` records. `record` of `outputs` and of
    `allocations` is the op. `damaged` counts the records that could not be read.
    """

    runs: Amounts
    compute: Amounts
    total: Amounts
    copies: Amounts
    start: Amounts
    end: Amounts
    memory: Amounts
    peak: Amounts
    persistent: Amounts
    output_bytes: Amounts
    device: Indices
    devices: list[DeviceUse]
    outputs: OutputTensors
    output_first: Indices
    allocations: Allocations
    begin: int
    damaged: int
    unmatched: list[UnmatchedName]
    unmatched_names: int
    unmatched_records: int

    @property
    def has_run(self) -> Flags:
        """Return for each op whether it has statistics."""
        return self.runs > 0


def gather_statistics(
    graph: OpGraph, records: RunRecords, check: CancelCheck = never_cancelled
) -> Statistics:
    """Return the statistics of the ops of a graph."""
    devices = sort_devices(records)
    op_of_name = find_ops(graph, records.names, check)
    op = np.where(devices.role == REPEATED, -1, op_of_name[records.name])
    count = len(graph)
    check()
    matched = np.flatnonzero(op >= 0)
    ops, role, length = op[matched], devices.role[matched], records.end[matched]
    is_launch, is_kernel, is_copy = role == EXECUTED, role == KERNEL, role == COPY
    compute = (records.op_end - records.op_start)[matched]
    compute = _reduce(np.add, ops[is_launch], compute[is_launch], count)
    kernels = _reduce(np.add, ops[is_kernel], length[is_kernel], count)
    launches = np.bincount(ops[is_launch], minlength=count)
    begin = int(records.start[matched].min(initial=NEVER)) if matched.size else 0
    start = records.start[matched] - begin
    device = np.full(count, -1, dtype=np.int32)
    device[ops[::-1]] = devices.device[matched][::-1]  # the assignment that lasts is the first run
    outputs = _op_outputs(records.tensors, op)
    allocations = records.allocations
    owner = op[allocations.record]
    rows = np.flatnonzero(owner >= 0)
    rows = rows[np.argsort(allocations.time[rows], kind="stable")]
    return Statistics(
        # Kernels and copies count as runs of an op without recorded launches.
        runs=np.where(launches > 0, launches, np.bincount(ops, minlength=count)),
        compute=np.where(kernels > 0, kernels, compute),
        total=_reduce(np.add, ops, length, count),
        copies=_reduce(np.add, ops[is_copy], length[is_copy], count),
        start=_reduce(np.minimum, ops, start, count, NEVER),
        end=_reduce(np.maximum, ops, start + length, count, -1),
        memory=_reduce(np.maximum, ops, records.total_bytes[matched], count),
        peak=_reduce(np.maximum, ops, records.peak_bytes[matched], count),
        persistent=_reduce(np.maximum, ops, records.persistent_bytes[matched], count),
        output_bytes=_reduce(np.add, outputs.record, np.maximum(outputs.bytes, 0), count),
        device=device,
        devices=_device_uses(devices, op, records),
        outputs=outputs,
        output_first=offsets(outputs.record, count),
        allocations=Allocations(
            owner[rows],
            allocations.allocator[rows],
            allocations.time[rows],
            allocations.bytes[rows],
            allocations.allocators,
        ),
        begin=begin,
        damaged=records.damaged,
        unmatched=_unmatched(records, devices, op_of_name),
        unmatched_names=int((op_of_name < 0).sum()),
        unmatched_records=int(((op < 0) & (devices.role != REPEATED)).sum()),
    )


def _reduce(
    ufunc: np.ufunc, groups: Indices, amounts: Amounts, count: int, initial: int = 0
) -> Amounts:
    """Reduce amounts by group, exactly: all are integers."""
    reduced = np.full(count, initial, dtype=np.int64)
    ufunc.at(reduced, groups, amounts)
    return reduced


def _op_outputs(tensors: OutputTensors, op: Indices) -> OutputTensors:
    """Return a row for each output of each op, by op and slot: the last of the largest tensors."""
    owner = op[tensors.record]
    rows = np.flatnonzero(owner >= 0)
    rows = rows[np.lexsort((rows, tensors.bytes[rows], tensors.slot[rows], owner[rows]))]
    keys = np.stack((owner[rows], tensors.slot[rows]))
    is_last = np.ones(rows.size, dtype=np.bool_)
    is_last[:-1] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    rows = rows[is_last]
    return OutputTensors(
        owner[rows],
        tensors.slot[rows],
        tensors.dtype[rows],
        tensors.shape[rows],
        tensors.bytes[rows],
        tensors.shapes,
    )


def _device_uses(devices: RunDevices, op: Indices, records: RunRecords) -> list[DeviceUse]:
    """Return the use of each device; launches take no time of a GPU with traced kernels."""
    spans = records.op_end - np.where(devices.role == EXECUTED, records.op_start, 0)
    uses = []
    for row, name in enumerate(devices.names):
        rows = np.flatnonzero((devices.device == row) & (devices.role != REPEATED))
        work = rows[devices.role[rows] != EXECUTED]
        compute = int(spans[work if work.size else rows].sum())
        ops = np.unique(op[rows][op[rows] >= 0]).size
        uses.append(DeviceUse(name, ops, rows.size, compute))
    return uses


def _unmatched(records: RunRecords, devices: RunDevices, ops: Indices) -> list[UnmatchedName]:
    """Return the names without an op in `ops`, the longest total times first."""
    rows = np.flatnonzero((ops[records.name] < 0) & (devices.role != REPEATED))
    names, first, group = np.unique(records.name[rows], return_index=True, return_inverse=True)
    counts = np.bincount(group, minlength=names.size)
    totals = _reduce(np.add, group, records.end[rows], names.size)
    return [
        UnmatchedName(
            name=records.names[names[row]],
            device=devices.names[devices.device[rows[first[row]]]],
            records=int(counts[row]),
            total=int(totals[row]),
        )
        for row in np.argsort(-totals, kind="stable")[:_MAX_UNMATCHED].tolist()
    ]
