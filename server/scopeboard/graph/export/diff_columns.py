"""The difference between two graphs as columns, for programs."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.diff.changes import Change
from scopeboard.graph.diff.details import DiffDetails, Difference
from scopeboard.graph.diff.graph_diff import GraphDiff, diff_graphs
from scopeboard.graph.diff.moves import Move, find_moves
from scopeboard.graph.diff.scope_counts import count_by_scope
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.export.columns import CodedTexts, Graph, GraphColumns, whole_costs

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
        pairs = np.concatenate((diff.changed, np.setdiff1d(diff.renamed, diff.changed)))
        none = [np.full(ops.size, NO_OP) for ops in (diff.added, diff.removed)]
        before = np.concatenate((diff.removed, none[0], pairs))
        after = np.concatenate((none[1], diff.added, diff.counterpart[pairs]))
        sizes = [diff.removed.size, diff.added.size, diff.changed.size]
        kinds = np.repeat(np.arange(4), [*sizes, before.size - sum(sizes)])
        listed = [", ".join(_fields(diff.changes_of(op))) for op in pairs.tolist()]
        return {
            "kind": CodedTexts(kinds, ["removed", "added", "changed", "renamed"]),
            "name": _texts(_names(self._after, after)),
            "type": _texts(_types(self._after, after)),
            "before_name": _texts(_names(self._before, before)),
            "before_type": _texts(_types(self._before, before)),
            "changes": _texts([""] * (before.size - pairs.size) + listed),
        }

    def differences(self, name: str) -> list[Difference]:
        """Return what differs in an op of the second graph; none if it is new, or the same."""
        op = self._changed.get(name)
        return [] if op is None else self._details.of_op(op)

    @cached_property
    def _changed(self) -> dict[str, int]:
        """The changed ops of the first graph, by their full names in the second."""
        ops = self.diff.changed
        names = _names(self._after, self.diff.counterpart[ops])
        return dict(zip(names, ops.tolist(), strict=True))

    def moves(self) -> list[Move]:
        """Return the renamed ops, together where one scope explains them."""
        ops = self.diff.renamed
        others = _names(self._after, self.diff.counterpart[ops])
        return find_moves(zip(_names(self._before, ops), others, strict=True))

    def scope_columns(self) -> GraphColumns:
        """Return a row for each scope in which ops differ, the whole graph first.

        `added`, `removed` and `changed` count the ops inside; the name of the whole graph is empty.
        """
        added, removed = (
            _names(self._after, self.diff.added),
            _names(self._before, self.diff.removed),
        )
        counts = sorted(count_by_scope(added, removed, self._changed).items())
        return {
            "name": _texts([name for name, _ in counts]),
            **{
                field: np.array([getattr(each, field) for _, each in counts], np.int64)
                for field in ("added", "removed", "changed")
            },
        }

    def costs(self) -> tuple[GraphColumns, GraphColumns]:
        """Return the costs of both whole graphs; NaN where nothing is known."""
        return whole_costs(self._before), whole_costs(self._after)


def _names(graph: Graph, ops: Indices) -> list[str]:
    return [graph.tree.op_path(op) if op != NO_OP else "" for op in ops.tolist()]


def _types(graph: Graph, ops: Indices) -> list[str]:
    table = graph.annotated.ops
    return [table.op_types[table.op_type[op]] if op != NO_OP else "" for op in ops.tolist()]


def _fields(change: Change) -> list[str]:
    return [(field.name or "").lower() for field in _FIELDS if field & change]


def _texts(texts: Sequence[str]) -> CodedTexts:
    return CodedTexts(np.arange(len(texts)), texts)
