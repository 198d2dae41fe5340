"""The children of an open place, one column entry each: what a scope, a series or a call holds.

A call with several bodies holds no rows of the tree but its bodies; a body stands here as the row
of its function's scope.
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Indices
from scopeboard.graph.hierarchy.calls import Body
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.paths.paths import Place, shown_path
from scopeboard.graph.prepared.prepared_graph import PreparedGraph


@dataclass(frozen=True, slots=True)
class Children:
    """The children of `place`.

    `rows` are rows of the tree, `names` the full names as shown there. `ops` are op types: an op's
    own, that of all members of a series, else empty. `bodies` has the body that each child is,
    where the place is a call with several; `calls` has what each child that is a call opens into.
    A body without ops stands as the row of the call.
    """

    place: Place
    rows: Indices
    names: list[str]
    ops: list[str]
    bodies: list[Body] | None
    calls: list[list[Body]]

    def take(self, order: Indices) -> "Children":
        """Return the children in another order."""
        places = order.tolist()
        return Children(
            place=self.place,
            rows=self.rows[order],
            names=[self.names[place] for place in places],
            ops=[self.ops[place] for place in places],
            bodies=None if self.bodies is None else [self.bodies[place] for place in places],
            calls=[self.calls[place] for place in places],
        )


def children_of(graph: PreparedGraph, place: Place) -> Children:
    """List the children of an open place, in order of appearance."""
    op = int(graph.tree.op[place.row])
    if op >= 0:
        return _bodies(graph, place, op)
    rows = graph.tree.children_of(place.row)
    return Children(
        place=place,
        rows=rows,
        names=_names(graph, place, rows),
        ops=op_types_of_rows(graph, rows),
        bodies=None,
        calls=_calls(graph, rows),
    )


def library_child(graph: PreparedGraph, children: Children) -> int | None:
    """Return which child is the function library, if one is."""
    if children.place.row != ROOT or not len(graph.annotated.ops.functions):
        return None
    return children.names.index(LIBRARY) if LIBRARY in children.names else None


def library_functions(graph: PreparedGraph, children: Children, child: int) -> list[int]:
    """Return which function of the library a child is the scope of, where it stands there."""
    if not children.place.path.startswith(LIBRARY) or children.place.alias is not None:
        return []
    return np.flatnonzero(graph.calls.function_rows == children.rows[child]).tolist()


def root_ops(graph: PreparedGraph, children: Children) -> list[str]:
    """Return the op types, and for a name scope that of the op it is named after, if any."""
    return [
        op or (root_op(graph, row) if graph.tree.kind(row) == "scope" else "")
        for op, row in zip(children.ops, children.rows.tolist(), strict=True)
    ]


def _names(graph: PreparedGraph, place: Place, rows: Indices) -> list[str]:
    if place.alias is None:
        return list(map(graph.tree.path, rows.tolist()))
    return [shown_path(graph, row, place.alias) for row in rows.tolist()]


def _calls(graph: PreparedGraph, rows: Indices) -> list[list[Body]]:
    ops = graph.tree.op[rows]
    is_call = np.isin(ops, graph.annotated.ops.calls.op)
    return [
        graph.calls.bodies_of(op) if calls else []
        for op, calls in zip(ops.tolist(), is_call.tolist(), strict=True)
    ]


def _bodies(graph: PreparedGraph, place: Place, op: int) -> Children:
    bodies = graph.calls.bodies_of(op)
    rows = [place.row if body.root is None else body.root for body in bodies]
    return Children(
        place=place,
        rows=np.array(rows, dtype=np.int32),
        names=[f"{place.path}/{body.label}" for body in bodies],
        ops=[""] * len(bodies),
        bodies=bodies,
        calls=[[body] for body in bodies],
    )


def op_types_of_rows(graph: PreparedGraph, rows: Indices) -> list[str]:
    """Return the op type of each row: an op's own, that of a series' members, else empty."""
    tree, ops = graph.tree, graph.annotated.ops
    first = tree.op[rows].copy()
    is_series = (rows >= tree.first_series) & (rows < tree.first_op)
    first[is_series] = tree.op[tree.children[tree.child_first[rows[is_series]]]]
    return ["" if op < 0 else ops.op_types[ops.op_type[op]] for op in first.tolist()]


def root_op(graph: PreparedGraph, row: int) -> str:
    """Return the op type of the op that a name scope is named after, empty without one."""
    path = graph.tree.path(row)
    op = graph.tree.renamed_ops.get(f"{path}/({path.rpartition('/')[2]})")
    ops = graph.annotated.ops
    return "" if op is None else ops.op_types[ops.op_type[op]]
