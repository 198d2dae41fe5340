"""What the nodes of one scope are coloured by, in one way of colouring."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Indices, ranges
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.paths.paths import resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.children import Children, children_of
from scopeboard.graph.scope.colouring import (
    Categories,
    CategoryBy,
    Share,
    Shares,
    categorise,
    count_shares,
    structure_shares,
)

MAX_CHILDREN: Final = 10_000
MAX_VALUES: Final = 100


@dataclass(frozen=True, slots=True)
class ScopeColours:
    """The colours of the children of one scope (empty: the top level), by one sort of category.

    `shares` has an entry for each of `names`, the children in order of appearance. A call has the
    shares of the bodies that it opens into. `values` is the legend: all values of the children
    added up, the most frequent first, at most `MAX_VALUES`, and `values_left` the number of others.
    Of more than `MAX_CHILDREN` children those with most ops inside are listed, and `children_left`
    counts the rest.
    """

    scope: str
    by: CategoryBy
    names: list[str]
    shares: list[Shares]
    values: list[Share]
    values_left: int
    children_left: int


def colour_scope(graph: PreparedGraph, scope: str, by: CategoryBy) -> ScopeColours:
    """Return what the children of a scope are coloured by.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    children = children_of(graph, resolve(graph, scope))
    shown = _largest(graph, children)
    listed = children.take(shown)
    rows, node = _rows_inside(listed)
    values, shares = _shares(graph, by, rows, node)
    return ScopeColours(
        scope=scope,
        by=by,
        names=listed.names,
        shares=shares,
        values=values[:MAX_VALUES],
        values_left=max(len(values) - MAX_VALUES, 0),
        children_left=children.rows.size - shown.size,
    )


def _largest(graph: PreparedGraph, children: Children) -> Indices:
    """Return the places of the children with most ops inside, in order of appearance."""
    count = graph.tree.count[children.rows]
    return np.sort(np.argsort(-count, kind="stable")[:MAX_CHILDREN])


def _rows_inside(children: Children) -> tuple[Indices, Indices]:
    """Return the rows that the children are made of, and which child each is of."""
    rows: list[int] = []
    node: list[int] = []
    for child, (row, bodies) in enumerate(zip(children.rows.tolist(), children.calls, strict=True)):
        inside = [body.root for body in bodies if body.root is not None] or [row]
        rows.extend(inside)
        node.extend([child] * len(inside))
    return np.array(rows, dtype=np.int64), np.array(node, dtype=np.int64)


def _shares(
    graph: PreparedGraph, by: CategoryBy, rows: Indices, node: Indices
) -> tuple[list[Share], list[Shares]]:
    """Return the values of all children together, and the shares of each."""
    if by != "structure":
        categories = categorise(graph.annotated, graph.tree, by)
        whole = _legend(categories, graph.tree, rows)
        return whole, count_shares(categories, graph.tree, rows, node)
    alone = np.bincount(node)[node] == 1
    first = np.unique(node, return_index=True)[1]
    structures = graph.structures().copy()
    structures[rows[~alone]] = -1
    shares = structure_shares(structures, graph.tree, rows[first])
    return _added([share for each in shares for share in each.shares]), shares


def _legend(categories: Categories, tree: ScopeTree, rows: Indices) -> list[Share]:
    """Add up the values of all ops inside some rows."""
    inside = ranges(tree.start[rows], tree.start[rows] + tree.size[rows])
    count = np.bincount(categories.at[inside], minlength=len(categories.texts))
    order = np.lexsort((np.arange(count.size), -count))
    return [
        Share(categories.texts[rank], rank, int(count[rank]))
        for rank in order.tolist()
        if count[rank]
    ]


def _added(shares: list[Share]) -> list[Share]:
    """Add up shares of the same value, the most frequent first."""
    count: dict[tuple[str, int], int] = {}
    for share in shares:
        count[share.value, share.rank] = count.get((share.value, share.rank), 0) + share.count
    order = sorted(count.items(), key=lambda item: (-item[1], item[0][1]))
    return [Share(value, rank, number) for (value, rank), number in order]
