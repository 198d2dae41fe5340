"""The children of an open node, a scope, a series node or a call, as columns.

The children of a call with several bodies are its bodies; the row of a body is that of its
function's scope.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.groups import GROUP_KINDS
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.paths.paths import ShownNode, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph

_SERIES: Final = GROUP_KINDS.index("series")


@dataclass(frozen=True, slots=True)
class Children:
    """The children of `parent`.

    `rows` are rows of the tree, `names` the full names as shown there. `ops` are op types: an op's
    own, that of all members of a series node, else empty. `bodies` has the body of each child if
    `parent` is a call with several; `calls` has the bodies that each child opens into, none if it
    is no call. The row of a body without ops is that of the call.
    """

    parent: ShownNode
    rows: Indices
    names: list[str]
    ops: list[str]
    bodies: list[Body] | None
    calls: list[list[Body]]

    def take(self, order: Indices) -> "Children":
        """Return the children in another order."""
        numbers = order.tolist()
        return Children(
            parent=self.parent,
            rows=self.rows[order],
            names=[self.names[number] for number in numbers],
            ops=[self.ops[number] for number in numbers],
            bodies=None if self.bodies is None else [self.bodies[number] for number in numbers],
            calls=[self.calls[number] for number in numbers],
        )


def children_of(graph: PreparedGraph, node: ShownNode) -> Children:
    """Return the children of an open node, in order of appearance."""
    tree, op = graph.tree, int(graph.tree.op[node.row])
    if op >= 0:
        bodies = graph.calls.bodies_of(op)
        roots = [node.row if body.root is None else body.root for body in bodies]
        return Children(
            parent=node,
            rows=np.array(roots, dtype=np.int32),
            names=[f"{node.path}/{body.label}" for body in bodies],
            ops=[""] * len(bodies),
            bodies=bodies,
            calls=[[body] for body in bodies],
        )
    rows = tree.children_of(node.row)
    if node.alias is None:
        names = list(map(tree.path, rows.tolist()))
    else:
        names = [shown_path(graph, row, node.alias) for row in rows.tolist()]
    ops = tree.op[rows]
    is_call = np.isin(ops, graph.annotated.ops.calls.op).tolist()
    return Children(
        parent=node,
        rows=rows,
        names=names,
        ops=op_types_of_rows(graph, rows),
        bodies=None,
        calls=[
            graph.calls.bodies_of(op) if opens else []
            for op, opens in zip(ops.tolist(), is_call, strict=True)
        ],
    )


def library_child(graph: PreparedGraph, children: Children) -> int | None:
    """Return the child that is the function library, None without one."""
    if children.parent.row != ROOT or not len(graph.annotated.ops.functions):
        return None
    return children.names.index(LIBRARY) if LIBRARY in children.names else None


def library_functions(graph: PreparedGraph, children: Children, child: int) -> list[int]:
    """Return the function whose scope a child of the library is, none for other children."""
    if not children.parent.path.startswith(LIBRARY) or children.parent.alias is not None:
        return []
    return np.flatnonzero(graph.calls.function_rows == children.rows[child]).tolist()


def root_ops(graph: PreparedGraph, children: Children) -> list[str]:
    """Return the op types; for a name scope that of the op with its name, empty without one."""
    return [
        op or (root_op(graph, row) if graph.tree.kind(row) == "scope" else "")
        for op, row in zip(children.ops, children.rows.tolist(), strict=True)
    ]


def op_types_of_rows(graph: PreparedGraph, rows: Indices) -> list[str]:
    """Return the op type of each row: an op's, that of a series node's members, or empty."""
    tree, ops = graph.tree, graph.annotated.ops
    first = tree.op[rows].copy()
    is_group = (rows >= tree.first_group) & (rows < tree.first_op)
    is_series = is_group.copy()
    is_series[is_group] = tree.group_kinds[rows[is_group] - tree.first_group] == _SERIES
    first[is_series] = tree.op[tree.children[tree.child_first[rows[is_series]]]]
    return ["" if op < 0 else ops.op_types[ops.op_type[op]] for op in first.tolist()]


def root_op(graph: PreparedGraph, row: int) -> str:
    """Return the type of the op that has the name of a name scope, empty without one."""
    path = graph.tree.path(row)
    op = graph.tree.renamed_ops.get(f"{path}/({path.rpartition('/')[2]})")
    ops = graph.annotated.ops
    return "" if op is None else ops.op_types[ops.op_type[op]]
