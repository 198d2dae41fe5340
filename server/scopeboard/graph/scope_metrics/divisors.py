"""The ratio of two metrics: by which values of the other metric each tag is divided.

`updates/fc.weight` is divided by `weights/fc.weight`, not by the bias beside it. Only a metric that
does not tell parameters apart is paired with one that does: scope by scope.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from scopeboard.arrays import Floats, Indices
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.scope_metrics.worst_inside import worst_inside
from scopeboard.graph.tag_scopes.match import TagMatch
from scopeboard.graph.tag_scopes.report import MeasuredKind


class MetricTags(NamedTuple):
    """The tags of a metric, their rows (int64 [tags]) and the parameters that they name."""

    tags: list[str]
    rows: Indices
    parameters: list[str]


def tags_of(matches: Sequence[TagMatch], metric: str, kind: MeasuredKind) -> MetricTags:
    """Return the tags of a metric."""
    found = [each for each in matches if (each.metric, each.kind) == (metric, kind)]
    rows = np.array([each.row for each in found], np.int64)
    return MetricTags([each.tag for each in found], rows, [each.parameter for each in found])


def divisors(tree: ScopeTree, own: MetricTags, other: MetricTags, values: Floats) -> Floats:
    """Return the values by which those of a metric are divided.

    They are those of the same parameter of the same row. Without any, and where one of the two
    names no parameter, the worst of the other metric in the row. Of several, the one of the
    greatest magnitude.

    Args:
        tree: the tree.
        own: the metric that is divided.
        other: the metric by which it is divided.
        values: of `other`, float64 [tags, steps].

    Returns:
        Float64 [tags of `own`, steps]; NaN where there is none.
    """
    pairs: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for number, pair in enumerate(zip(other.rows.tolist(), other.parameters, strict=True)):
        pairs[pair].append(number)
    result = np.full((own.rows.size, values.shape[1]), np.nan)
    is_paired = np.zeros(own.rows.size, np.bool_)
    for number, pair in enumerate(zip(own.rows.tolist(), own.parameters, strict=True)):
        if same := pairs.get(pair):
            is_paired[number] = True
            result[number] = values[same[0]] if len(same) == 1 else _greatest(values[same])
    names_none = np.array([not each for each in own.parameters], np.bool_)
    other_names_none = np.array([not each for each in other.parameters], np.bool_)
    every = np.ones(other.rows.size, np.bool_)
    for wanted, pool in (
        (~is_paired & names_none, every),
        (~is_paired & ~names_none, other_names_none),
    ):
        numbers = np.flatnonzero(wanted)
        by_row = worst_inside(tree, other.rows[pool], values[pool], "magnitude")
        if numbers.size and by_row.rows.size:
            rows = own.rows[numbers]
            place = np.minimum(np.searchsorted(by_row.rows, rows), by_row.rows.size - 1)
            is_there = by_row.rows[place] == rows
            result[numbers[is_there]] = by_row.values[place[is_there]]
    return result


def _greatest(values: Floats) -> Floats:
    high: Floats = np.fmax.reduce(values, axis=0)
    low: Floats = np.fmin.reduce(values, axis=0)
    return np.where(high >= -low, high, low)
