"""How an op comes into sight: the node that shows it, and the scopes that must be open."""

from dataclasses import dataclass

import numpy as np

from scopeboard.graph.columns import Indices
from scopeboard.graph.prepared import PreparedGraph
from scopeboard.graph.resolve import Alias, scopes_around, shown_op_path


@dataclass(frozen=True, slots=True)
class Sight:
    """An op as it is seen.

    `name` is its full name, `node` that of the node that shows it: its own, or for a constant or
    summary that of its first host. `scopes` must be open for the node to be seen, from the top
    level (left out) inwards.
    """

    name: str
    node: str
    scopes: list[str]


def first_hosts(graph: PreparedGraph, ops: Indices) -> Indices:
    """Return for each op the one that shows it: itself, or its first host."""
    rows = graph.annotated.annotations
    order = np.argsort(rows.op, kind="stable")
    if not order.size:
        return ops
    place = np.minimum(np.searchsorted(rows.op[order], ops), order.size - 1)
    is_annotation = ~graph.annotated.is_node[ops]
    hosts: Indices = np.where(is_annotation, rows.host[order[place]], ops)
    return hosts


def see_op(graph: PreparedGraph, op: int, host: int, alias: Alias | None) -> Sight:
    """Return how an op that `host` shows comes into sight, both within an alias or in the tree."""
    row = graph.tree.row_of_op(host)
    return Sight(
        name=shown_op_path(graph, op, alias),
        node=shown_op_path(graph, host, alias),
        scopes=[] if row is None else scopes_around(graph, row, alias),
    )
