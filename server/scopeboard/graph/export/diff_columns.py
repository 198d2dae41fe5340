"""The difference between two graphs as columns, for programs."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from scopeboard.graph.diff.changes import Change
from scopeboard.graph.diff.details import DiffDetails, Difference
from scopeboard.graph.diff.graph_diff import GraphDiff, diff_graphs
from scopeboard.graph.diff.moves import Move, find_moves
from scopeboard.graph.diff.scope_counts import count_by_scope
from scopeboard.graph.export.columns import CodedTexts, Graph, GraphColumns, cost_columns

COSTS: Final = ("parameters", "non_trainable", "flops", "activation_bytes")
_FIELDS: Final = tuple(change for change in Change if change)


class ComparedGraphs:
    """Two graphs and their difference, by the full names that the dashboard shows."""

    def __init__(self, before: Graph, after: Graph) -> None:
        self._before, self._after = before, after
        self.diff: GraphDiff = diff_graphs(before.annotated.ops, after.annotated.ops)
        self._details = DiffDetails(self.diff)

    def op_columns(self) -> GraphColumns:
        """Return a row for each op that differs: removed ones, then added, changed, renamed.

        `kind` is one of these; a changed op may have another name, too. `name` and `type` are those
        of the second graph, `before_name` and `before_type` of the first, empty on a side that has
        no such op. `changes` lists what differs: `name`, `type`, `attributes`, `shapes`, `dtypes`,
        `device`, `inputs`.
        """
        diff = self.diff
        changed = diff.changed
        renamed = np.setdiff1d(diff.renamed, changed)
        pairs = np.concatenate((changed, renamed))
        before = [*diff.removed.tolist(), *[-1] * diff.added.size, *pairs.tolist()]
        after = [*[-1] * diff.removed.size, *diff.added.tolist(), *diff.counterpart[pairs].tolist()]
        sizes = [diff.removed.size, diff.added.size, changed.size, renamed.size]
        kinds = ["removed", "added", "changed", "renamed"]
        listed = [
            "" if old < 0 or new < 0 else ", ".join(_fields(diff.changes_of(old)))
            for old, new in zip(before, after, strict=True)
        ]
        return {
            "kind": CodedTexts(np.repeat(np.arange(4), sizes), kinds),
            "name": _texts(self._names(self._after, after)),
            "type": _texts(_types(self._after, after)),
            "before_name": _texts(self._names(self._before, before)),
            "before_type": _texts(_types(self._before, before)),
            "changes": _texts(listed),
        }

    def differences(self, name: str) -> list[Difference]:
        """Return what differs in an op of the second graph; none if it is new, or the same."""
        found = self._op_of(name)
        return [] if found is None else self._details.of_op(found)

    def moves(self) -> list[Move]:
        """Return the renamed ops, together where one scope explains them."""
        ops = self.diff.renamed
        names = zip(
            self._names(self._before, ops.tolist()),
            self._names(self._after, self.diff.counterpart[ops].tolist()),
            strict=True,
        )
        return find_moves(names)

    def scope_columns(self) -> GraphColumns:
        """Return a row for each scope in which ops differ, the whole graph first.

        `added`, `removed` and `changed` count the ops inside; the name of the whole graph is empty.
        """
        counts = sorted(count_by_scope(self.diff).items())
        return {
            "name": _texts([name for name, _ in counts]),
            **{
                field: np.array([getattr(each, field) for _, each in counts], np.int64)
                for field in ("added", "removed", "changed")
            },
        }

    def costs(self) -> dict[str, tuple[float, float]]:
        """Return each cost of the whole graphs, before and after; NaN where nothing is known."""
        totals = [cost_columns(graph) for graph in (self._before, self._after)]
        return {name: (_first(totals[0][name]), _first(totals[1][name])) for name in COSTS}

    def _op_of(self, name: str) -> int | None:
        """Return the op of the first graph whose counterpart is called `name`."""
        for op in self.diff.changed.tolist():
            if self._after.tree.op_path(int(self.diff.counterpart[op])) == name:
                return int(op)
        return None

    def _names(self, graph: Graph, ops: Sequence[int]) -> list[str]:
        return [graph.tree.op_path(op) if op >= 0 else "" for op in ops]


def _types(graph: Graph, ops: Sequence[int]) -> list[str]:
    table = graph.annotated.ops
    return [table.op_types[table.op_type[op]] if op >= 0 else "" for op in ops]


def _fields(change: Change) -> list[str]:
    return [(field.name or "").lower() for field in _FIELDS if field & change]


def _texts(texts: Sequence[str]) -> CodedTexts:
    return CodedTexts(np.arange(len(texts)), texts)


def _first(column: Any) -> float:  # noqa: ANN401 - a number of a column of numbers
    return float(column[0])
