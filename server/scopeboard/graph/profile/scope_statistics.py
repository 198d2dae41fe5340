"""What a step measured of one scope: its own sums, and those of each of its children."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.paths.contents import contents_of
from scopeboard.graph.paths.paths import Place, resolve, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.op_statistics import DeviceUse, Statistics, Stranger
from scopeboard.graph.profile.scope_totals import RowStatistics

MAX_CHILDREN: Final = 10_000


@dataclass(frozen=True, slots=True)
class Totals:
    """What was measured of a scope as a whole; times in nanoseconds, sizes in bytes.

    `ran` counts the ops inside that have statistics. `compute`, `total` and `copies` add up what
    they took, `span` is from the first start to the last end, `start` after the step's begin.
    `memory`, `peak` and `output_bytes` are sums over ops, which need not have held them at the same
    time.
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

    `unused` children have no statistics. `runs` is how often an op ran, 0 for other nodes; `device`
    is an op's, a place in the answer's `devices` or null. What a function measures is of all its
    calls together: `shared` ones have calls outside of this child.
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
    """The largest amounts that colours range up to."""

    compute: int
    total: int
    span: int
    memory: int
    peak: int
    output_bytes: int


@dataclass(frozen=True, slots=True)
class AllocatorPeak:
    """The most bytes that an allocator held at one time for the ops inside a scope."""

    allocator: str
    bytes: int


@dataclass(frozen=True, slots=True)
class ScopeStatistics:
    """What a step measured of one scope (empty: the top level).

    Of more than `MAX_CHILDREN` children those are listed that took longest, and `children_left`
    counts the others. `scope_scale` is the largest among all children, `graph_scale` among those of
    the top level. `begin` is the wall time of the first start, in seconds. `strangers` are names
    that the runtime wrote and that are no ops of the graph: `stranger_names` of them, in
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
    strangers: list[Stranger]
    stranger_names: int
    stranger_records: int
    damaged_records: int


def scope_statistics(
    graph: PreparedGraph, statistics: Statistics, rows: RowStatistics, scope: str
) -> ScopeStatistics:
    """Return what was measured of a scope.

    Args:
        graph: the graph.
        statistics: what was measured of its ops.
        rows: the same by row of its tree.
        scope: the full name of a scope, series node or function.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    place = resolve(graph, scope)
    names, children = _children(graph, place)
    shown = np.sort(np.argsort(-rows.compute[children], kind="stable")[:MAX_CHILDREN])
    top = graph.tree.children_of(ROOT)
    return ScopeStatistics(
        scope=scope,
        begin=statistics.begin / 1e9 if statistics.has_run.any() else None,
        totals=row_totals(rows, place.row),
        peaks=_peaks(graph, statistics, place),
        children=_child_statistics(
            graph, statistics, rows, children[shown], [names[at] for at in shown.tolist()]
        ),
        children_left=children.size - shown.size,
        scope_scale=_scale(rows, children),
        graph_scale=_scale(rows, top),
        devices=statistics.devices,
        strangers=statistics.strangers,
        stranger_names=statistics.stranger_names,
        stranger_records=statistics.stranger_records,
        damaged_records=statistics.damaged,
    )


def _children(graph: PreparedGraph, place: Place) -> tuple[list[str], Indices]:
    """Return what opening a place shows: names and rows."""
    op = int(graph.tree.op[place.row])
    if op >= 0:  # a call with several bodies
        bodies = [body for body in graph.calls.bodies_of(op) if body.root is not None]
        names = [f"{place.path}/{body.label}" for body in bodies]
        return names, np.array([body.root for body in bodies], dtype=np.int64)
    rows = graph.tree.children_of(place.row)
    return [shown_path(graph, row, place.alias) for row in rows.tolist()], rows


def row_totals(rows: RowStatistics, row: int) -> Totals:
    """Return what was measured of a row of the tree."""
    has_run = bool(rows.ran[row])
    return Totals(
        ran=int(rows.ran[row]),
        compute=int(rows.compute[row]),
        total=int(rows.total[row]),
        copies=int(rows.copies[row]),
        span=int(rows.end[row] - rows.start[row]) if has_run else 0,
        start=int(rows.start[row]) if has_run else None,
        memory=int(rows.memory[row]),
        peak=int(rows.peak[row]),
        output_bytes=int(rows.output_bytes[row]),
    )


def _child_statistics(
    graph: PreparedGraph,
    statistics: Statistics,
    rows: RowStatistics,
    children: Indices,
    names: list[str],
) -> ChildStatistics:
    ops = graph.tree.op[children]
    is_op = ops >= 0
    device = np.where(is_op, statistics.device[ops], -1)
    return ChildStatistics(
        names=names,
        ran=rows.ran[children].tolist(),
        unused=(rows.ran[children] == 0).tolist(),
        runs=np.where(is_op, statistics.runs[ops], 0).tolist(),
        device=[None if row < 0 else row for row in device.tolist()],
        compute=rows.compute[children].tolist(),
        total=rows.total[children].tolist(),
        copies=rows.copies[children].tolist(),
        span=rows.span[children].tolist(),
        memory=rows.memory[children].tolist(),
        peak=rows.peak[children].tolist(),
        output_bytes=rows.output_bytes[children].tolist(),
        shared=rows.is_shared[children].tolist(),
    )


def _scale(rows: RowStatistics, children: Indices) -> Scale:
    return Scale(
        compute=int(rows.compute[children].max(initial=0)),
        total=int(rows.total[children].max(initial=0)),
        span=int(rows.span[children].max(initial=0)),
        memory=int(rows.memory[children].max(initial=0)),
        peak=int(rows.peak[children].max(initial=0)),
        output_bytes=int(rows.output_bytes[children].max(initial=0)),
    )


def _peaks(graph: PreparedGraph, statistics: Statistics, place: Place) -> list[AllocatorPeak]:
    """Return the most that each allocator held at a time for what is inside a place.

    Only what the runtime tells of single allocations counts; not all allocators do.
    """
    allocations = statistics.allocations
    inside = np.flatnonzero(contents_of(graph, place).flags(graph)[allocations.record])
    peaks = []
    for row, name in enumerate(allocations.allocators):
        own = inside[allocations.allocator[inside] == row]
        held = np.cumsum(allocations.bytes[own])
        if own.size:
            peaks.append(AllocatorPeak(name, int(held.max(initial=0))))
    return peaks
