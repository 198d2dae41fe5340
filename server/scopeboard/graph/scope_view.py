"""One scope as columns: its children in the order they are shown, the split, and what joins them.

This is the scope before it becomes values: everything that needs all children at once happens
here, so that a page of a very large scope costs no more than the page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from scopeboard.errors import NotFoundError
from scopeboard.graph.choices import Choice, decide
from scopeboard.graph.columns import Flags, Indices
from scopeboard.graph.extract import Children, ExtractOptions, Split, cut_bridges, split_scope
from scopeboard.graph.metaedges import (
    Metaedges,
    inner_metaedges,
    inward_metaedges,
    outward_metaedges,
)
from scopeboard.graph.order import dataflow_order
from scopeboard.graph.prepared import PreparedGraph


@dataclass(frozen=True, slots=True)
class ScopeView:
    """The inside of a scope. Children are numbered as they are shown, in dataflow order.

    `rows` are the children's rows in the tree, `names` their full names, `ops` their op types. The
    ends of `inner` are children. `inward` and `outward` join children and rows outside; the
    columns `cut` tell which of them are annotations.
    """

    name: str
    rows: Indices
    names: list[str]
    ops: list[str]
    split: Split
    inner: Metaedges
    inward: Metaedges
    inward_cut: Flags
    outward: Metaedges
    outward_cut: Flags


def view_scope(
    graph: PreparedGraph, name: str, options: ExtractOptions, choices: Sequence[Choice]
) -> ScopeView:
    """Lay out the columns of the scope with this full name (empty: the top level).

    Raises:
        NotFoundError: the graph has no such scope.
        QueryError: a choice has no meaning.
    """
    scope = graph.tree.find_scope(name)
    if scope is None:
        raise NotFoundError(f"The graph has no scope called “{name}”.")
    inner = inner_metaedges(graph.edges, graph.tree, scope)
    rows = graph.tree.children_of(scope)
    order = dataflow_order(rows.size, inner.source, inner.target)
    shown = np.empty(rows.size, dtype=np.int64)
    shown[order] = np.arange(rows.size)
    inner = replace(inner, source=shown[inner.source], target=shown[inner.target])
    rows = rows[order]
    names = [graph.tree.path(row) for row in rows.tolist()]
    ops = _ops(graph, rows)
    split = split_scope(_children(graph, rows, names, ops, choices), inner, options)
    inward = inward_metaedges(graph.edges, graph.tree, scope)
    inward = replace(inward, target=shown[inward.target])
    outward = outward_metaedges(graph.edges, graph.tree, scope)
    outward = replace(outward, source=shown[outward.source])
    return ScopeView(
        name=name,
        rows=rows,
        names=names,
        ops=ops,
        split=split,
        inner=inner,
        inward=inward,
        inward_cut=cut_bridges(inward, inward.target, inward.source, options, split.role),
        outward=outward,
        outward_cut=cut_bridges(outward, outward.source, outward.target, options, split.role),
    )


def _ops(graph: PreparedGraph, rows: Indices) -> list[str]:
    """Return the op types of children, empty for those that are no ops."""
    ops = graph.annotated.ops
    return ["" if op < 0 else ops.op_types[ops.op_type[op]] for op in graph.tree.op[rows].tolist()]


def _children(
    graph: PreparedGraph,
    rows: Indices,
    names: list[str],
    ops: list[str],
    choices: Sequence[Choice],
) -> Children:
    """Gather what the split looks at."""
    decision, rules = decide(choices, names, ops)
    before, after = _annotated_sides(graph, graph.tree.op[rows])
    return Children(
        ops=[op or _root_op(graph, row) for row, op in zip(rows.tolist(), ops, strict=True)],
        choice=decision,
        rules=rules,
        has_constants=before,
        has_summaries=after,
    )


def _root_op(graph: PreparedGraph, row: int) -> str:
    """Return the type of the op that a metanode is named after, empty when there is none."""
    op = graph.tree.find_op(f"{graph.tree.path(row)}/({graph.tree.label(row)})")
    ops = graph.annotated.ops
    return "" if op is None else ops.op_types[ops.op_type[op]]


def _annotated_sides(graph: PreparedGraph, ops: Indices) -> tuple[Flags, Flags]:
    """Tell which of the ops (-1: none) have constants and which have summaries beside them."""
    annotations = graph.annotated.annotations
    is_constant = graph.annotated.is_constant[annotations.op]
    before = np.isin(ops, annotations.host[is_constant])
    after = np.isin(ops, annotations.host[~is_constant])
    return before, after
