"""The tree of name scopes, as columns.

Op names are paths: `a/b/c` is op `c` in scope `b` of scope `a` (`name_scopes` has the rules). Only
nodes make scopes, so an op that has just annotations below its name stays an op.

Rows are scopes first (row 0 is the root), each after its parent, then one row for each node.

A walk of the tree in order of appearance gives each node a *position*, and each row the interval
of positions inside it. "Which child of this scope holds that op" is then a binary search over the
children's starts, for any number of ops at once. That is what makes metaedges cheap.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scopeboard.graph.annotations import AnnotatedGraph
from scopeboard.graph.columns import Amounts, Indices, offsets
from scopeboard.graph.name_scopes import ROOT, NameScopes, written_path


@dataclass(frozen=True, slots=True)
class ScopeTree:
    """The tree: one entry in each column for each row, unless said otherwise.

    `labels` are last path parts; `op` is -1 for scopes. `start` and `size` give the interval of
    positions; `count` is the number of ops inside, annotations by their own names included.
    `children` lists all rows but the root by parent, in order of appearance; those of row `r` are
    entries `child_first[r]` to `child_first[r + 1]`. `position` has an entry for each op, -1 for
    annotations, whose paths are in `annotation_paths`. `scope_rows` finds a scope by parent row
    and label.
    """

    labels: list[str]
    parent: Indices
    op: Indices
    start: Indices
    size: Indices
    count: Indices
    children: Indices
    child_first: Indices
    position: Indices
    annotation_paths: dict[int, str]
    scope_rows: dict[tuple[int, str], int]

    def path(self, row: int) -> str:
        """Return the full name of a row; the root's is empty."""
        return "/".join(self.labels[above] for above in self.ancestors(row)[1:])

    def ancestors(self, row: int) -> list[int]:
        """Return the rows from the root down to `row`, itself included."""
        line = [row]
        while line[-1] != ROOT:
            line.append(int(self.parent[line[-1]]))
        return line[::-1]

    def children_of(self, row: int) -> Indices:
        """Return the rows of the children in order of appearance, which is that of positions."""
        return self.children[self.child_first[row] : self.child_first[row + 1]]

    def find_scope(self, name: str) -> int | None:
        """Return the row of the scope with this full name (empty: the root), or None."""
        row: int | None = ROOT
        for segment in name.split("/") if name else []:
            row = None if row is None else self.scope_rows.get((row, segment))
        return row


def build_tree(graph: AnnotatedGraph) -> ScopeTree:
    """Arrange the nodes of a graph in name scopes."""
    paths = [written_path(name) for name in graph.ops.names]
    nodes = np.flatnonzero(graph.is_node).astype(np.int32)
    scopes = NameScopes()
    for op in nodes:
        scopes.grow(paths[op].rpartition("/")[0])
    places = [scopes.place_op(paths[op]) for op in nodes]
    parent = np.array([*scopes.parents, *(home for home, _ in places)], dtype=np.int32)
    op_column = np.concatenate((np.full(len(scopes.labels), -1, dtype=np.int32), nodes))
    annotation_paths, inside = _place_annotations(graph, paths, scopes)
    size, first = _sizes_and_firsts(parent, op_column)
    children, start = _walk(parent, size, first)
    position = np.full(len(paths), -1, dtype=np.int32)
    position[nodes] = start[len(scopes.labels) :]
    return ScopeTree(
        labels=[*scopes.labels, *(label for _, label in places)],
        parent=parent,
        op=op_column,
        start=start,
        size=size,
        count=size + _sum_upwards(np.bincount(inside, minlength=parent.size), parent),
        children=children,
        child_first=offsets(parent[children], parent.size),
        position=position,
        annotation_paths=annotation_paths,
        scope_rows=scopes.rows,
    )


def _place_annotations(
    graph: AnnotatedGraph, paths: list[str], scopes: NameScopes
) -> tuple[dict[int, str], list[int]]:
    """Return the path of each annotation, and the lowest scope that each one's name lies in."""
    annotation_paths, inside = {}, []
    for op in np.flatnonzero(~graph.is_node).tolist():
        row, is_scope = scopes.deepest(paths[op])
        label = paths[op].rpartition("/")[2]
        annotation_paths[op] = f"{paths[op]}/({label})" if is_scope else paths[op]
        inside.append(row)
    return annotation_paths, inside


def _sum_upwards(own: Sequence[int] | Amounts, parent: Indices) -> Indices:
    """Add to each row's number those of all rows below it; parents stand before children."""
    total = np.asarray(own).tolist()
    for row, above in zip(range(len(total) - 1, 0, -1), parent[:0:-1].tolist(), strict=True):
        total[above] += total[row]
    return np.array(total, dtype=np.int32)


def _sizes_and_firsts(parent: Indices, op: Indices) -> tuple[Indices, Indices]:
    """Return for each row the number of nodes inside, and the first op to appear there."""
    size = _sum_upwards((op >= 0).astype(np.int64), parent)
    first = np.where(op >= 0, op, np.iinfo(np.int32).max).tolist()
    for row, above in zip(range(len(first) - 1, 0, -1), parent[:0:-1].tolist(), strict=True):
        first[above] = min(first[above], first[row])
    return size, np.array(first, dtype=np.int32)


def _walk(parent: Indices, size: Indices, first: Indices) -> tuple[Indices, Indices]:
    """Order all rows by parent and appearance, and give each the position it starts at."""
    children = (np.lexsort((first[1:], parent[1:])) + 1).astype(np.int32)
    before = np.cumsum(size[children]) - size[children]
    heads = offsets(parent[children], parent.size)[parent[children]]
    within = np.zeros(parent.size, dtype=np.int64)
    within[children] = before - before[heads] if children.size else before
    start = within.tolist()
    for row, above in enumerate(parent.tolist()):
        start[row] += start[above] if row != ROOT else 0
    return children, np.array(start, dtype=np.int32)
