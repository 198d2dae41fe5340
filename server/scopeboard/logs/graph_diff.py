"""The difference between two graphs in Python."""

from functools import cached_property
from typing import Final

import numpy as np

from scopeboard.graph.export.columns import Graph
from scopeboard.graph.export.diff_columns import ComparedGraphs
from scopeboard.logs.columns import Names
from scopeboard.logs.graph_table import graph_table
from scopeboard.logs.table import Table

COSTS: Final = ("parameters", "non_trainable", "flops", "activation_bytes")


class GraphDifference:
    """What makes the second of two graphs of the first.

    Ops are matched by their names and by their wiring, so that an op keeps its counterpart when a
    scope is renamed, or when a framework numbers names in another way.

    Example:
        >>> log = sb.open("runs")
        >>> difference = log.graph("base").diff(log.graph("wide"))
        >>> difference.is_empty, len(difference.ops), len(difference.scopes)
        (True, 0, 0)
        >>> len(difference.details("layer1/Relu"))
        0
    """

    def __init__(self, before: Graph, after: Graph) -> None:
        self._compared = ComparedGraphs(before, after)

    def __repr__(self) -> str:
        diff = self._compared.diff
        counts = {
            "added": diff.added.size,
            "removed": diff.removed.size,
            "changed": diff.changed.size,
            "renamed": diff.renamed.size,
        }
        return f"<GraphDifference: {', '.join(f'{n:,} {kind}' for kind, n in counts.items())}>"

    @property
    def is_empty(self) -> bool:
        """Whether both graphs are the same."""
        return self._compared.diff.is_empty

    @cached_property
    def ops(self) -> Table:
        """The ops that differ: removed ones, then added, changed and renamed ones.

        The columns are `kind` (`removed`, `added`, `changed` or `renamed`), `name`, `type`,
        `before_name`, `before_type` and `changes`, a list of `name`, `type`, `attributes`,
        `shapes`, `dtypes`, `device` and `inputs`. A text is empty on a side without the op.
        """
        return graph_table(self._compared.op_columns())

    def details(self, name: str) -> Table:
        """Return what differs in a changed op, by its full name in the second graph.

        The columns are `what` (`type`, `device`, `input 0`, `output 0` or the name of an
        attribute), `before` and `after`. A table without rows says that the op is new or the same.
        """
        found = self._compared.differences(name)
        return Table(
            {
                "what": Names.of([each.what for each in found]),
                "before": Names.of([each.before for each in found]),
                "after": Names.of([each.after for each in found]),
            }
        )

    @cached_property
    def moves(self) -> Table:
        """The scopes and ops with another name, those of most ops first.

        The columns are `origin` and `to`, the beginnings of the full names, and `ops`.
        """
        moves = self._compared.moves()
        return Table(
            {
                "origin": Names.of([move.origin for move in moves]),
                "to": Names.of([move.to for move in moves]),
                "ops": np.array([move.ops for move in moves], np.int64),
            }
        )

    @cached_property
    def scopes(self) -> Table:
        """The scopes in which ops differ, the whole graph (an empty name) first.

        The columns are `name`, `added`, `removed` and `changed`, which count all ops inside.
        """
        return graph_table(self._compared.scope_columns())

    @cached_property
    def costs(self) -> Table:
        """What the graphs cost: parameters, FLOPs and bytes of activations.

        The columns are `cost`, `before`, `after` and `difference` (float64, NaN where unknown).
        """
        totals = [graph_table(costs) for costs in self._compared.costs()]
        before, after = (np.array([each[cost][0] for cost in COSTS]) for each in totals)
        return Table(
            {
                "cost": Names.of(COSTS),
                "before": before,
                "after": after,
                "difference": after - before,
            }
        )
