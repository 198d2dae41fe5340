"""What a step of a session measured, op by op.

Of an op that ran on the host, *compute* is the time between start and end of the op itself, and
*total* adds what the runtime did around it (`all_end`). Of one that ran on a GPU whose kernels were
traced, compute is the time of its kernels, and total adds its launch and its copies. An op may run
several times in a step, in a loop or on several devices: times are added up, sizes are the largest.

TensorBoard's memory is `memory`: what all allocators gave to an op (`total_bytes`), the largest of
its runs. `peak` is the most that they held for it at a time.
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
from scopeboard.graph.profile.records import Allocations, RunRecords, SeenTensors

NEVER: Final = np.iinfo(np.int64).max
_MAX_STRANGERS: Final = 20


@dataclass(frozen=True, slots=True)
class Stranger:
    """A name that the runtime wrote and that is no op of the graph."""

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
    """One entry in each column for each op of a graph, unless said otherwise.

    `runs` is how often it ran, 0 for an op without statistics: all else is 0 then, `device` -1.
    `compute`, `total` and `copies` are in nanoseconds, `start` and `end` in nanoseconds after
    `begin`, which is by the writer's clock; `start` is `NEVER` and `end` -1 for ops without. Sizes
    are in bytes; `output_bytes` adds up the outputs really seen, which are `outputs` from
    `output_first[i]` to `output_first[i + 1]`, by slot. `device`, a row in `devices`, is where it
    ran first. `strangers` are some of the `stranger_names` names that are no ops, those first that
    took longest; there are `stranger_records` records of them. `record` of `outputs` and of
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
    outputs: SeenTensors
    output_first: Indices
    allocations: Allocations
    begin: int
    damaged: int
    strangers: list[Stranger]
    stranger_names: int
    stranger_records: int

    @property
    def has_run(self) -> Flags:
        """Tell for each op whether there are statistics of it."""
        return self.runs > 0


def gather_statistics(
    graph: OpGraph, records: RunRecords, check: CancelCheck = never_cancelled
) -> Statistics:
    """Bring what was measured to the ops of a graph."""
    devices = sort_devices(records)
    found = find_ops(graph, records.names, check)
    op = np.where(devices.role == REPEATED, -1, _take(found, records.name))
    count = len(graph)
    check()
    known = np.flatnonzero(op >= 0)
    ops, role, whole = op[known], devices.role[known], records.end[known]
    launched = role == EXECUTED
    compute = _sum(ops[launched], (records.op_end - records.op_start)[known][launched], count)
    kernels = _sum(ops[role == KERNEL], whole[role == KERNEL], count)
    copies = _sum(ops[role == COPY], whole[role == COPY], count)
    begin = int(records.start[known].min(initial=NEVER)) if known.size else 0
    start, end = _spans(ops, records.start[known] - begin, whole, count)
    outputs, output_first = _outputs(records.tensors, op, count)
    return Statistics(
        runs=_runs(ops, role, count),
        compute=np.where(kernels > 0, kernels, compute),
        total=_sum(ops, whole, count),
        copies=copies,
        start=start,
        end=end,
        memory=_largest(ops, records.total_bytes[known], count),
        peak=_largest(ops, records.peak_bytes[known], count),
        persistent=_largest(ops, records.persistent_bytes[known], count),
        output_bytes=_sum(outputs.record, np.maximum(outputs.bytes, 0), count),
        device=_first_device(ops, devices.device[known], count),
        devices=_uses(devices, op, records),
        outputs=outputs,
        output_first=output_first,
        allocations=_of_ops(records.allocations, op),
        begin=begin,
        damaged=records.damaged,
        strangers=_strangers(records, devices, found),
        stranger_names=int((found < 0).sum()),
        stranger_records=int(((op < 0) & (devices.role != REPEATED)).sum()),
    )


def _take(column: Indices, rows: Indices) -> Indices:
    return column[rows] if column.size else rows


def _sum(groups: Indices, amounts: Amounts, count: int) -> Amounts:
    """Add up exactly, by op."""
    total = np.zeros(count, dtype=np.int64)
    np.add.at(total, groups, amounts)
    return total


def _largest(groups: Indices, amounts: Amounts, count: int) -> Amounts:
    largest = np.zeros(count, dtype=np.int64)
    np.maximum.at(largest, groups, amounts)
    return largest


def _runs(ops: Indices, role: Indices, count: int) -> Amounts:
    """Count how often each op ran: its launches, or kernels and copies where none is told of."""
    launches = np.bincount(ops[role == EXECUTED], minlength=count)
    return np.where(launches > 0, launches, np.bincount(ops, minlength=count))


def _spans(ops: Indices, start: Amounts, length: Amounts, count: int) -> tuple[Amounts, Amounts]:
    """Return when each op first started and last ended."""
    first = np.full(count, NEVER, dtype=np.int64)
    last = np.full(count, -1, dtype=np.int64)
    np.minimum.at(first, ops, start)
    np.maximum.at(last, ops, start + length)
    return first, last


def _first_device(ops: Indices, device: Indices, count: int) -> Indices:
    found = np.full(count, -1, dtype=np.int32)
    found[ops[::-1]] = device[::-1]  # of several, the one that is written last: the first
    return found


def _outputs(tensors: SeenTensors, op: Indices, count: int) -> tuple[SeenTensors, Indices]:
    """Return one row for each output of each op, by op and slot: the largest, the last of those."""
    owner = _take(op, tensors.record)
    rows = np.flatnonzero(owner >= 0)
    rows = rows[np.lexsort((rows, tensors.bytes[rows], tensors.slot[rows], owner[rows]))]
    keys = np.stack((owner[rows], tensors.slot[rows]))
    is_last = np.ones(rows.size, dtype=np.bool_)
    is_last[:-1] = (keys[:, 1:] != keys[:, :-1]).any(axis=0)
    rows = rows[is_last]
    outputs = SeenTensors(
        owner[rows],
        tensors.slot[rows],
        tensors.dtype[rows],
        tensors.shape[rows],
        tensors.bytes[rows],
        tensors.shapes,
    )
    return outputs, offsets(outputs.record, count)


def _of_ops(allocations: Allocations, op: Indices) -> Allocations:
    """Return the allocations of ops of the graph, by time."""
    owner = _take(op, allocations.record)
    rows = np.flatnonzero(owner >= 0)
    rows = rows[np.argsort(allocations.time[rows], kind="stable")]
    return Allocations(
        owner[rows],
        allocations.allocator[rows],
        allocations.time[rows],
        allocations.bytes[rows],
        allocations.allocators,
    )


def _uses(devices: RunDevices, op: Indices, records: RunRecords) -> list[DeviceUse]:
    """Count by device what ran there; a launch takes no time of a GPU whose kernels are told of."""
    spans = records.op_end - np.where(devices.role == EXECUTED, records.op_start, 0)
    uses = []
    for row, name in enumerate(devices.names):
        there = np.flatnonzero((devices.device == row) & (devices.role != REPEATED))
        work = there[devices.role[there] != EXECUTED]
        compute = int(spans[work if work.size else there].sum())
        ops = np.unique(op[there][op[there] >= 0]).size
        uses.append(DeviceUse(name, ops, there.size, compute))
    return uses


def _strangers(records: RunRecords, devices: RunDevices, found: Indices) -> list[Stranger]:
    """Return the names that are no ops, those first that took longest."""
    rows = np.flatnonzero((_take(found, records.name) < 0) & (devices.role != REPEATED))
    names, first, group = np.unique(records.name[rows], return_index=True, return_inverse=True)
    count = np.bincount(group, minlength=names.size)
    total = _sum(group, records.end[rows], names.size)
    return [
        Stranger(
            name=records.names[names[place]],
            device=devices.names[devices.device[rows[first[place]]]],
            records=int(count[place]),
            total=int(total[place]),
        )
        for place in np.argsort(-total, kind="stable")[:_MAX_STRANGERS].tolist()
    ]
