"""Where the time and the memory of a step went: the ops of a scope that took most."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.graph.paths.contents import contents_of
from scopeboard.graph.paths.paths import resolve
from scopeboard.graph.paths.reveal import Reveal, first_hosts, reveal_op
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.op_statistics import Statistics
from scopeboard.graph.profile.scope_totals import counted_ops

Measure = Literal["time", "memory", "bytes"]

MAX_HOT_SPOTS: Final = 1000
_COLUMNS: Final[dict[Measure, str]] = {
    "time": "compute",
    "memory": "peak",
    "bytes": "output_bytes",
}


@dataclass(frozen=True, slots=True)
class HotSpot:
    """An op and what it took; times in nanoseconds, sizes in bytes (see `Statistics`).

    `node` and `scopes` say how it comes into sight (see `Reveal`).
    """

    name: str
    node: str
    scopes: list[str]
    op: str
    device: str
    runs: int
    compute: int
    total: int
    memory: int
    peak: int
    output_bytes: int


@dataclass(frozen=True, slots=True)
class HotSpots:
    """The ops inside a scope that took most of `by`, the most first.

    `sum` adds up what all `ran` ops inside took, `shown` what the listed ones did: compute time,
    peak memory or output bytes. An op in the body of a function is listed once, with what all
    calls of it took.
    """

    scope: str
    by: Measure
    ran: int
    sum: int
    shown: int
    spots: list[HotSpot]


def find_hot_spots(
    graph: PreparedGraph, statistics: Statistics, scope: str, by: Measure, top: int
) -> HotSpots:
    """Return the `top` ops inside a scope (empty: everywhere) that took most.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    inside = contents_of(graph, resolve(graph, scope))
    ran = np.flatnonzero(inside.flags(graph) & counted_ops(graph, statistics))
    amounts = getattr(statistics, _COLUMNS[by])[ran]
    order = np.argsort(-amounts, kind="stable")[: min(top, MAX_HOT_SPOTS)]
    ops = ran[order][amounts[order] > 0]
    spots = [
        _hot_spot(graph, statistics, reveal_op(graph, op, host, inside.alias_of(graph, op)), op)
        for op, host in zip(ops.tolist(), first_hosts(graph, ops).tolist(), strict=True)
    ]
    return HotSpots(scope, by, ran.size, int(amounts.sum()), int(amounts[order].sum()), spots)


def _hot_spot(graph: PreparedGraph, statistics: Statistics, sight: Reveal, op: int) -> HotSpot:
    ops = graph.annotated.ops
    device = int(statistics.device[op])
    return HotSpot(
        name=sight.name,
        node=sight.node,
        scopes=sight.scopes,
        op=ops.op_types[ops.op_type[op]],
        device=statistics.devices[device].name if device >= 0 else "",
        runs=int(statistics.runs[op]),
        compute=int(statistics.compute[op]),
        total=int(statistics.total[op]),
        memory=int(statistics.memory[op]),
        peak=int(statistics.peak[op]),
        output_bytes=int(statistics.output_bytes[op]),
    )
