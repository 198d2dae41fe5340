"""The statistics of one scope in a step: its own sums, and the sums of each of its children."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.paths.contents import contents_of
from scopeboard.graph.paths.paths import ShownNode, resolve, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.op_statistics import DeviceUse, Statistics, UnmatchedName
from scopeboard.graph.profile.scope_totals import RowStatistics

MAX_CHILDREN: Final = 10_000


@dataclass(frozen=True, slots=True)
class Totals:
    """The statistics of a scope or an op; times in nanoseconds, sizes in bytes.

    `ran` counts the ops inside that have statistics. `compute`, `total` and `copies` are sums of
    their times, `span` is from the first start to the last end, `start` after the step's begin.
    `memory`, `peak` and `output_bytes` are sums over ops, not necessarily in use at the same time.
    """

    ran: int
    compute: int
    total: int
    copies: int
    span: int
    start: int | None
    memory: int
    peak: int
    output_bytes: int


@dataclass(frozen=True, slots=True)
class ChildStatistics:
    """The children of a scope, one entry in each list for each: see `Totals`.

    `unused` children have no statistics. `runs` counts the runs of an op, 0 for other nodes;
    `device` is an op's, an index in the answer's `devices` or null. The statistics of a function
    are of all its calls together: `shared` children call functions that have calls elsewhere.
    """

    names: list[str]
    ran: list[int]
    unused: list[bool]
    runs: list[int]
    device: list[int | None]
    compute: list[int]
    total: list[int]
    copies: list[int]
    span: list[int]
    memory: list[int]
    peak: list[int]
    output_bytes: list[int]
    shared: list[bool]


@dataclass(frozen=True, slots=True)
class Scale:
    """The largest amounts, the upper ends of colour scales."""

    compute: int
    total: int
    span: int
    memory: int
    peak: int
    output_bytes: int

    @staticmethod
    def of(rows: RowStatistics, children: Indices) -> "Scale":
        """Return the largest amounts of some rows of the tree."""
        return Scale(
            compute=int(rows.compute[children].max(initial=0)),
            total=int(rows.total[children].max(initial=0)),
            span=int(rows.span[children].max(initial=0)),
            memory=int(rows.memory[children].max(initial=0)),
            peak=int(rows.peak[children].max(initial=0)),
            output_bytes=int(rows.output_bytes[children].max(initial=0)),
        )


@dataclass(frozen=True, slots=True)
class AllocatorPeak:
    """The most bytes that an allocator held at a time for the ops inside a scope."""

    allocator: str
    bytes: int


@dataclass(frozen=True, slots=True)
class ScopeStatistics:
    """The statistics of one scope in a step (empty: the top level).

    The `MAX_CHILDREN` children with the longest compute times are listed, and `children_left`
    counts the others. `scope_scale` is the largest among all children, `graph_scale` among the
    children of the top level. `begin` is the wall time of the first start, in seconds. `strangers`
    are names that the runtime wrote and that match no op of the graph: `stranger_names` in all, in
    `stranger_records` records.
    """

    scope: str
    begin: float | None
    totals: Totals
    peaks: list[AllocatorPeak]
    children: ChildStatistics
    children_left: int
    scope_scale: Scale
    graph_scale: Scale
    devices: list[DeviceUse]
    strangers: list[UnmatchedName]
    stranger_names: int
    stranger_records: int
    damaged_records: int


def scope_statistics(
    graph: PreparedGraph, statistics: Statistics, rows: RowStatistics, scope: str
) -> ScopeStatistics:
    """Return the statistics of a scope.

    Args:
        graph: the graph.
        statistics: the statistics of its ops.
        rows: the statistics of the rows of its tree.
        scope: the full name of a scope, series node or function.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    tree, node = graph.tree, resolve(graph, scope)
    op = int(tree.op[node.row])
    if op >= 0:  # a call with several bodies
        bodies = [body for body in graph.calls.bodies_of(op) if body.root is not None]
        names = [f"{node.path}/{body.label}" for body in bodies]
        children = np.array([body.root for body in bodies], dtype=np.int64)
    else:
        children = tree.children_of(node.row)
        names = [shown_path(graph, row, node.alias) for row in children.tolist()]
    listed = np.sort(np.argsort(-rows.compute[children], kind="stable")[:MAX_CHILDREN])
    shown = children[listed]
    ops = tree.op[shown]
    devices = np.where(ops >= 0, statistics.device[ops], -1).tolist()
    return ScopeStatistics(
        scope=scope,
        begin=statistics.begin / 1e9 if statistics.has_run.any() else None,
        totals=totals_of(rows, node.row, int(rows.ran[node.row])),
        peaks=_allocator_peaks(graph, statistics, node),
        children=ChildStatistics(
            names=[names[child] for child in listed.tolist()],
            ran=rows.ran[shown].tolist(),
            unused=(rows.ran[shown] == 0).tolist(),
            runs=np.where(ops >= 0, statistics.runs[ops], 0).tolist(),
            device=[None if device < 0 else device for device in devices],
            compute=rows.compute[shown].tolist(),
            total=rows.total[shown].tolist(),
            copies=rows.copies[shown].tolist(),
            span=rows.span[shown].tolist(),
            memory=rows.memory[shown].tolist(),
            peak=rows.peak[shown].tolist(),
            output_bytes=rows.output_bytes[shown].tolist(),
            shared=rows.is_shared[shown].tolist(),
        ),
        children_left=children.size - listed.size,
        scope_scale=Scale.of(rows, children),
        graph_scale=Scale.of(rows, tree.children_of(ROOT)),
        devices=statistics.devices,
        strangers=statistics.unmatched,
        stranger_names=statistics.unmatched_names,
        stranger_records=statistics.unmatched_records,
        damaged_records=statistics.damaged,
    )


def totals_of(columns: Statistics | RowStatistics, index: int, ran: int) -> Totals:
    """Return the totals of an op or of a row, in which `ran` ops have statistics."""
    start, end = int(columns.start[index]), int(columns.end[index])
    return Totals(
        ran=ran,
        compute=int(columns.compute[index]),
        total=int(columns.total[index]),
        copies=int(columns.copies[index]),
        span=end - start if ran else 0,
        start=start if ran else None,
        memory=int(columns.memory[index]),
        peak=int(columns.peak[index]),
        output_bytes=int(columns.output_bytes[index]),
    )


def _allocator_peaks(
    graph: PreparedGraph, statistics: Statistics, node: ShownNode
) -> list[AllocatorPeak]:
    """Return the most bytes that each allocator held at a time for the ops inside a node.

    Only single allocations in the records count; some allocators are not recorded.
    """
    allocations = statistics.allocations
    inside = np.flatnonzero(contents_of(graph, node).flags(graph)[allocations.record])
    peaks = []
    for row, name in enumerate(allocations.allocators):
        rows = inside[allocations.allocator[inside] == row]
        if rows.size:
            held = np.cumsum(allocations.bytes[rows])
            peaks.append(AllocatorPeak(name, int(held.max(initial=0))))
    return peaks
