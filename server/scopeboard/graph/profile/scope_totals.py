"""The statistics of a step by row of the tree: sums over all ops inside, and the time span.

TensorBoard's time of a group is its span, from the first start to the last end: idle time counts,
and time that ops share counts once. The sum of the times of all ops is here beside it.

A function has one body, however many ops call it, and the statistics of its ops are of all calls
together. So a body counts once in any sum (see `body_attribution`). A call op itself has the
statistics of its bodies; `is_shared` marks it if one of them has calls elsewhere. The statistics of
the call op as such are the same time again, so they count only if its bodies have none. The
library's row is the sum over the bodies, but no part of the top level's sum.
"""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.profile.body_attribution import BodyPlace, place_bodies
from scopeboard.graph.profile.op_statistics import NEVER, Statistics


@dataclass(frozen=True, slots=True)
class RowStatistics:
    """Columns with one entry for each row of the tree: see `Statistics`.

    `ran` counts the ops inside that have statistics; a row with none is unused. `memory`, `peak`
    and `output_bytes` are sums over ops, an upper bound of the bytes in use at a time. `start` and
    `end` bound the span, in nanoseconds; `NEVER` and -1 for unused rows.
    """

    ran: Amounts
    compute: Amounts
    total: Amounts
    copies: Amounts
    memory: Amounts
    peak: Amounts
    output_bytes: Amounts
    start: Amounts
    end: Amounts
    is_shared: Flags

    @property
    def span(self) -> Amounts:
        """Return the time from the first start to the last end, 0 for unused rows."""
        return np.where(self.ran > 0, self.end - np.where(self.ran > 0, self.start, 0), 0)


_SUMS: Final = [
    field.name for field in fields(RowStatistics) if field.name not in {"start", "end", "is_shared"}
]


def row_statistics(graph: PreparedGraph, statistics: Statistics) -> RowStatistics:
    """Return the statistics of the rows of the tree."""
    tree = graph.tree
    bodies = place_bodies(graph)
    rows = _Rows(tree, statistics, np.flatnonzero(counted_ops(graph, statistics, bodies)))
    rows.fold()
    for body in bodies:
        rows.add(np.array(body.counts_in), body.row)
    is_shared = np.zeros(tree.parent.size, dtype=np.bool_)
    row_of_op = tree.op_rows()
    for body in bodies:
        calls = np.setdiff1d(row_of_op[body.call_ops], body.counts_in)
        rows.add(calls, body.row)
        is_shared[calls] |= bool(rows.sums["ran"][body.row])
    return RowStatistics(**rows.sums, start=rows.start, end=rows.end, is_shared=is_shared)


def counted_ops(
    graph: PreparedGraph, statistics: Statistics, bodies: list[BodyPlace] | None = None
) -> Flags:
    """Return for each op whether it ran and is no call of a body that ran."""
    is_covered = np.zeros(len(graph.annotated.ops), dtype=np.bool_)
    functions = graph.annotated.ops.functions
    for body in place_bodies(graph) if bodies is None else bodies:  # callees precede callers
        inside = slice(int(functions.first[body.function]), int(functions.end[body.function]))
        if statistics.has_run[inside].any() or is_covered[inside].any():
            is_covered[body.call_ops] = True
    return statistics.has_run & ~is_covered


class _Rows:
    """The columns of `RowStatistics` while rows are added to one another.

    Args:
        tree: the tree.
        statistics: the statistics of all ops.
        ops: the ops that count.
    """

    def __init__(self, tree: ScopeTree, statistics: Statistics, ops: Indices) -> None:
        self._tree = tree
        count, row_of_op = tree.parent.size, tree.op_rows()[ops]
        self.sums = {name: np.zeros(count, dtype=np.int64) for name in _SUMS}
        for name, column in self.sums.items():
            amounts = (
                np.ones(ops.size, np.int64) if name == "ran" else getattr(statistics, name)[ops]
            )
            np.add.at(column, row_of_op, amounts)
        self.start = np.full(count, NEVER, dtype=np.int64)
        self.end = np.full(count, -1, dtype=np.int64)
        np.minimum.at(self.start, row_of_op, statistics.start[ops])
        np.maximum.at(self.end, row_of_op, statistics.end[ops])

    def fold(self) -> None:
        """Add to each row all rows below it, but the library to none."""
        tree = self._tree
        levels = depth_levels(tree.depth, detached=tree.find_scope(LIBRARY))
        ran = fold_subtrees(tree.parent, levels, self.sums["ran"])
        levels = [rows[ran[rows] > 0] for rows in levels]
        for name, column in self.sums.items():
            self.sums[name] = fold_subtrees(tree.parent, levels, column)
        self.start = fold_subtrees(tree.parent, levels, self.start, np.minimum)
        self.end = fold_subtrees(tree.parent, levels, self.end, np.maximum)

    def add(self, rows: Indices, other: int) -> None:
        """Add to some rows the statistics of another row."""
        for column in self.sums.values():
            np.add.at(column, rows, column[other])
        np.minimum.at(self.start, rows, self.start[other])
        np.maximum.at(self.end, rows, self.end[other])
