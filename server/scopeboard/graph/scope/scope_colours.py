"""The colours of the nodes of one scope, by one category."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import ranges
from scopeboard.graph.paths.paths import resolve
from scopeboard.graph.prepared.prepared_graph import PreparedGraph
from scopeboard.graph.scope.children import children_of
from scopeboard.graph.scope.colouring import (
    CategoryBy,
    RanOn,
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
    """The colours of the children of one scope (empty: the top level), by one category.

    `shares` has an entry for each of `names`, the children in order of appearance. A call has the
    shares of the bodies that it opens into. `values` is the legend: the sums of all values of the
    children, the most frequent first, at most `MAX_VALUES`; `values_left` is the number of others.
    Of more than `MAX_CHILDREN` children, those with most ops inside are listed; `children_left` is
    the number of others.
    """

    scope: str
    by: CategoryBy
    names: list[str]
    shares: list[Shares]
    values: list[Share]
    values_left: int
    children_left: int


def colour_scope(
    graph: PreparedGraph, scope: str, by: CategoryBy, ran_on: RanOn | None = None
) -> ScopeColours:
    """Return the values by which the children of a scope are coloured.

    `ran_on` has where ops ran in a measured step, for colours by device.

    Raises:
        NotFoundError: the graph has no such scope.
    """
    tree, children = graph.tree, children_of(graph, resolve(graph, scope))
    largest = np.argsort(-tree.count[children.rows], kind="stable")[:MAX_CHILDREN]
    listed = children.take(np.sort(largest))
    insides = [
        [body.root for body in bodies if body.root is not None] or [row]
        for row, bodies in zip(listed.rows.tolist(), listed.calls, strict=True)
    ]
    rows = np.array([row for inside in insides for row in inside], dtype=np.int64)
    node = np.array(
        [number for number, inside in enumerate(insides) for _ in inside], dtype=np.int64
    )
    if by == "structure":
        shares = structure_shares(graph.structures(), tree, rows, node)
        counts: Counter[int] = Counter()
        for each in shares:
            counts.update({share.rank: share.count for share in each.shares})
        values = [Share(str(rank), rank, count) for rank, count in counts.items()]
    else:
        categories = categorise(graph.annotated, tree, by, ran_on)
        shares = count_shares(categories, tree, rows, node)
        ops = ranges(tree.start[rows], tree.start[rows] + tree.size[rows])
        count = np.bincount(categories.at[ops])
        values = [
            Share(categories.texts[rank], rank, int(count[rank]))
            for rank in np.flatnonzero(count).tolist()
        ]
    values.sort(key=lambda share: (-share.count, share.rank))
    return ScopeColours(
        scope=scope,
        by=by,
        names=listed.names,
        shares=shares,
        values=values[:MAX_VALUES],
        values_left=max(len(values) - MAX_VALUES, 0),
        children_left=children.rows.size - listed.rows.size,
    )
