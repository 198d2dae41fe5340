"""The rows of the tree: scopes, then groups, then nodes, with the parent and the depth of each."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.common_ancestors import climb_to_siblings
from scopeboard.graph.hierarchy.depth_levels import depth_levels, inherit
from scopeboard.graph.hierarchy.groups import Group
from scopeboard.graph.hierarchy.name_scopes import NameScopes
from scopeboard.graph.model.op_graph import CONTROL


@dataclass(frozen=True, slots=True)
class Rows:
    """The parent of each row, the root's its own, and the number of rows above it.

    Groups are rows from `first_group` on, nodes from `first_op` on.
    """

    parent: Indices
    depth: Indices
    first_group: int
    first_op: int


def arrange_rows(scopes: NameScopes, nodes: Indices, groups: Sequence[Group]) -> Rows:
    """Arrange scopes, groups and nodes.

    Args:
        scopes: the scopes.
        nodes: the nodes, in order of appearance.
        groups: the groups, each after the group around it. Of two groups with a member, the later
            one is its parent.
    """
    first_group, first_op = scopes.parent.size, scopes.parent.size + len(groups)
    above = np.array([group.parent for group in groups], dtype=np.int32)
    parent = np.concatenate((scopes.parent, above, scopes.home[nodes]))
    if groups:
        rows = np.arange(first_group, first_op)
        members = np.concatenate([group.ops for group in groups])
        rows_of_members = np.repeat(rows, [group.ops.size for group in groups])
        parent[first_op + np.searchsorted(nodes, members)] = rows_of_members
        members = np.concatenate([group.scopes for group in groups])
        parent[members] = np.repeat(rows, [group.scopes.size for group in groups])
    depth = _depths(parent, scopes, groups)
    return Rows(
        parent=parent,
        depth=np.append(depth, depth[parent[first_op:]] + 1).astype(np.int32),
        first_group=first_group,
        first_op=first_op,
    )


def _depths(parent: Indices, scopes: NameScopes, groups: Sequence[Group]) -> Indices:
    """Return the depth of each scope and group, given the parents of rows."""
    first_group = scopes.parent.size
    around = np.zeros(first_group + len(groups), dtype=scopes.depth.dtype)  # groups up to a scope
    for row in range(first_group, around.size):  # a group comes after the group around it
        around[row] = around[parent[row]] + 1
    folded = np.concatenate([group.scopes for group in groups]) if groups else scopes.parent[:0]
    depth = scopes.depth
    if folded.size:
        above = np.zeros_like(depth)
        above[folded] = around[parent[folded]]
        depth = depth + inherit(scopes.parent, depth_levels(depth), above)
    depth = np.append(depth, around[first_group:])
    for row, group in enumerate(groups, first_group):
        depth[row] = depth[group.parent] + 1
    return depth


def sibling_edges(
    graph: AnnotatedGraph, nodes: Indices, rows: Rows, is_wanted: Flags
) -> tuple[Indices, Indices]:
    """Return the edges with tensors between different children of some rows, each once.

    Args:
        graph: the graph.
        nodes: its nodes, in order of appearance.
        rows: its rows.
        is_wanted: a flag for each scope and group.
    """
    row_of_op = np.zeros(len(graph.ops), dtype=np.int64)
    row_of_op[nodes] = rows.first_op + np.arange(nodes.size)
    data = np.flatnonzero(graph.edges.kind != CONTROL)
    ends = graph.edges.source[data], graph.edges.target[data]
    source, target = climb_to_siblings(
        rows.parent, rows.depth, row_of_op[ends[0]], row_of_op[ends[1]]
    )
    between = is_wanted[rows.parent[source]] & (source != target)
    pairs = np.unique(source[between].astype(np.int64) * rows.parent.size + target[between])
    return pairs // rows.parent.size, pairs % rows.parent.size
