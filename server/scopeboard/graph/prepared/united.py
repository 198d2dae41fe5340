"""Two prepared graphs as one prepared graph: all queries of graphs then answer for both at once.

Costs and roles are those of the two graphs: an op of the union may have more inputs than it had in
either, and no formula or rule would find its way there.
"""

from dataclasses import fields
from typing import Any, Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.costs.costs import Costs
from scopeboard.graph.diff.graph_diff import diff_graphs
from scopeboard.graph.diff.sides import NO_OP
from scopeboard.graph.diff.union import UnionGraph, unite
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING
from scopeboard.graph.prepared.comparison import Comparison
from scopeboard.graph.prepared.derived import derive_known
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.roles.op_roles import OpRoles

_COSTS: Final = tuple(field.name for field in fields(Costs))
_ROLES: Final = tuple(field.name for field in fields(OpRoles))


def unite_graphs(
    before: PreparedGraph,
    after: PreparedGraph,
    after_bytes: int = 0,
    check: CancelCheck = never_cancelled,
) -> PreparedGraph:
    """Return the union of two graphs; its costs are those of `after`.

    Args:
        before: the first graph.
        after: the second graph.
        after_bytes: see `unite`.
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
    """
    diff = diff_graphs(before.annotated.ops, after.annotated.ops)
    check()
    union = unite(diff, after_bytes)
    check()
    annotated = annotate(union.ops)
    check()
    costs = _costs(after.op_costs(), union.after)
    derived = derive_known(annotated, costs, _roles(before, after, union), check)
    status = union.edge_status(annotated.edges, before.annotated.edges, after.annotated.edges)
    comparison = Comparison(union, _costs(before.op_costs(), union.before), status)
    return PreparedGraph(annotated, derived, DEFAULT_GROUPING, comparison)


def _costs(costs: Costs, ops: Indices) -> Costs:
    """Return the costs of ops, 0 for NO_OP."""
    return Costs(**{name: _taken(getattr(costs, name), ops) for name in _COSTS})


def _taken(column: Any, ops: Indices) -> Any:  # noqa: ANN401 - of any dtype
    """Return the entries of ops, 0 or False for NO_OP."""
    return np.append(column, np.zeros(1, dtype=column.dtype))[np.where(ops == NO_OP, -1, ops)]


def _roles(before: PreparedGraph, after: PreparedGraph, union: UnionGraph) -> OpRoles:
    """Return the roles that ops have in the second graph, or else in the first."""
    has_after = union.after != NO_OP
    return OpRoles(
        **{
            name: np.where(
                has_after,
                _taken(getattr(after.op_roles(), name), union.after),
                _taken(getattr(before.op_roles(), name), union.before),
            )
            for name in _ROLES
        }
    )
