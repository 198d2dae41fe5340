"""Values of scopes that are closed: the worst of what is inside.

Of values and their changes, the worst is that of the largest magnitude; of ratios, the one that is
farthest from 1, as twice is as far as half. Shares are added: what a scope has itself counts in
place of what its parts have.
"""

from typing import Final, Literal, NamedTuple

import numpy as np

from scopeboard.arrays import Floats, Indices
from scopeboard.graph.hierarchy.tree import ScopeTree

Worst = Literal["magnitude", "ratio", "sum"]


class ScopeValues(NamedTuple):
    """`rows` (int64 [m], ascending) of the tree, with `values` (float64 [m, steps]).

    They are the rows with values and all rows above them but the root.
    """

    rows: Indices
    values: Floats


def worst_inside(tree: ScopeTree, rows: Indices, values: Floats, worst: Worst) -> ScopeValues:
    """Return the values of rows and of all scopes and groups around them.

    Args:
        tree: the tree.
        rows: the row of each tag, int64 [tags]; several tags may have one row.
        values: float64 [tags, steps]; NaN where there is none.
        worst: how values are combined.
    """
    around = {0}
    for row in rows.tolist():
        at = row
        while at not in around:
            around.add(at)
            at = int(tree.parent[at])
    shown = np.array(sorted(around - {0}), np.int64)
    own = np.searchsorted(shown, rows)
    if worst == "sum":
        return ScopeValues(shown, _summed(tree, shown, own, values))
    high = _folded(tree, shown, own, values, np.fmax)
    low = _folded(tree, shown, own, values, np.fmin)
    with np.errstate(invalid="ignore"):
        if worst == "ratio":
            is_high = np.isinf(high) | ((low >= 0) & (high * low >= 1))
        else:
            is_high = high >= -low
    return ScopeValues(shown, np.where(is_high, high, low))


def _folded(
    tree: ScopeTree, shown: Indices, own: Indices, values: Floats, combine: np.ufunc
) -> Floats:
    total = np.full((shown.size, values.shape[1]), np.nan)
    _combine_into(total, own, values, combine)
    for inner, outer in _levels(tree, shown):
        _combine_into(total, outer, total[inner], combine)
    return total


def _summed(tree: ScopeTree, shown: Indices, own: Indices, values: Floats) -> Floats:
    total = np.full((shown.size, values.shape[1]), np.nan)
    _combine_into(total, own, values, _ADD)
    inside = np.full_like(total, np.nan)
    for inner, outer in _levels(tree, shown):
        total[inner] = np.where(np.isnan(total[inner]), inside[inner], total[inner])
        _combine_into(inside, outer, total[inner], _ADD)
    result: Floats = np.where(np.isnan(total), inside, total)
    return result


_ADD: Final = np.add


def _combine_into(total: Floats, into: Indices, values: Floats, combine: np.ufunc) -> None:
    """Combine each row of `values` into the row of `total` that `into` says."""
    if not into.size:
        return
    order = np.argsort(into, kind="stable")
    targets, first = np.unique(into[order], return_index=True)
    ordered = values[order]
    if combine is _ADD:
        is_there = ~np.isnan(ordered)
        added = np.add.reduceat(np.where(is_there, ordered, 0.0), first, axis=0)
        any_there = np.logical_or.reduceat(is_there, first, axis=0)
        before = total[targets]
        total[targets] = np.where(any_there, added + np.nan_to_num(before, posinf=np.inf), before)
        return
    total[targets] = combine(total[targets], combine.reduceat(ordered, first, axis=0))


def _levels(tree: ScopeTree, shown: Indices) -> list[tuple[Indices, Indices]]:
    """Return the positions in `shown` of the rows of each depth and of their parents.

    The deepest come first; rows at the top level, which have no parent, are in none.
    """
    depth = tree.depth[shown]
    parents = tree.parent[shown]
    levels = []
    for each in range(int(depth.max(initial=0)), 1, -1):
        inner = np.flatnonzero(depth == each)
        levels.append((inner, np.searchsorted(shown, parents[inner])))
    return levels
