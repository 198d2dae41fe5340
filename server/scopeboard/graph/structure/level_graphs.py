"""The level graphs: for each scope, a small graph of the edges between its children.

Theory. Every base edge belongs to one scope: the lowest that holds both its ends. There it joins
two children. The op inside a child matters too, so it is a node of the level graph, an *end* beside
its child: an edge leaves child A by an end, and enters child B by another,

    A ──> end of the source ──(port, slot)──> end of the target ──> B

and where the child is the op itself, it is its own end. That divides all edges of a graph among its
scopes. The level graphs have at most two more edges for each base edge, and no edge joins two of
them. So all of them are one graph, processed at once.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from scopeboard.arrays import Amounts, Hashes, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.common_ancestors import climb_to_siblings
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.hashing import hash_numbers, mix
from scopeboard.graph.model.op_graph import CONTROL

_OUT_OF_CHILD: Final = -1
_INTO_CHILD: Final = -2
_CONTROL: Final = -3


@dataclass(frozen=True, slots=True)
class LevelGraphs:
    """The level graphs of all scopes, side by side.

    Nodes are the rows of the tree, each in its parent's level graph, and then the ends. `home` is
    the scope of a node's level graph (the root has itself). `op` is the op
    of an end, -1 for rows. `twin` is the node of the same end in the other direction, -1 for none.
    Edges go from `source` to `target`, and `label` is a hash of their kind.
    """

    home: Indices
    op: Indices
    twin: Indices
    source: Indices
    target: Indices
    label: Hashes


class _Ends(NamedTuple):
    """The ends of all edges on one side.

    `nodes` has the node of each edge. `keys` has, for each end that is not a child, the row of its
    op, times 2**32, plus the row of the child around it.
    """

    nodes: Indices
    keys: Amounts

    @property
    def rows(self) -> Indices:
        """The row of the op of each key."""
        return (self.keys >> 32).astype(np.int32)

    @property
    def children(self) -> Indices:
        """The child of each key."""
        return (self.keys & 0xFFFFFFFF).astype(np.int32)


def build_level_graphs(graph: AnnotatedGraph, tree: ScopeTree) -> LevelGraphs:
    """Divide the edges of a graph among its scopes."""
    rows, edges = tree.parent.size, graph.edges
    row_of_op = np.full(len(graph.ops), -1, dtype=np.int32)
    leaves = np.flatnonzero(tree.op >= 0)
    row_of_op[tree.op[leaves]] = leaves
    source, target = row_of_op[edges.source], row_of_op[edges.target]
    leaving, entered = climb_to_siblings(tree.parent, tree.depth, source, target)
    sources = _number_ends(source, leaving, rows)
    targets = _number_ends(target, entered, rows + sources.keys.size)
    outs = rows + np.arange(sources.keys.size)
    ins = rows + outs.size + np.arange(targets.keys.size)

    _, twin_outs, twin_ins = np.intersect1d(
        sources.keys, targets.keys, assume_unique=True, return_indices=True
    )
    twin = np.full(rows + outs.size + ins.size, -1, dtype=np.int32)
    twin[outs[twin_outs]], twin[ins[twin_ins]] = ins[twin_ins], outs[twin_outs]
    is_control = edges.kind == CONTROL  # control dependencies have no order
    port = hash_numbers(np.where(is_control, _CONTROL, edges.port))
    slot = hash_numbers(np.where(is_control, 0, edges.slot), 2)
    directions = np.repeat([_OUT_OF_CHILD, _INTO_CHILD], [outs.size, ins.size])
    return LevelGraphs(
        home=np.concatenate(
            (tree.parent, tree.parent[sources.children], tree.parent[targets.children])
        ),
        op=np.concatenate(
            (np.full(rows, -1, dtype=np.int32), tree.op[sources.rows], tree.op[targets.rows])
        ),
        twin=twin,
        source=np.concatenate((sources.nodes, sources.children, ins), dtype=np.int32),
        target=np.concatenate((targets.nodes, outs, targets.children), dtype=np.int32),
        label=np.concatenate((mix(port, 1) + slot, hash_numbers(directions, 3))),
    )


def _number_ends(ops: Indices, children: Indices, first: int) -> _Ends:
    """Number the ends of edges that are not children from `first` on.

    Args:
        ops: the row of the op at the end of each edge.
        children: the row of the child around it, which may be the same.
        first: the first number.
    """
    inside = np.flatnonzero(ops != children)
    pairs = np.stack((ops[inside], children[inside])).astype(np.int64)
    keys, number = np.unique((pairs[0] << 32) | pairs[1], return_inverse=True)
    nodes = children.astype(np.int64)
    nodes[inside] = first + number
    return _Ends(nodes, keys)
