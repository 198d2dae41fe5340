"""The roles of the children of a scope, with the reasons for which bookkeeping leaves it.

A role counts relative to the scope: inside a scope that is bookkeeping itself, nothing is extracted
for being bookkeeping, or its main graph would be empty. The function library is not split by roles,
since its functions have no edges among them.
"""

from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Indices
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.roles.op_roles import AVERAGE, EVIDENCE, GRADIENT, MODEL, OPTIMIZER, ROLES
from scopeboard.graph.roles.row_roles import RoleIndex
from scopeboard.graph.scope.answer import Reason
from scopeboard.graph.scope.child_roles import ChildRoles
from scopeboard.graph.scope.children import Children

_indices: Final[PerGraphCache[RoleIndex]] = PerGraphCache(
    lambda graph: RoleIndex(graph.op_roles(), graph.op_weights(), graph.tree)
)


class ModelOps(NamedTuple):
    """The ops of the model inside rows, 0 for bookkeeping; and those between inputs and loss."""

    model: Amounts
    core: Amounts


def model_ops_of_rows(graph: PreparedGraph, rows: Indices) -> ModelOps:
    """Return how many ops of the model are inside each row."""
    found = _indices.get(graph).of_rows(rows)
    is_model = found.role == MODEL
    return ModelOps(np.where(is_model, found.count, 0), np.where(is_model, found.core, 0))


def roles_of_children(graph: PreparedGraph, children: Children) -> ChildRoles | None:
    """Return the roles of the children of a scope, None for the function library."""
    parent = children.parent
    if parent.alias is None and parent.path == LIBRARY:
        return None
    costs = graph.costs()
    index = _indices.get(graph)
    rows = index.of_rows(children.rows)
    above = index.of_rows(np.array([parent.row]))
    is_booked = parent.row != ROOT and int(above.role[0]) != MODEL
    reasons: list[Reason | None] = [
        None
        if is_booked or role == MODEL
        else Reason("role", ROLES[role], count=count, evidence=EVIDENCE[evidence])
        for role, count, evidence in zip(
            rows.role.tolist(), rows.count.tolist(), rows.evidence.tolist(), strict=True
        )
    ]
    kinds = [graph.tree.kind(row) for row in children.rows.tolist()]
    is_loose = np.array([kind == "role_group" for kind in kinds], dtype=np.bool_)
    # The training step is made of scopes and single ops, folded or not.
    trains = ((rows.role == OPTIMIZER) | (rows.role == GRADIENT)) & ~is_loose
    return ChildRoles(
        reasons=reasons,
        trains=np.zeros_like(trains) if is_booked else trains,
        averages=rows.role == AVERAGE,
        core=rows.core,
        updates=rows.updates,
        parameters=np.maximum(costs.parameters[children.rows], 0),
        has_loss=rows.has_loss,
        has_input=rows.has_input,
        has_derivative=rows.has_derivative,
    )
