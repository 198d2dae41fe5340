"""Hot spots: the ops of a scope with the most time or memory in a step."""

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from scopeboard.graph.paths.contents import contents_of
from scopeboard.graph.paths.paths import resolve
from scopeboard.graph.paths.reveal import reveal_op
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
    """An op and its statistics; times in nanoseconds, sizes in bytes (see `Statistics`).

    `node` and `scopes` reveal it on the page (see `Reveal`).
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
    """The ops inside a scope with the largest amounts of `by`, in descending order.

    `sum` is the amount of all `ran` ops inside, `shown` of the listed ones: compute time, peak
    memory or output bytes. An op in the body of a function is listed once, with the amount of all
    its calls.
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
    """Return the `top` ops inside a scope (empty: the graph) with the largest amounts of `by`.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    contents = contents_of(graph, resolve(graph, scope))
    ran = np.flatnonzero(contents.flags(graph) & counted_ops(graph, statistics))
    amounts = getattr(statistics, _COLUMNS[by])[ran]
    order = np.argsort(-amounts, kind="stable")[: min(top, MAX_HOT_SPOTS)]
    listed = ran[order][amounts[order] > 0]
    ops, spots = graph.annotated.ops, []
    for op, host in zip(listed.tolist(), graph.annotated.shown_at[listed].tolist(), strict=True):
        reveal = reveal_op(graph, op, host, contents.alias_of(graph, op))
        device = int(statistics.device[op])
        spots.append(
            HotSpot(
                name=reveal.name,
                node=reveal.node,
                scopes=reveal.scopes,
                op=ops.op_types[ops.op_type[op]],
                device=statistics.devices[device].name if device >= 0 else "",
                runs=int(statistics.runs[op]),
                compute=int(statistics.compute[op]),
                total=int(statistics.total[op]),
                memory=int(statistics.memory[op]),
                peak=int(statistics.peak[op]),
                output_bytes=int(statistics.output_bytes[op]),
            )
        )
    return HotSpots(scope, by, ran.size, int(amounts.sum()), int(amounts[order].sum()), spots)
