"""The tree of name scopes, as columns.

Op names are paths: `a/b/c` is op `c` in scope `b` of scope `a` (`name_scopes` has the rules). What
repeats is in a group between its members and their scope (`groups`). Its row is like a scope's, so
that metaedges, bridges and counts need no other rules.

Rows are scopes first (row 0 is the root), then groups, then one row for each node. A scope may be
below a group, so that only `depth` tells which of two rows is above. Only groups add a row to the
tree of the names: the full name of an op in `s/add_[0-5]` is `s/add_3`, with and without it.

A walk of the tree in order of appearance gives each node a *position*, and each row the interval
of positions inside it. Finding the child of a scope that holds an op is then a binary search over
the starts of the children, for any number of ops at once. That makes metaedges cheap.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from scopeboard.arrays import Indices, offsets
from scopeboard.graph.hierarchy.annotations import AnnotatedGraph
from scopeboard.graph.hierarchy.depth_levels import depth_levels, fold_subtrees, inherit
from scopeboard.graph.hierarchy.find_groups import find_groups
from scopeboard.graph.hierarchy.grouping import DEFAULT_GROUPING, Grouping
from scopeboard.graph.hierarchy.groups import GROUP_KINDS, Group, GroupEvidence, GroupKind
from scopeboard.graph.hierarchy.name_scopes import ROOT, NameScopes, name_scopes
from scopeboard.graph.hierarchy.path_hashes import hash_paths
from scopeboard.graph.hierarchy.rows import arrange_rows

RowKind = Literal["scope", "op"] | GroupKind


@dataclass(frozen=True, slots=True)
class ScopeTree:
    """The tree: one entry in each column for each row, unless noted otherwise.

    `op` is -1 for scopes and groups; `depth` is the number of rows above. `start` and `size`
    are the interval of positions; `count` is the number of ops inside, annotations below that name
    included. `children` lists all rows except the root by parent, in order of appearance; row `r`
    has entries `child_first[r]` to `child_first[r + 1]`. `position` has an entry for
    each op, -1 for annotations.

    `names` are the names of the ops, `scopes` the scopes in them. Groups are rows from
    `first_group` on, with the full names `group_paths` and the codes `group_kinds` of
    `GROUP_KINDS`; ops are rows from `first_op` on, in order of `op`.
    """

    parent: Indices
    op: Indices
    depth: Indices
    start: Indices
    size: Indices
    count: Indices
    children: Indices
    child_first: Indices
    position: Indices
    names: Sequence[str]
    scopes: NameScopes
    renamed_ops: dict[str, int]
    group_paths: list[str]
    group_kinds: Indices
    group_rows: dict[str, int]
    first_group: int
    first_op: int

    def kind(self, row: int) -> RowKind:
        """Return the kind of a row."""
        return self.group_kind(row) or ("scope" if row < self.first_group else "op")

    def group_kind(self, row: int) -> GroupKind | None:
        """Return the kind of a group, None for other rows."""
        if not self.first_group <= row < self.first_op:
            return None
        return GROUP_KINDS[int(self.group_kinds[row - self.first_group])]

    def path(self, row: int) -> str:
        """Return the full name of a row; the root's is empty."""
        if row >= self.first_op:
            return self.op_path(int(self.op[row]))
        if row >= self.first_group:
            return self.group_paths[row - self.first_group]
        return self.scopes.path_of_scope(self.names, row)

    def label(self, row: int) -> str:
        """Return the last segment of a row's name."""
        return self.path(row).rpartition("/")[2]

    def op_path(self, op: int) -> str:
        """Return the full name shown for an op, a node or an annotation."""
        return self.scopes.path_of_op(self.names, op)

    def row_of_op(self, op: int) -> int | None:
        """Return the row of an op, or None for an annotation."""
        row = self.first_op + int(np.searchsorted(self.op[self.first_op :], op))
        return row if row < self.op.size and self.op[row] == op else None

    def first_nodes(self) -> Indices:
        """Return for each row of a scope or group the first node to appear in it."""
        node_at = np.empty(int(self.size[ROOT]), dtype=np.int32)
        node_at[self.start[self.first_op :]] = self.op[self.first_op :]
        groups = node_at[self.start[self.first_group : self.first_op]]
        return np.concatenate((self.scopes.first, groups))

    def op_rows(self) -> Indices:
        """Return the row of each op; of an annotation, the lowest scope that its name is in."""
        rows = self.scopes.home.astype(np.int32)
        rows[self.op[self.first_op :]] = np.arange(self.first_op, self.parent.size)
        return rows

    def ancestors(self, row: int) -> list[int]:
        """Return the rows from the root down to `row`, itself included."""
        line = [row]
        while line[-1] != ROOT:
            line.append(int(self.parent[line[-1]]))
        return line[::-1]

    def interval(self, row: int) -> tuple[int, int]:
        """Return the first position inside a row and the one after the last."""
        start = int(self.start[row])
        return start, start + int(self.size[row])

    def children_of(self, row: int) -> Indices:
        """Return the rows of the children in order of appearance, as of positions."""
        return self.children[self.child_first[row] : self.child_first[row + 1]]

    def members(self, row: int) -> int:
        """Return the number of scopes in a stack, for any other row of the nodes inside."""
        if self.group_kind(row) == "stack":
            return int(self.child_first[row + 1] - self.child_first[row])
        return int(self.size[row])

    def find_scope(self, name: str) -> int | None:
        """Return the row of the scope or group with this full name (empty: the root)."""
        if not name:
            return ROOT
        row = int(self.scopes.by_hash.find(hash_paths([name]).full)[0])
        if row >= 0 and self.path(row) == name:
            return row
        return self.group_rows.get(name)

    def find_op(self, name: str) -> int | None:
        """Return the op, a node or an annotation, shown under this full name."""
        renamed = self.renamed_ops.get(name)
        if renamed is not None:
            return renamed
        op = int(self.scopes.by_own_name.find(hash_paths([name]).full)[0])
        return op if op >= 0 and self.names[op] == name else None


def build_tree(graph: AnnotatedGraph, grouping: Grouping = DEFAULT_GROUPING) -> ScopeTree:
    """Arrange the nodes of a graph in name scopes and series nodes."""
    names = graph.ops.names
    return group_tree(graph, name_scopes(names, graph.is_node, graph.ops.main_count), grouping)


def group_tree(
    graph: AnnotatedGraph,
    scopes: NameScopes,
    grouping: Grouping,
    evidence: GroupEvidence | None = None,
) -> ScopeTree:
    """Arrange the nodes of a graph in known scopes, and in groups.

    Without evidence, groups are series nodes alone.
    """
    names = graph.ops.names
    nodes = np.flatnonzero(graph.is_node).astype(np.int32)
    groups = find_groups(graph, scopes, nodes, grouping, evidence)
    rows = arrange_rows(scopes, nodes, groups)
    parent, first_group, first_op = rows.parent, rows.first_group, rows.first_op
    levels = depth_levels(rows.depth[:first_op])  # ops have no rows below them
    nodes_below = np.bincount(parent[first_op:], minlength=first_op)
    annotations_below = np.bincount(scopes.home[~graph.is_node], minlength=first_op)
    sizes = fold_subtrees(parent, levels, nodes_below)
    counts = sizes + fold_subtrees(parent, levels, annotations_below)
    ones = np.ones(nodes.size, dtype=np.int32)
    size = np.append(sizes, ones).astype(np.int32)
    firsts = np.concatenate((_firsts(scopes, groups), nodes))
    # All rows except the root by parent, then by the first node to appear in each.
    keys = parent[1:] * (firsts.max(initial=0) + 1) + firsts[1:]
    children = (np.argsort(keys) + 1).astype(np.int32)
    start = _start_positions(parent, children, size, levels)
    position = np.full(len(names), -1, dtype=np.int32)
    position[nodes] = start[first_op:]
    paths = [group.path for group in groups]
    return ScopeTree(
        parent=parent,
        op=np.append(np.full(first_op, -1, dtype=np.int32), nodes),
        depth=rows.depth,
        start=start,
        size=size,
        count=np.append(counts, ones).astype(np.int32),
        children=children,
        child_first=offsets(parent[1:], parent.size),
        position=position,
        names=names,
        scopes=scopes,
        renamed_ops={path: op for op, path in scopes.renamed_paths.items()},
        group_paths=paths,
        group_kinds=np.array([GROUP_KINDS.index(each.kind) for each in groups], dtype=np.int8),
        group_rows={path: first_group + number for number, path in enumerate(paths)},
        first_group=first_group,
        first_op=first_op,
    )


def _firsts(scopes: NameScopes, groups: Sequence[Group]) -> Indices:
    """Return the first node to appear in each scope and group."""
    first_group = scopes.parent.size
    firsts = scopes.first.tolist() + [int(np.iinfo(np.int32).max)] * len(groups)
    for row in range(len(firsts) - 1, first_group - 1, -1):  # a group comes after that around it
        group = groups[row - first_group]
        columns = (group.ops, scopes.first[group.scopes])
        firsts[row] = min([firsts[row], *(int(each.min()) for each in columns if each.size)])
        if group.parent >= first_group:
            firsts[group.parent] = min(firsts[group.parent], firsts[row])
    return np.array(firsts, dtype=np.int64)


def _start_positions(
    parent: Indices, children: Indices, size: Indices, levels: list[Indices]
) -> Indices:
    """Return the first position inside each row."""
    sizes = size[children].astype(np.int64)
    before = np.cumsum(sizes) - sizes
    heads = offsets(parent[1:], parent.size)[parent[children]]
    within_parent = np.zeros(parent.size, dtype=np.int64)
    within_parent[children] = before - before[heads] if children.size else before
    start = inherit(parent, levels, within_parent)
    first_op = sum(rows.size for rows in levels)
    start[first_op:] += start[parent[first_op:]]
    return start.astype(np.int32)
