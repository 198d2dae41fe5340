"""Metaedges: the base edges between the children of a scope, and the bridges across its border.

Ends of edges are positions in the scope tree (see `tree`), and the edges are stored in two
orders, by source and by target. The edges that touch a scope are then two slices; the child at an
end is a binary search; and the metaedges are a grouping by (source, target, control). No
step is a loop over edges, so that a scope costs in proportion to the edges that touch it.

Tensors and control dependencies between the same two nodes are two metaedges. A reference edge
carries a tensor, so it counts as one; a metaedge is a reference when all its tensors are.
"""

from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Amounts, Flags, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import CONTROL, DATA, REFERENCE, Tensors


@dataclass(frozen=True, slots=True)
class EdgeIndex:
    """The edges between nodes, indexed by position.

    `source` and `target` are positions, `kind` and `tensor` as in `BaseEdges`. `by_source` and
    `by_target` list the edges in these orders; `sources` and `targets` are the ends so sorted.
    """

    source: Indices
    target: Indices
    kind: Indices
    tensor: Indices
    by_source: Indices
    by_target: Indices
    sources: Indices
    targets: Indices
    tensors: Tensors


@dataclass(frozen=True, slots=True)
class Metaedges:
    """One row for each metaedge, sorted by `source`, `target`, then tensors before control.

    `source` and `target` are the groups of the two ends. `count` is the number of base edges;
    `elements` and `bytes` are -1 when unknown for all of them; `tensor` is the only tensor of a
    metaedge that has just one, else -1.
    """

    source: Indices
    target: Indices
    kind: Indices
    count: Amounts
    elements: Amounts
    bytes: Amounts
    tensor: Indices


def no_metaedges() -> Metaedges:
    """Return an empty table."""
    none = np.empty(0, dtype=np.int64)
    return Metaedges(none, none, none.astype(np.int8), none, none, none, none.astype(np.int32))


def index_edges(graph: AnnotatedGraph, tree: ScopeTree) -> EdgeIndex:
    """Sort the edges by the positions of their ends."""
    source = tree.position[graph.edges.source]
    target = tree.position[graph.edges.target]
    by_source = np.argsort(source, kind="stable").astype(np.int32)
    by_target = np.argsort(target, kind="stable").astype(np.int32)
    return EdgeIndex(
        source=source,
        target=target,
        kind=graph.edges.kind,
        tensor=graph.edges.tensor,
        by_source=by_source,
        by_target=by_target,
        sources=source[by_source],
        targets=target[by_target],
        tensors=graph.ops.tensors,
    )


def inner_metaedges(index: EdgeIndex, tree: ScopeTree, scope: int) -> Metaedges:
    """Return the metaedges between the children of a scope.

    Ends are indices in `children_of(scope)`. Edges inside one child scope are omitted; an edge
    from an op to itself is included.
    """
    rows, is_inner = _edges_from(index, tree, scope)
    rows = rows[is_inner]
    source = child_indices(tree, scope, index.source[rows])
    target = child_indices(tree, scope, index.target[rows])
    is_op = tree.op[tree.children_of(scope)] >= 0
    shown = (source != target) | is_op[source]
    return group_edges(index, rows[shown], source[shown], target[shown])


def inward_metaedges(index: EdgeIndex, tree: ScopeTree, scope: int) -> Metaedges:
    """Return the metaedges into a scope: from rows outside to indices of its children."""
    start, end = tree.interval(scope)
    low, high = np.searchsorted(index.targets, (start, end))
    rows = index.by_target[low:high]
    rows = rows[(index.source[rows] < start) | (index.source[rows] >= end)]
    neighbours = outside_rows(tree, scope, index.source[rows])
    return group_edges(index, rows, neighbours, child_indices(tree, scope, index.target[rows]))


def outward_metaedges(index: EdgeIndex, tree: ScopeTree, scope: int) -> Metaedges:
    """Return the metaedges out of a scope: from indices of its children to rows outside."""
    rows, is_inner = _edges_from(index, tree, scope)
    rows = rows[~is_inner]
    neighbours = outside_rows(tree, scope, index.target[rows])
    return group_edges(index, rows, child_indices(tree, scope, index.source[rows]), neighbours)


def child_indices(tree: ScopeTree, scope: int, positions: Indices) -> Indices:
    """Return the child of a scope at each position, as an index in `children_of(scope)`."""
    starts = tree.start[tree.children_of(scope)]
    indices: Indices = np.searchsorted(starts, positions, side="right") - 1
    return indices


def outside_rows(tree: ScopeTree, scope: int, positions: Indices) -> Indices:
    """Return for positions outside a scope the neighbouring row that contains each.

    This row is the child of the lowest scope that holds both. The intervals of a scope's ancestors
    are nested, so a binary search finds the depth of the lowest that holds a position.
    """
    line = np.array(tree.ancestors(scope), dtype=np.int64)
    starts, ends = tree.start[line], tree.start[line] + tree.size[line]
    begun = np.searchsorted(starts, positions, side="right")
    not_ended = np.searchsorted(-ends, -positions, side="left")
    holders = line[np.minimum(begun, not_ended) - 1]
    # Children are sorted by parent, then by start: one key for both finds the child of any holder.
    span = int(tree.size[0]) + 1
    keys = tree.parent[tree.children].astype(np.int64) * span + tree.start[tree.children]
    index = np.searchsorted(keys, holders.astype(np.int64) * span + positions, side="right") - 1
    rows: Indices = tree.children[index]
    return rows


def _edges_from(index: EdgeIndex, tree: ScopeTree, scope: int) -> tuple[Indices, Flags]:
    """Return the edges whose source is in a scope, and for each whether its target is too."""
    start, end = tree.interval(scope)
    low, high = np.searchsorted(index.sources, (start, end))
    rows = index.by_source[low:high]
    return rows, (index.target[rows] >= start) & (index.target[rows] < end)


def group_edges(index: EdgeIndex, rows: Indices, source: Indices, target: Indices) -> Metaedges:
    """Group edges with the same ends into metaedges, tensors and control edges apart.

    The elements and bytes of a metaedge are the sums of the known ones, -1 where none is known.
    """
    is_control = index.kind[rows] == CONTROL
    span = int(target.max(initial=0)) + 1
    keys, first, group = np.unique(
        (source * span + target) * 2 + is_control, return_index=True, return_inverse=True
    )
    count = np.bincount(group, minlength=keys.size)
    references = np.bincount(group[index.kind[rows] == REFERENCE], minlength=keys.size)
    kind = np.where(references == count, REFERENCE, DATA)
    tensor = index.tensor[rows]
    totals = []
    for column in (index.tensors.elements, index.tensors.bytes):
        amounts = np.full(tensor.size, -1, dtype=np.int64)
        if column.size:
            amounts = np.where(tensor < 0, -1, column[tensor])
        is_known = amounts >= 0
        known = np.bincount(group[is_known], minlength=keys.size)
        total = np.bincount(group[is_known], weights=amounts[is_known], minlength=keys.size)
        totals.append(np.where(known > 0, np.minimum(total, 2.0**62), -1).astype(np.int64))
    return Metaedges(
        source=keys // 2 // span,
        target=keys // 2 % span,
        kind=np.where(keys % 2 == 1, CONTROL, kind).astype(np.int8),
        count=count,
        elements=totals[0],
        bytes=totals[1],
        tensor=np.where(count == 1, tensor[first], -1).astype(np.int32),
    )
