"""What a step measured, by row of the tree: sums over all ops inside, and the span beside them.

TensorBoard's time of a group is its span, from the first start to the last end, in which idle time
counts, and time that ops share counts once. Here the sum of what the ops took stands beside it.

A function has one body, however many ops call it, and what its ops took is known of all calls
together. So a body counts once in any sum (see `body_attribution`). A call op itself shows all
that its bodies took; where it shares one with calls elsewhere, `is_shared` says so. What the
runtime measured of the call op as such is the same time again, so it counts only where nothing is
known of its bodies. The library's row adds up the bodies, but is no part of the top level's sum.
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

_START: Final = "start"
_END: Final = "end"


@dataclass(frozen=True, slots=True)
class RowStatistics:
    """One entry in each column for each row of the tree: see `Statistics`.

    `ran` counts the ops inside that have statistics; a row with none is unused. `memory`, `peak`
    and `output_bytes` are sums over ops, so at least what was held at a time. `start` and `end`
    bound the span, in nanoseconds; `NEVER` and -1 for unused rows.
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


_ADDED: Final = [
    field.name for field in fields(RowStatistics) if field.name not in {_START, _END, "is_shared"}
]


def row_statistics(prepared: PreparedGraph, statistics: Statistics) -> RowStatistics:
    """Add up what was measured by row of the tree."""
    bodies = place_bodies(prepared)
    rows = _Rows(prepared.tree, statistics, np.flatnonzero(_counted(prepared, statistics, bodies)))
    rows.lift()
    for body in bodies:
        rows.add(np.array(body.counts_in), body.row)
    is_shared = np.zeros(prepared.tree.parent.size, dtype=np.bool_)
    at = prepared.tree.op_rows()
    for body in bodies:
        calls = np.setdiff1d(at[body.call_ops], body.counts_in)
        rows.add(calls, body.row)
        is_shared[calls] |= rows.has_run(body.row)
    return rows.result(is_shared)


def counted_ops(prepared: PreparedGraph, statistics: Statistics) -> Flags:
    """Tell for each op whether it ran and is no call whose body tells the same again."""
    return _counted(prepared, statistics, place_bodies(prepared))


def _counted(prepared: PreparedGraph, statistics: Statistics, bodies: list[BodyPlace]) -> Flags:
    covered = np.zeros(len(prepared.annotated.ops), dtype=np.bool_)
    functions = prepared.annotated.ops.functions
    for body in bodies:  # those it calls stand before it, and their calls are flagged by now
        inside = slice(int(functions.first[body.function]), int(functions.end[body.function]))
        if statistics.has_run[inside].any() or covered[inside].any():
            covered[body.call_ops] = True
    return statistics.has_run & ~covered


class _Rows:
    """The columns while they are added up.

    Args:
        tree: the tree.
        statistics: what was measured by op.
        ops: the ops that count.
    """

    def __init__(self, tree: ScopeTree, statistics: Statistics, ops: Indices) -> None:
        self._tree = tree
        rows = tree.parent.size
        at = tree.op_rows()[ops]
        self._columns = {name: np.zeros(rows, dtype=np.int64) for name in _ADDED}
        for name, column in self._columns.items():
            own = np.ones(ops.size, np.int64) if name == "ran" else getattr(statistics, name)[ops]
            np.add.at(column, at, own)
        self._start = np.full(rows, NEVER, dtype=np.int64)
        self._end = np.full(rows, -1, dtype=np.int64)
        np.minimum.at(self._start, at, statistics.start[ops])
        np.maximum.at(self._end, at, statistics.end[ops])

    def lift(self) -> None:
        """Add to each row all rows below it, the library to none."""
        tree = self._tree
        levels = depth_levels(tree.depth, detached=tree.find_scope(LIBRARY))
        ran = fold_subtrees(tree.parent, levels, self._columns["ran"])
        levels = [rows[ran[rows] > 0] for rows in levels]
        for name, column in self._columns.items():
            self._columns[name] = fold_subtrees(tree.parent, levels, column)
        self._start = fold_subtrees(tree.parent, levels, self._start, np.minimum)
        self._end = fold_subtrees(tree.parent, levels, self._end, np.maximum)

    def add(self, rows: Indices, other: int) -> None:
        """Add to some rows what another has."""
        self._add_at(rows, np.full(rows.size, other))

    def has_run(self, row: int) -> bool:
        """Return whether there are statistics of a row."""
        return bool(self._columns["ran"][row])

    def _add_at(self, rows: Indices, others: Indices) -> None:
        for column in self._columns.values():
            np.add.at(column, rows, column[others])
        np.minimum.at(self._start, rows, self._start[others])
        np.maximum.at(self._end, rows, self._end[others])

    def result(self, is_shared: Flags) -> RowStatistics:
        """Return the columns."""
        return RowStatistics(**self._columns, start=self._start, end=self._end, is_shared=is_shared)
